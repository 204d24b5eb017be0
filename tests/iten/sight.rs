//! Lines of sight, and the cover that they give (7.3, 7.2.1, 6.1).

use hexfray::battle::{Modifier, Rule};
use hexfray::rules::iten::sight::Look;

use crate::field::{Field, Game};

/// Ann of Red with a Lasgun in one hex, Bob of Blue in another.
fn two(picture: &str, ann: (u16, u16), bob: (u16, u16)) -> Game {
    let gun = "armour: \"Power Armour\", weapons: [\"Lasgun\"]";
    let red = Field::drawn(picture).side("Red", "").figure("Ann", ann, gun);
    red.side("Blue", "").figure("Bob", bob, gun).begin(&[])
}

/// How Bob looks to Ann: whether half of him is hidden, and the class of his cover.
fn look(picture: &str, ann: (u16, u16), bob: (u16, u16)) -> Option<(bool, u8)> {
    let game = two(picture, ann, bob);
    let seen = |from: (u16, u16), to: (u16, u16)| {
        let Look { half, class } = game.battle.look(game.hex(from.0, from.1), game.hex(to.0, to.1))?;
        Some((half, class))
    };
    assert_eq!(seen(ann, bob).is_some(), seen(bob, ann).is_some(), "who sees is seen");
    seen(ann, bob)
}

/// Ann at the left end of a row, Bob at the right.
fn along(row: &str) -> Option<(bool, u8)> {
    look(row, (1, 1), (row.split_whitespace().count() as u16, 1))
}

/// What cover adds to Bob's Armour against Ann's shot, and what his being half hidden does.
fn added(picture: &str, ann: (u16, u16), bob: (u16, u16)) -> (i8, i8) {
    let game = two(picture, ann, bob);
    let shot = game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).unwrap();
    assert_eq!(shot.armour, 8);
    let of = |rule| -shot.modifiers.iter().filter(|m| m.rule == Rule(rule)).map(|m| m.value).sum::<i8>();
    (of("ITEN-SHO-09"), of("ITEN-SHO-10"))
}

/// ITEN-LOS-01, MAP-08: walls and closed doors block, and a rise higher than both who look; open ground and water do
/// not.
#[test]
fn solid_things_block_sight() {
    for (row, seen) in [
        (". . . . .", true),
        (". . # . .", false),
        (". . D . .", false),
        (". . ~ . .", true),
        (". . 2 . .", false),
        ("2 . 2 . .", true),
        (". . 1 . 3", true),
    ] {
        assert_eq!(along(row).is_some(), seen, "{row}");
    }
}

/// ITEN-LOS-01: a wall that a scenario begins with a hole in is seen through, on the ground as aboard.
#[test]
fn a_holed_wall_is_seen_through() {
    for (holed, seen) in [("", false), ("holed: [(3, 1)]", true)] {
        let field = Field::drawn(". . # . .\n").with(holed).side("Red", "").figure("Ann", (1, 1), "");
        let game = field.side("Blue", "").figure("Bob", (5, 1), "").begin(&[]);
        assert_eq!(game.battle.look(game.hex(1, 1), game.hex(5, 1)).is_some(), seen, "{holed}");
    }
}

/// ITEN-LOS-02: figures do not block sight, friends or foes.
#[test]
fn figures_do_not_block_sight() {
    let red = Field::open(12, 1).at("Shooting").side("Red", "").figure("Ann", (1, 1), "weapons: [\"Lasgun\"]");
    let game = red.figure("Al", (3, 1), "").side("Blue", "").figure("Ben", (6, 1), "").figure("Bob", (9, 1), "");
    let game = game.begin(&[]);
    let shot = game.battle.shot(game.unit("Ann"), 0, game.unit("Bob"));
    assert!(shot.is_some_and(|s| !s.look.half && s.look.class == 0));
}

/// ITEN-LOS-03, MAP-10: three hexes of an area at either end are seen through, four are not, one's own hex included.
#[test]
fn an_area_is_seen_into_by_three() {
    for (row, seen) in [
        ("f f f . . . .", true),
        ("f f f f . . .", false),
        (". . . . % % %", true),
        (". . . % % % %", false),
        (", , , . . % % %", true),
        ("f f f f . . f", false),
        ("f . . f f f f", false),
    ] {
        assert_eq!(along(row).is_some(), seen, "{row}");
    }
}

/// ITEN-LOS-04: an area with open ground on both sides of it hides what is beyond; lines of cover hide nothing.
#[test]
fn an_area_hides_what_is_beyond() {
    for (row, seen) in [
        (". . f . .", false),
        (". . . f .", false),
        (". f . . .", false),
        ("f . f . f", false),
        ("f f . f f", true),
        (". . - . .", true),
        (". . B . .", true),
        (". _ W - .", true),
    ] {
        assert_eq!(along(row).is_some(), seen, "{row}");
    }
}

/// ITEN-LOS-05: within one area one sees three hexes far, not four.
#[test]
fn within_an_area_one_sees_three() {
    let row = "f f f f f f";
    assert_eq!(look(row, (1, 1), (4, 1)), Some((false, 2)));
    assert_eq!(look(row, (1, 1), (5, 1)), None);
    assert_eq!(look(". f f f f .", (2, 1), (5, 1)), Some((false, 2)));
}

/// ITEN-SHO-09, MAP-09, ITEN-TRN-03: soft cover adds 1 to Armour, hard 2: that of the target's own hex or of the line
/// before it, only the better of the two; a line beside the firer gives nothing. Armour 8 in hard cover is 10.
#[test]
fn cover_is_the_targets_hex_or_the_line_before_it() {
    for (row, armour) in [
        (". . . . .", 0),
        (". . . . ,", 1),
        (". . . . f", 2),
        (". . . . %", 2),
        (". . . . ^", 1),
        (". . . - .", 1),
        (". . . _ .", 2),
        (". . . B .", 2),
        (". . . W .", 2),
        (". . . B ,", 2),
        (". . . - %", 2),
        (". . B . .", 0),
        (". B . . .", 0),
        (". B .", 0),
        (". . . . W", 2),
        // The area before the target's own is no line.
        (". . . % ,", 1),
    ] {
        let bob = (row.split_whitespace().count() as u16, 1);
        assert_eq!(added(row, (1, 1), bob), (armour, 0), "{row}");
    }
}

/// ITEN-SHO-10, MAP-08: where the line runs between two hexes and one of them blocks, half of the target is hidden: one
/// more on Armour, in the open and in cover alike; hard cover and half hidden is three.
#[test]
fn half_hidden_is_one_more() {
    // From 2.1 to 2.3 the line runs between 1.2 and 2.2.
    for (middle, target, plus) in [
        (". .", ".", (0, 0)),
        ("# .", ".", (0, 1)),
        (". #", ".", (0, 1)),
        ("# .", ",", (1, 1)),
        ("# .", "%", (2, 1)),
        ("f .", ".", (0, 1)),
    ] {
        let picture = format!(". . .\n{middle} .\n. {target} .");
        assert_eq!(added(&picture, (2, 1), (2, 3)), plus, "{middle} {target}");
    }
    assert_eq!(look(". . .\n# # .\n. . .", (2, 1), (2, 3)), None);
}

/// ITEN-TRN-03, ITEN-SHO-09: whoever stands in an open doorway or at a window has hard cover.
#[test]
fn doorways_and_windows_are_hard_cover() {
    let field = Field::drawn(". . . . D .\n. . . . W .").with("open: [(5, 1)]").at("Shooting").side("Red", "");
    let red = field.figure("Ann", (1, 1), "weapons: [\"Lasgun\"]");
    let game = red.side("Blue", "").figure("Door", (5, 1), "").figure("Window", (5, 2), "").begin(&[]);
    for name in ["Door", "Window"] {
        let shot = game.battle.shot(game.unit("Ann"), 0, game.unit(name)).unwrap();
        assert!(shot.modifiers.contains(&Modifier::ground(Rule("ITEN-SHO-09"), -2)), "{name}");
    }
}
