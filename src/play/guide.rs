//! What is said to a person who learns: the hints of a first battle, and lessons.

use crate::battle::SideId;
use crate::lesson::{Lesson, Place, Progress, Task, Until};
use crate::rules::BattleView;

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
    /// The hints of a first battle: what is said, and what about.
    #[must_use]
    pub fn hints(hints: impl IntoIterator<Item = (Place, String)>, battle: &dyn BattleView) -> Guide {
        let task = |(at, say): (Place, String)| Task { say, at, until: Until::Read };
        let tasks = hints.into_iter().map(task).collect();
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
