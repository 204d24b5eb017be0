//! The list of campaigns: saved ones, those to begin with their terms, random ones.

use egui_macroquad::egui::{self, RichText, Ui};

use crate::play::begin::{Campaigns, Draft};
use crate::play::words::capital;
use crate::play::words::in_a_line;
use crate::user::report::impersonal;
use crate::view::screens::{entry, fault, page, take_keys, title};
use crate::view::widgets::{AMBER, QUIET, heading, lead, quiet};

/// Where the screen of campaigns leads.
pub(in crate::view) enum Choice {
    /// The start screen.
    Leave,
    /// The campaign of this name goes on.
    Open(String),
    /// A campaign file is read, to be begun.
    Read(String),
    /// The requested random campaign is generated.
    Draw,
    /// The draft is begun.
    Begin,
}

/// Lays the screen out. Returns where it leads.
pub(in crate::view) fn ui(ctx: &egui::Context, campaigns: &mut Campaigns, escape: bool) -> Option<Choice> {
    let mut choice = None;
    let waits = campaigns.waits();
    page().show(ctx, |ui| match &mut campaigns.draft {
        Some(draft) => {
            let mut back = escape;
            terms(ui, draft, &mut choice, &mut back, campaigns.fault.as_ref());
            if back {
                (campaigns.draft, campaigns.fault) = (None, None);
            }
        }
        None => {
            if escape {
                choice = Some(Choice::Leave);
            }
            title(ui, "Campaigns");
            ui.label(RichText::new("Battles linked by people who live, learn and die.").color(QUIET));
            fault(ui, campaigns.fault.as_ref());
            ui.add_space(6.0);
            if ui.button(RichText::new("Back").size(16.0)).clicked() {
                choice = Some(Choice::Leave);
            }
            ui.separator();
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| all(ui, campaigns, waits, &mut choice));
        }
    });
    choice
}

/// The saved ones, and those that can be begun.
fn all(ui: &mut Ui, campaigns: &mut Campaigns, waits: bool, choice: &mut Option<Choice>) {
    // Saved ones may still be missing while they are being read.
    let mut first = !waits;
    if waits || !campaigns.kept.is_empty() {
        heading(ui, "Go on");
    }
    let grid = |name: &str| egui::Grid::new(name.to_owned()).num_columns(2).spacing([12.0, 8.0]);
    grid("kept").show(ui, |ui| {
        for kept in &campaigns.kept {
            if entry(ui, &kept.name.replace('_', " "), std::mem::take(&mut first)) {
                *choice = Some(Choice::Open(kept.name.clone()));
            }
            match &kept.stands {
                Ok(lines) => about(ui, lines),
                Err(why) => _ = ui.label(RichText::new(impersonal(why)).color(AMBER)),
            }
            ui.end_row();
        }
    });
    if waits {
        ui.label(RichText::new("looking where they stand …").color(QUIET));
    }
    ui.add_space(8.0);
    heading(ui, "Begin");
    grid("entries").show(ui, |ui| {
        for found in &campaigns.entries {
            if entry(ui, &found.name, std::mem::take(&mut first)) {
                *choice = Some(Choice::Read(found.id.clone()));
            }
            about(ui, &[found.about.clone(), found.ruleset.clone()]);
            ui.end_row();
        }
    });
    ui.add_space(8.0);
    heading(ui, "Draw another");
    let wish = &mut campaigns.wish;
    ui.horizontal(|ui| {
        for &ruleset in &campaigns.rulesets {
            ui.selectable_value(&mut wish.ruleset, ruleset, ruleset);
        }
        ui.label("seed").on_hover_text("A whole number: the same one draws the same campaign");
        ui.add(egui::TextEdit::singleline(&mut wish.seed).desired_width(120.0));
        let stages = egui::DragValue::new(&mut wish.stages).range(1..=99).suffix(" stages");
        ui.add(stages).on_hover_text("Each is a choice of two missions, but for the last: drag, or click and write");
        if ui.button("Draw it").on_hover_text("Its file is kept, and listed here").clicked() {
            *choice = Some(Choice::Draw);
        }
    });
}

/// Two lines about a campaign.
fn about(ui: &mut Ui, [first, second]: &[String; 2]) {
    ui.vertical(|ui| {
        ui.label(first);
        ui.label(RichText::new(second).color(QUIET).size(12.5));
    });
}

/// The terms of a new campaign.
fn terms(ui: &mut Ui, draft: &mut Draft, choice: &mut Option<Choice>, back: &mut bool, wrong: Option<&String>) {
    title(ui, &draft.plot.name.clone());
    ui.label(RichText::new(in_a_line(&draft.plot.introduction)).size(15.0));
    for aim in draft.plot.aims() {
        ui.label(RichText::new(format!("To win: {aim}")).color(QUIET));
    }
    ui.add_space(12.0);
    egui::Grid::new("terms").num_columns(2).spacing([18.0, 10.0]).show(ui, |ui| {
        ui.label("What you call it");
        ui.add(egui::TextEdit::singleline(&mut draft.name).desired_width(240.0));
        ui.end_row();
        ui.label("Seed");
        ui.horizontal(|ui| {
            ui.add(egui::TextEdit::singleline(&mut draft.seed).desired_width(160.0));
            ui.label(RichText::new("the same seed, the same dice").color(QUIET));
        });
        ui.end_row();
        ui.label("Opponents");
        ui.vertical(|ui| {
            for (place, level) in draft.plot.difficulties.iter().enumerate() {
                let grant = match level.grant {
                    0 => String::new(),
                    points => format!(", and {points} points for you at the beginning and after each battle"),
                };
                let text = format!("{}: {} plays{grant}", capital(&level.name.value), level.opponent.value);
                ui.radio_value(&mut draft.difficulty, place, text);
                if let Some(manner) = draft.manners.get(place).filter(|manner| !manner.is_empty()) {
                    ui.add(egui::Label::new(quiet(manner)).wrap());
                }
            }
        });
        ui.end_row();
        ui.label("Ironman");
        ui.checkbox(&mut draft.ironman, "no battle is taken back");
        ui.end_row();
    });
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        let begin = ui.add(lead("Begin the campaign"));
        take_keys(&begin);
        if begin.clicked() {
            *choice = Some(Choice::Begin);
        }
        *back |= ui.button(RichText::new("Back").size(18.0)).clicked();
    });
    fault(ui, wrong);
}
