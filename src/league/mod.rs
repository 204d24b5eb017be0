//! Leagues: opponents against opponents, in pairs of battles with the same dice and sides swapped.
//!
//! A [`Spec`] says who meets whom and where. A [`League`] is a spec with its content at hand: it knows every battle by
//! its number and fights it, always to the same end. [`run`] fights those that are missing on all cores and keeps each
//! as a line of a file; [`store`] reads, resumes and merges such files. [`tally`] counts them up, [`statistics`] says
//! how sure the counts are, also without the luck of the dice, and [`report`] writes it down. [`tune`], [`balance`] and
//! [`lab`] play leagues of their own; [`fit`] learns from their journals who is winning; [`tactics`] puts positions whose
//! answer is known to opponents, and [`campaigns`] sends them through campaigns.

pub mod balance;
pub mod blunders;
pub mod campaigns;
pub mod draw;
pub mod fit;
pub mod game;
pub mod lab;
mod luck;
pub mod report;
pub mod run;
pub mod spec;
pub mod statistics;
pub mod store;
pub mod tactics;
pub mod tally;
pub mod tunable;
pub mod tune;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::battle::{SideId, mix};
use crate::content::{Fingerprint, Library};
use crate::opponents;
use crate::referee::{MEMORY, Program, Seat};
use crate::rules::AnyBattle;
use crate::scenario::forces::change_side;
use crate::scenario::{Scenario, Session};
use crate::source::{Document, Field, Problem, Value, open};

use game::{MatchResult, Player};
pub use spec::Spec;
use spec::{Fault, Fight, Format, Part};
use store::Shard;

/// Seconds for a decision of a program whose entrant states none.
const PATIENCE: f32 = 60.0;

/// Where battles are fought: a scenario, with a map and rosters.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its name in tables.
    pub name: String,
    scenario: Scenario,
}

/// A scenario set up for two entrants.
#[derive(Clone, Debug)]
struct Start {
    scenario: Scenario,
    content: Fingerprint,
    battle: AnyBattle,
    forces: [String; 2],
    costs: [u32; 2],
}

/// What two entrants bring.
type Baggage = [BTreeMap<String, String>; 2];

/// One battle of a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number, from 0. Two after each other are a pair.
    pub number: u32,
    /// Which setting.
    pub setting: usize,
    /// Which entrants sit at the two sides.
    pub seats: [usize; 2],
    /// The pair's seed.
    pub seed: u64,
}

impl Game {
    /// The number of its pair.
    #[must_use]
    pub fn pair(&self) -> u32 {
        self.number / 2
    }
}

/// A spec with the content of its battles.
#[derive(Clone, Debug)]
pub struct League {
    /// What it is about.
    pub spec: Spec,
    library: Library,
    // What opponents are called in the library, by entrant.
    opponents: Vec<String>,
    settings: Vec<Setting>,
    // By setting and what the entrants bring.
    starts: BTreeMap<(usize, Baggage), Start>,
    pairings: Vec<[usize; 2]>,
}

impl League {
    /// The league of a spec file.
    ///
    /// # Errors
    /// Everything that is wrong in it.
    pub fn open(library: &Library, document: &Document) -> Result<League, Vec<Problem>> {
        let spec = Spec::read(document)?;
        League::new(library, spec).map_err(|faults| Spec::located(document, faults))
    }

    /// The league of a spec.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn new(library: &Library, spec: Spec) -> Result<League, Vec<Fault>> {
        let mut faults = spec.faults();
        if !faults.is_empty() {
            // It may be too large to be looked at.
            return Err(faults);
        }
        let mut settings = Vec::new();
        for (i, fight) in spec.battles.iter().enumerate() {
            match Setting::all(library, fight) {
                Ok(mut all) => settings.append(&mut all),
                Err(wrong) => faults.extend(passed_on(Part::Battle(i), &wrong)),
            }
        }
        let (library, opponents) = match enlist(library, &spec, &settings) {
            Ok(enlisted) => enlisted,
            Err(mut wrong) => {
                faults.append(&mut wrong);
                return Err(faults);
            }
        };
        let pairings = pairings(&spec);
        let mut league = League { spec, library, opponents, settings, starts: BTreeMap::new(), pairings };
        league.set_up(&mut faults);
        if faults.is_empty() { Ok(league) } else { Err(faults) }
    }

    /// Sets up every scenario for every pairing that fights in it.
    fn set_up(&mut self, faults: &mut Vec<Fault>) {
        let mut named = Vec::new();
        for (number, setting) in self.settings.iter().enumerate() {
            for seats in self.pairings.iter().flat_map(|&[a, b]| [[a, b], [b, a]]) {
                let brought = seats.map(|e| self.spec.entrants[e].brings.clone());
                let start = match self.starts.entry((number, brought)) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => {
                        match Start::of(&self.library, setting, seats.map(|e| &self.spec.entrants[e])) {
                            Ok(start) => new.insert(start),
                            Err(wrong) => {
                                let who = seats.into_iter().find(|&e| !self.spec.entrants[e].brings.is_empty());
                                for fault in passed_on(who.map_or(Part::Field("battles"), Part::Entrant), &wrong) {
                                    // The same fault is found with the sides swapped.
                                    if !faults.contains(&fault) {
                                        faults.push(fault);
                                    }
                                }
                                continue;
                            }
                        }
                    }
                };
                if self.spec.luck {
                    let judge = opponents::evaluator(&self.library, &start.battle);
                    for fault in judge.err().iter().flat_map(|wrong| passed_on(Part::Field("luck"), wrong)) {
                        if !faults.contains(&fault) {
                            faults.push(fault);
                        }
                    }
                }
                for entrant in seats {
                    let fresh = !named.contains(&(entrant, setting.scenario.ruleset));
                    if fresh && self.spec.entrants[entrant].program.is_empty() {
                        named.push((entrant, setting.scenario.ruleset));
                        let made = opponents::opponent(&self.library, &start.battle, &self.opponents[entrant]);
                        faults.extend(made.err().iter().flat_map(|wrong| passed_on(Part::Entrant(entrant), wrong)));
                    }
                }
            }
        }
    }

    /// How many battles it has; a match may end before.
    #[must_use]
    pub fn games(&self) -> u32 {
        2 * self.spec.pairs * (self.settings.len() * self.pairings.len()) as u32
    }

    /// How many battles a part of it has.
    #[must_use]
    pub fn games_of(&self, shard: Shard) -> u32 {
        let (pairs, part, of) = (u64::from(self.games() / 2), u64::from(shard.part), u64::from(shard.of));
        2 * ((pairs + of - part) / of) as u32
    }

    /// The battle of a number. Every pairing meets once in each setting before any meets again.
    #[must_use]
    pub fn game(&self, number: u32) -> Game {
        deal(&self.spec, self.settings.len(), &self.pairings, number)
    }

    /// The names of the settings.
    pub fn settings(&self) -> impl Iterator<Item = &str> {
        self.settings.iter().map(|s| s.name.as_str())
    }

    /// Search iterations of an entrant's opponent at each decision; none where it does not search, or has no fixed
    /// number.
    #[must_use]
    pub fn iterations(&self, entrant: usize) -> Option<u32> {
        let (name, budget) = opponents::budget(&self.opponents[entrant]).ok()?;
        if let Some(budget) = budget {
            return budget.time.is_none().then_some(budget.iterations);
        }
        let ruleset = self.settings.first()?.scenario.ruleset;
        let path = format!("assets/opponents/{ruleset}/{name}.ron");
        let document = Document::parse(&path, self.library.text(&path)?).ok()?;
        // With or without a `Some` around it.
        let search = document.root.get("search")?;
        match search.items().first().unwrap_or(search).get("iterations")?.value {
            Value::Whole(iterations) => iterations.try_into().ok(),
            _ => None,
        }
    }

    /// The fingerprint of all content that battles and opponents come from.
    #[must_use]
    pub fn content(&self) -> Fingerprint {
        let starts = self.starts.values().map(|start| start.content).fold(Fingerprint::default(), Fingerprint::and);
        let ours = |path: &&str| path.starts_with("assets/opponents/");
        let files =
            self.library.paths().into_iter().filter(ours).filter_map(|path| Some((path, self.library.text(path)?)));
        files.map(|(path, text)| Fingerprint::of_text(text).at(path)).fold(starts, Fingerprint::and)
    }

    fn start(&self, game: Game) -> &Start {
        let brought = game.seats.map(|e| self.spec.entrants[e].brings.clone());
        &self.starts[&(game.setting, brought)]
    }

    /// Fights a battle.
    fn fight(&self, game: Game) -> MatchResult {
        let start = self.start(game);
        let player = |side: usize| {
            let entrant = &self.spec.entrants[game.seats[side]];
            if entrant.program.is_empty() {
                let name = &self.opponents[game.seats[side]];
                let opponent = opponents::opponent(&self.library, &start.battle, name);
                return Player::Opponent(opponent.expect("it was made when the league was set up"));
            }
            let seat = Seat {
                side: SideId(side as u8),
                iterations: entrant.iterations,
                seconds: entrant.seconds.unwrap_or(PATIENCE),
            };
            let (scenario, content, memory) =
                (&start.scenario.name, start.content.meant, entrant.memory.unwrap_or(MEMORY));
            Player::Program(Program::start(&entrant.program, memory, seat, scenario, content, &start.battle))
        };
        let judge = self.spec.luck.then(|| opponents::evaluator(&self.library, &start.battle));
        let judge = judge.and_then(|judge| judge.expect("it was made when the league was set up"));
        game::fight(&start.battle, [player(0), player(1)], game.seed, self.library.codex(), judge)
    }

    /// The journal of a battle that was fought.
    fn journal(&self, game: Game, fought: &MatchResult) -> Result<Session, Vec<Problem>> {
        let start = self.start(game);
        let session = Session::begin(&self.library, start.scenario.clone(), game.seed)?;
        let names = game.seats.map(|e| self.spec.entrants[e].name.clone());
        let mut session = session.owned_by(names.to_vec());
        for &action in &fought.actions {
            session.play(action).map_err(|r| Problem::whole(&start.scenario.name, r.to_string(), ""))?;
        }
        Ok(session)
    }
}

/// The scenarios of a ruleset for two sides, by their names.
#[must_use]
pub fn scenarios(library: &Library, ruleset: &str) -> Vec<String> {
    let fits = |name: &&String| {
        let battle = Scenario::open(library, name).and_then(|s| s.battle(library));
        battle.is_ok_and(|b| b.ruleset() == ruleset && b.players() == 2)
    };
    library.scenarios().keys().filter(fits).cloned().collect()
}

/// Problems of content as faults of the part that asks for it.
fn passed_on(part: Part, problems: &[Problem]) -> Vec<Fault> {
    problems.iter().map(|p| Fault::new(part, p.to_string(), "")).collect()
}

/// The battle of a number in a league of so many settings.
fn deal(spec: &Spec, settings: usize, pairings: &[[usize; 2]], number: u32) -> Game {
    let pair = number / 2;
    let rest = pair as usize % (settings * pairings.len());
    let (setting, pairing) = (rest / pairings.len(), rest % pairings.len());
    let [a, b] = pairings[pairing];
    let seats = if number.is_multiple_of(2) { [a, b] } else { [b, a] };
    Game { number, setting, seats, seed: mix(spec.seed, u64::from(pair)) }
}

/// Who meets whom.
fn pairings(spec: &Spec) -> Vec<[usize; 2]> {
    let count = spec.entrants.len();
    let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
    let meets = |&[a, b]: &[usize; 2]| match spec.format {
        Format::RoundRobin => true,
        Format::Groups { of } => a % of == b % of,
        Format::Gauntlet | Format::Sprt { .. } => a == 0,
    };
    all.filter(meets).collect()
}

impl Setting {
    /// The settings of a scenario: with each of its maps and rosters.
    fn all(library: &Library, fight: &Fight) -> Result<Vec<Setting>, Vec<Problem>> {
        let scenario = Scenario::open(library, &fight.scenario)?;
        let maps: Vec<Option<&String>> = optional(&fight.maps);
        let mut settings = Vec::new();
        for map in maps {
            for rosters in optional(&fight.rosters) {
                let mut name = fight.scenario.clone();
                map.iter().for_each(|map| name += &format!(" on {map}"));
                rosters.iter().for_each(|[a, b]| name += &format!(", {a} against {b}"));
                let named = |roster: &String| vec![Field::new("roster", Value::of(roster))];
                let fields = rosters.map_or_else(Default::default, |r| [named(&r[0]), named(&r[1])]);
                let scenario = changed(library, &scenario, map.map(String::as_str), fields)?;
                settings.push(Setting { name, scenario });
            }
        }
        Ok(settings)
    }
}

/// Each item of a list, or one `None` if it is empty.
fn optional<T>(list: &[T]) -> Vec<Option<&T>> {
    if list.is_empty() { vec![None] } else { list.iter().map(Some).collect() }
}

/// A scenario on another map, and with other fields of its sides.
fn changed(
    library: &Library,
    scenario: &Scenario,
    map: Option<&str>,
    brought: [Vec<Field>; 2],
) -> Result<Scenario, Vec<Problem>> {
    if map.is_none() && brought.iter().all(Vec::is_empty) {
        return Ok(scenario.clone());
    }
    let rosters = library.rosters_of(scenario.ruleset);
    scenario.changed(library, |document| {
        if let Some(map) = map {
            document.set("map", Value::of(map))?;
        }
        for (side, fields) in brought.into_iter().enumerate() {
            let names: Vec<String> = fields.iter().map(|field| field.name.clone()).collect();
            let mut without: Vec<&str> = names.iter().map(String::as_str).collect();
            if without.iter().any(|name| ["roster", "muster"].contains(name)) {
                without.extend(rosters.map_or(&[][..], |rosters| rosters.replaced()));
            }
            change_side(document, side, &without, fields);
        }
        Ok(())
    })
}

/// What an entrant brings, as fields of a side.
fn brought(entrant: &spec::Entrant) -> Result<Vec<Field>, Vec<Problem>> {
    let field = |(name, text): (&String, &String)| {
        let value = Value::parse(text)
            .map_err(|wrong| Problem::whole(&entrant.name, format!("{name}: {}", wrong.message), wrong.hint))?;
        Ok(Field::new(name, value))
    };
    entrant.brings.iter().map(field).collect()
}

impl Start {
    fn of(library: &Library, setting: &Setting, entrants: [&spec::Entrant; 2]) -> Result<Start, Vec<Problem>> {
        let [first, second] = entrants;
        let scenario = changed(library, &setting.scenario, None, [brought(first)?, brought(second)?])?;
        let battle = scenario.battle(library)?;
        if battle.players() != 2 {
            let message = format!("this battle is for {} sides", battle.players());
            return Err(vec![Problem::whole(&scenario.name, message, "a league needs battles for two")]);
        }
        let force = |side: usize| {
            let written = |field: &str| match &scenario.side_nodes().get(side)?.get(field)?.value {
                Value::Text(word) | Value::Name(word) => Some(word.clone()),
                _ => None,
            };
            let brought = Some(entrants[side]).filter(|e| !e.brings.is_empty()).map(|e| e.name.clone());
            let given = brought.or_else(|| written("roster")).or_else(|| written("faction"));
            given.unwrap_or_else(|| scenario.sides[side].clone())
        };
        let cost = |side: u8| {
            let own = battle.units().filter(|&unit| battle.piece(unit).side == SideId(side));
            own.map(|unit| u32::from(battle.cost(unit))).sum()
        };
        let (forces, costs) = ([force(0), force(1)], [cost(0), cost(1)]);
        Ok(Start { content: scenario.content(library), forces, costs, scenario, battle })
    }
}

/// The library with the entrants' own opponent files added, and the names, with budgets, of the opponents in it.
fn enlist(library: &Library, spec: &Spec, settings: &[Setting]) -> Result<(Library, Vec<String>), Vec<Fault>> {
    let mut rulesets: Vec<&str> = settings.iter().map(|s| s.scenario.ruleset).collect();
    rulesets.sort_unstable();
    rulesets.dedup();
    let (mut names, mut files) = (Vec::new(), Vec::new());
    for (i, entrant) in spec.entrants.iter().enumerate() {
        let mut name = entrant.opponent().to_owned();
        if name.ends_with(".ron") && entrant.program.is_empty() {
            let text = open(&name).map_err(|wrong| passed_on(Part::Entrant(i), &[wrong]))?;
            name = format!("{} for {}", name.replace(['/', '@'], " "), entrant.name.replace('@', " "));
            files.extend(rulesets.iter().map(|r| (format!("assets/opponents/{r}/{name}.ron"), text.clone())));
        }
        name.extend(entrant.iterations.map(|n| format!("@{n}")));
        name.extend(entrant.seconds.map(|s| format!("@{s}s")));
        names.push(name);
    }
    let library = if files.is_empty() { Ok(library.clone()) } else { library.with(files) };
    Ok((library.map_err(|wrong| passed_on(Part::Field("entrants"), &wrong))?, names))
}
