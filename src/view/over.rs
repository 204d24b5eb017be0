//! What lies over the board: the menu, help, codex, sheets, the result, and the curtain between two persons.

use egui_macroquad::egui::{self, RichText, Ui};

use crate::battle::UnitId;
use crate::play::words;
use crate::telling::codex as sheets;
use crate::telling::{Line, names};
use crate::user::report::impersonal;

use super::battle::{BattleScreen, Leave, Over, Play, Request};
use super::codex;
use super::log;
use super::model::keys::{Command, DEEDS, Keys};
use super::model::pad;
use super::screens::{roll, take_keys};
use super::style;
use super::widgets::{QUIET, heading};

impl BattleScreen {
    /// Menu, help, codex, sheets, the result.
    pub(super) fn lay_over(&mut self, ctx: &egui::Context, wishes: &mut Vec<Request>) {
        let title = match &self.over {
            Over::Nothing => return,
            Over::Menu => "Menu".to_owned(),
            Over::Help => "Keys".to_owned(),
            Over::Codex => "Rules".to_owned(),
            Over::Sheet(unit) => names::unit(&*self.play.table().view, *unit),
            Over::Log => "Log".to_owned(),
            Over::Result => "The battle is over".to_owned(),
            Over::Concession => "Give the battle up?".to_owned(),
            Over::Why => "Why did they do that?".to_owned(),
        };
        let mut open = true;
        let most = ctx.screen_rect().height() * 0.8;
        let window = egui::Window::new(title).open(&mut open).collapsible(false).resizable(false);
        let window = window.anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO).max_width(640.0).max_height(most);
        if self.over == Over::Log {
            self.whole_log(ctx, window, wishes);
        } else if self.over == Over::Why {
            self.reasons(ctx, window, wishes);
        } else if self.over == Over::Codex {
            let rect = ctx.screen_rect();
            let size = egui::vec2((rect.width() * 0.85).min(900.0), (rect.height() * 0.75).min(640.0));
            let (book, library) = (&mut self.book, self.play.table().library());
            window.fixed_size(size).show(ctx, |ui| codex::book(ui, library.codex(), book));
        } else {
            window.show(ctx, |ui| self.laid_over(ui, wishes));
        }
        if !open {
            wishes.push(Request::Over(Over::Nothing));
        }
    }

    fn laid_over(&mut self, ui: &mut Ui, wishes: &mut Vec<Request>) {
        match &self.over {
            Over::Nothing | Over::Log | Over::Why | Over::Codex => {}
            Over::Menu => self.menu(ui, wishes),
            Over::Help => help(ui, &self.keys, self.padded),
            Over::Sheet(unit) => self.sheet(ui, *unit),
            Over::Result => self.result(ui, wishes),
            Over::Concession => concession(ui, wishes),
        }
    }

    fn menu(&self, ui: &mut Ui, wishes: &mut Vec<Request>) {
        let mut entry = |ui: &mut Ui, text: &str, hint: &str, wish: Request| {
            let button = egui::Button::new(RichText::new(text).size(16.0)).min_size(egui::vec2(300.0, 30.0));
            let button = ui.add(button).on_hover_text(hint);
            if button.clicked() {
                wishes.push(wish);
            }
            button
        };
        let first = entry(ui, "Go on", "Back to the board", Request::Over(Over::Nothing));
        take_keys(&first);
        if let Play::Game(game) = &self.play {
            let text = format!("Save ({})", self.keys.name(Command::Save));
            let hint = "A copy of the battle as it stands, to come back to: it does not change when you go on from it";
            entry(ui, &text, hint, Request::Command(Command::Save));
            let hint = "Shows the battle so far; it can be played on from anywhere";
            entry(ui, "Replay from the beginning", hint, Request::Leave(Leave::Replay(None)));
            if game.asked().is_some() {
                let text = format!("Give up ({})", self.keys.name(Command::Concede));
                entry(ui, &text, "Asks first", Request::Over(Over::Concession));
            }
            if let Some(path) = &game.journal {
                let kept = format!("Every decision is kept in\n{}", impersonal(path));
                ui.label(RichText::new(kept).color(QUIET).size(12.0));
            }
        }
        entry(ui, "Settings", "Size of text, speed, sounds, keys", Request::Leave(Leave::Settings));
        let text = format!("Rules ({})", self.keys.name(Command::Codex));
        entry(ui, &text, "The rules as a book, open where the question stands", Request::Command(Command::Codex));
        let text = format!("Which key does what ({})", self.keys.name(Command::Help));
        entry(ui, &text, "They can be changed in the settings", Request::Over(Over::Help));
        let hint = "The battle can be gone on with whenever you like";
        entry(ui, "Leave (nothing is lost)", hint, Request::Leave(Leave::Back));
    }

    /// The whole log, filtered.
    fn whole_log(&mut self, ctx: &egui::Context, window: egui::Window<'_>, wishes: &mut Vec<Request>) {
        let rect = ctx.screen_rect();
        let window = window.fixed_size(egui::vec2((rect.width() * 0.8).min(900.0), rect.height() * 0.7));
        window.show(ctx, |ui| {
            ui.horizontal(|ui| {
                ui.label("Only lines with");
                let filter = egui::TextEdit::singleline(&mut self.filter).desired_width(200.0);
                ui.add(filter.hint_text("a unit, a rule, a word")).request_focus();
                let write =
                    ui.button("Write to a file").on_hover_text("The lines that are listed, beside the saved battles");
                if write.clicked() {
                    wishes.push(Request::Export);
                }
                if let Some(exported) = &self.exported {
                    ui.label(RichText::new(exported).color(QUIET));
                }
            });
            ui.separator();
            let lines: Vec<&Line> = self.log().filter(|line| words::passes(line, &self.filter)).collect();
            if lines.is_empty() {
                ui.label(RichText::new("No line has that.").color(QUIET));
            }
            log::lines(ui, self.play.table(), &lines, wishes);
        });
    }

    fn sheet(&self, ui: &mut Ui, unit: UnitId) {
        let table = self.play.table();
        egui::ScrollArea::vertical().show(ui, |ui| {
            roll(ui);
            for line in sheets::sheet(table.library(), &*table.view, unit) {
                ui.label(line);
            }
        });
    }
}

/// Asks for confirmation before the battle is given up.
fn concession(ui: &mut Ui, wishes: &mut Vec<Request>) {
    ui.label("The others win, unless several teams are left to play on. This cannot be taken back.");
    ui.separator();
    ui.horizontal(|ui| {
        let on = ui.button("Play on");
        take_keys(&on);
        if on.clicked() {
            wishes.push(Request::Over(Over::Nothing));
        }
        if ui.button("Give up").clicked() {
            wishes.push(Request::Concede);
        }
    });
}

/// Covers the board between two persons.
pub(super) fn curtain(ctx: &egui::Context, name: &str, key: &str, wishes: &mut Vec<Request>) {
    egui::CentralPanel::default().show(ctx, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.35);
            ui.label(style::bold(format!("{name} come to the keyboard")).size(26.0));
            ui.add_space(12.0);
            ui.label("What the others chose is covered.");
            ui.add_space(12.0);
            if ui.button(RichText::new(format!("I am here ({key})")).size(18.0)).clicked() {
                wishes.push(Request::Command(Command::Go));
            }
        });
    });
}

/// What each key does, and each button of a gamepad if there is one.
fn help(ui: &mut Ui, keys: &Keys, padded: bool) {
    egui::ScrollArea::vertical().show(ui, |ui| {
        roll(ui);
        let digits = ("1 to 9, 0".to_owned(), "the buttons of the bar, as they are numbered");
        table(ui, "keys", [digits].into_iter().chain(DEEDS.iter().map(|deed| (keys.names(deed), deed.does))));
        for (place, rows) in pad::help().into_iter().filter(|_| padded) {
            ui.add_space(10.0);
            heading(ui, &format!("{place}, with a gamepad"));
            table(ui, place, rows);
        }
    });
}

fn table(ui: &mut Ui, id: &str, rows: impl IntoIterator<Item = (String, &'static str)>) {
    egui::Grid::new(id).num_columns(2).striped(true).show(ui, |ui| {
        for (names, does) in rows {
            ui.label(style::bold(names));
            ui.label(does);
            ui.end_row();
        }
    });
}
