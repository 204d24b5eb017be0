//! What vehicles run into: figures (ITEN-VEH-30), other vehicles (ITEN-VEH-31, -32, -34), walls (ITEN-VEH-33).

use crate::battle::{Modifier, Roll, Rule, UnitId};
use crate::board::Cell;

use super::grit::{self, Hit};
use super::missions::events;
use super::stages::Drive;
use super::wrecks::{self, Impact};
use super::{Battle, Play};

/// How far somebody who is run over may be thrown aside, in hexes.
const ASIDE: u16 = 5;

impl Battle {
    /// What a vehicle adds to its attack when it rams another after so many hexes (ITEN-VEH-31, -32).
    #[must_use]
    pub fn ramming(&self, vehicle: UnitId, hexes: u8) -> Modifier {
        let driving = &self.setting().numbers.driving;
        let blade = self.mount(vehicle).is_some_and(|m| m.ram);
        let ((gain, each), rule) = match blade {
            true => (driving.ramming_with_ram, "ITEN-VEH-32"),
            false => (driving.ramming, "ITEN-VEH-31"),
        };
        Modifier::roller(Rule(rule), gain.saturating_mul((hexes / each.max(1)) as i8))
    }

    /// What running somebody over adds to its die, with the rules that say so (ITEN-VEH-30).
    #[must_use]
    pub fn running_over(&self, vehicle: UnitId, victim: UnitId) -> [Modifier; 3] {
        let numbers = &self.setting().numbers;
        [
            Modifier::roller(Rule("ITEN-MEL-03"), self.driver(vehicle).map_or(0, |d| self.fv(d))),
            Modifier::roller(Rule("ITEN-VEH-30"), numbers.driving.run_over),
            Modifier::target(Rule("ITEN-KD-02"), if self.unit(victim).down { numbers.knocked_down } else { 0 }),
        ]
    }

    /// Who gains by what a vehicle does: its driver, or itself where nobody drives.
    fn culprit(&self, vehicle: UnitId) -> UnitId {
        self.driver(vehicle).unwrap_or(vehicle)
    }
}

/// Somebody on foot where a vehicle is about to be, rather one whom it has not met.
pub(super) fn in_the_way(battle: &Battle, vehicle: UnitId, to: Cell) -> Option<UnitId> {
    let radius = u16::from(battle.piece(vehicle).wide);
    let skims = battle.skims(vehicle);
    let hit = |u: UnitId| {
        let at = battle.piece(u).at;
        battle.board().distance(at, to) <= radius && !(skims && battle.hindrance(at) > 0)
    };
    let figures = (battle.on_board() & !battle.setting().vehicles).only(hit);
    (figures & !battle.pending().met).first().or(figures.first())
}

/// ITEN-VEH-30: a figure is run over, or strikes at the vehicle that sweeps by; then it is beside its path.
pub(super) fn run_over(play: &mut Play<'_>, drive: Drive, victim: UnitId) {
    const RULE: Rule = Rule("ITEN-VEH-30");
    let vehicle = drive.unit;
    let by = play.culprit(vehicle);
    let modifiers = play.running_over(vehicle, victim);
    play.modified(&modifiers);
    let sum: i8 = modifiers.iter().map(|m| m.value).sum();
    let need = (play.armour(victim) - sum).clamp(2, 7) as u8;
    if play.test(Roll::new(RULE, 6, by).against(victim), need) {
        let was_down = play.unit(victim).down;
        grit::endure(play, Hit { victim, by, penalty: 0, was_down });
    } else if play.stands(victim) {
        let blow = play.blow(victim, play.best_blade(victim, vehicle), vehicle, play.fv(victim), 0);
        strike(play, RULE, victim, vehicle, &blow.modifiers, blow.penalty);
    }
    if play.piece(victim).at.is_some() && drive.sweeps(play, play.piece(victim).at) {
        throw_aside(play, drive, victim);
    }
}

/// Somebody ends beside the path of a vehicle, in the nearest free hex.
fn throw_aside(play: &mut Play<'_>, drive: Drive, figure: UnitId) {
    let at = play.piece(figure).at;
    let far = |cell: Cell| play.board().distance(at, cell);
    let free = |&c: &Cell| play.footing(c).passable && !play.occupied(c) && !drive.sweeps(play, c);
    let aside = play.board().within(at, ASIDE).filter(free).min_by_key(|&c| (far(c), c));
    if let Some(aside) = aside {
        play.move_to(figure, aside, Rule("ITEN-VEH-30"));
        events::arrived(play, figure);
    }
}

/// An attack on a vehicle with all that comes of it.
fn strike(play: &mut Play<'_>, rule: Rule, by: UnitId, vehicle: UnitId, modifiers: &[Modifier], penalty: i8) {
    if let Some(excess) = wrecks::hits(play, rule, by, vehicle, modifiers) {
        let bonus = modifiers.iter().map(|m| m.value).sum();
        wrecks::damage(play, vehicle, Impact { by, bonus, penalty }, excess);
    }
}

/// ITEN-VEH-31, -34: a vehicle rams another, which strikes back even if that was its end; both stand.
pub(super) fn ram(play: &mut Play<'_>, vehicle: UnitId, other: UnitId) {
    const RULE: Rule = Rule("ITEN-VEH-31");
    let force = play.ramming(vehicle, play.unit(vehicle).steps);
    let back = Modifier::roller(RULE, play.setting().numbers.driving.rammed);
    let (by, from) = (play.culprit(vehicle), play.culprit(other));
    strike(play, RULE, by, other, &[force], 0);
    strike(play, RULE, from, vehicle, &[back], 0);
    for stopped in [vehicle, other] {
        play.change(stopped, RULE, |u| u.halted = true);
    }
}

/// ITEN-VEH-33: a vehicle has run into something solid: it attacks itself, and a blade is no help to that.
pub(super) fn crash(play: &mut Play<'_>, vehicle: UnitId) {
    const RULE: Rule = Rule("ITEN-VEH-33");
    let (gain, each) = play.setting().numbers.driving.ramming;
    let force = gain.saturating_mul((play.unit(vehicle).steps / each.max(1)) as i8);
    play.note(RULE, "runs into something solid", vehicle, 0);
    if let Some(excess) = wrecks::hits(play, RULE, vehicle, vehicle, &[Modifier::roller(RULE, force)]) {
        wrecks::damage(play, vehicle, Impact { by: UnitId::NONE, bonus: force, penalty: 0 }, excess);
    }
    play.change(vehicle, RULE, |u| u.halted = true);
}
