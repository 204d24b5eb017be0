//! Lessons at the prompt: the choice of a part, and what is said while its battle is fought.

use crate::content::Library;
use crate::lesson::{Means, lessons};
use crate::play::guide::{Course, Guide, Onward};
use crate::telling::wrap;
use crate::user::Learnt;

use super::Stop;
use super::console::Console;
use super::game::{Game, Telling};
use super::lobby::{Answer, number};

/// Asks for parts of lessons and plays them until the person leaves.
///
/// # Errors
/// Reading or writing fails, or a lesson's file is wrong.
pub fn learn(library: &Library, learnt: &mut Learnt, console: &mut Console<'_>) -> Result<(), Stop> {
    let lessons = lessons(library)?;
    let parts = lessons.iter().flat_map(|lesson| (0..lesson.parts.len()).map(move |part| (lesson, part)));
    let courses: Vec<Course> = parts.map(|(lesson, part)| Course { lesson: lesson.clone(), part }).collect();
    if courses.is_empty() {
        return Err(Stop::Refused("there is no lesson to choose".to_owned()));
    }
    let mut next = courses.iter().position(|course| !learnt.has(&course.mark())).unwrap_or(0);
    loop {
        let line = |course: &Course| {
            let taught = &course.lesson.parts[course.part].scenario;
            let done = if learnt.has(&course.mark()) { " (done)" } else { "" };
            format!("{}, part {}: {}{done}. {}", course.lesson.name, course.part + 1, taught.name, taught.about)
        };
        let lines: Vec<String> = courses.iter().map(line).collect();
        let Answer::Chosen(place) = number("Lessons", &lines, next, console)? else { return Ok(()) };
        let done = play(library, courses[place].clone(), console)?;
        // Who did not come to its end tries again.
        next = if done.is_some() { (place + 1).min(courses.len() - 1) } else { place };
        if let Err(why) = learnt.add(done) {
            console.line(&format!("It is not kept that this part is done: {why}"))?;
        }
    }
}

/// Plays a part, which is not recorded. Returns its mark if it was done.
fn play(library: &Library, course: Course, console: &mut Console<'_>) -> Result<Option<String>, Stop> {
    let session = course.lesson.parts[course.part].begin(library)?;
    let mut game = Game::new(library, session, Telling::default())?;
    game.guide = Some(Guide::lesson(course, &**game.session.battle()));
    game.run(console)?;
    game.teach(console)?;
    let over = game.session.battle().outcome().is_some();
    while over && game.onward() == Some(Onward::Read) {
        game.heed(console)?;
    }
    if game.onward() == Some(Onward::Again) {
        console.line("  The battle is over before that was done: try again.")?;
    }
    Ok(game.guide.as_ref().and_then(Guide::done))
}

impl Game<'_> {
    /// What an empty line does in a lesson; none where it does nothing there.
    pub(super) fn onward(&self) -> Option<Onward> {
        self.guide.as_ref()?.onward(self.session.battle().outcome().is_some())
    }

    /// Says what the lesson says, if that is something new.
    pub(super) fn teach(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        let Some(guide) = &self.guide else { return Ok(()) };
        let done = guide.progress.count().0;
        if self.taught.replace(done) == Some(done) {
            return Ok(());
        }
        console.line("")?;
        console.line(&console.ink.bold(&guide.heading()))?;
        console.lines(&wrap(&guide.progress.words(Means::Prompt), "  "))?;
        // Over, it goes on by itself.
        let over = self.session.battle().outcome().is_some();
        match self.onward().filter(|_| !over) {
            Some(Onward::Read) => console.line("  Enter goes on.")?,
            Some(_) => console.line("  Enter leads on, to the choice of a part.")?,
            None => {}
        }
        Ok(())
    }

    /// The person has read what the lesson says.
    pub(super) fn heed(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        if let Some(guide) = &mut self.guide {
            guide.progress.read(&**self.session.battle());
        }
        self.teach(console)
    }
}
