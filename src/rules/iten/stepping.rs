//! Touching, stepping and setting out: how a figure gets into a hex, whatever it is that moves it there (ITEN-CON-02, -03,
//! ITEN-MOVE-07, ITEN-JUMP-02, HULK-BLIP-08).

use std::cell::RefCell;

use crate::battle::{Action, Rule, Target, UnitId, Verb};
use crate::board::Cell;

use super::boarding::stalking::{burning, command, watch};
use super::boarding::{looking, victory};
use super::figure::Fate;
use super::missions::{Loss, events};
use super::numbers::Cover;
use super::stages::{Charge, Leave, Looking};
use super::{Battle, Play, Step, abilities, grit, walking};

/// The way off the board that is no edge: home with the craft (HULK-LEFT-02).
pub(super) const HOMEWARD: u8 = 4;

/// A figure goes where it said; or what comes first, if anything does.
pub(super) fn set_out(play: &mut Play<'_>, action: Action) -> Option<Step> {
    let unit = action.unit;
    let to = match action.target {
        Target::Hex(to) => to,
        Target::Index(way) => {
            leave_board(play, unit, if way == HOMEWARD { Rule("HULK-LEFT-02") } else { Rule("ITEN-OUT-07") });
            return None;
        }
        Target::Unit(_) | Target::None => return None,
    };
    if action.verb == Verb::Retreat {
        return Some(Step::Leave(Leave { unit, to, next: UnitId::FIRST }));
    }
    if leaps(play, unit, play.piece(unit).at) { go(play, unit, to) } else { None }
}

/// A figure that has set out goes to a hex; or what comes first, if anything does.
pub(super) fn go(play: &mut Play<'_>, unit: UnitId, to: Cell) -> Option<Step> {
    let side = play.piece(unit).side;
    let foes = play.foes_around(side, to);
    // ITEN-TERR-01: whoever charges something terrible needs the nerve, once a move.
    let dreaded = foes.only(|f| play.frightens(f, unit));
    if let Some(worst) = dreaded.first().filter(|_| !play.unit(unit).braved) {
        if !abilities::brave(play, unit, worst, Rule("ITEN-TERR-01")) {
            play.change(unit, Rule("ITEN-TERR-01"), |u| u.balked = true);
            abilities::discipline(play, unit);
            return None;
        }
        play.change(unit, Rule("ITEN-TERR-01"), |u| u.braved = true);
    }
    if let Some(first) = walk(play, unit, to, None) {
        return Some(first);
    }
    if foes.into_iter().any(|f| play.frightens(unit, f)) {
        return Some(Step::Terror(Charge { unit, to, fled: false }));
    }
    arrive(play, unit, to, None);
    None
}

/// ITEN-JUMP-02: a pack takes off from hard cover and lands in it by a Grit roll; who fails lies there.
pub(super) fn leaps(play: &mut Play<'_>, unit: UnitId, at: Cell) -> bool {
    const RULE: Rule = Rule("ITEN-JUMP-02");
    let hard = play.footing(at).cover == Cover::Hard;
    if !play.flies(unit) || !hard || grit::nerve(play, unit, RULE) {
        return true;
    }
    grit::knock_down(play, unit);
    false
}

/// Puts a figure on foot into a hex, in the middle of a battle: whatever it is that moves it there, a Boarder looks about
/// him before anything else happens (HULK-BLIP-08, -09).
pub(super) fn put(play: &mut Play<'_>, unit: UnitId, to: Cell, rule: Rule) {
    play.move_to(unit, to, rule);
    watch::end(play, unit);
    looking::arrived(play, unit);
}

/// A figure is where it wanted to be by a move, or a run of so many hexes; next to enemies, those knocked down too, that
/// is an assault (ITEN-CON-02, -03).
pub(super) fn arrive(play: &mut Play<'_>, unit: UnitId, to: Cell, run: Option<u8>) {
    const RULE: Rule = Rule("ITEN-MOVE-01");
    let piece = play.piece(unit);
    let drop = walking::drop_into(play, unit, to, run);
    // What is left of the move matters no more where there is no door to be worked.
    if play.is_by_door(to) {
        pay(play, unit, to, run);
    }
    let steps = play.range(piece.at, to).min(99) as u8;
    put(play, unit, to, RULE);
    play.change(unit, RULE, |u| {
        u.steps = u.steps.saturating_add(steps);
        u.braved = false;
    });
    contact(play, unit);
    leaps(play, unit, to);
    land(play, unit, drop);
    burning::scorch(play, unit);
    events::arrived(play, unit);
    victory::moved(play, unit);
}

/// ITEN-CON-02, -03: whoever comes next to enemies assaults them.
pub(super) fn contact(play: &mut Play<'_>, unit: UnitId) {
    let foes = play.foes_touched(unit);
    if !foes.is_empty() {
        play.change(unit, Rule("ITEN-CON-02"), |u| u.charged = true);
        for foe in foes & !play.setting().vehicles {
            if !play.unit(foe).assaulted {
                play.change(foe, Rule("ITEN-CON-03"), |u| u.assaulted = true);
                watch::end(play, foe);
            }
        }
    }
}

/// Notes what the way to a hex takes of a move, so that a door may still be worked afterwards (ITEN-OUT-12).
fn pay(play: &mut Play<'_>, unit: UnitId, to: Cell, run: Option<u8>) {
    if let Some((cost, class)) = walking::cost_to(play, unit, to, run) {
        play.change(unit, Rule("ITEN-MOVE-01"), |u| (u.walked, u.worst) = (u.walked.saturating_add(cost), class));
    }
}

/// A figure goes some hexes further in the middle of its move.
pub(super) fn tread(play: &mut Play<'_>, unit: UnitId, way: &[Cell], rule: Rule) {
    let start = play.piece(unit).at;
    let cost = walking::toll(play, unit, way);
    let worst = way.iter().fold(play.hindrance(start), |worst, &to| worst.max(play.hindrance(to)));
    put(play, unit, way.last().copied().unwrap_or(start), rule);
    play.change(unit, rule, |u| {
        (u.walked, u.worst) = (u.walked.saturating_add(cost), u.worst.max(worst));
        u.steps = u.steps.saturating_add(way.len() as u8);
    });
}

/// ITEN-MOVE-07: a drop of more than three inches knocks down who fails his Grit roll, one of more than six puts him out.
fn land(play: &mut Play<'_>, unit: UnitId, drop: u8) {
    const RULE: Rule = Rule("ITEN-MOVE-07");
    let (bruises, kills) = play.setting().numbers.fall;
    if drop <= bruises || grit::nerve(play, unit, RULE) {
        return;
    }
    if drop > kills { grit::fall(play, unit, UnitId::NONE, RULE) } else { grit::knock_down(play, unit) }
}

/// A figure leaves over its own edge, or is taken off by its craft, for good; it is not lost (ITEN-OUT-07, HULK-LEFT-02).
fn leave_board(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    events::losing(play, unit, UnitId::NONE, Loss::Left);
    play.change(unit, rule, |u| u.fate = Fate::Left);
    play.move_to(unit, Cell::NONE, rule);
}

/// Whether a hex is nearer to somebody from whom a figure has fled this turn (ITEN-TERR-05).
pub(super) fn shuns(battle: &Battle, unit: UnitId, to: Cell) -> bool {
    let (at, board) = (battle.piece(unit).at, battle.board());
    let feared = battle.unit(unit).fled_from.get().map_or(Cell::NONE, |f| battle.piece(f).at);
    feared.is_some() && board.distance(to, feared) < board.distance(at, feared)
}

/// A figure goes at another, whatever it would rather do: as near as its move gets it, into contact if it can.
pub(super) fn go_at(play: &mut Play<'_>, unit: UnitId, at: UnitId, rule: Rule) {
    let goal = play.piece(at).at;
    let start = play.piece(unit).at;
    let board = play.board();
    let nearest = walking::least(play, unit, |to| (board.distance(to, goal), board.distance(to, start), to));
    let far = |cell: Cell| play.board().distance(cell, goal);
    if let Some(to) = nearest.filter(|&to| far(to) < far(start)) {
        play.note(rule, "goes where it must", unit, 0);
        if leaps(play, unit, start) && !halts(play, unit, to) {
            arrive(play, unit, to, None);
        }
    }
}

thread_local! {
    /// The way of whoever walks, so that walking allocates nothing.
    static WAY: RefCell<Vec<Cell>> = const { RefCell::new(Vec::new()) };
}

/// A Boarder walks, or runs so many hexes, as far as the last hex before where he wants to be, as long as no step turns a
/// blip; otherwise what comes first.
pub(super) fn walk(play: &mut Play<'_>, unit: UnitId, to: Cell, run: Option<u8>) -> Option<Step> {
    under_watch(play, unit, to, run).or_else(|| on_the_way(play, unit, to, run).map(Step::Look))
}

/// HULK-STALK-11, -13: where Boarders wait for one he walks hex by hex: into the first that they watch, or see while they
/// have points, and goes on when they have done what they like.
fn under_watch(play: &mut Play<'_>, unit: UnitId, to: Cell, run: Option<u8>) -> Option<Step> {
    const RULE: Rule = Rule("HULK-STALK-11");
    if !command::looks_out(play, play.piece(unit).side) {
        return None;
    }
    WAY.with_borrow_mut(|way| {
        walking::way(play, unit, to, run, way);
        let watched = |&cell: &Cell| cell != to && !play.occupied(cell) && command::is_awaited(play, unit, cell);
        let first = way.iter().position(watched)?;
        tread(play, unit, &way[..=first], RULE);
        Some(Step::Onward { unit })
    })
}

/// Whether a Boarder who goes somewhere because he must, or breaks off, comes upon a blip on his way: that is turned next,
/// and he stays where he was when it was (HULK-BLIP-11).
pub(super) fn halts(play: &mut Play<'_>, unit: UnitId, to: Cell) -> bool {
    let looking = on_the_way(play, unit, to, None);
    if let Some(looking) = looking {
        play.pending_mut().arrived = Looking { driven: true, ..looking };
    }
    looking.is_some()
}

/// Walks a way up to where a step turns a blip, and says which; none for who turns nothing.
fn on_the_way(play: &mut Play<'_>, unit: UnitId, to: Cell, run: Option<u8>) -> Option<Looking> {
    const RULE: Rule = Rule("HULK-BLIP-08");
    if !play.boards(play.piece(unit).side) {
        return None;
    }
    play.blips().next()?;
    WAY.with_borrow_mut(|way| {
        walking::way(play, unit, to, run, way);
        // Past friends one walks on to the next free hex.
        let mut trodden = 0;
        for (i, &next) in way.iter().enumerate() {
            let looking = Looking::step(unit, next);
            if play.exposed(looking).next().is_some() {
                return Some(looking);
            }
            if next != to && !play.occupied(next) {
                tread(play, unit, &way[trodden..=i], RULE);
                trodden = i + 1;
            }
        }
        None
    })
}
