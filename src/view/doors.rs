//! Doors and hatches: two leaves across the way, which slide into the walls.

use macroquad::prelude::*;

use crate::battle::field::Lies;
use crate::board::{Board, Cell, Terrain};
use crate::play::camera::{self, Camera, Point, SIZE};
use crate::play::motion::{self, Trace};
use crate::play::playback::Playback;
use crate::rules::BattleView;

use super::atlas::{Atlas, Show};
use super::ground::look;
use super::paint::parts::{LONG, Part};
use super::paint::plan::across;
use super::paint::things::LEAF;

/// How much of its length a leaf slides into the wall.
const SLIDES: f32 = 0.62;

/// A door as the map has it.
struct Door {
    cell: Cell,
    at: Point,
    kind: Terrain,
    /// How far its leaves are turned clockwise, in radians.
    turn: f32,
}

/// The doors of a board.
pub(super) struct Doors(Vec<Door>);

impl Doors {
    pub(super) fn of(board: &Board) -> Doors {
        let doors = board.cells().filter(|cell| board.terrain[cell.index()].is_doorway());
        let door = |cell: Cell| Door {
            cell,
            at: camera::centre(board, cell),
            kind: board.terrain[cell.index()],
            turn: across(board, &board.terrain, cell),
        };
        Doors(doors.map(door).collect())
    }

    /// Draws them as they stand or slide; nothing where one has been blown or cut away.
    pub(super) fn draw(&self, camera: &Camera, atlas: &Atlas, battle: &dyn BattleView, playback: &Playback) {
        look(camera.room, camera.room.middle(), 1.0);
        let scene = &playback.scene;
        let ajar = |cell: Cell| {
            let slides = playback.traces().find_map(|(trace, age)| match trace {
                Trace::Slides { cell: of, opens } if *of == cell => Some(motion::ajar(*opens, age)),
                _ => None,
            });
            let open =
                |(&(_, field), &value): (&(Cell, u8), &i32)| battle.lies(field.into(), value) == Some(Lies::Ajar);
            let stands = || scene.ground.range((cell, 0)..=(cell, u8::MAX)).any(open).then_some(1.0);
            let shut = || scene.terrain[cell.index()].is_doorway().then_some(0.0);
            slides.or_else(stands).or_else(shut)
        };
        let unit = SIZE * camera.scale;
        for door in &self.0 {
            let Some(open) = ajar(door.cell) else { continue };
            let (x, y) = camera.to_screen(door.at);
            // The far end stays where it is.
            let left = 1.0 - SLIDES * open;
            let far = (LEAF.1 / SIZE - LONG * left / 2.0) * unit;
            for side in [-1.0, 1.0] {
                let (sin, cos) = door.turn.sin_cos();
                let at = (x + cos * far * side, y + sin * far * side);
                let show = Show { at, unit: (unit * left, unit), turn: door.turn, opaque: 1.0 };
                atlas.show(Part::Leaf(door.kind), show);
            }
        }
        set_default_camera();
    }
}
