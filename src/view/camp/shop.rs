//! The shop: what points can buy, for whom, and why not.

use egui_macroquad::egui::{self, RichText};

use crate::play::camp::Camp;
use crate::view::screens::{page, sheet, title};
use crate::view::widgets::{AMBER, GOOD, PANEL, QUIET, TEXT, figures};

use super::{pick, ware};

/// Lays the page out.
pub(super) fn ui(ctx: &egui::Context, camp: &mut Camp) {
    let buyers = camp.buyers();
    camp.buyer = camp.buyer.filter(|buyer| buyers.contains(buyer));
    egui::SidePanel::left("buyers").frame(sheet(PANEL)).exact_width(300.0).resizable(false).show(ctx, |ui| {
        title(ui, "For whom");
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let choices = std::iter::once(None).chain(buyers.into_iter().map(Some));
            for buyer in choices {
                let name =
                    buyer.map_or("Newcomers and what is restored", |b| &camp.campaign.company().fighters[b].name);
                if pick(ui, camp.buyer == buyer, name, TEXT) {
                    camp.buyer = buyer;
                }
            }
        });
    });
    page().show(ctx, |ui| {
        title(ui, "For sale");
        let purse = camp.campaign.company().purse;
        ui.label(RichText::new(format!("{purse} points in the purse")).font(figures(17.0)).color(AMBER));
        if let Some(told) = &camp.told {
            ui.label(RichText::new(told).color(GOOD));
        }
        ui.add_space(6.0);
        let wares = camp.wares(camp.buyer);
        if wares.is_empty() {
            ui.label(RichText::new("Nothing is for sale here.").color(QUIET));
        }
        let scroll = egui::ScrollArea::vertical().auto_shrink(false);
        let bought = scroll.show(ui, |ui| wares.into_iter().filter(|offer| ware(ui, camp, offer)).last()).inner;
        if let Some(offer) = bought {
            camp.buy(&offer);
        }
    });
}
