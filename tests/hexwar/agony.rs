//! Agony: acid, terror, minor acid, fire, poison, bleeding (HEX-AG, HEX-TERR).

use std::collections::BTreeMap;

use hexfray::battle::{Chance, Dice, Every, Log, Rule};

use crate::field::{Field, Game, ratio, table};

const STAGES: [&str; 6] = [
    "Agony 0: acid, terror",
    "Agony 1: minor acid",
    "Agony 2: fire",
    "Agony 3: poison",
    "Agony 4: bleeding",
    "Healing/repair 2",
];

/// A unit of five in heavy armour, with these tokens and fields of its sheet besides, far from any enemy.
fn patient(agony: usize, sheet: &str, tokens: &str) -> Field {
    let models = if sheet.contains("class") { "" } else { "models: 5" };
    Field::open(8, 1)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .sheet("Patient", &format!("armour: (8, 8, 8), {models}, {sheet}").replace(", ,", ","))
        .unit("Elves", "Patient", (1, 1), &format!("numbers: {{{tokens}}}"))
        .unit("Orks", "Mek", (8, 1), "")
        .at(STAGES[agony])
}

/// What one agony step and its Apply damage make of the patient.
fn agony(step: usize, sheet: &str, tokens: &str) -> BTreeMap<String, Chance> {
    patient(step, sheet, tokens).chances(|g| g.became("Patient", STAGES[step + 1]))
}

fn check(step: usize, sheet: &str, tokens: &str, rows: &[(&str, &'static str)]) {
    let rows = table(rows.iter().map(|r| (r.0.to_owned(), r.1)));
    assert_eq!(agony(step, sheet, tokens), rows, "{sheet} {tokens}");
}

/// HEX-AG0-01, HEX-AG0-02, HEX-AG0-03, HEX-AG0-04, HEX-AG0-05, HEX-AG0-06, HEX-CON-03, HEX-EX-02, HEX-EX-05,
/// HEX-OUT-09: the first die of an acid token, each face 1/6.
/// With a 6 it goes on, here with two more ones, or with a 2 and a 5.
#[test]
fn acid_die() {
    let one = |faces: &[u8]| {
        let rolls: Vec<(&str, u8)> = faces.iter().map(|&f| ("HEX-AG0-01", f)).collect();
        let (minor, fire) = (faces.iter().any(|&f| f != 2 && f != 6), faces.contains(&5));
        let minor = minor.then_some(("HEX-AG1-01", 1));
        let fire = fire.then_some(("HEX-AG2-01", 1));
        let game = patient(0, "", "\"acid\": 1").begin(&rolls.into_iter().chain(minor).chain(fire).collect::<Vec<_>>());
        let cloud = game.battle.ground(game.hex(1, 1)).cloud;
        (game.became("Patient", STAGES[1]), cloud)
    };
    let rows: [(&[u8], &str, u8); 8] = [
        (&[1], "acid 1>0, minor_acid 0>1", 0),
        (&[2], "future 0>1", 0),
        (&[3], "future 0>1, minor_acid 0>1", 4),
        (&[4], "future 0>1, minor_acid 0>1, armour_lost 0>1", 4),
        (&[5], "future 0>1, minor_acid 0>1, fire 0>1, armour_lost 0>1", 4),
        (&[6, 1, 1], "acid 1>0, minor_acid 0>1", 0),
        (&[6, 2, 5], "future 0>2, minor_acid 0>1, fire 0>1, armour_lost 0>1", 4),
        // Every result applies, also after a 1, and a six in place of one of the two rolls is two rolls again.
        (&[6, 1, 6, 4, 2], "future 0>2, acid 1>0, minor_acid 0>1, armour_lost 0>1", 4),
    ];
    for (faces, became, cloud) in rows {
        assert_eq!(one(faces), (became.to_owned(), cloud), "{faces:?}");
    }
    // HEX-AG0-04: what has no armour loses none; what has it somewhere loses it all round, and never below 0.
    let bare = |armour: &str| {
        let field = Field::open(8, 1).side("Elves", "Elf", "").side("Orks", "Ork", "");
        let field = field.sheet("Patient", &format!("class: Vehicle, bio: false, armour: {armour}"));
        let field = field.unit("Elves", "Patient", (1, 1), "numbers: {\"acid\": 1}").unit("Orks", "Mek", (8, 1), "");
        let game = field.at(STAGES[0]).begin(&[("HEX-AG0-01", 4), ("HEX-AG1-01", 1)]);
        let id = game.unit("Patient");
        (game.became("Patient", STAGES[1]), [0, 1, 2].map(|q| game.battle.armour(id, q)))
    };
    assert_eq!(bare("(0, 0, 0)"), ("future 0>1, minor_acid 0>1".to_owned(), [0, 0, 0]));
    assert_eq!(bare("(2, 1, 0)"), ("future 0>1, minor_acid 0>1, armour_lost 0>1".to_owned(), [1, 0, 0]));
}

/// HEX-CONST-18: with a limit, a six at that depth counts as a 5.
#[test]
fn acid_depth() {
    let field = patient(0, "", "\"acid\": 1").tuned("rules.ron", "acid_depth: 0", "acid_depth: 1");
    let rolls = [("HEX-AG0-01", 6), ("HEX-AG0-01", 6), ("HEX-AG0-01", 1), ("HEX-AG1-01", 1), ("HEX-AG2-01", 1)];
    let game = field.begin(&rolls);
    assert_eq!(game.became("Patient", STAGES[1]), "future 0>1, acid 1>0, minor_acid 0>1, fire 0>1, armour_lost 0>1");
}

/// HEX-AG0-03, HEX-TOK-03: acid 3 gives minor acid to every unit in the hex, friend and foe, in the air too, one at
/// most; HEX-AG0-03, HEX-AFT-02: a cloud with larger N stays (and thins), a new one stays as it is.
#[test]
fn acid_in_the_hex() {
    let field = |cloud: &str| {
        Field::open(8, 1)
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .unit("Elves", "Mender", (1, 1), "numbers: {\"acid\": 1}")
            .unit("Elves", "Sky Chariot", (1, 1), "flying: true")
            .unit("Orks", "Mek", (1, 1), "numbers: {\"minor_acid\": 1}")
            .unit("Orks", "Mob", (2, 1), "")
            .effect((1, 1), cloud)
            .at(STAGES[0])
    };
    let rolls = [("HEX-AG0-01", 3), ("HEX-AG1-01", 3), ("HEX-AG1-01", 3), ("HEX-AG1-01", 3)];
    for (before, after) in [(0, 4), (4, 4), (6, 4), (8, 6)] {
        let game = field(&format!("cloud: {before}")).begin(&rolls);
        for (unit, gained) in [("Mender", "future 0>1, minor_acid 0>1"), ("Sky Chariot", "minor_acid 0>1")] {
            assert_eq!(game.became(unit, STAGES[1]), gained);
        }
        assert_eq!(game.became("Mek", STAGES[1]), "nothing");
        assert_eq!(game.became("Mob", STAGES[1]), "nothing");
        assert_eq!(game.battle.ground(game.hex(1, 1)).cloud, after, "after one of {before}");
    }
    let game = field("cloud: 4").at(STAGES[1]).begin(&[("HEX-AG1-01", 1)]);
    assert_eq!(game.battle.ground(game.hex(1, 1)).cloud, 0, "an old one goes");
}

/// The nested rolls of acid, told apart only at these faces; after so many rolls the rest is left out.
struct Nested {
    every: Every,
    cuts: &'static [u8],
    rolls: usize,
    most: usize,
}

impl Dice for Nested {
    fn roll(&mut self, rule: Rule, faces: u8, _cuts: &[u8]) -> u8 {
        if rule != Rule("HEX-AG0-01") {
            return 1;
        }
        self.rolls += 1;
        if self.rolls > self.most { 1 } else { self.every.roll(rule, faces, self.cuts) }
    }
}

/// What one acid token does, read off after Agony 0, by the number of results k: sums of chance, and of chance times
/// what was read. Cut off beyond `K` results; the chance missing is what is left.
fn acid(cuts: &'static [u8], read: impl Fn(&Game) -> u64) -> ([(Chance, Chance); K], Chance) {
    let zero = || Chance::from_integer(0u8.into());
    let mut by_k: [(Chance, Chance); K] = std::array::from_fn(|_| (zero(), zero()));
    let ready = patient(0, "", "\"acid\": 1").try_ready().unwrap();
    let mut dice = Nested { every: Every::default(), cuts, rolls: 0, most: 2 * K - 1 };
    loop {
        dice.rolls = 0;
        let (mut battle, mut log) = (ready.clone(), Log::on());
        battle.start(&mut dice, &mut log);
        if dice.rolls <= dice.most {
            // Every six is one roll more: 2k-1 rolls make k results.
            let game = Game::now(battle, log);
            let (chance, sum) = &mut by_k[dice.rolls / 2];
            *sum += dice.every.chance() * Chance::from_integer(read(&game).into());
            *chance += dice.every.chance();
        }
        if !dice.every.advance() {
            let covered: Chance = by_k.iter().map(|k| &k.0).sum();
            return (by_k, ratio("1") - covered);
        }
    }
}

/// Results of one acid token that are followed.
const K: usize = 6;

/// HEX-AG0-07: the number of results of one token: Catalan(k-1) (1/6)^(k-1) (5/6)^k.
/// HEX-AG0-08, HEX-AG0-09: no result 1 in k: (4/5)^k; no fire the same; no cloud (2/5)^k; no armour loss (3/5)^k;
/// each result
/// is uniform. The closed forms lie within the chance that was not followed.
#[test]
fn acid_chances() {
    use num_traits::{Pow, ToPrimitive};
    let catalan = [1u32, 1, 2, 5, 14, 42, 132];
    let results = |k: usize| {
        Chance::from_integer(catalan[k - 1].into()) * ratio("1/6").pow(k as i32 - 1) * ratio("5/6").pow(k as i32)
    };
    for (k, chance) in [(1, "5/6"), (2, "25/216"), (3, "125/3888"), (4, "3125/279936")] {
        assert_eq!(results(k), ratio(chance));
    }
    let gains = |g: &Game, what: &str| u64::from(g.became("Patient", STAGES[1]).contains(what));
    type Read<'a> = &'a dyn Fn(&Game) -> u64;
    let rows: [(&'static [u8], Read<'_>, &str, Option<f64>); 5] = [
        (&[2, 6], &|g| gains(g, "acid 1>0"), "4/5", Some(5f64.sqrt() - 2.0)),
        (&[2, 6], &|g| gains(g, "future"), "1/5", Some(1.0 - (3.0 - 2.0 * 2f64.sqrt()))),
        (&[5, 6], &|g| gains(g, "fire 0>1"), "4/5", None),
        (&[3, 6], &|g| u64::from(g.battle.ground(g.hex(1, 1)).cloud), "2/5", None),
        (&[4, 6], &|g| gains(g, "armour_lost"), "3/5", None),
    ];
    for (cuts, read, none, closed) in rows {
        let (by_k, missing) = acid(cuts, |g| read(g).min(1));
        for (i, (chance, sum)) in by_k.iter().enumerate() {
            assert_eq!(chance, &results(i + 1), "k = {}", i + 1);
            assert_eq!(sum, &(chance * (ratio("1") - ratio(none).pow(i as i32 + 1))), "k = {}", i + 1);
        }
        assert!(missing < ratio("1/500"));
        if let Some(closed) = closed {
            let least = by_k.iter().map(|k| &k.1).sum::<Chance>().to_f64().unwrap();
            assert!(least < closed && closed < least + missing.to_f64().unwrap(), "{least} {closed}");
        }
    }
    // Means of k results: 4k/5 tokens, 2k/5 armour; over all k, of which the mean is 5/4: 1 and 1/2.
    let count = |g: &Game, field: &str| u64::try_from(g.value("Patient", field)).unwrap();
    let rows: [(&'static [u8], Read<'_>, &str, f64); 2] =
        [(&[2, 6], &|g| count(g, "future"), "4/5", 1.0), (&[4, 6], &|g| count(g, "armour_lost"), "2/5", 0.5)];
    for (cuts, read, each, mean) in rows {
        let (by_k, _) = acid(cuts, read);
        for (i, (chance, sum)) in by_k.iter().enumerate() {
            assert_eq!(sum, &(chance * ratio(each) * Chance::from_integer((i + 1).into())));
        }
        let followed = by_k.iter().map(|k| &k.1).sum::<Chance>().to_f64().unwrap();
        assert!(followed < mean && mean < followed + 0.02, "{followed}");
    }
}

/// HEX-TERR-01, HEX-TERR-02, HEX-TERR-03, HEX-CON-04, HEX-OUT-11, HEX-CONST-12, HEX-ABIL-06: psychic damage of
/// everyone within 1 hex,
/// friend and foe, one roll for each, armour ignored, tokens added; not itself, not the Fearless.
#[test]
fn terror() {
    let field = |die: u8, tokens: &str| {
        Field::open(8, 1)
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .sheet("Fright", &format!("class: Monster, abilities: [Terror({die})]"))
            .sheet("Patient", "armour: (8, 8, 8)")
            .sheet("Fearless", "abilities: [Fearless]")
            .unit("Elves", "Fright", (3, 1), "")
            .unit("Orks", "Patient", (4, 1), &format!("numbers: {{{tokens}}}"))
            .at(STAGES[0])
    };
    let rows: [(u8, &str, &str); 5] =
        [(4, "1/4", "0"), (6, "1/2", "0"), (8, "5/8", "1/4"), (10, "7/10", "2/5"), (12, "3/4", "1/2")];
    let check = |die: u8, tokens: &str, some: &str, two: &str| {
        let sums = field(die, tokens).chances(|g| g.became("Patient", STAGES[1]));
        let of = |what: &str| sums.get(what).cloned().unwrap_or_default();
        assert_eq!(of("nothing"), ratio("1") - ratio(some), "Terror[{die}] {tokens}");
        assert_eq!(of("shaken 0>2"), ratio(two));
        assert_eq!(of("shaken 0>1"), ratio(some) - ratio(two));
    };
    rows.into_iter().for_each(|(die, some, two)| check(die, "", some, two));
    check(6, "\"future\": 1", "2/3", "1/6");

    let game = field(6, "")
        .unit("Elves", "Mender", (2, 1), "")
        .unit("Orks", "Mek", (3, 1), "")
        .unit("Elves", "Fearless", (3, 1), "")
        .unit("Orks", "Mob", (5, 1), "")
        .begin(&[("HEX-TERR-01", 6), ("HEX-TERR-01", 5), ("HEX-TERR-01", 4)]);
    for (unit, shaken) in [("Fright", 0), ("Patient", 1), ("Mender", 1), ("Mek", 1), ("Fearless", 0), ("Mob", 0)] {
        let became = game.became(unit, STAGES[1]);
        assert_eq!(became, if shaken > 0 { "shaken 0>1" } else { "nothing" }, "{unit}");
    }
}

/// HEX-AG1-01, HEX-AG1-02, HEX-AG-01, HEX-SEQ-03: minor acid goes with 1-2, otherwise a token; acid degraded in
/// Agony 0 and fire that acid 5 lit roll on in the same turn.
/// HEX-AG1-03: k tokens before it goes: (2/3)^k (1/3).
#[test]
fn minor_acid() {
    check(1, "", "\"minor_acid\": 1", &[("minor_acid 1>0", "1/3"), ("future 0>1", "2/3")]);
    patient(0, "", "\"acid\": 1").begin(&[("HEX-AG0-01", 1), ("HEX-AG1-01", 6)]);
    patient(0, "", "\"acid\": 1").begin(&[("HEX-AG0-01", 5), ("HEX-AG1-01", 6), ("HEX-AG2-01", 1)]);
    // The chance to have k tokens when it goes, and to have so many and go on.
    let mut going = ratio("1");
    for (k, gone) in [(0, "1/3"), (1, "2/9"), (2, "4/27")] {
        let turn = agony(1, "", &format!("\"minor_acid\": 1, \"future\": {k}"));
        assert_eq!(&going * &turn["minor_acid 1>0"], ratio(gone), "k = {k}");
        going *= &turn[&format!("future {k}>{}", k + 1)];
    }
}

/// HEX-AG2-01, HEX-AG2-02, HEX-AG2-03, HEX-AG2-04, HEX-AG2-05, HEX-AG2-06, HEX-DAM-05, HEX-DAM-07, HEX-DAM-08: fire.
#[test]
fn fire() {
    let gone = ("fire 1>0", "1/6");
    let kill = "models 5>4";
    let bleeds = "models 5>4, bleed4 0>1";
    check(2, "", "\"fire\": 1", &[gone, ("future 0>1", "1/3"), (kill, "1/2")]);
    let resists = "abilities: [Resistance(Fire, 2)]";
    check(2, resists, "\"fire\": 1", &[gone, ("nothing", "1/3"), ("future 0>1", "1/3"), (kill, "1/6")]);
    let others = "abilities: [Resistance(Poison, 2), Resistance(Regular, 2)]";
    check(2, others, "\"fire\": 1", &[gone, ("future 0>1", "1/3"), (kill, "1/2")]);
    let token = "\"fire\": 1, \"future\": 1";
    check(2, "", token, &[gone, ("future 1>2", "1/6"), (kill, "1/2"), (bleeds, "1/6")]);
    check(2, "", "\"fire\": 1, \"future\": 2", &[gone, (kill, "1/2"), (bleeds, "1/3")]);
    let monster = [gone, ("future 0>1", "1/3"), ("future 0>1, bleed4 0>1", "1/2")];
    check(2, "class: Monster", "\"fire\": 1", &monster);
    let vehicle = [gone, ("future 0>1", "1/3"), ("future 0>1, shaken 0>1", "1/2")];
    check(2, "class: Vehicle, bio: false", "\"fire\": 1", &vehicle);
}

/// HEX-AG2-07, HEX-AFT-03: a six in a Forest hex sets it burning; it burns through the next turn and is Burned Forest.
#[test]
fn fire_in_a_wood() {
    let field = |picture: &str| {
        Field::drawn(picture)
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .sheet("Salamander", "models: 5, abilities: [Resistance(Fire, 6)]")
            .unit("Elves", "Salamander", (1, 1), "numbers: {\"fire\": 1}")
            .unit("Orks", "Mek", (8, 1), "")
            .at(STAGES[2])
    };
    let burning = |picture| field(picture).chances(|g| g.battle.ground(g.hex(1, 1)).burning);
    assert_eq!(burning("F . . . . . . ."), table([(true, "1/6"), (false, "5/6")]));
    for other in [". . . . . . . .", "x . . . . . . .", "R . . . . . . ."] {
        assert_eq!(burning(other), table([(false, "1")]), "{other}");
    }
    let at = |turn: u16, burns: &str| {
        let game = field("F . . . . . . .").effect((2, 1), burns).effect((1, 1), burns);
        let game = game.at("Aftermath").turn(turn, 6).begin(&[]);
        [1, 2].map(|c| {
            let cell = game.hex(c, 1);
            let marks = game.battle.ground(cell);
            (marks.burning, <hexfray::rules::hexwar::Hexwar as hexfray::battle::Rules>::terrain(&game.battle, cell))
        })
    };
    use hexfray::board::Terrain;
    assert_eq!(at(1, "burning: true"), [(false, Terrain::BurnedForest), (false, Terrain::Clear)]);
    assert_eq!(at(1, "burning: false"), [(false, Terrain::Forest), (false, Terrain::Clear)]);
}

/// HEX-AG3-01, HEX-AG3-02, HEX-AG3-03, HEX-AG3-04, HEX-AG3-05, HEX-AG3-06, HEX-AG3-07, HEX-AG3-09, HEX-CONST-03,
/// HEX-EX-04: poison, and its step down the ladder where it killed nobody.
#[test]
fn poison() {
    let ladder = ["", "poison4", "poison6", "poison8", "poison10", "poison12"];
    type Results = [(&'static str, &'static str)];
    let rows: [(usize, &str, &Results); 6] = [
        (1, "", &[("", "1/4"), ("future 0>1", "1/2"), ("models 5>4", "1/4")]),
        (2, "", &[("", "1/6"), ("future 0>1", "1/3"), ("models 5>4", "1/2")]),
        (3, "", &[("", "1/8"), ("future 0>1", "1/4"), ("models 5>4", "3/8"), ("models 5>4, bleed4 0>1", "1/4")]),
        (
            4,
            "",
            &[
                ("", "1/10"),
                ("future 0>1", "1/5"),
                ("models 5>4", "3/10"),
                ("models 5>4, bleed4 0>1", "3/10"),
                ("models 5>4, bleed6 0>1", "1/10"),
            ],
        ),
        (
            5,
            "",
            &[
                ("", "1/12"),
                ("future 0>1", "1/6"),
                ("models 5>4", "1/4"),
                ("models 5>4, bleed4 0>1", "1/4"),
                ("models 5>4, bleed6 0>1", "1/6"),
                ("models 5>3, bleed6 0>1", "1/12"),
            ],
        ),
        (2, "abilities: [Resistance(Poison, 2)]", &[("", "1/2"), ("future 0>1", "1/3"), ("models 5>4", "1/6")]),
    ];
    for (rung, sheet, results) in rows {
        let mut expected = BTreeMap::new();
        for &(result, chance) in results {
            let (token, next) = (ladder[rung], ladder[rung - 1]);
            let mut words: Vec<String> = Vec::new();
            let (first, bleed) = result.split_once(", ").unwrap_or((result, ""));
            words.extend((!first.is_empty()).then(|| first.to_owned()));
            if !first.contains("models") && !next.is_empty() {
                words.push(format!("{next} 0>1"));
            }
            words.push(format!("{token} 1>0"));
            words.extend((!bleed.is_empty()).then(|| bleed.to_owned()));
            expected.insert(words.join(", "), ratio(chance));
        }
        assert_eq!(agony(3, sheet, &format!("\"{}\": 1", ladder[rung])), expected, "{} {sheet}", ladder[rung]);
    }
}

/// The chance that a poison or bleed token of this die kills before it wears off, untreated, turn after turn, with
/// so many "+1 to future damage" tokens.
fn kills(what: &str, die: u8, future: u8) -> Chance {
    let step = if what == "poison" { 3 } else { 4 };
    let turn = patient(step, "", &format!("\"{what}{die}\": 1, \"future\": {future}")).chances(|g| {
        let became = g.became("Patient", STAGES[step + 1]);
        let gained = |n: &str| became.split(", ").find_map(|w| w.strip_prefix(n)?.strip_suffix(" 0>1")?.parse().ok());
        let lost = became.contains(&format!("{what}{die} 1>0"));
        let left: Option<u8> = if lost { gained(what) } else { Some(die) };
        (became.contains("models"), left, future + u8::from(became.contains("future")))
    });
    let later = |(killed, left, future): (bool, Option<u8>, u8)| match left {
        _ if killed => ratio("1"),
        Some(die) => kills(what, die, future),
        None => ratio("0"),
    };
    turn.into_iter().map(|(then, chance)| chance * later(then)).sum()
}

/// HEX-AG3-08, HEX-AG4-06: some kill before the token is gone.
#[test]
fn kills_before_wearing_off() {
    let poison = [(4, "1/4"), (6, "17/24"), (8, "181/192"), (10, "1909/1920"), (12, "23029/23040")];
    let bleed = [(4, "19/32"), (6, "83/108"), (8, "215/256")];
    poison.into_iter().for_each(|(die, chance)| assert_eq!(kills("poison", die, 0), ratio(chance), "poison[{die}]"));
    bleed.into_iter().for_each(|(die, chance)| assert_eq!(kills("bleed", die, 0), ratio(chance), "bleed[{die}]"));
}

/// HEX-AG4-01, HEX-AG4-02, HEX-AG4-03, HEX-AG4-04, HEX-AG4-05, HEX-AG4-07, HEX-DAM-11, HEX-CON-02: bleeding, which
/// causes no bleeding and goes on after a kill.
#[test]
fn bleeding() {
    let rows: [(u8, &[(&str, &'static str)]); 5] = [
        (4, &[("bleed4 1>0", "1/4"), ("future 0>1", "1/2"), ("models 5>4", "1/4")]),
        (6, &[("bleed6 1>0", "1/6"), ("future 0>1", "1/3"), ("models 5>4", "1/2")]),
        (8, &[("bleed8 1>0", "1/8"), ("future 0>1", "1/4"), ("models 5>4", "5/8")]),
        (10, &[("bleed10 1>0", "1/10"), ("future 0>1", "1/5"), ("models 5>4", "7/10")]),
        (12, &[("bleed12 1>0", "1/12"), ("future 0>1", "1/6"), ("models 5>4", "2/3"), ("models 5>3", "1/12")]),
    ];
    for (die, results) in rows {
        check(4, "", &format!("\"bleed{die}\": 1"), results);
    }
    check(4, "abilities: [Resistance(Bleed, 3)]", "\"bleed4\": 1", &[("bleed4 1>0", "1/4"), ("nothing", "3/4")]);
}

/// HEX-AG-02, HEX-DAM-06: a bleed token of fire rolls in Agony 4 of the same turn; each token rolls on its own, on
/// the state frozen at the step's start; two poison kills of one step are two.
#[test]
fn several_tokens() {
    let game = patient(2, "", "\"fire\": 1, \"future\": 1").begin(&[("HEX-AG2-01", 6), ("HEX-AG4-01", 4)]);
    assert_eq!(game.became("Patient", ""), "models 5>3, bleed4 0>1");
    let game = patient(3, "", "\"poison4\": 2, \"poison6\": 1, \"future\": 0").begin(&[
        ("HEX-AG3-01", 2),
        ("HEX-AG3-01", 3),
        ("HEX-AG3-01", 3),
    ]);
    assert_eq!(game.became("Patient", ""), "future 0>3, poison4 2>1, poison6 1>0");
}

/// HEX-SEQ-05, HEX-BASE-04: a unit without models leaves after its Apply damage with all its tokens, which roll no
/// more.
#[test]
fn the_dead_suffer_no_more() {
    let field = patient(2, "", "\"models\": 1, \"fire\": 1, \"poison6\": 1, \"bleed6\": 1");
    let game = field.unit("Elves", "Mender", (2, 1), "").begin(&[("HEX-AG2-01", 6)]);
    assert_eq!((game.place("Patient"), game.value("Patient", "models")), ((0, 0), 0));
    assert_eq!(game.battle.table().lost.0, [10, 0, 0, 0, 0, 0, 0, 0]);
}
