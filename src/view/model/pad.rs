//! What the buttons and sticks of a gamepad do. What a pad gives comes in and what keys would have done comes out, so
//! that everything that keys do can be done with a pad in the same way.

use crate::board::Facing;

use super::keys::{Command, DEEDS};

/// How far a stick must be pushed to count at all, of its whole way: worn ones do not come back to the middle.
pub const DEAD: f32 = 0.25;
/// How far it must be pushed to be a direction, and how far it may come back then before it is none any more.
const PUSHED: f32 = 0.6;
const KEPT: f32 = 0.4;
/// How long something is held before it is done again, and how long it is to the next time, in seconds.
pub const WAIT: f32 = 0.4;
/// See [`WAIT`].
pub const AGAIN: f32 = 0.1;

/// What can be pressed. Letters are those of most pads: A lies below, B at the right, X at the left and Y above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// The lowest of four.
    A,
    /// The one at the right of them.
    B,
    /// The one at the left of them.
    X,
    /// The uppermost of them.
    Y,
    /// At the edge, at the left.
    LeftShoulder,
    /// The same at the right.
    RightShoulder,
    /// Below the shoulder at the left.
    LeftTrigger,
    /// The same at the right.
    RightTrigger,
    /// The small one at the left of the middle. While it is held others do something else.
    View,
    /// The small one at the right of the middle.
    Menu,
    /// The left stick itself, pressed down.
    LeftStick,
    /// The right stick itself, pressed down.
    RightStick,
    /// A direction of the cross.
    CrossUp,
    /// A direction of the cross.
    CrossDown,
    /// A direction of the cross.
    CrossLeft,
    /// A direction of the cross.
    CrossRight,
    /// A direction of the left stick.
    StickUp,
    /// A direction of the left stick.
    StickDown,
    /// A direction of the left stick.
    StickLeft,
    /// A direction of the left stick.
    StickRight,
}

impl Input {
    /// All of them.
    pub const ALL: [Input; 20] = [
        Input::A,
        Input::B,
        Input::X,
        Input::Y,
        Input::LeftShoulder,
        Input::RightShoulder,
        Input::LeftTrigger,
        Input::RightTrigger,
        Input::View,
        Input::Menu,
        Input::LeftStick,
        Input::RightStick,
        Input::CrossUp,
        Input::CrossDown,
        Input::CrossLeft,
        Input::CrossRight,
        Input::StickUp,
        Input::StickDown,
        Input::StickLeft,
        Input::StickRight,
    ];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Input::A => "A",
            Input::B => "B",
            Input::X => "X",
            Input::Y => "Y",
            Input::LeftShoulder => "LB",
            Input::RightShoulder => "RB",
            Input::LeftTrigger => "LT",
            Input::RightTrigger => "RT",
            Input::View => "View",
            Input::Menu => "Menu",
            Input::LeftStick => "left stick pressed",
            Input::RightStick => "right stick pressed",
            Input::CrossUp => "cross up",
            Input::CrossDown => "cross down",
            Input::CrossLeft => "cross left",
            Input::CrossRight => "cross right",
            Input::StickUp => "left stick up",
            Input::StickDown => "left stick down",
            Input::StickLeft => "left stick left",
            Input::StickRight => "left stick right",
        }
    }
}

/// What a pad gives at a moment. Sticks go from -1 to 1, to the right and up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The buttons that are held, in any order. Directions of the stick come from the stick.
    pub held: Vec<Input>,
    /// Where the left stick is.
    pub left: (f32, f32),
    /// Where the right stick is.
    pub right: (f32, f32),
}

impl State {
    /// Whether anything is held or pushed.
    #[must_use]
    pub fn is_stirred(&self) -> bool {
        !self.held.is_empty() || [self.left, self.right].into_iter().any(|stick| alive(stick) != (0.0, 0.0))
    }
}

/// Where a pad acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// On the board of a battle, with the numbers of the buttons of the bar that are open, in their order.
    Battle(&'a [usize]),
    /// On the board of a replay.
    Replay,
    /// On all other screens, and in what lies over the board.
    Menu,
}

/// A key of menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// To what lies above.
    Up,
    /// To what lies below.
    Down,
    /// To what lies at the left; less.
    Left,
    /// To what lies at the right; more.
    Right,
    /// To what comes next in its order.
    Next,
    /// To what comes before.
    Before,
    /// Does it.
    Enter,
    /// Leaves.
    Escape,
    /// A page or a scenario back.
    PageUp,
    /// A page or a scenario forward.
    PageDown,
}

/// What a key would have done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// What the key of a command does.
    Command(Command),
    /// What a key does in a menu.
    Key(Key),
}

/// What a button is for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deed {
    Press(Press),
    /// Points at the next open button of the bar, or at the one before.
    Point(bool),
    /// Presses the button of the bar that is pointed at.
    Push,
}

/// Where a button does it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum On {
    Battle,
    Replay,
    /// In battles and replays.
    Board,
    Menu,
}

impl On {
    /// Whether it is one of these places.
    fn has(self, place: Place<'_>) -> bool {
        match place {
            Place::Battle(_) => matches!(self, On::Battle | On::Board),
            Place::Replay => matches!(self, On::Replay | On::Board),
            Place::Menu => self == On::Menu,
        }
    }
}

/// A button with what it does.
#[derive(Debug)]
struct Binding {
    on: On,
    /// Whether View is held.
    view: bool,
    input: Input,
    deed: Deed,
}

const fn command(on: On, input: Input, command: Command) -> Binding {
    Binding { on, view: false, input, deed: Deed::Press(Press::Command(command)) }
}

const fn view(on: On, input: Input, command: Command) -> Binding {
    Binding { on, view: true, input, deed: Deed::Press(Press::Command(command)) }
}

const fn key(input: Input, key: Key) -> Binding {
    Binding { on: On::Menu, view: false, input, deed: Deed::Press(Press::Key(key)) }
}

const fn bar(input: Input, deed: Deed) -> Binding {
    Binding { on: On::Battle, view: false, input, deed }
}

/// All that buttons do.
const BINDINGS: &[Binding] = &[
    command(On::Board, Input::StickLeft, Command::Step(Facing::W)),
    command(On::Board, Input::StickRight, Command::Step(Facing::E)),
    command(On::Battle, Input::StickUp, Command::Row(true)),
    command(On::Battle, Input::StickDown, Command::Row(false)),
    command(On::Battle, Input::A, Command::Choose),
    bar(Input::CrossLeft, Deed::Point(false)),
    bar(Input::CrossRight, Deed::Point(true)),
    bar(Input::X, Deed::Push),
    command(On::Board, Input::Y, Command::Go),
    command(On::Board, Input::B, Command::Back),
    command(On::Battle, Input::RightShoulder, Command::Next(1)),
    command(On::Battle, Input::LeftShoulder, Command::Next(-1)),
    command(On::Battle, Input::CrossUp, Command::Undo),
    command(On::Battle, Input::CrossDown, Command::Heed),
    command(On::Board, Input::RightTrigger, Command::Zoom(true)),
    command(On::Board, Input::LeftTrigger, Command::Zoom(false)),
    command(On::Board, Input::RightStick, Command::Whole),
    command(On::Board, Input::LeftStick, Command::Fire),
    command(On::Board, Input::Menu, Command::Help),
    view(On::Battle, Input::A, Command::Relieve(false)),
    view(On::Battle, Input::Y, Command::Relieve(true)),
    view(On::Battle, Input::X, Command::Hurry),
    view(On::Battle, Input::B, Command::Again),
    view(On::Board, Input::LeftStick, Command::Threat),
    view(On::Board, Input::LeftShoulder, Command::Log),
    view(On::Board, Input::RightShoulder, Command::Why),
    view(On::Board, Input::CrossUp, Command::Codex),
    view(On::Battle, Input::CrossDown, Command::Save),
    view(On::Board, Input::CrossLeft, Command::Speed),
    view(On::Battle, Input::CrossRight, Command::Concede),
    view(On::Board, Input::RightTrigger, Command::Scale(true)),
    view(On::Board, Input::LeftTrigger, Command::Scale(false)),
    view(On::Battle, Input::RightStick, Command::Sheet),
    view(On::Board, Input::Menu, Command::Report),
    command(On::Replay, Input::CrossLeft, Command::Skip(-1)),
    command(On::Replay, Input::CrossRight, Command::Skip(1)),
    command(On::Replay, Input::LeftShoulder, Command::Leap(-1)),
    command(On::Replay, Input::RightShoulder, Command::Leap(1)),
    command(On::Replay, Input::CrossUp, Command::Loss(-1)),
    command(On::Replay, Input::CrossDown, Command::Loss(1)),
    command(On::Replay, Input::X, Command::PlayOn),
    key(Input::CrossUp, Key::Up),
    key(Input::CrossDown, Key::Down),
    key(Input::CrossLeft, Key::Left),
    key(Input::CrossRight, Key::Right),
    key(Input::StickUp, Key::Up),
    key(Input::StickDown, Key::Down),
    key(Input::StickLeft, Key::Left),
    key(Input::StickRight, Key::Right),
    key(Input::RightShoulder, Key::Next),
    key(Input::LeftShoulder, Key::Before),
    key(Input::A, Key::Enter),
    key(Input::B, Key::Escape),
    key(Input::LeftTrigger, Key::PageUp),
    key(Input::RightTrigger, Key::PageDown),
    command(On::Menu, Input::Menu, Command::Help),
];

impl Deed {
    /// Whether it is done again while the button is held.
    fn is_repeated(self) -> bool {
        use Command::{Next, Row, Skip, Step, Zoom};
        match self {
            Deed::Press(Press::Command(command)) => matches!(command, Step(_) | Row(_) | Next(_) | Zoom(_) | Skip(_)),
            Deed::Press(Press::Key(key)) => !matches!(key, Key::Enter | Key::Escape),
            Deed::Point(_) => true,
            Deed::Push => false,
        }
    }

    /// What is done, in words.
    fn words(self) -> &'static str {
        match self {
            Deed::Press(Press::Command(command)) => {
                DEEDS.iter().find(|deed| deed.command == command).map_or("", |deed| deed.does)
            }
            Deed::Press(Press::Key(key)) => match key {
                Key::Up => "up",
                Key::Down => "down",
                Key::Left => "to the left",
                Key::Right => "to the right",
                Key::Next => "to what comes next",
                Key::Before => "to what comes before",
                Key::Enter => "choose",
                Key::Escape => "back",
                Key::PageUp => "a page or a scenario back",
                Key::PageDown => "a page or a scenario forward",
            },
            Deed::Point(false) => "to the open button of the bar at the left",
            Deed::Point(true) => "to the open button of the bar at the right",
            Deed::Push => "press that button",
        }
    }
}

/// What buttons and sticks do, in words: a heading for each place where they do it, and what they do there.
#[must_use]
pub fn help() -> Vec<(&'static str, Vec<(String, &'static str)>)> {
    let rows = |on: &[On]| {
        let there = BINDINGS.iter().filter(|binding| on.contains(&binding.on));
        let name = |b: &Binding| format!("{}{}", if b.view { "View and " } else { "" }, b.input.name());
        there.map(|binding| (name(binding), binding.deed.words())).collect::<Vec<_>>()
    };
    let mut board = rows(&[On::Board, On::Battle]);
    board.push(("right stick".to_owned(), "moves the board"));
    let mut menus = rows(&[On::Menu]);
    menus.push(("right stick".to_owned(), "scrolls what is read"));
    vec![("In a battle", board), ("In a replay, besides", rows(&[On::Replay])), ("In menus and lists", menus)]
}

/// A button that is held, with what it does again and the seconds until then.
#[derive(Clone, Copy, Debug)]
struct Held {
    input: Input,
    again: Option<(&'static Binding, f32)>,
}

/// A gamepad, or several as if they were one.
#[derive(Clone, Debug, Default)]
pub struct Pad {
    held: Vec<Held>,
    /// Which of its directions the left stick is pushed to.
    pushed: Option<Input>,
    drift: (f32, f32),
    /// The number of the button of the bar that is pointed at.
    finger: Option<usize>,
}

impl Pad {
    /// Takes in what a pad gives and how many seconds have passed. Returns what keys would have done.
    pub fn tick(&mut self, state: &State, seconds: f32, place: Place<'_>) -> Vec<Press> {
        self.drift = alive(state.right);
        self.pushed = direction(alive(state.left), self.pushed);
        if !matches!(place, Place::Battle(_)) {
            self.finger = None;
        }
        let view = state.held.contains(&Input::View);
        let before = std::mem::take(&mut self.held);
        let mut presses = Vec::new();
        for input in state.held.iter().copied().chain(self.pushed) {
            if self.held.iter().any(|held| held.input == input) {
                continue;
            }
            let known = before.iter().find(|held| held.input == input);
            let (done, again) = match known {
                None => {
                    let here = |b: &&Binding| b.input == input && b.view == view && b.on.has(place);
                    let binding = BINDINGS.iter().find(here);
                    (binding, binding.filter(|binding| binding.deed.is_repeated()).map(|binding| (binding, WAIT)))
                }
                // Once in a frame, however long the frame was.
                Some(&Held { again: Some((binding, left)), .. }) if left <= seconds => {
                    (Some(binding).filter(|binding| binding.on.has(place)), Some((binding, AGAIN)))
                }
                Some(held) => (None, held.again.map(|(binding, left)| (binding, left - seconds))),
            };
            self.held.push(Held { input, again });
            presses.extend(done.and_then(|binding| self.act(binding.deed, place)));
        }
        presses
    }

    /// Nothing of the bar is pointed at any more.
    pub fn lift(&mut self) {
        self.finger = None;
    }

    /// Where the right stick is, nowhere if it is hardly pushed.
    #[must_use]
    pub fn drift(&self) -> (f32, f32) {
        self.drift
    }

    /// The number of the button of the bar that is pointed at, of those that are open: the first if it is closed now.
    #[must_use]
    pub fn finger(&self, open: &[usize]) -> Option<usize> {
        let finger = self.finger?;
        open.iter().copied().find(|number| *number == finger).or(open.first().copied())
    }

    fn act(&mut self, deed: Deed, place: Place<'_>) -> Option<Press> {
        let open = if let Place::Battle(open) = place { open } else { &[] };
        let now = self.finger(open);
        match deed {
            Deed::Press(press) => {
                self.finger = None;
                return Some(press);
            }
            Deed::Point(forward) => {
                let at = now.and_then(|now| open.iter().position(|number| *number == now));
                let to = match (at, forward) {
                    (None, true) => 0,
                    (None, false) => open.len().saturating_sub(1),
                    (Some(at), true) => (at + 1) % open.len(),
                    (Some(at), false) => (at + open.len() - 1) % open.len(),
                };
                self.finger = open.get(to).copied();
            }
            Deed::Push => {
                // What was pressed may list targets: the first of them is pointed at then.
                self.finger = open.first().copied();
                return now.map(|number| Press::Command(Command::Button(number)));
            }
        }
        None
    }
}

/// A stick without its dead zone: what is left of its way goes from 0 to 1.
fn alive((x, y): (f32, f32)) -> (f32, f32) {
    let far = x.hypot(y);
    // Broken pads may give what is no number.
    if far.is_nan() || far <= DEAD {
        return (0.0, 0.0);
    }
    let by = (far.min(1.0) - DEAD) / (1.0 - DEAD) / far;
    if by > 0.0 { (x * by, y * by) } else { (0.0, 0.0) }
}

/// The direction to which a stick is pushed. It keeps the one that it has until it is clearly none or another.
fn direction((x, y): (f32, f32), now: Option<Input>) -> Option<Input> {
    let along = |input| match input {
        Input::StickUp => y,
        Input::StickDown => -y,
        Input::StickLeft => -x,
        _ => x,
    };
    let far = x.hypot(y);
    let kept = now.filter(|now| far > KEPT && along(*now) > 0.6 * far);
    let all = [Input::StickUp, Input::StickDown, Input::StickLeft, Input::StickRight];
    kept.or_else(|| all.into_iter().find(|input| far > PUSHED && along(*input) >= x.abs().max(y.abs())))
}
