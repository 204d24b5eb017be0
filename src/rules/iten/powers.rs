//! Psyker powers (ITEN-PSY): using them, what they do, and what may come of it.

use crate::battle::{
    Action, Flow, Listing, MAX_UNITS, MaybeUnit, Modifier, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::{Cell, Facing};

use super::catalogue::{Power, PowerSheet, Reach};
use super::figure::{Declared, Fate};
use super::missions::events;
use super::payload::Cast;
use super::stats::{Creed, Tag};
use super::{Battle, Play, Step, grit, stepping};

/// A power being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Casting {
    /// Which, by whom, at whom.
    action: Action,
    at: At,
}

/// What of a power's sheet its working needs.
#[derive(Clone, Copy)]
struct Terms {
    power: Power,
    turns: u8,
    amount: i8,
    radius: u8,
}

impl Terms {
    fn of(sheet: &PowerSheet) -> Self {
        Terms { power: sheet.power, turns: sheet.turns, amount: sheet.amount, radius: sheet.radius }
    }
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum At {
    /// The psyker's Grit roll (ITEN-PSY-04).
    Grit,
    /// His soul is at stake (ITEN-PSY-06).
    Soul,
    /// Those who may resist do so, the nearest first (ITEN-PSY-12); those who have done so are noted elsewhere.
    Resist,
    /// A hit of Warpfire is borne or not (ITEN-PSY-26).
    Burn,
    /// The psyker is possessed: how long (ITEN-PSY-09), and who commands him (ITEN-PSY-08).
    Possession,
}

impl Casting {
    /// A power about to be used.
    pub(super) fn begin(action: Action) -> Self {
        Casting { action, at: At::Grit }
    }

    fn next(self, at: At) -> Flow<Step> {
        Flow::Next(Step::Cast(Casting { at, ..self }))
    }

    fn power(self) -> Power {
        Cast::decode(self.action.with).map_or(Power::ALL[Power::ALL.len() - 1], |cast| cast.power)
    }
}

impl Battle {
    /// The sheet of a power.
    #[must_use]
    pub fn power(&self, power: Power) -> &PowerSheet {
        &self.setting().powers[power as usize]
    }

    /// Whether a figure is a psyker who may use a power now (ITEN-PSY-02, -03, ITEN-PSYM-02).
    #[must_use]
    pub(super) fn may_cast(&self, unit: UnitId) -> bool {
        let now = self.unit(unit);
        !self.profile(unit).member.powers.is_empty()
            && now.possessed == 0
            && !(now.cast || now.spent || now.balked)
            && now.fled_from.get().is_none()
            && self.stands(unit)
            && self.foes_touched(unit).is_empty()
    }

    /// The figures that a power could touch: the psyker, and friends next to him (ITEN-PSY-13).
    fn touched(&self, unit: UnitId) -> UnitSet {
        let piece = self.piece(unit);
        let mut all = self.around(piece.at) & self.friends_of(piece.side);
        all.insert(unit);
        all.only(|u| !self.is_immune(u))
    }

    /// Enemies that a power could be aimed at: in sight and within so many hexes (ITEN-PSY-13).
    fn in_reach(&self, unit: UnitId, hexes: u16) -> UnitSet {
        let piece = self.piece(unit);
        let near = |e: UnitId| self.range(piece.at, self.piece(e).at) <= hexes && self.sees(unit, e);
        self.enemies_of(piece.side).only(|e| near(e) && !self.is_immune(e))
    }

    /// The hexes of a Path of Light in a direction (ITEN-PSY-22): a straight line from the next hex, up to what is solid.
    fn path_of_light(&self, from: Cell, direction: Facing) -> impl Iterator<Item = Cell> + '_ {
        let length = self.power(Power::PathOfLight).amount.max(0) as usize;
        let mut at = from;
        std::iter::from_fn(move || {
            at = self.board().neighbours[at.index()][direction as usize];
            (at.is_some() && self.footing(at).passable && self.opened(at)).then_some(at)
        })
        .take(length)
    }
}

/// Lists the powers that a psyker may use, each at whom it may be used.
pub(super) fn offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    if !battle.may_cast(unit) {
        return;
    }
    let (piece, board) = (battle.piece(unit), battle.board());
    for &power in &battle.profile(unit).member.powers {
        let sheet = battle.power(power);
        if !battle.can_work(unit, power) {
            continue;
        }
        let cast = |place: u8| Action::of(Verb::Cast, unit).with(Cast { power, place }.encode());
        let hexes = match sheet.reach {
            Reach::Within(hexes) => u16::from(hexes),
            Reach::Oneself | Reach::Touch | Reach::Sight | Reach::Around(_) => u16::MAX,
        };
        match power {
            Power::BlessArmour | Power::TrueGrit => {
                list.actions.extend(battle.touched(unit).map(|u| cast(0).at(u)));
            }
            Power::BlessWeapon | Power::Venom => {
                for friend in battle.touched(unit) {
                    let places = 0..battle.profile(friend).arms.len().min(8) as u8;
                    list.actions.extend(places.map(|place| cast(place).at(friend)));
                }
            }
            Power::Dominatus => {
                let able = |e: &UnitId| !comrades(battle, *e).is_empty();
                list.actions.extend(battle.in_reach(unit, hexes).filter(able).map(|e| cast(0).at(e)));
            }
            Power::FeetOfLead => {
                // Of points that reach the same enemies one is listed; more sets than these nobody needs to choose from.
                let mut known = arrayvec::ArrayVec::<UnitSet, 64>::new();
                let near = trodden(battle, piece.side, piece.at, hexes.saturating_add(sheet.radius.into()));
                let points = (!near.is_empty()).then(|| board.within(piece.at, hexes));
                for at in points.into_iter().flatten() {
                    let all = near.only(|e| battle.range(at, battle.piece(e).at) <= sheet.radius.into());
                    let new = !all.is_empty() && !known.contains(&all);
                    let seen = |at| battle.opened(at) && battle.look(piece.at, at).is_some();
                    if new && seen(at) && known.try_push(all).is_ok() {
                        list.push(cast(0).hex(at));
                    }
                }
            }
            Power::Warpfire => {
                let free = |e: &UnitId| !battle.in_melee(*e);
                list.actions.extend(battle.in_reach(unit, hexes).filter(free).map(|e| cast(0).at(e)));
            }
            Power::MaskOfDeath | Power::Warpstare | Power::ZoneOfShadows => list.push(cast(0)),
            Power::PathOfLight => {
                let hinders = |c: Cell| battle.hindrance(c) > 0;
                let open =
                    Facing::ALL.into_iter().filter(|&f| battle.path_of_light(piece.at, f).next().is_some_and(hinders));
                list.actions.extend(open.map(|f| cast(0).index(f as u8)));
            }
            Power::Levitate => {
                let height = |c: Cell| i16::from(board.heights[c.index()]);
                let highest = i16::from(sheet.amount);
                let rises = |c: &Cell| (2..=highest).contains(&(height(*c) - height(piece.at)));
                let near = board.neighbours[piece.at.index()].into_iter().filter(|c| c.is_some());
                let free = |c: &Cell| battle.footing(*c).passable && !battle.occupied(*c);
                list.actions.extend(near.filter(|c| free(c) && rises(c)).map(|c| cast(0).hex(c)));
                // HULK-LEFT-09: up or down a ladder with nothing closed in it.
                let ladders = board.linked(piece.at).filter(|&c| battle.climbs(piece.at, c) && battle.opened(c));
                list.actions.extend(ladders.filter(free).map(|c| cast(0).hex(c)));
            }
            Power::PathOfShadows if !battle.unit(unit).moved && opens(battle, piece.side, piece.at) => {
                let farthest = sheet.amount.max(0) as u16;
                let to = board.within(piece.at, farthest);
                let free =
                    |c: &Cell| !battle.occupied(*c) && battle.footing(*c).passable && opens(battle, piece.side, *c);
                let free = |c: &Cell| free(c) && battle.way_is_known(piece.at, *c);
                list.actions.extend(to.filter(free).map(|c| cast(0).hex(c)));
            }
            Power::PathOfShadows => {}
        }
    }
}

/// The enemies of a side around a point at which Feet of Lead are aimed (ITEN-PSY-19).
pub(super) fn trodden(battle: &Battle, side: SideId, at: Cell, radius: u16) -> UnitSet {
    let near = |e: UnitId| battle.range(at, battle.piece(e).at) <= radius;
    battle.enemies_of(side).only(|e| near(e) && !battle.is_immune(e))
}

/// Whether a hex is open ground for shadows to lead from or to: no cover, no enemy beside it (ITEN-PSY-23).
pub(super) fn opens(battle: &Battle, side: SideId, cell: Cell) -> bool {
    battle.hindrance(cell) == 0 && (battle.around(cell) & battle.enemies_of(side)).is_empty()
}

/// The friends of a figure who stand on the board.
fn comrades(battle: &Battle, unit: UnitId) -> UnitSet {
    let mut friends = battle.friends_of(battle.piece(unit).side);
    friends.remove(unit);
    friends & !battle.setting().vehicles
}

/// Whichever of some is nearest to a figure; between equals a die says.
fn nearest(play: &mut Play<'_>, unit: UnitId, of: UnitSet, rule: Rule) -> Option<UnitId> {
    let far = |battle: &Battle, u: UnitId| battle.range(battle.piece(unit).at, battle.piece(u).at);
    let least = of.map(|u| far(play, u)).min()?;
    let mut equal = of.only(|u| far(play, u) == least);
    let count = equal.len() as u8;
    let cuts: arrayvec::ArrayVec<u8, MAX_UNITS> = (2..=count).collect();
    let pick = if count > 1 { play.roll(Roll::new(rule, count, unit), &cuts) } else { 1 };
    equal.nth(usize::from(pick) - 1)
}

/// A power being used, one roll a run (ITEN-PSY-29).
pub(super) fn cast(play: &mut Play<'_>, casting: Casting) -> Flow<Step> {
    let unit = casting.action.unit;
    let sheet = Terms::of(play.power(casting.power()));
    match casting.at {
        At::Grit => {
            play.change(unit, Rule("ITEN-PSY-02"), |u| u.cast = true);
            play.pending_mut().met = UnitSet::default();
            const RULE: Rule = Rule("ITEN-PSY-04");
            let need = play.passes_on(unit).clamp(1, 7) as u8;
            let cuts: &[u8] = if need > 2 { &[2, need] } else { &[2] };
            let face = play.roll(Roll::new(RULE, 6, unit), cuts);
            if face >= need && face > 1 {
                return casting.next(At::Resist);
            }
            play.change(unit, Rule("ITEN-PSY-05"), |u| u.spent = true);
            let host = play.profile(unit).member.is(Tag::Host);
            if face == 1 && !host { casting.next(At::Soul) } else { Flow::Done }
        }
        At::Soul if grit::nerve(play, unit, Rule("ITEN-PSY-06")) => Flow::Done,
        At::Soul => casting.next(At::Possession),
        At::Possession => possess(play, unit),
        At::Resist => match resisting(play, casting, sheet) {
            Some(enemy) => {
                play.pending_mut().met.insert(enemy);
                if !resists(play, enemy) {
                    afflict(play, casting, sheet, enemy);
                }
                casting.next(At::Resist)
            }
            None => take_effect(play, casting, sheet),
        },
        At::Burn => {
            if let Target::Unit(enemy) = casting.action.target {
                let was_down = play.unit(enemy).down;
                let hit = grit::Hit { victim: enemy, by: unit, penalty: 0, was_down };
                // ITEN-SRV-02: a Puritan who would be out rolls again.
                if !is_puritan(play, enemy) || !grit::staves_off(play, hit) {
                    grit::endure(play, hit);
                }
            }
            Flow::Done
        }
    }
}

/// The next enemy that may resist: the nearest that has not yet.
fn resisting(battle: &Battle, casting: Casting, sheet: Terms) -> Option<UnitId> {
    let piece = battle.piece(casting.action.unit);
    let met = battle.pending().met;
    let affected: UnitSet = match (casting.power(), casting.action.target) {
        (Power::Dominatus, Target::Unit(enemy)) => [enemy].into_iter().collect(),
        (Power::FeetOfLead, Target::Hex(at)) => trodden(battle, piece.side, at, sheet.radius.into()),
        _ => UnitSet::default(),
    };
    let left = affected.only(|e| !met.has(e));
    left.min_by_key(|&e| (battle.board().distance(piece.at, battle.piece(e).at), e))
}

/// ITEN-PSY-12: a Grit roll cancels the power; a Puritan Inquisitor rolls again where he fails (ITEN-SRV-02).
fn resists(play: &mut Play<'_>, enemy: UnitId) -> bool {
    const RULE: Rule = Rule("ITEN-PSY-12");
    grit::nerve(play, enemy, RULE) || is_puritan(play, enemy) && grit::nerve(play, enemy, Rule("ITEN-SRV-02"))
}

/// Whether a figure is a Puritan Inquisitor (ITEN-SRV-02).
fn is_puritan(battle: &Battle, unit: UnitId) -> bool {
    let band = &battle.setting().bands[battle.piece(unit).side.index()];
    band.creed == Some(Creed::Puritan) && band.leader == Some(unit)
}

/// The turn in which a power used now ends (ITEN-PSY-14).
fn ends_in(battle: &Battle, sheet: Terms) -> u8 {
    (battle.table().turn + u16::from(sheet.turns)).min(255) as u8
}

/// A power works on a figure from now on (ITEN-PSY-14, -15).
fn lay(play: &mut Play<'_>, by: UnitId, sheet: Terms, on: UnitId) {
    let rule = rule_of(sheet.power);
    let until = ends_in(play, sheet);
    play.change(on, rule, |u| {
        u.until.0[sheet.power as usize] = until;
        u.under[sheet.power as usize] = by.into();
    });
}

/// What befalls an enemy that has not resisted.
fn afflict(play: &mut Play<'_>, casting: Casting, sheet: Terms, enemy: UnitId) {
    lay(play, casting.action.unit, sheet, enemy);
    if casting.power() != Power::Dominatus {
        return;
    }
    // ITEN-PSY-18: at once it goes at its nearest friend, and does nothing else this turn.
    let friends = comrades(play, enemy);
    let Some(friend) = nearest(play, enemy, friends, rule_of(Power::Dominatus)) else { return };
    play.change(enemy, rule_of(Power::Dominatus), |u| (u.goes_at, u.spent) = (friend.into(), true));
    if !play.in_melee(enemy) {
        stepping::go_at(play, enemy, friend, rule_of(Power::Dominatus));
    }
}

/// What a power does once nobody resists any more.
fn take_effect(play: &mut Play<'_>, casting: Casting, sheet: Terms) -> Flow<Step> {
    let (unit, power) = (casting.action.unit, casting.power());
    let rule = rule_of(power);
    match (power, casting.action.target) {
        (Power::BlessArmour | Power::TrueGrit, Target::Unit(friend)) => lay(play, unit, sheet, friend),
        (Power::BlessWeapon | Power::Venom, Target::Unit(friend)) => {
            lay(play, unit, sheet, friend);
            let place = Cast::decode(casting.action.with).map_or(0, |cast| cast.place);
            let until = ends_in(play, sheet);
            play.change(friend, rule, |u| match power {
                Power::Venom => u.venomous.set(place, until),
                _ => u.blessed.set(place, until),
            });
        }
        (Power::MaskOfDeath | Power::Warpstare | Power::ZoneOfShadows, _) => lay(play, unit, sheet, unit),
        (Power::PathOfLight, Target::Index(direction)) => {
            let until = ends_in(play, sheet);
            let direction = Facing::from_index(direction.into());
            let path: arrayvec::ArrayVec<Cell, 32> =
                play.path_of_light(play.piece(unit).at, direction).take(32).collect();
            for cell in path {
                play.change_ground(cell, rule, |g| (g.path, g.path_of) = (until, unit.into()));
            }
        }
        (Power::Levitate, Target::Hex(to)) => {
            stepping::put(play, unit, to, rule);
            stepping::contact(play, unit);
            events::arrived(play, unit);
        }
        (Power::PathOfShadows, Target::Hex(to)) => {
            let steps = play.board().distance(play.piece(unit).at, to).min(99) as u8;
            stepping::put(play, unit, to, rule);
            play.change(unit, rule, |u| (u.steps, u.moved) = (u.steps.saturating_add(steps), true));
            events::arrived(play, unit);
        }
        (Power::Warpfire, Target::Unit(enemy)) if burns(play, unit, enemy, sheet.amount) => {
            return casting.next(At::Burn);
        }
        _ => {}
    }
    Flow::Done
}

/// ITEN-PSY-26: a shot with nothing in hand but fire.
fn burns(play: &mut Play<'_>, unit: UnitId, enemy: UnitId, bonus: i8) -> bool {
    let attack = play.attack(&Declared::on(unit, u8::MAX, enemy), enemy);
    let rule = rule_of(Power::Warpfire);
    play.modified(&attack.modifiers);
    play.modified(&[Modifier::roller(rule, bonus)]);
    let sum: i8 = attack.modifiers.iter().map(|m| m.value).sum::<i8>() + bonus;
    play.test(Roll::new(rule, 6, unit).against(enemy), (attack.armour - sum).clamp(2, 7) as u8)
}

/// The rule of a power's row.
#[must_use]
pub fn rule_of(power: Power) -> Rule {
    const FIRST: [&str; Power::ALL.len()] = [
        "ITEN-PSY-16",
        "ITEN-PSY-17",
        "ITEN-PSY-18",
        "ITEN-PSY-19",
        "ITEN-PSY-20",
        "ITEN-PSY-21",
        "ITEN-PSY-22",
        "ITEN-PSY-23",
        "ITEN-PSY-24",
        "ITEN-PSY-25",
        "ITEN-PSY-26",
        "ITEN-PSY-27",
        "ITEN-PSY-28",
    ];
    Rule(FIRST[power as usize])
}

/// ITEN-PSY-07 to -10: a daemon has the psyker. First how long is rolled, then who commands him, then he goes at the
/// nearest figure; those of Chaos stay with their own side, and have lost their turn like all who fail (ITEN-PSY-05).
fn possess(play: &mut Play<'_>, unit: UnitId) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-PSY-09");
    if super::abilities::executes_possessed(play, unit) {
        return Flow::Done;
    }
    let turns = play.roll(Roll::new(RULE, 6, unit), &super::order::EVERY_FACE);
    let until = (play.table().turn + u16::from(turns) - 1).min(255) as u8;
    let chaos = play.profile(unit).member.is(Tag::Chaos);
    end_powers_of(play, unit);
    play.change(unit, RULE, |u| u.possessed = until);
    play.pending_mut().done.insert(unit);
    events::possessed(play, unit);
    if chaos {
        return Flow::Done;
    }
    let old = play.piece(unit).side;
    let others: arrayvec::ArrayVec<SideId, 8> = play.sides().filter(|&s| s != old).collect();
    const OTHER: Rule = Rule("ITEN-PSY-08");
    let pick = match others.len() {
        0 | 1 => 1,
        n => play.roll(Roll::new(OTHER, n as u8, unit), &[2, 3, 4, 5, 6, 7]),
    };
    if let Some(&side) = others.get(usize::from(pick) - 1) {
        play.enlist(unit, side, OTHER);
        // He may be a Boarder now.
        super::boarding::looking::arrived(play, unit);
    }
    let mut all = play.on_board() & !play.setting().vehicles;
    all.remove(unit);
    if let Some(nearest) = nearest(play, unit, all, OTHER) {
        // Even one of those whose he is now: until the turn ends they are foes.
        play.change(unit, OTHER, |u| u.goes_at = nearest.into());
        stepping::go_at(play, unit, nearest, OTHER);
    }
    Flow::Done
}

/// A psyker's powers end, wherever they work (ITEN-PSY-07).
fn end_powers_of(play: &mut Play<'_>, unit: UnitId) {
    end_where(play, |_, by| by == unit);
}

/// ITEN-PSY-14: at the start of a side's Movement the powers of its psykers that have run out end.
pub(super) fn expire(play: &mut Play<'_>, side: SideId) {
    let turn = play.table().turn;
    let sides: UnitSet = play.units().only(|u| play.piece(u).side == side);
    end_where(play, |until, by| u16::from(until) <= turn && sides.has(by));
}

fn end_where(play: &mut Play<'_>, ends: impl Fn(u8, UnitId) -> bool) {
    for unit in play.units() {
        if play.unit(unit).until.is_empty() {
            continue;
        }
        for power in Power::ALL {
            let now = play.unit(unit);
            let (until, by) = (now.until.0[power as usize], now.under[power as usize]);
            if until == 0 {
                continue;
            }
            // Positions do not say whose a power is: it is the figure's own.
            let by = by.get().unwrap_or(unit);
            // Weapons have each its own time.
            play.change(unit, Rule("ITEN-PSY-14"), |u| match power {
                Power::BlessWeapon => u.blessed.end(|until| ends(until, by)),
                Power::Venom => u.venomous.end(|until| ends(until, by)),
                _ => {}
            });
            if !ends(until, by) {
                continue;
            }
            play.change(unit, Rule("ITEN-PSY-14"), |u| {
                (u.until.0[power as usize], u.under[power as usize]) = (0, MaybeUnit::NONE);
                if power == Power::Dominatus {
                    u.goes_at = MaybeUnit::NONE;
                }
            });
        }
    }
    let over = |battle: &Battle| {
        let mut lit = battle.marked().iter().filter(|(_, g)| g.path != 0);
        lit.find(|(_, g)| ends(g.path, g.path_of.unit())).map(|m| m.0)
    };
    while let Some(cell) = over(play) {
        play.change_ground(cell, Rule("ITEN-PSY-14"), |g| (g.path, g.path_of) = (0, MaybeUnit::NONE));
    }
}

/// ITEN-PSY-09: at the end of their last turn the daemons go, and their hosts are out of the game.
pub(super) fn daemons_go(play: &mut Play<'_>) {
    let turn = play.table().turn;
    for unit in play.units() {
        let now = play.unit(unit);
        if now.possessed != 0 && now.goes_at.is_some() {
            play.change(unit, Rule("ITEN-PSY-08"), |u| u.goes_at = MaybeUnit::NONE);
        }
        let now = play.unit(unit);
        if now.possessed != 0 && u16::from(now.possessed) <= turn && now.fate == Fate::Playing {
            grit::fall(play, unit, UnitId::NONE, grit::DEPARTURE);
        }
    }
}
