//! The rulesets. This file alone knows which there are.

pub mod hexwar;
