//! Retreats before and after an assault (HEX-RET), Stubborn (HEX-ABIL-05).

use hexfray::battle::{Action, Reason, Refusal, Rule, Verb};

use crate::field::{Field, Game, hex, table};

/// An open field with an Ork in its middle, whom Elves contest.
fn open() -> Field {
    Field::open(7, 7).side("Elves", "Elf", "").side("Orks", "Ork", "").sheet("Brute", "").unit(
        "Orks",
        "Brute",
        (4, 4),
        "",
    )
}

/// The hexes about the middle, as neighbours of one in an even row lie.
const AROUND: [(u16, u16); 6] = [(3, 4), (5, 4), (4, 3), (5, 3), (4, 5), (5, 5)];

impl Game {
    /// The hexes about the middle that a unit may retreat to.
    fn ways(&mut self, unit: &str) -> Vec<(u16, u16)> {
        let all: Vec<_> = AROUND.into_iter().map(|at| (at, self.hex(at.0, at.1))).collect();
        all.into_iter().filter(|w| self.can(Verb::Retreat, unit, hex(w.1))).map(|w| w.0).collect()
    }
}

/// HEX-RET-01, HEX-RET-08, HEX-CONST-19: who may retreat before an assault: at Slow or Fast, not shaken, not where
/// it came in
/// this movement, once a turn, and where there is a hex to go to.
#[test]
fn before_the_assault() {
    let bar = |unit: &str| {
        let field = open().sheet("Unit", "").sheet("Able", "").unit("Elves", "Unit", (4, 4), unit);
        let mut game = field.unit("Elves", "Able", (4, 4), "speed: Slow").at("Pre assault retreat 1").begin(&[]);
        assert_eq!((game.asked(), game.asking()), ("Elves".to_owned(), Rule("HEX-RET-01")));
        if game.ways("Unit").len() == 6 {
            return "";
        }
        assert_eq!(game.ways("Unit"), []);
        let action = Action::of(Verb::Retreat, game.unit("Unit")).hex(game.hex(5, 4));
        let refusal = game.refused(action);
        assert_eq!(refusal.reason, Reason::MayNotRetreat);
        refusal.rule.0
    };
    for (unit, rule) in [
        ("speed: Slow", ""),
        ("speed: Fast", ""),
        ("speed: Stand", "HEX-RET-01"),
        ("speed: Rest", "HEX-RET-01"),
        ("speed: Setup", "HEX-RET-01"),
        ("speed: Crawl", "HEX-RET-01"),
        ("speed: Fast, numbers: {\"shaken\": 1}", "HEX-RET-01"),
        ("speed: Fast, numbers: {\"pre_retreats\": 1}", "HEX-RET-08"),
        ("speed: Fast, numbers: {\"tracks\": 1}", "HEX-RET-05"),
    ] {
        assert_eq!(bar(unit), rule, "{unit}");
    }
    // Who has come in this movement stays; who was there before may go, and is asked again only in the next turn.
    let field = open().sheet("Unit", "").unit("Elves", "Unit", (4, 4), "speed: Slow").unit(
        "Orks",
        "Mob",
        (5, 4),
        "speed: Slow",
    );
    let mut game = field.at("Movement 1").begin(&[]);
    game.act("Mob charges into 4.4", &[]);
    assert_eq!((game.asked(), game.phase()), ("Elves".to_owned(), "Pre assault retreat 1"));
    game.act("Unit retreats to 3.4", &[("HEX-RET-02", 1)]);
    assert_eq!((game.phase(), game.value("Unit", "pre_retreats")), ("Movement 2", 1));
    game.act("Mob charges into 3.4", &[("HEX-ASLT-02", 1); 14 + 7]);
    assert_eq!(game.phase(), "Post assault retreat 2");
}

/// HEX-PLAY-01: a contested hex holds whoever is in it: walking out has its price. HEX-RET-02, HEX-CONST-13, HEX-SEQ-04, HEX-ABIL-06: d6 psychic damage at once, then it leaves, shaken or not; nothing
/// for the Fearless.
#[test]
fn price_of_retreating() {
    let field = |sheet: &str, unit: &str| {
        let field = open().sheet("Unit", sheet).unit("Elves", "Unit", (4, 4), &format!("speed: Fast, {unit}"));
        field.at("Pre assault retreat 1").begin(&[])
    };
    let shaken = |sheet: &str, unit: &str| {
        field(sheet, unit).chances("Unit retreats to 5.3", |g| {
            assert_eq!((g.place("Unit"), g.value("Unit", "retreated")), ((5, 3), 1));
            g.value("Unit", "shaken")
        })
    };
    assert_eq!(shaken("armour: (8, 8, 8)", ""), table([(0, "1/2"), (1, "1/2")]));
    assert_eq!(shaken("", "numbers: {\"future\": 2}"), table([(0, "1/6"), (1, "1/2"), (2, "1/3")]));
    assert_eq!(shaken("abilities: [Fearless]", ""), table([(0, "1")]));
}

/// HEX-RET-01, HEX-ORD-09: the sides are asked in the order of choice; where one leaves the other has no more assault.
#[test]
fn order_of_retreats() {
    let field = || {
        let field =
            Field::open(7, 7).side("Elves", "Elf", "").side("Orks", "Ork", "").sheet("Elf", "").sheet("Ork", "");
        let field = field.unit("Elves", "Elf", (4, 4), "speed: Slow").unit("Orks", "Ork", (4, 4), "speed: Slow");
        field.at("Pre assault retreat 1").begin(&[])
    };
    let mut game = field();
    assert_eq!(game.asked(), "Orks");
    game.act("Ork retreats to 5.4", &[("HEX-RET-02", 1)]);
    assert_eq!(game.phase(), "Movement 2");
    let mut game = field();
    game.act("Ork stays", &[]);
    assert_eq!((game.asked(), game.phase()), ("Elves".to_owned(), "Pre assault retreat 1"));
    game.act("pass", &[]);
    assert_eq!((game.phase(), game.rules().contains(&"HEX-ASLT-06")), ("Post assault retreat 1", true));
}

/// HEX-RET-04, HEX-RET-05, HEX-CONST-15: one hex, as far as can be from the nearest enemy outside; no hex with an
/// enemy in it,
/// in the air either, none that cannot be entered, none that is full; ties are the owner's; the facing is kept.
#[test]
fn where_to() {
    let field = |picture: &str| {
        let field = Field::drawn(picture).side("Elves", "Elf", "").side("Orks", "Ork", "").sheet("Brute", "");
        let field = field.unit("Orks", "Brute", (4, 4), "").sheet("Loser", "class: Vehicle, bio: false");
        field.sheet("Bird", "class: Vehicle, fly: true").unit("Elves", "Loser", (4, 4), "facing: NW")
    };
    let open = ". . . . . . .\n".repeat(7);
    let lost = |field: Field| field.at("Assault 1").begin(&[]).ways("Loser");
    assert_eq!(lost(field(&open)), AROUND);
    // From the enemy in the west: three hexes are 4 away.
    assert_eq!(lost(field(&open).unit("Orks", "Mek", (1, 4), "")), [(5, 4), (5, 3), (5, 5)]);
    // One in the air counts, too.
    assert_eq!(lost(field(&open).unit("Orks", "Bird", (1, 4), "flying: true")), [(5, 4), (5, 3), (5, 5)]);
    // The nearest counts: between two enemies in the row, up or down.
    let both = field(&open).unit("Orks", "Mek", (1, 4), "").unit("Orks", "Mek", (7, 4), "");
    assert_eq!(lost(both), [(4, 3), (5, 3), (4, 5), (5, 5)]);
    // A hex with an enemy in it is none; above one who flies neither.
    let next = field(&open).unit("Orks", "Bird", (3, 4), "flying: true");
    assert_eq!(lost(next), [(5, 4), (5, 3), (5, 5)]);
    // A wood can be entered, a ruin not; nor a hex 4" higher; one with a Monster or two of ours is full.
    let blocked =
        ". . . . . . .\n. . . . . . .\n. . . F R . .\n. . . . . . .\n. . . 4 . . .\n. . . . . . .\n. . . . . . .";
    let blocked = field(blocked).unit("Elves", "Treewarden", (3, 4), "").unit("Elves", "Mender", (5, 4), "");
    assert_eq!(lost(blocked.clone()), [(5, 4), (4, 3), (5, 5)]);
    assert_eq!(lost(blocked.unit("Elves", "Rangers", (5, 4), "")), [(4, 3), (5, 5)]);
    // HEX-CONST-15: of two hexes where the data say so, round what is in the way.
    let two = |picture: &str| field(picture).tuned("rules.ron", "retreat_hexes: 1", "retreat_hexes: 2");
    let west = |picture: &str| {
        let mut game = two(picture).unit("Orks", "Mek", (1, 4), "").at("Assault 1").begin(&[]);
        let board = (1..=7).flat_map(|column| (1..=7).map(move |row| (column, row)));
        let all: Vec<_> = board.map(|at| (at, hex(game.hex(at.0, at.1)))).collect();
        let open = all.into_iter().filter(|w| game.can(Verb::Retreat, "Loser", w.1));
        open.map(|w| w.0).collect::<Vec<_>>()
    };
    assert_eq!(west(&open), [(5, 2), (5, 6), (6, 3), (6, 4), (6, 5)]);
    let walled =
        ". . . . . . .\n. . . . . . .\n. . . . # . .\n. . . . # . .\n. . . . # . .\n. . . . . . .\n. . . . . . .";
    assert!(west(walled).iter().all(|&(column, _)| column < 6), "there is no way of two hexes to them");
    let mut game = field(&open).at("Assault 1").begin(&[]);
    assert_eq!((game.asked(), game.asking()), ("Elves".to_owned(), Rule("HEX-RET-04")));
    let far = Action::of(Verb::Retreat, game.unit("Loser")).hex(game.hex(6, 4));
    assert_eq!(game.refused(far), Refusal::new(Reason::OutOfReach, Rule("HEX-RET-05")));
    let stay = Action::of(Verb::Stay, game.unit("Loser"));
    assert_eq!(game.refused(stay), Refusal::new(Reason::MayNotAct, Rule("HEX-RET-04")));
    game.act("Loser retreats to 5.5", &[]);
    assert_eq!(game.battle.piece(game.unit("Loser")).facing, hexfray::board::Facing::NW);
}

/// HEX-RET-04, HEX-SEQ-01, HEX-OUT-07: every loser retreats, in the order of choice, whatever its speed; the winner
/// stays; more than one retreat a turn.
#[test]
fn losers() {
    let field = Field::open(7, 7)
        .side("Elves", "Elf", "")
        .side("Dwarfs", "Dwarf", "")
        .side("Dark Elves", "DarkElf", "")
        .sheet("Elf", "")
        .sheet("Dwarf", "")
        .sheet("Dark Elf", "")
        .unit("Elves", "Elf", (4, 4), "speed: Stand")
        .unit("Dwarfs", "Dwarf", (4, 4), "speed: Rest, numbers: {\"retreated\": 1, \"pre_retreats\": 1}")
        .unit("Dark Elves", "Dark Elf", (4, 4), "");
    let mut game = field.at("Assault 1").begin(&[]);
    assert_eq!(game.asked(), "Dwarfs");
    game.act("Dwarf retreats to 3.4", &[]);
    assert_eq!(game.asked(), "Elves");
    assert_eq!(game.ways("Elf"), [(5, 4), (5, 3), (5, 5)], "away from the Dwarf, too");
    game.act("Elf retreats to 5.4", &[]);
    assert_eq!(game.place("Dark Elf"), (4, 4));
}

/// HEX-RET-06, HEX-CONST-14, HEX-CRIT-01: a loser without a hex to go to stays and takes d6 psychic damage, as does one
/// without tracks.
#[test]
fn trapped() {
    let field = |picture: &str, loser: &str| {
        Field::drawn(picture)
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .sheet("Loser", "armour: (8, 8, 8), class: Vehicle, bio: false")
            .sheet("Brute", "")
            .unit("Orks", "Brute", (2, 1), "")
            .unit("Elves", "Loser", (2, 1), loser)
            .at("Assault 3")
    };
    let shaken = |field: Field| field.chances(|g| (g.place("Loser"), g.value("Loser", "shaken")));
    let half = table([(((2, 1), 0), "1/2"), (((2, 1), 1), "1/2")]);
    assert_eq!(shaken(field("# . #", "")), half);
    assert_eq!(shaken(field(". . .", "numbers: {\"tracks\": 1}")), half);
    let game = field("# . #", "").begin(&[("HEX-RET-06", 6)]);
    assert_eq!(game.value("Loser", "shaken"), 1);
}

/// HEX-ABIL-05, HEX-RET-04: a Stubborn loser may stay, or retreat; where it cannot it stays for nothing.
#[test]
fn stubborn() {
    let field = |picture: &str| {
        Field::drawn(picture)
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .sheet("Loser", "abilities: [Stubborn]")
            .sheet("Brute", "")
            .unit("Orks", "Brute", (2, 1), "")
            .unit("Elves", "Loser", (2, 1), "")
            .at("Assault 1")
    };
    let mut game = field(". . .").begin(&[]);
    assert_eq!(game.offers(), ["Loser retreats to 3.1", "Loser retreats to 1.1", "Loser stays"]);
    game.act("Loser stays", &[]);
    assert_eq!((game.phase(), game.place("Loser")), ("Post assault retreat 2", (2, 1)), "the assault goes on");
    game.act("Loser retreats to 1.1", &[]);
    assert_eq!(game.place("Loser"), (1, 1));
    let mut game = field("# . #").begin(&[]);
    assert_eq!(game.offers(), ["Loser stays"]);
    game.act("Loser stays", &[]);
    assert_eq!(game.value("Loser", "shaken"), 0);
}
