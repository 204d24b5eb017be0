//! The rules of the hex wargame, chapter by chapter, shown with scripted dice and exact odds.
//! Each test names the rules that it shows.
#![allow(unreachable_pub, reason = "a test exports nothing, and the field is for all chapters")]

mod content;
mod damage;
mod field;
mod mapping;
mod orders;
mod setup;
mod shooting;
mod sight;
