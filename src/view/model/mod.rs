//! The window's part of what is not drawing: what it shows beside the battle, which key does what. Nothing here needs a
//! display, so all of it is tested without one. What a person does before and in a battle is no matter of the window's:
//! [`play`](crate::play) has it.
//!
//! [`events`] makes cards of the log, [`layout`] tells where panels lie, [`danger`] where
//! enemies can strike, [`area`] what shape many hexes have together, [`token`] what counters show. [`title`] is the start
//! screen, [`hints`] what is said in a first battle, [`settings`] what the person likes,
//! [`keys`] what each key does, [`pad`] what each button of a gamepad does, [`pace`] how often a screen is drawn.

pub mod area;
pub mod danger;
pub mod events;
pub mod hints;
pub mod keys;
pub mod layout;
pub mod pace;
pub mod pad;
pub mod settings;
pub mod title;
pub mod token;
