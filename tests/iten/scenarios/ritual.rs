//! The ritual in one of the houses (ITEN-RIT).

use super::*;

/// Four houses of radius 1 along row 10 with their middles at 10, 25, 40 and 55, a door to the east of each; Chaos with
/// these many cultists behind its agent, and the Inquisitor.
fn ritual() -> Field {
    let mut rows = vec![". ".repeat(64); 40];
    let mut zones = Vec::new();
    for (n, x) in [10usize, 25, 40, 55].into_iter().enumerate() {
        let mut put = |row: usize, from: usize, text: &str| {
            rows[row - 1].replace_range(2 * (from - 1)..2 * (from - 1) + text.len(), text);
        };
        put(18, x - 1, "# # #");
        put(19, x - 1, "# b b #");
        put(20, x - 2, "# b b b D");
        put(21, x - 1, "# b b #");
        put(22, x - 1, "# # #");
        let floor = [(x - 1, 20), (x, 20), (x + 1, 20), (x, 19), (x + 1, 19), (x, 21), (x + 1, 21)];
        zones.push((format!("building {}", n + 1), format!("Hexes({floor:?})")));
    }
    let field = Field::drawn(&(rows.join("\n") + "\n")).mission("TheRitual").at("").turn(1, 10);
    zones.iter().fold(field, |f, (name, floor)| f.zone(name, floor))
}

/// With its sides, the ritual's to Chaos.
fn hidden() -> Field {
    ritual().side("Chaos", "roster: \"chaos_agents_retinue\"").side("Red", "roster: \"inquisitors_retinue\"")
}

const HOUSES: [(&str, u8); 2] = [("ITEN-RIT-01", 1), ("ITEN-RIT-02", 1)];

/// ITEN-RIT-01: each side with a Chaos Agent or a Radical Inquisitor is as likely to perform the ritual; where there is
/// none it is not played.
#[test]
fn who_performs_the_ritual() {
    for side in 0..2u8 {
        let game = hidden().begin(&[("ITEN-RIT-01", side + 1), HOUSES[1]]);
        assert_eq!(
            (game.battle.part(), game.asked().as_str()),
            (Some(SideId(side)), ["Chaos", "Red"][usize::from(side)])
        );
    }
    // The Orks cannot: nobody rolls.
    let game = ritual().side("Chaos", "roster: \"chaos_agents_retinue\"").side("Orks", "roster: \"ork_raiders\"");
    assert_eq!(game.begin(&HOUSES[1..]).battle.part(), Some(SideId(0)));
    // Nor can an Inquisitor who is a Puritan.
    let red = ritual().side("Chaos", "roster: \"chaos_agents_retinue\"").side("Red", "");
    let red = red.retinue("list: \"The Servants of the Emperor\", creed: Puritan, leader: \"Inq\"");
    let red = red.hidden("Inq", 1, "troop: \"Inquisitor\"").hidden("Man", 3, "");
    assert_eq!(red.begin(&HOUSES[1..]).battle.part(), Some(SideId(0)));
    let none = ritual().side("Reds", "roster: \"ork_raiders\"").side("Blues", "roster: \"ork_raiders\"");
    assert!(none.try_ready().unwrap_err().iter().any(|t| t.contains("ITEN-RIT-01")));
}

/// ITEN-RIT-02: the owner chooses among all four in secret; in what others know each is as likely, 1 in 4.
#[test]
fn the_house_is_a_secret() {
    let mut game = hidden().begin(&HOUSES);
    assert_eq!(game.battle.decision().map(|d| d.kind), Some(Kind::Commit));
    assert_eq!(game.offers().len(), 4);
    // Eight figures and seven seats: one must stand outside first.
    let mut short = hidden().begin(&HOUSES);
    short.act("the ritual is in building 2", &[]);
    assert!(short.offers().iter().all(|o| !o.starts_with("pass")));
}

/// ITEN-RIT-03: of eight figures four may be decoys, within 6 of any building; the ritualist is none of them.
#[test]
fn decoys_stand_outside() {
    let mut game = hidden().begin(&HOUSES);
    game.act("the ritual is in building 2", &[]);
    assert!(game.offers().iter().all(|o| !o.starts_with("place Chaos Agent")));
    // The wall is 2 from the middle of a building, 6 more.
    assert!(
        game.can(Verb::Place, "Chaos Space Marine", (18, 20)) && game.can(Verb::Place, "Chaos Space Marine", (2, 20))
    );
    assert!(
        !game.can(Verb::Place, "Chaos Space Marine", (64, 20))
            && !game.can(Verb::Place, "Chaos Space Marine", (25, 20))
    );
    for place in ["2.20", "3.20", "4.20"] {
        let first = game.offers().into_iter().find(|o| o.ends_with(&format!(" at {place}"))).unwrap();
        game.act(&first, &[]);
    }
    let last = game.offers().into_iter().find(|o| o.ends_with(" at 5.20")).unwrap();
    // With the fourth all others go inside.
    game.act(&last, &[]);
    assert_eq!(game.asked(), "Red");
    assert_eq!(game.battle.units_of(SideId(0)).len(), 4);
}

/// ITEN-RIT-03: the utility opponent puts a decoy just outside each house, the right one among them.
#[test]
fn decoys_mislead() {
    let field = hidden();
    let mut game = field.begin(&HOUSES);
    game.act("the ritual is in building 2", &[]);
    let mut seat = opponents::opponent(&field.library(), &game.battle.clone().into(), "utility").unwrap();
    let mut houses = Vec::new();
    while game.asking().0 == "ITEN-RIT-03" {
        let action = seat.choose(&game.battle.clone().into(), 1);
        let Target::Hex(at) = action.target else { panic!("{action:?}") };
        // The wall is 2 from the middle of a house.
        houses.extend([10, 25, 40, 55].into_iter().find(|&x| game.battle.board().distance(game.hex(x, 20), at) == 3));
        game.play(action, &[]);
    }
    houses.sort_unstable();
    assert_eq!(houses, [10, 25, 40, 55]);
}

/// Deployed with one decoy: the ritual is in this building, Red stands at the left edge, where no door looks.
fn begun(house: usize) -> Game {
    let mut game = hidden().begin(&HOUSES);
    game.act(&format!("the ritual is in building {house}"), &[]);
    game.act("place Unapproved Psyker at 2.20", &[]);
    game.act("pass", &[]);
    game.act("deploy at the left edge", &[]);
    while game.phase().is_empty() {
        let offers = game.offers();
        let dice: &[(&str, u8)] = if game
            .battle
            .units()
            .filter(|&u| game.battle.piece(u).side == SideId(1) && !game.battle.piece(u).at.is_some())
            .count()
            == 1
        {
            &[(INIT, 1), (INIT, 6)]
        } else {
            &[]
        };
        game.act(&offers[offers.len() - 1], dice);
    }
    game
}

/// ITEN-RIT-02: what the others know is the same wherever the ritual is, and a guess of theirs falls on each house.
#[test]
fn nobody_else_knows() {
    let views: Vec<u64> = (1..=4).map(|house| begun(house).battle.view_for(SideId(1)).digest()).collect();
    assert!(views.iter().all(|v| *v == views[0]));
    let own: Vec<u64> = (1..=2).map(|house| begun(house).battle.view_for(SideId(0)).digest()).collect();
    assert_ne!(own[0], own[1]);
}

/// ITEN-RIT-02: they come to light when they show themselves, or an enemy sees them; then the ritual is broken by touching
/// the ritualist, at once (ITEN-RIT-04).
#[test]
fn they_come_to_light() {
    let mut game = begun(2);
    assert_eq!(game.asked(), "Red");
    game.act("pass", &[]);
    assert_eq!(game.asked(), "Chaos");
    assert!(game.battle.ritualist().is_some_and(|r| !game.battle.piece(r).at.is_some()));
    game.act("those in the house show themselves", &[]);
    assert_eq!((game.place("Chaos Agent"), game.battle.table().houses), ((25, 20), 0b10));
    assert_eq!(game.battle.units_of(SideId(0)).len(), 8);
}

/// Ann, who performs the ritual, and Bob in the open.
fn performing(ann: (u16, u16), bob: (u16, u16), kit: &str) -> Field {
    let field = ritual().at("Movement").turn(1, 10);
    let field = field.side("Blue", "").figure("Bob", bob, kit);
    field.side("Chaos", "part: true").retinue("leader: \"Ann\"").figure("Ann", ann, "").figure("Amy", (60, 35), "")
}

/// ITEN-RIT-04: contact breaks it in the middle of the Movement, whoever has moved; so does a shot that puts him out;
/// his leaving breaks it for nobody.
#[test]
fn the_ritual_is_broken() {
    let mut game = performing((10, 5), (14, 5), "").begin(&[]);
    game.go("Bob", (11, 5), &[]);
    assert_eq!(won(&game), blue("ITEN-RIT-04"));
    let mut game = performing((10, 5), (14, 5), "").begin(&[]);
    game.act("Bob does nothing", &[]);
    game.go("Ann", (13, 5), &[]);
    assert_eq!(won(&game), blue("ITEN-RIT-04"));
    let mut game = performing((10, 5), (30, 5), "weapons: [\"Lasgun\"]").begin(&[]);
    game.act("Bob does nothing", &[]);
    game.act("pass", &[]);
    game.act("Bob shoots at Ann", &[("ITEN-SHO-08", 6), ("ITEN-GRIT-01", 1)]);
    assert_eq!(won(&game), blue("ITEN-RIT-04"));
}

/// ITEN-RIT-04, ITEN-PSY-18: a friend whom a Dominatus sets at the ritualist, or he at a friend, breaks nothing; a real
/// enemy beside him does.
#[test]
fn friends_break_no_ritual() {
    let setting = |ann: (u16, u16), amy: (u16, u16)| {
        let field = ritual().at("Movement").turn(1, 10).troop("Mind", "grit: 2");
        let field = field.side("Blue", "").figure("Psy", (10, 5), "troop: \"Mind\", powers: [\"Dominatus\"]");
        let field = field.side("Chaos", "part: true").retinue("leader: \"Ann\"");
        field.figure("Ann", ann, "").figure("Amy", amy, "").begin(&[])
    };
    let rolls = [("ITEN-PSY-04", 6), ("ITEN-PSY-12", 1)];
    for victim in ["Ann", "Amy"] {
        let mut game = setting((18, 5), (21, 5));
        game.act(&format!("Psy uses Dominatus on {victim}"), &rolls);
        let (ann, amy) = (game.unit("Ann"), game.unit("Amy"));
        let board = game.battle.board();
        assert_eq!(board.distance(game.battle.piece(ann).at, game.battle.piece(amy).at), 1);
        assert_eq!(won(&game), None, "{victim} is made to attack");
    }
    // He is beside himself still, and an enemy comes up.
    let field = ritual().at("Movement").turn(1, 10).side("Blue", "").figure("Bob", (14, 5), "");
    let field = field.side("Chaos", "part: true").retinue("leader: \"Ann\"");
    let mut game = field.figure_with("Ann", (10, 5), "", "\"goes_at\": 3").figure("Amy", (9, 5), "").begin(&[]);
    game.go("Bob", (11, 5), &[]);
    assert_eq!(won(&game), blue("ITEN-RIT-04"));
}

/// ITEN-PSY-07, ITEN-RIT-04: a ritualist with a daemon in him counts as dead, by nobody's doing, of Chaos or not.
#[test]
fn a_daemon_ends_the_ritual() {
    for tag in ["Chaos", "Imperial"] {
        let field = ritual().at("Movement").turn(1, 10).troop("Mind", &format!("grit: 5, tags: [{tag}]"));
        let field = field.side("Chaos", "part: true").retinue("leader: \"Ann\"");
        let field = field.figure("Ann", (10, 5), "troop: \"Mind\", powers: [\"Mask of Death\"]");
        let mut game = field.figure("Amy", (60, 35), "").side("Blue", "").figure("Bob", (40, 5), "").begin(&[]);
        game.act("Ann uses Mask of Death", &[("ITEN-PSY-04", 1), ("ITEN-PSY-06", 1), ("ITEN-PSY-09", 3)]);
        assert_eq!(won(&game), nobody("ITEN-RIT-04"), "{tag}");
    }
}

/// ITEN-SCN-05, ITEN-RIT-04: at the end of turn 10 the ritualist has won, and not before.
#[test]
fn the_ritual_is_complete() {
    let mut game = performing((10, 5), (30, 5), "").turn(9, 10).at("End of turn").begin(&RED);
    assert!(game.won().is_none());
    game.act("pass", &[]);
    game.act("pass", &[]);
    assert_eq!(won(&game), Some(("Chaos".to_owned(), "ITEN-RIT-04")));
}
