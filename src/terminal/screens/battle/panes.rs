//! The panes of the battle screen.

use std::collections::BTreeSet;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::Fight;
use super::rows::Choice;
use crate::battle::UnitId;
use crate::board::Cell;
use crate::lesson::Means;
use crate::play::game::Game;
use crate::play::guide::Onward;
use crate::play::settings::Settings;
use crate::play::words;
use crate::rules::BattleView;
use crate::telling::{Line as Told, names, panel};
use crate::terminal::screens::map::Marks;
use crate::terminal::screens::paint;

/// How wide the column at the right is at most.
const COLUMN: u16 = 52;
/// How many rows the list has, at least and at most.
const LIST: (u16, u16) = (4, 14);

impl Fight {
    pub(in crate::terminal::screens) fn draw(&mut self, frame: &mut Frame<'_>, settings: &Settings) {
        if let Some(side) = self.game.curtain {
            cover(frame, names::side(&*self.game.table.view, side));
            return;
        }
        let (title, middle, keys) = paint::parted(frame.area());
        let speed = settings.speed.word();
        paint::lines(frame, title, [paint::standing(&*self.game.table.view, speed, title.width)]);
        let middle = self.draw_guide(frame, middle);
        let low = (middle.height * 3 / 8).clamp(LIST.0.min(middle.height), LIST.1);
        let (above, below) = paint::above(middle, middle.height - low);
        let column = if above.width >= paint::TWO_COLUMNS { (above.width * 2 / 5).min(COLUMN) } else { 0 };
        let (board, side) = paint::beside(above, above.width - column);
        let marks = self.marks();
        self.scroll.draw(frame, board, &*self.game.table.view, &marks);
        self.column(frame, side);
        let below = self.draw_question(frame, below);
        let column = if below.width >= paint::TWO_COLUMNS { below.width / 2 } else { 0 };
        let (list, about) = paint::beside(below, below.width - column);
        let rows = self.rows();
        self.list.draw(frame, list, &rows);
        self.draw_about(frame, about);
        self.draw_keys(frame, keys);
        self.draw_over(frame);
    }

    /// What stands out on the board.
    fn marks(&self) -> Marks {
        let Game { table, offer, hand, .. } = &*self.game;
        let place = |unit: UnitId| Some(table.view.piece(unit).at).filter(|at| at.is_some());
        let mut marks = Marks { hand: hand.unit.and_then(place), ..Marks::default() };
        if table.playback.busy() {
            marks.cursor = table.playback.place();
            return marks;
        }
        marks.cursor = hand.cursor;
        if let Some(offer) = offer {
            marks.lit = offer.hexes(hand.unit);
            marks.targets = offer.targets(hand.unit).into_iter().filter_map(place).collect::<BTreeSet<Cell>>();
            if let Some(choice @ Choice::Hex(..)) = self.choices.get(self.list.at) {
                let way = choice.answer(offer).and_then(|action| table.view.path_of(action));
                marks.way = way.map_or(Vec::new(), |(_, way)| way);
            }
        }
        marks
    }

    /// Who may shoot on the way to the hex that is chosen in the list, or at the cursor's.
    fn watched(&self) -> Vec<Told> {
        let Game { table, offer, hand, .. } = &*self.game;
        let Some(side) = self.game.viewer() else { return Vec::new() };
        let way = match (offer, self.choices.get(self.list.at)) {
            (Some(offer), Some(choice @ Choice::Hex(..))) => choice.answer(offer).and_then(|a| table.view.path_of(a)),
            _ => None,
        };
        let way = way.map_or(hand.cursor.into_iter().collect(), |(_, way)| way);
        let told = |(unit, cell): (UnitId, Cell)| {
            let at = table.view.board().label(cell);
            Told::of("").unit(&*table.view, unit).words(format!(" may shoot at whoever steps into {at}"))
        };
        words::watched_on(&way, &words::watchers(&*table.view, side)).into_iter().map(told).collect()
    }

    /// The unit whose card is shown: one under the cursor while the board is looked at, else the one in hand.
    pub(super) fn subject(&self) -> Option<UnitId> {
        let Game { table, hand, .. } = &*self.game;
        let under = hand.cursor.and_then(|cell| table.playback.scene.units_in(&*table.view, cell).first().copied());
        if self.looking { under } else { hand.unit.or(under) }
    }

    /// What a unit is like, in lines.
    pub(super) fn card(&self, unit: UnitId) -> Vec<Told> {
        let view = &*self.game.table.view;
        let card = view.card(unit);
        let mut told = vec![Told::of("").unit(view, unit).words(format!(" {}", place(view, unit)))];
        let life = card.life;
        if view.alive(unit) && !life.what.is_empty() {
            told.push(Told::of(format!("{} of {} {}", life.left, life.full, life.what)));
        }
        let states: Vec<String> = words::states(view, unit).into_iter().map(|state| state.words).collect();
        told.push(Told::of(states.join(", ")));
        if let Some(offer) = self.game.offer.as_ref().filter(|offer| offer.units().contains(&unit)) {
            told.push(Told::of(format!("May: {}", words::open(offer, unit).join("; "))));
        }
        let stats: Vec<String> = card.stats.iter().map(|stat| format!("{} {}", stat.label, stat.value)).collect();
        told.push(Told::of(stats.join(", ")));
        for arm in card.arms {
            let bands: Vec<String> = arm.bands.iter().map(ToString::to_string).collect();
            let reach = if bands.is_empty() { String::new() } else { format!(" to {}", bands.join("/")) };
            let idle = if arm.idle.is_empty() { String::new() } else { format!(" ({})", arm.idle) };
            told.push(Told::of(format!("{}{reach}: {}{idle}", arm.name, arm.told())));
        }
        let abilities: Vec<String> = card.abilities.into_iter().map(|ability| ability.name).collect();
        told.push(Told::of(abilities.join(", ")));
        told.retain(|line| !line.is_empty());
        told
    }

    /// The column at the right of the board: the hex or unit in question, and what has happened.
    fn column(&mut self, frame: &mut Frame<'_>, room: Rect) {
        let view = &*self.game.table.view;
        let mut told = self.subject().map_or(Vec::new(), |unit| self.card(unit));
        if let Some(cell) = self.game.hand.cursor.filter(|_| self.looking) {
            told.splice(0..0, panel::hex(view, cell).into_iter().take(1));
        }
        let rows = paint::rows(&told, room.width);
        let high = (rows.len() as u16 + 1).min(room.height / 2);
        let (above, below) = paint::above(room, high);
        let within = paint::pane(frame, above, Line::raw(if self.looking { "There" } else { "In hand" }));
        paint::lines(frame, within, rows);
        let within = paint::pane(frame, below, Line::raw("What happens"));
        paint::log(frame, within, &self.game.table.log, &mut self.back);
    }

    /// What a lesson says. Returns the room below.
    fn draw_guide(&self, frame: &mut Frame<'_>, room: Rect) -> Rect {
        let Some(guide) = &self.game.guide else { return room };
        let rows = paint::wrapped(&guide.progress.words(Means::Screens), room.width);
        let (above, below) = paint::above(room, (rows.len() as u16 + 1).min(room.height / 2));
        let key = self.onward().map_or(String::new(), |onward| format!(" (h: {})", onward.words()));
        let within = paint::pane(frame, above, paint::words(&format!("{}{key}", guide.heading())));
        paint::lines(frame, within, rows);
        below
    }

    /// The question, and what is still to be chosen. Returns the room below.
    fn draw_question(&self, frame: &mut Frame<'_>, room: Rect) -> Rect {
        let Game { offer, hand, .. } = &*self.game;
        let view = &*self.game.table.view;
        let codex = self.game.table.library().codex();
        let mut title = match (offer, view.decision()) {
            (Some(offer), _) => paint::line(&panel::question(view, offer.decision, codex)),
            (None, Some(decision)) => {
                let name = names::side(view, decision.side);
                let since = self.game.thinks().map_or(0, |time| time.as_secs());
                let time = if since > 0 { format!(" {since} s (m: move now)") } else { String::new() };
                paint::words(&format!("{name} decide ...{time}")).style(paint::side(decision.side))
            }
            (None, None) => Line::raw("The battle is over"),
        };
        let secret = offer.as_ref().filter(|offer| offer.is_secret());
        if let Some(sealed) = secret.map(|offer| hand.sealed(offer)) {
            title.push_span(match sealed {
                Ok(_) => "; all is chosen: Space gives it".to_owned(),
                Err(missing) => format!("; {missing} to choose, then Space"),
            });
        }
        paint::pane(frame, room, title)
    }

    /// What there is to say of what is pointed at; a notice comes first.
    fn draw_about(&self, frame: &mut Frame<'_>, room: Rect) {
        let Game { table, offer, hand, notice, recap, .. } = &*self.game;
        let mut lines: Vec<Line<'static>> = Vec::new();
        if let Some(notice) = notice {
            lines.extend(paint::wrapped(notice, room.width).into_iter().map(|line| line.style(paint::WARNING)));
        }
        if offer.is_some() && !table.playback.busy() {
            lines.extend(paint::rows(&self.watched(), room.width));
        }
        let about = self.choices.get(self.list.at).filter(|_| !table.playback.busy());
        lines.extend(
            about.into_iter().flat_map(|choice| paint::rows(&choice.about(&self.game, &self.reckoner), room.width)),
        );
        let chosen: Vec<String> = hand.drafts.values().map(|action| table.view.describe(*action).to_string()).collect();
        if !chosen.is_empty() {
            lines.extend(paint::wrapped(&format!("Chosen: {}", chosen.join("; ")), room.width));
        }
        if let Some(recap) = recap {
            lines.push(Line::styled("Since you were asked:", paint::QUIET));
            lines.extend(recap.lines.iter().flat_map(|(line, _)| paint::wrapped(line, room.width)));
        }
        paint::lines(frame, room, lines);
    }

    fn draw_keys(&self, frame: &mut Frame<'_>, room: Rect) {
        let busy = self.game.table.playback.busy();
        let choose: &[(&str, &str)] = match (busy, self.looking, self.aims()) {
            (true, ..) => &[("Space", "skip"), ("v", "speed")],
            (_, true, _) => &[("arrows", "move"), ("Enter", "take"), ("s", "sheet"), ("Esc", "back")],
            (_, _, true) => &[("arrows", "to a hex"), ("Tab", "next"), ("Enter", "choose"), ("Esc", "back")],
            _ if self.game.offer.is_none() => &[("m", "move now"), ("v", "speed")],
            _ => &[("Up, Down", "point"), ("Enter", "do it"), ("Tab", "next unit"), ("b", "board"), ("u", "undo")],
        };
        let on = self.onward().map_or("", Onward::words).to_lowercase();
        let on = Some(("h", on.as_str())).filter(|(_, on)| !on.is_empty());
        let others = [("?", "keys"), ("q", "menu"), ("l", "log"), ("c", "computer decides"), ("r", "rules")];
        let all: Vec<(&str, &str)> = on.into_iter().chain(choose.iter().copied()).chain(others).collect();
        paint::keys(frame, room, &all);
    }
}

/// Where a unit is, in words.
fn place(view: &dyn BattleView, unit: UnitId) -> String {
    let at = view.piece(unit).at;
    match (view.alive(unit), at.is_some()) {
        (true, true) => format!("at {}: {}", view.board().label(at), words::ground(view, at)),
        (true, false) => "off the board".to_owned(),
        (false, _) => view.fate(unit).to_owned(),
    }
}

/// Covers the board between two persons.
fn cover(frame: &mut Frame<'_>, name: &str) {
    let room = paint::middle(frame.area(), 50, 5);
    let text = format!("{name} come to the keyboard.\nWhat the others chose is covered.\nEnter: I am here.");
    paint::lines(frame, room, paint::wrapped(&text, room.width));
}
