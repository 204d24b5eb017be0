//! The book: the chronicle, whose lines lead to moments of battles, honours and rivalries.

use egui_macroquad::egui::{self, RichText, Ui};

use crate::campaign::Told;
use crate::play::camp::Camp;
use crate::play::words;
use crate::view::screens::{follow, page, sheet, take_keys, title};
use crate::view::style;
use crate::view::widgets::{GOOD, PANEL, QUIET};

use super::Step;

/// Lays the page out.
pub(super) fn ui(ctx: &egui::Context, camp: &mut Camp, step: &mut Option<Step>) {
    egui::SidePanel::right("honours").frame(sheet(PANEL)).exact_width(360.0).resizable(false).show(ctx, |ui| {
        title(ui, "Honours");
        let honours = camp.campaign.honours();
        if honours.is_empty() {
            ui.label(RichText::new("Nobody has earned any yet.").color(QUIET));
        }
        for honour in honours {
            ui.label(format!("{}: {} ({})", honour.title, honour.who, honour.count));
        }
        let rivalries = camp.campaign.rivalries();
        if !rivalries.is_empty() {
            title(ui, "Rivalries");
        }
        for rivalry in rivalries {
            let (ours, theirs) = rivalry.score;
            ui.label(format!("{} and {}: {ours} to {theirs}", rivalry.ours, rivalry.theirs));
        }
        title(ui, "As a page");
        ui.label(RichText::new("Chronicle, honours, a card and a life for everybody, fit to be printed.").color(QUIET));
        let write = ui.button("Write the book as a page");
        if camp.campaign.state().results.is_empty() {
            take_keys(&write);
        }
        if write.clicked() {
            camp.export();
        }
        if let Some(told) = &camp.told {
            ui.label(RichText::new(told).color(GOOD));
        }
    });
    page().show(ctx, |ui| {
        title(ui, "Chronicle");
        let scroll = egui::ScrollArea::vertical().auto_shrink(false);
        if let Some(rule) = scroll.show(ui, |ui| chronicle(ui, camp, step)).inner {
            camp.tell(&rule);
        }
    });
}

/// The whole chronicle. Returns the rule that the person asks for.
fn chronicle(ui: &mut Ui, camp: &Camp, step: &mut Option<Step>) -> Option<String> {
    let state = camp.campaign.state();
    if state.results.is_empty() && state.told.is_empty() {
        ui.label(RichText::new("Nothing has happened yet.").color(QUIET));
    }
    let mut wanted = tale(ui, camp, 0, step);
    for result in &state.results {
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            if let Some(file) = camp.campaign.battle_file(result.battle).filter(|_| !result.by_hand) {
                let replay = ui.button("Replay").on_hover_text("The battle from its beginning");
                take_keys(&replay);
                follow(&replay);
                if replay.clicked() {
                    *step = Some(Step::Show(file, None));
                }
            }
            ui.label(style::bold(camp.campaign.headline(result)).size(15.0));
        });
        wanted = tale(ui, camp, result.battle, step).or(wanted);
    }
    wanted
}

/// A battle and its consequences. Returns the rule that the person asks for.
fn tale(ui: &mut Ui, camp: &Camp, battle: u32, step: &mut Option<Step>) -> Option<String> {
    let mut wanted = None;
    for told in camp.campaign.tale(battle) {
        ui.horizontal_wrapped(|ui| {
            show(ui, camp, told, step);
            ui.label(camp.campaign.line(told));
            let rule = &told.note.rule;
            if !rule.is_empty() {
                let id = RichText::new(rule).color(QUIET).size(11.5).underline();
                let id = ui.add(egui::Button::new(id).frame(false));
                follow(&id);
                if id.on_hover_text(words::codex(camp.library(), rule)).clicked() {
                    wanted = Some(rule.clone());
                }
            }
        });
    }
    wanted
}

/// A button that shows the moment of a line, if it has one.
pub(super) fn show(ui: &mut Ui, camp: &Camp, told: &Told, step: &mut Option<Step>) {
    let Some(file) = camp.campaign.shown_in(told) else { return };
    let show = ui.small_button("Show").on_hover_text(camp.campaign.place(told));
    follow(&show);
    if show.clicked() {
        *step = Some(Step::Show(file, Some(told.moment)));
    }
}
