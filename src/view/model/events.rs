//! The log as cards: what somebody does with all that comes of it on one, the cards of a turn under its heading.

use crate::battle::{SideId, UnitId};
use crate::telling::{About, Line, Span};

/// What happened in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chapter {
    /// Which turn; empty before the first.
    pub title: String,
    /// The cards, the first first.
    pub cards: Vec<Card>,
}

/// Something that happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// The step of the turn.
    pub step: String,
    /// Whose doing it is, if it is anybody's.
    pub side: Option<SideId>,
    /// Who it is about.
    pub unit: Option<UnitId>,
    /// What it is, and what came of it.
    pub lines: Vec<Line>,
}

/// The lines of a log as cards.
#[must_use]
pub fn chapters<'l>(log: impl Iterator<Item = &'l Line>) -> Vec<Chapter> {
    let mut chapters = vec![Chapter::default()];
    let mut step = String::new();
    for line in log {
        let Some(chapter) = chapters.last_mut() else { break };
        if let [Span { about: About::Heading, text }] = &line.0[..] {
            let text = text.trim_matches(['=', ' ']);
            let (turn, name) = text.split_once(": ").unwrap_or((text, ""));
            name.clone_into(&mut step);
            if chapter.title != turn {
                chapters.push(Chapter { title: turn.to_owned(), cards: Vec::new() });
            }
            continue;
        }
        let goes_on = line.0.first().is_some_and(|span| span.text.starts_with(' '));
        let of_another = |card: &Card| attacker(line).is_some_and(|unit| card.unit.is_some_and(|of| of != unit));
        match chapter.cards.last_mut().filter(|card| goes_on && !of_another(card)) {
            Some(card) => card.lines.push(line.clone()),
            None => chapter.cards.push(Card { step: step.clone(), lines: vec![line.clone()], ..Card::default() }),
        }
        if let Some(card) = chapter.cards.last_mut() {
            for span in &line.0 {
                match span.about {
                    About::Side(side) => _ = card.side.get_or_insert(side),
                    About::Unit(unit, side) => {
                        card.unit.get_or_insert(unit);
                        card.side.get_or_insert(side);
                    }
                    _ => {}
                }
            }
        }
    }
    chapters.retain(|chapter| !chapter.cards.is_empty());
    chapters
}

/// Who rolls against somebody: where several have said what they do before all of it is rolled, that is theirs.
fn attacker(line: &Line) -> Option<UnitId> {
    let rolls = line.0.iter().any(|span| matches!(span.about, About::Dice(..)));
    let mut units = line.0.iter().filter_map(|span| match span.about {
        About::Unit(unit, _) => Some(unit),
        _ => None,
    });
    let by = units.next().filter(|_| rolls)?;
    units.next().map(|_| by)
}
