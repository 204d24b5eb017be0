use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;

use super::*;
use crate::board::{Cell, Entrance, Facing, SpaceId, SpaceKind, Way};

fn board(text: &str) -> Board {
    load("test.ron", text).unwrap_or_else(|problems| {
        let told: Vec<String> = problems.iter().map(Problem::to_string).collect();
        panic!("{}", told.join("\n"))
    })
}

/// A board of two decks, 4 x 3 hexes each, with these zones.
fn zones(zones: &str) -> Board {
    board(&format!(
        r#"(
            name: "Test",
            legend: {{ '.': Clear, 'a': Clear, '#': Wall }},
            decks: ["
                . . . a
                 a . . #
                . . . .
            ", "
                . a . .
                 . . . .
                . . . .
            "],
            zones: {{ "zone": [{zones}] }},
        )"#
    ))
}

/// The hexes of that zone as column, row and deck.
fn zone(areas: &str) -> Vec<(u16, u16, u16)> {
    let board = zones(areas);
    let place = |cell: &Cell| (board.column_row(*cell).0, board.column_row(*cell).1, board.deck(*cell));
    board.zone("zone").unwrap().iter().map(place).collect()
}

fn maps() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("maps");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "ron"));
    files.sort();
    files.iter().map(|path| (path.display().to_string(), fs::read_to_string(path).unwrap())).collect()
}

/// MAP-01.
#[test]
fn map_01_a_hex_is_an_inch() {
    let map = |inches: u8| {
        load("f", &format!("(name: \"x\", inches_per_hex: {inches}, legend: {{ '.': Clear }}, decks: [\". .\"])"))
    };
    assert!(map(1).is_ok());
    for other in [0, 2, 12, 255] {
        let told: Vec<String> = map(other).unwrap_err().iter().map(ToString::to_string).collect();
        let why = "a hex for each inch (MAP-01) (write 1, or leave it out)";
        assert!(told.len() == 1 && told[0].starts_with("f:1:") && told[0].ends_with(why), "{told:?}");
    }
}

/// MAP-10.
#[test]
fn map_10_each_hex_has_a_terrain_by_name() {
    for terrain in Terrain::ALL {
        let board = board(&format!(r#"(name: "x", legend: {{ '.': Clear, 'x': {terrain:?} }}, decks: [". x"])"#));
        assert_eq!(board.terrain, [Terrain::Clear, terrain]);
        assert_eq!(board.heights, [0, 0]);
    }
}

#[test]
fn map_11_hexes_have_heights_and_decks_are_linked() {
    let board = board(
        r#"Map(
            name: "Tower",
            about: "Two floors and a ladder.",
            inches_per_hex: 1,
            legend: { '.': Clear, 'h': (terrain: Rough, height: 60), 's': (height: 4, terrain: Floor) },
            decks: ["
                . h
                 s .
            ", "
                h h
                 . .
            "],
            hexes: [
                (at: (2, 2), terrain: Ruins),
                (at: (1, 2), deck: 1, height: 7),
                (at: (2, 2), deck: 1, terrain: Wreck, height: 8),
            ],
            links: [(from: (1, 1), to: (1, 1), to_deck: 1), (from: (2, 1), from_deck: 1, to: (1, 2), to_deck: 1)],
        )"#,
    );
    assert_eq!(board.name, "Tower");
    assert_eq!((board.width, board.height, board.decks), (2, 2, 2));
    assert_eq!(board.heights, [0, 60, 4, 0, 60, 60, 7, 8]);
    use Terrain::{Clear, Floor, Rough, Ruins, Wreck};
    assert_eq!(board.terrain, [Clear, Rough, Floor, Ruins, Rough, Rough, Clear, Wreck]);
    let links: Vec<(u16, u16)> = board.links.iter().map(|link| (link.from.0, link.to.0)).collect();
    assert_eq!(links, [(0, 4), (5, 6)]);
}

/// MAP-12.
#[test]
fn map_12_walls_and_doors_are_hexes_of_their_own() {
    let ship = |links: &str| {
        let legend = "{ '.': Floor, '#': Wall, '+': Door }";
        load("f", &format!("(name: \"x\", legend: {legend}, decks: [\"# + # .\"],\nlinks: [{links}])"))
    };
    let board = ship("(from: (2, 1), to: (4, 1))").unwrap();
    assert_eq!(board.terrain, [Terrain::Wall, Terrain::Door, Terrain::Wall, Terrain::Floor]);
    let problems = ship("(from: (1, 1), to: (4, 1)), (from: (4, 1), to: (3, 1))").unwrap_err();
    assert_eq!(problems.iter().map(|p| (p.line, p.column)).collect::<Vec<_>>(), [(2, 16), (2, 56)]);
}

#[test]
fn map_17_an_edge_is_the_hexes_of_that_side() {
    assert_eq!(zone("Edge(Left)"), [(1, 1, 0), (1, 2, 0), (1, 3, 0)]);
    assert_eq!(zone("Edge(Right)"), [(4, 1, 0), (4, 2, 0), (4, 3, 0)]);
    assert_eq!(zone("Edge(Top)"), [(1, 1, 0), (2, 1, 0), (3, 1, 0), (4, 1, 0)]);
    assert_eq!(zone("On(1, [Edge(Bottom)])"), [(1, 3, 1), (2, 3, 1), (3, 3, 1), (4, 3, 1)]);
}

#[test]
fn regions_are_made_of_areas() {
    assert_eq!(zone("Columns(2, 2)"), [(2, 1, 0), (2, 2, 0), (2, 3, 0)]);
    assert_eq!(zone("Columns(1, 4), Rows(3, 1)").len(), 12);
    assert_eq!(zone("Rows(2, 2), On(1, [Rows(3, 3)])").len(), 8);
    assert_eq!(zone("Rect((3, 2), (2, 1))"), [(2, 1, 0), (3, 1, 0), (2, 2, 0), (3, 2, 0)]);
    assert_eq!(zone("Hexes([(4, 3), (1, 1), (4, 3)])"), [(1, 1, 0), (4, 3, 0)]);
    assert_eq!(zone("Drawn('a')"), [(4, 1, 0), (1, 2, 0), (2, 1, 1)]);
    assert_eq!(zone("On(0, [Drawn('a')])"), [(4, 1, 0), (1, 2, 0)]);
    assert_eq!(zone("On(1, [On(0, [Columns(4, 4)]), Hexes([(1, 1)])])").len(), 4);
    assert!(zones("Rows(1, 1)").zone("other").is_none());
}

#[test]
fn map_22_rooms_are_connected_floor_between_doors() {
    let ship = |rooms: &str| {
        load(
            "ship.ron",
            &format!(
                r#"(
                    name: "Ship",
                    legend: {{ '#': Wall, '+': Door, '.': Floor, 'b': Floor, 'h': Floor }},
                    decks: ["
                        # # # # # # #
                         # b b # h h #
                        # b b + h h #
                         # # # # . # #
                        # h h h h h #
                         # # # # # # #
                    "],
                    rooms: {{ {rooms} }},
                )"#
            ),
        )
    };
    let board = ship(r#""hold": [Rect((5, 2), (6, 3))], "bridge": [Drawn('b')]"#).unwrap();
    let rooms: Vec<(&str, usize)> = board.spaces().iter().map(|r| (r.name.as_str(), r.cells.len())).collect();
    assert_eq!(rooms, [("hold", 4), ("bridge", 4)], "in the order of the file");
    // The passage (5, 4) joins what is drawn so.
    assert!(ship(r#""hold": [Drawn('h'), Hexes([(5, 4)])]"#).is_ok());
    for (rooms, told) in [
        (r#""hold": [Drawn('h')]"#, "in pieces"),
        (r#""hold": [Drawn('h')], "bridge": [Drawn('b')]"#, "in pieces"),
        (r#""bridge": [Rect((2, 2), (4, 3))]"#, "the Wall (4, 2) is in the room"),
        (r#""lock": [Hexes([(4, 3)])]"#, "the Door (4, 3) is in the room"),
        (r#""bridge": [Drawn('b')], "cabin": [Hexes([(2, 2)])]"#, "both have (2, 2)"),
    ] {
        let problems = ship(rooms).unwrap_err();
        assert!(problems.len() == 1 && problems[0].message.contains(told), "{rooms}: {problems:?}");
    }
}

/// Every second row of the picture is half a hex to the right, as on the board.
#[test]
fn pictures_look_like_the_board() {
    let board = zones("Rows(1, 1)");
    let north_east = board.neighbours[board.at(1, 2).index()][Facing::NE as usize];
    assert_eq!(board.column_row(north_east), (2, 1));
    let dense = r#"(name: "x", legend: { '.': Clear, '#': Wall }, decks: ["..#

    	# . ."])"#;
    let loose = "(name: \"x\", legend: { '.': Clear, '#': Wall }, decks: [\"\r\n . . #\r\n  #   .  .\r\n\"])";
    for text in [dense, loose] {
        use Terrain::{Clear, Wall};
        assert_eq!(self::board(text).terrain, [Clear, Clear, Wall, Wall, Clear, Clear]);
    }
}

#[test]
fn the_largest_map_is_read() {
    let map = |rows: usize| {
        let picture = ". . . . . . . . . . . . . . . .\n".repeat(rows);
        load("f", &format!("(name: \"x\", legend: {{ '.': Clear }}, decks: [\"{picture}\"])"))
    };
    assert_eq!(map(512).map(|board| board.len()), Ok(MAX_CELLS));
    assert_eq!(map(513).unwrap_err()[0].message, "8208 hexes are too many");
}

#[test]
fn all_maps_load() {
    let maps = maps();
    assert!(maps.len() >= 3);
    for (file, text) in maps {
        let problems: Vec<String> =
            load(&file, &text).err().unwrap_or_default().iter().map(Problem::to_string).collect();
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}

/// A zone's name and whether it holds a column and row.
type Zone<'z> = (&'z str, &'z dyn Fn(u16, u16) -> bool);

/// Each hex of a scenario's map is what its row of the rules says.
fn check_scenario(name: &str, terrain: impl Fn(u16, u16) -> Terrain, zones: &[Zone<'_>]) {
    let (file, text) = maps().into_iter().find(|(file, _)| file.ends_with(name)).unwrap();
    let board = load(&file, &text).unwrap();
    assert_eq!((board.width, board.height, board.decks), (20, 16, 1));
    assert_eq!(
        board.zones.iter().map(|z| z.name.as_str()).collect::<Vec<_>>(),
        zones.iter().map(|z| z.0).collect::<Vec<_>>()
    );
    for cell in board.cells() {
        let (column, row) = board.column_row(cell);
        assert_eq!(board.terrain[cell.index()], terrain(column, row), "{name} ({column}, {row})");
        for (zone, holds) in zones {
            assert_eq!(board.zone(zone).unwrap().contains(&cell), holds(column, row), "{zone} ({column}, {row})");
        }
    }
    assert!(board.heights.iter().all(|height| *height == 0));
}

#[test]
fn hex_scen_01_crossroads() {
    let terrain = |column, row| match (column, row) {
        (9 | 11, 7 | 9) => Terrain::Building,
        (10, _) | (_, 8) => Terrain::Road,
        (5 | 6 | 15 | 16, 3..=5 | 11..=13) => Terrain::Forest,
        _ => Terrain::Clear,
    };
    check_scenario("crossroads.ron", terrain, &[("west", &|c, _| c <= 3), ("east", &|c, _| c >= 18)]);
}

#[test]
fn hex_scen_02_gun_line() {
    let terrain = |column, row| match (column, row) {
        (14, 4 | 8 | 12) => Terrain::Ruins,
        (13, _) => Terrain::LowObstacle,
        (6..=8, 6..=10) => Terrain::Rough,
        _ => Terrain::Clear,
    };
    check_scenario("gun_line.ron", terrain, &[("attacker", &|c, _| c <= 2), ("defender", &|c, _| c >= 14)]);
}

#[test]
fn hex_scen_03_burning_wood() {
    let terrain = |column, row| match (column, row) {
        (10, 8) => Terrain::Clear,
        (7..=14, 5..=12) => Terrain::Forest,
        (_, 2 | 15) => Terrain::SandDunes,
        _ => Terrain::Clear,
    };
    check_scenario(
        "burning_wood.ron",
        terrain,
        &[
            ("northwest", &|c, r| c <= 3 && r <= 3),
            ("northeast", &|c, r| c >= 18 && r <= 3),
            ("southwest", &|c, r| c <= 3 && r >= 14),
            ("southeast", &|c, r| c >= 18 && r >= 14),
        ],
    );
}

const SMALL: &str = r#"(
    name: "Small",
    inches_per_hex: 1,
    legend: { '.': Clear, '#': Wall, 'h': (terrain: Rough, height: 3) },
    decks: ["
        . # h
         . . .
    ", "...\n..."],
    zones: { "west": [Columns(1, 1), On(1, [Edge(Top)])], "hill": [Drawn('h')] },
    plan: ["- - -\nA A A", "a a a\nb b -"],
    rooms: { "low": [Marked('A')] },
    passages: { "a": [Marked('a')], "b": [Marked('b'), On(1, [Hexes([(3, 2)])]), Hexes([(1, 1), (3, 1)])] },
    junctions: [On(1, [Hexes([(1, 1)])])],
    airless: [],
    styles: { "tower": ["low", "a"] },
    hexes: [(at: (1, 1), deck: 1, terrain: Road, height: 60)],
    links: [(from: (3, 2), to: (3, 2), to_deck: 1, hatch: Hatch), (from: (1, 1), to: (1, 2), to_deck: 1), (from: (3, 1), to: (3, 2), to_deck: 1)],
)"#;

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// No file makes the loader panic, however it is spoilt.
    #[test]
    fn spoilt_files_do_no_harm(
        cuts in prop::collection::vec((0..SMALL.len(), 0..30_usize, "([(){}\\[\\],:'\" .#x0-9-]|65535|4294967296){0,3}"), 1..5)
    ) {
        let mut text = SMALL.to_owned();
        for (start, length, inserted) in cuts {
            let start = start.min(text.len());
            text.replace_range(start..(start + length).min(text.len()), &inserted);
        }
        let lines = text.lines().count() as u32 + 1;
        for problem in load("f", &text).err().unwrap_or_default() {
            prop_assert!((1..=lines).contains(&problem.line) && problem.column >= 1);
        }
    }

    /// Nor do other numbers in a sound one.
    #[test]
    fn any_numbers_do_no_harm(numbers in prop::collection::vec(prop_oneof![0..4_u32, Just(65535), any::<u32>()], 20)) {
        let mut numbers = numbers.iter();
        let mut text = String::new();
        for word in SMALL.split_inclusive(|c: char| !c.is_ascii_digit()) {
            match word.strip_suffix(|c: char| !c.is_ascii_digit()) {
                Some(digits) if !digits.is_empty() => {
                    text += &numbers.next().map_or(String::new(), u32::to_string);
                    text += &word[digits.len()..];
                }
                _ => text += word,
            }
        }
        let _ = load("f", &text);
    }
}

/// HULK-GEN-16, HULK-DECK-03.
#[test]
fn hulk_gen_16_every_floor_hex_is_in_one_space() {
    let board = board(
        r#"(
            name: "Lock",
            legend: { '.': Floor, '#': Bulkhead, '&': Hull, 'h': Hatch, '-': Void },
            decks: ["
                . . . h . . &
                 . . & # # & -
                . & - & . & -
            ", "
                . . - & - - -
                 & & & & - - -
                & & & & - - -
            "],
            plan: ["
                A A A - a b -
                 A A - - - - -
                A - - - B - -
            ", "
                A A A - - - -
                 - - - - - - -
                - - - - - - -
            "],
            rooms: { "atrium": [Marked('A')], "cell": [Marked('B')] },
            passages: { "port": [Marked('a')], "starboard": [Marked('b')] },
            junctions: [Marked('b')],
            airless: ["cell"],
            styles: { "yacht": ["atrium", "port"] },
            links: [(from: (1, 1), to: (1, 1), to_deck: 1), (from: (2, 1), to: (5, 3), hatch: LightHatch)],
        )"#,
    );
    let [atrium, cell, port, starboard] = [0, 1, 2, 3].map(SpaceId);
    let kinds: Vec<SpaceKind> = board.spaces().iter().map(|s| s.kind).collect();
    use SpaceKind::{Passage, Room};
    assert_eq!(kinds, [Room, Room, Passage, Passage]);
    assert_eq!((board.space(atrium).style.as_str(), board.space(starboard).style.as_str()), ("yacht", ""));
    assert!(board.space(cell).airless && !board.space(atrium).airless);
    assert_eq!(board.space_named("starboard"), Some(starboard));
    let upper = |c: u16| Cell(board.at(c, 1).0 + 21);
    assert_eq!((board.space_at(upper(3)), board.space_at(board.at(4, 1))), (atrium, SpaceId::NONE));
    // Hatch, gap and the outside: void of a compartment is not outside of the ship.
    assert!(!board.is_outside(upper(3)) && board.is_outside(upper(5)));
    let hatch = Entrance { at: board.at(4, 1), way: Way::Doorway(Terrain::Hatch), to: port };
    let ladder = Entrance { at: board.at(2, 1), way: Way::Ladder(Some(Terrain::LightHatch)), to: cell };
    assert_eq!(board.entrances(atrium), [ladder, hatch]);
    let meeting = Entrance { at: board.at(6, 1), way: Way::Open, to: starboard };
    assert_eq!(board.entrances(port), [Entrance { at: board.at(4, 1), way: hatch.way, to: atrium }, meeting]);
    assert!(board.is_junction(board.at(6, 1)) && !board.is_junction(board.at(5, 1)));
    // A junction counts for no width; the atrium is two wide where three hexes meet.
    assert_eq!([atrium, cell, port, starboard].map(|id| board.space_width(id)), [2, 1, 1, 0]);
    // Only hull with floor behind it and the void before it can be breached: not where there is but a gap behind.
    let breaches: Vec<(u16, u16)> = board.breaches().map(|c| board.column_row(c)).collect();
    assert_eq!(breaches, [(7, 1), (3, 2), (6, 2), (2, 3), (4, 3), (6, 3)]);
}
