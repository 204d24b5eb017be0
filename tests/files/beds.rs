//! Logs of all kinds, and how they are read.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use hexfray::battle::mix;
use hexfray::campaign::{Campaign, Terms, journal};
use hexfray::content::Library;
use hexfray::league::campaigns::play_out;
use hexfray::league::spec::{Entrant, Fight, Format, Keep};
use hexfray::league::store::{Header, Results, Shard, Store};
use hexfray::league::tune::Tuning;
use hexfray::league::{League, Spec};
use hexfray::scenario::{Scenario, Session};
use hexfray::source::{Document, Problem};
use hexfray::store::bare;

/// What a reader made of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    /// All that it says.
    pub(crate) says: String,
    /// What was left out, in words.
    pub(crate) notes: Vec<String>,
}

/// A kind of log.
pub(crate) struct Bed {
    pub(crate) name: &'static str,
    /// The file's name in its folder.
    pub(crate) file: &'static str,
    /// A whole one.
    pub(crate) log: Vec<u8>,
    /// Reads one.
    pub(crate) read: fn(&Path) -> Result<Found, Vec<Problem>>,
    /// Goes on with one.
    pub(crate) resume: fn(&Path) -> Result<(), Vec<Problem>>,
    /// One in so many is looked at: to read some takes long.
    pub(crate) rare: u64,
}

impl Bed {
    /// A folder of its own with the file in it.
    pub(crate) fn put(&self, test: &str, bytes: &[u8]) -> PathBuf {
        let path = folder(&format!("{test}_{}", self.name)).join(self.file);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// How often something is done.
    pub(crate) fn times(&self, count: u64) -> u64 {
        (count * factor() / self.rare).max(4)
    }

    /// Where the lines begin, and the end of the last.
    pub(crate) fn ends(&self) -> Vec<usize> {
        let ends = (1..).zip(&self.log).filter(|(_, b)| **b == b'\n').map(|(at, _)| at);
        ends.collect()
    }
}

/// How many times as much is done.
pub(crate) fn factor() -> u64 {
    std::env::var("HEXFRAY_TESTBED").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// An empty folder.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// A battle with decisions, remarks and one that was taken back.
fn battle() -> Vec<u8> {
    let scenario = Scenario::open(Library::own(), "patrol").unwrap();
    let mut session = Session::begin(Library::own(), scenario, 6).unwrap();
    let play = |count: usize, session: &mut Session| {
        for _ in 0..count {
            let chance = mix(session.seed(), session.actions().len() as u64) as usize;
            let legal = session.legal();
            if legal.is_empty() {
                return;
            }
            let action = legal[chance % legal.len()];
            session.play(action).unwrap();
        }
    };
    play(20, &mut session);
    session.remark("Why not?".to_owned()).unwrap();
    play(10, &mut session);
    session.undo_to(25).unwrap();
    play(15, &mut session);
    session.text().as_bytes().to_vec()
}

fn read_battle(path: &Path) -> Result<Found, Vec<Problem>> {
    let session = Session::load(Library::own(), &text(path))?;
    let says = session.text().lines().map(bare).collect::<Vec<_>>().join("\n");
    Ok(Found { says, notes: session.notes().to_vec() })
}

pub(crate) fn spec() -> Spec {
    let entrant = |name: &str| Entrant { name: name.to_owned(), ..Entrant::default() };
    Spec {
        name: "Bed".to_owned(),
        seed: 7,
        entrants: vec![entrant("random"), entrant("recruit"), entrant("utility")],
        format: Format::RoundRobin,
        battles: vec![Fight { scenario: "patrol".to_owned(), ..Fight::default() }],
        pairs: 3,
        journals: Keep::None,
        luck: false,
    }
}

fn league() -> Vec<u8> {
    let league = League::new(Library::own(), spec()).unwrap();
    let results = Results::new(Header::new(&league, Shard::WHOLE));
    league.run(results, None, Path::new("."), |_| {}).unwrap().text().into_bytes()
}

fn read_league(path: &Path) -> Result<Found, Vec<Problem>> {
    let results = Results::read(&text(path))?;
    Ok(Found { says: results.text(), notes: results.notes })
}

fn terms() -> Terms {
    Terms {
        id: "iron_road".to_owned(),
        seed: 5,
        owner: "random".to_owned(),
        difficulty: "easy".to_owned(),
        ironman: false,
    }
}

fn campaign() -> Vec<u8> {
    let home = folder("bed_campaign").join("kept");
    let mut campaign = Campaign::begin(Library::own(), terms(), Some(&home)).unwrap();
    play_out(Library::own(), &mut campaign, |_, _| ()).unwrap();
    // The last battle is taken back and fought again.
    campaign.retry().unwrap();
    play_out(Library::own(), &mut campaign, |_, _| ()).unwrap();
    fs::read(home.join(journal::NAME)).unwrap()
}

fn read_campaign(path: &Path) -> Result<Found, Vec<Problem>> {
    let campaign = Campaign::look(Library::own(), path.parent().unwrap())?;
    // All that is told of it is told without fault.
    let told = (campaign.stands(), campaign.at(), campaign.chronicle());
    let page = hexfray::campaign::page::html(Library::own(), &campaign);
    let says = format!("{:?} {:?} {told:?} {}", campaign.terms(), campaign.state(), page.len());
    Ok(Found { says, notes: campaign.notes().to_vec() })
}

pub(crate) const TASK: &str = r#"(
    name: "Bed", seed: 2, opponent: "utility", numbers: ["move"],
    battles: [(scenario: "patrol")], steps: 6, pairs: 1, test: Sprt(elo0: 0, elo1: 200), most: 2,
)"#;

fn task() -> Document {
    Document::parse("task.ron", TASK).unwrap()
}

fn tuning() -> Vec<u8> {
    let log = folder("bed_tuning").join("steps.jsonl");
    let mut tuning = Tuning::open(Library::own(), &task(), &text(&log)).unwrap();
    (0..6).for_each(|_| tuning.step(Library::own()).unwrap());
    fs::read(&log).unwrap()
}

fn read_tuning(path: &Path) -> Result<Found, Vec<Problem>> {
    let tuning = Tuning::open(Library::own(), &task(), &text(path))?;
    Ok(Found { says: format!("{:?}", tuning.steps), notes: tuning.notes })
}

/// All kinds of logs.
pub(crate) static BEDS: LazyLock<[Bed; 4]> = LazyLock::new(|| {
    [
        Bed {
            name: "battle",
            file: "a.journal",
            log: battle(),
            read: read_battle,
            resume: |path| Session::resume(Library::own(), &text(path)).map(|_| ()),
            rare: 1,
        },
        Bed {
            name: "league",
            file: "a.jsonl",
            log: league(),
            read: read_league,
            resume: |path| Ok(Store::resume(&text(path)).map(|_| ())?),
            rare: 1,
        },
        Bed {
            name: "campaign",
            file: journal::NAME,
            log: campaign(),
            read: read_campaign,
            resume: |path| Campaign::open(Library::own(), path.parent().unwrap()).map(|_| ()),
            rare: 4,
        },
        Bed {
            name: "tuning",
            file: "steps.jsonl",
            log: tuning(),
            read: read_tuning,
            resume: |path| read_tuning(path).map(|_| ()),
            rare: 1,
        },
    ]
});
