//! Lines of sight and cover (MAP-08, MAP-09, GEM-MOVE-06, GEM-MOVE-08).

use crate::battle::{UnitId, UnitSet};
use crate::board::{Bearing, Cell, Half, Shift, within};

use super::Battle;
use super::content::{Cover, View};

/// What lies along one trace.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    /// Nothing is seen along it.
    blocked: bool,
    /// What blocks it stands next to the target.
    corner: bool,
}

/// How one hex is seen from another, by the map alone.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The cover there; none where there is no line.
    cover: Option<Cover>,
    /// It depends on how doors stand.
    door: bool,
}

impl Seen {
    const COVERS: [Option<Cover>; 4] = [None, Some(Cover::None), Some(Cover::Soft), Some(Cover::Hard)];

    /// As one byte that is not 0.
    fn packed(self) -> u8 {
        let cover = self.cover.map_or(0, |cover| 1 + cover as u8);
        1 << 7 | u8::from(self.door) << 2 | cover
    }

    #[inline]
    fn unpacked(byte: u8) -> Seen {
        Seen { cover: Seen::COVERS[usize::from(byte & 3)], door: byte & 4 != 0 }
    }
}

/// What a look reckons with of all that changes in a battle.
#[derive(Clone, Copy, Debug)]
enum Marks {
    /// Everything, as it is now.
    Now,
    /// No smoke, and all doors open or all shut.
    Bare { open: bool },
}

impl Battle {
    /// What a hex does to sight.
    fn view(&self, cell: Cell, marks: Marks) -> View {
        let row = self.row(cell);
        let open = || match marks {
            Marks::Now => self.ground(cell).open,
            Marks::Bare { open } => open,
        };
        match row.view {
            View::Blocks if row.door && open() => View::Clear,
            View::Clear if self.clouded(cell, marks) => View::Dense,
            view => view,
        }
    }

    fn clouded(&self, cell: Cell, marks: Marks) -> bool {
        matches!(marks, Marks::Now) && self.smoky(cell)
    }

    fn lane(&self, from: Cell, to: Cell, side: Shift, marks: Marks) -> Lane {
        let top = self.height(from).max(self.height(to));
        let (mut lane, mut dense) = (Lane::default(), 0);
        for cell in self.board().trace(from, to, side) {
            let walled = match self.view(cell, marks) {
                View::Clear => false,
                View::Dense => {
                    dense += 1;
                    dense == 2
                }
                View::Blocks => true,
            };
            if walled || self.height(cell) >= top + 2 {
                lane.blocked = true;
                lane.corner |= self.row(cell).view == View::Blocks && self.board().distance(cell, to) == 1;
            }
        }
        lane
    }

    /// The cover that whoever stands in a hex has from another hex; none where there is no line between them. Half hidden
    /// is soft cover, if the corner stands next to the target (GEM-MOVE-08).
    #[must_use]
    pub fn line(&self, from: Cell, to: Cell) -> Option<Cover> {
        if self.board().deck(from) != self.board().deck(to) {
            return None;
        }
        // What only the map decides is looked at once in a battle. Smoke opens no line that there is not without it.
        let seen = Seen::unpacked(self.setting().lines.of(to, from, || self.charted(from, to).packed()));
        if seen.door || seen.cover.is_some() && self.smoke_between(from, to) {
            return self.look(from, to, Marks::Now);
        }
        seen.cover
    }

    /// How a hex is seen from another of its deck, by the map alone.
    fn charted(&self, from: Cell, to: Cell) -> Seen {
        let [shut, open] = [false, true].map(|open| self.look(from, to, Marks::Bare { open }));
        Seen { cover: shut, door: shut != open }
    }

    /// Whether there may be smoke on the way from a hex to another.
    #[inline]
    fn smoke_between(&self, from: Cell, to: Cell) -> bool {
        let smokes = self.table().smokes > 0;
        smokes && self.marked().iter().any(|&(cell, marks)| marks.smoke > 0 && self.board().may_enter(from, to, cell))
    }

    /// The cover in a hex, as it is seen from another of its deck; none where there is no line.
    fn look(&self, from: Cell, to: Cell, marks: Marks) -> Option<Cover> {
        let left = self.lane(from, to, Shift::Left, marks);
        let right = if self.board().forks(from, to) { self.lane(from, to, Shift::Right, marks) } else { left };
        if left.blocked && right.blocked {
            return None;
        }
        let hidden = left.corner || right.corner || self.clouded(to, marks);
        let mut cover = self.row(to).inside.max(if hidden { Cover::Soft } else { Cover::None });
        for side in [Shift::Left, Shift::Right] {
            let last = self.board().last_before(from, to, side);
            if last.is_some() {
                cover = cover.max(self.row(last).behind);
            }
        }
        Some(cover)
    }

    /// Whether there is a line between two models.
    #[must_use]
    pub fn has_line(&self, a: UnitId, b: UnitId) -> bool {
        self.line(self.piece(a).at, self.piece(b).at).is_some()
    }

    /// Whether a hex lies in a model's arc: 90 degrees to the front, all round in close combat (GEM-MOVE-06).
    #[must_use]
    pub fn in_arc(&self, unit: UnitId, to: Cell) -> bool {
        self.before(unit, to) || self.engaged(unit)
    }

    /// Whether a hex lies before a model.
    #[inline]
    #[must_use]
    pub fn before(&self, unit: UnitId, to: Cell) -> bool {
        let piece = self.piece(unit);
        let delta = self.board().hex(to) - self.board().hex(piece.at);
        within(piece.facing, delta, Half::Deg45) != Bearing::Outside
    }

    /// Whether a model has another in sight: in line and in arc (GEM-MOVE-06). Whoever hides is not seen by enemies
    /// (GEM-MOVE-05).
    #[must_use]
    pub fn sees(&self, unit: UnitId, other: UnitId) -> bool {
        !self.unit(other).hidden && self.in_arc(unit, self.piece(other).at) && self.has_line(unit, other)
    }

    /// The enemies that a model has in sight.
    #[must_use]
    pub fn foes_seen(&self, unit: UnitId) -> UnitSet {
        let all_round = self.engaged(unit);
        self.enemies_of(self.piece(unit).side).only(|foe| {
            let open = all_round || self.before(unit, self.piece(foe).at);
            open && !self.unit(foe).hidden && self.has_line(unit, foe)
        })
    }

    /// The cover that a model has from another; none where there is no line.
    #[must_use]
    pub fn cover_from(&self, shooter: UnitId, target: UnitId) -> Option<Cover> {
        self.line(self.piece(shooter).at, self.piece(target).at)
    }
}
