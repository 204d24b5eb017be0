//! Assaults (HEX-ASLT), with allies (HEX-SIDE) and shaken units (HEX-SHK-02).

use std::collections::BTreeMap;

use hexfray::battle::{Action, Chance, Fact, Reason, Refusal, Rule, Verb};
use hexfray::rules::hexwar::unit::Arm;

use crate::field::{Field, Game, ratio, table};

/// The die of an assault.
const D: &str = "HEX-ASLT-02";

/// Assault or deflection dice that show these faces.
fn dice(faces: &[u8]) -> Vec<(&'static str, u8)> {
    faces.iter().map(|&f| (D, f)).collect()
}

/// A hex that several sides contest: each with its faction and the fields of its one unit, named after it.
fn brawl(sides: &[(&str, &str)]) -> Field {
    let mut field = Field::open(7, 3).at("Assault 1");
    for (faction, sheet) in sides {
        field = field.side(faction, faction, "").sheet(&format!("{faction} unit"), sheet);
        field = field.unit(faction, &format!("{faction} unit"), (4, 2), "");
    }
    field
}

impl Game {
    /// Hits of an assault that wait for their damage, by attacker.
    fn hits(&self, by: &str) -> u32 {
        let by = self.unit(by);
        let strikes = self.battle.pending().strikes.iter();
        strikes.filter(|s| s.source == by && s.with == Arm::Assault).map(|s| u32::from(s.count)).sum()
    }

    /// Who has been noted to have won, or to have lost, in order of the units.
    fn noted(&self, what: &str) -> Vec<String> {
        let noted = self.events.iter().filter_map(|e| match e.fact {
            Fact::Note { text, unit, .. } if text == what => Some(unit),
            _ => None,
        });
        noted.map(|u| <hexfray::rules::hexwar::Hexwar as hexfray::rules::Presentation>::name(&self.battle, u)).collect()
    }

    fn winners(&self) -> Vec<String> {
        self.noted("won the assault")
    }
}

fn mean(sums: &BTreeMap<u32, Chance>) -> Chance {
    sums.iter().map(|(&hits, chance)| chance * Chance::from_integer(hits.into())).sum()
}

/// The hits that get through of so many assault dice against so many deflection dice.
fn net(assault: u8, deflect: u8, ability: &str) -> BTreeMap<u32, Chance> {
    let attacker = format!("models: {assault}, assault: 1, abilities: [{ability}]");
    let defender = format!("models: {}, deflect: {}", deflect.max(1), u8::from(deflect > 0));
    brawl(&[("Ork", &attacker), ("DarkElf", &defender)]).chances(|g| g.hits("Ork unit"))
}

fn by_hits<const N: usize>(chances: [&'static str; N]) -> BTreeMap<u32, Chance> {
    table((0u32..).zip(chances))
}

/// HEX-ASLT-02, HEX-ASLT-04, HEX-ASLT-09, HEX-ASLT-10, HEX-CONST-07, HEX-OUT-05: successes of 1/2, deflected by 1/3.
#[test]
fn dice_against_dice() {
    assert_eq!(net(1, 0, ""), by_hits(["1/2", "1/2"]));
    assert_eq!(net(1, 1, ""), by_hits(["2/3", "1/3"]));
    assert_eq!(net(2, 1, ""), by_hits(["5/12", "5/12", "1/6"]));
    let four = net(4, 2, "");
    assert_eq!(four, by_hits(["35/144", "11/36", "41/144", "5/36", "1/36"]));
    assert_eq!(mean(&four), ratio("101/72"));
    let five = net(5, 5, "");
    assert_eq!((&five[&0], mean(&five)), (&ratio("529/1296"), ratio("1435/1296")));
}

/// HEX-ASLT-06, HEX-ASLT-08: more hits win; the chances of win, tie and loss.
#[test]
fn winning() {
    let result = |a: u8, b: u8| {
        let [a, b] = [a, b].map(|n| format!("models: {n}, assault: 1"));
        brawl(&[("Ork", &a), ("Elf", &b)]).chances(|g| {
            let (ork, elf) = (g.hits("Ork unit"), g.hits("Elf unit"));
            // Ties are the Ork's.
            let winner = if elf > ork { "Elf unit" } else { "Ork unit" };
            assert_eq!(g.winners(), [winner]);
            ork.cmp(&elf) as i8
        })
    };
    assert_eq!(result(2, 2), table([(1, "5/16"), (0, "3/8"), (-1, "5/16")]));
    assert_eq!(result(3, 2), table([(1, "1/2"), (0, "5/16"), (-1, "3/16")]));
}

/// HEX-ASLT-12, HEX-ASLT-13, HEX-ASLT-15, HEX-ASLT-16, HEX-ASLT-17, HEX-CON-11: sixes that count twice and give
/// waves of N dice.
#[test]
fn waves() {
    let one = "RerollAssault(1)";
    assert_eq!(net(1, 0, one), by_hits(["1/2", "1/3", "1/6"]));
    let two = net(2, 0, one);
    assert_eq!(two, by_hits(["1/4", "1/3", "7/36", "1/6", "1/18"]));
    assert_eq!(mean(&two), ratio("13/9"));
    for (count, n, of_hits) in
        [(3, 1, "161/72"), (3, 2, "167/72"), (5, 1, "39065/10368"), (6, 1, "420347/93312"), (6, 2, "8617/1728")]
    {
        let sums = net(count, 0, &format!("RerollAssault({n})"));
        assert_eq!(mean(&sums), ratio(of_hits), "{count} dice, N = {n}");
        if count == 3 {
            assert_eq!(sums[&0], ratio("1/8"));
        }
    }
}

/// HEX-ASLT-12, HEX-ASLT-13, HEX-ASLT-14, HEX-SEQ-02: two sixes are one wave; a six of the wave is another one; the
/// dice left are those
/// without success, of both kinds; a six on a deflection die counts once and gives no wave.
#[test]
fn wave_by_wave() {
    let orks = "models: 3, assault: 1, deflect: 1, abilities: [RerollAssault(1)]";
    let field = |orks: &str| brawl(&[("Ork", orks), ("DarkElf", "models: 4, assault: 1")]);
    // Assault dice 6 6 1, deflection dice 6 2 3: one die to reroll, of either kind.
    let first = dice(&[6, 6, 1, 6, 2, 3, 1, 1, 4, 4]);
    let mut game = field(orks).begin(&first);
    assert_eq!((game.asked(), game.asking()), ("Ork".to_owned(), Rule("HEX-ASLT-13")));
    let offers = ["Ork unit rerolls a wave with 1 assault dice", "Ork unit rerolls a wave with 0 assault dice"];
    assert_eq!(game.offers(), offers);
    // A six on the assault die: two more hits and another wave, for which only deflection dice are left.
    let dice_left = &dice(&[6, 6])[..];
    game.act("with 1 assault dice", dice_left);
    // Its six deflects and makes no wave: hits 2 + 2 + 2, deflections 2 of the 2 successes.
    assert_eq!((game.hits("Ork unit"), game.hits("DarkElf unit")), (6, 0));
    assert_eq!(game.phase(), "Post assault retreat 1");
    let mut game = field(orks).begin(&first);
    game.act("with 0 assault dice", &dice(&[6]));
    assert_eq!((game.hits("Ork unit"), game.hits("DarkElf unit")), (4, 0));
    // A wave of two of four dice left: 0 to 2 of them assault dice.
    let mut game = field(&orks.replace("(1)", "(2)")).begin(&dice(&[6, 2, 1, 1, 2, 3, 1, 1, 4, 4]));
    assert_eq!(game.offers().len(), 3);
    game.act("with 1 assault dice", &dice(&[4, 5]));
    assert_eq!((game.hits("Ork unit"), game.hits("DarkElf unit")), (3, 1));
    // Others' sixes are one success and no wave.
    let game = brawl(&[("Ork", "models: 2, assault: 1"), ("DarkElf", "")]).begin(&dice(&[6, 1]));
    assert_eq!(game.hits("Ork unit"), 1);
}

/// HEX-SHK-02: shaken units have half the assault dice, rounded down, at least 1, whatever the tokens; deflection dice
/// are as ever.
#[test]
fn shaken() {
    for (models, tokens, left) in [(5, 1, 2), (5, 3, 2), (1, 1, 1), (4, 1, 2), (5, 0, 5)] {
        let game = Field::open(3, 1)
            .side("Ork", "Ork", "")
            .side("Elf", "Elf", "")
            .sheet("Gang", "models: 5, assault: 1, deflect: 1")
            .unit("Ork", "Gang", (1, 1), &format!("numbers: {{\"models\": {models}, \"shaken\": {tokens}}}"))
            .unit("Elf", "Mender", (1, 1), "")
            .at("Assault 1");
        let rolls = dice(&vec![1; left + models + 2 + 4]);
        let game = game.begin(&rolls);
        assert_eq!(game.battle.assault_dice(game.unit("Gang")), left as u8, "{models} models, {tokens} shaken");
    }
    // No assault dice stay none.
    let game = brawl(&[("Ork", ""), ("Elf", "models: 2, assault: 1")]).begin(&dice(&[1, 1]));
    assert_eq!(game.winners(), ["Ork unit"]);
}

/// HEX-ASLT-06, HEX-SEQ-01: ties, also of nothing to nothing, go to the first of Dark Elf, Ork, Dwarf, Elf, Gnome;
/// every side but the winner has lost.
#[test]
fn ties() {
    let list = ["DarkElf", "Ork", "Dwarf", "Elf", "Gnome"];
    for (i, first) in list.iter().enumerate() {
        for second in &list[i + 1..] {
            let game = brawl(&[(second, ""), (first, "")]).begin(&[]);
            assert_eq!(game.winners(), [format!("{first} unit")], "over {second}");
            assert_eq!(game.noted("lost the assault"), [format!("{second} unit")]);
        }
    }
    let all: Vec<(&str, &str)> = list.iter().rev().map(|&f| (f, "")).collect();
    let game = brawl(&all).begin(&[]);
    assert_eq!(game.winners(), ["DarkElf unit"]);
    assert_eq!(game.noted("lost the assault").len(), 4);
    // One hit more beats the list.
    let game = brawl(&[("Gnome", "assault: 1"), ("DarkElf", "assault: 1")]).begin(&dice(&[4, 3]));
    assert_eq!(game.winners(), ["Gnome unit"]);
}

/// HEX-ASLT-06, HEX-ASLT-03: sides of one faction roll a d12 before the assault, again while equal; high wins ties,
/// low assigns first.
#[test]
fn one_faction_against_itself() {
    let field = || {
        let field = Field::open(7, 3).side("Reds", "Ork", "").side("Blues", "Ork", "").side("Elves", "Elf", "");
        let field = field.sheet("Red", "assault: 1").sheet("Blue", "assault: 1").sheet("Green", "");
        let field = field.unit("Reds", "Red", (4, 2), "").unit("Blues", "Blue", (4, 2), "");
        field.unit("Elves", "Green", (4, 2), "").at("Assault 1")
    };
    for (faces, winner) in [(&[3, 9][..], "Blue"), (&[9, 3], "Red"), (&[5, 5, 12, 1], "Red")] {
        let ties = faces.iter().map(|&f| ("HEX-ASLT-06", f));
        let mut game = field().begin(&ties.chain(dice(&[4, 4])).collect::<Vec<_>>());
        let mut acts = ["Red assigns 0 successes to Blue", "Blue assigns 0 successes to Red"];
        acts.sort_by_key(|a| a.starts_with(winner));
        game.acts(&acts);
        assert_eq!((game.winners(), game.hits("Red"), game.hits("Blue")), (vec![winner.to_owned()], 1, 1), "{faces:?}");
    }
}

/// HEX-ASLT-03, HEX-ASLT-07: successes are assigned to any enemy in the hex, the lower on the tie-break list first.
#[test]
fn assigning() {
    let list = ["Ork", "Elf", "Gnome", "DarkElf", "Dwarf"];
    let all: Vec<(&str, &str)> = list.iter().map(|&f| (f, "models: 2, assault: 1")).collect();
    let mut game = brawl(&all).begin(&dice(&[4; 10]));
    for (faction, target) in [("Gnome", "Ork"), ("Elf", "Ork"), ("Dwarf", "Ork"), ("Ork", "Elf"), ("DarkElf", "Ork")] {
        assert_eq!((game.asked(), game.asking()), (faction.to_owned(), Rule("HEX-ASLT-03")));
        // Target by target: two, one or none to the first.
        let offers: Vec<String> =
            (0..=2).rev().map(|n| format!("{faction} unit assigns {n} successes to {target} unit")).collect();
        assert_eq!(game.offers(), offers);
        if faction == "Dwarf" {
            // One to the Orks, none to the Elves and the Gnomes; the Dark Elves get the rest.
            game.acts(&["assigns 1 successes to Ork", "assigns 0 successes to Elf", "assigns 0 successes to Gnome"]);
        } else {
            game.act(&format!("assigns 2 successes to {target}"), &[]);
        }
    }
    let on = |g: &Game, target: &str| {
        let id = g.unit(target);
        g.battle.pending().strikes.iter().filter(|s| s.target == id).map(|s| s.count).sum::<u8>()
    };
    assert_eq!(list.map(|f| on(&game, &format!("{f} unit"))), [7, 2, 0, 1, 0]);
    // HEX-ASLT-06: all have two hits but the Dwarfs, who have two as well: the Dark Elves win the tie.
    assert_eq!(game.winners(), ["DarkElf unit"]);
}

/// HEX-ASLT-04, HEX-SEQ-02: the defender picks which hits are cancelled, one at a time, where attackers' weapons differ; of an
/// Ork's six with two hits one.
#[test]
fn deflecting() {
    let field = |fists: &str| {
        Field::open(5, 3)
            .side("Ork", "Ork", "")
            .side("Elf", "Elf", "")
            .sheet("Axes", "models: 2, assault: 1, assault_weapon: \"great choppa\"")
            .sheet("Fists", &format!("models: 2, assault: 1, assault_weapon: \"{fists}\""))
            .sheet("Victim", "models: 2, deflect: 1")
            .unit("Ork", "Axes", (3, 2), "")
            .unit("Ork", "Fists", (3, 2), "")
            .unit("Elf", "Victim", (3, 2), "")
            .at("Assault 1")
    };
    let rolls = dice(&[4, 4, 4, 4, 5, 5]);
    let mut game = field("fists").begin(&rolls);
    assert_eq!((game.asked(), game.asking()), ("Elf".to_owned(), Rule("HEX-ASLT-04")));
    assert_eq!(game.offers(), ["Victim deflects a hit of Fists", "Victim deflects a hit of Axes"], "the weaker first");
    game.acts(&["a hit of Axes", "a hit of Fists"]);
    assert_eq!((game.hits("Axes"), game.hits("Fists")), (1, 1));
    let game = field("great choppa").begin(&rolls);
    assert_eq!((game.phase(), game.hits("Axes") + game.hits("Fists")), ("Post assault retreat 1", 2));
    let six =
        brawl(&[("Ork", "assault: 1, abilities: [RerollAssault(1)]"), ("Elf", "deflect: 1")]).begin(&dice(&[6, 6]));
    assert_eq!(six.hits("Ork unit"), 1);
}

/// HEX-ASLT-05, HEX-ARM-04, HEX-RET-07, HEX-CON-10: each hit is damage by the assault weapon, without range, against
/// the lowest armour, in the Apply damage after the losers' retreat, which it follows.
#[test]
fn hits() {
    let field = |armour: &str| {
        brawl(&[
            ("Ork", "models: 2, assault: 1, assault_weapon: \"choppa\""),
            ("Elf", &format!("models: 5, armour: ({armour}, {armour}, {armour})")),
        ])
    };
    let results = |armour: &str| {
        let mut game = field(armour).begin(&dice(&[4, 1]));
        assert_eq!(game.asked(), "Elf");
        game.chances("retreats to 5.2", |g| {
            assert_eq!(g.place("Elf unit"), (5, 2));
            g.became("Elf unit", "Trigger hex effect 2")
                .replace(", retreated 0>1", "")
                .replace("retreated 0>1", "nothing")
        })
    };
    // d6 of AP 2: penetrated, partly blocked, blocked.
    let whole = [("nothing", "1/6"), ("future 0>1", "1/3"), ("models 5>4", "1/2")];
    assert_eq!(results("2"), table(whole.map(|(k, v)| (k.to_owned(), v))));
    assert_eq!(results("4"), table([("nothing".to_owned(), "2/3"), ("future 0>1".to_owned(), "1/3")]));
    assert_eq!(results("5"), table([("nothing".to_owned(), "1")]));
}

/// HEX-ASLT-11, HEX-CON-12: tokens for successes assigned to a vehicle, before deflection and besides the hits; two or
/// more shake it; they count in this round's Apply damage.
#[test]
fn cunning_assault() {
    let field = |n: u8, class: &str| {
        brawl(&[
            (
                "Dwarf",
                &format!("models: 5, assault: 1, abilities: [CunningAssault(1, {n})], assault_weapon: \"pincers\""),
            ),
            ("Elf", &format!("class: {class}, bio: false, deflect: 5, armour: (3, 3, 3)")),
        ])
    };
    let became = |n: u8, class: &str, successes: usize| {
        let mut faces = vec![1; 10];
        faces[..successes].fill(4);
        faces[5..].fill(6);
        field(n, class).begin(&dice(&faces)).became("Elf unit", "")
    };
    for (n, successes, result) in [
        (2, 5, "future 0>2, shaken 0>1"),
        (2, 4, "future 0>2, shaken 0>1"),
        (2, 3, "future 0>1"),
        (2, 1, "nothing"),
        (1, 1, "future 0>1"),
        (1, 2, "future 0>2, shaken 0>1"),
        (1, 5, "future 0>5, shaken 0>1"),
    ] {
        assert_eq!(became(n, "Vehicle", successes), result, "{successes} successes, one for {n}");
        assert_eq!(became(n, "Monster", successes), "nothing");
    }
    // One hit of d6 with two tokens makes 3 to 8: a token more, and shaken again but for the 3.
    let mut game = field(2, "Vehicle").begin(&dice(&[4, 4, 4, 4, 1, 6, 6, 6, 1, 1]));
    let sums = game.chances("Elf unit retreats to 5.2", |g| {
        let became = g.became("Elf unit", "Trigger hex effect 2");
        became.split(", ").filter(|w| w.starts_with("future") || w.starts_with("shaken")).collect::<Vec<_>>().join(", ")
    });
    let rows = [("future 2>3", "1/6"), ("future 2>3, shaken 1>2", "5/6")];
    assert_eq!(sums, table(rows.map(|(k, v)| (k.to_owned(), v))));
}

/// HEX-ASLT-07: the side that would win a tie rerolls, assigns and deflects last, whatever its place in the scenario.
#[test]
fn who_decides_first() {
    // Orks come before Elves in ties. A six each, and dice of both kinds to reroll.
    let waves = "assault: 2, deflect: 1, abilities: [RerollAssault(1)]";
    let game = brawl(&[("Ork", waves), ("Elf", waves)]).begin(&dice(&[6, 1, 1, 6, 1, 1]));
    assert_eq!((game.asked(), game.asking()), ("Elf".to_owned(), Rule("HEX-ASLT-13")));
    // Two of each side, a hit of an axe and of a fist on one of them, and a deflection there.
    let mut field = Field::open(5, 3).side("Ork", "Ork", "").side("Elf", "Elf", "");
    for side in ["Ork", "Elf"] {
        let (axe, fist, mark) = (format!("{side} axe"), format!("{side} fist"), format!("{side} mark"));
        field = field.sheet(&axe, "assault: 1, assault_weapon: \"great choppa\"");
        field = field.sheet(&fist, "assault: 1, assault_weapon: \"fists\"").sheet(&mark, "deflect: 1");
        field = field.unit(side, &axe, (3, 2), "").unit(side, &fist, (3, 2), "").unit(side, &mark, (3, 2), "");
    }
    let field = field.tuned("rules.ron", "stack_units: 2", "stack_units: 3").at("Assault 1");
    let mut game = field.begin(&dice(&[4, 4, 5, 4, 4, 5]));
    // Nothing for the first two of the others: all for the last, the mark.
    let all_on_the_mark = |game: &mut Game, side: &str| {
        for _ in 0..2 {
            assert_eq!((game.asked().as_str(), game.asking()), (side, Rule("HEX-ASLT-03")));
            game.acts(&["assigns 0", "assigns 0"]);
        }
    };
    all_on_the_mark(&mut game, "Elf");
    all_on_the_mark(&mut game, "Ork");
    assert_eq!((game.asked(), game.asking()), ("Elf".to_owned(), Rule("HEX-ASLT-04")));
    game.act("a hit of Ork fist", &[]);
    assert_eq!((game.asked(), game.asking()), ("Ork".to_owned(), Rule("HEX-ASLT-04")));
}

/// HEX-ASLT-01, HEX-STACK-02: each contested hex is an assault of all units on the ground there; who is in the air takes
/// no part.
#[test]
fn each_hex() {
    let field = Field::open(9, 3)
        .side("Ork", "Ork", "")
        .side("Elf", "Elf", "")
        .sheet("Fighter", "assault: 1")
        .sheet("Friend", "assault: 1")
        .sheet("Bird", "class: Vehicle, fly: true, assault: 1")
        .unit("Ork", "Fighter", (2, 2), "")
        .unit("Ork", "Fighter", (6, 2), "")
        .unit("Ork", "Fighter", (6, 2), "")
        .unit("Ork", "Fighter", (4, 2), "")
        .unit("Elf", "Friend", (2, 2), "")
        .unit("Elf", "Friend", (6, 2), "")
        .unit("Elf", "Bird", (6, 2), "flying: true")
        .unit("Elf", "Bird", (4, 2), "flying: true")
        .at("Assault 1");
    // In each hex the units roll in the order of their numbers; the second hex has two targets for the Elf.
    let mut game = field.begin(&dice(&[1, 4, 5, 1, 6]));
    assert_eq!(game.winners(), ["Friend 1"]);
    game.act("Friend 2 assigns 0 successes to Fighter 2", &[]);
    assert_eq!(game.winners(), ["Fighter 2", "Fighter 3"]);
}

/// HEX-SIDE-01: allies are one side in an assault, do not fight each other, and take the best of their factions in
/// ties.
#[test]
fn allies() {
    let field = |gnomes: &str, orks: &str, dwarf: &str| {
        Field::open(7, 3)
            .side("Gnomes", "Gnome", "team: 0")
            .side("Orks", "Ork", "team: 0")
            .side("Dwarfs", "Dwarf", "team: 1")
            .sheet("G", gnomes)
            .sheet("O", orks)
            .sheet("D", dwarf)
            .unit("Gnomes", "G", (4, 2), "")
            .unit("Dwarfs", "D", (4, 2), "")
            .at("Assault 1")
    };
    let one = "assault: 1";
    // The Gnomes alone lose the tie to the Dwarfs; with the Orks beside them they win it, and together they have more
    // hits than either.
    assert_eq!(field("", "", "").unit("Orks", "O", (1, 1), "").begin(&[]).winners(), ["D"]);
    assert_eq!(field("", "", "").unit("Orks", "O", (4, 2), "").begin(&[]).winners(), ["G", "O"]);
    let game = field(one, one, "models: 2, assault: 1").unit("Orks", "O", (4, 2), "").begin(&dice(&[4, 4, 1, 4]));
    let mut game = game;
    // The Dwarfs, below the allies on the list, assign first; the allies have one target each.
    assert_eq!(game.asked(), "Dwarfs");
    game.act("assigns 1 successes to G", &[]);
    assert_eq!((game.winners(), game.hits("G"), game.hits("O")), (vec!["G".to_owned(), "O".to_owned()], 1, 1));
}

/// HEX-STACK-02: a flyer that lands in an enemy's hex contests it. HEX-SHK-03: a shaken one may not.
#[test]
fn landing() {
    let field = |bird: &str| {
        Field::open(7, 3)
            .side("Elf", "Elf", "")
            .side("Ork", "Ork", "")
            .sheet("Bird", "class: Vehicle, fly: true, assault: 1")
            .sheet("Target", "assault: 1")
            .unit("Elf", "Bird", (4, 2), &format!("flying: true, {bird}"))
            .unit("Ork", "Target", (4, 2), "")
            .begin(&[])
    };
    let mut game = field("numbers: {\"shaken\": 1}");
    game.act("order Target: stand still", &[]);
    assert!(game.offers().iter().all(|order| order.contains("flying")));
    let land = Action::of(Verb::Order, game.unit("Bird")).with(0);
    assert_eq!(game.refused(land), Refusal::new(Reason::OrderNotOpen, Rule("HEX-SHK-03")));
    let mut game = field("");
    game.act("order Target: stand still", &[]);
    game.act("order Bird: stand still", &[]);
    assert_eq!(game.phase(), "Movement 1");
    game.act("Bird does nothing more", &dice(&[1, 1]));
    assert_eq!((game.phase(), game.winners()), ("Post assault retreat 1", vec!["Target".to_owned()]));
}

/// HEX-ASLT-09 as the odds shown before a charge: the same whoever charges, on two legs or many, and whatever way it
/// would face afterwards.
#[test]
fn odds_of_a_charge() {
    let odds = |class: &str| {
        let mut game = Field::open(7, 1)
            .side("Ork", "Ork", "")
            .side("Elf", "Elf", "")
            .sheet("Charger", &format!("class: {class}, assault: 1, slow: 1"))
            .sheet("Victim", "models: 5, deflect: 0")
            .unit("Ork", "Charger", (1, 1), "speed: Slow, facing: E")
            .unit("Elf", "Victim", (2, 1), "")
            .at("Movement 1")
            .begin(&[]);
        game.odds("charges into 2.1", "Victim")
    };
    for class in ["Infantry", "Monster", "Vehicle"] {
        let rows = [("nothing", "7/12"), ("future 0>1", "1/6"), ("models 5>4", "1/4")];
        let rows: BTreeMap<String, String> = rows.iter().map(|r| (r.0.to_owned(), r.1.to_owned())).collect();
        assert_eq!(odds(class), rows, "{class}");
    }
}

/// HEX-ASLT-03: what may come of a charge at two takes it that hits go where they do the greatest damage, whoever stands
/// first there.
#[test]
fn hits_go_where_they_hurt_most() {
    let field = |first: u16, second: u16| {
        let field =
            Field::open(7, 1).side("Ork", "Ork", "").side("Elf", "Elf", "").sheet("Charger", "assault: 1, slow: 1");
        let victim = |points: u16| format!("models: 5, deflect: 0, points: {points}");
        let field = field.sheet("First", &victim(first)).sheet("Second", &victim(second));
        let field = field.unit("Ork", "Charger", (1, 1), "speed: Slow").unit("Elf", "First", (2, 1), "");
        let mut game = field.unit("Elf", "Second", (2, 1), "").at("Movement 1").begin(&[]);
        ["First", "Second"].map(|name| game.odds("charges into 2.1", name).len())
    };
    assert_eq!(field(10, 200), [1, 3]);
    assert_eq!(field(200, 10), [3, 1]);
}
