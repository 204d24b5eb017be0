//! The maps of the skirmish scenarios: sizes, buildings, what stands where, and that one can play there.

use hexfray::board::{Board, Cell, Terrain};
use hexfray::content::Library;

/// Name, columns, rows, and the middle.
const MAPS: [(&str, u16, u16, (u16, u16)); 16] = [
    ("kellys_heroes", 48, 48, (24, 24)),
    ("kellys_heroes_wide", 72, 48, (36, 24)),
    ("fort_apache", 72, 48, (36, 24)),
    ("assassination", 48, 48, (24, 24)),
    ("the_gauntlet", 72, 48, (36, 24)),
    ("the_ritual", 72, 48, (36, 24)),
    ("missing_robot", 48, 48, (24, 24)),
    ("life_is_cheap", 72, 48, (36, 24)),
    ("fire_mission", 48, 48, (24, 24)),
    ("assassination_wide", 72, 48, (36, 24)),
    ("missing_robot_wide", 72, 48, (36, 24)),
    ("fire_mission_wide", 72, 48, (36, 24)),
    ("fort_apache_wide", 72, 72, (36, 36)),
    ("the_gauntlet_wide", 72, 72, (36, 36)),
    ("missing_robot_vast", 72, 72, (36, 36)),
    ("fire_mission_vast", 72, 72, (36, 36)),
];

fn map(name: &str) -> &'static Board {
    &Library::own().map(name).unwrap_or_else(|| panic!("no map {name}")).0
}

fn zone(board: &Board, name: &str) -> Vec<Cell> {
    let found = board.zone(name).map(std::borrow::Cow::into_owned);
    found.unwrap_or_else(|| panic!("{} has no zone {name}", board.name))
}

fn terrain(board: &Board, cell: Cell) -> Terrain {
    board.terrain[cell.index()]
}

fn is_open(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Clear | Terrain::Road)
}

fn is_solid(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Wall | Terrain::DeepWater)
}

/// The hexes exactly so many steps from one.
fn ring(board: &Board, centre: Cell, steps: u16) -> Vec<Cell> {
    board.within(centre, steps).filter(|&c| board.distance(c, centre) == steps).collect()
}

fn count(board: &Board, cells: &[Cell], kind: Terrain) -> usize {
    cells.iter().filter(|&&c| terrain(board, c) == kind).count()
}

/// How many hexes can be reached from the first, over those that will do.
fn reach(board: &Board, will_do: impl Fn(Terrain) -> bool) -> usize {
    let mut seen = vec![false; board.len()];
    let mut ahead = vec![board.at(1, 1)];
    seen[0] = true;
    let mut found = 0;
    while let Some(cell) = ahead.pop() {
        found += 1;
        for next in board.exits(cell) {
            if !seen[next.index()] && will_do(terrain(board, next)) {
                seen[next.index()] = true;
                ahead.push(next);
            }
        }
    }
    found
}

/// ITEN-SCN-10: floor within the radius, and a ring around it of walls, doors and windows that open both ways.
fn check_building(board: &Board, centre: Cell, radius: u16, doors: usize, windows: usize) {
    assert!(board.within(centre, radius).all(|c| terrain(board, c) == Terrain::Building), "{}", board.name);
    let ring = ring(board, centre, radius + 1);
    assert_eq!(ring.len(), 6 * usize::from(radius + 1));
    let found = [Terrain::Door, Terrain::Window, Terrain::Wall].map(|kind| count(board, &ring, kind));
    assert_eq!(found, [doors, windows, ring.len() - doors - windows], "{}", board.name);
    for cell in ring.into_iter().filter(|&c| terrain(board, c) != Terrain::Wall) {
        let around: Vec<Terrain> = board.exits(cell).map(|c| terrain(board, c)).collect();
        assert!(around.contains(&Terrain::Building) && around.iter().any(|&t| is_open(t)), "{}", board.label(cell));
    }
}

/// ITEN-TRN-01, ITEN-TRN-02: boards for two and for more, a quarter to a third of the ground outside the
/// zones covered, nothing sealed off, and open ground from anywhere to anywhere.
#[test]
fn iten_trn_01_plenty_of_scenery() {
    for (name, width, height, (column, row)) in MAPS {
        let board = map(name);
        assert_eq!((board.width, board.height, board.decks), (width, height, 1), "{name}");
        assert_eq!(zone(board, "centre"), [board.at(column, row)], "{name}");
        let mut edges = vec![false; board.len()];
        for side in ["top", "bottom", "left", "right"] {
            for cell in zone(board, side) {
                edges[cell.index()] = true;
                assert!(is_open(terrain(board, cell)), "{name} {}", board.label(cell));
            }
        }
        for cell in board.cells() {
            let (c, r) = board.column_row(cell);
            let from_edge = (c - 1).min(r - 1).min(width - c).min(height - r);
            assert_eq!(edges[cell.index()], from_edge < 6, "{name} {c}.{r}");
        }
        let inside: Vec<Terrain> = board.cells().filter(|c| !edges[c.index()]).map(|c| terrain(board, c)).collect();
        let covers = |t: Terrain| !is_open(t) && !is_solid(t) && t != Terrain::Door;
        let percent = 100 * inside.iter().filter(|&&t| covers(t)).count() / inside.len();
        assert!((25..=35).contains(&percent), "{name}: {percent}%");
        let all = |will_do: &dyn Fn(Terrain) -> bool| board.terrain.iter().filter(|&&t| will_do(t)).count();
        assert_eq!(reach(board, |t| !is_solid(t)), all(&|t| !is_solid(t)), "{name}: sealed off");
        assert_eq!(reach(board, is_open), all(&is_open), "{name}: hemmed in by cover");
    }
}

/// ITEN-SCN-10: the buildings in the middle and their doors.
#[test]
fn iten_scn_10_buildings() {
    for (name, floor, radius, doors, windows) in [
        ("kellys_heroes", "building", 2, 3, 0),
        ("kellys_heroes_wide", "building", 2, 3, 0),
        ("fort_apache", "building", 3, 3, 6),
        ("life_is_cheap", "bunker", 1, 1, 0),
        ("fire_mission", "bunker", 2, 2, 0),
        ("fort_apache_wide", "building", 3, 3, 6),
        ("fire_mission_wide", "bunker", 2, 2, 0),
        ("fire_mission_vast", "bunker", 2, 2, 0),
    ] {
        let board = map(name);
        let centre = zone(board, "centre")[0];
        check_building(board, centre, radius, doors, windows);
        assert_eq!(zone(board, floor), board.within(centre, radius).collect::<Vec<_>>(), "{name}");
        let openings = zone(board, "door");
        assert_eq!(openings.len(), doors, "{name}");
        let apart: Vec<u16> = openings.iter().skip(1).map(|&d| board.distance(openings[0], d)).collect();
        // Two doors lie opposite, three as far from each other as the ring allows.
        let steps = if doors == 2 { 2 * (radius + 1) } else { (3 * (radius + 1)).div_ceil(2) };
        assert!(apart.iter().all(|&d| d == steps), "{name}: {apart:?}");
    }
    for fort in ["fort_apache", "fort_apache_wide"].map(map) {
        let centre = zone(fort, "centre")[0];
        assert!(fort.within(centre, 8).filter(|&c| fort.distance(c, centre) > 4).all(|c| is_open(terrain(fort, c))));
    }
}

/// The wagon's road: two hexes wide from edge to edge, straight and 71 steps long.
#[test]
fn road_of_the_gauntlet() {
    for (name, rows) in [("the_gauntlet", [24, 25]), ("the_gauntlet_wide", [36, 37])] {
        let board = map(name);
        let road = zone(board, "road");
        assert_eq!(road.len(), 144);
        assert!(road.iter().all(|&c| terrain(board, c) == Terrain::Road && rows.contains(&board.column_row(c).1)));
        assert_eq!(board.distance(board.at(1, rows[0]), board.at(72, rows[0])), 71);
    }
}

/// Six houses for the ritual, with a door and two windows each, well apart and 8 to 28 from the nearest zone, even if
/// only one long edge is a zone.
#[test]
fn houses_of_the_ritual() {
    let board = map("the_ritual");
    let mut centres = Vec::new();
    for house in 1..=6 {
        let floor = zone(board, &format!("building {house}"));
        let centre = *floor.iter().find(|&&c| board.exits(c).all(|n| floor.contains(&n))).expect("a middle");
        check_building(board, centre, 1, 1, 2);
        let door = zone(board, &format!("door {house}"));
        assert_eq!((door.len(), board.distance(door[0], centre)), (1, 2));
        for side in ["top", "bottom"] {
            let away = zone(board, side).iter().map(|&c| board.distance(c, centre)).min();
            assert!((8..=28).contains(&away.unwrap()), "house {house}: {away:?}");
        }
        // The walls are two from the middle.
        assert!(centres.iter().all(|&other| board.distance(centre, other) >= 2 + 6 + 2), "house {house}");
        centres.push(centre);
    }
}

/// Room for the Dreadnought, and only hard lines to hide behind up to 10 hexes from it.
#[test]
fn scrap_around_the_robot() {
    for board in ["missing_robot", "missing_robot_wide", "missing_robot_vast"].map(map) {
        let centre = zone(board, "centre")[0];
        let cover: Vec<Cell> = board.within(centre, 10).filter(|&c| !is_open(terrain(board, c))).collect();
        let hard_line = |t| matches!(t, Terrain::LowObstacle | Terrain::Barricade | Terrain::Wreck);
        assert!(cover.len() > 50);
        assert!(cover.iter().all(|&c| hard_line(terrain(board, c)) && board.distance(c, centre) >= 4));
    }
}

/// ITEN-LIF-03: ten pods of five on open ground, one at the door, nine on the ring at 7; zones begin 18 away.
#[test]
fn iten_lif_03_pods() {
    let board = map("life_is_cheap");
    let centre = zone(board, "centre")[0];
    let mut zombies = Vec::new();
    for pod in 1..=10 {
        let cells = zone(board, &format!("pod {pod}"));
        assert_eq!(cells.len(), 5);
        assert!(cells.iter().all(|&c| is_open(terrain(board, c)) && board.distance(c, centre) <= 8));
        // A hex and four of its neighbours.
        assert!(cells.iter().any(|&a| cells.iter().all(|&b| board.distance(a, b) <= 1)), "pod {pod}");
        let at_7 = cells.iter().filter(|&&c| board.distance(c, centre) == 7).count();
        assert!(pod == 1 || at_7 >= 3, "pod {pod}");
        zombies.extend_from_slice(&cells);
    }
    assert!(zone(board, "pod 1").iter().any(|&c| board.distance(c, zone(board, "door")[0]) == 1));
    zombies.sort();
    zombies.dedup();
    assert_eq!(zombies.len(), 50);
    let sides = ["top", "bottom", "left", "right"];
    let nearest = sides.iter().flat_map(|side| zone(board, side)).map(|c| board.distance(c, centre)).min();
    assert_eq!(nearest, Some(18));
}

/// A river from edge to edge parts the board: one gets across by the bridges, and by nothing else. The hills can be
/// walked up.
#[test]
fn two_bridges_lead_over_the_river() {
    let board = map("two_bridges");
    let bridges = zone(board, "bridges");
    assert!(bridges.iter().all(|&cell| terrain(board, cell) == Terrain::Road));
    let reached = |closed: &[Cell]| {
        let mut seen = vec![board.at(1, 1)];
        let mut ahead = seen.clone();
        while let Some(from) = ahead.pop() {
            for to in board.within(from, 1) {
                let level = board.heights[from.index()].abs_diff(board.heights[to.index()]) <= 1;
                if level && !is_solid(terrain(board, to)) && !closed.contains(&to) && !seen.contains(&to) {
                    seen.push(to);
                    ahead.push(to);
                }
            }
        }
        seen.len()
    };
    let dry = board.cells().filter(|&cell| !is_solid(terrain(board, cell))).count();
    assert_eq!(reached(&[]), dry);
    let (north, south): (Vec<Cell>, Vec<Cell>) = bridges.iter().partition(|&&cell| board.column_row(cell).1 < 24);
    assert!(!north.is_empty() && !south.is_empty());
    assert_eq!((reached(&north), reached(&south)), (dry - north.len(), dry - south.len()), "either one does");
    let bank = reached(&bridges);
    assert!(bank > dry / 3 && bank < dry * 2 / 3, "{bank} of {dry} on this bank");
    assert_eq!(board.heights.iter().max(), Some(&3));
}
