//! Key bindings: the default ones, and the person's changes.

use std::fmt;

use macroquad::input::KeyCode;
use serde::{Deserialize, Serialize};

use crate::board::Facing;
use crate::play::bar::KEYS as BUTTONS;
use crate::play::hand::Hand;
use crate::play::offer::Offer;

/// What a key tells a battle or a replay to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Moves the cursor across a hexside.
    Step(Facing),
    /// Moves the cursor straight up or down: alternately across one hexside and the other.
    Row(bool),
    /// Chooses the hex under the cursor.
    Choose,
    /// Selects the next unit with answers, or the one before.
    Next(isize),
    /// Presses the button with the key of this number; see [`crate::play::bar::KEYS`].
    Button(usize),
    /// The whole sheet of the unit in hand.
    Sheet,
    /// Gives the secret answers; skips what is being shown; pauses a replay.
    Go,
    /// Drops the selection, or opens the menu.
    Back,
    /// Takes the last choice back.
    Undo,
    /// Lets the computer make this decision, or those of the rest of the turn.
    Relieve(bool),
    /// The next speed.
    Speed,
    /// Larger or smaller.
    Zoom(bool),
    /// The whole board.
    Whole,
    /// Scrolls the board by this many hexes.
    Pan(i8, i8),
    /// Saves.
    Save,
    /// Gives the battle up, after a question.
    Concede,
    /// The rule that asks, in the codex.
    Codex,
    /// What a hint or a lesson says has been read.
    Heed,
    /// The help on keys.
    Help,
    /// The whole log, with a filter.
    Log,
    /// Shows where the selected unit can shoot.
    Fire,
    /// Shows where enemies can strike.
    Threat,
    /// Text larger or smaller.
    Scale(bool),
    /// The window on the whole display, or not.
    Fullscreen,
    /// A replay's decision forward or back.
    Skip(i8),
    /// A replay's turn forward or back.
    Leap(i8),
    /// A replay's next loss, or the one before.
    Loss(i8),
    /// Plays on from where a replay stands.
    PlayOn,
    /// Shows again what happened since the person was asked before.
    Again,
    /// Writes a report of something that went wrong.
    Report,
    /// Has the computer that thinks answer at once.
    Hurry,
    /// Asks why a computer did what it did.
    Why,
}

/// A key, alone or with Control held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Chord {
    /// The key.
    pub key: KeyCode,
    /// Whether Control is held.
    pub control: bool,
}

const fn plain(key: KeyCode) -> Chord {
    Chord { key, control: false }
}

const fn control(key: KeyCode) -> Chord {
    Chord { key, control: true }
}

/// The keys that commands can have. Digits always press the numbered answers.
#[rustfmt::skip]
const KEYS: [KeyCode; 68] = {
    use KeyCode::*;
    [
        A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z,
        F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12,
        Left, Right, Up, Down, Home, End, PageUp, PageDown, Insert, Delete, Backspace, Enter, Tab, Space, Escape,
        Apostrophe, Comma, Minus, Period, Slash, Semicolon, Equal, LeftBracket, Backslash, RightBracket, GraveAccent,
        KpAdd, KpSubtract, KpMultiply, KpEnter,
    ]
};

const DIGITS: [KeyCode; BUTTONS] = [
    KeyCode::Key1,
    KeyCode::Key2,
    KeyCode::Key3,
    KeyCode::Key4,
    KeyCode::Key5,
    KeyCode::Key6,
    KeyCode::Key7,
    KeyCode::Key8,
    KeyCode::Key9,
    KeyCode::Key0,
];

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let control = if self.control { "Ctrl+" } else { "" };
        match self.key {
            KeyCode::PageUp => write!(f, "{control}Page Up"),
            KeyCode::PageDown => write!(f, "{control}Page Down"),
            KeyCode::Equal => write!(f, "{control}="),
            KeyCode::Minus => write!(f, "{control}-"),
            KeyCode::KpAdd => write!(f, "{control}Keypad +"),
            KeyCode::KpSubtract => write!(f, "{control}Keypad -"),
            KeyCode::KpMultiply => write!(f, "{control}Keypad *"),
            KeyCode::KpEnter => write!(f, "{control}Keypad Enter"),
            key => write!(f, "{control}{key:?}"),
        }
    }
}

impl From<Chord> for String {
    fn from(chord: Chord) -> String {
        chord.to_string()
    }
}

impl TryFrom<String> for Chord {
    type Error = String;
    fn try_from(text: String) -> Result<Chord, String> {
        let chords = KEYS.into_iter().flat_map(|key| [plain(key), control(key)]);
        let named = chords.into_iter().find(|c| c.to_string() == text);
        named.ok_or_else(|| format!("no key is called {text}"))
    }
}

/// Something that keys do.
pub struct Deed {
    /// What is done.
    pub command: Command,
    /// The same in words.
    pub does: &'static str,
    // The keys that do it where nothing was changed.
    usual: &'static [Chord],
}

const fn deed(command: Command, does: &'static str, usual: &'static [Chord]) -> Deed {
    Deed { command, does, usual }
}

/// All commands on the battle screen, except the digits.
pub const DEEDS: &[Deed] = &[
    deed(Command::Step(Facing::W), "cursor to the left", &[plain(KeyCode::Left)]),
    deed(Command::Step(Facing::E), "cursor to the right", &[plain(KeyCode::Right)]),
    deed(Command::Row(true), "cursor up", &[plain(KeyCode::Up)]),
    deed(Command::Row(false), "cursor down", &[plain(KeyCode::Down)]),
    deed(
        Command::Choose,
        "choose the hex under the cursor: take in hand, move there, fire at it",
        &[plain(KeyCode::Enter), plain(KeyCode::KpEnter)],
    ),
    deed(Command::Next(1), "next unit that can act", &[plain(KeyCode::Tab), plain(KeyCode::N)]),
    deed(Command::Next(-1), "the one before", &[plain(KeyCode::P)]),
    deed(Command::Go, "commit secret answers; skip what is shown; play or pause a replay", &[plain(KeyCode::Space)]),
    deed(Command::Back, "let go; from nothing, the menu", &[plain(KeyCode::Escape)]),
    deed(Command::Undo, "take back, up to the last roll or revealed secret", &[plain(KeyCode::U), control(KeyCode::Z)]),
    deed(Command::Relieve(false), "the computer decides this", &[plain(KeyCode::C)]),
    deed(Command::Relieve(true), "the computer decides the rest of the turn", &[control(KeyCode::C)]),
    deed(Command::Fire, "where you can shoot, then what you see; at an enemy, cover from him", &[plain(KeyCode::F)]),
    deed(Command::Threat, "where enemies can shoot and charge", &[plain(KeyCode::X)]),
    deed(Command::Speed, "speed: slow, normal, fast, instant", &[plain(KeyCode::V)]),
    deed(Command::Zoom(true), "larger, as the wheel does", &[plain(KeyCode::Equal), plain(KeyCode::KpAdd)]),
    deed(Command::Zoom(false), "smaller", &[plain(KeyCode::Minus), plain(KeyCode::KpSubtract)]),
    deed(Command::Whole, "the whole board", &[plain(KeyCode::Home)]),
    deed(Command::Pan(0, -1), "move the board, as dragging does: up", &[plain(KeyCode::W)]),
    deed(Command::Pan(0, 1), "down", &[plain(KeyCode::S)]),
    deed(Command::Pan(-1, 0), "left", &[plain(KeyCode::A)]),
    deed(Command::Pan(1, 0), "right", &[plain(KeyCode::D)]),
    deed(Command::Skip(-1), "in a replay one decision back", &[plain(KeyCode::PageUp)]),
    deed(Command::Skip(1), "in a replay one decision forward", &[plain(KeyCode::PageDown)]),
    deed(Command::Leap(-1), "in a replay a turn back", &[plain(KeyCode::LeftBracket)]),
    deed(Command::Leap(1), "in a replay a turn forward", &[plain(KeyCode::RightBracket)]),
    deed(Command::Loss(-1), "in a replay to the loss before", &[plain(KeyCode::Comma)]),
    deed(Command::Loss(1), "in a replay to the next loss", &[plain(KeyCode::Period)]),
    deed(Command::PlayOn, "play on from where a replay stands", &[plain(KeyCode::O)]),
    deed(Command::Why, "why a computer did what it did", &[plain(KeyCode::Y)]),
    deed(Command::Again, "show again what happened since you were asked before", &[plain(KeyCode::R)]),
    deed(Command::Hurry, "the computer that thinks moves at once", &[plain(KeyCode::M)]),
    deed(Command::Log, "the whole log", &[plain(KeyCode::L)]),
    deed(Command::Sheet, "the whole sheet of the unit in hand", &[plain(KeyCode::I)]),
    deed(Command::Save, "save", &[control(KeyCode::S)]),
    deed(Command::Concede, "give the battle up, which is asked again", &[control(KeyCode::G)]),
    deed(Command::Scale(true), "text larger", &[control(KeyCode::Equal)]),
    deed(Command::Scale(false), "text smaller", &[control(KeyCode::Minus)]),
    deed(Command::Heed, "on in a lesson, or to the next hint", &[plain(KeyCode::H)]),
    deed(Command::Report, "write a report of something that went wrong", &[plain(KeyCode::F8)]),
    deed(Command::Fullscreen, "the whole display, or a window", &[plain(KeyCode::F11)]),
    deed(Command::Codex, "the rule that asks", &[plain(KeyCode::F1)]),
    deed(Command::Help, "this list", &[plain(KeyCode::F2)]),
];

/// The changed bindings: commands that have this key and no other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Keys(Vec<(Command, Chord)>);

impl Keys {
    /// The keys of something.
    fn of<'k>(&'k self, deed: &'k Deed) -> impl Iterator<Item = Chord> + 'k {
        let own = self.0.iter().find(|(command, _)| *command == deed.command).map(|(_, chord)| *chord);
        own.into_iter().chain(deed.usual.iter().copied().filter(move |_| own.is_none()))
    }

    /// What a key does.
    #[must_use]
    pub fn command(&self, chord: Chord) -> Option<Command> {
        let digit = DIGITS.iter().position(|key| *key == chord.key);
        let digit = digit.map(|number| if chord.control { number + BUTTONS } else { number });
        let deed = || DEEDS.iter().find(|deed| self.of(deed).any(|c| c == chord)).map(|deed| deed.command);
        digit.map(Command::Button).or_else(deed)
    }

    /// The first key of a command.
    #[must_use]
    pub fn chord(&self, command: Command) -> Option<Chord> {
        if let Command::Button(number) = command {
            let key = DIGITS[number % BUTTONS];
            return (number < 2 * BUTTONS).then_some(Chord { key, control: number >= BUTTONS });
        }
        self.of(DEEDS.iter().find(|deed| deed.command == command)?).next()
    }

    /// The first key of a command, for hints.
    #[must_use]
    pub fn name(&self, command: Command) -> String {
        self.chord(command).map_or("no key".to_owned(), |chord| chord.to_string())
    }

    /// All keys of a command.
    #[must_use]
    pub fn names(&self, deed: &Deed) -> String {
        self.of(deed).map(|chord| chord.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Gives a command this key and no other.
    ///
    /// # Errors
    /// Why it cannot be, in words.
    pub fn bind(&mut self, command: Command, chord: Chord) -> Result<(), String> {
        if !KEYS.contains(&chord.key) {
            return Err("This key cannot be chosen".to_owned());
        }
        let other = DEEDS.iter().find(|deed| deed.command != command && self.of(deed).any(|c| c == chord));
        if let Some(other) = other {
            return Err(format!("{chord} is taken: {}", other.does));
        }
        self.0.retain(|(bound, _)| *bound != command);
        self.0.push((command, chord));
        Ok(())
    }

    /// Whether anything was changed.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        !self.0.is_empty()
    }
}

/// The commands that have buttons behind those of the answers.
#[must_use]
pub fn extras(offer: &Offer, hand: &Hand) -> Vec<Command> {
    let next = (offer.units().len() > 1).then_some(Command::Next(1));
    let all = next.into_iter().chain([Command::Relieve(false), Command::Relieve(true)]);
    if hand.choice.is_empty() { all.collect() } else { Vec::new() }
}
