//! The rules of the hex wargame, chapter by chapter, shown with scripted dice and exact odds.
//! Each test names the rules that it shows.

mod field;
mod shooting;
