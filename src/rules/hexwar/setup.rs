//! Setup (HEX-SET): armies, deployment, and what a battle is set up with.

use crate::battle::{
    self, Action, Flow, Kind, Listing, MAX_UNITS, Piece, Reason, Refusal, Rule, Shared, Side, SideId, Target, UnitId,
    UnitSet, Verb,
};
use crate::board::{Board, Cell, Facing, Terrain};
use crate::kit::asking::Question;
use crate::rules::Presentation;

use super::means::Means;
use super::numbers::{Numbers, Sight, TerrainRow};
use super::setting::{Exit, MAX_OBJECTIVES, MAX_STRIKES, Objective, Setting, Zone};
use super::sight::SightTable;
use super::stats::{Ability, Armament, Class, Faction, Profile, Sheet, Weapon};

use super::unit::{Marks, Unit};
use super::ways::Ways;
use super::{Battle, Hexwar, Play, Step, melee, movement, orders, shooting};

/// A unit to be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recruit {
    /// Its sheet.
    pub sheet: Sheet,
    /// Its side.
    pub side: SideId,
    /// Where it stands at the start, if it is not to be placed by its owner.
    pub at: Option<(Cell, Facing)>,
    /// Numbers that differ from those of the sheet: number of the field and value.
    pub numbers: Vec<(usize, i32)>,
}

/// Everything that a battle starts from, read from files and checked.
#[derive(Debug)]
pub struct Setup {
    /// The ground.
    pub board: Board,
    /// The sides.
    pub sides: Vec<Side>,
    /// Faction of each side.
    pub factions: Vec<Faction>,
    /// Zone of each side.
    pub zones: Vec<Vec<Cell>>,
    /// The numbers of the game.
    pub numbers: Numbers,
    /// All weapons.
    pub armoury: Vec<Weapon>,
    /// The units.
    pub recruits: Vec<Recruit>,
    /// What lies on hexes at the start.
    pub marks: Vec<(Cell, Marks)>,
    /// Hexes worth points.
    pub objectives: Vec<Objective>,
    /// Edges open to somebody.
    pub exits: Vec<Exit>,
    /// The last turn.
    pub turns: u16,
    /// Turn and stage that the battle starts with, for positions; the deployment otherwise.
    pub start: Option<(u16, u8)>,
}

impl Setup {
    /// Sets the battle up; [`battle::Battle::start`] then runs it to its first decision.
    ///
    /// # Errors
    /// What does not fit together, in words.
    pub fn begin(self) -> Result<Battle, Vec<String>> {
        let problems = self.problems();
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut profiles: Vec<Profile> = Vec::new();
        let mut units = Vec::new();
        for recruit in &self.recruits {
            let sheet = match profiles.iter().position(|p| p.sheet == recruit.sheet) {
                Some(known) => known,
                None => {
                    profiles.push(profile(&recruit.sheet, &self.armoury));
                    profiles.len() - 1
                }
            };
            let mut unit = fresh(sheet as u8, &recruit.sheet);
            for &(field, value) in &recruit.numbers {
                battle::Record::set(&mut unit, field, value);
            }
            let (at, facing) = recruit.at.unwrap_or((Cell::NONE, Facing::E));
            units.push((Piece::new(recruit.side, at, facing), unit));
        }
        let ground = ground_table(&self.numbers);
        let setting = Setting {
            zones: self.zones.iter().map(|z| Zone { facing: inward(&self.board, z), cells: z.clone() }).collect(),
            sight: SightTable::new(&self.board, &ground),
            costs: movement::costs(&self.board, &ground),
            ways: Ways::new(&self.board),
            means: Means::of(&self.numbers.results),
            ground,
            numbers: self.numbers,
            armoury: self.armoury,
            profiles,
            factions: self.factions,
            turns: self.turns,
            objectives: self.objectives,
            exits: self.exits,
        };
        let first = match self.start {
            None => Step::Initiative { deploy: true },
            Some((_, 0)) => Step::Initiative { deploy: false },
            Some((_, stage)) => Step::TurnStage(stage),
        };
        let shared = Shared::new(self.board, self.sides, setting);
        let mut battle: Battle = battle::Battle::new(shared, units, first);
        let rule = Rule("HEX-SET-03");
        battle.edit(|play| {
            for (cell, marks) in self.marks {
                shooting::alter(play, cell, rule, |m| *m = Marks { smoke: false, ..marks });
                if marks.smoke {
                    melee::lay_smoke(play, cell);
                }
            }
            if let Some((turn, stage)) = self.start {
                // A stage in the middle of a turn finds the turn's order of choice as if nobody had tied.
                play.change_table(rule, |t| t.turn = if stage == 0 { turn - 1 } else { turn });
                super::turn::order_sides(play);
            }
        });
        let wrong = battle.on_board().find(|&u| !movement::could_stand(&battle, u));
        let wrong = wrong.map(|u| format!("{} cannot be where it stands", Hexwar::name(&battle, u)));
        match wrong.or_else(|| super::turn::check_invariants(&battle)) {
            Some(wrong) => Err(vec![wrong]),
            None => Ok(battle),
        }
    }

    /// What does not fit together.
    fn problems(&self) -> Vec<String> {
        let mut out = Vec::new();
        if self.recruits.len() > MAX_UNITS {
            out.push(format!("{} units are too many, a battle has at most {MAX_UNITS}", self.recruits.len()));
        }
        let weapons: usize = self.recruits.iter().map(|r| r.sheet.ranged.len()).sum();
        if weapons > MAX_STRIKES {
            out.push(format!("{weapons} ranged weapons are too many, a battle has at most {MAX_STRIKES}"));
        }
        if self.objectives.len() > MAX_OBJECTIVES {
            out.push(format!(
                "{} objectives are too many, a battle has at most {MAX_OBJECTIVES}",
                self.objectives.len()
            ));
        }
        for side in 0..self.sides.len() {
            let mine = || self.recruits.iter().filter(|r| r.side.index() == side);
            if mine().next().is_none() {
                out.push(format!("{} has no units", self.sides[side].name));
            }
            let to_place: Vec<Class> = mine().filter(|r| r.at.is_none()).map(|r| r.sheet.class).collect();
            let zone = self.zones.get(side).map_or(&[][..], Vec::as_slice);
            if to_place.iter().any(|&class| self.room(side, zone, class) <= self.taken(&to_place, class)) {
                out.push(format!(
                    "{} has {} units to place, but its zone of {} hexes is too small",
                    self.sides[side].name,
                    to_place.len(),
                    zone.len()
                ));
            }
        }
        for (i, recruit) in self.recruits.iter().enumerate() {
            let Some((cell, _)) = recruit.at else { continue };
            let there =
                self.recruits[..=i].iter().filter(|r| r.side == recruit.side && r.at.is_some_and(|a| a.0 == cell));
            let large = there.clone().filter(|r| r.sheet.class != Class::Infantry).count();
            let all = there.count();
            let full = all > usize::from(self.numbers.stack_units) || large > usize::from(self.numbers.stack_big);
            if all > 1 && full {
                out.push(format!(
                    "{} is one too many in hex {} (HEX-STACK-01)",
                    recruit.sheet.name,
                    self.board.label(cell)
                ));
            }
        }
        out
    }

    /// The hexes of a side's zone where a class can be placed and nobody of the side stands from the start.
    fn room(&self, side: usize, zone: &[Cell], class: Class) -> usize {
        let full =
            |cell: Cell| self.recruits.iter().any(|r| r.side.index() == side && r.at.is_some_and(|a| a.0 == cell));
        let row = |cell: Cell| {
            let wreck = self.marks.iter().any(|(c, m)| *c == cell && m.wreck);
            let terrain = if wreck { Terrain::Wreck } else { self.board.terrain[cell.index()] };
            self.numbers.terrain.iter().find(|g| g.terrain == terrain)
        };
        let cost = |g: &TerrainRow| match class {
            Class::Infantry => g.infantry,
            Class::Monster => g.monster,
            Class::Vehicle => g.vehicle,
        };
        zone.iter().filter(|&&c| row(c).and_then(cost).is_some() && !full(c)).count()
    }

    /// The most hexes that the other units to be placed can take from one of a class, in whatever order they come.
    fn taken(&self, to_place: &[Class], class: Class) -> usize {
        let all = to_place.len() - 1;
        let units = usize::from(self.numbers.stack_units);
        let big = usize::from(self.numbers.stack_big).min(units);
        if class == Class::Infantry {
            return all / units;
        }
        let large = to_place.iter().filter(|&&c| c != Class::Infantry).count() - 1;
        // A hex is taken by `big` large units or `units` units. Where none may share a hex, anybody takes one.
        (large * units + (all - large) * big).checked_div(big * units).unwrap_or(all)
    }
}

/// The direction from a zone towards the middle of the board.
fn inward(board: &Board, zone: &[Cell]) -> Facing {
    let n = zone.len().max(1) as i32;
    let sum =
        zone.iter().map(|&c| board.column_row(c)).fold((0, 0), |s, (c, r)| (s.0 + i32::from(c), s.1 + i32::from(r)));
    let (dx, dy) = (i32::from(board.width + 1) * n - 2 * sum.0, i32::from(board.height + 1) * n - 2 * sum.1);
    // Up and down there is no hexside: those lean to the side where there is more room.
    match (dx >= 0, dx.abs() >= dy.abs(), dy >= 0) {
        (true, true, _) => Facing::E,
        (false, true, _) => Facing::W,
        (true, false, false) => Facing::NE,
        (true, false, true) => Facing::SE,
        (false, false, false) => Facing::NW,
        (false, false, true) => Facing::SW,
    }
}

fn ground_table(numbers: &Numbers) -> [TerrainRow; Terrain::ALL.len()] {
    Terrain::ALL.map(|t| {
        numbers.terrain.iter().find(|g| g.terrain == t).copied().unwrap_or(TerrainRow {
            terrain: t,
            rule: super::numbers::Id(Rule("HEX-TERRAIN-11")),
            infantry: None,
            monster: None,
            vehicle: None,
            flying: None,
            to_hit: 0,
            to_be_hit: 0,
            sight: Sight::Open,
            burns_to: None,
        })
    })
}

/// A sheet with its weapons looked up. Unknown weapons were refused when the content was loaded.
fn profile(sheet: &Sheet, armoury: &[Weapon]) -> Profile {
    let find = |name: &str| armoury.iter().position(|w| w.name == name).unwrap_or_default() as u8;
    let ranged: Vec<(u8, u8)> = sheet
        .ranged
        .iter()
        .map(|Armament { weapon, bearers }| (find(weapon), bearers.unwrap_or(sheet.models)))
        .collect();
    let weapons: Vec<&Weapon> = ranged.iter().map(|&(weapon, _)| &armoury[usize::from(weapon)]).collect();
    Profile {
        assault_weapon: find(&sheet.assault_weapon),
        orders: orders::possible(sheet, &weapons),
        ranged,
        sheet: sheet.clone(),
    }
}

/// A unit as its sheet has it (HEX-SET-04).
#[must_use]
pub fn fresh(index: u8, sheet: &Sheet) -> Unit {
    let endurance = sheet.abilities.iter().find_map(|a| if let Ability::Endurance(n) = a { Some(*n) } else { None });
    Unit { sheet: index, models: sheet.models, endurance: endurance.unwrap_or(0), ..Unit::default() }
}

/// The units that a side has yet to place.
pub(super) fn deployers(battle: &Battle, side: SideId) -> UnitSet {
    battle.units_where(|p| p.side == side && !p.at.is_some())
}

/// HEX-SET-03: sides place one unit at a time, in the order of choice, until all stand.
pub(super) fn deploy(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-SET-03");
    let sides = play.shared().sides.len() as u8;
    if let Some(Action { unit, target: Target::Hex(cell), .. }) = answer {
        let side = play.piece(unit).side;
        play.move_to(unit, cell, RULE);
        play.face(unit, play.setting().zones[side.index()].facing, RULE);
        let next = Step::Deploy { asked: (asked + 1) % sides };
        if play.profile(unit).is_big() {
            return Flow::Push(next, Step::Turning(movement::Turning::placed(unit)));
        }
        return Flow::Next(next);
    }
    match Question::new(RULE, Kind::Deploy).ask_round(play, asked, deployers, |asked| Step::Deploy { asked }) {
        Flow::Done => Flow::Next(Step::Initiative { deploy: false }),
        asking => asking,
    }
}

/// Whether a unit may be placed in a hex of its zone.
fn may_stand(battle: &Battle, unit: UnitId, cell: Cell) -> Result<(), Refusal> {
    if !movement::enterable(battle, unit, cell, false) {
        return Err(Refusal::new(Reason::OutOfReach, movement::terrain_rule(battle, cell)));
    }
    if movement::stacks(battle, unit, cell) { Ok(()) } else { Err(Refusal::new(Reason::Stacked, Rule("HEX-STACK-01"))) }
}

/// Hexes of the zone where a unit may be placed.
pub(super) fn offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else { return };
    for &cell in &battle.setting().zones[battle.piece(unit).side.index()].cells {
        if may_stand(battle, unit, cell).is_ok() {
            list.push(Action::of(Verb::Place, unit).hex(cell));
        }
    }
}

/// Whether a placement is legal (HEX-SET-03).
pub(super) fn check(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("HEX-SET-03");
    let Action { unit, target, .. } = action;
    action.aimed(RULE)?;
    let piece = battle.piece(unit);
    if piece.at.is_some() {
        return Err(Refusal::new(Reason::AlreadyDone, RULE));
    }
    match target {
        Target::Hex(cell) if battle.setting().zones[piece.side.index()].cells.contains(&cell) => {
            may_stand(battle, unit, cell)
        }
        _ => Err(Refusal::new(Reason::NotInZone, RULE)),
    }
}
