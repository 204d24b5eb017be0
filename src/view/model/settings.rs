//! What the person likes, as the window keeps it: with what each key does.

use crate::play::settings;

use super::keys::Keys;

/// The person's settings.
pub type Settings = settings::Settings<Keys>;
