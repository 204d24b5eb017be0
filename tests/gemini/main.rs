//! The rules of the Gemini skirmish, chapter by chapter, shown with scripted dice and exact odds.
//! Each test names the rules that it shows.
#![allow(unreachable_pub, reason = "what the chapters share is public among them")]

mod activation;
mod ambush;
#[path = "../common/building.rs"]
mod building;
mod field;
#[allow(dead_code, reason = "what positions of all rulesets share: this one does not need all of it")]
#[path = "../common/fought.rs"]
mod fought;
mod gang;
mod initiative;
mod melee;
mod nerve;
mod options;
mod reactions;
mod shooting;
mod things;
mod wounds;
