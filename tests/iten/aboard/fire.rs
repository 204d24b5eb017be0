//! Ranges, flamers, grenades and cover aboard (HULK-SHOT, HULK-COVER).

use hexfray::battle::Fact;
use hexfray::board::Cell;

use super::{GRIT, fates, point, shot, watched, watcher};
use crate::field::{Field, Game, chances, ratio};

const SCATTER: &str = "ITEN-GREN-02";
const LASGUN: &str = "armour: \"Flak Jacket\", weapons: [\"Lasgun\"]";
const BURNER: &str = "armour: \"Flak Jacket\", weapons: [\"Flamethrower\"]";

/// A long room of ten rows, with a pillar.
const HALL: &str = "
    # # # # # # # # # # # # # # # # # # # # #
     # r r r r r r r r r r r r r r r r r r r #
    # r r r r r r r r r r r r r r r r r r r #
     # r r r r r r r r r r r r r r r r r r r #
    # r r # r r r r r r r r r r r r r r r r #
     # r r r r r r r r r r r r r r r r r r r #
    # r r r r r r r r r r r r r r r r r r r #
     # r r r r r r r r r r r r r r r r r r r #
    # r r r r r r r r r r r r r r r r r r r #
     # r r r r r r r r r r r r r r r r r r r #
    # # # # # # # # # # # # # # # # # # # # #";

/// A passage along the second row that bends down at its end, and where an arm goes up: (6, 2) is where they meet.
const BEND: &str = "
    # # # # # # q # # # #
     # p p p p p k k # # #
    # # # # # # # # k # #
     # # # # # # # # k # #
    # # # # # # # # # # #";

fn places(game: &Game, cells: &[Cell]) -> Vec<(u16, u16)> {
    let mut all: Vec<_> = cells.iter().map(|&c| game.battle.board().column_row(c)).collect();
    all.sort_by_key(|&(column, row)| (row, column));
    all
}

/// Where a flamer at a hex, pointed at another, burns.
fn flames(field: &Field, at: (u16, u16), front: (u16, u16)) -> Vec<(u16, u16)> {
    let game = somebody(field.clone()).begin(&[]);
    places(&game, &game.battle.flames(game.hex(at.0, at.1), game.hex(front.0, front.1)))
}

/// Two sides that are not to be anywhere in particular.
fn somebody(field: Field) -> Field {
    field.side("Red", "").figure("Ann", (2, 2), LASGUN).side("Blue", "").figure("Bob", (3, 2), LASGUN)
}

/// HULK-SHOT-01: a weapon of range 12 reaches 12 hexes.
#[test]
fn ranges_count_hexes() {
    let pistol = "weapons: [\"Autopistol\"]";
    let field = Field::ship(HALL).at("Shooting").side("Red", "").figure("Ann", (3, 3), pistol).side("Blue", "");
    let game = field.figure("Near", (15, 3), "").figure("Far", (16, 3), "").begin(&[]);
    let hits = |at: &str| game.battle.shot(game.unit("Ann"), 0, game.unit(at)).is_some();
    assert_eq!((hits("Near"), hits("Far")), (true, false));
}

/// HULK-SHOT-03: four hexes along a passage, round a bend and into every arm of a junction, up to closed doors, and never
/// behind the operator.
#[test]
fn flames_run_along_passages() {
    let straight = Field::ship("# # # # # # # # # # #\n # p p p p p p p p p #\n# # # # # # # # # # #");
    assert_eq!(flames(&straight, (3, 2), (4, 2)), [(4, 2), (5, 2), (6, 2), (7, 2)]);
    assert_eq!(flames(&straight, (3, 2), (2, 2)), [(2, 2)]);
    assert_eq!(flames(&straight, (3, 2), (3, 1)), []);
    let arms = [(7, 1), (5, 2), (6, 2), (7, 2), (8, 2)];
    assert_eq!(flames(&Field::ship(BEND), (4, 2), (5, 2)), arms);
    assert_eq!(flames(&Field::ship(BEND), (6, 2), (7, 2)), [(7, 1), (7, 2), (8, 2), (9, 3), (9, 4)]);
    let door = Field::ship("# # # # # # # # # # #\n # p p p p D q q q q #\n# # # # # # # # # # #");
    assert_eq!(flames(&door, (3, 2), (4, 2)), [(4, 2), (5, 2)]);
    let open = door.with("open: [(6, 2)]");
    assert_eq!(flames(&open, (3, 2), (4, 2)), [(4, 2), (5, 2), (6, 2), (7, 2)]);
    let wide = Field::ship("# # # # # # # # #\n # p p p p p p p #\n# p p p p p p p #\n # # # # # # # # #");
    assert!(flames(&wide, (4, 2), (5, 2)).iter().all(|at| at.0 >= 5));
}

/// HULK-SHOT-04: in a compartment 24 hexes in the open, all within four steps to the front and in sight.
#[test]
fn flames_fan_out_in_compartments() {
    let hall = Field::ship(HALL);
    let open = flames(&hall, (10, 6), (11, 6));
    assert_eq!(open.len(), 24);
    assert!(open.contains(&(14, 6)) && !open.contains(&(15, 6)) && !open.contains(&(9, 6)));
    // The pillar at (4, 5) keeps off what is behind it.
    let behind = |at: (u16, u16)| flames(&hall, at, (at.0 - 1, at.1)).contains(&(3, at.1));
    assert_eq!([behind((6, 5)), behind((6, 6))], [false, true]);
    assert_eq!(flames(&hall, (5, 5), (4, 5)), []);
}

/// MAP-23: in a compartment, of every hex that he may face, those within four steps and 60 degrees of it; in a passage those
/// along it, to the front.
#[test]
fn flames_keep_within_sixty_degrees() {
    let hall = Field::ship(HALL);
    let game = somebody(hall.clone()).begin(&[]);
    let board = game.battle.board();
    let from = game.hex(11, 6);
    // Where a hex lies from there on a plane.
    let off = |cell: Cell| {
        let hex = board.hex(cell) - board.hex(from);
        (f64::from(hex.x) + f64::from(hex.y) / 2.0, f64::from(hex.y) * 3f64.sqrt() / 2.0)
    };
    for front in board.neighbours[from.index()] {
        let (fx, fy) = off(front);
        let ahead = |cell: &Cell| {
            let (x, y) = off(*cell);
            let far = board.distance(from, *cell);
            (1..=4).contains(&far) && fx * x + fy * y >= x.hypot(y) / 2.0 - 1e-9
        };
        let floor = |cell: &Cell| board.space_at(*cell).is_some();
        let expected: Vec<Cell> = board.cells().filter(ahead).filter(floor).collect();
        assert_eq!(expected.len(), 24);
        assert_eq!(places(&game, &game.battle.flames(from, front)), places(&game, &expected));
    }
    let passage = Field::ship("# # # # # # # # # # #\n # p p p p p p p p p #\n# # # # # # # # # # #");
    assert_eq!(flames(&passage, (6, 2), (7, 2)), [(7, 2), (8, 2), (9, 2), (10, 2)]);
    assert_eq!(flames(&passage, (6, 2), (5, 2)), [(2, 2), (3, 2), (4, 2), (5, 2)]);
}

/// HULK-SHOT-06: the first hex in front decides; behind a door the hex beyond it.
#[test]
fn the_first_hex_says_what_burns() {
    let mouth = "
        # # # # # # # # # # # #
         # r r r r # # # # # # #
        # r r r r p p p p p p #
         # r r r r # # # # # # #
        # r r r r # # # # # # #
         # # # # # # # # # # # #";
    let field = Field::ship(mouth);
    // Out of the room into the passage: along it only, though the room is beside.
    assert_eq!(flames(&field, (5, 3), (6, 3)), [(6, 3), (7, 3), (8, 3), (9, 3)].as_slice());
    // Out of the passage into the room: all that is seen ahead.
    assert!(flames(&field, (6, 3), (5, 3)).contains(&(4, 2)));
    let door = Field::ship(&mouth.replacen("p p", "D p", 1)).with("open: [(6, 3)]");
    assert_eq!(flames(&door, (5, 3), (6, 3)), [(6, 3), (7, 3), (8, 3), (9, 3)].as_slice());
    let closed = Field::ship(&mouth.replacen("p p", "D p", 1));
    assert_eq!(flames(&closed, (5, 3), (6, 3)), []);
}

/// A passage with a flamer, a friend and two enemies in it.
fn corridor() -> Field {
    let row = Field::ship("# # # # # # # # # # # #\n # p p p p p p p p p p #\n# # # # # # # # # # # #");
    let red = row.at("Shooting").side("Red", "").figure("Ann", (3, 2), BURNER).figure("Al", (4, 2), LASGUN);
    red.side("Blue", "").figure("Bob", (6, 2), LASGUN).figure("Bea", (8, 2), LASGUN)
}

/// HULK-SHOT-02, HULK-SHOT-05: no roll to hit, one hit on everybody in the flames, friends too, the operator excepted;
/// cover does not help, and Grit is rolled at -1: at 4+ out in 2/3, knocked down in 1/6.
#[test]
fn a_flamer_hits_everyone_outright() {
    let mut game = corridor().begin(&[]);
    let burn = "Ann burns everyone from 4.2 with the Flamethrower";
    let outcome = chances(&[("fate 0>1, on board 1>0", "2/3"), ("down 0>1, fell 0>1", "1/6"), ("nothing", "1/6")]);
    assert_eq!(game.odds(burn, "Bob"), outcome);
    let bulwarked = corridor().map("hexes: [(at: (6, 2), terrain: Bulwark)]");
    assert_eq!(bulwarked.begin(&[]).odds(burn, "Bob"), outcome);
    game.act(burn, &[]);
    game.act("Al does nothing", &[(GRIT, 5), (GRIT, 6)]);
    assert_eq!(fates(&game, ["Ann", "Al", "Bob", "Bea"]), [0, 1, 0, 0]);
    assert_eq!(game.value("Ann", "kills"), 0);
    // Nor at a figure, nor where nobody of the enemy would burn, nor from a melee.
    let mut game = corridor().begin(&[]);
    let refused = |game: &mut Game, action| game.refused(action).rule.0;
    let at_bob = shot(&game, "Ann", 0, "Bob");
    assert_eq!(refused(&mut game, at_bob), "HULK-SHOT-02");
    let back = point(&game, "Ann", 0, (2, 2));
    assert_eq!(refused(&mut game, back), "HULK-SHOT-02");
}

/// HULK-SHOT-07: without a roll to hit, at three steps and not at four, and not through walls.
#[test]
fn grenades_hit_outright_aboard() {
    let grenade = "weapons: [\"Grenade\"]";
    let field = Field::ship(HALL).at("Shooting").side("Red", "").figure("Ann", (3, 3), grenade).side("Blue", "");
    let near = field.figure("Bob", (13, 3), LASGUN).figure("Ben", (14, 3), LASGUN);
    let mut game = near.begin(&[]);
    let aim = point(&game, "Ann", 0, (10, 3));
    game.play(aim, &[(SCATTER, 1), (GRIT, 4)]);
    assert_eq!(fates(&game, ["Bob", "Ben"]), [1, 0]);
}

/// What a burst on the point does to Bob.
fn direct(game: &Game) -> Option<i32> {
    let first = game.events.iter().find(|e| e.rule.0 == SCATTER)?;
    let Fact::Rolled { face, .. } = first.fact else { return None };
    (face < 3).then(|| fates(game, ["Bob"])[0])
}

/// HULK-SHOT-08: two hits in a passage or a chamber two wide or less, one in larger rooms.
#[test]
fn two_hits_where_it_is_tight() {
    let passage = "# # # # # # # # # # # #\n # p p p p p p p p p p #\n# # # # # # # # # # # #";
    let closet = "
        # # # # # # # # # # # #
         # r r r r r r r s s # #
        # r r r r r r r s s # #
         # r r r r r r r # # # #
        # # # # # # # # # # # #";
    let three = "
        # # # # # # # # # # # # #
         # p p p p p p p p p p p #
        # p p p p p p p p p p p #
         # p p p p p p p p p p p #
        # # # # # # # # # # # # #";
    // Each with what becomes of somebody of Grit 3+ and of Grit 4+, out, down, unhurt.
    let (twice, once) =
        ((["5/9", "7/36", "1/4"], ["3/4", "5/36", "1/9"]), (["1/3", "1/6", "1/2"], ["1/2", "1/6", "1/3"]));
    for (picture, at, (tough, weak)) in
        [(passage, (9, 2), twice), (closet, (9, 2), twice), (HALL, (9, 3), once), (three, (9, 3), once)]
    {
        for (grit, odds) in [(3, tough), (4, weak)] {
            let row = picture.trim().lines().count() as u16 + 1;
            let red = watched(picture).troop("Man", &format!("grit: {grit}"));
            let blue = watcher(red.figure("Ann", (2, 2), "weapons: [\"Grenade\"]"), row);
            let mut game = blue.figure("Bob", at, "troop: \"Man\"").begin(&[]);
            let throw = format!("Ann shoots at {}.{} with the Grenade", at.0, at.1);
            let all = game.chances(&throw, direct);
            for (fate, chance) in [(2, odds[0]), (1, odds[1]), (0, odds[2])] {
                assert_eq!(all[&Some(fate)], ratio(chance) * ratio("1/3"), "{fate} at {grit}+ in {picture}");
            }
        }
    }
}

/// HULK-SHOT-09: it scatters as ashore, on target in 1/3, and stops in the last hex before a bulkhead.
#[test]
fn grenades_stop_at_bulkheads() {
    let picture = "# # # # # # # # # # # #\n # p p p p p p p p p p #\n# # # # # # # # # # # #";
    let red = watched(picture).figure("Ann", (2, 2), "weapons: [\"Grenade\"]");
    let mut game = watcher(red, 4).figure("Bob", (10, 2), "").begin(&[]);
    let throw = "Ann shoots at 8.2 with the Grenade";
    let on_point = |g: &Game| direct(g).is_some();
    assert_eq!(game.chances(throw, on_point)[&true], ratio("1/3"));
    // Six hexes east would be far beyond the end: it bursts at (11, 2), next to him.
    game.act(throw, &[(SCATTER, 6), (SCATTER, 1), (SCATTER, 6), (GRIT, 6), (GRIT, 2)]);
    assert_eq!(fates(&game, ["Ann", "Bob"]), [0, 2]);
}

/// HULK-COVER-01, HULK-COVER-02, HULK-COVER-03, HULK-COVER-04: +5 against Armour 8: 2/3 in the open, 1/2 past a friend or
/// furniture, 1/3 with a console or a doorway, 1/6 with a bulwark, or a console and half hidden.
#[test]
fn cover_aboard() {
    let faces = |furnish: &str, from: (u16, u16), to: (u16, u16), friend: &str| {
        let (field, at) = match friend {
            "near" => (Field::ship(HALL), (from.0 + 1, from.1)),
            "far" => (Field::ship(HALL), (to.0 - 2, to.1)),
            _ => (Field::ship(HALL), (19, 10)),
        };
        let lies = if friend == "down" { "\"down\": 1" } else { "" };
        let field = field.map(&format!("hexes: [{furnish}]")).troop("Shot", "sv: 4").at("Shooting").side("Red", "");
        let red = field.figure("Ann", from, "troop: \"Shot\", weapons: [\"Lasgun\"]");
        let red = red.figure_with("Al", if friend == "down" { (from.0 + 2, from.1) } else { at }, "", lies);
        let game = red.side("Blue", "").figure("Bob", to, "armour: \"Power Armour\"").begin(&[]);
        game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).unwrap().faces()
    };
    let (a, b) = ((6, 3), (12, 3));
    assert_eq!(faces("", a, b, ""), 4);
    assert_eq!([faces("", a, b, "near"), faces("", a, b, "far"), faces("", a, b, "down")], [3, 3, 4]);
    let before = |terrain: &str| faces(&format!("(at: (11, 3), terrain: {terrain})"), a, b, "");
    let inside = |terrain: &str| faces(&format!("(at: (12, 3), terrain: {terrain})"), a, b, "");
    assert_eq!(["Furniture", "Console", "Bulwark"].map(before), [3, 2, 1]);
    assert_eq!(["Furniture", "Console", "Bulwark"].map(inside), [3, 2, 1]);
    // The best one counts: a friend beside a console changes nothing.
    assert_eq!(faces("(at: (12, 3), terrain: Console)", a, b, "near"), 2);
    // Past the pillar at (4, 5): one trace of two.
    let corner = |furnish: &str| faces(furnish, (3, 6), (5, 5), "");
    assert_eq!([corner(""), corner("(at: (5, 5), terrain: Console)")], [3, 1]);
    // Deep in rough ground, which ashore nobody would see into.
    let rough: String = (7..=12).map(|c| format!("(at: ({c}, 3), terrain: Forest), ")).collect();
    assert_eq!(faces(&rough, a, b, ""), 3);
}

/// HULK-COVER-02: an enemy that holds a doorway.
#[test]
fn a_held_doorway_is_cover() {
    let row = Field::ship("# # # # # # # # # # # #\n # p p p p p D q q q q #\n# # # # # # # # # # # #")
        .with("open: [(7, 2)]");
    let red = row.troop("Shot", "sv: 4").at("Shooting").side("Red", "");
    let red = red.figure("Ann", (2, 2), "troop: \"Shot\", weapons: [\"Lasgun\"]");
    for (at, faces) in [((7, 2), 2), ((8, 2), 4), ((9, 2), 4)] {
        let game = red.clone().side("Blue", "").figure("Bob", at, "armour: \"Power Armour\"").begin(&[]);
        assert_eq!(game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).unwrap().faces(), faces, "{at:?}");
    }
}
