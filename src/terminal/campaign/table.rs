//! The table companion: a battle fought with dice and figures, its outcome typed in, the campaign goes on from there.

use std::collections::BTreeMap;

use crate::battle::{Dice, Rule, Seeded};
use crate::campaign::{Campaign, Report, Told};
use crate::content::Library;
use crate::rules::campaign::{Deed, Note, Service};
use crate::terminal::Stop;
use crate::terminal::console::Console;

use super::camp;

/// Begins a mission and asks for its outcome.
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
    let (mut winners, mut all) = (Vec::new(), Vec::new());
    // Asked before anything is begun, so that nothing has begun if the person leaves.
    let player = &campaign.plot().player;
    let mut ids: Vec<String> = mission.sides.values().map(|id| id.value.clone()).collect();
    ids.sort_by_key(|id| id != player);
    for id in &ids {
        let Some(company) = campaign.state().companies.get(id) else { continue };
        console.line(&company.name)?;
        for fighter in campaign.fielded(library, &mission, id) {
            let name = company.fighters[fighter].name.clone();
            all.push((id, fighter, name));
            console.line(&format!("  {:2}  {}", all.len(), all[all.len() - 1].2))?;
        }
        let Some(won) = console.ask("Did they win? (yes or no) ")? else { return Ok(()) };
        if won.starts_with('y') {
            winners.push(id.clone());
        }
    }
    let mut ask = |prompt: &str| counts(console, prompt, all.len());
    let Some(lost) = ask("Who was lost? Numbers, with models as 3=2; Enter for nobody: ")? else { return Ok(()) };
    let by = "Who put whom of them out of the game? As 3=7, the third by the seventh; Enter where nobody knows: ";
    let Some(by) = ask(by)? else { return Ok(()) };
    let besides = "Who put others out of the game besides? As 1=2 4; Enter for nobody: ";
    let Some(besides) = ask(besides)? else { return Ok(()) };
    // The fighters that one of the others put out.
    let by = |victim: usize| {
        let killer = usize::from(*by.get(&victim)?).checked_sub(1)?;
        (lost.contains_key(&victim) && all.get(killer)?.0 != all[victim].0).then_some(killer)
    };
    let mut served: BTreeMap<String, Vec<Service>> = BTreeMap::new();
    let mut deeds = Vec::new();
    for (n, (id, fighter, name)) in all.iter().enumerate() {
        let count = |of: &BTreeMap<usize, u8>| of.get(&n).copied().unwrap_or(0);
        let victims: Vec<usize> = (0..all.len()).filter(|&v| by(v) == Some(n)).collect();
        let felled = count(&besides).saturating_add(victims.len() as u8);
        let service = Service { fighter: *fighter, lost: count(&lost), felled, spared: false };
        served.entry((*id).clone()).or_default().push(service);
        let deed = |deed: Deed| ((*id).clone(), Note { fighter: name.clone(), deed, rule: String::new() });
        deeds.extend(victims.into_iter().map(|v| deed(Deed::Felled(all[v].2.clone()))));
        deeds.extend(by(n).map(|k| deed(Deed::Fell(all[k].2.clone()))));
    }
    campaign.march(library, &mission.id)?;
    let (seed, battle) = campaign.state().begun.as_ref().map_or((0, 0), |b| (b.seed, b.battle));
    let told = |(company, note)| Told { battle, moment: 0, company, note };
    let casualties = deeds.into_iter().map(told).collect();
    let mut dice = Typed { console, beyond: Seeded::new(seed, 0), failed: None };
    let report = Report {
        served,
        winners,
        casualties,
        reason: "fought on a table".to_owned(),
        by_hand: true,
        ..Report::default()
    };
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

/// Dice that are rolled by hand and typed in.
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
