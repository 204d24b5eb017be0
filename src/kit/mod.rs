//! What rulesets share, and no ruleset is named in: whatever is not a rule but the machinery of many. A ruleset is then
//! its rulebook's chapters and little else. Rule ids come as arguments.
//!
//! - [`asking`]: sides that answer in an order, and the units that may
//! - [`what_if`]: battles in which only one action's consequences are played
//! - [`scenario`]: the parts of scenario files that are alike

pub mod asking;
pub mod scenario;
pub mod what_if;
