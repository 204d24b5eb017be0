//! Battles whatever their ruleset: what the window, the terminal, the referee and the journal see of them.

use crate::battle::field::{Glance, Kind, Lies};
use crate::battle::{
    Action, Battle, Clock, Decision, Declared, Dice, Event, Listing, Log, Odds, Outcome, Piece, Record, Refusal, Rule,
    Secret, Side, SideId, Target, UnitId, UnitSet, Wide,
};
use crate::board::{Board, Cell, Terrain};
use crate::source::Value;

use super::campaign::Casualty;
use super::options::{self, Switch};
use super::{AnyBattle, Button, Card, Change, Deed, Discharge, Looks, Registered, Toll};

/// Numbers with their names, as the referee, the terminal and the journal show them.
pub type Fields = Vec<(String, i32)>;

/// What a public number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// A unit.
    Unit,
    /// A hex.
    Ground,
    /// The battle as a whole.
    Table,
}

/// Something that one side knows and others do not: what it has chosen or drawn, until it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The rule by which it is secret.
    pub rule: Rule,
    /// The unit that it is about; [`UnitId::NONE`] where it is about the side.
    pub unit: UnitId,
    /// What it is about besides, as in the answer that chose it.
    pub target: Target,
    /// What was chosen: the number that the answer carried (`with`, or the index of what it was aimed at).
    pub value: u8,
    /// The same in words.
    pub text: String,
}

/// Declares [`BattleView`]: what the chassis answers, and what the rulesets do, each by its function of the same name.
macro_rules! battle_view {
    (
        chassis { $($chassis:tt)* }
        ruleset { $($(#[$doc:meta])* fn $name:ident(&self $(, $arg:ident: $type:ty)*) -> $answer:ty;)* }
        answers { $($answers:tt)* }
    ) => {
        /// What every battle can be asked, whatever its ruleset. The window, the terminal, the referee and the journal
        /// see battles through this.
        pub trait BattleView {
            $($chassis)*
            $($(#[$doc])* fn $name(&self $(, $arg: $type)*) -> $answer;)*
        }

        impl<R: Registered> BattleView for Battle<R> {
            $($answers)*
            $(fn $name(&self $(, $arg: $type)*) -> $answer {
                R::$name(self $(, $arg)*)
            })*
        }
    };
}

battle_view! {
    chassis {
        /// The ruleset's name.
        fn ruleset(&self) -> &'static str;
        /// The ground.
        fn board(&self) -> &Board;
        /// The sides.
        fn sides(&self) -> &[Side];
        /// How many of them somebody plays; those that nobody does come after them.
        fn players(&self) -> usize;
        /// Runs up to the first decision.
        fn start(&mut self, dice: &mut dyn Dice, log: &mut Log);
        /// The open question; none when the battle is over.
        fn decision(&self) -> Option<Decision>;
        /// How it ended, if it did.
        fn outcome(&self) -> Option<Outcome>;
        /// How many decisions have been answered.
        fn number(&self) -> u32;
        /// The units that the open question may be answered with.
        fn actors(&self) -> UnitSet;
        /// Lists the answers with one unit, or those with none.
        fn offers(&self, actor: Option<UnitId>, list: &mut Listing);
        /// Lists every legal answer.
        fn legal(&self, list: &mut Listing);
        /// Whether an action is legal; plays nothing.
        ///
        /// # Errors
        /// The reason, when it is not.
        fn check(&self, action: Action, list: &mut Listing) -> Result<(), Refusal>;
        /// Answers the open question.
        ///
        /// # Errors
        /// The reason, when the action is not listed; nothing has changed then.
        fn play(&mut self, action: Action, list: &mut Listing, dice: &mut dyn Dice, log: &mut Log) -> Result<(), Refusal>;
        /// The state's hash.
        fn hash(&mut self) -> u64;
        /// The state's hash, computed anew.
        fn digest(&self) -> u64;
        /// All units that the battle was set up with, piece by piece.
        fn units(&self) -> UnitSet<Wide>;
        /// The unit that a piece belongs to: itself, unless units are groups of pieces.
        fn unit_of(&self, piece: UnitId) -> UnitId;
        /// The pieces of a unit, on the board or not.
        fn pieces_of(&self, unit: UnitId) -> UnitSet<Wide>;
        /// Where a unit stands and whose it is.
        fn piece(&self, unit: UnitId) -> Piece;
        /// Whether two units are on different teams.
        fn enemies(&self, a: UnitId, b: UnitId) -> bool;
        /// The public numbers of a unit.
        fn unit_fields(&self, unit: UnitId) -> Fields;
        /// The public numbers of a hex.
        fn ground_fields(&self, cell: Cell) -> Fields;
        /// The public numbers of the battle as a whole.
        fn table_fields(&self) -> Fields;
        /// A public number as players read it: its name and its value; none for bookkeeping that tells them nothing.
        fn label(&self, of: Of, field: usize, value: i32) -> Option<(String, String)>;
        /// Whether the log passes over changes of a public number.
        fn passes_over(&self, of: Of, field: usize) -> bool;
        /// How a public number of units is seen at a glance; none for those that are not.
        fn glance(&self, field: usize) -> Option<Glance>;
        /// How a public number of a hex that is not 0 is seen there; none for what is told by its name only.
        fn lies(&self, field: usize, value: i32) -> Option<Lies>;
        /// The distribution of what a legal action leads to.
        fn odds(&self, action: Action) -> Odds;
        /// All that a side may know.
        fn view_for(&self, viewer: SideId) -> AnyBattle;
        /// Whether there is anything that a side may not know.
        fn hides_from(&self, viewer: SideId) -> bool;
        /// Faces of the largest die that may be rolled under a rule; none for rules of other rulesets.
        fn largest_die(&self, rule: &str) -> Option<u8>;
        /// Checks what must always hold; says what does not. For soaks and tests.
        fn check_invariants(&mut self) -> Option<String>;
        /// The switches that mean something in this battle, with the values in force.
        fn options(&self) -> Vec<options::Setting>;
    }

    ruleset {
        /// An action in words.
        fn describe(&self, action: Action) -> Deed;
        /// Where the turn is, in words.
        fn place_in_turn(&self) -> String;
        /// Of these, the ones that can be listed: not those of which a view says nothing.
        fn listed(&self) -> UnitSet;
        /// The name of a unit, unique on its side.
        fn name(&self, unit: UnitId) -> String;
        /// The name of a unit's sheet, the same for all units alike.
        fn sheet(&self, unit: UnitId) -> String;
        /// What a unit cost when it was mustered, in points.
        fn cost(&self, unit: UnitId) -> u16;
        /// Whether a unit is alive.
        fn alive(&self, unit: UnitId) -> bool;
        /// Victory points of a side now.
        fn score(&self, side: SideId) -> i32;
        /// The terrain of a hex as it is now.
        fn terrain(&self, cell: Cell) -> Terrain;
        /// What has become of a unit that is in the battle no more, in words.
        fn fate(&self, unit: UnitId) -> &'static str;
        /// What a unit is like, for its card.
        fn card(&self, unit: UnitId) -> Card;
        /// The button of an action.
        fn button(&self, action: Action) -> Button;
        /// What a decision asks, in words that a unit ends, and that unit; none where the title of its rule and its kind
        /// say enough.
        fn question(&self, decision: Decision) -> Option<(String, Option<UnitId>)>;
        /// The icon of a step of the turn, by its place among those of the clock; empty for those that need no icon, as
        /// nobody decides there.
        fn step_icon(&self, step: usize) -> &'static str;
        /// When a side wins, in words that go on from `You win`; empty where the goals say it.
        fn wins(&self, side: SideId) -> String;
        /// What a unit looks like on its counter.
        fn looks(&self, unit: UnitId) -> Looks<'_>;
        /// How the attack of an action looks, which may be one that is no longer legal.
        fn discharge(&self, action: Action) -> Discharge;
        /// The hexes in which a side sets up, as far as these are known; none where everybody stands from the start.
        fn zone(&self, side: SideId) -> &[Cell];
        /// Where the battle is in its turns.
        fn clock(&self) -> Clock;
        /// The way of a listed action that goes to a hex: its cost, and its hexes with the start left out; none for other
        /// actions, or where the way is not known beforehand.
        fn path_of(&self, action: Action) -> Option<(u8, Vec<Cell>)>;
        /// The hexes that a unit would see and might shoot at from a hex, facing as it does, each with its range band: 0 near,
        /// 1 normal, 2 far.
        fn field_of_fire(&self, unit: UnitId, from: Cell) -> Vec<(Cell, u8)>;
        /// The hexes that a unit would see from a hex, turned as it likes, each with whether whoever stands there has cover
        /// from it.
        fn seen_from(&self, unit: UnitId, from: Cell) -> Vec<(Cell, bool)>;
        /// The hexes in which a unit could assault somebody after a move as long as it can make.
        fn charge_range(&self, unit: UnitId) -> Vec<Cell>;
        /// The hexes that a unit keeps watch on: whoever of its enemies steps into one may be shot at in his own turn.
        fn watched(&self, unit: UnitId) -> Vec<Cell>;
        /// What is worth points, in words, and the hex that it is about; [`Cell::NONE`] where it is about none.
        fn goals(&self) -> Vec<(Cell, String)>;
        /// The rule by which nobody may know beforehand whether the action is in range, which its odds take for granted;
        /// none where all is known (MAP-18).
        fn unmeasured(&self, action: Action) -> Option<Rule>;
        /// How much there is of a unit: models, or 1 for a single figure; 0 where it is lost.
        fn strength(&self, unit: UnitId) -> u8;
        /// Whether what put a unit out of the game leaves it alive for certain.
        fn spared(&self, unit: UnitId) -> bool;
        /// Who was put out of the game in events of this battle, and by whom.
        fn casualties(&self, events: &[Event]) -> Vec<Casualty>;
        /// What the battle leaves of the ground, as lists of the next scenario there: fields with their elements.
        fn terrain_damage(&self) -> Vec<(&'static str, Vec<Value>)>;
        /// What an outcome with these changes of a unit's numbers costs it; leaving the board is `on board` to 0.
        fn toll(&self, unit: UnitId, changes: &[Change<'_>]) -> Toll;
        /// What is to be sealed, as far as it has not come to light.
        fn secret(&self) -> Option<Secret>;
        /// A line of a secret list in words.
        fn opened(&self, line: u8, holds: u8) -> String;
        /// What a side knows alone, of what it has chosen or drawn.
        fn secrets(&self, side: SideId) -> Vec<Known>;
    }

    answers {
        fn ruleset(&self) -> &'static str {
            R::NAME
        }
        fn board(&self) -> &Board {
            Battle::board(self)
        }
        fn sides(&self) -> &[Side] {
            &self.shared().sides
        }
        fn players(&self) -> usize {
            Battle::players(self)
        }
        fn start(&mut self, dice: &mut dyn Dice, log: &mut Log) {
            Battle::start(self, dice, log);
        }
        fn decision(&self) -> Option<Decision> {
            Battle::decision(self)
        }
        fn outcome(&self) -> Option<Outcome> {
            Battle::outcome(self)
        }
        fn number(&self) -> u32 {
            Battle::number(self)
        }
        fn actors(&self) -> UnitSet {
            Battle::actors(self)
        }
        fn offers(&self, actor: Option<UnitId>, list: &mut Listing) {
            Battle::offers(self, actor, list);
        }
        fn legal(&self, list: &mut Listing) {
            Battle::legal(self, list);
        }
        fn check(&self, action: Action, list: &mut Listing) -> Result<(), Refusal> {
            Battle::check(self, action, list)
        }
        fn play(&mut self, action: Action, list: &mut Listing, dice: &mut dyn Dice, log: &mut Log) -> Result<(), Refusal> {
            Battle::play(self, action, list, dice, log)
        }
        fn hash(&mut self) -> u64 {
            Battle::hash(self)
        }
        fn digest(&self) -> u64 {
            Battle::digest(self)
        }
        fn units(&self) -> UnitSet<Wide> {
            Battle::units(self).widened()
        }
        fn unit_of(&self, piece: UnitId) -> UnitId {
            Battle::unit_of(self, piece)
        }
        fn pieces_of(&self, unit: UnitId) -> UnitSet<Wide> {
            Battle::pieces_of(self, unit).widened()
        }
        fn piece(&self, unit: UnitId) -> Piece {
            Battle::piece(self, unit)
        }
        fn enemies(&self, a: UnitId, b: UnitId) -> bool {
            Battle::enemies(self, a, b)
        }
        fn unit_fields(&self, unit: UnitId) -> Fields {
            fields(self.unit(unit))
        }
        fn ground_fields(&self, cell: Cell) -> Fields {
            fields(&self.ground(cell))
        }
        fn table_fields(&self) -> Fields {
            fields(self.table())
        }
        fn label(&self, of: Of, field: usize, value: i32) -> Option<(String, String)> {
            told(self, of, declared::<R>(of, field)?, value)
        }
        fn passes_over(&self, of: Of, field: usize) -> bool {
            declared::<R>(of, field).is_some_and(|declared| declared.field.quiet)
        }
        fn glance(&self, field: usize) -> Option<Glance> {
            R::Unit::declared(field)?.field.glance
        }
        fn lies(&self, field: usize, value: i32) -> Option<Lies> {
            let lies = R::Ground::declared(field)?.field.lies;
            lies.get(usize::try_from(value - 1).ok()?).or(lies.last()).copied()
        }
        fn odds(&self, action: Action) -> Odds {
            Battle::odds(self, action)
        }
        fn view_for(&self, viewer: SideId) -> AnyBattle {
            Battle::view_for(self, viewer).into()
        }
        fn hides_from(&self, viewer: SideId) -> bool {
            Battle::view_for(self, viewer).digest() != Battle::digest(self)
        }
        fn largest_die(&self, rule: &str) -> Option<u8> {
            R::CHAPTERS.iter().any(|chapter| rule.starts_with(chapter)).then(|| R::largest_die(self, rule))
        }
        fn check_invariants(&mut self) -> Option<String> {
            Battle::check_invariants(self)
        }
        fn options(&self) -> Vec<options::Setting> {
            let value = |switch| Some((switch, Switch::value(switch, R::option(self, switch)?)?));
            R::OPTIONS.iter().filter_map(value).collect()
        }
    }
}

fn fields<T: Record>(record: &T) -> Fields {
    T::names().into_iter().zip(record.values().map(|v| v.1)).collect()
}

/// What a public number is declared as.
fn declared<R: Registered>(of: Of, field: usize) -> Option<Declared> {
    match of {
        Of::Unit => R::Unit::declared(field),
        Of::Ground => R::Ground::declared(field),
        Of::Table => R::Table::declared(field),
    }
}

/// A public number as players read it: its label and its value; none where it tells them nothing.
fn told<R: Registered>(battle: &Battle<R>, of: Of, declared: Declared, value: i32) -> Option<(String, String)> {
    let Declared { field, suffix, place, .. } = declared;
    let sides = &battle.shared().sides;
    let number = || value.to_string();
    // What has the number 0 is number 1.
    let index = || usize::try_from(value - 1).ok();
    let (label, value) = match field.kind {
        Kind::Kept => return None,
        Kind::Own => return R::label(battle, of, declared, value),
        Kind::Flag if value != 0 => (field.label.to_owned(), "yes".to_owned()),
        Kind::Some if value != 0 => (field.label.to_owned(), number()),
        Kind::Bits if value != 0 => (field.label.to_owned(), value.count_ones().to_string()),
        Kind::Until if value != 0 => (suffix.trim_start_matches('_').replace('_', " "), format!("until turn {value}")),
        Kind::Flag | Kind::Some | Kind::Bits | Kind::Until => return None,
        Kind::Count => (field.label.to_owned(), number()),
        Kind::Die => (field.label.to_owned(), format!("d{value}")),
        Kind::BySide => (format!("{} {}", field.label, sides.get(place)?.name), number()),
        Kind::ByDie => (format!("{} d{suffix}", field.label), number()),
        Kind::Unit => {
            let unit = UnitId::at(index()?);
            (field.label.to_owned(), battle.units().has(unit).then(|| R::name(battle, unit))?)
        }
        Kind::Side => (field.label.to_owned(), sides.get(index()?)?.name.clone()),
        Kind::Hex => {
            let cell = battle.board().cells().nth(index()?)?;
            (field.label.to_owned(), battle.board().label(cell))
        }
        Kind::Word(words) => (field.label.to_owned(), (*words.get(index()?)?).to_owned()),
        Kind::State(states) => ((*states.get(index()?)?).to_owned(), "yes".to_owned()),
    };
    Some((label, value))
}
