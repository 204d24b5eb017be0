//! Checks that all files of content share.

use super::{Document, Node, Problems, Value};

/// Reports a number outside its range, at its field.
pub fn range(problems: &mut Problems<'_>, node: &Node, field: &str, value: impl Into<i64>, least: i64, most: i64) {
    let value = value.into();
    if !(least..=most).contains(&value) {
        let at = node.get(field).map_or(node.at, |n| n.at);
        // Of a field that is missing a stand-in was read.
        if node.get(field).is_none() && problems.spoilt(node.at) {
            return;
        }
        problems.add(at, format!("{field} is {value}"), format!("it must be {least} to {most}"));
    }
}

/// Reports names of a list's entries that are used twice: a name that stands for two things stands for neither.
pub fn twice(document: &Document, problems: &mut Problems<'_>) {
    let mut names: Vec<&str> = Vec::new();
    for node in document.root.items() {
        let others = node.get("also").map_or(&[][..], Node::items);
        for field in node.get("name").into_iter().chain(others) {
            let Value::Text(name) = &field.value else { continue };
            if names.contains(&name.as_str()) {
                problems.add(field.at, format!("the name \"{name}\" is used twice"), "give each its own name");
            }
            names.push(name);
        }
    }
}
