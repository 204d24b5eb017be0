//! What contacts make of those whom they stalk, and these of the entries.

use arrayvec::ArrayVec;

use crate::battle::{Action, SideId, Target, UnitId, UnitSet, Verb};
use crate::board::{Bearing, Cell, Facing, Half, within};

use super::super::boarding::stalking::command::Orders;
use super::super::boarding::stalking::scanner::Trace;
use super::super::boarding::stalking::watch::quick;
use super::super::boarding::stalking::{MOST_ENTRIES, sealing::SEALED};
use super::super::payload::Gadget;
use super::super::{Battle, Step};
use super::forecast;
use super::ways::{MOVE, Ways};

/// Farther than this, in hexes, is all the same.
const FAR: u16 = 99;
/// Hexes that a pack that is turned can charge over.
const STRIKE: u16 = 7;
/// Figures that are enough to come out into the open.
const GATHERED: u8 = 4;
/// What it is worth to strike, with as many as that, and with fewer.
const STRIKES: f32 = 3.0;
const ALONE: f32 = -2.0;
/// What it costs to be seen before one can strike.
const SEEN: f32 = 2.5;
/// What another contact close by takes from a place: they are to come from several sides.
const CROWD: f32 = 0.25;
/// So near are others close by, in hexes.
const NEAR: u16 = 3;
/// What may come from farther than this is not watched for.
const WATCHED: u16 = 12;
/// What it is worth to watch for what is next door, and for all together.
const WATCH: f32 = 0.5;
const MOST: f32 = 0.9;
/// What it is worth to clear a weapon.
const CLEARS: f32 = 0.4;
/// What a burst of a flamer is worth that is kept, and all that is left of a nest.
const BURST: f32 = 0.15;
const NEST: f32 = 2.5;
/// What it is worth to know what a contact is.
const SCANS: f32 = 0.2;
/// Figures of a side that go for the same entry, and hexes that each of them costs who would go there too.
const TEAM: usize = 3;
const CROWDED: u16 = 10;

/// What an answer is worth that a side gives about contacts; none where the question is another one.
pub(super) fn counter(battle: &Battle, action: Action, ways: &mut Ways) -> Option<f32> {
    battle.stalking()?;
    let boarders: ArrayVec<Cell, { crate::battle::MAX_UNITS }> =
        battle.boarders().map(|u| battle.piece(u).at).filter(|at| at.is_some()).collect();
    let far = |cell: Cell, ways: &mut Ways| far(battle, cell, ways.to(battle, &boarders, &[]));
    match (battle.step()?, action.target) {
        // Near the Boarders, and not all in one place.
        (Step::Lurk { .. }, Target::Index(entry)) => {
            let cell = battle.entries().nth(entry.into())?.1;
            let crowd = battle.lurking(entry.into()).count() as f32;
            Some(-f32::from(far(cell, ways)) / MOVE - crowd)
        }
        (Step::Prowl { number }, target) => {
            let worth = battle.pack(number);
            let at = battle.contact(number).or_else(|| battle.lurks_at(number).map(|e| e.1))?;
            match (action.verb, target) {
                (Verb::Use, _) if worth == 0 => Some(f32::MIN),
                (Verb::Use, _) => {
                    let gathered = gathered(battle, &mut |cell| far(cell, ways) <= STRIKE + 5);
                    let ready = gathered >= GATHERED || is_late(battle);
                    let reach = f32::from(far(at, ways).saturating_sub(STRIKE)) / MOVE;
                    Some(if ready { STRIKES } else { ALONE } - 2.0 * reach)
                }
                (Verb::Move, Target::Hex(to)) => {
                    let place = -f32::from(far(to, ways)) / MOVE - crowd(battle, number, to);
                    // Out of an entry in sight all together, and first those who are nothing.
                    let entry = battle.lurks_at(number).map(|e| battle.lurking(e.0).count());
                    let seen =
                        entry.is_some() && battle.boarders().any(|u| battle.look(battle.piece(u).at, to).is_some());
                    let bold = worth == 0 || entry == Some(3) || is_late(battle);
                    Some(place + if seen && !bold { -SEEN } else { 0.3 })
                }
                _ => Some(-f32::from(far(at, ways)) / MOVE - crowd(battle, number, at)),
            }
        }
        // Whoever sees them places them as far away as he can.
        (Step::Emplace(_), Target::Hex(cell)) => Some(f32::from(far(cell, ways)) / MOVE),
        _ => None,
    }
}

/// How far a contact in a hex is from the Boarders, of whom figures are so far: on foot, or by a vent that ends in the same
/// compartment or passage.
fn far(battle: &Battle, cell: Cell, on_foot: &[u16]) -> u16 {
    let board = battle.board();
    let here = board.space_at(cell);
    let ways = battle.open_vents().flat_map(|vent| [(vent.from, vent.to), (vent.to, vent.from)]);
    let ways = ways.filter(|&(end, _)| here.is_some() && board.space_at(end) == here);
    let through = |(end, other): (Cell, Cell)| {
        board.distance(cell, end) + board.distance(end, other) + on_foot[other.index()].min(FAR)
    };
    ways.map(through).min().unwrap_or(FAR).min(on_foot[cell.index()]).min(FAR)
}

/// Whether little time is left for those who have to stop somebody.
fn is_late(battle: &Battle) -> bool {
    battle.table().turn + 2 >= battle.last_turn()
}

/// How many of the Defender's figures are, or lie under contacts, where it is near enough.
fn gathered(battle: &Battle, near: &mut impl FnMut(Cell) -> bool) -> u8 {
    let Some(boarding) = battle.boarding() else { return 0 };
    let figures = battle.units_of(boarding.terms.defender).filter(|&u| battle.piece(u).at.is_some());
    let standing = figures.filter(|&u| near(battle.piece(u).at)).count() as u8;
    let under: u8 = battle.blips().filter(|b| !battle.hides_stray(b.1) && near(b.0)).map(|b| battle.pack(b.1)).sum();
    standing + under
}

/// What others close to a place take from it.
fn crowd(battle: &Battle, number: u8, at: Cell) -> f32 {
    let near = battle.blips().filter(|b| b.1 != number && battle.board().distance(b.0, at) <= NEAR).count();
    CROWD * near as f32
}

/// The entry that a Boarder goes for: the nearest that is open, if not enough of his friends are nearer.
pub(super) fn entry(battle: &Battle, unit: UnitId, ways: &mut Ways) -> Option<Cell> {
    let piece = battle.piece(unit);
    let open: ArrayVec<Cell, MOST_ENTRIES> = battle.open_entries().map(|e| e.1).collect();
    let friends = battle.units_of(piece.side).only(|u| u != unit && battle.stands(u));
    open.into_iter().min_by_key(|&entry| {
        let there = ways.to(battle, &[entry], &[]);
        let mine = there[piece.at.index()];
        let nearer = friends.filter(|&u| (there[battle.piece(u).at.index()], u) < (mine, unit)).count();
        mine.saturating_add(CROWDED * nearer.saturating_sub(TEAM - 1) as u16)
    })
}

/// What it is worth to keep watch in a direction: the nearer what could come from there, by the way that is in sight, the
/// more.
pub(super) fn watch(battle: &Battle, unit: UnitId, facing: u8, ways: &mut Ways) -> f32 {
    let (board, here) = (battle.board(), battle.piece(unit).at);
    let lurking = battle.open_entries().filter(|e| battle.lurking(e.0).next().is_some()).map(|e| e.1);
    let side = battle.piece(unit).side;
    let echo = |number: u8| battle.traced(side, number) == Some(Trace::Echo);
    let standing = battle.enemies_of(side).map(|u| battle.piece(u).at).filter(|at| at.is_some());
    let threats: ArrayVec<Cell, { crate::battle::MAX_UNITS }> = battle
        .blips()
        .filter(|b| !echo(b.1))
        .map(|b| b.0)
        .chain(lurking)
        .chain(standing)
        .take(crate::battle::MAX_UNITS)
        .collect();
    let mut worth = 0.0;
    for threat in threats {
        let there = ways.to(battle, &[threat], &[]);
        let far = there[here.index()];
        if far > WATCHED || far == 0 {
            continue;
        }
        // The last hex of the way there that is in sight.
        let mut seen = here;
        while let Some(next) = board.around(seen).min_by_key(|c| there[c.index()])
            && there[next.index()] < there[seen.index()]
            && battle.look(here, next).is_some()
        {
            seen = next;
        }
        let delta = board.hex(seen) - board.hex(here);
        if within(Facing::from_index(facing.into()), delta, Half::Deg30) != Bearing::Outside {
            worth += WATCH * (1.0 - f32::from(far) / f32::from(WATCHED + 1));
        }
    }
    worth.min(MOST)
}

/// What it is worth to order somebody to do something, with command points: shots at those who come, weapons that work
/// again, a watch that looks their way. Steps are for who has something to carry home.
pub(super) fn order(battle: &Battle, action: Action, orders: Orders, way: impl Fn(Cell) -> f32) -> f32 {
    let unit = action.unit;
    let at = battle.piece(unit).at;
    match (action.verb, action.target) {
        (Verb::Fire, Target::Unit(foe)) => {
            let attack = battle.snap(unit, action.with, foe);
            forecast::attack(battle, foe, attack.need, attack.penalty)
        }
        (Verb::Use, _) => CLEARS,
        (Verb::Face, Target::Index(facing)) if orders.mover != UnitId::NONE => {
            let foe = battle.piece(orders.mover).at;
            let delta = battle.board().hex(foe) - battle.board().hex(at);
            let covers = |facing: u8| within(Facing::from_index(facing.into()), delta, Half::Deg30) != Bearing::Outside;
            let now = battle.unit(unit).watch.checked_sub(1).is_some_and(covers);
            let shots = quick(battle, unit, orders.mover, covers(facing) && !now);
            let harm = |place: u8| battle.snap(unit, place, orders.mover);
            let all = shots.map(harm).map(|a| forecast::attack(battle, orders.mover, a.need, a.penalty));
            all.fold(0.0, f32::max)
        }
        (Verb::Move, Target::Hex(to)) if battle.carries(unit) => way(to) - way(at),
        _ => 0.0,
    }
}

/// What flames are worth for the ground that they cover, where bursts are few: for the nest, else less than nothing.
pub(super) fn blaze(battle: &Battle, area: &[Cell]) -> f32 {
    if battle.stalking().is_none() {
        return 0.0;
    }
    // The fewer hexes are left, the more each of them is worth.
    let (all, met) = battle
        .unburnt()
        .fold((0.0f32, 0.0), |(all, met), cell| (all + 1.0, met + f32::from(u8::from(area.contains(&cell)))));
    NEST * met / all.max(1.0) - BURST
}

/// Those of a side who have a flamer that is not dry.
fn burners(battle: &Battle, side: SideId) -> UnitSet {
    let burns =
        |u: UnitId| battle.places(u).any(|p| battle.arm(u, p).is_some_and(|w| battle.sweeps(w)) && battle.armed(u, p));
    battle.units_of(side).only(|u| battle.stands(u) && burns(u))
}

/// Whom a Boarder without a flamer keeps to where a nest is to be burnt: the nearest of those who have one and are not dry.
pub(super) fn burner(battle: &Battle, unit: UnitId) -> Option<Cell> {
    let (here, burners) = (battle.piece(unit).at, burners(battle, battle.piece(unit).side));
    let others = burners.map(|u| battle.piece(u).at);
    if burners.has(unit) { None } else { others.min_by_key(|&at| (battle.board().distance(here, at), at)) }
}

/// What somebody with a flamer is to burn: of what is left, that to which nobody else with one is nearer. Where somebody
/// stands nothing is burnt, unless nothing else is left: then he makes way.
pub(super) fn to_burn(battle: &Battle, unit: UnitId) -> impl Iterator<Item = Cell> {
    let burners = burners(battle, battle.piece(unit).side);
    let free = |cell: Cell| battle.units_in(cell).next().is_none();
    let all = !battle.unburnt().any(free);
    let nearest = move |cell: Cell| burners.min_by_key(|&u| (battle.board().distance(battle.piece(u).at, cell), u));
    battle.unburnt().filter(move |&cell| (all || free(cell)) && nearest(cell) == Some(unit))
}

/// What it is worth to use a thing of one's own: a scanner, or a weapon that is to work again.
pub(super) fn gadget(gadget: Gadget) -> f32 {
    match gadget {
        Gadget::Clear(_) => CLEARS,
        Gadget::Scan(_) => SCANS,
    }
}

/// What it is worth to work at a seal: an entry is what it is about, a door is better left.
pub(super) fn seal(battle: &Battle, cell: Cell) -> f32 {
    let now = battle.ground(cell);
    if now.entry != 0 && now.seal < SEALED { 1.0 } else { -1.0 }
}
