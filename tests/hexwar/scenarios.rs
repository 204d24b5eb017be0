//! The scenarios that ship with the program (HEX-SCEN), against the inventory.

use std::collections::BTreeSet;

use hexfray::battle::{Log, Seeded, SideId};
use hexfray::board::{Cell, Edge, Terrain};
use hexfray::content::Library;
use hexfray::rules::Registered;
use hexfray::rules::hexwar::setting::Scores::{self, AtTheEnd, EachTurnFrom};
use hexfray::rules::hexwar::{Battle, Hexwar};
use hexfray::scenario::Scenario;

type At = (u16, u16);

/// What an objective is worth: to which side, when, and how much.
type Worth = Vec<(u8, Scores, i16)>;

struct Shown {
    battle: Battle,
    text: String,
}

/// A scenario that ships, set up.
fn open(name: &str) -> Shown {
    let scenario = Scenario::open(Library::own(), name).unwrap();
    let battle = scenario.battle(Library::own()).unwrap();
    Shown { battle: Hexwar::of(&battle).unwrap().clone(), text: scenario.document.text.clone() }
}

impl Shown {
    fn at(&self, cell: Cell) -> At {
        self.battle.board().column_row(cell)
    }

    /// The map is of 20 by 16 hexes with this terrain, on one level.
    fn map(&self, terrain: impl Fn(At) -> Terrain) {
        let board = self.battle.board();
        assert_eq!((board.width, board.height, board.decks), (20, 16, 1));
        for cell in board.cells() {
            let at = self.at(cell);
            assert_eq!(board.terrain[cell.index()], terrain(at), "{at:?}");
            assert_eq!(board.heights[cell.index()], 0);
        }
        assert!(board.links.is_empty());
    }

    /// The zone of a side holds these hexes.
    fn zone(&self, side: usize, inside: impl Fn(At) -> bool) {
        let zone: BTreeSet<At> = self.battle.setting().zones[side].cells.iter().map(|&c| self.at(c)).collect();
        let all: BTreeSet<At> = self.battle.board().cells().map(|c| self.at(c)).filter(|&at| inside(at)).collect();
        assert_eq!(zone, all, "side {side}");
    }

    /// Armies of one faction each, all different, within the points and three copies, all to be placed.
    fn armies(&self, limits: &[u32]) {
        let setting = self.battle.setting();
        assert_eq!(setting.factions.len(), limits.len());
        for (side, &limit) in limits.iter().enumerate() {
            let mine = self.battle.units().filter(|&u| self.battle.piece(u).side == SideId(side as u8));
            let sheets: Vec<_> = mine.map(|u| &self.battle.profile(u).sheet).collect();
            assert!(sheets.iter().all(|s| s.faction == setting.factions[side]), "HEX-SET-01");
            let points: u32 = sheets.iter().map(|s| u32::from(s.points)).sum();
            assert!(!sheets.is_empty() && points <= limit, "{points} of {limit}");
            let copies = |name: &str| sheets.iter().filter(|s| s.name == name).count();
            assert!(sheets.iter().all(|s| copies(&s.name) <= 3), "HEX-SET-02");
            assert!(setting.factions[..side].iter().all(|f| *f != setting.factions[side]));
        }
        let named: Vec<u32> =
            self.text.split("points: ").skip(1).filter_map(|t| t.split(',').next()?.parse().ok()).collect();
        assert_eq!(named[..limits.len()], *limits, "what the file allows");
        assert!(self.battle.units().all(|u| !self.battle.piece(u).at.is_some()));
    }

    /// The objectives: where, and what they are worth to whom.
    fn objectives(&self) -> Vec<(At, Worth)> {
        let worth =
            |o: &hexfray::rules::hexwar::setting::Objective| o.worth.iter().map(|w| (w.0.0, w.1, w.2)).collect();
        self.battle.setting().objectives.iter().map(|o| (self.at(o.at), worth(o))).collect()
    }

    /// What lies on the hexes.
    fn effects(&self) -> Vec<(At, &'static str)> {
        let all = self.battle.board().cells().filter_map(|c| {
            let marks = self.battle.ground(c);
            let only = |f: fn(&mut hexfray::rules::hexwar::Marks)| {
                let mut plain = hexfray::rules::hexwar::Marks::default();
                f(&mut plain);
                marks == plain
            };
            let kind = match () {
                () if only(|_| {}) => return None,
                () if only(|m| m.mines = true) => "mines",
                () if only(|m| m.burning = true) => "burning",
                () if only(|m| m.acid = true) => "acid",
                () => "something else",
            };
            Some((self.at(c), kind))
        });
        all.collect()
    }

    /// It begins with the deployment.
    fn begins(&self) {
        let mut battle = self.battle.clone();
        battle.start(&mut Seeded::new(1, 0), &mut Log::off());
        assert_eq!(battle.decision().map(|d| d.rule.0), Some("HEX-SET-03"));
        assert_eq!(battle.check_invariants(), None);
    }
}

/// A rectangle of columns and rows.
fn within(columns: (u16, u16), rows: (u16, u16)) -> impl Fn(At) -> bool {
    move |(c, r)| (columns.0..=columns.1).contains(&c) && (rows.0..=rows.1).contains(&r)
}

/// HEX-SCEN-01: Crossroads.
#[test]
fn crossroads() {
    let it = open("crossroads");
    let woods = |(c, r): At| matches!(c, 5 | 6 | 15 | 16) && matches!(r, 3..=5 | 11..=13);
    it.map(|at| match at {
        (9 | 11, 7 | 9) => Terrain::Building,
        (_, 8) | (10, _) => Terrain::Road,
        _ if woods(at) => Terrain::Forest,
        _ => Terrain::Clear,
    });
    it.armies(&[300, 300]);
    it.zone(0, within((1, 3), (1, 16)));
    it.zone(1, within((18, 20), (1, 16)));
    let worth = |points| vec![(0, EachTurnFrom(1), points), (1, EachTurnFrom(1), points)];
    assert_eq!(it.objectives(), [((10, 8), worth(4)), ((10, 3), worth(1)), ((11, 13), worth(1))]);
    assert_eq!((it.battle.setting().turns, it.effects(), it.battle.setting().exits.len()), (6, vec![], 0));
    it.begins();
}

/// HEX-SCEN-02: Gun line.
#[test]
fn gun_line() {
    let it = open("gun_line");
    let rough = within((6, 8), (6, 10));
    it.map(|at| match at {
        (14, 4 | 8 | 12) => Terrain::Ruins,
        (13, _) => Terrain::LowObstacle,
        _ if rough(at) => Terrain::Rough,
        _ => Terrain::Clear,
    });
    it.armies(&[400, 300]);
    it.zone(0, within((1, 2), (1, 16)));
    it.zone(1, within((14, 20), (1, 16)));
    assert_eq!(it.objectives(), [((14, 8), vec![(0, AtTheEnd, 3), (1, EachTurnFrom(4), 3)])]);
    let exits: Vec<_> = it.battle.setting().exits.iter().map(|e| (e.side.0, e.edge, e.worth)).collect();
    assert_eq!(exits, [(0, Edge::Right, 5)]);
    assert_eq!(it.effects(), [((11, 6), "mines"), ((11, 8), "mines"), ((11, 10), "mines")]);
    assert_eq!(it.battle.setting().turns, 7);
    it.begins();
}

/// HEX-SCEN-03: Burning wood, for two, three and four sides.
#[test]
fn burning_wood() {
    for (name, sides) in [("burning_wood", 2), ("burning_wood_three", 3), ("burning_wood_four", 4)] {
        let it = open(name);
        let wood = within((7, 14), (5, 12));
        it.map(|at| match at {
            (10, 8) => Terrain::Clear,
            _ if wood(at) => Terrain::Forest,
            (_, 2 | 15) => Terrain::SandDunes,
            _ => Terrain::Clear,
        });
        it.armies(&vec![250; sides]);
        let corners = [(1, 1), (18, 1), (18, 14), (1, 14)];
        let corner = |side: usize| {
            let first = it.at(*it.battle.setting().zones[side].cells.iter().min_by_key(|&&c| it.at(c)).unwrap());
            corners.iter().position(|&c| c == first).unwrap_or_else(|| panic!("{name}: {first:?} is no corner"))
        };
        let taken: BTreeSet<usize> = (0..sides).map(corner).collect();
        assert_eq!(taken.len(), sides, "each its own corner");
        for side in 0..sides {
            let (c, r) = corners[corner(side)];
            it.zone(side, within((c, c + 2), (r, r + 2)));
        }
        let worth = (0..sides as u8).map(|s| (s, EachTurnFrom(1), 2)).collect();
        assert_eq!(it.objectives(), [((10, 8), worth)]);
        assert_eq!(it.effects(), [((7, 5), "burning"), ((12, 6), "acid"), ((14, 12), "burning")]);
        assert_eq!((it.battle.setting().turns, it.battle.setting().exits.len()), (6, 0));
        it.begins();
    }
}

/// Patrol and Cousins, which say so: a map, zones, troops and objectives that are the same from both ends.
#[test]
fn even_battles_are_the_same_from_both_ends() {
    for name in ["patrol", "cousins"] {
        let it = open(name);
        let board = it.battle.board();
        // Rows keep their half hex when the board is turned over about the middle one of an odd number.
        assert_eq!(board.height % 2, 1);
        let over = |(c, r): At| (c, board.height + 1 - r);
        let terrain = |(c, r): At| board.terrain[board.at(c, r).index()];
        for at in board.cells().map(|c| it.at(c)) {
            assert_eq!(terrain(at), terrain(over(at)), "{name}: {at:?}");
        }
        let zone =
            |side: usize| -> BTreeSet<At> { it.battle.setting().zones[side].cells.iter().map(|&c| it.at(c)).collect() };
        assert_eq!(zone(0).into_iter().map(over).collect::<BTreeSet<At>>(), zone(1), "{name}");
        let troops = |side: u8| -> Vec<String> {
            let mine = it.battle.units().filter(|&u| it.battle.piece(u).side == SideId(side));
            mine.map(|u| it.battle.profile(u).sheet.name.clone()).collect()
        };
        assert_eq!(troops(0), troops(1), "{name}");
        for (at, worth) in it.objectives() {
            assert_eq!(at, over(at), "{name}");
            let each = |side: u8| worth.iter().filter(|w| w.0 == side).map(|w| (w.1, w.2)).collect::<Vec<_>>();
            assert_eq!(each(0), each(1), "{name}: {at:?}");
        }
        it.begins();
    }
}
