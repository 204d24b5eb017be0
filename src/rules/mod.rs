//! The rulesets. This file alone knows which there are: a line each.

#[macro_use]
mod registry;

pub mod campaign;
mod card;
mod deed;
mod looks;
pub mod muster;
pub mod options;
mod ruleset;
mod toll;
mod view;

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use crate::battle::Battle;
use crate::board::Board;
use crate::source::{Document, Outlined, Problem};
pub use card::{Ability, Arm, Button, Card, Life, Stat};
pub use deed::Deed;
pub use looks::{Build, Discharge, Looks};
pub use ruleset::{Content, Presentation, Registered, Ruleset, Tactics};
pub use toll::{Change, Toll, Tolls, tolls};
pub use view::{BattleView, Fields, Known, Of};

rulesets! {
    Hexwar: hexwar,
    Iten: iten,
    Gemini: gemini,
    #[cfg(feature = "toy")]
    Toy: toy at "../../examples/toy/mod.rs",
}

impl Deref for AnyBattle {
    type Target = dyn BattleView;
    fn deref(&self) -> &Self::Target {
        with_battle!(self, battle => battle)
    }
}

impl DerefMut for AnyBattle {
    fn deref_mut(&mut self) -> &mut Self::Target {
        with_battle!(self, battle => battle)
    }
}

impl<R: Registered> From<Battle<R>> for AnyBattle {
    fn from(battle: Battle<R>) -> AnyBattle {
        R::any(battle)
    }
}

/// The files that come with rulesets whose content is not in `assets`, by path.
pub fn shipped() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.iter().flat_map(|name| with_ruleset!(*name, R => <R as Ruleset>::SHIPPED).unwrap_or_default()).copied()
}

/// The switches of a ruleset; none for a ruleset that there is not.
#[must_use]
pub fn switches(ruleset: &str) -> &'static [options::Switch] {
    with_ruleset!(ruleset, R => <R as Ruleset>::OPTIONS).unwrap_or_default()
}

impl AnyContent {
    /// The files that make up the content of a ruleset; none for a ruleset that there is not.
    #[must_use]
    pub fn files(ruleset: &str) -> Option<Vec<&'static str>> {
        with_ruleset!(ruleset, R => <R as Ruleset>::Content::FILES.iter().map(|(name, _)| *name).collect())
    }

    /// What the files of a ruleset are made of: its scenarios, rosters if it has such, and sheets, by their kinds' names.
    #[must_use]
    pub fn outlines(ruleset: &str) -> Vec<Outlined> {
        let kinds =
            with_ruleset!(ruleset, R => [<R as Ruleset>::Content::KINDS, <R as Ruleset>::Content::FILES].concat());
        let kind = |(name, of): Outlined| (name.trim_end_matches(".ron"), of);
        kinds.unwrap_or_default().into_iter().map(kind).collect()
    }

    /// The field by which entries of one of a ruleset's files are called.
    #[must_use]
    pub fn key(ruleset: &str, file: &str) -> &'static str {
        let keys = with_ruleset!(ruleset, R => <R as Ruleset>::Content::KEYS).unwrap_or_default();
        keys.iter().find(|(name, _)| *name == file).map_or("name", |(_, key)| key)
    }

    /// Reads the content of a ruleset from its files, in the order of [`AnyContent::files`].
    ///
    /// # Errors
    /// Everything that is wrong in them.
    ///
    /// # Panics
    /// When the files are not as many as [`AnyContent::files`] says.
    pub fn read(ruleset: &str, files: &[&Document]) -> Result<AnyContent, Vec<Problem>> {
        let read = with_ruleset!(ruleset, R => <R as Ruleset>::Content::read(files).map(R::any_content));
        read.unwrap_or_else(|| Err(Vec::new()))
    }

    /// Sets up the battle of a scenario file of this ruleset, which may name rosters of the library.
    ///
    /// # Errors
    /// Everything that is wrong in it.
    pub fn set_up(
        &self,
        scenario: &Document,
        board: &Board,
        rosters: &BTreeMap<&str, &Document>,
    ) -> Result<AnyBattle, Vec<Problem>> {
        with_content!(self, content => content.set_up(scenario, board, rosters).map(AnyBattle::from))
    }

    /// What a scenario file allows, of which this is the battle, but nobody can have meant.
    #[must_use]
    pub fn doubts(scenario: &Document, battle: &AnyBattle) -> Vec<Problem> {
        fn of<R: Ruleset>(scenario: &Document, battle: &Battle<R>) -> Vec<Problem> {
            R::Content::doubts(scenario, battle)
        }
        with_battle!(battle, battle => of(scenario, battle))
    }

    /// Its rosters, if the ruleset has such.
    #[must_use]
    pub fn rosters(&self) -> Option<&dyn muster::Rosters> {
        with_content!(self, content => content.rosters())
    }

    /// Its rules for what lives on between battles, if the ruleset has such.
    #[must_use]
    pub fn campaigns(&self) -> Option<&dyn campaign::Campaigns> {
        with_content!(self, content => content.campaigns())
    }
}
