//! What is where while events are played.

use hexfray::battle::field::{Glance, Lies, Tone};
use hexfray::battle::{Action, Event, Fact, Rule, SideId, Target, UnitId, Verb};
use hexfray::board::{Board, Cell, Facing};
use hexfray::content::Library;
use hexfray::play::camera::{Glide, centre};
use hexfray::play::motion::{MOST_DICE, Motion, Pose, Shot, Throw, Trace, Way, ajar, glow, lunge, rising};
use hexfray::play::playback::{Playback, Speed};
use hexfray::play::scars::Scar;
use hexfray::play::scene::Scene;
use hexfray::play::sound::Sound;
use hexfray::rules::{AnyBattle, Build, Discharge, Of};
use hexfray::scenario::Scenario;

/// Seconds of a frame.
const FRAME: f32 = 0.01;

fn battle() -> AnyBattle {
    let library = Library::own();
    Scenario::open(library, "crossroads").unwrap().battle(library).unwrap()
}

fn at(board: &Board, column: u16, row: u16) -> Cell {
    board.at(column, row)
}

fn near(a: (f32, f32), b: (f32, f32)) -> bool {
    (a.0 - b.0).hypot(a.1 - b.1) < 0.01
}

/// Every motion that is seen, once, and the board at the end.
fn motions(playback: &mut Playback, battle: &AnyBattle) -> Vec<Motion> {
    let mut seen: Vec<Motion> = Vec::new();
    while playback.busy() {
        playback.tick(&**battle, FRAME, Speed::Normal);
        if let Some((motion, _)) = playback.motion()
            && seen.last() != Some(motion)
        {
            seen.push(motion.clone());
        }
    }
    seen
}

fn event(fact: Fact) -> Event {
    Event { rule: Rule("TEST-01"), fact }
}

/// A unit of each side, three hexes apart.
fn facing_each_other() -> (AnyBattle, Playback, [(UnitId, Cell); 2]) {
    let battle = battle();
    let of = |side: u8| battle.units().into_iter().find(|unit| battle.piece(*unit).side == SideId(side)).unwrap();
    let (one, other) = ((of(0), at(battle.board(), 5, 5)), (of(1), at(battle.board(), 8, 5)));
    let mut scene = Scene::of(&*battle);
    for (unit, cell) in [one, other] {
        scene.units[unit.index()].piece.at = cell;
    }
    (battle, Playback::still(scene), [one, other])
}

/// It begins where it began and ends where it ended, is in the middle in the middle, and slow at both ends.
#[test]
fn a_way_is_gone_from_end_to_end() {
    let battle = battle();
    let board = battle.board();
    let [from, through, to] = [3, 4, 5].map(|column| at(board, column, 5));
    let mut way = Way::of(from, Facing::E);
    way.go(board, through);
    way.go(board, to);
    assert!((way.lasts() - 0.18).abs() < 1e-4);
    assert_eq!(way.cells().collect::<Vec<_>>(), [from, through, to]);
    assert!(near(way.at(board, 0.0).0, centre(board, from)));
    assert!(near(way.at(board, 0.09).0, centre(board, through)));
    assert!(near(way.at(board, 5.0).0, centre(board, to)));
    assert!(way.part(0.018) < 0.05 && way.part(0.162) > 0.95);
}

/// Within the first part of the step, and on the shorter side round.
#[test]
fn who_turns_has_turned_before_the_step_is_over() {
    let battle = battle();
    let board = battle.board();
    let mut way = Way::of(at(board, 5, 5), Facing::SE);
    way.turn(Facing::E);
    assert!((way.lasts() - 0.04).abs() < 1e-4);
    way.go(board, at(board, 6, 5));
    assert!((way.lasts() - 0.09).abs() < 1e-4, "it turns while it goes");
    let degrees: Vec<f32> = (0..=9).map(|hundredth| way.at(board, hundredth as f32 / 100.0).1).collect();
    assert!(degrees[..9].is_sorted(), "{degrees:?}");
    assert_eq!((degrees[0], degrees[9].rem_euclid(360.0)), (300.0, 0.0));
    assert_eq!(degrees[5], 360.0, "half of the way is longer than the turn");
    assert!(near(way.at(board, 0.0).0, centre(board, at(board, 5, 5))));
}

#[test]
fn a_shot_flashes_flies_and_hits() {
    let [begins, flies, hits, over] = [0.0, 0.07, 0.15, 0.18].map(|seconds| Shot::at(Discharge::Bullets, seconds));
    assert!(begins.flash.is_some() && begins.impact.is_none());
    assert!(flies.flash.is_none() && flies.tracer.is_some());
    assert!(hits.tracer.is_none() && hits.impact.is_some());
    assert_eq!(over, Shot::default());
}

/// Whoever strikes comes back, words rise and then fade, and what glows never goes out.
#[test]
fn what_moves_on_the_spot() {
    assert!(lunge(0.0) == 0.0 && lunge(0.14).abs() < 1e-3 && lunge(0.07) > 0.4);
    assert_eq!(rising(0.0), (0.0, 1.0));
    assert_eq!(rising(0.4).1, 1.0);
    assert_eq!(rising(0.7), (24.0, 0.0));
    assert!((0..200).map(|tenth| glow(tenth as f32 / 10.0)).all(|lit| (0.599..1.001).contains(&lit)));
}

/// The dead fade and shrink; calm they only fade. Nobody else is touched.
#[test]
fn the_hurt_shake_and_the_dead_fade() {
    let (unit, other) = (UnitId(3), UnitId(4));
    let dies = Motion::Lost { unit, flash: true };
    assert_eq!(dies.pose(other, 0.3, false), Pose::default());
    let [begins, ends] = [0.0, 0.42].map(|seconds| dies.pose(unit, seconds, false));
    assert_eq!((begins.opaque, begins.white, begins.size), (1.0, 1.0, 1.0));
    assert!(ends.opaque < 1e-3 && (ends.size - 0.8).abs() < 1e-3 && ends.white == 0.0);
    assert_eq!(dies.pose(unit, 0.42, true).size, 1.0);
    let hurt = Motion::Hurt { unit, flash: false };
    let shake = |calm: bool| {
        (0..16).map(|hundredth| hurt.pose(unit, hundredth as f32 / 100.0, calm).shake.abs()).fold(0.0, f32::max)
    };
    assert!(shake(false) > 1.0 && shake(true) == 0.0);
    assert_eq!(hurt.pose(unit, 0.0, false).white, 0.0, "this one does not flash");
}

/// Steps in a row are one way, with the turns between them.
#[test]
fn steps_are_one_way() {
    let (battle, mut playback, [(unit, from), _]) = facing_each_other();
    let board = battle.board();
    let [through, to] = [6, 7].map(|column| at(board, column, 5));
    let began = playback.scene.units[unit.index()].piece.facing;
    let turned = began.left();
    playback.push(&[
        event(Fact::Moved { unit, from, to: through }),
        event(Fact::Table { field: 0, from: 0, to: 0 }),
        event(Fact::Moved { unit, from: through, to }),
        event(Fact::Faced { unit, facing: turned }),
    ]);
    let seen = motions(&mut playback, &battle);
    assert!(matches!(&seen[..], [Motion::Goes(who, way)] if *who == unit && way.end().0 == to), "{seen:?}");
    let piece = playback.scene.units[unit.index()].piece;
    assert_eq!((piece.at, piece.facing), (to, turned));
}

/// An attack that was said is seen once, however many dice are rolled for it.
#[test]
fn an_attack_is_aimed_and_seen_once() {
    for (verb, blow) in [(Verb::Fire, false), (Verb::Strike, true)] {
        let (battle, mut playback, [(by, _), (against, there)]) = facing_each_other();
        let rolled = event(Fact::Rolled { faces: 6, face: 4, need: 3, by, against });
        let action = Action::of(verb, by).at(against);
        playback.push(&[event(Fact::Acted { side: SideId(0), action }), rolled, rolled, rolled]);
        let mut places = Vec::new();
        let seen = motions(&mut playback, &battle);
        let attacks = |motion: &&Motion| matches!(motion, Motion::Shoots { .. } | Motion::Strikes { .. });
        assert_eq!(seen.iter().filter(attacks).count(), 1, "{seen:?}");
        assert!(matches!(seen[0], Motion::Aims { by: who, at: Target::Unit(at) } if (who, at) == (by, against)));
        assert_eq!(matches!(seen[1], Motion::Strikes { .. }), blow);
        // The other one answers, and is shown where it happens.
        playback.push(&[event(Fact::Acted { side: SideId(0), action }), rolled]);
        while playback.busy() {
            playback.tick(&*battle, FRAME, Speed::Normal);
            places.extend(playback.place());
        }
        assert_eq!(places.last(), Some(&there));
    }
}

/// Rolls that nobody has said anything of are a fight between neighbours, and nothing else from afar.
#[test]
fn only_neighbours_fight_without_a_word() {
    for apart in [1, 3] {
        let (battle, mut playback, [(by, from), (against, _)]) = facing_each_other();
        let (column, row) = battle.board().column_row(from);
        playback.scene.units[against.index()].piece.at = at(battle.board(), column + apart, row);
        playback.push(&[event(Fact::Rolled { faces: 6, face: 4, need: 3, by, against })]);
        let seen = motions(&mut playback, &battle);
        assert_eq!(seen.iter().any(|motion| matches!(motion, Motion::Strikes { .. })), apart == 1);
        assert!(!seen.iter().any(|motion| matches!(motion, Motion::Shoots { .. })));
    }
}

/// The field of what there is of a unit.
fn strength(battle: &AnyBattle) -> u8 {
    let glance = |field: &usize| battle.glance(*field) == Some(hexfray::battle::field::Glance::Strength);
    (0..30).find(glance).unwrap() as u8
}

/// A loss rises as a number that nobody waits for; skipping and instant play leave none.
#[test]
fn losses_rise_while_the_battle_goes_on() {
    let (battle, mut playback, [(unit, _), _]) = facing_each_other();
    let loss = event(Fact::Changed { unit, field: strength(&battle), from: 7, to: 5 });
    playback.push(&[loss]);
    let seen = motions(&mut playback, &battle);
    assert!(matches!(seen[..], [Motion::Hurt { .. }]), "{seen:?}");
    let words = |playback: &Playback| {
        let text = |trace: &Trace| if let Trace::Words { text, .. } = trace { Some(text.clone()) } else { None };
        playback.traces().filter_map(|(trace, _)| text(trace)).collect::<Vec<_>>()
    };
    assert_eq!(words(&playback), ["-2"]);
    playback.tick(&*battle, 0.8, Speed::Normal);
    assert_eq!(words(&playback), [""; 0]);
    for speed in [Speed::Fast, Speed::Instant] {
        playback.push(&[loss, loss]);
        playback.tick(&*battle, FRAME, speed);
        assert_eq!(playback.busy(), speed == Speed::Fast);
        playback.skip(&*battle);
        assert!(words(&playback).is_empty() && playback.motion().is_none());
    }
}

/// Whoever loses his nerve trembles, and more strength rises as a number; both are heard. Calm nobody moves.
#[test]
fn nerve_and_healing_are_seen() {
    let (battle, mut playback, [(unit, _), _]) = facing_each_other();
    let nerve =
        |field: &usize| matches!(battle.glance(*field), Some(Glance::Badge(badge)) if badge.tone == Tone::Nerve);
    let field = (0..30).find(nerve).unwrap() as u8;
    playback.push(&[event(Fact::Changed { unit, field, from: 0, to: 1 })]);
    let seen = motions(&mut playback, &battle);
    assert!(matches!(seen[..], [Motion::Shaken { unit: who }] if who == unit), "{seen:?}");
    assert_eq!(playback.heard(), [Sound::Broken]);
    let sways = |calm| (0..50).any(|hundredth| seen[0].pose(unit, hundredth as f32 / 100.0, calm).shake.abs() > 1.0);
    assert!(sways(false) && !sways(true));
    playback.push(&[event(Fact::Changed { unit, field, from: 1, to: 0 })]);
    assert!(matches!(motions(&mut playback, &battle)[..], [Motion::Told(_)]), "it comes back to itself");
    playback.push(&[event(Fact::Changed { unit, field: strength(&battle), from: 3, to: 5 })]);
    let seen = motions(&mut playback, &battle);
    assert!(matches!(seen[..], [Motion::Mended { .. }]), "{seen:?}");
    assert_eq!(playback.heard(), [Sound::Mend]);
    assert!(playback.traces().any(|(trace, _)| matches!(trace, Trace::Words { text, .. } if text == "+2")));
}

/// A state is told by its name alone where it rises from a unit, and a number with its value.
#[test]
fn states_rise_by_their_names() {
    let library = Library::own();
    let battle = Scenario::open(library, "alley").unwrap().battle(library).unwrap();
    let unit = battle.units().first().unwrap();
    let label = |field: usize| battle.label(Of::Unit, field, 2);
    let badge = |field: &usize| matches!(battle.glance(*field), Some(Glance::Badge(_)));
    for (wanted, text) in [(("pinned", "yes"), "pinned"), (("flesh wounds", "2"), "flesh wounds 2")] {
        let is = |field: &usize| label(*field).is_some_and(|(name, said)| (name.as_str(), said.as_str()) == wanted);
        let field = (0..60).filter(badge).find(is).unwrap() as u8;
        let mut playback = Playback::still(Scene::of(&*battle));
        playback.scene.units[unit.index()].piece.at = at(battle.board(), 2, 2);
        playback.push(&[event(Fact::Changed { unit, field, from: 0, to: 2 })]);
        playback.tick(&*battle, FRAME, Speed::Normal);
        let risen = |trace: &Trace| matches!(trace, Trace::Words { text: told, .. } if told == text);
        assert!(playback.traces().any(|(trace, _)| risen(trace)), "{text}");
    }
}

/// What is left of the dead, of fires and of shells that fell on the ground is the same however the battle came there.
#[test]
fn battles_leave_scars() {
    let (battle, mut playback, [(by, here), (_, there)]) = facing_each_other();
    let lies = |lies| (0..30).find(|field| battle.lies(*field, 1) == Some(lies)).unwrap() as u8;
    let burning = at(battle.board(), 2, 2);
    let thrown = Action::of(Verb::Fire, by).hex(there);
    let events = [
        event(Fact::Ground { cell: burning, field: lies(Lies::Fire), from: 0, to: 1 }),
        event(Fact::Ground { cell: burning, field: lies(Lies::Fire), from: 1, to: 0 }),
        event(Fact::Ground { cell: here, field: lies(Lies::Smoke), from: 0, to: 1 }),
        event(Fact::Acted { side: SideId(0), action: thrown }),
    ];
    playback.push(&events);
    motions(&mut playback, &battle);
    let burnt = [(burning, Scar::Burnt)];
    let heavy = matches!(battle.discharge(thrown), Discharge::Shell | Discharge::Lob);
    let crater = heavy.then_some((there, Scar::Crater));
    assert_eq!(playback.scars.iter().collect::<Vec<_>>(), burnt.into_iter().chain(crater).collect::<Vec<_>>());
    assert_eq!(Playback::after(&*battle, &events).scars, playback.scars);
    assert!(Playback::after(&*battle, &[]).scars.iter().next().is_none());
}

/// However fast it is played, there are no more than three flashes in a second.
#[test]
fn flashes_are_few() {
    let (battle, mut playback, [(unit, _), _]) = facing_each_other();
    let loss = event(Fact::Changed { unit, field: strength(&battle), from: 7, to: 5 });
    playback.push(&vec![loss; 100]);
    let (mut flashes, mut white) = (0, false);
    for _ in 0..200 {
        playback.tick(&*battle, 0.005, Speed::Fast);
        let flash = matches!(playback.motion(), Some((Motion::Hurt { flash: true, .. }, _)));
        flashes += u8::from(flash && !white);
        white = flash;
    }
    assert!(playback.busy() && flashes == 3, "{flashes}");
}

/// The camera is there in time, and gets slower on its way.
#[test]
fn the_camera_glides() {
    let mut glide = Glide::new((0.0, 100.0), (130.0, 100.0));
    let steps: Vec<((f32, f32), bool)> = (0..26).map(|_| glide.tick(FRAME)).collect();
    let first = steps[1].0.0 - steps[0].0.0;
    let last = steps[24].0.0 - steps[23].0.0;
    assert!(first > 4.0 * last && last > 0.0, "{first} {last}");
    assert_eq!(glide.tick(FRAME), ((130.0, 100.0), true));
    assert!(steps[..24].iter().all(|step| !step.1));
}

/// A shot at the ground is aimed, flies, and goes off there.
#[test]
fn a_shot_at_the_ground_goes_off() {
    let (battle, mut playback, [(by, _), (_, there)]) = facing_each_other();
    let action = Action::of(Verb::Fire, by).hex(there);
    playback.push(&[event(Fact::Acted { side: SideId(0), action })]);
    let seen = motions(&mut playback, &battle);
    assert!(matches!(seen[..], [Motion::Aims { .. }, Motion::Shoots { at: Target::Hex(at), .. }] if at == there));
    assert!(playback.traces().any(|(trace, _)| *trace == Trace::Burst(there)));
}

/// Of a whole battle: whoever is lost is seen to be lost, once, and nobody else.
#[test]
fn every_death_is_seen() {
    let mut session = super::session("crossroads", 1, &["utility", "utility"]);
    let mut seat = hexfray::opponents::opponent(Library::own(), session.battle(), "utility").unwrap();
    while session.battle().decision().is_some() {
        let action = seat.choose(session.battle(), u64::from(session.battle().number()));
        session.play(action).unwrap();
    }
    let (mut told, mut lost) = (0, Vec::new());
    let mut playback = Playback::still(Scene::of(&*session.battle_at(0).unwrap().0));
    for number in 0..=session.battle().number() {
        let (battle, events) = session.battle_at(number).unwrap();
        playback.push(&events[told..]);
        told = events.len();
        for motion in motions(&mut playback, &battle) {
            if let Motion::Lost { unit, .. } = motion {
                lost.push(unit);
            }
        }
        assert_eq!(playback.scene, Scene::of(&*battle));
        let fallen = lost.iter().filter(|unit: &&UnitId| battle.looks(**unit).build != Build::Machine).count();
        assert!(playback.scars.iter().count() >= fallen.min(1), "nothing is left of {fallen}");
    }
    lost.sort();
    let battle = session.battle();
    let dead: Vec<UnitId> = battle.units().into_iter().filter(|unit| !battle.alive(*unit)).collect();
    assert!(!dead.is_empty());
    assert_eq!(lost, dead);
}

/// Dice of one kind for one thing fall together, others on their own; they come to rest one after the other.
#[test]
fn dice_fall_together() {
    let (battle, mut playback, [(by, _), (against, _)]) = facing_each_other();
    let roll = |face, need| event(Fact::Rolled { faces: 6, face, need, by, against });
    playback.push(&[roll(4, 3), roll(1, 3), roll(6, 3), roll(2, 5)]);
    let throw = |need, shown: &[u8]| Motion::Rolls(Throw { faces: 6, need, shown: shown.to_vec() });
    assert_eq!(motions(&mut playback, &battle), [throw(3, &[4, 1, 6]), throw(5, &[2])]);
    let dice = Throw { faces: 6, need: 3, shown: vec![4; 20] };
    let resting = |seconds, calm| dice.dice(seconds, calm).filter(|(_, turn)| turn.is_none()).count();
    assert_eq!((resting(0.0, false), resting(0.0, true)), (0, MOST_DICE));
    let lasts = Motion::Rolls(dice.clone()).lasts();
    let counts: Vec<usize> = (0..=20).map(|part| resting(lasts * part as f32 / 20.0, false)).collect();
    assert!(counts.is_sorted() && counts[20] == MOST_DICE && counts[10] < MOST_DICE, "{counts:?}");
    let faces = |seconds| dice.dice(seconds, false).map(|(face, _)| face).collect::<Vec<_>>();
    assert!(faces(0.1).iter().all(|face| (1..=6).contains(face)));
    assert_eq!(faces(lasts), [4; MOST_DICE]);
}

/// A door that is opened slides open, and shut again.
#[test]
fn doors_slide() {
    let library = Library::own();
    for name in ["dead_air", "drowned_store"] {
        let battle = Scenario::open(library, name).unwrap().battle(library).unwrap();
        let cell = battle.board().cells().find(|c| battle.board().terrain[c.index()].is_doorway()).unwrap();
        let field = (0..40).find(|field| battle.lies(*field, 1) == Some(Lies::Ajar)).unwrap() as u8;
        let mut playback = Playback::still(Scene::of(&*battle));
        for (from, to) in [(0, 1), (1, 0)] {
            playback.push(&[event(Fact::Ground { cell, field, from, to })]);
            playback.tick(&*battle, FRAME, Speed::Normal);
            let slides = Trace::Slides { cell, opens: to == 1 };
            assert!(playback.traces().any(|(trace, _)| *trace == slides), "{name}");
            playback.tick(&*battle, slides.lasts(), Speed::Normal);
            assert!(playback.traces().next().is_none());
        }
    }
    let half = [true, false].map(|opens| ajar(opens, 0.11));
    assert!(half.iter().all(|part| (part - 0.5).abs() < 0.01), "{half:?}");
    assert_eq!([ajar(true, 1.0), ajar(false, 1.0)], [1.0, 0.0]);
}

/// What a weapon shoots is seen: each kind in a battle where it is carried.
#[test]
fn shots_look_like_what_is_shot() {
    let library = Library::own();
    for (name, weapon, looks) in [
        ("rockets_over_the_river", "acid mortar", Discharge::Lob),
        ("toll_bridge", "flame projector", Discharge::Flame),
        ("gun_line", "field gun", Discharge::Shell),
        ("gun_line", "musket", Discharge::Bullets),
        ("convoy", "Autogun", Discharge::Bullets),
        ("alley", "Pistol", Discharge::Bullets),
    ] {
        let battle = Scenario::open(library, name).unwrap().battle(library).unwrap();
        let shots = battle.units().into_iter().flat_map(|unit| (0..6).map(move |place| (unit, place)));
        let fires = format!("Fire {weapon}").to_lowercase();
        let found = shots
            .map(|(unit, place)| Action::of(Verb::Fire, unit).with(place).at(unit))
            .find(|action| battle.button(*action).name.to_lowercase() == fires);
        assert_eq!(found.map(|action| battle.discharge(action)), Some(looks), "{weapon} in {name}");
    }
    // A flame takes longer to be seen than a bullet.
    let lasts = |looks| Motion::Shoots { by: UnitId(0), at: Target::None, flash: false, looks }.lasts();
    assert!(lasts(Discharge::Flame) > 2.0 * lasts(Discharge::Bullets));
}
