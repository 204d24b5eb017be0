//! The utility policy and its profiles.

use std::sync::{Arc, Mutex};

use crate::race::{Move, Race};
use hexfray_ai::arena::Score;
use hexfray_ai::beliefs::Beliefs;
use hexfray_ai::policy::Term;
use hexfray_ai::utility::{Curve, Fault, NameKind, Place, ProfileError, Ties};
use hexfray_ai::{Actors, Advised, Appraise, Game, Guide, Policy, Profile, Random, Utility, duel};

pub(crate) const RUNNER: &str = r#"(
    topics: [
        (topic: "walk", considerations: [(input: "gain", weight: 1.0)]),
        (topic: "sprint", base: -0.25, considerations: [
            (input: "gain", weight: 1.0),
            (input: "loss", weight: -1.0),
        ]),
    ],
)"#;

pub(crate) fn profile(ron: &str) -> Profile {
    ron::from_str(ron).expect("a profile")
}

fn utility(ron: &str) -> Utility<Race> {
    Utility::new(&profile(ron)).expect("names of the race")
}

#[test]
fn curves() {
    let smooth = Curve::SmoothStep { from: 2.0, to: 4.0 };
    let falling = Curve::SmoothStep { from: 4.0, to: 2.0 };
    let sigmoid = Curve::Sigmoid { centre: 1.0, steepness: 3.0 };
    let quadratic = Curve::Quadratic { square: 2.0, slope: -3.0, offset: 1.0 };
    for (curve, x, y) in [
        (Curve::default(), 0.3, 0.3),
        (Curve::Linear { slope: -2.0, offset: 1.0 }, 0.25, 0.5),
        (quadratic, 0.0, 1.0),
        (quadratic, 2.0, 3.0),
        (Curve::Step { at: 0.5 }, 0.499, 0.0),
        (Curve::Step { at: 0.5 }, 0.5, 1.0),
        (smooth, 1.0, 0.0),
        (smooth, 2.5, 0.15625),
        (smooth, 3.0, 0.5),
        (smooth, 9.0, 1.0),
        (falling, 1.0, 1.0),
        (falling, 3.5, 0.15625),
        (falling, 9.0, 0.0),
        (sigmoid, 1.0, 0.5),
        (sigmoid, 2.0, 0.875),
        (sigmoid, 0.0, 0.125),
        (Curve::Inverse { half: 3.0 }, -1.0, 1.0),
        (Curve::Inverse { half: 3.0 }, 3.0, 0.5),
        (Curve::Inverse { half: 3.0 }, 9.0, 0.25),
    ] {
        assert_eq!(curve.at(x), y, "{curve:?} at {x}");
    }
}

#[test]
fn scores_are_sums() {
    let profile = profile(
        r#"(topics: [(topic: "b", base: 0.5, considerations: [
            (input: "y", weight: 2.0),
            (input: "x", weight: -4.0, clamp: true),
            (input: "x", weight: 0.25, curve: Step(at: 3.0)),
        ])])"#,
    );
    let compiled = profile.compile(&["x", "y"], &["a", "b"]).unwrap();
    assert_eq!(compiled.score(1, &[0.5, 3.0]), 0.5 + 6.0 - 2.0);
    assert_eq!(compiled.score(1, &[5.0, 0.0]), 0.5 - 4.0 + 0.25);
    assert_eq!(compiled.score(0, &[5.0, 3.0]), 0.0, "a topic that is not listed");
}

/// Topics that are like another share its weights, until they are written out.
#[test]
fn like_another() {
    let mut profile = profile(
        r#"(topics: [
            (topic: "a", base: 9.0, considerations: [(input: "x", weight: 2.0)]),
            (topic: "b", like: Some("a"), base: 0.5, considerations: [(input: "y", weight: 1.0)]),
            (topic: "c", like: Some("b")),
        ])"#,
    );
    let score = |profile: &Profile, topic| {
        profile.compile(&["x", "y"], &["a", "b", "c"]).map(|compiled| compiled.score(topic, &[3.0, 4.0])).unwrap()
    };
    let shared = [0, 1, 2].map(|topic| score(&profile, topic));
    assert_eq!(shared, [15.0, 10.5, 10.0]);
    profile.write_out();
    assert!(profile.topics.iter().all(|topic| topic.like.is_none()));
    assert_eq!([0, 1, 2].map(|topic| score(&profile, topic)), shared);
    profile.topics[0].considerations[0].weight = 7.0;
    assert_eq!([0, 1, 2].map(|topic| score(&profile, topic)), [30.0, 10.5, 10.0]);
}

/// In the race sprinting takes the place of walking; here it is weighed as if one could walk as well.
#[test]
fn besides_and_not_instead() {
    let scores = |base: f32| {
        let mut utility = utility(&format!(
            r#"(topics: [(topic: "walk", base: -7.0), (topic: "sprint", base: {base:?}, besides: true)])"#
        ));
        let mut scores = Vec::new();
        utility.score(&Race::default(), &[Move::Walk(0), Move::Sprint(0)], &mut scores);
        let chosen = utility.choose(&Race::default(), 1);
        let terms = utility.explain().into_iter().find(|s| s.action == Move::Sprint(0)).unwrap().terms;
        assert_eq!(terms.iter().map(|t| (t.name, t.share)).collect::<Vec<_>>(), [("base", base), ("rest", -7.0)]);
        (scores, chosen)
    };
    assert_eq!(scores(-2.0), (vec![-7.0, -9.0], Move::Walk(0)), "better than walking, and yet worth nothing");
    assert_eq!(scores(0.5), (vec![-7.0, -6.5], Move::Sprint(0)));
}

#[test]
fn profiles_survive_writing() {
    let runner = profile(RUNNER);
    assert_eq!(profile(&ron::to_string(&runner).unwrap()), runner);
}

#[test]
fn profiles_refuse_unknown_fields() {
    for wrong in [
        "(topics: [], noize: 1.0)",
        r#"(topics: [(topic: "a", bass: 1.0)])"#,
        r#"(topics: [(topic: "a", considerations: [(input: "x", weight: 1.0, wait: 1.0)])])"#,
        r#"(topics: [(topic: "a", considerations: [(input: "x", weight: 1.0, curve: Step(at: 1.0, to: 2.0))])])"#,
        r#"(topics: [(topic: "a", considerations: [(input: "x")])])"#,
    ] {
        assert!(ron::from_str::<Profile>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn all_errors_are_told() {
    let profile = profile(
        r#"(topics: [
            (topic: "a", considerations: [
                (input: "z", weight: NaN),
                (input: "x", weight: 1.0, curve: SmoothStep(from: 1.0, to: 1.0)),
                (input: "x", weight: 1.0, curve: Inverse(half: 0.0)),
                (input: "x", weight: 1.0, curve: Sigmoid(centre: inf, steepness: 0.0)),
            ]),
            (topic: "c", base: inf),
            (topic: "a", noise: -1.0, like: Some("b")),
        ])"#,
    );
    let errors = profile.compile(&["x", "y"], &["a", "b"]).unwrap_err();
    let unknown = Fault::UnknownName { kind: NameKind::Input, name: "z".into(), known: &["x", "y"] };
    assert_eq!(errors[1], ProfileError { place: Place::Consideration(0, 0), fault: unknown });
    assert_eq!(
        [errors[4].place, errors[6].place, errors[8].place],
        [Place::Consideration(0, 3), Place::Topic(1), Place::Topic(2)]
    );
    let told = Vec::from_iter(errors.iter().map(ProfileError::to_string));
    assert_eq!(
        told,
        [
            "topic `a`: input `z`: every number must be finite",
            "unknown input `z`; there are: x, y",
            "topic `a`: input `x`: `from` and `to` must differ",
            "topic `a`: input `x`: `half` must be above 0",
            "topic `a`: input `x`: every number must be finite",
            "topic `c`: every number must be finite",
            "unknown topic `c`; there are: a, b",
            "no topic `b` is listed above",
            "topic `a`: noise must be finite and at least 0",
            "topic `a` is listed twice",
        ]
    );
}

#[test]
fn beats_random() {
    let score = duel(|_| Race::default(), &mut utility(RUNNER), &mut Random::by_actor(), 100, 1, 1000);
    assert_eq!(score, Score { wins: 197, draws: 0, losses: 3, unfinished: 0 });
}

#[test]
fn tells_why() {
    let mut policy = utility(RUNNER);
    let race = Race::at([[8, 0], [0, 0]]);
    assert_eq!(policy.choose(&race, 0), Move::Sprint(0));
    let why = policy.explain();
    // The order of the runners changes nothing, so only the first is looked at.
    assert_eq!(Vec::from_iter(why.iter().map(|scored| scored.action)), [Move::Sprint(0), Move::Walk(0)]);
    let [base, gain, loss] = why[0].terms[..] else { panic!("{:?}", why[0]) };
    assert_eq!(base, Term { name: "base", value: -0.25, share: -0.25 });
    assert_eq!((gain.name, gain.value), ("gain", 200.0 / 36.0));
    assert_eq!((loss.name, loss.value, loss.share), ("loss", 88.0 / 36.0, -88.0 / 36.0));
    for scored in &why {
        assert_eq!(scored.terms.iter().map(|term| term.share).sum::<f32>(), scored.score);
    }
    assert!(Random::<Race>::evenly().explain().is_empty());
}

/// A race in which the order of the runners counts.
#[derive(Clone)]
pub(crate) struct Ordered(pub(crate) Race);

impl Game for Ordered {
    type Action = Move;
    type Scratch = <Race as Game>::Scratch;

    fn players(&self) -> usize {
        self.0.players()
    }

    fn to_act(&self) -> Option<usize> {
        self.0.to_act()
    }

    fn actors(&self) -> Actors {
        self.0.actors()
    }

    fn actions_of(&self, actor: Option<usize>, scratch: &mut Self::Scratch, out: &mut Vec<Move>) {
        self.0.actions_of(actor, scratch, out);
    }

    fn play(&mut self, action: Move, chance: u64) {
        self.0.play(action, chance);
    }

    fn payoff(&self, player: usize) -> f32 {
        self.0.payoff(player)
    }
}

impl Appraise for Ordered {
    fn inputs() -> &'static [&'static str] {
        Race::inputs()
    }

    fn topics() -> &'static [&'static str] {
        Race::topics()
    }

    fn topic(&self, action: Move) -> usize {
        self.0.topic(action)
    }

    fn survey(&self, scratch: &mut Self::Scratch) {
        self.0.survey(scratch);
    }

    fn appraise(&self, action: Move, scratch: &mut Self::Scratch, inputs: &mut [f32]) {
        self.0.appraise(action, scratch, inputs);
    }
}

#[test]
fn weighs_all_units_where_order_counts() {
    let mut policy = Utility::<Ordered>::new(&profile(RUNNER)).unwrap();
    let race = Ordered(Race::at([[8, 0], [0, 0]]));
    assert_eq!(policy.choose(&race, 0), Move::Sprint(1));
    assert_eq!(policy.explain().len(), 5);
}

/// Of two walks and two sprints one each is weighed, either as often, and what there is one of always.
#[test]
fn a_glance_weighs_some_of_each_kind() {
    let mut policy = Utility::<Ordered>::new(&profile(RUNNER)).unwrap();
    let race = Ordered(Race::at([[8, 0], [0, 0]]));
    let mut walks = [0; 2];
    for chance in 0..1000 {
        policy.glance(&race, 1, chance);
        let mut weighed: Vec<_> = policy.explain().iter().map(|scored| scored.action).collect();
        weighed.sort_by_key(|action| race.topic(*action));
        let [Move::Walk(runner), Move::Sprint(_), Move::Rest] = weighed[..] else { panic!("{weighed:?}") };
        walks[runner] += 1;
        assert_eq!(policy.glance(&race, 2, chance), Move::Sprint(1), "all are weighed");
    }
    assert!(walks.iter().all(|walks| (440..=560).contains(walks)), "{walks:?}");
}

/// How often each of the two moves of the first runner is chosen in 1000 decisions.
fn choices(ron: &str) -> [u32; 2] {
    let mut policy = utility(ron);
    let mut counts = [0; 2];
    for chance in 0..1000 {
        let choice = policy.choose(&Race::default(), chance);
        assert_eq!(policy.choose(&Race::default(), chance), choice, "chance {chance}");
        assert_eq!(policy.explain()[0].action, choice);
        counts[usize::from(choice == Move::Sprint(0))] += 1;
    }
    counts
}

#[test]
fn ties() {
    assert_eq!(choices("(topics: [])"), [1000, 0]);
    let [walks, sprints] = choices("(topics: [], ties: Chance)");
    assert!(walks > 450 && sprints > 450, "{walks} walks, {sprints} sprints");
    assert_eq!(profile("(topics: [])").ties, Ties::First);
}

#[test]
fn noise_varies_the_choice_and_is_repeatable() {
    let walk_is_better = |noise: f32| {
        format!(r#"(topics: [(topic: "walk", base: 0.5, noise: {noise:?}), (topic: "sprint", noise: {noise:?})])"#)
    };
    assert_eq!(choices(&walk_is_better(0.5)), [1000, 0], "noise below the difference decides nothing");
    // Uniform noise of 1: a sprint makes up for 0.5 in one case out of eight.
    let [_, sprints] = choices(&walk_is_better(1.0));
    assert!((95..=155).contains(&sprints), "{sprints} sprints");

    let mut policy = utility(&walk_is_better(1.0));
    policy.choose(&Race::default(), 7);
    let walk = policy.explain().into_iter().find(|scored| scored.action == Move::Walk(0)).unwrap();
    assert_eq!(walk.terms.iter().map(|term| term.name).collect::<Vec<_>>(), ["base", "noise"]);
    assert_eq!(walk.terms.iter().map(|term| term.share).sum::<f32>(), walk.score);
}

#[test]
fn players_of_playouts_differ() {
    // A walk is worth 2, so that whoever values fields at less than four fifths sprints.
    let walker = r#"(topics: [
        (topic: "walk", considerations: [(input: "gain", weight: 1.0)]), (topic: "sprint", base: 1.6),
    ])"#;
    let (race, mut others) = (Race::default(), Race::default());
    others.play(Move::Rest, 0);
    let count = |variety: f32| {
        let mut guide = Advised::new(utility(walker), 0.0, 1.0, |_: &Race, _: &mut [f32]| {}).varied(variety);
        let (mut sprints, mut differ) = (0, 0);
        for playout in 0..1000 {
            guide.begin(&race, 0, playout);
            let choice = guide.playout(&race, 1);
            assert_eq!(guide.playout(&race, 2), choice, "a player stays as he is to the end of the playout");
            sprints += usize::from(choice == Move::Sprint(0));
            differ += usize::from(choice != guide.playout(&others, 1));
        }
        (sprints, differ)
    };
    assert_eq!(count(0.0), (0, 0));
    assert_eq!(count(0.2), (0, 0), "a factor of 1.2 is not enough");
    // One half are divided, three quarters of them by more than 1.25.
    let (sprints, differ) = count(1.0);
    assert!((325..=425).contains(&sprints), "{sprints} sprints");
    assert!((415..=525).contains(&differ), "in {differ} playouts the players differ");
}

#[test]
fn allocates_nothing_once_warm() {
    let race = Race::default();
    let (mut utility, mut by_actor, mut evenly) = (utility(RUNNER), Random::by_actor(), Random::evenly());
    let mut choose = |chance| {
        utility.choose(&race, chance);
        by_actor.choose(&race, chance);
        evenly.choose(&race, chance);
    };
    (0..10).for_each(&mut choose);
    let allocated = allocation_counter::measure(|| (10..1000).for_each(&mut choose));
    assert_eq!(allocated.count_total, 0);
}

#[test]
fn a_player_is_known_by_what_he_does() {
    let way = |topic: &str| utility(&format!(r#"(topics: [(topic: "{topic}", base: 1.0)])"#));
    let mut beliefs = Beliefs::new(way("walk"), vec![way("sprint"), way("rest")]);
    let race = Race::default();
    let first = beliefs.see(&race, Move::Sprint(0)).unwrap().to_vec();
    assert!(first[1] > first[2], "who sprints is likelier one who likes to: {first:?}");
    for _ in 0..10 {
        beliefs.see(&race, Move::Sprint(0));
    }
    let sure = beliefs.see(&race, Move::Sprint(0)).unwrap().to_vec();
    assert!(sure[1] > 0.9, "{sure:?}");
    assert!((sure.iter().sum::<f32>() - 1.0).abs() < 0.01, "{sure:?}");
    for _ in 0..10 {
        beliefs.see(&race, Move::Rest);
    }
    let other = beliefs.see(&race, Move::Rest).unwrap().to_vec();
    assert!(other[2] > 0.9, "he has changed his mind: {other:?}");
}

#[test]
fn enemies_of_playouts_play_as_they_are_believed_to() {
    let way = |topic: &str| utility(&format!(r#"(topics: [(topic: "{topic}", base: 1.0)])"#));
    let beliefs = Arc::new(Mutex::new(Beliefs::new(way("walk"), vec![way("sprint")])));
    let mut guide = Advised::new(way("walk"), 0.0, 1.0, |_: &Race, _: &mut [f32]| {}).against(beliefs.clone());
    let (race, mut others) = (Race::default(), Race::default());
    others.play(Move::Rest, 0);
    let mut sprints = |game: &Race| {
        let sprinted = (0..1000).filter(|&playout| {
            guide.begin(&race, 0, playout);
            guide.playout(game, 1) == Move::Sprint(0)
        });
        sprinted.count()
    };
    assert_eq!(sprints(&others), 0, "of whom nothing was seen plays as is usual");
    for _ in 0..20 {
        beliefs.lock().unwrap().see(&others, Move::Sprint(0));
        // Of oneself nothing has to be believed.
        beliefs.lock().unwrap().see(&race, Move::Sprint(0));
    }
    assert!(sprints(&others) > 950);
    assert_eq!(sprints(&race), 0);
    beliefs.lock().unwrap().forget();
    assert_eq!(sprints(&others), 0);
}
