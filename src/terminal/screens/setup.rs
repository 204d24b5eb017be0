//! The set-up of a battle: who plays each side and with what, options, the map where it can be chosen, the seed.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::battle::{MAX_SIDES, SideId};
use crate::play::setup::Setup;
use crate::play::words::{self, capital};
use crate::scenario::Session;
use crate::scenario::forces::Force;
use crate::scenario::hulk::Params;
use crate::scenario::journal::PERSON;

use super::list::{List, Row};
use super::start::battlefield;
use super::{Next, paint};

/// How wide the list is, as far as there is room.
const LIST: u16 = 46;
/// By how much a key changes the points of a side.
const POINTS: u16 = 10;
/// Rooms and decks that a hulk can have, and turns that a battle can.
const ROOMS: (u16, u16) = (4, 16);
const DECKS: (u16, u16) = (1, 2);
const TURNS: (u16, u16) = (1, 99);
/// The hulk that is drawn first where one is wished for.
const HULK: (u64, u16, u16) = (7, 8, 1);

/// Something that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Map,
    Sides,
    Turns,
    Owner(usize),
    Army(usize),
    Points(usize),
    Option(usize),
    HulkSeed,
    Rooms,
    Decks,
    Draw,
    Seed,
    Begin,
}

/// The set-up.
pub(super) struct SetUp {
    pub(super) setup: Setup,
    fields: Vec<Field>,
    rows: Vec<Row>,
    list: List,
    // The values of the field that is open, to choose one of.
    values: Option<(List, Vec<Row>)>,
}

impl SetUp {
    pub(super) fn new(setup: Setup) -> SetUp {
        let (fields, rows) = (Vec::new(), Vec::new());
        let mut setup = SetUp { setup, fields, rows, list: List::default(), values: None };
        setup.fill();
        setup
    }

    /// Takes in a battle that has been set up. Returns whether one still is.
    pub(super) fn tick(&mut self) -> bool {
        let waits = self.setup.waits();
        self.fill();
        waits
    }

    /// Begins the battle, unless something is wrong, which is then said.
    pub(super) fn begin(&mut self) -> Option<Session> {
        if self.setup.preview.is_none() || self.setup.waits() { None } else { self.setup.begin() }
    }

    /// Lists what can be chosen, with what is.
    fn fill(&mut self) {
        let setup = &self.setup;
        let mut fields = Vec::new();
        if setup.custom.is_some() {
            fields.extend([Field::Map, Field::Sides, Field::Turns]);
        }
        for side in 0..setup.owners.len() {
            fields.push(Field::Owner(side));
            if let Some(Some(force)) = setup.forces.get(side) {
                fields.push(Field::Army(side));
                fields.extend(force.points.map(|_| Field::Points(side)));
            }
        }
        if setup.wish.is_some() {
            fields.extend([Field::HulkSeed, Field::Rooms, Field::Decks, Field::Draw]);
        }
        fields.extend((0..setup.options.len()).map(Field::Option));
        fields.extend([Field::Seed, Field::Begin]);
        self.rows = fields.iter().map(|field| self.row(*field)).collect();
        self.fields = fields;
        self.list.settle(&self.rows);
    }

    fn row(&self, field: Field) -> Row {
        let setup = &self.setup;
        let force = |side: usize| setup.forces.get(side).and_then(Option::as_ref);
        let named = |name: &str, value: String| Row::new(paint::words(&format!("{name:<7} {value}")));
        match field {
            Field::Owner(side) => {
                let name = setup.scenario().sides.get(side).map_or("", String::as_str);
                let owner = &setup.owners[side];
                let who = if owner == PERSON { "you".to_owned() } else { owner.replace('_', " ") };
                let name = paint::text(name).style(paint::side(SideId(side as u8)));
                Row::new(Line::from_iter([name, paint::text(&format!(", played by {who}"))]))
            }
            Field::Army(side) => named("  army", force(side).map_or(String::new(), |force| force.army.title())),
            Field::Points(side) => {
                let most = force(side).and_then(|force| force.points).unwrap_or(0);
                named("  with", format!("{most} points at most"))
            }
            Field::Map => named("Map", setup.custom.as_ref().map_or(String::new(), |own| own.map.replace('_', " "))),
            Field::Sides => named("Sides", setup.custom.as_ref().map_or(0, |own| own.armies.len()).to_string()),
            Field::Turns => named("Turns", setup.custom.as_ref().map_or(0, |own| own.turns).to_string()),
            Field::HulkSeed => {
                named("Hulk", setup.wish.as_ref().map_or(String::new(), |wish| format!("seed {}", wish.seed)))
            }
            Field::Rooms => named("  rooms", setup.wish.as_ref().map_or(0, |wish| wish.rooms).to_string()),
            Field::Decks => named("  decks", setup.wish.as_ref().map_or(0, |wish| wish.decks).to_string()),
            Field::Draw => Row::new("  Draw this hulk"),
            Field::Option(place) => {
                let (switch, now) = setup.options[place];
                Row::new(paint::words(&format!("{}: {}", capital(switch.about), switch.values[now].about)))
            }
            Field::Seed => named("Seed", setup.seed.clone()),
            Field::Begin => Row { line: Line::styled("Begin the battle", paint::STRONG), open: true },
        }
    }

    /// The values of a field that is one of several, and which it has now.
    fn choices(&self, field: Field) -> Option<(Vec<String>, usize)> {
        let setup = &self.setup;
        let place = |is: &dyn Fn(usize) -> bool, many: usize| (0..many).find(|at| is(*at)).unwrap_or(0);
        Some(match field {
            Field::Owner(side) => {
                let levels = setup.levels.iter().map(words::level);
                let names: Vec<String> = std::iter::once("A person".to_owned()).chain(levels).collect();
                let is = |at: usize| at > 0 && setup.levels[at - 1].name == setup.owners[side];
                let now = place(&is, names.len());
                (names, now)
            }
            Field::Army(side) => {
                let force = setup.forces[side].as_ref()?;
                let names: Vec<String> = setup.offers.iter().map(|offer| offer.words.clone()).collect();
                let now = place(&|at| setup.offers[at].army == force.army, names.len());
                (names, now)
            }
            Field::Option(option) => {
                let (switch, now) = setup.options[option];
                (switch.values.iter().map(|value| format!("{}: {}", value.name, value.about)).collect(), now)
            }
            Field::Map => {
                let own = setup.custom.as_ref()?;
                let maps = setup.maps();
                let now = place(&|at| maps[at] == own.map, maps.len());
                let names = maps.iter().map(|map| capital(&map.replace('_', " ")));
                (names.chain(["A hulk of your own".to_owned()]).collect(), now)
            }
            _ => return None,
        })
    }

    /// Gives a field that is one of several another value.
    fn choose(&mut self, field: Field, value: usize) {
        let setup = &mut self.setup;
        match field {
            Field::Owner(side) => {
                let level = value.checked_sub(1).and_then(|place| setup.levels.get(place));
                setup.owners[side] = level.map_or(PERSON.to_owned(), |level| level.name.clone());
            }
            Field::Army(side) => {
                if let (Some(offer), Some(Some(force))) = (setup.offers.get(value), setup.forces.get(side)) {
                    setup.enlist(side, Force { army: offer.army.clone(), ..force.clone() });
                }
            }
            Field::Option(option) => setup.set(setup.options[option].0, value),
            Field::Map => {
                let Some(mut own) = setup.custom.clone() else { return };
                let (seed, rooms, decks) = HULK;
                own.map =
                    setup.maps().get(value).map_or_else(|| Params::called(seed, rooms, decks), |map| (*map).to_owned());
                setup.make(own);
            }
            _ => {}
        }
    }

    /// Changes a number by a step up or down.
    fn step(&mut self, field: Field, up: bool) {
        let moved = |now: u16, by: u16, (least, most): (u16, u16)| {
            if up { now.saturating_add(by).min(most) } else { now.saturating_sub(by).max(least) }
        };
        let setup = &mut self.setup;
        match field {
            Field::Points(side) => {
                if let Some(Some(force)) = setup.forces.get(side) {
                    let points = force.points.map(|points| moved(points, POINTS, (0, u16::MAX)));
                    setup.enlist(side, Force { points, ..force.clone() });
                }
            }
            Field::Sides | Field::Turns => {
                let Some(mut own) = setup.custom.clone() else { return };
                match field {
                    Field::Sides => own.resize(usize::from(moved(own.armies.len() as u16, 1, (2, MAX_SIDES as u16)))),
                    _ => own.turns = moved(own.turns, 1, TURNS),
                }
                setup.make(own);
            }
            Field::Rooms => setup.wish.iter_mut().for_each(|wish| wish.rooms = moved(wish.rooms, 1, ROOMS)),
            Field::Decks => setup.wish.iter_mut().for_each(|wish| wish.decks = moved(wish.decks, 1, DECKS)),
            field => {
                if let Some((names, now)) = self.choices(field) {
                    let many = names.len();
                    self.choose(field, if up { (now + 1) % many } else { (now + many - 1) % many });
                }
            }
        }
    }

    /// Writes into a field with a text: a digit, or none to delete the last.
    fn write(&mut self, field: Field, digit: Option<char>) {
        let change = |text: &mut String| match digit {
            Some(digit) => text.push(digit),
            None => _ = text.pop(),
        };
        let setup = &mut self.setup;
        match field {
            Field::Seed => change(&mut setup.seed),
            Field::HulkSeed => setup.wish.iter_mut().for_each(|wish| change(&mut wish.seed)),
            Field::Points(side) => {
                if let Some(Some(Force { army, points: Some(points) })) = setup.forces.get(side) {
                    let mut text = points.to_string();
                    change(&mut text);
                    // An empty text is none at all, and one that is too long changes nothing.
                    let points = Some(if text.is_empty() { 0 } else { text.parse().unwrap_or(*points) });
                    setup.enlist(side, Force { army: army.clone(), points });
                }
            }
            _ => {}
        }
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
        lines.extend(paint::wrapped(&told, room.width));
        if let Some(battle) = &setup.preview {
            lines.extend(battlefield(battle, lines.len(), room));
        }
        lines
    }
}
