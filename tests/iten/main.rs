//! The rules of the small-skirmish ruleset, chapter by chapter. Each test names the rules that it shows.
#![allow(unreachable_pub, reason = "what the chapters share is public among them")]

mod abilities;
mod aboard;
mod blasts;
mod boarding;
mod build;
#[path = "../common/building.rs"]
mod building;
mod content;
mod crews;
mod driving;
mod embarking;
mod field;
#[path = "../common/fought.rs"]
mod fought;
mod grit;
mod lists;
mod melee;
mod missions;
mod movement;
mod muster;
mod odds;
mod options;
mod powers;
mod presets;
mod retinue;
mod riding;
mod scenarios;
mod shooting;
mod sight;
mod vehicles;
mod wards;
mod whole;
mod wrecks;
