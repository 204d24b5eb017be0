//! Retinues between battles (ITEN-SURV, ITEN-CAMP).

use hexfray::content::Library;
use hexfray::rules::campaign::{Company, Deed, Health, Purchase, Service};

use crate::camp::{begin, company, decide, folder, peaceful, rules, served, settle, skirmish};

const SURVIVAL: &str = "ITEN-SURV-01";
const ADVANCE: &str = "ITEN-CAMP-05";

fn hunters() -> Company {
    company(&skirmish("inquisitors_retinue", "chaos_agents_retinue"), "ours")
}

/// The first fighter of a troop type.
fn of(company: &Company, troop: &str) -> usize {
    company.fighters.iter().position(|f| f.sheet["troop"] == troop).unwrap()
}

/// What becomes of the first fighter of a troop type who is lost and rolls these.
fn test(company: &Company, troop: &str, faces: &[u8]) -> Health {
    let mut company = company.clone();
    let fighter = of(&company, troop);
    let dice: Vec<(&str, u8)> = faces.iter().map(|face| (SURVIVAL, *face)).collect();
    settle("iten", &mut company, &[served(fighter, 1, 0)], false, &dice);
    company.fighters[fighter].health
}

/// ITEN-SURV-01, ITEN-SURV-02, ITEN-SURV-03, ITEN-SURV-04: above Grit only wounded, exactly Grit out of the next game,
/// below dead.
#[test]
fn survival() {
    // Grit 2+, 3+ and 4+.
    for (troop, grit) in [("Inquisitor", 2), ("Interrogator", 3), ("Stormtrooper", 4)] {
        for face in 1..=6 {
            let expected = match face {
                face if face > grit => Health::Fit,
                face if face == grit => Health::LaidUp,
                _ => Health::Dead,
            };
            assert_eq!(test(&hunters(), troop, &[face]), expected, "{troop} rolls {face}");
        }
    }
}

/// ITEN-SURV-01: Nurgle's favour counts; ITEN-ABIL-11: who is hard to kill rolls a failed test again.
#[test]
fn survival_with_help() {
    let mut favoured = company(&skirmish("inquisitors_retinue", "chaos_agents_retinue"), "theirs");
    assert_eq!(test(&favoured, "Chaos Cultist", &[2]), Health::Dead);
    favoured.sheet["god"] = "Nurgle".into();
    assert_eq!(test(&favoured, "Chaos Cultist", &[2]), Health::LaidUp);
    assert_eq!(test(&favoured, "Chaos Cultist", &[3]), Health::Fit);
    let mut hard = hunters();
    let trooper = of(&hard, "Stormtrooper");
    hard.fighters[trooper].sheet["abilities"] = serde_json::json!(["Hard to Kill"]);
    assert_eq!(test(&hard, "Stormtrooper", &[3, 5]), Health::Fit);
    assert_eq!(test(&hard, "Stormtrooper", &[1, 2]), Health::Dead);
    assert_eq!(test(&hard, "Stormtrooper", &[4]), Health::LaidUp, "an exact roll is no failure");
}

/// ITEN-ABIL-16: a Medic who came home tends the costliest of those lost: one better, but never on a 1.
#[test]
fn the_medic_tends_one() {
    let mut hunters = hunters();
    hunters.fighters[1].sheet["abilities"] = serde_json::json!(["Medic"]);
    let after = |served_by: u8, faces: [u8; 2]| {
        let mut company = hunters.clone();
        let lost = [served(1, served_by, 0), served(2, 1, 0), served(3, 1, 0)];
        let mut dice: Vec<(&str, u8)> = faces.iter().map(|f| (SURVIVAL, *f)).collect();
        if served_by > 0 {
            dice.insert(0, (SURVIVAL, 6));
        }
        settle("iten", &mut company, &lost, false, &dice);
        (company.fighters[2].health, company.fighters[3].health)
    };
    // Grit 3+, and the dearer; and 4+.
    assert_eq!(after(0, [3, 4]), (Health::Fit, Health::LaidUp));
    assert_eq!(after(0, [2, 3]), (Health::LaidUp, Health::Dead));
    assert_eq!(after(0, [1, 4]), (Health::Dead, Health::LaidUp));
    assert_eq!(after(1, [3, 4]), (Health::LaidUp, Health::LaidUp), "he is lost himself");
    let mut tough = hunters.clone();
    tough.fighters[0].sheet["abilities"] = serde_json::json!([]);
    settle("iten", &mut tough, &[served(0, 1, 0), served(1, 0, 0)], false, &[(SURVIVAL, 1)]);
    assert_eq!(tough.fighters[0].health, Health::Dead, "2+, and a 1");
}

/// ITEN-PSY-09: whom a daemon has left passes his test without a roll if he is of Chaos.
#[test]
fn chaos_survives_its_daemons() {
    let mut theirs = company(&skirmish("inquisitors_retinue", "chaos_agents_retinue"), "theirs");
    let spared = Service { spared: true, ..served(0, 1, 0) };
    let notes = settle("iten", &mut theirs, &[spared], false, &[]);
    assert_eq!(theirs.fighters[0].health, Health::Fit);
    assert_eq!((notes[0].deed.clone(), notes[0].rule.as_str()), (Deed::Recovered, "ITEN-PSY-09"));
}

/// ITEN-CAMP-01: it begins with 200 points, which are its rating; the roster lives on.
#[test]
fn beginning() {
    let hunters = hunters();
    // The printed Retinue by the formula (ITEN-EX-15).
    assert_eq!(rules("iten").rating(&hunters), 198);
    assert_eq!(hunters.fighters[0].name, "Ann");
    assert!(hunters.fighters[0].leads && hunters.fighters.iter().filter(|f| f.leads).count() == 1);
}

/// ITEN-CAMP-02: a test for every lost figure, in the order of the roster.
#[test]
fn tests_in_order() {
    let mut hunters = hunters();
    let lost = [served(1, 1, 0), served(2, 0, 0), served(3, 1, 0)];
    let notes = settle("iten", &mut hunters, &lost, false, &[(SURVIVAL, 3), (SURVIVAL, 1)]);
    let told: Vec<(&str, &Deed)> = notes.iter().map(|n| (n.fighter.as_str(), &n.deed)).collect();
    assert_eq!(told, [("Bob", &Deed::LaidUp), ("Dan", &Deed::Died)]);
}

/// ITEN-CAMP-03: who misses a game is not fielded in it and keeps what he has; after it he is fit again.
#[test]
fn missing_a_game() {
    let mut hunters = hunters();
    hunters.fighters[1].experience = 3;
    settle("iten", &mut hunters, &[served(0, 0, 0), served(1, 1, 0)], false, &[(SURVIVAL, 3)]);
    assert_eq!((hunters.fighters[1].health, hunters.fighters[1].experience), (Health::LaidUp, 4));
    assert!(hunters.fit().all(|i| i != 1));
    let fielded = rules("iten").fielded(&hunters, &hunters.fit().collect::<Vec<_>>());
    let told = fielded[0].value.value.text();
    assert!(!told.contains("Bob") && told.contains("Cob"));
    settle("iten", &mut hunters, &[served(0, 0, 0)], false, &[]);
    assert_eq!((hunters.fighters[1].health, hunters.fighters[1].experience), (Health::Fit, 4));
}

/// ITEN-CAMP-04: 1 for a game fielded, 1 for each enemy, 1 for the winner's Leader.
#[test]
fn experience() {
    let mut hunters = hunters();
    settle("iten", &mut hunters, &[served(0, 0, 0), served(1, 0, 2)], true, &[]);
    let earned: Vec<u16> = hunters.fighters.iter().map(|f| f.experience).take(3).collect();
    assert_eq!(earned, [2, 3, 0], "the Leader of the winner; fielded with two foes; not fielded");
    settle("iten", &mut hunters, &[served(0, 0, 0)], false, &[]);
    assert_eq!(hunters.fighters[0].experience, 3);
}

/// ITEN-CAMP-05: at each 5 points a die says what is learnt; at a limit another is taken.
#[test]
fn advances() {
    let learn = |face: u8| {
        let mut hunters = hunters();
        hunters.fighters[3].experience = 4;
        let notes = settle("iten", &mut hunters, &[served(3, 0, 0)], false, &[(ADVANCE, face)]);
        assert_eq!(notes.len(), 1);
        hunters.fighters[3].sheet["advances"].clone()
    };
    let expected = ["fv", "fv", "sv", "sv", "speed", "grit"];
    for (face, field) in (1..=6).zip(expected) {
        assert_eq!(learn(face)[field], 1, "{face} is {field}");
    }
    // Grit 2+ cannot become better: Fighting Value instead.
    let mut hunters = hunters();
    hunters.fighters[0].experience = 4;
    settle("iten", &mut hunters, &[served(0, 0, 0)], false, &[(ADVANCE, 6)]);
    let advances = &hunters.fighters[0].sheet["advances"];
    assert_eq!((&advances["grit"], &advances["fv"]), (&0.into(), &1.into()));
    // Nobody learns between two fives.
    settle("iten", &mut hunters, &[served(0, 0, 0)], false, &[]);
    // Zombies never.
    let mut dead = company(&skirmish("inquisitors_retinue", "chaos_agents_retinue"), "theirs");
    dead.fighters[2].sheet["troop"] = "Plague Zombie".into();
    dead.fighters[2].experience = 4;
    settle("iten", &mut dead, &[served(2, 0, 0)], false, &[]);
    assert_eq!(dead.fighters[2].learnt.len(), 0);
}

/// ITEN-CAMP-06: an advance raises the cost by the formula, and the rating with it: Grit 4+ to 3+ is 5 points.
#[test]
fn rating() {
    let mut hunters = hunters();
    hunters.fighters[3].experience = 4;
    settle("iten", &mut hunters, &[served(3, 0, 0)], false, &[(ADVANCE, 6)]);
    assert_eq!(rules("iten").rating(&hunters), 198 + 5);
    hunters.fighters[3].experience = 9;
    settle("iten", &mut hunters, &[served(3, 0, 0)], false, &[(ADVANCE, 5)]);
    assert_eq!(rules("iten").rating(&hunters), 198 + 6);
}

/// ITEN-CAMP-07: the winner gets 20 points, others 10, and 5 more for each full 20 of rating below; what is left keeps.
#[test]
fn pay() {
    let text = skirmish("inquisitors_retinue", "chaos_agents_retinue");
    let purses = |winner: &str| {
        let mut campaign = begin(&text, "pay");
        decide(&mut campaign, "one", winner);
        (campaign.company().purse, campaign.state().companies["theirs"].purse)
    };
    assert_eq!(purses("ours"), (20, 10));
    assert_eq!(purses("theirs"), (10, 20));
    // Three who stay behind: 33 + 21 + 21 points less in the field, 203 - (198 - 75) = 80.
    let mut campaign = begin(&text, "underdog");
    campaign.march(Library::own(), "one").unwrap();
    let mut report = peaceful(&campaign, "one", "theirs");
    report.served.get_mut("ours").unwrap().retain(|s| ![2, 3, 4].contains(&s.fighter));
    campaign.settle(Library::own(), &report).unwrap();
    assert_eq!(campaign.company().purse, 10 + 4 * 5);
    // Hired and armed from it, never beyond it.
    let offers = campaign.offers(Library::own());
    let trooper = offers.iter().find(|o| o.words.starts_with("hire Stormtrooper")).unwrap();
    assert_eq!(trooper.cost, 21);
    campaign.buy(Library::own(), trooper).unwrap();
    assert_eq!((campaign.company().purse, campaign.company().living().count()), (9, 8));
    assert!(campaign.buy(Library::own(), trooper).is_err());
    let arms = offers.iter().find(|o| matches!(&o.what, Purchase::Arm(1, weapon) if weapon == "Dagger"));
    assert!(arms.is_none() || arms.unwrap().cost > 0, "what costs nothing is not for sale");
    assert!(folder("pay").exists());
}

/// ITEN-CAMP-07: computers hire and re-arm: with its ranks full, whoever is worth most gets something better.
#[test]
fn computers_buy_arms() {
    let text = skirmish("inquisitors_retinue", "chaos_agents_retinue");
    let march = |purse: i32| {
        let mut campaign = begin(&text.replace("id: \"theirs\",", &format!("id: \"theirs\", purse: {purse},")), "arms");
        campaign.march(Library::own(), "one").unwrap();
        let bought = campaign.state().told.iter().filter(|t| t.company == "theirs");
        let bought: Vec<(String, Deed)> = bought.map(|t| (t.note.fighter.clone(), t.note.deed.clone())).collect();
        (bought, campaign.state().companies["theirs"].purse)
    };
    let (bought, left) = march(8);
    assert_eq!(bought, [("Chaos Agent".to_owned(), Deed::Gained("Plasmagun".to_owned(), 8))]);
    assert_eq!(left, 0);
    let (bought, _) = march(20);
    assert!(matches!(bought[0].1, Deed::Joined(19)), "people first: {bought:?}");
    let (bought, left) = march(3000);
    let joined = bought.iter().filter(|b| matches!(b.1, Deed::Joined(_))).count();
    assert!(joined == 4 && left > 0, "nothing is bought that makes nobody stronger: {bought:?}, {left}");
}

/// ITEN-CAMP-08: a dead Leader is followed by the costliest survivor; a Leader type can be hired back and leads then.
#[test]
fn a_new_leader() {
    let mut hunters = hunters();
    settle("iten", &mut hunters, &[served(0, 1, 0), served(1, 0, 0)], false, &[(SURVIVAL, 1)]);
    let leader = hunters.fighters.iter().find(|f| f.leads && f.lives()).unwrap();
    assert_eq!(leader.sheet["troop"], "Space Marine", "33 points against 24, 21 and 18");
    let rules = rules("iten");
    let offer = rules.offers(&hunters).into_iter().find(|o| o.words.starts_with("hire Inquisitor")).unwrap();
    rules.deliver(&mut hunters, &offer);
    let leaders: Vec<&str> = hunters.living().filter(|f| f.leads).map(|f| f.name.as_str()).collect();
    assert_eq!((leaders.len(), hunters.fighters.last().unwrap().leads), (1, true));
    assert!(rules.offers(&hunters).iter().all(|o| !o.words.starts_with("hire Inquisitor")), "a Retinue has one");
}
