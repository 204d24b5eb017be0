//! What players may agree upon before a battle.

use hexfray::battle::{SideId, Verb};
use hexfray::content::Library;
use hexfray::rules::AnyBattle;
use hexfray::scenario::Scenario;
use hexfray::scenario::options::parse;

fn with(name: &str, flags: &[&str]) -> Result<AnyBattle, String> {
    let library = Library::own();
    let wanted: Vec<_> = flags.iter().map(|flag| parse(flag).unwrap()).collect();
    let scenario = Scenario::open(library, name).unwrap();
    let battle = scenario.with_options(library, &wanted).and_then(|scenario| scenario.battle(library));
    battle.map_err(|wrong| wrong[0].to_string())
}

fn in_force(battle: &AnyBattle, name: &str) -> Option<&'static str> {
    let found = battle.options().into_iter().find(|(switch, _)| switch.name == name);
    found.map(|(switch, value)| switch.values[value].name)
}

/// ITEN-GEN-07, ITEN-SHO-06, ITEN-SHO-13: what the ruleset's numbers say holds until players agree upon something
/// else.
#[test]
fn agreed_options_take_the_place_of_the_numbers() {
    let usual = with("skirmish", &[]).unwrap();
    assert_eq!([in_force(&usual, "run_die"), in_force(&usual, "premeasure")], [Some("off"); 2]);
    let agreed = with("skirmish", &["run_die=on", "premeasure=on"]).unwrap();
    assert_eq!([in_force(&agreed, "run_die"), in_force(&agreed, "premeasure")], [Some("on"); 2]);
    assert_eq!([in_force(&agreed, "waking"), in_force(&agreed, "boarders")], [None; 2], "nobody boards anything");
}

/// ITEN-ABIL-22: without everybody's agreement no Strange Ally comes.
#[test]
fn strange_allies_need_agreement() {
    assert_eq!(in_force(&with("skirmish", &[]).unwrap(), "strange_allies"), Some("on"));
    assert_eq!(in_force(&with("skirmish", &["strange_allies=off"]).unwrap(), "strange_allies"), Some("off"));
}

/// HULK-SIDE-02: Boarders are rivals unless they agree to be a team, which shares friends and victory; the Defender
/// stays alone.
#[test]
fn boarders_may_be_a_team() {
    let teams = |flags: &[&str]| {
        let battle = with("the_claim", flags).unwrap();
        let defender = battle.sides().iter().position(|side| side.name == "Chaos").unwrap();
        let mut teams: Vec<u8> = battle.sides()[..battle.players()].iter().map(|side| side.team).collect();
        let of_defender = teams.remove(defender);
        assert!(!teams.contains(&of_defender));
        teams
    };
    assert_ne!(teams(&[])[0], teams(&[])[1]);
    assert_eq!(teams(&["boarders=team"])[0], teams(&["boarders=team"])[1]);
    assert_eq!(in_force(&with("the_claim", &["boarders=team"]).unwrap(), "boarders"), Some("team"));
    assert_eq!(in_force(&with("race_to_the_core", &[]).unwrap(), "boarders"), Some("rivals"));
}

/// HULK-BLIP-13: waking can be had or left out; ashore there is none.
#[test]
fn waking_is_an_option_aboard() {
    assert_eq!(in_force(&with("the_claim", &[]).unwrap(), "waking"), Some("on"));
    assert_eq!(in_force(&with("the_claim", &["waking=off"]).unwrap(), "waking"), Some("off"));
    let unknown = with("skirmish", &["waking=off"]).unwrap_err();
    assert!(unknown.contains("no option is called waking") && unknown.contains("premeasure"), "{unknown}");
    let unknown = with("the_claim", &["waking=perhaps"]).unwrap_err();
    assert!(unknown.contains("waking cannot be perhaps") && unknown.contains("off"), "{unknown}");
}

/// ITEN-SHO-06, MAP-18: who may measure is offered only targets in range.
#[test]
fn measuring_leaves_out_targets_beyond_range() {
    let shots = |flags: &[&str]| {
        let library = Library::own();
        let wanted: Vec<_> = flags.iter().map(|flag| parse(flag).unwrap()).collect();
        let text = r#"(
            ruleset: "iten", name: "Far", about: "Two who stand far apart.", map: "crossroads", turns: 6, mission: Battle,
            sides: [
                (name: "Near", retinue: (list: "Imperial Guard", figures: [(troop: "Guardsman", name: "Ann", weapons: ["Laspistol"])])),
                (name: "Far", retinue: (list: "Imperial Guard", figures: [(troop: "Guardsman", name: "Bob")])),
            ],
            figures: [(side: "Near", name: "Ann", at: (1, 8)), (side: "Far", name: "Bob", at: (20, 8))],
            start: (turn: 1, phase: "Shooting"),
        )"#;
        let scenario = Scenario::parse(library, "far.ron", text).unwrap();
        let mut battle = scenario.with_options(library, &wanted).unwrap().battle(library).unwrap();
        battle.start(&mut hexfray::battle::Seeded::new(1, 0), &mut hexfray::battle::Log::off());
        let mut list = hexfray::battle::Listing::default();
        battle.legal(&mut list);
        assert_eq!(battle.decision().unwrap().side, SideId(0));
        list.actions.iter().filter(|action| action.verb == Verb::Fire).count()
    };
    assert_eq!((shots(&["premeasure=off"]), shots(&["premeasure=on"])), (1, 0));
}
