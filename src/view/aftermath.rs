//! The result of a battle: who won, how it went, who did most, who had luck, and what has become of everybody.

use egui_macroquad::egui::{self, Align2, RichText, Sense, Stroke, Ui, pos2, vec2};

use crate::battle::{MAX_SIDES, SideId};
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
/// The dashes and gaps of each side's line where there are several, in points, so that they do not differ by colour alone.
const LINES: [Pattern; MAX_SIDES] = [
    (&[1000.0], &[0.0]),
    (&[9.0], &[4.0]),
    (&[2.0], &[3.0]),
    (&[10.0, 2.0], &[3.0, 3.0]),
    (&[4.0], &[7.0]),
    (&[16.0], &[3.0]),
    (&[7.0, 2.0, 2.0], &[3.0, 3.0, 3.0]),
    (&[2.0], &[8.0]),
];
/// How long a sample of such a line is.
const SAMPLE: f32 = 30.0;
/// How large the picture of the field is.
const FIELD: (f32, f32) = (220.0, 140.0);

/// The dashes and gaps of a line.
type Pattern = (&'static [f32], &'static [f32]);

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
            let mut button = |ui: &mut Ui, text: &str, hint: &str, wish: Request| {
                let button = ui.button(text).on_hover_text(hint);
                if button.clicked() {
                    wishes.push(wish);
                }
                button
            };
            if let (None, Play::Game(game)) = (&self.camp, &self.play) {
                button(ui, "Rematch", "The same battle with other dice", Request::Leave(Leave::Rematch(false)));
                if game.session().battle().players() > 1 {
                    let hint = "The same battle with other dice, each side played by whoever played the one before it";
                    button(ui, "Swap sides", hint, Request::Leave(Leave::Rematch(true)));
                }
            }
            let hint = "Shows the battle from its beginning; it can be played on from anywhere";
            button(ui, "Replay", hint, Request::Leave(Leave::Replay(None)));
            button(ui, "Look at the board", "As it was left, with the whole log", Request::Over(Over::Nothing));
            let (back, hint) = match self.camp {
                Some(_) => ("To the campaign", "What has become of everybody is written in its book"),
                None => ("To the start", "The battle is kept, and listed among the replays"),
            };
            let back = button(ui, back, hint, Request::Leave(Leave::Back));
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
    let at = |place: usize, side: SideId| {
        let chance = course[place].chances[side.index()] as f32;
        pos2(chart.left() + chart.width() * place as f32 / last, chart.bottom() - chart.height() * chance)
    };
    let painter = ui.painter();
    for (part, text) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
        let y = chart.bottom() - chart.height() * part;
        painter.hline(chart.x_range(), y, (1.0, LINE));
        write(ui, pos2(chart.left() - 4.0, y), Align2::RIGHT_CENTER, text, narrow(11.0), QUIET);
    }
    let several = view.sides().len() > 2;
    // That of the side in question lies over the others.
    let others = SideId::first(view.sides().len()).filter(|side| several && *side != after.side);
    for side in others.chain([after.side]) {
        let points: Vec<egui::Pos2> = (0..course.len()).map(|place| at(place, side)).collect();
        let pattern = LINES[if several { side.index() } else { 0 }];
        stroke(painter, &points, side, pattern, if side == after.side { 2.5 } else { 1.5 });
    }
    for (place, moment) in course.iter().enumerate().take(course.len() - 1) {
        let x = pos2(at(place, after.side).x, chart.bottom() + 3.0);
        write(ui, x, Align2::CENTER_TOP, &moment.turn.to_string(), narrow(11.0), QUIET);
    }
    let name = names::side(view, after.side);
    let whose = if several { "each" } else { name };
    let told = format!("The chance of {whose} to win, at the beginning of each turn");
    ui.interact(room, ui.id().with("chances"), Sense::hover()).on_hover_text(told);
    if several {
        ui.horizontal_wrapped(|ui| SideId::first(view.sides().len()).for_each(|side| sample(ui, view, side)));
    }
    let turns = turning(course, after.side);
    ui.horizontal_wrapped(|ui| {
        ui.label(quiet(format!("How {name} stood.")));
        for &place in &turns {
            let [from, to] = [place, place + 1].map(|place| course[place].chances[after.side.index()]);
            let color = if to > from { GOOD } else { AMBER };
            let button =
                egui::Button::new(RichText::new(turned(course, after.side, place)).font(figures(13.0)).color(color));
            if ui.add(button).on_hover_text("The replay from there").clicked() {
                wishes.push(Request::Leave(Leave::Replay(Some(course[place].number))));
            }
        }
    });
    for place in turns {
        ui.painter().circle_filled(at(place + 1, after.side), 4.0, TEXT);
    }
}

/// The line of a side through these points, in its colour and a pattern.
fn stroke(painter: &egui::Painter, points: &[egui::Pos2], side: SideId, (dashes, gaps): Pattern, wide: f32) {
    let stroke = Stroke::new(wide, style::side_text(side));
    painter.extend(egui::Shape::dashed_line_with_offset(points, stroke, dashes, gaps, 0.0));
}

/// What the line of a side looks like, before its name.
fn sample(ui: &mut Ui, view: &dyn BattleView, side: SideId) {
    let (room, _) = ui.allocate_exact_size(vec2(SAMPLE, 14.0), Sense::hover());
    stroke(ui.painter(), &[room.left_center(), room.right_center()], side, LINES[side.index()], 2.0);
    ui.label(quiet(names::side(view, side)).color(style::side_text(side)));
    ui.add_space(6.0);
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
