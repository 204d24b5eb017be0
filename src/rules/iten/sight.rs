//! Lines of sight and cover (ITEN-LOS, ITEN-SHO-09, -10, HULK-COVER), and who touches whom (ITEN-CON).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use crate::battle::{SideId, UnitId, UnitSet};
use crate::board::{Board, Cell, Shift, Terrain};

use super::Battle;
use super::figure::Fate;
use super::numbers::{DOORWAY, TerrainRow, class, is_area};

/// What lies between two hexes as the map draws it, worked out when it is first asked for: boards are large, and few of
/// all pairs of hexes ever look at each other.
#[derive(Debug)]
pub(super) struct Sightlines {
    /// For each hex those from it on, both ways in one.
    rows: Vec<OnceLock<Box<[AtomicU16]>>>,
    /// For each hex whether those from it on see it, two bits each: so little that it stays close at hand.
    seen: Vec<OnceLock<Box<[AtomicU64]>>>,
    marks: Vec<Mark>,
}

/// What a hex does to a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    /// It blocks sight.
    pub(super) blocks: bool,
    /// It is an area of cover (ITEN-LOS-03).
    area: bool,
    /// It gives cover of this class to whoever stands behind or in it.
    pub(super) class: u8,
    height: u8,
    /// It can be opened.
    opens: bool,
    /// It can be opened or holed: what it does now is not what the map says for good.
    changes: bool,
}

impl Mark {
    /// What it does while it stands open.
    fn opened(self) -> Mark {
        // Whoever stands in an open doorway has it for cover (ITEN-TRN, HULK-COVER-02).
        if self.opens { Mark { blocks: false, class: DOORWAY, ..self } } else { self }
    }
}

/// Both traces between two hexes, as one of them sees the other: three bits each, the left one's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line(u8);

/// The lines between two hexes, there and back, six bits each; whether a door that is opened would change them; whether
/// they are known at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lines(u16);

/// The two sides to which a line is moved.
pub(super) const SHIFTS: [Shift; 2] = [Shift::Left, Shift::Right];

/// One trace: open or blocked, and the class of cover before the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Trace {
    blocked: bool,
    class: u8,
}

impl Trace {
    const fn packed(self) -> u8 {
        let class = if self.class < 3 { self.class } else { 3 };
        self.blocked as u8 | class << 1
    }

    const fn unpacked(bits: u8) -> Trace {
        Trace { blocked: bits & 1 == 1, class: bits >> 1 & 3 }
    }
}

/// How one hex is seen from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Half of it is hidden (ITEN-SHO-10).
    pub half: bool,
    /// Class of the cover that it has: 0 none, 1 soft, 2 hard; aboard 2 moderate, 3 hard.
    pub class: u8,
}

/// One trace between two hexes, as seen from the first and from the second. `depth`: most hexes of one area at an end of
/// a line that sight goes through (ITEN-LOS-03).
fn trace(board: &Board, ends: [Cell; 2], side: Shift, depth: u8, mark: impl Fn(Cell) -> Mark) -> [Trace; 2] {
    let ([from, to], [first, last]) = (ends, ends.map(&mark));
    let top = first.height.max(last.height);
    // Runs of area at either end; an area with open ground on both sides of it blocks (ITEN-LOS-04).
    let (mut near, mut far, mut opened) = (u8::from(first.area), 0, !first.area);
    let (mut after, mut before) = (Cell::NONE, Cell::NONE);
    for cell in board.trace(from, to, side) {
        let here = mark(cell);
        if here.blocks || here.height > top {
            return [Trace { blocked: true, class: 0 }; 2];
        }
        match (here.area, opened) {
            (true, false) => near += 1,
            (true, true) => far += 1,
            (false, _) if far > 0 => return [Trace { blocked: true, class: 0 }; 2],
            (false, _) => opened = true,
        }
        before = cell;
        after = if after.is_some() { after } else { cell };
    }
    let beyond = !last.area && far > 0;
    far += u8::from(last.area);
    let through = first.area && last.area && !opened;
    let blocked = beyond || if through { board.distance(from, to) > depth.into() } else { near > depth || far > depth };
    // MAP-09: the last hex before the target holds an obstacle, unless the firer stands at it himself.
    let behind = |firer: Cell, cell: Cell| {
        let obstacle = if cell.is_some() && board.distance(firer, cell) > 1 { mark(cell) } else { Mark::default() };
        // Nobody is covered by an open doorway but whoever stands in it.
        if obstacle.area || obstacle.opens { 0 } else { obstacle.class }
    };
    [(last, from, before), (first, to, after)]
        .map(|(target, firer, cell)| Trace { blocked, class: target.class.max(behind(firer, cell)) })
}

impl Sightlines {
    pub(super) fn new(board: &Board, ground: &[TerrainRow; Terrain::ALL.len()], aboard: bool) -> Self {
        let mark = |cell: Cell| {
            let terrain = board.terrain[cell.index()];
            let row = &ground[terrain as usize];
            Mark {
                blocks: row.blocks_sight,
                area: is_area(row) && !aboard,
                class: class(row, aboard),
                height: board.heights[cell.index()],
                opens: row.opens,
                changes: row.opens || row.grade.is_some(),
            }
        };
        Sightlines {
            rows: board.cells().map(|_| OnceLock::new()).collect(),
            seen: board.cells().map(|_| OnceLock::new()).collect(),
            marks: board.cells().map(mark).collect(),
        }
    }

    /// Whether two hexes of a deck see each other as the map draws it.
    #[inline]
    fn sees(&self, board: &Board, from: Cell, to: Cell, depth: u8) -> bool {
        let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
        let words = || (low..board.len()).step_by(PAIRS).map(|_| AtomicU64::new(0)).collect();
        let row = self.seen[low].get_or_init(words);
        let (word, shift) = (&row[(high - low) / PAIRS], (high - low) % PAIRS * 2);
        let mut kept = word.load(Ordering::Relaxed) >> shift & 3;
        if kept == 0 {
            let seen = self.drawn(board, from, to, depth).there().look().is_some();
            kept = 2 | u64::from(seen);
            word.fetch_or(kept << shift, Ordering::Relaxed);
        }
        kept & 1 == 1
    }

    /// The lines between two hexes of a deck as the map draws them.
    #[inline]
    fn drawn(&self, board: &Board, from: Cell, to: Cell, depth: u8) -> Lines {
        let (low, high) = (from.min(to), from.max(to));
        let row =
            self.rows[low.index()].get_or_init(|| (low.index()..board.len()).map(|_| AtomicU16::new(0)).collect());
        let known = &row[high.index() - low.index()];
        let mut lines = Lines(known.load(Ordering::Relaxed));
        if lines == Lines::UNKNOWN {
            lines = self.traced(board, low, high, depth);
            // Whoever else works it out meanwhile comes to the same.
            known.store(lines.0, Ordering::Relaxed);
        }
        if from == low { lines } else { lines.turned() }
    }

    /// The lines between two hexes, worked out.
    #[cold]
    fn traced(&self, board: &Board, from: Cell, to: Cell, depth: u8) -> Lines {
        let met = std::cell::Cell::new(false);
        let lines = Lines::traced(board, [from, to], depth, |cell| {
            let mark = self.marks[cell.index()];
            met.set(met.get() | mark.opens);
            mark
        });
        let opened = || Lines::traced(board, [from, to], depth, |cell| self.marks[cell.index()].opened());
        if met.get() && lines != opened() { Lines(lines.0 | Lines::LOOSE) } else { lines }
    }
}

/// How many pairs of hexes a word tells of: whether it is known, and whether they see each other.
const PAIRS: usize = 32;

impl Lines {
    /// Not worked out yet.
    const UNKNOWN: Lines = Lines(0);
    /// Set where they are known.
    const KNOWN: u16 = 1 << 15;
    /// Set where doors change them.
    const LOOSE: u16 = 1 << 14;

    /// The lines between two hexes.
    fn traced(board: &Board, ends: [Cell; 2], depth: u8, mark: impl Fn(Cell) -> Mark) -> Lines {
        let left = trace(board, ends, Shift::Left, depth, &mark);
        let right = if board.forks(ends[0], ends[1]) { trace(board, ends, Shift::Right, depth, mark) } else { left };
        // What is left on the way there is right on the way back.
        let [there, back] = [Line::of([left[0], right[0]]), Line::of([right[1], left[1]])];
        Lines(Lines::KNOWN | u16::from(back.0) << 6 | u16::from(there.0))
    }

    #[inline]
    fn there(self) -> Line {
        Line((self.0 & 63) as u8)
    }

    #[inline]
    fn back(self) -> Line {
        Line((self.0 >> 6 & 63) as u8)
    }

    /// The same from the other hex.
    #[inline]
    fn turned(self) -> Lines {
        let Lines(bits) = self;
        Lines(bits & !0xfff | bits >> 6 & 63 | (bits & 63) << 6)
    }

    #[inline]
    fn loose(self) -> bool {
        self.0 & Lines::LOOSE != 0
    }
}

impl Line {
    /// How each line is seen, by its bits.
    const LOOKS: [Option<Look>; 64] = {
        let mut looks = [None; 64];
        let mut bits = 0;
        while bits < 64 {
            let [left, right] = Line(bits).traces();
            let class = if left.class > right.class { left.class } else { right.class };
            looks[bits as usize] = match (left.blocked, right.blocked) {
                (false, false) => Some(Look { half: false, class }),
                (false, true) => Some(Look { half: true, class: left.class }),
                (true, false) => Some(Look { half: true, class: right.class }),
                (true, true) => None,
            };
            bits += 1;
        }
        looks
    };

    fn of([left, right]: [Trace; 2]) -> Line {
        Line(left.packed() << 3 | right.packed())
    }

    const fn traces(self) -> [Trace; 2] {
        [Trace::unpacked(self.0 >> 3), Trace::unpacked(self.0)]
    }

    /// What comes of both traces; nothing where both are blocked.
    #[inline]
    fn look(self) -> Option<Look> {
        Line::LOOKS[usize::from(self.0 & 63)]
    }

    /// The sides to which the line may be moved without being blocked.
    pub(super) fn open(self) -> impl Iterator<Item = Shift> {
        SHIFTS.into_iter().zip(self.traces()).filter(|(_, t)| !t.blocked).map(|(shift, _)| shift)
    }
}

impl Battle {
    /// How a hex is seen from another; none where it is not (ITEN-LOS).
    #[inline]
    #[must_use]
    pub fn look(&self, from: Cell, to: Cell) -> Option<Look> {
        if self.board().deck(from) != self.board().deck(to) {
            return self.look_across(from, to);
        }
        self.line(from, to).look()
    }

    /// How two hexes see each other, the second from the first and back; none where either does not. `as_drawn`:
    /// whether [`is_as_drawn`](Self::is_as_drawn).
    #[inline]
    pub(super) fn looks(&self, one: Cell, other: Cell, as_drawn: bool) -> Option<[Look; 2]> {
        let (setting, board) = (self.setting(), self.board());
        if board.deck(one) == board.deck(other) && setting.vehicles.is_empty() {
            let drawn = || setting.sight.drawn(board, one, other, setting.numbers.area_depth);
            let lines = if as_drawn { drawn() } else { self.lines(one, other) };
            return Some([lines.there().look()?, lines.back().look()?]);
        }
        Some([self.look(one, other)?, self.look(other, one)?])
    }

    /// The hexes that a figure would see from a hex, all in one band: how far they are nobody measures (MAP-18). Those
    /// without a ranged weapon cover nothing.
    pub(in crate::rules) fn field_of_fire(&self, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
        let arms = self.profile(unit).arms.len() as u8;
        let armed = (0..arms).any(|place| self.arm(unit, place).is_some_and(|weapon| !weapon.is_melee()));
        let cells = self.board().cells().filter(|&to| armed && to != from && self.look(from, to).is_some());
        cells.map(|to| (to, 1)).collect()
    }

    /// The hexes that are seen from a hex (ITEN-LOS-01), each with whether whoever stands there has cover (ITEN-SHO-10).
    pub(in crate::rules) fn seen_from(&self, from: Cell) -> Vec<(Cell, bool)> {
        let cells = self.board().cells().filter(|to| *to != from);
        cells.filter_map(|to| self.look(from, to).map(|look| (to, look.half || look.class > 0))).collect()
    }

    /// Whether nothing has come between hexes that the map does not draw.
    #[inline]
    pub(super) fn is_as_drawn(&self) -> bool {
        let changed = self.marked().iter().any(|(_, now)| now.holed || now.open);
        !changed && self.setting().vehicles.is_empty() && self.wagon().is_none()
    }

    /// Whether a hex is seen from another over what the map draws.
    #[inline]
    fn sees_drawn(&self, from: Cell, to: Cell) -> bool {
        let (setting, board) = (self.setting(), self.board());
        if board.deck(from) == board.deck(to) {
            setting.sight.sees(board, from, to, setting.numbers.area_depth)
        } else {
            self.look(from, to).is_some()
        }
    }

    /// The line between two hexes of a deck as it is now.
    #[inline]
    pub(super) fn line(&self, from: Cell, to: Cell) -> Line {
        let line = self.lines(from, to).there();
        if self.setting().vehicles.is_empty() { line } else { self.past_hulls(line, from, to) }
    }

    /// The lines between two hexes of a deck as if there were no vehicles. What the map draws is kept; it holds unless
    /// something that has been opened or holed since lies on the way.
    #[inline]
    fn lines(&self, from: Cell, to: Cell) -> Lines {
        let (setting, board) = (self.setting(), self.board());
        let drawn = setting.sight.drawn(board, from, to, setting.numbers.area_depth);
        let changed = self.is_wagon_between(from, to) || self.is_opened_between(from, to, drawn.loose());
        if changed { self.lines_now(from, to) } else { drawn }
    }

    /// The lines between two hexes of a deck, traced over what has been opened, holed and moved.
    #[cold]
    fn lines_now(&self, from: Cell, to: Cell) -> Lines {
        Lines::traced(self.board(), [from, to], self.setting().numbers.area_depth, |cell| self.mark(cell))
    }

    /// Whether something that has been holed may be on a line, or, where doors change it, something that has been opened.
    #[inline]
    fn is_opened_between(&self, from: Cell, to: Cell, loose: bool) -> bool {
        let board = self.board();
        self.marked().iter().any(|&(cell, now)| (now.holed || now.open && loose) && board.may_enter(from, to, cell))
    }

    /// A line, blocked where vehicles and burning wrecks stand in its way; that in which it begins or ends does not
    /// (ITEN-VEH-16, -28).
    fn past_hulls(&self, line: Line, from: Cell, to: Cell) -> Line {
        let covers = |v: UnitId, cell: Cell| self.steps_to(cell, v) == 0;
        // A hex that a line enters makes the way one step longer at most; a hull reaches a step farther.
        let far = |a, b| self.board().distance(a, b);
        let detour = |cell: Cell| far(from, cell) + far(cell, to) - far(from, to);
        let near = |v: UnitId| detour(self.piece(v).at) <= if self.piece(v).wide { 3 } else { 1 };
        let vehicles = self.setting().vehicles & self.on_board();
        let vehicles = vehicles.only(|v| near(v) && !covers(v, from) && !covers(v, to));
        let mut marked = self.marked().iter();
        if vehicles.is_empty() && !marked.any(|&(cell, now)| now.wreck && self.board().may_enter(from, to, cell)) {
            return line;
        }
        let hull = |cell: Cell| self.occupied(cell) && vehicles.clone().any(|v| covers(v, cell));
        let past = |(mut trace, shift): (Trace, Shift)| {
            let mut way = self.board().trace(from, to, shift);
            trace.blocked = trace.blocked || way.any(|cell| self.ground(cell).wreck || hull(cell));
            trace
        };
        let [left, right] = line.traces();
        Line::of([(left, SHIFTS[0]), (right, SHIFTS[1])].map(past))
    }

    /// How a unit is seen from a hex; a vehicle by whatever of it is seen (ITEN-VEH-12).
    #[inline]
    #[must_use]
    pub fn look_at(&self, from: Cell, unit: UnitId) -> Option<Look> {
        let piece = self.piece(unit);
        if !piece.wide {
            return self.look(from, piece.at);
        }
        let hull = self.hull(unit);
        let looks = || hull.iter().filter_map(|&cell| self.look(from, cell));
        let class = looks().map(|l| l.class).min()?;
        // Half of it is hidden where fewer than half of its hexes are seen as a whole.
        Some(Look { half: 2 * looks().filter(|l| !l.half).count() < hull.len(), class })
    }

    /// Whether the wagon may be on a line (ITEN-LOS-02): the lines of a trace go by the straight one.
    #[inline]
    fn is_wagon_between(&self, from: Cell, to: Cell) -> bool {
        self.wagon().is_some_and(|at| self.board().may_enter(from, to, at))
    }

    /// What a hex does to a line now.
    pub(super) fn mark(&self, cell: Cell) -> Mark {
        let drawn = self.setting().sight.marks[cell.index()];
        if self.is_wagon(cell) {
            return Mark { blocks: true, ..drawn };
        }
        if !drawn.changes {
            return drawn;
        }
        let now = self.ground(cell);
        match (now.holed, now.open) {
            (true, _) => Mark { height: drawn.height, ..Mark::default() },
            (_, true) => drawn.opened(),
            _ => drawn,
        }
    }

    /// The class of cover that hinders whoever walks through a hex: none on a Path of Light (ITEN-PSY-22).
    #[inline]
    #[must_use]
    pub fn hindrance(&self, cell: Cell) -> u8 {
        self.hindrance_on(cell, self.ground(cell))
    }

    /// The same, where it is known what has become of the hex.
    #[inline]
    pub(super) fn hindrance_on(&self, cell: Cell, now: super::Ground) -> u8 {
        if now.path != 0 { 0 } else { self.setting().class(self.footing_on(cell, now)) }
    }

    /// Whether a figure sees another, or the hex of it.
    #[inline]
    #[must_use]
    pub fn sees(&self, unit: UnitId, other: UnitId) -> bool {
        let at = self.piece(other).at;
        let from = self.muzzle(unit, at);
        if self.is_as_drawn() { self.sees_drawn(from, at) } else { self.look_at(from, other).is_some() }
    }

    /// Whether a figure is on the board and not knocked down.
    #[inline]
    #[must_use]
    pub fn stands(&self, unit: UnitId) -> bool {
        self.piece(unit).at.is_some() && !self.unit(unit).down
    }

    /// Whether two neighbouring hexes are in contact: nothing solid between, and levels that differ by an inch at most
    /// (MAP-03, ITEN-CON-05).
    #[inline]
    pub(super) fn joined(&self, a: Cell, b: Cell) -> bool {
        let heights = &self.board().heights;
        heights[a.index()].abs_diff(heights[b.index()]) <= 1
    }

    /// Everybody whom a figure in a hex would touch.
    #[inline]
    #[must_use]
    pub fn around(&self, cell: Cell) -> UnitSet {
        let taken = |near: &Cell| near.is_some() && self.occupied(*near) && self.joined(cell, *near);
        let about = &self.board().neighbours[cell.index()];
        let mut near = about.iter().copied().filter(taken);
        match (near.next(), near.next()) {
            (None, _) => UnitSet::default(),
            (Some(one), None) => self.units_in(one),
            // Rather once through all units than once for each hex.
            _ if self.setting().vehicles.is_empty() => {
                self.units_where(|p| p.at.is_some() && about.contains(&p.at) && self.joined(cell, p.at))
            }
            (Some(one), Some(two)) => near.chain([one, two]).fold(UnitSet::default(), |all, c| all | self.units_in(c)),
        }
    }

    /// The standing enemies of a side next to a hex: who would hold a figure there (ITEN-CON-01). Vehicles hold nobody
    /// (ITEN-VEH-14).
    #[inline]
    #[must_use]
    pub fn foes_around(&self, side: SideId, cell: Cell) -> UnitSet {
        let about = &self.board().neighbours[cell.index()];
        // Mostly nobody is near.
        if !about.iter().any(|near| near.is_some() && self.occupied(*near)) {
            return UnitSet::default();
        }
        let touches = |at: Cell| about.contains(&at) && self.joined(cell, at);
        let foes = self.enemies_of(side) & !self.setting().vehicles;
        foes.only(|u| touches(self.piece(u).at) && self.stands(u))
    }

    /// The standing enemies that a figure touches.
    #[inline]
    #[must_use]
    pub fn holders(&self, unit: UnitId) -> UnitSet {
        let piece = self.piece(unit);
        let held = piece.at.is_some() && !self.is_vehicle(unit);
        if held { self.foes_around(piece.side, piece.at) } else { UnitSet::default() }
    }

    /// The enemies that a figure touches, those knocked down and vehicles too.
    #[must_use]
    pub fn foes_touched(&self, unit: UnitId) -> UnitSet {
        let piece = self.piece(unit);
        if !piece.at.is_some() {
            return UnitSet::default();
        }
        let around = self.around(piece.at);
        // ITEN-PSY-18: who was made to go at a friend, and that friend, are foes as long as it lasts.
        match self.unit(unit).goes_at.get() {
            None => around.only(|u| self.enemies(u, unit) || self.unit(u).goes_at.is(unit)),
            Some(friend) => around.only(|u| u == friend),
        }
    }

    /// Whether a figure is in melee: a standing enemy touches it (ITEN-SHO-02).
    #[inline]
    #[must_use]
    pub fn in_melee(&self, unit: UnitId) -> bool {
        !self.holders(unit).is_empty()
    }

    /// Whether a figure is in the game, on the board or not.
    #[must_use]
    pub fn plays(&self, unit: UnitId) -> bool {
        self.unit(unit).fate == Fate::Playing
    }
}
