//! Gemini: a skirmish of single models, activated by dice for action points, who react in the enemy's turn and fight hand to
//! hand by Combat Score. Each file is a chapter; rule ids begin with `GEM-`.
//!
//! From the ground up: `options`, `stats`, `content`; `steps`, `uses`, `model`, `setting`; `sight`, `status`,
//! `ways`, `skills`, `arms`; `checks`; `ambush`; `wounds`, `flight`, `nerve`; `shooting`, `falls`; `reactions`; `things`,
//! `walking`, `charging`; `frenzy`, `score`, `fights`; `draw`, `showdown`; `activation`, `actions`; `initiative`, `turn`;
//! `roster`, `veteran`, `muster`, `layout`, `scenario`, `campaign`; `preview`, `words`, `card`, `goals`, `survey`, `tactics`.

mod actions;
pub mod activation;
pub mod ambush;
mod arms;
mod campaign;
mod card;
pub mod charging;
mod checks;
pub mod content;
pub mod draw;
pub mod falls;
mod fights;
mod flight;
mod frenzy;
mod goals;
mod initiative;
mod layout;
pub mod model;
mod muster;
mod nerve;
pub mod options;
mod preview;
pub mod reactions;
pub mod roster;
mod scenario;
pub mod score;
pub mod setting;
pub mod shooting;
mod showdown;
mod sight;
mod skills;
pub mod stats;
mod status;
pub mod steps;
mod survey;
mod tactics;
pub mod things;
mod turn;
pub mod uses;
pub mod veteran;
mod walking;
mod ways;
mod words;
pub mod wounds;

use std::collections::BTreeMap;

use crate::battle::{
    self, Action, Clock, Decision, Declared, Dice, Event, Flow, Listing, Narrow, Preview, Reason, Refusal, Rule, Rules,
    Secret, SideId, UnitId, Verb,
};
use crate::board::{Board, Cell};
use crate::kit::what_if;
use crate::rules::campaign::{Campaigns, Casualty};
use crate::rules::muster::Rosters;
use crate::rules::options::Switch;
use crate::rules::{Button, Card, Content, Deed, Discharge, Looks, Of, Presentation, Ruleset};
use crate::source::{Document, Outline, Outlined, Problem};

pub use model::{Marks, Model, Table};
pub use setting::Setting;
pub use steps::Step;

/// The ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Gemini;

/// A battle of this ruleset.
pub type Battle = battle::Battle<Gemini>;
type Play<'a> = battle::Play<'a, Gemini>;

impl Rules for Gemini {
    const NAME: &'static str = "gemini";
    const SEQUENCE: Rule = Rule("GEM-TURN-05");
    const COMMAND: Rule = Rule("GEM-ORD-02");
    type Setting = Setting;
    type Unit = Model;
    type Ground = Marks;
    type Table = Table;
    type Pending = model::Pending;
    type Words = Narrow;
    type Step = Step;

    fn run(play: &mut Play<'_>, step: Step, answer: Option<Action>) -> Flow<Step> {
        match step {
            Step::SetUp => turn::set_up(play),
            Step::Approach { place } => showdown::approach(play, place, answer),
            Step::Drawing => showdown::drawing(play, answer),
            Step::Spring => ambush::spring(play, answer),
            Step::Warned => ambush::warn(play, answer),
            Step::Dose => frenzy::doses(play, answer),
            Step::RollOff => turn::roll_off(play),
            Step::Turn => turn::turn(play),
            Step::Stage { place, stage } => turn::stage(play, place, stage),
            Step::Bottle { place } => turn::bottle(play, place),
            Step::Choose { place } => turn::choose(play, place, answer),
            Step::Next => initiative::next(play, answer),
            Step::Begin { unit, part } => activation::begin(play, unit, part),
            Step::Chase { unit, quarry } => fights::go_on(play, unit, quarry, answer),
            Step::Calm { unit } => frenzy::calm(play, unit, answer),
            Step::Dice { unit } => activation::dice(play, unit, answer),
            Step::Act { unit } => activation::act(play, unit, answer),
            Step::Acted { unit } => activation::acted(play, unit),
            Step::Finish { unit } => activation::finish(play, unit),
            Step::Walk { unit, why } => walking::walk(play, unit, why),
            Step::Charge { .. } => charging::charge(play, step),
            Step::Charged { by, unit } => charging::charged(play, by, unit, answer),
            Step::BreakOff { unit, part } => activation::break_off(play, unit, part, answer),
            Step::RunTo { unit, more } => activation::run_to(play, unit, more, answer),
            Step::Shoot(shot) => shooting::shoot(play, shot),
            Step::Blast { unit, at, smoke } => shooting::blast(play, unit, at, smoke),
            Step::Hits => wounds::hits(play),
            Step::Shaken => nerve::shaken(play),
            Step::Witness => nerve::witness(play),
            Step::Then => wounds::then(play),
            Step::Flinch { unit } => flight::flinch(play, unit),
            Step::Flee { unit } => flight::first_flight(play, unit),
            Step::Ledge { unit, worse } => falls::teeter(play, unit, worse),
            Step::Topple { unit } => falls::topple(play, unit),
            Step::React { .. } => reactions::react(play, step, answer),
            Step::Reaction(shot) => reactions::reaction(play, shot),
            Step::Dodge { unit, successes } => reactions::dodge(play, unit, successes, answer),
            Step::Called { shot } => draw::called(play, shot, answer),
            Step::Draw { shot, gun } => draw::draw(play, shot, gun),
            Step::DrawLate(shot) => draw::late(play, shot),
            Step::Fights => fights::fights_next(play),
            Step::Split => fights::split(play, answer),
            Step::Bouts => fights::bouts(play),
            Step::Pushed { unit } => falls::pushed(play, unit),
            Step::Fought => fights::fought(play),
            Step::Pursue { unit, quarry } => fights::pursue(play, unit, quarry, answer),
            Step::FollowUp { unit } => fights::follow_up(play, unit, answer),
            Step::Reserve { place } => turn::reserve(play, place, answer),
            Step::Saved { below } => reactions::saved(play, below, answer),
            Step::Stop => what_if::end(Self::SEQUENCE),
        }
    }

    fn verbs(_battle: &Battle, step: Step, actor: Option<UnitId>) -> &'static [Verb] {
        let (unit, side): (&[Verb], &[Verb]) = match step {
            Step::Choose { .. } => (&[Verb::Order], &[Verb::Pass]),
            Step::Next => (&[Verb::Order, Verb::Hold], &[]),
            Step::Approach { .. } | Step::Spring => (&[], &[Verb::Use, Verb::Pass]),
            Step::Drawing => (&[Verb::Fire, Verb::Hold], &[]),
            Step::Warned => (&[Verb::Keep, Verb::Endure], &[]),
            Step::Dose => (&[Verb::Use, Verb::Hold], &[Verb::Pass]),
            Step::Calm { .. } => (&[Verb::Endure, Verb::Keep], &[]),
            Step::Dice { .. } => (&[Verb::Order, Verb::Use], &[]),
            Step::Act { .. } => (
                &[
                    Verb::Move,
                    Verb::Run,
                    Verb::Strike,
                    Verb::Fire,
                    Verb::Use,
                    Verb::Heal,
                    Verb::Retreat,
                    Verb::Face,
                    Verb::Hold,
                ],
                &[],
            ),
            Step::Charged { .. } => (&[Verb::Fire, Verb::Run, Verb::Hold], &[]),
            Step::BreakOff { .. } | Step::RunTo { .. } | Step::Dodge { .. } => (&[Verb::Move, Verb::Hold], &[]),
            Step::React { .. } | Step::Saved { .. } => (&[Verb::Fire, Verb::Run, Verb::Hold], &[Verb::Pass]),
            Step::Called { .. } => (&[Verb::Fire, Verb::Retreat], &[]),
            Step::Pursue { .. } | Step::Chase { .. } => (&[Verb::Strike, Verb::Stay], &[]),
            Step::Split => (&[Verb::Strike], &[]),
            Step::FollowUp { .. } => (&[Verb::Move, Verb::Stay], &[]),
            Step::Reserve { .. } => (&[Verb::Move, Verb::Hold], &[Verb::Pass]),
            _ => (&[], &[]),
        };
        if actor.is_some() { unit } else { side }
    }

    fn check(battle: &Battle, step: Step, action: Action, list: &mut Listing) -> Result<(), Refusal> {
        match step {
            Step::Choose { .. } => turn::check_choice(battle, action),
            Step::Next => initiative::check(battle, action),
            Step::Approach { .. } | Step::Spring => action.plain(Rule("MAP-20")),
            Step::Drawing => showdown::check(battle, action),
            Step::Warned => action.plain(Rule("GEM-OBS-02")),
            Step::Dose => frenzy::check_dose(battle, action),
            Step::Calm { .. } => action.plain(Rule("GEM-FRZ-01")),
            Step::Dice { unit } => activation::check_dice(battle, unit, action),
            Step::Act { unit } => actions::check(battle, unit, action, list),
            Step::Charged { by, unit } => charging::check_answer(battle, by, unit, action),
            Step::BreakOff { .. } | Step::RunTo { .. } => activation::check_free(battle, step, action, list),
            Step::React { .. } | Step::Saved { .. } | Step::Dodge { .. } => {
                reactions::check(battle, step, action, list)
            }
            Step::Called { shot } => draw::check_answer(battle, shot, action),
            Step::Split | Step::Pursue { .. } | Step::Chase { .. } | Step::FollowUp { .. } => {
                fights::check(battle, step, action, list)
            }
            Step::Reserve { .. } => turn::check_reserve(battle, action, list),
            _ => Err(Refusal::new(Reason::WrongVerb, Self::SEQUENCE)),
        }
    }

    fn offers(battle: &Battle, step: Step, actor: Option<UnitId>, list: &mut Listing) {
        match (step, actor) {
            (Step::Choose { .. }, Some(unit)) => list.push(Action::of(Verb::Order, unit)),
            (Step::Choose { .. }, None) => list.push(Action::side(Verb::Pass)),
            (Step::Next, Some(unit)) => {
                list.push(Action::of(Verb::Order, unit));
                list.push(Action::of(Verb::Hold, unit));
            }
            (Step::Approach { .. } | Step::Spring, None) => {
                list.push(Action::side(Verb::Use));
                list.push(Action::side(Verb::Pass));
            }
            (Step::Drawing, Some(unit)) => showdown::answers(battle, unit, list),
            (Step::Warned, Some(unit)) => {
                list.push(Action::of(Verb::Keep, unit));
                list.push(Action::of(Verb::Endure, unit));
            }
            (Step::Dose, Some(unit)) => {
                list.push(Action::of(Verb::Use, unit).with(uses::DOSE));
                list.push(Action::of(Verb::Hold, unit));
            }
            (Step::Dose, None) => list.push(Action::side(Verb::Pass)),
            (Step::Calm { .. }, Some(unit)) => {
                list.push(Action::of(Verb::Endure, unit));
                list.push(Action::of(Verb::Keep, unit));
            }
            (Step::Dice { unit }, Some(_)) => activation::dice_answers(battle, unit, list),
            (Step::Act { unit }, Some(_)) => actions::answers(battle, unit, list),
            (Step::Charged { by, unit }, Some(_)) => charging::answers(battle, by, unit, list),
            (Step::BreakOff { .. } | Step::RunTo { .. }, Some(_)) => activation::free_answers(battle, step, list),
            (Step::Dodge { .. }, None) => {}
            (Step::React { .. } | Step::Saved { .. } | Step::Dodge { .. }, _) => {
                reactions::candidates(battle, step, actor, list);
            }
            (Step::Called { shot }, Some(_)) => draw::answers(battle, shot, list),
            (Step::Split | Step::Pursue { .. } | Step::Chase { .. } | Step::FollowUp { .. }, Some(_)) => {
                fights::answers(battle, step, list);
            }
            (Step::Reserve { .. }, _) => turn::reserve_answers(battle, actor, list),
            _ => {}
        }
    }

    fn clock(battle: &Battle) -> Clock {
        steps::clock(battle)
    }

    fn alive(battle: &Battle, unit: UnitId) -> bool {
        !battle.unit(unit).condition.is_gone()
    }

    fn score(battle: &Battle, side: SideId) -> i32 {
        turn::worth(battle, side)
    }

    fn check_invariants(battle: &Battle) -> Option<String> {
        turn::check_invariants(battle)
    }

    fn hide(battle: &mut Battle, viewer: SideId) {
        ambush::hide(battle, viewer);
        showdown::hide(battle, viewer);
    }

    fn secret(battle: &Battle) -> Option<Secret> {
        ambush::sealed(battle)
    }

    fn resample(battle: &mut Battle, viewer: SideId, dice: &mut dyn Dice) {
        ambush::resample(battle, viewer, dice);
        showdown::resample(battle, dice);
    }
}

impl Preview for Gemini {
    fn what_if(battle: &Battle, action: Action) -> Battle {
        preview::what_if(battle, action)
    }

    fn default_answer(battle: &Battle, list: &mut Listing) -> Option<Action> {
        preview::default_answer(battle, list)
    }

    fn unmeasured(battle: &Battle, action: Action) -> Option<Rule> {
        preview::unmeasured(battle, action)
    }

    fn path_of(battle: &Battle, action: Action) -> Option<(u8, Vec<Cell>)> {
        preview::path_of(battle, action)
    }

    fn field_of_fire(battle: &Battle, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
        preview::field_of_fire(battle, unit, from)
    }

    fn seen_from(battle: &Battle, _unit: UnitId, from: Cell) -> Vec<(Cell, bool)> {
        preview::seen_from(battle, from)
    }

    fn charge_range(battle: &Battle, unit: UnitId) -> Vec<Cell> {
        preview::charge_range(battle, unit)
    }

    fn watched(battle: &Battle, unit: UnitId) -> Vec<Cell> {
        preview::watched(battle, unit)
    }
}

impl Presentation for Gemini {
    fn describe(battle: &Battle, action: Action) -> Deed {
        words::describe(battle, action)
    }

    fn sheet(battle: &Battle, unit: UnitId) -> String {
        battle.sheet(unit).name.clone()
    }

    fn fate(battle: &Battle, unit: UnitId) -> &'static str {
        words::fate(battle, unit)
    }

    fn card(battle: &Battle, unit: UnitId) -> Card {
        card::card(battle, unit)
    }

    fn button(battle: &Battle, action: Action) -> Button {
        card::button(battle, action)
    }

    fn question(battle: &Battle, decision: Decision) -> Option<(String, Option<UnitId>)> {
        words::question(battle, decision)
    }

    fn step_icon(_battle: &Battle, step: usize) -> &'static str {
        steps::ICONS.get(step).copied().unwrap_or_default()
    }

    fn wins(battle: &Battle, side: SideId) -> String {
        card::wins(battle, side)
    }

    fn cost(battle: &Battle, unit: UnitId) -> u16 {
        battle.setting().costs[usize::from(battle.unit(unit).sheet)]
    }

    fn looks(battle: &Battle, unit: UnitId) -> Looks<'_> {
        words::looks(battle, unit)
    }

    fn discharge(battle: &Battle, action: Action) -> Discharge {
        words::discharge(battle, action)
    }

    fn goals(battle: &Battle) -> Vec<(Cell, String)> {
        words::goals(battle)
    }

    fn casualties(battle: &Battle, events: &[Event]) -> Vec<Casualty> {
        campaign::casualties(battle, events)
    }

    fn opened(battle: &Battle, line: u8, holds: u8) -> String {
        ambush::opened(battle, line, holds)
    }

    fn spared(battle: &Battle, unit: UnitId) -> bool {
        battle.unit(unit).condition == model::Condition::Fled
    }

    fn largest_die(_battle: &Battle, _rule: &str) -> u8 {
        10
    }

    fn label(battle: &Battle, _of: Of, field: Declared, value: i32) -> Option<(String, String)> {
        words::label(battle, field, value)
    }
}

impl Ruleset for Gemini {
    const CHAPTERS: &'static [&'static str] = &["GEM-"];
    type Content = content::RuleContent;
    const OPTIONS: &'static [Switch] = options::SWITCHES;

    fn option(battle: &Battle, switch: &Switch) -> Option<&'static str> {
        battle.options().in_force(switch)
    }
}

impl Content for content::RuleContent {
    type Rules = Gemini;
    const FILES: &[Outlined] = &[
        ("rules.ron", Outline::of::<content::Numbers>),
        ("guns.ron", Outline::of::<Vec<stats::Gun>>),
        ("blades.ron", Outline::of::<Vec<stats::Blade>>),
        ("skills.ron", Outline::of::<Vec<stats::SkillRow>>),
        ("models.ron", Outline::of::<Vec<stats::Sheet>>),
    ];
    const KINDS: &[Outlined] =
        &[("scenario", Outline::of::<scenario::Scenario>), ("roster", Outline::of::<roster::Roster>)];

    fn read(files: &[&Document]) -> Result<content::RuleContent, Vec<Problem>> {
        content::RuleContent::of(files.try_into().expect("as many files as it names"))
    }

    fn set_up(
        &self,
        document: &Document,
        board: &Board,
        rosters: &BTreeMap<&str, &Document>,
    ) -> Result<Battle, Vec<Problem>> {
        scenario::set_up(document, self, board, rosters)
    }

    fn rosters(&self) -> Option<&dyn Rosters> {
        Some(self)
    }

    fn campaigns(&self) -> Option<&dyn Campaigns> {
        Some(self)
    }
}
