//! How often a screen is drawn on which little happens.

use std::time::Duration;

/// For how long a screen is drawn often after the last key or movement of the mouse.
const AWAKE: Duration = Duration::from_secs(2);
/// How long after that nobody seems to look at it any more.
const LEFT: Duration = Duration::from_secs(180);
/// How long a frame lasts while the person does something, while only the screen itself moves, and while nothing does.
const BUSY: Duration = Duration::from_millis(16);
const MOVING: Duration = Duration::from_millis(50);
const STILL: Duration = Duration::from_millis(95);

/// The pace of a screen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// How long nobody has done anything.
    quiet: Duration,
}

impl Pace {
    /// Whether somebody seems to look at the screen.
    #[must_use]
    pub fn is_watched(self) -> bool {
        self.quiet < LEFT
    }

    /// How long to rest before a frame, if the last one began so long ago: not at all where the person has done something
    /// since.
    pub fn rest(&mut self, since: Duration, stirred: bool, moves: bool) -> Duration {
        if stirred {
            self.quiet = Duration::ZERO;
            return Duration::ZERO;
        }
        let lasts = match moves {
            _ if self.quiet < AWAKE => BUSY,
            true => MOVING,
            false => STILL,
        };
        self.quiet = self.quiet.saturating_add(since.max(lasts));
        lasts.saturating_sub(since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frames of a second after nobody has done anything for so long.
    fn frames(quiet: u64, moves: bool) -> usize {
        let mut pace = Pace { quiet: Duration::from_secs(quiet) };
        let rest = |_| pace.rest(Duration::from_millis(4), false, moves) + Duration::from_millis(4);
        let mut sum = Duration::ZERO;
        (0..)
            .map(rest)
            .take_while(|lasts| {
                sum += *lasts;
                sum <= Duration::from_secs(1)
            })
            .count()
    }

    #[test]
    fn a_screen_is_drawn_as_often_as_something_happens() {
        assert_eq!([frames(0, false), frames(5, true), frames(5, false)], [62, 20, 10]);
        let mut pace = Pace { quiet: LEFT };
        assert!(!pace.is_watched());
        assert_eq!(pace.rest(Duration::from_millis(1), true, false), Duration::ZERO);
        assert!(pace.is_watched());
    }
}
