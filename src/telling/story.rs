//! Events as lines that a person can follow: every roll with what it needed and why, every change, every rule's id.

use crate::battle::{Action, Event, Fact, Modifier, Rolls, SideId, Target, UnitId, Verb};
use crate::board::{Cell, Facing};
use crate::content::Codex;
use crate::rules::{BattleView, Of};

use super::{About, Line, names};

/// The most units that are named in a line; where there are more, only their tags are shown.
const NAMED: usize = 3;

/// Tells a battle from its events.
#[derive(Debug)]
pub struct Story<'a> {
    codex: &'a Codex,
    /// The step that began; told only when something happens in it.
    heading: Option<String>,
    /// Answers alike in a row, told together.
    alike: Option<(SideId, Alike, Vec<UnitId>)>,
}

/// Answers that differ only in their unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alike {
    Sealed,
    Held,
}

/// Events alike that make one line.
enum Row {
    Rolls {
        what: Fact,
        faces: Vec<u8>,
        modifiers: Vec<Modifier>,
    },
    /// What happens to units alike: the way that they go, if they do, then the rest in words.
    Changes {
        units: Vec<UnitId>,
        way: Option<Way>,
        words: Vec<String>,
    },
    /// What somebody has answered; `also` is the rule by which it was done, where that is another.
    Said {
        side: SideId,
        action: Action,
        words: String,
        also: Option<&'static str>,
    },
    Line(Line),
}

/// A way that somebody goes, hex by hex or at once.
#[derive(Clone, Copy, PartialEq)]
struct Way {
    from: Cell,
    to: Cell,
    /// How the unit faces at its end, where it has turned.
    facing: Option<Facing>,
}

impl Way {
    fn words(self, battle: &dyn BattleView) -> String {
        let facing = self.facing.map_or(String::new(), |facing| format!(", facing {facing:?}"));
        format!("from {} to {}{facing}", place(battle, self.from), place(battle, self.to))
    }
}

impl<'a> Story<'a> {
    /// A story about to begin.
    #[must_use]
    pub fn new(codex: &'a Codex) -> Self {
        Story { codex, heading: None, alike: None }
    }

    /// The lines of what followed one answer. `before` is the battle as it was when the answer was given.
    pub fn tell(&mut self, before: &dyn BattleView, events: &[Event]) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut rows: Vec<(&'static str, Row)> = Vec::new();
        let mut rolls = Rolls::default();
        for event in events {
            let again = rolls.next(event);
            match event.fact {
                Fact::Step { name, turn } => {
                    self.flush(before, &mut rows, &mut lines);
                    self.finish(before, &mut lines);
                    self.heading = Some(format!("== Turn {turn}: {name} =="));
                }
                Fact::Sealed { side, unit } => {
                    self.flush(before, &mut rows, &mut lines);
                    self.gather(before, side, Alike::Sealed, unit, &mut lines);
                }
                Fact::Acted { side, action: Action { verb: Verb::Hold, unit, .. } } => {
                    self.flush(before, &mut rows, &mut lines);
                    self.gather(before, side, Alike::Held, unit, &mut lines);
                }
                _ => add(before, event, again, rolls.modifiers(), &mut rows),
            }
        }
        self.flush(before, &mut rows, &mut lines);
        lines
    }

    /// Puts an answer with those alike before it.
    fn gather(&mut self, battle: &dyn BattleView, side: SideId, kind: Alike, unit: UnitId, lines: &mut Vec<Line>) {
        match &mut self.alike {
            Some((who, what, units)) if (*who, *what) == (side, kind) => units.push(unit),
            _ => {
                self.finish(battle, lines);
                self.alike = Some((side, kind, vec![unit]));
            }
        }
    }

    /// The side whose answers are being held back to be told together.
    #[must_use]
    pub fn gathering(&self) -> Option<SideId> {
        self.alike.as_ref().map(|a| a.0)
    }

    /// What has been held back to be told together.
    pub fn finish(&mut self, battle: &dyn BattleView, lines: &mut Vec<Line>) {
        let Some((side, kind, units)) = self.alike.take() else { return };
        self.head(lines);
        let (does, with) = match kind {
            Alike::Sealed => ("choose in secret", "for"),
            Alike::Held => ("do nothing more", "with"),
        };
        let line = Line::default().side(side, names::side(battle, side)).words(format!(" {does}"));
        let units: Vec<UnitId> = units.into_iter().filter(|u| *u != UnitId::NONE).collect();
        lines.push(if units.is_empty() {
            line
        } else {
            listed(line.words(format!(" {with} ")), battle, &units, Line::tag)
        });
    }

    fn head(&mut self, lines: &mut Vec<Line>) {
        if let Some(heading) = self.heading.take() {
            lines.push(Line::default());
            lines.push(Line::default().about(About::Heading, heading));
        }
    }

    fn flush(&mut self, battle: &dyn BattleView, rows: &mut Vec<(&'static str, Row)>, lines: &mut Vec<Line>) {
        if rows.is_empty() {
            return;
        }
        self.finish(battle, lines);
        self.head(lines);
        for (rule, row) in together(std::mem::take(rows)) {
            match row {
                Row::Line(line) => lines.push(line.words("  ").rule(rule)),
                Row::Said { side, action, words, also } => {
                    let who = names::side(battle, side);
                    let line = match (action.unit, action.target) {
                        (UnitId::NONE, Target::Hex(cell)) => {
                            Line::default().side(side, who).words(": ").about(About::Hex(cell), words)
                        }
                        (UnitId::NONE, _) => Line::default().side(side, who).words(format!(": {words}")),
                        (unit, _) => {
                            let who = format!("{who} {}", names::tag(battle, unit));
                            Line::default().about(About::Unit(unit, side), who).words(format!(": {words}"))
                        }
                    };
                    let line = line.words("  ").rule(rule);
                    lines.push(if let Some(also) = also { line.words(" ").rule(also) } else { line });
                }
                Row::Changes { units, way, words } => {
                    let words: Vec<String> = way.map(|way| way.words(battle)).into_iter().chain(words).collect();
                    let name = if units.len() <= NAMED { Line::unit } else { Line::tag };
                    let line = listed(Line::of("  "), battle, &units, name);
                    lines.push(line.words(format!(": {}  ", words.join(", "))).rule(rule));
                }
                Row::Rolls { what, faces, modifiers } => {
                    let title = self.codex.get(rule).map_or(String::new(), |e| format!("{} ", e.title));
                    lines.push(Line::of(format!("  {title}")).then(rolls(battle, what, &faces)).words("  ").rule(rule));
                    if !modifiers.is_empty() {
                        lines.push(Line::of("      ").then(self.modifiers(&modifiers)));
                    }
                }
            }
        }
    }

    /// A modifier with the name of its rule.
    #[must_use]
    pub fn modifier(&self, rule: &str, value: i8) -> Line {
        let title = self.codex.get(rule).map_or("", |e| e.title.as_str());
        Line::of(format!("{value:+} {title} ")).rule(rule)
    }

    /// Modifiers with the names of their rules.
    fn modifiers(&self, modifiers: &[Modifier]) -> Line {
        let total: i32 = modifiers.iter().map(|m| i32::from(m.value)).sum();
        let each = modifiers.iter().map(|m| self.modifier(m.rule.0, m.value));
        Line::of(format!("{total:+} in all: ")).then(joined(each, ", "))
    }
}

/// `5d12: 9 3 7 12 1 (needs 6+: 3 of 5)  B1 Rangers at A1 Mob`
fn rolls(battle: &dyn BattleView, what: Fact, faces: &[u8]) -> Line {
    let Fact::Rolled { faces: die, need, by, against, .. } = what else { return Line::default() };
    let count = if faces.len() == 1 { String::new() } else { faces.len().to_string() };
    let shown: Vec<String> = faces.iter().map(u8::to_string).collect();
    let made = faces.iter().filter(|f| **f >= need).count();
    let needs = match (need, faces.len(), made) {
        (0, ..) => String::new(),
        (_, 1, 1) => format!(" (needs {need}+: made)"),
        (_, 1, _) => format!(" (needs {need}+: failed)"),
        (_, all, made) => format!(" (needs {need}+: {made} of {all})"),
    };
    let text = format!("{count}d{die}: {}{needs}", shown.join(" "));
    let line = Line::default().about(About::Dice(die, need, faces.to_vec()), text);
    match (by, against) {
        (UnitId::NONE, _) => line,
        (by, UnitId::NONE) => line.words("  ").unit(battle, by),
        (by, against) => line.words("  ").unit(battle, by).words(" at ").unit(battle, against),
    }
}

/// Lines behind each other, with something between them.
pub(super) fn joined(lines: impl Iterator<Item = Line>, between: &str) -> Line {
    lines.enumerate().fold(Line::default(), |all, (place, line)| {
        let all = if place > 0 { all.words(between) } else { all };
        all.then(line)
    })
}

/// The line with units, each as `name` adds it.
fn listed(
    line: Line,
    battle: &dyn BattleView,
    units: &[UnitId],
    name: fn(Line, &dyn BattleView, UnitId) -> Line,
) -> Line {
    line.then(joined(units.iter().map(|unit| name(Line::default(), battle, *unit)), ", "))
}

/// Puts units to which the same happens at once into one row.
fn together(rows: Vec<(&'static str, Row)>) -> Vec<(&'static str, Row)> {
    let mut out: Vec<(&'static str, Row)> = Vec::new();
    for (rule, row) in rows {
        if let Row::Changes { units, way, words } = &row {
            // Only within a run of changes by one rule: nothing may seem to happen before its cause.
            let run = out.iter_mut().rev().take_while(|r| r.0 == rule);
            let mut run = run.map_while(|r| match &mut r.1 {
                Row::Changes { units, way, words } => Some((units, (way, words))),
                _ => None,
            });
            if let Some((known, _)) = run.find(|r| *r.1.0 == *way && r.1.1 == words && !r.0.contains(&units[0])) {
                known.extend(units);
                continue;
            }
        }
        out.push((rule, row));
    }
    out
}

/// Adds an event to the row that it continues, or begins one.
fn add(
    battle: &dyn BattleView,
    event: &Event,
    again: bool,
    modifiers: &[Modifier],
    rows: &mut Vec<(&'static str, Row)>,
) {
    let rule = event.rule.0;
    if goes_on(battle, event, rows) {
        return;
    }
    let mut last = rows.last_mut().filter(|r| r.0 == rule).map(|r| &mut r.1);
    let row = match event.fact {
        Fact::Rolled { face, .. } => {
            if let (true, Some(Row::Rolls { faces, .. })) = (again, &mut last) {
                return faces.push(face);
            }
            Row::Rolls { what: event.fact, faces: vec![face], modifiers: modifiers.to_vec() }
        }
        Fact::Changed { unit, field, from, to } => {
            let Some(change) = change(battle, Of::Unit, field, from, to) else { return };
            return happens(last, unit, change).map_or((), |row| rows.push((rule, row)));
        }
        Fact::Moved { unit, from, to } => {
            let way = match (from.is_some(), to.is_some()) {
                (_, false) => format!("leaves the board at {}", place(battle, from)),
                (true, true) => {
                    let way = Some(Way { from, to, facing: None });
                    return rows.push((rule, Row::Changes { units: vec![unit], way, words: Vec::new() }));
                }
                (false, true) => format!("enters the board at {}", place(battle, to)),
            };
            return happens(last, unit, way).map_or((), |row| rows.push((rule, row)));
        }
        Fact::Faced { unit, facing } => {
            return happens(last, unit, format!("faces {facing:?}")).map_or((), |row| rows.push((rule, row)));
        }
        Fact::Enlisted { unit, side } => {
            let joins = format!("is now of {}", names::side(battle, side));
            return happens(last, unit, joins).map_or((), |row| rows.push((rule, row)));
        }
        Fact::Ground { cell, field, from, to } => {
            let Some(change) = change(battle, Of::Ground, field, from, to) else { return };
            Row::Line(Line::of("  hex ").about(About::Hex(cell), place(battle, cell)).words(format!(": {change}")))
        }
        Fact::Table { field, from, to } => {
            let Some(change) = change(battle, Of::Table, field, from, to) else { return };
            Row::Line(Line::of(format!("  {change}")))
        }
        Fact::Note { text, unit, value } => {
            let value = if value == 0 { String::new() } else { format!(": {value}") };
            let text = format!("{text}{value}");
            if unit == UnitId::NONE {
                Row::Line(Line::of(format!("  {text}")))
            } else {
                Row::Changes { units: vec![unit], way: None, words: vec![text] }
            }
        }
        Fact::Acted { side, action } => {
            Row::Said { side, action, words: battle.describe(action).to_string(), also: None }
        }
        Fact::ListSealed { seal } => Row::Line(Line::of(format!("  list and cards are sealed: SHA-256 {seal}"))),
        Fact::Opened { line, holds } => Row::Line(Line::of(format!("  {}", battle.opened(line, holds)))),
        Fact::SealOpened { salt, lines, matches } => {
            let verdict = if matches { "matches the seal" } else { "DOES NOT MATCH the seal" };
            Row::Line(Line::of(format!("  what was sealed, \"{}\", {verdict}", lines.text(salt))))
        }
        Fact::Over => Row::Line(Line::of("The battle is over".to_owned())),
        Fact::Modifier { .. } | Fact::Step { .. } | Fact::Sealed { .. } => return,
    };
    rows.push((rule, row));
}

/// Whether a step or a turn only goes on with what the last row tells: a way goes on from where it led, and whoever has
/// said where to has told it, by whatever rule he goes.
fn goes_on(battle: &dyn BattleView, event: &Event, rows: &mut Vec<(&'static str, Row)>) -> bool {
    // Adds to an answer from where its unit has come, if it is the one that has said so.
    let arrives = |(rule, row): &mut (&'static str, Row), unit: UnitId, from: Cell, to: Cell| match row {
        Row::Said { action, words, also, .. } if (action.unit, action.target) == (unit, Target::Hex(to)) => {
            if from.is_some() {
                words.push_str(&format!(", from {}", place(battle, from)));
                *also = (event.rule.0 != *rule).then_some(event.rule.0);
            }
            true
        }
        _ => false,
    };
    if let (Fact::Moved { unit, from, to }, Some(last)) = (event.fact, rows.last_mut())
        && arrives(last, unit, from, to)
    {
        return true;
    }
    match (event.fact, &mut rows[..]) {
        (Fact::Moved { unit, from, to }, [.., (_, Row::Changes { units, way: Some(way), words })])
            if (&units[..], way.to) == (&[unit], from) && to.is_some() && words.is_empty() =>
        {
            way.to = to;
            let began = way.from;
            if let [.., answer, _] = &mut rows[..]
                && arrives(answer, unit, began, to)
            {
                rows.pop();
            }
            true
        }
        (Fact::Faced { unit, facing }, [.., (_, Row::Changes { units, way: Some(way), words })])
            if *units == [unit] && words.is_empty() =>
        {
            way.facing = Some(facing);
            true
        }
        (Fact::Faced { unit, facing }, [.., (_, Row::Said { action, words, .. })]) if action.unit == unit => {
            // Who drives has said so himself.
            let told = format!("facing {facing:?}");
            if action.verb != Verb::Face && !words.contains(&told) {
                words.push_str(&format!(", {told}"));
            }
            true
        }
        _ => false,
    }
}

/// Adds what happens to a unit to its row, or makes the row.
fn happens(last: Option<&mut Row>, unit: UnitId, words: String) -> Option<Row> {
    match last {
        Some(Row::Changes { units, words: all, .. }) if *units == [unit] => {
            all.push(words);
            None
        }
        _ => Some(Row::Changes { units: vec![unit], way: None, words: vec![words] }),
    }
}

/// `models from 7 to 6`, or `speed fast`; none for bookkeeping.
fn change(battle: &dyn BattleView, of: Of, field: u8, from: i32, to: i32) -> Option<String> {
    if battle.passes_over(of, field.into()) {
        return None;
    }
    let (name, before) = battle.label(of, field.into(), from)?;
    let (now, after) = battle.label(of, field.into(), to)?;
    // Of words only the new one tells something.
    let number = after.parse::<i32>().is_ok();
    Some(match (number, of) {
        (true, _) => format!("{name} from {before} to {after}"),
        (false, Of::Unit) => names::reading((now, after)),
        (false, _) => format!("{name}: {after}"),
    })
}

fn place(battle: &dyn BattleView, cell: Cell) -> String {
    if cell.is_some() { battle.board().label(cell) } else { "off the board".to_owned() }
}
