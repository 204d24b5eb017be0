//! Things on the board: what is picked up, what skills are put to, what is searched for (GEM-SKILL-01, GEM-SKILL-05,
//! GEM-OBS-03, and Ready in the table of actions).

use serde::Deserialize;

use crate::battle::{Action, Modifier, Reason, Refusal, Roll, Rule, UnitId, Verb};
use crate::board::Cell;

use super::checks::{agile, at_most, notices, passes, skilled};
use super::model::did;
use super::options::Skills;
use super::{Battle, Play, ambush, uses};

/// The action that takes a weapon to hand or picks something up (the table of actions).
const READY: Rule = Rule("GEM-CC-03");
const TASK: Rule = Rule("GEM-SKILL-01");
const SEARCH: Rule = Rule("GEM-OBS-03");

/// What a task asks of whoever tries it (GEM-SKILL-01).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Asks {
    /// A D6 up to Strength.
    Strength,
    /// A D6 up to Toughness.
    Toughness,
    /// A D6 up to Initiative.
    Initiative,
    /// 2D6 up to Leadership.
    Leadership,
    /// The roll of the movement save.
    Agility,
    /// 3D6 up to the level of a skill.
    Skill(String),
}

/// Something that models can put their skills to, in a hex or beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: Cell,
    /// What it asks.
    pub asks: Asks,
    /// How much easier the test is, or harder where it is below 0.
    pub modifier: i8,
    /// Whether those may try who never learnt the skill (GEM-SKILL-05).
    pub untrained: bool,
    /// A skill that may stand in, and how much worse it is (GEM-SKILL-05).
    pub related: Option<(String, i8)>,
    /// The locked door that it opens.
    pub opens: Option<Cell>,
    /// Prizes that come to light in its hex.
    pub prizes: u8,
}

/// What lies about at the start of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Things {
    /// Weapons for close combat, by their place among the blades.
    pub weapons: Vec<(Cell, u8)>,
    /// Prizes in plain sight.
    pub prizes: Vec<Cell>,
    /// Tasks.
    pub tasks: Vec<Task>,
    /// Locked doors.
    pub locked: Vec<Cell>,
    /// Hexes where something may be hidden.
    pub hiding: Vec<Cell>,
    /// How many of those hold a prize.
    pub hidden: u8,
    /// Hexes where models get their own weapons back, and from which turn on.
    pub armoury: Vec<Cell>,
    /// The first turn in which they do.
    pub armoury_opens: u16,
}

/// Lays out what the scenario has, and hides in secret what is hidden.
pub(super) fn lay_out(play: &mut Play<'_>) {
    let things = play.setting().things.clone();
    for &(cell, blade) in &things.weapons {
        play.change_ground(cell, READY, |marks| marks.weapon = blade + 1);
    }
    for &cell in &things.prizes {
        play.change_ground(cell, READY, |marks| marks.prizes += 1);
    }
    for (place, task) in things.tasks.iter().enumerate() {
        play.change_ground(task.at, TASK, |marks| marks.task = place as u8 + 1);
    }
    for &cell in &things.locked {
        play.change_ground(cell, Rule("GEM-MOVE-09"), |marks| marks.locked = true);
    }
    for &cell in &things.hiding {
        play.change_ground(cell, SEARCH, |marks| marks.hides = true);
    }
    play.change_table(SEARCH, |t| t.buried = things.hidden);
    let mut left = things.hidden;
    for (place, open) in (0..things.hiding.len()).map(|place| (place, (things.hiding.len() - place) as u8)) {
        // Each place holds one of those that are left as likely as any other place does.
        let certain = left == open;
        if left > 0 && (certain || play.draw(Roll::new(SEARCH, open, UnitId::NONE), &[left + 1]) <= left) {
            left -= 1;
            play.change_table(SEARCH, |t| t.caches |= 1 << place);
        }
    }
}

/// Whether two hexes are one or side by side.
fn at_hand(battle: &Battle, unit: UnitId, cell: Cell) -> bool {
    battle.board().distance(battle.piece(unit).at, cell) <= 1
}

/// Whether a model may take something from a hex: a weapon, its own arms, a prize.
pub(super) fn check_take(battle: &Battle, unit: UnitId, cell: Cell) -> Result<(), Refusal> {
    let no = |reason| Err(Refusal::new(reason, READY));
    if !at_hand(battle, unit, cell) {
        return no(Reason::OutOfReach);
    }
    let (marks, now) = (battle.ground(cell), battle.unit(unit));
    let weapon = marks.weapon > 0 && now.stripped && now.found == 0;
    let prize = marks.prizes > 0 && now.carries == 0;
    if weapon || prize || own_arms(battle, unit, cell) { Ok(()) } else { no(Reason::NothingToDo) }
}

/// Whether a model's own weapons are to be had in a hex.
fn own_arms(battle: &Battle, unit: UnitId, cell: Cell) -> bool {
    let things = &battle.setting().things;
    battle.unit(unit).stripped && battle.table().turn >= things.armoury_opens && things.armoury.contains(&cell)
}

/// A model takes what lies in a hex: its own arms rather than others, a prize rather than a weapon.
pub(super) fn take(play: &mut Play<'_>, unit: UnitId, cell: Cell) {
    if own_arms(play, unit, cell) {
        return play.change(unit, READY, |m| (m.stripped, m.found) = (false, 0));
    }
    let marks = play.ground(cell);
    if marks.prizes > 0 && play.unit(unit).carries == 0 {
        play.change_ground(cell, READY, |marks| marks.prizes -= 1);
        play.change(unit, READY, |m| m.carries = 1);
    } else {
        play.change_ground(cell, READY, |marks| marks.weapon = 0);
        play.change(unit, READY, |m| m.found = marks.weapon);
    }
}

/// A model that carries a prize and has come to the edge by which it is to leave brings it out.
pub(super) fn bring_out(play: &mut Play<'_>, unit: UnitId) {
    let side = play.piece(unit).side;
    let Some((escort, exit)) = play.setting().escort else { return };
    let at = play.piece(unit).at;
    if escort == side && play.unit(unit).carries > 0 && at.is_some() && play.board().on_edge(at, exit) {
        play.change(unit, READY, |m| m.carries = 0);
        play.change_table(READY, |t| t.out += 1);
    }
}

/// The task in a hex that is still to be done.
fn task(battle: &Battle, cell: Cell) -> Option<&Task> {
    let place = battle.ground(cell).task.checked_sub(1)?;
    battle.setting().things.tasks.get(usize::from(place))
}

/// The level at which a model tries its hand at a task of a skill; none where it may not (GEM-SKILL-04, GEM-SKILL-05).
#[must_use]
pub fn level(battle: &Battle, unit: UnitId, task: &Task) -> Option<i16> {
    let Asks::Skill(skill) = &task.asks else { return None };
    let has = |name: &str| battle.sheet(unit).skills.iter().any(|own| own.name == name);
    let own = (task.untrained || has(skill)).then(|| i16::from(battle.skill(unit, skill)));
    let related = task.related.as_ref().filter(|(name, _)| has(name));
    let related = related.map(|(name, worse)| i16::from(battle.skill(unit, name)) + i16::from(*worse));
    own.max(related).map(|level| level + i16::from(task.modifier))
}

/// Whether a model may try its hand at what is in a hex.
pub(super) fn check_task(battle: &Battle, unit: UnitId, cell: Cell) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, rule));
    let Some(task) = task(battle, cell) else { return no(Reason::NothingToDo, TASK) };
    if !at_hand(battle, unit, cell) {
        return no(Reason::OutOfReach, TASK);
    }
    if battle.unit(unit).did & did::SKILL != 0 {
        return no(Reason::AlreadyDone, Rule("GEM-ACT-08"));
    }
    if matches!(task.asks, Asks::Skill(_)) {
        if battle.options().skills == Skills::Off {
            return no(Reason::OrderNotOpen, Rule("GEM-SKILL-03"));
        }
        if level(battle, unit, task).is_none() {
            return no(Reason::WrongKindOfUnit, Rule("GEM-SKILL-05"));
        }
    }
    Ok(())
}

/// A model tries its hand at the task in a hex (GEM-SKILL-01).
pub(super) fn try_task(play: &mut Play<'_>, unit: UnitId, cell: Cell) {
    let Some(task) = task(play, cell).cloned() else { return };
    play.change(unit, TASK, |m| m.did |= did::SKILL);
    let sheet = play.sheet(unit);
    let (s, t, i, ld) = (sheet.s, sheet.t, sheet.i, sheet.ld);
    let eased = |number: u8| number.saturating_add_signed(task.modifier);
    let done = match &task.asks {
        Asks::Strength => at_most(play, TASK, unit, eased(s)),
        Asks::Toughness => at_most(play, TASK, unit, eased(t)),
        Asks::Initiative => at_most(play, Rule("GEM-TEST-03"), unit, eased(i)),
        Asks::Leadership => passes(play, TASK, unit, ld, &[Modifier::ground(TASK, task.modifier)]),
        Asks::Agility => agile(play, TASK, unit),
        Asks::Skill(_) => {
            let level = level(play, unit, &task).unwrap_or(0);
            skilled(play, Rule("GEM-SKILL-03"), unit, level)
        }
    };
    if !done {
        return;
    }
    play.change_ground(cell, TASK, |marks| (marks.task, marks.prizes) = (0, marks.prizes + task.prizes));
    if let Some(door) = task.opens {
        play.change_ground(door, Rule("GEM-MOVE-09"), |marks| (marks.locked, marks.open) = (false, true));
    }
}

/// Hexes around a model that it searches (GEM-OBS-03).
#[must_use]
pub fn search_range(battle: &Battle, unit: UnitId) -> u16 {
    battle.sheet(unit).m.div_ceil(2).into()
}

/// A model searches its surroundings: what is hidden there comes to light, if it notices anything (GEM-OBS-03).
pub(super) fn search(play: &mut Play<'_>, unit: UnitId) {
    play.change(unit, SEARCH, |m| m.did |= did::SEARCHED);
    if notices(play, SEARCH, unit, true).is_none() {
        return play.note(SEARCH, "finds nothing", unit, 0);
    }
    let (at, near) = (play.piece(unit).at, search_range(play, unit));
    for marker in ambush::markers(play, play.piece(unit).side).only(|marker| play.apart(unit, marker) <= near) {
        ambush::unmask(play, marker, SEARCH);
    }
    for place in 0..play.setting().things.hiding.len() {
        let cell = play.setting().things.hiding[place];
        if play.ground(cell).hides && play.board().distance(at, cell) <= near {
            ambush::open_place(play, place, SEARCH);
        }
    }
}

/// Whether a model may search: there is something within its reach that could be found.
pub(super) fn check_search(battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
    if battle.unit(unit).did & did::SEARCHED != 0 {
        return Err(Refusal::new(Reason::AlreadyDone, Rule("GEM-ACT-08")));
    }
    let (at, near) = (battle.piece(unit).at, search_range(battle, unit));
    let hides = |cell: &Cell| battle.ground(*cell).hides && battle.board().distance(at, *cell) <= near;
    let found = battle.setting().things.hiding.iter().any(hides)
        || ambush::markers(battle, battle.piece(unit).side).any(|marker| battle.apart(unit, marker) <= near);
    if found { Ok(()) } else { Err(Refusal::new(Reason::NothingToDo, SEARCH)) }
}

/// All that a model could do with what is at hand.
pub(super) fn candidates(battle: &Battle, unit: UnitId, mut add: impl FnMut(Action)) {
    let things = &battle.setting().things;
    let of = |code| Action::of(Verb::Use, unit).with(code);
    let bare = battle.marked().is_empty() && things.armoury.is_empty();
    for cell in battle.board().within(battle.piece(unit).at, 1).filter(|_| !bare) {
        let marks = battle.ground(cell);
        if marks.weapon > 0 || marks.prizes > 0 || things.armoury.contains(&cell) {
            add(of(uses::TAKE).hex(cell));
        }
        if marks.task > 0 {
            add(of(uses::TASK).hex(cell));
        }
    }
    add(of(uses::SEARCH));
    add(of(uses::DROP));
}
