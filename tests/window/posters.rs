//! Eleven staged positions, drawn at two sizes: for the README, and to be looked at beside the target pictures.

use std::time::Duration;

use hexfray::battle::{Action, Listing, Target, UnitId, Verb};
use hexfray::board::Cell;
use hexfray::play::camera::{Camera, centre};
use hexfray::rules::{BattleView, Discharge};
use hexfray::scenario::Session;
use hexfray::user::begun::beginnings;
use hexfray::view::model::layout::Layout;
use hexfray::view::model::title::Entry;

use super::display::xdotool;
use super::gallery::fought;
use super::hands::Means;
use super::road;
use super::screen::{Screen, library};

/// A battle between computers that stands still where the first of them would do something, from a turn on: whoever does it
/// is in hand, and the mouse is where it would be done.
struct Stage {
    name: &'static str,
    scenario: &'static str,
    turn: u16,
    what: fn(&dyn BattleView, Action) -> bool,
}

const fn stage(
    name: &'static str,
    scenario: &'static str,
    turn: u16,
    what: fn(&dyn BattleView, Action) -> bool,
) -> Stage {
    Stage { name, scenario, turn, what }
}

fn fires(_: &dyn BattleView, action: Action) -> bool {
    action.verb == Verb::Fire
}

fn moves(_: &dyn BattleView, action: Action) -> bool {
    action.verb == Verb::Move
}

/// So many hexes from where a flame begins somebody is near it.
const NEARBY: u16 = 3;

/// A flame that enemies are near, not one for a hex that some may come through.
fn burns(battle: &dyn BattleView, action: Action) -> bool {
    let side = battle.piece(action.unit).side;
    let enemies = || battle.units().filter(|&unit| battle.alive(unit) && battle.piece(unit).side != side);
    let near = |cell: Cell, unit: UnitId| {
        let at = battle.piece(unit).at;
        at.is_some() && battle.board().distance(at, cell) <= NEARBY
    };
    let at_enemy = match action.target {
        Target::Unit(unit) => enemies().any(|enemy| enemy == unit),
        Target::Hex(cell) => enemies().any(|enemy| near(cell, enemy)),
        _ => false,
    };
    at_enemy && action.verb == Verb::Fire && battle.discharge(action) == Discharge::Flame
}

fn rams(battle: &dyn BattleView, action: Action) -> bool {
    battle.button(action).name == "Ram"
}

const STAGES: [Stage; 9] = [
    stage("open_battle", "crossroads", 3, fires),
    stage("siege", "the_old_wall", 3, fires),
    stage("night", "night_raid", 2, fires),
    stage("hulk", "dead_air", 3, moves),
    stage("flamer", "burn_the_nest", 2, burns),
    stage("ram", "convoy", 1, rams),
    stage("rockets", "rockets_over_the_river", 2, fires),
    stage("big_battle", "grand_battle", 2, moves),
    stage("street", "high_street", 2, fires),
];

/// The decision of a stage: the battle up to it and what a computer would do there, or could where none would; of the first
/// seed that has one.
fn set(stage: &Stage) -> (Session, Action) {
    for (seed, would) in (SEED..SEED + 10).flat_map(|seed| [(seed, true), (seed, false)]) {
        let mut staged = None;
        let session = fought(stage.scenario, seed, |session, action| {
            if session.battle().clock().turn < stage.turn {
                return false;
            }
            let mut list = Listing::default();
            if would {
                list.push(action)
            } else {
                session.battle().legal(&mut list)
            }
            let battle = &**session.battle();
            let fits = |action: &&Action| {
                action.unit != UnitId::NONE && (stage.what)(battle, **action) && aim(session, **action).is_some()
            };
            staged = list.actions.iter().find(fits).copied();
            staged.is_some()
        });
        if let Some(action) = staged {
            return (session, action);
        }
    }
    panic!("{}: nobody could have done so", stage.name)
}

/// Where an action is pointed at.
fn aim(session: &Session, action: Action) -> Option<Cell> {
    match action.target {
        Target::Hex(cell) => Some(cell),
        Target::Unit(unit) => Some(session.battle().piece(unit).at).filter(|at| at.is_some()),
        _ => None,
    }
}

/// The first seed that is tried.
const SEED: u64 = 5;

/// For how long nothing changes on a screen once all of it has been painted.
const PAINTED: Duration = Duration::from_secs(15);

/// How near the camera goes at least, in points for a unit of the plane, and how much a turn of the wheel brings.
const NEAR: f32 = 0.9;
const WHEEL: f32 = 1.15;

/// Draws all of them in a window of this size.
pub(crate) fn show(gallery: &str, size: (u16, u16), scale: u16) {
    let open = |name: &str, arguments: &[&str]| Screen::open(&format!("{gallery}/{name}"), arguments, size, scale);
    let folder = std::env::temp_dir().join(format!("hexfray-posters-{}-{gallery}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for stage in STAGES {
        let (session, action) = set(&stage);
        let journal = folder.join(format!("{}.journal", stage.name)).to_string_lossy().into_owned();
        session.save(&journal, true).unwrap();
        let mut screen =
            open(stage.name, &["replay", &journal, "--window", "--to", &session.battle().number().to_string()]);
        screen.keys(&["o"]);
        screen.still();
        // The whole board, when it has been painted.
        xdotool(&["key", "Home"]);
        screen.rests(PAINTED);
        let board = session.battle().board();
        let (from, to) =
            (centre(board, session.battle().piece(action.unit).at), centre(board, aim(&session, action).unwrap()));
        // As the game does it: panels are laid out in points, the board is seen in pixels.
        let times = f32::from(scale) / 100.0;
        let points = (f32::from(size.0) / times, f32::from(size.1) / times);
        let mut camera = Camera::whole(board, Layout::of(points).free.times(times));
        screen.click(camera.to_screen(from));
        // Nearer, with the middle of it where it is.
        let middle = camera.to_screen((f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1)));
        screen.hover(middle);
        while camera.scale < NEAR * times {
            xdotool(&["click", "4"]);
            screen.still();
            camera.zoom(WHEEL, middle);
        }
        screen.rests(PAINTED);
        screen.hover(camera.to_screen(to));
        screen.shot(stage.name);
    }
    std::fs::remove_dir_all(folder).unwrap();
    road::map(&format!("{gallery}/campaign"), size, scale);
    let mut screen = open("title", &[]);
    // The battle behind it, when it has been painted.
    screen.rests(PAINTED);
    screen.shot("title");
    screen.choose(Means::Keys, Entry::Rosters);
    screen.still();
    // The first of those that ship: a new one is empty.
    let begun = beginnings(library(), None, None).unwrap();
    let place = begun.iter().position(|(_, begun)| begun.roster.points().0 > 0).unwrap();
    (0..place).for_each(|_| screen.keys(&["Down"]));
    screen.shows(&["Return"], "roster");
}
