//! Where a unit can get to, what that costs, and the way there.

use super::{Board, Cell, Facing, Link};

/// What entering a hex takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Movement points, 1 or more, so that nothing need be looked at where all are spent.
    pub cost: u8,
    /// Whether the hex may be entered but not left again in this search. Must be the same from wherever
    /// the hex is entered.
    pub stop: bool,
}

/// Reusable buffers for searches by cost. Allocates only until it has met its largest board.
///
/// The answers ([`reached`](Self::reached), [`cost`](Self::cost) ...) are those of the last search by
/// [`field`](Self::field) or [`turning`](Self::turning).
#[derive(Clone, Debug)]
pub struct Reach {
    /// Counts searches, so that what earlier ones left behind is told apart without clearing it.
    generation: u32,
    budget: u8,
    /// Whether the last search was of poses.
    turned: bool,
    cells: Marks,
    poses: Marks,
    /// States by the cost at which they were reached; empty between searches.
    buckets: Box<[Vec<u16>; 256]>,
    reached: Vec<Cell>,
}

/// What is known of each state: a hex, or a pose (a hex's index times eight plus the facing).
#[derive(Clone, Debug, Default)]
struct Marks {
    /// The [`Reach::key`] of the best way in: greater is better.
    best: Vec<u32>,
    /// The state it came from, with [`STOP`] added where it must stay. The poses of the largest board fill a `u16`,
    /// so that has no room left for the flag.
    from: Vec<u32>,
}

const STOP: u32 = 1 << 31;

impl Marks {
    fn fit(&mut self, states: usize) {
        if self.best.len() < states {
            self.best.resize(states, 0);
            self.from.resize(states, 0);
        }
    }

    /// Notes a way into a state, if it is better than what was known.
    #[inline]
    fn improve(&mut self, state: u16, key: u32, from: u32) -> bool {
        let state = usize::from(state);
        let better = key > self.best[state];
        if better {
            self.best[state] = key;
            self.from[state] = from;
        }
        better
    }
}

fn pose(cell: Cell, facing: usize) -> u16 {
    cell.0 * 8 + facing as u16
}

/// Movement points for a turn in one hex: its first hexside is free, each further one costs 1 (HEX-FACE-02).
fn turn_cost(from: usize, to: usize) -> u8 {
    Facing::from_index(from).turn_to(Facing::from_index(to)).saturating_sub(1)
}

impl Default for Reach {
    fn default() -> Self {
        Self::new()
    }
}

impl Reach {
    /// Empty buffers; nothing is reached yet.
    #[must_use]
    pub fn new() -> Self {
        Reach {
            generation: 0,
            budget: 0,
            turned: false,
            cells: Marks::default(),
            poses: Marks::default(),
            buckets: Box::new([const { Vec::new() }; 256]),
            reached: Vec::new(),
        }
    }

    /// A newer search beats an older one, then a lower cost beats a higher.
    #[inline]
    fn key(&self, cost: u8) -> u32 {
        self.generation << 8 | u32::from(u8::MAX - cost)
    }

    fn known(&self, marks: &Marks, state: usize) -> Option<u8> {
        let best = *marks.best.get(state)?;
        (best >> 8 == self.generation).then_some(u8::MAX - best as u8)
    }

    fn begin(&mut self, board: &Board, budget: u8, turned: bool) {
        if self.generation == u32::MAX >> 8 {
            self.generation = 0;
            self.cells.best.fill(0);
            self.poses.best.fill(0);
        }
        self.generation += 1;
        self.budget = budget;
        self.turned = turned;
        self.reached.clear();
        self.cells.fit(board.len());
        if turned {
            self.poses.fit(board.len() * 8);
        }
    }

    /// Finds every hex that can be reached from `start` for at most `budget` movement points.
    ///
    /// `enter` is asked what the step from one hex to the next takes, for hexsides and for links between
    /// decks alike (MAP-11); none means that it is not allowed.
    pub fn field(&mut self, board: &Board, start: Cell, budget: u8, enter: impl FnMut(Cell, Cell) -> Option<Step>) {
        self.seek(board, start, budget, enter, |_| false);
    }

    /// The same, with links besides those of the board. `enter` is asked about them too.
    pub fn field_through(
        &mut self,
        board: &Board,
        besides: &[Link],
        start: Cell,
        budget: u8,
        enter: impl FnMut(Cell, Cell) -> Option<Step>,
    ) {
        self.search(board, besides, start, budget, enter, |_, _| true, |_| false);
    }

    /// The same search, as far as the first hex that is wanted: that hex, if there is one. What is reached at a higher cost
    /// is not found out then, and of other hexes than those that are [`reached`](Self::reached) nothing is certain.
    pub fn seek(
        &mut self,
        board: &Board,
        start: Cell,
        budget: u8,
        enter: impl FnMut(Cell, Cell) -> Option<Step>,
        wanted: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        self.search(board, &[], start, budget, enter, |_, _| true, wanted)
    }

    /// The same for hexes that are wanted within so many hexes of a goal: ways that cannot come so near any more are not
    /// followed. It finds the same hex by the same way, mostly much sooner; where links are shortcuts, as soon.
    pub fn seek_near(
        &mut self,
        board: &Board,
        start: Cell,
        budget: u8,
        (goal, within): (Cell, u16),
        enter: impl FnMut(Cell, Cell) -> Option<Step>,
        wanted: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        if board.has_shortcuts() {
            return self.seek(board, start, budget, enter, wanted);
        }
        // No step costs less than 1.
        let hopeful = |to, spent| board.distance(to, goal) <= u16::from(budget - spent) + within;
        self.search(board, &[], start, budget, enter, hopeful, wanted)
    }

    /// All of these: the search with links besides those of the board, as far as what is wanted, by hexes that are hopeful for
    /// what is spent there at least.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the one search behind those with few")]
    fn search(
        &mut self,
        board: &Board,
        besides: &[Link],
        start: Cell,
        budget: u8,
        mut enter: impl FnMut(Cell, Cell) -> Option<Step>,
        hopeful: impl Fn(Cell, u8) -> bool,
        mut wanted: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        self.begin(board, budget, false);
        let first = self.key(0);
        self.cells.improve(start.0, first, start.0.into());
        self.buckets[0].push(start.0);
        let Reach { cells: Marks { best, from }, buckets, reached, .. } = self;
        let (best, from) = (&mut best[..], &mut from[..]);
        for spent in 0..=budget {
            let (key, left) = (first - u32::from(spent), budget - spent);
            // No step is free, so nothing joins those that are reached for as much.
            let mut states = std::mem::take(&mut buckets[usize::from(spent)]);
            let mut found = None;
            for &state in &states {
                let cell = Cell(state);
                if best[cell.index()] != key {
                    continue; // left over from before a cheaper way in was found
                }
                reached.push(cell);
                if wanted(cell) {
                    found = Some(cell);
                    break;
                }
                if left == 0 || from[cell.index()] & STOP != 0 {
                    continue;
                }
                // No closure: that is not inlined where it is called twice.
                macro_rules! look {
                    ($to:expr) => {
                        let to: Cell = $to;
                        // A step costs 1 at least, so who is there for 1 more cannot come cheaper. No hex is in no place.
                        if let Some(known) = best.get_mut(to.index()).filter(|best| **best < key - 1)
                            && hopeful(to, spent + 1)
                            && let Some(step) = enter(cell, to).filter(|step| step.cost <= left)
                            && *known < key - u32::from(step.cost)
                        {
                            *known = key - u32::from(step.cost);
                            from[to.index()] = u32::from(state) | if step.stop { STOP } else { 0 };
                            buckets[usize::from(spent + step.cost)].push(to.0);
                        }
                    };
                }
                for &to in &board.neighbours[cell.index()] {
                    look!(to);
                }
                // Nearly all boards have no links, and a plain loop over the hexsides is much quicker than a chain.
                if !(board.links.is_empty() && besides.is_empty()) {
                    for to in board.links.iter().chain(besides).filter_map(|link| link.beyond(cell)) {
                        look!(to);
                    }
                }
            }
            states.clear();
            buckets[usize::from(spent)] = states;
            if found.is_some() {
                buckets[usize::from(spent)..=usize::from(budget)].iter_mut().for_each(Vec::clear);
                return found;
            }
        }
        None
    }

    /// Finds every hex, and every facing in it, that a vehicle can reach for at most `budget` movement
    /// points (HEX-FACE-02, HEX-MOVE-09).
    ///
    /// It leaves a hex by the hexside it faces and keeps that facing as it enters the next. In each hex,
    /// the first included, one hexside of turning is free and each further one costs 1. In a hex where it
    /// must stop it may still take the free turn, but not pay for more. Links between decks are not
    /// hexsides: it does not take them. `enter` is as for [`field`](Self::field).
    pub fn turning(
        &mut self,
        board: &Board,
        start: Cell,
        facing: Facing,
        budget: u8,
        mut enter: impl FnMut(Cell, Cell) -> Option<Step>,
    ) {
        // A free turn not taken is lost on leaving, so a pose on entering a hex says all: what the turn
        // there costs follows from the side by which the hex is left.
        self.begin(board, budget, true);
        let first = pose(start, facing as usize);
        self.poses.improve(first, self.key(0), first.into());
        self.buckets[0].push(first);
        for spent in 0..=budget {
            let key = self.key(spent);
            let mut next = 0;
            while let Some(&state) = self.buckets[usize::from(spent)].get(next) {
                next += 1;
                if self.poses.best[usize::from(state)] != key {
                    continue;
                }
                let (cell, came) = (Cell(state / 8), usize::from(state % 8));
                if self.cells.improve(cell.0, key, state.into()) {
                    self.reached.push(cell);
                }
                if spent == budget || self.poses.from[usize::from(state)] & STOP != 0 {
                    continue;
                }
                for (side, &to) in board.neighbours[cell.index()].iter().enumerate() {
                    let turn = turn_cost(came, side);
                    if !to.is_some() || turn > budget - spent {
                        continue;
                    }
                    let entered = pose(to, side);
                    if self.poses.best[usize::from(entered)] >= key - u32::from(turn) {
                        continue;
                    }
                    let Some(step) = enter(cell, to) else { continue };
                    if step.cost > budget - spent - turn {
                        continue;
                    }
                    let cost = turn + step.cost;
                    let from = u32::from(state) | if step.stop { STOP } else { 0 };
                    if self.poses.improve(entered, key - u32::from(cost), from) {
                        self.buckets[usize::from(spent + cost)].push(entered);
                    }
                }
            }
            self.buckets[usize::from(spent)].clear();
        }
    }

    /// The hexes reached: the start first, then by rising cost; the order is the same on every machine.
    #[must_use]
    pub fn reached(&self) -> &[Cell] {
        &self.reached
    }

    /// The least movement points that get to a hex, in whatever facing; none if it was not reached.
    #[inline]
    #[must_use]
    pub fn cost(&self, cell: Cell) -> Option<u8> {
        self.known(&self.cells, cell.index())
    }

    /// The least movement points that get to a hex so as to end with each facing, in the order of
    /// [`Facing::ALL`]. After [`field`](Self::field), where facing is of no account, all are the same.
    #[must_use]
    pub fn facings(&self, cell: Cell) -> [Option<u8>; 6] {
        if !self.turned {
            return [self.cost(cell); 6];
        }
        std::array::from_fn(|facing| self.arrival(cell, facing).map(|(cost, _)| cost))
    }

    /// The facings in which a hex can be left standing, as bits in the order of [`Facing::ALL`]: those to which
    /// [`facings`](Self::facings) gives a cost.
    #[must_use]
    pub fn facing_set(&self, cell: Cell) -> u8 {
        /// Facings at most so many hexsides from east, as bits.
        const NEAR: [u8; 4] = [0b00_0001, 0b10_0011, 0b11_0111, 0b11_1111];
        if !self.turned {
            return if self.cost(cell).is_some() { NEAR[3] } else { 0 };
        }
        let mut set = 0;
        for came in 0..6 {
            let entered = pose(cell, came);
            if let Some(cost) = self.known(&self.poses, usize::from(entered)) {
                let stopped = self.poses.from[usize::from(entered)] & STOP != 0;
                let paid = if stopped { 0 } else { self.budget - cost };
                let near = NEAR[usize::from(1 + paid.min(2))];
                set |= near << came | near >> (6 - came);
            }
        }
        set & NEAR[3]
    }

    /// The cheapest way to end in a hex with a facing: its cost, and the pose in which the hex is entered.
    fn arrival(&self, cell: Cell, facing: usize) -> Option<(u8, u16)> {
        (0..6)
            .filter_map(|came| {
                let entered = pose(cell, came);
                let cost = self.known(&self.poses, usize::from(entered))?;
                let turn = turn_cost(came, facing);
                let stopped = self.poses.from[usize::from(entered)] & STOP != 0;
                (turn <= if stopped { 0 } else { self.budget - cost }).then_some((cost + turn, entered))
            })
            .min()
    }

    /// Writes the cheapest way to a hex to `out`: the start left out, the hex itself last. Empty for the
    /// start and for a hex that was not reached.
    pub fn path(&self, cell: Cell, out: &mut Vec<Cell>) {
        out.clear();
        if self.cost(cell).is_none() {
            return;
        }
        if self.turned {
            self.walk_back(&self.poses, self.cells.from[cell.index()], 8, out);
        } else {
            self.walk_back(&self.cells, cell.0.into(), 1, out);
        }
    }

    /// Writes the cheapest way to end in a hex with a facing to `out`, as [`path`](Self::path) does. The
    /// turn to each hexside that is crossed, and to `facing` in the last hex, follow from it.
    pub fn path_facing(&self, cell: Cell, facing: Facing, out: &mut Vec<Cell>) {
        if !self.turned {
            return self.path(cell, out);
        }
        out.clear();
        if let Some((_, entered)) = self.arrival(cell, facing as usize) {
            self.walk_back(&self.poses, entered.into(), 8, out);
        }
    }

    fn walk_back(&self, marks: &Marks, mut state: u32, states_per_cell: u32, out: &mut Vec<Cell>) {
        loop {
            let from = marks.from[state as usize] & !STOP;
            if from == state {
                break;
            }
            out.push(Cell((state / states_per_cell) as u16));
            state = from;
        }
        out.reverse();
    }

    /// Writes to `out`, for every hex of the board, the least cost of a way from any of `sources`;
    /// `u16::MAX` where there is none. For distances *to* the sources, ask `enter` the other way round.
    ///
    /// `enter` gives the cost of the step from one hex to the next, none if there is no such step.
    pub fn distances(
        &mut self,
        board: &Board,
        sources: &[Cell],
        mut enter: impl FnMut(Cell, Cell) -> Option<u8>,
        out: &mut Vec<u16>,
    ) {
        out.clear();
        out.resize(board.len(), u16::MAX);
        for source in sources {
            out[source.index()] = 0;
        }
        // One step costs less than there are buckets, so they serve as a ring.
        self.buckets[0].extend(sources.iter().map(|source| source.0));
        let mut waiting = sources.len();
        let mut distance = 0;
        while waiting > 0 {
            let bucket = usize::from(distance % 256);
            let mut next = 0;
            while let Some(&state) = self.buckets[bucket].get(next) {
                next += 1;
                let cell = Cell(state);
                if out[cell.index()] != distance {
                    continue;
                }
                for to in board.exits(cell) {
                    if out[to.index()] <= distance {
                        continue;
                    }
                    let Some(cost) = enter(cell, to) else { continue };
                    let total = distance.saturating_add(u16::from(cost));
                    if total < out[to.index()] {
                        out[to.index()] = total;
                        self.buckets[usize::from(total % 256)].push(to.0);
                        waiting += 1;
                    }
                }
            }
            waiting -= next;
            self.buckets[bucket].clear();
            distance += 1;
        }
    }
}

impl Board {
    /// The cheapest way between two hexes and its cost, however far: the start left out, the goal last.
    ///
    /// Allocates; [`Reach`] is for what runs often. `enter` is as for [`Reach::distances`].
    #[must_use]
    pub fn path(
        &self,
        from: Cell,
        to: Cell,
        mut enter: impl FnMut(Cell, Cell) -> Option<u8>,
    ) -> Option<(Vec<Cell>, u32)> {
        let steps = |cell: &Cell| {
            let cell = *cell;
            self.exits(cell).filter_map(|to| Some((to, u32::from(enter(cell, to)?)))).collect::<Vec<_>>()
        };
        let (mut cells, cost) = pathfinding::directed::dijkstra::dijkstra(&from, steps, |&cell| cell == to)?;
        cells.remove(0);
        Some((cells, cost))
    }
}
