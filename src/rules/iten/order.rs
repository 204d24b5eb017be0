//! The order in which sides act or choose, by dice (ITEN-INIT-02, ITEN-DEP-01).

use arrayvec::ArrayVec;

use crate::battle::{MAX_SIDES, Roll, Rule, SideId, UnitId};
use crate::kit::roll_off::every_face;

use super::{Battle, Play};

/// Every face of a d6 is a band of its own: who rolls for a place may tie on any.
pub(super) const EVERY_FACE: [u8; 5] = every_face();

/// One die for the order a run, then the places of all who have rolled; whether all stand.
pub(super) fn settled(play: &mut Play<'_>, rule: Rule) -> bool {
    let Some(side) = to_roll(play) else { return settle(play, rule) };
    let face = play.roll(Roll::new(rule, 6, UnitId::NONE), &EVERY_FACE);
    play.change_table(rule, |t| t.dice[side] = face);
    false
}

/// The next side whose die for the order is still to be rolled.
fn to_roll(battle: &Battle) -> Option<usize> {
    let table = battle.table();
    (0..battle.players()).find(|&s| table.placed >> s & 1 == 0 && table.dice[s] == 0)
}

/// What a side adds to its die for the order: its Leader's Speed while he is in the game (ITEN-INIT-02, -03), and a
/// figure with a Nose for Trouble (ITEN-ABIL-17).
fn lead(battle: &Battle, side: SideId) -> i16 {
    let leader = battle.setting().bands[side.index()].leader.filter(|&l| battle.leads(l, side));
    let mut band = battle.units_of(side) | battle.riders_of(side);
    let nose = band.any(|u| Some(u) != leader && battle.profile(u).has(super::catalogue::Ability::NoseForTrouble));
    leader.map_or(0, |l| i16::from(battle.profile(l).speed)) + i16::from(nose && leader.is_some())
}

/// Places the sides by their dice where no two tie; those that tie roll again among themselves. Whether all stand.
pub(super) fn settle(play: &mut Play<'_>, rule: Rule) -> bool {
    let sides = play.players();
    let leads = rule == Rule("ITEN-INIT-02");
    let total = |battle: &Battle, s: usize| {
        i16::from(battle.table().dice[s]) + if leads { lead(battle, SideId(s as u8)) } else { 0 }
    };
    // Highest first among those that still have a die; a group of equals keeps its places for the reroll.
    let mut order = ArrayVec::<(i16, usize), MAX_SIDES>::new();
    let table = *play.table();
    order.extend((0..sides).filter(|&s| table.placed >> s & 1 == 0).map(|s| (total(play, s), s)));
    order.sort_by_key(|&(total, side)| (-total, side));
    // Places that are taken already stay; the others are filled in order.
    let free: ArrayVec<usize, MAX_SIDES> = (0..sides).filter(|&p| !is_placed(&table, p)).collect();
    let tied = |side: usize, total: i16| order.iter().any(|&(t, s)| s != side && t == total);
    let ties: ArrayVec<usize, MAX_SIDES> = order.iter().filter(|&&(t, s)| tied(s, t)).map(|o| o.1).collect();
    play.change_table(rule, |t| {
        for (&place, &(_, side)) in free.iter().zip(&order) {
            t.order.0[place] = side as i16;
            if !ties.contains(&side) {
                t.placed |= 1 << side;
            }
            t.dice[side] = 0;
        }
    });
    if ties.is_empty() {
        play.change_table(rule, |t| t.placed = 0);
    }
    ties.is_empty()
}

fn is_placed(table: &super::figure::Table, place: usize) -> bool {
    let side = table.order.0[place];
    side >= 0 && table.placed >> side & 1 == 1
}
