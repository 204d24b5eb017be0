//! Shooting (GEM-SHOOT, GEM-TGT, GEM-AMMO, GEM-LUCKY) and what it needs to hit.

use arrayvec::ArrayVec;

use crate::battle::{Flow, Modifier, Reason, Refusal, Roll, Rule, UnitId, UnitSet};
use crate::board::Cell;

use super::ambush::warned;
use super::checks::{any_way, at_least};
use super::content::Cover;
use super::model::{Hit, Model, Source, did};
use super::options::{AmmoRolls, ChanceBeyondSix, ExtraWounds, LuckyShots, Overwatch, Premeasure, TargetPriority};
use super::stats::{BladeTag, Class, Gun, GunTag, Trait};
use super::steps::{Mode, Shot, Step};
use super::{Battle, Play, ambush};

/// A grenade of the sheet, as what is thrown.
pub const GRENADE: u8 = 8;
/// A smoke grenade.
pub const SMOKE: u8 = 9;
/// A weapon at hand that may be thrown: a bottle.
pub const HURL: u8 = 10;
/// Hexes that such a weapon flies, and its strength (the table of weapons).
const HURLED: (u16, u8) = (4, 2);
/// Strength and save modifier of a grenade (the table of weapons).
const BLAST: (u8, i8) = (4, -1);

/// A shooting as it would be done: what it needs, and why. Preview, resolver, opponents and log read this one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// Rolls to hit; 0 where the action points do not suffice or the target is beyond range.
    pub shots: u8,
    /// Least face that hits, 2 at least; beyond 6 a second die is needed, beyond 9 nothing hits (GEM-SHOOT-01, -02).
    pub need: u8,
    /// Modifiers; those of 0 are left out.
    pub modifiers: ArrayVec<Modifier, 12>,
}

impl Aim {
    /// How likely a roll hits.
    #[must_use]
    pub fn chance(&self, beyond: bool) -> f32 {
        match self.need {
            ..=6 => f32::from(7 - self.need) / 6.0,
            7..=9 if beyond => f32::from(10 - self.need) / 36.0,
            _ => 0.0,
        }
    }
}

/// Shots of a gun for so many action points at so many hexes (GEM-ACT-03).
#[must_use]
pub fn shots(gun: &Gun, ap: u8, hexes: u16, rapid: u8) -> u8 {
    match gun.class {
        Class::Pistol => ap.min(2),
        Class::RapidFire => 1 + u8::from(hexes <= rapid.into()),
        Class::Heavy | Class::Slow if !enough(gun, ap) => 0,
        Class::Assault | Class::Heavy | Class::Slow => gun.shots,
    }
}

/// Whether so many action points suffice for a gun to fire at all (GEM-ACT-03).
#[must_use]
pub fn enough(gun: &Gun, ap: u8) -> bool {
    ap >= if matches!(gun.class, Class::Heavy | Class::Slow) { 2 } else { 1 }
}

/// Action points that a Shoot with a gun can be done for: more than these add nothing (GEM-ACT-03).
#[must_use]
pub fn worth(gun: &Gun, ap: u8) -> bool {
    match gun.class {
        Class::Pistol => matches!(ap, 1 | 2),
        Class::RapidFire | Class::Assault => ap == 1,
        Class::Heavy | Class::Slow => ap == 2,
    }
}

impl Battle {
    /// A shooting, wherever the two stand now.
    #[must_use]
    pub fn aim(&self, shot: Shot) -> Aim {
        let Shot { unit, gun: place, target, ap, mode } = shot;
        let (gun, now, then) = (self.gun(unit, place), self.unit(unit), self.unit(target));
        let hexes = self.apart(unit, target);
        let mut modifiers: ArrayVec<Modifier, 12> = ArrayVec::new();
        let mut add = |modifier: Modifier| {
            if modifier.value != 0 {
                modifiers.push(modifier);
            }
        };
        const TABLE: Rule = Rule("GEM-SHOOT-03");
        add(Modifier::ground(TABLE, if hexes <= gun.short.into() { gun.at_short } else { gun.at_long }));
        let cover = self.cover_from(unit, target).unwrap_or_default();
        add(Modifier::ground(TABLE, cover.modifier()));
        add(Modifier::target(Rule("GEM-OVER-07"), if mode == Mode::Snap { -1 } else { 0 }));
        add(Modifier::target(TABLE, if then.moved >= self.setting().numbers.fast { -1 } else { 0 }));
        let size = i8::from(self.has(target, &Trait::Large)) - i8::from(self.has(target, &Trait::Small));
        add(Modifier::target(TABLE, size));
        add(Modifier::target(Rule("GEM-OBS-02"), -i8::from(then.warned == warned::DUCKS)));
        let right = (place == 0) != now.swapped;
        let arm = if gun.hands == 2 { now.arms } else { now.arms & if right { 1 } else { 2 } };
        add(Modifier::roller(Rule("GEM-LOC-04"), if arm != 0 { -1 } else { 0 }));
        add(Modifier::roller(Rule("GEM-WND-03"), if self.is_weak(unit) { -1 } else { 0 }));
        if mode == Mode::Own {
            let unsteady = gun.has(GunTag::Steady) && now.did & did::MOVED != 0;
            add(Modifier::roller(Rule("GEM-ACT-07"), if unsteady { -1 } else { 0 }));
            add(Modifier::roller(TABLE, i8::from(now.did & did::AIMED != 0)));
        }
        add(Modifier::roller(Rule("GEM-CONF-01"), if self.confused(unit) { -1 } else { 0 }));
        let sum: i16 = modifiers.iter().map(|m| i16::from(m.value)).sum();
        let need = (7 - i16::from(self.bs(unit)) - sum).clamp(2, 10) as u8;
        let beyond = hexes > gun.long.into();
        let shots = match mode {
            _ if beyond => 0,
            // A heavy or slow gun fires once in a contest of speed (GEM-DRAW-01).
            Mode::Draw | Mode::Together if matches!(gun.class, Class::Heavy | Class::Slow) => 1,
            _ => shots(gun, ap, hexes, self.setting().numbers.rapid),
        };
        Aim { shots, need, modifiers }
    }

    /// Whether a model has lost more than half of its extra wounds (GEM-WND-03).
    fn is_weak(&self, unit: UnitId) -> bool {
        let now = self.unit(unit);
        self.options().extra_wounds != ExtraWounds::Off && 2 * now.wounds < now.full
    }

    /// Whether a roll that needs more than 6 may hit.
    #[must_use]
    pub fn beyond_six(&self) -> bool {
        self.options().chance_beyond_six == ChanceBeyondSix::On
    }

    /// Whether a gun is in hand and can be fired.
    ///
    /// # Errors
    /// Why not.
    pub fn gun_ready(&self, unit: UnitId, place: u8) -> Result<(), Refusal> {
        self.gun_works(unit, place)?;
        if self.unit(unit).slung >> place & 1 == 1 {
            return Err(Refusal::new(Reason::WeaponNotReady, Rule("GEM-DRAW-02")));
        }
        Ok(())
    }

    /// Whether a gun could be fired once it is in hand.
    ///
    /// # Errors
    /// Why not.
    pub fn gun_works(&self, unit: UnitId, place: u8) -> Result<(), Refusal> {
        let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
        if usize::from(place) >= self.kit(unit).guns.len() {
            return no(Reason::Malformed, "GEM-SHOOT-08");
        }
        let (now, bit) = (self.unit(unit), 1 << place);
        if now.stripped {
            return no(Reason::WeaponNotReady, "GEM-CC-03");
        }
        if now.useless & bit != 0 {
            return no(Reason::WeaponNotReady, "GEM-AMMO-02");
        }
        if now.empty & bit != 0 {
            return no(Reason::WeaponNotReady, "GEM-ACT-07");
        }
        if now.frenzied || now.stupid {
            return no(Reason::MayNotAct, if now.frenzied { "GEM-FRZ-05" } else { "GEM-STUP-03" });
        }
        if now.ran {
            return no(Reason::MayNotAct, "GEM-RUN-01");
        }
        Ok(())
    }

    /// Whether a model may shoot at a target: it is seen, and no other must be shot at before it (GEM-SHOOT-08, GEM-TGT-01).
    ///
    /// # Errors
    /// Why not.
    pub fn may_target(&self, shot: Shot) -> Result<(), Refusal> {
        self.may_target_past(shot, || self.foremost(shot.unit))
    }

    /// The same where it is known which target comes first.
    pub(super) fn may_target_past(
        &self,
        shot: Shot,
        foremost: impl FnOnce() -> Option<(u16, Cover)>,
    ) -> Result<(), Refusal> {
        let Shot { unit, gun, target, mode, .. } = shot;
        let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
        if !self.on_board().has(target) || !self.enemies(unit, target) {
            return no(Reason::NotAnEnemy, "GEM-SHOOT-08");
        }
        if self.unit(target).hidden {
            return no(Reason::NoSight, "GEM-MOVE-05");
        }
        if !self.in_arc(unit, self.piece(target).at) {
            return no(Reason::OutOfArc, "GEM-MOVE-06");
        }
        let Some(cover) = self.cover_from(unit, target) else { return no(Reason::NoSight, "GEM-SHOOT-08") };
        let hexes = self.apart(unit, target);
        if self.options().premeasure == Premeasure::On && hexes > self.gun(unit, gun).long.into() {
            return no(Reason::OutOfRange, "GEM-SHOOT-08");
        }
        let chosen = matches!(mode, Mode::Own | Mode::Saved);
        if self.options().target_priority == TargetPriority::On
            && chosen
            && !self.gun(unit, gun).has(GunTag::Sniper)
            && foremost().is_some_and(|(nearest, shelter)| nearest < hexes && cover >= shelter)
        {
            return no(Reason::MayNotAct, "GEM-TGT-01");
        }
        Ok(())
    }

    /// Of the enemies that a model has to shoot at before others the nearest, of several as near the one in least cover: how far
    /// away it is, and its cover (GEM-TGT-01).
    #[must_use]
    pub(super) fn foremost(&self, unit: UnitId) -> Option<(u16, Cover)> {
        let mut first: Option<(u16, Cover)> = None;
        for foe in self.enemies_of(self.piece(unit).side) {
            let hexes = self.apart(unit, foe);
            let counts = first.is_none_or(|(nearest, _)| hexes <= nearest)
                && !self.unit(foe).hidden
                && self.standing(foe)
                && self.in_arc(unit, self.piece(foe).at)
                && !self.engaged(foe);
            let seen = if counts { self.cover_from(unit, foe).map(|cover| (hexes, cover)) } else { None };
            first = [first, seen].into_iter().flatten().min();
        }
        first
    }

    /// The models of the fight that one is in: all linked by contact with enemies (GEM-CC-04).
    #[must_use]
    pub fn fight_of(&self, unit: UnitId) -> UnitSet {
        let mut all: UnitSet = [unit].into_iter().collect();
        let mut open = all;
        while let Some(next) = open.first() {
            open.remove(next);
            let linked =
                self.foes_touching(next).only(|foe| !all.has(foe) && (self.standing(next) || self.standing(foe)));
            all.add(linked);
            open.add(linked);
        }
        all
    }

    /// How far a model throws (GEM-SHOOT-07).
    #[must_use]
    pub fn throw_range(&self, unit: UnitId) -> u16 {
        u16::from(2 * self.sheet(unit).s + 2).min(12)
    }
}

/// A gun is fired: all rolls to hit, then the wounds one by one (GEM-ORD-03).
pub(super) fn shoot(play: &mut Play<'_>, shot: Shot) -> Flow<Step> {
    const HIT: Rule = Rule("GEM-SHOOT-01");
    let Shot { unit, gun: place, target, mode, .. } = shot;
    if !play.piece(target).at.is_some() || !play.standing(unit) {
        return Flow::Done;
    }
    ambush::give_away(play, unit);
    let aim = play.aim(shot);
    let index = play.kit(unit).guns[usize::from(place)];
    let gun = play.gun(unit, place);
    let (strength, save, keeps) = (gun.strength, gun.save, gun.ammo);
    let (steady, reload, knocks) = (gun.has(GunTag::Steady), gun.has(GunTag::Reload), gun.has(GunTag::Knocks));
    let pins = gun.has(GunTag::Sniper) || strength >= 7;
    let used = Rule("GEM-ACT-08");
    play.change(unit, used, |m: &mut Model| {
        (m.hidden, m.fired, m.overwatch) = (false, true, false);
        match mode {
            Mode::Own => m.did |= did::SHOT,
            Mode::Draw | Mode::Together => {}
            _ => (m.reacted, m.crit) = (true, false),
        }
        if steady {
            m.did |= did::PLANTED;
        }
        if reload {
            m.empty |= 1 << place;
        }
    });
    play.pending_mut().shooter = unit.into();
    play.pending_mut().pins = pins;
    play.pending_mut().shot_at.insert(target);
    if aim.shots == 0 {
        play.note(Rule("GEM-SHOOT-08"), "shoots beyond its range", unit, 0);
        return Flow::Next(Step::Hits);
    }
    let (ammo, lucky) = (play.options().ammo_rolls == AmmoRolls::On, play.options().lucky_shots == LuckyShots::On);
    let beyond = play.beyond_six();
    let mut sixes = 0;
    for _ in 0..aim.shots {
        play.modified(&aim.modifiers);
        let mut cuts: ArrayVec<u8, 3> = ArrayVec::new();
        cuts.push(aim.need.min(6));
        if lucky && aim.need <= 4 {
            cuts.push(aim.need + 2);
        }
        if ammo && !cuts.contains(&6) {
            cuts.push(6);
        }
        let face = play.roll(Roll::new(HIT, 6, unit).against(target), &cuts);
        sixes += u8::from(face == 6);
        let hits = match aim.need {
            ..=6 => face >= aim.need,
            need @ 7..=9 if beyond => face == 6 && at_least(play, Rule("GEM-SHOOT-02"), unit, need - 3),
            _ => false,
        };
        if hits {
            let on = struck(play, unit, target);
            let hit = Hit {
                by: unit,
                on,
                strength,
                save,
                from: Source::Gun(index),
                lucky: lucky && face >= aim.need + 2,
                many: false,
            };
            strike(play, hit);
            if knocks || strength >= 7 {
                play.pending_mut().then.push(Step::Ledge { unit: on, worse: u8::from(knocks) });
            }
        }
    }
    // The bands of the rolls tell a 6 apart only where it matters.
    for _ in 0..if ammo { sixes } else { 0 } {
        if !at_least(play, Rule("GEM-AMMO-01"), unit, keeps) {
            play.change(unit, Rule("GEM-AMMO-02"), |m| m.useless |= 1 << place);
        }
    }
    if mode == Mode::Together { Flow::Done } else { Flow::Next(Step::Hits) }
}

/// Who is hit by a shot at a target: in close combat any model of the fight, all alike (GEM-SHOOT-06).
fn struck(play: &mut Play<'_>, unit: UnitId, target: UnitId) -> UnitId {
    const RULE: Rule = Rule("GEM-SHOOT-06");
    if !play.engaged(target) {
        return target;
    }
    let mut all = play.fight_of(target);
    let faces = all.len().min(8) as u8;
    let cuts: ArrayVec<u8, 7> = (2..=faces).collect();
    let face = play.roll(Roll::new(RULE, faces, unit), &cuts);
    all.nth(usize::from(face) - 1).unwrap_or(target)
}

/// A hit by shooting waits for its wound, and whoever takes it for the test of its nerve.
fn strike(play: &mut Play<'_>, hit: Hit) {
    play.pending_mut().hits.push(hit);
    play.pending_mut().shaken.insert(hit.on);
    play.pending_mut().struck.insert(hit.on);
    if play.options().overwatch == Overwatch::Old && play.unit(hit.on).overwatch {
        play.change(hit.on, Rule("GEM-OVER-06"), |m| m.overwatch = false);
    }
}

/// Whether a model can throw the weapon that it has in hand at an enemy (GEM-SHOOT-07).
pub(super) fn check_hurl(battle: &Battle, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    const RULE: Rule = Rule("GEM-SHOOT-07");
    let no = |reason| Err(Refusal::new(reason, RULE));
    if battle.unit(unit).found == 0 || !battle.blades(unit).any(|blade| blade.has(BladeTag::Thrown)) {
        return no(Reason::NotEnough);
    }
    if !battle.on_board().has(target) || !battle.enemies(unit, target) {
        return no(Reason::NotAnEnemy);
    }
    if battle.apart(unit, target) > HURLED.0 {
        return no(Reason::OutOfRange);
    }
    if battle.sees(unit, target) { Ok(()) } else { no(Reason::NoSight) }
}

/// A model throws the weapon in its hand, which is gone then (GEM-SHOOT-07).
pub(super) fn hurl(play: &mut Play<'_>, unit: UnitId, target: UnitId) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-SHOOT-07");
    let cover = play.cover_from(unit, target).unwrap_or_default();
    let modifiers = [
        Modifier::ground(RULE, cover.modifier()),
        Modifier::roller(Rule("GEM-CONF-01"), if play.confused(unit) { -1 } else { 0 }),
    ];
    play.modified(&modifiers);
    let sum: i16 = modifiers.iter().map(|m| i16::from(m.value)).sum();
    let need = (7 - i16::from(play.bs(unit)) - sum).clamp(2, 7) as u8;
    play.change(unit, RULE, |m| (m.found, m.hidden, m.fired, m.did) = (0, false, true, m.did | did::SHOT));
    play.pending_mut().shooter = unit.into();
    play.pending_mut().shot_at.insert(target);
    if at_least(play, RULE, unit, need) {
        let on = struck(play, unit, target);
        let strength = HURLED.1;
        strike(play, Hit { by: unit, on, strength, save: 0, from: Source::Blast, lucky: false, many: false });
    }
    Flow::Next(Step::Hits)
}

/// Whether a grenade can be thrown into a hex (GEM-SHOOT-07).
pub(super) fn check_throw(battle: &Battle, unit: UnitId, what: u8, at: Cell) -> Result<(), Refusal> {
    const RULE: Rule = Rule("GEM-SHOOT-07");
    let now = battle.unit(unit);
    let has = match what {
        GRENADE => now.grenades,
        SMOKE => now.smokes,
        _ => return Err(Refusal::new(Reason::Malformed, RULE)),
    };
    if has == 0 {
        return Err(Refusal::new(Reason::NotEnough, RULE));
    }
    if battle.board().distance(battle.piece(unit).at, at) > battle.throw_range(unit) {
        return Err(Refusal::new(Reason::OutOfRange, RULE));
    }
    if !battle.in_arc(unit, at) {
        return Err(Refusal::new(Reason::OutOfArc, RULE));
    }
    check_landing(battle, unit, at)
}

/// Whether anything can be thrown into a hex in range, before whoever throws (GEM-SHOOT-07).
pub(super) fn check_landing(battle: &Battle, unit: UnitId, at: Cell) -> Result<(), Refusal> {
    const RULE: Rule = Rule("GEM-SHOOT-07");
    let from = battle.piece(unit).at;
    if at == from {
        return Err(Refusal::new(Reason::OutOfRange, RULE));
    }
    if battle.row(at).cost.is_none() {
        return Err(Refusal::new(Reason::OutOfReach, RULE));
    }
    if battle.line(from, at).is_none() { Err(Refusal::new(Reason::NoSight, RULE)) } else { Ok(()) }
}

/// A grenade is thrown: it lands where it was thrown, or up to three hexes off (GEM-SHOOT-07, GEM-AMMO-03).
pub(super) fn throw(play: &mut Play<'_>, unit: UnitId, what: u8, at: Cell) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-SHOOT-07");
    let smoke = what == SMOKE;
    let modifiers = [
        Modifier::roller(Rule("GEM-CONF-01"), if play.confused(unit) { -1 } else { 0 }),
        Modifier::roller(Rule("GEM-LOC-04"), if play.unit(unit).arms & 1 != 0 { -1 } else { 0 }),
        Modifier::roller(Rule("GEM-WND-03"), if play.is_weak(unit) { -1 } else { 0 }),
    ];
    let sum: i16 = modifiers.iter().map(|m| i16::from(m.value)).sum();
    let need = (7 - i16::from(play.bs(unit)) - sum).clamp(2, 10) as u8;
    play.modified(&modifiers);
    let face = play.roll(Roll::new(RULE, 6, unit), &if need < 6 { [need, 6] } else { [6, 7] });
    let hits = match need {
        ..=6 => face >= need,
        7..=9 if play.beyond_six() => face == 6 && at_least(play, Rule("GEM-SHOOT-02"), unit, need - 3),
        _ => false,
    };
    let last = play.options().ammo_rolls == AmmoRolls::On && face == 6;
    play.change(unit, Rule("GEM-AMMO-03"), |m| {
        let stock = if smoke { &mut m.smokes } else { &mut m.grenades };
        *stock = if last { 0 } else { stock.saturating_sub(1) };
        (m.hidden, m.fired) = (false, true);
        m.did |= did::SHOT;
    });
    let mut lands = at;
    if !hits {
        let far = play.roll(Roll::new(RULE, 3, unit), &[2, 3]);
        let way = any_way(play, RULE, unit);
        for _ in 0..far {
            let next = play.board().neighbours[lands.index()][way as usize];
            if next.is_some() && play.row(next).cost.is_some() {
                lands = next;
            }
        }
    }
    Flow::Next(Step::Blast { unit, at: lands, smoke })
}

/// A grenade goes off: the hex itself is hit, those around it on 4 or more (GEM-SHOOT-07, MAP-13).
pub(super) fn blast(play: &mut Play<'_>, unit: UnitId, at: Cell, smoke: bool) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-SHOOT-07");
    if smoke {
        let until = (play.table().turn + 1).min(255) as u8;
        let around = play.board().neighbours[at.index()];
        for cell in std::iter::once(at).chain(around).filter(|cell| cell.is_some()) {
            if play.ground(cell).smoke == 0 {
                play.change_table(RULE, |t| t.smokes += 1);
            }
            play.change_ground(cell, RULE, |marks| marks.smoke = until);
        }
        return Flow::Done;
    }
    play.pending_mut().shooter = unit.into();
    play.pending_mut().pins = true;
    let near = play.on_board().only(|other| play.board().distance(play.piece(other).at, at) <= 1);
    for other in near {
        ambush::unmask(play, other, RULE);
        if !play.piece(other).at.is_some() {
            continue;
        }
        play.pending_mut().shot_at.insert(other);
        if play.piece(other).at == at || at_least(play, RULE, unit, 4) {
            let (strength, save) = BLAST;
            strike(play, Hit { by: unit, on: other, strength, save, from: Source::Blast, lucky: false, many: false });
        }
    }
    Flow::Next(Step::Hits)
}

/// Smoke that has hung for its time clears (GEM-SHOOT-07).
pub(super) fn clear_smoke(play: &mut Play<'_>) {
    const RULE: Rule = Rule("GEM-SHOOT-07");
    let turn = play.table().turn;
    let over = |(_, marks): &&(Cell, super::model::Marks)| marks.smoke > 0 && u16::from(marks.smoke) <= turn;
    while let Some(&(cell, _)) = play.marked().iter().find(over) {
        play.change_ground(cell, RULE, |marks| marks.smoke = 0);
        play.change_table(RULE, |t| t.smokes -= 1);
    }
}
