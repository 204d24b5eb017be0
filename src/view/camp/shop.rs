//! The shop: what points can buy, for whom, and why not.

use egui_macroquad::egui::{self, RichText};

use crate::view::model::camp::Camp;
use crate::view::screens::title;
use crate::view::style;

use super::{pick, ware};

/// Lays the page out.
pub(super) fn ui(ctx: &egui::Context, camp: &mut Camp) {
    let buyers = camp.buyers();
    camp.buyer = camp.buyer.filter(|buyer| buyers.contains(buyer));
    egui::SidePanel::left("buyers").exact_width(300.0).resizable(false).show(ctx, |ui| {
        title(ui, "For whom");
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let choices = std::iter::once(None).chain(buyers.into_iter().map(Some));
            for buyer in choices {
                let name =
                    buyer.map_or("Newcomers and what is restored", |b| &camp.campaign.company().fighters[b].name);
                let text = RichText::new(name).size(15.0);
                if pick(ui, camp.buyer == buyer, text) {
                    camp.buyer = buyer;
                }
            }
        });
    });
    egui::CentralPanel::default().show(ctx, |ui| {
        title(ui, "For sale");
        let purse = camp.campaign.company().purse;
        ui.label(style::bold(format!("{purse} points in the purse")).size(16.0).color(style::ACCENT));
        if let Some(told) = &camp.told {
            ui.label(RichText::new(told).color(style::ACCENT));
        }
        ui.add_space(6.0);
        let wares = camp.wares(camp.buyer);
        if wares.is_empty() {
            ui.label(RichText::new("Nothing is for sale here.").color(style::DIM));
        }
        let scroll = egui::ScrollArea::vertical().auto_shrink(false);
        let bought = scroll.show(ui, |ui| wares.into_iter().filter(|offer| ware(ui, camp, offer)).last()).inner;
        if let Some(offer) = bought {
            camp.buy(&offer);
        }
    });
}
