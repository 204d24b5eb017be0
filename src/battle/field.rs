//! What the public numbers of records mean: their label, what kind of number they are, how they are seen on a counter or
//! a hex, and what it costs a unit when they change. It stands where the field is declared (`record!`).

/// What a public number means. A field that says nothing of it is bookkeeping: kept, but told to nobody.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// What players call it.
    pub label: &'static str,
    /// What kind of number it is.
    pub kind: Kind,
    /// How it is seen on a unit's counter.
    pub glance: Option<Glance>,
    /// How it is seen on a hex: a value of 1 as the first of these, and so on, values beyond as the last.
    pub lies: &'static [Lies],
    /// What its changes cost a unit.
    pub harm: Harm,
    /// The log passes over its changes: they follow from what it has told.
    pub quiet: bool,
}

/// What kind of number a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Told to nobody.
    Kept,
    /// Yes, told while it is.
    Flag,
    /// A count, told even at 0.
    Count,
    /// A count, told while there is one.
    Some,
    /// Bits, told as their count while there is one.
    Bits,
    /// The faces of a die.
    Die,
    /// A count for each side.
    BySide,
    /// A count for each die.
    ByDie,
    /// A unit's number plus one; 0 for none.
    Unit,
    /// A side's number plus one; 0 for none.
    Side,
    /// A hex's number plus one; 0 for none.
    Hex,
    /// The turn until which each of several things lasts, called by what its name has behind the field's; 0 for not at
    /// all.
    Until,
    /// One of these words, from 1; 0 for none.
    Word(&'static [&'static str]),
    /// One of these states, from 1, each with a name of its own; 0 for none.
    State(&'static [&'static str]),
    /// In words of the ruleset's own.
    Own,
}

/// What a change of a number costs its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// Nothing.
    None,
    /// It is hurt when there is more of it.
    More,
    /// It is hurt when a bit is set.
    Bits,
    /// It has one less of its own for each that is gone, and is lost with the last.
    Loss,
}

/// A field that is told to nobody.
#[must_use]
pub const fn kept() -> Field {
    of("", Kind::Kept)
}

/// Yes or no.
#[must_use]
pub const fn flag(label: &'static str) -> Field {
    of(label, Kind::Flag)
}

/// A count that is told even at 0.
#[must_use]
pub const fn count(label: &'static str) -> Field {
    of(label, Kind::Count)
}

/// A count that is told while there is one.
#[must_use]
pub const fn some(label: &'static str) -> Field {
    of(label, Kind::Some)
}

/// Bits, of which the number is told.
#[must_use]
pub const fn bits(label: &'static str) -> Field {
    of(label, Kind::Bits)
}

/// The faces of a die.
#[must_use]
pub const fn die(label: &'static str) -> Field {
    of(label, Kind::Die)
}

/// A count for each side, whose name comes behind the label.
#[must_use]
pub const fn by_side(label: &'static str) -> Field {
    of(label, Kind::BySide)
}

/// A count for each die, which comes behind the label.
#[must_use]
pub const fn by_die(label: &'static str) -> Field {
    of(label, Kind::ByDie)
}

/// A unit's number plus one.
#[must_use]
pub const fn unit(label: &'static str) -> Field {
    of(label, Kind::Unit)
}

/// A side's number plus one.
#[must_use]
pub const fn side(label: &'static str) -> Field {
    of(label, Kind::Side)
}

/// A hex's number plus one.
#[must_use]
pub const fn hex(label: &'static str) -> Field {
    of(label, Kind::Hex)
}

/// The turn until which each of several things lasts.
#[must_use]
pub const fn until() -> Field {
    of("", Kind::Until)
}

/// One of some words, from 1.
#[must_use]
pub const fn word(label: &'static str, words: &'static [&'static str]) -> Field {
    of(label, Kind::Word(words))
}

/// One of some states, from 1: what it is in says all.
#[must_use]
pub const fn state(states: &'static [&'static str]) -> Field {
    of("", Kind::State(states))
}

/// A number that the ruleset tells in words of its own.
#[must_use]
pub const fn own() -> Field {
    of("", Kind::Own)
}

const fn of(label: &'static str, kind: Kind) -> Field {
    Field { label, kind, glance: None, lies: &[], harm: Harm::None, quiet: false }
}

impl Field {
    /// The same with a badge on the counter: an icon.
    #[must_use]
    pub const fn icon(self, tone: Tone, name: &'static str) -> Field {
        Field { glance: Some(Glance::Badge(Badge::icon(tone, name))), ..self }
    }

    /// The same with a badge on the counter: the number behind a sign.
    #[must_use]
    pub const fn number(self, tone: Tone, before: char) -> Field {
        Field { glance: Some(Glance::Badge(Badge::number(tone, before))), ..self }
    }

    /// The same on a hex where it is seen.
    #[must_use]
    pub const fn lies(self, lies: &'static [Lies]) -> Field {
        Field { lies, ..self }
    }

    /// The same, but the log passes over its changes.
    #[must_use]
    pub const fn quiet(self) -> Field {
        Field { quiet: true, ..self }
    }

    /// The same that hurts its unit when there is more of it.
    #[must_use]
    pub const fn hurts(self) -> Field {
        Field { harm: Harm::More, ..self }
    }

    /// The same that hurts its unit when one more of its bits is set.
    #[must_use]
    pub const fn hurts_by_bits(self) -> Field {
        Field { harm: Harm::Bits, ..self }
    }

    /// The same as what there is of its unit, and of what it has less when it is harmed.
    #[must_use]
    pub const fn strength(self) -> Field {
        Field { glance: Some(Glance::Strength), harm: Harm::Loss, ..self }
    }
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
    /// A vessel of the side whose number plus one the value is: an icon on its plate.
    Vessel(&'static str),
    /// By a sign: an icon, and the colour of what it is about.
    Sign(Tone, &'static str),
    /// By the terrain that it makes of the hex.
    Terrain,
    /// As a door or a hatch whose leaves stand open.
    Ajar,
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
