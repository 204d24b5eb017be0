//! What stands beside the board: turn and scores, units with their numbers, the question that is open.

use crate::battle::{Decision, Kind, Outcome, SideId, UnitId};
use crate::board::Cell;
use crate::content::Codex;
use crate::rules::{BattleView, Of};

use super::story::joined;
use super::{About, Line, names};

/// Where the turn is, and the scores.
#[must_use]
pub fn header(battle: &dyn BattleView) -> Line {
    let sides = SideId::first(battle.sides().len());
    let scores = sides.map(|s| Line::default().side(s, format!("{} {}", names::side(battle, s), battle.score(s))));
    let mut place = battle.place_in_turn();
    if let Some(first) = place.get(..1).map(str::to_uppercase) {
        place.replace_range(..1, &first);
    }
    Line::default().about(About::Heading, place).words(" | victory points: ").then(joined(scores, ", "))
}

/// The numbers of a unit that are not zero, in words.
#[must_use]
pub fn numbers(battle: &dyn BattleView, unit: UnitId) -> String {
    let fields = battle.unit_fields(unit);
    let words = fields.iter().enumerate().filter_map(|(i, (_, value))| {
        let label = battle.label(Of::Unit, i, *value)?;
        // A zero that is a word, such as a speed, says something.
        (*value != 0 || label.1 != "0").then(|| names::reading(label))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Where a unit is and its numbers, or what has become of it.
fn state(battle: &dyn BattleView, unit: UnitId) -> (String, String) {
    let piece = battle.piece(unit);
    let place = match (battle.alive(unit), piece.at.is_some()) {
        // The facing of a unit that takes up several hexes matters.
        (true, true) if piece.wide => format!("at {} facing {:?}", battle.board().label(piece.at), piece.facing),
        (true, true) => format!("at {}", battle.board().label(piece.at)),
        (true, false) => "off the board".to_owned(),
        (false, _) => battle.fate(unit).to_owned(),
    };
    (place, if battle.alive(unit) { numbers(battle, unit) } else { String::new() })
}

/// The same in words.
#[must_use]
pub fn standing(battle: &dyn BattleView, unit: UnitId) -> String {
    let (place, numbers) = state(battle, unit);
    [place, numbers].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
}

/// One line about a unit: tag, name, where it is, its numbers.
#[must_use]
pub fn unit(battle: &dyn BattleView, unit: UnitId) -> Line {
    let (place, numbers) = state(battle, unit);
    let name = format!("{:<4}{:<20}", names::tag(battle, unit), battle.name(unit));
    let behind = format!(" {place:<14} {numbers}");
    Line::of("  ").about(About::Unit(unit, battle.piece(unit).side), name).words(behind.trim_end())
}

/// All units of the battle, side by side; first those of one side, if there is one to put first.
#[must_use]
pub fn units(battle: &dyn BattleView, first: Option<SideId>) -> Vec<Line> {
    let mut sides: Vec<SideId> = SideId::first(battle.sides().len()).collect();
    sides.sort_by_key(|s| Some(*s) != first);
    let mut lines = Vec::new();
    for side in sides {
        let mine = if Some(side) == first { " (you)" } else { "" };
        let head = format!("{}{mine}: {} victory points", names::side(battle, side), battle.score(side));
        lines.push(Line::default().side(side, head));
        lines.extend(battle.listed().filter(|&u| battle.piece(u).side == side).map(|u| unit(battle, u)));
    }
    lines
}

/// What is known of a hex.
#[must_use]
pub fn hex(battle: &dyn BattleView, cell: Cell) -> Vec<Line> {
    let board = battle.board();
    let height = match board.heights[cell.index()] {
        0 => String::new(),
        height => format!(", height {height}"),
    };
    let marks = marks(battle, cell);
    let marks = if marks.is_empty() { String::new() } else { format!(", {}", marks.join(", ")) };
    let terrain = names::terrain(battle.terrain(cell)).1;
    let mut lines =
        vec![Line::default().about(About::Hex(cell), board.label(cell)).words(format!(": {terrain}{height}{marks}"))];
    lines.extend(battle.goals().into_iter().filter(|g| g.0 == cell).map(|g| Line::of(format!("  worth {}", g.1))));
    let covers = |u: UnitId| {
        let piece = battle.piece(u);
        piece.at == cell || piece.wide && board.neighbours[cell.index()].contains(&piece.at) && piece.at.is_some()
    };
    lines.extend(battle.units().filter(|&u| covers(u)).map(|u| unit(battle, u)));
    lines
}

/// The question in words, without its rule.
#[must_use]
pub fn question(battle: &dyn BattleView, decision: Decision, codex: &Codex) -> Line {
    let what = match decision.kind {
        Kind::Deploy if decision.actors.is_empty() => "choose where",
        Kind::Deploy => "place a unit",
        Kind::Commit => "choose in secret",
        Kind::Act => "choose an action",
        Kind::React => "react",
        Kind::Allocate => "share out",
        Kind::Reroll => "roll again, or not",
    };
    let (words, unit) = battle.question(decision).unwrap_or_else(|| {
        let title = codex.get(decision.rule.0).map_or(String::new(), |e| format!("{}: ", e.title));
        let with = if decision.subject.is_some() { " with" } else { "" };
        (format!("{title}{what}{with}"), decision.subject)
    });
    let line = Line::default().side(decision.side, names::side(battle, decision.side)).words(format!(": {words}"));
    unit.map_or(line.clone(), |unit| line.words(" ").unit(battle, unit))
}

/// Who won, why, and with how many points.
#[must_use]
pub fn result(battle: &dyn BattleView, outcome: &Outcome) -> String {
    let sides: Vec<SideId> = SideId::first(battle.sides().len()).collect();
    let winners: Vec<&str> = sides.iter().filter(|s| outcome.won(**s)).map(|s| names::side(battle, *s)).collect();
    let scores: Vec<String> =
        sides.iter().map(|s| format!("{} {}", names::side(battle, *s), battle.score(*s))).collect();
    let verdict =
        if winners.is_empty() { "a draw".to_owned() } else { format!("victory of {}", winners.join(" and ")) };
    format!(
        "Result: {verdict}, because {} [{}]; {}; {} decisions",
        outcome.reason,
        outcome.rule,
        scores.join(", "),
        battle.number()
    )
}

/// What lies on a hex besides its terrain, in words.
#[must_use]
pub fn marks(battle: &dyn BattleView, cell: Cell) -> Vec<String> {
    let fields = battle.ground_fields(cell);
    fields.into_iter().enumerate().filter_map(|(field, (_, value))| lying(battle, field, value)).collect()
}

/// What lies on a hex by one of its public numbers, in words; none where that is nothing.
#[must_use]
pub fn lying(battle: &dyn BattleView, field: usize, value: i32) -> Option<String> {
    let label = battle.label(Of::Ground, field, value).filter(|_| value != 0)?;
    Some(if label.1 == "1" { label.0 } else { names::reading(label) })
}
