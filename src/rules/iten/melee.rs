//! Melee (ITEN-MEL): blows are declared side by side, then rolled all at once, then survived or not (ITEN-ORD-05); and
//! the second fight of a Combat Master (ITEN-ABIL-05).

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, MAX_UNITS, Modifier, Reason, Refusal, Roll, Rule, SideId, Target, UnitId,
    UnitSet, Verb,
};
use crate::kit::asking::Question;

use super::catalogue::Ability;
use super::figure::{Declared, Encore};
use super::grit::{self, Hit, Toll};
use super::missions::neutral;
use super::payload::Strike;
use super::stats::Weight;
use super::wrecks::{self, Impact};
use super::{Battle, Play, Step, stepping, walking};

/// Most blows declared after which a figure may still split its own: room for one of each figure stays.
const MOST_SPLIT: usize = MAX_UNITS - 2;

/// A blow as it would be struck: what it needs, and why. Preview, resolver, opponents and log read this one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Least face of the die that hits, 2 to 6; 7 where none does (ITEN-GEN-02, -03).
    pub need: u8,
    /// What is added to the roll; additions of 0 are left out.
    pub modifiers: ArrayVec<Modifier, 8>,
    /// What the weapon does to the Grit roll of whoever is hit: 0 or less (ITEN-WPN-05).
    pub penalty: i8,
}

impl Battle {
    /// The blow of a figure with the weapon at a place, with a part of its Fighting Value and so many friends who help.
    #[must_use]
    pub fn blow(&self, by: UnitId, place: u8, target: UnitId, part: i8, helpers: u8) -> Blow {
        let numbers = &self.setting().numbers;
        let weapon = self.arm(by, place);
        let eased = self.unit(target).down && !self.profile(target).has(Ability::GroundFighter);
        let all = [
            Modifier::roller(Rule(if part == self.fv(by) { "ITEN-MEL-03" } else { "ITEN-MEL-08" }), part),
            Modifier::roller(Rule("ITEN-WPN-01"), weapon.map_or(0, |w| w.bonus)),
            Modifier::roller(Rule("ITEN-MEL-06"), numbers.outnumbering * i8::from(outnumbers(self, by, target))),
            Modifier::roller(Rule("ITEN-MEL-10"), numbers.ganging_up * helpers as i8),
            Modifier::target(Rule("ITEN-MEL-14"), numbers.knocked_down * i8::from(eased)),
            Modifier::roller(Rule("ITEN-PSY-17"), self.blessing(by, place)),
        ];
        let lore = self.lore(by, target).into_iter().map(|(rule, value)| Modifier::roller(rule, value));
        let all = all.into_iter().chain(lore);
        let sum: i8 = all.clone().map(|m| m.value).sum();
        Blow {
            need: (self.armour(target) - sum).clamp(2, 7) as u8,
            modifiers: all.filter(|m| m.value != 0).collect(),
            penalty: weapon.map_or(0, |w| w.grit) + self.venom(by, place),
        }
    }

    /// The places of the weapons that a figure may strike with: those for melee that it still has, else what lies about,
    /// else the place after its last weapon for bare hands (ITEN-WPN-02, -06).
    #[must_use]
    pub fn blades(&self, unit: UnitId) -> ArrayVec<u8, 16> {
        let (arms, gone) = (&self.profile(unit).arms, u16::from(self.unit(unit).gone));
        let (mut own, mut else_with) = (ArrayVec::<u8, 16>::new(), arms.len() as u8);
        for place in (0..arms.len() as u8).filter(|place| gone >> place & 1 == 0) {
            let weapon = &self.setting().armoury[usize::from(arms[usize::from(place)])];
            // Two alike are one choice.
            let alike = own.iter().any(|&o| arms[usize::from(o)] == arms[usize::from(place)]);
            match weapon.is_melee() {
                true if weapon.weight == Weight::None => else_with = place,
                true if !alike => own.push(place),
                _ => {}
            }
        }
        if own.is_empty() {
            own.push(else_with);
        }
        own
    }

    /// The weapon with which a figure's whole Fighting Value does most to an enemy; a fall counts half of a loss.
    pub(super) fn best_blade(&self, by: UnitId, victim: UnitId) -> u8 {
        let was_down = self.unit(victim).down;
        let worth = |place: u8| {
            let Blow { need, penalty, .. } = self.blow(by, place, victim, self.fv(by), 0);
            let survives = self.survives_on(Hit { victim, by, penalty, was_down });
            let harm = 2 * (survives - 1).clamp(0, 6) + i8::from((1..=6).contains(&survives));
            (7 - need as i8) * harm
        };
        let blades = self.blades(by).into_iter();
        blades.max_by_key(|&place| (worth(place), Reverse(place))).unwrap_or(0)
    }

    /// The one enemy whom a figure has to see to: the only one touching it who stands; where nobody does, the only one who lies
    /// there.
    pub(super) fn only_foe(&self, unit: UnitId) -> Option<UnitId> {
        let standing = self.holders(unit);
        let foes = if standing.is_empty() { self.foes_touched(unit) & !self.setting().vehicles } else { standing };
        if foes.len() == 1 { foes.first() } else { None }
    }
}

/// ITEN-MEL-06, -15: whether a figure is one of several of its team who stand against the same enemy, on his feet or at
/// their mercy on the ground, and against nobody else. Whoever has another enemy to see to does not count.
fn outnumbers(battle: &Battle, by: UnitId, target: UnitId) -> bool {
    let against = |u: UnitId| battle.only_foe(u) == Some(target);
    against(by) && battle.holders(target).any(|u| u != by && !battle.enemies(u, by) && against(u))
}

/// The Fighting Value that a figure has not yet given to a blow.
fn left(battle: &Battle, unit: UnitId) -> i8 {
    let given = battle.pending().attacks.iter().filter(|a| a.by == unit).map(|a| a.part).sum::<i8>();
    battle.fv(unit) - given
}

/// Whether a figure has declared a blow.
fn has_struck(battle: &Battle, unit: UnitId) -> bool {
    battle.pending().attacks.iter().any(|a| a.by == unit)
}

/// Whom a figure may strike at: enemies in contact, each of them once (ITEN-MEL-02, -08). One that may do nothing but
/// defend itself strikes at who attacks it (ITEN-PSY-05).
fn targets(battle: &Battle, unit: UnitId) -> UnitSet {
    let mut open = if battle.unit(unit).spent { battle.holders(unit) } else { battle.foes_touched(unit) };
    for blow in battle.pending().attacks.iter().filter(|a| a.by == unit) {
        open.remove(blow.target);
    }
    open
}

/// The Melee phase begins. Who was made to go at a friend strikes at him, with the best that he has (ITEN-PSY-18).
pub(super) fn begin(play: &mut Play<'_>) {
    play.pending_mut().attacks.clear();
    for unit in play.on_board().only(|u| play.stands(u)) {
        let Some(friend) = play.unit(unit).goes_at.get() else { continue };
        if play.foes_touched(unit).has(friend) {
            let blow = Declared { part: play.fv(unit), ..Declared::on(unit, play.best_blade(unit, friend), friend) };
            play.pending_mut().attacks.push(blow);
        }
        play.pending_mut().done.insert(unit);
    }
}

/// The figures of a side that have blows to declare.
fn strikers(battle: &Battle, side: SideId) -> UnitSet {
    let open = battle.units_of(side) & !battle.pending().done & !battle.setting().vehicles;
    open.only(|u| battle.stands(u) && !targets(battle, u).is_empty())
}

/// ITEN-MEL-05, ITEN-ORD-05: sides declare their blows in their order; then all are rolled.
pub(super) fn blows(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-MEL-05");
    match answer {
        Some(Action { verb: Verb::Pass, .. }) => {
            let all = play.asked();
            play.pending_mut().done.add(all);
        }
        Some(Action { verb: Verb::Strike, unit, with, target: Target::Unit(foe) }) => {
            let Strike { place, part } = Strike::decode(with);
            let whole = play.fv(unit);
            let part = if part == 0 { whole } else { part as i8 };
            play.pending_mut().attacks.push(Declared { part, ..Declared::on(unit, place, foe) });
            if left(play, unit) < 1 {
                play.pending_mut().done.insert(unit);
            }
        }
        Some(Action { verb: Verb::Assist, unit, with, target: Target::Unit(friend) }) => {
            if let Some(at) = nth_blow(play, friend, with) {
                play.pending_mut().attacks[at].helpers += 1;
            }
            play.pending_mut().done.insert(unit);
        }
        Some(action) => play.pending_mut().done.insert(action.unit),
        None => {}
    }
    match Question::new(RULE, Kind::Act).ask_from(play, asked, strikers, |asked| Step::Blows { asked }) {
        Flow::Done => {
            neutral::neutral_blows(play);
            Flow::Push(Step::Mastery { asked: 0 }, Step::Melee { next: 0 })
        }
        asking => asking,
    }
}

/// The place among the declared blows of a figure's `nth`, from 0: what an action to help says in [`Action::with`].
pub(super) fn nth_blow(battle: &Battle, by: UnitId, nth: u8) -> Option<usize> {
    let attacks = battle.pending().attacks.iter().enumerate();
    attacks.filter(|(_, a)| a.by == by).map(|(at, _)| at).nth(nth.into())
}

/// ITEN-MEL-10: whether a figure may give up its own blow to help with one that was declared: both outnumber the target
/// and are of one Retinue, and neither is an Untouchable (ITEN-ABIL-24).
fn may_join(battle: &Battle, unit: UnitId, blow: &Declared) -> bool {
    // A vehicle is nobody's foe to hold: whoever else has none is free to gang up on it (ITEN-VEH-12).
    let free = |u: UnitId| match battle.is_vehicle(blow.target) {
        true => battle.holders(u).is_empty() && battle.foes_touched(u).has(blow.target),
        false => battle.only_foe(u) == Some(blow.target),
    };
    let willing = |u: UnitId| free(u) && !battle.profile(u).has(Ability::Untouchable) && battle.stands(u);
    blow.by != unit
        && battle.piece(blow.by).side == battle.piece(unit).side
        && !battle.unit(unit).spent
        && willing(unit)
        && willing(blow.by)
        && !has_struck(battle, unit)
}

/// How an action says that a blow takes all that is left of a figure's Fighting Value: 0 for the first.
fn whole_part(battle: &Battle, unit: UnitId) -> i8 {
    if has_struck(battle, unit) { left(battle, unit) } else { 0 }
}

/// The parts of its Fighting Value that a figure may give to a blow at one of some enemies, so that something is left for
/// the next (ITEN-MEL-08).
fn may_split(battle: &Battle, unit: UnitId, targets: UnitSet) -> std::ops::Range<i8> {
    let splits = targets.len() > 1 && !battle.unit(unit).spent && battle.pending().attacks.len() < MOST_SPLIT;
    if splits { 1..left(battle, unit).max(1) } else { 1..1 }
}

/// The blows that a figure may declare, the friends whom it may help.
pub(super) fn offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        return list.push(Action::side(Verb::Pass));
    };
    let targets = targets(battle, unit);
    let attacks = &battle.pending().attacks;
    // What is left goes to the last enemy as a whole; to any other, a part that leaves something for the next.
    let parts = [whole_part(battle, unit)].into_iter().chain(may_split(battle, unit, targets));
    strikes(battle, unit, targets, parts, list);
    let joins = attacks.iter().enumerate().filter(|(_, a)| may_join(battle, unit, a));
    // Whoever has split his blows is helped with one of them: which, the action says.
    let before = |at: usize, by: UnitId| attacks[..at].iter().filter(|a| a.by == by).count() as u8;
    list.actions.extend(joins.map(|(at, a)| Action::of(Verb::Assist, unit).with(before(at, a.by)).at(a.by)));
    list.push(Action::of(Verb::Hold, unit));
}

/// Lists blows at some enemies, with each weapon and with some parts of the Fighting Value.
fn strikes(
    battle: &Battle,
    unit: UnitId,
    targets: UnitSet,
    parts: impl Iterator<Item = i8> + Clone,
    list: &mut Listing,
) {
    for target in targets {
        for place in battle.blades(unit) {
            let with = parts.clone().map(|part| Strike { place, part: part as u8 }.encode());
            list.actions.extend(with.map(|with| Action::of(Verb::Strike, unit).with(with).at(target)));
        }
    }
}

/// Rolls a blow to hit (ITEN-MEL-03); no die is rolled where no face hits.
fn swing(play: &mut Play<'_>, rule: Rule, by: UnitId, target: UnitId, blow: &Blow) -> bool {
    play.modified(&blow.modifiers);
    if blow.need > 6 {
        play.note(rule, "cannot hit", by, 0);
        return false;
    }
    play.test(Roll::new(rule, 6, by).against(target), blow.need)
}

/// ITEN-MEL-01: the next of the declared blows is rolled; nobody falls before all have been.
pub(super) fn melee(play: &mut Play<'_>, next: u8) -> Flow<Step> {
    let Some(&Declared { by, with, target, part, helpers, .. }) = play.pending().attacks.get(usize::from(next)) else {
        return Flow::Next(Step::Wounds { next: 0 });
    };
    const RULE: Rule = Rule("ITEN-MEL-03");
    let blow = play.blow(by, with, target, part, helpers);
    let (hit, excess) = if play.is_vehicle(target) {
        let excess = wrecks::hits(play, RULE, by, target, &blow.modifiers);
        (excess.is_some(), excess.unwrap_or(0))
    } else {
        (swing(play, RULE, by, target, &blow), 0)
    };
    let was_down = play.unit(target).down;
    let declared = &mut play.pending_mut().attacks[usize::from(next)];
    (declared.hit, declared.was_down, declared.excess) = (hit, was_down, excess);
    declared.bonus = blow.modifiers.iter().map(|m| m.value).sum();
    declared.penalty = blow.penalty;
    Flow::Next(Step::Melee { next: next + 1 })
}

/// ITEN-GRIT-05: Grit rolls in the order of the blows, one a run, while the victim is in the game.
pub(super) fn wounds(play: &mut Play<'_>, next: u8) -> Flow<Step> {
    let attacks = &play.pending().attacks;
    let due = |at: &usize| attacks[*at].hit && play.piece(attacks[*at].target).at.is_some();
    let Some(at) = (usize::from(next)..attacks.len()).find(due) else {
        play.pending_mut().attacks.clear();
        return Flow::Done;
    };
    let Declared { by, target: victim, was_down, excess, bonus, penalty, .. } = attacks[at];
    let next = Step::Wounds { next: at as u8 + 1 };
    if play.is_vehicle(victim) {
        wrecks::damage(play, victim, Impact { by, bonus, penalty }, excess);
        return Flow::Next(next);
    }
    let lay = play.unit(victim).down;
    let toll = grit::endure(play, Hit { victim, by, penalty, was_down });
    let felled = toll == Toll::Out || toll == Toll::Down && !lay;
    if felled && play.profile(by).has(Ability::CombatMaster) && play.unit(by).encore == Encore::None {
        play.change(by, Rule("ITEN-ABIL-05"), |u| u.encore = Encore::Earned);
    }
    Flow::Next(next)
}

/// ITEN-MEL-11: the blow at a figure that breaks off; it does not strike back.
pub(super) fn free_blow(play: &mut Play<'_>, by: UnitId, victim: UnitId) {
    let place = play.best_blade(by, victim);
    let blow = play.blow(by, place, victim, play.fv(by), 0);
    if swing(play, Rule("ITEN-MEL-11"), by, victim, &blow) {
        grit::endure(play, Hit { victim, by, penalty: blow.penalty, was_down: false });
    }
}

/// The figures of a side that may go for a second fight: they stand, and nobody holds them.
fn masters(battle: &Battle, side: SideId) -> UnitSet {
    let free = |u: UnitId| battle.unit(u).encore == Encore::Earned && battle.stands(u) && !battle.in_melee(u);
    battle.units_of(side).only(free)
}

/// ITEN-ABIL-05: after the blows, Combat Masters who have felled somebody go at another enemy, once a turn.
pub(super) fn mastery(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-ABIL-05");
    if let Some(action) = answer {
        let unit = action.unit;
        let through = if action.verb == Verb::Pass { play.asked() } else { [unit].into_iter().collect() };
        for unit in through {
            play.change(unit, RULE, |u| u.encore = Encore::Over);
        }
        if action.verb == Verb::Move {
            play.pending_mut().met = UnitSet::default();
            let second = Step::SecondFight { unit, asked };
            return match stepping::set_out(play, action) {
                Some(first) => Flow::Push(second, first),
                None => Flow::Next(second),
            };
        }
    }
    if let Some(first) = neutral::interrupt(play) {
        return Flow::Push(Step::Mastery { asked }, first);
    }
    let asking = Question::new(RULE, Kind::Act).ask_from(play, asked, masters, |asked| Step::Mastery { asked });
    if let Flow::Ask(..) = asking {
        return asking;
    }
    for unit in play.units().only(|u| play.unit(u).encore != Encore::None) {
        play.change(unit, RULE, |u| u.encore = Encore::None);
    }
    Flow::Done
}

/// Where a Combat Master may go.
pub(super) fn mastery_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        return list.push(Action::side(Verb::Pass));
    };
    pursuit(battle, unit, list);
    list.push(Action::of(Verb::Hold, unit));
}

/// Hexes to which a Combat Master goes on: nearer to some enemy who stands.
pub(super) fn pursuit(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let (piece, board) = (battle.piece(unit), battle.board());
    let far = battle.ability(Ability::CombatMaster).amount;
    walking::reach(battle, unit, far as u8, Verb::Move, list);
    let foes = battle.enemies_of(piece.side).only(|f| battle.stands(f));
    let nearer = |to, foe| board.distance(to, battle.piece(foe).at) < board.distance(piece.at, battle.piece(foe).at);
    let fits = |to| foes.into_iter().any(|f| nearer(to, f)) && !stepping::shuns(battle, unit, to);
    list.actions.retain(|a| a.unit != unit || matches!(a.target, Target::Hex(to) if fits(to)));
}

/// ITEN-ABIL-05: where he has come upon an enemy, the two exchange blows as in any melee.
pub(super) fn second(play: &mut Play<'_>, unit: UnitId, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-ABIL-05");
    let on = Step::Mastery { asked };
    match answer {
        None if play.stands(unit) && play.in_melee(unit) => {
            let decision = Decision::about(play.piece(unit).side, Kind::Act, unit, RULE);
            Flow::Ask(Step::SecondFight { unit, asked }, decision)
        }
        Some(Action { verb: Verb::Strike, with, target: Target::Unit(foe), .. }) => {
            let reply = play.best_blade(foe, unit);
            for (by, place, at) in [(unit, Strike::decode(with).place, foe), (foe, reply, unit)] {
                let part = play.fv(by);
                play.pending_mut().attacks.push(Declared { part, ..Declared::on(by, place, at) });
            }
            Flow::Push(on, Step::Melee { next: 0 })
        }
        _ => Flow::Next(on),
    }
}

/// Whom he may fight there.
pub(super) fn second_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    if let Some(unit) = actor {
        strikes(battle, unit, battle.holders(unit), [0].into_iter(), list);
        list.push(Action::of(Verb::Hold, unit));
    }
}

/// Whether an action declares a blow, or help with one, or that there is none (ITEN-MEL-02, -05, -08, -10).
pub(super) fn check(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("ITEN-MEL-05");
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { verb, unit, with, target } = action;
    if verb == Verb::Pass {
        return action.plain(RULE);
    }
    if battle.unit(unit).down {
        return no(Reason::MayNotAct, "ITEN-KD-01");
    }
    if battle.pending().done.has(unit) {
        return Err(Refusal::new(Reason::AlreadyDone, RULE));
    }
    if battle.foes_touched(unit).is_empty() {
        return no(Reason::MayNotAct, "ITEN-MEL-02");
    }
    match (verb, target) {
        (Verb::Strike, Target::Unit(foe)) => check_blow(battle, unit, with, foe),
        (Verb::Assist, Target::Unit(friend)) => check_help(battle, unit, with, friend),
        (Verb::Hold, _) => action.plain(RULE),
        _ => Err(Refusal::new(Reason::Malformed, RULE)),
    }
}

fn check_blow(battle: &Battle, unit: UnitId, with: u8, foe: UnitId) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Strike { place, part } = Strike::decode(with);
    if !battle.on_board().has(foe) || !battle.enemies(unit, foe) && !battle.foes_touched(unit).has(foe) {
        return no(Reason::NotAnEnemy, "ITEN-MEL-15");
    }
    if !battle.foes_touched(unit).has(foe) {
        return no(Reason::OutOfRange, "ITEN-MEL-02");
    }
    if battle.pending().attacks.iter().any(|a| a.by == unit && a.target == foe) {
        return no(Reason::AlreadyDone, "ITEN-MEL-08");
    }
    check_blade(battle, unit, place)?;
    let targets = targets(battle, unit);
    // Who may only defend himself strikes at those who can attack him, with all that he has.
    let whole = part as i8 == whole_part(battle, unit);
    if battle.unit(unit).spent && !(whole && targets.has(foe)) {
        return no(Reason::MayNotAct, "ITEN-PSY-05");
    }
    if !whole && !may_split(battle, unit, targets).contains(&(part as i8)) {
        // A part that the Fighting Value does not hold, or that leaves nothing for the next enemy.
        return no(Reason::NotEnough, "ITEN-MEL-08");
    }
    Ok(())
}

/// Whether a figure may strike with a weapon (ITEN-WPN-02, -06).
fn check_blade(battle: &Battle, unit: UnitId, place: u8) -> Result<(), Refusal> {
    if battle.blades(unit).contains(&place) {
        return Ok(());
    }
    let ranged = battle.arm(unit, place).is_some_and(|w| !w.is_melee());
    Err(Refusal::new(Reason::WeaponNotReady, Rule(if ranged { "ITEN-WPN-02" } else { "ITEN-WPN-06" })))
}

fn check_help(battle: &Battle, unit: UnitId, with: u8, friend: UnitId) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    if !battle.on_board().has(friend) {
        return no(Reason::NoSuchUnit, "ITEN-MEL-10");
    }
    if battle.piece(friend).side != battle.piece(unit).side {
        return no(Reason::NotYours, "ITEN-MEL-10");
    }
    if [unit, friend].into_iter().any(|u| battle.profile(u).has(Ability::Untouchable)) {
        return no(Reason::MayNotAct, "ITEN-ABIL-24");
    }
    if battle.unit(unit).spent {
        return no(Reason::MayNotAct, "ITEN-PSY-05");
    }
    if has_struck(battle, unit) {
        return no(Reason::AlreadyDone, "ITEN-MEL-10");
    }
    let blow = nth_blow(battle, friend, with).map(|at| &battle.pending().attacks[at]);
    if blow.is_some_and(|blow| may_join(battle, unit, blow)) {
        return Ok(());
    }
    let touches_vehicle = !(battle.foes_touched(unit) & battle.setting().vehicles).is_empty();
    if !touches_vehicle && !battle.only_foe(unit).is_some_and(|foe| outnumbers(battle, unit, foe)) {
        return no(Reason::MayNotAct, "ITEN-MEL-06");
    }
    // Nobody to help: the friend has declared no such blow, or fights somebody else.
    no(Reason::NothingToDo, "ITEN-MEL-10")
}

/// Whether a Combat Master may go on there (ITEN-ABIL-05).
pub(super) fn check_mastery(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    const RULE: Rule = Rule("ITEN-ABIL-05");
    match action.verb {
        Verb::Hold | Verb::Pass => action.plain(RULE),
        _ if battle.unit(action.unit).down => Err(Refusal::new(Reason::MayNotAct, Rule("ITEN-KD-01"))),
        _ => check_pursuit(battle, action, list),
    }
}

/// Whether a Combat Master on his way to a second fight gets there.
pub(super) fn check_pursuit(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let gets_there = list.would_list(action, |list| pursuit(battle, action.unit, list));
    if gets_there { Ok(()) } else { Err(Refusal::new(Reason::OutOfReach, Rule("ITEN-ABIL-05"))) }
}

/// Whether a Combat Master may fight somebody whom he has come upon.
pub(super) fn check_second(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("ITEN-ABIL-05");
    let Action { verb, unit, with, target } = action;
    match target {
        _ if battle.unit(unit).down => Err(Refusal::new(Reason::MayNotAct, Rule("ITEN-KD-01"))),
        _ if verb == Verb::Hold => action.plain(RULE),
        Target::Unit(foe) if battle.holders(unit).has(foe) && Strike::decode(with).part == 0 => {
            check_blade(battle, unit, Strike::decode(with).place)
        }
        _ => Err(Refusal::new(Reason::MayNotAct, RULE)),
    }
}
