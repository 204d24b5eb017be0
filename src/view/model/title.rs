//! The start screen: what can be chosen there, and where it lies.

use crate::play::camera::Frame;

/// Something to choose on the start screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The battle that was left last is gone on with.
    Continue,
    /// A scenario is set up.
    Skirmish,
    /// The campaigns.
    Campaigns,
    /// The battles that are kept.
    Journals,
    /// The rosters.
    Rosters,
    /// The lessons.
    Learn,
    /// The codex.
    Codex,
    /// The settings.
    Settings,
    /// The window closes.
    Quit,
}

impl Entry {
    /// All of them, from above.
    pub const ALL: [Entry; 9] = [
        Entry::Continue,
        Entry::Skirmish,
        Entry::Campaigns,
        Entry::Journals,
        Entry::Rosters,
        Entry::Learn,
        Entry::Codex,
        Entry::Settings,
        Entry::Quit,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Entry::Continue => "Continue",
            Entry::Skirmish => "Skirmish",
            Entry::Campaigns => "Campaigns",
            Entry::Journals => "Replays and saved games",
            Entry::Rosters => "Rosters",
            Entry::Learn => "Learn to play",
            Entry::Codex => "Rules",
            Entry::Settings => "Settings",
            Entry::Quit => "Quit",
        }
    }

    /// Where it leads, for whoever points at it.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Entry::Continue => "The battle that was left last",
            Entry::Skirmish => "One battle: choose a scenario, who plays which side, and with what",
            Entry::Campaigns => "Battles linked by people who live, learn and die",
            Entry::Journals => "Every battle that was played: go on with it, or see it again",
            Entry::Rosters => "Build armies, retinues and gangs of your own for battles",
            Entry::Learn => "Lessons of about ten minutes: small battles with something to do",
            Entry::Codex => "The rules as a book that can be searched",
            Entry::Settings => "Size of text, speed, sounds, and which key does what",
            Entry::Quit => "Nothing is lost: every decision is kept as it is made",
        }
    }

    /// Its icon.
    #[must_use]
    pub fn icon(self) -> &'static str {
        match self {
            Entry::Continue => "fast-forward-button",
            Entry::Skirmish => "crossed-swords",
            Entry::Campaigns => "flying-flag",
            Entry::Journals => "save",
            Entry::Rosters => "scroll-quill",
            Entry::Learn => "brain",
            Entry::Codex => "open-book",
            Entry::Settings => "gears",
            Entry::Quit => "entry-door",
        }
    }
}

/// Heights at the usual size: of the name of the game, of the line below it, of what lies between that and the entries,
/// of the first entry, of the gap below it, and of each other entry.
const NAME: f32 = 84.0;
const LINE: f32 = 40.0;
const APART: f32 = 28.0;
const FIRST: f32 = 50.0;
const GAP: f32 = 8.0;
const ROW: f32 = 38.0;
/// How wide the name and the entries are.
const NAME_WIDE: f32 = 480.0;
const WIDE: f32 = 300.0;
/// Left free above and below, and at the sides.
const MARGIN: f32 = 20.0;
/// The largest size.
const LARGEST: f32 = 1.2;

/// Where all lies on a start screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Title {
    /// How much larger than usual everything is.
    pub size: f32,
    /// The name of the game.
    pub name: Frame,
    /// The line below the name.
    pub line: Frame,
    /// The entries. That of [`Entry::Continue`] has its place even where there is no battle to go on with, so that none
    /// moves when one is found.
    pub entries: [(Entry, Frame); Entry::ALL.len()],
    /// Messages, below the entries.
    pub foot: Frame,
}

impl Title {
    /// That of a window of this size, in points.
    #[must_use]
    pub fn of((width, height): (f32, f32)) -> Title {
        let rows = Entry::ALL.len() as f32 - 1.0;
        let high = NAME + LINE + APART + FIRST + GAP + ROW * rows;
        let size = ((height - 2.0 * MARGIN) / high).min((width - 4.0 * MARGIN) / NAME_WIDE).clamp(0.1, LARGEST);
        let left = (0.075 * width).max(MARGIN);
        let top = ((height - high * size) / 2.0).max(0.0);
        let frame = |y: f32, width: f32, height: f32| Frame {
            x: left,
            y: top + y * size,
            width: width * size,
            height: height * size,
        };
        let first = NAME + LINE + APART;
        let entries = std::array::from_fn(|place| {
            let below = first + FIRST + GAP + ROW * (place as f32 - 1.0);
            (Entry::ALL[place], if place == 0 { frame(first, WIDE, FIRST) } else { frame(below, WIDE, ROW) })
        });
        let foot = top + high * size;
        Title {
            size,
            name: frame(0.0, NAME_WIDE, NAME),
            line: frame(NAME, NAME_WIDE, LINE),
            entries,
            foot: Frame { x: left, y: foot, width: width - left - MARGIN, height: (height - foot).max(0.0) },
        }
    }

    /// Where an entry lies.
    #[must_use]
    pub fn place(&self, entry: Entry) -> Frame {
        self.entries[entry as usize].1
    }
}
