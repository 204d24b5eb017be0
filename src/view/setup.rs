//! The set-up of a battle: which scenario, who plays each side and with what, by which dice.

use egui_macroquad::egui::{self, FontId, Rect, RichText, Sense, Ui, pos2, vec2};

use crate::battle::{MAX_SIDES, SideId};
use crate::play::camera;
use crate::play::setup::Setup;
use crate::play::words::{self, capital};
use crate::scenario::forces::{Force, Offer};
use crate::scenario::hulk::Params;
use crate::scenario::journal::PERSON;

use super::preview::Preview;
use super::screens::{Next, broken, fault, in_sight, page, sheet, take_keys, title};
use super::style::{self, gap};
use super::widgets::{AMBER, CHIP, PANEL, QUIET, RAISED, TEXT, figures, heading, lead, line, quiet, words as said};

/// Height of a list to choose from, in points: all levels are seen at once.
const LIST_HEIGHT: f32 = 400.0;
/// The largest limit of a side's points that can be chosen.
const MOST_POINTS: u16 = 5000;
/// The limit of a battle of one's own that is offered first.
const USUAL_POINTS: u16 = 300;
/// How high the row of a scenario is.
const ROW: f32 = 42.0;
/// How wide the list of scenarios and the sides are, at most.
const LIST: f32 = 300.0;
const SIDES: f32 = 310.0;
/// How high the map is where it has no column of its own.
const MAP: f32 = 170.0;

/// Lays it out.
pub(super) fn ui(ctx: &egui::Context, setup: &mut Setup, preview: &mut Preview) -> Option<Next> {
    let mut next = None;
    let waits = setup.waits();
    let (back, on) = ctx.input(|i| (i.key_pressed(egui::Key::PageUp), i.key_pressed(egui::Key::PageDown)));
    let moved = if back && setup.chosen > 0 {
        setup.choose(setup.chosen - 1);
        true
    } else if on && setup.chosen + 1 < setup.scenarios.len() {
        setup.choose(setup.chosen + 1);
        true
    } else {
        false
    };
    egui::TopBottomPanel::bottom("setup buttons").frame(sheet(PANEL)).show(ctx, |ui| {
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let begin = ui.add_enabled(setup.preview.is_some() && !waits, lead("Begin the battle"));
            take_keys(&begin);
            if begin.clicked() {
                next = Some(Next::Begin);
            }
            if ui.button(RichText::new("Back").size(18.0)).clicked() {
                next = Some(Next::Start);
            }
            if waits {
                ui.spinner();
            }
            fault(ui, setup.fault.as_ref());
        });
        ui.add_space(6.0);
    });
    let wide = ctx.screen_rect().width();
    let list = egui::SidePanel::left("scenarios").exact_width((0.3 * wide).min(LIST)).resizable(false);
    list.frame(sheet(PANEL)).show(ctx, |ui| {
        ui.add_space(14.0);
        heading(ui, "Scenarios");
        ui.label(quiet("Page Up and Page Down choose"));
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| scenarios(ui, setup, moved));
    });
    page().show(ctx, |ui| {
        title(ui, &setup.scenario().name.clone());
        ui.label(RichText::new(setup.scenario().about.clone()).size(15.0).color(TEXT));
        ui.add_space(10.0);
        if ui.available_width() > 1.8 * SIDES {
            ui.horizontal_top(|ui| {
                let size = vec2(SIDES, ui.available_height());
                ui.allocate_ui(size, |ui| {
                    egui::ScrollArea::vertical().id_salt("battle").auto_shrink(false).show(ui, |ui| {
                        ui.vertical(|ui| battle(ui, setup));
                    });
                });
                ui.add_space(10.0);
                ui.vertical(|ui| map(ui, setup, preview));
            });
        } else {
            egui::ScrollArea::vertical().id_salt("battle").auto_shrink(false).show(ui, |ui| {
                ui.allocate_ui(vec2(ui.available_width(), MAP), |ui| map(ui, setup, preview));
                battle(ui, setup);
            });
        }
    });
    next
}

/// The scenarios, by ruleset.
fn scenarios(ui: &mut Ui, setup: &mut Setup, moved: bool) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let mut chosen = setup.chosen;
    let mut ruleset = "";
    for (place, scenario) in setup.scenarios.iter().enumerate() {
        if scenario.ruleset != ruleset {
            ruleset = scenario.ruleset;
            ui.add_space(8.0);
            heading(ui, ruleset);
        }
        let (rect, press) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::CLICK);
        let now = place == setup.chosen;
        if now && moved {
            in_sight(&press);
        }
        if now || press.hovered() {
            ui.painter().rect_filled(rect, CHIP, RAISED);
        }
        if now {
            ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height())), 0.0, AMBER);
        }
        let room = |top: f32| Rect::from_min_max(rect.min + vec2(10.0, top), pos2(rect.right() - 4.0, rect.bottom()));
        line(ui, room(3.0), &scenario.name, figures(15.5), if now { AMBER } else { TEXT });
        line(ui, room(22.0), &scenario.about, FontId::proportional(11.5), QUIET);
        if press.on_hover_text(&scenario.about).clicked() {
            chosen = place;
        }
    }
    broken(ui, &setup.left_out);
    gap(ui);
    if chosen != setup.chosen {
        setup.choose(chosen);
    }
}

/// All that can be chosen about the scenario.
fn battle(ui: &mut Ui, setup: &mut Setup) {
    custom(ui, setup);
    sides(ui, setup);
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        ui.label(style::bold("Seed"));
        let seed = egui::TextEdit::singleline(&mut setup.seed).desired_width(150.0);
        ui.add(seed).on_hover_text("Which dice fall");
        ui.label(quiet("the same seed, the same dice"));
    });
    hulk(ui, setup);
    options(ui, setup);
    ui.add_space(8.0);
}

/// The map, the number of sides and the length of a battle of the person's own making.
fn custom(ui: &mut Ui, setup: &mut Setup) {
    let Some(now) = &setup.custom else { return };
    let mut custom = now.clone();
    ui.horizontal_wrapped(|ui| {
        ui.label(style::bold("Map"));
        let shown = capital(&custom.map.replace('_', " "));
        let combo = egui::ComboBox::from_id_salt("map").selected_text(shown).width(200.0);
        combo.height(LIST_HEIGHT).show_ui(ui, |ui| {
            for map in setup.maps() {
                ui.selectable_value(&mut custom.map, map.to_owned(), capital(&map.replace('_', " ")));
            }
            // Which, how large and of how many decks is asked below once it is there.
            ui.selectable_value(&mut custom.map, Params::called(7, 8, 1), "A hulk of your own");
        });
    });
    ui.horizontal_wrapped(|ui| {
        let mut sides = custom.armies.len();
        ui.add(egui::DragValue::new(&mut sides).range(2..=MAX_SIDES).suffix(" sides")).on_hover_text("2 to 8");
        custom.resize(sides);
        let turns = egui::DragValue::new(&mut custom.turns).range(1..=99).suffix(" turns at most");
        ui.add(turns.update_while_editing(false)).on_hover_text("The battle ends after so many, whoever is left");
    });
    ui.horizontal_wrapped(|ui| {
        let mut limited = custom.points.is_some();
        ui.checkbox(&mut limited, "Armies cost at most").on_hover_text("The same limit for every side");
        let mut points = custom.points.unwrap_or(USUAL_POINTS);
        let field = egui::DragValue::new(&mut points).range(0..=MOST_POINTS).suffix(" points");
        ui.add_enabled(limited, field.update_while_editing(false));
        custom.points = limited.then_some(points);
    });
    ui.add_space(6.0);
    if setup.custom.as_ref() != Some(&custom) {
        setup.make(custom);
    }
}

/// The sides: who plays each, and with what.
fn sides(ui: &mut Ui, setup: &mut Setup) {
    let mut enlisted = None;
    let names = setup.scenario().sides.clone();
    let Setup { owners, levels, forces, offers, preview, .. } = setup;
    for (side, owner) in owners.iter_mut().enumerate() {
        let id = SideId(side as u8);
        let card = egui::Frame::new().fill(PANEL).corner_radius(8.0).inner_margin(egui::Margin::symmetric(12, 8));
        card.show(ui, |ui| {
            ui.set_width(ui.available_width().min(SIDES - 30.0));
            ui.horizontal(|ui| {
                let name = names.get(side).map_or("", String::as_str);
                ui.label(RichText::new(name).font(figures(17.0)).color(style::side_text(id)));
                if let Some(battle) = preview {
                    let units = battle.listed().filter(|&u| battle.piece(u).side == id);
                    let names: Vec<String> = units.map(|u| battle.name(u)).collect();
                    ui.label(quiet(format!("{} units", names.len()))).on_hover_text(names.join("\n"));
                }
            });
            let level = |name: &str| levels.iter().find(|level| level.name == name);
            let shown = |owner: &str| level(owner).map_or_else(|| capital(&words::owner(owner)), words::level);
            let combo = egui::ComboBox::from_id_salt(("owner", side)).selected_text(shown(owner)).width(250.0);
            combo.height(LIST_HEIGHT).show_ui(ui, |ui| {
                ui.selectable_value(owner, PERSON.to_owned(), shown(PERSON));
                for level in levels.iter() {
                    let choice = ui.selectable_value(owner, level.name.clone(), words::level(level));
                    choice.on_hover_text(words::manner(level));
                }
            });
            if let Some(level) = level(owner) {
                ui.add(egui::Label::new(quiet(words::manner(level))).wrap());
            }
            if let Some(Some(force)) = forces.get(side) {
                ui.horizontal(|ui| {
                    if let Some(wanted) = army(ui, side, force, offers) {
                        enlisted = Some((side, wanted));
                    }
                });
            }
        });
        ui.add_space(4.0);
    }
    if let Some((side, force)) = enlisted {
        setup.enlist(side, force);
    }
}

/// A side's army and its limit of points. Returns what the person changes them to.
fn army(ui: &mut Ui, side: usize, force: &Force, offers: &[Offer]) -> Option<Force> {
    let mut wanted = None;
    let combo = egui::ComboBox::from_id_salt(("roster", side)).selected_text(force.army.title()).width(170.0);
    combo.height(LIST_HEIGHT).show_ui(ui, |ui| {
        for offer in offers {
            if ui.selectable_label(offer.army == force.army, &offer.words).clicked() {
                wanted = Some(Force { army: offer.army.clone(), ..force.clone() });
            }
        }
    });
    let Some(mut points) = force.points else {
        return wanted;
    };
    let field = egui::DragValue::new(&mut points).range(0..=MOST_POINTS).suffix(" points").update_while_editing(false);
    ui.add(field).on_hover_text("The most that its army may cost: drag, or click and write");
    if Some(points) != force.points {
        wanted = Some(Force { points: Some(points), ..force.clone() });
    }
    wanted
}

/// The choice of another hulk, if the scenario is fought on one.
fn hulk(ui: &mut Ui, setup: &mut Setup) {
    let mut draw = false;
    if let Some(wish) = &mut setup.wish {
        ui.horizontal(|ui| {
            ui.label(style::bold("Hulk"));
            ui.label("seed");
            let seed = egui::TextEdit::singleline(&mut wish.seed).desired_width(120.0);
            ui.add(seed).on_hover_text("The same seed draws the same ship");
            let rooms = egui::DragValue::new(&mut wish.rooms).range(4..=16).suffix(" rooms");
            ui.add(rooms).on_hover_text("4 to 16, all decks together");
            let decks = if wish.decks == 1 { " deck" } else { " decks" };
            let decks = egui::DragValue::new(&mut wish.decks).range(1..=2).suffix(decks);
            ui.add(decks).on_hover_text("1 or 2, with hatches between them");
            draw = ui.button("Draw this hulk").on_hover_text("Instead of the scenario's own map").clicked();
        });
    }
    if draw {
        setup.draw();
    }
}

/// The rules of the scenario that can be played in more than one way.
fn options(ui: &mut Ui, setup: &mut Setup) {
    let mut wanted = None;
    for &(switch, now) in &setup.options {
        ui.label(said(capital(switch.about))).on_hover_text(switch.rule.to_string());
        let combo = egui::ComboBox::from_id_salt(switch.name).selected_text(switch.values[now].about);
        combo.width(ui.available_width().min(300.0)).show_ui(ui, |ui| {
            for (place, value) in switch.values.iter().enumerate() {
                if ui.selectable_label(place == now, value.about).clicked() {
                    wanted = Some((switch, place));
                }
            }
        });
    }
    if let Some((switch, value)) = wanted {
        setup.set(switch, value);
    }
}

/// The map, with who stands where at the beginning.
fn map(ui: &mut Ui, setup: &Setup, preview: &mut Preview) {
    let Some(battle) = &setup.preview else { return };
    let board = battle.board();
    ui.label(quiet(format!("{}, {} by {} hexes", board.name, board.width, board.height)));
    let room = ui.available_size();
    let (width, height) = camera::extent(board);
    let (response, _) = ui.allocate_painter(vec2(room.x, room.y.min(room.x * height / width)), Sense::hover());
    preview.show(ui, response.rect, &**battle);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Library;
    use crate::view::frame::tests::{check, dressed, read};

    /// In windows from 640x480 to 2560x1440, for scenarios of two and five sides, with rosters, options and hulks: what
    /// is written lies in the window and no text on another.
    #[test]
    fn what_is_written_can_be_read() {
        let library = Library::own();
        let ctx = dressed();
        let mut setup = Setup::new(library, 5, None).expect("scenarios ship");
        let mut preview = Preview::new(library);
        for name in ["Crossroads", "Dead Air", "Alley", "Kelly's Heroes", "A battle of your own"] {
            let place = setup.scenarios.iter().position(|scenario| scenario.name == name).expect("it ships");
            setup.choose(place);
            for size in [vec2(640.0, 480.0), vec2(800.0, 600.0), vec2(1280.0, 800.0), vec2(2560.0, 1440.0)] {
                let texts = read(&ctx, size, |ctx| _ = ui(ctx, &mut setup, &mut preview));
                assert!(texts.iter().any(|read| read.text == "Begin the battle"), "{name}, {size:?}");
                check(&texts, size, &format!("{name}, {size:?}"));
            }
        }
    }
}
