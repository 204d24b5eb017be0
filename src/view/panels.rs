//! The panels around the board: the phase track above, what to do at the right, the log below.

use egui_macroquad::egui::{self, Button, RichText, Sense, Ui, WidgetText};

use crate::battle::field::Sign;
use crate::battle::{Action, Clock, SideId, UnitId};
use crate::rules::BattleView;
use crate::telling::{Line, names, panel};

use super::battle::{BattleScreen, Leave, Over, Play, Request};
use super::log;
use super::model::camera::centre;
use super::model::game::Game;
use super::model::keys::Command;
use super::model::offer::{Meaning, Offer};
use super::model::reckon::Known;
use super::model::replay::Replay;
use super::model::settings::Settings;
use super::model::table::Table;
use super::model::words::{self, Mark};
use super::style;

/// How wide odds are, in points.
const ODDS_WIDTH: f32 = 360.0;
/// The most lines of odds that are shown.
const ODDS_LINES: usize = 8;
/// Steps of the turn that are shown after the current one.
const COMING: usize = 7;

/// A button that does not take the keyboard from the board.
fn button<'a>(text: impl Into<WidgetText>) -> Button<'a> {
    Button::new(text).sense(Sense::CLICK)
}

impl BattleScreen {
    /// The phase track, and the commands that are always open.
    pub(super) fn top(&self, ctx: &egui::Context, settings: &Settings, wishes: &mut Vec<Request>) {
        let table = self.play.table();
        egui::TopBottomPanel::top("top").show(ctx, |ui| {
            ui.add_space(3.0);
            ui.horizontal(|ui| {
                if ui.add(button("Menu")).on_hover_text(self.keys.name(Command::Back)).clicked() {
                    wishes.push(Request::Over(Over::Menu));
                }
                ui.separator();
                let place = match table.view.outcome() {
                    Some(_) => "The battle is over".to_owned(),
                    None => words::capital(&table.view.place_in_turn()),
                };
                ui.label(style::bold(place).size(15.0));
                let from_right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(from_right, |ui| self.tools(ui, settings, wishes));
            });
            self.step_bar(ui);
            ui.add_space(3.0);
        });
    }

    /// The commands that are always open, from the right.
    fn tools(&self, ui: &mut Ui, settings: &Settings, wishes: &mut Vec<Request>) {
        let mut press = |ui: &mut Ui, text: &str, on: bool, hint: &str, command: Command| {
            let hint = format!("{hint} ({})", self.keys.name(command));
            if ui.add(button(text).selected(on)).on_hover_text(hint).clicked() {
                wishes.push(Request::Command(command));
            }
        };
        press(ui, "Keys", false, "What each key does", Command::Help);
        let speed = format!("Speed: {}", settings.speed.word());
        press(ui, &speed, false, "How fast events are shown", Command::Speed);
        press(ui, "Whole board", false, "The whole board", Command::Whole);
        press(ui, "Log", false, "The whole log, with a filter", Command::Log);
        if let Play::Game(game) = &self.play {
            let hint = "Where enemies can shoot, and with a cross where they can charge";
            press(ui, "Threat", self.overlay.threat, hint, Command::Threat);
            let hint = "Where the unit in hand can shoot, or could from the hex pointed at: near, normal, far";
            press(ui, "Fire", self.overlay.fire, hint, Command::Fire);
            press(ui, "Save", false, "Every decision is kept anyway", Command::Save);
            let why = game.why_no_undo();
            let button = ui.add_enabled(why.is_none(), button("Undo"));
            let button = match why {
                Some(why) => button.on_disabled_hover_text(why),
                None => {
                    button.on_hover_text(format!("Takes your last choice back ({})", self.keys.name(Command::Undo)))
                }
            };
            if button.clicked() {
                wishes.push(Request::Command(Command::Undo));
            }
        }
    }

    /// The turn's steps: the one before, the one under way, those to come.
    fn step_bar(&self, ui: &mut Ui) {
        let view = &self.play.table().view;
        let Clock { steps, step: now, .. } = view.clock();
        if view.outcome().is_some() {
            // The bar keeps its height.
            ui.label("");
            return;
        }
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
    pub(super) fn bottom(&self, ctx: &egui::Context, wishes: &mut Vec<Request>) {
        let table = self.play.table();
        let height = ctx.screen_rect().height() * 0.2;
        egui::TopBottomPanel::bottom("log").exact_height(height).show(ctx, |ui| {
            if let Play::Replay(replay) = &self.play {
                transport(ui, replay, wishes);
            }
            // Whole rows, the rest of the room above them.
            let row = log::row_height(ui) + ui.spacing().item_spacing.y;
            ui.add_space((ui.available_height() + ui.spacing().item_spacing.y) % row);
            let lines: Vec<&Line> = self.log().collect();
            log::lines(ui, table, &lines, wishes);
        });
    }

    /// What to do.
    pub(super) fn right(&mut self, ctx: &egui::Context, wishes: &mut Vec<Request>) {
        let mut considered = None;
        let width = 340.0_f32.min(ctx.screen_rect().width() * 0.4);
        egui::SidePanel::right("right").exact_width(width).resizable(false).show(ctx, |ui| {
            egui::ScrollArea::vertical().id_salt("right").auto_shrink(false).show(ui, |ui| {
                ui.add_space(4.0);
                scores(ui, &*self.play.table().view);
                match &self.play {
                    Play::Game(game) => considered = self.advice(ui, game, wishes),
                    Play::Replay(replay) => self.told_again(ui, replay, wishes),
                }
                ui.separator();
                self.known_of_hex(ui);
            });
        });
        self.considered = considered;
        if let Play::Game(game) = &self.play {
            // Asked for here, so that they are there when they are drawn.
            if let Some((_, action)) = self.risk() {
                self.reckoner.ask(&game.table.view, action);
            }
        }
    }

    /// The controls of a replay, from which the battle can be played on.
    fn told_again(&self, ui: &mut Ui, replay: &Replay, wishes: &mut Vec<Request>) {
        let key = |command| self.keys.name(command);
        let keys = [Command::Go, Command::Skip(-1), Command::Skip(1)].map(key);
        ui.label(format!("Replay. {} plays and pauses, {} and {} step.", keys[0], keys[1], keys[2]));
        ui.separator();
        let view = &*replay.table.view;
        let Some(decision) = view.decision() else {
            ui.label(
                RichText::new("The battle is over here: step back to play on from an earlier position.")
                    .color(style::DIM),
            );
            return;
        };
        ui.label(style::bold("Play on from here").size(15.0));
        ui.label(RichText::new("The replayed journal does not change.").color(style::DIM));
        for side in SideId::first(view.players()) {
            let name = RichText::new(format!("as {}", names::side(view, side))).color(style::side_text(side));
            let key = if side == decision.side { format!(" ({})", key(Command::PlayOn)) } else { String::new() };
            ui.horizontal(|ui| {
                if ui.add(button(name)).clicked() {
                    wishes.push(Request::Leave(Leave::PlayOn(side)));
                }
                ui.label(RichText::new(key).color(style::DIM));
            });
        }
    }

    /// The answer whose odds are shown: the one under the mouse in the list, or the one at the hex of mouse or cursor.
    fn risk(&self) -> Option<(usize, Action)> {
        let Play::Game(game) = &self.play else { return None };
        let offer = game.offer.as_ref()?;
        let Table { view, playback, .. } = &game.table;
        let place = words::wanted(offer, view, &game.hand, &playback.scene, self.considered, self.hovered)?;
        let action = offer.actions[place];
        words::is_risky(action).then_some((place, action))
    }

    /// The question, the selected unit, the answers as buttons. Returns the button under the mouse.
    fn advice(&self, ui: &mut Ui, game: &Game, wishes: &mut Vec<Request>) -> Option<Action> {
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
            }
            None => {
                if let Some(notice) = &game.notice {
                    ui.label(RichText::new(notice).color(style::NOTICE));
                }
                waiting(ui, game, &self.keys.name(Command::Go));
            }
        }
        considered
    }

    fn question(&self, ui: &mut Ui, game: &Game, offer: &Offer, wishes: &mut Vec<Request>) {
        let view = &*game.table.view;
        let question = panel::question(view, offer.decision, game.table.library().codex());
        ui.horizontal_wrapped(|ui| {
            ui.label(style::bold(question.plain()).size(15.0).color(style::side_text(offer.decision.side)));
            log::rule_link(ui, game.table.library(), offer.decision.rule.0, wishes);
        });
        ui.label(RichText::new(words::next_step(offer, &game.hand)).color(style::ACCENT));
        if offer.is_secret() {
            commit(ui, game.hand.sealed(offer).err(), &self.keys.name(Command::Go), wishes);
        }
        let units = offer.units();
        if units.len() > 1 {
            let text = format!("Next unit ({}): {} can act", self.keys.name(Command::Next(1)), units.len());
            if ui.add(button(text)).clicked() {
                wishes.push(Request::Command(Command::Next(1)));
            }
        }
    }

    /// The answers as buttons, numbered for the keys. Returns the one under the mouse.
    fn answers(&self, ui: &mut Ui, game: &Game, offer: &Offer, wishes: &mut Vec<Request>) -> Option<Action> {
        let view = &game.table.view;
        let mut considered = None;
        if !game.hand.choice.is_empty() {
            ui.label(style::bold("Which do you mean?"));
            for (number, meaning) in game.hand.choice.iter().enumerate() {
                let text = match meaning {
                    Meaning::Select(unit) => format!("Take {} in hand", names::unit(&**view, *unit)),
                    Meaning::Take(place) => words::shortly(offer, *place),
                };
                let answer = button(format!("{}  {text}", number + 1)).wrap();
                let answer = ui.add(answer.min_size(egui::vec2(ui.available_width(), 0.0)));
                if let (true, Meaning::Take(place)) = (answer.hovered(), meaning) {
                    considered = Some(offer.actions[*place]);
                }
                if answer.clicked() {
                    wishes.push(Request::Mean(*meaning));
                }
            }
            return considered;
        }
        let buttons = offer.buttons(game.hand.unit);
        let most = ui.ctx().screen_rect().height() * 0.36;
        egui::ScrollArea::vertical().max_height(most).auto_shrink([false, true]).id_salt("answers").show(ui, |ui| {
            for (number, &place) in buttons.iter().enumerate() {
                let chosen = game.hand.drafts.get(&offer.actions[place].unit) == Some(&offer.actions[place]);
                let key = if number < 9 { format!("{}  ", number + 1) } else { String::new() };
                let text = format!("{key}{}", words::shortly(offer, place));
                let button =
                    ui.add(button(text).wrap().selected(chosen).min_size(egui::vec2(ui.available_width(), 0.0)));
                if button.hovered() {
                    considered = Some(offer.actions[place]);
                }
                if button.clicked() {
                    wishes.push(Request::Take(place));
                }
            }
        });
        if offer.is_secret() {
            drafts(ui, game, offer, wishes);
        }
        ui.horizontal(|ui| {
            let key = |command| self.keys.name(command);
            let text = format!("Computer decides ({})", key(Command::Relieve(false)));
            if ui.add(button(text)).clicked() {
                wishes.push(Request::Command(Command::Relieve(false)));
            }
            if ui.add(button("… whole turn")).on_hover_text(key(Command::Relieve(true))).clicked() {
                wishes.push(Request::Command(Command::Relieve(true)));
            }
        });
        considered
    }

    /// The odds of what the mouse or the cursor points at, in a corner of the board away from there.
    pub(super) fn odds(&self, ctx: &egui::Context) {
        let (Some((place, action)), Play::Game(game), Over::Nothing) = (self.risk(), &self.play, &self.over) else {
            return;
        };
        let (view, board) = (&game.table.view, ctx.available_rect());
        let pointed = self.hovered.or(game.hand.cursor).filter(|_| self.considered.is_none());
        let at = pointed.zip(self.camera).map(|(cell, camera)| camera.to_screen(centre(view.board(), cell)));
        let low = at.zip(self.camera).is_some_and(|(at, camera)| at.1 > camera.frame.middle().1);
        let (corner, align, inward) = if low {
            (board.right_top(), egui::Align2::RIGHT_TOP, egui::vec2(-8.0, 8.0))
        } else {
            (board.right_bottom(), egui::Align2::RIGHT_BOTTOM, egui::vec2(-8.0, -8.0))
        };
        let area = egui::Area::new("odds".into()).interactable(false).pivot(align).fixed_pos(corner + inward);
        area.show(ctx, |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(ODDS_WIDTH);
                if let Some(offer) = &game.offer {
                    ui.label(style::bold(words::shortly(offer, place)));
                }
                odds_lines(ui, self.reckoner.known(view, action));
            });
        });
    }

    /// The legend of letters and badges on the board.
    fn legend(&self, ui: &mut Ui, legend: &[(Mark, String)]) {
        egui::Grid::new("legend").num_columns(2).min_col_width(20.0).spacing([8.0, 2.0]).show(ui, |ui| {
            for (mark, meaning) in legend {
                match mark {
                    Mark::Letters(letters) => _ = ui.label(style::bold(letters).size(12.0)),
                    Mark::Badge(badge) => match badge.sign {
                        Sign::Icon(name) => _ = ui.add(self.atlas.sign(ui.ctx(), badge.tone, name)),
                        Sign::Number(before) => _ = ui.label(style::bold(format!("{before}1")).size(12.0)),
                    },
                }
                ui.label(RichText::new(meaning).color(style::DIM).size(12.0));
                ui.end_row();
            }
        });
    }

    /// What is known of the hex that the mouse or the cursor is on, and why it cannot be chosen.
    fn known_of_hex(&self, ui: &mut Ui) {
        let table = self.play.table();
        let cursor = if let Play::Game(game) = &self.play { game.hand.cursor } else { None };
        let Some(cell) = self.hovered.or(cursor) else {
            ui.label(RichText::new("Point at a hex to see what is there.").color(style::DIM));
            self.legend(ui, &words::legend(&*table.view, &table.playback.scene));
            return;
        };
        for line in panel::hex(&*table.view, cell) {
            let words = line.plain();
            let words: Vec<&str> = words.split_whitespace().collect();
            ui.label(RichText::new(words.join(" ")).size(12.5));
        }
        for threat in self.overlay.threats.get(&cell).into_iter().flatten() {
            let how = match (threat.shoots, threat.charges) {
                (true, true) => "can shoot and charge here",
                (true, false) => "can shoot here",
                _ => "can charge here",
            };
            let words = format!("{} {how}", names::unit(&*table.view, threat.unit));
            ui.label(RichText::new(words).color(style::NOTICE).size(12.5));
        }
        if let Play::Game(game) = &self.play
            && let (Some(offer), Some(unit)) = (&game.offer, game.hand.unit)
            && offer.at(&table.view, &table.playback.scene, Some(unit), cell).is_empty()
            && let Some(refusal) = offer.why_not(&table.view, &table.playback.scene, unit, cell)
        {
            ui.label(RichText::new(format!("Not open: {refusal}")).color(style::NOTICE).size(12.5));
        }
    }
}

/// What is known of odds, the likeliest first.
fn odds_lines(ui: &mut Ui, known: Known) {
    match known {
        Known::Waiting => _ = ui.label(RichText::new("Working out the odds …").color(style::DIM)),
        Known::Told(lines) => {
            for line in lines.iter().take(ODDS_LINES) {
                ui.label(RichText::new(line.plain().trim()).size(12.0));
            }
            if lines.len() > ODDS_LINES {
                let more = format!("and {} more", lines.len() - ODDS_LINES);
                ui.label(RichText::new(more).color(style::DIM).size(12.0));
            }
        }
    }
}

/// The sides with their victory points.
fn scores(ui: &mut Ui, view: &dyn BattleView) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Victory points").color(style::DIM));
        for side in SideId::first(view.sides().len()) {
            let text = format!("{} {} {}", names::letter(side), names::side(view, side), view.score(side));
            ui.add(egui::Label::new(style::bold(text).color(style::side_text(side))).extend());
        }
    });
    ui.separator();
}

/// The side that decides while the person waits.
fn waiting(ui: &mut Ui, game: &Game, key: &str) {
    let battle = game.session().battle();
    if game.table.playback.busy() {
        ui.label(RichText::new(format!("{key} shows all of this at once")).color(style::DIM));
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
fn held(ui: &mut Ui, game: &Game, unit: UnitId, wishes: &mut Vec<Request>) {
    let view = &*game.table.view;
    ui.separator();
    ui.horizontal(|ui| {
        ui.label(style::bold(names::unit(view, unit)).size(15.0).color(style::side_text(view.piece(unit).side)));
        if ui.add(button("Sheet").small()).clicked() {
            wishes.push(Request::Over(Over::Sheet(unit)));
        }
        if view.piece(unit).at.is_some() && ui.add(button("Show").small()).clicked() {
            wishes.push(Request::Show(view.piece(unit).at));
        }
    });
    let numbers = panel::numbers(view, unit);
    if !numbers.is_empty() {
        ui.label(RichText::new(numbers).size(12.5));
    }
    let at = Some(view.piece(unit).at).filter(|at| at.is_some());
    let others = at.map_or(Vec::new(), |at| game.table.playback.scene.units_in(view, at));
    if others.len() > 1 {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("In this hex:").color(style::DIM));
            for other in others.into_iter().filter(|u| *u != unit) {
                if ui.add(button(names::unit(view, other)).small()).clicked() {
                    wishes.push(Request::Select(other));
                }
            }
        });
    }
}

/// Gives all secret answers, when none is missing.
fn commit(ui: &mut Ui, missing: Option<usize>, key: &str, wishes: &mut Vec<Request>) {
    let text = match missing {
        None => format!("Commit ({key})"),
        Some(missing) => format!("Commit: {missing} still to choose"),
    };
    let button = button(style::bold(text).size(16.0)).fill(style::GO);
    let button = ui.add_enabled(missing.is_none(), button);
    if button.on_disabled_hover_text("Choose an answer for each unit first").clicked() {
        wishes.push(Request::Commit);
    }
}

/// The secret answer of each unit, while it can still be changed.
fn drafts(ui: &mut Ui, game: &Game, offer: &Offer, wishes: &mut Vec<Request>) {
    let view = &game.table.view;
    egui::Grid::new("drafts").num_columns(2).striped(true).show(ui, |ui| {
        for unit in offer.units() {
            let name = button(names::unit(&**view, unit)).selected(game.hand.unit == Some(unit)).frame(false);
            if ui.add(name).clicked() {
                wishes.push(Request::Select(unit));
            }
            let draft = game.hand.drafts.get(&unit);
            let place = draft.and_then(|d| offer.actions.iter().position(|a| a == d));
            match place {
                Some(place) => ui.label(words::shortly(offer, place)),
                None => ui.label(RichText::new("still to choose").color(style::NOTICE)),
            };
            ui.end_row();
        }
    });
}

/// A replay's position and the buttons that move it.
fn transport(ui: &mut Ui, replay: &Replay, wishes: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        let word = if replay.playing { "Pause" } else { "Play" };
        for (text, command) in [("‹ Back", Command::Skip(-1)), (word, Command::Go), ("Step ›", Command::Skip(1))] {
            if ui.add(button(text)).clicked() {
                wishes.push(Request::Command(command));
            }
        }
        let mut position = replay.position;
        ui.spacing_mut().slider_width = (ui.available_width() - 120.0).max(80.0);
        if ui.add(egui::Slider::new(&mut position, 0..=replay.length())).changed() {
            wishes.push(Request::Go(position));
        }
    });
}
