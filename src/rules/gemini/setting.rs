//! What a battle is set up with.

use serde::Deserialize;

use crate::battle::{SideId, UnitId};
use crate::board::{Board, Cell, Edge, LazyPairs, Terrain};

use super::Battle;
use super::ambush::Ambush;
use super::content::{Cover, Numbers, TerrainRow, View};
use super::options::Options;
use super::stats::{Blade, Gun, Sheet, SkillRow, Trait};
use super::things::Things;
use super::ways::drops;

/// Who wins at the end (GEM-SET-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Victory {
    /// Most wounds left; whoever is alone on the board wins at once.
    #[default]
    Wounds,
    /// Most able models; it ends as soon as a side has none.
    Able,
    /// Most models standing; it ends as soon as one side alone stands.
    Standing,
    /// Most prizes brought out, or carried by able models; whoever escorts one has to bring it out. It ends when all are
    /// out.
    Prizes,
}

/// What a kind of model carries, by places in the setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    /// Its guns.
    pub guns: Vec<u8>,
    /// What it fights with hand to hand, the better hand first.
    pub blades: Vec<u8>,
}

/// What a battle of this ruleset is set up with.
#[derive(Debug)]
pub struct Setting {
    /// The switches in force.
    pub options: Options,
    /// The numbers of the game.
    pub numbers: Numbers,
    /// All guns.
    pub guns: Vec<Gun>,
    /// All blades.
    pub blades: Vec<Blade>,
    /// All kinds of models.
    pub models: Vec<Sheet>,
    /// What each kind of model carries.
    pub kits: Vec<Kit>,
    /// What each kind of model costs with its gear, in points (GEM-SET-05).
    pub costs: Vec<u16>,
    /// All skills.
    pub skills: Vec<SkillRow>,
    /// What each terrain is like, by its number.
    pub ground: [TerrainRow; Terrain::ALL.len()],
    /// What it costs to enter a hex, where all ways into it cost any mover the same; 0 elsewhere.
    pub even: Vec<u8>,
    /// Whether a hex has a ledge beside it from which one may jump (GEM-MOVE-04).
    pub brinks: Vec<bool>,
    /// How hexes are seen from hexes, by the one that is seen, where neither smoke nor a door has a say: each in a
    /// byte.
    pub lines: LazyPairs,
    /// The last turn.
    pub turns: u16,
    /// The side that has the first turn, if the scenario says (GEM-TURN-04).
    pub first: Option<SideId>,
    /// The edge that each side's models flee to; none: any (GEM-SET-04).
    pub edges: Vec<Option<Edge>>,
    /// Who wins.
    pub victory: Victory,
    /// A position begins with this model and its action points, or its dice where they are not given.
    pub start: Option<(UnitId, Option<u8>)>,
    /// How much each model counts where models are counted, by unit.
    pub counts: Vec<u8>,
    /// Who wins where sides are equal.
    pub ties: Option<SideId>,
    /// The first turn in which the battle can be decided before its time.
    pub earliest: u16,
    /// Where models arrive that are not there from the start.
    pub arrivals: Vec<(UnitId, Cell)>,
    /// What lies about.
    pub things: Things,
    /// Who has to bring prizes out, and by which edge.
    pub escort: Option<(SideId, Edge)>,
    /// Inches from every hex off the board by that edge; empty where nobody has to.
    pub ways_out: Vec<u16>,
    /// Who lies in wait.
    pub ambush: Option<Ambush>,
    /// It begins with a walk towards each other, and the draw.
    pub showdown: bool,
    /// The place of each blade among the blades, so that one alone can be lent as a list.
    pub each_blade: Vec<u8>,
    /// The place of the fists among the blades.
    pub fists: u8,
    /// The place of a gun's butt among the blades.
    pub butt: u8,
}

impl Setting {
    /// The rows of the terrain table, by terrain.
    #[must_use]
    pub fn rows(numbers: &Numbers) -> [TerrainRow; Terrain::ALL.len()] {
        Terrain::ALL.map(|terrain| {
            let plain = TerrainRow {
                terrain,
                cost: None,
                inside: Cover::None,
                behind: Cover::None,
                view: View::Clear,
                climbed: false,
                hazard: false,
                door: false,
            };
            numbers.terrain.iter().find(|row| row.terrain == terrain).copied().unwrap_or(plain)
        })
    }

    /// What hexes cost that have no door, nothing to climb over and no height to climb about them (GEM-MOVE-07).
    #[must_use]
    pub fn even(rows: &[TerrainRow], board: &Board) -> Vec<u8> {
        let even = |cell: Cell| {
            let row = rows[board.terrain[cell.index()] as usize];
            let height = |of: Cell| board.heights[of.index()];
            let level = |near: Cell| !near.is_some() || height(near).abs_diff(height(cell)) <= 1;
            let plain = !row.door && !row.climbed && board.linked(cell).next().is_none();
            row.cost.filter(|_| plain && board.neighbours[cell.index()].into_iter().all(level)).unwrap_or(0)
        };
        board.cells().map(even).collect()
    }

    /// The hexes beside which there is a ledge.
    #[must_use]
    pub fn brinks(board: &Board) -> Vec<bool> {
        let below = |from: Cell| board.neighbours[from.index()].into_iter().filter(|to| to.is_some());
        board.cells().map(|from| below(from).any(|to| drops(board, from, to))).collect()
    }
}

impl Battle {
    /// The sheet of a model.
    #[inline]
    #[must_use]
    pub fn sheet(&self, unit: UnitId) -> &Sheet {
        &self.setting().models[usize::from(self.unit(unit).sheet)]
    }

    /// What a model carries.
    #[inline]
    #[must_use]
    pub fn kit(&self, unit: UnitId) -> &Kit {
        &self.setting().kits[usize::from(self.unit(unit).sheet)]
    }

    /// A gun of a model, by its place on the sheet.
    #[inline]
    #[must_use]
    pub fn gun(&self, unit: UnitId, place: u8) -> &Gun {
        &self.setting().guns[usize::from(self.kit(unit).guns[usize::from(place)])]
    }

    /// The switches in force.
    #[inline]
    #[must_use]
    pub fn options(&self) -> Options {
        self.setting().options
    }

    /// Whether something is special about a model.
    #[inline]
    #[must_use]
    pub fn has(&self, unit: UnitId, wanted: &Trait) -> bool {
        self.sheet(unit).has(wanted)
    }

    /// The terrain row of a hex.
    #[inline]
    #[must_use]
    pub fn row(&self, cell: Cell) -> &TerrainRow {
        &self.setting().ground[self.board().terrain[cell.index()] as usize]
    }

    /// Whether a hex lies in smoke.
    #[inline]
    #[must_use]
    pub fn smoky(&self, cell: Cell) -> bool {
        self.table().smokes > 0 && self.ground(cell).smoke > 0
    }

    /// The height of a hex in inches.
    #[inline]
    #[must_use]
    pub fn height(&self, cell: Cell) -> u8 {
        self.board().heights[cell.index()]
    }
}
