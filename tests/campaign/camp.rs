//! Campaigns and companies for tests: a small campaign file, dice written down, battles decided by hand.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hexfray::battle::{Dice, Rule, Scripted};
use hexfray::campaign::{Campaign, Plot, Report, Terms};
use hexfray::content::Library;
use hexfray::rules::campaign::{Campaigns, Company, Note, Service};
use hexfray::source::Document;

/// A campaign of one mission, in a skirmish of two companies with these forces.
pub(crate) fn small(ruleset: &str, scenario: &str, sides: [&str; 2], forces: [&str; 2]) -> String {
    format!(
        "(campaign: \"Small\", ruleset: \"{ruleset}\", about: \"One mission.\", player: \"ours\",
        companies: [
            (id: \"ours\", name: \"Ours\", about: \"\", force: ({}), names: [\"Ann\", \"Bob\", \"Cob\", \"Dan\"]),
            (id: \"theirs\", name: \"Theirs\", about: \"\", force: ({})),
        ],
        difficulties: [(name: \"normal\", opponent: \"utility\")],
        missions: [(
            id: \"one\", name: \"One\", scenario: \"{scenario}\", sides: {{\"{}\": \"ours\", \"{}\": \"theirs\"}},
            briefing: \"Go.\", won: \"Well.\", lost: \"Not well.\",
        )],
        endings: [(name: \"End\", when: NothingOpen, victory: true, text: \"Over.\")],
        )",
        forces[0], forces[1], sides[0], sides[1]
    )
}

pub(crate) fn skirmish(ours: &str, theirs: &str) -> String {
    let force = |name: &str| format!("roster: \"{name}\"");
    small("iten", "skirmish", ["Inquisitor", "Chaos Agent"], [&force(ours), &force(theirs)])
}

pub(crate) fn plot(text: &str) -> Plot {
    Plot::of(Library::own(), Document::parse("small.ron", text).unwrap()).unwrap()
}

/// The rules of a ruleset for what lives on.
pub(crate) fn rules(ruleset: &str) -> &'static dyn Campaigns {
    Library::own().book(ruleset).unwrap().0.campaigns().unwrap()
}

/// A company as a campaign file begins with it.
pub(crate) fn company(text: &str, id: &str) -> Company {
    plot(text).companies.into_iter().find(|(muster, _)| muster.id.value == id).unwrap().1
}

/// Settles a battle with these dice, none too many and none too few.
pub(crate) fn settle(
    ruleset: &str,
    company: &mut Company,
    served: &[Service],
    won: bool,
    dice: &[(&str, u8)],
) -> Vec<Note> {
    let mut dice = Scripted::new(dice.iter().map(|(rule, face)| ((*rule).to_owned(), *face)).collect());
    let notes = rules(ruleset).settle(company, served, won, &mut dice);
    dice.finish().unwrap();
    notes
}

/// Dice that all show a 1.
pub(crate) struct Ones;

impl Dice for Ones {
    fn roll(&mut self, _rule: Rule, _faces: u8, _cuts: &[u8]) -> u8 {
        1
    }
}

pub(crate) fn served(fighter: usize, lost: u8, felled: u8) -> Service {
    Service { fighter, lost, felled, spared: false }
}

pub(crate) fn terms(id: &str) -> Terms {
    Terms { id: id.to_owned(), seed: 5, owner: "utility".to_owned(), difficulty: String::new(), ironman: false }
}

/// An empty folder.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("campaign").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A campaign of a text of one's own.
pub(crate) fn begin(text: &str, name: &str) -> Campaign {
    let file = folder(name).join("own.ron");
    std::fs::write(&file, text).unwrap();
    Campaign::begin(Library::own(), terms(file.to_str().unwrap()), None).unwrap()
}

/// Everybody fit of the companies in a mission served, and lost and felled nobody.
pub(crate) fn peaceful(campaign: &Campaign, mission: &str, winner: &str) -> Report {
    let mission = campaign.plot().mission(mission).unwrap();
    let of = |id: &String| {
        let fielded = campaign.fielded(Library::own(), mission, id);
        (id.clone(), fielded.into_iter().map(|fighter| served(fighter, 0, 0)).collect())
    };
    let served: BTreeMap<String, Vec<Service>> = mission.sides.values().map(|id| of(&id.value)).collect();
    Report {
        served,
        winners: vec![winner.to_owned()],
        reason: "by hand".to_owned(),
        by_hand: true,
        ..Report::default()
    }
}

/// A mission decided by hand, without losses.
pub(crate) fn decide(campaign: &mut Campaign, mission: &str, winner: &str) {
    campaign.march(Library::own(), mission).unwrap();
    let report = peaceful(campaign, mission, winner);
    campaign.settle(Library::own(), &report).unwrap();
}
