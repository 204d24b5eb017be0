//! What is pointed at: how an answer may come out, or what is known of a hex.

use egui_macroquad::egui::{self, Align2, Color32, RichText, Sense, Ui, vec2};

use crate::battle::field::Sign;
use crate::battle::{Action, Target};
use crate::play::forecast::{Forecast, Harm, Roll, percent};
use crate::play::reckon::Known;
use crate::play::table::Table;
use crate::play::words::{self, Mark};
use crate::telling::chances::UNMEASURED;
use crate::telling::{names, panel};

use super::super::battle::{BattleScreen, Play, Request, way_to};
use super::super::style;
use super::super::widgets::{
    AMBER, BAD, GOOD, QUIET, RAISED, TEXT, figures, heading, quiet, rule, shares, words as said, write,
};

/// The colours of what may become of a unit, the mildest first.
const OUTCOMES: [Color32; 4] = [
    Color32::from_rgb(0x7d, 0x8b, 0x99),
    Color32::from_rgb(0xe0, 0xa0, 0x6a),
    Color32::from_rgb(0xe8, 0x7a, 0x4a),
    Color32::from_rgb(0xff, 0x7a, 0x6a),
];

impl BattleScreen {
    /// The answer whose odds are shown: the one under the mouse in the bar, or the one at the hex of mouse or cursor.
    pub(in super::super) fn risk(&self) -> Option<(usize, Action)> {
        let Play::Game(game) = &self.play else { return None };
        let offer = game.offer.as_ref()?;
        let Table { view, playback, .. } = &game.table;
        let place = words::wanted(offer, view, &game.hand, &playback.scene, self.considered, self.hovered)?;
        let action = offer.actions[place];
        words::is_risky(action).then_some((place, action))
    }

    /// Asks for the odds that are shown, and while there is nothing else to do for those on the buttons.
    pub(super) fn ask_odds(&mut self) {
        let wanted = self.risk().map(|(_, action)| action).into_iter().chain(self.on_buttons.clone());
        let wanted: Vec<Action> = wanted.collect();
        if let Play::Game(game) = &self.play {
            wanted.into_iter().for_each(|action| self.reckoner.ask(&game.table.view, action));
        }
    }

    /// What is pointed at.
    pub(super) fn target(&self, ui: &mut Ui, wishes: &mut Vec<Request>) {
        let risk = self.risk();
        egui::ScrollArea::vertical().id_salt("target").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            match (risk, &self.play) {
                (Some((place, action)), Play::Game(game)) => {
                    let Some(offer) = &game.offer else { return };
                    self.aimed(ui, action, &words::button(&*game.table.view, offer, place));
                    match self.reckoner.known(&game.table.view, action) {
                        Known::Waiting => _ = ui.label(quiet("Working out the odds …")),
                        Known::Told(forecast) => self.forecast(ui, &forecast, wishes),
                    }
                }
                _ => self.known_of_hex(ui),
            }
            style::gap(ui);
        });
    }

    /// What is done to whom.
    fn aimed(&self, ui: &mut Ui, action: Action, name: &str) {
        let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::hover());
        let mut wide = room.width();
        if let Target::Unit(unit) = action.target {
            self.token(ui, room.right_center() - vec2(18.0, 0.0), 13.0, unit);
            wide -= 40.0;
        }
        let mut job = egui::text::LayoutJob::simple(name.to_owned(), figures(16.0), TEXT, wide);
        job.wrap.max_rows = 2;
        let galley = ui.fonts(|fonts| fonts.layout_job(job));
        let galley = if galley.rows.len() > 1 {
            let mut job = egui::text::LayoutJob::simple(name.to_owned(), figures(13.0), TEXT, wide);
            job.wrap.max_rows = 2;
            ui.fonts(|fonts| fonts.layout_job(job))
        } else {
            galley
        };
        ui.painter().galley(room.left_center() - vec2(0.0, galley.size().y / 2.0), galley, TEXT);
    }

    /// The chances, the losses, the rolls with what changes them.
    fn forecast(&self, ui: &mut Ui, forecast: &Forecast, wishes: &mut Vec<Request>) {
        if let Some(id) = forecast.unmeasured {
            ui.horizontal_wrapped(|ui| {
                ui.label(quiet(UNMEASURED));
                self.rule(ui, id, wishes);
            });
        }
        if let Some(harm) = forecast.harms.first() {
            let hit = forecast.main_roll().map(|roll| ("hit", roll.chance));
            let kill = if harm.fewer > harm.lost { ("kill some", harm.fewer) } else { ("put out", harm.lost) };
            let told: Vec<(&str, f32)> = hit.into_iter().chain([("hurt", harm.hurt), kill]).collect();
            let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), 44.0), Sense::hover());
            let wide = room.width() / told.len() as f32;
            for (place, (what, chance)) in told.into_iter().enumerate() {
                let at = room.left_top() + vec2(place as f32 * wide, 0.0);
                let color = if place == 0 { TEXT } else { BAD };
                write(ui, at, Align2::LEFT_TOP, &percent(chance), figures(20.0), color);
                write(ui, at + vec2(0.0, 26.0), Align2::LEFT_TOP, what, egui::FontId::proportional(12.0), QUIET);
            }
        }
        for harm in &forecast.harms {
            self.loss(ui, harm, forecast.harms.len() > 1 || forecast.target != Target::Unit(harm.unit));
        }
        for roll in &forecast.rolls {
            self.roll(ui, roll, wishes);
        }
        if forecast.harms.is_empty() && forecast.rolls.is_empty() {
            ui.label(quiet("No dice are rolled for it."));
        } else {
            ui.label(quiet("In full, with fractions").underline()).on_hover_ui(|ui| {
                ui.set_max_width(520.0);
                forecast.fractions.iter().for_each(|line| _ = ui.label(line.plain().replace(['[', ']'], "")));
            });
        }
    }

    /// What may become of a unit, as a bar.
    fn loss(&self, ui: &mut Ui, harm: &Harm, named: bool) {
        let view = &*self.play.table().view;
        ui.horizontal_wrapped(|ui| {
            let mean = harm.mean.map(|(mean, of)| format!("Expected loss {mean:.1} of {of}"));
            if named {
                ui.label(said(names::unit(view, harm.unit)).color(style::side_text(view.piece(harm.unit).side)));
            }
            mean.into_iter().for_each(|mean| _ = ui.label(quiet(mean)));
        });
        let color = |words: &str| match words {
            "unhurt" => OUTCOMES[0],
            "hurt" => OUTCOMES[1],
            "1 lost" => OUTCOMES[2],
            _ => OUTCOMES[3],
        };
        let parts: Vec<(f32, Color32)> = harm.parts.iter().map(|(words, chance)| (*chance, color(words))).collect();
        shares(ui, 14.0, &parts);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 1.0);
            for (words, chance) in &harm.parts {
                // A line ends between outcomes, not within one.
                let told = format!("{} {}", words::capital(words), percent(*chance)).replace(' ', "\u{a0}");
                ui.label(RichText::new(told).size(12.0).color(color(words)));
            }
        });
    }

    /// A roll with what changes it: by how much, what, whose, by which rule.
    fn roll(&self, ui: &mut Ui, roll: &Roll, wishes: &mut Vec<Request>) {
        ui.horizontal_wrapped(|ui| {
            let needs = format!("{}: {}+ on a d{}, {}", roll.title, roll.need, roll.faces, percent(roll.chance));
            ui.label(said(needs));
            self.rule(ui, roll.rule, wishes);
        });
        for modifier in &roll.modifiers {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                let color = if modifier.value < 0 { BAD } else { GOOD };
                let number = RichText::new(format!("{:+}", modifier.value)).font(figures(13.0)).color(color);
                ui.label(number.background_color(RAISED));
                ui.label(said(&modifier.title));
                ui.label(quiet(&modifier.whose));
                self.rule(ui, modifier.rule, wishes);
            });
        }
    }

    /// The id of a rule, which leads to the codex.
    pub(super) fn rule(&self, ui: &mut Ui, id: &str, wishes: &mut Vec<Request>) {
        if rule(ui, id, || words::codex(self.play.table().library(), id)) {
            wishes.push(Request::Rule(id.to_owned()));
        }
    }

    /// What is known of the hex that the mouse or the cursor is on, and why it cannot be chosen.
    fn known_of_hex(&self, ui: &mut Ui) {
        let table = self.play.table();
        let view = &*table.view;
        let cursor = if let Play::Game(game) = &self.play { game.hand.cursor } else { None };
        let Some(cell) = self.hovered.or(cursor) else {
            heading(ui, "Pointed at");
            ui.label(quiet("Point at a hex to see what is there, or at somebody you can strike at for the odds."));
            self.legend(ui, &words::legend(view, &table.playback.scene));
            return;
        };
        heading(ui, &format!("Hex {}", view.board().label(cell)));
        ui.label(said(words::ground(view, cell)));
        for (at, goal) in view.goals() {
            if at == cell {
                ui.label(said(words::capital(&goal)));
            }
        }
        for unit in table.playback.scene.units_in(view, cell) {
            ui.horizontal_wrapped(|ui| {
                let (room, _) = ui.allocate_exact_size(vec2(24.0, 24.0), Sense::hover());
                self.token(ui, room.center(), 9.0, unit);
                ui.label(said(names::unit(view, unit)).color(style::side_text(view.piece(unit).side)));
            });
            let states: Vec<String> = words::states(view, unit).into_iter().map(|state| state.words).collect();
            let card = view.card(unit);
            let life = match (view.alive(unit), card.life.full) {
                (false, _) => Some(panel::standing(view, unit)),
                (true, ..2) => None,
                (true, full) => Some(format!("{} of {full}", card.life.left)),
            };
            let told: Vec<String> = life.into_iter().chain(states).collect();
            if !told.is_empty() {
                ui.label(quiet(told.join(", ")));
            }
        }
        for threat in self.overlay.threats.get(&cell).into_iter().flatten() {
            let how = match (threat.shoots, threat.charges) {
                (true, true) => "can shoot and charge here",
                (true, false) => "can shoot here",
                _ => "can charge here",
            };
            ui.label(quiet(format!("{} {how}", names::unit(view, threat.unit))).color(AMBER));
        }
        let watchers = &self.overlay.watchers;
        let way = match &self.play {
            Play::Game(game) if !watchers.is_empty() => way_to(game, Some(cell)),
            _ => None,
        };
        for (unit, at) in words::watched_on(&way.map_or(vec![cell], |(_, way)| way), watchers) {
            let at = if at == cell { "here".to_owned() } else { format!("into {}", view.board().label(at)) };
            ui.label(quiet(format!("{} may shoot at whoever steps {at}", names::unit(view, unit))).color(BAD));
        }
        if let Play::Game(game) = &self.play
            && let (Some(offer), Some(unit)) = (&game.offer, game.hand.unit)
            && offer.at(&table.view, &table.playback.scene, Some(unit), cell).is_empty()
            && let Some(refusal) = offer.why_not(&table.view, &table.playback.scene, unit, cell)
        {
            ui.label(quiet(format!("Not open: {refusal}").replace(['[', ']'], "")).color(AMBER));
        }
    }

    /// The legend of letters and badges on the board.
    fn legend(&self, ui: &mut Ui, legend: &[(Mark, String)]) {
        for (mark, meaning) in legend {
            ui.horizontal_wrapped(|ui| {
                match mark {
                    Mark::Letters(letters) => _ = ui.label(style::bold(letters).size(12.0).color(TEXT)),
                    Mark::Badge(badge) => match badge.sign {
                        Sign::Icon(name) => _ = ui.add(self.atlas.sign(ui.ctx(), badge.tone, name)),
                        Sign::Number(before) => _ = ui.label(style::bold(format!("{before}1")).size(12.0).color(TEXT)),
                    },
                }
                ui.label(quiet(meaning));
            });
        }
    }
}
