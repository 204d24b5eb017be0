//! A miniature ruleset of squads: a squad marches a hex, or shoots a piece out of another squad, or holds.

use crate::battle::{
    self, Action, BySide, Clock, Decision, Flow, Kind, Listing, Outcome, Piece, Preview, Reason, Refusal, Roll, Rule,
    Rules, Shared, Side, SideId, Target, UnitId, UnitSet, Verb, Wide, record,
};
use crate::board::{Board, Cell, Facing, Terrain};
use crate::rules::Tactics;

/// Squads on the board, half of them each side's.
pub const SQUADS: usize = 64;
/// Pieces of a squad.
pub const MODELS: usize = 8;
const TURNS: u16 = 2;
const RULE: Rule = Rule("DRILL-01");

#[derive(Clone, Copy, Debug)]
pub struct Drill;

type Battle = battle::Battle<Drill>;
type Play<'a> = battle::Play<'a, Drill>;

record! {
    pub struct Unit {
        /// The piece is lost.
        pub lost: bool,
        /// The squad has acted this turn.
        pub acted: bool,
    }
}

record! {
    pub struct Table {
        pub turn: u16,
        pub lost: BySide,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Act(SideId),
    Stop,
}

/// Two sides on a board.
pub fn shared(board: Board) -> Shared<Drill> {
    Shared::new(board, vec![Side::played("red".to_owned(), 0), Side::played("blue".to_owned(), 1)], ())
}

/// Squads in columns, the first pieces of all before the others.
pub fn battle() -> Battle {
    let board = Board::new("parade", 64, 24, 1, Terrain::Clear);
    let piece = |n: usize| {
        let (squad, model) = (n % SQUADS, n / SQUADS);
        let at = board.at(squad as u16 + 1, 3 + 2 * model as u16);
        (Piece::new(SideId((squad >= SQUADS / 2).into()), at, Facing::E), Unit::default())
    };
    let units = (0..SQUADS * MODELS).map(piece).collect();
    let squads = (0..SQUADS * MODELS).map(|n| UnitId::at(n % SQUADS)).collect();
    Battle::new(shared(board).grouped(squads), units, Step::Act(SideId(0)))
}

/// The pieces of a squad that are left.
fn left(battle: &Battle, squad: UnitId) -> UnitSet<Wide> {
    battle.pieces_of(squad) & battle.on_board()
}

/// The squads of a side that may still act.
fn ready(battle: &Battle, side: SideId) -> UnitSet {
    let squads = battle.units_of(side).map(|piece| battle.unit_of(piece));
    squads.filter(|squad| !battle.unit(*squad).acted).collect()
}

/// Where a piece comes to with a step in a direction, as long as nobody stands there.
fn ahead(battle: &Battle, piece: UnitId, facing: usize) -> Option<Cell> {
    let to = battle.board().neighbours[battle.piece(piece).at.index()][facing];
    (to.is_some() && !battle.occupied(to)).then_some(to)
}

/// The squads of the other side with pieces left.
fn targets(battle: &Battle, squad: UnitId) -> UnitSet {
    battle.enemies_of(battle.piece(squad).side).map(|piece| battle.unit_of(piece)).collect()
}

impl Rules for Drill {
    const NAME: &'static str = "drill";
    const SEQUENCE: Rule = RULE;
    const COMMAND: Rule = RULE;
    type Setting = ();
    type Unit = Unit;
    type Ground = ();
    type Table = Table;
    type Pending = ();
    type Words = Wide;
    type Step = Step;

    fn run(play: &mut Play<'_>, step: Step, answer: Option<Action>) -> Flow<Step> {
        let end = |winners| Flow::End(Outcome { winners, reason: "the drill is over", rule: RULE });
        let Step::Act(side) = step else { return end(0) };
        if let Some(action) = answer {
            act(play, action);
        }
        let other = SideId(1 - side.0);
        if play.units_of(other).is_empty() {
            return end(1 << side.0);
        }
        let squads = ready(play, side);
        if !squads.is_empty() {
            return Flow::Ask(step, Decision::to(side, Kind::Act, squads, RULE));
        }
        if side == SideId(1) {
            play.change_table(RULE, |table| table.turn += 1);
            if play.table().turn == TURNS {
                return end(0);
            }
            for unit in play.units() {
                play.change(unit, RULE, |unit| unit.acted = false);
            }
        }
        Flow::Next(Step::Act(other))
    }

    fn verbs(_battle: &Battle, _step: Step, actor: Option<UnitId>) -> &'static [Verb] {
        if actor.is_some() { &[Verb::Move, Verb::Fire, Verb::Hold] } else { &[] }
    }

    fn check(battle: &Battle, _step: Step, action: Action, _list: &mut Listing) -> Result<(), Refusal> {
        let open = match (action.verb, action.target) {
            (Verb::Move, Target::Index(facing)) => {
                left(battle, action.unit).first().is_some_and(|piece| ahead(battle, piece, facing.into()).is_some())
            }
            (Verb::Fire, Target::Unit(target)) => targets(battle, action.unit).has(target),
            (verb, target) => verb == Verb::Hold && target == Target::None,
        };
        if open { Ok(()) } else { Err(Refusal::new(Reason::NothingToDo, RULE)) }
    }

    fn candidates(battle: &Battle, _step: Step, actor: Option<UnitId>, actions: &mut Vec<Action>) {
        let Some(squad) = actor else { return };
        actions.extend((0..6).map(|facing| Action::of(Verb::Move, squad).index(facing)));
        actions.extend(targets(battle, squad).map(|target| Action::of(Verb::Fire, squad).at(target)));
        actions.push(Action::of(Verb::Hold, squad));
    }

    fn clock(battle: &Battle) -> Clock {
        Clock { turn: battle.table().turn + 1, turns: TURNS, steps: &["act"], step: Some(0) }
    }

    fn alive(battle: &Battle, unit: UnitId) -> bool {
        !battle.unit(unit).lost
    }

    fn score(battle: &Battle, side: SideId) -> i32 {
        battle.table().lost.0[1 - side.index()].into()
    }
}

fn act(play: &mut Play<'_>, action: Action) {
    let squad = action.unit;
    play.change(squad, RULE, |unit| unit.acted = true);
    match action.target {
        Target::Index(facing) => {
            for piece in left(play, squad) {
                if let Some(to) = ahead(play, piece, facing.into()) {
                    play.move_to(piece, to, RULE);
                }
            }
        }
        Target::Unit(target) if play.test(Roll::new(RULE, 6, squad).against(target), 4) => {
            // Now from the front, now from the back.
            let hit = if squad.0.is_multiple_of(2) { left(play, target).first() } else { left(play, target).last() };
            let Some(hit) = hit else { return };
            play.change(hit, RULE, |unit| unit.lost = true);
            play.move_to(hit, Cell::NONE, RULE);
            let side = play.piece(hit).side;
            play.change_table(RULE, |table| table.lost.0[side.index()] += 1);
        }
        _ => {}
    }
}

impl Preview for Drill {
    fn what_if(battle: &Battle, action: Action) -> Battle {
        let Some(step) = battle.step() else { return battle.clone() };
        crate::kit::what_if::alone(battle, action, &[Step::Stop, step], |play, others| {
            for unit in others {
                play.change(unit, RULE, |unit| unit.acted = true);
            }
        })
    }
}

impl Tactics for Drill {
    const INPUTS: &'static [&'static str] = &["fires"];
    const TOPICS: &'static [&'static str] = &["all"];
    const FEATURES: &'static [&'static str] = &["lost"];
    type Survey = ();

    fn topic(_battle: &Battle, _action: Action) -> usize {
        0
    }

    fn appraise(_battle: &Battle, action: Action, _survey: &mut (), inputs: &mut [f32]) {
        inputs[0] = f32::from(u8::from(action.verb == Verb::Fire));
    }

    fn features(battle: &Battle, side: SideId, _survey: &mut (), features: &mut [f32]) {
        features[0] = Self::score(battle, side) as f32;
    }
}
