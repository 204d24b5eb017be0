//! Grenades and flames (5.3, 5.4).

use std::collections::BTreeMap;

use hexfray::battle::{Action, Fact, Reason, Refusal, Rule, Verb};

use crate::field::{Field, Game, ratio, table};

const HIT: &str = "ITEN-SHO-08";
const GRIT: &str = "ITEN-GRIT-01";
const SCATTER: &str = "ITEN-GREN-02";
const BURST: &str = "ITEN-GREN-04";
const LEAP: &str = "ITEN-FLAM-02";

const LASGUN: &str = "armour: \"Flak Jacket\", weapons: [\"Lasgun\"]";
const FLAK: &str = "armour: \"Flak Jacket\"";
const LAUNCHER: &str = "troop: \"Shot\", weapons: [\"Grenade Launcher\"]";
const FLAMER: &str = "troop: \"Shot\", weapons: [\"Flamethrower\"]";

/// A map on which Red shoots first.
fn red(picture: &str) -> Field {
    Field::drawn(picture).troop("Shot", "sv: 2").troop("Quick", "speed: 2").at("Shooting").side("Red", "")
}

fn open() -> Field {
    red(&format!("{}\n", ". ".repeat(40)).repeat(15))
}

/// Blue with a watcher who has a gun, so that the battle waits for Blue afterwards.
fn blue(field: Field, watcher: (u16, u16)) -> Field {
    field.side("Blue", "").figure("Watcher", watcher, LASGUN)
}

fn throw(game: &Game, at: (u16, u16)) -> Action {
    Action::of(Verb::Fire, game.unit("Ann")).hex(game.hex(at.0, at.1))
}

/// Who was attacked by the burst, in the order of the rolls.
fn caught(game: &Game) -> Vec<String> {
    let rolled = game.events.iter().filter_map(|e| match e.fact {
        Fact::Rolled { against, .. } if e.rule == Rule(BURST) => Some(against),
        _ => None,
    });
    rolled.map(|unit| game.battle.profile(unit).member.name.clone()).collect()
}

/// ITEN-GREN-01: the 37 hexes within three steps; walls and closed doors stop it, an open door does not; round a corner
/// it goes as far as its steps take it.
#[test]
fn a_burst_goes_three_steps_and_round_corners() {
    let field = blue(open().figure("Ann", (1, 1), LAUNCHER), (40, 15));
    let game = field.begin(&[]);
    assert_eq!(game.battle.blast(game.hex(20, 8)).len(), 37);
    let rows = ". . . # . . .\n. . . D . . .\n. . . # . . .\n. . . . . . .";
    let reached = |door: bool, to: (u16, u16)| {
        let field = blue(red(rows).figure("Ann", (1, 1), LAUNCHER), (7, 4));
        let game = if door { field.with("open: [(4, 2)]") } else { field }.begin(&[]);
        game.battle.blast(game.hex(3, 2)).contains(&game.hex(to.0, to.1))
    };
    for (to, closed, opened) in
        [((2, 2), true, true), ((4, 2), false, true), ((5, 2), false, true), ((4, 4), true, true)]
    {
        assert_eq!((reached(false, to), reached(true, to)), (closed, opened), "{to:?}");
    }
}

/// ITEN-GREN-02, ITEN-GEN-01, MAP-15, MAP-16: on the point in 1 of 3; each hexside in 1 of 9; off by six in 1 of 9.
#[test]
fn the_scatter_die() {
    let field =
        blue(open().figure("Ann", (10, 8), LAUNCHER), (40, 15)).figure("Bob", (20, 8), "armour: \"Mega Armour\"");
    let mut game = field.begin(&[]);
    let label = game.battle.board().label(game.hex(20, 8));
    let words = game.offers().into_iter().find(|o| o.contains(&format!("at {label} "))).unwrap();
    let rolled = |game: &Game| -> Vec<u8> {
        let faces = game.events.iter().filter_map(|e| match e.fact {
            Fact::Rolled { face, .. } if e.rule == Rule(SCATTER) => Some(face),
            _ => None,
        });
        faces.collect()
    };
    let all = game.chances(&words, rolled);
    let of = |holds: &dyn Fn(&[u8]) -> bool| all.iter().filter(|(faces, _)| holds(faces)).map(|(_, c)| c.clone()).sum();
    let sums: BTreeMap<String, _> = (1..=6)
        .map(|side| (format!("side {side}"), of(&|faces| faces.len() == 3 && faces[1] == side)))
        .chain([
            ("hit".to_owned(), of(&|faces| faces.len() == 1)),
            ("six".to_owned(), of(&|faces| faces.get(2) == Some(&6))),
        ])
        .collect();
    let mut expected: BTreeMap<String, _> = (1..=6).map(|side| (format!("side {side}"), ratio("1/9"))).collect();
    expected.insert("hit".to_owned(), ratio("1/3"));
    expected.insert("six".to_owned(), ratio("1/9"));
    assert_eq!(sums, expected);
}

/// ITEN-GREN-02, MAP-16: so many hexes along the hexside rolled: from the point six hexes each way.
#[test]
fn a_grenade_scatters_along_a_hexside() {
    let field = blue(open().figure("Ann", (1, 8), LAUNCHER), (40, 1));
    let six = [(26, 8), (23, 2), (17, 2), (14, 8), (17, 14), (23, 14)];
    let field = six.iter().enumerate().fold(field, |f, (i, &at)| f.figure(&format!("B{}", i + 1), at, FLAK));
    for side in 1..=6 {
        let mut game = field.clone().figure("Bob", (20, 8), FLAK).begin(&[]);
        let at = throw(&game, (20, 8));
        game.play(at, &[(SCATTER, 3), (SCATTER, side), (SCATTER, 6), (BURST, 1)]);
        assert_eq!(caught(&game), [format!("B{side}")]);
    }
}

/// ITEN-GREN-02: short of a solid wall; off the board it does nothing, and is gone.
#[test]
fn a_grenade_stops_at_walls_and_flies_off_the_board() {
    let row = ". . . . . . . . . . # . . . .\n";
    let field = blue(red(&row.repeat(7)).figure("Ann", (1, 4), LAUNCHER), (15, 1));
    let mut game = field.clone().figure("Bob", (8, 4), FLAK).begin(&[]);
    // Six hexes to the right, but the wall is three away: from 10.4 Bob is two away.
    let at = throw(&game, (8, 4));
    game.play(at, &[(SCATTER, 6), (SCATTER, 1), (SCATTER, 6), (BURST, 1)]);
    assert_eq!(caught(&game), ["Bob"]);
    let mut game = field.figure("Bob", (6, 1), FLAK).begin(&[]);
    let at = throw(&game, (6, 2));
    game.play(at, &[(SCATTER, 6), (SCATTER, 2), (SCATTER, 2)]);
    assert_eq!((caught(&game).len(), game.value("Ann", "rounds")), (0, 5));
}

/// ITEN-GREN-03: no roll for the throw; the point is in range, 12 for a Grenade and 24 for a Launcher, and in sight.
#[test]
fn the_point_is_in_range_and_in_sight() {
    let wall = format!("{}{}", ". ".repeat(8), "# ");
    let picture = format!("{}\n{wall}{}\n{}\n", ". ".repeat(40), ". ".repeat(31), ". ".repeat(40));
    for (weapon, far) in [("Grenade", 12), ("Grenade Launcher", 24)] {
        let field = red(&picture).figure("Ann", (1, 1), &format!("weapons: [\"{weapon}\"]"));
        let mut game = blue(field, (40, 3)).figure("Bob", (2 + far, 1), FLAK).begin(&[]);
        assert!(game.can(Verb::Fire, "Ann", (1 + far, 1)));
        let refusal = |reason| Refusal::new(reason, Rule("ITEN-GREN-03"));
        let too_far = throw(&game, (2 + far, 1));
        assert_eq!(game.refused(too_far), refusal(Reason::OutOfRange), "{weapon}");
        let hidden = throw(&game, (12, 3));
        assert_eq!(game.refused(hidden), refusal(Reason::NoSight), "{weapon}");
        let nobody = throw(&game, (2, 1));
        assert_eq!(game.refused(nobody), Refusal::new(Reason::NothingToDo, Rule(BURST)), "{weapon}");
    }
}

/// ITEN-GREN-04, ITEN-SRV-05: whoever is caught is attacked with the thrower's SV: 4+ against 6 with SV 2. Cover counts
/// as seen from the burst, Speed and shield count; those in melee are caught too, friend and foe.
#[test]
fn what_a_burst_needs() {
    let row = ". . . . . . . . . . . . . . . . . . . .\n";
    let cover = ". . . . . . . . % . B . . . . . . . . .\n";
    let picture = format!("{row}{row}{cover}{}", row.repeat(6));
    let quick = "troop: \"Quick\", armour: \"Flak Jacket\"";
    let shield = "armour: \"Flak Jacket\", gear: [SuppressionShield]";
    // From 10.3: Hard in ruins beside it, Line two hexes on behind a barricade beside the burst.
    for (name, at, kit, numbers, need) in [
        ("Plain", (10, 3), FLAK, "", 4),
        ("Hard", (9, 3), FLAK, "", 6),
        ("Line", (12, 3), FLAK, "", 4),
        ("Moved", (10, 4), quick, "\"steps\": 1", 6),
        ("Still", (10, 4), quick, "", 4),
        ("Shield", (10, 4), shield, "", 5),
        ("Down", (10, 4), FLAK, "\"down\": 1", 2),
    ] {
        let field = blue(red(&picture).figure("Ann", (11, 9), LAUNCHER), (20, 9)).figure_with(name, at, kit, numbers);
        for (face, hits) in [(need, true), (need - 1, false)].into_iter().filter(|f| f.0 > 1) {
            let mut game = field.clone().begin(&[]);
            let at = throw(&game, (10, 3));
            let grit: &[(&str, u8)] = if hits { &[(GRIT, 6)] } else { &[] };
            game.play(at, &[&[(SCATTER, 1), (BURST, face)], grit].concat());
            assert_eq!(caught(&game), [name], "{name} {face}");
        }
    }
    let field = blue(red(&picture).figure("Ann", (11, 9), LAUNCHER), (20, 9));
    let mut game = field.figure("Bob", (10, 4), FLAK).side("Green", "").figure("Gil", (11, 4), FLAK).begin(&[]);
    let at = throw(&game, (10, 3));
    game.play(at, &[(SCATTER, 1), (BURST, 1), (BURST, 1)]);
    assert_eq!(caught(&game), ["Bob", "Gil"], "in melee with each other");
}

/// ITEN-GREN-04: what is between the burst and a figure round a corner hides half of it.
#[test]
fn round_a_corner_half_is_hidden() {
    let row = ". . . . . . . . . . . .\n";
    let picture = format!("{row}{row}{}{row}{row}", ". . . # # . . . . . . .\n");
    let field = blue(red(&picture).figure("Ann", (1, 1), LAUNCHER), (12, 1)).figure("Bob", (3, 4), FLAK);
    let mut game = field.begin(&[]);
    let at = throw(&game, (4, 2));
    assert!(game.battle.look(game.hex(4, 2), game.hex(3, 4)).is_none());
    game.play(at, &[(SCATTER, 1), (BURST, 4)]);
    assert_eq!(caught(&game), ["Bob"]);
}

/// ITEN-GREN-06, ITEN-BLD-10, ITEN-WPN-08: a Grenade thrown is gone; guns never run out.
#[test]
fn a_grenade_thrown_is_gone() {
    let kit = "weapons: [\"Grenade\", \"Lasgun\"]";
    let mut game = blue(open().figure("Ann", (2, 2), kit), (40, 15)).figure("Bob", (9, 2), FLAK).begin(&[]);
    let at = throw(&game, (9, 2));
    game.play(at, &[(SCATTER, 1), (BURST, 1)]);
    assert_eq!(game.value("Ann", "gone"), 1);
    let mut later = blue(open().figure_with("Ann", (2, 2), kit, "\"gone\": 1"), (40, 15)).figure("Bob", (9, 2), FLAK);
    later = later.turn(15, 15);
    let mut game = later.begin(&[]);
    let again = throw(&game, (9, 2));
    assert_eq!(game.refused(again), Refusal::new(Reason::WeaponNotReady, Rule("ITEN-GREN-06")));
    assert!(game.battle.shot(game.unit("Ann"), 1, game.unit("Bob")).is_some());
}

/// ITEN-ABIL-06, ITEN-GREN-04: a burst that fells who threw it finds the others without what a friend near him knew of daemons.
#[test]
fn a_burst_goes_on_without_its_thrower() {
    let field = open().troop("Imp", "tags: [Daemonic]").figure("Ann", (5, 5), "weapons: [\"Grenade\"]");
    let field = field.figure("Sage", (2, 5), "abilities: [\"Daemon Lore\"]");
    let mut game = blue(field, (40, 15)).figure("Imp", (7, 5), "troop: \"Imp\"").begin(&[]);
    let at = throw(&game, (7, 5));
    game.play(at, &[(SCATTER, 1), (BURST, 6), (GRIT, 1), (BURST, 1)]);
    assert_eq!(game.place("Ann"), (0, 0), "out of the game");
    assert_eq!(caught(&game), ["Ann", "Imp"]);
}

/// ITEN-GREN-07: six grenades come with a Launcher, each shot takes one, and a seventh is refused; nobody throws them.
#[test]
fn a_launcher_has_six_grenades() {
    let field = |rounds: &str| {
        let ann = open().figure_with("Ann", (2, 2), LAUNCHER, rounds).figure("Al", (2, 9), LASGUN);
        blue(ann, (40, 15)).figure("Bob", (20, 2), FLAK).begin(&[])
    };
    assert_eq!(field("").value("Ann", "rounds"), 6);
    let mut game = field("\"rounds\": 1");
    let at = throw(&game, (20, 2));
    game.play(at, &[]);
    game.act("pass: nobody", &[(SCATTER, 1), (BURST, 1)]);
    assert_eq!((game.value("Ann", "rounds"), game.value("Ann", "shot"), game.value("Ann", "gone")), (0, 1, 0));
    let mut game = field("\"rounds\": 0");
    let seventh = throw(&game, (20, 2));
    assert_eq!(game.refused(seventh), Refusal::new(Reason::NotEnough, Rule("ITEN-GREN-07")));
}

/// ITEN-FLAM-01: twelve hexes, and the first target is rolled against as by a shot: SV 2 against 7 in 2 of 3.
#[test]
fn flames_reach_twelve() {
    let carapace = "armour: \"Carapace Armour\"";
    let field =
        |at: u16| blue(open().figure("Ann", (2, 8), FLAMER), (40, 1)).figure("Bob", (at, 8), carapace).begin(&[]);
    let needs = |game: &Game| game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).map(|a| a.need);
    assert_eq!((needs(&field(14)), needs(&field(15))), (Some(3), None));
    let hit = field(14).chances("Ann shoots at Bob", |g| g.rules().contains(&GRIT));
    assert_eq!(hit, table([(true, "2/3"), (false, "1/3")]));
}

/// ITEN-FLAM-02: on within three hexes of the last one hit, and twelve of the firer; a miss ends it. Two who are hit on
/// 2/3 are both hit in 4/9.
#[test]
fn flames_leap_three() {
    let carapace = "armour: \"Carapace Armour\"";
    let field = |bea: (u16, u16)| {
        let bob = blue(open().figure("Ann", (2, 8), FLAMER), (40, 1)).figure("Bob", (10, 8), carapace);
        bob.figure("Bea", bea, carapace).begin(&[])
    };
    let both = |bea: (u16, u16)| {
        let hits = |g: &Game| {
            g.events.iter().filter(|e| matches!(e.fact, Fact::Rolled { .. }) && e.rule == Rule(GRIT)).count()
        };
        field(bea).chances("Ann shoots at Bob", hits).get(&2).cloned()
    };
    assert_eq!(both((13, 8)), Some(ratio("4/9")));
    assert_eq!(both((14, 8)), None, "four away");
    // Three from him, thirteen from her.
    let far = blue(open().figure("Ann", (2, 8), FLAMER), (40, 1)).figure("Bob", (12, 8), carapace);
    let mut game = far.figure("Bea", (15, 8), carapace).begin(&[]);
    game.act("Ann shoots at Bob", &[(HIT, 3), (GRIT, 6)]);
}

/// ITEN-FLAM-03: nobody twice in one shot, and no friends: of three in a ring each is met once.
#[test]
fn flames_meet_nobody_twice() {
    let field = blue(open().figure("Ann", (2, 8), FLAMER).figure("Al", (10, 6), FLAK), (40, 1));
    let field = field.figure("B1", (8, 8), FLAK).figure("B2", (10, 8), FLAK).figure("B3", (9, 10), FLAK);
    let mut game = field.begin(&[]);
    // ITEN-FLAM-02, ITEN-VEH-37: of two her owner says which is next; the last is nobody's choice.
    game.act("Ann shoots at B1", &[(HIT, 6), (GRIT, 6)]);
    assert_eq!(game.offers().len(), 2, "no friend, and not B1 again");
    let first = std::mem::take(&mut game.events);
    game.act("Ann shoots at B3", &[(LEAP, 6), (GRIT, 6), (LEAP, 6), (GRIT, 6)]);
    let met: Vec<_> = first
        .iter()
        .chain(&game.events)
        .filter_map(|e| match e.fact {
            Fact::Rolled { against, .. } if e.rule == Rule(HIT) || e.rule == Rule(LEAP) => Some(against),
            _ => None,
        })
        .collect();
    assert_eq!(met, ["B1", "B3", "B2"].map(|name| game.unit(name)));
}

/// ITEN-FLAM-04: cover does not help, half hidden neither; Speed does: Armour 6 in hard cover is 6.
#[test]
fn flames_lick_round_cover() {
    let picture = ". . . .\n# . . .\n. % . .\n. . . .\n. . . .";
    let game = blue(red(picture).figure("Ann", (2, 1), FLAMER), (4, 5)).figure("Bob", (2, 3), FLAK).begin(&[]);
    let shot = game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).unwrap();
    assert_eq!((shot.need, shot.look.half, shot.look.class), (2, true, 2));
    let quick = "troop: \"Quick\", armour: \"Flak Jacket\"";
    let field = blue(open().figure("Ann", (2, 8), FLAMER), (40, 1)).figure_with("Bob", (9, 8), quick, "\"steps\": 1");
    let game = field.begin(&[]);
    assert_eq!(game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).unwrap().need, 4);
}

/// ITEN-FLAM-05: friends on either trace keep a flame back; enemies between do not.
#[test]
fn friends_between_keep_flames_back() {
    let shoots = |friend: (u16, u16), side: &str| {
        let field = open().figure("Ann", (5, 5), FLAMER);
        let field = if side == "Red" { field.figure("Al", friend, FLAK) } else { field };
        let field = blue(field, (40, 15)).figure("Bob", (5, 9), FLAK);
        let field = if side == "Blue" { field.figure("Ben", friend, FLAK) } else { field };
        let game = field.begin(&[]);
        game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).is_some()
    };
    // The line from 5.5 to 5.9 runs between 4.6 and 5.6.
    assert!(!shoots((4, 6), "Red") && !shoots((5, 6), "Red") && !shoots((5, 7), "Red"));
    assert!(shoots((6, 6), "Red") && shoots((5, 7), "Blue"));
}

/// ITEN-FLAM-06, ITEN-ARM-04: who carries one has Armour 1 lower, used or not, in melee too: Carapace is 6.
#[test]
fn a_flamethrower_is_a_burden() {
    let kit = "armour: \"Carapace Armour\", weapons: [\"Flamethrower\", \"Sword\"]";
    let strong = "troop: \"Strong\", weapons: [\"Sword\"]";
    let field = open().troop("Strong", "fv: 2").figure("Ann", (2, 2), strong);
    let game = blue(field, (40, 15)).figure("Bob", (3, 2), kit).begin(&[]);
    let ann = game.unit("Ann");
    assert_eq!(game.battle.armour(game.unit("Bob")), 6);
    assert_eq!(game.battle.blow(ann, 0, game.unit("Bob"), 2, 0).need, 3);
}
