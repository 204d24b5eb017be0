//! Going back: undo, and a look at the battle as it was.

use hexfray::scenario::Rejected;

use crate::games::{assert_same, begin, play, replay, text};

#[test]
fn the_battle_at_every_decision_is_the_one_that_was() {
    let mut session = begin("grand_battle", 2);
    let mut were = Vec::new();
    for _ in 0..200 {
        were.push((session.hash(), session.events().len()));
        play(&mut session, 1);
    }
    let hash = session.hash();
    for (number, (hash, events)) in were.into_iter().enumerate() {
        let (battle, so_far) = session.battle_at(number as u32).unwrap();
        assert_eq!((battle.digest(), battle.number() as usize, so_far.len()), (hash, number, events));
        assert_eq!(so_far, &session.events()[..events]);
    }
    assert_eq!(session.hash(), hash);
    assert_eq!(session.battle_at(200).unwrap().0.digest(), hash);
    assert!(session.battle_at(201).is_none());
}

#[test]
fn what_is_undone_is_as_if_it_had_not_been() {
    let mut plain = begin("grand_battle", 4);
    play(&mut plain, 150);
    let mut session = begin("grand_battle", 4);
    for (on, back) in [(3, 1), (70, 64), (90, 63), (1, 0), (130, 129), (6, 135)] {
        play(&mut session, on);
        session.undo_to(back).unwrap();
        assert_eq!(session.actions().len(), back as usize);
        assert_eq!(session.battle().number(), back);
    }
    play(&mut session, 15);
    assert_same(&mut session, &mut plain);

    let journal = text(&session);
    assert_eq!(journal.matches("{\"undo\":").count(), 6);
    let mut loaded = replay(&journal).unwrap();
    assert_same(&mut loaded, &mut session);
    assert_eq!(text(&loaded), journal, "what was undone stays on record");
    play(&mut loaded, 10);
    play(&mut session, 10);
    assert_same(&mut loaded, &mut session);
}

#[test]
fn nobody_goes_back_to_the_future() {
    let mut session = begin("grand_battle", 4);
    play(&mut session, 3);
    let journal = text(&session);
    assert_eq!(session.undo_to(4), Err(Rejected::NotMade(3)));
    assert_eq!(text(&session), journal);
}
