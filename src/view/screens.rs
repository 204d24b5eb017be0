//! What comes before a battle: its set-up, and what screens have in common.

use std::time::Duration;

use egui_macroquad::egui::{self, RichText, Ui};

use crate::platform::{Answer, Task, Timer};
use crate::scenario::forces::{Force, Offer};
use crate::scenario::journal::PERSON;

use super::model::setup::Setup;
use super::model::words::capital;
use super::preview::Preview;
use super::style;

/// Height of a list to choose from, in points: all levels are seen at once.
const LIST_HEIGHT: f32 = 400.0;
/// The largest limit of a side's points that can be chosen.
const MOST_POINTS: u16 = 5000;

/// The longest time that a frame waits for a task, so that a short one shows no waiting screen.
const FRAME: Duration = Duration::from_millis(60);

/// Where a screen leads.
pub(super) enum Next {
    /// The start screen.
    Start,
    /// The set-up of a battle.
    Setup,
    /// The campaigns.
    Campaigns,
    /// The journals.
    Journals,
    /// The rosters.
    Rosters,
    /// The settings.
    Settings,
    /// The chosen battle begins.
    Begin,
    /// An unfinished battle is continued.
    Continue(String),
    /// A journal is replayed.
    Replay(String),
    /// The window closes.
    Quit,
}

/// A large button of a menu; the first one of a screen takes the focus.
pub(super) fn entry(ui: &mut Ui, text: &str, first: bool) -> bool {
    let button = egui::Button::new(RichText::new(text).size(17.0)).min_size(egui::vec2(380.0, 34.0)).wrap();
    let response = ui.add(button);
    if first {
        take_keys(&response);
    }
    follow(&response);
    response.clicked()
}

/// Gives the focus to a widget, if no other has it.
pub(super) fn take_keys(response: &egui::Response) {
    if response.ctx.memory(|m| m.focused().is_none()) {
        response.request_focus();
    }
}

pub(super) fn title(ui: &mut Ui, text: &str) {
    ui.add_space(14.0);
    ui.label(style::bold(text).size(26.0));
    ui.add_space(8.0);
}

/// Scrolls a widget into view at once.
pub(super) fn in_sight(response: &egui::Response) {
    response.scroll_to_me_animation(None, egui::style::ScrollAnimation::none());
}

/// Scrolls a widget into view when it gets the focus. It does so once, so that the wheel can scroll it away again.
pub(super) fn follow(response: &egui::Response) {
    if !response.has_focus() {
        return;
    }
    let followed = egui::Id::new("followed");
    if response.ctx.data(|data| data.get_temp(followed)) != Some(response.id) {
        in_sight(response);
        response.ctx.data_mut(|data| data.insert_temp(followed, response.id));
    }
}

/// Takes the focus away from the widget that has it.
pub(super) fn free_keys(ctx: &egui::Context) {
    ctx.memory_mut(|memory| {
        if let Some(id) = memory.focused() {
            memory.surrender_focus(id);
        }
    });
}

/// A line with what is wrong, if anything is.
pub(super) fn fault(ui: &mut Ui, fault: Option<&String>) {
    if let Some(fault) = fault {
        ui.label(RichText::new(fault).color(style::NOTICE));
    }
}

/// A task that may take long, with a screen that shows that it is going on.
pub(super) struct Waiting<T> {
    what: &'static str,
    since: Timer,
    done: Task<T>,
}

impl<T: Send + 'static> Waiting<T> {
    /// Begins it.
    pub(super) fn new(what: &'static str, work: impl FnOnce() -> T + Send + 'static) -> Waiting<T> {
        Waiting { what, since: Timer::start(), done: Task::start(work) }
    }

    /// Its result, if it is done; an error if it has failed.
    pub(super) fn done(&self) -> Option<Result<T, String>> {
        match self.done.wait(FRAME) {
            Answer::Ready(done) => Some(Ok(done)),
            Answer::Pending => None,
            Answer::Ended => Some(Err(format!("{}: the program has failed at it", self.what))),
        }
    }

    /// Says what is going on.
    pub(super) fn ui(&self, ctx: &egui::Context) {
        egui::CentralPanel::default().show(ctx, |ui| {
            ui.vertical_centered(|ui| {
                ui.add_space(ui.available_height() * 0.4);
                ui.spinner();
                ui.label(style::bold(format!("{} … {} s", self.what, self.since.elapsed().as_secs())).size(17.0));
                ui.label(RichText::new("Escape leaves it").color(style::DIM));
            });
        });
    }
}

/// The set-up of a battle.
pub(super) fn setup(ctx: &egui::Context, setup: &mut Setup, preview: &mut Preview) -> Option<Next> {
    let mut next = None;
    let waits = setup.waits();
    let (back, on) = ctx.input(|i| (i.key_pressed(egui::Key::PageUp), i.key_pressed(egui::Key::PageDown)));
    if back && setup.chosen > 0 {
        setup.choose(setup.chosen - 1);
    } else if on && setup.chosen + 1 < setup.scenarios.len() {
        setup.choose(setup.chosen + 1);
    }
    egui::TopBottomPanel::bottom("setup buttons").show(ctx, |ui| {
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let begin = egui::Button::new(style::bold("Begin the battle").size(18.0));
            let begin = ui.add_enabled(setup.preview.is_some() && !waits, begin.fill(style::GO));
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
    egui::SidePanel::left("scenarios").exact_width(290.0).resizable(false).show(ctx, |ui| {
        title(ui, "Scenario");
        ui.label(RichText::new("Page Up and Page Down choose").color(style::DIM).size(11.0));
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| scenarios(ui, setup));
    });
    egui::CentralPanel::default().show(ctx, |ui| {
        title(ui, &setup.scenario().name.clone());
        ui.label(setup.scenario().about.clone());
        ui.add_space(10.0);
        sides(ui, setup);
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            ui.label(style::bold("Seed"));
            ui.add(egui::TextEdit::singleline(&mut setup.seed).desired_width(160.0));
            ui.label(RichText::new("the same seed, the same dice").color(style::DIM));
        });
        hulk(ui, setup);
        options(ui, setup);
        ui.add_space(8.0);
        map(ui, setup, preview);
    });
    next
}

fn scenarios(ui: &mut Ui, setup: &mut Setup) {
    let mut chosen = setup.chosen;
    let mut ruleset = "";
    for (place, scenario) in setup.scenarios.iter().enumerate() {
        if scenario.ruleset != ruleset {
            ruleset = scenario.ruleset;
            ui.add_space(6.0);
            ui.label(style::bold(ruleset).color(style::ACCENT));
        }
        let label = ui.selectable_label(place == setup.chosen, RichText::new(&scenario.name).size(15.0));
        if label.on_hover_text(&scenario.about).clicked() {
            chosen = place;
        }
    }
    broken(ui, &setup.left_out);
    if chosen != setup.chosen {
        setup.choose(chosen);
    }
}

/// The files with mistakes.
pub(super) fn broken(ui: &mut Ui, left_out: &[String]) {
    if !left_out.is_empty() {
        ui.add_space(10.0);
        ui.label(style::bold("Broken, and left out").color(style::ACCENT));
        left_out.iter().for_each(|why| _ = ui.label(RichText::new(why).color(style::DIM).size(12.0)));
    }
}

/// The choice of another hulk, if the scenario is fought on one.
fn hulk(ui: &mut Ui, setup: &mut Setup) {
    let mut draw = false;
    if let Some(wish) = &mut setup.wish {
        ui.horizontal(|ui| {
            ui.label(style::bold("Hulk"));
            ui.label("seed");
            ui.add(egui::TextEdit::singleline(&mut wish.seed).desired_width(120.0));
            ui.add(egui::DragValue::new(&mut wish.rooms).range(4..=16).suffix(" rooms"));
            ui.add(egui::DragValue::new(&mut wish.decks).range(1..=2).suffix(" decks"));
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
    egui::Grid::new("options").num_columns(2).spacing([14.0, 6.0]).show(ui, |ui| {
        for &(switch, now) in &setup.options {
            let about = capital(switch.about);
            ui.label(style::bold(&about)).on_hover_text(format!("{} [{}]", switch.name, switch.rule));
            let combo = egui::ComboBox::from_id_salt(switch.name).selected_text(switch.values[now].about);
            combo.width(380.0).show_ui(ui, |ui| {
                for (place, value) in switch.values.iter().enumerate() {
                    if ui.selectable_label(place == now, value.about).clicked() {
                        wanted = Some((switch, place));
                    }
                }
            });
            ui.end_row();
        }
    });
    if let Some((switch, value)) = wanted {
        setup.set(switch, value);
    }
}

fn sides(ui: &mut Ui, setup: &mut Setup) {
    let mut enlisted = None;
    let sides = setup.scenario().sides.clone();
    egui::Grid::new("sides").num_columns(5).spacing([14.0, 8.0]).show(ui, |ui| {
        for (side, owner) in setup.owners.iter_mut().enumerate() {
            let id = crate::battle::SideId(side as u8);
            let name = sides.get(side).map_or("", String::as_str);
            ui.label(style::bold(name).size(16.0).color(style::side_text(id)));
            let shown = |owner: &str| if owner == PERSON { "you".to_owned() } else { format!("computer: {owner}") };
            let combo = egui::ComboBox::from_id_salt(("owner", side)).selected_text(shown(owner)).width(180.0);
            combo.height(LIST_HEIGHT).show_ui(ui, |ui| {
                for choice in &setup.choices {
                    ui.selectable_value(owner, choice.clone(), shown(choice));
                }
            });
            match setup.forces.get(side) {
                Some(Some(force)) => {
                    if let Some(wanted) = forces(ui, side, force, &setup.offers) {
                        enlisted = Some((side, wanted));
                    }
                }
                _ => {
                    ui.label("");
                    ui.label("");
                }
            }
            if let Some(battle) = &setup.preview {
                let units = battle.listed().filter(|&u| battle.piece(u).side == id);
                let names: Vec<String> = units.map(|u| battle.name(u)).collect();
                let text = RichText::new(format!("{} units", names.len())).color(style::DIM);
                ui.label(text).on_hover_text(names.join("\n"));
            }
            ui.end_row();
        }
    });
    if let Some((side, force)) = enlisted {
        setup.enlist(side, force);
    }
}

/// A side's army and its limit of points. Returns what the person changes them to.
fn forces(ui: &mut Ui, side: usize, force: &Force, offers: &[Offer]) -> Option<Force> {
    let mut wanted = None;
    let combo = egui::ComboBox::from_id_salt(("roster", side)).selected_text(force.army.title()).width(200.0);
    combo.height(LIST_HEIGHT).show_ui(ui, |ui| {
        for offer in offers {
            if ui.selectable_label(offer.army == force.army, &offer.words).clicked() {
                wanted = Some(Force { army: offer.army.clone(), ..force.clone() });
            }
        }
    });
    let Some(mut points) = force.points else {
        ui.label("");
        return wanted;
    };
    let field = egui::DragValue::new(&mut points).range(0..=MOST_POINTS).suffix(" points").update_while_editing(false);
    ui.add(field).on_hover_text("The most that its army may cost: drag, or click and write");
    if Some(points) != force.points {
        wanted = Some(Force { points: Some(points), ..force.clone() });
    }
    wanted
}

/// A small picture of the map.
fn map(ui: &mut Ui, setup: &Setup, preview: &mut Preview) {
    let Some(battle) = &setup.preview else { return };
    let board = battle.board();
    ui.label(RichText::new(format!("Map: {}, {} x {} hexes", board.name, board.width, board.height)).color(style::DIM));
    let (response, _) = ui.allocate_painter(ui.available_size(), egui::Sense::hover());
    preview.show(ui, response.rect, &**battle);
}
