//! The commands of leagues.

use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

use super::console::Console;
use super::ink::Ink;
use super::progress::Progress;
use super::{Force, Stop};
use crate::content::Library;
use crate::league::report::{Report, as_sure_as, page, per_cent};
use crate::league::run::slug;
use crate::league::spec::{Entrant, Fault, Fight, Format, Keep};
use crate::league::statistics::luck::without_luck;
use crate::league::store::{Header, Results, Shard, Store};
use crate::league::tally::Tally;
use crate::league::{League, Spec, scenarios};
use crate::rules::NAMES;
use crate::source::{Document, Problem, open};
use crate::store::{is_written, make_folder};

/// Lets opponents play a league, with ratings and how sure they are
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray league run assets/leagues/quick_hexwar.ron    plays it; results go to quick_hexwar.jsonl as they come\n  \
    hexfray league resume quick_hexwar.jsonl              goes on after an interruption of any kind\n  \
    hexfray league run mine.ron --shard 1/4               one of four parts, on one of four machines\n  \
    hexfray league merge mine.*-of-4.jsonl --out all.jsonl\n  \
    hexfray league report all.jsonl --html all.html       ratings, tables and plots on one page")]
pub struct LeagueOf {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays the league of a spec
    Run {
        /// The spec
        spec: String,
        /// The file for the results, which must not exist yet; by default the spec's name with .jsonl, here
        #[arg(long, value_name = "FILE")]
        out: Option<String>,
        /// Fight only one part of several: merged, parts are what one run would have written
        #[arg(long, value_name = "I/N")]
        shard: Option<Shard>,
        #[command(flatten)]
        cores: Cores,
    },
    /// Goes on with results that are not complete
    Resume {
        /// The results
        file: String,
        /// Run the programs that the results name without asking
        #[arg(long)]
        trust: bool,
        #[command(flatten)]
        cores: Cores,
    },
    /// Reports results
    Report {
        /// Results; those of all parts of a league together
        #[arg(required = true)]
        files: Vec<String>,
        /// Write a page with tables and plots
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
        /// Write the tables into this folder, for spreadsheets
        #[arg(long, value_name = "DIR")]
        csv: Option<PathBuf>,
        #[command(flatten)]
        force: Force,
    },
    /// Puts the results of parts together
    Merge {
        /// Results of the parts
        #[arg(required = true)]
        files: Vec<String>,
        /// The file for all of them
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        force: Force,
    },
}

/// How many battles are fought at once.
#[derive(Clone, Copy, Debug, Args)]
pub struct Cores {
    /// Battles at once; as many as there are cores where left out. The results are the same
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Cores {
    /// Does something with this many threads.
    ///
    /// # Errors
    /// The threads cannot be started.
    pub fn run<T: Send>(self, work: impl FnOnce() -> T + Send) -> io::Result<T> {
        let threads = usize::from(self.threads.unwrap_or(0));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
        Ok(pool.install(work))
    }
}

impl LeagueOf {
    /// Runs the command.
    ///
    /// # Errors
    /// The spec is wrong, or files cannot be read or written.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        match &self.command {
            Command::Run { spec, out: file, shard, cores } => {
                let league = League::open(library, &Document::parse(spec, &open(spec)?)?)?;
                let shard = shard.unwrap_or(Shard::WHOLE);
                let path = file.clone().unwrap_or_else(|| place(spec, shard));
                let header = Header::new(&league, shard);
                let store = Store::begin(&path, &header)?;
                tell(&play(&league, Results::new(header), store, &path, *cores, out)?, out)
            }
            Command::Resume { file, trust, cores } => {
                let spec = Results::read(file)?.header.spec;
                if !trust {
                    let input = &mut stdin().lock();
                    let terminal = stdin().is_terminal();
                    let ink = Ink::wanted(stdout().is_terminal());
                    consent(&spec, file, terminal.then_some(Console { input, out, ink, linear: false }))?;
                }
                let league = League::new(library, spec).map_err(|faults| Stop::Problems(Fault::told(faults, file)))?;
                fight(&league, Path::new(file), *cores, out)?;
                Ok(())
            }
            Command::Report { files, html, csv, force } => {
                let html = force.maybe(html.as_deref())?;
                let results = Results::merge(files)?.counted();
                results.notes.iter().try_for_each(|note| writeln!(out, "{note}"))?;
                let report = Report::of(&results);
                let mut tables = Vec::new();
                if let Some(folder) = csv {
                    make_folder(folder)?;
                    for table in &report.tables {
                        tables.push((force.out(&folder.join(format!("{}.csv", table.name)))?, table.csv()));
                    }
                }
                tables.iter().try_for_each(|(file, csv)| file.write(csv))?;
                html.iter().try_for_each(|file| file.write(page(&report)))?;
                Ok(report.lines().iter().try_for_each(|line| writeln!(out, "{line}"))?)
            }
            Command::Merge { files, out: path, force } => {
                let file = force.out(path)?;
                let results = Results::merge(files)?.counted();
                results.notes.iter().try_for_each(|note| writeln!(out, "{note}"))?;
                file.write(results.text())?;
                Ok(writeln!(out, "{}: {} battles", path.display(), results.records.len())?)
            }
        }
    }
}

/// Asks before programs named in results are run: a file from elsewhere may name any program.
fn consent(spec: &Spec, file: &str, console: Option<Console<'_>>) -> Result<(), Stop> {
    let programs = spec.entrants.iter().filter(|entrant| !entrant.program.is_empty());
    let listed: Vec<String> = programs.map(|entrant| format!("  {}: {:?}", entrant.name, entrant.program)).collect();
    if listed.is_empty() {
        return Ok(());
    }
    let named = format!("{file} names programs that would run on this machine:\n{}", listed.join("\n"));
    let refused = || Stop::Refused(format!("{named}\nnothing was run; --trust runs them"));
    let mut console = console.ok_or_else(refused)?;
    console.line(&named)?;
    match console.ask("Run them? [y/N] ")?.as_deref() {
        Some("y" | "Y" | "yes") => Ok(()),
        _ => Err(Stop::Refused("nothing was run".to_owned())),
    }
}

/// The default file of results.
fn place(spec: &str, shard: Shard) -> String {
    let name = Path::new(spec).file_stem().map_or("league".into(), |s| s.to_string_lossy().into_owned());
    match shard {
        Shard::WHOLE => format!("{name}.jsonl"),
        Shard { part, of } => format!("{name}.{part}-of-{of}.jsonl"),
    }
}

/// Plays a league to its end, from its beginning or from where its results stop, and prints the report.
///
/// # Errors
/// The results are of another league, or cannot be read or written.
pub fn fight(league: &League, path: &Path, cores: Cores, out: &mut dyn Write) -> Result<Results, Stop> {
    let results = kept(league, path, cores, out)?;
    tell(&results, out)?;
    Ok(results)
}

/// Reports results.
fn tell(results: &Results, out: &mut dyn Write) -> Result<(), Stop> {
    writeln!(out)?;
    Ok(Report::of(results).lines().iter().try_for_each(|line| writeln!(out, "{line}"))?)
}

/// Plays a league to its end, from its beginning or from where its results stop.
fn kept(league: &League, path: &Path, cores: Cores, out: &mut dyn Write) -> Result<Results, Stop> {
    let path = &*path.to_string_lossy();
    if !is_written(Path::new(path)) {
        let header = Header::new(league, Shard::WHOLE);
        let store = Store::begin(path, &header)?;
        return play(league, Results::new(header), store, path, cores, out);
    }
    let (mut store, mut results) = Store::resume(path)?;
    results.notes.iter().try_for_each(|note| writeln!(out, "{note}"))?;
    let header = Header::new(league, results.header.shard);
    results.header.know(league);
    // Pairs follow one another, so that a longer league begins as a shorter one does.
    let had = std::mem::replace(&mut results.header.spec.pairs, header.spec.pairs);
    if header != results.header {
        let hint = "use the content and the program that it was begun with, or begin anew";
        return Err(Problem::whole(path, "the content has changed since, or the league", hint).into());
    }
    if header.spec.pairs < had {
        let message = format!("it is a league of {had} pairs, not of {}", header.spec.pairs);
        return Err(Problem::whole(path, message, "ask for no fewer, or name another file").into());
    }
    if header.spec.pairs > had {
        store.replace(&results)?;
    }
    play(league, results, store, path, cores, out)
}

/// Plays what is missing.
fn play(
    league: &League,
    results: Results,
    mut store: Store,
    path: &str,
    cores: Cores,
    out: &mut dyn Write,
) -> Result<Results, Stop> {
    let shard = results.header.shard;
    let all = u64::from(league.games_of(shard));
    writeln!(
        out,
        "{path}: {} of {all} battles fought; each result is written to the file at once",
        results.records.len()
    )?;
    out.flush()?;
    let progress = Progress::new(results.records.len() as u64, all, "battles");
    let folder = Path::new(path).parent().unwrap_or(Path::new("."));
    let results = cores.run(|| league.run(results, Some(&mut store), folder, |_| progress.inc()))??;
    store.replace(&results)?;
    Ok(results)
}

/// The default file of results with this name.
#[must_use]
pub fn slot(kind: &str, name: &str) -> PathBuf {
    format!("{kind}_{}.jsonl", slug(name)).into()
}

/// Lets two opponents fight each other, each battle twice with sides swapped
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray duel utility random                               in all scenarios for two sides\n  \
    hexfray duel veteran utility --ruleset NAME --pairs 20    20 pairs in each one of another ruleset\n  \
    hexfray duel veteran utility --scenario dead_air          in this one only\n  \
    hexfray duel veteran@500 veteran@250                      with so many simulations a decision\n  \
    hexfray duel warlord veteran --out strong.jsonl           keeps its battles; the same command goes on\n\n\
    The last line is what the first of them got, in per cent of all battles, with its 95 % interval.")]
pub struct Duel {
    /// An opponent
    first: String,
    /// The other one
    second: String,
    /// Pairs of battles in each scenario
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pairs: u32,
    /// A scenario for two sides; may be given several times
    #[arg(long = "scenario", value_name = "NAME")]
    scenarios: Vec<String>,
    /// All scenarios of this ruleset for two sides
    #[arg(long, default_value = NAMES[0], value_parser = PossibleValuesParser::new(NAMES), conflicts_with = "scenarios")]
    ruleset: String,
    /// Seed of all battles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also tell the score without the luck of the dice, which is as sure with fewer battles. Worth it for opponents that
    /// look ahead: for others it takes longer than more battles do
    #[arg(long)]
    luck: bool,
    /// Keep the battles in this file as they end; if it has some already, go on from there, also to more pairs
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    cores: Cores,
}

impl Duel {
    /// Fights it.
    ///
    /// # Errors
    /// There is no such scenario or opponent, or a scenario is not for two sides.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let names = match self.scenarios.is_empty() {
            true => scenarios(library, &self.ruleset),
            false => self.scenarios.clone(),
        };
        // An opponent against itself is two entrants.
        let entrants = [("", &self.first), (" again", &self.second)].map(|(again, plays)| Entrant {
            name: format!("{plays}{}", if self.first == self.second { again } else { "" }),
            plays: Some(plays.clone()),
            ..Entrant::default()
        });
        let spec = Spec {
            name: "duel".to_owned(),
            seed: self.seed,
            entrants: entrants.into(),
            format: Format::RoundRobin,
            battles: names.into_iter().map(|scenario| Fight { scenario, ..Fight::default() }).collect(),
            pairs: self.pairs,
            journals: Keep::None,
            luck: self.luck,
        };
        let league = League::new(library, spec).map_err(|faults| Fault::told(faults, "duel"))?;
        let results = if let Some(path) = &self.out {
            kept(&league, path, self.cores, out)?
        } else {
            let progress = Progress::new(0, league.games().into(), "battles");
            let results = Results::new(Header::new(&league, Shard::WHOLE));
            self.cores.run(|| league.run(results, None, Path::new("."), |_| progress.inc()))??
        };
        let tally = Tally::of(&results);
        for (setting, name) in results.header.settings.iter().enumerate() {
            let here = || results.records.values().filter(|record| record.setting == setting);
            let as_side = |side: usize| {
                let seated = here().filter(|record| record.seats[side] == 0);
                100.0 * seated.map(|record| record.ending.points(side)).sum::<f64>() / f64::from(self.pairs)
            };
            let score = tally.grounds[setting].between(0, 1).estimate();
            let (mean, width) = (per_cent(score.value), per_cent((score.high - score.low) / 2.0));
            let [first, second] = [as_side(0), as_side(1)];
            writeln!(out, "{name:28} {mean:>5} % +- {width:>4} (first side {first:.0} %, second {second:.0} %)")?;
        }
        let pairs = tally.between(0, 1);
        let (score, count) = (pairs.estimate(), pairs.len());
        let (mean, width) = (per_cent(score.value), per_cent((score.high - score.low) / 2.0));
        if let Some(left) = without_luck(&results.lucks(0, 1)) {
            let (mean, width) = (per_cent(left.value), per_cent((left.high - left.low) / 2.0));
            let sure = as_sure_as(score, left, count as usize);
            writeln!(out, "without the luck of the dice {mean} % +- {width}, as sure as {sure} pairs of plain scores")?;
        }
        let noun = if count == 1 { "pair" } else { "pairs" };
        writeln!(out, "{} against {}: {mean} % +- {width} (95 %), {count} {noun}", self.first, self.second)?;
        whole(&results, &tally)
    }
}

/// Whether all battles came to an end by the rules.
fn whole(results: &Results, tally: &Tally) -> Result<(), Stop> {
    let Some((record, failure)) = tally.failures.iter().find_map(|r| r.ending.failure.as_ref().map(|f| (r, f))) else {
        return Ok(());
    };
    let (count, setting) = (tally.failures.len(), &results.header.settings[record.setting]);
    Err(Stop::Refused(format!("{count} of the battles failed, the first in {setting}: {}", failure.why)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::game::Failure;

    /// Battles that failed are an error, and the first is told of.
    #[test]
    fn a_duel_tells_of_battles_that_failed() {
        let spec = Spec {
            name: "duel".to_owned(),
            seed: 1,
            entrants: ["random", "utility"].map(|name| Entrant { name: name.to_owned(), ..Entrant::default() }).into(),
            format: Format::RoundRobin,
            battles: vec![Fight { scenario: "patrol".to_owned(), ..Fight::default() }],
            pairs: 1,
            journals: Keep::None,
            luck: false,
        };
        let league = League::new(Library::own(), spec).unwrap();
        let none = Results::new(Header::new(&league, Shard::WHOLE));
        let mut results = league.run(none, None, Path::new("."), |_| ()).unwrap();
        assert!(whole(&results, &Tally::of(&results)).is_ok());
        let failure = Failure { side: None, why: "the rules: a made-up fault".to_owned() };
        results.records.values_mut().next().unwrap().ending.failure = Some(failure);
        let told = whole(&results, &Tally::of(&results)).unwrap_err().to_string();
        assert_eq!(told, "1 of the battles failed, the first in patrol: the rules: a made-up fault");
    }

    /// Programs named in a file are run only after the person has seen the commands and agreed.
    #[test]
    fn programs_of_results_are_run_after_a_yes() {
        let program = vec!["rm".to_owned(), "\u{1b}[2J".to_owned()];
        let bot = Entrant { name: "bot".to_owned(), program, ..Entrant::default() };
        let spec = |entrants: Vec<Entrant>| Spec {
            name: "Theirs".to_owned(),
            seed: 1,
            entrants,
            format: Format::RoundRobin,
            battles: Vec::new(),
            pairs: 1,
            journals: Keep::None,
            luck: false,
        };
        assert!(consent(&spec(vec![Entrant::default()]), "f.jsonl", None).is_ok());
        let spec = spec(vec![bot]);
        let refused = consent(&spec, "f.jsonl", None).unwrap_err().to_string();
        assert!(refused.contains(r#"bot: ["rm", "\u{1b}[2J"]"#) && refused.contains("--trust"), "{refused}");
        for (typed, run) in [("y\n", true), ("yes\n", true), ("n\n", false), ("\n", false), ("", false)] {
            let (mut input, mut out) = (typed.as_bytes(), Vec::new());
            let console = Console { input: &mut input, out: &mut out, ink: Ink::default(), linear: false };
            assert_eq!(consent(&spec, "f.jsonl", Some(console)).is_ok(), run, "{typed:?}");
            assert!(String::from_utf8(out).unwrap().contains(r#"["rm", "\u{1b}[2J"]"#));
        }
    }
}
