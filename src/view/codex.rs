//! The codex as a book: at the left what is found, at the right the rule that is open.

use egui_macroquad::egui::{self, Key, Rect, RichText, Sense, Ui, pos2, vec2};

use crate::content::Codex;
use crate::play::book::{Book, Piece, Row, pieces};

use super::screens::{Next, roll, title};
use super::style;
use super::widgets::{AMBER, CHIP, QUIET, RAISED, RULE, TEXT, heading, line, narrow, quiet, words as said};

/// How wide the list is, at most, and how high a row of it.
const LIST: f32 = 320.0;
const ROW: f32 = 21.0;
/// How wide the page is, at most.
const PAGE: f32 = 640.0;

/// The book as a screen of its own.
pub(super) fn screen(ctx: &egui::Context, codex: &Codex, book: &mut Book) -> Option<Next> {
    let mut next = None;
    egui::CentralPanel::default().show(ctx, |ui| {
        ui.horizontal(|ui| {
            if ui.button("Back").clicked() {
                next = Some(Next::Start);
            }
            ui.add_space(8.0);
            title(ui, "Rules");
        });
        self::book(ui, codex, book);
    });
    next
}

/// The book in the room that there is.
pub(super) fn book(ui: &mut Ui, codex: &Codex, book: &mut Book) {
    let (up, down) = ui.input(|i| (i.key_pressed(Key::PageUp), i.key_pressed(Key::PageDown)));
    if up || down {
        book.leaf(codex, if up { -1 } else { 1 });
    }
    ui.horizontal_top(|ui| {
        let wide = LIST.min(0.42 * ui.available_width());
        ui.allocate_ui_with_layout(vec2(wide, ui.available_height()), egui::Layout::top_down(egui::Align::Min), |ui| {
            let field = egui::TextEdit::singleline(&mut book.search).desired_width(wide - 8.0);
            ui.add(field.hint_text("Look for words or a rule")).request_focus();
            list(ui, codex, book);
        });
        ui.separator();
        ui.vertical(|ui| page(ui, codex, book));
    });
}

/// What is found, by chapters.
fn list(ui: &mut Ui, codex: &Codex, book: &mut Book) {
    let open = book.page(codex).map(|entry| entry.id.clone());
    let place = book.place(codex).filter(|_| std::mem::take(&mut book.seek));
    let rows = book.rows(codex);
    if rows.is_empty() {
        ui.label(quiet("No rule has that."));
        return;
    }
    let mut chosen = None;
    let mut area = egui::ScrollArea::vertical().id_salt("found").auto_shrink(false);
    ui.spacing_mut().item_spacing.y = 0.0;
    if let Some(place) = place {
        area = area.vertical_scroll_offset((place as f32 * ROW - 0.4 * ui.available_height()).max(0.0));
    }
    area.show_rows(ui, ROW, rows.len(), |ui, shown| {
        for row in &rows[shown] {
            let (room, press) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::CLICK);
            let at =
                |left: f32| Rect::from_min_max(room.min + vec2(left, 3.0), pos2(room.right() - 2.0, room.bottom()));
            match row {
                Row::Chapter(name) => line(ui, at(2.0), name, narrow(13.0), QUIET),
                Row::Rule(id, name) => {
                    let now = open.as_ref() == Some(id);
                    if now || press.hovered() {
                        ui.painter().rect_filled(room, CHIP, RAISED);
                    }
                    line(ui, at(10.0), name, egui::FontId::proportional(13.5), if now { AMBER } else { TEXT });
                    if press.clicked() {
                        chosen = Some(id.clone());
                    }
                }
            }
        }
    });
    if let Some(id) = chosen {
        book.turn_to(codex, &id);
        book.seek = false;
    }
}

/// The rule that is open.
fn page(ui: &mut Ui, codex: &Codex, book: &mut Book) {
    let mut chosen = None;
    let others: Vec<String> = book.speakers(codex).to_vec();
    let Some(entry) = book.page(codex) else {
        ui.label(quiet("Choose a rule at the left, or write what you look for. Page Up and Page Down turn the leaf."));
        return;
    };
    egui::ScrollArea::vertical().id_salt("page").auto_shrink(false).show(ui, |ui| {
        roll(ui);
        ui.set_max_width(PAGE.min(ui.available_width()));
        ui.spacing_mut().item_spacing.y = 6.0;
        if book.can_go_back() && ui.button("Page before").clicked() {
            chosen = Some(None);
        }
        ui.add(egui::Label::new(style::bold(&entry.title).size(20.0)).wrap());
        ui.label(quiet(&entry.id));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for piece in pieces(codex, &entry.text) {
                match piece {
                    Piece::Words(words) => _ = ui.label(said(words).color(TEXT).size(15.0)),
                    Piece::Rule(id) => {
                        if leads(ui, id).clicked() {
                            chosen = Some(Some(id.to_owned()));
                        }
                    }
                }
            }
        });
        ui.add(egui::Label::new(quiet(format!("Source: {}", entry.source))).wrap());
        if !others.is_empty() {
            ui.add_space(6.0);
            heading(ui, "Rules that speak of it");
            for other in others.iter().filter_map(|id| codex.get(id)) {
                ui.horizontal_wrapped(|ui| {
                    if leads(ui, &other.id).clicked() {
                        chosen = Some(Some(other.id.clone()));
                    }
                    ui.label(quiet(&other.title));
                });
            }
        }
        style::gap(ui);
    });
    match chosen {
        Some(Some(id)) => book.turn_to(codex, &id),
        Some(None) => _ = book.back(),
        None => {}
    }
}

/// The id of a rule, which leads there.
fn leads(ui: &mut Ui, id: &str) -> egui::Response {
    let text = RichText::new(id).size(14.0).color(RULE).underline();
    let label = egui::Label::new(text).sense(Sense::CLICK).selectable(false);
    ui.add(label).on_hover_cursor(egui::CursorIcon::PointingHand)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Library;
    use crate::view::frame::tests::{check, dressed, read};

    /// In windows from 640x480 to 2560x1440, closed, searched and open: what is written lies in the window, and no text on
    /// another.
    #[test]
    fn what_is_written_can_be_read() {
        let codex = Library::own().codex();
        let ctx = dressed();
        for (search, page) in [("", None), ("fire", None), ("", Some("HEX-ASLT-06")), ("zzz", None)] {
            let mut book = Book::default();
            search.clone_into(&mut book.search);
            if let Some(page) = page {
                book.turn_to(codex, page);
            }
            for size in [vec2(640.0, 480.0), vec2(800.0, 600.0), vec2(1280.0, 800.0), vec2(2560.0, 1440.0)] {
                let texts = read(&ctx, size, |ctx| _ = screen(ctx, codex, &mut book));
                assert!(texts.iter().any(|read| read.text == "Rules"));
                assert_eq!(page.is_some(), texts.iter().any(|read| Some(read.text.as_str()) == page));
                check(&texts, size, &format!("{search} {page:?}, {size:?}"));
            }
        }
    }
}
