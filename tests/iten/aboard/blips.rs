//! Blips and what is aimed, cut and cast at the spaces in which they lie (HULK-BLIP-08, -12, HULK-AIR-08, HULK-LEFT-09).

use hexfray::battle::Rule;

use super::{GRIT, point};
use crate::field::{Field, Game};

const SAVE: &str = "HULK-BULK-03";

/// Two rooms with a passage between them; Red boards, Blue's Bob lies under a blip.
fn part(blip: &str, open: &str) -> Field {
    let picture = "
        ! ! ! ! ! ! ! ! ! ! ! ! ! ! ! !
        ! ! & & & & & & & & & & & & & !
        ! ! & r r r # # # # # s s s & !
        ! ! & r r r D p p p h s s s & !
        ! ! & r r r # # # # # s s s & !
        ! ! & & & & & & & & & & & & & !
        ! ! ! ! ! ! ! ! ! ! ! ! ! ! ! !";
    let field = Field::ship(picture).mission("Boarding").with(&format!("open: [{open}]"));
    field.with(&format!("boarding: (defender: \"Blue\", blips: [{blip}])"))
}

/// Bob's unit lies in the room at the end.
const THERE: &str = "(at: (13, 4), unit: \"Bob\")";

fn begin(field: Field, at: (u16, u16), kit: &str) -> Game {
    let red = field.side("Red", "").figure("Ann", at, kit);
    red.side("Blue", "").hidden("Bob", 1, "weapons: [\"Bolter\"]").begin(&[])
}

/// HULK-BLIP-08, HULK-BULK-06: a hole in a room's bulkhead opens the room.
#[test]
fn a_hole_opens_a_room() {
    let mut game = begin(part(THERE, "").at("Shooting"), (10, 4), "weapons: [\"Power Fist\"]");
    game.act("Ann cuts through 11.3 with the Power Fist", &[(SAVE, 1)]);
    assert_eq!((game.asked(), game.asking()), ("Blue".to_owned(), Rule("HULK-BLIP-07")));
    game.act("place Bob at 14.5", &[]);
    assert_eq!(game.place("Bob"), (14, 5));
}

/// HULK-AIR-08, HULK-AIR-07: a hole, then the blip is turned and its unit placed, and only then everybody rolls.
#[test]
fn blips_are_turned_before_the_air_goes() {
    let mut game = begin(part(THERE, "(11, 4)").at("Shooting"), (8, 4), "weapons: [\"Meltagun\"]");
    game.act("Ann cuts through 15.4 with the Meltagun", &[(SAVE, 1)]);
    assert_eq!((game.asked(), game.asking()), ("Blue".to_owned(), Rule("HULK-BLIP-07")));
    assert!(!game.battle.breathless(game.hex(13, 4)));
    game.act("place Bob at 13.4", &[(GRIT, 6)]);
    assert!(game.battle.breathless(game.hex(13, 4)));
}

/// HULK-BLIP-12: no grenade is aimed into an unopened space.
#[test]
fn nothing_is_thrown_at_blips() {
    let mut game = begin(part(THERE, "(11, 4)").at("Shooting"), (8, 4), "weapons: [\"Grenade\", \"Meltagun\"]");
    let throw = point(&game, "Ann", 0, (13, 4));
    assert_eq!(game.refused(throw).rule, Rule("HULK-BLIP-12"));
    // Nor is any of it burnt.
    let game = begin(part("(at: (9, 4), unit: \"Bob\")", "").at("Shooting"), (5, 4), "weapons: [\"Meltagun\"]");
    let (at, front) = (game.hex(8, 4), game.hex(9, 4));
    assert_eq!(game.battle.flames(at, front).len(), 0);
}

/// HULK-LEFT-09: no power goes into or through an unopened space.
#[test]
fn powers_keep_out_of_unopened_spaces() {
    let shadows = |blip: &str, to: &str| {
        let mut game = begin(part(blip, ""), (5, 4), "powers: [\"The Path of Shadows\"]");
        game.offers().contains(&format!("Ann uses The Path of Shadows on {to}"))
    };
    assert!(shadows("", "12.4"), "past nobody");
    assert!(!shadows("(at: (13, 4), unit: \"Bob\")", "12.4"), "into it");
    assert!(!shadows("(at: (9, 4), unit: \"Bob\")", "12.4"), "through it");
}
