//! Boards painted: the same one the same, tiles that fit, and only what has changed painted anew.

use crate::board::Board;
use crate::content::Library;

use super::*;

fn board(name: &str) -> Board {
    Library::own().map(name).unwrap().0.clone()
}

#[test]
fn the_same_board_is_the_same_picture() {
    let board = board("crossroads");
    let picture = Picture::new(&board, &board.terrain);
    assert_eq!(picture.paint(0), Picture::new(&board, &board.terrain).paint(0));
}

#[test]
fn tiles_fit() {
    let board = board("crossroads");
    let picture = Picture::new(&board, &board.terrain);
    // The last column of one tile and the first of the next are a pixel apart, and look it.
    let (left, right) = (picture.paint(0), picture.paint(1));
    let far = |row: usize| {
        let (a, b) = ((row * TILE + TILE - 1) * 4, row * TILE * 4);
        (0..3).map(|i| left[a + i].abs_diff(right[b + i])).max().unwrap()
    };
    let mut differences: Vec<u8> = (0..TILE).map(far).collect();
    differences.sort_unstable();
    assert!(differences[TILE / 2] < 24, "{differences:?}");
}

#[test]
fn what_changes_changes_its_own_tiles_alone() {
    let board = board("crossroads");
    let before = Picture::new(&board, &board.terrain);
    let mut terrain = board.terrain.clone();
    terrain[board.at(1, 1).index()] = Terrain::Wreck;
    let after = Picture::new(&board, &terrain);
    let changed: Vec<usize> = (0..before.tiles()).filter(|&t| before.look(t) != after.look(t)).collect();
    assert_eq!(changed, [0]);
    assert_ne!(before.paint(0), after.paint(0));
}

#[test]
fn everything_is_opaque_within_and_nothing_far_outside() {
    for name in ["crossroads", "dead_air"] {
        let board = board(name);
        let picture = Picture::new(&board, &board.terrain);
        let pixels = picture.paint(0);
        let at = |x: f32, y: f32| {
            let corner = picture.corner(0);
            let place = |far: f32| (far * picture.density) as usize;
            pixels[(place(y - corner.1) * TILE + place(x - corner.0)) * 4 + 3]
        };
        assert_eq!(at(120.0, 120.0), 255, "{name}");
        assert_eq!(at(-RIM + 1.0, -RIM + 1.0), 0, "{name}");
    }
}

/// Beyond its rim a board goes on as in a mirror, however far: roads go on to roads there too.
#[test]
fn the_land_goes_on() {
    let board = board("crossroads");
    let plan = Plan::new(&board, &board.terrain);
    let (columns, rows) = (50, 40);
    let land = plan.surrounded(columns, rows);
    let (mut on_board, mut roads) = (0, 0);
    for at in (0..land.rows).flat_map(|row| (0..land.columns).map(move |column| (column, row))) {
        let spot = land.spot(at).unwrap();
        if let Some(own) = plan.spot((at.0 - columns, at.1 - rows)) {
            assert_eq!(spot, own);
            on_board += 1;
        }
        for way in (0..6).filter(|way| spot.is_road() && spot.joined >> way & 1 == 1) {
            assert!(land.spot(plan::next(at, way)).is_none_or(Spot::is_road), "{at:?} {way}");
            roads += 1;
        }
    }
    assert_eq!(on_board, plan.columns * plan.rows);
    assert!(roads > 200, "{roads}");
    // Above the first row lies the second, and so on.
    let row =
        |row: i32| (0..plan.columns).map(|c| land.spot((c + columns, row + rows)).unwrap().terrain).collect::<Vec<_>>();
    assert_eq!([row(-1), row(-5)], [row(1), row(5)]);
}

/// The land is there at the rim and fades away from it; about a ship is space, which is dark.
#[test]
fn land_fades() {
    let pixels = |name| {
        let board = board(name);
        let (painted, corner, density) = Picture::new(&board, &board.terrain).land().unwrap();
        let pixel = |x: f32, y: f32| -> [u8; 4] {
            let place = ((y - corner.1) * density) as usize * painted.size.0 + ((x - corner.0) * density) as usize;
            painted.pixels[place * 4..][..4].try_into().unwrap()
        };
        [pixel(-40.0, -40.0), pixel(corner.0 + 2.0, corner.1 + 2.0)]
    };
    let [near, far] = pixels("crossroads");
    assert_eq!((near[3], far), (255, [0; 4]));
    let [space, _] = pixels("dead_air");
    assert!(space[3] == 255 && near[1] > 2 * space[1], "{near:?} {space:?}");
    // Decks lie side by side, and between them no land begins.
    let house = Board::new("house", 8, 6, 2, Terrain::Clear);
    assert!(Picture::new(&house, &house.terrain).land().is_none());
}

/// A lamp lights what is about it as far as walls let it; far from it it is dark, and outside of the ship as it was.
#[test]
fn lamps_light_up_to_the_walls() {
    use crate::play::camera::{centre, extent, hex_at};
    use light::{Lights, Source};
    assert!(Lights::of(&board("crossroads"), &board("crossroads").terrain).is_none());
    let board = board("dead_air");
    let lights = Lights::of(&board, &board.terrain).unwrap();
    let ((x, y), (width, _)) = lights.place();
    let floor = |cell: &crate::board::Cell| board.terrain[cell.index()] == Terrain::Floor;
    let at = board.cells().find(|cell| floor(cell) && board.neighbours[cell.index()].iter().all(floor)).unwrap();
    let lit = lights.shine(&[(centre(&board, at), Source::Lamp)]);
    let scale = width / lit.size.0 as f32;
    let bright = |(px, py): Point| {
        let place = ((py - y) / scale) as usize * lit.size.0 + ((px - x) / scale) as usize;
        lit.pixels[place * 4]
    };
    let dark = lights.shine(&[]);
    let far = board.cells().filter(|cell| floor(cell) && board.distance(at, *cell) > 10);
    assert!(far.map(|cell| bright(centre(&board, cell))).min().unwrap() < 50);
    assert!(bright(centre(&board, at)) > 110);
    // Behind a wall, as near as the light reaches, somewhere it is as dark as without it.
    let near = board.cells().filter(|cell| floor(cell) && (3..=6).contains(&board.distance(at, *cell)));
    assert!(near.map(|cell| bright(centre(&board, cell))).min().unwrap() < 50, "nothing is in the shade");
    let outside = (extent(&board).0 + 10.0, 10.0);
    assert!(hex_at(&board, outside).is_none());
    assert_eq!(bright(outside), 127);
    assert_eq!(dark.size, lit.size);
}

/// At night it is dark but for one's own lamps, whose light goes less far than aboard; by day nothing is.
#[test]
fn lamps_light_up_the_night() {
    let mut board = board("powder_yard");
    let at = crate::play::camera::centre(&board, board.at(3, 3));
    let lights = light::Lights::of(&board, &board.terrain).unwrap();
    let bright = |picture: &canvas::Painted, column: usize| {
        let (x, y) = crate::play::camera::centre(&board, board.at(column as u16, 3));
        let ((left, top), (width, height)) = lights.place();
        let place = |far: f32, long: f32, pixels: usize| (far / long * pixels as f32) as usize;
        let (across, down) = picture.size;
        picture.pixels[(place(y - top, height, down) * across + place(x - left, width, across)) * 4]
    };
    let dark = lights.shine(&[]);
    let lit = lights.shine(&[(at, light::Source::Lamp)]);
    assert!(bright(&dark, 3) < 80 && bright(&lit, 3) > bright(&dark, 3) + 30);
    assert_eq!(bright(&lit, 10), bright(&dark, 10), "it shines seven hexes far");
    board.night = false;
    assert!(light::Lights::of(&board, &board.terrain).is_none());
}

/// Flames flicker: each moment is another picture, and the last leads on to the first.
#[test]
fn flames_flicker() {
    use crate::battle::field::Lies;
    let picture = |lies, frame| parts::part(parts::Part::Effect(lies, 0, frame), 40.0, None).pixels;
    for frame in 1..effects::FRAMES {
        assert_ne!(picture(Lies::Fire, 0), picture(Lies::Fire, frame));
    }
    assert_eq!(picture(Lies::Fire, 0), picture(Lies::Fire, effects::FRAMES));
}

/// Houses in a line share a roof: between two of them it is as it is in their middles, and no grass shows.
#[test]
fn houses_in_a_line_share_a_roof() {
    let roof = |joined: bool| {
        let mut board = Board::new("street", 7, 5, 1, Terrain::Clear);
        let (one, other) = (board.at(3, 3), board.at(4, 3));
        board.terrain[one.index()] = Terrain::Building;
        board.terrain[other.index()] = if joined { Terrain::Building } else { Terrain::Clear };
        let (a, b) = (crate::play::camera::centre(&board, one), crate::play::camera::centre(&board, other));
        let picture = Picture::new(&board, &board.terrain);
        let pixels = picture.paint(0);
        let place = |far: f32| ((far + RIM) * picture.density) as usize;
        // On the ridge, where the two meet.
        let at = (place(b.1 - 6.0) * TILE + place(f32::midpoint(a.0, b.0))) * 4;
        (i32::from(pixels[at]), i32::from(pixels[at + 1]))
    };
    let ((red, green), (_, grass)) = (roof(true), roof(false));
    assert!(red > green + 15, "tiles are red: {red} {green}, beside a house {grass}");
}

/// Every terrain there is can be painted, alone and beside every other.
#[test]
fn every_terrain_is_painted() {
    let mut board = Board::new("all", 12, 8, 1, Terrain::Clear);
    for (i, terrain) in Terrain::ALL.into_iter().enumerate() {
        board.terrain[i * 3 % 96] = terrain;
    }
    let picture = Picture::new(&board, &board.terrain);
    for tile in 0..picture.tiles() {
        // Colours are multiplied with the opacity.
        assert!(picture.paint(tile).chunks_exact(4).all(|p| p[..3].iter().all(|c| *c <= p[3])));
    }
}

/// A part as grey and opacity, both from 0 to 1, for plates so large.
fn grey(what: parts::Part, unit: f32, icon: Option<&crate::content::Icon>) -> (usize, Vec<(f32, f32)>) {
    let picture = parts::part(what, unit, icon);
    let share = |p: &[u8]| (p[..3].iter().map(|c| f32::from(*c)).sum::<f32>() / 765.0, f32::from(p[3]) / 255.0);
    (picture.size.0, picture.pixels.chunks_exact(4).map(share).collect())
}

/// Every icon that ships is a shape: neither nothing nor a blot, at every size.
#[test]
fn every_icon_is_drawn() {
    let library = Library::own();
    let names = library.icon_names();
    assert!(names.len() > 60);
    for name in names {
        let icon = library.icon(name).unwrap().unwrap();
        for unit in [10.0, 40.0] {
            let (_, pixels) = grey(parts::Part::Icon(0, 0), unit, Some(&icon));
            let inked = pixels.iter().filter(|(grey, opaque)| *opaque > 0.5 && *grey > 0.6).count();
            let share = inked as f32 / pixels.len() as f32;
            assert!((0.03..0.75).contains(&share), "{name} at {unit}: {share}");
        }
    }
}

/// At 20 pixels a counter without its colours still tells whose it is, by its shape, and that something is on it.
#[test]
fn small_counters_tell_their_side_in_grey() {
    let icon = Library::own().icon("orc-head").unwrap().unwrap();
    let mut shapes: Vec<Vec<bool>> = Vec::new();
    for side in 0..plates::SIDES {
        let (wide, plate) = grey(parts::Part::Plate(side, false), 10.0, None);
        let shape: Vec<bool> = plate.iter().map(|(_, opaque)| *opaque > 0.5).collect();
        assert!(shape[shape.len() / 2 + wide / 2] && !shape[0], "side {side} has a middle and no corners");
        for (other, known) in shapes.iter().enumerate() {
            let unlike = shape.iter().zip(known).filter(|(a, b)| a != b).count();
            assert!(unlike > shape.len() / 50, "sides {other} and {side} are alike but for {unlike} pixels");
        }
        shapes.push(shape);
        let (_, drawn) = grey(parts::Part::Icon(0, side), 10.0, Some(&icon));
        let light = drawn.iter().filter(|(_, opaque)| *opaque > 0.8).map(|(grey, _)| *grey).fold(0.0, f32::max);
        let middle = plate[plate.len() / 2 + wide / 2].0;
        assert!(light - middle > 0.3, "side {side}: an icon of {light} on a plate of {middle}");
    }
}

/// Rims differ where plates are large enough for a pattern.
#[test]
fn rims_have_patterns() {
    for side in 1..6 {
        let of = |patterned| parts::part(parts::Part::Plate(side, patterned), 40.0, None);
        assert_ne!(of(true), of(false), "side {side}");
    }
}

/// Every part is painted and fits its picture: nothing is cut off at the edges.
#[test]
fn parts_fit_their_pictures() {
    use crate::battle::field::{Lies, Tone};
    use crate::play::scars::Scar;
    use parts::Part;
    use plates::Glow;
    let icon = Library::own().icon("drop").unwrap().unwrap();
    let lying = [Lies::Fire, Lies::Smoke, Lies::Gas, Lies::Acid, Lies::Wreck];
    let mut all = vec![Part::Pointer, Part::Blip, Part::Step, Part::End, Part::Goal, Part::Number(None)];
    all.extend([Part::Pip(true), Part::Pip(false), Part::Badge(Tone::Fire, 0), Part::Spot(Tone::Aim)]);
    all.extend([Part::Muzzle, Part::Sparks, Part::Fireball, Part::Ladder]);
    let scars = [Scar::Fallen, Scar::Burnt, Scar::Crater];
    all.extend(scars.into_iter().flat_map(|scar| (0..effects::LOOKS).map(move |look| Part::Scar(scar, look))));
    let dice = [4, 6, 8, 10, 20].into_iter().flat_map(|faces| (0..=6).map(move |pips| (faces, pips)));
    all.extend(
        dice.flat_map(|(faces, pips)| [None, Some(true), Some(false)].map(|made| Part::Die { faces, pips, made })),
    );
    all.extend([Terrain::Door, Terrain::LightHatch, Terrain::Hatch, Terrain::HeavyHatch].map(Part::Leaf));
    all.extend((2..=8).map(Part::Tray));
    for frame in 0..effects::FRAMES {
        let look = |lies| (0..effects::LOOKS).map(move |look| Part::Effect(lies, look, frame));
        all.extend(lying.into_iter().flat_map(look));
    }
    for side in 0..plates::SIDES {
        all.extend([
            Part::Shadow(side),
            Part::Plate(side, true),
            Part::Icon(0, side),
            Part::Count(side),
            Part::Tag(side),
            Part::White(side),
        ]);
        let glows = [Glow::Chosen, Glow::Aimed, Glow::Target, Glow::Friend, Glow::Drafted, Glow::Able];
        all.extend(glows.map(|glow| Part::Glow(side, glow)));
    }
    for what in all {
        let (wide, pixels) = grey(what, 40.0, Some(&icon));
        assert!(pixels.iter().any(|(_, opaque)| *opaque > 0.3), "{what:?} is blank");
        let edge = |i: usize| i < wide || i >= pixels.len() - wide || [0, wide - 1].contains(&(i % wide));
        let cut = pixels.iter().enumerate().filter(|(i, (_, opaque))| edge(*i) && *opaque > 0.1).count();
        assert_eq!(cut, 0, "{what:?} is cut off");
    }
}
