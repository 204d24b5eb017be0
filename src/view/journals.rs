//! The battles that are kept: to go on with, to be told again, to be renamed or deleted.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use egui_macroquad::egui::{
    self, Align2, FontFamily, FontId, Key, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use crate::battle::SideId;
use crate::board::Terrain;
use crate::content::Library;
use crate::platform::{Answer, Task};
use crate::play::camera;
use crate::user::report::impersonal;

use super::screens::{Next, fault, in_sight, page, sheet, take_keys, title};
use super::style;
use super::vignette::{Sketch, Vignette};
use super::widgets::{AMBER, INK, LINE, PANEL, QUIET, RAISED, TEXT, figures, line};
use crate::play::shelf::{Kept, Shelf, Told};

/// How high a row is, and how large the picture in it may be.
const ROW: f32 = 84.0;
const PICTURE: (f32, f32) = (124.0, 72.0);
/// Battles that Page Up and Page Down go by.
const PAGE: isize = 6;

/// A journal that has been read.
struct Read {
    path: String,
    told: Result<Told, String>,
    map: Option<Arc<Sketch>>,
}

/// A question that has to be answered first.
enum Asked {
    /// What the chosen one is to be called.
    Name(String),
    /// Whether it is to be deleted.
    Deletion,
}

/// The battles that are kept.
pub(super) struct Journals {
    shelf: Shelf,
    reading: Option<Task<Read>>,
    shown: HashMap<String, Vignette>,
    asked: Option<Asked>,
    /// Whether the chosen one is to be brought into view.
    moved: bool,
    // The typed path of another file, and whether it is hidden: a report's picture shows nothing personal.
    path: String,
    pub(super) hides: bool,
    /// Why what was chosen last could not be done.
    pub(super) fault: Option<String>,
}

impl Journals {
    /// Those of the folders of battles played and saved. They are read beside the frame.
    pub(super) fn new(library: &'static Library, played: Option<&Path>, saves: Option<&Path>) -> Journals {
        let shelf = Shelf::new(played, saves);
        let paths: Vec<String> = shelf.kept.iter().map(|kept| kept.path.clone()).collect();
        let reading = Task::stream(move |done| {
            let mut maps = Vec::new();
            for path in paths {
                let told = Told::read(library, &path);
                let map = told.as_ref().ok().map(|told| map(told, &mut maps));
                if !done.give(Read { path, told, map }) {
                    return;
                }
            }
        });
        Journals {
            shelf,
            reading: Some(reading),
            shown: HashMap::new(),
            asked: None,
            moved: false,
            path: String::new(),
            hides: false,
            fault: None,
        }
    }

    /// Lays them out.
    pub(super) fn ui(&mut self, ctx: &egui::Context, escape: bool) -> Option<Next> {
        self.keep_up(ctx);
        let mut next = None;
        if self.asked.is_some() {
            self.ask(ctx, escape);
        } else if escape {
            return Some(Next::Start);
        } else if ctx.memory(|memory| memory.focused().is_none()) {
            next = self.keys(ctx);
        }
        egui::TopBottomPanel::bottom("journal buttons").frame(sheet(PANEL)).show(ctx, |ui| self.buttons(ui, &mut next));
        page().show(ctx, |ui| {
            title(ui, "Replays and saved games");
            let (read, all) = (self.shelf.read(), self.shelf.kept.len());
            let about = match all {
                0 => "There are none yet: every battle is kept from its first decision.".to_owned(),
                _ if read < all => format!("Reading {read} of {all} …"),
                _ => "Every battle is kept as it is played. A saved one does not change when you go on from it."
                    .to_owned(),
            };
            ui.label(RichText::new(about).color(QUIET));
            fault(ui, self.fault.as_ref());
            ui.add_space(6.0);
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                for place in 0..all {
                    self.row(ui, place, &mut next);
                }
            });
        });
        next
    }

    /// Takes in what has been read.
    fn keep_up(&mut self, ctx: &egui::Context) {
        while let Some(reading) = &self.reading {
            match reading.poll() {
                Answer::Ready(Read { path, told, map }) => {
                    let there = self.shelf.take(&path, told);
                    if let Some(map) = map.filter(|_| there) {
                        let vignette = Vignette::new(ctx, &path, &map);
                        self.shown.insert(path, vignette);
                    }
                    ctx.request_repaint();
                }
                Answer::Pending => return,
                Answer::Ended => self.reading = None,
            }
        }
    }

    /// What the keys do to the list.
    fn keys(&mut self, ctx: &egui::Context) -> Option<Next> {
        let pressed = |key| ctx.input(|input| input.key_pressed(key));
        let steps = [
            (Key::ArrowUp, -1),
            (Key::ArrowDown, 1),
            (Key::PageUp, -PAGE),
            (Key::PageDown, PAGE),
            (Key::Home, isize::MIN),
            (Key::End, isize::MAX),
        ];
        for (_, by) in steps.into_iter().filter(|(key, _)| pressed(*key)) {
            self.shelf.step(by);
            self.moved = true;
        }
        let kept = self.shelf.chosen()?;
        if pressed(Key::Enter) {
            return Some(main(kept));
        }
        if pressed(Key::P) {
            return Some(Next::Replay(kept.path.clone()));
        }
        if pressed(Key::R) {
            self.begin_to_rename();
        } else if pressed(Key::Delete) {
            self.asked = Some(Asked::Deletion);
        }
        None
    }

    fn begin_to_rename(&mut self) {
        self.asked = self.shelf.chosen().map(|kept| Asked::Name(kept.stem()));
    }

    /// What can be done with the chosen one, and with another file.
    fn buttons(&mut self, ui: &mut Ui, next: &mut Option<Next>) {
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| {
            let button = |ui: &mut Ui, there: bool, text: &str, key: &str, hint: &str| {
                let button = egui::Button::new(style::bold(text).size(15.0)).shortcut_text(key);
                ui.add_enabled(there, button.min_size(vec2(0.0, 30.0))).on_hover_text(hint).clicked()
            };
            let kept = self.shelf.chosen();
            let there = kept.is_some();
            let open = kept.is_some_and(Kept::is_open);
            // Enter does what is mostly wanted.
            let (go_on, replay) = if open { ("Enter", "P") } else { ("", "Enter") };
            if button(ui, open, "Continue", go_on, "From where it was left; a saved one stays as it is") {
                *next = kept.map(|kept| Next::Continue(kept.path.clone()));
            }
            if button(
                ui,
                there,
                "Replay",
                replay,
                "Shows it from its beginning, to look at or to play on from anywhere",
            ) {
                *next = kept.map(|kept| Next::Replay(kept.path.clone()));
            }
            if button(ui, there, "Rename", "R", "Gives its file another name") {
                self.begin_to_rename();
            }
            if button(ui, there, "Delete", "Del", "Asks first") {
                self.asked = Some(Asked::Deletion);
            }
            if button(ui, true, "Back", "Esc", "To the start screen") {
                *next = Some(Next::Start);
            }
        });
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Another file").color(QUIET))
                .on_hover_text("The path of a journal that lies elsewhere");
            let line = egui::TextEdit::singleline(&mut self.path).password(self.hides);
            ui.add(line.desired_width(260.0).hint_text("battle.journal"));
            let path = self.path.trim();
            if ui.add_enabled(!path.is_empty(), egui::Button::new("Continue it")).clicked() {
                *next = Some(Next::Continue(path.to_owned()));
            }
            if ui.add_enabled(!path.is_empty(), egui::Button::new("Replay it")).clicked() {
                *next = Some(Next::Replay(path.to_owned()));
            }
        });
        ui.add_space(6.0);
    }

    /// A kept battle.
    fn row(&mut self, ui: &mut Ui, place: usize, next: &mut Option<Next>) {
        let (rect, press) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::CLICK);
        let chosen = place == self.shelf.chosen;
        if chosen && std::mem::take(&mut self.moved) {
            in_sight(&press);
        }
        if press.clicked() {
            self.shelf.chosen = place;
        }
        if press.double_clicked() {
            *next = Some(main(&self.shelf.kept[place]));
        }
        if !ui.is_rect_visible(rect) {
            return;
        }
        let kept = &self.shelf.kept[place];
        let fill = if chosen || press.hovered() { RAISED } else { PANEL };
        let edge = if chosen { Stroke::new(2.0, AMBER) } else { Stroke::new(1.0, LINE) };
        ui.painter().rect(rect.shrink(1.0), 6.0, fill, edge, StrokeKind::Inside);
        let picture = Rect::from_min_size(rect.min + vec2(6.0, 6.0), PICTURE.into());
        self.picture(ui, picture, kept);
        let (left, right) = (picture.right() + 12.0, rect.right() - 12.0);
        let small = FontId::proportional(12.0);
        let when = if kept.saved { format!("saved, {}", kept.age) } else { kept.age.clone() };
        let corner = pos2(right, rect.top() + 10.0);
        let when = ui.painter().text(corner, Align2::RIGHT_TOP, when, small.clone(), QUIET);
        let room = |row: f32, right: f32| {
            let top = rect.top() + 6.0 + row;
            Rect::from_min_max(pos2(left, top), pos2(right, top + 20.0))
        };
        line(ui, room(0.0, when.left() - 8.0), &kept.name, figures(17.0), if chosen { AMBER } else { TEXT });
        match &kept.told {
            None => line(ui, room(24.0, right), "not read yet", small, QUIET),
            Some(Err(why)) => {
                let why = impersonal(why);
                line(ui, room(24.0, right), &why, small, AMBER);
                press.on_hover_text(why);
            }
            Some(Ok(told)) => {
                let bold = FontId::new(13.0, FontFamily::Name("bold".into()));
                let about = format!("{}, {}", told.scenario, told.ruleset);
                line(ui, room(21.0, right), &about, FontId::proportional(13.0), TEXT);
                let state = told.stands();
                line(ui, room(38.0, right), &state, small.clone(), if told.over { QUIET } else { AMBER });
                let mut job = egui::text::LayoutJob::default();
                for (side, of) in told.sides.iter().enumerate() {
                    let format = |font: &FontId, color| egui::TextFormat::simple(font.clone(), color);
                    let apart = if side == 0 { 0.0 } else { 14.0 };
                    job.append(&of.name, apart, format(&bold, style::side_text(SideId(side as u8))));
                    job.append(&of.owner, 5.0, format(&small, QUIET));
                }
                job.wrap = egui::text::TextWrapping::truncate_at_width(right - left);
                let galley = ui.fonts(|fonts| fonts.layout_job(job));
                ui.painter().galley(room(54.0, right).min, galley, TEXT);
                press.on_hover_text(&told.place);
            }
        }
    }

    /// The picture of a battle: its map, with dots where units stand that may be seen.
    fn picture(&self, ui: &Ui, at: Rect, kept: &Kept) {
        let (Some(shown), Some(Ok(told))) = (self.shown.get(&kept.path), &kept.told) else {
            ui.painter().rect_filled(at, 4.0, INK);
            return;
        };
        let place = shown.show(ui, at);
        for &(cell, side) in &told.units {
            let middle = place(camera::centre(told.battle.board(), cell));
            ui.painter().circle_filled(middle, 3.0, INK);
            ui.painter().circle_filled(middle, 2.2, style::side_text(side));
        }
    }

    /// Asks what has to be answered first.
    fn ask(&mut self, ctx: &egui::Context, escape: bool) {
        let Some(kept) = self.shelf.chosen() else { return };
        let (old, name) = (kept.path.clone(), kept.name.clone());
        // Whether it is to be done, once it has been answered.
        let mut answer = escape.then_some(false);
        let asked = &mut self.asked;
        let frame = egui::Frame::popup(&ctx.style()).inner_margin(14.0);
        egui::Modal::new("journal question".into()).frame(frame).show(ctx, |ui| {
            ui.set_max_width(360.0);
            let (question, act) = match asked {
                Some(Asked::Name(_)) => (format!("Another name for {name}"), "Rename"),
                _ => (format!("Delete {name}? It cannot be brought back."), "Delete"),
            };
            ui.label(style::bold(question).size(16.0));
            ui.add_space(6.0);
            if let Some(Asked::Name(text)) = asked {
                let field = ui.add(egui::TextEdit::singleline(text).desired_width(f32::INFINITY));
                take_keys(&field);
                if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                    answer = Some(true);
                }
                ui.add_space(6.0);
            }
            ui.horizontal(|ui| {
                let keep = ui.button("Leave it as it is");
                take_keys(&keep);
                if keep.clicked() {
                    answer = Some(false);
                }
                if ui.button(act).clicked() {
                    answer = Some(true);
                }
            });
        });
        let Some(act) = answer else { return };
        let done = match self.asked.take() {
            Some(Asked::Name(to)) if act => self.shelf.rename(&to),
            Some(Asked::Deletion) if act => self.shelf.delete(),
            _ => return,
        };
        self.fault = done.err();
        // The picture goes with the battle.
        let new = self.shelf.chosen().map(|kept| kept.path.clone());
        if !self.shelf.kept.iter().any(|kept| kept.path == old)
            && let Some(picture) = self.shown.remove(&old)
            && let Some(new) = new.filter(|new| !self.shown.contains_key(new))
        {
            self.shown.insert(new, picture);
        }
    }
}

/// What is mostly wanted of a battle: to go on with it, or where it is over to see it again.
fn main(kept: &Kept) -> Next {
    if kept.is_open() { Next::Continue(kept.path.clone()) } else { Next::Replay(kept.path.clone()) }
}

/// The map of a battle, painted unless the same map was before.
fn map(told: &Told, maps: &mut Vec<(String, Vec<Terrain>, Arc<Sketch>)>) -> Arc<Sketch> {
    let board = told.battle.board();
    let terrain: Vec<Terrain> = board.cells().map(|cell| told.battle.terrain(cell)).collect();
    if let Some((.., map)) = maps.iter().find(|(name, known, _)| *name == board.name && *known == terrain) {
        return Arc::clone(map);
    }
    let map = Arc::new(Sketch::of(board, &terrain));
    maps.push((board.name.clone(), terrain, Arc::clone(&map)));
    map
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::process_id;
    use crate::scenario::{Scenario, Session};
    use crate::store::Out;
    use crate::user::saved;
    use crate::view::frame::tests::{check, dressed, read};

    /// In windows from 640x480 to 2560x1440, with and without a question: what is written lies in the window, and no
    /// text of the list on another.
    #[test]
    fn what_is_written_can_be_read() {
        let library = Library::own();
        let folder = std::env::temp_dir().join(format!("hexfray-journals-{}", process_id()));
        for name in ["crossroads", "dead_air", "missing_robot_five"] {
            let scenario = Scenario::open(library, name).expect("it ships");
            let session = Session::begin(library, scenario, 3).expect("it is sound");
            saved::save(&session, Some(&folder)).expect("it can be written");
        }
        Out::new(&folder.join("torn.journal"), true).and_then(|out| out.write("{")).expect("it can be written");
        let ctx = dressed();
        let mut journals = Journals::new(library, Some(&folder), None);
        while journals.shelf.read() < 4 {
            read(&ctx, vec2(800.0, 600.0), |ctx| _ = journals.ui(ctx, false));
        }
        let questions: [fn() -> Option<Asked>; 3] =
            [|| None, || Some(Asked::Deletion), || Some(Asked::Name("Crossroads".to_owned()))];
        for asked in questions {
            for size in [vec2(640.0, 480.0), vec2(1280.0, 800.0), vec2(2560.0, 1440.0)] {
                journals.asked = asked();
                let texts = read(&ctx, size, |ctx| _ = journals.ui(ctx, false));
                let told = |words: &str| texts.iter().any(|read| read.text.contains(words));
                if journals.asked.is_some() {
                    assert!(told("Leave it as it is"), "{size:?}");
                } else {
                    assert!(told("Under way") && told("you"), "{size:?}");
                    check(&texts, size, &format!("journals, {size:?}"));
                }
            }
        }
        for file in saved::journals(Some(&folder)) {
            saved::delete(&file.to_string_lossy()).expect("it is there");
        }
    }
}
