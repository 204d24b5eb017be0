//! What figures want aboard a hulk: Boarders their objective and then the way home, Defenders the Boarders.

use arrayvec::ArrayVec;

use crate::battle::{Action, MAX_UNITS, SideId, Target, UnitId};
use crate::board::{Cell, SpaceId, SpaceKind};

use super::super::boarding::victory::RESCUED;
use super::super::boarding::{Stake, stride};
use super::super::stages::ApproachStage;
use super::super::{Battle, Step};
use super::Input;
use super::stalking;
use super::ways::{MOVE, Ways};

/// What there is no way to counts as so many hexes: farther than anything on a ship is.
const ENDLESS: u16 = 600;

/// So near are friends who can help.
const NEAR: u16 = 4;

/// Where a figure wants to be, and how far everything is from there.
#[derive(Debug, Default)]
pub(super) struct Errand {
    goal: Goal,
    sources: Vec<Cell>,
    fought: Vec<Cell>,
    /// From every hex, what the way to the goal takes in hexes.
    ways: Vec<u16>,
}

/// Where a figure wants to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Goal {
    /// Nowhere: this is no hulk, or nothing has been reckoned.
    #[default]
    Nothing,
    /// At the objective of this suit.
    Token(u8),
    /// At the enemies of this side who keep it from the objective of this suit.
    Guards(SideId, u8),
    /// In the craft of this side.
    Home(SideId),
    /// Where something to be brought home lies.
    Prize,
    /// Where an enemy has it.
    Bearer,
    /// Where this figure is to burn what is left of a nest.
    Nest(UnitId),
    /// Where nothing is left to burn.
    Ash,
    /// Where one of a lost squad may be (HULK-STALK-25).
    Strays,
    /// Where Boarders are.
    Boarders,
    /// Where the hull has been cut.
    Breaches,
    /// Where objectives lie.
    Tokens,
    /// Somewhere in this space.
    Within(SpaceId),
    /// In this hex.
    At(Cell),
}

impl Errand {
    /// The next question is another one.
    pub(super) fn forget(&mut self) {
        self.goal = Goal::Nothing;
        self.sources.clear();
    }

    /// Finds the ways to a goal, if they are not those at hand.
    fn seek(&mut self, battle: &Battle, goal: Goal, ways: &mut Ways) {
        if self.goal == goal {
            return;
        }
        self.goal = goal;
        let Errand { sources, fought, .. } = self;
        sources.clear();
        match goal {
            Goal::Nothing => {}
            Goal::Token(suit) => sources.extend(battle.tokens().filter(|t| t.1 == suit).map(|t| t.0)),
            Goal::Tokens => sources.extend(battle.tokens().map(|t| t.0)),
            Goal::Guards(side, suit) => sources.extend(guards(battle, side, suit)),
            Goal::Home(side) => sources.extend(battle.craft(side)),
            Goal::Prize => sources.extend(battle.prize()),
            Goal::Bearer => sources.extend(battle.prize_bearer().map(|u| battle.piece(u).at)),
            // Beside what is to burn, not on it; at first at the doors that lead there.
            Goal::Nest(unit) => {
                let board = battle.board();
                let opens = |cell: Cell| battle.footing(cell).passable || board.terrain[cell.index()].is_doorway();
                let beside = stalking::to_burn(battle, unit).flat_map(|cell| board.around(cell));
                sources.extend(beside.filter(|cell| opens(*cell) && !battle.is_unburnt(*cell)));
            }
            Goal::Ash => {
                let cells = battle.board().cells();
                sources.extend(cells.filter(|cell| battle.footing(*cell).passable && !battle.is_unburnt(*cell)));
            }
            Goal::Strays => sources.extend(battle.unvisited().map(|site| site.0)),
            Goal::Boarders => sources.extend(battle.boarders().map(|u| battle.piece(u).at)),
            Goal::Breaches => sources.extend(breaches(battle)),
            Goal::At(cell) => sources.push(cell),
            Goal::Within(space) => sources.extend_from_slice(&battle.board().space(space).cells),
        }
        let fights = battle.on_board().only(|u| battle.stands(u) && battle.in_melee(u));
        fought.clear();
        fought.extend(fights.map(|u| battle.piece(u).at).filter(|at| !sources.contains(at)));
        self.ways.clear();
        self.ways.extend_from_slice(ways.to(battle, sources, fought));
    }

    /// The way from a hex to the goal, in hexes; none has more than [`u16::MAX`].
    pub(super) fn far(&self, cell: Cell) -> u16 {
        self.ways.get(cell.index()).copied().filter(|_| self.goal != Goal::Nothing).unwrap_or(u16::MAX)
    }

    /// The way from a hex to the goal, in moves, below 0; 0 from everywhere where there is no goal. Before flames a few
    /// steps are worth leaving cover for.
    pub(super) fn way(&self, cell: Cell) -> f32 {
        const FLAMES: f32 = 3.0;
        let pull = if matches!(self.goal, Goal::Nest(_) | Goal::Ash) { FLAMES } else { 1.0 };
        if self.sources.is_empty() { 0.0 } else { -pull * f32::from(self.far(cell).min(ENDLESS)) / MOVE }
    }

    /// Decides what a figure wants.
    pub(super) fn set_out(&mut self, battle: &Battle, unit: UnitId, ways: &mut Ways) {
        let side = battle.piece(unit).side;
        if battle.boarding().is_none() {
            return;
        }
        if !battle.boards(side) {
            return self.seek(battle, Goal::Boarders, ways);
        }
        let at = battle.piece(unit).at;
        if !at.is_some() {
            // In the craft, near the hole.
            let lost = battle.stake() == Stake::Rescue;
            return self.seek(battle, if lost { Goal::Strays } else { Goal::Tokens }, ways);
        }
        if battle.stake() == Stake::Seal {
            let goal = stalking::entry(battle, unit, ways).map_or(Goal::Nothing, Goal::At);
            return self.seek(battle, goal, ways);
        }
        if battle.stake() == Stake::Rescue {
            let found = battle.strays().only(|u| !battle.hidden(u) && battle.plays(u));
            let enough = found.len() + battle.rescued(side).len() >= RESCUED;
            let goal = if enough || found.has(unit) { Goal::Home(side) } else { Goal::Strays };
            return self.seek(battle, goal, ways);
        }
        if battle.stake() == Stake::Burn {
            let nest = battle.boarding().and_then(|b| b.terms.within);
            let goal = match stalking::burner(battle, unit) {
                // Nobody stands in the way of the flames.
                Some(at) if Some(battle.board().space_at(at)) == nest => Goal::Ash,
                Some(at) => Goal::At(at),
                None if stalking::to_burn(battle, unit).next().is_none() => Goal::Ash,
                None => Goal::Nest(unit),
            };
            return self.seek(battle, goal, ways);
        }
        let turns = f32::from(battle.last_turn().saturating_sub(battle.table().turn));
        // A move is seldom whole, and enemies are in the way.
        const HASTE: f32 = 0.7;
        if battle.prize().is_some() {
            return self.seek(battle, Goal::Prize, ways);
        }
        if battle.prize_bearer().is_some_and(|bearer| battle.enemies(unit, bearer)) {
            return self.seek(battle, Goal::Bearer, ways);
        }
        self.seek(battle, Goal::Home(side), ways);
        let home = -self.way(at);
        let stake = battle.boarding().map(|b| b.terms.stake);
        let wanted = battle.tokens().filter(|&(_, suit)| match stake {
            Some(Stake::Hold | Stake::Cut) => true,
            Some(Stake::Reactor) => !battle.has_reached(side, suit),
            Some(Stake::Charge) => battle.table().planted == 0,
            Some(Stake::AnyTwo) => !battle.is_enough(side) && !battle.has_reached(side, suit),
            _ => {
                let own = battle.is_own(side, suit);
                own && !(battle.has_reached(side, suit) && battle.unit(unit).marked >> suit & 1 == 1)
            }
        });
        // The nearest of what it wants that leaves time to get home.
        let in_time = wanted.filter(|&(cell, suit)| {
            // What is held or blown up is worth staying for.
            let stays = matches!(stake, Some(Stake::Hold | Stake::Charge | Stake::Cut));
            let first = stays || !battle.has_reached(side, suit);
            let back = -self.way(cell);
            // Whoever gets there at all has reached it; only word of it has to get home.
            first && f32::from(battle.range(at, cell)) / MOVE <= turns + 1.0 || home + 2.0 * back < turns * HASTE
        });
        // Where one can breathe first.
        let far = |cell: Cell| (battle.breathless(cell), battle.range(at, cell));
        let nearest = in_time.min_by_key(|&(cell, _)| far(cell)).map(|(_, suit)| suit);
        match nearest {
            // HULK-OBJ-04: nobody reaches it while they are there.
            Some(suit) if guards(battle, side, suit).next().is_some() => {
                self.seek(battle, Goal::Guards(side, suit), ways)
            }
            Some(suit) => self.seek(battle, Goal::Token(suit), ways),
            None => self.seek(battle, Goal::Home(side), ways),
        }
    }

    /// What it is worth to be taken off: much to who has been where he was to be, or will never get there.
    pub(super) fn homeward(&self, battle: &Battle, unit: UnitId) -> f32 {
        let side = battle.piece(unit).side;
        let done = |suit: u8| battle.is_own(side, suit) && battle.has_reached(side, suit);
        let marked = (0..4).any(|suit| done(suit) && battle.unit(unit).marked >> suit & 1 == 1);
        let marked = marked || battle.carries(unit) || battle.strays().has(unit) || battle.is_enough(side);
        if marked && matches!(self.goal, Goal::Home(_)) { 1.0 } else { -100.0 }
    }

    /// What is left of the way once a door beside a figure is open.
    pub(super) fn door(&self, battle: &Battle, unit: UnitId, door: Cell) -> f32 {
        let price = f32::from(battle.setting().numbers.door);
        // The hatch of a ladder is where the figure is itself.
        let at = battle.piece(unit).at;
        let here = self.way(at);
        let beyond = battle.board().linked(at).map(|c| self.way(c)).fold(f32::MIN, f32::max);
        let there = if door == at { beyond } else { self.way(door) };
        let shut = if door == at { battle.shut_lid(at).is_some() } else { !battle.ground(door).open };
        let leads = shut && there > here;
        here + if leads { price } else { -price } / MOVE
    }

    /// How few friends would help a Boarder whose step turns a blip.
    pub(super) fn alone(&self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        if !battle.boards(battle.piece(unit).side) || !battle.would_open(cell) {
            return 0.0;
        }
        alone(battle, unit, cell)
    }

    /// How few friends stand by as a door is opened to where a blip lies.
    pub(super) fn alone_at_door(&self, battle: &Battle, unit: UnitId, door: Cell) -> f32 {
        let board = battle.board();
        let hides = board.around(door).any(|c| battle.unopened(board.space_at(c)));
        if battle.boards(battle.piece(unit).side) && hides { alone(battle, unit, door) } else { 0.0 }
    }

    /// What an answer without a figure is worth: breach points, objectives, blips, the list.
    pub(super) fn counter(
        &mut self,
        battle: &Battle,
        action: Action,
        ways: &mut Ways,
        put: &mut impl FnMut(Input, f32),
    ) {
        let Some(boarding) = battle.boarding() else { return };
        if let Some(value) = stalking::counter(battle, action, ways) {
            return put(Input::Goal, value);
        }
        match (battle.step(), action.target) {
            // Near the space that the objective will be in, and where there is room for everybody to come in.
            (Some(Step::Approach(ApproachStage::Breach { .. })), Target::Hex(cell)) => {
                let board = battle.board();
                let inside = |&c: &Cell| !board.is_outside(c) && stride(battle, c).is_some();
                let beyond: ArrayVec<Cell, 6> = board.around(cell).filter(inside).collect();
                let goal = boarding.terms.within.map(Goal::Within);
                let sited = battle.stalking().is_some() && battle.tokens().next().is_some();
                let lost = (battle.stake() == Stake::Rescue).then_some(Goal::Strays);
                if let Some(goal) = goal.or(lost).or(sited.then_some(Goal::Tokens)) {
                    self.seek(battle, goal, ways);
                    put(Input::Goal, beyond.iter().map(|&c| self.way(c)).fold(-f32::from(ENDLESS) / MOVE, f32::max));
                }
                let rooms = beyond.iter().map(|&c| board.space_at(c)).filter(|s| *s != SpaceId::NONE);
                let rooms = rooms.map(|s| board.space(s)).filter(|s| s.kind == SpaceKind::Room);
                put(Input::Room, rooms.map(|s| s.cells.len()).max().unwrap_or(0) as f32 / 10.0);
            }
            // Far from where they come in.
            (Some(Step::Approach(ApproachStage::Token { .. })), Target::Hex(cell)) => {
                self.seek(battle, Goal::Breaches, ways);
                put(Input::Goal, -self.way(cell));
            }
            // Near what is to be guarded, and on the way to it.
            (Some(Step::Approach(ApproachStage::Blip { .. })), Target::Hex(cell)) => {
                self.seek(battle, Goal::Tokens, ways);
                put(Input::Goal, self.way(cell));
                put(Input::Through, through(battle, cell, ways));
            }
            (Some(Step::Approach(ApproachStage::List { .. })), Target::Index(number)) => {
                let at = battle.blips().find(|b| b.1 == number).map_or(Cell::NONE, |b| b.0);
                put(Input::Through, through(battle, at, ways));
            }
            // Who waits under it has Boarders next door; a ghost does better where it is.
            (Some(Step::Wake), Target::Index(number)) => {
                let squad = battle.table().lists[usize::from(number)];
                if squad == 0 {
                    return put(Input::Goal, -1.0);
                }
                let figures = boarding.squad(squad - 1).filter(|&u| battle.plays(u));
                let fights = |u: UnitId| f32::from(battle.fv(u)) - f32::from(battle.sv(u));
                put(Input::Goal, figures.map(fights).sum());
            }
            _ => {}
        }
    }
}

/// Where the hull has been cut.
fn breaches(battle: &Battle) -> impl Iterator<Item = Cell> {
    battle.hexes_with(|g| g.craft).map(|c| c.0)
}

/// To how many of the objectives, as a share of them, the way from where Boarders come in leads through a hex: less
/// the longer the way round by it, and what costs a whole move more is not on the way.
fn through(battle: &Battle, cell: Cell, ways: &mut Ways) -> f32 {
    let breaches: ArrayVec<Cell, MAX_UNITS> = breaches(battle).take(MAX_UNITS).collect();
    let mut far = |from: Cell, to: &[Cell]| ways.to(battle, to, &[])[from.index()];
    let (mut sum, mut count) = (0.0, 0.0);
    for (token, _) in battle.tokens() {
        count += 1.0;
        let by = far(cell, &breaches).saturating_add(far(cell, &[token]));
        if by != u16::MAX {
            sum += (1.0 - f32::from(by.saturating_sub(far(token, &breaches))) / MOVE).max(0.0);
        }
    }
    sum / f32::max(count, 1.0)
}

/// Where the enemies of a side are who are known to be in the room of an objective.
fn guards(battle: &Battle, side: SideId, suit: u8) -> impl Iterator<Item = Cell> {
    let room = battle.tokens().find(|t| t.1 == suit).map(|t| battle.board().space_at(t.0));
    let places = battle.enemies_of(side).map(|u| battle.piece(u).at).filter(|at| at.is_some());
    places.filter(move |&at| Some(battle.board().space_at(at)) == room)
}

/// How few friends are near a hex: 0 with two or more, or where there is nobody left to wait for, 1 with none.
fn alone(battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
    let board = battle.board();
    let others = battle.friends_of(battle.piece(unit).side).only(|u| u != unit && battle.stands(u));
    let near = others.only(|u| board.distance(battle.piece(u).at, cell) <= NEAR).len().min(2);
    if others.is_empty() { 0.0 } else { 1.0 - near as f32 / others.len().min(2) as f32 }
}
