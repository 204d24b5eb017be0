//! The builder of rosters: choices with their costs, why others are not open, and which rules are still broken.

use egui_macroquad::egui::{self, RichText, Ui};
use macroquad::input::KeyCode;

use crate::content::Library;
use crate::rules::muster::{Choice, Effect};
use crate::source::lines;
use crate::user::begun::{Begun, beginnings};
use crate::user::{Bench, saved};

use super::model::keys::Chord;
use super::screens::{fault, page, sheet, take_keys, title};
use super::widgets::{AMBER, BAD, GOOD, PANEL, QUIET, RAISED, figures, heading, shares};

/// The screen of rosters.
pub(super) struct Rosters {
    library: &'static Library,
    /// The rosters to begin with.
    begun: Vec<(&'static str, Begun<'static>)>,
    /// The roster being built, with the typed name of its file.
    bench: Option<(Bench<'static>, String)>,
    // The typed text of choices that need one, by the words of the choice.
    writing: Option<(String, String)>,
    /// The result of the last action, in words.
    pub(super) told: Option<String>,
}

impl Rosters {
    /// All rosters to begin with.
    ///
    /// # Errors
    /// There are none, in words.
    pub(super) fn new(library: &'static Library) -> Result<Rosters, String> {
        let begun = beginnings(library, saved::drafts().as_deref(), saved::rosters().as_deref());
        let begun = begun.map_err(|problems| lines(&problems))?;
        Ok(Rosters { library, begun, bench: None, writing: None, told: None })
    }

    /// Lays it out; whether the person is done with it.
    pub(super) fn ui(&mut self, ctx: &egui::Context, typed: &[Chord]) -> bool {
        let escape = typed.iter().any(|chord| chord.key == KeyCode::Escape);
        if self.bench.is_none() {
            return self.list(ctx) || escape;
        }
        if self.build(ctx, escape) {
            // Unsaved rosters are among the drafts.
            match Rosters::new(self.library) {
                Ok(anew) => *self = anew,
                Err(_) => return true,
            }
        }
        false
    }

    /// The rosters to begin with; whether the person leaves.
    fn list(&mut self, ctx: &egui::Context) -> bool {
        let mut done = false;
        let mut taken = None;
        page().show(ctx, |ui| {
            title(ui, "Build a roster");
            let about = "Choose what to begin with. What you build can be taken in the set-up of a battle.";
            ui.label(RichText::new(about).color(QUIET));
            ui.add_space(6.0);
            done = ui.button(RichText::new("Back").size(16.0)).clicked();
            ui.separator();
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                for (place, (how, begun)) in self.begun.iter().enumerate() {
                    let text = format!("{how}{}", begun.words());
                    let button = ui.button(RichText::new(text).size(15.0));
                    if place == 0 {
                        take_keys(&button);
                    }
                    if button.clicked() {
                        taken = Some(place);
                    }
                }
            });
        });
        if let Some(place) = taken {
            let bench = Bench::new(self.begun.swap_remove(place).1, saved::drafts());
            let name = bench.name();
            self.bench = Some((bench, name));
        }
        done
    }

    /// The roster being built; whether the person is done with it.
    fn build(&mut self, ctx: &egui::Context, escape: bool) -> bool {
        let Some((bench, name)) = &mut self.bench else { return true };
        let (mut done, mut taken, mut up) = (false, None, escape);
        let wide = ctx.screen_rect().width() * 0.42;
        let printout = egui::SidePanel::right("roster").frame(sheet(PANEL)).exact_width(wide).resizable(false);
        printout.show(ctx, |ui| {
            ui.add_space(14.0);
            heading(ui, "As it stands");
            printed(ui, bench);
        });
        egui::TopBottomPanel::bottom("roster buttons").frame(sheet(PANEL)).show(ctx, |ui| {
            ui.add_space(6.0);
            ui.horizontal_wrapped(|ui| {
                up |= ui
                    .button("Up")
                    .on_hover_text("To the page before, and from the first to the list: Escape")
                    .clicked();
                if ui.button("Undo").on_hover_text("Takes the last change back").clicked() {
                    self.told = (!bench.undo()).then(|| "There is nothing to take back".to_owned());
                }
                ui.separator();
                ui.label("Name of its file");
                ui.add(egui::TextEdit::singleline(name).desired_width(160.0).hint_text(UNNAMED));
                let save = ui.button("Save").on_hover_text("The set-up of battles then offers it to every side");
                if save.clicked() {
                    let name = if name.trim().is_empty() { UNNAMED } else { name };
                    let saved = bench.save_as(saved::rosters().as_deref(), name);
                    self.told = Some(saved.map_or_else(|why| why, |path| format!("Saved to {path}")));
                }
                done = ui.button("Done").on_hover_text("What is not saved is kept as a draft").clicked();
            });
            fault(ui, self.told.as_ref());
            ui.add_space(6.0);
        });
        page().show(ctx, |ui| {
            let (cost, limit) = bench.roster().points();
            title(ui, &bench.roster().title(bench.page()));
            let color = if cost > limit { BAD } else { AMBER };
            ui.label(RichText::new(format!("{cost} of {limit} points")).font(figures(17.0)).color(color));
            let left = f32::from(limit.saturating_sub(cost));
            shares(ui, 6.0, &[(f32::from(cost.min(limit)), color), (left, RAISED)]);
            ui.add_space(6.0);
            let choices = bench.choices();
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                for choice in choices {
                    if offered(ui, &choice, &mut self.writing) {
                        taken = Some(choice);
                    }
                }
            });
        });
        if let Some(choice) = taken {
            let text = self.writing.take().map_or(String::new(), |(_, text)| text);
            self.told = bench.take(choice.effect, &text).err();
        }
        if up && self.writing.take().is_none() {
            done |= !bench.up();
        }
        if let Err(error) = bench.keep() {
            self.told = Some(format!("The draft could not be kept: {error}"));
        }
        done
    }
}

/// A choice with its cost, or why it is not open. Returns whether it is taken.
fn offered(ui: &mut Ui, choice: &Choice, writing: &mut Option<(String, String)>) -> bool {
    let mut taken = false;
    ui.horizontal_wrapped(|ui| {
        let button =
            ui.add_enabled(choice.refusal.is_none(), egui::Button::new(RichText::new(&choice.words).size(14.5)));
        if choice.cost != 0 {
            ui.label(RichText::new(format!("{:+}", choice.cost)).font(figures(15.0)).color(AMBER));
        }
        match &choice.refusal {
            Some(why) => _ = ui.label(RichText::new(why).color(BAD).size(12.0)),
            None => _ = ui.label(RichText::new(&choice.about).color(QUIET).size(12.5)),
        }
        if let Some((_, text)) = writing.as_mut().filter(|(words, _)| *words == choice.words) {
            let field = ui.text_edit_singleline(text);
            field.request_focus();
            let entered = ui.input(|i| i.key_pressed(egui::Key::Enter));
            taken = (entered || ui.button("Take").clicked()) && !text.trim().is_empty();
        } else if button.clicked() {
            match choice.effect {
                Effect::Write(_) => *writing = Some((choice.words.clone(), String::new())),
                _ => taken = true,
            }
        }
    });
    taken
}

/// The roster as players read it, and the rules that it breaks.
fn printed(ui: &mut Ui, bench: &Bench<'_>) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for line in bench.roster().printed() {
            ui.label(RichText::new(line).size(12.5));
        }
        ui.add_space(8.0);
        let faults = bench.roster().faults();
        if faults.is_empty() {
            ui.label(RichText::new("Nothing is against the rules.").color(GOOD));
        }
        for told in faults {
            ui.label(RichText::new(told).color(BAD));
        }
    });
}

/// The file name of a roster without a name.
const UNNAMED: &str = "my_army";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::frame::tests::{check, dressed, read, windows};

    /// What is written lies in the window and no text on another: the list, and each roster that ships, on its first page
    /// and on those that lead from there.
    #[test]
    fn what_is_written_can_be_read() {
        let library = Library::own();
        let ctx = dressed();
        let begun = beginnings(library, None, None).expect("they are sound");
        let mut rosters = Rosters { library, begun, bench: None, writing: None, told: None };
        for size in windows() {
            let texts = read(&ctx, size, |ctx| _ = rosters.list(ctx));
            assert!(texts.iter().any(|read| read.text == "Build a roster"), "{size:?}");
            check(&texts, size, &format!("the list of rosters, {size:?}"));
        }
        let mut sizes = windows().into_iter().cycle();
        for (_, begun) in std::mem::take(&mut rosters.begun) {
            let name = begun.roster.name().to_owned();
            let mut bench = Bench::new(begun, None);
            let leads = |choice: &Choice| matches!(choice.effect, Effect::Open(_)) && choice.refusal.is_none();
            let pages: Vec<Choice> = bench.choices().into_iter().filter(leads).collect();
            for page in std::iter::once(None).chain(pages.into_iter().map(Some)) {
                let opened = page.as_ref().map(|page| bench.take(page.effect, "").expect("it is open"));
                rosters.bench = Some((bench, "mine".to_owned()));
                rosters.told = Some("This file is another roster: choose another name. ".repeat(3));
                for size in sizes.by_ref().take(2) {
                    let texts = read(&ctx, size, |ctx| _ = rosters.build(ctx, false));
                    let at = format!("{name}, {:?}, {size:?}", page.as_ref().map(|page| &page.words));
                    assert!(texts.iter().any(|read| read.text.ends_with("points")), "{at}");
                    check(&texts, size, &at);
                }
                bench = rosters.bench.take().expect("nobody is done with it").0;
                if opened.is_some() {
                    bench.up();
                }
            }
        }
    }
}
