//! Vehicles on the move: speed, turning, cover, skimmers, brakes (ITEN-VEH).

use hexfray::battle::{Action, Verb};
use hexfray::board::Facing;
use hexfray::rules::iten::payload::Drive;

use crate::field::{Field, Game};

/// Red's vehicle of a sheet with Ann at the wheel, facing east, on a map; Bob of Blue in the last hex of it.
pub fn drives(picture: &str, sheet: &str, at: (u16, u16), numbers: &str) -> Field {
    let rows: Vec<&str> = picture.trim().lines().collect();
    let (columns, rows) = (rows[0].split_whitespace().count() as u16, rows.len() as u16);
    let stands = format!("numbers: {{{numbers}}}");
    Field::drawn(picture)
        .side("Red", "")
        .rider("Ann", "", "")
        .vehicle(sheet, at, "aboard: [\"Ann\"]", &stands)
        .side("Blue", "")
        .figure("Bob", (columns, rows), "")
}

pub fn open(columns: usize, rows: usize) -> String {
    format!("{}\n", ". ".repeat(columns)).repeat(rows)
}

/// As vehicles usually drive.
const USUAL: Drive = Drive { facing: Facing::E, flat_out: false, backwards: false, over: false };
const FLAT_OUT: Drive = Drive { flat_out: true, ..USUAL };
const BACKWARDS: Drive = Drive { backwards: true, ..USUAL };

/// An action of a vehicle to a hex in a facing.
pub fn to(game: &Game, vehicle: &str, hex: (u16, u16), facing: Facing, how: Drive) -> Action {
    let with = Drive { facing, ..how }.encode();
    Action::of(Verb::Move, game.unit(vehicle)).with(with).hex(game.hex(hex.0, hex.1))
}

/// Whether a vehicle may go to a hex, in whatever facing and manner.
fn reaches(game: &mut Game, vehicle: &str, hex: (u16, u16)) -> bool {
    let label = format!("{}.{}", hex.0, hex.1);
    let name = vehicle.to_owned();
    game.offers().iter().any(|o| {
        let drives = o.starts_with(&format!("{name} drives")) || o.starts_with(&format!("{name} backs"));
        drives && o.contains(&format!(" to {label}, "))
    })
}

/// ITEN-VEH-03: usual moves and flat out, by the class of speed; what is farther than usual is flat out.
#[test]
fn classes_of_speed() {
    for (sheet, usual, most) in [("Truck", 6, 12), ("Aquila", 9, 18)] {
        let mut game = drives(&open(40, 9), sheet, (5, 5), "").begin(&[]);
        assert_eq!(game.farthest(Verb::Move, sheet), most);
        game.action(&format!("{sheet} drives to {}.5, facing E", 5 + usual));
        game.action(&format!("{sheet} drives flat out to {}.5, facing E", 6 + usual));
        game.action(&format!("{sheet} drives flat out to {}.5, facing E", 5 + most));
        let further = to(&game, sheet, (6 + most, 5), Facing::E, FLAT_OUT);
        assert!(game.refused(further).rule.0.starts_with("ITEN-VEH"));
        let usual_so_far = to(&game, sheet, (6 + usual, 5), Facing::E, USUAL);
        assert_eq!(game.refused(usual_so_far).rule.0, "ITEN-VEH-03");
        game.act(&format!("{sheet} drives to {}.5, facing E", 5 + usual), &[]);
        assert_eq!((game.place(sheet), game.value(sheet, "steps")), ((5 + usual, 5), i32::from(usual)));
    }
    // ITEN-VEH-03: 10 hexes of a fast one are flat out.
    let mut game = drives(&open(40, 9), "Grav-Car", (5, 5), "").begin(&[]);
    game.action("Grav-Car drives flat out to 15.5, facing E");
}

/// ITEN-VEH-04: a hex of soft cover takes two, hard cover nobody gets through.
#[test]
fn cover_and_vehicles() {
    let bike = |row: &str| {
        let map = format!("{row}\n");
        let mut game = drives(&map, "Motorbike", (1, 1), "").begin(&[]);
        (game.farthest(Verb::Move, "Motorbike"), reaches(&mut game, "Motorbike", (4, 1)))
    };
    let plain = ". ".repeat(26);
    assert_eq!(bike(&format!(". . . , {plain}")).0, 17);
    assert_eq!(bike(&format!(". , , , {plain}")).0, 15);
    assert_eq!(bike(&format!(". . . - {plain}")).0, 17);
    assert_eq!(bike(&format!(". . . _ {plain}")), (2, false));
    assert_eq!(bike(&format!(". . . # {plain}")), (2, false));
    // ITEN-VEH-04: a normal vehicle through three hexes of it, six inches in all; all seven hexes of it count.
    let map = open(30, 4) + ". . . . . . . , , , . . . . . . . . . . . . . . . . . . . .\n" + &open(30, 4);
    let mut game = drives(&map, "Truck", (5, 5), "").begin(&[]);
    assert!(!game.offers().contains(&"Truck drives to 9.5, facing E".to_owned()));
    game.action("Truck drives to 8.5, facing E");
    // 1 + 2 for each of the hexes whose entering brings a new one under it; flat out it is through.
    game.action("Truck drives flat out to 9.5, facing E");
    let wall = open(30, 3) + ". . . . . . . . . . # . . . . . . . . . . . . . . . . . . .\n" + &open(30, 5);
    let mut game = drives(&wall, "Truck", (5, 5), "").begin(&[]);
    // The wall is beside its middle's way, and in its hull's.
    game.action("Truck drives to 10.5, facing E");
    assert!(!reaches(&mut game, "Truck", (11, 5)));
    let bar = to(&game, "Truck", (11, 4), Facing::E, USUAL);
    assert_eq!(game.refused(bar).rule.0, "ITEN-VEH-04");
}

/// ITEN-VEH-05: skimmers cross anything, and end in the open, with the whole of them.
#[test]
fn skimmers() {
    let map = ". . . . # , ^ ~ . . . . . . . . . . . .\n".repeat(5);
    let mut board = drives(&map, "Hoverboard", (2, 3), "").begin(&[]);
    let there =
        |game: &mut Game, sheet: &str| -> Vec<u16> { (1..=20).filter(|c| reaches(game, sheet, (*c, 3))).collect() };
    assert_eq!(there(&mut board, "Hoverboard"), [1, 3, 4, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    let brush = to(&board, "Hoverboard", (6, 3), Facing::E, USUAL);
    assert_eq!(board.refused(brush).rule.0, "ITEN-VEH-05");
    let mut car = drives(&map, "Cargo Lifter", (2, 3), "").begin(&[]);
    // 1, 2 and 3 are where it is; backwards there is the edge. It is three hexes wide.
    assert_eq!(there(&mut car, "Cargo Lifter"), [3, 10, 11, 12, 13, 14]);
}

/// ITEN-VEH-06: one hexside before it goes and after every two hexes, three flat out; bikes turn as they like; backwards
/// half the usual move, rounded up.
#[test]
fn turning_and_reversing() {
    let mut game = drives(&open(40, 25), "Truck", (20, 13), "").begin(&[]);
    // Turned at once, after two hexes, after four: three hexsides; never more.
    game.action("Truck drives to 21.11, facing NW");
    let mut ends: Vec<String> = game.offers();
    ends.retain(|o| o.starts_with("Truck drives to"));
    assert!(ends.iter().any(|o| o.ends_with("facing W")), "turned before it went, and after 2 and 4 hexes: {ends:?}");
    let turned_late = to(&game, "Truck", (21, 13), Facing::NW, USUAL);
    assert_eq!(game.refused(turned_late).rule.0, "ITEN-VEH-03");
    // One hex on, only the turn before it counts.
    let near: Vec<&String> = ends.iter().filter(|o| o.contains(" to 21.13,")).collect();
    assert_eq!(near, ["Truck drives to 21.13, facing E"]);
    // Two hexes on it may turn once more.
    let near: Vec<&str> = ends.iter().filter_map(|o| o.strip_prefix("Truck drives to 22.13, facing ")).collect();
    assert_eq!(near, ["E", "NE", "SE"]);
    game.act("Truck turns to face NE", &[]);
    assert_eq!((game.battle.piece(game.unit("Truck")).facing, game.value("Truck", "steps")), (Facing::NE, 0));
    for (sheet, back) in [("Truck", 3), ("Grav-Car", 5)] {
        let mut game = drives(&open(40, 9), sheet, (20, 5), "").begin(&[]);
        game.action(&format!("{sheet} backs to {}.5, facing E", 20 - back));
        let beyond = to(&game, sheet, (19 - back, 5), Facing::E, BACKWARDS);
        assert!(game.refused(beyond).rule.0.starts_with("ITEN-VEH"));
        game.act(&format!("{sheet} backs to {}.5, facing E", 20 - back), &[]);
        assert_eq!((game.place(sheet), game.value(sheet, "backing")), ((20 - back, 5), 1));
    }
    // Flat out one turns after three hexes, not after two.
    let mut game = drives(&open(40, 9), "Truck", (5, 5), "").begin(&[]);
    let flat_out: Vec<String> = game.offers().into_iter().filter(|o| o.contains("flat out to 13.5,")).collect();
    assert_eq!(flat_out, ["Truck drives flat out to 13.5, facing E"]);
    game.action("Truck drives flat out to 14.5, facing NE");
    // A bike goes back the way that it came.
    let mut game = drives(&open(40, 9), "Motorbike", (20, 5), "").begin(&[]);
    assert!(reaches(&mut game, "Motorbike", (11, 5)) && reaches(&mut game, "Motorbike", (2, 5)));
}

/// ITEN-VEH-07: seven hexes, one for bikes and the Hoverboard, all of which must be free.
#[test]
fn sizes() {
    for (sheet, hexes) in [("Rhino", 7), ("Motorbike", 1), ("Attack-bike", 1), ("Hoverboard", 1)] {
        let game = drives(&open(20, 5), sheet, (5, 3), "").begin(&[]);
        assert_eq!(game.battle.hull(game.unit(sheet)).len(), hexes);
    }
    let stands = |at| drives(&open(20, 5), "Rhino", at, "").try_ready();
    assert!(stands((2, 3)).is_ok());
    assert_eq!(stands((1, 3)).unwrap_err().len(), 1);
    let near = drives(&open(20, 5), "Rhino", (5, 3), "").figure("Ben", (6, 3), "").try_ready();
    assert!(near.unwrap_err()[0].contains("stands where somebody else does"));
    // Friends in the way are not driven over.
    let mut game = Field::open(20, 5)
        .side("Red", "")
        .rider("Ann", "", "")
        .figure("Amy", (9, 2), "")
        .vehicle("Truck", (5, 3), "aboard: [\"Ann\"]", "")
        .side("Blue", "")
        .figure("Bob", (20, 1), "")
        .begin(&[]);
    assert!(reaches(&mut game, "Truck", (8, 3)) && !reaches(&mut game, "Truck", (9, 3)));
}

/// ITEN-VEH-01: without a driver it stays where it is; who is aboard takes the wheel in his Movement. Who got in this
/// turn does so in the next.
#[test]
fn somebody_has_to_drive() {
    let field = |aboard: &str, at_the_wheel: u8| {
        Field::open(30, 7)
            .side("Red", "")
            .rider("Ann", "", "")
            .figure("Amy", (2, 1), "")
            .vehicle(
                "Truck",
                (6, 4),
                &format!("aboard: [{aboard}]"),
                &format!("numbers: {{\"driver\": {at_the_wheel}}}"),
            )
            .side("Blue", "")
            .figure("Bob", (30, 1), "")
    };
    let mut game = field("\"Ann\"", 0).begin(&[]);
    assert_eq!((game.value("Truck", "driver"), game.farthest(Verb::Move, "Truck")), (1, 12));
    // Whoever was to sit at the wheel stands about.
    let mut game = Field::open(30, 7)
        .side("Red", "")
        .figure("Ann", (7, 1), "")
        .vehicle("Truck", (6, 4), "aboard: [\"Ann\"]", "")
        .side("Blue", "")
        .figure("Bob", (30, 1), "")
        .begin(&[]);
    assert_eq!(game.value("Truck", "driver"), 0);
    assert!(!game.offers().iter().any(|o| o.starts_with("Truck")));
    let drive = to(&game, "Truck", (8, 4), Facing::E, USUAL);
    assert_eq!(game.refused(drive).rule.0, "ITEN-VEH-01");
    game.act("Ann gets into Truck", &[]);
    assert_eq!(game.asked(), "Blue");
    game.act("Bob does nothing", &[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]);
    assert!(!game.offers().iter().any(|o| o.starts_with("Truck")));
    game.act("Ann takes the wheel of Truck", &[]);
    game.act("Truck drives to 12.4, facing E", &[]);
    assert_eq!(game.place("Truck"), (12, 4));
}

/// ITEN-VEH-22: without brakes it goes at least as far as in the turn before, and stands only if it stood; left to
/// itself it goes straight on; over the edge it is gone with all aboard, and they are not lost.
#[test]
fn without_brakes() {
    const BRAKES: u8 = 1 << 4;
    let numbers = |went: u8| format!("\"broken\": {BRAKES}, \"went\": {went}");
    let mut game = drives(&open(40, 9), "Truck", (5, 5), &numbers(8)).begin(&[]);
    let near = to(&game, "Truck", (12, 5), Facing::E, FLAT_OUT);
    assert_eq!(game.refused(near).rule.0, "ITEN-VEH-22");
    game.action("Truck drives flat out to 13.5, facing E");
    assert!(!game.offers().iter().any(|o| o.starts_with("Truck drives to") || o.contains("backs")));
    game.acts(&["Truck does nothing", "Ann does nothing"]);
    assert_eq!((game.place("Truck"), game.value("Truck", "steps")), ((13, 5), 8));
    // It stood: nothing happens.
    let mut game = drives(&open(40, 9), "Truck", (5, 5), &numbers(0)).begin(&[]);
    game.acts(&["Truck does nothing", "Ann does nothing"]);
    assert_eq!(game.place("Truck"), (5, 5));
    // Nobody drives.
    let field = drives(&open(20, 9), "Truck", (12, 5), &numbers(8)).figure("Ben", (1, 9), "");
    let mut game = field.begin(&[]);
    game.acts(&["pass"]);
    assert_eq!((game.place("Truck"), game.value("Truck", "fate"), game.value("Ann", "fate")), ((0, 0), 2, 2));
    let felled: i32 = game.battle.table().felled.0.iter().map(|f| i32::from(*f)).sum();
    assert_eq!(felled, 0);
}

/// ITEN-VEH-20, ITEN-VEH-21, ITEN-VEH-23: what cannot turn or go one way does not; a bike still gets round the other
/// way.
#[test]
fn broken_steering_and_gears() {
    let offers = |sheet: &str, broken: u8| {
        let mut game = drives(&open(40, 25), sheet, (20, 13), &format!("\"broken\": {broken}")).begin(&[]);
        game.offers().into_iter().filter(|o| o.starts_with(sheet)).collect::<Vec<_>>()
    };
    let turns =
        |broken: u8, way: &str| offers("Truck", broken).iter().any(|o| o == &format!("Truck turns to face {way}"));
    assert!(turns(0, "NE") && turns(0, "SE"));
    assert!(!turns(1, "NE") && turns(1, "SE"));
    assert!(turns(2, "NE") && !turns(2, "SE"));
    let any = |broken: u8, what: &str| offers("Truck", broken).iter().any(|o| o.contains(what));
    assert!(any(0, "drives") && any(0, "backs"));
    assert!(!any(4, "drives") && any(4, "backs"));
    assert!(any(8, "drives") && !any(8, "backs"));
    assert!(offers("Truck", 32).is_empty());
    let back = |broken: u8| offers("Motorbike", broken).iter().any(|o| o.contains("drives to 11.13,"));
    assert!(back(0) && back(1) && back(2) && !back(3));
}
