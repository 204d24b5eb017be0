//! What stands on a unit's card and on the buttons of its actions.

use crate::battle::Verb;

/// What a unit is like, for its card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// What it is, in a word or two: `infantry`; empty where its name says all.
    pub about: String,
    /// How much of it is left.
    pub life: Life,
    /// Its main numbers, the most asked for first.
    pub stats: Vec<Stat>,
    /// What it fights with: from afar first, hand to hand last.
    pub arms: Vec<Arm>,
}

/// How much of a unit is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Life {
    /// What is counted, as the label of the unit's number calls it: `models`, `wounds left`; empty where nothing is, as
    /// there is only one of it.
    pub what: &'static str,
    /// How much there is.
    pub left: u8,
    /// How much there was at the beginning.
    pub full: u8,
}

/// A number of a unit's sheet with its name, as short as players call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stat {
    /// Its name.
    pub label: &'static str,
    /// The number, or several.
    pub value: String,
    /// What it is good for, in a sentence.
    pub about: &'static str,
}

impl Stat {
    /// A number with its name and what it is good for.
    pub fn new(label: &'static str, value: impl ToString, about: &'static str) -> Stat {
        Stat { label, value: value.to_string(), about }
    }
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Its name.
    pub name: String,
    /// The hexes at which its range bands end, the nearest first; none: it strikes what is beside or in the same hex.
    pub bands: Vec<u8>,
    /// Its numbers in words.
    pub numbers: String,
    /// Why it cannot be used now, in a word or two; empty where it can.
    pub idle: &'static str,
}

/// The button of an action: actions with the same button differ only in where or at whom they are done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Button {
    /// What to do, as one tells somebody to: `Charge`.
    pub name: String,
    /// The name of its icon, which may be one that nobody has drawn.
    pub icon: &'static str,
}

impl Button {
    /// A button with a name and an icon.
    pub fn new(name: impl Into<String>, icon: &'static str) -> Button {
        Button { name: name.into(), icon }
    }

    /// What a verb alone is called, and its icon.
    #[must_use]
    pub fn of(verb: Verb) -> Button {
        let (name, icon) = match verb {
            Verb::Place => ("Place", "marker"),
            Verb::Order => ("Order", "shouting"),
            Verb::Fire => ("Fire", "crosshair"),
            Verb::Move => ("Move", "chevrons"),
            Verb::Face => ("Turn", "clockwise-rotation"),
            Verb::Hold => ("Hold", "hand"),
            Verb::Pass => ("Pass", "fast-forward-button"),
            Verb::Retreat => ("Retreat", "run"),
            Verb::Stay => ("Stay", "shield"),
            Verb::Use => ("Use", "gear-hammer"),
            Verb::Assign => ("Assign", "convergence-target"),
            Verb::Deflect => ("Deflect", "shield-reflect"),
            Verb::Reroll => ("Reroll", "perspective-dice-six-faces-random"),
            Verb::Keep => ("Keep", "check-mark"),
            Verb::Heal => ("Treat", "healing"),
            Verb::Endure => ("Endure", "shield"),
            Verb::Run => ("Run", "sprint"),
            Verb::Assist => ("Help", "backup"),
            Verb::Strike => ("Strike", "crossed-swords"),
            Verb::Cast => ("Use power", "psychic-waves"),
            Verb::Open => ("Door", "entry-door"),
            Verb::Concede => ("Give up", "flying-flag"),
        };
        Button::new(name, icon)
    }

    /// The same with another name.
    #[must_use]
    pub fn called(self, name: impl Into<String>) -> Button {
        Button { name: name.into(), ..self }
    }
}
