//! The Grit roll and being knocked down (7.5, 7.6), and what the gods do for their own (4.2).

use hexfray::battle::{Action, Verb};
use hexfray::rules::iten::Fate;

use crate::field::{Field, Game, chances, ratio, table};

const INIT: &str = "ITEN-INIT-02";
const HIT: &str = "ITEN-SHO-08";
const GRIT: &str = "ITEN-GRIT-01";
const RISE: &str = "ITEN-KD-04";
const PASS: &str = "pass: nobody";

/// The chances of a shot at a figure that hits on 2+: out, knocked down, unharmed; those of the hit alone.
fn toll(game: &mut Game, shot: &str, at: &str) -> [String; 3] {
    let odds = game.odds(shot, at);
    let of = |word: &str| {
        let told = odds.iter().filter(|(changes, _)| changes.contains(word));
        told.fold(ratio("0"), |sum, (_, p)| sum + ratio(p)) / ratio("5/6")
    };
    let (out, down) = (of("fate 0>1"), of("down 0>1"));
    let unharmed = ratio("1") - out.clone() - down.clone();
    [out, down, unharmed].map(|p| p.to_string())
}

/// ITEN-GRIT-01, ITEN-GRIT-02, ITEN-GRIT-03, ITEN-GRIT-04, ITEN-WPN-05, ITEN-FIG-02: the table of 7.5: Grit by penalty,
/// out, knocked down, unharmed; with no automatic pass and no automatic failure.
#[test]
fn what_a_hit_does_by_grit_and_penalty() {
    let kit = "troop: \"Sure\", weapons: [\"Bolter\", \"Hellgun\", \"Plasmagun\", \"Lascannon\"]";
    let mut field = Field::open(20, 9).troop("Sure", "sv: 5").at("Shooting").side("Red", "");
    field = field.figure("Ann", (2, 5), kit).side("Blue", "");
    for grit in 2..=6u16 {
        let name = format!("G{grit}");
        field = field.troop(&name, &format!("grit: {grit}")).figure(&name, (8, grit), &format!("troop: \"{name}\""));
    }
    let mut game = field.begin(&[]);
    let rows = [
        ["1/6 1/6 2/3", "1/3 1/6 1/2", "1/2 1/6 1/3", "2/3 1/6 1/6"],
        ["1/3 1/6 1/2", "1/2 1/6 1/3", "2/3 1/6 1/6", "5/6 1/6 0"],
        ["1/2 1/6 1/3", "2/3 1/6 1/6", "5/6 1/6 0", "1 0 0"],
        ["2/3 1/6 1/6", "5/6 1/6 0", "1 0 0", "1 0 0"],
        ["5/6 1/6 0", "1 0 0", "1 0 0", "1 0 0"],
    ];
    for (grit, row) in (2..).zip(rows) {
        for (weapon, expected) in ["Bolter", "Hellgun", "Plasmagun", "Lascannon"].iter().zip(row) {
            let shot = format!("Ann shoots at G{grit} with the {weapon}");
            assert_eq!(toll(&mut game, &shot, &format!("G{grit}")).join(" "), expected, "{grit}+ {weapon}");
        }
    }
}

/// ITEN-GRIT-06: where no blow calls for it an exact roll just passes, and nobody falls: a charge at something
/// terrible.
#[test]
fn an_exact_roll_of_nerve_passes() {
    let field = Field::open(20, 9).troop("Horror", "tags: [Terrifying]").side("Red", "").figure("Ann", (2, 5), "");
    let mut game =
        field.figure("Amy", (2, 9), "").side("Blue", "").figure("Bob", (6, 5), "troop: \"Horror\"").begin(&[]);
    game.act("Ann charges Bob at 5.5", &[("ITEN-TERR-01", 4)]);
    assert_eq!((game.place("Ann"), game.value("Ann", "down")), ((5, 5), 0));
}

/// ITEN-KD-04, ITEN-KD-05, ITEN-KD-07, ITEN-ARM-03, ITEN-CTR-07: rising is by a roll above Grit, less the weight of the
/// armour, a shield's or field's too; a natural 6 always will.
#[test]
fn who_rises_on_what() {
    let weights = [
        ("Light", "Flak Jacket"),
        ("Medium", "Carapace Armour"),
        ("Field", "Refractor Shield"),
        ("Heavy", "Power Armour"),
        ("VeryHeavy", "Terminator Armour"),
    ];
    let mut field = Field::open(20, 9).side("Red", "").figure("None", (1, 9), "").side("Blue", "");
    for grit in 2..=6u16 {
        field = field.troop(&format!("G{grit}"), &format!("grit: {grit}"));
        for (column, (weight, armour)) in (8..).zip(weights) {
            let kit = format!("troop: \"G{grit}\", armour: \"{armour}\"");
            field = field.figure(&format!("{weight}{grit}"), (column, grit), &kit);
        }
    }
    let game = field.begin(&[]);
    for (grit, rises) in
        (2..).zip([[3, 4, 4, 5, 6], [4, 5, 5, 6, 6], [5, 6, 6, 6, 6], [6, 6, 6, 6, 6], [6, 6, 6, 6, 6]])
    {
        let found = weights.map(|(weight, _)| game.battle.rises_on(game.unit(&format!("{weight}{grit}"))));
        assert_eq!(found, rises, "Grit {grit}+");
    }
    assert_eq!(game.battle.rises_on(game.unit("None")), 5);
}

/// Ann of Red lies on the ground at (5, 5), with others around her; Red moves first.
fn lying(kit: &str, others: &[(u16, u16)]) -> Field {
    let field =
        Field::open(20, 9).troop("Tough", "grit: 3").side("Red", "").figure_with("Ann", (5, 5), kit, "\"down\": 1");
    let medic = |f: Field, (i, at): (usize, &(u16, u16))| f.figure(&format!("M{i}"), *at, "abilities: [\"Medic\"]");
    let field = others.iter().enumerate().fold(field, medic).figure("Amy", (1, 9), "");
    field.side("Blue", "").figure("Bob", (20, 1), "")
}

/// ITEN-KD-06: whoever does not rise stays down, is not out, and tries again next turn.
#[test]
fn who_does_not_rise_tries_again() {
    for face in [1, 4] {
        let mut game = lying("", &[]).begin(&[(RISE, face)]);
        assert_eq!((game.value("Ann", "down"), game.value("Ann", "fate")), (1, 0));
        game.act(PASS, &[]);
        game.act(PASS, &[(INIT, 6), (INIT, 1), (RISE, 5)]);
        assert_eq!(game.value("Ann", "down"), 0);
        assert!(game.can(Verb::Move, "Ann", (9, 5)), "and acts as always");
    }
}

/// ITEN-ABIL-16: a Medic in contact who stands gives 1, two of them no more; never on a 1; and who could never rise but
/// by a natural 6 still needs it.
#[test]
fn medics() {
    let up =
        |kit: &str, others: &[(u16, u16)]| lying(kit, others).chances(|g| g.value("Ann", "down") == 0)[&true].clone();
    assert_eq!(up("", &[]), ratio("1/3"));
    assert_eq!(up("", &[(6, 5)]), ratio("1/2"));
    assert_eq!(up("", &[(6, 5), (4, 5)]), ratio("1/2"));
    assert_eq!(up("", &[(7, 5)]), ratio("1/3"), "two hexes away");
    // Grit 4+ in Terminator Armour: more than 4 at -3, that is 8, 7 with help.
    assert_eq!(up("armour: \"Terminator Armour\"", &[(6, 5)]), ratio("1/6"));
    // Grit 3+ in Power Armour: 6, 5 with help.
    assert_eq!(up("troop: \"Tough\", armour: \"Power Armour\"", &[(6, 5)]), ratio("1/3"));
    let easy = lying("troop: \"Hard\"", &[(6, 5)]).troop("Hard", "grit: 2");
    assert_eq!(easy.retinue("god: Nurgle").chances(|g| g.value("Ann", "down") == 0)[&true], ratio("5/6"));
}

/// ITEN-KD-08: nobody on the ground is quick.
#[test]
fn nobody_is_quick_on_his_back() {
    let field = Field::open(20, 9).troop("Quick", "speed: 2").at("Shooting").side("Red", "");
    let red = field.figure("Ann", (2, 5), "weapons: [\"Lasgun\"]").side("Blue", "");
    let red = red.figure_with("Up", (9, 5), "troop: \"Quick\"", "\"steps\": 4");
    let game = red.figure_with("Down", (9, 7), "troop: \"Quick\"", "\"steps\": 4, \"down\": 1").begin(&[]);
    let needs = |name: &str| game.battle.shot(game.unit("Ann"), 0, game.unit(name)).unwrap().need;
    assert_eq!((needs("Up"), needs("Down")), (6, 2));
}

/// ITEN-KD-01, ITEN-ORD-08: who is knocked down in the Shooting phase has no part in the Melee, and does not defend
/// himself; who is hit in Melee has nothing to lose this turn but that he must rise in the next.
#[test]
fn the_knocked_down_lose_the_phases_that_follow() {
    let field = Field::open(20, 12).at("Shooting").side("Red", "");
    let field =
        field.figure("Ann", (2, 5), "weapons: [\"Grenade Launcher\"]").figure("Al", (10, 5), "armour: \"Mega Armour\"");
    let mut game = field.side("Blue", "").figure("Bob", (11, 5), "").begin(&[]);
    let throw = Action::of(Verb::Fire, game.unit("Ann")).hex(game.hex(14, 5));
    game.play(throw, &[("ITEN-GREN-02", 1), ("ITEN-GREN-04", 6), (GRIT, 4)]);
    assert_eq!((game.value("Bob", "down"), game.phase(), game.asked().as_str()), (1, "Melee", "Red"));
    game.act("Al strikes at Bob", &[("ITEN-MEL-03", 1), (INIT, 6), (INIT, 1)]);
    // Red is first in the next turn; then Bob rises, and fights on in his melee.
    game.act(PASS, &[(RISE, 5)]);
    assert_eq!((game.asked().as_str(), game.value("Bob", "down")), ("Blue", 0));
}

/// ITEN-KD-03, ITEN-CTR-20: against who lies there already Grit is plain: 3+ hit by a Plasmagun is out in 1/3, not 2/3.
#[test]
fn grit_is_plain_on_the_ground() {
    let field =
        Field::open(20, 9).troop("Sure", "sv: 5").troop("Tough", "grit: 3").at("Shooting").turn(1, 1).side("Red", "");
    let field = field.figure("Ann", (2, 5), "troop: \"Sure\", weapons: [\"Plasmagun\"]").side("Blue", "");
    let field =
        field.figure("Up", (8, 5), "troop: \"Tough\"").figure_with("Down", (8, 7), "troop: \"Tough\"", "\"down\": 1");
    let mut game = field.begin(&[]);
    let out = |g: &mut Game, name: &str| {
        let gone = g.chances(&format!("Ann shoots at {name}"), |g| g.battle.unit(g.unit(name)).fate == Fate::Out);
        gone[&true].clone() / ratio("5/6")
    };
    assert_eq!((out(&mut game, "Up"), out(&mut game, "Down")), (ratio("2/3"), ratio("1/3")));
}

/// ITEN-ORD-06, ITEN-SRV-02: one Grit roll for a hit; a Puritan rolls again against powers only.
#[test]
fn one_grit_roll_a_hit() {
    let field =
        Field::open(20, 9).at("Shooting").turn(1, 1).side("Red", "").figure("Ann", (2, 5), "weapons: [\"Lasgun\"]");
    let blue = field.side("Blue", "").retinue("creed: Puritan, leader: \"Inq\"");
    let mut game = blue.figure("Inq", (9, 5), "troop: \"Inquisitor\"").figure("Ben", (9, 9), "").begin(&[]);
    game.act("Ann shoots at Inq", &[(HIT, 6), (GRIT, 1)]);
    assert_eq!(game.value("Inq", "fate"), 1);
}

/// ITEN-GOD-02: under Khorne a Cultist's Sword needs 3 against 6, his Laspistol 5.
#[test]
fn khorne() {
    let cultist = "troop: \"Chaos Cultist\", weapons: [\"Laspistol\", \"Sword\"]";
    let needs = |god: &str| {
        let field = Field::open(20, 9).at("Shooting").side("Red", "").retinue(god).figure("Ann", (2, 5), cultist);
        let game = field.side("Blue", "").figure("Bob", (9, 5), "armour: \"Flak Jacket\"").begin(&[]);
        let (ann, bob) = (game.unit("Ann"), game.unit("Bob"));
        (game.battle.blow(ann, 1, bob, game.battle.fv(ann), 0).need, game.battle.shot(ann, 0, bob).unwrap().need)
    };
    assert_eq!((needs("god: Khorne"), needs("leader: \"Ann\"")), ((3, 5), (4, 4)));
}

/// ITEN-GOD-03: under Nurgle every Grit roll is 1 better: 4+ hit is out in 1/3, knocked down in 1/6; rising and nerve
/// too; but a Plague Zombie's is not, nor a daemon's in one of them (ITEN-PSY-07).
#[test]
fn nurgle() {
    let blue = |kit: &str, numbers: &str| {
        let field = Field::open(20, 9).troop("Sure", "sv: 5").at("Shooting").side("Red", "");
        let field = field.figure("Ann", (2, 5), "troop: \"Sure\", weapons: [\"Lasgun\"]");
        field.side("Blue", "").retinue("god: Nurgle").figure_with("Bob", (9, 5), kit, numbers).begin(&[])
    };
    let shot = "Ann shoots at Bob";
    assert_eq!(toll(&mut blue("", ""), shot, "Bob").join(" "), "1/3 1/6 1/2");
    assert_eq!(toll(&mut blue("troop: \"Plague Zombie\"", ""), shot, "Bob").join(" "), "1/2 1/6 1/3");
    // A daemon's Grit is 3+.
    assert_eq!(toll(&mut blue("", "\"possessed\": 9"), shot, "Bob").join(" "), "1/3 1/6 1/2");
    let game = blue("", "");
    let bob = game.unit("Bob");
    assert_eq!((game.battle.passes_on(bob), game.battle.rises_on(bob)), (3, 4));
    let game = blue("", "\"possessed\": 9");
    assert_eq!((game.battle.passes_on(bob), game.battle.rises_on(bob)), (3, 4));
}

/// ITEN-GOD-04, ITEN-FIG-04: under Slaanesh an Agent moves 8 and adds 2 to initiative; nobody of his fears anything.
#[test]
fn slaanesh() {
    let field = Field::open(30, 9)
        .troop("Horror", "tags: [Terrifying]")
        .side("Red", "")
        .retinue("god: Slaanesh, leader: \"Agent\"");
    let field =
        field.figure("Agent", (2, 5), "troop: \"Chaos Agent\"").figure("Cul", (2, 8), "troop: \"Chaos Cultist\"");
    let field = field.side("Blue", "").figure("Bob", (8, 8), "troop: \"Horror\"");
    let mut game = field.begin(&[]);
    assert_eq!((game.farthest(Verb::Move, "Agent"), game.farthest(Verb::Move, "Cul")), (8, 7));
    game.act("Cul charges Bob at 7.8", &[]);
    assert_eq!(game.place("Cul"), (7, 8));
    // 3 and his Speed of 2 beat 4.
    assert_eq!(field.at("Initiative").begin(&[(INIT, 3), (INIT, 4)]).asked(), "Red");
}

/// ITEN-FIG-03, ITEN-FIG-04, ITEN-FIG-05: FV is for blows, SV for shots, Speed for the move, for Armour against shots
/// and for the Leader's initiative; nobody faces any way, and all are seen all round.
#[test]
fn what_the_numbers_of_a_figure_are_for() {
    let field = Field::open(20, 9).troop("Odd", "fv: 2, sv: 1, speed: 1").at("Shooting").side("Red", "");
    let field = field.figure_with("Ann", (5, 5), "troop: \"Odd\", weapons: [\"Lasgun\", \"Sword\"]", "\"steps\": 1");
    let field = field.figure("Amy", (1, 1), "").side("Blue", "");
    let game = field.figure("Bob", (9, 5), "weapons: [\"Lasgun\"]").figure("Ben", (2, 5), "").begin(&[]);
    let (ann, bob, ben) = (game.unit("Ann"), game.unit("Bob"), game.unit("Ben"));
    let battle = &game.battle;
    assert_eq!(battle.blow(ann, 1, bob, 2, 0).need, 2);
    assert_eq!((battle.shot(ann, 0, bob).unwrap().need, battle.shot(ann, 0, ben).unwrap().need), (3, 3));
    // 5 and 1 for Speed, less 1 for his Lasgun.
    assert_eq!(battle.shot(bob, 0, ann).unwrap().need, 5);
}

/// ITEN-ORD-04: shots are worked out one after the other, with all that comes of each: the second at one who is out is
/// lost, at one on the ground it has 2 more.
#[test]
fn shots_take_effect_one_by_one() {
    let field = Field::open(30, 9).at("Shooting").side("Red", "");
    let field = field.figure("Ann", (2, 5), "weapons: [\"Lasgun\"]").figure("Al", (2, 7), "weapons: [\"Lasgun\"]");
    let field = field.side("Blue", "").figure("Bob", (9, 5), "armour: \"Flak Jacket\"");
    let both = |rolls: &[(&str, u8)]| {
        let mut game = field.clone().figure("Ben", (29, 1), "weapons: [\"Lasgun\"]").begin(&[]);
        game.act("Ann shoots at Bob", &[]);
        game.act("Al shoots at Bob", rolls);
        game.rules().contains(&"ITEN-SHO-06")
    };
    assert!(both(&[(HIT, 5), (GRIT, 3)]), "lost");
    // Down on a 4; then 6 - 1 - 2.
    both(&[(HIT, 5), (GRIT, 4), (HIT, 3), (GRIT, 6)]);
    both(&[(HIT, 5), (GRIT, 4), (HIT, 2)]);
}

/// ITEN-EX-02: the Guardsman's shot at the Ganger who has moved: 4+, out in 1/4 of all.
#[test]
fn example_2() {
    let field = Field::open(30, 9).at("Shooting").side("Red", "");
    let field = field.figure("Ann", (2, 5), "troop: \"Imperial Guardsman\", weapons: [\"Lasgun\"]").side("Blue", "");
    let ganger = "troop: \"Hive-Ganger\", armour: \"Flak Jacket\"";
    let mut game = field.figure_with("Bob", (9, 5), ganger, "\"steps\": 1").begin(&[]);
    assert_eq!(game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).unwrap().need, 4);
    let rows = [("fate 0>1, on board 1>0", "1/4"), ("down 0>1, fell 0>1", "1/12"), ("nothing", "2/3")];
    assert_eq!(game.odds("Ann shoots at Bob", "Bob"), chances(&rows));
}

/// ITEN-EX-01, ITEN-ARM-01, ITEN-CTR-03, ITEN-CTR-04, ITEN-CTR-05: the Inquisitor's pistols at a Chaos Space Marine in
/// hard cover: equal hits, so that the Bolt Pistol needs 4 of 10, the Plasma Pistol 3 and takes 2 off his Grit.
#[test]
fn example_1() {
    let field = Field::drawn(". . . . . . %\n. . . . . . .").at("Shooting").turn(1, 1).side("Red", "");
    let kit = "troop: \"Inquisitor\", weapons: [\"Bolt Pistol\", \"Plasma Pistol\"]";
    let field = field.figure("Inq", (1, 1), kit).side("Blue", "");
    let mut game = field.figure("Csm", (7, 1), "troop: \"Chaos Space Marine\", armour: \"Power Armour\"").begin(&[]);
    let shot = |place: u8| game.battle.shot(game.unit("Inq"), place, game.unit("Csm")).unwrap();
    assert_eq!((shot(0).need, shot(0).penalty), (4, 0));
    assert_eq!((shot(1).need, shot(1).penalty), (3, -2));
    let hit = game.chances("Inq shoots at Csm with the Bolt Pistol", |g| g.rules().contains(&GRIT));
    assert_eq!(hit, table([(true, "1/2"), (false, "1/2")]));
    let hit = game.chances("Inq shoots at Csm with the Plasma Pistol", |g| g.rules().contains(&GRIT));
    assert_eq!(hit, table([(true, "2/3"), (false, "1/3")]));
}

/// ITEN-GEN-02, ITEN-GEN-03: by how much Armour is above all bonuses: up to 2 a 2, then that face, from 7 on none; a 1
/// misses always, a 6 does not always hit.
#[test]
fn what_an_attack_needs() {
    let mut field = Field::open(30, 9).at("Shooting").side("Red", "");
    for sv in -1..=5i8 {
        let kit = format!("troop: \"S{sv}\", weapons: [\"Bolter\"]");
        field = field.troop(&format!("S{sv}"), &format!("sv: {sv}")).figure(
            &format!("S{sv}"),
            (2 + (sv + 1) as u16, 2),
            &kit,
        );
    }
    let mut game = field.side("Blue", "").figure("Bob", (9, 9), "armour: \"Carapace Armour\"").begin(&[]);
    // Armour 7, a Bolter's +2.
    for (sv, chance) in (-1..=5).zip(["1/6", "1/3", "1/2", "2/3", "5/6", "5/6", "5/6"]) {
        let odds = game.odds(&format!("S{sv} shoots at Bob"), "Bob");
        // Of those hit at Grit 4+ half are out.
        assert_eq!(ratio(&odds["fate 0>1, on board 1>0"]), ratio(chance) * ratio("1/2"), "SV {sv}");
    }
    let field = Field::open(30, 9).at("Shooting").side("Red", "").figure("Ann", (2, 2), "weapons: [\"Bolter\"]");
    let mega = field.side("Blue", "").figure("Bob", (9, 9), "armour: \"Mega Armour\"").figure(
        "Ben",
        (9, 1),
        "weapons: [\"Bolter\"]",
    );
    let mut game = mega.begin(&[]);
    game.act("Ann shoots at Bob", &[(HIT, 6)]);
    assert_eq!(game.value("Bob", "fate"), 0, "10 less 2 is out of reach");
}
