//! What the odds of an action tell: the rolls with their modifiers and whose these are, what it costs whom.

use hexfray::battle::{Action, Chance, Modifier, Rule, Verb, Whose};
use hexfray::rules::{AnyBattle, Toll, tolls};

use crate::field::{Field, Game};

const LAUNCHER: &str = "troop: \"Shot\", weapons: [\"Grenade Launcher\"]";
const FLAK: &str = "armour: \"Flak Jacket\"";

fn thrown(field: Field) -> (Game, Action) {
    let game = field.side("Blue", "").figure("Watcher", (40, 15), "weapons: [\"Lasgun\"]").begin(&[]);
    let action = Action::of(Verb::Fire, game.unit("Ann")).hex(game.hex(20, 8));
    (game, action)
}

fn red() -> Field {
    Field::open(40, 15).troop("Shot", "sv: 2").at("Shooting").side("Red", "").figure("Ann", (10, 8), LAUNCHER)
}

/// ITEN-SHO-08, ITEN-GREN-04, ITEN-KD-02: of several rolls by one rule each is told, with its own modifiers, be the face
/// that they need the same.
#[test]
fn every_roll_has_its_own_modifiers() {
    // At its best the die throws the grenade six hexes off, to 23.14.
    let field = red().figure("Bob", (20, 8), FLAK).figure("Bea", (23, 13), FLAK);
    let (game, action) = thrown(field.figure_with("Ben", (24, 14), "armour: \"Power Armour\"", "\"down\": 1"));
    let parts = game.battle.odds(action).parts;
    let rolls: Vec<_> = parts.iter().filter(|p| p.rule == Rule("ITEN-GREN-04")).collect();
    let against: Vec<_> = rolls.iter().map(|p| p.against).collect();
    assert_eq!(against.len(), 2, "{parts:?}");
    let of = |name: &str| *rolls.iter().find(|p| p.against == game.unit(name)).unwrap();
    let eased = Modifier::target(Rule("ITEN-KD-02"), 2);
    assert!(of("Ben").modifiers.contains(&eased) && !of("Bea").modifiers.contains(&eased));
    let by_roller = |m: &&Modifier| m.whose == Whose::Roller;
    for name in ["Bea", "Ben"] {
        let own: Vec<_> = of(name).modifiers.iter().filter(by_roller).map(|m| m.rule.0).collect();
        assert!(own.contains(&"ITEN-SHO-08"), "{name}: {own:?}");
    }
}

/// ITEN-SHO-08 to -11, ITEN-SRV-05, ITEN-MEL-03, -14: whose each modifier of a shot and of a blow is.
#[test]
fn whose_a_modifier_is() {
    let whose = |rule: &str| match rule {
        "ITEN-SHO-09" | "ITEN-SHO-10" => Whose::Ground,
        "ITEN-SHO-11" | "ITEN-SRV-05" | "ITEN-KD-02" | "ITEN-MEL-14" => Whose::Target,
        _ => Whose::Roller,
    };
    let field = Field::drawn(". . . . . . .\n. . . . . b .\n. . . . . . .").at("Shooting");
    let field = field.troop("Shot", "sv: 2").troop("Quick", "speed: 2").side("Red", "");
    let field = field.figure("Ann", (1, 2), "troop: \"Shot\", weapons: [\"Lasgun\"]").side("Blue", "");
    let game = field.figure_with("Bob", (6, 2), "troop: \"Quick\"", "\"steps\": 4").begin(&[]);
    let shot = game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).unwrap();
    let told: Vec<_> = shot.modifiers.iter().map(|m| (m.rule.0, m.whose)).collect();
    assert!(told.len() >= 4, "{told:?}");
    assert!(told.iter().all(|&(rule, of)| of == whose(rule)), "{told:?}");
    let field = Field::open(7, 3).at("Melee").side("Red", "").figure("Ann", (3, 2), "weapons: [\"Sword\"]");
    let game = field.side("Blue", "").figure_with("Bob", (4, 2), "", "\"down\": 1").begin(&[]);
    let blow = game.battle.blow(game.unit("Ann"), 0, game.unit("Bob"), 1, 0);
    assert!(blow.modifiers.iter().any(|m| m.whose == Whose::Target));
    assert!(blow.modifiers.iter().all(|m| m.whose == whose(m.rule.0)), "{:?}", blow.modifiers);
}

/// Where there are too many ways to work out, the action is played with dice: the same every time, and near what is exact.
#[test]
fn too_many_ways_are_played_with_dice() {
    let crowd =
        [(19, 8), (21, 8), (19, 7), (20, 7), (19, 9), (20, 9), (18, 8), (22, 8), (20, 6), (21, 6), (19, 6), (20, 10)];
    let field = red().figure("Bob", (20, 8), FLAK);
    let (alone, action) = thrown(field.clone());
    let few = alone.battle.odds(action);
    assert_eq!((few.plays, &few.missing), (0, &Chance::default()));
    let many = crowd.iter().enumerate().fold(field, |field, (i, &at)| field.figure(&format!("C{i}"), at, FLAK));
    let (game, action) = thrown(many);
    let odds = game.battle.odds(action);
    assert_eq!((odds.plays, &odds.missing), (10_000, &Chance::default()));
    assert_eq!(odds, game.battle.odds(action), "asked twice");
    let lost = |game: &Game, odds| tolls(&*AnyBattle::from(game.battle.clone()), odds)[&game.unit("Bob")].lost.clone();
    let (exact, share) = (lost(&alone, &few), lost(&game, &odds));
    let off = if exact > share { &exact - &share } else { &share - &exact };
    assert!(off < Chance::new(2u8.into(), 100u8.into()), "{exact} against {share}");
}

/// ITEN-ROB-02: what the Dreadnought does in the same phase is no part of the odds of somebody else's blow.
#[test]
fn the_dreadnought_is_no_part_of_anothers_blow() {
    let field = Field::open(60, 5).mission("MissingRobot").zone("centre", "Hexes([(10, 3)])").turn(1, 20).at("Melee");
    let field = field.side("Red", "").figure("Ann", (11, 3), "weapons: [\"Sword\"]");
    let mut game = field.side("Blue", "").figure("Bob", (12, 3), "weapons: [\"Sword\"]").begin(&[]);
    let blow = "Ann strikes at Bob with the Sword";
    assert!(game.odds(blow, "Bob").len() > 1, "he may fall");
    let ann: Vec<String> = game.odds(blow, "Ann").into_keys().collect();
    assert_eq!(ann, ["kills 0>1", "nothing"], "what comes to her is her own doing");
    let action = game.action(blow);
    let robot = game.unit("Dreadnought");
    assert!(game.battle.odds(action).parts.iter().all(|part| ![part.by, part.against].contains(&robot)));
}

/// ITEN-GRIT-01, -02, ITEN-OUT-07, ITEN-VEH-08, -17, HULK-LEFT-02: to fall is to be hurt, to be out of the game is to be lost; to get
/// home, to get on a vehicle, and what one does oneself is neither.
#[test]
fn what_hurts() {
    let truck =
        Field::open(12, 5).side("Red", "").rider("Ann", "", "").vehicle("Truck", (6, 3), "aboard: [\"Ann\"]", "");
    let game = truck.side("Blue", "").figure("Bob", (1, 1), "").begin(&[]);
    let battle = AnyBattle::from(game.battle.clone());
    let (bob, truck) = (game.unit("Bob"), game.unit("Truck"));
    let (none, hurt) = (Toll::default(), Toll { hurt: true, ..Toll::default() });
    let lost = Toll { lost: true, ..hurt };
    assert_eq!(battle.toll(bob, &[("fate", 0, 1), ("on board", 1, 0)]), lost);
    assert_eq!(battle.toll(bob, &[("down", 0, 1), ("fell", 0, 1)]), hurt);
    assert_eq!(battle.toll(bob, &[("down", 1, 0)]), none, "he rises");
    assert_eq!(battle.toll(bob, &[("fate", 0, 2), ("on board", 1, 0)]), none, "home");
    assert_eq!(battle.toll(bob, &[("aboard", 0, 3), ("on board", 1, 0)]), none, "gets on");
    for own in ["shot", "ran", "charged", "assaulted", "steps", "gone", "kills"] {
        assert_eq!(battle.toll(bob, &[(own, 0, 1)]), none, "{own}");
    }
    for damage in ["plates", "broken", "gone"] {
        assert_eq!(battle.toll(truck, &[(damage, 0, 1)]), hurt, "{damage}");
    }
}
