//! The folders of the user's own data. Journals are kept there unless a file is named for them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::battle::SideId;
use crate::campaign::{Campaign, kept};
use crate::content::Library;
use crate::platform;
use crate::scenario::Session;
use crate::scenario::journal::PERSON;
use crate::source::Problem;
use crate::store::{self, Held, Out, is_name, is_written, make_folder};
use crate::telling::{Line, names};

/// The most journals that are searched for unfinished battles, the newest first.
const LOOKED_INTO: usize = 8;

/// A battle that was left before it was over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Its journal.
    pub path: String,
    /// The name of the kept campaign that it belongs to, if it belongs to one.
    pub campaign: Option<String>,
    /// The scenario's name.
    pub scenario: String,
    /// Its turn and step.
    pub place: String,
    /// The sides that persons play.
    pub persons: String,
}

impl Left {
    /// A description of the battle.
    #[must_use]
    pub fn about(&self) -> String {
        let Left { campaign, scenario, place, persons, .. } = self;
        let of = campaign.as_ref().map_or(String::new(), |name| format!("{name}, "));
        format!("{of}{scenario}: {place}, you play {persons}")
    }
}

/// A folder among the user's own data; none where the system knows no home.
fn data(name: &str) -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "hexfray").map(|d| d.data_dir().join(name))
}

/// The folder of the battles that are or were played.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    data("journals")
}

/// The folder of battles saved before their end. They never change: going on from one begins a new journal.
#[must_use]
pub fn saves() -> Option<PathBuf> {
    data("saves")
}

/// Whether a journal lies in the folder of the battles that are offered to be continued.
#[must_use]
pub fn is_offered(path: &str) -> bool {
    folder().is_some_and(|folder| Path::new(path).starts_with(folder))
}

/// Whether a journal lies in the folder of saved battles.
#[must_use]
pub fn is_saved(path: &str) -> bool {
    saves().is_some_and(|folder| Path::new(path).starts_with(folder))
}

/// The battle of a journal, to be gone on with, and the file that it is recorded to already: one that was saved on the way
/// stays as it is, and what follows is recorded anew.
///
/// # Errors
/// What is wrong with the journal.
pub fn go_on(library: &Library, path: &str, saved: bool) -> Result<(Session, Option<String>), Vec<Problem>> {
    match saved {
        true => Session::load(library, path).map(|session| (session, None)),
        false => Session::resume(library, path).map(|session| (session, Some(path.to_owned()))),
    }
}

/// The folder of rosters that are not saved yet.
#[must_use]
pub fn drafts() -> Option<PathBuf> {
    data("rosters")
}

/// The folder of the person's own rosters.
#[must_use]
pub fn rosters() -> Option<PathBuf> {
    data("own_rosters")
}

/// The folder of campaigns.
#[must_use]
pub fn campaigns() -> Option<PathBuf> {
    data("campaigns")
}

/// The folder of the person's own campaign files: those drawn at the window.
#[must_use]
pub fn own_campaigns() -> Option<PathBuf> {
    data("own_campaigns")
}

/// The folder of reports of what went wrong.
#[must_use]
pub fn reports() -> Option<PathBuf> {
    data("reports")
}

/// The file of the parts of lessons that were done.
#[must_use]
pub fn learnt() -> Option<PathBuf> {
    data("learnt.txt")
}

/// The folder of the game's logs.
#[must_use]
pub fn logs() -> Option<PathBuf> {
    data("logs")
}

/// Removes half-written files that killed programs have left in the user's own data.
pub fn tidy() {
    let campaigns = campaigns().into_iter().flat_map(|all| platform::list(&all));
    let folders = [folder(), saves(), drafts(), rosters(), own_campaigns()].into_iter().flatten();
    folders.chain(campaigns).for_each(|folder| store::tidy(&folder));
}

/// Records a battle to a new file of the folder. Returns its path.
///
/// # Errors
/// Why it cannot be; the battle can be played all the same.
pub fn record(session: &mut Session, folder: Option<&Path>) -> Result<String, String> {
    let path = free(&word(session), "journal", folder)?;
    session.record_to(&path).map_err(|p| p.to_string())?;
    Ok(path)
}

/// Saves a battle as it stands to a new file of the folder, with the number of decisions in its name. Returns its path.
///
/// # Errors
/// Why it cannot be.
pub fn save(session: &Session, folder: Option<&Path>) -> Result<String, String> {
    let path = free(&stage(session), "journal", folder)?;
    session.save(&path, false).map_err(|p| p.to_string())?;
    Ok(path)
}

/// Writes lines of a battle's log to a new file of the folder. Returns its path.
///
/// # Errors
/// Why it cannot be.
pub fn write_log(session: &Session, lines: &[&Line], folder: Option<&Path>) -> Result<String, String> {
    let path = free(&stage(session), "txt", folder)?;
    let text: String = lines.iter().map(|line| line.plain() + "\n").collect();
    Out::new(Path::new(&path), false).and_then(|out| out.write(text)).map_err(|problem| problem.to_string())?;
    Ok(path)
}

/// The scenario's name and the number of decisions, in a form for file names.
fn stage(session: &Session) -> String {
    format!("{}_after_{}", word(session), session.battle().number())
}

/// The scenario's name in a form for file names.
fn word(session: &Session) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    session.scenario().name.chars().map(word).take(40).collect()
}

/// A path in the folder that is still free, with this beginning and end of its name. If another game takes it meanwhile,
/// writing fails and nothing is overwritten.
fn free(name: &str, ending: &str, folder: Option<&Path>) -> Result<String, String> {
    let folder = folder.ok_or("there is no folder for the user's data")?;
    make_folder(folder).map_err(|problem| problem.to_string())?;
    let mut paths = (1u32..=u32::MAX).map(|n| folder.join(format!("{name}_{n}.{ending}")));
    let free = paths.find(|p| !is_written(p)).ok_or("too many files")?;
    Ok(free.to_string_lossy().into_owned())
}

/// Gives a journal another name in the same folder. Returns its path.
///
/// # Errors
/// Why it cannot have that name, in words; it is as it was.
pub fn rename(path: &str, name: &str) -> Result<String, String> {
    let name = name.trim();
    if !is_name(name) {
        return Err("A name has letters, digits, spaces, _ and -".to_owned());
    }
    let to = Path::new(path).with_file_name(format!("{name}.journal"));
    let new = to.to_string_lossy().into_owned();
    if new == path {
        return Ok(new);
    }
    if is_written(&to) {
        return Err(format!("There is a battle called {name} already"));
    }
    let held = (Held::take(path), Held::take(&new));
    let (Ok(_old), Ok(_new)) = held else { return Err("Another program has it open".to_owned()) };
    platform::rename(Path::new(path), &to).map_err(|why| why.to_string())?;
    Ok(new)
}

/// Deletes a journal, and nothing else.
///
/// # Errors
/// Why it cannot be, in words.
pub fn delete(path: &str) -> Result<(), String> {
    let Ok(_held) = Held::take(path) else { return Err("Another program has it open".to_owned()) };
    platform::remove(Path::new(path)).map_err(|why| why.to_string())
}

/// All journals of the folder, the newest first.
#[must_use]
pub fn journals(folder: Option<&Path>) -> Vec<PathBuf> {
    let files = folder.into_iter().flat_map(platform::list);
    newest(files.filter(|p| p.extension().is_some_and(|e| e == "journal")))
}

/// Files that are there, the newest first.
fn newest(files: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut files: Vec<_> = files.filter_map(|p| Some((platform::written(&p)?, p))).collect();
    files.sort_by(|a, b| b.cmp(a));
    files.into_iter().map(|(_, path)| path).collect()
}

/// The battles that a person plays in and that are not over, the newest first: of the folder, and those under way in
/// campaigns of the folder of campaigns. Each is read when it is asked for.
pub fn left<'l>(
    library: &'l Library,
    folder: Option<&Path>,
    campaigns: Option<&Path>,
) -> impl Iterator<Item = Left> + use<'l> {
    let kept = campaigns.into_iter().flat_map(|folder| {
        let under_way = |name: String| {
            let campaign = Campaign::look(library, &folder.join(&name)).ok()?;
            let battle = campaign.state().begun.as_ref()?.battle;
            Some((PathBuf::from(campaign.battle_file(battle)?), name))
        };
        kept::names(folder).into_iter().filter_map(under_way)
    });
    let kept: BTreeMap<PathBuf, String> = kept.collect();
    let files = newest(journals(folder).into_iter().take(LOOKED_INTO).chain(kept.keys().cloned()));
    // One that cannot be continued, perhaps because of other content, is left out here; `replay` says why.
    files.into_iter().filter_map(move |path| {
        let left = unfinished(library, path.to_string_lossy().into_owned())?;
        Some(Left { campaign: kept.get(&path).cloned(), ..left })
    })
}

fn unfinished(library: &Library, path: String) -> Option<Left> {
    let session = Session::load(library, &path).ok()?;
    let battle = &**session.battle();
    battle.decision()?;
    let persons: Vec<String> = SideId::first(battle.players())
        .filter(|side| session.owners().get(side.index()).is_some_and(|o| o == PERSON))
        .map(|side| names::side(battle, side).to_owned())
        .collect();
    if persons.is_empty() {
        return None;
    }
    let scenario = session.scenario().name.clone();
    Some(Left { path, campaign: None, scenario, place: battle.place_in_turn(), persons: persons.join(" and ") })
}
