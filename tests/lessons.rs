//! Lessons can be learnt: whoever does what they say comes to their end.

use hexfray::battle::SideId;
use hexfray::content::Library;
use hexfray::lesson::{Means, Part, Progress, Until, lessons};
use hexfray::opponents;
use hexfray::scenario::Session;
use hexfray::scenario::journal::PERSON;

/// More decisions than a part takes.
const ENOUGH: u32 = 400;

/// What a learner answers: what the task says, where that is open; else what the usual opponent would.
fn answer(session: &mut Session, progress: &Progress, usual: &mut dyn opponents::Opponent) -> hexfray::battle::Action {
    let board = session.battle().board().clone();
    let wanted = match progress.task().map(|task| &task.until) {
        Some(Until::Chosen(words)) => words.value.clone(),
        Some(Until::At(unit, at)) => format!("{} moves to {}", unit.value, board.label(board.site(at.value))),
        _ => String::new(),
    };
    let legal = session.legal().to_vec();
    let battle = session.battle();
    let told =
        legal.into_iter().find(|action| !wanted.is_empty() && battle.describe(*action).to_string().contains(&wanted));
    let chance = opponents::chance(session.seed(), battle.number());
    told.unwrap_or_else(|| usual.choose(battle, chance))
}

/// Plays a part as its learner; the tasks that were not done.
fn learn(part: &Part) -> Vec<String> {
    let library = Library::own();
    let mut session = part.begin(library).unwrap_or_else(|p| panic!("{}", p[0]));
    let ruleset = session.battle().ruleset();
    let usual = opponents::favourite(library, ruleset);
    let mut learner = opponents::opponent(library, session.battle(), &usual).unwrap();
    let owners = session.owners().to_vec();
    let mut others: Vec<_> = owners
        .iter()
        .map(|owner| (owner != PERSON).then(|| opponents::opponent(library, session.battle(), owner).unwrap()))
        .collect();
    let mut progress = Progress::new(part, &**session.battle());
    progress.read(&**session.battle());
    while let (Some(decision), Some(_)) = (session.battle().decision(), progress.task()) {
        if session.battle().number() > ENOUGH {
            break;
        }
        let own = decision.side == part.learner;
        let action = if own {
            answer(&mut session, &progress, learner.as_mut())
        } else {
            let chance = opponents::chance(session.seed(), session.battle().number());
            others[decision.side.index()].as_mut().unwrap().choose(session.battle(), chance)
        };
        let words = if own { session.battle().describe(action).to_string() } else { String::new() };
        session.play(action).unwrap();
        progress.see(&words, &**session.battle());
        progress.read(&**session.battle());
    }
    let (done, all) = progress.count();
    part.tasks[done..all].iter().map(|task| task.say.clone()).collect()
}

#[test]
fn who_does_what_a_lesson_says_comes_to_its_end() {
    let lessons = lessons(Library::own()).unwrap_or_else(|p| panic!("{}", p[0]));
    assert!(lessons.len() > 1);
    let mut left = Vec::new();
    for part in lessons.iter().flat_map(|lesson| &lesson.parts) {
        for task in learn(part) {
            left.push(format!("{}: {task}", part.scenario.name));
        }
    }
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn what_is_said_is_short_enough_to_be_read() {
    for part in lessons(Library::own()).unwrap().iter().flat_map(|lesson| &lesson.parts) {
        let all = [Means::Window, Means::Screens, Means::Prompt];
        let said = part.tasks.iter().flat_map(|task| all.map(|means| task.words(means)));
        for words in said.chain([part.end.clone()]) {
            assert!(words.len() < 420, "{}: {words}", part.scenario.name);
        }
    }
}

#[test]
fn a_task_is_done_by_what_is_done_and_not_before() {
    let lessons = lessons(Library::own()).unwrap();
    let part = lessons.iter().flat_map(|lesson| &lesson.parts).find(|part| part.scenario.name == "Orders").unwrap();
    let session = part.begin(Library::own()).unwrap();
    let battle = &**session.battle();
    assert_eq!(part.learner, SideId(0));
    let mut progress = Progress::new(part, battle);
    progress.see("order Rangers: fast", battle);
    assert_eq!(progress.count().0, 0, "the first task is to be read");
    progress.read(battle);
    assert_eq!(progress.count().0, 1);
    progress.read(battle);
    progress.see("order Rangers: slow", battle);
    assert_eq!(progress.count().0, 1);
    progress.see("order Rangers: fast", battle);
    assert_eq!(progress.count().0, 2);
}
