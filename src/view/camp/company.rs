//! The company: its fighters with their arms, history and needs; the other companies in a few lines.

use egui_macroquad::egui::{self, RichText, Ui};

use crate::campaign::book;
use crate::play::camp::Camp;
use crate::play::words::capital;
use crate::rules::campaign::Health;
use crate::view::screens::{page, sheet, title};
use crate::view::style;
use crate::view::widgets::{AMBER, GOOD, PANEL, QUIET, TEXT, heading};

use super::{Step, pick, ware};

/// Lays the page out.
pub(super) fn ui(ctx: &egui::Context, camp: &mut Camp, step: &mut Option<Step>) {
    egui::SidePanel::left("fighters").frame(sheet(PANEL)).exact_width(300.0).resizable(false).show(ctx, |ui| {
        title(ui, &camp.campaign.company().name.clone());
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            fighters(ui, camp);
            others(ui, camp);
        });
    });
    page().show(ctx, |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| fighter(ui, camp, step));
    });
}

/// The fighters of the company, the dead last.
fn fighters(ui: &mut Ui, camp: &mut Camp) {
    let mut chosen = None;
    for (place, fighter) in camp.fighters() {
        let color = if fighter.is_fit() { TEXT } else { QUIET };
        let health = if fighter.is_fit() { "" } else { book::health(fighter) };
        let text = format!("{}  {health}", fighter.name);
        if pick(ui, camp.fighter == place, text.trim(), color) {
            chosen = Some(place);
        }
    }
    if let Some(place) = chosen {
        camp.fighter = place;
    }
    for grudge in camp.campaign.bears(&camp.campaign.plot().player) {
        ui.label(RichText::new(format!("You {grudge}")).color(AMBER));
    }
}

/// The other companies, a few lines each.
fn others(ui: &mut Ui, camp: &Camp) {
    title(ui, "The others");
    for (rival, grudges) in camp.campaign.rivals(camp.library()) {
        ui.label(rival);
        for grudge in grudges {
            ui.label(RichText::new(format!("they {grudge}")).color(AMBER));
        }
        ui.add_space(4.0);
    }
}

/// The selected fighter.
fn fighter(ui: &mut Ui, camp: &mut Camp, step: &mut Option<Step>) {
    let company = camp.campaign.company();
    let Some(fighter) = company.fighters.get(camp.fighter) else { return };
    title(ui, &fighter.name);
    let health = match fighter.health {
        Health::Fit => style::bold("Fit").color(GOOD),
        Health::LaidUp => style::bold("Laid up: misses the next battle").color(AMBER),
        Health::Dead => style::bold("Dead").color(QUIET),
    };
    ui.label(health);
    for line in camp.campaign.card(camp.library(), company, fighter) {
        ui.label(RichText::new(capital(&line)).size(14.5));
    }
    ui.label(RichText::new(capital(&camp.campaign.service(camp.library(), company, fighter))).color(QUIET));
    let life: Vec<_> = camp.campaign.biography(&camp.campaign.plot().player, &fighter.name).collect();
    if !life.is_empty() {
        ui.add_space(8.0);
        heading(ui, "Life");
    }
    for told in life {
        ui.horizontal_wrapped(|ui| {
            super::book::show(ui, camp, told, step);
            ui.label(book::words(&told.note.deed));
            ui.label(RichText::new(camp.campaign.place(told)).color(QUIET).size(12.0));
        });
    }
    ui.add_space(8.0);
    let help = camp.help_for(camp.fighter);
    heading(ui, "What can be done");
    if help.is_empty() {
        ui.label(RichText::new("Nothing is for sale for this one.").color(QUIET));
    }
    let bought = help.into_iter().filter(|offer| ware(ui, camp, offer)).last();
    if let Some(offer) = bought {
        camp.buy(&offer);
    }
    if let Some(told) = &camp.told {
        ui.label(RichText::new(told).color(GOOD));
    }
}
