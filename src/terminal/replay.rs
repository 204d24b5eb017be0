//! The replay of a journal.

use std::io::{IsTerminal, Write, stdout};

use clap::Args;

use crate::content::Library;
use crate::scenario::Session;
use crate::scenario::journal::{self, Past, Recalled, Verified};

use super::console::patiently;
use super::ink::Ink;
use super::{Stop, picture};
use crate::telling::panel;
use crate::telling::story::Story;

/// Tells a battle up to a decision, or to its end; then shows its state.
///
/// # Errors
/// Fewer decisions have been made, or writing fails.
pub fn tell(
    session: &mut Session,
    to: Option<u32>,
    mut story: Story<'_>,
    out: &mut dyn Write,
    ink: Ink,
) -> Result<(), Stop> {
    let made = session.battle().number();
    let to = to.unwrap_or(made);
    if to > made {
        return Err(Stop::Refused(format!("the journal holds {made} decisions, not {to}")));
    }
    let mut told = 0;
    for number in 0..=to {
        // The events after a decision are told with the battle as it was at that decision.
        let (Some((before, _)), Some((_, events))) =
            (session.battle_at(number.saturating_sub(1)), session.battle_at(number))
        else {
            break;
        };
        for remark in session.remarks(number.wrapping_sub(1)) {
            writeln!(out, "{}", ink.dim(&format!("    ? {remark}")))?;
        }
        for line in story.tell(&*before, &events[told..]) {
            writeln!(out, "{}", ink.line(&line))?;
        }
        told = events.len();
    }
    let Some((mut battle, _)) = session.battle_at(to) else { return Ok(()) };
    let mut held = Vec::new();
    story.finish(&*battle, &mut held);
    let mut lines: Vec<String> = held.iter().map(|line| ink.line(line)).collect();
    lines.push(String::new());
    lines.push(ink.line(&panel::header(&*battle)));
    lines.extend(picture::board(&*battle, ink));
    lines.extend(panel::units(&*battle, None).iter().map(|line| ink.line(line)));
    lines.push(String::new());
    let end = match battle.outcome() {
        Some(outcome) => panel::result(&*battle, &outcome),
        None => format!("After {to} of {made} decisions the battle is not over"),
    };
    lines.push(format!("{end}; hash {:016x}", battle.hash()));
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Replays a recorded battle
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray replay last_stand.journal            the whole story\n  \
    hexfray replay last_stand.journal --to 40    up to the 40th decision, and how things stand then\n  \
    hexfray replay last_stand.journal --verify   only compares: every state as it was recorded?\n\n\
    A journal is played again from its seed, and every state is compared with the one recorded; where one differs\n\
    the message names the line and the first field that does. One of other content or another version of the program is\n\
    told as far as its record goes, and it is said where it is not as it was.")]
pub struct Replay {
    /// The journal
    file: String,
    /// Compare only, and say whether everything is as it was recorded
    #[arg(long, conflicts_with = "to")]
    verify: bool,
    /// Tell it up to this decision
    #[arg(long, value_name = "DECISION")]
    pub to: Option<u32>,
    /// Tell it in the window, from where it can be played on; with --to it stands still at that decision
    #[cfg(feature = "gui")]
    #[arg(long, conflicts_with = "verify")]
    pub window: bool,
}

impl Replay {
    /// The journal of a replay, and remarks to be shown before it.
    ///
    /// # Errors
    /// It cannot be read, or writing fails.
    pub fn recall(&self, library: &Library, out: &mut dyn Write) -> Result<Recalled, Stop> {
        let recalled = patiently("playing the journal again", || Session::recall(library, &self.file))?;
        let notes = recalled.session.iter().flat_map(|session| session.notes());
        notes.filter(|_| recalled.past.is_none()).try_for_each(|note| writeln!(out, "{}: {note}", self.file))?;
        let past = recalled.past.iter().flat_map(Past::before);
        past.into_iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(recalled)
    }

    /// Replays it, or compares only.
    ///
    /// # Errors
    /// It cannot be read, is not reproduced where that was asked for, or writing fails.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let ink = Ink::wanted(stdout().is_terminal());
        if self.verify {
            let Verified { battle, hash, notes } =
                patiently("playing the journal again", || journal::verify(library, &self.file))?;
            notes.iter().try_for_each(|note| writeln!(out, "{}: {note}", self.file))?;
            writeln!(out, "{} decisions, every state as recorded; hash {hash:016x}", battle.number())?;
            if let Some(outcome) = battle.outcome() {
                writeln!(out, "{}", panel::result(&*battle, &outcome))?;
            }
            return Ok(());
        }
        let Recalled { session, past } = self.recall(library, out)?;
        if let Some(mut session) = session {
            tell(&mut session, self.to, Story::new(library.codex()), out, ink)?;
        }
        Ok(past.iter().flat_map(Past::after).try_for_each(|line| writeln!(out, "{line}"))?)
    }
}
