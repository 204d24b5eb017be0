//! The frame laid out without a window: what is read on it, and that nothing lies on anything else.

use egui_macroquad::egui::{self, Rect, Shape, pos2, vec2};

use crate::battle::{Target, Verb};
use crate::content::Library;
use crate::league::campaigns::fight;
use crate::lesson::{Means, Progress, Task, Until, lessons};
use crate::play::camera::Camera;
use crate::play::game::Game;
use crate::play::guide::{Course, Guide};
use crate::play::playback::Speed;
use crate::scenario::{Scenario, Session};

use super::super::aftermath::Aftermath;
use super::super::battle::{BattleScreen, Over, Play};
use super::super::model::danger::{Gaze, Menace};
use super::super::model::hints::hints;
use super::super::model::layout::{Layout, fitting};
use super::super::model::settings::Settings;
use super::super::style;
use super::super::widgets::rect;
use crate::play::replay::Replay;

/// Text where it is seen.
pub(in crate::view) struct Read {
    pub(in crate::view) text: String,
    rows: Vec<Rect>,
    /// Whether a row goes on beyond where it may be seen, to the left or right.
    pub(in crate::view) cut: bool,
}

fn gather(shape: &Shape, clip: Rect, out: &mut Vec<Read>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| gather(shape, clip, out)),
        Shape::Text(text) => {
            let seen = |row: &egui::epaint::text::Row| row.rect.translate(text.pos.to_vec2()).intersect(clip);
            let written = || text.galley.rows.iter().filter(|row| !row.glyphs.is_empty());
            let cut = written().any(|row| {
                let (whole, seen) = (row.rect.translate(text.pos.to_vec2()), seen(row));
                seen.height() > 4.0 && seen.width() > 0.5 && seen.width() < whole.width() - 1.0
            });
            let rows: Vec<Rect> = written().map(seen).filter(|row| row.width() > 0.5 && row.height() > 4.0).collect();
            if !rows.is_empty() && !text.galley.text().trim().is_empty() {
                out.push(Read { text: text.galley.text().to_owned(), rows, cut });
            }
        }
        _ => {}
    }
}

/// What panels are laid out in, with the game's fonts, which are there from the frame after the first.
pub(in crate::view) fn dressed() -> egui::Context {
    let ctx = egui::Context::default();
    style::dress(&ctx);
    ctx
}

/// What is read in a window of this size, in points.
pub(in crate::view) fn read(
    ctx: &egui::Context,
    size: egui::Vec2,
    mut lay_out: impl FnMut(&egui::Context),
) -> Vec<Read> {
    let mut texts = Vec::new();
    for _ in 0..3 {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), size);
        let input = egui::RawInput { screen_rect: Some(rect), ..egui::RawInput::default() };
        let output = ctx.run(input, &mut lay_out);
        texts.clear();
        output.shapes.iter().for_each(|clipped| gather(&clipped.shape, clipped.clip_rect, &mut texts));
    }
    texts
}

/// Windows from 800x600 to 2560x1440 with text of 75 to 250 %, as far as they have room for it, in points.
pub(in crate::view) fn windows() -> Vec<egui::Vec2> {
    let mut sizes = Vec::new();
    for window in [(800.0, 600.0), (1280.0, 800.0), (2560.0, 1440.0)] {
        for wished in [0.75, 1.0, 1.5, 2.5] {
            let scale = fitting(wished, window);
            sizes.push(vec2(window.0 / scale, window.1 / scale));
        }
    }
    sizes.dedup();
    sizes
}

/// In windows from 800x600 to 2560x1440 with text of 75 to 250 %, through the decisions of battles of each ruleset: what
/// is written lies in the window, no text on another, and none as files or programs write it.
#[test]
fn what_is_written_can_be_read() {
    let library = Library::own();
    let ctx = dressed();
    let windows = [(800.0, 600.0), (1280.0, 800.0), (2560.0, 1440.0)];
    let scales = [0.75, 1.0, 1.5, 2.5];
    for name in ["crossroads", "dead_air", "hold_the_corridor", "alley", "convoy"] {
        let scenario = Scenario::open(library, name).expect("it ships");
        let session = Session::begin(library, scenario, 3).expect("it is sound");
        let players = session.battle().players();
        let owners = (0..players).map(|side| if side == 0 { "person" } else { "random" }.to_owned());
        let game = Game::new(library, session.owned_by(owners.collect()), None).expect("there are such opponents");
        let mut screen = BattleScreen::new(library, Play::Game(Box::new(game)), None);
        let (mut seen, mut threats) = (0, 0);
        for round in 0..36 {
            let mut waited = 0;
            while let Play::Game(game) = &mut screen.play
                && game.offer.is_none()
                && game.session().battle().outcome().is_none()
                && waited < 4000
            {
                game.tick(0.05, Speed::Instant);
                waited += 1;
            }
            // The areas on the board have a legend.
            screen.overlay.threat = (round >= 12).then_some(Menace::All);
            screen.overlay.gaze = (round >= 24).then_some(if round % 2 == 0 { Gaze::Fire } else { Gaze::Sight });
            if let Play::Game(game) = &screen.play {
                screen.overlay.keep_up(game, None);
            }
            if round % 3 == 0 {
                for (place, window) in windows.into_iter().enumerate() {
                    let scale = fitting(scales[(round / 3 + place) % scales.len()], window);
                    let size = vec2(window.0 / scale, window.1 / scale);
                    let texts = read(&ctx, size, |ctx| screen.panels(ctx, &Settings::default(), &mut Vec::new()));
                    seen += texts.len();
                    let bare = texts.iter().find(|read| read.text.ends_with(','));
                    assert!(bare.is_none(), "{name}: no space after {:?}", bare.map(|read| &read.text));
                    threats += texts.iter().filter(|read| read.text == "Enemies can shoot here").count();
                    check(&texts, size, &format!("{name}, decision {round}, {} x {}", size.x, size.y));
                }
            }
            if let Play::Game(game) = &mut screen.play {
                game.relieve(false);
            }
        }
        assert!(seen > 500, "{name}: only {seen} texts");
        assert!(threats > 0 || name == "hold_the_corridor", "{name}: no legend");
    }
}

/// Beside somebody whom one could shoot at stands how likely that is to hurt, in the part of the board that is free.
#[test]
fn the_chance_stands_at_the_target() {
    let library = Library::own();
    let ctx = dressed();
    let scenario = Scenario::open(library, "patrol").expect("it ships");
    let session = Session::begin(library, scenario, 3).expect("it is sound");
    let owners = vec!["person".to_owned(), "utility".to_owned()];
    let game = Game::new(library, session.owned_by(owners), None).expect("there are such opponents");
    let mut screen = BattleScreen::new(library, Play::Game(Box::new(game)), None);
    let shot = loop {
        let Play::Game(game) = &mut screen.play else { unreachable!() };
        game.tick(0.05, Speed::Instant);
        assert!(game.session().battle().outcome().is_none(), "nobody could shoot");
        let Some(offer) = &game.offer else { continue };
        let shots = offer.actions.iter().copied().filter(|action| action.verb == Verb::Fire);
        let mut aimed = shots.filter_map(|action| match action.target {
            Target::Unit(unit) => Some((action.unit, game.table.view.piece(unit).at)),
            _ => None,
        });
        match aimed.next() {
            Some(shot) => break shot,
            None => game.relieve(false),
        }
    };
    let size = vec2(1280.0, 800.0);
    let free = Layout::of((size.x, size.y)).free;
    if let Play::Game(game) = &mut screen.play {
        game.hand.unit = Some(shot.0);
        let board = game.table.view.board();
        screen.camera = Some(Camera { room: free, ..Camera::whole(board, free) });
        screen.hovered = Some(shot.1);
    }
    let told = (0..1000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(5));
        let texts = read(&ctx, size, |ctx| screen.panels(ctx, &Settings::default(), &mut Vec::new()));
        let chance = texts.iter().find(|read| read.text == "to hurt");
        chance.is_some_and(|read| read.rows.iter().all(|row| rect(free).contains_rect(*row)))
    });
    assert!(told, "no chance at the target");
    assert!(!screen.is_busy(), "it waits for the person");
    if let Play::Game(game) = &mut screen.play {
        game.relieve(false);
    }
    assert!(screen.is_busy(), "a computer decides");
}

/// A short battle that two computers have fought to its end.
fn fought(library: &'static Library) -> Session {
    let session = begun(library, "patrol", &["utility", "utility"]);
    to_the_end(library, session)
}

fn begun(library: &'static Library, scenario: &str, owners: &[&str]) -> Session {
    let scenario = Scenario::open(library, scenario).expect("it ships");
    let session = Session::begin(library, scenario, 3).expect("it is sound");
    session.owned_by(owners.iter().map(|owner| (*owner).to_owned()).collect())
}

fn to_the_end(library: &'static Library, mut session: Session) -> Session {
    fight(library, &mut session, |_| ()).expect("there are such opponents");
    session
}

/// So can the curtain between two persons at one machine, on which nothing of the battle is written.
#[test]
fn the_curtain_can_be_read() {
    let library = Library::own();
    let ctx = dressed();
    let session = begun(library, "crossroads", &["person", "person"]);
    let mut game = Game::new(library, session, None).expect("it is sound");
    while game.curtain.is_none() {
        game.relieve(false);
        while game.offer.is_none() && game.curtain.is_none() {
            assert!(game.session().battle().outcome().is_none(), "nothing was secret");
            game.tick(0.05, Speed::Instant);
        }
    }
    let mut screen = BattleScreen::new(library, Play::Game(Box::new(game)), None);
    for size in windows() {
        let texts = read(&ctx, size, |ctx| _ = screen.ui(ctx, &mut Settings::default(), &[]));
        let [who, why, here] = &texts[..] else { panic!("{size:?}: {} texts", texts.len()) };
        assert!(who.text.ends_with("come to the keyboard"), "{:?}", who.text);
        assert_eq!((&*why.text, &*here.text), ("What the others chose is covered.", "I am here (Enter)"));
        check(&texts, size, &format!("the curtain, {size:?}"));
    }
}

/// So can what stands about a replay: at its beginning, within it and at its end, for two sides and for five.
#[test]
fn a_replay_can_be_read() {
    let library = Library::own();
    let ctx = dressed();
    let five = to_the_end(library, begun(library, "missing_robot_five", &["random"; 5]));
    for session in [fought(library), five] {
        let replay = Replay::new(library, session);
        let last = replay.length();
        let sides = replay.table.view.players();
        let mut screen = BattleScreen::new(library, Play::Replay(Box::new(replay)), None);
        for position in [0, last / 2, last] {
            if let Play::Replay(replay) = &mut screen.play {
                replay.go(position);
            }
            for size in windows() {
                let texts = read(&ctx, size, |ctx| screen.panels(ctx, &Settings::default(), &mut Vec::new()));
                let told = |words: &str| texts.iter().any(|read| read.text == words);
                assert!(told(&format!("{position} of {last}")), "{size:?}");
                assert_eq!(told("Play on from here as"), position < last, "{size:?}");
                check(&texts, size, &format!("a replay of {sides} sides at {position}, {size:?}"));
            }
        }
    }
}

/// So can whoever speaks to a learner: the bubble of hints, and of every task of every lesson, with what it is about.
#[test]
fn what_is_said_to_learners_can_be_read() {
    let library = Library::own();
    let ctx = dressed();
    let hints = {
        let game = Game::new(library, begun(library, "crossroads", &["person", "utility"]), None).expect("it is sound");
        let guide = Guide::hints(hints(&Settings::default().keys), &**game.session().battle());
        (game, guide)
    };
    let lessons = lessons(library).expect("they are sound");
    let parts = lessons.iter().flat_map(|lesson| (0..lesson.parts.len()).map(move |part| (lesson, part)));
    let taught = parts.map(|(lesson, part)| {
        let (lesson, taught) = (lesson.clone(), &lesson.parts[part]);
        let game = Game::new(library, taught.begin(library).expect("it is sound"), None).expect("it is sound");
        // Its tasks are gone through by reading them.
        let read = |task: &Task| Task { until: Until::Read, ..task.clone() };
        let tasks = taught.tasks.iter().map(read).collect();
        let progress = Progress::of(tasks, taught.learner, taught.end.clone(), &**game.session().battle());
        (game, Guide { progress, course: Some(Course { lesson, part }) })
    });
    for (mut game, guide) in std::iter::once(hints).chain(taught) {
        while game.offer.is_none() {
            game.tick(0.05, Speed::Instant);
        }
        let (about, tasks) = (guide.heading(), guide.progress.count().1);
        let onward = guide.course.is_some();
        game.guide = Some(guide);
        let mut screen = BattleScreen::new(library, Play::Game(Box::new(game)), None);
        for task in 0..tasks + usize::from(onward) {
            for size in windows() {
                let texts = read(&ctx, size, |ctx| screen.panels(ctx, &Settings::default(), &mut Vec::new()));
                let Play::Game(game) = &mut screen.play else { unreachable!() };
                let said = game.guide.as_ref().expect("it speaks").progress.words(Means::Window);
                assert!(texts.iter().any(|read| read.text == said), "{about}, {task}, {size:?}: {said}");
                check(&texts, size, &format!("{about}, {task}, {size:?}"));
                // It does not speak into what lies over the board.
                screen.over = Over::Menu;
                let texts = read(&ctx, size, |ctx| screen.panels(ctx, &Settings::default(), &mut Vec::new()));
                assert!(texts.iter().all(|read| read.text != said), "{about}, {task}, {size:?}: {said}");
                screen.over = Over::Nothing;
            }
            assert!(screen.heed().is_none() || task == tasks);
        }
    }
}

/// What lies over the board can be read too: the menu, the keys, a rule, the log, why computers did what they did, a
/// sheet.
#[test]
fn what_lies_over_the_board_can_be_read() {
    let library = Library::own();
    let ctx = dressed();
    let session = fought(library);
    let replay = Replay::new(library, session);
    let last = replay.length();
    let mut screen = BattleScreen::new(library, Play::Replay(Box::new(replay)), None);
    if let Play::Replay(replay) = &mut screen.play {
        replay.go(last);
    }
    let first = screen.play.session().battle().listed().next().expect("there are units");
    let overs = [Over::Menu, Over::Help, Over::Why, Over::Codex, Over::Log, Over::Sheet(first)];
    for (window, scale) in
        [((800.0, 600.0), 1.0), ((1280.0, 800.0), 1.0), ((1280.0, 800.0), 1.5), ((2560.0, 1440.0), 2.0)]
    {
        let size = vec2(window.0 / scale, window.1 / scale);
        for over in &overs {
            match over {
                Over::Why => screen.inquire(),
                Over::Codex => screen.look_up("HEX-ASLT-06"),
                over => screen.over = over.clone(),
            }
            while let Some(inquiry) = screen.inquiry.as_mut().filter(|inquiry| inquiry.thinks()) {
                inquiry.poll();
            }
            let texts = read(&ctx, size, |ctx| screen.lay_over(ctx, &mut Vec::new()));
            assert!(texts.len() > 5, "{over:?}, {size:?}: {} texts", texts.len());
            check(&texts, size, &format!("{over:?}, {size:?}"));
        }
    }
}

/// A report has a picture of the window, so the name of the person's own folder is nowhere on it: not in the menu, not in a
/// notice.
#[test]
fn nothing_personal_is_shown() {
    let library = Library::own();
    let ctx = dressed();
    let home = directories::BaseDirs::new().expect("there is a home").home_dir().to_string_lossy().into_owned();
    let session = begun(library, "patrol", &["person", "utility"]);
    let game = Game::new(library, session, Some(format!("{home}/journals/patrol.journal"))).expect("it is sound");
    let mut screen = BattleScreen::new(library, Play::Game(Box::new(game)), None);
    screen.say(format!("{home}/saves: no room"));
    screen.over = Over::Menu;
    let texts = read(&ctx, vec2(1280.0, 800.0), |ctx| {
        screen.panels(ctx, &Settings::default(), &mut Vec::new());
        screen.lay_over(ctx, &mut Vec::new());
    });
    let told = |wanted: &str| texts.iter().any(|read| read.text.contains(wanted));
    assert!(told("~/journals/patrol.journal") && told("~/saves: no room") && !told(&home));
}

/// So can the result, with the picture of the field and how the chances went, and the question whether to give up.
#[test]
fn the_result_can_be_read() {
    let library = Library::own();
    let ctx = dressed();
    let four = to_the_end(library, begun(library, "burning_wood_four", &["random"; 4]));
    for session in [fought(library), four] {
        let game = Game::new(library, session, None).expect("it is sound");
        let aftermath = Aftermath::new(library, &game, 0.0);
        let mut screen = BattleScreen::new(library, Play::Game(Box::new(game)), None);
        (screen.aftermath, screen.clock) = (Some(aftermath), 10.0);
        for size in windows() {
            for over in [Over::Result, Over::Concession] {
                screen.over = over.clone();
                let mut texts = Vec::new();
                // What is worked out beside the frame may take a while.
                for _ in 0..3000 {
                    screen.aftermath.iter_mut().for_each(Aftermath::keep_up);
                    texts = read(&ctx, size, |ctx| screen.lay_over(ctx, &mut Vec::new()));
                    let told = |wanted: &str| texts.iter().any(|read| read.text.starts_with(wanted));
                    if told("Give up") || told("How ") && told("Rematch") {
                        break;
                    }
                    std::thread::sleep(std::time::Duration::from_millis(10));
                }
                let told: Vec<&str> = texts.iter().map(|read| &*read.text).collect();
                let wanted = if over == Over::Result { "Rematch" } else { "Give up" };
                assert!(told.contains(&wanted), "{over:?}, {size:?}: {told:?}");
                check(&texts, size, &format!("{over:?}, {size:?}"));
            }
        }
    }
}

pub(in crate::view) fn check(texts: &[Read], size: egui::Vec2, at: &str) {
    let window = Rect::from_min_size(pos2(0.0, 0.0), size).expand(0.5);
    for (place, read) in texts.iter().enumerate() {
        let Read { text, rows, cut } = read;
        assert!(!cut, "{at}: {text:?} is cut off: {rows:?}");
        assert!(rows.iter().all(|row| window.contains_rect(*row)), "{at}: {text:?} leaves the window: {rows:?}");
        let raw = ["_", "[", "]", "{", "->", "::"].into_iter().find(|raw| text.contains(raw));
        let flag = text.split([' ', ',', '.']).find(|word| matches!(*word, "true" | "false"));
        assert!(raw.is_none() && flag.is_none(), "{at}: {text:?}");
        for other in &texts[..place] {
            let over = |a: &Rect, b: &Rect| {
                let both = a.intersect(*b);
                both.width() > 1.5 && both.height() > 4.0
            };
            let lies = rows.iter().any(|row| other.rows.iter().any(|under| over(row, under)));
            assert!(!lies, "{at}: {text:?} lies on {:?}: {rows:?}, {:?}", other.text, other.rows);
        }
    }
}
