//! Objectives, the way home, and who has won (HULK-OBJ, HULK-LEFT-02, -05, -11), and what else missions are about
//! (HULK-MIS-03, HULK-CAMP-03 to -07).

use arrayvec::ArrayVec;

use crate::battle::{MAX_SIDES, Outcome, Rule, SideId, UnitId, UnitSet};
use crate::board::{Cell, SpaceId};

use super::super::figure::Fate;
use super::super::missions::prize;
use super::super::{Battle, Play};
use super::Stake;
use super::stalking::sealing;

/// Points for one's own objective (HULK-OBJ-05).
const OWN: i32 = 10;
/// For each figure that reached it and is home (HULK-OBJ-06).
const HOME: i32 = 2;
/// For the Defender, for each objective that nobody reached (HULK-OBJ-07).
const DENIED: i32 = 5;
/// For each enemy (HULK-OBJ-08).
const ENEMY: i32 = 1;
/// For what was to be brought home, to who has it there or to who kept it (HULK-MIS-03).
const BROUGHT: i32 = 15;
/// Turns until a charge goes off at the heart (HULK-CAMP-07).
const FUSE: u16 = 8;
/// Turns until an armed reactor goes off, and figures that have to be home by then (HULK-STALK-26).
const MELTDOWN: u16 = 5;
const SURVIVORS: usize = 2;
/// Of a lost squad, how many are to be brought home (HULK-STALK-25).
pub(in super::super) const RESCUED: usize = 2;
/// Turns running that an objective is to be held (HULK-CAMP-05).
const HELD: u16 = 2;

impl Battle {
    /// Whether parties board that are not of one team (HULK-SIDE-02).
    pub(in super::super) fn has_rivals(&self) -> bool {
        let mut parties = self.sides().filter(|s| self.boards(*s)).map(|s| self.team(s));
        let first = parties.next();
        parties.any(|team| Some(team) != first)
    }

    pub(in super::super) fn stake(&self) -> Stake {
        self.boarding().map_or(Stake::Cards, |b| b.terms.stake)
    }

    /// Whether an objective is a side's own: its card says so, or there are no cards.
    pub(in super::super) fn is_own(&self, side: SideId, suit: u8) -> bool {
        self.stake() != Stake::Cards || self.table().cards[side.index()] == suit + 1
    }

    /// Whether a side has reached an objective.
    pub(in super::super) fn has_reached(&self, side: SideId, suit: u8) -> bool {
        self.table().reached.0[usize::from(suit)] >> side.0 & 1 == 1
    }

    /// Whether a figure is home: taken off, or in its craft (HULK-LEFT-02).
    pub(in super::super) fn is_home(&self, unit: UnitId) -> bool {
        self.unit(unit).fate == Fate::Left || self.in_craft(unit)
    }

    /// Those of a side who are home.
    pub(in super::super) fn home(&self, side: SideId) -> UnitSet {
        self.units().only(|u| self.piece(u).side == side && self.is_home(u))
    }

    /// The enemies of a side in the room of an objective that keep it from being reached: Defenders who live, and rivals
    /// who stand (HULK-OBJ-04).
    fn barring(&self, side: SideId, space: SpaceId) -> UnitSet {
        let inside = |u: UnitId| self.board().space_at(self.piece(u).at) == space;
        self.enemies_of(side).only(|u| inside(u) && (self.stands(u) || !self.boards(self.piece(u).side)))
    }

    /// The standing figures of a side that touch an objective that nobody in its room bars (HULK-OBJ-04).
    fn touching(&self, side: SideId, token: Cell) -> UnitSet {
        let space = self.board().space_at(token);
        let inside = |u: UnitId| self.board().space_at(self.piece(u).at) == space;
        if !self.barring(side, space).is_empty() {
            return UnitSet::default();
        }
        let near = |u: UnitId| self.stands(u) && self.board().distance(self.piece(u).at, token) <= 1;
        self.units_of(side).only(|u| inside(u) && near(u))
    }

    /// The objective at which a figure could plant a charge instead of shooting (HULK-CAMP-07).
    pub(in super::super) fn may_plant(&self, unit: UnitId) -> Option<Cell> {
        if self.stake() != Stake::Charge || self.table().planted != 0 || !self.may_shoot(unit) || self.in_melee(unit) {
            return None;
        }
        let side = self.piece(unit).side;
        let at = |token: &Cell| self.boards(side) && self.touching(side, *token).has(unit);
        self.tokens().map(|t| t.0).find(at)
    }

    /// Whether all is done that a side had to do in the hulk, so that nothing is left but to get home.
    pub(in super::super) fn is_enough(&self, side: SideId) -> bool {
        match self.stake() {
            Stake::AnyTwo => (0..4).filter(|&suit| self.has_reached(side, suit)).count() >= 2,
            Stake::Charge | Stake::Reactor => self.table().planted != 0,
            Stake::Cut => self.stalking().is_some_and(|s| self.table().cut >= s.work.into()),
            Stake::Burn => self.unburnt().next().is_none(),
            Stake::Seal => self.stalking().is_some_and(|s| sealing::sealed(self) >= s.seals),
            Stake::Rescue => self.rescued(side).len() >= RESCUED,
            Stake::Cards | Stake::Carry | Stake::Hold | Stake::Core => false,
        }
    }

    /// Whether what a mission wants beside points has been done by a side (HULK-CAMP-03, -05, -07).
    fn is_done(&self, side: SideId) -> bool {
        match self.stake() {
            Stake::Cards | Stake::Carry => false,
            Stake::AnyTwo => self.is_enough(side) && !self.home(side).is_empty(),
            Stake::Hold => self.table().held >= HELD,
            Stake::Charge => self.is_enough(side) && self.home(side).len() >= 3,
            Stake::Reactor => self.is_enough(side) && self.home(side).len() >= SURVIVORS,
            Stake::Core => self.has_brought(side),
            Stake::Seal | Stake::Cut | Stake::Burn | Stake::Rescue => self.is_enough(side),
        }
    }

    /// Those of a lost squad whom their side has home (HULK-STALK-25).
    pub(in super::super) fn rescued(&self, side: SideId) -> UnitSet {
        self.home(side) & self.strays()
    }

    /// Whether so many of a lost squad are out of the game that too few are left.
    fn is_lost_for_good(&self) -> bool {
        let out = self.strays().only(|u| self.unit(u).fate == Fate::Out);
        self.stake() == Stake::Rescue && out.len() + RESCUED > self.strays().len()
    }

    /// The turn at whose end something goes off that has been planted or armed; none while nothing has been.
    pub(in super::super) fn fuse(&self) -> Option<u16> {
        Some(self.table().planted).filter(|planted| *planted != 0).map(|planted| planted + self.fuse_length())
    }

    /// Turns from planting or arming until it goes off.
    pub(in super::super) fn fuse_length(&self) -> u16 {
        if self.stake() == Stake::Reactor { MELTDOWN } else { FUSE }
    }

    /// Whether the cutter works this turn: a standing Boarder tends it, and none of those who stalk touches it
    /// (HULK-STALK-21).
    fn is_tended(&self, site: Cell) -> bool {
        let touches = |u: UnitId| self.range(self.piece(u).at, site) <= 1;
        let (mut enemies, mut friends) = (self.on_board(), self.boarders());
        !enemies.any(|u| !self.boards(self.piece(u).side) && touches(u))
            && friends.any(|u| self.stands(u) && touches(u))
    }

    /// Whether what a figure carries keeps it from running (HULK-STALK-23).
    pub(in super::super) fn is_laden(&self, unit: UnitId) -> bool {
        self.stake() == Stake::Core && self.carries(unit)
    }

    /// Whether a side has brought home what was to be brought (HULK-MIS-03).
    fn has_brought(&self, side: SideId) -> bool {
        self.prize_bearer().is_some_and(|u| self.piece(u).side == side && self.is_home(u))
    }
}

/// A figure plants its charge.
pub(in super::super) fn plant(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("HULK-CAMP-07");
    let turn = play.table().turn;
    play.change(unit, RULE, |u| u.shot = true);
    play.note(RULE, "the charge is planted", unit, 0);
    play.change_table(RULE, |t| t.planted = turn);
}

/// HULK-OBJ-04, -06: figures in the room of an objective in which no Defender lives are marked; who touches it, no rival
/// being there, has reached it. At the end of a move and of a turn.
pub(in super::super) fn look_for_objectives(play: &mut Play<'_>, side: SideId) {
    const RULE: Rule = Rule("HULK-OBJ-04");
    let Some(boarding) = play.boarding() else { return };
    let (count, stake) = (boarding.terms.objectives, boarding.terms.stake);
    for suit in 0..count {
        let Some((token, _)) = play.tokens().find(|t| t.1 == suit) else { continue };
        let space = play.board().space_at(token);
        let inside = |battle: &Battle, u: UnitId| battle.board().space_at(battle.piece(u).at) == space;
        // A rival keeps nobody from being marked.
        if play.barring(side, space).any(|u| !play.boards(play.piece(u).side)) {
            continue;
        }
        let here = play.units_of(side).only(|u| inside(play, u));
        for unit in here.only(|u| play.unit(u).marked >> suit & 1 == 0) {
            play.change(unit, Rule("HULK-OBJ-06"), |u| u.marked |= 1 << suit);
        }
        let Some(first) = play.touching(side, token).first().filter(|_| !play.has_reached(side, suit)) else {
            continue;
        };
        play.note(RULE, "an objective is reached", first, i16::from(suit));
        play.change_table(RULE, |t| t.reached.0[usize::from(suit)] |= 1 << side.0);
        match stake {
            Stake::Cards if play.is_own(side, suit) => {
                play.change_table(Rule("HULK-OBJ-05"), |t| t.shown.0[side.index()] = i16::from(suit) + 1);
            }
            Stake::Carry | Stake::Core => {
                play.change_ground(token, prize::TAKEN, |g| g.token = 0);
                prize::take(play, first, Rule("HULK-MIS-03"));
            }
            Stake::Reactor if (0..count).all(|suit| play.has_reached(side, suit)) => {
                let turn = play.table().turn;
                play.note(Rule("HULK-STALK-26"), "the reactor is armed", first, 0);
                play.change_table(Rule("HULK-STALK-26"), |t| t.planted = turn);
            }
            _ => {}
        }
    }
}

/// A figure's move is over: it may have come upon an objective.
pub(in super::super) fn moved(play: &mut Play<'_>, unit: UnitId) {
    let side = play.piece(unit).side;
    if play.boards(side) {
        look_for_objectives(play, side);
    }
}

/// A side's own victory points, as far as they are public.
fn points(battle: &Battle, side: SideId) -> i32 {
    let Some(boarding) = battle.boarding() else { return 0 };
    let table = battle.table();
    let felled = ENEMY * i32::from(table.eliminated.0[side.index()]);
    let defends = side == boarding.terms.defender;
    let boarders = || SideId::first(battle.shared().sides.len()).filter(|s| battle.boards(*s));
    let marked = |suit: u8| battle.home(side).only(|u| battle.unit(u).marked >> suit & 1 == 1).len() as i32;
    let gained = match (boarding.terms.stake, defends) {
        (Stake::Cards, true) => {
            let denied = (0..boarding.terms.objectives).filter(|&suit| table.reached.0[usize::from(suit)] == 0).count();
            DENIED * denied as i32
        }
        (Stake::Cards, false) => match table.shown.0[side.index()] {
            0 => 0,
            card => OWN + HOME * marked(card as u8 - 1),
        },
        (Stake::Carry, true) => {
            if boarders().any(|s| battle.has_brought(s)) {
                0
            } else {
                BROUGHT
            }
        }
        (Stake::Carry, false) => HOME * marked(0) + if battle.has_brought(side) { BROUGHT } else { 0 },
        (_, true) => 0,
        (_, false) => {
            if battle.is_done(side) {
                OWN
            } else {
                0
            }
        }
    };
    felled + gained
}

/// A team's victory points (HULK-OBJ-09).
pub(in super::super) fn total(battle: &Battle, side: SideId) -> i32 {
    let sides = SideId::first(battle.shared().sides.len());
    let points = sides.filter(|&s| battle.team(s) == battle.team(side)).map(|s| points(battle, s)).sum();
    counted(battle, side, points)
}

/// What counts of a team's victory points: a Defender, who meets all of several rival parties, has half of his, halves up.
fn counted(battle: &Battle, side: SideId, points: i32) -> i32 {
    let defends = battle.boarding().is_some_and(|b| battle.team(b.terms.defender) == battle.team(side));
    if defends && battle.has_rivals() { (points + 1) / 2 } else { points }
}

/// What a team's victory points have come to since the first turn: a Defender begins with what nobody has taken yet.
pub(in super::super) fn gained(battle: &Battle, side: SideId) -> i32 {
    let Some(terms) = battle.boarding().map(|b| b.terms) else { return 0 };
    let given = match terms.stake {
        Stake::Cards => DENIED * i32::from(terms.objectives),
        Stake::Carry => BROUGHT,
        _ => 0,
    };
    let given = if battle.team(side) == battle.team(terms.defender) { counted(battle, side, given) } else { 0 };
    total(battle, side) - given
}

/// Figures that a team has lost.
fn lost(battle: &Battle, side: SideId) -> usize {
    let mates = |u: &UnitId| battle.team(battle.piece(*u).side) == battle.team(side);
    battle.units().filter(mates).filter(|&u| battle.unit(u).fate == Fate::Out).count()
}

/// HULK-LEFT-05: the end of a turn may be the end: the last one, or no Boarder is aboard any more, or the mission is done.
pub(in super::super) fn judge(play: &mut Play<'_>) -> Option<Outcome> {
    let sides = SideId::first(play.shared().sides.len());
    let boarders: ArrayVec<SideId, MAX_SIDES> = sides.clone().filter(|s| play.boards(*s)).collect();
    for &side in &boarders {
        look_for_objectives(play, side);
    }
    if play.stake() == Stake::Hold {
        let held = |s: &SideId| play.tokens().any(|(token, _)| !play.touching(*s, token).is_empty());
        let held = if boarders.iter().any(held) { play.table().held + 1 } else { 0 };
        play.change_table(Rule("HULK-CAMP-05"), |t| t.held = held);
    }
    if play.stake() == Stake::Cut && play.tokens().any(|(site, _)| play.is_tended(site)) {
        play.change_table(Rule("HULK-STALK-21"), |t| t.cut += 1);
    }
    let now = *play.table();
    let last = now.turn >= play.last_turn();
    let fuse = play.fuse().is_some_and(|turn| now.turn >= turn);
    let done = boarders.iter().any(|&s| play.is_done(s));
    let reason = match () {
        () if now.held >= HELD => "the objective is held",
        () if play.stake() == Stake::Seal && done => "the entries are sealed",
        () if play.stake() == Stake::Cut && done => "the cutter is through",
        () if play.stake() == Stake::Burn && done => "the nest is burnt",
        () if play.stake() == Stake::Core && done => "the core is home",
        () if play.stake() == Stake::Rescue && done => "the lost squad is home",
        () if play.is_lost_for_good() => "too few of the lost squad are left",
        () if play.boarders().is_empty() => "no Boarder is aboard any more",
        () if fuse && play.stake() == Stake::Reactor => "the reactor goes off",
        () if fuse => "the charge goes off",
        () if last => "the last turn is over",
        () => return None,
    };
    if now.planted != 0 {
        for unit in play.on_board().only(|u| !play.in_craft(u)) {
            play.change(unit, Rule("HULK-CAMP-07"), |u| (u.fate, u.down, u.fell) = (Fate::Out, false, false));
            play.move_to(unit, Cell::NONE, Rule("HULK-CAMP-07"));
        }
    }
    let by_points = play.stake().by_points();
    let rank = |side: SideId| {
        let done = boarders.iter().any(|&s| play.is_done(s));
        let wins = by_points || done == play.boards(side);
        (
            wins,
            if by_points { total(play, side) } else { 0 },
            std::cmp::Reverse(if by_points { lost(play, side) } else { 0 }),
        )
    };
    let best = sides.clone().map(rank).max();
    let winners = sides.filter(|&s| Some(rank(s)) == best).fold(0, |all, s| all | 1 << s.0);
    Some(Outcome { winners, reason, rule: Rule("HULK-OBJ-09") })
}
