//! The small-skirmish ruleset: Retinues of a Leader and his troops, and boarding actions. Each file is a chapter.
//!
//! [`content`] reads the files of `assets/iten/` into the sheets of [`stats`], [`catalogue`], [`vehicles`] and [`numbers`].
//! A [`roster`] is what a player wrote; [`legality`] says what is against the rules in it, [`retinue`] looks its names
//! up and prices it, and [`muster`] lets the terminal's builder change it; [`printed`] puts it in words.
//!
//! A turn is initiative and the phases of [`PHASES`]: Movement and Shooting side by side, Melee all at once.
//!
//! # From the ground up
//! - data: the sheets, and what is set up and does not change ([`setting`], [`zones`], what a [`missions`] is about)
//! - state: [`figure`] has the numbers of figures, hexes and the table, [`stages`] what steps are about
//! - queries, mostly methods of [`Battle`]: [`sight`], [`walking`], [`aim`], [`seats`], who is aboard, what air there is
//! - what happens to somebody, whoever does it: [`grit`], [`hits`], `stepping`, what a mission makes of it
//!   ([`missions::events`])
//! - the chapters of a turn: [`movement`], [`shooting`], [`melee`] and those that they call; [`turn`] on top of them
//! - set-up, scenarios, campaigns, words, advice to opponents

mod abilities;
pub mod aim;
pub mod blasts;
pub mod boarding;
pub mod campaign;
mod card;
pub mod catalogue;
pub mod content;
mod crews;
pub mod deployment;
mod doors;
pub mod driving;
pub mod figure;
pub mod grit;
pub mod hits;
pub mod legality;
pub mod melee;
pub mod missions;
pub mod movement;
pub mod muster;
pub mod numbers;
pub mod options;
mod order;
pub mod payload;
pub mod powers;
pub mod printed;
pub mod profile;
mod ramming;
pub mod retinue;
pub mod riding;
pub mod roster;
pub mod running;
pub mod scenario;
pub mod seats;
pub mod setting;
pub mod setup;
pub mod shooting;
pub mod sight;
pub mod sound;
pub mod stages;
pub mod stats;
mod stepping;
pub mod tactics;
pub mod turn;
pub mod vehicles;
pub mod walking;
pub mod wards;
pub mod words;
pub mod wrecks;
pub mod zones;

use std::collections::BTreeMap;

use crate::battle::{
    self, Action, BySide, Clock, Declared, Dice, Event, Flow, Listing, Narrow, Preview, Reason, Refusal, Rule, Rules,
    Secret, SideId, UnitId, UnitSet, Verb,
};
use crate::board::{Board, Cell, Terrain};
use crate::kit::asking::InTurn;
use crate::kit::what_if;
use crate::rules::campaign::Campaigns;
use crate::rules::campaign::Casualty;
use crate::rules::muster::Rosters;
use crate::rules::options::Switch;
use crate::rules::{Button, Card, Change, Content, Deed, Discharge, Known, Looks, Of, Presentation, Ruleset, Toll};
use crate::source::{Document, Outline, Outlined, Problem, Value};

use boarding::stalking::{bag, command, prowl, spending, watch};
use boarding::{approach, blips, looking, secrets};
use catalogue::{AbilitySheet, PowerSheet};
use missions::{ending, ritual};
use numbers::Numbers;
use stats::{Armour, RetinueList, Troop, Weapon};
use vehicles::Vehicle;

pub use figure::{Fate, Figure, Ground, Table};
pub use profile::Profile;
pub use setting::Setting;
pub use setup::Setup;
pub use turn::PHASES;

/// The ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Iten;

/// A battle of this ruleset.
pub type Battle = battle::Battle<Iten>;
type Play<'a> = battle::Play<'a, Iten>;

/// A pending step. Numbers named `asked` count places in the order of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// It is said who has the part that some scenarios give to one side (ITEN-FORT-01, ITEN-GAU-01, ITEN-RIT-01).
    Part,
    /// The ritual is hidden in a house (ITEN-RIT-02).
    Houses,
    /// Decoys stand around the houses (ITEN-RIT-03).
    Decoys,
    /// Breach points, objectives, blips, cards (HULK-BLIP-02 to -06, HULK-OBJ-01, -02).
    Approach(stages::ApproachStage),
    /// Blips are turned by where Boarders stand or step (HULK-BLIP-07 to -09).
    Look(stages::Looking),
    /// A unit comes to light (HULK-BLIP-07).
    Emplace(stages::Emplacing),
    /// Who came upon a blip goes on, or stops (HULK-BLIP-11).
    Onward {
        /// The figure.
        unit: UnitId,
    },
    /// The Defender may wake a unit (HULK-BLIP-13).
    Wake,
    /// The Defender puts contacts at entries, so many more this turn (HULK-STALK-04).
    Lurk {
        /// How many.
        left: u8,
    },
    /// Contacts move, one after the other (HULK-STALK-07).
    Prowl {
        /// The next one.
        number: u8,
    },
    /// Watchers react to whoever has come into their arcs (HULK-STALK-11).
    Sentry(stages::Sentry),
    /// Sides roll for who picks an edge (ITEN-DEP-01).
    DeploymentRoll,
    /// The first picks it.
    PickEdge,
    /// Sides place their figures.
    Deploy {
        /// Who is asked.
        asked: u8,
    },
    /// A turn begins: the order of the sides is rolled (ITEN-INIT-02).
    Initiative,
    /// A phase begins.
    Phase(u8),
    /// A side's part of a phase begins (ITEN-INIT-04).
    Side {
        /// Which phase.
        phase: u8,
        /// Whose part.
        asked: u8,
    },
    /// Those on the ground try to rise (ITEN-KD-04).
    Rise {
        /// Whose.
        asked: u8,
        /// The next figure.
        unit: UnitId,
    },
    /// A side moves.
    Move {
        /// Who is asked.
        asked: u8,
    },
    /// Those about to be charged by something terrible hold their ground or flee (ITEN-TERR-02).
    Terror(stages::Charge),
    /// A charger whose victims fled goes on as it likes (ITEN-TERR-03).
    Again {
        /// The figure.
        unit: UnitId,
    },
    /// Bounty Hunters name whom they hunt (ITEN-ABIL-04).
    Quarry {
        /// Whose.
        side: u8,
    },
    /// Zombies that are awake move (ITEN-LIF-04).
    Shamble {
        /// Those of these pods, as bits.
        pods: u16,
    },
    /// A psyker uses a power.
    Cast(powers::Casting),
    /// A figure breaks off from a melee: those it leaves strike first (ITEN-MEL-11).
    Leave(stages::Leave),
    /// A figure flees, a hex a run (ITEN-TERR-02).
    Flee(stages::Flight),
    /// A vehicle goes on, hex by hex (ITEN-VEH-03).
    Drive(stages::Drive),
    /// Those aboard burning vehicles get out (ITEN-VEH-24).
    Evacuate,
    /// A side declares its shots.
    Declare {
        /// Who is asked.
        asked: u8,
    },
    /// Declared shots are rolled, one after the other.
    Volley {
        /// The next one.
        next: u8,
    },
    /// A flame leaps on (ITEN-FLAM-02).
    Flame(blasts::Flame),
    /// A burst reaches the next figure (ITEN-GREN-04).
    Burst(blasts::Burst),
    /// Flames, or a burst in the confines of a ship, reach the next figure (HULK-SHOT-02, -07).
    Engulf(boarding::flames::Engulf),
    /// A bulkhead is cut through, or holds (HULK-BULK-03).
    Cut(boarding::cutting::Cut),
    /// Charges go off when the Movement after they were set is over (HULK-LEFT-08).
    Charges,
    /// One of them does.
    Detonate {
        /// Where.
        at: Cell,
    },
    /// Air may go out by a new way (HULK-AIR-01).
    Rush(stages::Rush),
    /// Those whom that catches roll (HULK-AIR-02).
    Gust {
        /// Whose doing it is.
        by: UnitId,
    },
    /// Those of a side who have no air roll (HULK-AIR-03).
    Gasp {
        /// Whose.
        asked: u8,
        /// The next figure.
        unit: UnitId,
    },
    /// Who felled an enemy with his first shot has a second (ITEN-ABIL-10).
    Second {
        /// The figure.
        unit: UnitId,
    },
    /// Those of a side that saw nobody run (ITEN-SHO-13).
    Run {
        /// Who is asked.
        asked: u8,
    },
    /// A figure runs as far as a die says (ITEN-CTR-01).
    Dash {
        /// The figure.
        unit: UnitId,
        /// Hexes, before cover.
        far: u8,
    },
    /// Sides declare their blows.
    Blows {
        /// Who is asked.
        asked: u8,
    },
    /// Declared blows are rolled, all before anybody falls (ITEN-MEL-01).
    Melee {
        /// The next one.
        next: u8,
    },
    /// Grit rolls of those who were hit.
    Wounds {
        /// The next blow.
        next: u8,
    },
    /// Combat Masters who have felled somebody go on to another (ITEN-ABIL-05).
    Mastery {
        /// Who is asked.
        asked: u8,
    },
    /// One of them has come upon somebody.
    SecondFight {
        /// The figure.
        unit: UnitId,
        /// Its side's place in the order.
        asked: u8,
    },
    /// What the end of a turn brings.
    EndOfTurn,
    /// The end of a what-if.
    Stop,
    /// The shot of a what-if, as if all were in range (MAP-18).
    Granted,
    /// Boarders spend command points, after an enemy's step too (HULK-STALK-13).
    Command(command::Orders),
    /// The end of a side's part of a phase among stalkers (HULK-STALK-13, -15).
    Rally {
        /// Which phase.
        phase: u8,
        /// Whose part.
        asked: u8,
    },
}

impl Rules for Iten {
    const NAME: &'static str = "iten";
    const SEQUENCE: Rule = Rule("ITEN-INIT-01");
    const COMMAND: Rule = Rule("ITEN-INIT-04");
    type Setting = Setting;
    type Unit = Figure;
    type Ground = Ground;
    type Table = Table;
    type Pending = figure::Pending;
    type Words = Narrow;
    type Step = Step;

    fn run(play: &mut Play<'_>, step: Step, answer: Option<Action>) -> Flow<Step> {
        // ITEN-VEH-34: fires come first.
        if answer.is_none() && !play.pending().ablaze.is_empty() && step != Step::Evacuate {
            return Flow::Push(step, Step::Evacuate);
        }
        if answer.is_none()
            && let Some(look) = looking::come_upon(play)
        {
            return Flow::Push(step, look);
        }
        let flow = match step {
            Step::Part => missions::parts::draw(play),
            Step::Houses => ritual::houses(play, answer),
            Step::Decoys => ritual::decoys(play, answer),
            Step::Approach(stage) => approach::run(play, stage, answer),
            Step::Look(looking) => blips::look(play, looking, answer),
            Step::Emplace(emplacing) => blips::emplace(play, emplacing, answer),
            Step::Onward { unit } => blips::onward(play, unit, answer),
            Step::Wake => blips::wake(play, answer),
            Step::Lurk { left } => bag::lurk(play, left, answer),
            Step::Prowl { number } => prowl::prowl(play, number, answer),
            Step::Sentry(sentry) => watch::sentry(play, sentry, answer),
            Step::Command(orders) => spending::command(play, orders, answer),
            Step::Rally { phase, asked } => spending::rally(play, phase, asked),
            Step::DeploymentRoll => deployment::roll(play),
            Step::PickEdge => deployment::pick_edge(play, answer),
            Step::Deploy { asked } => deployment::deploy(play, asked, answer),
            Step::Initiative => turn::initiative(play),
            Step::Phase(phase) => turn::phase(play, phase),
            Step::Side { phase, asked } => turn::side(play, phase, asked),
            Step::Rise { asked, unit } => turn::rise(play, asked, unit),
            Step::Move { asked } => movement::movement(play, asked, answer),
            Step::Terror(charge) => movement::terror(play, charge),
            Step::Again { unit } => movement::again(play, unit, answer),
            Step::Quarry { side } => abilities::name_quarries(play, side, answer),
            Step::Shamble { pods } => missions::pods::shamble(play, pods),
            Step::Cast(casting) => powers::cast(play, casting),
            Step::Leave(leave) => movement::leave(play, leave),
            Step::Flee(flight) => movement::flee(play, flight),
            Step::Drive(drive) => driving::drive(play, drive),
            Step::Evacuate => wrecks::evacuate(play, answer),
            Step::Declare { asked } => shooting::declare(play, asked, answer),
            Step::Volley { next } => shooting::volley(play, next),
            Step::Flame(flame) => blasts::flame(play, flame, answer),
            Step::Burst(burst) => blasts::burst(play, burst),
            Step::Engulf(engulf) => boarding::flames::engulf(play, engulf),
            Step::Cut(cut) => boarding::cutting::cut(play, cut),
            Step::Charges => boarding::cutting::charges(play),
            Step::Detonate { at } => boarding::cutting::detonate(play, at),
            Step::Rush(rush) => boarding::air::rush(play, rush),
            Step::Gust { by } => boarding::air::gust(play, by),
            Step::Gasp { asked, unit } => boarding::air::gasp(play, asked, unit),
            Step::Second { unit } => shooting::second(play, unit, answer),
            Step::Run { asked } => running::run(play, asked, answer),
            Step::Dash { unit, far } => running::dashing(play, unit, far, answer),
            Step::Blows { asked } => melee::blows(play, asked, answer),
            Step::Melee { next } => melee::melee(play, next),
            Step::Wounds { next } => melee::wounds(play, next),
            Step::Mastery { asked } => melee::mastery(play, asked, answer),
            Step::SecondFight { unit, asked } => melee::second(play, unit, asked, answer),
            Step::EndOfTurn => turn::end_of_turn(play),
            Step::Stop => what_if::end(Rule("ITEN-INIT-01")),
            Step::Granted => shooting::granted(play, answer),
        };
        let flow = ending::decided(play).map_or(flow, Flow::End);
        match flow {
            // Nobody is asked before what has come to light is dealt with.
            Flow::Ask(step, _) => looking::come_upon(play).map_or(flow, |look| Flow::Push(step, look)),
            _ => flow,
        }
    }

    fn offers(battle: &Battle, step: Step, actor: Option<UnitId>, list: &mut Listing) {
        match step {
            Step::Approach(stage) => approach::offers(battle, stage, list),
            Step::Look(looking) => blips::look_offers(battle, looking, list),
            Step::Emplace(emplacing) => blips::emplace_offers(battle, emplacing, actor, list),
            Step::Onward { .. } => movement::onward_offers(battle, actor, list),
            Step::Wake => blips::wake_offers(battle, list),
            Step::Lurk { .. } => bag::offers(battle, list),
            Step::Prowl { number } => prowl::offers(battle, number, list),
            Step::Sentry(sentry) => watch::sentry_offers(battle, sentry.mover, actor, list),
            Step::Command(orders) => spending::offers(battle, orders, actor, list),
            Step::Houses => ritual::house_offers(battle, list),
            Step::Decoys => ritual::decoy_offers(battle, actor, list),
            Step::PickEdge => deployment::edge_offers(battle, list),
            Step::Deploy { .. } => deployment::offers(battle, actor, list),
            Step::Quarry { .. } => abilities::quarry_offers(battle, actor, list),
            Step::Move { .. } => movement::offers(battle, actor, list),
            Step::Again { .. } => movement::again_offers(battle, actor, list),
            Step::Evacuate => wrecks::evacuation_offers(battle, actor, list),
            Step::Declare { .. } => shooting::offers(battle, actor, list),
            Step::Second { .. } => shooting::second_offers(battle, actor, list),
            Step::Flame(flame) => blasts::flame_offers(battle, &flame, actor, list),
            Step::Run { .. } => running::offers(battle, actor, list),
            Step::Dash { far, .. } => running::dash_offers(battle, actor, far, list),
            Step::Blows { .. } => melee::offers(battle, actor, list),
            Step::Mastery { .. } => melee::mastery_offers(battle, actor, list),
            Step::SecondFight { .. } => melee::second_offers(battle, actor, list),
            _ => {}
        }
    }

    fn verbs(_battle: &Battle, step: Step, actor: Option<UnitId>) -> &'static [Verb] {
        let (unit, side): (&[Verb], &[Verb]) = match step {
            Step::Approach(stage) => (&[], approach::verbs(stage)),
            Step::Look(_) => (&[], &[Verb::Use]),
            Step::Emplace(_) => (&[Verb::Place], &[Verb::Place]),
            Step::Lurk { .. } => (&[], &[Verb::Place]),
            Step::Prowl { .. } => (&[], &[Verb::Move, Verb::Use, Verb::Pass]),
            Step::Sentry(_) => (&[Verb::Fire, Verb::Hold], &[]),
            Step::Command(_) => {
                (&[Verb::Move, Verb::Face, Verb::Open, Verb::Use, Verb::Fire, Verb::Hold], &[Verb::Pass])
            }
            Step::Onward { .. } => (&[Verb::Move, Verb::Retreat, Verb::Use, Verb::Open, Verb::Hold], &[]),
            Step::Wake => (&[], &[Verb::Use, Verb::Pass]),
            Step::Houses | Step::PickEdge => (&[], &[Verb::Place]),
            Step::Decoys => (&[Verb::Place], &[Verb::Pass]),
            Step::Deploy { .. } => (&[Verb::Place, Verb::Stay], &[]),
            Step::Quarry { .. } => (&[Verb::Use], &[]),
            Step::Move { .. } => (
                &[Verb::Move, Verb::Retreat, Verb::Strike, Verb::Cast, Verb::Use, Verb::Open, Verb::Hold],
                &[Verb::Move, Verb::Use, Verb::Pass],
            ),
            Step::Again { .. } => (&[Verb::Move, Verb::Retreat, Verb::Use, Verb::Hold], &[]),
            Step::Evacuate => (&[Verb::Retreat], &[]),
            Step::Declare { .. } => (&[Verb::Fire, Verb::Assist, Verb::Face, Verb::Use, Verb::Hold], &[Verb::Pass]),
            Step::Second { .. } => (&[Verb::Fire, Verb::Hold], &[]),
            Step::Flame(_) => (&[Verb::Fire], &[]),
            Step::Run { .. } => (&[Verb::Run, Verb::Open, Verb::Hold], &[Verb::Pass]),
            Step::Dash { .. } => (&[Verb::Run, Verb::Open, Verb::Hold], &[]),
            Step::Blows { .. } => (&[Verb::Strike, Verb::Assist, Verb::Hold], &[Verb::Pass]),
            Step::Mastery { .. } => (&[Verb::Move, Verb::Hold], &[Verb::Pass]),
            Step::SecondFight { .. } => (&[Verb::Strike, Verb::Hold], &[]),
            _ => (&[], &[]),
        };
        if actor.is_some() { unit } else { side }
    }

    fn check(battle: &Battle, step: Step, action: Action, list: &mut Listing) -> Result<(), Refusal> {
        // In these nobody does anything out of a vehicle.
        let on_foot = matches!(
            step,
            Step::Onward { .. }
                | Step::Again { .. }
                | Step::Run { .. }
                | Step::Dash { .. }
                | Step::Blows { .. }
                | Step::Mastery { .. }
                | Step::SecondFight { .. }
        );
        if on_foot && action.actor().is_some_and(|unit| !battle.on_board().has(unit)) {
            return Err(Refusal::new(Reason::MayNotAct, Rule("ITEN-VEH-08")));
        }
        match step {
            Step::Approach(stage) => approach::check(battle, stage, action, list),
            Step::Look(looking) => blips::check_look(battle, looking, action),
            Step::Emplace(emplacing) => blips::check_emplacing(battle, emplacing, action, list),
            Step::Onward { .. } => movement::check_onward(battle, action, list),
            Step::Wake => blips::check_waking(battle, action),
            Step::Lurk { .. } => bag::check(battle, action),
            Step::Prowl { number } => prowl::check(battle, number, action, list),
            Step::Sentry(sentry) => watch::check_sentry(battle, sentry.mover, action),
            Step::Command(orders) => spending::check(battle, orders, action, list),
            Step::Houses => ritual::check_house(battle, action),
            Step::Decoys => ritual::check_decoy(battle, action),
            Step::PickEdge => deployment::check_edge(battle, action, list),
            Step::Deploy { .. } => deployment::check(battle, action, list),
            Step::Quarry { .. } => abilities::check_quarry(battle, action),
            Step::Move { .. } => movement::check(battle, action, list),
            Step::Again { .. } => movement::check_again(battle, action, list),
            Step::Evacuate => wrecks::check_evacuation(battle, action),
            Step::Declare { .. } => shooting::check(battle, action, false, list),
            Step::Second { .. } => shooting::check(battle, action, true, list),
            Step::Flame(flame) => blasts::check_flame(battle, &flame, action),
            Step::Run { .. } => running::check(battle, action, list),
            Step::Dash { far, .. } => running::check_dash(battle, action, far, list),
            Step::Blows { .. } => melee::check(battle, action),
            Step::Mastery { .. } => melee::check_mastery(battle, action, list),
            Step::SecondFight { .. } => melee::check_second(battle, action),
            _ => Err(Refusal::new(Reason::WrongVerb, Self::SEQUENCE)),
        }
    }

    fn present(battle: &Battle, unit: UnitId) -> bool {
        battle.spot(unit).is_some()
    }

    fn alive(battle: &Battle, unit: UnitId) -> bool {
        battle.plays(unit)
    }

    #[inline]
    fn clock(battle: &Battle) -> Clock {
        turn::clock(battle)
    }

    fn score(battle: &Battle, side: SideId) -> i32 {
        ending::score(battle, side)
    }

    fn terrain(battle: &Battle, cell: Cell) -> Terrain {
        battle.footing(cell).terrain
    }

    fn check_invariants(battle: &Battle) -> Option<String> {
        turn::check_invariants(battle)
    }

    fn hide(battle: &mut Battle, viewer: SideId) {
        secrets::hide(battle, viewer);
        ritual::hide(battle, viewer);
    }

    fn secret(battle: &Battle) -> Option<Secret> {
        secrets::sealed(battle)
    }

    fn resample(battle: &mut Battle, viewer: SideId, dice: &mut dyn Dice) {
        secrets::resample(battle, viewer, dice);
        ritual::resample(battle, viewer, dice);
    }
}

impl InTurn for Iten {
    #[inline]
    fn order(battle: &Battle) -> BySide {
        battle.table().order
    }
}

impl Preview for Iten {
    fn what_if(battle: &Battle, action: Action) -> Battle {
        turn::what_if(battle, action)
    }

    fn default_answer(battle: &Battle, list: &mut Listing) -> Option<Action> {
        turn::default_answer(battle, list)
    }

    fn unmeasured(battle: &Battle, action: Action) -> Option<Rule> {
        shooting::unmeasured(battle, action)
    }

    fn path_of(battle: &Battle, action: Action) -> Option<(u8, Vec<Cell>)> {
        walking::path_of(battle, action)
    }

    fn field_of_fire(battle: &Battle, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
        battle.field_of_fire(unit, from)
    }

    fn seen_from(battle: &Battle, _unit: UnitId, from: Cell) -> Vec<(Cell, bool)> {
        battle.seen_from(from)
    }

    fn charge_range(battle: &Battle, unit: UnitId) -> Vec<Cell> {
        battle.charge_range(unit)
    }

    fn watched(battle: &Battle, unit: UnitId) -> Vec<Cell> {
        battle.watched(unit)
    }
}

impl Presentation for Iten {
    fn describe(battle: &Battle, action: Action) -> Deed {
        words::describe(battle, action)
    }

    fn place_in_turn(battle: &Battle) -> String {
        words::place_in_turn(battle)
    }

    fn name(battle: &Battle, unit: UnitId) -> String {
        battle.profile(unit).member.name.clone()
    }

    fn sheet(battle: &Battle, unit: UnitId) -> String {
        battle.profile(unit).member.troop.name.clone()
    }

    fn cost(battle: &Battle, unit: UnitId) -> u16 {
        battle.profile(unit).member.price.total
    }

    fn listed(battle: &Battle) -> UnitSet {
        battle.listed()
    }

    fn label(battle: &Battle, _of: Of, field: Declared, value: i32) -> Option<(String, String)> {
        words::label(battle, field, value)
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

    fn step_icon(_battle: &Battle, step: usize) -> &'static str {
        turn::ICONS.get(step).copied().unwrap_or_default()
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
        &battle.zone(side).cells
    }

    fn goals(battle: &Battle) -> Vec<(Cell, String)> {
        words::goals(battle)
    }

    fn strength(battle: &Battle, unit: UnitId) -> u8 {
        campaign::strength(battle, unit)
    }

    fn spared(battle: &Battle, unit: UnitId) -> bool {
        campaign::spared(battle, unit)
    }

    fn casualties(_battle: &Battle, events: &[Event]) -> Vec<Casualty> {
        campaign::casualties(events)
    }

    fn terrain_damage(battle: &Battle) -> Vec<(&'static str, Vec<Value>)> {
        campaign::terrain_damage(battle)
    }

    fn toll(battle: &Battle, unit: UnitId, changes: &[Change<'_>]) -> Toll {
        words::toll(battle, unit, changes)
    }

    fn opened(battle: &Battle, line: u8, holds: u8) -> String {
        words::opened(battle, line, holds)
    }

    fn secrets(battle: &Battle, side: SideId) -> Vec<Known> {
        words::secrets(battle, side)
    }

    fn largest_die(battle: &Battle, rule: &str) -> u8 {
        words::largest_die(battle, rule)
    }
}

impl Ruleset for Iten {
    const CHAPTERS: &'static [&'static str] = &["ITEN-", "HULK-"];
    type Content = content::RuleContent;
    const OPTIONS: &[Switch] = options::SWITCHES;

    fn option(battle: &Battle, switch: &Switch) -> Option<&'static str> {
        options::in_force(battle, switch)
    }
}

impl Content for content::RuleContent {
    type Rules = Iten;

    const FILES: &[Outlined] = &[
        ("rules.ron", Outline::of::<Numbers>),
        ("armour.ron", Outline::of::<Vec<Armour>>),
        ("weapons.ron", Outline::of::<Vec<Weapon>>),
        ("powers.ron", Outline::of::<Vec<PowerSheet>>),
        ("abilities.ron", Outline::of::<Vec<AbilitySheet>>),
        ("lists.ron", Outline::of::<Vec<RetinueList>>),
        ("troops.ron", Outline::of::<Vec<Troop>>),
        ("vehicles.ron", Outline::of::<Vec<Vehicle>>),
    ];
    const KEYS: &[(&str, &str)] = &[("powers.ron", "power"), ("abilities.ron", "ability")];
    const KINDS: &[Outlined] = &[("scenario", scenario::outline), ("roster", retinue::outline)];

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
