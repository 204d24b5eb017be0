//! Sounds, where the program was built with them and the system has something to play them on.

use std::collections::BTreeMap;

use macroquad::audio::{PlaySoundParams, Sound as Loaded, load_sound_from_bytes, play_sound};

use crate::play::sound::Sound;

use super::model::settings::Settings;

/// All sounds.
pub(super) struct Voice(BTreeMap<Sound, Loaded>);

impl Voice {
    /// Makes them. What the system cannot take is not heard.
    pub(super) async fn new() -> Voice {
        let mut loaded = BTreeMap::new();
        for sound in Sound::ALL {
            if let Ok(made) = load_sound_from_bytes(&sound.wav()).await {
                loaded.insert(sound, made);
            }
        }
        Voice(loaded)
    }

    /// Plays one.
    pub(super) fn play(&self, sound: Sound, settings: &Settings) {
        let of = if sound.is_of_the_window() { settings.interface } else { settings.effects };
        let volume = f32::from(settings.volume) * f32::from(of) / 10_000.0;
        if let Some(loaded) = self.0.get(&sound).filter(|_| volume > 0.0) {
            play_sound(loaded, PlaySoundParams { looped: false, volume });
        }
    }
}
