//! Ambushes: markers of which the enemy does not know what lies under them, who notices them, and how they are sprung
//! (GEM-OBS, GEM-TURN-04).

use arrayvec::ArrayVec;

use crate::battle::{
    Action, Decision, Dice, Fact, Flow, Kind, Lines, Roll, Rule, Secret, SideId, UnitId, UnitSet, Verb,
};
use crate::board::Cell;
use crate::kit::asking::Question;

use super::checks::notices;
use super::model::{Condition, Model, fresh};
use super::steps::Step;
use super::{Battle, Play};

const NOTICE: Rule = Rule("GEM-OBS-01");
const WARNED: Rule = Rule("GEM-OBS-02");
const MARGIN: Rule = Rule("GEM-OBS-04");
const FIRST: Rule = Rule("GEM-TURN-04");

/// The most markers of an ambush, and hiding places.
pub const MOST_SECRETS: usize = 12;

/// Hexes within which a model may notice a marker (GEM-OBS-01).
const NOTICED_WITHIN: u16 = 8;

/// What a model that has noticed something makes of it when the ambush is sprung (GEM-OBS-02), as
/// [`Model::warned`] keeps it.
pub mod warned {
    /// It has noticed something.
    pub const SIGNS: u8 = 1;
    /// It ducks: -1 to hit it.
    pub const DUCKS: u8 = 2;
    /// It steels itself: +1 to its Leadership to Stand and Fire.
    pub const STEELED: u8 = 3;
}

/// What a scenario says of an ambush.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambush {
    /// Who lies in wait.
    pub side: SideId,
    /// The markers, and what lies under all of them together, by place among the sheets.
    pub markers: Vec<(UnitId, u8)>,
    /// The sheet of a marker under which nobody is.
    pub decoy: u8,
    /// The sheet of a marker as the enemy sees it.
    pub unknown: u8,
}

/// The markers of a side's enemies that nobody has turned.
pub(super) fn markers(battle: &Battle, side: SideId) -> UnitSet {
    battle.enemies_of(side).only(|unit| battle.unit(unit).marker)
}

/// Whether nobody is under a marker.
pub(super) fn is_decoy(battle: &Battle, unit: UnitId) -> bool {
    battle.setting().ambush.as_ref().is_some_and(|ambush| battle.unit(unit).sheet == ambush.decoy)
}

/// Whether a side lies in wait yet, and takes no turns (GEM-TURN-04).
pub(super) fn waits(battle: &Battle, side: SideId) -> bool {
    let sprung = battle.table().sprung;
    battle.setting().ambush.as_ref().is_some_and(|ambush| ambush.side == side)
        && (sprung == 0 || u16::from(sprung) > battle.table().turn)
}

/// Deals what lies under the markers in secret: each order as likely as any other.
pub(super) fn deal(play: &mut Play<'_>) {
    let Some(ambush) = play.setting().ambush.as_ref() else { return };
    let markers: ArrayVec<(UnitId, u8), MOST_SECRETS> = ambush.markers.iter().copied().collect();
    let mut left: ArrayVec<u8, MOST_SECRETS> = markers.iter().map(|(_, sheet)| *sheet).collect();
    for (unit, _) in markers {
        let count = left.len() as u8;
        let cuts: ArrayVec<u8, MOST_SECRETS> = (2..=count).collect();
        let face = play.draw(Roll::new(NOTICE, count, UnitId::NONE), &cuts);
        let sheet = left.remove(usize::from(face) - 1);
        play.change(unit, NOTICE, |m| *m = Model { sheet, ..under_cover() });
    }
}

/// A marker's numbers, whatever lies under it.
fn under_cover() -> Model {
    Model { wounds: 1, full: 1, marker: true, hidden: true, overwatch: true, ..Model::default() }
}

/// A marker is turned: somebody is there, or nobody is.
pub(super) fn unmask(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    if !play.unit(unit).marker {
        return;
    }
    let sheet = play.unit(unit).sheet;
    if let Some(line) = line(play, unit) {
        play.tell(rule, Fact::Opened { line, holds: sheet + 1 });
    }
    if is_decoy(play, unit) {
        play.change(unit, rule, |m| (m.marker, m.condition, m.wounds) = (false, Condition::Fled, 0));
        return play.move_to(unit, Cell::NONE, rule);
    }
    let watches = !play.setting().kits[usize::from(sheet)].guns.is_empty();
    let now = fresh(sheet, play.sheet(unit));
    play.change(unit, rule, |m| *m = Model { overwatch: watches, ..now });
}

/// A model has acted: it may notice signs of those who lie in wait, once for each marker (GEM-OBS-01, GEM-OBS-04). Nobody
/// sees the dice; only what is noticed is told.
pub(super) fn observe(play: &mut Play<'_>, unit: UnitId) {
    if play.setting().ambush.is_none() || !play.able(unit) {
        return;
    }
    let near = |marker: &UnitId| play.apart(unit, *marker) <= NOTICED_WITHIN && !play.unit(*marker).noted;
    let close: UnitSet = markers(play, play.piece(unit).side).filter(near).collect();
    for marker in close {
        play.change(marker, NOTICE, |m| m.noted = true);
        // Where nobody is there is nothing to notice, but the dice fall all the same.
        let Some(margin) = notices(play, NOTICE, unit, false) else { continue };
        if is_decoy(play, marker) {
            continue;
        }
        play.change(unit, WARNED, |m| m.warned = warned::SIGNS);
        match margin {
            0 | 1 => play.note(MARGIN, "notices signs of somebody within 3 hexes", unit, 0),
            2 | 3 => play.note(MARGIN, "notices somebody in hiding", marker, 0),
            _ => unmask(play, marker, MARGIN),
        }
    }
}

/// A game turn begins: whoever lies in wait may spring the ambush (GEM-TURN-04).
pub(super) fn spring(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    let Some(side) = play.setting().ambush.as_ref().map(|ambush| ambush.side) else { return Flow::Done };
    let (turn, sprung) = (play.table().turn, play.table().sprung);
    match answer.map(|answer| answer.verb) {
        None if u16::from(sprung) == turn && sprung > 0 => reveal_all(play, side),
        None if sprung == 0 => {
            return Flow::Ask(Step::Spring, Decision::to(side, Kind::Act, UnitSet::default(), FIRST));
        }
        Some(Verb::Use) => {
            play.change_table(FIRST, |t| t.sprung = turn.min(255) as u8);
            reveal_all(play, side);
        }
        _ => return Flow::Done,
    }
    Flow::Next(Step::Warned)
}

/// All who lay in wait show themselves, and have the first turn from now on.
fn reveal_all(play: &mut Play<'_>, side: SideId) {
    for unit in play.units_of(side).only(|unit| play.unit(unit).marker) {
        unmask(play, unit, FIRST);
    }
    play.change_table(FIRST, |t| {
        let place = t.order.0.iter().position(|&s| s == i16::from(side.0)).unwrap_or(0);
        t.order.0[..=place].rotate_right(1);
    });
}

/// A marker fires or is about to: it is turned, and the ambush goes on from the next game turn.
pub(super) fn give_away(play: &mut Play<'_>, unit: UnitId) {
    if !play.unit(unit).marker {
        return;
    }
    unmask(play, unit, FIRST);
    if play.table().sprung == 0 {
        let next = (play.table().turn + 1).min(255) as u8;
        play.change_table(FIRST, |t| t.sprung = next);
    }
}

/// Whoever has noticed something ducks or steels himself, as his owner chooses (GEM-OBS-02).
pub(super) fn warn(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    if let Some(Action { verb, unit, .. }) = answer {
        let how = if verb == Verb::Endure { warned::STEELED } else { warned::DUCKS };
        play.change(unit, WARNED, |m| m.warned = how);
    }
    let open = |battle: &Battle, side| battle.units_of(side).only(|unit| battle.unit(unit).warned == warned::SIGNS);
    Question::new(WARNED, Kind::React).ask_from(play, 0, open, |_| Step::Warned)
}

/// The turn of the ambush is over, and with it the first round of shooting (GEM-OBS-02).
pub(super) fn first_round_ends(play: &mut Play<'_>) {
    let sprung = u16::from(play.table().sprung);
    if sprung > 0 && play.table().turn >= sprung {
        for unit in play.on_board().only(|unit| play.unit(unit).warned > 0) {
            play.change(unit, WARNED, |m| m.warned = 0);
        }
    }
}

/// What an enemy of whoever lies in wait may not know: what is under markers, and where something is hidden.
pub(super) fn hide(battle: &mut Battle, viewer: SideId) {
    if battle.outcome().is_some() {
        return;
    }
    battle.edit(|play| {
        play.change_table(NOTICE, |t| t.caches = 0);
        let Some(ambush) = play.setting().ambush.as_ref() else { return };
        let unknown = ambush.unknown;
        for unit in markers(play, viewer) {
            let noted = play.unit(unit).noted;
            play.change(unit, NOTICE, |m| *m = Model { sheet: unknown, noted, ..under_cover() });
        }
    });
}

/// What a side could believe of the markers and hiding places that nobody has turned.
pub(super) fn resample(battle: &mut Battle, viewer: SideId, dice: &mut dyn Dice) {
    let mut pick = |among: usize| {
        let cuts: Vec<u8> = (2..=among as u8).collect();
        usize::from(dice.roll(NOTICE, among as u8, &cuts)) - 1
    };
    let mut caches = 0;
    let things = &battle.setting().things;
    let mut open: Vec<usize> =
        (0..things.hiding.len()).filter(|&place| battle.ground(things.hiding[place]).hides).collect();
    let mut left = usize::from(battle.table().buried).min(open.len());
    while left > 0 {
        caches |= 1 << open.swap_remove(pick(open.len()));
        left -= 1;
    }
    let mut dealt = Vec::new();
    if let Some(ambush) = battle.setting().ambush.as_ref() {
        let mut left: Vec<u8> = ambush.markers.iter().map(|(_, sheet)| *sheet).collect();
        let (covered, shown): (Vec<UnitId>, Vec<UnitId>) =
            ambush.markers.iter().map(|(unit, _)| *unit).partition(|unit| battle.unit(*unit).marker);
        for unit in shown {
            if let Some(place) = left.iter().position(|sheet| *sheet == battle.unit(unit).sheet) {
                left.remove(place);
            }
        }
        if markers(battle, viewer).next().is_some() {
            for unit in covered {
                if !left.is_empty() {
                    dealt.push((unit, left.remove(pick(left.len()))));
                }
            }
        }
    }
    battle.edit(|play| {
        play.change_table(NOTICE, |t| t.caches = caches);
        for (unit, sheet) in dealt {
            play.change(unit, NOTICE, |m| m.sheet = sheet);
        }
    });
}

/// A marker's line of the sealed list; those of the hiding places follow.
fn line(battle: &Battle, unit: UnitId) -> Option<u8> {
    let markers = &battle.setting().ambush.as_ref()?.markers;
    markers.iter().position(|(marker, _)| *marker == unit).map(|line| line as u8)
}

/// What is hidden in a hiding place comes to light: prizes, or nothing.
pub(super) fn open_place(play: &mut Play<'_>, place: usize, rule: Rule) {
    let (cell, first) = (play.setting().things.hiding[place], first_place(play));
    let holds = (play.table().caches >> place & 1) as u8;
    play.tell(rule, Fact::Opened { line: first + place as u8, holds: holds + 1 });
    play.change_table(rule, |t| (t.caches, t.buried) = (t.caches & !(1 << place), t.buried - holds));
    play.change_ground(cell, rule, |marks| (marks.hides, marks.prizes) = (false, marks.prizes + holds));
}

/// The line of the sealed list for the first hiding place.
fn first_place(battle: &Battle) -> u8 {
    battle.setting().ambush.as_ref().map_or(0, |ambush| ambush.markers.len() as u8)
}

/// What is sealed: what lies under the markers, the place of its sheet plus one, and in the hiding places, the prizes plus
/// one, as long as nobody knows.
pub(super) fn sealed(battle: &Battle) -> Option<Secret> {
    let ambush = battle.setting().ambush.as_ref();
    let hiding = &battle.setting().things.hiding;
    if battle.table().turn == 0 || ambush.is_none() && hiding.is_empty() {
        return None;
    }
    let mut lines = Lines::default();
    let covered = ambush.into_iter().flat_map(|ambush| &ambush.markers).map(|(unit, _)| *unit);
    for (line, unit) in (0..).zip(covered).filter(|(_, unit)| battle.unit(*unit).marker) {
        lines.write(line, battle.unit(unit).sheet + 1);
    }
    for (place, _) in hiding.iter().enumerate().filter(|(_, cell)| battle.ground(**cell).hides) {
        lines.write(first_place(battle) + place as u8, (battle.table().caches >> place & 1) as u8 + 1);
    }
    Some(Secret { sealed: NOTICE, opened: Rule("GEM-OBS-03"), lines })
}

/// A line of the sealed list in words.
pub(super) fn opened(battle: &Battle, line: u8, holds: u8) -> String {
    let (setting, held) = (battle.setting(), holds.saturating_sub(1));
    if let Some(place) = line.checked_sub(first_place(battle)) {
        let at = setting.things.hiding.get(usize::from(place)).map_or("?".to_owned(), |&at| battle.board().label(at));
        return format!("{} hidden at {at}", if held > 0 { "a prize was" } else { "nothing was" });
    }
    let name = setting.models.get(usize::from(held)).map_or("?", |sheet| &sheet.name);
    let marker = setting.ambush.as_ref().and_then(|ambush| Some(ambush.markers.get(usize::from(line))?.0));
    let side = marker.map(|marker| battle.piece(marker).side);
    // The number that the side counts it by.
    let number = battle.units().filter(|&u| Some(u) <= marker && Some(battle.piece(u).side) == side).count();
    format!("marker {number}: {name}")
}
