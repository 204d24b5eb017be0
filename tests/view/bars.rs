//! The frame about the board: where its panels lie, what stands on its buttons, and in which words.

use std::collections::BTreeMap;

use hexfray::battle::{Listing, Log, Seeded, Target, UnitId, mix};
use hexfray::content::Library;
use hexfray::play::bar::{Bar, KEYS, Press};
use hexfray::play::camera::Frame;
use hexfray::play::forecast::Forecast;
use hexfray::play::hand::Hand;
use hexfray::play::offer::{Meaning, Offer};
use hexfray::play::words;
use hexfray::rules::{Ability, AnyBattle};
use hexfray::scenario::Scenario;
use hexfray::telling::story::Story;
use hexfray::telling::{About, Line, panel};
use hexfray::view::model::events::chapters;
use hexfray::view::model::keys::extras;
use hexfray::view::model::layout::{LEAST, Layout, fitting};

/// Windows with scales of text, as sizes in points.
fn sizes() -> impl Iterator<Item = (f32, f32)> {
    let windows =
        [(800.0, 600.0), (1024.0, 768.0), (1280.0, 720.0), (1280.0, 800.0), (1920.0, 1080.0), (2560.0, 1440.0)];
    windows.into_iter().flat_map(|window: (f32, f32)| {
        [0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5].into_iter().map(move |wished| {
            let scale = fitting(wished, window);
            (window.0 / scale, window.1 / scale)
        })
    })
}

fn inside(inner: Frame, outer: Frame) -> bool {
    let edge = |a: f32, b: f32| a <= b + 0.01;
    edge(outer.x, inner.x)
        && edge(outer.y, inner.y)
        && edge(inner.x + inner.width, outer.x + outer.width)
        && edge(inner.y + inner.height, outer.y + outer.height)
}

/// No panel covers another or the part of the board that is kept free, none is cut off, and each has room for what
/// belongs on it; so in every window from 800x600 to 2560x1440 with text of 75 to 250 %.
#[test]
fn panels_lie_beside_each_other() {
    for (width, height) in sizes() {
        assert!(width >= LEAST.0 - 0.01 && height >= LEAST.1 - 0.01, "{width} x {height}");
        let layout = Layout::of((width, height));
        let Layout { top, goals, events, target, mini, roster, card, bar, free, board } = layout;
        let mut panels = vec![
            ("top", top),
            ("goals", goals),
            ("events", events),
            ("target", target),
            ("roster", roster),
            ("card", card),
            ("bar", bar),
        ];
        panels.extend(mini.map(|mini| ("mini", mini)));
        let whole = Frame { x: 0.0, y: 0.0, width, height };
        for (place, (name, panel)) in panels.iter().copied().enumerate() {
            assert!(inside(panel, whole), "{name} is cut off in {width} x {height}: {panel:?}");
            assert!(panel.width >= 54.0 && panel.height >= 48.0, "{name} has no room in {width} x {height}: {panel:?}");
            assert!(!panel.meets(free), "{name} covers the board in {width} x {height}");
            for (other, lies) in &panels[place + 1..] {
                assert!(!panel.meets(*lies), "{name} and {other} in {width} x {height}");
            }
        }
        assert!(inside(free, board) && free.width > 300.0 && free.height > 180.0, "{width} x {height}: {free:?}");
        for count in 1..=14 {
            for commits in [false, true] {
                let (buttons, commit) = layout.buttons(count, commits);
                assert_eq!((buttons.len(), commit.is_some()), (count, commits), "{width} x {height}");
                let all: Vec<Frame> = buttons.iter().copied().chain(commit).collect();
                let used = layout.used(&buttons, commit);
                assert!(inside(used, bar), "{count} in {width} x {height}: {used:?} of {bar:?}");
                for (place, button) in all.iter().enumerate() {
                    assert!(inside(*button, used), "{count} in {width} x {height}: {button:?} of {used:?}");
                    assert!(!all[..place].iter().any(|other| other.meets(*button)), "{count} in {width} x {height}");
                }
            }
        }
    }
}

/// Plays a scenario at random, and shows each offer with the battle and the log so far.
fn play(name: &str, decisions: u32, mut each: impl FnMut(&AnyBattle, &Offer, &[Line])) {
    let library = Library::own();
    let mut battle = Scenario::open(library, name).unwrap().battle(library).unwrap();
    let mut list = Listing::default();
    let mut log = Log::on();
    let mut story = Story::new(library.codex());
    battle.start(&mut Seeded::new(1, 0), &mut log);
    let mut lines = Vec::new();
    while let Some(offer) = Offer::of(&battle).filter(|_| battle.number() < decisions) {
        lines.extend(story.tell(&*battle, &std::mem::take(&mut log.events)));
        each(&battle, &offer, &lines);
        let number = battle.number();
        let action = offer.actions[(mix(7, number.into()) % offer.actions.len() as u64) as usize];
        battle.play(action, &mut list, &mut Seeded::new(1, number + 1), &mut log).unwrap();
    }
    if let Some(outcome) = battle.outcome() {
        plain(&words::verdict(&*battle, &outcome));
    }
}

const SCENARIOS: [&str; 6] = ["crossroads", "burning_wood", "dead_air", "convoy", "the_ritual", "alley"];

/// Buttons by their verb and name, each with its key.
type Told = Vec<(String, Option<usize>)>;

/// What one unit is asked by one rule keeps its keys and its order through a whole battle, and no key does two things.
#[test]
fn buttons_keep_their_keys() {
    let mut again = 0;
    for name in SCENARIOS {
        let mut bar = Bar::default();
        let mut known: BTreeMap<(UnitId, &str), Told> = BTreeMap::new();
        play(name, 250, |_, offer, _| {
            for unit in offer.units() {
                let slots = bar.slots(offer, &Hand { unit: Some(unit), ..Hand::default() });
                let keys: Vec<usize> = slots.iter().filter_map(|slot| slot.key).collect();
                let mut once = keys.clone();
                once.sort_unstable();
                once.dedup();
                assert!(slots.iter().all(|slot| slot.key.is_some()), "{name}: a button without a key");
                assert!(once.len() == keys.len() && keys.iter().all(|key| *key < 2 * KEYS), "{name}: {keys:?}");
                let own = slots.iter().filter(|slot| slot.sample.is_some_and(|sample| sample.unit == unit));
                let told: Vec<_> =
                    own.map(|slot| (format!("{:?} {}", slot.verb, slot.button.name), slot.key)).collect();
                let before = known.insert((unit, offer.decision.rule.0), told.clone()).unwrap_or_default();
                again += before.len();
                assert!(before.iter().all(|button| told.contains(button)), "{name}: {before:?}, now {told:?}");
            }
        });
    }
    assert!(again > 500, "{again}");
}

/// Every answer is given by keys alone: by those of buttons, of what is listed below them, and on the board for a hex.
#[test]
fn every_answer_lies_under_a_button() {
    for name in SCENARIOS {
        play(name, 120, |battle, offer, _| {
            for place in (0..offer.actions.len()).step_by(1 + offer.actions.len() / 12) {
                let action = offer.actions[place];
                let mut offer = offer.clone();
                let mut hand = Hand { unit: action.actor(), ..Hand::default() };
                let mut bar = Bar::default();
                let slots = bar.slots(&offer, &hand);
                let slot = slots.iter().find(|slot| slot.places.contains(&place)).unwrap();
                assert!(!slot.button.name.is_empty() && !extras(&offer, &hand).is_empty());
                match &slot.press {
                    Press::Take(taken) => assert_eq!(*taken, place),
                    press @ Press::Arm(..) => {
                        hand.press(&mut offer, press);
                        let lit = offer.hexes(hand.unit).len() + offer.targets(hand.unit).len();
                        let listed = hand.choice.contains(&Meaning::Take(place));
                        assert!(lit > 0 || listed, "{name}: nothing is lit or listed for {}", battle.describe(action));
                        if let hexfray::battle::Target::Hex(cell) = action.target {
                            assert!(offer.hexes(hand.unit).contains(&cell));
                        } else {
                            let page = |page| bar_of(&offer, &Hand { page, ..hand.clone() });
                            let listed =
                                (0..hand.choice.len()).any(|n| page(n).contains(&Press::Mean(Meaning::Take(place))));
                            assert!(listed, "{name}: {} is on no page", battle.describe(action));
                        }
                    }
                    other => panic!("{name}: {} lies under {other:?}", battle.describe(action)),
                }
            }
        });
    }
}

/// What the buttons of a bar do.
fn bar_of(offer: &Offer, hand: &Hand) -> Vec<Press> {
    Bar::default().slots(offer, hand).into_iter().filter(|slot| slot.key.is_some()).map(|slot| slot.press).collect()
}

/// Words that a player reads: no name of a field, no brackets, no yes or no as files write them, no arrows.
fn plain(text: &str) {
    let raw = ['_', '[', ']', '{', '}', '<'].into_iter().find(|sign| text.contains(*sign));
    let words = ["true", "false", "->", "::", "None", "Some("].into_iter().find(|word| {
        text.split([' ', ',', '.', ';']).any(|part| part == *word) || word.len() == 2 && text.contains(word)
    });
    assert!(raw.is_none() && words.is_none(), "{text:?} has {raw:?} {words:?}");
}

/// Nothing that a player reads is written as files or programs write it: cards, states, hexes, goals, buttons and their
/// hints, odds, events; and what a button does is told as one tells somebody to do it.
#[test]
fn everything_is_told_in_words() {
    let library = Library::own();
    for name in SCENARIOS {
        let mut reckoned = 0;
        play(name, 160, |battle, offer, log| {
            for unit in battle.units() {
                let card = battle.card(unit);
                plain(&card.about);
                card.stats.iter().for_each(|stat| plain(&format!("{} {} {}", stat.label, stat.value, stat.about)));
                card.arms.iter().for_each(|arm| plain(&format!("{} {} {}", arm.name, arm.told(), arm.idle)));
                words::states(&**battle, unit).iter().for_each(|state| plain(&state.words));
            }
            for cell in battle.board().cells().step_by(17) {
                plain(&words::ground(&**battle, cell));
            }
            battle.goals().iter().for_each(|(_, goal)| plain(goal));
            plain(&battle.wins(offer.decision.side));
            plain(&panel::question(&**battle, offer.decision, library.codex()).plain());
            for button in &offer.buttons {
                plain(&format!("{} {}", button.name, button.about));
                assert!(button.rule.is_none_or(|rule| library.codex().get(rule.0).is_some()), "{button:?}");
            }
            for place in (0..offer.actions.len()).step_by(1 + offer.actions.len() / 9) {
                let told = words::shortly(offer, place);
                plain(&told);
                plain(&words::button(&**battle, offer, place));
                let first = told.split(' ').next().unwrap_or_default();
                assert!(!["Is", "Moves", "Fires", "Charges", "Goes", "Does"].contains(&first), "{told}");
                let action = offer.actions[place];
                if words::is_risky(action) && reckoned < 12 {
                    reckoned += 1;
                    let forecast = Forecast::of(battle, action, &battle.odds(action), library.codex());
                    forecast.rolls.iter().for_each(|roll| plain(&roll.title));
                    let foes = |unit| action.actor().is_some_and(|by| battle.enemies(by, unit));
                    let aimed = |unit| action.target == Target::Unit(unit);
                    if let Some(first) = forecast.harms.first().filter(|first| !aimed(first.unit)) {
                        let foe = forecast.harms.iter().any(|harm| foes(harm.unit));
                        assert!(!foe || foes(first.unit), "{name}: whom it may hurt first: {first:?}");
                    }
                    for harm in &forecast.harms {
                        let all: f32 = harm.parts.iter().map(|part| part.1).sum();
                        assert!((all - 1.0).abs() < 0.01, "{name}: {:?}", harm.parts);
                        harm.parts.iter().for_each(|part| plain(&part.0));
                        assert!(harm.hurt >= harm.lost - 1e-4 && harm.hurt >= harm.fewer - 1e-4, "{name}: {harm:?}");
                    }
                }
            }
            let fresh = chapters(log.iter().rev().take(6).rev().filter(|line| !line.is_empty()));
            for line in fresh.iter().flat_map(|chapter| &chapter.cards).flat_map(|card| &card.lines) {
                let read = line.0.iter().filter(|span| !matches!(span.about, About::Rule(_) | About::Dice(..)));
                plain(&read.map(|span| span.text.as_str()).collect::<String>());
            }
        });
        assert!(reckoned > 0, "{name}: no odds were looked at");
    }
}

/// Where the title of a rule does not say what is asked, a ruleset does: how many points are left, and to whom one reacts.
#[test]
fn questions_say_what_is_asked() {
    let library = Library::own();
    let mut asked = Vec::new();
    play("high_street", 200, |battle, offer, _| {
        asked.push(panel::question(&**battle, offer.decision, library.codex()).plain());
    });
    let told = |what: &str| asked.iter().find(|question| question.contains(what)).map(String::as_str);
    assert_eq!(asked[0], "Dock Spacers: walk on, or draw");
    assert!(told("2 action points left of A").is_some() && told("1 action point left of A").is_some(), "{asked:#?}");
    assert!(
        told("how many activation dice for B").is_some() && told("Dock Spacers: react to B").is_some(),
        "{asked:#?}"
    );
    // Others are asked by the title of the rule and what kind of decision it is.
    play("crossroads", 1, |battle, offer, _| {
        let question = panel::question(&**battle, offer.decision, library.codex()).plain();
        assert!(question.contains(": Deployment: ") && question.ends_with("place a unit"), "{question}");
    });
}

/// A sheet tells of all numbers and weapons, of what is special about them, and each time what the rule says.
#[test]
fn sheets_are_shown_in_words() {
    let library = Library::own();
    for name in SCENARIOS {
        let battle = Scenario::open(library, name).unwrap().battle(library).unwrap();
        for unit in battle.units() {
            let sheet = hexfray::telling::codex::sheet(library, &*battle, unit);
            sheet.iter().for_each(|line| plain(line.split(": ").next().unwrap()));
            let card = battle.card(unit);
            let specials = card.arms.iter().flat_map(|arm| &arm.traits).chain(&card.abilities);
            for Ability { name, rule } in specials {
                let text = &library.codex().get(rule).unwrap_or_else(|| panic!("{name}: no rule {rule}")).text;
                assert!(
                    sheet.iter().any(|line| line.contains(&**name) && line.ends_with(&**text)),
                    "{name}: {sheet:#?}"
                );
            }
            assert!(card.arms.iter().all(|arm| sheet.iter().any(|line| line.contains(&arm.numbers))), "{sheet:#?}");
        }
    }
}

/// What happens after an answer is on its card, and the cards of a turn under its heading.
#[test]
fn events_are_cards() {
    let mut most = (0, 0);
    play("crossroads", 200, |battle, _, log| {
        let chapters = chapters(log.iter().filter(|line| !line.is_empty()));
        let told: usize = chapters.iter().flat_map(|chapter| &chapter.cards).map(|card| card.lines.len()).sum();
        let heading = |line: &&Line| matches!(line.0[..], [hexfray::telling::Span { about: About::Heading, .. }]);
        let lines = log.iter().filter(|line| !line.is_empty()).filter(|line| !heading(line)).count();
        assert_eq!(told, lines, "no line is lost");
        let titles: Vec<&str> = chapters.iter().map(|chapter| chapter.title.as_str()).collect();
        assert!(titles.windows(2).all(|pair| pair[0] != pair[1]), "{titles:?}");
        most = (most.0.max(chapters.len()), most.1.max(told));
        assert!(battle.number() < 200);
    });
    assert!(most.0 > 2 && most.1 > 60, "{most:?}");
}
