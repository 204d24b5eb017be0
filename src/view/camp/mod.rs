//! A campaign between its battles: the map of its missions, the company, the shop, the book.

mod book;
mod company;
mod list;
mod map;
mod shop;

use egui_macroquad::egui::{self, RichText, Ui};
use macroquad::input::KeyCode;

use crate::rules::campaign::Offer;

use super::model::camp::{Camp, Page};
use super::model::keys::{Chord, Command, Keys};
use super::screens::{fault, follow, free_keys, take_keys};
use super::style;

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
pub(super) fn ui(ctx: &egui::Context, camp: &mut Camp, keys: &Keys, typed: &[Chord]) -> Option<Step> {
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
    egui::TopBottomPanel::top("camp").show(ctx, |ui| {
        ui.add_space(6.0);
        if head(ui, camp) {
            step = Some(Step::Leave);
        }
        ui.add_space(3.0);
    });
    match camp.page {
        Page::Map => map::ui(ctx, camp, &mut step),
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
        ui.label(style::bold(&tiding.title).size(20.0));
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
        let on = ui.button(RichText::new("Go on").size(17.0));
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
    ui.horizontal(|ui| {
        leaves = ui.button("All campaigns").on_hover_text("Escape").clicked();
        ui.label(style::bold(camp.campaign.stands()).size(15.0));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for (number, page) in Page::ALL.into_iter().enumerate().rev() {
                let text = RichText::new(format!("{}  {}", number + 1, page.word())).size(15.0);
                if ui.add(egui::Button::new(text).selected(camp.page == page)).clicked() {
                    turn(ui.ctx(), camp, page);
                }
            }
        });
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(camp.campaign.strength(camp.library()).join(". ")).color(style::ACCENT));
        ui.label(RichText::new(camp.campaign.at()).color(style::DIM));
    });
    for note in camp.campaign.notes() {
        ui.label(RichText::new(note).color(style::NOTICE));
    }
    fault(ui, camp.fault.as_ref());
    leaves
}

/// A row of a list that is selected by a click or by getting the focus. Returns whether it is.
fn pick(ui: &mut Ui, chosen: bool, text: RichText) -> bool {
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
        let button = egui::Button::new(RichText::new(&ware.words).size(14.5));
        let button = ui.add_enabled(why.is_none(), button);
        follow(&button);
        bought = button.clicked();
        ui.label(style::bold(format!("{} points", ware.cost)).color(style::ACCENT));
        if !ware.better {
            ui.label(RichText::new("no better than what is carried").color(style::DIM).size(12.5));
        }
        if let Some(why) = why {
            ui.label(RichText::new(why).color(style::NOTICE).size(12.5));
        }
    });
    bought
}
