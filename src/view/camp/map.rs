//! The map of missions: the ways between them, their states, and the briefing of the selected one.

use egui_macroquad::egui::{self, Color32, Rect, RichText, Ui, pos2, vec2};

use crate::campaign::book;
use crate::campaign::chart::{Standing, Way};
use crate::play::camp::Camp;
use crate::play::words::capital;
use crate::play::words::in_a_line;
use crate::view::screens::{free_keys, in_sight, sheet, take_keys, title};
use crate::view::style;
use crate::view::widgets::{
    AMBER, BAD, CHIP, GOOD, INK, LINE, PANEL, QUIET, RAISED, TEXT, figures, fill as fill_in, lead, narrow,
};

use super::{Fields, Step};

/// How large a mission is drawn, in points.
const BOX: egui::Vec2 = vec2(190.0, 118.0);
/// How high the picture of its battlefield is, and what is left free around it.
const FIELD: f32 = 68.0;
const EDGE: f32 = 4.0;
/// The room between missions, in points: the most from left to right, where there is so much, and that above each other.
const GAP: egui::Vec2 = vec2(52.0, 22.0);
/// The least from left to right.
const NARROW: f32 = 30.0;

/// Lays the page out.
pub(super) fn ui(ctx: &egui::Context, camp: &mut Camp, fields: &Fields, step: &mut Option<Step>) {
    // A focus that is given up in this frame goes to the first widget in the next.
    let idle = ctx.memory(|memory| memory.focused().is_none());
    let height = ctx.screen_rect().height() * 0.46;
    egui::TopBottomPanel::bottom("mission").frame(sheet(PANEL)).exact_height(height).show(ctx, |ui| {
        deeds(ui, camp, step);
        ui.separator();
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let left = ui.available_width() * 0.48;
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_width(left);
                    briefing(ui, camp, step);
                });
                ui.add_space(20.0);
                ui.vertical(|ui| stakes(ui, camp));
            });
        });
    });
    egui::CentralPanel::default().show(ctx, |ui| {
        egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| chart(ui, camp, fields, idle));
    });
}

/// The missions as boxes, joined by lines. The selected one takes the focus if nothing else does.
fn chart(ui: &mut Ui, camp: &mut Camp, fields: &Fields, idle: bool) {
    let rows = camp.chart.columns.iter().map(Vec::len).max().unwrap_or(0);
    let columns = camp.chart.columns.len() as f32;
    let gap = ((ui.available_width() - columns * BOX.x) / columns).clamp(NARROW, GAP.x);
    let cell = BOX + vec2(gap, GAP.y);
    let needed = vec2(columns, rows as f32) * cell;
    let (rect, _) = ui.allocate_exact_size(needed.max(ui.available_size()), egui::Sense::hover());
    let mut places = vec![Rect::NOTHING; camp.campaign.plot().missions.len()];
    let from = rect.left() + (rect.width() - needed.x + gap) / 2.0;
    for (column, missions) in camp.chart.columns.iter().enumerate() {
        let top = rect.center().y - missions.len() as f32 * cell.y / 2.0;
        for (row, &mission) in missions.iter().enumerate() {
            let at = pos2(from + column as f32 * cell.x, top + row as f32 * cell.y + GAP.y / 2.0);
            places[mission] = Rect::from_min_size(at, BOX);
        }
    }
    for &(from, to, way) in &camp.chart.ways {
        line(ui.painter(), places[from], places[to], way, taken(camp.standing(from), way));
    }
    let mut chosen = None;
    for (mission, place) in places.into_iter().enumerate() {
        let button = mission_box(ui, camp, fields, mission, place);
        if idle && mission == camp.mission {
            take_keys(&button);
        }
        if button.clicked() {
            // Its buttons get the focus next.
            free_keys(ui.ctx());
        }
        if button.clicked() || button.has_focus() && mission != camp.mission {
            chosen = Some(mission);
        }
        if mission == camp.mission && camp.shown != Some(mission) {
            in_sight(&button);
            camp.shown = Some(mission);
        }
    }
    if let Some(mission) = chosen {
        (camp.mission, camp.doubts) = (mission, false);
    }
}

/// Whether a way was taken; none while that is open.
fn taken(standing: Standing, way: Way) -> Option<bool> {
    match standing {
        Standing::Won => Some(way != Way::Lost),
        Standing::Lost => Some(way != Way::Won),
        Standing::Closed => Some(false),
        Standing::UnderWay | Standing::Open | Standing::Locked => None,
    }
}

/// A way from a mission to another.
fn line(painter: &egui::Painter, from: Rect, to: Rect, way: Way, taken: Option<bool>) {
    let (color, word) = match way {
        Way::Won => (GOOD, "won"),
        Way::Lost => (BAD, "lost"),
        Way::Fought => (QUIET, ""),
    };
    let (color, width) = match taken {
        Some(true) => (color, 3.0),
        None => (color, 1.5),
        Some(false) => (color.gamma_multiply(0.3), 1.5),
    };
    let (a, b) = (from.right_center(), to.left_center());
    let bend = vec2((b.x - a.x).min(GAP.x) * 0.6, 0.0);
    let curve = [a, a + bend, b - bend, b];
    painter.add(egui::epaint::CubicBezierShape::from_points_stroke(
        curve,
        false,
        Color32::TRANSPARENT,
        egui::Stroke::new(width, color),
    ));
    let font = egui::FontId::proportional(11.5);
    let middle = a + (b - a) * 0.5 + vec2(0.0, -8.0);
    painter.text(middle, egui::Align2::CENTER_CENTER, word, font, color);
}

/// The colour of a mission's state.
fn hue(standing: Standing) -> Color32 {
    match standing {
        Standing::Won => GOOD,
        Standing::Lost => BAD,
        Standing::UnderWay | Standing::Open => AMBER,
        Standing::Locked | Standing::Closed => QUIET,
    }
}

/// A mission: its battlefield, its name, and its state.
fn mission_box(ui: &mut Ui, camp: &Camp, fields: &Fields, mission: usize, place: Rect) -> egui::Response {
    let standing = camp.standing(mission);
    let shut = matches!(standing, Standing::Locked | Standing::Closed);
    let chosen = camp.mission == mission;
    let (fill, stroke) = match (chosen, shut) {
        (true, _) => (RAISED, egui::Stroke::new(3.0, hue(standing))),
        (false, true) => (PANEL, egui::Stroke::new(1.0, LINE)),
        (false, false) => (PANEL, egui::Stroke::new(1.0, hue(standing))),
    };
    let button = ui.put(place, egui::Button::new("").fill(fill).stroke(stroke).min_size(BOX));
    let inner = place.shrink(EDGE);
    let field = Rect::from_min_size(inner.min, vec2(inner.width(), FIELD));
    ui.painter().rect_filled(field, CHIP, INK);
    let told = &camp.campaign.plot().missions[mission];
    if let Some(vignette) = fields.of(&told.scenario.value) {
        // What is still to come lies in the dark.
        vignette.cover(ui, field, Color32::from_gray(if shut { 110 } else { 255 }));
    }
    let row = |top: f32, height: f32| {
        Rect::from_min_size(pos2(inner.left(), field.bottom() + top), vec2(inner.width(), height))
    };
    fill_in(ui, row(3.0, 20.0), &told.name, figures(16.0), if shut { QUIET } else { TEXT });
    fill_in(ui, row(23.0, 18.0), &camp.stands(mission), narrow(14.0), hue(standing));
    button
}

/// What can be done on the map.
fn deeds(ui: &mut Ui, camp: &mut Camp, step: &mut Option<Step>) {
    let next = if camp.campaign.state().begun.is_none() {
        let march = || {
            (
                format!("March: {}", camp.mission().name),
                "Its battle begins: nothing is bought until it is over",
                Step::March,
            )
        };
        camp.is_open(camp.mission).then(march)
    } else if camp.stuck {
        let hint = "What happened in it so far is not told any more";
        Some(("Begin this battle anew, with other dice".to_owned(), hint, Step::Anew))
    } else {
        Some(("Go on with the battle".to_owned(), "From where it was left", Step::GoOn))
    };
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        if let Some((text, hint, next)) = next {
            let button = ui.add(lead(&text)).on_hover_text(hint);
            if !camp.doubts {
                take_keys(&button);
            }
            if button.clicked() {
                *step = Some(next);
            }
        }
        if camp.doubts {
            ui.label(RichText::new("What was bought since is taken back as well.").color(AMBER));
            if ui.button("Take the battle back").clicked() {
                camp.retry();
            }
            let leave = ui.button("Leave it as it is");
            take_keys(&leave);
            if leave.clicked() {
                camp.doubts = false;
            }
        } else {
            let why = camp.campaign.why_no_retry();
            let retry = ui.add_enabled(
                why.is_none(),
                egui::Button::new(RichText::new("Fight the last battle again …").size(15.0)),
            );
            let retry = retry.on_hover_text("Takes its result back, and what was bought since: it asks first");
            if retry.on_disabled_hover_text(why.unwrap_or_default()).clicked() {
                camp.doubts = true;
                free_keys(ui.ctx());
            }
            if let Some(why) = why.filter(|_| camp.campaign.terms().ironman) {
                ui.label(RichText::new(why).color(QUIET));
            }
        }
    });
}

/// The briefing of the selected mission.
fn briefing(ui: &mut Ui, camp: &Camp, step: &mut Option<Step>) {
    let (plot, state, mission) = (camp.campaign.plot(), camp.campaign.state(), camp.mission());
    title(ui, &mission.name);
    let standing = camp.standing(camp.mission);
    ui.label(style::bold(capital(&camp.stands(camp.mission))).color(hue(standing)));
    ui.add_space(4.0);
    if let Some(result) = state.result(&mission.id) {
        ui.label(camp.campaign.headline(result));
        ui.label(in_a_line(if result.won { &mission.won } else { &mission.lost }));
        if let Some(file) = camp.campaign.battle_file(result.battle).filter(|_| !result.by_hand)
            && ui.button("See this battle again").on_hover_text("Its replay, from the beginning").clicked()
        {
            *step = Some(Step::Show(file, None));
        }
        return;
    }
    if matches!(standing, Standing::Locked | Standing::Closed) {
        ui.label(format!("Opens when: {}", plot.words(&mission.when)));
        if let Some(last) = mission.until {
            ui.label(format!("Only until {last} battles have been fought"));
        }
        return;
    }
    ui.label(RichText::new(in_a_line(&mission.briefing)).size(14.5));
}

/// The enemies, special conditions and worth of the selected mission; or its result.
fn stakes(ui: &mut Ui, camp: &Camp) {
    let (mission, campaign) = (camp.mission(), &camp.campaign);
    if let Some(result) = campaign.state().result(&mission.id) {
        title(ui, "What came of it");
        let player = &campaign.plot().player;
        for told in campaign.tale(result.battle).filter(|told| told.moment == 0 && told.company == *player) {
            ui.label(book::fate(told));
        }
        ui.label(style::bold(capital(&mission.stake())));
    } else {
        title(ui, "What waits there");
        for (rival, grudges) in campaign.awaits(camp.library(), mission) {
            ui.label(capital(&rival));
            for grudge in grudges {
                ui.label(RichText::new(format!("they {grudge}")).color(AMBER));
            }
        }
        ui.label(style::bold(capital(&mission.stake())));
        for change in campaign.changes(mission).filter(|change| !change.about.is_empty()) {
            ui.label(format!("• {}", in_a_line(&change.about)));
        }
    }
    ui.add_space(8.0);
    for aim in campaign.plot().aims() {
        ui.label(RichText::new(format!("To win the campaign: {aim}")).color(QUIET));
    }
}
