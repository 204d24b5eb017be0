//! What is said when somebody looks back at a battle: who did most, what the dice did, how the chances went, and why a
//! computer decided as it did. Screens and the prompt say the same.

use crate::battle::SideId;
use crate::content::Library;
use crate::opponents::Candidate;
use crate::play::why::{self, Asked};
use crate::play::words::{self, capital};
use crate::rules::BattleView;
use crate::scenario::Session;
use crate::telling::report::{Account, Moment, turned, turning};
use crate::telling::{Line, names};

use super::Stop;
use super::console::{Console, patiently};

/// The most reasons of a candidate that are told.
const REASONS: usize = 6;
/// The most decisions that are offered to be asked about at the prompt.
const OFFERED: usize = 5;
/// How wide a chance of 100 % is drawn.
const WIDE: f64 = 20.0;

/// A side with whoever plays it, who of it did most, and what its dice did.
pub(super) fn accounts(battle: &dyn BattleView, owners: &[String], accounts: &[Account]) -> Vec<Line> {
    let mut told = Vec::new();
    for (side, account) in SideId::first(battle.sides().len()).zip(accounts) {
        let owner = owners.get(side.index()).map_or(String::new(), |owner| words::owner(owner));
        told.push(Line::default().side(side, names::side(battle, side)).words(format!(" ({owner})")));
        told.extend(account.best.map(|feat| Line::of(format!("  {}", feat.words(battle)))));
        if account.luck.rolls > 0 {
            told.push(Line::of(format!("  Dice {}", account.luck.words())));
        }
    }
    told
}

/// How the chances went turn by turn: of one of two sides, with bars if these are to be drawn, or of each of several; and
/// where the battle turned for that side. `key` says what leads to that turn, by its place among them. Nothing where nobody
/// knows.
pub(super) fn chances(
    battle: &dyn BattleView,
    side: SideId,
    course: &[Moment],
    drawn: bool,
    key: impl Fn(usize) -> String,
) -> Vec<Line> {
    let Some((last, turns)) = course.split_last().filter(|(_, turns)| !turns.is_empty()) else { return Vec::new() };
    let bar = |chance: f64| match drawn {
        true => format!("  {}", "#".repeat((chance * WIDE).round() as usize)),
        false => String::new(),
    };
    let several = battle.sides().len() > 2;
    let row = |when: String, chances: &[f64]| {
        if several {
            let each = SideId::first(chances.len()).zip(chances);
            let each = each.map(|(side, chance)| format!("{} {:.0} %", names::side(battle, side), 100.0 * chance));
            return Line::of(format!("  {when:<11} {}", each.collect::<Vec<_>>().join(", ")));
        }
        let chance = chances[side.index()];
        Line::of(format!("  {when:<11}{:>3.0} %{}", 100.0 * chance, bar(chance)))
    };
    let mut told = vec![match several {
        true => Line::of("The chance of each to win:"),
        false => Line::of("The chance of ").side(side, names::side(battle, side)).words(" to win:"),
    }];
    told.extend(turns.iter().map(|moment| row(format!("turn {}", moment.turn), &moment.chances)));
    told.push(row("at the end".to_owned(), &last.chances));
    let turnings = turning(course, side);
    if !turnings.is_empty() {
        told.push(Line::of("The battle turned for ").side(side, names::side(battle, side)).words(":"));
    }
    let turnings = turnings.into_iter().enumerate();
    told.extend(turnings.map(|(place, at)| Line::of(format!("  {}{}", turned(course, side, at), key(place)))));
    told
}

/// What a computer weighed up at a decision, the choice first.
pub(super) fn reasons(asked: &Asked, all: &[Candidate]) -> Vec<Line> {
    let mut told = vec![Line::default().side(asked.side, capital(&asked.words))];
    told.extend(asked.preface(all).into_iter().map(Line::of));
    for (place, candidate) in all.iter().enumerate() {
        let tried = candidate.tried.map_or(String::new(), |tried| format!(": {}", why::tries(tried)));
        told.push(Line::of(format!("{}. {}{tried}", place + 1, capital(&candidate.words))));
        let terms = candidate.terms.iter().take(REASONS);
        told.extend(terms.map(|(words, share)| Line::of(format!("    {share:+.2} {words}"))));
    }
    told
}

/// Tells at the prompt why a computer decided as it did, of the decisions before one of this number: the last one, or that which is
/// asked for by a number from 1.
///
/// # Errors
/// Writing fails.
pub(super) fn why(
    library: &Library,
    session: &Session,
    before: u32,
    which: &str,
    console: &mut Console<'_>,
) -> Result<(), Stop> {
    let (decisions, secret) = why::decisions(session, before);
    if decisions.is_empty() {
        return Ok(console.line(&format!("  {}", why::nothing(secret)))?);
    }
    let number = if which.is_empty() { Some(1) } else { which.parse().ok() };
    let Some(place) = number.and_then(|n: usize| n.checked_sub(1)).filter(|place| *place < decisions.len()) else {
        return Ok(console.line(&format!("  Say which, from the last: `why 1` to `why {}`.", decisions.len()))?);
    };
    match patiently("thinking it through once more", || why::weighed(library, session, &decisions[place])) {
        Some(all) => console.tell(&reasons(&decisions[place], &all))?,
        None => console.line(&format!("  {}", why::SILENT))?,
    }
    for (at, asked) in decisions.iter().enumerate().skip(place + 1).take(OFFERED) {
        console.line(&format!("  Before that, `why {}`: {}", at + 1, asked.words))?;
    }
    if secret {
        console.line(&format!("  {}", why::SECRET))?;
    }
    Ok(())
}
