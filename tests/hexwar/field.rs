//! Positions for rule tests: a drawn map, units with their numbers, dice written down by rule id.

use std::collections::BTreeMap;
use std::fmt::Write;

use hexfray::battle::{
    Action, Chance, Dice, Event, Every, Fact, Listing, Log, Refusal, Rule, Scripted, Target, UnitId, Verb,
};
use hexfray::board::Cell;
use hexfray::content::{Library, shipped};
use hexfray::rules::hexwar::Battle;
use hexfray::rules::{AnyBattle, AnyRules, hexwar::Hexwar};
use hexfray::scenario::Scenario;

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
            files: shipped(),
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
        let text = self.files.get_mut(&format!("assets/hexwar/{file}")).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
        *text = text.replace(from, to);
        self
    }

    /// Adds a weapon or a unit of the test's own to `weapons.ron` or `units.ron`.
    pub fn adds(mut self, file: &str, item: &str) -> Field {
        let text = self.files.get_mut(&format!("assets/hexwar/{file}")).unwrap();
        let end = text.rfind(']').unwrap();
        text.insert_str(end, &format!("{item},\n"));
        self
    }

    /// The text of the scenario file.
    pub fn scenario(&self) -> String {
        let Field { sides, units, effects, extra, stage, turn, turns, .. } = self;
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
    pub fn sheet(mut self, name: &str, fields: &str) -> Field {
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
        let text = self.files.get_mut("assets/hexwar/units.ron").unwrap();
        let end = text.rfind(']').unwrap();
        text.insert_str(end, &format!("(name: \"{name}\", {}, {fields}),\n", rest.join(", ")));
        self
    }

    /// The battle, set up and not begun; what is wrong with the position where it cannot be.
    pub fn try_ready(&self) -> Result<Battle, Vec<String>> {
        let library = self.library();
        let said = |p: Vec<hexfray::source::Problem>| p.iter().map(ToString::to_string).collect::<Vec<_>>();
        let scenario = Scenario::parse(&library, "test.ron", &self.scenario()).map_err(said)?;
        let battle: AnyBattle = scenario.battle(&library).map_err(said)?;
        Ok(Hexwar::of(&battle).unwrap().clone())
    }

    /// Sets the position up; what is wrong with it where it cannot be.
    pub fn try_begin(&self, rolls: &[(&str, u8)]) -> Result<Game, Vec<String>> {
        let battle = self.try_ready()?;
        let mut game = Game { battle, list: Listing::default(), events: Vec::new() };
        game.with_dice(rolls, |battle, dice, log| battle.start(dice, log));
        Ok(game)
    }

    /// Sets the position up and runs it to its first decision with these rolls, all of which must be used.
    pub fn begin(&self, rolls: &[(&str, u8)]) -> Game {
        self.try_begin(rolls).unwrap_or_else(|p| panic!("{p:#?}\n{}", self.scenario()))
    }

    /// What is read off at the first decision, with its exact chance over all rolls on the way there.
    pub fn chances<T: Ord>(&self, read: impl Fn(&Game) -> T) -> BTreeMap<T, Chance> {
        let battle = self.try_ready().unwrap_or_else(|p| panic!("{p:#?}\n{}", self.scenario()));
        every(&battle, |battle, dice, log| battle.start(dice, log), read)
    }
}

/// Runs a battle in every way that the dice may fall, and adds up the chances of what is read off in the end.
fn every<T: Ord>(
    from: &Battle,
    run: impl Fn(&mut Battle, &mut dyn Dice, &mut Log),
    read: impl Fn(&Game) -> T,
) -> BTreeMap<T, Chance> {
    let (mut dice, mut sums) = (Every::default(), BTreeMap::new());
    loop {
        let mut log = Log::on();
        let mut battle = from.clone();
        run(&mut battle, &mut dice, &mut log);
        let game = Game::now(battle, log);
        *sums.entry(read(&game)).or_insert_with(|| Chance::from_integer(0u8.into())) += dice.chance();
        if !dice.advance() {
            return sums;
        }
    }
}

/// A battle in a test.
#[derive(Debug)]
pub struct Game {
    /// The battle.
    pub battle: Battle,
    /// What happened since the last answer.
    pub events: Vec<Event>,
    list: Listing,
}

impl Game {
    /// A battle that was run elsewhere, with what happened.
    pub fn now(battle: Battle, log: Log) -> Game {
        Game { battle, list: Listing::default(), events: log.events }
    }

    fn with_dice(&mut self, rolls: &[(&str, u8)], run: impl FnOnce(&mut Battle, &mut Scripted, &mut Log)) {
        let mut dice = Scripted::new(rolls.iter().map(|r| (r.0.to_owned(), r.1)).collect());
        let mut log = Log::on();
        run(&mut self.battle, &mut dice, &mut log);
        self.events = log.events;
        dice.finish().unwrap_or_else(|fault| panic!("{fault}\n{:#?}", self.events));
    }

    /// The unit of a name.
    pub fn unit(&self, name: &str) -> UnitId {
        let named = |u: &UnitId| hexfray::rules::hexwar::words::name(&self.battle, *u) == name;
        self.battle.units().find(named).unwrap_or_else(|| panic!("no unit is named {name}"))
    }

    /// The hex at a column and row.
    pub fn hex(&self, column: u16, row: u16) -> Cell {
        self.battle.board().at(column, row)
    }

    /// Where a unit stands; (0, 0) off the board.
    pub fn place(&self, name: &str) -> (u16, u16) {
        let at = self.battle.piece(self.unit(name)).at;
        if at.is_some() { self.battle.board().column_row(at) } else { (0, 0) }
    }

    /// A number of a unit.
    pub fn value(&self, name: &str, field: &str) -> i32 {
        use hexfray::battle::Record;
        let index = hexfray::rules::hexwar::Unit::names().iter().position(|n| n == field);
        self.battle.unit(self.unit(name)).value(index.unwrap_or_else(|| panic!("no number {field}")))
    }

    /// Whose decision it is, by the side's name; empty when the battle is over.
    pub fn asked(&self) -> String {
        let side = |d: hexfray::battle::Decision| self.battle.shared().sides[d.side.index()].name.clone();
        self.battle.decision().map(side).unwrap_or_default()
    }

    /// The rule that asks.
    pub fn asking(&self) -> Rule {
        self.battle.decision().map_or(Rule(""), |d| d.rule)
    }

    /// Where the turn is.
    pub fn stage(&self) -> &'static str {
        let stage = hexfray::rules::hexwar::turn::stage_now(&self.battle);
        stage.map_or("", |s| hexfray::rules::hexwar::TURN[s].0)
    }

    /// All legal answers, in words.
    pub fn offers(&mut self) -> Vec<String> {
        self.battle.legal(&mut self.list);
        self.list.actions.iter().map(|&a| hexfray::battle::Rules::describe(&self.battle, a)).collect::<Vec<_>>()
    }

    /// The one legal answer whose words contain the text.
    pub fn action(&mut self, text: &str) -> Action {
        let offers = self.offers();
        let found: Vec<usize> = (0..offers.len()).filter(|&i| offers[i].contains(text)).collect();
        let exact: Vec<usize> = found.iter().copied().filter(|&i| offers[i] == text).collect();
        match (&found[..], &exact[..]) {
            ([one], _) | (_, [one]) => self.list.actions[*one],
            _ => panic!("{} offers match \"{text}\" in {}: {offers:#?}", found.len(), self.stage()),
        }
    }

    /// Gives the one answer whose words contain the text, with exactly these rolls up to the next decision.
    pub fn act(&mut self, text: &str, rolls: &[(&str, u8)]) {
        let action = self.action(text);
        self.with_dice(rolls, |battle, dice, log| battle.play_unchecked(action, dice, log));
    }

    /// Gives answers one after the other that need no rolls.
    pub fn acts(&mut self, texts: &[&str]) {
        texts.iter().for_each(|t| self.act(t, &[]));
    }

    /// Tries an action that must be refused, and says how; the battle must stay as it was.
    pub fn refused(&mut self, action: Action) -> Refusal {
        let before = self.battle.digest();
        let mut dice = Scripted::new(Vec::new());
        let refusal = self.battle.play(action, &mut self.list, &mut dice, &mut Log::off()).expect_err("it was legal");
        assert_eq!(before, self.battle.digest());
        refusal
    }

    /// The exact chances of what the answer with these words leads to, by what becomes of one unit: the numbers of it
    /// that change, as `models 5>4, future 0>1`, or `nothing`.
    pub fn odds(&mut self, text: &str, of: &str) -> BTreeMap<String, String> {
        let (action, unit) = (self.action(text), self.unit(of));
        let odds = self.battle.odds(action);
        assert_eq!(odds.missing, Chance::from_integer(0u8.into()), "some chance is not covered");
        let mut sums: BTreeMap<String, Chance> = BTreeMap::new();
        for outcome in odds.outcomes {
            let mine = outcome.changes.iter().filter(|c| c.0 == unit);
            let words: Vec<String> = mine.map(|(_, field, from, to)| format!("{field} {from}>{to}")).collect();
            let words = if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
            *sums.entry(words).or_insert_with(|| Chance::from_integer(0u8.into())) += outcome.chance;
        }
        sums.into_iter().map(|(words, chance)| (words, chance.to_string())).collect()
    }

    /// What is read off at the next decision after this answer, with its exact chance over all rolls on the way.
    pub fn chances<T: Ord>(&mut self, text: &str, read: impl Fn(&Game) -> T) -> BTreeMap<T, Chance> {
        let action = self.action(text);
        every(&self.battle, |battle, dice, log| battle.play_unchecked(action, dice, log), read)
    }

    /// What became of a unit's numbers since the last answer, in the words of [`Game::odds`]: up to the beginning of a
    /// stage, or all of it.
    pub fn became(&self, name: &str, until: &str) -> String {
        use hexfray::battle::Record;
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
        let names = hexfray::rules::hexwar::Unit::names();
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

    /// The rules of the events since the last answer.
    pub fn rules(&self) -> Vec<&'static str> {
        self.events.iter().map(|e| e.rule.0).collect()
    }
}

impl Game {
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
        (part.modifiers.iter().map(|m| (m.0.to_string(), m.1)).collect(), part.need)
    }
}

/// The words of a duel's shot.
pub const SHOT: &str = "Gunner fires gun at Marker";

/// Chances as [`Game::odds`] says them.
pub fn chances(expected: &[(&str, &str)]) -> BTreeMap<String, String> {
    expected.iter().map(|(words, chance)| ((*words).to_owned(), (*chance).to_owned())).collect()
}

/// A target that is a hex.
pub fn hex(cell: Cell) -> Target {
    Target::Hex(cell)
}

/// Chances as the inventory writes them, by what they are of.
pub fn table<T: Ord>(rows: impl IntoIterator<Item = (T, &'static str)>) -> BTreeMap<T, Chance> {
    rows.into_iter().map(|(what, chance)| (what, ratio(chance))).collect()
}

/// A fraction as the inventory writes it.
pub fn ratio(text: &str) -> Chance {
    text.parse().unwrap_or_else(|_| panic!("{text} is not a fraction"))
}
