//! The Ritual (ITEN-RIT): a house that its owner keeps to himself, decoys, and how what is done there is broken.
//!
//! Those inside are off the board and `hidden`, with their hex in `apart`, until somebody sees them: all of them at once.

use arrayvec::ArrayVec;

use crate::battle::{
    Action, Decision, Dice, Flow, Kind, Listing, Reason, Refusal, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::Cell;

use super::super::{Battle, Play, Step};
use super::{Mission, decide};

const HIDDEN: Rule = Rule("ITEN-RIT-02");
const DECOYS: Rule = Rule("ITEN-RIT-03");

/// More houses than this no map has.
const MOST: usize = 8;

impl Battle {
    /// The figures of a side that are in the battle, those too that ride or sit in a house unseen; an empty vehicle is
    /// nobody (ITEN-VEH-01).
    #[must_use]
    pub(in super::super) fn presence(&self, side: SideId) -> UnitSet {
        let mut all = self.units_of(side) & !self.setting().vehicles | self.riders_of(side);
        all.add(self.inmates().only(|u| self.piece(u).side == side));
        all
    }

    /// Those who sit in a house unseen.
    #[must_use]
    pub(in super::super) fn inmates(&self) -> UnitSet {
        if self.setting().mission == Mission::TheRitual {
            self.units().only(|u| self.unit(u).hidden)
        } else {
            UnitSet::default()
        }
    }

    /// Who performs the ritual: the Leader of the side whose part it is.
    #[must_use]
    pub fn ritualist(&self) -> Option<UnitId> {
        self.setting().bands[self.part()?.index()].leader
    }

    /// The houses where the ritual may be, for all that is known.
    pub(super) fn open_houses(&self) -> impl Iterator<Item = usize> {
        let open = self.table().houses;
        (0..self.setting().scene.houses.len().min(MOST)).filter(move |h| open >> h & 1 == 1)
    }

    /// The house where it is, for who knows it.
    fn house(&self) -> Option<usize> {
        self.table().house.checked_sub(1).map(usize::from)
    }

    /// The middle of a house.
    pub(super) fn hearth(&self, house: usize) -> Cell {
        let floor = &self.setting().scene.houses[house];
        let inner = |c: &Cell| self.board().exits(*c).filter(|n| floor.contains(n)).count();
        floor.iter().copied().max_by_key(|c| (inner(c), std::cmp::Reverse(*c))).unwrap_or(Cell(0))
    }

    /// The hexes of a house, its middle first: where those inside stand.
    fn seats(&self, house: usize) -> Vec<Cell> {
        let middle = self.hearth(house);
        let mut seats = self.setting().scene.houses[house].clone();
        seats.sort_by_key(|&c| (self.board().distance(middle, c), c));
        seats
    }

    /// Figures of the ritualist's side that have still to be set up.
    fn unhoused(&self) -> UnitSet {
        let Some(side) = self.part() else { return UnitSet::default() };
        self.units().only(|u| self.piece(u).side == side && self.waits(u))
    }

    /// How many decoys may stand outside still: half of the Retinue, and whoever finds no room inside (ITEN-RIT-03).
    fn decoys_left(&self) -> usize {
        let Some(side) = self.part() else { return 0 };
        let (outside, waiting) = (self.units_of(side).len(), self.unhoused().len());
        let room = self.house().map_or(0, |h| self.setting().scene.houses[h].len());
        ((outside + waiting) / 2).max((outside + waiting).saturating_sub(room)).saturating_sub(outside)
    }
}

/// ITEN-RIT-02: D3 + 3 of the map's houses are where the ritual may be, each as likely; its owner says in secret where it
/// is, before anybody deploys.
pub(in super::super) fn houses(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    if let Some(Action { target: Target::Index(house), .. }) = answer {
        play.change_table(HIDDEN, |t| t.house = house + 1);
        return Flow::Next(Step::Decoys);
    }
    let all = play.setting().scene.houses.len().min(MOST);
    let count = usize::from(play.roll(Roll::new(HIDDEN, 3, UnitId::NONE), &[2, 3])) + 3;
    let mut open: ArrayVec<u8, MOST> = (0..all as u8).collect();
    while open.len() > count {
        let cuts: ArrayVec<u8, MOST> = (2..=open.len() as u8).collect();
        let out = play.roll(Roll::new(HIDDEN, open.len() as u8, UnitId::NONE), &cuts);
        open.remove(usize::from(out) - 1);
    }
    let bits = open.iter().fold(0, |bits, h| bits | 1 << h);
    play.change_table(HIDDEN, |t| t.houses = bits);
    let side = play.part().unwrap_or_default();
    Flow::Ask(Step::Houses, Decision::to(side, Kind::Commit, UnitSet::default(), HIDDEN))
}

/// The houses to choose from.
pub(in super::super) fn house_offers(battle: &Battle, list: &mut Listing) {
    list.actions.extend(battle.open_houses().map(|h| Action::side(Verb::Place).index(h as u8)));
}

/// ITEN-RIT-03: up to half of the Retinue stands outside, in the open; the others are inside with the ritualist.
pub(in super::super) fn decoys(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    match answer {
        Some(Action { unit, target: Target::Hex(cell), .. }) => play.move_to(unit, cell, DECOYS),
        Some(_) => return go_inside(play),
        None => {}
    }
    let waiting = able(play);
    if play.decoys_left() == 0 || waiting.is_empty() {
        return go_inside(play);
    }
    let side = play.part().unwrap_or_default();
    Flow::Ask(Step::Decoys, Decision::to(side, Kind::Deploy, waiting, DECOYS))
}

/// Those who may be decoys: all but the ritualist.
fn able(battle: &Battle) -> UnitSet {
    let mut waiting = battle.unhoused();
    if let Some(ritualist) = battle.ritualist() {
        waiting.remove(ritualist);
    }
    waiting
}

/// Hexes around the houses for a decoy; that nobody else is one, where the others have room inside.
pub(in super::super) fn decoy_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        if all_fit_inside(battle) {
            list.push(Action::side(Verb::Pass));
        }
        return;
    };
    list.actions.extend(decoy_hexes(battle).map(|c| Action::of(Verb::Place, unit).hex(c)));
}

/// Whether there is room in the house for all who wait.
fn all_fit_inside(battle: &Battle) -> bool {
    let room = battle.house().map_or(0, |h| battle.setting().scene.houses[h].len());
    battle.unhoused().len() <= room
}

/// The hexes where a decoy may stand (ITEN-RIT-03).
fn decoy_hexes(battle: &Battle) -> impl Iterator<Item = Cell> {
    let (board, scene) = (battle.board(), &battle.setting().scene);
    let reach = u16::from(battle.setting().numbers.missions.decoy_reach);
    // The floor's rim and the wall are one and two hexes from a house's middle.
    let hearths: ArrayVec<Cell, MOST> = (0..scene.houses.len().min(MOST)).map(|h| battle.hearth(h)).collect();
    let near = move |c: Cell| hearths.iter().any(|&h| board.distance(h, c) <= reach + 2);
    let outside = |c: Cell| !scene.houses.iter().any(|floor| floor.contains(&c));
    let free = move |c: Cell| battle.footing(c).passable && !battle.occupied(c) && outside(c);
    board.cells().filter(move |&c| near(c) && free(c))
}

/// Whether the ritual may be in a house (ITEN-RIT-02).
pub(in super::super) fn check_house(battle: &Battle, action: Action) -> Result<(), Refusal> {
    action.aimed(HIDDEN)?;
    match action.target {
        Target::Index(house) if battle.open_houses().any(|open| open == usize::from(house)) => Ok(()),
        _ => Err(Refusal::new(Reason::NotInZone, HIDDEN)),
    }
}

/// Whether a decoy may stand there, or nobody else be one (ITEN-RIT-03).
pub(in super::super) fn check_decoy(battle: &Battle, action: Action) -> Result<(), Refusal> {
    if action.verb == Verb::Pass {
        action.plain(DECOYS)?;
        return if all_fit_inside(battle) { Ok(()) } else { Err(Refusal::new(Reason::NotEnough, DECOYS)) };
    }
    action.aimed(DECOYS)?;
    match action.target {
        _ if battle.piece(action.unit).at.is_some() => Err(Refusal::new(Reason::AlreadyDone, DECOYS)),
        Target::Hex(to) if decoy_hexes(battle).any(|open| open == to) => Ok(()),
        Target::Hex(to) if battle.occupied(to) => Err(Refusal::new(Reason::Stacked, Rule("ITEN-MOVE-06"))),
        _ => Err(Refusal::new(Reason::NotInZone, DECOYS)),
    }
}

/// Whether those inside may be shown (ITEN-RIT-02).
pub(in super::super) fn check_showing(battle: &Battle, action: Action) -> Result<(), Refusal> {
    action.plain(HIDDEN)?;
    let may = battle.decision().is_some_and(|decision| may_show(battle, decision.side));
    if may { Ok(()) } else { Err(Refusal::new(Reason::NothingToDo, HIDDEN)) }
}

/// Those who wait take their seats in the house, the ritualist in its middle; nobody sees it.
fn go_inside(play: &mut Play<'_>) -> Flow<Step> {
    let seats = play.house().map_or(Vec::new(), |h| play.seats(h));
    let ritualist = play.ritualist().filter(|&r| play.waits(r));
    let others = play.unhoused().only(|u| Some(u) != ritualist);
    for (unit, seat) in ritualist.into_iter().chain(others).zip(seats) {
        play.change(unit, HIDDEN, |u| (u.hidden, u.apart) = (true, (seat.0 + 1).to_le_bytes()));
    }
    Flow::Next(Step::DeploymentRoll)
}

/// Where somebody sits unseen, for who knows it.
fn seat(battle: &Battle, unit: UnitId) -> Option<Cell> {
    u16::from_le_bytes(battle.unit(unit).apart).checked_sub(1).map(Cell)
}

/// ITEN-RIT-02: everybody who is inside comes to light, in his hex or in the free one nearest to it.
pub(in super::super) fn reveal(play: &mut Play<'_>) {
    for unit in play.inmates() {
        let Some(seat) = seat(play, unit) else { continue };
        let free = |c: &Cell| play.footing(*c).passable && !play.occupied(*c);
        let at = play.board().cells().filter(free).min_by_key(|&c| (play.board().distance(seat, c), c));
        play.change(unit, HIDDEN, |u| (u.hidden, u.apart) = (false, [0; 2]));
        play.move_to(unit, at.unwrap_or(seat), HIDDEN);
    }
    let bits = play.house().map_or(0, |h| 1 << h);
    play.change_table(HIDDEN, |t| t.houses = bits);
}

/// Whether an enemy of the ritualist's sees a hex, or is beside it.
fn watched(battle: &Battle, side: SideId, cell: Cell) -> bool {
    battle.enemies_of(side).any(|e| battle.look(battle.piece(e).at, cell).is_some())
}

/// ITEN-RIT-02: looks whether an enemy sees those inside; houses into whose middle somebody sees are empty otherwise.
pub(in super::super) fn spot(play: &mut Play<'_>) {
    let Some(side) = play.part().filter(|_| play.setting().mission == Mission::TheRitual) else { return };
    let inmates = play.inmates();
    if inmates.is_empty() {
        return;
    }
    if inmates.into_iter().any(|u| seat(play, u).is_some_and(|cell| watched(play, side, cell))) {
        return reveal(play);
    }
    let empty = |h: &usize| play.house() != Some(*h) && watched(play, side, play.hearth(*h));
    let bits = play.open_houses().filter(empty).fold(0u8, |bits, h| bits | 1 << h);
    if bits != 0 {
        play.change_table(HIDDEN, |t| t.houses &= !bits);
    }
}

/// Whether a side may show those of its figures that nobody sees.
#[inline]
pub(in super::super) fn may_show(battle: &Battle, side: SideId) -> bool {
    battle.part() == Some(side) && !battle.inmates().is_empty()
}

/// A figure has ended a move. ITEN-RIT-04: the ritual is broken when the ritualist and an enemy on foot touch, whoever has
/// moved. It takes an enemy by his side: a friend whom a Dominatus sets at the ritualist, or he at him, is none.
pub(super) fn touch(play: &mut Play<'_>, unit: UnitId) {
    spot(play);
    let Some(ritualist) = play.ritualist() else { return };
    let piece = play.piece(ritualist);
    if !piece.at.is_some() {
        return;
    }
    let foes = play.around(piece.at) & play.enemies_of(piece.side) & !play.setting().vehicles;
    let breaker = if unit == ritualist { foes.first() } else { Some(unit).filter(|&u| foes.has(u)) };
    if let Some(breaker) = breaker {
        decide(play, Some(play.piece(breaker).side));
    }
}

/// ITEN-RIT-04: it is broken when he is out, gone or possessed (ITEN-PSY-07); whoever did that has won.
pub(super) fn lose(play: &mut Play<'_>, unit: UnitId, by: UnitId) {
    if play.ritualist() == Some(unit) {
        let side = (by != UnitId::NONE && play.enemies(unit, by)).then(|| play.piece(by).side);
        decide(play, side);
    }
}

/// Whether a side does not know where the ritual is.
fn is_in_the_dark(battle: &Battle, viewer: SideId) -> bool {
    let knows = |side: SideId| battle.team(side) == battle.team(viewer);
    battle.setting().mission == Mission::TheRitual && !battle.part().is_some_and(knows)
}

/// Takes out the house, and who sits where in it (ITEN-RIT-02). Who does is known: all who are not seen outside.
pub(in super::super) fn hide(battle: &mut Battle, viewer: SideId) {
    if is_in_the_dark(battle, viewer) {
        battle.edit(|play| {
            play.change_table(HIDDEN, |t| t.house = 0);
            for unit in play.inmates() {
                play.change(unit, HIDDEN, |u| u.apart = [0; 2]);
            }
        });
    }
}

/// Puts the ritual into one of the houses where it may be, each as likely.
pub(in super::super) fn resample(battle: &mut Battle, viewer: SideId, dice: &mut dyn Dice) {
    let open: ArrayVec<usize, MOST> = battle.open_houses().collect();
    if !is_in_the_dark(battle, viewer) || open.is_empty() {
        return;
    }
    let cuts: ArrayVec<u8, MOST> = (2..=open.len() as u8).collect();
    let luck = if open.len() > 1 { dice.roll(HIDDEN, open.len() as u8, &cuts) } else { 1 };
    let house = open[usize::from(luck) - 1];
    let seats = battle.seats(house);
    let ritualist = battle.ritualist();
    let inmates = battle.inmates();
    let order = ritualist.filter(|&r| inmates.has(r)).into_iter().chain(inmates.only(|u| Some(u) != ritualist));
    let order: ArrayVec<UnitId, 128> = order.collect();
    battle.edit(|play| {
        play.change_table(HIDDEN, |t| t.house = house as u8 + 1);
        for (unit, seat) in order.into_iter().zip(seats) {
            play.change(unit, HIDDEN, |u| u.apart = (seat.0 + 1).to_le_bytes());
        }
    });
}

/// What a hex is worth to a decoy, 0 to 2: just outside a house where the ritual may be, whichever, and away from other decoys.
pub(in super::super) fn lure(battle: &Battle, cell: Cell) -> f32 {
    /// Steps from the middle of a house: one off its walls.
    const BEFORE: u16 = 3;
    /// So far apart decoys stand before different houses.
    const APART: u16 = 12;
    let board = battle.board();
    let houses = battle.open_houses().map(|h| board.distance(battle.hearth(h), cell).abs_diff(BEFORE)).min();
    let others = battle.part().map_or(UnitSet::default(), |side| battle.units_of(side));
    let apart = others.map(|u| board.distance(battle.piece(u).at, cell)).min().unwrap_or(APART).min(APART);
    1.0 / (1.0 + f32::from(houses.unwrap_or(APART))) + f32::from(apart) / f32::from(APART)
}

/// Where an opponent takes the ritual to be, and what it is worth to look there: to those who seek it the nearest house
/// that is not known to be empty; the ritualist stays.
pub(in super::super) fn suspect(battle: &Battle, unit: UnitId) -> Option<(Cell, f32)> {
    let at = battle.piece(unit).at;
    let ritualist = battle.ritualist()?;
    let seen = battle.piece(ritualist).at;
    if battle.part().is_some_and(|s| battle.team(s) == battle.team(battle.piece(unit).side)) {
        return (unit == ritualist && at.is_some()).then_some((at, 1.0));
    }
    if seen.is_some() {
        return Some((seen, 2.0));
    }
    // Not all to the same house, where there are several as near.
    let houses = battle.open_houses().map(|h| battle.hearth(h));
    houses.min_by_key(|&h| (battle.board().distance(at, h), h)).map(|h| (h, 1.5))
}
