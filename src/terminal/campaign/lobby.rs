//! The choice of a campaign at the prompt: one that is kept, or a new one with its terms.

use std::time::Duration;

use crate::campaign::{Campaign, Plot};
use crate::content::Library;
use crate::platform::rest;
use crate::play::begin::{Campaigns, Draft};
use crate::source::lines;
use crate::telling::wrap;
use crate::terminal::Stop;
use crate::terminal::console::{Console, patiently};
use crate::terminal::lobby::{Answer, leaves, number, seed};
use crate::user::saved;

use super::folder;

/// How long is waited between looks whether the campaigns have been read.
const BREATH: Duration = Duration::from_millis(5);

/// Asks for a campaign. Returns its name; none where the person leaves.
///
/// # Errors
/// Reading or writing fails.
pub(in crate::terminal) fn choose(
    library: &'static Library,
    clock: u64,
    console: &mut Console<'_>,
) -> Result<Option<String>, Stop> {
    let mut known = Campaigns::new(library, clock, Some(folder()?), saved::own_campaigns().as_deref());
    patiently("reading the campaigns", || {
        while known.waits() {
            rest(BREATH);
        }
    });
    let kept = known.kept.iter().map(|kept| match &kept.stands {
        Ok(stands) => format!("{}: {}", kept.name, stands.join(", ")),
        Err(why) => format!("{}: {why}", kept.name),
    });
    let new = known.entries.iter().map(|new| format!("Begin {} ({}): {}", new.name, new.ruleset, new.about));
    let all: Vec<String> = kept.chain(new).collect();
    if all.is_empty() {
        return Err(Stop::Refused("there is no campaign to choose".to_owned()));
    }
    loop {
        let Answer::Chosen(place) = number("Campaigns", &all, 0, console)? else { return Ok(None) };
        if let Some(kept) = known.kept.get(place) {
            return Ok(Some(kept.name.clone()));
        }
        let id = &known.entries[place - known.kept.len()].id;
        match patiently("reading the campaign", || Plot::open(library, id)) {
            Ok(plot) => return begin(library, Draft::new(library, id, plot, clock, &folder()?), console),
            Err(problems) => console.line(&lines(&problems))?,
        }
    }
}

/// Asks for the terms of a new campaign and begins it. Returns its name; none where the person leaves.
fn begin(library: &'static Library, mut draft: Draft, console: &mut Console<'_>) -> Result<Option<String>, Stop> {
    console.lines(&wrap(&draft.plot.introduction, ""))?;
    if draft.plot.difficulties.len() > 1 {
        let levels = draft.plot.difficulties.iter().zip(&draft.manners);
        let levels: Vec<String> = levels.map(|(level, manner)| format!("{}. {manner}", level.name.value)).collect();
        let Answer::Chosen(level) = number("Difficulty", &levels, 0, console)? else { return Ok(None) };
        draft.difficulty = level;
    }
    let back = ["The last battle can be taken back", "Nothing can be taken back"].map(str::to_owned);
    let Answer::Chosen(place) = number("Taking back", &back, 0, console)? else { return Ok(None) };
    draft.ironman = place == 1;
    let Answer::Chosen(seed) = seed(draft.seed.parse().unwrap_or_default(), console)? else { return Ok(None) };
    draft.seed = seed.to_string();
    loop {
        let Some(name) = console.ask(&format!("What is it called? [{}] ", draft.name))? else { return Ok(None) };
        if leaves(&name) {
            return Ok(None);
        }
        let free = draft.name.clone();
        if !name.is_empty() {
            draft.name = name;
        }
        match draft.terms(&folder()?) {
            Ok((terms, home)) => {
                patiently("beginning the campaign", || Campaign::begin(library, terms, Some(&home)))?;
                return Ok(Some(draft.name));
            }
            Err(why) => {
                draft.name = free;
                console.line(&format!("  {why}."))?;
            }
        }
    }
}
