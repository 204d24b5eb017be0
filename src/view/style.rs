//! Colours, fonts, and text on the board.

use egui_macroquad::egui;
use macroquad::prelude::*;

use crate::battle::SideId;
use crate::board::Terrain;
use crate::content::font;
use crate::play::camera::Point;

use super::paint::plates::Team;
use super::widgets::{self, AMBER, CHIP, LINE, ON_AMBER, PANEL, QUIET, RAISED, RULE, TEXT};

/// The plain font, on panels and on the board.
const PLAIN: &str = "Barlow-Regular.ttf";
/// The bold fonts of panels.
const BOLD: &str = "Barlow-SemiBold.ttf";
const HEAVY: &str = "Barlow-Bold.ttf";
/// The narrow one, for headings, and on counters.
const NARROW: &str = "BarlowCondensed-SemiBold.ttf";
const NARROW_BOLD: &str = "BarlowCondensed-Bold.ttf";
/// The fallback font for signs that the others lack.
const SPARE: &str = "DejaVuSans.ttf";

/// Pixels of the glyphs that texts are measured with.
const MEASURED: u16 = 32;

/// The background around the board and under all panels.
pub(super) const BACKGROUND: Color = Color::new(28.0 / 255.0, 31.0 / 255.0, 36.0 / 255.0, 1.0);
/// What can be chosen.
pub(super) const REACH: Color = hex(0xbfe4ff);
/// What is covered by fire.
pub(super) const RANGE: Color = hex(0xf2b441);
/// Where enemies can strike.
pub(super) const THREAT: Color = hex(0xff6a3d);
/// What lies over the ground where it is to be quiet.
pub(super) const QUIET_GROUND: Color = Color { r: 0.09, g: 0.10, b: 0.11, a: 0.55 };
/// What is pointed at.
pub(super) const LIT_EDGE: Color = hex(0xf2b441);
/// Light and dark words and lines on the board.
pub(super) const BONE: Color = hex(0xece5d3);
pub(super) const INK: Color = hex(0x0c0e11);
/// Behind the letters of what lies on hexes.
pub(super) const MARK: Color = Color::new(0.10, 0.11, 0.16, 0.9);
/// The number on something unknown.
pub(super) const BLIP: Color = hex(0xb6ffd6);
/// The rings about something unknown, or something that has come to light.
pub(super) const CONTACT: Color = hex(0x4dffa0);
/// The outer and the inner light of tracers and explosions.
pub(super) const EMBER: Color = Color { a: 0.55, ..hex(0xffb52e) };
pub(super) const SPARK: Color = hex(0xfff0b0);
/// The outer and the inner colour of a spray, and that of a thing of the mind.
pub(super) const SPRAY: Color = hex(0x7fae2c);
pub(super) const DROPS: Color = hex(0xd6f08a);
pub(super) const MIND: Color = hex(0xd2a8ff);
/// The number of a loss.
pub(super) const LOSS: [f32; 3] = [1.0, 0.48, 0.42];
/// The cursor.
pub(super) const HELD: Color = Color::new(1.0, 1.0, 1.0, 1.0);
/// The line to a target.
pub(super) const AIMED: Color = Color::new(1.0, 0.25, 0.2, 1.0);
/// A colour as it is written in hexadecimal digits.
const fn hex(digits: u32) -> Color {
    let [_, red, green, blue] = digits.to_be_bytes();
    Color::new(red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0, 1.0)
}

/// The colour of a side's words on panels: that of the rim of its counters.
pub(super) fn side_text(side: SideId) -> egui::Color32 {
    let [red, green, blue] = Team::of(side.index()).rim;
    panel_color(Color::new(red, green, blue, 1.0))
}

/// What is drawn on a hex to tell its terrain besides the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    /// Nothing.
    Plain,
    /// Trees.
    Trees,
    /// Bushes, stones: three dots.
    Dots,
    /// A block seen from above.
    Block,
    /// A broken block.
    Broken,
    /// A bar across: doors, fences, low things.
    Bar,
    /// Two bars across: what is stronger.
    Bars,
    /// Waves.
    Waves,
    /// Filled to its edges.
    Solid,
}

/// Colour and figure of a terrain.
pub(super) fn terrain(terrain: Terrain) -> (Color, Figure) {
    let rgb = |r, g, b| Color::from_rgba(r, g, b, 255);
    match terrain {
        Terrain::Clear => (rgb(118, 134, 92), Figure::Plain),
        Terrain::Floor => (rgb(98, 104, 114), Figure::Plain),
        Terrain::Road => (rgb(164, 148, 116), Figure::Plain),
        Terrain::Forest => (rgb(72, 104, 62), Figure::Trees),
        Terrain::BurnedForest => (rgb(84, 80, 72), Figure::Trees),
        Terrain::Building => (rgb(132, 112, 98), Figure::Block),
        Terrain::Ruins => (rgb(128, 118, 106), Figure::Broken),
        Terrain::Rough => (rgb(128, 122, 88), Figure::Dots),
        Terrain::SandDunes => (rgb(186, 166, 108), Figure::Waves),
        Terrain::LowObstacle => (rgb(120, 128, 98), Figure::Bar),
        Terrain::Wreck => (rgb(98, 90, 84), Figure::Broken),
        Terrain::Wall => (rgb(62, 58, 56), Figure::Solid),
        Terrain::Door | Terrain::LightHatch => (rgb(140, 112, 72), Figure::Bar),
        Terrain::Hatch => (rgb(140, 112, 72), Figure::Bars),
        Terrain::HeavyHatch => (rgb(150, 92, 60), Figure::Block),
        Terrain::DeepWater => (rgb(58, 92, 136), Figure::Waves),
        Terrain::Brush => (rgb(98, 122, 70), Figure::Dots),
        Terrain::Fence => (rgb(118, 134, 92), Figure::Bar),
        Terrain::Window => (rgb(140, 160, 172), Figure::Bar),
        Terrain::Furniture => (rgb(112, 98, 84), Figure::Dots),
        Terrain::Console => (rgb(76, 116, 124), Figure::Block),
        Terrain::Bulwark => (rgb(108, 100, 90), Figure::Bars),
        Terrain::LightBarricade => (rgb(124, 112, 92), Figure::Bar),
        Terrain::Barricade => (rgb(124, 108, 86), Figure::Bars),
        Terrain::LightBulkhead => (rgb(70, 74, 84), Figure::Solid),
        Terrain::Bulkhead => (rgb(56, 60, 70), Figure::Solid),
        Terrain::HeavyBulkhead => (rgb(44, 46, 56), Figure::Solid),
        Terrain::Hull => (rgb(36, 40, 52), Figure::Solid),
        Terrain::Void => (rgb(16, 17, 22), Figure::Solid),
    }
}

/// The fonts of the board.
pub(super) struct Letters {
    plain: Option<Font>,
    bold: Option<Font>,
    spare: Option<Font>,
}

impl Letters {
    /// Reads them.
    pub(super) fn new() -> Letters {
        let read = |name| font(name).and_then(|bytes| load_ttf_font_from_bytes(bytes).ok());
        Letters { plain: read(PLAIN), bold: read(NARROW_BOLD), spare: read(SPARE) }
    }

    /// The font for a text: the spare one as soon as another may lack one of its signs.
    fn font(&self, text: &str, bold: bool) -> Option<&Font> {
        match text.chars().all(is_common) {
            true if bold => self.bold.as_ref(),
            true => self.plain.as_ref(),
            false => self.spare.as_ref(),
        }
    }

    /// Writes a text about a point, so many pixels high. Sizes are rounded to steps to limit cached glyphs.
    pub(super) fn write(&self, text: &str, (x, y): Point, size: f32, color: Color, bold: bool) {
        let dpi = screen_dpi_scale();
        let pixels = ((size * dpi / 2.0).round() * 2.0).clamp(8.0, 96.0) as u16;
        let font = self.font(text, bold);
        let scale = size / f32::from(pixels);
        let measured = measure_text(text, font, pixels, scale);
        let params = TextParams { font, font_size: pixels, font_scale: scale, color, ..TextParams::default() };
        // A digit's height, so that texts with and without descenders stand on one line.
        let height = size * 0.73;
        draw_text_ex(text, (x - measured.width / 2.0).round(), (y + height / 2.0).round(), params);
    }

    /// How wide a text is.
    pub(super) fn width(&self, text: &str, size: f32, bold: bool) -> f32 {
        // At one size for all, or the glyphs of each would be kept.
        measure_text(text, self.font(text, bold), MEASURED, size / f32::from(MEASURED)).width
    }
}

/// Whether every font has a sign: the Latin ones, and those of print.
fn is_common(sign: char) -> bool {
    matches!(sign, ' '..='~' | '\u{a0}'..='\u{113}' | '\u{116}'..='\u{12b}' | '\u{139}'..='\u{148}' | '\u{150}'..='\u{17e}' | '–' | '—' | '‘' | '’' | '“' | '”' | '•' | '…')
}

/// Gives egui its fonts and colours.
pub(super) fn dress(ctx: &egui::Context) {
    let mut fonts = egui::FontDefinitions::default();
    for name in [PLAIN, BOLD, HEAVY, NARROW, NARROW_BOLD, SPARE] {
        if let Some(bytes) = font(name) {
            fonts.font_data.insert(name.to_owned(), egui::FontData::from_static(bytes).into());
        }
    }
    let families = [
        (PLAIN, egui::FontFamily::Proportional),
        (BOLD, egui::FontFamily::Name("bold".into())),
        (HEAVY, egui::FontFamily::Name("heavy".into())),
        (NARROW, egui::FontFamily::Name("narrow".into())),
        (NARROW_BOLD, egui::FontFamily::Name("narrow bold".into())),
    ];
    for (name, family) in families {
        let known = [name, SPARE].into_iter().filter(|name| fonts.font_data.contains_key(*name));
        let known: Vec<String> = known.map(ToOwned::to_owned).collect();
        fonts.families.insert(family, known);
    }
    ctx.set_fonts(fonts);
    let mut visuals = egui::Visuals::dark();
    // The board keeps to its frame, so that panels have nothing to cover.
    visuals.panel_fill = egui::Color32::TRANSPARENT;
    visuals.window_fill = PANEL;
    visuals.window_stroke = egui::Stroke::new(1.0, LINE);
    visuals.extreme_bg_color = widgets::INK;
    visuals.hyperlink_color = RULE;
    visuals.selection = egui::style::Selection { bg_fill: AMBER, stroke: egui::Stroke::new(1.0, ON_AMBER) };
    let all = &mut visuals.widgets;
    for (widget, fill, edge) in [
        (&mut all.noninteractive, PANEL, LINE),
        (&mut all.inactive, RAISED, LINE),
        (&mut all.open, RAISED, QUIET),
        (&mut all.hovered, LINE, QUIET),
        (&mut all.active, LINE, AMBER),
    ] {
        (widget.weak_bg_fill, widget.bg_fill) = (fill, fill);
        widget.bg_stroke = egui::Stroke::new(1.0, edge);
        widget.fg_stroke.color = TEXT;
        widget.corner_radius = (CHIP as u8).into();
    }
    // Only events of the battle are animated.
    visuals.text_cursor.blink = false;
    ctx.set_visuals(visuals);
    ctx.style_mut(|style| {
        style.spacing.item_spacing = egui::vec2(6.0, 5.0);
        style.spacing.button_padding = egui::vec2(8.0, 4.0);
        for (text, size) in [(egui::TextStyle::Body, 13.5), (egui::TextStyle::Button, 13.5)] {
            style.text_styles.insert(text, egui::FontId::proportional(size));
        }
        let narrow = egui::FontFamily::Name("narrow".into());
        style.text_styles.insert(egui::TextStyle::Heading, egui::FontId::new(20.0, narrow));
    });
}

/// Bold words on panels.
pub(super) fn bold(text: impl Into<String>) -> egui::RichText {
    egui::RichText::new(text).family(egui::FontFamily::Name("bold".into()))
}

/// The colour of what a badge is about, for words on panels.
pub(super) fn tone(about: crate::battle::field::Tone) -> egui::Color32 {
    let [red, green, blue] = super::paint::parts::tone(about);
    panel_color(Color::new(red, green, blue, 1.0))
}

/// A color of the board as panels have it.
pub(super) fn panel_color(color: Color) -> egui::Color32 {
    let [red, green, blue, _]: [u8; 4] = color.into();
    egui::Color32::from_rgb(red, green, blue)
}

/// Room behind the last thing in what can be scrolled, so that it is not seen at the very edge.
pub(super) fn gap(ui: &mut egui::Ui) {
    ui.add_space(4.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::MAX_SIDES;
    use crate::view::areas::{CHARGED, COVER, Hatch, SHOT_AT, SPENT, WATCHED};
    use crate::view::paint::parts::{Part, part};
    use crate::view::widgets::{BAD, GOOD};

    type Rgb = [f32; 3];
    type Vision = [[f32; 3]; 3];

    /// How colours are seen by people without one of the three kinds of cone, in linear light (Machado, Oliveira and
    /// Fernandes 2009, severity 1), after the usual vision.
    const VISIONS: [(&str, Vision); 4] = [
        ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        ),
        (
            "deuteranopia",
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        ),
        (
            "tritanopia",
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
        ),
    ];

    fn linear(part: f32) -> f32 {
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    }

    fn of(color: Color) -> Rgb {
        [color.r, color.g, color.b].map(linear)
    }

    fn of_panel(color: egui::Color32) -> Rgb {
        [color.r(), color.g(), color.b()].map(|part| linear(f32::from(part) / 255.0))
    }

    fn times(matrix: &Vision, rgb: Rgb) -> Rgb {
        matrix.map(|row| row.iter().zip(rgb).map(|(a, b)| a * b).sum::<f32>().clamp(0.0, 1.0))
    }

    /// How far apart two colours are to the eye (Ottosson's OKLab): black and white are 1 apart.
    fn apart(a: Rgb, b: Rgb) -> f32 {
        let lab = |rgb: Rgb| {
            let cones = [
                [0.412_221_5, 0.536_332_5, 0.051_446],
                [0.211_903_5, 0.680_699_5, 0.107_397],
                [0.088_302_5, 0.281_718_8, 0.629_978_7],
            ];
            let [l, m, s] = times(&cones, rgb).map(f32::cbrt);
            [
                0.210_454_3 * l + 0.793_617_8 * m - 0.004_072 * s,
                1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
                0.025_904 * l + 0.782_771_8 * m - 0.808_675_8 * s,
            ]
        };
        lab(a).iter().zip(lab(b)).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
    }

    /// The contrast of two colours, 1 to 21 (WCAG 2).
    fn contrast(a: Rgb, b: Rgb) -> f32 {
        let light = |[r, g, b]: Rgb| 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    /// How far apart two colours are to the eyes that tell them apart worst, and what those are called.
    fn least(a: Rgb, b: Rgb) -> (f32, &'static str) {
        let seen = VISIONS.iter().map(|(name, vision)| (apart(times(vision, a), times(vision, b)), *name));
        seen.min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are eyes")
    }

    #[test]
    fn good_and_bad_are_told_apart_by_all_eyes() {
        let (apart, eyes) = least(of_panel(GOOD), of_panel(BAD));
        assert!(apart >= 0.1, "{eyes}: {apart}");
    }

    /// What the unit in hand sees is never shown together with what it covers. Any other two areas may be shown at once, so each two differ by colour to all eyes, or by how they are hatched: one is
    /// and the other not, or the lines run another way, or clearly farther apart.
    #[test]
    fn areas_are_told_apart_by_all_eyes() {
        let areas = [
            ("reach", REACH, None),
            ("range", RANGE, None),
            ("what uses something up", RANGE, Some(SPENT)),
            ("one's own watch", RANGE, Some(WATCHED)),
            ("shot at", THREAT, Some(SHOT_AT)),
            ("charged", THREAT, Some(CHARGED)),
            ("watched by enemies", THREAT, Some(WATCHED)),
            ("seen by an enemy", THREAT, None),
            ("cover from the unit in hand", RANGE, Some(COVER)),
            ("cover from an enemy", THREAT, Some(COVER)),
        ];
        let unlike = |a: Option<Hatch>, b: Option<Hatch>| match (a, b) {
            (Some(a), Some(b)) => a.falling != b.falling || a.apart.max(b.apart) >= 1.4 * a.apart.min(b.apart),
            (a, b) => a != b,
        };
        for (place, (what, color, hatch)) in areas.into_iter().enumerate() {
            for &(other, beside, hatched) in &areas[..place] {
                let (apart, eyes) = least(of(color), of(beside));
                assert!(apart >= 0.09 || unlike(hatch, hatched), "{what} and {other}, {eyes}: {apart}");
            }
        }
    }

    /// Any two of eight sides differ by the colours of their counters to all eyes, or clearly by the shape of their plates,
    /// even at 20 pixels.
    #[test]
    fn sides_are_told_apart_by_all_eyes() {
        let shape = |side| -> Vec<bool> {
            let plate = part(Part::Plate(side, false), 10.0, None);
            plate.pixels.chunks_exact(4).map(|pixel| pixel[3] > 127).collect()
        };
        for side in 0..MAX_SIDES {
            for other in 0..side {
                let [here, there] = [side, other].map(|side| Team::of(side).fill.map(linear));
                let (apart, eyes) = least(here, there);
                let (a, b) = (shape(side), shape(other));
                let unlike = a.iter().zip(&b).filter(|(a, b)| a != b).count() as f32;
                let filled = a.iter().filter(|filled| **filled).count() as f32;
                let share = unlike / filled;
                assert!(apart >= 0.1 || share >= 0.08, "sides {other} and {side}, {eyes}: {apart}; shapes {share}");
            }
        }
    }

    /// Text can be read on what it stands on, by all.
    #[test]
    fn text_has_contrast_for_all_eyes() {
        let mut texts = vec![
            ("text", TEXT, PANEL, 7.0),
            ("text on what is raised", TEXT, RAISED, 7.0),
            ("quiet text", QUIET, PANEL, 4.5),
            ("quiet text on what is raised", QUIET, RAISED, 4.5),
            ("what is marked", AMBER, PANEL, 4.5),
            ("text on what is marked", ON_AMBER, AMBER, 4.5),
            ("what is good", GOOD, PANEL, 4.5),
            ("what is bad", BAD, PANEL, 4.5),
            ("links", RULE, PANEL, 4.5),
        ];
        texts.extend((0..MAX_SIDES).map(|side| ("a side", side_text(SideId(side as u8)), PANEL, 4.5)));
        for (name, vision) in &VISIONS {
            for (what, text, ground, least) in &texts {
                let contrast = contrast(times(vision, of_panel(*text)), times(vision, of_panel(*ground)));
                assert!(contrast >= *least, "{what}, {name}: {contrast}");
            }
        }
    }
}
