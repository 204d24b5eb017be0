//! What comes before a battle: its set-up, and what screens have in common.

use std::time::Duration;

use egui_macroquad::egui::{self, RichText, Ui};

use super::style;
use super::widgets::{AMBER, QUIET, RULE, figures};
use crate::platform::{Answer, Task, Timer};
use crate::user::report::impersonal;

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
    /// The lessons.
    Lessons,
    /// The codex.
    Codex,
    /// The settings.
    Settings,
    /// The battle that is offered to whoever has none to go on with.
    First,
    /// The chosen battle begins.
    Begin,
    /// An unfinished battle is continued.
    Continue(String),
    /// The battle under way in the campaign of this name is continued.
    TakeUp(String),
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
    ui.label(RichText::new(text).font(figures(28.0)));
    ui.add_space(8.0);
}

/// A part of a screen filled with a colour, with room at its edges.
pub(super) fn sheet(color: egui::Color32) -> egui::Frame {
    egui::Frame::new().fill(color).inner_margin(egui::Margin::symmetric(16, 4))
}

/// The middle of a screen, with room at its edges.
pub(super) fn page() -> egui::CentralPanel {
    egui::CentralPanel::default().frame(sheet(egui::Color32::TRANSPARENT))
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

/// Where keys and the right stick of a gamepad leave how far what is read is scrolled in this frame, in points.
fn rolled() -> egui::Id {
    egui::Id::new("rolled")
}

/// What is read is scrolled so far in this frame, in points: upward where it is above 0.
pub(super) fn roll_by(ctx: &egui::Context, by: f32) {
    ctx.data_mut(|data| data.insert_temp(rolled(), by));
}

/// Scrolls the area that this stands in as far as keys or the right stick say. The wheel needs a mouse over it.
pub(super) fn roll(ui: &Ui) {
    let by: f32 = ui.data(|data| data.get_temp(rolled())).unwrap_or_default();
    if by != 0.0 {
        ui.scroll_with_delta_animation(egui::vec2(0.0, by), egui::style::ScrollAnimation::none());
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
        ui.label(RichText::new(impersonal(fault)).color(AMBER));
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
                ui.label(RichText::new("Escape leaves it").color(QUIET));
            });
        });
    }
}

/// The files with mistakes.
pub(super) fn broken(ui: &mut Ui, left_out: &[String]) {
    if !left_out.is_empty() {
        ui.add_space(10.0);
        ui.label(style::bold("Broken, and left out").color(RULE));
        left_out.iter().for_each(|why| _ = ui.label(RichText::new(impersonal(why)).color(QUIET).size(12.0)));
    }
}
