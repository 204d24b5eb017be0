//! Pre assault abilities (HEX-ABIL) and assaults (HEX-ASLT).

use std::cmp::Reverse;

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, Reason, Refusal, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::Cell;
use crate::kit::asking::Question;
use crate::kit::roll_off::RollOff;

use super::damage::psychic_now;
use super::numbers::EVERY_FACE;
use super::payload::Use;
use super::setting::MAX_STRIKES;
use super::stats::{Ability, Class};
use super::unit::{Arm, Melee, Range, Strike};
use super::{Battle, Play, Step, forecast};

/// The assault in one hex: what has been done, and for whom next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fight {
    cell: Cell,
    stage: AssaultStage,
    /// Units up to this number are through with the stage.
    unit: UnitId,
    /// When successes are assigned: targets up to this number have been asked about.
    target: UnitId,
}

/// What is done in an assault, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum AssaultStage {
    /// Teams of one faction roll for the tie-break.
    Ties,
    /// Assault and deflection dice.
    Roll,
    /// Waves of rerolls.
    Waves,
    /// Successes are assigned; the teams lower on the tie-break list first.
    Assign,
    /// Deflection successes cancel hits.
    Deflect,
    /// Who won.
    Result,
}

impl Fight {
    /// The assault in a hex, about to begin.
    pub(super) fn at(cell: Cell) -> Self {
        Fight { cell, stage: AssaultStage::Ties, unit: UnitId::FIRST, target: UnitId::FIRST }
    }

    fn then(self, stage: AssaultStage) -> Flow<Step> {
        Flow::Next(Step::Fight(Fight { stage, unit: UnitId::FIRST, target: UnitId::FIRST, ..self }))
    }
}

/// Whether a unit has an ability to use now.
fn has_use(battle: &Battle, unit: UnitId) -> bool {
    let contested = battle.contested(unit);
    battle.profile(unit).sheet.abilities.iter().any(|a| match *a {
        Ability::Grenades(_) | Ability::Scream(_) => contested,
        Ability::Smoke(times) => battle.unit(unit).smoked < times,
        _ => false,
    })
}

/// The units of a side that may use an ability.
pub(super) fn able(battle: &Battle, side: SideId) -> UnitSet {
    (battle.units_of(side) & !battle.pending().done).only(|u| has_use(battle, u))
}

/// HEX-RET-03: each unit may use one ability, sides in the order of choice.
pub(super) fn abilities(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const USE: Question = Question::new(Rule("HEX-RET-03"), Kind::Act);
    match answer {
        Some(action) if action.verb == Verb::Use => {
            play.pending_mut().done.insert(action.unit);
            use_ability(play, action);
        }
        Some(action) if action.verb == Verb::Pass => {
            let all = play.asked();
            play.pending_mut().done.add(all);
        }
        Some(action) => play.pending_mut().done.insert(action.unit),
        None => {}
    }
    USE.ask_from(play, asked, able, |asked| Step::Abilities { asked })
}

fn use_ability(play: &mut Play<'_>, action: Action) {
    let unit = action.unit;
    match (Use::decode(action.with), action.target) {
        (Some(Use::Grenades), Target::Unit(target)) => {
            const RULE: Rule = Rule("HEX-ABIL-01");
            let count = play.profile(unit).find(|a| if let Ability::Grenades(n) = a { Some(*n) } else { None });
            let numbers = &play.setting().numbers;
            let need = numbers.hit_base.clamp(2, numbers.hit_die as i8) as u8;
            let roll = Roll::new(RULE, numbers.hit_die, unit).against(target);
            let hits = play.pool(roll, &[need], count.unwrap_or(0))[1];
            let strike =
                Strike { target, source: unit, with: Arm::Grenade, count: hits, range: Range::None, quarter: 2 };
            if play.pending().strikes.len() < MAX_STRIKES {
                play.pending_mut().strikes.push(strike);
            }
        }
        (Some(Use::Smoke), Target::Hex(cell)) => {
            play.change(unit, Rule("HEX-ABIL-02"), |u| u.smoked += 1);
            lay_smoke(play, cell);
            play.change_ground(cell, Rule("HEX-ABIL-02"), |m| m.smoke_new = true);
        }
        (Some(Use::Scream), Target::Unit(target)) => {
            let die = play.profile(unit).find(|a| if let Ability::Scream(n) = a { Some(*n) } else { None });
            psychic_now(play, Rule("HEX-ABIL-03"), die.unwrap_or(4), target);
        }
        _ => {}
    }
}

/// Puts smoke on a hex, once.
pub(super) fn lay_smoke(play: &mut Play<'_>, cell: Cell) {
    if !play.ground(cell).smoke {
        play.change_ground(cell, Rule("HEX-ABIL-02"), |m| m.smoke = true);
        play.change_table(Rule("HEX-ABIL-02"), |t| t.smokes += 1);
    }
}

/// The enemies that a unit fights with in its hex.
fn opponents(battle: &Battle, unit: UnitId) -> UnitSet {
    battle.on_ground(battle.piece(unit).at).only(|e| battle.enemies(unit, e))
}

/// The hexes that a unit can lay smoke on (HEX-ABIL-02): its own and those around it.
fn for_smoke(battle: &Battle, unit: UnitId) -> impl Iterator<Item = Cell> {
    let at = battle.piece(unit).at;
    battle.board().neighbours[at.index()].into_iter().chain([at]).filter(|c| c.is_some())
}

/// Abilities that may be used.
pub(super) fn ability_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        return list.push(Action::side(Verb::Pass));
    };
    let contested = battle.contested(unit);
    for ability in &battle.profile(unit).sheet.abilities {
        match *ability {
            Ability::Grenades(_) | Ability::Scream(_) if contested => {
                let way = if let Ability::Scream(_) = ability { Use::Scream } else { Use::Grenades };
                for enemy in opponents(battle, unit) {
                    list.push(Action::of(Verb::Use, unit).with(way.encode()).at(enemy));
                }
            }
            Ability::Smoke(times) if battle.unit(unit).smoked < times => {
                for cell in for_smoke(battle, unit).filter(|&c| !battle.ground(c).smoke) {
                    list.push(Action::of(Verb::Use, unit).with(Use::Smoke.encode()).hex(cell));
                }
            }
            _ => {}
        }
    }
    list.push(Action::of(Verb::Hold, unit));
}

/// Whether an ability may be used (HEX-RET-03, HEX-ABIL).
pub(super) fn check_ability(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const USE: Rule = Rule("HEX-RET-03");
    let Action { verb, unit, with, target } = action;
    if verb == Verb::Pass {
        return action.plain(USE);
    }
    if battle.pending().done.has(unit) {
        return Err(Refusal::new(Reason::AlreadyDone, USE));
    }
    if verb == Verb::Hold {
        return action.plain(USE);
    }
    let way = Use::decode(with);
    let rule = match way {
        Some(Use::Grenades) => Rule("HEX-ABIL-01"),
        Some(Use::Smoke) => Rule("HEX-ABIL-02"),
        _ => Rule("HEX-ABIL-03"),
    };
    let smoke = way == Some(Use::Smoke);
    let no = |reason| Err(Refusal::new(reason, rule));
    let has = battle.profile(unit).sheet.abilities.iter().any(|a| match a {
        Ability::Grenades(_) => way == Some(Use::Grenades),
        Ability::Smoke(n) => smoke && battle.unit(unit).smoked < *n,
        Ability::Scream(_) => way == Some(Use::Scream),
        _ => false,
    });
    match target {
        _ if !has => no(Reason::NotEnough),
        Target::Hex(cell) if smoke => {
            if !for_smoke(battle, unit).any(|c| c == cell) {
                no(Reason::OutOfReach)
            } else if battle.ground(cell).smoke {
                no(Reason::NothingToDo)
            } else {
                Ok(())
            }
        }
        Target::Unit(enemy) if !smoke && battle.contested(unit) && opponents(battle, unit).has(enemy) => Ok(()),
        _ => no(if smoke { Reason::NoSuchHex } else { Reason::NotAnEnemy }),
    }
}

/// HEX-ASLT-01: each contested hex is one assault, in order of the hexes.
pub(super) fn assault(play: &mut Play<'_>, cell: u16) -> Flow<Step> {
    let next = play.units().filter(|&u| play.contested(u)).map(|u| play.piece(u).at.0).filter(|&c| c >= cell).min();
    match next {
        Some(cell) => Flow::Push(Step::Assault { cell: cell + 1 }, Step::Fight(Fight::at(Cell(cell)))),
        None => Flow::Done,
    }
}

impl Battle {
    /// A team's place in the tie-break of an assault: lower wins ties; allies take the best of their factions
    /// (HEX-SIDE-01), equal factions the higher die (HEX-ASLT-06).
    fn tie_break(&self, cell: Cell, team: u8) -> (u8, u8) {
        (self.best_rank(cell, team), u8::MAX - self.table().tie_dice[usize::from(team)])
    }

    fn best_rank(&self, cell: Cell, team: u8) -> u8 {
        self.on_ground(cell)
            .map(|u| self.piece(u).side)
            .filter(|&s| self.team(s) == team)
            .map(|s| self.setting().factions[s.index()].assault_rank())
            .min()
            .unwrap_or(u8::MAX)
    }

    /// Teams with units on the ground of a hex, as bits.
    fn teams_on_ground(&self, cell: Cell) -> u8 {
        self.on_ground(cell).fold(0, |teams, u| teams | 1 << self.team(self.piece(u).side))
    }

    /// Assault dice of a unit (HEX-ASLT-02, HEX-SHK-02).
    #[must_use]
    pub fn assault_dice(&self, unit: UnitId) -> u8 {
        let dice = self.profile(unit).sheet.assault.saturating_mul(self.unit(unit).models);
        if self.unit(unit).shaken > 0 && dice > 0 { (dice / 2).max(1) } else { dice }
    }

    /// Dice of a reroll wave (HEX-ASLT-13); 0 for units without.
    pub(super) fn wave_dice(&self, unit: UnitId) -> u8 {
        self.profile(unit).find(|a| if let Ability::RerollAssault(n) = a { Some(*n) } else { None }).unwrap_or(0)
    }

    /// Who of an assault decides next, of those that fulfil a condition: the team that would win a tie comes last
    /// (HEX-ASLT-03, -07).
    fn next_to_decide(&self, cell: Cell, mut condition: impl FnMut(&Battle, UnitId) -> bool) -> Option<UnitId> {
        self.on_ground(cell).filter(|&u| condition(self, u)).max_by_key(|&u| {
            let team = self.team(self.piece(u).side);
            (self.tie_break(cell, team), Reverse(u))
        })
    }
}

/// One part of an assault.
pub(super) fn fight(play: &mut Play<'_>, fight: Fight, answer: Option<Action>) -> Flow<Step> {
    match fight.stage {
        AssaultStage::Ties => ties(play, fight),
        AssaultStage::Roll => roll(play, fight),
        AssaultStage::Waves => waves(play, fight, answer),
        AssaultStage::Assign => assign(play, fight, answer),
        AssaultStage::Deflect => deflect(play, fight, answer),
        AssaultStage::Result => result(play, fight),
    }
}

/// HEX-ASLT-06: teams whose best faction is the same roll a d12, high wins ties; equal dice are rolled again.
fn ties(play: &mut Play<'_>, fight: Fight) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-ASLT-06");
    let teams = play.teams_on_ground(fight.cell);
    if teams.count_ones() < 2 {
        return Flow::Done;
    }
    let best = |team: usize| play.best_rank(fight.cell, team as u8);
    let dice = play.table().tie_dice;
    match RollOff::with(&dice, teams, |a, b| best(a) == best(b)) {
        RollOff::Rolls(team) => {
            let face = play.roll(Roll::new(RULE, 12, UnitId::NONE), &EVERY_FACE);
            play.change_table(RULE, |t| t.tie_dice[team] += face);
        }
        RollOff::Ties(ranks) => play.change_table(RULE, |t| t.tie_dice = ranks),
        RollOff::Settled => return fight.then(AssaultStage::Roll),
    }
    Flow::Next(Step::Fight(fight))
}

/// HEX-ASLT-02: assault and deflection dice, one unit a run.
fn roll(play: &mut Play<'_>, fight: Fight) -> Flow<Step> {
    let Some(unit) = play.on_ground(fight.cell).find(|u| *u >= fight.unit) else {
        return fight.then(AssaultStage::Waves);
    };
    let deflect = play.profile(unit).sheet.deflect.saturating_mul(play.unit(unit).models);
    let dice = play.assault_dice(unit);
    play.change(unit, Rule("HEX-ASLT-02"), |u| u.melee = Melee::default());
    throw(play, unit, dice, deflect);
    Flow::Next(Step::Fight(Fight { unit: unit.next(), ..fight }))
}

/// Throws assault and deflection dice of a unit and adds what they show.
fn throw(play: &mut Play<'_>, unit: UnitId, assault: u8, deflect: u8) {
    const RULE: Rule = Rule("HEX-ASLT-02");
    let numbers = &play.setting().numbers;
    let (die, success, cancel) = (numbers.assault_die, numbers.assault_success, numbers.deflect_success);
    let waves = play.wave_dice(unit) > 0;
    let cuts = [success, die];
    let shown = play.pool(Roll::new(RULE, die, unit), if waves { &cuts } else { &cuts[..1] }, assault);
    let turned = play.pool(Roll::new(RULE, die, unit), &[cancel], deflect);
    play.change(unit, if waves { Rule("HEX-ASLT-12") } else { RULE }, |u| {
        let melee = &mut u.melee;
        // The highest face is a band of its own only for units whose sixes count twice.
        melee.successes = melee.successes.saturating_add(shown[1] + 2 * shown[2]);
        melee.deflections = melee.deflections.saturating_add(turned[1]);
        melee.idle += shown[0];
        melee.idle_deflect += turned[0];
        melee.wave = shown[2] > 0;
    });
}

/// How many assault dice a wave of a unit may hold: least and most; none when no dice are left (HEX-ASLT-13, -14).
fn wave_choices(battle: &Battle, unit: UnitId) -> Option<(u8, u8, u8)> {
    let melee = battle.unit(unit).melee;
    let dice = battle.wave_dice(unit).min(melee.idle + melee.idle_deflect);
    (melee.wave && dice > 0).then(|| (dice.saturating_sub(melee.idle_deflect), dice.min(melee.idle), dice))
}

/// HEX-ASLT-13: each wave rerolls dice that show no success; a six on an assault die makes another.
fn waves(play: &mut Play<'_>, fight: Fight, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-ASLT-13");
    let Some(unit) = play.next_to_decide(fight.cell, |b, u| wave_choices(b, u).is_some()) else {
        return fight.then(AssaultStage::Assign);
    };
    let Some((least, most, dice)) = wave_choices(play, unit) else { return fight.then(AssaultStage::Assign) };
    let assault = match answer {
        Some(Action { target: Target::Index(n), .. }) => n,
        _ if least == most => most,
        _ => {
            let side = play.piece(unit).side;
            let decision = Decision::about(side, Kind::Reroll, unit, RULE);
            return Flow::Ask(Step::Fight(fight), decision);
        }
    };
    play.change(unit, RULE, |u| {
        u.melee.idle -= assault;
        u.melee.idle_deflect -= dice - assault;
    });
    throw(play, unit, assault, dice - assault);
    Flow::Next(Step::Fight(fight))
}

/// The enemy that a unit is asked about next (HEX-ASLT-03).
fn next_target(battle: &Battle, fight: Fight, unit: UnitId) -> Option<UnitId> {
    opponents(battle, unit).from(fight.target).first()
}

/// HEX-ASLT-03: each unit's successes are shared out to enemy units in the hex, target by target; the last one gets
/// the rest.
fn assign(play: &mut Play<'_>, fight: Fight, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-ASLT-03");
    let ready = |b: &Battle, u: UnitId| b.unit(u).melee.successes > 0;
    let Some(unit) = play.next_to_decide(fight.cell, ready) else { return fight.then(AssaultStage::Deflect) };
    let left = play.unit(unit).melee.successes;
    let open = opponents(play, unit).from(fight.target);
    let Some(target) = open.first() else { return fight.then(AssaultStage::Deflect) };
    let count = match answer {
        Some(action) => action.with.min(left),
        // Without room to keep more groups of hits apart, all go to one target.
        None if open.len() == 1 || play.pending().strikes.len() + 64 > MAX_STRIKES => left,
        None => {
            let side = play.piece(unit).side;
            let decision = Decision::about(side, Kind::Allocate, unit, RULE);
            return Flow::Ask(Step::Fight(fight), decision);
        }
    };
    if count > 0 {
        play.pending_mut().strikes.push(Strike {
            target,
            source: unit,
            with: Arm::Assault,
            count,
            range: Range::None,
            quarter: 2,
        });
        play.note(RULE, "assault hits to take", target, i16::from(count));
        cunning(play, unit, target, count);
    }
    play.change(unit, RULE, |u| u.melee.successes -= count);
    let next = if count == left { UnitId::FIRST } else { target.next() };
    Flow::Next(Step::Fight(Fight { target: next, ..fight }))
}

/// HEX-ASLT-03: whether a unit's hits do the greatest damage to this enemy in its hex, of those that it has yet to be asked
/// about; of equals to the first.
pub(super) fn hurts_most(battle: &Battle, unit: UnitId, target: Target) -> bool {
    let Target::Unit(target) = target else { return true };
    let worth = |enemy: UnitId| forecast::hit_worth(battle, unit, Arm::Assault, Range::None, 2, enemy);
    let here = worth(target);
    opponents(battle, unit).from(target.next()).all(|later| worth(later) <= here)
}

/// HEX-ASLT-11: successes assigned to a vehicle give it tokens, before deflection.
fn cunning(play: &mut Play<'_>, unit: UnitId, target: UnitId, count: u8) {
    let ability =
        play.profile(unit).find(|a| if let Ability::CunningAssault(m, n) = a { Some((*m, *n)) } else { None });
    let Some((tokens, successes)) = ability else { return };
    let gained = tokens * (count / successes.max(1));
    if play.profile(target).sheet.class == Class::Vehicle && gained > 0 {
        play.change(target, Rule("HEX-ASLT-11"), |u| {
            u.future = u.future.saturating_add(gained);
            u.shake(u8::from(gained >= 2));
        });
    }
}

/// The groups of assault hits on a unit, as (place in the list, hits, attacker).
fn incoming(battle: &Battle, unit: UnitId) -> impl Iterator<Item = (usize, Strike)> {
    let strikes = battle.pending().strikes.iter().copied().enumerate();
    strikes.filter(move |(_, s)| s.target == unit && s.with == Arm::Assault && s.count > 0)
}

/// HEX-ASLT-04: each deflection success cancels one hit on the unit; where it matters which, the owner picks.
fn deflect(play: &mut Play<'_>, fight: Fight, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-ASLT-04");
    let needs = |b: &Battle, u: UnitId| b.unit(u).melee.deflections > 0 && incoming(b, u).next().is_some();
    let Some(unit) = play.next_to_decide(fight.cell, needs) else { return fight.then(AssaultStage::Result) };
    let total: u32 = incoming(play, unit).map(|(_, s)| u32::from(s.count)).sum();
    let deflections = play.unit(unit).melee.deflections;
    let picked = match answer {
        Some(Action { target: Target::Unit(attacker), .. }) => incoming(play, unit).find(|(_, s)| s.source == attacker),
        _ if total <= u32::from(deflections) || alike(play, unit) => incoming(play, unit).next(),
        _ => {
            let side = play.piece(unit).side;
            let decision = Decision::about(side, Kind::Allocate, unit, RULE);
            return Flow::Ask(Step::Fight(fight), decision);
        }
    };
    let Some((place, strike)) = picked else { return fight.then(AssaultStage::Result) };
    // Where the owner picked it is one hit at a time, otherwise as many as there are.
    let count = if answer.is_some() { 1 } else { strike.count.min(deflections) };
    play.pending_mut().strikes[place].count -= count;
    play.change(unit, RULE, |u| u.melee.deflections -= count);
    play.note(RULE, "hits deflected", unit, i16::from(count));
    Flow::Next(Step::Fight(fight))
}

/// Whether it does not matter which of the hits on a unit are cancelled.
fn alike(battle: &Battle, unit: UnitId) -> bool {
    let mut kinds = incoming(battle, unit)
        .map(|(_, s)| (battle.profile(s.source).assault_weapon, battle.team(battle.piece(s.source).side)));
    let first = kinds.next();
    kinds.all(|k| Some(k) == first)
}

/// HEX-ASLT-06: the team with more hits wins, ties by the list; all others have lost.
fn result(play: &mut Play<'_>, fight: Fight) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-ASLT-06");
    let teams = play.teams_on_ground(fight.cell);
    let hits = |team: u8| {
        let of = |s: &&Strike| {
            s.with == Arm::Assault
                && play.piece(s.target).at == fight.cell
                && play.team(play.piece(s.source).side) == team
        };
        play.pending().strikes.iter().filter(of).map(|s| u32::from(s.count)).sum::<u32>()
    };
    let winner = (0..8u8)
        .filter(|t| teams >> t & 1 == 1)
        .min_by_key(|&t| (u32::MAX - hits(t), play.tie_break(fight.cell, t)))
        .unwrap_or(0);
    for unit in play.on_ground(fight.cell) {
        let lost = play.team(play.piece(unit).side) != winner;
        play.note(RULE, if lost { "lost the assault" } else { "won the assault" }, unit, 0);
        if lost {
            play.pending_mut().lost.insert(unit);
        }
        play.change(unit, RULE, |u| u.melee = Melee::default());
    }
    play.change_table(RULE, |t| t.tie_dice = [0; 8]);
    Flow::Done
}

/// The answers to a question of an assault.
pub(super) fn fight_offers(battle: &Battle, fight: Fight, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else { return };
    match fight.stage {
        AssaultStage::Waves => {
            let Some((least, most, _)) = wave_choices(battle, unit) else { return };
            for n in (least..=most).rev() {
                list.push(Action::of(Verb::Reroll, unit).index(n));
            }
        }
        AssaultStage::Assign => {
            let Some(target) = next_target(battle, fight, unit) else { return };
            for n in (0..=battle.unit(unit).melee.successes).rev() {
                list.push(Action::of(Verb::Assign, unit).with(n).at(target));
            }
        }
        AssaultStage::Deflect => {
            let weapon = |source: UnitId| {
                let arm = battle.arm(source, Arm::Assault);
                (arm.die, arm.ap)
            };
            let first = list.actions.len();
            let hits = incoming(battle, unit).map(|(_, strike)| Action::of(Verb::Deflect, unit).at(strike.source));
            list.actions.extend(hits);
            list.actions[first..]
                .sort_by_key(|a| if let Target::Unit(source) = a.target { weapon(source) } else { (0, 0) });
        }
        AssaultStage::Ties | AssaultStage::Roll | AssaultStage::Result => {}
    }
}

/// The verbs that answer a question of an assault.
pub(super) fn fight_verbs(fight: Fight) -> &'static [Verb] {
    match fight.stage {
        AssaultStage::Waves => &[Verb::Reroll],
        AssaultStage::Assign => &[Verb::Assign],
        AssaultStage::Deflect => &[Verb::Deflect],
        AssaultStage::Ties | AssaultStage::Roll | AssaultStage::Result => &[],
    }
}

/// Whether an action answers a question of an assault.
pub(super) fn check_fight(battle: &Battle, fight: Fight, action: Action) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { verb, unit, with, target } = action;
    match (verb, target) {
        (Verb::Reroll, Target::Index(dice)) => {
            action.aimed(Rule("HEX-ASLT-13"))?;
            match wave_choices(battle, unit) {
                Some((least, most, _)) if (least..=most).contains(&dice) => Ok(()),
                _ => no(Reason::NotEnough, "HEX-ASLT-13"),
            }
        }
        (Verb::Assign, Target::Unit(enemy)) => {
            if next_target(battle, fight, unit) != Some(enemy) {
                no(Reason::NotTheOne, "HEX-ASLT-03")
            } else if with > battle.unit(unit).melee.successes {
                no(Reason::NotEnough, "HEX-ASLT-03")
            } else {
                Ok(())
            }
        }
        (Verb::Deflect, Target::Unit(attacker)) => {
            action.aimed(Rule("HEX-ASLT-04"))?;
            if incoming(battle, unit).any(|(_, strike)| strike.source == attacker) {
                Ok(())
            } else {
                no(Reason::NothingToDo, "HEX-ASLT-04")
            }
        }
        (Verb::Reroll, _) => no(Reason::Malformed, "HEX-ASLT-13"),
        (Verb::Assign, _) => no(Reason::Malformed, "HEX-ASLT-03"),
        _ => no(Reason::Malformed, "HEX-ASLT-04"),
    }
}
