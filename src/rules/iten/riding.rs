//! Riding in vehicles: who is aboard of what (ITEN-VEH-01, -02), getting on and off, bailing out (ITEN-VEH-08 to -11),
//! taking the wheel, firing from vehicles and taking their weapons off (ITEN-VEH-26 to -29).

use arrayvec::ArrayVec;

use crate::battle::{Action, Listing, Reason, Refusal, Rule, SideId, Target, UnitId, UnitSet, Verb, MaybeUnit};
use crate::board::Cell;

use super::figure::Fate;
use super::missions::{self, Loss};
use super::retinue::Mount;
use super::stats::Weapon;
use super::vehicles::Kind;
use super::{Battle, Play, grit, movement, walking};

/// The place, on a figure, of the weapon that it has taken off a vehicle (ITEN-VEH-26).
pub const CARRIED: u8 = 7;
/// The places, for whoever is aboard, of the vehicle's weapons begin here.
pub const MOUNTED: u8 = 8;

/// Most hexes around a vehicle.
const RING: usize = 12;

impl Battle {
    /// Whether a unit is a vehicle.
    #[inline]
    #[must_use]
    pub fn is_vehicle(&self, unit: UnitId) -> bool {
        self.setting().vehicles.has(unit)
    }

    /// A vehicle as its Retinue has it; none for a figure.
    #[inline]
    #[must_use]
    pub fn mount(&self, unit: UnitId) -> Option<&Mount> {
        self.profile(unit).mount.as_ref()
    }

    /// Whether a vehicle flies above the ground (ITEN-VEH-05).
    #[must_use]
    pub fn skims(&self, vehicle: UnitId) -> bool {
        self.mount(vehicle).is_some_and(|m| m.vehicle.kind == Kind::Skimmer)
    }

    /// The vehicle that a figure is aboard of.
    #[inline]
    #[must_use]
    pub fn carrier(&self, unit: UnitId) -> Option<UnitId> {
        self.unit(unit).aboard.get()
    }

    /// Who drives a vehicle.
    #[must_use]
    pub fn driver(&self, vehicle: UnitId) -> Option<UnitId> {
        self.unit(vehicle).driver.get()
    }

    /// Those aboard a vehicle.
    #[must_use]
    pub fn riders(&self, vehicle: UnitId) -> UnitSet {
        self.units().only(|u| self.carrier(u) == Some(vehicle))
    }

    /// Those of a side who are aboard of something.
    #[inline]
    #[must_use]
    pub fn riders_of(&self, side: SideId) -> UnitSet {
        if self.setting().vehicles.is_empty() {
            return UnitSet::default();
        }
        self.units().only(|u| self.unit(u).aboard.is_some() && self.piece(u).side == side)
    }

    /// The hex from which a unit acts: its own, or that of the middle of what it is aboard of.
    #[inline]
    #[must_use]
    pub fn spot(&self, unit: UnitId) -> Cell {
        let at = self.piece(unit).at;
        if at.is_some() { at } else { self.carrier(unit).map_or(Cell::NONE, |v| self.piece(v).at) }
    }

    /// The hexes that a unit on the board takes up (ITEN-VEH-07).
    #[must_use]
    pub fn hull(&self, unit: UnitId) -> ArrayVec<Cell, 7> {
        let piece = self.piece(unit);
        let around = if piece.wide { self.board().neighbours[piece.at.index()] } else { [Cell::NONE; 6] };
        [piece.at].into_iter().chain(around).filter(|c| c.is_some()).collect()
    }

    /// The hex from which a unit looks and shoots at another hex: of a vehicle's the nearest (ITEN-VEH-28).
    #[inline]
    #[must_use]
    pub fn muzzle(&self, unit: UnitId, towards: Cell) -> Cell {
        let at = self.piece(unit).at;
        if at.is_some() && !self.is_vehicle(unit) {
            return at;
        }
        let vehicle = self.carrier(unit).unwrap_or(unit);
        let far = |c: &Cell| self.board().distance(*c, towards);
        self.hull(vehicle).into_iter().min_by_key(far).unwrap_or(Cell::NONE)
    }

    /// Steps from a hex to the nearest one of a unit.
    #[inline]
    #[must_use]
    pub fn steps_to(&self, from: Cell, unit: UnitId) -> u16 {
        let piece = self.piece(unit);
        self.board().distance(from, piece.at).saturating_sub(piece.wide.into())
    }

    /// Whether a figure can act where it is: it stands on the board, or sits upright in a vehicle.
    #[inline]
    #[must_use]
    pub fn is_up(&self, unit: UnitId) -> bool {
        self.stands(unit) || self.unit(unit).aboard.is_some() && !self.unit(unit).down
    }

    /// Whether a figure has moved this turn, with a vehicle or without.
    #[must_use]
    pub(super) fn has_gone(&self, unit: UnitId) -> bool {
        self.unit(unit).steps > 0 || self.carrier(unit).is_some_and(|v| self.unit(v).steps > 0)
    }

    /// Weapons that are no figure's own: the one that it has taken off a vehicle, those of the vehicle that it is in.
    pub(super) fn borrowed(&self, unit: UnitId, place: u8) -> Option<&Weapon> {
        let armoury = &self.setting().armoury;
        match place.checked_sub(MOUNTED) {
            Some(mounted) => {
                let arms = &self.profile(self.carrier(unit)?).arms;
                arms.get(usize::from(mounted)).map(|&w| &armoury[usize::from(w)])
            }
            None if place == CARRIED => armoury.get(usize::from(self.unit(unit).carries.checked_sub(1)?)),
            None => None,
        }
    }

    /// Whose a weapon in use is, and its place there.
    #[inline]
    pub(super) fn bearer(&self, unit: UnitId, place: u8) -> (UnitId, u8) {
        match (place.checked_sub(MOUNTED), self.carrier(unit)) {
            (Some(mounted), Some(vehicle)) => (vehicle, mounted),
            _ => (unit, place),
        }
    }

    /// Whether those aboard a vehicle may fire their own weapons (ITEN-VEH-27).
    pub(super) fn is_slow_enough(&self, vehicle: UnitId) -> bool {
        self.unit(vehicle).steps <= self.setting().numbers.driving.personal_fire
    }

    /// Whether a weapon may be declared by a figure: on foot always; aboard at a moderate speed, as many as can lean
    /// out, and no weapon of the vehicle by two (ITEN-VEH-27, -29).
    #[inline]
    pub(super) fn may_man(&self, unit: UnitId, place: u8) -> bool {
        self.carrier(unit).is_none_or(|vehicle| {
            let aboard = self.riders(vehicle);
            let mut fired = self.pending().attacks.iter().filter(|a| aboard.has(a.by));
            if place >= MOUNTED {
                return !fired.any(|a| a.with == place);
            }
            let ports = self.mount(vehicle).and_then(|m| m.vehicle.fire_ports);
            self.is_slow_enough(vehicle)
                && ports.is_none_or(|ports| fired.filter(|a| a.with < MOUNTED).count() < usize::from(ports))
        })
    }

    /// Seats that are taken in a vehicle.
    fn seats_taken(&self, vehicle: UnitId) -> u16 {
        self.riders(vehicle).map(|u| self.seats_for(u, vehicle).unwrap_or(0)).sum()
    }

    /// The seats that a figure takes in a vehicle; none where it cannot ride (ITEN-VEH-02).
    fn seats_for(&self, unit: UnitId, vehicle: UnitId) -> Option<u16> {
        self.mount(vehicle)?.vehicle.seats_for(&self.profile(unit).member.armour).map(u16::from)
    }

    /// Whether there is room for a figure in a vehicle of its own Retinue that stands still.
    fn may_ride(&self, unit: UnitId, vehicle: UnitId) -> bool {
        let fits =
            |seats: u16| self.mount(vehicle).is_some_and(|m| self.seats_taken(vehicle) + seats <= m.vehicle.seats());
        self.unit(vehicle).steps == 0 && self.seats_for(unit, vehicle).is_some_and(fits)
    }
}

/// The free hexes beside a vehicle.
pub(super) fn doorsteps(battle: &Battle, vehicle: UnitId) -> impl Iterator<Item = Cell> {
    let (piece, board) = (battle.piece(vehicle), battle.board());
    let far = 1 + u16::from(piece.wide);
    let level = move |c: Cell| board.heights[c.index()].abs_diff(board.heights[piece.at.index()]) <= 1;
    let free = move |c: &Cell| {
        board.distance(piece.at, *c) == far && battle.footing(*c).passable && !battle.occupied(*c) && level(*c)
    };
    let free: ArrayVec<Cell, RING> = board.within(piece.at, far).filter(free).collect();
    free.into_iter()
}

/// Whether a figure aboard has something to do in its side's Movement.
pub(super) fn may_stir(battle: &Battle, unit: UnitId) -> bool {
    let now = battle.unit(unit);
    now.aboard.is_some() && !now.down && !now.moved && !now.spent
}

/// What a figure aboard may do in Movement: get off or jump, take the wheel.
pub(super) fn rider_offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let Some(vehicle) = battle.carrier(unit).filter(|_| may_stir(battle, unit)) else { return };
    let side = battle.piece(unit).side;
    let out = doorsteps(battle, vehicle).filter(|&to| battle.foes_around(side, to).is_empty());
    list.actions.extend(out.map(|to| Action::of(Verb::Retreat, unit).hex(to)));
    if battle.unit(vehicle).steps == 0 && battle.driver(vehicle) != Some(unit) {
        list.push(Action::of(Verb::Use, unit).at(vehicle));
    }
}

/// ITEN-VEH-08: the vehicles that a figure gets to with a hex of its move to spare for climbing in.
pub(super) fn boarding(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let (piece, driving) = (battle.piece(unit), &battle.setting().numbers.driving);
    let allowance = walking::allowance(battle, unit);
    let Some(walk) = allowance.checked_sub(driving.boarding) else { return };
    if walking::left(battle, unit) < driving.boarding {
        return;
    }
    let near = |v: UnitId| battle.steps_to(piece.at, v) <= u16::from(allowance);
    let open = (battle.units_of(piece.side) & battle.setting().vehicles).only(|v| near(v) && battle.may_ride(unit, v));
    if open.is_empty() {
        return;
    }
    let before = list.actions.len();
    if walk > 0 {
        walking::reach(battle, unit, walk, Verb::Move, list);
    }
    let beside = |from: Cell, v: UnitId| {
        let heights = &battle.board().heights;
        battle.steps_to(from, v) == 1 && heights[from.index()].abs_diff(heights[battle.piece(v).at.index()]) <= 1
    };
    let reached = &list.actions[before..];
    let gets_to = |v: UnitId| {
        beside(piece.at, v) || reached.iter().any(|a| matches!(a.target, Target::Hex(from) if beside(from, v)))
    };
    let open = open.only(gets_to);
    list.actions.truncate(before);
    list.actions.extend(open.map(|v| Action::of(Verb::Use, unit).at(v)));
}

/// A figure gets into a vehicle, or takes the wheel of the one that it is in (ITEN-VEH-01).
pub(super) fn use_vehicle(play: &mut Play<'_>, unit: UnitId, vehicle: UnitId) {
    if play.carrier(unit) == Some(vehicle) {
        play.change(vehicle, Rule("ITEN-VEH-01"), |v| v.driver = unit.into());
        play.change(unit, Rule("ITEN-VEH-01"), |u| u.moved = true);
        return;
    }
    const RULE: Rule = Rule("ITEN-VEH-08");
    play.move_to(unit, Cell::NONE, RULE);
    play.change(unit, RULE, |u| (u.aboard, u.moved) = (vehicle.into(), true));
}

/// A figure's seat is free, and the wheel, if it was his.
pub(super) fn leave_seat(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    let Some(vehicle) = play.carrier(unit) else { return };
    play.change(unit, rule, |u| u.aboard = MaybeUnit::NONE);
    if play.driver(vehicle) == Some(unit) {
        play.change(vehicle, rule, |v| v.driver = MaybeUnit::NONE);
    }
}

/// A figure gets off a vehicle that stands still, with the rest of its move before it (ITEN-VEH-08), or bails out of one
/// that has moved.
pub(super) fn get_off(play: &mut Play<'_>, unit: UnitId, to: Cell) {
    const RULE: Rule = Rule("ITEN-VEH-08");
    let Some(vehicle) = play.carrier(unit) else { return };
    if play.unit(vehicle).steps > 0 {
        play.change(unit, RULE, |u| u.moved = true);
        return scramble_out(play, unit, to, true, UnitId::NONE);
    }
    leave_seat(play, unit, RULE);
    let taken = play.setting().numbers.driving.boarding;
    play.change(unit, RULE, |u| (u.steps, u.walked) = (u.steps.saturating_add(taken), taken));
    play.move_to(unit, to, RULE);
    missions::arrived(play, unit);
}

/// A figure is out of a vehicle, in a hex beside it; who jumps off a moving one may come to harm (ITEN-VEH-09 to -11).
pub(super) fn scramble_out(play: &mut Play<'_>, unit: UnitId, to: Cell, jumps: bool, by: UnitId) {
    let Some(vehicle) = play.carrier(unit) else { return };
    let moved = play.unit(vehicle).steps;
    let skims = play.skims(vehicle);
    let fast = moved > play.setting().numbers.driving.bail_out;
    let rule = Rule(match () {
        () if skims => "ITEN-VEH-11",
        () if fast => "ITEN-VEH-10",
        () => "ITEN-VEH-09",
    });
    leave_seat(play, unit, rule);
    play.move_to(unit, to, rule);
    play.change(unit, rule, |u| u.moved = true);
    movement::contact(play, unit);
    if jumps && moved > 0 && !grit::nerve(play, unit, rule) {
        if skims || fast { grit::fall(play, unit, by, rule) } else { grit::stun(play, unit, rule) }
    }
    missions::arrived(play, unit);
}

/// Everybody aboard a vehicle leaves the game with it, and nobody is lost (ITEN-VEH-22).
pub(super) fn carry_off(play: &mut Play<'_>, vehicle: UnitId, rule: Rule) {
    for unit in play.riders(vehicle) {
        missions::losing(play, unit, UnitId::NONE, Loss::Left);
        leave_seat(play, unit, rule);
        play.change(unit, rule, |u| u.fate = Fate::Left);
    }
    play.change(vehicle, rule, |u| u.fate = Fate::Left);
    play.move_to(vehicle, Cell::NONE, rule);
}

/// ITEN-VEH-26: the vehicle's weapons that a figure aboard may take off, instead of shooting.
pub(super) fn unshipping(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let Some(vehicle) = battle.carrier(unit).filter(|_| battle.unit(unit).carries == 0) else { return };
    let count = battle.profile(vehicle).arms.len() as u8;
    let whole = (0..count).filter(|p| battle.unit(vehicle).gone >> p & 1 == 0).map(|p| MOUNTED + p);
    list.actions.extend(whole.filter(|&p| battle.may_man(unit, p)).map(|p| Action::of(Verb::Use, unit).with(p)));
}

/// Whether a figure may take something off the vehicle that it is in.
pub(super) fn can_unship(battle: &Battle, unit: UnitId) -> bool {
    let Some(vehicle) = battle.carrier(unit).filter(|_| battle.unit(unit).carries == 0) else { return false };
    let count = battle.profile(vehicle).arms.len() as u8;
    (0..count).any(|p| battle.unit(vehicle).gone >> p & 1 == 0)
}

/// A figure takes a weapon off its vehicle.
pub(super) fn unship(play: &mut Play<'_>, unit: UnitId, place: u8) {
    const RULE: Rule = Rule("ITEN-VEH-26");
    let (vehicle, mounted) = play.bearer(unit, place);
    let Some(&weapon) = play.profile(vehicle).arms.get(usize::from(mounted)) else { return };
    play.change(vehicle, RULE, |v| v.gone |= 1 << mounted);
    play.change(unit, RULE, |u| (u.carries, u.shot) = (weapon + 1, true));
}

/// Whether a figure aboard may get off, or take the wheel (ITEN-VEH-01, -08).
pub(super) fn check_rider(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("ITEN-VEH-08");
    let no = |reason, rule| Err(Refusal::new(reason, rule));
    let Action { verb, unit, target, .. } = action;
    let now = battle.unit(unit);
    let Some(vehicle) = battle.carrier(unit) else { return no(Reason::MayNotAct, RULE) };
    if now.moved {
        return no(Reason::AlreadyDone, RULE);
    }
    if now.spent {
        return no(Reason::MayNotAct, Rule("ITEN-PSY-05"));
    }
    action.aimed(RULE)?;
    match (verb, target) {
        (Verb::Retreat, Target::Hex(to)) if battle.occupied(to) => no(Reason::Stacked, Rule("ITEN-MOVE-06")),
        (Verb::Retreat, Target::Hex(to)) if !doorsteps(battle, vehicle).any(|step| step == to) => {
            no(Reason::OutOfReach, RULE)
        }
        (Verb::Retreat, Target::Hex(to)) if !battle.foes_around(battle.piece(unit).side, to).is_empty() => {
            no(Reason::Contested, RULE)
        }
        (Verb::Retreat, Target::Hex(_)) => Ok(()),
        (Verb::Use, Target::Unit(other)) if other == vehicle && battle.driver(vehicle) == Some(unit) => {
            no(Reason::NothingToDo, Rule("ITEN-VEH-01"))
        }
        (Verb::Use, Target::Unit(other)) if other == vehicle && battle.unit(vehicle).steps > 0 => {
            no(Reason::MayNotAct, Rule("ITEN-VEH-01"))
        }
        (Verb::Use, Target::Unit(other)) if other == vehicle => Ok(()),
        _ => no(Reason::MayNotAct, RULE),
    }
}

/// Whether a figure on foot may get into a vehicle (ITEN-VEH-02, -08).
pub(super) fn check_boarding(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let unit = action.unit;
    action.aimed(Rule("ITEN-VEH-08"))?;
    match action.target {
        Target::Unit(other) if !battle.is_vehicle(other) => no(Reason::WrongKindOfUnit, "ITEN-VEH-08"),
        Target::Unit(other) if battle.piece(other).side != battle.piece(unit).side => {
            no(Reason::NotYours, "ITEN-VEH-08")
        }
        Target::Unit(other) if battle.seats_for(unit, other).is_none() => no(Reason::WrongKindOfUnit, "ITEN-VEH-02"),
        Target::Unit(other) if battle.unit(other).steps > 0 => no(Reason::MayNotAct, "ITEN-VEH-08"),
        Target::Unit(other) if !battle.may_ride(unit, other) => no(Reason::NotEnough, "ITEN-VEH-02"),
        _ if battle.in_melee(unit) => no(Reason::Contested, "ITEN-CON-01"),
        _ if list.would_list(action, |list| boarding(battle, unit, list)) => Ok(()),
        _ => no(Reason::OutOfReach, "ITEN-VEH-08"),
    }
}

/// Whether a figure aboard may take a weapon off its vehicle (ITEN-VEH-26).
pub(super) fn check_unshipping(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    if list.would_list(action, |list| unshipping(battle, action.unit, list)) {
        return Ok(());
    }
    Err(Refusal::new(Reason::NothingToDo, Rule("ITEN-VEH-26")))
}
