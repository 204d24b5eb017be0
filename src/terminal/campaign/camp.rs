//! Between battles: a person reads briefings, spends points, marches, and looks at the book.

use crate::campaign::{Campaign, Mission, Told, book};
use crate::content::Library;
use crate::rules::campaign::{Offer, Purchase};
use crate::scenario::Session;
use crate::telling::wrap;
use crate::terminal::Stop;
use crate::terminal::console::{Console, patiently};
use crate::terminal::game::{Game, Telling};
use crate::terminal::{knobs, screens};

use super::{sheet, table};

/// The commands between battles.
const HELP: &str = "A mission's number marches, `table N` enters what came of it on a real table; `shop`, `roster`, `book`, \
    `retry` takes the last battle back, Enter shows this again, `quit`";

/// Plays a campaign on until the person leaves or it is over.
///
/// # Errors
/// A battle cannot be set up, or reading or writing fails.
pub(super) fn play(library: &'static Library, campaign: &mut Campaign, console: &mut Console<'_>) -> Result<(), Stop> {
    if campaign.state().battles == 0 {
        console.lines(&wrap(&campaign.plot().introduction, ""))?;
        console.lines(&sheet::aims(campaign.plot()))?;
    }
    let mut news = true;
    loop {
        if campaign.state().begun.is_some() {
            let session = patiently("reading the battle's journal", || campaign.resume(library));
            let session = match session {
                Ok(session) => session,
                Err(problems) => {
                    console.lines(&problems.iter().map(ToString::to_string).collect::<Vec<_>>())?;
                    match console.ask("Begin this battle anew, with other dice? (yes, or Enter to leave) ")? {
                        Some(answer) if answer == "yes" => campaign.anew(library)?,
                        _ => return Ok(()),
                    }
                }
            };
            if !fight(library, campaign, session, console)? {
                return Ok(());
            }
            news = true;
            continue;
        }
        if news {
            match campaign.state().ending(campaign.plot()) {
                Some(_) => over(campaign, console)?,
                None => camp(library, campaign, console)?,
            }
        }
        let Some(answer) = console.ask("> ")? else { return Ok(()) };
        let (word, rest) = answer.split_once(' ').unwrap_or((&answer, ""));
        news = matches!(word, "" | "shop" | "retry" | "table");
        match word {
            "" => {}
            "quit" | "leave" => return Ok(()),
            "shop" => shop(library, campaign, console)?,
            "roster" => console.lines(&sheet::overview(library, campaign))?,
            "book" => console.lines(&campaign.chronicle())?,
            "retry" => told(campaign.retry(), console)?,
            "table" => match mission(campaign, rest) {
                Some(mission) => table::enter(library, campaign, &mission.id.value.clone(), console)?,
                None => console.line("`table 1` enters the outcome of the first mission")?,
            },
            _ => match mission(campaign, word) {
                Some(mission) => {
                    let (id, known) = (mission.id.value.clone(), campaign.state().told.len());
                    let session = patiently("setting the battle up", || campaign.march(library, &id))?;
                    let hired = campaign.state().told[known..].iter().filter(|t| t.company == campaign.plot().player);
                    console.lines(&fates(hired))?;
                    if !fight(library, campaign, session, console)? {
                        return Ok(());
                    }
                    news = true;
                }
                None => console.line(HELP)?,
            },
        }
    }
}

fn told(done: Result<(), Vec<crate::source::Problem>>, console: &mut Console<'_>) -> Result<(), Stop> {
    let lines: Vec<String> = done.err().into_iter().flatten().map(|p| p.to_string()).collect();
    Ok(console.lines(&lines)?)
}

/// The open mission of a number, from 1; none once the campaign is over.
fn mission<'c>(campaign: &'c Campaign, number: &str) -> Option<&'c Mission> {
    if campaign.state().ending(campaign.plot()).is_some() {
        return None;
    }
    let place = number.trim().parse::<usize>().ok()?.checked_sub(1)?;
    campaign.state().open(campaign.plot()).nth(place)
}

/// What can be done now.
fn camp(library: &Library, campaign: &Campaign, console: &mut Console<'_>) -> Result<(), Stop> {
    let (plot, state) = (campaign.plot(), campaign.state());
    console.line("")?;
    for (place, mission) in state.open(plot).enumerate() {
        let late = state.hurry(mission).map_or(String::new(), |hurry| format!(", {hurry}"));
        let title = format!("{}  {} ({}{late})", place + 1, mission.name, mission.id.value);
        console.line(&console.ink.bold(&title))?;
        console.lines(&wrap(&mission.briefing, "   "))?;
        console.lines(&sheet::odds(library, campaign, mission))?;
        let about = campaign.changes(mission).filter(|c| !c.about.is_empty());
        let about: Vec<String> = about.flat_map(|c| wrap(&format!("- {}", c.about), "   ")).collect();
        console.lines(&about)?;
    }
    Ok(console.lines(&campaign.strength(library))?)
}

/// How it has ended, and the honours.
fn over(campaign: &Campaign, console: &mut Console<'_>) -> Result<(), Stop> {
    let Some((title, text, honours)) = campaign.farewell() else { return Ok(()) };
    console.line("")?;
    console.line(&console.ink.bold(&title))?;
    console.lines(&wrap(text, ""))?;
    Ok(console.lines(&sheet::indented("  ", honours))?)
}

/// Fights the battle under way and settles it. Returns false if the person has left it.
fn fight(
    library: &'static Library,
    campaign: &mut Campaign,
    session: Session,
    console: &mut Console<'_>,
) -> Result<bool, Stop> {
    let number = campaign.state().begun.as_ref().map_or(0, |b| b.battle);
    let journal = campaign.battle_file(number);
    let report = if !console.linear && screens::is_wanted() {
        screens::fight(library, session, journal, |session| campaign.report(session))?.flatten()
    } else {
        let mut game = Game::new(library, session, Telling::default())?.recorded_to(journal);
        game.patience = knobs::settings(console)?.patience;
        game.run(console)?;
        campaign.report(&game.session)
    };
    let Some(report) = report else {
        console.line("The campaign goes on with it when it is played again.")?;
        return Ok(false);
    };
    let notes = campaign.settle(library, &report)?;
    after(campaign, &notes, console)?;
    Ok(true)
}

/// Tells how the last battle ended, and the fate of each fighter.
pub(super) fn after(campaign: &Campaign, notes: &[Told], console: &mut Console<'_>) -> Result<(), Stop> {
    let Some((headline, text)) = campaign.outcome() else { return Ok(()) };
    console.line("")?;
    console.line(&console.ink.bold(&headline))?;
    console.lines(&wrap(text, ""))?;
    let own = notes.iter().filter(|t| t.moment == 0 && t.company == campaign.plot().player);
    Ok(console.lines(&fates(own))?)
}

/// The fate of each fighter, in lines.
fn fates<'n>(notes: impl IntoIterator<Item = &'n Told>) -> Vec<String> {
    sheet::indented("  ", notes.into_iter().map(book::fate))
}

/// Buys until there is nothing more to buy, or wanted.
fn shop(library: &Library, campaign: &mut Campaign, console: &mut Console<'_>) -> Result<(), Stop> {
    let mut whom = String::new();
    let nothing = ["nothing is for sale here".to_owned()];
    loop {
        let offers = campaign.wares(library);
        // Arms are many: they are listed for one fighter at a time.
        let arms = |o: &&Offer| matches!(o.what, Purchase::Arm(..));
        let fighters = &campaign.company().fighters;
        let is_his = |o: &&Offer| matches!(&o.what, Purchase::Arm(i, _) if is_called(&fighters[*i].name, &whom));
        let shown: Vec<&Offer> = match whom.as_str() {
            "" => offers.iter().filter(|o| !arms(o)).collect(),
            _ => offers.iter().filter(is_his).collect(),
        };
        let purse = campaign.company().purse;
        console.line(&format!("{purse} points in the purse"))?;
        let lines = shown.iter().enumerate().map(|(i, o)| {
            let why = campaign.why_not(o).map_or(String::new(), |why| format!("  ({why})"));
            let worse = if o.better { "" } else { "  (no better than what is carried)" };
            format!("{:3}  {:4} points  {}{why}{worse}", i + 1, o.cost, o.words)
        });
        let lines: Vec<String> = lines.collect();
        console.lines(if lines.is_empty() { &nothing } else { &lines })?;
        let prompt = match (whom.as_str(), offers.iter().any(|o| arms(&o))) {
            ("", true) => "A number buys, a fighter's name lists arms for him, Enter leaves the shop: ",
            ("", false) => "A number buys, Enter leaves the shop: ",
            _ => "A number buys, Enter goes back: ",
        };
        let Some(answer) = console.ask(prompt)? else { return Ok(()) };
        match answer.parse::<usize>().ok().and_then(|n| shown.get(n.wrapping_sub(1))) {
            Some(offer) => {
                let offer = (*offer).clone();
                match campaign.buy(library, &offer) {
                    Ok(notes) => console.lines(&fates(&notes))?,
                    Err(problems) => told(Err(problems), console)?,
                }
            }
            None if answer.is_empty() && whom.is_empty() => return Ok(()),
            None => whom = answer.to_lowercase(),
        }
    }
}

/// Whether a fighter is meant by the beginning of one of his names, in lower case.
fn is_called(name: &str, wanted: &str) -> bool {
    let name = name.to_lowercase();
    name.starts_with(wanted) || name.split_whitespace().any(|part| part.starts_with(wanted))
}
