//! Missions among stalkers: what they are about, and who is lost there (HULK-STALK-21 to -26).

use std::collections::BTreeSet;

use hexfray::battle::{Action, Reason, Rule, Rules, Seeded, SideId, Verb};
use hexfray::rules::iten::Iten;

use super::stalking::{PART, blue, idle, moves_to, until};
use crate::field::{Field, Game, table};

/// A mission of this kind among stalkers, with Ann and whatever is said, at the end of its first turn.
fn mission(terms: &str, stalking: &str) -> Field {
    let stalking = format!("stalking: (entries: [(15, 3), (7, 6)], schedule: [1], {stalking})");
    let field = Field::ship(PART).mission("Boarding").at("End of turn");
    blue(field.with(&format!("boarding: (defender: \"Blue\", {terms}, {stalking})")))
}

/// HULK-STALK-21: the cutter works where a Boarder stands by it and none of those who stalk touches it; when it is through
/// Boarders have won.
#[test]
fn cutters_work() {
    let worked = |ann, fox| {
        let field = mission("stake: Cut", "sites: [(9, 3)], work: 9").figure("Fox", fox, "");
        let game = field.side("Red", "").figure("Ann", ann, "").begin(&[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]);
        game.battle.table().cut
    };
    assert_eq!(worked((8, 3), (13, 3)), 1);
    assert_eq!(worked((8, 3), (10, 3)), 0, "he touches it");
    assert_eq!(worked((7, 3), (13, 3)), 0, "nobody stands by it");
    let field = mission("stake: Cut", "sites: [(9, 3)], work: 1").figure("Fox", (13, 3), "");
    let game = field.side("Red", "").figure("Ann", (8, 3), "").begin(&[]);
    assert_eq!(game.won(), Some((vec!["Red".to_owned()], "HULK-OBJ-09")));
}

/// HULK-STALK-22: every hex of the nest has to burn once.
#[test]
fn nests_burn() {
    let field = mission("stake: Burn, within: \"r\"", "").with("open: [(6, 3)]").at("Shooting");
    let field = field.side("Red", "").figure("Ann", (6, 3), "weapons: [\"Flamethrower\"]");
    let mut game = field.begin(&[]);
    assert_eq!(game.battle.unburnt().count(), 6);
    game.act("Ann burns everyone from 5.3 with the Flamethrower", &[]);
    assert_eq!(game.battle.unburnt().count(), 0);
    assert_eq!(game.won(), Some((vec!["Red".to_owned()], "HULK-OBJ-09")));
}

/// HULK-STALK-23: who touches the core takes it up, does not run with it, and wakes more of them.
#[test]
fn cores_are_carried() {
    let field = mission("stake: Core", "sites: [(4, 3)], roused: 3");
    let field = field.side("Red", "").figure("Ann", (3, 3), "weapons: [\"Lasgun\"]").figure("Abe", (3, 4), "");
    let mut game = field.begin(&[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]);
    assert_eq!(game.battle.prize_bearer(), Some(game.unit("Ann")));
    assert_eq!(game.battle.contacts_due(9), 3);
    until(&mut game, "Red", "ITEN-SHO-13");
    assert!(game.can(Verb::Run, "Abe", (5, 4)));
    let run = Action::of(Verb::Run, game.unit("Ann")).hex(game.hex(5, 4));
    assert_eq!(game.refused(run).rule, Rule("HULK-STALK-23"));
}

/// Ann looks for Abe and Art, who are lost: contacts lie at three sites, and one of them is neither.
fn rescue(come: &str) -> Field {
    let sites = "strays: 2, echoes: 1, sites: [(15, 5), (4, 6), (4, 3)]";
    let stalking = format!("stalking: (entries: [(15, 3), (7, 6)], schedule: [0], {sites}, come: [{come}])");
    let terms =
        format!("boarding: (defender: \"Blue\", stake: Rescue, craft: {{\"Red\": [(3, 6), (4, 6)]}}, {stalking})");
    blue(Field::ship(PART).mission("Boarding").with(&terms))
}

/// Abe under the first contact, nobody under the second, Art under the third.
const LOST: &str = "(at: (15, 5), unit: \"Abe\"), (at: (4, 6)), (at: (4, 3), unit: \"Art\")";

/// Ann in the passage, and whoever is lost.
fn seekers(field: Field) -> Field {
    field.side("Red", "").figure("Ann", (10, 3), "weapons: [\"Lasgun\"]").hidden("Abe", 1, "").hidden("Art", 1, "")
}

/// HULK-STALK-25: who is lost waits, though the Defender is asked as for other contacts, until a Boarder sees him; from then on
/// he is one of them.
#[test]
fn who_is_lost_is_found() {
    let mut game = seekers(rescue(LOST)).begin(&[]);
    assert_eq!(
        (game.asked(), game.offers()),
        ("Blue".to_owned(), vec!["contact 1 stays where it is".to_owned()]),
        "under it is Abe"
    );
    let woken = game.refused(Action::side(Verb::Use).index(1));
    assert_eq!((woken.reason, woken.rule), (Reason::NothingToDo, Rule("HULK-STALK-08")));
    assert_eq!(game.refused(moves_to(&game, (15, 6))).rule, Rule("HULK-STALK-07"));
    game.act("contact 1 stays where it is", &[]);
    assert!(game.offers().len() > 1, "the second is an echo, and goes where it likes");
    until(&mut game, "Red", "ITEN-MOVE-01");
    assert!(game.battle.hidden(game.unit("Abe")));
    game.go("Ann", (15, 4), &[]);
    assert_eq!(game.battle.piece(game.unit("Abe")).at, game.hex(15, 5));
    assert!(!game.battle.hidden(game.unit("Abe")) && game.battle.hidden(game.unit("Art")));
    until(&mut game, "Red", "ITEN-MOVE-01");
    assert!(game.can(Verb::Move, "Abe", (15, 6)));
}

/// HULK-STALK-25: Boarders win with two of them home, and have lost when too few are left.
#[test]
fn two_are_to_be_led_home() {
    let ended = |abe: (u16, u16), art: Option<(u16, u16)>, rolls: &[(&str, u8)]| {
        let field = rescue("").at("End of turn").side("Red", "").figure("Ann", (3, 3), "").figure("Abe", abe, "");
        let field = match art {
            Some(at) => field.figure("Art", at, ""),
            None => field.gone("Art", "troop: \"Plain\""),
        };
        let game = field.begin(rolls);
        game.battle.outcome().map(|outcome| (game.won().map(|won| won.0), outcome.reason))
    };
    let red = (Some(vec!["Red".to_owned()]), "the lost squad is home");
    assert_eq!(ended((3, 6), Some((4, 6)), &[]), Some(red));
    assert_eq!(ended((3, 6), Some((5, 6)), &[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]), None, "one is not there yet");
    let blue = (Some(vec!["Blue".to_owned()]), "too few of the lost squad are left");
    assert_eq!(ended((3, 6), None, &[]), Some(blue));
}

/// HULK-STALK-25: each site is as likely as any other to have one of them, and the bag gives what lies at the rest.
#[test]
fn they_are_at_any_of_the_sites() {
    let field = rescue("").retinue("campaign: true").at("").side("Red", "").retinue("campaign: true");
    let field = field.hidden("Ann", 1, "weapons: [\"Lasgun\"]").hidden("Abe", 1, "").hidden("Art", 1, "");
    let mut game = field.begin(&[("HULK-BLIP-02", 1)]);
    let breach = game.offers()[0].clone();
    let first = game.chances(&breach, |game| game.battle.table().under(1));
    let bag = [(0, "1/12"), (1, "1/12"), (2, "1/12"), (3, "1/12")];
    assert_eq!(first, table(bag.into_iter().chain([(4, "1/3"), (5, "1/3")]).collect::<Vec<_>>()));
    let lying = game.chances(&breach, |game| game.battle.blips().count());
    assert_eq!(lying, table([(3, "1")]));
}

/// HULK-STALK-18, HULK-STALK-25: the Boarder's view is the same wherever they are; what he believes is that they lie at sites that
/// nobody has left.
#[test]
fn nobody_tells_where_they_are() {
    let other = "(at: (15, 5)), (at: (4, 6), unit: \"Art\"), (at: (4, 3), unit: \"Abe\")";
    let left = "(at: (15, 5), unit: \"Abe\"), (at: (13, 6)), (at: (4, 3), unit: \"Art\")";
    let view = |come: &str| seekers(rescue(come)).begin(&[]).battle.view_for(SideId(1));
    assert_eq!(view(LOST).digest(), view(other).digest());
    let believed = |come: &str| {
        let view = view(come);
        let one = |seed| {
            let mut view = view.clone();
            Iten::resample(&mut view, SideId(1), &mut Seeded::new(seed, 0));
            (1..=3).filter(|&n| view.table().under(n) > 3).collect::<Vec<u8>>()
        };
        (0..60).map(one).collect::<BTreeSet<_>>()
    };
    assert_eq!(believed(LOST), BTreeSet::from([vec![1, 2], vec![1, 3], vec![2, 3]]));
    assert_eq!(believed(left), BTreeSet::from([vec![1, 3]]), "the second has moved");
}

/// HULK-STALK-25: a rescue needs two who are lost, a site for each, and somebody who looks for them.
#[test]
fn rescues_are_checked() {
    let refused = |field: Field| field.try_ready().err().unwrap_or_default().concat();
    let alone = rescue("").side("Red", "").hidden("Abe", 1, "").hidden("Art", 1, "");
    assert!(refused(alone).contains("2 Boarders, of whom 2 are lost"));
    let sites = mission("stake: Rescue", "strays: 2, sites: [(4, 6)]").side("Red", "").figure("Ann", (3, 3), "");
    let told = refused(sites.hidden("Abe", 1, "").hidden("Art", 1, ""));
    assert!(told.contains("2 who are lost, at 1 sites"), "{told}");
    let cut = mission("stake: Cut", "strays: 2, sites: [(9, 3)], work: 9").side("Red", "").figure("Ann", (3, 3), "");
    let told = refused(cut.hidden("Abe", 1, "").hidden("Art", 1, ""));
    assert!(told.contains("nothing else has any"), "{told}");
}

/// HULK-STALK-26: armed in three rooms, a reactor goes off five turns later; two figures have to be home.
#[test]
fn reactors_go_off() {
    let field = mission("stake: Reactor", "sites: [(4, 3), (4, 6), (13, 3)], roused: 4");
    let field = field.side("Red", "").figure("Ann", (3, 3), "").figure("Abe", (3, 6), "").figure("Art", (12, 3), "");
    let mut game = field.begin(&[("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)]);
    assert_eq!((game.battle.table().planted, game.battle.contacts_due(2)), (1, 4));
    while game.won().is_none() {
        idle(&mut game);
    }
    assert_eq!(game.won(), Some((vec!["Blue".to_owned()], "HULK-OBJ-09")));
    assert_eq!((game.battle.table().turn, game.value("Ann", "fate")), (6, 1));
}

/// HULK-STALK-03: a bag with more contacts than its sealed list has lines for is refused.
#[test]
fn bags_are_sealed_whole() {
    let bag = |echoes: u8| {
        let field = mission("stake: Seal", &format!("seals: 1, echoes: {echoes}"));
        field.side("Red", "").figure("Ann", (3, 3), "").try_ready().err()
    };
    let refused = bag(200).unwrap_or_default().concat();
    assert!(refused.contains("23 at most"), "{refused}");
}

/// HULK-CAMP-01: what a scenario says was sealed or has burnt is so from the start: a sealed entry is none, a sealed door does
/// not open, and of a nest the rest has to burn. What cannot be so is refused.
#[test]
fn sealed_and_burnt_from_the_start() {
    let with = |fields: &str| {
        let field = mission("stake: Burn, within: \"r\"", "").with(fields);
        field.side("Red", "").figure("Ann", (3, 3), "weapons: [\"Flamethrower\"]")
    };
    let rolls = [("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)];
    let fresh = with("").begin(&rolls);
    let game = with("sealed: [(15, 3), (6, 3)], burnt: [(4, 3), (5, 3)]").begin(&rolls);
    let open = |game: &Game| game.battle.open_entries().count();
    assert_eq!((open(&fresh), open(&game)), (2, 1));
    assert_eq!((fresh.battle.unburnt().count(), game.battle.unburnt().count()), (6, 4));
    assert_eq!(game.battle.grade(game.hex(6, 3)), Some(hexfray::rules::iten::numbers::Grade::Light));
    let refused = |fields: &str| with(fields).try_ready().err().unwrap_or_default().concat();
    assert!(refused("sealed: [(7, 4)]").contains("nothing that could be sealed"));
    assert!(refused("burnt: [(7, 4)]").contains("nothing that could have burnt"));
    assert!(refused("open: [(6, 3)], sealed: [(6, 3)]").contains("open, holed or sealed once"));
}
