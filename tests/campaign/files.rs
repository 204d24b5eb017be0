//! Campaign files: conditions, branches, deadlines, endings, and what is wrong in them.

use hexfray::campaign::{Campaign, Grudge, Plot, Report, Told};
use hexfray::content::Library;
use hexfray::rules::campaign::{Deed, Note};
use hexfray::source::Document;

use crate::camp::{Ones, decide, peaceful, skirmish, terms};

fn open(campaign: &Campaign) -> Vec<&str> {
    campaign.state().open(campaign.plot()).map(|m| m.id.as_str()).collect()
}

#[test]
fn branches_and_deadlines() {
    let mut campaign = Campaign::begin(Library::own(), terms("iron_road"), None).unwrap();
    assert_eq!(open(&campaign), ["crossing"]);
    assert!(campaign.march(Library::own(), "train").unwrap_err()[0].to_string().contains("open: crossing"));
    decide(&mut campaign, "crossing", "column");
    assert_eq!(open(&campaign), ["guns", "wood"]);
    decide(&mut campaign, "wood", "column");
    decide(&mut campaign, "guns", "fleet");
    assert_eq!(open(&campaign), ["captives"], "lost there, so this and not the other");
    decide(&mut campaign, "captives", "column");
    decide(&mut campaign, "tower", "horde");
    decide(&mut campaign, "train", "column");
    let ending = campaign.state().ending(campaign.plot()).unwrap();
    assert_eq!((ending.victory, campaign.state().points(campaign.plot())), (true, 6));
    // Whoever lets the deadline pass has missed it.
    let mut campaign = Campaign::begin(Library::own(), terms("iron_road"), None).unwrap();
    for mission in ["crossing", "guns", "barges"] {
        decide(&mut campaign, mission, "column");
    }
    assert_eq!(open(&campaign), ["tower"]);
}

/// Rivals have rosters of their own, and what happened to them stays with them.
#[test]
fn rivals_remember() {
    let mut campaign = Campaign::begin(Library::own(), terms("long_hunt"), None).unwrap();
    decide(&mut campaign, "farm", "hunters");
    let gang = &campaign.state().companies["gang"];
    assert!(gang.fighters.iter().all(|f| f.battles == 1 && f.experience >= 1));
    assert!(campaign.state().companies["quarry"].fighters.iter().all(|f| f.battles == 0), "they were not there");
    campaign.march(Library::own(), "slate").unwrap();
    let mut report = peaceful(&campaign, "slate", "hunters");
    report.served.get_mut("quarry").unwrap()[4].lost = 1;
    campaign.settle(Library::own(), &report).unwrap();
    let told = campaign.biography("quarry", "Skein").count() + campaign.biography("quarry", "Moth").count();
    assert!(told > 0, "the one who fell has a line in the book");
}

/// HEX-CAMP-07: whoever killed one of a company is not forgotten until the company has had its due, and is paid for it.
#[test]
fn grudges_are_borne_and_settled() {
    let told = |battle, company: &str, fighter: &str, deed| Told {
        battle,
        moment: 3,
        company: company.to_owned(),
        note: Note { fighter: fighter.to_owned(), deed, rule: String::new() },
    };
    // Grandmother kills all Smokers; then there is a battle in which these fall.
    let after = |falls: Vec<Told>| {
        let mut campaign = Campaign::begin(Library::own(), terms("iron_road"), None).unwrap();
        campaign.march(Library::own(), "crossing").unwrap();
        let mut report = peaceful(&campaign, "crossing", "column");
        report.served.get_mut("horde").unwrap()[1].lost = 4;
        report.casualties = vec![
            told(1, "column", "Grandmother", Deed::Felled("Smokers".to_owned())),
            told(1, "horde", "Smokers", Deed::Fell("Grandmother".to_owned())),
        ];
        campaign.settle_with(Library::own(), &report, &mut Ones).unwrap();
        let grudge = Grudge { against: "Grandmother".to_owned(), dead: vec!["Smokers".to_owned()] };
        assert_eq!(campaign.state().grudges("horde"), [grudge]);
        assert_eq!(campaign.state().grudges("column"), []);
        campaign.march(Library::own(), "wood").unwrap();
        let report = Report { casualties: falls, ..peaceful(&campaign, "wood", "column") };
        campaign.settle(Library::own(), &report).unwrap();
        campaign
    };
    let missed = after(Vec::new());
    let hit = after(vec![told(2, "horde", "Spanner", Deed::Felled("Grandmother".to_owned()))]);
    let open = |campaign: &Campaign| campaign.state().grudges("horde").len();
    assert_eq!((open(&missed), open(&hit)), (1, 0));
    let purse = |campaign: &Campaign| campaign.state().companies["horde"].purse;
    assert_eq!(purse(&hit) - purse(&missed), 10);
    let line = "Spanner of Gnashers settled the grudge against Grandmother, for 10 points";
    assert!(hit.chronicle().iter().any(|l| l.contains(line)));
}

/// Everything shipped can be played.
#[test]
fn shipped_campaigns_are_sound() {
    let names: Vec<&String> = Library::own().campaigns().keys().collect();
    assert_eq!(names, ["dead_weight", "iron_road", "long_hunt", "long_night", "shore_leave"]);
    for name in names {
        let plot = Plot::open(Library::own(), name).unwrap();
        assert!((5..=8).contains(&plot.missions.len()), "{name}");
        let path = format!("{}/assets/campaigns/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(hexfray::check::check(Library::own(), &[path]).problems, Vec::new());
    }
}

/// What is wrong with a campaign file, in words.
fn wrong(change: (&str, &str)) -> String {
    let text = skirmish("inquisitors_retinue", "chaos_agents_retinue");
    assert!(text.contains(change.0), "{}", change.0);
    let document = Document::parse("small.ron", &text.replace(change.0, change.1)).unwrap();
    let problems = Plot::of(Library::own(), document).unwrap_err();
    problems.iter().map(|p| format!("{p}\n")).collect()
}

#[test]
fn mistakes_are_told_with_place_and_cure() {
    let cases = [
        (("player: \"ours\"", "player: \"our\""), "did you mean `ours`"),
        (("\"iten\"", "\"itan\""), "small.ron:1:"),
        (("scenario: \"skirmish\"", "scenario: \"skirmush\""), "did you mean `skirmish`"),
        (("scenario: \"skirmish\"", "scenario: \"crossroads\""), "is of the ruleset hexwar"),
        (("\"Chaos Agent\": \"theirs\"", "\"Chaos Agents\": \"theirs\""), "did you mean `Chaos Agent`"),
        (("\"Chaos Agent\": \"theirs\"", "\"Chaos Agent\": \"them\""), "no company is called `them`"),
        (("\"Chaos Agent\": \"theirs\"", "\"Chaos Agent\": \"ours\""), "the player has 2 sides"),
        (("chaos_agents_retinue", "chaos_agent_retinue"), "did you mean `chaos_agents_retinue`"),
        (("chaos_agents_retinue", "convoy"), "vehicles"),
        (("id: \"theirs\"", "id: \"ours\""), "a second company called ours"),
        (("briefing: \"Go.\"", "when: Won(\"two\"), briefing: \"Go.\""), "no mission is called `two`"),
        (("briefing: \"Go.\"", "when: Won(\"one\"), briefing: \"Go.\""), "can never be reached"),
        (("briefing: \"Go.\"", "changes: [(set: {\"turns\": \"0\"})], briefing: \"Go.\""), "cannot be set up"),
        (("when: NothingOpen", "when: Won(\"one\")"), "may end without an ending"),
        (("briefing: \"Go.\"", "when: Grudge(\"them\"), briefing: \"Go.\""), "no company is called `them`"),
        (("names: [\"Ann\", \"Bob\"", "names: [\"Ann\", \"Ann\""), "twice, or empty"),
        (("about: \"One mission.\"", "abut: \"One mission.\""), "abut"),
    ];
    for (change, expected) in cases {
        let told = wrong(change);
        assert!(told.contains(expected), "{change:?}: {told}");
    }
}

#[test]
fn the_checker_knows_campaigns() {
    let file = crate::camp::folder("checker").join("c.ron");
    let text = skirmish("inquisitors_retinue", "chaos_agents_retinue");
    std::fs::write(&file, text.replace("\"utility\"", "\"utilty\"")).unwrap();
    let told = hexfray::check::check(Library::own(), &[file.to_string_lossy().into_owned()]).problems;
    assert!(told.len() == 1 && told[0].to_string().contains("did you mean `utility`"), "{told:?}");
}

/// ITEN-CAMP-06: a mission may say how many points' worth a company brings: its Leader, then the cheapest, four at least.
#[test]
fn a_limit_of_points() {
    let text = skirmish("inquisitors_retinue", "chaos_agents_retinue");
    let fielded = |limit: &str| {
        let limited = text.replace("briefing: \"Go.\"", &format!("limits: {{\"theirs\": {limit}}}, briefing: \"Go.\""));
        let campaign = crate::camp::begin(&limited, "limits");
        let mission = campaign.plot().mission("one").unwrap();
        campaign.fielded(Library::own(), mission, "theirs")
    };
    assert_eq!(fielded("1000").len(), 8);
    // 50 + 3 x 17 + 2 x 19.
    assert_eq!(fielded("150"), [0, 2, 3, 4, 5, 7]);
    assert_eq!(fielded("10"), [0, 2, 3, 7]);
}

/// What is drawn by a seed is a campaign without fault, the same every time, as long as was asked for, and comes to an end.
#[test]
fn drawn_campaigns_are_sound() {
    for ruleset in ["hexwar", "iten", "gemini"] {
        let drawn = |seed| hexfray::campaign::endless::draw(Library::own(), ruleset, seed, 6).unwrap();
        let texts: Vec<String> = (1..4).map(drawn).collect();
        assert_eq!(texts[0], drawn(1));
        assert_ne!(texts[0], texts[1]);
        for text in &texts {
            let plot = Plot::of(Library::own(), Document::parse("drawn.ron", text).unwrap()).unwrap();
            assert_eq!(plot.missions.len(), 11);
        }
        let aboard = texts.iter().any(|text| text.contains("\"\\\"hulk "));
        assert_eq!(aboard, ruleset == "iten", "missions aboard hulks where there are such");
        let mut campaign = crate::camp::begin(&texts[0], "drawn");
        hexfray::league::campaigns::play_out(Library::own(), &mut campaign, |_, _| ()).unwrap();
        assert_eq!(campaign.state().results.len(), 6, "one of each stage");
    }
    assert!(hexfray::campaign::endless::draw(Library::own(), "chess", 1, 6).is_err());
}
