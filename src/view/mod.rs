//! The window: the board by macroquad, panels and text by egui. It holds no rule and names no ruleset: it shows what a
//! battle says of itself and offers what is legal.
//!
//! [`model`] is all that can be tested without a display. The rest draws it: `app` is the window and its screens,
//! `screens` what comes before a battle, `likes` the settings, `rosters` builds rosters, `camp` campaigns and `journey`
//! their way from screen to screen, `battle` the board with mouse and keys, `panels` what stands about it, `log` the log,
//! `over` what lies over it, `paint` paints the board, `ground` shows it, `counters` what stands on it, `style` colours and
//! fonts, `typed` the keyboard.

mod app;
mod battle;
mod camp;
mod counters;
mod ground;
mod journey;
mod likes;
mod log;
pub mod model;
mod over;
mod paint;
mod panels;
mod rosters;
mod screens;
mod style;
mod typed;

pub use app::{frame_times, run, watch};
