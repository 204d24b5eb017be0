//! Positions for rule tests: a drawn map, units with their numbers, dice written down by rule id.

use std::collections::BTreeMap;
use std::fmt::Write;

use hexfray::battle::{Chance, Event, Fact, Record, Target, Verb};
use hexfray::board::Cell;
use hexfray::content::Library;
use hexfray::rules::hexwar::{Battle, Hexwar, Unit};

use crate::fought;
pub use crate::fought::{chances, ratio, table};

/// A position to be set up. Rows of the picture are drawn with `.` clear, `F` forest, `B` building, `R` ruins,
/// `:` rough, `~` dunes, `o` low obstacle, `#` wall, `w` deep water, `x` burned forest, `D` door, `1` to `9` clear
/// hexes of that height in inches.
#[derive(Clone, Debug)]
pub struct Field {
    picture: String,
    sides: String,
    units: String,
    effects: String,
    extra: String,
    zones: String,
    stage: String,
    turn: u16,
    turns: u16,
    legend: String,
    links: String,
    files: BTreeMap<String, String>,
}

impl Field {
    /// A map from its picture.
    pub fn drawn(picture: &str) -> Field {
        Field {
            picture: picture.to_owned(),
            sides: String::new(),
            units: String::new(),
            effects: String::new(),
            extra: String::new(),
            zones: String::new(),
            stage: "Orders".to_owned(),
            turn: 1,
            turns: 6,
            legend: String::new(),
            links: String::new(),
            files: fought::files(),
        }
    }

    /// An open field.
    pub fn open(columns: usize, rows: usize) -> Field {
        Field::drawn(&format!("{}\n", ". ".repeat(columns)).repeat(rows))
    }

    /// Adds a side of a faction; `more` are further fields, `team: 0` for one.
    pub fn side(mut self, name: &str, faction: &str, more: &str) -> Field {
        writeln!(self.sides, "(name: \"{name}\", faction: {faction}, {more}),").unwrap();
        self
    }

    /// Places a unit; `more` are further fields, such as `speed: Fast, facing: W, numbers: {"models": 3}`.
    pub fn unit(mut self, side: &str, unit: &str, at: (u16, u16), more: &str) -> Field {
        writeln!(self.units, "(side: \"{side}\", unit: \"{unit}\", at: {at:?}, {more}),").unwrap();
        self
    }

    /// Puts something on a hex, `mines: true` for one.
    pub fn effect(mut self, at: (u16, u16), what: &str) -> Field {
        writeln!(self.effects, "(at: {at:?}, {what}),").unwrap();
        self
    }

    /// Adds fields to the scenario, such as `objectives: [..],`.
    pub fn with(mut self, fields: &str) -> Field {
        self.extra.push_str(fields);
        self
    }

    /// Gives the map zones, such as `"west": [Columns(1, 2)],`.
    pub fn zones(mut self, zones: &str) -> Field {
        self.zones.push_str(zones);
        self
    }

    /// The stage that the position starts with; Orders where it is not said, the deployment where it is empty.
    pub fn at(mut self, stage: &str) -> Field {
        self.stage = stage.to_owned();
        self
    }

    /// The turn that it starts in, and the last one.
    pub fn turn(mut self, turn: u16, of: u16) -> Field {
        (self.turn, self.turns) = (turn, of);
        self
    }

    /// Adds letters to those that pictures are drawn with, `'t': Road` for one.
    pub fn legend(mut self, letters: &str) -> Field {
        self.legend.push_str(letters);
        self
    }

    /// Joins hexes by ladders or stairs, `(from: (1, 1), to: (2, 1))` for one.
    pub fn links(mut self, links: &str) -> Field {
        self.links.push_str(links);
        self
    }

    /// Changes a shipped file, `rules.ron`, `weapons.ron` or `units.ron`: the text found must stand there once.
    pub fn tuned(mut self, file: &str, from: &str, to: &str) -> Field {
        fought::tune(&mut self.files, &format!("assets/hexwar/{file}"), from, to);
        self
    }

    /// Adds a weapon or a unit of the test's own to `weapons.ron` or `units.ron`.
    pub fn adds(mut self, file: &str, item: &str) -> Field {
        fought::add(&mut self.files, &format!("assets/hexwar/{file}"), item);
        self
    }

    /// The text of the scenario file. In positions sides field whom the test needs.
    pub fn scenario(&self) -> String {
        let Field { sides, units, effects, extra, stage, turn, turns, .. } = self;
        let free = if stage.is_empty() { "(name: " } else { "(free: true, name: " };
        let sides = sides.replace("(name: ", free);
        let start = if stage.is_empty() { String::new() } else { format!("start: (turn: {turn}, stage: \"{stage}\")") };
        format!(
            "(ruleset: \"hexwar\", name: \"test\", about: \"\", map: \"drawn\", turns: {turns},\n\
             sides: [\n{sides}],\nunits: [\n{units}],\neffects: [\n{effects}],\n{extra}\n{start})"
        )
    }

    /// The library with the drawn map in it.
    pub fn library(&self) -> Library {
        let mut files = self.files.clone();
        let heights: String =
            (1..=9).fold(String::new(), |s, h| s + &format!("'{h}': (terrain: Clear, height: {h}), "));
        let map = format!(
            "(name: \"drawn\", about: \"\", legend: {{'.': Clear, 'F': Forest, 'B': Building, 'R': Ruins, ':': Rough, \
             '~': SandDunes, 'o': LowObstacle, '#': Wall, 'w': DeepWater, 'x': BurnedForest, 'D': Door, {heights}{}}}, \
             decks: [\"\n{}\n\"], zones: {{{}}}, links: [{}])",
            self.legend, self.picture, self.zones, self.links
        );
        files.insert("maps/drawn.ron".to_owned(), map);
        Library::read(files).unwrap_or_else(|p| panic!("{p:#?}"))
    }

    /// Adds a unit to `units.ron`: one on foot, without dice, that differs from that in the fields given.
    pub fn sheet(self, name: &str, fields: &str) -> Field {
        let plain = [
            "id: \"HEX-UNIT-01\"",
            "faction: Elf",
            "class: Infantry",
            "bio: true",
            "models: 1",
            "slow: 1",
            "fast: 2",
            "armour: (0, 0, 0)",
            "assault: 0",
            "deflect: 0",
            "assault_weapon: \"blade\"",
            "points: 10",
        ];
        let named = |field: &&&str| !fields.contains(field.split_once(' ').unwrap().0);
        let rest: Vec<&str> = plain.iter().filter(named).copied().collect();
        self.adds("units.ron", &format!("(name: \"{name}\", {}, {fields})", rest.join(", ")))
    }

    /// The battle, set up and not begun; what is wrong with the position where it cannot be.
    pub fn try_ready(&self) -> Result<Battle, Vec<String>> {
        fought::set_up(&self.library(), &self.scenario())
    }

    fn ready(&self) -> Battle {
        self.try_ready().unwrap_or_else(|p| panic!("{p:#?}\n{}", self.scenario()))
    }

    /// Sets the position up; what is wrong with it where it cannot be.
    pub fn try_begin(&self, rolls: &[(&str, u8)]) -> Result<Game, Vec<String>> {
        Ok(Game::begin(self.try_ready()?, rolls))
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
pub type Game = fought::Game<Hexwar>;

impl Game {
    /// What became of a unit's numbers since the last answer, in the words of [`Game::odds`]: up to the beginning of a
    /// stage, or all of it.
    pub fn became(&self, name: &str, until: &str) -> String {
        let (id, mut net) = (self.unit(name), BTreeMap::<u8, (i32, i32)>::new());
        for event in &self.events {
            match event.fact {
                Fact::Step { name, .. } if name == until => break,
                Fact::Changed { unit, field, from, to } if unit == id => {
                    net.entry(field).or_insert((from, to)).1 = to;
                }
                _ => {}
            }
        }
        let names = Unit::names();
        let words = net.iter().filter(|(_, (from, to))| from != to);
        let words: Vec<String> =
            words.map(|(f, (from, to))| format!("{} {from}>{to}", names[usize::from(*f)])).collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
    }

    /// Whether an answer with this verb is listed for a unit and a target.
    pub fn can(&mut self, verb: Verb, unit: &str, target: Target) -> bool {
        let unit = self.unit(unit);
        self.battle.legal(&mut self.list);
        self.list.actions.iter().any(|a| (a.verb, a.unit, a.target) == (verb, unit, target))
    }

    /// What a hit of a single shot does to a unit, as [`Game::odds`] says it: the chances given that it hits.
    pub fn of_hit(&mut self, text: &str, of: &str) -> BTreeMap<String, String> {
        let action = self.action(text);
        let need = self.battle.odds(action).parts[0].need;
        let (hit, one) = (Chance::new((13 - need).into(), 12u8.into()), Chance::from_integer(1u8.into()));
        let mut sums: BTreeMap<String, Chance> =
            self.odds(text, of).into_iter().map(|(words, chance)| (words, chance.parse().unwrap())).collect();
        *sums.get_mut("nothing").unwrap() -= one - &hit;
        sums.retain(|_, chance| *chance != Chance::from_integer(0u8.into()));
        sums.into_iter().map(|(words, chance)| (words, (chance / &hit).to_string())).collect()
    }

    /// The names of the stages begun since the last answer.
    pub fn steps(&self) -> Vec<&'static str> {
        let name = |e: &Event| if let Fact::Step { name, .. } = e.fact { Some(name) } else { None };
        self.events.iter().filter_map(name).collect()
    }
}

/// One unit that fires a weapon of the test's own at another: `Gunner` and `Marker`, both plain in all that is not
/// said. The fields of sheets and weapon are those of the files, the `more` those of a unit in a scenario.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a> {
    pub picture: &'a str,
    pub from: (u16, u16),
    pub to: (u16, u16),
    pub firer: &'a str,
    pub firer_more: &'a str,
    pub weapon: &'a str,
    pub target: &'a str,
    pub target_more: &'a str,
    pub effects: &'a [((u16, u16), &'a str)],
}

/// At normal range on open ground, everybody slow.
pub const DUEL: Duel<'static> = Duel {
    picture: ". . . . . . . . . . . .",
    from: (1, 1),
    to: (4, 1),
    firer: "",
    firer_more: "",
    weapon: "",
    target: "",
    target_more: "",
    effects: &[],
};

/// What the fields say, and defaults for those that they leave out.
fn filled(fields: &str, defaults: &str) -> String {
    let left_out = defaults.split("; ").filter(|d| !fields.contains(&d[..=d.find(':').unwrap()]));
    left_out.chain([fields]).collect::<Vec<_>>().join(", ")
}

impl Duel<'_> {
    const SHEET: &'static str = "class: Infantry; bio: true; models: 1; slow: 1; fast: 2; fly: true; armour: (0, 0, 0); \
                                 assault: 1; deflect: 1; assault_weapon: \"fists\"; points: 10";

    /// The position, in Gunnery 2 where it is not said otherwise.
    pub fn field(&self) -> Field {
        let sheet = |name: &str, faction: &str, fields: &str| {
            format!("(id: \"{name}\", name: \"{name}\", faction: {faction}, {})", filled(fields, Self::SHEET))
        };
        let gun = format!("(id: \"gun\", name: \"gun\", {})", filled(self.weapon, "range: 4; ap: 0; die: 6"));
        let armed = filled(self.firer, "ranged: [(weapon: \"gun\")]");
        let field = Field::drawn(self.picture)
            .adds("weapons.ron", &gun)
            .adds("units.ron", &sheet("Gunner", "Elf", &armed))
            .adds("units.ron", &sheet("Marker", "Ork", self.target))
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .unit("Elves", "Gunner", self.from, &filled(self.firer_more, "speed: Slow"))
            .unit("Orks", "Marker", self.to, &filled(self.target_more, "speed: Slow"))
            .at("Gunnery 2");
        self.effects.iter().fold(field, |field, (at, what)| field.effect(*at, what))
    }

    /// The position, with the firer about to declare.
    pub fn begin(&self) -> Game {
        self.field().begin(&[])
    }

    /// The modifiers of its shot, as the resolver logs them, and the least face that hits.
    pub fn modifiers(&self) -> (Vec<(String, i8)>, u8) {
        let mut game = self.begin();
        let action = game.action(SHOT);
        let part = game.battle.odds(action).parts.remove(0);
        (part.modifiers.iter().map(|m| (m.rule.to_string(), m.value)).collect(), part.need)
    }
}

/// The words of a duel's shot.
pub const SHOT: &str = "Gunner fires gun at Marker";

/// A target that is a hex.
pub fn hex(cell: Cell) -> Target {
    Target::Hex(cell)
}
