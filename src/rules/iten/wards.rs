//! Who is beyond the reach of psyker powers (ITEN-ABIL-23), and why a power is refused.

use crate::battle::{Action, Listing, Reason, Refusal, Rule, Target, UnitId};
use crate::board::Cell;

use super::Battle;
use super::catalogue::{Ability, Power, Reach};
use super::payload::Cast;
use super::powers::{offers, opens, rule_of, trodden};
use super::stats::Tag;

impl Battle {
    /// Whether powers do nothing to a figure: it is unfeeling, an Untouchable, or near one (ITEN-ABIL-23, ITEN-LIF-07).
    /// Nobody is near one who is not on the board.
    #[must_use]
    pub fn is_immune(&self, unit: UnitId) -> bool {
        let at = self.piece(unit).at;
        let shields = |u: UnitId| {
            let there = self.piece(u).at;
            let reach = match (self.profile(u).has(Ability::Untouchable), self.profile(u).has(Ability::UntouchableAura))
            {
                (_, true) => self.ability(Ability::UntouchableAura).radius.into(),
                (true, false) => 1,
                _ => return false,
            };
            self.board().deck(at) == self.board().deck(there) && self.board().distance(at, there) <= reach
        };
        let profile = self.profile(unit);
        let itself = profile.member.is(Tag::Unfeeling) || profile.has(Ability::Untouchable);
        itself || at.is_some() && self.on_board().any(shields)
    }

    /// Whether a power works on a figure. It rests while the figure is beyond the reach of powers.
    #[inline]
    #[must_use]
    pub fn under(&self, unit: UnitId, power: Power) -> bool {
        self.unit(unit).until.has(power) && !self.is_immune(unit)
    }

    /// Whether a power of a psyker can do anything: not if it works on himself and he is beyond its reach.
    pub(super) fn can_work(&self, unit: UnitId, power: Power) -> bool {
        let on_others = match power {
            Power::BlessArmour | Power::BlessWeapon | Power::TrueGrit | Power::Venom => true,
            Power::Dominatus | Power::FeetOfLead | Power::Warpfire => true,
            Power::Levitate | Power::MaskOfDeath | Power::PathOfLight => false,
            Power::PathOfShadows | Power::Warpstare | Power::ZoneOfShadows => false,
        };
        on_others || !self.is_immune(unit)
    }

    /// What a blessing on a weapon adds to its attacks (ITEN-PSY-17).
    pub(super) fn blessing(&self, unit: UnitId, place: u8) -> i8 {
        let blessed = self.unit(unit).blessed.has(place) && self.under(unit, Power::BlessWeapon);
        if blessed { self.power(Power::BlessWeapon).amount } else { 0 }
    }

    /// What venom on a weapon does to the Grit roll of whom it hits (ITEN-PSY-25).
    pub(super) fn venom(&self, unit: UnitId, place: u8) -> i8 {
        let venomous = self.unit(unit).venomous.has(place) && self.under(unit, Power::Venom);
        if venomous { self.power(Power::Venom).amount } else { 0 }
    }
}

/// Whether a power may be used (ITEN-PSY-01 to -03, -05, -07, -13, ITEN-PSYM-02).
pub(super) fn check(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let unit = action.unit;
    let now = battle.unit(unit);
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let known = Cast::decode(action.with).filter(|cast| battle.profile(unit).member.powers.contains(&cast.power));
    let Some(Cast { power, place }) = known else { return no(Reason::MayNotAct, "ITEN-PSY-01") };
    if now.cast {
        return no(Reason::AlreadyDone, "ITEN-PSY-02");
    }
    if now.possessed != 0 {
        return no(Reason::MayNotAct, "ITEN-PSY-07");
    }
    if now.spent {
        return no(Reason::MayNotAct, "ITEN-PSY-05");
    }
    if !battle.foes_touched(unit).is_empty() {
        return no(Reason::Contested, "ITEN-PSY-03");
    }
    if now.fled_from.is_some() || now.balked {
        return no(Reason::MayNotAct, "ITEN-PSYM-02");
    }
    if !battle.may_cast(unit) {
        return no(Reason::MayNotAct, "ITEN-PSY-02");
    }
    let on_whom = if let Target::Unit(other) = action.target { other } else { unit };
    if !battle.on_board().has(on_whom) {
        return no(Reason::NoSuchUnit, "ITEN-PSY-13");
    }
    if battle.is_immune(on_whom) && (on_whom != unit || !battle.can_work(unit, power)) {
        return no(Reason::WrongKindOfUnit, "ITEN-ABIL-23");
    }
    if list.would_list(action, |list| offers(battle, unit, list)) {
        return Ok(());
    }
    Err(match action.target {
        Target::Unit(other) => refuse_figure(battle, unit, power, place, other),
        Target::Hex(to) => refuse_hex(battle, unit, power, to),
        Target::Index(_) | Target::None => Refusal::new(Reason::NothingToDo, rule_of(power)),
    })
}

/// Why a power is not used on a figure.
fn refuse_figure(battle: &Battle, unit: UnitId, power: Power, place: u8, other: UnitId) -> Refusal {
    let no = |reason| Refusal::new(reason, rule_of(power));
    let reach = |reason| Refusal::new(reason, Rule("ITEN-PSY-13"));
    let (at, there) = (battle.piece(unit).at, battle.piece(other).at);
    let hostile = battle.enemies(unit, other);
    match power {
        Power::BlessArmour | Power::TrueGrit | Power::BlessWeapon | Power::Venom if hostile => {
            no(Reason::WrongKindOfUnit)
        }
        Power::BlessWeapon | Power::Venom if battle.arm(other, place).is_none() => no(Reason::WeaponNotReady),
        Power::Dominatus | Power::Warpfire if !hostile => no(Reason::NotAnEnemy),
        Power::Dominatus | Power::Warpfire if !battle.sees(unit, other) => reach(Reason::NoSight),
        Power::Warpfire if battle.in_melee(other) => no(Reason::Contested),
        // He has no friend to go at.
        Power::Dominatus if is_within(battle, at, there, battle.power(power).reach) => no(Reason::NothingToDo),
        Power::BlessArmour | Power::TrueGrit | Power::BlessWeapon | Power::Venom | Power::Dominatus => {
            reach(Reason::OutOfRange)
        }
        _ => no(Reason::NothingToDo),
    }
}

/// Why a power is not used on a hex.
fn refuse_hex(battle: &Battle, unit: UnitId, power: Power, to: Cell) -> Refusal {
    let no = |reason| Refusal::new(reason, rule_of(power));
    let piece = battle.piece(unit);
    let sheet = battle.power(power);
    match power {
        Power::FeetOfLead if !is_within(battle, piece.at, to, sheet.reach) => {
            Refusal::new(Reason::OutOfRange, Rule("ITEN-PSY-13"))
        }
        Power::FeetOfLead if battle.look(piece.at, to).is_none() => Refusal::new(Reason::NoSight, Rule("ITEN-PSY-13")),
        // Nobody is there, or the same enemies as around another point that is listed.
        Power::FeetOfLead if trodden(battle, piece.side, to, sheet.radius.into()).is_empty() => no(Reason::NothingToDo),
        Power::FeetOfLead => no(Reason::AlreadyDone),
        Power::PathOfShadows if battle.unit(unit).moved => no(Reason::AlreadyDone),
        Power::PathOfShadows if !opens(battle, piece.side, piece.at) => no(Reason::MayNotAct),
        Power::Levitate | Power::PathOfShadows if battle.occupied(to) => {
            Refusal::new(Reason::Stacked, Rule("ITEN-MOVE-06"))
        }
        Power::Levitate | Power::PathOfShadows => no(Reason::OutOfReach),
        _ => no(Reason::NothingToDo),
    }
}

/// Whether a hex is within the hexes that a power reaches.
fn is_within(battle: &Battle, at: Cell, there: Cell, reach: Reach) -> bool {
    let hexes = if let Reach::Within(hexes) = reach { hexes.into() } else { u16::MAX };
    battle.range(at, there) <= hexes
}
