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

/// HULK-BLIP-08, ITEN-TERR-02: who flees turns what he comes upon, before the step that would bring him there; and flees on.
#[test]
fn a_flight_turns_blips() {
    let red = part(THERE, "(7, 4), (11, 4)").troop("Horror", "tags: [Terrifying]").side("Blue", "");
    let red = red.figure("Imp", (4, 4), "troop: \"Horror\"").hidden("Bob", 1, "weapons: [\"Bolter\"]");
    let mut game = red.side("Red", "").figure("Ann", (8, 4), "").begin(&[]);
    game.act("Imp charges Ann at 7.4", &[("ITEN-TERR-02", 1), ("ITEN-TERR-02", 4)]);
    assert_eq!((game.asking(), game.place("Ann")), (Rule("HULK-BLIP-07"), (9, 4)), "next she is beside the hatch");
    game.act("place Bob at 14.5", &[]);
    assert_eq!((game.place("Ann"), game.asking()), ((12, 4), Rule("ITEN-TERR-03")));
}

/// HULK-BLIP-08, HULK-LEFT-09: so does who comes to an open entrance by the Path of Shadows.
#[test]
fn shadows_lead_to_blips() {
    let mut game = begin(part(THERE, "(11, 4)"), (5, 4), "powers: [\"The Path of Shadows\"]");
    game.act("Ann uses The Path of Shadows on 10.4", &[("ITEN-PSY-04", 5)]);
    assert_eq!((game.asked(), game.asking()), ("Blue".to_owned(), Rule("HULK-BLIP-07")));
}

/// HULK-BLIP-08, ITEN-PSY-18: who goes at his friend because he must, stops where he comes upon a blip.
#[test]
fn the_dominated_turn_blips() {
    let red = part("(at: (4, 4), unit: \"Bob\")", "(7, 4), (11, 4)").side("Blue", "");
    let red = red.figure("Psy", (14, 4), "powers: [\"Dominatus\"]").hidden("Bob", 1, "weapons: [\"Bolter\"]");
    let red = red.side("Red", "").figure("Ann", (10, 4), "").figure("Ada", (6, 5), "");
    let mut game = red.begin(&[]);
    game.act("Psy uses Dominatus on Ann", &[("ITEN-PSY-04", 6), ("ITEN-PSY-12", 1)]);
    assert_eq!((game.asking(), game.place("Ann")), (Rule("HULK-BLIP-07"), (9, 4)));
    game.act("place Bob at 4.3", &[]);
    assert_eq!((game.asked(), game.place("Ann")), ("Blue".to_owned(), (9, 4)));
}

/// HULK-MOVE-03, HULK-BLIP-11: doors are opened in a run, which goes on behind them with what is left.
#[test]
fn doors_are_opened_in_a_run() {
    let (open, run) = (hexfray::battle::Verb::Open, hexfray::battle::Verb::Run);
    let mut game = begin(part(THERE, "").at("Shooting"), (5, 4), "");
    assert!(!game.can(open, "Ann", (7, 4)), "two hexes away");
    game.act("Ann runs to 6.4", &[]);
    assert!(game.can(open, "Ann", (7, 4)) && !game.can(run, "Ann", (5, 4)), "two of three hexes are left, for a door");
    let mut game = begin(part(THERE, "").at("Shooting"), (6, 4), "");
    game.act("Ann opens the door at 7.4", &[]);
    assert_eq!(game.farthest(run, "Ann"), 1, "two of three hexes for the door");
    game.act("Ann runs to 7.4", &[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]);
    assert_ne!((game.phase(), game.asked().as_str()), ("Shooting", "Red"), "nothing is left");
}

/// Two decks, each a room of three hexes with a passage at its side; a ladder with a hatch leads from the passage below into
/// the room above, where Bob lies under a blip, or from the room below, if that is where he lies, to the passage above.
fn decks(blip: &str, with: &str) -> Field {
    let picture = "
        ! ! ! ! ! ! ! ! ! ! ! ! !
        ! & & & & & & & & & & & !
        ! & p p p p p h r r r & !
        ! & & & & & & & & & & & !
        ! ! ! ! ! ! ! ! ! ! ! ! !
        +
        ! ! ! ! ! ! ! ! ! ! ! ! !
        ! & & & & & & & & & & & !
        ! & s s s h q q q q q & !
        ! & & & & & & & & & & & !
        ! ! ! ! ! ! ! ! ! ! ! ! !";
    let ladder = "links: [(from: (4, 3), to: (4, 3), to_deck: 1, hatch: Hatch), (from: (10, 3), to: (10, 3), to_deck: 1, hatch: Hatch)]";
    let field = Field::ship(picture).map(ladder).mission("Boarding").with(with);
    field.with(&format!("boarding: (defender: \"Blue\", blips: [(at: {blip}, unit: \"Bob\")])"))
}

/// Ann on the hex that is named, with its deck.
fn on_deck(field: Field, at: &str, kit: &str) -> Game {
    let red = field.side("Red", "").figure_on("Ann", at, kit);
    red.side("Blue", "").hidden("Bob", 1, "weapons: [\"Bolter\"]").begin(&[])
}

/// HULK-BLIP-08, HULK-DECK-02: who opens the hatch of a ladder opens the compartment at its other end, from below and from
/// above.
#[test]
fn the_hatch_of_a_ladder_opens_a_room() {
    for (blip, at, hatch) in [("(5, 3, 1)", "(4, 3)", "4.3 on deck 1"), ("(9, 3)", "(10, 3, 1)", "10.3 on deck 2")] {
        let mut game = on_deck(decks(blip, ""), at, "");
        game.act(&format!("Ann opens the door at {hatch}"), &[]);
        assert_eq!((game.asked(), game.asking()), ("Blue".to_owned(), Rule("HULK-BLIP-07")), "{hatch}");
    }
}

/// HULK-BLIP-08: to stand beside the foot or the head of a ladder is to open the compartment that it leads into, if its
/// hatch is open, and not if it is closed.
#[test]
fn an_open_ladder_is_an_entrance() {
    let ends = [("(5, 3, 1)", "(7, 3)", "5.3 on deck 1"), ("(9, 3)", "(7, 3, 1)", "9.3 on deck 2")];
    for (blip, at, beside) in ends {
        for (open, turned) in [("open: [(4, 3), (10, 3)]", true), ("", false)] {
            let mut game = on_deck(decks(blip, open), at, "");
            game.act(&format!("Ann moves to {beside}"), &[]);
            assert_eq!(game.asking() == Rule("HULK-BLIP-07"), turned, "{beside} {open}");
        }
    }
}

/// HULK-BLIP-08, HULK-LEFT-09: who rises to the deck above comes upon what is behind the open door there.
#[test]
fn levitation_leads_to_blips() {
    let picture = "
        ! ! ! ! ! ! ! ! ! ! ! ! !
        ! & & & & & & & & & & & !
        ! & p p p p p p p p p & !
        ! & & & & & & & & & & & !
        ! ! ! ! ! ! ! ! ! ! ! ! !
        +
        ! ! ! ! ! ! ! ! ! ! ! ! !
        ! & & & & & & & & & & & !
        ! & q q q h s s s s s & !
        ! & & & & & & & & & & & !
        ! ! ! ! ! ! ! ! ! ! ! ! !";
    let field = Field::ship(picture).map("links: [(from: (5, 3), to: (5, 3), to_deck: 1)]").mission("Boarding");
    let field = field.with("boarding: (defender: \"Blue\", blips: [(at: (9, 3, 1), unit: \"Bob\")])");
    let mut game = on_deck(field.with("open: [(6, 3, 1)]"), "(5, 3)", "powers: [\"Levitate\"]");
    game.act("Ann uses Levitate on 5.3 on deck 2", &[("ITEN-PSY-04", 5)]);
    assert_eq!((game.asked(), game.asking()), ("Blue".to_owned(), Rule("HULK-BLIP-07")));
}

/// HULK-BLIP-08, ITEN-MEL-11: so does who breaks off from his enemy: he stays where he came upon it.
#[test]
fn who_breaks_off_turns_blips() {
    let red = part(THERE, "(7, 4), (11, 4)").side("Red", "").figure("Ann", (8, 4), "abilities: [\"Defensive Master\"]");
    let mut game = red.side("Blue", "").figure("Imp", (7, 4), "").hidden("Bob", 1, "weapons: [\"Bolter\"]").begin(&[]);
    game.act("Ann breaks off to 10.4", &[]);
    assert_eq!((game.asking(), game.place("Ann")), (Rule("HULK-BLIP-07"), (9, 4)));
    game.act("place Bob at 14.5", &[]);
    assert_eq!(game.place("Ann"), (9, 4));
}
