//! The window: the board by macroquad, panels and text by egui. It holds no rule and names no ruleset: it shows a battle
//! through the view that every ruleset gives, and offers what is legal.
//!
//! [`model`] is all that can be tested without a display. The rest draws it: `app` is the window and its screens,
//! `start` its first screen with the battle of `backdrop` behind it, `setup` what comes before a battle with the `preview` of its map, `screens` what screens have in common, `journals` the battles that are kept, `preferences` the settings, `rosters` builds rosters, `camp` campaigns and `journey`
//! their way from screen to screen, `lessons` the choice of a lesson, `battle` the board, with mouse and keys by `control`, `frame` what stands about it, made of `widgets`, `log` the log,
//! `over` what lies over it, `aftermath` the result, `paint` paints the board and the parts of counters, `ground` shows it, `doors` what slides on it, `light` makes a ship dark and lights it, `areas` what is lit up on it,
//! `counters` what lies on it, `happening` what happens there, `tokens` the units, whose parts `atlas` keeps, `style` colours and fonts, `typed` the keyboard, `gamepad` gamepads, `voice` sounds, `measure` how long all of that takes.

mod aftermath;
mod app;
mod areas;
mod atlas;
mod backdrop;
mod battle;
mod camp;
mod codex;
mod control;
mod counters;
mod doors;
mod frame;
mod gamepad;
mod ground;
mod happening;
mod journals;
mod journey;
mod kept;
mod lessons;
mod light;
mod log;
mod material;
mod measure;
pub mod model;
mod over;
mod paint;
mod preferences;
mod preview;
mod reasons;
mod rosters;
mod screens;
mod setup;
mod start;
mod style;
mod tokens;
mod typed;
mod vignette;
#[cfg(feature = "sound")]
mod voice;
mod widgets;

pub use app::{run, watch};
pub use measure::{Figure, Measured, measure};
