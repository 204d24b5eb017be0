//! The person's settings, kept in a file that window and terminal share.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ron::value::RawValue;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::platform::rename;
use crate::source::open;
use crate::store::{Held, is_written, make_folder, tidy};

use super::playback::Speed;

/// Sizes of text that can be chosen, in per cent.
pub const SCALES: [u16; 7] = [75, 100, 125, 150, 175, 200, 250];

/// The window in which text of the usual size is as large as it should be, as the display measures it: one of many dots
/// counts several as one.
const USUAL: (f32, f32) = (1280.0, 800.0);

/// Limits on a computer's thinking that can be chosen, in seconds.
pub const PATIENCE: [u16; 5] = [1, 2, 5, 10, 30];

/// A limit on a computer's thinking in words.
#[must_use]
pub fn limit(seconds: Option<u16>) -> String {
    seconds.map_or("as long as they need".to_owned(), |seconds| format!("for {seconds} s at most"))
}

/// What a file says that is of no use here: it is written as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Unread(Box<RawValue>);

impl Default for Unread {
    fn default() -> Self {
        Unread(RawValue::from_boxed_ron("[]".into()).expect("this is a list"))
    }
}

/// The person's settings. The keys that were changed mean something to the window alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings<K = Unread> {
    /// Size of text and panels, in per cent; none where it goes by the window.
    pub scale: Option<u16>,
    /// Whether the window takes up the whole display.
    pub fullscreen: bool,
    /// How fast events are played.
    pub speed: Speed,
    /// How fast those are that follow a computer's decision; none where as fast as all others.
    pub others: Option<Speed>,
    /// Seconds after which a computer that thinks is told to move; none where it takes the time that it needs.
    pub patience: Option<u16>,
    /// Whether the ground is darker than it is painted, so that what stands on it and what is marked there stand out.
    pub quiet_ground: bool,
    /// Whether nothing moves: moves are cuts that leave a trail, nothing shakes or pulses.
    pub calm: bool,
    /// Whether hexes show their column and row.
    pub labels: bool,
    /// How loud all sounds are, those of the battle, what is heard about it all the time, and those of the window, in per
    /// cent.
    pub volume: u16,
    /// See `volume`.
    pub effects: u16,
    /// See `volume`.
    pub ambience: u16,
    /// See `volume`.
    pub interface: u16,
    /// Whether the next battle begins with hints.
    pub hints: bool,
    /// The parts of lessons that were done, where older versions have kept them.
    #[serde(skip_serializing)]
    pub learnt: BTreeSet<String>,
    /// Changed key bindings.
    pub keys: K,
}

impl<K: Default> Default for Settings<K> {
    fn default() -> Self {
        Settings {
            scale: None,
            fullscreen: false,
            speed: Speed::Normal,
            others: None,
            patience: None,
            quiet_ground: false,
            calm: false,
            labels: true,
            volume: 70,
            effects: 100,
            ambience: 50,
            interface: 60,
            hints: true,
            learnt: BTreeSet::new(),
            keys: K::default(),
        }
    }
}

impl<K: Default + Serialize + DeserializeOwned> Settings<K> {
    /// Their file; none where the system has no folder for the user's settings.
    #[must_use]
    pub fn file() -> Option<PathBuf> {
        directories::ProjectDirs::from("", "", "hexfray").map(|d| d.config_dir().join("window.ron"))
    }

    /// Reads them. If the file has mistakes the defaults are used, the file is renamed, and a message says where it is and
    /// what is wrong.
    #[must_use]
    pub fn read(file: Option<&Path>) -> (Settings<K>, Option<String>) {
        let Some(file) = file.filter(|file| is_written(file)) else { return (Settings::default(), None) };
        file.parent().into_iter().for_each(tidy);
        let text = open(&file.to_string_lossy()).map_err(|problem| problem.to_string());
        // Files of older versions have no word about what may be missing.
        let format = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let read = |text: String| format.from_str::<Settings<K>>(&text).map_err(|e| format!("{}:{e}", file.display()));
        match text.and_then(read) {
            Ok(settings) => {
                let scale = settings.scale.map(|scale| scale.clamp(SCALES[0], SCALES[SCALES.len() - 1]));
                (Settings { scale, ..settings }, None)
            }
            Err(why) => {
                let kept =
                    put_aside(file).map_or(String::new(), |aside| format!("; they are kept as {}", aside.display()));
                (Settings::default(), Some(format!("Your settings could not be read{kept}. {why}")))
            }
        }
    }

    /// Writes them.
    ///
    /// # Errors
    /// Why that failed.
    pub fn write(&self, file: Option<&Path>) -> Result<(), String> {
        let file = file.ok_or("there is no folder for the user's settings")?;
        file.parent().map_or(Ok(()), make_folder).map_err(|problem| problem.to_string())?;
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default()).map_err(|e| e.to_string())?;
        let written = Held::take(&file.to_string_lossy()).and_then(|held| held.replace(text.as_bytes()));
        written.map_err(|problem| problem.to_string())
    }

    /// Whether a computer that has thought for so long is to move.
    #[must_use]
    pub fn is_out_of_patience(&self, thinks: Option<Duration>) -> bool {
        self.patience.zip(thinks).is_some_and(|(limit, time)| time.as_secs() >= limit.into())
    }

    /// How fast events are played that follow somebody's decision: a computer's, or a person's.
    #[must_use]
    pub fn speed_of(&self, computer: bool) -> Speed {
        self.others.filter(|_| computer).unwrap_or(self.speed)
    }

    /// The size of text and panels in a window of this size, in per cent.
    #[must_use]
    pub fn size(&self, (width, height): (f32, f32)) -> u16 {
        self.scale.unwrap_or_else(|| {
            let room = (width / USUAL.0).min(height / USUAL.1) * 100.0;
            SCALES.into_iter().rfind(|scale| *scale == 100 || *scale > 100 && f32::from(*scale) <= room).unwrap_or(100)
        })
    }

    /// The next larger or smaller size of text than that in a window of this size.
    pub fn rescale(&mut self, larger: bool, window: (f32, f32)) {
        let now = self.size(window);
        let next = if larger { SCALES.iter().find(|s| **s > now) } else { SCALES.iter().rfind(|s| **s < now) };
        self.scale = Some(next.copied().unwrap_or(now));
    }
}

/// Gives a file another name that is free; none where that fails.
fn put_aside(file: &Path) -> Option<PathBuf> {
    let _held = Held::take(&file.to_string_lossy()).ok()?;
    let aside = |number: u32| file.with_extension(format!("ron.broken-{number}"));
    let aside = (1..=u32::MAX).map(aside).find(|aside| !is_written(aside))?;
    rename(file, &aside).ok()?;
    Some(aside)
}
