//! What is held: the fort (ITEN-FORT), the bunker (ITEN-FIR).

use super::*;

/// A fort of radius 1 around 15.10 with a door to the east, and so many sides with the Inquisitor's Retinue each.
fn fort(sides: usize) -> Field {
    let mut rows = vec![". ".repeat(30); 20];
    // Row 10 is shifted: the six neighbours of 15.10 are 14.10, 16.10, 15.9, 16.9, 15.11, 16.11.
    let mut put = |row: usize, from: usize, text: &str| {
        rows[row - 1].replace_range(2 * (from - 1)..2 * (from - 1) + text.len(), text)
    };
    put(8, 14, "# # #");
    put(9, 14, "# b b #");
    put(10, 13, "# b b b D");
    put(11, 14, "# b b #");
    put(12, 14, "# # #");
    let field = Field::drawn(&(rows.join("\n") + "\n")).mission("FortApache").at("");
    let field = field.zone("building", "Drawn('b')").zone("centre", "Hexes([(15, 10)])");
    ["Red", "Blue", "Green", "White", "Black"]
        .into_iter()
        .take(sides)
        .fold(field, |f, name| f.side(name, "roster: \"inquisitors_retinue\""))
}

/// ITEN-FORT-01: each is as likely to defend: 1 in 3. He stands first, in the building or within 3 of its walls, as far
/// from his Leader as he likes; the others' zones are those of two.
#[test]
fn a_die_says_who_defends() {
    for side in 0..3 {
        let game = fort(3).begin(&[("ITEN-FORT-01", side + 1), ("ITEN-DEP-01", 5), ("ITEN-DEP-01", 3)]);
        assert_eq!(game.battle.part(), Some(SideId(side)));
    }
    let mut game = fort(3).begin(&[("ITEN-FORT-01", 2), ("ITEN-DEP-01", 5), ("ITEN-DEP-01", 3)]);
    assert_eq!(game.asked(), "Red");
    game.act("deploy at the left edge", &[]);
    assert_eq!(game.asked(), "Blue");
    let zone = |side| game.battle.zone(SideId(side)).cells.len();
    assert_eq!((zone(0), zone(2)), (6 * 20, 6 * 20));
    // Radius 1, the wall at 2, three more: 5 hexes from the middle.
    let centre = game.hex(15, 10);
    let board = game.battle.board();
    assert!(game.battle.zone(SideId(1)).cells.iter().all(|&c| board.distance(c, centre) <= 5));
    assert_eq!(game.battle.zone(SideId(1)).cells.len(), 91);
    game.act("place Inquisitor at 10.10", &[]);
    // Ten hexes from him.
    game.act("place Interrogator at 20.10", &[]);
}

/// ITEN-FORT-02: the defender is first in turn 1, the others roll; in turn 2 all roll.
#[test]
fn the_defender_is_first_in_turn_1() {
    let lone = |part: &str| {
        let field = fort(0).at("Initiative");
        let field = field.side("Red", "").figure("Ann", (1, 1), "").side("Blue", part).figure("Bob", (30, 1), "");
        field.side("Green", "").figure("Cid", (1, 4), "")
    };
    let mut game = lone("part: true").begin(&[(INIT, 2), (INIT, 5)]);
    assert_eq!(game.asked(), "Blue");
    game.act("pass", &[]);
    assert_eq!(game.asked(), "Green");
    game.act("pass", &[]);
    game.act("pass", &[(INIT, 6), (INIT, 4), (INIT, 5)]);
    assert_eq!((game.battle.table().turn, game.asked().as_str()), (2, "Red"));
}

/// ITEN-FORT-03: ten points more for each opponent after the first: 10 with three sides, 20 with four, 30 with five;
/// only who defends has them.
#[test]
fn the_defender_is_reinforced() {
    let with = |sides: usize, count: usize| {
        // The Orks cost 191, a Grot 7.
        let more = format!("points: 191, roster: \"ork_raiders\", reinforcement: [(troop: \"Grot\", count: {count})]");
        fort(sides - 1).side("Orks", &more)
    };
    for (sides, most) in [(3, 1), (4, 2), (5, 4)] {
        assert!(with(sides, most).try_ready().is_ok(), "{sides}");
        let told = with(sides, most + 1).try_ready().unwrap_err();
        assert!(told.iter().any(|t| t.contains("ITEN-FORT-03")), "{told:?}");
    }
    let dep = [("ITEN-DEP-01", 5), ("ITEN-DEP-01", 3)];
    let game = with(3, 1).begin(&[&[("ITEN-FORT-01", 3)], &dep[..]].concat());
    assert_eq!(game.value("Grot", "fate"), 0);
    let game = with(3, 1).begin(&[&[("ITEN-FORT-01", 1)], &dep[..]].concat());
    assert_eq!(game.value("Grot", "fate"), 3);
}

/// The fort at the end of a turn, with these figures by name, side, place and numbers.
fn holding(turn: u16, figures: &[(&str, usize, (u16, u16), &str)]) -> Field {
    let names = ["Red", "Blue"];
    let field = fort(0).at("End of turn").turn(turn, 15);
    (0..2).fold(field, |field, side| {
        let field = field.side(names[side], if side == 0 { "part: true" } else { "" });
        figures
            .iter()
            .filter(|f| f.1 == side)
            .fold(field, |f, &(name, _, at, numbers)| f.figure_with(name, at, "", numbers))
    })
}

/// ITEN-FORT-04, ITEN-SCN-02: who alone has a standing figure inside when the last turn ends wins.
#[test]
fn complete_possession() {
    let ends = |figures: &[(&str, usize, (u16, u16), &str)]| won(&holding(15, figures).begin(&[]));
    let away = ("Bob", 1, (30, 1), "");
    assert_eq!(ends(&[("Ann", 0, (15, 10), ""), away]), red("ITEN-FORT-04"));
    assert_eq!(ends(&[("Ann", 0, (1, 1), ""), ("Bob", 1, (14, 10), "")]), blue("ITEN-FORT-04"));
    // In the doorway is not inside; knocked down holds nothing, but keeps others from complete possession.
    assert_eq!(ends(&[("Ann", 0, (17, 10), ""), away]), nobody("ITEN-FORT-04"));
    assert_eq!(ends(&[("Ann", 0, (15, 10), "\"down\": 1"), away]), nobody("ITEN-FORT-04"));
    assert_eq!(ends(&[("Ann", 0, (15, 10), ""), ("Bob", 1, (14, 10), "\"down\": 1")]), nobody("ITEN-FORT-04"));
}

/// ITEN-FORT-04: where it is contested in the end, who last had it at the end of a turn wins, if he has figures left.
#[test]
fn the_last_in_possession_wins() {
    let figures = [("Ann", 0, (15, 10), ""), ("Amy", 0, (1, 20), ""), ("Bob", 1, (18, 10), "")];
    let mut game = holding(14, &figures).begin(&[(INIT, 1), (INIT, 6)]);
    assert_eq!(game.asked(), "Blue");
    game.go("Bob", (16, 10), &[]);
    while game.won().is_none() {
        game.act("pass", &[]);
    }
    assert_eq!(won(&game), red("ITEN-FORT-04"));
}

/// ITEN-FIR-03, ITEN-SCN-10: doors of the buildings to be held stand open to all; who is in one has hard cover.
#[test]
fn doors_keep_nobody_out() {
    let figures = [("Ann", 0, (18, 10), ""), ("Bob", 1, (30, 10), "")];
    let mut game = holding(1, &figures).at("Movement").begin(&[]);
    assert!(game.can(Verb::Move, "Ann", (17, 10)) && game.can(Verb::Move, "Ann", (16, 10)));
    game.go("Ann", (17, 10), &[]);
    let (bob, ann) = (game.unit("Bob"), game.unit("Ann"));
    assert_eq!(game.battle.look(game.battle.piece(bob).at, game.battle.piece(ann).at).map(|l| l.class), Some(2));
}

/// The bunker is 5.3 to 7.3; figures by name, side and place at the end of a turn.
fn bunker(turn: u16, figures: &[(&str, usize, (u16, u16), &str)]) -> Field {
    let field = Field::open(20, 5).mission("FireMission").at("End of turn").turn(turn, 11);
    let field = field.zone("bunker", "Rect((5, 3), (7, 3))").zone("centre", "Hexes([(6, 3)])");
    ["Red", "Blue"].into_iter().enumerate().fold(field, |field, (side, name)| {
        let field = field.side(name, "");
        figures
            .iter()
            .filter(|f| f.1 == side)
            .fold(field, |f, &(name, _, at, numbers)| f.figure_with(name, at, "", numbers))
    })
}

/// ITEN-FIR-01: at the end of turn 6 on a 6, of turn 7 on 5 or 6, and so on; certain in turn 11, and never before.
#[test]
fn the_bombardment_comes() {
    let figures = [("Ann", 0, (5, 3), ""), ("Bob", 1, (20, 1), "")];
    let falls = |turn: u16, rolls: &[(&str, u8)]| bunker(turn, &figures).begin(rolls).won().is_some();
    assert!(!falls(5, &RED) && falls(11, &[]));
    let mut left = Chance::from_integer(1u8.into());
    for (turn, chance) in [(6, "1/6"), (7, "5/18"), (8, "5/18"), (9, "5/27"), (10, "25/324")] {
        let brings = |face: u8| {
            let die = [("ITEN-FIR-01", face)];
            if face + turn as u8 >= 12 { falls(turn, &die) } else { falls(turn, &[&die, &RED[..]].concat()) }
        };
        let faces = (1..=6).filter(|&face| brings(face)).count();
        let now = &left * Chance::new(faces.into(), 6u8.into());
        assert_eq!(now, ratio(chance), "turn {turn}");
        left -= now;
    }
    assert_eq!(left, ratio("5/324"));
}

/// ITEN-FIR-02, -04, ITEN-SCN-08: all outside are out; of those inside most figures win, knocked down or not; as many
/// on both sides, or nobody there, is a draw.
#[test]
fn only_the_bunker_survives() {
    let ends = |figures: &[(&str, usize, (u16, u16), &str)]| bunker(11, figures).begin(&[]);
    let game = ends(&[("Ann", 0, (5, 3), ""), ("Amy", 0, (4, 3), ""), ("Bob", 1, (20, 1), "")]);
    assert_eq!(won(&game), red("ITEN-FIR-04"));
    assert_eq!([game.value("Ann", "fate"), game.value("Amy", "fate"), game.value("Bob", "fate")], [0, 1, 1]);
    let down = "\"down\": 1";
    let game = ends(&[("Ann", 0, (5, 3), ""), ("Bob", 1, (6, 3), down), ("Ben", 1, (7, 3), down)]);
    assert_eq!(won(&game), blue("ITEN-FIR-04"));
    assert_eq!(won(&ends(&[("Ann", 0, (5, 3), ""), ("Bob", 1, (7, 3), "")])), nobody("ITEN-FIR-04"));
    assert_eq!(won(&ends(&[("Ann", 0, (1, 3), ""), ("Bob", 1, (20, 3), "")])), nobody("ITEN-FIR-04"));
}
