//! The board in text: rows of pointy-topped hexes, every second row shifted half a hex to the right.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::UnitId;
use crate::board::{Cell, Terrain};
use crate::rules::BattleView;

use super::ink::Ink;
use crate::telling::names;
use crate::telling::panel::marks;

/// The board with its units, then what lies on it that a character cannot say, then the legend.
#[must_use]
pub fn board(battle: &dyn BattleView, ink: Ink) -> Vec<String> {
    let board = battle.board();
    let picture = Picture::new(battle, ink);
    let mut lines = Vec::new();
    for deck in 0..board.decks {
        if board.decks > 1 {
            lines.push(ink.bold(&format!("Deck {}", deck + 1)));
        }
        lines.push(picture.columns());
        lines.extend((1..=board.height).map(|row| picture.row(deck, row)));
    }
    lines.extend(picture.notes());
    lines
}

/// The board as it is drawn.
pub(super) struct Picture<'a> {
    battle: &'a dyn BattleView,
    ink: Ink,
    /// How wide a hex is: terrain, tag, and a mark where several units stand.
    pub(super) width: usize,
    goals: Vec<(Cell, String)>,
}

/// What is drawn in a hex.
pub(super) struct Drawn {
    /// The character of its ground.
    pub(super) ground: char,
    /// The unit whose tag stands there, and the tag.
    pub(super) unit: Option<(UnitId, String)>,
    /// Whether there are several.
    pub(super) crowd: bool,
}

impl<'a> Picture<'a> {
    pub(super) fn new(battle: &'a dyn BattleView, ink: Ink) -> Picture<'a> {
        let tags = battle.units().map(|u| names::tag(battle, u).len()).max().unwrap_or(2);
        Picture { battle, ink, width: tags + 2, goals: battle.goals() }
    }

    /// What lies on the board that a character cannot say, then the legend.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut lines = self.crowds();
        lines.extend(self.places());
        lines.extend(self.heights());
        lines.push(self.legend());
        lines
    }

    fn columns(&self) -> String {
        let numbers = (1..=self.battle.board().width).map(|c| format!("{c:<width$}", width = self.width));
        let line: String = numbers.collect();
        self.ink.dim(&format!("    {}", line.trim_end()))
    }

    fn row(&self, deck: u16, row: u16) -> String {
        let board = self.battle.board();
        let mut line = self.ink.dim(&format!("{row:>3} "));
        // Rows count from 1, so that the even ones are those shifted.
        if row.is_multiple_of(2) {
            line.push_str(&" ".repeat(self.width / 2));
        }
        let first = deck * board.width * board.height + (row - 1) * board.width;
        for cell in (first..first + board.width).map(Cell) {
            line.push_str(&self.hex(cell));
        }
        line.truncate(line.trim_end().len());
        line
    }

    fn units(&self, cell: Cell) -> Vec<UnitId> {
        self.battle.units().filter(|&u| self.battle.piece(u).at == cell).collect()
    }

    fn hex(&self, cell: Cell) -> String {
        let Drawn { ground, unit, crowd } = self.drawn(cell);
        let Some((unit, tag)) = unit else { return format!("{ground:<width$}", width = self.width) };
        let more = if crowd { "+" } else { "" };
        let left = self.width - 1 - tag.len() - more.len();
        let tag = self.ink.side(self.battle.piece(unit).side, &tag);
        format!("{ground}{tag}{more}{}", " ".repeat(left))
    }

    /// What is drawn in a hex. A unit wider than its hex has its tag in small letters in the hexes around.
    pub(super) fn drawn(&self, cell: Cell) -> Drawn {
        let units = self.units(cell);
        let tag = |unit: UnitId| names::tag(self.battle, unit);
        let unit = match units.first() {
            Some(&first) => Some((first, tag(first))),
            None => self.around(cell).map(|wide| (wide, tag(wide).to_lowercase())),
        };
        Drawn { ground: self.ground(cell), unit, crowd: units.len() > 1 }
    }

    /// The unit that takes up a hex from the one beside it, if one does.
    fn around(&self, cell: Cell) -> Option<UnitId> {
        let near = self.battle.board().neighbours[cell.index()];
        self.battle.units().find(|&u| {
            let piece = self.battle.piece(u);
            piece.wide && piece.at.is_some() && near.contains(&piece.at)
        })
    }

    /// The character of a hex: `@` worth points, `?` something unknown lies there, `*` something known does, the height of bare ground, or the terrain.
    fn ground(&self, cell: Cell) -> char {
        let board = self.battle.board();
        let terrain = self.battle.terrain(cell);
        let goal = self.goals.iter().any(|g| g.0 == cell).then_some('@');
        goal.or_else(|| mark(&marks(self.battle, cell))).unwrap_or_else(|| match board.heights[cell.index()] {
            height @ 1.. if terrain == Terrain::Clear => char::from(b'0' + height.min(9)),
            _ => names::terrain(terrain).0,
        })
    }

    /// Who stands where several do.
    fn crowds(&self) -> Vec<String> {
        let hexes: BTreeSet<Cell> = self.battle.units().map(|u| self.battle.piece(u).at).collect();
        let crowds = hexes.into_iter().filter(|c| c.is_some() && self.units(*c).len() > 1).map(|cell| {
            let tags: Vec<String> = self.units(cell).into_iter().map(|u| names::tag(self.battle, u)).collect();
            format!("    + {}: {}", self.battle.board().label(cell), tags.join(" "))
        });
        crowds.collect()
    }

    /// What is worth points, and what lies about.
    fn places(&self) -> Vec<String> {
        let label = |cell: Cell| self.battle.board().label(cell);
        let goals = self.goals.iter().map(|(cell, worth)| match cell.is_some() {
            true => format!("    @ {} {}: {worth}", label(*cell), names::terrain(self.battle.terrain(*cell)).1),
            false => format!("    @ {worth}"),
        });
        let lying = lying(self.battle).into_iter();
        let marked = lying.filter_map(|(marks, what, hexes)| Some(format!("    {} {hexes} {what}", mark(&marks)?)));
        goals.chain(marked).collect()
    }

    /// The heights of hexes whose character says something else, or not all of it.
    fn heights(&self) -> Vec<String> {
        let board = self.battle.board();
        let mut hidden: BTreeMap<u8, Vec<String>> = BTreeMap::new();
        for cell in board.cells() {
            let height = board.heights[cell.index()];
            if height > 0 && !(height <= 9 && self.ground(cell) == char::from(b'0' + height)) {
                hidden.entry(height).or_default().push(board.label(cell));
            }
        }
        hidden.into_iter().map(|(height, hexes)| format!("    ^{height} {}", hexes.join(" "))).collect()
    }

    fn legend(&self) -> String {
        let board = self.battle.board();
        let kinds: BTreeSet<Terrain> = board.cells().map(|c| self.battle.terrain(c)).collect();
        let mut words: Vec<String> =
            kinds.into_iter().map(names::terrain).map(|(character, name)| format!("{character} {name}")).collect();
        if board.heights.iter().any(|h| *h > 0) {
            words.push("1-9 height, ^ the height of other hexes".to_owned());
        }
        if board.cells().any(|c| self.ground(c) == UNTURNED) {
            words.push(format!("{UNTURNED} unturned blip"));
        }
        let sides = self.battle.sides().iter().enumerate().map(|(i, side)| {
            let id = crate::battle::SideId(i as u8);
            self.ink.side(id, &format!("{} {}", names::letter(id), side.name))
        });
        let sides: Vec<String> = sides.collect();
        format!("    {} | {}", words.join("  "), sides.join("  "))
    }
}

/// What lies about: its names, the same with the terrain, and the hexes where it does. Hexes alike stand together: a craft
/// or a fire covers many.
pub(super) fn lying(battle: &dyn BattleView) -> Vec<(Vec<String>, String, String)> {
    let mut lying: Vec<(Vec<String>, String, String)> = Vec::new();
    for cell in battle.board().cells() {
        let marks = marks(battle, cell);
        if marks.is_empty() {
            continue;
        }
        let what = format!("{}: {}", names::terrain(battle.terrain(cell)).1, marks.join(", "));
        let label = battle.board().label(cell);
        match lying.iter_mut().find(|(_, known, _)| *known == what) {
            Some((_, _, hexes)) => *hexes = format!("{hexes} {label}"),
            None => lying.push((marks, what, label)),
        }
    }
    lying
}

/// Something unknown lies there.
const UNTURNED: char = '?';

/// The character of a hex on which these things lie: one for something unknown, another for something known.
fn mark(marks: &[String]) -> Option<char> {
    let unturned = marks.iter().any(|m| m.starts_with("blip"));
    if unturned { Some(UNTURNED) } else { (!marks.is_empty()).then_some('*') }
}
