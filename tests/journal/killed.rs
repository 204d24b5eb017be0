//! A program that is killed loses at most the decision in hand.

use std::fs;
use std::io::{BufRead, BufReader, Write, stdout};

use hexfray::battle::mix;
use hexfray::content::Library;
use hexfray::scenario::Session;

use crate::games::{assert_same, begin, fresh, given_path, play, scenarios, spawn};

#[test]
fn what_was_decided_before_the_end_is_on_file() {
    for round in 0..12 {
        let path = fresh("killed");
        let mut child = spawn("killed::recorder", &path);
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut told = output.lines().map(Result::unwrap).filter_map(|line| {
            let (game, made) = line.strip_prefix("made ")?.split_once(' ')?;
            Some((game.parse::<u64>().unwrap(), made.parse::<usize>().unwrap()))
        });
        let mut last = told.by_ref().take(1 + (mix(round, 0) % 900) as usize).last().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        // What it had told before it was hit.
        last = told.last().unwrap_or(last);

        let (game, made) = last;
        let path = format!("{path}{game}");
        let mut loaded = Session::resume(Library::own(), &path).unwrap();
        assert!((made..=made + 1).contains(&loaded.actions().len()), "{made} were made");
        let scenario = scenario(game);
        let mut undisturbed = begin(scenario, game);
        play(&mut undisturbed, loaded.actions().len());
        assert_same(&mut loaded, &mut undisturbed);
        play(&mut loaded, 20);
        drop(loaded);
        play(&mut undisturbed, 20);
        assert_same(&mut Session::load(Library::own(), &path).unwrap(), &mut undisturbed);
    }
}

fn scenario(game: u64) -> &'static str {
    scenarios().nth(game as usize % scenarios().count()).unwrap()
}

#[test]
#[ignore = "the process that the test above kills"]
fn recorder() {
    let path = given_path();
    for game in 0.. {
        let path = format!("{path}{game}");
        let _ = fs::remove_file(&path);
        let mut session = begin(scenario(game), game);
        session.record_to(&path).unwrap();
        while session.battle().outcome().is_none() {
            play(&mut session, 1);
            writeln!(stdout(), "made {game} {}", session.actions().len()).unwrap();
        }
    }
}
