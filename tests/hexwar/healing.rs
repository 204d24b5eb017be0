//! Healing and repair (HEX-HEAL, HEX-REP).

use hexfray::battle::{Action, Reason, Refusal, Rule, Target, Verb};

use crate::field::{Field, table};

const NEXT: &str = "Agony 0: acid, terror";

/// A healer or mechanic with this ability, in one hex with a patient of this sheet and these tokens.
fn ward(ability: &str, sheet: &str, tokens: &str) -> Field {
    Field::open(8, 1)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .sheet("Healer", &format!("abilities: [{ability}]"))
        .sheet("Patient", sheet)
        .sheet("Watcher", "")
        .unit("Elves", "Healer", (1, 1), "")
        .unit("Elves", "Patient", (1, 1), &format!("numbers: {{{tokens}}}"))
        .unit("Orks", "Watcher", (8, 1), "")
        .at("Healing/repair 1")
}

/// What points buy: the tokens before, the cure, its price, and what becomes of the tokens.
type Cure = (&'static str, &'static str, u8, &'static str);

/// Each cure is offered for its price, not for less, and does what it says.
fn prices(ability: &str, sheet: &str, hints: &[Cure]) {
    for &(tokens, hint, price, became) in hints {
        let ward = |points: u8| {
            let more = if tokens.contains("future") { "" } else { ", \"future\": 1" };
            ward(&format!("{ability}({points}, SameHex, First)"), sheet, &format!("{tokens}{more}")).begin(&[])
        };
        let said = format!("Healer treats Patient: {hint}");
        let mut game = ward(price);
        let sums = game.chances(&said, |g| (g.phase() == "Healing/repair 1", g.became("Patient", NEXT)));
        assert_eq!(sums, table([((false, became.to_owned()), "1")]), "{hint}");
        if price > 1 {
            assert!(!ward(price - 1).offers().contains(&said), "{hint} for {}", price - 1);
        }
    }
}

/// HEX-HEAL-02, HEX-HEAL-03, HEX-HEAL-04, HEX-HEAL-05, HEX-HEAL-06, HEX-HEAL-07, HEX-HEAL-08, HEX-HEAL-09,
/// HEX-EX-01, HEX-CONST-03, HEX-CON-05: what healing costs.
#[test]
fn healing_costs() {
    prices(
        "Heal",
        "models: 5",
        &[
            ("\"poison4\": 1", "eases poison d4", 1, "poison4 1>0"),
            ("\"poison6\": 1", "eases poison d6", 1, "poison4 0>1, poison6 1>0"),
            ("\"poison12\": 1", "eases poison d12", 1, "poison10 0>1, poison12 1>0"),
            ("\"bleed4\": 2", "eases bleed d4", 1, "bleed4 2>1"),
            ("\"bleed6\": 1", "eases bleed d6", 1, "bleed4 0>1, bleed6 1>0"),
            ("\"future\": 3", "removes a +1 to future damage token", 1, "future 3>2"),
            ("\"minor_acid\": 1", "removes minor acid", 1, "minor_acid 1>0"),
            ("\"acid\": 1", "turns acid into minor acid", 2, "acid 1>0, minor_acid 0>1"),
            ("\"acid\": 1, \"minor_acid\": 1", "turns acid into minor acid", 2, "acid 1>0"),
            ("\"fire\": 1", "puts out the fire", 2, "fire 1>0"),
            ("\"poison4\": 1", "removes poison d4", 3, "poison4 1>0"),
            ("\"poison10\": 1", "removes poison d10", 3, "poison10 1>0"),
            ("\"bleed4\": 1", "removes bleed d4", 3, "bleed4 1>0"),
            ("\"bleed12\": 1", "removes bleed d12", 3, "bleed12 1>0"),
        ],
    );
    // HEX-HEAL-06: acid is gone for 2 + 1. HEX-HEAL-08: [8] is gone for 3 in steps as well, [10] takes 4.
    let away = |points: u8, tokens: &str, hints: &[&str]| {
        let mut game = ward(&format!("Heal({points}, SameHex, First)"), "models: 5", tokens).begin(&[]);
        game.acts(hints);
        (
            game.phase(),
            game.value("Patient", "acid") + game.value("Patient", "minor_acid") + game.value("Patient", "poison4"),
        )
    };
    assert_eq!(away(3, "\"acid\": 1", &["turns acid", "removes minor"]), ("Orders", 0));
    assert_eq!(away(3, "\"poison8\": 1", &["eases poison d8", "eases poison d6", "eases poison d4"]), ("Orders", 0));
    let four = ["eases poison d10", "eases poison d8", "eases poison d6", "eases poison d4"];
    assert_eq!(away(4, "\"poison10\": 1", &four), ("Orders", 0));
    assert_eq!(away(4, "\"poison10\": 1", &four[..3]), ("Healing/repair 1", 1));
}

/// HEX-REP-02, HEX-REP-03, HEX-REP-04, HEX-REP-05, HEX-REP-06, HEX-REP-07, HEX-TOK-08: what repair costs.
#[test]
fn repair_costs() {
    let cart = "class: Vehicle, bio: false, armour: (3, 2, 1), ranged: [(weapon: \"musket\"), (weapon: \"rotor gun\")]";
    prices(
        "Repair",
        cart,
        &[
            ("\"future\": 2", "removes a +1 to future damage token", 1, "future 2>1"),
            ("\"minor_acid\": 1", "removes minor acid", 1, "minor_acid 1>0"),
            ("\"shaken\": 2", "removes a shaken token", 1, "shaken 2>1"),
            ("\"acid\": 1", "turns acid into minor acid", 2, "acid 1>0, minor_acid 0>1"),
            ("\"fire\": 1", "puts out the fire", 2, "fire 1>0"),
            ("\"engine\": 2", "repairs the engine", 3, "engine 2>1"),
            ("\"crew\": 1", "repairs the crew's post", 3, "crew 1>0"),
            ("\"tracks\": 1", "repairs the tracks", 3, "tracks 1>0"),
            ("\"plates\": 1", "repairs the plates", 3, "plates 1>0"),
            ("\"guns\": 3", "repairs the rotor gun", 3, "guns 3>1"),
            ("\"guns\": 3", "repairs the musket", 3, "guns 3>2"),
        ],
    );
    let mut game = ward("Repair(3, SameHex, First)", cart, "\"plates\": 1, \"armour_lost\": 1").begin(&[]);
    let armour = |g: &crate::field::Game| [0, 1, 2].map(|q| g.battle.armour(g.unit("Patient"), q));
    assert_eq!(armour(&game), [1, 0, 0]);
    game.act("repairs the plates", &[]);
    assert_eq!(armour(&game), [2, 1, 0], "what acid took is lost");
}

/// HEX-HEAL-01, HEX-REP-01, HEX-REP-04, HEX-CON-08: healing is for biological units, repair for all others; self alone,
/// or any friend in the same hex, and nobody elsewhere.
#[test]
fn whom() {
    let field = |ability: &str| {
        ward(&format!("{ability}(3, SameHex, First)"), "", "\"future\": 1, \"shaken\": 1")
            .side("Allies", "Gnome", "team: 0")
            .sheet("Machine", "bio: false")
            .sheet("Ally", "")
            .unit("Elves", "Machine", (2, 1), "numbers: {\"future\": 1, \"shaken\": 1}")
            .unit("Allies", "Ally", (1, 1), "numbers: {\"future\": 1}")
            .unit("Allies", "Machine", (1, 1), "numbers: {\"shaken\": 1}")
            .unit("Orks", "Mek", (1, 1), "numbers: {\"future\": 1}")
    };
    let mut game = field("Heal").begin(&[]);
    let future = "removes a +1 to future damage token";
    let offers = [format!("Healer treats Patient: {future}"), format!("Healer treats Ally: {future}")];
    assert_eq!(game.offers()[..2], offers);
    assert_eq!(game.offers().len(), 4, "and nothing more, or pass");
    let on = |g: &crate::field::Game, patient: usize| {
        let unit = g.battle.units().nth(patient).unwrap();
        Action { verb: Verb::Heal, unit: g.unit("Healer"), with: 0, target: Target::Unit(unit) }
    };
    // The units in order: Healer, Patient, Watcher, Machine, Ally, the allies' Machine, Mek.
    let bars = |game: &mut crate::field::Game| {
        [1, 3, 4, 5, 6].map(|patient| {
            let action = on(game, patient);
            let can = game.can(Verb::Heal, "Healer", action.target);
            (!can).then(|| game.refused(action))
        })
    };
    let no = |reason, rule| Some(Refusal::new(reason, Rule(rule)));
    let far = no(Reason::OutOfRange, "HEX-HEAL-01");
    assert_eq!(bars(&mut game), [None, far, None, no(Reason::WrongKindOfUnit, "HEX-HEAL-01"), far]);
    let mut game = field("Repair").begin(&[]);
    assert_eq!(game.offers()[0], "Healer treats Machine: removes a shaken token");
    let (far, bio) = (no(Reason::OutOfRange, "HEX-REP-01"), no(Reason::WrongKindOfUnit, "HEX-REP-01"));
    assert_eq!(bars(&mut game), [bio, far, bio, None, far]);
    // Self alone.
    let mut game = ward("Heal(3, Oneself, First)", "", "\"future\": 1")
        .sheet("Hydra's kin", "abilities: [Heal(1, Oneself, First)]")
        .unit("Elves", "Hydra's kin", (3, 1), "numbers: {\"future\": 1}")
        .begin(&[]);
    assert_eq!(
        game.offers(),
        [
            format!("Hydra's kin treats Hydra's kin: {future}"),
            "Hydra's kin does nothing more".to_owned(),
            "pass: nobody else does anything in this step".to_owned()
        ]
    );
}

/// HEX-HEAL-01, HEX-SEQ-02: points are spent in the order of choice, over as many units as there are, in the one phase;
/// none is saved.
#[test]
fn points() {
    let both = "Heal(3, SameHex, First)";
    let field = ward(both, "", "\"future\": 2")
        .sheet("Shaman", "abilities: [Heal(1, Oneself, First)]")
        .sheet("Binder", "abilities: [Heal(1, SameHex, Second)]")
        .unit("Orks", "Shaman", (5, 1), "numbers: {\"future\": 1}")
        .unit("Elves", "Binder", (1, 1), "numbers: {\"future\": 1}");
    // Three units of a side in a hex are not for play, but for points they will do.
    let field = field.tuned("rules.ron", "stack_units: 2", "stack_units: 3");
    let mut game = field.begin(&[]);
    assert_eq!(game.asked(), "Orks");
    game.act("Shaman treats", &[]);
    assert_eq!((game.asked(), game.phase()), ("Elves".to_owned(), "Healing/repair 1"));
    assert!(!game.offers().iter().any(|o| o.starts_with("Binder treats")));
    game.acts(&["Healer treats Patient", "Healer treats Binder"]);
    assert_eq!((game.value("Patient", "future"), game.value("Binder", "future")), (1, 0));
    game.act("Healer does nothing more", &[]);
    // Its third point is not there in the second phase, which is the Binder's.
    assert_eq!(game.phase(), "Healing/repair 2");
    let offers = game.offers();
    assert_eq!(offers[..2], ["Binder treats Patient: removes a +1 to future damage token", "Binder does nothing more"]);
    game.act("Binder treats Patient", &[]);
    assert_eq!((game.phase(), game.value("Patient", "future")), ("Orders", 0));
}

/// HEX-SHK-04, HEX-ORD-03: Rest takes a shaken token off any unit in Healing/repair 1; healing takes none off.
#[test]
fn rest() {
    let after = |speed: &str, sheet: &str| {
        let field = Field::open(8, 1).side("Elves", "Elf", "").side("Orks", "Ork", "").sheet("Unit", sheet);
        let field = field.unit("Elves", "Unit", (1, 1), &format!("speed: {speed}, numbers: {{\"shaken\": 2}}"));
        field
            .sheet("Watcher", "")
            .unit("Orks", "Watcher", (2, 1), "")
            .at("Healing/repair 1")
            .begin(&[])
            .value("Unit", "shaken")
    };
    assert_eq!(["Rest", "Stand", "Crawl"].map(|s| [after(s, ""), after(s, "bio: false")]), [[1, 1], [2, 2], [2, 2]]);
    let mut game = ward("Heal(6, SameHex, First)", "", "\"shaken\": 2, \"future\": 1").begin(&[]);
    assert!(!game.offers().iter().any(|o| o.contains("shaken")));
}
