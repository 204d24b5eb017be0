//! Special abilities, as far as they are bought.

use hexfray::rules::iten::catalogue::Ability;
use hexfray::rules::iten::roster::{Figure, Roster};
use hexfray::rules::iten::stats::Tag;

use crate::build::{able, cost, cost_in, enemies, illegal, legal, retinue, servants};
use crate::content::book;
use crate::field::Field;
use crate::lists::leader;

/// ITEN-ABIL-01: an ability costs 5 where nothing else is said; none twice; what the
/// profile prints is free. ITEN-ABIL-02: nobody may buy Analyze.
#[test]
fn abilities_cost_five() {
    let bare = cost(&Figure::of("Interrogator"));
    let five = |name: &str| cost(&able("Interrogator", "", &[name])) - bare;
    for name in [
        "Analyze",
        "Bounty Hunter",
        "Combat Master",
        "Daemon Lore",
        "Defensive Master",
        "Desperate Shot",
        "Ground Fighter",
        "Gun Kata",
        "Inhuman Climber",
        "Invoke Faith",
        "Iron Discipline",
        "Medic",
        "Nose for Trouble",
        "Sniper",
        "Stalwart",
        "Untouchable",
    ] {
        assert_eq!(five(name), 5, "{name}");
    }
    assert_eq!(cost(&able("Interrogator", "", &["Sniper", "Medic"])) - bare, 10);
    illegal(
        &servants("Puritan", "(troop: \"Interrogator\", abilities: [\"Sniper\", \"Sniper\"])"),
        "Sniper is bought twice (ITEN-ABIL-01)",
    );
    // ITEN-ABIL-02: its missions are in another book, so that nobody pays for it.
    illegal(
        &servants("Puritan", "(troop: \"Interrogator\", abilities: [\"Analyze\"])"),
        "no mission here has anything to analyze (ITEN-ABIL-02)",
    );
    // ITEN-XEN-19: Terrifying is in the profile and no part of the price.
    assert!(book().troop("Inquisitor").unwrap().is(Tag::Terrifying));
    assert_eq!(cost_in(&Roster::default(), &Figure::of("Inquisitor")).abilities, 0);
}

/// ITEN-ABIL-03: Bionics cost 7 in all, 6 in sealed armour, which they do not improve.
#[test]
fn bionics() {
    let more = |troop: &str, armour: &str| cost(&able(troop, armour, &["Bionics"])) - cost(&able(troop, armour, &[]));
    assert_eq!(more("Interrogator", "Carapace Armour"), 7);
    assert_eq!(more("Space Marine", "Power Armour"), 6);
    assert_eq!(more("Space Marine", "Terminator Armour"), 6);
    assert_eq!(more("Boss", ""), 7, "Mega Armour is not sealed");
    let to_hit = |armour: &str| {
        let roster = Roster { figures: vec![able("Space Marine", armour, &["Bionics"])], ..Roster::default() };
        let member = book().members(&roster, 0).remove(0);
        (member.to_hit(), member.fv())
    };
    assert_eq!((to_hit("Carapace Armour"), to_hit("Power Armour")), ((8, 4), (8, 4)));
}

/// ITEN-ABIL-11: Hard to Kill costs 5 with Grit 4+ and worse, 10 with 3+ and 2+.
#[test]
fn hard_to_kill() {
    for (troop, price) in
        [("Inquisitor", 10), ("Space Marine", 10), ("Stormtrooper", 5), ("Approved Psyker", 5), ("Grot", 5)]
    {
        assert_eq!(cost_in(&Roster::default(), &able(troop, "", &["Hard to Kill"])).abilities, price, "{troop}");
    }
}

/// Who invokes faith is a Priest, Bishop or Chaplain, who keeps discipline a
/// Commissar; callings are the Imperium's and cost nothing.
#[test]
fn callings() {
    let with = |troop: &str, calling: &str, ability: &str| {
        servants(
            "Radical",
            &format!(
                "(troop: \"{troop}\", calling: {calling}, abilities: [{ability}], powers: {}),",
                if troop == "Approved Psyker" { "[\"Venom\"]" } else { "[]" }
            ),
        )
    };
    for calling in ["Priest", "Bishop"] {
        legal(&with("Interrogator", calling, "\"Invoke Faith\""));
        illegal(&with("Interrogator", calling, "\"Iron Discipline\""), "discipline is kept by a Commissar");
    }
    legal(&with("Space Marine", "Chaplain", "\"Invoke Faith\""));
    illegal(&with("Interrogator", "Chaplain", ""), "Interrogator cannot be Chaplain");
    legal(&with("Interrogator", "Commissar", "\"Iron Discipline\""));
    illegal(&with("Interrogator", "Commissar", "\"Invoke Faith\""), "faith is invoked by");
    legal(&with("Approved Psyker", "PrimarisPsyker", ""));
    illegal(&with("Interrogator", "PrimarisPsyker", ""), "cannot be Primaris Psyker");
    illegal(&enemies("", "(troop: \"Hive-Ganger\", calling: Priest)"), "Hive-Ganger cannot be Priest");
    assert_eq!(
        retinue(&with("Interrogator", "Priest", "")).total,
        retinue(&servants("Radical", "(troop: \"Interrogator\")")).total
    );
}

/// A Nose for Trouble is not for the Leader.
#[test]
fn noses() {
    legal(&servants("Puritan", "(troop: \"Interrogator\", abilities: [\"Nose for Trouble\"])"));
    let told = leader(&servants("Puritan", ""), "Inquisitor", "abilities: [\"Nose for Trouble\"]");
    assert!(told.len() == 1 && told[0].contains("the Leader cannot have a Nose"), "{told:?}");
}

/// ITEN-ABIL-22: one Strange Ally of another list, for 5 points, 10 with Grit 2+; no Leader; never Imperium with Chaos.
#[test]
fn strange_allies() {
    let ally = |troop: &str, more: &str| format!("(troop: \"{troop}\", abilities: [\"Strange Ally\"]{more}),");
    let chopper = ally("Chopper", "");
    legal(&enemies("", &chopper));
    legal(&servants("Puritan", &chopper));
    assert_eq!(retinue(&enemies("", &chopper)).members.last().unwrap().price.total, 14 + 5);
    assert!(retinue(&enemies("", &chopper)).members.last().unwrap().has(Ability::StrangeAlly));
    assert_eq!(cost_in(&Roster::default(), &able("Chaos Space Marine", "", &["Strange Ally"])).abilities, 10);
    illegal(&enemies("", &chopper.repeat(2)), "a second Strange Ally (ITEN-ABIL-22)");
    illegal(&enemies("", &ally("Chopper", ", count: 2")), "a second Strange Ally");
    illegal(&enemies("", "(troop: \"Chopper\")"), "has to be the Strange Ally");
    illegal(&enemies("", &ally("Hive-Ganger", "")), "Hive-Ganger is no stranger here");
    illegal(&enemies("", &ally("Boss", "")), "Boss is a Leader");
    illegal(&enemies("", &ally("Interrogator", "")), "never go together (ITEN-ABIL-22)");
    illegal(&servants("Puritan", &ally("Hive-Ganger", "")), "never go together (ITEN-ABIL-22)");
    // A scenario says that not all have agreed.
    let kit = "troop: \"Chopper\", abilities: [\"Strange Ally\"]";
    let field = Field::open(9, 9).side("Red", "").figure("Ann", (2, 2), kit).side("Blue", "").figure("Bob", (8, 8), "");
    assert!(field.try_ready().is_ok());
    let told = field.with("strange_allies: false").try_ready().unwrap_err();
    assert!(told.len() == 1 && told[0].contains("not agreed to Ann, a Strange Ally (ITEN-ABIL-22)"), "{told:?}");
    // He brings the arms of his own list.
    let orks = |ally: &str| {
        format!(
            "(ruleset: \"iten\", name: \"O\", list: \"The Orks\", figures: [(troop: \"Nob\"), (troop: \"Grot\", count: 3), {ally}])"
        )
    };
    legal(&orks(&ally("Hive-Ganger", ", weapons: [\"Grenade\"]")));
    illegal(&orks(&ally("Interrogator", ", weapons: [\"Grenade\"]")), "Grenade is not in the list");
}

/// ITEN-ABIL-23: Untouchable costs 5, and 10 more with an aura.
#[test]
fn untouchables() {
    let price = |abilities: &[&str]| cost_in(&Roster::default(), &able("Interrogator", "", abilities)).abilities;
    assert_eq!((price(&["Untouchable"]), price(&["Untouchable", "Untouchable's Aura"])), (5, 15));
    let alone = "(troop: \"Interrogator\", abilities: [\"Untouchable's Aura\"])";
    illegal(&servants("Puritan", alone), "builds on Untouchable (ITEN-ABIL-23)");
}
