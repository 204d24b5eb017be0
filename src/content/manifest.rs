//! What content says of itself: `assets/content.ron`, with its name, its version, and who plays where nobody is named.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::source::{Document, Problem, Problems, Spanned};

/// Where a manifest lies.
pub(crate) const PATH: &str = "assets/content.ron";

/// A manifest.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The content's name, for people.
    pub name: String,
    /// Its version, as its maker counts them.
    #[serde(default)]
    pub version: String,
    /// The scenario that is offered to whoever has no battle to go on with: short, and soon at blows.
    #[serde(default)]
    pub first: Option<Spanned<String>>,
    /// What is usual, by ruleset.
    #[serde(default)]
    pub opponents: BTreeMap<Spanned<String>, Usual>,
}

/// The opponents that a ruleset is played by where nobody is named.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usual {
    /// Who plays.
    #[serde(default)]
    pub usual: Option<Spanned<String>>,
    /// By which manner of looking ahead it is said what a battle is worth.
    #[serde(default)]
    pub judge: Option<Spanned<String>>,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// Everything that is wrong in it by itself: opponents are not looked for.
    pub fn read(document: &Document) -> Result<Manifest, Vec<Problem>> {
        let mut problems = Problems::new(document);
        let manifest: Option<Manifest> = document.read(&document.root, &mut problems);
        if manifest.as_ref().is_some_and(|m| m.name.trim().is_empty()) {
            problems.add(document.root.at, "content without a name", "write `name: \"...\"`");
        }
        problems.finish(manifest)
    }
}

/// Which content something was made with, so that it can be asked for again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Its name.
    pub name: String,
    /// Its version; empty where it has none.
    #[serde(default)]
    pub version: String,
    /// The hash of what all its files mean, in hexadecimal digits.
    pub hash: String,
    /// Of loaded content, the hash of their words, by which programs up to 0.1.0 kept it.
    #[serde(skip)]
    pub written: String,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if !self.version.is_empty() {
            write!(f, " {}", self.version)?;
        }
        Ok(())
    }
}

/// Says how the content that something was made with is not the one that is loaded; none where it is.
#[must_use]
pub fn missing(made_with: &[Origin], loaded: &[Origin]) -> Option<String> {
    let mut told = Vec::new();
    for origin in made_with {
        let named: Vec<&Origin> = loaded.iter().filter(|l| l.name == origin.name).collect();
        if named.is_empty() {
            told.push(format!("needs {origin}, which is not loaded: start with --content and its folder"));
        } else if let Some(other) = named.iter().find(|l| l.version != origin.version) {
            told.push(format!("needs {origin}; loaded is {other}"));
        } else if named.iter().all(|l| ![&l.hash, &l.written].contains(&&origin.hash)) {
            told.push(format!("{origin} has been changed since"));
        }
    }
    let others = loaded.iter().filter(|l| made_with.iter().all(|origin| origin.name != l.name));
    told.extend(others.map(|l| format!("was made without {l}, which is loaded")));
    (!told.is_empty()).then(|| told.join("; "))
}
