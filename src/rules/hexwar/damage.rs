//! Armour and damage (HEX-ARM, HEX-DAM, HEX-RES), critical damage (HEX-CRIT), psychic damage, Endurance (HEX-DWARF).

use crate::battle::{Action, Decision, Flow, Kind, Listing, Modifier, Roll, Rule, UnitId, Verb};

use super::numbers::{LADDER, Result, rung};
use super::stats::{Ability, Class, Damage, Special};
use super::unit::{Arm, Due, Range, Tokens, Unit};
use super::{Battle, Play, Step, shooting, stages, victory};

/// What armour does to a hit (HEX-ARM-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Armour {
    /// The hit goes through.
    Penetrated,
    /// The hit loses damage (HEX-DAM-03).
    Partly,
    /// No result (HEX-DAM-02).
    Blocked,
}

/// A hit before its damage is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Type of damage.
    pub damage: Damage,
    /// Faces of the damage die.
    pub die: u8,
    /// What armour does.
    pub armour: Armour,
}

/// What is added to a damage die, with rules.
type Modifiers = arrayvec::ArrayVec<Modifier, 8>;

/// The quarter where armour is lowest: where assault hits go (HEX-ARM-04).
pub const WEAKEST: u8 = 3;

impl Battle {
    /// The armour of a unit at a quarter: 0 front, 1 side, 2 rear, [`WEAKEST`] the lowest of them (HEX-ARM-01, -03).
    #[must_use]
    pub fn armour(&self, unit: UnitId, quarter: u8) -> u8 {
        let (now, (front, side, rear)) = (self.unit(unit), self.profile(unit).sheet.armour);
        let whole = match quarter {
            0 => front,
            1 => side,
            2 => rear,
            _ => front.min(side).min(rear),
        };
        whole.saturating_sub(now.armour_lost.saturating_add(now.plates))
    }

    /// What armour does to a penetration (HEX-ARM-02, -03).
    #[must_use]
    pub fn armour_against(&self, unit: UnitId, quarter: u8, ap: i8) -> Armour {
        let armour = self.armour(unit, quarter) as i8;
        match armour - ap {
            _ if armour == 0 => Armour::Penetrated,
            short if short <= 0 => Armour::Penetrated,
            short if short <= self.setting().numbers.partly_shortfall_max as i8 => Armour::Partly,
            _ => Armour::Blocked,
        }
    }

    /// A hit on a unit as its damage will be rolled (HEX-DAM-01). Adds what the die is modified by, with rules, be it 0.
    #[inline]
    pub fn hit(
        &self,
        source: UnitId,
        with: Arm,
        range: Range,
        quarter: u8,
        target: UnitId,
        mut add: impl FnMut(Modifier),
    ) -> Hit {
        let numbers = &self.setting().numbers;
        let (arm, band) = (self.arm(source, with), self.band(range));
        // Psychic damage ignores armour (HEX-DAM-10).
        let armour = if arm.damage == Damage::Psychic {
            Armour::Penetrated
        } else {
            let ap = if band.half_ap { arm.ap / 2 } else { arm.ap };
            let quarter = if with == Arm::Assault { WEAKEST } else { quarter };
            self.armour_against(target, quarter, ap as i8 + band.ap)
        };
        let piercing = arm.specials.contains(&Special::Piercing) && arm.damage != Damage::Psychic;
        self.toughness(target, arm.damage, |rule, value| add(Modifier::target(rule, value)));
        let banded = if range == Range::PointBlank { Rule("HEX-RNG-01") } else { Rule("HEX-RNG-03") };
        add(Modifier::ground(banded, band.damage));
        let partly = if armour == Armour::Partly { numbers.partly_mod } else { 0 };
        add(Modifier::target(Rule("HEX-DAM-03"), partly));
        let pierced = piercing && armour == Armour::Penetrated;
        add(Modifier::roller(Rule("HEX-DAM-04"), if pierced { numbers.piercing_mod } else { 0 }));
        Hit { damage: arm.damage, die: arm.die, armour }
    }

    /// What the target itself adds to damage of a type, be it 0: tokens and resistance (HEX-DAM-05, -07).
    #[inline]
    pub(super) fn toughness(&self, target: UnitId, damage: Damage, mut add: impl FnMut(Rule, i8)) {
        add(Rule("HEX-DAM-05"), self.unit(target).future.min(100) as i8);
        add(Rule("HEX-DAM-07"), -(self.profile(target).resistance(damage) as i8));
    }

    /// Who is paid if a unit dies of a hit by another: the number of the striker's side plus one; none for its own side's
    /// hits and for nobody's (HEX-WIN-02).
    fn striker(&self, source: UnitId, target: UnitId) -> Option<u8> {
        (source != UnitId::NONE && self.enemies(source, target)).then(|| self.piece(source).side.0 + 1)
    }

    /// The faces of a damage die at which the result changes, and the least face of total 1 (see [`crate::battle::Dice`]).
    fn damage_cuts(&self, modifier: i8) -> arrayvec::ArrayVec<u8, 8> {
        let rows = self.setting().numbers.results.iter().map(|r| r.from);
        std::iter::once(1).chain(rows).map(|from| (i16::from(from) - i16::from(modifier)).clamp(1, 255) as u8).collect()
    }

    /// The result of a damage total on a unit (HEX-RES): its column, less what its kind ignores.
    #[must_use]
    pub fn result(&self, unit: UnitId, damage: Damage, total: i16) -> Result {
        let Some(row) = self.setting().numbers.results.iter().rev().find(|r| total >= i16::from(r.from)) else {
            return Result::default();
        };
        let sheet = &self.profile(unit).sheet;
        let mut result = match (damage, sheet.class) {
            (Damage::Psychic, _) => row.psychic,
            (_, Class::Infantry) => row.infantry,
            (_, Class::Monster) => row.monster,
            (_, Class::Vehicle) => row.vehicle,
        };
        // HEX-DAM-11, HEX-RES-13.
        if damage == Damage::Bleed || !sheet.bio {
            result.bleed = 0;
        }
        result
    }
}

impl Unit {
    /// Gives shaken tokens; a shaken unit has lost its aim (HEX-ORD-08).
    pub(super) fn shake(&mut self, tokens: u8) {
        self.shaken = self.shaken.saturating_add(tokens);
        self.aim &= self.shaken == 0;
    }
}

impl Due {
    /// Whether nothing is due.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        bytemuck::bytes_of(self).iter().all(|&byte| byte == 0)
    }

    /// Adds a result.
    pub(super) fn add(&mut self, result: Result) {
        self.kills = self.kills.saturating_add(result.kills);
        self.future = self.future.saturating_add(result.tokens);
        self.shaken = self.shaken.saturating_add(result.shaken);
        self.critical = self.critical.saturating_add(result.critical);
        self.bleed.add(result.bleed);
        self.fire |= result.fire;
    }
}

/// Tells of what a die is modified by, as far as it is not 0; returns the sum.
fn told(play: &mut Play<'_>, modifiers: &Modifiers) -> i8 {
    play.modified(modifiers);
    modifiers.iter().map(|m| m.value).sum()
}

/// Rolls damage that ignores armour, with the target's tokens and resistance, and returns the face and the result.
/// `also` are further faces at which something changes.
pub(super) fn roll_damage(
    play: &mut Play<'_>,
    rule: Rule,
    die: u8,
    target: UnitId,
    damage: Damage,
    also: &[u8],
) -> (u8, Result) {
    let mut modifiers = Modifiers::new();
    play.toughness(target, damage, |rule, value| modifiers.push(Modifier::roller(rule, value)));
    let modifier = told(play, &modifiers);
    let mut cuts = play.damage_cuts(modifier);
    cuts.extend(also.iter().copied().take(cuts.remaining_capacity()));
    cuts.sort_unstable();
    let face = play.roll(Roll::new(rule, die, target), &cuts);
    (face, play.result(target, damage, i16::from(face) + i16::from(modifier)))
}

/// Psychic damage inside an assault round acts at once (HEX-SEQ-04); whether the unit is shaken afterwards.
pub(super) fn psychic_now(play: &mut Play<'_>, rule: Rule, die: u8, target: UnitId) {
    if play.profile(target).has(Ability::Fearless) {
        return play.note(Rule("HEX-ABIL-06"), "fearless", target, 0);
    }
    let (_, result) = roll_damage(play, rule, die, target, Damage::Psychic, &[]);
    play.change(target, Rule("HEX-DAM-10"), |u| u.shake(result.shaken));
}

/// Rolls the damage of one waiting hit after the other on the state as it was when the step began (HEX-SEQ-03).
pub(super) fn apply(play: &mut Play<'_>, next: u8) -> Flow<Step> {
    let Some(&strike) = play.pending().strikes.get(usize::from(next)) else {
        play.pending_mut().strikes.clear();
        return Flow::Next(Step::Endurance { unit: UnitId::FIRST });
    };
    let target = strike.target;
    if strike.count == 0 || !play.piece(target).at.is_some() {
        return Flow::Next(Step::Apply { next: next + 1 });
    }
    let mut modifiers = Modifiers::new();
    let add = |modifier| modifiers.push(modifier);
    let hit = play.hit(strike.source, strike.with, strike.range, strike.quarter, target, add);
    if hit.armour == Armour::Blocked {
        play.note(Rule("HEX-DAM-02"), "blocked by armour", target, i16::from(strike.count));
        specials(play, strike.source, strike.with, target, 0);
        return Flow::Next(Step::Apply { next: next + 1 });
    }
    let modifier = told(play, &modifiers);
    let cuts = play.damage_cuts(modifier);
    let by = if strike.source == UnitId::NONE { target } else { strike.source };
    let face = play.roll(Roll::new(Rule("HEX-DAM-01"), hit.die, by).against(target), &cuts);
    let total = i16::from(face) + i16::from(modifier);
    let fearless = hit.damage == Damage::Psychic && play.profile(target).has(Ability::Fearless);
    if !fearless {
        let result = play.result(target, hit.damage, total);
        let (most, striker) = (play.setting().numbers.future_a_step, play.striker(strike.source, target));
        play.change(target, Rule("HEX-DAM-01"), |u| {
            // HEX-RES-02: a crowd's blows do not wreck by their number what none of them can hurt.
            let tokens = result.tokens.min(most.saturating_sub(u.due.future));
            u.due.add(Result { tokens, ..result });
            u.struck = striker.unwrap_or(u.struck);
        });
        specials(play, strike.source, strike.with, target, total);
    }
    play.pending_mut().strikes[usize::from(next)].count -= 1;
    Flow::Next(Step::Apply { next })
}

/// Tokens that a weapon gives besides its damage (HEX-DAM-09): acid and fire by any hit, poison and bleeding by a
/// total of 1 or more on a biological unit.
fn specials(play: &mut Play<'_>, source: UnitId, with: Arm, target: UnitId, total: i16) {
    let specials = play.arm(source, with).specials;
    let bleeds = total >= 1 && play.profile(target).sheet.bio;
    let (mut acid, mut fire, mut tokens) = (false, false, [Tokens::default(); 2]);
    for special in specials {
        match special {
            Special::Acid => acid = true,
            Special::Fire => fire = true,
            Special::Poison(die) if bleeds => tokens[0].add(*die),
            Special::Bleed(die) if bleeds => tokens[1].add(*die),
            _ => {}
        }
    }
    if acid || fire || tokens.iter().any(|t| !t.is_empty()) {
        let striker = play.striker(source, target);
        play.change(target, Rule("HEX-DAM-09"), |u| {
            u.struck = striker.unwrap_or(u.struck);
            u.due.acid |= acid;
            u.due.fire |= fire;
            u.due.poison.merge(tokens[0]);
            u.due.bleed.merge(tokens[1]);
        });
    }
}

/// Kills of a unit that are still to be asked about, those of poison tokens included.
fn kills(due: &Due) -> u8 {
    let [_, one, two] = due.spent;
    let by_poison = one.len() + 2 * two.len();
    due.kills.saturating_add(by_poison.min(255) as u8)
}

/// HEX-DWARF-01: for each kill the owner is asked whether a token of Endurance makes it bleed[4] instead.
pub(super) fn endurance(play: &mut Play<'_>, unit: UnitId, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-DWARF-01");
    match answer.map(|a| a.verb) {
        Some(Verb::Endure) => play.change(unit, RULE, |u| {
            u.endurance -= 1;
            u.due.endured += 1;
            spare_one(u);
        }),
        Some(_) => play.change(unit, RULE, |u| u.due.asked += 1),
        None => {}
    }
    // Kills declined stay at the front of the count, so the next question is about the next kill. Beyond the
    // models there is nothing to save, but one kill spared there may still save a model.
    let asks = |u: &UnitId| {
        let now = play.unit(*u);
        now.endurance > 0 && kills(&now.due) > now.due.asked
    };
    match play.first_asked(play.on_board().only(|u| asks(&u))) {
        Some(id) => {
            let decision = Decision::about(play.piece(id).side, Kind::React, id, RULE);
            Flow::Ask(Step::Endurance { unit: id }, decision)
        }
        None => Flow::Next(Step::Land { unit: UnitId::FIRST }),
    }
}

/// Takes one kill away: of plain damage first, then of the poison token with the smallest die, which then has killed
/// one model less (HEX-AG3-02).
fn spare_one(unit: &mut Unit) {
    let due = &mut unit.due;
    if due.kills > 0 {
        due.kills -= 1;
        return;
    }
    for killed in [1, 2] {
        for rung in 0..LADDER.len() {
            if due.spent[killed].0[rung] > 0 {
                due.spent[killed].0[rung] -= 1;
                due.spent[killed - 1].0[rung] += 1;
                unit.queue.spared(rung, killed);
                return;
            }
        }
    }
}

/// The answers to a question about Endurance.
pub(super) fn endurance_offers(actor: Option<UnitId>, list: &mut Listing) {
    if let Some(unit) = actor {
        list.push(Action::of(Verb::Endure, unit));
        list.push(Action::of(Verb::Keep, unit));
    }
}

/// Results, tokens and kills land, unit by unit; critical damage is rolled one effect a run.
pub(super) fn land(play: &mut Play<'_>, unit: UnitId) -> Flow<Step> {
    let Some(id) = play.units().from(unit).find(|u| !play.unit(*u).due.is_empty()) else {
        return landed(play);
    };
    let (due, struck) = (play.unit(id).due, play.unit(id).struck);
    let next = Flow::Next(Step::Land { unit: id.next() });
    if !play.piece(id).at.is_some() {
        play.change(id, Rule("HEX-SEQ-05"), |u| u.due = Due::default());
        return next;
    }
    let bio = play.profile(id).sheet.bio;
    let killed = kills(&due);
    let bleeding = stages::agony_now(play).is_none();
    let die = play.setting().numbers.endurance_bleed;
    play.change(id, Rule("HEX-SEQ-03"), |u| {
        u.models = u.models.saturating_sub(killed);
        if u.models == 0 {
            // It is gone with all its tokens (HEX-BASE-04).
            *u = Unit { sheet: u.sheet, speed: u.speed, flying: u.flying, ..Unit::default() };
            return;
        }
        u.future = u.future.saturating_add(due.future);
        u.shake(due.shaken);
        u.armour_lost = u.armour_lost.saturating_add(due.armour);
        u.acid |= due.acid;
        u.minor_acid |= due.minor_acid;
        u.fire |= due.fire;
        if bio {
            u.bleed.merge(due.bleed);
            u.poison.merge(due.poison);
            u.queue.gain(due.poison);
        }
        for _ in 0..due.endured {
            // HEX-DWARF-02: in agony it waits for the next turn.
            if bleeding { u.bleed.add(die) } else { u.waiting = u.waiting.saturating_add(1) }
        }
        wear_off(u, due.spent);
        u.due = Due { critical: due.critical, ..Due::default() };
    });
    if play.unit(id).models == 0 {
        destroy(play, id, struck);
        return next;
    }
    if due.critical == 0 {
        return next;
    }
    critical(play, id);
    Flow::Next(Step::Land { unit: id })
}

/// HEX-AG3-02: a poison token that killed nobody loses a step, one that killed is gone. All of them had been taken
/// off the unit when they were rolled.
fn wear_off(unit: &mut Unit, spent: [Tokens; 3]) {
    for (rung, &n) in spent[0].0.iter().enumerate().skip(1) {
        unit.poison.0[rung - 1] = unit.poison.0[rung - 1].saturating_add(n);
    }
    if spent.iter().any(|tokens| !tokens.is_empty()) {
        unit.queue.wear_off();
    }
}

/// One effect of critical damage (HEX-CRIT-01).
fn critical(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("HEX-CRIT-01");
    play.change(unit, RULE, |u| u.due.critical -= 1);
    let die = play.setting().numbers.crit_die;
    match play.roll(Roll::new(RULE, die, unit), &[2, 3, 4, 5, 6]) {
        1 => play.change(unit, RULE, |u| u.engine = u.engine.saturating_add(1)),
        2 => {
            let guns = play.profile(unit).ranged.len() as u8;
            let dead = play.unit(unit).guns;
            let working = (0..guns).filter(|g| dead >> g & 1 == 0).count() as u8;
            if working == 0 {
                return;
            }
            let cuts = [2, 3, 4, 5, 6, 7, 8];
            let pick = if working == 1 { 1 } else { play.roll(Roll::new(RULE, working, unit), &cuts) };
            let gun = (0..guns).filter(|g| dead >> g & 1 == 0).nth(usize::from(pick) - 1);
            play.change(unit, RULE, |u| u.guns |= gun.map_or(0, |g| 1 << g));
        }
        3 => play.change(unit, RULE, |u| u.crew = u.crew.saturating_add(1)),
        4 => play.change(unit, RULE, |u| u.tracks = u.tracks.saturating_add(1)),
        5 => play.change(unit, RULE, |u| u.fire = true),
        _ => play.change(unit, RULE, |u| u.plates = u.plates.saturating_add(1)),
    }
}

/// A unit without models leaves at once (HEX-BASE-04, HEX-SEQ-05); a vehicle leaves a wreck where one can lie.
fn destroy(play: &mut Play<'_>, unit: UnitId, struck: u8) {
    let piece = play.piece(unit);
    let points = play.profile(unit).sheet.points as i16;
    if play.profile(unit).sheet.class == Class::Vehicle && play.terrain_row(piece.at).vehicle.is_some() {
        shooting::alter(play, piece.at, Rule("HEX-TERRAIN-10"), |m| m.wreck = true);
    }
    victory::pay(play, piece.side, struck, points);
    play.move_to(unit, crate::board::Cell::NONE, Rule("HEX-BASE-04"));
}

/// What lands on hexes; bleed tokens that waited for the end of the agony; and the end of the battle.
fn landed(play: &mut Play<'_>) -> Flow<Step> {
    if play.table().ground_due > 0 {
        land_on_ground(play);
    }
    if stages::agony_now(play) == Some(4) {
        for unit in play.units() {
            let waiting = play.unit(unit).waiting;
            if let (true, Some(rung)) = (waiting > 0, rung(play.setting().numbers.endurance_bleed)) {
                play.change(unit, Rule("HEX-DWARF-02"), |u| {
                    u.bleed.0[rung] = u.bleed.0[rung].saturating_add(waiting);
                    u.waiting = 0;
                });
            }
        }
    }
    match victory::last_team(play) {
        Some(outcome) => Flow::End(outcome),
        None => Flow::Done,
    }
}

/// Clouds and fires that agony has made land with its damage.
fn land_on_ground(play: &mut Play<'_>) {
    for i in 0..play.marked().len() {
        let (cell, marks) = play.marked()[i];
        if marks.cloud_due > 0 {
            // A cloud with a larger die stays (HEX-AG0-03).
            play.change_ground(cell, Rule("HEX-AG0-03"), |m| {
                (m.cloud_new, m.cloud) = (m.cloud_new || m.cloud <= m.cloud_due, m.cloud.max(m.cloud_due));
                m.cloud_due = 0;
            });
        }
        if marks.fire_due {
            play.change_ground(cell, Rule("HEX-AG2-07"), |m| {
                (m.burning, m.burning_new, m.fire_due) = (true, true, false)
            });
        }
    }
    play.change_table(Rule("HEX-SEQ-03"), |t| t.ground_due = 0);
}
