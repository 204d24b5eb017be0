//! A campaign between its battles: the map of its missions, the company, the shop, the book.

mod book;
mod company;
mod fields;
mod list;
mod map;
mod shop;
#[cfg(test)]
mod tests;

use egui_macroquad::egui::{self, Color32, RichText, Ui, vec2};
use macroquad::input::KeyCode;

use crate::play::words::capital;
use crate::rules::campaign::Offer;

use super::model::keys::{Chord, Command, Keys};
use super::screens::{fault, follow, free_keys, sheet, take_keys};
use super::widgets::{AMBER, BAD, ON_AMBER, PANEL, QUIET, TEXT, figures, lead, quiet, words};
use crate::play::camp::{Camp, Page};

pub(super) use fields::Fields;
pub(super) use list::{Choice, ui as list};

/// Where a campaign leads.
pub(super) enum Step {
    /// Back to all campaigns.
    Leave,
    /// To the battle of the selected mission.
    March,
    /// To the battle under way.
    GoOn,
    /// To the same begun anew, with other dice.
    Anew,
    /// To the replay of this journal, or to it paused after this many decisions.
    Show(String, Option<u32>),
}

/// Lays a campaign out. Returns where to go, if it is left.
pub(super) fn ui(
    ctx: &egui::Context,
    camp: &mut Camp,
    fields: &mut Fields,
    keys: &Keys,
    typed: &[Chord],
) -> Option<Step> {
    let mut step = None;
    if tell(ctx, camp, typed) {
        // The message gets the keys.
    } else if typed.iter().any(|chord| chord.key == KeyCode::Escape) {
        if camp.doubts { camp.doubts = false } else { step = Some(Step::Leave) }
    } else if let Some(page) = typed.iter().find_map(|chord| match keys.command(*chord)? {
        Command::Button(number) => Page::ALL.get(number).copied(),
        _ => None,
    }) {
        turn(ctx, camp, page);
    }
    egui::TopBottomPanel::top("camp").frame(sheet(PANEL)).show(ctx, |ui| {
        ui.add_space(6.0);
        if head(ui, camp) {
            step = Some(Step::Leave);
        }
        ui.add_space(3.0);
    });
    match camp.page {
        Page::Map => {
            fields.keep_up(ctx, camp);
            map::ui(ctx, camp, fields, &mut step);
        }
        Page::Company => company::ui(ctx, camp, &mut step),
        Page::Shop => shop::ui(ctx, camp),
        Page::Book => book::ui(ctx, camp, &mut step),
    }
    step
}

/// Shows another page; the focus goes to its first widget.
fn turn(ctx: &egui::Context, camp: &mut Camp, page: Page) {
    (camp.page, camp.told, camp.doubts, camp.shown) = (page, None, false, None);
    free_keys(ctx);
}

/// The next message, if there is one. Returns whether there was.
fn tell(ctx: &egui::Context, camp: &mut Camp, typed: &[Chord]) -> bool {
    let Some(tiding) = camp.tidings.front() else { return false };
    let mut heard = typed.iter().any(|chord| chord.key == KeyCode::Escape);
    egui::Modal::new("tidings".into()).show(ctx, |ui| {
        ui.set_max_width(560.0);
        ui.label(RichText::new(&tiding.title).font(figures(26.0)));
        ui.add_space(6.0);
        let most = ui.ctx().screen_rect().height() * 0.6;
        egui::ScrollArea::vertical().max_height(most).show(ui, |ui| {
            ui.label(RichText::new(&tiding.text).size(15.0));
            ui.add_space(6.0);
            for line in &tiding.lines {
                ui.label(line);
            }
        });
        ui.add_space(8.0);
        let on = ui.add(lead("Go on"));
        if ui.memory(|m| m.focused() != Some(on.id)) {
            on.request_focus();
        }
        heard |= on.clicked();
    });
    if heard {
        camp.tidings.pop_front();
        turn(ctx, camp, camp.page);
    }
    true
}

/// The name and state of the campaign, and the tabs of its pages. Returns whether the person leaves.
fn head(ui: &mut Ui, camp: &mut Camp) -> bool {
    let mut leaves = false;
    ui.horizontal_wrapped(|ui| {
        leaves =
            ui.button(RichText::new("All campaigns").size(15.0)).on_hover_text("Escape; everything is kept").clicked();
        ui.add_space(6.0);
        for (number, page) in Page::ALL.into_iter().enumerate() {
            let chosen = camp.page == page;
            let text = RichText::new(format!("{}  {}", number + 1, page.word())).font(figures(16.0));
            let text = text.color(if chosen { ON_AMBER } else { TEXT });
            let tab = egui::Button::new(text).selected(chosen).min_size(vec2(84.0, 0.0));
            if ui.add(tab).on_hover_text(page.about()).clicked() {
                turn(ui.ctx(), camp, page);
            }
        }
        ui.add_space(6.0);
        ui.label(RichText::new(&camp.campaign.plot().name).font(figures(24.0)).color(TEXT));
        ui.label(quiet(camp.campaign.stands()));
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(words(camp.campaign.strength(camp.library()).join(". ")));
        ui.label(quiet(camp.campaign.at()));
    });
    for note in camp.campaign.notes() {
        ui.label(RichText::new(note).color(AMBER));
    }
    fault(ui, camp.fault.as_ref());
    leaves
}

/// A row of a list that is selected by a click or by getting the focus. Returns whether it is.
fn pick(ui: &mut Ui, chosen: bool, text: &str, color: Color32) -> bool {
    let text = RichText::new(text).size(15.0).color(if chosen { ON_AMBER } else { color });
    let row = ui.selectable_label(chosen, text);
    if chosen {
        take_keys(&row);
    }
    if row.clicked() {
        row.request_focus();
    }
    follow(&row);
    row.clicked() || row.has_focus() && !chosen
}

/// Something for sale, with its price, or why it cannot be bought. Returns whether it is bought.
fn ware(ui: &mut Ui, camp: &Camp, ware: &Offer) -> bool {
    let why = camp.campaign.why_not(ware);
    let mut bought = false;
    ui.horizontal_wrapped(|ui| {
        let button = egui::Button::new(RichText::new(capital(&ware.words)).size(14.5));
        let button = ui.add_enabled(why.is_none(), button);
        follow(&button);
        bought = button.clicked();
        let points = if ware.cost == 1 { "point" } else { "points" };
        ui.label(RichText::new(format!("{} {points}", ware.cost)).font(figures(15.0)).color(AMBER));
        if !ware.better {
            ui.label(RichText::new("no better than what is carried").color(QUIET).size(12.5));
        }
        if let Some(why) = why {
            ui.label(RichText::new(why).color(BAD).size(12.5));
        }
    });
    bought
}
