//! The keys in the order in which they were pressed, even several in one frame.

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::input::{
    KeyCode, MouseButton, get_keys_down, get_keys_pressed, is_mouse_button_down, is_mouse_button_released,
    mouse_delta_position, mouse_wheel,
};
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

    /// A key that decides something does so once, however long it is held.
    fn key_down_event(&mut self, key: KeyCode, held: KeyMods, repeat: bool) {
        let decides = matches!(key, KeyCode::Space | KeyCode::Enter | KeyCode::KpEnter | KeyCode::Escape);
        if !(repeat && decides) {
            self.chords.push(Chord { key, control: held.ctrl });
        }
    }
}

/// Whether the person has done anything with keys or mouse since the last frame.
pub(super) fn is_stirred() -> bool {
    let button = |button| is_mouse_button_down(button) || is_mouse_button_released(button);
    let delta = mouse_delta_position();
    !get_keys_down().is_empty()
        || !get_keys_pressed().is_empty()
        || [MouseButton::Left, MouseButton::Middle, MouseButton::Right].into_iter().any(button)
        || mouse_wheel() != (0.0, 0.0)
        || (delta.x, delta.y) != (0.0, 0.0)
}
