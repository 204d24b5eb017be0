//! The wagon of the Gauntlet (ITEN-GAU). It is no figure: it fills a hex, and whoever stands beside it steers it.

use crate::battle::{Action, Listing, Reason, Refusal, Rule, SideId, Target, UnitSet, Verb};
use crate::board::{Board, Cell, Edge, Step as Entry};

use super::super::{Battle, Play, zones};
use super::decide;

const RULE: Rule = Rule("ITEN-GAU-06");

/// ITEN-GAU-02: attackers stand on the long edges in turn, evenly spaced on each; none start from a short one.
pub(super) fn ambushes(board: &Board, first: Edge, sides: usize, depth: u8) -> Vec<Vec<Cell>> {
    let edges = match first {
        Edge::Top => [Edge::Top, Edge::Bottom],
        Edge::Bottom => [Edge::Bottom, Edge::Top],
        Edge::Left | Edge::Right => return Vec::new(),
    };
    let zone = |place: usize| {
        let along = (sides + 1 - place % 2) / 2;
        let centre = i32::from(board.width) * (2 * (place / 2) as i32 + 1) / (2 * along as i32);
        zones::strip(board, edges[place % 2], Some(centre), depth)
    };
    (0..sides).map(zone).collect()
}

impl Battle {
    /// The hex of the wagon, where there is one.
    #[inline]
    #[must_use]
    pub fn wagon(&self) -> Option<Cell> {
        self.table().wagon.checked_sub(1).map(Cell)
    }

    /// Whether the wagon is in a hex.
    #[inline]
    pub(in super::super) fn is_wagon(&self, cell: Cell) -> bool {
        self.table().wagon != 0 && self.wagon() == Some(cell)
    }

    /// The edge over which the escort takes it away: opposite its own (ITEN-GAU-01).
    fn destination(&self) -> Edge {
        let part = self.part().unwrap_or_default();
        if self.table().zones.0[part.index()] == zones::own_zone(Edge::Right) { Edge::Left } else { Edge::Right }
    }

    /// The edge over which a side wins if the wagon leaves the board there from a hex: for the escort the one opposite
    /// its own, for others those of their zones (ITEN-GAU-01, -03).
    #[must_use]
    pub fn way_out(&self, side: SideId, from: Cell) -> Option<Edge> {
        let board = self.board();
        let mut edges = Edge::ALL.into_iter().filter(|&e| board.on_edge(from, e));
        if self.part() == Some(side) {
            return edges.find(|&e| e == self.destination());
        }
        let own = self.zone(side).holds(from);
        edges.find(|&e| own && matches!(e, Edge::Top | Edge::Bottom))
    }
}

/// The wagon stands on the road at the edge that the escort has picked.
pub(in super::super) fn place(play: &mut Play<'_>, edge: Edge) {
    let start = play.setting().scene.starts[usize::from(edge == Edge::Right)];
    play.change_table(Rule("ITEN-GAU-01"), |t| t.wagon = start.map_or(0, |c| c.0 + 1));
}

/// ITEN-GAU-06: whether a side may move it now: once a turn in all, with a standing figure and no standing enemy beside it.
#[inline]
pub(in super::super) fn may_drive(battle: &Battle, side: SideId) -> bool {
    let table = battle.table();
    if table.wagon == 0 || table.drove {
        return false;
    }
    let beside = battle.wagon().map_or(UnitSet::default(), |at| battle.around(at));
    let stands = |of: UnitSet| (of & beside).any(|u| battle.stands(u));
    stands(battle.units_of(side)) && !stands(battle.enemies_of(side))
}

/// Where the side asked may take it: as figures go, past its own figures and nobody else's.
pub(in super::super) fn offers(battle: &Battle, side: SideId, list: &mut Listing) {
    let Some(start) = battle.wagon().filter(|_| may_drive(battle, side)) else { return };
    let (board, setting) = (battle.board(), battle.setting());
    let Listing { actions, reach, listed, .. } = list;
    listed.clear(board.len());
    listed.insert(start);
    let mut leaves = [false; 4];
    for class in setting.class(battle.drawn(start))..=2 {
        let budget = setting.numbers.missions.wagon_move.saturating_sub(setting.cover(class).slows).max(1);
        reach.field(board, start, budget, |from, to| {
            let level = board.heights[from.index()].abs_diff(board.heights[to.index()]) <= 1;
            let way = battle.footing(to).passable && battle.hindrance(to) <= class && level;
            let free = battle.units_in(to).all(|u| battle.team(battle.piece(u).side) == battle.team(side));
            (way && free).then_some(Entry { cost: 1, stop: false })
        });
        for &to in reach.reached() {
            if let Some(edge) = battle.way_out(side, to).filter(|_| reach.cost(to).is_some_and(|c| c < budget)) {
                leaves[edge as usize] = true;
            }
            if !battle.occupied(to) && listed.insert(to) {
                actions.push(Action::side(Verb::Move).hex(to));
            }
        }
        // It may stand at the edge already.
        if let Some(edge) = battle.way_out(side, start) {
            leaves[edge as usize] = true;
        }
    }
    let open = (0..4u8).filter(|&e| leaves[usize::from(e)]);
    actions.extend(open.map(|edge| Action::side(Verb::Move).index(edge)));
}

/// Whether the side asked may take the wagon there.
pub(in super::super) fn check(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Some(side) = battle.decision().map(|d| d.side).filter(|_| battle.table().wagon != 0) else {
        return no(Reason::WrongVerb, "ITEN-MOVE-01");
    };
    match action.target {
        _ if battle.table().drove => no(Reason::AlreadyDone, "ITEN-GAU-06"),
        _ if !may_drive(battle, side) => no(Reason::MayNotAct, "ITEN-GAU-06"),
        Target::Hex(to) if battle.occupied(to) => no(Reason::Stacked, "ITEN-MOVE-06"),
        _ if list.would_list(action, |list| offers(battle, side, list)) => Ok(()),
        Target::Index(_) => no(Reason::OutOfReach, "ITEN-GAU-03"),
        _ => no(Reason::OutOfReach, "ITEN-GAU-06"),
    }
}

/// The wagon goes where its player steers it; over the edge, for good (ITEN-GAU-03).
pub(in super::super) fn drive(play: &mut Play<'_>, asked: u8, action: Action) {
    match action.target {
        Target::Hex(to) => play.change_table(RULE, |t| (t.wagon, t.drove) = (to.0 + 1, true)),
        Target::Index(_) => {
            play.change_table(RULE, |t| t.wagon = 0);
            decide(play, play.side_asked(asked));
        }
        Target::Unit(_) | Target::None => {}
    }
}

/// A turn is over: the wagon may be moved again.
pub(super) fn dawn(play: &mut Play<'_>) {
    if play.table().drove {
        play.change_table(RULE, |t| t.drove = false);
    }
}
