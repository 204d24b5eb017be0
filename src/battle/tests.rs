//! Sets of units at both widths, and a miniature ruleset whose units are groups.

#[expect(unreachable_pub, reason = "what `record!` declares is public")]
mod drill;

use std::collections::BTreeSet;
use std::hash::Hash;

use hexfray_ai::check_contract;
use hexfray_ai::game::Game;
use proptest::prelude::*;

use crate::board::{Board, Terrain};
use crate::opponents::Scratch;

use super::{
    Battle, Listing, Log, MAX_PIECES, MAX_UNITS, MaybeUnit, Narrow, Record, Seeded, SideId, StableHasher, UnitId,
    UnitSet, Verb, Wide, Words, mix,
};

use drill::{Drill, MODELS, SQUADS};

/// Holds everything that a set answers against the same asked of a tree.
fn like_a_tree<W: Words>(most: usize, a: &[usize], b: &[usize], cut: usize) -> Result<(), TestCaseError> {
    let ids = |numbers: &[usize]| numbers.iter().map(|n| UnitId::at(n % most)).collect::<BTreeSet<UnitId>>();
    let (left, right) = (ids(a), ids(b));
    let set = |tree: &BTreeSet<UnitId>| tree.iter().copied().collect::<UnitSet<W>>();
    let (x, y) = (set(&left), set(&right));
    let same = |set: UnitSet<W>, tree: Vec<UnitId>| set.eq(tree);
    prop_assert!(same(x, left.iter().copied().collect()));
    prop_assert!(same(x & y, left.intersection(&right).copied().collect()));
    prop_assert!(same(x | y, left.union(&right).copied().collect()));
    let all: BTreeSet<UnitId> = (0..most).map(UnitId::at).collect();
    prop_assert!(same(UnitSet::lowest(most) & !x, all.difference(&left).copied().collect()));
    prop_assert!(same(UnitSet::lowest(cut % (most + 1)), all.iter().copied().take(cut % (most + 1)).collect()));
    prop_assert!(same(x.from(UnitId::at(cut % most)), left.range(UnitId::at(cut % most)..).copied().collect()));
    prop_assert!(same(x.only(|u| u.0 % 3 == 0), left.iter().copied().filter(|u| u.0 % 3 == 0).collect()));
    prop_assert_eq!((x.len(), x.is_empty(), x.first()), (left.len(), left.is_empty(), left.first().copied()));
    prop_assert!(!x.has(UnitId::NONE) && all.iter().all(|u| x.has(*u) == left.contains(u)));
    prop_assert!(x.widened().eq(left.iter().copied()));
    let (mut kept, mut tree) = (x, left.clone());
    for unit in right.iter().copied().chain([UnitId::NONE]) {
        kept.remove(unit);
        tree.remove(&unit);
    }
    prop_assert!(same(kept, tree.into_iter().collect()));
    kept.add(y);
    prop_assert!(same(kept, left.union(&right).copied().collect()));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sets_are_sets(a: Vec<usize>, b: Vec<usize>, cut: usize) {
        like_a_tree::<Narrow>(MAX_UNITS, &a, &b, cut)?;
        like_a_tree::<Wide>(MAX_PIECES, &a, &b, cut)?;
    }
}

/// Journals keep hashes of states in which units were bytes, and no unit was the byte 255.
#[test]
fn units_hash_as_the_bytes_that_they_were() {
    let hash = |value: &dyn Fn(&mut StableHasher)| {
        let mut hasher = StableHasher::new(1);
        value(&mut hasher);
        std::hash::Hasher::finish(&hasher)
    };
    for number in 0..=254_u8 {
        assert_eq!(hash(&|h| UnitId(number.into()).hash(h)), hash(&|h| number.hash(h)), "{number}");
    }
    assert_eq!(hash(&|h| UnitId::NONE.hash(h)), hash(&|h| u8::MAX.hash(h)));
    let all: BTreeSet<u64> = (0..=u16::MAX).map(|n| hash(&|h| UnitId(n).hash(h))).collect();
    assert_eq!(all.len(), 1 << 16);
}

#[test]
fn records_keep_an_optional_unit_in_a_byte() {
    let unit = UnitId(5);
    let kept = MaybeUnit::from(unit);
    assert_eq!((kept.get(), kept.unit(), kept.is(unit), kept.is_some()), (Some(unit), unit, true, true));
    let none = MaybeUnit::from(UnitId::NONE);
    assert_eq!((none.get(), none.unit(), none.is(unit), none.is_some()), (None, UnitId::NONE, false, false));
    assert_eq!(none, MaybeUnit::NONE);
}

#[test]
#[should_panic(expected = "the first pieces of all units come first")]
fn units_are_numbered_before_the_other_pieces() {
    let board = Board::new("", 3, 3, 1, Terrain::Clear);
    let _ = drill::shared(board).grouped([0, 0, 2].map(UnitId).to_vec());
}

/// A battle of 512 pieces in 64 groups, played at random to its end: what is chosen are groups, what stands in hexes are
/// pieces, a group acts on when its first piece is lost, and hash, views, odds and search see all of it.
#[test]
fn five_hundred_and_twelve_pieces_fight_in_sixty_four_groups() {
    let mut battle = drill::battle();
    battle.start(&mut Seeded::new(1, 0), &mut Log::off());
    assert_eq!((battle.units().len(), battle.actors().len()), (MAX_PIECES, SQUADS / 2));
    let squad = UnitId(3);
    assert_eq!(battle.pieces_of(squad).len(), MODELS);
    assert!(battle.pieces_of(squad).all(|piece| battle.unit_of(piece) == squad));
    assert_eq!(battle.units_of(SideId(1)).first(), Some(UnitId::at(SQUADS / 2)));

    let (mut list, mut headless, mut high) = (Listing::default(), 0, false);
    while battle.decision().is_some() {
        let number = battle.number();
        assert_eq!(battle.check_invariants(), None, "decision {number}");
        battle.legal(&mut list);
        let action = list.actions[(mix(9, number.into()) % list.actions.len() as u64) as usize];
        headless += u32::from(!battle.piece(action.unit).at.is_some());
        if action.verb == Verb::Fire && number.is_multiple_of(16) {
            let odds = battle.odds(action);
            high |= odds.outcomes.iter().flat_map(|o| &o.changes).any(|change| change.0.index() > 255);
            assert_eq!(
                odds.outcomes.iter().map(|o| &o.chance).sum::<super::Chance>(),
                super::Chance::new(1u8.into(), 1u8.into())
            );
        }
        battle.play(action, &mut list, &mut Seeded::new(1, number), &mut Log::off()).unwrap();
        assert_eq!(battle.view_for(SideId(0)).digest(), battle.digest());
    }
    assert!(headless > 0 && high, "{headless} orders to groups without their first piece");
    assert!(battle.units().any(|u| u.index() > 255 && battle.unit(u).lost && !battle.on_board().has(u)));
    assert_eq!(drill::Unit::names(), ["lost", "acted"]);
}

/// To the search a group is one actor.
#[test]
fn groups_are_the_actors_of_a_search() {
    let mut battle = drill::battle();
    battle.start(&mut Seeded::new(1, 0), &mut Log::off());
    assert_eq!(Game::actors(&battle).0.count_ones() as usize, SQUADS / 2);
    let mut actions = Vec::new();
    Game::actions_of(&battle, Some(5), &mut Scratch::<Drill>::default(), &mut actions);
    assert!(!actions.is_empty() && actions.iter().all(|action| action.unit == UnitId(5)));
    let copy: Battle<Drill> = battle.clone();
    assert_eq!(check_contract(&copy, 1, 3, 400), 1);
}
