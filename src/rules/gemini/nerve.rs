//! Frozen and pinned, and broken nerve (GEM-PIN, GEM-NERVE).

use arrayvec::ArrayVec;

use crate::battle::{Flow, Modifier, Rule, UnitId};

use super::checks::{at_least, d6, passes};
use super::content::Cover;
use super::flight::{flee, get_away, menace, rout, seek_cover, shelters};
use super::model::Nerve;
use super::options::HitReaction;
use super::stats::Trait;
use super::steps::Step;
use super::{Battle, Play};

/// The modifiers of a test of a model's nerve: `hate` counts where it fights whom it hates (GEM-MOR-02, GEM-HATE-03).
fn modifiers(battle: &Battle, unit: UnitId, alone: Modifier, hate: i8) -> ArrayVec<Modifier, 2> {
    let fights_hated = |foe: UnitId| battle.hates(unit, foe) && (battle.contact(unit, foe) || battle.sees(unit, foe));
    let hates = hate != 0 && battle.enemies_of(battle.piece(unit).side).any(fights_hated);
    ArrayVec::from([alone, Modifier::roller(Rule("GEM-HATE-03"), if hates { hate } else { 0 })])
}

/// A test of Leadership for morale, with the leader's help (GEM-MOR-01); `hate` is what hate does to it (GEM-HATE-03).
pub(super) fn steels(play: &mut Play<'_>, rule: Rule, unit: UnitId, comrades: bool, hate: i8) -> bool {
    let (ld, alone) = play.courage(unit, comrades);
    let modifiers = modifiers(play, unit, alone, hate);
    passes(play, rule, unit, ld, &modifiers)
}

/// Models that were hit without harm take their test (GEM-PIN-02); after the last, who saw a friend fall.
pub(super) fn shaken(play: &mut Play<'_>) -> Flow<Step> {
    let waiting = play.pending().shaken;
    let Some(unit) = waiting.first() else {
        play.pending_mut().settle();
        return Flow::Next(Step::Witness);
    };
    play.pending_mut().shaken.remove(unit);
    if play.standing(unit) && !play.engaged(unit) && !play.unit(unit).tested {
        match play.options().hit_reaction {
            HitReaction::Gasr if !play.pending().hurt.has(unit) => freeze(play, unit),
            HitReaction::Suppression => suppress(play, unit),
            HitReaction::Gasr | HitReaction::None => {}
        }
    }
    Flow::Push(Step::Shaken, Step::Then)
}

/// Whether a model's mind lets it pass without a die: the Fearless, and the Frenzied.
fn unshaken(battle: &Battle, unit: UnitId) -> bool {
    battle.has(unit, &Trait::Fearless) || battle.unit(unit).frenzied
}

/// GEM-PIN-02 to GEM-PIN-05.
fn freeze(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("GEM-PIN-02");
    play.change(unit, RULE, |m| m.tested = true);
    if unshaken(play, unit) || steels(play, RULE, unit, false, 0) {
        return;
    }
    play.pending_mut().halt(unit);
    let now = play.unit(unit).nerve;
    if matches!(now, Nerve::Frozen | Nerve::Pinned | Nerve::Bolting) {
        let shooter = play.pending().shooter;
        play.change(unit, Rule("GEM-PIN-05"), |m| {
            (m.nerve, m.overwatch, m.shunned) = (Nerve::Bolting, false, shooter);
        });
        return;
    }
    if matches!(now, Nerve::Running | Nerve::Routing) {
        return;
    }
    let covered = shot_into_cover(play, unit);
    let until = (play.table().turn + 1).min(255) as u8;
    let (nerve, rule) = if covered { (Nerve::Pinned, Rule("GEM-PIN-03")) } else { (Nerve::Frozen, Rule("GEM-PIN-04")) };
    play.change(unit, rule, |m| (m.nerve, m.until, m.overwatch, m.hidden) = (nerve, until, false, covered));
}

/// Whether the shooter of the attack under way has a cover modifier against a model (GEM-SHOOT-03).
fn shot_into_cover(battle: &Battle, unit: UnitId) -> bool {
    let shooter = battle.pending().shooter.get().filter(|s| battle.piece(*s).at.is_some());
    shooter.and_then(|s| battle.cover_from(s, unit)).is_some_and(|cover| cover != Cover::None)
}

/// GEM-PIN-08: Suppressed, or Pinned by what pins, and hidden where there is cover.
fn suppress(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("GEM-PIN-08");
    play.change(unit, RULE, |m| m.tested = true);
    let now = play.unit(unit).nerve;
    if unshaken(play, unit) || !matches!(now, Nerve::Steady) || steels(play, RULE, unit, false, 0) {
        return;
    }
    let until = (play.table().turn + 1).min(255) as u8;
    let pins = play.pending().pins;
    let hides = pins && shot_into_cover(play, unit);
    let nerve = if pins { Nerve::Pinned } else { Nerve::Suppressed };
    play.change(unit, RULE, |m| {
        (m.nerve, m.until, m.overwatch, m.hidden) = (nerve, until, false, m.hidden || hides);
    });
}

/// The next who saw a friend fall is tested (GEM-NERVE-01).
pub(super) fn witness(play: &mut Play<'_>) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-NERVE-01");
    let Some(unit) = play.pending_mut().witnesses.pop() else { return Flow::Done };
    let steady = !matches!(play.unit(unit).nerve, Nerve::Running | Nerve::Routing);
    let tested = play.standing(unit) && steady && !play.sheet(unit).is_stubborn() && !play.unit(unit).frenzied;
    if play.pending().alone || !tested || steels(play, RULE, unit, true, 1) {
        return Flow::Next(Step::Witness);
    }
    lose_nerve(play, unit, RULE);
    Flow::Push(Step::Witness, Step::Hits)
}

/// A model's nerve breaks: whoever touches it may strike, then it flinches (GEM-NERVE-03, GEM-BREAK-02).
pub(super) fn lose_nerve(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    play.pending_mut().halt(unit);
    get_away(play, unit);
    play.change(unit, rule, |m| {
        m.nerve = Nerve::Running;
        (m.overwatch, m.ap, m.pursues) = (false, 0, Default::default());
    });
    play.pending_mut().then.push(Step::Flinch { unit });
    parting_blows(play, unit, Rule("GEM-BREAK-02"));
}

/// Each able enemy in contact strikes whoever leaves, on 3 or more (GEM-BREAK-01).
pub(super) fn parting_blows(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    for foe in play.standing_foes(unit).only(|foe| play.able(foe)) {
        if at_least(play, rule, foe, 3) {
            let hit = play.blow(foe, unit, 0);
            play.pending_mut().hits.push(hit);
        }
    }
}

/// What a model that has lost its nerve does at the start of its activation (GEM-PIN-05, GEM-NERVE-03, GEM-NERVE-05,
/// GEM-ROUT-02); whether it is free to go on.
pub(super) fn rally(play: &mut Play<'_>, unit: UnitId) -> bool {
    match play.unit(unit).nerve {
        Nerve::Steady | Nerve::Frozen | Nerve::Suppressed => true,
        Nerve::Pinned => false,
        Nerve::Bolting => {
            const RULE: Rule = Rule("GEM-PIN-05");
            let from = play.unit(unit).shunned.get().filter(|foe| play.standing(*foe));
            play.change(unit, RULE, |m| {
                (m.nerve, m.hidden, m.shunned) = (Nerve::Running, false, Default::default());
            });
            if let Some(foe) = from.or_else(|| menace(play, unit)) {
                let inches = d6(play, RULE, unit);
                seek_cover(play, unit, foe, inches, RULE);
            }
            run_on(play, unit);
            false
        }
        Nerve::Running => {
            const RULE: Rule = Rule("GEM-NERVE-05");
            let Some(foe) = menace(play, unit) else {
                play.change(unit, RULE, |m| m.nerve = Nerve::Steady);
                return true;
            };
            if shelters(play, foe, play.piece(unit).at) && !play.engaged(unit) {
                let own = play.sheet(unit).ld;
                let rallied = passes(play, RULE, unit, own, &[]);
                if rallied {
                    play.change(unit, RULE, |m| m.nerve = Nerve::Steady);
                } else {
                    play.change(unit, RULE, |m| m.hidden = true);
                }
                return rallied;
            }
            run_on(play, unit);
            false
        }
        Nerve::Routing => {
            const RULE: Rule = Rule("GEM-ROUT-02");
            let bottled = play.table().bottled >> play.piece(unit).side.0 & 1 == 1;
            if !bottled && (play.sheet(unit).is_stubborn() || steels(play, RULE, unit, false, 1)) {
                play.change(unit, RULE, |m| m.nerve = Nerve::Steady);
            } else {
                let inches = 2 * play.allowance(unit);
                flee(play, unit, inches, RULE);
            }
            false
        }
    }
}

/// A model that runs for cover goes 2D6 inches, and may rally there (GEM-NERVE-03, GEM-NERVE-04).
fn run_on(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("GEM-NERVE-03");
    if play.standing(unit)
        && let Some(foe) = menace(play, unit)
    {
        let inches = d6(play, RULE, unit) + d6(play, RULE, unit);
        seek_cover(play, unit, foe, inches, RULE);
    }
    if play.standing(unit) && steels(play, Rule("GEM-NERVE-04"), unit, true, 1) {
        play.change(unit, RULE, |m| m.nerve = Nerve::Steady);
    }
}

/// Models that are attacked hand to hand are Frozen, Pinned or running no more (GEM-PIN-06); runners not before they have
/// fought a round (GEM-SCORE-02).
pub(super) fn collect(play: &mut Play<'_>, unit: UnitId) {
    if matches!(play.unit(unit).nerve, Nerve::Frozen | Nerve::Pinned | Nerve::Suppressed | Nerve::Bolting) {
        play.change(unit, Rule("GEM-PIN-06"), |m| (m.nerve, m.hidden) = (Nerve::Steady, false));
    }
    play.change(unit, Rule("GEM-OVER-01"), |m| (m.overwatch, m.hidden) = (false, false));
}

/// Frozen and Pinned that have run out at the end of the turn (GEM-PIN-03, GEM-PIN-04).
pub(super) fn thaw(play: &mut Play<'_>) {
    let turn = play.table().turn;
    for unit in play.on_board() {
        let now = play.unit(unit);
        if matches!(now.nerve, Nerve::Frozen | Nerve::Pinned) && u16::from(now.until) <= turn {
            play.change(unit, Rule("GEM-PIN-03"), |m| m.nerve = Nerve::Steady);
        }
    }
}

/// A model that lost a round and was hurt in it is tested (GEM-ROUT-01, GEM-DOG-03).
pub(super) fn beaten(play: &mut Play<'_>, unit: UnitId, winner: UnitId) {
    const RULE: Rule = Rule("GEM-ROUT-01");
    if !play.standing(unit) {
        return;
    }
    if play.sheet(unit).is_stubborn() {
        const EXTRA: Rule = Rule("GEM-DOG-03");
        if !play.standing(winner) {
            return;
        }
        if play.has(unit, &Trait::Dogged) || at_least(play, EXTRA, unit, 4) {
            let hit = play.blow(winner, unit, 0);
            play.pending_mut().hits.push(hit);
        }
        return;
    }
    if !steels(play, RULE, unit, false, 1) {
        rout(play, unit, RULE);
    }
}
