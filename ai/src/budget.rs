//! How long a search may think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When a search ends: at whichever limit comes first. Only the count gives the same decision on every machine; time is a
/// safety stop for people who wait.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Simulations, at least 1.
    pub iterations: u32,
    /// How long a decision may take.
    pub time: Option<Duration>,
    /// Ends the search from elsewhere.
    pub stop: Stop,
}

impl Budget {
    /// This many simulations, however long they take.
    pub fn iterations(iterations: u32) -> Self {
        Budget { iterations, time: None, stop: Stop::default() }
    }

    /// As many simulations as fit into this time.
    pub fn time(time: Duration) -> Self {
        Budget { iterations: u32::MAX, time: Some(time), stop: Stop::default() }
    }

    /// Starts the clock, which is read only where time is limited.
    pub(crate) fn start(&self) -> Clock<'_> {
        Clock { stop: &self.stop, limit: self.time.map(|time| (Instant::now(), time)) }
    }
}

/// Ends searches from elsewhere, for instance from another thread. All clones are one switch.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the search that is going on, and every later one at its first simulation, until [`clear`](Stop::clear).
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets searches run again.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// A budget that is being used up.
#[derive(Clone, Copy)]
pub(crate) struct Clock<'b> {
    stop: &'b Stop,
    // When it began, and how long it may take.
    limit: Option<(Instant, Duration)>,
}

impl Clock<'_> {
    /// Whether time is over or the search was stopped. This is asked at every decision of every playout, as a playout may
    /// be a whole game: it reads the switch, and the time only where time is limited.
    pub(crate) fn over(&self) -> bool {
        self.stopped() || self.limit.is_some_and(|(start, time)| start.elapsed() >= time)
    }

    /// Whether this share of the time is used up, or the search was stopped.
    pub(crate) fn past(&self, share: f32) -> bool {
        self.stopped() || self.limit.is_some_and(|(start, time)| start.elapsed() >= time.mul_f32(share))
    }

    fn stopped(&self) -> bool {
        self.stop.0.load(Ordering::Relaxed)
    }
}
