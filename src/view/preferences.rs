//! The settings: sizes, speed, what each key does.

use egui_macroquad::egui::{self, Ui};
use macroquad::input::KeyCode;

use crate::play::playback::Speed;
use crate::play::settings::{PATIENCE, SCALES, limit};

use super::battle::BattleScreen;
use super::model::keys::{Chord, Command, DEEDS, Keys};
use super::model::settings::Settings;
use super::screens::{fault, follow, page, sheet, take_keys, title};
use super::style::{self, gap};
use super::widgets::{PANEL, heading, quiet};

/// The settings' screen.
#[derive(Default)]
pub(super) struct Preferences {
    /// The battle to return to; without one it returns to the start screen.
    pub(super) back: Option<Box<BattleScreen>>,
    /// Why the last change failed.
    pub(super) fault: Option<String>,
    // The command that gets the next key.
    binding: Option<Command>,
}

impl Preferences {
    /// Settings that return to a battle.
    pub(super) fn over(battle: Box<BattleScreen>) -> Preferences {
        Preferences { back: Some(battle), ..Preferences::default() }
    }

    /// Lays it out, with what is said of gamepads. Returns whether the person is done.
    pub(super) fn ui(
        &mut self,
        ctx: &egui::Context,
        settings: &mut Settings,
        typed: &[Chord],
        gamepads: Option<String>,
    ) -> bool {
        let mut done = self.obey(settings, typed);
        egui::TopBottomPanel::bottom("settings buttons").frame(sheet(PANEL)).show(ctx, |ui| {
            ui.add_space(6.0);
            let back = ui.add(egui::Button::new(style::bold("Done").size(18.0)).shortcut_text("Esc"));
            if self.binding.is_none() {
                take_keys(&back);
            }
            done |= back.clicked();
            fault(ui, self.fault.as_ref());
            ui.add_space(6.0);
        });
        page().show(ctx, |ui| {
            title(ui, "Settings");
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                section(ui, "Display", |ui| display(ui, settings));
                section(ui, "Battles", |ui| battles(ui, settings));
                if cfg!(feature = "sound") {
                    section(ui, "Sounds", |ui| sounds(ui, settings));
                }
                if let Some(told) = gamepads {
                    section(ui, "Gamepad", |ui| {
                        ui.label("Connected");
                        ui.add(egui::Label::new(told).truncate());
                        ui.end_row();
                    });
                }
                ui.add_space(14.0);
                heading(ui, "Keys");
                ui.horizontal(|ui| {
                    ui.label(quiet("Press one to give it another key."));
                    if settings.keys.is_changed() && ui.button("All as they were").clicked() {
                        settings.keys = Keys::default();
                    }
                });
                self.keys(ui, &settings.keys);
                gap(ui);
            });
        });
        done
    }

    /// Takes the key for the waiting command. Returns whether Escape was pressed while no command waited.
    fn obey(&mut self, settings: &mut Settings, typed: &[Chord]) -> bool {
        let whole = |chord: &&Chord| !matches!(chord.key, KeyCode::LeftControl | KeyCode::RightControl);
        let Some(&chord) = typed.iter().find(whole) else { return false };
        let escape = chord.key == KeyCode::Escape;
        match self.binding.take() {
            Some(command) if !escape || command == Command::Back => {
                self.fault = settings.keys.bind(command, chord).err();
                false
            }
            Some(_) => false,
            None => escape,
        }
    }

    fn keys(&mut self, ui: &mut Ui, keys: &Keys) {
        egui::Grid::new("all keys").num_columns(2).striped(true).show(ui, |ui| {
            for deed in DEEDS {
                let waits = self.binding == Some(deed.command);
                let text = if waits { "press a key, or Escape".to_owned() } else { keys.names(deed) };
                let button =
                    ui.add(egui::Button::new(style::bold(text)).selected(waits).min_size(egui::vec2(170.0, 0.0)));
                follow(&button);
                if button.clicked() {
                    // The next key must not press the button again.
                    button.surrender_focus();
                    self.binding = Some(deed.command);
                    self.fault = None;
                }
                ui.label(deed.does);
                ui.end_row();
            }
        });
    }
}

/// Settings of one kind, a row each.
fn section(ui: &mut Ui, name: &str, rows: impl FnOnce(&mut Ui)) {
    ui.add_space(14.0);
    heading(ui, name);
    ui.add_space(4.0);
    egui::Grid::new(name.to_owned()).num_columns(2).min_col_width(170.0).spacing([18.0, 10.0]).show(ui, rows);
}

/// A setting that is on or off.
fn switch(ui: &mut Ui, name: &str, hint: &str, on: &mut bool) {
    ui.label(name);
    let shown = ui.checkbox(on, hint);
    follow(&shown);
    ui.end_row();
}

/// A setting that is one of some numbers, or none of them.
fn number(ui: &mut Ui, label: &str, chosen: &mut Option<u16>, all: &[u16], name: impl Fn(Option<u16>) -> String) {
    ui.label(label);
    let list = egui::ComboBox::from_id_salt(label).selected_text(name(*chosen)).height(300.0);
    let list = list.show_ui(ui, |ui| {
        for one in std::iter::once(None).chain(all.iter().copied().map(Some)) {
            ui.selectable_value(chosen, one, name(one));
        }
    });
    follow(&list.response);
    ui.end_row();
}

fn display(ui: &mut Ui, settings: &mut Settings) {
    let name = |scale: Option<u16>| scale.map_or("Fits the window".to_owned(), |scale| format!("{scale} %"));
    number(ui, "Size of text and panels", &mut settings.scale, &SCALES, name);
    switch(ui, "Fullscreen", "", &mut settings.fullscreen);
    switch(ui, "Column and row numbers", "", &mut settings.labels);
    let hint = "Darker than it is painted: counters and areas stand out.";
    switch(ui, "Quiet ground", hint, &mut settings.quiet_ground);
}

fn battles(ui: &mut Ui, settings: &mut Settings) {
    ui.label("Events are shown");
    ui.horizontal(|ui| {
        for speed in Speed::ALL {
            follow(&ui.selectable_value(&mut settings.speed, speed, speed.word()));
        }
    });
    ui.end_row();
    ui.label("Those of computers");
    ui.horizontal(|ui| {
        follow(&ui.selectable_value(&mut settings.others, None, "as fast"));
        for speed in Speed::ALL {
            follow(&ui.selectable_value(&mut settings.others, Some(speed), speed.word()));
        }
    });
    ui.end_row();
    number(ui, "Computers think", &mut settings.patience, &PATIENCE, limit);
    let hint = "Moves are cuts that leave a trail. Nothing shakes or pulses.";
    switch(ui, "Reduced motion", hint, &mut settings.calm);
    switch(ui, "Hints", "for whoever plays for the first time", &mut settings.hints);
}

fn sounds(ui: &mut Ui, settings: &mut Settings) {
    let volumes = [
        ("All", &mut settings.volume),
        ("Of the battle", &mut settings.effects),
        ("About the battle", &mut settings.ambience),
        ("Of the window", &mut settings.interface),
    ];
    for (name, volume) in volumes {
        ui.label(name);
        follow(&ui.add(egui::Slider::new(volume, 0..=100).suffix(" %")));
        ui.end_row();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::frame::tests::{check, dressed, read};
    use egui_macroquad::egui::vec2;

    /// In windows from 640x480 to 2560x1440: what is written lies in the window and no text on another.
    #[test]
    fn what_is_written_can_be_read() {
        let ctx = dressed();
        let (mut preferences, mut settings) = (Preferences::default(), Settings::default());
        for size in [vec2(640.0, 480.0), vec2(800.0, 600.0), vec2(2560.0, 1440.0)] {
            let pads = || Some("a pad with a long name, as makers give them, and ".repeat(4));
            let texts = read(&ctx, size, |ctx| _ = preferences.ui(ctx, &mut settings, &[], pads()));
            assert!(texts.iter().any(|read| read.text == "Fullscreen"), "{size:?}");
            check(&texts, size, &format!("settings, {size:?}"));
        }
    }
}
