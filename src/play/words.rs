//! What the window says: what to do next, what is in a hex, where a line of the log leads.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::field::{Badge, Glance, Lies};
use crate::battle::{Action, Kind, Outcome, SideId, Target, UnitId, Verb};
use crate::board::Cell;
use crate::content::Library;
use crate::opponents::Known;
use crate::rules::{AnyBattle, BattleView, Deed, Of};
use crate::scenario::journal::PERSON;
use crate::telling::{Line, codex, names, panel};

use super::bar::{KEYS, Press, Slot};
use super::hand::Hand;
use super::offer::{Meaning, Offer};
use super::scene::Scene;

/// What the person does next, in a sentence.
#[must_use]
pub fn next_step(offer: &Offer, hand: &Hand) -> String {
    let lit = !offer.hexes(hand.unit).is_empty();
    let outlined = !offer.targets(hand.unit).is_empty();
    let units = offer.units().len();
    if !hand.choice.is_empty() {
        return if offer.armed_of(hand.unit).is_some() {
            "Choose one below, or on the board."
        } else {
            "That may mean several things: choose one below."
        }
        .to_owned();
    }
    if offer.is_secret() {
        return match hand.sealed(offer) {
            Ok(_) => "All is chosen: commit with Space, or change an answer.".to_owned(),
            Err(missing) => format!("Choose an answer for each unit ({missing} to go), then commit."),
        };
    }
    match (lit, outlined) {
        (true, true) => "Click a lit hex or an outlined unit, or a button below.".to_owned(),
        (true, false) if offer.decision.kind == Kind::Deploy && hand.unit.is_some() => {
            "Click a lit hex to place it there.".to_owned()
        }
        (true, false) => "Click a lit hex, or a button below.".to_owned(),
        (false, true) => "Click an outlined unit: hover over it for the odds.".to_owned(),
        (false, false) if hand.unit.is_none() && units > 0 => "Click one of your ringed units.".to_owned(),
        (false, false) if hand.unit.is_some_and(|u| !offer.units().contains(&u)) && units > 0 => {
            "This one has nothing to do now: click one of your ringed units.".to_owned()
        }
        (false, false) => "Press one of the buttons below.".to_owned(),
    }
}

/// The words of an answer, as one tells the unit that gives it.
#[must_use]
pub fn shortly(offer: &Offer, place: usize) -> String {
    capital(&offer.words[place].command())
}

/// What an answer does, as one tells somebody to do it.
#[must_use]
pub fn command(deed: &Deed) -> String {
    capital(&deed.command())
}

/// An answer by its button and at whom or where: `Fire Shoota at B2 Rangers`.
#[must_use]
pub fn button(battle: &dyn BattleView, offer: &Offer, place: usize) -> String {
    let name = &offer.buttons[place].name;
    let Action { verb, target, .. } = offer.actions[place];
    match target {
        Target::Unit(unit) => format!("{name} at {}", names::unit(battle, unit)),
        Target::Hex(cell) => {
            let goes = matches!(verb, Verb::Move | Verb::Run | Verb::Retreat);
            format!("{name} {} {}", if goes { "to" } else { "at" }, battle.board().label(cell))
        }
        Target::None | Target::Index(_) => command(&offer.words[place]),
    }
}

/// What stands on a button of the bar: below one that was pressed only what tells its answers apart.
#[must_use]
pub fn slot_name(battle: &dyn BattleView, offer: &Offer, slot: &Slot) -> String {
    match slot.press {
        Press::Mean(Meaning::Select(unit)) => format!("Take {}", names::unit(battle, unit)),
        Press::Mean(Meaning::Take(place)) => match (offer.actions[place].target, offer.armed.is_some()) {
            (Target::Unit(unit), true) if offer.actions[place].with == 0 => names::unit(battle, unit),
            (Target::Index(_) | Target::None, _) => command(&offer.words[place]),
            (Target::Unit(_), true) => command(&offer.words[place]),
            (_, _) => button(battle, offer, place),
        },
        _ => slot.button.name.clone(),
    }
}

/// The most targets of a button whose odds are worked out for what stands on it.
const FEW: usize = 4;

/// The answers whose odds stand on a button: of one target how likely it is, of a few that of the best.
#[must_use]
pub fn reckoned(offer: &Offer, slot: &Slot) -> Vec<Action> {
    let all: Vec<Action> = slot.places.iter().map(|place| offer.actions[*place]).collect();
    let at_units = all.iter().all(|action| matches!(action.target, Target::Unit(_)));
    let told = all.len() == 1 || at_units && all.len() <= FEW;
    let open = slot.press != Press::Nothing && all.iter().all(|action| is_risky(*action));
    if told && open { all } else { Vec::new() }
}

/// What stands on the key of this number.
#[must_use]
pub fn digit(key: usize) -> String {
    let control = if key < KEYS { "" } else { "Ctrl+" };
    format!("{control}{}", (key + 1) % 10)
}

/// What a unit has come to, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The words.
    pub words: String,
    /// How it is seen on the counter.
    pub badge: Option<Badge>,
}

/// What a unit has come to, as far as its card does not count it: what is seen on its counter first.
#[must_use]
pub fn states(battle: &dyn BattleView, unit: UnitId) -> Vec<State> {
    let counted = battle.card(unit).life.what;
    let state = |(field, value): (usize, i32)| {
        let (name, said) = battle.label(Of::Unit, field, value)?;
        if battle.glance(field) == Some(Glance::Strength) || name == counted || said == "0" {
            return None;
        }
        let badge = match battle.glance(field) {
            Some(Glance::Badge(badge)) => Some(badge),
            _ => None,
        };
        let words = match said.as_str() {
            "1" if badge.is_some() => name,
            number if number.parse::<i32>().is_ok() => format!("{name}: {said}"),
            _ => names::reading((name, said)),
        };
        Some(State { words: capital(&words), badge })
    };
    let fields = battle.unit_fields(unit).into_iter().enumerate().map(|(field, (_, value))| (field, value));
    let mut states: Vec<State> = fields.filter_map(state).collect();
    states.sort_by_key(|state| state.badge.is_none());
    states
}

/// The names of what a unit can still do, each once.
#[must_use]
pub fn open(offer: &Offer, unit: UnitId) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for place in (0..offer.actions.len()).filter(|place| offer.actions[*place].unit == unit) {
        let name = &offer.buttons[place].name;
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// What the ground of a hex is, and what lies on it.
#[must_use]
pub fn ground(battle: &dyn BattleView, cell: Cell) -> String {
    let height = match battle.board().heights[cell.index()] {
        0 => None,
        height => Some(format!("height {height}")),
    };
    let terrain = names::terrain(battle.terrain(cell)).1.to_owned();
    let all = [terrain].into_iter().chain(height).chain(panel::marks(battle, cell));
    capital(&all.collect::<Vec<_>>().join(", "))
}

/// Who won, and why.
#[must_use]
pub fn verdict(battle: &dyn BattleView, outcome: &Outcome) -> String {
    let sides = || SideId::first(battle.sides().len());
    let winners: Vec<&str> = sides().filter(|s| outcome.won(*s)).map(|s| names::side(battle, s)).collect();
    let won = if winners.is_empty() { "A draw".to_owned() } else { format!("Victory of {}", winners.join(" and ")) };
    let scores: Vec<String> = sides().map(|s| format!("{} {}", names::side(battle, s), battle.score(s))).collect();
    format!("{won}: {}. {}", outcome.reason, scores.join(", "))
}

/// Who plays a side, by the name of its owner.
#[must_use]
pub fn owner(owner: &str) -> String {
    if owner == PERSON { "you".to_owned() } else { format!("computer, {}", owner.replace('_', " ")) }
}

/// The highest rank of the computer opponents that ship with the program.
const HIGHEST: u8 = 5;

/// An opponent by its name, with how strong it is.
#[must_use]
pub fn level(known: &Known) -> String {
    format!("{}, strength {} of {HIGHEST}", capital(&known.name.replace('_', " ")), known.rank.min(HIGHEST))
}

/// How an opponent plays, and how long it thinks.
#[must_use]
pub fn manner(known: &Known) -> String {
    let time = match known.rank {
        0..=2 => "Answers at once",
        3 => "Thinks for less than a second",
        4 => "Thinks for up to two seconds",
        _ => "May think for several seconds",
    };
    format!("{}. {time}.", capital(&known.about))
}

/// A text of a file in one line: its lines are broken where they are shown.
#[must_use]
pub fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text with a capital at its beginning.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The letters of something on a hex, from its name.
#[must_use]
pub fn letters(mark: &str) -> String {
    mark.chars().take(2).collect()
}

/// Something on the board that a person may not know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Letters on a hex.
    Letters(String),
    /// A badge on a counter.
    Badge(Badge),
}

/// The units of other teams than a side's.
pub fn enemies(battle: &dyn BattleView, side: SideId) -> impl Iterator<Item = UnitId> {
    let team = |side: SideId| battle.sides().get(side.index()).map(|s| s.team);
    battle.units().filter(move |&unit| team(battle.piece(unit).side) != team(side))
}

/// Which enemies of a side keep watch on each hex: who steps into it may be shot at in his own turn.
#[must_use]
pub fn watchers(battle: &dyn BattleView, side: SideId) -> BTreeMap<Cell, Vec<UnitId>> {
    let mut watchers: BTreeMap<Cell, Vec<UnitId>> = BTreeMap::new();
    for unit in enemies(battle, side) {
        for cell in battle.watched(unit) {
            watchers.entry(cell).or_default().push(unit);
        }
    }
    watchers
}

/// Who watches hexes of a way, each with the first that he watches.
#[must_use]
pub fn watched_on(way: &[Cell], watchers: &BTreeMap<Cell, Vec<UnitId>>) -> Vec<(UnitId, Cell)> {
    let mut met: Vec<(UnitId, Cell)> = Vec::new();
    for &cell in way {
        for &unit in watchers.get(&cell).into_iter().flatten() {
            if met.iter().all(|(other, _)| *other != unit) {
                met.push((unit, cell));
            }
        }
    }
    met
}

/// The legend of the letters on hexes and the badges on counters that are visible.
#[must_use]
pub fn legend(battle: &dyn BattleView, scene: &Scene) -> Vec<(Mark, String)> {
    let mut legend = BTreeSet::new();
    for (&(_, field), &value) in &scene.ground {
        let Some(mark) = panel::lying(battle, field.into(), value) else { continue };
        if is_unknown(&mark) {
            legend.insert((Mark::Letters("?".to_owned()), "unknown so far".to_owned()));
        } else if let Some((name, _)) = battle.label(Of::Ground, field.into(), value) {
            match battle.lies(field.into(), value) {
                Some(Lies::Sign(tone, icon)) => _ = legend.insert((Mark::Badge(Badge::icon(tone, icon)), name)),
                // The others are drawn as signs.
                Some(_) => {}
                None => _ = legend.insert((Mark::Letters(letters(&mark)), name)),
            }
        }
    }
    let standing = scene.units.iter().filter(|unit| unit.piece.at.is_some());
    for (field, value) in standing.flat_map(|unit| unit.fields.iter().enumerate()) {
        if let Some(Glance::Badge(badge)) = battle.glance(field).filter(|_| *value != 0)
            && let Some((name, _)) = battle.label(Of::Unit, field, *value)
        {
            legend.insert((Mark::Badge(badge), name));
        }
    }
    legend.into_iter().collect()
}

/// Whether something on a hex is unknown to all sides, from its name.
#[must_use]
pub fn is_unknown(mark: &str) -> bool {
    mark.starts_with("blip")
}

/// Whether a line of the log contains the filter, ignoring case.
#[must_use]
pub fn passes(line: &Line, filter: &str) -> bool {
    line.plain().to_lowercase().contains(&filter.trim().to_lowercase())
}

/// What the codex says of a rule.
#[must_use]
pub fn codex(library: &Library, rule: &str) -> String {
    let lines = codex::lookup(library.codex(), rule).unwrap_or_else(|lines| lines);
    let Some((title, text)) = lines.split_first() else { return String::new() };
    format!("{title}\n{}", text.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "))
}

/// The answers that a click on a hex may mean for the selected unit.
#[must_use]
pub fn pointed(offer: &Offer, battle: &AnyBattle, hand: &Hand, scene: &Scene, cell: Cell) -> Vec<usize> {
    let meanings = offer.at(battle, scene, hand.unit, cell);
    let takes = meanings.into_iter().filter_map(|m| match m {
        Meaning::Take(place) => Some(place),
        Meaning::Select(_) => None,
    });
    takes.collect()
}

/// The answer that the person considers: the given one, if it is among these, or else the one at the hex of the mouse or
/// the cursor.
#[must_use]
pub fn wanted(
    offer: &Offer,
    battle: &AnyBattle,
    hand: &Hand,
    scene: &Scene,
    considered: Option<Action>,
    hovered: Option<Cell>,
) -> Option<usize> {
    let pointed = |cell: Cell| pointed(offer, battle, hand, scene, cell).first().copied();
    let considered = considered.and_then(|action| offer.actions.iter().position(|a| *a == action));
    considered.or_else(|| hovered.and_then(pointed)).or_else(|| hand.cursor.and_then(pointed))
}

/// Whether an answer may roll dice, so that its odds are worth a look.
#[must_use]
pub fn is_risky(action: Action) -> bool {
    use crate::battle::Verb::{Assist, Cast, Fire, Move, Strike, Use};
    matches!(action.verb, Fire | Strike | Cast | Use | Assist) || action.verb == Move && action.target != Target::None
}
