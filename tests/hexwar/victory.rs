//! Aftermath, objectives, points and the end (HEX-AFT, HEX-WIN).

use hexfray::battle::{Rules, SideId};
use hexfray::rules::hexwar::Hexwar;

use crate::field::{Field, Game, table};

fn two() -> Field {
    Field::open(8, 1).side("Elves", "Elf", "").side("Orks", "Ork", "").sheet("Elf", "").sheet("Ork", "").at("Aftermath")
}

fn scores(game: &Game) -> Vec<i32> {
    (0..game.battle.shared().sides.len() as u8).map(|s| Hexwar::score(&game.battle, SideId(s))).collect()
}

/// HEX-AFT-04, HEX-CONST-09, HEX-CONST-19, HEX-SHK-04: a biological unit with no enemy within a hex loses a shaken
/// token on 4 or
/// more, a Stubborn one on 3 or more.
#[test]
fn rally() {
    let lost = |sheet: &str, more: &str, enemy: (u16, u16), flying: bool| {
        let field =
            two().sheet("Unit", sheet).unit("Elves", "Unit", (4, 1), &format!("numbers: {{\"shaken\": 2{more}}}"));
        let field = field.sheet("Bird", "class: Vehicle, fly: true, bio: false");
        field.unit("Orks", "Bird", enemy, &format!("flying: {flying}")).chances(|g| 2 - g.value("Unit", "shaken"))
    };
    let half = table([(0, "1/2"), (1, "1/2")]);
    let none = table([(0, "1")]);
    assert_eq!(lost("", "", (6, 1), false), half);
    assert_eq!(lost("abilities: [Stubborn]", "", (6, 1), false), table([(0, "1/3"), (1, "2/3")]));
    assert_eq!(lost("", ", \"stubborn\": 1", (6, 1), false), table([(0, "1/3"), (1, "2/3")]));
    assert_eq!(lost("bio: false", "", (6, 1), false), none);
    for enemy in [(5, 1), (4, 1)] {
        assert_eq!(lost("", "", enemy, false), none);
        assert_eq!(lost("", "", enemy, true), none, "in the air, too");
    }
    // A friend beside it does not hinder.
    let friend = two().unit("Elves", "Elf", (4, 1), "numbers: {\"shaken\": 1}").unit("Elves", "Elf", (5, 1), "");
    assert_eq!(
        friend.unit("Orks", "Ork", (1, 1), "").chances(|g| g.value("Elf 1", "shaken")),
        table([(1, "1/2"), (0, "1/2")])
    );
}

/// HEX-AFT-02, HEX-AFT-05, HEX-CONST-16: clouds that began the turn go down a step; aim and speeds end.
#[test]
fn clouds_and_orders() {
    for (die, next) in [(12, 10), (10, 8), (8, 6), (6, 4), (4, 0)] {
        let field =
            two().unit("Elves", "Elf", (1, 1), "speed: Fast").unit("Orks", "Mek", (8, 1), "speed: Setup, aim: true");
        let game = field.effect((3, 1), &format!("cloud: {die}")).begin(&[]);
        assert_eq!(game.battle.ground(game.hex(3, 1)).cloud, next);
        assert_eq!((game.value("Elf", "speed"), game.value("Mek", "speed"), game.value("Mek", "aim")), (0, 0, 0));
    }
}

const CENTRE: &str = "objectives: [(at: (4, 1), worth: [(points: 2, when: EachTurnFrom(1))])],";

/// HEX-WIN-01: the side with units on it and no enemy on it holds an objective; what flies neither holds nor denies; it
/// stays held when left, and while it is contested.
#[test]
fn objectives() {
    let held = |units: &[(&str, &str)]| {
        let field = two().sheet("Bird", "class: Vehicle, fly: true").unit("Elves", "Elf", (1, 1), "").unit(
            "Orks",
            "Ork",
            (8, 1),
            "",
        );
        let place = |f: Field, &(side, unit): &(&str, &str)| {
            f.unit(side, unit, (4, 1), if unit == "Bird" { "flying: true" } else { "" })
        };
        scores(&units.iter().fold(field, place).with(CENTRE).begin(&[]))
    };
    assert_eq!(held(&[]), [0, 0]);
    assert_eq!(held(&[("Elves", "Mender")]), [2, 0]);
    assert_eq!(held(&[("Elves", "Bird")]), [0, 0]);
    assert_eq!(held(&[("Elves", "Mender"), ("Orks", "Bird")]), [2, 0]);
    assert_eq!(held(&[("Elves", "Mender"), ("Orks", "Mek")]), [0, 0]);

    // Turn 1: taken. Turn 2: left, and held. Turn 3: the Ork has come.
    let field = two().unit("Elves", "Elf", (4, 1), "").unit("Orks", "Ork", (7, 1), "");
    let mut game = field.with(CENTRE).begin(&[]);
    assert_eq!(scores(&game), [2, 0]);
    game.acts(&["order Ork: fast", "order Elf: slow"]);
    game.acts(&["Ork moves to 5.1", "Elf moves to 3.1", "Ork does nothing more", "pass", "pass", "pass"]);
    assert_eq!((game.phase(), scores(&game)), ("Orders", vec![4, 0]));
    game.acts(&["order Ork: slow", "order Elf: stand still", "Ork moves to 4.1", "pass", "pass"]);
    assert_eq!((game.phase(), scores(&game)), ("Orders", vec![4, 2]));
}

/// HEX-WIN-03, HEX-SCEN-02: who is left alone on the board is paid for the turns to come by what he holds, the one under
/// way too, and only from the turn on from which it counts; who is gone is not.
#[test]
fn turns_to_come() {
    let worth = "objectives: [(at: (4, 1), worth: [(side: \"Elves\", points: 4, when: EachTurnFrom(4)), \
                 (side: \"Orks\", points: 7, when: EachTurnFrom(1))])],";
    let left_alone = |holder: &str, turn: u16| {
        let unit = if holder == "Elves" { "Mender" } else { "Mek" };
        let field = two().unit("Elves", "Elf", (1, 1), "").unit(holder, unit, (4, 1), "").turn(turn, 6);
        let game = doomed(field, "Orks", 10, (8, 1)).with(worth).at("Agony 2: fire").begin(&[BURN]);
        (scores(&game), game.battle.outcome().is_some())
    };
    // Turns 4, 5 and 6 at 4 points each, and 1 for the unit destroyed.
    assert_eq!(left_alone("Elves", 2), (vec![13, 0], true));
    assert_eq!(left_alone("Elves", 5), (vec![9, 0], true));
    assert_eq!(
        left_alone("Orks", 2),
        (vec![1, 7], false),
        "the Orks have somebody left: their turn is paid as it ends"
    );
}

/// HEX-WIN-01, HEX-WIN-03: points of each turn from a turn on, of one side alone, and at the end.
#[test]
fn when_objectives_score() {
    let worth = "objectives: [(at: (4, 1), worth: [(side: \"Elves\", points: 4, when: EachTurnFrom(4)), \
                 (side: \"Elves\", points: 3, when: AtTheEnd), (side: \"Orks\", points: 9, when: AtTheEnd)])],";
    let after = |turn: u16, holder: &str| {
        let field = two().unit("Elves", "Elf", (1, 1), "").unit("Orks", "Ork", (8, 1), "");
        let unit = if holder == "Elves" { "Mender" } else { "Mek" };
        let game = field.unit(holder, unit, (4, 1), "").with(worth).turn(turn, 5).begin(&[]);
        (scores(&game), game.battle.outcome().map(|o| o.winners))
    };
    assert_eq!(after(3, "Elves"), (vec![0, 0], None));
    assert_eq!(after(4, "Elves"), (vec![4, 0], None));
    assert_eq!(after(4, "Orks"), (vec![0, 0], None));
    assert_eq!(after(5, "Elves"), (vec![7, 0], Some(0b01)));
    assert_eq!(after(5, "Orks"), (vec![0, 9], Some(0b10)));
}

/// A unit that burns to death in Agony 2, of this many points.
fn doomed(field: Field, side: &str, points: u16, at: (u16, u16)) -> Field {
    let name = format!("{side} {points}");
    field.sheet(&name, &format!("points: {points}")).unit(side, &name, at, "numbers: {\"fire\": 1, \"future\": 9}")
}

const BURN: (&str, u8) = ("HEX-AG2-01", 2);

/// HEX-WIN-02: a tenth of the points of all enemy units destroyed, rounded down in the end, for every other team.
#[test]
fn destroyed_units() {
    let field = |sides: &[(&str, &str, &str)]| {
        let mut field = Field::open(8, 1).at("Agony 2: fire").sheet("Survivor", "");
        for (i, (side, faction, more)) in sides.iter().enumerate() {
            field = field.side(side, faction, more).unit(side, "Survivor", (2 * i as u16 + 1, 1), "");
        }
        field
    };
    let two = [("Elves", "Elf", ""), ("Orks", "Ork", "")];
    assert_eq!(scores(&doomed(field(&two), "Orks", 85, (8, 1)).begin(&[BURN])), [8, 0]);
    let both = doomed(doomed(field(&two), "Orks", 46, (8, 1)), "Orks", 45, (7, 1));
    assert_eq!(scores(&both.begin(&[BURN, BURN])), [9, 0]);
    let four = [("A", "Elf", "team: 0"), ("B", "Ork", "team: 0"), ("C", "Gnome", "team: 1"), ("D", "Dwarf", "team: 2")];
    assert_eq!(scores(&doomed(field(&four), "A", 70, (8, 1)).begin(&[BURN])), [0, 0, 7, 7]);
    assert_eq!(scores(&doomed(field(&four), "C", 70, (8, 1)).begin(&[BURN])), [7, 7, 0, 7]);
}

/// HEX-WIN-02: of three sides the one whose hit struck the unit last is paid for it, at once or when it burns.
#[test]
fn who_kills_is_paid() {
    let field = |future: u8| {
        let field = Field::open(8, 1).sheet("Quiet", "").side("A", "Ork", "team: 0").side("B", "Elf", "team: 1");
        let field = field.side("C", "Gnome", "team: 2").unit("A", "Quiet", (8, 1), "").unit("B", "Rangers", (1, 1), "");
        let numbers = format!("numbers: {{\"future\": {future}, \"fire\": 1}}");
        let field = field.sheet("Marker", "points: 70, models: 1").unit("C", "Marker", (4, 1), &numbers);
        field.unit("C", "Quiet", (7, 1), "").at("Gunnery 1")
    };
    let hit = [[("HEX-HIT-01", 12)].as_slice(), &[("HEX-HIT-01", 1); 4], &[("HEX-DAM-01", 4)]].concat();
    let mut game = field(9).begin(&[]);
    game.act("at Marker", &hit);
    assert_eq!(scores(&game), [0, 7, 0], "the Rangers' kill");
    // The hit does nothing but mark whose it is; fire does the rest.
    let mut game = field(0).begin(&[]);
    game.act("at Marker", &[&hit[..5], &[("HEX-DAM-01", 1)]].concat());
    while game.value("Marker", "models") > 0 {
        let last = game.phase() == "Post assault retreat 3" || game.phase() == "Gunnery 2";
        game.act("pass", if last || game.phase() == "Movement 3" { &[("HEX-AG2-01", 6)] } else { &[] });
    }
    assert_eq!(scores(&game), [0, 7, 0], "burnt, but hit by the Rangers");
}

/// HEX-WIN-03: the game ends at its limit or when one team is left; the highest total wins, equal totals are a draw.
#[test]
fn the_end() {
    let outcome = |game: Game| game.battle.outcome().map(|o| (o.winners, o.rule.0));
    let field = |turn| two().unit("Elves", "Elf", (1, 1), "").unit("Orks", "Ork", (8, 1), "").turn(turn, 6);
    assert_eq!(outcome(field(5).begin(&[])), None);
    assert_eq!(outcome(field(6).begin(&[])), Some((0, "HEX-WIN-03")));
    assert_eq!(outcome(field(6).unit("Orks", "Mek", (4, 1), "").with(CENTRE).begin(&[])), Some((0b10, "HEX-WIN-03")));

    // The last Ork burns: the Elves win with its points, in the middle of the turn.
    let last = |points| doomed(two().unit("Elves", "Elf", (1, 1), ""), "Orks", points, (8, 1)).at("Agony 2: fire");
    assert_eq!(outcome(last(10).begin(&[BURN])), Some((0b01, "HEX-WIN-03")));
    assert_eq!(outcome(last(9).begin(&[BURN])), Some((0, "HEX-WIN-03")), "nine points are none, and equal is a draw");
    // Nobody is left: who has destroyed more wins.
    let both = doomed(doomed(two(), "Elves", 50, (1, 1)), "Orks", 70, (8, 1)).at("Agony 2: fire");
    assert_eq!(outcome(both.begin(&[BURN, BURN])), Some((0b01, "HEX-WIN-03")));
    // Allies win together, and go on while another team is there.
    let three = |more: &str| {
        let field =
            Field::open(8, 1).side("A", "Elf", "team: 0").side("B", "Ork", "team: 0").side("C", "Gnome", "team: 1");
        let field = field.sheet("S", "").unit("A", "S", (1, 1), "").unit("B", "S", (3, 1), "").at("Agony 2: fire");
        let field = if more.is_empty() { field } else { field.unit("C", "S", (5, 1), "") };
        doomed(field, "C", 70, (8, 1)).begin(&[BURN])
    };
    assert_eq!(outcome(three("")), Some((0b011, "HEX-WIN-03")));
    assert_eq!(outcome(three("one more")), None);
}
