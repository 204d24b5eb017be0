//! The zombies around the bunker (ITEN-LIF-03 to -07, ITEN-OUT-10): nobody plays them.

use crate::battle::{Rule, UnitId, UnitSet};
use crate::board::Cell;

use super::super::stats::Tag;
use super::super::{Battle, Play, Profile};
use super::Mission;
use super::scene::Scene;

/// The name of the side.
pub(in super::super) const NAME: &str = "Zombies";
/// The troop type.
pub(in super::super) const TROOP: &str = "Bunker Zombie";

/// Where they stand in the beginning, each with the number of its pod (ITEN-LIF-03).
pub(in super::super) fn places(scene: &Scene) -> Vec<(Cell, u8)> {
    let pods = scene.pods.iter().zip(1u8..);
    pods.flat_map(|(cells, pod)| cells.iter().map(move |&c| (c, pod))).collect()
}

/// A profile for each figure, as which it would rise (ITEN-LIF-06): a zombie under its name.
pub(in super::super) fn risen(mission: Mission, profiles: &mut Vec<Profile>) -> Vec<u8> {
    let Some(zombie) = profiles.last().filter(|_| mission == Mission::LifeIsCheap).cloned() else { return Vec::new() };
    let figures = profiles.len();
    for unit in 0..figures {
        let mut profile = zombie.clone();
        profile.member.name = format!("{} (risen)", profiles[unit].member.name);
        profiles.push(profile);
    }
    (figures..profiles.len()).map(|p| p as u8).collect()
}

impl Battle {
    /// The zombies on the board.
    pub(in super::super) fn zombies(&self) -> UnitSet {
        self.neutral().map_or(UnitSet::default(), |side| self.units_of(side))
    }

    /// The zombies of some pods, as bits by their numbers from 1.
    pub(super) fn zombies_of(&self, pods: u16) -> UnitSet {
        self.zombies().only(|z| pods >> self.unit(z).pod & 1 == 1)
    }
}

/// ITEN-LIF-04: a unit that has come near, in whatever way, wakes the pods that hear it; they go for its Retinue at once.
pub(in super::super) fn hear(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("ITEN-LIF-04");
    let piece = play.piece(unit);
    if !piece.at.is_some() || play.is_neutral(unit) {
        return;
    }
    let range = u16::from(play.setting().numbers.missions.pod_hears);
    let hears = |z: UnitId| play.unit(z).hunts == 0 && play.steps_to(play.piece(z).at, unit) <= range;
    let pods = play.zombies().only(hears).fold(0u16, |pods, z| pods | 1 << play.unit(z).pod);
    if pods == 0 {
        return;
    }
    for zombie in play.zombies_of(pods) {
        play.change(zombie, RULE, |u| u.hunts = piece.side.0 + 1);
    }
    play.change_table(RULE, |t| t.stirred = (u16::from_le_bytes(t.stirred) | pods).to_le_bytes());
}

/// ITEN-LIF-06: whoever a zombie puts out of the game will rise in its pod.
pub(super) fn bite(play: &mut Play<'_>, victim: UnitId, by: UnitId) {
    let bitten = by != UnitId::NONE && play.is_neutral(by) && !play.is_neutral(victim);
    if bitten && play.profile(by).member.is(Tag::Zombie) {
        let (at, pod) = (play.piece(victim).at, play.unit(by).pod);
        play.change(victim, Rule("ITEN-LIF-06"), |u| (u.pod, u.apart) = (pod, (at.0 + 1).to_le_bytes()));
    }
}
