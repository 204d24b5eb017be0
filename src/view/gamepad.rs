//! Gamepads: what is connected, and keys pressed by it where egui waits for them.

use egui_macroquad::egui::{self, Context, Event, Id, Modifiers, Rect, WidgetRect};
#[cfg(feature = "gamepad")]
use gilrs::{Axis, Button, GilrsBuilder};

#[cfg(feature = "gamepad")]
use super::model::pad::Input;
use super::model::pad::{Key, Pad, State};
use super::screens::roll_by;

/// Points of text that are scrolled in a second.
const ROLL: f32 = 900.0;
/// Bars to scroll by are thinner than this, in points. The focus does not stop at them.
const THIN: f32 = 12.0;
/// How much farther away what does not lie straight in a direction seems.
const ASIDE: f32 = 3.0;

/// All connected gamepads as if they were one.
pub(super) struct Gamepads {
    device: Device,
    /// What they do; it is tested without any.
    pub(super) pad: Pad,
    /// What they give now; none while there are none.
    pub(super) state: Option<State>,
}

impl Gamepads {
    pub(super) fn new() -> Gamepads {
        Gamepads { device: Device::open(), pad: Pad::default(), state: None }
    }

    /// Takes in what has been done with them since, and whether there are any.
    pub(super) fn read(&mut self) {
        self.state = self.device.read();
        if self.state.is_none() {
            self.pad = Pad::default();
        }
    }

    /// Whether the person does anything with one.
    pub(super) fn is_stirred(&self) -> bool {
        self.state.as_ref().is_some_and(State::is_stirred)
    }

    /// What is connected, in words; none where the program was built without them.
    pub(super) fn told(&self) -> Option<String> {
        self.device.told()
    }
}

/// What reads them. It looks for new ones by itself.
#[cfg(feature = "gamepad")]
struct Device(Result<gilrs::Gilrs, String>);

#[cfg(feature = "gamepad")]
impl Device {
    fn open() -> Device {
        // Nothing shakes here, and that would take a thread of its own.
        let gilrs = GilrsBuilder::new().with_force_feedback(false).build();
        Device(gilrs.map_err(|why| why.to_string()))
    }

    fn read(&mut self) -> Option<State> {
        let gilrs = self.0.as_mut().ok()?;
        // What pads give is kept up to date by taking these.
        while gilrs.next_event().is_some() {}
        let farther = |a: (f32, f32), b: (f32, f32)| if b.0.hypot(b.1) > a.0.hypot(a.1) { b } else { a };
        gilrs.gamepads().map(|(_, pad)| pad).fold(None, |state, pad| {
            let mut state = state.unwrap_or_else(State::default);
            let held = BUTTONS.iter().filter(|(button, _)| pad.is_pressed(*button)).map(|(_, input)| *input);
            state.held.extend(held);
            let stick = |x, y| (pad.value(x), pad.value(y));
            state.left = farther(state.left, stick(Axis::LeftStickX, Axis::LeftStickY));
            state.right = farther(state.right, stick(Axis::RightStickX, Axis::RightStickY));
            Some(state)
        })
    }

    fn told(&self) -> Option<String> {
        Some(match &self.0 {
            Ok(gilrs) => {
                let names: Vec<String> = gilrs.gamepads().map(|(_, pad)| pad.name().to_owned()).collect();
                let counted = if names.len() > 1 { format!("{} of them: ", names.len()) } else { String::new() };
                if names.is_empty() { "none is connected".to_owned() } else { counted + &names.join(", ") }
            }
            Err(why) => format!("cannot be read here: {why}"),
        })
    }
}

/// What the buttons are called there.
#[cfg(feature = "gamepad")]
const BUTTONS: [(Button, Input); 16] = [
    (Button::South, Input::A),
    (Button::East, Input::B),
    (Button::West, Input::X),
    (Button::North, Input::Y),
    (Button::LeftTrigger, Input::LeftShoulder),
    (Button::RightTrigger, Input::RightShoulder),
    (Button::LeftTrigger2, Input::LeftTrigger),
    (Button::RightTrigger2, Input::RightTrigger),
    (Button::Select, Input::View),
    (Button::Start, Input::Menu),
    (Button::LeftThumb, Input::LeftStick),
    (Button::RightThumb, Input::RightStick),
    (Button::DPadUp, Input::CrossUp),
    (Button::DPadDown, Input::CrossDown),
    (Button::DPadLeft, Input::CrossLeft),
    (Button::DPadRight, Input::CrossRight),
];

/// Without the feature there are none.
#[cfg(not(feature = "gamepad"))]
struct Device;

#[cfg(not(feature = "gamepad"))]
impl Device {
    fn open() -> Device {
        Device
    }

    fn read(&mut self) -> Option<State> {
        None
    }

    fn told(&self) -> Option<String> {
        None
    }
}

/// Scrolls what is read, by the right stick: see [`super::screens::roll`].
pub(super) fn scroll(ctx: &Context, (_, up): (f32, f32), seconds: f32) {
    roll_by(ctx, up * ROLL * seconds);
}

/// Presses a key for egui, which has seen the keys of this frame already: the focus is moved by hand. Returns whether
/// the screen is to be left by it; Escape closes an open list first.
pub(super) fn press(ctx: &Context, key: Key) -> bool {
    let named = match key {
        _ if walk(ctx, key) => return false,
        Key::Next | Key::Before => return false,
        Key::Up => egui::Key::ArrowUp,
        Key::Down => egui::Key::ArrowDown,
        Key::Left => egui::Key::ArrowLeft,
        Key::Right => egui::Key::ArrowRight,
        Key::Enter => egui::Key::Enter,
        Key::Escape => egui::Key::Escape,
        Key::PageUp => egui::Key::PageUp,
        Key::PageDown => egui::Key::PageDown,
    };
    let modifiers = Modifiers::NONE;
    let event = Event::Key { key: named, physical_key: None, pressed: true, repeat: false, modifiers };
    ctx.input_mut(|input| input.events.push(event));
    key == Key::Escape && !ctx.memory(|memory| memory.any_popup_open())
}

/// Moves the focus, if the key does that. Returns whether it has moved.
fn walk(ctx: &Context, key: Key) -> bool {
    let focused = ctx.memory(|memory| memory.focused());
    let now = focused.and_then(|id| ctx.viewport(|viewport| viewport.prev_pass.widgets.get(id).copied()));
    let stops = stops(ctx);
    let place = stops.iter().position(|stop| Some(stop.id) == focused);
    let to = match (key, now) {
        (Key::Next, _) => stops.get(place.map_or(0, |place| (place + 1) % stops.len())),
        (Key::Before, _) => {
            stops.get(place.map_or(stops.len(), |place| place + stops.len()).wrapping_sub(1) % stops.len().max(1))
        }
        // What can be dragged has these for itself: a slider moves, a field is written in.
        (Key::Left | Key::Right, Some(now)) if now.sense.senses_drag() => None,
        (Key::Up | Key::Down | Key::Left | Key::Right, Some(now)) => {
            let ways = stops
                .iter()
                .filter(|stop| stop.id != now.id)
                .filter_map(|stop| Some((way(key, now.rect, stop.rect)?, stop)));
            ways.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, stop)| stop)
        }
        _ => None,
    };
    to.is_some_and(|to| {
        ctx.memory_mut(|memory| memory.request_focus(to.id));
        true
    })
}

/// How far it seems from one widget to another in a direction; none if it does not lie there.
fn way(key: Key, from: Rect, to: Rect) -> Option<f32> {
    let (x, y) = (to.x_range(), to.y_range());
    let gap = |a: egui::Rangef, b: egui::Rangef| (a.min - b.max).max(b.min - a.max).max(0.0);
    let (ahead, aside) = match key {
        Key::Up => (from.center().y - y.max, gap(from.x_range(), x)),
        Key::Down => (y.min - from.center().y, gap(from.x_range(), x)),
        Key::Left => (from.center().x - x.max, gap(from.y_range(), y)),
        _ => (x.min - from.center().x, gap(from.y_range(), y)),
    };
    (ahead >= 0.0).then_some(ahead + ASIDE * aside)
}

/// The widgets at which the focus stops, in their order, as they were laid out in the last frame: those that lie
/// uppermost, as a menu covers what is under it.
fn stops(ctx: &Context) -> Vec<WidgetRect> {
    let mut stops: Vec<WidgetRect> = ctx.viewport(|viewport| {
        let all = viewport.prev_pass.widgets.layers().flat_map(|(_, widgets)| widgets);
        // What lies over others as a whole could be pressed to bring it to the front.
        let whole = |w: &WidgetRect| w.id == w.layer_id.id.with("move");
        let offered = |w: &&WidgetRect| w.enabled && w.sense.is_focusable() && !whole(w);
        all.filter(offered).filter(|w| w.rect.is_positive() && w.rect.size().min_elem() > THIN).copied().collect()
    });
    let top = stops.iter().map(|stop| stop.layer_id.order).max();
    stops.retain(|stop| Some(stop.layer_id.order) == top);
    // A window or a list can be dragged too, but is there for what it holds.
    let held: Vec<(Id, Rect)> = stops.iter().map(|stop| (stop.id, stop.rect)).collect();
    stops.retain(|stop| !held.iter().any(|(id, rect)| *id != stop.id && stop.rect.contains_rect(*rect)));
    // Layers are in no order.
    stops.sort_by_key(|stop| stop.layer_id.id.value());
    stops
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use egui_macroquad::egui::{RawInput, pos2, vec2};

    use super::*;
    use crate::battle::{Target, UnitId};
    use crate::content::Library;
    use crate::platform::{Timer, rest};
    use crate::play::bar;
    use crate::play::game::Game;
    use crate::play::guide::Guide;
    use crate::play::replay::Replay;
    use crate::scenario::{Scenario, Session};
    use crate::view::battle::{BattleScreen, Leave, Over, Play, Request};
    use crate::view::frame::tests::{check, dressed, read};
    use crate::view::model::hints::hints;
    use crate::view::model::keys::{Command, DEEDS};
    use crate::view::model::pad::{Input, Place, Press};
    use crate::view::model::settings::Settings;
    use crate::view::preferences::Preferences;

    fn session(name: &str, owners: [&str; 2]) -> Session {
        let library = Library::own();
        let scenario = Scenario::open(library, name).expect("it ships");
        let session = Session::begin(library, scenario, 3).expect("it is sound");
        session.owned_by(owners.map(str::to_owned).to_vec())
    }

    /// Lays something out after a key was pressed by a pad. Returns whether what is shown is to be left.
    fn frame(ctx: &Context, key: Option<Key>, mut lay_out: impl FnMut(&Context)) -> bool {
        let (mut key, mut left) = (key, false);
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0));
        _ = ctx.run(RawInput { screen_rect: Some(rect), ..RawInput::default() }, |ctx| {
            left |= key.take().is_some_and(|key| press(ctx, key));
            lay_out(ctx);
        });
        left
    }

    /// The battle's menu is walked through to its last entry and back, and an entry is chosen, while a hint lies beside
    /// it.
    #[test]
    fn the_menu_is_walked_through() {
        let (library, ctx) = (Library::own(), dressed());
        let mut game = Game::new(library, session("crossroads", ["person", "random"]), None).expect("it can be played");
        let settings = Settings::default();
        game.guide = Some(Guide::hints(hints(&settings.keys), &**game.session().battle()));
        let mut screen = BattleScreen::new(library, Play::Game(Box::new(game)), None);
        screen.over = Over::Menu;
        let mut walk = |keys: &[Key]| {
            let mut wishes = Vec::new();
            for key in keys.iter().map(|key| Some(*key)).chain([None]) {
                let left = frame(&ctx, key, |ctx| {
                    screen.panels(ctx, &settings, &mut wishes);
                    screen.lay_over(ctx, &mut wishes);
                });
                assert!(!left);
            }
            wishes
        };
        walk(&[]);
        // Nothing under a menu is reached, nor its window itself.
        let down = [Key::Down; 9];
        assert!(matches!(walk(&[&down[..], &[Key::Enter]].concat())[..], [Request::Leave(Leave::Back)]));
        assert!(matches!(walk(&[Key::Up, Key::Enter])[..], [Request::Over(Over::Help)]));
        assert!(matches!(walk(&[Key::Before, Key::Before, Key::Enter])[..], [Request::Leave(Leave::Settings)]));
    }

    /// On the settings' screen every setting is reached, a list is opened, chosen from and closed without leaving, and
    /// then the screen is left.
    #[test]
    fn settings_are_walked_through() {
        let ctx = dressed();
        let (mut preferences, mut settings) = (Preferences::default(), Settings::default());
        let mut done = false;
        let mut walk = |keys: &[Key]| {
            let mut left = false;
            // A list that opens takes frames to be there.
            for key in keys.iter().flat_map(|key| [Some(*key), None, None]).chain([None]) {
                left |= frame(&ctx, key, |ctx| done |= preferences.ui(ctx, &mut settings, &[], None));
            }
            (left, ctx.memory(|memory| memory.focused()), settings.clone(), done)
        };
        let (_, first, before, _) = walk(&[]);
        let (_, list, ..) = walk(&[Key::Next]);
        assert_ne!(list, first);
        let (.., after, _) = walk(&[Key::Down, Key::Enter]);
        assert_ne!(after.fullscreen, before.fullscreen);
        assert_eq!(walk(&[Key::Up]).1, list);
        let (left, item, after, _) = walk(&[Key::Enter, Key::Down, Key::Down, Key::Enter]);
        assert!(!left && item != list && after.scale != before.scale, "{:?}", after.scale);
        assert!(ctx.memory(|memory| memory.any_popup_open()));
        let (left, now, ..) = walk(&[Key::Escape]);
        assert!(!left && !ctx.memory(|memory| memory.any_popup_open()), "only the list is closed");
        let mut met = std::collections::HashSet::from([now]);
        while met.len() < 200 && met.insert(walk(&[Key::Next]).1) {}
        assert!(met.contains(&first) && met.contains(&list) && met.len() > DEEDS.len(), "{} met", met.len());
        let (left, .., done) = walk(&[Key::Escape]);
        assert!(left && !done);
    }

    /// With a pad connected the list of keys names its buttons too, and the stick scrolls it.
    #[test]
    fn the_list_of_keys_names_the_buttons() {
        let (library, ctx) = (Library::own(), dressed());
        let replay = Replay::new(library, session("crossroads", ["random", "random"]));
        let mut screen = BattleScreen::new(library, Play::Replay(Box::new(replay)), None);
        screen.over = Over::Help;
        let size = vec2(1280.0, 800.0);
        let named = |screen: &mut BattleScreen, stick: f32| {
            scroll(&ctx, (0.0, stick), 1.0);
            let texts = (0..9).map(|_| read(&ctx, size, |ctx| screen.lay_over(ctx, &mut Vec::new()))).last();
            let texts = texts.expect("there are frames");
            check(&texts, size, "the list of keys");
            texts.iter().any(|read| read.text == "IN MENUS AND LISTS, WITH A GAMEPAD")
        };
        assert!(!named(&mut screen, -1.0));
        assert!(!named(&mut screen, 1.0));
        screen.padded = true;
        assert!(!named(&mut screen, 0.0), "it is below");
        assert!(named(&mut screen, -0.3));
    }

    /// Somebody who plays by a pad alone.
    struct Player {
        screen: BattleScreen,
        settings: Settings,
        pad: Pad,
        pressed: usize,
    }

    impl Player {
        fn game(&mut self) -> &mut Game {
            let Play::Game(game) = &mut self.screen.play else { unreachable!("a battle is fought") };
            game
        }

        /// Presses something and lets it go, and what keys would have done happens as if they were typed.
        fn press(&mut self, input: Input) {
            self.pressed += 1;
            let mut state = State::default();
            match input {
                Input::StickUp => state.left = (0.1, 1.0),
                Input::StickDown => state.left = (-0.1, -0.9),
                Input::StickLeft => state.left = (-0.9, 0.3),
                Input::StickRight => state.left = (1.0, 0.0),
                input => state.held.push(input),
            }
            for state in [state, State::default()] {
                let open = self.screen.open_buttons();
                let place = self.screen.place(&open);
                assert_eq!(place, Place::Battle(&open));
                for press in self.pad.tick(&state, 0.02, place) {
                    let Press::Command(command) = press else { panic!("{press:?} on the board") };
                    let chord = self.settings.keys.chord(command).expect("there is a key");
                    let command = self.settings.keys.command(chord).expect("the key does something");
                    assert!(self.screen.obey(Request::Command(command), &mut self.settings).is_none());
                }
            }
        }

        fn wait(&mut self) {
            let since = Timer::start();
            while self.game().offer.is_none() || self.game().table.playback.busy() {
                let settings = self.settings.clone();
                self.screen.tick(0.05, &settings);
                rest(Duration::from_millis(1));
                assert!(since.elapsed() < Duration::from_secs(60), "nobody is asked");
            }
        }

        /// Points at the button of the bar under which an answer lies and presses it, and so on below it.
        fn push(&mut self, place: usize) {
            loop {
                let slots = self.game().slots();
                let leads = slots.iter().find(|slot| slot.places.contains(&place));
                let slot = leads.or_else(|| slots.iter().find(|slot| slot.press == bar::Press::Turn));
                let slot = slot.expect("it lies under a button").clone();
                let open = self.screen.open_buttons();
                let mut moved = 0;
                while self.pad.finger(&open) != slot.key {
                    self.press(if moved % 40 < 20 { Input::CrossRight } else { Input::CrossLeft });
                    moved += 1;
                    assert!(moved < 80, "{slot:?} is not pointed at");
                }
                self.press(Input::X);
                if matches!(slot.press, bar::Press::Take(_) | bar::Press::Mean(_)) {
                    return;
                }
            }
        }

        /// Goes to a hex with the cursor and chooses it.
        fn point(&mut self, to: crate::board::Cell) {
            let steps = [
                (Input::StickLeft, Command::Step(crate::board::Facing::W)),
                (Input::StickRight, Command::Step(crate::board::Facing::E)),
                (Input::StickUp, Command::Row(true)),
                (Input::StickDown, Command::Row(false)),
            ];
            for _ in 0..200 {
                let game = self.game();
                if game.hand.cursor == Some(to) {
                    return self.press(Input::A);
                }
                let far = |command| {
                    let mut hand = game.hand.clone();
                    match command {
                        Command::Step(facing) => hand.step(&game.table.view, facing),
                        _ => hand.row(&game.table.view, command == Command::Row(true)),
                    }
                    hand.cursor.map(|at| game.table.view.board().distance(at, to))
                };
                let (input, _) = steps.into_iter().min_by_key(|(_, command)| far(*command)).expect("there are four");
                self.press(input);
            }
            panic!("the cursor never came there");
        }

        /// Gives an answer of the unit in hand, or chooses one if it is secret.
        fn answer(&mut self) {
            let game = self.game();
            let offer = game.offer.clone().expect("somebody is asked");
            if offer.is_secret() && game.hand.sealed(&offer).is_ok() {
                return self.press(Input::Y);
            }
            let unit = game.hand.unit.unwrap_or(UnitId::NONE);
            let own: Vec<usize> = (0..offer.actions.len()).filter(|at| offer.actions[*at].unit == unit).collect();
            let number = game.session().battle().number() as usize;
            let place = *own.get(number % own.len().max(1)).expect("the unit in hand can do something");
            match offer.actions[place].target {
                Target::Hex(cell) if !offer.is_secret() => self.point(cell),
                _ => return self.push(place),
            }
            let asks = !self.game().hand.choice.is_empty();
            if asks {
                self.push(place);
            }
        }
    }

    /// A turn is fought by a pad alone: the cursor by the stick, the bar by the cross, secret orders given together, a
    /// choice taken back; no computer decides for the person.
    #[test]
    fn a_turn_is_fought() {
        let library = Library::own();
        let game = Game::new(library, session("crossroads", ["person", "random"]), None).expect("it can be played");
        let screen = BattleScreen::new(library, Play::Game(Box::new(game)), None);
        let settings = Settings { speed: crate::play::playback::Speed::Instant, ..Settings::default() };
        let mut player = Player { screen, settings, pad: Pad::default(), pressed: 0 };
        let (mut given, mut sealed) = (0, 0);
        loop {
            player.wait();
            let battle = player.game().session().battle();
            if battle.place_in_turn().starts_with("turn 2") {
                break;
            }
            let before = (battle.number(), player.game().hand.drafts.len());
            player.answer();
            let after = (player.game().session().battle().number(), player.game().hand.drafts.len());
            assert_ne!(before, after, "nothing was done");
            given += 1;
            sealed += usize::from(after.0 > before.0 && before.1 > 1);
            assert!(given < 500, "the turn does not end");
        }
        assert!(given > 10 && sealed > 0 && player.pressed > 2 * given, "{given} {sealed} {}", player.pressed);
        // An order is chosen and taken back.
        player.answer();
        assert_eq!(player.game().hand.drafts.len(), 1);
        player.press(Input::CrossUp);
        assert_eq!(player.game().hand.drafts.len(), 0);
    }
}
