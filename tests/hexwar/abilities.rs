//! Abilities before an assault (HEX-RET-03, HEX-ABIL).

use std::collections::BTreeMap;

use hexfray::battle::{Action, Chance, Reason, Refusal, Rule, Target, Verb};
use hexfray::rules::hexwar::payload::Use;
use hexfray::rules::hexwar::unit::Arm;

use crate::field::{Field, Game, hex, ratio, table};

/// A Dwarf with abilities and an Ork of five models in a hex.
fn contested(abilities: &str) -> Field {
    Field::open(7, 3)
        .side("Dwarfs", "Dwarf", "")
        .side("Orks", "Ork", "")
        .sheet("Unit", &format!("abilities: [{abilities}]"))
        .sheet("Brute", "models: 5, assault: 1, armour: (1, 1, 1)")
        .unit("Dwarfs", "Unit", (4, 2), "")
        .unit("Orks", "Brute", (4, 2), "")
        .at("Pre assault abilities 1")
}

fn grenades(game: &Game) -> u8 {
    let strikes = game.battle.pending().strikes.iter();
    strikes.filter(|s| s.with == Arm::Grenade).map(|s| s.count).sum()
}

/// HEX-ABIL-01, HEX-OUT-10: k to-hit rolls of 8 or more without modifiers at one enemy unit in the hex, AP1 and d6, in
/// this round's Apply damage.
#[test]
fn throwing_grenades() {
    let mut game = contested("Grenades(3), BadShot").begin(&[]);
    assert_eq!((game.asked(), game.asking()), ("Dwarfs".to_owned(), Rule("HEX-RET-03")));
    let sums = game.chances("Unit throws grenades at Brute", grenades);
    assert_eq!(sums, table([(0, "343/1728"), (1, "245/576"), (2, "175/576"), (3, "125/1728")]));
    let mean: Chance = sums.iter().map(|(&n, c)| c * Chance::from_integer(n.into())).sum();
    assert_eq!(mean, ratio("5/4"));

    // One hit: penetrates armour 1, is partly blocked by 3 and blocked by 4.
    let damage = |armour: u8| {
        let field = Field::open(7, 3)
            .side("Dwarfs", "Dwarf", "")
            .side("Orks", "Ork", "")
            .sheet("Unit", "abilities: [Grenades(1)]")
            .sheet("Brute", &format!("models: 5, armour: ({armour}, {armour}, {armour})"))
            .unit("Dwarfs", "Unit", (4, 2), "")
            .unit("Orks", "Brute", (4, 2), "");
        let mut game = field.at("Pre assault abilities 1").begin(&[]);
        game.act("throws grenades", &[("HEX-ABIL-01", 8)]);
        game.chances("Unit retreats to 3.2", |g| g.became("Brute", "Trigger hex effect 2"))
    };
    let words = |rows: &[(&str, &'static str)]| table(rows.iter().map(|r| (r.0.to_owned(), r.1)));
    assert_eq!(damage(1), words(&[("nothing", "1/6"), ("future 0>1", "1/3"), ("models 5>4", "1/2")]));
    assert_eq!(damage(3), words(&[("nothing", "2/3"), ("future 0>1", "1/3")]));
    assert_eq!(damage(4), words(&[("nothing", "1")]));

    // The owner picks among enemies in the hex on the ground; elsewhere there is nobody to throw at.
    let field = contested("Grenades(1)").sheet("Bird", "class: Vehicle, fly: true");
    let field = field.unit("Orks", "Mek", (4, 2), "").unit("Orks", "Bird", (5, 2), "flying: true");
    let mut game = field.unit("Dwarfs", "Sappers", (3, 2), "").unit("Orks", "Mob", (2, 2), "").begin(&[]);
    let offers = ["Unit throws grenades at Brute", "Unit throws grenades at Mek", "Unit does nothing more"];
    assert_eq!(game.offers()[..3], offers);
    let far = Action::of(Verb::Use, game.unit("Unit")).with(Use::Grenades.encode()).at(game.unit("Bird"));
    assert_eq!(game.refused(far), Refusal::new(Reason::NotAnEnemy, Rule("HEX-ABIL-01")));
    assert!(!game.can(Verb::Use, "Sappers", Target::Unit(game.unit("Mob"))));
}

/// HEX-ABIL-03, HEX-SEQ-04, HEX-SHK-02: a scream's psychic damage acts at once: who is shaken by it fights with half
/// its dice in the assault that follows.
#[test]
fn screaming() {
    let field = |die: u8| contested(&format!("Scream({die})")).begin(&[]);
    let shaken = |die: u8| {
        let sums = field(die)
            .chances("Unit screams at Brute", |g| (g.value("Brute", "shaken"), g.battle.assault_dice(g.unit("Brute"))));
        let mut all = BTreeMap::new();
        for ((tokens, dice), chance) in sums {
            assert_eq!(dice, if tokens > 0 { 2 } else { 5 });
            all.insert(tokens, chance);
        }
        all
    };
    assert_eq!(shaken(6), table([(0, "1/2"), (1, "1/2")]));
    assert_eq!(shaken(8), table([(0, "3/8"), (1, "3/8"), (2, "1/4")]));
    let mut game = field(6);
    game.act("Unit screams at Brute", &[("HEX-ABIL-03", 4), ("HEX-ASLT-02", 1), ("HEX-ASLT-02", 1)]);
    assert_eq!(game.phase(), "Post assault retreat 1");
    // HEX-ABIL-06: nobody rolls for the Fearless.
    let field = contested("Scream(12)").sheet("Stone", "abilities: [Fearless]").unit("Orks", "Stone", (4, 2), "");
    let mut game = field.begin(&[]);
    game.act("Unit screams at Stone", &[("HEX-ASLT-02", 1); 5]);
    assert_eq!(game.value("Stone", "shaken"), 0);
}

/// HEX-ABIL-02, HEX-TOK-10, HEX-AFT-01: smoke on the own or an adjacent hex, k times a game; it stays through the turn
/// after the one in which it was laid, what lay there before does not.
#[test]
fn laying_smoke() {
    let field = |times: u8| {
        Field::open(7, 3)
            .side("Gnomes", "Gnome", "")
            .side("Orks", "Ork", "")
            .sheet("Unit", &format!("abilities: [Smoke({times})]"))
            .unit("Gnomes", "Unit", (4, 2), "")
            .unit("Orks", "Boss Guard", (7, 1), "")
            .at("Pre assault abilities 1")
    };
    let near = [(4, 2), (3, 2), (5, 2), (4, 1), (5, 1), (4, 3), (5, 3)];
    let mut game = field(2).effect((3, 2), "smoke: true").begin(&[]);
    for at in near {
        let target = hex(game.hex(at.0, at.1));
        assert_eq!(game.can(Verb::Use, "Unit", target), at != (3, 2), "{at:?}: where there is some there is no more");
    }
    assert_eq!(game.offers().len(), near.len() - 1 + 2);
    game.act("lays smoke on 4.2", &[]);
    assert!(game.battle.ground(game.hex(4, 2)).smoke);
    // One ability a step (HEX-RET-03), so the second is for the next round, and a third is not to be had.
    assert_eq!(game.phase(), "Pre assault abilities 2");
    game.act("lays smoke on 5.1", &[]);
    assert_eq!((game.phase(), game.value("Unit", "smoked")), ("Orders", 2));
    let smoky = |game: &Game| near.into_iter().filter(|&(c, r)| game.battle.ground(game.hex(c, r)).smoke).collect();
    let laid: Vec<(u16, u16)> = smoky(&game);
    assert_eq!(laid, [(4, 2), (5, 1)], "laid this turn");
    game.acts(&["order Boss Guard: stand still", "order Unit: stand still"]);
    while game.battle.table().turn == 2 {
        game.act("pass", &[]);
    }
    let after: Vec<(u16, u16)> = smoky(&game);
    assert_eq!(after, [], "cleared in the Aftermath");
    let mut game = field(1).unit("Gnomes", "Tinkers", (1, 1), "numbers: {\"smoked\": 1}").begin(&[]);
    let again = Action::of(Verb::Use, game.unit("Tinkers")).with(Use::Smoke.encode()).hex(game.hex(1, 1));
    assert_eq!(game.refused(again), Refusal::new(Reason::NotEnough, Rule("HEX-ABIL-02")));
}

/// HEX-RET-03, HEX-ORD-09: in the order of choice each unit may use one ability.
#[test]
fn one_ability_each() {
    let field = contested("Grenades(1), Scream(6), Smoke(1)").sheet("Other", "abilities: [Scream(6)]");
    let mut game = field.unit("Orks", "Other", (4, 2), "").begin(&[]);
    assert_eq!(game.asked(), "Orks");
    game.act("Other screams at Unit", &[("HEX-ABIL-03", 1)]);
    assert_eq!(game.asked(), "Dwarfs");
    assert_eq!(game.offers().iter().filter(|o| !o.contains("smoke")).count(), 2 + 2 + 2);
    let scream = Action::of(Verb::Use, game.unit("Unit")).with(Use::Scream.encode()).at(game.unit("Unit"));
    assert_eq!(game.refused(scream), Refusal::new(Reason::NotAnEnemy, Rule("HEX-ABIL-03")));
    game.act("Unit lays smoke on 4.2", &[("HEX-ASLT-02", 1); 5]);
    assert_eq!(game.phase(), "Post assault retreat 1");
}
