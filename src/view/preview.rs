//! The map of a battle that is being set up, painted as the board is, with the counters that stand on it.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui_macroquad::egui::{self, Color32, Rect, Ui, pos2, vec2};
use rayon::prelude::*;

use crate::battle::SideId;
use crate::board::{Cell, Terrain};
use crate::content::Library;
use crate::platform::{Answer, Task};
use crate::play::camera::{self, Camera, Frame, HALF};
use crate::rules::BattleView;

use super::atlas::Atlas;
use super::ground::corners;
use super::model::area::outlines;
use super::model::token::Level;
use super::paint::{Picture, TILE};
use super::style;
use super::widgets::AMBER;

/// The most pixels of the picture, and of one that is shown small.
const MOST: f32 = 1.2e6;

const SMALL: f32 = 2.0e5;

/// A tile as it was painted.
type Painted = (usize, Vec<u8>);

/// The painted map.
pub(super) struct Preview {
    atlas: Atlas,
    /// What was painted last.
    map: Option<(String, u16, Vec<Terrain>)>,
    picture: Option<Arc<Picture>>,
    tiles: Vec<Option<egui::TextureHandle>>,
    painting: Option<Task<Painted>>,
    /// The most pixels of the picture.
    most: f32,
}

impl Preview {
    /// Nothing is painted yet.
    pub(super) fn new(library: &'static Library) -> Preview {
        Preview { atlas: Atlas::new(library), map: None, picture: None, tiles: Vec::new(), painting: None, most: MOST }
    }

    /// One that is only shown as small as a map beside a battle.
    pub(super) fn small(library: &'static Library) -> Preview {
        Preview { most: SMALL, ..Preview::new(library) }
    }

    /// Orders the map to be painted if it is another one, and takes in what has been.
    fn keep_up(&mut self, ctx: &egui::Context, battle: &dyn BattleView) {
        let board = battle.board();
        let terrain: Vec<Terrain> = board.cells().map(|cell| battle.terrain(cell)).collect();
        let map = Some((board.name.clone(), board.width, terrain));
        if self.map != map {
            let terrain = map.as_ref().map_or(&[][..], |map| &map.2);
            let picture = Arc::new(Picture::within(board, terrain, self.most));
            self.tiles = vec![None; picture.tiles()];
            self.picture = Some(Arc::clone(&picture));
            self.map = map;
            self.painting = Some(Task::stream(move |done| {
                (0..picture.tiles()).into_par_iter().for_each(|tile| _ = done.give((tile, picture.paint(tile))));
            }));
        }
        while let Some(order) = &self.painting {
            match order.poll() {
                Answer::Ready((tile, pixels)) => {
                    let image = egui::ColorImage::from_rgba_premultiplied([TILE, TILE], &pixels);
                    let texture = ctx.load_texture("map", image, egui::TextureOptions::LINEAR);
                    self.tiles.get_mut(tile).into_iter().for_each(|slot| *slot = Some(texture.clone()));
                }
                Answer::Pending => break,
                Answer::Ended => self.painting = None,
            }
        }
    }

    /// Shows the map with all that stands on it.
    pub(super) fn show(&mut self, ui: &Ui, rect: Rect, battle: &dyn BattleView) {
        self.keep_up(ui.ctx(), battle);
        let board = battle.board();
        let frame = Frame { x: rect.min.x, y: rect.min.y, width: rect.width(), height: rect.height() };
        let camera = Camera::whole(board, frame);
        let at = |point: camera::Point| {
            let (x, y) = camera.to_screen(point);
            pos2(x, y)
        };
        let painter = ui.painter();
        if self.tiles.iter().any(Option::is_none) {
            for cell in board.cells().filter(|cell| battle.terrain(*cell) != Terrain::Void) {
                let (color, _) = style::terrain(battle.terrain(cell));
                let [red, green, blue] = [color.r, color.g, color.b].map(|part| (part * 255.0) as u8);
                let size = camera::SIZE * camera.scale;
                let corners = corners(camera.to_screen(camera::centre(board, cell)), size).map(|(x, y)| pos2(x, y));
                let color = Color32::from_rgb(red, green, blue);
                painter.add(egui::Shape::convex_polygon(corners.to_vec(), color, egui::Stroke::NONE));
            }
        }
        if let Some(picture) = &self.picture {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            for (tile, texture) in self.tiles.iter().enumerate().filter_map(|(n, tile)| Some((n, tile.as_ref()?))) {
                let side = picture.side() * camera.scale;
                let lies = Rect::from_min_size(at(picture.corner(tile)), vec2(side, side));
                painter.image(texture.id(), lies, whole, Color32::WHITE);
            }
        }
        let sides = (0..battle.sides().len() as u8).map(SideId);
        sides.for_each(|side| zone(painter, battle, side, &at));
        let hex = 2.0 * HALF * camera.scale;
        for (cell, _) in battle.goals().into_iter().filter(|goal| goal.0.is_some()) {
            let middle = at(camera::centre(board, cell));
            painter.circle_stroke(middle, 0.40 * hex, (0.06 * hex, AMBER));
            self.atlas.plain(ui, Rect::from_center_size(middle, vec2(0.5 * hex, 0.5 * hex)), "flying-flag", AMBER);
        }
        let r = Level::of(hex).radius(hex);
        for unit in battle.listed().filter(|&unit| battle.piece(unit).at.is_some()) {
            let (piece, looks) = (battle.piece(unit), battle.looks(unit));
            let middle = at(camera::centre(board, piece.at));
            self.atlas.token(ui, middle, r, piece.side.index(), looks.icon, looks.build.icon());
        }
    }
}

/// Where a side sets up, in its colour.
fn zone(painter: &egui::Painter, battle: &dyn BattleView, side: SideId, at: &dyn Fn(camera::Point) -> egui::Pos2) {
    let board = battle.board();
    let cells: BTreeSet<Cell> = battle.zone(side).iter().copied().collect();
    let color = style::side_text(side);
    for &cell in &cells {
        let corners = corners(camera::centre(board, cell), camera::SIZE).map(at);
        let fill = color.gamma_multiply(0.20);
        painter.add(egui::Shape::convex_polygon(corners.to_vec(), fill, egui::Stroke::NONE));
    }
    for outline in outlines(board, &cells) {
        painter.add(egui::Shape::closed_line(outline.into_iter().map(at).collect(), (1.5, color)));
    }
}
