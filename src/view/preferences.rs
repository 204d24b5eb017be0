//! The settings: sizes, speed, what each key does.

use egui_macroquad::egui::{self, RichText, Ui};
use macroquad::input::KeyCode;

use super::battle::BattleScreen;
use super::model::keys::{Chord, Command, DEEDS, Keys};
use super::model::playback::Speed;
use super::model::settings::{SCALES, Settings};
use super::screens::{fault, take_keys, title};
use super::style;

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

    /// Lays it out. Returns whether the person is done.
    pub(super) fn ui(&mut self, ctx: &egui::Context, settings: &mut Settings, typed: &[Chord]) -> bool {
        let mut done = self.obey(settings, typed);
        egui::CentralPanel::default().show(ctx, |ui| {
            title(ui, "Settings");
            preferences(ui, settings);
            fault(ui, self.fault.as_ref());
            ui.add_space(10.0);
            let back = ui.button(RichText::new("Done").size(18.0));
            if self.binding.is_none() {
                take_keys(&back);
            }
            done |= back.clicked();
            title(ui, "Keys");
            ui.horizontal(|ui| {
                ui.label(RichText::new("Press one to give it another key.").color(style::DIM));
                if settings.keys.is_changed() && ui.button("All as they were").clicked() {
                    settings.keys = Keys::default();
                }
            });
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.keys(ui, &settings.keys));
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

fn preferences(ui: &mut Ui, settings: &mut Settings) {
    egui::Grid::new("settings").num_columns(2).spacing([18.0, 10.0]).show(ui, |ui| {
        ui.label("Size of text and panels");
        ui.horizontal(|ui| {
            for scale in SCALES {
                ui.selectable_value(&mut settings.scale, scale, format!("{scale} %"));
            }
        });
        ui.end_row();
        ui.label("Events are shown");
        ui.horizontal(|ui| {
            for speed in Speed::ALL {
                ui.selectable_value(&mut settings.speed, speed, speed.word());
            }
        });
        ui.end_row();
        ui.label("Reduced motion");
        ui.checkbox(&mut settings.calm, "")
            .on_hover_text("Moves are cuts that leave a trail. Nothing shakes or pulses.");
        ui.end_row();
        ui.label("Column and row numbers");
        ui.checkbox(&mut settings.labels, "");
        ui.end_row();
        ui.label("Hints in the next battle");
        ui.checkbox(&mut settings.hints, "");
        ui.end_row();
        if cfg!(feature = "sound") {
            let volumes = [
                ("Sounds", &mut settings.volume),
                ("Sounds of the battle", &mut settings.effects),
                ("Sounds of the window", &mut settings.interface),
            ];
            for (name, volume) in volumes {
                ui.label(name);
                ui.add(egui::Slider::new(volume, 0..=100).suffix(" %"));
                ui.end_row();
            }
        }
    });
}
