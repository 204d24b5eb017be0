//! Shooting, torrents, crews, grenades, flames, runs (5.2.1, 5.3, 5.4, 7.3), and the abilities of shooters.

use hexfray::battle::{Action, Preview, Reason, Refusal, Rule, Verb};
use hexfray::rules::iten::Iten;
use hexfray::rules::iten::payload::Fire;

use crate::field::{Field, Game, chances, ratio, table};

const HIT: &str = "ITEN-SHO-08";
const GRIT: &str = "ITEN-GRIT-01";

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

/// ITEN-GEN-04: a figure has what its roster says, can use all of it, and nothing else.
#[test]
fn what_is_carried_can_be_used() {
    let field = range().figure("Ann", (2, 2), "weapons: [\"Bolter\", \"Laspistol\", \"Sword\"]");
    let mut game = blue(field).figure("Bob", (8, 2), "").begin(&[]);
    let with = |offers: Vec<String>, what: &str| {
        let tail = |o: &String| o.strip_prefix(what).map(str::to_owned);
        offers.iter().filter_map(tail).filter(|o| !o.contains(',')).collect::<Vec<String>>()
    };
    assert_eq!(with(game.offers(), "Ann shoots at Bob with the "), ["Bolter", "Laspistol"]);
    let field = Field::open(9, 3).at("Melee").side("Red", "").figure("Ann", (2, 2), "weapons: [\"Bolter\", \"Sword\"]");
    let mut game = field.side("Blue", "").figure("Bob", (3, 2), "").begin(&[]);
    assert_eq!(with(game.offers(), "Ann strikes at Bob with the "), ["Sword"]);
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

/// ITEN-SHO-02, ITEN-SHO-04, ITEN-SHO-05: melee and assaults; only a pistol shoots, and at whom it touches.
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

/// ITEN-OUT-05: a dagger flies six hexes, and is gone.
#[test]
fn blades_are_thrown_once() {
    let field = blue(range().figure("Ann", (2, 2), "weapons: [\"Dagger\"]")).figure("Bob", (8, 2), FLAK);
    let mut game = field.begin(&[]);
    game.play(shot(&game, "Ann", 0, "Bob"), &[(HIT, 5)]);
    assert_eq!(game.value("Ann", "gone"), 1);
}

/// ITEN-SRV-09: whoever carries nothing to shoot throws no blade either.
#[test]
fn assassins_throw_nothing() {
    let kit = "troop: \"Death-cult Assassin\", weapons: [\"Dagger\"]";
    let other = range().figure("Ann", (2, 2), kit).figure("Al", (2, 8), LASGUN);
    let mut game = blue(other).figure("Bob", (8, 2), FLAK).begin(&[]);
    assert_eq!(game.refused(shot(&game, "Ann", 0, "Bob")).rule.0, "ITEN-SRV-09");
}

/// ITEN-ABIL-08: once a game, +2, and a 1 may be the shooter's end: out 1/12, down 1/36 at Grit 4.
#[test]
fn a_desperate_shot_ruins_the_weapon() {
    let field = range().figure("Ann", (2, 2), "weapons: [\"Lasgun\"], abilities: [\"Desperate Shot\"]");
    let mut game = blue(field).figure("Bob", (12, 2), "armour: \"Carapace Armour\"").begin(&[]);
    let action = shot(&game, "Ann", Fire { place: 0, desperate: true }.encode(), "Bob");
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

/// ITEN-SHO-13, ITEN-SHO-14, ITEN-MOVE-05, ITEN-CTR-01: who saw nobody runs; not into contact.
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
    // Who has moved before runs as far.
    let mut game = field("").at("Movement").tuned("rules.ron", "run_die: false", "run_die: true").begin(&[]);
    game.go("Ann", (2, 5), &[]);
    game.act("pass: nobody", &[]);
    game.play(Action::of(Verb::Run, game.unit("Ann")), &[("ITEN-CTR-01", 2)]);
    assert_eq!(game.farthest(Verb::Run, "Ann"), 2);
}

/// ITEN-SHO-13: sight is judged as the run begins: once the only enemy in sight has fallen, who did not shoot may run.
#[test]
fn a_run_is_judged_as_it_begins() {
    let field = Field::drawn(&". . . . . . . . . . . . . . # . . . .\n".repeat(9)).at("Shooting");
    let field = field.side("Red", "").figure("Ann", (2, 2), LASGUN).figure("Al", (2, 8), "");
    let field = field.side("Blue", "").figure("Bob", (12, 2), FLAK).figure("Ben", (18, 5), "");
    let mut game = field.begin(&[]);
    assert!(game.offers().iter().all(|o| !o.contains("Al")));
    game.play(shot(&game, "Ann", 0, "Bob"), &[(HIT, 6), (GRIT, 1)]);
    assert_eq!(game.farthest(Verb::Run, "Al"), 3);
}

/// ITEN-SHO-01: a figure shoots or runs, not both, and once; its side uses any of its figures in any order, or none.
#[test]
fn a_figure_shoots_or_runs() {
    let field = range().figure("Ann", (2, 2), LASGUN).figure("Al", (2, 4), LASGUN).figure("Amy", (2, 6), LASGUN);
    let mut game = blue(field).figure("Bob", (12, 2), FLAK).begin(&[]);
    game.play(shot(&game, "Amy", 0, "Bob"), &[]);
    let again = shot(&game, "Amy", 0, "Watcher");
    assert_eq!(game.refused(again), Refusal::new(Reason::AlreadyDone, Rule("ITEN-SHO-01")));
    game.act("Al does nothing more", &[]);
    game.act("pass: nobody", &[(HIT, 1)]);
    assert_eq!(["Ann", "Al", "Amy"].map(|name| game.value(name, "shot")), [0, 0, 1]);
    let field = range().figure_with("Ann", (2, 2), LASGUN, "\"ran\": 1").figure("Al", (2, 4), LASGUN);
    let mut ran = blue(field).figure("Bob", (12, 2), FLAK).begin(&[]);
    let late = shot(&ran, "Ann", 0, "Bob");
    assert_eq!(ran.refused(late), Refusal::new(Reason::AlreadyDone, Rule("ITEN-SHO-01")));
}

/// ITEN-SHO-04, ITEN-SHO-05: the one who moved into contact shoots his pistol at whom he touches: Armour 6 and a
/// Laspistol's 1 need 5, so that Grit 4+ is out in 1/6 of all; who was charged, or has fought since before, shoots nothing.
#[test]
fn a_pistol_in_the_turn_of_contact() {
    let field = |numbers: &str| {
        let red = range().figure_with("Ann", (5, 5), "weapons: [\"Laspistol\", \"Shotgun\"]", numbers);
        blue(red.figure("Al", (5, 9), LASGUN)).figure("Bob", (6, 5), FLAK).figure("Far", (15, 5), FLAK).begin(&[])
    };
    let mut game = field("\"charged\": 1");
    let rows = [("fate 0>1, on board 1>0", "1/6"), ("down 0>1, fell 0>1", "1/18"), ("nothing", "7/9")];
    assert_eq!(game.odds("Ann shoots at Bob with the Laspistol", "Bob"), chances(&rows));
    let contested = |rule| Refusal::new(Reason::Contested, Rule(rule));
    let (gun, far) = (shot(&game, "Ann", 1, "Bob"), shot(&game, "Ann", 0, "Far"));
    assert_eq!((game.refused(gun), game.refused(far)), (contested("ITEN-SHO-04"), contested("ITEN-SHO-05")));
    for numbers in ["", "\"assaulted\": 1"] {
        let mut game = field(numbers);
        let pistol = shot(&game, "Ann", 0, "Bob");
        assert_eq!(game.refused(pistol), contested("ITEN-SHO-04"), "{numbers}");
    }
}

/// ITEN-SHO-07, ITEN-WPN-04: steps between the hexes, with no shorter range and nothing taken off for distance: a
/// Lasgun's 24 are in range as well as 2, 25 are not.
#[test]
fn ranges_are_steps() {
    let needs = |steps: u16| {
        let field = blue(range().figure("Ann", (2, 2), LASGUN)).figure("Bob", (2 + steps, 2), FLAK);
        let game = field.begin(&[]);
        game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).map(|a| a.need)
    };
    assert_eq!([2, 12, 24, 25].map(needs), [Some(5), Some(5), Some(5), None]);
    // Twenty rows down are twenty steps, and as many columns to the side.
    let field = Field::open(40, 30).at("Shooting").side("Red", "").figure("Ann", (2, 2), LASGUN);
    let game = blue(field).figure("Near", (12, 26), FLAK).figure("Out", (16, 26), FLAK).begin(&[]);
    let reach = |name: &str| game.battle.shot(game.unit("Ann"), 0, game.unit(name)).is_some();
    assert!(reach("Near") && !reach("Out"));
}

/// ITEN-SHO-06, MAP-18: sight is known before shots are declared, ranges are not: what is out of sight is refused, what is
/// too far is lost. With `premeasure` ranges are known as well, and what is too far is refused.
#[test]
fn ranges_are_not_measured_beforehand() {
    let field = blue(range().figure("Ann", (2, 2), LASGUN).figure("Al", (2, 4), LASGUN)).figure("Far", (30, 2), FLAK);
    let mut game = field.begin(&[]);
    let far = shot(&game, "Ann", 0, "Far");
    game.play(far, &[]);
    game.act("pass: nobody", &[]);
    assert!(game.rules().contains(&"ITEN-SHO-06") && !game.rules().contains(&HIT));
    let rule = |game: &Game, action: Action| Iten::unmeasured(&game.battle, action);
    // Its odds are those of a shot in range, since any others would tell it.
    let mut game = field.clone().figure("Near", (12, 2), FLAK).begin(&[]);
    assert_eq!(rule(&game, far), Some(Rule("ITEN-SHO-06")));
    let fates = |game: &mut Game, of: &str| {
        let odds = game.odds(&format!("Ann shoots at {of}"), of);
        odds.into_iter().map(|(words, chance)| format!("{words}: {chance}")).collect::<Vec<_>>()
    };
    let far_off = fates(&mut game, "Far");
    assert!(far_off.len() > 1 && far_off == fates(&mut game, "Near"), "{far_off:?}");
    let measured = field.figure("Near", (12, 2), FLAK).tuned("rules.ron", "premeasure: false", "premeasure: true");
    let mut game = measured.begin(&[]);
    let near = shot(&game, "Ann", 0, "Near");
    assert_eq!(rule(&game, near), None);
    assert_eq!(game.refused(far), Refusal::new(Reason::OutOfRange, Rule("ITEN-SHO-07")));
    let wall = ". . . # . . .\n";
    let walled = Field::drawn(&wall.repeat(3)).at("Shooting").side("Red", "").figure("Ann", (1, 2), LASGUN);
    let walled = walled.side("Blue", "").figure("Bob", (7, 2), FLAK).figure("Ben", (3, 1), FLAK);
    let mut game = walled.begin(&[]);
    let hidden = shot(&game, "Ann", 0, "Bob");
    assert_eq!(game.refused(hidden), Refusal::new(Reason::NoSight, Rule("ITEN-LOS-01")));
}

/// ITEN-SHO-12: who has moved shoots as well as who has not.
#[test]
fn moving_does_not_spoil_the_aim() {
    let needs = |numbers: &str| {
        let field = blue(range().figure_with("Ann", (2, 2), LASGUN, numbers)).figure("Bob", (12, 2), FLAK);
        let game = field.begin(&[]);
        game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).unwrap().need
    };
    assert_eq!((needs(""), needs("\"steps\": 6")), (5, 5));
}

/// ITEN-SHO-14: who fights, has fled, lies there or lost his nerve does not run, and is told why.
#[test]
fn who_may_not_run() {
    let wall = ". . . . . . . # . . . . . .\n";
    let refused = |numbers: &str, foe: (u16, u16)| {
        let red = Field::drawn(&wall.repeat(9)).at("Shooting").side("Red", "").figure_with("Ann", (3, 5), "", numbers);
        let red = red.figure("Al", (1, 9), "").side("Blue", "").figure("Bob", foe, "");
        let mut game = red.begin(&[]);
        let run = Action::of(Verb::Run, game.unit("Ann")).hex(game.hex(5, 5));
        game.refused(run)
    };
    let no = |reason, rule| Refusal::new(reason, Rule(rule));
    assert_eq!(refused("\"down\": 1", (12, 5)), no(Reason::MayNotAct, "ITEN-SHO-14"));
    assert_eq!(refused("\"fled_from\": 3", (12, 5)), no(Reason::MayNotAct, "ITEN-SHO-14"));
    assert_eq!(refused("\"balked\": 1", (12, 5)), no(Reason::MayNotAct, "ITEN-TERR-01"));
    assert_eq!(refused("\"shot\": 1", (12, 5)), no(Reason::AlreadyDone, "ITEN-SHO-01"));
}

/// ITEN-SHO-13, ITEN-MOVE-05: a run in soft cover is 2, and nobody runs in hard cover.
#[test]
fn runs_in_cover() {
    let far = |start: &str| {
        let row = format!("{start} . . . . . . # . . . . . .\n");
        let red = Field::drawn(&row.repeat(9)).at("Shooting").side("Red", "").figure("Ann", (1, 5), "");
        let red = red.figure("Al", (3, 1), "").side("Blue", "").figure("Bob", (12, 5), "");
        red.begin(&[]).farthest(Verb::Run, "Ann")
    };
    assert_eq!([".", ",", "%"].map(far), [3, 2, 0]);
    let red = Field::drawn(". . % . . . . # . . . . . .").at("Shooting").side("Red", "").figure("Ann", (1, 1), "");
    let mut game = red.side("Blue", "").figure("Bob", (12, 1), "").begin(&[]);
    assert_eq!(game.farthest(Verb::Run, "Ann"), 1);
    let into = Action::of(Verb::Run, game.unit("Ann")).hex(game.hex(3, 1));
    assert_eq!(game.refused(into), Refusal::new(Reason::OutOfReach, Rule("ITEN-MOVE-05")));
}

/// ITEN-ABIL-08: once a game: the weapon is useless afterwards, and there is no second such shot with another.
#[test]
fn there_is_one_desperate_shot() {
    let kit = "weapons: [\"Lasgun\", \"Laspistol\"], abilities: [\"Desperate Shot\"]";
    let field =
        |numbers: &str| blue(range().figure_with("Ann", (2, 2), kit, numbers)).figure("Bob", (12, 2), FLAK).begin(&[]);
    let (mut first, mut later) = (field(""), field("\"gone\": 1"));
    let desperate = |game: &mut Game| game.offers().iter().filter(|o| o.contains("desperate")).count();
    assert_eq!((desperate(&mut first), desperate(&mut later)), (4, 0), "either gun at either enemy, then none");
    let useless = shot(&later, "Ann", 0, "Bob");
    assert_eq!(later.refused(useless), Refusal::new(Reason::WeaponNotReady, Rule("ITEN-ABIL-08")));
    let again = shot(&later, "Ann", Fire { place: 1, desperate: true }.encode(), "Bob");
    assert_eq!(later.refused(again), Refusal::new(Reason::OrderNotOpen, Rule("ITEN-ABIL-08")));
    assert!(later.battle.shot(later.unit("Ann"), 1, later.unit("Bob")).is_some(), "the other still shoots");
}

/// ITEN-OUT-09: allies are friends in all things: no targets, their figures are passed through; but each Retinue has its
/// own initiative.
#[test]
fn allies_are_friends() {
    let init = "ITEN-INIT-02";
    let field = Field::open(30, 3).side("Red", "team: 0").figure("Ann", (2, 2), LASGUN).side("Pals", "team: 0");
    let field = field.figure("Pal", (3, 2), LASGUN).side("Blue", "team: 1").figure("Bob", (25, 2), LASGUN);
    let mut game = field.clone().at("Initiative").begin(&[(init, 1), (init, 6), (init, 3)]);
    let mut order = vec![game.asked()];
    for _ in 0..2 {
        game.act("pass: nobody", &[]);
        order.push(game.asked());
    }
    assert_eq!(order, ["Pals", "Blue", "Red"]);
    assert!(game.can(Verb::Move, "Ann", (8, 2)), "past him");
    let mut game = field.at("Shooting").begin(&[]);
    let friend = shot(&game, "Ann", 0, "Pal");
    assert_eq!(game.refused(friend), Refusal::new(Reason::NotAnEnemy, Rule("ITEN-SHO-02")));
}
