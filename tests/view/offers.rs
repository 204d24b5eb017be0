//! What is offered, in which shape, and why the rest is not.

use std::collections::BTreeSet;

use hexfray::battle::{Action, Listing, Log, Reason, Seeded, Target, UnitId, Verb, mix};
use hexfray::content::Library;
use hexfray::play::bar::Bar;
use hexfray::play::hand::Hand;
use hexfray::play::offer::{Meaning, Offer};
use hexfray::play::scene::Scene;
use hexfray::play::words;
use hexfray::scenario::Scenario;
use hexfray::view::model::keys::{Chord, Command, DEEDS, Keys};
use macroquad::input::KeyCode;

/// Every legal action has its unit in hand under a button, and where it is aimed at a hex or somebody there as a meaning of a click too, in whole games;
/// nothing else is offered.
#[test]
fn all_that_is_legal_is_offered_and_nothing_else() {
    let library = Library::own();
    for name in ["crossroads", "grand_battle", "dead_air", "skirmish", "the_ritual", "convoy"] {
        let mut battle = Scenario::open(library, name).unwrap().battle(library).unwrap();
        let mut list = Listing::default();
        battle.start(&mut Seeded::new(1, 0), &mut Log::off());
        while let Some(offer) = Offer::of(&battle) {
            battle.legal(&mut list);
            assert_eq!(offer.actions, list.actions);
            let scene = Scene::of(&*battle);
            // A sample is enough of decisions with hundreds of hexes.
            for place in (0..offer.actions.len()).step_by(1 + offer.actions.len() / 25) {
                let action = offer.actions[place];
                let unit = Some(action.unit).filter(|u| *u != UnitId::NONE);
                let cell = match action.target {
                    Target::Hex(cell) => Some(cell),
                    Target::Unit(target) => Some(battle.piece(target).at).filter(|at| at.is_some()),
                    _ => None,
                };
                let clicked = cell.is_some_and(|c| offer.at(&battle, &scene, unit, c).contains(&Meaning::Take(place)));
                let hand = Hand { unit, ..Hand::default() };
                let pressed = Bar::default().slots(&offer, &hand).iter().any(|slot| slot.places.contains(&place));
                assert!(pressed && (clicked || cell.is_none()), "{name}: {}", offer.words[place]);
                assert!(!words::shortly(&offer, place).is_empty());
            }
            let number = battle.number();
            if number > 400 {
                break;
            }
            let action = offer.actions[(mix(7, number.into()) % offer.actions.len() as u64) as usize];
            battle.play(action, &mut list, &mut Seeded::new(1, number + 1), &mut Log::off()).unwrap();
        }
    }
}

/// HEX-SET-03: a hex outside the zone is not offered, and the reason is said with its rule.
#[test]
fn what_is_not_offered_is_explained() {
    let session = super::session("crossroads", 1, &["person", "utility"]);
    let battle = session.battle();
    let offer = Offer::of(battle).unwrap();
    let unit = offer.units()[0];
    let far = battle.board().at(20, 16);
    let scene = Scene::of(&**battle);
    assert!(offer.at(battle, &scene, Some(unit), far).is_empty());
    let refusal = offer.why_not(battle, &scene, unit, far).unwrap();
    assert_eq!((refusal.reason, refusal.rule.0), (Reason::NotInZone, "HEX-SET-03"));
    let enemy = battle.units().find(|&u| battle.piece(u).side.0 == 1).unwrap();
    assert_eq!(offer.why_idle(battle, enemy).unwrap().reason, Reason::NotYours);
    assert_eq!(offer.why_idle(battle, unit), None);
}

/// The hand begins with a unit that can act, goes round all of them, and a click on a lit hex is an answer.
#[test]
fn the_hand_goes_round() {
    let session = super::session("crossroads", 1, &["person", "utility"]);
    let battle = session.battle();
    let (offer, scene) = (Offer::of(battle).unwrap(), Scene::of(&**battle));
    let mut hand = Hand::default();
    hand.begin(&offer);
    let units = offer.units();
    assert_eq!(hand.unit, Some(units[0]));
    for expected in units[1..].iter().chain(&units[..1]) {
        hand.unit = hand.next(&offer, 1);
        assert_eq!(hand.unit, Some(*expected));
    }
    hand.unit = hand.next(&offer, -1);
    assert_eq!(hand.unit, units.last().copied());
    let cell = *offer.hexes(hand.unit).iter().next().unwrap();
    let click = hand.click(Some(&offer), battle, &scene, cell);
    let hexfray::play::hand::Click::Take(place) = click else { panic!("a lit hex is an answer") };
    assert_eq!((Some(offer.actions[place].unit), offer.actions[place].target), (hand.unit, Target::Hex(cell)));
    assert!(words::next_step(&offer, &hand).contains("lit hex"));
}

/// Each press of up or down moves the cursor a row, at the edges of the board as well.
#[test]
fn the_cursor_goes_along_the_edges() {
    let session = super::session("crossroads", 1, &["person", "utility"]);
    let battle = session.battle();
    let board = battle.board();
    for column in [1, board.width] {
        for leaning in [false, true] {
            let mut hand = Hand { cursor: Some(board.at(column, board.height)), leaning, ..Hand::default() };
            let mut rows = vec![board.height];
            for up in [true, false] {
                for _ in 1..board.height {
                    hand.row(battle, up);
                    rows.push(board.column_row(hand.cursor.unwrap()).1);
                }
            }
            let there: Vec<u16> = (1..=board.height).rev().chain(2..=board.height).collect();
            assert_eq!(rows, there, "from column {column}");
        }
    }
}

/// What the mouse was on in the list is looked at while it is offered, and no longer; then what is pointed at counts.
#[test]
fn what_was_considered_goes_with_its_offer() {
    let session = super::session("crossroads", 1, &["person", "utility"]);
    let battle = session.battle();
    let (offer, scene) = (Offer::of(battle).unwrap(), Scene::of(&**battle));
    let mut hand = Hand::default();
    hand.begin(&offer);
    let wanted = |considered, hovered| words::wanted(&offer, battle, &hand, &scene, considered, hovered);
    let last = offer.actions.len() - 1;
    assert_eq!(wanted(Some(offer.actions[last]), None), Some(last));
    let elsewhere = Action::of(Verb::Fire, offer.units()[0]);
    assert_eq!(wanted(Some(elsewhere), None), None);
    let cell = *offer.hexes(hand.unit).iter().next().unwrap();
    let there = wanted(Some(elsewhere), Some(cell)).unwrap();
    assert_eq!(offer.actions[there].target, Target::Hex(cell));
}

/// A hex in reach says what the way there costs, the next ones less than those farthest away.
#[test]
fn ways_have_their_costs() {
    let library = Library::own();
    let mut battle = Scenario::open(library, "skirmish").unwrap().battle(library).unwrap();
    let mut list = Listing::default();
    battle.start(&mut Seeded::new(1, 0), &mut Log::off());
    let moves = |offer: &Offer| offer.actions.iter().any(|a| a.verb == Verb::Move);
    let mut offer = Offer::of(&battle).unwrap();
    while !moves(&offer) {
        let dice = &mut Seeded::new(1, battle.number() + 1);
        battle.play(offer.actions[0], &mut list, dice, &mut Log::off()).unwrap();
        offer = Offer::of(&battle).unwrap();
    }
    let unit = offer.actions.iter().find(|a| a.verb == Verb::Move).unwrap().unit;
    let costs = offer.costs(&battle, Some(unit));
    assert_eq!(costs.iter().map(|c| c.0).collect::<BTreeSet<_>>(), offer.hexes(Some(unit)));
    let at = battle.piece(unit).at;
    for (cell, cost) in costs {
        assert!(u16::from(cost) >= battle.board().distance(at, cell), "{}", battle.board().label(cell));
    }
}

/// No key does two things, everything has a key, and a key is given to something else only while it is free.
#[test]
fn keys_do_one_thing_each_and_can_be_changed() {
    let chord = |text: &str| Chord::try_from(text.to_owned()).unwrap();
    let mut keys = Keys::default();
    let mut seen = BTreeSet::new();
    for deed in DEEDS {
        for name in keys.names(deed).split(", ") {
            assert!(seen.insert(name.to_owned()), "{name} does two things");
            assert_eq!(keys.command(chord(name)), Some(deed.command));
        }
    }
    assert_eq!(keys.command(Chord { key: KeyCode::Key3, control: false }), Some(Command::Button(2)));
    assert_eq!(keys.command(chord("Ctrl+U")), None);
    assert!(keys.bind(Command::Undo, chord("Tab")).unwrap_err().contains("next unit"));
    keys.bind(Command::Undo, chord("Ctrl+U")).unwrap();
    assert_eq!((keys.command(chord("Ctrl+U")), keys.command(chord("U"))), (Some(Command::Undo), None));
    keys.bind(Command::Threat, chord("U")).unwrap();
    assert_eq!((keys.command(chord("U")), keys.name(Command::Threat)), (Some(Command::Threat), "U".to_owned()));
    assert!(keys.bind(Command::Undo, Chord { key: KeyCode::Key3, control: false }).is_err());
}
