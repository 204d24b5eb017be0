//! What players may agree upon before a battle (ITEN-GEN-07).

use serde::Deserialize;

use crate::battle::Rule;
use crate::rules::options::{Switch, Value, switch};

use super::Battle;
use super::numbers::Numbers;

switch! {
    /// How far a run goes (ITEN-SHO-13).
    pub Run: "run_die", "ITEN-SHO-13", "how far a run goes", at "options.run_die",
    Fixed = "off": "three hexes, less cover",
    Die = "on": "a D6 and Speed, less cover",
}

switch! {
    /// Whether ranges may be measured before fire is declared (ITEN-SHO-06, MAP-18).
    pub Measuring: "premeasure", "ITEN-SHO-06", "measuring before fire is declared", at "options.premeasure",
    Afterwards = "off": "nobody knows beforehand who is in range",
    Before = "on": "only targets in range can be declared",
}

switch! {
    /// Whose friends Boarders are (HULK-SIDE-02).
    pub Boarders: "boarders", "HULK-SIDE-02", "whose friends Boarders are", at "boarding.boarders",
    Rivals = "rivals": "each party fights for itself",
    Team = "team": "all parties win together",
}

/// A value of a switch that is a field of its own in scenario files.
const fn flag(name: &'static str, on: bool, about: &'static str) -> Value {
    Value { name, flag: Some(on), about }
}

/// ITEN-ABIL-22.
const STRANGE_ALLIES: Switch = Switch {
    name: "strange_allies",
    rule: Rule("ITEN-ABIL-22"),
    about: "whether Strange Allies may come",
    place: "strange_allies",
    values: &[flag("on", true, "all players agree to them"), flag("off", false, "no Retinue may have one")],
    excludes: &[],
};

/// HULK-BLIP-13.
const WAKING: Switch = Switch {
    name: "waking",
    rule: Rule("HULK-BLIP-13"),
    about: "whether what lies under blips wakes of itself",
    place: "boarding.waking",
    values: &[flag("on", true, "one blip near Boarders may be turned each turn"), flag("off", false, "none is")],
    excludes: &[],
};

/// All switches.
pub const SWITCHES: &[Switch] = &[Run::SWITCH, Measuring::SWITCH, STRANGE_ALLIES, WAKING, Boarders::SWITCH];

/// What a scenario file sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How far a run goes.
    #[serde(default)]
    pub run_die: Option<Run>,
    /// Whether ranges may be measured.
    #[serde(default)]
    pub premeasure: Option<Measuring>,
}

impl Options {
    /// Puts what is set in the place of what the ruleset's numbers say.
    pub(super) fn settle(self, numbers: &mut Numbers) {
        if let Some(run) = self.run_die {
            numbers.run_die = run == Run::Die;
        }
        if let Some(measuring) = self.premeasure {
            numbers.premeasure = measuring == Measuring::Before;
        }
    }
}

/// The name of a switch's value in force; none where the switch means nothing.
pub(super) fn in_force(battle: &Battle, switch: &Switch) -> Option<&'static str> {
    let setting = battle.setting();
    let on = |is: bool| if is { "on" } else { "off" };
    match switch.name {
        "run_die" => Some(on(setting.numbers.run_die)),
        "premeasure" => Some(on(setting.numbers.premeasure)),
        "strange_allies" => Some(on(setting.strange_allies)),
        "waking" => battle.boarding().map(|b| on(b.terms.waking)),
        _ => {
            let parties = battle.sides().filter(|&side| battle.boards(side)).count();
            (parties > 1).then(|| if battle.has_rivals() { "rivals" } else { "team" })
        }
    }
}
