//! What rulesets share, and no ruleset is named in: whatever is not a rule but the machinery of many. A ruleset is then
//! its rulebook's chapters and little else. Rule ids come as arguments.
//!
//! - [`asking`]: sides that answer in an order, and the units that may
//! - [`roll_off`]: dice that say who comes first, and ties
//! - [`what_if`]: battles in which only one action's consequences are played
//! - [`content`]: sheets in files, and their names
//! - [`scenario`]: the parts of scenario files that are alike
//! - [`nearness`]: how near things are, and which way the middle is
//! - [`victory`]: who is left, and who has most
//! - [`words`]: what units are called
//!
//! Looked at and left in the rulesets: attacks and what opponents expect of them (both are one value there, which preview,
//! roll, log and opponent read; no two share more than a need and its [`Modifier`](crate::battle::Modifier)s), sight and
//! ways over changed ground (what changes is what each rulebook is about; the unchanged part is a
//! [`LazyTable`](crate::board::LazyTable)), how a campaign settles a battle and what its market sells
//! ([`rules::campaign`](crate::rules::campaign) has what is alike), and the pages of roster builders
//! ([`rules::muster`](crate::rules::muster) likewise).

pub mod asking;
pub mod content;
pub mod nearness;
pub mod roll_off;
pub mod scenario;
pub mod victory;
pub mod what_if;
pub mod words;
