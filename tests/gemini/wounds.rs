//! Wounds and injuries (GEM-WND, GEM-CHART, GEM-KD, GEM-LOC).

use std::collections::BTreeMap;

use hexfray::battle::Chance;

use crate::field::{Field, Game, ratio, table};

const CALM: &str = "reactions: off, all_out_rout: off, fast_draw: off, hit_reaction: none, broken_nerve: off,";

/// Ann, who hits on 2 or more, shoots once at Bob, who has no wounds left.
fn shot(ann: &str, bob: &str, options: &str) -> Game {
    Field::open(30, 1)
        .option(CALM)
        .option(options)
        .model("Ann", &format!("bs: 8, {ann}"))
        .model("Bob", bob)
        .ours("Ann", (1, 1), "")
        .theirs("Bob", (20, 1), "numbers: {\"wounds\": 0}")
        .acting("Ann", 2)
}

/// What becomes of Bob, given that the shot wounds him.
fn injuries<T: Ord + Clone>(game: &mut Game, wounds: &str, read: impl Fn(&Game) -> T) -> BTreeMap<T, Chance> {
    let text = game.offers().into_iter().find(|offer| offer.contains("fires")).unwrap();
    let unhurt = |g: &Game| !g.rules().iter().any(|rule| ["GEM-LOC-01", "GEM-CHART-01", "GEM-KD-01"].contains(rule));
    let all = game.chances(&text, |g| (unhurt(g), read(g)));
    let wounds = ratio(wounds);
    let hurt = all.into_iter().filter(|((unhurt, _), _)| !unhurt);
    hurt.map(|((_, what), chance)| (what, chance / &wounds)).collect()
}

/// GEM-LOC-01: one die says where, one how bad.
#[test]
fn injuries_by_location() {
    let mut game = shot("", "", "");
    let conditions = injuries(&mut game, "5/12", |g| g.value("Bob", "condition"));
    // Ready (a Flesh Wound), Dazed, Knocked Down, Stunned, out.
    let expected = table([(0, "2/9"), (1, "1/4"), (4, "7/36"), (5, "2/9"), (6, "1/9")]);
    assert_eq!(conditions, expected);
}

/// GEM-LOC-02: Strength 7 or more is one worse.
#[test]
fn heavy_hits_injure_worse() {
    let mut game = shot("guns: [\"Rocket tube\"]", "t: 5", "");
    let dead = injuries(&mut game, "25/36", |g| g.value("Bob", "condition") == 6);
    assert_eq!(dead[&true], ratio("7/36"));
}

/// GEM-LOC-04, GEM-LOC-05, GEM-LOC-09, GEM-WND-07: arms, legs, and what a Flesh Wound costs.
#[test]
fn flesh_wounds_leave_their_mark() {
    let hit = |place: u8, severity: u8| {
        let mut game = shot("", "bs: 4, ws: 3", "");
        let rolls = [("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6), ("GEM-LOC-01", place), ("GEM-LOC-01", severity)];
        game.act("Ann fires", &rolls);
        let [flesh, arms, legs] = ["flesh", "arms", "legs"].map(|field| game.value("Bob", field));
        (flesh, arms, legs, game.value("Bob", "condition"), game.battle.bs(game.unit("Bob")))
    };
    assert_eq!(hit(1, 1), (1, 0, 0, 0, 3));
    assert_eq!(hit(3, 2), (1, 1, 0, 0, 3), "right arm");
    assert_eq!(hit(4, 1), (1, 2, 0, 0, 3), "left arm");
    assert_eq!(hit(6, 1), (1, 0, 1, 0, 3), "legs");
    assert_eq!(hit(6, 2), (1, 0, 1, 1, 3), "legs, and Dazed");
    assert_eq!(hit(2, 6).3, 6);
    let mut spent = shot("", "bs: 1, ws: 1", "");
    spent.act("Ann fires", &[("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6), ("GEM-LOC-01", 1), ("GEM-LOC-01", 1)]);
    assert!(!spent.stands("Bob"), "nothing left of either skill");
    let mut one = shot("", "bs: 2, ws: 1", "");
    one.act("Ann fires", &[("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6), ("GEM-LOC-01", 1), ("GEM-LOC-01", 1)]);
    assert!(one.stands("Bob"));
}

/// GEM-CHART-01: the chart, by strength.
#[test]
fn injuries_by_the_chart() {
    let mut game = shot("", "", "wounds: chart,");
    let conditions = injuries(&mut game, "5/12", |g| g.value("Bob", "condition"));
    assert_eq!(conditions, table([(0, "1/6"), (3, "2/3"), (6, "1/6")]));
    let mut heavy = shot("guns: [\"Rocket tube\"]", "t: 5", "wounds: chart,");
    let conditions = injuries(&mut heavy, "25/36", |g| g.value("Bob", "condition"));
    assert_eq!(conditions, table([(0, "1/6"), (3, "1/2"), (6, "1/3")]));
}

/// GEM-KD-01: knocked down, stunned, out, a third each.
#[test]
fn injuries_by_knockdown() {
    let mut game = shot("", "", "wounds: knockdown,");
    let conditions = injuries(&mut game, "5/12", |g| g.value("Bob", "condition"));
    assert_eq!(conditions, table([(4, "1/3"), (5, "1/3"), (6, "1/3")]));
}

/// GEM-WND-01, GEM-EX-04: the injury roll comes with the wound that takes the last.
#[test]
fn injuries_come_with_the_last_wound() {
    let after = |wounds: u8| {
        let mut game = Field::open(30, 1)
            .option(CALM)
            .model("Ann", "")
            .model("Bob", "w: 3")
            .ours("Ann", (1, 1), "")
            .theirs("Bob", (20, 1), &format!("numbers: {{\"wounds\": {wounds}}}"))
            .acting("Ann", 1);
        let mut rolls = vec![("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6)];
        if wounds == 1 {
            rolls.extend([("GEM-LOC-01", 1), ("GEM-LOC-01", 1)]);
        }
        game.act("Ann fires", &rolls);
        game.value("Bob", "wounds")
    };
    assert_eq!([after(3), after(2), after(1)], [2, 1, 0]);
}

/// GEM-WND-02, GEM-WND-04: without an injury system, and for the rank and file where they have none, W 0 is out.
#[test]
fn out_at_once() {
    for options in ["wounds: none,", "mook_wounds: on,"] {
        let mut game = shot("", "", options);
        game.act("Ann fires", &[("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6)]);
        assert!(!game.stands("Bob"), "{options}");
    }
    let mut someone = shot("", "traits: [Character]", "mook_wounds: on,");
    someone.act("Ann fires", &[("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6), ("GEM-LOC-01", 1), ("GEM-LOC-01", 1)]);
    assert!(someone.stands("Bob"));
}

/// GEM-WND-05: twice the Toughness takes all wounds, and one injury is rolled.
#[test]
fn overwhelming_strength() {
    let left = |options: &str, t: u8| {
        let mut game = Field::open(30, 1)
            .option(CALM)
            .option(options)
            .model("Ann", "guns: [\"Rocket tube\"]")
            .model("Bob", &format!("w: 3, t: {t}"))
            .ours("Ann", (1, 1), "")
            .theirs("Bob", (10, 1), "")
            .acting("Ann", 2);
        let mut rolls = vec![("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6)];
        if options.is_empty() && t == 4 {
            rolls.extend([("GEM-LOC-01", 1), ("GEM-LOC-01", 1)]);
        }
        game.act("Ann fires", &rolls);
        game.value("Bob", "wounds")
    };
    assert_eq!([left("", 4), left("", 5), left("double_strength: off,", 4)], [0, 2, 2]);
}

/// GEM-WND-03: many wounds, of which a hit takes D6, and no injuries; below half of them one shoots worse.
#[test]
fn extra_wounds() {
    let field = Field::open(30, 1)
        .option(CALM)
        .wants(&[("wounds", "none"), ("extra-wounds", "2d6")])
        .model("Ann", "")
        .model("Bob", "")
        .ours("Ann", (1, 1), "")
        .theirs("Bob", (20, 1), "");
    let dice = [("GEM-WND-03", 3), ("GEM-WND-03", 4), ("GEM-WND-03", 6), ("GEM-WND-03", 1)];
    let mut game = field.begin(&dice);
    assert_eq!([game.value("Ann", "wounds"), game.value("Bob", "wounds")], [7, 7]);
    game.activate("Ann", 1);
    game.act("Ann fires", &[("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6), ("GEM-WND-03", 4)]);
    assert_eq!(game.value("Bob", "wounds"), 3);
}

/// GEM-KD-02, GEM-KD-04, GEM-KD-05, GEM-LOC-07, GEM-LOC-08: the Stunned are Knocked Down in their next turn, Dazed in the one after.
#[test]
fn the_fallen_get_up() {
    let mut game = Field::open(30, 3)
        .option(CALM)
        .ours("Spacer", (2, 2), "numbers: {\"condition\": 5}")
        .theirs("Warden", (28, 2), "")
        .begin(&[]);
    assert_eq!(game.value("Spacer", "condition"), 4);
    game.act("Spacer is activated", &[]);
    assert!(game.can("Spacer moves to 4.2") && !game.can("Spacer moves to 5.2"), "it crawls 2 hexes");
    game.act("Spacer does nothing more", &[]);
    game.act("pass", &[]);
    assert_eq!((game.asked().as_str(), game.value("Spacer", "condition")), ("A", 1));
    game.act("Spacer is activated", &[]);
    game.act("Spacer does nothing more", &[]);
    assert_eq!(game.value("Spacer", "condition"), 0);
}

/// GEM-CHART-04: Down is rolled for at the end of the own turn's shooting.
#[test]
fn down_results() {
    let mut game = Field::open(30, 3)
        .option(CALM)
        .option("wounds: chart,")
        .ours("Spacer", (2, 2), "numbers: {\"condition\": 3}")
        .theirs("Warden", (28, 2), "")
        .begin(&[]);
    let became = game.chances("pass", |g| g.value("Spacer", "condition"));
    assert_eq!(became, table([(0, "1/6"), (2, "2/3"), (6, "1/6")]));
}

/// GEM-MOVE-04, GEM-WND-06: whoever goes down near a ledge may fall: a hit of as much strength as it falls.
#[test]
fn falling_off_a_ledge() {
    let mut game = Field::drawn(". . . . . . . . . . 3 3 . .")
        .option(CALM)
        .model("Ann", "")
        .model("Bob", "w: 1")
        .ours("Ann", (1, 1), "")
        .theirs("Bob", (11, 1), "numbers: {\"wounds\": 0}")
        .acting("Ann", 1);
    let knocked = [
        ("GEM-SHOOT-01", 1),
        ("GEM-SHOOT-01", 6),
        ("GEM-SHOOT-04", 6),
        ("GEM-LOC-01", 1),
        ("GEM-LOC-01", 3),
        ("GEM-WND-06", 6),
        ("GEM-SHOOT-04", 3),
    ];
    game.act("Ann fires", &knocked);
    assert_eq!(game.place("Bob"), (10, 1));
}

/// GEM-MOVE-04: who jumps down 3 inches lands on its feet by a test of Initiative, and goes on; who does not falls.
#[test]
fn jumping_down() {
    let mut game = Field::drawn(". . . . . . . . . . 3 3 . .")
        .option(CALM)
        .model("Ann", "w: 2")
        .ours("Ann", (11, 1), "facing: W")
        .theirs("Warden", (1, 1), "")
        .acting("Ann", 1);
    assert!(!game.can("Ann moves to 9.1") && game.can("Ann jumps down and moves to 9.1"));
    assert!(game.can("Ann moves to 12.1") && !game.can("jumps down and moves to 12.1"));
    let after = game.chances("Ann jumps down and moves to 9.1", |g| (g.place("Ann"), g.value("Ann", "wounds")));
    assert_eq!(after, table([(((9, 1), 2), "1/2"), (((10, 1), 1), "1/4"), (((10, 1), 2), "1/4")]));
    // Where a ladder leads down, or the drop is another, nobody jumps.
    for (picture, ladder) in [(". . . . . . . . . . 3 3 . .", true), (". . . . . . . . . . 4 4 . .", false)] {
        let field = Field::drawn(picture).option(CALM).model("Ann", "w: 2").ours("Ann", (11, 1), "facing: W");
        let field = if ladder { field.ladder((11, 1), (10, 1)).ladder((12, 1), (13, 1)) } else { field };
        assert!(!field.theirs("Warden", (1, 1), "").acting("Ann", 1).can("jumps down"), "{picture}");
    }
}

/// GEM-CONF-02: drink keeps from being Stunned.
#[test]
fn drunks_are_not_stunned() {
    let mut game = shot("", "traits: [Drunk]", "");
    game.act("Ann fires", &[("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6), ("GEM-LOC-01", 1), ("GEM-LOC-01", 4)]);
    assert_eq!(game.value("Bob", "condition"), 4);
}

/// GEM-CHART-02: a Flesh Wound of the chart leaves a model on its feet with worse skills, and gets it up again.
#[test]
fn flesh_wounds_of_the_chart() {
    let mut game = shot("", "", "wounds: chart,");
    game.act("Ann fires", &[("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6), ("GEM-CHART-01", 1)]);
    let unit = game.unit("Bob");
    assert_eq!((game.value("Bob", "condition"), game.battle.ws(unit), game.battle.bs(unit)), (0, 2, 2));
    let mut down = Field::open(30, 3)
        .option(CALM)
        .option("wounds: chart,")
        .model("Ann", "")
        .ours("Ann", (2, 2), "numbers: {\"condition\": 3}")
        .theirs("Warden", (28, 2), "")
        .begin(&[]);
    down.act("pass", &[("GEM-CHART-04", 1)]);
    assert_eq!((down.value("Ann", "condition"), down.battle.bs(down.unit("Ann"))), (0, 2));
}

/// GEM-CHART-06: Flesh Wounds add up with Down, and being Down once more changes nothing.
#[test]
fn hurt_again_on_the_chart() {
    let mut game = shot("guns: [\"Heavy stubber\"]", "", "wounds: chart,");
    let mut rolls = vec![("GEM-SHOOT-01", 6); 3];
    for face in [1, 3, 1] {
        rolls.extend([("GEM-SHOOT-04", 6), ("GEM-CHART-01", face)]);
    }
    game.act("Ann fires", &rolls);
    let unit = game.unit("Bob");
    assert_eq!((game.value("Bob", "condition"), game.battle.ws(unit), game.battle.bs(unit)), (3, 1, 1));
}

/// GEM-KD-04: whoever gets up after a knockdown goes half its move and fires once for one point, in any order.
#[test]
fn the_dazed_of_a_knockdown_shoot() {
    let field = |options: &str| {
        let mut game = Field::open(30, 3)
            .option(CALM)
            .option(options)
            .model("Ann", "m: 5, guns: [\"Pistol\"]")
            .ours("Ann", (2, 2), "numbers: {\"condition\": 4}")
            .theirs("Warden", (12, 2), "")
            .begin(&[]);
        game.act("Ann is activated", &[]);
        game
    };
    let mut game = field("wounds: knockdown,");
    assert!(game.can("fires the Pistol") && !game.can("for 2 AP") && !game.can("charges"));
    game.act("Ann moves to 5.2", &[]);
    assert!(game.can("fires the Pistol") && !game.can("moves"));
    assert!(!field("wounds: location,").can("fires"));
}

/// GEM-WND-08: what the rules call Knocked Out is Knocked Down: such a leader helps nobody, and counts as lost to his side.
#[test]
fn knocked_out_is_knocked_down() {
    let ld = |condition: u8| {
        let numbers = format!("numbers: {{\"condition\": {condition}}}");
        let game = Field::open(30, 3)
            .option(CALM)
            .model("Ann", "")
            .model("Lea", "ld: 9, traits: [Leader]")
            .ours("Ann", (3, 2), "")
            .ours("Lea", (5, 2), &numbers)
            .theirs("Spacer", (28, 2), "")
            .with("first: Some(\"B\"),")
            .begin(&[]);
        game.battle.courage(game.unit("Ann"), false).0
    };
    assert_eq!([ld(0), ld(4)], [9, 7]);
}

/// GEM-ORD-06: in recovery the model of higher Initiative rolls first.
#[test]
fn the_quick_recover_first() {
    let mut game = Field::open(30, 3)
        .option(CALM)
        .option("wounds: chart,")
        .model("Ann", "i: 3")
        .model("Abe", "i: 5")
        .ours("Ann", (2, 2), "numbers: {\"condition\": 3}")
        .ours("Abe", (4, 2), "numbers: {\"condition\": 3}")
        .theirs("Warden", (28, 2), "")
        .begin(&[]);
    game.act("pass", &[("GEM-CHART-04", 6), ("GEM-CHART-04", 1)]);
    assert!(!game.stands("Abe") && game.stands("Ann"));
}
