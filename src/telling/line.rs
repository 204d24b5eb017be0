//! Lines in pieces, each of which says what it is about: the terminal colours them, the window makes them lead somewhere.

use std::borrow::Cow;

use crate::battle::{SideId, UnitId};
use crate::board::Cell;
use crate::rules::BattleView;

use super::names;

/// What a piece of a line is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// Nothing in particular.
    Nothing,
    /// It stands above what follows.
    Heading,
    /// A side.
    Side(SideId),
    /// A unit, of this side.
    Unit(UnitId, SideId),
    /// A hex.
    Hex(Cell),
    /// A rule, by its id.
    Rule(String),
    /// Dice: the faces that they have, the least that does it, 0 where a table is read, and what each shows.
    Dice(u8, u8, Vec<u8>),
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its text.
    pub text: String,
    /// What it is about.
    pub about: About,
}

/// A line of a log or a panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(pub Vec<Span>);

impl Line {
    /// A line of plain words.
    #[must_use]
    pub fn of(text: impl Into<String>) -> Line {
        Line::default().words(text)
    }

    /// The line with more words.
    #[must_use]
    pub fn words(self, text: impl Into<String>) -> Line {
        self.about(About::Nothing, text)
    }

    /// The line with more text about something. Empty text adds nothing.
    #[must_use]
    pub fn about(mut self, about: About, text: impl Into<String>) -> Line {
        let text = text.into();
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if about == About::Nothing && last.about == About::Nothing => last.text += &text,
            _ => self.0.push(Span { text, about }),
        }
        self
    }

    /// The line with something of a side.
    #[must_use]
    pub fn side(self, side: SideId, text: impl Into<String>) -> Line {
        self.about(About::Side(side), text)
    }

    /// The line with a unit, by tag and name.
    #[must_use]
    pub fn unit(self, battle: &dyn BattleView, unit: UnitId) -> Line {
        self.about(About::Unit(unit, battle.piece(unit).side), names::unit(battle, unit))
    }

    /// The line with a unit, by its tag alone.
    #[must_use]
    pub fn tag(self, battle: &dyn BattleView, unit: UnitId) -> Line {
        self.about(About::Unit(unit, battle.piece(unit).side), names::tag(battle, unit))
    }

    /// The line with the id of a rule in brackets.
    #[must_use]
    pub fn rule(self, id: &str) -> Line {
        self.about(About::Rule(id.to_owned()), format!("[{id}]"))
    }

    /// The line with all of another behind it.
    #[must_use]
    pub fn then(self, other: Line) -> Line {
        other.0.into_iter().fold(self, |line, span| line.about(span.about, span.text))
    }

    /// Its text.
    #[must_use]
    pub fn plain(&self) -> String {
        self.0.iter().map(|span| span.text.as_str()).collect()
    }

    /// Whether it has no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The hex that it is about: of the first unit on the board or hex that it names.
    #[must_use]
    pub fn place(&self, battle: &dyn BattleView) -> Option<Cell> {
        self.0.iter().find_map(|span| match span.about {
            About::Unit(unit, _) => Some(battle.piece(unit).at).filter(|at| at.is_some()),
            About::Hex(cell) => Some(cell).filter(|cell| cell.is_some()),
            _ => None,
        })
    }

    /// The line in rows of at most this many letters, broken between words.
    #[must_use]
    pub fn rows(&self, most: usize) -> Vec<Cow<'_, Line>> {
        // Most lines are short, which their bytes tell at once.
        if self.0.iter().map(|span| span.text.len()).sum::<usize>() <= most {
            return vec![Cow::Borrowed(self)];
        }
        let mut rows = Vec::new();
        let mut rest = self.plain();
        let mut left = self.clone();
        while rest.len() > most
            && let Some((end, _)) = rest.char_indices().nth(most.max(1))
        {
            let indent = rest.len() - rest.trim_start().len();
            // A word that is longer than a row is cut.
            let end = rest[..end].rfind(' ').filter(|gap| *gap > indent).unwrap_or(end);
            let blanks = rest[end..].len() - rest[end..].trim_start().len();
            let (row, after) = left.split(end);
            rows.push(Cow::Owned(row));
            left = after.split(blanks).1;
            rest = rest[end + blanks..].to_owned();
        }
        rows.push(Cow::Owned(left));
        rows
    }

    /// What stands before a byte of its text, and what behind.
    fn split(self, at: usize) -> (Line, Line) {
        let (mut before, mut behind, mut start) = (Line::default(), Line::default(), 0);
        for Span { text, about } in self.0 {
            let cut = at.saturating_sub(start).min(text.len());
            start += text.len();
            before = before.about(about.clone(), &text[..cut]);
            behind = behind.about(about, &text[cut..]);
        }
        (before, behind)
    }
}
