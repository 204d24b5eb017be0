//! Asks what a roster is built from: a file, a shipped one, one that was left unsaved, or nothing.

use std::path::Path;

use crate::content::Library;
use crate::source::{Document, open, there_are};
use crate::terminal::Stop;
use crate::terminal::console::Console;
use crate::terminal::lobby::leaves;
use crate::user::begun::{Begun, beginnings, fresh, of, shipped};

/// The roster of a file, or a shipped one by its name.
pub(super) fn find(library: &Library, name: &str) -> Result<Document, Stop> {
    if Path::new(name).exists() {
        return Ok(Document::parse(name, &open(name)?)?);
    }
    let shipped: Vec<_> = shipped(library).collect();
    if let Some((_, document)) = shipped.iter().find(|(n, _)| *n == name) {
        return Ok((*document).clone());
    }
    let names: Vec<&str> = shipped.iter().map(|(n, _)| *n).collect();
    Err(Stop::Refused(format!("no file and no roster is called {name}; {}", there_are(name, &names))))
}

/// A roster with nothing chosen, of the ruleset named or else asked for; none where the person leaves.
fn fresh_of<'a>(
    library: &'a Library,
    ruleset: Option<&str>,
    console: &mut Console<'_>,
) -> Result<Option<Begun<'a>>, Stop> {
    let Some(name) = ruleset else { return pick(fresh(library).map(|begun| ("", begun)).collect(), console) };
    match fresh(library).find(|begun| begun.rosters.ruleset() == name) {
        Some(begun) => Ok(Some(begun)),
        None => {
            let known: Vec<&str> = fresh(library).map(|begun| begun.rosters.ruleset()).collect();
            let told = format!("no ruleset with rosters is called {name}; {}", there_are(name, &known));
            Err(Stop::Refused(told))
        }
    }
}

/// The roster of a file, of a shipped one, or a new one for a file that is not there yet: of the ruleset named, or else
/// asked for. None where the person leaves.
pub(super) fn named<'a>(
    library: &'a Library,
    file: &str,
    ruleset: Option<&str>,
    console: &mut Console<'_>,
) -> Result<Option<Begun<'a>>, Stop> {
    let path = Path::new(file);
    if !path.exists() && path.extension().is_some_and(|e| e == "ron") {
        console.line(&format!("{file} is new; `save` writes it."))?;
        let begun = fresh_of(library, ruleset, console)?;
        return Ok(begun.map(|begun| Begun { file: Some(file.to_owned()), ..begun }));
    }
    let document = find(library, file)?;
    if !path.exists() {
        return Ok(Some(of(library, &document)?));
    }
    if document.text.lines().any(|l| l.trim_start().starts_with("//")) {
        console.line("The file has comments, which are not kept when it is saved.")?;
    }
    Ok(Some(Begun { file: Some(file.to_owned()), ..of(library, &document)? }))
}

/// Asks what to begin with; none where the person leaves. Drafts and the person's own lie in folders.
pub(super) fn chosen<'a>(
    library: &'a Library,
    drafts: Option<&Path>,
    own: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<Option<Begun<'a>>, Stop> {
    pick(beginnings(library, drafts, own)?, console)
}

/// Asks for one of several; none where the person leaves.
fn pick<'a>(mut begun: Vec<(&'static str, Begun<'a>)>, console: &mut Console<'_>) -> Result<Option<Begun<'a>>, Stop> {
    for (i, (words, begun)) in begun.iter().enumerate() {
        console.line(&format!("  {:>2}) {words}{}", i + 1, begun.words()))?;
    }
    loop {
        let Some(line) = console.ask("Which? [1] ")? else { return Ok(None) };
        if leaves(&line) {
            return Ok(None);
        }
        let number = if line.is_empty() { Some(1) } else { line.parse().ok() };
        match number.and_then(|n: usize| n.checked_sub(1)).filter(|n| *n < begun.len()) {
            Some(place) => return Ok(Some(begun.swap_remove(place).1)),
            None => console.line(&format!("  Type a number from 1 to {}, or `quit`.", begun.len()))?,
        }
    }
}
