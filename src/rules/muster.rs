//! Rosters of any ruleset that has them: opened, shown, changed choice by choice, written down again.

use serde::Serialize;

use crate::board::Board;
use crate::source::{Document, Node, Problem, Problems, Span};

/// Most entries that are listed: pages and changes count in bytes. Legal rosters have fewer.
pub const MOST_ENTRIES: usize = 256;
/// Most letters of what is written into a roster.
const LONGEST_TEXT: usize = 60;

/// Declares what the pages and changes of a ruleset's builder are about, in the order of their numbers; the first is the
/// roster as a whole.
macro_rules! topics {
    ($First:ident, $($Topic:ident),+ $(,)?) => {
        /// What pages and changes are about, in the order of their numbers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        enum Topic {
            $First,
            $($Topic,)+
        }

        impl Topic {
            fn of(number: u8) -> Topic {
                [Topic::$First, $(Topic::$Topic),+].get(usize::from(number)).copied().unwrap_or(Topic::$First)
            }

            /// A page about it.
            fn page(self, entry: usize) -> $crate::rules::muster::Page {
                $crate::rules::muster::Page { topic: self as u8, entry: entry as u8 }
            }

            /// A change of it.
            fn edit(self, entry: usize, pick: usize) -> $crate::rules::muster::Edit {
                $crate::rules::muster::Edit { topic: self as u8, entry: entry as u8, pick: pick as u8 }
            }
        }
    };
}
pub(super) use topics;

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

impl Choice {
    /// One that costs nothing and can always be taken.
    pub(super) fn new(words: impl Into<String>, about: impl Into<String>, effect: Effect) -> Choice {
        Choice { words: words.into(), about: about.into(), cost: 0, refusal: None, effect }
    }
}

/// A place in a roster that is a list of entries: a field of it, or of one of its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPlace {
    /// The entry; none for the roster as a whole.
    pub entry: Option<usize>,
    /// The field.
    pub field: &'static str,
}

impl EntryPlace {
    /// Where it stands in the roster's text, whose entries are listed in this field; what is not written stands with what it
    /// would belong to.
    pub(super) fn span(self, roster: &Node, entries: &str) -> Span {
        let entry = |i: usize| roster.get(entries).and_then(|n| n.items().get(i));
        let part = self.entry.and_then(entry).unwrap_or(roster);
        part.get(self.field).map_or(part.at, |n| n.at)
    }
}

/// Something against the rules in a roster; its place is the ruleset's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation<P> {
    /// Where.
    pub place: P,
    /// What is wrong, with the rule's id.
    pub message: String,
    /// How to mend it; empty where the message says it.
    pub hint: String,
    /// Something is missing or too dear, so that further choices may mend it.
    pub unfinished: bool,
}

impl<P> Violation<P> {
    /// The fault and its cure in a line.
    #[must_use]
    pub fn told(self) -> String {
        if self.hint.is_empty() { self.message } else { format!("{}: {}", self.message, self.hint) }
    }

    /// Of the faults of a changed roster one that it did not have before. What is only unfinished may become so on the
    /// way.
    #[must_use]
    pub fn new_among(faults: Vec<Violation<P>>, before: &[Violation<P>]) -> Option<Violation<P>> {
        let known = |fault: &Violation<P>| before.iter().any(|old| old.message == fault.message);
        faults.into_iter().find(|fault| !fault.unfinished && !known(fault))
    }
}

/// Tells faults at their places in a roster's text.
pub(super) fn tell<P>(faults: Vec<Violation<P>>, span: impl Fn(P) -> Span, problems: &mut Problems<'_>) {
    for fault in faults {
        let at = span(fault.place);
        // What was not understood is no ground to judge by.
        if !problems.spoilt(at) {
            problems.add(at, fault.message, fault.hint);
        }
    }
}

/// What is taken of a text that somebody wrote: nothing that a terminal would obey, and not too much.
#[must_use]
pub fn written(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST_TEXT).collect()
}

/// A roster as a file, its values on lines of their own down to a depth.
///
/// # Panics
/// Never: everything in rosters can be written.
#[must_use]
pub fn to_ron(roster: &impl Serialize, depth: usize) -> String {
    let layout = ron::ser::PrettyConfig::new()
        .new_line("\n")
        .depth_limit(depth)
        .compact_arrays(false)
        .extensions(ron::extensions::Extensions::IMPLICIT_SOME);
    let text = ron::ser::to_string_pretty(roster, layout).expect("a roster can be written");
    // Our reader takes a value without `Some` in any case, so the file need not begin by asking for it.
    let body = text.strip_prefix("#![enable(implicit_some)]\n").unwrap_or(&text);
    format!("{body}\n")
}

/// A change as a choice without words: what it costs, and whether something new would be against the rules.
pub(super) fn tried<R: Clone, P>(
    edit: Edit,
    roster: &R,
    apply: impl FnOnce(&mut R) -> Result<(), String>,
    new_fault: impl FnOnce(&R) -> Option<Violation<P>>,
    total: impl Fn(&R) -> u16,
) -> Choice {
    let mut trial = roster.clone();
    let refusal = match apply(&mut trial) {
        Err(why) => Some(why),
        Ok(()) => new_fault(&trial).map(|fault| fault.message),
    };
    let cost = i32::from(total(&trial)) - i32::from(total(roster));
    Choice { words: String::new(), about: String::new(), cost, refusal, effect: Effect::Change(edit) }
}

/// A roster with a change, unless something new would be against the rules then.
pub(super) fn changed<R: Clone, P>(
    roster: &R,
    apply: impl FnOnce(&mut R) -> Result<(), String>,
    new_fault: impl FnOnce(&R) -> Option<Violation<P>>,
) -> Result<R, String> {
    let mut trial = roster.clone();
    apply(&mut trial)?;
    new_fault(&trial).map_or(Ok(trial), |fault| Err(fault.message))
}

/// Puts in what is not there and takes out what is.
pub(super) fn toggle<T: PartialEq>(list: &mut Vec<T>, value: T) {
    match list.iter().position(|v| *v == value) {
        Some(place) => _ = list.remove(place),
        None => list.push(value),
    }
}

/// Points in words.
pub(super) fn points(n: u16) -> String {
    format!("{n} point{}", if n == 1 { "" } else { "s" })
}

/// The usual count of an entry.
pub(super) fn one() -> u8 {
    1
}

/// Whether an entry's count is the usual one, which files need not say.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
pub(super) fn is_one(count: &u8) -> bool {
    *count == 1
}

/// A roster in the making.
pub trait RosterBuilder {
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

/// What a ruleset adds to the file of a battle of a person's own making.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Additions {
    /// Fields of the scenario, each on a line with a comma at its end.
    pub whole: String,
    /// Fields of each side, with a comma before each.
    pub sides: Vec<String>,
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

    /// What a battle of a person's own making needs on a map besides sides of these names, each with a roster: how it is
    /// won, and where the sides begin.
    fn custom(&self, board: &Board, sides: &[&str]) -> Additions;

    /// A roster with nothing chosen.
    fn begin(&self) -> Box<dyn RosterBuilder + '_>;

    /// The names of what rosters choose from, and are of: factions, lists, gangs.
    fn lists(&self) -> Vec<String>;

    /// A roster of one of these with nothing chosen, which may cost so many points.
    fn begin_of(&self, list: usize, limit: u16) -> Box<dyn RosterBuilder + '_>;

    /// Opens a roster file. What is against the rules in it can be mended afterwards.
    ///
    /// # Errors
    /// It makes no sense as a roster.
    fn open(&self, document: &Document) -> Result<Box<dyn RosterBuilder + '_>, Vec<Problem>>;

    /// Checks a roster file, and says in a line what it comes to.
    ///
    /// # Errors
    /// Everything that is wrong in it or against the rules.
    fn check(&self, document: &Document) -> Result<String, Vec<Problem>>;
}
