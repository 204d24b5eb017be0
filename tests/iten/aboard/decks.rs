//! Decks, and powers and packs aboard (HULK-DECK, HULK-LEFT-09, -10).

use hexfray::battle::{Action, Verb};

use crate::field::{Field, Game, ratio};

/// Two decks of a passage each, joined by a ladder at (4, 2) with what is said of its hatch.
fn ladder(hatch: &str) -> Field {
    let picture = "
        # # # # # # # # # #
         # p p p p p p p p #
        # # # # # # # # # #
        +
        # # # # # # # # # #
         # q q q q q q q q #
        # # # # # # # # # #";
    Field::ship(picture).map(&format!("links: [(from: (4, 2), to: (4, 2), to_deck: 1{hatch})]"))
}

/// The hexes that somebody may go to on the upper deck.
fn above(game: &mut Game, name: &str) -> Vec<String> {
    let moves = format!("{name} moves to ");
    game.offers().iter().filter(|o| o.starts_with(&moves) && o.ends_with("deck 2")).cloned().collect()
}

/// HULK-DECK-01, HULK-DECK-02: up a ladder costs 3; through a closed hatch nobody climbs; opened, it is as none.
#[test]
fn ladders_cost_three() {
    let climb = |hatch: &str, with: &str| {
        let red = ladder(hatch).with(with).side("Red", "").figure("Ann", (4, 2), "");
        let mut game = red.side("Blue", "").figure("Bob", (9, 2), "").begin(&[]);
        above(&mut game, "Ann").len()
    };
    // The head of the ladder, and three hexes on either side, of which two are there on the left.
    assert_eq!(climb("", ""), 6);
    assert_eq!(climb(", hatch: Hatch", ""), 0);
    assert_eq!(climb(", hatch: Hatch", "open: [(4, 2)]"), 6);
}

/// A position says on which deck somebody stands, by a third number from 0; without it that is the lowest one.
#[test]
fn positions_name_decks() {
    let at =
        |place: &str| ladder("").side("Red", "").figure_on("Ann", place, "").side("Blue", "").figure("Bob", (9, 2), "");
    let label = |game: &Game| game.battle.board().label(game.battle.piece(game.unit("Ann")).at);
    assert_eq!(label(&at("(5, 2, 1)").begin(&[])), "5.2 on deck 2");
    assert_eq!(label(&at("(5, 2)").begin(&[])), "5.2 on deck 1");
    let wrong = at("(5, 2, 2)").try_ready().unwrap_err();
    assert!(
        wrong[0].contains("there is no hex (5, 2, 2) on the map (columns are 1 to 10, rows 1 to 3, decks 0 to 1)"),
        "{wrong:?}"
    );
}

/// HULK-DECK-02: the hatch in a ladder is opened from the ladder's own hex for two; climbing then leaves one hex of six.
#[test]
fn hatches_of_ladders_are_opened() {
    let red = ladder(", hatch: Hatch").side("Red", "").figure("Ann", (4, 2), "");
    let mut game = red.side("Blue", "").figure("Bob", (9, 2), "").begin(&[]);
    game.act("Ann opens the door at 4.2 on deck 1", &[]);
    assert_eq!(above(&mut game, "Ann").len(), 3);
    game.act("Ann closes the door at 4.2 on deck 1", &[]);
    assert_eq!(above(&mut game, "Ann").len(), 0);
}

/// HULK-DECK-02: a deck counts three in ranges; one sees up and down the ladder, and nowhere else.
#[test]
fn sight_up_a_ladder() {
    let red = |hatch: &str, at: (u16, u16)| {
        let red = ladder(hatch).side("Red", "").figure("Ann", at, "powers: [\"Levitate\"]");
        red.side("Blue", "").figure("Bob", (9, 2), "").begin(&[])
    };
    let head = |game: &Game| game.battle.board().cells().nth(30 + 13).unwrap();
    let game = red("", (4, 2));
    assert_eq!(game.battle.board().label(head(&game)), "4.2 on deck 2");
    let (foot, beside) = (game.hex(4, 2), game.hex(5, 2));
    assert_eq!((game.battle.range(foot, head(&game)), game.battle.range(beside, head(&game))), (3, 4));
    assert!(game.battle.look(foot, head(&game)).is_some() && game.battle.look(head(&game), foot).is_some());
    assert!(game.battle.look(beside, head(&game)).is_none());
    let closed = red(", hatch: Hatch", (4, 2));
    assert!(closed.battle.look(foot, head(&closed)).is_none());
}

/// HULK-BULK-05, HULK-DECK-02: the hatch of a ladder is breached like any other, from its foot.
#[test]
fn hatches_of_ladders_are_breached() {
    let red = ladder(", hatch: HeavyHatch").at("Shooting").side("Red", "");
    let red = red.figure("Ann", (4, 2), "weapons: [\"Power Fist\"]");
    let blue = red.side("Blue", "").figure("Bob", (9, 2), "weapons: [\"Lasgun\"]");
    let mut game = blue.begin(&[]);
    let cut = "Ann cuts through 4.2 on deck 1 with the Power Fist";
    let open = |g: &Game| g.battle.ground(g.hex(4, 2)).lid == 2;
    assert_eq!(game.chances(cut, open)[&true], ratio("1/2"));
    game.act(cut, &[("HULK-BULK-03", 3)]);
    assert!(game.battle.climbs(game.hex(4, 2), game.battle.board().cells().nth(43).unwrap()));
}

/// A hall of two decks: a gallery around a pit, below it a floor with a wall across.
const HALL: &str = "
    # # # # # # # # # # # #
     # r r r r r r r r r r #
    # r r r r r r r r r r #
     # r r r r r r r r r r #
    # # # # # # # # # # # #
    +
    # # # # # # # # # # # #
     # r r r v v v v r r r #
    # r r r v v v v r r r #
     # r r r r r r r r r r #
    # # # # # # # # # # # #";

/// HULK-DECK-03: in a room of two decks one sees across its gaps: down to whoever has no floor above him, not to others;
/// three more in range.
#[test]
fn halls_of_two_decks() {
    let field = Field::ship(HALL).map("links: [(from: (2, 2), to: (2, 2), to_deck: 1)]").side("Red", "");
    let game = field.figure("Ann", (6, 3), "").side("Blue", "").figure("Bob", (9, 3), "").begin(&[]);
    let up = |column: u16, row: u16| hexfray::board::Cell(60 + (row - 1) * 12 + column - 1);
    let sees = |a, b| game.battle.look(a, b).is_some();
    let gallery = up(4, 3);
    assert!(sees(gallery, game.hex(6, 3)) && sees(game.hex(6, 3), gallery));
    assert!(!sees(gallery, game.hex(3, 3)), "under its own floor");
    assert!(!sees(gallery, game.hex(10, 3)), "under the floor over there");
    assert!(sees(gallery, up(9, 3)), "straight across");
    assert_eq!(game.battle.range(gallery, game.hex(6, 3)), 5);
    assert_eq!(game.battle.board().space_at(gallery), game.battle.board().space_at(game.hex(6, 3)));
}

/// HULK-LEFT-10: packs work in rooms that span decks, over what stands there, and nowhere else aboard.
#[test]
fn packs_need_height() {
    let flat = HALL.split('+').next().unwrap();
    let flies = |picture: &str| {
        let rows = "hexes: [(at: (5, 2), terrain: Barricade), (at: (5, 3), terrain: Barricade), (at: (5, 4), terrain: Barricade)]";
        let field = Field::ship(picture).map(rows);
        let field =
            if picture.contains('+') { field.map("links: [(from: (2, 2), to: (2, 2), to_deck: 1)]") } else { field };
        let red = field.side("Red", "").figure("Ann", (3, 3), "gear: [JumpPack]");
        red.side("Blue", "").figure("Bob", (11, 3), "").begin(&[]).can(Verb::Move, "Ann", (7, 3))
    };
    assert_eq!([flies(HALL), flies(flat)], [true, false]);
}

/// The kit of a psyker.
fn mind(power: &str) -> String {
    format!("powers: [\"{power}\"]")
}

/// HULK-LEFT-09: Levitate takes its psyker up or down a ladder with nothing closed in it, besides moving.
#[test]
fn levitation_between_decks() {
    for (hatch, with, rises) in
        [("", "", true), (", hatch: Hatch", "", false), (", hatch: Hatch", "open: [(4, 2)]", true)]
    {
        let red = ladder(hatch).with(with).side("Red", "").figure("Psy", (4, 2), &mind("Levitate"));
        let mut game = red.side("Blue", "").figure("Bob", (9, 2), "").begin(&[]);
        let up = "Psy uses Levitate on 4.2 on deck 2";
        assert_eq!(game.offers().iter().any(|o| o == up), rises, "{hatch} {with}");
        if rises {
            game.act(up, &[("ITEN-PSY-04", 5)]);
            assert_eq!(above(&mut game, "Psy").len(), 8 - 1);
        }
    }
}

/// HULK-LEFT-09: the Path of Shadows goes through bulkheads; the Path of Light moves none.
#[test]
fn paths_aboard() {
    let picture = "
        # # # # # # # # # # # #
         # r r r = = s s s s s #
        # r r r = = s s s s s #
        # # # # # # # # # # # #";
    let psy = |power: &str| {
        let red = Field::ship(picture).side("Red", "").figure("Psy", (3, 2), &mind(power));
        red.side("Blue", "").figure("Bob", (11, 2), "").begin(&[])
    };
    let mut shadows = psy("The Path of Shadows");
    assert!(shadows.offers().iter().any(|o| o == "Psy uses The Path of Shadows on 8.2"));
    let mut light = psy("The Path of Light");
    let cast = Action::of(Verb::Cast, light.unit("Psy"))
        .with(hexfray::rules::iten::catalogue::Power::PathOfLight as u8)
        .index(0);
    assert!(light.battle.check(cast, &mut Default::default()).is_err());
    light.refused(cast);
}
