//! Missions as scenarios: the file's text with the companies in it, what the campaign has changed, and what earlier
//! battles have left of the ground.

use std::collections::BTreeMap;

use crate::content::Library;
use crate::rules::campaign::{Campaigns, Company};
use crate::scenario::Scenario;
use crate::scenario::forces::change_side;
use crate::source::{Document, Node, Problem, Span, Value};

use super::plot::{Change, Mission, Plot};

/// What battles have left of the ground, by map: fields of scenarios with their elements as RON, which is how
/// journals keep them.
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
    scenario.document.set("name", Value::of(&mission.name)).map_err(Vec::from)?;
    for (path, words) in changes.iter().flat_map(|change| &change.set) {
        let changed = scenario.changed(library, |document| Ok(document.set(path, Value::parse(words)?)?));
        scenario = changed.map_err(|problems| Unfit { at: Some(path.at), problems })?;
    }
    let changed = scenario.changed(library, |document| {
        for (side, id) in &mission.sides {
            let Some(company) = companies.get(&id.value) else { continue };
            let rules = plot.rules(library);
            let fighters = fielded(rules, mission, &id.value, company);
            if let Some(place) = scenario.sides.iter().position(|name| name == side.as_str()) {
                change_side(document, place, rules.owned(), rules.fielded(company, &fighters));
            }
            rename(document, side, &company.name);
        }
        for (field, elements) in scars.get(&scenario.map).into_iter().flatten() {
            add(document, field, elements)?;
        }
        Ok(())
    });
    Ok(changed?)
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

/// Calls a side by another name, wherever the scenario speaks of it.
fn rename(document: &mut Document, side: &str, name: &str) {
    let mut places = Vec::new();
    speaks_of(&document.root, side, &mut places);
    // From the end, so that those to come stay where they are.
    places.sort_unstable();
    for at in places.into_iter().rev() {
        document.replace(at, Value::of(name));
    }
}

/// Where a scenario speaks of a side.
fn speaks_of(node: &Node, side: &str, places: &mut Vec<Span>) {
    let is_side = |node: &Node| matches!(&node.value, Value::Text(text) if text == side);
    match &node.value {
        Value::Struct(_, fields) => {
            for field in fields {
                let named = within(&field.value);
                if matches!(field.name.as_str(), "side" | "defender" | "first" | "ties") && is_side(named) {
                    places.push(named.at);
                } else if field.name == "sides" {
                    let titles = field.value.items().iter().filter_map(|side| side.get("name"));
                    places.extend(titles.filter(|n| is_side(n)).map(|n| n.at));
                } else {
                    speaks_of(&field.value, side, places);
                }
            }
        }
        Value::List(items) | Value::Tuple(_, items) => items.iter().for_each(|item| speaks_of(item, side, places)),
        Value::Map(entries) => {
            for (key, value) in entries {
                places.extend(is_side(key).then_some(key.at));
                speaks_of(value, side, places);
            }
        }
        _ => {}
    }
}

/// What stands in a `Some`, which may be left out.
fn within(node: &Node) -> &Node {
    match &node.value {
        Value::Tuple(Some(name), items) if name == "Some" && items.len() == 1 => &items[0],
        _ => node,
    }
}

/// Adds elements to a list, those left out that stand there already.
fn add(document: &mut Document, field: &str, elements: &[String]) -> Result<(), Problem> {
    let place = |node: &Node| node.get("at").unwrap_or(node).clone();
    let mut all = document.root.get(field).map_or(&[][..], Node::items).to_vec();
    let there: Vec<Node> = all.iter().map(place).collect();
    for element in elements {
        let element = Node::from(Value::parse(element)?);
        if !there.contains(&place(&element)) {
            all.push(element);
        }
    }
    document.set(field, Value::List(all))
}
