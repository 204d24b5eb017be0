//! Positions for rule tests: a drawn map, models with their numbers, dice written down by rule id.

use std::collections::BTreeMap;
use std::fmt::Write;

use hexfray::battle::{Action, Chance, Listing, Log, Seeded, Target, Verb, mix};
use hexfray::content::Library;
use hexfray::rules::Registered;
use hexfray::rules::gemini::{Battle, Gemini};
use hexfray::scenario::Scenario;
use hexfray::scenario::options::Wanted;
use hexfray::source::Problem;

use crate::fought;
pub use crate::fought::{ratio, table};

/// A position to be set up: two sides, A and B, of which A has the first turn. Rows of the picture are drawn with `.` floor,
/// `#` wall, `o` low obstacle, `:` rough, `F` forest, `D` door, `W` window, `f` fence, `i` one three inches up, `1` to `9` floor of that
/// height.
#[derive(Clone, Debug)]
pub struct Field {
    picture: String,
    units: String,
    options: String,
    extra: String,
    links: String,
    turns: u16,
    wanted: Vec<Wanted>,
    files: BTreeMap<String, String>,
}

impl Field {
    /// A map from its picture.
    pub fn drawn(picture: &str) -> Field {
        Field {
            picture: picture.to_owned(),
            units: String::new(),
            options: String::new(),
            extra: String::new(),
            links: String::new(),
            turns: 6,
            wanted: Vec::new(),
            files: fought::files(),
        }
    }

    /// Open ground.
    pub fn open(columns: usize, rows: usize) -> Field {
        Field::drawn(&format!("{}\n", ". ".repeat(columns)).repeat(rows))
    }

    /// Places a model of side A, facing east; `more` are further fields, such as `numbers: {"flesh": 1}`.
    pub fn ours(self, unit: &str, at: (u16, u16), more: &str) -> Field {
        self.unit("A", unit, at, if more.contains("facing") { more.to_owned() } else { format!("facing: E, {more}") })
    }

    /// Places a model of side B, facing west.
    pub fn theirs(self, unit: &str, at: (u16, u16), more: &str) -> Field {
        self.unit("B", unit, at, if more.contains("facing") { more.to_owned() } else { format!("facing: W, {more}") })
    }

    /// A place of side A, for the next of its gang.
    pub fn place(mut self, at: (u16, u16)) -> Field {
        writeln!(self.units, "(side: \"A\", at: {at:?}, facing: E),").unwrap();
        self
    }

    fn unit(mut self, side: &str, unit: &str, at: (u16, u16), more: String) -> Field {
        writeln!(self.units, "(side: \"{side}\", unit: \"{unit}\", at: {at:?}, {more}),").unwrap();
        self
    }

    /// Adds a friend of ours far from everybody, who has yet to act: what happens at the end of the turn does not come yet.
    pub fn waiting(self) -> Field {
        self.model("Mate", "guns: []").ours("Mate", (1, 1), "")
    }

    /// Sets options, `parry: off,` for one.
    pub fn option(mut self, options: &str) -> Field {
        self.options.push_str(options);
        self
    }

    /// Fences are slippery, and take so many inches.
    pub fn icy(mut self, inches: u8) -> Field {
        let slippery = format!("(terrain: Fence, cost: Some({inches}), hazard: true, ");
        let plain = "(terrain: Fence, cost: Some(1), ";
        fought::tune(&mut self.files, "assets/gemini/rules.ron", plain, &slippery);
        self
    }

    /// Puts a ladder between two hexes.
    pub fn ladder(mut self, from: (u16, u16), to: (u16, u16)) -> Field {
        write!(self.links, "(from: {from:?}, to: {to:?}), ").unwrap();
        self
    }

    /// Sets options by the names of their values, as whoever begins a battle does.
    pub fn wants(mut self, options: &[(&str, &str)]) -> Field {
        let wanted = options.iter().map(|(switch, value)| Wanted { switch: (*switch).into(), value: (*value).into() });
        self.wanted.extend(wanted);
        self
    }

    /// Adds fields to the scenario.
    pub fn with(mut self, fields: &str) -> Field {
        self.extra.push_str(fields);
        self
    }

    /// The last turn.
    pub fn turns(mut self, turns: u16) -> Field {
        self.turns = turns;
        self
    }

    /// A kind of model of the test's own: a Spacer with a carbine who differs from that in the fields given.
    pub fn model(mut self, name: &str, fields: &str) -> Field {
        let plain = [
            "gang: \"Test\"",
            "m: 4",
            "ws: 3",
            "bs: 3",
            "s: 3",
            "t: 3",
            "w: 1",
            "i: 3",
            "a: 1",
            "ld: 7",
            "sv: 7",
            "an: 4",
            "points: 10",
            "guns: [\"Carbine\"]",
        ];
        let given = |field: &&&str| {
            let name = field.split_once(": ").unwrap().0;
            fields.split(", ").any(|f| f.split_once(": ").is_some_and(|(own, _)| own.trim() == name))
        };
        let rest: Vec<&str> = plain.iter().filter(|field| !given(field)).copied().collect();
        let item = format!("(name: \"{name}\", {}, {fields})", rest.join(", "));
        fought::add(&mut self.files, "assets/gemini/models.ron", &item);
        self
    }

    /// The text of the scenario file.
    pub fn scenario(&self) -> String {
        let Field { units, options, extra, turns, .. } = self;
        let first = if extra.contains("first:") { "" } else { "first: Some(\"A\")," };
        let sides = if extra.contains("sides:") {
            ""
        } else {
            "sides: [(name: \"A\", edge: Some(Left)), (name: \"B\", edge: Some(Right))],"
        };
        format!(
            "(ruleset: \"gemini\", name: \"test\", about: \"\", map: \"drawn\", turns: {turns}, options: ({options}),\n\
             {first} {sides}\nunits: [\n{units}],\n{extra})"
        )
    }

    /// The files that it is read from; what is wrong with them where they cannot be read.
    pub fn try_library(&self) -> Result<Library, Vec<Problem>> {
        let mut files = self.files.clone();
        let heights: String =
            (1..=9).fold(String::new(), |s, h| s + &format!("'{h}': (terrain: Floor, height: {h}), "));
        let map = format!(
            "(name: \"drawn\", about: \"\", legend: {{'.': Floor, '#': Wall, 'o': LowObstacle, ':': Rough, 'F': Forest, \
             'D': Door, 'W': Window, 'f': Fence, 'i': (terrain: Fence, height: 3), {heights}}}, decks: [\"\n{}\n\"], \
             links: [{}])",
            self.picture, self.links
        );
        files.insert("maps/drawn.ron".to_owned(), map);
        Library::read(files)
    }

    fn library(&self) -> Library {
        self.try_library().unwrap_or_else(|p| panic!("{p:#?}"))
    }

    /// The battle, set up and not begun; what is wrong with the position where it cannot be.
    pub fn try_ready(&self) -> Result<Battle, Vec<String>> {
        let library = self.library();
        if self.wanted.is_empty() {
            return fought::set_up(&library, &self.scenario());
        }
        let told = |wrong: Vec<Problem>| wrong.iter().map(ToString::to_string).collect::<Vec<_>>();
        let scenario = Scenario::parse(&library, "test.ron", &self.scenario()).map_err(told)?;
        let scenario = scenario.with_options(&library, &self.wanted).map_err(told)?;
        let battle = scenario.battle(&library).map_err(told)?;
        Ok(Gemini::of(&battle).unwrap().clone())
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

    /// The position with a model activated that has so many action points: all its dice succeed.
    pub fn acting(&self, who: &str, points: u8) -> Game {
        let mut game = self.begin(&[]);
        game.activate(who, points);
        game
    }
}

/// A battle in a test.
pub type Game = fought::Game<Gemini>;

impl Game {
    /// Activates a model with so many dice, all of which succeed.
    pub fn activate(&mut self, who: &str, points: u8) {
        self.act(&format!("{who} is activated"), &[]);
        let dice = vec![("GEM-ACT-01", 6); points.into()];
        self.act(&format!("{who} rolls {points} activation dice"), &dice);
    }

    /// Whether an answer with these words is listed.
    pub fn can(&mut self, text: &str) -> bool {
        self.offers().iter().any(|offer| offer.contains(text))
    }

    /// The rule by which an action is refused.
    pub fn refusal(&mut self, action: Action) -> &'static str {
        self.refused(action).rule.0
    }

    /// An action of a model at a hex.
    pub fn at_hex(&self, verb: Verb, who: &str, column: u16, row: u16) -> Action {
        Action { verb, unit: self.unit(who), with: 0, target: Target::Hex(self.hex(column, row)) }
    }

    /// An action of a model at another, with a code.
    pub fn at_unit(&self, verb: Verb, who: &str, with: u8, whom: &str) -> Action {
        Action { verb, unit: self.unit(who), with, target: Target::Unit(self.unit(whom)) }
    }

    /// Whether a model's name leads to a unit that is still on the board.
    pub fn stands(&self, who: &str) -> bool {
        self.battle.on_board().has(self.unit(who))
    }
}

/// Plays a battle to its end by chance, and looks at what must always hold before each decision.
pub fn play_out(start: &Battle, seed: u64) -> Battle {
    let (mut battle, mut list) = (start.clone(), Listing::default());
    battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
    while battle.decision().is_some() {
        assert_eq!(battle.check_invariants(), None, "seed {seed}, decision {}", battle.number());
        battle.legal(&mut list);
        let number = battle.number();
        let action = list.actions[(mix(seed, u64::from(number)) % list.actions.len() as u64) as usize];
        battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut Log::off()).unwrap();
        assert!(number < 20_000, "seed {seed} goes on and on");
    }
    battle
}
