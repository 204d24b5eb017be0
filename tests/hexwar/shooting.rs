//! Gunnery, sight and the to-hit table.

use crate::field::Field;

/// HEX-RNG-05: a ranger at a mob that runs, at normal range, hits on 6 or more of a d12.
#[test]
fn rangers_at_a_running_mob() {
    let mut game = Field::open(12, 5)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Rangers", (2, 3), "speed: Stand")
        .unit("Orks", "Mob", (6, 3), "speed: Fast")
        .at("Gunnery 1")
        .begin(&[]);
    game.act("Mob does nothing more", &[]);
    let action = game.action("fires elven longbow at Mob");
    let odds = game.battle.odds(action);
    assert_eq!(odds.parts[0].need, 6);
    assert_eq!(odds.parts[0].modifiers.iter().map(|m| m.1).sum::<i8>(), 2);
}
