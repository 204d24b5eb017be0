//! The places of a scenario that its map names.

use std::borrow::Cow;

use crate::board::{Board, Cell};

use super::Mission;

/// The places that a scenario is about; those that it does not need are empty.
#[derive(Debug, Default)]
pub struct Scene {
    /// What is inside the building or bunker, in order (ITEN-FORT-04, ITEN-FIR-04).
    pub inside: Vec<Cell>,
    /// Where the counter lies, the spy sits, the Dreadnought stands.
    pub centre: Option<Cell>,
    /// From where the prize is taken first: the counter's hex (ITEN-KEL-01), or those before the bunker's door (ITEN-LIF-02).
    pub pickup: Vec<Cell>,
    /// The floors of the houses where the ritual may be (ITEN-RIT-02).
    pub houses: Vec<Vec<Cell>>,
    /// The pods of zombies (ITEN-LIF-03).
    pub pods: Vec<Vec<Cell>>,
    /// Where the wagon may start, at the left edge and at the right one (ITEN-GAU-01).
    pub starts: [Option<Cell>; 2],
}

/// Most houses, and most pods.
const MANY: usize = 16;

impl Scene {
    /// The places of a map that a mission needs.
    ///
    /// # Errors
    /// The zones that it lacks.
    pub(in super::super) fn read(mission: Mission, board: &Board) -> Result<Scene, Vec<String>> {
        let mut wrong = Vec::new();
        let mut zone = |name: &str| {
            let cells = board.zone(name).unwrap_or_default().into_owned();
            if cells.is_empty() {
                wrong.push(format!("the map has no zone \"{name}\", which its mission needs"));
            }
            cells
        };
        let mut scene = Scene::default();
        match mission {
            Mission::Battle | Mission::Assassination | Mission::Boarding => {}
            Mission::KellysHeroes => {
                scene.pickup = zone("centre");
                scene.centre = scene.pickup.first().copied();
            }
            Mission::FortApache => {
                scene.inside = zone("building");
                scene.centre = zone("centre").first().copied();
            }
            Mission::TheGauntlet => {
                let road = zone("road");
                let column = |c: &Cell| board.column_row(*c).0;
                scene.starts = [1, board.width].map(|edge| road.iter().copied().find(|c| column(c) == edge));
                if scene.starts.contains(&None) && !road.is_empty() {
                    wrong.push("the road does not go from the left edge to the right one (ITEN-GAU-01)".to_owned());
                }
            }
            Mission::TheRitual => {
                zone("building 1");
                scene.houses = numbered(board, "building");
            }
            Mission::MissingRobot => scene.centre = zone("centre").first().copied(),
            Mission::LifeIsCheap => {
                let doors = zone("door");
                scene.centre = zone("centre").first().copied();
                zone("pod 1");
                scene.pods = numbered(board, "pod");
                zone("bunker");
                scene.pickup = doors.iter().flat_map(|&d| board.exits(d).chain([d])).collect();
            }
            Mission::FireMission => {
                scene.inside = zone("bunker");
                scene.centre = zone("centre").first().copied();
            }
        }
        scene.inside.sort_unstable();
        if wrong.is_empty() { Ok(scene) } else { Err(wrong) }
    }

    /// Whether a hex is inside what is to be held.
    #[inline]
    #[must_use]
    pub fn is_inside(&self, cell: Cell) -> bool {
        self.inside.binary_search(&cell).is_ok()
    }
}

/// The zones of a name with a number after it, from 1 on.
fn numbered(board: &Board, name: &str) -> Vec<Vec<Cell>> {
    (1..=MANY).map_while(|n| board.zone(&format!("{name} {n}"))).map(Cow::into_owned).collect()
}
