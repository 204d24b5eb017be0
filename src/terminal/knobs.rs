//! The settings that matter at the terminal, each with its values: screens and the prompt change the same.

use crate::play::playback::Speed;
use crate::play::settings::{PATIENCE, Settings, Unread, limit};

use super::Stop;
use super::console::Console;
use super::lobby::{Answer, number};

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Knob {
    /// How fast events are shown.
    Speed,
    /// How fast those of computers are.
    Others,
    /// How long computers think.
    Patience,
}

impl Knob {
    /// All of them.
    pub(super) const ALL: [Knob; 3] = [Knob::Speed, Knob::Others, Knob::Patience];

    /// What it is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Knob::Speed => "Events are shown",
            Knob::Others => "Those of computers",
            Knob::Patience => "Computers think",
        }
    }

    /// What there is to say of it.
    pub(super) fn about(self) -> &'static str {
        match self {
            Knob::Speed => "How long each thing that happens stays on the board of a screen; v changes it in a battle.",
            Knob::Others => "How fast you see what computers do, if not as fast as what you do yourself.",
            Knob::Patience => {
                "After this time a computer that still thinks moves with the best that it has found so far."
            }
        }
    }

    /// Its values in words, and which of them it has.
    pub(super) fn values(self, settings: &Settings) -> (Vec<String>, usize) {
        let speeds = Speed::ALL.map(|speed| speed.word().to_owned());
        let (names, now) = match self {
            Knob::Speed => return (speeds.to_vec(), settings.speed as usize),
            Knob::Others => {
                let names = std::iter::once("as fast".to_owned()).chain(speeds).collect();
                (names, settings.others.map(|speed| speed as usize))
            }
            Knob::Patience => {
                let names = std::iter::once(None).chain(PATIENCE.map(Some)).map(limit).collect();
                (names, settings.patience.and_then(|now| PATIENCE.iter().position(|limit| *limit >= now)))
            }
        };
        (names, now.map_or(0, |place| place + 1))
    }

    /// Gives it one of its values.
    pub(super) fn set(self, settings: &mut Settings, place: usize) {
        let listed = place.checked_sub(1);
        match self {
            Knob::Speed => settings.speed = Speed::ALL.get(place).copied().unwrap_or_default(),
            Knob::Others => settings.others = listed.and_then(|place| Speed::ALL.get(place).copied()),
            Knob::Patience => settings.patience = listed.and_then(|place| PATIENCE.get(place).copied()),
        }
    }
}

/// The person's settings. Where their file cannot be read it is said why.
///
/// # Errors
/// Writing fails.
pub(super) fn settings(console: &mut Console<'_>) -> Result<Settings, Stop> {
    let (settings, wrong) = Settings::read(Settings::<Unread>::file().as_deref());
    wrong.map_or(Ok(()), |wrong| console.line(&wrong))?;
    Ok(settings)
}

/// Asks at the prompt for other settings, and keeps them.
///
/// # Errors
/// Reading or writing fails.
pub(super) fn ask(console: &mut Console<'_>) -> Result<(), Stop> {
    let mut settings = settings(console)?;
    loop {
        let line = |knob: Knob| {
            let (values, now) = knob.values(&settings);
            format!("{}: {}. {}", knob.name(), values[now], knob.about())
        };
        let mut lines = Knob::ALL.map(line).to_vec();
        lines.push("Done".to_owned());
        let Answer::Chosen(place) = number("Settings", &lines, Knob::ALL.len(), console)? else { return Ok(()) };
        let Some(knob) = Knob::ALL.get(place) else { return Ok(()) };
        let (values, now) = knob.values(&settings);
        let Answer::Chosen(value) = number(knob.name(), &values, now, console)? else { return Ok(()) };
        knob.set(&mut settings, value);
        if let Err(why) = settings.write(Settings::<Unread>::file().as_deref()) {
            console.line(&format!("The settings are not kept: {why}"))?;
        }
    }
}
