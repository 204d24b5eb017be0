//! Melee, the Grit rolls that follow, blows at the fallen, a Combat Master's second fight (7.4 to 7.6).

use hexfray::battle::{Action, Fact, Modifier, Reason, Rule, UnitId, Verb};
use hexfray::rules::iten::Fate;
use hexfray::rules::iten::melee::Blow;
use hexfray::rules::iten::payload::Strike;

use crate::field::{Field, Game, chances, table};

const HIT: &str = "ITEN-MEL-03";
const FREE: &str = "ITEN-MEL-11";
const GRIT: &str = "ITEN-GRIT-01";

/// The middle of the field and the hexes around it.
const MIDDLE: (u16, u16) = (5, 5);
const AROUND: [(u16, u16); 6] = [(4, 5), (6, 5), (4, 4), (5, 4), (4, 6), (5, 6)];

/// The last turn's Melee on open ground; nothing is rolled after it.
fn melee() -> Field {
    Field::open(12, 9).at("Melee").turn(1, 1)
}

/// One figure of Red in the middle, so many of Blue around it: B0, B1 and so on.
fn surrounded(red: &str, blue: &str, count: usize) -> Field {
    let field = melee().side("Red", "").figure("Ann", MIDDLE, red).side("Blue", "");
    (0..count).fold(field, |field, i| field.figure(&format!("B{i}"), AROUND[i], blue))
}

/// A blow with the first weapon at hand; with all of the Fighting Value where no part is given.
fn blow(game: &Game, by: &str, at: &str, part: Option<i8>, helpers: u8) -> Blow {
    let (by, at) = (game.unit(by), game.unit(at));
    let part = part.unwrap_or(game.battle.profile(by).fv);
    game.battle.blow(by, game.battle.blades(by)[0], at, part, helpers)
}

fn need(game: &Game, by: &str, at: &str) -> u8 {
    blow(game, by, at, None, 0).need
}

fn strikes(game: &mut Game, by: &str) -> Vec<String> {
    game.offers().into_iter().filter(|o| o.starts_with(by) && o.contains("strikes")).collect()
}

/// ITEN-EX-04A, ITEN-EX-04B: Inquisitor and Chaos Space Marine.
#[test]
fn example_4_a_duel() {
    let game = melee()
        .side("Red", "")
        .figure("Inq", (4, 5), "troop: \"Inquisitor\", armour: \"Refractor Field\", weapons: [\"Power Sword\"]")
        .side("Blue", "")
        .troop("Traitor", "grit: 2, fv: 3")
        .figure("Traitor", (5, 5), "troop: \"Traitor\", armour: \"Power Armour\", weapons: [\"Chainsword\"]")
        .begin(&[]);
    let Blow { need: on, penalty, modifiers } = blow(&game, "Inq", "Traitor", None, 0);
    assert_eq!((on, penalty), (2, -2));
    assert_eq!(
        modifiers[..],
        [("ITEN-MEL-03", 4), ("ITEN-WPN-01", 3)].map(|(rule, n)| Modifier::roller(Rule(rule), n))
    );
    assert_eq!(need(&game, "Traitor", "Inq"), 2);
}

/// ITEN-EX-05A, ITEN-EX-05B, ITEN-MEL-03, ITEN-MEL-06: two Gangers on a Guardsman.
#[test]
fn example_5_outnumbering() {
    let ganger = "troop: \"Fighter\", armour: \"Flak Jacket\", weapons: [\"Dagger\"]";
    let guard = "troop: \"Fighter\", armour: \"Carapace\", weapons: [\"Sword\"]";
    let fight = |count| surrounded(guard, ganger, count).troop("Fighter", "fv: 1").begin(&[]);
    assert_eq!(need(&fight(1), "B0", "Ann"), 6);
    let mut game = fight(2);
    assert_eq!((need(&game, "B0", "Ann"), need(&game, "B1", "Ann")), (5, 5));
    // A flat +1, not one for each of them.
    assert_eq!(need(&fight(4), "B3", "Ann"), 5);
    assert_eq!(need(&game, "Ann", "B1"), 4);
    // One blow of hers, at the one of her choice.
    assert_eq!(strikes(&mut game, "Ann"), ["Ann strikes at B0 with the Sword", "Ann strikes at B1 with the Sword"]);
    game.act("Ann strikes at B1 with the Sword", &[]);
    assert_eq!(game.asked(), "Blue");
    // Hit on 5+, out below Grit 4: 1/3 of 1/2; on the ground 1/3 of 1/6.
    let out = "fate 0>1, on board 1>0";
    let odds = game.odds("B0 strikes at Ann", "Ann");
    assert_eq!(odds, chances(&[(out, "1/6"), ("down 0>1, fell 0>1", "1/18"), ("nothing", "7/9")]));
}

/// ITEN-EX-06A, ITEN-EX-06B, ITEN-EX-09, ITEN-MEL-08, ITEN-MEL-09: the Inquisitor splits his blow.
#[test]
fn example_6_a_split() {
    let ganger = "troop: \"Fighter\", armour: \"Flak Jacket\", weapons: [\"Dagger\"]";
    let inquisitor = "troop: \"Inquisitor\", armour: \"Refractor Field\", weapons: [\"Power Sword\"]";
    let mut game = surrounded(inquisitor, ganger, 2).troop("Fighter", "fv: 1").begin(&[]);
    let half = blow(&game, "Ann", "B0", Some(2), 0);
    assert_eq!(half.need, 2);
    let own = [("ITEN-MEL-08", 2), ("ITEN-WPN-01", 3)].map(|(rule, n)| Modifier::roller(Rule(rule), n));
    assert_eq!(half.modifiers[..], own);
    assert_eq!(need(&game, "B0", "Ann"), 5);

    let words = |at: &str, part: &str| format!("Ann strikes at {at} with the Power Weapon{part}");
    let parts =
        ["", ", with 1 of its Fighting Value", ", with 2 of its Fighting Value", ", with 3 of its Fighting Value"];
    let all: Vec<String> = ["B0", "B1"].iter().flat_map(|at| parts.map(|p| words(at, p))).collect();
    assert_eq!(strikes(&mut game, "Ann"), all);
    game.act(&words("B0", parts[1]), &[]);
    // The other one gets what is left; nobody is struck at twice.
    assert_eq!(strikes(&mut game, "Ann"), [words("B1", parts[3])]);
    let again =
        Action::of(Verb::Strike, game.unit("Ann")).with(Strike { place: 0, part: 3 }.encode()).at(game.unit("B0"));
    assert_eq!(game.refused(again).rule, Rule("ITEN-MEL-08"));
    game.act(&words("B1", parts[3]), &[]);
    assert_eq!(game.asked(), "Blue");
    game.act("pass", &[(HIT, 2), (HIT, 2), (GRIT, 6), (GRIT, 6)]);
    let split = Strike { place: 5, part: 3 };
    assert_eq!(Strike::decode(split.encode()), split);
}

/// ITEN-MEL-08: at most as many blows as Fighting Value; what is not given out is lost.
#[test]
fn a_split_goes_as_far_as_the_fighting_value() {
    let fighter = |fv: i8| format!("troop: \"F{fv}\", weapons: [\"Sword\"]");
    for (fv, struck) in [(-1, 1), (0, 1), (1, 1), (2, 2), (3, 3), (4, 3)] {
        let field = surrounded(&fighter(fv), "", 3).troop(&format!("F{fv}"), &format!("fv: {fv}"));
        let mut game = field.begin(&[]);
        let mut blows = 0;
        while game.asked() == "Red" {
            let mine = strikes(&mut game, "Ann");
            let least = mine.iter().find(|o| o.contains("with 1 of")).unwrap_or(&mine[0]).clone();
            blows += 1;
            game.act(&least, &[]);
        }
        assert_eq!(blows, struck, "Fighting Value {fv}");
    }
    let mut game = surrounded(&fighter(4), "", 3).troop("F4", "fv: 4").begin(&[]);
    let too_much =
        Action::of(Verb::Strike, game.unit("Ann")).with(Strike { place: 0, part: 5 }.encode()).at(game.unit("B0"));
    assert_eq!(game.refused(too_much).rule, Rule("ITEN-MEL-08"));
    game.act("Ann strikes at B0 with the Sword, with 2", &[]);
    game.act("Ann does nothing more", &[]);
    assert_eq!(game.asked(), "Blue");
}

/// ITEN-EX-07A, ITEN-EX-07B, ITEN-MEL-07, ITEN-MEL-10: they gang up: one blow among them.
#[test]
fn example_7_ganging_up() {
    let ganger = "troop: \"Fighter\", armour: \"Flak Jacket\", weapons: [\"Dagger\"]";
    let inquisitor = "troop: \"Inquisitor\", armour: \"Refractor Field\", weapons: [\"Power Sword\"]";
    let mut game = surrounded(inquisitor, ganger, 3).troop("Fighter", "fv: 1").begin(&[]);
    assert_eq!(blow(&game, "B0", "Ann", None, 1).need, 4);
    let three = blow(&game, "B0", "Ann", None, 2);
    assert_eq!(three.need, 3);
    let all =
        [("ITEN-MEL-03", 1), ("ITEN-MEL-06", 1), ("ITEN-MEL-10", 2)].map(|(rule, n)| Modifier::roller(Rule(rule), n));
    assert_eq!(three.modifiers[..], all);

    game.act("pass", &[]);
    // Nobody can be helped before he has declared his blow.
    let early = Action::of(Verb::Assist, game.unit("B1")).at(game.unit("B0"));
    assert_eq!(game.refused(early).rule, Rule("ITEN-MEL-10"));
    game.act("B0 strikes at Ann", &[]);
    // The two of them hit on 4+; Grit 2+: out 1/6, down 1/6.
    let rows = [("fate 0>1, on board 1>0", "1/12"), ("down 0>1, fell 0>1", "1/12"), ("nothing", "5/6")];
    assert_eq!(game.odds("B1 helps B0", "Ann"), chances(&rows));
    game.act("B1 helps B0", &[]);
    assert_eq!(game.offers().iter().filter(|o| o.starts_with("B1")).count(), 0);
    // A single die for the three of them: 3 + 1 + 1 + 2 is 7.
    game.act("B2 helps B0", &[(HIT, 3), (GRIT, 6)]);
}

/// ITEN-MEL-10, ITEN-ABIL-24: who may not gang up.
#[test]
fn not_everybody_gangs_up() {
    let refusal = |field: Field| {
        let mut game = field.begin(&[]);
        while game.asked() == "Red" {
            game.act("pass", &[]);
        }
        game.act("B0 strikes at Ann", &[]);
        game.refused(Action::of(Verb::Assist, game.unit("C0")).at(game.unit("B0")))
    };
    let two = || surrounded("", "", 1);
    assert_eq!(refusal(two().figure("C0", AROUND[1], "abilities: [\"Untouchable\"]")).rule, Rule("ITEN-ABIL-24"));
    // Not even for a friend's sake: C0 has somebody else before him.
    let other = melee().side("Red", "").figure("Ann", MIDDLE, "").figure("Amy", (7, 5), "");
    let held = other.side("Blue", "").figure("B0", (4, 5), "").figure("C0", (6, 5), "");
    assert_eq!(refusal(held).rule, Rule("ITEN-MEL-06"));
    // Of the team, but of another Retinue: he outnumbers with it, and that is all.
    let allied = |sides: Field| sides.side("Blue", "team: 1").figure("B0", (4, 5), "");
    let red = || melee().side("Red", "team: 0").figure("Ann", MIDDLE, "");
    let ally = allied(red()).side("Green", "team: 1").figure("C0", (6, 5), "");
    assert_eq!(
        blow(&ally.begin(&[]), "B0", "Ann", None, 0).modifiers[..],
        [("ITEN-WPN-01", -1), ("ITEN-MEL-06", 1)].map(|(rule, n)| Modifier::roller(Rule(rule), n))
    );
    let mut game = ally.begin(&[]);
    game.act("pass", &[]);
    game.act("B0 strikes at Ann", &[]);
    assert_eq!(game.asked(), "Green");
    let help = Action::of(Verb::Assist, game.unit("C0")).at(game.unit("B0"));
    assert_eq!(game.refused(help).reason, Reason::NotYours);
}

/// ITEN-MEL-01, ITEN-MEL-03, ITEN-ORD-05: all blows are rolled before anybody falls; who falls has struck.
#[test]
fn blows_are_simultaneous() {
    let mut game = surrounded("", "", 1).begin(&[]);
    game.act("Ann strikes at B0", &[]);
    game.act("B0 strikes at Ann", &[(HIT, 6), (HIT, 6), (GRIT, 1), (GRIT, 1)]);
    assert_eq!((game.value("Ann", "fate"), game.value("B0", "fate")), (1, 1));
    // A natural 1 misses whatever is added.
    let mut game = surrounded("troop: \"Inquisitor\", weapons: [\"Power Sword\"]", "", 1).begin(&[]);
    game.act("Ann strikes at B0", &[]);
    game.act("pass", &[(HIT, 1)]);
}

/// ITEN-GEN-03: a 6 is no hit by itself; where no face hits, no die is rolled.
#[test]
fn some_blows_cannot_hit() {
    let mut game = surrounded("", "armour: \"Terminator Armour\"", 1).begin(&[]);
    assert_eq!(need(&game, "Ann", "B0"), 7);
    game.act("Ann strikes at B0", &[]);
    game.act("pass", &[]);
}

/// ITEN-MEL-02, ITEN-MEL-05: no contact, no blow; each has one, and the side may leave it at that.
#[test]
fn only_those_in_contact_strike() {
    let apart = melee().side("Red", "").figure("Ann", (2, 5), "").side("Blue", "").figure("Bob", (4, 5), "");
    assert!(apart.begin(&[]).won().is_some(), "nobody is asked");
    let mut game = surrounded("", "", 1).figure("Far", (9, 5), "").begin(&[]);
    let far = Action::of(Verb::Strike, game.unit("Ann")).at(game.unit("Far"));
    assert_eq!(game.refused(far).rule, Rule("ITEN-MEL-02"));
    let stranger = Action::of(Verb::Strike, game.unit("B0")).at(game.unit("Ann"));
    assert_eq!(game.refused(stranger).rule, Rule("ITEN-INIT-04"));
    game.act("Ann does nothing more", &[]);
    let far = Action::of(Verb::Strike, game.unit("Far")).at(game.unit("Ann"));
    assert_eq!(game.refused(far).rule, Rule("ITEN-MEL-02"));
}

/// ITEN-MEL-04: cover, Speed and the shield are for shots.
#[test]
fn cover_and_speed_do_not_count() {
    let kit = "troop: \"Quick\", armour: \"Power Armour\", gear: [SuppressionShield]";
    let game = Field::drawn(". % %\n")
        .troop("Quick", "speed: 3")
        .troop("Strong", "fv: 2")
        .at("Melee")
        .turn(1, 1)
        .side("Red", "")
        .figure("Ann", (2, 1), "troop: \"Strong\", weapons: [\"Sword\"]")
        .side("Blue", "")
        .figure_with("Bob", (3, 1), kit, "\"steps\": 9")
        .begin(&[]);
    assert_eq!(need(&game, "Ann", "Bob"), 5);
}

/// ITEN-MEL-06, ITEN-MEL-15: a third party, or a second enemy, takes the advantage away from whom it touches.
#[test]
fn outnumbering_wants_nobody_else_in_the_way() {
    let outnumbers = Modifier::roller(Rule("ITEN-MEL-06"), 1);
    let plus = |game: &Game, by: &str, at: &str| blow(game, by, at, None, 0).modifiers.contains(&outnumbers);
    let three = |b1: (u16, u16), gus: (u16, u16)| {
        let field = melee().side("Red", "").figure("Ann", MIDDLE, "").side("Blue", "").figure("B0", (4, 5), "");
        let game = field.figure("B1", b1, "").side("Green", "").figure("Gus", gus, "").begin(&[]);
        [plus(&game, "B0", "Ann"), plus(&game, "B1", "Ann"), plus(&game, "Gus", "Ann"), plus(&game, "Ann", "B0")]
    };
    assert_eq!(three((6, 5), (11, 1)), [true, true, false, false]);
    // Beside B1 only: B1 has him to see to, and B0 is alone with her.
    assert_eq!(three((6, 5), (7, 5)), [false; 4]);
    // Beside her only: the others still are two against her, and he, of another team, is alone.
    assert_eq!(three((4, 4), (6, 5)), [true, true, false, false]);
    // Whoever lies on the ground does not count.
    let fallen = surrounded("", "", 1).figure_with("B1", AROUND[1], "", "\"down\": 1").begin(&[]);
    assert!(!plus(&fallen, "B0", "Ann"));
}

/// ITEN-MEL-05, ITEN-MEL-14, ITEN-KD-01, ITEN-KD-02, ITEN-ABIL-09: the fallen do not strike, and are easier to hit.
#[test]
fn blows_at_the_fallen() {
    let kit = "troop: \"Fighter\", weapons: [\"Dagger\"]";
    let fallen = |kit: &str, fallen: &str| {
        melee()
            .troop("Fighter", "fv: 1")
            .side("Red", "")
            .figure("Ann", MIDDLE, kit)
            .side("Blue", "")
            .figure_with("Bob", (6, 5), fallen, "\"down\": 1")
            .begin(&[])
    };
    let mut game = fallen(kit, "armour: \"Power Armour\"");
    assert_eq!(need(&game, "Ann", "Bob"), 5);
    assert!(blow(&game, "Ann", "Bob", None, 0).modifiers.contains(&Modifier::target(Rule("ITEN-MEL-14"), 2)));
    let back = Action::of(Verb::Strike, game.unit("Bob")).at(game.unit("Ann"));
    game.refused(back);
    // ITEN-KD-01: Bob is not asked.
    game.act("Ann strikes at Bob", &[(HIT, 5), (GRIT, 6)]);
    assert_eq!(need(&fallen(kit, "armour: \"Power Armour\", abilities: [\"Ground Fighter\"]"), "Ann", "Bob"), 7);
}

/// ITEN-EX-08, ITEN-MEL-06, ITEN-MEL-10, ITEN-MEL-14: the fallen are at the mercy of the mob: outnumbered by those who
/// have nobody else to see to, and ganged up on.
#[test]
fn the_fallen_are_outnumbered() {
    let red = melee().side("Red", "").figure("Ann", MIDDLE, "").figure("Amy", AROUND[2], "");
    let fallen = |standing: bool| {
        let field =
            red.clone().side("Blue", "").figure_with("Bob", AROUND[0], "armour: \"Power Armour\"", "\"down\": 1");
        if standing { field.figure("Ben", AROUND[1], "") } else { field }
    };
    let plus = |game: &Game| {
        let rows = blow(game, "Ann", "Bob", None, 0).modifiers;
        [Modifier::roller(Rule("ITEN-MEL-06"), 1), Modifier::target(Rule("ITEN-MEL-14"), 2)].map(|m| rows.contains(&m))
    };
    let mut game = fallen(false).begin(&[]);
    assert_eq!(plus(&game), [true, true]);
    game.act("Ann strikes at Bob", &[]);
    assert!(game.offers().iter().any(|o| o.contains("Amy helps Ann")));
    assert_eq!(plus(&fallen(true).begin(&[])), [false, true], "Ann has Ben to see to");
}

/// ITEN-MEL-10, ITEN-VEH-12: who splits his blows between two vehicles is helped with either, once, and the help goes to
/// the blow that is chosen.
#[test]
fn help_goes_to_one_of_split_blows() {
    let field = melee().troop("Strong", "fv: 4").side("Red", "").figure("Ann", MIDDLE, "troop: \"Strong\"");
    let field = field.figure("Amy", (5, 3), "").figure("Ada", (3, 4), "").side("Blue", "");
    let field = field.rider("Bob", "", "").rider("Ben", "", "");
    let field = field.vehicle("Motorbike", AROUND[2], "aboard: [\"Bob\"]", "");
    let mut game = field.vehicle("Hoverboard", AROUND[3], "aboard: [\"Ben\"]", "").begin(&[]);
    for foe in ["Motorbike", "Hoverboard"] {
        let part = if foe == "Motorbike" { ", with 2 of" } else { "" };
        let offers = game.offers();
        let blow = offers.iter().find(|o| o.contains(&format!("Ann strikes at {foe}")) && o.contains(part)).unwrap();
        game.act(&blow.clone(), &[]);
    }
    let help: Vec<String> = game.offers().into_iter().filter(|o| o.contains("Amy helps")).collect();
    assert_eq!(help.len(), 2, "{help:?}");
    assert_eq!(game.list.twin(), None);
    let second = help.iter().find(|o| o.contains("Amy helps Ann against Hoverboard")).unwrap().clone();
    game.act(&second, &[]);
    let helped: Vec<(UnitId, u8)> = game.battle.pending().attacks.iter().map(|a| (a.target, a.helpers)).collect();
    assert_eq!(helped, [(game.unit("Motorbike"), 0), (game.unit("Hoverboard"), 1)]);
}

/// ITEN-KD-03, ITEN-GRIT-04: against who lies on the ground the weapon counts for nothing in the Grit roll.
#[test]
fn grit_of_the_fallen_is_plain() {
    let game = |down: u8| {
        melee()
            .troop("Tough", "grit: 3")
            .troop("Strong", "fv: 5")
            .side("Red", "")
            .figure("Ann", MIDDLE, "troop: \"Strong\", weapons: [\"Power Fist\"]")
            .side("Blue", "")
            .figure_with("Bob", (6, 5), "troop: \"Tough\"", &format!("\"down\": {down}"))
            .begin(&[])
    };
    let out = "fate 0>1, on board 1>0";
    // Hit 5/6. Standing, 3+ at -2: out 2/3, down 1/6.
    let standing = [("down 0>1, fell 0>1", "5/36"), (out, "5/9"), ("nothing", "11/36")];
    assert_eq!(game(0).odds("Ann strikes at Bob", "Bob"), chances(&standing));
    // On the ground: out 1/3; a second fall leaves nothing but the note that it was in this turn.
    let down = [("fate 0>1, down 1>0, on board 1>0", "5/18"), ("fell 0>1", "5/36"), ("nothing", "7/12")];
    assert_eq!(game(1).odds("Ann strikes at Bob", "Bob"), chances(&down));
}

/// ITEN-GRIT-05, ITEN-KD-03: a roll for each hit in the order of the blows; the second keeps its penalty though the
/// first has knocked him down; who is out rolls no more.
#[test]
fn several_hits_are_several_rolls() {
    let fists = "troop: \"Strong\", weapons: [\"Power Fist\"]";
    let fight =
        || surrounded("troop: \"Tough\"", fists, 2).troop("Strong", "fv: 5").troop("Tough", "grit: 3").begin(&[]);
    let both = |rolls: &[(&str, u8)]| {
        let mut game = fight();
        game.acts(&["pass", "B0 strikes at Ann"]);
        game.act("B1 strikes at Ann", rolls);
        (game.value("Ann", "fate"), game.value("Ann", "down"))
    };
    assert_eq!(both(&[(HIT, 2), (HIT, 2), (GRIT, 5), (GRIT, 4)]), (1, 0), "4 would do without the penalty");
    assert_eq!(both(&[(HIT, 2), (HIT, 2), (GRIT, 5), (GRIT, 5)]), (0, 1));
    assert_eq!(both(&[(HIT, 2), (HIT, 2), (GRIT, 1)]), (1, 0));
    // Two plain blows that hit on 5+ at Grit 4+: each hit puts out half of the time, two leave her in 1/4.
    let mut game = surrounded("", "", 2).begin(&[]);
    game.acts(&["pass", "B0 strikes at Ann"]);
    let still_in = game.chances("B1 strikes at Ann", |g| {
        let playing = g.battle.unit(g.unit("Ann")).fate == Fate::Playing;
        let rolls = g.events.iter().filter(|e| matches!(e.fact, Fact::Rolled { .. }) && e.rule == Rule(GRIT)).count();
        (rolls, playing)
    });
    let rows =
        [((0, true), "4/9"), ((1, true), "2/9"), ((1, false), "5/18"), ((2, true), "1/36"), ((2, false), "1/36")];
    assert_eq!(still_in, table(rows));
}

/// ITEN-EX-08: ganged up on, a Space Marine rolls his very Grit and falls.
#[test]
fn example_8_knocked_down() {
    let marine = "troop: \"Space Marine\", armour: \"Power Armour\", weapons: [\"Chainsword\"]";
    let mut game =
        surrounded(marine, "troop: \"Fighter\", weapons: [\"Dagger\"]", 3).troop("Fighter", "fv: 1").begin(&[]);
    game.acts(&["pass", "B0 strikes at Ann", "B1 helps B0"]);
    game.act("B2 helps B0", &[(HIT, 4), (GRIT, 3)]);
    assert_eq!((game.value("Ann", "down"), game.value("Ann", "fell")), (1, 1));
    assert_eq!(game.battle.rises_on(game.unit("Ann")), 6);
}

/// ITEN-WPN-01, ITEN-WPN-02, ITEN-WPN-03, ITEN-WPN-06: one weapon a blow; guns are no help; whoever has no blade takes
/// what lies about.
#[test]
fn weapons_of_a_blow() {
    let offers = |kit: &str| strikes(&mut surrounded(kit, "", 1).begin(&[]), "Ann");
    let with = |weapon: &str| format!("Ann strikes at B0 with the {weapon}");
    assert_eq!(offers("weapons: [\"Autogun\"]"), [with("Improvised weapon")]);
    assert_eq!(
        offers("weapons: [\"Autogun\", \"Dagger\"]"),
        [with("Combat Knife/Dagger")].map(|w| w.replace("Combat Knife/", ""))
    );
    assert_eq!(offers("weapons: [\"Chainsword\", \"Dagger\"]"), [with("Chainsword"), with("Dagger")]);
    let mut game = surrounded("weapons: [\"Autogun\"]", "", 1).begin(&[]);
    let gun = Action::of(Verb::Strike, game.unit("Ann")).at(game.unit("B0"));
    assert_eq!(game.refused(gun).rule, Rule("ITEN-WPN-02"));
    // A dagger that was thrown is gone.
    let thrown = melee().side("Red", "").figure_with("Ann", MIDDLE, "weapons: [\"Dagger\"]", "\"gone\": 1");
    let mut game = thrown.side("Blue", "").figure("B0", (6, 5), "").begin(&[]);
    assert_eq!(strikes(&mut game, "Ann"), [with("Improvised weapon")]);
    // Of two, the other is still there.
    let pair = melee().side("Red", "").figure_with("Ann", MIDDLE, "weapons: [\"Dagger\", \"Dagger\"]", "\"gone\": 1");
    assert_eq!(strikes(&mut pair.side("Blue", "").figure("B0", (6, 5), "").begin(&[]), "Ann"), [with("Dagger")]);
    // ITEN-WPN-06: FV +2 without a blade is +1.
    let trooper = surrounded("troop: \"Trooper\"", "", 1).troop("Trooper", "fv: 2").begin(&[]);
    assert_eq!(need(&trooper, "Ann", "B0"), 4);
    // ITEN-LIF-07: hands that need no weapon lose nothing.
    let hands = surrounded("troop: \"Hands\"", "armour: \"Carapace\"", 1).troop("Hands", "fv: 1, bare_hands: true");
    assert_eq!(need(&hands.begin(&[]), "Ann", "B0"), 6);
}

/// ITEN-PSY-05: who may only defend itself strikes one who attacks it, with all it has, and helps nobody.
#[test]
fn who_only_defends_itself() {
    let field = melee().troop("Strong", "fv: 4").side("Red", "");
    let field = field.figure_with("Ann", MIDDLE, "troop: \"Strong\"", "\"spent\": 1").side("Blue", "");
    let field =
        field.figure("B0", AROUND[0], "").figure_with("B1", AROUND[1], "", "\"down\": 1").figure("B2", AROUND[2], "");
    let mut game = field.begin(&[]);
    let with = "with the Improvised weapon";
    assert_eq!(strikes(&mut game, "Ann"), [format!("Ann strikes at B0 {with}"), format!("Ann strikes at B2 {with}")]);
    let place = game.battle.blades(game.unit("Ann"))[0];
    let split = Action::of(Verb::Strike, game.unit("Ann")).with(Strike { place, part: 2 }.encode()).at(game.unit("B0"));
    assert_eq!(game.refused(split).rule, Rule("ITEN-PSY-05"));
}

/// ITEN-MEL-11, ITEN-MEL-12, ITEN-MEL-13, ITEN-ABIL-07: whoever is left strikes once, with the best it has; who stands
/// it moves on.
#[test]
fn breaking_off() {
    let field = || {
        Field::open(14, 9)
            .troop("Strong", "fv: 2")
            .side("Red", "")
            .figure("Ann", MIDDLE, "armour: \"Carapace\"")
            .side("Blue", "")
            .figure("Bob", (6, 5), "troop: \"Strong\", weapons: [\"Dagger\", \"Power Weapon\"]")
    };
    let leave = |rolls: &[(&str, u8)]| {
        let mut game = field().begin(&[]);
        let action = Action::of(Verb::Retreat, game.unit("Ann")).hex(game.hex(2, 5));
        game.play(action, rolls);
        (game.place("Ann"), game.value("Ann", "down"))
    };
    // +2 and +3 against 7, then Grit 4+ at -2.
    assert_eq!(leave(&[(FREE, 1)]), ((2, 5), 0));
    assert_eq!(leave(&[(FREE, 2), (GRIT, 6)]), (MIDDLE, 1));
    let mut game = Field::open(14, 9)
        .side("Red", "")
        .figure("Ann", MIDDLE, "abilities: [\"Defensive Master\"]")
        .side("Blue", "")
        .figure("Bob", (6, 5), "")
        .begin(&[]);
    let action = Action::of(Verb::Retreat, game.unit("Ann")).hex(game.hex(2, 5));
    game.play(action, &[]);
    // ITEN-MEL-12: with another enemy to see to he strikes at nobody who goes.
    let two = Field::open(14, 9)
        .side("Red", "")
        .figure("Ann", MIDDLE, "")
        .figure("Amy", (7, 5), "")
        .side("Blue", "")
        .figure("Bob", (6, 5), "");
    let mut game = two.begin(&[]);
    let action = Action::of(Verb::Retreat, game.unit("Ann")).hex(game.hex(2, 5));
    game.play(action, &[]);
    assert_eq!(game.place("Ann"), (2, 5));
}

/// ITEN-ABIL-06: whoever knows daemons helps his friends against them, once, within three.
#[test]
fn daemon_lore() {
    let game = |lore: &[(u16, u16)]| {
        let field = melee()
            .troop("Daemon", "tags: [Daemonic]")
            .side("Blue", "")
            .figure("Bob", (6, 5), "troop: \"Daemon\"")
            .figure("Man", (4, 5), "")
            .side("Red", "")
            .figure("Ann", MIDDLE, "");
        let knows =
            |f: Field, (i, at): (usize, &(u16, u16))| f.figure(&format!("L{i}"), *at, "abilities: [\"Daemon Lore\"]");
        lore.iter().enumerate().fold(field, knows).begin(&[])
    };
    // Armour 5, improvised -1.
    assert_eq!(need(&game(&[]), "Ann", "Bob"), 6);
    assert_eq!(need(&game(&[(2, 5)]), "Ann", "Bob"), 5);
    assert_eq!(need(&game(&[(1, 5)]), "Ann", "Bob"), 6);
    assert_eq!(need(&game(&[(2, 5), (3, 5)]), "Ann", "Bob"), 5, "never more than once");
    assert_eq!(need(&game(&[(2, 5)]), "Ann", "Man"), 6, "no daemon");
}

/// A Combat Master in the middle, a plain victim to the right, and another enemy.
fn master(fields: &str, kit: &str, other: (u16, u16)) -> Field {
    melee()
        .troop("Dread", "tags: [Terrifying]")
        .troop("Master", &format!("fv: 5{fields}"))
        .side("Red", "")
        .figure("Ann", MIDDLE, "troop: \"Master\", weapons: [\"Sword\"], abilities: [\"Combat Master\"]")
        .side("Blue", "")
        .figure("Bob", (6, 5), "")
        .figure("Cid", other, kit)
}

/// ITEN-ABIL-05: after a foe is felled, two hexes towards another enemy, and a fight with him in which both roll; once
/// a turn.
#[test]
fn a_combat_master_fights_again() {
    let mut game = master("", "weapons: [\"Sword\"]", (8, 5)).figure("Dan", (9, 7), "").begin(&[]);
    game.act("Ann strikes at Bob", &[]);
    game.act("pass", &[(HIT, 2), (GRIT, 1)]);
    assert_eq!((game.asked().as_str(), game.asking()), ("Red", Rule("ITEN-ABIL-05")));
    assert_eq!(game.farthest(Verb::Move, "Ann"), 2);
    assert!(!game.can(Verb::Move, "Ann", (4, 5)), "not away from everybody");
    game.go("Ann", (7, 5), &[]);
    assert_eq!(game.offers(), ["Ann strikes at Cid with the Sword", "Ann does nothing more"]);
    // Cid, who has had nobody to strike at, strikes back; Ann fells him, and that is all for this turn.
    game.act("Ann strikes at Cid", &[(HIT, 2), (HIT, 4), (GRIT, 1), (GRIT, 5)]);
    assert_eq!((game.value("Cid", "fate"), game.value("Ann", "down"), game.value("Ann", "kills")), (1, 0, 2));
    assert!(game.won().is_some());
}

/// ITEN-ABIL-05: nobody who has felled nobody, who is held by another, who is down; a fall of the foe is enough.
#[test]
fn when_a_combat_master_fights_no_more() {
    // A miss.
    let mut game = master("", "", (8, 5)).begin(&[]);
    game.act("Ann strikes at Bob", &[]);
    game.act("pass", &[(HIT, 1)]);
    assert!(game.won().is_some());
    // A second enemy, who touches her already.
    let mut game = master("", "", (4, 5)).begin(&[]);
    let whole = Action::of(Verb::Strike, game.unit("Ann")).at(game.unit("Bob"));
    game.play(whole, &[]);
    game.act("pass", &[(HIT, 2), (GRIT, 1)]);
    assert!(game.won().is_some());
    // She is down herself.
    let mut game = master("", "", (8, 5)).begin(&[]);
    game.act("Ann strikes at Bob", &[]);
    game.act("Bob strikes at Ann", &[(HIT, 2), (HIT, 6), (GRIT, 1), (GRIT, 4)]);
    assert!(game.won().is_some());
    // That the foe is down will do, and who lies there does not hold her; she may let it be.
    let mut game = master("", "", (8, 5)).begin(&[]);
    game.act("Ann strikes at Bob", &[]);
    game.act("pass", &[(HIT, 2), (GRIT, 4)]);
    assert!(game.can(Verb::Move, "Ann", (6, 4)));
    game.act("Ann does nothing more", &[]);
    assert!(game.won().is_some());
}

/// ITEN-ABIL-05, ITEN-TERR-01, ITEN-TERR-02, ITEN-TERR-03: terror has its say in the second fight too; whoever flees
/// may still be caught, but the two hexes are all there is.
#[test]
fn a_second_fight_takes_nerve() {
    let felled = |field: Field| {
        let mut game = field.begin(&[]);
        game.act("Ann strikes at Bob", &[]);
        game.act("pass", &[(HIT, 2), (GRIT, 1)]);
        game
    };
    let mut game = felled(master("", "troop: \"Dread\"", (8, 5)));
    game.go("Ann", (7, 5), &[("ITEN-TERR-01", 3)]);
    assert_eq!(game.place("Ann"), MIDDLE);
    assert!(game.won().is_some());

    let flees = |far| {
        let mut game = felled(master(", tags: [Terrifying]", "", (7, 5)));
        game.go("Ann", (6, 5), &[("ITEN-TERR-02", 3), ("ITEN-TERR-02", far)]);
        assert_eq!((game.asking(), game.place("Cid")), (Rule("ITEN-TERR-03"), (7 + u16::from(far), 5)));
        assert_eq!(game.farthest(Verb::Move, "Ann"), 2);
        game
    };
    let mut game = flees(1);
    game.go("Ann", (7, 5), &[]);
    game.act("Ann strikes at Cid", &[(HIT, 1), (HIT, 1)]);
    let mut game = flees(2);
    game.go("Ann", (7, 5), &[]);
    assert!(game.won().is_some(), "not caught");
}
