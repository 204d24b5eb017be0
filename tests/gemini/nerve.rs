//! Tests, pinning, nerve, rout and minds (GEM-TEST, GEM-PIN, GEM-NERVE, GEM-BOT, GEM-PSY).

use hexfray::battle::Chance;

use crate::field::{Field, Game, ratio, table};

const CALM: &str = "reactions: off, fast_draw: off,";

/// Ann fires a shotgun, which always hits, at Bob, whom it cannot hurt.
fn harmless(bob: &str, picture: &str, options: &str, numbers: &str) -> Game {
    Field::drawn(picture)
        .option(CALM)
        .option(options)
        .model("Ann", "bs: 8, guns: [\"Shotgun\"]")
        .model("Bob", &format!("t: 9, {bob}"))
        .model("Bill", "ld: 2")
        .ours("Ann", (1, 1), "")
        .theirs("Bob", (11, 1), numbers)
        .theirs("Bill", (12, 1), "")
        .option("all_out_rout: off, target_priority: off,")
        .acting("Ann", 1)
}

const OPEN: &str = ". . . . . . . . . . . . . . . . . . . .";
const COVER: &str = ". . . . . . . . . . o . . . . . . . . .";

/// The chance that Bob's nerve becomes this, given a hit of 5/6.
fn becomes(game: &mut Game, nerve: i32) -> Chance {
    let text = "at Bob";
    let offer = game.offers().into_iter().find(|o| o.contains("fires") && o.contains(text)).unwrap();
    let all = game.chances(&offer, |g| g.value("Bob", "nerve"));
    all.get(&nerve).cloned().unwrap_or_else(|| ratio("0")) / ratio("5/6")
}

/// GEM-TEST-01, GEM-PIN-02, GEM-PIN-04, GEM-PIN-08: a harmless hit in the open freezes whoever fails a test of Leadership.
#[test]
fn harmless_hits_freeze() {
    assert_eq!(becomes(&mut harmless("", OPEN, "", ""), 1), ratio("5/12"));
    assert_eq!(becomes(&mut harmless("ld: 9", OPEN, "", ""), 1), ratio("1/6"));
    assert_eq!(becomes(&mut harmless("", OPEN, "hit_reaction: none,", ""), 1), ratio("0"));
    assert_eq!(becomes(&mut harmless("", OPEN, "hit_reaction: suppression,", ""), 3), ratio("5/12"));
}

/// GEM-PIN-03: in cover it pins. (Hard cover at long range: BS 8 still needs 2.)
#[test]
fn harmless_hits_pin_in_cover() {
    let mut game = harmless("", COVER, "", "");
    let offer = game.offers().into_iter().find(|o| o.contains("fires") && o.contains("at Bob")).unwrap();
    let all = game.chances(&offer, |g| (g.value("Bob", "nerve"), g.value("Bob", "hidden")));
    assert_eq!(all[&(2, 1)], ratio("5/12") * ratio("5/6"));
}

/// GEM-PIN-05: whoever is hit and fails again bolts at its next activation.
#[test]
fn a_second_failure_bolts() {
    assert_eq!(becomes(&mut harmless("", OPEN, "", "numbers: {\"nerve\": 1, \"until\": 9}"), 4), ratio("5/12"));
}

/// GEM-PIN-05: whoever bolts off the table is gone, and runs no farther.
#[test]
fn bolting_off_the_table() {
    let field = Field::open(30, 3).model("Ann", "").ours("Ann", (1, 2), "numbers: {\"nerve\": 4}").waiting();
    let mut game = field.theirs("Spacer", (28, 2), "").begin(&[]);
    game.act("Ann is activated", &[("GEM-PIN-05", 1)]);
    assert!(!game.stands("Ann"));
}

/// GEM-DOG-01, GEM-DOG-02: the Fearless pass, the Dogged test as others.
#[test]
fn the_fearless_do_not_freeze() {
    assert_eq!(becomes(&mut harmless("traits: [Fearless]", OPEN, "", ""), 1), ratio("0"));
    assert_eq!(becomes(&mut harmless("traits: [Dogged]", OPEN, "", ""), 1), ratio("5/12"));
}

/// GEM-MOR-01, GEM-MOR-02, GEM-SET-03: the leader within 6 hexes lends his Ld; far from all friends it is one less.
#[test]
fn leaders_and_loneliness() {
    let ld = |leader: (u16, u16)| {
        let game = Field::open(30, 3)
            .option(CALM)
            .model("Ann", "")
            .model("Lea", "ld: 9, traits: [Leader]")
            .ours("Ann", (3, 2), "")
            .ours("Lea", leader, "")
            .theirs("Spacer", (28, 2), "")
            .begin(&[]);
        let (ld, alone) = game.battle.courage(game.unit("Ann"), false);
        (ld, alone.value)
    };
    assert_eq!([ld((6, 2)), ld((9, 2)), ld((10, 2))], [(9, 0), (9, -1), (7, -1)]);
}

/// GEM-TEST-02: two natural ones pass, unless the option is off.
#[test]
fn snake_eyes() {
    let passes = |options: &str| {
        let mut game = harmless("ld: 2", OPEN, options, "");
        let offer = game.offers().into_iter().find(|o| o.contains("fires") && o.contains("at Bob")).unwrap();
        let all = game.chances(&offer, |g| g.value("Bob", "nerve"));
        all[&1].clone() / ratio("5/6")
    };
    assert_eq!(passes(""), ratio("35/36"));
    // At Ld 2 two ones pass by themselves; at one less, alone, they pass by this rule only.
    let alone = |options: &str| {
        let mut game = Field::drawn(OPEN)
            .option(CALM)
            .option(options)
            .model("Ann", "bs: 8, guns: [\"Shotgun\"]")
            .model("Bob", "t: 9, ld: 2")
            .ours("Ann", (1, 1), "")
            .theirs("Bob", (11, 1), "")
            .acting("Ann", 1);
        becomes(&mut game, 1)
    };
    assert_eq!(alone(""), ratio("35/36"));
    assert_eq!(alone("snake_eyes: off,"), ratio("1"));
}

/// GEM-NERVE-01, GEM-NERVE-03: who sees a friend fall within 3 hexes tests; whoever fails flinches and runs.
#[test]
fn the_fall_of_friends() {
    let field = |far: u16, options: &str| {
        Field::open(30, 3)
            .option(CALM)
            .option("all_out_rout: off, wounds: none,")
            .option(options)
            .model("Ann", "guns: [\"Shotgun\"]")
            .model("Bob", "")
            .model("Cob", "")
            .ours("Ann", (1, 2), "")
            .theirs("Bob", (10, 2), "")
            .theirs("Cob", (10 + far, 2), "")
            .acting("Ann", 1)
    };
    let kill = [("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6)];
    let mut near = field(3, "");
    let mut rolls = kill.to_vec();
    rolls.extend([("GEM-NERVE-01", 4), ("GEM-NERVE-01", 3), ("GEM-NERVE-03", 2)]);
    near.act("at Bob", &rolls);
    assert_eq!(near.value("Cob", "nerve"), 5);
    assert_eq!(near.place("Cob").0, 15, "no cover: it runs for its edge");
    let mut far = field(4, "");
    far.act("at Bob", &kill);
    assert_eq!(far.value("Cob", "nerve"), 0);
    let mut off = field(3, "broken_nerve: off,");
    off.act("at Bob", &kill);
}

/// GEM-NERVE-02: a comrade's Ld helps too. GEM-DOG-02: the Dogged do not test.
#[test]
fn comrades_give_heart() {
    let game = Field::open(30, 3)
        .option(CALM)
        .model("Ann", "ld: 6")
        .model("Abe", "ld: 8")
        .ours("Ann", (3, 2), "")
        .ours("Abe", (5, 2), "")
        .theirs("Spacer", (28, 2), "")
        .begin(&[]);
    assert_eq!(game.battle.courage(game.unit("Ann"), true).0, 8);
    assert_eq!(game.battle.courage(game.unit("Ann"), false).0, 6);
}

fn bottling(out: u16, of: u16, options: &str) -> Field {
    let mut field = Field::open(30, 12).option(CALM).option(options).model("Bob", "ld: 8").ours("Spacer", (2, 2), "");
    for i in 0..of {
        let numbers = if i < out { "numbers: {\"condition\": 5}" } else { "" };
        field = field.theirs("Bob", (28, 2 + i), numbers);
    }
    field.with("first: Some(\"B\"),")
}

/// GEM-BOT-01, GEM-BOT-03: with half its models lost a side tests its best Ld; if it fails, the other wins.
#[test]
fn bottling_out() {
    let over = bottling(3, 6, "").chances(|g| g.battle.outcome().map(|o| o.winners));
    assert_eq!(over, table([(None, "13/18"), (Some(1), "5/18")]));
    assert_eq!(bottling(2, 5, "").begin(&[]).asked(), "B", "no test");
    assert_eq!(bottling(3, 6, "all_out_rout: off,").begin(&[]).asked(), "B");
    let flees = bottling(3, 6, "rout_effect: flee,").chances(|g| g.battle.table().bottled);
    assert_eq!(flees, table([(0, "13/18"), (2, "5/18")]));
}

/// GEM-BOT-02, GEM-EX-05: strength counts in wounds of the profile, or in models.
#[test]
fn strength_in_wounds_or_models() {
    let tests = |options: &str, spacers: u16| {
        let mut field = Field::open(30, 12).option(CALM).option(options).ours("Warden", (2, 2), "").model("Bob", "");
        field = field.model("Ogre", "w: 3").theirs("Ogre", (28, 2), "numbers: {\"condition\": 5}");
        for i in 0..4 {
            let numbers = if i < spacers { "numbers: {\"condition\": 5}" } else { "" };
            field = field.theirs("Bob", (28, 3 + i), numbers);
        }
        let field = field.with("first: Some(\"B\"),");
        field.chances(|g| g.battle.outcome().is_some()).len() == 2
    };
    assert!(!tests("", 0) && tests("", 1));
    assert!(!tests("rout_count: models,", 1));
}

/// GEM-ROUT-02, GEM-HATE-03: routers rally on Leadership, or run on to their edge.
#[test]
fn routers_rally_or_run() {
    let mut game = Field::open(30, 3)
        .option(CALM)
        .option("all_out_rout: off,")
        .model("Ann", "")
        .ours("Ann", (20, 2), "numbers: {\"nerve\": 6}")
        .theirs("Spacer", (28, 2), "")
        .begin(&[]);
    let after = game.chances("Ann is activated", |g| (g.value("Ann", "nerve"), g.place("Ann").0));
    // Alone: Ld 7 less 1.
    assert_eq!(after, table([((0, 20), "5/12"), ((6, 12), "7/12")]));
}

/// GEM-STUP-01, GEM-PSY-01, GEM-PSY-04: the dull may lose their turn.
#[test]
fn stupidity() {
    let stupid = |options: &str| {
        let mut game = Field::open(30, 5)
            .option(CALM)
            .option(options)
            .model("Ann", "traits: [Stupidity(8)]")
            .ours("Ann", (10, 3), "")
            .theirs("Spacer", (28, 3), "")
            .begin(&[]);
        game.chances("Ann is activated", |g| g.value("Ann", "stupid"))
    };
    assert_eq!(stupid(""), table([(0, "13/18"), (1, "5/18")]));
    assert_eq!(stupid("psychology: off,"), table([(0, "1")]));
}

/// GEM-FRZ-01, GEM-FRZ-05: Frenzy may take hold near the enemy; the Frenzied charge, and with twice the dice.
#[test]
fn frenzy() {
    let field = Field::open(30, 5)
        .option(CALM)
        .waiting()
        .model("Ann", "traits: [Frenzy(7, Some(8))], a: 2")
        .ours("Ann", (10, 3), "")
        .theirs("Spacer", (14, 3), "");
    let mut game = field.begin(&[]);
    game.act("Ann is activated", &[]);
    let calm = game.chances("Ann tries to keep calm", |g| g.value("Ann", "frenzied"));
    assert_eq!(calm, table([(0, "7/12"), (1, "5/12")]));
    game.act("Ann lets frenzy take hold", &[]);
    game.act("Ann rolls 1", &[("GEM-ACT-01", 6)]);
    let offers = game.offers();
    assert!(offers.iter().all(|o| o.contains("charges Spacer")), "{offers:?}");
    game.act("Ann charges Spacer for 1", &[]);
    use hexfray::rules::gemini::score::Part;
    let part = Part { unit: game.unit("Ann"), foe: game.unit("Spacer"), before: 0 };
    assert_eq!(game.battle.fighter(part).dice, 4);
}

/// GEM-FEAR-01, GEM-TEST-04: whoever charges what it fears tests its Cool.
#[test]
fn fear_of_charging() {
    let mut game = Field::open(30, 5)
        .option(CALM)
        .waiting()
        .model("Ann", "cl: Some(8)")
        .model("Bob", "traits: [Fear]")
        .ours("Ann", (10, 3), "")
        .theirs("Bob", (14, 3), "")
        .acting("Ann", 1);
    let there = game.chances("Ann charges Bob", |g| g.place("Ann"));
    assert_eq!(there, table([((10, 3), "5/18"), ((13, 3), "13/18")]));
}

/// GEM-TER-01, GEM-TER-02: terror within 8 hexes routs whoever fails at one less, once in a game.
#[test]
fn terror() {
    let mut game = Field::open(30, 5)
        .option(CALM)
        .option("all_out_rout: off,")
        .model("Ann", "cl: Some(8)")
        .model("Bob", "traits: [Terror]")
        .ours("Ann", (10, 3), "")
        .theirs("Bob", (18, 3), "")
        .begin(&[]);
    let nerve = game.chances("Ann is activated", |g| (g.value("Ann", "nerve"), g.value("Ann", "terrified")));
    assert_eq!(nerve, table([((0, 1), "7/12"), ((6, 1), "5/12")]));
}

/// GEM-TER-01: from enemies that one prefers, or hates, terror is less.
#[test]
fn terror_of_the_preferred() {
    let steady = |traits: &str| {
        let mut game = Field::open(30, 5)
            .option(CALM)
            .option("all_out_rout: off,")
            .model("Ann", &format!("cl: Some(8), traits: [{traits}]"))
            .model("Bob", "traits: [Terror]")
            .ours("Ann", (10, 3), "")
            .theirs("Bob", (18, 3), "")
            .begin(&[]);
        game.chances("Ann is activated", |g| g.value("Ann", "nerve") == 0)[&true].clone()
    };
    assert_eq!(
        ["", "Preferred(\"Test\")", "Hatred(\"Test\")", "Preferred(\"Others\")"].map(steady),
        ["7/12", "13/18", "13/18", "7/12"].map(ratio)
    );
}

/// GEM-CONF-01: the Confused move at half rate, and come to on Leadership.
#[test]
fn confusion() {
    let mut game = Field::open(30, 5)
        .option(CALM)
        .model("Ann", "")
        .ours("Ann", (10, 3), "numbers: {\"confused\": 1}")
        .theirs("Spacer", (28, 3), "")
        .begin(&[]);
    assert_eq!(game.battle.allowance(game.unit("Ann")), 2);
    let after = game.chances("Ann is activated", |g| g.value("Ann", "confused"));
    assert_eq!(after, table([(0, "7/12"), (1, "5/12")]));
}

/// GEM-SKILL-03, GEM-SKILL-06: First Aid treats a Flesh Wound of a neighbour.
#[test]
fn first_aid() {
    let field = |options: &str| {
        Field::open(30, 5)
            .option(CALM)
            .option(options)
            .model("Ann", "skills: [(name: \"First Aid\", level: 9)]")
            .model("Abe", "")
            .ours("Ann", (10, 3), "")
            .ours("Abe", (11, 3), "numbers: {\"flesh\": 1}")
            .theirs("Spacer", (28, 3), "")
            .acting("Ann", 1)
    };
    let healed = field("").chances("Ann treats Abe", |g| g.value("Abe", "flesh"));
    assert_eq!(healed, table([(0, "3/8"), (1, "5/8")]));
    assert!(!field("skills: off,").can("treats"));
}

fn pair(ann: &str, bob: &str) -> Game {
    Field::open(30, 3)
        .option(CALM)
        .model("Ann", ann)
        .model("Bob", bob)
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (20, 2), "")
        .begin(&[])
}

/// GEM-FEAR-02, GEM-TER-03, GEM-TER-04, GEM-DOG-01: who is feared, and by whom.
#[test]
fn who_fears_whom() {
    let fears = |ann: &str, bob: &str| {
        let game = pair(ann, bob);
        game.battle.fears(game.unit("Ann"), game.unit("Bob"))
    };
    assert!(!fears("", "") && fears("", "traits: [Fear]") && fears("", "traits: [Terror]"));
    assert!(!fears("traits: [Fear]", "traits: [Fear]") && fears("traits: [Fear]", "traits: [Terror]"));
    assert!(!fears("traits: [Terror]", "traits: [Terror]") && !fears("traits: [Fearless]", "traits: [Fear]"));
}

/// GEM-FRZ-02, GEM-FRZ-04: some are Frenzied from the start.
#[test]
fn frenzied_from_the_start() {
    let frenzied = |traits: &str| pair(&format!("traits: [{traits}]"), "").value("Ann", "frenzied");
    assert_eq!([frenzied("Frenzied(7)"), frenzied("BloodFrenzy"), frenzied("Frenzy(7, None)")], [1, 1, 0]);
}

/// GEM-PSY-03, GEM-EX-07: a number behind a condition is rolled against: Stupidity 6 takes hold 7 times of 12.
#[test]
fn numbers_of_conditions() {
    let mut game = pair("traits: [Stupidity(6)]", "");
    let stupid = game.chances("Ann is activated", |g| g.value("Ann", "stupid"));
    assert_eq!(stupid, table([(0, "5/12"), (1, "7/12")]));
}

/// GEM-HATE-02: nobody runs from the charge of whom it hates.
#[test]
fn hate_stands_its_ground() {
    let runs = |traits: &str| {
        let mut game = Field::open(40, 3)
            .waiting()
            .model("Ann", "gang: \"Foes\"")
            .model("Bob", &format!("traits: [{traits}]"))
            .ours("Ann", (3, 2), "")
            .theirs("Bob", (10, 2), "")
            .option("fast_draw: off,")
            .acting("Ann", 2);
        game.act("Ann charges Bob for 2", &[]);
        game.can("Bob gets out of the way")
    };
    assert!(runs("") && !runs("Hatred(\"Foes\")"));
}

/// GEM-CC-03: whoever has no other weapon fights with a knife, the unarmed with their fists.
#[test]
fn everybody_has_something_to_fight_with() {
    let blade = |ann: &str| {
        let game = pair(ann, "");
        game.battle.blade(game.unit("Ann"), 0).unwrap().name.clone()
    };
    assert_eq!([blade(""), blade("traits: [Unarmed]")], ["Knife", "Fists"]);
}

/// GEM-NERVE-05: in cover a runner waits for a test on its own Leadership, and then acts as others do.
#[test]
fn waiting_in_cover() {
    let mut game = Field::drawn("o . . . . . . . . . . . . . . . . . . .")
        .option(CALM)
        .option("all_out_rout: off,")
        .model("Ann", "")
        .ours("Ann", (1, 1), "numbers: {\"nerve\": 5}")
        .theirs("Spacer", (18, 1), "")
        .begin(&[]);
    let nerve = game.chances("Ann is activated", |g| (g.value("Ann", "nerve"), g.place("Ann").0));
    assert_eq!(nerve, table([((0, 1), "7/12"), ((5, 1), "5/12")]));
}

/// GEM-CHART-05: the Reeling go at half rate, and do nothing else.
#[test]
fn reeling() {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .option("wounds: chart, all_out_rout: off,")
        .model("Ann", "")
        .ours("Ann", (3, 2), "numbers: {\"condition\": 2}")
        .theirs("Spacer", (18, 2), "")
        .begin(&[]);
    game.act("Ann is activated", &[]);
    assert!(game.can("Ann moves to 5.2") && !game.can("Ann moves to 6.2") && !game.can("fires"));
}

/// GEM-NERVE-04, GEM-NERVE-06: alone a runner rallies at one less; with no cover it makes for its edge, and leaves there.
#[test]
fn runners_alone_in_the_open() {
    let runs = |column: u16| {
        let mut game = Field::open(40, 3)
            .option(CALM)
            .option("all_out_rout: off,")
            .model("Ann", "")
            .ours("Ann", (column, 2), "numbers: {\"nerve\": 5}")
            .theirs("Spacer", (38, 2), "")
            .begin(&[]);
        let sums = game.chances("Ann is activated", |g| {
            assert!(g.place("Ann").0 < column);
            (g.value("Ann", "condition"), g.value("Ann", "nerve"))
        });
        [(0, 0), (7, 5)].map(|state| sums.get(&state).cloned().unwrap_or_else(|| ratio("0")))
    };
    assert_eq!(runs(25), [ratio("5/12"), ratio("0")], "7 less 1 rallies");
    assert_eq!(runs(3)[1], ratio("35/36"), "off by more than two inches");
}

/// GEM-PIN-05: whoever bolts runs from the one who shot at it, not from a nearer one.
#[test]
fn bolting_from_the_shooter() {
    let mut game = Field::open(40, 3)
        .option(CALM)
        .option("all_out_rout: off, broken_nerve: off,")
        .model("Ann", "")
        .ours("Ann", (20, 2), "numbers: {\"nerve\": 4, \"shunned\": 3}")
        .theirs("Spacer", (36, 1), "")
        .theirs("Bob", (2, 3), "")
        .model("Bob", "")
        .with("sides: [(name: \"A\", edge: Some(Right)), (name: \"B\", edge: Some(Left))],")
        .begin(&[]);
    let rolls = [("GEM-PIN-05", 1), ("GEM-NERVE-03", 1), ("GEM-NERVE-03", 1), ("GEM-NERVE-04", 1), ("GEM-NERVE-04", 1)];
    game.act("Ann is activated", &rolls);
    assert!(game.value("Ann", "shunned") == 0 && game.place("Ann").0 > 20);
}

/// GEM-TER-05: to charge the Horror takes one more of Cool, and of others a test of morale.
#[test]
fn the_horror() {
    let charges = |traits: &str| {
        let mut game = Field::open(30, 5)
            .option(CALM)
            .waiting()
            .model("Ann", "cl: Some(8)")
            .model("Bob", &format!("traits: [{traits}]"))
            .ours("Ann", (10, 3), "")
            .theirs("Bob", (14, 3), "")
            .acting("Ann", 1);
        game.chances("Ann charges Bob", |g| g.place("Ann") == (13, 3)).get(&true).cloned()
    };
    assert_eq!(charges("Fear"), Some(ratio("13/18")));
    assert_eq!(charges("Fear, Horror"), Some(ratio("7/12")));
    assert_eq!(charges("Horror"), Some(ratio("5/12")), "Ld 7, alone");
    let near = |traits: &str| {
        let mut game = Field::open(30, 5)
            .option(CALM)
            .option("all_out_rout: off,")
            .model("Ann", "cl: Some(8)")
            .model("Bob", &format!("traits: [{traits}]"))
            .ours("Ann", (10, 3), "")
            .theirs("Bob", (18, 3), "")
            .begin(&[]);
        game.chances("Ann is activated", |g| g.value("Ann", "nerve") == 0)[&true].clone()
    };
    assert_eq!([near("Terror"), near("Terror, Horror")], [ratio("7/12"), ratio("7/12")], "but not its mere presence");
}
