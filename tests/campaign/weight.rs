//! Dead Weight: a hulk that remembers what was burnt and sealed (HULK-CAMP-01), and a squad with two ways to stop her.

use hexfray::battle::Rule;
use hexfray::campaign::Campaign;
use hexfray::content::Library;
use hexfray::league::campaigns::{fight, play_out};
use hexfray::rules::AnyBattle;
use hexfray::rules::iten;
use hexfray::scenario::Session;

use crate::camp::{decide, peaceful, terms};

fn weight() -> Campaign {
    Campaign::begin(Library::own(), terms("dead_weight"), None).unwrap()
}

fn open(campaign: &Campaign) -> Vec<&str> {
    campaign.state().open(campaign.plot()).map(|m| m.id.as_str()).collect()
}

fn aboard(session: &Session) -> &iten::Battle {
    let AnyBattle::Iten(battle) = session.battle() else { panic!("a boarding") };
    battle
}

/// The hexes that are marked so, by column and row.
fn marked(battle: &iten::Battle, is: impl Fn(&iten::Ground) -> bool) -> Vec<(u16, u16)> {
    battle.marked().iter().filter(|m| is(&m.1)).map(|m| battle.board().column_row(m.0)).collect()
}

fn sealed(battle: &iten::Battle) -> Vec<(u16, u16)> {
    marked(battle, |now| now.seal == 2)
}

/// Two computers fight a mission; how it stood at its end, with the Brood as the winner whatever came of it.
fn fought(campaign: &mut Campaign, mission: &str) -> Session {
    let mut session = campaign.march(Library::own(), mission).unwrap();
    fight(Library::own(), &mut session, |_| ()).unwrap();
    let mut report = campaign.report(&session).unwrap();
    report.winners = vec!["brood".to_owned()];
    campaign.settle(Library::own(), &report).unwrap();
    session
}

/// HULK-CAMP-01: an entry that was sealed is none where its section is used again, for a mission with another aim.
#[test]
fn what_was_sealed_stays_sealed() {
    let mut campaign = weight();
    decide(&mut campaign, "lock", "squad");
    let vents = fought(&mut campaign, "vents");
    let welded = sealed(aboard(&vents));
    assert!(!welded.is_empty(), "nobody has sealed anything");
    decide(&mut campaign, "core", "squad");
    let session = campaign.march(Library::own(), "helm").unwrap();
    let battle = aboard(&session);
    assert_eq!(sealed(battle), welded);
    assert_eq!(battle.open_entries().count() + welded.len(), battle.entries().count());
}

/// HULK-CAMP-01: of a nest only what has not burnt is left to burn where its section is used again.
#[test]
fn what_was_burnt_stays_burnt() {
    let mut campaign = weight();
    decide(&mut campaign, "lock", "squad");
    let nest = fought(&mut campaign, "nest");
    let (before, burnt) = (aboard(&nest).unburnt().count(), marked(aboard(&nest), |now| now.burnt));
    assert!(!burnt.is_empty(), "nobody has burnt anything");
    let session = campaign.march(Library::own(), "embers").unwrap();
    assert_eq!(marked(aboard(&session), |now| now.burnt), burnt);
    assert_eq!(aboard(&session).unburnt().count(), before);
}

/// HULK-STALK-17: a seal that was broken in a later mission is none in the one after it.
#[test]
fn what_was_broken_open_stays_open() {
    let after = |again: bool| {
        let mut campaign = weight();
        let scars = |elements: &[&str]| {
            let elements: Vec<String> = elements.iter().map(|e| (*e).to_owned()).collect();
            let fields = [("sealed".to_owned(), elements)].into_iter().filter(|f| !f.1.is_empty()).collect();
            [("seal_the_vents".to_owned(), fields)].into_iter().collect()
        };
        decide(&mut campaign, "lock", "squad");
        campaign.march(Library::own(), "vents").unwrap();
        let mut report = peaceful(&campaign, "vents", "squad");
        report.scars = scars(&["(7, 11)"]);
        campaign.settle(Library::own(), &report).unwrap();
        if again {
            campaign.march(Library::own(), "nest").unwrap();
            let mut report = peaceful(&campaign, "nest", "squad");
            report.scars = scars(&[]);
            campaign.settle(Library::own(), &report).unwrap();
        }
        decide(&mut campaign, "core", "squad");
        sealed(aboard(&campaign.march(Library::own(), "helm").unwrap()))
    };
    assert_eq!((after(false), after(true)), (vec![(7, 11)], vec![]));
}

/// Two ways through: with the core she is turned, without it broken, as long as there is time; who has lost both of them,
/// or whose last hope came too late, has lost.
#[test]
fn two_ways_through() {
    let ending = |results: &[(&str, bool)]| {
        let mut campaign = weight();
        for (mission, won) in results {
            assert!(campaign.state().ending(campaign.plot()).is_none(), "over before {mission}");
            decide(&mut campaign, mission, if *won { "squad" } else { "brood" });
        }
        let ending = campaign.state().ending(campaign.plot());
        ending.unwrap_or_else(|| panic!("open yet: {:?}", open(&campaign))).verdict()
    };
    let start = [("lock", true), ("vents", true), ("nest", false)];
    let with = |more: &[(&str, bool)]| ending(&[&start[..], more].concat());
    assert_eq!(with(&[("core", true), ("helm", true)]), "won: Turned");
    assert_eq!(with(&[("core", true), ("helm", false), ("reactor", true)]), "won: Ash");
    assert_eq!(with(&[("core", false), ("again", false), ("reactor", true)]), "won: Ash");
    assert_eq!(with(&[("core", false), ("again", false), ("reactor", false)]), "lost: Impact");
    // All of the others won do not help.
    assert_eq!(with(&[("core", false), ("again", true), ("helm", false)]), "lost: Impact", "six days are over");
    // A day more was spent on the nest.
    assert_eq!(with(&[("embers", true), ("core", true), ("helm", false),]), "lost: Impact");
    let neither = [("lock", false), ("vents", false), ("nest", false), ("core", false), ("again", false)];
    assert_eq!(ending(&[&neither[..], &[("reactor", true)]].concat()), "lost: What came down");
}

/// The nest and the shafts wait for three battles, and the embers for four.
#[test]
fn deadlines() {
    let mut campaign = weight();
    assert_eq!(open(&campaign), ["lock"]);
    decide(&mut campaign, "lock", "squad");
    assert_eq!(open(&campaign), ["vents", "nest"]);
    decide(&mut campaign, "nest", "brood");
    assert_eq!(open(&campaign), ["vents", "embers", "core"]);
    decide(&mut campaign, "core", "brood");
    assert_eq!(open(&campaign), ["embers", "again"]);
    decide(&mut campaign, "again", "brood");
    assert_eq!(open(&campaign), ["reactor"]);
}

/// The squad is named, led by its Sergeant, and goes in the armour that it is called after.
#[test]
fn the_squad() {
    let mut campaign = weight();
    let session = campaign.march(Library::own(), "lock").unwrap();
    let battle = aboard(&session);
    let squad = campaign.side_of(&session, "squad").unwrap();
    let figures: Vec<_> = session.battle().units().filter(|u| session.battle().piece(*u).side == squad).collect();
    assert!((5..=7).contains(&figures.len()));
    for &figure in &figures {
        assert_eq!(battle.profile(figure).member.armour.name, "Terminator Armour");
    }
    let names: Vec<String> = figures.iter().map(|u| session.battle().name(*u)).collect();
    assert_eq!(names[0], "Sergeant Ormund Vail");
    assert!(names.iter().all(|n| !n.starts_with("Terminator")), "{names:?}");
    assert!(campaign.company().fighters[0].leads);
}

/// A whole campaign between computers comes to an end.
#[test]
fn a_whole_campaign() {
    let mut campaign = weight();
    play_out(Library::own(), &mut campaign, |_, session| {
        let rule = session.battle().decision().map(|d| d.rule);
        assert_ne!(rule, Some(Rule("HULK-BLIP-13")), "contacts do not wait to be woken");
    })
    .unwrap();
    assert!(campaign.state().ending(campaign.plot()).is_some());
}
