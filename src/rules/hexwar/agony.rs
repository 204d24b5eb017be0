//! Agony (HEX-AG): acid, terror, minor acid, fire, poison, bleeding.

use crate::battle::{Action, Decision, Flow, Kind, Listing, Roll, Rule, UnitId, Verb};

use super::damage::roll_damage;
use super::numbers::{LADDER, Result};
use super::stats::{Ability, Damage};
use super::{Battle, Play, Step};

/// An agony step: which, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Agony {
    /// 0 acid and terror, 1 minor acid, 2 fire, 3 poison, 4 bleeding.
    phase: u8,
    /// The unit whose tokens roll; [`UnitId::NONE`] before the first.
    unit: UnitId,
    at: At,
}

/// Where a unit's tokens are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum At {
    /// About to roll.
    Start,
    /// So many rolls of its acid token are left, and so many sixes have been rolled (HEX-AG0-06).
    Acid { left: u8, sixes: u8 },
    /// Its terror strikes the next unit at or after this one.
    Terror { target: UnitId },
    /// Bleed tokens of this rung of the die ladder, so many of them left.
    Tokens { rung: u8, left: u8 },
    /// Poison of this rung showed this face, and Endurance may reroll it (HEX-DWARF-04).
    Poison { rung: u8, face: u8 },
}

impl Agony {
    /// An agony step about to begin.
    pub(super) fn begin(phase: u8) -> Self {
        Agony { phase, unit: UnitId::NONE, at: At::Start }
    }

    fn at(self, at: At) -> Flow<Step> {
        Flow::Next(Step::Agony(Agony { at, ..self }))
    }

    /// On to the next unit that has anything to roll, in the order in which the sides choose (HEX-SEQ-01).
    fn next_unit(self, battle: &Battle) -> Flow<Step> {
        let place = |unit: UnitId| (battle.place_in_order(unit), unit.0);
        let through = (self.unit != UnitId::NONE).then(|| place(self.unit));
        let next = battle.on_board().only(|u| Some(place(u)) > through && suffers(battle, self.phase, u));
        match battle.first_asked(next) {
            Some(unit) => Flow::Next(Step::Agony(Agony { unit, at: At::Start, ..self })),
            None => Flow::Done,
        }
    }
}

/// HEX-AG-01: every such token in play rolls; results land in the Apply damage that follows. One roll a run.
pub(super) fn agony(play: &mut Play<'_>, agony: Agony, answer: Option<Action>) -> Flow<Step> {
    let unit = agony.unit;
    if unit == UnitId::NONE {
        return agony.next_unit(play);
    }
    match (agony.phase, agony.at) {
        (0, At::Start) if play.unit(unit).acid => agony.at(At::Acid { left: 1, sixes: 0 }),
        (0, At::Start) => agony.at(At::Terror { target: UnitId::FIRST }),
        (0, At::Acid { left: 0, .. }) => agony.at(At::Terror { target: UnitId::FIRST }),
        (0, At::Acid { left, sixes }) => {
            let (left, sixes) = acid(play, unit, left, sixes);
            agony.at(At::Acid { left, sixes })
        }
        (0, At::Terror { target }) => match terror(play, unit, target) {
            Some(next) => agony.at(At::Terror { target: next }),
            None => agony.next_unit(play),
        },
        (1, _) => {
            minor_acid(play, unit);
            agony.next_unit(play)
        }
        (2, _) => {
            fire(play, unit);
            agony.next_unit(play)
        }
        (3, At::Poison { rung, face }) => {
            let rerolled = answer.is_some_and(|a| a.verb == Verb::Endure);
            let face = if rerolled { reroll(play, unit, rung) } else { face };
            poisoned(play, unit, rung, face);
            agony.at(At::Start)
        }
        (3, _) => match play.unit(unit).queue.next(play.unit(unit).poison) {
            Some(rung) => poison(play, agony, unit, rung),
            None => agony.next_unit(play),
        },
        (_, At::Tokens { rung, .. }) if usize::from(rung) >= LADDER.len() => agony.next_unit(play),
        (_, At::Tokens { rung, left: 0 }) => {
            let next = rung + 1;
            let left = play.unit(unit).bleed.0.get(usize::from(next)).copied().unwrap_or(0);
            agony.at(At::Tokens { rung: next, left })
        }
        (_, At::Tokens { rung, left }) => {
            bleed(play, unit, rung);
            agony.at(At::Tokens { rung, left: left - 1 })
        }
        _ => agony.at(At::Tokens { rung: 0, left: play.unit(unit).bleed.0[0] }),
    }
}

/// Whether a unit on the board has anything that rolls in an agony step.
fn suffers(battle: &Battle, phase: u8, unit: UnitId) -> bool {
    if !battle.on_board().has(unit) {
        return false;
    }
    let now = battle.unit(unit);
    match phase {
        0 => now.acid || battle.profile(unit).find(|a| matches!(a, Ability::Terror(_)).then_some(())).is_some(),
        1 => now.minor_acid,
        2 => now.fire,
        3 => !now.poison.is_empty(),
        _ => !now.bleed.is_empty(),
    }
}

/// HEX-AG0: one roll of an acid token; returns the rolls left and the sixes so far.
fn acid(play: &mut Play<'_>, unit: UnitId, left: u8, sixes: u8) -> (u8, u8) {
    let numbers = &play.setting().numbers;
    let (die, depth, cloud) = (numbers.agony_die, numbers.acid_depth, numbers.acid_cloud);
    let face = play.roll(Roll::new(Rule("HEX-AG0-01"), die, unit), &[2, 3, 4, 5, 6]);
    if face == 6 && (depth == 0 || sixes < depth) {
        // HEX-AG0-06: two rolls in place of this one.
        return (left.saturating_add(1), sixes.saturating_add(1));
    }
    match face {
        1 => {
            // Acid is gone at once, so that it cannot roll again; the rolls it still has are its own.
            play.change(unit, Rule("HEX-AG0-01"), |u| {
                u.acid = false;
                u.due.minor_acid = true;
            });
        }
        2 => play.change(unit, Rule("HEX-AG0-02"), |u| u.due.future += 1),
        _ => {
            play.change(unit, Rule("HEX-AG0-03"), |u| u.due.future += 1);
            let at = play.piece(unit).at;
            for near in play.units_in(at) {
                play.change(near, Rule("HEX-AG0-03"), |u| u.due.minor_acid = true);
            }
            play.change_ground(at, Rule("HEX-AG0-03"), |m| m.cloud_due = m.cloud_due.max(cloud));
            play.change_table(Rule("HEX-AG0-03"), |t| t.ground_due += 1);
            let armoured = (0..3).any(|quarter| play.armour(unit, quarter) > 0);
            if face >= 4 && armoured {
                play.change(unit, Rule("HEX-AG0-04"), |u| u.due.armour += 1);
            }
            if face >= 5 {
                play.change(unit, Rule("HEX-AG0-05"), |u| u.due.fire = true);
            }
        }
    }
    (left - 1, sixes)
}

/// HEX-TERR-01: psychic damage of one unit's terror on the next unit within range, itself and the Fearless left out;
/// none when all have been struck.
fn terror(play: &mut Play<'_>, unit: UnitId, target: UnitId) -> Option<UnitId> {
    let die = play.profile(unit).find(|a| if let Ability::Terror(n) = a { Some(*n) } else { None })?;
    let (at, range) = (play.piece(unit).at, u16::from(play.setting().numbers.terror_range));
    let near = |u: &UnitId| {
        let there = play.piece(*u).at;
        *u >= target
            && *u != unit
            && there.is_some()
            && play.board().deck(there) == play.board().deck(at)
            && play.board().distance(at, there) <= range
            && !play.profile(*u).has(Ability::Fearless)
    };
    let struck = play.units().find(near)?;
    let (_, result) = roll_damage(play, Rule("HEX-TERR-01"), die, struck, Damage::Psychic, &[]);
    play.change(struck, Rule("HEX-TERR-01"), |u| u.due.add(result));
    Some(struck.next())
}

/// HEX-AG1-01.
fn minor_acid(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("HEX-AG1-01");
    let die = play.setting().numbers.agony_die;
    let stays = play.roll(Roll::new(RULE, die, unit), &[3]) >= 3;
    play.change(unit, RULE, |u| if stays { u.due.future += 1 } else { u.minor_acid = false });
}

/// HEX-AG2-01.
fn fire(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("HEX-AG2-01");
    let die = play.setting().numbers.agony_die;
    let at = play.piece(unit).at;
    let burnable = play.terrain_row(at).burns_to.is_some() && !play.ground(at).burning;
    let also: &[u8] = if burnable { &[2, die] } else { &[2] };
    let (face, result) = roll_damage(play, RULE, die, unit, Damage::Fire, also);
    if face == 1 {
        return play.change(unit, RULE, |u| u.fire = false);
    }
    play.change(unit, RULE, |u| u.due.add(result));
    if face == die && burnable {
        play.change_ground(at, Rule("HEX-AG2-07"), |m| m.fire_due = true);
        play.change_table(Rule("HEX-AG2-07"), |t| t.ground_due += 1);
    }
}

/// HEX-AG3-01: one poison token rolls; with the trenchcoat the owner may have it rerolled.
fn poison(play: &mut Play<'_>, agony: Agony, unit: UnitId, rung: u8) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-AG3-01");
    let (face, _) = roll_damage(play, RULE, LADDER[usize::from(rung)], unit, Damage::Poison, &[]);
    if play.profile(unit).has(Ability::Trenchcoat)
        && play.unit(unit).endurance > 0
        && poison_result(play, unit, face) != Result::default()
    {
        let rule = Rule("HEX-DWARF-04");
        let side = play.piece(unit).side;
        let decision = Decision::about(side, Kind::Reroll, unit, rule);
        return Flow::Ask(Step::Agony(Agony { at: At::Poison { rung, face }, ..agony }), decision);
    }
    poisoned(play, unit, rung, face);
    agony.at(At::Start)
}

fn poison_result(battle: &Battle, unit: UnitId, face: u8) -> Result {
    let mut modifier = 0;
    battle.toughness(unit, Damage::Poison, |_, value| modifier += value);
    battle.result(unit, Damage::Poison, i16::from(face) + i16::from(modifier))
}

/// HEX-DWARF-04: one token of Endurance, and the second roll stands.
fn reroll(play: &mut Play<'_>, unit: UnitId, rung: u8) -> u8 {
    const RULE: Rule = Rule("HEX-DWARF-04");
    play.change(unit, RULE, |u| u.endurance -= 1);
    roll_damage(play, RULE, LADDER[usize::from(rung)], unit, Damage::Poison, &[]).0
}

/// A poison token has done its damage (HEX-AG3-02): it is set aside, by how many it killed, until results land.
fn poisoned(play: &mut Play<'_>, unit: UnitId, rung: u8, face: u8) {
    let result = poison_result(play, unit, face);
    play.change(unit, Rule("HEX-AG3-02"), |u| {
        u.queue.rolled(rung, result.kills);
        let rung = usize::from(rung);
        u.poison.0[rung] -= 1;
        u.due.spent[usize::from(result.kills.min(2))].0[rung] += 1;
        u.due.add(Result { kills: 0, ..result });
    });
}

/// HEX-AG4-01: one bleed token rolls.
fn bleed(play: &mut Play<'_>, unit: UnitId, rung: u8) {
    const RULE: Rule = Rule("HEX-AG4-01");
    let (face, result) = roll_damage(play, RULE, LADDER[usize::from(rung)], unit, Damage::Bleed, &[2]);
    play.change(unit, RULE, |u| if face == 1 { u.bleed.0[usize::from(rung)] -= 1 } else { u.due.add(result) });
}

/// The answers to a question about a reroll.
pub(super) fn offers(actor: Option<UnitId>, list: &mut Listing) {
    if let Some(unit) = actor {
        list.push(Action::of(Verb::Endure, unit));
        list.push(Action::of(Verb::Keep, unit));
    }
}
