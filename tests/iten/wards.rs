//! Who is beyond the reach of powers (9, Untouchable), how powers run out and rest, why one is refused (8).

use hexfray::battle::{Action, Fact, Reason, Refusal, Rule, Target, Verb};
use hexfray::rules::iten::catalogue::Power;

use crate::field::{Field, Game, table};

const INIT: &str = "ITEN-INIT-02";
const CAST: &str = "ITEN-PSY-04";
const PASS: &str = "pass: nobody";
const LASGUN: &str = "troop: \"Shot\", armour: \"Carapace Armour\", weapons: [\"Lasgun\"]";
const NULL: &str = "abilities: [\"Untouchable\"]";

/// Every power there is.
const ALL: &str = "troop: \"Mind\", powers: [\"Bless the Armour's Spirit\", \"Bless the Weapon's Spirit\", \"Dominatus\", \
                   \"Feet of Lead\", \"Levitate\", \"Mask of Death\", \"The Path of Light\", \"The Path of Shadows\", \
                   \"True Grit\", \"Venom\", \"Warpfire\", \"Warpstare\", \"Zone of Shadows\"]";

fn on(field: Field) -> Field {
    let field = field.troop("Mind", "grit: 5").troop("Shot", "sv: 2").troop("Horror", "tags: [Terrifying]");
    field.side("Red", "")
}

fn open() -> Field {
    on(Field::open(40, 11))
}

/// Blue with Ben far away.
fn blue(field: Field) -> Field {
    field.side("Blue", "").figure("Ben", (40, 11), "")
}

fn need(game: &Game, by: &str, at: &str) -> u8 {
    game.battle.shot(game.unit(by), 0, game.unit(at)).unwrap().need
}

fn cast(game: &Game, power: Power, target: Target) -> Action {
    Action { target, ..Action::of(Verb::Cast, game.unit("Psy")).with(power as u8) }
}

/// ITEN-ABIL-23: beside an Untouchable a psyker uses no power on himself or from himself; those on others work.
#[test]
fn beside_an_untouchable_nobody_helps_himself() {
    let picture = ". 4 . . . . . . . . . .\n% . . . . . . . . . . .\n. . . . . . . . . . . .";
    let field = |null: (u16, u16)| {
        let red = on(Field::drawn(picture)).figure("Psy", (2, 2), ALL).figure("Null", null, NULL);
        red.side("Blue", "").figure("Bob", (8, 1), "").figure("Ben", (12, 1), "").begin(&[])
    };
    let own = ["Levitate", "Mask of Death", "Path of Light", "Path of Shadows", "Warpstare", "Zone of Shadows"];
    let offered = |game: &mut Game, name: &str| game.offers().iter().any(|o| o.contains(name));
    let (mut free, mut held) = (field((12, 3)), field((2, 3)));
    for name in own {
        assert!(offered(&mut free, name) && !offered(&mut held, name), "{name}");
    }
    assert!(offered(&mut held, "Dominatus on Bob") && !offered(&mut held, "True Grit"));
    let mask = cast(&held, Power::MaskOfDeath, Target::None);
    assert_eq!(held.refused(mask), Refusal::new(Reason::WrongKindOfUnit, Rule("ITEN-ABIL-23")));
}

/// ITEN-ABIL-23: powers that work already rest beside an Untouchable, good and bad, and go on when he has gone.
#[test]
fn powers_rest_beside_an_untouchable() {
    let numbers = "\"until_bless_armour\": 9, \"until_true_grit\": 9, \"until_feet_of_lead\": 9, \
                   \"until_mask_of_death\": 9, \"until_bless_weapon\": 9, \"blessed_0\": 9, \
                   \"until_venom\": 9, \"venomous_0\": 9";
    let field = |null: (u16, u16)| {
        let red = open().troop("Weak", "grit: 5, sv: 2").figure_with(
            "Ann",
            (5, 5),
            "troop: \"Weak\", weapons: [\"Lasgun\"]",
            numbers,
        );
        blue(red.figure("Null", null, NULL)).figure("Bob", (15, 5), "armour: \"Carapace Armour\"").begin(&[])
    };
    let read = |game: &mut Game| {
        let (ann, bob) = (game.unit("Ann"), game.unit("Bob"));
        let shot = game.battle.shot(ann, 0, bob).unwrap();
        let fixed =
            (game.battle.armour(ann), game.battle.grit(ann), game.battle.frightens(ann, bob), shot.need, shot.penalty);
        (fixed, game.farthest(Verb::Move, "Ann"))
    };
    assert_eq!(read(&mut field((7, 5))), ((6, 2, true, 3, -2), 3));
    let mut game = field((6, 5));
    assert_eq!(read(&mut game), ((5, 5, false, 4, 0), 6));
    game.go("Null", (9, 8), &[]);
    assert_eq!(game.battle.armour(game.unit("Ann")), 6);
}

/// ITEN-MEL-01, ITEN-PSY-25, ITEN-ABIL-23: a blow is felt as it was struck, though who struck it is out by then, or the
/// Untouchable beside whom he did.
#[test]
fn a_blow_is_felt_as_it_was_struck() {
    const HIT: &str = "ITEN-MEL-03";
    const GRIT: &str = "ITEN-GRIT-01";
    let venomous = "\"until_venom\": 9, \"venomous_0\": 9";
    let stays = |null: bool, face: u8| {
        let field = Field::open(12, 9).at("Melee").turn(1, 1).troop("Tough", "grit: 3").side("Red", "");
        let red = field.figure("Ann", (5, 5), "troop: \"Tough\"");
        let red = if null { red.figure("Null", (7, 5), NULL) } else { red };
        let blue = red.side("Blue", "").figure("Bob", (8, 5), "");
        let mut game = blue.figure_with("Foe", (6, 5), "weapons: [\"Sword\"]", venomous).begin(&[]);
        if null {
            game.acts(&["pass", "Bob strikes at Null"]);
        } else {
            game.act("Ann strikes at Foe", &[]);
        }
        // The first to be felt is who shields Foe from powers, or Foe himself.
        game.act("Foe strikes at Ann with the Sword", &[(HIT, 6), (HIT, 6), (GRIT, 1), (GRIT, face)]);
        assert_eq!(game.value(if null { "Null" } else { "Foe" }, "fate"), 1);
        game.value("Ann", "fate") == 0
    };
    assert_eq!([4, 5].map(|face| stays(false, face)), [false, true], "his venom outlasts him");
    assert_eq!([2, 3].map(|face| stays(true, face)), [false, true], "it rested as he struck");
}

/// ITEN-ABIL-23: a Path of Light is none to an Untouchable.
#[test]
fn no_path_for_an_untouchable() {
    let row = "% % % % % % % % % % % % % % % % %\n".replacen("% %", ". .", 1);
    let red =
        on(Field::drawn(&row.repeat(3))).figure("Psy", (2, 2), "troop: \"Mind\", powers: [\"The Path of Light\"]");
    let red = red.figure("Ann", (1, 1), "").figure("Null", (2, 3), NULL);
    // Null does not touch Psy: he stands to the right of the hexes below him.
    let red = red.side("Blue", "").figure("Bob", (17, 1), "");
    let mut game = red.begin(&[]);
    let touches = game.battle.around(game.hex(2, 2)).has(game.unit("Null"));
    assert!(touches, "so that he has to go first");
    game.go("Null", (1, 3), &[]);
    game.act("The Path of Light towards E", &[(CAST, 5)]);
    assert!(game.can(Verb::Move, "Psy", (8, 2)));
    let mut game = {
        let red =
            on(Field::drawn(&row.repeat(3))).figure("Psy", (2, 2), "troop: \"Mind\", powers: [\"The Path of Light\"]");
        red.figure("Null", (1, 3), NULL).side("Blue", "").figure("Bob", (17, 1), "").begin(&[])
    };
    game.act("The Path of Light towards E", &[(CAST, 5)]);
    game.go("Psy", (8, 2), &[]);
    assert_eq!(game.farthest(Verb::Move, "Null"), 3);
}

/// ITEN-PSY-16: as much as the content says.
#[test]
fn a_blessing_is_worth_what_the_content_says() {
    let tuned = "power: BlessArmour, reach: Touch, turns: 3, amount: ";
    let field = blue(open().figure_with("Ann", (5, 5), "", "\"until_bless_armour\": 9"));
    let armour = |field: &Field| {
        let game = field.begin(&[]);
        game.battle.armour(game.unit("Ann"))
    };
    assert_eq!(armour(&field), 6);
    assert_eq!(armour(&field.tuned("powers.ron", &format!("{tuned}1"), &format!("{tuned}3"))), 8);
}

/// Red and Blue pass in Movement, Red in Shooting, and is first again.
fn on_to_next_turn(game: &mut Game) {
    game.acts(&[PASS, PASS]);
    game.act(PASS, &[(INIT, 6), (INIT, 1)]);
}

/// ITEN-PSY-15, ITEN-PSY-17: a blessing is bound to its weapon: a second weapon may be blessed too, each for its own
/// time; one of them never twice.
#[test]
fn two_weapons_are_blessed() {
    let arms = "troop: \"Shot\", weapons: [\"Lasgun\", \"Sword\"]";
    let red = open().figure("Psy", (5, 5), "troop: \"Mind\", powers: [\"Bless the Weapon's Spirit\"]");
    let red = red.figure("Psi", (7, 5), "troop: \"Mind\", powers: [\"Bless the Weapon's Spirit\"]").figure(
        "Ann",
        (6, 5),
        arms,
    );
    let mut game = blue(red).figure("Bob", (16, 5), "armour: \"Carapace Armour\"").begin(&[]);
    let blade = |g: &Game| g.battle.blow(g.unit("Ann"), 1, g.unit("Bob"), 0, 0).need;
    let both = |g: &Game| (need(g, "Ann", "Bob"), blade(g));
    assert_eq!(both(&game), (4, 6));
    game.act("Psy uses Bless the Weapon's Spirit on the Lasgun of Ann", &[(CAST, 5)]);
    on_to_next_turn(&mut game);
    game.act("Psy uses Bless the Weapon's Spirit on the Sword of Ann", &[(CAST, 5)]);
    assert_eq!(both(&game), (3, 5));
    game.act("Psi uses Bless the Weapon's Spirit on the Sword of Ann", &[(CAST, 5)]);
    assert_eq!(both(&game), (3, 5), "never twice");
    on_to_next_turn(&mut game);
    on_to_next_turn(&mut game);
    // Turn 4: the first blessing, of turn 1, is over, those of turn 2 are not.
    assert_eq!(both(&game), (4, 5));
    on_to_next_turn(&mut game);
    assert_eq!(both(&game), (4, 6));
}

/// ITEN-ABIL-13: how far faith reaches is said by the content.
#[test]
fn faith_reaches_as_far_as_the_content_says() {
    let at = "radius: 6, amount: 9,\n        about: \"Near a Priest";
    let steady = |calling: &str, far: u16, to: &str| {
        let field = open().troop("Faithful", "tags: [Imperial]").figure("Ann", (1 + far, 5), "troop: \"Faithful\"");
        let father = format!("abilities: [\"Invoke Faith\"], calling: {calling}");
        let game = blue(field.figure("Father", (1, 5), &father)).tuned(
            "abilities.ron",
            at,
            &at.replacen("radius: 6, amount: 9", to, 1),
        );
        let game = game.begin(&[]);
        game.battle.is_fearless(game.unit("Ann"))
    };
    assert!(steady("Priest", 6, "radius: 6, amount: 9") && !steady("Priest", 6, "radius: 5, amount: 9"));
    assert!(steady("Chaplain", 9, "radius: 6, amount: 9") && !steady("Chaplain", 9, "radius: 9, amount: 8"));
}

/// ITEN-PSY-01, ITEN-PSY-02, ITEN-PSY-05, ITEN-PSY-07, ITEN-PSY-13, ITEN-PSY-18, ITEN-PSY-19, ITEN-PSY-20, ITEN-PSY-22,
/// ITEN-PSY-23, ITEN-PSY-26: each refusal says why, and by which rule.
#[test]
fn why_powers_are_refused() {
    let wall = ". . . . . . # . . . . . . . . . . . . . . .\n";
    let plain = ". . . . . . . . . . . . . . . . . . . . . .\n";
    let picture = format!("{plain}{plain}{wall}{wall}{plain}Y 4 . . . . . . . . . . . . . . . . . . . .\n");
    let base = |kit: &str, numbers: &str| {
        let red = on(Field::drawn(&picture)).figure_with("Psy", (2, 5), kit, numbers).figure("Ann", (8, 1), LASGUN);
        let red =
            red.figure("Pal", (9, 5), "").side("Blue", "").figure("Near", (7, 5), LASGUN).figure("Held", (10, 5), "");
        let red = red.figure("Hid", (9, 3), "").figure("Far", (22, 5), "").side("Green", "").figure("Lone", (6, 6), "");
        red.begin(&[])
    };
    let mut game = base(ALL, "");
    let unit = |game: &Game, name: &str| Target::Unit(game.unit(name));
    let hex = |game: &Game, at: (u16, u16)| Target::Hex(game.hex(at.0, at.1));
    use Power as P;
    use Reason as R;
    for (power, target, reason, rule) in [
        (P::Dominatus, unit(&game, "Far"), R::OutOfRange, "ITEN-PSY-13"),
        (P::Dominatus, unit(&game, "Hid"), R::NoSight, "ITEN-PSY-13"),
        (P::Dominatus, unit(&game, "Ann"), R::NotAnEnemy, "ITEN-PSY-18"),
        (P::Dominatus, unit(&game, "Lone"), R::NothingToDo, "ITEN-PSY-18"),
        (P::Warpfire, unit(&game, "Held"), R::Contested, "ITEN-PSY-26"),
        (P::Warpfire, unit(&game, "Pal"), R::NotAnEnemy, "ITEN-PSY-26"),
        (P::TrueGrit, unit(&game, "Ann"), R::OutOfRange, "ITEN-PSY-13"),
        (P::TrueGrit, unit(&game, "Near"), R::WrongKindOfUnit, "ITEN-PSY-24"),
        (P::Venom, unit(&game, "Psy"), R::WeaponNotReady, "ITEN-PSY-25"),
        (P::FeetOfLead, hex(&game, (16, 5)), R::OutOfRange, "ITEN-PSY-13"),
        (P::FeetOfLead, hex(&game, (9, 3)), R::NoSight, "ITEN-PSY-13"),
        (P::FeetOfLead, hex(&game, (1, 1)), R::NothingToDo, "ITEN-PSY-19"),
        (P::Levitate, hex(&game, (1, 6)), R::OutOfReach, "ITEN-PSY-20"),
        (P::PathOfLight, Target::Index(0), R::NothingToDo, "ITEN-PSY-22"),
        (P::PathOfShadows, hex(&game, (8, 1)), R::Stacked, "ITEN-MOVE-06"),
        (P::PathOfShadows, hex(&game, (6, 5)), R::OutOfReach, "ITEN-PSY-23"),
        (P::PathOfShadows, hex(&game, (20, 5)), R::OutOfReach, "ITEN-PSY-23"),
    ] {
        let with = if power == P::Venom { 9 << 4 } else { 0 };
        let action = Action { with: power as u8 | with, ..cast(&game, power, target) };
        assert_eq!(game.refused(action), Refusal::new(reason, Rule(rule)), "{power:?} at {target:?}");
    }
    for (kit, numbers, reason, rule) in [
        ("troop: \"Mind\", powers: [\"Venom\"]", "", R::MayNotAct, "ITEN-PSY-01"),
        (ALL, "\"cast\": 1", R::AlreadyDone, "ITEN-PSY-02"),
        (ALL, "\"spent\": 1", R::MayNotAct, "ITEN-PSY-05"),
        (ALL, "\"possessed\": 9", R::MayNotAct, "ITEN-PSY-07"),
    ] {
        let mut game = base(kit, numbers);
        let mask = cast(&game, P::MaskOfDeath, Target::None);
        assert_eq!(game.refused(mask), Refusal::new(reason, Rule(rule)), "{numbers}");
    }
    // Instead of the move, not after it.
    game.go("Psy", (4, 5), &[]);
    let shadows = cast(&game, P::PathOfShadows, hex(&game, (5, 1)));
    assert_eq!(game.refused(shadows), Refusal::new(R::AlreadyDone, Rule("ITEN-PSY-23")));
}

/// ITEN-PSY-29: the target is lost with a failure; else those who may resist roll, and it works: in this order.
#[test]
fn a_power_is_rolled_for_before_it_is_resisted() {
    let red = open().figure("Psy", (5, 5), ALL);
    let mut game = blue(red).figure("Bob", (12, 5), "").figure("Bea", (14, 5), "").begin(&[]);
    let on_bob = "Psy uses Dominatus on Bob";
    let bent = game.chances(on_bob, |g| g.value("Bob", "goes_at") != 0);
    assert_eq!(bent, table([(true, "1/6"), (false, "5/6")]));
    game.act(on_bob, &[(CAST, 5), ("ITEN-PSY-12", 3)]);
    let steps = game.events.iter().filter(|e| matches!(e.fact, Fact::Rolled { .. } | Fact::Moved { .. }));
    let order: Vec<&str> = steps.map(|e| e.rule.0).collect();
    assert_eq!(order, [CAST, "ITEN-PSY-12", "ITEN-MOVE-01"], "then he goes");
}
