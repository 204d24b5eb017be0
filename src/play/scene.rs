//! The shown board: public numbers, places and terrain, kept up by folding events.

use std::collections::BTreeMap;

use crate::battle::{Event, Fact, Piece, UnitId};
use crate::board::{Cell, Terrain};
use crate::rules::BattleView;

/// A unit as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its hex, side and facing.
    pub piece: Piece,
    /// Its public numbers, by field.
    pub fields: Vec<i32>,
}

/// The shown state of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The units by their numbers.
    pub units: Vec<Shown>,
    /// The terrain of the hexes.
    pub terrain: Vec<Terrain>,
    /// The numbers of hexes that are not 0, by hex and field.
    pub ground: BTreeMap<(Cell, u8), i32>,
    /// The numbers of the battle as a whole.
    pub table: Vec<i32>,
}

impl Scene {
    /// A battle as it stands.
    #[must_use]
    pub fn of(battle: &dyn BattleView) -> Scene {
        let values = |fields: crate::rules::Fields| fields.into_iter().map(|f| f.1).collect::<Vec<i32>>();
        let unit = |u: UnitId| Shown { piece: battle.piece(u), fields: values(battle.unit_fields(u)) };
        let ground = battle.board().cells().flat_map(|cell| {
            let fields = values(battle.ground_fields(cell)).into_iter().enumerate();
            fields.filter(|(_, v)| *v != 0).map(move |(field, v)| ((cell, field as u8), v)).collect::<Vec<_>>()
        });
        Scene {
            units: battle.units().map(unit).collect(),
            terrain: battle.board().cells().map(|cell| battle.terrain(cell)).collect(),
            ground: ground.collect(),
            table: values(battle.table_fields()),
        }
    }

    /// Applies the events that led to this battle.
    pub fn fold(&mut self, battle: &dyn BattleView, event: &Event) {
        if let Fact::Ground { cell, .. } = event.fact
            && let Some(terrain) = self.terrain.get_mut(cell.index())
        {
            *terrain = battle.terrain(cell);
        }
        match event.fact {
            Fact::Changed { unit, field, to, .. } => {
                let fields = self.units.get_mut(unit.index()).map(|u| &mut u.fields);
                if let Some(slot) = fields.and_then(|f| f.get_mut(usize::from(field))) {
                    *slot = to;
                }
            }
            Fact::Moved { unit, to, .. } => self.place(unit, |piece| piece.at = to),
            Fact::Faced { unit, facing } => self.place(unit, |piece| piece.facing = facing),
            Fact::Enlisted { unit, side } => self.place(unit, |piece| piece.side = side),
            Fact::Ground { cell, field, to: 0, .. } => _ = self.ground.remove(&(cell, field)),
            Fact::Ground { cell, field, to, .. } => _ = self.ground.insert((cell, field), to),
            Fact::Table { field, to, .. } => {
                if let Some(slot) = self.table.get_mut(usize::from(field)) {
                    *slot = to;
                }
            }
            _ => {}
        }
    }

    fn place(&mut self, unit: UnitId, change: impl FnOnce(&mut Piece)) {
        if let Some(shown) = self.units.get_mut(unit.index()) {
            change(&mut shown.piece);
        }
    }

    /// The units shown in a hex, those that reach into it from beside it last.
    #[must_use]
    pub fn units_in(&self, battle: &dyn BattleView, cell: Cell) -> Vec<UnitId> {
        let near = battle.board().neighbours[cell.index()];
        let ids = || battle.units().filter_map(|u| Some((u, self.units.get(u.index())?.piece)));
        let inside = ids().filter(|(_, p)| p.at == cell);
        let beside = ids().filter(|(_, p)| p.wide && p.at.is_some() && near.contains(&p.at));
        inside.chain(beside).map(|(u, _)| u).collect()
    }
}
