//! Levels of play: they answer every decision from the list, repeat themselves, and are ordered.

use std::thread;
use std::time::{Duration, Instant};

use hexfray::battle::{Action, Kind, Listing, Log, Seeded, SideId, Verb};
use hexfray::content::Library;
use hexfray::opponents;
use hexfray::rules::{AnyBattle, NAMES};
use hexfray::scenario::{Scenario, Session};

/// A scenario at its first decision.
fn begun(library: &Library, scenario: &str, seed: u64) -> AnyBattle {
    let mut battle = Scenario::open(library, scenario).and_then(|s| s.battle(library)).unwrap();
    battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
    battle
}

/// Lets somebody decide for all sides, until the battle is over or he has enough of it. What he may leave to chance comes
/// with the battle.
fn play_on(battle: &mut AnyBattle, seed: u64, mut decide: impl FnMut(&AnyBattle, u64) -> Option<Action>) {
    let mut list = Listing::default();
    while battle.decision().is_some() {
        let number = battle.number();
        let Some(action) = decide(battle, opponents::chance(seed, number)) else { break };
        battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut Log::off()).unwrap();
    }
}

/// What a level decides in the first decisions of a scenario, and at some later ones that chance leads to; and whether its
/// reasons tell of simulations.
fn decisions(library: &Library, name: &str, scenario: &str) -> Vec<(Action, bool)> {
    let mut battle = begun(library, scenario, 5);
    let mut level = opponents::opponent(library, &battle, name).unwrap();
    let mut random = opponents::opponent(library, &battle, "random").unwrap();
    let mut list = Listing::default();
    let mut chosen = Vec::new();
    play_on(&mut battle, 5, |battle, chance| {
        if battle.number() % 25 != 3 {
            return Some(random.choose(battle, chance)).filter(|_| chosen.len() < 12);
        }
        let action = level.choose(battle, chance);
        battle.legal(&mut list);
        assert!(list.actions.contains(&action), "{name} in {scenario}: {action:?} is not listed");
        let reasons = level.explain();
        if let Some(first) = reasons.first() {
            assert_eq!(first.action, action, "{name} in {scenario}");
        }
        let simulated = reasons.iter().flat_map(|reason| &reason.terms).any(|term| term.name == "visits");
        chosen.push((action, simulated));
        Some(action)
    });
    assert!(!chosen.is_empty());
    chosen
}

#[test]
fn levels_answer_from_the_list_and_repeat_themselves() {
    for scenario in ["crossroads", "skirmish", "dead_air", "the_ritual"] {
        for level in ["recruit", "veteran"] {
            let [first, again] = [(); 2].map(|()| decisions(Library::own(), level, scenario));
            assert_eq!(first, again, "{level} in {scenario}");
        }
    }
}

/// A library with a level of `hexwar`, `iten` and `gemini` under this name that searches by this.
fn with_search(name: &str, by: &str) -> Library {
    let level =
        format!("(about: \"a\", rank: 3, profile: \"utility\", search: (manner: \"two_turns\", iterations: 12, {by}))");
    let path = |ruleset| format!("assets/opponents/{ruleset}/{name}.ron");
    Library::own().with(["hexwar", "iten", "gemini"].map(|ruleset| (path(ruleset), level.clone()))).unwrap()
}

/// A level's file says which search it is, in every ruleset: all of them answer from the list, repeat themselves, say of
/// their choice that it is theirs, and tell of simulations.
#[test]
fn a_level_names_its_search() {
    for by in [
        "by: Flat",
        "by: Tree(explore: 0.1)",
        "by: Portfolio(scripts: [\"rush\", \"kite\"], samples: 2)",
        "by: Evolution(plans: 4, samples: 2, mutation: 0.2)",
    ] {
        let library = with_search("seeker", by);
        for scenario in ["crossroads", "rivals", "alley"] {
            let [first, again] = [(); 2].map(|()| decisions(&library, "seeker", scenario));
            assert_eq!(first, again, "{by} in {scenario}");
            assert!(first.iter().all(|(_, simulated)| *simulated), "{by} in {scenario}");
        }
    }
}

/// What is wrong with the settings of a search is told at its place.
#[test]
fn searches_with_impossible_settings_are_refused() {
    let many = format!("by: Portfolio(scripts: [{}], samples: 1)", "\"rush\", ".repeat(256));
    for (by, complaint) in [
        (many.as_str(), "there are 256 scripts"),
        ("by: Tree(explore: -1.0)", "`explore` is -1"),
        ("by: Portfolio(scripts: [\"nobody\"], samples: 2)", "no level is called `nobody`"),
        ("by: Portfolio(scripts: [\"utility\"], samples: 2)", "no level is called `utility`"),
        ("by: Portfolio(scripts: [], samples: 0)", "`samples` is 0"),
        ("by: Evolution(plans: 3, samples: 2, mutation: 0.2)", "`plans` is 3"),
        ("by: Evolution(plans: 4, samples: 0, mutation: 0.2)", "`samples` is 0"),
        ("by: Evolution(plans: 4, samples: 2, mutation: 1.5)", "`mutation` is 1.5"),
        ("plan: 2, by: Tree(explore: 0.1)", "only a `Flat` search has a `plan`"),
    ] {
        let library = with_search("seeker", by);
        let Err(problems) = opponents::opponent(&library, &begun(&library, "patrol", 1), "seeker") else {
            panic!("{by} is taken");
        };
        let [problem] = &problems[..] else { panic!("{by}: {problems:?}") };
        assert!(problem.message.contains(complaint) && problem.line == 1 && problem.column > 60, "{by}: {problem}");
    }
}

/// Where the hull is breached, each of almost a hundred places is compared by whole battles: with one of each for a start
/// this decision took half a minute, whatever the time that it had.
#[test]
fn a_budget_of_time_is_kept_where_to_board() {
    let library = Library::own();
    let battle = begun(library, "dead_air", 1);
    let mut level = opponents::opponent(library, &battle, "veteran@0.2s").unwrap();
    let begun = Instant::now();
    let action = level.choose(&battle, 1);
    assert_eq!(action.verb, Verb::Place);
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[test]
fn every_opponent_that_is_listed_can_be_had() {
    let library = Library::own();
    for scenario in ["crossroads", "skirmish", "alley"] {
        let battle = Scenario::open(library, scenario).and_then(|s| s.battle(library)).unwrap();
        let names = opponents::names(library, battle.ruleset());
        let expected = [
            "random", "blob", "camp", "castle", "flank", "grab", "kite", "lure", "recruit", "rush", "utility", "bold",
            "careful", "greedy", "veteran", "captain", "warlord",
        ];
        assert_eq!(names, expected);
        for name in names {
            assert!(opponents::opponent(library, &battle, &name).is_ok(), "{name}");
        }
        assert_eq!(opponents::favourite(library, battle.ruleset()), "utility");
    }
}

/// A level is not the usual opponent, whatever rank it says that it has.
#[test]
fn only_a_profile_is_the_usual_opponent() {
    let level = "(about: \"a\", rank: 2, profile: \"utility\", search: (manner: \"two_turns\", iterations: 9))";
    let path = "assets/opponents/hexwar/abbot.ron".to_owned();
    let library = Library::own().with([(path, level.to_owned())]).unwrap();
    assert!(opponents::names(&library, "hexwar").windows(2).any(|names| names == ["abbot", "utility"]));
    assert_eq!(opponents::favourite(&library, "hexwar"), "utility");
}

/// Nor is any profile but the one that the content's manifest names, whatever it is called: one that comes before all others
/// by its name changes nothing.
#[test]
fn another_profile_is_not_the_usual_opponent() {
    for ruleset in ["hexwar", "iten", "gemini"] {
        let own = Library::own();
        let weights = own.text(&format!("assets/opponents/{ruleset}/utility.ron")).unwrap().to_owned();
        let library = own.with([(format!("assets/opponents/{ruleset}/aaa.ron"), weights)]).unwrap();
        assert!(opponents::names(&library, ruleset).contains(&"aaa".to_owned()));
        assert_eq!(opponents::favourite(&library, ruleset), "utility");
    }
}

/// The levels, with few simulations where they look ahead.
fn all_levels(library: &Library, ruleset: &str) -> Vec<String> {
    let looks_ahead = |name: &str| {
        let text = library.text(&format!("assets/opponents/{ruleset}/{name}.ron"));
        text.is_some_and(|text| text.contains("search:"))
    };
    let names = opponents::names(library, ruleset).into_iter();
    names.map(|name| if looks_ahead(&name) { name + "@8" } else { name }).collect()
}

/// What a level says of a decision is of that one: its first candidate is what it chose. Who acts at random has nothing to
/// say, and who is rash not always.
#[test]
fn levels_explain_what_they_chose() {
    const DECISIONS: u32 = 24;
    let library = Library::own();
    for scenario in ["crossroads", "skirmish", "alley"] {
        let start = begun(library, scenario, 5);
        for name in all_levels(library, start.ruleset()) {
            let mut level = opponents::opponent(library, &start, &name).unwrap();
            let (mut asked, mut explained) = (0, 0);
            let mut battle = start.clone();
            play_on(&mut battle, 5, |battle, chance| {
                let action = level.choose(battle, chance);
                asked += 1;
                if let Some(first) = level.explain().first() {
                    assert_eq!(first.action, action, "{name} in {scenario}, decision {}", battle.number());
                    explained += 1;
                }
                Some(action).filter(|_| battle.number() + 1 < DECISIONS)
            });
            assert!(asked == DECISIONS || battle.outcome().is_some(), "{name} in {scenario}: {asked} decisions");
            let expected = match name.as_str() {
                "random" => 0..=0,
                "recruit" => 1..=asked - 1,
                _ => asked..=asked,
            };
            assert!(expected.contains(&explained), "{name} in {scenario} explained {explained} decisions");
        }
    }
}

/// HULK-KNOW-12, HEX-ORD-01: two battles that differ in nothing but what the side to decide may not know are decided
/// alike by every level: what lies under blips, what the enemy has ordered.
#[test]
fn no_level_knows_what_its_side_may_not() {
    let library = Library::own();
    let position = |under: &str| {
        let text = format!(
            "(ruleset: \"iten\", name: \"n\", about: \"a\", map: \"dead_air\", turns: 20, mission: Boarding, \
             start: (turn: 2, phase: \"Movement\"), boarding: (defender: \"Chaos\", blips: [{under}], \
             tokens: [(28, 20)], drawn: {{\"Red\": Heart}}), sides: [(name: \"Red\", retinue: (figures: [\
             (name: \"Ann\", troop: \"Stormtrooper\", weapons: [\"Hellgun\"])])), (name: \"Chaos\", retinue: \
             (figures: [(name: \"Bob\", troop: \"Chaos Cultist\"), (name: \"Cob\", troop: \"Lesser Daemon\")]))], \
             figures: [(side: \"Red\", name: \"Ann\", at: (17, 7))])"
        );
        let mut battle = Scenario::parse(library, "test.ron", &text).and_then(|s| s.battle(library)).unwrap();
        battle.start(&mut Seeded::new(1, 0), &mut Log::off());
        battle
    };
    // The first decision after the enemy has chosen in secret, by its list forwards or backwards.
    let sealed = |scenario: &str, backwards: bool| {
        let mut battle = begun(library, scenario, 1);
        let mut list = Listing::default();
        let mut chose = None;
        play_on(&mut battle, 1, |battle, _| {
            let decision = battle.decision()?;
            if chose.is_some_and(|side| side != decision.side) {
                return None;
            }
            battle.legal(&mut list);
            let secret = decision.kind == Kind::Commit;
            chose = chose.or(secret.then_some(decision.side));
            let last = list.actions.len() - 1;
            Some(list.actions[if secret && backwards { last } else { 0 }])
        });
        battle
    };
    let near = "(at: (20, 8), unit: \"Bob\"), (at: (25, 7)), (at: (30, 8), unit: \"Cob\")";
    let far = "(at: (20, 8)), (at: (25, 7), unit: \"Cob\"), (at: (30, 8), unit: \"Bob\")";
    let blips = (position(near), position(far));
    for (one, other) in
        [blips].into_iter().chain(["dead_air", "crossroads"].map(|s| (sealed(s, false), sealed(s, true))))
    {
        assert_ne!(one.digest(), other.digest(), "they differ");
        for level in all_levels(library, one.ruleset()) {
            let [first, second] =
                [&one, &other].map(|battle| opponents::opponent(library, battle, &level).unwrap().choose(battle, 3));
            assert_eq!(first, second, "{level}");
        }
    }
}

/// A level of another strength, by its number of simulations; who does not look ahead has none.
#[test]
fn strength_by_simulations() {
    let library = Library::own();
    let battle = Scenario::open(library, "crossroads").and_then(|s| s.battle(library)).unwrap();
    let told = |name: &str| opponents::opponent(library, &battle, name).err().map(|p| p[0].to_string());
    assert_eq!(told("veteran@5"), None);
    for shortsighted in ["utility@5", "recruit@5", "random@5"] {
        assert!(told(shortsighted).unwrap().contains("does not look ahead"));
    }
    assert!(told("veteran@0").unwrap().contains("no number of simulations"));
}

/// While the hull is breached a level looks ahead as its manner says of that stage, and afterwards as it does otherwise.
#[test]
fn levels_have_a_manner_for_each_stage() {
    let manner = |stages: &str| {
        format!(
            "(turns: 1, decisions: 9, lambda: 1.0, widening: 0.75, trust: 0.1, {stages} temperature: 0.2, \
             rashness: 0.0, outlook: [(what: \"prospect\", first: 3.0, last: 3.0)])"
        )
    };
    let path = "assets/opponents/iten/two_turns.ron";
    let library = |stages| Library::own().with([(path.to_owned(), manner(stages))]).unwrap();
    let (plain, far) =
        (library(""), library("stages: {\"breach\": (turns: 3, decisions: 400, widening: 0.75, trust: 0.1)},"));
    let mut battle = begun(&plain, "dead_air", 1);
    let mut list = Listing::default();
    let values = |library: &Library, battle: &AnyBattle| {
        let mut level = opponents::opponent(library, battle, "veteran@24").unwrap();
        level.choose(battle, 3);
        level.explain().iter().map(|candidate| candidate.score).collect::<Vec<_>>()
    };
    assert_ne!(values(&plain, &battle), values(&far, &battle));
    let deployment = battle.place_in_turn();
    play_on(&mut battle, 1, |battle, _| {
        battle.legal(&mut list);
        Some(list.actions[0]).filter(|_| battle.place_in_turn() == deployment)
    });
    assert_eq!(values(&plain, &battle), values(&far, &battle));
}

/// ITEN-GEN-08: who has felled less loses when the last turn is over. Whoever plays by the profile goes for the enemy the
/// more for that the fewer turns are left; who is ahead has time.
#[test]
fn who_is_not_ahead_makes_haste() {
    let library = Library::own();
    let haste = |turn: u8, mine: u8, theirs: u8| {
        let text = format!(
            "(ruleset: \"iten\", name: \"n\", about: \"a\", map: \"roadhouse\", turns: 15, mission: Battle, \
             start: (turn: {turn}, phase: \"Movement\"), sides: [(name: \"Red\", felled: {mine}, retinue: (figures: \
             [(name: \"Ann\", troop: \"Death-cult Assassin\", weapons: [\"Sword\"])])), (name: \"Blue\", \
             felled: {theirs}, retinue: (figures: [(name: \"Bob\", troop: \"Fallen Guardsman\")]))], \
             figures: [(side: \"Red\", name: \"Ann\", at: (30, 15)), (side: \"Blue\", name: \"Bob\", at: (3, 15))])"
        );
        let mut battle = Scenario::parse(library, "test.ron", &text).and_then(|s| s.battle(library)).unwrap();
        battle.start(&mut Seeded::new(1, 0), &mut Log::off());
        let mut utility = opponents::opponent(library, &battle, "utility").unwrap();
        utility.choose(&battle, 1);
        let best = utility.explain().swap_remove(0);
        best.terms.iter().filter(|term| term.name == "press").map(|term| term.share).sum::<f32>()
    };
    for behind in [(0, 0), (0, 20)] {
        let [early, late, last] = [3, 11, 15].map(|turn| haste(turn, behind.0, behind.1));
        assert!(early == 0.0 && 0.0 < late && late < last, "{early}, {late}, {last}");
    }
    assert_eq!(haste(15, 20, 0), 0.0);
}

/// Tastes weigh what a profile considers: to the timid danger counts twice, and all else as to others.
#[test]
fn tastes_weigh_what_a_profile_considers() {
    let level = |tastes: &str| format!("(about: \"a\", rank: 3, profile: \"utility\", tastes: {{{tastes}}})");
    let path = |name: &str| format!("assets/opponents/iten/{name}.ron");
    let files = [(path("plain"), level("")), (path("timid"), level("\"danger\": 2.0"))];
    let library = Library::own().with(files).unwrap();
    let battle = begun(&library, "rivals", 1);
    // By candidate, what danger and what everything else adds to its score.
    let shares = |name: &str| {
        let mut level = opponents::opponent(&library, &battle, name).unwrap();
        level.choose(&battle, 1);
        let parts = level.explain().into_iter().map(|candidate| {
            let danger: f32 = candidate.terms.iter().filter(|t| t.name == "danger").map(|t| t.share).sum();
            (candidate.action, danger, candidate.score - danger)
        });
        let mut parts: Vec<_> = parts.collect();
        parts.sort_by_key(|part| format!("{:?}", part.0));
        parts
    };
    let (plain, timid) = (shares("plain"), shares("timid"));
    assert_eq!(plain.len(), timid.len());
    assert!(plain.iter().any(|part| part.1 < 0.0), "some hexes are dangerous");
    for (one, other) in plain.iter().zip(&timid) {
        assert_eq!(one.0, other.0);
        assert!((other.1 - 2.0 * one.1).abs() < 1e-4 && (other.2 - one.2).abs() < 1e-4, "{one:?}, {other:?}");
    }
}

/// Levels of another temper play another battle than the one whose strength they have.
#[test]
fn tempers_differ() {
    let library = Library::own();
    // One short battle may end alike by chance.
    let ends = |level: &str, scenario: &str| {
        [4, 5, 6].map(|seed| {
            let mut battle = begun(library, scenario, seed);
            let mut seat = opponents::opponent(library, &battle, level).unwrap();
            play_on(&mut battle, seed, |battle, chance| Some(seat.choose(battle, chance)));
            battle.hash()
        })
    };
    for scenario in ["patrol", "rivals"] {
        let tempers = ["veteran@8", "bold@8", "careful@8", "greedy@8"].map(|level| ends(level, scenario));
        for (number, end) in tempers.iter().enumerate() {
            assert!(!tempers[..number].contains(end), "{number} in {scenario}");
        }
    }
}

/// Nobody repeats a harmless action for ever: whoever is to decide, a turn is soon over.
#[test]
fn turns_end() {
    let library = Library::own();
    for scenario in ["grand_battle", "skirmish", "convoy", "the_gauntlet", "dead_air", "the_wake"] {
        let start = begun(library, scenario, 2);
        for level in ["utility", "veteran@4"] {
            let mut seat = opponents::opponent(library, &start, level).unwrap();
            let mut decisions = std::collections::BTreeMap::<_, u32>::new();
            play_on(&mut start.clone(), 2, |battle, chance| {
                let turn = opponents::turn(battle);
                if turn > 6 {
                    return None;
                }
                let action = seat.choose(battle, chance);
                *decisions.entry((turn, action.unit)).or_default() += 1;
                Some(action)
            });
            let most = decisions.iter().max_by_key(|entry| entry.1).unwrap();
            assert!(*most.1 <= 40, "{level} in {scenario}: {most:?}");
        }
    }
}

/// The main thread has 1 MiB of stack on Windows, and may have no more in a browser: that is enough for every level of
/// every ruleset to be read, to decide and to be dropped.
#[test]
fn no_level_needs_more_than_a_mebibyte_of_stack() {
    const STACK: usize = 1 << 20;
    let library = Library::own();
    let starts = ["patrol", "rivals", "dead_air", "alley", "tug"].map(|scenario| begun(library, scenario, 1));
    assert!(NAMES.iter().all(|ruleset| starts.iter().any(|start| start.ruleset() == *ruleset)), "one is left out");
    for start in starts {
        for name in all_levels(library, start.ruleset()) {
            let battle = start.clone();
            let decide = move || {
                let mut level = opponents::opponent(library, &battle, &name).unwrap();
                level.choose(&battle, 1);
            };
            thread::Builder::new().stack_size(STACK).spawn(decide).unwrap().join().unwrap();
        }
    }
}

/// A battle of Patrol in which one opponent decides for both sides, up to a decision of the second that `stop` wants.
fn fought(opponent: &str, mut stop: impl FnMut(&AnyBattle) -> bool) -> Session {
    let library = Library::own();
    let mut session = Session::begin(library, Scenario::open(library, "patrol").unwrap(), 6).unwrap();
    let mut both = opponents::opponent(library, session.battle(), opponent).unwrap();
    while session.battle().decision().unwrap().side.index() != 1 || !stop(session.battle()) {
        let action = opponents::decide(both.as_mut(), session.battle(), &session.past(session.battle().number()));
        session.play(action).unwrap();
    }
    session
}

/// What veteran thinks of its choices after it has watched, with their values.
fn thoughts(session: &Session, watch: impl Fn(&mut dyn opponents::Opponent)) -> Vec<(Action, f32)> {
    let battle = session.battle();
    let mut veteran = opponents::opponent(Library::own(), battle, "veteran").unwrap();
    watch(veteran.as_mut());
    veteran.choose(battle, 1);
    veteran.explain().iter().map(|scored| (scored.action, scored.score)).collect()
}

#[test]
fn whoever_looks_ahead_judges_enemies_by_what_they_did() {
    let side = SideId(1);
    let mut list = Listing::default();
    let session = fought("rush", |battle| {
        battle.legal(&mut list);
        battle.number() > 30 && list.actions.len() > 3
    });
    let number = session.battle().number();
    let past = session.past(number);
    let watched = thoughts(&session, |veteran| veteran.watch(side, &past));
    assert_ne!(watched, thoughts(&session, |_| ()), "nothing follows from what it saw");
    // It comes to the same whether it watched all along, saw what was taken back, or another battle before.
    let once_more = thoughts(&session, |veteran| (0..=number).for_each(|n| veteran.watch(side, &session.past(n))));
    assert_eq!(watched, once_more);
    let other = fought("utility", |battle| battle.number() > 8);
    let elsewhere = thoughts(&session, |veteran| {
        veteran.watch(side, &other.past(other.battle().number()));
        veteran.watch(side, &past);
    });
    assert_eq!(watched, elsewhere);
}

#[test]
fn what_is_written_down_in_secret_is_not_watched() {
    let library = Library::own();
    let orders = |pick: usize| {
        let mut session = Session::begin(library, Scenario::open(library, "patrol").unwrap(), 6).unwrap();
        let mut secrets = 0;
        while let Some(decision) = session.battle().decision() {
            let secret = decision.kind == Kind::Commit;
            if secret && decision.side.index() == 1 {
                break;
            }
            secrets += usize::from(secret);
            let legal = session.legal();
            let action = legal[if secret { pick % legal.len() } else { 0 }];
            session.play(action).unwrap();
        }
        assert!(secrets > 1);
        session
    };
    let (ones, others) = (orders(0), orders(1));
    assert_ne!(ones.actions(), others.actions());
    let think = |session: &Session| {
        let past = session.past(session.battle().number());
        thoughts(session, |veteran| veteran.watch(SideId(1), &past))
    };
    assert_eq!(think(&ones), think(&others));
}
