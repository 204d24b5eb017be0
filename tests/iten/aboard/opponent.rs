//! What the utility opponent makes of flamers, grenades, tools and lost air.

use hexfray::opponents;
use hexfray::rules::Presentation;
use hexfray::rules::{AnyBattle, iten::Iten};

use super::{GRIT, watched, watcher};
use crate::field::{Field, Game};

/// The utility opponent's answer, in words.
fn choice(field: &Field, game: &Game) -> String {
    let library = field.library();
    let battle = AnyBattle::Iten(game.battle.clone());
    let mut seat = opponents::opponent(&library, &battle, "utility").unwrap();
    Iten::describe(&game.battle, seat.choose(&battle, 1)).to_string()
}

fn first(field: &Field) -> String {
    choice(field, &field.begin(&[]))
}

/// A room with a flamer at its western end.
fn room() -> Field {
    let picture = "
        # # # # # # # # # # # #
         # r r r r r r r r r r #
        # r r r r r r r r r r #
         # r r r r r r r r r r #
        # # # # # # # # # # # #";
    watched(picture).figure("Ann", (3, 3), "weapons: [\"Flamethrower\", \"Autopistol\"]")
}

/// HULK-SHOT-04: into several enemies, not where friends would burn for one of them.
#[test]
fn flames_for_crowds() {
    let crowd = watcher(room(), 6).figure("Bob", (6, 2), "").figure("Ben", (6, 3), "").figure("Bill", (6, 4), "");
    assert_eq!(first(&crowd), "Ann burns everyone from 4.3 with the Flamethrower");
    let friends = room().figure("Al", (5, 3), "").figure("Abe", (5, 2), "").figure("Amy", (5, 4), "");
    let alone = watcher(friends, 6).figure("Bob", (7, 3), "");
    assert_eq!(first(&alone), "Ann shoots at Bob with the Autopistol");
}

/// HULK-SHOT-08: a grenade into a passage.
#[test]
fn grenades_for_passages() {
    let picture = "# # # # # # # # # # # #\n # p p p p p p p p p p #\n# # # # # # # # # # # #";
    let red = watched(picture).figure("Ann", (2, 2), "weapons: [\"Grenade\", \"Autopistol\"]");
    let field = watcher(red, 4).figure("Bob", (10, 2), "").figure("Ben", (11, 2), "");
    assert!(first(&field).contains("with the Grenade"), "{}", first(&field));
}

/// HULK-BULK-07, HULK-AIR-02: no hole where it leads nowhere; one that carries enemies off, not friends.
#[test]
fn holes_that_pay() {
    let hull = "
        & & & & & & & & & & & &
         & r r r r r = s s s s &
        & r r r r r = s s s s &
         # # # # # # # # # # # #";
    let red = |at: (u16, u16)| watched(hull).figure("Ann", at, "weapons: [\"Chainfist\"]");
    let nobody = watcher(red((6, 2)), 5);
    let game = nobody.begin(&[]);
    assert!(!choice(&nobody, &game).contains("cuts"), "{}", choice(&nobody, &game));
    // A whole room of them, with nobody of one's own in it: through the hatch that has no air behind it.
    let ship = "
        & & & & & & & & & & & & & &
         & r r = s s s s s & & & & &
        & r r = s s s s s & & & & &
         # # # # # # # # # # # # # #";
    let red = |airless: &str| watched(ship).map(airless).figure("Ann", (3, 2), "weapons: [\"Chainfist\"]");
    let full =
        |red: Field| watcher(red, 5).figure("Bob", (6, 2), "").figure("Ben", (7, 2), "").figure("Bo", (8, 2), "");
    assert_eq!(first(&full(red("airless: [\"r\"]"))), "Ann cuts through 4.2 with the Chainfist");
    assert!(!first(&full(red("airless: [\"s\"]"))).contains("cuts"));
}

/// HULK-LEFT-08: away from a charge that is about to go off.
#[test]
fn away_from_charges() {
    let field = super::breach::beside("=", "\"Breaching Charge\"");
    let mut game = field.begin(&[]);
    game.act("Ann sets a charge at 4.2", &[]);
    game.act("Watcher does nothing", &[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]);
    let to = loop {
        let said = choice(&field, &game);
        assert!(!said.contains("pass") && !said.contains("Ann does nothing"), "{said}");
        if let Some(to) = said.strip_prefix("Ann moves to ") {
            break to
                .split_once('.')
                .map(|(column, row)| game.hex(column.parse().unwrap(), row.parse().unwrap()))
                .unwrap();
        }
        game.act(&said, &[]);
    };
    assert!(game.battle.board().distance(to, game.hex(4, 2)) > 1);
}

/// HULK-AIR-04: out of the wind, if there is a way.
#[test]
fn away_from_lost_air() {
    let ship = "
        & & & & & & & & & & & &
         & r r r h p p p p p p &
        # # # # # # # # # # # #
         # t t # # # # # # # # #
        # # # # # # # # # # # #";
    let red = Field::ship(ship).map("airless: [\"r\"]").with("open: [(5, 2)]").side("Red", "");
    let field = red.figure("Al", (4, 2), "").side("Blue", "").figure("Bob", (2, 4), "");
    let said = choice(&field, &field.begin(&[(GRIT, 6)]));
    assert!((6..=11).any(|column| said == format!("Al moves to {column}.2")), "{said}");
}

/// A ship that Red boards, having drawn the Heart, which lies here.
fn boarding(rows: &str, token: (u16, u16), more: &str) -> Field {
    let line = |c: &str| format!("! ! {}!\n", format!("{c} ").repeat(13));
    let field =
        Field::ship(&[line("!"), line("&"), rows.to_owned(), line("&"), line("!")].concat()).mission("Boarding");
    field.with(&format!("boarding: (defender: \"Blue\", tokens: [{token:?}], drawn: {{\"Red\": Heart}}, {more})"))
}

/// HULK-OBJ-04: whoever keeps a Boarder from his objective is sought out, at the other end of its room too.
#[test]
fn guards_are_sought_out() {
    let goes = |rows: &str| {
        let red = boarding(rows, (4, 3), "").side("Red", "").figure("Ann", (5, 3), "");
        first(&red.side("Blue", "").figure("Bob", (14, 3), ""))
    };
    let said = goes("! ! & r r r r r r r r r r r & !\n");
    assert!((7..=11).any(|column| said == format!("Ann moves to {column}.3")), "{said}");
    assert_eq!(goes("! ! & r r r r # # # # = s s & !\n"), "Ann moves to 4.3");
}

/// HULK-BLIP-08: who is the last of his party opens the door to his objective, whatever lies behind it.
#[test]
fn the_last_one_waits_for_nobody() {
    let rows = "! ! & r r r r D p h s s s s & !\n";
    let blips = "blips: [(at: (9, 3), unit: \"Bob\")]";
    let red = boarding(rows, (12, 3), blips).side("Red", "").figure("Ann", (7, 3), "");
    assert_eq!(first(&red.side("Blue", "").hidden("Bob", 1, "")), "Ann opens the door at 8.3");
}
