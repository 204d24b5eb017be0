//! Recording, saving, loading, going on.

use std::fs;

use hexfray::battle::Fact;
use hexfray::content::Library;
use hexfray::scenario::journal::{PERSON, verify};
use hexfray::scenario::{Rejected, Session};

use crate::games::{
    assert_same, begin, begin_between_persons, choose, fresh, given_path, play, replay, scenarios, text,
};

#[test]
fn whole_games_of_all_scenarios_verify() {
    for scenario in scenarios() {
        for seed in 0..3 {
            let path = fresh(&format!("whole_{scenario}_{seed}"));
            let mut session = begin(scenario, seed);
            session.record_to(&path).unwrap();
            play(&mut session, usize::MAX);
            let verified = verify(Library::own(), &path).unwrap();
            assert_eq!(verified.battle.number() as usize, session.actions().len());
            assert_eq!(verified.battle.outcome(), session.battle().outcome());
            assert!(verified.battle.outcome().is_some() && verified.notes.is_empty());
            assert_eq!(verified.hash, session.hash());
            assert_same(&mut Session::load(Library::own(), &path).unwrap(), &mut session);
        }
    }
}

#[test]
fn every_decision_is_in_the_file_when_it_is_made() {
    let path = fresh("every");
    let mut session = begin_between_persons("crossroads", 3);
    play(&mut session, 5);
    session.record_to(&path).unwrap();
    for made in 5..40 {
        let mut loaded = Session::load(Library::own(), &path).unwrap();
        assert_eq!(loaded.actions().len(), made);
        assert_same(&mut loaded, &mut session);
        play(&mut session, 1);
    }
}

#[test]
fn a_journal_taken_up_goes_on_as_if_nothing_had_been() {
    let (whole, broken_off) = (fresh("whole"), fresh("broken_off"));
    let mut session = begin("gun_line", 11);
    session.record_to(&whole).unwrap();
    play(&mut session, 100);

    let mut first = begin("gun_line", 11);
    first.record_to(&broken_off).unwrap();
    play(&mut first, 37);
    drop(first);
    let mut second = Session::resume(Library::own(), &broken_off).unwrap();
    play(&mut second, 63);
    assert_same(&mut second, &mut session);
    assert_eq!(fs::read(whole).unwrap(), fs::read(broken_off).unwrap());
}

#[test]
fn owners_are_kept() {
    let mut session = begin_between_persons("crossroads", 1);
    assert_eq!(session.owners(), [PERSON, PERSON]);
    play(&mut session, 3);
    let mut session = session.owned_by(vec!["utility".to_owned()]);
    assert_eq!(session.owners(), ["utility", PERSON]);
    assert_same(&mut replay(text(&session)).unwrap(), &mut session);
}

#[test]
fn no_file_is_overwritten_unasked() {
    let path = fresh("kept");
    fs::write(&path, "mine").unwrap();
    let mut session = begin("crossroads", 1);
    let there = format!("{path}: there is such a file already (nothing was written; take another name)");
    assert_eq!(session.record_to(&path).unwrap_err().to_string(), there);
    assert_eq!(session.save(&path, false).unwrap_err().to_string(), there);
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    session.save(&path, true).unwrap();
    assert_same(&mut Session::load(Library::own(), &path).unwrap(), &mut session);
    let nowhere = session.save("/no/such/folder/x.journal", true).unwrap_err().to_string();
    assert!(nowhere.starts_with("/no/such/folder/x.journal: cannot be written: "), "{nowhere}");
}

#[test]
fn saving_over_the_file_that_is_recorded_to_does_not_end_the_recording() {
    let path = fresh("over_itself");
    let mut session = begin("crossroads", 1);
    session.record_to(&path).unwrap();
    play(&mut session, 3);
    session.save(&path, true).unwrap();
    play(&mut session, 3);
    assert_same(&mut Session::load(Library::own(), &path).unwrap(), &mut session);
}

#[test]
fn two_programs_do_not_write_one_journal() {
    let path = fresh("locked");
    let mut session = begin("crossroads", 1);
    session.record_to(&path).unwrap();
    let problems = Session::resume(Library::own(), &path).unwrap_err();
    let us = format!("{path}: another program is writing this file: process {}, `journal", std::process::id());
    assert!(problems[0].to_string().starts_with(&us), "{}", problems[0]);
    drop(session);
    assert!(Session::resume(Library::own(), &path).is_ok());
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_has_not_happened() {
    // A process whose files may not grow past some kilobytes, and that outlives the attempt. What it says goes through
    // a pipe: the file that our own output is written to may be larger than that already.
    let program = std::env::current_exe().unwrap();
    let output = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 48; exec \"$@\"", "sh"])
        .arg(program)
        .args(["--exact", "record::full_disk", "--ignored"])
        .env("JOURNAL", fresh("full"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
#[ignore = "the process of the test above"]
fn full_disk() {
    let path = given_path();
    let mut session = begin("crossroads", 1);
    session.record_to(&path).unwrap();
    let rejected = loop {
        let action = choose(&mut session).expect("a whole game needs more room");
        if let Err(rejected) = session.play(action) {
            break rejected;
        }
    };
    assert!(matches!(rejected, Rejected::Unwritten(_)), "{rejected}");
    assert!(rejected.to_string().starts_with(&format!("{path}: cannot be written: ")), "{rejected}");
    let made = session.actions().len() as u32;
    assert!(matches!(session.undo_to(made - 1), Ok(()) | Err(Rejected::Unwritten(_))));
    let mut loaded = Session::load(Library::own(), &path).unwrap();
    assert!(loaded.notes().is_empty(), "nothing is left of what could not be written");
    assert_same(&mut loaded, &mut session);
}

/// Plays on, and says what was rolled: rule, face, faces of the die.
fn rolled(session: &mut Session) -> Vec<(String, u8, u8)> {
    let action = choose(session).expect("the battle goes on");
    let rolls = session.play(action).unwrap().iter().filter_map(|event| match event.fact {
        Fact::Rolled { face, faces, .. } => Some((event.rule.0.to_owned(), face, faces)),
        _ => None,
    });
    rolls.collect()
}

#[test]
fn dice_that_were_typed_in_are_recorded() {
    let mut session = begin("grand_battle", 5);
    // A decision whose first roll makes a difference.
    let (made, typed) = loop {
        let made = session.actions().len() as u32;
        let Some((rule, face, faces)) = rolled(&mut session).into_iter().next() else { continue };
        let seeded = session.hash();
        session.undo_to(made).unwrap();
        let typed = (rule, if face == faces { 1 } else { faces });
        session.script(vec![typed.clone()]);
        assert_eq!(rolled(&mut session)[0].1, typed.1);
        if session.hash() != seeded {
            break (made, typed);
        }
    };
    let journal = text(&session);
    let line = format!("{{\"dice\":[[\"{}\",{}]]}}\n", typed.0, typed.1);
    let (before, after) = journal.rsplit_once(&line).unwrap();
    assert_eq!(after.lines().count(), 1, "the dice stand before their decision");
    assert_same(&mut replay(&journal).unwrap(), &mut session);
    assert!(replay(format!("{before}{after}")).is_err(), "the dice make a difference");
    assert_eq!(session.battle_at(made + 1).unwrap().0.digest(), session.hash());
}

#[test]
fn dice_to_spare_wait_for_the_decision_that_rolls_them() {
    let mut plain = begin("grand_battle", 5);
    while rolled(&mut plain).is_empty() {}
    let made = plain.actions().len();
    let mut session = begin("grand_battle", 5);
    play(&mut session, made - 3);
    plain.undo_to(made as u32 - 1).unwrap();
    let rolls = rolled(&mut plain);
    session.script(rolls.into_iter().map(|(rule, face, _)| (rule, face)).collect());
    play(&mut session, 3);
    assert_same(&mut session, &mut plain);
    let journal = text(&session);
    assert!(journal.lines().nth(made).unwrap().starts_with("{\"dice\":[[\""), "{journal}");
    assert_same(&mut replay(&journal).unwrap(), &mut session);
}

#[test]
fn dice_that_do_not_fit_leave_no_trace() {
    let mut session = begin("grand_battle", 5);
    loop {
        session.script(vec![("NO-SUCH-01".to_owned(), 1)]);
        let action = choose(&mut session).expect("something is rolled some time");
        let (hash, journal) = (session.hash(), text(&session));
        if let Err(rejected) = session.play(action) {
            assert!(matches!(rejected, Rejected::Script(_)), "{rejected}");
            assert_eq!((session.hash(), text(&session)), (hash, journal));
            session.play(action).unwrap();
            break;
        }
    }
    assert!(!text(&session).contains("NO-SUCH-01"));
    play(&mut session, 20);
    assert_same(&mut replay(text(&session)).unwrap(), &mut session);
}
