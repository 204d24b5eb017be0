//! Positions for rule tests: a drawn map, figures with their kit and numbers, dice written down by rule id.

use std::collections::BTreeMap;
use std::fmt::Write;

use hexfray::battle::{Action, Chance, Target, Verb};
use hexfray::content::Library;
use hexfray::rules::iten::{Battle, Iten, PHASES};

use crate::fought;
pub use crate::fought::{chances, ratio, table};

/// A side of a position.
#[derive(Clone, Debug)]
struct Party {
    name: String,
    more: String,
    retinue: String,
    figures: String,
    vehicles: String,
}

/// A position to be set up. Rows of the picture are drawn with `.` clear, `f` forest, `%` ruins (both hard areas), `,`
/// brush, `^` rough (both soft areas), `-` fence (a soft line), `_` low obstacle, `B` barricade (hard lines), `W`
/// window, `#` wall, `D` door, `b` inside of a building, `d` road, `~` deep water, `1` to `9` clear hexes of that height in inches, `X` of 12, `Y` of 13.
///
/// Sides act in the order in which they are added, but where the position starts with `Initiative`.
#[derive(Clone, Debug)]
pub struct Field {
    picture: String,
    sides: Vec<Party>,
    figures: String,
    mission: String,
    phase: String,
    turn: u16,
    turns: u16,
    scenario: String,
    map: String,
    files: BTreeMap<String, String>,
    zones: String,
}

impl Field {
    /// A map from its picture. There is a troop type `Plain`: Grit 4+, all else 0.
    pub fn drawn(picture: &str) -> Field {
        let field = Field {
            picture: picture.to_owned(),
            sides: Vec::new(),
            figures: String::new(),
            mission: "Battle".to_owned(),
            phase: PHASES[0].to_owned(),
            turn: 1,
            turns: 15,
            scenario: String::new(),
            map: String::new(),
            files: fought::files(),
            zones: String::new(),
        };
        field.troop("Plain", "")
    }

    /// An open field.
    pub fn open(columns: usize, rows: usize) -> Field {
        Field::drawn(&format!("{}\n", ". ".repeat(columns)).repeat(rows))
    }

    /// Names some hexes of the map, as map files do: `Drawn('D')`, `Hexes([(3, 4)])`.
    pub fn zone(mut self, name: &str, areas: &str) -> Field {
        write!(self.zones, "\"{name}\": [{areas}], ").unwrap();
        self
    }

    /// Part of a ship, to be fought over by the boarding rules. Besides what [`Field::drawn`] knows there are `h` hatch,
    /// `l` light hatch, `L` heavy hatch, `|` light bulkhead, `=` bulkhead, `H` heavy bulkhead, `&` hull, `!` void; floor of
    /// the rooms r, s, t, u and of the passages p, q, k, m; `v` a gap of room r. A line of `+` parts decks. What
    /// stands on the floor is set with `hexes` of the map.
    pub fn ship(picture: &str) -> Field {
        let mut field = Field::drawn(picture);
        field.scenario = "aboard: true, ".to_owned();
        let marked = |kind: &str, letters: &[char]| {
            let there = letters.iter().filter(|c| picture.contains(**c));
            let gaps = if picture.contains('v') { "Drawn('v')" } else { "" };
            let areas = |c: &char| if *c == 'r' { format!("Drawn('r'), {gaps}") } else { format!("Drawn('{c}')") };
            format!("{kind}: {{{}}}, ", there.map(|c| format!("\"{c}\": [{}], ", areas(c))).collect::<String>())
        };
        field.map = marked("rooms", &['r', 's', 't', 'u']) + &marked("passages", &['p', 'q', 'k', 'm']);
        field
    }

    /// Adds fields to the map.
    pub fn map(mut self, fields: &str) -> Field {
        let comma = if fields.is_empty() { "" } else { ", " };
        write!(self.map, "{fields}{comma}").unwrap();
        self
    }

    /// Adds fields to the scenario, `open: [(5, 2)]` or `holed: [(3, 3)]`.
    pub fn with(mut self, fields: &str) -> Field {
        let comma = if fields.is_empty() { "" } else { ", " };
        write!(self.scenario, "{fields}{comma}").unwrap();
        self
    }

    /// Adds a side; `more` are further fields of it, `team: 0` or `edge: Left` for two.
    pub fn side(mut self, name: &str, more: &str) -> Field {
        let empty = String::new;
        let (retinue, figures, vehicles) = (empty(), empty(), empty());
        self.sides.push(Party { name: name.to_owned(), more: more.to_owned(), retinue, figures, vehicles });
        self
    }

    /// Adds fields to the Retinue of the side added last, such as `god: Nurgle` or `leader: "Ann"`.
    pub fn retinue(mut self, fields: &str) -> Field {
        write!(self.sides.last_mut().unwrap().retinue, "{fields}, ").unwrap();
        self
    }

    /// Places a figure of the side added last. `kit` are fields of a roster's entry: `armour: "Flak Armour", weapons:
    /// ["Sword"]`; it is `Plain` where it names no troop type.
    pub fn figure(self, name: &str, at: (u16, u16), kit: &str) -> Field {
        self.figure_with(name, at, kit, "")
    }

    /// The same in a hex as files name it: `(4, 2, 1)` on the second deck.
    pub fn figure_on(mut self, name: &str, at: &str, kit: &str) -> Field {
        let side = self.sides.last_mut().unwrap();
        writeln!(side.figures, "(name: \"{name}\", troop: \"Plain\", {kit}),").unwrap();
        writeln!(self.figures, "(side: \"{}\", name: \"{name}\", at: {at}),", side.name).unwrap();
        self
    }

    /// Places a figure whose numbers differ from a fresh one's: `"down": 1, "fell": 1`.
    pub fn figure_with(mut self, name: &str, at: (u16, u16), kit: &str, numbers: &str) -> Field {
        let troop = if kit.contains("troop:") { "" } else { "troop: \"Plain\", " };
        let side = self.sides.last_mut().unwrap();
        writeln!(side.figures, "(name: \"{name}\", {troop}{kit}),").unwrap();
        writeln!(self.figures, "(side: \"{}\", name: \"{name}\", at: {at:?}, numbers: {{{numbers}}}),", side.name)
            .unwrap();
        self
    }

    /// Adds a unit of so many figures of the side added last that lies under a blip.
    pub fn hidden(mut self, name: &str, count: u8, kit: &str) -> Field {
        let troop = if kit.contains("troop:") { "" } else { "troop: \"Plain\", " };
        let side = self.sides.last_mut().unwrap();
        writeln!(side.figures, "(name: \"{name}\", {troop}count: {count}, {kit}),").unwrap();
        self
    }

    /// Adds a figure of the side added last that is aboard a vehicle; with numbers that differ from a fresh one's.
    pub fn rider(mut self, name: &str, kit: &str, numbers: &str) -> Field {
        let troop = if kit.contains("troop:") { "" } else { "troop: \"Plain\", " };
        let side = self.sides.last_mut().unwrap();
        writeln!(side.figures, "(name: \"{name}\", {troop}{kit}),").unwrap();
        writeln!(self.figures, "(side: \"{}\", name: \"{name}\", numbers: {{{numbers}}}),", side.name).unwrap();
        self
    }

    /// Places a vehicle of the side added last, named as its sheet. `fields` are those of a roster's entry: `aboard:
    /// ["Ann"]`, the driver first, `weapons`, `ram`; `stands` are fields of its place: `facing: W, numbers: {"plates": 1}`.
    pub fn vehicle(mut self, sheet: &str, at: (u16, u16), fields: &str, stands: &str) -> Field {
        let side = self.sides.last_mut().unwrap();
        writeln!(side.vehicles, "(vehicle: \"{sheet}\", {fields}),").unwrap();
        writeln!(self.figures, "(side: \"{}\", name: \"{sheet}\", at: {at:?}, {stands}),", side.name).unwrap();
        self
    }

    /// Adds a figure of the side added last that is out of the game already.
    pub fn gone(self, name: &str, kit: &str) -> Field {
        self.gone_with(name, kit, "")
    }

    /// The same with further numbers of it.
    pub fn gone_with(mut self, name: &str, kit: &str, numbers: &str) -> Field {
        let side = self.sides.last_mut().unwrap();
        writeln!(side.figures, "(name: \"{name}\", {kit}),").unwrap();
        let numbers = format!("\"fate\": 1, {numbers}");
        writeln!(self.figures, "(side: \"{}\", name: \"{name}\", numbers: {{{numbers}}}),", side.name).unwrap();
        self
    }

    /// Adds a troop type that differs from a plain one in the fields given: `grit: 3, fv: 2, tags: [Terrifying]`.
    pub fn troop(self, name: &str, fields: &str) -> Field {
        let plain =
            ["id: \"ITEN-SRV-07\"", "list: \"The Servants of the Emperor\"", "grit: 4", "fv: 0", "sv: 0", "speed: 0"];
        let named = |field: &&&str| !fields.split(", ").any(|f| f.starts_with(&field[..=field.find(':').unwrap()]));
        let rest: Vec<&str> = plain.iter().filter(named).copied().collect();
        self.adds("troops.ron", &format!("(name: \"{name}\", {}, {fields})", rest.join(", ")))
    }

    /// Adds a weapon, an armour or the like of the test's own to a file under `assets/iten/`.
    pub fn adds(mut self, file: &str, item: &str) -> Field {
        fought::add(&mut self.files, &format!("assets/iten/{file}"), item);
        self
    }

    /// Changes a file under `assets/iten/`: the text found must stand there once.
    pub fn tuned(mut self, file: &str, from: &str, to: &str) -> Field {
        fought::tune(&mut self.files, &format!("assets/iten/{file}"), from, to);
        self
    }

    /// What is fought for; a plain battle where it is not said.
    pub fn mission(mut self, mission: &str) -> Field {
        self.mission = mission.to_owned();
        self
    }

    /// The phase that the position starts with: `Initiative`, `Movement`, where it is not said, `Shooting`, `Melee`, `End
    /// of turn`; the deployment where it is empty.
    pub fn at(mut self, phase: &str) -> Field {
        self.phase = phase.to_owned();
        self
    }

    /// The turn that it starts in, and the last one.
    pub fn turn(mut self, turn: u16, of: u16) -> Field {
        (self.turn, self.turns) = (turn, of);
        self
    }

    /// The text of the scenario file.
    pub fn scenario(&self) -> String {
        let Field { figures, mission, phase, turn, turns, scenario, .. } = self;
        let sides = self.sides.iter().fold(String::new(), |mut text, side| {
            let Party { name, more, retinue, figures, vehicles } = side;
            let all = format!("retinue: ({retinue} figures: [{figures}], vehicles: [{vehicles}])");
            let own = if figures.is_empty() { String::new() } else { all };
            let more = if more.is_empty() { String::new() } else { format!("{more}, ") };
            writeln!(text, "(name: \"{name}\", {more}{own}),").unwrap();
            text
        });
        let start = if phase.is_empty() { String::new() } else { format!("start: (turn: {turn}, phase: \"{phase}\")") };
        format!(
            "(ruleset: \"iten\", name: \"test\", about: \"\", map: \"drawn\", turns: {turns}, mission: {mission},\n\
             {scenario}sides: [\n{sides}],\nfigures: [\n{figures}],\n{start})"
        )
    }

    /// The library with the drawn map in it.
    pub fn library(&self) -> Library {
        let mut files = self.files.clone();
        let heights: String = (1..=9)
            .fold(String::new(), |s, h| s + &format!("'{h}': (terrain: Clear, height: {h}), "))
            + "'X': (terrain: Clear, height: 12), 'Y': (terrain: Clear, height: 13), ";
        let floors: String = "rstupqkm".chars().map(|c| format!("'{c}': Floor, ")).collect();
        let map = format!(
            "(name: \"drawn\", about: \"\", legend: {{'.': Clear, 'f': Forest, ',': Brush, '%': Ruins, '^': Rough, \
             '-': Fence, '_': LowObstacle, 'B': Barricade, 'W': Window, '#': Wall, 'D': Door, '~': DeepWater, \
             'h': Hatch, 'l': LightHatch, 'L': HeavyHatch, '|': LightBulkhead, '=': Bulkhead, 'H': HeavyBulkhead, \
             'b': Building, 'd': Road, '&': Hull, '!': Void, 'v': Void, {floors}{heights}}}, {} zones: {{{}}}, decks: [\"\n{}\n\"])",
            self.map,
            self.zones,
            self.picture.replace('+', "\", \"")
        );
        files.insert("maps/drawn.ron".to_owned(), map);
        Library::read(files).unwrap_or_else(|p| panic!("{p:#?}"))
    }

    /// The battle, set up and not begun; what is wrong with the position where it cannot be.
    pub fn try_ready(&self) -> Result<Battle, Vec<String>> {
        fought::set_up(&self.library(), &self.scenario())
    }

    fn ready(&self) -> Battle {
        self.try_ready().unwrap_or_else(|p| panic!("{p:#?}\n{}", self.scenario()))
    }

    /// Sets the position up and runs it to its first decision with these rolls, all of which must be used.
    pub fn begin(&self, rolls: &[(&str, u8)]) -> Game {
        Game::begin(self.ready(), rolls)
    }

    /// What is read off at the first decision, with its exact chance over all rolls on the way there.
    pub fn chances<T: Ord>(&self, read: impl Fn(&Game) -> T) -> BTreeMap<T, Chance> {
        fought::every(&self.ready(), |battle, dice, log| battle.start(dice, log), read)
    }
}

/// A battle in a test.
pub type Game = fought::Game<Iten>;

impl Game {
    /// The names of the sides that have won and the rule that says so; none while the battle goes on.
    pub fn won(&self) -> Option<(Vec<String>, &'static str)> {
        let outcome = self.battle.outcome()?;
        let sides = self.battle.shared().sides.iter().enumerate();
        let winners = sides.filter(|(i, _)| outcome.winners >> i & 1 == 1).map(|(_, s)| s.name.clone());
        Some((winners.collect(), outcome.rule.0))
    }

    /// Moves a figure to a hex, with exactly these rolls up to the next decision.
    pub fn go(&mut self, name: &str, to: (u16, u16), rolls: &[(&str, u8)]) {
        let action = Action::of(Verb::Move, self.unit(name)).hex(self.hex(to.0, to.1));
        self.play(action, rolls);
    }

    /// Whether an answer with this verb is listed for a figure and a hex.
    pub fn can(&mut self, verb: Verb, name: &str, to: (u16, u16)) -> bool {
        let action = Action::of(verb, self.unit(name)).hex(self.hex(to.0, to.1));
        self.battle.check(action, &mut self.list).is_ok()
    }

    /// The farthest that a figure may go, in hexes as the crow flies.
    pub fn farthest(&mut self, verb: Verb, name: &str) -> u16 {
        let unit = self.unit(name);
        self.battle.legal(&mut self.list);
        let from = self.battle.piece(unit).at;
        let steps =
            self.list.actions.iter().filter(|a| (a.verb, a.unit) == (verb, unit)).filter_map(|a| match a.target {
                Target::Hex(to) => Some(self.battle.board().distance(from, to)),
                _ => None,
            });
        steps.max().unwrap_or(0)
    }
}
