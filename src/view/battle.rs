//! The battle screen: the board in the middle, where the turn is above, what to do at the right, the log below.

use egui_macroquad::egui::{self, RichText, Ui};
use macroquad::prelude::{
    KeyCode, MouseButton, is_key_down, is_key_pressed, is_mouse_button_down, is_mouse_button_pressed,
    is_mouse_button_released, mouse_position, mouse_wheel,
};

use crate::battle::{SideId, UnitId};
use crate::board::{Cell, Facing};
use crate::content::Library;
use crate::rules::AnyBattle;
use crate::terminal::ink::Ink;
use crate::terminal::{codex, names, panel};

use super::counters::{Marks, Pen, Pointed};
use super::ground::Ground;
use super::model::camera::{self, Camera, Frame};
use super::model::game::Game;
use super::model::keys::{self, Command};
use super::model::offer::{Meaning, Offer};
use super::model::reckon::{Known, Reckoner};
use super::model::replay::Replay;
use super::model::settings::Settings;
use super::model::table::Table;
use super::model::words::{self, Part};
use super::style::{self, Letters};

/// Steps of the turn that are shown after the one under way.
const COMING: usize = 7;
/// Pixels that the mouse moves before a press is a drag.
const DRAG: f32 = 5.0;

/// What is on the battle screen.
pub(super) enum Play {
    /// A battle being fought.
    Game(Box<Game>),
    /// One told again.
    Replay(Box<Replay>),
}

impl Play {
    fn table(&self) -> &Table {
        match self {
            Play::Game(game) => &game.table,
            Play::Replay(replay) => &replay.table,
        }
    }
}

/// What lies over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    Menu,
    Help,
    Codex(String),
    Sheet(UnitId),
    Result,
}

/// Where the battle screen leads.
pub(super) enum Leave {
    /// To the start screen.
    ToStart,
    /// To the settings.
    ToSettings,
    /// This battle told again.
    ToReplay,
}

/// What a panel wants done.
enum Wish {
    Command(Command),
    Take(usize),
    Mean(Meaning),
    Select(UnitId),
    Commit,
    Over(Over),
    Show(Cell),
    Go(u32),
    Leave(Leave),
}

/// The battle screen.
pub(super) struct BattleScreen {
    play: Play,
    camera: Option<Camera>,
    ground: Ground,
    marks: Marks,
    reckoner: Reckoner,
    over: Over,
    seen_result: bool,
    hovered: Option<Cell>,
    // The button of the list that the mouse is on.
    considered: Option<usize>,
    // Where the mouse was pressed on the board, and whether it has moved since.
    pressed: Option<((f32, f32), bool)>,
    mouse: (f32, f32),
    tall_log: bool,
    // Whether what the unit in hand covers is shown, and what that was at which decision.
    shows_fire: bool,
    covered: (Option<(UnitId, u32)>, Vec<(Cell, u8)>),
}

impl BattleScreen {
    pub(super) fn new(library: &'static Library, play: Play) -> BattleScreen {
        BattleScreen {
            play,
            camera: None,
            ground: Ground::default(),
            marks: Marks::default(),
            reckoner: Reckoner::new(library.codex()),
            over: Over::Nothing,
            seen_result: false,
            hovered: None,
            considered: None,
            pressed: None,
            mouse: (0.0, 0.0),
            tall_log: false,
            shows_fire: false,
            covered: (None, Vec::new()),
        }
    }

    /// The journal of the battle on the screen, and its text.
    pub(super) fn session(&self) -> &crate::scenario::Session {
        match &self.play {
            Play::Game(game) => game.session(),
            Play::Replay(replay) => replay.session(),
        }
    }

    /// Lets time pass.
    pub(super) fn tick(&mut self, seconds: f32, settings: &Settings) {
        match &mut self.play {
            Play::Game(game) => {
                game.tick(seconds, settings.speed);
                let over = game.session().battle().outcome().is_some() && !game.table.playback.busy();
                if over && !self.seen_result {
                    self.seen_result = true;
                    game.table.finish();
                    self.over = Over::Result;
                }
            }
            Play::Replay(replay) => replay.tick(seconds, settings.speed),
        }
    }

    /// Draws the board; panels have been laid out before.
    pub(super) fn draw(&mut self, letters: &Letters, settings: &Settings) {
        let Some(camera) = self.camera else { return };
        if let Play::Game(game) = &self.play
            && game.curtain.is_some()
        {
            return;
        }
        let table = self.play.table();
        self.ground.keep_up(&*table.view);
        self.marks.keep_up(&table.view, table.log.len());
        self.ground.draw(&camera);
        if let Play::Game(game) = &self.play {
            let of = game.hand.unit.filter(|_| self.shows_fire).map(|unit| (unit, table.view.number()));
            if self.covered.0 != of {
                self.covered = (of, of.map_or(Vec::new(), |(unit, _)| table.view.covers(unit)));
            }
        }
        let mut pointed = Pointed { hovered: self.hovered, covered: &self.covered.1, ..Pointed::default() };
        if let Play::Game(game) = &self.play {
            let quiet = !game.table.playback.busy();
            pointed.offer = game.offer.as_ref().filter(|_| quiet);
            pointed.unit = game.hand.unit;
            pointed.cursor = game.hand.cursor;
            pointed.drafted = game.hand.drafts.keys().copied().collect();
            pointed.way = way_to(game, self.hovered.or(game.hand.cursor));
        }
        Pen { letters, camera: &camera, table }.draw(&self.marks, &pointed, settings.labels);
    }

    /// Lays out the panels and obeys mouse and keys; where the screen is left, where to.
    pub(super) fn ui(&mut self, ctx: &egui::Context, settings: &mut Settings) -> Option<Leave> {
        let mut wishes = Vec::new();
        if self.over == Over::Nothing {
            // Keys are the board's while nothing lies over it.
            ctx.memory_mut(|memory| {
                if let Some(id) = memory.focused() {
                    memory.surrender_focus(id);
                }
            });
        }
        self.keys(ctx, &mut wishes);
        if let Play::Game(game) = &self.play
            && let Some(side) = game.curtain
        {
            curtain(ctx, names::side(&*game.table.view, side), &mut wishes);
        } else {
            self.top(ctx, settings, &mut wishes);
            self.bottom(ctx, &mut wishes);
            self.right(ctx, &mut wishes);
            self.lay_over(ctx, &mut wishes);
            self.aim(ctx);
            self.mouse(ctx);
        }
        wishes.into_iter().find_map(|wish| self.obey(wish, settings))
    }

    /// Gives the board the room that the panels leave.
    fn aim(&mut self, ctx: &egui::Context) {
        let (rect, by) = (ctx.available_rect(), ctx.pixels_per_point() / macroquad::prelude::screen_dpi_scale());
        let frame =
            Frame { x: rect.min.x * by, y: rect.min.y * by, width: rect.width() * by, height: rect.height() * by };
        let board = self.play.table().view.board();
        match &mut self.camera {
            Some(camera) => camera.frame = frame,
            // The first frame's panels have not found their size yet.
            None if ctx.cumulative_pass_nr() > 2 => self.camera = Some(Camera::whole(board, frame)),
            None => {}
        }
    }

    fn obey(&mut self, wish: Wish, settings: &mut Settings) -> Option<Leave> {
        match wish {
            Wish::Leave(leave) => return Some(leave),
            Wish::Over(over) => self.over = over,
            Wish::Show(cell) => self.show(cell),
            Wish::Command(command) => self.command(command, settings),
            Wish::Go(position) => {
                if let Play::Replay(replay) = &mut self.play {
                    replay.playing = false;
                    replay.go(position);
                }
            }
            wish => {
                if let Play::Game(game) = &mut self.play {
                    match wish {
                        Wish::Take(place) => game.take(place),
                        Wish::Mean(meaning) => game.mean(meaning),
                        Wish::Select(unit) => game.hand.unit = Some(unit),
                        Wish::Commit => game.commit(),
                        _ => {}
                    }
                }
            }
        }
        None
    }

    fn show(&mut self, cell: Cell) {
        if let Some(camera) = &mut self.camera {
            camera.show(self.play.table().view.board(), cell);
        }
        if let Play::Game(game) = &mut self.play {
            game.hand.cursor = Some(cell);
        }
    }

    /// The keys that were pressed.
    fn keys(&self, ctx: &egui::Context, wishes: &mut Vec<Wish>) {
        // Pressed and let go within one frame counts as well.
        let held = |key| is_key_down(key) || is_key_pressed(key);
        let control = held(KeyCode::LeftControl) || held(KeyCode::RightControl);
        // In the order of the list, so that keys pressed at once always do the same.
        let pressed = keys::BINDINGS.iter().filter(|b| is_key_pressed(b.key));
        for binding in pressed.filter(|b| b.control == control) {
            let free = self.over == Over::Nothing && !ctx.wants_keyboard_input();
            if free || binding.command == Command::Back || binding.command == Command::Help {
                wishes.push(Wish::Command(binding.command));
            }
        }
    }

    fn command(&mut self, command: Command, settings: &mut Settings) {
        match command {
            Command::Back if self.over != Over::Nothing => self.over = Over::Nothing,
            Command::Help => self.over = if self.over == Over::Help { Over::Nothing } else { Over::Help },
            Command::Log => self.tall_log = !self.tall_log,
            Command::Fire => self.shows_fire = !self.shows_fire,
            Command::Speed => settings.speed = settings.speed.next(),
            Command::Scale(larger) => settings.rescale(larger),
            Command::Zoom(larger) => self.zoom(if larger { 1.25 } else { 0.8 }, None),
            Command::Whole => {
                if let Some(camera) = &mut self.camera {
                    *camera = Camera::whole(self.play.table().view.board(), camera.frame);
                }
            }
            Command::Pan(x, y) => {
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
            Command::Go if game.table.playback.busy() => game.table.playback.skip(),
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
                game.next_unit(step);
                if let Some(cell) = game.hand.cursor {
                    self.show(cell);
                }
            }
            Command::Button(number) => {
                if let Some(meaning) = game.hand.choice.get(number).copied() {
                    game.mean(meaning);
                } else if let Some(place) =
                    game.offer.as_ref().and_then(|o| o.buttons(game.hand.unit).get(number).copied())
                {
                    game.take(place);
                }
            }
            Command::Back if game.hand.unit.is_some() || !game.hand.choice.is_empty() || game.hand.cursor.is_some() => {
                game.hand.choice.clear();
                game.hand.cursor = None;
                game.hand.unit = None;
            }
            Command::Back => self.over = Over::Menu,
            Command::Undo => game.undo(),
            Command::Relieve(turn) => game.relieve(turn),
            Command::Save => save(game),
            Command::Codex => {
                if let Some(decision) = game.session().battle().decision() {
                    self.over = Over::Codex(decision.rule.0.to_owned());
                }
            }
            _ => {}
        }
    }

    /// Keeps the cursor in sight.
    fn follow(&mut self) {
        self.hovered = None;
        if let Play::Game(game) = &self.play
            && let Some(cell) = game.hand.cursor
        {
            self.show(cell);
        }
    }

    fn zoom(&mut self, by: f32, at: Option<(f32, f32)>) {
        if let Some(camera) = &mut self.camera {
            camera.zoom(by, at.unwrap_or(camera.frame.middle()));
        }
    }

    /// The mouse on the board.
    fn mouse(&mut self, ctx: &egui::Context) {
        let Some(camera) = self.camera else { return };
        let at = mouse_position();
        let moved = (at.0 - self.mouse.0, at.1 - self.mouse.1);
        let still = moved == (0.0, 0.0);
        self.mouse = at;
        let free = self.over == Over::Nothing && camera.frame.has(at) && !ctx.is_pointer_over_area();
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
            let board = self.play.table().view.board();
            self.camera.as_mut().expect("it was there above").pan(board, moved);
        }
        if is_mouse_button_released(MouseButton::Left) {
            self.pressed = None;
            let cell = camera::hex_at(self.play.table().view.board(), camera.to_plane(at));
            if let (false, true, Some(cell), Play::Game(game)) = (dragged, free, cell, &mut self.play) {
                if game.table.playback.busy() {
                    game.table.playback.skip();
                } else {
                    game.click(cell);
                }
            }
        }
    }
}

fn replay_command(replay: &mut Replay, command: Command, over: &mut Over) {
    match command {
        Command::Go if replay.table.playback.busy() && !replay.playing => replay.table.playback.skip(),
        Command::Go => replay.playing = !replay.playing,
        Command::Skip(1) | Command::Step(Facing::E) => {
            replay.playing = false;
            replay.step();
        }
        Command::Skip(_) | Command::Step(Facing::W) => replay.back(),
        Command::Back => *over = Over::Menu,
        _ => {}
    }
}

/// The way that a click would take.
fn way_to(game: &Game, cell: Option<Cell>) -> Option<(u8, Vec<Cell>)> {
    let offer = game.offer.as_ref()?;
    let Table { view, playback, .. } = &game.table;
    let place = *words::pointed(offer, view, &game.hand, &playback.scene, cell?).first()?;
    view.way(offer.actions[place])
}

/// Writes the battle beside its journal, under a name that tells where it stands.
fn save(game: &mut Game) {
    let number = game.session().battle().number();
    let name = game.journal.as_deref().and_then(|path| path.strip_suffix(".journal")).map(str::to_owned);
    match name {
        Some(name) => game.save(&format!("{name}_at_{number}.journal")),
        None => game.notice = Some("This battle has no journal beside which it could be saved".to_owned()),
    }
}

/// Covers the board between two persons.
fn curtain(ctx: &egui::Context, name: &str, wishes: &mut Vec<Wish>) {
    egui::CentralPanel::default().show(ctx, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.35);
            ui.label(style::bold(format!("{name} come to the keyboard")).size(26.0));
            ui.add_space(12.0);
            ui.label("What the others chose is covered.");
            ui.add_space(12.0);
            if ui.button(RichText::new("I am here (Enter)").size(18.0)).clicked() {
                wishes.push(Wish::Command(Command::Go));
            }
        });
    });
}

/// The panels.
impl BattleScreen {
    /// Where the turn is, scores, and what can be done at any time.
    fn top(&self, ctx: &egui::Context, settings: &Settings, wishes: &mut Vec<Wish>) {
        let table = self.play.table();
        egui::TopBottomPanel::top("top").show(ctx, |ui| {
            ui.add_space(3.0);
            ui.horizontal(|ui| {
                if ui.button("Menu").on_hover_text("Escape").clicked() {
                    wishes.push(Wish::Over(Over::Menu));
                }
                ui.separator();
                ui.label(style::bold(words::capital(&table.view.place_in_turn())).size(15.0));
                ui.separator();
                for side in (0..table.view.sides().len()).map(|s| SideId(s as u8)) {
                    let text = format!(
                        "{} {} {}",
                        names::letter(side),
                        names::side(&*table.view, side),
                        table.view.score(side)
                    );
                    ui.label(style::bold(text).color(style::side_text(side))).on_hover_text("Victory points");
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let mut press = |ui: &mut Ui, text: &str, hint: &str, command: Command| {
                        if ui.button(text).on_hover_text(hint).clicked() {
                            wishes.push(Wish::Command(command));
                        }
                    };
                    press(ui, "Keys", "What each key does (F2)", Command::Help);
                    press(
                        ui,
                        &format!("Speed: {}", settings.speed.word()),
                        "How fast events are shown (V)",
                        Command::Speed,
                    );
                    press(ui, "Whole board", "Home", Command::Whole);
                    press(
                        ui,
                        "Fire",
                        "Where the unit in hand can shoot: near, normal and far range (F)",
                        Command::Fire,
                    );
                    if let Play::Game(game) = &self.play {
                        press(ui, "Save", "Ctrl+S; every decision is kept anyway", Command::Save);
                        let why = game.why_no_undo();
                        let button = ui.add_enabled(why.is_none(), egui::Button::new("Undo"));
                        let button = match &why {
                            Some(why) => button.on_disabled_hover_text(why),
                            None => button.on_hover_text("Takes your last choice back (U)"),
                        };
                        if button.clicked() {
                            wishes.push(Wish::Command(Command::Undo));
                        }
                    }
                });
            });
            self.step_bar(ui);
            ui.add_space(3.0);
        });
    }

    /// The turn's steps: the one before, the one under way, those to come.
    fn step_bar(&self, ui: &mut Ui) {
        let (steps, now) = self.play.table().view.course();
        let from = now.map_or(0, |n| n.saturating_sub(1));
        ui.horizontal(|ui| {
            if now.is_none() {
                ui.label(style::bold("Deployment").color(style::ACCENT));
                ui.label(RichText::new("then").color(style::DIM));
            }
            for (place, name) in steps.iter().enumerate().skip(from) {
                let after = place.saturating_sub(now.unwrap_or(0));
                let fits = ui.available_width() > 150.0;
                if !fits || after > COMING {
                    ui.label(RichText::new("…").color(style::DIM)).on_hover_text(steps[place..].join("\n"));
                    break;
                }
                if place > from {
                    ui.label(RichText::new("›").color(style::DIM));
                }
                let text = if Some(place) == now {
                    style::bold(*name).color(style::ACCENT)
                } else {
                    RichText::new(*name).color(style::DIM)
                };
                ui.label(text);
            }
        });
    }

    /// The log, and under a replay its position.
    fn bottom(&self, ctx: &egui::Context, wishes: &mut Vec<Wish>) {
        let table = self.play.table();
        let height = if self.tall_log { ctx.screen_rect().height() * 0.5 } else { ctx.screen_rect().height() * 0.2 };
        egui::TopBottomPanel::bottom("log").exact_height(height).show(ctx, |ui| {
            if let Play::Replay(replay) = &self.play {
                transport(ui, replay, wishes);
            }
            let lines = match &self.play {
                Play::Replay(replay) => &table.log[..replay.told()],
                Play::Game(_) => &table.log[..],
            };
            let row = ui.text_style_height(&egui::TextStyle::Body);
            egui::ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show_rows(
                ui,
                row,
                lines.len(),
                |ui, rows| {
                    for line in &lines[rows] {
                        log_line(ui, table, &line.text, wishes);
                    }
                },
            );
        });
    }

    /// What to do.
    fn right(&mut self, ctx: &egui::Context, wishes: &mut Vec<Wish>) {
        let mut considered = None;
        let width = 340.0_f32.min(ctx.screen_rect().width() * 0.4);
        egui::SidePanel::right("right").exact_width(width).resizable(false).show(ctx, |ui| {
            ui.add_space(4.0);
            match &self.play {
                Play::Game(game) => considered = self.advice(ui, game, wishes),
                Play::Replay(_) => {
                    _ = ui.label("A battle told again. Space plays and pauses, Page Up and Page Down step.")
                }
            }
            ui.separator();
            self.known_of_hex(ui);
        });
        self.considered = considered;
        if let Play::Game(game) = &self.play {
            // Asked for here, so that they are there when they are drawn.
            if let Some((_, action)) = self.risk() {
                self.reckoner.ask(&game.table.view, action);
            }
        }
    }

    /// The answer whose odds are wanted.
    fn risk(&self) -> Option<(usize, crate::battle::Action)> {
        let Play::Game(game) = &self.play else { return None };
        let offer = game.offer.as_ref()?;
        let Table { view, playback, .. } = &game.table;
        let pointed =
            |cell: Option<Cell>| words::pointed(offer, view, &game.hand, &playback.scene, cell?).first().copied();
        let place = self.considered.or_else(|| pointed(self.hovered)).or_else(|| pointed(game.hand.cursor))?;
        words::is_risky(offer, place).then(|| (place, offer.actions[place]))
    }

    /// The question, the unit in hand, the answers as buttons; which of these the mouse is on.
    fn advice(&self, ui: &mut Ui, game: &Game, wishes: &mut Vec<Wish>) -> Option<usize> {
        let view = &game.table.view;
        let mut considered = None;
        match &game.offer {
            Some(offer) => {
                self.question(ui, game, offer, wishes);
                if let Some(notice) = &game.notice {
                    ui.label(RichText::new(notice).color(style::NOTICE));
                }
                if let Some(unit) = game.hand.unit {
                    held(ui, game, unit, wishes);
                }
                considered = self.answers(ui, game, offer, wishes);
                self.odds(ui, view);
            }
            None => {
                if let Some(notice) = &game.notice {
                    ui.label(RichText::new(notice).color(style::NOTICE));
                }
                waiting(ui, game);
            }
        }
        considered
    }

    fn question(&self, ui: &mut Ui, game: &Game, offer: &Offer, wishes: &mut Vec<Wish>) {
        let view = &*game.table.view;
        let question = panel::question(view, offer.decision, game.table.library().codex(), Ink::default());
        let question = question.rsplit_once(" [").map_or(question.as_str(), |(q, _)| q).to_owned();
        ui.horizontal_wrapped(|ui| {
            ui.label(style::bold(question).size(15.0).color(style::side_text(offer.decision.side)));
            rule_link(ui, offer.decision.rule.0, wishes);
        });
        ui.label(RichText::new(words::next_step(offer, &game.hand)).color(style::ACCENT));
        let units = offer.units();
        if units.len() > 1 {
            let text = format!("Next unit (Tab): {} can act", units.len());
            if ui.button(text).clicked() {
                wishes.push(Wish::Command(Command::Next(1)));
            }
        }
    }

    /// The answers as buttons, numbered for the keys; which the mouse is on.
    fn answers(&self, ui: &mut Ui, game: &Game, offer: &Offer, wishes: &mut Vec<Wish>) -> Option<usize> {
        let view = &game.table.view;
        let mut considered = None;
        if !game.hand.choice.is_empty() {
            ui.label(style::bold("Which do you mean?"));
            for (number, meaning) in game.hand.choice.iter().enumerate() {
                let text = match meaning {
                    Meaning::Select(unit) => format!("Take {} in hand", names::unit(&**view, *unit)),
                    Meaning::Take(place) => words::shortly(view, offer, *place),
                };
                let button = egui::Button::new(format!("{}  {text}", number + 1)).wrap();
                let button = ui.add(button.min_size(egui::vec2(ui.available_width(), 0.0)));
                if let (true, Meaning::Take(place)) = (button.hovered(), meaning) {
                    considered = Some(*place);
                }
                if button.clicked() {
                    wishes.push(Wish::Mean(*meaning));
                }
            }
            return considered;
        }
        let buttons = offer.buttons(game.hand.unit);
        let most = ui.available_height() * if self.risk().is_some() { 0.4 } else { 0.6 };
        egui::ScrollArea::vertical().max_height(most).auto_shrink([false, true]).id_salt("answers").show(ui, |ui| {
            for (number, &place) in buttons.iter().enumerate() {
                let chosen = game.hand.drafts.get(&offer.actions[place].unit) == Some(&offer.actions[place]);
                let key = if number < 9 { format!("{}  ", number + 1) } else { String::new() };
                let text = format!("{key}{}", words::shortly(view, offer, place));
                let button = ui.add(
                    egui::Button::new(text).wrap().selected(chosen).min_size(egui::vec2(ui.available_width(), 0.0)),
                );
                if button.hovered() {
                    considered = Some(place);
                }
                if button.clicked() {
                    wishes.push(Wish::Take(place));
                }
            }
        });
        if offer.is_secret() {
            drafts(ui, game, offer, wishes);
            let missing = game.hand.sealed(offer).err();
            let text = match missing {
                None => "Commit (Space)".to_owned(),
                Some(missing) => format!("Commit: {missing} still to choose"),
            };
            let button = egui::Button::new(style::bold(text).size(16.0)).fill(egui::Color32::from_rgb(36, 110, 60));
            if ui
                .add_enabled(missing.is_none(), button)
                .on_disabled_hover_text("Choose an answer for each unit first")
                .clicked()
            {
                wishes.push(Wish::Commit);
            }
        }
        ui.horizontal(|ui| {
            if ui.button("Computer decides (C)").clicked() {
                wishes.push(Wish::Command(Command::Relieve(false)));
            }
            if ui.button("… whole turn").on_hover_text("Ctrl+C").clicked() {
                wishes.push(Wish::Command(Command::Relieve(true)));
            }
        });
        considered
    }

    /// The odds of what the mouse or the cursor points at.
    fn odds(&self, ui: &mut Ui, view: &AnyBattle) {
        let (Some((place, action)), Play::Game(game)) = (self.risk(), &self.play) else { return };
        ui.separator();
        if let Some(offer) = &game.offer {
            ui.label(style::bold(words::shortly(view, offer, place)));
        }
        match self.reckoner.known(view, action) {
            Known::Waiting => _ = ui.label(RichText::new("Working out the odds …").color(style::DIM)),
            Known::Hidden(why) => _ = ui.label(RichText::new(why).color(style::DIM)),
            Known::Told(lines) => {
                egui::ScrollArea::vertical().id_salt("odds").max_height(ui.available_height() * 0.7).show(ui, |ui| {
                    for line in lines {
                        ui.label(RichText::new(line.trim()).size(12.0));
                    }
                });
            }
        }
    }

    /// What is known of the hex that the mouse or the cursor is on, and why it cannot be chosen.
    fn known_of_hex(&self, ui: &mut Ui) {
        let table = self.play.table();
        let cursor = if let Play::Game(game) = &self.play { game.hand.cursor } else { None };
        let Some(cell) = self.hovered.or(cursor) else {
            ui.label(RichText::new("Point at a hex to see what is there.").color(style::DIM));
            return;
        };
        for line in panel::hex(&*table.view, cell, Ink::default()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            ui.label(RichText::new(words.join(" ")).size(12.5));
        }
        if let Play::Game(game) = &self.play
            && let (Some(offer), Some(unit)) = (&game.offer, game.hand.unit)
            && offer.at(&table.view, &table.playback.scene, Some(unit), cell).is_empty()
            && let Some(refusal) = offer.why_not(&table.view, &table.playback.scene, unit, cell)
        {
            ui.label(RichText::new(format!("Not open: {refusal}")).color(style::NOTICE).size(12.5));
        }
    }

    /// Menu, help, codex, sheets, the result.
    fn lay_over(&self, ctx: &egui::Context, wishes: &mut Vec<Wish>) {
        let title = match &self.over {
            Over::Nothing => return,
            Over::Menu => "Menu".to_owned(),
            Over::Help => "Keys".to_owned(),
            Over::Codex(id) => format!("Codex: {id}"),
            Over::Sheet(unit) => names::unit(&*self.play.table().view, *unit),
            Over::Result => "The battle is over".to_owned(),
        };
        let mut open = true;
        let most = ctx.screen_rect().height() * 0.8;
        let window = egui::Window::new(title).open(&mut open).collapsible(false).resizable(false);
        let window = window.anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO).max_width(560.0).max_height(most);
        window.show(ctx, |ui| match &self.over {
            Over::Nothing => {}
            Over::Menu => self.menu(ui, wishes),
            Over::Help => help(ui),
            Over::Codex(id) => self.codex(ui, id),
            Over::Sheet(unit) => self.sheet(ui, *unit),
            Over::Result => self.result(ui, wishes),
        });
        if !open {
            wishes.push(Wish::Over(Over::Nothing));
        }
    }

    fn menu(&self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        let mut entry = |ui: &mut Ui, text: &str, wish: Wish| {
            let button = ui.add(egui::Button::new(RichText::new(text).size(16.0)).min_size(egui::vec2(300.0, 30.0)));
            if button.clicked() {
                wishes.push(wish);
            }
            button
        };
        let first = entry(ui, "Go on", Wish::Over(Over::Nothing));
        if ui.memory(|m| m.focused().is_none()) {
            first.request_focus();
        }
        if let Play::Game(game) = &self.play {
            entry(ui, "Save (Ctrl+S)", Wish::Command(Command::Save));
            entry(ui, "Replay from the beginning", Wish::Leave(Leave::ToReplay));
            if let Some(path) = &game.journal {
                ui.label(RichText::new(format!("Every decision is kept in\n{path}")).color(style::DIM).size(12.0));
            }
        }
        entry(ui, "Settings", Wish::Leave(Leave::ToSettings));
        entry(ui, "Which key does what (F2)", Wish::Over(Over::Help));
        entry(ui, "Leave (nothing is lost)", Wish::Leave(Leave::ToStart));
    }

    fn codex(&self, ui: &mut Ui, id: &str) {
        let lines = codex::lookup(self.play.table().library().codex(), id).unwrap_or_else(|lines| lines);
        ui.label(lines.iter().map(|l| l.trim()).collect::<Vec<_>>().join(" "));
    }

    fn sheet(&self, ui: &mut Ui, unit: UnitId) {
        let table = self.play.table();
        egui::ScrollArea::vertical().show(ui, |ui| {
            for line in codex::sheet(table.library(), &*table.view, unit) {
                ui.label(line.trim());
            }
        });
    }

    fn result(&self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        let view = &*self.play.table().view;
        if let Some(outcome) = view.outcome() {
            ui.label(style::bold(panel::result(view, &outcome)).size(16.0));
        }
        ui.separator();
        egui::ScrollArea::vertical().max_height(ui.ctx().screen_rect().height() * 0.5).show(ui, |ui| {
            for line in panel::units(view, None, Ink::default()) {
                ui.label(RichText::new(line.split_whitespace().collect::<Vec<_>>().join(" ")).size(12.5));
            }
        });
        ui.separator();
        ui.horizontal(|ui| {
            if ui.button("Replay").clicked() {
                wishes.push(Wish::Leave(Leave::ToReplay));
            }
            if ui.button("Look at the board").clicked() {
                wishes.push(Wish::Over(Over::Nothing));
            }
            if ui.button("To the start").clicked() {
                wishes.push(Wish::Leave(Leave::ToStart));
            }
        });
    }
}

/// Who decides while the person waits.
fn waiting(ui: &mut Ui, game: &Game) {
    let battle = game.session().battle();
    if game.table.playback.busy() {
        ui.label(RichText::new("Space shows all of this at once").color(style::DIM));
    } else if let Some(decision) = battle.decision() {
        ui.horizontal(|ui| {
            ui.spinner();
            let name = names::side(&**battle, decision.side);
            ui.label(style::bold(format!("{name} decide …")).color(style::side_text(decision.side)));
        });
    } else if let Some(outcome) = battle.outcome() {
        ui.label(style::bold(panel::result(&**battle, &outcome)));
    }
}

/// The unit in hand.
fn held(ui: &mut Ui, game: &Game, unit: UnitId, wishes: &mut Vec<Wish>) {
    let view = &*game.table.view;
    ui.separator();
    ui.horizontal(|ui| {
        ui.label(style::bold(names::unit(view, unit)).size(15.0).color(style::side_text(view.piece(unit).side)));
        if ui.small_button("Sheet").clicked() {
            wishes.push(Wish::Over(Over::Sheet(unit)));
        }
        if view.piece(unit).at.is_some() && ui.small_button("Show").clicked() {
            wishes.push(Wish::Show(view.piece(unit).at));
        }
    });
    ui.label(RichText::new(panel::numbers(view, unit)).size(12.5));
    let at = Some(view.piece(unit).at).filter(|at| at.is_some());
    let others = at.map_or(Vec::new(), |at| game.table.playback.scene.units_in(view, at));
    if others.len() > 1 {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("In this hex:").color(style::DIM));
            for other in others.into_iter().filter(|u| *u != unit) {
                if ui.small_button(names::unit(view, other)).clicked() {
                    wishes.push(Wish::Select(other));
                }
            }
        });
    }
}

/// Which secret answer each unit has, while they can still be changed.
fn drafts(ui: &mut Ui, game: &Game, offer: &Offer, wishes: &mut Vec<Wish>) {
    let view = &game.table.view;
    egui::Grid::new("drafts").num_columns(2).striped(true).show(ui, |ui| {
        for unit in offer.units() {
            if ui.selectable_label(game.hand.unit == Some(unit), names::unit(&**view, unit)).clicked() {
                wishes.push(Wish::Select(unit));
            }
            let draft = game.hand.drafts.get(&unit);
            let place = draft.and_then(|d| offer.actions.iter().position(|a| a == d));
            match place {
                Some(place) => ui.label(words::shortly(view, offer, place)),
                None => ui.label(RichText::new("still to choose").color(style::NOTICE)),
            };
            ui.end_row();
        }
    });
}

/// A replay's position and what moves it.
fn transport(ui: &mut Ui, replay: &Replay, wishes: &mut Vec<Wish>) {
    ui.horizontal(|ui| {
        let word = if replay.playing { "Pause" } else { "Play" };
        for (text, command) in [("‹ Back", Command::Skip(-1)), (word, Command::Go), ("Step ›", Command::Skip(1))] {
            if ui.button(text).clicked() {
                wishes.push(Wish::Command(command));
            }
        }
        let mut position = replay.position;
        ui.spacing_mut().slider_width = (ui.available_width() - 120.0).max(80.0);
        if ui.add(egui::Slider::new(&mut position, 0..=replay.length())).changed() {
            wishes.push(Wish::Go(position));
        }
    });
}

/// A line of the log: a click on it shows where, a click on a rule what it says.
fn log_line(ui: &mut Ui, table: &Table, text: &str, wishes: &mut Vec<Wish>) {
    let heading = text.starts_with("==");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for part in words::parts(text.trim_matches('=')) {
            match part {
                Part::Rule(rule) => rule_link(ui, rule, wishes),
                Part::Plain(plain) => {
                    let words =
                        if heading { style::bold(plain.trim()).color(style::ACCENT) } else { RichText::new(plain) };
                    let label = ui.add(egui::Label::new(words).sense(egui::Sense::click()).truncate());
                    if label.clicked()
                        && let Some(cell) = words::place_in(&*table.view, text)
                    {
                        wishes.push(Wish::Show(cell));
                    }
                }
            }
        }
    });
}

/// The id of a rule, which leads to the codex.
fn rule_link(ui: &mut Ui, rule: &str, wishes: &mut Vec<Wish>) {
    if ui.link(RichText::new(rule).size(11.0)).clicked() {
        wishes.push(Wish::Over(Over::Codex(rule.to_owned())));
    }
}

fn help(ui: &mut Ui) {
    egui::Grid::new("keys").num_columns(2).striped(true).show(ui, |ui| {
        for (keys, does) in keys::cheat_sheet() {
            ui.label(style::bold(keys));
            ui.label(does);
            ui.end_row();
        }
    });
}
