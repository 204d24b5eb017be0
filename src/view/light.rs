//! Light aboard a ship and at night, laid over the painted board. Where the graphics card knows no shaders the board stays as it is.

use macroquad::miniquad::{BlendFactor, BlendState, BlendValue, Equation};
use macroquad::prelude::*;

use crate::battle::UnitId;
use crate::board::{Board, Terrain};
use crate::play::camera::{self, Camera, Point};
use crate::play::motion::Motion;
use crate::play::table::Table;

use super::counters::Marks;
use super::ground::look;
use super::material::material;
use super::paint::light::{Lights, Source};

/// Whoever moves takes his lamp along in steps of so many units of the plane.
const STEP: f32 = 8.0;

/// The light of a board as it was last laid out.
#[derive(Default)]
pub(super) struct Light {
    terrain: Vec<Terrain>,
    lights: Option<Lights>,
    sources: Vec<(Point, Source)>,
    texture: Option<Texture2D>,
    /// What multiplies what is drawn with it; none within where the card cannot.
    material: Option<Option<Material>>,
}

impl Light {
    /// Lays it out anew where a wall, a door, or what shines has changed. What shines is asked for where it is dark.
    pub(super) fn keep_up(
        &mut self,
        board: &Board,
        terrain: &[Terrain],
        sources: impl FnOnce() -> Vec<(Point, Source)>,
    ) {
        let rebuilt = terrain != self.terrain;
        if rebuilt {
            self.terrain = terrain.to_vec();
            self.lights = Lights::of(board, terrain);
        }
        let Some(lights) = &self.lights else { return };
        let sources = sources();
        if rebuilt || sources != self.sources || self.texture.is_none() {
            let picture = lights.shine(&sources);
            let size = [picture.size.0, picture.size.1].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
            let image = Image { width: size[0], height: size[1], bytes: picture.pixels };
            match &self.texture {
                Some(texture) if texture.size() == vec2(size[0].into(), size[1].into()) => texture.update(&image),
                _ => {
                    let texture = Texture2D::from_image(&image);
                    texture.set_filter(FilterMode::Linear);
                    self.texture = Some(texture);
                }
            }
            self.sources = sources;
        }
    }

    /// Darkens and lights what has been drawn of the board.
    pub(super) fn draw(&mut self, camera: &Camera) {
        let (Some(lights), Some(texture)) = (&self.lights, &self.texture) else { return };
        let Some(material) = self.material.get_or_insert_with(multiplying) else { return };
        look(camera.room, camera.middle(), camera.scale);
        gl_use_material(material);
        let ((x, y), (width, height)) = lights.place();
        let params = DrawTextureParams { dest_size: Some(vec2(width, height)), ..DrawTextureParams::default() };
        draw_texture_ex(texture, x, y, WHITE, params);
        gl_use_default_material();
        set_default_camera();
    }
}

/// A material that multiplies what is there with twice what is drawn.
fn multiplying() -> Option<Material> {
    let value = BlendFactor::Value;
    let twice = BlendState::new(Equation::Add, value(BlendValue::DestinationColor), value(BlendValue::SourceColor));
    material(Some(twice))
}

/// What shines on a table: a lamp with each unit that one may follow, flames, and contacts.
pub(super) fn sources(table: &Table, marks: &Marks, carries: impl Fn(UnitId) -> bool) -> Vec<(Point, Source)> {
    let (board, playback) = (table.view.board(), &table.playback);
    let lamp = |unit: UnitId| {
        let piece = playback.scene.units.get(unit.index())?.piece;
        let (x, y) = match playback.motion() {
            Some((Motion::Goes(who, way), seconds)) if *who == unit => way.at(board, seconds).0,
            _ if piece.at.is_some() => camera::centre(board, piece.at),
            _ => return None,
        };
        Some((((x / STEP).round() * STEP, (y / STEP).round() * STEP), Source::Lamp))
    };
    let lamps = table.view.units().filter(|unit| carries(*unit)).filter_map(lamp);
    let glowing = marks.shining().map(|(cell, source)| (camera::centre(board, cell), source));
    lamps.chain(glowing).collect()
}
