//! The scenarios of 6.3: what is fetched, held, driven off, taken down.

use hexfray::battle::{Action, Chance, Fact, Kind, Reason, SideId, Target, Verb};
use hexfray::board::Edge;
use hexfray::opponents;

use crate::field::{Field, Game, ratio};

const INIT: &str = "ITEN-INIT-02";
/// Red is first in the next turn.
const RED: [(&str, u8); 2] = [(INIT, 6), (INIT, 1)];

fn won(game: &Game) -> Option<(String, &'static str)> {
    game.won().map(|(sides, rule)| (sides.join(", "), rule))
}

fn red(rule: &'static str) -> Option<(String, &'static str)> {
    Some(("Red".to_owned(), rule))
}

fn blue(rule: &'static str) -> Option<(String, &'static str)> {
    Some(("Blue".to_owned(), rule))
}

fn nobody(rule: &'static str) -> Option<(String, &'static str)> {
    Some((String::new(), rule))
}

/// The counter lies at 5.5; Ann of Red with a gun and Amy, Bob of Blue with a blade.
fn kelly(ann: (u16, u16), amy: (u16, u16), bob: (u16, u16)) -> Field {
    Field::open(30, 11)
        .mission("KellysHeroes")
        .zone("centre", "Hexes([(5, 5)])")
        .troop("Runner", "speed: 1")
        .side("Red", "")
        .figure("Ann", ann, "troop: \"Runner\", weapons: [\"Laspistol\", \"Dagger\"]")
        .figure("Amy", amy, "")
        .side("Blue", "")
        .figure("Bob", bob, "weapons: [\"Sword\"]")
        .turn(1, 20)
}

/// Whether a figure carries what is fought for.
fn carries(game: &Game, name: &str) -> bool {
    game.battle.carries(game.unit(name))
}

/// ITEN-KEL-01: the first to enter the counter's hex has it; being beside it is not enough.
#[test]
fn who_comes_first_takes_the_counter() {
    let mut game = kelly((2, 5), (30, 1), (30, 11)).begin(&[]);
    assert_eq!(game.battle.prize(), Some(game.hex(5, 5)));
    game.go("Ann", (4, 5), &[]);
    assert!(!carries(&game, "Ann"));
    let mut game = kelly((2, 5), (30, 1), (30, 11)).begin(&[]);
    game.go("Ann", (5, 5), &[]);
    assert!(carries(&game, "Ann") && game.battle.prize().is_none());
}

/// ITEN-KEL-02: a carrier goes 7 with Speed +1, does not charge, not even who lies there, and does not shoot, but runs.
#[test]
fn a_carrier_neither_charges_nor_shoots() {
    let mut game = kelly((2, 5), (30, 1), (16, 5)).begin(&[]);
    game.go("Ann", (5, 5), &[]);
    game.act("pass", &[]);
    // Ann sees Bob and could shoot at him, and is not asked: nobody is.
    game.act("pass", &RED);
    assert_eq!((game.battle.table().turn, game.phase()), (2, "Movement"));
    let mut game = kelly((2, 5), (30, 1), (13, 5)).begin(&[]);
    game.go("Ann", (5, 5), &[]);
    game.act("pass", &[]);
    game.act("Bob does nothing", &RED);
    assert_eq!(game.farthest(Verb::Move, "Ann"), 7);
    let at = game.hex(12, 5);
    let refusal = game.refused(Action::of(Verb::Move, game.unit("Ann")).hex(at));
    assert_eq!((refusal.reason, refusal.rule.0), (Reason::Contested, "ITEN-KEL-02"));
    assert!(game.can(Verb::Move, "Ann", (11, 5)) && !game.can(Verb::Move, "Ann", (12, 4)));
}

/// ITEN-KEL-02: a carrier who sees no enemy runs.
#[test]
fn a_carrier_runs() {
    let wall = ". . . . . . . # . .\n".repeat(9);
    let field = Field::drawn(&wall).mission("KellysHeroes").zone("centre", "Hexes([(3, 5)])");
    let field = field.side("Red", "").figure("Ann", (2, 5), "").side("Blue", "").figure("Bob", (10, 5), "");
    let mut game = field.begin(&[]);
    game.go("Ann", (3, 5), &[]);
    game.act("pass", &[]);
    assert_eq!((game.asked().as_str(), game.phase()), ("Red", "Shooting"));
    assert_eq!(game.farthest(Verb::Run, "Ann"), 3);
}

/// ITEN-KEL-03, ITEN-KD-08: a carrier who is knocked down drops it; an enemy beside him takes it at his next activation,
/// and may move on with it.
#[test]
fn what_is_dropped_goes_to_who_touches_it() {
    let mut game = kelly((5, 6), (30, 1), (6, 3)).begin(&[]);
    game.go("Ann", (5, 5), &[]);
    game.act("pass", &[]);
    game.go("Bob", (5, 4), &[]);
    assert_eq!(game.phase(), "Melee");
    game.act("Ann does nothing", &[]);
    // Sword +1 against 5: hits on 4; Grit 4 exactly: knocked down.
    let melee = [("ITEN-MEL-03", 4), ("ITEN-GRIT-01", 4), (INIT, 1), (INIT, 6)];
    game.act("Bob strikes at Ann", &melee);
    assert_eq!((carries(&game, "Ann"), game.battle.prize()), (false, Some(game.hex(5, 5))));
    assert_eq!(game.asked(), "Blue");
    game.act("Bob takes what lies at 5.5", &[]);
    assert!(carries(&game, "Bob"));
    assert!(game.can(Verb::Move, "Bob", (9, 9)));
}

/// ITEN-KEL-03: where the carrier is out of the game it lies in his hex, and a friend picks it up there.
#[test]
fn a_friend_goes_on_with_it() {
    let mut game = kelly((5, 6), (3, 5), (6, 3)).begin(&[]);
    game.go("Ann", (5, 5), &[]);
    game.act("pass", &[]);
    game.go("Bob", (5, 4), &[]);
    game.act("Ann does nothing", &[]);
    game.act("Bob strikes at Ann", &[&[("ITEN-MEL-03", 6), ("ITEN-GRIT-01", 1)], &RED[..]].concat());
    assert_eq!((game.place("Ann"), game.battle.prize()), ((0, 0), Some(game.hex(5, 5))));
    assert!(game.offers().iter().all(|o| !o.contains("takes")));
    game.go("Amy", (4, 5), &[]);
    game.act("Amy takes what lies at 5.5", &[]);
    assert!(carries(&game, "Amy"));
}

/// ITEN-KEL-04: off the table, over any edge, wins at once.
#[test]
fn off_the_table_with_it() {
    let mut game = kelly((5, 6), (30, 1), (30, 11)).begin(&[]);
    assert!(game.offers().iter().all(|o| !o.contains("leaves")));
    game.go("Ann", (5, 5), &[]);
    game.act("pass", &[]);
    game.act("pass", &RED);
    let leaves: Vec<String> = game.offers().into_iter().filter(|o| o.contains("leaves")).collect();
    assert_eq!(leaves, ["left", "top", "bottom"].map(|edge| format!("Ann leaves the board by the {edge} edge")));
    game.act("by the top edge", &[]);
    assert_eq!(won(&game), red("ITEN-KEL-04"));
}

/// ITEN-SCN-01: after turn 20 its carrier has won; nobody where nobody carries it.
#[test]
fn the_carrier_wins_in_the_end() {
    for (to, result) in [((5, 5), red("ITEN-SCN-01")), ((4, 5), nobody("ITEN-SCN-01"))] {
        let mut game = kelly((5, 6), (30, 1), (30, 11)).turn(20, 20).begin(&[]);
        game.go("Ann", to, &[]);
        game.act("pass", &[]);
        while game.won().is_none() {
            game.act("pass", &[]);
        }
        assert_eq!(won(&game), result);
    }
}

/// ITEN-SCN-11: the only Retinue left wins, whatever the scenario is about, as long as that is open to it.
#[test]
fn the_only_one_left_wins() {
    for (mission, zones) in [
        ("KellysHeroes", &["centre"][..]),
        ("MissingRobot", &["centre"]),
        ("FireMission", &["centre", "bunker"]),
        ("LifeIsCheap", &["centre", "bunker", "door", "pod 1"]),
    ] {
        let field = Field::open(20, 5).mission(mission).at("End of turn").turn(3, 20);
        let places = (5..).zip(zones);
        let field = places.fold(field, |field, (x, zone)| field.zone(zone, &format!("Hexes([({x}, 3)])")));
        let field = field.side("Red", "").gone("Ann", "troop: \"Plain\"").side("Blue", "").figure("Bob", (1, 1), "");
        assert_eq!(won(&field.begin(&[])), blue("ITEN-SCN-11"), "{mission}");
    }
}

/// ITEN-SCN-09: two to five Retinues play any of the scenarios.
#[test]
fn two_to_five_retinues() {
    let names = ["Red", "Blue", "Green", "White", "Black", "Pink"];
    let field = |sides: usize| {
        let field = Field::open(40, 40).mission("KellysHeroes").zone("centre", "Hexes([(5, 5)])").at("");
        names.into_iter().take(sides).fold(field, |f, name| f.side(name, "roster: \"inquisitors_retinue\""))
    };
    assert!((2..=5).all(|sides| field(sides).try_ready().is_ok()));
    let told = field(6).try_ready().unwrap_err();
    assert!(told.iter().any(|t| t.contains("6 sides") && t.contains("ITEN-SCN-09")), "{told:?}");
}

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

/// The Dreadnought at 10.3, with figures by name, side, place and kit.
fn robot(figures: &[(&str, usize, (u16, u16), &str)]) -> Field {
    let field = Field::open(60, 5).mission("MissingRobot").zone("centre", "Hexes([(10, 3)])").turn(1, 20);
    ["Red", "Blue"].into_iter().enumerate().fold(field, |field, (side, name)| {
        let field = field.side(name, "");
        figures.iter().filter(|f| f.1 == side).fold(field, |f, &(name, _, at, kit)| f.figure(name, at, kit))
    })
}

/// ITEN-ROB-01: its numbers, and 42 points; it shoots a plain man in armour 8 on 2+, 5/6.
#[test]
fn the_dreadnought() {
    let game = robot(&[("Ann", 0, (30, 3), "armour: \"Power Armour\""), ("Bob", 1, (60, 1), "")]).begin(&[]);
    let robot = game.unit("Dreadnought");
    let profile = game.battle.profile(robot);
    assert_eq!((profile.grit, profile.fv, profile.sv, profile.armour), (3, 4, 4, 12));
    assert_eq!(profile.member.price.total, 42);
    let shot = game.battle.shot(robot, 0, game.unit("Ann")).unwrap();
    assert_eq!((shot.need, shot.faces()), (2, 5));
    let strike = |name: &str| game.battle.blow(robot, 1, game.unit(name), 2, 0).need;
    assert_eq!(strike("Ann"), 2, "+6 against 8");
    assert_eq!(game.battle.shared().sides[2].name, "Dreadnought");
    assert_eq!((game.battle.players(), game.battle.neutral()), (2, Some(SideId(2))));
}

/// Who was rolled against since the last answer, by the rule of the roll.
fn targets(game: &Game, rule: &str) -> Vec<String> {
    let rolled = game.events.iter().filter(|e| e.rule.0 == rule).filter_map(|e| match e.fact {
        Fact::Rolled { against, .. } => Some(game.battle.profile(against).member.name.clone()),
        _ => None,
    });
    rolled.collect()
}

/// ITEN-ROB-02: it acts last and shoots the nearest that it sees within 36, in contact too, and stays where it is.
#[test]
fn it_shoots_the_nearest() {
    let shot = |ann: u16| {
        let figures =
            [("Ann", 0, (ann, 3), "armour: \"Terminator Armour\""), ("Amy", 0, (50, 3), ""), ("Bob", 1, (55, 3), "")];
        let mut game = robot(&figures).begin(&[]);
        game.act("pass", &[]);
        // 4 + 3 against 10: a 2 misses.
        game.act("pass", &[&[("ITEN-SHO-08", 2)], &RED[..]].concat());
        assert_eq!(game.place("Dreadnought"), (10, 3));
        targets(&game, "ITEN-SHO-08")
    };
    assert_eq!((shot(40), shot(46)), (vec!["Ann".to_owned()], vec!["Ann".to_owned()]));
    let mut game = robot(&[("Ann", 0, (47, 3), ""), ("Bob", 1, (48, 3), "")]).begin(&[]);
    game.acts(&["pass", "pass"]);
    assert_eq!(game.phase(), "Melee");
    let mut game = robot(&[("Ann", 0, (11, 3), ""), ("Bob", 1, (48, 3), "")]).begin(&[]);
    game.act("pass", &[]);
    game.act("pass", &[("ITEN-SHO-08", 1)]);
    assert_eq!((targets(&game, "ITEN-SHO-08"), game.phase()), (vec!["Ann".to_owned()], "Melee"));
}

/// ITEN-ROB-02: it splits its Fighting Value evenly over whom it touches; a die says who has an odd point, and with more
/// than four who has none.
#[test]
fn it_splits_its_fighting_value() {
    let places = [(11, 3), (9, 3), (9, 2), (10, 2), (9, 4)];
    let names = ["Ann", "Amy", "Ada", "Eve", "Fay"];
    let parts = |count: usize, rolls: &[(&str, u8)]| {
        let mut figures: Vec<_> = (0..count).map(|i| (names[i], 0, places[i], "")).collect();
        figures.push(("Bob", 1, (60, 1), ""));
        let mut game = robot(&figures).begin(&[]);
        game.act("pass", &[]);
        game.act("pass", &[("ITEN-SHO-08", 1)]);
        let blows = vec![("ITEN-MEL-03", 1); count.min(4)];
        game.act("pass", &[rolls, &blows, &RED].concat());
        let part = |e: &hexfray::battle::Event| match e.fact {
            Fact::Modifier { value, .. } if ["ITEN-MEL-08", "ITEN-MEL-03"].contains(&e.rule.0) => Some(value),
            _ => None,
        };
        let parts: Vec<i8> = game.events.iter().filter_map(part).collect();
        (targets(&game, "ITEN-MEL-03").join(" "), parts)
    };
    assert_eq!(parts(1, &[]), ("Ann".to_owned(), vec![4]));
    assert_eq!(parts(2, &[]), ("Ann Amy".to_owned(), vec![2, 2]));
    assert_eq!(parts(3, &[("ITEN-ROB-02", 2)]), ("Ann Amy Ada".to_owned(), vec![1, 2, 1]));
    assert_eq!(parts(4, &[]), ("Ann Amy Ada Eve".to_owned(), vec![1, 1, 1, 1]));
    assert_eq!(parts(5, &[("ITEN-ROB-02", 2)]), ("Ann Ada Eve Fay".to_owned(), vec![1, 1, 1, 1]));
}

/// ITEN-ROB-01, -02: nothing makes it go, and down it rises as in very heavy armour, on a 6.
#[test]
fn nothing_moves_it() {
    let figures = [("Ann", 0, (14, 3), "troop: \"Horror\""), ("Bob", 1, (60, 1), "")];
    let mut game = robot(&figures).troop("Horror", "tags: [Terrifying]").begin(&[]);
    game.go("Ann", (11, 3), &[]);
    assert_eq!((game.place("Ann"), game.place("Dreadnought")), ((11, 3), (10, 3)));
    assert_eq!(game.battle.rises_on(game.unit("Dreadnought")), 6);
}

/// ITEN-ROB-03: +8 hits it half of the time; whose attack it is that its Grit roll fails has won, at once.
#[test]
fn who_takes_it_down_wins() {
    let figures = [("Ann", 0, (11, 3), "troop: \"Champion\", weapons: [\"Power Klaw\"]"), ("Bob", 1, (60, 1), "")];
    let mut game = robot(&figures).troop("Champion", "fv: 4").begin(&[]);
    let (ann, robot) = (game.unit("Ann"), game.unit("Dreadnought"));
    assert_eq!(game.battle.blow(ann, 0, robot, 4, 0).need, 4);
    game.act("pass", &[]);
    game.act("pass", &[("ITEN-SHO-08", 1)]);
    game.act("Ann strikes at Dreadnought", &[("ITEN-MEL-03", 4), ("ITEN-MEL-03", 1), ("ITEN-GRIT-01", 4)]);
    assert_eq!(won(&game), red("ITEN-ROB-03"));
}

/// ITEN-SCN-04, -06, -07: after turn 20 nobody has won who has not reached the goal.
#[test]
fn time_runs_out() {
    let ends = |field: Field| {
        let field = field.at("End of turn").turn(20, 20).side("Red", "").figure("Ann", (1, 1), "");
        won(&field.side("Blue", "").figure("Bob", (20, 1), "").begin(&[]))
    };
    let at = |mission: &str, zones: &[&str]| {
        let field = Field::open(20, 5).mission(mission);
        (5..).zip(zones).fold(field, |field, (x, zone)| field.zone(zone, &format!("Hexes([({x}, 3)])")))
    };
    assert_eq!(ends(at("MissingRobot", &["centre"])), nobody("ITEN-SCN-06"));
    assert_eq!(ends(at("LifeIsCheap", &["centre", "bunker", "door", "pod 1"])), nobody("ITEN-SCN-07"));
    let field = gauntlet((5, 5)).at("End of turn").turn(20, 20).side("Red", "part: true, edge: Left");
    let field = field.figure("Ann", (1, 1), "").side("Blue", "").figure("Bob", (20, 1), "");
    assert_eq!(won(&field.begin(&[])), nobody("ITEN-SCN-04"));
}

/// A road along row 5, with the wagon on it.
fn gauntlet(wagon: (u16, u16)) -> Field {
    let rows: Vec<String> = (1..=9).map(|row| if row == 5 { "d " } else { ". " }.repeat(30)).collect();
    let field = Field::drawn(&(rows.join("\n") + "\n")).mission("TheGauntlet").zone("road", "Drawn('d')");
    field.with(&format!("wagon: {wagon:?}")).turn(2, 20)
}

/// The same with Ann of the escort, Bob and Cid who want the wagon.
fn ambush(wagon: (u16, u16), ann: (u16, u16), bob: (u16, u16), cid: (u16, u16)) -> Field {
    let field = gauntlet(wagon).side("Red", "part: true, edge: Left").figure("Ann", ann, "");
    let field = field.side("Blue", "edge: Top").figure("Bob", bob, "");
    field.side("Green", "edge: Bottom").figure("Cid", cid, "")
}

/// Whether the side asked may take the wagon to a hex.
fn drives(game: &mut Game, to: (u16, u16)) -> bool {
    let to = game.hex(to.0, to.1);
    game.offers();
    let action = Action::side(Verb::Move).hex(to);
    game.battle.check(action, &mut hexfray::battle::Listing::default()).is_ok()
}

/// ITEN-GAU-01: each is as likely to escort; he picks a short edge, where the wagon stands on the road, and deploys
/// within 6 of it. ITEN-GAU-02: the others stand on the long edges in turn, evenly spaced: of three, two on the edge
/// that the highest roll picks.
#[test]
fn escort_and_ambush() {
    let names = ["Red", "Blue", "Green", "White"];
    let rows: Vec<String> = (1..=48).map(|row| if row == 24 { "d " } else { ". " }.repeat(72)).collect();
    let field = Field::drawn(&(rows.join("\n") + "\n")).mission("TheGauntlet").zone("road", "Drawn('d')").at("");
    let field = names.into_iter().fold(field, |f, name| f.side(name, "roster: \"inquisitors_retinue\""));
    let dep = ["ITEN-DEP-01"; 3];
    for side in 0..4u8 {
        assert_eq!(field.begin(&[("ITEN-GAU-01", side + 1)]).battle.part(), Some(SideId(side)));
    }
    let mut game = field.begin(&[("ITEN-GAU-01", 2)]);
    assert_eq!(
        (game.asked().as_str(), game.offers()),
        ("Blue", vec!["deploy at the right edge".to_owned(), "deploy at the left edge".to_owned()])
    );
    game.act("deploy at the right edge", &[(dep[0], 2), (dep[1], 6), (dep[2], 4)]);
    assert_eq!(game.battle.wagon(), Some(game.hex(72, 24)));
    assert_eq!(
        (game.asked().as_str(), game.offers()),
        ("Green", vec!["deploy at the top edge".to_owned(), "deploy at the bottom edge".to_owned()])
    );
    game.act("deploy at the bottom edge", &[]);
    let span = |side| {
        let hexes = game.battle.zone(SideId(side)).cells.iter().map(|&c| game.battle.board().column_row(c));
        hexes.fold([u16::MAX, 0, u16::MAX, 0], |[l, r, t, b], (x, y)| [l.min(x), r.max(x), t.min(y), b.max(y)])
    };
    assert_eq!(span(1), [67, 72, 1, 48]);
    // Green rolled most, then White, then Red: bottom, top, bottom.
    assert_eq!([span(2), span(3), span(0)], [[8, 28, 43, 48], [26, 46, 1, 6], [44, 64, 43, 48]]);
    assert_eq!(game.asked(), "Blue");
}

/// ITEN-GAU-06: once a turn in all, 6 hexes either way, by a side with a standing figure beside it and no standing enemy.
#[test]
fn who_is_beside_the_wagon_drives_it() {
    let mut game = ambush((10, 5), (9, 5), (10, 1), (30, 9)).begin(&[]);
    assert!(drives(&mut game, (16, 5)) && drives(&mut game, (4, 5)) && !drives(&mut game, (17, 5)));
    let there = game.hex(16, 5);
    game.play(Action::side(Verb::Move).hex(there), &[]);
    assert_eq!(game.battle.wagon(), Some(there));
    let back = game.hex(15, 5);
    let refusal = game.refused(Action::side(Verb::Move).hex(back));
    assert_eq!((refusal.reason, refusal.rule.0), (Reason::AlreadyDone, "ITEN-GAU-06"));
    let mut game = ambush((10, 5), (9, 5), (11, 5), (30, 9)).begin(&[]);
    assert!(!drives(&mut game, (16, 5)));
    let mut game = ambush((10, 5), (7, 5), (30, 1), (30, 9)).begin(&[]);
    assert!(!drives(&mut game, (16, 5)));
    game.go("Ann", (9, 5), &[]);
    assert_eq!(game.asked(), "Red");
    assert!(drives(&mut game, (16, 5)));
    game.act("pass", &[]);
    assert_eq!(game.asked(), "Blue");
}

/// ITEN-GAU-06: hard cover takes 3 of its 6. ITEN-GAU-01: it blocks sight and its hex.
#[test]
fn the_wagon_is_in_the_way() {
    let rows: Vec<String> = (1..=9)
        .map(|row| if row == 5 { format!("{}% % % % {}", "d ".repeat(9), "d ".repeat(17)) } else { "~ ".repeat(30) })
        .collect();
    let field = Field::drawn(&(rows.join("\n") + "\n")).mission("TheGauntlet").zone("road", "Drawn('d')");
    let field = field.with("wagon: (9, 5)").turn(2, 20).side("Red", "part: true, edge: Left").figure("Ann", (8, 5), "");
    let mut game = field.side("Blue", "edge: Top").figure("Bob", (30, 5), "").begin(&[]);
    assert!(drives(&mut game, (12, 5)) && !drives(&mut game, (13, 5)));
    let mut game = ambush((10, 5), (8, 5), (12, 5), (30, 9)).begin(&[]);
    assert!(!game.battle.sees(game.unit("Ann"), game.unit("Bob")));
    assert!(!game.can(Verb::Move, "Ann", (10, 5)) && game.can(Verb::Move, "Ann", (10, 4)));
    let game = ambush((20, 5), (8, 5), (12, 5), (30, 9)).begin(&[]);
    assert!(game.battle.sees(game.unit("Ann"), game.unit("Bob")));
}

/// ITEN-GAU-01, -06: the escort wins when the wagon leaves over the other short edge: from 5 steps before the last hex
/// it does, from 6 it does not; 71 hexes and off take 12 turns.
#[test]
fn the_wagon_gets_through() {
    let off = "the wagon leaves the board by the right edge";
    let mut game = ambush((24, 5), (23, 5), (1, 1), (1, 9)).begin(&[]);
    assert!(game.offers().iter().all(|o| !o.contains("leaves the board")));
    let mut game = ambush((25, 5), (24, 5), (1, 1), (1, 9)).begin(&[]);
    game.act(off, &[]);
    assert_eq!(won(&game), red("ITEN-GAU-03"));
    assert_eq!((71 + 1u32).div_ceil(6), 12);
}

/// ITEN-GAU-03: an attacker takes it off over the edge of his own zone, nobody else's.
#[test]
fn the_wagon_is_stolen() {
    // Blue's zone is the middle of the top edge, 10 hexes either way from 15.
    let at = |wagon: (u16, u16), bob: (u16, u16), cid: (u16, u16)| {
        let mut game = ambush(wagon, (30, 5), bob, cid).begin(&[]);
        game.act("pass", &[]);
        game.offers().into_iter().filter(|o| o.contains("wagon leaves")).collect::<Vec<_>>()
    };
    assert_eq!(at((10, 3), (10, 4), (30, 9)), ["the wagon leaves the board by the top edge"]);
    assert!(at((10, 9), (10, 8), (30, 1)).is_empty(), "Green's edge");
    let mut game = ambush((10, 3), (30, 5), (10, 4), (30, 9)).begin(&[]);
    game.act("pass", &[]);
    let out = |hex: (u16, u16)| game.battle.way_out(SideId(1), game.hex(hex.0, hex.1));
    assert_eq!(
        [out((4, 1)), out((5, 1)), out((25, 1)), out((26, 1)), out((15, 9))],
        [None, Some(Edge::Top), Some(Edge::Top), None, None]
    );
    game.act("the wagon leaves", &[]);
    assert_eq!(won(&game), blue("ITEN-GAU-03"));
}

/// ITEN-GAU-04: the escort is first in turn 1. ITEN-GAU-05: 20 points more for each opponent after the first.
#[test]
fn the_escort_is_reinforced_and_first() {
    let field = ambush((10, 5), (9, 5), (10, 1), (30, 9)).turn(1, 20).at("Initiative");
    assert_eq!(field.begin(&[(INIT, 6), (INIT, 5)]).asked(), "Red");
    let rows: Vec<String> = (1..=48).map(|row| if row == 24 { "d " } else { ". " }.repeat(72)).collect();
    let with = |sides: usize, count: usize| {
        let field = Field::drawn(&(rows.join("\n") + "\n")).mission("TheGauntlet").zone("road", "Drawn('d')").at("");
        let more = format!("points: 191, roster: \"ork_raiders\", reinforcement: [(troop: \"Grot\", count: {count})]");
        let names = ["Red", "Blue", "Green", "White"].into_iter().take(sides - 1);
        names.fold(field, |f, name| f.side(name, "roster: \"inquisitors_retinue\"")).side("Orks", &more)
    };
    for (sides, most) in [(3, 2), (4, 5), (5, 8)] {
        assert!(with(sides, most).try_ready().is_ok(), "{sides}");
        let told = with(sides, most + 1).try_ready().unwrap_err();
        assert!(told.iter().any(|t| t.contains("ITEN-GAU-05")), "{told:?}");
    }
}

/// The bunker at 9.5 with its door at 10.5, a pod of two zombies at 30.5 and 31.5; Ann and Amy of Red, Bob of Blue.
fn bitten(ann: (u16, u16), amy: (u16, u16), bob: (u16, u16), kit: &str) -> Field {
    let rows = |row: usize| match row {
        4 | 6 => format!("{}# # {}", ". ".repeat(7), ". ".repeat(31)),
        5 => format!("{}# b D {}", ". ".repeat(7), ". ".repeat(30)),
        _ => ". ".repeat(40),
    };
    let picture: Vec<String> = (1..=9).map(rows).collect();
    let field = Field::drawn(&(picture.join("\n") + "\n")).mission("LifeIsCheap").turn(1, 20);
    let field = field.zone("centre", "Hexes([(9, 5)])").zone("bunker", "Drawn('b')").zone("door", "Drawn('D')");
    let field = field.zone("pod 1", "Hexes([(30, 5), (31, 5)])").troop("Steady", "tags: [Fearless]");
    let kit = format!("troop: \"Steady\", {kit}");
    let field = field.side("Red", "edge: Left").figure("Ann", ann, &kit).figure("Amy", amy, "");
    field.side("Blue", "edge: Right").figure("Bob", bob, "")
}

const FIRST: &str = "Bunker Zombie 1";
const SECOND: &str = "Bunker Zombie 2";

/// ITEN-LIF-04: who ends a move within 9 wakes a pod, which comes at once, and then not again this turn; at 10 nothing
/// happens. ITEN-LIF-07: 5 hexes.
#[test]
fn a_pod_hears_nine_hexes() {
    let mut game = bitten((15, 5), (1, 1), (1, 9), "").begin(&[]);
    game.go("Ann", (20, 5), &[]);
    assert_eq!((game.place(FIRST), game.value(FIRST, "hunts")), ((30, 5), 0));
    let mut game = bitten((15, 5), (1, 1), (1, 9), "").begin(&[]);
    game.go("Ann", (21, 5), &[]);
    assert_eq!((game.place(FIRST), game.place(SECOND)), ((25, 5), (26, 5)));
    assert_eq!([FIRST, SECOND].map(|z| game.value(z, "hunts")), [1, 1]);
    game.act("pass", &[]);
    game.act("Bob does nothing", &RED);
    assert_eq!((game.place(FIRST), game.battle.table().turn), ((25, 5), 2));
}

/// ITEN-LIF-04, -05: from the next turn on a pod moves after all others, at the nearest of its Retinue, seen or not.
#[test]
fn they_come_last_and_need_no_sight() {
    let mut game = bitten((15, 5), (1, 1), (22, 1), "").begin(&[]);
    game.go("Ann", (21, 5), &[]);
    game.act("pass", &[]);
    game.act("Bob does nothing", &RED);
    // Bob is nearer, and not hunted; Ann goes behind the bunker.
    game.go("Ann", (15, 5), &[]);
    game.act("pass", &[]);
    assert_eq!((game.asked().as_str(), game.place(FIRST)), ("Blue", (25, 5)));
    game.act("pass", &RED);
    assert_eq!((game.place(FIRST), game.place(SECOND)), ((20, 5), (21, 5)));
}

/// ITEN-LIF-07: Grit 2+, FV +1, SV +0, Speed -1, armour 5, no weapons; they fear nothing, powers do nothing to them; they
/// strike armour 7 on a 6, and are terrifying.
#[test]
fn what_these_zombies_are() {
    let game = bitten((15, 5), (1, 1), (1, 9), "armour: \"Carapace Armour\"").begin(&[]);
    let (zombie, ann) = (game.unit(FIRST), game.unit("Ann"));
    let profile = game.battle.profile(zombie);
    assert_eq!((profile.grit, profile.fv, profile.sv, profile.speed, profile.armour), (2, 1, 0, -1, 5));
    assert!(profile.arms.is_empty() && profile.terrifying && game.battle.is_fearless(zombie));
    assert!(game.battle.is_immune(zombie));
    assert_eq!(game.battle.blow(zombie, 0, ann, 1, 0).need, 6);
    assert!(game.battle.frightens(zombie, game.unit("Amy")));
}

/// ITEN-LIF-04: a woken pod assaults; whom it would touch is tested. ITEN-OUT-10: they gang up where each alone would
/// need a 5, and strike one by one where not.
#[test]
fn zombies_gang_up() {
    for (kit, blows) in [("armour: \"Carapace Armour\"", 1), ("", 2)] {
        let mut game = bitten((29, 9), (1, 1), (1, 9), kit).begin(&[]);
        // Within their move, beside neither of them.
        game.go("Ann", (27, 5), &[]);
        assert_eq!(game.place(FIRST), (28, 5));
        game.act("pass", &[]);
        game.act("Bob does nothing", &[]);
        while game.phase() == "Shooting" {
            game.act("pass", &[]);
        }
        assert_eq!(game.phase(), "Melee");
        game.act("Ann does nothing", &[&vec![("ITEN-MEL-03", 1); blows][..], &RED].concat());
    }
}

/// The odds of a blow are about that blow, not about what zombies do to whoever strikes it (ITEN-MEL-05, ITEN-OUT-10).
#[test]
fn odds_leave_out_whom_nobody_plays() {
    let mut game = bitten((29, 9), (1, 1), (1, 9), "weapons: [\"Club\"]").begin(&[]);
    game.go("Ann", (27, 5), &[]);
    game.act("pass", &[]);
    game.act("Bob does nothing", &[]);
    while game.phase() == "Shooting" {
        game.act("pass", &[]);
    }
    let blow = format!("Ann strikes at {FIRST}");
    assert!(game.odds(&blow, FIRST).len() > 1, "the zombie may fall");
    let ann: Vec<String> = game.odds(&blow, "Ann").into_keys().collect();
    assert!(ann.iter().all(|change| !change.contains("fate") && !change.contains("down")), "{ann:?}");
    assert_eq!(game.odds(&blow, SECOND).into_keys().collect::<Vec<_>>(), ["nothing"]);
}

/// ITEN-LIF-06: whom a zombie kills rises in his hex when the next turn begins, as one of its pod.
#[test]
fn the_bitten_rise() {
    let mut game = bitten((29, 9), (1, 1), (1, 9), "").begin(&[]);
    game.go("Ann", (27, 5), &[]);
    game.act("pass", &[]);
    game.act("Bob does nothing", &[]);
    while game.phase() == "Shooting" {
        game.act("pass", &[]);
    }
    let ann = game.unit("Ann");
    let rolls = [("ITEN-MEL-03", 6), ("ITEN-MEL-03", 6), ("ITEN-GRIT-01", 1)];
    game.act("Ann does nothing", &[&rolls[..], &RED].concat());
    assert_eq!(game.battle.piece(ann).side, SideId(2));
    assert_eq!(game.place("Ann (risen)"), (27, 5));
    assert_eq!(
        [game.value("Ann (risen)", "pod"), game.value("Ann (risen)", "hunts"), game.value("Ann (risen)", "fate")],
        [1, 1, 0]
    );
    assert_eq!(game.battle.profile(ann).grit, 2);
}

/// ITEN-LIF-05: when all of a Retinue are gone its pod goes for the nearest of the others.
#[test]
fn then_the_next_nearest() {
    let field = bitten((29, 9), (1, 1), (20, 5), "").side("Green", "").figure("Cid", (38, 9), "");
    let mut game = field.begin(&[]);
    game.go("Ann", (27, 5), &[]);
    // Amy leaves over her own edge, Ann is eaten.
    game.act("Amy leaves the board by the left edge", &[]);
    game.acts(&["pass", "pass"]);
    let next = [(INIT, 6), (INIT, 5), (INIT, 4)];
    let rolls = [("ITEN-MEL-03", 6), ("ITEN-MEL-03", 1), ("ITEN-GRIT-01", 1)];
    game.act("Ann does nothing", &[&rolls[..], &next].concat());
    assert_eq!(game.value(FIRST, "hunts"), 1);
    game.act("pass", &[]);
    game.act("pass", &next);
    assert_eq!([FIRST, SECOND, "Ann (risen)"].map(|z| game.value(z, "hunts")), [2, 2, 2]);
    assert!(game.place(FIRST).0 < 26);
}

/// ITEN-LIF-01, -02: nobody gets through the door; who ends a move before it has the spy, and wins with him in any hex
/// of his own zone. He burdens as the counter does (ITEN-KEL-02).
#[test]
fn the_spy_comes_home() {
    let mut game = bitten((11, 2), (1, 1), (20, 9), "weapons: [\"Laspistol\"]").begin(&[]);
    assert!(!game.can(Verb::Move, "Ann", (10, 5)));
    game.go("Ann", (10, 4), &[]);
    assert!(carries(&game, "Ann"));
    game.act("pass", &[]);
    game.act("pass", &RED);
    assert_eq!(game.battle.table().turn, 2);
    game.go("Ann", (6, 4), &[]);
    assert_eq!(won(&game), red("ITEN-LIF-02"));
}

/// ITEN-LIF-02, ITEN-VEH-08: he is home as soon as a hex of the vehicle is that has him aboard.
#[test]
fn the_spy_is_driven_home() {
    let rows = |row: usize| match row {
        4 | 6 => format!("{}# # {}", ". ".repeat(7), ". ".repeat(31)),
        5 => format!("{}# b D {}", ". ".repeat(7), ". ".repeat(30)),
        _ => ". ".repeat(40),
    };
    let picture: Vec<String> = (1..=10).map(rows).collect();
    let field = Field::drawn(&(picture.join("\n") + "\n")).mission("LifeIsCheap").turn(1, 20);
    let field = field.zone("centre", "Hexes([(9, 5)])").zone("bunker", "Drawn('b')").zone("door", "Drawn('D')");
    let field = field.zone("pod 1", "Hexes([(30, 5), (31, 5)])").side("Red", "edge: Left").figure("Ann", (12, 4), "");
    let field = field.rider("Gil", "", "").vehicle("Truck", (13, 8), "aboard: [\"Gil\"]", "facing: W");
    let mut game = field.side("Blue", "edge: Right").figure("Bob", (40, 9), "").begin(&[]);
    game.go("Ann", (10, 4), &[]);
    game.act("pass", &[]);
    game.act("pass", &RED);
    let boards = game.offers().into_iter().find(|o| o.starts_with("Ann") && o.contains("Truck"));
    let boards = boards.unwrap_or_else(|| panic!("{} {:#?}", game.asked(), game.offers()));
    game.act(&boards, &[]);
    assert!(carries(&game, "Ann") && won(&game).is_none());
    let drives = game.offers().into_iter().find(|o| o.contains("drives to 7.8"));
    let drives = drives.unwrap_or_else(|| panic!("{} {:#?}", game.asked(), game.offers()));
    game.act(&drives, &[]);
    assert_eq!(won(&game), red("ITEN-LIF-02"));
}

/// Four houses of radius 1 along row 10 with their middles at 10, 25, 40 and 55, a door to the east of each; Chaos with
/// these many cultists behind its agent, and the Inquisitor.
fn ritual() -> Field {
    let mut rows = vec![". ".repeat(64); 40];
    let mut zones = Vec::new();
    for (n, x) in [10usize, 25, 40, 55].into_iter().enumerate() {
        let mut put = |row: usize, from: usize, text: &str| {
            rows[row - 1].replace_range(2 * (from - 1)..2 * (from - 1) + text.len(), text);
        };
        put(18, x - 1, "# # #");
        put(19, x - 1, "# b b #");
        put(20, x - 2, "# b b b D");
        put(21, x - 1, "# b b #");
        put(22, x - 1, "# # #");
        let floor = [(x - 1, 20), (x, 20), (x + 1, 20), (x, 19), (x + 1, 19), (x, 21), (x + 1, 21)];
        zones.push((format!("building {}", n + 1), format!("Hexes({floor:?})")));
    }
    let field = Field::drawn(&(rows.join("\n") + "\n")).mission("TheRitual").at("").turn(1, 10);
    zones.iter().fold(field, |f, (name, floor)| f.zone(name, floor))
}

/// With its sides, the ritual's to Chaos.
fn hidden() -> Field {
    ritual().side("Chaos", "roster: \"chaos_agents_retinue\"").side("Red", "roster: \"inquisitors_retinue\"")
}

const HOUSES: [(&str, u8); 2] = [("ITEN-RIT-01", 1), ("ITEN-RIT-02", 1)];

/// ITEN-RIT-01: each side with a Chaos Agent or a Radical Inquisitor is as likely to perform the ritual; where there is
/// none it is not played.
#[test]
fn who_performs_the_ritual() {
    for side in 0..2u8 {
        let game = hidden().begin(&[("ITEN-RIT-01", side + 1), HOUSES[1]]);
        assert_eq!(
            (game.battle.part(), game.asked().as_str()),
            (Some(SideId(side)), ["Chaos", "Red"][usize::from(side)])
        );
    }
    // The Orks cannot: nobody rolls.
    let game = ritual().side("Chaos", "roster: \"chaos_agents_retinue\"").side("Orks", "roster: \"ork_raiders\"");
    assert_eq!(game.begin(&HOUSES[1..]).battle.part(), Some(SideId(0)));
    let none = ritual().side("Reds", "roster: \"ork_raiders\"").side("Blues", "roster: \"ork_raiders\"");
    assert!(none.try_ready().unwrap_err().iter().any(|t| t.contains("ITEN-RIT-01")));
}

/// ITEN-RIT-02: the owner chooses among all four in secret; in what others know each is as likely, 1 in 4.
#[test]
fn the_house_is_a_secret() {
    let mut game = hidden().begin(&HOUSES);
    assert_eq!(game.battle.decision().map(|d| d.kind), Some(Kind::Commit));
    assert_eq!(game.offers().len(), 4);
    // Eight figures and seven seats: one must stand outside first.
    let mut short = hidden().begin(&HOUSES);
    short.act("the ritual is in building 2", &[]);
    assert!(short.offers().iter().all(|o| !o.starts_with("pass")));
}

/// ITEN-RIT-03: of eight figures four may be decoys, within 6 of any building; the ritualist is none of them.
#[test]
fn decoys_stand_outside() {
    let mut game = hidden().begin(&HOUSES);
    game.act("the ritual is in building 2", &[]);
    assert!(game.offers().iter().all(|o| !o.starts_with("place Chaos Agent")));
    // The wall is 2 from the middle of a building, 6 more.
    assert!(
        game.can(Verb::Place, "Chaos Space Marine", (18, 20)) && game.can(Verb::Place, "Chaos Space Marine", (2, 20))
    );
    assert!(
        !game.can(Verb::Place, "Chaos Space Marine", (64, 20))
            && !game.can(Verb::Place, "Chaos Space Marine", (25, 20))
    );
    for place in ["2.20", "3.20", "4.20"] {
        let first = game.offers().into_iter().find(|o| o.ends_with(&format!(" at {place}"))).unwrap();
        game.act(&first, &[]);
    }
    let last = game.offers().into_iter().find(|o| o.ends_with(" at 5.20")).unwrap();
    // With the fourth all others go inside.
    game.act(&last, &[]);
    assert_eq!(game.asked(), "Red");
    assert_eq!(game.battle.units_of(SideId(0)).len(), 4);
}

/// ITEN-RIT-03: the utility opponent puts a decoy just outside each house, the right one among them.
#[test]
fn decoys_mislead() {
    let field = hidden();
    let mut game = field.begin(&HOUSES);
    game.act("the ritual is in building 2", &[]);
    let mut seat = opponents::opponent(&field.library(), &game.battle.clone().into(), "utility").unwrap();
    let mut houses = Vec::new();
    while game.asking().0 == "ITEN-RIT-03" {
        let action = seat.choose(&game.battle.clone().into(), 1);
        let Target::Hex(at) = action.target else { panic!("{action:?}") };
        // The wall is 2 from the middle of a house.
        houses.extend([10, 25, 40, 55].into_iter().find(|&x| game.battle.board().distance(game.hex(x, 20), at) == 3));
        game.play(action, &[]);
    }
    houses.sort_unstable();
    assert_eq!(houses, [10, 25, 40, 55]);
}

/// Deployed with one decoy: the ritual is in this building, Red stands at the left edge, where no door looks.
fn begun(house: usize) -> Game {
    let mut game = hidden().begin(&HOUSES);
    game.act(&format!("the ritual is in building {house}"), &[]);
    game.act("place Unapproved Psyker at 2.20", &[]);
    game.act("pass", &[]);
    game.act("deploy at the left edge", &[]);
    while game.phase().is_empty() {
        let offers = game.offers();
        let dice: &[(&str, u8)] = if game
            .battle
            .units()
            .filter(|&u| game.battle.piece(u).side == SideId(1) && !game.battle.piece(u).at.is_some())
            .count()
            == 1
        {
            &[(INIT, 1), (INIT, 6)]
        } else {
            &[]
        };
        game.act(&offers[offers.len() - 1], dice);
    }
    game
}

/// ITEN-RIT-02: what the others know is the same wherever the ritual is, and a guess of theirs falls on each house.
#[test]
fn nobody_else_knows() {
    let views: Vec<u64> = (1..=4).map(|house| begun(house).battle.view_for(SideId(1)).digest()).collect();
    assert!(views.iter().all(|v| *v == views[0]));
    let own: Vec<u64> = (1..=2).map(|house| begun(house).battle.view_for(SideId(0)).digest()).collect();
    assert_ne!(own[0], own[1]);
}

/// ITEN-RIT-02: they come to light when they show themselves, or an enemy sees them; then the ritual is broken by touching
/// the ritualist, at once (ITEN-RIT-04).
#[test]
fn they_come_to_light() {
    let mut game = begun(2);
    assert_eq!(game.asked(), "Red");
    game.act("pass", &[]);
    assert_eq!(game.asked(), "Chaos");
    assert!(game.battle.ritualist().is_some_and(|r| !game.battle.piece(r).at.is_some()));
    game.act("those in the house show themselves", &[]);
    assert_eq!((game.place("Chaos Agent"), game.battle.table().houses), ((25, 20), 0b10));
    assert_eq!(game.battle.units_of(SideId(0)).len(), 8);
}

/// Ann, who performs the ritual, and Bob in the open.
fn performing(ann: (u16, u16), bob: (u16, u16), kit: &str) -> Field {
    let field = ritual().at("Movement").turn(1, 10);
    let field = field.side("Blue", "").figure("Bob", bob, kit);
    field.side("Chaos", "part: true").retinue("leader: \"Ann\"").figure("Ann", ann, "").figure("Amy", (60, 35), "")
}

/// ITEN-RIT-04: contact breaks it in the middle of the Movement, whoever has moved; so does a shot that puts him out;
/// his leaving breaks it for nobody.
#[test]
fn the_ritual_is_broken() {
    let mut game = performing((10, 5), (14, 5), "").begin(&[]);
    game.go("Bob", (11, 5), &[]);
    assert_eq!(won(&game), blue("ITEN-RIT-04"));
    let mut game = performing((10, 5), (14, 5), "").begin(&[]);
    game.act("Bob does nothing", &[]);
    game.go("Ann", (13, 5), &[]);
    assert_eq!(won(&game), blue("ITEN-RIT-04"));
    let mut game = performing((10, 5), (30, 5), "weapons: [\"Lasgun\"]").begin(&[]);
    game.act("Bob does nothing", &[]);
    game.act("pass", &[]);
    game.act("Bob shoots at Ann", &[("ITEN-SHO-08", 6), ("ITEN-GRIT-01", 1)]);
    assert_eq!(won(&game), blue("ITEN-RIT-04"));
}

/// ITEN-RIT-04, ITEN-PSY-18: a friend whom a Dominatus sets at the ritualist, or he at a friend, breaks nothing; a real
/// enemy beside him does.
#[test]
fn friends_break_no_ritual() {
    let setting = |ann: (u16, u16), amy: (u16, u16)| {
        let field = ritual().at("Movement").turn(1, 10).troop("Mind", "grit: 2");
        let field = field.side("Blue", "").figure("Psy", (10, 5), "troop: \"Mind\", powers: [\"Dominatus\"]");
        let field = field.side("Chaos", "part: true").retinue("leader: \"Ann\"");
        field.figure("Ann", ann, "").figure("Amy", amy, "").begin(&[])
    };
    let rolls = [("ITEN-PSY-04", 6), ("ITEN-PSY-12", 1)];
    for victim in ["Ann", "Amy"] {
        let mut game = setting((18, 5), (21, 5));
        game.act(&format!("Psy uses Dominatus on {victim}"), &rolls);
        let (ann, amy) = (game.unit("Ann"), game.unit("Amy"));
        let board = game.battle.board();
        assert_eq!(board.distance(game.battle.piece(ann).at, game.battle.piece(amy).at), 1);
        assert_eq!(won(&game), None, "{victim} is made to attack");
    }
    // He is beside himself still, and an enemy comes up.
    let field = ritual().at("Movement").turn(1, 10).side("Blue", "").figure("Bob", (14, 5), "");
    let field = field.side("Chaos", "part: true").retinue("leader: \"Ann\"");
    let mut game = field.figure_with("Ann", (10, 5), "", "\"goes_at\": 3").figure("Amy", (9, 5), "").begin(&[]);
    game.go("Bob", (11, 5), &[]);
    assert_eq!(won(&game), blue("ITEN-RIT-04"));
}

/// ITEN-PSY-07, ITEN-RIT-04: a ritualist with a daemon in him counts as dead, by nobody's doing, of Chaos or not.
#[test]
fn a_daemon_ends_the_ritual() {
    for tag in ["Chaos", "Imperial"] {
        let field = ritual().at("Movement").turn(1, 10).troop("Mind", &format!("grit: 5, tags: [{tag}]"));
        let field = field.side("Chaos", "part: true").retinue("leader: \"Ann\"");
        let field = field.figure("Ann", (10, 5), "troop: \"Mind\", powers: [\"Mask of Death\"]");
        let mut game = field.figure("Amy", (60, 35), "").side("Blue", "").figure("Bob", (40, 5), "").begin(&[]);
        game.act("Ann uses Mask of Death", &[("ITEN-PSY-04", 1), ("ITEN-PSY-06", 1), ("ITEN-PSY-09", 3)]);
        assert_eq!(won(&game), nobody("ITEN-RIT-04"), "{tag}");
    }
}

/// ITEN-LIF-04, ITEN-PSY-23: a pod hears who comes near by a power. ITEN-VEH-08: or with a vehicle.
#[test]
fn pods_hear_whoever_comes_near() {
    let shadows = "powers: [\"The Path of Shadows\"]";
    let mut game = bitten((12, 5), (1, 1), (1, 9), shadows).begin(&[]);
    game.act("Ann uses The Path of Shadows on 21.5", &[("ITEN-PSY-04", 6)]);
    assert_eq!([FIRST, SECOND].map(|z| game.value(z, "hunts")), [1, 1]);
    assert_eq!(game.place(FIRST), (25, 5), "it comes at once");

    let field = bitten((1, 3), (1, 1), (1, 9), "").side("Green", "edge: Top").rider("Gil", "", "");
    let field = field.vehicle("Motorbike", (15, 7), "aboard: [\"Gil\"]", "facing: E");
    let mut game = field.figure("Gus", (1, 7), "").begin(&[]);
    game.acts(&["pass", "pass"]);
    let offers = game.offers();
    let near = offers.iter().find(|o| o.contains("drives to 22.7")).unwrap().clone();
    game.act(&near, &[]);
    assert_eq!([FIRST, SECOND].map(|z| game.value(z, "hunts")), [3, 3]);
}

/// ITEN-SCN-05, ITEN-RIT-04: at the end of turn 10 the ritualist has won, and not before.
#[test]
fn the_ritual_is_complete() {
    let mut game = performing((10, 5), (30, 5), "").turn(9, 10).at("End of turn").begin(&RED);
    assert!(game.won().is_none());
    game.act("pass", &[]);
    game.act("pass", &[]);
    assert_eq!(won(&game), Some(("Chaos".to_owned(), "ITEN-RIT-04")));
}
