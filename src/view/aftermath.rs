//! The result of a battle: who won, how it went, who did most, who had luck, and what has become of everybody.

use egui_macroquad::egui::{self, Align2, RichText, Sense, Stroke, Ui, pos2, vec2};

use crate::battle::SideId;
use crate::content::Library;
use crate::play::game::Game;
use crate::play::{aftermath, words};
use crate::rules::BattleView;
use crate::telling::report::{turned, turning};
use crate::telling::{names, panel};

use super::battle::{BattleScreen, Leave, Over, Play, Request};
use super::screens::take_keys;
use super::style;
use super::widgets::{AMBER, GOOD, LINE, QUIET, TEXT, figures, narrow, quiet, write};

/// Seconds for which keys are deaf when the result comes up, and again when a battle is left: whoever pressed one meant something else.
pub(super) const DEAF: f32 = 0.5;
/// How high the picture of the chances is.
const CHART: f32 = 96.0;
/// How wide the result is, where the window is wide enough.
const WIDE: f32 = 600.0;
/// How large the picture of the field is.
const FIELD: (f32, f32) = (220.0, 140.0);

/// What is known of a battle that is over.
pub(super) struct Aftermath {
    known: aftermath::Aftermath,
    /// The time of the screen at which the result came up.
    pub(super) since: f32,
}

impl Aftermath {
    /// Begins to work it out.
    pub(super) fn new(library: &'static Library, game: &Game, since: f32) -> Aftermath {
        Aftermath { known: aftermath::Aftermath::new(library, game), since }
    }

    /// Takes in what has been worked out.
    pub(super) fn keep_up(&mut self) {
        self.known.keep_up();
    }
}

impl BattleScreen {
    /// Whether keys mean nothing yet, as the result has only just come up.
    pub(super) fn is_deaf(&self) -> bool {
        self.over == Over::Result && self.aftermath.as_ref().is_some_and(|after| self.clock < after.since + DEAF)
    }

    /// The result.
    pub(super) fn result(&mut self, ui: &mut Ui, wishes: &mut Vec<Request>) {
        if let Some(outcome) = self.play.table().view.outcome() {
            ui.label(style::bold(words::verdict(&*self.play.table().view, &outcome)).size(16.0));
        }
        // The window is as wide as what is in it, and what is in it as the window lets it.
        ui.set_min_width(WIDE.min(ui.ctx().screen_rect().width() - 80.0));
        ui.horizontal_top(|ui| {
            let beside = ui.available_width() - FIELD.0 - ui.spacing().item_spacing.x;
            // In a narrow window there is room for one of them.
            if beside >= 300.0 {
                self.field(ui);
            }
            if let Some(after) = &self.aftermath {
                ui.vertical(|ui| {
                    let open = !self.is_deaf();
                    ui.add_enabled_ui(open, |ui| chances(ui, &*self.play.table().view, &after.known, wishes));
                });
            }
        });
        let view = &*self.play.table().view;
        ui.separator();
        egui::ScrollArea::vertical().max_height(ui.ctx().screen_rect().height() * 0.42).show(ui, |ui| {
            for side in SideId::first(view.sides().len()) {
                let heading = format!("{}: {} victory points", names::side(view, side), view.score(side));
                ui.label(style::bold(heading).color(style::side_text(side)));
                if let Some(account) = self.aftermath.as_ref().and_then(|after| after.known.accounts.get(side.index()))
                {
                    if let Some(best) = &account.best {
                        ui.label(RichText::new(best.words(view)).color(AMBER));
                    }
                    if account.luck.rolls > 0 {
                        ui.label(quiet(format!("Dice: {}", account.luck.words())));
                    }
                }
                fates(ui, view, side);
                ui.add_space(6.0);
            }
        });
        ui.separator();
        ui.add_enabled_ui(!self.is_deaf(), |ui| self.ways(ui, wishes));
    }

    /// A picture of the field as it was left.
    fn field(&mut self, ui: &mut Ui) {
        let (room, _) = ui.allocate_exact_size(vec2(FIELD.0, FIELD.1), Sense::hover());
        let BattleScreen { mini, play, .. } = self;
        mini.show(ui, room, &*play.table().view);
    }

    /// Where one can go from the result.
    fn ways(&self, ui: &mut Ui, wishes: &mut Vec<Request>) {
        ui.horizontal_wrapped(|ui| {
            let mut button = |ui: &mut Ui, text: &str, wish: Request| {
                let button = ui.button(text);
                if button.clicked() {
                    wishes.push(wish);
                }
                button
            };
            if let (None, Play::Game(game)) = (&self.camp, &self.play) {
                button(ui, "Rematch", Request::Leave(Leave::Rematch(false)));
                if game.session().battle().players() > 1 {
                    button(ui, "Swap sides", Request::Leave(Leave::Rematch(true)));
                }
            }
            button(ui, "Replay", Request::Leave(Leave::Replay(None)));
            button(ui, "Look at the board", Request::Over(Over::Nothing));
            let back = if self.camp.is_some() { "To the campaign" } else { "To the start" };
            let back = button(ui, back, Request::Leave(Leave::Back));
            if !self.is_deaf() {
                take_keys(&back);
            }
        });
    }
}

/// How the chances went, turn by turn, and where the battle turned.
fn chances(ui: &mut Ui, view: &dyn BattleView, after: &aftermath::Aftermath, wishes: &mut Vec<Request>) {
    let course = &after.course;
    if course.len() < 2 {
        if after.works() {
            ui.label(quiet("Working out how it went …"));
        }
        return;
    }
    ui.add_space(4.0);
    let (room, _) = ui.allocate_exact_size(vec2(ui.available_width().min(600.0), CHART), Sense::hover());
    let chart = egui::Rect::from_min_max(room.min + vec2(34.0, 4.0), room.max - vec2(8.0, 18.0));
    let last = (course.len() - 1) as f32;
    let at = |place: usize| {
        let chance = course[place].chance as f32;
        pos2(chart.left() + chart.width() * place as f32 / last, chart.bottom() - chart.height() * chance)
    };
    let painter = ui.painter();
    for (part, text) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
        let y = chart.bottom() - chart.height() * part;
        painter.hline(chart.x_range(), y, (1.0, LINE));
        write(ui, pos2(chart.left() - 4.0, y), Align2::RIGHT_CENTER, text, narrow(11.0), QUIET);
    }
    let line: Vec<egui::Pos2> = (0..course.len()).map(at).collect();
    painter.add(egui::Shape::line(line, Stroke::new(2.0, style::side_text(after.side))));
    for (place, moment) in course.iter().enumerate().take(course.len() - 1) {
        let x = pos2(at(place).x, chart.bottom() + 3.0);
        write(ui, x, Align2::CENTER_TOP, &moment.turn.to_string(), narrow(11.0), QUIET);
    }
    let name = names::side(view, after.side);
    let told = format!("The chance of {name} to win, at the beginning of each turn");
    ui.interact(room, ui.id().with("chances"), Sense::hover()).on_hover_text(told);
    let turns = turning(course);
    ui.horizontal_wrapped(|ui| {
        ui.label(quiet(format!("How {name} stood.")));
        for &place in &turns {
            let (from, to) = (course[place].chance, course[place + 1].chance);
            let color = if to > from { GOOD } else { AMBER };
            let button = egui::Button::new(RichText::new(turned(course, place)).font(figures(13.0)).color(color));
            if ui.add(button).on_hover_text("The replay from there").clicked() {
                wishes.push(Request::Leave(Leave::Replay(Some(course[place].number))));
            }
        }
    });
    for place in turns {
        ui.painter().circle_filled(at(place + 1), 4.0, TEXT);
    }
}

/// The fate of a side's units.
fn fates(ui: &mut Ui, view: &dyn BattleView, side: SideId) {
    egui::Grid::new(side.0).num_columns(2).min_col_width(150.0).striped(true).show(ui, |ui| {
        for unit in view.listed().filter(|&u| view.piece(u).side == side) {
            ui.label(RichText::new(names::unit(view, unit)).size(12.5));
            let fate = RichText::new(panel::standing(view, unit)).size(12.5);
            ui.scope(|ui| {
                ui.set_max_width(400.0);
                ui.add(egui::Label::new(fate).wrap());
            });
            ui.end_row();
        }
    });
}
