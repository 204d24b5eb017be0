//! Who may shoot at whom with what (ITEN-SHO, ITEN-HVY, ITEN-FLAM-05), and how well (the modifiers of 7.3).

use arrayvec::ArrayVec;

use crate::battle::{Modifier, Rule, SideId, UnitId, UnitSet, Whose};
use crate::board::{Cell, Shift};

use super::Battle;
use super::catalogue::{Ability, Power, Reach};
use super::figure::{CARRIED, Declared, MOUNTED};
use super::payload::Fire;
use super::sight::Look;
use super::stats::{Trait, Weapon};

/// An attack with a shot, a flame or a burst as it would be made: what it needs, and why. Preview, resolver, opponents
/// and log read this one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The least face that hits: 2, since a 1 always misses, to 7, which nobody rolls (ITEN-GEN-02, -03).
    pub need: u8,
    /// What the sum must reach before modifiers.
    pub armour: i8,
    /// What is added to the die; what adds to armour is taken off here.
    pub modifiers: ArrayVec<Modifier, 12>,
    /// On the Grit roll of whoever is hit: 0 or less (ITEN-GRIT-04).
    pub penalty: i8,
    /// How the target is seen.
    pub look: Look,
}

impl Attack {
    /// What is added to the die, the target's cover aside: what follows it inside a vehicle (ITEN-VEH-18).
    pub(super) fn bonus(&self) -> i8 {
        let cover = |rule: Rule| ["ITEN-SHO-09", "HULK-COVER-04", "ITEN-SHO-10"].contains(&rule.0);
        self.modifiers.iter().filter(|m| !cover(m.rule)).map(|m| m.value).sum()
    }

    /// Of the six faces, how many hit.
    #[must_use]
    pub fn faces(&self) -> u8 {
        7 - self.need
    }
}

/// How far a weapon shoots, or is thrown (ITEN-WPN-04, ITEN-OUT-05); none for those that only strike.
#[must_use]
pub fn range_of(weapon: &Weapon) -> Option<u8> {
    weapon.range.or(weapon.thrown())
}

/// Whether a weapon is aimed at a hex and bursts there (ITEN-GREN-01).
#[must_use]
pub fn bursts(weapon: &Weapon) -> bool {
    weapon.has(Trait::Grenade) || weapon.rounds().is_some()
}

/// Whether a weapon is a gun: shot at a figure, and ready for the next shot afterwards.
#[must_use]
pub fn is_gun(weapon: &Weapon) -> bool {
    weapon.range.is_some() && !weapon.is_grenade() && weapon.rounds().is_none()
}

/// Whether a weapon can add to a torrent of fire (ITEN-TOR-03).
#[must_use]
pub fn joins(weapon: &Weapon) -> bool {
    is_gun(weapon) && !weapon.has(Trait::Flamer)
}

impl Battle {
    /// The places of a figure's weapons, and of those that it can use without their being its own; between them there
    /// may be places with none.
    pub(super) fn places(&self, unit: UnitId) -> std::ops::Range<u8> {
        match self.carrier(unit) {
            Some(vehicle) => 0..MOUNTED + self.profile(vehicle).arms.len().min(8) as u8,
            None if self.unit(unit).carries != 0 => 0..MOUNTED,
            None => 0..self.profile(unit).arms.len().min(CARRIED.into()) as u8,
        }
    }

    /// Whether a figure has neither shot nor run this turn, and can (ITEN-SHO-01).
    pub(super) fn may_shoot(&self, unit: UnitId) -> bool {
        let now = self.unit(unit);
        self.is_up(unit) && !now.spent && !now.shot && !now.ran
    }

    /// Whether neither an assault nor a melee keeps a figure from shooting as it likes (ITEN-SHO-04).
    pub(super) fn unhindered(&self, unit: UnitId) -> bool {
        let now = self.unit(unit);
        self.is_up(unit) && !now.charged && !now.assaulted && !self.in_melee(unit)
    }

    /// Whether a figure's weapon may be used at a distance at all: whoever carries no ranged weapon throws no blade either
    /// (ITEN-SRV-09).
    pub(super) fn throws(&self, unit: UnitId, weapon: &Weapon) -> bool {
        weapon.range.is_some() || !self.profile(unit).member.troop.no_ranged
    }

    /// Whether a weapon of a figure could be fired now, whatever the target.
    pub(super) fn armed(&self, unit: UnitId, place: u8) -> bool {
        let Some(weapon) = self.arm(unit, place) else { return false };
        let (bearer, at) = self.bearer(unit, place);
        let now = self.unit(bearer);
        // ITEN-KEL-02: who carries something has no hand free.
        range_of(weapon).is_some()
            && self.throws(unit, weapon)
            && !self.carries(unit)
            && (now.gone | now.jams) >> at & 1 == 0
            && (weapon.rounds().is_none() || now.rounds > 0)
            && !self.is_dry(bearer, weapon)
            && (bearer != unit || !self.needs_mate(unit, weapon) || self.mate(unit).is_some())
    }

    /// The enemies that a figure may shoot at, as far as that is not up to the weapon: those whom it touches in the
    /// turn in which it moved there, otherwise all whom it sees and who are not in melee (ITEN-SHO-02 to -05).
    #[must_use]
    pub fn targets(&self, unit: UnitId) -> UnitSet {
        let side = self.piece(unit).side;
        let seen = |foe| self.sees(unit, foe) || self.stares_at(unit, foe);
        // ITEN-ROB-02: in contact too, and into any melee.
        if self.profile(unit).rooted {
            self.enemies_of(side).only(seen)
        } else if self.stands(unit) && self.unit(unit).charged {
            self.foes_touched(unit).only(seen)
        } else if self.unhindered(unit) {
            self.enemies_of(side).only(|foe| seen(foe) && self.open_to(side, foe))
        } else {
            UnitSet::default()
        }
    }

    /// Whether a side may shoot at somebody: not into a melee, unless it is one of other Retinues only.
    pub(super) fn open_to(&self, side: SideId, target: UnitId) -> bool {
        !self.in_melee(target) || (self.brawl(target) & self.friends_of(side)).is_empty()
    }

    /// Everybody whom fights join with a figure, itself included (ITEN-SHO-03).
    pub(super) fn brawl(&self, unit: UnitId) -> UnitSet {
        let mut all: UnitSet = [unit].into_iter().collect();
        loop {
            let mut more = all;
            for one in all {
                more.add(self.foes_touched(one).only(|foe| self.stands(one) || self.stands(foe)));
            }
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// Whether a weapon may be shot at one of a figure's [`targets`](Self::targets), at any distance.
    pub(super) fn bears(&self, unit: UnitId, place: u8, target: UnitId) -> bool {
        let Some(weapon) = self.arm(unit, place).filter(|w| !bursts(w) && !self.sweeps(w)) else { return false };
        if self.unit(unit).charged {
            return weapon.has(Trait::Pistol);
        }
        !weapon.has(Trait::Flamer) || self.clear_line(unit, self.piece(target).at)
    }

    /// ITEN-FLAM-05: friends between keep a flame back, on either trace.
    fn clear_line(&self, unit: UnitId, to: Cell) -> bool {
        let (from, carrier) = (self.muzzle(unit, to), self.carrier(unit));
        let friends = self.friends_of(self.piece(unit).side).only(|f| Some(f) != carrier);
        let blocked = |side| self.board().trace(from, to, side).any(|c| !(self.units_in(c) & friends).is_empty());
        !blocked(Shift::Left) && !blocked(Shift::Right)
    }

    /// HULK-COVER-01: whether a standing friend of a figure is in its own way aboard, even next to it.
    fn is_screened(&self, unit: UnitId, to: Cell) -> bool {
        let piece = self.piece(unit);
        if !self.setting().aboard || self.board().deck(piece.at) != self.board().deck(to) {
            return false;
        }
        let friends = self.friends_of(piece.side);
        let stands = |c: Cell| !(self.units_in(c) & friends).only(|u| self.stands(u)).is_empty();
        self.line(piece.at, to).open().any(|side| self.board().trace(piece.at, to, side).any(stands))
    }

    /// Whether a hex is in range of a weapon (ITEN-SHO-07).
    pub(super) fn in_range(&self, unit: UnitId, place: u8, to: Cell) -> bool {
        let range = self.arm(unit, place).and_then(range_of);
        range.is_some_and(|range| self.range(self.muzzle(unit, to), to) <= range.into())
    }

    /// Whether a unit on the board is in range of a weapon.
    pub(super) fn reaches(&self, unit: UnitId, place: u8, target: UnitId) -> bool {
        let (there, range) = (self.piece(target), self.arm(unit, place).and_then(range_of));
        let far = self.range(self.muzzle(unit, there.at), there.at).saturating_sub(there.wide.into());
        range.is_some_and(|range| far <= range.into())
    }

    /// Whether a figure's one Desperate Shot can be with this weapon (ITEN-ABIL-08). A gun is gone only by such a shot.
    pub(super) fn may_despair(&self, unit: UnitId, place: u8) -> bool {
        let gun = |place: u8| place < MOUNTED && self.arm(unit, place).is_some_and(is_gun);
        self.profile(unit).has(Ability::DesperateShot)
            && gun(place)
            && !self.places(unit).any(|p| gun(p) && self.unit(unit).gone >> p & 1 == 1)
    }

    /// Whether the Warpstare of a figure finds another, whatever is between (ITEN-PSY-27).
    fn stares_at(&self, unit: UnitId, target: UnitId) -> bool {
        if !self.under(unit, Power::Warpstare) {
            return false;
        }
        let Reach::Within(hexes) = self.power(Power::Warpstare).reach else { return false };
        let far = self.range(self.spot(unit), self.piece(target).at);
        far <= hexes.into() && !self.is_immune(target)
    }

    /// Whether a figure is within somebody's Zone of Shadows, friend's or foe's (ITEN-PSY-28).
    fn is_in_shadows(&self, unit: UnitId) -> bool {
        let radius = self.power(Power::ZoneOfShadows).radius;
        let at = self.piece(unit).at;
        let shades = |u: UnitId| {
            self.under(u, Power::ZoneOfShadows)
                && self.board().deck(at) == self.board().deck(self.piece(u).at)
                && self.board().distance(at, self.piece(u).at) <= radius.into()
        };
        self.on_board().any(shades) && !self.is_immune(unit)
    }

    /// A declared attack on a figure, from wherever the firer or the burst is now.
    pub(super) fn attack(&self, shot: &Declared, victim: UnitId) -> Attack {
        use Whose::{Ground, Roller, Target};
        let (setting, numbers) = (self.setting(), &self.setting().numbers);
        let (profile, target) = (self.profile(shot.by), self.profile(victim));
        let (now, there) = (self.unit(shot.by), self.piece(victim).at);
        let weapon = self.arm(shot.by, shot.with);
        let has = |wanted: Trait| weapon.is_some_and(|w| w.has(wanted));
        // A burst finds those round a corner too; what it does not see it meets as half hidden.
        let burst = shot.hex.is_some();
        let from = if burst { shot.hex } else { self.muzzle(shot.by, there) };
        let corner = || Look { half: true, class: setting.class(self.footing(there)) };
        let look = self.look_at(from, victim).unwrap_or_else(corner);
        let mut modifiers = ArrayVec::new();
        let mut add = |whose: Whose, rule: &'static str, value: i8| {
            if value != 0 {
                // The table has fewer rows than the list has places.
                let _ = modifiers.try_push(Modifier { rule: Rule(rule), value, whose });
            }
        };
        add(Roller, "ITEN-SHO-08", self.sv(shot.by));
        add(Roller, "ITEN-WPN-01", weapon.map_or(0, |w| w.bonus));
        add(Roller, "ITEN-TOR-01", numbers.torrent * shot.helpers.min(99) as i8);
        self.lore(shot.by, victim).into_iter().for_each(|(rule, value)| add(Roller, rule.0, value));
        add(Roller, "ITEN-PSY-17", self.blessing(shot.by, shot.with));
        if shot.desperate {
            add(Roller, "ITEN-ABIL-08", self.ability(Ability::DesperateShot).amount);
        }
        let down = self.unit(victim).down;
        add(Target, "ITEN-KD-02", if down { numbers.knocked_down } else { 0 });
        // ITEN-ABIL-20: a sniper who has not moved shoots past cover. ITEN-FLAM-04: flames lick round it.
        let sniper = profile.has(Ability::Sniper) && !burst && !self.has_gone(shot.by) && now.fled_from.get().is_none();
        let stare = !burst && self.stares_at(shot.by, victim);
        if !sniper && !stare && !has(Trait::Flamer) {
            let shadows = u8::from(self.is_in_shadows(victim) && !profile.has(Ability::Untouchable));
            let screen = u8::from(!burst && self.is_screened(shot.by, there));
            let class = look.class.max(shadows).max(screen);
            add(Ground, if setting.aboard { "HULK-COVER-04" } else { "ITEN-SHO-09" }, -setting.cover(class).armour);
            add(Ground, "ITEN-SHO-10", if look.half { -numbers.half_hidden } else { 0 });
        }
        // ITEN-KD-08: nobody is quick on his back.
        let quick = self.unit(victim).steps > 0 && !down;
        add(Target, "ITEN-SHO-11", if quick { -self.speed(victim).max(0) } else { 0 });
        add(Target, "ITEN-SRV-05", -target.shield);
        let sum: i16 = modifiers.iter().map(|m| i16::from(m.value)).sum();
        Attack {
            need: (i16::from(self.armour(victim)) - sum).clamp(2, 7) as u8,
            armour: self.armour(victim),
            modifiers,
            penalty: weapon.map_or(0, |w| w.grit) + self.venom(shot.by, shot.with),
            look,
        }
    }

    /// The shot that a declaration would come to if it were rolled now, desperate or not; none where it would be
    /// illegal or lost. It measures: where ranges may not be (ITEN-SHO-06), this is not for players to see beforehand.
    #[must_use]
    pub fn shot(&self, unit: UnitId, with: u8, target: UnitId) -> Option<Attack> {
        let Fire { place, desperate } = Fire::decode(with);
        let legal = self.armed(unit, place)
            && self.targets(unit).has(target)
            && self.bears(unit, place, target)
            && self.reaches(unit, place, target)
            && (!desperate || self.may_despair(unit, place));
        legal.then(|| self.attack(&Declared { desperate, ..Declared::on(unit, place, target) }, target))
    }
}
