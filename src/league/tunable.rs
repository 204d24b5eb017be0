//! Numbers of a content file that may be tuned: their places and names, and the file with other numbers.

use crate::source::{Document, Node, Problem, Span, Value, reworded};

/// The least that a number is changed by at first, where it is near 0 and its mark gives no range.
const LEAST_SCALE: f64 = 0.1;

/// A number that may be tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Tunable {
    /// Its path of names: `move.danger.weight`.
    pub name: String,
    /// Its value in the file.
    pub value: f64,
    /// Its range.
    pub range: [f64; 2],
    /// About the smallest change that is noticeable.
    pub scale: f64,
    /// It has no fraction.
    whole: bool,
    place: Span,
}

/// The numbers of a file that may be tuned: those with a mark behind them, `0.3 /* tunable 0 to 2 */`; in a file without
/// any mark the weights of its considerations.
///
/// # Errors
/// A mark makes no sense, or there is nothing to tune.
pub fn tunables(document: &Document) -> Result<Vec<Tunable>, Vec<Problem>> {
    let mut all = Vec::new();
    let mut wrong = Vec::new();
    walk(&document.root, &mut Vec::new(), &mut |name, node, value| match mark(&document.text[node.at.end..]) {
        Some(Ok(range)) => all.push((tunable(name, node, value, Some(range)), true)),
        Some(Err(why)) => {
            let hint = "write a mark so: 0.3 /* tunable 0 to 2 */";
            wrong.push(document.problem(node.at.end, why, hint));
        }
        None if name.last().is_some_and(|n| n == "weight") => all.push((tunable(name, node, value, None), false)),
        None => {}
    });
    let marked = all.iter().any(|t| t.1);
    let chosen: Vec<Tunable> = all.into_iter().filter(|t| t.1 == marked).map(|t| t.0).collect();
    if chosen.is_empty() && wrong.is_empty() {
        let hint = "mark numbers so: 0.3 /* tunable 0 to 2 */";
        wrong.push(document.problem(document.root.at.start, "there is nothing to tune in this file", hint));
    }
    if wrong.is_empty() { Ok(chosen) } else { Err(wrong) }
}

fn tunable(name: &[String], node: &Node, value: f64, range: Option<[f64; 2]>) -> Tunable {
    Tunable {
        name: name.join("."),
        value,
        range: range.unwrap_or([f64::MIN, f64::MAX]),
        scale: range.map_or_else(|| value.abs().max(LEAST_SCALE), |[low, high]| (high - low) / 2.0),
        whole: matches!(node.value, Value::Whole(_)) && range.is_some(),
        place: node.at,
    }
}

/// The range of a mark, if one follows.
fn mark(rest: &str) -> Option<Result<[f64; 2], String>> {
    let (words, _) = rest.trim_start().strip_prefix("/*")?.split_once("*/")?;
    let range = words.trim().strip_prefix("tunable")?;
    let ends = range.split_once(" to ").and_then(|(a, b)| Some([a.trim().parse().ok()?, b.trim().parse().ok()?]));
    Some(ends.filter(|[low, high]: &[f64; 2]| low < high).ok_or_else(|| format!("`{}` is no range", range.trim())))
}

/// Visits every number with its path of names. Items of a list are named by the first name or text in them, not by the
/// list.
fn walk(node: &Node, name: &mut Vec<String>, see: &mut dyn FnMut(&[String], &Node, f64)) {
    match &node.value {
        Value::Whole(number) => see(name, node, *number as f64),
        Value::Float(number) => see(name, node, *number),
        Value::Struct(_, fields) => {
            for field in fields {
                name.push(field.name.clone());
                walk(&field.value, name, see);
                name.pop();
            }
        }
        Value::List(items) => {
            let own = name.pop();
            for (i, item) in items.iter().enumerate() {
                name.push(called(item).unwrap_or_else(|| i.to_string()));
                walk(item, name, see);
                name.pop();
            }
            name.extend(own);
        }
        Value::Map(entries) => {
            for (key, value) in entries {
                name.extend(called(key));
                walk(value, name, see);
                name.truncate(name.len() - usize::from(called(key).is_some()));
            }
        }
        Value::Tuple(_, items) => items.iter().for_each(|item| walk(item, name, see)),
        _ => {}
    }
}

/// What an item of a list is called: the first name or text in it.
pub(super) fn called(item: &Node) -> Option<String> {
    let word = |node: &Node| match &node.value {
        Value::Text(word) | Value::Name(word) => Some(word.clone()),
        _ => None,
    };
    match &item.value {
        Value::Struct(_, fields) => fields.iter().find_map(|f| word(&f.value)),
        Value::Tuple(_, items) => items.iter().find_map(word),
        _ => word(item),
    }
}

/// The text of a file with other numbers, each kept within its range.
#[must_use]
pub fn with_numbers(text: &str, tunables: &[Tunable], numbers: &[f64]) -> String {
    let words = |(tunable, number): (&Tunable, &f64)| {
        let number = number.clamp(tunable.range[0], tunable.range[1]);
        let words = if tunable.whole { format!("{number:.0}") } else { format!("{:?}", (number * 1e4).round() / 1e4) };
        (tunable.place, words)
    };
    reworded(text, tunables.iter().zip(numbers).map(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<Vec<Tunable>, Vec<Problem>> {
        tunables(&Document::parse("t.ron", text).unwrap())
    }

    /// Tastes are a map: an entry is named by its key.
    #[test]
    fn numbers_in_maps_are_tunable() {
        let text = r#"(rank: 3, tastes: {"danger": 1.8 /* tunable 0 to 3 */, "cover": 2.0})"#;
        let all = found(text).unwrap();
        assert_eq!((all.len(), all[0].name.as_str(), all[0].range), (1, "tastes.danger", [0.0, 3.0]));
        let tuned = with_numbers(text, &all, &[2.5]);
        assert_eq!(tuned, text.replace("1.8", "2.5"));
    }

    #[test]
    fn weights_are_tunable_where_nothing_is_marked() {
        let text = r#"(topics: [(topic: "move", base: 1.0, considerations: [(input: "fire", weight: 0.8), (input: "far", weight: -2.0)])])"#;
        let all = found(text).unwrap();
        let names: Vec<(&str, f64)> = all.iter().map(|t| (t.name.as_str(), t.value)).collect();
        assert_eq!(names, [("move.fire.weight", 0.8), ("move.far.weight", -2.0)]);
        let changed = with_numbers(text, &all, &[0.123_456, 3.0]);
        assert!(changed.contains("weight: 0.1235") && changed.contains("weight: 3.0"), "{changed}");
    }

    #[test]
    fn marked_numbers_are_tuned_alone_and_stay_in_their_range() {
        let text = r#"(search: Some((iterations: 60 /* tunable 10 to 90 */, weight: 2.0, outlook: [("material", 1.3 /* tunable 0 to 2 */)])))"#;
        let all = found(text).unwrap();
        let names: Vec<(&str, f64)> = all.iter().map(|t| (t.name.as_str(), t.scale)).collect();
        assert_eq!(names, [("search.iterations", 40.0), ("search.material", 1.0)]);
        assert!(with_numbers(text, &all, &[7.3, 5.0]).contains("iterations: 10 /* tunable 10 to 90 */"));
        assert!(with_numbers(text, &all, &[77.3, 5.0]).contains("(\"material\", 2.0 /*"));
    }

    #[test]
    fn wrong_marks_are_told_at_their_place() {
        let wrong = found("(a: 1.0 /* tunable 3 to 2 */)").unwrap_err();
        assert_eq!(wrong[0].to_string(), "t.ron:1:8: `3 to 2` is no range (write a mark so: 0.3 /* tunable 0 to 2 */)");
        assert!(found("(a: 1.0)").unwrap_err()[0].to_string().contains("nothing to tune"));
    }
}
