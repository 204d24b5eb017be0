//! Overlays for the side that decides: the cost of each hex in reach, the field of fire of the selected unit, what it or an
//! enemy sees and where there is cover from that, where enemies can strike, and where somebody keeps watch.

use std::collections::BTreeMap;

use crate::battle::{SideId, UnitId};
use crate::board::Cell;
use crate::play::game::Game;
use crate::play::words;
use crate::rules::AnyBattle;

/// Whose threat is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menace {
    /// That of all enemies.
    All,
    /// That of one.
    Of(UnitId),
}

/// Whose eyes one looks through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaze {
    /// Where the unit in hand can shoot, from the hex pointed at.
    Fire,
    /// What the unit in hand sees, from the hex pointed at.
    Sight,
    /// What one enemy sees, from where he stands.
    Of(UnitId),
}

/// The overlays that are switched on, computed once for each state.
#[derive(Debug, Default)]
pub struct Overlay {
    /// Whose eyes one looks through, if anybody's.
    pub gaze: Option<Gaze>,
    /// Whose threat is shown, if any is.
    pub threat: Option<Menace>,
    /// The field of fire of the selected unit: hexes with their range bands.
    pub covered: Vec<(Cell, u8)>,
    /// The hexes that are seen, and whether whoever stands there has cover.
    pub seen: Vec<(Cell, bool)>,
    /// Who threatens each hex.
    pub threats: BTreeMap<Cell, Vec<Threat>>,
    /// The enemies that watch each hex. Shown always: a step into it may be one's last.
    pub watchers: BTreeMap<Cell, Vec<UnitId>>,
    /// The hexes that the unit pointed at watches, or else the selected one.
    pub watched: Vec<Cell>,
    /// The cost of the way to each hex that can be chosen.
    pub costs: Vec<(Cell, u8)>,
    // Who, from which hex and at which decision was asked about; for which side, at which decision.
    gazing: Option<(Gaze, UnitId, Cell, u32)>,
    threatened: Option<(SideId, u32, Menace)>,
    costed: Option<(Option<UnitId>, u32)>,
    guarded: Option<(SideId, u32)>,
    watching: Option<(UnitId, u32)>,
}

impl Overlay {
    /// The unit whose watch is shown as [`Overlay::watched`].
    #[must_use]
    pub fn watching(&self) -> Option<UnitId> {
        self.watching.map(|(unit, _)| unit)
    }

    /// Shows what an enemy sees that is pointed at; without one where the unit in hand can shoot, then what it sees. Not any
    /// more where that is shown already.
    pub fn ask_gaze(&mut self, pointed: Option<UnitId>) {
        self.gaze = match (pointed.map(Gaze::Of), self.gaze) {
            (Some(of), shown) => Some(of).filter(|of| shown != Some(*of)),
            (None, None) => Some(Gaze::Fire),
            (None, Some(Gaze::Fire)) => Some(Gaze::Sight),
            (None, Some(_)) => None,
        };
    }

    /// Shows the threat of an enemy that is pointed at, or else of all; not any more where it is shown already.
    pub fn ask_threat(&mut self, pointed: Option<UnitId>) {
        let wanted = pointed.map_or(Menace::All, Menace::Of);
        let off = self.threat == Some(wanted) || self.threat.is_some() && pointed.is_none();
        self.threat = Some(wanted).filter(|_| !off);
    }

    /// Computes the overlays: what is seen and shot at is from the unit's place, or from the hex pointed at.
    pub fn keep_up(&mut self, game: &Game, pointed: Option<Cell>) {
        let view = &game.table.view;
        let from = |unit: UnitId| pointed.or(Some(view.piece(unit).at)).filter(|at| at.is_some());
        let gazing = self.gaze.and_then(|gaze| {
            let (unit, from) = match gaze {
                Gaze::Of(enemy) => (enemy, view.piece(enemy).at),
                Gaze::Fire | Gaze::Sight => (game.hand.unit?, from(game.hand.unit?)?),
            };
            from.is_some().then_some((gaze, unit, from, view.number()))
        });
        if self.gazing != gazing {
            (self.covered, self.seen) = match gazing {
                Some((Gaze::Fire, unit, from, _)) => (view.field_of_fire(unit, from), Vec::new()),
                Some((_, unit, from, _)) => (Vec::new(), view.seen_from(unit, from)),
                None => (Vec::new(), Vec::new()),
            };
            self.gazing = gazing;
        }
        let menace = game.viewer().zip(self.threat).map(|(side, menace)| (side, view.number(), menace));
        if self.threatened != menace {
            self.threats = menace.map_or(BTreeMap::new(), |(side, _, menace)| threats(view, side, menace));
            self.threatened = menace;
        }
        let side = game.viewer().map(|side| (side, view.number()));
        if self.guarded != side {
            self.watchers = side.map_or(BTreeMap::new(), |(side, _)| words::watchers(&**view, side));
            self.guarded = side;
        }
        let there = pointed.and_then(|cell| game.table.playback.scene.units_in(&**view, cell).first().copied());
        let watching = there.or(game.hand.unit).map(|unit| (unit, view.number()));
        if self.watching != watching {
            self.watched = watching.map_or(Vec::new(), |(unit, _)| view.watched(unit));
            self.watching = watching;
        }
        let moving = game.offer.as_ref().map(|_| (game.hand.unit, view.number()));
        if self.costed != moving {
            self.costs = game.offer.as_ref().map_or(Vec::new(), |offer| offer.costs(view, game.hand.unit));
            self.costed = moving;
        }
    }
}

/// An enemy that can strike at a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Who.
    pub unit: UnitId,
    /// Whether it can shoot there from where it stands.
    pub shoots: bool,
    /// Whether it can charge there.
    pub charges: bool,
}

/// The enemies that threaten each hex, all or one of them, as far as a side knows. Hexes without any are left out.
#[must_use]
pub fn threats(view: &AnyBattle, side: SideId, menace: Menace) -> BTreeMap<Cell, Vec<Threat>> {
    let mut threats: BTreeMap<Cell, Vec<Threat>> = BTreeMap::new();
    let asked = |unit: &UnitId| menace == Menace::All || menace == Menace::Of(*unit);
    let there = |unit: &UnitId| view.alive(*unit) && view.piece(*unit).at.is_some();
    for unit in words::enemies(&**view, side).filter(asked).filter(there) {
        for (cell, _) in view.field_of_fire(unit, view.piece(unit).at) {
            threats.entry(cell).or_default().push(Threat { unit, shoots: true, charges: false });
        }
        for cell in view.charge_range(unit) {
            let there = threats.entry(cell).or_default();
            match there.last_mut().filter(|threat| threat.unit == unit) {
                Some(threat) => threat.charges = true,
                None => there.push(Threat { unit, shoots: false, charges: true }),
            }
        }
    }
    threats
}
