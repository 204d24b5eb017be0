//! The trace of a run: which of its spans and events are written, and where. It is never written to the standard
//! output, which belongs to the game, and costs nothing when it is off.
//!
//! What is traced, by target: [`TARGETS`]. Levels go from `error` to `trace`: at `info` beginnings and ends,
//! at `debug` every decision and search, at `trace` every candidate of a search.

use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::prelude::*;

use crate::source::there_are;

use super::Stop;

/// The environment variable that says what is traced: a level, or targets with levels, such as `search=debug,league=info`.
pub const VARIABLE: &str = "HEXFRAY_LOG";
/// What is traced: setting battles up, decisions, searches, leagues and tuning, campaigns, and how the program ended.
pub const TARGETS: [&str; 6] = ["setup", "decision", "search", "league", "campaign", "program"];
/// How many files the game keeps: one for each day of play, the oldest is removed.
const KEPT: usize = 7;

/// Where the trace goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// To the end of a file, which is made if it is not there.
    File(PathBuf),
    /// To files in a folder, a new one each day; those of a week are kept.
    Rolling(PathBuf),
    /// To the standard error.
    Stderr,
}

impl To {
    /// Where it goes: to the given file, else to the game's folder, else to the standard error if the variable is set;
    /// none if there is to be no trace.
    #[must_use]
    pub fn of(file: Option<PathBuf>, folder: Option<PathBuf>, asked: bool) -> Option<To> {
        let stderr = asked.then_some(To::Stderr);
        file.map(To::File).or(folder.map(To::Rolling)).or(stderr)
    }
}

/// Begins to write the trace down. `wanted` is what the variable says, where it is set; else everything at `info`.
///
/// # Errors
/// `wanted` is no filter, or names an unknown target; the file cannot be written.
pub fn start(wanted: Option<&str>, to: To) -> Result<(), Stop> {
    let filter = filter(wanted.unwrap_or("info"))?;
    match to {
        To::File(path) => {
            let file = OpenOptions::new().create(true).append(true).open(&path);
            let file =
                file.map_err(|e| Stop::Refused(format!("{}: the log cannot be written: {e}", path.display())))?;
            listen(filter, Mutex::new(file));
        }
        // These files are optional: where they cannot be written the game goes on without them.
        To::Rolling(folder) => {
            if let Ok(files) = rolling(&folder) {
                listen(filter, files);
            }
        }
        To::Stderr => listen(filter, io::stderr),
    }
    Ok(())
}

/// The filter of a text.
fn filter(wanted: &str) -> Result<Targets, Stop> {
    let wrong = |why: String| Stop::Refused(format!("{VARIABLE}={wanted}: {why}"));
    let targets: Targets = wanted.parse().map_err(|_| {
        wrong(
            "write a level (error, warn, info, debug, trace, off), or targets with levels, such as search=debug".into(),
        )
    })?;
    for (target, _) in &targets {
        if !TARGETS.contains(&target) {
            return Err(wrong(format!("{target} is neither a level nor traced; {}", there_are(target, &TARGETS))));
        }
    }
    // Spans and events of other crates are left out.
    let all = targets.default_level().filter(|level| *level != LevelFilter::OFF);
    let rest = TARGETS.into_iter().filter(|name| targets.iter().all(|(target, _)| target != *name));
    let rest: Vec<(&str, LevelFilter)> = all.map_or(Vec::new(), |level| rest.map(|name| (name, level)).collect());
    Ok(targets.with_default(LevelFilter::OFF).with_targets(rest))
}

/// A file a day in a folder.
fn rolling(folder: &Path) -> Result<RollingFileAppender, Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let files = RollingFileAppender::builder().rotation(Rotation::DAILY).max_log_files(KEPT);
    files.filename_prefix("hexfray").filename_suffix("log").build(folder).map_err(Into::into)
}

/// Writes what passes the filter from now on, panics too.
fn listen<W>(filter: Targets, writer: W)
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    // A span is written when it closes, with the time that it took.
    let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_span_events(FmtSpan::CLOSE).with_writer(writer);
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        tracing::error!(target: "program", "{info}");
        before(info);
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(wanted: &str) -> Vec<(String, LevelFilter)> {
        filter(wanted).unwrap().iter().map(|(target, level)| (target.to_owned(), level)).collect()
    }

    #[test]
    fn filters_name_targets_of_ours() {
        assert_eq!(levels("search=debug"), [("search".to_owned(), LevelFilter::DEBUG)]);
        assert_eq!(levels("info").len(), TARGETS.len());
        let mixed = levels("info,search=trace");
        assert!(mixed.contains(&("search".to_owned(), LevelFilter::TRACE)));
        assert!(mixed.contains(&("league".to_owned(), LevelFilter::INFO)));
        assert_eq!(filter("serch=debug").unwrap_err().to_string().split("; ").nth(1).unwrap(), {
            "did you mean search? there are setup, decision, search, league, campaign, program"
        });
        assert!(filter("search=loud").unwrap_err().to_string().contains("write a level"));
    }

    #[test]
    fn a_file_that_was_named_comes_first() {
        let (file, folder) = (PathBuf::from("a.log"), PathBuf::from("logs"));
        assert_eq!(To::of(Some(file.clone()), Some(folder.clone()), true), Some(To::File(file)));
        assert_eq!(To::of(None, Some(folder.clone()), false), Some(To::Rolling(folder)));
        assert_eq!(To::of(None, None, true), Some(To::Stderr));
        assert_eq!(To::of(None, None, false), None);
    }

    #[test]
    fn the_games_folder_keeps_a_week() {
        let folder = std::env::temp_dir().join(format!("hexfray_logs_{}", std::process::id()));
        drop(rolling(&folder).unwrap());
        for day in 1..=20 {
            fs::write(folder.join(format!("hexfray.2001-01-{day:02}.log")), "").unwrap();
        }
        drop(rolling(&folder).unwrap());
        // The appender makes room for one more by time of creation, whether today's file is among those left or not.
        let left = fs::read_dir(&folder).unwrap().count();
        assert!((KEPT - 1..=KEPT).contains(&left), "{left} files are left");
        fs::remove_dir_all(&folder).unwrap();
    }
}
