//! Parts of counters on the graphics card: each painted when it is first needed, at one of three sizes, and from then on
//! shown smaller only. All of a size lie on few large textures, so that a board of counters takes few calls to draw.

use std::cell::RefCell;
use std::collections::HashMap;

use egui_macroquad::egui;
use macroquad::prelude::*;

use crate::battle::field::Tone;
use crate::content::{Icon, Library};
use crate::play::camera::Point;

use super::paint::canvas::Painted as Pixels;
use super::paint::parts::{self, BADGE, Part, part};
use super::paint::plates::{Team, room};

/// Pixels from the middle of a plate to its rim for which parts are painted.
const SIZES: [f32; 3] = [20.0, 40.0, 80.0];
/// Pixels of a texture on a side.
const SIDE: u16 = 2048;
/// Pixels from the middle of a badge on a panel to its rim; it is painted twice as large as it is shown at its usual size.
const SIGN: f32 = 14.0;
/// Pixels of an icon for panels on a side: the smallest that is not too small is taken.
const PLAIN: [u16; 3] = [24, 48, 96];
/// Pixels from the middle of a plate for panels to its rim.
const PLATE: f32 = 48.0;
/// Pixels between parts, so that none shows the edge of its neighbour.
const GAP: u16 = 2;

/// Where a part lies.
#[derive(Clone, Copy)]
struct Spot {
    sheet: usize,
    source: Rect,
}

/// A texture, filled row by row.
struct Sheet {
    texture: Texture2D,
    /// Where the next part goes, and how high the row is so far.
    next: (u16, u16),
    row: u16,
}

impl Sheet {
    fn new() -> Sheet {
        let empty = vec![0; usize::from(SIDE) * usize::from(SIDE) * 4];
        let texture = Texture2D::from_rgba8(SIDE, SIDE, &empty);
        texture.set_filter(FilterMode::Linear);
        Sheet { texture, next: (GAP, GAP), row: 0 }
    }

    /// Allocates room for a part; none if the texture is full.
    fn room(&mut self, (width, height): (u16, u16)) -> Option<(u16, u16)> {
        if self.next.0 + width + GAP > SIDE {
            self.next = (GAP, self.next.1 + self.row + GAP);
            self.row = 0;
        }
        let at = self.next;
        if at.0 + width + GAP > SIDE || at.1 + height + GAP > SIDE {
            return None;
        }
        self.next.0 += width + GAP;
        self.row = self.row.max(height);
        Some(at)
    }
}

#[derive(Default)]
struct Painted {
    sheets: Vec<Sheet>,
    parts: HashMap<Part, Spot>,
}

/// The parts that have been painted.
pub(super) struct Atlas {
    library: &'static Library,
    sizes: RefCell<[Painted; SIZES.len()]>,
    icons: RefCell<Icons>,
    /// Pictures for panels, by what they show.
    panels: RefCell<HashMap<OnPanel, egui::TextureHandle>>,
}

/// A picture for panels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum OnPanel {
    /// A badge.
    Sign(Tone, &'static str),
    /// An icon of so many pixels, white, to be coloured when it is shown.
    Plain(usize, u16),
    /// The plate of a side.
    Plate(usize),
}

/// The icons in use, by number and by name; those that cannot be drawn have no number.
#[derive(Default)]
struct Icons {
    drawn: Vec<Icon>,
    numbers: HashMap<String, Option<usize>>,
}

/// How a part is shown.
#[derive(Clone, Copy)]
pub(super) struct Show {
    /// Its middle on the screen.
    pub(super) at: Point,
    /// Pixels from the middle of the plate that it belongs to, to the rim; across and down.
    pub(super) unit: Point,
    /// How far it is turned clockwise, in radians.
    pub(super) turn: f32,
    /// How opaque it is.
    pub(super) opaque: f32,
}

impl Atlas {
    /// Nothing is painted yet.
    pub(super) fn new(library: &'static Library) -> Atlas {
        Atlas { library, sizes: RefCell::default(), icons: RefCell::default(), panels: RefCell::default() }
    }

    /// The number of an icon, or where there is none of this name that can be drawn, of another one.
    pub(super) fn icon(&self, name: &str, other: &str) -> Option<usize> {
        self.known_icon(name).or_else(|| self.known_icon(other))
    }

    fn known_icon(&self, name: &str) -> Option<usize> {
        if let Some(number) = self.icons.borrow().numbers.get(name) {
            return *number;
        }
        // Mistakes in the file were reported when the content was read.
        let icon = self.library.icon(name).and_then(Result::ok);
        let mut icons = self.icons.borrow_mut();
        let number = icon.map(|icon| {
            icons.drawn.push(icon);
            icons.drawn.len() - 1
        });
        icons.numbers.insert(name.to_owned(), number);
        number
    }

    /// Shows a part.
    pub(super) fn show(&self, what: Part, show: Show) {
        let pixels = show.unit.0.max(show.unit.1) * screen_dpi_scale();
        let size = SIZES.iter().position(|size| pixels <= *size + 0.5).unwrap_or(SIZES.len() - 1);
        let mut sizes = self.sizes.borrow_mut();
        let painted = &mut sizes[size];
        let Some(spot) = painted.parts.get(&what).copied().or_else(|| self.paint(painted, SIZES[size], what)) else {
            return;
        };
        // As large as it was painted, which is in whole pixels.
        let half = (spot.source.w * show.unit.0 / SIZES[size] / 2.0, spot.source.h * show.unit.1 / SIZES[size] / 2.0);
        let params = DrawTextureParams {
            dest_size: Some(vec2(2.0 * half.0, 2.0 * half.1)),
            source: Some(spot.source),
            rotation: show.turn,
            ..DrawTextureParams::default()
        };
        let colour = Color::new(1.0, 1.0, 1.0, show.opaque);
        draw_texture_ex(&painted.sheets[spot.sheet].texture, show.at.0 - half.0, show.at.1 - half.1, colour, params);
    }

    /// A picture for panels, painted when it is first needed.
    fn on_panel(&self, ctx: &egui::Context, what: OnPanel, paint: impl FnOnce() -> Pixels) -> egui::TextureId {
        let mut panels = self.panels.borrow_mut();
        let texture = panels.entry(what).or_insert_with_key(|what| {
            let picture = paint();
            let image = egui::ColorImage::from_rgba_unmultiplied(picture.size.into(), &picture.pixels);
            ctx.load_texture(format!("{what:?}"), image, egui::TextureOptions::LINEAR)
        });
        texture.id()
    }

    /// A badge for a panel.
    pub(super) fn sign(&self, ctx: &egui::Context, tone: Tone, name: &'static str) -> egui::Image<'static> {
        let texture = self.on_panel(ctx, OnPanel::Sign(tone, name), || {
            let badge = self.icon(name, name).map_or(Part::Number(Some(tone)), |icon| Part::Badge(tone, icon));
            let icons = self.icons.borrow();
            part(badge, SIGN / BADGE, badge.icon().and_then(|number| icons.drawn.get(number)))
        });
        egui::Image::new((texture, egui::vec2(SIGN * 1.4, SIGN * 1.4)))
    }

    /// An icon on a panel, in a colour; nothing where nobody has drawn it.
    pub(super) fn plain(&self, ui: &egui::Ui, at: egui::Rect, name: &str, color: egui::Color32) {
        self.known_icon(name).into_iter().for_each(|icon| self.plain_icon(ui, at, icon, color));
    }

    fn plain_icon(&self, ui: &egui::Ui, at: egui::Rect, icon: usize, color: egui::Color32) {
        let side = at.width().min(at.height());
        let wanted = side * ui.ctx().pixels_per_point();
        let pixels = PLAIN.into_iter().find(|pixels| f32::from(*pixels) >= wanted).unwrap_or(PLAIN[PLAIN.len() - 1]);
        let texture = self.on_panel(ui.ctx(), OnPanel::Plain(icon, pixels), || {
            parts::plain(&self.icons.borrow().drawn[icon], pixels.into())
        });
        let at = egui::Rect::from_center_size(at.center(), egui::vec2(side, side));
        let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().image(texture, at, whole, color);
    }

    /// A counter on a panel: its middle, so many points to its rim, the side, its icon and the one instead of that.
    pub(super) fn token(&self, ui: &egui::Ui, at: egui::Pos2, r: f32, side: usize, icon: &str, other: &str) {
        let plate = Part::Plate(side, true);
        let texture = self.on_panel(ui.ctx(), OnPanel::Plate(side), || part(plate, PLATE, None));
        let (w, h) = plate.half();
        let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        let lies = egui::Rect::from_center_size(at, egui::vec2(2.0 * w * r, 2.0 * h * r));
        ui.painter().image(texture, lies, whole, egui::Color32::WHITE);
        if let Some(icon) = self.icon(icon, other) {
            let (size, down) = room(side);
            let [red, green, blue] = Team::of(side).ink.map(|part| (part * 255.0) as u8);
            let lies = egui::Rect::from_center_size(at + egui::vec2(0.0, down * r), egui::vec2(size * r, size * r));
            self.plain_icon(ui, lies, icon, egui::Color32::from_rgb(red, green, blue));
        }
    }

    fn paint(&self, painted: &mut Painted, unit: f32, what: Part) -> Option<Spot> {
        let icons = self.icons.borrow();
        let picture = part(what, unit, what.icon().and_then(|number| icons.drawn.get(number)));
        let size = (u16::try_from(picture.size.0).ok()?, u16::try_from(picture.size.1).ok()?);
        let at = painted.sheets.last_mut().and_then(|sheet| sheet.room(size)).or_else(|| {
            painted.sheets.push(Sheet::new());
            painted.sheets.last_mut()?.room(size)
        })?;
        let sheet = painted.sheets.len() - 1;
        let image = Image { width: size.0, height: size.1, bytes: picture.pixels };
        painted.sheets[sheet].texture.update_part(&image, at.0.into(), at.1.into(), size.0.into(), size.1.into());
        let source = Rect::new(at.0.into(), at.1.into(), size.0.into(), size.1.into());
        let spot = Spot { sheet, source };
        painted.parts.insert(what, spot);
        Some(spot)
    }
}
