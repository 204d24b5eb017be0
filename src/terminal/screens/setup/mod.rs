//! The set-up of a battle: who plays each side and with what, options, the map where it can be chosen, the seed.

mod fields;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::play::setup::Setup;
use crate::play::words::{self, capital};
use crate::scenario::Session;

use super::list::{List, Row};
use super::start::battlefield;
use super::{Next, paint};
use fields::Field;

/// How wide the list is, as far as there is room.
const LIST: u16 = 46;
/// The set-up.
pub(super) struct SetUp {
    pub(super) setup: Setup,
    fields: Vec<Field>,
    rows: Vec<Row>,
    list: List,
    // The values of the field that is open, to choose one of.
    values: Option<(List, Vec<Row>)>,
    // Whether a battle is being set up.
    waits: bool,
}

impl SetUp {
    pub(super) fn new(setup: Setup) -> SetUp {
        let (fields, rows) = (Vec::new(), Vec::new());
        let mut setup = SetUp { setup, fields, rows, list: List::default(), values: None, waits: false };
        setup.fill();
        setup
    }

    /// Takes in a battle that has been set up.
    pub(super) fn tick(&mut self) {
        self.waits = self.setup.waits();
        self.fill();
    }

    /// Begins the battle, unless something is wrong, which is then said.
    pub(super) fn begin(&mut self) -> Option<Session> {
        if self.setup.preview.is_none() || self.setup.waits() { None } else { self.setup.begin() }
    }

    pub(super) fn key(&mut self, key: KeyCode) -> Option<Next> {
        let field = *self.fields.get(self.list.at)?;
        if let Some((list, rows)) = &mut self.values {
            if !list.key(key, rows) {
                let chosen = (key == KeyCode::Enter).then_some(list.at);
                if matches!(key, KeyCode::Enter | KeyCode::Esc) {
                    self.values = None;
                    chosen.into_iter().for_each(|value| self.choose(field, value));
                }
            }
        } else if !self.list.key(key, &self.rows) {
            match key {
                KeyCode::Esc | KeyCode::Char('q') => return Some(Next::Start),
                KeyCode::F(1) => return Some(Next::Book(self.rule(field))),
                KeyCode::Char('b') => return Some(Next::Begin),
                KeyCode::Enter if field == Field::Begin => return Some(Next::Begin),
                KeyCode::Enter if field == Field::Draw => self.setup.draw(),
                KeyCode::Enter => {
                    let open = |(names, now): (Vec<String>, usize)| {
                        (List::at(now), names.iter().map(|name| Row::new(paint::words(name))).collect())
                    };
                    self.values = self.choices(field).map(open);
                }
                KeyCode::Left | KeyCode::Char('-') => self.step(field, false),
                KeyCode::Right | KeyCode::Char('+') => self.step(field, true),
                KeyCode::Char(digit @ '0'..='9') => self.write(field, Some(digit)),
                KeyCode::Backspace => self.write(field, None),
                _ => {}
            }
        }
        self.fill();
        None
    }

    /// The rule that a field is about.
    fn rule(&self, field: Field) -> String {
        match field {
            Field::Option(place) => self.setup.options[place].0.rule.0.to_owned(),
            _ => String::new(),
        }
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let (title, middle, keys) = paint::parted(frame.area());
        let name = format!("{} ({})", self.setup.scenario().name, self.setup.scenario().ruleset);
        paint::lines(frame, title, [paint::words(&name).style(paint::STRONG)]);
        let (left, right) = paint::beside(middle, LIST.min(middle.width * 3 / 5).max(middle.width.min(22)));
        let room = paint::pane(frame, left, Line::raw("Set-up"));
        self.list.draw(frame, room, &self.rows);
        let room = paint::pane(frame, right, Line::raw("About"));
        let told = self.about(room);
        paint::lines(frame, room, told);
        let field = self.fields.get(self.list.at).copied();
        if let Some((list, rows)) = &mut self.values {
            let wide = rows.iter().map(|row| row.line.width()).max().unwrap_or(0) as u16 + 6;
            let over = paint::middle(frame.area(), wide.max(30), rows.len() as u16 + 2);
            let room = paint::over(frame, over, Line::raw("Choose"));
            list.draw(frame, room, rows);
            paint::keys(frame, keys, &[("arrows", "point"), ("Enter", "choose"), ("Esc", "back")]);
            return;
        }
        let change = match field {
            Some(Field::Begin | Field::Draw) => ("Enter", "does it"),
            Some(Field::Seed | Field::HulkSeed) => ("digits, Backspace", "write it"),
            Some(Field::Points(_)) => ("Left, Right, digits", "change it"),
            Some(field) if self.choices(field).is_some() => ("Left, Right, Enter", "change it"),
            _ => ("Left, Right", "change it"),
        };
        paint::keys(frame, keys, &[("Up, Down", "point"), change, ("b", "begin"), ("Esc", "back"), ("F1", "rules")]);
    }

    /// What there is to say of the field that is pointed at, and the map.
    fn about(&self, room: Rect) -> Vec<Line<'static>> {
        let setup = &self.setup;
        let told = match self.fields.get(self.list.at) {
            Some(Field::Owner(side)) => match setup.levels.iter().find(|level| level.name == setup.owners[*side]) {
                Some(level) => format!("{}. {}", words::level(level), words::manner(level)),
                None => "You, or another person at this keyboard.".to_owned(),
            },
            Some(Field::Option(place)) => {
                let (switch, now) = setup.options[*place];
                format!("{} [{}]", capital(switch.values[now].about), switch.rule)
            }
            Some(Field::Seed) => "The same seed, the same dice.".to_owned(),
            Some(Field::Points(_)) => "The most that its army may cost.".to_owned(),
            Some(Field::Draw) => "Draws another hulk instead of the scenario's own map.".to_owned(),
            _ => setup.scenario().about.clone(),
        };
        let mut lines: Vec<Line<'static>> = Vec::new();
        if let Some(fault) = &setup.fault {
            lines.extend(paint::wrapped(fault, room.width).into_iter().map(|row| row.style(paint::WARNING)));
        }
        if self.waits {
            lines.push(Line::styled("Setting it up ...", paint::WARNING));
        }
        lines.extend(paint::wrapped(&told, room.width));
        if let Some(battle) = &setup.preview {
            lines.extend(battlefield(battle, lines.len(), room));
        }
        lines
    }
}
