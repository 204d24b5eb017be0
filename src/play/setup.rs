//! The set-up of a battle: scenario, hulk, rosters, players and seed.

use std::path::{Path, PathBuf};

use crate::content::Library;
use crate::opponents::{self, Known};
use crate::platform::{Answer, Task};
use crate::rules::AnyBattle;
use crate::rules::options::{self, Switch};
use crate::scenario::custom::{self, Custom};
use crate::scenario::forces::{Army, Force, Offer, offers};
use crate::scenario::hulk::Params;
use crate::scenario::journal::PERSON;
use crate::scenario::options::Wanted;
use crate::scenario::{Scenario, Session, offered};
use crate::source::{Problem, Value, lines};

/// The request for a hulk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The seed as it is written.
    pub seed: String,
    /// Rooms, all decks together.
    pub rooms: u16,
    /// Decks.
    pub decks: u16,
}

/// A scenario with the battle as it would begin.
type Ready = (Scenario, AnyBattle);

/// The set-up of a battle.
pub struct Setup {
    library: &'static Library,
    /// The scenarios, grouped by ruleset.
    pub scenarios: Vec<Scenario>,
    /// Files with mistakes, a line for each.
    pub left_out: Vec<String>,
    /// The one chosen.
    pub chosen: usize,
    /// The battle at its beginning; none where something is wrong.
    pub preview: Option<AnyBattle>,
    /// The battle of the person's own making that is chosen; none where a scenario is.
    pub custom: Option<Custom>,
    // The battles of the person's own making, one for each ruleset, as they are at first.
    customs: Vec<Custom>,
    // The chosen scenario with the person's changes.
    changed: Scenario,
    preparing: Option<Task<Result<Ready, Vec<Problem>>>>,
    /// Who decides for each side.
    pub owners: Vec<String>,
    /// The computer opponents that can decide, the weakest first.
    pub levels: Vec<Known>,
    /// The force of each side; none where it cannot be changed.
    pub forces: Vec<Option<Force>>,
    /// The rosters that sides can take.
    pub offers: Vec<Offer>,
    /// The switches that the scenario chosen has, each with its values and the one in force.
    pub options: Vec<options::Setting>,
    // The values that were asked for.
    wanted: Vec<Wanted>,
    // The folder of the person's own rosters.
    own: Option<PathBuf>,
    /// The request for a hulk instead of the scenario's map; none where that is no ship.
    pub wish: Option<Request>,
    // The name of the generated hulk.
    hulk: Option<String>,
    /// The seed as it is written.
    pub seed: String,
    /// What is wrong, in words.
    pub fault: Option<String>,
}

impl Setup {
    /// The first choice: a scenario ready to begin, with a person on its first side. `folder` holds the person's own
    /// rosters.
    ///
    /// # Errors
    /// No scenario can be offered.
    pub fn new(library: &'static Library, seed: u64, own: Option<&Path>) -> Result<Setup, Vec<Problem>> {
        let (scenarios, left_out) = offered(library);
        if scenarios.is_empty() {
            return Err(left_out);
        }
        let mut scenarios: Vec<Scenario> = scenarios.into_iter().map(|(_, scenario)| scenario).collect();
        let customs = Custom::of_each(library);
        scenarios.extend(customs.iter().filter_map(|custom| custom.scenario(library).ok()));
        scenarios.sort_by(|a, b| (a.ruleset, &a.name).cmp(&(b.ruleset, &b.name)));
        let first = scenarios.iter().position(|s| s.document.file.contains("crossroads")).unwrap_or(0);
        let mut setup = Setup {
            library,
            changed: scenarios[first].clone(),
            scenarios,
            left_out: left_out.iter().map(ToString::to_string).collect(),
            chosen: 0,
            preview: None,
            custom: None,
            customs,
            preparing: None,
            owners: Vec::new(),
            levels: Vec::new(),
            forces: Vec::new(),
            offers: Vec::new(),
            options: Vec::new(),
            wanted: Vec::new(),
            own: own.map(Path::to_owned),
            wish: None,
            hulk: None,
            seed: seed.to_string(),
            fault: None,
        };
        setup.choose(first);
        Ok(setup)
    }

    /// The chosen scenario with the person's changes.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.changed
    }

    /// Chooses a scenario: a person plays its first side, the usual opponent the others.
    pub fn choose(&mut self, place: usize) {
        self.chosen = place.min(self.scenarios.len() - 1);
        self.changed = self.scenarios[self.chosen].clone();
        (self.fault, self.preparing, self.hulk, self.wish) = (None, None, None, None);
        let custom = self.customs.iter().find(|custom| custom.ruleset == self.changed.ruleset);
        self.custom = custom.filter(|_| self.changed.document.file == custom::FILE).cloned();
        self.wanted.clear();
        self.options.clear();
        self.forces = self.changed.forces(self.library);
        self.offers = offers(self.library, self.changed.ruleset, self.own.as_deref());
        // A force written in the scenario's file is a choice too, if it is no roster.
        if self.forces.iter().flatten().any(|force| force.army == Army::Given) {
            self.offers.insert(0, Offer { words: Army::Given.title(), army: Army::Given });
        }
        match self.changed.battle(self.library) {
            Ok(battle) => {
                self.owners.clear();
                self.levels = opponents::known(self.library, battle.ruleset());
                self.take(battle);
            }
            Err(problems) => {
                self.preview = None;
                self.fault = Some(lines(&problems));
            }
        }
    }

    /// Gives a side another army, or another limit of points.
    pub fn enlist(&mut self, side: usize, force: Force) {
        if let Some(Some(now)) = self.forces.get_mut(side) {
            *now = force;
            if let Some(custom) = &mut self.custom {
                custom.armies = self.forces.iter().flatten().map(|force| force.army.clone()).collect();
            }
            self.prepare();
        }
    }

    /// Sets up another battle of the person's own making.
    pub fn make(&mut self, custom: Custom) {
        let force = |army: &Army| Some(Force { army: army.clone(), points: None });
        self.forces = custom.armies.iter().map(force).collect();
        self.custom = Some(custom);
        self.prepare();
    }

    /// The maps that a battle of the person's own making can be fought on.
    #[must_use]
    pub fn maps(&self) -> Vec<&'static str> {
        self.library.map_names()
    }

    /// Takes in a battle as it would begin. Where nobody has said who plays, a person plays the first side, the usual
    /// opponent the others.
    fn take(&mut self, battle: AnyBattle) {
        let ship = !battle.board().spaces().is_empty();
        let usual = || Request { seed: self.seed.clone(), rooms: 8, decks: battle.board().decks };
        self.wish = ship.then(|| self.wish.clone().unwrap_or_else(usual));
        let opponent = opponents::favourite(self.library, battle.ruleset());
        self.owners.truncate(battle.players());
        for side in self.owners.len()..battle.players() {
            self.owners.push(if side == 0 { PERSON.to_owned() } else { opponent.clone() });
        }
        let switches: Vec<&str> = self.changed.switches().map(|switch| switch.name).collect();
        self.options = battle.options();
        self.options.retain(|(switch, _)| switches.contains(&switch.name));
        self.preview = Some(battle);
    }

    /// Sets a switch to one of its values, by its place.
    pub fn set(&mut self, switch: &Switch, value: usize) {
        let Some(value) = switch.values.get(value) else { return };
        self.wanted.retain(|wanted| wanted.switch != switch.name);
        self.wanted.push(Wanted { switch: switch.name.to_owned(), value: value.name.to_owned() });
        self.prepare();
    }

    /// Generates the hulk of the request.
    pub fn draw(&mut self) {
        let Some(wish) = &self.wish else { return };
        match wish.seed.trim().parse() {
            Ok(seed) => {
                let hulk = Params::called(seed, wish.rooms, wish.decks);
                match &mut self.custom {
                    Some(custom) => custom.map = hulk,
                    None => self.hulk = Some(hulk),
                }
                self.prepare();
            }
            Err(_) => self.fault = Some("A hulk's seed is a whole number, 0 or more".to_owned()),
        }
    }

    /// Sets the changed scenario up beside the frame, as a hulk takes a while.
    fn prepare(&mut self) {
        self.fault = None;
        let (library, wanted) = (self.library, self.wanted.clone());
        let ready = move |scenario: Scenario| {
            let changed = scenario.with_options(library, &wanted)?;
            let battle = changed.battle(library)?;
            Ok((changed, battle))
        };
        if let Some(custom) = self.custom.clone() {
            self.preparing = Some(Task::start(move || custom.scenario(library).and_then(ready)));
            return;
        }
        let scenario = &self.scenarios[self.chosen];
        let mut document = scenario.document.clone();
        let map = self.hulk.as_ref().map_or(Ok(()), |name| document.set("map", Value::of(name)).map_err(Vec::from));
        if let Err(problems) = map.and_then(|()| scenario.enlist(self.library, &self.forces, &mut document)) {
            (self.preview, self.preparing, self.fault) = (None, None, Some(lines(&problems)));
            return;
        }
        self.preparing = Some(Task::start(move || Scenario::of(library, document).and_then(ready)));
    }

    /// Takes in a scenario that has been set up. Returns whether one is still being set up.
    pub fn waits(&mut self) -> bool {
        let Some(preparing) = &self.preparing else { return false };
        match preparing.poll() {
            Answer::Ready(Ok((scenario, battle))) => {
                self.changed = scenario;
                self.take(battle);
            }
            Answer::Ready(Err(problems)) => (self.preview, self.fault) = (None, Some(lines(&problems))),
            Answer::Pending => return true,
            Answer::Ended => self.fault = Some("it could not be drawn".to_owned()),
        }
        self.preparing = None;
        false
    }

    /// Begins the battle; none where something is wrong, which the screen then says.
    pub fn begin(&mut self) -> Option<Session> {
        let Ok(seed) = self.seed.trim().parse::<u64>() else {
            self.fault = Some("A seed is a whole number, 0 or more".to_owned());
            return None;
        };
        match Session::begin(self.library, self.changed.clone(), seed) {
            Ok(session) => Some(session.owned_by(self.owners.clone())),
            Err(problems) => {
                self.fault = Some(lines(&problems));
                None
            }
        }
    }
}

/// The battle that is offered to whoever has none to go on with: a person plays its first side, and the usual opponent the
/// others. None where the content names no such scenario.
///
/// # Errors
/// The scenario is wrong.
pub fn first(library: &Library, seed: u64) -> Result<Option<Session>, Vec<Problem>> {
    let Some(name) = library.first() else { return Ok(None) };
    let session = Session::begin(library, Scenario::open(library, name)?, seed)?;
    let usual = opponents::favourite(library, session.battle().ruleset());
    let mut owners = vec![usual; session.battle().players()];
    PERSON.clone_into(&mut owners[0]);
    Ok(Some(session.owned_by(owners)))
}

/// The battle of a session once more with other dice, and if so with owners that have gone one side on.
///
/// # Errors
/// The scenario makes no sense any more.
pub fn rematch(library: &Library, session: &Session, seed: u64, swapped: bool) -> Result<Session, Vec<Problem>> {
    let mut owners = session.owners().to_vec();
    if swapped {
        owners.rotate_right(1);
    }
    Ok(Session::begin(library, session.scenario().clone(), seed)?.owned_by(owners))
}
