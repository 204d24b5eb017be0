//! Fighting a league on all cores.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::scenario::journal::MAX_BYTES;
use crate::source::{Problem, read};
use crate::store::{bare, is_written, make_folder};

use super::game::{Ending, MatchResult};
use super::spec::Keep;
use super::store::{Course, Record, Results, Shard, Store};
use super::{Game, League};

/// The target of events about leagues.
const TRACED: &str = "league";

/// Where results are stored as they arrive.
struct Desk<'a> {
    results: Results,
    course: Option<Course>,
    store: Option<&'a mut Store>,
    failed: Option<Problem>,
}

impl League {
    /// Fights the missing battles of a part of the league, in order as far as there are cores. Every battle goes to the
    /// store, if there is one, and `told` is called with it. The results are the same on any number of threads: of a match,
    /// what was fought beyond its verdict is left out.
    ///
    /// # Errors
    /// When results or journals cannot be written. Nothing is lost that was stored before.
    pub fn run(
        &self,
        results: Results,
        store: Option<&mut Store>,
        journals: &Path,
        told: impl Fn(&Record) + Sync,
    ) -> Result<Results, Problem> {
        let shard = results.header.shard;
        let course = results.course().filter(|_| shard == Shard::WHOLE);
        tracing::info!(
            target: TRACED, league = self.spec.name, fought = results.records.len(), all = self.games_of(shard)
        );
        let fought: BTreeSet<u32> = results.records.keys().copied().collect();
        let enough = AtomicBool::new(course.as_ref().is_some_and(|course| course.verdict.is_some()));
        let desk = Mutex::new(Desk { results, course, store, failed: None });
        let deal = |game: Game| {
            if enough.load(Ordering::Relaxed) {
                return;
            }
            let fought = self.fight(game);
            let record = self.kept(game, &fought, journals).map(|journal| self.record(game, fought, journal));
            let mut desk = desk.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let stored = record.and_then(|record| match &mut desk.store {
                Some(store) => store.add(&record).map(|()| record),
                None => Ok(record),
            });
            match stored {
                Ok(record) => {
                    tell(&record);
                    told(&record);
                    desk.results.records.insert(record.game, record);
                }
                Err(problem) => {
                    tracing::error!(target: TRACED, "{problem}");
                    desk.failed = Some(problem);
                }
            }
            let Desk { results, course, failed, .. } = &mut *desk;
            let decided = course.as_mut().is_some_and(|course| {
                course.follow(results);
                course.verdict.is_some()
            });
            enough.fetch_or(decided || failed.is_some(), Ordering::Relaxed);
        };
        // Of a match there may be millions of which hundreds are fought.
        let missing = (0..self.games())
            .take_while(|_| !enough.load(Ordering::Relaxed))
            .filter(|number| !fought.contains(number))
            .map(|number| self.game(number))
            .filter(|game| shard.has(*game));
        missing.par_bridge().for_each(deal);
        let desk = desk.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        match desk.failed {
            Some(problem) => Err(problem),
            None if shard == Shard::WHOLE => Ok(desk.results.counted()),
            None => Ok(desk.results),
        }
    }

    fn record(&self, game: Game, fought: MatchResult, journal: Option<String>) -> Record {
        let Game { number, setting, seats, seed } = game;
        let start = self.start(game);
        let (forces, costs) = (start.forces.clone(), start.costs);
        Record {
            game: number,
            setting,
            seats,
            forces,
            costs,
            seed,
            ending: fought.ending,
            journal,
            times: fought.times,
        }
    }

    /// Writes the journal of a battle, if the league keeps it, and returns its name.
    fn kept(&self, game: Game, fought: &MatchResult, journals: &Path) -> Result<Option<String>, Problem> {
        if !wanted(self.spec.journals, &fought.ending) {
            return Ok(None);
        }
        let name = format!("{}.journals/{}.journal", slug(&self.spec.name), game.number);
        let path: PathBuf = journals.join(&name);
        let wrong = |why: String| Problem::whole(&path.to_string_lossy(), why, "");
        path.parent().map_or(Ok(()), make_folder)?;
        let session =
            self.journal(game, fought).map_err(|all| all.into_iter().next().unwrap_or(wrong(String::new())))?;
        // A league that was interrupted may have left the journal of a battle that is now fought again.
        if is_written(&path) && !same(&path.to_string_lossy(), session.text())? {
            let hint = "give each league a name of its own, or move the journals away";
            return Err(Problem::whole(&path.to_string_lossy(), "a battle of another league is kept here", hint));
        }
        session.save(&path.to_string_lossy(), true)?;
        Ok(Some(name))
    }
}

/// Whether a file holds a journal, be it one without checksums.
fn same(path: &str, journal: &str) -> Result<bool, Problem> {
    let there = read(path, MAX_BYTES)?;
    let there = String::from_utf8_lossy(&there);
    Ok(there.lines().map(bare).eq(journal.lines().map(bare)))
}

/// Traces a battle that was fought.
fn tell(record: &Record) {
    let Record { game, setting, seats, seed, ending, .. } = record;
    tracing::debug!(
        target: TRACED, game, setting, ?seats, seed, winner = ending.winner, reason = ending.reason,
        turns = ending.turns, hash = ending.hash
    );
    if let Some(failure) = &ending.failure {
        tracing::warn!(target: TRACED, game, side = failure.side, "{}", failure.why);
    }
}

fn wanted(keep: Keep, ending: &Ending) -> bool {
    match keep {
        Keep::None => false,
        Keep::Failed => ending.failure.is_some(),
        Keep::Decisive => ending.winner.is_some(),
        Keep::All => true,
    }
}

/// A name that every file system accepts.
#[must_use]
pub fn slug(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
}
