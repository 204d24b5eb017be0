//! Crewed weapons (ITEN-HVY): the mate who helps, and weapons left where their bearers fell.

use crate::battle::{Action, Listing, Reason, Refusal, Rule, Target, UnitId, UnitSet, Verb};
use crate::board::Cell;

use super::figure::{CARRIED, Declared, Lying};
use super::stats::{Trait, Weapon};
use super::{Battle, Play};

const RULE: Rule = Rule("ITEN-HVY-03");

impl Battle {
    /// Whether a weapon takes a crew of two in a figure's hands: not in powered armour (ITEN-HVY-01, -04).
    fn takes_crew(&self, unit: UnitId, weapon: &Weapon) -> bool {
        weapon.has(Trait::Crewed) && !self.profile(unit).member.armour.powered
    }

    /// ITEN-HVY-03: who has moved cannot shoot a crewed weapon without help.
    pub(super) fn needs_mate(&self, unit: UnitId, weapon: &Weapon) -> bool {
        self.takes_crew(unit, weapon) && self.has_gone(unit)
    }

    /// The friend in contact who helps with a crewed weapon (ITEN-HVY-02): he who is bound to it by its declaration, or one
    /// who has declared nothing, rather without a gun of his own. Nobody helps against a friend (ITEN-PSY-18).
    pub(super) fn mate(&self, unit: UnitId) -> Option<UnitId> {
        if self.unit(unit).goes_at.is_some() {
            return None;
        }
        let piece = self.piece(unit);
        let friends = match self.carrier(unit) {
            Some(vehicle) => self.riders(vehicle) & !UnitSet::from_iter([unit]),
            None => self.around(piece.at) & self.friends_of(piece.side),
        };
        let able = friends.only(|m| self.may_shoot(m) && !self.in_melee(m));
        let attacks = &self.pending().attacks;
        if let Some(bound) = attacks.iter().find(|a| a.serves() && a.target == unit && able.has(a.by)) {
            return Some(bound.by);
        }
        let gun =
            |m: UnitId| self.profile(m).arms.iter().any(|w| self.setting().armoury[usize::from(*w)].range.is_some());
        able.only(|m| attacks.iter().all(|a| a.by != m)).min_by_key(|&m| (gun(m), m))
    }

    /// Whether a figure is bound as mate to a friend's crewed weapon (ITEN-HVY-02).
    pub(super) fn is_bound(&self, unit: UnitId) -> bool {
        self.pending().attacks.iter().any(|a| a.by == unit && a.serves())
    }

    /// The crewed weapon that a figure has with it, by its number in the armoury.
    fn crewed(&self, unit: UnitId) -> Option<u8> {
        let armoury = &self.setting().armoury;
        let (arms, now) = (&self.profile(unit).arms, self.unit(unit));
        let own =
            (0..arms.len().min(CARRIED.into())).filter(|place| now.gone >> place & 1 == 0).map(|place| arms[place]);
        own.chain(now.carries.checked_sub(1)).find(|&weapon| armoury[usize::from(weapon)].has(Trait::Crewed))
    }

    /// The fallen friends whose weapons lie within a figure's grasp, if it has its hands free for one.
    pub(super) fn in_grasp(&self, unit: UnitId) -> UnitSet {
        if !self.setting().crewed || !self.free_hands(unit) {
            return UnitSet::default();
        }
        let at = self.piece(unit).at;
        let near = |lies: Cell| self.range(at, lies) <= 1 && self.joined(at, lies);
        self.units().only(|u| !self.enemies(u, unit) && self.weapon_of(u).is_some_and(near))
    }

    /// Whether a figure could handle a weapon that lies about: no other such weapon, nobody to fight.
    fn free_hands(&self, unit: UnitId) -> bool {
        let profile = self.profile(unit);
        self.stands(unit)
            && !self.unit(unit).spent
            && !self.in_melee(unit)
            && !profile.member.troop.bare_hands
            && self.unit(unit).carries == 0
            && self.crewed(unit).is_none()
    }

    /// The weapon that a fallen figure has left.
    pub(super) fn left_weapon(&self, fallen: UnitId) -> Option<&Weapon> {
        self.crewed(fallen).map(|weapon| &self.setting().armoury[usize::from(weapon)])
    }

    /// Where the weapon of a fallen figure lies.
    fn weapon_of(&self, fallen: UnitId) -> Option<Cell> {
        self.unit(fallen).left_at.cell()
    }
}

/// Who falls leaves his crewed weapon where he fell.
pub(super) fn leave_behind(play: &mut Play<'_>, fallen: UnitId) {
    if !play.setting().crewed {
        return;
    }
    let at = play.piece(fallen).at;
    if at.is_some() && play.crewed(fallen).is_some() {
        play.change(fallen, RULE, |u| u.left_at = Lying::at(at));
    }
}

/// The mate in the shot of a figure's weapon, moved or not: none where there is nobody, or no crew. One gunner is enough
/// for a vehicle's weapon (ITEN-VEH-27).
fn mate_at(battle: &Battle, unit: UnitId, place: u8) -> Option<UnitId> {
    let own = battle.bearer(unit, place).0 == unit;
    let crewed = own && battle.arm(unit, place).is_some_and(|w| battle.takes_crew(unit, w));
    if crewed { battle.mate(unit) } else { None }
}

/// ITEN-HVY-02: a crewed weapon has been declared, and with it who helps, and declares nothing any more.
pub(super) fn bind(play: &mut Play<'_>, unit: UnitId, place: u8) -> Option<UnitId> {
    let mate = mate_at(play, unit, place)?;
    play.pending_mut().attacks.push(Declared::serving(mate, unit));
    Some(mate)
}

/// ITEN-HVY-02: whoever helps with a crewed weapon fires nothing else.
pub(super) fn help(play: &mut Play<'_>, unit: UnitId, place: u8) {
    if let Some(mate) = mate_at(play, unit, place) {
        play.change(mate, Rule("ITEN-HVY-02"), |u| u.shot = true);
    }
}

/// The weapons that a figure may take up where it stands, at the end of its move.
pub(super) fn offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    list.actions.extend(battle.in_grasp(unit).map(|fallen| Action::of(Verb::Use, unit).at(fallen)));
}

/// A figure takes up the weapon of a fallen friend, and has ended its move.
pub(super) fn take_up(play: &mut Play<'_>, action: Action) {
    play.pending_mut().done.insert(action.unit);
    let Target::Unit(fallen) = action.target else { return };
    if let Some(weapon) = play.crewed(fallen) {
        play.change(fallen, RULE, |u| u.left_at = Lying::default());
        play.change(action.unit, RULE, |u| u.carries = weapon + 1);
    }
}

/// Whether a figure may take up the weapon of a fallen friend.
pub(super) fn check(battle: &Battle, action: Action) -> Result<(), Refusal> {
    let no = |reason| Err(Refusal::new(reason, RULE));
    let unit = action.unit;
    action.aimed(RULE)?;
    match action.target {
        Target::Unit(fallen) if battle.in_grasp(unit).has(fallen) => Ok(()),
        Target::Unit(fallen)
            if battle.weapon_of(fallen).is_some() && !battle.enemies(fallen, unit) && battle.setting().crewed =>
        {
            no(match () {
                () if battle.in_melee(unit) => Reason::Contested,
                () if battle.free_hands(unit) => Reason::OutOfRange,
                () => Reason::MayNotAct,
            })
        }
        _ => no(Reason::NothingToDo),
    }
}
