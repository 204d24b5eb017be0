//! Before the first turn: breach points and craft, objectives, blips and the list of what they are, cards.

use arrayvec::ArrayVec;

use crate::battle::{
    Action, Decision, Fact, Flow, Kind, Listing, MAX_SIDES, Reason, Refusal, Roll, Rule, SideId, Target, UnitId,
    UnitSet, Verb,
};
use crate::board::{Cell, Reach, SpaceKind, Terrain};

use super::super::figure::SUITS;
use super::super::stages::ApproachStage;
use super::super::{Battle, Play, Step, order};
use super::stalking::{self, bag};
use super::{Stake, Terms, stride};

/// Hexes of a craft, if its Retinue does not need more (HULK-LEFT-01).
const CRAFT: usize = 12;

/// Rivals breach at least so many hexes apart (HULK-BLIP-02).
const APART: u16 = 6;

const ORDER: Rule = Rule("HULK-BLIP-02");
const TOKENS: Rule = Rule("HULK-OBJ-01");
const BLIPS: Rule = Rule("HULK-BLIP-03");
const LISTS: Rule = Rule("HULK-BLIP-04");
const SHOWS: Rule = Rule("HULK-CAMP-04");

/// One stage after the other, up to the deployment of the Boarders.
pub(in super::super) fn run(play: &mut Play<'_>, stage: ApproachStage, answer: Option<Action>) -> Flow<Step> {
    let Some(boarding) = play.boarding() else { return Flow::Done };
    let (terms, blips, squads) = (boarding.terms, boarding.blips, boarding.squads);
    let Terms { defender, stake, late, .. } = terms;
    // Where stalkers come the mission says where everything is.
    let objectives = if play.stalking().is_some_and(|s| !s.sites.is_empty()) { 0 } else { terms.objectives };
    let next = |stage: ApproachStage| Flow::Next(Step::Approach(stage));
    let ask = |side: SideId, kind: Kind, rule: Rule| {
        Flow::Ask(Step::Approach(stage), Decision::to(side, kind, UnitSet::default(), rule))
    };
    let chosen = answer.and_then(|a| if let Target::Hex(cell) = a.target { Some(cell) } else { None });
    match stage {
        ApproachStage::Order => order(play, defender),
        ApproachStage::Breach { asked } => {
            let side = play.side_asked(asked).filter(|s| play.boards(*s));
            match (side, chosen) {
                (Some(side), Some(cell)) => {
                    dock(play, side, cell);
                    next(ApproachStage::Breach { asked: asked + 1 })
                }
                (Some(side), None) => ask(side, Kind::Deploy, ORDER),
                (None, _) if late => next(clock(play)),
                (None, _) => next(ApproachStage::Token { suit: 0 }),
            }
        }
        ApproachStage::Token { suit } if suit == objectives && late => next(ApproachStage::Breach { asked: 0 }),
        ApproachStage::Token { suit } if suit == objectives => next(clock(play)),
        ApproachStage::Token { suit } => match chosen {
            Some(cell) => {
                play.change_ground(cell, TOKENS, |g| g.token = suit + 1);
                next(ApproachStage::Token { suit: suit + 1 })
            }
            None => ask(defender, Kind::Deploy, TOKENS),
        },
        ApproachStage::Blip { .. } if play.stalking().is_some() => {
            bag::shuffle(play);
            next(ApproachStage::List { squad: squads })
        }
        ApproachStage::Blip { number } if number > blips => next(ApproachStage::List { squad: 0 }),
        ApproachStage::Blip { number } => match chosen {
            Some(cell) => {
                play.change_ground(cell, BLIPS, |g| g.blip = number);
                next(ApproachStage::Blip { number: number + 1 })
            }
            None => ask(defender, Kind::Deploy, BLIPS),
        },
        ApproachStage::List { squad } if squad == squads => {
            play.change_table(LISTS, |t| t.order.0 = [0, 1, 2, 3, 4, 5, 6, 7]);
            next(ApproachStage::Card { asked: 0 })
        }
        ApproachStage::Show => match answer {
            Some(Action { target: Target::Index(number), .. }) => {
                let blip = play.blips().find(|b| b.1 == number);
                let placing = blip.and_then(|(cell, number)| super::blips::turn(play, cell, number, defender));
                let after = Step::Deploy { asked: 0 };
                placing.map_or(Flow::Next(after), |step| Flow::Push(after, step))
            }
            _ => ask(defender, Kind::React, SHOWS),
        },
        ApproachStage::List { squad } => match answer {
            Some(Action { target: Target::Index(number), .. }) => {
                play.change_table(LISTS, |t| t.lists[usize::from(number)] = squad + 1);
                next(ApproachStage::List { squad: squad + 1 })
            }
            _ => ask(defender, Kind::Commit, LISTS),
        },
        ApproachStage::Card { asked } => match play.side_asked(asked) {
            Some(side) => {
                if stake == Stake::Cards && play.boards(side) {
                    draw(play, side);
                }
                next(ApproachStage::Card { asked: asked + 1 })
            }
            None if terms.shows => next(ApproachStage::Show),
            None => Flow::Next(Step::Deploy { asked: 0 }),
        },
    }
}

/// A die for each Boarder, ties again; the Defender comes last, since he sees where they breach.
fn order(play: &mut Play<'_>, defender: SideId) -> Flow<Step> {
    if play.table().placed == 0 && play.table().dice == [0; 8] {
        let sides = play.shared().sides.len();
        play.change_table(ORDER, |t| {
            // The Defender has the last place; the others shift up to make room for the dice.
            let others = (0..sides as i16).filter(|&s| s != i16::from(defender.0));
            let all: ArrayVec<i16, MAX_SIDES> = others.chain([i16::from(defender.0)]).collect();
            t.order.0[..sides].copy_from_slice(&all);
            t.placed = 1 << defender.0;
        });
    }
    let late = play.boarding().is_some_and(|b| b.terms.late);
    let first = if late { ApproachStage::Token { suit: 0 } } else { ApproachStage::Breach { asked: 0 } };
    let settled = order::settled(play, ORDER);
    Flow::Next(Step::Approach(if settled { first } else { ApproachStage::Order }))
}

/// The hexes of a craft that has cut through the hull here: those outside that are nearest by steps; none where there is
/// no room for all of a Retinue.
fn berth(battle: &Battle, side: SideId, breach: Cell) -> Vec<Cell> {
    let board = battle.board();
    let figures = battle.units().filter(|&u| battle.piece(u).side == side).count();
    let (mut found, mut next) = (vec![breach], 0);
    while next < found.len() && found.len() <= CRAFT.max(figures) {
        let near = board.around(found[next]);
        let free = near.filter(|&c| board.is_outside(c) && battle.ground(c).craft == 0 && !found.contains(&c));
        let free: ArrayVec<Cell, 6> = free.collect();
        found.extend(free);
        next += 1;
    }
    found.remove(0);
    found.truncate(CRAFT.max(figures));
    if found.len() < figures { Vec::new() } else { found }
}

/// A craft cuts itself in: the hole is there before the first turn (HULK-LEFT-01).
fn dock(play: &mut Play<'_>, side: SideId, breach: Cell) {
    const RULE: Rule = Rule("HULK-LEFT-01");
    for cell in berth(play, side, breach) {
        play.change_ground(cell, RULE, |g| g.craft = side.0 + 1);
    }
    play.change_ground(breach, RULE, |g| g.holed = true);
}

/// Where the hull has been cut by a craft.
fn breached(battle: &Battle) -> impl Iterator<Item = Cell> {
    let crafts = |cell: Cell| battle.board().around(cell).any(|c| battle.ground(c).craft != 0);
    let holes = battle.hexes_with(|g| u8::from(g.holed)).map(|(cell, _)| cell);
    holes.filter(move |&cell| battle.board().terrain[cell.index()] == Terrain::Hull && crafts(cell))
}

/// The ways from each breach point to every hex.
fn ways_in(battle: &Battle) -> Vec<Vec<u16>> {
    let mut reach = Reach::new();
    let ways = |breach: Cell| {
        let mut ways = Vec::new();
        reach.distances(battle.board(), &[breach], |_, to| stride(battle, to), &mut ways);
        ways
    };
    breached(battle).map(ways).collect()
}

/// The last turn is known; blips come next.
fn clock(play: &mut Play<'_>) -> ApproachStage {
    // HULK-STALK-16: the mission says how long stalkers are to be withstood.
    let last = if play.stalking().is_some() { play.setting().turns } else { time(play) };
    play.change_table(Rule("HULK-LEFT-04"), |t| t.last = last);
    ApproachStage::Blip { number: 1 }
}

/// HULK-LEFT-04: turns enough to get from the farthest breach point to the farthest objective and back.
fn time(battle: &Battle) -> u16 {
    const BOUNDS: (u16, u16) = (10, 40);
    let ways = ways_in(battle);
    let farthest = ways
        .iter()
        .filter_map(|ways| battle.tokens().map(|(cell, _)| ways[cell.index()]).filter(|&way| way != u16::MAX).max());
    let farthest = farthest.max().unwrap_or(0);
    (6 + 2 * farthest.div_ceil(6)).clamp(BOUNDS.0, BOUNDS.1)
}

/// HULK-OBJ-02: a card that nobody else sees; two of each suit.
fn draw(play: &mut Play<'_>, side: SideId) {
    const RULE: Rule = Rule("HULK-OBJ-02");
    let left = left_of_suits(play.table().cards);
    let face = play.draw(Roll::new(RULE, left.iter().sum(), UnitId::NONE), &cuts(left));
    let card = suit_of(left, face);
    play.change_table(RULE, |t| t.cards[side.index()] = card + 1);
    play.tell(RULE, Fact::Note { text: "a card is drawn", unit: UnitId::NONE, value: i16::from(side.0) });
}

/// How many cards of each suit are left when these have been drawn.
pub(super) fn left_of_suits(drawn: [u8; 8]) -> [u8; SUITS.len()] {
    let mut left = [2; SUITS.len()];
    for card in drawn.into_iter().filter(|c| *c != 0) {
        left[usize::from(card - 1)] -= 1;
    }
    left
}

/// The faces at which another suit begins, on a die with a face for each card that is left.
pub(super) fn cuts(left: [u8; SUITS.len()]) -> ArrayVec<u8, { SUITS.len() }> {
    let mut sum = 1;
    let starts = left.into_iter().filter(|n| *n != 0).map(|n| {
        sum += n;
        sum
    });
    let mut cuts: ArrayVec<u8, { SUITS.len() }> = starts.collect();
    cuts.pop();
    cuts
}

/// The suit of a face of that die.
pub(super) fn suit_of(left: [u8; SUITS.len()], face: u8) -> u8 {
    let mut sum = 0;
    let found = left.iter().position(|n| {
        sum += n;
        face <= sum
    });
    found.unwrap_or(0) as u8
}

/// What may be answered.
pub(in super::super) fn offers(battle: &Battle, stage: ApproachStage, list: &mut Listing) {
    let Some(boarding) = battle.boarding() else { return };
    let board = battle.board();
    let put = |cell: Cell| Action::side(Verb::Place).hex(cell);
    match stage {
        ApproachStage::Breach { asked } => {
            let Some(side) = battle.side_asked(asked) else { return };
            let apart = |c: &Cell| breached(battle).all(|b| board.distance(b, *c) >= APART);
            let alone = |c: &Cell| battle.entries().all(|(_, e)| board.distance(e, *c) >= stalking::APART);
            let fit = |c: &Cell| apart(c) && alone(c) && !berth(battle, side, *c).is_empty();
            let before = list.actions.len();
            list.actions.extend(boarding.breaches.iter().copied().filter(fit).map(put));
            if list.actions.len() == before {
                // Small hulks have no room to keep apart.
                let any = boarding.breaches.iter().copied().filter(|&c| !berth(battle, side, c).is_empty());
                list.actions.extend(any.map(put));
            }
        }
        ApproachStage::Token { suit } => {
            let free = board.space_ids().filter(|&s| battle.tokens().all(|(cell, _)| board.space_at(cell) != s));
            let floor = |c: &Cell| !board.terrain[c.index()].is_barricade();
            let hexes: Vec<Cell> = free.flat_map(|s| battle.room_in(s)).filter(floor).collect();
            let inside = |c: &Cell| suit > 0 || boarding.terms.within.is_none_or(|space| board.space_at(*c) == space);
            let ways = ways_in(battle);
            let far = |c: &Cell| ways.iter().all(|ways| (boarding.terms.far..u16::MAX).contains(&ways[c.index()]));
            // Where nothing is as far as it should be, the farthest has to do.
            let asked = hexes.iter().copied().filter(inside);
            let farthest = asked.clone().max_by_key(|c| ways.iter().map(|ways| ways[c.index()]).min());
            let before = list.actions.len();
            list.actions.extend(asked.filter(far).map(|cell| put(cell).with(suit + 1)));
            if list.actions.len() == before {
                list.actions.extend(farthest.map(|cell| put(cell).with(suit + 1)));
            }
        }
        ApproachStage::Blip { .. } => {
            for space in board.space_ids().filter(|&s| !battle.unopened(s)) {
                let mut hexes = battle.room_in(space);
                match board.space(space).kind {
                    // It lies on the room as a whole: its hex is but where the counter is put.
                    SpaceKind::Room => {
                        let count = battle.room_in(space).count();
                        list.actions.extend(hexes.nth(count / 2).map(put));
                    }
                    SpaceKind::Passage => list.actions.extend(hexes.map(put)),
                }
            }
        }
        ApproachStage::List { squad } => {
            let free = |&(_, number): &(Cell, u8)| battle.table().lists[usize::from(number)] == 0;
            let figures = boarding.squad(squad).filter(|&u| battle.plays(u)).count();
            let room = |cell: Cell| battle.room_in(board.space_at(cell)).count();
            let most = battle.blips().filter(free).map(|(cell, _)| room(cell)).max().unwrap_or(0);
            // HULK-BLIP-06: the unit must fit; where all that is left is too small, the largest has to do.
            let fit = battle.blips().filter(free).filter(|&(cell, _)| room(cell) >= figures.min(most));
            let write = |(_, number)| Action::side(Verb::Assign).with(squad + 1).index(number);
            list.actions.extend(fit.map(write));
        }
        ApproachStage::Show => {
            list.actions.extend(battle.blips().map(|(_, number)| Action::side(Verb::Use).index(number)));
        }
        ApproachStage::Order | ApproachStage::Card { .. } => {}
    }
}

/// The verb that a stage is answered with.
pub(in super::super) fn verbs(stage: ApproachStage) -> &'static [Verb] {
    match stage {
        ApproachStage::List { .. } => &[Verb::Assign],
        ApproachStage::Show => &[Verb::Use],
        _ => &[Verb::Place],
    }
}

/// Whether something may be placed there.
pub(in super::super) fn check(
    battle: &Battle,
    stage: ApproachStage,
    action: Action,
    list: &mut Listing,
) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    if list.would_list(action, |list| offers(battle, stage, list)) {
        return Ok(());
    }
    match (stage, action.target) {
        (ApproachStage::List { .. }, _) => no(Reason::NotEnough, "HULK-BLIP-06"),
        (ApproachStage::Show, _) => Err(Refusal::new(Reason::NoSuchHex, SHOWS)),
        (_, Target::Hex(cell)) => {
            let space = battle.board().space_at(cell);
            match stage {
                ApproachStage::Breach { .. } => no(Reason::NotInZone, "HULK-BLIP-02"),
                ApproachStage::Token { .. }
                    if space.is_some() && battle.tokens().any(|t| battle.board().space_at(t.0) == space) =>
                {
                    no(Reason::Stacked, "HULK-OBJ-01")
                }
                ApproachStage::Blip { .. } if battle.unopened(space) => no(Reason::Stacked, "HULK-BLIP-06"),
                _ => no(Reason::NotInZone, "HULK-BLIP-03"),
            }
        }
        _ => no(Reason::NoSuchHex, "HULK-BLIP-03"),
    }
}
