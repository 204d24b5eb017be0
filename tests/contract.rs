//! What every battle of every ruleset must hold to: the search library's contract, and the battle's own invariants.

use std::collections::{BTreeMap, BTreeSet};

use hexfray::battle::{Action, Fact, Listing, Log, Seeded, SideId, Target, UnitId, Verb, mix};
use hexfray::board::{Cell, Facing};
use hexfray::content::Library;
use hexfray::opponents;
use hexfray::rules::options::Switch;
use hexfray::rules::{AnyBattle, Fields, NAMES, switches};
use hexfray::scenario::Scenario;
use hexfray::scenario::custom::Custom;
use hexfray::scenario::options::Wanted;
use hexfray_ai::{Game, check_contract};
use rayon::prelude::*;

#[path = "perft/positions.rs"]
mod positions;

use positions::POSITIONS;

fn battles() -> Vec<(String, AnyBattle)> {
    let library = Library::own();
    let battle = |name: &String| Scenario::open(library, name).and_then(|s| s.battle(library)).unwrap();
    library.scenarios().keys().map(|name| (name.clone(), battle(name))).collect()
}

/// Lists, payoffs, copies, determinisation: the battery of the search library.
#[test]
fn every_scenario_is_a_game_to_the_search() {
    for (name, mut battle) in battles() {
        battle.start(&mut Seeded::new(1, 0), &mut Log::off());
        hexfray::with_battle!(&battle, battle => {
            assert_eq!(check_contract(battle, 4, 7, 20_000), 4, "{name}");
        });
    }
}

/// Plays a battle at random: nobody is ever stuck, nothing listed is refused or listed twice, nothing else is accepted,
/// hashes agree.
fn holds_to_the_invariants(name: &str, start: &AnyBattle, seed: u64) {
    let mut battle = start.clone();
    let mut list = Listing::default();
    battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
    while battle.decision().is_some() {
        assert_eq!(battle.check_invariants(), None, "{name}, seed {seed}, decision {}", battle.number());
        battle.legal(&mut list);
        let number = battle.number();
        let action = list.actions[(mix(seed, u64::from(number)) % list.actions.len() as u64) as usize];
        battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut Log::off()).unwrap();
        assert!(number < 20_000, "{name}, seed {seed} goes on and on");
    }
}

#[test]
fn random_battles_hold_to_the_invariants() {
    battles().par_iter().for_each(|(name, start)| {
        (0..30).for_each(|seed| holds_to_the_invariants(name, start, seed));
    });
}

/// Two, five and eight sides with any rosters on any map: who begins is settled by whatever dice a ruleset rolls for it.
#[test]
fn battles_of_ones_own_hold_to_the_invariants() {
    let library = Library::own();
    for ruleset in NAMES {
        let Some(mut own) = Custom::new(library, ruleset) else { continue };
        for (seed, map) in ["village_green", "roadhouse", "the_heart", "hulk 7 8 1"].into_iter().enumerate() {
            for sides in [2, 5, 8] {
                map.clone_into(&mut own.map);
                own.resize(sides);
                let name = format!("{ruleset}, {sides} sides on {map}");
                match own.scenario(library).and_then(|scenario| scenario.battle(library)) {
                    Ok(battle) => holds_to_the_invariants(&name, &battle, seed as u64),
                    // Between bulkheads there may be no room for many to begin.
                    Err(why) => assert!(sides > 2 && seed > 1, "{name}: {why:?}"),
                }
            }
        }
        // A limit that no army keeps to.
        let mut own = Custom::new(library, ruleset).unwrap();
        own.points = Some(1);
        let wrong = own.scenario(library).and_then(|scenario| scenario.battle(library)).err().unwrap();
        assert!(wrong.iter().any(|problem| problem.to_string().contains("points")), "{ruleset}: {wrong:?}");
    }
}

/// What a unit-by-unit listing offers is what the whole list offers.
#[test]
fn the_whole_list_is_the_sum_of_the_units() {
    for (name, mut battle) in battles() {
        battle.start(&mut Seeded::new(3, 0), &mut Log::off());
        let (mut list, mut part) = (Listing::default(), Listing::default());
        while battle.decision().is_some() {
            battle.legal(&mut list);
            let mut sum = Vec::new();
            for actor in battle.actors().map(Some).chain([None]) {
                battle.offers(actor, &mut part);
                assert!(part.actions.iter().all(|a| actor.is_none_or(|u| a.unit == u)), "{name}");
                sum.extend_from_slice(&part.actions);
            }
            assert_eq!(sum, list.actions, "{name}");
            let number = battle.number();
            let action = list.actions[number as usize % list.actions.len()];
            battle.play(action, &mut list, &mut Seeded::new(3, number + 1), &mut Log::off()).unwrap();
        }
    }
}

/// Draws numbers from a seed.
struct Draw(u64, u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.1 += 1;
        (mix(self.0, self.1) % end.max(1) as u64) as usize
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        (!of.is_empty()).then(|| of[self.below(of.len())])
    }
}

/// Holds what is listed in a position against what [`AnyBattle::check`] says, of some of the listed actions, of changes to
/// them, and of actions drawn from all that can be written down; says where the two disagree.
struct Agreement {
    listed: Listing,
    buffers: Listing,
    positions: u32,
    tried: u64,
    wrong: BTreeMap<String, String>,
}

impl Agreement {
    fn new() -> Agreement {
        let (listed, buffers) = (Listing::default(), Listing::default());
        Agreement { listed, buffers, positions: 0, tried: 0, wrong: BTreeMap::new() }
    }

    fn hold(&mut self, battle: &AnyBattle, name: &str, draws: usize) {
        battle.legal(&mut self.listed);
        self.positions += 1;
        let mut draw = Draw(battle.digest(), 0);
        let all: BTreeSet<Action> = self.listed.actions.iter().copied().collect();
        let units: Vec<UnitId> = battle.units().chain([UnitId::NONE]).collect();
        let verbs: BTreeSet<Verb> = all.iter().map(|a| a.verb).collect();
        let verbs: Vec<Verb> = verbs.into_iter().collect();
        for place in 0..draws {
            let Some(like) = draw.one(&self.listed.actions) else { return };
            let mut action = like;
            if place % 4 != 0 {
                match draw.below(8) {
                    0 => action.unit = draw.one(&units).unwrap_or(like.unit),
                    1 => action.with = draw.below(9) as u8,
                    2 => action.with = like.with ^ 1 << draw.below(8),
                    3 => action.verb = draw.one(&verbs).unwrap_or(like.verb),
                    _ => action.target = target(battle, &units, like, &mut draw),
                }
            }
            if place % 4 == 3 {
                let any = draw.below(4) == 0;
                action.verb = draw.one(if any { &Verb::ALL } else { &verbs }).unwrap_or(like.verb);
                action.unit = draw.one(&units).unwrap_or(like.unit);
                action.with = if draw.below(2) == 0 { 0 } else { draw.below(9) as u8 };
            }
            self.compare(battle, name, action, all.contains(&action));
        }
    }

    fn compare(&mut self, battle: &AnyBattle, name: &str, action: Action, listed: bool) {
        self.tried += 1;
        let checked = battle.check(action, &mut self.buffers);
        if checked.is_ok() != (listed || action == Action::concession()) {
            let key = format!("{} {:?} listed {listed}", step_of(battle), action.verb);
            let told = format!("{name}, decision {}: {action:?}: {checked:?}", battle.number());
            self.wrong.entry(key).or_insert(told);
        }
    }
}

/// The name of the step that asks.
fn step_of(battle: &AnyBattle) -> String {
    let step = hexfray::with_battle!(battle, battle => battle.step().map_or(String::new(), |s| format!("{s:?}")));
    step.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}

/// A target to try: hexes near the unit or anywhere, units, numbers, nothing, and what is no hex of the board.
fn target(battle: &AnyBattle, units: &[UnitId], like: Action, draw: &mut Draw) -> Target {
    let cells = battle.board().len();
    match draw.below(8) {
        0 => Target::None,
        1 => Target::Index(draw.below(9) as u8),
        2 => Target::Unit(draw.one(units).unwrap_or(UnitId::NONE)),
        3 => Target::Unit(units[draw.below(units.len() - 1)]),
        4 => Target::Hex(Cell(draw.below(cells + 2) as u16)),
        5 => Target::Hex(Cell::NONE),
        _ => {
            let from = match like.target {
                Target::Hex(cell) => cell,
                _ if battle.units().has(like.unit) => battle.piece(like.unit).at,
                _ => Cell::NONE,
            };
            let near: Vec<Cell> =
                battle.board().cells().filter(|&c| from.is_some() && battle.board().distance(from, c) <= 2).collect();
            draw.one(&near).map_or(Target::None, Target::Hex)
        }
    }
}

/// What is listed is what is legal, in the positions of perft and in ten thousand of random battles.
#[test]
fn what_is_listed_is_what_is_legal() {
    let mut agreement = Agreement::new();
    for (name, skip, _) in POSITIONS {
        let mut battle = Scenario::open(Library::own(), name).and_then(|s| s.battle(Library::own())).unwrap();
        let mut list = Listing::default();
        battle.start(&mut Seeded::new(1, 0), &mut Log::off());
        for number in 0..skip {
            battle.legal(&mut list);
            battle.play(list.actions[0], &mut list, &mut Seeded::new(1, number + 1), &mut Log::off()).unwrap();
        }
        agreement.hold(&battle, name, 4000);
        battle.legal(&mut list);
        for action in list.actions {
            agreement.compare(&battle, name, action, true);
            let (mut next, mut list) = (battle.clone(), Listing::default());
            next.play(action, &mut list, &mut Seeded::new(1, battle.number() + 1), &mut Log::off()).unwrap();
            agreement.hold(&next, name, 40);
        }
    }
    // Steps that battles seldom come to are looked at whenever they do.
    let mut met: BTreeMap<String, u32> = BTreeMap::new();
    let switched = |name: &str| {
        let wanted = ["run_die", "premeasure"].map(|s| Wanted { switch: s.to_owned(), value: "on".to_owned() });
        let scenario = Scenario::open(Library::own(), name).and_then(|s| s.with_options(Library::own(), &wanted));
        (name.to_owned(), scenario.and_then(|s| s.battle(Library::own())).unwrap())
    };
    for (name, start) in battles().into_iter().chain(["skirmish", "dead_air"].map(switched)) {
        for seed in 0..6 {
            let utility = (seed % 2 == 1).then(|| opponents::opponent(Library::own(), &start, "utility").unwrap());
            let (mut seat, mut battle, mut list) = (utility, start.clone(), Listing::default());
            battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
            while battle.decision().is_some() {
                let number = battle.number();
                let times = met.entry(step_of(&battle)).or_default();
                *times += 1;
                if *times <= 400 || (u64::from(number) + seed) % 12 == 0 {
                    agreement.hold(&battle, &name, 50);
                }
                battle.legal(&mut list);
                let chance = mix(seed, u64::from(number));
                let at_random = list.actions[(chance % list.actions.len() as u64) as usize];
                let action = seat.as_mut().map_or(at_random, |seat| seat.choose(&battle, chance));
                battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut Log::off()).unwrap();
            }
        }
    }
    assert!(agreement.positions > 10_000, "{}", agreement.positions);
    let told: Vec<String> = agreement.wrong.iter().map(|(kind, example)| format!("{kind}: {example}")).collect();
    assert!(told.is_empty(), "{} of {} positions\n{}", told.len(), agreement.positions, told.join("\n"));
    assert!(agreement.tried > 400_000, "{}", agreement.tried);
}

/// A switch and a value of it, by their names.
type Chosen = (&'static str, &'static str);

/// Every pair of values of a ruleset's switches, in the first scenario in which both mean something: a pair that is declared not to
/// go together is refused, with both names; with any other the battle is set up as was wished and fought to its end.
#[test]
fn every_pair_of_options_is_played_or_refused() {
    let library = Library::own();
    let mut met: BTreeSet<(&str, Chosen, Chosen)> = BTreeSet::new();
    let mut played: BTreeSet<(&str, Chosen)> = BTreeSet::new();
    for name in library.scenarios().keys() {
        let scenario = Scenario::open(library, name).unwrap();
        let value = |s: &'static Switch| s.values.iter().map(move |v| (s, v.name));
        let values: Vec<_> = scenario.switches().flat_map(value).collect();
        for (place, &(one, a)) in values.iter().enumerate() {
            for &(other, b) in values[place + 1..].iter().filter(|(other, _)| *other != one) {
                let pair = (scenario.ruleset, (one.name, a), (other.name, b));
                if met.contains(&pair) {
                    continue;
                }
                let told = format!("{name} with {} = {a}, {} = {b}", one.name, other.name);
                let wanted =
                    [(one, a), (other, b)].map(|(s, v)| Wanted { switch: s.name.to_owned(), value: v.to_owned() });
                let set_up = scenario.clone().with_options(library, &wanted).and_then(|s| s.battle(library));
                let excludes = |s: &Switch, v: &str, o: &Switch, w: &str| s.excludes.contains(&(v, o.name, w));
                if excludes(one, a, other, b) || excludes(other, b, one, a) {
                    let refused = set_up.unwrap_err()[0].to_string();
                    assert!(refused.contains(one.name) && refused.contains(other.name), "{told}: {refused}");
                    met.insert(pair);
                    continue;
                }
                let mut battle = set_up.unwrap_or_else(|wrong| panic!("{told}: {}", wrong[0]));
                let in_force = battle.options();
                if [one, other].iter().any(|switch| in_force.iter().all(|(s, _)| s != switch)) {
                    continue;
                }
                met.insert(pair);
                for (switch, now) in in_force {
                    let now = switch.values[now].name;
                    let wished = [(one, a), (other, b)].into_iter().find(|(s, _)| *s == switch);
                    assert!(wished.is_none_or(|(_, value)| value == now), "{told}: {} is {now}", switch.name);
                    played.extend(wished.map(|(s, v)| (scenario.ruleset, (s.name, v))));
                }
                let mut list = Listing::default();
                battle.start(&mut Seeded::new(7, 0), &mut Log::off());
                while battle.decision().is_some() {
                    assert_eq!(battle.check_invariants(), None, "{told}");
                    battle.legal(&mut list);
                    let number = battle.number();
                    let action = list.actions[(mix(7, u64::from(number)) % list.actions.len() as u64) as usize];
                    battle.play(action, &mut list, &mut Seeded::new(7, number + 1), &mut Log::off()).unwrap();
                    assert!(number < 20_000, "{told} goes on and on");
                }
            }
        }
    }
    for ruleset in NAMES {
        let all = switches(ruleset).iter().flat_map(|s| s.values.iter().map(move |v| (ruleset, (s.name, v.name))));
        let missing: Vec<_> = all.filter(|value| !played.contains(value)).collect();
        assert_eq!(missing, [], "no scenario shows these in force");
    }
}

/// What the public can see of a battle.
#[derive(Clone, Debug, PartialEq)]
struct Public {
    units: Vec<Vec<i32>>,
    places: Vec<(Cell, Facing, SideId)>,
    ground: BTreeMap<(Cell, u8), i32>,
    table: Vec<i32>,
}

impl Public {
    fn of(battle: &AnyBattle) -> Public {
        let numbers = |fields: Fields| fields.into_iter().map(|f| f.1).collect();
        let mut ground = BTreeMap::new();
        let marked: Vec<Cell> = hexfray::with_battle!(battle, b => b.marked().iter().map(|(cell, _)| *cell).collect());
        for cell in marked {
            for (field, (_, value)) in battle.ground_fields(cell).into_iter().enumerate().filter(|f| f.1.1 != 0) {
                ground.insert((cell, field as u8), value);
            }
        }
        Public {
            units: battle.units().map(|u| numbers(battle.unit_fields(u))).collect(),
            places: battle
                .units()
                .map(|u| (battle.piece(u).at, battle.piece(u).facing, battle.piece(u).side))
                .collect(),
            ground,
            table: numbers(battle.table_fields()),
        }
    }

    /// Takes an event in; what it says of before must be what is known.
    fn fold(&mut self, fact: Fact) {
        match fact {
            Fact::Changed { unit, field, from, to } => {
                let slot = &mut self.units[unit.index()][usize::from(field)];
                assert_eq!(std::mem::replace(slot, to), from);
            }
            Fact::Moved { unit, from, to } => {
                assert_eq!(std::mem::replace(&mut self.places[unit.index()].0, to), from);
            }
            Fact::Faced { unit, facing } => self.places[unit.index()].1 = facing,
            Fact::Enlisted { unit, side } => self.places[unit.index()].2 = side,
            Fact::Ground { cell, field, from, to } => {
                let old =
                    if to == 0 { self.ground.remove(&(cell, field)) } else { self.ground.insert((cell, field), to) };
                assert_eq!(old.unwrap_or(0), from);
            }
            Fact::Table { field, from, to } => {
                assert_eq!(std::mem::replace(&mut self.table[usize::from(field)], to), from);
            }
            _ => {}
        }
    }
}

/// Folding all events gives the public state, at every decision.
#[test]
fn folding_the_events_gives_the_public_state() {
    let library = Library::own();
    battles().into_par_iter().for_each(|(name, start)| {
        let mut battle = start.clone();
        let mut seat = opponents::opponent(library, &start, "utility").unwrap();
        let (mut list, mut public) = (Listing::default(), Public::of(&start));
        let mut log = Log::on();
        battle.start(&mut Seeded::new(5, 0), &mut log);
        loop {
            log.events.drain(..).for_each(|event| public.fold(event.fact));
            assert_eq!(public, Public::of(&battle), "{name}, decision {}", battle.number());
            if battle.decision().is_none() {
                break;
            }
            let number = battle.number();
            let action = seat.choose(&battle, mix(5, u64::from(number)));
            battle.play(action, &mut list, &mut Seeded::new(5, number + 1), &mut log).unwrap();
        }
    });
}

/// The log changes nothing, and an equal seed gives an equal battle.
#[test]
fn a_battle_is_the_same_with_and_without_a_log() {
    for (name, start) in battles() {
        let play = |log: fn() -> Log| {
            let mut battle = start.clone();
            let mut list = Listing::default();
            let mut log = log();
            battle.start(&mut Seeded::new(9, 0), &mut log);
            let mut hashes = vec![battle.hash()];
            while battle.decision().is_some() {
                battle.legal(&mut list);
                let number = battle.number();
                let action = list.actions[(mix(9, u64::from(number)) % list.actions.len() as u64) as usize];
                battle.play(action, &mut list, &mut Seeded::new(9, number + 1), &mut log).unwrap();
                hashes.push(battle.hash());
            }
            hashes
        };
        assert_eq!(play(Log::off), play(Log::on), "{name}");
    }
}

/// The ruleset's own opponent beats chance in at least 95 of 100 games, sides swapped, over all its scenarios, and in three
/// of four on either side of each: whoever sits and waits is beaten too.
#[test]
fn utility_beats_chance() {
    let library = Library::own();
    const GAMES: u64 = 26;
    let (mut won, mut games) = (0, 0);
    for (name, start) in battles().into_iter().filter(|(_, b)| b.players() == 2) {
        let mut by_side = [0; 2];
        for game in 0..GAMES {
            let (seed, seat) = (game / 2, (game % 2) as usize);
            let mut seats = [0, 1].map(|side| {
                let level = if side == seat { "utility" } else { "random" };
                opponents::opponent(library, &start, level).unwrap()
            });
            let mut battle = start.clone();
            let mut list = Listing::default();
            battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
            while let Some(decision) = battle.decision() {
                let number = battle.number();
                let action = seats[decision.side.index()].choose(&battle, mix(seed, u64::from(number)));
                battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut Log::off()).unwrap();
            }
            games += 1;
            by_side[seat] += u64::from(hexfray::with_battle!(&battle, b => b.payoff(seat)) == 1.0);
        }
        assert!(by_side.into_iter().all(|won| 8 * won >= 3 * GAMES), "{name}: {by_side:?} of {} each", GAMES / 2);
        won += by_side[0] + by_side[1];
    }
    assert!(games >= 100, "{games} games are too few");
    assert!(won * 100 >= games * 95, "{won} of {games}");
}

/// The scripts that ship, which play by a few habits, are opponents of every ruleset, and come to the end of its battles.
#[test]
fn scripts_play_in_every_ruleset() {
    let library = Library::own();
    for (name, seed) in [("patrol", 1), ("rivals", 2), ("foothold", 3), ("alley", 4)] {
        let start = Scenario::open(library, name).and_then(|s| s.battle(library)).unwrap();
        for script in ["rush", "blob", "camp", "kite", "castle", "grab", "lure", "flank"] {
            let mut seat = opponents::opponent(library, &start, script).unwrap();
            let (mut battle, mut list) = (start.clone(), Listing::default());
            battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
            while battle.decision().is_some() {
                let number = battle.number();
                let action = seat.choose(&battle, mix(seed, u64::from(number)));
                battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut Log::off()).unwrap();
                assert!(number < 20_000, "{script} goes on and on in {name}");
            }
            assert!(battle.outcome().is_some(), "{script} in {name}");
        }
    }
}
