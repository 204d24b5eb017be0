//! Counters and areas: what is shown at which size, where, and of whom.

use std::collections::BTreeSet;

use hexfray::battle::UnitId;
use hexfray::battle::field::{Badge, Sign, Tone};
use hexfray::board::Cell;
use hexfray::content::Library;
use hexfray::play::camera::{HALF, Point, SIZE, centre};
use hexfray::play::offer::Offer;
use hexfray::play::scene::Scene;
use hexfray::scenario::Scenario;
use hexfray::view::model::area::{hatching, outlines};
use hexfray::view::model::token::{Acted, Level, Numbers, berth};

/// The smaller hexes are, the less is shown; no counter is ever smaller than can be seen.
#[test]
fn counters_show_what_there_is_room_for() {
    let levels = [17.0, 25.9, 26.0, 43.9, 44.0, 71.9, 72.0, 300.0].map(Level::of);
    use Level::{Full, Medium, Small, Tiny};
    assert_eq!(levels, [Tiny, Tiny, Small, Small, Medium, Medium, Full, Full]);
    for hex in [18.0_f32, 26.0, 44.0, 72.0, 110.0] {
        let r = Level::of(hex).radius(hex);
        assert!(r >= 10.0, "{hex}: {r}");
        assert!(2.0 * r <= (0.78 * hex).max(20.0), "{hex}: {r}");
        assert!(Level::fitting(r) >= Level::of(hex), "{hex}: one that is alone shows all that its level has");
        assert!(Level::fitting(0.42 * r) < Level::Full || hex > 80.0, "{hex}: one of many shows less");
    }
}

/// However many units are in a hex, each is to be seen: their middles lie apart, in the hex itself unless fanned out.
#[test]
fn stacks_lie_side_by_side() {
    assert_eq!(berth(0, 1, true), ((0.0, 0.0), 1.0));
    for count in 2..=12 {
        for fanned in [false, true] {
            let berths: Vec<(Point, f32)> = (0..count).map(|place| berth(place, count, fanned)).collect();
            for (i, ((x, y), size)) in berths.iter().enumerate() {
                assert!(fanned || x.hypot(*y) < 0.5, "{i} of {count} at {x} {y}");
                let near = |other: &(Point, f32)| (other.0.0 - x).hypot(other.0.1 - y) < 0.5 * 0.71 * size;
                assert!(!berths[..i].iter().any(near), "{i} of {count} lies on another");
            }
        }
    }
    let ((left, _), size) = berth(0, 2, false);
    assert!((size - 0.7).abs() < 1e-6 && left + 0.71 * size / 2.0 < 0.01, "two at 70 %, none over the other: {left}");
}

/// Badges come by how pressing they are, each once with the sum of its numbers; where there are more than three, two
/// and how many more.
#[test]
fn badges_are_told_by_need() {
    let badges = |tones: &[Tone]| Numbers {
        strength: None,
        badges: tones.iter().map(|t| (Badge::icon(*t, "drop"), 1)).collect(),
    };
    let three = badges(&[Tone::Fire, Tone::Acid, Tone::Aim]);
    assert_eq!((three.told().0.len(), three.told().1), (3, 0));
    let five = badges(&[Tone::Fire, Tone::Acid, Tone::Blood, Tone::Poison, Tone::Aim]);
    assert_eq!((five.told().0.len(), five.told().1), (2, 3));

    let library = Library::own();
    let text = include_str!("../window/assets/scenarios/close_quarters.ron");
    let battle = Scenario::parse(library, "close_quarters.ron", text).unwrap().battle(library).unwrap();
    let mut scene = Scene::of(&*battle);
    let fields = battle.unit_fields(UnitId(0));
    let mut set = |name: &str, value: i32| {
        let place = fields.iter().position(|(field, _)| field == name).unwrap_or_else(|| panic!("no {name}"));
        scene.units[0].fields[place] = value;
    };
    for (name, value) in [("models", 3), ("shaken", 2), ("fire", 1), ("armour_lost", 2), ("plates", 1)] {
        set(name, value);
    }
    let numbers = Numbers::of(&*battle, &scene.units[0]);
    assert_eq!(numbers.strength, Some(3));
    let told: Vec<(Tone, i32)> = numbers.badges.iter().map(|(badge, value)| (badge.tone, *value)).collect();
    assert!(told.contains(&(Tone::Damage, 3)), "{told:?}");
    assert!(told.windows(2).all(|w| w[0].0 <= w[1].0) && told[0].0 == Tone::Fire, "{told:?}");
}

/// Every icon that the rules put on badges and counters is there and can be drawn.
#[test]
fn the_rules_name_icons_that_there_are() {
    let library = Library::own();
    for name in library.icon_names() {
        library.icon(name).unwrap().unwrap();
    }
    let mut seen = 0;
    for scenario in library.scenarios().keys() {
        let battle = Scenario::open(library, scenario).unwrap().battle(library).unwrap();
        for unit in battle.units() {
            let looks = battle.looks(unit);
            assert!(library.icon(looks.icon).is_some(), "{scenario}: {} of {}", looks.icon, battle.name(unit));
            assert!(library.icon(looks.build.icon()).is_some(), "{:?}", looks.build);
            assert!(looks.full >= battle.strength(unit), "{scenario}: {}", battle.name(unit));
        }
        let fields = battle.units().next().map_or(0, |unit| battle.unit_fields(unit).len());
        for glance in (0..fields).filter_map(|field| battle.glance(field)) {
            if let hexfray::battle::field::Glance::Badge(Badge { sign: Sign::Icon(name), .. }) = glance {
                assert!(library.icon(name).is_some(), "{name}");
                seen += 1;
            }
        }
    }
    assert!(seen > 0);
}

/// Content brings icons of its own; one that cannot be drawn is named, and the others go on.
#[test]
fn content_brings_icons() {
    let library = Library::own();
    let icon =
        |body: &str| [("assets/icons/mine.svg".to_owned(), format!("<svg xmlns='http://www.w3.org/2000/svg'>{body}"))];
    let whole = library.with(icon("<circle cx='50' cy='50' r='40'/></svg>")).unwrap();
    let mine = whole.icon("mine").unwrap().unwrap();
    assert_eq!(mine.outlines.len(), 1);
    let Err(problems) = library.with(icon("<circle")) else { panic!("half a file is no drawing") };
    assert!(problems[0].to_string().starts_with("assets/icons/mine.svg:1:"), "{}", problems[0]);
    for body in ["<text>x</text></svg>", "<image href='/etc/hostname' width='9' height='9'/></svg>"] {
        let Err(problems) = library.with(icon(body)) else { panic!("{body} has no shape") };
        assert!(problems[0].message.contains("no shape"), "{}", problems[0]);
    }
    assert!(library.icon("mine").is_none());
}

/// Every sheet of a kind of which any has an icon has one, and it is there.
#[test]
fn every_sheet_has_an_icon() {
    use hexfray::source::Value;
    let library = Library::own();
    let mut seen = 0;
    for ruleset in hexfray::rules::NAMES {
        for sheet in library.sheets(ruleset).iter().filter(|s| s.root.items().iter().any(|e| e.get("icon").is_some())) {
            for entry in sheet.root.items() {
                let name = entry.get("icon").map(|node| &node.value);
                let Some(Value::Text(name)) = name else { panic!("{}: {:?}", sheet.file, entry.get("name")) };
                assert!(library.icon(name).is_some(), "{}: {name}", sheet.file);
                seen += 1;
            }
        }
    }
    assert!(seen > 70, "{seen}");
}

/// Whoever could act in a step and cannot any more has acted; with the next step nobody has.
#[test]
fn who_has_acted_is_known() {
    let mut session = super::session("burning_wood", 3, &["person", "person"]);
    let mut acted = Acted::default();
    let (mut most, mut steps) = (0, BTreeSet::new());
    for _ in 0..200 {
        let Some(offer) = Offer::of(session.battle()) else { break };
        acted.keep_up(&**session.battle(), Some(&offer));
        let step = (offer.decision.side, session.battle().place_in_turn());
        let fresh = steps.insert(step);
        let done: Vec<UnitId> = session.battle().units().filter(|u| acted.has(*u)).collect();
        assert!(!fresh || done.is_empty(), "{done:?} have acted in a step that has only begun");
        assert!(done.iter().all(|unit| !offer.units().contains(unit)));
        assert!(done.iter().all(|unit| session.battle().piece(*unit).side == offer.decision.side));
        most = most.max(done.len());
        session.play(offer.actions[0]).unwrap();
    }
    assert!(most > 0 && steps.len() > 3, "{most} in {} steps", steps.len());
}

fn cells(of: &[(u16, u16)]) -> (hexfray::board::Board, BTreeSet<Cell>) {
    let board = Library::own().map("crossroads").unwrap().0.clone();
    let cells = of.iter().map(|&(column, row)| board.at(column, row)).collect();
    (board, cells)
}

/// Twice the area that a ring of points encloses, positive clockwise where y goes down.
fn area(ring: &[Point]) -> f32 {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    pairs.map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f32>() / 2.0
}

/// An area has one outline around all of it, and one the other way around each hole; hexes apart have their own.
#[test]
fn areas_have_one_outline() {
    let hex = 6.0 * HALF * SIZE / 2.0;
    let (board, two) = cells(&[(4, 4), (5, 4)]);
    let rings = outlines(&board, &two);
    assert_eq!(rings.len(), 1);
    let size = area(&rings[0]) / (2.0 * hex);
    assert!((0.75..1.0).contains(&size), "{size} of two hexes");
    let middle = centre(&board, board.at(4, 4));
    let (board, ring) = {
        let board = Library::own().map("crossroads").unwrap().0.clone();
        let around = board.neighbours[board.at(4, 4).index()].into_iter().collect();
        (board, around)
    };
    let rings = outlines(&board, &ring);
    assert_eq!(rings.len(), 2);
    let areas: Vec<f32> = rings.iter().map(|r| area(r)).collect();
    assert_eq!(areas.iter().filter(|a| **a < 0.0).count(), 1, "{areas:?}");
    let (board, apart) = cells(&[(2, 2), (8, 8)]);
    assert_eq!(outlines(&board, &apart).len(), 2);
    assert_eq!(outlines(&board, &BTreeSet::new()), Vec::<Vec<Point>>::new());

    // Hatching fills an area and leaves holes free.
    for falling in [false, true] {
        let lines = hatching(&rings, 6.0, falling);
        let long: f32 = lines.iter().map(|(a, b)| (b.0 - a.0).hypot(b.1 - a.1)).sum();
        let expected = areas.iter().sum::<f32>() / (6.0 / 2.0_f32.sqrt());
        assert!((long / expected - 1.0).abs() < 0.05, "{long} of {expected}");
        let inside = |at: Point| (at.0 - middle.0).hypot(at.1 - middle.1) < 0.5 * HALF;
        let crosses = |(a, b): &(Point, Point)| {
            (0..=20).any(|i| inside((a.0 + (b.0 - a.0) * i as f32 / 20.0, a.1 + (b.1 - a.1) * i as f32 / 20.0)))
        };
        assert!(!lines.iter().any(crosses));
    }
}
