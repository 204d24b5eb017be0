//! Journals that cannot be played on: of other content, or of another version of the program. They are told all the
//! same, as far as their own record goes.

use serde_json::Value;

use crate::battle::UnitId;
use crate::content::Library;
use crate::rules::AnyBattle;
use crate::scenario::Session;
use crate::source::{self, Problem};
use crate::store::whole;

use super::{Entry, FORMAT, Header, Line, MAX_BYTES, Mark, Reader, read};

/// A journal as it is told.
#[derive(Debug)]
pub struct Recalled {
    /// The battle as far as the program can play it again; none where it cannot be set up any more.
    pub session: Option<Session>,
    /// Why it cannot be played on, and what of it is told otherwise; none where it holds true.
    pub past: Option<Past>,
}

/// What of a journal's battle is not as it is played today.
#[derive(Debug)]
pub struct Past {
    /// Why it cannot be played on, and what to do about that.
    pub why: Problem,
    /// Whether it cannot even where all of it holds true, as it does not with other content.
    barred: bool,
    /// How many decisions had been made when a state first was another than the one recorded, and in what.
    parted: Option<(u32, String)>,
    /// The first decision, from 1, that cannot be made any more, and why.
    ended: Option<(u32, String)>,
    /// What was decided from there on, by number, as the record says.
    rest: Vec<(u32, String)>,
}

impl Recalled {
    /// The battle, where there is anything of it to see.
    ///
    /// # Errors
    /// Why there is not.
    pub fn shown(self) -> Result<Session, Vec<Problem>> {
        self.session.ok_or_else(|| self.past.map(|past| past.why).into_iter().collect())
    }
}

impl Past {
    pub(super) fn new(why: Problem, barred: bool) -> Past {
        Past { why, barred, parted: None, ended: None, rest: Vec::new() }
    }

    /// Whether all of it could be played again, and every state was as recorded.
    fn is_whole(&self) -> bool {
        self.parted.is_none() && self.ended.is_none()
    }

    /// Notes that a state is another than the one recorded.
    pub(super) fn part(&mut self, made: u32, how: String) {
        self.parted.get_or_insert((made, how));
    }

    /// Whether decisions are only told from the record now.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// Notes that a decision cannot be made any more; it is told like all that follow.
    pub(super) fn end(&mut self, battle: Option<&AnyBattle>, entry: &Entry, why: String) {
        self.ended = Some((entry.n, why));
        self.record(battle, entry);
    }

    /// Tells a decision from the record.
    pub(super) fn record(&mut self, battle: Option<&AnyBattle>, entry: &Entry) {
        self.rest.push((entry.n, words(battle, entry)));
    }

    /// Forgets what was taken back after so many decisions; whether the record can be played again from there.
    pub(super) fn undo(&mut self, number: u32) -> bool {
        self.rest.retain(|(n, _)| *n <= number);
        let again = self.rest.is_empty();
        if again {
            self.ended = None;
            self.parted.take_if(|(made, _)| *made > number);
        }
        again
    }

    /// What has to be said before the battle is told: one line each.
    #[must_use]
    pub fn before(&self) -> Vec<String> {
        let mut lines = vec![self.why.to_string()];
        if let Some((made, how)) = &self.parted {
            let since = if *made == 0 { "From the beginning".to_owned() } else { format!("From decision {made} on") };
            lines.push(format!(
                "{since} the states are others than those recorded ({how}): what is told is how the recorded answers \
                 play today"
            ));
        } else if self.is_whole() {
            lines.push("every state is as recorded all the same".to_owned());
        }
        lines
    }

    /// What the record holds beyond what could be played again: one line each.
    #[must_use]
    pub fn after(&self) -> Vec<String> {
        let Some((number, why)) = &self.ended else { return Vec::new() };
        let mut lines =
            vec![format!("Decision {number} cannot be made any more: {why}. What was decided, as recorded:")];
        lines.extend(self.rest.iter().map(|(n, words)| format!("  {n}. {words}")));
        lines
    }
}

/// Reads a journal to tell it; see [`Session::recall`].
pub(in crate::scenario) fn recall(library: &Library, path: &str) -> Result<Recalled, Vec<Problem>> {
    let bytes = source::read(path, MAX_BYTES)?;
    let mut reader = Reader { tells: true, ..Reader::new(path) };
    match read(library, &bytes, &mut reader) {
        Ok((mut session, _)) => {
            let past = reader.past.filter(|past| past.barred || !past.is_whole());
            if let Some(past) = &past {
                session.notes.extend(past.before());
                session.notes.extend(past.after());
            }
            Ok(Recalled { session: Some(session), past })
        }
        Err(problems) if reader.line == 1 => {
            let past = from_the_record(path, &bytes, &problems)?.ok_or(problems)?;
            Ok(Recalled { session: None, past: Some(past) })
        }
        Err(problems) => Err(problems),
    }
}

/// What a journal says of a battle that cannot even be set up; none where its first line is no header of this format.
fn from_the_record(path: &str, bytes: &[u8], problems: &[Problem]) -> Result<Option<Past>, Problem> {
    let whole = whole(path, bytes)?;
    let mut lines = whole.text.lines();
    let first = lines.next().unwrap_or_default();
    let is_ours = serde_json::from_str::<Mark>(first).is_ok_and(|mark| mark.hexfray == FORMAT);
    let (true, Ok(header), Some(why)) = (is_ours, serde_json::from_str::<Header>(first), problems.first()) else {
        return Ok(None);
    };
    let told = problems.iter().map(|p| p.message.as_str()).collect::<Vec<_>>().join("; ");
    let mut past = Past::new(why.clone(), true);
    past.ended = Some((1, format!("{} cannot be set up: {told}", shown(&header.scenario))));
    let mut reader = Reader::new(path);
    for line in lines {
        reader.line += 1;
        match reader.line(line)? {
            Line::Decision(entry) => past.record(None, &entry),
            Line::Undo(number) => past.rest.retain(|(n, _)| *n <= number),
            Line::Dice(_) | Line::Note(_) => {}
        }
    }
    Ok(Some(past))
}

/// A recorded decision in words; names as far as there is a battle that knows them.
fn words(battle: Option<&AnyBattle>, entry: &Entry) -> String {
    let side = battle.and_then(|b| b.sides().get(entry.side.index()));
    let side = side.map_or_else(|| format!("side {}", entry.side.0), |side| side.name.clone());
    let number = |value: &Value| value.as_u64().and_then(|n| u8::try_from(n).ok());
    let unit = |value: &Value| {
        let id = u16::try_from(value.as_u64()?).ok()?;
        let known = battle.filter(|b| b.units().has(UnitId(id)));
        Some(known.map_or_else(|| format!("unit {id}"), |b| b.name(UnitId(id))))
    };
    let field = |name: &str| entry.action.get(name).filter(|v| !v.is_null());
    let verb = field("verb").and_then(Value::as_str).unwrap_or("?");
    let mut told = format!("{side}: {}", shown(verb));
    if let Some(who) = field("unit").and_then(unit) {
        told += &format!(", {who}");
    }
    if let Some(with) = field("with").and_then(number).filter(|n| *n > 0) {
        told += &format!(", with {with}");
    }
    if let Some(target) = field("target") {
        let at = target.get("unit").and_then(unit).unwrap_or_else(|| shown(&target.to_string().replace('"', "")));
        told += &format!(", at {at}");
    }
    told
}

/// A text of the record, fit for a terminal.
fn shown(text: &str) -> String {
    text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
