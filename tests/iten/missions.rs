//! Deployment and what battles are fought for (6.2, 6.3); scenario files.

use hexfray::battle::{Rule, SideId, Verb};
use hexfray::content::Library;
use hexfray::scenario::Scenario;

use crate::field::{Field, Game};

const DEP: &str = "ITEN-DEP-01";

/// So many sides with the Inquisitor's Retinue each, still to be placed.
fn deploying(columns: usize, rows: usize, sides: usize) -> Field {
    let names = ["Red", "Blue", "Green", "White", "Black"];
    let roster = "roster: \"inquisitors_retinue\"";
    names.into_iter().take(sides).fold(Field::open(columns, rows).at(""), |field, name| field.side(name, roster))
}

/// The columns and rows that a side's zone spans.
fn zone(game: &Game, side: u8) -> [u16; 4] {
    let hexes = game.battle.zone(SideId(side)).cells.iter().map(|&c| game.battle.board().column_row(c));
    hexes.fold([u16::MAX, 0, u16::MAX, 0], |[l, r, t, b], (x, y)| [l.min(x), r.max(x), t.min(y), b.max(y)])
}

/// ITEN-DEP-01, ITEN-DEP-03: the higher die picks any edge and places first, equal dice again; the other has the
/// opposite edge.
#[test]
fn the_higher_die_picks_an_edge() {
    let mut game = deploying(48, 48, 2).begin(&[(DEP, 3), (DEP, 3), (DEP, 2), (DEP, 5)]);
    assert_eq!(game.asked(), "Blue");
    assert_eq!(game.offers().len(), 4);
    game.act("deploy at the left edge", &[]);
    assert_eq!(game.asked(), "Blue");
    assert_eq!((zone(&game, 1), zone(&game, 0)), ([1, 6, 1, 48], [43, 48, 1, 48]));
}

/// ITEN-DEP-02: within six rows of the edge, and everybody within eight hexes of the Leader, who stands first.
#[test]
fn figures_stand_around_their_leader() {
    let mut game = deploying(48, 48, 2).begin(&[(DEP, 6), (DEP, 1)]);
    game.act("deploy at the top edge", &[]);
    assert!(game.offers().iter().all(|o| o.starts_with("place Inquisitor at")));
    assert!(game.can(Verb::Place, "Inquisitor", (24, 6)) && !game.can(Verb::Place, "Inquisitor", (24, 7)));
    game.act("place Inquisitor at 24.1", &[]);
    assert!(game.can(Verb::Place, "Interrogator", (32, 1)) && !game.can(Verb::Place, "Interrogator", (33, 1)));
    assert!(!game.can(Verb::Place, "Interrogator", (24, 1)));
    for (i, name) in ["Interrogator", "Space Marine", "Stormtrooper 1", "Stormtrooper 2"].iter().enumerate() {
        game.act(&format!("place {name} at {}.2", 20 + i), &[]);
    }
    game.acts(&["place Stormtrooper 3 at 20.3", "place Death-cult Assassin at 21.3"]);
    assert_eq!(game.asked(), "Blue");
}

/// ITEN-DEP-04, ITEN-DEP-05: more than two stand at equal steps around the board, ten hexes to either side, cut off at
/// corners.
#[test]
fn many_sides_stand_around_the_board() {
    let mut game = deploying(72, 48, 3).begin(&[(DEP, 6), (DEP, 5), (DEP, 4)]);
    game.act("deploy at the top edge", &[]);
    assert_eq!([0, 1, 2].map(|s| zone(&game, s)), [[26, 46, 1, 6], [67, 72, 34, 48], [1, 6, 34, 48]]);
    let mut game = deploying(64, 64, 5).begin(&[(DEP, 6), (DEP, 5), (DEP, 4), (DEP, 3), (DEP, 2)]);
    game.act("deploy at the top edge", &[]);
    assert_eq!(
        [1, 2, 3, 4].map(|s| zone(&game, s)),
        [[59, 64, 9, 29], [48, 64, 59, 64], [1, 16, 59, 64], [1, 6, 9, 29]]
    );
}

/// A battle at the end of a turn: who stands there, and how many points each side has felled.
fn ending(mission: &str, turn: (u16, u16), there: [bool; 2], felled: [u8; 2]) -> Game {
    let mut field = Field::open(20, 5).mission(mission).at("End of turn").turn(turn.0, turn.1);
    for (side, (there, felled)) in there.into_iter().zip(felled).enumerate() {
        let (name, leader) = (["Red", "Blue"][side], ["Ann", "Bob"][side]);
        field = field.side(name, &format!("felled: {felled}")).retinue(&format!("leader: \"{leader}\""));
        let at = (1 + 10 * side as u16, 1);
        field = if there { field.figure(leader, at, "") } else { field.gone(leader, "troop: \"Plain\"") };
        field = field.figure(["Amy", "Ben"][side], (at.0, 3), "");
    }
    field.begin(if turn.0 < turn.1 && there[0] && there[1] { &[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)] } else { &[] })
}

fn won(game: &Game) -> Option<(String, &'static str)> {
    game.won().map(|(sides, rule)| (sides.join(", "), rule))
}

/// ITEN-GEN-08, ITEN-ORD-10: at the end of a turn, before the next begins: after the last turn whoever has put most points out of the game; a draw where that is equal.
#[test]
fn a_plain_battle_goes_by_points() {
    let result = |felled| won(&ending("Battle", (15, 15), [true, true], felled));
    assert_eq!(result([30, 20]), Some(("Red".to_owned(), "ITEN-GEN-08")));
    assert_eq!(result([20, 30]), Some(("Blue".to_owned(), "ITEN-GEN-08")));
    assert_eq!(result([20, 20]), Some((String::new(), "ITEN-GEN-08")));
    assert_eq!(won(&ending("Battle", (14, 15), [true, true], [30, 20])), None);
}

/// ITEN-GEN-08, ITEN-SCN-11: the last Retinue with a figure on the board has won; nobody's is left: a draw.
#[test]
fn the_last_retinue_wins() {
    let field = |both: bool| {
        let field = Field::open(20, 5).at("End of turn").turn(3, 15).side("Red", "").gone("Ann", "troop: \"Plain\"");
        let field = field.side("Blue", "");
        if both { field.gone("Bob", "troop: \"Plain\"") } else { field.figure("Bob", (1, 1), "") }
    };
    assert_eq!(won(&field(false).begin(&[])), Some(("Blue".to_owned(), "ITEN-SCN-11")));
    assert_eq!(won(&field(true).begin(&[])), Some((String::new(), "ITEN-SCN-11")));
}

/// ITEN-ASS-01, ITEN-ASS-02, ITEN-SCN-03: the last Leader alive wins at the end of a turn; both dead is a draw; after
/// the last turn, of those alive, whoever has most points.
#[test]
fn the_last_leader_wins() {
    let result = |turn, there, felled| won(&ending("Assassination", turn, there, felled));
    assert_eq!(result((2, 20), [true, false], [0, 90]), Some(("Red".to_owned(), "ITEN-ASS-02")));
    assert_eq!(result((2, 20), [false, false], [0, 90]), Some((String::new(), "ITEN-ASS-02")));
    assert_eq!(result((2, 20), [true, true], [0, 90]), None);
    assert_eq!(result((20, 20), [true, true], [0, 90]), Some(("Blue".to_owned(), "ITEN-SCN-03")));
    assert_eq!(result((20, 20), [true, true], [9, 9]), Some((String::new(), "ITEN-SCN-03")));
}

/// ITEN-SCN-11: a Retinue left alone without its Leader has not won an assassination.
#[test]
fn whoever_is_left_without_a_leader_has_not_won() {
    let field = Field::open(20, 5).mission("Assassination").at("End of turn").turn(3, 20);
    let field = field.side("Red", "").retinue("leader: \"Ann\"").gone("Ann", "troop: \"Plain\"");
    let field = field.side("Blue", "").retinue("leader: \"Bob\"").gone("Bob", "troop: \"Plain\"");
    assert_eq!(won(&field.figure("Ben", (1, 1), "").begin(&[])), Some((String::new(), "ITEN-ASS-02")));
}

/// Everything wrong in a scenario is told at once, with its place.
#[test]
fn all_mistakes_are_told_at_once() {
    let text = "(ruleset: \"iten\", name: \"x\", about: \"\", map: \"assassination\", turns: 0, mission: Battle,
        sides: [
            (name: \"Red\", roster: \"inquisitor_retinue\"),
            (name: \"Red\", points: 100, roster: \"chaos_agents_retinue\"),
            (name: \"Blue\", retinue: (figures: [(name: \"Ann\", troop: \"Inquisitr\", weapons: [\"Sord\"])])),
            (name: \"Green\", team: 9),
        ],
        open: [(1, 1), (99, 1)],
        figures: [(side: \"Pink\", name: \"Ann\"), (side: \"Red\", name: \"Nobody\", at: (1, 1))],
        start: (turn: 1, phase: \"Shoting\"))";
    let scenario = Scenario::parse(Library::own(), "x.ron", text).unwrap();
    let told: Vec<String> = scenario.battle(Library::own()).unwrap_err().iter().map(ToString::to_string).collect();
    for part in [
        "inquisitors_retinue",
        "two sides are named \"Red\"",
        "the limit is 100",
        "`Inquisitor`",
        "`Sword`",
        "team's number",
        "(1, 1) is no door",
        "no hex (99, 1)",
        "`Pink`",
        "`Nobody`",
        "`Shooting`",
        "0 turns",
        "without a Retinue",
        "stands nowhere",
    ] {
        assert!(told.iter().any(|t| t.contains(part)), "{part}:\n{}", told.join("\n"));
    }
    assert!(told.iter().all(|t| t.starts_with("x.ron:")));
}

/// A battle's Retinues must be legal, those of positions need not be.
#[test]
fn only_positions_field_anybody() {
    let lone = Field::open(9, 9).side("Red", "").figure("Ann", (1, 1), "").side("Blue", "").figure("Bob", (9, 9), "");
    assert!(lone.try_ready().is_ok());
    let told = lone.at("").try_ready().unwrap_err();
    assert!(told.iter().any(|t| t.contains("no list is called")), "{told:?}");
}

/// ITEN-SCN-03, ITEN-GEN-08: the scenarios that ship with the program can be fought, and depend on their rosters.
#[test]
fn shipped_scenarios_are_set_up() {
    for name in ["assassination", "skirmish"] {
        let library = Library::own();
        let scenario = Scenario::open(library, name).unwrap();
        let mut battle = scenario.battle(library).unwrap();
        battle.start(&mut hexfray::battle::Seeded::new(1, 0), &mut hexfray::battle::Log::off());
        assert_eq!(battle.decision().map(|d| d.rule), Some(Rule(DEP)), "{name}");
        let mut files = hexfray::content::shipped();
        let roster = files.get_mut("assets/rosters/iten/inquisitors_retinue.ron").unwrap();
        roster.push('\n');
        let changed = Library::read(files).unwrap();
        assert_ne!(scenario.content(&changed), scenario.content(library));
    }
}
