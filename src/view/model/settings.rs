//! What the person likes, kept from one day to the next.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::keys::Keys;
use super::playback::Speed;

/// Sizes of text that can be chosen, in per cent.
pub const SCALES: [u16; 6] = [100, 125, 150, 175, 200, 250];

/// What the person likes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Size of text and panels, in per cent.
    pub scale: u16,
    /// How fast events are played.
    pub speed: Speed,
    /// Whether hexes show their column and row.
    pub labels: bool,
    /// Keys that do something else than usual.
    pub keys: Keys,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { scale: 100, speed: Speed::Normal, labels: true, keys: Keys::default() }
    }
}

impl Settings {
    /// Where they are kept; none where the system knows no home.
    #[must_use]
    pub fn file() -> Option<PathBuf> {
        directories::ProjectDirs::from("", "", "hexfray").map(|d| d.config_dir().join("window.ron"))
    }

    /// Reads them; a file that is missing or makes no sense stands for what everybody gets.
    #[must_use]
    pub fn read(file: Option<&Path>) -> Settings {
        let text = file.and_then(|f| std::fs::read_to_string(f).ok()).unwrap_or_default();
        let mut settings: Settings = ron::from_str(&text).unwrap_or_default();
        settings.scale = settings.scale.clamp(SCALES[0], SCALES[SCALES.len() - 1]);
        settings
    }

    /// Keeps them.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn write(&self, file: Option<&Path>) -> Result<(), String> {
        let file = file.ok_or("there is no folder for the user's settings")?;
        let told = |e: std::io::Error| format!("{}: {e}", file.display());
        file.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(told)?;
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default()).map_err(|e| e.to_string())?;
        std::fs::write(file, text).map_err(told)
    }

    /// The next larger or smaller size of text.
    pub fn rescale(&mut self, larger: bool) {
        let next =
            if larger { SCALES.iter().find(|s| **s > self.scale) } else { SCALES.iter().rfind(|s| **s < self.scale) };
        self.scale = next.copied().unwrap_or(self.scale);
    }
}
