//! A report of something that went wrong: what one needs to mend it, in a folder of its own, and nothing personal.

use std::path::{Path, PathBuf};

use crate::content::Library;
use crate::platform;
use crate::scenario::Session;
use crate::store::{Out, is_written, make_folder};
use crate::telling::Line;

/// The most bytes of the program's own log that go into a report, from its end.
const MOST_LOG: usize = 256 * 1024;

/// What goes into a report.
#[derive(Debug, Default)]
pub struct Report<'a> {
    /// The battle on the screen, if there is one.
    pub session: Option<&'a Session>,
    /// What has been told of it.
    pub told: Vec<&'a Line>,
    /// A picture of the window, as a PNG.
    pub picture: Vec<u8>,
    /// What stands on the screen of the terminal.
    pub screen: String,
    /// What else is known of the window or the terminal, a line each.
    pub about: Vec<String>,
}

impl Report<'_> {
    /// Writes it as [`write`](Self::write) does, and says where it lies, or why there is none.
    #[must_use]
    pub fn file(&self, library: &Library, reports: Option<&Path>, logs: Option<&Path>) -> String {
        match self.write(library, reports, logs) {
            Ok(folder) => impersonal(&format!("Report written to {}", folder.display())),
            Err(why) => impersonal(&format!("No report: {why}")),
        }
    }

    /// Writes it to a new folder among `reports`, with the newest of the program's own `logs`. Returns the folder.
    ///
    /// # Errors
    /// Why it cannot be written; parts of it may have been.
    pub fn write(&self, library: &Library, reports: Option<&Path>, logs: Option<&Path>) -> Result<PathBuf, String> {
        let reports = reports.ok_or("there is no folder for the user's data")?;
        let mut folders = (1u32..=9999).map(|n| reports.join(format!("report_{n}")));
        let folder = folders.find(|folder| !is_written(folder)).ok_or("there are too many reports")?;
        make_folder(&folder).map_err(|problem| problem.to_string())?;
        let write = |name: &str, bytes: &[u8]| {
            let out = Out::new(&folder.join(name), false).and_then(|out| out.write(bytes));
            out.map_err(|problem| problem.to_string())
        };
        write("about.txt", impersonal(&self.facts(library)).as_bytes())?;
        if let Some(session) = self.session {
            write("battle.journal", session.text().as_bytes())?;
            let told: String = self.told.iter().map(|line| line.plain() + "\n").collect();
            write("battle.txt", told.as_bytes())?;
        }
        if !self.picture.is_empty() {
            write("screen.png", &self.picture)?;
        }
        if !self.screen.is_empty() {
            write("screen.txt", impersonal(&self.screen).as_bytes())?;
        }
        if let Some(log) = logs.and_then(newest).and_then(|log| std::fs::read(log).ok()) {
            let end = &log[log.len().saturating_sub(MOST_LOG)..];
            write("program.log", impersonal(&String::from_utf8_lossy(end)).as_bytes())?;
        }
        Ok(folder)
    }

    /// What is known of the program, the system, the content and the window or the terminal.
    fn facts(&self, library: &Library) -> String {
        let mut facts = vec![
            format!("Hexfray {}", env!("CARGO_PKG_VERSION")),
            format!("system {}, {}", std::env::consts::OS, std::env::consts::ARCH),
        ];
        facts.extend(library.origins().iter().map(|origin| format!("content {origin}")));
        if let Some(session) = self.session {
            let battle = session.battle();
            facts.push(format!("scenario {} of {}", session.scenario().name, battle.ruleset()));
            facts.push(format!("seed {}, decision {}", session.seed(), battle.number()));
            facts.push(format!("played by {}", session.owners().join(", ")));
            facts.push(format!("{} ({})", battle.place_in_turn(), battle.number()));
        }
        facts.extend(self.about.iter().cloned());
        facts.push("\nWhat happened, and what should have happened instead?\n".to_owned());
        facts.join("\n")
    }
}

/// The newest file of a folder.
fn newest(folder: &Path) -> Option<PathBuf> {
    platform::list(folder).filter(|file| file.is_file()).max_by_key(|file| platform::written(file))
}

/// A text without the name of the person's own folder: it is written as ~. What is shown may be in the picture of a report.
#[must_use]
pub fn impersonal(text: &str) -> String {
    let home = directories::BaseDirs::new().map(|base| base.home_dir().to_string_lossy().into_owned());
    home.filter(|home| home.len() > 1).map_or_else(|| text.to_owned(), |home| text.replace(&home, "~"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn a_report_has_all_that_one_needs_and_nothing_personal() {
        let library = Library::own();
        let session = Session::begin(library, Scenario::open(library, "patrol").unwrap(), 5).unwrap();
        let folder = std::env::temp_dir().join(format!("hexfray_reports_{}", platform::process_id()));
        let (reports, logs) = (folder.join("reports"), folder.join("logs"));
        std::fs::create_dir_all(&logs).unwrap();
        let home = directories::BaseDirs::new().unwrap().home_dir().to_string_lossy().into_owned();
        std::fs::write(logs.join("a.log"), format!("opened {home}/saves\n")).unwrap();
        let line = Line::of("Rangers move");
        let about = vec!["window 800 x 600".to_owned()];
        let report =
            Report { session: Some(&session), told: vec![&line], picture: vec![1, 2, 3], screen: String::new(), about };
        let first = report.write(library, Some(&reports), Some(&logs)).unwrap();
        let report = Report { picture: Vec::new(), screen: format!("kept in {home}/saves"), ..report };
        let second = report.write(library, Some(&reports), None).unwrap();
        assert_ne!(first, second, "nothing is written over");
        let read = |name: &str| std::fs::read_to_string(first.join(name)).unwrap();
        assert_eq!(read("battle.journal"), session.text());
        assert!(read("battle.txt").contains("Rangers move"));
        assert!(read("about.txt").contains("Patrol") && read("about.txt").contains("window 800 x 600"));
        assert_eq!(read("program.log"), "opened ~/saves\n");
        assert_eq!(std::fs::read(first.join("screen.png")).unwrap(), [1, 2, 3]);
        assert_eq!(std::fs::read_to_string(second.join("screen.txt")).unwrap(), "kept in ~/saves");
        assert!(!first.join("screen.txt").exists() && !second.join("screen.png").exists());
        assert!(!second.join("program.log").exists());
        let replayed = Session::replay(library, "battle.journal", read("battle.journal").as_bytes()).unwrap();
        assert_eq!(replayed.seed(), 5);
        assert!(report.write(library, None, None).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
