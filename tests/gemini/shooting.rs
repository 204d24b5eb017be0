//! Shooting and what it needs (GEM-SHOOT, GEM-TGT, GEM-AMMO, GEM-LUCKY, GEM-CRIT).

use hexfray::battle::Verb;
use hexfray::rules::gemini::shooting::shots;
use hexfray::rules::gemini::steps::{Mode, Shot};
use hexfray::rules::gemini::wounds::{need_to_save, need_to_wound};

use crate::field::{Field, Game, table};

const CALM: &str = "reactions: off, all_out_rout: off, fast_draw: off, hit_reaction: none, broken_nerve: off,";

fn duel(ann: &str, bob: &str, picture: &str, far: u16, options: &str) -> Game {
    Field::drawn(picture)
        .option(CALM)
        .option(options)
        .model("Ann", ann)
        .model("Bob", bob)
        .ours("Ann", (1, 1), "")
        .theirs("Bob", (1 + far, 1), "")
        .acting("Ann", 2)
}

const OPEN: &str = ". . . . . . . . . . . . . . . . . . . . . . . . . . . . . .";

fn need(game: &Game) -> u8 {
    let shot = Shot { unit: game.unit("Ann"), gun: 0, target: game.unit("Bob"), ap: 1, mode: Mode::Own };
    game.battle.aim(shot).need
}

/// GEM-SHOOT-01: 7 less Ballistic Skill and modifiers, 2 at least.
#[test]
fn skill_makes_the_need() {
    for (bs, expected) in [(3, 4), (4, 3), (8, 2), (1, 6)] {
        assert_eq!(need(&duel(&format!("bs: {bs}"), "", OPEN, 10, "")), expected, "BS {bs}");
    }
    // The face decides: one less misses.
    let mut game = duel("", "t: 9", OPEN, 20, "");
    game.act("Ann fires", &[("GEM-SHOOT-01", 3)]);
    assert!(!game.rules().contains(&"GEM-SHOOT-04"));
    let mut game = duel("", "t: 9", OPEN, 20, "");
    game.act("Ann fires", &[("GEM-SHOOT-01", 4)]);
    assert!(game.rules().contains(&"GEM-SHOOT-04"));
}

/// GEM-SHOOT-02: beyond 6 a second die is needed, unless the option is off.
#[test]
fn impossible_shots() {
    let hit = |bs: u8, options: &str| {
        let mut game =
            duel(&format!("bs: {bs}, guns: [\"Rocket tube\"]"), "t: 4", ". . . . . . . . . . o . . . . .", 10, options);
        game.chances("Ann fires", |g| u8::from(g.rules().contains(&"GEM-SHOOT-04")))
    };
    // Hard cover is -2; a rocket needs two points.
    assert_eq!(hit(2, ""), table([(0, "11/12"), (1, "1/12")]));
    assert_eq!(hit(1, ""), table([(0, "17/18"), (1, "1/18")]));
    assert_eq!(hit(2, "chance_beyond_six: off,"), table([(0, "1")]));
}

/// GEM-SHOOT-03, GEM-MOVE-08: range, cover, size and Aim make it harder or easier.
#[test]
fn modifiers_of_the_shot() {
    let plain = need(&duel("", "", OPEN, 10, ""));
    assert_eq!(plain, 4);
    assert_eq!(need(&duel("", "traits: [Small]", OPEN, 10, "")), 5);
    assert_eq!(need(&duel("", "traits: [Large]", OPEN, 10, "")), 3);
    assert_eq!(need(&duel("", "", ". . . . . . . . . . o . . .", 10, "")), 6, "in hard cover");
    assert_eq!(need(&duel("", "", ". . . . . . . . . o . . . .", 10, "")), 6, "behind hard cover");
    assert_eq!(
        need(&duel("", "", ". o . . . . . . . . . . . .", 10, "")),
        4,
        "an obstacle beside the shooter shelters nobody"
    );
    assert_eq!(need(&duel("", "", ". . . . . . . . . . : . . .", 10, "")), 5, "in soft cover");
    assert_eq!(need(&duel("guns: [\"Shotgun\"]", "", OPEN, 6, "")), 3, "short");
    assert_eq!(need(&duel("guns: [\"Shotgun\"]", "", OPEN, 7, "")), 5, "long");
    let mut aimed = duel("", "", OPEN, 10, "");
    aimed.act("Ann aims", &[]);
    assert_eq!(need(&aimed), 3);
}

/// GEM-ACT-03: shots by action points and range.
#[test]
fn shots_by_action_points() {
    let game = duel("guns: [\"Pistol\", \"Carbine\", \"Machine pistol\", \"Heavy stubber\"]", "", OPEN, 10, "");
    let gun = |place| game.battle.gun(game.unit("Ann"), place);
    let of = |place, ap, far| shots(gun(place), ap, far, 12);
    assert_eq!([of(0, 1, 5), of(0, 2, 5)], [1, 2], "pistol");
    assert_eq!([of(1, 1, 12), of(1, 1, 13), of(1, 2, 13)], [2, 1, 1], "rapid fire");
    assert_eq!([of(2, 1, 5), of(2, 2, 5)], [2, 2], "assault");
    assert_eq!([of(3, 1, 5), of(3, 2, 5)], [0, 3], "heavy");
}

/// GEM-SHOOT-04: the chart, all 100 cells.
#[test]
fn the_wound_chart() {
    const CHART: [[u8; 10]; 10] = [
        [4, 5, 6, 6, 0, 0, 0, 0, 0, 0],
        [3, 4, 5, 6, 6, 0, 0, 0, 0, 0],
        [2, 3, 4, 5, 6, 6, 0, 0, 0, 0],
        [2, 2, 3, 4, 5, 6, 6, 0, 0, 0],
        [2, 2, 2, 3, 4, 5, 6, 6, 0, 0],
        [2, 2, 2, 2, 3, 4, 5, 6, 6, 0],
        [2, 2, 2, 2, 2, 3, 4, 5, 6, 6],
        [2, 2, 2, 2, 2, 2, 3, 4, 5, 6],
        [2, 2, 2, 2, 2, 2, 2, 3, 4, 5],
        [2, 2, 2, 2, 2, 2, 2, 2, 3, 4],
    ];
    for (s, row) in (1..).zip(CHART) {
        for (t, need) in (1..).zip(row) {
            assert_eq!(need_to_wound(s, t).unwrap_or(0), need, "S {s} v T {t}");
        }
    }
}

/// GEM-SHOOT-05, GEM-SHOOT-09: armour less what pierces it; even the unarmoured may save from a knife.
#[test]
fn saves() {
    assert_eq!(need_to_save(5, -1), Some(6));
    assert_eq!(need_to_save(5, -2), None);
    assert_eq!(need_to_save(7, 0), None);
    assert_eq!(need_to_save(7, 1), Some(6));
    assert_eq!(need_to_save(2, 3), Some(2), "a 1 fails");
    let mut game = duel("", "sv: 4, w: 2", OPEN, 20, "");
    let lost = game.chances("Ann fires", |g| g.value("Bob", "wounds"));
    // 1/2 to hit, 1/2 to wound, 1/2 not to save.
    assert_eq!(lost, table([(1, "1/8"), (2, "7/8")]));
}

/// GEM-SHOOT-08: shots beyond range are wasted; whoever may measure is not offered them.
#[test]
fn shots_beyond_range() {
    let mut game = duel("guns: [\"Pistol\"]", "", OPEN, 13, "");
    game.play(game.at_unit(Verb::Fire, "Ann", 0, "Bob"), &[]);
    assert!(game.rules().contains(&"GEM-SHOOT-08"));
    let mut game = duel("guns: [\"Pistol\"]", "", OPEN, 13, "premeasure: on,");
    let fire = game.at_unit(Verb::Fire, "Ann", 0, "Bob");
    assert_eq!(game.refusal(fire), "GEM-SHOOT-08");
}

/// GEM-SHOOT-06: a shot into close combat hits any of the fight alike.
#[test]
fn shots_into_a_fight() {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .option("target_priority: off,")
        .model("Ann", "bs: 8")
        .model("Abe", "t: 9")
        .model("Bob", "t: 9")
        .ours("Ann", (2, 2), "")
        .ours("Abe", (10, 2), "")
        .theirs("Bob", (11, 2), "")
        .acting("Ann", 1);
    let who = game.chances("Ann fires", |g| {
        let on = |name: &str| {
            let unit = g.unit(name);
            g.events
                .iter()
                .filter(|e| matches!(e.fact, hexfray::battle::Fact::Note { unit: u, .. } if u == unit))
                .count()
        };
        on("Abe").cmp(&on("Bob"))
    });
    use std::cmp::Ordering::{Equal, Greater, Less};
    // Two shots that hit on 2+: the fight shares them out by halves.
    assert_eq!(who[&Greater], who[&Less]);
    assert!(who.contains_key(&Equal));
}

/// GEM-TGT-01: the closest first, or one farther off with less cover.
#[test]
fn the_closest_target() {
    let can = |near: &str, picture: &str, options: &str, gun: &str| {
        let mut game = Field::drawn(picture)
            .option(CALM)
            .option(options)
            .model("Ann", &format!("guns: [\"{gun}\"]"))
            .model("Bob", "")
            .model("Cob", "")
            .ours("Ann", (1, 2), "")
            .theirs("Bob", (6, 1), near)
            .theirs("Cob", (9, 2), "")
            .acting("Ann", 2);
        game.offers().iter().any(|offer| offer.contains("fires") && offer.contains("at Cob"))
    };
    let open = ". . . . . . . . . . .\n. . . . . . . . . . .";
    let covered = ". . . . . : . . . . .\n. . . . . . . . . . .";
    assert!(!can("", open, "", "Carbine"));
    assert!(can("", open, "target_priority: off,", "Carbine"));
    assert!(can("", covered, "", "Carbine"), "Bob is in cover, Cob is not");
    assert!(can("numbers: {\"condition\": 5}", open, "", "Carbine"), "who lies does not count");
    assert!(can("", open, "", "Sniper Rifle"));
}

/// GEM-ACT-07: a rocket tube has to be reloaded; a steady gun is unsteady after a move, and its firer stays.
#[test]
fn reloading_and_standing_still() {
    let mut game = duel("guns: [\"Rocket tube\"]", "t: 10", OPEN, 10, "");
    game.act("Ann fires", &[("GEM-SHOOT-01", 1)]);
    assert_eq!(game.value("Ann", "empty"), 1);
    let mut moved = duel("guns: [\"Heavy stubber\"]", "", OPEN, 12, "activation_dice: choose,");
    let before = need(&moved);
    moved.act("Ann moves to 2.1", &[]);
    assert_eq!(need(&moved), before + 1);
}

/// GEM-AMMO-01, GEM-AMMO-02: a natural 6 may be the last shot.
#[test]
fn running_dry() {
    for (gun, chance, rest) in [("Pistol", "1/12", "11/12"), ("Shotgun", "1/9", "8/9")] {
        let mut game = duel(&format!("guns: [\"{gun}\"], bs: 2"), "t: 10", OPEN, 10, "ammo_rolls: on,");
        let fire = game.at_unit(Verb::Fire, "Ann", 0, "Bob");
        let name = hexfray::rules::AnyBattle::from(game.battle.clone()).describe(fire);
        let lost = game.chances(&name.to_string(), |g| g.value("Ann", "useless"));
        assert_eq!(lost, table([(0, rest), (1, chance)]), "{gun}");
    }
    let mut dry = duel("guns: [\"Shotgun\"]", "t: 10", OPEN, 10, "ammo_rolls: on,");
    dry.act("Ann fires", &[("GEM-SHOOT-01", 6), ("GEM-AMMO-01", 4)]);
    assert_eq!(dry.value("Ann", "useless"), 1);
    let mut off = duel("guns: [\"Shotgun\"]", "t: 10", OPEN, 10, "");
    off.act("Ann fires", &[("GEM-SHOOT-01", 6)]);
}

/// GEM-LUCKY-01: two above the need wounds better; BS 3, S 3 against T 3 wounds 5/16 of all shots.
#[test]
fn lucky_shots() {
    let wounded = |options: &str| {
        let mut game = duel("", "w: 3", OPEN, 20, options);
        game.chances("Ann fires", |g| g.value("Bob", "wounds"))
    };
    assert_eq!(wounded(""), table([(2, "1/4"), (3, "3/4")]));
    assert_eq!(wounded("lucky_shots: on,"), table([(2, "5/16"), (3, "11/16")]));
}

/// GEM-CRIT-01: a natural 6 to wound counts as two wounds without a save, unless a 6 is needed.
#[test]
fn critical_damage() {
    let wounded = |t: u8, options: &str| {
        let mut game = duel("bs: 8", &format!("w: 3, t: {t}"), OPEN, 20, options);
        game.chances("Ann fires", |g| g.value("Bob", "wounds"))
    };
    // 5/6 to hit; then 2/6 one wound, 1/6 two.
    assert_eq!(wounded(3, "critical_damage: on,"), table([(1, "5/36"), (2, "5/18"), (3, "7/12")]));
    assert_eq!(wounded(5, "critical_damage: on,"), table([(2, "5/36"), (3, "31/36")]));
}

/// GEM-SHOOT-07, GEM-AMMO-03: a grenade flies 2S + 2 hexes; the hex is hit, those around it on 4 or more.
#[test]
fn grenades() {
    let field = Field::open(20, 5)
        .option(CALM)
        .model("Ann", "grenades: 1, smokes: 1, bs: 3")
        .model("Bob", "t: 9")
        .model("Cob", "t: 9")
        .ours("Ann", (2, 3), "")
        .theirs("Bob", (9, 3), "")
        .theirs("Cob", (10, 3), "");
    let mut game = field.acting("Ann", 1);
    assert!(game.can("a grenade at 10.3") && !game.can("a grenade at 11.3"), "S 3: 8 hexes");
    game.act("throws a grenade at 9.3", &[("GEM-SHOOT-07", 4), ("GEM-SHOOT-07", 4)]);
    let hit = game.events.iter().filter(|e| matches!(e.fact, hexfray::battle::Fact::Note { .. })).count();
    assert_eq!((hit, game.value("Ann", "grenades")), (2, 0));
    let mut miss = field.acting("Ann", 1);
    // Two hexes off to the west.
    miss.act("throws a grenade at 9.3", &[("GEM-SHOOT-07", 3), ("GEM-SHOOT-07", 2), ("GEM-SHOOT-07", 4)]);
    assert!(!miss.events.iter().any(|e| matches!(e.fact, hexfray::battle::Fact::Note { .. })));
    let mut smoke = field.acting("Ann", 1);
    smoke.act("throws a smoke grenade at 6.3", &[("GEM-SHOOT-07", 4)]);
    assert_eq!(smoke.battle.table().smokes, 7);
    assert_eq!(smoke.battle.ground(smoke.hex(6, 3)).smoke, 2, "to the end of the next game turn");
}

/// GEM-CRIT-02: one critical wound in an activation: two sixes do three wounds.
#[test]
fn one_critical_wound_at_a_time() {
    let mut game = duel("bs: 8", "w: 5", OPEN, 10, "critical_damage: on,");
    let sixes = [("GEM-SHOOT-01", 6), ("GEM-SHOOT-01", 6), ("GEM-SHOOT-04", 6), ("GEM-SHOOT-04", 6)];
    game.act("Ann fires", &sixes);
    assert_eq!(game.value("Bob", "wounds"), 2);
}

/// GEM-PIN-07, GEM-TEST-03: a shotgun's hit next to a ledge throws a model down on Initiative, one worse.
#[test]
fn shot_off_a_ledge() {
    let stays = |face: u8| {
        let mut game = duel("guns: [\"Shotgun\"], bs: 8", "t: 9", ". . . . . . . . 3 3 . . . .", 8, "");
        let mut rolls = vec![("GEM-SHOOT-01", 6), ("GEM-PIN-07", face)];
        if face > 2 {
            // Three inches cannot hurt Toughness 9.
            rolls.truncate(2);
        }
        game.act("Ann fires", &rolls);
        game.place("Bob") == (9, 1)
    };
    assert!(stays(2) && !stays(3));
}

/// GEM-SCORE-09: smoke halves the skill of whoever fights in it.
#[test]
fn fighting_in_smoke() {
    use hexfray::rules::gemini::score::Part;
    let mut game = duel("smokes: 1", "", OPEN, 20, "");
    let ws = |game: &Game| {
        let part = Part { unit: game.unit("Ann"), foe: game.unit("Bob"), before: 0 };
        game.battle.fighter(part).ws
    };
    assert_eq!(ws(&game), 3);
    game.act("throws a smoke grenade at 2.1", &[("GEM-SHOOT-07", 4)]);
    assert_eq!(ws(&game), 2);
}

/// GEM-OVER-06: any hit ends the old overwatch.
#[test]
fn hits_end_the_old_overwatch() {
    let mut game = Field::open(30, 1)
        .option(CALM)
        .option("overwatch: old,")
        .model("Ann", "")
        .model("Bob", "t: 9, guns: [\"Pistol\"]")
        .ours("Ann", (1, 1), "")
        .theirs("Bob", (20, 1), "numbers: {\"overwatch\": 1}")
        .acting("Ann", 1);
    let fire = game.at_unit(Verb::Fire, "Ann", 0, "Bob");
    let name = hexfray::rules::AnyBattle::from(game.battle.clone()).describe(fire).to_string();
    let watches = game.chances(&name, |g| g.value("Bob", "overwatch"));
    assert_eq!(watches, table([(0, "1/2"), (1, "1/2")]));
}

/// GEM-TEST-07: a need of 4 or more on a high roll is as likely as 3 or less on a low one.
#[test]
fn high_rolls() {
    let mut game = duel("guns: [\"Pistol\"]", "t: 9", OPEN, 10, "");
    let name = game.offers().into_iter().find(|o| o.contains("fires") && !o.contains("2 AP")).unwrap();
    let hit = game.chances(&name, |g| g.rules().contains(&"GEM-SHOOT-04"));
    assert_eq!(hit, table([(false, "1/2"), (true, "1/2")]));
}

/// GEM-PIN-01: a model in close combat is not shaken by a hit.
#[test]
fn no_fear_of_shots_in_a_fight() {
    let shaken = |abe: (u16, u16)| {
        let mut game = Field::open(20, 3)
            .option("reactions: off, all_out_rout: off, fast_draw: off, target_priority: off,")
            .model("Ann", "bs: 8, guns: [\"Shotgun\"]")
            .model("Abe", "t: 9")
            .model("Bob", "t: 9")
            .ours("Ann", (2, 2), "")
            .ours("Abe", abe, "")
            .theirs("Bob", (11, 2), "")
            .acting("Ann", 1);
        let name = game.offers().into_iter().find(|o| o.contains("fires")).unwrap();
        game.chances(&name, |g| g.rules().contains(&"GEM-PIN-02")).contains_key(&true)
    };
    assert!(!shaken((10, 2)) && shaken((8, 3)));
}

/// GEM-ORD-03: all rolls to hit, ammo, then wound, save and injury, the ledge, and last the nerves: of whoever was hit without
/// harm before those who saw a friend fall.
#[test]
fn the_order_of_a_shot() {
    let mut game = Field::drawn(". . . . . . . . . . 3 3 3 . .")
        .option("reactions: off, all_out_rout: off, fast_draw: off, ammo_rolls: on,")
        .model("Ann", "")
        .model("Bob", "sv: 5")
        .model("Cob", "")
        .ours("Ann", (1, 1), "")
        .theirs("Bob", (11, 1), "")
        .theirs("Cob", (13, 1), "")
        .acting("Ann", 1);
    let shot = [
        ("GEM-SHOOT-01", 6),
        ("GEM-SHOOT-01", 1),
        ("GEM-AMMO-01", 6),
        ("GEM-SHOOT-04", 6),
        ("GEM-SHOOT-05", 1),
        ("GEM-LOC-01", 1),
        ("GEM-LOC-01", 3),
        ("GEM-WND-06", 1),
        ("GEM-NERVE-01", 1),
        ("GEM-NERVE-01", 2),
    ];
    game.act("at Bob", &shot);
    let mut blast = Field::open(20, 3)
        .option("reactions: off, all_out_rout: off, fast_draw: off, wounds: none,")
        .model("Ann", "grenades: 1")
        .model("Bob", "")
        .model("Cob", "t: 9")
        .ours("Ann", (2, 2), "")
        .theirs("Bob", (9, 2), "")
        .theirs("Cob", (10, 2), "")
        .acting("Ann", 1);
    let thrown = [
        ("GEM-SHOOT-07", 4),
        ("GEM-SHOOT-07", 4),
        ("GEM-SHOOT-04", 6),
        ("GEM-PIN-02", 1),
        ("GEM-PIN-02", 2),
        ("GEM-NERVE-01", 1),
        ("GEM-NERVE-01", 2),
    ];
    blast.act("throws a grenade at 9.2", &thrown);
}

/// GEM-MOVE-05, GEM-SHOOT-07: nobody shoots at who hides, but a grenade into the hex hits him.
#[test]
fn blasts_find_the_hidden() {
    let mut game = Field::open(20, 3)
        .option(CALM)
        .model("Ann", "grenades: 1")
        .model("Bob", "t: 9")
        .ours("Ann", (2, 2), "")
        .theirs("Bob", (9, 2), "numbers: {\"hidden\": 1}")
        .acting("Ann", 1);
    assert!(!game.can("fires"));
    game.act("throws a grenade at 9.2", &[("GEM-SHOOT-07", 4)]);
    assert!(game.rules().contains(&"GEM-SHOOT-04"));
}

/// GEM-SHOOT-03: whoever moved ten hexes in its last own turn is harder to hit, be it in flight.
#[test]
fn the_fast_are_hard_to_hit() {
    let harder = |m: u8| {
        let mut game = Field::open(40, 3)
            .option(CALM)
            .model("Ann", &format!("m: {m}, traits: [Large, Small]"))
            .ours("Ann", (30, 2), "numbers: {\"nerve\": 6}")
            .theirs("Bob", (36, 2), "")
            .model("Bob", "")
            .begin(&[]);
        game.act("Ann is activated", &[("GEM-ROUT-02", 6), ("GEM-ROUT-02", 6)]);
        let shot = Shot { unit: game.unit("Bob"), gun: 0, target: game.unit("Ann"), ap: 1, mode: Mode::Own };
        game.battle.aim(shot).need
    };
    assert_eq!([harder(4), harder(5)], [4, 5]);
}
