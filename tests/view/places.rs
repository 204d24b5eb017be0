//! Where things are, and what words lead where.

use hexfray::battle::field::Tone;
use hexfray::board::Cell;
use hexfray::content::Library;
use hexfray::play::camera::{Camera, Frame, centre, extent, hex_at, middle};
use hexfray::play::playback::Speed;
use hexfray::play::scene::Scene;
use hexfray::play::words::{self, Mark};
use hexfray::scenario::Scenario;
use hexfray::telling::{About, Line, Span};
use hexfray::view::model::keys::{Chord, Command};
use hexfray::view::model::settings::Settings;

use super::session;

const FRAME: Frame = Frame { x: 10.0, y: 60.0, width: 900.0, height: 500.0 };

/// The centre of every hex of every map, decks included, is in that hex, and within the board.
#[test]
fn every_hex_is_found_where_it_is_drawn() {
    let library = Library::own();
    for name in library.map_names() {
        let board = &library.map(name).unwrap().0;
        let (width, height) = extent(board);
        for cell in board.cells() {
            let (x, y) = centre(board, cell);
            assert_eq!(hex_at(board, (x, y)), Some(cell), "{name} {}", board.label(cell));
            assert_eq!(hex_at(board, (x + 20.0, y - 12.0)), Some(cell));
            assert!((0.0..width).contains(&x) && (0.0..height).contains(&y));
        }
        assert_eq!(hex_at(board, (-100.0, -100.0)), None);
    }
}

/// In another window a board that was seen as a whole still is, and one that was zoomed in is not zoomed out of sight.
#[test]
fn the_camera_goes_over_to_another_window() {
    let library = Library::own();
    let board = &library.map("crossroads").unwrap().0;
    let large = Frame { width: 2.0 * FRAME.width, height: 2.0 * FRAME.height, ..FRAME };
    let mut camera = Camera::whole(board, FRAME);
    let small = camera.scale;
    camera.refit(board, large, 0.65);
    assert_eq!(camera.scale, Camera::whole(board, large).scale);
    camera.refit(board, FRAME, 0.65);
    assert_eq!(camera.scale, small);
    camera.zoom(4.0, FRAME.middle());
    let zoomed = camera.scale;
    camera.refit(board, large, 0.65);
    assert!(camera.scale > zoomed);
    let readable = camera.scale;
    camera.refit(board, Frame { width: 60.0, height: 60.0, ..FRAME }, readable);
    assert_eq!(camera.scale, readable);
}

/// The whole board fits; what is under the mouse stays there while zooming; a hex is brought into sight.
#[test]
fn the_camera_keeps_its_promises() {
    let board = &Library::own().map("crossroads").unwrap().0;
    let mut camera = Camera::whole(board, FRAME);
    for cell in board.cells() {
        assert!(FRAME.has(camera.to_screen(centre(board, cell))));
    }
    let at = (300.0, 200.0);
    let before = camera.to_plane(at);
    camera.zoom(3.0, at);
    let after = camera.to_plane(at);
    assert!((before.0 - after.0).abs() < 0.01 && (before.1 - after.1).abs() < 0.01);
    let corner = board.at(board.width, board.height);
    assert!(!FRAME.has(camera.to_screen(centre(board, corner))));
    camera.show(board, corner);
    assert!(FRAME.has(camera.to_screen(centre(board, corner))));
    // Looking at a corner shows no more than the margin beyond it.
    let (right, bottom) = camera.to_plane((FRAME.x + FRAME.width, FRAME.y + FRAME.height));
    assert!((right - extent(board).0) * camera.scale < 31.0 && (bottom - extent(board).1) * camera.scale < 31.0);
    let whole = Camera::whole(board, FRAME);
    let mut still = whole;
    board.cells().for_each(|cell| still.show(board, cell));
    assert_eq!(still, whole, "what is seen already moves nothing");
    camera.pan(board, (-1e9, 1e9));
    assert_eq!((camera.target.0, camera.target.1), (extent(board).0, 0.0));
}

/// Lines of the log lead to the unit or hex that they name, and to their rules.
#[test]
fn lines_lead_somewhere() {
    let library = Library::own();
    let text = include_str!("../window/assets/scenarios/close_quarters.ron");
    let battle = Scenario::parse(library, "close_quarters.ron", text).unwrap().battle(library).unwrap();
    let (battle, board) = (&*battle, battle.board());
    let unit = battle.units().find(|u| battle.piece(*u).at.is_some()).unwrap();
    let there = Some(battle.piece(unit).at);
    let line = Line::of("  ").unit(battle, unit).words(" does something  ").rule("HEX-ASLT-02");
    assert_eq!(line.place(battle), there);
    assert_eq!(Line::of("hex ").about(About::Hex(board.at(3, 4)), "3.4").place(battle), Some(board.at(3, 4)));
    assert_eq!(Line::of("nothing of the kind at 11.4").place(battle), None);
    assert_eq!(line.0[2], Span { text: " does something  ".to_owned(), about: About::Nothing });
    assert_eq!(line.0[3], Span { text: "[HEX-ASLT-02]".to_owned(), about: About::Rule("HEX-ASLT-02".to_owned()) });
    assert_eq!(words::capital("élan"), "Élan");
}

/// Rows of a line are as long as they may be, broken between words, and nothing is lost but the blanks there.
#[test]
fn long_lines_are_broken_between_words() {
    let line = Line::of("  A6 Stormtrooper 3: 10.3 -> 11.3, hexes moved 0 -> 1  ").rule("ITEN-MOVE-01");
    let rows = |line: &Line, most| line.rows(most).iter().map(|row| row.plain()).collect::<Vec<_>>();
    assert_eq!(rows(&line, 30), ["  A6 Stormtrooper 3: 10.3 ->", "11.3, hexes moved 0 -> 1 ", "[ITEN-MOVE-01]"]);
    assert_eq!(line.rows(30)[2].0[0].about, About::Rule("ITEN-MOVE-01".to_owned()));
    assert_eq!(rows(&line, 500), [line.plain()]);
    assert_eq!(rows(&Line::of("ééééé"), 2), ["éé", "éé", "é"]);
    assert_eq!(rows(&Line::default(), 0), [""]);
}

/// The legend has what lies on the board and on its counters, each once.
#[test]
fn the_legend_has_all_that_is_to_be_seen() {
    let library = Library::own();
    let text = include_str!("../window/assets/scenarios/close_quarters.ron");
    let scenario = Scenario::parse(library, "close_quarters.ron", text).unwrap();
    let battle = scenario.battle(library).unwrap();
    let legend = words::legend(&*battle, &Scene::of(&*battle));
    let meaning = |tone: Tone| {
        let of = |mark: &Mark| matches!(mark, Mark::Badge(badge) if badge.tone == tone);
        legend.iter().filter(|(mark, _)| of(mark)).map(|(_, m)| m.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(meaning(Tone::Nerve), ["shaken"]);
    assert_eq!(meaning(Tone::Blood), ["bleed d6"]);
    assert_eq!(legend.len(), 2, "{legend:?}");
}

/// Settings come back as they were kept; a file that makes no sense stands for what everybody gets.
#[test]
fn settings_are_kept() {
    let folder = std::env::temp_dir().join(format!("hexfray-settings-{}", std::process::id()));
    let file = folder.join("deep").join("window.ron");
    let mut settings = Settings { labels: false, others: Some(Speed::Fast), patience: Some(5), ..Settings::default() };
    assert_eq!([false, true].map(|computer| settings.speed_of(computer)), [Speed::Normal, Speed::Fast]);
    assert_eq!(Settings::default().speed_of(true), Speed::Normal);
    settings.rescale(true, (1280.0, 800.0));
    settings.keys.bind(Command::Undo, Chord::try_from("Ctrl+U".to_owned()).unwrap()).unwrap();
    settings.write(Some(&file)).unwrap();
    assert_eq!(Settings::read(Some(&file)), (settings.clone(), None));
    assert_eq!(settings.scale, Some(125));
    for number in 1..=2 {
        std::fs::write(&file, "(scale: 9000, speed: warp").unwrap();
        let (read, told) = Settings::read(Some(&file));
        assert_eq!(read, Settings::default());
        let aside = file.with_extension(format!("ron.broken-{number}"));
        assert!(told.unwrap().contains(&aside.display().to_string()), "who wrote it finds it again");
        assert_eq!(std::fs::read_to_string(aside).unwrap(), "(scale: 9000, speed: warp");
        assert_eq!(Settings::read(Some(&file)), (Settings::default(), None), "told once");
    }
    std::fs::write(&file, "").unwrap();
    assert_eq!(Settings::read(Some(&file)), (Settings::default(), None), "nothing was written");
    std::fs::write(&file, "(scale: 9000)").unwrap();
    assert_eq!(Settings::read(Some(&file)).0.scale, Some(250), "as older versions wrote it");
    std::fs::write(&file, "(learnt: [\"aboard/1\"])").unwrap();
    let older = Settings::read(Some(&file)).0;
    assert!(older.learnt.contains("aboard/1"), "older versions kept what was learnt here");
    older.write(Some(&file)).unwrap();
    assert!(Settings::read(Some(&file)).0.learnt.is_empty(), "which lies elsewhere now");
    assert_eq!(Settings::read(None), (Settings::default(), None));
    assert!(settings.write(None).is_err());
    std::fs::remove_dir_all(folder).unwrap();
}

/// Text goes by the window as long as nobody chooses its size; from there on it stays what was chosen.
#[test]
fn text_is_as_large_as_the_window_allows() {
    let mut settings = Settings::default();
    let windows = [(800.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0), (2560.0, 1440.0), (3840.0, 2160.0)];
    assert_eq!(windows.map(|window| settings.size(window)), [100, 100, 125, 175, 250]);
    settings.rescale(false, (2560.0, 1440.0));
    assert_eq!(windows.map(|window| settings.size(window)), [150; 5]);
}

/// The middle of a fight lies between those who fight; who is not on the board counts for nothing.
#[test]
fn a_fight_has_a_middle() {
    let session = session("crossroads", 1, &["utility", "utility"]);
    let board = session.battle().board();
    let [left, right] = [board.at(2, 5), board.at(8, 5)];
    assert_eq!(middle(board, [left, Cell::NONE, right]), Some(centre(board, board.at(5, 5))));
    assert_eq!(middle(board, [Cell::NONE]), None);
}
