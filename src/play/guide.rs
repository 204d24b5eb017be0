//! What is said to a person who learns: the hints of a first battle, and lessons.

use crate::battle::SideId;
use crate::lesson::{How, Lesson, Place, Progress, Task, Until};
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

/// How a person gets on from where a guide is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onward {
    /// It was read.
    Read,
    /// The part again.
    Again,
    /// The next part.
    Next,
    /// The list of lessons.
    List,
}

impl Onward {
    /// What it does, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Onward::Read => "Go on",
            Onward::Again => "Try again",
            Onward::Next => "Next part",
            Onward::List => "To the lessons",
        }
    }
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
        let task = |(at, say): (Place, String)| Task { say, how: How::default(), at, until: Until::Read };
        let tasks = hints.into_iter().map(task).collect();
        Guide { progress: Progress::of(tasks, SideId(0), String::new(), battle), course: None }
    }

    /// A part of a lesson at its beginning.
    #[must_use]
    pub fn lesson(course: Course, battle: &dyn BattleView) -> Guide {
        Guide { progress: Progress::new(&course.lesson.parts[course.part], battle), course: Some(course) }
    }

    /// Where the person is in a lesson and in its part, or in hints.
    #[must_use]
    pub fn heading(&self) -> String {
        let (done, all) = self.progress.count();
        let now = format!("{} of {all}", (done + 1).min(all));
        let Some(course) = &self.course else { return now };
        let parts = &course.lesson.parts;
        let part = format!("Part {} of {}: {}", course.part + 1, parts.len(), parts[course.part].scenario.name);
        if done == all { format!("{part}. Done") } else { format!("{part}. {now}") }
    }

    /// How the person gets on where something is to be read, all is done, or the battle is `over` before that; none while
    /// something is to be done.
    #[must_use]
    pub fn onward(&self, over: bool) -> Option<Onward> {
        match (self.progress.task(), &self.course) {
            (Some(Task { until: Until::Read, .. }), _) => Some(Onward::Read),
            (Some(_), Some(_)) if over => Some(Onward::Again),
            (None, Some(course)) if course.part + 1 < course.lesson.parts.len() => Some(Onward::Next),
            (None, Some(_)) => Some(Onward::List),
            _ => None,
        }
    }

    /// The mark of the part, once all of it is done.
    #[must_use]
    pub fn done(&self) -> Option<String> {
        self.course.as_ref().filter(|_| self.progress.task().is_none()).map(Course::mark)
    }

    /// Whether nothing more is to be said: hints end, lessons have a last word.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.course.is_none() && self.progress.task().is_none()
    }
}
