//! What each key does.

use macroquad::input::KeyCode;

use crate::board::Facing;

/// What a key tells a battle or a replay to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves the cursor across a hexside.
    Step(Facing),
    /// Moves the cursor straight up or down, which is either way across a hexside by turns.
    Row(bool),
    /// Chooses the hex under the cursor.
    Choose,
    /// Takes the next unit in hand, or the one before.
    Next(isize),
    /// Presses the button with this number, from 0.
    Button(usize),
    /// Gives the secret answers; skips what is being shown; pauses a replay.
    Go,
    /// Lets go of what is in hand, or opens the menu.
    Back,
    /// Takes the last choice back.
    Undo,
    /// Lets the computer decide: this, or the rest of the turn.
    Relieve(bool),
    /// The next speed.
    Speed,
    /// Larger or smaller.
    Zoom(bool),
    /// The whole board.
    Whole,
    /// Moves the board by so many hexes.
    Pan(i8, i8),
    /// Saves.
    Save,
    /// The rule that asks, in the codex.
    Codex,
    /// Which key does what.
    Help,
    /// The log large or small.
    Log,
    /// Shows where the unit in hand can shoot.
    Fire,
    /// Text larger or smaller.
    Scale(bool),
    /// A replay's decision forward or back.
    Skip(i8),
}

/// A key with what it does.
pub struct Binding {
    /// The key.
    pub key: KeyCode,
    /// Whether it wants Control held.
    pub control: bool,
    /// What it does.
    pub command: Command,
}

const fn plain(key: KeyCode, command: Command) -> Binding {
    Binding { key, control: false, command }
}

const fn control(key: KeyCode, command: Command) -> Binding {
    Binding { key, control: true, command }
}

/// All keys of the battle screen.
pub const BINDINGS: &[Binding] = &[
    plain(KeyCode::Left, Command::Step(Facing::W)),
    plain(KeyCode::Right, Command::Step(Facing::E)),
    plain(KeyCode::Up, Command::Row(true)),
    plain(KeyCode::Down, Command::Row(false)),
    plain(KeyCode::Enter, Command::Choose),
    plain(KeyCode::KpEnter, Command::Choose),
    plain(KeyCode::Tab, Command::Next(1)),
    plain(KeyCode::N, Command::Next(1)),
    plain(KeyCode::P, Command::Next(-1)),
    plain(KeyCode::Space, Command::Go),
    plain(KeyCode::Escape, Command::Back),
    plain(KeyCode::U, Command::Undo),
    control(KeyCode::Z, Command::Undo),
    plain(KeyCode::C, Command::Relieve(false)),
    control(KeyCode::C, Command::Relieve(true)),
    plain(KeyCode::V, Command::Speed),
    plain(KeyCode::Equal, Command::Zoom(true)),
    plain(KeyCode::KpAdd, Command::Zoom(true)),
    plain(KeyCode::Minus, Command::Zoom(false)),
    plain(KeyCode::KpSubtract, Command::Zoom(false)),
    plain(KeyCode::Home, Command::Whole),
    plain(KeyCode::W, Command::Pan(0, -1)),
    plain(KeyCode::S, Command::Pan(0, 1)),
    plain(KeyCode::A, Command::Pan(-1, 0)),
    plain(KeyCode::D, Command::Pan(1, 0)),
    control(KeyCode::S, Command::Save),
    plain(KeyCode::F1, Command::Codex),
    plain(KeyCode::F2, Command::Help),
    plain(KeyCode::L, Command::Log),
    plain(KeyCode::F, Command::Fire),
    control(KeyCode::Equal, Command::Scale(true)),
    control(KeyCode::Minus, Command::Scale(false)),
    plain(KeyCode::PageUp, Command::Skip(-1)),
    plain(KeyCode::PageDown, Command::Skip(1)),
    plain(KeyCode::Key1, Command::Button(0)),
    plain(KeyCode::Key2, Command::Button(1)),
    plain(KeyCode::Key3, Command::Button(2)),
    plain(KeyCode::Key4, Command::Button(3)),
    plain(KeyCode::Key5, Command::Button(4)),
    plain(KeyCode::Key6, Command::Button(5)),
    plain(KeyCode::Key7, Command::Button(6)),
    plain(KeyCode::Key8, Command::Button(7)),
    plain(KeyCode::Key9, Command::Button(8)),
];

/// What a key does.
#[must_use]
pub fn command(key: KeyCode, control: bool) -> Option<Command> {
    BINDINGS.iter().find(|b| b.key == key && b.control == control).map(|b| b.command)
}

/// The keys in words, for whoever asks: what is done, by which keys.
#[must_use]
pub fn cheat_sheet() -> Vec<(&'static str, &'static str)> {
    vec![
        ("Arrows", "move the cursor from hex to hex"),
        ("Enter", "choose the hex under the cursor: take a unit in hand, move there, fire at it"),
        ("Tab or N, P", "next unit that can act, the one before"),
        ("1 to 9", "the numbered answers beside the board"),
        ("Space", "commit secret orders; skip what is being shown; play or pause a replay"),
        ("Escape", "let go; from nothing, the menu"),
        ("U or Ctrl+Z", "take back, up to the last roll or revealed secret"),
        ("C, Ctrl+C", "the computer decides this, or the rest of the turn"),
        ("V", "speed: slow, normal, fast, instant"),
        ("+ - or wheel", "zoom; Home shows the whole board"),
        ("W A S D or drag", "move the board"),
        ("Page Up, Page Down", "in a replay one decision back, forward"),
        ("F", "where the unit in hand can shoot, by range"),
        ("L", "log larger or smaller"),
        ("Ctrl+S", "save"),
        ("Ctrl + and -", "text larger, smaller"),
        ("F1, F2", "the rule that asks; this list"),
    ]
}
