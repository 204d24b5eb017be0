//! The hex wargame: units of models, one hex a unit, five factions. Each file is a chapter.
//!
//! A turn is the list [`TURN`]: secret orders, gunnery, three rounds of movement and assault, gunnery, healing,
//! five agony steps, healing, aftermath. Every entry is a stage; a stage is one or more steps on the battle's stack.

pub mod agony;
pub mod campaign;
mod card;
pub mod content;
pub mod damage;
mod forecast;
pub mod healing;
mod means;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod muster;
pub mod numbers;
pub mod orders;
pub mod payload;
pub mod roster;
pub mod scenario;
pub mod setting;
pub mod setup;
pub mod shooting;
mod sight;
pub mod sound;
pub mod stages;
pub mod stats;
pub mod tactics;
pub mod turn;
pub mod unit;
pub mod veteran;
pub mod victory;
mod ways;
pub mod words;

use std::collections::BTreeMap;

use crate::battle::{
    self, Action, BySide, Clock, Declared, Dice, Event, Flow, Listing, Narrow, Preview, Reason, Refusal, Rule, Rules,
    SideId, UnitId, Verb,
};
use crate::board::{Board, Cell, Terrain};
use crate::kit::asking::InTurn;
use crate::kit::what_if;
use crate::rules::campaign::{Campaigns, Casualty};
use crate::rules::muster::Rosters;
use crate::rules::{Button, Card, Content, Deed, Discharge, Known, Looks, Of, Presentation, Ruleset};
use crate::source::{Document, Outline, Outlined, Problem, Value};

pub use numbers::Numbers;
pub use setting::Setting;
pub use setup::Setup;
pub use stages::{TURN, TurnStage};
pub use stats::{Sheet, Weapon};
pub use unit::{Marks, Table, Unit};

/// The ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Hexwar;

/// A battle of this ruleset.
pub type Battle = battle::Battle<Hexwar>;
type Play<'a> = battle::Play<'a, Hexwar>;

/// A pending step. Numbers named `asked` count places in the order of choice; others are units or hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Sides of one faction roll for their order, before the turn or the deployment.
    Initiative {
        /// Whether units are still to be placed.
        deploy: bool,
    },
    /// Sides place units one at a time (HEX-SET-03).
    Deploy {
        /// Whose turn it is to place.
        asked: u8,
    },
    /// A placed or moved unit picks its facing; then the step below goes on.
    Turning(movement::Turning),
    /// A stage of the turn begins.
    TurnStage(u8),
    /// Secret orders.
    Orders {
        /// Who is asked.
        asked: u8,
    },
    /// Orders are revealed.
    Reveal,
    /// Fire is declared.
    Declare {
        /// Gunnery 1 or 2.
        gunnery: u8,
        /// Who is asked.
        asked: u8,
    },
    /// Declared shots are rolled.
    Volley {
        /// The next one.
        next: u8,
    },
    /// Damage of waiting hits is rolled.
    Apply {
        /// The next group of hits.
        next: u8,
    },
    /// Owners of Endurance tokens are asked about kills.
    Endurance {
        /// The next unit.
        unit: UnitId,
    },
    /// Results land.
    Land {
        /// The next unit.
        unit: UnitId,
    },
    /// Hex effects.
    Trigger {
        /// The next unit.
        unit: UnitId,
        /// The next effect of its hex.
        effect: u8,
    },
    /// Movement.
    Move {
        /// Round 1 to 3.
        round: u8,
        /// Who is asked.
        asked: u8,
    },
    /// Pre assault retreat.
    PreRetreat {
        /// Who is asked.
        asked: u8,
    },
    /// Pre assault abilities.
    Abilities {
        /// Who is asked.
        asked: u8,
    },
    /// The next contested hex at or after this one is fought over.
    Assault {
        /// The hex's index.
        cell: u16,
    },
    /// The assault in one hex.
    Fight(melee::Fight),
    /// Post assault retreat.
    PostRetreat {
        /// Who is asked.
        asked: u8,
    },
    /// Healing or repair.
    Heal {
        /// Healing/repair 1 or 2.
        phase: u8,
        /// Who is asked.
        asked: u8,
    },
    /// Agony.
    Agony(agony::Agony),
    /// Aftermath: rallying.
    Rally {
        /// The next unit.
        unit: UnitId,
    },
    /// Aftermath: hexes, objectives, the end.
    Aftermath,
    /// The end of a what-if.
    Stop,
}

impl Rules for Hexwar {
    const NAME: &'static str = "hexwar";
    const SEQUENCE: Rule = Rule("HEX-SEQ-01");
    const COMMAND: Rule = Rule("HEX-ORD-09");
    type Setting = Setting;
    type Unit = Unit;
    type Ground = Marks;
    type Table = Table;
    type Pending = setting::Pending;
    type Words = Narrow;
    type Step = Step;

    fn run(play: &mut Play<'_>, step: Step, answer: Option<Action>) -> Flow<Step> {
        match step {
            Step::Initiative { deploy } => turn::initiative(play, deploy),
            Step::Deploy { asked } => setup::deploy(play, asked, answer),
            Step::Turning(turning) => movement::turning(play, turning, answer),
            Step::TurnStage(stage) => turn::stage(play, stage),
            Step::Orders { asked } => orders::orders(play, asked, answer),
            Step::Reveal => orders::reveal(play),
            Step::Declare { gunnery, asked } => shooting::declare(play, gunnery, asked, answer),
            Step::Volley { next } => shooting::volley(play, next),
            Step::Apply { next } => damage::apply(play, next),
            Step::Endurance { unit } => damage::endurance(play, unit, answer),
            Step::Land { unit } => damage::land(play, unit),
            Step::Trigger { unit, effect } => movement::trigger(play, unit, effect),
            Step::Move { round, asked } => movement::movement(play, round, asked, answer),
            Step::PreRetreat { asked } => morale::pre_retreat(play, asked, answer),
            Step::Abilities { asked } => melee::abilities(play, asked, answer),
            Step::Assault { cell } => melee::assault(play, cell),
            Step::Fight(fight) => melee::fight(play, fight, answer),
            Step::PostRetreat { asked } => morale::post_retreat(play, asked, answer),
            Step::Heal { phase, asked } => healing::healing(play, phase, asked, answer),
            Step::Agony(agony) => agony::agony(play, agony, answer),
            Step::Rally { unit } => morale::rally(play, unit),
            Step::Aftermath => victory::aftermath(play),
            Step::Stop => what_if::end(Rule("HEX-SEQ-01")),
        }
    }

    fn offers(battle: &Battle, step: Step, actor: Option<UnitId>, list: &mut Listing) {
        match step {
            Step::Deploy { .. } => setup::offers(battle, actor, list),
            Step::Turning(turning) => movement::turning_offers(turning, actor, list),
            Step::Orders { .. } => orders::offers(battle, actor, list),
            Step::Declare { gunnery, .. } => shooting::offers(battle, gunnery, actor, list),
            Step::Endurance { .. } => damage::endurance_offers(actor, list),
            Step::Move { round, .. } => movement::offers(battle, round, actor, list),
            Step::PreRetreat { .. } => morale::pre_retreat_offers(battle, actor, list),
            Step::Abilities { .. } => melee::ability_offers(battle, actor, list),
            Step::Fight(fight) => melee::fight_offers(battle, fight, actor, list),
            Step::PostRetreat { .. } => morale::post_retreat_offers(battle, actor, list),
            Step::Heal { phase, .. } => healing::offers(battle, phase, actor, list),
            Step::Agony(_) => agony::offers(actor, list),
            _ => {}
        }
    }

    fn verbs(_battle: &Battle, step: Step, actor: Option<UnitId>) -> &'static [Verb] {
        let (unit, side): (&[Verb], &[Verb]) = match step {
            Step::Deploy { .. } => (&[Verb::Place], &[]),
            Step::Turning(_) => (&[Verb::Face], &[]),
            Step::Orders { .. } => (&[Verb::Order], &[]),
            Step::Declare { .. } => (&[Verb::Fire, Verb::Hold], &[Verb::Pass]),
            Step::Endurance { .. } | Step::Agony(_) => (&[Verb::Endure, Verb::Keep], &[]),
            Step::Move { .. } => (&[Verb::Move, Verb::Face, Verb::Hold], &[Verb::Pass]),
            Step::PreRetreat { .. } => (&[Verb::Retreat, Verb::Stay], &[Verb::Pass]),
            Step::Abilities { .. } => (&[Verb::Use, Verb::Hold], &[Verb::Pass]),
            Step::Fight(fight) => (melee::fight_verbs(fight), &[]),
            Step::PostRetreat { .. } => (&[Verb::Retreat, Verb::Stay, Verb::Endure], &[]),
            Step::Heal { .. } => (&[Verb::Heal, Verb::Hold], &[Verb::Pass]),
            _ => (&[], &[]),
        };
        if actor.is_some() { unit } else { side }
    }

    fn check(battle: &Battle, step: Step, action: Action, list: &mut Listing) -> Result<(), Refusal> {
        match step {
            Step::Deploy { .. } => setup::check(battle, action),
            Step::Turning(turning) => movement::check_turning(turning, action),
            Step::Orders { .. } => orders::check(battle, action),
            Step::Declare { gunnery, .. } => shooting::check(battle, gunnery, action),
            Step::Endurance { .. } => action.plain(Rule("HEX-DWARF-01")),
            Step::Move { round, .. } => movement::check(battle, round, action, list),
            Step::PreRetreat { .. } => morale::check_pre_retreat(battle, action),
            Step::Abilities { .. } => melee::check_ability(battle, action),
            Step::Fight(fight) => melee::check_fight(battle, fight, action),
            Step::PostRetreat { .. } => morale::check_post_retreat(battle, action),
            Step::Heal { phase, .. } => healing::check(battle, phase, action),
            Step::Agony(_) => action.plain(Rule("HEX-DWARF-04")),
            _ => Err(Refusal::new(Reason::WrongVerb, Self::SEQUENCE)),
        }
    }

    fn alive(battle: &Battle, unit: UnitId) -> bool {
        battle.unit(unit).models > 0
    }

    #[inline]
    fn clock(battle: &Battle) -> Clock {
        stages::clock(battle)
    }

    fn score(battle: &Battle, side: SideId) -> i32 {
        victory::total(battle, side)
    }

    fn terrain(battle: &Battle, cell: Cell) -> Terrain {
        battle.terrain_row(cell).terrain
    }

    fn check_invariants(battle: &Battle) -> Option<String> {
        turn::check_invariants(battle)
    }

    fn hide(battle: &mut Battle, viewer: SideId) {
        orders::hide(battle, viewer);
    }

    fn resample(battle: &mut Battle, viewer: SideId, dice: &mut dyn Dice) {
        orders::resample(battle, viewer, dice);
    }
}

impl InTurn for Hexwar {
    #[inline]
    fn order(battle: &Battle) -> BySide {
        battle.table().order
    }
}

impl Preview for Hexwar {
    fn what_if(battle: &Battle, action: Action) -> Battle {
        turn::what_if(battle, action)
    }

    fn default_answer(battle: &Battle, list: &mut Listing) -> Option<Action> {
        turn::default_answer(battle, list)
    }

    fn path_of(battle: &Battle, action: Action) -> Option<(u8, Vec<Cell>)> {
        movement::path_of(battle, action)
    }

    fn field_of_fire(battle: &Battle, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
        battle.field_of_fire(unit, from)
    }

    fn seen_from(battle: &Battle, unit: UnitId, from: Cell) -> Vec<(Cell, bool)> {
        battle.seen_from(unit, from)
    }

    fn charge_range(battle: &Battle, unit: UnitId) -> Vec<Cell> {
        battle.charge_range(unit)
    }
}

impl Presentation for Hexwar {
    fn describe(battle: &Battle, action: Action) -> Deed {
        words::describe(battle, action)
    }

    fn sheet(battle: &Battle, unit: UnitId) -> String {
        battle.profile(unit).sheet.name.clone()
    }

    fn cost(battle: &Battle, unit: UnitId) -> u16 {
        battle.profile(unit).sheet.points
    }

    fn label(battle: &Battle, _of: Of, field: Declared, value: i32) -> Option<(String, String)> {
        words::label(battle, field, value)
    }

    fn card(battle: &Battle, unit: UnitId) -> Card {
        card::card(battle, unit)
    }

    fn button(battle: &Battle, action: Action) -> Button {
        card::button(battle, action)
    }

    fn step_icon(_battle: &Battle, step: usize) -> &'static str {
        stages::TURN.get(step).map_or("", |(_, stage)| stage.icon())
    }

    fn wins(battle: &Battle, side: SideId) -> String {
        card::wins(battle, side)
    }

    fn looks(battle: &Battle, unit: UnitId) -> Looks<'_> {
        words::looks(battle, unit)
    }

    fn discharge(battle: &Battle, action: Action) -> Discharge {
        words::discharge(battle, action)
    }

    fn zone(battle: &Battle, side: SideId) -> &[Cell] {
        battle.setting().zones.get(side.index()).map_or(&[], |zone| &zone.cells)
    }

    fn goals(battle: &Battle) -> Vec<(Cell, String)> {
        words::goals(battle)
    }

    fn strength(battle: &Battle, unit: UnitId) -> u8 {
        battle.unit(unit).models
    }

    fn casualties(battle: &Battle, events: &[Event]) -> Vec<Casualty> {
        campaign::casualties(battle, events)
    }

    fn terrain_damage(battle: &Battle) -> Vec<(&'static str, Vec<Value>)> {
        campaign::terrain_damage(battle)
    }

    fn secrets(battle: &Battle, side: SideId) -> Vec<Known> {
        words::secrets(battle, side)
    }

    fn largest_die(battle: &Battle, _rule: &str) -> u8 {
        battle.setting().numbers.largest_die()
    }
}

impl Ruleset for Hexwar {
    const CHAPTERS: &'static [&'static str] = &["HEX-"];
    type Content = content::RuleContent;
}

impl Content for content::RuleContent {
    type Rules = Hexwar;

    const FILES: &[Outlined] = &[
        ("rules.ron", Outline::of::<Numbers>),
        ("weapons.ron", Outline::of::<Vec<Weapon>>),
        ("units.ron", Outline::of::<Vec<Sheet>>),
    ];
    const KINDS: &[Outlined] = &[("scenario", scenario::outline), ("roster", Outline::of::<roster::Roster>)];

    fn read(files: &[&Document]) -> Result<content::RuleContent, Vec<Problem>> {
        content::RuleContent::of(files.try_into().expect("as many files as it names"))
    }

    fn set_up(
        &self,
        scenario: &Document,
        board: &Board,
        rosters: &BTreeMap<&str, &Document>,
    ) -> Result<Battle, Vec<Problem>> {
        scenario::set_up(scenario, self, board, rosters)
    }

    fn doubts(scenario: &Document, battle: &Battle) -> Vec<Problem> {
        sound::doubts(scenario, battle)
    }

    fn rosters(&self) -> Option<&dyn Rosters> {
        Some(self)
    }

    fn campaigns(&self) -> Option<&dyn Campaigns> {
        Some(self)
    }
}
