//! The rules of the hex wargame, chapter by chapter, shown with scripted dice and exact odds.
//! Each test names the rules that it shows.
#![allow(unreachable_pub, reason = "what the chapters share is public among them")]

mod abilities;
mod agony;
mod content;
mod damage;
mod dwarfs;
mod field;
#[path = "../common/fought.rs"]
mod fought;
mod healing;
mod mapping;
mod melee;
mod movement;
mod odds;
mod orders;
mod retreat;
mod scenarios;
mod setup;
mod shooting;
mod sight;
mod victory;
