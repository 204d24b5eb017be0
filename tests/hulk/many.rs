//! Many hulks of many kinds.

use hexfray::board::map;
use hexfray::scenario::hulk::{Hulk, Params, Survey};

use crate::eyes::*;

/// Wishes that differ with the seed in every respect.
fn params(seed: u64) -> Params {
    let n = seed as u16;
    let (size, rooms, decks) = match n % 8 {
        0 | 1 => ((36, 28), 5 + n / 8 % 3, 1),
        2..=4 => ((44, 32), 6 + n / 8 % 4, 1),
        5 => ((48, 36), 8 + n / 8 % 4, 1),
        6 => ((44, 32), 8 + n / 8 % 3, 2),
        _ => ((60, 44), 10 + n / 8 % 4, 1 + n / 8 % 2),
    };
    Params {
        size,
        rooms,
        decks,
        twisty: (n % 11) as u8,
        airless: u16::from(n.is_multiple_of(3)),
        drive_chamber: n % 8 == 7,
        shield_room: n % 8 == 6,
        ..Params::default()
    }
}

/// HULK-GEN-01 to -16: a thousand hulks, and not one that breaks a rule: by the survey, and by what can be seen without.
/// HULK-GEN-14: some tries are normal, but a hulk is found.
#[test]
fn a_thousand_hulks_keep_all_rules() {
    let (threads, mut tries) = (2, 0);
    let run = |first: u64| {
        let mut tries = 0;
        for seed in (first..1000).step_by(threads) {
            let hulk = Hulk::generate(seed, &params(seed)).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            let board = map::load("hulk.ron", &hulk.text).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong:?}"));
            assert_eq!(Survey::of(&board).faults(), [], "seed {seed}");
            let walked = cells_where(&board, |c| is_walked(terrain(&board, c)));
            assert_eq!(pieces(&board, &walked, true).len(), 1, "seed {seed}");
            tries += hulk.tries;
        }
        tries
    };
    std::thread::scope(|scope| {
        let halves: Vec<_> = (0..threads as u64).map(|first| scope.spawn(move || run(first))).collect();
        halves.into_iter().for_each(|half| tries += half.join().unwrap());
    });
    assert!(tries < 20_000, "{tries} layouts for a thousand hulks");
}

/// HULK-GEN-14: the same seed draws the same hulk, to the letter; another seed another one.
#[test]
fn the_same_seed_draws_the_same_hulk() {
    for seed in [0, 1, u64::MAX] {
        let draw = |seed: u64| Hulk::generate(seed, &Params::default()).unwrap().text;
        assert_eq!(draw(seed), draw(seed));
        assert_ne!(draw(seed), draw(seed ^ 2));
    }
}

/// Wishes that nothing can fulfil are refused with reasons, in bounded time.
#[test]
fn impossible_wishes_are_refused() {
    let base = Params::default();
    for (params, told) in [
        (Params { size: (20, 20), ..base.clone() }, "no size for a hulk"),
        (Params { size: (100, 90), ..base.clone() }, "too many: at most 8192"),
        (Params { decks: 4, ..base.clone() }, "1 to 3"),
        (Params { rooms: 3, ..base.clone() }, "4 to 40"),
        (Params { rooms: 8, decks: 3, ..base.clone() }, "too few for 3 decks"),
        (Params { twisty: 11, ..base.clone() }, "0 to 10"),
        (Params { airless: 3, ..base.clone() }, "airless"),
        (Params { boarders: 0, ..base.clone() }, "1 to 7"),
        (Params { name: Some(" ".to_owned()), ..base.clone() }, "the name is empty"),
        (Params { rooms: 30, size: (24, 20), ..base.clone() }, "the rooms found no places (400 times)"),
        (Params { spaces: Some((90, 99)), rooms: 5, size: (36, 28), ..base }, "too few spaces"),
    ] {
        let why = Hulk::generate(1, &params).unwrap_err();
        assert!(why.contains(told), "{why}");
    }
}

/// HULK-GEN-14: where no size is given it follows from the rooms, and a layout is found for all of these.
#[test]
fn there_is_room_for_many_rooms() {
    let run = |first: u64| {
        for seed in (first..=40).step_by(2) {
            let rooms = 8 + (seed as u16 * 7) % 20;
            let params = Params { rooms, size: Params::size_for(rooms, 1), ..Params::default() };
            let hulk = Hulk::generate(seed, &params).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            assert!(hulk.tries < 200, "seed {seed}, {rooms} rooms: {} layouts", hulk.tries);
        }
    };
    std::thread::scope(|scope| [1, 2].map(|first| _ = scope.spawn(move || run(first))));
    assert_eq!(Params::size_for(8, 1), Params::default().size);
}
