//! The table companion: a battle fought with dice and figures, its outcome typed in, the campaign goes on from there.

use std::collections::BTreeMap;

use crate::battle::{Dice, Rule, Seeded};
use crate::campaign::{Campaign, Report};
use crate::content::Library;
use crate::rules::campaign::Service;
use crate::terminal::Stop;
use crate::terminal::console::Console;

use super::camp;

/// Begins a mission and asks what came of it.
///
/// # Errors
/// The mission cannot be begun, or reading or writing fails.
pub(super) fn enter(
    library: &Library,
    campaign: &mut Campaign,
    mission: &str,
    console: &mut Console<'_>,
) -> Result<(), Stop> {
    let Some(mission) = campaign.plot().mission(mission).cloned() else { return Ok(()) };
    let mut served: BTreeMap<String, Vec<Service>> = BTreeMap::new();
    let mut winners = Vec::new();
    // Asked before anything is begun, so that whoever leaves has begun nothing.
    let player = &campaign.plot().player;
    let mut ids: Vec<String> = mission.sides.values().map(|id| id.value.clone()).collect();
    ids.sort_by_key(|id| id != player);
    for id in ids {
        let Some(company) = campaign.state().companies.get(&id).cloned() else { continue };
        console.line(&company.name)?;
        let fit = campaign.fielded(library, &mission, &id);
        let lines = fit.iter().enumerate().map(|(n, i)| format!("  {:2}  {}", n + 1, company.fighters[*i].name));
        console.lines(&lines.collect::<Vec<_>>())?;
        let Some(won) = console.ask("Did they win? (yes or no) ")? else { return Ok(()) };
        let Some(lost) = counts(console, "Who was lost? Numbers, with models as 3=2; Enter for nobody: ", fit.len())?
        else {
            return Ok(());
        };
        let Some(felled) = counts(console, "Who put enemies out of the game? As 1=2 4; Enter for nobody: ", fit.len())?
        else {
            return Ok(());
        };
        if won.starts_with('y') {
            winners.push(id.clone());
        }
        let count = |of: &BTreeMap<usize, u8>, n: usize| of.get(&n).copied().unwrap_or(0);
        let service =
            |(n, &fighter): (usize, &usize)| Service { fighter, lost: count(&lost, n), felled: count(&felled, n) };
        served.insert(id, fit.iter().enumerate().map(service).collect());
    }
    campaign.march(library, &mission.id)?;
    let seed = campaign.state().begun.as_ref().map_or(0, |b| b.seed);
    let mut dice = Typed { console, beyond: Seeded::new(seed, 0), failed: None };
    let report = Report { served, winners, reason: "fought on a table".to_owned(), by_hand: true, ..Report::default() };
    let notes = campaign.settle_with(library, &report, &mut dice)?;
    if let Some(error) = dice.failed {
        return Err(error.into());
    }
    camp::after(campaign, &notes, console)
}

/// Asks for numbers, each with a count where it is not 1, until they make sense; none at the end of input.
fn counts(console: &mut Console<'_>, prompt: &str, most: usize) -> Result<Option<BTreeMap<usize, u8>>, Stop> {
    loop {
        let Some(answer) = console.ask(prompt)? else { return Ok(None) };
        let one = |word: &str| {
            let (number, count) = word.split_once('=').unwrap_or((word, "1"));
            let place = number.parse::<usize>().ok().filter(|n| (1..=most).contains(n))? - 1;
            Some((place, count.parse().ok()?))
        };
        match answer.split_whitespace().map(one).collect() {
            Some(counts) => return Ok(Some(counts)),
            None => console.line(&format!("numbers from 1 to {most}, as 2 or 2=3, with spaces between them"))?,
        }
    }
}

/// Dice that somebody rolls by hand and types in.
struct Typed<'c, 't> {
    console: &'c mut Console<'t>,
    beyond: Seeded,
    failed: Option<std::io::Error>,
}

impl Dice for Typed<'_, '_> {
    fn roll(&mut self, rule: Rule, faces: u8, cuts: &[u8]) -> u8 {
        let prompt = format!("{rule}: what does your d{faces} show? (Enter rolls it here) ");
        while self.failed.is_none() {
            match self.console.ask(&prompt) {
                Ok(Some(answer)) if !answer.is_empty() => match answer.parse::<u8>() {
                    Ok(face) if (1..=faces).contains(&face) => return face,
                    _ => {}
                },
                Ok(_) => break,
                Err(error) => self.failed = Some(error),
            }
        }
        self.beyond.roll(rule, faces, cuts)
    }
}
