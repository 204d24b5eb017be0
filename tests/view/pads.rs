//! What a gamepad gives becomes what keys do.

use hexfray::board::Facing;
use hexfray::view::model::keys::{Chord, Command, DEEDS, Keys};
use hexfray::view::model::pad::{AGAIN, DEAD, Input, Key, Pad, Place, Press, State, WAIT, help};

const FRAME: f32 = 0.016;
const BATTLE: Place<'_> = Place::Battle(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);

fn held(held: &[Input]) -> State {
    State { held: held.to_vec(), ..State::default() }
}

fn left(x: f32, y: f32) -> State {
    State { left: (x, y), ..State::default() }
}

/// What a pad that has nothing held does when something is pressed.
fn pressed(inputs: &[Input], place: Place<'_>) -> Vec<Press> {
    let mut pad = Pad::default();
    let before = pad.tick(&held(&inputs[..inputs.len() - 1]), FRAME, Place::Menu);
    assert!(before.is_empty(), "{before:?}");
    pad.tick(&held(inputs), FRAME, place)
}

/// How often something is done while a state is held for so long.
fn count(pad: &mut Pad, state: &State, seconds: f32, place: Place<'_>) -> usize {
    (0..(seconds / FRAME).round() as usize).map(|_| pad.tick(state, FRAME, place).len()).sum()
}

/// A stick that does not come back to the middle does nothing; one that is pushed goes to the nearest direction, and
/// keeps it while it trembles.
#[test]
fn a_stick_has_a_dead_zone() {
    let still = [(0.0, 0.0), (DEAD, 0.0), (-0.7 * DEAD, 0.7 * DEAD)];
    // What no sound pad gives.
    let broken = [(f32::NAN, 1.0), (f32::INFINITY, 0.0), (f32::NEG_INFINITY, f32::NAN)];
    for (x, y) in still.into_iter().chain(broken) {
        let (mut pad, state) = (Pad::default(), State { right: (x, y), ..left(x, y) });
        assert_eq!(count(&mut pad, &state, 1.0, BATTLE), 0, "{x} {y}");
        assert_eq!((pad.drift(), state.is_stirred()), ((0.0, 0.0), false), "{x} {y}");
    }
    assert_eq!(count(&mut Pad::default(), &left(2.0 * DEAD, 0.0), 1.0, BATTLE), 0, "that is no direction yet");
    let directions = [
        ((1.0, 0.3), Command::Step(Facing::E)),
        ((-0.9, -0.4), Command::Step(Facing::W)),
        ((0.3, 1.0), Command::Row(true)),
        ((-0.5, -0.8), Command::Row(false)),
    ];
    for ((x, y), command) in directions {
        assert_eq!(Pad::default().tick(&left(x, y), FRAME, BATTLE), [Press::Command(command)], "{x} {y}");
        assert!(left(x, y).is_stirred());
    }
    let mut pad = Pad::default();
    assert_eq!(pad.tick(&left(0.8, 0.6), FRAME, BATTLE), [Press::Command(Command::Step(Facing::E))]);
    for trembling in [(0.7, 0.75), (0.8, 0.6), (0.55, 0.4), (0.7, 0.72)] {
        assert!(pad.tick(&left(trembling.0, trembling.1), FRAME, BATTLE).is_empty(), "{trembling:?}");
    }
    assert_eq!(pad.tick(&left(0.2, 0.9), FRAME, BATTLE), [Press::Command(Command::Row(true))]);
    // The right stick goes from nothing to all behind its dead zone.
    let right = |x| State { right: (x, 0.0), ..State::default() };
    pad.tick(&right(DEAD + 0.01), FRAME, BATTLE);
    assert!(pad.drift().0 > 0.0 && pad.drift().0 < 0.02, "{:?}", pad.drift());
    pad.tick(&right(-1.0), FRAME, BATTLE);
    assert!((pad.drift().0 + 1.0).abs() < 1e-6);
}

/// What is held is done at once, after a while again, and then often; some things once only.
#[test]
fn what_is_held_is_done_again() {
    let times = |seconds: f32| 1 + ((seconds - WAIT) / AGAIN) as usize;
    for state in [left(1.0, 0.0), held(&[Input::CrossRight]), held(&[Input::RightTrigger])] {
        let mut pad = Pad::default();
        assert_eq!(count(&mut pad, &state, FRAME, BATTLE), usize::from(!state.held.contains(&Input::CrossRight)));
        let place = Place::Menu;
        let mut pad = Pad::default();
        assert_eq!(count(&mut pad, &state, 0.9 * WAIT, place), 1);
        let more = count(&mut pad, &state, 2.0, place);
        assert!(more.abs_diff(times(2.0 + 0.9 * WAIT)) <= 4, "{more}");
        // Let go, it begins anew.
        assert_eq!(count(&mut pad, &State::default(), FRAME, place), 0);
        assert_eq!(count(&mut pad, &state, 0.9 * WAIT, place), 1);
        // A frame that took long is no flood.
        assert_eq!(pad.tick(&state, 100.0, place).len(), 1);
    }
    for input in [Input::A, Input::B, Input::Y, Input::CrossUp, Input::Menu] {
        assert_eq!(count(&mut Pad::default(), &held(&[input]), 3.0, BATTLE), 1, "{input:?}");
    }
}

/// What View changes is what is pressed while it is held, not what was held before it.
#[test]
fn view_changes_what_is_pressed_next() {
    let mut pad = Pad::default();
    assert_eq!(pad.tick(&held(&[Input::RightTrigger]), FRAME, BATTLE), [Press::Command(Command::Zoom(true))]);
    let both = held(&[Input::View, Input::RightTrigger]);
    assert_eq!(pad.tick(&both, WAIT, BATTLE), [Press::Command(Command::Zoom(true))]);
    assert!(pad.tick(&State::default(), FRAME, BATTLE).is_empty());
    assert!(pad.tick(&held(&[Input::View]), FRAME, BATTLE).is_empty());
    assert_eq!(pad.tick(&both, FRAME, BATTLE), [Press::Command(Command::Scale(true))]);
    // What was held on the board does nothing in a menu, nor the other way.
    let mut pad = Pad::default();
    assert_eq!(pad.tick(&left(0.0, 1.0), FRAME, BATTLE), [Press::Command(Command::Row(true))]);
    assert_eq!(count(&mut pad, &left(0.0, 1.0), 2.0, Place::Menu), 0);
}

/// Each command is on a button in battles or replays, but those for which there are the right stick or the settings; a button does one
/// thing in one place, and each command has a key through which it is given.
#[test]
fn every_command_has_a_button() {
    let keys = Keys::default();
    let mut given = Vec::new();
    for place in [BATTLE, Place::Replay, Place::Menu] {
        for input in Input::ALL {
            let (alone, with) = match input {
                Input::View => continue,
                Input::StickUp => (left(0.0, 1.0), None),
                Input::StickDown => (left(0.0, -1.0), None),
                Input::StickLeft => (left(-1.0, 0.0), None),
                Input::StickRight => (left(1.0, 0.0), None),
                input => (held(&[input]), Some([Input::View, input])),
            };
            let mut done = Pad::default().tick(&alone, FRAME, place);
            assert!(done.len() <= 1, "{input:?}: {done:?}");
            let pressed = with.map(|with| pressed(&with, place)).unwrap_or_default();
            assert!(pressed.len() <= 1 && (done.is_empty() || done != pressed), "{input:?}: {pressed:?}");
            done.extend(pressed);
            for press in done {
                match press {
                    Press::Command(command) => {
                        let chord = keys.chord(command).unwrap_or_else(|| panic!("{command:?} has no key"));
                        assert_eq!(keys.command(chord), Some(command));
                        given.push(command);
                    }
                    Press::Key(_) => assert_eq!(place, Place::Menu),
                }
            }
        }
    }
    for deed in DEEDS.iter().filter(|deed| !matches!(deed.command, Command::Pan(..) | Command::Fullscreen)) {
        assert!(given.contains(&deed.command), "{:?}", deed.command);
    }
    // All is on the list, once for each place, and in the manual.
    let manual = include_str!("../../docs/playing.md");
    for (place, rows) in help() {
        assert!(manual.contains(&format!("\n{place}:\n")), "{place}");
        for (at, (name, does)) in rows.iter().enumerate() {
            assert!(!does.is_empty() && rows[..at].iter().all(|(other, _)| other != name), "{place}: {name}");
            assert!(manual.contains(&format!("| {name} | {does} |")), "the manual lacks {place}: | {name} | {does} |");
        }
    }
}

/// In menus there are the keys of menus.
#[test]
fn menus_get_their_keys() {
    let keys = [
        (Input::CrossUp, Key::Up),
        (Input::CrossLeft, Key::Left),
        (Input::RightShoulder, Key::Next),
        (Input::LeftShoulder, Key::Before),
        (Input::A, Key::Enter),
        (Input::B, Key::Escape),
        (Input::RightTrigger, Key::PageDown),
    ];
    for (input, key) in keys {
        assert_eq!(pressed(&[input], Place::Menu), [Press::Key(key)]);
    }
    assert_eq!(pressed(&[Input::B], BATTLE), [Press::Command(Command::Back)]);
    assert_eq!(pressed(&[Input::LeftShoulder], Place::Replay), [Press::Command(Command::Leap(-1))]);
    // Keys that were changed are those that are pressed.
    let mut keys = Keys::default();
    let key = Keys::default().chord(Command::Report).unwrap();
    keys.bind(Command::Report, Keys::default().chord(Command::Heed).unwrap()).unwrap_err();
    assert_eq!(keys.chord(Command::Report), Some(key));
    let free: Chord = "K".to_owned().try_into().unwrap();
    keys.bind(Command::Back, free).unwrap();
    assert_eq!(keys.chord(Command::Back), Some(free));
    assert_eq!(keys.chord(Command::Button(9)).map(|chord| keys.command(chord)), Some(Some(Command::Button(9))));
    // Those beyond the tenth are with Control.
    assert_eq!(keys.chord(Command::Button(10)).map(|chord| (chord.to_string(), keys.command(chord))), {
        Some(("Ctrl+Key1".to_owned(), Some(Command::Button(10))))
    });
    assert_eq!(keys.chord(Command::Button(20)), None);
}

/// The cross points at the open buttons of the bar, round and round, and X presses the one that is pointed at.
#[test]
fn the_cross_points_at_the_bar() {
    let (mut pad, open) = (Pad::default(), [0, 3, 8]);
    let mut press = |input, open: &[usize]| {
        let place = Place::Battle(open);
        let done = pad.tick(&held(&[input]), FRAME, place);
        pad.tick(&State::default(), FRAME, place);
        (done, pad.finger(open))
    };
    let button = |number| vec![Press::Command(Command::Button(number))];
    // Nothing is pressed before it is seen.
    assert_eq!(press(Input::X, &open), (Vec::new(), Some(0)));
    assert_eq!(press(Input::CrossRight, &open), (Vec::new(), Some(3)));
    assert_eq!(press(Input::CrossRight, &open).1, Some(8));
    assert_eq!(press(Input::CrossRight, &open).1, Some(0));
    assert_eq!(press(Input::CrossLeft, &open).1, Some(8));
    assert_eq!(press(Input::X, &open), (button(8), Some(0)));
    // What was pointed at is closed.
    assert_eq!(press(Input::CrossLeft, &open).1, Some(8));
    assert_eq!(press(Input::X, &[1, 2]), (button(1), Some(1)));
    // Anything else lifts the finger.
    assert_eq!(press(Input::RightShoulder, &open), (vec![Press::Command(Command::Next(1))], None));
    assert_eq!(press(Input::CrossLeft, &open).1, Some(8));
    assert_eq!(press(Input::X, &[]), (Vec::new(), None));
    assert_eq!(press(Input::CrossRight, &[]), (Vec::new(), None));
    pad.tick(&held(&[Input::CrossRight]), FRAME, Place::Battle(&open));
    assert_eq!(pad.finger(&open), Some(0));
    pad.lift();
    assert_eq!(pad.finger(&open), None);
}
