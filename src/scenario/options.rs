//! Options of a battle: switches of its ruleset, set where the scenario's file sets them.

use crate::content::Library;
use crate::rules::options::{Switch, clash};
use crate::rules::{AnyBattle, switches};
use crate::source::{Document, Problem, Value, there_are};

use super::Scenario;

/// A value for a switch, both by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The switch.
    pub switch: String,
    /// The value.
    pub value: String,
}

impl Scenario {
    /// The switches of its ruleset that it can set.
    pub fn switches(&self) -> impl Iterator<Item = &'static Switch> {
        let within = |switch: &Switch| match switch.place.rsplit_once('.') {
            // Nobody has to write down that there are options.
            Some(("options", _)) | None => true,
            Some((within, _)) => within.split('.').try_fold(&self.document.root, |node, part| node.get(part)).is_some(),
        };
        switches(self.ruleset).iter().filter(move |switch| within(switch))
    }

    /// The scenario with these values of its switches.
    ///
    /// # Errors
    /// There is no such switch in this scenario, or it has no such value.
    pub fn with_options(self, library: &Library, wanted: &[Wanted]) -> Result<Scenario, Vec<Problem>> {
        if wanted.is_empty() { Ok(self) } else { self.changed(library, |document| self.set_options(wanted, document)) }
    }

    fn set_options(&self, wanted: &[Wanted], document: &mut Document) -> Result<(), Vec<Problem>> {
        for Wanted { switch: name, value } in wanted {
            let problem = |told: String, hint: String| vec![Problem::whole(&self.document.file, told, hint)];
            let Some(switch) = self.switches().find(|switch| switch.name == name) else {
                let known: Vec<&str> = self.switches().map(|switch| switch.name).collect();
                return Err(problem(format!("no option is called {name}"), there_are(name, &known)));
            };
            let Some(place) = switch.value(value) else {
                return Err(problem(format!("{name} cannot be {value}"), there_are(value, &switch.names())));
            };
            if switch.place.starts_with("options.") && document.root.get("options").is_none() {
                document.set("options", Value::of(&()))?;
            }
            document.set(switch.place, switch.values[place].in_files())?;
        }
        Ok(())
    }

    /// Why the values in force cannot be had together; none where they can.
    pub(super) fn clash(&self, battle: &AnyBattle) -> Option<Problem> {
        let [(one, a), (other, b)] = clash(&battle.options())?;
        let (a, b) = (one.values[a].name, other.values[b].name);
        let told = format!("{} = {a} cannot be had with {} = {b} ({})", one.name, other.name, one.rule);
        let at = |switch: &Switch| switch.place.split('.').try_fold(&self.document.root, |node, part| node.get(part));
        let node = at(one).or_else(|| at(other)).unwrap_or(&self.document.root);
        Some(self.document.problem(node.at.start, told, "choose another value of one of them"))
    }
}

/// An option as it is written: `NAME=VALUE`.
///
/// # Errors
/// It has no `=`.
pub fn parse(flag: &str) -> Result<Wanted, String> {
    let (switch, value) = flag.split_once('=').ok_or_else(|| format!("{flag}: write NAME=VALUE"))?;
    Ok(Wanted { switch: switch.trim().to_owned(), value: value.trim().to_owned() })
}
