//! What can be chosen in the set-up: as rows, with the values of each, and how a key changes it.

use ratatui::text::Line;

use super::SetUp;
use crate::battle::{MAX_SIDES, SideId};
use crate::play::words::{self, capital};
use crate::scenario::forces::Force;
use crate::scenario::hulk::Params;
use crate::scenario::journal::PERSON;
use crate::terminal::screens::list::Row;
use crate::terminal::screens::paint;

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
pub(super) enum Field {
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

impl SetUp {
    /// Lists what can be chosen, with what is.
    pub(super) fn fill(&mut self) {
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
    pub(super) fn choices(&self, field: Field) -> Option<(Vec<String>, usize)> {
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
    pub(super) fn choose(&mut self, field: Field, value: usize) {
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
    pub(super) fn step(&mut self, field: Field, up: bool) {
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
    pub(super) fn write(&mut self, field: Field, digit: Option<char>) {
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
}
