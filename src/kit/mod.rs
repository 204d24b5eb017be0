//! What rulesets share, and no ruleset is named in: whatever is not a rule but the machinery of many. A ruleset is then
//! its rulebook's chapters and little else. Rule ids come as arguments.
//!
//! - [`asking`]: sides that answer in an order, and the units that may
//! - [`roll_off`]: dice that say who comes first, and ties
//! - [`what_if`]: battles in which only one action's consequences are played
//! - [`content`]: sheets in files, and their names
//! - [`scenario`]: the parts of scenario files that are alike
//! - [`victory`]: who is left, and who has most
//! - [`words`]: what units are called

pub mod asking;
pub mod content;
pub mod roll_off;
pub mod scenario;
pub mod victory;
pub mod what_if;
pub mod words;
