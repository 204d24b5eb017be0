//! Scenario files: what those of all rulesets have alike. Each function tells what is wrong where it stands and gives
//! something to go on with, so that one reading finds all mistakes.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::battle::field::Kind;
use crate::battle::{MAX_SIDES, Record, Side, SideId};
use crate::board::{Board, Cell};
use crate::source::{Document, Problem, Problems, Site, Span, Spanned};

/// A side of a ruleset whose sides have nothing but a name and a team.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideSheet {
    /// Its name.
    pub name: Spanned<String>,
    /// Its team; one of its own where it is left out.
    #[serde(default)]
    pub team: Option<u8>,
}

/// Reads a scenario file and makes a battle of it, unless something is wrong.
///
/// # Errors
/// Everything that is wrong in it.
pub fn read<'d, S: DeserializeOwned, B>(
    document: &'d Document,
    make: impl FnOnce(S, &mut Problems<'d>) -> B,
) -> Result<B, Vec<Problem>> {
    let mut problems = Problems::new(document);
    let sheet: Option<S> = document.read(&document.root, &mut problems);
    let battle = sheet.map(|sheet| make(sheet, &mut problems));
    problems.finish(battle)
}

/// The sides by name and, where they say so, team: two to eight, each with a name of its own, in two teams at least.
pub fn sides<'s>(
    given: impl Iterator<Item = (&'s Spanned<String>, Option<u8>)>,
    problems: &mut Problems<'_>,
) -> Vec<Side> {
    let top = problems.document().root.at;
    let mut sides: Vec<Side> = Vec::new();
    for (place, (name, team)) in given.enumerate() {
        if name.trim().is_empty() {
            problems.add(name.at, "a side has no name", "give each side a name");
        } else if sides.iter().any(|side| side.name == **name) {
            problems.add(name.at, format!("two sides are named \"{}\"", **name), "give each its own name");
        }
        if team.is_some_and(|team| usize::from(team) >= MAX_SIDES) {
            problems.add(name.at, "the team's number is too large", format!("teams are 0 to {}", MAX_SIDES - 1));
        }
        sides.push(Side::played(name.value.clone(), team.unwrap_or(place as u8)));
    }
    if !(2..=MAX_SIDES).contains(&sides.len()) {
        problems.add(top, format!("{} sides", sides.len()), format!("there must be 2 to {MAX_SIDES}"));
    } else if sides.iter().all(|side| side.team == sides[0].team) {
        problems.add(top, "all sides are of one team", "two teams make a battle");
    }
    sides
}

/// Whether a battle may last so many turns.
pub fn turns(turns: u16, problems: &mut Problems<'_>) {
    if !(1..=99).contains(&turns) {
        problems.add(problems.document().root.at, format!("{turns} turns"), "there must be 1 to 99");
    }
}

/// The turn that a position starts in; `at` is where its stage is named.
pub fn first_turn<T>(turn: u16, turns: u16, at: &Spanned<T>, problems: &mut Problems<'_>) -> u16 {
    if !(1..=turns.max(1)).contains(&turn) {
        problems.add(at.at, format!("a start in turn {turn}"), format!("turns are 1 to {turns}"));
    }
    turn.max(1)
}

/// The side of a name.
pub fn side_named(name: &Spanned<String>, sides: &[Side], problems: &mut Problems<'_>) -> Option<SideId> {
    let found = sides.iter().position(|side| side.name == name.value);
    if found.is_none() {
        let known: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
        problems.unknown(name.at, "side", name, &known);
    }
    found.map(|side| SideId(side as u8))
}

/// A hex of the map.
pub fn hex(at: &Spanned<Site>, board: &Board, problems: &mut Problems<'_>) -> Cell {
    let cell = board.site(**at);
    if cell.is_some() {
        return cell;
    }
    if !problems.spoilt(at.at) {
        problems.add(at.at, format!("there is no hex {} on the map", at.value), board.extent());
    }
    Cell(0)
}

/// The hex nearest to the middle of some hexes that is fit for something; none where none is.
pub fn fit_hex(board: &Board, cells: &[Cell], fits: impl Fn(Cell) -> bool) -> Option<Cell> {
    let mean = |of: fn((u16, u16)) -> u16| {
        let all: u32 = cells.iter().map(|&cell| u32::from(of(board.column_row(cell)))).sum();
        (all / cells.len().max(1) as u32) as u16
    };
    let middle = board.at(mean(|place| place.0), mean(|place| place.1));
    cells.iter().copied().filter(|&cell| fits(cell)).min_by_key(|&cell| (board.distance(cell, middle), cell))
}

/// How many there are in a scenario of what numbers of units can name.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Units, those that are not placed included.
    pub units: usize,
    /// Sides.
    pub sides: usize,
    /// Hexes.
    pub cells: usize,
}

impl Counts {
    /// Whether a number may have a value, by the kind that its field is of.
    fn allow(self, kind: Kind, value: i32) -> bool {
        let most = match kind {
            Kind::Unit => self.units,
            Kind::Side => self.sides,
            Kind::Hex => self.cells,
            Kind::Word(words) => words.len(),
            _ => return true,
        };
        usize::try_from(value).is_ok_and(|value| value <= most)
    }
}

/// The numbers by which a placed unit differs from a fresh one, each with its field's place; `given` are their names,
/// where these stand, and the values. The first field, which says what a unit is, is not the scenario's to set; what a
/// field may hold its type and its kind say, and for fields of which more is to be said `fits`.
pub fn numbers<'n, U: Record>(
    mut fresh: U,
    given: impl Iterator<Item = (&'n str, Span, i32)>,
    counts: Counts,
    fits: impl Fn(&str, i32) -> bool,
    problems: &mut Problems<'_>,
) -> Vec<(usize, i32)> {
    let fields = U::names();
    let mut numbers = Vec::new();
    for (name, at, value) in given {
        match fields.iter().position(|field| field == name) {
            Some(field) if field > 0 => {
                let allowed = U::declared(field).is_none_or(|means| counts.allow(means.field.kind, value));
                if !fresh.set(field, value) || !allowed || !fits(name, value) {
                    problems.add(at, format!("{name} cannot be {value}"), "");
                }
                numbers.push((field, value));
            }
            _ => problems.unknown(at, "number", name, &fields[1..]),
        }
    }
    numbers
}
