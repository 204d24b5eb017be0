//! Gunnery (HEX-GUN), lines of sight (HEX-LOS) and the to-hit table (HEX-HIT, HEX-MOD, HEX-RNG).

use arrayvec::ArrayVec;

use crate::battle::{
    Action, Flow, Kind, Listing, Modifier, Reason, Refusal, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb, Whose,
};
use crate::board::{Bearing, Cell, Quarter, Shift, Terrain, quarter, within};
use crate::kit::asking::Question;

use super::numbers::{Band, Sight, TerrainRow};
use super::setting::half_arc;
use super::sight::Lane;
use super::stats::{Ability, Size, Special, Speed, Weapon};
use super::unit::{Arm, Marks, Range, Strike};
use super::{Battle, Play, Step};

impl Battle {
    /// The terrain row of a hex as it is now: burnt down, or under a wreck.
    #[inline]
    pub(super) fn terrain_row(&self, cell: Cell) -> &TerrainRow {
        let ground = &self.setting().ground;
        let drawn = &ground[self.board().terrain[cell.index()] as usize];
        let marks = self.ground(cell);
        if marks.wreck {
            return &ground[Terrain::Wreck as usize];
        }
        match drawn.burns_to {
            Some(burnt) if marks.burned => &ground[burnt as usize],
            _ => drawn,
        }
    }

    /// The units standing on the ground of a hex: flying ones neither contest nor hold it (HEX-STACK-02).
    #[inline]
    pub(super) fn on_ground(&self, cell: Cell) -> UnitSet {
        self.units_in(cell).only(|u| !self.unit(u).flying)
    }

    /// Whether a unit stands in a contested hex: on the ground with an enemy on the ground (HEX-STACK-02).
    #[inline]
    pub(super) fn contested(&self, unit: UnitId) -> bool {
        let piece = self.piece(unit);
        piece.at.is_some() && self.crowded(piece.at) && !self.unit(unit).flying && self.enemy_on_ground(unit, piece.at)
    }

    /// Whether an enemy of a unit stands on the ground of a hex.
    #[inline]
    pub(super) fn enemy_on_ground(&self, unit: UnitId, cell: Cell) -> bool {
        self.occupied(cell)
            && self.enemies_of(self.piece(unit).side).any(|u| self.piece(u).at == cell && !self.unit(u).flying)
    }

    /// The enemies of a side that stand on the ground.
    pub(super) fn foes_on_ground(&self, side: SideId) -> UnitSet {
        self.enemies_of(side).only(|u| !self.unit(u).flying)
    }

    /// Whether any of some units is in a hex.
    #[inline]
    pub(super) fn any_at(&self, mut units: UnitSet, cell: Cell) -> bool {
        units.any(|u| self.piece(u).at == cell)
    }

    /// Line of sight between two units (HEX-LOS): half hidden counts as seen.
    #[must_use]
    pub fn sees(&self, from: UnitId, to: UnitId) -> bool {
        let flying = self.unit(from).flying || self.unit(to).flying;
        self.sees_hex(self.piece(from).at, self.piece(to).at, flying)
    }

    /// Line of sight between two hexes; `flying` where an end of it is in the air (HEX-LOS-03).
    #[must_use]
    pub fn sees_hex(&self, from: Cell, to: Cell, flying: bool) -> bool {
        if self.board().deck(from) != self.board().deck(to) {
            return false;
        }
        let between = self.setting().sight.between(self.board(), from, to);
        let (as_drawn, clear) = (self.table().altered == 0, self.table().smokes == 0);
        let sees = |drawn: Lane, side: Shift| {
            if drawn.walled || !flying && drawn.blocked && as_drawn {
                return false;
            }
            let calm = flying || as_drawn && clear;
            let now = if calm { drawn } else { Lane::along(self.board(), from, to, side, |c| self.sight_in(c)) };
            flying || !now.blocked && now.soft < self.setting().numbers.soft_limit
        };
        sees(between.left, Shift::Left) || sees(between.right, Shift::Right)
    }

    /// What a hex does to sight now, with smoke and wrecks.
    fn sight_in(&self, cell: Cell) -> Sight {
        match self.terrain_row(cell).sight {
            Sight::Open if self.ground(cell).smoke => Sight::Soft,
            sight => sight,
        }
    }

    /// Whether the terrain of a hex now does something else to sight than what the map draws there.
    pub(super) fn sight_altered(&self, cell: Cell) -> bool {
        self.terrain_row(cell).sight != self.setting().sight.drawn(self.board(), cell)
    }

    /// A ranged weapon of a unit, by its place on the sheet.
    #[inline]
    pub(super) fn ranged(&self, unit: UnitId, place: u8) -> &Weapon {
        &self.setting().armoury[usize::from(self.profile(unit).ranged[usize::from(place)].0)]
    }
}

/// Changes what lies on a hex where that may change its terrain: burnt down, under a wreck.
pub(super) fn alter(play: &mut Play<'_>, cell: Cell, rule: Rule, change: impl FnOnce(&mut Marks)) {
    let before = play.sight_altered(cell);
    play.change_ground(cell, rule, change);
    let after = play.sight_altered(cell);
    if before != after {
        play.change_table(rule, |t| t.altered = if after { t.altered + 1 } else { t.altered.saturating_sub(1) });
    }
}

/// A shot as it would be made: what it needs, and why. Preview, resolver, opponents and log read this one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// To-hit rolls.
    pub shots: u8,
    /// Least face of the die that hits, 2 to 12 (HEX-HIT-01).
    pub need: u8,
    /// Modifiers; those of 0 are left out.
    pub modifiers: ArrayVec<Modifier, 24>,
    /// How far it goes.
    pub range: Range,
    /// Quarter of the target that it comes from: 0 front, 1 side, 2 rear (HEX-ARM-01).
    pub quarter: u8,
}

/// The range band of a distance for a weapon; none beyond twice its range (HEX-RNG).
#[must_use]
pub fn range_band(weapon: &Weapon, distance: u16) -> Option<Range> {
    band_within(weapon.range.into(), distance)
}

/// The same for a weapon of this range.
#[inline]
pub(super) fn band_within(reach: u16, distance: u16) -> Option<Range> {
    match distance.max(1) {
        1 => Some(Range::PointBlank),
        d if d <= reach => Some(Range::Normal),
        d if d <= 2 * reach => Some(Range::Long),
        _ => None,
    }
}

impl Battle {
    /// The numbers of a range band.
    #[must_use]
    pub fn band(&self, range: Range) -> Band {
        let numbers = &self.setting().numbers;
        match range {
            Range::None => Band { hit: 0, ap: 0, half_ap: false, damage: 0 },
            Range::PointBlank => numbers.point_blank,
            Range::Normal => numbers.normal,
            Range::Long => numbers.long,
        }
    }

    /// Whether a weapon can fire at all in a gunnery step, whatever the target; the rule that forbids it.
    #[inline]
    fn ready(&self, unit: UnitId, place: u8, gunnery: u8) -> Result<(), Rule> {
        let now = self.unit(unit);
        let bit = 1 << place;
        if now.guns & bit != 0 {
            return Err(Rule("HEX-CRIT-01"));
        }
        if now.declared & bit != 0 {
            return Err(Rule("HEX-GUN-02"));
        }
        if gunnery == 1 && now.aim {
            return Err(Rule("HEX-ORD-08"));
        }
        if gunnery == 1 && now.speed == Speed::Rest {
            return Err(Rule("HEX-ORD-03"));
        }
        let weapon = self.ranged(unit, place);
        if weapon.has(Special::Setup) && (now.speed != Speed::Setup || now.retreated) {
            return Err(Rule("HEX-GUN-07"));
        }
        if weapon.has(Special::SlowToLoad) && now.fired & bit != 0 {
            return Err(Rule("HEX-GUN-08"));
        }
        Ok(())
    }

    /// The enemies of a side that may be fired at, as far as it does not matter by whom (HEX-GUN-03).
    fn targets(&self, side: SideId) -> UnitSet {
        self.enemies_of(side).only(|e| !self.contested(e))
    }

    /// Whether such an enemy is a legal target of a weapon that is ready (HEX-GUN-03), and then how it bears; why not.
    #[inline]
    fn bears(&self, unit: UnitId, weapon: &Weapon, enemy: UnitId) -> Result<(Range, Bearing), Refusal> {
        let (mine, theirs) = (self.piece(unit), self.piece(enemy));
        let Some(range) = range_band(weapon, self.board().distance(mine.at, theirs.at)) else {
            return Err(Refusal::new(Reason::OutOfRange, Rule("HEX-GUN-03")));
        };
        let bearing = self.bearing(unit, weapon, theirs.at);
        if bearing == Bearing::Outside {
            return Err(Refusal::new(Reason::OutOfArc, Rule("HEX-GUN-05")));
        }
        if !self.sees_for(unit, weapon, enemy) {
            let rule = if weapon.has(Special::Indirect) { Rule("HEX-GUN-09") } else { Rule("HEX-LOS-01") };
            return Err(Refusal::new(Reason::NoSight, rule));
        }
        Ok((range, bearing))
    }

    /// How a hex lies to the arc of a unit's weapon; only large units have arcs.
    #[inline]
    fn bearing(&self, unit: UnitId, weapon: &Weapon, to: Cell) -> Bearing {
        self.bearing_from(self.piece(unit).at, unit, weapon, to)
    }

    #[inline]
    fn bearing_from(&self, from: Cell, unit: UnitId, weapon: &Weapon, to: Cell) -> Bearing {
        if weapon.arc == 360 || !self.profile(unit).is_big() {
            return Bearing::Inside;
        }
        within(self.piece(unit).facing, self.board().hex(to) - self.board().hex(from), half_arc(weapon))
    }

    /// The hexes that a unit's ranged weapons would cover from a hex, each with the best range band: 0 point blank,
    /// 1 normal, 2 long (HEX-RNG, HEX-LOS).
    pub(in crate::rules) fn field_of_fire(&self, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
        let weapons = || (0..self.profile(unit).ranged.len() as u8).map(|place| self.ranged(unit, place));
        let band = |to: Cell| {
            let bears = weapons().filter(|w| self.bearing_from(from, unit, w, to) != Bearing::Outside);
            let bands = bears.filter_map(|w| range_band(w, self.board().distance(from, to)));
            bands.map(|range| if range == Range::PointBlank { 0 } else { 1 + u8::from(range == Range::Long) }).min()
        };
        let sees = |to: &Cell| *to != from && self.sees_hex(from, *to, self.unit(unit).flying);
        self.board().cells().filter(sees).filter_map(|to| Some((to, band(to)?))).collect()
    }

    /// The hexes that a unit would see from a hex (HEX-LOS-01), each with whether the ground or smoke there covers whoever
    /// stands in it (HEX-MOD-08, HEX-MOD-11).
    pub(in crate::rules) fn seen_from(&self, unit: UnitId, from: Cell) -> Vec<(Cell, bool)> {
        let flying = self.unit(unit).flying;
        let smoke = self.setting().numbers.smoke.1 < 0;
        let covers = |cell: Cell| self.terrain_row(cell).to_be_hit < 0 || smoke && self.ground(cell).smoke;
        let seen = self.board().cells().filter(|&to| to != from && self.sees_hex(from, to, flying));
        seen.map(|to| (to, covers(to))).collect()
    }

    /// Whether a unit sees an enemy well enough for a weapon: itself, or a friend for Indirect ones (HEX-GUN-09).
    #[inline]
    fn sees_for(&self, unit: UnitId, weapon: &Weapon, enemy: UnitId) -> bool {
        self.sees(unit, enemy)
            || weapon.has(Special::Indirect)
                && self.friends_of(self.piece(unit).side).any(|friend| self.sees(friend, enemy))
    }

    /// A shot of a weapon at a target, wherever they stand now (HEX-HIT-02).
    #[must_use]
    pub fn attack(&self, unit: UnitId, place: u8, enemy: UnitId, range: Range, bearing: Bearing) -> Attack {
        let mut modifiers = ArrayVec::new();
        self.aim(unit, place, enemy, range, bearing, |modifier| {
            if modifier.value != 0 {
                // The table has fewer rows than the list has places.
                let _ = modifiers.try_push(modifier);
            }
        });
        let total: i16 = modifiers.iter().map(|m: &Modifier| i16::from(m.value)).sum();
        Attack {
            shots: self.shots(unit, place),
            need: self.needed(total),
            modifiers,
            range,
            quarter: self.quarter_from(enemy, self.piece(unit).at),
        }
    }

    /// Shots of a volley of a weapon.
    #[inline]
    pub(super) fn shots(&self, unit: UnitId, place: u8) -> u8 {
        let bearers = self.profile(unit).ranged[usize::from(place)].1;
        self.ranged(unit, place).shots * self.unit(unit).models.min(bearers)
    }

    /// The face that a shot needs under modifiers of this sum.
    #[inline]
    pub(super) fn needed(&self, modifiers: i16) -> u8 {
        let numbers = &self.setting().numbers;
        (i16::from(numbers.hit_base) - modifiers).clamp(2, i16::from(numbers.hit_die)) as u8
    }

    /// The to-hit table: adds each modifier that applies, be it 0.
    #[inline]
    pub(super) fn aim(
        &self,
        unit: UnitId,
        place: u8,
        enemy: UnitId,
        range: Range,
        bearing: Bearing,
        mut add: impl FnMut(Modifier),
    ) {
        use Whose::{Ground, Roller, Target};
        let mut add = |whose, rule, value| add(Modifier { rule, value, whose });
        let numbers = &self.setting().numbers;
        let (now, then) = (self.unit(unit), self.unit(enemy));
        let (profile, target) = (self.profile(unit), self.profile(enemy));
        let weapon = self.ranged(unit, place);
        let (here, there) = (self.piece(unit).at, self.piece(enemy).at);
        add(Roller, now.speed.rule(), numbers.speeds[now.speed as usize].0);
        add(Target, then.speed.rule(), numbers.speeds[then.speed as usize].1);
        add(Roller, Rule("HEX-MOD-07"), if now.flying { numbers.flying.0 } else { 0 });
        add(Target, Rule("HEX-MOD-07"), if then.flying { numbers.flying.1 } else { 0 });
        add(Ground, Rule("HEX-MOD-08"), if self.ground(here).smoke { numbers.smoke.0 } else { 0 });
        add(Ground, Rule("HEX-MOD-08"), if self.ground(there).smoke { numbers.smoke.1 } else { 0 });
        if !now.flying {
            let row = self.terrain_row(here);
            add(Ground, row.rule.0, row.to_hit);
        }
        if !then.flying {
            let row = self.terrain_row(there);
            add(Ground, row.rule.0, row.to_be_hit);
            let hidden = target.has(Ability::Camouflage(row.terrain));
            add(Target, Rule("HEX-MOD-29"), if hidden { numbers.camouflage } else { 0 });
        }
        add(Roller, Rule("HEX-MOD-15"), if now.aim { numbers.aim } else { 0 });
        let band = self.band(range);
        let band_rule = match range {
            Range::PointBlank => Rule("HEX-MOD-16"),
            Range::Long => Rule("HEX-MOD-18"),
            Range::Normal | Range::None => Rule("HEX-MOD-17"),
        };
        add(Ground, band_rule, band.hit);
        add(Roller, Rule("HEX-MOD-19"), if bearing == Bearing::Edge { numbers.on_edge } else { 0 });
        match target.sheet.size {
            Size::Tiny => add(Target, Rule("HEX-MOD-20"), numbers.tiny),
            Size::Huge => add(Target, Rule("HEX-MOD-21"), numbers.huge),
            Size::Normal => {}
        }
        for ability in &profile.sheet.abilities {
            match ability {
                Ability::GoodShot => add(Roller, Rule("HEX-MOD-22"), numbers.shots[0]),
                Ability::ExcellentShot => add(Roller, Rule("HEX-MOD-23"), numbers.shots[1]),
                Ability::SuperbShot => add(Roller, Rule("HEX-MOD-24"), numbers.shots[2]),
                Ability::BadShot => add(Roller, Rule("HEX-MOD-25"), numbers.shots[3]),
                Ability::TerribleShot => add(Roller, Rule("HEX-MOD-26"), numbers.shots[4]),
                Ability::BadAtLongRange if range == Range::Long => {
                    add(Roller, Rule("HEX-MOD-27"), numbers.bad_at_long_range)
                }
                Ability::Steady => add(Roller, Rule("HEX-MOD-28"), numbers.steady.0),
                Ability::OptimalAtPointBlank if range == Range::PointBlank => {
                    add(Roller, Rule("HEX-MOD-32"), numbers.optimal_at_point_blank);
                }
                _ => {}
            }
        }
        for ability in &target.sheet.abilities {
            match ability {
                Ability::Steady => add(Target, Rule("HEX-MOD-28"), numbers.steady.1),
                Ability::TakeCover(speed, n) if *speed == then.speed => add(Target, Rule("HEX-MOD-30"), -(*n as i8)),
                Ability::Elusive(speed, n) if *speed == then.speed => add(Target, Rule("HEX-MOD-31"), -(*n as i8)),
                _ => {}
            }
        }
        add(
            Roller,
            Rule("HEX-MOD-33"),
            if weapon.has(Special::EnhancedAccuracy) { numbers.enhanced_accuracy } else { 0 },
        );
        add(Roller, Rule("HEX-SHK-01"), (numbers.shaken_hit * now.shaken.min(9) as i8).max(numbers.shaken_hit_cap));
        add(Roller, Rule("HEX-CRIT-01"), numbers.crew_hit * now.crew.min(9) as i8);
    }

    /// The quarter of a unit that something from a hex comes at: 0 front, 1 side, 2 rear (HEX-ARM-01).
    pub(super) fn quarter_from(&self, unit: UnitId, from: Cell) -> u8 {
        let piece = self.piece(unit);
        match quarter(piece.facing, self.board().hex(from) - self.board().hex(piece.at)) {
            Quarter::Front => 0,
            Quarter::Side => 1,
            Quarter::Rear => 2,
        }
    }

    /// The shot that a declaration stands for, if it is legal now.
    #[must_use]
    pub fn shot(&self, unit: UnitId, place: u8, enemy: UnitId) -> Option<Attack> {
        let weapon = self.ranged(unit, place);
        let (range, bearing) = self.bears(unit, weapon, enemy).ok().filter(|_| !self.contested(enemy))?;
        Some(self.attack(unit, place, enemy, range, bearing))
    }
}

/// The units of a side that still have a weapon to fire and somebody to fire at.
pub(super) fn firers(battle: &Battle, gunnery: u8, side: SideId) -> UnitSet {
    let targets = battle.targets(side);
    (battle.units_of(side) & !battle.pending().done).only(|u| can_fire(battle, u, gunnery, targets))
}

fn can_fire(battle: &Battle, unit: UnitId, gunnery: u8, targets: UnitSet) -> bool {
    let weapons = battle.profile(unit).ranged.len() as u8;
    if weapons == 0 || battle.contested(unit) {
        return false;
    }
    (0..weapons).filter(|&p| battle.ready(unit, p, gunnery).is_ok()).any(|place| {
        let weapon = battle.ranged(unit, place);
        let mut targets = targets;
        targets.any(|e| battle.bears(unit, weapon, e).is_ok())
    })
}

/// HEX-GUN-01: all sides declare in the order of choice; then all shots are rolled.
pub(super) fn declare(play: &mut Play<'_>, gunnery: u8, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-GUN-01");
    match answer {
        Some(Action { verb: Verb::Fire, unit, with, target: Target::Unit(target) }) => {
            let strike =
                Strike { target, source: unit, with: Arm::Ranged(with), count: 0, range: Range::None, quarter: 0 };
            play.pending_mut().strikes.push(strike);
            play.change(unit, RULE, |u| {
                u.declared |= 1 << with;
                u.fired |= 1 << with;
            });
        }
        Some(Action { verb: Verb::Hold, unit, .. }) => play.pending_mut().done.insert(unit),
        Some(_) => {
            let all = play.asked();
            play.pending_mut().done.add(all);
        }
        None => {}
    }
    let answered = answer.filter(|a| a.unit != UnitId::NONE).map(|Action { unit, .. }| {
        let side = play.piece(unit).side;
        (unit, !play.pending().done.has(unit) && can_fire(play, unit, gunnery, play.targets(side)))
    });
    let firers = |battle: &Battle, side: SideId| firers(battle, gunnery, side);
    let step = |asked| Step::Declare { gunnery, asked };
    let asking = Question::new(RULE, Kind::Act).ask_the_rest(play, asked, answered, firers, step);
    if let Flow::Ask(..) = asking {
        return asking;
    }
    for unit in play.units() {
        if play.unit(unit).declared != 0 {
            play.change(unit, RULE, |u| u.declared = 0);
        }
    }
    Flow::Next(Step::Volley { next: 0 })
}

/// Fire that may be declared: every weapon that is ready at every target that it bears on.
pub(super) fn offers(battle: &Battle, gunnery: u8, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        return list.push(Action::side(Verb::Pass));
    };
    let targets = battle.targets(battle.piece(unit).side);
    for place in 0..battle.profile(unit).ranged.len() as u8 {
        if battle.ready(unit, place, gunnery).is_ok() {
            let weapon = battle.ranged(unit, place);
            for enemy in targets {
                if battle.bears(unit, weapon, enemy).is_ok() {
                    list.push(Action::of(Verb::Fire, unit).with(place).at(enemy));
                }
            }
        }
    }
    list.push(Action::of(Verb::Hold, unit));
}

/// Rolls to hit for one declaration after the other (HEX-HIT-01).
pub(super) fn volley(play: &mut Play<'_>, next: u8) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-HIT-01");
    let Some(&strike) = play.pending().strikes.get(usize::from(next)) else { return Flow::Done };
    let Arm::Ranged(place) = strike.with else { return Flow::Next(Step::Volley { next: next + 1 }) };
    // Nobody has moved since it was declared, so it is still legal.
    let Some(attack) = play.shot(strike.source, place, strike.target) else { return Flow::Done };
    play.modified(&attack.modifiers);
    let roll = Roll::new(RULE, play.setting().numbers.hit_die, strike.source).against(strike.target);
    let hits = play.pool(roll, &[attack.need], attack.shots)[1];
    let slot = &mut play.pending_mut().strikes[usize::from(next)];
    (slot.count, slot.range, slot.quarter) = (hits, attack.range, attack.quarter);
    Flow::Next(Step::Volley { next: next + 1 })
}

/// Whether fire may be declared, or given up (HEX-GUN-01 to -03).
pub(super) fn check(battle: &Battle, gunnery: u8, action: Action) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { verb, unit, with, target } = action;
    if verb == Verb::Pass {
        return action.plain(Rule("HEX-GUN-01"));
    }
    if battle.pending().done.has(unit) {
        return no(Reason::AlreadyDone, "HEX-GUN-01");
    }
    if verb == Verb::Hold {
        return action.plain(Rule("HEX-GUN-01"));
    }
    let enemy = match target {
        Target::Unit(enemy) if battle.on_board().has(enemy) && battle.enemies(unit, enemy) => enemy,
        _ => return no(Reason::NotAnEnemy, "HEX-GUN-03"),
    };
    if battle.contested(unit) || battle.contested(enemy) {
        return no(Reason::Contested, "HEX-GUN-03");
    }
    if usize::from(with) >= battle.profile(unit).ranged.len() {
        return no(Reason::WeaponNotReady, "HEX-GUN-02");
    }
    battle.ready(unit, with, gunnery).map_err(|rule| Refusal::new(Reason::WeaponNotReady, rule))?;
    battle.bears(unit, battle.ranged(unit, with), enemy).map(|_| ())
}
