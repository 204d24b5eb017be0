//! Options, set-up, and whole battles under each of them (GEM-OPT, GEM-SET).

use hexfray::battle::{Listing, Log, Seeded};
use hexfray::rules::Ruleset;
use hexfray::rules::gemini::Gemini;
use hexfray::rules::gemini::options::SWITCHES;

use crate::field::{Field, play_out};

fn two() -> Field {
    Field::open(20, 5)
        .ours("Bosun", (2, 2), "")
        .ours("Spacer", (2, 3), "")
        .ours("Ogryn Shipmate", (2, 4), "")
        .theirs("Prophet", (12, 2), "")
        .theirs("Brute", (12, 3), "")
        .theirs("Warden Grenadier", (12, 4), "")
}

/// GEM-OPT-01: a pair that cannot be had together is refused by the names of both.
#[test]
fn refused_pairs_name_both_options() {
    let pairs = [
        ("running: d6, activation: arap,", "running", "activation"),
        ("running: double, overwatch: arap,", "running", "overwatch"),
        ("activation: none, overwatch: arap,", "overwatch", "activation"),
        ("knockdown_vital: on, wounds: location,", "knockdown-vital", "wounds"),
        ("stunned_mercy: on, wounds: chart,", "stunned-mercy", "wounds"),
    ];
    for (options, one, other) in pairs {
        let refused = two().option(options).try_ready().unwrap_err();
        assert!(refused[0].contains(one) && refused[0].contains(other), "{options}: {refused:?}");
    }
    assert!(two().option("running: d6, activation: none, overwatch: old,").try_ready().is_ok());
}

/// GEM-OPT-01: what nobody sets goes along with what somebody does.
#[test]
fn options_go_along_with_each_other() {
    let in_force = |options: &str, name: &str| {
        let battle = two().option(options).try_ready().unwrap();
        let switch = SWITCHES.iter().find(|switch| switch.name == name).unwrap();
        Gemini::option(&battle, switch).unwrap()
    };
    assert_eq!(in_force("running: double,", "activation"), "none");
    assert_eq!(in_force("running: double,", "overwatch"), "old");
    assert_eq!(in_force("stunned_mercy: on,", "wounds"), "knockdown");
    assert_eq!(in_force("", "overwatch"), "arap");
}

/// GEM-TEST-02, GEM-ACT-02, GEM-OVER-01 and the rest of section 1: what holds where nobody sets it.
#[test]
fn defaults_are_those_of_the_table() {
    let battle = two().try_ready().unwrap();
    let expected = [
        ("snake-eyes", "on"),
        ("turn-order", "alternate"),
        ("activation", "arap"),
        ("activation-dice", "choose"),
        ("reactions", "on"),
        ("overwatch", "arap"),
        ("fast-draw", "on"),
        ("agility", "on"),
        ("skills", "on"),
        ("d10-tests", "on"),
        ("reserve-moves", "off"),
        ("psychology", "on"),
        ("unit-coherency", "off"),
        ("broken-nerve", "on"),
        ("pursuit", "optional"),
        ("all-out-rout", "on"),
        ("rout-effect", "end"),
        ("rout-count", "wounds"),
        ("hit-reaction", "gasr"),
        ("running", "none"),
        ("target-priority", "on"),
        ("ammo-rolls", "off"),
        ("lucky-shots", "off"),
        ("critical-damage", "off"),
        ("wounds", "location"),
        ("extra-wounds", "off"),
        ("mook-wounds", "off"),
        ("double-strength", "on"),
        ("knockdown-vital", "off"),
        ("stunned-mercy", "off"),
        ("combat", "score"),
        ("parry", "on"),
        ("chance-beyond-six", "on"),
        ("premeasure", "off"),
    ];
    assert_eq!(SWITCHES.len(), expected.len());
    for (name, value) in expected {
        let switch = SWITCHES.iter().find(|switch| switch.name == name).unwrap();
        assert_eq!(Gemini::option(&battle, switch), Some(value), "{name}");
    }
}

/// GEM-SET-03: a gang has one leader.
#[test]
fn a_gang_has_no_two_leaders() {
    let refused = two().ours("Proctor", (3, 3), "").try_ready().unwrap_err();
    assert!(refused[0].contains("2 leaders"), "{refused:?}");
}

/// GEM-SET-04: without a word of the scenario sides roll off, ties again; GEM-TURN-04: with it nobody rolls.
#[test]
fn sides_roll_off_for_the_first_turn() {
    let roll = |faces: &[u8]| {
        let rolls: Vec<_> = faces.iter().map(|&face| ("GEM-SET-04", face)).collect();
        two().with("first: None,").begin(&rolls).asked()
    };
    assert_eq!(roll(&[2, 5]), "B");
    assert_eq!(roll(&[5, 2]), "A");
    assert_eq!(roll(&[3, 3, 1, 4]), "B");
    assert_eq!(two().begin(&[]).asked(), "A");
}

/// GEM-SET-04, GEM-TURN-05: with every value of every switch battles come to their end, by chance alone.
#[test]
fn battles_end_under_every_option() {
    for switch in SWITCHES {
        for value in switch.values {
            let start = two().wants(&[(switch.name, value.name)]).try_ready();
            let start = start.unwrap_or_else(|wrong| panic!("{} {}: {wrong:?}", switch.name, value.name));
            for seed in 0..4 {
                play_out(&start, seed);
            }
        }
    }
}

/// GEM-SET-04: the last turn ends it, and most wounds left win.
#[test]
fn most_wounds_left_win() {
    let mut battle = Field::open(30, 3)
        .turns(1)
        .ours("Ogryn Shipmate", (2, 2), "")
        .theirs("Spacer", (28, 2), "")
        .option("psychology: off,")
        .try_ready()
        .unwrap();
    let mut list = Listing::default();
    battle.start(&mut Seeded::new(1, 0), &mut Log::off());
    for _ in 0..2 {
        battle.legal(&mut list);
        let pass = *list.actions.last().unwrap();
        battle.play(pass, &mut list, &mut Seeded::new(1, 1), &mut Log::off()).unwrap();
    }
    assert_eq!(battle.outcome().map(|o| o.winners), Some(1));
}

/// GEM-PSY-05: psionics are no part of the skirmish: nobody can have them.
#[test]
fn there_are_no_psionics() {
    let wrong = two().model("Ann", "traits: [Psi]").try_library().unwrap_err();
    assert!(wrong.iter().any(|problem| problem.to_string().contains("Psi")), "{wrong:?}");
}

/// GEM-SET-01: a group is a chain of steps of three hexes; without coherency each model is a unit of its own.
#[test]
fn groups_are_chains() {
    let together = |options: &str, last: u16| {
        let field = Field::open(30, 3).option(options).model("Ann", "").model("Abe", "").model("Ada", "");
        let field = field.ours("Ann", (3, 2), "").ours("Abe", (6, 2), "").ours("Ada", (last, 2), "");
        let game = field.theirs("Spacer", (28, 2), "").begin(&[]);
        game.battle.kindred(game.unit("Ann")).len()
    };
    assert_eq!([together("unit_coherency: on,", 9), together("unit_coherency: on,", 10)], [3, 2]);
    assert_eq!(together("", 9), 1);
}
