//! Contacts that come: the bag, entries, moving unseen, being turned, seals (HULK-STALK).

use std::collections::BTreeSet;

use hexfray::battle::{Action, Log, Preview, Reason, Rule, Seeded, SideId, Verb};
use hexfray::content::Library;
use hexfray::opponents;
use hexfray::rules::Presentation;
use hexfray::rules::iten::Iten;
use hexfray::rules::iten::numbers::Grade;
use hexfray::scenario::{Scenario, Session};

use crate::field::{Field, Game, table};

use super::breach::SAVE;

/// A room, a door, a passage that turns twice, and a room behind a hatch at its end.
pub(super) const PART: &str = "
    ! ! ! ! ! ! ! ! ! ! ! ! ! ! ! ! !
    ! & & & & & & & & & & & & & & & !
    ! & r r r D p p p p p p p p p & !
    ! & r r r # # # # # # # # # p & !
    ! & # # # # # # # # # # # # p & !
    ! & s s s h p p p p p p p p p & !
    ! & & & & & & & & & & & & & & & !
    ! ! ! ! ! ! ! ! ! ! ! ! ! ! ! ! !";

/// Blue's contacts stalk Red. There are two entries, at the end of the passage behind the door, and where the passage comes
/// back to the hatch.
fn part(schedule: &str, come: &str) -> Field {
    part_with(schedule, come, "")
}

/// The same, with further fields of what stalks.
fn part_with(schedule: &str, come: &str, more: &str) -> Field {
    let stalking = format!(
        "stalking: (entries: [(15, 3), (7, 6)], schedule: [{schedule}], echoes: 1, seals: 1, come: [{come}], {more})"
    );
    let field = Field::ship(PART).mission("Boarding");
    blue(field.with(&format!("boarding: (defender: \"Blue\", stake: Seal, {stalking})")))
}

/// Blue, with a Bob who is alone, two Cobs and three Dobs; he acts first.
pub(super) fn blue(field: Field) -> Field {
    let field = field.side("Blue", "").hidden("Bob", 1, "weapons: [\"Sword\"]");
    field.hidden("Cob", 2, "weapons: [\"Sword\"]").hidden("Dob", 3, "weapons: [\"Sword\"]")
}

fn ann(field: Field, at: (u16, u16)) -> Field {
    field.side("Red", "").figure("Ann", at, "weapons: [\"Lasgun\"]")
}

/// Where Blue's contacts may go that are asked now.
fn goals(game: &mut Game) -> Vec<String> {
    let offers = game.offers();
    offers.iter().filter_map(|o| Some(o.rsplit_once(" to ")?.1.to_owned())).collect()
}

pub(super) fn moves_to(game: &Game, at: (u16, u16)) -> Action {
    Action::side(Verb::Move).hex(game.hex(at.0, at.1))
}

/// HULK-STALK-02, HULK-STALK-03, HULK-STALK-04: what is due comes out of the bag at the start of the Defender's Movement,
/// one after the other; three at most lurk at an entry, and what finds no room stays in the bag.
#[test]
fn contacts_lurk_at_entries() {
    let mut game = ann(part("2, 1", ""), (3, 3)).begin(&[]);
    assert_eq!((game.asked(), game.asking()), ("Blue".to_owned(), Rule("HULK-STALK-04")));
    assert_eq!(game.offers(), ["contact 1 lurks at entry 1", "contact 1 lurks at entry 2"]);
    game.act("contact 1 lurks at entry 1", &[]);
    game.act("contact 2 lurks at entry 1", &[]);
    assert_eq!(game.asking(), Rule("HULK-STALK-05"), "two were due; now they may come in");
    assert_eq!(game.battle.lurking(0).collect::<Vec<_>>(), [1, 2]);
    let three = "(entry: 1, unit: \"Bob\"), (entry: 1, unit: \"Cob 1\"), (entry: 1)";
    let mut game = ann(part("1", three), (3, 3)).begin(&[]);
    let fourth = game.refused(Action::side(Verb::Place).index(0));
    assert_eq!((fourth.reason, fourth.rule), (Reason::Stacked, Rule("HULK-STALK-04")));
    assert_eq!(game.refused(Action::side(Verb::Place).index(2)).rule, Rule("HULK-STALK-02"));
}

/// HULK-STALK-03: one of an echo, a one, a two and a three comes first, each as often as the others.
#[test]
fn the_bag_is_drawn_without_returning() {
    let field = part("1", "").retinue("campaign: true").at("").side("Red", "").retinue("campaign: true");
    let field = field.hidden("Ann", 1, "weapons: [\"Lasgun\"]");
    let mut game = field.begin(&[("HULK-BLIP-02", 1)]);
    let breach = game.offers()[0].clone();
    let first = game.chances(&breach, |game| game.battle.table().under(1));
    assert_eq!(first, table([(0, "1/4"), (1, "1/4"), (2, "1/4"), (3, "1/4")]));
    let all = game.chances(&breach, |game| (1..=4).map(|n| u32::from(game.battle.table().under(n))).sum::<u32>());
    assert_eq!(all, table([(6, "1")]));
}

/// HULK-STALK-05, HULK-STALK-07: it comes in by its entry and goes on, five hexes in all, unseen and away from Boarders;
/// doors take two more and stay open, hatches stop it.
#[test]
fn contacts_move_unseen() {
    let mut game = ann(part("0", "(entry: 1)"), (3, 3)).begin(&[]);
    assert_eq!(game.asking(), Rule("HULK-STALK-05"));
    let mut to = goals(&mut game);
    to.sort();
    assert_eq!(to, ["11.3", "12.3", "13.3", "13.6", "14.3", "14.6", "15.3", "15.4", "15.5", "15.6"]);
    // Through the door, which takes three of the five, and stays open.
    let mut game = ann(part("0", "(at: (7, 3))"), (3, 6)).begin(&[]);
    let past = game.refused(moves_to(&game, (3, 3)));
    assert_eq!((past.reason, past.rule), (Reason::OutOfReach, Rule("HULK-STALK-07")));
    let far = game.refused(moves_to(&game, (13, 3)));
    assert_eq!((far.reason, far.rule), (Reason::OutOfReach, Rule("HULK-STALK-07")));
    game.act("contact 1 moves to 4.3", &[]);
    assert!(game.battle.ground(game.hex(6, 3)).open && game.battle.contact(1) == Some(game.hex(4, 3)));
    // A hatch stops it.
    let mut game = ann(part("0", "(at: (7, 6))"), (3, 3)).begin(&[]);
    assert!(!goals(&mut game).iter().any(|hex| hex == "6.6" || hex == "5.6"));
}

/// A contact in the passage, and a vent that leads from there to the room behind the hatch.
fn vent(ends: &str) -> Field {
    part_with("0", "(at: (9, 6))", &format!("vents: [{ends}]"))
}

/// HULK-STALK-07: a vent is a way for contacts alone, and takes as much as its ends are apart. HULK-STALK-17: a seal at
/// either end closes it.
#[test]
fn vents_are_ways_for_contacts_alone() {
    const VENT: &str = "((5, 6), (8, 6))";
    let mut game = ann(vent(VENT), (3, 3)).begin(&[]);
    let to = goals(&mut game);
    assert!(to.contains(&"4.6".to_owned()), "1 to the vent, 3 through it, 1 on: {to:?}");
    assert!(!to.contains(&"3.6".to_owned()), "{to:?}");
    assert_eq!([(5, 6), (8, 6), (7, 6)].map(|(c, r)| game.battle.ground(game.hex(c, r)).duct), [1, 1, 0]);
    game.act("contact 1 moves to 4.6", &[]);
    assert_eq!(game.battle.contact(1), Some(game.hex(4, 6)));
    for sealed in ["(5, 6)", "(8, 6)"] {
        let mut game = ann(vent(VENT).with(&format!("sealed: [{sealed}]")), (3, 3)).begin(&[]);
        assert!(!goals(&mut game).iter().any(|hex| hex == "4.6"), "{sealed}");
    }
    // A Boarder does not get through, and seals it beside him.
    let mut game = ann(part_with("0", "", &format!("vents: [{VENT}]")), (4, 6)).begin(&[]);
    while game.asked() != "Red" {
        idle(&mut game);
    }
    assert!(!game.can(Verb::Move, "Ann", (8, 6)));
    until(&mut game, "Red", "ITEN-SHO-06");
    assert!(game.offers().contains(&"Ann works at a seal at 5.6".to_owned()), "{:?}", game.offers());
}

/// HULK-STALK-07, HULK-MOVE-04: nobody closes a door in which a contact lies.
#[test]
fn a_contact_keeps_a_door_open() {
    for (at, closes) in [((6, 3), false), ((9, 3), true)] {
        let field = part("0", &format!("(at: {at:?})")).with("open: [(6, 3)]").figure("Fox", (7, 3), "");
        let mut game = ann(field, (3, 6)).begin(&[]);
        game.act("contact 1 stays where it is", &[]);
        assert_eq!(game.can(Verb::Open, "Fox", (6, 3)), closes, "{at:?}");
    }
}

/// HULK-STALK-07: what cannot be a vent is refused.
#[test]
fn vents_join_floor_near_by() {
    for (ends, told) in [
        ("((3, 3), (9, 3))", "a vent that no contact gets through"),
        ("((3, 3), (4, 3))", "a vent that no contact gets through"),
        ("((3, 3), (3, 5))", "a vent outside of all compartments and passages"),
        ("((3, 3), (5, 3)), ((5, 3), (8, 3))", "two vents end in one hex"),
    ] {
        let faults = ann(vent(ends), (3, 4)).try_ready().unwrap_err();
        assert!(faults.iter().any(|fault| fault.contains(told)), "{ends}: {faults:?}");
    }
}

/// HULK-STALK-07: a corridor that is watched is no way.
#[test]
fn a_watched_corridor_is_no_way() {
    let field = ann(part("0", "(at: (15, 5))"), (10, 3));
    let mut game = field.begin(&[]);
    let seen = game.refused(moves_to(&game, (14, 3)));
    assert_eq!((seen.reason, seen.rule), (Reason::Contested, Rule("HULK-STALK-07")));
    assert!(goals(&mut game).contains(&"13.6".to_owned()));
}

/// HULK-STALK-08: its owner turns it: the first stands where it was, the others within two steps and out of sight, and all
/// move in full; an echo is gone.
#[test]
fn owners_turn_contacts() {
    let mut game = ann(part("0", "(at: (15, 6), unit: \"Dob 1\"), (at: (12, 6))"), (3, 3)).begin(&[]);
    game.act("turn blip 1", &[]);
    assert_eq!((game.place("Dob 1"), game.asked()), ((15, 6), "Blue".to_owned()));
    let far = Action::of(Verb::Place, game.unit("Dob 2")).hex(game.hex(12, 6));
    assert_eq!(game.refused(far).rule, Rule("HULK-STALK-08"));
    game.act("place Dob 2 at 14.6", &[]);
    game.act("place Dob 3 at 15.5", &[]);
    game.act("turn blip 2", &[]);
    assert_eq!(game.battle.blips().count(), 0);
    for name in ["Dob 1", "Dob 2", "Dob 3"] {
        assert_eq!(game.farthest(Verb::Move, name), 6, "{name}");
    }
}

/// HULK-STALK-09: whoever sees a contact turns it, and places all but the first of it.
#[test]
fn sight_turns_contacts() {
    let red = |at| {
        let field = Field::ship(PART).mission("Boarding");
        let stalking =
            "stalking: (entries: [(15, 3), (7, 6)], schedule: [0], seals: 1, come: [(at: (11, 3), unit: \"Dob 1\")])";
        let field = field.with(&format!("boarding: (defender: \"Blue\", stake: Seal, {stalking})"));
        blue(ann(field.with("open: [(6, 3)]"), at))
    };
    let mut game = red((3, 4)).begin(&[]);
    game.go("Ann", (5, 3), &[]);
    assert_eq!((game.asked(), game.asking()), ("Red".to_owned(), Rule("HULK-STALK-09")));
    assert_eq!(game.place("Dob 1"), (11, 3));
    let far = game.refused(Action::side(Verb::Place).hex(game.hex(14, 3)));
    assert_eq!((far.reason, far.rule), (Reason::OutOfReach, Rule("HULK-STALK-09")));
    game.act("place one more of the contact at 13.3", &[]);
    game.act("place one more of the contact at 12.3", &[]);
    assert_eq!((game.place("Dob 2"), game.place("Dob 3")), ((13, 3), (12, 3)));
}

/// HULK-STALK-05, HULK-STALK-09: who comes in by an entry that is watched is turned there, and its figures have moved.
#[test]
fn watched_entries() {
    let mut game = ann(part("0", "(entry: 1, unit: \"Bob\")"), (8, 3)).begin(&[]);
    assert_eq!(game.offers(), ["contact 1 comes in by entry 1 to 15.3", "contact 1 goes on lurking at entry 1"]);
    game.act("contact 1 comes in by entry 1 to 15.3", &[]);
    assert_eq!(game.place("Bob"), (15, 3));
    assert_eq!(game.asked(), "Red", "Bob has had his move");
}

/// HULK-STALK-06: whoever stands within six steps of an entry holds back what lurks there, but not two turns running.
#[test]
fn held_entries() {
    let mut game = ann(part("0", "(entry: 2, unit: \"Bob\")"), (13, 6)).begin(&[]);
    assert_eq!(game.asked(), "Red", "six steps: held");
    game.act("pass: nobody else does anything in this step", &[]);
    game.act("Ann watches E", &[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]);
    assert_eq!((game.asked(), game.asking()), ("Blue".to_owned(), Rule("HULK-STALK-05")), "not twice running");
    let game = ann(part("0", "(entry: 2, unit: \"Bob\")"), (14, 6)).begin(&[]);
    assert_eq!(game.asked(), "Blue", "seven steps are too many");
}

/// HULK-STALK-17: two shifts of work seal an entry, one each of two figures too; who lurked there goes on to the next. A
/// sealed door is no way, and is cut like a light bulkhead.
#[test]
fn entries_are_sealed() {
    let field = part("0", "(entry: 2, unit: \"Bob\")").at("Shooting");
    let mut game = ann(field.clone(), (8, 6)).figure("Abe", (7, 6), "").begin(&[]);
    game.act("Ann works at a seal at 7.6", &[]);
    assert_eq!(game.battle.ground(game.hex(7, 6)).seal, 1);
    game.act("Abe works at a seal at 7.6", &[]);
    assert_eq!(game.won(), Some((vec!["Red".to_owned()], "HULK-OBJ-09")));
    assert_eq!(game.battle.lurks_at(1).map(|e| e.0), Some(0));
    let mut game =
        ann(part("0", "").at("Shooting"), (7, 3)).figure("Abe", (5, 3), "weapons: [\"Chainfist\"]").begin(&[]);
    game.act("Ann works at a seal at 6.3", &[]);
    game.act("Abe works at a seal at 6.3", &[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]);
    let door = game.hex(6, 3);
    assert_eq!(game.battle.grade(door), Some(Grade::Light));
    assert_eq!(game.won(), None);
}

/// HULK-STALK-17: a seal is cut through like a light bulkhead, which withstands a Power Fist on a 6 and a Chainfist never; then
/// a door is a hole, and an entry is one again.
#[test]
fn seals_are_cut() {
    const FIRST: [(&str, u8); 2] = [("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)];
    let (door, entry) = ((6, 3), (7, 6));
    let cut = |at: (u16, u16), tool: &str, save: &[(&str, u8)]| {
        let field = part("0", "").with(&format!("sealed: [({}, {})]", at.0, at.1)).at("Shooting");
        let red = field.side("Red", "").figure("Ann", (at.0 + 1, at.1), &format!("weapons: [\"{tool}\"]"));
        let mut game = red.begin(&[]);
        let seal = game.hex(at.0, at.1);
        assert_eq!((game.battle.ground(seal).seal, game.battle.grade(seal)), (2, Some(Grade::Light)));
        game.act(&format!("Ann cuts through {}.{} with the {tool}", at.0, at.1), &[save, &FIRST].concat());
        (game.battle.grade(seal).is_none(), game.battle.open_entries().count())
    };
    assert_eq!(cut(door, "Power Fist", &[(SAVE, 6)]), (false, 2));
    for at in [door, entry] {
        assert_eq!(cut(at, "Power Fist", &[(SAVE, 5)]), (true, 2));
        assert_eq!(cut(at, "Chainfist", &[]), (true, 2));
    }
}

/// HULK-STALK-16, HULK-STALK-24: when the clock has run out the Defender has won.
#[test]
fn the_clock() {
    let mut game = ann(part("0", "").at("Shooting").turn(3, 3), (7, 3)).begin(&[]);
    while game.won().is_none() {
        let pass = game.offers().into_iter().find(|o| o.starts_with("pass")).unwrap();
        game.act(&pass, &[]);
    }
    assert_eq!(game.won(), Some((vec!["Blue".to_owned()], "HULK-OBJ-09")));
}

/// HULK-STALK-18: a Boarder's view and all that he may do are the same whatever the worths are; the Defender knows what has
/// come and not what the bag gives next.
#[test]
fn worths_are_hidden() {
    let view = |bob: &str, cob: &str, side: u8| {
        let come = format!("(entry: 1, unit: \"{bob}\"), (at: (15, 6), unit: \"{cob}\"), (entry: 2)");
        let game = ann(part("1", &come), (3, 3)).begin(&[]);
        game.battle.view_for(SideId(side)).digest()
    };
    assert_eq!(view("Bob", "Cob 1", 1), view("Cob 1", "Bob", 1));
    assert_ne!(view("Bob", "Cob 1", 0), view("Cob 1", "Bob", 0));
    let game = ann(part("0", "(entry: 1, unit: \"Cob 1\")"), (3, 3)).begin(&[]);
    let known = |side| (1..=4).map(|n| game.battle.view_for(SideId(side)).table().under(n)).collect::<Vec<_>>();
    assert_eq!((known(0), known(1)), (vec![2, 0, 0, 0], vec![0; 4]));
}

/// Ann, who is on watch down the passage, in the direction of this number from 1, and whoever of Blue is to come.
fn sentry(watch: u8, figures: &str) -> Field {
    let field = part("0", "").with("open: [(6, 3)]").troop("Keen", "sv: 2").troop("Frail", "grit: 6");
    let field = field.figure("Fox", (15, 4), &format!("troop: \"Frail\", armour: \"Power Armour\", {figures}"));
    let kit = "troop: \"Keen\", weapons: [\"Bolter\"]";
    field.side("Red", "").figure_with("Ann", (7, 3), kit, &format!("\"watch\": {watch}"))
}

/// HULK-STALK-10, HULK-STALK-11: whoever takes a step in the arc is shot at before he takes the next, by a hurried shot at
/// Armour +1; then he goes on or stops. Nothing is shot at outside the arc.
#[test]
fn watchers_react() {
    let mut game = sentry(1, "").begin(&[]);
    let watched = |game: &Game, at: (u16, u16)| {
        let ann = game.unit("Ann");
        Iten::watched(&game.battle, ann).contains(&game.battle.board().at(at.0, at.1))
    };
    assert!(watched(&game, (11, 3)) && !watched(&game, (6, 3)), "as the window shows it");
    game.go("Fox", (11, 3), &[]);
    assert_eq!((game.asked(), game.asking()), ("Red".to_owned(), Rule("HULK-STALK-11")));
    let first = game.place("Fox");
    assert!(watched(&game, first));
    assert_eq!(game.offers(), ["Ann shoots at Fox with the Bolter", "Ann does nothing more"]);
    let (ann, fox) = (game.unit("Ann"), game.unit("Fox"));
    let need = game.battle.shot(ann, 0, fox).unwrap().need;
    let hit = format!("{}/6", 6 - need);
    let hurt = |game: &Game| game.value("Fox", "fate") != 0 || game.value("Fox", "down") != 0;
    let shot = game.chances("Ann shoots at Fox with the Bolter", hurt);
    assert_eq!(shot[&true], crate::field::ratio(&hit), "a shot as usual needs {need}, this one 1 more");
    game.act("Ann does nothing more", &[]);
    assert_eq!((game.asked(), game.place("Fox")), ("Blue".to_owned(), first));
    game.act("Fox moves to 12.3", &[]);
    assert_eq!(game.asked(), "Red", "each step is one more");
    game.act("Ann shoots at Fox with the Bolter", &[("HULK-STALK-11", 2)]);
    // Looking the other way she sees nobody come.
    let mut game = sentry(4, "").begin(&[]);
    assert!(!watched(&game, (11, 3)));
    game.go("Fox", (11, 3), &[]);
    assert_ne!(game.asking(), Rule("HULK-STALK-11"));
}

/// HULK-STALK-12: on a natural 1 the weapon jams: no shot and no watch until a Shooting phase has gone into clearing it.
#[test]
fn weapons_jam() {
    let mut game = sentry(1, "").begin(&[]);
    game.go("Fox", (11, 3), &[]);
    let jams = game.chances("Ann shoots at Fox with the Bolter", |game| game.value("Ann", "jams"));
    assert_eq!(jams, table([(0, "5/6"), (1, "1/6")]));
    game.act("Ann shoots at Fox with the Bolter", &[("HULK-STALK-11", 1)]);
    game.act("Fox moves to 11.3", &[]);
    assert_eq!((game.asked(), game.value("Ann", "watch")), ("Red".to_owned(), 0));
    game.act("pass: nobody else does anything in this step", &[]);
    assert_eq!(game.phase(), "Shooting");
    let ann = game.unit("Ann");
    let shot = Action::of(Verb::Fire, ann).at(game.unit("Fox"));
    assert_eq!(game.refused(shot).rule, Rule("HULK-STALK-12"));
    assert_eq!(game.refused(Action::of(Verb::Face, ann).index(0)).rule, Rule("HULK-STALK-12"));
    game.act("Ann clears the Bolter", &[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]);
    assert_eq!(game.value("Ann", "jams"), 0);
}

/// HULK-STALK-10: one watches instead of shooting and running, until one's own next Movement; and not in a fight.
#[test]
fn watching() {
    let mut game = ann(part("0", "").at("Shooting"), (8, 3)).begin(&[]);
    assert_eq!(game.offers().iter().filter(|o| o.starts_with("Ann watches")).count(), 6);
    game.act("Ann watches E", &[("ITEN-INIT-02", 1), ("ITEN-INIT-02", 6)]);
    assert_eq!(game.battle.table().turn, 2, "she does not run");
    assert_eq!((game.asked(), game.value("Ann", "watch")), ("Red".to_owned(), 0), "her own Movement has begun");
    let fights = part("0", "").figure("Fox", (8, 3), "").at("Shooting");
    let mut game = ann(fights, (7, 3)).figure("Abe", (3, 6), "weapons: [\"Lasgun\"]").begin(&[]);
    let watch = Action::of(Verb::Face, game.unit("Ann")).index(0);
    assert!(game.battle.check(watch, &mut game.list).is_err());
}

/// HULK-STALK-09, HULK-STALK-11: a contact that comes in under a watcher's eyes is shot at as it is turned.
#[test]
fn watched_vents() {
    let field = part("0", "(entry: 1, unit: \"Bob\")").with("open: [(6, 3)]");
    let field = field.side("Red", "").figure_with("Ann", (8, 3), "weapons: [\"Lasgun\"]", "\"watch\": 1");
    let mut game = field.begin(&[]);
    game.act("contact 1 comes in by entry 1 to 15.3", &[]);
    assert_eq!((game.asked(), game.asking()), ("Red".to_owned(), Rule("HULK-STALK-11")));
    game.act("Ann shoots at Bob with the Lasgun", &[("HULK-STALK-11", 2)]);
}

/// HULK-STALK-01: only where a mission says so do contacts come, and only there can anybody keep watch or seal anything.
#[test]
fn only_some_missions_have_stalkers() {
    let asked = |name: &str| {
        let scenario = Scenario::open(Library::own(), name).unwrap();
        let mut session = Session::begin(Library::own(), scenario, 3).unwrap();
        let (mut asked, mut seat) =
            (BTreeSet::new(), opponents::opponent(Library::own(), session.battle(), "random").unwrap());
        while let Some(decision) = session.battle().decision().filter(|_| session.battle().number() < 400) {
            asked.insert(decision.rule.0);
            if session.legal().iter().any(|action| action.verb == Verb::Face) {
                asked.insert("watch");
            }
            let action = seat.choose(session.battle(), u64::from(session.battle().number()));
            session.play(action).unwrap();
        }
        asked
    };
    let (stalked, usual) = (asked("seal_the_vents"), asked("dead_air"));
    for sign in ["HULK-STALK-04", "HULK-STALK-05", "watch"] {
        assert!(stalked.contains(sign) && !usual.contains(sign), "{sign}");
    }
    assert!(!usual.iter().any(|rule| rule.starts_with("HULK-STALK")), "{usual:?}");
}

/// Ann, who leads, at an open door to the passage, and Abe, whose gun is jammed; they act before Fox.
fn led(red: &str) -> Field {
    led_by(red, "troop: \"Plain\"")
}

/// The same with another Abe.
fn led_by(red: &str, abe: &str) -> Field {
    let stalking = "stalking: (entries: [(15, 3), (7, 6)], schedule: [0], echoes: 1, seals: 1)";
    let field = Field::ship(PART).mission("Boarding").with("open: [(6, 3)]").troop("Serge", "tags: [Sergeant]");
    let field = field.with(&format!("boarding: (defender: \"Blue\", stake: Seal, {stalking})"));
    let field = field.side("Red", "").figure_with("Ann", (7, 3), "weapons: [\"Lasgun\"]", red);
    let field = field
        .figure_with("Abe", (3, 4), &format!("{abe}, weapons: [\"Bolter\"]"), "\"jams\": 1")
        .retinue("leader: \"Ann\"");
    blue(field).figure("Fox", (15, 5), "weapons: [\"Sword\"]")
}

const PASS: &str = "pass: nobody else does anything in this step";

fn points(game: &Game) -> i16 {
    game.battle.command(SideId(0))
}

/// HULK-STALK-13: a standing Leader or Sergeant rolls for points as his side's Movement begins; nobody else does.
#[test]
fn leaders_roll_for_command_points() {
    let rolled = led("").chances(points);
    assert_eq!(rolled, table([1, 2, 3, 4, 5, 6].map(|n| (n, "1/6"))));
    assert_eq!(points(&led("\"down\": 1, \"fell\": 1").begin(&[])), 0, "she is down");
    let game = led_by("\"down\": 1, \"fell\": 1", "troop: \"Serge\"").begin(&[("HULK-STALK-13", 5)]);
    assert_eq!(points(&game), 5, "Abe is a Sergeant");
}

/// HULK-STALK-13: at the end of one's own Movement 1 buys a step, not into contact, or a door that is closed, 2 clear a jam.
#[test]
fn points_are_spent_in_own_phases() {
    let mut game = led("").begin(&[("HULK-STALK-13", 4)]);
    game.act(PASS, &[]);
    assert_eq!((game.asked(), game.asking()), ("Red".to_owned(), Rule("HULK-STALK-13")));
    let offers = game.offers();
    for offer in [
        "Ann moves to 8.3 for 1 command point",
        "Ann closes the door at 6.3 for 1 command point",
        "Abe clears the Bolter for 2 command points",
    ] {
        assert!(offers.iter().any(|o| o == offer), "{offers:?}");
    }
    let (ann, fox) = (game.unit("Ann"), game.unit("Fox"));
    let two = Action::of(Verb::Move, ann).hex(game.hex(9, 3));
    assert_eq!(game.refused(two).rule, Rule("HULK-STALK-13"), "one hex");
    assert_eq!(game.refused(Action::of(Verb::Fire, ann).at(fox)).reason, Reason::NotAnEnemy, "nobody has taken a step");
    game.act("Abe clears the Bolter for 2 command points", &[]);
    game.act("Ann moves to 8.3 for 1 command point", &[]);
    assert_eq!((points(&game), game.place("Ann"), game.value("Abe", "jams")), (1, (8, 3), 0));
    game.act("Ann moves to 7.3 for 1 command point", &[]);
    assert_eq!(game.asked(), "Blue", "all are spent");
    // Not into contact.
    let mut game = led("").figure("Cat", (9, 3), "").begin(&[("HULK-STALK-13", 1)]);
    game.act(PASS, &[]);
    let near = game.refused(Action::of(Verb::Move, ann).hex(game.hex(8, 3)));
    assert_eq!((near.reason, near.rule), (Reason::Contested, Rule("HULK-STALK-13")));
    let abe = game.unit("Abe");
    let clears = game.refused(Action::of(Verb::Use, abe).index(0));
    assert_eq!((clears.reason, clears.rule), (Reason::NotEnough, Rule("HULK-STALK-13")), "a jam takes two");
    game.act("Ann closes the door at 6.3 for 1 command point", &[]);
    assert!(!game.battle.ground(game.hex(6, 3)).open);
}

/// HULK-STALK-13: whoever sees an enemy's step may do something about it, once a turn: 2 buy a hurried shot by who is not
/// on watch, which hits and jams as a watcher's does.
#[test]
fn points_are_spent_on_enemy_steps() {
    let start = |points: u8| {
        let mut game = led("").begin(&[("HULK-STALK-13", points)]);
        game.act(PASS, &[]);
        game.act(PASS, &[]);
        assert_eq!(game.asked(), "Blue");
        game.go("Fox", (12, 3), &[]);
        game
    };
    let mut game = start(3);
    assert_eq!((game.asked(), game.asking()), ("Red".to_owned(), Rule("HULK-STALK-13")));
    let first = game.place("Fox");
    assert_ne!(first, (12, 3), "the rest of the move waits");
    let shot = "Ann shoots at Fox with the Lasgun for 2 command points";
    assert!(game.offers().iter().any(|o| o == shot) && !game.offers().iter().any(|o| o.starts_with("Abe")));
    let (ann, fox) = (game.unit("Ann"), game.unit("Fox"));
    let need = game.battle.shot(ann, 0, fox).unwrap().need + 1;
    let jams = game.chances(shot, |game| game.value("Ann", "jams"));
    assert_eq!(jams, table([(0, "5/6"), (1, "1/6")]));
    let hurt = |game: &Game| game.value("Fox", "fate") != 0;
    // Grit saves on a 4.
    assert_eq!(game.chances(shot, hurt)[&true], crate::field::ratio(&format!("{}/12", 7 - need)));
    game.act(shot, &[("HULK-STALK-11", 2)]);
    assert_eq!(points(&game), 1);
    game.act(PASS, &[]);
    assert_eq!((game.asked(), game.place("Fox")), ("Blue".to_owned(), first));
    game.act("Fox moves to 12.3", &[]);
    assert_ne!(game.asking(), Rule("HULK-STALK-13"), "once a turn for each enemy");
    let mut game = start(1);
    assert!(!game.offers().iter().any(|o| o.contains("shoots")));
    let far = game.refused(Action::of(Verb::Fire, ann).at(fox));
    assert_eq!(far.reason, Reason::NotEnough);
    assert_eq!(game.refused(Action::of(Verb::Use, game.unit("Abe")).index(0)).reason, Reason::NotEnough);
}

/// HULK-STALK-13: what is left is lost as the next Movement begins, and a watch is turned for 1.
#[test]
fn watches_are_turned_for_points() {
    let mut game = led("").begin(&[("HULK-STALK-13", 6)]);
    game.act(PASS, &[]);
    game.act(PASS, &[]);
    game.act(PASS, &[]);
    assert_eq!((game.asked(), game.phase()), ("Red".to_owned(), "Shooting"));
    game.act("Ann watches W", &[]);
    game.act(PASS, &[]);
    while game.asking() != Rule("HULK-STALK-13") {
        idle(&mut game);
    }
    game.act("Ann turns its watch to E for 1 command point", &[]);
    assert_eq!((points(&game), game.value("Ann", "watch")), (5, 1));
    game.act(PASS, &[]);
    game.act(PASS, &[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1), ("HULK-STALK-13", 2)]);
    assert_eq!(points(&game), 2, "the five are lost");
}

/// Ann with a scanner, and two contacts: on the board behind the bend, and at an entry.
fn scanner(bob: &str) -> Field {
    let come = format!("(at: (15, 5){bob}), (entry: 2)");
    let field = part("0", &come).at("Shooting");
    let field = field.side("Red", "").figure("Ann", (5, 3), "weapons: [\"Lasgun\"], issued: [\"Scanner\"]");
    field.figure("Abe", (3, 4), "weapons: [\"Lasgun\"]")
}

/// HULK-STALK-14: instead of shooting its bearer learns what one contact within twelve hexes is, whatever is between.
#[test]
fn scanners_tell_what_a_contact_is() {
    for (unit, tells) in [
        ("", "contact 1 is an echo"),
        (", unit: \"Bob\"", "contact 1 is one figure"),
        (", unit: \"Cob 1\"", "contact 1 is more than one figure"),
        (", unit: \"Dob 1\"", "contact 1 is more than one figure"),
    ] {
        let mut game = scanner(unit).begin(&[]);
        let (ann, abe) = (game.unit("Ann"), game.unit("Abe"));
        let scan = |by| Action::of(Verb::Use, by).with(1).index(1);
        assert_eq!(game.refused(scan(abe)).rule, Rule("HULK-STALK-14"), "he has none");
        assert!(game.offers().contains(&"Ann scans contact 2".to_owned()), "at an entry");
        game.play(scan(ann), &[]);
        let told = |side| Iten::secrets(&game.battle.view_for(SideId(side)), SideId(side));
        assert!(told(1).iter().any(|known| known.text == tells && known.rule == Rule("HULK-STALK-14")), "{tells}");
        assert!(!told(0).iter().any(|known| known.rule == Rule("HULK-STALK-14")), "the Defender is not told");
        assert!(!game.offers().iter().any(|o| o.starts_with("Ann")), "it was her Shooting");
    }
    let mut game = part("0", "(at: (15, 3), unit: \"Bob\")")
        .at("Shooting")
        .side("Red", "")
        .figure("Ann", (3, 6), "weapons: [\"Lasgun\"], issued: [\"Scanner\"]")
        .begin(&[]);
    let (ann, at) = (game.unit("Ann"), game.hex(15, 3));
    let far = game.battle.range(game.battle.piece(ann).at, at) > 12;
    let scan = Action::of(Verb::Use, ann).with(1).index(1);
    assert!(far && game.refused(scan).reason == Reason::OutOfRange);
}

/// HULK-STALK-14, HULK-STALK-18: battles that differ only in what contacts are look the same to the Boarder until he has
/// scanned, and to everybody else afterwards; what he believes then agrees with it.
#[test]
fn scans_are_told_to_one_side_alone() {
    let digest = |game: &Game, side| game.battle.view_for(SideId(side)).digest();
    let [mut echo, mut more] = ["", ", unit: \"Dob 1\""].map(|unit| scanner(unit).begin(&[]));
    assert_eq!(digest(&echo, 1), digest(&more, 1));
    for game in [&mut echo, &mut more] {
        game.act("Ann scans contact 1", &[]);
    }
    assert_ne!(digest(&echo, 1), digest(&more, 1));
    let table = |game: &Game, side| *game.battle.view_for(SideId(side)).table();
    assert_eq!(table(&echo, 0).traces, table(&more, 0).traces, "the Defender's view says nothing of it");
    assert_eq!(table(&more, 1).under(1), 0, "nor the Boarder's who they are");
}

/// Ann with a flamer in the passage, before its bend, who has fired so many bursts.
fn flamer(bursts: u8) -> Field {
    let field = part("0", "(at: (15, 6))").at("Shooting").figure("Fox", (15, 5), "");
    let field = field.side("Red", "");
    field.figure_with("Ann", (12, 3), "weapons: [\"Flamethrower\"]", &format!("\"bursts\": {bursts}"))
}

/// Does nothing where one may, and the first that is offered elsewhere, with whatever dice.
pub(super) fn idle(game: &mut Game) {
    let offers = game.offers();
    let quiet = |o: &String| o.starts_with("pass") || o.contains("lurking") || o.contains("stays");
    let action = game.list.actions[offers.iter().position(quiet).unwrap_or(0)];
    let mut dice = Seeded::new(1, game.battle.number());
    game.battle.play_unchecked(action, &mut dice, &mut Log::on());
}

/// Lets time pass until a side is asked under a rule.
pub(super) fn until(game: &mut Game, asked: &str, rule: &'static str) {
    while (game.asked().as_str(), game.asking()) != (asked, Rule(rule)) {
        idle(game);
    }
}

/// HULK-STALK-15: what a burst covers burns until the Defender's next Movement is over: contacts stay out of it, a figure
/// that goes in is hit without a roll and goes no farther.
#[test]
fn ground_burns() {
    let burst = "Ann burns everyone from 13.3 with the Flamethrower";
    for burns in [false, true] {
        let mut game = flamer(0).begin(&[]);
        until(&mut game, "Red", "ITEN-SHO-06");
        let shot = game.action(if burns { burst } else { "Ann does nothing more" });
        game.battle.play_unchecked(shot, &mut Seeded::new(1, 1), &mut Log::on());
        until(&mut game, "Blue", "HULK-STALK-07");
        assert_eq!(game.value("Ann", "bursts"), i32::from(burns));
        assert_eq!(goals(&mut game).iter().any(|hex| hex == "15.4"), !burns, "a contact");
        game.act("contact 1 stays where it is", &[]);
        assert_eq!(game.battle.is_burning(game.hex(15, 4)), burns);
        assert!(game.can(Verb::Move, "Fox", (15, 4)));
        assert_eq!(game.can(Verb::Move, "Fox", (14, 3)), !burns, "he goes no farther");
        let out = game.chances("Fox moves to 15.4", |game| game.value("Fox", "fate") != 0);
        let share = if burns { table([(false, "1/3"), (true, "2/3")]) } else { table([(false, "1")]) };
        assert_eq!(out, share, "Grit 4 and -1");
        game.act("pass: nobody else does anything in this step", &[]);
        assert!(!game.battle.is_burning(game.hex(15, 4)), "it has gone out");
    }
}

/// HULK-STALK-15: six bursts, and no seventh; they may be pointed where nobody is.
#[test]
fn flamers_have_six_bursts() {
    let mut game = flamer(5).begin(&[]);
    until(&mut game, "Red", "ITEN-SHO-06");
    assert!(game.offers().contains(&"Ann burns everyone from 13.3 with the Flamethrower".to_owned()));
    assert!(
        game.offers().contains(&"Ann burns everyone from 11.3 with the Flamethrower".to_owned()),
        "nobody is there"
    );
    let mut game = flamer(6).figure("Abe", (7, 3), "weapons: [\"Lasgun\"]").begin(&[]);
    until(&mut game, "Red", "ITEN-SHO-06");
    let seventh = game.refused(Action::of(Verb::Fire, game.unit("Ann")).hex(game.hex(13, 3)));
    assert_eq!((seventh.reason, seventh.rule), (Reason::NotEnough, Rule("HULK-STALK-15")));
}
