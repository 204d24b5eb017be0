//! People in vehicles: getting on and off, bailing out, firing, taking weapons off (ITEN-VEH).

use hexfray::battle::{Action, Reason, Verb};

use crate::driving::{drives, open};
use crate::field::{Field, Game, chances};

/// A truck of Red's with Ann at the wheel and Amy beside it.
fn with_amy(sheet: &str, at: (u16, u16), kit: &str, numbers: &str) -> Field {
    Field::open(30, 9)
        .side("Red", "")
        .rider("Ann", "", "")
        .figure("Amy", at, kit)
        .vehicle(sheet, (6, 5), "aboard: [\"Ann\"]", &format!("numbers: {{{numbers}}}"))
        .side("Blue", "")
        .figure("Bob", (30, 1), "")
}

/// ITEN-VEH-08: getting on or off takes a hex of the move, on a vehicle that has not moved.
#[test]
fn getting_on_and_off() {
    // Six hexes: five to walk, one to climb in. (8, 5) touches the hull of (6, 5).
    for (column, open) in [(8, true), (13, true), (14, false)] {
        let mut game = with_amy("Truck", (column, 5), "", "").begin(&[]);
        let offered = game.offers().contains(&"Amy gets into Truck".to_owned());
        assert_eq!(offered, open, "from column {column}");
    }
    let mut game = with_amy("Truck", (8, 5), "", "").begin(&[]);
    game.act("Amy gets into Truck", &[]);
    assert_eq!((game.place("Amy"), game.value("Amy", "aboard")), ((0, 0), 1 + i32::from(game.unit("Truck").0)));
    // She has made her move; the vehicle has not.
    let off = Action::of(Verb::Retreat, game.unit("Amy")).hex(game.hex(8, 5));
    assert_eq!(game.refused(off).reason, Reason::AlreadyDone);
    game.act("Truck drives to 12.5, facing E", &[]);
    assert_eq!(game.place("Amy"), (0, 0));
    // Off again: one hex for that, and five are left.
    let mut game = with_amy("Truck", (8, 5), "", "").begin(&[]);
    game.act("Ann gets off at 7.4", &[]);
    assert_eq!((game.place("Ann"), game.value("Ann", "steps"), game.value("Truck", "driver")), ((7, 4), 1, 0));
    assert_eq!(game.farthest(Verb::Move, "Ann"), 5);
    // Who gets in has nothing left for a walk, and nobody boards what has moved.
    let mut game = with_amy("Truck", (12, 5), "", "").begin(&[]);
    game.act("Truck drives to 7.5, facing E", &[]);
    let on = Action::of(Verb::Use, game.unit("Amy")).at(game.unit("Truck"));
    assert_eq!(game.refused(on).rule.0, "ITEN-VEH-08");
    // An enemy's is no bus.
    let bus = with_amy("Truck", (8, 5), "", "").rider("Bea", "", "");
    let mut game = bus.vehicle("Street Car", (11, 5), "aboard: [\"Bea\"]", "").begin(&[]);
    let on = Action::of(Verb::Use, game.unit("Amy")).at(game.unit("Street Car"));
    assert_eq!(game.refused(on).reason, Reason::NotYours);
}

/// ITEN-VEH-02: there are only so many seats, powered armour takes two of them, and heavier armour does not ride.
#[test]
fn seats_in_battle() {
    let refused = |sheet: &str, kit: &str| {
        let mut game = with_amy(sheet, (8, 5), kit, "").begin(&[]);
        let on = Action::of(Verb::Use, game.unit("Amy")).at(game.unit(sheet));
        if game.offers().contains(&format!("Amy gets into {sheet}")) { "" } else { game.refused(on).rule.0 }
    };
    assert_eq!(refused("Street Car", "armour: \"Power Armour\""), "");
    assert_eq!(refused("Street Car", "armour: \"Terminator Armour\""), "ITEN-VEH-02");
    let bike = |kit: &str| {
        let field = Field::open(30, 9)
            .side("Red", "")
            .rider("Ann", "", "")
            .figure("Amy", (7, 5), kit)
            .vehicle("Attack-bike", (6, 5), "aboard: [\"Ann\"]", "")
            .side("Blue", "")
            .figure("Bob", (30, 1), "");
        field.begin(&[]).offers().contains(&"Amy gets into Attack-bike".to_owned())
    };
    assert!(bike("") && !bike("armour: \"Power Armour\""));
}

/// ITEN-VEH-09: who bails out after nine hexes or fewer is knocked down unless he passes a Grit roll; an exact roll
/// passes. ITEN-VEH-10: after more he is out of the game. ITEN-VEH-11: off a skimmer that has moved too.
#[test]
fn bailing_out() {
    let jump = |sheet: &str, far: u16| {
        let mut game = drives(&open(30, 9), sheet, (6, 5), "").begin(&[]);
        let offers = game.offers();
        let there = format!(" to {}.5, facing E", 6 + far);
        let drive = offers.iter().find(|o| o.contains("drives") && o.ends_with(&there)).unwrap().clone();
        game.act(&drive, &[]);
        let edge = format!("Ann bails out at {}.5", if game.battle.piece(game.unit(sheet)).wide { 4 } else { 5 } + far);
        game.odds(&edge, "Ann")
    };
    let off = "aboard 2>0";
    let down = chances(&[
        (&format!("down 0>1, fell 0>1, stunned 0>1, {off}, on board 0>1"), "1/2"),
        (&format!("{off}, on board 0>1"), "1/2"),
    ]);
    let out = chances(&[(&format!("fate 0>1, {off}"), "1/2"), (&format!("{off}, on board 0>1"), "1/2")]);
    assert_eq!(jump("Truck", 2), down);
    assert_eq!(jump("Truck", 9), down);
    assert_eq!(jump("Truck", 10), out);
    assert_eq!(jump("Cargo Lifter", 2), out);
    // Off what stands there is nothing to fear.
    let mut game = drives(&open(30, 9), "Cargo Lifter", (6, 5), "").begin(&[]);
    game.act("Ann gets off at 8.5", &[]);
    // Who has jumped does nothing else in his Movement.
    let mut game = drives(&open(30, 9), "Truck", (6, 5), "").begin(&[]);
    game.act("Truck drives to 8.5, facing E", &[]);
    game.act("Ann bails out at 10.5", &[("ITEN-VEH-09", 4)]);
    assert_eq!((game.asked(), game.value("Ann", "down")), ("Blue".to_owned(), 0));
    // Who lies there lies there for this turn, and needs no roll to be up with the next; unless he is hit.
    let jumper = |hit: bool| {
        let field = drives(&open(30, 9), "Truck", (6, 5), "");
        let mut game = field.figure("Ben", (16, 5), "weapons: [\"Lasgun\"]").begin(&[]);
        game.act("Truck drives to 8.5, facing E", &[]);
        game.act("Ann bails out at 10.5", &[("ITEN-VEH-09", 3)]);
        game.act("pass", &[]);
        let next = [("ITEN-INIT-02", 1), ("ITEN-INIT-02", 6)];
        if hit {
            game.act("Ben shoots at Ann", &[&[("ITEN-SHO-08", 6), ("ITEN-GRIT-01", 4)], &next[..]].concat());
        } else {
            game.act("pass", &next);
        }
        (game.battle.table().turn, game.value("Ann", "down"))
    };
    assert_eq!((jumper(false), jumper(true)), ((2, 0), (2, 1)));
}

/// Ann at the wheel, Amy and Ada aboard, all with rifles, in a vehicle with weapons that has gone some hexes; Bob stands
/// in the open before it.
fn crew(sheet: &str, weapons: &str, steps: u8) -> Game {
    let rifle = "weapons: [\"Autogun\"]";
    let fields = format!("aboard: [\"Ann\", \"Amy\", \"Ada\"], weapons: [{weapons}]");
    Field::open(40, 9)
        .side("Red", "")
        .rider("Ann", rifle, "")
        .rider("Amy", rifle, "")
        .rider("Ada", rifle, "")
        .vehicle(sheet, (6, 5), &fields, &format!("numbers: {{\"steps\": {steps}}}"))
        .side("Blue", "")
        .figure("Bob", (20, 5), "")
        .at("Shooting")
        .begin(&[])
}

/// ITEN-VEH-27: after six hexes or fewer anybody aboard fires his own gun or one of the vehicle's, one each; after more
/// only the vehicle's.
#[test]
fn firing_from_a_vehicle() {
    let guns = |steps: u8| {
        let mut game = crew("Pick-up Truck", "\"Heavy Stubber\"", steps);
        let offers = game.offers();
        let count = |gun: &str| offers.iter().filter(|o| o.contains("shoots at Bob") && o.contains(gun)).count();
        (count("Autogun"), count("Heavy Stubber"))
    };
    assert_eq!((guns(0), guns(6), guns(7)), ((3, 3), (3, 3), (0, 3)));
    let mut game = crew("Pick-up Truck", "\"Heavy Stubber\"", 6);
    // The gun is manned by one, who needs nobody's help, moved or not; the others have their own.
    game.act("Amy shoots at Bob with the Heavy Stubber", &[]);
    let second = Action::of(Verb::Fire, game.unit("Ada")).with(8).at(game.unit("Bob"));
    assert_eq!(game.refused(second).rule.0, "ITEN-VEH-27");
    game.act("Ada does nothing", &[]);
    // Autogun +1, stubber +2, against 5+.
    let order = [("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)];
    game.act("Ann shoots at Bob with the Autogun", &[[("ITEN-SHO-08", 1), ("ITEN-SHO-08", 1)], order].concat());
    assert_eq!((game.phase(), game.value("Amy", "shot")), ("Movement", 0));
    let mut game = crew("Pick-up Truck", "\"Heavy Stubber\"", 7);
    let own = Action::of(Verb::Fire, game.unit("Ann")).with(0).at(game.unit("Bob"));
    assert_eq!(game.refused(own).rule.0, "ITEN-VEH-27");
    // A lone rider fires what his bike has.
    let mut game = Field::open(40, 5)
        .side("Red", "")
        .rider("Ann", "", "")
        .vehicle("Attack-bike", (6, 3), "aboard: [\"Ann\"], weapons: [\"Heavy Stubber\"]", "numbers: {\"steps\": 18}")
        .side("Blue", "")
        .figure("Bob", (20, 3), "")
        .at("Shooting")
        .begin(&[]);
    game.action("Ann shoots at Bob with the Heavy Stubber");
}

/// ITEN-VEH-28: in any direction, range and sight from the nearest hex, the own hull never in the way.
#[test]
fn all_round_fire() {
    let shot = |at: (u16, u16)| {
        let game = Field::open(40, 9)
            .side("Red", "")
            .rider("Ann", "weapons: [\"Autopistol\"]", "")
            .vehicle("Truck", (20, 5), "aboard: [\"Ann\"]", "facing: E")
            .side("Blue", "")
            .figure("Bob", at, "")
            .at("Shooting")
            .begin(&[]);
        game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).is_some()
    };
    let range = 12;
    assert!(shot((21 + range, 5)) && !shot((22 + range, 5)));
    assert!(shot((19 - range, 5)) && !shot((18 - range, 5)));
}

/// ITEN-VEH-29: two fire from the Rhino's hatch, six from the Chimera's sides, and the vehicle's weapons besides.
#[test]
fn fire_ports() {
    let mut game = crew("Rhino", "\"Heavy Stubber\"", 0);
    game.act("Ann shoots at Bob with the Autogun", &[]);
    game.act("Amy shoots at Bob with the Autogun", &[]);
    let third = Action::of(Verb::Fire, game.unit("Ada")).with(0).at(game.unit("Bob"));
    assert_eq!(game.refused(third).rule.0, "ITEN-VEH-29");
    game.action("Ada shoots at Bob with the Heavy Stubber");
    let mut game = crew("Chimera", "", 0);
    game.acts(&["Ann shoots at Bob with the Autogun", "Amy shoots at Bob with the Autogun"]);
    game.action("Ada shoots at Bob with the Autogun");
}

/// ITEN-VEH-26: a weapon is taken off instead of shooting; afterwards it is a crewed weapon like another.
#[test]
fn unshipping() {
    let mut game = crew("Pick-up Truck", "\"Heavy Stubber\"", 0);
    game.act("Amy takes the Heavy Stubber off the vehicle", &[]);
    assert_eq!((game.value("Amy", "shot"), game.value("Pick-up Truck", "gone")), (1, 1));
    assert!(!game.offers().iter().any(|o| o.contains("Ann") && o.contains("Stubber")));
    let carried = |steps: u8| {
        let stubber = crew("Pick-up Truck", "", 0);
        let armoury = &stubber.battle.setting().armoury;
        let place = armoury.iter().position(|w| w.name == "Heavy Stubber").unwrap() + 1;
        let numbers = format!("\"carries\": {place}, \"steps\": {steps}");
        let mut game = Field::open(40, 9)
            .side("Red", "")
            .figure_with("Amy", (6, 5), "weapons: [\"Autogun\"]", &numbers)
            .side("Blue", "")
            .figure("Bob", (20, 5), "")
            .at("Shooting")
            .begin(&[]);
        game.offers().contains(&"Amy shoots at Bob with the Heavy Stubber".to_owned())
    };
    assert!(carried(0) && !carried(1));
}

/// ITEN-VEH-14: those aboard are no targets, and strike no blows; who lies on the floor of a vehicle stays inside and
/// may rise there.
#[test]
fn those_aboard_are_left_alone() {
    let mut game = Field::open(30, 9)
        .side("Blue", "")
        .figure("Bob", (8, 5), "weapons: [\"Autopistol\", \"Sword\"]")
        .side("Red", "")
        .rider("Ann", "weapons: [\"Sword\"]", "\"down\": 1")
        .vehicle("Truck", (6, 5), "aboard: [\"Ann\"]", "")
        .at("Shooting")
        .begin(&[]);
    assert_eq!(
        game.offers(),
        [
            "Bob shoots at Truck with the Autopistol",
            "Bob does nothing more",
            "pass: nobody else does anything in this step"
        ]
    );
    game.act("pass", &[]);
    assert_eq!((game.phase(), game.asked()), ("Melee", "Blue".to_owned()));
    assert_eq!(game.offers().len(), 3);
    game.act("pass", &[("ITEN-INIT-02", 1), ("ITEN-INIT-02", 6), ("ITEN-KD-04", 6)]);
    assert_eq!((game.asked(), game.value("Ann", "down")), ("Red".to_owned(), 0));
    // Nobody holds a vehicle: it drives off from beside him.
    game.action("Truck drives to 6.2, facing NW");
}
