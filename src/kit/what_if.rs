//! What-ifs: battles in which only one action's consequences are played, for odds.

use crate::battle::{Action, Battle, Flow, Outcome, Play, Rule, Rules, UnitSet};

/// A copy in which only this action can be given as an answer. `quieten` takes out of it what others wait to do (it is
/// given all units but the one that acts); the copy then goes on with these steps, the last of which asks. A battle
/// whose question is answered already is copied as it is.
pub fn alone<R: Rules>(
    battle: &Battle<R>,
    action: Action,
    steps: &[R::Step],
    quieten: impl FnOnce(&mut Play<'_, R>, UnitSet<R::Words>),
) -> Battle<R> {
    let mut alone = battle.clone();
    let Some(decision) = battle.decision() else { return alone };
    let others = battle.units().only(|unit| battle.unit_of(unit) != action.unit);
    alone.edit(|play| quieten(play, others));
    alone.set_steps(steps, Some(decision.only_to(action)));
    alone
}

/// The end of a what-if.
#[must_use]
pub fn end<S>(rule: Rule) -> Flow<S> {
    Flow::End(Outcome { winners: 0, reason: "the consequences end here", rule })
}
