//! What units and their shots look like.

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

/// How an attack from afar is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Discharge {
    /// Tracers side by side.
    #[default]
    Bullets,
    /// One heavy shot that bursts where it hits.
    Shell,
    /// A tongue of flame.
    Flame,
    /// A spray of something that corrodes.
    Spray,
    /// Something thrown or lobbed in an arc, which bursts.
    Lob,
    /// A thing of the mind: rings that run out to the target.
    Wave,
}
