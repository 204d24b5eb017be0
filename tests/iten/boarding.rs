//! Boarding missions: blips, doors, secrets and objectives (appendix one).

use hexfray::battle::{Action, Event, Fact, Listing, Log, Rule, Seeded, SideId, Verb};
use hexfray::content::Library;
use hexfray::rules::iten::{Battle, Fate, Iten};
use hexfray::rules::{AnyBattle, Registered};
use hexfray::scenario::Scenario;
use hexfray_ai::Game as _;

use crate::field::{Field, Game};

/// Two rooms with a passage of three hexes between them, a door on one side of it, a hatch on the other.
const PART: &str = "
! ! ! ! ! ! ! ! ! ! ! ! ! ! ! !
! ! & & & & & & & & & & & & & !
! ! & r r r # # # # # s s s & !
! ! & r r r D p p p h s s s & !
! ! & r r r # # # # # s s s & !
! ! & & & & & & & & & & & & & !
! ! ! ! ! ! ! ! ! ! ! ! ! ! ! !";

/// Red boards, Blue defends. `counters` are fields of the boarding.
fn part(counters: &str) -> Field {
    let field = Field::ship(PART).mission("Boarding");
    field.with(&format!("boarding: (defender: \"Blue\", {counters})"))
}

/// Blue, with a Bob who is alone and two Cobs.
fn blue(field: Field) -> Field {
    field.side("Blue", "").hidden("Bob", 1, "weapons: [\"Bolter\"]").hidden("Cob", 2, "weapons: [\"Lasgun\"]")
}

/// What was told since the last answer of what the Defender and the cards hold.
fn opened(game: &Game) -> Vec<String> {
    let battle = AnyBattle::from(game.battle.clone());
    let text = |e: &Event| match e.fact {
        Fact::Opened { line, holds } => Some(battle.opened(line, holds)),
        _ => None,
    };
    game.events.iter().filter_map(text).collect()
}

fn open(game: &mut Game, name: &str, at: (u16, u16)) {
    let action = Action::of(Verb::Open, game.unit(name)).hex(game.hex(at.0, at.1));
    game.play(action, &[]);
}

fn place(game: &mut Game, name: &str, at: (u16, u16)) {
    let action = Action::of(Verb::Place, game.unit(name)).hex(game.hex(at.0, at.1));
    game.play(action, &[]);
}

/// HULK-MOVE-01, HULK-MOVE-03, HULK-BLIP-07, HULK-BLIP-08, HULK-BLIP-10, HULK-BLIP-11, HULK-ORD-01, HULK-KNOW-06: a hatch
/// takes two of six hexes; the room behind it is turned before anybody steps in; then the mover goes on with what is left.
#[test]
fn a_hatch_is_opened() {
    let counters = "blips: [(at: (13, 4), unit: \"Bob\")]";
    let red = |at| blue(part(counters).with("open: [(7, 4)]").side("Red", "").figure("Ann", at, ""));
    // Five hexes away there is not enough left, four away there is.
    let mut game = red((5, 4)).begin(&[]);
    game.go("Ann", (10, 4), &[]);
    assert_eq!(game.phase(), "Shooting", "one hex is left, and a hatch takes two; a run has three");
    let mut game = red((6, 4)).begin(&[]);
    game.go("Ann", (10, 4), &[]);
    assert_eq!(game.asked(), "Red");
    assert!(game.can(Verb::Open, "Ann", (11, 4)) && !game.can(Verb::Move, "Ann", (9, 4)));
    // From two hexes away four are left behind the hatch.
    let mut game = red((8, 4)).begin(&[]);
    game.go("Ann", (10, 4), &[]);
    open(&mut game, "Ann", (11, 4));
    assert_eq!((game.asked(), game.asking()), ("Blue".to_owned(), Rule("HULK-BLIP-07")));
    assert_eq!(opened(&game), ["blip 1 is unit 1: Bob"]);
    assert_eq!(game.place("Ann"), (10, 4), "nobody steps in before all are placed");
    assert!(game.can(Verb::Place, "Bob", (14, 3)) && game.can(Verb::Place, "Bob", (12, 4)));
    assert!(!game.can(Verb::Place, "Bob", (9, 4)), "another space");
    place(&mut game, "Bob", (14, 3));
    assert_eq!(game.asked(), "Red", "Ann goes on");
    assert!(game.can(Verb::Move, "Ann", (12, 4)) && !game.can(Verb::Move, "Ann", (13, 5)));
}

/// HULK-BLIP-08: who stands next to an open entrance has opened the room; the step is declared, and not made before.
#[test]
fn an_open_entrance_is_enough() {
    let counters = "blips: [(at: (13, 4), unit: \"Bob\")]";
    let field = part(counters).with("open: [(7, 4), (11, 4)]").side("Red", "").figure("Ann", (8, 4), "");
    let mut game = blue(field).begin(&[]);
    game.go("Ann", (10, 4), &[]);
    assert_eq!((game.asked(), game.place("Ann")), ("Blue".to_owned(), (9, 4)));
    place(&mut game, "Bob", (14, 5));
    assert_eq!((game.asked(), game.asking()), ("Red".to_owned(), Rule("HULK-BLIP-11")));
    assert!(game.can(Verb::Move, "Ann", (10, 4)), "on, with five hexes left");
    assert!(game.can(Verb::Hold, "Ann", (0, 0)) || game.offers().iter().any(|o| o.contains("nothing more")), "or not");
}

/// HULK-BLIP-09: the blip of a passage is turned by a line of sight to it, at any range; HULK-BLIP-07, HULK-BLIP-10: its
/// unit stands around the blip's hex, in the passage, all of it before anybody goes on.
#[test]
fn a_passage_is_looked_into() {
    let counters = "blips: [(at: (10, 4), unit: \"Cob 1\")]";
    let mut game = blue(part(counters).side("Red", "").figure("Ann", (4, 4), "").figure("Ada", (6, 4), "")).begin(&[]);
    open(&mut game, "Ada", (7, 4));
    assert_eq!(game.asking(), Rule("HULK-BLIP-07"));
    assert!(!game.can(Verb::Place, "Cob 1", (9, 4)), "the first stands where the blip lay");
    place(&mut game, "Cob 2", (10, 4));
    assert!(game.can(Verb::Place, "Cob 1", (8, 4)) && game.can(Verb::Place, "Cob 1", (9, 4)));
    assert!(!game.can(Verb::Place, "Cob 1", (12, 4)));
    place(&mut game, "Cob 1", (9, 4));
    assert_eq!(game.asked(), "Red");
    // A step into it would do the same, the door being open and nobody looking: but whoever sees it has turned it.
    let field = part(counters).with("open: [(7, 4)]").side("Red", "").figure("Ann", (4, 3), "");
    let mut game = blue(field).begin(&[]);
    game.go("Ann", (6, 4), &[]);
    assert_eq!(game.asked(), "Blue", "seen on the way");
}

/// HULK-BLIP-07: a sensor ghost is taken away. HULK-MOVE-04: an open hatch is closed for two hexes as well.
#[test]
fn ghosts_and_closing() {
    let field = part("blips: [(at: (13, 4))]").side("Red", "").figure("Ann", (10, 4), "");
    let mut game = blue(field).begin(&[]);
    open(&mut game, "Ann", (11, 4));
    assert_eq!((opened(&game), game.asked()), (vec!["blip 1 is a sensor ghost".to_owned()], "Red".to_owned()));
    assert!(game.battle.blips().next().is_none());
    open(&mut game, "Ann", (11, 4));
    assert!(!game.can(Verb::Move, "Ann", (12, 4)), "closed again");
    assert!(game.can(Verb::Move, "Ann", (8, 4)) && !game.can(Verb::Move, "Ann", (7, 4)), "two hexes are left");
}

/// HULK-BLIP-12: what lies under a blip is no target and affects nobody; HULK-KNOW-03, HULK-KNOW-08: a Boarder's view
/// says nothing of it, and two battles that differ in nothing else look alike to him, not to the Defender.
#[test]
fn views_keep_secrets() {
    let field = |under: &str| {
        let counters = format!("blips: [{under}], tokens: [(4, 3)], drawn: {{\"Red\": Heart}}");
        blue(part(&counters).side("Red", "").figure("Ann", (4, 4), "weapons: [\"Bolter\"]")).begin(&[])
    };
    let games = [
        field("(at: (13, 4), unit: \"Bob\"), (at: (9, 4), unit: \"Cob 1\"), (at: (5, 3))"),
        field("(at: (13, 4), unit: \"Cob 1\"), (at: (9, 4)), (at: (5, 3), unit: \"Bob\")"),
    ];
    let view = |game: &Game, side: u8| game.battle.view_for(SideId(side));
    let [red, blue] = [0, 1].map(|side| games.each_ref().map(|g| view(g, side)));
    assert_eq!(red[0].digest(), red[1].digest());
    assert_ne!(blue[0].digest(), blue[1].digest());
    let bob = games[0].unit("Bob");
    assert_eq!(red[0].unit(bob).fate, Fate::Unknown);
    assert_eq!(red[0].profile(bob).member.name, "unknown");
    assert_eq!(red[0].table().lists, [0; 16]);
    assert_eq!(red[0].table().cards[0], 1, "his own card");
    assert_eq!((blue[0].table().cards[0], blue[0].table().lists[1]), (0, 1));
    // Nobody can count: two units have ten places, whatever they are.
    let known = |battle: &Battle| hexfray::rules::AnyBattle::from(battle.clone()).listed().len();
    assert_eq!((known(&red[0]), known(&blue[0])), (1, 4));
}

/// HULK-KNOW-04, HULK-KNOW-05: what is dealt anew fits what is known: so many units under so many blips, cards of which
/// none is dealt thrice; and depends on nothing else.
#[test]
fn what_is_hidden_is_dealt_anew() {
    let counters = "blips: [(at: (13, 4), unit: \"Bob\"), (at: (9, 4), unit: \"Cob 1\"), (at: (5, 3))]";
    let game = blue(part(counters).side("Red", "").figure("Ann", (4, 4), "")).begin(&[]);
    let mut ghosts = [0; 4];
    for chance in 0..300 {
        let mut other = game.battle.clone();
        other.determinise(0, chance);
        let lists = other.table().lists;
        assert_eq!((lists[0], lists[1..4].iter().filter(|l| **l != 0).count()), (0, 2));
        let ghost = (1..4).find(|n| lists[*n] == 0).unwrap();
        ghosts[ghost] += 1;
        let mut again = game.battle.view_for(SideId(0));
        again.determinise(0, chance);
        assert_eq!(again.digest(), other.digest());
    }
    assert!(ghosts[1..].iter().all(|n| (60..=140).contains(n)), "each blip is a ghost as often: {ghosts:?}");
}

/// HULK-KNOW-05, HULK-BLIP-02: whoever breaches the hull before blips lie reckons with units that will be put under them:
/// six here, of three figures each as far as he can guess.
#[test]
fn there_are_enemies_before_blips_lie() {
    let library = Library::own();
    let mut battle: AnyBattle = Scenario::open(library, "dead_air").and_then(|s| s.battle(library)).unwrap();
    battle.start(&mut Seeded::new(5, 0), &mut Log::off());
    let mut guess = Iten::of(&battle).unwrap().clone();
    let decision = guess.decision().unwrap();
    assert_eq!((decision.side, decision.rule), (SideId(0), Rule("HULK-BLIP-02")));
    guess.determinise(0, 1);
    let enemies = guess.units().filter(|&u| guess.piece(u).side == SideId(1) && guess.unit(u).fate == Fate::Playing);
    assert_eq!((enemies.count(), guess.blips().count(), guess.table().lists), (18, 0, [0; 16]));
}

/// HULK-BLIP-13: as his Movement begins the Defender may wake a blip next to a space with a Boarder in it; not one farther
/// away, and only where the mission has it.
#[test]
fn waking() {
    let blips = "blips: [(at: (9, 4), unit: \"Bob\"), (at: (13, 4), unit: \"Cob 1\")]";
    let start = |waking: &str| {
        let field = part(&format!("{blips}{waking}")).side("Red", "").figure("Ann", (4, 4), "");
        let mut game = blue(field).begin(&[]);
        game.act("Ann does nothing more", &[]);
        game
    };
    assert_ne!(start("").asking(), Rule("HULK-BLIP-13"));
    let mut game = start(", waking: true");
    assert_eq!((game.asked(), game.asking()), ("Blue".to_owned(), Rule("HULK-BLIP-13")));
    let offers = game.offers();
    assert!(offers.contains(&"turn blip 1".to_owned()) && !offers.contains(&"turn blip 2".to_owned()), "{offers:?}");
    game.act("turn blip 1", &[]);
    place(&mut game, "Bob", (9, 4));
    assert_eq!(game.asked(), "Blue", "he acts from now on");
    assert!(game.can(Verb::Open, "Bob", (7, 4)) || game.can(Verb::Move, "Bob", (8, 4)));
}

/// HULK-OBJ-04, HULK-OBJ-05, HULK-OBJ-06, HULK-OBJ-07, HULK-OBJ-10: an objective is reached by a touch, no Defender living in the room;
/// 10 points for one's own, 2 for each who was there and is home, 5 to the Defender for each that nobody reached.
#[test]
fn objectives() {
    let counters = "tokens: [(4, 3), (13, 4), (9, 4), (12, 3)], drawn: {\"Red\": Heart}, craft: {\"Red\": [(2, 4)]}";
    let field =
        part(counters).with("holed: [(3, 4)]").side("Red", "").figure("Ann", (6, 5), "").figure("Ada", (6, 3), "");
    let field = field.side("Blue", "").figure("Bob", (13, 4), "");
    let mut game = field.begin(&[]);
    assert_eq!([0, 1].map(|s| Battle::view_for(&game.battle, SideId(s)).table().shown.0[0]), [0, 0]);
    game.go("Ann", (5, 4), &[]);
    assert_eq!(game.battle.table().reached.0[0], 0, "two hexes away is no touch");
    game.go("Ada", (5, 3), &[]);
    assert_eq!((game.battle.table().reached.0[0], game.battle.table().shown.0[0]), (1, 1));
    assert_eq!([game.value("Ann", "marked"), game.value("Ada", "marked")], [1, 1], "whoever is in the room");
    assert!(game.battle.tokens().count() == 4 && !game.battle.carries(game.unit("Ada")), "it is not taken anywhere");
    let points = |game: &Game| [0, 1].map(|s| AnyBattle::from(game.battle.clone()).score(SideId(s)));
    assert_eq!(points(&game), [10, 15]);
}

/// HULK-OBJ-04: not while a Defender lives in the room, knocked down or not; nor by a rival's leave.
#[test]
fn a_defender_in_the_room() {
    let counters = "tokens: [(4, 3)], drawn: {\"Red\": Heart}";
    let field = part(counters).side("Red", "").figure("Ann", (6, 4), "").side("Blue", "");
    let field = field.figure_with("Bob", (6, 5), "", "\"down\": 1, \"fell\": 1").figure("Cob", (13, 4), "");
    let mut game = field.begin(&[]);
    game.go("Ann", (5, 3), &[]);
    assert_eq!(game.battle.table().reached.0[0], 0);
}

/// HULK-LEFT-02, HULK-LEFT-05, HULK-OBJ-09: who is in his craft may be taken off as home; when no Boarder is aboard any
/// more it is over, and the higher total wins.
#[test]
fn the_way_home() {
    let counters = "tokens: [(13, 4), (9, 4)], objectives: 2, craft: {\"Red\": [(2, 4)]}";
    let field = part(counters).with("holed: [(3, 4)]").side("Red", "").figure("Ann", (2, 4), "");
    let mut game = field.side("Blue", "").figure("Bob", (13, 4), "").begin(&[]);
    let bob = game.unit("Bob");
    assert!(game.offers().contains(&"Ann goes home with the craft".to_owned()));
    game.act("Ann goes home", &[]);
    assert_eq!(game.value("Ann", "fate"), Fate::Left as i32);
    while game.battle.decision().is_some() {
        let hold = Action::of(Verb::Hold, bob);
        game.play(hold, &[]);
    }
    assert_eq!(game.won(), Some((vec!["Blue".to_owned()], "HULK-OBJ-09")));
}

/// HULK-OBJ-03, HULK-KNOW-09: another suit's objective brings a Boarder nothing, shows nothing, and costs the Defender his 5;
/// HULK-OBJ-08: an enemy out of the game is a point.
#[test]
fn a_foreign_objective() {
    let counters = "tokens: [(4, 3), (13, 4), (9, 4), (12, 3)], drawn: {\"Red\": Club}";
    let field = part(counters).side("Red", "").figure("Ann", (6, 4), "").side("Blue", "").figure("Bob", (13, 4), "");
    let mut game = field.begin(&[]);
    game.go("Ann", (5, 3), &[]);
    assert_eq!((game.battle.table().reached.0[0], game.battle.table().shown.0[0]), (1, 0));
    let points = |game: &Game| [0, 1].map(|s| AnyBattle::from(game.battle.clone()).score(SideId(s)));
    assert_eq!(points(&game), [0, 15]);
    let field = part(counters).at("Melee").side("Red", "").figure("Ann", (5, 4), "").side("Blue", "");
    let mut game = field.figure("Bob", (6, 4), "").begin(&[]);
    game.act("Ann strikes at Bob", &[]);
    game.act("Bob does nothing", &[("ITEN-MEL-03", 6), ("ITEN-GRIT-01", 1), ("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]);
    assert_eq!(points(&game), [1, 20]);
}

/// HULK-OBJ-09: of several rival parties a Defender meets all, and counts half of his total, halves up; of a team that boards
/// together he does not.
#[test]
fn a_defender_against_rivals() {
    let points = |boarders: &str| {
        let counters = "tokens: [(4, 3), (13, 4), (9, 4)], objectives: 3, drawn: {\"Red\": Heart, \"Green\": Club}";
        let field = part(&format!("boarders: {boarders}, {counters}")).side("Red", "").figure("Ann", (6, 4), "");
        let field = field.side("Green", "").figure("Gus", (5, 3), "").side("Blue", "").figure("Bob", (13, 4), "");
        let game = field.begin(&[]);
        [0, 1, 2].map(|s| AnyBattle::from(game.battle.clone()).score(SideId(s)))
    };
    assert_eq!(points("rivals"), [0, 0, 8]);
    assert_eq!(points("team"), [0, 0, 15]);
}

/// HULK-MIS-03, HULK-CAMP-04, HULK-OBJ-10: what lies at the objective is led home by whoever reached it: 15 points, or as many for the
/// Defender; its leader has no hand for a gun, and drops it when he falls.
#[test]
fn something_is_carried() {
    let counters = "stake: Carry, tokens: [(5, 4)], craft: {\"Red\": [(2, 4)]}";
    let field = part(counters).with("holed: [(3, 4)]").side("Red", "").figure("Ann", (6, 3), "weapons: [\"Lasgun\"]");
    let mut game = field.figure("Ada", (6, 5), "").side("Blue", "").figure("Bob", (13, 4), "").begin(&[]);
    let points = |game: &Game| [0, 1].map(|s| AnyBattle::from(game.battle.clone()).score(SideId(s)));
    assert_eq!(points(&game), [0, 15]);
    game.go("Ann", (5, 3), &[]);
    assert!(game.battle.carries(game.unit("Ann")) && game.battle.tokens().next().is_none());
    game.act("Ada does nothing", &[]);
    while game.battle.table().turn == 1 {
        let rolls: &[(&str, u8)] = if game.asked() == "Blue" && game.phase() == "Shooting" {
            &[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]
        } else {
            &[]
        };
        game.act("pass", rolls);
    }
    game.go("Ann", (2, 4), &[]);
    assert_eq!(points(&game), [15 + 2, 0], "brought, and one who was there is home");
}

/// HULK-CAMP-05: an objective held at the end of two turns running, by the same figure or not.
#[test]
fn something_is_held() {
    let counters = "stake: Hold, tokens: [(5, 4)]";
    let field = part(counters).at("End of turn").side("Red", "").figure("Ann", (6, 4), "").side("Blue", "");
    let mut game = field.figure("Bob", (13, 4), "").begin(&[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]);
    assert_eq!((game.battle.table().held, game.won()), (1, None));
    while game.battle.decision().is_some() {
        game.act("pass", &[]);
    }
    assert_eq!(game.won(), Some((vec!["Red".to_owned()], "HULK-OBJ-09")));
}

/// HULK-CAMP-07: a charge is planted in the Shooting phase by who touches the objective; planted in turn 7 it ends the
/// battle with turn 15, and all who are aboard are out.
#[test]
fn a_charge_is_planted() {
    let counters = "stake: Charge, tokens: [(5, 4)], craft: {\"Red\": [(2, 4), (2, 3), (2, 5)]}";
    let field =
        part(counters).at("Shooting").turn(7, 40).side("Red", "").figure("Ann", (6, 4), "").figure("Ada", (2, 4), "");
    let field = field.side("Blue", "").figure("Bob", (13, 4), "");
    let mut game = field.begin(&[]);
    assert!(!game.offers().iter().any(|o| o.starts_with("Ada plants")));
    game.act("Ann plants the charge", &[]);
    assert_eq!(game.battle.table().planted, 7);
    while game.battle.decision().is_some() {
        let mut dice = Seeded::new(3, game.battle.number());
        let mut list = Listing::default();
        game.battle.legal(&mut list);
        let pass = list.actions.iter().find(|a| a.verb == Verb::Pass).or(list.actions.last());
        game.battle.play_unchecked(*pass.unwrap(), &mut dice, &mut Log::off());
    }
    assert_eq!((game.battle.table().turn, game.won()), (15, Some((vec!["Blue".to_owned()], "HULK-OBJ-09"))));
    assert_eq!([game.value("Ann", "fate"), game.value("Bob", "fate"), game.value("Ada", "fate")], [1, 1, 0]);
}

/// HULK-CAMP-03: any two objectives, and somebody home.
#[test]
fn any_two() {
    let counters = "stake: AnyTwo, tokens: [(4, 4), (6, 4)], objectives: 2, craft: {\"Red\": [(2, 4)]}";
    let start = |home: (u16, u16)| {
        let field = part(counters).at("End of turn").turn(15, 15).side("Red", "").figure("Ann", (5, 4), "");
        let game = field.figure("Ada", home, "").side("Blue", "").figure("Bob", (13, 4), "").begin(&[]);
        game.won().unwrap().0
    };
    assert_eq!(start((2, 4)), ["Red"]);
    assert_eq!(start((6, 3)), ["Blue"], "nobody is home");
}

/// HULK-MOVE-02, HULK-MOVE-05, HULK-MOVE-06: six neighbours; friends are passed and not shared; moderate cover takes two
/// hexes off a move, soft one, hard three.
#[test]
fn moves_aboard() {
    let row = "! & r r r r r r r r r r r r & !";
    let wall = "! & & & & & & & & & & & & & & !";
    let field = |x: &str| {
        let field = Field::ship(&format!("{wall}\n{row}\n{wall}")).map(&format!("hexes: [(at: (3, 2), terrain: {x})]"));
        field.side("Red", "").figure("Ann", (3, 2), "").side("Blue", "").figure("Bob", (14, 2), "").begin(&[])
    };
    let far = |x: &str| field(x).farthest(Verb::Move, "Ann");
    assert_eq!([far("Floor"), far("Furniture"), far("Console"), far("Bulwark")], [6, 5, 4, 3]);
    let wall = Field::ship(&format!("{wall}\n{row}\n{wall}")).side("Red", "").figure("Ann", (3, 2), "");
    let mut game = wall.figure("Ada", (4, 2), "").side("Blue", "").figure("Bob", (14, 2), "").begin(&[]);
    assert!(game.can(Verb::Move, "Ann", (5, 2)) && !game.can(Verb::Move, "Ann", (4, 2)));
}

/// HULK-SIDE-01, HULK-SIDE-02: Boarders are rivals of each other, whatever their lists; a rival is a legal target.
#[test]
fn rivals_shoot_at_each_other() {
    let field = part("").at("Shooting").side("Red", "").figure("Ann", (4, 4), "weapons: [\"Lasgun\"]");
    let field = field.side("Green", "").figure("Gil", (6, 4), "").side("Blue", "").figure("Bob", (13, 4), "");
    let mut game = field.begin(&[]);
    assert!(game.offers().contains(&"Ann shoots at Gil with the Lasgun".to_owned()));
    let field = part("").at("Shooting").side("Red", "team: 0").figure("Ann", (4, 4), "weapons: [\"Lasgun\"]");
    let field = field.side("Green", "team: 0").figure("Gil", (6, 4), "weapons: [\"Lasgun\"]").side("Blue", "");
    let mut game = field.figure("Bob", (5, 5), "").begin(&[]);
    assert!(!game.offers().iter().any(|o| o.contains("shoots at Gil")), "not in a team");
}

/// HULK-BLIP-01, HULK-KNOW-02, HULK-KNOW-07, HULK-ORD-02: the layout, with its hatches, and all who stand on it are in every
/// view alike; a hatch that the Defender opens himself turns nothing.
#[test]
fn what_everybody_sees() {
    let field =
        part("blips: [(at: (13, 4), unit: \"Bob\")], tokens: [(4, 3)]").side("Red", "").figure("Ann", (4, 4), "");
    let field = field.side("Blue", "").hidden("Bob", 1, "").figure("Cob", (10, 4), "");
    let mut game = field.begin(&[]);
    let same = |game: &Game| {
        let [red, blue] = [0, 1].map(|side| game.battle.view_for(SideId(side)));
        assert_eq!((red.marked(), red.board().spaces()), (blue.marked(), blue.board().spaces()));
        for unit in blue.on_board() {
            assert_eq!((red.piece(unit), red.unit(unit)), (blue.piece(unit), blue.unit(unit)));
        }
    };
    same(&game);
    game.act("Ann does nothing more", &[]);
    open(&mut game, "Cob", (11, 4));
    assert_eq!((game.battle.blips().count(), opened(&game).len()), (1, 0));
    same(&game);
}

/// HULK-KNOW-11: at the end it is told what lay under the blips that nobody turned, and which cards were drawn. HULK-LEFT-11: a Boarder who has nobody
/// left keeps his points, and his objective pays the Defender.
#[test]
fn the_end_tells_all() {
    let counters =
        "blips: [(at: (13, 4), unit: \"Bob\"), (at: (9, 4))], tokens: [(4, 3)], objectives: 1, drawn: {\"Red\": Heart}";
    let field = part(counters).at("End of turn").turn(15, 15).side("Red", "").gone("Ann", "troop: \"Plain\"");
    let game = field.figure("Ada", (6, 5), "").side("Blue", "").hidden("Bob", 1, "").begin(&[]);
    assert_eq!(game.won(), Some((vec!["Blue".to_owned()], "HULK-OBJ-09")));
    let told = ["blip 2 is a sensor ghost", "blip 1 is unit 1: Bob", "the card of Red is the Heart"];
    let mut all = opened(&game);
    all.sort_by_key(|line| told.iter().position(|t| t == line));
    assert_eq!(all, told);
    assert_eq!([0, 1].map(|s| AnyBattle::from(game.battle.clone()).score(SideId(s))), [0, 5]);
}

/// HULK-LEFT-12: a Boarder's Bounty Hunter names a Defender when one is turned, and not before.
#[test]
fn hunters_aboard() {
    let field = part("blips: [(at: (13, 4), unit: \"Bob\")]").side("Red", "");
    let field = field.figure("Ann", (10, 4), "abilities: [\"Bounty Hunter\"]");
    let mut game = blue(field).begin(&[]);
    assert_eq!(game.value("Ann", "quarry"), 0);
    open(&mut game, "Ann", (11, 4));
    place(&mut game, "Bob", (14, 3));
    assert_eq!((game.asked(), game.asking()), ("Red".to_owned(), Rule("ITEN-ABIL-04")));
    game.act("Ann hunts Bob", &[]);
    assert_eq!(game.value("Ann", "quarry"), 1 + i32::from(game.unit("Bob").0));
}

/// HULK-LEFT-01: neither Defenders nor rivals enter a craft.
#[test]
fn a_craft_is_its_own_sides() {
    let counters = "craft: {\"Red\": [(2, 4)]}";
    let field = part(counters).with("holed: [(3, 4)]").side("Red", "").figure("Ann", (6, 3), "");
    let mut game = field.side("Blue", "").figure("Bob", (6, 5), "").begin(&[]);
    assert!(game.can(Verb::Move, "Ann", (2, 4)));
    game.act("Ann does nothing more", &[]);
    assert!(game.can(Verb::Move, "Bob", (3, 4)) && !game.can(Verb::Move, "Bob", (2, 4)));
}

/// HULK-LEFT-03, HULK-KNOW-08: a Leader who lies under a blip adds nothing to his side's die for the order.
#[test]
fn an_unturned_leader_adds_no_speed() {
    let fast = "speed: 3";
    let start = |hidden: bool| {
        let field = part("blips: [(at: (13, 4), unit: \"Lea\")]").troop("Lead", fast).at("Initiative").side("Red", "");
        let field = field.figure("Ann", (4, 4), "").side("Blue", "").retinue("leader: \"Lea\"");
        let kit = "troop: \"Lead\"";
        if hidden { field.hidden("Lea", 1, kit) } else { field.figure("Lea", (13, 4), kit) }
    };
    let order = |field: Field| {
        let game = field.begin(&[("ITEN-INIT-02", 3), ("ITEN-INIT-02", 2)]);
        game.battle.table().order.0[0]
    };
    assert_eq!(order(start(true)), 0, "3 against 2");
    assert_eq!(order(start(false)), 1, "3 against 2 + 3");
}

/// HULK-OBJ-04, HULK-OBJ-06: a rival on the ground bars nobody from an objective; one who stands bars reaching it, not being
/// marked.
#[test]
fn rivals_at_an_objective() {
    for (down, reached) in [(1, 1), (0, 0)] {
        let field = part("tokens: [(4, 3)], drawn: {\"Red\": Heart}").side("Red", "").figure("Ann", (6, 4), "");
        let numbers = format!("\"down\": {down}, \"fell\": {down}");
        let field = field.side("Green", "").figure_with("Gus", (4, 5), "", &numbers);
        let mut game = field.side("Blue", "").figure("Bob", (13, 4), "").begin(&[]);
        game.go("Ann", (5, 3), &[]);
        assert_eq!((game.battle.table().reached.0[0], game.value("Ann", "marked")), (reached, 1));
    }
}

/// HULK-LEFT-02: who lies knocked down in his craft is home, who lies beside it is not.
#[test]
fn home_on_the_ground() {
    let counters = "stake: Carry, tokens: [(5, 4)], craft: {\"Red\": [(2, 4)]}";
    for (at, home) in [((2, 4), 2), ((4, 4), 0)] {
        let field = part(counters).with("holed: [(3, 4)]").side("Red", "").figure("Ada", (4, 3), "");
        let field = field.figure_with("Ann", at, "", "\"marked\": 1, \"down\": 1, \"fell\": 1");
        let game = field.side("Blue", "").figure("Bob", (13, 4), "").begin(&[]);
        assert_eq!(AnyBattle::from(game.battle).score(SideId(0)), home, "{at:?}");
    }
}

/// HULK-LEFT-02: who ends his move in his craft may be taken off in the same Movement.
#[test]
fn home_at_once() {
    let counters = "tokens: [(13, 4), (9, 4)], objectives: 2, craft: {\"Red\": [(2, 4)]}";
    let field = part(counters).with("holed: [(3, 4)]").side("Red", "").figure("Ann", (4, 4), "");
    let mut game = field.side("Blue", "").figure("Bob", (13, 4), "").begin(&[]);
    game.go("Ann", (2, 4), &[]);
    game.act("Ann goes home", &[]);
    assert_eq!(game.value("Ann", "fate"), Fate::Left as i32);
}
