//! What stands on a unit's card and on the buttons of its actions.

use crate::battle::{Rule, Verb};

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
    /// What it is besides, and can do.
    pub abilities: Vec<Ability>,
}

/// Something that not every unit or weapon is or can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// Its name, with its numbers.
    pub name: String,
    /// The rule that says what it does.
    pub rule: String,
}

impl From<(String, Rule)> for Ability {
    fn from((name, rule): (String, Rule)) -> Ability {
        Ability { name, rule: rule.0.to_owned() }
    }
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
    /// What is special about it.
    pub traits: Vec<Ability>,
    /// Why it cannot be used now, in a word or two; empty where it can.
    pub idle: &'static str,
}

impl Arm {
    /// How far it reaches, in words.
    #[must_use]
    pub fn reach(&self) -> String {
        match &self.bands[..] {
            [] => "hand to hand".to_owned(),
            [far] => format!("up to {far} hexes"),
            bands => {
                let ends: Vec<String> = bands.iter().map(u8::to_string).collect();
                format!("range bands end at {} hexes", ends.join(", "))
            }
        }
    }

    /// Its numbers and what is special about it, in words.
    #[must_use]
    pub fn told(&self) -> String {
        let specials = self.traits.iter().map(|special| special.name.as_str());
        std::iter::once(self.numbers.as_str()).chain(specials).collect::<Vec<_>>().join(", ")
    }
}

/// The button of an action: actions with the same button differ only in where or at whom they are done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Button {
    /// What to do, as one tells somebody to: `Charge`.
    pub name: String,
    /// The name of its icon, which may be one that nobody has drawn.
    pub icon: &'static str,
    /// What it does, in a sentence or two; empty where the name says all.
    pub about: String,
    /// The rule that says more of it, where that is another than the question's.
    pub rule: Option<Rule>,
    /// Whether it uses up what there is only so much of, or cannot be undone by anything later: whoever does it is asked
    /// first.
    pub spends: bool,
}

impl Button {
    /// A button with a name and an icon.
    pub fn new(name: impl Into<String>, icon: &'static str) -> Button {
        Button { name: name.into(), icon, about: String::new(), rule: None, spends: false }
    }

    /// What a verb alone is called, and its icon.
    #[must_use]
    pub fn of(verb: Verb) -> Button {
        let (name, icon, about) = match verb {
            Verb::Place => ("Place", "marker", "Puts it on the board"),
            Verb::Order => ("Order", "shouting", "Says how it goes on"),
            Verb::Fire => ("Fire", "crosshair", "Point at a target for the odds; choosing it fires"),
            Verb::Move => ("Move", "chevrons", "Goes to a hex in reach; its way is shown while you point at it"),
            Verb::Face => ("Turn", "clockwise-rotation", "Turns on the spot"),
            Verb::Hold => ("Hold", "hand", "Does nothing more in this step"),
            Verb::Pass => ("Pass", "fast-forward-button", "Nobody on your side does anything more in this step"),
            Verb::Retreat => ("Retreat", "run", "Turns away from the fight"),
            Verb::Stay => ("Stay", "shield", "Does not give way"),
            Verb::Use => ("Use", "gear-hammer", "Does something with what is there"),
            Verb::Assign => ("Assign", "convergence-target", "Says whom it is for"),
            Verb::Deflect => ("Deflect", "shield-reflect", "Tries to turn a blow aside"),
            Verb::Reroll => ("Reroll", "perspective-dice-six-faces-random", "Rolls again; the second roll counts"),
            Verb::Keep => ("Keep", "check-mark", "Leaves it as it is"),
            Verb::Heal => ("Treat", "healing", "Helps somebody who is hurt"),
            Verb::Endure => ("Endure", "shield", "Bears it"),
            Verb::Run => ("Run", "sprint", "Goes farther than at a walk, and does little else"),
            Verb::Assist => ("Help", "backup", "Helps a friend in his fight instead of striking"),
            Verb::Strike => ("Strike", "crossed-swords", "Point at a target for the odds; choosing it strikes"),
            Verb::Cast => ("Use power", "psychic-waves", "Point at a target for the odds; choosing it casts"),
            Verb::Open => ("Door", "entry-door", "Opens or closes a door that is next to it"),
            Verb::Concede => ("Give up", "flying-flag", "The others win"),
        };
        Button::new(name, icon).that(about)
    }

    /// The same for what uses something up.
    #[must_use]
    pub fn spending(self) -> Button {
        Button { spends: true, ..self }
    }

    /// The same by a rule of its own.
    #[must_use]
    pub fn by(self, rule: &'static str) -> Button {
        Button { rule: Some(Rule(rule)), ..self }
    }

    /// The same with another name.
    #[must_use]
    pub fn called(self, name: impl Into<String>) -> Button {
        Button { name: name.into(), ..self }
    }

    /// The same with what it does.
    #[must_use]
    pub fn that(self, about: impl Into<String>) -> Button {
        Button { about: about.into(), ..self }
    }
}
