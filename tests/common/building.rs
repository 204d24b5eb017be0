//! Rosters choice by choice, as the builder shows them.

use hexfray::rules::muster::{Choice, Effect, Page, RosterBuilder};

/// The choice that begins with these words.
pub fn choice(roster: &dyn RosterBuilder, page: Page, words: &str) -> Choice {
    let choices = roster.choices(page);
    let names: Vec<String> = choices.iter().map(|c| c.words.clone()).collect();
    choices.into_iter().find(|c| c.words.starts_with(words)).unwrap_or_else(|| panic!("no {words} in {names:?}"))
}

/// Takes choices one after the other, each on the page that the one before opened; a text after `=` is written.
pub fn walk(roster: &mut dyn RosterBuilder, path: &[&str]) {
    let mut page = Page::default();
    for step in path {
        let (words, text) = step.split_once('=').unwrap_or((step, ""));
        let taken = choice(roster, page, words);
        assert_eq!(taken.refusal, None, "{words}");
        match taken.effect {
            Effect::Open(next) => page = next,
            Effect::Change(edit) | Effect::Write(edit) | Effect::Remove(edit) => roster.change(edit, text).unwrap(),
        }
    }
}

/// The page that choices lead to.
pub fn page(roster: &dyn RosterBuilder, path: &[&str]) -> Page {
    path.iter().fold(Page::default(), |page, words| match choice(roster, page, words).effect {
        Effect::Open(next) => next,
        other => panic!("{words} is {other:?}"),
    })
}
