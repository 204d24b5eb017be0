//! The side that has a part of its own: who holds the fort (ITEN-FORT), escorts the wagon (ITEN-GAU), performs the ritual
//! (ITEN-RIT).

use arrayvec::ArrayVec;

use crate::battle::{Flow, MAX_SIDES, Roll, Rule, SideId, UnitId};
use crate::board::{Board, Cell, Edge};

use super::super::figure::Fate;
use super::super::numbers::Missions;
use super::super::stats::{Creed, Tag};
use super::super::zones::{self, OWN};
use super::super::{Battle, Play, Step};
use super::scene::Scene;
use super::{Mission, team_of, wagon};

impl Mission {
    /// The rule by which one side has a part of its own, if one has.
    #[must_use]
    pub fn part(self) -> Option<Rule> {
        match self {
            Mission::FortApache => Some(Rule("ITEN-FORT-01")),
            Mission::TheGauntlet => Some(Rule("ITEN-GAU-01")),
            Mission::TheRitual => Some(Rule("ITEN-RIT-01")),
            _ => None,
        }
    }

    /// The rule by which that side acts first in turn 1, if it does.
    fn head_start(self) -> Option<Rule> {
        match self {
            Mission::FortApache => Some(Rule("ITEN-FORT-02")),
            Mission::TheGauntlet => Some(Rule("ITEN-GAU-04")),
            _ => None,
        }
    }

    /// The points that it has on top, with so many sides in all, and the rule that gives them (ITEN-FORT-03, ITEN-GAU-05).
    #[must_use]
    pub fn reinforcement(self, numbers: &Missions, sides: usize) -> (u16, &'static str) {
        let (each, rule) = match self {
            Mission::FortApache => (numbers.fort_points, "ITEN-FORT-03"),
            Mission::TheGauntlet => (numbers.escort_points, "ITEN-GAU-05"),
            _ => (0, self.rule().0),
        };
        (each * sides.saturating_sub(2) as u16, rule)
    }
}

impl Battle {
    /// The side with a part of its own; none where the scenario has no such part.
    #[inline]
    #[must_use]
    pub fn part(&self) -> Option<SideId> {
        self.table().part.checked_sub(1).map(SideId)
    }

    /// Whether a side may have the part: to perform the ritual takes a Chaos Agent or a Radical Inquisitor (ITEN-RIT-01).
    fn is_able(&self, side: SideId) -> bool {
        let band = &self.setting().bands[side.index()];
        self.setting().mission != Mission::TheRitual
            || band.leader.is_some_and(|l| self.profile(l).member.is(Tag::Ritualist))
                && band.creed != Some(Creed::Puritan)
    }
}

/// The side with the part and its team, as bits.
pub(super) fn team(battle: &Battle) -> u8 {
    battle.part().map_or(0, |side| team_of(battle, 1 << side.0))
}

/// Says who has the part, if the scenario has one and nobody has it yet, each as likely. Those who are not chosen do
/// without the figures that would have reinforced them.
pub(in super::super) fn draw(play: &mut Play<'_>) -> Flow<Step> {
    let Some(rule) = play.setting().mission.part() else { return Flow::Next(Step::DeploymentRoll) };
    if play.part().is_none() {
        let able: ArrayVec<SideId, MAX_SIDES> = play.sides().filter(|&s| play.is_able(s)).collect();
        let cuts: ArrayVec<u8, MAX_SIDES> = (2..=able.len() as u8).collect();
        let luck = match able.len() {
            0 | 1 => 1,
            n => play.roll(Roll::new(rule, n as u8, UnitId::NONE), &cuts),
        };
        let chosen = able.get(usize::from(luck) - 1).copied().unwrap_or_default();
        play.change_table(rule, |t| t.part = chosen.0 + 1);
    }
    let chosen = play.part().unwrap_or_default();
    for unit in play.setting().reserves {
        if play.piece(unit).side != chosen {
            play.change(unit, rule, |u| u.fate = Fate::Absent);
        }
    }
    go_first(play, chosen, rule);
    match play.setting().mission {
        Mission::FortApache => {
            play.change_table(rule, |t| t.zones.0[chosen.index()] = OWN + 1);
            Flow::Next(Step::DeploymentRoll)
        }
        Mission::TheRitual => Flow::Next(Step::Houses),
        _ => Flow::Next(Step::PickEdge),
    }
}

/// Puts a side first in an order that is still to be rolled.
fn go_first(play: &mut Play<'_>, first: SideId, rule: Rule) {
    let others = (0..play.players() as i16).filter(|&s| s != i16::from(first.0));
    let order: ArrayVec<i16, MAX_SIDES> = [i16::from(first.0)].into_iter().chain(others).collect();
    play.change_table(rule, |t| {
        t.order.0[..order.len()].copy_from_slice(&order);
        t.placed = 1 << first.0;
    });
}

/// ITEN-FORT-02, ITEN-GAU-04: before the dice for turn 1 are rolled the side with the part has its place.
pub(in super::super) fn head_start(play: &mut Play<'_>) {
    let rule = play.setting().mission.head_start();
    if let (Some(rule), Some(side), 0) = (rule, play.part(), play.table().placed) {
        go_first(play, side, rule);
    }
}

/// The zones that only the side with the part has: around the fort (ITEN-FORT-01); behind the wagon, at the left edge or
/// the right one (ITEN-GAU-01).
pub(in super::super) fn own_zones(
    mission: Mission,
    board: &Board,
    scene: &Scene,
    numbers: &Missions,
) -> Vec<Vec<Cell>> {
    match mission {
        Mission::FortApache => {
            let walls: Vec<Cell> = scene.inside.iter().flat_map(|&c| board.exits(c)).collect();
            let reach = u16::from(numbers.fort_reach);
            let near = |c: &Cell| scene.is_inside(*c) || walls.iter().any(|&w| board.distance(w, *c) <= reach);
            vec![board.cells().filter(near).collect()]
        }
        Mission::TheGauntlet => {
            let strip = |edge| zones::strip(board, edge, None, numbers.escort_reach);
            [Edge::Left, Edge::Right].map(strip).into()
        }
        _ => Vec::new(),
    }
}

/// The zones of the other sides, for each edge that the first of them may pick.
pub(in super::super) fn zones(mission: Mission, board: &Board, sides: usize, depth: u8) -> [Vec<Vec<Cell>>; 4] {
    let others = sides - usize::from(mission.part().is_some());
    zones::EDGES.map(|edge| match mission {
        Mission::TheGauntlet => wagon::ambushes(board, edge, others, depth),
        _ => zones::zones(board, edge, others, depth),
    })
}
