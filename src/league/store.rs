//! The file of a league's results: a [`Log`] of a header, then a line for each battle, written as it ends.
//!
//! If the program is killed, at most the unfinished battles are lost: a line that was cut off is left out when the file
//! is read. Lines are synced to the disk together, those of a tenth of a second at most, as a sync takes as long as some
//! battles; lines that a power cut destroys are fought again. A complete league has its lines in order. Files of shards
//! therefore merge to the file that one run would have written, except for the times of decisions and checksums after
//! them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::content::hex;
use crate::source::{Problem, read};
use crate::store::{Log, Seal, Whole, whole};

use super::game::{Ending, Times};
use super::spec::{Entrant, Format, Spec};
use super::statistics::Pairs;
use super::statistics::sprt::{Sprt, Verdict};
use super::{Game, League, deal, pairings};

/// The format that this program writes, and the only one that it reads.
const FORMAT: u32 = 1;

/// Largest file of results, in bytes: some million battles.
const MAX_BYTES: u64 = 256 << 20;
/// Most entrants whose results are read.
const MAX_ENTRANTS: usize = 1000;
/// How long results wait at most until they are synced to the disk together.
const TOGETHER: Duration = Duration::from_millis(100);

/// A part of a league: every pair whose number leaves this remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub part: u32,
    /// Of how many.
    pub of: u32,
}

impl Shard {
    /// The league as a whole.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether a battle belongs to it.
    #[must_use]
    pub fn has(self, game: Game) -> bool {
        game.pair() % self.of == self.part - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match numbers {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Shard { part, of }),
            _ => Err("write which part of how many, such as 1/4".to_owned()),
        }
    }
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    league: u32,
    program: String,
    /// Hash of what battles and opponents come from.
    content: String,
    /// Which part of the league it holds.
    pub shard: Shard,
    /// The spec.
    pub spec: Spec,
    /// The settings' names.
    pub settings: Vec<String>,
    /// Search iterations of the entrants, as far as they search and it is known.
    pub iterations: Vec<Option<u32>>,
}

impl Header {
    /// The header of a league's part.
    #[must_use]
    pub fn new(league: &League, shard: Shard) -> Header {
        Header {
            league: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            content: hex(league.content().meant),
            shard,
            spec: league.spec.clone(),
            settings: league.settings().map(str::to_owned).collect(),
            iterations: (0..league.spec.entrants.len()).map(|entrant| league.iterations(entrant)).collect(),
        }
    }
}

impl Header {
    /// Whether it fits a league.
    fn is_sound(&self) -> bool {
        let (entrants, Shard { part, of }) = (self.spec.entrants.len(), self.shard);
        self.league == FORMAT
            && entrants <= MAX_ENTRANTS
            && self.iterations.len() == entrants
            && (1..=of).contains(&part)
    }

    /// Replaces the content's hash in the form used up to 0.1.0 by today's, if it is that of this league.
    pub fn know(&mut self, league: &League) {
        if league.content().is(&self.content) {
            self.content = hex(league.content().meant);
        }
    }
}

/// A battle that has been fought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its number.
    pub game: u32,
    /// The setting's number.
    pub setting: usize,
    /// The entrants at its two sides.
    pub seats: [usize; 2],
    /// What the sides fought with.
    pub forces: [String; 2],
    /// The costs of that, in points.
    pub costs: [u32; 2],
    /// The seed of its pair.
    pub seed: u64,
    /// How it ended.
    #[serde(flatten)]
    pub ending: Ending,
    /// Its journal, if it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub journal: Option<String>,
    /// How long the sides' decisions took.
    pub times: [Times; 2],
}

/// What has been fought of a league.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The league.
    pub header: Header,
    /// Its battles by number.
    pub records: BTreeMap<u32, Record>,
    /// What was left out when it was read, in words.
    pub notes: Vec<String>,
}

impl Results {
    /// Nothing yet.
    #[must_use]
    pub fn new(header: Header) -> Results {
        Results { header, records: BTreeMap::new(), notes: Vec::new() }
    }

    /// The same of groups in place of the entrants in them, where those stand in groups.
    #[must_use]
    pub fn grouped(&self) -> Option<Results> {
        let Format::Groups { of } = self.header.spec.format else { return None };
        let mut results = self.clone();
        let spec = &mut results.header.spec;
        spec.format = Format::RoundRobin;
        spec.entrants = spec.entrants.iter().step_by(of).map(Entrant::group).collect();
        results.header.iterations = results.header.iterations.into_iter().step_by(of).collect();
        for record in results.records.values_mut() {
            record.seats = record.seats.map(|entrant| entrant / of);
            record.forces = record.seats.map(|group| spec.entrants[group].name.clone());
        }
        Some(results)
    }

    /// Reads a file. A last line that was cut off is left out.
    ///
    /// # Errors
    /// It cannot be read, or a line of it; or two lines contradict each other.
    pub fn read(path: &str) -> Result<Results, Problem> {
        Ok(Results::of(path, &read(path, MAX_BYTES)?)?.0)
    }

    fn of<'b>(path: &str, bytes: &'b [u8]) -> Result<(Results, Whole<'b>), Problem> {
        let whole = whole(path, bytes)?;
        let wrong = |line: u32, what: String, hint: &str| Problem {
            file: path.to_owned(),
            line,
            column: 0,
            message: what,
            hint: hint.to_owned(),
        };
        let mut lines = whole.lines();
        let header = lines.next().and_then(|(_, line)| serde_json::from_str::<Header>(&line).ok());
        let Some(header) = header.filter(Header::is_sound) else {
            return Err(wrong(
                1,
                "this is not the first line of a league's results".to_owned(),
                "name a file that `league run` wrote",
            ));
        };
        if let Some(fault) = header.spec.faults().into_iter().next() {
            return Err(wrong(1, fault.message, "the line was changed"));
        }
        let schedule = Schedule::of(&header);
        let mut results = Results::new(header);
        for (number, line) in lines {
            let record: Record = serde_json::from_str(&line).map_err(|e| {
                wrong(number, format!("not a battle's line: {e}"), "take the line out, and it is fought again")
            })?;
            if let Some(strange) = schedule.strange(&results.header, &record) {
                return Err(wrong(number, strange, "the line was changed"));
            }
            let game = record.game;
            if !results.take(record) {
                let message = format!("battle {game} ended otherwise in a line before");
                return Err(wrong(number, message, "take one of the two lines out"));
            }
        }
        results.notes.extend(whole.notes.iter().map(|note| format!("{path}: {note}")));
        Ok((results, whole))
    }

    /// Adds a battle. Returns false where the same battle is there with another result; other times of decisions do not
    /// matter.
    fn take(&mut self, record: Record) -> bool {
        match self.records.entry(record.game) {
            Entry::Vacant(free) => _ = free.insert(record),
            Entry::Occupied(there) => {
                let times = there.get().times.clone();
                return *there.get() == Record { times, ..record };
            }
        }
        true
    }

    /// Merges the results of shards.
    ///
    /// # Errors
    /// There are none, they are of different leagues, or a battle ended otherwise in one than in another.
    pub fn merge(paths: &[String]) -> Result<Results, Vec<Problem>> {
        let mut merged: Option<Results> = None;
        for path in paths {
            let one = Results::read(path)?;
            match &mut merged {
                None => merged = Some(one),
                Some(all) => {
                    all.header.shard = one.header.shard;
                    if all.header != one.header {
                        let hint = "only what comes from one spec and the same content can be put together";
                        return Err(Problem::whole(path, format!("not of the league of {}", paths[0]), hint).into());
                    }
                    all.notes.extend(one.notes);
                    if let Some(game) = one.records.into_values().map(|r| (r.game, all.take(r))).find(|taken| !taken.1)
                    {
                        let message = format!("battle {} ended otherwise in a file before it", game.0);
                        let hint = "one of the two was changed, or fought by the clock: leave a file out";
                        return Err(Problem::whole(path, message, hint).into());
                    }
                }
            }
        }
        let mut merged = merged.ok_or_else(|| vec![Problem::whole("league", "there is no file to read", "")])?;
        if paths.len() > 1 {
            merged.header.shard = Shard::WHOLE;
        }
        Ok(merged)
    }

    /// The test that decides when the match is over, if the league is one.
    #[must_use]
    pub fn test(&self) -> Option<Sprt> {
        match self.header.spec.format {
            Format::Sprt { elo0, elo1, alpha, beta } => Some(Sprt { elo0, elo1, alpha, beta }),
            _ => None,
        }
    }

    /// The pairs of which both battles have been fought, in order, with the points of its first entrant.
    pub fn pairs(&self) -> impl Iterator<Item = ([&Record; 2], f64)> {
        let second = |first: &Record| self.records.get(&(first.game + 1));
        let firsts = self.records.values().filter(|r| r.game.is_multiple_of(2));
        firsts.filter_map(move |a| second(a).map(|b| ([a, b], a.ending.points(0) + b.ending.points(1))))
    }

    /// Of each pair of one entrant against another its mean score, and how much of a win luck gave it in a battle;
    /// pairs whose luck was not reckoned are left out.
    #[must_use]
    pub fn lucks(&self, a: usize, b: usize) -> Vec<[f64; 2]> {
        let lucks = self.pairs().filter_map(|([first, second], points)| {
            let pair = [points, first.ending.luck? - second.ending.luck?].map(|of_both| of_both / 2.0);
            match first.seats {
                [x, y] if [x, y] == [a, b] => Some(pair),
                [x, y] if [x, y] == [b, a] => Some([1.0 - pair[0], -pair[1]]),
                _ => None,
            }
        });
        lucks.collect()
    }

    /// The course of the match's test so far, if the league is a match.
    #[must_use]
    pub fn course(&self) -> Option<Course> {
        let mut course = Course::new(self.test()?);
        course.follow(self);
        Some(course)
    }

    /// Removes battles that do not count: those after a match's verdict.
    #[must_use]
    pub fn counted(mut self) -> Results {
        if let Some(course) = self.course().filter(|course| course.verdict.is_some()) {
            self.records.split_off(&(2 * course.ratios.len() as u32));
        }
        self
    }

    /// The file that holds these results in order.
    ///
    /// # Panics
    /// Never: everything in it can be written as JSON.
    #[must_use]
    pub fn text(&self) -> String {
        let (seal, first) = Seal::first(&self.header);
        self.records.values().fold(first, |text, record| text + &seal.line(record))
    }
}

/// Which battles a league has.
struct Schedule {
    games: u64,
    settings: usize,
    pairings: Vec<[usize; 2]>,
}

impl Schedule {
    fn of(header: &Header) -> Schedule {
        let (settings, pairings) = (header.settings.len(), pairings(&header.spec));
        let games = [settings as u64, pairings.len() as u64].into_iter().fold(2, u64::saturating_mul);
        Schedule { games: games.saturating_mul(header.spec.pairs.into()), settings, pairings }
    }

    /// What is wrong with a record as a battle of the league.
    fn strange(&self, header: &Header, record: &Record) -> Option<String> {
        let number = record.game;
        if u64::from(number) >= self.games {
            return Some(format!("battle {number} of a league that has {}, counted from 0", self.games));
        }
        let game = deal(&header.spec, self.settings, &self.pairings, number);
        if !header.shard.has(game) {
            return Some(format!("battle {number} is of another part of the league"));
        }
        let same = (record.setting, record.seats, record.seed) == (game.setting, game.seats, game.seed);
        if !same {
            return Some(format!(
                "battle {number} has another setting, other seats or another seed than in the league"
            ));
        }
        let side = |side: Option<u8>| side.is_none_or(|side| side < 2);
        (!side(record.ending.winner)).then(|| format!("battle {number} was won by a side that does not exist"))
    }
}

/// How a match's test went, pair by pair. Pairs count in their order, whichever ended first.
#[derive(Clone, Debug)]
pub struct Course {
    /// The test.
    pub test: Sprt,
    /// The pairs that count.
    pub pairs: Pairs,
    /// The log likelihood ratio after each of them.
    pub ratios: Vec<f64>,
    /// The verdict, if there is one.
    pub verdict: Option<Verdict>,
}

impl Course {
    /// No pair yet.
    #[must_use]
    pub fn new(test: Sprt) -> Course {
        Course { test, pairs: Pairs::default(), ratios: Vec::new(), verdict: None }
    }

    /// Takes in the pairs that follow without a gap, up to the verdict.
    pub fn follow(&mut self, results: &Results) {
        while self.verdict.is_none() {
            let next = 2 * self.ratios.len() as u32;
            let battle = |number: u32, side: usize| results.records.get(&number).map(|r| r.ending.points(side));
            let (Some(first), Some(second)) = (battle(next, 0), battle(next + 1, 1)) else { break };
            self.pairs.count(first + second);
            self.ratios.push(self.test.ratio(self.pairs));
            self.verdict = self.test.verdict(self.pairs);
        }
    }
}

/// A file that grows by a line with every battle. No other program writes to it meanwhile.
#[derive(Debug)]
pub struct Store {
    log: Log,
    seal: Seal,
    synced: Instant,
}

impl Store {
    /// Begins a file.
    ///
    /// # Errors
    /// There is one already, another program is writing it, or it cannot be written.
    pub fn begin(path: &str, header: &Header) -> Result<Store, Problem> {
        let hint = format!("`hexfray league resume {path}` goes on with it; or name another file with --out");
        let (seal, first) = Seal::first(header);
        Ok(Store { log: Log::create(path, &first, MAX_BYTES, &hint)?, seal, synced: Instant::now() })
    }

    /// Opens a file to continue it; a last line that was cut off is removed.
    ///
    /// # Errors
    /// It cannot be read or written, or another program writes it.
    pub fn resume(path: &str) -> Result<(Store, Results), Problem> {
        let (mut log, bytes) = Log::open(path, MAX_BYTES)?;
        let (results, whole) = Results::of(path, &bytes)?;
        log.go_on(whole.text.len())?;
        if !whole.text.ends_with('\n') {
            log.append("\n")?;
        }
        Ok((Store { log, seal: whole.seal, synced: Instant::now() }, results))
    }

    /// Replaces everything in the file by these results, in order.
    ///
    /// # Errors
    /// It cannot be written; the file is as it was.
    pub fn replace(&mut self, results: &Results) -> Result<(), Problem> {
        self.log.replace(&results.text())?;
        self.seal = Seal::first(&results.header).0;
        Ok(())
    }

    /// Adds a battle.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), Problem> {
        self.log.append(&self.seal.line(record))?;
        if self.synced.elapsed() >= TOGETHER {
            self.log.sync()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}
