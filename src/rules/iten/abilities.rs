//! Special abilities (ITEN-ABIL) that bear on nerve and faith, and the quarry of a Bounty Hunter. Those that bear on
//! shots and blows stand with these.

use crate::battle::{Action, Decision, Flow, Kind, Listing, Reason, Refusal, Rule, Target, UnitId, UnitSet, Verb};

use super::catalogue::{Ability, AbilitySheet, Power};
use super::stages::Looking;
use super::stats::{Calling, Tag};
use super::{Battle, Play, Step, grit};

impl Battle {
    /// The sheet of an ability.
    #[must_use]
    pub fn ability(&self, ability: Ability) -> &AbilitySheet {
        &self.setting().abilities[ability as usize]
    }

    /// Whether a figure is a daemon, or has one in it (ITEN-ABIL-06).
    #[must_use]
    pub fn is_daemonic(&self, unit: UnitId) -> bool {
        self.unit(unit).possessed != 0 || self.profile(unit).member.is(Tag::Daemonic)
    }

    /// Whether a figure frightens another: terrifying by itself, possessed, or under a Mask of Death.
    #[must_use]
    pub fn frightens(&self, unit: UnitId, other: UnitId) -> bool {
        let masked = self.under(unit, Power::MaskOfDeath) && !self.is_immune(other);
        let terrible = self.profile(unit).terrifying || self.unit(unit).possessed != 0 || masked;
        terrible && !self.is_fearless(other)
    }

    /// Whether a figure fears nothing now: of its own, by its god, or by the faith of somebody near (ITEN-ABIL-13).
    #[must_use]
    pub fn is_fearless(&self, unit: UnitId) -> bool {
        let profile = self.profile(unit);
        profile.fearless
            // ITEN-ROB-01: nothing makes it go.
            || profile.member.is(Tag::Rooted)
            || self.unit(unit).possessed != 0
            || profile.member.is(Tag::Imperial) && self.on_board().any(|by| self.gives_faith(by, unit))
    }

    /// ITEN-ABIL-13: a Priest to his own Retinue within 6 in his sight; a Bishop or Chaplain to comrades within 9, seen
    /// or not.
    fn gives_faith(&self, by: UnitId, unit: UnitId) -> bool {
        let profile = self.profile(by);
        if !profile.has(Ability::InvokeFaith) || self.unit(by).possessed != 0 || self.enemies(by, unit) {
            return false;
        }
        let (mine, theirs) = (self.piece(by), self.piece(unit));
        let far = self.board().distance(mine.at, theirs.at);
        let faith = self.ability(Ability::InvokeFaith);
        match profile.member.calling {
            Some(Calling::Priest) => mine.side == theirs.side && far <= faith.radius.into() && self.sees(by, unit),
            Some(Calling::Bishop | Calling::Chaplain) => i32::from(far) <= i32::from(faith.amount),
            _ => false,
        }
    }
}

/// A Grit roll against terror, with the one reroll that an ability gives (ITEN-ABIL-14, -21, -24, -25).
pub(super) fn brave(play: &mut Play<'_>, unit: UnitId, against: UnitId, rule: Rule) -> bool {
    if grit::nerve(play, unit, rule) {
        return true;
    }
    let profile = play.profile(unit);
    let disciplined = play.table().discipline >> play.piece(unit).side.0 & 1 == 1 && profile.member.is(Tag::Guard);
    let again = if profile.has(Ability::Stalwart) {
        Rule("ITEN-ABIL-21")
    } else if profile.has(Ability::Untouchable) && play.is_daemonic(against) {
        Rule("ITEN-ABIL-24")
    } else if disciplined {
        Rule("ITEN-ABIL-14")
    } else {
        return false;
    };
    grit::nerve(play, unit, again)
}

/// The Commissar who watches a figure: of its side, with Iron Discipline, in range of his longest gun and in sight.
fn watched_by(battle: &Battle, unit: UnitId) -> Option<UnitId> {
    let piece = battle.piece(unit);
    battle.units_of(piece.side).find(|&c| {
        let profile = battle.profile(c);
        let guns = profile.arms.iter().filter_map(|w| battle.setting().armoury[usize::from(*w)].range);
        let reach = guns.max().unwrap_or(1).max(1);
        c != unit
            && profile.has(Ability::IronDiscipline)
            && battle.stands(c)
            && battle.board().distance(battle.piece(c).at, piece.at) <= reach.into()
            && battle.sees(c, unit)
    })
}

/// ITEN-ABIL-14: a guardsman who does not dare to attack something terrible is shot by his Commissar; the other guards
/// of the side may reroll such failures for the rest of the turn. Once a turn.
pub(super) fn discipline(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("ITEN-ABIL-14");
    let side = play.piece(unit).side;
    let done = play.table().discipline >> side.0 & 1 == 1;
    if done || !play.profile(unit).member.is(Tag::Guard) || watched_by(play, unit).is_none() {
        return;
    }
    play.change_table(RULE, |t| t.discipline |= 1 << side.0);
    grit::fall(play, unit, UnitId::NONE, RULE);
}

/// ITEN-ABIL-15: a Primaris Psyker about to be possessed is shot by his Commissar; whether he was.
pub(super) fn executes_possessed(play: &mut Play<'_>, unit: UnitId) -> bool {
    let primaris = play.profile(unit).member.calling == Some(Calling::PrimarisPsyker);
    let shot = primaris && watched_by(play, unit).is_some();
    if shot {
        grit::fall(play, unit, UnitId::NONE, Rule("ITEN-ABIL-15"));
    }
    shot
}

/// The Bounty Hunters of a side who have yet to name their quarry, if they see an enemy at all.
fn hunters(battle: &Battle, side: u8) -> UnitSet {
    let all = battle.units().only(|u| battle.piece(u).side.0 == side && battle.plays(u) && !battle.hidden(u));
    let waits = |u| battle.profile(u).has(Ability::BountyHunter) && battle.unit(u).quarry.get().is_none();
    all.only(|u| waits(u) && !battle.enemies_of(battle.piece(u).side).is_empty())
}

/// ITEN-ABIL-04: before play each Bounty Hunter names an enemy, in the open.
pub(super) fn name_quarries(play: &mut Play<'_>, side: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-ABIL-04");
    if let Some(Action { unit, target: Target::Unit(quarry), .. }) = answer {
        play.change(unit, RULE, |u| u.quarry = quarry.into());
    }
    for side in side..play.players() as u8 {
        let hunters = hunters(play, side);
        if let Some(first) = hunters.first() {
            let decision = Decision::to(play.piece(first).side, Kind::Deploy, hunters, RULE);
            return Flow::Ask(Step::Quarry { side }, decision);
        }
    }
    // Somebody may have come to light in the middle of a turn (HULK-LEFT-12).
    match () {
        () if !play.steps().is_empty() => Flow::Done,
        () if play.boarding().is_some() => Flow::Push(Step::Initiative, Step::Look(Looking::ABOUT)),
        () => Flow::Next(Step::Initiative),
    }
}

/// Whom a Bounty Hunter may name.
pub(super) fn quarry_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else { return };
    list.actions.extend(quarries(battle, unit).map(|e| Action::of(Verb::Use, unit).at(e)));
}

fn quarries(battle: &Battle, unit: UnitId) -> UnitSet {
    battle.units().only(|u| battle.enemies(u, unit) && battle.plays(u) && !battle.is_vehicle(u))
}

/// Whether a Bounty Hunter may name somebody.
pub(super) fn check_quarry(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("ITEN-ABIL-04");
    action.aimed(RULE)?;
    match action.target {
        Target::Unit(enemy) if quarries(battle, action.unit).has(enemy) => Ok(()),
        _ => Err(Refusal::new(Reason::NotAnEnemy, RULE)),
    }
}

impl Battle {
    /// What a figure adds against another that it hunts (ITEN-ABIL-04), and against daemons where somebody near knows
    /// them (ITEN-ABIL-06): to shots and blows alike.
    #[must_use]
    pub fn lore(&self, unit: UnitId, target: UnitId) -> arrayvec::ArrayVec<(Rule, i8), 2> {
        let mut out = arrayvec::ArrayVec::new();
        if self.unit(unit).quarry.is(target) {
            out.push((Rule("ITEN-ABIL-04"), self.ability(Ability::BountyHunter).amount));
        }
        let (lore, spot) = (self.ability(Ability::DaemonLore), self.spot(unit));
        let knows = |f: UnitId| {
            self.profile(f).has(Ability::DaemonLore)
                && self.board().distance(self.piece(f).at, spot) <= lore.radius.into()
        };
        // Nobody is near who has fallen to a burst of his own.
        if spot.is_some() && self.is_daemonic(target) && self.friends_of(self.piece(unit).side).any(knows) {
            out.push((Rule("ITEN-ABIL-06"), lore.amount));
        }
        out
    }
}
