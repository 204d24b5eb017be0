//! Where the panels of a battle lie: from the size of the window alone, so that nothing jumps when their content changes.
//! All lengths are in points: pixels, made larger or smaller by the scale of text.

use crate::play::camera::Frame;

/// The smallest window, in points, in which all panels have room; text is not made larger than it allows.
pub const LEAST: (f32, f32) = (640.0, 480.0);
/// How high the bar at the top is.
const TOP: f32 = 48.0;
/// Between panels, and between them and the window's edges.
const GAP: f32 = 8.0;
/// Between a panel's edge and what is in it.
pub const PAD: f32 = 8.0;
/// Between buttons of the bar.
const APART: f32 = 6.0;
/// The sizes of its buttons, the largest that fits being taken.
const BUTTONS: [(f32, f32); 5] = [(84.0, 84.0), (76.0, 72.0), (72.0, 58.0), (58.0, 44.0), (50.0, 38.0)];
/// How wide the button is that commits, at most.
const MAIN: f32 = 132.0;
/// How wide the strip of units is.
const ROSTER: f32 = 54.0;
/// How high the line above the bar is that says what to do.
pub const HINT: f32 = 30.0;

/// The panels of a battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The bar at the top.
    pub top: Frame,
    /// What is fought for.
    pub goals: Frame,
    /// What has happened.
    pub events: Frame,
    /// What is pointed at.
    pub target: Frame,
    /// The map as a whole, where there is room for it.
    pub mini: Option<Frame>,
    /// The units that can act.
    pub roster: Frame,
    /// The unit in hand.
    pub card: Frame,
    /// Where the buttons of actions may lie; they fill it from below.
    pub bar: Frame,
    /// What of the window shows the board and is never covered.
    pub free: Frame,
    /// All of the window that the board shows in, the panels over it.
    pub board: Frame,
}

/// How much larger than usual text is in a window of this size in pixels, where the person wishes so much.
#[must_use]
pub fn fitting(wished: f32, (width, height): (f32, f32)) -> f32 {
    wished.min(width / LEAST.0).min(height / LEAST.1).max(0.5)
}

impl Layout {
    /// That of a window of this size, in points.
    #[must_use]
    pub fn of((width, height): (f32, f32)) -> Layout {
        let frame = |x: f32, y: f32, width: f32, height: f32| Frame { x, y, width, height };
        let narrow = width < 1000.0;
        let column = match width {
            w if w >= 1500.0 => 320.0,
            w if w >= 1000.0 => 280.0,
            _ => 0.34 * width,
        };
        let strip = (0.255 * height).clamp(150.0, 256.0);
        let (right, foot) = (width - GAP - column, height - GAP - strip);
        let card = frame(GAP, foot, (0.26 * width).clamp(220.0, 384.0), strip);
        let from = card.x + card.width + GAP;
        let bar = frame(from, foot, if narrow { width - GAP } else { right - GAP } - from, strip);
        // Beside the bar the column goes down to the window's edge where there is room for both.
        let low = if narrow { foot - GAP } else { height - GAP };
        let high = TOP + GAP;
        // A small window has no room for a map of its own.
        let map = if low - high >= 690.0 { 0.5 * column } else { 0.0 };
        let mini = (map > 0.0).then(|| frame(right, low - map, column, map));
        let low = if map > 0.0 { low - map - GAP } else { low };
        let goals = (0.24 * (low - high)).clamp(72.0, 140.0);
        let target = (0.46 * (low - high)).clamp(110.0, 360.0);
        let beside = GAP + ROSTER;
        let free = frame(beside, TOP, right - GAP - beside, foot - TOP - GAP - HINT);
        let roster = frame(GAP, TOP + GAP, ROSTER, foot - TOP - GAP - HINT - GAP);
        Layout {
            top: frame(0.0, 0.0, width, TOP),
            goals: frame(right, high, column, goals),
            events: frame(right, high + goals + GAP, column, low - high - goals - target - 2.0 * GAP),
            target: frame(right, low - target, column, target),
            roster,
            mini,
            card,
            bar,
            free,
            board: frame(0.0, TOP, width, height - TOP),
        }
    }

    /// The buttons of the bar, row by row, and last the one that commits, if there is one. Where not all fit, those that do.
    #[must_use]
    pub fn buttons(&self, count: usize, commits: bool) -> (Vec<Frame>, Option<Frame>) {
        let Frame { x, y, width, height } = self.bar;
        let (wide, high) = (width - 2.0 * PAD, height - 2.0 * PAD);
        let main = MAIN.min(0.24 * width);
        let across = wide - if commits { main + APART } else { 0.0 };
        let grid = |(w, h): (f32, f32)| {
            let fit = |room: f32, one: f32| (((room + APART) / (one + APART)).floor() as usize).max(1);
            (fit(across, w), fit(high, h))
        };
        let enough = |size: &(f32, f32)| grid(*size).0 * grid(*size).1 >= count;
        let size = BUTTONS.into_iter().find(enough).unwrap_or(BUTTONS[BUTTONS.len() - 1]);
        let (columns, most) = grid(size);
        let rows = count.div_ceil(columns).clamp(1, most);
        let above = y + height - PAD - rows as f32 * (size.1 + APART) + APART;
        let place = |n: usize| Frame {
            x: x + PAD + (n % columns) as f32 * (size.0 + APART),
            y: above + (n / columns) as f32 * (size.1 + APART),
            width: size.0,
            height: size.1,
        };
        let commit = commits.then(|| Frame {
            x: x + width - PAD - main,
            y: y + height - PAD - size.1.max(58.0).min(high),
            width: main,
            height: size.1.max(58.0).min(high),
        });
        ((0..count.min(columns * rows)).map(place).collect(), commit)
    }

    /// What of the bar its buttons take up.
    #[must_use]
    pub fn used(&self, buttons: &[Frame], commit: Option<Frame>) -> Frame {
        let top = buttons.iter().chain(&commit).map(|b| b.y).fold(self.bar.y + self.bar.height - 2.0 * PAD, f32::min);
        let right = buttons.iter().chain(&commit).map(|b| b.x + b.width).fold(self.bar.x + 2.0 * PAD, f32::max);
        Frame {
            x: self.bar.x,
            y: top - PAD,
            width: right + PAD - self.bar.x,
            height: self.bar.y + self.bar.height - top + PAD,
        }
    }
}
