//! Speed, measured on the machine at hand: ratios and figures per second.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use hexfray_ai::budget::Budget;
use hexfray_ai::game::Game;
use hexfray_ai::guide::{Guide, Horizon, Plain};
use hexfray_ai::mcts::{Mcts, Settings};
use hexfray_ai::policy::{Policy, Random, Scored};
use hexx::algorithms::field_of_movement;

use crate::battle::{Action, Battle, Dice, Listing, Log, Rule, Rules, Seeded, UnitId, mix};
use crate::board::{Board, Cell, Reach, Step, Terrain};
use crate::content::Library;
use crate::opponents::{self, Evaluator, Scratch};
use crate::rules::{AnyBattle, Registered, with_battle};
use crate::scenario::{Scenario, hulk};

/// The scenarios that speed is measured on: ten units a side, seven or eight figures a side, six and seven models.
pub const SCENARIOS: [&str; 3] = ["grand_battle", "skirmish", "culvert"];
/// The boarding mission that it is measured on besides; setting one up allocates.
const BOARDING: &str = "dead_air";
/// The level whose decisions are timed: the first that looks ahead.
const THINKER: &str = "veteran";
/// How long each scenario is played before it is measured: what is kept of the ground is worked out on the way, and
/// whoever plays thousands of battles has it.
const WARM_UP: Duration = Duration::from_secs(5);

/// How a random playout lists actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Picks a unit, then one of its actions.
    UnitByUnit,
    /// Picks from the list of all actions of the side.
    WholeSide,
}

/// Plays a battle at random to its end, with real dice, the state's hash after each decision, and the victory test;
/// returns the number of decisions and a digest of all hashes.
pub fn playout<R: Rules>(battle: &mut Battle<R>, listed: Listed, seed: u64, list: &mut Listing) -> (u64, u64) {
    let mut choice = Seeded::new(seed, u32::MAX);
    let mut pick = |n: usize| usize::from(choice.roll(Rule(""), n.min(250) as u8, &[])) - 1;
    let (mut decisions, mut digest) = (0, 0);
    let mut log = Log::off();
    while battle.decision().is_some() {
        match listed {
            Listed::UnitByUnit => {
                let mut actors = battle.actors();
                let actor: Option<UnitId> = if actors.is_empty() { None } else { actors.nth(pick(actors.len())) };
                battle.offers(actor, list);
            }
            Listed::WholeSide => battle.legal(list),
        }
        // Of a very long list any part will do, as long as no action is left out for good.
        let from = list.actions.len().saturating_sub(250);
        let action = list.actions[if from == 0 { pick(list.actions.len()) } else { pick(250) + pick(from.min(250)) }];
        battle.play_unchecked(action, &mut Seeded::new(seed, battle.number()), &mut log);
        digest ^= battle.hash();
        decisions += 1;
    }
    (decisions, digest)
}

/// Runs something again and again for about a share of the time and returns how often it was done a second.
fn rate(time: Duration, mut run: impl FnMut(u64) -> u64) -> f64 {
    let start = Instant::now();
    let (mut done, mut turn) = (0, 0);
    while start.elapsed() < time {
        done += run(turn);
        turn += 1;
    }
    done as f64 / start.elapsed().as_secs_f64()
}

/// Measures everything for about so many seconds, a warm-up before each scenario not counted, and writes a table.
///
/// # Errors
/// When the table cannot be written, or a scenario that is measured is wrong.
pub fn run(library: &Library, seconds: u64, out: &mut dyn Write) -> io::Result<()> {
    let slice = Duration::from_millis(seconds.max(1) * 1000 / 43);
    for name in SCENARIOS.into_iter().chain([BOARDING]) {
        let battle = Scenario::open(library, name).and_then(|s| s.battle(library));
        let battle = battle.map_err(|problems| io::Error::other(problems[0].to_string()))?;
        with_battle!(&battle, start => playouts(library, name, &battle, start, slice, out))?;
    }
    let silent = rate(slice, |n| {
        (0..1000).for_each(|each| tracing::debug!(target: "decision", number = black_box(n + each)));
        1000
    });
    writeln!(out, "an event of the trace that nobody reads  {:>12.2} ns", 1e9 / silent)?;
    let (ours, theirs) = reach(slice);
    writeln!(out, "reach of 6 movement points               {:>12.0} ns", 1e9 / ours)?;
    writeln!(out, "the same by hexx, times as long          {:>12.1}", ours / theirs)?;
    let params = hulk::Params { rooms: 20, size: (80, 50), ..hulk::Params::default() };
    let hulks = rate(slice * 2, |seed| u64::from(hulk::Hulk::generate(seed, &params).is_ok()));
    writeln!(out, "a hulk of 20 rooms with its certificate  {:>12.0} ms", 1e3 / hulks)
}

/// What a battle's playouts, copies and opponents take.
fn playouts<R: Registered>(
    library: &Library,
    name: &str,
    any: &AnyBattle,
    start: &Battle<R>,
    slice: Duration,
    out: &mut dyn Write,
) -> io::Result<()>
where
    Battle<R>: Send + Sync,
    Scratch<R>: Send,
{
    let mut battle = start.clone();
    let mut list = Listing::default();
    let mut game = |seed: u64, listed: Listed| {
        battle.clone_from(start);
        battle.start(&mut Seeded::new(seed, u32::MAX - 1), &mut Log::off());
        playout(&mut battle, listed, seed, &mut list).0
    };
    writeln!(out, "{name} ({}), one core, random playouts with dice, hash and victory test:", R::NAME)?;
    rate(WARM_UP, |n| game(mix(1, n), Listed::UnitByUnit));
    for (name, listed) in [("unit by unit", Listed::UnitByUnit), ("whole side listed", Listed::WholeSide)] {
        let decisions = rate(slice, |n| game(mix(2, n), listed));
        writeln!(out, "  decisions a second, {name:18} {decisions:>12.0}")?;
    }

    let mut midgame = start.clone();
    midgame.start(&mut Seeded::new(1, 0), &mut Log::off());
    let mut copy = midgame.clone();
    let clones = rate(slice, |_| {
        for _ in 0..1000 {
            copy.clone_from(black_box(&midgame));
            black_box(&mut copy);
        }
        1000
    });
    writeln!(out, "  clone of the battle into a spare one   {:>12.0} ns", 1e9 / clones)?;
    let fresh = rate(slice, |_| {
        for _ in 0..1000 {
            black_box(black_box(&midgame).clone());
        }
        1000
    });
    writeln!(out, "  clone of the battle into a new one     {:>12.0} ns", 1e9 / fresh)?;

    let ten = Horizon { decisions: 10, ..Horizon::turns(1) };
    for (name, horizon) in [("to the turn's end", Horizon::turns(1)), ("ten decisions long", ten)] {
        let made = simulations(start, horizon, slice);
        writeln!(out, "  simulations a second, {name:18} {made:>10.0}")?;
    }

    let opponent = opponents::favourite(library, R::NAME);
    let battles = rate(slice, |n| u64::from(whole_battle(library, any, &opponent, n)));
    writeln!(out, "  whole battles of {opponent} a second {:>20.1}", battles)?;
    thinking(library, any, THINKER, slice * 3, out)
}

/// Plays at random, and looks who is winning where it is cut short.
struct Cut<R: Registered> {
    plain: Plain<Battle<R>>,
    judge: Evaluator<R>,
}

impl<R: Registered> Clone for Cut<R> {
    fn clone(&self) -> Self {
        Cut { plain: self.plain.clone(), judge: self.judge.clone() }
    }
}

impl<R: Registered> Guide<Battle<R>> for Cut<R> {
    fn playout(&mut self, battle: &Battle<R>, chance: u64) -> Action {
        self.plain.playout(battle, chance)
    }

    fn evaluate(&mut self, battle: &Battle<R>, values: &mut [f32]) {
        self.judge.evaluate(battle, values);
    }
}

/// How many simulations a tree search makes a second, its random playouts cut at a horizon, at the decisions of battles
/// that are played at random.
fn simulations<R: Registered>(start: &Battle<R>, horizon: Horizon, slice: Duration) -> f64
where
    Battle<R>: Send + Sync,
    Scratch<R>: Send,
{
    const EACH: u32 = 2000;
    let guide = Cut { plain: Plain::default(), judge: Evaluator::new(vec![[1.0; 2]; R::FEATURES.len()]) };
    let settings = Settings::new(Budget::iterations(EACH), horizon);
    let (mut search, mut random) = (Mcts::new(settings, guide), Random::by_actor());
    let mut battle = start.clone();
    let (mut spent, mut made) = (Duration::ZERO, 0.0);
    for decision in 0.. {
        if battle.decision().is_none() {
            battle.clone_from(start);
            battle.start(&mut Seeded::new(decision, 0), &mut Log::off());
        }
        let before = Instant::now();
        black_box(search.choose(&battle, decision));
        spent += before.elapsed();
        // Where the choice can no longer change it stops early.
        made += visits(search.explain());
        if spent > slice {
            break;
        }
        let action = random.choose(&battle, decision);
        Game::play(&mut battle, action, decision);
    }
    made / spent.as_secs_f64()
}

/// How many simulations a decision took, by what is said of its candidates.
fn visits(candidates: Vec<Scored<Action>>) -> f64 {
    let terms = candidates.into_iter().flat_map(|candidate| candidate.terms);
    terms.filter(|term| term.name == "visits").map(|term| f64::from(term.value)).sum()
}

/// What an opponent that looks ahead takes for its decisions: writes the median, the 99th percentile, and how many
/// simulations that comes to.
fn thinking(library: &Library, start: &AnyBattle, name: &str, time: Duration, out: &mut dyn Write) -> io::Result<()> {
    let seat = |name: &str| opponents::opponent(library, start, name).map_err(|p| io::Error::other(p[0].to_string()));
    let (mut thinker, mut others) = (seat(name)?, seat(&opponents::favourite(library, start.ruleset()))?);
    let (mut times, mut simulations) = (Vec::new(), 0.0);
    let (begun, mut list) = (Instant::now(), Listing::default());
    for seed in 0.. {
        let mut battle = start.clone();
        battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
        while let Some(decision) = battle.decision() {
            let (number, thinks) = (battle.number(), decision.side.index() == 0);
            let chance = opponents::chance(seed, number);
            let before = Instant::now();
            let action = if thinks { thinker.choose(&battle, chance) } else { others.choose(&battle, chance) };
            if thinks {
                times.push(before.elapsed().as_secs_f64());
                simulations += visits(thinker.explain());
            }
            let dice = &mut Seeded::new(seed, number + 1);
            battle
                .play(action, &mut list, dice, &mut Log::off())
                .map_err(|refusal| io::Error::other(refusal.to_string()))?;
            if begun.elapsed() > time {
                let all = times.iter().sum::<f64>();
                times.sort_by(f64::total_cmp);
                let share = |of: usize| 1e3 * times.get(times.len() * of / 100).copied().unwrap_or(0.0);
                writeln!(out, "  a decision of {name}, median             {:>12.1} ms", share(50))?;
                writeln!(out, "  the same, 99th percentile              {:>12.1} ms", share(99))?;
                return writeln!(out, "  its simulations a second               {:>12.0}", simulations / all);
            }
        }
    }
    Ok(())
}

/// Plays a battle between two opponents of one name to its end.
fn whole_battle(library: &Library, start: &AnyBattle, name: &str, seed: u64) -> bool {
    let Ok(mut opponent) = opponents::opponent(library, start, name) else { return false };
    let mut battle = start.clone();
    let mut list = Listing::default();
    battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
    while battle.decision().is_some() {
        let number = battle.number();
        let action = opponent.choose(&battle, opponents::chance(seed, number));
        if battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut Log::off()).is_err() {
            return false;
        }
    }
    true
}

/// Reach searches a second, ours and those of `hexx`, turn by turn on one map.
fn reach(slice: Duration) -> (f64, f64) {
    let mut board = Board::new("bench", 40, 30, 1, Terrain::Clear);
    for (i, terrain) in board.terrain.iter_mut().enumerate() {
        *terrain = [Terrain::Clear, Terrain::Clear, Terrain::Forest, Terrain::Rough][mix(1, i as u64) as usize % 4];
    }
    let cost = |t: Terrain| match t {
        Terrain::Forest => 3,
        Terrain::Rough => 2,
        _ => 1u8,
    };
    let mut reach = Reach::new();
    let start = board.at(20, 15);
    let centre = board.hex(start);
    let ours = rate(slice / 2, |_| {
        reach.field(&board, black_box(start), 6, |_, to: Cell| {
            Some(Step { cost: cost(board.terrain[to.index()]), stop: false })
        });
        black_box(reach.reached().len());
        1
    });
    let theirs = rate(slice / 2, |_| {
        // hexx adds 1 to every cost that it is told.
        let field = field_of_movement(black_box(centre), 6, |hex| {
            let terrain = board.terrain.get(board.cell(hex, 0).index())?;
            Some(u32::from(cost(*terrain) - 1))
        });
        black_box(field.len());
        1
    });
    (ours, theirs)
}
