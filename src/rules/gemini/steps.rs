//! The steps of a turn (GEM-TURN), and what they are told.

use crate::battle::{Clock, UnitId};

use super::Battle;

/// The stages of a player turn, in order.
pub const STAGES: [&str; 6] = ["Start", "Activations", "Recovery", "Close combat", "Reserve moves", "End"];
/// Their icons; none where nobody decides.
pub(super) const ICONS: [&str; STAGES.len()] = ["", "rolling-dices", "healing", "crossed-swords", "sprint", ""];

/// How a gun is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// In the own activation.
    Own,
    /// As a reaction to an action.
    Reaction,
    /// As a reaction saved to the end of the turn.
    Saved,
    /// From overwatch, at a target that does not appear, disappear or charge.
    Overwatch,
    /// From overwatch, at one that does (GEM-OVER-07).
    Snap,
    /// In a contest of speed (GEM-DRAW).
    Draw,
    /// The same, at one time with the other, whose shot follows before any wound (GEM-DRAW-01).
    Together,
}

/// A shooting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// Who shoots.
    pub unit: UnitId,
    /// With which of its guns, by its place on the sheet.
    pub gun: u8,
    /// At whom.
    pub target: UnitId,
    /// For how many action points, 1 or 2.
    pub ap: u8,
    /// How.
    pub mode: Mode,
}

/// Why somebody walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Walk {
    /// A Move.
    Move,
    /// A Move with a jump down (GEM-MOVE-04).
    Jump,
    /// A run, which halts near enemies (GEM-RUN-02).
    Run,
    /// A charge at this unit.
    Charge(UnitId),
    /// The move of a reaction: nobody reacts to it.
    Reaction,
}

/// A pending step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The battle is set up: what lies about, and what is hidden.
    SetUp,
    /// Sides come nearer, or draw, in secret (MAP-20).
    Approach {
        /// The side's place.
        place: u8,
    },
    /// Whoever is quickest at the draw fires (GEM-DRAW-01).
    Drawing,
    /// Sides roll for the first turn (GEM-SET-04).
    RollOff,
    /// A game turn begins.
    Turn,
    /// Whoever lies in wait may spring the ambush (GEM-TURN-04).
    Spring,
    /// Whoever has noticed something ducks, or steels himself (GEM-OBS-02).
    Warned,
    /// Those about to fight may take Frenzon (GEM-FRZ-03).
    Dose,
    /// A stage of the turn of the side at a place in the order begins.
    Stage {
        /// The side's place.
        place: u8,
        /// The stage, by its place in [`STAGES`].
        stage: u8,
    },
    /// A side at a place in the order is tested for losing heart (GEM-BOT-01).
    Bottle {
        /// The side's place.
        place: u8,
    },
    /// Who is activated next.
    Choose {
        /// The side's place.
        place: u8,
    },
    /// Who acts next by Initiative (GEM-TURN-01).
    Next,
    /// A model's turn comes: what it must do before anything else (GEM-ORD-01).
    Begin {
        /// The model.
        unit: UnitId,
        /// Which of the tests.
        part: u8,
    },
    /// It pursues, or tries to stop (GEM-PURS-01).
    Chase {
        /// The model.
        unit: UnitId,
        /// Whom.
        quarry: UnitId,
    },
    /// It may let Frenzy take hold, or try to keep calm (GEM-FRZ-01).
    Calm {
        /// The model.
        unit: UnitId,
    },
    /// It chooses its activation dice (GEM-ACT-05).
    Dice {
        /// The model.
        unit: UnitId,
    },
    /// It acts.
    Act {
        /// The model.
        unit: UnitId,
    },
    /// It has acted: who may react does.
    Acted {
        /// The model.
        unit: UnitId,
    },
    /// Its activation is over.
    Finish {
        /// The model.
        unit: UnitId,
    },
    /// It walks the pending path.
    Walk {
        /// The model.
        unit: UnitId,
        /// Why.
        why: Walk,
    },
    /// It charges.
    Charge {
        /// The model.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// Action points spent, 1 or 2.
        ap: u8,
        /// Which part of GEM-ORD-04.
        part: u8,
    },
    /// Whoever is charged answers (GEM-REACT-06).
    Charged {
        /// Who charges.
        by: UnitId,
        /// Who answers.
        unit: UnitId,
    },
    /// A model breaks off and goes where it likes (GEM-BREAK-01).
    BreakOff {
        /// The model.
        unit: UnitId,
        /// Which part: blows, the test, where to.
        part: u8,
    },
    /// A model runs D6 hexes more than its move: where to (GEM-RUN-01).
    RunTo {
        /// The model.
        unit: UnitId,
        /// The die.
        more: u8,
    },
    /// A gun is fired.
    Shoot(Shot),
    /// A grenade flies.
    Blast {
        /// Who throws.
        unit: UnitId,
        /// Where it lands.
        at: crate::board::Cell,
        /// Whether it makes smoke.
        smoke: bool,
    },
    /// Wounds of pending hits.
    Hits,
    /// Nerves of whoever was hit without harm (GEM-PIN-02).
    Shaken,
    /// Nerves of who saw a friend fall (GEM-NERVE-01).
    Witness,
    /// Steps that consequences have left behind.
    Then,
    /// A model whose nerve has broken flinches (GEM-NERVE-03).
    Flinch {
        /// The model.
        unit: UnitId,
    },
    /// A model flees from close combat or from where it stands (GEM-ROUT-02).
    Flee {
        /// The model.
        unit: UnitId,
    },
    /// A model next to a ledge may fall (GEM-PIN-07, GEM-WND-06).
    Ledge {
        /// The model.
        unit: UnitId,
        /// How much harder it is to hold on.
        worse: u8,
    },
    /// A model that has fallen over beside a drop falls (GEM-AGI-04).
    Topple {
        /// The model.
        unit: UnitId,
    },
    /// Enemies of a model react (GEM-REACT-02).
    React {
        /// The model.
        by: UnitId,
        /// It is walking: only overwatch fires (GEM-OVER-02).
        walking: bool,
        /// It charges (GEM-OVER-07).
        charging: bool,
        /// Nobody of a higher Initiative reacts any more.
        below: u8,
    },
    /// A reaction is rolled (GEM-REACT-03).
    Reaction(Shot),
    /// A model that reacts by moving goes where it likes.
    Dodge {
        /// The model.
        unit: UnitId,
        /// Successes.
        successes: u8,
    },
    /// Whoever is called out draws, or flinches (GEM-DRAW-03).
    Called {
        /// The caller's shot.
        shot: Shot,
    },
    /// Two models draw (GEM-DRAW-01): the caller's shot, and the other's gun.
    Draw {
        /// The caller's shot.
        shot: Shot,
        /// The gun of whoever was called.
        gun: u8,
    },
    /// Whoever was slower shoots, if he was not hit (GEM-DRAW-01).
    DrawLate(Shot),
    /// The next fight of the turn.
    Fights,
    /// Who fights whom where several fight several (GEM-MULTI-02).
    Split,
    /// The next round of a fight.
    Bouts,
    /// A model that lost a round may be pushed off a ledge (GEM-SCORE-10).
    Pushed {
        /// The model.
        unit: UnitId,
    },
    /// What a fight leads to: routs, pursuit, follow up.
    Fought,
    /// A victor may pursue (GEM-PURS-01).
    Pursue {
        /// The victor.
        unit: UnitId,
        /// Whom.
        quarry: UnitId,
    },
    /// A victor moves on (GEM-FOL-01).
    FollowUp {
        /// The victor.
        unit: UnitId,
    },
    /// Reserve moves (GEM-RES-01).
    Reserve {
        /// The side's place.
        place: u8,
    },
    /// Reactions saved up (GEM-REACT-01).
    Saved {
        /// Nobody of a higher Initiative reacts any more.
        below: u8,
    },
    /// The end of a what-if.
    Stop,
}

/// The stage under way, by its place in [`STAGES`]; none between turns.
#[must_use]
pub fn stage_now(battle: &Battle) -> Option<usize> {
    let next =
        battle.steps().iter().rev().find_map(|s| if let Step::Stage { stage, .. } = s { Some(*stage) } else { None });
    next.and_then(|next| usize::from(next).checked_sub(1))
}

/// Where the battle is in its turns.
pub(super) fn clock(battle: &Battle) -> Clock {
    Clock { turn: battle.table().turn, turns: battle.setting().turns, steps: &STAGES, step: stage_now(battle) }
}
