//! Map files: a board drawn in characters, with named zones and rooms.
//!
//! ```
//! let board = hexfray::board::map::load("ford.ron", r#"(
//!     name: "Ford",
//!     about: "A road crosses a river.",
//!     inches_per_hex: 1,                      // may be left out
//!     // What the characters of the pictures mean: a terrain (MAP-10), with its height in inches (MAP-11) if not 0.
//!     legend: { '.': Clear, '=': Road, '~': DeepWater, 'o': Clear, '^': (terrain: Rough, height: 2) },
//!     // One picture for each deck, each character a hex. Blanks and blank lines are for looks.
//!     decks: ["
//!         . . ~ o o
//!          = = = = =
//!         . . ~ ^ .
//!     "],
//!     zones: { "west": [Columns(1, 2)], "hill": [Drawn('^'), Hexes([(5, 3)])] },
//!     rooms: {},                              // connected floor without walls and doors (MAP-22)
//!     hexes: [(at: (3, 1), height: 1)],       // exceptions from the pictures
//!     links: [(from: (1, 1), to: (5, 3))],    // ladders, stairs, hatches: `from_deck` and `to_deck` are 0 if left out
//! )"#).unwrap();
//! assert_eq!(board.zone("west").unwrap().len(), 6);
//! ```
//!
//! Places are (column, row), both from 1; decks count from 0. A region is a list of areas:
//! `Columns(1, 3)`, `Rows(2, 2)`, `Rect((1, 1), (3, 3))` by two opposite corners, `Hexes([(5, 3), ..])`,
//! `Edge(Left)` (or `Right`, `Top`, `Bottom`; MAP-17), all of deck 0; `Drawn('b')`, all hexes drawn so on any
//! deck, for which the legend may give one terrain several characters; `On(1, [..])`, areas of another deck.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{self, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Board, Cell, Link, MAX_CELLS, Region, Terrain};
use crate::source::{Document, Placed, Problem, Problems, Span};

/// Most inches that a hex may stand for (MAP-01).
pub const MAX_INCHES_PER_HEX: u8 = 12;

/// Greatest height of a hex in inches (MAP-11).
pub const MAX_HEIGHT: u8 = 60;

/// A map file as it is written.
#[derive(Deserialize)]
#[serde(rename = "Map")]
struct MapFile {
    name: Placed<String>,
    /// For whoever reads the file.
    #[serde(rename = "about", default)]
    _about: String,
    inches_per_hex: Option<Placed<u8>>,
    legend: Placed<BTreeMap<char, Ground>>,
    decks: Placed<Vec<Placed<String>>>,
    #[serde(default)]
    zones: Regions,
    #[serde(default)]
    rooms: Regions,
    #[serde(default)]
    hexes: Vec<Exception>,
    #[serde(default)]
    links: Vec<Ladder>,
}

/// Named regions, each a list of areas.
type Regions = BTreeMap<Placed<String>, Placed<Vec<Area>>>;

/// Column and row, both from 1.
type Place = Placed<(u16, u16)>;

/// Some hexes of a map.
#[derive(Deserialize)]
enum Area {
    /// All hexes of the columns from one to another.
    Columns(Placed<u16>, Placed<u16>),
    /// All hexes of the rows from one to another.
    Rows(Placed<u16>, Placed<u16>),
    /// All hexes of a block of columns and rows, given by two opposite corners.
    Rect(Place, Place),
    /// These hexes.
    Hexes(Vec<Place>),
    /// All hexes drawn with this character; several characters of the legend may mean the same terrain.
    Drawn(Placed<char>),
    /// The hexes of one side of the map (MAP-17).
    Edge(Side),
    /// Areas of one deck. Without it, those that are drawn are of every deck and the others of deck 0.
    On(Placed<u16>, Vec<Area>),
}

/// A side of the map (MAP-17).
#[derive(Deserialize)]
enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// An entry of the legend: a terrain, or a terrain and its height.
#[derive(Clone, Copy)]
struct Ground {
    terrain: Terrain,
    height: Placed<u8>,
}

impl<'de> Deserialize<'de> for Ground {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Fields {
            terrain: Terrain,
            #[serde(default)]
            height: Placed<u8>,
        }

        struct GroundVisitor;

        impl<'de> Visitor<'de> for GroundVisitor {
            type Value = Ground;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a terrain, or (terrain: .., height: ..)")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Ground, E> {
                let name: StrDeserializer<'_, E> = name.into_deserializer();
                Ok(Ground { terrain: Terrain::deserialize(name)?, height: Placed::default() })
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Ground, A::Error> {
                let Fields { terrain, height } = Fields::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Ground { terrain, height })
            }
        }

        deserializer.deserialize_struct("Ground", &["terrain", "height"], GroundVisitor)
    }
}

/// A hex that differs from its picture.
#[derive(Deserialize)]
struct Exception {
    at: Place,
    #[serde(default)]
    deck: Placed<u16>,
    terrain: Option<Terrain>,
    height: Option<Placed<u8>>,
}

/// A link between two hexes.
#[derive(Deserialize)]
struct Ladder {
    from: Place,
    #[serde(default)]
    from_deck: Placed<u16>,
    to: Place,
    #[serde(default)]
    to_deck: Placed<u16>,
}

/// Reads a map file.
///
/// # Errors
/// Everything that is wrong in it, in the order of the file.
pub fn load(file: &str, text: &str) -> Result<Board, Vec<Problem>> {
    let document = Document::parse(file, text)?;
    let mut problems = Problems::new(&document);
    let board = document.read::<MapFile>(&document.root, &mut problems).and_then(|map| {
        check_header(&map, &mut problems);
        let pictures = pictures(&document, &map, &mut problems)?;
        let mut drawing = Drawing::new(&map, &pictures);
        drawing.exceptions(&map.hexes, &mut problems);
        drawing.links(&map.links, &mut problems);
        drawing.zones(&map.zones, &mut problems);
        drawing.rooms(&map.rooms, &mut problems);
        Some(drawing.board)
    });
    problems.finish(board)
}

/// What can be checked without a picture.
fn check_header(map: &MapFile, problems: &mut Problems<'_>) {
    if map.name.trim().is_empty() {
        problems.add(map.name.at, "the name is empty", "");
    }
    if let Some(inches) = map.inches_per_hex
        && !(1..=MAX_INCHES_PER_HEX).contains(&inches)
    {
        let message = format!("a hex cannot stand for {} inches", *inches);
        problems.add(inches.at, message, format!("1 to {MAX_INCHES_PER_HEX}"));
    }
    for ground in map.legend.values() {
        check_height(ground.height, problems);
    }
    if let Some(blank) = map.legend.keys().find(|c| c.is_whitespace()) {
        problems.add(map.legend.at, format!("{blank:?} cannot mean a terrain: blanks are for looks"), "");
    }
}

fn check_height(height: Placed<u8>, problems: &mut Problems<'_>) {
    if *height > MAX_HEIGHT {
        let message = format!("a hex cannot be {} inches high", *height);
        problems.add(height.at, message, format!("0 to {MAX_HEIGHT}"));
    }
}

/// The picture of a deck.
struct Picture {
    /// Its characters in rows, each with its place.
    rows: Vec<Vec<(Span, char)>>,
    /// How many hexes most rows have.
    width: usize,
}

impl Picture {
    fn new(document: &Document, at: Span, problems: &mut Problems<'_>) -> Picture {
        let mut rows = vec![Vec::new()];
        for (at, c) in document.characters(at) {
            match rows.last_mut() {
                Some(row) if !c.is_whitespace() => row.push((at, c)),
                _ if c == '\n' => rows.push(Vec::new()),
                _ => {}
            }
        }
        rows.retain(|row| !row.is_empty());
        let mut lengths = BTreeMap::new();
        for row in &rows {
            *lengths.entry(row.len()).or_insert(0) += 1;
        }
        let width = lengths.into_iter().max_by_key(|(length, rows)| (*rows, *length)).map_or(0, |(length, _)| length);
        if width == 0 {
            problems.add(at, "this picture has no hexes", "draw each hex with a character of the legend");
        }
        for (i, row) in rows.iter().enumerate().filter(|(_, row)| row.len() != width) {
            let message = format!("row {} has {}, expected {width}", i + 1, counted(row.len(), "hex", "hexes"));
            problems.add(row[0].0, message, "");
        }
        Picture { rows, width }
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The pictures of all decks, unless there can be no board of this size.
fn pictures(document: &Document, map: &MapFile, problems: &mut Problems<'_>) -> Option<Vec<Picture>> {
    if problems.spoilt(map.decks.at) {
        return None;
    }
    let pictures: Vec<Picture> = map.decks.iter().map(|deck| Picture::new(document, deck.at, problems)).collect();
    let Some(first) = pictures.first() else {
        problems.add(map.decks.at, "a map has at least one deck", "draw it");
        return None;
    };
    let (width, height) = (first.width, first.rows.len());
    for (deck, picture) in pictures.iter().enumerate() {
        let (other_width, other_height) = (picture.width, picture.rows.len());
        if width > 0 && other_width > 0 && (other_width, other_height) != (width, height) {
            let message =
                format!("deck {deck} has {other_width} x {other_height} hexes, but deck 0 has {width} x {height}");
            problems.add(map.decks[deck].at, message, "");
        }
    }
    check_characters(map, &pictures, problems);
    let count = width.saturating_mul(height).saturating_mul(pictures.len());
    if count > MAX_CELLS {
        problems.add(map.decks.at, format!("{count} hexes are too many"), format!("at most {MAX_CELLS}"));
    }
    (1..=MAX_CELLS).contains(&count).then_some(pictures)
}

/// Tells each character that the legend lacks once, where it is first drawn.
fn check_characters(map: &MapFile, pictures: &[Picture], problems: &mut Problems<'_>) {
    let mut unknown = BTreeMap::new();
    for (at, c) in pictures.iter().flat_map(|p| p.rows.iter().flatten()) {
        if !map.legend.contains_key(c) {
            unknown.entry(*c).or_insert((*at, 0)).1 += 1;
        }
    }
    // A legend that is missing altogether lacks every character.
    if map.legend.is_empty() && problems.spoilt(map.legend.at) {
        return;
    }
    for (c, (at, count)) in unknown {
        let other = map.legend.keys().find(|known| known.to_lowercase().eq(c.to_lowercase()));
        let cure = match other {
            Some(other) => format!("did you mean {other:?}?"),
            None => format!("add {c:?} to the legend"),
        };
        let message = format!("{c:?} is not in the legend; {} so", counted(count, "hex is drawn", "hexes are drawn"));
        problems.add(at, message, cure);
    }
}

/// A board in the making.
struct Drawing {
    board: Board,
    /// The character that each hex is drawn with; blank where its row is too short.
    drawn: Vec<char>,
    /// Whether each hex is where its author wanted it, so that conclusions are worth telling.
    sound: bool,
}

impl Drawing {
    /// The board as its pictures show it.
    fn new(map: &MapFile, pictures: &[Picture]) -> Drawing {
        let (width, height) = (pictures[0].width, pictures[0].rows.len());
        let mut board = Board::new(&map.name, width as u16, height as u16, pictures.len() as u16, Terrain::Clear);
        board.inches_per_hex = map.inches_per_hex.map_or(1, |inches| *inches);
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
        Drawing { board, drawn, sound }
    }

    /// The hex at a place on a deck; none, and a problem, if there is no such hex.
    fn cell(&self, place: Place, deck: Placed<u16>, problems: &mut Problems<'_>) -> Option<Cell> {
        let (column, row) = *place;
        let (width, height) = (self.board.width, self.board.height);
        let on_deck_0 = self.board.at(column, row);
        if !on_deck_0.is_some() {
            let cure = format!("columns 1 to {width}, rows 1 to {height}");
            problems.add(place.at, format!("({column}, {row}) is off the board"), cure);
        }
        let deck_exists = self.check_deck(deck, problems);
        (on_deck_0.is_some() && deck_exists).then(|| Cell(on_deck_0.0 + *deck * width * height))
    }

    fn check_deck(&self, deck: Placed<u16>, problems: &mut Problems<'_>) -> bool {
        let exists = *deck < self.board.decks;
        if !exists {
            problems.add(deck.at, format!("there is no deck {}", *deck), format!("0 to {}", self.board.decks - 1));
        }
        exists
    }

    /// A hex as its author would name it.
    fn place(&self, cell: Cell) -> String {
        let (column, row) = self.board.column_row(cell);
        match self.board.decks {
            1 => format!("({column}, {row})"),
            _ => format!("({column}, {row}) on deck {}", self.board.deck(cell)),
        }
    }

    fn exceptions(&mut self, exceptions: &[Exception], problems: &mut Problems<'_>) {
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

    fn links(&mut self, ladders: &[Ladder], problems: &mut Problems<'_>) {
        let mut seen = BTreeSet::new();
        for ladder in ladders {
            let from = self.cell(ladder.from, ladder.from_deck, problems);
            let to = self.cell(ladder.to, ladder.to_deck, problems);
            let (Some(from), Some(to)) = (from, to) else { continue };
            for (place, cell) in [(ladder.from, from), (ladder.to, to)] {
                if self.board.terrain[cell.index()] == Terrain::Wall {
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
            self.board.links.push(Link { from, to });
        }
    }

    fn zones(&mut self, zones: &Regions, problems: &mut Problems<'_>) {
        self.board.zones = in_order(zones).map(|(name, areas)| self.region("zone", name, areas, problems)).collect();
    }

    fn rooms(&mut self, rooms: &Regions, problems: &mut Problems<'_>) {
        let mut taken = BTreeMap::new();
        for (name, areas) in in_order(rooms) {
            let before = problems.len();
            let room = self.region("room", name, areas, problems);
            if self.sound && problems.len() == before && !problems.spoilt(areas.at) {
                self.check_room(name.at, &room, &mut taken, problems);
            }
            self.board.rooms.push(room);
        }
    }

    /// MAP-22: a room is connected floor between walls and doors, and shares no hex with another.
    fn check_room(&self, at: Span, room: &Region, taken: &mut BTreeMap<Cell, String>, problems: &mut Problems<'_>) {
        let (name, cells) = (&room.name, &room.cells);
        let closed = |cell: &&Cell| matches!(self.board.terrain[cell.index()], Terrain::Wall | Terrain::Door);
        if let Some(cell) = cells.iter().find(closed) {
            let terrain = self.board.terrain[cell.index()];
            let message = format!("the {terrain:?} {} is in the room {name:?}", self.place(*cell));
            problems.add(at, message, "a room is the floor between walls and doors");
        }
        if let Some((cell, other)) = cells.iter().find_map(|cell| taken.get(cell).map(|other| (cell, other))) {
            problems.add(at, format!("the rooms {other:?} and {name:?} both have {}", self.place(*cell)), "");
        }
        taken.extend(cells.iter().map(|cell| (*cell, name.clone())));
        let mut apart: BTreeSet<Cell> = cells.iter().copied().collect();
        let mut reached: Vec<Cell> = apart.pop_first().into_iter().collect();
        while let Some(cell) = reached.pop() {
            reached.extend(self.board.neighbours[cell.index()].iter().filter(|next| apart.remove(*next)));
        }
        if let Some(cell) = apart.first() {
            let message = format!(
                "the room {name:?} is in pieces: no way in it from {} to {}",
                self.place(cells[0]),
                self.place(*cell)
            );
            problems.add(at, message, "name each piece as a room");
        }
    }

    fn region(
        &self,
        what: &str,
        name: &Placed<String>,
        areas: &Placed<Vec<Area>>,
        problems: &mut Problems<'_>,
    ) -> Region {
        let before = problems.len();
        for area in &areas.value {
            self.check_area(area, problems);
        }
        let cells: Vec<Cell> =
            self.board.cells().filter(|cell| areas.iter().any(|area| self.is_in(*cell, area, None))).collect();
        if cells.is_empty() && problems.len() == before && !problems.spoilt(areas.at) {
            problems.add(name.at, format!("the {what} {:?} has no hexes", name.value), "");
        }
        Region { name: name.value.clone(), cells }
    }

    /// Tells whatever an area names that is not there.
    fn check_area(&self, area: &Area, problems: &mut Problems<'_>) {
        let ground = Placed::default();
        let mut check_line = |what: &str, number: Placed<u16>, most: u16| {
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
            Area::On(deck, areas) => return areas.iter().any(|area| self.is_in(cell, area, Some(**deck))),
        };
        found && self.board.deck(cell) == deck.unwrap_or(0)
    }
}

/// Regions as they stand in the file.
fn in_order(regions: &Regions) -> impl Iterator<Item = (&Placed<String>, &Placed<Vec<Area>>)> {
    let mut regions: Vec<_> = regions.iter().collect();
    regions.sort_by_key(|(name, _)| name.at.start);
    regions.into_iter()
}

#[cfg(test)]
mod tests;
