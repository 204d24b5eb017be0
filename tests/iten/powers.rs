//! Psyker powers and possession (section 8), and the abilities that bear on nerve and faith (9).

use hexfray::battle::{Action, SideId, UnitId, Verb};
use hexfray::rules::iten::{campaign, roster};

use crate::build::cost;
use crate::field::{Field, Game, ratio, table};

const INIT: &str = "ITEN-INIT-02";
const CAST: &str = "ITEN-PSY-04";
const SOUL: &str = "ITEN-PSY-06";
const OTHER: &str = "ITEN-PSY-08";
const TERM: &str = "ITEN-PSY-09";
const RESIST: &str = "ITEN-PSY-12";
const AGAIN: &str = "ITEN-SRV-02";
const TERR: &str = "ITEN-TERR-01";
const HIT: &str = "ITEN-SHO-08";
const BLOW: &str = "ITEN-MEL-03";
const GRIT: &str = "ITEN-GRIT-01";
const PASS: &str = "pass: nobody";

const LASGUN: &str = "troop: \"Shot\", armour: \"Carapace Armour\", weapons: [\"Lasgun\"]";

/// The kit of a psyker with a power: Grit 5+, all else 0.
fn mind(power: &str) -> String {
    format!("troop: \"Mind\", powers: [\"{power}\"]")
}

/// Red, who acts first, is to be filled.
fn on(field: Field) -> Field {
    field.troop("Mind", "grit: 5").troop("Shot", "sv: 2").troop("Horror", "tags: [Terrifying]").side("Red", "")
}

fn open() -> Field {
    on(Field::open(40, 11))
}

/// Psy of Red at (5, 5) with a power, Amy of Red far away, then Blue with Ben far away.
fn psyker(power: &str, friend: &str) -> Field {
    let red = open().figure("Psy", (5, 5), &mind(power)).figure("Amy", (40, 1), "");
    let red = if friend.is_empty() { red } else { red.figure("Ann", (6, 5), friend) };
    red.side("Blue", "").figure("Ben", (40, 11), "")
}

/// The side of a figure, by its number.
fn side(game: &Game, name: &str) -> u8 {
    game.battle.piece(game.unit(name)).side.0
}

fn offered(game: &mut Game, text: &str) -> bool {
    game.offers().iter().any(|o| o.contains(text))
}

/// The least face with which a figure's weapon hits.
fn need(game: &Game, by: &str, at: &str) -> Option<u8> {
    game.battle.shot(game.unit(by), 0, game.unit(at)).map(|a| a.need)
}

fn strikes(game: &Game, by: &str, at: &str) -> u8 {
    let by = game.unit(by);
    game.battle.blow(by, 0, game.unit(at), game.battle.fv(by), 0).need
}

/// ITEN-PSY-02, ITEN-PSYM-01: one power a turn, before the psyker's move or after it, or without one; never once
/// somebody else has moved in between.
#[test]
fn one_power_a_turn_around_the_move() {
    let mask = "Psy uses Mask of Death";
    let mut game = psyker("Mask of Death", "").begin(&[]);
    game.act(mask, &[(CAST, 5)]);
    let again = Action::of(Verb::Cast, game.unit("Psy")).with(5);
    assert_eq!(game.refused(again).rule.0, "ITEN-PSY-02");
    game.go("Psy", (11, 5), &[]);
    assert!(!offered(&mut game, "Psy"));
    let mut game = psyker("Mask of Death", "").begin(&[]);
    game.go("Psy", (11, 5), &[]);
    assert!(offered(&mut game, mask) && !offered(&mut game, "Psy moves"));
    game.act(mask, &[(CAST, 5)]);
    assert_eq!(game.value("Psy", "until_mask_of_death"), 2);
    let mut game = psyker("Mask of Death", "").begin(&[]);
    game.acts(&["Psy moves to 9.5", "Amy moves to 39.1"]);
    assert_eq!(game.asked(), "Blue", "his time for it is over");
}

/// ITEN-PSY-03, ITEN-PSYM-02: not in contact with an enemy; not once he has fled or his nerve has failed.
#[test]
fn who_is_held_or_afraid_uses_no_power() {
    for (bob, numbers, rule) in [
        ((6, 5), "", "ITEN-PSY-03"),
        ((9, 5), "\"fled_from\": 3", "ITEN-PSYM-02"),
        ((9, 5), "\"balked\": 1", "ITEN-PSYM-02"),
    ] {
        let red = open().figure_with("Psy", (5, 5), &mind("Mask of Death"), numbers).figure("Amy", (40, 1), "");
        let mut game = red.side("Blue", "").figure("Bob", bob, "").begin(&[]);
        let mask = Action::of(Verb::Cast, game.unit("Psy")).with(5);
        assert_eq!(game.refused(mask).rule.0, rule);
    }
}

/// ITEN-PSY-04: a Grit roll: 2+ passes in 5 of 6, 5+ in 1 of 3. ITEN-PSY-06: a natural 1 and another failure, and a
/// daemon has him: 1/36, 1/18, 1/12, 1/9. ITEN-PSY-05: who fails has lost his turn, 2 of 3 with 5+.
#[test]
fn using_a_power_takes_grit() {
    for (grit, passes, taken) in [(2, "5/6", "1/36"), (3, "2/3", "1/18"), (4, "1/2", "1/12"), (5, "1/3", "1/9")] {
        let red = open().troop("Odd", &format!("grit: {grit}, tags: [Chaos]"));
        let red = red.figure("Psy", (5, 5), "troop: \"Odd\", powers: [\"Mask of Death\"]").figure("Amy", (40, 1), "");
        let field = red.side("Blue", "").figure("Ben", (40, 11), "");
        let end = |g: &Game| (g.value("Psy", "until_mask_of_death") != 0, g.value("Psy", "possessed") != 0);
        let odds = field.begin(&[]).chances("Psy uses Mask of Death", end);
        assert_eq!((odds[&(true, false)].clone(), odds[&(false, true)].clone()), (ratio(passes), ratio(taken)));
    }
}

/// ITEN-PSY-05, ITEN-PSY-29: he who fails neither moves nor shoots, his target is lost; he strikes at one who attacks
/// him.
#[test]
fn who_fails_only_defends_himself() {
    let red = open().figure("Psy", (5, 5), "troop: \"Mind\", powers: [\"Dominatus\"], weapons: [\"Lasgun\"]");
    let mut game = red.side("Blue", "").figure("Bob", (12, 5), "").figure("Ben", (12, 9), "").begin(&[]);
    game.act("Psy uses Dominatus on Bob", &[(CAST, 4)]);
    assert_eq!((game.value("Psy", "spent"), game.asked().as_str()), (1, "Blue"));
    game.go("Bob", (6, 5), &[]);
    game.act(PASS, &[]);
    assert_eq!((game.phase(), game.asked().as_str()), ("Melee", "Red"));
    assert!(offered(&mut game, "Psy strikes at Bob"));
}

/// ITEN-PSY-07, ITEN-PSY-30: a daemon's numbers, the psyker's own armour and arms; his powers end; he leads nobody. A
/// Lesser Daemon costs 21.
#[test]
fn the_possessed_have_a_daemons_numbers() {
    let kit = "troop: \"Mind\", armour: \"Carapace Armour\", weapons: [\"Sword\"], powers: [\"Mask of Death\"]";
    let field = open().figure_with("Psy", (5, 5), kit, "\"until_true_grit\": 4").figure("Amy", (40, 1), "");
    let mut game = field.side("Blue", "").figure("Ben", (40, 11), "").begin(&[]);
    game.act("Psy uses Mask of Death", &[(CAST, 1), (SOUL, 1), (TERM, 3)]);
    let (battle, psy) = (&game.battle, game.unit("Psy"));
    let numbers = (battle.grit(psy), battle.fv(psy), battle.sv(psy), battle.speed(psy), battle.armour(psy));
    assert_eq!(numbers, (3, 3, 0, 1, 7));
    assert!(battle.is_daemonic(psy) && battle.is_fearless(psy) && battle.frightens(psy, game.unit("Amy")));
    assert_eq!((battle.arm(psy, 0).unwrap().name.as_str(), game.value("Psy", "until_true_grit")), ("Sword", 0));
    assert_eq!(cost(&roster::Figure::of("Lesser Daemon")), 21);
    // A Leader's Speed would have won; as it is they tie.
    let field = open().troop("Quick", "speed: 1").retinue("leader: \"Psy\"");
    let red = field.figure_with("Psy", (5, 5), "troop: \"Quick\"", "\"possessed\": 9");
    let game = red.side("Blue", "").figure("Bob", (30, 5), "").at("Initiative");
    assert_eq!(game.begin(&[(INIT, 3), (INIT, 3), (INIT, 1), (INIT, 6)]).asked(), "Blue");
}

/// ITEN-PSY-08, ITEN-PSY-09: at once he goes at whoever is nearest, a friend before, and fights him; then he is
/// somebody else's, either of two; his turns are rolled openly, then he is out.
#[test]
fn the_possessed_turn_on_their_own() {
    let red = open().figure("Psy", (5, 5), &mind("Mask of Death")).figure("Ann", (9, 5), "").figure("Amy", (40, 1), "");
    let field = red.side("Blue", "").figure("Ben", (40, 11), "");
    let mask = "Psy uses Mask of Death";
    let three = field.clone().side("Green", "").figure("Gil", (1, 11), "");
    let odds = three.begin(&[]).chances(mask, |g| if g.value("Psy", "possessed") > 0 { side(g, "Psy") } else { 0 });
    assert_eq!(odds, table([(0, "8/9"), (1, "1/18"), (2, "1/18")]));
    let until = field.begin(&[]).chances(mask, |g| g.value("Psy", "possessed"));
    assert_eq!(until[&1], ratio("1/9") * ratio("1/6"));
    assert_eq!(until.len(), 7);

    let mut game = field.begin(&[]);
    game.act(mask, &[(CAST, 1), (SOUL, 4), (TERM, 1)]);
    assert_eq!((game.place("Psy"), side(&game, "Psy")), ((8, 5), 1));
    assert_eq!((game.value("Psy", "charged"), game.value("Ann", "assaulted")), (1, 1));
    game.act("Amy does nothing", &[]);
    game.act("Ben does nothing", &[]);
    assert_eq!((game.phase(), game.asked().as_str()), ("Melee", "Red"));
    game.act("Ann does nothing", &[(BLOW, 1), (INIT, 6), (INIT, 1)]);
    assert_eq!((game.value("Psy", "fate"), game.place("Psy")), (1, (0, 0)));
}

/// ITEN-PSY-08: the nearest may be one of those whose he is now: he fights in this Melee phase all the same. Of equals
/// a die says which.
#[test]
fn the_possessed_fight_whoever_is_nearest() {
    let red = open().figure("Psy", (5, 5), &mind("Mask of Death")).figure("Amy", (40, 1), "");
    let field = red.side("Blue", "").figure("Bob", (9, 5), "").figure("Ben", (40, 11), "");
    let mut game = field.begin(&[]);
    game.act("Psy uses Mask of Death", &[(CAST, 1), (SOUL, 4), (TERM, 4)]);
    game.act(PASS, &[]);
    assert!(!offered(&mut game, "Psy"), "he has gone where he had to");
    game.act(PASS, &[]);
    game.act("Bob does nothing", &[(BLOW, 6), (GRIT, 6), (INIT, 6), (INIT, 1)]);
    assert_eq!((game.value("Psy", "goes_at"), side(&game, "Psy")), (0, 1));
    let mut game = field.figure("Bea", (1, 5), "").begin(&[]);
    game.act("Psy uses Mask of Death", &[(CAST, 1), (SOUL, 4), (TERM, 4), (OTHER, 2)]);
    assert_eq!(game.place("Psy"), (2, 5));
}

/// ITEN-PSY-10: one of Chaos stays with his own. ITEN-PSY-11: whoever has a daemon in him gets no other.
#[test]
fn some_do_not_turn() {
    let field = |tag: &str| {
        let red = open().troop("Odd", &format!("grit: 5, tags: [{tag}]"));
        let red = red.figure("Psy", (5, 5), "troop: \"Odd\", powers: [\"Mask of Death\"]").figure("Amy", (40, 1), "");
        red.side("Blue", "").figure("Ben", (9, 5), "").begin(&[])
    };
    let mut game = field("Chaos");
    game.act("Psy uses Mask of Death", &[(CAST, 1), (SOUL, 4), (TERM, 2)]);
    assert_eq!((game.place("Psy"), side(&game, "Psy"), game.value("Psy", "possessed")), ((5, 5), 0, 2));
    assert_eq!(game.battle.fv(game.unit("Psy")), 3);
    // ITEN-PSY-05: he has failed like everybody else.
    assert_eq!(game.value("Psy", "spent"), 1);
    let mut game = field("Host");
    game.act("Psy uses Mask of Death", &[(CAST, 1)]);
    assert_eq!((game.value("Psy", "possessed"), game.value("Psy", "spent")), (0, 1));
}

/// ITEN-PSY-09: whom of Chaos the daemon leaves for dead lives on in a campaign; whoever else is left, or falls to an
/// enemy before, is tested as usual.
#[test]
fn chaos_lives_through_its_daemons() {
    let left = |tag: &str| {
        let red = open().troop("Odd", &format!("grit: 5, tags: [{tag}]"));
        let red = red.figure_with("Psy", (5, 5), "troop: \"Odd\"", "\"possessed\": 1").figure("Amy", (40, 1), "");
        let field = red.side("Blue", "").figure("Ben", (9, 5), LASGUN);
        let ended = field.clone().at("End of turn").begin(&[(INIT, 6), (INIT, 1)]);
        let mut shot = field.at("Shooting").begin(&[]);
        shot.act("Ben shoots at Psy", &[(HIT, 6), (GRIT, 1), (INIT, 6), (INIT, 1)]);
        [&ended, &shot].map(|g| (g.value("Psy", "fate"), campaign::spared(&g.battle, g.unit("Psy"))))
    };
    assert_eq!(left("Chaos"), [(1, true), (1, false)]);
    assert_eq!(left("Imperial"), [(1, false), (1, false)]);
}

/// ITEN-PSY-12, ITEN-PSY-18: an exact roll resists: psyker 5+, target 4+: 1/6. ITEN-SRV-02: a Puritan Inquisitor
/// resists a power in 35 of 36, and only he has a second roll.
#[test]
fn enemies_resist() {
    let red = open().figure("Psy", (5, 5), &mind("Dominatus"));
    let blue = red.side("Blue", "").retinue("creed: Puritan, leader: \"Inq\"");
    let mut game = blue.figure("Bob", (12, 5), "").figure("Inq", (14, 5), "troop: \"Inquisitor\"").begin(&[]);
    let bent = |g: &Game| g.value("Bob", "goes_at") > 0 || g.value("Inq", "goes_at") > 0;
    let on = |name: &str| format!("Psy uses Dominatus on {name}");
    assert_eq!(game.chances(&on("Bob"), bent), table([(true, "1/6"), (false, "5/6")]));
    let inq = game.chances(&on("Inq"), bent);
    assert_eq!(inq[&true], ratio("1/3") * ratio("1/36"));
    game.act(&on("Inq"), &[(CAST, 5), (RESIST, 1), (AGAIN, 2)]);
    assert_eq!(game.value("Inq", "goes_at"), 0);
}

/// ITEN-PSY-13: 12 hexes, not 13; in sight; a touch reaches himself and whoever is adjacent.
#[test]
fn powers_reach_as_far_as_they_say() {
    let row = ". . . . . . . # . . . . . . . . . . . .\n";
    let red = on(Field::drawn(&row.repeat(5))).figure("Psy", (5, 3), &mind("Dominatus"));
    let blue = red.side("Blue", "").figure("Hid", (12, 3), "").figure("Ben", (14, 3), "");
    let mut game = blue.begin(&[]);
    assert!(!offered(&mut game, "Dominatus"));
    game = psyker("Dominatus", "").figure("Bob", (17, 5), "").figure("Bea", (18, 5), "").begin(&[]);
    assert!(offered(&mut game, "on Bob") && !offered(&mut game, "on Bea"));
    game = psyker("True Grit", "").begin(&[]);
    assert!(offered(&mut game, "True Grit on Psy") && !offered(&mut game, "on Amy") && !offered(&mut game, "on Ben"));
    assert!(offered(&mut psyker("True Grit", LASGUN).begin(&[]), "True Grit on Ann"));
}

/// ITEN-PSY-14: one turn, used in turn 2, ends as the owner's Movement of turn 3 begins; three end in turn 5; they go
/// on when the psyker falls.
#[test]
fn powers_last_so_many_turns() {
    let mut game = psyker("Mask of Death", "").turn(2, 15).begin(&[]);
    game.act("Psy uses Mask of Death", &[(CAST, 6)]);
    game.act(PASS, &[]);
    // Blue is first in turn 3, and still sees the mask.
    game.act(PASS, &[(INIT, 1), (INIT, 6)]);
    assert_eq!((game.asked().as_str(), game.value("Psy", "until_mask_of_death")), ("Blue", 3));
    game.act(PASS, &[]);
    assert_eq!((game.asked().as_str(), game.value("Psy", "until_mask_of_death")), ("Red", 0));
    let red = open().figure_with("Psy", (5, 5), &mind("True Grit"), "\"down\": 1, \"until_true_grit\": 4");
    let mut game = red.figure("Amy", (40, 1), "").side("Blue", "").figure("Ben", (40, 11), "");
    game = game.turn(3, 15);
    // In turn 3 he rises above a 2.
    let mut late = game.begin(&[("ITEN-KD-04", 3)]);
    assert_eq!((late.value("Psy", "down"), late.value("Psy", "until_true_grit")), (0, 4));
    late.act(PASS, &[]);
    late.act(PASS, &[(INIT, 6), (INIT, 1)]);
    assert_eq!(late.value("Psy", "until_true_grit"), 0);
    // In turn 4 the power is over before he tries.
    let over = game.turn(4, 15).chances(|g| g.value("Psy", "down") == 0);
    assert_eq!(over, table([(true, "1/6"), (false, "5/6")]));
}

/// ITEN-PSY-15, ITEN-PSY-16: Armour 7+ becomes 8+, for three turns; twice blessed is no better.
#[test]
fn armour_is_blessed() {
    let mut game = psyker("Bless the Armour's Spirit", "armour: \"Carapace Armour\"").begin(&[]);
    assert_eq!(game.battle.armour(game.unit("Ann")), 7);
    game.act("Spirit on Ann", &[(CAST, 5)]);
    assert_eq!((game.battle.armour(game.unit("Ann")), game.value("Ann", "until_bless_armour")), (8, 4));
    game.act(PASS, &[]);
    game.act(PASS, &[(INIT, 6), (INIT, 1)]);
    game.act("Spirit on Ann", &[(CAST, 5)]);
    assert_eq!((game.battle.armour(game.unit("Ann")), game.value("Ann", "until_bless_armour")), (8, 5));
}

/// ITEN-PSY-17: SV 2 and a Lasgun against 7+: 1/2, then 2/3; in melee too, and with that weapon only.
#[test]
fn weapons_are_blessed() {
    let arms = "troop: \"Shot\", weapons: [\"Lasgun\", \"Sword\"]";
    let carapace = "armour: \"Carapace Armour\"";
    let mut game = psyker("Bless the Weapon's Spirit", arms).figure("Bob", (16, 5), carapace).begin(&[]);
    let sword = |g: &Game| g.battle.blow(g.unit("Ann"), 1, g.unit("Bob"), 0, 0).need;
    assert_eq!((need(&game, "Ann", "Bob"), sword(&game)), (Some(4), 6));
    let mut blade = psyker("Bless the Weapon's Spirit", arms).figure("Bob", (16, 5), carapace).begin(&[]);
    game.act("on the Lasgun of Ann", &[(CAST, 5)]);
    assert_eq!((need(&game, "Ann", "Bob"), sword(&game)), (Some(3), 6));
    blade.act("on the Sword of Ann", &[(CAST, 5)]);
    assert_eq!((need(&blade, "Ann", "Bob"), sword(&blade)), (Some(4), 5));
}

/// ITEN-PSY-18: the enemy goes at its nearest friend at once, does nothing else this turn, and strikes him in the Melee
/// phase; he strikes back. Of equals a die says which; without a friend there is nothing to do.
#[test]
fn dominatus_sets_friends_at_each_other() {
    let red = open().figure("Psy", (5, 5), &mind("Dominatus")).figure("Amy", (40, 1), "");
    let blue = |field: Field| field.side("Blue", "").figure("Bob", (12, 5), "");
    let field = blue(red.clone()).figure("Bea", (16, 5), "");
    let mut game = field.begin(&[]);
    game.act("Psy uses Dominatus on Bob", &[(CAST, 5), (RESIST, 3)]);
    assert_eq!(game.place("Bob"), (15, 5));
    game.act(PASS, &[]);
    assert_eq!((game.phase(), game.asked().as_str()), ("Melee", "Blue"));
    game.act("Bea strikes at Bob", &[(BLOW, 6), (BLOW, 6), (GRIT, 1), (GRIT, 1)]);
    assert_eq!((game.value("Bob", "fate"), game.value("Bea", "fate")), (1, 1));

    let mut game = field.clone().figure("Ben", (8, 5), "").begin(&[]);
    game.act("Psy uses Dominatus on Bob", &[(CAST, 5), (RESIST, 3), ("ITEN-PSY-18", 2)]);
    assert_eq!(game.place("Bob"), (9, 5));
    assert!(!offered(&mut blue(red).begin(&[]), "Dominatus"), "he has no friend");
}

/// ITEN-PSY-18: who does not get at his friend shoots at him instead, and neither moves nor shoots as he likes.
#[test]
fn dominatus_makes_them_shoot() {
    let red = open().figure("Psy", (2, 5), &mind("Dominatus")).figure("Amy", (2, 7), "");
    let field = red.side("Blue", "").figure("Bob", (14, 5), "troop: \"Shot\", weapons: [\"Lasgun\"]");
    let mut game = field.figure("Bea", (30, 5), "armour: \"Flak Jacket\"").begin(&[]);
    game.act("Psy uses Dominatus on Bob", &[(CAST, 5), (RESIST, 3)]);
    assert_eq!(game.place("Bob"), (20, 5));
    game.act(PASS, &[]);
    assert!(!offered(&mut game, "Bob"));
    // Armour 6, SV 2, Lasgun +1: a 3.
    game.act(PASS, &[(HIT, 3), (GRIT, 1), (INIT, 6), (INIT, 1)]);
    assert_eq!((game.value("Bea", "fate"), game.value("Bob", "goes_at")), (1, 0));
}

/// ITEN-PSY-19: everybody within 6 of the point who does not resist moves as in hard cover, in it too: 3 of 6; no run.
/// ITEN-PSY-29: the nearest resists first.
#[test]
fn feet_of_lead() {
    let row = ". . . . . . . . . . . . . . . . . . . . . . . . % . . . . . . . . .\n";
    let red = on(Field::drawn(&row.repeat(3))).figure("Psy", (1, 2), &mind("Feet of Lead"));
    let field = red.side("Blue", "").figure("Bob", (16, 2), "").figure("Bea", (13, 2), "").figure("Out", (21, 2), "");
    let mut game = field.begin(&[]);
    // Out, at 21.2, is within 6 of no point within 12 of Psy; Bob, at 16.2, is, though he himself is 15 away.
    let points: Vec<String> = game.offers().into_iter().filter(|o| o.contains("Lead on")).collect();
    assert_eq!(points.len(), 2, "Bea alone, and both: {points:#?}");
    let struck = |g: &Game| ["Bea", "Bob", "Out"].map(|who| g.value(who, "until_feet_of_lead") > 0);
    let odds: Vec<_> = points.iter().map(|p| game.chances(p, struck)).collect();
    let both = odds.iter().position(|o| o.contains_key(&[true, true, false])).unwrap();
    // Of two whose Grit is 4+, either escapes in half of what works.
    assert_eq!(odds[both][&[true, true, false]], ratio("1/12"));
    assert!(!odds[1 - both].contains_key(&[false, true, false]));
    game.act(&points[both].clone(), &[(CAST, 5), (RESIST, 4), (RESIST, 3)]);
    assert_eq!(struck(&game), [false, true, false], "the nearest rolls first");
    assert_eq!(game.asked(), "Red");
    game.act("Psy does nothing", &[]);
    assert_eq!((game.farthest(Verb::Move, "Bob"), game.farthest(Verb::Move, "Bea")), (3, 6));
    // Hard cover takes nothing more.
    let red = on(Field::drawn(&row.repeat(3))).figure("Psy", (1, 2), &mind("Mask of Death"));
    let blue = red.side("Blue", "").figure_with("Bob", (25, 2), "", "\"until_feet_of_lead\": 2");
    let mut game = blue.figure("Ben", (34, 3), "").begin(&[]);
    game.act(PASS, &[]);
    assert_eq!(game.farthest(Verb::Move, "Bob"), 3);
    // Who sees nobody runs, but not so.
    let wall = ". . . . . # . . . . . .\n".repeat(5);
    for (numbers, runs) in [("", true), ("\"until_feet_of_lead\": 9", false)] {
        let red = on(Field::drawn(&wall)).figure_with("Ann", (2, 3), "", numbers).at("Shooting");
        let game = red.side("Blue", "").figure("Bob", (10, 3), "").begin(&[]);
        assert_eq!(game.asked() == "Red", runs);
    }
}

/// ITEN-PSY-20: up 12, not 13, besides the move, to where one can stand.
#[test]
fn levitation() {
    let red = on(Field::drawn(". . . . . . . . .\nX . Y . . . . . .\n. . . . . . . . .")).figure(
        "Psy",
        (2, 2),
        &mind("Levitate"),
    );
    let mut game = red.side("Blue", "").figure("Bob", (9, 2), "").begin(&[]);
    assert!(!offered(&mut game, "Levitate on 3.2"));
    game.act("Levitate on 1.2", &[(CAST, 5)]);
    assert_eq!(game.place("Psy"), (1, 2));
    assert!(offered(&mut game, "Psy moves"));
}

/// ITEN-PSY-21: whoever charges the mask needs the nerve, 1/2 at Grit 4+, and an Untouchable does not see it
/// (ITEN-ABIL-23).
#[test]
fn the_mask_of_death() {
    let red = open().figure_with("Psy", (5, 5), &mind("Mask of Death"), "\"until_mask_of_death\": 9");
    let blue = red.side("Blue", "").figure("Bob", (10, 5), "").figure("Null", (1, 5), "abilities: [\"Untouchable\"]");
    let mut game = blue.begin(&[]);
    game.act("Psy does nothing", &[]);
    let charge = "Bob charges Psy at 6.5";
    assert_eq!(game.chances(charge, |g| g.place("Bob") == (6, 5)), table([(true, "1/2"), (false, "1/2")]));
    game.act("Null charges Psy at 4.5", &[]);
    assert_eq!(game.place("Null"), (4, 5));
}

/// ITEN-PSY-22: six hexes of hard cover cost nothing in a straight line from beside him, to anyone, until it fades.
#[test]
fn the_path_of_light() {
    let row = "% % % % % % % % % % % % % % % % %\n".replacen("% %", ". .", 1);
    let picture = format!("{row}{row}{row}");
    let red = on(Field::drawn(&picture)).figure("Psy", (2, 2), &mind("The Path of Light")).figure("Ann", (1, 2), "");
    let mut game = red.side("Blue", "").figure("Bob", (17, 1), "").begin(&[]);
    assert_eq!(game.farthest(Verb::Move, "Psy"), 3);
    game.act("The Path of Light towards E", &[(CAST, 5)]);
    assert!(game.can(Verb::Move, "Psy", (8, 2)) && !game.can(Verb::Move, "Psy", (8, 1)));
    game.go("Psy", (8, 2), &[]);
    assert!(game.can(Verb::Move, "Ann", (7, 2)), "the others use it too");
    // Ann and Psy see nobody, and Ann might run.
    game.act(PASS, &[]);
    game.act(PASS, &[]);
    game.act(PASS, &[(INIT, 6), (INIT, 1)]);
    assert_eq!((game.place("Psy"), game.farthest(Verb::Move, "Psy")), ((8, 2), 3));
}

/// ITEN-PSY-23: twelve hexes over anything instead of the move, from open ground to open ground: not into cover, not
/// next to an enemy, even one on the ground.
#[test]
fn the_path_of_shadows() {
    let row = ". . . # # # # # , . . . . . . . . . . . .\n";
    let red = on(Field::drawn(&row.repeat(5))).figure("Psy", (1, 3), &mind("The Path of Shadows"));
    let blue =
        red.side("Blue", "").figure_with("Bob", (12, 1), "", "\"down\": 1, \"fell\": 1").figure("Ben", (21, 1), "");
    let mut game = blue.begin(&[]);
    for (to, open) in [("13.3", true), ("14.3", false), ("9.3", false), ("10.1", true), ("11.1", false)] {
        let there = format!("Shadows on {to}");
        assert_eq!(game.offers().iter().any(|o| o.ends_with(&there)), open, "{there}");
    }
    game.act("Shadows on 13.3", &[(CAST, 5)]);
    assert_eq!((game.place("Psy"), game.asked().as_str()), ((13, 3), "Blue"));
    let brush = Field::drawn(&row.replacen('.', ",", 1).repeat(5));
    let red = on(brush).figure("Psy", (1, 3), &mind("The Path of Shadows"));
    assert!(!offered(&mut red.side("Blue", "").figure("Ben", (21, 1), "").begin(&[]), "Shadows"));
}

/// ITEN-PSY-24: Grit 5+ passes in 1/3, then in 5/6.
#[test]
fn true_grit() {
    let weak = "troop: \"Mind\"";
    let mut game = psyker("True Grit", weak).figure("Bob", (12, 5), "troop: \"Horror\"").begin(&[]);
    let charge = "Ann charges Bob at 11.5";
    let there = |g: &Game| g.place("Ann") == (11, 5);
    assert_eq!(game.chances(charge, there), table([(true, "1/3"), (false, "2/3")]));
    game.act("True Grit on Ann", &[(CAST, 5)]);
    assert_eq!(game.chances(charge, there), table([(true, "5/6"), (false, "1/6")]));
    assert_eq!(game.battle.rises_on(game.unit("Ann")), 3);
}

/// ITEN-PSY-25: whom the weapon hits has -2: Grit 3+ stays in 1/3, against a Power Weapon never.
#[test]
fn venom() {
    for (weapon, faces) in [("Sword", 2), ("Power Weapon", 0)] {
        let kit = format!("weapons: [\"{weapon}\"]");
        let red = open().troop("Tough", "grit: 3").figure("Psy", (5, 5), &mind("Venom")).figure("Ann", (6, 5), &kit);
        let mut game = red.side("Blue", "").figure("Bob", (10, 5), "troop: \"Tough\"").begin(&[]);
        game.act(&format!("Venom on the {weapon} of Ann"), &[(CAST, 5)]);
        game.go("Ann", (9, 5), &[]);
        let blow = game.battle.blow(game.unit("Ann"), 0, game.unit("Bob"), 0, 0);
        assert_eq!(7 - (3 - blow.penalty), faces, "of six, those on which he stays");
    }
}

/// ITEN-PSY-26: a shot at +2, at once: SV 0 against 7+ hits on 5; Grit 4+ is out in 1/6 of all; cover counts; nobody in
/// melee; his own shot remains. ITEN-SRV-02: a Puritan rolls his Grit again.
#[test]
fn warpfire() {
    let burnt = |field: Field| {
        let red = field.figure("Psy", (5, 2), "troop: \"Mind\", weapons: [\"Lasgun\"], powers: [\"Warpfire\"]");
        red.side("Blue", "").figure("Bob", (10, 2), "armour: \"Carapace Armour\"").figure("Ben", (20, 1), "")
    };
    let row = ". . . . . . . . . . . . . . . . . . . .\n";
    let fire = "Psy uses Warpfire on Bob";
    let mut game = burnt(on(Field::drawn(&row.repeat(3)))).begin(&[]);
    let fate = |g: &Game| g.value("Bob", "fate") == 1;
    assert_eq!(game.chances(fire, fate)[&true], ratio("1/3") * ratio("1/6"));
    game.act(fire, &[(CAST, 5), ("ITEN-PSY-26", 5), (GRIT, 4)]);
    assert_eq!((game.value("Bob", "down"), game.value("Psy", "shot")), (1, 0));
    game.act(PASS, &[]);
    game.act(PASS, &[]);
    assert_eq!((game.phase(), game.asked().as_str()), ("Shooting", "Red"));
    let hard = format!("{row}{}{row}", ". . . . . . . . . % . . . . . . . . . .\n");
    let mut game = burnt(on(Field::drawn(&hard))).begin(&[]);
    assert!(!game.chances(fire, fate).contains_key(&true), "7+ and hard cover against 2");
    let mut game = burnt(on(Field::drawn(&row.repeat(3))).figure("Ann", (11, 2), "")).begin(&[]);
    assert!(!offered(&mut game, fire), "he is in melee");

    let red = open().figure("Psy", (5, 5), &mind("Warpfire"));
    let blue = red.side("Blue", "").retinue("creed: Puritan, leader: \"Inq\"");
    let mut game = blue.figure("Inq", (12, 5), "troop: \"Inquisitor\"").figure("Ben", (20, 1), "").begin(&[]);
    game.act("Psy uses Warpfire on Inq", &[(CAST, 5), ("ITEN-PSY-26", 6), (GRIT, 1), (GRIT, 2)]);
    assert_eq!((game.value("Inq", "fate"), game.value("Inq", "down")), (0, 1));
}

/// ITEN-PSY-27: what he stares at within 12 he shoots at whatever is between, past all cover.
#[test]
fn warpstare() {
    let row = ". . . . . # . . % . . . . . . . . . . .\n";
    let field = |numbers: &str| {
        let red = on(Field::drawn(&row.repeat(5))).at("Shooting");
        let red =
            red.figure_with("Psy", (2, 3), "troop: \"Shot\", weapons: [\"Lasgun\"], powers: [\"Warpstare\"]", numbers);
        let blue = red.side("Blue", "").figure("Bob", (9, 3), "armour: \"Carapace Armour\"");
        blue.figure("Far", (15, 3), "armour: \"Carapace Armour\"").begin(&[])
    };
    let (blind, stares) = (field(""), field("\"until_warpstare\": 9"));
    assert_eq!((need(&blind, "Psy", "Bob"), need(&stares, "Psy", "Bob")), (None, Some(4)));
    assert_eq!(need(&stares, "Psy", "Far"), None, "13 hexes");
}

/// ITEN-PSY-28: friend and foe within 6 of him have soft cover, 7 not; with terrain the better counts.
#[test]
fn the_zone_of_shadows() {
    let row = ". . . . . . . . . . . . . . . . . . . .\n";
    let picture = format!("{}{}{row}", row.repeat(2), ". . . . . . . . . . % . . . . . . . . .\n");
    let red = on(Field::drawn(&picture)).at("Shooting").figure("Ann", (1, 2), LASGUN);
    let blue = red.side("Blue", "").figure_with("Psy", (9, 2), "troop: \"Mind\"", "\"until_zone_of_shadows\": 9");
    let armour = "armour: \"Carapace Armour\"";
    let blue = blue.figure("Six", (15, 2), armour).figure("Seven", (16, 2), armour).figure("Hard", (11, 3), armour);
    let game = blue.begin(&[]);
    assert_eq!(["Six", "Seven", "Hard"].map(|who| need(&game, "Ann", who)), [Some(5), Some(4), Some(6)]);
}

/// ITEN-ABIL-04: +1 on shots and blows at the quarry; he runs at it though others see him, each step nearer to it.
#[test]
fn bounty_hunters() {
    let field = |numbers: &str| {
        let kit = "troop: \"Shot\", weapons: [\"Lasgun\"], abilities: [\"Bounty Hunter\"]";
        let red = open().at("Shooting").figure_with("Ann", (2, 5), kit, numbers);
        let armour = "armour: \"Carapace Armour\"";
        red.side("Blue", "").figure("Bob", (12, 5), armour).figure("Ben", (2, 9), armour).begin(&[])
    };
    let (plain, mut game) = (field(""), field("\"quarry\": 2"));
    assert_eq!((need(&plain, "Ann", "Bob"), need(&game, "Ann", "Bob")), (Some(4), Some(3)));
    assert_eq!((need(&plain, "Ann", "Ben"), need(&game, "Ann", "Ben")), (Some(4), Some(4)));
    game.act(PASS, &[]);
    assert_eq!(game.asked(), "Red");
    assert!(game.can(Verb::Run, "Ann", (5, 5)) && !game.can(Verb::Run, "Ann", (1, 5)));
    assert!(!game.can(Verb::Run, "Ann", (2, 8)));
}

/// ITEN-ABIL-06: friends within 3 of one who knows daemons, not 4, shoot and strike at them at +1, once.
#[test]
fn daemon_lore() {
    let imp = "troop: \"Imp\", armour: \"Carapace Armour\"";
    let shot = |sages: &[(u16, u16)]| {
        let red = open().troop("Imp", "tags: [Daemonic]").at("Shooting").figure("Ann", (5, 5), LASGUN);
        let names = ["Sage", "Seer"];
        let red = sages.iter().zip(names).fold(red, |f, (&at, n)| f.figure(n, at, "abilities: [\"Daemon Lore\"]"));
        let game = red.side("Blue", "").figure("Imp", (15, 5), imp).begin(&[]);
        (need(&game, "Ann", "Imp").unwrap(), strikes(&game, "Ann", "Imp"))
    };
    assert_eq!(shot(&[(9, 5)]), shot(&[]));
    let (gun, blade) = shot(&[]);
    assert_eq!((shot(&[(8, 5)]), gun), ((3, blade - u8::from(blade < 7)), 4));
    assert_eq!(shot(&[(8, 5), (5, 6)]).0, 3);
}

/// ITEN-ABIL-13: a Chaplain steadies comrades within 9 whom he does not see, a Priest his own within 6 in his sight.
#[test]
fn faith() {
    let fearless = |calling: &str, at: (u16, u16), team: &str, walled: bool| {
        let row = if walled { ". . . . # . . . . . . . . . . .\n" } else { ". . . . . . . . . . . . . . . .\n" };
        let field = Field::drawn(&row.repeat(3)).troop("Faithful", "tags: [Imperial]").side("Red", "team: 0");
        let field = field.figure("Father", (1, 2), &format!("abilities: [\"Invoke Faith\"], calling: {calling}"));
        let field = if team.is_empty() { field } else { field.side("Pals", "team: 0") };
        let field = field.figure("Ann", at, "troop: \"Faithful\"").side("Blue", "team: 1").figure("Bob", (16, 1), "");
        let game = field.begin(&[]);
        game.battle.is_fearless(game.unit("Ann"))
    };
    for (calling, at, team, walled, steady) in [
        ("Chaplain", (10, 2), "", true, true),
        ("Chaplain", (11, 2), "", false, false),
        ("Bishop", (10, 2), "ally", true, true),
        ("Priest", (7, 2), "", false, true),
        ("Priest", (8, 2), "", false, false),
        ("Priest", (7, 2), "", true, false),
        ("Priest", (7, 2), "ally", false, false),
    ] {
        assert_eq!(fearless(calling, at, team, walled), steady, "{calling} {at:?} {team} {walled}");
    }
}

/// ITEN-ABIL-14: a guardsman whose nerve fails before a Commissar is shot, once a turn; the other guards roll again:
/// 3/4.
#[test]
fn iron_discipline() {
    let field = |commissar: (u16, u16)| {
        let guard = "troop: \"Guard\"";
        let red =
            open().troop("Guard", "tags: [Imperial, Guard]").figure("Ann", (5, 5), guard).figure("Al", (5, 7), guard);
        let red = red.figure(
            "Com",
            commissar,
            "weapons: [\"Laspistol\"], abilities: [\"Iron Discipline\"], calling: Commissar",
        );
        red.side("Blue", "").figure("Bob", (9, 6), "troop: \"Horror\"").begin(&[])
    };
    let mut game = field((2, 2));
    let charge = |game: &mut Game, name: &str| {
        let start = format!("{name} charges Bob at 8.");
        game.offers().into_iter().find(|o| o.starts_with(&start)).unwrap()
    };
    let first = charge(&mut game, "Ann");
    game.act(&first, &[(TERR, 3)]);
    assert_eq!(game.value("Ann", "fate"), 1);
    let second = charge(&mut game, "Al");
    let fate = |g: &Game| (g.value("Al", "charged"), g.value("Al", "fate"));
    assert_eq!(game.chances(&second, fate), table([((1, 0), "3/4"), ((0, 0), "1/4")]));
    // Out of the range of his gun nobody is shot.
    let mut game = field((30, 2));
    let first = charge(&mut game, "Ann");
    game.act(&first, &[(TERR, 3)]);
    assert_eq!((game.value("Ann", "fate"), game.value("Ann", "balked")), (0, 1));
}

/// ITEN-ABIL-15: a Primaris Psyker about to be possessed is shot before the daemon acts.
#[test]
fn a_primaris_psyker_is_shot() {
    let field = |commissar: (u16, u16)| {
        let red = open().figure("Psy", (5, 5), "troop: \"Mind\", powers: [\"Mask of Death\"], calling: PrimarisPsyker");
        let red = red.figure(
            "Com",
            commissar,
            "weapons: [\"Laspistol\"], abilities: [\"Iron Discipline\"], calling: Commissar",
        );
        red.side("Blue", "").figure("Bob", (38, 5), "").begin(&[])
    };
    let mut game = field((9, 5));
    game.act("Psy uses Mask of Death", &[(CAST, 1), (SOUL, 4)]);
    assert_eq!((game.value("Psy", "fate"), side(&game, "Psy")), (1, 0));
    let mut game = field((30, 5));
    game.act("Psy uses Mask of Death", &[(CAST, 1), (SOUL, 4), (TERM, 6)]);
    assert_eq!((game.value("Psy", "fate"), game.battle.piece(game.unit("Psy")).side), (0, SideId(1)));
}

/// ITEN-ABIL-21, ITEN-ABIL-24, ITEN-ABIL-25: the Stalwart roll again against terror, Untouchables against a daemon's;
/// both together have one roll more: 3/4 each at 4+.
#[test]
fn nerve_is_rolled_again_once() {
    let stands = |abilities: &str, foe: &str| {
        let red = open().troop("Imp", "tags: [Daemonic, Terrifying]");
        let red = red.figure("Ann", (5, 5), &format!("abilities: [{abilities}]")).figure("Amy", (40, 1), "");
        let blue = red.side("Blue", "").figure("Bob", (9, 5), &format!("troop: \"{foe}\""));
        let mut game = blue.begin(&[]);
        game.chances("Ann charges Bob at 8.5", |g| g.place("Ann") == (8, 5))[&true].clone()
    };
    for (abilities, foe, chance) in [
        ("", "Horror", "1/2"),
        ("\"Stalwart\"", "Horror", "3/4"),
        ("\"Untouchable\"", "Horror", "1/2"),
        ("\"Untouchable\"", "Imp", "3/4"),
        ("\"Stalwart\", \"Untouchable\"", "Imp", "3/4"),
    ] {
        assert_eq!(stands(abilities, foe), ratio(chance), "{abilities} {foe}");
    }
}

/// ITEN-ABIL-23: no power does anything to an Untouchable and to those in contact; with an aura, to those within 3.
#[test]
fn untouchables() {
    let immune = |abilities: &str, at: (u16, u16)| {
        let field = psyker("Dominatus", "").figure("Null", (12, 5), &format!("abilities: [{abilities}]"));
        let mut game = field.figure("Bob", at, "").begin(&[]);
        let on = |u: UnitId| Action::of(Verb::Cast, UnitId(0)).with(2).at(u);
        let (null, bob) = (game.unit("Null"), game.unit("Bob"));
        assert_eq!(game.refused(on(null)).rule.0, "ITEN-ABIL-23");
        !offered(&mut game, "Dominatus on Bob") && game.refused(on(bob)).rule.0 == "ITEN-ABIL-23"
    };
    let aura = "\"Untouchable\", \"Untouchable's Aura\"";
    assert!(immune("\"Untouchable\"", (11, 5)) && !immune("\"Untouchable\"", (10, 5)));
    assert!(immune(aura, (9, 5)) && !immune(aura, (8, 5)));
    // Friends' blessings too.
    let mut game = psyker("True Grit", "abilities: [\"Untouchable\"]").begin(&[]);
    assert!(!offered(&mut game, "True Grit"));
}
