//! The certificate of a hulk: what a survey found, as it stands in the map file.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::survey::{Outline, RoomSize, Survey};
use crate::board::{Board, Cell, Entrance, SpaceId, SpaceKind, Terrain, Way};
use crate::source::{Document, Node, Problem, Span, Value, reworded};

/// What a survey of a hulk found, as the struct of a map file that says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The struct in RON, a field a line, without indentation.
    pub text: String,
}

impl Certificate {
    /// The certificate of what was surveyed.
    #[must_use]
    pub fn of(survey: &Survey<'_>) -> Certificate {
        let mut lines = Lines { text: "(\n".to_owned() };
        counts(survey, &mut lines);
        passages(survey, &mut lines);
        lines.field("grades", &list(survey.grades().iter().map(|g| format!("{g:?}"))));
        entrances(survey, &mut lines);
        let chokes = survey.choke_spaces().into_iter().map(|id| format!("{:?}", survey.board().space(id).name));
        lines.field("choke_spaces", &list(chokes));
        lines.field("choke_hexes", &survey.choke_hexes().to_string());
        let sites = survey.sites().iter().map(|(id, cell)| {
            format!("(room: {:?}, at: {})", survey.board().space(*id).name, place(survey.board(), *cell))
        });
        lines.field("sites", &list(sites));
        lines.text.push_str("// Movement from each place to breach to each of these sites.\nentries: [\n");
        for (entry, ways) in survey.entries().iter().zip(survey.ways()) {
            let ways = list(ways.iter().map(|way| way.map_or("None".to_owned(), |w| w.to_string())));
            let _ = writeln!(lines.text, "    (at: {}, ways: {ways}),", place(survey.board(), *entry));
        }
        lines.text.push_str("],\n)");
        Certificate { text: lines.text }
    }
}

struct Lines {
    text: String,
}

impl Lines {
    fn field(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.text, "{name}: {value},");
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// A hex as map files name it: column and row, and the deck from 0 where there are several.
fn place(board: &Board, cell: Cell) -> String {
    let (column, row) = board.column_row(cell);
    if board.decks == 1 { format!("({column}, {row})") } else { format!("({column}, {row}, {})", board.deck(cell)) }
}

fn counts(survey: &Survey<'_>, lines: &mut Lines) {
    let (rooms, passages) = (survey.spaces(SpaceKind::Room), survey.spaces(SpaceKind::Passage));
    let sized = |size: RoomSize| survey.spaces(SpaceKind::Room).filter(|id| survey.room_size(*id) == size).count();
    let (storage, working, large) = (sized(RoomSize::Storage), sized(RoomSize::Working), sized(RoomSize::Large));
    lines.field("connected", &survey.is_connected().to_string());
    lines.field("rooms", &rooms.count().to_string());
    lines.field("passages", &passages.count().to_string());
    lines.field("room_sizes", &format!("(storage: {storage}, working: {working}, large: {large})"));
    let outlines: BTreeSet<Outline> = survey.spaces(SpaceKind::Room).map(|id| survey.outline(id)).collect();
    lines.field(
        "room_shapes",
        &list(outlines.iter().map(|o| format!("{o:?}").to_lowercase()).map(|o| format!("{o:?}"))),
    );
    lines.field("styles", &list(survey.styles().iter().map(|s| format!("{s:?}"))));
    let board = survey.board();
    let airless = board.spaces().iter().filter(|space| space.airless);
    lines.field("airless", &list(airless.map(|space| format!("{:?}", space.name))));
    lines.field("ladders", &board.links.len().to_string());
}

fn passages(survey: &Survey<'_>, lines: &mut Lines) {
    let board = survey.board();
    let cells = || survey.spaces(SpaceKind::Passage).flat_map(|id| &board.space(id).cells);
    let wide = |width: u16| cells().filter(|c| board.width_at(**c) == width).count();
    let wider = cells().filter(|c| board.width_at(**c) > 2).count();
    lines.field("passage_hexes", &format!("(one_wide: {}, two_wide: {}, wider: {wider})", wide(1), wide(2)));
    let longest = survey.longest_line();
    lines.field("longest_sight", &longest.to_string());
    lines.field("passages_with_long_sight", &survey.long_passages().len().to_string());
    let bent = survey.spaces(SpaceKind::Passage).filter(|id| survey.bends(*id)).count();
    lines.field("passages_that_bend", &bent.to_string());
    lines.field("t_junctions", &survey.junctions(3..=3).to_string());
    lines.field("crossroads", &survey.junctions(4..=usize::MAX).to_string());
    lines.field("loops", &survey.loops().to_string());
    lines.field("barricaded_passages", &survey.barricaded().to_string());
}

/// The entrances of every room. An opening is told once, at its first hex.
fn entrances(survey: &Survey<'_>, lines: &mut Lines) {
    let board = survey.board();
    lines.text.push_str("entrances: {\n");
    for id in survey.spaces(SpaceKind::Room) {
        let mut open: BTreeSet<SpaceId> = BTreeSet::new();
        let mut ways = board.entrances(id);
        ways.retain(|e| e.way != Way::Open || open.insert(e.to));
        ways.dedup_by_key(|e| (e.at, e.way));
        let told = |e: &Entrance| {
            let kind = match e.way {
                Way::Doorway(Terrain::Door) => "door",
                Way::Doorway(Terrain::LightHatch) => "light hatch",
                Way::Doorway(Terrain::HeavyHatch) => "heavy hatch",
                Way::Doorway(_) => "hatch",
                Way::Open => "mouth",
                Way::Ladder(_) => "ladder",
            };
            format!("({kind:?}, {})", place(board, e.at))
        };
        let _ = writeln!(lines.text, "    {:?}: {},", board.space(id).name, list(ways.iter().map(told)));
    }
    lines.text.push_str("},\n");
}

/// What is wrong with a hulk's certificate, and with the hulk: where it breaks a rule, and where the certificate says
/// what is not so. Nothing for a map without one.
#[must_use]
pub fn check(document: &Document, board: &Board) -> Vec<Problem> {
    let Some(written) = document.root.get("certificate") else { return Vec::new() };
    if board.spaces().is_empty() {
        let message = "a certificate, but no spaces that it could speak of";
        return vec![document.problem(written.at.start, message, "mark `rooms` and `passages`, or leave it out")];
    }
    let survey = Survey::of(board);
    let broken = survey.faults().into_iter().map(|fault| {
        let hint = format!("the hulk breaks {}: mend the map, or leave its certificate out", fault.rule);
        document.problem(written.at.start, fault.message, hint)
    });
    let mut problems: Vec<Problem> = broken.collect();
    let certificate = Certificate::of(&survey);
    let truth = Document::parse("certificate", &certificate.text);
    let Ok(truth) = truth else { unreachable!("a certificate is RON") };
    compare(document, written, &truth, &truth.root, "certificate", &mut problems);
    problems
}

/// The text of a hulk's map with a fresh certificate: in the place of the one that it has, or before its last field.
///
/// # Errors
/// The map has no spaces, or the hulk breaks a rule, in which case nothing can be certified.
pub fn certify(document: &Document, board: &Board) -> Result<String, Vec<Problem>> {
    let whole = |message: String, hint: &str| document.problem(document.root.at.start, message, hint);
    if board.spaces().is_empty() {
        let told = "the map marks no rooms and passages: there is nothing to certify".to_owned();
        return Err(whole(told, "mark `rooms` and `passages`").into());
    }
    let survey = Survey::of(board);
    let faults = survey.faults();
    if !faults.is_empty() {
        let broken = |rule| format!("the hulk breaks {rule}: mend the map");
        return Err(faults.into_iter().map(|fault| whole(fault.message, &broken(fault.rule))).collect());
    }
    let words = Certificate::of(&survey).text.replace('\n', "\n    ");
    let edit = match (document.root.get("certificate"), &document.root.value) {
        (Some(written), _) => (written.at, words),
        // Before the last field: wherever that ends, with or without a comma, what stands before it does not matter.
        (None, Value::Struct(_, fields)) if !fields.is_empty() => {
            let start = fields[fields.len() - 1].at.start;
            (Span { start, end: start }, format!("certificate: {words},\n    "))
        }
        _ => return Err(whole("not a map".to_owned(), "").into()),
    };
    Ok(reworded(&document.text, [edit]))
}

/// Tells where two values differ, at the smallest values that do.
fn compare(file: &Document, written: &Node, truth: &Document, node: &Node, what: &str, problems: &mut Vec<Problem>) {
    let true_text = |node: &Node| {
        let text = &truth.text[node.at.start..node.at.end];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let differs = |node: &Node, at: &Node| {
        let hint = format!("truly {}", true_text(node));
        file.problem(at.at.start, format!("{what} is not so"), hint)
    };
    match (&written.value, &node.value) {
        (Value::Struct(_, found), Value::Struct(_, fields)) => {
            for field in fields {
                match found.iter().find(|f| f.name == field.name) {
                    Some(f) => compare(file, &f.value, truth, &field.value, &field.name, problems),
                    None => {
                        let message = format!("the field `{}` is missing", field.name);
                        let hint = format!("{}: {}", field.name, true_text(&field.value));
                        problems.push(file.problem(written.at.start, message, hint));
                    }
                }
            }
            for f in found.iter().filter(|f| !fields.iter().any(|field| field.name == f.name)) {
                problems.push(file.problem(f.at.start, format!("a certificate has no `{}`", f.name), ""));
            }
        }
        (Value::List(found), Value::List(items)) | (Value::Tuple(_, found), Value::Tuple(_, items))
            if found.len() == items.len() =>
        {
            found.iter().zip(items).for_each(|(f, item)| compare(file, f, truth, item, what, problems));
        }
        (Value::Map(found), Value::Map(entries)) if found.len() == entries.len() => {
            for ((key, value), (true_key, true_value)) in found.iter().zip(entries) {
                if key.value == true_key.value {
                    compare(file, value, truth, true_value, what, problems);
                } else {
                    problems.push(differs(true_key, key));
                }
            }
        }
        (found, value) if found != value => problems.push(differs(node, written)),
        _ => {}
    }
}
