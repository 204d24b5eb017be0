//! What an answer may lead to, summed up: the rolls on the way with all that changes them, whom it may hurt and how much.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use crate::battle::field::Glance;
use crate::battle::{Action, Chance, Odds, Part, Target, UnitId, Whose};
use crate::content::Codex;
use crate::rules::{AnyBattle, BattleView, Change, tolls};
use crate::telling::story::Story;
use crate::telling::{Line, chances, names};

/// What an answer may lead to.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// Whom or what it is aimed at.
    pub target: Target,
    /// The rolls on the way.
    pub rolls: Vec<Roll>,
    /// Whom it may hurt: the target, then enemies, then friends.
    pub harms: Vec<Harm>,
    /// The rule by which nobody may know whether it is in range, which all this takes for granted.
    pub unmeasured: Option<&'static str>,
    /// The same in full, in lines.
    pub lines: Vec<Line>,
    /// The lines with exact fractions, where they are worked out exactly.
    pub fractions: Vec<Line>,
}

/// A roll against a target number.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// What it is, and its rule.
    pub title: String,
    /// The rule of it.
    pub rule: &'static str,
    /// Faces of the die.
    pub faces: u8,
    /// The least face that does it.
    pub need: u8,
    /// How likely that is.
    pub chance: f32,
    /// What changes it.
    pub modifiers: Vec<Modifier>,
    /// Whether it is made against the target.
    pub at_target: bool,
}

/// What changes a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// By how much.
    pub value: i8,
    /// What it is.
    pub title: String,
    /// The rule of it.
    pub rule: &'static str,
    /// Whose it is: a unit's tag, or the ground.
    pub whose: String,
}

/// What it may cost a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Harm {
    /// The unit.
    pub unit: UnitId,
    /// How likely it is hurt, has less of its own, is lost.
    pub hurt: f32,
    /// How likely there is less of it.
    pub fewer: f32,
    /// How likely it is lost.
    pub lost: f32,
    /// What may become of it, the mildest first, with how likely each is.
    pub parts: Vec<(String, f32)>,
    /// How much of it is lost on average, and how much there is; none for a unit of one.
    pub mean: Option<(f32, u8)>,
}

fn float(chance: &Chance) -> f32 {
    chance.to_f32().unwrap_or(0.0)
}

impl Forecast {
    /// That of an action's odds.
    #[must_use]
    pub fn of(battle: &AnyBattle, action: Action, odds: &Odds, codex: &Codex) -> Forecast {
        let [lines, fractions] =
            [false, true].map(|fractions| chances::lines(battle, action, odds, &Story::new(codex), fractions));
        let unmeasured = battle.unmeasured(action).map(|rule| rule.0);
        let battle: &dyn BattleView = &**battle;
        let rolls = odds.parts.iter().map(|part| roll(battle, part, action.target, codex)).collect();
        let mut harms: Vec<Harm> = tolls(battle, odds)
            .into_iter()
            .map(|(unit, tolls)| Harm {
                unit,
                hurt: float(&tolls.hurt),
                fewer: float(&tolls.fewer),
                lost: float(&tolls.lost),
                ..losses(battle, odds, unit)
            })
            .collect();
        let is_foe = |unit| action.actor().is_some_and(|by| battle.enemies(by, unit));
        harms.sort_by_key(|harm| (Target::Unit(harm.unit) != action.target, !is_foe(harm.unit)));
        Forecast { target: action.target, rolls, harms, unmeasured, lines, fractions }
    }

    /// The one chance that says most: that its target is hurt, or of the first roll where it hurts nobody.
    #[must_use]
    pub fn chance(&self) -> Option<f32> {
        let foe = self.harms.iter().find(|harm| Target::Unit(harm.unit) == self.target).or(self.harms.first());
        foe.map(|harm| harm.hurt).or_else(|| self.main_roll().map(|roll| roll.chance))
    }

    /// The roll that decides first: the first one against the target, not one for ammunition or for a test before it; the
    /// first of all where none is.
    #[must_use]
    pub fn main_roll(&self) -> Option<&Roll> {
        self.rolls.iter().find(|roll| roll.at_target).or(self.rolls.first())
    }
}

fn roll(battle: &dyn BattleView, part: &Part, target: Target, codex: &Codex) -> Roll {
    let title = |rule: &str| codex.get(rule).map_or(String::new(), |entry| entry.title.clone());
    let tag = |unit: UnitId, other: &str| match unit {
        UnitId::NONE => other.to_owned(),
        unit => names::tag(battle, unit),
    };
    let modifier = |m: &crate::battle::Modifier| Modifier {
        value: m.value,
        title: title(m.rule.0),
        rule: m.rule.0,
        whose: match m.whose {
            Whose::Roller => tag(part.by, "roller"),
            Whose::Target => tag(part.against, "target"),
            Whose::Ground => "ground".to_owned(),
        },
    };
    let good = part.faces.saturating_add(1).saturating_sub(part.need).min(part.faces);
    Roll {
        title: title(part.rule.0),
        rule: part.rule.0,
        faces: part.faces,
        need: part.need,
        chance: f32::from(good) / f32::from(part.faces.max(1)),
        modifiers: part.modifiers.iter().map(modifier).collect(),
        at_target: Target::Unit(part.against) == target,
    }
}

/// What may become of a unit: by how much of it is lost where that is counted, or else by how badly it is hurt.
fn losses(battle: &dyn BattleView, odds: &Odds, unit: UnitId) -> Harm {
    let fields = battle.unit_fields(unit);
    let counted = (0..fields.len()).find(|&field| battle.glance(field) == Some(Glance::Strength));
    let counted = counted.map(|field| (fields[field].0.as_str(), fields[field].1)).filter(|(_, now)| *now > 1);
    let mut parts: BTreeMap<u8, f32> = BTreeMap::new();
    let mut mean = 0.0;
    for outcome in &odds.outcomes {
        let changes: Vec<Change<'_>> = outcome
            .changes
            .iter()
            .filter(|change| change.0 == unit)
            .map(|(_, field, from, to)| (field.as_str(), *from, *to))
            .collect();
        let toll = battle.toll(unit, &changes);
        let fewer: i32 = match counted {
            Some((name, now)) => {
                let change = changes.iter().find(|change| change.0 == name);
                change.map_or(if toll.lost { now } else { 0 }, |(_, from, to)| (from - to).max(0))
            }
            None => 0,
        };
        let step = match (counted, toll.lost, fewer) {
            (Some(_), _, 1) => 2,
            (Some(_), _, 2..) => 3,
            (None, true, _) => 3,
            _ => u8::from(toll.hurt),
        };
        let chance = float(&outcome.chance);
        *parts.entry(step).or_default() += chance;
        mean += chance * fewer as f32;
    }
    let name = |step: u8| match (counted, step) {
        (_, 0) => "unhurt",
        (_, 1) => "hurt",
        (Some(_), 2) => "1 lost",
        (Some(_), _) => "2 or more",
        _ => "out",
    };
    Harm {
        unit,
        hurt: 0.0,
        fewer: 0.0,
        lost: 0.0,
        parts: parts.into_iter().map(|(step, chance)| (name(step).to_owned(), chance)).collect(),
        mean: counted.map(|(_, now)| (mean, u8::try_from(now).unwrap_or(u8::MAX))),
    }
}

/// A chance as players read it: whole per cent, but never 0 or 100 where it is not certain.
#[must_use]
pub fn percent(chance: f32) -> String {
    match (100.0 * chance).round() as i32 {
        ..=0 if chance > 0.0 => "under 1 %".to_owned(),
        100.. if chance < 1.0 => "over 99 %".to_owned(),
        whole => format!("{whole} %"),
    }
}
