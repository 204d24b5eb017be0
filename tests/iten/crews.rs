//! Crewed weapons and torrents of fire (5.2.1, 7.3.1).

use hexfray::battle::{Action, Reason, Refusal, Rule, Verb};

use hexfray::rules::iten::stats::{Trait, Weight};

use crate::content::book;
use crate::field::{Field, Game};

const HIT: &str = "ITEN-SHO-08";
const GRIT: &str = "ITEN-GRIT-01";
const LASGUN: &str = "armour: \"Flak Jacket\", weapons: [\"Lasgun\"]";
const GUN: &str = "weapons: [\"Heavy Bolter\"]";
const FLAK: &str = "armour: \"Flak Jacket\"";
const MOVED: &str = "\"steps\": 2";

fn red() -> Field {
    Field::open(60, 12).at("Shooting").side("Red", "")
}

/// Blue with Bob at (14, 2); its watcher far off has a gun, so that the battle waits for Blue afterwards.
fn blue(field: Field) -> Field {
    field.side("Blue", "").figure("Bob", (14, 2), FLAK).figure("Watcher", (40, 12), LASGUN)
}

fn shot(game: &Game, by: &str, at: &str) -> Action {
    Action::of(Verb::Fire, game.unit(by)).at(game.unit(at))
}

fn help(game: &Game, by: &str, friend: &str) -> Action {
    Action::of(Verb::Assist, game.unit(by)).at(game.unit(friend))
}

fn needs(game: &Game, by: &str, at: &str) -> Option<u8> {
    game.battle.shot(game.unit(by), 0, game.unit(at)).map(|a| a.need)
}

/// ITEN-HVY-01, ITEN-CTR-22: weapons with a crew are a few, and not all that are typed Heavy: a Bolter needs none.
#[test]
fn bolters_have_no_crew() {
    let (mut crewed, mut heavy): (Vec<&str>, usize) = (Vec::new(), 0);
    for weapon in &book().weapons {
        crewed.extend(weapon.has(Trait::Crewed).then_some(weapon.name.as_str()));
        heavy += usize::from(weapon.weight == Weight::Heavy && !weapon.has(Trait::Crewed));
    }
    crewed.sort_unstable();
    let few = ["Big Shoota", "Heavy Bolter", "Heavy Gauss Blaster", "Heavy Stubber", "Lascannon", "Multimelta"];
    assert_eq!(crewed, [&few[..], &["Shrieker Cannon"]].concat());
    assert!(heavy > 0 && book().weapon("Bolter").unwrap().weight == Weight::Heavy);
    for (weapon, shoots) in [("Bolter", true), ("Plasmagun", true), ("Heavy Stubber", false), ("Heavy Bolter", false)] {
        let game = blue(red().figure_with("Ann", (2, 2), &format!("weapons: [\"{weapon}\"]"), MOVED)).begin(&[]);
        assert_eq!(needs(&game, "Ann", "Bob").is_some(), shoots, "{weapon}");
    }
}

/// ITEN-HVY-02: a mate is a friend in contact who stands, fights nobody, and has neither shot nor run.
#[test]
fn who_may_be_a_mate() {
    let field = |at: (u16, u16), numbers: &str| {
        blue(red().figure_with("Ann", (2, 2), GUN, MOVED).figure_with("Al", at, "", numbers)).begin(&[])
    };
    assert!(needs(&field((3, 2), ""), "Ann", "Bob").is_some());
    for (at, numbers) in [((4, 2), ""), ((3, 2), "\"down\": 1"), ((3, 2), "\"shot\": 1"), ((3, 2), "\"ran\": 1")] {
        assert_eq!(needs(&field(at, numbers), "Ann", "Bob"), None, "{at:?} {numbers}");
    }
    let fights = blue(red().figure_with("Ann", (2, 2), GUN, MOVED).figure("Al", (3, 2), ""));
    assert_eq!(needs(&fights.figure("Ben", (4, 2), "").begin(&[]), "Ann", "Bob"), None);
}

/// ITEN-HVY-02: neither of the crew fires anything else: with a gun that has moved or not, its mate is bound when it is
/// declared; he who has declared a shot of his own is no mate.
#[test]
fn a_mate_fires_nothing_else() {
    let bound = |rule| Refusal::new(Reason::AlreadyDone, Rule(rule));
    for moved in [MOVED, ""] {
        let field =
            red().figure_with("Ann", (2, 2), GUN, moved).figure("Al", (3, 2), LASGUN).figure("Amy", (2, 9), LASGUN);
        let mut game = blue(field.clone()).begin(&[]);
        game.play(shot(&game, "Ann", "Bob"), &[]);
        assert_eq!(game.refused(shot(&game, "Al", "Bob")), bound("ITEN-HVY-02"));
        game.act("Amy does nothing", &[(HIT, 2)]);
        assert_eq!((game.value("Ann", "shot"), game.value("Al", "shot")), (1, 1));
        // He shoots first: who has moved has nobody then, who has not shoots alone.
        let mut game = blue(field).begin(&[]);
        game.play(shot(&game, "Al", "Bob"), &[]);
        assert_eq!(needs(&game, "Ann", "Bob").is_some(), moved.is_empty());
    }
    // A friend without a gun of his own is bound rather than one who has one.
    let field = red().figure("Ann", (2, 2), GUN).figure("Al", (3, 2), LASGUN).figure("Abe", (1, 2), "");
    let mut game = blue(field).begin(&[]);
    game.play(shot(&game, "Ann", "Bob"), &[]);
    game.play(shot(&game, "Al", "Bob"), &[(HIT, 2), (HIT, 2)]);
}

/// ITEN-HVY-03: the mate is lost before the shot: it is not made, and uses nothing up. Who has no mate moves or shoots.
#[test]
fn a_mate_may_be_lost() {
    let thrower = red().figure("Abe", (2, 8), "weapons: [\"Grenade\"]");
    let field = blue(thrower.figure_with("Ann", (2, 2), GUN, MOVED).figure("Al", (3, 2), ""));
    let mut game = field.figure("Ben", (6, 2), FLAK).begin(&[]);
    let throw = Action::of(Verb::Fire, game.unit("Abe")).hex(game.hex(6, 3));
    game.play(throw, &[]);
    let rolls = [("ITEN-GREN-02", 1), ("ITEN-GREN-04", 6), (GRIT, 1), ("ITEN-GREN-04", 1)];
    game.play(shot(&game, "Ann", "Bob"), &rolls);
    assert_eq!((game.value("Al", "fate"), game.value("Ann", "shot")), (1, 1));
    assert!(game.rules().contains(&"ITEN-HVY-03") && !game.rules().contains(&HIT));

    let moved = blue(red().figure_with("Ann", (2, 2), GUN, MOVED).figure("Amy", (2, 9), LASGUN));
    let mut game = moved.begin(&[]);
    let refused = Refusal::new(Reason::WeaponNotReady, Rule("ITEN-HVY-03"));
    assert_eq!(game.refused(shot(&game, "Ann", "Bob")), refused);
    let still = blue(red().figure("Ann", (2, 2), GUN)).begin(&[]);
    assert!(needs(&still, "Ann", "Bob").is_some());
}

/// ITEN-HVY-04: in Power Armour, Terminator Armour and their equals one handles such a weapon alone.
#[test]
fn powered_armour_needs_no_mate() {
    for (armour, alone) in [
        ("Power Armour", true),
        ("Terminator Armour", true),
        ("Mega Armour", true),
        ("Squat Exo-Armour", true),
        ("Necron Living Metal", true),
        ("Tau Crisis Suit", true),
        ("Tau Stealth Suit", true),
        ("Carapace Armour", false),
        ("Displacer Field", false),
    ] {
        let kit = format!("armour: \"{armour}\", {GUN}");
        let game = blue(red().figure_with("Ann", (2, 2), &kit, MOVED)).begin(&[]);
        assert_eq!(needs(&game, "Ann", "Bob").is_some(), alone, "{armour}");
    }
}

/// Ann's Heavy Bolter lies in a hex, that of (2, 2) being 62, beside Al of Red.
fn fallen(kit: &str, left_at: u16) -> Field {
    let ann = format!("troop: \"Plain\", {GUN}");
    let field = Field::open(60, 12).side("Red", "").gone_with("Ann", &ann, &format!("\"left_at\": {left_at}"));
    blue(field.figure("Al", (3, 2), kit).figure("Amy", (2, 12), ""))
}

const TAKES: &str = "Al takes up the weapon of Ann";

/// ITEN-HVY-03, ITEN-OUT-11: the weapon of a crew lies where its bearer fell, and a friend in contact takes it at the
/// end of his move; other weapons are lost. With a move behind him he shoots it with a mate only.
#[test]
fn a_weapon_is_taken_up_where_it_lies() {
    let field = blue(red().figure("Ann", (2, 2), GUN).figure("Al", (8, 2), LASGUN).figure("Amy", (9, 2), ""));
    let mut game = field.side("Green", "").figure("Gil", (20, 2), LASGUN).begin(&[]);
    game.act("pass: nobody", &[]);
    game.act("pass: nobody", &[]);
    game.act(
        "Gil shoots at Ann",
        &[(HIT, 6), (GRIT, 1), ("ITEN-INIT-02", 6), ("ITEN-INIT-02", 3), ("ITEN-INIT-02", 1)],
    );
    assert_eq!((game.value("Ann", "fate"), game.value("Ann", "left_at")), (1, 62));
    assert_eq!((game.phase(), game.asked().as_str()), ("Movement", "Red"));
    let take = Action::of(Verb::Use, game.unit("Al")).at(game.unit("Ann"));
    assert_eq!(game.refused(take), Refusal::new(Reason::OutOfRange, Rule("ITEN-HVY-03")));
    game.go("Al", (3, 2), &[]);
    game.act(TAKES, &[]);
    assert_eq!((game.value("Ann", "left_at"), game.asked().as_str()), (0, "Red"), "Amy is left");
    let al = game.unit("Al");
    let names = |game: &Game| (0..8).filter_map(|p| game.battle.arm(al, p).map(|w| w.name.clone())).collect::<Vec<_>>();
    assert_eq!(names(&game), ["Lasgun", "Improvised weapon", "Heavy Bolter"]);
    game.go("Amy", (4, 2), &[]);
    for _ in 0..2 {
        game.act("pass: nobody", &[]);
    }
    assert_eq!(game.phase(), "Shooting");
    game.act("Al shoots at Bob with the Heavy Bolter", &[(HIT, 2)]);
    assert_eq!(game.value("Amy", "shot"), 1, "his mate");
}

/// ITEN-HVY-03: whoever has such a weapon, an enemy to see to, or nothing but bare hands leaves it; enemies leave it
/// too.
#[test]
fn not_everybody_takes_it_up() {
    let lying = |kit: &str| fallen(kit, 62);
    let offers = |field: &Field| field.begin(&[]).offers().contains(&TAKES.to_owned());
    assert!(offers(&lying("")));
    assert!(offers(&lying(LASGUN)));
    assert!(!offers(&lying(GUN)));
    assert!(!offers(&lying("troop: \"Hands\"").troop("Hands", "bare_hands: true")));
    assert!(!offers(&fallen("", 0)), "nothing lies there");
    assert!(!offers(&lying("").figure("Ben", (4, 2), "")));
    let mut game = lying("").figure("Ben", (1, 2), "").begin(&[]);
    game.act("pass: nobody", &[]);
    let take = Action::of(Verb::Use, game.unit("Ben")).at(game.unit("Ann"));
    assert_eq!(game.refused(take), Refusal::new(Reason::NothingToDo, Rule("ITEN-HVY-03")));
}

/// ITEN-HVY-03: whoever has taken it up falls in turn: it lies there again.
#[test]
fn a_weapon_may_be_left_again() {
    let field = fallen("", 62).figure("Ben", (20, 2), LASGUN);
    let mut game = field.begin(&[]);
    game.act(TAKES, &[]);
    for _ in 0..3 {
        game.act("pass: nobody", &[]);
    }
    game.act("Watcher does nothing", &[]);
    game.act("Ben shoots at Al", &[(HIT, 6), (GRIT, 1), ("ITEN-INIT-02", 6), ("ITEN-INIT-02", 3)]);
    assert_eq!((game.value("Al", "left_at"), game.value("Ann", "left_at")), (63, 0));
}

/// ITEN-TOR-01, ITEN-EX-03: each who joins adds 1: four at +3 are +6, which needs 4 against Terminator Armour; alone 7.
#[test]
fn example_3_a_torrent() {
    let kit = "troop: \"Guard\", weapons: [\"Lasgun\"]";
    let field = ["A", "B", "C", "D"]
        .iter()
        .enumerate()
        .fold(Field::open(60, 12).troop("Guard", "sv: 2").at("Shooting").side("Red", ""), |field, (i, name)| {
            field.figure(name, (2, 2 + 2 * i as u16), kit)
        });
    let field = field.side("Blue", "").figure("Bob", (14, 2), "armour: \"Terminator Armour\"");
    let field = field.figure("Watcher", (40, 12), LASGUN);
    let mut game = field.begin(&[]);
    assert_eq!(needs(&game, "A", "Bob"), Some(7));
    game.play(shot(&game, "A", "Bob"), &[]);
    for friend in ["B", "C"] {
        game.play(help(&game, friend, "A"), &[]);
    }
    let mut last = Field::clone(&field).begin(&[]);
    game.play(help(&game, "D", "A"), &[(HIT, 4), (GRIT, 6)]);
    assert_eq!(["A", "B", "C", "D"].map(|n| game.value(n, "shot")), [1; 4]);
    last.play(shot(&last, "A", "Bob"), &[]);
    for friend in ["B", "C"] {
        last.play(help(&last, friend, "A"), &[]);
    }
    last.play(help(&last, "D", "A"), &[(HIT, 3)]);
}

/// ITEN-TOR-02: one hit at most comes of it: one die, one Grit roll, with the weapon of the one who rolls.
#[test]
fn a_torrent_hits_once() {
    let field = red().figure("Ann", (2, 2), "weapons: [\"Plasmagun\"]").figure("Al", (2, 4), LASGUN);
    let mut game = blue(field.figure("Amy", (2, 6), LASGUN)).begin(&[]);
    game.play(shot(&game, "Ann", "Bob"), &[]);
    game.play(help(&game, "Al", "Ann"), &[]);
    // +4 and +2 against 6: any but a 1; Grit 4+ at -2.
    game.play(help(&game, "Amy", "Ann"), &[(HIT, 2), (GRIT, 5)]);
    assert_eq!(game.value("Bob", "fate"), 1);
    let mut game = blue(red().figure("Ann", (2, 2), LASGUN).figure("Al", (2, 4), LASGUN)).begin(&[]);
    game.play(shot(&game, "Ann", "Bob"), &[]);
    // ITEN-TOR-04: a natural 1 misses, however many join.
    game.play(help(&game, "Al", "Ann"), &[(HIT, 1)]);
}

/// ITEN-TOR-03: who joins could shoot at that target himself: sees it, has not run; with no grenade and no flamer, of
/// the one Retinue. Of two, one of them out of range, the other adds 1, and both have shot.
#[test]
fn who_may_join_a_torrent() {
    let row = ". . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .\n";
    let picture = format!("{row}{row}{}{row}{row}", row.replace('.', "#"));
    let field = |kit: &str, at: (u16, u16), numbers: &str| {
        let field = Field::drawn(&picture).at("Shooting").side("Red", "").figure("Ann", (2, 2), LASGUN);
        // Amy keeps her side from being through.
        let field = field.figure("Amy", (1, 2), LASGUN);
        field.figure_with("Al", at, kit, numbers).side("Blue", "").figure("Bob", (14, 2), FLAK).begin(&[])
    };
    let may = |kit: &str, at: (u16, u16), numbers: &str| {
        let mut game = field(kit, at, numbers);
        game.play(shot(&game, "Ann", "Bob"), &[]);
        game.battle.check(help(&game, "Al", "Ann"), &mut Default::default()).is_ok()
    };
    assert!(may(LASGUN, (2, 1), ""));
    assert!(may("weapons: [\"Autopistol\"]", (2, 1), ""), "in range or not");
    assert!(!may(LASGUN, (2, 4), ""), "he does not see him");
    assert!(!may(LASGUN, (2, 1), "\"ran\": 1"));
    let refused = |kit: &str| {
        let mut game = field(kit, (2, 1), "");
        game.play(shot(&game, "Ann", "Bob"), &[]);
        game.refused(help(&game, "Al", "Ann"))
    };
    for kit in ["weapons: [\"Flamethrower\"]", "weapons: [\"Grenade Launcher\"]"] {
        assert_eq!(refused(kit), Refusal::new(Reason::WeaponNotReady, Rule("ITEN-TOR-03")), "{kit}");
    }
    let ally = Field::open(40, 5).at("Shooting").side("Red", "team: 0").figure("Ann", (2, 2), LASGUN);
    let ally = ally.side("Pals", "team: 0").figure("Al", (2, 4), LASGUN).side("Blue", "team: 1");
    let mut game = ally.figure("Bob", (14, 2), FLAK).begin(&[]);
    game.play(shot(&game, "Ann", "Bob"), &[(HIT, 1)]);
    assert_eq!(game.asked(), "Pals", "an ally's shot is his own");
}

/// ITEN-TOR-04: the target's Armour is what it is to the one who rolls, not to the others.
#[test]
fn armour_is_that_before_the_one_who_rolls() {
    let picture = ". . . . . . .\n. . . . . . .\n. . # . . . .\n. . . . . . .\n. . . . . . .";
    let field = Field::drawn(picture).at("Shooting").side("Red", "").figure("Ann", (4, 1), LASGUN);
    // Between Al and Bob a wall hides half.
    let mut game = field
        .figure("Al", (3, 2), LASGUN)
        .side("Blue", "")
        .figure("Bob", (3, 4), FLAK)
        .figure("Watcher", (7, 5), LASGUN)
        .begin(&[]);
    let (ann, al) = (needs(&game, "Ann", "Bob").unwrap(), needs(&game, "Al", "Bob").unwrap());
    assert_eq!((ann, al), (5, 6));
    game.play(shot(&game, "Ann", "Bob"), &[]);
    game.play(help(&game, "Al", "Ann"), &[(HIT, 4), (GRIT, 6)]);
    assert!(game.rules().contains(&"ITEN-TOR-01"));
}
