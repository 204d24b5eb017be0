//! Buildings to be held: the fort (ITEN-FORT-04), and the bunker in which one survives a bombardment (ITEN-FIR).

use crate::battle::{Outcome, Roll, Rule, SideId, UnitId, UnitSet};

use super::super::{Battle, Play, grit};
use super::{end, most, one_team, sides, team_of};

/// The figures of a side inside, those knocked down too.
fn inside(battle: &Battle, side: SideId) -> UnitSet {
    battle.units_of(side).only(|u| battle.setting().scene.is_inside(battle.piece(u).at))
}

/// ITEN-FORT-04: the side in complete possession, if one is: a figure of it stands inside, and no enemy is there.
fn possessor(battle: &Battle) -> Option<SideId> {
    let held = sides(battle, |s| !inside(battle, s).is_empty());
    let stands = sides(battle, |s| inside(battle, s).any(|u| battle.stands(u)));
    (stands != 0 && one_team(battle, held)).then(|| SideId(stands.trailing_zeros() as u8))
}

/// Notes at the end of a turn who has the building.
pub(super) fn note(play: &mut Play<'_>) {
    if let Some(side) = possessor(play)
        && play.table().holder != side.0 + 1
    {
        play.change_table(Rule("ITEN-FORT-04"), |t| t.holder = side.0 + 1);
    }
}

/// Who last had it alone at the end of a turn, with his team, as bits; nobody where he has no figures left.
pub(super) fn holders(battle: &Battle) -> u8 {
    let holder = battle.table().holder.checked_sub(1).map(SideId);
    holder.filter(|&s| !battle.units_of(s).is_empty()).map_or(0, |s| team_of(battle, 1 << s.0))
}

/// ITEN-FIR-01: the least face that brings the bombardment at the end of a turn; none before it may come.
fn bombardment_on(battle: &Battle, last: bool) -> Option<u8> {
    let turn = battle.table().turn;
    let first = battle.setting().numbers.missions.bombardment;
    match turn.checked_sub(first) {
        _ if last => Some(1),
        None => None,
        Some(later) => Some(6u16.saturating_sub(later).max(1) as u8),
    }
}

/// ITEN-FIR-01, -02, -04: if the bombardment comes now, all who are outside are out of the game; of those inside the
/// team with most figures has won.
pub(super) fn bombard(play: &mut Play<'_>, last: bool) -> Option<Outcome> {
    let need = bombardment_on(play, last)?;
    if need > 1 && !play.test(Roll::new(Rule("ITEN-FIR-01"), 6, UnitId::NONE), need) {
        return None;
    }
    for unit in play.on_board() {
        if !play.setting().scene.is_inside(play.piece(unit).at) {
            grit::fall(play, unit, UnitId::NONE, Rule("ITEN-FIR-02"));
        }
    }
    let saved = |side: SideId| {
        let team = play.team(side);
        let mates = play.sides().filter(|&s| play.team(s) == team);
        mates.map(|s| inside(play, s).len() as i32).sum::<i32>()
    };
    let safe = sides(play, |s| saved(s) > 0);
    end(most(play, safe, saved), "the bombardment", "ITEN-FIR-04")
}
