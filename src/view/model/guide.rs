//! What is said to a person who learns: the hints of a first battle, and lessons.

use crate::battle::SideId;
use crate::lesson::{Lesson, Place, Progress, Task, Until};
use crate::rules::BattleView;

use super::keys::{Command, Keys};

/// A lesson being played.
#[derive(Clone, Debug)]
pub struct Course {
    /// The lesson.
    pub lesson: Lesson,
    /// Which of its parts.
    pub part: usize,
}

impl Course {
    /// By what name the part is kept among those that were done.
    #[must_use]
    pub fn mark(&self) -> String {
        mark(&self.lesson, self.part)
    }

    /// The part after this one.
    #[must_use]
    pub fn next(self) -> Option<Course> {
        let part = self.part + 1;
        (part < self.lesson.parts.len()).then_some(Course { part, ..self })
    }
}

/// By what name a part of a lesson is kept among those that were done.
#[must_use]
pub fn mark(lesson: &Lesson, part: usize) -> String {
    format!("{}/{}", lesson.id, part + 1)
}

/// What is said while a battle is fought.
#[derive(Clone, Debug)]
pub struct Guide {
    /// How far the person has come.
    pub progress: Progress,
    /// The lesson; none for the hints of a first battle.
    pub course: Option<Course>,
}

impl Guide {
    /// The hints of a first battle.
    #[must_use]
    pub fn hints(keys: &Keys, battle: &dyn BattleView) -> Guide {
        let task = |(at, say): (Place, String)| Task { say, at, until: Until::Read };
        let tasks = hints(keys).into_iter().map(task).collect();
        Guide { progress: Progress::of(tasks, SideId(0), String::new(), battle), course: None }
    }

    /// A part of a lesson at its beginning.
    #[must_use]
    pub fn lesson(course: Course, battle: &dyn BattleView) -> Guide {
        Guide { progress: Progress::new(&course.lesson.parts[course.part], battle), course: Some(course) }
    }

    /// Whether nothing more is to be said: hints end, lessons have a last word.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.course.is_none() && self.progress.task().is_none()
    }
}

/// The hints of a first battle, with what they are about.
fn hints(keys: &Keys) -> [(Place, String); 5] {
    let key = |command| keys.name(command);
    [
        (
            Place::Board,
            format!(
                "Counters of one colour and shape are one side's. Click one of yours to take it in hand, or press {}; \
                 drag the board to move it, turn the wheel for a closer look, {} shows all of it.",
                key(Command::Next(1)),
                key(Command::Whole)
            ),
        ),
        (
            Place::Bar,
            "Here is what the unit in hand can do, each with its key. Point at a button and it says what it does, what it \
             costs and by which rule; where it needs a place or a victim, those are lit on the board."
                .to_owned(),
        ),
        (
            Place::Target,
            "Point at an enemy, or at a button that strikes at one: here you read how likely it is to hit and to hurt, and \
             every reason for it, before you decide."
                .to_owned(),
        ),
        (
            Place::Goals,
            "This is what you fight for. A click on a line shows the place.".to_owned(),
        ),
        (
            Place::Top,
            format!(
                "Where the turn is, who leads, and at the right what is always open: take back ({}), where enemies can \
                 strike ({}), where you can shoot ({}), every key ({}).",
                key(Command::Undo),
                key(Command::Threat),
                key(Command::Fire),
                key(Command::Help)
            ),
        ),
    ]
}
