//! Decisions, the actions that answer them, and refusals.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::{Cell, CellSet, Reach};

use super::{Rule, SideId, UnitId, UnitSet};

/// What kind of answer a decision wants. Rulesets share these; what they mean in a step is the ruleset's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Place units before the battle.
    Deploy,
    /// Choose in secret; revealed when all have chosen (MAP-20).
    Commit,
    /// One of the side's units acts.
    Act,
    /// Answer to what somebody else did.
    React,
    /// Share out hits, points or dice.
    Allocate,
    /// Roll again or let it stand.
    Reroll,
}

impl Kind {
    /// The word that the referee protocol uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Deploy => "deploy",
            Kind::Commit => "commit",
            Kind::Act => "act",
            Kind::React => "react",
            Kind::Allocate => "allocate",
            Kind::Reroll => "reroll",
        }
    }
}

/// An open question to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// Who answers. Not always the side whose turn it is.
    pub side: SideId,
    /// What kind of answer is wanted.
    pub kind: Kind,
    /// The unit that it is about, if it is about one.
    pub subject: Option<UnitId>,
    /// The units that it may be answered with.
    pub actors: UnitSet,
    /// The rule that asks.
    pub rule: Rule,
}

impl Decision {
    /// A question about one unit.
    #[must_use]
    pub fn about(side: SideId, kind: Kind, unit: UnitId, rule: Rule) -> Self {
        let actors = [unit].into_iter().collect();
        Decision { side, kind, subject: Some(unit), actors, rule }
    }

    /// The same question to the one who gives this answer.
    #[must_use]
    pub fn only_to(self, action: Action) -> Self {
        Decision { actors: [action.unit].into_iter().filter(|&u| u != UnitId::NONE).collect(), ..self }
    }

    /// A question that any of several units may answer.
    #[must_use]
    pub fn to(side: SideId, kind: Kind, actors: UnitSet, rule: Rule) -> Self {
        Decision { side, kind, subject: None, actors, rule }
    }
}

/// What an action does, in the words that all rulesets share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Verb {
    /// Place a unit.
    Place,
    /// Give a unit its order for the turn.
    Order,
    /// Fire a weapon at a target.
    Fire,
    /// Go to a hex.
    Move,
    /// Turn to a facing.
    Face,
    /// Do nothing more with this unit in this step.
    Hold,
    /// The side does nothing more in this step.
    Pass,
    /// Fall back to a hex.
    Retreat,
    /// Stay where one could fall back.
    Stay,
    /// Use an ability.
    Use,
    /// Share out successes to a target.
    Assign,
    /// Cancel a hit.
    Deflect,
    /// Roll dice again.
    Reroll,
    /// Let dice stand.
    Keep,
    /// Spend healing or repair points on a token.
    Heal,
    /// Spend a token of endurance.
    Endure,
    /// Run instead of shooting.
    Run,
    /// Help a friend's attack along.
    Assist,
    /// Strike a blow in melee.
    Strike,
    /// Use a psyker power.
    Cast,
    /// Open a door, or close it.
    Open,
    /// Give the battle up: never listed, and open to whoever decides (MAP-24).
    Concede,
}

impl Verb {
    /// All verbs, in order of their number.
    pub const ALL: [Verb; 22] = [
        Verb::Place,
        Verb::Order,
        Verb::Fire,
        Verb::Move,
        Verb::Face,
        Verb::Hold,
        Verb::Pass,
        Verb::Retreat,
        Verb::Stay,
        Verb::Use,
        Verb::Assign,
        Verb::Deflect,
        Verb::Reroll,
        Verb::Keep,
        Verb::Heal,
        Verb::Endure,
        Verb::Run,
        Verb::Assist,
        Verb::Strike,
        Verb::Cast,
        Verb::Open,
        Verb::Concede,
    ];

    /// The word that files and the referee protocol use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verb::Place => "place",
            Verb::Order => "order",
            Verb::Fire => "fire",
            Verb::Move => "move",
            Verb::Face => "face",
            Verb::Hold => "hold",
            Verb::Pass => "pass",
            Verb::Retreat => "retreat",
            Verb::Stay => "stay",
            Verb::Use => "use",
            Verb::Assign => "assign",
            Verb::Deflect => "deflect",
            Verb::Reroll => "reroll",
            Verb::Keep => "keep",
            Verb::Heal => "heal",
            Verb::Endure => "endure",
            Verb::Run => "run",
            Verb::Assist => "assist",
            Verb::Strike => "strike",
            Verb::Cast => "cast",
            Verb::Open => "open",
            Verb::Concede => "concede",
        }
    }
}

/// What an action is aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Nothing in particular.
    #[default]
    None,
    /// A hex.
    Hex(Cell),
    /// A unit.
    Unit(UnitId),
    /// A number whose meaning the verb gives: a facing, a count, a kind of token.
    Index(u8),
}

/// One answer to a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action {
    /// What is done.
    pub verb: Verb,
    /// The unit that does it; [`UnitId::NONE`] where the side does.
    pub unit: UnitId,
    /// Weapon, ability or order, as the verb and the ruleset number them; 0 where there is none.
    pub with: u8,
    /// At what.
    pub target: Target,
}

impl Action {
    /// An action of a unit without weapon or target.
    #[must_use]
    pub fn of(verb: Verb, unit: UnitId) -> Self {
        Action { verb, unit, with: 0, target: Target::None }
    }

    /// An action of the side as a whole.
    #[must_use]
    pub fn side(verb: Verb) -> Self {
        Self::of(verb, UnitId::NONE)
    }

    /// The side that decides gives the battle up (MAP-24).
    #[must_use]
    pub fn concession() -> Self {
        Self::side(Verb::Concede)
    }

    /// The unit that acts; none where the side does.
    #[must_use]
    pub fn actor(self) -> Option<UnitId> {
        (self.unit != UnitId::NONE).then_some(self.unit)
    }

    /// Whether it carries nothing besides its verb and its unit, as whoever waits or passes does.
    ///
    /// # Errors
    /// Where it carries more, by the rule given.
    pub fn plain(self, rule: Rule) -> Result<(), Refusal> {
        self.aimed(rule)?;
        if self.target == Target::None { Ok(()) } else { Err(Refusal::new(Reason::Malformed, rule)) }
    }

    /// Whether it carries no weapon, ability or order: its target says all.
    ///
    /// # Errors
    /// Where it does, by the rule given.
    pub fn aimed(self, rule: Rule) -> Result<(), Refusal> {
        if self.with == 0 { Ok(()) } else { Err(Refusal::new(Reason::Malformed, rule)) }
    }

    /// The same with a weapon, ability or order.
    #[must_use]
    pub fn with(mut self, with: u8) -> Self {
        self.with = with;
        self
    }

    /// The same aimed at a hex.
    #[must_use]
    pub fn hex(mut self, cell: Cell) -> Self {
        self.target = Target::Hex(cell);
        self
    }

    /// The same aimed at a unit.
    #[must_use]
    pub fn at(mut self, unit: UnitId) -> Self {
        self.target = Target::Unit(unit);
        self
    }

    /// The same with a number.
    #[must_use]
    pub fn index(mut self, index: u8) -> Self {
        self.target = Target::Index(index);
        self
    }
}

/// A list of actions and the buffers that making it needs, lent by the caller so that listing
/// allocates nothing once they are warm.
#[derive(Debug, Default)]
pub struct Listing {
    /// The actions listed.
    pub actions: Vec<Action>,
    /// Buffers of the search for reachable hexes.
    pub reach: Reach,
    /// Hexes where a move ends.
    pub ends: CellSet,
    /// Hexes that have been listed.
    pub listed: CellSet,
    /// The actions listed so far, while something else is listed to look into.
    aside: Vec<Action>,
}

impl Listing {
    /// Adds an action.
    #[inline]
    pub fn push(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Whether an action is among those that something lists: for checks of what depends on all that is open, as the nearest
    /// of several, or on a search. The actions listed so far stay.
    pub fn would_list(&mut self, action: Action, lists: impl FnOnce(&mut Listing)) -> bool {
        std::mem::swap(&mut self.actions, &mut self.aside);
        self.actions.clear();
        lists(self);
        let found = self.actions.contains(&action);
        std::mem::swap(&mut self.actions, &mut self.aside);
        found
    }

    /// An action that is listed more than once: none should be. For soaks and tests.
    #[must_use]
    pub fn twin(&self) -> Option<Action> {
        let mut all = self.actions.clone();
        all.sort_unstable();
        all.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
    }
}

/// Why an action is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The battle is over.
    Over,
    /// The step wants another kind of action.
    WrongVerb,
    /// The action carries a weapon, an order, a number or a target that the verb has no use for here.
    Malformed,
    /// No such unit, or it is not on the board.
    NoSuchUnit,
    /// The unit belongs to somebody else.
    NotYours,
    /// The unit has already done this in this step.
    AlreadyDone,
    /// The unit may not act in this step.
    MayNotAct,
    /// The hex cannot be reached.
    OutOfReach,
    /// The hex is full.
    Stacked,
    /// The hex is not in the zone.
    NotInZone,
    /// Not a hex of the board.
    NoSuchHex,
    /// The target is not an enemy on the board.
    NotAnEnemy,
    /// The question is about somebody else.
    NotTheOne,
    /// Too far, or too near.
    OutOfRange,
    /// Outside the weapon's arc.
    OutOfArc,
    /// No line of sight.
    NoSight,
    /// Someone is in close combat.
    Contested,
    /// The weapon cannot be used now.
    WeaponNotReady,
    /// The order is not open to this unit.
    OrderNotOpen,
    /// Retreat is not open to this unit.
    MayNotRetreat,
    /// It does not work on this kind of unit.
    WrongKindOfUnit,
    /// Not enough points, tokens or dice.
    NotEnough,
    /// There is nothing of the kind to take away or to change.
    NothingToDo,
}

impl Reason {
    /// The reason in a few words for the player.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Reason::Over => "the battle is over",
            Reason::WrongVerb => "this step asks for something else",
            Reason::Malformed => "the action says more than there is to choose, or something else",
            Reason::NoSuchUnit => "there is no such unit on the board",
            Reason::NotYours => "the unit is not yours to command now",
            Reason::AlreadyDone => "the unit has already done that in this step",
            Reason::MayNotAct => "the unit may not act in this step",
            Reason::OutOfReach => "the hex is out of reach",
            Reason::Stacked => "the hex is full",
            Reason::NotInZone => "the hex is not in your zone",
            Reason::NoSuchHex => "there is no such hex",
            Reason::NotAnEnemy => "the target is not an enemy on the board",
            Reason::NotTheOne => "the question is about somebody else",
            Reason::OutOfRange => "the target is out of range",
            Reason::OutOfArc => "the target is outside the weapon's arc",
            Reason::NoSight => "there is no line of sight",
            Reason::Contested => "firer or target stands in a contested hex",
            Reason::WeaponNotReady => "the weapon cannot be used now",
            Reason::OrderNotOpen => "the unit cannot be given that order",
            Reason::MayNotRetreat => "the unit may not retreat now",
            Reason::WrongKindOfUnit => "it does not work on this kind of unit",
            Reason::NotEnough => "there are not enough points, tokens or dice",
            Reason::NothingToDo => "there is nothing there to act upon",
        }
    }
}

/// A refused action: the reason, and the rule behind it. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refusal {
    /// Why.
    pub reason: Reason,
    /// The rule that says so.
    pub rule: Rule,
}

impl Refusal {
    /// A refusal.
    #[must_use]
    pub fn new(reason: Reason, rule: Rule) -> Self {
        Refusal { reason, rule }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason.text(), self.rule)
    }
}
