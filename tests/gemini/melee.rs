//! Close combat (GEM-CC, GEM-SCORE, GEM-MULTI, GEM-PARRY, GEM-BREAK, GEM-PURS, GEM-FOL).

use std::collections::{BTreeMap, BTreeSet};

use hexfray::battle::{Chance, Fact};
use hexfray::rules::gemini::score::{Fighter, Part};

use crate::field::{Field, Game, ratio, table};

const CALM: &str = "reactions: off, all_out_rout: off, fast_draw: off, hit_reaction: none, broken_nerve: off,";

fn fight(ann: &str, bob: &str, options: &str) -> Field {
    Field::open(20, 3).option(CALM).option(options).model("Ann", ann).model("Bob", bob).ours("Ann", (5, 2), "").theirs(
        "Bob",
        (6, 2),
        "",
    )
}

/// Who has the better of the first round, by the hits that are rolled; nobody can be wounded.
fn outcome(field: &Field) -> BTreeMap<i32, Chance> {
    let mut game = field.begin(&[]);
    game.chances("pass", |g| {
        let hurt = |name: &str| {
            let unit = g.unit(name);
            let note = |e: &&hexfray::battle::Event| {
                matches!(e.fact, Fact::Note { unit: u, .. } if u == unit && e.rule.0 == "GEM-SHOOT-04")
            };
            g.events.iter().filter(note).count() as i32
        };
        (hurt("Bob") - hurt("Ann")).signum()
    })
}

fn fighter(game: &Game, who: &str, whom: &str) -> Fighter {
    game.battle.fighter(Part { unit: game.unit(who), foe: game.unit(whom), before: 0 })
}

/// GEM-SCORE-02, GEM-SCORE-04: equals win 5/12 each and hold their own 1/6.
#[test]
fn equals_in_close_combat() {
    let field = fight("t: 9", "t: 9", "");
    assert_eq!(outcome(&field), table([(-1, "5/12"), (0, "1/6"), (1, "5/12")]));
    // Higher Initiative takes the ties.
    let quick = fight("t: 9, i: 4", "t: 9", "");
    assert_eq!(outcome(&quick), table([(-1, "5/12"), (1, "7/12")]));
}

/// GEM-SCORE-01, GEM-SCORE-08: dice and modifiers.
#[test]
fn attack_dice_and_modifiers() {
    let dice = |blades: &str, numbers: &str| {
        let game = Field::open(20, 3)
            .option(CALM)
            .model("Ann", &format!("blades: [{blades}]"))
            .model("Bob", "")
            .ours("Ann", (5, 2), numbers)
            .theirs("Bob", (6, 2), "facing: E")
            .begin(&[]);
        let ann = fighter(&game, "Ann", "Bob");
        (ann.dice, ann.sum())
    };
    assert_eq!(dice("\"Sword\"", ""), (1, 0));
    assert_eq!(dice("\"Sword\", \"Pistol in hand\"", ""), (2, 0));
    assert_eq!(dice("\"Sword\", \"Shield\"", ""), (1, 0));
    assert_eq!(dice("\"Chair\"", ""), (1, -1), "improvised");
    assert_eq!(dice("\"Fists\"", ""), (1, -2), "unarmed");
    let higher = Field::drawn(". . . . . 1 . . .")
        .option(CALM)
        .model("Ann", "guns: [\"Heavy stubber\"]")
        .model("Bob", "")
        .ours("Ann", (5, 1), "")
        .theirs("Bob", (6, 1), "")
        .begin(&[]);
    assert_eq!((fighter(&higher, "Ann", "Bob").sum(), fighter(&higher, "Bob", "Ann").sum()), (-1, 1));
}

/// GEM-AMMO-02: a pistol that is useless is no more than a club, hand to hand; the other one is not.
#[test]
fn useless_pistols_are_clubs() {
    let field = |useless: u8| {
        Field::open(20, 3)
            .option(CALM)
            .model("Ann", "guns: [\"Pistol\"], blades: [\"Pistol in hand\"], s: 4")
            .model("Bob", "guns: [\"Pistol\", \"Heavy pistol\"], blades: [\"Heavy pistol in hand\"]")
            .ours("Ann", (5, 2), &format!("numbers: {{\"useless\": {useless}}}"))
            .theirs("Bob", (6, 2), "numbers: {\"useless\": 1}")
            .begin(&[])
    };
    let [fine, dry] = [0, 1].map(field);
    let blow = |game: &Game, by: &str, on: &str| game.battle.blow(game.unit(by), game.unit(on), 0);
    let blade = |game: &Game, who: &str| game.battle.blade(game.unit(who), 0).unwrap().name.clone();
    assert_eq!([blow(&fine, "Ann", "Bob").strength, blow(&dry, "Ann", "Bob").strength], [3, 4], "its own strength");
    assert_eq!([fighter(&fine, "Ann", "Bob").sum(), fighter(&dry, "Ann", "Bob").sum()], [0, -1], "improvised");
    assert_eq!([blade(&dry, "Ann"), blade(&dry, "Bob")], ["Gun butt", "Heavy pistol in hand"]);
}

/// GEM-SCORE-01, GEM-SCORE-08, GEM-MOVE-06: a charge into the rear is worth a die and 2 points; GEM-SCORE-08: equals of
/// whom one has charged.
#[test]
fn charging_is_worth_points() {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .waiting()
        .model("Ann", "")
        .model("Bob", "")
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (6, 2), "facing: E")
        .acting("Ann", 1);
    game.act("Ann charges Bob", &[]);
    let ann = fighter(&game, "Ann", "Bob");
    assert_eq!((ann.dice, ann.sum()), (2, 2));
    let mut front = Field::open(20, 3)
        .option(CALM)
        .waiting()
        .model("Ann", "")
        .model("Bob", "")
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (6, 2), "")
        .acting("Ann", 1);
    front.act("Ann charges Bob", &[]);
    assert_eq!((fighter(&front, "Ann", "Bob").dice, fighter(&front, "Ann", "Bob").sum()), (1, 1));
}

/// GEM-SCORE-03, GEM-SCORE-05, GEM-SCORE-06, GEM-EX-06: sixes beyond the first and the foe's ones count; hits are the difference.
#[test]
fn criticals_and_fumbles() {
    let mut game = fight("t: 9, a: 3", "t: 9, a: 2", "").begin(&[]);
    let rolls: Vec<_> = [6, 6, 6, 1, 5].map(|face| ("GEM-SCORE-01", face)).to_vec();
    game.act("pass", &rolls);
    let scores: Vec<i16> = game
        .events
        .iter()
        .filter_map(|e| match e.fact {
            Fact::Note { value, .. } if e.rule.0 == "GEM-SCORE-02" => Some(value),
            _ => None,
        })
        .collect();
    assert_eq!(scores, [3 + 6 + 2 + 1, 3 + 5]);
    let hits = game.events.iter().filter(|e| matches!(e.fact, Fact::Note { .. }) && e.rule.0 == "GEM-SHOOT-04");
    assert_eq!(hits.count(), 4);
}

/// GEM-PARRY-01, GEM-PARRY-02, GEM-PARRY-03, GEM-PARRY-04, GEM-PARRY-05, GEM-PARRY-06, GEM-EX-08, GEM-EX-09: who may parry whom, and how often.
#[test]
fn parries() {
    let left = |ann: &str, bob: &str| {
        let game = fight(&format!("blades: [{ann}]"), &format!("blades: [{bob}]"), "").begin(&[]);
        let (own, other) = (fighter(&game, "Ann", "Bob").parries, fighter(&game, "Bob", "Ann").parries);
        own.saturating_sub(other)
    };
    assert_eq!(left("\"Sword\"", "\"Knife\""), 1);
    assert_eq!(left("\"Knife\"", "\"Sword\""), 0);
    assert_eq!(left("\"Sword\"", "\"Sword\""), 0);
    assert_eq!(left("\"Sword\", \"Sword\"", "\"Sword\""), 1);
    assert_eq!(left("\"Sword\", \"Sword\"", "\"Knife\""), 2);
    assert_eq!(left("\"Club\"", "\"Sword\""), 0, "2 against 4");
    assert_eq!(left("\"Shield\"", "\"Spear\""), 0, "the spear parries too");
    assert_eq!(left("\"Chair\"", "\"Knife\""), 1);
    let mut game = fight("t: 9, blades: [\"Sword\"]", "t: 9", "").begin(&[]);
    let rolls = [("GEM-SCORE-01", 4), ("GEM-SCORE-01", 6), ("GEM-PARRY-02", 2)];
    game.act("pass", &rolls);
    assert!(game.rules().contains(&"GEM-SHOOT-04"), "7 against 5");
    let mut off = fight("t: 9, blades: [\"Sword\"]", "t: 9", "parry: off,").begin(&[]);
    off.act("pass", &[("GEM-SCORE-01", 4), ("GEM-SCORE-01", 6)]);
}

/// GEM-PARRY-07: master work parries better, a weapon too heavy for its user worse.
#[test]
fn better_and_worse_parries() {
    let value = |ann: &str| {
        let game = fight(ann, "", "").begin(&[]);
        let unit = game.unit("Ann");
        format!("{:?}", game.battle.parry_value(unit, game.battle.blade(unit, 0).unwrap()))
    };
    assert_eq!(value("blades: [\"Master sword\"]"), "Value(6)");
    assert_eq!(value("blades: [\"Great weapon\"]"), "Value(4)");
    assert_eq!(value("blades: [\"Great weapon\"], s: 4"), "Value(6)");
}

/// GEM-LOC-07, GEM-LOC-08, GEM-CHART-03: the fallen have no dice, and hardly a skill.
#[test]
fn fighting_the_fallen() {
    let state = |condition: u8| {
        let numbers = format!("numbers: {{\"condition\": {condition}}}");
        let game = Field::open(20, 3)
            .option(CALM)
            .option("wounds: chart,")
            .model("Ann", "")
            .model("Bob", "")
            .ours("Ann", (5, 2), "")
            .theirs("Bob", (6, 2), &numbers)
            .begin(&[]);
        let bob = fighter(&game, "Bob", "Ann");
        (bob.dice, bob.ws)
    };
    assert_eq!([state(3), state(4), state(5)], [(0, 1), (0, 1), (0, 0)]);
    // GEM-CHART-03: WS 3 and a 4 against WS 1: 6 hits.
    let mut game = Field::open(20, 3)
        .option(CALM)
        .option("wounds: chart,")
        .model("Ann", "")
        .model("Bob", "t: 9")
        .ours("Ann", (5, 2), "")
        .theirs("Bob", (6, 2), "numbers: {\"condition\": 3}")
        .begin(&[]);
    game.act("pass", &[("GEM-SCORE-01", 4)]);
    let hits = game.events.iter().filter(|e| matches!(e.fact, Fact::Note { .. }) && e.rule.0 == "GEM-SHOOT-04");
    assert_eq!(hits.count(), 6);
}

/// GEM-MULTI-01: each after the first has a die and a point more.
#[test]
fn several_against_one() {
    let game = fight("", "", "").begin(&[]);
    let of = |before| {
        let f = game.battle.fighter(Part { unit: game.unit("Ann"), foe: game.unit("Bob"), before });
        (f.dice, f.sum())
    };
    assert_eq!([of(0), of(1), of(2)], [(1, 0), (2, 1), (3, 2)]);
}

/// GEM-CC-02: blow by blow, by Weapon Skill.
#[test]
fn blow_by_blow() {
    let hits = |ann: &str, bob: &str| {
        let field = fight(&format!("t: 9, i: 5, {ann}"), &format!("t: 9, {bob}"), "combat: ws,");
        let mut game = field.begin(&[]);
        let chances = game.chances("pass", |g| {
            let unit = g.unit("Bob");
            g.events
                .iter()
                .any(|e| matches!(e.fact, Fact::Note { unit: u, .. } if u == unit) && e.rule.0 == "GEM-SHOOT-04")
        });
        chances.get(&true).cloned().unwrap_or_else(|| ratio("0"))
    };
    assert_eq!(hits("ws: 3", "ws: 3"), ratio("1/2"));
    assert_eq!(hits("ws: 4", "ws: 3"), ratio("2/3"));
    assert_eq!(hits("ws: 3", "ws: 4"), ratio("1/3"));
}

/// GEM-BREAK-01: whoever breaks off is struck on 3 or more, then tests its nerve.
#[test]
fn breaking_off() {
    let mut game = fight("t: 9", "t: 9", "").waiting().acting("Ann", 1);
    assert!(!game.can("moves") && !game.can("fires"));
    game.act("Ann breaks off", &[("GEM-BREAK-01", 3), ("GEM-BREAK-01", 3), ("GEM-BREAK-01", 3)]);
    assert!(game.rules().contains(&"GEM-SHOOT-04"), "struck");
    game.act("Ann moves to 3.2", &[]);
    assert_eq!(game.place("Ann"), (3, 2));
    let mut fails = fight("t: 9", "t: 9", "").waiting().acting("Ann", 1);
    fails.act("Ann breaks off", &[("GEM-BREAK-01", 2), ("GEM-BREAK-01", 4), ("GEM-BREAK-01", 4)]);
    assert_eq!(fails.value("Ann", "nerve"), 6, "-1: nobody else is near");
    assert_eq!(fails.place("Ann").0, 1, "it flees 4 hexes to its edge");
}

/// GEM-FOL-01: four hexes, or none.
#[test]
fn a_bonus_move() {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .option("wounds: none,")
        .model("Ann", "")
        .model("Bob", "")
        .model("Cob", "")
        .ours("Ann", (5, 2), "")
        .theirs("Bob", (6, 2), "")
        .theirs("Cob", (18, 2), "")
        .begin(&[]);
    game.act("pass", &[("GEM-SCORE-01", 6), ("GEM-SCORE-01", 5), ("GEM-SHOOT-04", 6), ("GEM-SHOOT-05", 1)]);
    assert!(game.can("Ann moves to 9.2") && !game.can("Ann moves to 10.2"));
    game.act("Ann stays", &[]);
    assert_eq!(game.asked(), "B");
}

/// GEM-ROUT-01, GEM-ROUT-02, GEM-PURS-01: a loser that was hurt may rout; the victor may pursue.
#[test]
fn routs_and_pursuit() {
    let mut game = fight("", "w: 2, sv: 7", "").begin(&[]);
    // 9 to 8: one hit, which wounds; Bob fails at 7 less 1.
    let rolls = [
        ("GEM-SCORE-01", 6),
        ("GEM-SCORE-01", 5),
        ("GEM-SHOOT-04", 6),
        ("GEM-SHOOT-05", 1),
        ("GEM-ROUT-01", 3),
        ("GEM-ROUT-01", 4),
    ];
    game.act("pass", &rolls);
    assert_eq!((game.value("Bob", "nerve"), game.place("Bob").0), (6, 10));
    game.act("Ann pursues Bob", &[]);
    assert!(game.battle.contact(game.unit("Ann"), game.unit("Bob")), "in contact again");
}

/// GEM-KD-03, GEM-KD-05: the fallen are finished off by any wound, the stunned without a die, where options say so.
#[test]
fn finishing_off() {
    let field = |condition: u8, options: &str| {
        Field::open(20, 3)
            .option(CALM)
            .option("wounds: knockdown,")
            .option(options)
            .model("Ann", "")
            .model("Bob", "")
            .ours("Ann", (5, 2), "")
            .theirs("Bob", (6, 2), &format!("numbers: {{\"condition\": {condition}, \"wounds\": 0}}"))
            .theirs("Spacer", (18, 2), "")
            .begin(&[])
    };
    let mut vital = field(4, "knockdown_vital: on,");
    vital.act("pass", &[("GEM-SCORE-01", 4), ("GEM-SHOOT-04", 6), ("GEM-SHOOT-05", 1)]);
    assert!(!vital.stands("Bob"));
    let mut mercy = field(5, "stunned_mercy: on,");
    mercy.act("pass", &[]);
    assert!(!mercy.stands("Bob"));
}

/// GEM-KD-07, GEM-CC-04: whoever touches a standing enemy fights him, and not the fallen beside him.
#[test]
fn standing_enemies_come_first() {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .model("Ann", "t: 9")
        .model("Bob", "t: 9")
        .ours("Ann", (5, 2), "")
        .theirs("Bob", (6, 2), "")
        .theirs("Spacer", (4, 2), "numbers: {\"condition\": 5}")
        .begin(&[]);
    game.act("pass", &[("GEM-SCORE-01", 4), ("GEM-SCORE-01", 4)]);
    assert_eq!(game.asked(), "B");
}

/// GEM-HATE-01: in the first round against the hated poor dice are rolled again.
#[test]
fn hatred_rolls_again() {
    let mut game = fight("t: 9, traits: [Hatred(\"Test\")]", "t: 9", "").begin(&[]);
    game.act("pass", &[("GEM-SCORE-01", 2), ("GEM-HATE-01", 5), ("GEM-SCORE-01", 5)]);
    assert!(game.rules().contains(&"GEM-SCORE-04"), "they hold their own");
}

/// GEM-STUP-02: who is at a loss may forget to strike.
#[test]
fn forgetting_to_fight() {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .model("Ann", "t: 9")
        .model("Bob", "t: 9, traits: [Stupidity(8)]")
        .ours("Ann", (5, 2), "")
        .theirs("Bob", (6, 2), "numbers: {\"stupid\": 1}");
    game = game.theirs("Spacer", (18, 2), "");
    game.begin(&[]).act("pass", &[("GEM-STUP-02", 4), ("GEM-SCORE-01", 1)]);
    let lone = |face: u8| {
        let mut game = game.begin(&[]);
        game.act("pass", &[("GEM-STUP-02", 4), ("GEM-SCORE-01", face)]);
        game.events.iter().filter(|e| matches!(e.fact, Fact::Note { .. }) && e.rule.0 == "GEM-SHOOT-04").count()
    };
    assert_eq!(lone(4), 4, "7 against 3");
}

/// How often a rule comes up in what has happened.
fn count(game: &Game, rule: &str) -> usize {
    game.rules().iter().filter(|r| **r == rule).count()
}

/// GEM-SCORE-02, GEM-PIN-06: a router adds no skill, a runner none in the first round that he fights.
#[test]
fn fighting_those_who_flee() {
    let ws = |nerve: u8, options: &str| {
        let field = Field::open(20, 3).option(CALM).option(options).model("Ann", "").model("Bob", "");
        let numbers = format!("numbers: {{\"nerve\": {nerve}}}");
        let game = field.ours("Ann", (5, 2), "").theirs("Bob", (6, 2), &numbers).begin(&[]);
        fighter(&game, "Bob", "Ann").ws
    };
    assert_eq!([ws(0, ""), ws(5, ""), ws(6, "")], [3, 0, 0]);
    assert_eq!([ws(5, "combat: ws,"), ws(6, "combat: ws,")], [3, 1]);
    // WS 0 and a 4 against WS 3 and a 4: three hits; then the runner has collected himself.
    let mut game = Field::open(20, 3)
        .option(CALM)
        .waiting()
        .model("Ann", "t: 9, guns: []")
        .model("Bob", "t: 9")
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (6, 2), "numbers: {\"nerve\": 5}")
        .acting("Ann", 1);
    game.act("Ann charges Bob", &[]);
    game.act("pass", &[("GEM-SCORE-01", 4), ("GEM-SCORE-01", 4)]);
    assert_eq!((count(&game, "GEM-SHOOT-04"), game.value("Bob", "nerve")), (4, 0), "a point of the charge besides");
}

/// GEM-BREAK-02: whoever loses its nerve hand to hand is struck on 3 or more, and may be pursued (GEM-PURS-01).
#[test]
fn losing_ones_nerve_in_a_fight() {
    let after = |strikes: &[(&str, u8)]| {
        let mut game = Field::open(20, 5)
            .option("reactions: off, all_out_rout: off, fast_draw: off, hit_reaction: none, wounds: none,")
            .model("Ann", "")
            .model("Abe", "i: 4")
            .model("Bob", "")
            .model("Cob", "i: 5")
            .ours("Ann", (8, 2), "")
            .ours("Abe", (8, 4), "")
            .theirs("Bob", (9, 2), "")
            .theirs("Cob", (9, 4), "")
            .begin(&[]);
        let mut rolls = vec![("GEM-SCORE-01", 3), ("GEM-SCORE-01", 4), ("GEM-SHOOT-04", 6), ("GEM-SHOOT-05", 1)];
        rolls.extend([("GEM-NERVE-01", 3), ("GEM-NERVE-01", 4)]);
        rolls.extend(strikes);
        rolls.push(("GEM-NERVE-03", 2));
        game.act("pass", &rolls);
        game
    };
    after(&[("GEM-BREAK-02", 2)]);
    let mut game = after(&[("GEM-BREAK-02", 3), ("GEM-SHOOT-04", 1)]);
    game.act("Bob stays", &[]);
    assert_eq!((game.value("Ann", "nerve"), game.place("Ann").0), (5, 6));
}

/// GEM-CC-01: only models that touch fight; blow by blow a spear reaches over a friend.
#[test]
fn reaching_over_a_friend() {
    let dice = |options: &str, blade: &str| {
        let mut game = Field::open(20, 3)
            .option(CALM)
            .option(options)
            .model("Ann", "t: 9, i: 5")
            .model("Abe", &format!("blades: [\"{blade}\"]"))
            .model("Bob", "t: 9")
            .ours("Ann", (5, 2), "")
            .ours("Abe", (4, 2), "")
            .theirs("Bob", (6, 2), "")
            .begin(&[]);
        let rule = if options.is_empty() { "GEM-SCORE-01" } else { "GEM-CC-02" };
        let rolls = vec![(rule, 3); if options.is_empty() || blade == "Sword" { 2 } else { 3 }];
        game.act("pass", &rolls);
    };
    dice("", "Spear");
    dice("combat: ws,", "Sword");
    dice("combat: ws,", "Spear");
}

/// GEM-DOG-03: where others would test to rout the Fearless take one more hit on 4 or more, the Dogged always.
#[test]
fn the_price_of_standing() {
    let left = |bob: &str, rolls: &[(&str, u8)]| {
        let mut game = fight("blades: [\"Sword\"]", &format!("w: 3, traits: [{bob}]"), "parry: off,").begin(&[]);
        let mut all = vec![("GEM-SCORE-01", 6), ("GEM-SCORE-01", 5), ("GEM-SHOOT-04", 6)];
        all.extend(rolls);
        game.act("pass", &all);
        game.value("Bob", "wounds")
    };
    assert_eq!(left("Fearless", &[("GEM-DOG-03", 3)]), 2);
    assert_eq!(left("Fearless", &[("GEM-DOG-03", 4), ("GEM-SHOOT-04", 4)]), 1);
    assert_eq!(left("Fearless", &[("GEM-DOG-03", 4), ("GEM-SHOOT-04", 3)]), 2);
    assert_eq!(left("Dogged", &[("GEM-SHOOT-04", 4)]), 1);
}

/// GEM-HATE-04, GEM-HATE-03: whoever hates pursues unless it holds back with a test, but in cover it need not.
#[test]
fn hate_pursues() {
    let stays = |at: char, rolls: &[(&str, u8)]| {
        let mut game = Field::drawn(&format!(". . . . {at} . . . . . . . . . . . . . . ."))
            .option(CALM)
            .model("Ann", "traits: [Hatred(\"Foes\")]")
            .model("Bob", "w: 2, gang: \"Foes\"")
            .ours("Ann", (5, 1), "")
            .theirs("Bob", (6, 1), "")
            .begin(&[]);
        let rout = [("GEM-SHOOT-04", 6), ("GEM-SHOOT-05", 1), ("GEM-ROUT-01", 3), ("GEM-ROUT-01", 4)];
        let mut all = vec![("GEM-SCORE-01", 6), ("GEM-SCORE-01", 5)];
        all.extend(rout);
        game.act("pass", &all);
        game.act("Ann stays", rolls);
        game.place("Ann") == (5, 1)
    };
    assert!(stays('o', &[]), "in cover");
    assert!(stays('.', &[("GEM-PURS-01", 3), ("GEM-PURS-01", 3)]));
    assert!(!stays('.', &[("GEM-PURS-01", 3), ("GEM-PURS-01", 4)]), "7 less 1");
}

/// GEM-HATE-03, GEM-DOG-01: it is harder to break off from whom one hates; the Fearless need no test.
#[test]
fn breaking_off_from_the_hated() {
    let routs = |traits: &str| {
        let mut game = fight(&format!("t: 9, traits: [{traits}]"), "t: 9", "").waiting().acting("Ann", 1);
        game.chances("Ann breaks off", |g| g.value("Ann", "nerve") == 6).get(&true).cloned()
    };
    assert_eq!(routs(""), Some(ratio("7/12")), "alone: 7 less 1");
    assert_eq!(routs("Hatred(\"Test\")"), Some(ratio("13/18")));
    assert_eq!(routs("Fearless"), None);
}

/// GEM-KD-06, GEM-KD-03: whoever fells a foe does not finish him off in the same round, another may.
#[test]
fn not_by_one_hand() {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .option("wounds: knockdown, knockdown_vital: on,")
        .model("Ann", "i: 5")
        .model("Abe", "")
        .model("Bob", "")
        .ours("Ann", (5, 2), "")
        .ours("Abe", (7, 2), "")
        .theirs("Bob", (6, 2), "")
        .theirs("Spacer", (18, 2), "")
        .begin(&[]);
    let hit = [("GEM-SHOOT-04", 6), ("GEM-SHOOT-05", 1)];
    let mut rolls = vec![("GEM-SCORE-01", 6), ("GEM-SCORE-01", 4)];
    rolls.extend(hit);
    rolls.push(("GEM-KD-01", 1));
    rolls.extend(hit);
    rolls.push(("GEM-KD-01", 2));
    // Abe has a die more, and his first wound is the end.
    rolls.extend([("GEM-SCORE-01", 4), ("GEM-SCORE-01", 4)]);
    rolls.extend(hit);
    game.act("pass", &rolls);
    assert!(!game.stands("Bob"));
}

/// GEM-MULTI-01: once the lone one lies, the others do not strike him, unless they may finish him off.
#[test]
fn it_ends_with_the_fall() {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .model("Ann", "i: 5")
        .model("Abe", "")
        .model("Bob", "")
        .ours("Ann", (5, 2), "")
        .ours("Abe", (7, 2), "")
        .theirs("Bob", (6, 2), "")
        .theirs("Spacer", (18, 2), "")
        .begin(&[]);
    let felled = [
        ("GEM-SCORE-01", 6),
        ("GEM-SCORE-01", 5),
        ("GEM-SHOOT-04", 6),
        ("GEM-SHOOT-05", 1),
        ("GEM-LOC-01", 1),
        ("GEM-LOC-01", 3),
    ];
    game.act("pass", &felled);
    assert_eq!(game.value("Bob", "condition"), 4);
}

/// GEM-LOC-03: fists and small blunt weapons injure one less, and may do nothing.
#[test]
fn blunt_weapons() {
    for blade in ["Fists", "Knuckledusters"] {
        let start = Field::open(20, 3)
            .option(CALM)
            .model("Ann", &format!("i: 5, blades: [\"{blade}\"]"))
            .model("Bob", "")
            .ours("Ann", (5, 2), "")
            .theirs("Bob", (6, 2), "numbers: {\"wounds\": 0}")
            .theirs("Spacer", (18, 2), "")
            .begin(&[]);
        let hit = |place: u8, severity: u8| {
            let mut game = Game::now(start.battle.clone(), hexfray::battle::Log::on());
            // A tie, which Ann wins by Initiative: one hit. The unarmed have two points less.
            let bob = if blade == "Fists" { 3 } else { 5 };
            let mut rolls = vec![("GEM-SCORE-01", 5), ("GEM-SCORE-01", bob), ("GEM-SHOOT-04", 6), ("GEM-SHOOT-05", 1)];
            rolls.extend([("GEM-LOC-01", place), ("GEM-LOC-01", severity)]);
            let stays_up = severity == 1 || location_up(place, severity - 1);
            if stays_up {
                rolls.extend([("GEM-ROUT-01", 1), ("GEM-ROUT-01", 1)]);
            }
            game.act("pass", &rolls);
            (game.value("Bob", "condition"), game.value("Bob", "flesh"))
        };
        for place in 1..=6 {
            assert_eq!(hit(place, 1), (0, 0), "{blade}: no effect");
        }
        assert_eq!([hit(1, 6).0, hit(2, 6).0, hit(1, 5).0], [6, 5, 5], "only the head kills");
        assert_eq!(hit(1, 2), (0, 1));
    }
}

/// Whether a wound leaves a model on its feet.
fn location_up(place: u8, severity: u8) -> bool {
    severity <= [2, 3, 4, 4, 2, 2][usize::from(place) - 1]
}

/// GEM-LUCKY-02: blow by blow a hit two above the need is lucky: 5/16 of all blows wound, not 1/4.
#[test]
fn lucky_blows() {
    let wounded = |options: &str| {
        let field = fight("w: 9, i: 5, blades: [\"Sword\"]", "w: 9, blades: [\"Sword\"]", "combat: ws, parry: off,");
        field.option(options).begin(&[]).chances("pass", |g| g.value("Bob", "wounds"))[&8].clone()
    };
    assert_eq!(wounded(""), ratio("1/4"));
    assert_eq!(wounded("lucky_shots: on,"), ratio("5/16"));
}

/// Who has rolled attack dice against whom.
fn pairs(game: &Game) -> Vec<(String, String)> {
    use hexfray::rules::Presentation;
    use hexfray::rules::gemini::Gemini;
    let name = |unit| Gemini::sheet(&game.battle, unit);
    let rolled = game.events.iter().filter(|e| e.rule.0 == "GEM-SCORE-01").filter_map(|e| match e.fact {
        Fact::Rolled { by, against, .. } => Some((name(by), name(against))),
        _ => None,
    });
    let ours = rolled.filter(|(by, _)| by.starts_with('A'));
    ours.collect()
}

/// Three against two in a row, before anybody has been told whom to fight: Ann stands between Bob and Cob, the others at the
/// ends.
fn three_on_two() -> Game {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .model("Ann", "t: 9")
        .model("Abe", "t: 9")
        .model("Ada", "t: 9")
        .model("Bob", "t: 9")
        .model("Cob", "t: 9")
        .ours("Ann", (6, 2), "")
        .ours("Abe", (8, 2), "")
        .ours("Ada", (4, 2), "")
        .theirs("Bob", (5, 2), "")
        .theirs("Cob", (7, 2), "")
        .begin(&[]);
    game.act("pass", &[]);
    game
}

/// Attack dice of three rounds in which nobody can be wounded, two of them against one.
const THREE_ROUNDS: [(&str, u8); 7] = [("GEM-SCORE-01", 4); 7];

/// GEM-MULTI-02: the larger side shares itself out, and leaves no enemy without an attacker.
#[test]
fn many_against_many() {
    let mut game = three_on_two();
    game.act("Ann fights Bob", &THREE_ROUNDS);
    let mut fought = pairs(&game);
    fought.dedup();
    fought.sort();
    let of = |by: &str| fought.iter().filter(|(one, _)| one == by).map(|(_, lone)| lone.as_str()).collect::<Vec<_>>();
    assert_eq!((of("Ada"), of("Abe")), (vec!["Bob"], vec!["Cob"]), "each touches one alone");
    assert_eq!(of("Ann").len(), 1, "in one part");
    // Two against two: Ann touches both, Abe one, so that Ann takes the other.
    let mut two = Field::open(20, 3)
        .option(CALM)
        .model("Ann", "t: 9")
        .model("Abe", "t: 9")
        .model("Bob", "t: 9")
        .model("Cob", "t: 9")
        .ours("Ann", (6, 2), "")
        .ours("Abe", (4, 2), "")
        .theirs("Bob", (5, 2), "")
        .theirs("Cob", (7, 2), "")
        .begin(&[]);
    two.act("pass", &[("GEM-SCORE-01", 4); 4]);
    let mut fought = pairs(&two);
    fought.sort();
    let names = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(fought, [names("Abe", "Bob"), names("Ann", "Cob")]);
}

/// GEM-MULTI-02: whoever of the larger side touches several takes the one that its owner likes.
#[test]
fn the_owner_splits() {
    assert_eq!(three_on_two().offers(), ["Ann fights Bob", "Ann fights Cob"]);
    for (other, before) in [("Bob", "Ada"), ("Cob", "Abe")] {
        let mut game = three_on_two();
        game.act(&format!("Ann fights {other}"), &THREE_ROUNDS);
        let fought = pairs(&game);
        let both = fought.iter().filter(|(_, lone)| lone == other).map(|(by, _)| by.as_str());
        assert_eq!(both.collect::<BTreeSet<_>>(), BTreeSet::from(["Ann", before]));
    }
}

/// GEM-SCORE-07: hits go by turns from hand to hand, and the better weapon begins.
#[test]
fn two_weapons_by_turns() {
    let needs = |blades: &str| {
        let mut game = fight(&format!("a: 1, blades: [{blades}]"), "w: 9, sv: 7", "parry: off,").begin(&[]);
        let mut rolls = vec![("GEM-SCORE-01", 6), ("GEM-SCORE-01", 5), ("GEM-SCORE-01", 3)];
        rolls.extend([("GEM-SHOOT-04", 1); 3]);
        game.act("pass", &rolls);
        let need = |e: &hexfray::battle::Event| match e.fact {
            Fact::Rolled { need, .. } if e.rule.0 == "GEM-SHOOT-04" => Some(need),
            _ => None,
        };
        game.events.iter().filter_map(need).collect::<Vec<u8>>()
    };
    assert_eq!(needs("\"Sword\", \"Heavy pistol in hand\""), [3, 4, 3]);
    assert_eq!(needs("\"Chainsword\", \"Pistol in hand\""), [3, 4, 3]);
}

/// GEM-SCORE-10: whoever loses a round next to a ledge falls on a 6.
#[test]
fn pushed_off_a_ledge() {
    let mut game = Field::drawn("3 3 3 3 3 3 3 3\n3 3 3 3 3 3 . 3\n3 3 3 3 3 3 3 3")
        .option(CALM)
        .model("Ann", "t: 9, i: 5")
        .model("Bob", "t: 9")
        .ours("Ann", (5, 2), "")
        .theirs("Bob", (6, 2), "")
        .begin(&[]);
    let falls = game.chances("pass", |g| g.place("Bob") == (7, 2));
    assert_eq!(falls[&true], ratio("7/72"), "7/12 to lose, 1/6 to fall");
}

/// GEM-ORD-05, GEM-STUP-02, GEM-TEST-06: whoever forgets to fight says so first, once; then part by part dice, dice rolled again
/// for hate, which stand, parries, wounds; when all parts are fought the tests to rout, then pursuit.
#[test]
fn the_order_of_a_fight() {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .model("Ann", "i: 5, blades: [\"Sword\"], traits: [Hatred(\"Foes\")]")
        .model("Abe", "t: 9")
        .model("Bob", "w: 3, gang: \"Foes\", traits: [Stupidity(8)]")
        .ours("Ann", (5, 2), "")
        .ours("Abe", (7, 2), "")
        .theirs("Bob", (6, 2), "numbers: {\"stupid\": 1}")
        .theirs("Spacer", (19, 2), "")
        .begin(&[]);
    let rolls = [
        ("GEM-STUP-02", 3),
        ("GEM-SCORE-01", 2),
        ("GEM-HATE-01", 3),
        ("GEM-SCORE-01", 6),
        ("GEM-PARRY-02", 2),
        ("GEM-SHOOT-04", 6),
        ("GEM-SCORE-01", 4),
        ("GEM-SCORE-01", 4),
        ("GEM-SCORE-01", 5),
        ("GEM-ROUT-01", 3),
        ("GEM-ROUT-01", 4),
    ];
    game.act("pass", &rolls);
    assert_eq!(game.value("Bob", "nerve"), 6);
}

/// GEM-FOL-01: whoever has a bonus move into a new fight does not fight again in this step; nobody has one on account of a foe
/// who has run.
#[test]
fn bonus_moves_come_after_the_fight() {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .option("wounds: none,")
        .model("Ann", "i: 5")
        .model("Bob", "")
        .model("Cob", "t: 9")
        .ours("Ann", (5, 2), "")
        .theirs("Bob", (6, 2), "")
        .theirs("Cob", (9, 2), "")
        .begin(&[]);
    game.act("pass", &[("GEM-SCORE-01", 6), ("GEM-SCORE-01", 5), ("GEM-SHOOT-04", 6), ("GEM-SHOOT-05", 1)]);
    game.act("Ann moves to 8.2", &[]);
    assert_eq!(game.asked(), "B", "they fight in the next turn");
    assert!(game.battle.contact(game.unit("Ann"), game.unit("Cob")));
    let mut ran = fight("", "w: 2, sv: 7", "").begin(&[]);
    let rolls = [
        ("GEM-SCORE-01", 6),
        ("GEM-SCORE-01", 5),
        ("GEM-SHOOT-04", 6),
        ("GEM-SHOOT-05", 1),
        ("GEM-ROUT-01", 3),
        ("GEM-ROUT-01", 4),
    ];
    ran.act("pass", &rolls);
    ran.act("Ann stays", &[]);
    assert_eq!(ran.asked(), "B");
}
