//! The specification of a league: who meets whom, where, how often.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::source::{Document, Node, Problem, Problems, Span, is_harmful};

/// A league as its file states it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// The seed of all dice and of the opponents' random choices.
    pub seed: u64,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub format: Format,
    /// What they fight.
    pub battles: Vec<Fight>,
    /// Pairs of battles between two who meet, in each setting. Of a match that ends early, the most.
    pub pairs: u32,
    /// Which battles' journals are kept.
    #[serde(default)]
    pub journals: Keep,
    /// Whether the luck of the dice is estimated, so that scores can also be given without it. It takes some milliseconds
    /// a battle, and fewer battles are then needed.
    #[serde(default)]
    pub luck: bool,
}

/// An entrant: an opponent, or another program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Its name in the league.
    pub name: String,
    /// The opponent that plays for it, by its name or file; the one of the entrant's own name where left out.
    #[serde(default)]
    pub plays: Option<String>,
    /// Command and arguments of a program that plays for it, and speaks the referee's protocol.
    #[serde(default)]
    pub program: Vec<String>,
    /// Search iterations at each decision, in place of the opponent's own.
    #[serde(default)]
    pub iterations: Option<u32>,
    /// Seconds at each decision. An opponent that searches stops then, and its battles cannot be repeated; a program
    /// has to answer by then.
    #[serde(default)]
    pub seconds: Option<f32>,
    /// MiB of data that each process of a program may have; 4096 where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u32>,
    /// What it fights with, in place of what the scenario gives its side: fields of a side as scenario files write
    /// them, such as `{"roster": "\"ork_mob\""}`.
    #[serde(default)]
    pub brings: BTreeMap<String, String>,
}

/// The most entrants and the most settings of a league: every pairing is set up in each setting before it begins.
const MOST: usize = 1000;

/// The least memory for a program, in MiB.
const LEAST_MEMORY: u32 = 16;

impl Entrant {
    /// The group that it stands in, as an entrant ([`Format::Groups`]).
    pub(super) fn group(&self) -> Entrant {
        let name = self.name.rsplit_once(' ').map_or(&*self.name, |(group, _)| group).to_owned();
        Entrant { name, brings: BTreeMap::new(), ..self.clone() }
    }

    /// The name or file of the opponent that plays for it.
    #[must_use]
    pub fn opponent(&self) -> &str {
        self.plays.as_deref().unwrap_or(&self.name)
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Format {
    /// Everybody everybody else.
    RoundRobin,
    /// The first entrant all others.
    Gauntlet,
    /// Entrants stand in groups of so many, one after the other, called by a name and a number: `Elves 1`, `Elves 2`. Each
    /// meets the one at the same place of every other group, and reports are about the groups.
    Groups {
        /// How many are in a group.
        of: usize,
    },
    /// The first the second, until a sequential probability ratio test decides.
    Sprt {
        /// What it is better by if it is no better, in Elo.
        elo0: f64,
        /// What it is better by if it is better, in Elo.
        elo1: f64,
        /// The chance to find it better if it is not.
        #[serde(default = "one_in_twenty")]
        alpha: f64,
        /// The chance to find it no better if it is.
        #[serde(default = "one_in_twenty")]
        beta: f64,
    },
}

fn one_in_twenty() -> f64 {
    0.05
}

/// A scenario for two sides, and what it is fought with in turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    /// Its name or file.
    pub scenario: String,
    /// Maps in place of its own.
    #[serde(default)]
    pub maps: Vec<String>,
    /// Rosters of its two sides in place of its own.
    #[serde(default)]
    pub rosters: Vec<[String; 2]>,
}

/// Which journals are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// None.
    #[default]
    None,
    /// Of battles that an entrant lost by a failure.
    Failed,
    /// Of battles that were not drawn.
    Decisive,
    /// All.
    All,
}

/// A part of a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole.
    Whole,
    /// A field.
    Field(&'static str),
    /// An entrant.
    Entrant(usize),
    /// A scenario.
    Battle(usize),
}

/// What is wrong with a part of a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The part.
    pub part: Part,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

impl Fault {
    pub(super) fn new(part: Part, message: impl Into<String>, hint: impl Into<String>) -> Fault {
        Fault { part, message: message.into(), hint: hint.into() }
    }

    /// The faults of a spec that no file holds.
    #[must_use]
    pub fn told(faults: Vec<Fault>, name: &str) -> Vec<Problem> {
        faults.into_iter().map(|f| Problem::whole(name, f.message, f.hint)).collect()
    }
}

impl Spec {
    /// Reads a spec.
    ///
    /// # Errors
    /// Everything that is wrong in it and can be found without content.
    pub fn read(document: &Document) -> Result<Spec, Vec<Problem>> {
        let mut problems = Problems::new(document);
        let spec: Option<Spec> = document.read(&document.root, &mut problems);
        if problems.is_empty() {
            for fault in spec.iter().flat_map(Spec::faults) {
                problems.add(place(&document.root, fault.part), fault.message, fault.hint);
            }
        }
        problems.finish(spec)
    }

    /// The problems of the file for the faults of the spec in it.
    #[must_use]
    pub fn located(document: &Document, faults: Vec<Fault>) -> Vec<Problem> {
        let at = |part| place(&document.root, part).start;
        faults.into_iter().map(|f| document.problem(at(f.part), f.message, f.hint)).collect()
    }

    /// How many settings there are: each scenario with each of its maps and rosters.
    fn settings(&self) -> usize {
        let of = |fight: &Fight| fight.maps.len().max(1).saturating_mul(fight.rosters.len().max(1));
        self.battles.iter().map(of).fold(0, usize::saturating_add)
    }

    /// How many battles there are, of a match at most; none where the number overflows.
    fn battles_in_all(&self) -> Option<u32> {
        let count = self.entrants.len();
        let others = count.saturating_sub(1);
        let met = match self.format {
            Format::RoundRobin => count.checked_mul(others)? / 2,
            Format::Groups { of } => count.checked_mul(count.checked_div(of)?.saturating_sub(1))? / 2,
            Format::Gauntlet | Format::Sprt { .. } => others,
        };
        let pairs = met.checked_mul(self.settings())?.checked_mul(self.pairs.try_into().ok()?)?;
        pairs.checked_mul(2)?.try_into().ok()
    }

    /// Everything that is wrong and can be found without content.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut claim = |holds: bool, part: Part, message: String, hint: &str| {
            if !holds {
                faults.push(Fault::new(part, message, hint));
            }
        };
        for (i, entrant) in self.entrants.iter().enumerate() {
            let (part, name) = (Part::Entrant(i), &entrant.name);
            let twin = self.entrants[..i].iter().any(|e| e.name == *name);
            claim(
                !twin,
                part,
                format!("another entrant is called {name}"),
                "two may play alike, but not be called alike",
            );
            claim(!name.trim().is_empty(), part, "an entrant has no name".to_owned(), "");
            claim(
                !name.contains(is_harmful),
                part,
                format!("a terminal would obey the name {name}"),
                "take the control character out",
            );
            let both = entrant.plays.is_some() && !entrant.program.is_empty();
            claim(!both, part, format!("{name} has both `plays` and `program`"), "leave one of them out");
            let two = entrant.program.is_empty() && entrant.iterations.is_some() && entrant.seconds.is_some();
            claim(!two, part, format!("{name} has two budgets"), "leave `iterations` or `seconds` out");
            let time = entrant.seconds.is_none_or(|s| s.is_finite() && s > 0.0 && s <= 86_400.0);
            claim(time, part, format!("{name} has no time"), "`seconds` is above 0, and a day at most");
            let own = entrant.memory.is_none() || !entrant.program.is_empty();
            claim(own, part, format!("{name} is no program, but has `memory`"), "leave it out");
            let enough = entrant.memory.is_none_or(|mib| mib >= LEAST_MEMORY);
            claim(enough, part, format!("{name} has no memory to speak of"), "`memory` is in MiB, 16 is the least");
            let thought = entrant.iterations.is_none_or(|n| n > 0);
            claim(thought, part, format!("{name} has 0 iterations"), "1 is the least");
        }
        let count = self.entrants.len();
        claim(count >= 2, Part::Field("entrants"), format!("{count} cannot play"), "a league has two entrants or more");
        claim(
            !self.battles.is_empty(),
            Part::Field("battles"),
            "there is nothing to fight".to_owned(),
            "name a scenario",
        );
        claim(self.pairs > 0, Part::Field("pairs"), "0 pairs".to_owned(), "1 is the least");
        let settings = self.settings();
        claim(
            count <= MOST && settings <= MOST,
            Part::Whole,
            format!("{count} entrants in {settings} settings"),
            "a league has at most 1000 of each; make several leagues of it",
        );
        claim(
            self.battles_in_all().is_some(),
            Part::Field("pairs"),
            format!("{} pairs of everybody who meets in each of {settings} settings", self.pairs),
            "a league has at most 4294967294 battles",
        );
        if let Format::Groups { of } = self.format {
            let part = Part::Field("format");
            let whole = of > 0 && count.is_multiple_of(of) && count > of;
            claim(whole, part, format!("{count} entrants are no groups of {of}"), "make them two whole groups or more");
            let named = |e: &Entrant| e.name.rsplit_once(' ').is_some();
            claim(self.entrants.iter().all(named), part, "a name without a number".to_owned(), "write `Elves 1`");
        }
        if let Format::Sprt { elo0, elo1, alpha, beta } = self.format {
            let part = Part::Field("format");
            claim(count == 2, part, format!("a match with {count} entrants"), "a match has two");
            claim(elo0 < elo1, part, format!("elo0 is {elo0}, elo1 {elo1}"), "elo1 is above elo0");
            let chance = |p: f64| p > 0.0 && p < 0.5;
            claim(chance(alpha) && chance(beta), part, "alpha or beta is no small chance".to_owned(), "try 0.05");
        }
        faults
    }
}

/// Where a part stands.
fn place(root: &Node, part: Part) -> Span {
    let item = |list: &str, i: usize| root.get(list).and_then(|n| n.items().get(i));
    let node = match part {
        Part::Whole => None,
        Part::Field(field) => root.get(field),
        Part::Entrant(i) => item("entrants", i),
        Part::Battle(i) => item("battles", i),
    };
    node.map_or(root.at, |n| n.at)
}
