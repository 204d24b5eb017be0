//! Ambushes and the draw in the street (GEM-OBS, GEM-TURN-04, GEM-DRAW-01, GEM-DRAW-02, GEM section 18).

use std::collections::BTreeSet;

use hexfray::battle::{Rules, Seeded, SideId};
use hexfray::rules::gemini::Gemini;

use crate::field::{Field, Game, play_out, table};

/// A patrol of ours marches by fences behind which B lies in wait.
fn road(ann: &str) -> Field {
    let map = format!(
        "{}\n{}{}\n{}\n",
        ". ".repeat(30),
        ". ".repeat(14),
        "f . f . f . ".to_owned() + &". ".repeat(10),
        ". ".repeat(30)
    );
    let field = Field::drawn(&map).option("all_out_rout: off, fast_draw: off, broken_nerve: off,");
    let field =
        field.with("ambush: (side: \"B\", decoys: [(19, 2)]),").model("Ann", ann).model("Bob", "i: 3, guns: []");
    field.ours("Ann", (2, 2), "").theirs("Bob", (15, 2), "").theirs("Bob", (17, 2), "")
}

/// What is under the three markers, each order as likely as any other.
#[test]
fn markers_are_dealt_in_secret() {
    let under = |game: &Game| {
        let decoy = game.battle.setting().ambush.as_ref().unwrap().decoy;
        game.battle.units().filter(|unit| game.battle.unit(*unit).sheet == decoy).map(|unit| unit.0).next()
    };
    assert_eq!(road("").chances(under), table([(Some(1), "1/3"), (Some(2), "1/3"), (Some(3), "1/3")]));
}

const FIRST: [(&str, u8); 3] = [("GEM-OBS-01", 1), ("GEM-OBS-01", 1), ("GEM-OBS-01", 1)];
const LAST: [(&str, u8); 3] = [("GEM-OBS-01", 3), ("GEM-OBS-01", 2), ("GEM-OBS-01", 1)];

/// GEM-OBS-01: enemies of whoever lies in wait cannot tell one deal from another, and their computers believe any.
#[test]
fn markers_look_alike() {
    let here = road("").begin(&FIRST).battle;
    let there = road("").begin(&LAST).battle;
    let (a, b) = (SideId(0), SideId(1));
    assert_eq!(here.view_for(a).state(), there.view_for(a).state());
    assert_ne!(here.view_for(b).state(), there.view_for(b).state());
    let mut dealt = BTreeSet::new();
    for seed in 0..40 {
        let mut view = here.view_for(a);
        Gemini::resample(&mut view, a, &mut Seeded::new(seed, 0));
        dealt.insert(view.units().map(|unit| view.unit(unit).sheet).collect::<Vec<_>>());
    }
    assert_eq!(dealt.len(), 3, "two alike and one decoy");
}

/// GEM-TURN-04: whoever lies in wait takes no turn until the ambush is sprung at the start of a game turn, and goes first
/// from then on.
#[test]
fn the_ambush_is_sprung() {
    let mut game = road("").begin(&FIRST);
    assert_eq!((game.asked().as_str(), game.asking().0), ("B", "GEM-TURN-04"));
    game.act("lie in wait", &[]);
    assert_eq!(game.asked(), "A");
    game.act("pass", &[]);
    assert_eq!((game.asked().as_str(), game.battle.table().turn), ("B", 2), "the other side had no turn");
    game.act("spring the ambush", &[]);
    assert_eq!(game.asked(), "B", "first from now on");
    assert_eq!(game.battle.units_of(SideId(1)).count(), 2, "nobody is under the decoy");
    assert!(game.battle.units_of(SideId(1)).all(|unit| !game.battle.unit(unit).marker));
}

/// A march of so many hexes along the road, and whether something was noticed.
fn noticed(i: u8, to: u16) -> std::collections::BTreeMap<i32, hexfray::battle::Chance> {
    let field = road(&format!("i: {i}, m: 12")).turns(3);
    let mut game = field.begin(&FIRST);
    game.act("lie in wait", &[]);
    game.activate("Ann", 1);
    game.chances(&format!("Ann moves to {to}.2"), |g| g.value("Ann", "warned"))
}

/// GEM-OBS-01: the first action that ends within 8 hexes of a marker may notice whoever is there, on a D10 up to
/// Initiative; decoys betray nothing.
#[test]
fn signs_are_noticed() {
    assert_eq!(noticed(3, 6), table([(0, "1")]), "nine hexes off");
    assert_eq!(noticed(3, 7), table([(0, "7/10"), (1, "3/10")]));
    assert_eq!(noticed(3, 10), table([(0, "49/100"), (1, "51/100")]), "two of them now");
}

/// GEM-OBS-04: the better the roll, the more is noticed: with a margin of 4 who it is.
#[test]
fn the_margin_tells_more() {
    let mut game = road("i: 5, m: 12").begin(&FIRST);
    game.act("lie in wait", &[]);
    game.activate("Ann", 1);
    let bob = |g: &Game| g.battle.unit(hexfray::battle::UnitId(1)).marker;
    assert_eq!(game.chances("Ann moves to 7.2", bob), table([(false, "1/10"), (true, "9/10")]));
}

/// GEM-OBS-02: in the turn of the ambush whoever was warned is harder to hit, or steadier when he is charged; then no more.
#[test]
fn the_warned_duck_or_are_steeled() {
    let sprung = |choice: &str| {
        let field = Field::open(30, 5).option("all_out_rout: off, broken_nerve: off, hit_reaction: none,");
        let field = field.with("ambush: (side: \"B\", decoys: []),").model("Gun", "bs: 3").model("Ann", "ld: 7");
        let field = field.ours("Ann", (2, 3), "numbers: {\"warned\": 1}").theirs("Gun", (9, 3), "");
        let mut game = field.begin(&[("GEM-OBS-01", 1)]);
        game.act("spring the ambush", &[]);
        assert_eq!((game.asked().as_str(), game.asking().0), ("A", "GEM-OBS-02"));
        game.act(choice, &[]);
        game.activate("Gun", 2);
        game
    };
    let mut ducks = sprung("Ann ducks");
    assert!(ducks.can("2 shots, each needs 5"), "{:?}", ducks.offers());
    let mut steeled = sprung("Ann steels itself");
    assert!(steeled.can("2 shots, each needs 4"));
    steeled.act("Gun charges Ann for 2", &[]);
    // An 8 passes; her reaction is late all the same.
    let stands = [("GEM-REACT-06", 4), ("GEM-REACT-06", 4), ("GEM-REACT-03", 1), ("GEM-REACT-03", 1)];
    let fight = [("GEM-SCORE-01", 4), ("GEM-SCORE-01", 4), ("GEM-SHOOT-04", 1)];
    steeled.act("Ann fires the Carbine at Gun", &[&stands[..], &fight].concat());
    ducks.act("Gun does nothing more", &[]);
    ducks.act("pass", &[]);
    assert_eq!(ducks.value("Ann", "warned"), 0);
}

/// MAP-20, GEM-DRAW-01: both sides walk until somebody draws; the quicker fire first, and whoever is hit before loses his
/// shot.
#[test]
fn the_street() {
    let field = || {
        let field =
            Field::open(30, 5).option("all_out_rout: off, broken_nerve: off,").with("showdown: true, first: None,");
        let field = field.model("Ann", "ld: 7, i: 4, guns: [\"Pistol\"], traits: [Leader]");
        let field = field.model("Bob", "ld: 7, i: 2, guns: [\"Pistol\"], traits: [Leader]");
        let slung = "numbers: {\"slung\": 1}";
        field.ours("Ann", (5, 3), slung).theirs("Bob", (16, 3), slung)
    };
    let brave = [("GEM-TEST-01", 1), ("GEM-TEST-01", 1)];
    let mut game = field().begin(&[]);
    assert_eq!(game.asked(), "A");
    game.act("walk on", &[]);
    assert_eq!(game.asked(), "B");
    game.act("walk on", &[brave, brave].concat());
    assert_eq!((game.place("Ann"), game.place("Bob")), ((7, 3), (14, 3)), "two hexes each");
    game.act("walk on", &[]);
    let mut drawn = field().begin(&[]);
    drawn.act("walk on", &[]);
    // Bob drew upon whoever walked: he has his gun in hand, and she has not.
    drawn.act("draw", &[&brave[..], &[("GEM-DRAW-01", 2), ("GEM-DRAW-01", 4)]].concat());
    assert_eq!(drawn.asked(), "B", "4 + 2 + 1 + 1 against 2 + 4 + 1");
    let shot = [("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 1), ("GEM-PIN-02", 1), ("GEM-PIN-02", 1)];
    let first = [("GEM-SET-04", 1), ("GEM-SET-04", 2)];
    drawn.act("Bob fires the Pistol at Ann", &[&shot[..], &first].concat());
    assert_eq!(drawn.asked(), "B", "Ann was hit before she could fire, and the roll-off is Bob's");
    assert_eq!(drawn.battle.table().turn, 1);
}

/// GEM-DRAW-01: what a shot at the draw may do is known, though others who are as quick fire before anybody falls.
#[test]
fn the_odds_of_a_draw() {
    let odds = |mates: &[&str]| {
        let mut field = Field::open(30, 5).option("all_out_rout: off, broken_nerve: off,").with("showdown: true,");
        for (name, traits) in [("Ann", "[Leader]"), ("Bob", "[Leader]"), ("Abe", "[]")] {
            field = field.model(name, &format!("ld: 7, guns: [\"Pistol\"], traits: {traits}"));
        }
        field = field.ours("Ann", (5, 3), "").theirs("Bob", (14, 3), "");
        for (row, mate) in (4..).zip(mates) {
            field = field.ours(mate, (5, row), "");
        }
        let mut game = field.begin(&[]);
        game.act("draw", &[]);
        let quick = [("GEM-DRAW-01", 6)].repeat(1 + mates.len());
        let brave = [("GEM-TEST-01", 1), ("GEM-TEST-01", 1)];
        game.act("walk on", &[&brave[..], &quick, &[("GEM-DRAW-01", 1)]].concat());
        game.odds("Ann fires the Pistol at Bob", "Bob")
    };
    let alone = odds(&[]);
    assert!(alone.keys().any(|change| change.contains("wounds 1>0")), "{alone:?}");
    assert_eq!(odds(&["Abe"]), alone);
}

/// MAP-20: what a side has chosen is not seen before all have.
#[test]
fn choices_in_the_street_are_secret() {
    let field = Field::open(30, 5).with("showdown: true,").ours("Spacer", (5, 3), "").theirs("Spacer", (20, 3), "");
    let (mut walks, mut draws) = (field.begin(&[]), field.begin(&[]));
    walks.act("walk on", &[]);
    draws.act("draw", &[]);
    assert_ne!(walks.battle.state(), draws.battle.state());
    assert_eq!(walks.battle.view_for(SideId(1)).state(), draws.battle.view_for(SideId(1)).state());
}

/// GEM-TEST-01: the leader of a side that walks is tested, and draws where he fails.
#[test]
fn nervous_leaders_draw() {
    let field =
        Field::open(40, 5).option("all_out_rout: off,").with("showdown: true,").model("Ann", "ld: 7, traits: [Leader]");
    let mut game = field.ours("Ann", (5, 3), "").theirs("Spacer", (30, 3), "").begin(&[]);
    game.act("walk on", &[]);
    let drawn = game.chances("walk on", |g| g.battle.table().drawn);
    assert_eq!(drawn, table([(false, "7/12"), (true, "5/12")]));
}

/// GEM-SET-04: models arrive in their turn, where they are expected or as near as there is room.
#[test]
fn reinforcements_arrive() {
    let field =
        Field::open(20, 3).option("all_out_rout: off,").ours("Spacer", (2, 2), "").theirs("Spacer", (19, 2), "");
    let mut game = field.model("Abe", "").ours("Abe", (2, 2), "arrives: Turn(2),").begin(&[]);
    assert!(!game.stands("Abe"));
    game.act("pass", &[]);
    game.act("pass", &[]);
    assert_eq!(game.battle.table().turn, 2);
    assert!(game.stands("Abe"));
    assert_ne!(game.place("Abe"), (2, 2), "somebody stands there");
}

/// GEM-OBS-01: battles with an ambush, a search and a street come to their end, by chance alone.
#[test]
fn they_end_by_chance() {
    let fields = [
        road("i: 4").turns(5),
        Field::open(16, 5).with("showdown: true,").ours("Bosun", (2, 3), "").theirs("Proctor", (14, 3), ""),
        Field::open(16, 5)
            .with("things: (hiding: [(4, 3), (5, 3), (6, 3)], hidden: 2), victory: Prizes,")
            .ours("Bosun", (2, 3), "")
            .theirs("Proctor", (9, 3), ""),
    ];
    for field in fields {
        let start = field.try_ready().unwrap();
        for seed in 0..20 {
            play_out(&start, seed);
        }
    }
}
