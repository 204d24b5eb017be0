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
use campaign::Casualty;
pub use looks::{Badge, Build, Glance, Lies, Looks, Sign, Tone};
pub use toll::{Change, Toll, Tolls, tolls};

/// The rulesets by the names that files use.
pub const NAMES: [&str; 2] = [hexwar::Hexwar::NAME, <iten::Iten as Rules>::NAME];

/// A battle of any ruleset: where the type is erased. Everything that works alike for all is in [`BattleView`], to which
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
    type Target = dyn BattleView;
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
pub enum AnyContent {
    /// The hex wargame.
    Hexwar(hexwar::content::RuleContent),
    /// The small-skirmish ruleset.
    Iten(iten::content::RuleContent),
}

impl AnyContent {
    /// The files that make up the content of a ruleset; none for a ruleset that there is not.
    #[must_use]
    pub fn files(ruleset: &str) -> Option<&'static [&'static str]> {
        match ruleset {
            hexwar::Hexwar::NAME => Some(&hexwar::content::RuleContent::FILES),
            <iten::Iten as Rules>::NAME => Some(&iten::content::RuleContent::FILES),
            _ => None,
        }
    }

    /// What the files of a ruleset are made of: its sheets, scenarios, and rosters if it has such, by their kinds' names.
    #[must_use]
    pub fn outlines(ruleset: &str) -> Vec<Outlined> {
        let sheets: &[fn() -> Outline] = match ruleset {
            hexwar::Hexwar::NAME => &hexwar::content::RuleContent::OUTLINES,
            <iten::Iten as Rules>::NAME => &iten::content::RuleContent::OUTLINES,
            _ => return Vec::new(),
        };
        let mut all: Vec<Outlined> = match ruleset {
            hexwar::Hexwar::NAME => vec![("scenario", hexwar::scenario::outline)],
            _ => vec![("scenario", iten::scenario::outline), ("roster", iten::retinue::outline)],
        };
        let names = AnyContent::files(ruleset).unwrap_or_default().iter();
        all.extend(names.map(|file| file.trim_end_matches(".ron")).zip(sheets.iter().copied()));
        all
    }

    /// The field by which entries of one of these files are called.
    #[must_use]
    pub fn key(file: &str) -> &'static str {
        iten::content::RuleContent::KEYS.into_iter().find(|(name, _)| *name == file).map_or("name", |(_, key)| key)
    }

    /// Reads the content of a ruleset from its files, in the order of [`AnyContent::files`].
    ///
    /// # Errors
    /// Everything that is wrong in them.
    ///
    /// # Panics
    /// When the files are not as many as [`AnyContent::files`] says.
    pub fn read(ruleset: &str, files: &[&Document]) -> Result<AnyContent, Vec<Problem>> {
        match ruleset {
            hexwar::Hexwar::NAME => {
                let files = files.try_into().expect("as many files as the ruleset names");
                hexwar::content::RuleContent::read(files).map(AnyContent::Hexwar)
            }
            <iten::Iten as Rules>::NAME => {
                let files = files.try_into().expect("as many files as the ruleset names");
                iten::content::RuleContent::read(files).map(AnyContent::Iten)
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
            AnyContent::Hexwar(book) => hexwar::scenario::set_up(scenario, book, board, rosters).map(AnyBattle::Hexwar),
            AnyContent::Iten(book) => iten::scenario::set_up(scenario, book, board, rosters).map(AnyBattle::Iten),
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
            AnyContent::Hexwar(book) => Some(book),
            AnyContent::Iten(book) => Some(book),
        }
    }

    /// Its rules for what lives on between battles.
    #[must_use]
    pub fn campaigns(&self) -> &dyn campaign::Campaigns {
        match self {
            AnyContent::Hexwar(book) => book,
            AnyContent::Iten(book) => book,
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
pub trait BattleView {
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
    fn label(&self, of: Of, field: usize, value: i32) -> Option<(String, String)>;
    /// What a unit looks like on its counter.
    fn looks(&self, unit: UnitId) -> Looks<'_>;
    /// How a public number of units is seen at a glance; none for those that are not.
    fn glance(&self, field: usize) -> Option<Glance>;
    /// How a public number of a hex that is not 0 is seen there; none for what is told by its name only.
    fn lies(&self, field: usize, value: i32) -> Option<Lies>;
    /// The steps of a turn in order, and which of them is under way; none before the first turn.
    fn phase_track(&self) -> (Vec<&'static str>, Option<usize>);
    /// The way of a listed action that goes to a hex: its cost, and its hexes with the start left out; none for other
    /// actions, or where the way is not known beforehand.
    fn way(&self, action: Action) -> Option<(u8, Vec<Cell>)>;
    /// The hexes that a unit would see and might shoot at from a hex, facing as it does, each with its range band: 0 near,
    /// 1 normal, 2 far.
    fn field_of_fire(&self, unit: UnitId, from: Cell) -> Vec<(Cell, u8)>;
    /// The hexes in which a unit could assault somebody after a move as long as it can make.
    fn charge_range(&self, unit: UnitId) -> Vec<Cell>;
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
    fn casualties(&self, events: &[Event]) -> Vec<Casualty>;
    /// What the battle leaves of the ground, as lists of the next scenario there: fields with their elements as RON.
    fn terrain_damage(&self) -> Vec<(&'static str, Vec<String>)>;
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
    fn check_invariants(&mut self) -> Option<String>;
}

impl<R: AnyRules> BattleView for Battle<R>
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
    fn label(&self, of: Of, field: usize, value: i32) -> Option<(String, String)> {
        let names = match of {
            Of::Unit => R::Unit::names(),
            Of::Ground => R::Ground::names(),
            Of::Table => R::Table::names(),
        };
        R::label(self, of, names.get(field)?, value)
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
    fn phase_track(&self) -> (Vec<&'static str>, Option<usize>) {
        R::phase_track(self)
    }
    fn way(&self, action: Action) -> Option<(u8, Vec<Cell>)> {
        R::way(self, action)
    }
    fn field_of_fire(&self, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
        R::field_of_fire(self, unit, from)
    }
    fn charge_range(&self, unit: UnitId) -> Vec<Cell> {
        R::charge_range(self, unit)
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
    fn casualties(&self, events: &[Event]) -> Vec<Casualty> {
        R::casualties(self, events)
    }
    fn terrain_damage(&self) -> Vec<(&'static str, Vec<String>)> {
        R::terrain_damage(self)
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
    fn check_invariants(&mut self) -> Option<String> {
        Battle::check_invariants(self)
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
    const FEATURES: &'static [&'static str];

    /// How a side stands against the strongest of its enemies: one number for each of [`Tactics::FEATURES`], all 0
    /// beforehand, the higher the better for the side.
    fn features(battle: &Battle<Self>, side: SideId, survey: &mut Self::Survey, features: &mut [f32]);

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

    /// The name of a unit's sheet (see [`BattleView::sheet`]).
    fn sheet(battle: &Battle<Self>, unit: UnitId) -> String;

    /// What a unit cost (see [`BattleView::cost`]).
    fn cost(battle: &Battle<Self>, unit: UnitId) -> u16;

    /// A public number as players read it, by the name of its field (see [`BattleView::reading`]).
    fn label(battle: &Battle<Self>, of: Of, field: &str, value: i32) -> Option<(String, String)>;

    /// What a unit looks like on its counter.
    fn looks(battle: &Battle<Self>, unit: UnitId) -> Looks<'_>;

    /// How a public number of units is seen at a glance, by the name of its field.
    fn glance(field: &str) -> Option<Glance>;

    /// How a public number of a hex is seen there, by the name of its field (see [`BattleView::lies`]).
    fn lies(field: &str, value: i32) -> Option<Lies>;

    /// The steps of a turn (see [`BattleView::course`]).
    fn phase_track(battle: &Battle<Self>) -> (Vec<&'static str>, Option<usize>);

    /// The way of an action (see [`BattleView::way`]).
    fn way(battle: &Battle<Self>, action: Action) -> Option<(u8, Vec<Cell>)>;

    /// What a unit would cover (see [`BattleView::field_of_fire`]).
    fn field_of_fire(battle: &Battle<Self>, unit: UnitId, from: Cell) -> Vec<(Cell, u8)>;

    /// Where a unit could charge (see [`BattleView::charge_range`]).
    fn charge_range(battle: &Battle<Self>, unit: UnitId) -> Vec<Cell>;

    /// What is worth points (see [`BattleView::goals`]).
    fn goals(battle: &Battle<Self>) -> Vec<(Cell, String)>;

    /// How much there is of a unit (see [`BattleView::strength`]).
    fn strength(battle: &Battle<Self>, unit: UnitId) -> u8;

    /// Whether a lost unit lives for certain (see [`BattleView::spared`]).
    fn spared(_battle: &Battle<Self>, _unit: UnitId) -> bool {
        false
    }

    /// Who was put out of the game (see [`BattleView::casualties`]).
    fn casualties(battle: &Battle<Self>, events: &[Event]) -> Vec<Casualty>;

    /// What an outcome costs a unit (see [`BattleView::toll`]).
    fn toll(battle: &Battle<Self>, unit: UnitId, changes: &[Change<'_>]) -> Toll;

    /// A line of a secret list in words.
    fn opened(_battle: &Battle<Self>, line: u8, holds: u8) -> String {
        format!("line {line}: {holds}")
    }

    /// What the battle leaves of the ground (see [`BattleView::terrain_damage`]).
    fn terrain_damage(battle: &Battle<Self>) -> Vec<(&'static str, Vec<String>)>;

    /// What a side knows alone (see [`BattleView::secrets`]).
    fn secrets(battle: &Battle<Self>, side: SideId) -> Vec<Known>;

    /// Faces of the largest die under one of its own rules (see [`BattleView::largest_die`]).
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

    fn label(battle: &Battle<Self>, of: Of, field: &str, value: i32) -> Option<(String, String)> {
        hexwar::words::label(battle, of, field, value)
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

    fn phase_track(battle: &Battle<Self>) -> (Vec<&'static str>, Option<usize>) {
        hexwar::words::phase_track(battle)
    }

    fn way(battle: &Battle<Self>, action: Action) -> Option<(u8, Vec<Cell>)> {
        hexwar::movement::path_of(battle, action)
    }

    fn field_of_fire(battle: &Battle<Self>, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
        battle.field_of_fire(unit, from)
    }

    fn charge_range(battle: &Battle<Self>, unit: UnitId) -> Vec<Cell> {
        battle.charge_range(unit)
    }

    fn goals(battle: &Battle<Self>) -> Vec<(Cell, String)> {
        hexwar::words::goals(battle)
    }

    fn strength(battle: &Battle<Self>, unit: UnitId) -> u8 {
        battle.unit(unit).models
    }

    fn casualties(battle: &Battle<Self>, events: &[Event]) -> Vec<Casualty> {
        hexwar::campaign::casualties(battle, events)
    }

    fn toll(_battle: &Battle<Self>, _unit: UnitId, changes: &[Change<'_>]) -> Toll {
        hexwar::words::toll(changes)
    }

    fn terrain_damage(battle: &Battle<Self>) -> Vec<(&'static str, Vec<String>)> {
        hexwar::campaign::terrain_damage(battle)
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

    fn label(battle: &Battle<Self>, of: Of, field: &str, value: i32) -> Option<(String, String)> {
        iten::words::label(battle, of, field, value)
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

    fn phase_track(battle: &Battle<Self>) -> (Vec<&'static str>, Option<usize>) {
        iten::words::phase_track(battle)
    }

    fn way(battle: &Battle<Self>, action: Action) -> Option<(u8, Vec<Cell>)> {
        iten::walking::path_of(battle, action)
    }

    fn field_of_fire(battle: &Battle<Self>, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
        battle.field_of_fire(unit, from)
    }

    fn charge_range(battle: &Battle<Self>, unit: UnitId) -> Vec<Cell> {
        battle.charge_range(unit)
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

    fn casualties(_battle: &Battle<Self>, events: &[Event]) -> Vec<Casualty> {
        iten::campaign::casualties(events)
    }

    fn toll(battle: &Battle<Self>, unit: UnitId, changes: &[Change<'_>]) -> Toll {
        iten::words::toll(battle, unit, changes)
    }

    fn opened(battle: &Battle<Self>, line: u8, holds: u8) -> String {
        iten::words::opened(battle, line, holds)
    }

    fn terrain_damage(battle: &Battle<Self>) -> Vec<(&'static str, Vec<String>)> {
        iten::campaign::terrain_damage(battle)
    }

    fn secrets(battle: &Battle<Self>, side: SideId) -> Vec<Known> {
        iten::words::secrets(battle, side)
    }

    fn largest_die(battle: &Battle<Self>, rule: &str) -> u8 {
        iten::words::largest_die(battle, rule)
    }
}
