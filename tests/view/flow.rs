//! Battles fought and told again through the window's model.

use std::time::{Duration, Instant};

use hexfray::battle::{Action, Kind, SideId, Target, UnitId, Verb};
use hexfray::board::{Cell, Terrain};
use hexfray::content::Library;
use hexfray::opponents;
use hexfray::play::bar::Press;
use hexfray::play::game::Game;
use hexfray::play::offer::{Meaning, Offer};
use hexfray::play::playback::Speed;
use hexfray::play::replay::Replay;
use hexfray::play::scene::Scene;
use hexfray::play::setup::Setup;
use hexfray::play::table::Table;
use hexfray::play::words;
use hexfray::rules::muster::Effect;
use hexfray::scenario::forces::{Army, Force};
use hexfray::scenario::{Scenario, Session};
use hexfray::telling::Line;
use hexfray::user::saved;
use hexfray::user::{Bench, begun};
use hexfray::view::model::danger::{Menace, Overlay};

fn game(scenario: &str, owners: &[&str]) -> Game {
    Game::new(Library::own(), super::session(scenario, 3, owners), None).unwrap()
}

/// Lets time pass until a person is asked, a curtain is down, or the battle is over.
fn wait(game: &mut Game) {
    let until = Instant::now() + Duration::from_secs(60);
    while game.offer.is_none() && game.curtain.is_none() && game.session().battle().outcome().is_none() {
        game.tick(0.05, Speed::Instant);
        assert!(Instant::now() < until, "nothing happens");
    }
}

/// Answers as the computer would until the person's decision is of this kind.
fn until(game: &mut Game, wanted: impl Fn(&Game) -> bool) {
    wait(game);
    while !wanted(game) {
        game.relieve(false);
        wait(game);
        assert!(game.session().battle().outcome().is_none(), "it never came to that");
    }
}

/// The place of a unit's answer of this number.
fn nth(offer: &Offer, unit: UnitId, number: usize) -> usize {
    let mut own = (0..offer.actions.len()).filter(|place| offer.actions[*place].unit == unit);
    own.nth(number).unwrap()
}

fn asks(game: &Game, kind: Kind, verb: Verb) -> bool {
    game.offer.as_ref().is_some_and(|o| o.decision.kind == kind && o.actions.iter().any(|a| a.verb == verb))
}

/// MAP-24: who is asked gives the battle up, and the others have won; nobody else can.
#[test]
fn a_person_gives_up() {
    let mut game = game("crossroads", &["person", "random"]);
    wait(&mut game);
    game.concede();
    let outcome = game.session().battle().outcome().unwrap();
    assert_eq!((outcome.winners, outcome.rule.0), (2, "MAP-24"));
    assert!(game.offer.is_none() && game.notice.is_none());
    game.concede();
    assert_eq!(game.session().battle().number(), game.session().actions().len() as u32);
    let mut computers = self::game("crossroads", &["random", "random"]);
    computers.concede();
    assert_eq!(computers.session().battle().outcome(), None);
}

/// Computers in threads of their own fight the same battle as anywhere else.
#[test]
fn computers_fight_the_same_battle_in_the_window() {
    let mut game = game("crossroads", &["utility", "random"]);
    let mut session = super::session("crossroads", 3, &["utility", "random"]);
    let mut seats: Vec<_> = ["utility", "random"]
        .map(|name| opponents::opponent(Library::own(), session.battle(), name).unwrap())
        .into_iter()
        .collect();
    while let Some(decision) = session.battle().decision() {
        let chance = opponents::chance(3, session.battle().number());
        let action = seats[decision.side.index()].choose(session.battle(), chance);
        session.play(action).unwrap();
    }
    wait(&mut game);
    assert_eq!(game.session().battle().digest(), session.battle().digest());
    assert_eq!(game.session().actions(), session.actions());
    assert!(game.table.log.len() > 100);
}

/// HEX-ORD-01: orders are chosen in any order, changed at will, and given together once each unit has one; taken back
/// while they are only drafts; after the reveal the last choice stands, and it says why.
#[test]
fn orders_are_committed_together() {
    let mut game = game("crossroads", &["person", "utility"]);
    until(&mut game, |g| asks(g, Kind::Commit, Verb::Order));
    let offer = game.offer.clone().unwrap();
    let number = game.session().battle().number();
    assert!(offer.is_secret());
    game.commit();
    assert!(game.notice.as_deref().unwrap().contains(&format!("{} still", offer.units().len())));
    let mut asked = Vec::new();
    while game.hand.sealed(&offer).is_err() {
        let unit = game.hand.unit.unwrap();
        asked.push(unit);
        game.take(nth(&offer, unit, 0));
    }
    asked.sort();
    assert_eq!(asked, offer.units(), "each comes into hand once");
    assert_eq!(game.session().battle().number(), number, "nothing is given yet");
    game.undo();
    let last = *asked.last().unwrap();
    assert_eq!((game.hand.unit, game.hand.drafts.len()), (Some(last), asked.len() - 1));
    let place = nth(&offer, last, 1);
    game.take(place);
    game.commit();
    let given = &game.session().actions()[number as usize..][..asked.len()];
    assert_eq!(given.iter().map(|a| a.unit).collect::<Vec<_>>(), asked);
    assert_eq!(given.last(), Some(&offer.actions[place]));
    assert!(game.hand.drafts.is_empty());
    wait(&mut game);
    assert!(game.why_no_undo().unwrap().contains("stands"), "{:?}", game.why_no_undo());
}

/// A move is taken back while nobody has answered and no die has fallen, and the board shows it.
#[test]
fn a_move_is_taken_back() {
    let mut game = game("crossroads", &["person", "utility"]);
    wait(&mut game);
    assert!(game.why_no_undo().unwrap().contains("nothing to take back"));
    until(&mut game, |g| asks(g, Kind::Act, Verb::Move));
    let (unit, number) = (game.hand.unit.unwrap(), game.session().battle().number());
    let from = game.table.view.piece(unit).at;
    let to = *game.offer.as_ref().unwrap().hexes(Some(unit)).iter().next().unwrap();
    game.click(to);
    wait(&mut game);
    assert_eq!(game.table.playback.scene.units[unit.index()].piece.at, to);
    assert_eq!(game.why_no_undo(), None);
    game.undo();
    wait(&mut game);
    assert_eq!(game.table.playback.scene.units[unit.index()].piece.at, from);
    assert_eq!(game.session().battle().number(), number);
    assert_eq!(game.table.log.last().unwrap().told.plain(), "(taken back)");
}

/// MAP-20: with two persons at one keyboard the board is covered while orders are secret, and the second sees nothing of
/// the first one's.
#[test]
fn a_curtain_covers_secret_orders() {
    let mut game = game("crossroads", &["person", "person"]);
    let first = loop {
        wait(&mut game);
        if game.curtain.take().is_none() {
            if asks(&game, Kind::Commit, Verb::Order) {
                break game.offer.as_ref().unwrap().decision.side;
            }
            game.relieve(false);
        }
    };
    for unit in game.offer.as_ref().unwrap().units() {
        // Not the first, which is what stands for an unknown one.
        let place = nth(game.offer.as_ref().unwrap(), unit, 1);
        game.take(place);
    }
    game.commit();
    wait(&mut game);
    let second = SideId(1 - first.0);
    assert_eq!(game.curtain, Some(second));
    let seen = game.table.view.clone();
    assert_eq!(seen.digest(), game.session().battle().view_for(second).digest());
    assert_ne!(seen.digest(), game.session().battle().digest());
    game.tick(10.0, Speed::Instant);
    assert_eq!(game.curtain, Some(second), "it stays down until somebody comes");
}

/// HULK-BLIP-01: what a Boarder sees aboard is his view, whole mission long; each decision shows no more.
#[test]
fn a_boarder_sees_his_view_only() {
    let mut game = game("dead_air", &["person", "utility"]);
    for _ in 0..60 {
        wait(&mut game);
        if game.session().battle().outcome().is_some() {
            break;
        }
        let known = game.session().battle().view_for(SideId(0));
        assert_eq!(game.table.view.digest(), known.digest());
        assert_eq!(game.table.playback.scene, Scene::of(&*known));
        game.relieve(false);
    }
    assert!(game.session().battle().number() > 60);
}

/// The computer decides for a person to the end of the turn, then asks again.
#[test]
fn the_computer_relieves_for_a_turn() {
    let mut game = game("crossroads", &["person", "utility"]);
    until(&mut game, |g| asks(g, Kind::Commit, Verb::Order));
    let turn = |g: &Game| g.session().battle().place_in_turn();
    assert!(turn(&game).starts_with("turn 1"));
    game.relieve(true);
    assert!(game.offer.is_none());
    wait(&mut game);
    assert!(turn(&game).starts_with("turn 2"), "{}", turn(&game));
}

/// The computer decides for the unit in hand, whichever that is; taken back, its decision is the person's again.
#[test]
fn the_computer_relieves_the_unit_in_hand() {
    let mut game = game("skirmish", &["person", "utility"]);
    until(&mut game, |g| asks(g, Kind::Act, Verb::Move) && g.offer.as_ref().unwrap().units().len() > 2);
    let number = game.session().battle().number();
    for place in [2, 1] {
        let unit = game.offer.as_ref().unwrap().units()[place];
        game.select(unit);
        game.relieve(false);
        wait(&mut game);
        let decided = game.session().actions()[number as usize];
        assert_eq!(decided.unit, unit);
        assert_eq!(game.why_no_undo(), None);
        game.undo();
        wait(&mut game);
        assert_eq!(game.session().battle().number(), number);
        assert!(game.offer.is_some(), "the person is asked again");
    }
}

/// With a button pressed, the next hex is asked for and not the next unit; all that is lit comes by once.
#[test]
fn lit_hexes_are_walked_through() {
    let mut game = game("skirmish", &["person", "utility"]);
    until(&mut game, |g| asks(g, Kind::Act, Verb::Move));
    assert!(!game.next_lit(1), "no button is pressed");
    let offer = game.offer.as_ref().unwrap();
    let place = offer.actions.iter().position(|a| a.verb == Verb::Move).unwrap();
    let (unit, kind) = (offer.actions[place].unit, offer.kind(place));
    game.select(unit);
    game.press(&Press::Arm(Some(unit), kind));
    let lit = game.offer.as_ref().unwrap().hexes(Some(unit));
    assert!(lit.len() > 3);
    let mut walked = Vec::new();
    game.hand.cursor = None;
    for _ in &lit {
        assert!(game.next_lit(1));
        walked.extend(game.hand.cursor);
    }
    assert_eq!(walked, Vec::from_iter(lit.iter().copied()));
    game.next_lit(1);
    assert_eq!(game.hand.cursor, lit.first().copied(), "round again");
    game.next_lit(-1);
    assert_eq!(game.hand.cursor, lit.last().copied());
}

/// A click never throws a grenade at once: its button is shown. With the button pressed it does.
#[test]
fn what_uses_something_up_is_asked_first() {
    let mut game = game("over_the_roofs", &["utility", "person"]);
    let alone = |game: &Game| {
        let offer = game.offer.as_ref()?;
        let Table { view, playback, .. } = &game.table;
        (0..offer.actions.len()).find_map(|place| {
            let Action { unit, target: Target::Hex(cell), .. } = offer.actions[place] else { return None };
            let only = offer.at(view, &playback.scene, Some(unit), cell) == [Meaning::Take(place)];
            (offer.buttons[place].spends && only).then_some((place, unit, cell))
        })
    };
    until(&mut game, |g| alone(g).is_some());
    let (place, unit, cell) = alone(&game).unwrap();
    let number = game.session().battle().number();
    game.select(unit);
    assert!(game.offer.as_ref().unwrap().by_price(Some(unit)).1.contains(&cell));
    game.click(cell);
    assert_eq!((game.session().battle().number(), &game.hand.choice[..]), (number, &[Meaning::Take(place)][..]));
    let kind = game.offer.as_ref().unwrap().kind(place);
    game.hand.choice.clear();
    game.press(&Press::Arm(Some(unit), kind));
    game.click(cell);
    assert!(game.session().battle().number() > number);
}

/// A click that may mean several things asks which, and does what is then chosen.
#[test]
fn several_meanings_are_asked_about() {
    let library = Library::own();
    let text = include_str!("../window/assets/scenarios/close_quarters.ron");
    let scenario = Scenario::parse(library, "close_quarters.ron", text).unwrap();
    let session = Session::begin(library, scenario, 3).unwrap();
    let session = session.owned_by(vec!["person".to_owned(), "utility".to_owned()]);
    let mut game = Game::new(library, session, None).unwrap();
    // Somebody who can do two things for those in his own hex.
    let healer = |game: &Game| {
        let heals = game.offer.iter().flat_map(|o| &o.actions).filter(|a| a.verb == Verb::Heal);
        let at = |unit| game.table.view.piece(unit).at;
        let near = |a: &&Action| matches!(a.target, Target::Unit(patient) if at(patient) == at(a.unit));
        let healers: Vec<UnitId> = heals.filter(near).map(|a| a.unit).collect();
        healers.iter().copied().find(|u| healers.iter().filter(|h| *h == u).count() > 1)
    };
    until(&mut game, |g| asks(g, Kind::Act, Verb::Heal) && healer(g).is_some());
    let healer = healer(&game).unwrap();
    game.hand.unit = Some(healer);
    let number = game.session().battle().number();
    game.click(game.table.view.piece(healer).at);
    assert!(game.hand.choice.len() > 1, "easing and removing are two things");
    assert_eq!(game.session().battle().number(), number, "nothing is done yet");
    let Meaning::Take(place) = game.hand.choice[0] else { panic!("healing comes first") };
    let action = game.offer.as_ref().unwrap().actions[place];
    game.mean(Meaning::Take(place));
    assert_eq!(game.session().actions().last(), Some(&action));
    assert!(game.hand.choice.is_empty());
}

/// A replay goes forward, back and anywhere, always shows the battle as it was then, and tells the log so far.
#[test]
fn a_replay_goes_everywhere() {
    let mut fought = game("gun_line", &["utility", "utility"]);
    wait(&mut fought);
    let text = fought.session().text().to_owned();
    let session = Session::replay(Library::own(), "x", text.as_bytes()).unwrap();
    let mut replay = Replay::new(Library::own(), session);
    let length = replay.length();
    assert!(length > 50 && replay.playing && replay.position == 0);
    let shown = |replay: &Replay| {
        let (battle, _) = replay.session().battle_at(replay.position).unwrap();
        assert_eq!(replay.table.view.digest(), battle.digest());
        if !replay.table.playback.busy() {
            assert_eq!(replay.table.playback.scene, Scene::of(&*battle));
        }
    };
    for position in [length, 7, 30, 0, length / 2] {
        replay.go(position);
        shown(&replay);
        assert_eq!(replay.position, position);
    }
    let told = replay.told();
    replay.step();
    shown(&replay);
    assert_eq!(replay.position, length / 2 + 1);
    replay.back();
    shown(&replay);
    assert_eq!((replay.position, replay.told()), (length / 2, told));
    replay.playing = true;
    while replay.playing {
        replay.tick(0.1, Speed::Instant);
    }
    assert_eq!(replay.position, length);
    assert_eq!(replay.told(), replay.table.log.len());
    replay.step();
    assert_eq!(replay.position, length);
}

/// What others have done since a person's last answer is summed up, and shown again at a speed at which it is seen, whatever
/// the speed is set to; nothing of the battle changes by it.
#[test]
fn what_happened_is_shown_again() {
    let mut game = game("crossroads", &["person", "utility"]);
    wait(&mut game);
    assert!(!game.may_repeat() && game.recap.is_none(), "nothing has happened yet");
    until(&mut game, |g| g.recap.is_some());
    let (number, now) = (game.session().battle().number(), game.table.playback.scene.clone());
    assert!(game.may_repeat());
    game.repeat();
    assert_ne!(game.table.playback.scene, now, "it begins where it began");
    let mut ticks = 0;
    while game.table.playback.busy() {
        game.tick(0.05, Speed::Instant);
        ticks += 1;
    }
    assert!(ticks > 10, "it was over at once");
    assert_eq!((game.session().battle().number(), &game.table.playback.scene), (number, &now));
    assert!(game.offer.is_some());
}

/// A computer that thinks for long answers at once when it is told to.
#[test]
fn a_computer_can_be_told_to_move_now() {
    let mut game = game("crossroads", &["person", "warlord@4000000"]);
    let until = Instant::now() + Duration::from_secs(60);
    let mut hurried = false;
    while game.session().battle().number() < 30 {
        if game.offer.is_some() {
            game.relieve(false);
        }
        game.tick(0.05, Speed::Instant);
        if game.thinks().is_some_and(|time| time > Duration::from_millis(20)) {
            game.hurry();
            hurried = true;
        }
        assert!(Instant::now() < until, "it goes on thinking");
    }
    assert!(hurried);
    while game.offer.is_none() {
        game.hurry();
        game.tick(0.05, Speed::Instant);
    }
}

/// Set-up begins every scenario for a person, names who may play, and says what is wrong with a seed.
#[test]
fn every_scenario_can_be_set_up() {
    let mut setup = Setup::new(Library::own(), 5, None).unwrap();
    assert_eq!(setup.scenario().name, "Crossroads");
    for place in 0..setup.scenarios.len() {
        setup.choose(place);
        assert_eq!(setup.fault, None);
        assert_eq!(setup.owners[0], "person");
        assert!(setup.owners[1..].iter().all(|o| setup.levels.iter().any(|level| level.name == *o)));
        let session = setup.begin().unwrap();
        assert_eq!((session.seed(), session.owners()), (5, &setup.owners[..]));
    }
    setup.seed = "often".to_owned();
    assert!(setup.begin().is_none());
    assert!(setup.fault.unwrap().contains("whole number"));
}

/// A battle in the window is recorded from its first decision, and goes on from its journal after a crash.
#[test]
fn a_battle_goes_on_from_its_journal() {
    let folder = std::env::temp_dir().join(format!("hexfray-window-{}", std::process::id()));
    let mut game = game("crossroads", &["person", "utility"]);
    game.record(Some(&folder));
    let path = game.journal.clone().unwrap();
    until(&mut game, |g| g.session().battle().number() >= 12);
    let (number, digest) = (game.session().battle().number(), game.session().battle().digest());
    // A saved copy is no second battle to go on with.
    let saves = folder.join("saves");
    game.save(Some(&saves));
    let saved = saved::journals(Some(&saves));
    let copy = Session::load(Library::own(), &saved[0].to_string_lossy()).unwrap();
    assert_eq!((saved.len(), copy.battle().digest()), (1, digest));
    let left: Vec<String> = saved::left(Library::own(), Some(&folder), None).map(|l| l.path).collect();
    assert_eq!(left, [path.as_str()]);
    drop(game);
    let session = Session::resume(Library::own(), &path).unwrap();
    let mut again = Game::new(Library::own(), session, Some(path)).unwrap();
    wait(&mut again);
    assert_eq!((again.session().battle().number(), again.session().battle().digest()), (number, digest));
    let recalled = |words: &str| again.table.log.iter().any(|line| line.told.plain().contains(words));
    assert!(recalled("place Mob 1 at") && recalled("choose in secret"));
    drop(again);
    std::fs::remove_dir_all(folder).unwrap();
}

/// A battle told again is played on from the middle: the same up to there, and the old one stays as it was.
#[test]
fn a_replay_is_played_on_from_where_it_stands() {
    let mut fought = game("crossroads", &["utility", "random"]);
    wait(&mut fought);
    let session = Session::replay(Library::own(), "it", fought.session().text().as_bytes()).unwrap();
    let (there, _) = session.battle_at(25).unwrap();
    let mut replay = Replay::new(Library::own(), session);
    replay.go(25);
    let branch = replay.branch(SideId(1)).unwrap();
    assert_eq!(branch.battle().digest(), there.digest());
    assert_eq!(branch.owners(), ["utility", "person"]);
    let mut game = Game::new(Library::own(), branch, None).unwrap();
    until(&mut game, |g| g.session().battle().number() >= 30);
    // It can be kept and gone on with like any other.
    let kept = Session::replay(Library::own(), "it", game.session().text().as_bytes()).unwrap();
    assert_eq!(kept.battle().digest(), game.session().battle().digest());
    assert_eq!(replay.session().battle().digest(), fought.session().battle().digest());
}

/// Where the unit in hand covers hexes, those that it can fire at are among them; enemies threaten where they can shoot
/// and charge, friends nowhere.
#[test]
fn fire_and_threats_are_shown_where_they_fall() {
    for scenario in ["crossroads", "foothold"] {
        let mut game = game(scenario, &["person", "utility"]);
        let shot = |game: &Game| {
            let actions = game.offer.as_ref().map_or(&[][..], |o| &o.actions);
            let target = |a: &Action| if let Target::Unit(target) = a.target { Some((a.unit, target)) } else { None };
            actions.iter().filter(|a| a.verb == Verb::Fire).find_map(target)
        };
        // At somebody who is able to charge.
        until(&mut game, |g| shot(g).is_some_and(|(_, target)| !g.table.view.charge_range(target).is_empty()));
        let (unit, target) = shot(&game).unwrap();
        let side = game.table.view.piece(unit).side;
        game.hand.unit = Some(unit);
        let mut overlay = Overlay::default();
        overlay.ask_gaze(None);
        overlay.threat = Some(Menace::All);
        overlay.keep_up(&game, None);
        let view = &game.table.view;
        let aimed = view.piece(target).at;
        assert!(overlay.covered.iter().any(|(cell, _)| *cell == aimed), "{scenario}");
        // From elsewhere other hexes are seen.
        let covered = overlay.covered.clone();
        overlay.keep_up(&game, Some(aimed));
        assert_ne!(covered, overlay.covered);
        let mut by = overlay.threats.values().flatten();
        assert!(by.all(|threat| view.piece(threat.unit).side != side), "{scenario}");
        for cell in view.charge_range(target) {
            assert!(overlay.threats[&cell].iter().any(|t| t.unit == target && t.charges), "{scenario}");
        }
        // What it sees from there is at least that; whoever is seen sees; and there is nothing to see without asking.
        overlay.ask_gaze(None);
        overlay.keep_up(&game, None);
        let seen = |overlay: &Overlay, at: Cell| overlay.seen.iter().any(|(cell, _)| *cell == at);
        assert!(overlay.covered.is_empty() && seen(&overlay, aimed), "{scenario}");
        let sees: Vec<Cell> = view.field_of_fire(unit, view.piece(unit).at).into_iter().map(|(cell, _)| cell).collect();
        assert!(sees.into_iter().all(|cell| seen(&overlay, cell)), "{scenario}");
        overlay.ask_gaze(Some(target));
        overlay.keep_up(&game, None);
        assert!(seen(&overlay, view.piece(unit).at) && !seen(&overlay, aimed), "{scenario}");
        overlay.ask_gaze(Some(target));
        overlay.keep_up(&game, None);
        assert!(overlay.seen.is_empty() && overlay.gaze.is_none(), "{scenario}");
        // That of one enemy alone, of another, and of none.
        overlay.ask_threat(Some(target));
        overlay.keep_up(&game, None);
        assert!(overlay.threats.values().flatten().all(|threat| threat.unit == target));
        overlay.ask_threat(None);
        overlay.keep_up(&game, None);
        assert!(overlay.threats.is_empty());
    }
}

/// The log is searched for a unit, a rule or a word, and written to a file.
#[test]
fn the_log_is_filtered_and_written() {
    assert!(words::passes(&Line::of("A2 Burnas charges into 11.7  ").rule("HEX-ASLT-02"), "hex-aslt"));
    assert!(words::passes(&Line::of("anything"), " "));
    assert!(!words::passes(&Line::of("A2 Burnas"), "B2"));
    let folder = std::env::temp_dir().join(format!("hexfray-log-{}", std::process::id()));
    let session = super::session("crossroads", 1, &["person", "utility"]);
    let paths =
        [1, 2].map(|_| saved::write_log(&session, &[&Line::of("one"), &Line::of("two")], Some(&folder)).unwrap());
    assert_ne!(paths[0], paths[1]);
    assert_eq!(std::fs::read_to_string(&paths[0]).unwrap(), "one\ntwo\n");
    std::fs::remove_dir_all(folder).unwrap();
}

/// A roster that the person has built takes the field: the battle holds all of it, so that its journal needs no file.
#[test]
fn ones_own_roster_takes_the_field() {
    let folder = std::env::temp_dir().join(format!("hexfray-rosters-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.ron");
    let begun = begun::beginnings(Library::own(), None, None).unwrap();
    let brood = begun.into_iter().find(|(_, begun)| begun.roster.name() == "Brood Pack").unwrap().1;
    let mut bench = Bench::new(brood, None);
    let before = bench.roster().points().0;
    // Somebody is dismissed, and called back.
    let figure = bench.choices().into_iter().find(|c| c.words.contains("Hybrid")).unwrap();
    bench.take(figure.effect, "").unwrap();
    let dismissed = bench.choices().into_iter().find(|c| matches!(c.effect, Effect::Remove(_))).unwrap();
    assert!(bench.take(dismissed.effect, "").unwrap());
    assert_eq!(i32::from(bench.roster().points().0), i32::from(before) + dismissed.cost);
    assert!(!bench.is_saved());
    assert!(bench.undo() && !bench.undo() && bench.is_saved());
    assert_eq!(bench.roster().points().0, before);
    bench.save(&file.to_string_lossy()).unwrap();

    let mut setup = Setup::new(Library::own(), 5, Some(&folder)).unwrap();
    let skirmish = setup.scenarios.iter().position(|s| s.name == "Skirmish").unwrap();
    setup.choose(skirmish);
    let offer = &setup.offers[0];
    assert_eq!(
        (offer.words.as_str(), &offer.army),
        (format!("your mine, {before} points").as_str(), &Army::Own(file.clone()))
    );
    let own = Force { army: Army::Own(file.clone()), points: None };
    setup.enlist(1, own.clone());
    while setup.waits() {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(setup.fault, None);
    let session = setup.begin().unwrap();
    let battle = session.battle();
    let names: Vec<String> =
        battle.units().filter(|&u| battle.piece(u).side == SideId(1)).map(|u| battle.name(u)).collect();
    assert!(names.iter().any(|name| name.contains("Broodlord")), "{names:?}");

    // What makes no sense any more is said, and does not begin.
    std::fs::write(&file, "(ruleset: \"iten\", name: \"Mine\", list: \"Nobody\")").unwrap();
    setup.enlist(1, own);
    while setup.waits() {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(setup.fault.as_ref().unwrap().contains("Nobody"), "{:?}", setup.fault);
    std::fs::remove_dir_all(folder).unwrap();
    let text = session.text().as_bytes();
    assert_eq!(Session::replay(Library::own(), "it", text).unwrap().battle().digest(), session.battle().digest());
}

/// HEX-SET-01, HEX-SET-02: an army of each faction is built in the window, saved, and taken to battle; what is too dear
/// for the side's points is told, and more points or another army mend it.
#[test]
fn armies_of_each_faction_are_built_and_chosen() {
    let folder = std::env::temp_dir().join(format!("hexfray-armies-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let built = [
        ("Orks", vec!["Mob", "Mob"], 250),
        ("Gnomes", vec!["Gyrocopter", "Tinkers"], 130),
        ("Dwarfs", vec!["Steam Tank", "Sappers"], 185),
        ("Dark Elves", vec!["Hydra", "Acid Crew"], 195),
        ("Elves", vec!["Sky Chariot", "Mender"], 105),
    ];
    let take = |bench: &mut Bench<'_>, words: &str| {
        let choice = bench.choices().into_iter().find(|c| c.words == words).unwrap();
        assert_eq!(choice.refusal, None, "{words}");
        bench.take(choice.effect, "").unwrap();
    };
    for (people, units, points) in &built {
        let begun = begun::beginnings(Library::own(), None, None).unwrap();
        let begun = begun.into_iter().find(|(_, begun)| begun.roster.name() == "New Army").unwrap().1;
        let mut bench = Bench::new(begun, None);
        take(&mut bench, "Faction");
        take(&mut bench, people);
        bench.up();
        take(&mut bench, "Raise a unit");
        units.iter().for_each(|unit| take(&mut bench, unit));
        bench.up();
        assert_eq!((bench.roster().points().0, bench.roster().faults()), (*points, Vec::new()), "{people}");
        // Another faction lets its units go, and taking that back brings them home.
        take(&mut bench, "Faction");
        take(&mut bench, if *people == "Orks" { "Elves" } else { "Orks" });
        assert_eq!(bench.roster().points().0, 0);
        assert!(bench.undo());
        bench.save(&folder.join(format!("{people}.ron")).to_string_lossy()).unwrap();
    }

    let wait = |setup: &mut Setup| {
        while setup.waits() {
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    let mut setup = Setup::new(Library::own(), 5, Some(&folder)).unwrap();
    assert_eq!(setup.scenario().name, "Crossroads");
    assert_eq!(setup.forces[1], Some(Force { army: Army::Given, points: Some(300) }));
    assert_eq!(setup.offers[0].army, Army::Given);
    assert!(setup.offers.iter().any(|offer| offer.words == "ork warband, 260 points"));
    for (people, units, points) in &built {
        let army = Army::Own(folder.join(format!("{people}.ron")));
        setup.enlist(1, Force { army: army.clone(), points: Some(points - 1) });
        wait(&mut setup);
        let told = setup.fault.clone().unwrap_or_default();
        assert!(told.contains(&format!("the limit is {} (HEX-SET-02)", points - 1)), "{told}");
        assert!(setup.preview.is_none());
        setup.enlist(1, Force { army, points: Some(*points) });
        wait(&mut setup);
        assert_eq!(setup.fault, None);
        let session = setup.begin().unwrap();
        let battle = session.battle();
        let own: Vec<UnitId> = battle.units().filter(|&u| battle.piece(u).side == SideId(1)).collect();
        assert_eq!(own.len(), units.len());
        assert!(own.iter().all(|&u| units.contains(&battle.sheet(u).as_str())), "{people}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Where there is cover from somebody it is the ground's: woods and smoke in one ruleset, walls along the line in others.
#[test]
fn cover_is_where_the_rules_give_it() {
    let library = Library::own();
    let open = |name: &str| Scenario::open(library, name).unwrap().battle(library).unwrap();
    let (mut covered, mut bare) = (0, 0);
    let battle = open("burning_wood");
    for unit in battle.units() {
        for (cell, cover) in battle.seen_from(unit, battle.board().at(8, 2)) {
            let wood = battle.terrain(cell) == Terrain::Forest;
            assert!(cover || !wood, "{}", battle.board().label(cell));
            *if cover { &mut covered } else { &mut bare } += 1;
        }
    }
    assert!(covered > 0 && bare > 0);
    // Behind a low wall there is cover, beside it none.
    for name in ["convoy", "culvert"] {
        let battle = open(name);
        let unit = battle.units().first().unwrap();
        let cells: Vec<Cell> = battle.board().cells().collect();
        let seen = cells.iter().step_by(37).flat_map(|from| battle.seen_from(unit, *from));
        let (covered, bare): (Vec<_>, Vec<_>) = seen.partition(|seen| seen.1);
        assert!(!covered.is_empty() && !bare.is_empty(), "{name}: {} {}", covered.len(), bare.len());
    }
}
