//! Endurance (HEX-DWARF).

use std::collections::BTreeMap;

use hexfray::battle::{Action, Reason, Refusal, Rule, Verb};

use crate::field::{Field, Game, ratio, table};

/// A Dwarf unit of five with two tokens of Endurance, with these fields besides, alone but for a far Ork.
fn dwarfs(sheet: &str, unit: &str) -> Field {
    Field::open(8, 1)
        .side("Dwarfs", "Dwarf", "")
        .side("Orks", "Ork", "")
        .sheet("Dwarf", &format!("models: 5, abilities: [Endurance(2){sheet}]"))
        .unit("Dwarfs", "Dwarf", (1, 1), unit)
        .unit("Orks", "Mek", (8, 1), "")
}

const SPEND: &str = "spends a token of Endurance";
const KEEP: &str = "lets it stand";

fn asks(game: &Game, rule: &'static str) {
    assert_eq!((game.asked(), game.asking()), ("Dwarfs".to_owned(), Rule(rule)));
}

/// HEX-SET-04, HEX-DWARF-01, HEX-AG-02, HEX-EX-03, HEX-TOK-09: a token makes bleed[4] of a kill, after all rolls of the
/// step and before anything lands; from gunnery or an assault it rolls in the same turn's Agony 4.
#[test]
fn kills_become_bleeding() {
    let field = || {
        Field::open(8, 1)
            .side("Dwarfs", "Dwarf", "")
            .side("Orks", "Ork", "")
            .sheet("Dwarf", "models: 5, abilities: [Endurance(2)]")
            .sheet("Gunner", "models: 3, ranged: [(weapon: \"musket\")]")
            .unit("Dwarfs", "Dwarf", (1, 1), "")
            .unit("Orks", "Gunner", (4, 1), "")
            .at("Gunnery 1")
    };
    // Three hits: a token, a kill, a kill. One question for each kill.
    let shot = |game: &mut Game| {
        assert_eq!(game.value("Dwarf", "endurance"), 2);
        let rolls = [("HEX-HIT-01", 12), ("HEX-HIT-01", 12), ("HEX-HIT-01", 12)];
        game.act("fires musket", &[&rolls[..], &[("HEX-DAM-01", 2), ("HEX-DAM-01", 4), ("HEX-DAM-01", 4)]].concat());
        asks(game, "HEX-DWARF-01");
        assert_eq!((game.value("Dwarf", "models"), game.value("Dwarf", "future")), (5, 0), "nothing has landed");
    };
    let mut game = field().begin(&[]);
    shot(&mut game);
    game.act(SPEND, &[]);
    asks(&game, "HEX-DWARF-01");
    game.act(KEEP, &[]);
    assert_eq!(game.became("Dwarf", ""), "models 5>4, future 0>1, bleed4 0>1");
    assert_eq!((game.phase(), game.value("Dwarf", "endurance")), ("Gunnery 2", 1));
    game.act("Gunner does nothing more", &[("HEX-AG4-01", 1)]);

    // The odds of an answer know what has been rolled; of the other kill they take it that it is let stand.
    let mut game = field().begin(&[]);
    shot(&mut game);
    let certain = |words: &str| BTreeMap::from([(words.to_owned(), "1".to_owned())]);
    assert_eq!(game.odds(SPEND, "Dwarf"), certain("models 5>4, future 0>1, bleed4 0>1, endurance 2>1"));
    assert_eq!(game.odds(KEEP, "Dwarf"), certain("models 5>3, future 0>1"));

    // Both may be declined; with no tokens left nobody asks.
    let mut game = field().begin(&[]);
    shot(&mut game);
    game.acts(&[KEEP, KEEP]);
    assert_eq!(game.became("Dwarf", ""), "models 5>3, future 0>1");
    let mut game = field().begin(&[]);
    shot(&mut game);
    game.acts(&[SPEND, SPEND]);
    assert_eq!(
        (game.became("Dwarf", ""), game.value("Dwarf", "endurance")),
        ("future 0>1, bleed4 0>2, endurance 1>0".to_owned(), 0)
    );
}

/// HEX-DWARF-01, HEX-BASE-04: two kills of one result are two questions, and a unit may be saved from its last.
#[test]
fn the_last_model() {
    let field = dwarfs("", "numbers: {\"models\": 1, \"poison12\": 1}").unit("Dwarfs", "Ironbreakers", (2, 1), "");
    let field = field.at("Agony 3: poison");
    let mut game = field.begin(&[("HEX-AG3-01", 12)]);
    game.act(SPEND, &[]);
    game.act(SPEND, &[("HEX-AG4-01", 1)]);
    assert_eq!((game.value("Dwarf", "models"), game.value("Dwarf", "endurance")), (1, 0));
    let mut game = field.begin(&[("HEX-AG3-01", 12)]);
    game.act(SPEND, &[]);
    game.act(KEEP, &[]);
    assert_eq!((game.value("Dwarf", "models"), game.place("Dwarf")), (0, (0, 0)));
}

/// HEX-DWARF-02, HEX-AG-02, HEX-CON-13: bleeding of Endurance from agony is not rolled in this turn's agony; a kill by
/// bleeding may be replaced, too, and its token waits.
#[test]
fn bleeding_that_waits() {
    let mut game = dwarfs("", "numbers: {\"fire\": 1}").at("Agony 2: fire").begin(&[("HEX-AG2-01", 4)]);
    asks(&game, "HEX-DWARF-01");
    game.act(SPEND, &[]);
    assert_eq!((game.phase(), game.became("Dwarf", "")), ("Orders", "bleed4 0>1, endurance 2>1".to_owned()));
    let mut game = dwarfs("", "numbers: {\"bleed6\": 1}").at("Agony 4: bleeding").begin(&[("HEX-AG4-01", 6)]);
    game.act(SPEND, &[]);
    assert_eq!((game.phase(), game.became("Dwarf", "")), ("Orders", "bleed4 0>1, endurance 2>1".to_owned()));
    assert_eq!((game.value("Dwarf", "bleed6"), game.value("Dwarf", "waiting")), (1, 0));
    // In the next turn it rolls.
    let mut next =
        dwarfs("", "numbers: {\"bleed4\": 1, \"endurance\": 1}").at("Agony 4: bleeding").begin(&[("HEX-AG4-01", 4)]);
    asks(&next, "HEX-DWARF-01");
    next.act(SPEND, &[]);
    assert_eq!(
        (next.value("Dwarf", "models"), next.value("Dwarf", "bleed4"), next.value("Dwarf", "endurance")),
        (5, 2, 0)
    );
}

/// HEX-AG3-02: a kill that Endurance replaced is no kill: the poison goes on, a step lower; a double kill of which one
/// was replaced is one.
#[test]
fn poison_goes_on() {
    let after = |die: u8, face: u8, answers: &[&str]| {
        let mut game = dwarfs("", &format!("numbers: {{\"poison{die}\": 1}}"))
            .at("Agony 3: poison")
            .begin(&[("HEX-AG3-01", face)]);
        // A twelve makes bleed[6] as well.
        let bleeds = if face == 12 { &[("HEX-AG4-01", 1)][..] } else { &[] };
        let (last, others) = answers.split_last().unwrap();
        game.acts(others);
        game.act(last, bleeds);
        ["models", "poison4", "poison6", "poison8", "poison10", "poison12"].map(|n| game.value("Dwarf", n))
    };
    assert_eq!(after(6, 4, &[KEEP]), [4, 0, 0, 0, 0, 0]);
    assert_eq!(after(6, 4, &[SPEND]), [5, 1, 0, 0, 0, 0]);
    assert_eq!(after(12, 12, &[SPEND, KEEP]), [4, 0, 0, 0, 0, 0]);
    assert_eq!(after(12, 12, &[SPEND, SPEND]), [5, 0, 0, 0, 1, 0]);
}

/// HEX-DWARF-03, HEX-EX-06: after a lost assault a token and d6 psychic damage make an infantry unit Stubborn, if it is
/// not shaken then; until the end of the turn.
#[test]
fn endurance_after_a_lost_assault() {
    let field = |sheet: &str, unit: &str| {
        Field::open(5, 1)
            .side("Dwarfs", "Dwarf", "")
            .side("Orks", "Ork", "")
            .sheet("Dwarf", sheet)
            .sheet("Brute", "")
            .unit("Dwarfs", "Dwarf", (3, 1), unit)
            .unit("Orks", "Brute", (3, 1), "")
            .at("Assault 3")
            .begin(&[])
    };
    let sheet = "models: 5, abilities: [Endurance(2)]";
    let ways = ["Dwarf retreats to 4.1", "Dwarf retreats to 2.1"];
    let stubborn = |unit: &str| {
        let mut game = field(sheet, unit);
        assert_eq!(game.offers(), [ways[0], ways[1], "Dwarf spends a token of Endurance"]);
        game.chances(SPEND, |g| {
            assert_eq!((g.value("Dwarf", "endurance"), g.phase()), (1, "Post assault retreat 3"));
            g.value("Dwarf", "stubborn")
        })
    };
    assert_eq!(stubborn(""), table([(1, "1/2"), (0, "1/2")]));
    assert_eq!(stubborn("numbers: {\"future\": 1}"), table([(1, "1/3"), (0, "2/3")]));
    assert_eq!(stubborn("numbers: {\"shaken\": 1}"), table([(0, "1")]));
    // It has worked: it may stay, or go; only once.
    let mut game = field(sheet, "");
    game.act(SPEND, &[("HEX-DWARF-03", 3)]);
    assert_eq!(game.offers(), [ways[0], ways[1], "Dwarf stays"]);
    game.act("Dwarf stays", &[]);
    assert_eq!((game.phase(), game.place("Dwarf"), game.value("Dwarf", "stubborn")), ("Orders", (3, 1), 0));
    // It has not: it retreats, without another try.
    let mut game = field(sheet, "");
    game.act(SPEND, &[("HEX-DWARF-03", 4)]);
    assert_eq!(game.offers(), ways);
    let again = Action::of(Verb::Endure, game.unit("Dwarf"));
    assert_eq!(game.refused(again), Refusal::new(Reason::NotEnough, Rule("HEX-DWARF-03")));
    // No token, no question; nor for what is Stubborn already, or no infantry.
    for sheet in ["", "abilities: [Endurance(1), Stubborn]", "class: Monster, abilities: [Endurance(1)]"] {
        assert!(!field(sheet, "").offers().iter().any(|o| o.contains("Endurance")), "{sheet}");
    }
}

/// HEX-AG-01: poison tokens roll in the order gained, whatever their dice: the d8 of a dart before the d4 of a cloud. Each
/// roll is asked about before the next is made.
#[test]
fn poison_in_the_order_gained() {
    let field = Field::open(8, 1).side("Dwarfs", "Dwarf", "").side("Orks", "Ork", "");
    let field = field.sheet("Dwarf", "models: 5, abilities: [Endurance(2), Trenchcoat]");
    let field = field.sheet("Gunner", "ranged: [(weapon: \"venom dart\")]").effect((1, 1), "cloud: 4");
    let field = field.unit("Dwarfs", "Dwarf", (1, 1), "").unit("Orks", "Gunner", (4, 1), "");
    let mut game = field.at("Gunnery 1").begin(&[]);
    let trigger = |face: u8| {
        [("HEX-TRIG-01", face), ("HEX-TRIG-01", 1), ("HEX-TRIG-01", 1), ("HEX-TRIG-01", 1), ("HEX-TRIG-01", 1)]
    };
    let shot = [("HEX-HIT-01", 12), ("HEX-DAM-01", 1)];
    game.act("at Dwarf", &[&shot[..], &trigger(12), &trigger(1), &trigger(1)].concat());
    assert_eq!((game.value("Dwarf", "poison8"), game.value("Dwarf", "poison4")), (1, 1));
    game.act("pass", &[("HEX-AG3-01", 7)]);
    asks(&game, "HEX-DWARF-04");
    game.act(KEEP, &[("HEX-AG3-01", 2)]);
    asks(&game, "HEX-DWARF-04");
}

/// HEX-SEQ-01: of two sides the Orks are asked about Endurance first, though they come second in the scenario.
#[test]
fn who_is_asked_first() {
    let field = Field::open(8, 1).side("Dwarfs", "Dwarf", "").side("Orks", "Ork", "");
    let field = field.sheet("Tough", "models: 5, abilities: [Endurance(2)]");
    let field = field.unit("Dwarfs", "Tough", (1, 1), "numbers: {\"fire\": 1}");
    let field = field.unit("Orks", "Tough", (8, 1), "numbers: {\"fire\": 1}");
    let mut game = field.at("Agony 2: fire").begin(&[("HEX-AG2-01", 4), ("HEX-AG2-01", 5)]);
    assert_eq!(game.asked(), "Orks");
    game.act(SPEND, &[]);
    assert_eq!(game.asked(), "Dwarfs");
}

/// HEX-DWARF-04, HEX-ABIL-04: with the trenchcoat a token rerolls a result of poison damage; the second roll stands.
#[test]
fn trenchcoat() {
    let field = |sheet: &str, unit: &str| dwarfs(sheet, unit).at("Agony 3: poison");
    let one = "numbers: {\"poison6\": 1}";
    // Whatever the first roll did is asked about; a 1 has done nothing.
    let asked = field(", Trenchcoat", one).chances(|g| g.asking().0 == "HEX-DWARF-04");
    assert_eq!(asked, table([(true, "5/6"), (false, "1/6")]));
    let mut game = field(", Trenchcoat", one).begin(&[("HEX-AG3-01", 4)]);
    asks(&game, "HEX-DWARF-04");
    let again = game.chances(SPEND, |g| g.asking().0);
    // The second result is a kill in 1/2 and asked about as one: 1/2 of 1/2, no third roll.
    assert_eq!(again, table([("HEX-DWARF-01", "1/2"), ("HEX-ORD-01", "1/2")]));
    assert_eq!(ratio("1/2") * &again["HEX-DWARF-01"], ratio("1/4"));
    game.act(SPEND, &[("HEX-DWARF-04", 2)]);
    assert_eq!(game.became("Dwarf", ""), "future 0>1, poison4 0>1, poison6 1>0, endurance 2>1");
    let mut game = field(", Trenchcoat", one).begin(&[("HEX-AG3-01", 2)]);
    game.act(KEEP, &[]);
    assert_eq!(game.became("Dwarf", ""), "future 0>1, poison4 0>1, poison6 1>0");
    // Without coat or token the roll stands.
    let game = field("", one).begin(&[("HEX-AG3-01", 4)]);
    asks(&game, "HEX-DWARF-01");
    field(", Trenchcoat", "numbers: {\"poison6\": 1, \"endurance\": 0}").begin(&[("HEX-AG3-01", 4)]);
}
