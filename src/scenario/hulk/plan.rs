//! What a hulk is to consist of, before anything has its place: rooms by size, use and make.

use super::Params;
use super::chance::Chance;
use super::shape::Shape;
use crate::board::Terrain;

/// Classes of rooms by their sides (HULK-GEN-06 to -08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Storage,
    Working,
    Large,
}

/// A make of ship: how it builds, and what it calls its rooms.
pub(super) struct Style {
    pub(super) name: &'static str,
    /// What it favours, beside whatever else there is.
    pub(super) shapes: &'static [Shape],
    /// Usual doorways.
    pub(super) doorways: &'static [Terrain],
    /// Of a hundred entrances from passages, how many are mouths.
    pub(super) mouths: usize,
    /// Of a hundred passages, how many are two wide.
    pub(super) wide: usize,
    pub(super) storage: &'static [&'static str],
    pub(super) working: &'static [&'static str],
    pub(super) large: &'static [&'static str],
}

pub(super) const STYLES: [Style; 5] = [
    Style {
        name: "freighter",
        shapes: &[Shape::Box, Shape::Clipped, Shape::Elbow],
        doorways: &[Terrain::Door, Terrain::Hatch, Terrain::Hatch],
        mouths: 25,
        wide: 60,
        storage: &["rope locker", "pump room", "dry store"],
        working: &["crew berths", "purser's office", "galley", "cargo control", "machine shop"],
        large: &["main hold", "vehicle bay"],
    },
    Style {
        name: "warship",
        shapes: &[Shape::Hexagon, Shape::Clipped, Shape::Tee],
        doorways: &[Terrain::Hatch, Terrain::Hatch, Terrain::HeavyHatch],
        mouths: 10,
        wide: 35,
        storage: &["magazine", "armoury", "damage control"],
        working: &["bridge", "gun deck", "infirmary", "briefing room", "targeting"],
        large: &["mess hall", "shuttle bay"],
    },
    Style {
        name: "pilgrim ship",
        shapes: &[Shape::Cross, Shape::Hexagon, Shape::Pillars],
        doorways: &[Terrain::Door, Terrain::Door, Terrain::LightHatch],
        mouths: 35,
        wide: 45,
        storage: &["reliquary", "vestry", "ossuary"],
        working: &["chapel", "scriptorium", "refectory", "dormitory", "bell room"],
        large: &["nave", "hall of the drowned"],
    },
    Style {
        name: "ore barge",
        shapes: &[Shape::Slant, Shape::Wedge, Shape::Box],
        doorways: &[Terrain::LightHatch, Terrain::Hatch, Terrain::Door],
        mouths: 30,
        wide: 50,
        storage: &["tool crib", "fuel store", "sample store"],
        working: &["crusher", "assay room", "drill shop", "bunk room", "smelter"],
        large: &["ore bunker", "conveyor hall"],
    },
    Style {
        name: "alien ship",
        shapes: &[Shape::Hexagon, Shape::Wedge, Shape::Slant],
        doorways: &[Terrain::LightHatch, Terrain::LightHatch, Terrain::Hatch],
        mouths: 40,
        wide: 30,
        storage: &["seed cell", "drop pit", "husk store"],
        working: &["brood chamber", "listening room", "feeding room", "mirror room", "vine room"],
        large: &["hatchery", "court of echoes"],
    },
];

/// The name of the room that drives the ship, where one is asked for.
pub const DRIVE_CHAMBER: &str = "drive chamber";
/// The name of the room that holds the shield generator, where one is asked for.
pub const SHIELD_ROOM: &str = "shield room";

/// A room to be built.
#[derive(Clone)]
pub(super) struct Wanted {
    pub(super) name: String,
    pub(super) size: Size,
    /// Its place among [`STYLES`].
    pub(super) style: usize,
    pub(super) shape: Shape,
    /// Columns and rows, or near it.
    pub(super) sides: (i32, i32),
    pub(super) deck: u16,
    /// Whether it reaches up to the deck above.
    pub(super) tall: bool,
    /// Whether heavy bulkheads and hatches enclose it.
    pub(super) guarded: bool,
}

/// The rooms of a hulk, the largest first, and where among [`STYLES`] its makes stand.
pub(super) fn rooms(params: &Params, chance: &mut Chance) -> Vec<Wanted> {
    let count = usize::from(params.rooms);
    let large = (count / 8).max(usize::from(count >= 5 || params.drive_chamber));
    let storage = ((count * chance.between(17, 26) + 50) / 100).max(1);
    let mut styles: Vec<usize> = (0..STYLES.len()).collect();
    chance.shuffle(&mut styles);
    styles.truncate(chance.between(2, (count / 3).clamp(2, 5)));
    // Where there is much room for each, rooms are larger.
    let (width, height) = params.size;
    let roomy = usize::from(width) * usize::from(height) * usize::from(params.decks) > 250 * count;
    let mut rooms: Vec<Wanted> = (0..count)
        .map(|i| {
            let size = match i {
                _ if i < large => Size::Large,
                _ if i < count - storage => Size::Working,
                _ => Size::Storage,
            };
            // Each deck gets some of each size.
            let (deck, style) = (i as u16 % params.decks, styles[i % styles.len()]);
            wanted(size, style, deck, roomy, chance)
        })
        .collect();
    if params.drive_chamber {
        let side = chance.between(9, 11) as i32;
        let shape = *chance.pick(&[Shape::Hexagon, Shape::Clipped, Shape::Hexagon]);
        let drive = &mut rooms[0];
        (drive.name, drive.shape, drive.sides) = (DRIVE_CHAMBER.to_owned(), shape, (side, 9));
        (drive.guarded, drive.tall, drive.deck) = (true, params.decks > 1, 0);
    }
    if params.shield_room {
        let room = &mut rooms[large];
        room.name = SHIELD_ROOM.to_owned();
        room.sides = (chance.between(5, 7) as i32, chance.between(5, 7) as i32);
        room.guarded = true;
    }
    number(&mut rooms);
    rooms
}

fn wanted(size: Size, style: usize, deck: u16, roomy: bool, chance: &mut Chance) -> Wanted {
    let make = &STYLES[style];
    let names = match size {
        Size::Storage => make.storage,
        Size::Working => make.working,
        Size::Large => make.large,
    };
    let (least, most) = match size {
        Size::Storage => (2, 3),
        Size::Working => (if roomy { 5 } else { 4 }, 8),
        Size::Large => (if roomy { 8 } else { 6 }, if roomy { 15 } else { 12 }),
    };
    let mut sides = (chance.between(least, most) as i32, chance.between(least, most.min(10)) as i32);
    if size == Size::Large {
        sides.0 = sides.0.max(9);
    }
    let shape = match size {
        Size::Storage => *chance.pick(&[Shape::Box, Shape::Hexagon, Shape::Slant, Shape::Wedge]),
        _ if chance.percent(60) => *chance.pick(make.shapes),
        _ => *chance.pick(&Shape::ALL),
    };
    let name = (*chance.pick(names)).to_owned();
    Wanted { name, size, style, shape, sides, deck, tall: false, guarded: false }
}

/// Numbers the rooms that are called the same.
fn number(rooms: &mut [Wanted]) {
    for i in 0..rooms.len() {
        let name = rooms[i].name.clone();
        let same: Vec<usize> = (i..rooms.len()).filter(|j| rooms[*j].name == name).collect();
        if same.len() > 1 {
            same.iter().enumerate().for_each(|(n, j)| rooms[*j].name = format!("{name} {}", n + 1));
        }
    }
}
