//! Map files: a board drawn in characters, with named zones and rooms.
//!
//! ```
//! let board = hexfray::board::map::load("ford.ron", r#"(
//!     name: "Ford",
//!     about: "A road crosses a river.",
//!     inches_per_hex: 1,                      // may be left out
//!     night: true,                            // only seen: no rule asks for it
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
//!     // Ladders and stairs: `from_deck` and `to_deck` are 0 if left out; a closed `hatch` (HULK-DECK-02) is none.
//!     links: [(from: (1, 1), to: (5, 3))],
//! )"#).unwrap();
//! assert_eq!(board.zone("west").unwrap().len(), 6);
//! assert!(board.night);
//! ```
//!
//! A ship marks its passages too, and then every hex of floor is in exactly one room or passage (HULK-GEN-16):
//!
//! ```
//! # use hexfray::board::{SpaceKind, map};
//! # let board = map::load("lock.ron", r#"(
//! #   name: "Lock", legend: { '.': Floor, '#': Bulkhead, 'h': Hatch },
//! decks: ["
//!     . . . h . . #
//!      . . # # # . .
//! "],
//! // The same hexes once more, a picture for each deck, for areas to name what is marked: here which space is where.
//! plan: ["
//!     A A A - a b -
//!      A A - - - b b
//! "],
//! rooms: { "lock": [Marked('A')] },
//! passages: { "to port": [Marked('a')], "to starboard": [Marked('b')] },
//! junctions: [Hexes([(6, 1)])],               // where passages meet
//! airless: ["lock"],                          // rooms and passages without air; all their doorways are hatches
//! styles: { "warship": ["lock"] },            // the make of ship that they come from
//! # )"#).unwrap();
//! # assert_eq!(board.spaces().len(), 3);
//! ```
//!
//! Places are (column, row), both from 1; decks count from 0. A region is a list of areas:
//! `Columns(1, 3)`, `Rows(2, 2)`, `Rect((1, 1), (3, 3))` by two opposite corners, `Hexes([(5, 3), ..])`,
//! `Edge(Left)` (or `Right`, `Top`, `Bottom`; MAP-17), all of deck 0; `Drawn('b')`, all hexes drawn so on any
//! deck, for which the legend may give one terrain several characters; `Marked('A')`, all hexes that the plan marks
//! so on any deck; `On(1, [..])`, areas of another deck. A hulk's `certificate` is read by `scenario::hulk`.

mod drawing;
mod ship;

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{self, IgnoredAny, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer};

use self::drawing::Drawing;
use super::{Board, MAX_CELLS, Terrain};
use crate::source::{Document, Outline, Problem, Problems, Span, Spanned};

/// The inches that a hex stands for in all rulesets (MAP-01). A map may say so, and nothing else.
pub const INCHES_PER_HEX: u8 = 1;

/// Greatest height of a hex in inches (MAP-11).
pub const MAX_HEIGHT: u8 = 60;

/// A map file as it is written.
#[derive(Deserialize)]
#[serde(rename = "Map")]
struct MapFile {
    name: Spanned<String>,
    /// For whoever reads the file.
    #[serde(rename = "about", default)]
    _about: String,
    inches_per_hex: Option<Spanned<u8>>,
    #[serde(default)]
    night: bool,
    legend: Spanned<BTreeMap<char, Ground>>,
    decks: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    zones: Regions,
    #[serde(default)]
    plan: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    rooms: Regions,
    #[serde(default)]
    passages: Spanned<Regions>,
    #[serde(default)]
    junctions: Spanned<Vec<Area>>,
    #[serde(default)]
    airless: Vec<Spanned<String>>,
    #[serde(default)]
    styles: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
    /// What the generator of hulks swears of its work; checked by `scenario::hulk`.
    #[serde(rename = "certificate", default)]
    _certificate: Option<IgnoredAny>,
    #[serde(default)]
    hexes: Vec<Exception>,
    #[serde(default)]
    links: Vec<Ladder>,
}

/// Named regions, each a list of areas.
type Regions = BTreeMap<Spanned<String>, Spanned<Vec<Area>>>;

/// Column and row, both from 1.
type Place = Spanned<(u16, u16)>;

/// Some hexes of a map.
#[derive(Deserialize)]
enum Area {
    /// All hexes of the columns from one to another.
    Columns(Spanned<u16>, Spanned<u16>),
    /// All hexes of the rows from one to another.
    Rows(Spanned<u16>, Spanned<u16>),
    /// All hexes of a block of columns and rows, given by two opposite corners.
    Rect(Place, Place),
    /// These hexes.
    Hexes(Vec<Place>),
    /// All hexes drawn with this character; several characters of the legend may mean the same terrain.
    Drawn(Spanned<char>),
    /// All hexes that the plan marks with this character.
    Marked(Spanned<char>),
    /// The hexes of one side of the map (MAP-17).
    Edge(Side),
    /// Areas of one deck. Without it, those that are drawn or marked are of every deck and the others of deck 0.
    On(Spanned<u16>, Vec<Area>),
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
    height: Spanned<u8>,
}

impl<'de> Deserialize<'de> for Ground {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Fields {
            terrain: Terrain,
            #[serde(default)]
            height: Spanned<u8>,
        }

        struct GroundVisitor;

        impl<'de> Visitor<'de> for GroundVisitor {
            type Value = Ground;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a terrain, or (terrain: .., height: ..)")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Ground, E> {
                let name: StrDeserializer<'_, E> = name.into_deserializer();
                Ok(Ground { terrain: Terrain::deserialize(name)?, height: Spanned::default() })
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
    deck: Spanned<u16>,
    terrain: Option<Terrain>,
    height: Option<Spanned<u8>>,
}

/// A link between two hexes.
#[derive(Deserialize)]
struct Ladder {
    from: Place,
    #[serde(default)]
    from_deck: Spanned<u16>,
    to: Place,
    #[serde(default)]
    to_deck: Spanned<u16>,
    hatch: Option<Spanned<Terrain>>,
}

/// What a file of this kind is made of.
#[must_use]
pub fn outline() -> Outline {
    Outline::of::<MapFile>()
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
        let plan = plan(&document, &map, &pictures, &mut problems);
        let mut drawing = Drawing::new(&map, &pictures, &plan);
        drawing.exceptions(&map.hexes, &mut problems);
        drawing.links(&map.links, &mut problems);
        drawing.zones(&map.zones, &mut problems);
        drawing.spaces(&map, &mut problems);
        drawing.board.night = map.night;
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
        && *inches != INCHES_PER_HEX
    {
        let message =
            format!("a hex cannot stand for {} inches: the rules count a hex for each inch (MAP-01)", *inches);
        problems.add(inches.at, message, format!("write {INCHES_PER_HEX}, or leave it out"));
    }
    for ground in map.legend.values() {
        check_height(ground.height, problems);
    }
    if let Some(blank) = map.legend.keys().find(|c| c.is_whitespace()) {
        problems.add(map.legend.at, format!("{blank:?} cannot mean a terrain: blanks are for looks"), "");
    }
}

fn check_height(height: Spanned<u8>, problems: &mut Problems<'_>) {
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

/// The pictures of the plan; none where they do not fit those of the decks.
fn plan(document: &Document, map: &MapFile, decks: &[Picture], problems: &mut Problems<'_>) -> Vec<Picture> {
    if map.plan.is_empty() || problems.spoilt(map.plan.at) {
        return Vec::new();
    }
    if map.plan.len() != decks.len() {
        let message =
            format!("{} for {}", counted(map.plan.len(), "plan", "plans"), counted(decks.len(), "deck", "decks"));
        problems.add(map.plan.at, message, "draw one for each deck, in the same order");
        return Vec::new();
    }
    let before = problems.len();
    let plan: Vec<Picture> = map.plan.iter().map(|deck| Picture::new(document, deck.at, problems)).collect();
    for (i, (picture, deck)) in plan.iter().zip(decks).enumerate() {
        let (size, wanted) = ((picture.width, picture.rows.len()), (deck.width, deck.rows.len()));
        if size != wanted && picture.width > 0 {
            let message =
                format!("this plan has {} x {} hexes, but deck {i} has {} x {}", size.0, size.1, wanted.0, wanted.1);
            problems.add(map.plan[i].at, message, "");
        }
    }
    if problems.len() == before { plan } else { Vec::new() }
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
        let hint = match other {
            Some(other) => format!("did you mean {other:?}?"),
            None => format!("add {c:?} to the legend"),
        };
        let message = format!("{c:?} is not in the legend; {} so", counted(count, "hex is drawn", "hexes are drawn"));
        problems.add(at, message, hint);
    }
}

#[cfg(test)]
mod tests;
