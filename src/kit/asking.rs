//! Asking: sides answer in an order, each with its units that may.

use crate::battle::{Battle, BySide, Decision, Flow, Kind, Play, Rule, Rules, SideId, UnitId, UnitSet};

/// A ruleset whose sides answer in an order: that of their numbers, unless it says another.
pub trait InTurn: Rules {
    /// The sides in their order, by number.
    #[inline]
    fn order(_battle: &Battle<Self>) -> BySide {
        BySide::in_order()
    }
}

impl<R: InTurn> Battle<R> {
    /// The side at a place in the order, from 0; none beyond the last.
    #[inline]
    #[must_use]
    pub fn side_asked(&self, place: u8) -> Option<SideId> {
        let place = usize::from(place);
        (place < self.shared().sides.len()).then(|| SideId(R::order(self).0[place] as u8))
    }

    /// The place of a unit's side in the order.
    #[must_use]
    pub fn place_in_order(&self, unit: UnitId) -> usize {
        let side = i16::from(self.piece(unit).side.0);
        R::order(self).0.iter().position(|&s| s == side).unwrap_or(usize::MAX)
    }

    /// Which of some units is asked first: one of the first side in the order, by number.
    #[must_use]
    pub fn first_asked(&self, units: UnitSet) -> Option<UnitId> {
        units.min_by_key(|&unit| (self.place_in_order(unit), unit.0))
    }
}

/// What sides are asked: under which rule, and for what kind of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The rule that asks.
    pub rule: Rule,
    /// The kind of answer.
    pub kind: Kind,
}

impl Question {
    /// A question under a rule.
    #[must_use]
    pub const fn new(rule: Rule, kind: Kind) -> Question {
        Question { rule, kind }
    }

    /// Asks the side at a place in the order, if any of its units may answer; else the step is done.
    pub fn ask<R: InTurn>(self, play: &Play<'_, R>, place: u8, actors: UnitSet, step: R::Step) -> Flow<R::Step> {
        match play.side_asked(place) {
            Some(side) if !actors.is_empty() => Flow::Ask(step, Decision::to(side, self.kind, actors, self.rule)),
            _ => Flow::Done,
        }
    }

    /// Asks the first side from a place in the order on that has units which may answer; where none has, the step is
    /// done. Only sides that somebody plays are asked.
    pub fn ask_from<R: InTurn>(
        self,
        play: &Play<'_, R>,
        from: u8,
        actors: impl Fn(&Battle<R>, SideId) -> UnitSet,
        step: impl Fn(u8) -> R::Step,
    ) -> Flow<R::Step> {
        for place in from..play.players() as u8 {
            let units = play.side_asked(place).map_or(UnitSet::default(), |side| actors(play, side));
            if !units.is_empty() {
                return self.ask(play, place, units, step(place));
            }
        }
        Flow::Done
    }

    /// The same where an answer changes nothing for other units than the one that gave it: the rest of those asked
    /// before is asked again, without looking at them anew. `answered` says which unit, and whether it may go on itself.
    pub fn ask_the_rest<R: InTurn>(
        self,
        play: &Play<'_, R>,
        place: u8,
        answered: Option<(UnitId, bool)>,
        actors: impl Fn(&Battle<R>, SideId) -> UnitSet,
        step: impl Fn(u8) -> R::Step,
    ) -> Flow<R::Step> {
        let Some((unit, still)) = answered else { return self.ask_from(play, place, actors, step) };
        let rest = play.asked().only(|u| u != unit || still);
        match self.ask(play, place, rest, step(place)) {
            Flow::Done => self.ask_from(play, place + 1, actors, step),
            asking => asking,
        }
    }

    /// Asks the first side from a place in the order on, and round again, that has units which may answer: one answer
    /// each in turn. The step is done where no side has any.
    pub fn ask_round<R: InTurn>(
        self,
        play: &Play<'_, R>,
        from: u8,
        actors: impl Fn(&Battle<R>, SideId) -> UnitSet,
        step: impl Fn(u8) -> R::Step,
    ) -> Flow<R::Step> {
        let players = play.players() as u8;
        match self.ask_from(play, from % players, &actors, &step) {
            Flow::Done => self.ask_from(play, 0, actors, step),
            asking => asking,
        }
    }
}
