//! Where hexes are: in the plane, and on the screen.

use crate::board::{Board, Cell, Terrain};

/// From the centre of a hex to a corner, in units of the plane.
pub const SIZE: f32 = 32.0;
/// Half the width of a hex.
pub const HALF: f32 = SIZE * 0.866_025_4;
/// Hexes between two decks drawn side by side.
const GAP: u16 = 2;
/// Pixels left free around the whole board, for coordinates.
const MARGIN: f32 = 30.0;
/// Room about a ship where craft lie, in units of the plane.
const ROOM: f32 = 4.5 * SIZE;
/// Pixels for one unit of the plane, at least and at most: a hex is not zoomed to less than 18 pixels.
const SCALES: (f32, f32) = (18.0 / (2.0 * HALF), 4.0);
/// Of a board that is seen as a whole, at least.
const LEAST_WHOLE: f32 = 0.12;

/// A point of the plane or of the screen, y downward.
pub type Point = (f32, f32);

/// The centre of a hex in the plane. Decks lie side by side.
#[must_use]
pub fn centre(board: &Board, cell: Cell) -> Point {
    let (column, row) = board.column_row(cell);
    let shift = if row % 2 == 0 { 2 } else { 1 };
    let columns = board.deck(cell) * (board.width + GAP) + column - 1;
    (HALF * f32::from(2 * columns + shift), SIZE * (1.5 * f32::from(row) - 0.5))
}

/// The point of the plane in the middle of several hexes; none where there are none on the board.
#[must_use]
pub fn middle(board: &Board, cells: impl IntoIterator<Item = Cell>) -> Option<Point> {
    let points: Vec<Point> = cells.into_iter().filter(|cell| cell.is_some()).map(|cell| centre(board, cell)).collect();
    let count = points.len() as f32;
    let sum = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    (!points.is_empty()).then(|| (sum.0 / count, sum.1 / count))
}

/// The width and height of all decks in the plane.
#[must_use]
pub fn extent(board: &Board) -> Point {
    let columns = board.decks * (board.width + GAP) - GAP;
    (HALF * f32::from(2 * columns + 1), SIZE * (1.5 * f32::from(board.height) + 0.5))
}

/// The upper left and lower right corners of what there is to be seen of a board.
fn bounds(board: &Board) -> (Point, Point) {
    let (width, height) = extent(board);
    let (mut left, mut top, mut right, mut bottom) = (width, height, 0.0_f32, 0.0_f32);
    for cell in board.cells().filter(|c| board.terrain[c.index()] != Terrain::Void) {
        let (x, y) = centre(board, cell);
        (left, top) = (left.min(x - ROOM), top.min(y - ROOM));
        (right, bottom) = (right.max(x + ROOM), bottom.max(y + ROOM));
    }
    ((left.max(0.0), top.max(0.0)), (right.min(width), bottom.min(height)))
}

/// The hex at a point of the plane.
#[must_use]
pub fn hex_at(board: &Board, (x, y): Point) -> Option<Cell> {
    let row = (y / (1.5 * SIZE)).floor() as i32;
    let column = (x / (2.0 * HALF)).floor() as i32;
    let near = (row - 1..=row + 1).flat_map(|r| (column - 1..=column + 1).map(move |c| (c, r)));
    let apart = i32::from(board.width + GAP);
    let cells = near.filter_map(|(c, r)| {
        let (deck, column) = (c.div_euclid(apart), c.rem_euclid(apart));
        let inside = (0..i32::from(board.decks)).contains(&deck) && column < i32::from(board.width);
        let cell = inside.then(|| board.at(column as u16 + 1, u16::try_from(r + 1).unwrap_or(0)))?;
        cell.is_some().then(|| Cell(cell.0 + deck as u16 * board.width * board.height))
    });
    let far = |cell: Cell| {
        let (cx, cy) = centre(board, cell);
        (cx - x).powi(2) + (cy - y).powi(2)
    };
    let nearest = cells.min_by(|a, b| far(*a).total_cmp(&far(*b)))?;
    (far(nearest) <= SIZE * SIZE).then_some(nearest)
}

/// The part of the screen that shows the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// Its left edge.
    pub x: f32,
    /// Its upper edge.
    pub y: f32,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

impl Frame {
    /// The middle.
    #[must_use]
    pub fn middle(self) -> Point {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The same so many times as large, about the corner of the screen.
    #[must_use]
    pub fn times(self, by: f32) -> Frame {
        Frame { x: self.x * by, y: self.y * by, width: self.width * by, height: self.height * by }
    }

    /// Whether two parts have anything in common.
    #[must_use]
    pub fn meets(self, other: Frame) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// Whether a point of the screen is in it.
    #[must_use]
    pub fn has(self, (x, y): Point) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

/// Seconds for the way to where something happens.
const GLIDE: f32 = 0.26;

/// The way of a camera to another point of the plane: fast at first, slow at last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glide {
    from: Point,
    /// Where it leads.
    pub to: Point,
    /// Seconds since it began.
    age: f32,
}

impl Glide {
    /// Begins here.
    #[must_use]
    pub fn new(from: Point, to: Point) -> Glide {
        Glide { from, to, age: 0.0 }
    }

    /// Goes on for so many seconds. Returns where it has come to, and whether it is over.
    pub fn tick(&mut self, seconds: f32) -> (Point, bool) {
        self.age += seconds;
        let left = 1.0 - (self.age / GLIDE).min(1.0);
        (between(self.from, self.to, 1.0 - left.powi(3)), left == 0.0)
    }
}

/// A point between two, at this part of the way.
#[must_use]
pub fn between(from: Point, to: Point, part: f32) -> Point {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

/// Which part of the plane is seen in the frame, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the plane in the middle of the frame.
    pub target: Point,
    /// Pixels for one unit of the plane.
    pub scale: f32,
    /// Where on the screen, so that nothing covers it.
    pub frame: Frame,
    /// All of the screen in which it is drawn.
    pub room: Frame,
}

impl Camera {
    /// Looks at the whole board, the void around a ship left out.
    #[must_use]
    pub fn whole(board: &Board, frame: Frame) -> Camera {
        let ((left, top), (right, bottom)) = bounds(board);
        let (wide, high) = ((right - left).max(SIZE), (bottom - top).max(SIZE));
        let scale = ((frame.width - 2.0 * MARGIN) / wide).min((frame.height - 2.0 * MARGIN) / high);
        let target = (left + wide / 2.0, top + high / 2.0);
        Camera { target, scale: scale.clamp(LEAST_WHOLE, SCALES.1), frame, room: frame }
    }

    /// Goes over to another frame. What shows the whole board goes on doing so, and all else grows or shrinks with the
    /// frame, but not from a scale at which counters can be read to a smaller one than that.
    pub fn refit(&mut self, board: &Board, frame: Frame, readable: f32) {
        let resized = (self.frame.width, self.frame.height) != (frame.width, frame.height);
        if resized {
            let (before, after) = (Camera::whole(board, self.frame).scale, Camera::whole(board, frame).scale);
            let is_whole = self.scale <= before;
            let scale = self.scale * after / before;
            self.scale = if is_whole { after } else { scale.max(self.scale.min(readable)).min(SCALES.1) };
        }
        self.frame = frame;
        if resized {
            self.look_at(board, self.target);
        }
    }

    /// The point of the plane in the middle of all that is drawn.
    #[must_use]
    pub fn middle(&self) -> Point {
        self.to_plane(self.room.middle())
    }

    /// Looks at a point, but past the board's edges only where all of it fits.
    pub fn look_at(&mut self, board: &Board, (x, y): Point) {
        let ((left, top), (right, bottom)) = bounds(board);
        let within = |at: f32, low: f32, high: f32, room: f32| {
            let (low, high) = (low + room, high - room);
            if low < high { at.clamp(low, high) } else { f32::midpoint(low, high) }
        };
        let room = |length: f32| (length / 2.0 - MARGIN) / self.scale;
        self.target = (within(x, left, right, room(self.frame.width)), within(y, top, bottom, room(self.frame.height)));
    }

    /// Where a point of the plane is on the screen.
    #[must_use]
    pub fn to_screen(&self, (x, y): Point) -> Point {
        let middle = self.frame.middle();
        (middle.0 + (x - self.target.0) * self.scale, middle.1 + (y - self.target.1) * self.scale)
    }

    /// Which point of the plane is at a point of the screen.
    #[must_use]
    pub fn to_plane(&self, (x, y): Point) -> Point {
        let middle = self.frame.middle();
        (self.target.0 + (x - middle.0) / self.scale, self.target.1 + (y - middle.1) / self.scale)
    }

    /// Moves the board by so many pixels; its middle cannot leave the frame.
    pub fn pan(&mut self, board: &Board, (dx, dy): Point) {
        let (width, height) = extent(board);
        self.target.0 = (self.target.0 - dx / self.scale).clamp(0.0, width);
        self.target.1 = (self.target.1 - dy / self.scale).clamp(0.0, height);
    }

    /// Makes all larger or smaller by a factor; what is at this point of the screen stays there.
    pub fn zoom(&mut self, factor: f32, at: Point) {
        let fixed = self.to_plane(at);
        // A large board that is seen as a whole may be smaller already.
        self.scale = (self.scale * factor).clamp(SCALES.0.min(self.scale), SCALES.1);
        let moved = self.to_plane(at);
        self.target = (self.target.0 + fixed.0 - moved.0, self.target.1 + fixed.1 - moved.1);
    }

    /// Moves so that a hex is within the frame, if it is not.
    pub fn show(&mut self, board: &Board, cell: Cell) {
        let at = centre(board, cell);
        let (x, y) = self.to_screen(at);
        let margin = SIZE * self.scale;
        let Frame { x: left, y: top, width, height } = self.frame;
        let within =
            (left + margin..left + width - margin).contains(&x) && (top + margin..top + height - margin).contains(&y);
        if !within {
            self.look_at(board, at);
        }
    }
}
