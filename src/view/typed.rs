//! The keys in the order in which they were pressed, even several in one frame.

use macroquad::input::KeyCode;
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{EventHandler, KeyMods};

use super::model::keys::Chord;

/// A listener to the keyboard.
pub(super) struct Typed {
    subscriber: usize,
    chords: Vec<Chord>,
}

impl Typed {
    /// Begins to listen.
    pub(super) fn new() -> Typed {
        Typed { subscriber: register_input_subscriber(), chords: Vec::new() }
    }

    /// What was pressed since the last frame.
    pub(super) fn read(&mut self) -> &[Chord] {
        self.chords.clear();
        let subscriber = self.subscriber;
        repeat_all_miniquad_input(self, subscriber);
        &self.chords
    }
}

impl EventHandler for Typed {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn key_down_event(&mut self, key: KeyCode, held: KeyMods, _repeat: bool) {
        self.chords.push(Chord { key, control: held.ctrl });
    }
}
