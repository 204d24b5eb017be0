//! Giving up (MAP-24). It is no answer that anybody lists or searches: whoever decides may do it, whatever is asked.

use super::{Action, Battle, Fact, Listing, Log, Outcome, Rule, Rules, SideId, Verb};

const RULE: Rule = Rule("MAP-24");

impl<R: Rules> Battle<R> {
    /// Whether a side has given up.
    #[inline]
    #[must_use]
    pub fn has_conceded(&self, side: SideId) -> bool {
        self.state.conceded >> side.0 & 1 == 1
    }

    /// Whether all of a side's team have given up, so that it cannot win any more.
    fn is_beaten(&self, side: SideId) -> bool {
        self.sides().filter(|s| self.team(*s) == self.team(side)).all(|s| self.has_conceded(s))
    }

    /// The side that decides gives up. Where one team is left, it has won; where there are more, they play on.
    pub(super) fn concede(&mut self, log: &mut Log) {
        let Some(decision) = self.state.open else { return };
        log.push(RULE, Fact::Acted { side: decision.side, action: Action::concession() });
        self.state.conceded |= 1 << decision.side.0;
        let mut left = self.sides().filter(|s| !self.is_beaten(*s));
        let first = left.next();
        if left.all(|s| first.is_some_and(|f| self.team(f) == self.team(s))) {
            let winners = self.sides().filter(|s| !self.is_beaten(*s)).fold(0, |all, s| all | 1 << s.0);
            self.end(Outcome { winners, reason: "the others have given up", rule: RULE }, log);
        }
    }

    /// What a side that has given up answers: that it does nothing, wherever that is an answer.
    pub(super) fn idle_answer(&self) -> Option<Action> {
        let mut list = Listing::default();
        self.legal(&mut list);
        let idle = |a: &&Action| matches!(a.verb, Verb::Pass | Verb::Hold | Verb::Stay | Verb::Keep);
        list.actions.iter().find(idle).or(list.actions.first()).copied()
    }

    /// An outcome without the winners that had given up; if there are no others, the best of the rest have won.
    pub(super) fn without_losers(&self, outcome: Outcome) -> Outcome {
        if self.state.conceded == 0 || outcome.winners == 0 {
            return outcome;
        }
        let rest = || self.sides().filter(|s| !self.is_beaten(*s));
        let winners = rest().filter(|s| outcome.won(*s)).fold(0, |all, s| all | 1 << s.0);
        if winners != 0 {
            return Outcome { winners, ..outcome };
        }
        let best = rest().map(|s| R::score(self, s)).max();
        let best = || rest().filter(|s| Some(R::score(self, *s)) == best);
        let one_team = best().next().is_some_and(|f| best().all(|s| self.team(s) == self.team(f)));
        Outcome { winners: if one_team { best().fold(0, |all, s| all | 1 << s.0) } else { 0 }, ..outcome }
    }
}
