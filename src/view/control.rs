//! What mouse and keys do on the battle screen.

use egui_macroquad::egui;
use macroquad::prelude::{
    KeyCode, MouseButton, is_mouse_button_down, is_mouse_button_pressed, is_mouse_button_released, mouse_position,
    mouse_wheel,
};

use crate::battle::UnitId;
use crate::board::{Cell, Facing};
use crate::play::bar;
use crate::play::camera::{self, Camera};
use crate::play::words;
use crate::telling::Line;
use crate::user::report::impersonal;
use crate::user::saved;

use super::battle::{BattleScreen, Leave, Over, Play, Request};
use super::model::keys::{Chord, Command};
use super::model::pad::Place;
use super::model::settings::Settings;
use super::screens::roll_by;
use crate::play::replay::Replay;
use crate::play::why::Inquiry;

/// Pixels that the mouse moves before a press is a drag.
const DRAG: f32 = 5.0;
/// How far a key scrolls what is read, in points; and how many times as far a page goes.
const LINE: f32 = 40.0;
const PAGE: f32 = 8.0;
/// Pixels that the board moves in a second while a gamepad's stick is pushed all the way.
const DRIFT: f32 = 900.0;

impl BattleScreen {
    pub(super) fn obey(&mut self, wish: Request, settings: &mut Settings) -> Option<Leave> {
        match wish {
            Request::Leave(leave) => return Some(leave),
            Request::Over(over) => self.over = over,
            Request::Rule(rule) => self.look_up(&rule),
            Request::Show(cell) => {
                self.over = Over::Nothing;
                self.show(cell);
            }
            Request::Export => self.export(),
            Request::Command(Command::PlayOn) => return self.play_on(),
            Request::Command(Command::Heed) => return self.heed(),
            Request::Command(command) => self.command(command, settings),
            Request::Ask(place) => {
                if let Some(inquiry) = &mut self.inquiry {
                    inquiry.ask(self.play.table().library(), self.play.session(), place);
                }
            }
            Request::Go(position) => {
                if let Play::Replay(replay) = &mut self.play {
                    replay.playing = false;
                    replay.go(position);
                }
            }
            wish => {
                if let Play::Game(game) = &mut self.play {
                    match wish {
                        Request::Press(press) => game.press(&press),
                        Request::Select(unit) => game.select(unit),
                        Request::Commit => game.commit(),
                        Request::Hush => (game.guide, settings.hints) = (None, false),
                        Request::Concede => {
                            self.over = Over::Nothing;
                            game.concede();
                        }
                        _ => {}
                    }
                }
            }
        }
        None
    }

    /// The enemy in the hex that mouse or cursor is on.
    fn enemy_pointed_at(&self) -> Option<UnitId> {
        let Play::Game(game) = &self.play else { return None };
        let (view, side) = (&*game.table.view, game.viewer()?);
        let there = game.table.playback.scene.units_in(view, self.hovered.or(game.hand.cursor)?);
        words::enemies(view, side).find(|unit| there.contains(unit))
    }

    /// Opens the codex at a rule.
    pub(super) fn look_up(&mut self, rule: &str) {
        self.book.turn_to(self.play.table().library().codex(), rule);
        self.over = Over::Codex;
    }

    /// Asks about what computers have done up to what is shown.
    pub(super) fn inquire(&mut self) {
        let session = self.play.session();
        let before = match &self.play {
            Play::Replay(replay) => replay.position,
            Play::Game(_) => session.battle().number(),
        };
        self.inquiry = Some(Inquiry::new(self.play.table().library(), session, before));
        self.over = Over::Why;
    }

    /// Plays on from a replay's position, as the side that decides there.
    fn play_on(&self) -> Option<Leave> {
        let Play::Replay(replay) = &self.play else { return None };
        replay.table.view.decision().map(|decision| Leave::PlayOn(decision.side))
    }

    /// Writes the filtered log to a file beside the saved battles.
    fn export(&mut self) {
        let lines: Vec<&Line> = self.log().filter(|line| words::passes(line, &self.filter)).collect();
        let written = saved::write_log(self.play.session(), &lines, saved::saves().as_deref());
        let told = written.map_or_else(|why| format!("Not written: {why}"), |path| format!("Written to {path}"));
        self.exported = Some(impersonal(&told));
    }

    fn show(&mut self, cell: Cell) {
        self.glide = None;
        if let Some(camera) = &mut self.camera {
            camera.show(self.play.table().view.board(), cell);
        }
        if let Play::Game(game) = &mut self.play {
            game.hand.cursor = Some(cell);
        }
    }

    /// Handles the pressed keys: while something covers the board, only those that close it.
    pub(super) fn keys(&self, ctx: &egui::Context, typed: &[Chord], wishes: &mut Vec<Request>) {
        if self.is_deaf() {
            return;
        }
        self.keys_over(ctx, typed, wishes);
        let free = self.over == Over::Nothing && !ctx.wants_keyboard_input();
        let commands = typed.iter().filter_map(|chord| self.keys.command(*chord));
        let open = commands.filter(|command| free || matches!(command, Command::Back | Command::Help));
        wishes.extend(open.map(Request::Command));
    }

    /// What keys do with what covers the board: they scroll what is read, and go through the decisions that are asked about.
    fn keys_over(&self, ctx: &egui::Context, typed: &[Chord], wishes: &mut Vec<Request>) {
        for chord in typed {
            let lines = match chord.key {
                KeyCode::Up => 1.0,
                KeyCode::Down => -1.0,
                KeyCode::PageUp => PAGE,
                KeyCode::PageDown => -PAGE,
                _ => continue,
            };
            match (&self.over, &self.inquiry) {
                (Over::Why, Some(inquiry)) if lines > 0.0 => {
                    wishes.extend(inquiry.chosen.checked_sub(1).map(Request::Ask));
                }
                (Over::Why, Some(inquiry)) => {
                    wishes.extend(Some(inquiry.chosen + 1).filter(|n| *n < inquiry.decisions.len()).map(Request::Ask));
                }
                (Over::Help | Over::Sheet(_), _) => roll_by(ctx, lines * LINE),
                _ => {}
            }
        }
    }

    /// The numbers of the buttons of the bar that are open, in their order.
    pub(super) fn open_buttons(&mut self) -> Vec<usize> {
        let Play::Game(game) = &mut self.play else { return Vec::new() };
        let open = game.slots().into_iter().filter(|slot| slot.press != bar::Press::Nothing);
        open.filter_map(|slot| slot.key).collect()
    }

    /// Where a gamepad acts, if these buttons of the bar are open.
    pub(super) fn place<'a>(&self, open: &'a [usize]) -> Place<'a> {
        match &self.play {
            _ if self.over != Over::Nothing => Place::Menu,
            Play::Game(_) => Place::Battle(open),
            Play::Replay(_) => Place::Replay,
        }
    }

    /// Moves the board by a stick.
    pub(super) fn drift(&mut self, (x, y): (f32, f32), seconds: f32) {
        if (x, y) == (0.0, 0.0) {
            return;
        }
        self.glide = None;
        if let Some(camera) = &mut self.camera {
            let by = DRIFT * seconds;
            camera.pan(self.play.table().view.board(), (-x * by, y * by));
        }
    }

    fn command(&mut self, command: Command, settings: &mut Settings) {
        match command {
            Command::Back if self.over != Over::Nothing => self.over = Over::Nothing,
            Command::Help => self.over = if self.over == Over::Help { Over::Nothing } else { Over::Help },
            Command::Log => self.over = Over::Log,
            Command::Sheet => {
                if let Play::Game(game) = &self.play
                    && let Some(unit) = game.hand.unit
                {
                    self.over = Over::Sheet(unit);
                }
            }
            Command::Why => self.inquire(),
            Command::Codex => {
                let rule = self.play.table().view.decision().map(|decision| decision.rule.0);
                self.look_up(rule.unwrap_or_default());
            }
            Command::Fire => self.overlay.ask_gaze(self.enemy_pointed_at()),
            Command::Threat => self.overlay.ask_threat(self.enemy_pointed_at()),
            Command::Speed => settings.speed = settings.speed.next(),
            Command::Zoom(larger) => self.zoom(if larger { 1.25 } else { 0.8 }, None),
            Command::Whole => {
                self.glide = None;
                if let Some(camera) = &mut self.camera {
                    *camera =
                        Camera { room: camera.room, ..Camera::whole(self.play.table().view.board(), camera.frame) };
                }
            }
            Command::Pan(x, y) => {
                self.glide = None;
                if let Some(camera) = &mut self.camera {
                    let step = -2.0 * camera::HALF * camera.scale;
                    camera.pan(self.play.table().view.board(), (f32::from(x) * step, f32::from(y) * step));
                }
            }
            _ => match &mut self.play {
                Play::Game(_) => self.game_command(command),
                Play::Replay(replay) => replay_command(replay, command, &mut self.over),
            },
        }
    }

    fn game_command(&mut self, command: Command) {
        let Play::Game(game) = &mut self.play else { return };
        if game.curtain.is_some() {
            if matches!(command, Command::Choose | Command::Go) {
                game.curtain = None;
            }
            return;
        }
        match command {
            // A key never waits for what is being shown.
            Command::Go | Command::Choose | Command::Next(_) | Command::Button(_) if game.table.playback.busy() => {
                game.table.skip();
            }
            Command::Go => game.commit(),
            Command::Step(facing) => {
                game.hand.step(&game.table.view, facing);
                self.follow();
            }
            Command::Row(up) => {
                game.hand.row(&game.table.view, up);
                self.follow();
            }
            Command::Choose => {
                if let Some(cell) = game.hand.cursor {
                    game.click(cell);
                }
            }
            Command::Next(step) => {
                if !game.next_lit(step) {
                    game.next_unit(step);
                }
                if let Some(cell) = game.hand.cursor {
                    self.show(cell);
                }
            }
            Command::Button(number) => {
                let slot = game.slots().into_iter().find(|slot| slot.key == Some(number));
                slot.into_iter().for_each(|slot| game.press(&slot.press));
            }
            Command::Back if game.disarm() => {}
            Command::Back if game.hand.unit.is_some() || game.hand.cursor.is_some() => {
                game.hand.cursor = None;
                game.hand.unit = None;
            }
            Command::Back => self.over = Over::Menu,
            Command::Undo => game.undo(),
            Command::Again => game.repeat(),
            Command::Hurry => game.hurry(),
            Command::Concede if game.asked().is_some() => self.over = Over::Concession,
            Command::Relieve(turn) => game.relieve(turn),
            Command::Save => game.save(saved::saves().as_deref()),
            _ => {}
        }
    }

    /// Keeps the cursor in view.
    fn follow(&mut self) {
        self.hovered = None;
        if let Play::Game(game) = &self.play
            && let Some(cell) = game.hand.cursor
        {
            self.show(cell);
        }
    }

    fn zoom(&mut self, by: f32, at: Option<(f32, f32)>) {
        self.glide = None;
        if let Some(camera) = &mut self.camera {
            camera.zoom(by, at.unwrap_or(camera.frame.middle()));
        }
    }

    /// The mouse on the board.
    pub(super) fn mouse(&mut self, ctx: &egui::Context) {
        let Some(camera) = self.camera else { return };
        let at = mouse_position();
        let moved = (at.0 - self.mouse.0, at.1 - self.mouse.1);
        let still = moved == (0.0, 0.0);
        self.mouse = at;
        let by = ctx.pixels_per_point() / macroquad::prelude::screen_dpi_scale();
        let free = camera.room.has(at) && !self.is_covered((at.0 / by, at.1 / by)) && !is_laid_over(ctx);
        let board = self.play.table().view.board();
        if !free {
            self.hovered = None;
        } else if !still {
            self.hovered = camera::hex_at(board, camera.to_plane(at));
        }
        let wheel = mouse_wheel().1;
        if free && wheel != 0.0 {
            self.zoom(if wheel > 0.0 { 1.15 } else { 1.0 / 1.15 }, Some(at));
        }
        if free && is_mouse_button_pressed(MouseButton::Left) {
            self.pressed = Some((at, false));
        }
        let Some((from, dragged)) = &mut self.pressed else { return };
        *dragged |= (at.0 - from.0).hypot(at.1 - from.1) > DRAG;
        let dragged = *dragged;
        if dragged && is_mouse_button_down(MouseButton::Left) {
            self.glide = None;
            let board = self.play.table().view.board();
            self.camera.as_mut().expect("it was there above").pan(board, moved);
        }
        if is_mouse_button_released(MouseButton::Left) {
            self.pressed = None;
            let cell = camera::hex_at(self.play.table().view.board(), camera.to_plane(at));
            if let (false, true, Some(cell), Play::Game(game)) = (dragged, free, cell, &mut self.play) {
                if game.table.playback.busy() {
                    game.table.skip();
                } else {
                    game.click(cell);
                }
            }
        }
    }
}

/// Whether the mouse is on something that lies over board and panels: a hint that is shown there is none.
fn is_laid_over(ctx: &egui::Context) -> bool {
    let layer = ctx.pointer_interact_pos().and_then(|at| ctx.layer_id_at(at));
    layer.is_some_and(|layer| matches!(layer.order, egui::Order::Middle | egui::Order::Foreground))
}

fn replay_command(replay: &mut Replay, command: Command, over: &mut Over) {
    match command {
        Command::Go if replay.table.playback.busy() && !replay.playing => replay.table.skip(),
        Command::Go => replay.playing = !replay.playing,
        Command::Skip(1) | Command::Step(Facing::E) => {
            replay.playing = false;
            replay.step();
        }
        Command::Skip(_) | Command::Step(Facing::W) => replay.back(),
        Command::Leap(way) => replay.leap(way > 0),
        Command::Loss(way) => replay.loss(way > 0),
        Command::Back => *over = Over::Menu,
        _ => {}
    }
}
