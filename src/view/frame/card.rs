//! The card of the unit in hand: what it is, what is left of it, its numbers, weapons and states, what it may still do.

use egui_macroquad::egui::{self, Align2, Color32, Rect, RichText, Sense, Ui, pos2, vec2};

use crate::battle::UnitId;
use crate::play::words::{self, State};
use crate::rules::{Arm, BattleView, Card};
use crate::telling::{names, panel};

use super::super::battle::{BattleScreen, Over, Play, Request};
use super::super::model::keys::Command;
use super::super::style;
use super::super::widgets::{
    AMBER, BAD, INK, LINE, QUIET, RAISED, TEXT, chip, figures, heading, narrow, quiet, words as said, write,
};

/// How high a row of a weapon is, and how wide the bar of its range.
const ARM: f32 = 30.0;
const RANGE: f32 = 104.0;
/// Pips that are shown one by one.
const PIPS: u8 = 14;
/// The colours of range bands, the nearest first.
const BANDS: [Color32; 3] = [Color32::from_rgb(0xff, 0xd9, 0x84), AMBER, Color32::from_rgb(0x8a, 0x67, 0x28)];

impl BattleScreen {
    /// The unit that the card is about: the one in hand, or else the one that is pointed at.
    fn carded(&self) -> Option<UnitId> {
        let table = self.play.table();
        let there = |cell| table.playback.scene.units_in(&*table.view, cell).first().copied();
        let pointed = self.hovered.and_then(there);
        match &self.play {
            Play::Game(game) => game.hand.unit.or(pointed),
            Play::Replay(_) => pointed,
        }
    }

    /// The card of the unit in hand.
    pub(super) fn card(&self, ui: &mut Ui, wishes: &mut Vec<Request>) {
        let Some(unit) = self.carded() else {
            heading(ui, "Unit");
            ui.label(quiet("Nobody is in hand. Click a unit, or point at one, to see what it is like."));
            return;
        };
        let view = &*self.play.table().view;
        let card = view.card(unit);
        egui::ScrollArea::vertical().id_salt(("card", unit.0)).auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 5.0);
            self.head(ui, unit, &card, wishes);
            self.states(ui, unit);
            stats(ui, &card);
            card.arms.iter().for_each(|arm| weapon(ui, arm));
            self.abilities(ui, &card);
            self.may(ui, unit);
            style::gap(ui);
        });
    }

    /// Who it is, and what is left of it.
    fn head(&self, ui: &mut Ui, unit: UnitId, card: &Card, wishes: &mut Vec<Request>) {
        let view = &*self.play.table().view;
        let side = view.piece(unit).side;
        let (room, press) = ui.allocate_exact_size(vec2(ui.available_width(), 54.0), Sense::CLICK);
        self.token(ui, pos2(room.left() + 30.0, room.center().y), 21.0, unit);
        let left = room.left() + 64.0;
        let all = ui.interact(room, ui.id().with("who"), Sense::CLICK);
        let name = ui.fonts(|fonts| {
            let mut job = egui::text::LayoutJob::simple_singleline(view.name(unit), figures(22.0), TEXT);
            job.wrap = egui::text::TextWrapping::truncate_at_width(room.right() - left - 34.0);
            fonts.layout_job(job)
        });
        ui.painter().galley(pos2(left, room.top() - 2.0), name, TEXT);
        let about = if ["", &view.name(unit), names::side(view, side)].contains(&card.about.as_str()) {
            format!("{} of {}", names::tag(view, unit), names::side(view, side))
        } else {
            format!("{} of {}, {}", names::tag(view, unit), names::side(view, side), card.about)
        };
        let job = {
            let mut job = egui::text::LayoutJob::simple_singleline(
                about,
                egui::FontId::proportional(12.0),
                style::side_text(side),
            );
            job.wrap = egui::text::TextWrapping::truncate_at_width(room.right() - left);
            ui.fonts(|fonts| fonts.layout_job(job))
        };
        ui.painter().galley(pos2(left, room.top() + 23.0), job, QUIET);
        life(ui, pos2(left, room.bottom() - 6.0), room.right(), view, unit, card);
        let sheet = Rect::from_min_size(pos2(room.right() - 24.0, room.top()), vec2(24.0, 24.0));
        if self.small(ui, sheet, "help", false, true, &format!("Its whole sheet ({})", self.keys.name(Command::Sheet)))
        {
            wishes.push(Request::Over(Over::Sheet(unit)));
        } else if (all.clicked() || press.clicked()) && view.piece(unit).at.is_some() {
            wishes.push(Request::Show(view.piece(unit).at));
        }
    }

    /// What it has come to, in words with their badges.
    fn states(&self, ui: &mut Ui, unit: UnitId) {
        let states = words::states(&*self.play.table().view, unit);
        if states.is_empty() {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
            for State { words, badge } in states {
                match badge {
                    Some(badge) => {
                        let picture = match badge.sign {
                            crate::battle::field::Sign::Icon(name) => Some(self.atlas.sign(ui.ctx(), badge.tone, name)),
                            crate::battle::field::Sign::Number(_) => None,
                        };
                        chip(ui, picture, &words, style::tone(badge.tone));
                    }
                    None => _ = chip(ui, None, &words, QUIET),
                }
            }
        });
    }

    /// What it is besides and can do; a rule tells more when it is pointed at.
    fn abilities(&self, ui: &mut Ui, card: &Card) {
        if card.abilities.is_empty() {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
            for ability in &card.abilities {
                let about = || words::codex(self.play.table().library(), &ability.rule);
                chip(ui, None, &ability.name, TEXT).on_hover_ui(|ui| _ = ui.label(about()));
            }
        });
    }

    /// What it may still do.
    fn may(&self, ui: &mut Ui, unit: UnitId) {
        let Play::Game(game) = &self.play else { return };
        let Some(offer) = &game.offer else { return };
        let view = &*game.table.view;
        if view.piece(unit).side != offer.decision.side {
            return;
        }
        let text = match words::open(offer, unit) {
            open if open.is_empty() && self.acted.has(unit) => "Has acted in this step".to_owned(),
            open if open.is_empty() => "Nothing to do now".to_owned(),
            open => format!("May still: {}", open.join(", ")),
        };
        ui.label(quiet(text));
    }
}

/// What is left of a unit: pips, or a bar where there would be too many.
fn life(ui: &Ui, at: egui::Pos2, right: f32, view: &dyn BattleView, unit: UnitId, card: &Card) {
    let life = card.life;
    if !view.alive(unit) {
        write(ui, at, Align2::LEFT_CENTER, &words::capital(&panel::standing(view, unit)), narrow(13.0), BAD);
        return;
    }
    if life.full < 2 {
        return;
    }
    let color = style::side_text(view.piece(unit).side);
    let mut x = at.x;
    if life.full <= PIPS {
        for pip in 0..life.full {
            let middle = pos2(x + 5.0, at.y);
            match pip < life.left {
                true => _ = ui.painter().circle_filled(middle, 4.5, color),
                false => _ = ui.painter().circle_stroke(middle, 4.0, (1.2, QUIET)),
            }
            x += 12.0;
        }
    } else {
        let bar = Rect::from_min_size(pos2(x, at.y - 4.0), vec2((right - x - 80.0).max(20.0), 8.0));
        ui.painter().rect_filled(bar, 4.0, INK);
        let full = bar.width() * f32::from(life.left) / f32::from(life.full);
        ui.painter().rect_filled(Rect::from_min_size(bar.min, vec2(full, 8.0)), 4.0, color);
        x = bar.right() + 2.0;
    }
    let told = format!("{} of {}", life.left, life.full);
    let galley = ui.fonts(|fonts| fonts.layout_no_wrap(told, narrow(13.0), TEXT));
    if x + 6.0 + galley.size().x <= right {
        ui.painter().galley(pos2(x + 6.0, at.y - galley.size().y / 2.0), galley, TEXT);
    }
}

/// Its main numbers side by side.
fn stats(ui: &mut Ui, card: &Card) {
    if card.stats.is_empty() {
        return;
    }
    let columns = card.stats.len().min((ui.available_width() / 42.0) as usize).max(1);
    for row in card.stats.chunks(columns) {
        let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), 31.0), Sense::hover());
        let wide = room.width() / columns as f32;
        for (place, stat) in row.iter().enumerate() {
            let at = Rect::from_min_size(
                pos2(room.left() + place as f32 * wide, room.top()),
                vec2(wide - 6.0, room.height()),
            );
            ui.painter().hline(at.x_range(), at.top(), (1.0, LINE));
            write(
                ui,
                pos2(at.left(), at.top() + 9.0),
                Align2::LEFT_CENTER,
                &stat.label.to_uppercase(),
                narrow(11.0),
                QUIET,
            );
            write(ui, pos2(at.left(), at.top() + 22.0), Align2::LEFT_CENTER, &stat.value, figures(15.0), TEXT);
            ui.interact(at, ui.id().with(("stat", stat.label)), Sense::hover()).on_hover_text(stat.about);
        }
    }
}

/// A weapon: its name, how far it reaches, its numbers.
fn weapon(ui: &mut Ui, arm: &Arm) {
    let (room, hover) = ui.allocate_exact_size(vec2(ui.available_width(), ARM), Sense::hover());
    let ready = arm.idle.is_empty();
    let color = if ready { TEXT } else { QUIET };
    let bar = Rect::from_min_size(pos2(room.right() - RANGE, room.top() + 5.0), vec2(RANGE, 8.0));
    let line = |text: &str, font, color, wide: f32| {
        let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
        job.wrap = egui::text::TextWrapping::truncate_at_width(wide);
        ui.fonts(|fonts| fonts.layout_job(job))
    };
    let name = line(&words::capital(&arm.name), figures(14.0), color, room.width() - RANGE - 6.0);
    ui.painter().galley(pos2(room.left(), room.top()), name, color);
    let numbers = if ready { arm.told() } else { format!("{}: {}", words::capital(arm.idle), arm.told()) };
    let numbers =
        line(&numbers, egui::FontId::proportional(11.5), if ready { QUIET } else { BAD }, room.width() - RANGE - 6.0);
    ui.painter().galley(pos2(room.left(), room.top() + 16.0), numbers, QUIET);
    match arm.bands.last() {
        None => _ = write(ui, bar.right_center(), Align2::RIGHT_CENTER, "hand to hand", narrow(12.0), QUIET),
        Some(&far) => {
            ui.painter().rect_filled(bar, 2.0, RAISED);
            let mut from = 0.0;
            // One band is the middle one of three; two are the first and the last.
            let shade = |place: usize| match arm.bands.len() {
                1 => BANDS[1],
                2 => BANDS[2 * place.min(1)],
                _ => BANDS[place.min(2)],
            };
            let wide = |hexes: u8| bar.width() * f32::from(hexes) / f32::from(far.max(1));
            let mut written = f32::MIN;
            for (place, &end) in arm.bands.iter().enumerate() {
                let to = wide(end);
                let part =
                    Rect::from_min_max(pos2(bar.left() + from, bar.top()), pos2(bar.left() + to - 1.0, bar.bottom()));
                ui.painter().rect_filled(part, 2.0, if ready { shade(place) } else { LINE });
                let x = bar.left() + to - 1.0;
                if x - 16.0 > written || place + 1 == arm.bands.len() {
                    let at = pos2(x, bar.bottom() + 8.0);
                    if place + 1 < arm.bands.len() && bar.right() - x < 18.0 {
                        from = to;
                        continue;
                    }
                    write(ui, at, Align2::RIGHT_CENTER, &end.to_string(), narrow(11.0), QUIET);
                    written = x;
                }
                from = to;
            }
        }
    }
    hover.on_hover_ui(|ui| {
        ui.label(style::bold(words::capital(&arm.name)));
        ui.label(arm.told());
        ui.label(RichText::new(words::capital(&arm.reach())).color(QUIET));
        if !ready {
            ui.label(said(words::capital(arm.idle)).color(BAD));
        }
    });
}
