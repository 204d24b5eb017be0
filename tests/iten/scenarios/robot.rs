//! What is taken down: the Dreadnought (ITEN-ROB).

use super::*;

/// The Dreadnought at 10.3, with figures by name, side, place and kit.
fn robot(figures: &[(&str, usize, (u16, u16), &str)]) -> Field {
    let field = Field::open(60, 5).mission("MissingRobot").zone("centre", "Hexes([(10, 3)])").turn(1, 20);
    ["Red", "Blue"].into_iter().enumerate().fold(field, |field, (side, name)| {
        let field = field.side(name, "");
        figures.iter().filter(|f| f.1 == side).fold(field, |f, &(name, _, at, kit)| f.figure(name, at, kit))
    })
}

/// ITEN-ROB-01: its numbers, and 42 points; it shoots a plain man in armour 8 on 2+, 5/6.
#[test]
fn the_dreadnought() {
    let game = robot(&[("Ann", 0, (30, 3), "armour: \"Power Armour\""), ("Bob", 1, (60, 1), "")]).begin(&[]);
    let robot = game.unit("Dreadnought");
    let profile = game.battle.profile(robot);
    assert_eq!((profile.grit, profile.fv, profile.sv, profile.armour), (3, 4, 4, 12));
    assert_eq!(profile.member.price.total, 42);
    let shot = game.battle.shot(robot, 0, game.unit("Ann")).unwrap();
    assert_eq!((shot.need, shot.faces()), (2, 5));
    let strike = |name: &str| game.battle.blow(robot, 1, game.unit(name), 2, 0).need;
    assert_eq!(strike("Ann"), 2, "+6 against 8");
    assert_eq!(game.battle.shared().sides[2].name, "Dreadnought");
    assert_eq!((game.battle.players(), game.battle.neutral()), (2, Some(SideId(2))));
}

/// Who was rolled against since the last answer, by the rule of the roll.
fn targets(game: &Game, rule: &str) -> Vec<String> {
    let rolled = game.events.iter().filter(|e| e.rule.0 == rule).filter_map(|e| match e.fact {
        Fact::Rolled { against, .. } => Some(game.battle.profile(against).member.name.clone()),
        _ => None,
    });
    rolled.collect()
}

/// ITEN-ROB-02: it acts last and shoots the nearest that it sees within 36, in contact too, and stays where it is.
#[test]
fn it_shoots_the_nearest() {
    let shot = |ann: u16| {
        let figures =
            [("Ann", 0, (ann, 3), "armour: \"Terminator Armour\""), ("Amy", 0, (50, 3), ""), ("Bob", 1, (55, 3), "")];
        let mut game = robot(&figures).begin(&[]);
        game.act("pass", &[]);
        // 4 + 3 against 10: a 2 misses.
        game.act("pass", &[&[("ITEN-SHO-08", 2)], &RED[..]].concat());
        assert_eq!(game.place("Dreadnought"), (10, 3));
        targets(&game, "ITEN-SHO-08")
    };
    assert_eq!((shot(40), shot(46)), (vec!["Ann".to_owned()], vec!["Ann".to_owned()]));
    let mut game = robot(&[("Ann", 0, (47, 3), ""), ("Bob", 1, (48, 3), "")]).begin(&[]);
    game.acts(&["pass", "pass"]);
    assert_eq!(game.phase(), "Melee");
    let mut game = robot(&[("Ann", 0, (11, 3), ""), ("Bob", 1, (48, 3), "")]).begin(&[]);
    game.act("pass", &[]);
    game.act("pass", &[("ITEN-SHO-08", 1)]);
    assert_eq!((targets(&game, "ITEN-SHO-08"), game.phase()), (vec!["Ann".to_owned()], "Melee"));
}

/// ITEN-ROB-02: it splits its Fighting Value evenly over whom it touches; a die says who has an odd point, and with more
/// than four who has none.
#[test]
fn it_splits_its_fighting_value() {
    let places = [(11, 3), (9, 3), (9, 2), (10, 2), (9, 4)];
    let names = ["Ann", "Amy", "Ada", "Eve", "Fay"];
    let parts = |count: usize, rolls: &[(&str, u8)]| {
        let mut figures: Vec<_> = (0..count).map(|i| (names[i], 0, places[i], "")).collect();
        figures.push(("Bob", 1, (60, 1), ""));
        let mut game = robot(&figures).begin(&[]);
        game.act("pass", &[]);
        game.act("pass", &[("ITEN-SHO-08", 1)]);
        let blows = vec![("ITEN-MEL-03", 1); count.min(4)];
        game.act("pass", &[rolls, &blows, &RED].concat());
        let part = |e: &hexfray::battle::Event| match e.fact {
            Fact::Modifier { value, .. } if ["ITEN-MEL-08", "ITEN-MEL-03"].contains(&e.rule.0) => Some(value),
            _ => None,
        };
        let parts: Vec<i8> = game.events.iter().filter_map(part).collect();
        (targets(&game, "ITEN-MEL-03").join(" "), parts)
    };
    assert_eq!(parts(1, &[]), ("Ann".to_owned(), vec![4]));
    assert_eq!(parts(2, &[]), ("Ann Amy".to_owned(), vec![2, 2]));
    assert_eq!(parts(3, &[("ITEN-ROB-02", 2)]), ("Ann Amy Ada".to_owned(), vec![1, 2, 1]));
    assert_eq!(parts(4, &[]), ("Ann Amy Ada Eve".to_owned(), vec![1, 1, 1, 1]));
    assert_eq!(parts(5, &[("ITEN-ROB-02", 2)]), ("Ann Ada Eve Fay".to_owned(), vec![1, 1, 1, 1]));
}

/// ITEN-ROB-01, -02: nothing makes it go, and down it rises as in very heavy armour, on a 6.
#[test]
fn nothing_moves_it() {
    let figures = [("Ann", 0, (14, 3), "troop: \"Horror\""), ("Bob", 1, (60, 1), "")];
    let mut game = robot(&figures).troop("Horror", "tags: [Terrifying]").begin(&[]);
    game.go("Ann", (11, 3), &[]);
    assert_eq!((game.place("Ann"), game.place("Dreadnought")), ((11, 3), (10, 3)));
    assert_eq!(game.battle.rises_on(game.unit("Dreadnought")), 6);
}

/// ITEN-ROB-03: +8 hits it half of the time; whose attack it is that its Grit roll fails has won, at once.
#[test]
fn who_takes_it_down_wins() {
    let figures = [("Ann", 0, (11, 3), "troop: \"Champion\", weapons: [\"Power Klaw\"]"), ("Bob", 1, (60, 1), "")];
    let mut game = robot(&figures).troop("Champion", "fv: 4").begin(&[]);
    let (ann, robot) = (game.unit("Ann"), game.unit("Dreadnought"));
    assert_eq!(game.battle.blow(ann, 0, robot, 4, 0).need, 4);
    game.act("pass", &[]);
    game.act("pass", &[("ITEN-SHO-08", 1)]);
    game.act("Ann strikes at Dreadnought", &[("ITEN-MEL-03", 4), ("ITEN-MEL-03", 1), ("ITEN-GRIT-01", 4)]);
    assert_eq!(won(&game), red("ITEN-ROB-03"));
}
