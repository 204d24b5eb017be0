//! Which parts of lessons were done, kept in a file that window and terminal share.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::source::open;
use crate::store::{Held, is_written, make_folder};

/// The parts of lessons that were done.
#[derive(Clone, Debug, Default)]
pub struct Learnt {
    file: Option<PathBuf>,
    marks: BTreeSet<String>,
}

impl Learnt {
    /// Those of a file, a line each. Without a file they are known until the program ends.
    #[must_use]
    pub fn read(file: Option<PathBuf>) -> Learnt {
        let marks = file.as_deref().map_or_else(BTreeSet::new, marks);
        Learnt { file, marks }
    }

    /// Whether the part of this mark was done.
    #[must_use]
    pub fn has(&self, mark: &str) -> bool {
        self.marks.contains(mark)
    }

    /// Adds parts, and keeps all in the file if one of them is new.
    ///
    /// # Errors
    /// Why they cannot be kept; they are known until the program ends.
    pub fn add(&mut self, done: impl IntoIterator<Item = String>) -> Result<(), String> {
        let known = self.marks.len();
        self.marks.extend(done);
        let Some(file) = self.file.as_deref().filter(|_| self.marks.len() > known) else { return Ok(()) };
        let folder = file.parent().map_or(Ok(()), make_folder);
        let held = folder.and_then(|()| Held::take(&file.to_string_lossy())).map_err(|problem| problem.to_string())?;
        // Others may have added theirs meanwhile.
        self.marks.extend(marks(file));
        let text: String = self.marks.iter().map(|mark| format!("{mark}\n")).collect();
        held.replace(text.as_bytes()).map_err(|problem| problem.to_string())
    }
}

/// The lines of a file that can be read.
fn marks(file: &Path) -> BTreeSet<String> {
    let text = if is_written(file) { open(&file.to_string_lossy()).unwrap_or_default() } else { String::new() };
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform;

    #[test]
    fn what_was_done_is_kept_and_shared() {
        let folder = std::env::temp_dir().join(format!("hexfray_learnt_{}", platform::process_id()));
        let file = folder.join("deep").join("learnt.txt");
        let (mut window, mut terminal) = (Learnt::read(Some(file.clone())), Learnt::read(Some(file.clone())));
        window.add(["aboard/1".to_owned()]).unwrap();
        terminal.add(["aboard/2".to_owned()]).unwrap();
        let both = Learnt::read(Some(file.clone()));
        assert!(both.has("aboard/1") && both.has("aboard/2") && !both.has("aboard/3"));
        assert!(!window.has("aboard/2"), "what others did is seen when it is read again");
        std::fs::write(&file, b"\xff\xfe").unwrap();
        assert!(!Learnt::read(Some(file)).has("aboard/1"), "what cannot be read stands for nothing");
        let mut lost = Learnt::read(None);
        lost.add(["aboard/1".to_owned()]).unwrap();
        assert!(lost.has("aboard/1"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
