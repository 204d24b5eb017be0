//! Rosters of any ruleset that has them: opened, shown, changed choice by choice, written down again.

use crate::source::{Document, Node, Problem};

/// A page of choices about a roster. What its numbers mean is the ruleset's own; the first page is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// What it is about.
    pub topic: u8,
    /// Which entry of the roster.
    pub entry: u8,
}

/// A change of a roster. What its numbers mean is the ruleset's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What it changes.
    pub topic: u8,
    /// Which entry of the roster.
    pub entry: u8,
    /// What to.
    pub pick: u8,
}

/// What taking a choice does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Opens a page.
    Open(Page),
    /// Changes the roster.
    Change(Edit),
    /// Changes the roster by a text that is asked for first.
    Write(Edit),
    /// Takes what the page is about off the roster, and the page is done with.
    Remove(Edit),
}

/// A choice of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name.
    pub words: String,
    /// What else is to be known before taking it.
    pub about: String,
    /// What it adds to the roster's cost.
    pub cost: i32,
    /// Why it cannot be taken.
    pub refusal: Option<String>,
    /// What it does.
    pub effect: Effect,
}

/// A roster in the making.
pub trait Muster {
    /// What a page is about.
    fn title(&self, page: Page) -> String;
    /// The choices of a page, those that cannot be taken too; none of a page that there is no more.
    fn choices(&self, page: Page) -> Vec<Choice>;
    /// Changes the roster; a text is what was written for a [`Effect::Write`].
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    fn change(&mut self, edit: Edit, text: &str) -> Result<(), String>;
    /// What the roster costs, and the most that it may.
    fn points(&self) -> (u16, u16);
    /// What is still against the rules.
    fn faults(&self) -> Vec<String>;
    /// The roster as players read it, with all costs.
    fn printed(&self) -> Vec<String>;
    /// The roster's name.
    fn name(&self) -> String;
    /// The roster as a file, which [`Rosters::open`] reads.
    fn to_ron(&self) -> String;
}

/// A ruleset's content, as far as rosters go.
pub trait Rosters {
    /// The ruleset's name.
    fn ruleset(&self) -> &'static str;

    /// The field of a roster's file that lists what is in it.
    fn entries(&self) -> &'static str;

    /// Whether a side of a scenario's file, as it is written there, can take another roster.
    fn takes(&self, side: &Node) -> bool;

    /// The fields of a scenario's side that say what it fights with. Where a side takes a roster, all of them make way
    /// for `roster: "NAME"`, or for `muster: (..)` with the roster in place.
    fn replaced(&self) -> &'static [&'static str];

    /// A roster with nothing chosen.
    fn begin(&self) -> Box<dyn Muster + '_>;

    /// Opens a roster file. What is against the rules in it can be mended afterwards.
    ///
    /// # Errors
    /// It makes no sense as a roster.
    fn open(&self, document: &Document) -> Result<Box<dyn Muster + '_>, Vec<Problem>>;

    /// Checks a roster file, and says in a line what it comes to.
    ///
    /// # Errors
    /// Everything that is wrong in it or against the rules.
    fn check(&self, document: &Document) -> Result<String, Vec<Problem>>;
}
