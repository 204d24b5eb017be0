//! The Long Night (HULK-CAMP): one hulk, what is breached stays breached, what earlier missions change.

use hexfray::battle::{Rule, SideId};
use hexfray::campaign::Campaign;
use hexfray::content::Library;
use hexfray::league::campaigns::{fight, play_out};
use hexfray::rules::AnyBattle;
use hexfray::rules::campaign::{Deed, Health};
use hexfray::rules::iten;
use hexfray::scenario::Session;

use crate::camp::{Ones, decide, peaceful, terms};

/// Who is asked by this rule places figures: everything before the first turn is settled.
const DEPLOYMENT: &str = "ITEN-DEP-02";

fn night() -> Campaign {
    Campaign::begin(Library::own(), terms("long_night"), None).unwrap()
}

/// The campaign with these missions fought, the last of them begun.
fn after(results: &[(&str, &str)], next: &str) -> (Campaign, Session) {
    let mut campaign = night();
    for (mission, winner) in results {
        decide(&mut campaign, mission, winner);
    }
    let session = campaign.march(Library::own(), next).unwrap();
    (campaign, session)
}

fn boarding(session: &Session) -> &iten::Battle {
    let AnyBattle::Iten(battle) = session.battle() else { panic!("a boarding") };
    battle
}

/// Answers with the first choice until a question of a rule comes; its side.
fn until(session: &mut Session, rule: &str) -> SideId {
    for _ in 0..200 {
        let decision = session.battle().decision().unwrap();
        if decision.rule.0 == rule {
            return decision.side;
        }
        let first = session.legal()[0];
        session.play(first).unwrap();
    }
    panic!("nobody is asked by {rule}");
}

/// HULK-CAMP-01: 200 against 300 points; a section used again keeps its holes and airless spaces; blip lists are new.
#[test]
fn what_was_breached_stays_breached() {
    let mut campaign = night();
    let rules = campaign.plot().rules(Library::own());
    let ratings: Vec<i32> = ["party", "nest"].map(|id| rules.rating(&campaign.state().companies[id])).to_vec();
    assert_eq!(ratings, [198, 284]);
    decide(&mut campaign, "foothold", "party");
    let mut session = campaign.march(Library::own(), "log").unwrap();
    fight(Library::own(), &mut session, |_| ()).unwrap();
    let holes: Vec<(u16, u16)> = {
        let battle = boarding(&session);
        let board = battle.board();
        battle.marked().iter().filter(|(_, now)| now.holed).map(|(cell, _)| board.column_row(*cell)).collect()
    };
    assert!(!holes.is_empty(), "the craft itself has cut a hole");
    let report = campaign.report(&session).unwrap();
    campaign.settle(Library::own(), &report).unwrap();
    decide(&mut campaign, "shields", "party");
    let session = campaign.march(Library::own(), "captive").unwrap();
    let battle = boarding(&session);
    for (column, row) in holes {
        assert!(battle.ground(battle.board().at(column, row)).holed, "({column}, {row})");
    }
    assert!(battle.blips().next().is_none(), "blips are placed anew");
}

/// HULK-CAMP-01: a space without air is so from the start where the section is used again, and takes no more of others.
#[test]
fn what_has_lost_its_air_stays_airless() {
    let mut campaign = night();
    decide(&mut campaign, "foothold", "party");
    campaign.march(Library::own(), "log").unwrap();
    let mut report = peaceful(&campaign, "log", "party");
    let board = &Library::own().map("the_log").unwrap().0;
    let cell = board.spaces()[2].cells[1];
    let (column, row) = board.column_row(cell);
    let fields = [("airless".to_owned(), vec![format!("({column}, {row})")])].into_iter().collect();
    report.scars.insert("the_log".to_owned(), fields);
    campaign.settle(Library::own(), &report).unwrap();
    decide(&mut campaign, "shields", "party");
    let session = campaign.march(Library::own(), "captive").unwrap();
    let battle = boarding(&session);
    assert!(battle.airless(battle.board().space_at(cell)));
}

/// HULK-CAMP-02: survival tests first, then 30 points for the Boarder, 45 for the Defender, 10 more for the winner.
#[test]
fn pay() {
    let mut campaign = night();
    decide(&mut campaign, "foothold", "party");
    let purse = |campaign: &Campaign, id: &str| campaign.state().companies[id].purse;
    assert_eq!((purse(&campaign, "party"), purse(&campaign, "nest")), (40, 45));
    let mut campaign = night();
    campaign.march(Library::own(), "foothold").unwrap();
    let mut report = peaceful(&campaign, "foothold", "nest");
    report.served.get_mut("party").unwrap()[3].lost = 1;
    let notes = campaign.settle(Library::own(), &report).unwrap();
    assert!(notes.iter().any(|t| matches!(t.note.deed, Deed::Recovered | Deed::LaidUp | Deed::Died)));
    assert_eq!((purse(&campaign, "party"), purse(&campaign, "nest")), (30, 55));
}

/// HULK-CAMP-03: who has won the first mission picks the breach of the second after the objective is placed.
#[test]
fn a_late_breach() {
    let first = |winner: &str| {
        let (campaign, session) = after(&[("foothold", winner)], "log");
        let nest = campaign.side_of(&session, "nest").unwrap();
        session.battle().decision().unwrap().side == nest
    };
    assert!(first("party") && !first("nest"));
    let (_, mut session) = after(&[("foothold", "party")], "log");
    until(&mut session, "HULK-BLIP-02");
    assert_eq!(boarding(&session).tokens().count(), 1, "it lies there before anybody breaches");
    until(&mut session, "HULK-BLIP-03");
    assert!(boarding(&session).last_turn() < 40, "turns are reckoned from the breach");
}

/// HULK-CAMP-04: the Defender shows one blip of his choice before the third mission, and no more.
#[test]
fn a_blip_is_shown() {
    let (campaign, mut session) = after(&[("foothold", "party"), ("log", "party")], "shields");
    let nest = campaign.side_of(&session, "nest").unwrap();
    assert_eq!(until(&mut session, "HULK-CAMP-04"), nest);
    let blips = boarding(&session).blips().count();
    let ghost = boarding(&session).table().lists.iter().skip(1).position(|l| *l == 0).unwrap();
    let show = session.legal()[ghost];
    session.play(show).unwrap();
    assert_eq!(boarding(&session).blips().count(), blips - 1);
    assert_ne!(session.battle().decision().unwrap().rule, Rule("HULK-CAMP-04"));
    let (_, mut session) = after(&[("foothold", "party"), ("log", "nest")], "shields");
    until(&mut session, DEPLOYMENT);
    assert_eq!(boarding(&session).blips().count(), blips, "nothing is shown to who has lost");
}

/// HULK-CAMP-05: shields down, nothing wakes in the last mission; otherwise two more ghosts. HULK-CAMP-06: the captive
/// brought out, doors there open for one hex of movement.
#[test]
fn the_last_mission_depends_on_the_others() {
    let heart = |shields: &str, captive: &str| {
        let results = [("foothold", "party"), ("log", "party"), ("shields", shields), ("captive", captive)];
        let (_, session) = after(&results, "heart");
        let battle = boarding(&session);
        let boarding = battle.boarding().unwrap();
        let usual = iten::boarding::blips_for(boarding.squads);
        (boarding.terms.waking, boarding.blips - usual, battle.setting().numbers.door)
    };
    assert_eq!(heart("party", "party"), (false, 0, 1));
    assert_eq!(heart("nest", "nest"), (true, 2, 2));
}

/// HULK-CAMP-07, HULK-CAMP-08: the last mission is worth 3, the others 1; the Boarder needs 4.
#[test]
fn campaign_points() {
    let ending = |winners: [&str; 5]| {
        let mut campaign = night();
        for (mission, winner) in ["foothold", "log", "shields", "captive", "heart"].iter().zip(winners) {
            assert!(campaign.state().ending(campaign.plot()).is_none());
            decide(&mut campaign, mission, winner);
        }
        (campaign.state().points(campaign.plot()), campaign.state().ending(campaign.plot()).unwrap().victory)
    };
    assert_eq!(ending(["party", "nest", "nest", "nest", "party"]), (4, true));
    assert_eq!(ending(["party", "party", "party", "nest", "nest"]), (3, false));
    assert_eq!(ending(["nest", "nest", "nest", "nest", "party"]), (3, false));
}

/// HULK-CAMP-08: a Retinue below four figures recruits to four first, on credit.
#[test]
fn recruits_on_credit() {
    let mut campaign = night();
    campaign.march(Library::own(), "foothold").unwrap();
    let mut report = peaceful(&campaign, "foothold", "nest");
    for service in report.served.get_mut("party").unwrap() {
        service.lost = 1;
    }
    campaign.settle_with(Library::own(), &report, &mut Ones).unwrap();
    assert!(campaign.company().fighters.iter().all(|f| f.health == Health::Dead));
    let session = campaign.march(Library::own(), "log").unwrap();
    assert_eq!(campaign.company().living().count(), 4);
    assert!(campaign.company().purse < 0, "30 points do not buy four figures");
    assert!(campaign.company().living().any(|f| f.leads));
    let party = campaign.side_of(&session, "party").unwrap();
    assert_eq!(session.battle().units().filter(|u| session.battle().piece(*u).side == party).count(), 4);
}

/// HULK-KNOW-02, HULK-KNOW-03: what a campaign adds tells a Boarder nothing of what lies under blips: the same night with
/// another list looks the same to him.
#[test]
fn a_boarder_learns_nothing_from_the_campaign() {
    let (campaign, mut session) = after(&[("foothold", "party")], "log");
    until(&mut session, DEPLOYMENT);
    let party = campaign.side_of(&session, "party").unwrap();
    let view = session.battle().view_for(party);
    let AnyBattle::Iten(view) = view else { panic!("a boarding") };
    assert!(view.table().lists.iter().all(|l| *l == 0));
}

/// A whole night between computers comes to an end, and its figures add up.
#[test]
fn a_whole_night() {
    let mut campaign = night();
    play_out(Library::own(), &mut campaign, |_, _| ()).unwrap();
    let state = campaign.state();
    assert_eq!(state.results.len(), 5);
    assert!(state.ending(campaign.plot()).is_some());
    for fighter in &campaign.company().fighters {
        assert!(usize::from(fighter.battles) <= state.results.len(), "{fighter:?}");
        let life = campaign.biography(&campaign.plot().player, &fighter.name);
        let felled = life.filter(|t| matches!(t.note.deed, Deed::Felled(_))).count();
        assert_eq!(felled, usize::from(fighter.felled), "{}", fighter.name);
    }
}
