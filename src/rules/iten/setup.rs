//! What a battle is set up with: figures, zones, the ground.

use crate::battle::{self, MAX_SIDES, MAX_UNITS, MaybeUnit, Piece, Record, Shared, Side, SideId, UnitId, UnitSet};
use crate::board::{Board, Cell, CellSet, Edge, Facing, LazyTable, Terrain};

use super::boarding::stalking::Stalking;
use super::boarding::{Boarding, Terms, places, secrets};
use super::catalogue::{Ability, Power};
use super::content::RuleContent;
use super::figure::{Fate, Figure};
use super::missions::scene::Scene;
use super::missions::{self, Mission, dreadnought, parts, zombies};
use super::numbers::{Cover, Numbers, Shape, TerrainRow};
use super::options::Options;
use super::profile::Profile;
use super::retinue::{Member, Retinue};
use super::roster::{self, Roster};
use super::setting::{Band, Setting};
use super::sight::Sightlines;
use super::stats::{Creed, Tag, Trait};
use super::zones::{self, Zone};
use super::{Battle, Step, walking};

/// The edges of a board that each hex is on, as bits in the order of [`Edge::ALL`].
fn rim(board: &Board) -> Vec<u8> {
    let edges = |cell| (0..).zip(Edge::ALL).map(move |(bit, edge)| u8::from(board.on_edge(cell, edge)) << bit);
    board.cells().map(|cell| edges(cell).sum()).collect()
}

/// The side that has the mission's part from the start.
fn part_of(sides: &[Recruits]) -> Option<usize> {
    sides.iter().position(|s| s.part)
}

/// What a terrain means in a battle; where nobody can lock them doors stand open, and whoever is in one has hard cover
/// (ITEN-TRN, ITEN-FIR-03).
fn ground(numbers: &Numbers, terrain: Terrain, unlocked: bool) -> TerrainRow {
    let drawn = *numbers.ground(terrain);
    if unlocked && drawn.opens {
        return TerrainRow { cover: Cover::Hard, shape: Shape::Line, ..TerrainRow::open(terrain) };
    }
    drawn
}

/// The hexes of a piece, those past the edge of the board too; none off the board.
fn hull(board: &Board, piece: Piece) -> Vec<Cell> {
    match (piece.at.is_some(), piece.wide) {
        (false, _) => Vec::new(),
        (true, false) => vec![piece.at],
        (true, true) => [piece.at].into_iter().chain(board.neighbours[piece.at.index()]).collect(),
    }
}

/// A side to be set up.
#[derive(Debug)]
pub struct Recruits {
    /// The side.
    pub side: Side,
    /// Its Retinue.
    pub retinue: Retinue,
    /// How many of them, the last ones, fight only where their side has the scenario's part.
    pub reserves: usize,
    /// Whether the part is its own from the start.
    pub part: bool,
    /// Where its figures stand already.
    pub placed: Vec<Stand>,
    /// The edge that it came from, in positions.
    pub edge: Option<Edge>,
    /// Points' worth of enemies that it has put out of the game, in positions.
    pub felled: i16,
}

/// Where a figure stands from the start.
#[derive(Debug)]
pub struct Stand {
    /// Its place in the Retinue: its figures, then its vehicles.
    pub place: usize,
    /// Its hex; [`Cell::NONE`] for one out of the game.
    pub at: Cell,
    /// How it faces, of a vehicle.
    pub facing: Facing,
    /// The numbers that differ from a fresh figure's.
    pub numbers: Vec<(usize, i32)>,
}

/// What a battle starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Figures are placed.
    Deployment,
    /// A turn, with the roll for its order.
    Turn(u16),
    /// A phase of a turn, from 0; the sides act as they are listed.
    Phase(u16, u8),
}

/// Everything that a battle starts from, read from files and checked.
#[derive(Debug)]
pub struct Setup {
    /// The ground.
    pub board: Board,
    /// The sides.
    pub sides: Vec<Recruits>,
    /// The last turn.
    pub turns: u16,
    /// What is fought for.
    pub mission: Mission,
    /// Whether it is fought aboard a ship.
    pub aboard: bool,
    /// Where the wagon stands, in positions.
    pub wagon: Option<Cell>,
    /// Whether Boarders look for objectives among blips, and how.
    pub boarding: Option<Terms>,
    /// Whether contacts stalk them there, and how.
    pub stalking: Option<Stalking>,
    /// Doors that stand open, walls that are holed.
    pub marks: Vec<(Cell, super::figure::Ground)>,
    /// Whether all players have agreed to Strange Allies (ITEN-ABIL-22).
    pub strange_allies: bool,
    /// What else they have agreed upon.
    pub options: Options,
    /// What it starts with.
    pub start: Start,
}

impl Setup {
    /// Sets the battle up; [`battle::Battle::start`] then runs it to its first decision.
    ///
    /// # Errors
    /// What does not fit together, in words.
    pub fn begin(mut self, book: &RuleContent) -> Result<Battle, Vec<String>> {
        let mut numbers = book.numbers.clone();
        self.options.settle(&mut numbers);
        let scene = Scene::read(self.mission, &self.board)?;
        let players = self.sides.len();
        self.sides.extend(neutrals(self.mission, &scene, book)?);
        let room = places(self.stalking.is_some());
        let squads = |members: &[Member]| members.last().map_or(0, |m| usize::from(m.squad) + 1);
        let defends = |side: usize| self.boarding.is_some_and(|terms| terms.defender.index() == side);
        let lost = self.stalking.as_ref().map_or(0, |s| usize::from(s.strays));
        let mut strays = UnitSet::default();
        let taken = |side: usize, recruits: &Recruits| {
            let Retinue { members, mounts, .. } = &recruits.retinue;
            if defends(side) { squads(members) * room } else { members.len() + mounts.len() }
        };
        let figures: usize = self.sides.iter().enumerate().map(|(i, s)| taken(i, s)).sum();
        if figures > MAX_UNITS {
            return Err(vec![format!("{figures} figures are too many, a battle has at most {MAX_UNITS}")]);
        }
        if self.aboard && self.sides.iter().any(|s| !s.retinue.mounts.is_empty()) {
            return Err(vec!["there is no room for vehicles aboard a ship".to_owned()]);
        }
        // Aboard whatever must be cut through keeps everybody out (HULK-BULK-08).
        let unlocked = self.mission.unlocks_doors();
        let ground = Terrain::ALL.map(|t| ground(&book.numbers, t, unlocked));
        let ground = ground.map(|g| TerrainRow { passable: g.passable && !(self.aboard && g.grade.is_some()), ..g });
        let mut wrong = Vec::new();
        let (mut profiles, mut bands, mut units) = (Vec::<Profile>::new(), Vec::new(), Vec::new());
        let mut reserves = UnitSet::default();
        let mut vehicles = UnitSet::default();
        let mut boarding = None;
        for (side, recruits) in self.sides.iter().enumerate() {
            let first = units.len();
            let mut at_place = Vec::new();
            let retinue = &recruits.retinue;
            let figures = retinue.members.iter().map(|member| Profile::new(member.clone(), retinue, book));
            let mounts = retinue.mounts.iter().map(|mount| Profile::of_vehicle(mount, retinue));
            for (place, profile) in figures.chain(mounts).enumerate() {
                if defends(side) {
                    // Each unit has as many places as the largest could fill, so that nobody can count (HULK-BLIP-04).
                    let begins = first + usize::from(profile.member.squad) * room;
                    units.resize(units.len().max(begins), empty_place(side));
                }
                at_place.push(units.len());
                let rounds = profile.arms.iter().find_map(|w| book.weapons[usize::from(*w)].rounds());
                let mut figure = Figure { rounds: rounds.unwrap_or(0), ..Figure::default() };
                let stands = recruits.placed.iter().find(|s| s.place == place);
                // HULK-STALK-25: the last of the first Boarders.
                let last = place < retinue.members.len() && place + lost >= retinue.members.len();
                let stray = last && (0..side).all(defends) && !defends(side);
                if stray {
                    strays.insert(UnitId::at(units.len()));
                }
                let unseen = stands.is_none_or(|s| s.at == Cell::NONE && s.numbers.is_empty());
                figure.hidden = unseen && (defends(side) || stray);
                for &(field, value) in stands.iter().flat_map(|s| &s.numbers) {
                    battle::Record::set(&mut figure, field, value);
                }
                figure.profile = profiles.len() as u8;
                let at = stands.map_or(Cell::NONE, |s| s.at);
                let mut piece = Piece::new(SideId(side as u8), at, stands.map_or(Facing::E, |s| s.facing));
                if let Some(mount) = &profile.mount {
                    piece.wide = mount.vehicle.hexes > 1;
                    vehicles.insert(UnitId::at(units.len()));
                    let driver = mount.aboard.iter().map(|rider| first + usize::from(*rider)).next();
                    figure.driver = driver.map_or(MaybeUnit::NONE, |d| UnitId::at(d).into());
                } else if !at.is_some() && figure.fate == Fate::Playing {
                    let carrier = retinue.mounts.iter().position(|m| m.aboard.contains(&(place as u8)));
                    figure.aboard =
                        carrier.map_or(MaybeUnit::NONE, |c| UnitId::at(first + retinue.members.len() + c).into());
                }
                let hull = hull(&self.board, piece);
                let cleared =
                    |at: Cell| self.marks.iter().any(|m| m.0 == at && (m.1.open || m.1.holed || m.1.craft != 0));
                let passable = |c: Cell| cleared(c) || ground[self.board.terrain[c.index()] as usize].passable;
                if hull.iter().any(|&c| !c.is_some() || !passable(c)) {
                    wrong.push(format!("{} cannot stand at {}", profile.member.name, self.board.label(at)));
                }
                let taken =
                    |(other, _): &(Piece, Figure)| self::hull(&self.board, *other).iter().any(|c| hull.contains(c));
                if units.iter().any(taken) {
                    wrong.push(format!("{} stands where somebody else does", profile.member.name));
                }
                if profile.mount.is_none() && place + recruits.reserves >= recruits.retinue.members.len() {
                    reserves.insert(UnitId::at(units.len()));
                }
                units.push((piece, figure));
                profiles.push(profile);
            }
            // Who is placed on foot is not at the wheel; nobody rides what is out of the game.
            for vehicle in vehicles.from(UnitId::at(first)) {
                let rides = |figure: &Figure| figure.aboard.is(vehicle);
                let at = vehicle.index();
                if !units[at].1.driver.get().is_some_and(|driver| rides(&units[driver.index()].1)) {
                    units[at].1.driver = MaybeUnit::NONE;
                }
                if units.iter().any(|unit| rides(&unit.1)) && units[at].1.fate != Fate::Playing {
                    wrong.push(format!("{} is out of the game with people aboard", profiles[at].member.name));
                }
            }
            if let Some(terms) = self.boarding.filter(|_| defends(side)) {
                let count = squads(&recruits.retinue.members);
                units.resize(first + count * room, empty_place(side));
                boarding = Some((terms, count as u8, UnitId::at(first)));
            }
            bands.push(Band {
                leader: recruits.retinue.leader().map(|place| UnitId::at(at_place[place])),
                creed: recruits.retinue.creed,
                points: recruits.retinue.total,
            });
        }
        let risen = missions::zombies::risen(self.mission, &mut profiles);
        let boarding = boarding.map(|(terms, count, first)| {
            let stranger = stranger(&profiles, &units, terms.defender);
            for (_, figure) in units.iter_mut().filter(|(_, figure)| figure.fate == Fate::Unknown) {
                figure.profile = profiles.len() as u8;
            }
            profiles.push(stranger);
            Boarding::new(&self.board, (terms, self.stalking.take()), (count, first), strays, profiles.len() as u8 - 1)
        });
        let able = |side: usize| {
            let leader = bands[side].leader.map(|l| &profiles[usize::from(units[l.index()].1.profile)].member);
            leader.is_some_and(|m| m.is(Tag::Ritualist)) && bands[side].creed != Some(Creed::Puritan)
        };
        if self.mission == Mission::TheRitual && part_of(&self.sides).is_none() && !(0..players).any(able) {
            return Err(vec!["nobody could perform the ritual (ITEN-RIT-01)".to_owned()]);
        }
        let (terms, stalking) = (self.boarding, boarding.as_ref().and_then(|b| b.stalking.clone()));
        let eased = terms.is_some_and(|t| t.eased);
        let came: Vec<(Option<Edge>, i16)> = self.sides.iter().map(|s| (s.edge, s.felled)).collect();
        let part = part_of(&self.sides).filter(|_| self.mission.part().is_some());
        let sides: Vec<Side> = self.sides.into_iter().map(|s| s.side).collect();
        let depth = book.numbers.deployment.0;
        let rim = rim(&self.board);
        let in_zones = |all: Vec<Vec<Cell>>| all.into_iter().map(|cells| Zone::new(&self.board, cells, &rim)).collect();
        let setting = Setting {
            zones: parts::zones(self.mission, &self.board, players, depth).map(in_zones),
            own_zones: in_zones(parts::own_zones(self.mission, &self.board, &scene, &book.numbers.missions)),
            reserves,
            risen,
            likeness: self.board.terrain.iter().fold(0, |hash, terrain| battle::mix(hash, *terrain as u64)),
            rim,
            sight: Sightlines::new(&self.board, &ground, self.aboard),
            ways: LazyTable::new(self.board.len(), walking::QUESTIONS),
            trails: LazyTable::new(self.board.len(), 1),
            wreck: TerrainRow {
                passable: false,
                blocks_sight: true,
                cover: Cover::Open,
                ..ground[Terrain::Wreck as usize]
            },
            vehicles,
            tight: self.board.space_ids().map(|s| self.board.space_width(s) <= book.numbers.tight.into()).collect(),
            numbers: Numbers { door: if eased { 1 } else { numbers.door }, ..numbers },
            armoury: book.weapons.clone(),
            powers: Power::ALL.map(|p| book.power(p).clone()),
            abilities: Ability::ALL.map(|a| book.ability(a).clone()),
            crewed: profiles.iter().flat_map(|p| &p.arms).any(|w| book.weapons[usize::from(*w)].has(Trait::Crewed)),
            daemon: book
                .troop("Lesser Daemon")
                .cloned()
                .ok_or_else(|| vec!["the content has no Lesser Daemon".to_owned()])?,
            profiles,
            bands,
            turns: self.turns,
            mission: self.mission,
            aboard: self.aboard,
            scene,
            by_doors: by_doors(&self.board, &ground),
            steep: is_steep(&self.board, book.numbers.fall.0),
            strange_allies: self.strange_allies,
            boarding,
            ground,
        };
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let prize = setting.scene.centre.filter(|_| self.mission.has_prize());
        let first = match self.start {
            Start::Deployment => Step::Part,
            Start::Turn(_) => Step::Initiative,
            Start::Phase(_, phase) => Step::Phase(phase),
        };
        debug_assert!(sides.len() <= MAX_SIDES, "scenarios check their sides");
        let around = players - usize::from(self.mission.part().is_some());
        let mut battle: Battle = battle::Battle::new(Shared::new(self.board, sides, setting), units, first);
        let rule = battle::Rule("ITEN-DEP-01");
        battle.edit(|play| {
            for (cell, marks) in self.marks {
                play.change_ground(cell, rule, |g| *g = marks);
            }
            play.change_table(rule, |t| {
                t.turn = match self.start {
                    Start::Deployment => 0,
                    Start::Turn(turn) => turn - 1,
                    Start::Phase(turn, _) => turn,
                };
                t.part = part.map_or(0, |side| side as u8 + 1);
                t.wagon = self.wagon.map_or(0, |cell| cell.0 + 1);
                t.prize = prize.map_or(0, |cell| cell.0 + 1);
                for (side, (edge, felled)) in came.into_iter().enumerate() {
                    t.order.0[side] = side as i16;
                    t.felled.0[side] = felled;
                    let edge = edge.and_then(|edge| zones::EDGES.iter().position(|e| *e == edge));
                    t.zones.0[side] = match edge {
                        Some(edge) if part == Some(side) => zones::own_zone(zones::EDGES[edge]),
                        Some(edge) => (edge * around + 1) as i16,
                        None => 0,
                    };
                }
                if let Some(terms) = terms {
                    (t.lists, t.cards) = (terms.lists, terms.drawn);
                    if let Some(stalking) = &stalking {
                        stalking.lay_out(t);
                    }
                }
            });
        });
        Ok(battle)
    }
}

/// Whether there are neighbouring hexes between which one falls more than so many inches.
fn is_steep(board: &Board, harmless: u8) -> bool {
    let height = |cell: Cell| board.heights[cell.index()];
    let falls =
        |cell: Cell| board.neighbours[cell.index()].iter().any(|n| n.is_some() && height(cell) > height(*n) + harmless);
    board.cells().any(falls)
}

/// The hexes beside doors, and the ends of ladders with hatches.
fn by_doors(board: &Board, ground: &[TerrainRow; Terrain::ALL.len()]) -> CellSet {
    let mut all = CellSet::default();
    all.clear(board.len());
    let doors = board.cells().filter(|door| ground[board.terrain[door.index()] as usize].opens);
    let beside = doors.flat_map(|door| board.neighbours[door.index()]).filter(|cell| cell.is_some());
    let ladders = board.links.iter().filter(|l| l.hatch.is_some()).flat_map(|l| [l.from, l.to]);
    for cell in beside.chain(ladders) {
        all.insert(cell);
    }
    all
}

/// A place in a unit that nobody fills.
fn empty_place(side: usize) -> (Piece, Figure) {
    (Piece::new(SideId(side as u8), Cell::NONE, Facing::E), secrets::nobody_known(0))
}

/// What an unknown Defender is taken for: somebody like the cheapest of those who board, which everybody can see.
fn stranger(profiles: &[Profile], units: &[(Piece, Figure)], defender: SideId) -> Profile {
    let boards = |unit: &&(Piece, Figure)| unit.0.side != defender;
    let boarders = units.iter().filter(boards).map(|(_, figure)| &profiles[usize::from(figure.profile)]);
    let plainest = boarders.min_by_key(|p| p.member.price.total).or(profiles.first());
    let mut stranger = plainest.cloned().expect("a battle has figures");
    "unknown".clone_into(&mut stranger.member.name);
    stranger
}

/// The sides that nobody plays, with where their figures stand (ITEN-LIF-03, ITEN-ROB-01).
///
/// # Errors
/// What the content lacks for them.
pub(super) fn neutrals(mission: Mission, scene: &Scene, book: &RuleContent) -> Result<Option<Recruits>, Vec<String>> {
    let (name, troop, hexes): (&str, &str, Vec<(Cell, u8)>) = match mission {
        Mission::LifeIsCheap => (zombies::NAME, zombies::TROOP, zombies::places(scene)),
        Mission::MissingRobot => {
            (dreadnought::NAME, dreadnought::NAME, scene.centre.map(|c| (c, 0)).into_iter().collect())
        }
        _ => return Ok(None),
    };
    if book.troop(troop).is_none() {
        return Err(vec![format!("the content has no {troop}")]);
    }
    let figure = roster::Figure::plain(troop, hexes.len() as u8);
    let mut retinue = book.field(&Roster { figures: vec![figure], ..Roster::default() });
    retinue.members.iter_mut().for_each(|m| m.leader = false);
    let pod = Figure::names().iter().position(|n| n == "pod").unwrap_or_default();
    let stand = |(place, (at, number))| Stand { place, at, facing: Facing::E, numbers: vec![(pod, i32::from(number))] };
    Ok(Some(Recruits {
        side: Side { name: name.to_owned(), team: MAX_SIDES as u8, neutral: true },
        retinue,
        reserves: 0,
        part: false,
        placed: hexes.into_iter().enumerate().map(stand).collect(),
        edge: None,
        felled: 0,
    }))
}
