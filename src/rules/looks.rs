//! What units and what lies on hexes look like: icons, badges and the colours of what they are about.

/// What kind of thing a unit is: the symbol on its counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Build {
    /// People on foot, one or many.
    #[default]
    Foot,
    /// Whoever leads a side.
    Leader,
    /// A large creature.
    Beast,
    /// A machine.
    Machine,
}

impl Build {
    /// The icon of those whose sheet names none.
    #[must_use]
    pub fn icon(self) -> &'static str {
        match self {
            Build::Foot => "barbute",
            Build::Leader => "crown",
            Build::Beast => "paw-print",
            Build::Machine => "gears",
        }
    }

    /// Whether its counter is larger than others.
    #[must_use]
    pub fn is_large(self) -> bool {
        matches!(self, Build::Beast | Build::Machine)
    }
}

/// What a unit looks like on its counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks<'b> {
    /// The name of its icon, which may be one that nobody has drawn.
    pub icon: &'b str,
    /// What kind of thing it is.
    pub build: Build,
    /// Whether its facing matters.
    pub faces: bool,
    /// How much there is of it while it is unhurt: models, or 1.
    pub full: u8,
}

/// How something that lies on a hex is seen there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lies {
    /// Flames.
    Fire,
    /// Smoke.
    Smoke,
    /// Gas that harms.
    Gas,
    /// A puddle that harms.
    Acid,
    /// A burning wreck.
    Wreck,
    /// By a sign: an icon, and the colour of what it is about.
    Sign(Tone, &'static str),
    /// By the terrain that it makes of the hex.
    Terrain,
}

/// How a number of a unit is seen at a glance, on its counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// As its strength.
    Strength,
    /// As a badge, while it is not 0.
    Badge(Badge),
}

/// A badge on a counter. The lesser ones come first, and are seen where there is no room for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Badge {
    /// What it is about, which gives it its colour.
    pub tone: Tone,
    /// What is drawn on it.
    pub sign: Sign,
}

/// What a badge is about, the most pressing first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tone {
    /// Fire.
    Fire,
    /// Acid.
    Acid,
    /// Wounds.
    Blood,
    /// Poison, and what possesses.
    Poison,
    /// Nerve, lost or about to be.
    Nerve,
    /// What somebody does or is about to do.
    Aim,
    /// What is broken.
    Damage,
}

/// What is drawn on a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// An icon.
    Icon(&'static str),
    /// The number, with this sign before it.
    Number(char),
}

impl Badge {
    /// A badge with an icon.
    #[must_use]
    pub const fn icon(tone: Tone, name: &'static str) -> Badge {
        Badge { tone, sign: Sign::Icon(name) }
    }

    /// A badge with a number.
    #[must_use]
    pub const fn number(tone: Tone, before: char) -> Badge {
        Badge { tone, sign: Sign::Number(before) }
    }
}
