//! Where figures get to (ITEN-MOVE-02 to -08), and by which way.

use std::cell::RefCell;

use crate::battle::{Action, Listing, Target, UnitId, Verb};
use crate::board::{Cell, Edge, Patch, Reach, SpaceId, Step as Entry};

use super::catalogue::{Ability, Power};
use super::missions::Mission;
use super::{Battle, Ground, walking};

/// How many kinds of ways there are from a hex: by how far, climbing or not, running or not.
pub(super) const QUESTIONS: usize = 4 * Patch::RADIUS as usize;

/// Hexes that a figure may go in a move before cover (ITEN-MOVE-01).
#[must_use]
pub fn allowance(battle: &Battle, unit: UnitId) -> u8 {
    let numbers = &battle.setting().numbers;
    let full = numbers.base_move.saturating_add_signed(battle.speed(unit));
    // ITEN-PSY-19.
    let leaden = battle.under(unit, Power::FeetOfLead);
    let full = if leaden { full.saturating_sub(battle.power(Power::FeetOfLead).amount as u8).max(1) } else { full };
    // HULK-AIR-04.
    if battle.unit(unit).blown { full.div_ceil(2) } else { full }
}

/// Hexes that are left of a figure's move, after what doors, earlier parts and cover have taken.
pub(super) fn left(battle: &Battle, unit: UnitId) -> u8 {
    let gait = Gait::of(battle, unit, allowance(battle, unit), false);
    gait.classes(battle).next().map_or(0, |(_, budget)| budget)
}

/// Hexes that are left of a run of so many, likewise.
pub(super) fn left_of_run(battle: &Battle, unit: UnitId, far: u8) -> u8 {
    Gait::of(battle, unit, far, true).classes(battle).next().map_or(0, |(_, budget)| budget)
}

/// Where a figure gets to that nobody is near.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ways {
    /// The hexes, taken or free.
    all: Patch,
    /// Those on an edge of the board that it gets to with a step to spare.
    rim: Patch,
}

/// How a figure goes.
#[derive(Clone, Copy)]
struct Gait {
    /// Who goes.
    unit: UnitId,
    /// From where.
    at: Cell,
    /// Hexes before cover.
    allowance: u8,
    /// Up walls as over the ground (ITEN-ABIL-12).
    climbs: bool,
    /// Over everything (ITEN-JUMP-01).
    flies: bool,
    /// A run: nothing is left of it in hard cover (ITEN-MOVE-05).
    runs: bool,
    /// What Feet of Lead have taken off the allowance already: cover no worse takes nothing more (ITEN-PSY-19).
    lead: u8,
    /// What doors and earlier parts of the move have taken (HULK-MOVE-03).
    walked: u8,
    /// The worst class of cover on them.
    worst: u8,
    /// The deepest drop that it is ready for.
    drops: u8,
    /// Paths of Light do nothing for it (ITEN-ABIL-23).
    unlit: bool,
    /// The room that it cannot fly out of (HULK-LEFT-10).
    hall: Option<SpaceId>,
}

impl Gait {
    fn of(battle: &Battle, unit: UnitId, allowance: u8, runs: bool) -> Gait {
        let (now, profile) = (battle.unit(unit), battle.profile(unit));
        let at = battle.piece(unit).at;
        Gait {
            unit,
            at,
            allowance,
            climbs: profile.has(Ability::InhumanClimber),
            flies: battle.flies(unit),
            runs,
            lead: if battle.under(unit, Power::FeetOfLead) { battle.power(Power::FeetOfLead).amount as u8 } else { 0 },
            // A run begins anew, and its own first part counts.
            walked: if runs && !now.ran { 0 } else { now.walked },
            worst: if runs && !now.ran { 0 } else { now.worst },
            drops: u8::MAX,
            unlit: battle.marked().iter().any(|m| m.1.path != 0) && battle.is_immune(unit),
            hall: battle.hall(at).filter(|_| profile.pack && battle.setting().aboard),
        }
    }

    /// The class of cover that hinders it in a hex.
    #[inline]
    fn hindrance(self, battle: &Battle, cell: Cell, now: Ground) -> u8 {
        if self.unlit { battle.setting().class(battle.footing_on(cell, now)) } else { battle.hindrance_on(cell, now) }
    }

    /// The classes of cover that it may be ready to go through, with what that leaves of its allowance, in hexes.
    fn classes(self, battle: &Battle) -> impl Iterator<Item = (u8, u8)> {
        let most = battle.setting().worst_cover();
        let least =
            if self.flies { most } else { self.hindrance(battle, self.at, battle.ground(self.at)).max(self.worst) };
        (least..=most).filter_map(move |class| {
            let slowed = if self.flies { 0 } else { battle.setting().cover(class).slows.saturating_sub(self.lead) };
            // ITEN-MOVE-04: never below 1. ITEN-MOVE-05: but nobody runs where nothing is left of it.
            let least = u8::from(!self.runs && self.walked == 0);
            let budget = self.allowance.saturating_sub(slowed).saturating_sub(self.walked).max(least);
            (budget > 0).then_some((class, budget))
        })
    }

    /// Whether nobody and nothing has come near: then what the map draws says where the figure gets to.
    fn is_alone(self, battle: &Battle) -> bool {
        let (setting, board, side) = (battle.setting(), battle.board(), battle.piece(self.unit).side);
        let reach = u16::from(self.allowance) + 1;
        let far = |cell: Cell| board.distance(self.at, cell) > reach;
        // Friends are walked past, vehicles round: those of one's own make a difference too.
        let mut others = battle.enemies_of(side) | setting.vehicles & battle.on_board();
        !self.flies
            && self.lead == 0
            && self.walked == 0
            && (1..=Patch::RADIUS).contains(&self.allowance)
            && !battle.unit(self.unit).blown
            && board.links.iter().all(|l| far(l.from) && far(l.to))
            && !others.any(|u| battle.steps_to(self.at, u) <= reach)
            && battle.marked().iter().all(|m| far(m.0))
            && battle.wagon().is_none_or(far)
    }

    /// Which question about a hex it is where a figure that is alone gets to.
    fn question(self) -> usize {
        usize::from(self.allowance - 1) * 4 + usize::from(self.climbs) * 2 + usize::from(self.runs)
    }

    /// Where a figure that is alone gets to: that is looked up.
    fn known(self, battle: &Battle, list: &mut Listing) -> Ways {
        *battle.setting().ways.of(self.at, self.question(), || {
            let (board, rim) = (battle.board(), &battle.setting().rim);
            let mut ways = Ways::default();
            self.search(battle, list, |to, _| ways.all.insert(board, self.at, to));
            // Nobody runs off the board.
            if !self.runs {
                let shorter = Gait { allowance: self.allowance - 1, ..self };
                shorter.search(battle, list, |to, _| {
                    if rim[to.index()] != 0 {
                        ways.rim.insert(board, self.at, to);
                    }
                });
            }
            ways
        })
    }

    /// Searches where a figure gets to: for each class of cover that it is ready to go through, with what that leaves of its
    /// allowance; each hex is told once, and whether it is beside an enemy that stands.
    fn search(self, battle: &Battle, list: &mut Listing, mut found: impl FnMut(Cell, bool)) {
        let board = battle.board();
        let Listing { reach, ends, listed, .. } = list;
        listed.clear(board.len());
        listed.insert(self.at);
        ends.clear(board.len());
        let side = battle.piece(self.unit).side;
        for foe in (battle.enemies_of(side) & !battle.setting().vehicles).only(|f| battle.stands(f)) {
            let at = battle.piece(foe).at;
            for near in board.neighbours[at.index()] {
                if near.is_some() && battle.joined(at, near) {
                    ends.insert(near);
                }
            }
        }
        let wind = Wind::of(battle, self.unit, reach);
        for drops in drops(battle) {
            let gait = Gait { drops, ..self };
            // The least cover that has kept the last search out, and how far that went: one that stops at the same and
            // goes no farther finds nothing more. Nor does a deeper drop where there has been none too deep.
            let (mut out, mut far, mut deep) = (0, 0, false);
            for (class, budget) in gait.classes(battle) {
                if class < out && budget <= far {
                    continue;
                }
                (out, far) = (u8::MAX, budget);
                reach.field(board, self.at, budget, |from, to| {
                    let now = battle.ground(to);
                    let hindrance = gait.hindrance(battle, to, now);
                    if hindrance > class {
                        out = out.min(hindrance);
                        return None;
                    }
                    if gait.is_too_deep(battle, from, to) {
                        deep = true;
                        return None;
                    }
                    if wind.lets(from, to) { gait.step(battle, now, from, to, ends.has(to)) } else { None }
                });
                for &to in reach.reached() {
                    if listed.insert(to) && battle.footing(to).passable {
                        found(to, ends.has(to));
                    }
                }
            }
            if !deep {
                break;
            }
        }
    }

    /// Whether a step goes down farther than it is ready to drop, where no ladder leads down.
    #[inline]
    fn is_too_deep(self, battle: &Battle, from: Cell, to: Cell) -> bool {
        let heights = &battle.board().heights;
        let deep = heights[from.index()].saturating_sub(heights[to.index()]) > self.drops;
        deep && !self.flies && !battle.climbs(from, to)
    }

    /// What a step of a figure takes into a hex of which something has become.
    #[inline]
    fn step(self, battle: &Battle, now: Ground, from: Cell, to: Cell, end: bool) -> Option<Entry> {
        let (board, numbers) = (battle.board(), &battle.setting().numbers);
        if self.flies {
            // HULK-LEFT-10: aboard nowhere but in the room that is high enough.
            let high = self.hall.is_none_or(|hall| board.space_at(to) == hall);
            return high.then_some(Entry { cost: 1, stop: false });
        }
        if !battle.footing_on(to, now).passable {
            return None;
        }
        if battle.occupied(to) && battle.units_in(to).any(|u| battle.enemies(self.unit, u) || battle.is_vehicle(u)) {
            return None;
        }
        // HULK-LEFT-01: nobody gets into the craft of others.
        if now.craft != 0 && now.craft != battle.piece(self.unit).side.0 + 1 {
            return None;
        }
        let (low, high) = (board.heights[from.index()], board.heights[to.index()]);
        let (up, down) = (high.saturating_sub(low), low.saturating_sub(high));
        let cost = match up {
            _ if !board.links.is_empty() && !board.neighbours[from.index()].contains(&to) => {
                battle.climbs(from, to).then_some(numbers.ladder.max(1))?
            }
            // Deeper than it would drop: by a ladder.
            _ if down > self.drops => down,
            0 | 1 => 1,
            // ITEN-ABIL-12: height is paid as hexes, as it is on a ladder.
            _ if self.climbs || battle.climbs(from, to) => up,
            _ => return None,
        };
        let falls = down > numbers.fall.0 && down <= self.drops;
        // HULK-STALK-15: nobody goes on through flames.
        Some(Entry { cost, stop: end || falls || now.fire.is_some() })
    }
}

/// Lists the hexes that a figure reaches (ITEN-MOVE-02 to -06). Breaking off and running never end in contact.
pub(super) fn reach(battle: &Battle, unit: UnitId, allowance: u8, verb: Verb, list: &mut Listing) {
    let gait = Gait::of(battle, unit, allowance, verb == Verb::Run);
    let known = gait.is_alone(battle).then(|| gait.known(battle, list));
    list_ways(battle, gait, known, verb, list);
}

/// Lists where a figure may move, off the board too.
pub(super) fn moves(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let gait = Gait::of(battle, unit, allowance(battle, unit), false);
    let known = gait.is_alone(battle).then(|| gait.known(battle, list));
    list_ways(battle, gait, known, Verb::Move, list);
    leaving(battle, gait, known, list);
}

/// Lists where a figure gets to; `known` where it is alone.
fn list_ways(battle: &Battle, gait: Gait, known: Option<Ways>, verb: Verb, list: &mut Listing) {
    let go = |to: Cell| Action::of(verb, gait.unit).hex(to);
    if let Some(Ways { all: mut ways, .. }) = known {
        // Few friends are about: each is taken out, rather than somebody looked for in each hex.
        for friend in battle.on_board() & !battle.enemies_of(battle.piece(gait.unit).side) {
            ways.remove(battle.board(), gait.at, battle.piece(friend).at);
        }
        ways.for_each(battle.board(), gait.at, |to| list.actions.push(go(to)));
        return;
    }
    let mut actions = std::mem::take(&mut list.actions);
    gait.search(battle, list, |to, beside| {
        // Whoever has no business in contact does not end beside an enemy that stands.
        if !battle.occupied(to) && (verb == Verb::Move || !beside) {
            actions.push(go(to));
        }
    });
    list.actions = actions;
}

/// ITEN-OUT-07: over the edges of its own zone a figure may leave, if it gets to their hexes with a step to spare.
fn leaving(battle: &Battle, gait: Gait, known: Option<Ways>, list: &mut Listing) {
    let board = battle.board();
    let far = u16::from(gait.allowance);
    let (column, row) = board.column_row(gait.at);
    let near = |edge| match edge {
        Edge::Left => column <= far,
        Edge::Right => column + far > board.width,
        Edge::Top => row <= far,
        Edge::Bottom => row + far > board.height,
    };
    let near = Edge::ALL.into_iter().zip(0..).fold(0, |all, (edge, bit)| all | u8::from(near(edge)) << bit);
    let (zone, rim) = (battle.zone(battle.piece(gait.unit).side), &battle.setting().rim);
    // ITEN-KEL-04.
    let anywhere = battle.carries(gait.unit) && battle.setting().mission == Mission::KellysHeroes;
    if near == 0 || !anywhere && zone.edges & near == 0 {
        return;
    }
    let mut open = 0;
    let mut leaves = |cell: Cell| {
        let edges = rim[cell.index()];
        if edges & !open != 0 && (anywhere || zone.holds(cell)) {
            open |= edges;
        }
    };
    leaves(gait.at);
    if let Some(ways) = known {
        ways.rim.for_each(board, gait.at, leaves);
    } else {
        let shorter = Gait { allowance: gait.allowance.saturating_sub(1), ..gait };
        // Whoever comes beside an enemy who stands goes no farther.
        shorter.search(battle, list, |cell, beside| {
            if !beside {
                leaves(cell);
            }
        });
    }
    let open = (0..4).filter(|n| open >> n & 1 == 1);
    list.actions.extend(open.map(|number| Action::of(Verb::Move, gait.unit).index(number)));
}

/// The depths that figures are ready to drop, one after the other: so that they walk where they can, then so that they
/// are hurt no worse than they must be (ITEN-MOVE-07).
fn drops(battle: &Battle) -> impl Iterator<Item = u8> {
    let (bruises, kills) = battle.setting().numbers.fall;
    let flat = if battle.setting().steep { 0 } else { 2 };
    [bruises, kills, u8::MAX].into_iter().skip(flat)
}

/// How deep a figure drops at the end of its way to a hex; 0 where it walks there.
pub(super) fn drop_into(battle: &Battle, unit: UnitId, to: Cell, run: Option<u8>) -> u8 {
    let (board, bruises) = (battle.board(), battle.setting().numbers.fall.0);
    let drop = |from: Cell| board.heights[from.index()].saturating_sub(board.heights[to.index()]);
    let cliff = |from: &Cell| from.is_some() && drop(*from) > bruises;
    if !battle.setting().steep || battle.flies(unit) || !board.neighbours[to.index()].iter().any(cliff) {
        return 0;
    }
    BUFFERS.with_borrow_mut(|list| {
        let (mut path, mut ready) = (Vec::new(), u8::MAX);
        if let Some((_, drops)) = route(battle, unit, to, run, &mut list.reach) {
            list.reach.path(to, &mut path);
            ready = drops;
        }
        let before = path.len().checked_sub(2).map_or(battle.piece(unit).at, |last| path[last]);
        let deep = if board.neighbours[to.index()].contains(&before) { drop(before) } else { 0 };
        // Deeper than it was ready to drop it climbs down.
        if deep > ready { 0 } else { deep }
    })
}

/// What a way takes of a figure's move, step by step.
pub(super) fn toll(battle: &Battle, unit: UnitId, way: &[Cell]) -> u8 {
    let gait = Gait::of(battle, unit, 0, false);
    let starts = [gait.at].into_iter().chain(way.iter().copied());
    let steps = starts.zip(way).map(|(from, &to)| gait.step(battle, battle.ground(to), from, to, false));
    steps.fold(0, |sum: u8, step| sum.saturating_add(step.map_or(1, |s| s.cost)))
}

/// What it takes of a figure's move, or of a run of so many hexes, to get to a hex, and the class of the worst cover on its
/// way.
pub(super) fn cost_to(battle: &Battle, unit: UnitId, to: Cell, run: Option<u8>) -> Option<(u8, u8)> {
    BUFFERS.with_borrow_mut(|list| {
        let (class, _) = route(battle, unit, to, run, &mut list.reach)?;
        Some((list.reach.cost(to).unwrap_or(0), class))
    })
}

/// The hex that a figure reaches by a move for which something is least.
pub(super) fn least<K: Ord>(battle: &Battle, unit: UnitId, key: impl Fn(Cell) -> K) -> Option<Cell> {
    BUFFERS.with_borrow_mut(|list| {
        list.actions.clear();
        reach(battle, unit, allowance(battle, unit), Verb::Move, list);
        let hexes = list.actions.iter().filter_map(|a| if let Target::Hex(to) = a.target { Some(to) } else { None });
        hexes.min_by_key(|&to| key(to))
    })
}

/// The way of a figure to a hex that it reaches by a move, or a run of so many hexes, in `out`: the start left out, the
/// hex itself last.
pub(super) fn way(battle: &Battle, unit: UnitId, to: Cell, run: Option<u8>, out: &mut Vec<Cell>) {
    BUFFERS.with_borrow_mut(|list| {
        out.clear();
        if route(battle, unit, to, run, &mut list.reach).is_some() {
            list.reach.path(to, out);
        } else {
            out.push(to);
        }
    });
}

/// The way of a figure's listed move, and what it costs.
pub(in crate::rules) fn path_of(battle: &Battle, action: Action) -> Option<(u8, Vec<Cell>)> {
    let (Verb::Move, Target::Hex(to)) = (action.verb, action.target) else { return None };
    if !battle.units().has(action.unit) || battle.is_vehicle(action.unit) {
        return None;
    }
    BUFFERS.with_borrow_mut(|list| {
        route(battle, action.unit, to, None, &mut list.reach)?;
        let mut way = Vec::new();
        list.reach.path(to, &mut way);
        Some((list.reach.cost(to)?, way))
    })
}

/// Searches for the way to a hex with the least drop, then through the least cover, that it takes; the class of that cover,
/// and the drop that it is ready for.
fn route(battle: &Battle, unit: UnitId, to: Cell, run: Option<u8>, reach: &mut Reach) -> Option<(u8, u8)> {
    let gait = Gait::of(battle, unit, run.unwrap_or_else(|| allowance(battle, unit)), run.is_some());
    let (piece, board) = (battle.piece(unit), battle.board());
    let end = |cell: Cell| !battle.foes_around(piece.side, cell).is_empty();
    let wind = Wind::of(battle, unit, reach);
    let ways = drops(battle).flat_map(|drops| {
        let gait = Gait { drops, ..gait };
        gait.classes(battle).map(move |(class, budget)| (gait, class, budget))
    });
    let mut ways = ways.filter(|&(gait, class, budget)| {
        let enter = |from, to| {
            let now = battle.ground(to);
            let lets = gait.hindrance(battle, to, now) <= class && !gait.is_too_deep(battle, from, to);
            if lets && wind.lets(from, to) { gait.step(battle, now, from, to, end(to)) } else { None }
        };
        reach.seek_near(board, piece.at, budget, (to, 0), enter, |cell| cell == to).is_some()
    });
    ways.next().map(|(gait, class, _)| (class, gait.drops))
}

thread_local! {
    /// Buffers for moves that nobody lists, so that playing on allocates nothing.
    static BUFFERS: RefCell<Listing> = RefCell::default();
}

impl Battle {
    /// How many steps it is from each hex to a goal, over ground as it is drawn and nobody being near; 255 from where
    /// there is no way.
    #[must_use]
    pub(super) fn trail(&self, goal: Cell) -> &[u8] {
        let board = self.board();
        self.setting().trails.of(goal, 0, || {
            let mut steps = vec![u8::MAX; board.len()];
            steps[goal.index()] = 0;
            let mut ahead = std::collections::VecDeque::from([goal]);
            while let Some(cell) = ahead.pop_front() {
                let next = steps[cell.index()].saturating_add(1).min(u8::MAX - 1);
                for near in board.exits(cell) {
                    let level = board.heights[cell.index()].abs_diff(board.heights[near.index()]) <= 1;
                    if (level || board.is_linked(cell, near))
                        && steps[near.index()] == u8::MAX
                        && self.drawn(near).passable
                    {
                        steps[near.index()] = next;
                        ahead.push_back(near);
                    }
                }
            }
            steps.into()
        })
    }
}

/// The wind for whoever struggles against it (HULK-AIR-04): how far each hex is from where the air goes out.
pub(super) struct Wind(Option<Vec<u16>>);

impl Wind {
    /// That of a figure; none, if it goes as it likes.
    pub(super) fn of(battle: &Battle, unit: UnitId, reach: &mut Reach) -> Wind {
        Wind(battle.unit(unit).blown.then(|| battle.lee(reach)))
    }

    /// Whether it lets somebody take a step: every one leads away from the hole.
    #[inline]
    pub(super) fn lets(&self, from: Cell, to: Cell) -> bool {
        self.0.as_ref().is_none_or(|far| far[from.index()] == u16::MAX || far[to.index()] > far[from.index()])
    }
}

impl Battle {
    /// The hexes in which somebody would be in contact with a figure after a move of its full length (ITEN-MOVE-01,
    /// ITEN-CON).
    pub(in crate::rules) fn charge_range(&self, unit: UnitId) -> Vec<Cell> {
        if !self.stands(unit) || self.is_vehicle(unit) || self.in_melee(unit) {
            return Vec::new();
        }
        let mut list = Listing::default();
        reach(self, unit, walking::allowance(self, unit), Verb::Move, &mut list);
        let ends = list.actions.iter().filter_map(|a| if let Target::Hex(to) = a.target { Some(to) } else { None });
        let touches = |at: Cell, near: &Cell| near.is_some() && self.joined(at, *near);
        let near = |at: Cell| self.board().neighbours[at.index()].into_iter().filter(move |n| touches(at, n));
        let mut cells: Vec<Cell> = ends.chain([self.piece(unit).at]).flat_map(near).collect();
        cells.sort();
        cells.dedup();
        cells
    }
}
