//! Lines of sight (HEX-LOS, MAP-08) and what terrain does to them.

use hexfray::battle::{Action, Reason, Rule, Verb};

use crate::field::{DUEL, Duel, Field, Game, SHOT};

/// Whether the two units of a duel see each other; both must say the same (MAP-08).
fn seen(game: &Game) -> bool {
    let (one, other) = (game.unit("Gunner"), game.unit("Marker"));
    let seen = game.battle.sees(one, other);
    assert_eq!(seen, game.battle.sees(other, one));
    assert_eq!(seen, game.battle.shot(one, 0, other).is_some());
    seen
}

/// HEX-LOS-01, HEX-LOS-02, HEX-LOS-03, HEX-LOS-04, HEX-CONST-11, HEX-TERRAIN-08, HEX-TERRAIN-10, MAP-10, MAP-11,
/// MAP-12: what lies in between along a row.
#[test]
fn what_blocks_a_line() {
    // Picture, effects by column, whether it is seen, and whether a flyer is.
    type Case<'a> = (&'a str, &'a str, &'a [(u16, &'a str)], bool, bool);
    let cases: &[Case<'_>] = &[
        ("open", ". . . . . .", &[], true, true),
        ("a wall", ". . # . . .", &[], false, false),
        ("a closed door", ". . . D . .", &[], false, true),
        ("a building", ". B . . . .", &[], false, true),
        ("one forest", ". F . . . .", &[], true, true),
        ("two forests", ". F . . F .", &[], false, true),
        ("a forest and a burned one", ". F . x . .", &[], false, true),
        ("one that has burned down", ". F . F . .", &[(4, "burned: true")], false, true),
        ("a forest and smoke", ". F . . . .", &[(4, "smoke: true")], false, true),
        ("one smoke", ". . . . . .", &[(4, "smoke: true")], true, true),
        ("two smokes", ". . . . . .", &[(3, "smoke: true"), (4, "smoke: true")], false, true),
        ("smoke in a forest is one hex", ". . F . . .", &[(3, "smoke: true")], true, true),
        ("at the ends", "F . F . . F", &[(1, "smoke: true"), (6, "smoke: true")], true, true),
        ("buildings at the ends", "B . . . . B", &[], true, true),
        ("everything else", ". R : ~ o .", &[], true, true),
        ("deep water", ". w w w w .", &[], true, true),
        (
            "wreck, burning, acid, mines, cloud",
            ". . . . . .",
            &[(2, "wreck: true"), (3, "burning: true, acid: true"), (4, "mines: true"), (5, "cloud: 12")],
            true,
            true,
        ),
        ("a wreck takes the place of a forest", ". F . F . .", &[(4, "wreck: true")], true, true),
        ("smoke on that wreck counts once", ". . . F . .", &[(4, "wreck: true, smoke: true")], true, true),
        ("and with a forest it blocks", ". F . F . .", &[(4, "wreck: true, smoke: true")], false, true),
        ("one inch higher", ". . 1 . . .", &[], true, true),
        ("two inches higher", ". . 2 . . .", &[], false, true),
        ("one end is nearly as high", ". . 2 . . 1", &[], true, true),
        ("two higher than both", "2 . 4 . . 2", &[], false, true),
        ("two higher than one", "1 . 4 . . 3", &[], true, true),
        ("between the units", ". . . . . .", &[], true, true),
    ];
    for (name, picture, effects, ground, air) in cases {
        let effects: Vec<_> = effects.iter().map(|&(column, what)| ((column, 1), what)).collect();
        // Two who see each other in the row below keep the battle in its gunnery step.
        let picture = format!("{picture}\n. . . . . .");
        let duel = Duel { picture: &picture, to: (6, 1), weapon: "range: 9", effects: &effects, ..DUEL };
        let begun = |duel: Duel<'_>| {
            let field = duel.field().unit("Elves", "Rangers", (1, 2), "").unit("Orks", "Mek", (6, 2), "");
            field.begin(&[])
        };
        assert_eq!(seen(&begun(duel)), *ground, "{name}");
        assert_eq!(seen(&begun(Duel { firer_more: "flying: true", ..duel })), *air, "{name}, from the air");
        assert_eq!(seen(&begun(Duel { target_more: "flying: true", ..duel })), *air, "{name}, into the air");
    }
    // HEX-CONST-11: the limit is data.
    let one = Duel { picture: ". F . . . .", to: (6, 1), weapon: "range: 9", ..DUEL }.field();
    assert!(!seen(&one.clone().tuned("rules.ron", "soft_limit: 2", "soft_limit: 1").begin(&[])));
    // HEX-LOS-02: units never block.
    let mut crowd = one.unit("Orks", "Troll", (4, 1), "").unit("Elves", "Treewarden", (3, 1), "").begin(&[]);
    assert!(seen(&crowd) && crowd.action(SHOT).verb == Verb::Fire);
    // No line is a reason to refuse.
    let mut game = Duel { picture: ". . B . . .", weapon: "range: 9", ..DUEL }
        .field()
        .unit("Elves", "Mender", (2, 1), "speed: Slow")
        .unit("Orks", "Mek", (1, 1), "speed: Slow, flying: true")
        .begin(&[]);
    game.act("pass", &[]);
    let fire = Action::of(Verb::Fire, game.unit("Gunner")).at(game.unit("Marker"));
    let refusal = game.refused(fire);
    assert_eq!((refusal.reason, refusal.rule), (Reason::NoSight, Rule("HEX-LOS-01")));
}

/// HEX-LOS-01, MAP-08: a line along hex edges is traced on both sides; half hidden is seen, without a modifier, and
/// each trace counts its own soft hexes.
#[test]
fn half_hidden() {
    // From 2.3 straight up to 2.1 the line runs between 1.2 and 2.2.
    for (middle, expected) in [
        (". . .", true),
        ("# . .", true),
        (". # .", true),
        ("# # .", false),
        ("B # .", false),
        ("F F .", true),
        ("1 1 .", true),
        ("2 2 .", false),
        ("2 1 .", true),
    ] {
        let picture = format!(". . .\n{middle}\n. . .");
        let duel = Duel { picture: &picture, from: (2, 3), to: (2, 1), ..DUEL };
        assert_eq!(seen(&duel.begin()), expected, "{middle}");
        if expected {
            assert_eq!(duel.modifiers(), (vec![], 8), "{middle}");
        }
    }
    // Two rows of pairs: a trace meets one hex of each pair.
    for (rows, expected) in
        [("F . .\n. . .\n. F .", true), ("F F .\n. . .\n. F .", true), ("F F .\n. . .\nF F .", false)]
    {
        let picture = format!(". . .\n{rows}\n. . .");
        let rows: Vec<&str> = picture.lines().collect();
        assert_eq!(rows.len(), 5);
        let duel = Duel { picture: &picture, from: (2, 5), to: (2, 1), weapon: "range: 9", ..DUEL };
        assert_eq!(seen(&duel.begin()), expected, "{rows:?}");
    }
}

/// HEX-LOS-02, HEX-TOK-10, HEX-TERRAIN-10, HEX-AFT-01: lines follow smoke and wrecks as they come and go.
#[test]
fn lines_change() {
    // A vehicle destroyed in a wood leaves a wreck in place of the trees.
    let mut game = Field::drawn(". F F . .")
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Rangers", (1, 1), "speed: Stand")
        .unit("Elves", "Treewarden", (2, 1), "speed: Stand")
        .unit("Orks", "War Buggy", (3, 1), "speed: Stand, facing: E, numbers: {\"fire\": 1, \"future\": 9}")
        .unit("Orks", "Mek", (4, 1), "speed: Stand")
        .at("Agony 2: fire")
        .begin(&[("HEX-AG2-01", 4)]);
    let (rangers, mek) = (game.unit("Rangers"), game.unit("Mek"));
    assert_eq!((game.place("War Buggy"), game.phase()), ((0, 0), "Orders"));
    assert!(game.battle.ground(game.hex(3, 1)).wreck && game.battle.sees(rangers, mek));
    assert_eq!(game.battle.check_invariants(), None);

    // Smoke laid in the assault round blocks, through the next turn too (HEX-ABIL-02).
    let mut game = Field::drawn(". F . . .")
        .side("Gnomes", "Gnome", "")
        .side("Orks", "Ork", "")
        .unit("Gnomes", "Tinkers", (3, 1), "speed: Stand")
        .unit("Gnomes", "Tesla Team", (1, 1), "speed: Stand")
        .unit("Orks", "Mek", (5, 1), "speed: Stand")
        .at("Pre assault abilities 3")
        .begin(&[]);
    let (tesla, mek) = (game.unit("Tesla Team"), game.unit("Mek"));
    assert!(game.battle.sees(tesla, mek));
    game.act("Tinkers lays smoke on 4.1", &[]);
    assert!(!game.battle.sees(tesla, mek) && !game.battle.sees(mek, tesla));
    while game.phase() != "Orders" {
        game.act("pass", &[]);
    }
    assert!(!game.battle.sees(tesla, mek) && game.battle.table().turn == 2);
}
