//! Tug: a toy ruleset, the one that `src/rules/README.md` leads through. Two sides take turns with one unit each: it
//! moves, fires one shot, or strikes one blow. Who holds the middle when a turn ends scores; most points win. It is all
//! here, in the order of the floors: data, state, queries, steps, set-up, words, tactics.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::battle::{
    self, Action, BySide, Clock, Fact, Flow, Kind, Listing, Narrow, Outcome, Piece, Preview, Reason, Refusal, Roll,
    Rule, Rules, Shared, SideId, Target, UnitId, UnitSet, Verb, record,
};
use crate::board::{Board, Cell, Facing, Sight, Step as Pace, Terrain};
use crate::kit::asking::{InTurn, Question};
use crate::kit::content::{named, named_at, ranges, sheets};
use crate::kit::victory::{most, standing};
use crate::kit::{scenario as kit, what_if};
use crate::rules::{Content, Deed, Presentation, Ruleset, Tactics};
use crate::source::{Document, Outline, Outlined, Problem, Site, Spanned};

const TURN: Rule = Rule("TOY-01");
const MOVE: Rule = Rule("TOY-02");
const SHOT: Rule = Rule("TOY-03");
const BLOW: Rule = Rule("TOY-04");
const HOLD: Rule = Rule("TOY-05");
const END: Rule = Rule("TOY-06");

/// The ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Toy;

type Battle = battle::Battle<Toy>;
type Play<'a> = battle::Play<'a, Toy>;

// Data.

/// A kind of unit: hexes that it moves and shoots, the least face of a D6 with which a shot or a blow hits, and the hits
/// that it takes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    name: String,
    moves: u8,
    range: u8,
    shot: u8,
    blow: u8,
    wounds: u8,
}

named!(Sheet);

/// What scenarios can name.
#[derive(Clone, Debug)]
pub struct Sheets(Vec<Sheet>);

/// What a battle is set up with.
#[derive(Debug)]
pub struct Setting {
    sheets: Vec<Sheet>,
    middle: Cell,
    turns: u16,
}

// State.

record! {
    /// The numbers of a unit.
    pub struct Unit {
        /// Its sheet, by its place.
        pub sheet: u8,
        /// Hits that it can still take.
        pub wounds: u8 = count("wounds left").strength(),
        /// It has acted this turn.
        pub acted: bool,
    }
}

record! {
    /// The numbers of the battle as a whole.
    pub struct Table {
        /// The turn, from 1.
        pub turn: u16,
        /// Points.
        pub score: BySide,
    }
}

/// A pending step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A turn begins.
    Turn,
    /// The side at a place in the order acts with one of its units.
    Act(u8),
    /// The turn ends.
    Score,
    /// The end of a what-if.
    Stop,
}

// Queries.

fn sheet(battle: &Battle, unit: UnitId) -> &Sheet {
    &battle.setting().sheets[usize::from(battle.unit(unit).sheet)]
}

fn ready(battle: &Battle, side: SideId) -> UnitSet {
    battle.units_of(side).only(|unit| !battle.unit(unit).acted)
}

fn open(battle: &Battle, cell: Cell) -> bool {
    !matches!(battle.board().terrain[cell.index()], Terrain::Wall | Terrain::Building)
}

/// The face of a D6 with which an attack hits, and its rule; why it cannot be made.
fn attack(battle: &Battle, verb: Verb, unit: UnitId, foe: UnitId) -> Result<(u8, Rule), Refusal> {
    let (from, to) = (battle.piece(unit).at, battle.piece(foe).at);
    let (far, sheet) = (battle.board().distance(from, to), sheet(battle, unit));
    match verb {
        _ if !battle.on_board().has(foe) || !battle.enemies(unit, foe) => Err(Refusal::new(Reason::NotAnEnemy, SHOT)),
        Verb::Strike if far == 1 => Ok((sheet.blow, BLOW)),
        Verb::Strike => Err(Refusal::new(Reason::OutOfRange, BLOW)),
        _ if far > sheet.range.into() => Err(Refusal::new(Reason::OutOfRange, SHOT)),
        _ if battle.board().sight(from, to, |cell| !open(battle, cell)) == Sight::None => {
            Err(Refusal::new(Reason::NoSight, SHOT))
        }
        _ => Ok((sheet.shot, SHOT)),
    }
}

// Steps.

impl Rules for Toy {
    const NAME: &'static str = "toy";
    const SEQUENCE: Rule = TURN;
    const COMMAND: Rule = TURN;
    type Setting = Setting;
    type Unit = Unit;
    type Ground = ();
    type Table = Table;
    type Pending = ();
    type Words = Narrow;
    type Step = Step;

    fn run(play: &mut Play<'_>, step: Step, answer: Option<Action>) -> Flow<Step> {
        match step {
            Step::Turn => {
                play.change_table(TURN, |table| table.turn += 1);
                let turn = play.table().turn;
                play.tell(TURN, Fact::Step { name: "Act", turn });
                for unit in play.on_board() {
                    play.change(unit, TURN, |unit| unit.acted = false);
                }
                Flow::Next(Step::Act(0))
            }
            Step::Act(place) => {
                if let Some(action) = answer {
                    act(play, action);
                }
                let next = place + u8::from(answer.is_some());
                match Question::new(TURN, Kind::Act).ask_round(play, next, ready, Step::Act) {
                    Flow::Done => Flow::Next(Step::Score),
                    asking => asking,
                }
            }
            Step::Score => score(play),
            Step::Stop => what_if::end(TURN),
        }
    }

    fn verbs(_battle: &Battle, _step: Step, actor: Option<UnitId>) -> &'static [Verb] {
        if actor.is_some() { &[Verb::Move, Verb::Fire, Verb::Strike, Verb::Hold] } else { &[] }
    }

    fn check(battle: &Battle, _step: Step, action: Action, list: &mut Listing) -> Result<(), Refusal> {
        let Action { verb, unit, target, .. } = action;
        if battle.unit(unit).acted {
            return Err(Refusal::new(Reason::AlreadyDone, TURN));
        }
        action.aimed(TURN)?;
        match (verb, target) {
            (Verb::Move, Target::Hex(cell)) => {
                let (at, moves) = (battle.piece(unit).at, sheet(battle, unit).moves);
                let pace = |_, to| (open(battle, to) && !battle.occupied(to)).then_some(Pace { cost: 1, stop: false });
                list.reach.field(battle.board(), at, moves, pace);
                let reached = cell != at && list.reach.reached().contains(&cell);
                if reached { Ok(()) } else { Err(Refusal::new(Reason::OutOfReach, MOVE)) }
            }
            (Verb::Fire | Verb::Strike, Target::Unit(foe)) => attack(battle, verb, unit, foe).map(|_| ()),
            (Verb::Hold, _) => action.plain(TURN),
            _ => Err(Refusal::new(Reason::Malformed, TURN)),
        }
    }

    fn candidates(battle: &Battle, _step: Step, actor: Option<UnitId>, actions: &mut Vec<Action>) {
        let Some(unit) = actor else { return };
        let (at, moves) = (battle.piece(unit).at, sheet(battle, unit).moves);
        let near = battle.board().cells().filter(|cell| battle.board().distance(at, *cell) <= moves.into());
        actions.extend(near.map(|cell| Action::of(Verb::Move, unit).hex(cell)));
        for foe in battle.on_board() {
            actions.extend([Verb::Fire, Verb::Strike].map(|verb| Action::of(verb, unit).at(foe)));
        }
        actions.push(Action::of(Verb::Hold, unit));
    }

    fn clock(battle: &Battle) -> Clock {
        let Table { turn, .. } = *battle.table();
        Clock { turn, turns: battle.setting().turns, steps: &["Act"], step: (turn > 0).then_some(0) }
    }

    fn alive(battle: &Battle, unit: UnitId) -> bool {
        battle.unit(unit).wounds > 0
    }

    fn score(battle: &Battle, side: SideId) -> i32 {
        battle.table().score.0[side.index()].into()
    }
}

impl InTurn for Toy {}

fn act(play: &mut Play<'_>, action: Action) {
    let unit = action.unit;
    match action.target {
        Target::Hex(cell) => play.move_to(unit, cell, MOVE),
        Target::Unit(foe) => {
            if let Ok((need, rule)) = attack(play, action.verb, unit, foe)
                && play.test(Roll::new(rule, 6, unit).against(foe), need)
            {
                play.change(foe, rule, |foe| foe.wounds -= 1);
                if play.unit(foe).wounds == 0 {
                    play.move_to(foe, Cell::NONE, rule);
                }
            }
        }
        _ => {}
    }
    play.change(unit, TURN, |unit| unit.acted = true);
}

/// TOY-05, TOY-06: whoever stands in the middle scores; the last turn, or the last side, ends the battle.
fn score(play: &mut Play<'_>) -> Flow<Step> {
    let holder = play.units_in(play.setting().middle).first().map(|unit| play.piece(unit).side);
    if let Some(side) = holder {
        play.change_table(HOLD, |table| table.score.0[side.index()] += 1);
    }
    if play.table().turn < play.setting().turns && standing(play).count_ones() > 1 {
        return Flow::Next(Step::Turn);
    }
    let winners = most(play, |side| (!play.units_of(side).is_empty(), Toy::score(play, side)));
    Flow::End(Outcome { winners, reason: "the tug is over", rule: END })
}

impl Preview for Toy {
    fn what_if(battle: &Battle, action: Action) -> Battle {
        let Some(step) = battle.step() else { return battle.clone() };
        what_if::alone(battle, action, &[Step::Stop, step], |play, others| {
            for unit in others {
                play.change(unit, TURN, |unit| unit.acted = true);
            }
        })
    }
}

// Set-up.

/// A scenario file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the catalogue of scenarios reads the descriptive fields by itself")]
struct Scenario {
    ruleset: String,
    name: String,
    about: String,
    map: String,
    turns: u16,
    sides: Vec<kit::SideSheet>,
    units: Vec<Placed>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Placed {
    side: Spanned<String>,
    unit: Spanned<String>,
    at: Spanned<Site>,
}

impl Content for Sheets {
    type Rules = Toy;
    const FILES: &[Outlined] = &[("units.ron", Outline::of::<Vec<Sheet>>)];
    const KINDS: &[Outlined] = &[("scenario", Outline::of::<Scenario>)];

    fn read(files: &[&Document]) -> Result<Sheets, Vec<Problem>> {
        let mut wrong = Vec::new();
        let sheets = sheets(files[0], &mut wrong, |sheet: &Sheet, node, problems| {
            ranges!(problems, node, sheet; 0..=12 => moves; 0..=60 => range; 1..=9 => wounds; 2..=7 => shot, blow;);
        });
        if wrong.is_empty() { Ok(Sheets(sheets)) } else { Err(wrong) }
    }

    fn set_up(
        &self,
        document: &Document,
        board: &Board,
        _rosters: &BTreeMap<&str, &Document>,
    ) -> Result<Battle, Vec<Problem>> {
        kit::read(document, |sheet: Scenario, problems| {
            let sides = kit::sides(sheet.sides.iter().map(|side| (&side.name, side.team)), problems);
            kit::turns(sheet.turns, problems);
            let mut units: Vec<(Piece, Unit)> = Vec::new();
            for Placed { side, unit, at: hex } in &sheet.units {
                let (side, at) = (kit::side_named(side, &sides, problems), kit::hex(hex, board, problems));
                if units.iter().any(|(piece, _)| piece.at == at) {
                    problems.add(hex.at, "a second unit in this hex", "one is enough");
                }
                if let Some(sheet) = named_at(&self.0, unit.at, "unit", unit, problems) {
                    let numbers = Unit { sheet: sheet as u8, wounds: self.0[sheet].wounds, acted: false };
                    units.push((Piece::new(side.unwrap_or_default(), at, Facing::E), numbers));
                }
            }
            let middle = board.at(board.width.div_ceil(2), board.height.div_ceil(2));
            let setting = Setting { sheets: self.0.clone(), middle, turns: sheet.turns };
            Battle::new(Shared::new(board.clone(), sides, setting), units, Step::Turn)
        })
    }
}

impl Ruleset for Toy {
    const CHAPTERS: &[&str] = &["TOY-"];
    type Content = Sheets;
    const SHIPPED: &[(&str, &str)] = &[
        ("assets/toy/units.ron", include_str!("units.ron")),
        ("assets/scenarios/tug.ron", include_str!("tug.ron")),
        ("assets/codex/toy.ron", include_str!("codex.ron")),
        ("assets/opponents/toy/utility.ron", include_str!("utility.ron")),
        ("assets/opponents/toy/veteran.ron", include_str!("veteran.ron")),
        ("assets/opponents/toy/two_turns.ron", include_str!("two_turns.ron")),
    ];
}

// Words.

impl Presentation for Toy {
    fn describe(battle: &Battle, action: Action) -> Deed {
        let who = Toy::name(battle, action.unit);
        match (action.verb, action.target) {
            (_, Target::Hex(cell)) => Deed::of(&who, format!("goes to {}", battle.board().label(cell))),
            (Verb::Strike, Target::Unit(foe)) => Deed::of(&who, format!("strikes {}", Toy::name(battle, foe))),
            (_, Target::Unit(foe)) => Deed::of(&who, format!("fires at {}", Toy::name(battle, foe))),
            _ => Deed::of(&who, "waits"),
        }
    }

    fn sheet(battle: &Battle, unit: UnitId) -> String {
        sheet(battle, unit).name.clone()
    }

    fn goals(battle: &Battle) -> Vec<(Cell, String)> {
        vec![(battle.setting().middle, "1 point for whoever holds it when a turn ends".to_owned())]
    }
}

// Tactics.

impl Tactics for Toy {
    const INPUTS: &'static [&'static str] = &["approach", "harm"];
    const REASONS: &'static [(&'static str, &'static str)] =
        &[("approach", "it gets nearer"), ("harm", "what it may take from the target")];
    const TOPICS: &'static [&'static str] = &["move", "attack", "hold"];
    const FEATURES: &'static [&'static str] = &["wounds", "points"];
    type Survey = ();

    fn topic(_battle: &Battle, action: Action) -> usize {
        match action.target {
            Target::Hex(_) => 0,
            Target::Unit(_) => 1,
            _ => 2,
        }
    }

    fn appraise(battle: &Battle, action: Action, _survey: &mut (), inputs: &mut [f32]) {
        let far = |cell| f32::from(battle.board().distance(cell, battle.setting().middle));
        match action.target {
            Target::Hex(cell) => inputs[0] = far(battle.piece(action.unit).at) - far(cell),
            Target::Unit(foe) => {
                let hits = |(need, _)| f32::from(7 - need) / 6.0;
                inputs[1] = attack(battle, action.verb, action.unit, foe).map_or(0.0, hits);
            }
            _ => {}
        }
    }

    fn features(battle: &Battle, side: SideId, _survey: &mut (), features: &mut [f32]) {
        let wounds = |units: UnitSet| units.map(|unit| f32::from(battle.unit(unit).wounds)).sum::<f32>();
        features[0] = wounds(battle.units_of(side)) - wounds(battle.enemies_of(side));
        features[1] = f32::from(battle.table().score.0[side.index()]);
    }
}
