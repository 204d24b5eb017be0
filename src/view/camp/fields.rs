//! The battlefields of a campaign's missions, painted beside the frame.

use std::collections::{BTreeSet, HashMap};

use egui_macroquad::egui;

use crate::content::Library;
use crate::platform::{Answer, Task};
use crate::play::camp::Camp;
use crate::scenario::Scenario;
use crate::view::vignette::{Sketch, Vignette};

/// Those that have been painted, by the names of their scenarios; nothing for one that is ordered, or cannot be painted.
#[derive(Default)]
pub(in crate::view) struct Fields {
    painted: HashMap<String, Option<Vignette>>,
    painting: Option<Task<(String, Sketch)>>,
}

impl Fields {
    /// Orders what a campaign needs, and takes in what has been painted.
    pub(super) fn keep_up(&mut self, ctx: &egui::Context, camp: &Camp) {
        while let Some(painting) = &self.painting {
            match painting.poll() {
                Answer::Ready((name, sketch)) => {
                    let vignette = Vignette::new(ctx, &name, &sketch);
                    self.painted.insert(name, Some(vignette));
                    ctx.request_repaint();
                }
                Answer::Pending => return,
                Answer::Ended => self.painting = None,
            }
        }
        // Several missions may be fought in one scenario.
        let fought = camp.campaign.plot().missions.iter().map(|mission| &mission.scenario.value);
        let wanted: BTreeSet<String> = fought.filter(|name| !self.painted.contains_key(*name)).cloned().collect();
        if wanted.is_empty() {
            return;
        }
        self.painted.extend(wanted.iter().map(|name| (name.clone(), None)));
        let library = camp.library();
        self.painting = Some(Task::stream(move |done| {
            for name in wanted {
                if let Some(sketch) = sketch(library, &name)
                    && !done.give((name, sketch))
                {
                    return;
                }
            }
        }));
    }

    /// The battlefield of a scenario, if it has been painted.
    pub(super) fn of(&self, scenario: &str) -> Option<&Vignette> {
        self.painted.get(scenario)?.as_ref()
    }
}

/// The battlefield of a scenario before anything has happened on it.
fn sketch(library: &Library, scenario: &str) -> Option<Sketch> {
    let battle = Scenario::open(library, scenario).and_then(|scenario| scenario.battle(library)).ok()?;
    let terrain: Vec<_> = battle.board().cells().map(|cell| battle.terrain(cell)).collect();
    Some(Sketch::of(battle.board(), &terrain))
}
