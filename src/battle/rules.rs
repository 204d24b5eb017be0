//! What a ruleset brings to the chassis.

use std::fmt::Debug;
use std::hash::Hash;

use crate::board::{Cell, Terrain};

use super::{
    Action, Battle, Decision, Dice, Listing, Play, Record, Refusal, Rule, Secret, SideId, UnitId, Verb, Words,
};

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The sides that won, as bits; none is a draw.
    pub winners: u8,
    /// Why it ended.
    pub reason: &'static str,
    /// The rule that ended it.
    pub rule: Rule,
}

impl Outcome {
    /// Whether a side won.
    #[must_use]
    pub fn won(&self, side: SideId) -> bool {
        self.winners >> side.0 & 1 == 1
    }
}

/// What a step answers when it has run.
#[derive(Clone, Copy, Debug)]
pub enum Flow<S> {
    /// Finished; the step below goes on.
    Done,
    /// Turns into another step.
    Next(S),
    /// Turns into the first step and puts the second on top of it.
    Push(S, S),
    /// Waits, as this step, for an answer.
    Ask(S, Decision),
    /// The battle is over.
    End(Outcome),
}

/// Where a battle is in its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The turn, from 1; 0 before the first.
    pub turn: u16,
    /// The last turn.
    pub turns: u16,
    /// The steps of a turn in order, by their names.
    pub steps: &'static [&'static str],
    /// The step under way, by its place; none before the first.
    pub step: Option<usize>,
}

impl Clock {
    /// A number for turn and step, the same however a battle came there.
    #[inline]
    #[must_use]
    pub fn moment(self) -> u32 {
        u32::from(self.turn) << 8 | self.step.map_or(0, |step| step as u32 + 1)
    }

    /// How much of the battle is over, 0 to 1.
    #[inline]
    #[must_use]
    pub fn late(self) -> f32 {
        (f32::from(self.turn) / f32::from(self.turns.max(1))).min(1.0)
    }

    /// The same in words.
    #[must_use]
    pub fn told(self) -> String {
        match self.step {
            Some(step) => format!("turn {} of {}, {}", self.turn, self.turns, self.steps[step]),
            None => "deployment".to_owned(),
        }
    }
}

/// A ruleset: its records, its steps, and what may be done when.
pub trait Rules: Copy + Debug + Send + Sync + Sized + 'static {
    /// The name that files use.
    const NAME: &'static str;
    /// The rule of the order of play, by which a unit is refused that does not exist, or is not on the board.
    const SEQUENCE: Rule;
    /// The rule of who decides when, by which a unit of somebody else is refused.
    const COMMAND: Rule;
    /// What a battle of this ruleset is set up with and never changes.
    type Setting: Debug + Send + Sync;
    /// The numbers of a unit.
    type Unit: Record + Default + Eq + Hash + Debug + Send + Sync;
    /// The numbers of a hex.
    type Ground: Record + Default + Eq + Hash + Debug + Send + Sync;
    /// The numbers of the battle as a whole.
    type Table: Record + Default + Eq + Hash + Debug + Send + Sync;
    /// What waits to be resolved by a later step: declared fire, hits whose damage is still to be rolled.
    type Pending: Clone + Default + Eq + Hash + Debug + Send + Sync;
    /// The room of a set of units: [`Narrow`](super::Narrow) for up to 128, [`Wide`](super::Wide) for up to 512.
    type Words: Words;
    /// A pending step.
    type Step: Copy + Eq + Hash + Debug + Send + Sync;

    /// Runs a step; `answer` is there when the step had asked.
    fn run(play: &mut Play<'_, Self>, step: Self::Step, answer: Option<Action>) -> Flow<Self::Step>;

    /// The verbs that a step may be answered with, by a unit or by the side as a whole. Where [`Verb::Place`] is among them
    /// units are asked about that are not on the board yet.
    fn verbs(battle: &Battle<Self>, step: Self::Step, actor: Option<UnitId>) -> &'static [Verb];

    /// Whether an action answers the step that asks: the one truth about what is legal. Asked only about verbs that the step
    /// takes ([`Rules::verbs`]), of units of the side that decides, be they among those that are asked or not, at hexes of
    /// the board and units of the battle, be they on the board or not; [`Battle::check`] sees to the rest. `list` lends its
    /// buffers; its actions stay as they are.
    ///
    /// # Errors
    /// With the reason, and the rule that says so.
    fn check(battle: &Battle<Self>, step: Self::Step, action: Action, list: &mut Listing) -> Result<(), Refusal>;

    /// Adds the answers with one unit, or with none: exactly those that [`Battle::check`] lets pass, each once, and each
    /// with its unit in [`Action::unit`]. A ruleset that needs no faster way
    /// writes [`Rules::candidates`] instead.
    fn offers(battle: &Battle<Self>, step: Self::Step, actor: Option<UnitId>, list: &mut Listing) {
        let mut kept = list.actions.len();
        let proposed = kept;
        Self::candidates(battle, step, actor, &mut list.actions);
        for place in proposed..list.actions.len() {
            let action = list.actions[place];
            if battle.check(action, list).is_ok() {
                list.actions[kept] = action;
                kept += 1;
            }
        }
        list.actions.truncate(kept);
    }

    /// Adds all that could be an answer with one unit, or with none, if the rules allow it, each once.
    fn candidates(_battle: &Battle<Self>, _step: Self::Step, _actor: Option<UnitId>, _actions: &mut Vec<Action>) {}

    /// Whether a unit is there to be given something to do: on the board, or inside of something that is.
    fn present(battle: &Battle<Self>, unit: UnitId) -> bool {
        !(battle.pieces_of(unit) & battle.on_board()).is_empty()
    }

    /// Where the battle is in its turns.
    fn clock(battle: &Battle<Self>) -> Clock;

    /// Whether a unit is alive, on the board or not.
    fn alive(battle: &Battle<Self>, unit: UnitId) -> bool;

    /// Victory points of a side now, its team's included.
    fn score(battle: &Battle<Self>, side: SideId) -> i32;

    /// The terrain of a hex as it is now.
    fn terrain(battle: &Battle<Self>, cell: Cell) -> Terrain {
        battle.board().terrain[cell.index()]
    }

    /// Checks what must always hold under this ruleset; says what does not.
    fn check_invariants(_battle: &Battle<Self>) -> Option<String> {
        None
    }

    /// Takes out of a state what a side may not know. A ruleset without secrets has nothing to do.
    fn hide(_battle: &mut Battle<Self>, _viewer: SideId) {}

    /// What is to be sealed, as far as it has not come to light; none before it is complete, or where nothing is.
    fn secret(_battle: &Battle<Self>) -> Option<Secret> {
        None
    }

    /// Puts in the place of what was hidden something that the side could believe.
    fn resample(_battle: &mut Battle<Self>, _viewer: SideId, _dice: &mut dyn Dice) {}
}

/// What players may look at before they decide.
pub trait Preview: Rules {
    /// A battle in which only this action's own consequences are played: other pending declarations are left out,
    /// and so is what follows them. Odds are enumerated on it.
    fn what_if(battle: &Battle<Self>, action: Action) -> Battle<Self>;

    /// What a question inside such a what-if is answered with, as players mostly do; none where the what-if had
    /// better end with the question.
    fn default_answer(_battle: &Battle<Self>, _list: &mut Listing) -> Option<Action> {
        None
    }

    /// The rule by which nobody may know beforehand whether the action is in range, which its odds take for granted;
    /// none where all is known (MAP-18).
    fn unmeasured(_battle: &Battle<Self>, _action: Action) -> Option<Rule> {
        None
    }

    /// The path of a listed action that goes to a hex: its cost, and its hexes with the start left out; none for other
    /// actions, or where the path is not known beforehand.
    fn path_of(_battle: &Battle<Self>, _action: Action) -> Option<(u8, Vec<Cell>)> {
        None
    }

    /// The hexes that a unit would see and might shoot at from a hex, facing as it does, each with its range band: 0 near,
    /// 1 normal, 2 far.
    fn field_of_fire(_battle: &Battle<Self>, _unit: UnitId, _from: Cell) -> Vec<(Cell, u8)> {
        Vec::new()
    }

    /// The hexes that a unit would see from a hex, turned as it likes, each with whether whoever stands there has cover
    /// from it.
    fn seen_from(_battle: &Battle<Self>, _unit: UnitId, _from: Cell) -> Vec<(Cell, bool)> {
        Vec::new()
    }

    /// The hexes in which a unit could assault somebody after a move as long as it can make.
    fn charge_range(_battle: &Battle<Self>, _unit: UnitId) -> Vec<Cell> {
        Vec::new()
    }

    /// The hexes that a unit keeps watch on: whoever of its enemies steps into one may be shot at in his own turn.
    fn watched(_battle: &Battle<Self>, _unit: UnitId) -> Vec<Cell> {
        Vec::new()
    }
}
