//! What the odds of an action tell: the rolls with their modifiers and whose these are, what it costs whom.

use hexfray::battle::{Modifier, Rule, Whose};
use hexfray::rules::{AnyBattle, Toll, tolls};

use crate::field::{DUEL, Duel, Field, SHOT};

/// HEX-HIT-02, HEX-MOD-01 to -33: whose each row of the table is; a row that both have is told of both.
#[test]
fn whose_a_modifier_is() {
    let target = "size: Tiny, abilities: [Steady]";
    let duel = Duel { firer: "abilities: [GoodShot, Steady]", target, effects: &[((1, 1), "smoke: true")], ..DUEL };
    let mut game = duel.begin();
    let action = game.action(SHOT);
    let part = game.battle.odds(action).parts.remove(0);
    let of = |rule: &str| -> Vec<Whose> {
        part.modifiers
            .iter()
            .filter(|m| m.rule == Rule(Box::leak(rule.to_owned().into_boxed_str())))
            .map(|m| m.whose)
            .collect()
    };
    assert_eq!(of("HEX-MOD-22"), [Whose::Roller], "{part:?}");
    assert_eq!(of("HEX-MOD-20"), [Whose::Target], "{part:?}");
    assert_eq!(of("HEX-MOD-08"), [Whose::Ground], "{part:?}");
    assert_eq!(of("HEX-MOD-28"), [Whose::Roller, Whose::Target], "{part:?}");
    // Speeds: the same row may be the roller's and the target's.
    let mut game = Field::open(12, 5)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Rangers", (2, 3), "speed: Stand")
        .unit("Orks", "Mob", (6, 3), "speed: Fast")
        .at("Gunnery 1")
        .begin(&[]);
    let action = game.action("Mob fires shoota at Rangers");
    let shot = game.battle.odds(action).parts.remove(0);
    let bad = Modifier::roller(Rule("HEX-MOD-25"), -1);
    let speeds = [Modifier::roller(Rule("HEX-MOD-06"), -1), Modifier::target(Rule("HEX-MOD-01"), 1)];
    assert_eq!(shot.modifiers, [speeds[0], speeds[1], bad]);
}

/// HEX-HIT-01: the per cent in an action's words is rounded, not cut off: 5 in 12 is 42 %, 7 in 12 is 58 %.
#[test]
fn whole_per_cents_are_rounded() {
    let words = |more: &str| {
        let mut game = Duel { target_more: more, ..DUEL }.begin();
        game.offers().into_iter().find(|o| o.starts_with(SHOT)).unwrap()
    };
    assert!(words("").contains("8+ on a d12, 42 % each"), "{}", words(""));
    assert!(words("speed: Rest").contains("7+ on a d12, 50 % each"));
    assert!(words("speed: Fast").contains("9+ on a d12, 33 % each"));
}

/// HEX-DAM-01, HEX-DAM-05, HEX-RES-02: models, tokens and critical damage hurt; no model left is lost. Leaving the board
/// alive (HEX-RET-05) and what a unit does itself are neither.
#[test]
fn what_hurts() {
    let game = DUEL.begin();
    let battle = AnyBattle::from(game.battle.clone());
    let unit = game.unit("Marker");
    let (none, hurt) = (Toll::default(), Toll { hurt: true, ..Toll::default() });
    let fewer = Toll { fewer: true, ..hurt };
    assert_eq!(battle.toll(unit, &[("models", 5, 3)]), fewer);
    assert_eq!(battle.toll(unit, &[("models", 1, 0), ("on board", 1, 0)]), Toll { lost: true, ..fewer });
    assert_eq!(battle.toll(unit, &[("on board", 1, 0)]), none, "it leaves the board alive");
    for field in ["future", "acid", "fire", "poison4", "bleed6", "shaken", "armour_lost", "engine", "crew", "tracks"] {
        assert_eq!(battle.toll(unit, &[(field, 0, 1)]), hurt, "{field}");
        assert_eq!(battle.toll(unit, &[(field, 1, 0)]), none, "{field} wears off");
    }
    for field in ["fired", "flying", "aim", "retreated", "stubborn", "smoked"] {
        assert_eq!(battle.toll(unit, &[(field, 0, 1)]), none, "{field}");
    }
    assert_eq!(battle.toll(unit, &[("endurance", 2, 1)]), none, "spent, not lost");
}

/// HEX-HIT-01, HEX-DAM-01: hurt, killed and the mean are sums over all outcomes, of who fires nothing.
#[test]
fn tolls_add_up() {
    let mut game = Duel { target: "models: 2", ..DUEL }.begin();
    let action = game.action(SHOT);
    let odds = game.battle.odds(action);
    let all = tolls(&*AnyBattle::from(game.battle.clone()), &odds);
    let marker = game.unit("Marker");
    assert_eq!(all.keys().copied().collect::<Vec<_>>(), [marker], "the firer costs nothing");
    let toll = &all[&marker];
    let sum = |holds: &dyn Fn(&str, i32, i32) -> bool| -> hexfray::battle::Chance {
        let held = odds.outcomes.iter().filter(|o| o.changes.iter().any(|c| c.0 == marker && holds(&c.1, c.2, c.3)));
        held.map(|o| o.chance.clone()).sum()
    };
    assert_eq!(toll.fewer, sum(&|field, from, to| field == "models" && to < from));
    assert_eq!(toll.lost, sum(&|field, _, to| field == "models" && to == 0));
    assert_eq!(toll.hurt, sum(&|_, _, _| true));
    assert!(toll.lost <= toll.fewer && toll.fewer < toll.hurt && toll.mean["models"] < 0.0);
}
