//! The progress of long tasks.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The time between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(30);

/// Counts something on the error output: on a terminal as a bar, elsewhere with a line now and then.
pub struct Progress {
    bar: ProgressBar,
    what: String,
    told: Mutex<Instant>,
}

impl Progress {
    /// A count that begins at `done` of so many.
    #[must_use]
    pub fn new(done: u64, count: u64, what: &str) -> Progress {
        let style =
            ProgressStyle::with_template(&format!("{{bar:40}} {{pos}} of {{len}} {what}, {{per_sec}}, {{eta}} left"));
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(count).with_style(style).with_position(done);
        bar.reset_eta();
        Progress { bar, what: what.to_owned(), told: Mutex::new(Instant::now()) }
    }

    /// One more.
    pub fn inc(&self) {
        self.bar.inc(1);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() && told.elapsed() >= PAUSE {
            *told = Instant::now();
            let count = self.bar.length().unwrap_or_default();
            // The error output may be closed.
            let _ = writeln!(io::stderr(), "{} of {count} {}", self.bar.position(), self.what);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
