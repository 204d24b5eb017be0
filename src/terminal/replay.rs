//! A journal told again.

use std::io::Write;

use crate::scenario::Session;

use super::ink::Ink;
use super::story::Story;
use super::{Stop, panel, picture};

/// Tells a battle up to a decision, or as far as it goes; then shows where it stands.
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
        // What followed a decision is told from where the battle stood when it was open.
        let (Some((before, _)), Some((_, events))) =
            (session.battle_at(number.saturating_sub(1)), session.battle_at(number))
        else {
            break;
        };
        for remark in session.remarks(number.wrapping_sub(1)) {
            writeln!(out, "{}", ink.dim(&format!("    ? {remark}")))?;
        }
        for line in story.tell(&*before, &events[told..]) {
            writeln!(out, "{line}")?;
        }
        told = events.len();
    }
    let Some((mut battle, _)) = session.battle_at(to) else { return Ok(()) };
    let mut lines = Vec::new();
    story.finish(&*battle, &mut lines);
    lines.push(String::new());
    lines.push(panel::header(&*battle, ink));
    lines.extend(picture::board(&*battle, ink));
    lines.extend(panel::units(&*battle, None, ink));
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
