//! Armies between battles (HEX-CAMP).

use hexfray::content::Library;
use hexfray::rules::campaign::{Company, Deed, Health, Purchase};

use crate::camp::{begin, company, decide, peaceful, rules, served, settle, small};

const BACK: &str = "HEX-CAMP-02";
const SALVAGE: &str = "HEX-CAMP-03";
const LESSON: &str = "HEX-CAMP-05";

fn text() -> String {
    let forces = [
        "faction: Elf, army: [\"Rangers\", \"Blade Dancers\", \"Sky Chariot\"]",
        "faction: Ork, army: [\"Mob\", \"Burnas\"]",
    ];
    small("hexwar", "crossroads", ["Elves", "Orks"], forces)
}

fn army() -> Company {
    company(&text(), "ours")
}

fn models(company: &Company, fighter: usize) -> u64 {
    company.fighters[fighter].sheet["models"].as_u64().unwrap()
}

/// HEX-CAMP-01: units go to battle under their own names, with the models that they have left.
#[test]
fn an_army_lives_on() {
    let mut campaign = begin(&text(), "army");
    let session = campaign.march(Library::own(), "one").unwrap();
    let battle = session.battle();
    let names: Vec<String> = battle.units().map(|u| battle.name(u)).collect();
    assert_eq!(names, ["Mob", "Burnas", "Ann", "Bob", "Cob"]);
    let mut bled = army();
    settle("hexwar", &mut bled, &[served(0, 2, 0)], true, &[(BACK, 3), (BACK, 4)]);
    let fielded = rules("hexwar").fielded(&bled, &[0]);
    let veterans = fielded.iter().find(|field| field.name == "veterans").unwrap();
    assert!(veterans.value.value.text().contains("models: 4"), "{fielded:?}");
}

/// HEX-CAMP-02: each model lost is back on 4 or more after a victory, on 5 or more after a defeat; a unit without a model
/// is gone.
#[test]
fn who_comes_back() {
    for (won, face, left) in [(true, 4, 5), (true, 3, 4), (false, 4, 4), (false, 5, 5)] {
        let mut army = army();
        settle("hexwar", &mut army, &[served(0, 1, 0)], won, &[(BACK, face)]);
        assert_eq!(models(&army, 0), left, "won {won}, rolls {face}");
    }
    let mut army = army();
    let notes = settle("hexwar", &mut army, &[served(0, 5, 0)], false, &[(BACK, 1); 5]);
    assert_eq!((army.fighters[0].health, &notes[0].deed), (Health::Dead, &Deed::Died));
}

/// HEX-CAMP-03: what is large is salvaged on 3 or more after a victory, on 4 or more after a defeat, and misses the next
/// battle or costs a quarter of its points.
#[test]
fn salvage() {
    for (won, face, health) in
        [(true, 3, Health::LaidUp), (true, 2, Health::Dead), (false, 3, Health::Dead), (false, 4, Health::LaidUp)]
    {
        let mut army = army();
        settle("hexwar", &mut army, &[served(2, 1, 0)], won, &[(SALVAGE, face)]);
        assert_eq!(army.fighters[2].health, health, "won {won}, rolls {face}");
    }
    let mut army = army();
    settle("hexwar", &mut army, &[served(2, 1, 0)], true, &[(SALVAGE, 6)]);
    assert_eq!(army.fit().collect::<Vec<_>>(), [0, 1]);
    let rules = rules("hexwar");
    let offer = rules.offers(&army).into_iter().find(|o| o.what == Purchase::Restore(2)).unwrap();
    assert_eq!(offer.cost, 22);
    let mut repaired = army.clone();
    rules.deliver(&mut repaired, &offer);
    assert!(repaired.fighters[2].is_fit());
    settle("hexwar", &mut army, &[served(0, 0, 0)], true, &[]);
    assert!(army.fighters[2].is_fit(), "one battle missed is enough");
}

/// HEX-CAMP-04: 1 for a battle, 1 for each enemy unit destroyed, 1 for a victory.
#[test]
fn experience() {
    let mut army = army();
    settle("hexwar", &mut army, &[served(0, 0, 1), served(1, 0, 0)], true, &[]);
    settle("hexwar", &mut army, &[served(1, 0, 0)], false, &[]);
    let earned: Vec<u16> = army.fighters.iter().map(|f| f.experience).collect();
    assert_eq!(earned, [3, 3, 0]);
}

/// HEX-CAMP-05: at each 4 points a lesson: a better shot, stubborn, fearless or a deflection die; what cannot be learnt
/// gives way to what can.
#[test]
fn lessons() {
    let learn = |fighter: usize, face: u8| {
        let mut army = army();
        army.fighters[fighter].experience = 3;
        settle("hexwar", &mut army, &[served(fighter, 0, 0)], false, &[(LESSON, face)]);
        army.fighters[fighter].learnt.clone()
    };
    let expected = ["marksmanship", "marksmanship", "stubbornness", "stubbornness", "courage"];
    for (face, lesson) in (1..=5).zip(expected) {
        assert_eq!(learn(0, face), [lesson]);
    }
    assert_eq!(learn(0, 6), ["marksmanship"], "Rangers deflect with two dice already");
    assert_eq!(learn(1, 1), ["stubbornness"], "Blade Dancers have nothing to shoot with");
    assert_eq!(learn(2, 6), ["parrying"]);
    let mut army = army();
    army.fighters[0].experience = 3;
    settle("hexwar", &mut army, &[served(0, 0, 0)], false, &[(LESSON, 1)]);
    let fielded = rules("hexwar").fielded(&army, &[0]);
    assert!(fielded[1].value.value.text().contains("Marksmanship"), "{fielded:?}");
}

/// HEX-CAMP-06: a unit is worth its share of models, and 10 for each lesson.
#[test]
fn rating() {
    let mut army = army();
    assert_eq!(rules("hexwar").rating(&army), 115 + 90 + 85);
    settle("hexwar", &mut army, &[served(0, 1, 0)], false, &[(BACK, 1)]);
    assert_eq!(rules("hexwar").rating(&army), 92 + 90 + 85);
    army.fighters[1].experience = 3;
    settle("hexwar", &mut army, &[served(1, 0, 0)], false, &[(LESSON, 5)]);
    assert_eq!(rules("hexwar").rating(&army), 92 + 100 + 85);
}

/// HEX-CAMP-07: 40 points after a battle, 20 more for the winner, 10 for each full 50 of rating below the enemy.
#[test]
fn pay() {
    let mut campaign = begin(&text(), "army-pay");
    decide(&mut campaign, "one", "ours");
    // 290 points against 210: one fifty below.
    assert_eq!((campaign.company().purse, campaign.state().companies["theirs"].purse), (60, 50));
    let mut campaign = begin(&text(), "army-draw");
    campaign.march(Library::own(), "one").unwrap();
    let mut report = peaceful(&campaign, "one", "ours");
    report.winners.clear();
    campaign.settle(Library::own(), &report).unwrap();
    assert_eq!((campaign.company().purse, campaign.state().companies["theirs"].purse), (40, 50));
    assert!(!campaign.state().results[0].won, "a draw is not won");
}

/// HEX-CAMP-08: a replacement costs a model's share, and dilutes what the unit has seen, but no lesson is unlearnt.
#[test]
fn replacements() {
    let mut army = army();
    settle("hexwar", &mut army, &[served(0, 2, 0)], false, &[(BACK, 1), (BACK, 1)]);
    army.fighters[0].experience = 5;
    let rules = rules("hexwar");
    for (left, experience) in [(4, 4), (5, 4)] {
        let offer = rules.offers(&army).into_iter().find(|o| o.what == Purchase::Restore(0)).unwrap();
        assert_eq!(offer.cost, 23);
        rules.deliver(&mut army, &offer);
        assert_eq!((models(&army, 0), army.fighters[0].experience), (left, experience));
    }
    assert!(rules.offers(&army).iter().all(|o| o.what != Purchase::Restore(0)));
}
