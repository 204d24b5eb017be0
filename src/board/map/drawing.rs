//! From pictures to a board: terrain, exceptions, links, zones, and the areas that regions are made of.

use std::collections::{BTreeMap, BTreeSet};

use super::{Area, Exception, Ladder, MapFile, Picture, Place, Regions, Side, check_height};
use crate::board::{Board, Cell, Link, Region, Terrain};
use crate::source::{Problems, Spanned};

/// A board in the making.
pub(super) struct Drawing {
    pub(super) board: Board,
    /// The character that each hex is drawn with; blank where its row is too short.
    drawn: Vec<char>,
    /// The character that the plan marks each hex with; empty without a plan.
    marked: Vec<char>,
    /// Whether each hex is where its author wanted it, so that conclusions are worth telling.
    pub(super) sound: bool,
}

impl Drawing {
    /// The board as its pictures show it.
    pub(super) fn new(map: &MapFile, pictures: &[Picture], plan: &[Picture]) -> Drawing {
        let (width, height) = (pictures[0].width, pictures[0].rows.len());
        let mut board = Board::new(&map.name, width as u16, height as u16, pictures.len() as u16, Terrain::Clear);
        let mut drawn = vec![' '; board.len()];
        for (deck, picture) in pictures.iter().enumerate() {
            for (row, characters) in picture.rows.iter().take(height).enumerate() {
                for (column, (_, c)) in characters.iter().take(width).enumerate() {
                    let cell = (deck * height + row) * width + column;
                    drawn[cell] = *c;
                    if let Some(ground) = map.legend.get(c) {
                        board.terrain[cell] = ground.terrain;
                        board.heights[cell] = *ground.height;
                    }
                }
            }
        }
        let sound = pictures.iter().all(|p| p.rows.len() == height && p.rows.iter().all(|row| row.len() == width));
        // A plan was found to be of the same size.
        let marked = plan.iter().flat_map(|p| p.rows.iter().flatten()).map(|(_, c)| *c).collect();
        Drawing { board, drawn, marked, sound: sound && plan.len() == map.plan.len() }
    }

    /// The hex at a place on a deck; none, and a problem, if there is no such hex.
    fn cell(&self, place: Place, deck: Spanned<u16>, problems: &mut Problems<'_>) -> Option<Cell> {
        let (column, row) = *place;
        let (width, height) = (self.board.width, self.board.height);
        let on_deck_0 = self.board.at(column, row);
        if !on_deck_0.is_some() {
            let hint = format!("columns 1 to {width}, rows 1 to {height}");
            problems.add(place.at, format!("({column}, {row}) is off the board"), hint);
        }
        let deck_exists = self.check_deck(deck, problems);
        (on_deck_0.is_some() && deck_exists).then(|| Cell(on_deck_0.0 + *deck * width * height))
    }

    fn check_deck(&self, deck: Spanned<u16>, problems: &mut Problems<'_>) -> bool {
        let exists = *deck < self.board.decks;
        if !exists {
            problems.add(deck.at, format!("there is no deck {}", *deck), format!("0 to {}", self.board.decks - 1));
        }
        exists
    }

    /// A hex as its author would name it.
    pub(super) fn place(&self, cell: Cell) -> String {
        let (column, row) = self.board.column_row(cell);
        match self.board.decks {
            1 => format!("({column}, {row})"),
            _ => format!("({column}, {row}) on deck {}", self.board.deck(cell)),
        }
    }

    pub(super) fn exceptions(&mut self, exceptions: &[Exception], problems: &mut Problems<'_>) {
        let mut seen = BTreeSet::new();
        for exception in exceptions {
            let Some(cell) = self.cell(exception.at, exception.deck, problems) else { continue };
            if !seen.insert(cell) {
                problems.add(exception.at.at, format!("{} stands here twice", self.place(cell)), "");
            }
            if let Some(terrain) = exception.terrain {
                self.board.terrain[cell.index()] = terrain;
            }
            if let Some(height) = exception.height {
                check_height(height, problems);
                self.board.heights[cell.index()] = *height;
            }
        }
    }

    pub(super) fn links(&mut self, ladders: &[Ladder], problems: &mut Problems<'_>) {
        let mut seen = BTreeSet::new();
        for ladder in ladders {
            let from = self.cell(ladder.from, ladder.from_deck, problems);
            let to = self.cell(ladder.to, ladder.to_deck, problems);
            let (Some(from), Some(to)) = (from, to) else { continue };
            for (place, cell) in [(ladder.from, from), (ladder.to, to)] {
                if self.board.terrain[cell.index()].is_bulkhead() {
                    problems.add(place.at, format!("{} is a wall: nothing can lead there", self.place(cell)), "");
                }
            }
            if from == to {
                problems.add(ladder.to.at, format!("{} leads to itself", self.place(from)), "set `to_deck`?");
            }
            if !seen.insert((from.min(to), from.max(to))) {
                let message = format!("{} and {} are linked already", self.place(from), self.place(to));
                problems.add(ladder.from.at, message, "links lead both ways");
            }
            if let Some(hatch) = ladder.hatch.filter(|hatch| !hatch.is_hatch()) {
                let message = format!("a {:?} cannot close a ladder", *hatch);
                problems.add(hatch.at, message, "LightHatch, Hatch, HeavyHatch, or leave it out");
            }
            self.board.links.push(Link { from, to, hatch: ladder.hatch.map(|hatch| *hatch) });
        }
    }

    pub(super) fn zones(&mut self, zones: &Regions, problems: &mut Problems<'_>) {
        self.board.zones = in_order(zones).map(|(name, areas)| self.region("zone", name, areas, problems)).collect();
    }

    pub(super) fn region(
        &self,
        what: &str,
        name: &Spanned<String>,
        areas: &Spanned<Vec<Area>>,
        problems: &mut Problems<'_>,
    ) -> Region {
        let before = problems.len();
        let cells = self.hexes(areas, problems);
        if cells.is_empty() && self.sound && problems.len() == before && !problems.spoilt(areas.at) {
            problems.add(name.at, format!("the {what} {:?} has no hexes", name.value), "");
        }
        Region { name: name.value.clone(), cells }
    }

    /// The hexes of some areas, ascending.
    pub(super) fn hexes(&self, areas: &[Area], problems: &mut Problems<'_>) -> Vec<Cell> {
        for area in areas {
            self.check_area(area, problems);
        }
        self.board.cells().filter(|cell| areas.iter().any(|area| self.is_in(*cell, area, None))).collect()
    }

    /// Tells whatever an area names that is not there.
    fn check_area(&self, area: &Area, problems: &mut Problems<'_>) {
        let ground = Spanned::default();
        let mut check_line = |what: &str, number: Spanned<u16>, most: u16| {
            if !(1..=most).contains(&number) {
                problems.add(number.at, format!("there is no {what} {}", *number), format!("1 to {most}"));
            }
        };
        match area {
            Area::Columns(a, b) => [a, b].into_iter().for_each(|n| check_line("column", *n, self.board.width)),
            Area::Rows(a, b) => [a, b].into_iter().for_each(|n| check_line("row", *n, self.board.height)),
            Area::Rect(a, b) => {
                for place in [a, b] {
                    self.cell(*place, ground, problems);
                }
            }
            Area::Hexes(places) => {
                for place in places {
                    self.cell(*place, ground, problems);
                }
            }
            Area::Drawn(c) => {
                if self.sound && !self.drawn.contains(c) {
                    problems.add(c.at, format!("no hex is drawn with {:?}", **c), "");
                }
            }
            Area::Marked(c) => {
                if self.sound && !self.marked.contains(c) {
                    let hint = if self.marked.is_empty() { "draw a `plan`" } else { "" };
                    problems.add(c.at, format!("the plan marks no hex with {:?}", **c), hint);
                }
            }
            Area::Edge(_) => {}
            Area::On(deck, areas) => {
                self.check_deck(*deck, problems);
                areas.iter().for_each(|area| self.check_area(area, problems));
            }
        }
    }

    /// Whether a hex is of an area, which may be on a certain deck only.
    fn is_in(&self, cell: Cell, area: &Area, deck: Option<u16>) -> bool {
        let (column, row) = self.board.column_row(cell);
        let between = |n: u16, a: u16, b: u16| (a.min(b)..=a.max(b)).contains(&n);
        let found = match area {
            Area::Columns(a, b) => between(column, **a, **b),
            Area::Rows(a, b) => between(row, **a, **b),
            Area::Rect(a, b) => between(column, a.0, b.0) && between(row, a.1, b.1),
            Area::Hexes(places) => places.iter().any(|place| **place == (column, row)),
            Area::Edge(Side::Left) => column == 1,
            Area::Edge(Side::Right) => column == self.board.width,
            Area::Edge(Side::Top) => row == 1,
            Area::Edge(Side::Bottom) => row == self.board.height,
            Area::Drawn(c) => {
                return self.drawn[cell.index()] == **c && deck.is_none_or(|d| d == self.board.deck(cell));
            }
            Area::Marked(c) => {
                return self.marked.get(cell.index()) == Some(&**c) && deck.is_none_or(|d| d == self.board.deck(cell));
            }
            Area::On(deck, areas) => return areas.iter().any(|area| self.is_in(cell, area, Some(**deck))),
        };
        found && self.board.deck(cell) == deck.unwrap_or(0)
    }
}

/// Named things as they stand in the file.
pub(super) fn in_order<T>(named: &BTreeMap<Spanned<String>, T>) -> impl Iterator<Item = (&Spanned<String>, &T)> {
    let mut named: Vec<_> = named.iter().collect();
    named.sort_by_key(|(name, _)| name.at.start);
    named.into_iter()
}
