//! The log: rows of lines, which lead to where they happened and to the rules that they name.

use std::borrow::Cow;

use egui_macroquad::egui::{self, RichText, Sense, Ui};

use crate::content::Library;
use crate::play::table::Table;
use crate::play::words;
use crate::telling::{About, Line};

use super::battle::Request;
use super::screens::roll;
use super::style;
use super::widgets::{QUIET, RULE};

/// How wide letters are in the middle, beside an n.
const WIDTH: f32 = 0.92;
/// How far rows of the log are set in after a line's first, in points.
const INDENT: f32 = 24.0;

/// How high a row of the log is.
pub(super) fn row_height(ui: &Ui) -> f32 {
    ui.text_style_height(&egui::TextStyle::Body)
}

/// Lines of the log in rows that fit, the last of them in sight.
pub(super) fn lines(ui: &mut Ui, table: &Table, lines: &[&Line], wishes: &mut Vec<Request>) {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let letter = WIDTH * ui.fonts(|fonts| fonts.glyph_width(&font, 'n'));
    let most = ((ui.available_width() - 2.0 * INDENT) / letter) as usize;
    let rows: Vec<(usize, Cow<'_, Line>)> =
        lines.iter().flat_map(|line| line.rows(most).into_iter().enumerate()).collect();
    let height = row_height(ui);
    let area = egui::ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true);
    area.show_rows(ui, height, rows.len(), |ui, shown| {
        roll(ui);
        ui.spacing_mut().interact_size.y = height;
        for (place, row) in &rows[shown] {
            ui.horizontal(|ui| {
                // The blanks between pieces are in their text.
                ui.spacing_mut().item_spacing.x = 0.0;
                if *place > 0 {
                    ui.add_space(INDENT);
                }
                line(ui, table, row, wishes);
            });
        }
    });
}

/// A row of the log: a click on it shows where, a click on a rule what it says.
fn line(ui: &mut Ui, table: &Table, row: &Line, wishes: &mut Vec<Request>) {
    for span in &row.0 {
        let words = match &span.about {
            About::Rule(rule) => {
                rule_link(ui, table.library(), rule, wishes);
                continue;
            }
            About::Heading => style::bold(span.text.trim_matches(['=', ' '])).color(RULE),
            About::Side(side) | About::Unit(_, side) => RichText::new(&span.text).color(style::side_text(*side)),
            About::Nothing | About::Hex(_) | About::Dice(..) => RichText::new(&span.text),
        };
        let label = ui.add(egui::Label::new(words).sense(Sense::CLICK).truncate());
        if label.clicked()
            && let Some(cell) = row.place(&*table.view)
        {
            wishes.push(Request::Show(cell));
        }
    }
}

/// The id of a rule, which says what the rule is and leads to the codex.
pub(super) fn rule_link(ui: &mut Ui, library: &Library, rule: &str, wishes: &mut Vec<Request>) {
    let text = RichText::new(rule).size(11.0).color(QUIET).underline();
    let label = egui::Label::new(text).sense(Sense::CLICK).selectable(false);
    let label = ui.add(label).on_hover_cursor(egui::CursorIcon::PointingHand);
    if label.on_hover_ui(|ui| _ = ui.label(words::codex(library, rule))).clicked() {
        wishes.push(Request::Rule(rule.to_owned()));
    }
}
