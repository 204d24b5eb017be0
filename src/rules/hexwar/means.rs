//! What damage dice may be expected to do under a damage table.

use super::numbers::{Result, ResultRow};

/// Expected results of a damage die at a modifier, for one column of the damage table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mean {
    pub(super) kills: f32,
    pub(super) tokens: f32,
    pub(super) bleed: f32,
    pub(super) shaken: f32,
    pub(super) critical: f32,
    pub(super) fire: f32,
    /// Chance of a total of 1 or more, at which poisoned and serrated weapons work.
    pub(super) harm: f32,
}

const DICE: usize = 21;
const MODIFIERS: usize = 24;
const LOWEST: i8 = -12;

/// Expected results of every damage die under a damage table.
#[derive(Debug)]
pub(super) struct Means(Vec<Mean>);

impl Means {
    /// Works the means out.
    pub(super) fn of(results: &[ResultRow]) -> Self {
        let modifiers = (0..MODIFIERS).map(|m| m as i16 + i16::from(LOWEST));
        let dice = (0..DICE).flat_map(|die| modifiers.clone().map(move |modifier| (die as i16, modifier)));
        let all =
            (0..4).flat_map(|column| dice.clone().map(move |(die, modifier)| mean(results, column, die, modifier)));
        Means(all.collect())
    }

    pub(super) fn mean(&self, column: usize, die: u8, modifier: i8) -> Mean {
        let modifier = (modifier.max(LOWEST) - LOWEST) as usize;
        let (die, modifier) = (usize::from(die).min(DICE - 1), modifier.min(MODIFIERS - 1));
        self.0[(column * DICE + die) * MODIFIERS + modifier]
    }
}

fn mean(results: &[ResultRow], column: usize, die: i16, modifier: i16) -> Mean {
    let mut sum = Mean::default();
    for face in 1..=die {
        let total = face + modifier;
        let row = results.iter().rev().find(|r| total >= i16::from(r.from));
        let result = row.map_or(Result::default(), |r| [r.infantry, r.monster, r.vehicle, r.psychic][column]);
        sum.kills += f32::from(result.kills);
        sum.tokens += f32::from(result.tokens);
        sum.bleed += f32::from(u8::from(result.bleed > 0));
        sum.shaken += f32::from(result.shaken);
        sum.critical += f32::from(result.critical);
        sum.fire += f32::from(u8::from(result.fire));
        sum.harm += f32::from(u8::from(total >= 1));
    }
    let n = f32::from(die.max(1));
    Mean {
        kills: sum.kills / n,
        tokens: sum.tokens / n,
        bleed: sum.bleed / n,
        shaken: sum.shaken / n,
        critical: sum.critical / n,
        fire: sum.fire / n,
        harm: sum.harm / n,
    }
}
