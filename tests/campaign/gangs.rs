//! Gangs between battles (GEM-CAMP).

use hexfray::battle::SideId;
use hexfray::content::Library;
use hexfray::rules::Registered;
use hexfray::rules::campaign::{Company, Deed, Fighter, Health, Note, Purchase, Service};
use hexfray::rules::gemini::Gemini;
use hexfray::rules::gemini::stats::{Sheet, Trait};

use crate::camp::{begin, company, decide, rules, served, settle, small};

const INJURY: &str = "GEM-CAMP-02";
const AID: &str = "GEM-CAMP-03";
const LESSON: &str = "GEM-CAMP-05";

fn text() -> String {
    let force = |name: &str| format!("roster: \"{name}\"");
    small("gemini", "culvert", ["Canal Wardens", "Scrap Saints"], [&force("dock_spacers"), &force("scrap_saints")])
}

/// The Spacers: Bosun, two Spacers, a shotgunner, a Medic, an Ogryn.
fn crew() -> Company {
    company(&text(), "ours")
}

/// A company of which nobody can treat anybody.
fn saints() -> Company {
    company(&text(), "theirs")
}

/// The sheet that a fighter goes to battle with.
fn sheet(company: &Company, fighter: usize) -> Sheet {
    let text = rules("gemini").fielded(company, &[fighter])[0].value.value.text();
    let scenario = "(ruleset: \"gemini\", name: \"t\", about: \"\", map: \"alley\", turns: 1, sides: [(name: \"A\", \
        veterans: VETERANS), (name: \"B\")], units: [(side: \"A\", at: (2, 3)), (side: \"B\", unit: \"Spacer\", at: (11, 3))])";
    let scenario = scenario.replace("VETERANS", &text);
    let scenario = hexfray::scenario::Scenario::parse(Library::own(), "t.ron", &scenario);
    let battle = scenario.and_then(|s| s.battle(Library::own())).unwrap_or_else(|p| panic!("{p:#?}"));
    let battle = Gemini::of(&battle).unwrap();
    let unit = battle.units().find(|&unit| battle.piece(unit).side == SideId(0)).unwrap();
    battle.sheet(unit).clone()
}

fn of(company: &Company, model: &str) -> usize {
    company.fighters.iter().position(|f| f.sheet["member"]["model"] == model).unwrap()
}

/// GEM-CAMP-01, GEM-WND-07: models go to battle under their own names, unhurt, with their gear, and one of them leads.
#[test]
fn a_gang_lives_on() {
    let mut campaign = begin(&text(), "gang");
    let session = campaign.march(Library::own(), "one").unwrap();
    let battle = Gemini::of(session.battle()).unwrap();
    let ours: Vec<_> = battle.units().filter(|&unit| battle.piece(unit).side == SideId(0)).collect();
    let names: Vec<String> = ours.iter().map(|&unit| session.battle().name(unit)).collect();
    assert_eq!(names, ["Ann", "Bob", "Cob", "Dan", "Medic", "Ogryn Shipmate"]);
    assert!(ours.iter().all(|&unit| battle.unit(unit).flesh == 0));
    let leaders: Vec<bool> = ours.iter().map(|&unit| battle.has(unit, &Trait::Leader)).collect();
    assert_eq!(leaders, [true, false, false, false, false, false]);
    assert_eq!(battle.gun(ours[1], 0).name, "Carbine");
    assert_eq!(battle.skill(ours[4], "First Aid"), 8);
}

/// What becomes of a Zealot who rolls these after a battle.
fn rolls(won: bool, faces: &[u8]) -> (Fighter, Deed) {
    let mut company = saints();
    let zealot = of(&company, "Zealot");
    let dice: Vec<(&str, u8)> = faces.iter().map(|face| (INJURY, *face)).collect();
    let notes = settle("gemini", &mut company, &[served(zealot, 1, 0)], won, &dice);
    (company.fighters[zealot].clone(), notes[0].deed.clone())
}

/// GEM-CAMP-02: 2D6, one less where the gang has not won: dead up to 3, hurt for good up to 5, laid up up to 7, as before
/// from 8 on. Whoever fled comes back.
#[test]
fn who_comes_back() {
    for (won, faces, health, deed) in [
        (true, [1, 2], Health::Dead, Deed::Died),
        (true, [3, 3], Health::LaidUp, Deed::LaidUp),
        (true, [4, 3], Health::LaidUp, Deed::LaidUp),
        (true, [4, 4], Health::Fit, Deed::Recovered),
        (false, [2, 2], Health::Dead, Deed::Died),
        (false, [4, 4], Health::LaidUp, Deed::LaidUp),
        (false, [5, 4], Health::Fit, Deed::Recovered),
    ] {
        let (fighter, told) = rolls(won, &faces);
        assert_eq!((fighter.health, told), (health, deed), "won {won}, rolls {faces:?}");
    }
    for (won, faces) in [(true, [2, 2]), (true, [1, 4]), (false, [3, 3])] {
        let (fighter, told) = rolls(won, &[faces[0], faces[1], 1]);
        assert_eq!(fighter.health, Health::Fit, "won {won}, rolls {faces:?}");
        assert!(matches!(told, Deed::Hurt(_)), "won {won}, rolls {faces:?}: {told:?}");
    }
    let mut company = saints();
    let fled = Service { spared: true, ..served(1, 1, 0) };
    let notes = settle("gemini", &mut company, &[fled], false, &[]);
    assert_eq!((&notes[0].deed, company.fighters[1].health), (&Deed::Recovered, Health::Fit));
}

/// GEM-CAMP-02: a D6 says what is left of it: move, Ballistic Skill, Weapon Skill or Leadership one less, for good.
#[test]
fn lasting_injuries() {
    let zealot = |sheet: &Sheet| (sheet.m, sheet.bs, sheet.ws, sheet.ld);
    let expected = [(3, 3, 3, 7), (3, 3, 3, 7), (4, 2, 3, 7), (4, 2, 3, 7), (4, 3, 2, 7), (4, 3, 3, 6)];
    for (face, numbers) in (1..=6).zip(expected) {
        let mut company = saints();
        let place = of(&company, "Zealot");
        settle("gemini", &mut company, &[served(place, 1, 0)], true, &[(INJURY, 2), (INJURY, 2), (INJURY, face)]);
        assert_eq!(zealot(&sheet(&company, place)), numbers, "rolls {face}");
        settle("gemini", &mut company, &[served(place, 0, 0)], true, &[]);
        assert_eq!(zealot(&sheet(&company, place)), numbers, "it stays");
    }
}

/// GEM-CAMP-03: the best at First Aid who came out himself may treat the dearest who did not, once a battle: the roll is
/// two better.
#[test]
fn first_aid_after_a_battle() {
    let after = |medic_lost: u8, aid: &[u8], injury: &[u8]| {
        let mut crew = crew();
        let (medic, spacer, ogryn) = (of(&crew, "Medic"), of(&crew, "Spacer"), of(&crew, "Ogryn Shipmate"));
        let service = [served(spacer, 1, 0), served(medic, medic_lost, 0), served(ogryn, 1, 0)];
        let aid = aid.iter().map(|face| (AID, *face));
        let dice: Vec<(&str, u8)> = aid.chain(injury.iter().map(|face| (INJURY, *face))).collect();
        let notes = settle("gemini", &mut crew, &service, true, &dice);
        let tended: Vec<&Note> = notes.iter().filter(|n| matches!(n.deed, Deed::Tended(_))).collect();
        let names: Vec<String> = tended.iter().map(|n| n.fighter.clone()).collect();
        (names, crew.fighters[spacer].health, crew.fighters[ogryn].health)
    };
    // Level 8: an 8 helps the Ogryn over a 3, which would kill the Spacer.
    let helped = after(0, &[2, 3, 3], &[1, 2, 1, 2, 1]);
    assert_eq!(helped, (vec!["Ogryn Shipmate".to_owned()], Health::Dead, Health::Fit));
    assert_eq!(after(0, &[3, 3, 3], &[1, 2, 1, 2]), (vec![], Health::Dead, Health::Dead));
    let hurt = after(1, &[], &[1, 2, 4, 4, 1, 2]);
    assert_eq!(hurt, (vec![], Health::Dead, Health::Dead), "whoever was hit treats nobody");
}

/// GEM-CAMP-04: 1 for a battle, 1 for each enemy put out of action, 1 for the leader who has won.
#[test]
fn experience() {
    let mut crew = crew();
    settle("gemini", &mut crew, &[served(0, 0, 1), served(1, 0, 0)], true, &[]);
    settle("gemini", &mut crew, &[served(1, 0, 1)], false, &[]);
    let earned: Vec<u16> = crew.fighters.iter().map(|f| f.experience).collect();
    assert_eq!(earned, [3, 3, 0, 0, 0, 0]);
}

/// GEM-CAMP-05: at each 4 points a D6 says what is learnt; what is at its limit gives way to the first that is not.
#[test]
fn lessons() {
    let learn = |model: &str, times: usize, face: u8| {
        let mut crew = crew();
        let place = of(&crew, model);
        for _ in 0..times {
            crew.fighters[place].experience = 3;
            settle("gemini", &mut crew, &[served(place, 0, 0)], false, &[(LESSON, face)]);
        }
        sheet(&crew, place)
    };
    let numbers = |sheet: &Sheet| [sheet.ws, sheet.bs, sheet.i, sheet.ld, sheet.a];
    assert_eq!(numbers(&learn("Spacer", 0, 1)), [3, 3, 3, 7, 1]);
    let expected =
        [[4, 3, 3, 7, 1], [3, 4, 3, 7, 1], [3, 3, 4, 7, 1], [3, 3, 3, 8, 1], [3, 3, 3, 7, 1], [3, 3, 3, 7, 2]];
    for (face, expected) in (1..=6).zip(expected) {
        assert_eq!(numbers(&learn("Spacer", 1, face)), expected, "rolls {face}");
    }
    let skills = |sheet: Sheet| sheet.skills.iter().map(|s| (s.name.clone(), s.level)).collect::<Vec<_>>();
    assert_eq!(skills(learn("Spacer", 1, 5)), [("First Aid".to_owned(), 7)]);
    assert_eq!(skills(learn("Medic", 2, 5)), [("First Aid".to_owned(), 10)]);
    assert_eq!(numbers(&learn("Spacer", 3, 6)), [4, 3, 3, 7, 3], "three attacks are the most");
    let ogryn = learn("Ogryn Shipmate", 1, 4);
    assert_eq!((ogryn.ld, ogryn.cl), (8, Some(9)));
}

/// GEM-CAMP-06: points with gear, 5 for each thing learnt, 3 less for each injury.
#[test]
fn rating() {
    let (mut crew, rules) = (crew(), rules("gemini"));
    let (began, spacer) = (rules.rating(&crew), of(&crew, "Spacer"));
    let roster = Library::own().roster("gemini", "dock_spacers").unwrap();
    let points = Library::own().rosters_of("gemini").unwrap().open(roster).unwrap().points().0;
    assert_eq!(began, i32::from(points));
    crew.fighters[spacer].experience = 3;
    settle("gemini", &mut crew, &[served(spacer, 0, 0)], false, &[(LESSON, 1)]);
    assert_eq!(rules.rating(&crew), began + 5);
    let hurt = [(INJURY, 3), (INJURY, 3), (INJURY, 1)];
    settle("gemini", &mut crew, &[served(spacer, 1, 0)], false, &hurt);
    assert_eq!(rules.rating(&crew), began + 5 - 3);
}

/// GEM-CAMP-07: 15 points after a battle, 10 more for the winner, 5 more for each full 20 of rating below the enemy.
#[test]
fn pay() {
    let mut campaign = begin(&text(), "gang-pay");
    decide(&mut campaign, "one", "ours");
    let purse = |id: &str| campaign.state().companies[id].purse;
    let rating = |id: &str| rules("gemini").rating(&campaign.state().companies[id]);
    let bonus = |a: &str, b: &str| 5 * ((rating(b) - rating(a)) / 20).max(0);
    assert_eq!(purse("ours"), 25 + bonus("ours", "theirs"));
    assert_eq!(purse("theirs"), 15 + bonus("theirs", "ours"));
}

/// GEM-CAMP-07: doctors, operations, newcomers and arms.
#[test]
fn purchases() {
    let (mut crew, rules) = (crew(), rules("gemini"));
    let spacer = of(&crew, "Spacer");
    let bought = |crew: &mut Company, what: &Purchase| {
        let offer = rules.offers(crew).into_iter().find(|o| o.what == *what).unwrap_or_else(|| panic!("{what:?}"));
        rules.deliver(crew, &offer);
        offer.cost
    };
    settle("gemini", &mut crew, &[served(spacer, 1, 0)], true, &[(INJURY, 3), (INJURY, 3)]);
    assert_eq!(crew.fighters[spacer].health, Health::LaidUp);
    let worth = rules.worth(&crew, &crew.fighters[spacer]);
    assert_eq!(bought(&mut crew, &Purchase::Restore(spacer)), (worth + 3) / 4);
    assert!(crew.fighters[spacer].is_fit());
    let hurt = [(INJURY, 2), (INJURY, 2), (INJURY, 1)];
    settle("gemini", &mut crew, &[served(spacer, 1, 0)], true, &hurt);
    assert_eq!((sheet(&crew, spacer).m, bought(&mut crew, &Purchase::Restore(spacer))), (3, 10));
    assert_eq!(sheet(&crew, spacer).m, 4);
    assert!(rules.offers(&crew).iter().all(|o| o.what != Purchase::Restore(spacer)));
    // A blade takes the place of the one in that hand; a gun comes to the others.
    let medic = of(&crew, "Medic");
    bought(&mut crew, &Purchase::Arm(medic, "Sword".to_owned()));
    bought(&mut crew, &Purchase::Arm(medic, "Carbine".to_owned()));
    bought(&mut crew, &Purchase::Arm(medic, "Grenade".to_owned()));
    let now = sheet(&crew, medic);
    assert_eq!(
        (now.blades, now.guns, now.grenades),
        (vec!["Sword".into(), "Pistol in hand".into()], vec!["Pistol".into(), "Carbine".into()], 1)
    );
    bought(&mut crew, &Purchase::Arm(medic, "Spear".to_owned()));
    assert_eq!(sheet(&crew, medic).blades, ["Spear"]);
    // Two more than in the beginning are the most, and nobody hires a second leader.
    let hire = |crew: &Company| {
        rules.offers(crew).into_iter().filter(|o| matches!(o.what, Purchase::Hire(_))).collect::<Vec<_>>()
    };
    assert!(hire(&crew).iter().all(|o| !o.words.contains("Bosun")));
    let words: Vec<String> = hire(&crew).iter().map(|o| o.words.clone()).collect();
    assert!(words.contains(&"hire Medic with Pistol, Club, Pistol in hand, First Aid 8".to_owned()), "{words:?}");
    for _ in 0..2 {
        let offer = hire(&crew).swap_remove(0);
        rules.deliver(&mut crew, &offer);
    }
    assert_eq!((crew.fighters.len(), hire(&crew).len()), (8, 0));
}

/// GEM-CAMP-08: the dearest leads while the leader is away, and for good when he is dead.
#[test]
fn who_leads() {
    let mut crew = crew();
    let (bosun, ogryn, spacer) = (of(&crew, "Bosun"), of(&crew, "Ogryn Shipmate"), of(&crew, "Spacer"));
    let leads = |crew: &Company, fighters: &[usize]| {
        let text = rules("gemini").fielded(crew, fighters)[0].value.value.text();
        text.matches("leads: true").count()
    };
    assert!(
        sheet(&crew, bosun).has(&Trait::Leader) && sheet(&crew, spacer).has(&Trait::Leader),
        "whoever is alone leads"
    );
    assert_eq!(leads(&crew, &[bosun, spacer, ogryn]), 1);
    assert_eq!(leads(&crew, &[spacer, ogryn]), 1);
    assert!(crew.fighters[bosun].leads);
    let notes = settle("gemini", &mut crew, &[served(bosun, 1, 0)], false, &[(INJURY, 1), (INJURY, 1)]);
    assert!(notes.iter().any(|n| n.deed == Deed::Leads && n.fighter == crew.fighters[ogryn].name), "{notes:?}");
    assert!(crew.fighters[ogryn].leads);
}
