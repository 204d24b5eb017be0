//! Sounds, where the program was built with them and the system has something to play them on.

use std::collections::BTreeMap;

use macroquad::audio::{
    PlaySoundParams, Sound as Loaded, load_sound_from_bytes, play_sound, set_sound_volume, stop_sound,
};

use crate::play::sound::{Around, Sound};

use super::model::settings::Settings;

/// All sounds.
pub(super) struct Voice {
    sounds: BTreeMap<Sound, Loaded>,
    loops: BTreeMap<Around, Loaded>,
    /// What goes round now, and how loud.
    around: BTreeMap<Around, f32>,
}

impl Voice {
    /// Makes them. What the system cannot take is not heard.
    pub(super) async fn new() -> Voice {
        let mut voice = Voice { sounds: BTreeMap::new(), loops: BTreeMap::new(), around: BTreeMap::new() };
        for sound in Sound::ALL {
            if let Ok(made) = load_sound_from_bytes(&sound.wav()).await {
                voice.sounds.insert(sound, made);
            }
        }
        for around in Around::ALL {
            if let Ok(made) = load_sound_from_bytes(&around.wav()).await {
                voice.loops.insert(around, made);
            }
        }
        voice
    }

    /// Plays one.
    pub(super) fn play(&self, sound: Sound, settings: &Settings) {
        let of = if sound.is_of_the_window() { settings.interface } else { settings.effects };
        let volume = share(settings.volume, of);
        if let Some(loaded) = self.sounds.get(&sound).filter(|_| volume > 0.0) {
            play_sound(loaded, PlaySoundParams { looped: false, volume });
        }
    }

    /// Lets this go round, and nothing else.
    pub(super) fn surround(&mut self, wanted: &[Around], settings: &Settings) {
        let volume = share(settings.volume, settings.ambience);
        for (around, loaded) in &self.loops {
            let wanted = wanted.contains(around) && volume > 0.0;
            match (wanted, self.around.get(around)) {
                (true, None) => play_sound(loaded, PlaySoundParams { looped: true, volume }),
                (true, Some(now)) if *now != volume => set_sound_volume(loaded, volume),
                (false, Some(_)) => stop_sound(loaded),
                _ => continue,
            }
            if wanted { _ = self.around.insert(*around, volume) } else { _ = self.around.remove(around) }
        }
    }
}

/// A share of a volume, both in per cent.
fn share(volume: u16, of: u16) -> f32 {
    f32::from(volume) * f32::from(of) / 10_000.0
}
