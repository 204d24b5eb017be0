//! The choice of a lesson.

use egui_macroquad::egui::{self, RichText};

use crate::content::Library;
use crate::lesson::{Lesson, lessons};
use crate::play::guide::{Course, mark};
use crate::source::lines;
use crate::user::Learnt;

use super::screens::{entry, fault, title};
use super::style;
use super::widgets::QUIET;

/// The lessons' screen.
pub(super) struct Lessons {
    lessons: Vec<Lesson>,
    /// Why the last choice failed.
    pub(super) fault: Option<String>,
}

/// Where it leads.
pub(super) enum Choice {
    /// The start screen.
    Back,
    /// A part of a lesson.
    Learn(Box<Course>),
}

impl Lessons {
    pub(super) fn new(library: &Library) -> Lessons {
        match lessons(library) {
            Ok(lessons) => Lessons { lessons, fault: None },
            Err(problems) => Lessons { lessons: Vec::new(), fault: Some(lines(&problems)) },
        }
    }

    pub(super) fn ui(&self, ctx: &egui::Context, learnt: &Learnt) -> Option<Choice> {
        let mut choice = None;
        // The first part that was not done yet has the keys.
        let all = self.lessons.iter().flat_map(|lesson| (0..lesson.parts.len()).map(|part| mark(lesson, part)));
        let next = all.into_iter().find(|mark| !learnt.has(mark));
        egui::CentralPanel::default().show(ctx, |ui| {
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.vertical_centered(|ui| {
                    title(ui, "Learn to play");
                    for lesson in &self.lessons {
                        ui.add_space(8.0);
                        ui.label(style::bold(&lesson.name).size(19.0));
                        ui.label(RichText::new(&lesson.about).color(QUIET));
                        ui.add_space(4.0);
                        for (part, taught) in lesson.parts.iter().enumerate() {
                            let mark = mark(lesson, part);
                            let done = if learnt.has(&mark) { ": done" } else { "" };
                            let text = format!("{}. {}{done}", part + 1, taught.scenario.name);
                            if entry(ui, &text, next.as_ref() == Some(&mark)) {
                                choice = Some(Choice::Learn(Box::new(Course { lesson: lesson.clone(), part })));
                            }
                            ui.label(RichText::new(&taught.scenario.about).color(QUIET).size(12.0));
                        }
                    }
                    ui.add_space(10.0);
                    if entry(ui, "Back", next.is_none()) {
                        choice = Some(Choice::Back);
                    }
                    fault(ui, self.fault.as_ref());
                });
            });
        });
        choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::frame::tests::{check, dressed, read, windows};

    /// What is written lies in the window and no text on another, whether lessons were done or not.
    #[test]
    fn what_is_written_can_be_read() {
        let library = Library::own();
        let ctx = dressed();
        let mut screen = Lessons::new(library);
        let mut learnt = Learnt::read(None);
        for done in [false, true] {
            if done {
                let all =
                    screen.lessons.iter().flat_map(|lesson| (0..lesson.parts.len()).map(|part| mark(lesson, part)));
                learnt.add(all).expect("it is kept nowhere");
                screen.fault = Some("a lesson could not be begun: ".repeat(8));
            }
            for size in windows() {
                let texts = read(&ctx, size, |ctx| _ = screen.ui(ctx, &learnt));
                assert_eq!(texts.iter().any(|read| read.text.ends_with(": done")), done, "{size:?}");
                check(&texts, size, &format!("lessons, {size:?}"));
            }
        }
    }
}
