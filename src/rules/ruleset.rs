//! What a ruleset brings besides its rules: by who asks.

use std::collections::BTreeMap;

use crate::battle::{Action, Battle, Decision, Declared, Event, Preview, SideId, UnitId, UnitSet};
use crate::board::{Board, Cell};
use crate::kit::words::numbered;
use crate::source::{Document, Outlined, Problem, Value};

use super::campaign::{Campaigns, Casualty};
use super::muster::Rosters;
use super::options::Switch;
use super::{AnyBattle, AnyContent, Build, Button, Card, Change, Deed, Discharge, Known, Life, Looks, Of, Toll};

/// A ruleset whole: its rules, its content, and what it tells players and opponents.
pub trait Ruleset: Presentation + Tactics {
    /// How the ids of its rules begin.
    const CHAPTERS: &'static [&'static str];

    /// What its scenarios can name.
    type Content: Content<Rules = Self>;

    /// Files that come with it, by path, where its content is not in `assets`.
    const SHIPPED: &'static [(&'static str, &'static str)] = &[];

    /// Its rules that can be played in more than one way.
    const OPTIONS: &'static [Switch] = &[];

    /// The name of a switch's value in force; none where the switch means nothing in this battle.
    fn option(_battle: &Battle<Self>, _switch: &Switch) -> Option<&'static str> {
        None
    }
}

/// Ties a ruleset to its line in the list of all. The list itself implements it.
pub trait Registered: Ruleset {
    /// The battle, if it is of this ruleset.
    fn of(battle: &AnyBattle) -> Option<&Battle<Self>>;

    /// A battle of this ruleset as one of any.
    fn any(battle: Battle<Self>) -> AnyBattle;

    /// The content of this ruleset as that of any.
    fn any_content(content: Self::Content) -> AnyContent;
}

/// The content of a ruleset: the sheets that its files hold, and scenarios made of them.
pub trait Content: Clone + std::fmt::Debug + Send + Sync + Sized {
    /// Whose content it is.
    type Rules: Ruleset;

    /// The files of `assets/<ruleset>/` that make it up, and what they are made of.
    const FILES: &'static [Outlined];

    /// The files whose entries are called by another field than `name`, with that field.
    const KEYS: &'static [(&'static str, &'static str)] = &[];

    /// What else is written for this ruleset: scenarios, and rosters if it has such, by their kinds' names.
    const KINDS: &'static [Outlined];

    /// Reads the files, in the order of [`Content::FILES`].
    ///
    /// # Errors
    /// Everything that is wrong in them.
    fn read(files: &[&Document]) -> Result<Self, Vec<Problem>>;

    /// Sets up the battle of a scenario file, which may name rosters of the library.
    ///
    /// # Errors
    /// Everything that is wrong in it, and in the rosters that it names.
    fn set_up(
        &self,
        scenario: &Document,
        board: &Board,
        rosters: &BTreeMap<&str, &Document>,
    ) -> Result<Battle<Self::Rules>, Vec<Problem>>;

    /// What a scenario file allows, of which this is the battle, but nobody can have meant.
    fn doubts(_scenario: &Document, _battle: &Battle<Self::Rules>) -> Vec<Problem> {
        Vec::new()
    }

    /// Its rosters; none in a ruleset without.
    fn rosters(&self) -> Option<&dyn Rosters> {
        None
    }

    /// Its rules for what lives on between battles; none in a ruleset without campaigns.
    fn campaigns(&self) -> Option<&dyn Campaigns> {
        None
    }
}

/// How battles of a ruleset are shown and told.
pub trait Presentation: Preview {
    /// An action in words.
    fn describe(battle: &Battle<Self>, action: Action) -> Deed;

    /// Where the turn is, in words.
    fn place_in_turn(battle: &Battle<Self>) -> String {
        Self::clock(battle).told()
    }

    /// The name of a unit, unique on its side.
    fn name(battle: &Battle<Self>, unit: UnitId) -> String {
        numbered(battle, unit, |unit| Self::sheet(battle, unit))
    }

    /// The name of a unit's sheet, the same for all units alike.
    fn sheet(battle: &Battle<Self>, unit: UnitId) -> String;

    /// What a unit cost when it was mustered, in points; 0 where nothing is bought.
    fn cost(_battle: &Battle<Self>, _unit: UnitId) -> u16 {
        0
    }

    /// The units that can be listed: all but those of which this battle says nothing, not even that they are there.
    fn listed(battle: &Battle<Self>) -> UnitSet {
        battle.units().filter(|&unit| battle.unit_of(unit) == unit).collect()
    }

    /// A public number whose field is told in words of the ruleset's own ([`Kind::Own`](crate::battle::field::Kind::Own)): its label and its value; none
    /// where there is nothing to tell.
    fn label(_battle: &Battle<Self>, _of: Of, _field: Declared, _value: i32) -> Option<(String, String)> {
        None
    }

    /// What has become of a unit that is in the battle no more, in words.
    fn fate(_battle: &Battle<Self>, _unit: UnitId) -> &'static str {
        "destroyed"
    }

    /// What a unit is like, for its card: how much of it is left, its numbers, its weapons.
    fn card(battle: &Battle<Self>, unit: UnitId) -> Card {
        let full = Self::looks(battle, unit).full;
        Card { life: Life { what: "", left: Self::strength(battle, unit), full }, ..Card::default() }
    }

    /// The button of an action: actions with the same button differ only in where or at whom they are done.
    fn button(_battle: &Battle<Self>, action: Action) -> Button {
        Button::of(action.verb)
    }

    /// What a decision asks, in words that a unit ends, and that unit: `react to`; none where the title of its rule and
    /// its kind say enough.
    fn question(_battle: &Battle<Self>, _decision: Decision) -> Option<(String, Option<UnitId>)> {
        None
    }

    /// The icon of a step of the turn, by its place among those of the clock; empty for those that need no icon, as
    /// nobody decides there.
    fn step_icon(_battle: &Battle<Self>, _step: usize) -> &'static str {
        ""
    }

    /// When a side wins, in words that go on from `You win`; empty where the goals say it.
    fn wins(_battle: &Battle<Self>, _side: SideId) -> String {
        "with the most victory points at the end".to_owned()
    }

    /// What a unit looks like on its counter.
    fn looks(_battle: &Battle<Self>, _unit: UnitId) -> Looks<'_> {
        Looks { icon: Build::default().icon(), build: Build::default(), faces: false, full: 1 }
    }

    /// How the attack of an action looks, which may be one that is no longer legal.
    fn discharge(_battle: &Battle<Self>, _action: Action) -> Discharge {
        Discharge::default()
    }

    /// The hexes in which a side sets up, as far as these are known; none where everybody stands from the start.
    fn zone(_battle: &Battle<Self>, _side: SideId) -> &[Cell] {
        &[]
    }

    /// What is worth points, in words, and the hex that it is about; [`Cell::NONE`] where it is about none.
    fn goals(battle: &Battle<Self>) -> Vec<(Cell, String)>;

    /// How much there is of a unit: models, or 1 for a single figure; 0 where it is lost.
    fn strength(battle: &Battle<Self>, unit: UnitId) -> u8 {
        u8::from(Self::alive(battle, unit))
    }

    /// Whether what put a unit out of the game leaves it alive for certain.
    fn spared(_battle: &Battle<Self>, _unit: UnitId) -> bool {
        false
    }

    /// Who was put out of the game in events of this battle, and by whom: what campaigns remember.
    fn casualties(_battle: &Battle<Self>, _events: &[Event]) -> Vec<Casualty> {
        Vec::new()
    }

    /// What the battle leaves of the ground, as lists of the next scenario there: fields with their elements.
    fn terrain_damage(_battle: &Battle<Self>) -> Vec<(&'static str, Vec<Value>)> {
        Vec::new()
    }

    /// What an outcome with these changes of a unit's numbers costs it, as far as their fields do not say it; leaving the
    /// board is `on board` to 0.
    fn toll(_battle: &Battle<Self>, _unit: UnitId, changes: &[Change<'_>]) -> Toll {
        Toll::of::<Self::Unit>(changes)
    }

    /// A line of a secret list in words.
    fn opened(_battle: &Battle<Self>, line: u8, holds: u8) -> String {
        format!("line {line}: {holds}")
    }

    /// What a side knows alone, of what it has chosen or drawn.
    fn secrets(_battle: &Battle<Self>, _side: SideId) -> Vec<Known> {
        Vec::new()
    }

    /// Faces of the largest die that may be rolled under one of its own rules.
    fn largest_die(_battle: &Battle<Self>, _rule: &str) -> u8 {
        100
    }
}

/// What a ruleset tells an opponent about its choices: measures of actions, which a profile weighs.
pub trait Tactics: Preview {
    /// Names of the measures.
    const INPUTS: &'static [&'static str];
    /// The measures in words, each after the name of one: what it is that speaks for an action, or against it. One
    /// without words is told by its name.
    const REASONS: &'static [(&'static str, &'static str)] = &[];
    /// Names of the kinds of action.
    const TOPICS: &'static [&'static str];
    /// What all candidates of a decision have in common.
    type Survey: Default + std::fmt::Debug + Send;

    /// The kind of an action, as an index into [`Tactics::TOPICS`].
    fn topic(battle: &Battle<Self>, action: Action) -> usize;

    /// Works out what all candidates of the open decision have in common.
    fn survey(_battle: &Battle<Self>, _survey: &mut Self::Survey) {}

    /// Measures an action of the open decision: one number for each of [`Tactics::INPUTS`], all 0 beforehand.
    fn appraise(battle: &Battle<Self>, action: Action, survey: &mut Self::Survey, inputs: &mut [f32]);

    /// Names of what is looked at to tell who is winning.
    const FEATURES: &'static [&'static str];

    /// How a side stands against the strongest of its enemies: one number for each of [`Tactics::FEATURES`], all 0
    /// beforehand, the higher the better for the side.
    fn features(battle: &Battle<Self>, side: SideId, survey: &mut Self::Survey, features: &mut [f32]);

    /// Names of the stages of a battle in which opponents may have to look ahead in another manner than otherwise.
    const STAGES: &'static [&'static str] = &[];

    /// The stage that a battle is in, as an index into [`Tactics::STAGES`], if it is in one.
    fn stage(_battle: &Battle<Self>) -> Option<usize> {
        None
    }

    /// Whether the order in which a side's units answer the open decision matters: computers then choose who acts
    /// as well as what he does. Where it matters little, settling the units by their numbers is far quicker.
    fn order_matters(_battle: &Battle<Self>) -> bool {
        true
    }

    /// A name for the chance that follows an action, the same for all that is done at one moment and cannot be done
    /// there twice with the same rolls: [`CommonRandom`](crate::battle::CommonRandom) tells their dice apart by who
    /// rolls and when. None where two actions of one unit at one moment might show the same faces.
    fn occasion(_action: Action) -> Option<u64> {
        None
    }
}
