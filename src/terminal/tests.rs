//! What the terminal shows, and how it interprets words.

use num_traits::One;

use crate::battle::{Action, Chance, Listing, Log, Seeded, UnitId, Verb};
use crate::content::Library;
use crate::rules::AnyBattle;
use crate::scenario::Scenario;

use super::ink::Ink;
use super::menu::{Found, Menu};
use super::picture;
use crate::telling::chances::percent;
use crate::telling::{names, wrap};

/// The scenario crossroads after its first unit is placed, at column 2 and row 8.
fn placed() -> (AnyBattle, UnitId) {
    let mut battle = Scenario::open(Library::own(), "crossroads").unwrap().battle(Library::own()).unwrap();
    let (mut list, mut dice, mut log) = (Listing::default(), Seeded::new(1, 0), Log::off());
    battle.start(&mut dice, &mut log);
    let at = names::hex(&*battle, "2.8").unwrap();
    let unit = battle.actors().first().unwrap();
    battle.play(Action::of(Verb::Place, unit).hex(at), &mut list, &mut dice, &mut log).unwrap();
    (battle, unit)
}

fn menu(battle: &AnyBattle) -> Menu {
    let mut list = Listing::default();
    battle.legal(&mut list);
    Menu::new(&**battle, &list.actions)
}

#[test]
fn every_second_row_is_shifted_by_half_a_hex() {
    let (battle, unit) = placed();
    let tag = names::tag(&*battle, unit);
    let lines = picture::board(&*battle, Ink::default());
    assert!(lines[1].starts_with("  1 .   .   "), "{}", lines[1]);
    assert!(lines[2].starts_with("  2   .   .   "), "{}", lines[2]);
    assert!(lines[8].starts_with(&format!("  8   =   ={tag} =   ")), "{}", lines[8]);
    assert!(lines.iter().any(|l| l.contains("@ 10.8 road: 4 points each turn; held by nobody")));
}

#[test]
fn words_find_actions_and_half_a_number_finds_none() {
    let (battle, _) = placed();
    let menu = menu(&battle);
    let words = |found: Found| if let Found::One(place) = found { menu.words[place].as_str() } else { "" };
    assert_eq!(words(menu.find(&*battle, "1")), menu.words[0]);
    assert_eq!(words(menu.find(&*battle, "mend 18.1")), "place Mender at 18.1");
    assert_eq!(words(menu.find(&*battle, "b3 18.1")), "place Mender at 18.1");
    assert!(matches!(menu.find(&*battle, "mender"), Found::Several(places) if places.len() == 48));
    for nothing in ["0", "9999", "-1", "mender 8.1", "b9 18.1", "", " . ", "\u{1b}"] {
        assert_eq!(menu.find(&*battle, nothing), Found::None, "{nothing:?}");
    }
}

#[test]
fn actions_that_differ_in_the_hex_alone_share_lines() {
    let (battle, _) = placed();
    let menu = menu(&battle);
    let all: Vec<usize> = (0..menu.actions.len()).collect();
    let lines = menu.list(&*battle, &all, Ink::default());
    assert!(lines.len() < menu.actions.len() / 5 && lines.iter().all(|l| l.len() < 100), "{lines:#?}");
    assert_eq!(menu.overview(&*battle, Ink::default()).len(), 4, "a line for each unit, and one to say what to type");
}

#[test]
fn hexes_and_units_are_found_as_they_are_shown() {
    let (battle, unit) = placed();
    for cell in battle.board().cells() {
        assert_eq!(names::hex(&*battle, &battle.board().label(cell)), Some(cell));
    }
    for nothing in ["", ".", "0.1", "1.0", "21.1", "1.17", "1.1.0", "1.1.2", "1.1.1.1", "99999.1", "a.b", "1"] {
        assert_eq!(names::hex(&*battle, nothing), None, "{nothing}");
    }
    assert_eq!(names::by_tag(&*battle, &names::tag(&*battle, unit).to_lowercase()), Some(unit));
}

#[test]
fn chances_that_are_not_sure_never_look_so() {
    let chance = |a: u32, b: u32| Chance::new(a.into(), b.into());
    assert_eq!(percent(&chance(7, 12)), "58.33 %");
    assert_eq!([percent(&chance(5, 12)), percent(&chance(1, 6))], ["41.67 %", "16.67 %"], "rounded, not cut off");
    assert_eq!(percent(&chance(1, 1_000_000)), "< 0.01 %");
    assert_eq!(percent(&chance(999_999, 1_000_000)), "> 99.99 %");
    assert_eq!((percent(&chance(0, 1)), percent(&Chance::one())), ("0.00 %".to_owned(), "100.00 %".to_owned()));
}

#[test]
fn long_texts_are_broken_between_words() {
    let lines = wrap(&"word ".repeat(50), "  ");
    assert!(lines.len() == 3 && lines.iter().all(|l| l.len() <= 100 && l.starts_with("  word")), "{lines:?}");
    assert!(wrap("", "  ").is_empty());
}

/// Heights are in the frame, under whatever lies on them.
#[test]
fn heights_are_drawn() {
    let map =
        "(name: \"Hill\", legend: { '.': Clear, '1': (terrain: Clear, height: 1), 'f': (terrain: Forest, height: 2), \
        'c': (terrain: Clear, height: 12) }, decks: [\"
        . . 1 f c
         . . 1 f .
    \"], zones: { \"north\": [Columns(1, 1)], \"south\": [Columns(5, 5)] })";
    let library = Library::own().with([("maps/hill.ron".to_owned(), map.to_owned())]).unwrap();
    let text = Library::own().scenarios()["patrol"].text.replace("\"village_green\"", "\"hill\"");
    let text = text.split("objectives:").next().unwrap().to_owned() + ")";
    let battle = Scenario::parse(&library, "hill.ron", &text).unwrap().battle(&library).unwrap();
    let lines = picture::board(&*battle, Ink::default());
    assert!(lines[1].contains("1   F   9"), "{lines:?}");
    assert!(lines.contains(&"    ^2 4.1 4.2".to_owned()) && lines.contains(&"    ^12 5.1".to_owned()), "{lines:?}");
    assert!(!lines.iter().any(|line| line.starts_with("    ^1 ")), "{lines:?}");
    assert!(lines.last().unwrap().contains("^ the height of other hexes"), "{lines:?}");
}
