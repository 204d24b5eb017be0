//! The bar at the top: where the turn is, who leads, the commands that are always open; and what is fought for.

use egui_macroquad::egui::{self, Align2, Rect, RichText, Sense, StrokeKind, Ui, pos2, vec2};

use crate::battle::{Clock, SideId};
use crate::play::words;
use crate::rules::BattleView;
use crate::telling::names;

use super::super::battle::{BattleScreen, Over, Play, Request};
use super::super::model::keys::Command;
use super::super::model::settings::Settings;
use super::super::style;
use super::super::widgets::{
    AMBER, LINE, ON_AMBER, PANEL, QUIET, TEXT, figures, heading, narrow, quiet, words as said, write,
};

/// A small button, and the room that it takes.
const SMALL: f32 = 32.0;
const STEP: f32 = 37.0;
/// How wide a step of the turn is.
const ICON: f32 = 28.0;
/// How wide a side's score is.
const SCORE: f32 = 58.0;

impl BattleScreen {
    /// The bar at the top.
    pub(super) fn top(&self, ui: &mut Ui, settings: &Settings, wishes: &mut Vec<Request>) {
        let bar = ui.max_rect();
        ui.painter().rect_filled(bar, 0.0, PANEL);
        ui.painter().hline(bar.x_range(), bar.bottom(), (1.0, LINE));
        let y = bar.center().y;
        let at = |x: f32| Rect::from_center_size(pos2(x, y), vec2(SMALL, SMALL));
        let menu = format!("Menu ({})", self.keys.name(Command::Back));
        if self.small(ui, at(bar.left() + 25.0), "bars", self.over == Over::Menu, true, &menu) {
            wishes.push(Request::Over(Over::Menu));
        }
        let tools = self.tools(ui, bar, settings, wishes);
        let left = bar.left() + 50.0;
        // Half of what is left is for the turn at least.
        let scores = self.scores(ui, pos2(tools - 8.0, y), 0.5 * (tools - left));
        self.track(ui, Rect::from_min_max(pos2(left, bar.top()), pos2(scores - 10.0, bar.bottom())));
    }

    /// The commands that are always open, from the right. Returns where they begin.
    fn tools(&self, ui: &mut Ui, bar: Rect, settings: &Settings, wishes: &mut Vec<Request>) -> f32 {
        let speed = format!("How fast events are shown: {} now", settings.speed.word());
        let game = if let Play::Game(game) = &self.play { Some(game) } else { None };
        let why_no_undo = game.and_then(|game| game.why_no_undo());
        let undo = why_no_undo.unwrap_or("Take your last choice back");
        let threat = "Show where enemies can shoot and charge; only the one that you point at, if you do";
        let fire = "Show where the unit in hand can shoot, then what it sees, from the hex pointed at; at an enemy, where there is \
                    cover from him";
        let playing = game.is_some();
        // The last ones are in the menu too, or not needed often.
        let all = [
            (playing, Command::Undo, "back", false, undo),
            (playing, Command::Again, "cycle", false, "Show again what happened since you were asked before"),
            (playing, Command::Threat, "hazard-sign", self.overlay.threat.is_some(), threat),
            (playing, Command::Fire, "radar-sweep", self.overlay.gaze.is_some(), fire),
            (true, Command::Log, "scroll-quill", false, "The whole log, with a filter"),
            (true, Command::Whole, "expand", false, "Show the whole board"),
            (true, Command::Speed, "fast-forward-button", false, &speed),
            (playing, Command::Save, "save", false, "Save; every decision is kept anyway"),
            (true, Command::Help, "help", false, "What each key does"),
            (true, Command::Why, "brain", false, "Why did they do that? What computers weighed up"),
        ];
        let fit = if bar.width() < 900.0 { 6 } else { all.len() };
        let shown: Vec<_> = all[..fit].iter().filter(|tool| tool.0).collect();
        let first = bar.right() - 8.0 - shown.len() as f32 * STEP;
        for (place, (_, command, icon, on, hint)) in shown.into_iter().enumerate() {
            let middle = pos2(first + (place as f32 + 0.5) * STEP, bar.center().y);
            let open = match command {
                Command::Undo => why_no_undo.is_none(),
                Command::Again => game.is_some_and(|game| game.may_repeat()),
                _ => true,
            };
            let hint = format!("{hint} ({})", self.keys.name(*command));
            if self.small(ui, Rect::from_center_size(middle, vec2(SMALL, SMALL)), icon, *on, open, &hint) {
                wishes.push(Request::Command(*command));
            }
        }
        first
    }

    /// The sides with their victory points, up to a point at the right and so wide at most. Returns where they begin.
    fn scores(&self, ui: &mut Ui, right: egui::Pos2, most: f32) -> f32 {
        let view = &*self.play.table().view;
        let sides: Vec<SideId> = SideId::first(view.sides().len()).collect();
        let best = sides.iter().map(|s| view.score(*s)).max();
        let shown = sides.len().min((most / SCORE) as usize).max(1);
        let first = right.x - shown as f32 * SCORE;
        for (place, &side) in sides.iter().take(shown).enumerate() {
            let x = first + place as f32 * SCORE;
            let room = Rect::from_min_size(pos2(x, right.y - 14.0), vec2(SCORE - 4.0, 28.0));
            self.atlas.token(ui, pos2(x + 13.0, right.y), 10.0, side.index(), "", "");
            let (score, leads) = (view.score(side), Some(view.score(side)) == best);
            let color = if leads { TEXT } else { QUIET };
            write(ui, pos2(x + 27.0, right.y), Align2::LEFT_CENTER, &score.to_string(), figures(19.0), color);
            let hint = format!("{}: {score} victory points", names::side(view, side));
            ui.interact(room, ui.id().with(("score", side.0)), Sense::hover()).on_hover_text(hint);
        }
        first
    }

    /// Where the turn is, and its steps as far as there is room.
    fn track(&self, ui: &mut Ui, room: Rect) {
        let view = &*self.play.table().view;
        let place = match view.outcome() {
            Some(_) => "The battle is over".to_owned(),
            None => words::capital(&view.place_in_turn()),
        };
        ui.interact(room, ui.id().with("track"), Sense::hover()).on_hover_ui(|ui| {
            ui.label(&place);
            view.clock().steps.iter().for_each(|step| _ = ui.label(RichText::new(*step).color(QUIET)));
        });
        let y = room.center().y;
        let mut job = egui::text::LayoutJob::simple_singleline(place, figures(16.0), ON_AMBER);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room.width() - 16.0);
        let now = ui.fonts(|fonts| fonts.layout_job(job));
        let pill = Rect::from_min_size(pos2(room.left(), y - 15.0), vec2(now.size().x + 16.0, 30.0));
        ui.painter().rect(pill, 5.0, AMBER, egui::Stroke::NONE, StrokeKind::Inside);
        ui.painter().galley(pos2(pill.left() + 8.0, y - now.size().y / 2.0), now, ON_AMBER);
        if view.outcome().is_some() {
            return;
        }
        self.steps(ui, Rect::from_min_max(pos2(pill.right() + 10.0, room.top()), room.max));
    }

    /// The steps of the turn in which somebody decides, by their icons: those that are over, the present one, those to come.
    /// Where there is no room for all, from the present one on.
    fn steps(&self, ui: &Ui, room: Rect) {
        let view = &*self.play.table().view;
        let Clock { steps, step, .. } = view.clock();
        let all: Vec<(usize, &str)> =
            (0..steps.len()).map(|step| (step, view.step_icon(step))).filter(|(_, icon)| !icon.is_empty()).collect();
        let now = step.and_then(|step| all.iter().rposition(|(place, _)| *place <= step));
        let fit = (room.width() / ICON) as usize;
        let from = if all.len() > fit { now.unwrap_or(0) } else { 0 };
        for (place, (step, icon)) in all.iter().enumerate().skip(from).take(fit) {
            let at = Rect::from_min_size(
                pos2(room.left() + (place - from) as f32 * ICON, room.center().y - 15.0),
                vec2(ICON, 30.0),
            );
            let color = match now {
                Some(now) if place == now => AMBER,
                Some(now) if place < now => LINE,
                _ => QUIET,
            };
            // One of several alike has its number.
            let alike = all.iter().filter(|(_, other)| other == icon).count() > 1;
            let number = all[..=place].iter().filter(|(_, other)| other == icon).count();
            self.icon(ui, Rect::from_center_size(at.center() - vec2(2.0, 1.0), vec2(18.0, 18.0)), icon, color);
            if alike {
                let corner = at.right_bottom() - vec2(3.0, 3.0);
                write(ui, corner, Align2::RIGHT_BOTTOM, &number.to_string(), narrow(11.0), color);
            }
            if Some(place) == now {
                ui.painter().hline(at.left() + 3.0..=at.right() - 6.0, at.bottom(), (2.0, AMBER));
            }
            ui.interact(at, ui.id().with(("step", *step)), Sense::hover()).on_hover_text(steps[*step]);
        }
    }

    /// What is fought for, who leads, and how one wins.
    pub(super) fn goals(&self, ui: &mut Ui, wishes: &mut Vec<Request>) {
        let view = &*self.play.table().view;
        let viewer = match &self.play {
            Play::Game(game) => game.viewer(),
            Play::Replay(_) => None,
        };
        egui::ScrollArea::vertical().id_salt("goals").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            heading(ui, "Objectives");
            ui.label(said(leader(view)));
            let wins = viewer.map_or(String::new(), |side| view.wins(side));
            if !wins.is_empty() {
                ui.label(quiet(format!("You win {wins}.")));
            }
            for (cell, goal) in view.goals() {
                let words = if cell.is_some() {
                    format!("{}: {goal}", view.board().label(cell))
                } else {
                    words::capital(&goal)
                };
                let label = egui::Label::new(quiet(words)).sense(Sense::CLICK).selectable(false).wrap();
                if ui.add(label).clicked() && cell.is_some() {
                    wishes.push(Request::Show(cell));
                }
            }
            style::gap(ui);
        });
    }
}

/// Who has most points.
fn leader(view: &dyn BattleView) -> String {
    let mut sides: Vec<(i32, &str)> =
        SideId::first(view.players()).map(|side| (view.score(side), names::side(view, side))).collect();
    sides.sort_by_key(|side| std::cmp::Reverse(side.0));
    match sides[..] {
        [(first, _), (second, _), ..] if first == second => format!("Level: {first} to {second}"),
        [(first, name), (second, _), ..] => format!("{name} ahead by {first} to {second}"),
        [(first, name)] => format!("{name}: {first}"),
        [] => String::new(),
    }
}
