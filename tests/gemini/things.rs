//! Skills and tasks, search, prizes, weapons that lie about, weapons put away, Frenzon (GEM-SKILL, GEM-OBS-03, GEM-FRZ-03,
//! and Ready in the table of actions).

use hexfray::battle::{Action, Chance, Rules, Verb};
use hexfray::rules::gemini::{Gemini, uses};

use crate::field::{Field, Game, ratio, table};

fn calm() -> Field {
    Field::open(30, 7).option("reactions: off, all_out_rout: off, fast_draw: off,")
}

/// Ann, who is like this, with a task in the hex before her.
fn tasked(ann: &str, task: &str) -> Field {
    let field = calm().with(&format!("things: (tasks: [(name: \"Safe\", at: (4, 3), prizes: 1, {task})]),"));
    field.model("Ann", ann).ours("Ann", (3, 3), "").theirs("Spacer", (28, 3), "")
}

/// How likely she manages it.
fn done(ann: &str, task: &str) -> Chance {
    let mut game = tasked(ann, task).acting("Ann", 1);
    let ground = |g: &Game| g.battle.ground(g.hex(4, 3)).prizes;
    let chances = game.chances("Ann tries Safe at 4.3", ground);
    chances.get(&1).cloned().unwrap_or_else(|| ratio("0"))
}

/// GEM-SKILL-01: a task is settled by Strength, Toughness, Initiative, Leadership or Agility; a 6 fails.
#[test]
fn tasks_ask_for_statistics() {
    assert_eq!(done("s: 4", "asks: Strength"), ratio("2/3"));
    assert_eq!(done("s: 9", "asks: Strength"), ratio("5/6"));
    assert_eq!(done("t: 2", "asks: Toughness"), ratio("1/3"));
    assert_eq!(done("i: 3", "asks: Initiative, modifier: 1"), ratio("2/3"));
    assert_eq!(done("ld: 7", "asks: Leadership"), ratio("7/12"));
    assert_eq!(done("i: 3, m: 6", "asks: Agility"), ratio("2/3"), "one better for whoever is fast");
}

/// GEM-SKILL-03, GEM-EX-02: 3D6 up to the level with its modifiers; 3 passes, 18 fails.
#[test]
fn skills_roll_three_dice() {
    let level = |level: u8| {
        let ann = format!("skills: [(name: \"Lockpicking\", level: {level})]");
        done(&ann, "asks: Skill(\"Lockpicking\")")
    };
    assert_eq!(level(8), ratio("7/27"));
    assert_eq!(level(10), ratio("1/2"));
    assert_eq!(level(12), ratio("20/27"));
    assert_eq!(level(14), ratio("49/54"));
    assert_eq!(level(18), ratio("215/216"));
    let harder = "asks: Skill(\"Lockpicking\"), modifier: -2";
    assert_eq!(done("skills: [(name: \"Lockpicking\", level: 12)]", harder), ratio("1/2"));
}

/// GEM-SKILL-04: whoever never learnt it rolls against Leadership less 2, 3 or 4.
#[test]
fn the_untrained_try() {
    let untrained = |class: &str| {
        let ann = format!("ld: 7, classes: [(\"Lockpicking\", {class})]");
        done(&ann, "asks: Skill(\"Lockpicking\")")
    };
    assert_eq!(untrained("Easy"), ratio("5/108"));
    assert_eq!(untrained("Average"), ratio("1/54"));
    assert_eq!(untrained("Hard"), ratio("1/216"));
}

/// GEM-SKILL-05, GEM-EX-03: some tasks are not for the untrained; a related skill may stand in at a penalty.
#[test]
fn a_related_skill_stands_in() {
    let bomb = "asks: Skill(\"Bomb-disposal\"), related: (\"Armoury\", -1)";
    assert_eq!(done("ld: 8, skills: [(name: \"Armoury\", level: 12)]", bomb), ratio("5/8"));
    assert_eq!(done("ld: 8, skills: [(name: \"Armoury\", level: 10)]", bomb), ratio("3/8"));
    assert_eq!(done("ld: 8", bomb), ratio("1/54"), "Leadership less 4");
    let glyphs = "asks: Skill(\"Ancient Languages\"), untrained: false";
    let mut game = tasked("", glyphs).acting("Ann", 1);
    let tried = game.at_hex(Verb::Use, "Ann", 4, 3).with(uses::TASK);
    assert_eq!(game.refusal(tried), "GEM-SKILL-05");
}

/// GEM-SKILL-01, GEM-ACT-08: once an activation, and no more once it is done; without `skills` none is put to use.
#[test]
fn a_task_is_tried_once() {
    let mut game = tasked("s: 3", "asks: Strength").acting("Ann", 3);
    game.act("Ann tries Safe at 4.3", &[("GEM-SKILL-01", 5)]);
    let again = game.at_hex(Verb::Use, "Ann", 4, 3).with(uses::TASK);
    assert_eq!(game.refusal(again), "GEM-ACT-08");
    let mut game = tasked("", "asks: Skill(\"Armoury\")").option("skills: off,").acting("Ann", 1);
    let tried = game.at_hex(Verb::Use, "Ann", 4, 3).with(uses::TASK);
    assert_eq!(game.refusal(tried), "GEM-SKILL-03");
}

/// GEM-MOVE-09: a locked door is a wall until somebody picks it.
#[test]
fn locked_doors_are_picked() {
    let field = || {
        let map = ". . . # . . .\n. . . D . . .\n. . . # . . .\n";
        let field = Field::drawn(map).option("reactions: off, all_out_rout: off, fast_draw: off,");
        let field = field
            .with("things: (locked: [(4, 2)], tasks: [(name: \"Lock\", at: (4, 2), asks: Strength, opens: (4, 2))]),");
        field.model("Ann", "s: 3").ours("Ann", (3, 2), "").theirs("Spacer", (7, 2), "")
    };
    let mut game = field().acting("Ann", 2);
    assert!(!game.can("Ann moves to 5.2"));
    game.act("Ann tries Lock", &[("GEM-SKILL-01", 3)]);
    assert!(game.can("Ann moves to 5.2"));
}

/// GEM-TEST-05: observation and search roll a D10 up to Initiative, a 10 fails; or a D6, a 6 fails.
#[test]
fn looking_about_takes_a_d10() {
    let found = |i: u8, options: &str| {
        let field =
            calm().option(options).with("things: (hiding: [(4, 3)], hidden: 1),").model("Ann", &format!("i: {i}"));
        let mut game = field.ours("Ann", (3, 3), "").theirs("Spacer", (28, 3), "").acting("Ann", 1);
        let prizes = |g: &Game| g.battle.ground(g.hex(4, 3)).prizes;
        game.chances("Ann searches", prizes).remove(&1).unwrap()
    };
    assert_eq!(found(3, ""), ratio("3/10"));
    assert_eq!(found(4, ""), ratio("2/5"));
    assert_eq!(found(10, ""), ratio("9/10"));
    assert_eq!(found(3, "d10_tests: off,"), ratio("1/2"));
    assert_eq!(found(10, "d10_tests: off,"), ratio("5/6"));
}

/// GEM-OBS-03: a search covers half the move around the model, once an activation, and finds what is hidden there; each
/// place is as likely as any other to hold it.
#[test]
fn searches_find_what_is_hidden() {
    let field = || {
        let field = calm().with("things: (hiding: [(4, 3), (5, 3), (6, 3), (20, 3)], hidden: 1),").model("Ann", "m: 4");
        field.ours("Ann", (3, 3), "").theirs("Spacer", (28, 3), "")
    };
    let place = |game: &Game| (0..4).find(|place| game.battle.table().caches >> place & 1 == 1);
    let quarter = table((0..4).map(|place| (Some(place), "1/4")));
    assert_eq!(field().chances(place), quarter);
    let mut game = field().begin(&[("GEM-OBS-03", 1)]);
    game.activate("Ann", 2);
    game.act("Ann searches", &[("GEM-OBS-03", 3)]);
    assert_eq!(game.battle.ground(game.hex(4, 3)).prizes, 1);
    assert!(!game.battle.ground(game.hex(5, 3)).hides && game.battle.ground(game.hex(6, 3)).hides, "within two hexes");
    assert_eq!(game.battle.table().buried, 0);
    let again = Action::of(Verb::Use, game.unit("Ann")).with(uses::SEARCH);
    assert_eq!(game.refusal(again), "GEM-ACT-08");
}

/// GEM-OBS-03: where something is hidden is nobody's to know.
#[test]
fn hiding_places_look_alike() {
    let field = || {
        let field = calm().with("things: (hiding: [(4, 3), (5, 3)], hidden: 1),");
        field.ours("Spacer", (3, 3), "").theirs("Spacer", (28, 3), "")
    };
    let here = field().begin(&[("GEM-OBS-03", 1)]).battle;
    let there = field().begin(&[("GEM-OBS-03", 2)]).battle;
    for side in here.sides() {
        assert_ne!(here.table().caches, there.table().caches);
        assert_eq!(here.view_for(side).state(), there.view_for(side).state());
    }
}

/// GEM-CC-03: a prize is lifted for an action point, hampers its bearer, and falls where he does.
#[test]
fn prizes_are_carried_and_fall() {
    let field =
        calm().option("wounds: none, target_priority: off,").with("things: (prizes: [(4, 3)]), victory: Prizes,");
    let field = field.model("Ann", "m: 4").model("Bob", "bs: 6");
    let mut game = field.ours("Ann", (3, 3), "").theirs("Bob", (12, 3), "").acting("Ann", 2);
    game.act("Ann takes the prize at 4.3", &[]);
    assert_eq!((game.value("Ann", "carries"), game.battle.ground(game.hex(4, 3)).prizes), (1, 0));
    assert!(game.battle.encumbered(game.unit("Ann")));
    assert_eq!(Gemini::score(&game.battle, game.battle.piece(game.unit("Ann")).side), 1);
    game.act("Ann does nothing more", &[]);
    game.activate("Bob", 1);
    let hit = [("GEM-SHOOT-01", 6), ("GEM-SHOOT-01", 1), ("GEM-SHOOT-04", 6)];
    game.act("Bob fires", &hit);
    assert!(!game.stands("Ann"));
    assert_eq!(game.battle.ground(game.hex(3, 3)).prizes, 1);
}

/// GEM-SET-04: whoever escorts a prize has to bring it out by its edge.
#[test]
fn escorts_bring_prizes_out() {
    let field = calm().with("things: (prizes: [(29, 3)]), victory: Prizes, escort: (side: \"A\", exit: Right),");
    let mut game = field.model("Ann", "m: 4").ours("Ann", (28, 3), "").theirs("Spacer", (2, 3), "").acting("Ann", 2);
    game.act("Ann takes the prize", &[]);
    assert_eq!(Gemini::score(&game.battle, game.battle.piece(game.unit("Ann")).side), 0, "carrying is not enough");
    game.act("Ann moves to 30.3", &[]);
    assert_eq!(game.battle.table().out, 1);
    game.act("Ann does nothing more", &[]);
    assert_eq!(game.battle.outcome().map(|o| o.winners), Some(1), "the last one is out");
}

/// GEM-CC-03: whoever is without his weapons fights with his fists, or with what he finds; chairs break on a fumble.
#[test]
fn chairs_are_found_and_break() {
    let field =
        calm().with("things: (weapons: [(weapon: \"Chair\", at: (3, 4))]),").model("Ann", "i: 5").model("Bob", "i: 2");
    let field = field.ours("Ann", (3, 3), "numbers: {\"stripped\": 1}").theirs("Bob", (4, 3), "");
    let mut game = field.begin(&[]);
    let blade = |game: &Game| game.battle.blade(game.unit("Ann"), 0).unwrap().name.clone();
    assert_eq!(blade(&game), "Fists");
    assert!(game.battle.gun_ready(game.unit("Ann"), 0).is_err());
    game.activate("Ann", 1);
    let fumble = [("GEM-SCORE-01", 1), ("GEM-SCORE-01", 1)];
    game.act("Ann takes Chair at 3.4", &[&fumble[..], &[("GEM-SHOOT-04", 1)]].concat());
    assert_eq!(blade(&game), "Fists", "it broke");
    assert_eq!(game.battle.ground(game.hex(3, 4)).weapon, 0);
}

/// GEM-SHOOT-07: a bottle flies four hexes, hits as a shot does with Strength 2, and is gone.
#[test]
fn bottles_fly() {
    let field = calm()
        .with("things: (weapons: [(weapon: \"Bottle\", at: (3, 3))]),")
        .model("Ann", "bs: 3")
        .model("Bob", "t: 3");
    let field = |at| field.clone().ours("Ann", (3, 3), "numbers: {\"stripped\": 1}").theirs("Bob", (at, 3), "");
    let mut game = field(7).acting("Ann", 2);
    game.act("Ann takes Bottle", &[]);
    let wounds = game.chances("Ann throws its weapon at Bob", |g| g.value("Bob", "wounds"));
    assert_eq!(wounds, table([(0, "1/6"), (1, "5/6")]), "1/2 to hit, 1/3 to wound");
    game.act("Ann throws its weapon at Bob", &[("GEM-SHOOT-07", 3)]);
    assert_eq!(game.value("Ann", "found"), 0);
    let mut far = field(8).acting("Ann", 2);
    far.act("Ann takes Bottle", &[]);
    assert!(!far.can("throws"));
}

/// GEM-DRAW-02, GEM-EX-10: a gun that is put away is not fired before it is readied, and is slower in a contest.
#[test]
fn weapons_are_put_away() {
    let field = |slung: u8, options: &str| {
        let field = Field::open(30, 7).option("reactions: off, all_out_rout: off,").option(options);
        let field = field.model("Ann", "i: 3, guns: [\"Shotgun\"]").model("Bob", "i: 3, guns: [\"Pistol\"]");
        let field = field.ours("Ann", (3, 3), &format!("numbers: {{\"slung\": {slung}}}"));
        field.theirs("Bob", (9, 3), "numbers: {\"slung\": 1}")
    };
    let mut game = field(1, "").acting("Ann", 2);
    assert!(!game.can("Ann fires"));
    game.act("Ann readies the Shotgun", &[]);
    assert!(game.can("Ann fires the Shotgun at Bob"));
    let first = |slung: u8| {
        let mut game = field(slung, "").acting("Ann", 1);
        game.act("Ann calls Bob out", &[]);
        let quicker = |g: &Game| {
            let fired = g.rules();
            (fired.contains(&"GEM-SHOOT-01"), g.value("Ann", "slung"))
        };
        game.chances("Bob fires", quicker);
        let (ann, bob) = (game.unit("Ann"), game.unit("Bob"));
        let sum = |unit| -> i8 {
            hexfray::rules::gemini::draw::quickness(&game.battle, unit, 0).iter().map(|m| m.value).sum()
        };
        (sum(ann), sum(bob))
    };
    assert_eq!(first(0), (4, 4), "a shotgun in hand is as quick as a holstered pistol");
    assert_eq!(first(1), (3, 4));
}

/// GEM-LOC-04: weapons change hands where one arm is hurt, and the other fires without its penalty.
#[test]
fn weapons_change_hands() {
    let field = calm().model("Ann", "bs: 4, guns: [\"Pistol\"]").ours("Ann", (3, 3), "numbers: {\"arms\": 1}");
    let mut game = field.theirs("Spacer", (12, 3), "").acting("Ann", 2);
    assert!(game.can("needs 4"));
    game.act("Ann changes hands", &[]);
    assert!(game.can("needs 3"));
}

/// GEM-CC-03: from its turn on models get their own weapons back where those are kept.
#[test]
fn own_weapons_are_given_back() {
    let field = |from: u16| {
        let field = calm().with(&format!("things: (armoury: Some((at: [(4, 3)], from: {from}))),")).model("Ann", "");
        field.ours("Ann", (3, 3), "numbers: {\"stripped\": 1}").theirs("Spacer", (12, 3), "").acting("Ann", 2)
    };
    assert!(!field(2).can("takes"));
    let mut game = field(1);
    game.act("Ann takes its own weapons at 4.3", &[]);
    assert!(game.can("Ann fires the Carbine"));
}

/// GEM-FRZ-03: a dose takes no action and lasts until Frenzy is lost; then another may be taken.
#[test]
fn frenzon_comes_in_doses() {
    let field = calm().model("Ann", "a: 2, i: 2, traits: [Frenzon(3)]").model("Bob", "i: 5").waiting();
    let mut game = field.ours("Ann", (10, 3), "").theirs("Bob", (18, 3), "").acting("Ann", 1);
    game.act("Ann takes a dose of Frenzon", &[]);
    assert_eq!((game.value("Ann", "frenzied"), game.value("Ann", "doses")), (1, 2));
    assert_eq!(game.battle.unit(game.unit("Ann")).ap, 1, "no action point");
    let dose = Action::of(Verb::Use, game.unit("Ann")).with(uses::DOSE);
    assert!(!game.can("takes a dose") && game.refusal(dose).starts_with("GEM-FRZ"));
}

/// GEM-FRZ-03: before a fight too, in whosever turn; one that has lost its Frenzy may be dosed again.
#[test]
fn frenzon_before_a_fight() {
    let field = calm().model("Ann", "a: 1, i: 2, traits: [Frenzon(2)]").model("Bob", "i: 5, guns: []");
    let mut game = field.ours("Ann", (10, 3), "").theirs("Bob", (11, 3), "").begin(&[]);
    game.activate("Ann", 1);
    game.act("Ann does nothing more", &[]);
    assert_eq!(game.asking().0, "GEM-FRZ-03");
    // Two dice now, and the round is lost all the same, and Frenzy with it.
    let lost = [("GEM-SCORE-01", 2), ("GEM-SCORE-01", 2), ("GEM-SCORE-01", 3), ("GEM-SHOOT-04", 1)];
    game.act("Ann takes a dose of Frenzon", &lost);
    assert_eq!((game.value("Ann", "frenzied"), game.value("Ann", "doses")), (0, 1));
    assert_eq!(game.asked(), "B");
    game.activate("Bob", 1);
    game.act("Bob does nothing more", &[]);
    assert_eq!((game.asked().as_str(), game.asking().0), ("A", "GEM-FRZ-03"), "she is asked in his turn too");
}

/// GEM-PSY-02: where gangs keep together a condition of one holds for all near it, and the lowest Cl is rolled against.
#[test]
fn one_mind_in_a_group() {
    let charge = |options: &str, mate: u16| {
        let field = calm().option(options).model("Ann", "cl: Some(8), i: 3").model("Abe", "cl: Some(6)");
        let field = field.model("Bob", "traits: [Fear]").ours("Ann", (10, 3), "").ours("Abe", (mate, 3), "");
        let mut game = field.theirs("Bob", (13, 3), "").acting("Ann", 1);
        let dared = |g: &Game| g.battle.contact(g.unit("Ann"), g.unit("Bob"));
        game.chances("Ann charges Bob for 1", dared).remove(&true).unwrap()
    };
    assert_eq!(charge("", 8), ratio("13/18"));
    assert_eq!(charge("unit_coherency: on,", 8), ratio("5/12"));
    assert_eq!(charge("unit_coherency: on,", 6), ratio("13/18"), "four hexes are another group");
    let stupid = |options: &str| {
        let field = calm().option(options).model("Ann", "").model("Abe", "traits: [Stupidity(6)]");
        let mut game = field.ours("Ann", (10, 3), "").ours("Abe", (8, 3), "").theirs("Spacer", (28, 3), "").begin(&[]);
        game.chances("Ann is activated", |g| g.value("Ann", "stupid"))
    };
    assert_eq!(stupid(""), table([(0, "1")]));
    assert_eq!(stupid("unit_coherency: on,"), table([(0, "5/12"), (1, "7/12")]));
}
