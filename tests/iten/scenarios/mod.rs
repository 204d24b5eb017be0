//! The scenarios of 6.3: what is fetched, held, driven off, taken down.

mod gauntlet;
mod kelly;
mod possession;
mod ritual;
mod robot;
mod zombies;

use hexfray::battle::{Action, Chance, Fact, Kind, Reason, SideId, Target, Verb};
use hexfray::board::Edge;
use hexfray::opponents;

use gauntlet::gauntlet;

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

/// Whether a figure carries what is fought for.
fn carries(game: &Game, name: &str) -> bool {
    game.battle.carries(game.unit(name))
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
