//! Units of several pieces.

use super::{MAX_UNITS, UnitId, UnitSet, Words};

/// Which pieces act together.
///
/// A piece stands in a hex. A unit is what is chosen, asked and listed, and what a search sees as its actor: a group of
/// pieces that has the number of its first piece, whether that is still on the board or not. The first pieces of all
/// units come before all others, so that the units are numbered without gaps from 0 and their sets are
/// [`Narrow`](super::Narrow) however many pieces there are. A ruleset without squads has groups of one, of which
/// nothing is kept.
#[derive(Clone, Debug, Default)]
pub struct Groups<W: Words> {
    // By piece; empty where each is its own.
    unit_of: Vec<UnitId>,
    // By unit.
    pieces: Vec<UnitSet<W>>,
}

impl<W: Words> Groups<W> {
    /// The groups in which each piece, by its number, belongs to a unit.
    ///
    /// # Panics
    /// Where a unit's number is not that of its first piece, or there are more than [`MAX_UNITS`] units.
    pub(super) fn new(unit_of: Vec<UnitId>) -> Self {
        let units = unit_of.iter().enumerate().take_while(|(piece, unit)| *piece == unit.index()).count();
        assert!(units <= MAX_UNITS, "{units} units are more than {MAX_UNITS}");
        assert!(unit_of.iter().all(|unit| unit.index() < units), "the first pieces of all units come first");
        let mut pieces = vec![UnitSet::default(); units];
        unit_of.iter().zip(UnitSet::<W>::lowest(unit_of.len())).for_each(|(unit, piece)| {
            pieces[unit.index()].insert(piece);
        });
        Groups { unit_of, pieces }
    }

    /// Whether so many pieces can be set up with these groups.
    pub(super) fn fit(&self, pieces: usize) -> bool {
        let room = if self.unit_of.is_empty() { MAX_UNITS } else { 64 * W::default().as_ref().len() };
        pieces <= room && (self.unit_of.is_empty() || self.unit_of.len() == pieces)
    }

    #[inline]
    pub(super) fn unit_of(&self, piece: UnitId) -> UnitId {
        self.unit_of.get(piece.index()).copied().unwrap_or(piece)
    }

    #[inline]
    pub(super) fn pieces_of(&self, unit: UnitId) -> UnitSet<W> {
        if self.unit_of.is_empty() {
            return [unit].into_iter().collect();
        }
        self.pieces.get(unit.index()).copied().unwrap_or_default()
    }
}
