//! The bar of actions: a button with icon, key, name, and what it costs or how likely it is; above it what to do.

use std::collections::BTreeSet;

use egui_macroquad::egui::{
    self, Align2, Color32, Rect, RichText, Sense, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2,
};

use crate::battle::{Action, SideId, Target};
use crate::play::bar::{Press, Slot};
use crate::play::camera::Frame;
use crate::play::game::Game;
use crate::play::offer::{Meaning, Offer};
use crate::play::words;
use crate::telling::{names, panel};
use crate::user::report::impersonal;

use super::super::battle::{BattleScreen, Leave, Play, Request};
use super::super::model::keys::{Command, extras};
use super::super::model::layout::{HINT, Layout};
use super::super::style;
use super::super::widgets::{
    AMBER, BAD, INK, LINE, ON_AMBER, PANEL, QUIET, RAISED, TEXT, bare, figures, fill, narrow, panel as on_panel, quiet,
    rect, words as said, write,
};
use crate::play::replay::Replay;

/// How high the bar of a replay is.
const REPLAY: f32 = 128.0;

/// Says something about a button, above the bar and the line over it, where it hides no other button.
fn above(ui: &Ui, button: Rect, add: impl FnOnce(&mut Ui)) {
    let at = pos2(button.left(), ui.max_rect().top() - HINT - 12.0);
    let area = egui::Area::new(ui.id().with("tip")).order(egui::Order::Tooltip).interactable(false);
    area.pivot(Align2::LEFT_BOTTOM).fixed_pos(at).show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, add);
    });
}

/// How a button looks.
struct Look<'a> {
    icon: &'a str,
    name: &'a str,
    key: String,
    caption: String,
    open: bool,
    chosen: bool,
    // Whether a gamepad points at it.
    pointed: bool,
}

impl BattleScreen {
    /// The bar with what stands above it. Returns the answer whose button the mouse is on.
    pub(super) fn bar(&mut self, ctx: &egui::Context, layout: &Layout, wishes: &mut Vec<Request>) -> Option<Action> {
        self.on_buttons.clear();
        let slots = match &mut self.play {
            Play::Game(game) => game.slots(),
            Play::Replay(_) => {
                self.replay(ctx, layout, wishes);
                return None;
            }
        };
        let Play::Game(game) = &self.play else { return None };
        let Some(offer) = &game.offer else {
            self.hint(ctx, Frame { height: 0.0, y: layout.bar.y + layout.bar.height, ..layout.bar }, None, wishes);
            return None;
        };
        let commands = extras(offer, &game.hand);
        let (places, commit) = layout.buttons(slots.len() + commands.len(), offer.is_secret());
        let used = layout.used(&places, commit);
        let (mut considered, mut reckoned) = (None, Vec::new());
        on_panel(ctx, "bar", used, |ui| {
            ui.set_clip_rect(rect(used));
            for (slot, at) in slots.iter().zip(&places) {
                let hovered = self.slot(ui, rect(*at), game, offer, slot, wishes);
                considered = considered.or(hovered);
                reckoned.extend(words::reckoned(offer, slot));
            }
            for (command, at) in commands.iter().zip(places.iter().skip(slots.len())) {
                self.command_button(ui, rect(*at), *command, offer, wishes);
            }
            if let Some(at) = commit {
                self.commit(ui, rect(at), game.hand.sealed(offer).err(), wishes);
            }
        });
        self.hint(ctx, used, Some(offer), wishes);
        self.covered.push(used);
        self.buttons = used;
        self.on_buttons = reckoned;
        considered
    }

    /// What to do, in a line above the bar; or who decides while the person waits.
    fn hint(&self, ctx: &egui::Context, bar: Frame, offer: Option<&Offer>, wishes: &mut Vec<Request>) {
        let Play::Game(game) = &self.play else { return };
        let view = &*game.table.view;
        let battle = game.session().battle();
        let key = self.keys.name(Command::Go);
        let long = game.thinks().map(|time| time.as_secs()).filter(|seconds| *seconds > 0);
        let (who, mut what) = match offer {
            Some(offer) => {
                let question = panel::question(view, offer.decision, game.table.library().codex()).plain();
                ((question, style::side_text(offer.decision.side)), words::next_step(offer, &game.hand))
            }
            None if game.table.playback.busy() => ((String::new(), TEXT), format!("{key} shows all of this at once")),
            None => match (battle.decision(), battle.outcome()) {
                (Some(decision), _) => {
                    let who = format!("{} decide …", names::side(&**battle, decision.side));
                    let what = long.map_or(String::new(), |seconds| {
                        format!("{seconds} s so far. {}: move now", self.keys.name(Command::Hurry))
                    });
                    ((who, style::side_text(decision.side)), what)
                }
                (None, Some(outcome)) => ((words::verdict(&**battle, &outcome), TEXT), String::new()),
                (None, None) => return,
            },
        };
        let color = if game.notice.is_some() { AMBER } else { TEXT };
        what = game.notice.as_ref().map_or(what, |notice| impersonal(&notice.replace(['[', ']'], "")));
        let layout = self.layout.bar;
        let room = Rect::from_min_size(pos2(layout.x, bar.y - HINT), vec2(layout.width, HINT - 4.0));
        let ui = bare(ctx, "hint", room);
        let laid = |size: f32| {
            let mut job = egui::text::LayoutJob::default();
            let format = |color| egui::TextFormat::simple(egui::FontId::proportional(size), color);
            job.append(&who.0, 0.0, format(who.1));
            job.append(&what, if who.0.is_empty() { 0.0 } else { 8.0 }, format(color));
            job.wrap.max_width = room.width() - 20.0;
            job.wrap.max_rows = 2;
            ui.fonts(|fonts| fonts.layout_job(job))
        };
        let galley = laid(13.5);
        let galley = if galley.rows.len() > 1 { laid(11.0) } else { galley };
        let pill = Rect::from_min_size(room.min, vec2(galley.size().x + 20.0, room.height()));
        ui.painter().rect(pill, 6.0, PANEL.gamma_multiply(0.94), Stroke::new(1.0, LINE), StrokeKind::Inside);
        let at = pos2(pill.left() + 10.0, pill.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, TEXT);
        if offer.is_none() && long.is_some() && ui.interact(pill, ui.id().with("hurry"), Sense::CLICK).clicked() {
            wishes.push(Request::Command(Command::Hurry));
        }
        if let Some(offer) = offer {
            let rule = offer.decision.rule.0;
            let press = ui.interact(pill, ui.id().with("rule"), Sense::CLICK);
            let press = press.on_hover_ui(|ui| _ = ui.label(words::codex(game.table.library(), rule)));
            if press.clicked() {
                wishes.push(Request::Rule(rule.to_owned()));
            }
        }
    }

    /// A button with what it does when it is pressed. Returns the answer under it while the mouse is on it.
    fn slot(
        &self,
        ui: &mut Ui,
        at: Rect,
        game: &Game,
        offer: &Offer,
        slot: &Slot,
        wishes: &mut Vec<Request>,
    ) -> Option<Action> {
        let view = &*game.table.view;
        let open = slot.press != Press::Nothing;
        let draft = game.hand.unit.and_then(|unit| game.hand.drafts.get(&unit));
        let armed =
            offer.armed_of(game.hand.unit).is_some_and(|(verb, button)| (*verb, button) == (slot.verb, &slot.button));
        let pressed = armed && matches!(slot.press, Press::Arm(..));
        let chosen = pressed || slot.places.iter().any(|place| draft == Some(&offer.actions[*place]));
        let name = words::slot_name(view, offer, slot);
        let key = slot.key.map_or(String::new(), words::digit);
        let pointed = slot.key.is_some() && slot.key == self.finger;
        let caption = self.caption(game, offer, slot);
        let look = Look { icon: slot.button.icon, name: &name, key, caption, open, chosen, pointed };
        let press = self.button(ui, at, &look);
        if let Press::Mean(Meaning::Select(unit)) = slot.press {
            self.token(ui, at.center_top() + vec2(0.0, at.height() * 0.28), at.height() * 0.15, unit);
        }
        let take = match slot.press {
            Press::Take(place) | Press::Mean(Meaning::Take(place)) => Some(place),
            _ => None,
        };
        if let Some(Target::Unit(unit)) = take.map(|place| offer.actions[place].target) {
            self.token(ui, at.left_top() + vec2(at.height() * 0.17, at.height() * 0.17), at.height() * 0.10, unit);
        }
        // What is said of a button has room once.
        let hovered = pointed || press.hovered() && self.finger.is_none();
        let pressed = press.clicked();
        if hovered {
            above(ui, at, |ui| self.tip(ui, game, offer, slot));
        }
        if pressed && open {
            wishes.push(Request::Press(slot.press.clone()));
        }
        take.filter(|_| hovered).map(|place| offer.actions[place])
    }

    /// What a button says besides its name: how likely it is where that is known, at how many or where it can be done.
    fn caption(&self, game: &Game, offer: &Offer, slot: &Slot) -> String {
        let reckoned = words::reckoned(offer, slot);
        match self.reckoner.best(&game.table.view, &reckoned) {
            Some(chance) => return chance,
            None if reckoned.len() == 1 => return String::new(),
            None => {}
        }
        // The same target is there more than once where it can be done in several ways.
        let targets: BTreeSet<Target> = slot.places.iter().map(|place| offer.actions[*place].target).collect();
        let count = |what: fn(&Target) -> bool| targets.iter().filter(|target| what(target)).count();
        let (hexes, units) = (count(|t| matches!(t, Target::Hex(_))), count(|t| matches!(t, Target::Unit(_))));
        match (hexes, units) {
            (0, 0) => String::new(),
            (1, 0) => "1 hex".to_owned(),
            (hexes, 0) => format!("{hexes} hexes"),
            (_, 1) => "1 target".to_owned(),
            (_, units) => format!("{units} targets"),
        }
    }

    /// What a button does, what it costs, and the rule.
    fn tip(&self, ui: &mut Ui, game: &Game, offer: &Offer, slot: &Slot) {
        let view = &game.table.view;
        ui.set_max_width(340.0);
        ui.label(style::bold(&slot.button.name));
        if !slot.button.about.is_empty() {
            ui.label(&slot.button.about);
        }
        match (&slot.press, &slot.places[..]) {
            (Press::Nothing, _) => {
                let why = slot.sample.and_then(|action| Offer::refusal(view, action));
                let why = why.map_or("Not open now".to_owned(), |why| why.to_string().replace(['[', ']'], ""));
                ui.label(words::capital(&why));
            }
            (Press::Take(place) | Press::Mean(Meaning::Take(place)), _) => {
                ui.label(words::button(&**view, offer, *place));
            }
            (Press::Arm(..), places) => {
                let at = |unit| matches!(offer.actions[places[0]].target, Target::Unit(_)) == unit;
                let how = if at(true) {
                    "Lights whom it can be done to, and lists them"
                } else {
                    "Lights where it can be done"
                };
                ui.label(how);
            }
            _ => {}
        }
        let costs: Vec<u8> =
            slot.places.iter().filter_map(|place| Some(view.path_of(offer.actions[*place])?.0)).collect();
        if let (Some(least), Some(most)) = (costs.iter().min(), costs.iter().max()) {
            let cost = if least == most { format!("Costs {least}") } else { format!("Costs {least} to {most}") };
            ui.label(RichText::new(cost).color(QUIET));
        }
        let rule = slot.button.rule.unwrap_or(offer.decision.rule);
        ui.label(RichText::new(words::codex(game.table.library(), rule.0)).size(12.0).color(QUIET));
    }

    /// A button for a command that is open in every decision.
    fn command_button(&self, ui: &mut Ui, at: Rect, command: Command, offer: &Offer, wishes: &mut Vec<Request>) {
        let (name, icon, hint) = match command {
            Command::Next(_) => ("Next unit", "cycle", format!("{} units can act", offer.units().len())),
            Command::Relieve(false) => ("Computer", "brain", "Let the computer decide this".to_owned()),
            _ => ("Rest of turn", "gears", "Let the computer decide the rest of the turn".to_owned()),
        };
        let key = self.keys.name(command);
        let look = Look { icon, name, key, caption: String::new(), open: true, chosen: false, pointed: false };
        let press = self.button(ui, at, &look);
        if press.hovered() {
            above(ui, at, |ui| _ = ui.label(hint));
        }
        if press.clicked() {
            wishes.push(Request::Command(command));
        }
    }

    /// A button of the bar, which does not take the keyboard from the board.
    fn button(&self, ui: &mut Ui, at: Rect, look: &Look<'_>) -> egui::Response {
        let press = ui.interact(at, ui.id().with((at.left() as i32, at.top() as i32)), Sense::CLICK);
        let fill_color = if (look.pointed || press.hovered()) && look.open { LINE } else { RAISED };
        let edge = match (look.pointed, look.chosen) {
            (true, _) => Stroke::new(2.0, TEXT),
            (false, true) => Stroke::new(2.0, AMBER),
            (false, false) => Stroke::new(1.0, LINE),
        };
        ui.painter().rect(at, 6.0, fill_color, edge, StrokeKind::Inside);
        let color = match (look.open, look.chosen) {
            (false, _) => Color32::from_rgb(0x6d, 0x68, 0x5c),
            (true, true) => AMBER,
            (true, false) => TEXT,
        };
        let (low, high) = (at.height() < 50.0, at.height());
        let picture = if low { 0.40 } else { 0.42 } * high;
        let middle = pos2(at.center().x, at.top() + 4.0 + picture / 2.0);
        self.icon(ui, Rect::from_center_size(middle, vec2(picture, picture)), look.icon, color);
        let captioned = !look.caption.is_empty() && high > 56.0;
        let foot = if captioned { 15.0 } else { 3.0 };
        let words = Rect::from_min_max(
            pos2(at.left() + 3.0, middle.y + picture / 2.0 + 1.0),
            pos2(at.right() - 3.0, at.bottom() - foot),
        );
        fill(ui, words, look.name, narrow(if low { 11.5 } else { 13.5 }), color);
        if captioned {
            write(
                ui,
                pos2(at.center().x, at.bottom() - 9.0),
                Align2::CENTER_CENTER,
                &look.caption,
                figures(13.0),
                AMBER,
            );
        }
        if !look.key.is_empty() {
            let galley = ui.fonts(|fonts| fonts.layout_no_wrap(look.key.clone(), narrow(11.0), QUIET));
            let chip = Rect::from_min_size(
                pos2(at.right() - galley.size().x - 9.0, at.top() + 2.0),
                vec2(galley.size().x + 7.0, 14.0),
            );
            ui.painter().rect_filled(chip, 3.0, INK);
            ui.painter().galley(chip.center() - galley.size() / 2.0, galley, QUIET);
        }
        press
    }

    /// Gives all secret answers, when none is missing.
    fn commit(&self, ui: &mut Ui, at: Rect, missing: Option<usize>, wishes: &mut Vec<Request>) {
        let press = ui.interact(at, ui.id().with("commit"), Sense::CLICK);
        let (back, front) = if missing.is_none() { (AMBER, ON_AMBER) } else { (RAISED, QUIET) };
        ui.painter().rect_filled(at, 6.0, back);
        write(ui, at.center() - vec2(0.0, 9.0), Align2::CENTER_CENTER, "Commit", figures(20.0), front);
        let told = match missing {
            None => self.keys.name(Command::Go),
            Some(1) => "1 still to choose".to_owned(),
            Some(missing) => format!("{missing} still to choose"),
        };
        write(ui, at.center() + vec2(0.0, 13.0), Align2::CENTER_CENTER, &told, narrow(13.0), front);
        if press.hovered() {
            above(ui, at, |ui| _ = ui.label("Give all secret answers, once each unit has one"));
        }
        if press.clicked() && missing.is_none() {
            wishes.push(Request::Commit);
        }
    }

    /// The controls of a replay, from which the battle can be played on.
    fn replay(&mut self, ctx: &egui::Context, layout: &Layout, wishes: &mut Vec<Request>) {
        let high = REPLAY.min(layout.bar.height);
        let at = Frame { y: layout.bar.y + layout.bar.height - high, height: high, ..layout.bar };
        self.covered.push(at);
        let Play::Replay(replay) = &self.play else { return };
        let key = |command| self.keys.name(command);
        on_panel(ctx, "bar", at, |ui| {
            let row = ui.max_rect();
            let buttons = [
                (Command::Leap(-1), "flying-flag", "A turn back"),
                (Command::Skip(-1), "back", "A decision back"),
                (Command::Go, if replay.playing { "hand" } else { "fast-forward-button" }, "Play or pause"),
                (Command::Skip(1), "clockwise-rotation", "A decision on"),
                (Command::Leap(1), "flying-flag", "A turn on"),
                (Command::Loss(-1), "death-skull", "To the loss before"),
                (Command::Loss(1), "death-skull", "To the next loss"),
            ];
            for (place, (command, icon, hint)) in buttons.into_iter().enumerate() {
                let at = Rect::from_min_size(row.min + vec2(place as f32 * 38.0, 0.0), vec2(32.0, 32.0));
                if self.small(ui, at, icon, false, true, &format!("{hint} ({})", key(command))) {
                    wishes.push(Request::Command(command));
                }
            }
            let counted = format!("{} of {}", replay.position, replay.length());
            write(ui, pos2(row.right(), row.top() + 16.0), Align2::RIGHT_CENTER, &counted, narrow(14.0), QUIET);
            let track = Rect::from_min_size(row.min + vec2(0.0, 38.0), vec2(row.width(), 22.0));
            wishes.extend(track_of(ui, track, replay).map(Request::Go));
            let rest = Rect::from_min_max(pos2(row.left(), row.top() + 66.0), row.max);
            ui.allocate_new_ui(UiBuilder::new().max_rect(rest), |ui| {
                let view = &*replay.table.view;
                let Some(decision) = view.decision() else {
                    ui.label(quiet("The battle is over here: step back to play on from an earlier position."));
                    return;
                };
                egui::ScrollArea::vertical().id_salt("play on").auto_shrink(false).show(ui, |ui| {
                    ui.horizontal_wrapped(|ui| {
                        ui.label(said("Play on from here as"));
                        for side in SideId::first(view.players()) {
                            let mut name = names::side(view, side).to_owned();
                            if side == decision.side {
                                name.push_str(&format!(" ({})", key(Command::PlayOn)));
                            }
                            let name = RichText::new(name).color(style::side_text(side));
                            let press = ui.add(egui::Button::new(name).sense(Sense::CLICK));
                            if press.on_hover_text("The replayed journal does not change").clicked() {
                                wishes.push(Request::Leave(Leave::PlayOn(side)));
                            }
                        }
                    });
                });
            });
        });
    }
}

/// How far a replay is: its turns by lines and numbers, losses by dots. Returns where a click leads.
fn track_of(ui: &Ui, room: Rect, replay: &Replay) -> Option<u32> {
    let bar = Rect::from_min_max(room.min, pos2(room.right(), room.top() + 10.0));
    let x = |number: u32| bar.left() + bar.width() * number as f32 / replay.length().max(1) as f32;
    ui.painter().rect_filled(bar, 3.0, RAISED);
    let gone = Rect::from_min_max(bar.min, pos2(x(replay.position), bar.bottom()));
    ui.painter().rect_filled(gone, 3.0, AMBER.gamma_multiply(0.45));
    let mut free = room.left();
    for (&begins, turn) in replay.turns().iter().zip(1..) {
        ui.painter().vline(x(begins), bar.y_range(), (1.0, QUIET));
        let at = pos2(x(begins).clamp(room.left() + 4.0, room.right() - 8.0), bar.bottom() + 6.0);
        if at.x >= free {
            free = write(ui, at, Align2::CENTER_CENTER, &turn.to_string(), narrow(11.0), QUIET).right() + 8.0;
        }
    }
    for &lost in replay.losses() {
        ui.painter().circle_filled(pos2(x(lost + 1), bar.center().y), 2.0, BAD);
    }
    ui.painter().vline(x(replay.position), bar.y_range(), (2.0, AMBER));
    let press = ui.interact(bar.expand2(vec2(0.0, 4.0)), ui.id().with("track"), Sense::CLICK | Sense::DRAG);
    let pointed = press.interact_pointer_pos().filter(|_| press.clicked() || press.dragged());
    pointed.map(|at| ((at.x - bar.left()) / bar.width() * replay.length() as f32).round().max(0.0) as u32)
}
