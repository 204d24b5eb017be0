//! A round between two models: Combat Score, parries, blows (GEM-SCORE, GEM-MULTI-01, GEM-PARRY, GEM-CC-02).

use arrayvec::ArrayVec;

use crate::battle::{Modifier, Roll, Rule, UnitId, UnitSet};

use super::arms::may_break;
use super::charging::{over_obstacle, side_struck};
use super::checks::{EVERY_FACE, at_least};
use super::model::{Bout, Charge, Condition, Hit, Nerve};
use super::options::{Combat, KnockdownVital, LuckyShots, Parry, StunnedMercy};
use super::stats::{BladeTag, ParryValue};
use super::wounds::{need_to_save, need_to_wound, put};
use super::{Battle, Play};

/// One of the two in a round, before the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Attack dice.
    pub dice: u8,
    /// Weapon Skill that is added.
    pub ws: u8,
    /// Modifiers of the score; those of 0 are left out.
    pub modifiers: ArrayVec<Modifier, 12>,
    /// Parries before those of the other are set against them (GEM-PARRY-03).
    pub parries: u8,
    /// Initiative for ties; 0 for whoever strikes last.
    pub initiative: u8,
}

impl Fighter {
    /// The sum of its modifiers.
    #[must_use]
    pub fn sum(&self) -> i16 {
        self.modifiers.iter().map(|m| i16::from(m.value)).sum()
    }
}

/// Which of the two a fighter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Who.
    pub unit: UnitId,
    /// Against whom.
    pub foe: UnitId,
    /// How many of its side fought the other before (GEM-MULTI-01).
    pub before: u8,
}

impl Battle {
    /// How a model was struck by another's charge this turn (the table behind GEM-SCORE-10).
    fn charged_by(&self, unit: UnitId, foe: UnitId) -> Charge {
        let now = self.unit(unit);
        match now.charge {
            Charge::None => Charge::None,
            side if now.charged.is(foe) => side,
            _ => side_struck(self, unit, foe),
        }
    }

    /// A model in a round against another (GEM-SCORE-01, -02, -09).
    #[must_use]
    pub fn fighter(&self, part: Part) -> Fighter {
        let Part { unit, foe, before } = part;
        let (now, sheet) = (self.unit(unit), self.sheet(unit));
        let first = now.rounds == 0;
        let felled = now.condition.is_felled();
        let charge = self.charged_by(unit, foe);
        let hands = self.striking(unit).count();
        let mut dice = sheet.a * if now.frenzied { 2 } else { 1 };
        dice += u8::from(hands > 1) + u8::from(first && charge == Charge::Rear) + before;
        if felled || now.fallen || now.stupid && self.pending().forgets.has(unit) {
            dice = 0;
        }
        let mut ws = self.ws(unit);
        let halves = u8::from(self.smoky(self.piece(unit).at)) + u8::from(first && now.afraid);
        for _ in 0..halves {
            ws = ws.div_ceil(2);
        }
        ws = match now.condition {
            Condition::Stunned => 0,
            _ if felled => ws.min(1),
            // Blow by blow a router has 1, and a runner defends as others do.
            _ if self.options().combat == Combat::Ws => {
                if now.nerve == Nerve::Routing {
                    1
                } else {
                    ws
                }
            }
            _ if now.nerve == Nerve::Routing || now.nerve == Nerve::Running && first => 0,
            _ => ws,
        };
        let mut modifiers: ArrayVec<Modifier, 12> = ArrayVec::new();
        let mut add = |modifier: Modifier| {
            if modifier.value != 0 {
                modifiers.push(modifier);
            }
        };
        const TABLE: Rule = Rule("GEM-SCORE-08");
        add(Modifier::roller(
            TABLE,
            match charge {
                Charge::None => 0,
                Charge::Front => 1,
                Charge::Flank | Charge::Rear => 2,
            },
        ));
        let higher = self.height(self.piece(unit).at) > self.height(self.piece(foe).at);
        add(Modifier::ground(TABLE, i8::from(higher)));
        add(Modifier::roller(TABLE, -i8::from(self.encumbered(unit))));
        add(Modifier::ground(TABLE, -i8::from(now.charged.is(foe) && over_obstacle(self, unit, foe))));
        let tagged = |tag| self.blades(unit).next().is_some_and(|blade| blade.has(tag));
        add(Modifier::roller(TABLE, -i8::from(tagged(BladeTag::Improvised))));
        add(Modifier::roller(TABLE, -2 * i8::from(tagged(BladeTag::Unarmed))));
        add(Modifier::roller(Rule("GEM-CONF-01"), -i8::from(self.confused(unit))));
        add(Modifier::roller(Rule("GEM-MULTI-01"), before as i8));
        let parries = if dice > 0 && !now.frenzied && self.options().parry == Parry::On {
            self.eligible_parries(unit, foe)
        } else {
            0
        };
        let late = now.condition == Condition::Dazed || felled;
        Fighter { dice, ws, modifiers, parries, initiative: if late { 0 } else { sheet.i } }
    }

    /// The weapons of a model that may parry another's (GEM-PARRY-04).
    fn eligible_parries(&self, unit: UnitId, foe: UnitId) -> u8 {
        let value = |unit, blade| match self.parry_value(unit, blade) {
            ParryValue::Value(value) => value,
            ParryValue::Always => 0,
        };
        let against = self.blades(foe).map(|blade| value(foe, blade)).max().unwrap_or(0);
        let parries = |blade: &&super::stats::Blade| match self.parry_value(unit, blade) {
            ParryValue::Always => true,
            ParryValue::Value(value) => value > 0 && value >= against,
        };
        self.blades(unit).filter(parries).count() as u8
    }
}

/// How many dice show each face, from 1.
type Faces = [u8; 6];

/// Rolls attack dice; in the first round against whom one hates those that show 3 or less again (GEM-HATE-01).
fn attack_dice(play: &mut Play<'_>, part: Part, dice: u8) -> Faces {
    const RULE: Rule = Rule("GEM-SCORE-01");
    let mut faces = [0; 6];
    let mut throw = |play: &mut Play<'_>, rule, count| {
        let bands = play.pool(Roll::new(rule, 6, part.unit).against(part.foe), &EVERY_FACE, count);
        bands.iter().zip(&mut faces).for_each(|(more, face)| *face += more);
        faces
    };
    let rolled = throw(play, RULE, dice);
    if play.hates(part.unit, part.foe) && play.unit(part.unit).rounds == 0 {
        let again: u8 = rolled[..3].iter().sum();
        if again > 0 {
            let mut kept = rolled;
            kept[..3].fill(0);
            let bands = play.pool(Roll::new(Rule("GEM-HATE-01"), 6, part.unit).against(part.foe), &EVERY_FACE, again);
            bands.iter().zip(&mut kept).for_each(|(more, face)| *face += more);
            return kept;
        }
    }
    rolled
}

/// The highest face; 0 without dice.
fn highest(faces: &Faces) -> u8 {
    (1..=6).rev().find(|&face| faces[usize::from(face) - 1] > 0).unwrap_or(0)
}

/// One parry: the highest of the foe's dice is rolled again, if it is worth it (GEM-PARRY-02).
fn parry(play: &mut Play<'_>, by: UnitId, foe: UnitId, faces: &mut Faces) {
    const RULE: Rule = Rule("GEM-PARRY-02");
    let top = highest(faces);
    if top < 4 {
        return;
    }
    let again = play.roll(Roll::new(RULE, 6, foe).against(by), &EVERY_FACE);
    faces[usize::from(top) - 1] -= 1;
    faces[usize::from(again) - 1] += 1;
}

/// A round between two models; true when there was one.
pub(super) fn round(play: &mut Play<'_>, bout: Bout) {
    let Bout { one, lone, before, answers } = bout;
    let there = play.piece(one).at.is_some() && play.piece(lone).at.is_some();
    let touch = there && play.contact(one, lone);
    // Blows that reach over a friend need no contact (GEM-CC-01).
    let reach = there && answers && play.foes_touching(one).is_empty() && play.apart(one, lone) == 2;
    if !(touch || reach) || !play.standing(one) {
        return;
    }
    // Once the lone one lies it is over, but for whoever may finish him off (GEM-MULTI-01, GEM-KD-06).
    let mercy = play.options().stunned_mercy == StunnedMercy::On && play.unit(lone).condition == Condition::Stunned;
    let vital = play.options().knockdown_vital == KnockdownVital::On;
    if before > 0 && !play.standing(lone) && !mercy && !vital {
        return;
    }
    play.pending_mut().spared = Default::default();
    if touch {
        let pair: UnitSet = [one, lone].into_iter().collect();
        play.pending_mut().fighters.add(pair);
        play.pending_mut().victors.add(pair);
    }
    if mercy {
        return put(play, lone, Condition::Out, Rule("GEM-KD-05"), one);
    }
    match play.options().combat {
        Combat::Score => by_score(play, one, lone, before),
        Combat::Ws => by_blows(play, bout),
    }
    for unit in [one, lone].into_iter().filter(|_| !answers) {
        if play.unit(unit).nerve == Nerve::Running {
            play.change(unit, Rule("GEM-PIN-06"), |m| (m.nerve, m.hidden) = (Nerve::Steady, false));
        }
    }
}

/// Notes that a model has lost a round, once in a fight.
fn lost(play: &mut Play<'_>, unit: UnitId, winner: UnitId) {
    if play.pending().losers.iter().all(|(loser, _)| *loser != unit) {
        play.pending_mut().losers.push((unit, winner));
    }
}

/// Combat Score (GEM-SCORE-01 to -07).
fn by_score(play: &mut Play<'_>, one: UnitId, lone: UnitId, before: u8) {
    const RULE: Rule = Rule("GEM-SCORE-02");
    let parts = [Part { unit: one, foe: lone, before }, Part { unit: lone, foe: one, before: 0 }];
    let fighters = parts.map(|part| play.fighter(part));
    let mut faces = [0, 1].map(|i| {
        let dice = fighters[i].dice;
        play.modified(&fighters[i].modifiers);
        if dice > 0 { attack_dice(play, parts[i], dice) } else { [0; 6] }
    });
    // Eligible parries of the two cancel one for one (GEM-PARRY-03).
    let set_off = fighters[0].parries.min(fighters[1].parries);
    for i in 0..2 {
        for _ in set_off..fighters[i].parries {
            parry(play, parts[i].unit, parts[i].foe, &mut faces[1 - i]);
        }
    }
    let score = [0, 1].map(|i| {
        let criticals = i16::from(faces[i][5].saturating_sub(1));
        let fumbles = i16::from(faces[1 - i][0]);
        i16::from(highest(&faces[i])) + i16::from(fighters[i].ws) + fighters[i].sum() + criticals + fumbles
    });
    for i in (0..2).filter(|&i| faces[i][0] > 0) {
        may_break(play, parts[i].unit);
    }
    play.note(RULE, "has a Combat Score of", one, score[0]);
    play.note(RULE, "has a Combat Score of", lone, score[1]);
    for unit in [one, lone] {
        play.change(unit, RULE, |m| m.rounds = m.rounds.saturating_add(1));
    }
    let by_initiative = fighters[0].initiative.cmp(&fighters[1].initiative);
    let winner = match score[0].cmp(&score[1]).then(by_initiative) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => return play.note(Rule("GEM-SCORE-04"), "holds its own", one, 0),
    };
    let (by, on) = (parts[winner].unit, parts[1 - winner].unit);
    lost(play, on, by);
    if fighters[winner].dice == 0 {
        return;
    }
    let hits = (score[winner] - score[1 - winner]).max(1);
    // Two weapons strike by turns, the better one first (GEM-SCORE-07).
    let better = better_hand(play, by, on);
    for place in (0..hits as usize).rev() {
        let hit = play.blow(by, on, better + place);
        play.pending_mut().hits.push(hit);
    }
}

/// The hand that hurts an enemy more often: of 36 blows so many get through.
fn better_hand(battle: &Battle, by: UnitId, on: UnitId) -> usize {
    let through = |place: usize| {
        let Hit { strength, save, .. } = battle.blow(by, on, place);
        let wounds = need_to_wound(strength, battle.sheet(on).t).map_or(0, |need| 7 - need);
        let unsaved = need_to_save(battle.sheet(on).sv, save).map_or(6, |need| need - 1);
        wounds * unsaved
    };
    usize::from(through(1) > through(0))
}

/// Blow by blow, to hit by Weapon Skill: whoever charged first, then by Initiative and Weapon Skill (GEM-CC-02).
fn by_blows(play: &mut Play<'_>, bout: Bout) {
    const RULE: Rule = Rule("GEM-CC-02");
    let Bout { one, lone, before, answers } = bout;
    let parts = [Part { unit: one, foe: lone, before }, Part { unit: lone, foe: one, before: 0 }];
    let key = |play: &Play<'_>, part: Part| {
        let fighter = play.fighter(part);
        let last = fighter.initiative == 0;
        (!last, play.unit(part.unit).charge != Charge::None, fighter.initiative, fighter.ws)
    };
    if answers {
        return strike(play, parts[0]);
    }
    let first = match key(play, parts[0]).cmp(&key(play, parts[1])) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => usize::from(!at_least(play, RULE, one, 4)),
    };
    let second = parts[1 - first];
    play.pending_mut().bouts.push(Bout { one: second.unit, lone: second.foe, before: second.before, answers: true });
    strike(play, parts[first]);
}

/// The blows of one of the two.
fn strike(play: &mut Play<'_>, part: Part) {
    const RULE: Rule = Rule("GEM-CC-02");
    let (own, foe) = (play.fighter(part), play.fighter(Part { unit: part.foe, foe: part.unit, before: 0 }));
    play.change(part.unit, RULE, |m| m.rounds = m.rounds.saturating_add(1));
    if own.dice == 0 {
        return;
    }
    let plain = (4 + i16::from(foe.ws) - i16::from(own.ws)).clamp(2, 6) - own.sum();
    let need = if play.standing(part.foe) { plain.clamp(2, 6) as u8 } else { 2 };
    play.modified(&own.modifiers);
    let lucky = play.options().lucky_shots == LuckyShots::On && need <= 4;
    let cuts = [need, if lucky { need + 2 } else { 7 }];
    let mut bands = play.pool(Roll::new(RULE, 6, part.unit).against(part.foe), &cuts, own.dice);
    for _ in own.parries.min(foe.parries)..foe.parries {
        // The highest die that hit is rolled again.
        let Some(band) = [2, 1].into_iter().find(|&band| bands[band] > 0) else { break };
        let again = play.roll(Roll::new(Rule("GEM-PARRY-02"), 6, part.unit).against(part.foe), &cuts);
        bands[band] -= 1;
        bands[crate::battle::band(again, &cuts)] += 1;
    }
    for place in (0..usize::from(bands[1] + bands[2])).rev() {
        let mut hit = play.blow(part.unit, part.foe, place);
        hit.lucky = lucky && place < usize::from(bands[2]);
        play.pending_mut().hits.push(hit);
        lost(play, part.foe, part.unit);
    }
}
