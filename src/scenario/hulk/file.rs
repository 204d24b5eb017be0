//! A hulk as a map file, and as a picture.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::{Certificate, Params};
use crate::board::{Board, Cell, Space, SpaceId, SpaceKind, Terrain};

/// The characters that hulks are drawn with.
const LEGEND: [(char, Terrain); 16] = [
    ('-', Terrain::Void),
    ('&', Terrain::Hull),
    ('H', Terrain::HeavyBulkhead),
    ('#', Terrain::Bulkhead),
    ('|', Terrain::LightBulkhead),
    ('O', Terrain::HeavyHatch),
    ('h', Terrain::Hatch),
    ('d', Terrain::LightHatch),
    ('+', Terrain::Door),
    ('.', Terrain::Floor),
    ('f', Terrain::Furniture),
    ('c', Terrain::Console),
    ('b', Terrain::Bulwark),
    ('/', Terrain::LightBarricade),
    ('X', Terrain::Barricade),
    ('_', Terrain::Void),
];

/// The character of a hex; of the void that is a gap within a room, the last of the legend.
fn character(board: &Board, cell: Cell) -> char {
    let terrain = board.terrain[cell.index()];
    if terrain == Terrain::Void && board.space_at(cell).is_some() {
        return '_';
    }
    LEGEND.iter().find(|(_, t)| *t == terrain).map_or('?', |(c, _)| *c)
}

/// The characters that mark rooms in the plan; no two of them look alike.
const ROOM_MARKS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZΓΔΘΛΞΠΣΦΨΩБДЖЗИЛЦЧШЭЮЯ";
/// The characters that mark passages.
const PASSAGE_MARKS: &str = "abcdefghijklmnopqrstuvwxyz0123456789αβγδεζηθλμξπρστφχψωбджзилцчшэюя";

/// Whether there are characters enough to mark all spaces.
pub(super) fn can_be_marked(board: &Board) -> bool {
    let count = |kind| board.spaces().iter().filter(|space| space.kind == kind).count();
    let marks = |marks: &str| marks.chars().count();
    count(SpaceKind::Room) <= marks(ROOM_MARKS) && count(SpaceKind::Passage) <= marks(PASSAGE_MARKS)
}

/// A deck drawn with a character a hex; every second row is shifted.
fn draw(board: &Board, deck: u16, indent: &str, of: impl Fn(Cell) -> char) -> String {
    let mut text = String::new();
    for row in 0..board.height {
        let first = (deck * board.height + row) * board.width;
        let hexes: Vec<String> = (first..first + board.width).map(|c| of(Cell(c)).to_string()).collect();
        let shift = if row % 2 == 1 { " " } else { "" };
        let _ = writeln!(text, "{indent}{shift}{}", hexes.join(" "));
    }
    text
}

/// The hulk as a person looks at it: void left blank, ladders as `=`, then what the characters mean.
#[must_use]
pub fn picture(board: &Board) -> String {
    let ladders: BTreeSet<Cell> = board.links.iter().flat_map(|link| [link.from, link.to]).collect();
    let seen = |cell: Cell| match character(board, cell) {
        _ if ladders.contains(&cell) => '=',
        '-' | '_' => ' ',
        c => c,
    };
    let mut text = String::new();
    for deck in 0..board.decks {
        if board.decks > 1 {
            let _ = writeln!(text, "Deck {}", deck + 1);
        }
        for line in draw(board, deck, "", seen).lines() {
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    let there: BTreeSet<Terrain> = board.terrain.iter().copied().collect();
    let drawn = LEGEND.iter().filter(|(_, t)| *t != Terrain::Void && there.contains(t));
    let mut words: Vec<String> = drawn.map(|(c, t)| format!("{c} {}", t.words())).collect();
    if !ladders.is_empty() {
        words.push("= ladder".to_owned());
    }
    let _ = writeln!(text, "{}", words.join("  "));
    text
}

/// The map file of a hulk.
pub(super) fn write(seed: u64, params: &Params, board: &Board, certificate: &Certificate) -> String {
    let mut text = String::new();
    let (width, height) = params.size;
    let (rooms, twisty, decks) = (params.rooms, params.twisty, params.decks);
    let mut asked = format!("--seed {seed} --rooms {rooms} --decks {decks} --twisty {twisty} --size {width}x{height}");
    if let Some((least, most)) = params.spaces {
        let _ = write!(asked, " --spaces {least}-{most}");
    }
    if params.airless > 0 {
        let _ = write!(asked, " --airless {}", params.airless);
    }
    for (flag, given) in [(" --drive-chamber", params.drive_chamber), (" --shield-room", params.shield_room)] {
        asked.push_str(if given { flag } else { "" });
    }
    if params.boarders > 1 {
        let _ = write!(asked, " --boarders {}", params.boarders);
    }
    if let Some(name) = &params.name {
        let _ = write!(asked, " --name {name:?}");
    }
    let _ = writeln!(text, "// Drawn by: hexfray hulk {asked}");
    let _ = writeln!(text, "(\n    name: {:?},", board.name);
    let passages = board.spaces().iter().filter(|s| s.kind == SpaceKind::Passage).count();
    let _ = writeln!(
        text,
        "    about: \"A derelict of {rooms} compartments and {passages} passages{}.\",",
        if decks > 1 { format!(" on {decks} decks") } else { String::new() }
    );
    let used: BTreeSet<char> = board.cells().map(|c| character(board, c)).collect();
    let legend = LEGEND.iter().filter(|(c, _)| used.contains(c));
    let legend: Vec<String> = legend.map(|(c, t)| format!("'{c}': {t:?}")).collect();
    let _ = writeln!(text, "    legend: {{ {} }},", legend.join(", "));
    pictures(&mut text, "decks", board, |cell| character(board, cell));
    spaces(&mut text, board);
    links(&mut text, board);
    let _ = writeln!(text, "    // What a survey found; `hexfray check` compares it with the map.");
    let _ = writeln!(text, "    certificate: {},\n)", certificate.text.replace('\n', "\n    "));
    text
}

fn pictures(text: &mut String, field: &str, board: &Board, of: impl Fn(Cell) -> char) {
    let _ = writeln!(text, "    {field}: [");
    for deck in 0..board.decks {
        let _ = write!(text, "        \"\n{}        \",\n", draw(board, deck, "            ", &of));
    }
    let _ = writeln!(text, "    ],");
}

/// The plan, and what its marks mean.
fn spaces(text: &mut String, board: &Board) {
    let (mut rooms, mut passages) = (ROOM_MARKS.chars(), PASSAGE_MARKS.chars());
    let next = |space: &Space| if space.kind == SpaceKind::Room { rooms.next() } else { passages.next() };
    let marks: Vec<char> = board.spaces().iter().map(next).map(|mark| mark.unwrap_or('?')).collect();
    let marked = |cell: Cell| match board.space_at(cell) {
        SpaceId::NONE => '-',
        id => marks[id.index()],
    };
    let _ = writeln!(text, "    // Which room or passage each hex is in.");
    pictures(text, "plan", board, marked);
    for (field, kind) in [("rooms", SpaceKind::Room), ("passages", SpaceKind::Passage)] {
        let _ = writeln!(text, "    {field}: {{");
        let of_kind = board.spaces().iter().zip(&marks).filter(|(space, _)| space.kind == kind);
        for (space, mark) in of_kind {
            let _ = writeln!(text, "        {:?}: [Marked({mark:?})],", space.name);
        }
        let _ = writeln!(text, "    }},");
    }
    let mut meetings = Vec::new();
    for deck in 0..board.decks {
        let on = board.junctions().iter().filter(|c| board.deck(**c) == deck);
        let places: Vec<String> = on.map(|c| format!("{:?}", board.column_row(*c))).collect();
        match (places.is_empty(), deck) {
            (true, _) => {}
            (false, 0) => meetings.push(format!("Hexes([{}])", places.join(", "))),
            (false, _) => meetings.push(format!("On({deck}, [Hexes([{}])])", places.join(", "))),
        }
    }
    let _ = writeln!(text, "    // Where passages meet.\n    junctions: [{}],", meetings.join(", "));
    let mut styles: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for space in board.spaces() {
        styles.entry(&space.style).or_default().push(format!("{:?}", space.name));
    }
    let _ = writeln!(text, "    styles: {{");
    for (style, names) in styles {
        let _ = writeln!(text, "        {style:?}: [{}],", names.join(", "));
    }
    let _ = writeln!(text, "    }},");
    let airless = board.spaces().iter().filter(|s| s.airless).map(|s| format!("{:?}", s.name));
    let airless: Vec<String> = airless.collect();
    if !airless.is_empty() {
        let _ = writeln!(text, "    airless: [{}],", airless.join(", "));
    }
}

fn links(text: &mut String, board: &Board) {
    if board.links.is_empty() {
        return;
    }
    let _ = writeln!(text, "    links: [");
    for link in &board.links {
        let (from, to) = (board.column_row(link.from), board.column_row(link.to));
        let (from_deck, to_deck) = (board.deck(link.from), board.deck(link.to));
        let hatch = link.hatch.map_or(String::new(), |hatch| format!(", hatch: {hatch:?}"));
        let _ =
            writeln!(text, "        (from: {from:?}, from_deck: {from_deck}, to: {to:?}, to_deck: {to_deck}{hatch}),");
    }
    let _ = writeln!(text, "    ],");
}
