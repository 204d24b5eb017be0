//! Options: switches for rules that can be played in more than one way. A scenario sets them, or whoever begins a
//! battle; they are settled at set-up, and kept in the journal with the scenario.

use crate::battle::Rule;
use crate::source;

/// A rule that can be played in more than one way.
#[derive(Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name, as in `--option NAME=VALUE`.
    pub name: &'static str,
    /// The rule that it is about.
    pub rule: Rule,
    /// What it decides, in a few words.
    pub about: &'static str,
    /// Where a scenario's file sets it: the path of a field, as in `boarding.waking`. Only scenarios with a field for
    /// all but the last name of the path know the switch.
    pub place: &'static str,
    /// What it can be set to. What holds where nobody sets it is up to the ruleset's numbers.
    pub values: &'static [Value],
    /// What cannot be had together with it: one of its own values, another switch and a value of that, by their names.
    pub excludes: &'static [(&'static str, &'static str, &'static str)],
}

/// A value of a switch.
#[derive(Debug, PartialEq, Eq)]
pub struct Value {
    /// Its name, as in `--option NAME=VALUE`.
    pub name: &'static str,
    /// The same in a scenario's file, where the switch is a field that is true or false there; others have its name.
    pub flag: Option<bool>,
    /// What it means, in a few words.
    pub about: &'static str,
}

impl Value {
    /// The same in a scenario's file.
    #[must_use]
    pub fn in_files(&self) -> source::Value {
        self.flag.map_or_else(|| source::Value::Name(self.name.to_owned()), source::Value::Bool)
    }
}

impl Switch {
    /// The value of a name, by its place.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<usize> {
        self.values.iter().position(|value| value.name == name)
    }

    /// The names of its values.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.values.iter().map(|value| value.name).collect()
    }
}

/// A switch with the value in force, by its place.
pub type Setting = (&'static Switch, usize);

/// Of the values in force the first two that cannot be had together, with the switches they belong to.
#[must_use]
pub fn clash(settings: &[Setting]) -> Option<[Setting; 2]> {
    settings.iter().find_map(|&(switch, value)| {
        let excludes = switch.excludes.iter().filter(|(own, ..)| *own == switch.values[value].name);
        let mut clashing = excludes.filter_map(|(_, other, refused)| {
            let found = settings.iter().find(|(s, v)| s.name == *other && s.values[*v].name == *refused);
            Some([(switch, value), *found?])
        });
        clashing.next()
    })
}

/// Declares the values of a switch as a type that scenario files are read into, and the switch as its `SWITCH`.
macro_rules! switch {
    (
        $(#[$doc:meta])*
        $vis:vis $Type:ident: $name:literal, $rule:literal, $about:literal, at $place:literal,
        $($(#[$value_doc:meta])* $Value:ident = $word:literal: $value_about:literal,)+
        $(; excludes $($own:literal with $other:literal = $refused:literal),+)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        $vis enum $Type {
            $($(#[$value_doc])* #[doc = $value_about] #[serde(rename = $word)] $Value,)+
        }

        impl $Type {
            /// The switch that it is a value of.
            $vis const SWITCH: $crate::rules::options::Switch = $crate::rules::options::Switch {
                name: $name,
                rule: $crate::battle::Rule($rule),
                about: $about,
                place: $place,
                values: &[$($crate::rules::options::Value { name: $word, flag: None, about: $value_about },)+],
                excludes: &[$($(($own, $other, $refused)),+)?],
            };
        }
    };
}
pub(crate) use switch;

#[cfg(test)]
mod tests {
    use super::*;

    switch! {
        /// How loud it is.
        Sound: "sound", "TOY-01", "how loud it is", at "options.sound",
        Loud = "loud": "everybody hears it",
        Quiet = "quiet": "nobody does",
        ; excludes "loud" with "night" = "on"
    }
    switch! {
        /// Whether it is dark.
        Night: "night", "TOY-02", "whether it is dark", at "options.night",
        Day = "off": "by day",
        Dark = "on": "by night",
    }

    #[test]
    fn values_clash_as_declared() {
        static SWITCHES: [Switch; 2] = [Sound::SWITCH, Night::SWITCH];
        let [sound, night] = &SWITCHES;
        assert_eq!((sound.value("quiet"), sound.value("shrill")), (Some(1), None));
        assert_eq!(night.names(), ["off", "on"]);
        let clash = |s: usize, n: usize| clash(&[(sound, s), (night, n)]).map(|two| two.map(|(_, value)| value));
        assert_eq!(clash(Sound::Loud as usize, Night::Dark as usize), Some([0, 1]));
        assert_eq!([clash(0, 0), clash(1, 0), clash(1, 1)], [None; 3]);
    }
}
