//! Who sits where in vehicles, and what each of them may do from there (ITEN-VEH-01, -02, -07, -08, -27 to -29).

use arrayvec::ArrayVec;

use crate::battle::{MaybeUnit, Rule, SideId, UnitId, UnitSet};
use crate::board::Cell;

use super::figure::{CARRIED, MOUNTED};
use super::retinue::Mount;
use super::stats::Weapon;
use super::vehicles::Kind;
use super::{Battle, Play};

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

    /// The vehicle that a figure is aboard.
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

    /// Those of a side who are aboard something.
    #[inline]
    #[must_use]
    pub fn riders_of(&self, side: SideId) -> UnitSet {
        if self.setting().vehicles.is_empty() {
            return UnitSet::default();
        }
        self.units().only(|u| self.unit(u).aboard.is_some() && self.piece(u).side == side)
    }

    /// The hex from which a unit acts: its own, or that of the middle of what it is aboard.
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
    pub(super) fn seats_for(&self, unit: UnitId, vehicle: UnitId) -> Option<u16> {
        self.mount(vehicle)?.vehicle.seats_for(&self.profile(unit).member.armour).map(u16::from)
    }

    /// Whether there is room for a figure in a vehicle of its own Retinue that stands still.
    pub(super) fn may_ride(&self, unit: UnitId, vehicle: UnitId) -> bool {
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

/// A figure's seat is free, and the wheel, if it was his.
pub(super) fn leave_seat(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    let Some(vehicle) = play.carrier(unit) else { return };
    play.change(unit, rule, |u| u.aboard = MaybeUnit::NONE);
    if play.driver(vehicle) == Some(unit) {
        play.change(vehicle, rule, |v| v.driver = MaybeUnit::NONE);
    }
}
