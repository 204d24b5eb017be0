//! The rulesets. This file alone knows which there are.

pub mod campaign;
pub mod hexwar;
pub mod iten;
mod looks;
pub mod muster;
mod toll;

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use crate::battle::{
    Action, Battle, Decision, Dice, Event, Listing, Log, Odds, Outcome, Piece, Record, Refusal, Rule, Rules, Secret,
    Side, SideId, Target, UnitId, UnitSet,
};
use crate::board::{Board, Cell, Terrain};
use crate::source::{Document, Outline, Outlined, Problem};
use campaign::Fall;
pub use looks::{Badge, Build, Glance, Lies, Looks, Sign, Tone};
pub use toll::{Change, Toll, Tolls, tolls};

/// The rulesets by the names that files use.
pub const NAMES: [&str; 2] = [hexwar::Hexwar::NAME, <iten::Iten as Rules>::NAME];

/// A battle of any ruleset: where the type is erased. Everything that works alike for all is in [`Fought`], to which
/// it dereferences; [`with_battle`](crate::with_battle) brings the type back.
#[derive(Clone, Debug)]
pub enum AnyBattle {
    /// The hex wargame.
    Hexwar(hexwar::Battle),
    /// The small-skirmish ruleset.
    Iten(iten::Battle),
}

/// Does something with the battle inside an [`AnyBattle`], whatever its ruleset.
#[macro_export]
macro_rules! with_battle {
    ($any:expr, $battle:ident => $body:expr) => {
        match $any {
            $crate::rules::AnyBattle::Hexwar($battle) => $body,
            $crate::rules::AnyBattle::Iten($battle) => $body,
        }
    };
}

/// Does something with the ruleset of a name, as a type; none when there is none of that name.
#[macro_export]
macro_rules! with_ruleset {
    ($name:expr, $rules:ident => $body:expr) => {
        if $name == <$crate::rules::hexwar::Hexwar as $crate::battle::Rules>::NAME {
            type $rules = $crate::rules::hexwar::Hexwar;
            Some($body)
        } else if $name == <$crate::rules::iten::Iten as $crate::battle::Rules>::NAME {
            type $rules = $crate::rules::iten::Iten;
            Some($body)
        } else {
            None
        }
    };
}

impl Deref for AnyBattle {
    type Target = dyn Fought;
    fn deref(&self) -> &Self::Target {
        with_battle!(self, battle => battle)
    }
}

impl DerefMut for AnyBattle {
    fn deref_mut(&mut self) -> &mut Self::Target {
        with_battle!(self, battle => battle)
    }
}

impl From<hexwar::Battle> for AnyBattle {
    fn from(battle: hexwar::Battle) -> Self {
        AnyBattle::Hexwar(battle)
    }
}

impl From<iten::Battle> for AnyBattle {
    fn from(battle: iten::Battle) -> Self {
        AnyBattle::Iten(battle)
    }
}

/// The content of any ruleset: what its scenarios can name.
#[derive(Clone, Debug)]
pub enum AnyBook {
    /// The hex wargame.
    Hexwar(hexwar::book::Book),
    /// The small-skirmish ruleset.
    Iten(iten::book::Book),
}

impl AnyBook {
    /// The files that make up the content of a ruleset; none for a ruleset that there is not.
    #[must_use]
    pub fn files(ruleset: &str) -> Option<&'static [&'static str]> {
        match ruleset {
            hexwar::Hexwar::NAME => Some(&hexwar::book::Book::FILES),
            <iten::Iten as Rules>::NAME => Some(&iten::book::Book::FILES),
            _ => None,
        }
    }

    /// What the files of a ruleset are made of: its sheets, scenarios, and rosters if it has such, by their kinds' names.
    #[must_use]
    pub fn outlines(ruleset: &str) -> Vec<Outlined> {
        let sheets: &[fn() -> Outline] = match ruleset {
            hexwar::Hexwar::NAME => &hexwar::book::Book::OUTLINES,
            <iten::Iten as Rules>::NAME => &iten::book::Book::OUTLINES,
            _ => return Vec::new(),
        };
        let mut all: Vec<Outlined> = match ruleset {
            hexwar::Hexwar::NAME => vec![("scenario", hexwar::scenario::outline)],
            _ => vec![("scenario", iten::scenario::outline), ("roster", iten::retinue::outline)],
        };
        let names = AnyBook::files(ruleset).unwrap_or_default().iter();
        all.extend(names.map(|file| file.trim_end_matches(".ron")).zip(sheets.iter().copied()));
        all
    }

    /// The field by which entries of one of these files are called.
    #[must_use]
    pub fn key(file: &str) -> &'static str {
        iten::book::Book::KEYS.into_iter().find(|(name, _)| *name == file).map_or("name", |(_, key)| key)
    }

    /// Reads the content of a ruleset from its files, in the order of [`AnyBook::files`].
    ///
    /// # Errors
    /// Everything that is wrong in them.
    ///
    /// # Panics
    /// When the files are not as many as [`AnyBook::files`] says.
    pub fn read(ruleset: &str, files: &[&Document]) -> Result<AnyBook, Vec<Problem>> {
        match ruleset {
            hexwar::Hexwar::NAME => {
                let files = files.try_into().expect("as many files as the ruleset names");
                hexwar::book::Book::read(files).map(AnyBook::Hexwar)
            }
            <iten::Iten as Rules>::NAME => {
                let files = files.try_into().expect("as many files as the ruleset names");
                iten::book::Book::read(files).map(AnyBook::Iten)
            }
            _ => Err(Vec::new()),
        }
    }

    /// Sets up the battle of a scenario file of this ruleset, which may name rosters of the library.
    ///
    /// # Errors
    /// Everything that is wrong in it.
    pub fn set_up(
        &self,
        scenario: &Document,
        board: &Board,
        rosters: &BTreeMap<&str, &Document>,
    ) -> Result<AnyBattle, Vec<Problem>> {
        match self {
            AnyBook::Hexwar(book) => hexwar::scenario::set_up(scenario, book, board, rosters).map(AnyBattle::Hexwar),
            AnyBook::Iten(book) => iten::scenario::set_up(scenario, book, board, rosters).map(AnyBattle::Iten),
        }
    }

    /// What a scenario file allows, of which this is the battle, but nobody can have meant.
    #[must_use]
    pub fn doubts(scenario: &Document, battle: &AnyBattle) -> Vec<Problem> {
        match battle {
            AnyBattle::Hexwar(battle) => hexwar::sound::doubts(scenario, battle),
            AnyBattle::Iten(battle) => iten::sound::doubts(scenario, battle),
        }
    }

    /// Its rosters, if the ruleset has such.
    #[must_use]
    pub fn rosters(&self) -> Option<&dyn muster::Rosters> {
        match self {
            AnyBook::Hexwar(book) => Some(book),
            AnyBook::Iten(book) => Some(book),
        }
    }

    /// Its rules for what lives on between battles.
    #[must_use]
    pub fn campaigns(&self) -> &dyn campaign::Campaigns {
        match self {
            AnyBook::Hexwar(book) => book,
            AnyBook::Iten(book) => book,
        }
    }
}

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

/// What every battle can be asked, whatever its ruleset. The window, the terminal, the referee and the journal see
/// battles through this.
pub trait Fought {
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
    /// Answers the open question.
    ///
    /// # Errors
    /// The reason, when the action is not listed; nothing has changed then.
    fn play(&mut self, action: Action, list: &mut Listing, dice: &mut dyn Dice, log: &mut Log) -> Result<(), Refusal>;
    /// The state's hash.
    fn hash(&mut self) -> u64;
    /// The state's hash, computed anew.
    fn digest(&self) -> u64;
    /// An action in words.
    fn describe(&self, action: Action) -> String;
    /// Where the turn is, in words.
    fn place_in_turn(&self) -> String;
    /// All units that the battle was set up with.
    fn units(&self) -> UnitSet;
    /// Of these, the ones that can be listed: not those of which a view says nothing.
    fn listed(&self) -> UnitSet;
    /// Where a unit stands and whose it is.
    fn piece(&self, unit: UnitId) -> Piece;
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
    /// The public numbers of a unit.
    fn unit_fields(&self, unit: UnitId) -> Fields;
    /// The public numbers of a hex.
    fn ground_fields(&self, cell: Cell) -> Fields;
    /// The public numbers of the battle as a whole.
    fn table_fields(&self) -> Fields;
    /// A public number as players read it: its name and its value; none for bookkeeping that tells them nothing.
    fn reading(&self, of: Of, field: usize, value: i32) -> Option<(String, String)>;
    /// What a unit looks like on its counter.
    fn looks(&self, unit: UnitId) -> Looks<'_>;
    /// How a public number of units is seen at a glance; none for those that are not.
    fn glance(&self, field: usize) -> Option<Glance>;
    /// How a public number of a hex that is not 0 is seen there; none for what is told by its name only.
    fn lies(&self, field: usize, value: i32) -> Option<Lies>;
    /// The steps of a turn in order, and which of them is under way; none before the first turn.
    fn course(&self) -> (Vec<&'static str>, Option<usize>);
    /// The way of a listed action that goes to a hex: its cost, and its hexes with the start left out; none for other
    /// actions, or where the way is not known beforehand.
    fn way(&self, action: Action) -> Option<(u8, Vec<Cell>)>;
    /// The hexes that a unit would see and might shoot at from a hex, facing as it does, each with its range band: 0 near,
    /// 1 normal, 2 far.
    fn covers(&self, unit: UnitId, from: Cell) -> Vec<(Cell, u8)>;
    /// The hexes in which a unit could assault somebody after a move as long as it can make.
    fn charges(&self, unit: UnitId) -> Vec<Cell>;
    /// What is worth points, in words, and the hex that it is about; [`Cell::NONE`] where it is about none.
    fn goals(&self) -> Vec<(Cell, String)>;
    /// The distribution of what a legal action leads to.
    fn odds(&self, action: Action) -> Odds;
    /// The rule by which nobody may know beforehand whether the action is in range, which its odds take for granted;
    /// none where all is known (MAP-18).
    fn unmeasured(&self, action: Action) -> Option<Rule>;
    /// How much there is of a unit: models, or 1 for a single figure; 0 where it is lost.
    fn strength(&self, unit: UnitId) -> u8;
    /// Whether what put a unit out of the game leaves it alive for certain.
    fn spared(&self, unit: UnitId) -> bool;
    /// Who was put out of the game in events of this battle, and by whom.
    fn falls(&self, events: &[Event]) -> Vec<Fall>;
    /// What the battle leaves of the ground, as lists of the next scenario there: fields with their elements as RON.
    fn scars(&self) -> Vec<(&'static str, Vec<String>)>;
    /// What an outcome with these changes of a unit's numbers costs it; leaving the board is `on board` to 0.
    fn toll(&self, unit: UnitId, changes: &[Change<'_>]) -> Toll;
    /// What is to be sealed, as far as it has not come to light.
    fn secret(&self) -> Option<Secret>;
    /// A line of a secret list in words.
    fn opened(&self, line: u8, holds: u8) -> String;
    /// All that a side may know.
    fn view_for(&self, viewer: SideId) -> AnyBattle;
    /// Whether there is anything that a side may not know.
    fn hides_from(&self, viewer: SideId) -> bool;
    /// What a side knows alone, of what it has chosen or drawn.
    fn secrets(&self, side: SideId) -> Vec<Known>;
    /// Faces of the largest die that may be rolled under a rule; none for rules of other rulesets.
    fn largest_die(&self, rule: &str) -> Option<u8>;
    /// Checks what must always hold; says what does not. For soaks and tests.
    fn breach(&mut self) -> Option<String>;
}

impl<R: AnyRules> Fought for Battle<R>
where
    AnyBattle: From<Battle<R>>,
{
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
    fn play(&mut self, action: Action, list: &mut Listing, dice: &mut dyn Dice, log: &mut Log) -> Result<(), Refusal> {
        Battle::play(self, action, list, dice, log)
    }
    fn hash(&mut self) -> u64 {
        Battle::hash(self)
    }
    fn digest(&self) -> u64 {
        Battle::digest(self)
    }
    fn describe(&self, action: Action) -> String {
        R::describe(self, action)
    }
    fn place_in_turn(&self) -> String {
        R::place_in_turn(self)
    }
    fn units(&self) -> UnitSet {
        Battle::units(self)
    }
    fn listed(&self) -> UnitSet {
        R::listed(self)
    }
    fn piece(&self, unit: UnitId) -> Piece {
        Battle::piece(self, unit)
    }
    fn name(&self, unit: UnitId) -> String {
        R::name(self, unit)
    }
    fn sheet(&self, unit: UnitId) -> String {
        R::sheet(self, unit)
    }
    fn cost(&self, unit: UnitId) -> u16 {
        R::cost(self, unit)
    }
    fn alive(&self, unit: UnitId) -> bool {
        R::alive(self, unit)
    }
    fn score(&self, side: SideId) -> i32 {
        R::score(self, side)
    }
    fn terrain(&self, cell: Cell) -> Terrain {
        R::terrain(self, cell)
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
    fn reading(&self, of: Of, field: usize, value: i32) -> Option<(String, String)> {
        let names = match of {
            Of::Unit => R::Unit::names(),
            Of::Ground => R::Ground::names(),
            Of::Table => R::Table::names(),
        };
        R::reading(self, of, names.get(field)?, value)
    }
    fn looks(&self, unit: UnitId) -> Looks<'_> {
        R::looks(self, unit)
    }
    fn glance(&self, field: usize) -> Option<Glance> {
        R::glance(R::Unit::names().get(field)?)
    }
    fn lies(&self, field: usize, value: i32) -> Option<Lies> {
        R::lies(R::Ground::names().get(field)?, value)
    }
    fn course(&self) -> (Vec<&'static str>, Option<usize>) {
        R::course(self)
    }
    fn way(&self, action: Action) -> Option<(u8, Vec<Cell>)> {
        R::way(self, action)
    }
    fn covers(&self, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
        R::covers(self, unit, from)
    }
    fn charges(&self, unit: UnitId) -> Vec<Cell> {
        R::charges(self, unit)
    }
    fn goals(&self) -> Vec<(Cell, String)> {
        R::goals(self)
    }
    fn odds(&self, action: Action) -> Odds {
        Battle::odds(self, action)
    }
    fn unmeasured(&self, action: Action) -> Option<Rule> {
        R::unmeasured(self, action)
    }
    fn strength(&self, unit: UnitId) -> u8 {
        R::strength(self, unit)
    }
    fn spared(&self, unit: UnitId) -> bool {
        R::spared(self, unit)
    }
    fn falls(&self, events: &[Event]) -> Vec<Fall> {
        R::falls(self, events)
    }
    fn scars(&self) -> Vec<(&'static str, Vec<String>)> {
        R::scars(self)
    }
    fn toll(&self, unit: UnitId, changes: &[Change<'_>]) -> Toll {
        R::toll(self, unit, changes)
    }
    fn secret(&self) -> Option<Secret> {
        R::secret(self)
    }
    fn opened(&self, line: u8, holds: u8) -> String {
        R::opened(self, line, holds)
    }
    fn view_for(&self, viewer: SideId) -> AnyBattle {
        Battle::view_for(self, viewer).into()
    }
    fn hides_from(&self, viewer: SideId) -> bool {
        Battle::view_for(self, viewer).digest() != Battle::digest(self)
    }
    fn secrets(&self, side: SideId) -> Vec<Known> {
        R::secrets(self, side)
    }
    fn largest_die(&self, rule: &str) -> Option<u8> {
        R::CHAPTERS.iter().any(|chapter| rule.starts_with(chapter)).then(|| R::largest_die(self, rule))
    }
    fn breach(&mut self) -> Option<String> {
        Battle::breach(self)
    }
}

fn fields<T: Record>(record: &T) -> Fields {
    T::names().into_iter().zip(record.values().map(|v| v.1)).collect()
}

/// What a ruleset tells an opponent about its choices: measures of actions, which a profile weighs.
pub trait Tactics: Rules {
    /// Names of the measures.
    const INPUTS: &'static [&'static str];
    /// Names of the kinds of action.
    const TOPICS: &'static [&'static str];
    /// What all candidates of a decision have in common.
    type Survey: Default + std::fmt::Debug + Send;

    /// The kind of an action, as an index into [`Tactics::TOPICS`].
    fn topic(battle: &Battle<Self>, action: Action) -> usize;

    /// Works out what all candidates of the open decision have in common.
    fn survey(battle: &Battle<Self>, survey: &mut Self::Survey);

    /// Measures an action of the open decision: one number for each of [`Tactics::INPUTS`], all 0 beforehand.
    fn appraise(battle: &Battle<Self>, action: Action, survey: &mut Self::Survey, inputs: &mut [f32]);

    /// Names of what is looked at to tell who is winning.
    const OUTLOOK: &'static [&'static str];

    /// How a side stands against the strongest of its enemies: one number for each of [`Tactics::OUTLOOK`], all 0
    /// beforehand, the higher the better for the side.
    fn outlook(battle: &Battle<Self>, side: SideId, survey: &mut Self::Survey, features: &mut [f32]);

    /// The turn, from 1; 0 while units are placed.
    fn turn(battle: &Battle<Self>) -> u32;

    /// Names of the stages of a battle in which opponents may have to look ahead in another manner than otherwise.
    const STAGES: &'static [&'static str] = &[];

    /// The stage that a battle is in, as an index into [`Tactics::STAGES`], if it is in one.
    fn stage(_battle: &Battle<Self>) -> Option<usize> {
        None
    }

    /// How much of the battle is over, 0 to 1.
    fn late(battle: &Battle<Self>) -> f32;
}

/// A ruleset that this file knows.
pub trait AnyRules: Tactics {
    /// How the ids of its rules begin.
    const CHAPTERS: &'static [&'static str];

    /// The battle, if it is of this ruleset.
    fn of(battle: &AnyBattle) -> Option<&Battle<Self>>;

    /// The name of a unit's sheet (see [`Fought::sheet`]).
    fn sheet(battle: &Battle<Self>, unit: UnitId) -> String;

    /// What a unit cost (see [`Fought::cost`]).
    fn cost(battle: &Battle<Self>, unit: UnitId) -> u16;

    /// A public number as players read it, by the name of its field (see [`Fought::reading`]).
    fn reading(battle: &Battle<Self>, of: Of, field: &str, value: i32) -> Option<(String, String)>;

    /// What a unit looks like on its counter.
    fn looks(battle: &Battle<Self>, unit: UnitId) -> Looks<'_>;

    /// How a public number of units is seen at a glance, by the name of its field.
    fn glance(field: &str) -> Option<Glance>;

    /// How a public number of a hex is seen there, by the name of its field (see [`Fought::lies`]).
    fn lies(field: &str, value: i32) -> Option<Lies>;

    /// The steps of a turn (see [`Fought::course`]).
    fn course(battle: &Battle<Self>) -> (Vec<&'static str>, Option<usize>);

    /// The way of an action (see [`Fought::way`]).
    fn way(battle: &Battle<Self>, action: Action) -> Option<(u8, Vec<Cell>)>;

    /// What a unit would cover (see [`Fought::covers`]).
    fn covers(battle: &Battle<Self>, unit: UnitId, from: Cell) -> Vec<(Cell, u8)>;

    /// Where a unit could charge (see [`Fought::charges`]).
    fn charges(battle: &Battle<Self>, unit: UnitId) -> Vec<Cell>;

    /// What is worth points (see [`Fought::goals`]).
    fn goals(battle: &Battle<Self>) -> Vec<(Cell, String)>;

    /// How much there is of a unit (see [`Fought::strength`]).
    fn strength(battle: &Battle<Self>, unit: UnitId) -> u8;

    /// Whether a lost unit lives for certain (see [`Fought::spared`]).
    fn spared(_battle: &Battle<Self>, _unit: UnitId) -> bool {
        false
    }

    /// Who was put out of the game (see [`Fought::falls`]).
    fn falls(battle: &Battle<Self>, events: &[Event]) -> Vec<Fall>;

    /// What an outcome costs a unit (see [`Fought::toll`]).
    fn toll(battle: &Battle<Self>, unit: UnitId, changes: &[Change<'_>]) -> Toll;

    /// A line of a secret list in words.
    fn opened(_battle: &Battle<Self>, line: u8, holds: u8) -> String {
        format!("line {line}: {holds}")
    }

    /// What the battle leaves of the ground (see [`Fought::scars`]).
    fn scars(battle: &Battle<Self>) -> Vec<(&'static str, Vec<String>)>;

    /// What a side knows alone (see [`Fought::secrets`]).
    fn secrets(battle: &Battle<Self>, side: SideId) -> Vec<Known>;

    /// Faces of the largest die under one of its own rules (see [`Fought::largest_die`]).
    fn largest_die(battle: &Battle<Self>, rule: &str) -> u8;
}

impl AnyRules for hexwar::Hexwar {
    const CHAPTERS: &'static [&'static str] = &["HEX-"];

    fn of(battle: &AnyBattle) -> Option<&Battle<Self>> {
        if let AnyBattle::Hexwar(battle) = battle { Some(battle) } else { None }
    }

    fn sheet(battle: &Battle<Self>, unit: UnitId) -> String {
        battle.profile(unit).sheet.name.clone()
    }

    fn cost(battle: &Battle<Self>, unit: UnitId) -> u16 {
        battle.profile(unit).sheet.points
    }

    fn reading(battle: &Battle<Self>, of: Of, field: &str, value: i32) -> Option<(String, String)> {
        hexwar::words::reading(battle, of, field, value)
    }

    fn looks(battle: &Battle<Self>, unit: UnitId) -> Looks<'_> {
        hexwar::words::looks(battle, unit)
    }

    fn glance(field: &str) -> Option<Glance> {
        hexwar::words::glance(field)
    }

    fn lies(field: &str, _value: i32) -> Option<Lies> {
        hexwar::words::lies(field)
    }

    fn course(battle: &Battle<Self>) -> (Vec<&'static str>, Option<usize>) {
        hexwar::words::course(battle)
    }

    fn way(battle: &Battle<Self>, action: Action) -> Option<(u8, Vec<Cell>)> {
        hexwar::movement::way_of(battle, action)
    }

    fn covers(battle: &Battle<Self>, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
        battle.covers(unit, from)
    }

    fn charges(battle: &Battle<Self>, unit: UnitId) -> Vec<Cell> {
        battle.charges(unit)
    }

    fn goals(battle: &Battle<Self>) -> Vec<(Cell, String)> {
        hexwar::words::goals(battle)
    }

    fn strength(battle: &Battle<Self>, unit: UnitId) -> u8 {
        battle.unit(unit).models
    }

    fn falls(battle: &Battle<Self>, events: &[Event]) -> Vec<Fall> {
        hexwar::campaign::falls(battle, events)
    }

    fn toll(_battle: &Battle<Self>, _unit: UnitId, changes: &[Change<'_>]) -> Toll {
        hexwar::words::toll(changes)
    }

    fn scars(battle: &Battle<Self>) -> Vec<(&'static str, Vec<String>)> {
        hexwar::campaign::scars(battle)
    }

    fn secrets(battle: &Battle<Self>, side: SideId) -> Vec<Known> {
        hexwar::words::secrets(battle, side)
    }

    fn largest_die(battle: &Battle<Self>, _rule: &str) -> u8 {
        battle.setting().numbers.largest_die()
    }
}

impl AnyRules for iten::Iten {
    const CHAPTERS: &'static [&'static str] = &["ITEN-", "HULK-"];

    fn of(battle: &AnyBattle) -> Option<&Battle<Self>> {
        if let AnyBattle::Iten(battle) = battle { Some(battle) } else { None }
    }

    fn sheet(battle: &Battle<Self>, unit: UnitId) -> String {
        battle.profile(unit).member.troop.name.clone()
    }

    fn cost(battle: &Battle<Self>, unit: UnitId) -> u16 {
        battle.profile(unit).member.price.total
    }

    fn reading(battle: &Battle<Self>, of: Of, field: &str, value: i32) -> Option<(String, String)> {
        iten::words::reading(battle, of, field, value)
    }

    fn looks(battle: &Battle<Self>, unit: UnitId) -> Looks<'_> {
        iten::words::looks(battle, unit)
    }

    fn glance(field: &str) -> Option<Glance> {
        iten::words::glance(field)
    }

    fn lies(field: &str, value: i32) -> Option<Lies> {
        iten::words::lies(field, value)
    }

    fn course(battle: &Battle<Self>) -> (Vec<&'static str>, Option<usize>) {
        iten::words::course(battle)
    }

    fn way(battle: &Battle<Self>, action: Action) -> Option<(u8, Vec<Cell>)> {
        iten::walking::way_of(battle, action)
    }

    fn covers(battle: &Battle<Self>, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
        battle.covers(unit, from)
    }

    fn charges(battle: &Battle<Self>, unit: UnitId) -> Vec<Cell> {
        battle.charges(unit)
    }

    fn goals(battle: &Battle<Self>) -> Vec<(Cell, String)> {
        iten::words::goals(battle)
    }

    fn strength(battle: &Battle<Self>, unit: UnitId) -> u8 {
        iten::campaign::strength(battle, unit)
    }

    fn spared(battle: &Battle<Self>, unit: UnitId) -> bool {
        iten::campaign::spared(battle, unit)
    }

    fn falls(_battle: &Battle<Self>, events: &[Event]) -> Vec<Fall> {
        iten::campaign::falls(events)
    }

    fn toll(battle: &Battle<Self>, unit: UnitId, changes: &[Change<'_>]) -> Toll {
        iten::words::toll(battle, unit, changes)
    }

    fn opened(battle: &Battle<Self>, line: u8, holds: u8) -> String {
        iten::words::opened(battle, line, holds)
    }

    fn scars(battle: &Battle<Self>) -> Vec<(&'static str, Vec<String>)> {
        iten::campaign::scars(battle)
    }

    fn secrets(battle: &Battle<Self>, side: SideId) -> Vec<Known> {
        iten::words::secrets(battle, side)
    }

    fn largest_die(battle: &Battle<Self>, rule: &str) -> u8 {
        iten::words::largest_die(battle, rule)
    }
}
