//! Shooting, torrents, crews, grenades, flames, runs (5.2.1, 5.3, 5.4, 7.3), and the abilities of shooters.

use hexfray::battle::{Action, Rule, Verb};
use hexfray::rules::iten::aim::DESPERATE;

use crate::field::{Field, Game, ratio, table};

const HIT: &str = "ITEN-SHO-08";
const GRIT: &str = "ITEN-GRIT-01";
const SCATTER: &str = "ITEN-GREN-02";
const BURST: &str = "ITEN-GREN-04";
const LEAP: &str = "ITEN-FLAM-02";

const LASGUN: &str = "armour: \"Flak Jacket\", weapons: [\"Lasgun\"]";
const FLAK: &str = "armour: \"Flak Jacket\"";

/// Ann and Al of Red are to be added; Blue's watcher far off has a gun, so that the battle waits for Blue afterwards.
fn range() -> Field {
    Field::open(40, 12).troop("Shot", "sv: 2").at("Shooting").side("Red", "")
}

/// Blue with its watcher, who stands at (40, 12).
fn blue(field: Field) -> Field {
    field.side("Blue", "").figure("Watcher", (40, 12), LASGUN)
}

fn shot(game: &Game, by: &str, with: u8, at: &str) -> Action {
    Action::of(Verb::Fire, game.unit(by)).with(with).at(game.unit(at))
}

fn need(game: &Game, by: &str, at: &str) -> u8 {
    game.battle.shot(game.unit(by), 0, game.unit(at)).map_or(0, |a| a.need)
}

/// ITEN-SHO-08, ITEN-KD-02, ITEN-SHO-11, ITEN-KD-08, ITEN-SRV-05, ITEN-ABIL-06, ITEN-TRN-03: what a shot needs.
#[test]
fn a_shot_needs_armour_less_all_that_helps_it() {
    let quick = "troop: \"Quick\", armour: \"Flak Jacket\"";
    let field = range()
        .troop("Quick", "speed: 2")
        .troop("Slow", "speed: -1")
        .troop("Imp", "tags: [Daemonic]")
        .figure("Ann", (2, 2), "troop: \"Shot\", weapons: [\"Lasgun\"]")
        .figure("Sage", (5, 2), "abilities: [\"Daemon Lore\"]");
    let game = blue(field)
        .figure("Bob", (12, 2), FLAK)
        .figure_with("Down", (12, 4), FLAK, "\"down\": 1")
        .figure_with("Moved", (12, 6), quick, "\"steps\": 3")
        .figure("Still", (12, 8), quick)
        .figure_with("Fallen", (12, 10), quick, "\"steps\": 3, \"down\": 1")
        .figure_with("Slow", (14, 2), "troop: \"Slow\", armour: \"Flak Jacket\"", "\"steps\": 3")
        .figure("Shield", (14, 5), "armour: \"Carapace Armour\", gear: [SuppressionShield]")
        .figure("Imp", (14, 8), "troop: \"Imp\", armour: \"Flak Jacket\"")
        .figure("Burner", (14, 11), "armour: \"Carapace Armour\", weapons: [\"Flamethrower\"]")
        .begin(&[]);
    for (target, face) in [
        ("Bob", 3),
        ("Down", 2),
        ("Moved", 5),
        ("Still", 3),
        ("Fallen", 2),
        ("Slow", 3),
        ("Shield", 5),
        ("Imp", 2),
        ("Burner", 3),
    ] {
        assert_eq!(need(&game, "Ann", target), face, "{target}");
    }
}

/// ITEN-SHO-09, ITEN-FLAM-04, ITEN-ABIL-20: cover, and who does not mind it.
#[test]
fn cover_adds_to_armour() {
    let row = ". . . . . . . . . % . . . . . . . . . .\n";
    let field = Field::drawn(&row.repeat(9)).at("Shooting").side("Red", "");
    let game = field
        .figure("Ann", (2, 5), "weapons: [\"Lasgun\"]")
        .figure("Flame", (2, 3), "weapons: [\"Flamethrower\"]")
        .figure("Sniper", (2, 7), "weapons: [\"Lasgun\"], abilities: [\"Sniper\"]")
        .figure_with("Walker", (2, 9), "weapons: [\"Lasgun\"], abilities: [\"Sniper\"]", "\"steps\": 1")
        .side("Blue", "")
        .figure("Bob", (10, 5), FLAK)
        .begin(&[]);
    assert_eq!(
        ["Ann", "Flame", "Sniper", "Walker"].map(|who| need(&game, who, "Bob")),
        [7, 4, 5, 7],
        "Armour 6 and hard cover against +1 or +2"
    );
}

/// ITEN-SHO-06: ranges are checked when all targets are declared; what is too far away is lost.
#[test]
fn ranges_are_checked_after_declaring() {
    let field = blue(range().figure("Ann", (2, 2), "weapons: [\"Shotgun\"]")).figure("Bob", (15, 2), LASGUN);
    let mut game = field.begin(&[]);
    game.play(shot(&game, "Ann", 0, "Bob"), &[]);
    assert_eq!((game.asked().as_str(), game.value("Ann", "shot")), ("Blue", 1));
    let mut game = field.tuned("rules.ron", "premeasure: false", "premeasure: true").begin(&[]);
    assert_eq!(game.asked(), "Blue");
    let near = blue(range().figure("Ann", (3, 2), "weapons: [\"Shotgun\"]")).figure("Bob", (15, 2), FLAK);
    game = near.begin(&[]);
    game.play(shot(&game, "Ann", 0, "Bob"), &[(HIT, 5), (GRIT, 4)]);
    assert_eq!((game.value("Bob", "down"), game.value("Bob", "fate")), (1, 0));
}

/// ITEN-TOR-01 to -03: one rolls, each of the others in range adds one.
#[test]
fn a_torrent_is_one_shot() {
    let field = range()
        .figure("Ann", (2, 2), LASGUN)
        .figure("Al", (2, 4), LASGUN)
        .figure("Amy", (2, 6), "weapons: [\"Shotgun\"]")
        .figure("Abe", (2, 8), LASGUN);
    let mut game = blue(field).figure("Bob", (20, 2), FLAK).begin(&[]);
    game.play(shot(&game, "Ann", 0, "Bob"), &[]);
    for friend in ["Al", "Amy"] {
        game.play(Action::of(Verb::Assist, game.unit(friend)).at(game.unit("Ann")), &[]);
    }
    // Armour 6, Lasgun +1, Al +1; Amy is too far away.
    game.play(Action::of(Verb::Hold, game.unit("Abe")), &[(HIT, 4), (GRIT, 3)]);
    assert_eq!((game.value("Bob", "fate"), game.value("Amy", "shot"), game.value("Abe", "shot")), (1, 1, 0));
}

/// ITEN-HVY-01 to -04: who has moved needs a mate for a crewed weapon, and the mate fires nothing else.
#[test]
fn a_crewed_weapon_takes_two_to_move_and_shoot() {
    let gun = "weapons: [\"Heavy Bolter\"]";
    let moved = "\"steps\": 2";
    let alone = blue(range().figure_with("Ann", (2, 2), gun, moved)).figure("Bob", (12, 2), FLAK).begin(&[]);
    assert_eq!(alone.asked(), "Blue");
    let mut still = blue(range().figure("Ann", (2, 2), gun)).figure("Bob", (12, 2), FLAK).begin(&[]);
    still.play(shot(&still, "Ann", 0, "Bob"), &[(HIT, 1)]);
    let power = "armour: \"Power Armour\", weapons: [\"Heavy Bolter\"]";
    let powered = blue(range().figure_with("Ann", (2, 2), power, moved)).figure("Bob", (12, 2), FLAK).begin(&[]);
    assert_eq!(powered.asked(), "Red");
    let field = range().figure_with("Ann", (2, 2), gun, moved).figure("Al", (3, 2), LASGUN);
    let mut game = blue(field).figure("Bob", (12, 4), FLAK).begin(&[]);
    game.play(shot(&game, "Ann", 0, "Bob"), &[]);
    game.play(shot(&game, "Al", 0, "Bob"), &[(HIT, 1)]);
    assert_eq!((game.value("Ann", "shot"), game.value("Al", "shot")), (1, 1));
}

/// ITEN-SHO-02, -04, -05: melee and assaults; only a pistol shoots, and at whom it touches.
#[test]
fn only_pistols_shoot_in_the_turn_of_contact() {
    let arms = "weapons: [\"Laspistol\", \"Lasgun\"]";
    let field = |numbers: &str| {
        blue(range().figure_with("Ann", (5, 5), arms, numbers).figure("Al", (5, 9), LASGUN))
            .figure("Bob", (6, 5), FLAK)
            .figure("Far", (15, 5), FLAK)
    };
    let mut game = field("\"charged\": 1").begin(&[]);
    assert!(game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).is_some());
    for action in [shot(&game, "Ann", 1, "Bob"), shot(&game, "Ann", 0, "Far"), shot(&game, "Al", 0, "Bob")] {
        game.refused(action);
    }
    for numbers in ["", "\"assaulted\": 1"] {
        assert!(!field(numbers).begin(&[]).battle.actors().has(game.unit("Ann")));
    }
    // Who touches the fallen only is free; the fallen is still in melee.
    let field = blue(range().figure("Ann", (5, 5), arms).figure("Al", (5, 9), LASGUN));
    let free = field.figure_with("Bob", (6, 5), FLAK, "\"down\": 1").figure("Far", (15, 5), FLAK).begin(&[]);
    assert!(free.battle.shot(free.unit("Ann"), 1, free.unit("Far")).is_some());
    assert!(free.battle.shot(free.unit("Al"), 0, free.unit("Bob")).is_none());
}

/// ITEN-SHO-03: into a melee of others a die says who is shot at.
#[test]
fn a_melee_of_others_may_be_shot_into() {
    let field = blue(range().figure("Ann", (2, 2), LASGUN)).figure("Bob", (12, 2), FLAK);
    let mut game = field.side("Green", "").figure("Gil", (13, 2), FLAK).begin(&[]);
    game.play(shot(&game, "Ann", 0, "Bob"), &[("ITEN-SHO-03", 2), (HIT, 5), (GRIT, 1)]);
    assert_eq!((game.value("Bob", "fate"), game.value("Gil", "fate")), (0, 1));
}

/// ITEN-GREN-01 to -06: one burst, everybody within three steps, friend or foe; walls stop it; then the grenade is gone.
#[test]
fn grenades_burst_where_they_land() {
    let field =
        blue(range().figure("Ann", (2, 6), "troop: \"Shot\", weapons: [\"Grenade\"]").figure("Al", (9, 6), FLAK));
    let mut game = field.figure("Near", (15, 6), FLAK).figure("Out", (16, 6), FLAK).begin(&[]);
    let throw = |game: &Game, to: (u16, u16)| Action::of(Verb::Fire, game.unit("Ann")).hex(game.hex(to.0, to.1));
    assert!(game.battle.check(throw(&game, (8, 6)), &mut Default::default()).is_err());
    // SV 2 against Armour 6: 4 or more. Al is 3 from the point, Near too, Out 4.
    let aim = throw(&game, (12, 6));
    game.play(aim, &[(SCATTER, 2), (BURST, 4), (GRIT, 4), (BURST, 3)]);
    assert_eq!(["Al", "Near", "Out"].map(|who| game.value(who, "down")), [1, 0, 0]);
    assert_eq!(game.value("Ann", "gone"), 1);
}

/// ITEN-GREN-02: on the point in one of three, off by six in one of nine.
#[test]
fn grenades_scatter() {
    let field = range().figure("Ann", (10, 6), "weapons: [\"Grenade Launcher\"]");
    let mut game = blue(field).figure("Bob", (20, 6), "armour: \"Power Armour\"").begin(&[]);
    assert_eq!(game.value("Ann", "rounds"), 6);
    let burst = |game: &Game| game.rules().contains(&BURST);
    let aim = Action::of(Verb::Fire, game.unit("Ann")).hex(game.hex(20, 6));
    let words = {
        let label = game.battle.board().label(game.hex(20, 6));
        game.offers().into_iter().find(|o| o.contains(&format!("at {label} "))).unwrap()
    };
    // Caught where it lands at most three hexes away: 1/3 and half of the rest.
    assert_eq!(game.chances(&words, burst), table([(true, "2/3"), (false, "1/3")]));
    game.play(aim, &[(SCATTER, 3), (SCATTER, 1), (SCATTER, 6)]);
    assert_eq!(game.value("Ann", "rounds"), 5);
}

/// ITEN-FLAM-01, -02: from one to the next until it misses; both of two in 4 of 9.
#[test]
fn flames_leap() {
    let field = range().figure("Ann", (2, 6), "troop: \"Shot\", weapons: [\"Flamethrower\"]");
    let carapace = "armour: \"Carapace Armour\"";
    let field = blue(field).figure("Bob", (8, 6), carapace).figure("Bea", (11, 6), carapace);
    let mut game = field.begin(&[]);
    let hits = |game: &Game| game.rules().iter().filter(|r| **r == GRIT).count();
    let rolled = |game: &Game| {
        let leapt = game.rules().contains(&LEAP);
        (leapt, hits(game) > 0)
    };
    let odds = game.chances("Ann shoots at Bob", rolled);
    assert_eq!(odds[&(true, true)], ratio("2/3"));
    game.play(shot(&game, "Ann", 0, "Bob"), &[(HIT, 3), (GRIT, 6), (LEAP, 3), (GRIT, 3)]);
    assert_eq!((game.value("Bob", "fate"), game.value("Bea", "fate")), (0, 1));
}

/// ITEN-FLAM-05: friends between keep the flame back; others do not.
#[test]
fn friends_block_flames() {
    let field = |friend: (u16, u16)| {
        blue(range().figure("Ann", (2, 6), "weapons: [\"Flamethrower\", \"Lasgun\"]").figure("Al", friend, FLAK))
            .figure("Bob", (8, 6), FLAK)
            .begin(&[])
    };
    let (blocked, clear) = (field((5, 6)), field((5, 8)));
    let flame = |game: &Game, place: u8| game.battle.shot(game.unit("Ann"), place, game.unit("Bob")).is_some();
    assert_eq!((flame(&blocked, 0), flame(&blocked, 1), flame(&clear, 0)), (false, true, true));
}

/// ITEN-OUT-05: a dagger flies six hexes, and is gone.
#[test]
fn blades_are_thrown_once() {
    let field = blue(range().figure("Ann", (2, 2), "weapons: [\"Dagger\"]")).figure("Bob", (8, 2), FLAK);
    let mut game = field.begin(&[]);
    game.play(shot(&game, "Ann", 0, "Bob"), &[(HIT, 5)]);
    assert_eq!(game.value("Ann", "gone"), 1);
}

/// ITEN-ABIL-08: once a game, +2, and a 1 may be the shooter's end: out 1/12, down 1/36 at Grit 4.
#[test]
fn a_desperate_shot_ruins_the_weapon() {
    let field = range().figure("Ann", (2, 2), "weapons: [\"Lasgun\"], abilities: [\"Desperate Shot\"]");
    let mut game = blue(field).figure("Bob", (12, 2), "armour: \"Carapace Armour\"").begin(&[]);
    let action = shot(&game, "Ann", DESPERATE, "Bob");
    let odds = game.battle.odds(action);
    let ann = game.unit("Ann");
    let of = |field: &str| {
        let mine = odds.outcomes.iter().filter(|o| o.changes.iter().any(|c| c.0 == ann && c.1 == field));
        mine.map(|o| o.chance.clone()).fold(ratio("0"), |a, b| a + b)
    };
    assert_eq!((of("fate"), of("down")), (ratio("1/12"), ratio("1/36")));
    game.play(action, &[(HIT, 4), (GRIT, 1)]);
    assert_eq!((game.value("Bob", "fate"), game.value("Ann", "gone")), (1, 1));
}

/// ITEN-ABIL-10: a shot that fells an enemy earns another; need 4 and Grit 4: 1/3.
#[test]
fn gun_kata_shoots_again() {
    let field = range().figure("Ann", (2, 2), "weapons: [\"Bolter\"], abilities: [\"Gun Kata\"]");
    let mut game = blue(field).figure("Bob", (12, 2), FLAK).figure("Bea", (12, 4), FLAK).begin(&[]);
    let again = |game: &Game| game.asking() == Rule("ITEN-ABIL-10");
    assert_eq!(game.chances("Ann shoots at Bob", again), table([(true, "1/3"), (false, "2/3")]));
    game.play(shot(&game, "Ann", 0, "Bob"), &[(HIT, 4), (GRIT, 4)]);
    game.play(shot(&game, "Ann", 0, "Bea"), &[(HIT, 4), (GRIT, 1)]);
    assert_eq!((game.value("Bea", "fate"), game.asked().as_str()), (1, "Blue"));
}

/// ITEN-SHO-13, -14, ITEN-MOVE-05, ITEN-CTR-01: who saw nobody runs; not into contact.
#[test]
fn who_sees_nobody_runs() {
    let wall = ". . . . . . . # . . . . . .\n";
    let field = |numbers: &str| {
        let field = Field::drawn(&wall.repeat(9)).at("Shooting").side("Red", "");
        field.figure_with("Ann", (3, 5), LASGUN, numbers).side("Blue", "").figure("Bob", (12, 5), LASGUN)
    };
    let mut game = field("").begin(&[]);
    assert_eq!(game.farthest(Verb::Run, "Ann"), 3);
    let to = Action::of(Verb::Run, game.unit("Ann")).hex(game.hex(6, 5));
    game.play(to, &[]);
    assert_eq!((game.value("Ann", "steps"), game.value("Ann", "ran"), game.asked().as_str()), (3, 1, "Blue"));
    for numbers in ["\"balked\": 1", "\"down\": 1", "\"shot\": 1", "\"fled_from\": 2"] {
        assert_eq!(field(numbers).begin(&[]).asked(), "Blue", "{numbers}");
    }
    let mut game = field("").tuned("rules.ron", "run_die: false", "run_die: true").begin(&[]);
    game.play(Action::of(Verb::Run, game.unit("Ann")), &[("ITEN-CTR-01", 1)]);
    assert_eq!(game.farthest(Verb::Run, "Ann"), 1);
}
