//! All of the window that is not drawing: what is shown, what is offered, what a click or a key does. Nothing here needs
//! a display, so all of it is tested without one.
//!
//! [`table`] is a battle as somebody sees it: the shown board with its events being played and the log. [`game`] is a
//! battle being fought on it, [`replay`] one told again. [`offer`] groups what is legal by shape, [`bar`] puts it on buttons, [`hand`] is what the
//! person has in hand, [`reckon`] works out odds beside the window's thread, which [`forecast`] sums up, [`events`] makes cards of the log, [`layout`] tells where panels lie, [`recap`] sums up what the others have done, [`danger`] tells where enemies can strike, [`area`] what shape many hexes have together, [`token`] what
//! counters show, [`playback`] plays events on the board, [`motion`] tells what is where meanwhile, and [`sound`] what is heard. [`title`] is the start screen, [`setup`] what comes before a battle, [`shelf`] the battles that are kept,
//! [`begin`] what comes before a campaign, [`camp`] a campaign between its battles, [`settings`] what the person likes, [`keys`] what each key does, [`pad`] what each button of a gamepad does, [`camera`] where things are on the screen, [`pace`] how often a screen is drawn.

pub mod area;
pub mod bar;
pub mod begin;
pub mod camera;
pub mod camp;
pub mod codex;
pub mod danger;
pub mod events;
pub mod forecast;
pub mod game;
pub mod guide;
pub mod hand;
pub mod keys;
pub mod layout;
pub mod motion;
pub mod offer;
pub mod pace;
pub mod pad;
pub mod playback;
pub mod recap;
pub mod reckon;
pub mod replay;
pub mod scene;
pub mod settings;
pub mod setup;
pub mod shelf;
pub mod sound;
pub mod table;
pub mod title;
pub mod token;
pub mod why;
pub mod words;
