//! A person before and in a battle, whatever shows it: the window and the terminal's screens are made of this.
//!
//! [`setup`] is what comes before a battle. [`table`] is a battle as somebody sees it: the shown board with its events being
//! played and the log. [`game`] is a battle being fought on it, while computers think beside it. [`offer`] groups what is legal
//! by shape, [`bar`] puts it on buttons, [`hand`] is what the person has in hand, [`reckon`] works out odds beside all that,
//! which [`forecast`] sums up, [`recap`] sums up what the others have done, [`guide`] teaches. [`playback`] plays events on the
//! board, which is a [`scene`] with [`scars`], [`motion`] tells what is where meanwhile on the plane of the [`camera`], and
//! [`sound`] what is heard. [`replay`] tells a battle again, [`why`] says why computers decided so, [`aftermath`] how a battle
//! went, [`shelf`] has the battles that are kept, [`begin`] is what comes before a campaign, [`camp`] a campaign between its
//! battles, [`settings`] what the person likes. [`book`] is the codex to leaf through, [`words`] what is said about all this.

pub mod aftermath;
pub mod bar;
pub mod begin;
pub mod book;
pub mod camera;
pub mod camp;
pub mod forecast;
pub mod game;
pub mod guide;
pub mod hand;
pub mod motion;
pub mod offer;
pub mod playback;
pub mod recap;
pub mod reckon;
pub mod replay;
pub mod scars;
pub mod scene;
pub mod settings;
pub mod setup;
pub mod shelf;
pub mod sound;
pub mod table;
pub mod why;
pub mod words;
