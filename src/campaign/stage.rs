//! Missions as scenarios: the file's text with the companies in it, what the campaign has changed, and what earlier
//! battles have left of the ground.

use std::collections::BTreeMap;

use crate::content::Library;
use crate::rules::campaign::{Campaigns, Company};
use crate::scenario::Scenario;
use crate::source::{Document, Node, Problem, Span, Value, there_are};

use super::plot::{Change, Mission, Plot};

/// What battles have left of the ground, by map: fields of scenarios with their elements as RON.
pub type Scars = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// Why a mission cannot be staged.
pub(super) struct Unfit {
    /// Where in the campaign's file the change stands that does it, if one does.
    pub at: Option<Span>,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

impl From<Vec<Problem>> for Unfit {
    fn from(problems: Vec<Problem>) -> Unfit {
        Unfit { at: None, problems }
    }
}

/// A mission as a scenario. `changes` are those that are to be made.
///
/// # Errors
/// The scenario is not there, or makes no sense with its changes.
pub(super) fn stage(
    library: &Library,
    plot: &Plot,
    mission: &Mission,
    changes: &[&Change],
    companies: &BTreeMap<String, Company>,
    scars: &Scars,
) -> Result<Scenario, Unfit> {
    let mut scenario = Scenario::open(library, &mission.scenario)?;
    let name = |text: &str| format!("{text:?}");
    let edit = set(&scenario.document, "name", &name(&mission.name))?;
    scenario = scenario.changed(library, &[edit])?;
    for (path, words) in changes.iter().flat_map(|change| &change.set) {
        let edit = set(&scenario.document, path, words);
        let changed = edit.and_then(|edit| scenario.changed(library, &[edit]));
        scenario = changed.map_err(|problems| Unfit { at: Some(path.at), problems })?;
    }
    for (side, id) in &mission.sides {
        let Some(company) = companies.get(&id.value) else { continue };
        let rules = plot.rules(library);
        let fighters = fielded(rules, mission, &id.value, company);
        let owned = rules.owned();
        let fields = rules.fielded(company, &fighters);
        let place = scenario.sides.iter().position(|name| name == side.as_str());
        let change = place.and_then(|place| scenario.side_with(place, owned, &fields));
        scenario = scenario.changed(library, change.as_slice())?;
        scenario = with(library, &scenario, |document| {
            let mut names = Vec::new();
            rename(&document.root, side, &name(&company.name), &mut names);
            names
        })?;
    }
    for (field, elements) in scars.get(&scenario.map).cloned().into_iter().flatten() {
        let edit = add(&scenario.document, &field, &elements)?;
        scenario = scenario.changed(library, &[edit])?;
    }
    Ok(scenario)
}

/// Those of a company who go to a mission: all who are fit; where there is a limit its Leader, then the others, the
/// cheapest first, as long as there is room (ITEN-CAMP-06), but not fewer than go to any battle.
pub(super) fn fielded(rules: &dyn Campaigns, mission: &Mission, id: &str, company: &Company) -> Vec<usize> {
    let Some(limit) = mission.limits.iter().find(|l| l.0.value == id).map(|l| *l.1) else {
        return company.fit().collect();
    };
    let mut fit: Vec<usize> = company.fit().collect();
    fit.sort_by_key(|&i| (!company.fighters[i].leads, rules.worth(company, &company.fighters[i])));
    let (mut chosen, mut left) = (Vec::new(), limit);
    for i in fit {
        let worth = rules.worth(company, &company.fighters[i]);
        if worth <= left || chosen.len() < rules.fewest() {
            left -= worth;
            chosen.push(i);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// A change of a file's text: where, and what stands there afterwards.
type Edit = (std::ops::Range<usize>, String);

fn with(
    library: &Library,
    scenario: &Scenario,
    edits: impl Fn(&Document) -> Vec<Edit>,
) -> Result<Scenario, Vec<Problem>> {
    scenario.changed(library, &edits(&scenario.document))
}

/// Calls a side by another name, wherever the scenario speaks of it.
fn rename(node: &Node, side: &str, name: &str, edits: &mut Vec<Edit>) {
    let is_side = |node: &Node| matches!(&node.value, Value::Text(text) if text == side);
    let edit = |node: &Node| (node.at.start..node.at.end, name.to_owned());
    match &node.value {
        Value::Struct(_, fields) => {
            for field in fields {
                if matches!(field.name.as_str(), "side" | "defender") && is_side(&field.value) {
                    edits.push(edit(&field.value));
                } else if field.name == "sides" {
                    let titles = field.value.items().iter().filter_map(|side| side.get("name"));
                    edits.extend(titles.filter(|n| is_side(n)).map(edit));
                } else {
                    rename(&field.value, side, name, edits);
                }
            }
        }
        Value::List(items) | Value::Tuple(_, items) => items.iter().for_each(|item| rename(item, side, name, edits)),
        Value::Map(entries) => {
            for (key, value) in entries {
                edits.extend(is_side(key).then(|| edit(key)));
                rename(value, side, name, edits);
            }
        }
        _ => {}
    }
}

/// Where the first field of a struct would stand.
fn inside(document: &Document, node: &Node) -> usize {
    let text = &document.text[node.at.start..node.at.end];
    node.at.start + text.find('(').map_or(0, |open| open + 1)
}

/// Sets a field, by its path; one that is not there yet is added where the last struct of the path is.
///
/// # Errors
/// The path leads nowhere.
fn set(document: &Document, path: &str, words: &str) -> Result<Edit, Vec<Problem>> {
    let mut node = &document.root;
    let mut parts = path.split('.').peekable();
    while let Some(part) = parts.next() {
        let place = part.parse::<usize>().ok().and_then(|n| node.items().get(n));
        let empty = matches!(&node.value, Value::Tuple(_, items) if items.is_empty());
        let fields = (empty || matches!(&node.value, Value::Struct(..))) && part.parse::<usize>().is_err();
        match place.or_else(|| node.get(part)) {
            Some(inner) => node = inner,
            None if parts.peek().is_none() && fields => {
                let at = inside(document, node);
                return Ok((at..at, format!("{part}: {words}, ")));
            }
            None => {
                let told = format!("{path:?} leads nowhere in the scenario: there is no {part:?}");
                let hint = match &node.value {
                    Value::Struct(_, fields) => {
                        let names: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
                        there_are(part, &names)
                    }
                    _ => match node.items().len() {
                        0 => "there is nothing in it".to_owned(),
                        all => format!("its entries are 0 to {}", all - 1),
                    },
                };
                return Err(document.problem(node.at.start, told, hint).into());
            }
        }
    }
    Ok((node.at.start..node.at.end, words.to_owned()))
}

/// Adds elements to a list, those left out that stand there already.
fn add(document: &Document, field: &str, elements: &[String]) -> Result<Edit, Vec<Problem>> {
    let Some(list) = document.root.get(field) else {
        return set(document, field, &format!("[{}]", elements.join(", ")));
    };
    let place = |node: &Node| {
        let at = node.get("at").unwrap_or(node);
        document.text[at.at.start..at.at.end].replace(char::is_whitespace, "")
    };
    let there: Vec<String> = list.items().iter().map(place).collect();
    let fresh = |element: &&String| {
        let bare = element.replace(char::is_whitespace, "");
        !there.iter().any(|at| bare == *at || bare.starts_with(&format!("(at:{at},")))
    };
    let old = list.items().iter().map(|n| document.text[n.at.start..n.at.end].to_owned());
    let all: Vec<String> = old.chain(elements.iter().filter(fresh).cloned()).collect();
    Ok((list.at.start..list.at.end, format!("[{}]", all.join(", "))))
}
