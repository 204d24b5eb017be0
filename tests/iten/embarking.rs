//! How a boarding is set up: breach points, objectives, blips and their list, cards; and who decides by what he can know
//! (appendix one).

use hexfray::battle::{Action, Event, Listing, Log, Reason, Rule, Seeded, SideId, Target, UnitId, Verb};
use hexfray::board::{Cell, Reach};
use hexfray::content::Library;
use hexfray::opponents;
use hexfray::rules::iten::boarding::blips_for;
use hexfray::rules::iten::{Battle, Fate, Iten};
use hexfray::rules::{AnyBattle, Registered};
use hexfray::scenario::Scenario;
use hexfray_ai::Game as _;

/// HULK-BLIP-05: half as many blips again as units, rounded up.
#[test]
fn how_many_blips() {
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(blips_for), [2, 3, 5, 6, 8, 9, 11, 12, 14, 15]);
}

fn shipped(name: &str, seed: u64) -> Battle {
    let library = Library::own();
    let battle = Scenario::open(library, name).and_then(|s| s.battle(library)).unwrap();
    let mut battle = Iten::of(&battle).unwrap().clone();
    battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
    battle
}

/// Plays with the first that is listed until a rule asks.
fn until(battle: &mut Battle, rule: &str, seed: u64) {
    let mut list = Listing::default();
    while battle.decision().unwrap().rule != Rule(Box::leak(rule.to_owned().into_boxed_str())) {
        battle.legal(&mut list);
        let action = list.actions[0];
        battle.play_unchecked(action, &mut Seeded::new(seed, battle.number() + 1), &mut Log::off());
    }
}

/// HULK-BLIP-02, HULK-BLIP-03, HULK-BLIP-05, HULK-BLIP-06, HULK-OBJ-01, HULK-LEFT-01, HULK-LEFT-04: the order in which a
/// boarding is set up, and what may not be put where.
#[test]
fn a_boarding_is_set_up() {
    let mut battle = shipped("dead_air", 1);
    let mut list = Listing::default();
    let mut asked = Vec::new();
    while battle.table().turn == 0 {
        let decision = battle.decision().unwrap();
        if asked.last() != Some(&(decision.rule.0, decision.side.0)) {
            asked.push((decision.rule.0, decision.side.0));
        }
        battle.legal(&mut list);
        let (first, listed) = (list.actions[0], list.actions.len());
        let place = |cell| Action::side(Verb::Place).hex(cell);
        if let (Target::Hex(cell), UnitId::NONE) = (first.target, first.unit) {
            let board = battle.board();
            let taken: Vec<_> = match decision.rule.0 {
                "HULK-OBJ-01" => battle.tokens().map(|t| t.0).collect(),
                "HULK-BLIP-03" => battle.blips().map(|t| t.0).collect(),
                _ => Vec::new(),
            };
            // No second one in the same space.
            let same = taken.iter().map(|&t| board.space_at(t));
            for space in same {
                for &other in &board.space(space).cells {
                    let again = Action { with: first.with, ..place(other) };
                    assert!(battle.check(again, &mut list).is_err(), "{:?}", board.label(other));
                }
            }
            assert!(listed > 1 && cell.is_some());
        }
        battle.play_unchecked(first, &mut Seeded::new(1, battle.number() + 1), &mut Log::off());
    }
    let expected =
        [("HULK-BLIP-02", 0), ("HULK-OBJ-01", 1), ("HULK-BLIP-03", 1), ("HULK-BLIP-04", 1), ("ITEN-DEP-02", 0)];
    assert_eq!(asked[..expected.len()], expected);
    assert_eq!(battle.craft(SideId(0)).count(), 12);
    assert!(battle.units_of(SideId(0)).all(|u| battle.ground(battle.piece(u).at).craft == 1), "all in the craft");
    assert_eq!(battle.blips().count() as u8 + turned(&battle), 9, "six units");
    assert!((10..=40).contains(&battle.last_turn()));
}

/// How many blips have been turned before the first turn.
fn turned(battle: &Battle) -> u8 {
    9 - battle.blips().count() as u8
}

/// HULK-MIS-03: wherever the Boarder breaches, the hostage is put 24 and more hexes by foot from there.
#[test]
fn the_hostage_is_far_away() {
    let start = shipped("bring_them_out", 1);
    let (mut list, mut hexes, mut ways) = (Listing::default(), Listing::default(), Vec::new());
    start.legal(&mut list);
    assert_eq!(start.decision().unwrap().rule, Rule("HULK-BLIP-02"));
    for &breach in &list.actions {
        let (mut battle, Target::Hex(from)) = (start.clone(), breach.target) else { panic!("{breach:?}") };
        battle.play_unchecked(breach, &mut Seeded::new(1, 1), &mut Log::off());
        assert_eq!(battle.decision().unwrap().rule, Rule("HULK-OBJ-01"));
        let board = battle.board();
        let enter = |_, to: Cell| match board.terrain[to.index()] {
            t if t.is_doorway() => Some(3),
            t => (t.is_deck() && !t.is_barricade()).then_some(1),
        };
        Reach::new().distances(board, &[from], enter, &mut ways);
        battle.legal(&mut hexes);
        for action in &hexes.actions {
            let Target::Hex(at) = action.target else { panic!("{action:?}") };
            assert!((24..u16::MAX).contains(&ways[at.index()]), "{} {}", board.label(from), board.label(at));
        }
    }
}

/// Who defends by the usual profile has his units where Boarders have to pass, and ghosts out of the way.
#[test]
fn units_wait_on_the_way() {
    let mut battle: AnyBattle = shipped("dead_air", 1).into();
    let mut opponent = opponents::opponent(Library::own(), &battle, "utility").unwrap();
    let mut list = Listing::default();
    while battle.decision().unwrap().rule != Rule("ITEN-DEP-02") {
        let action = opponent.choose(&battle, opponents::chance(1, battle.number()));
        let number = battle.number();
        battle.play(action, &mut list, &mut Seeded::new(1, number + 1), &mut Log::off()).unwrap();
    }
    let battle = Iten::of(&battle).unwrap();
    let board = battle.board();
    let walk = |_, to: Cell| match board.terrain[to.index()] {
        t if t.is_doorway() => Some(3),
        t => (t.is_deck() && !t.is_barricade() || battle.ground(to).holed).then_some(1),
    };
    let ways = |from: &[Cell]| {
        let mut ways = Vec::new();
        Reach::new().distances(board, from, walk, &mut ways);
        ways
    };
    let breach = ways(&battle.craft(SideId(0)).collect::<Vec<_>>());
    let tokens: Vec<_> = battle.tokens().map(|t| (breach[t.0.index()], ways(&[t.0]))).collect();
    // How far it is out of the way to each of the objectives, one with another.
    let astray = |cell: Cell| -> u32 {
        tokens.iter().map(|(whole, ways)| u32::from(breach[cell.index()] + ways[cell.index()] - whole)).sum()
    };
    let of = |ghosts: bool| -> Vec<u32> {
        let lists = battle.table().lists;
        battle.blips().filter(|b| (lists[usize::from(b.1)] == 0) == ghosts).map(|b| astray(b.0)).collect()
    };
    let (units, ghosts) = (of(false), of(true));
    assert_eq!([units.len(), ghosts.len()], [6, 3]);
    assert!(units.iter().sum::<u32>() / 6 < ghosts.iter().sum::<u32>() / 3, "{units:?} {ghosts:?}");
}

/// HULK-KNOW-01: of rosters a Boarder knows his own before anything is placed; the Defender his, and theirs.
#[test]
fn rosters_are_one_s_own() {
    let battle = shipped("dead_air", 1);
    assert_eq!(battle.decision().unwrap().rule, Rule("HULK-BLIP-02"));
    let named = |viewer: u8, side: u8| {
        let view = battle.view_for(SideId(viewer));
        let figures = view.units().filter(|&u| view.piece(u).side == SideId(side));
        figures.filter(|&u| view.profile(u).member.name != "unknown" && view.unit(u).fate == Fate::Playing).count()
    };
    assert_eq!([named(0, 0), named(0, 1), named(1, 0), named(1, 1)], [7, 0, 7, 11]);
}

/// HULK-OBJ-01, HULK-BLIP-06: what is refused, and why.
#[test]
fn refusals_of_counters() {
    let mut battle = shipped("dead_air", 1);
    let mut list = Listing::default();
    until(&mut battle, "HULK-OBJ-01", 1);
    battle.legal(&mut list);
    let first = list.actions[0];
    battle.play_unchecked(first, &mut Seeded::new(1, 9), &mut Log::off());
    let again = battle.check(Action { with: 2, ..first }, &mut list).unwrap_err();
    assert_eq!((again.reason, again.rule.0), (Reason::Stacked, "HULK-OBJ-01"));
    until(&mut battle, "HULK-BLIP-03", 1);
    battle.legal(&mut list);
    let first = list.actions[0];
    battle.play_unchecked(first, &mut Seeded::new(1, 9), &mut Log::off());
    let again = battle.check(first, &mut list).unwrap_err();
    assert_eq!((again.reason, again.rule.0), (Reason::Stacked, "HULK-BLIP-06"));
}

/// HULK-OBJ-02: two Boarders share a suit as often as two cards of eight do: 1 in 7.
#[test]
fn cards_are_drawn_from_eight() {
    let library = Library::own();
    let start = Scenario::open(library, "race_to_the_core").and_then(|s| s.battle(library)).unwrap();
    let start = Iten::of(&start).unwrap();
    let (mut same, count) = (0, 2_100);
    for seed in 0..count {
        let mut battle = start.clone();
        battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
        until(&mut battle, "ITEN-DEP-02", seed);
        let cards = battle.table().cards;
        assert!(cards[..2].iter().all(|c| (1..=4).contains(c)) && cards[2] == 0);
        same += u64::from(cards[0] == cards[1]);
    }
    // 300 on average, 16 either way in two of three such counts.
    assert!((236..=364).contains(&same), "{same} of {count}");
}

/// HULK-KNOW-12, HULK-KNOW-10: two battles from the same seed that differ only in what lies under which blip are the same
/// to everybody else, decision for decision and event for event, until the first blip is turned.
#[test]
fn nobody_acts_on_what_he_cannot_know() {
    for name in ["dead_air", "race_to_the_core"] {
        for seed in 0..4 {
            let stories = [false, true].map(|reversed| until_a_blip_is_turned(name, seed, reversed));
            assert!(stories[0].len() > 10, "something happens before that");
            assert_eq!(stories[0], stories[1], "{name}, seed {seed}");
        }
    }
}

/// What is public of a battle between utility opponents up to when the first blip is turned. The Defender's list is
/// written in one order or the other.
fn until_a_blip_is_turned(name: &str, seed: u64, reversed: bool) -> Vec<Event> {
    let library = Library::own();
    let mut battle: AnyBattle = Scenario::open(library, name).and_then(|s| s.battle(library)).unwrap();
    let (mut log, mut list) = (Log::on(), Listing::default());
    battle.start(&mut Seeded::new(seed, 0), &mut log);
    let mut opponent = opponents::opponent(library, &battle, "utility").unwrap();
    while let Some(decision) = battle.decision() {
        let number = battle.number();
        let action = if decision.rule == Rule("HULK-BLIP-04") {
            battle.legal(&mut list);
            if reversed { *list.actions.last().unwrap() } else { list.actions[0] }
        } else {
            opponent.choose(&battle, opponents::chance(seed, number))
        };
        battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut log).unwrap();
        let turned = |e: &Event| e.rule == Rule("HULK-BLIP-07") || e.rule == Rule("HULK-BLIP-13");
        if let Some(first) = log.events.iter().position(turned) {
            log.events.truncate(first);
            break;
        }
    }
    log.events
}

/// HULK-KNOW-12: in any game that looks the same to him, however far it has got, a Boarder's opponent decides the same.
#[test]
fn opponents_read_their_view_alone() {
    let library = Library::own();
    for name in ["dead_air", "race_to_the_core"] {
        let mut battle: AnyBattle = Scenario::open(library, name).and_then(|s| s.battle(library)).unwrap();
        battle.start(&mut Seeded::new(5, 0), &mut Log::off());
        let mut opponent = opponents::opponent(library, &battle, "utility").unwrap();
        let mut list = Listing::default();
        while let Some(decision) = battle.decision() {
            let (number, side) = (battle.number(), decision.side);
            let chance = opponents::chance(5, number);
            let action = opponent.choose(&battle, chance);
            let mut other = Iten::of(&battle).unwrap().clone();
            other.determinise(side.index(), u64::from(number));
            assert_eq!(opponent.choose(&other.into(), chance), action, "{name}, decision {number}");
            battle.play(action, &mut list, &mut Seeded::new(5, number + 1), &mut Log::off()).unwrap();
        }
    }
}
