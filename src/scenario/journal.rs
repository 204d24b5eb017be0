//! Journals: one file is save, replay, bug report and test.
//!
//! A journal is JSON lines. The first is the header: all that it takes to set the battle up again, the scenario's text
//! included, and the hash of the content that it was fought with. Then there is a line for each decision:
//!
//! ```json
//! {"n":1,"side":0,"do":{"target":null,"unit":3,"verb":"order","with":1},"hash":"9f0c31aa5be2d704","fields":"a1b2..."}
//! ```
//!
//! `n` counts the decisions from 1, and `hash` is the state's after it. `fields` has four hexadecimal digits for each
//! part of the public state, which name what differs where the hash does. The decision with which a secret list is
//! complete has its `seal`, the one that ends the battle the list and its salt as `opened`. A line `{"dice": [[rule, face], ...]}`
//! before a decision holds those of its rolls that did not come from the seed; `{"undo": n}` takes back all decisions
//! after the `n`th; `{"note": "..."}` is for people: what a computer considered before the next decision, for one.
//! Each line ends in a checksum, as [`crate::store::Log`] has it.
//!
//! Every decision is in the file before it counts, which a killed program does not undo. It is also on the disk, which a
//! power cut does not undo, where a person has decided or taken something back, and at the end of the battle: a disk
//! takes milliseconds for that, as long as many decisions of computers, which are made again the same.

mod past;

use std::fs;
use std::hash::{Hash, Hasher};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::battle::{Battle, Event, Fact, Record, Rules, SideId, StableHasher};
use crate::content::{Library, Origin, hex, missing};
use crate::rules::{AnyBattle, Presentation, with_battle};
use crate::source::{self, Problem};
use crate::store::{Held, Log, Seal, bare, whole};

use super::{Scenario, Session, action_from_json};

pub(super) use past::recall;
pub use past::{Past, Recalled};

/// The format that this program writes, and the only one that it reads.
pub const FORMAT: u32 = 1;

/// The owner of a side that a person plays.
pub const PERSON: &str = "person";

/// Largest journal that is read, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;
/// Longest line but the first, in bytes.
const MAX_LINE: usize = 1 << 20;
/// What to do about a file that is there already.
const ANOTHER_NAME: &str = "nothing was written; take another name";

/// The first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    hexfray: u32,
    program: String,
    ruleset: String,
    scenario: String,
    file: String,
    content: String,
    /// The content that lay over the program's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    made_with: Vec<Origin>,
    seed: u64,
    pub(super) owners: Vec<String>,
    source: String,
    // The state at the first decision.
    hash: String,
    fields: String,
}

impl Header {
    pub(super) fn new(
        scenario: &Scenario,
        content: u64,
        made_with: Vec<Origin>,
        seed: u64,
        battle: &mut AnyBattle,
    ) -> Header {
        Header {
            made_with,
            hexfray: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: scenario.ruleset.to_owned(),
            scenario: scenario.name.clone(),
            file: scenario.document.file.clone(),
            content: hex(content),
            seed,
            owners: vec![PERSON.to_owned(); battle.players()],
            source: scenario.document.text.clone(),
            hash: hex(battle.hash()),
            fields: fields(battle),
        }
    }
}

/// What of the header every format has.
#[derive(Deserialize)]
struct Mark {
    hexfray: u32,
    #[serde(default)]
    program: String,
}

/// A decision's line.
#[derive(Serialize, Deserialize)]
struct Entry {
    n: u32,
    side: SideId,
    #[serde(rename = "do")]
    action: Value,
    hash: String,
    #[serde(default)]
    fields: String,
    /// The seal of the list that this completed (HULK-BLIP-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seal: Option<String>,
    /// What was sealed, where this ended the battle (HULK-KNOW-11).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opened: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Rolls {
    dice: Vec<(String, u8)>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Undo {
    pub(super) undo: u32,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Note {
    pub(super) note: String,
}

/// The seal that came of a decision, and what was sealed where it was opened.
fn seals(events: &[Event]) -> (Option<String>, Option<String>) {
    let (mut seal, mut opened) = (None, None);
    for event in events {
        match event.fact {
            Fact::ListSealed { seal: of } => seal = Some(of.to_string()),
            Fact::SealOpened { salt, lines, .. } => opened = Some(lines.text(salt)),
            _ => {}
        }
    }
    (seal, opened)
}

/// The public state in parts, a digest of each: who decides what, the table's fields, the units' fields, one after the
/// other over all units, the same of the hexes, and at last each unit for itself. Told apart by [`part_names`].
fn parts<R: Rules>(battle: &Battle<R>) -> Vec<u64> {
    fn digest(values: impl Iterator<Item = impl Hash>) -> u64 {
        let mut fold = StableHasher::new(0);
        values.for_each(|v| v.hash(&mut fold));
        fold.finish()
    }
    let pieces = || battle.units().map(|u| battle.piece(u));
    let mut parts = vec![StableHasher::of(0, &(battle.decision(), battle.outcome()))];
    parts.extend(battle.table().values().map(|(_, value)| StableHasher::of(0, &value)));
    parts.extend([digest(pieces().map(|p| p.at)), digest(pieces().map(|p| p.facing))]);
    parts.extend((0..R::Unit::count()).map(|i| digest(battle.units().map(|u| battle.unit(u).value(i)))));
    parts.extend((0..R::Ground::count()).map(|i| {
        let values = battle.marked().iter().map(|(cell, ground)| (cell, ground.value(i)));
        digest(values.filter(|v| v.1 != 0))
    }));
    parts.extend(battle.units().map(|u| {
        let piece = battle.piece(u);
        StableHasher::of(digest(battle.unit(u).values()), &(piece.at, piece.facing))
    }));
    parts
}

/// The names of the [`parts`].
fn part_names<R: Presentation>(battle: &Battle<R>) -> Vec<String> {
    let mut names = vec!["the open question".to_owned()];
    names.extend(R::Table::names().iter().map(|n| format!("`{n}` of the table")));
    names.extend(["the units' hexes".to_owned(), "the units' facings".to_owned()]);
    names.extend(R::Unit::names().iter().map(|n| format!("`{n}` of the units")));
    names.extend(R::Ground::names().iter().map(|n| format!("`{n}` of the hexes")));
    names.extend(battle.units().map(|u| R::name(battle, u)));
    names
}

/// The digests of the [`parts`], four digits each.
fn fields(battle: &AnyBattle) -> String {
    let parts = with_battle!(battle, battle => parts(battle));
    parts.iter().map(|part| format!("{:04x}", part & 0xffff)).collect()
}

/// Says where a state differs from what was recorded of it.
fn difference(recorded: &str, battle: &AnyBattle) -> String {
    let now = fields(battle);
    if recorded.len() != now.len() {
        return "the fields recorded of it are not those that the program knows".to_owned();
    }
    let digests = now.as_bytes().chunks(4).zip(recorded.as_bytes().chunks(4));
    let differs: Vec<bool> = digests.map(|(now, recorded)| now != recorded).collect();
    let names = with_battle!(battle, battle => part_names(battle));
    let (names, units) = names.split_at(names.len() - battle.units().len());
    let Some(first) = names.iter().zip(&differs).position(|(_, differs)| *differs) else {
        return "no public field differs: either what differs is kept from the players, as sealed orders are and steps \
                under way, or the line was changed"
            .to_owned();
    };
    let units: Vec<&str> = units.iter().zip(&differs[names.len()..]).filter(|u| *u.1).map(|u| u.0.as_str()).collect();
    let units = if units.is_empty() { String::new() } else { format!("; units that differ: {}", units.join(", ")) };
    format!("the first field that differs is {}{units}", names[first])
}

/// The text of a journal, sealed as files hold it, and the file that it is written to as it grows.
#[derive(Debug)]
pub(super) struct Journal {
    header: Header,
    text: String,
    seal: Seal,
    recording: Option<Log>,
}

impl Journal {
    pub(super) fn new(header: Header) -> Journal {
        let (seal, text) = Seal::first(&header);
        Journal { text, header, seal, recording: None }
    }

    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The file that is recorded to, if there is one, keeps the owners that it began with.
    pub(super) fn set_owners(&mut self, owners: Vec<String>) {
        self.header.owners = owners;
        if self.recording.is_none() {
            // All lines are sealed by the first.
            let old = std::mem::take(&mut self.text);
            (self.seal, self.text) = Seal::first(&self.header);
            self.text.extend(old.lines().skip(1).map(|line| self.seal.text(&bare(line))));
        }
    }

    /// Adds a line, to the file first: what could not be written has not happened. Where it is to be `durable` it is on
    /// the disk too.
    pub(super) fn append(&mut self, line: &impl Serialize, durable: bool) -> Result<(), Problem> {
        self.add(&self.seal.line(line), durable)
    }

    /// Adds the lines of a decision that has just been played, with the dice that were given, and what came of it.
    pub(super) fn append_decision(
        &mut self,
        side: SideId,
        action: Value,
        dice: &[(String, u8)],
        battle: &mut AnyBattle,
        events: &[Event],
        durable: bool,
    ) -> Result<(), Problem> {
        let (seal, opened) = seals(events);
        let (n, hash, fields) = (battle.number(), hex(battle.hash()), fields(battle));
        let entry = self.seal.line(&Entry { n, side, action, hash, fields, seal, opened });
        let rolls = if dice.is_empty() { String::new() } else { self.seal.line(&Rolls { dice: dice.to_vec() }) };
        self.add(&(rolls + &entry), durable)
    }

    fn add(&mut self, sealed: &str, durable: bool) -> Result<(), Problem> {
        match &mut self.recording {
            Some(recording) if durable => recording.commit(sealed)?,
            Some(recording) => recording.append(sealed)?,
            None => {}
        }
        self.text.push_str(sealed);
        Ok(())
    }

    /// Begins a file that there must not be yet.
    pub(super) fn record_to(&mut self, path: &str) -> Result<(), Problem> {
        self.recording = Some(Log::create(path, &self.text, MAX_BYTES, ANOTHER_NAME)?);
        Ok(())
    }

    /// Goes on in the file that this was read from, of which the first `length` bytes are good.
    fn go_on(&mut self, mut recording: Log, length: usize) -> Result<(), Problem> {
        recording.go_on(length)?;
        // The end of the last line, if that was lost.
        recording.append(&self.text[length..])?;
        self.recording = Some(recording);
        Ok(())
    }

    /// Writes the whole journal, or none of it.
    pub(super) fn save(&self, path: &str, overwrite: bool) -> Result<(), Problem> {
        let canonical = |path: &str| fs::canonicalize(path).ok();
        let own = |r: &Log| canonical(r.path()).is_some_and(|own| canonical(path) == Some(own));
        if self.recording.as_ref().is_some_and(own) {
            // It is all there already, and replacing the file would end the recording.
            return Ok(());
        }
        let held = Held::take(path)?;
        if !overwrite {
            held.must_be_new(ANOTHER_NAME)?;
        }
        held.replace(self.text.as_bytes())
    }
}

/// What a journal that holds true comes to.
#[derive(Debug)]
pub struct Verified {
    /// The battle after its last decision.
    pub battle: AnyBattle,
    /// Hash of the last state.
    pub hash: u64,
    /// What reading has left out: a line cut off in the middle.
    pub notes: Vec<String>,
}

/// Plays a journal again and compares every hash.
///
/// # Errors
/// What does not hold true, or cannot be read; see [`Session::load`].
pub fn verify(library: &Library, path: &str) -> Result<Verified, Vec<Problem>> {
    let mut session = Session::load(library, path)?;
    Ok(Verified { hash: session.hash(), notes: session.notes().to_vec(), battle: session.battle })
}

pub(super) fn load(library: &Library, path: &str) -> Result<Session, Vec<Problem>> {
    replay(library, path, &source::read(path, MAX_BYTES)?).map(|replayed| replayed.0)
}

pub(super) fn resume(library: &Library, path: &str) -> Result<Session, Vec<Problem>> {
    let (recording, bytes) = Log::open(path, MAX_BYTES)?;
    let (mut session, length) = replay(library, path, &bytes)?;
    session.journal.go_on(recording, length)?;
    Ok(session)
}

/// What a line says.
enum Line {
    Decision(Entry),
    Dice(Vec<(String, u8)>),
    Undo(u32),
    Note(String),
}

/// Plays a journal again. Also says how many of its bytes are good: a last line that was cut off is not, nor are dice
/// whose decision is missing.
pub(super) fn replay(library: &Library, path: &str, bytes: &[u8]) -> Result<(Session, usize), Vec<Problem>> {
    read(library, bytes, &mut Reader::new(path))
}

fn read(library: &Library, bytes: &[u8], reader: &mut Reader<'_>) -> Result<(Session, usize), Vec<Problem>> {
    let path = reader.path;
    if bytes.is_empty() {
        return Err(Problem::whole(path, "the file is empty, not a journal", "").into());
    }
    let whole = whole(path, bytes)?;
    let text = whole.text;

    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let mut session = reader.header(library, first)?;
    let (mut read, mut good) = (first.len(), first.len());
    for line in lines {
        reader.line += 1;
        read += line.len();
        reader.take(&mut session, line.trim_end())?;
        if session.script.is_empty() {
            good = read;
        }
    }
    session.notes.extend(whole.notes);
    if good < read {
        session.script.clear();
        session.notes.push("the last dice come before no decision and are left out".to_owned());
    }
    text[..good].clone_into(&mut session.journal.text);
    session.journal.seal = whole.seal;
    if !session.journal.text.ends_with('\n') {
        session.journal.text.push('\n');
    }
    Ok((session, good))
}

/// Where in a journal the reader is.
struct Reader<'p> {
    path: &'p str,
    line: u32,
    /// Whether the battle is only told, so that it need not be as it would be today.
    tells: bool,
    /// What is told of a battle that need not be.
    past: Option<Past>,
    /// What to do about states that are not those recorded.
    hint: String,
}

impl<'p> Reader<'p> {
    fn new(path: &'p str) -> Self {
        Reader { path, line: 1, tells: false, past: None, hint: String::new() }
    }

    fn problem(&self, message: impl Into<String>, hint: impl Into<String>) -> Problem {
        Problem { file: self.path.to_owned(), line: self.line, column: 0, message: message.into(), hint: hint.into() }
    }

    fn json<T: DeserializeOwned>(&self, text: &str) -> Result<T, Problem> {
        serde_json::from_str(text).map_err(|e| {
            // It knows of one line only, and says so.
            let message = e.to_string();
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |m| m.0);
            let broken = if e.is_data() { "" } else { "broken JSON: " };
            Problem { column: e.column() as u32, ..self.problem(format!("{broken}{message}"), "") }
        })
    }

    /// Sets the battle up that the first line is about.
    fn header(&mut self, library: &Library, text: &str) -> Result<Session, Vec<Problem>> {
        let Ok(mark) = serde_json::from_str::<Mark>(text) else {
            return Err(self.problem("not a journal: the first line is no header", "").into());
        };
        let program: String = mark.program.chars().take(40).flat_map(char::escape_debug).collect();
        if mark.hexfray != FORMAT {
            let message = format!("a journal of format {}; this program reads format {FORMAT}", mark.hexfray);
            return Err(self.problem(message, format!("version {program} of the program wrote it")).into());
        }
        let header: Header = self.json(text)?;
        // What is wrong follows from this, where it is so.
        let needs = missing(&header.made_with, &library.origins());
        let told = "`hexfray replay` tells it as far as its record goes";
        let playing_on = match needs {
            Some(_) => format!("{told}; nothing was changed"),
            None => format!("{told}; to play on take version {program} of the program, with the content of then"),
        };
        let at = Reader::new(self.path);
        let needs = |problems: Vec<Problem>| match &needs {
            Some(needs) => vec![at.problem(needs, &playing_on)],
            None => problems,
        };
        let in_source = |problems: Vec<Problem>| -> Vec<Problem> {
            let place = |p: &Problem| format!("in the scenario's text, {}:{}: {}", p.line, p.column, p.message);
            problems.into_iter().map(|p| at.problem(place(&p), p.hint)).collect()
        };
        let scenario = Scenario::parse(library, &header.file, &header.source).map_err(in_source).map_err(needs)?;
        if header.ruleset != scenario.ruleset || header.scenario != scenario.name {
            return Err(self.problem("ruleset and name are not those in the scenario's text", "").into());
        }
        let content = scenario.content(library);
        if !content.is(&header.content) {
            let now = hex(content.meant);
            let other =
                at.problem(format!("fought with other content than the program has now, which is {now}"), &playing_on);
            let why = needs(other.into()).remove(0);
            if !self.tells {
                return Err(why.into());
            }
            self.past = Some(Past::new(why, true));
        } else if header.program != env!("CARGO_PKG_VERSION") {
            self.hint.clone_from(&playing_on);
            let why = at.problem(format!("written by version {program} of the program, this is another"), playing_on);
            self.past = self.tells.then(|| Past::new(why, false));
        }
        let mut session = Session::begin(library, scenario, header.seed).map_err(in_source)?;
        if header.owners.len() != session.battle.players() {
            return Err(self.problem("the owners are not as many as the sides", "").into());
        }
        self.compare(&mut session.battle, &header.hash, &header.fields)?;
        session.journal.header = header;
        Ok(session)
    }

    /// Does what a line says.
    fn take(&mut self, session: &mut Session, text: &str) -> Result<(), Problem> {
        let line = self.line(text)?;
        match line {
            Line::Decision(entry) if self.past.is_some() => {
                self.retell(session, &entry);
                Ok(())
            }
            Line::Undo(number) if self.past.as_mut().is_some_and(|past| !past.undo(number)) => Ok(()),
            Line::Note(_) | Line::Dice(_) if self.past.as_ref().is_some_and(Past::has_ended) => Ok(()),
            Line::Note(text) => {
                session.remarks.push((session.battle.number(), text));
                Ok(())
            }
            Line::Dice(rolls) => {
                session.script(rolls);
                Ok(())
            }
            Line::Undo(number) => session.rewind(number).map_err(|e| self.problem(e.to_string(), "")),
            Line::Decision(entry) => self.decide(session, &entry),
        }
    }

    fn line(&self, text: &str) -> Result<Line, Problem> {
        if text.len() > MAX_LINE {
            return Err(self.problem(format!("longer than {} MiB", MAX_LINE >> 20), ""));
        }
        if text.contains('\0') {
            return Err(self.problem("a byte 0: the file is damaged", ""));
        }
        let value: Value = self.json(text)?;
        if value.get("n").is_some() {
            Ok(Line::Decision(self.json(text)?))
        } else if value.get("dice").is_some() {
            let rolls = self.json::<Rolls>(text)?.dice;
            match rolls.iter().find(|(rule, _)| !rule.bytes().all(|b| b.is_ascii_graphic())) {
                Some((rule, _)) => Err(self.problem(format!("{rule:?} is no rule"), "")),
                None => Ok(Line::Dice(rolls)),
            }
        } else if value.get("undo").is_some() {
            Ok(Line::Undo(self.json::<Undo>(text)?.undo))
        } else if value.get("note").is_some() {
            Ok(Line::Note(self.json::<Note>(text)?.note))
        } else {
            Err(self.problem("a line has one of `n`, `dice`, `undo` and `note`", ""))
        }
    }

    /// Makes a decision again if it still can be made, and else tells what the record says of it.
    fn retell(&mut self, session: &mut Session, entry: &Entry) {
        let made = session.battle.number();
        let ended = self.past.as_ref().is_some_and(Past::has_ended);
        let misfit = if ended { None } else { self.decide(session, entry).err() };
        let Some(past) = &mut self.past else { return };
        if let Some(misfit) = misfit {
            session.script.clear();
            if session.battle.number() > made {
                let back = session.rewind(made);
                debug_assert_eq!(back, Ok(()), "it has just been made");
            }
            past.end(Some(&session.battle), entry, misfit.message);
        } else if ended {
            past.record(Some(&session.battle), entry);
        }
    }

    fn decide(&mut self, session: &mut Session, entry: &Entry) -> Result<(), Problem> {
        let number = session.battle.number() + 1;
        if entry.n != number {
            return Err(self.problem(format!("decision {} where {number} was to come", entry.n), ""));
        }
        if let Some(decision) = session.battle.decision()
            && decision.side != entry.side
        {
            let message = format!("side {} decides, where side {} was asked", entry.side.0, decision.side.0);
            return Err(self.problem(message, ""));
        }
        let action = action_from_json(&session.battle, &entry.action).map_err(|e| self.problem(e, ""))?;
        session.advance(action).map_err(|rejected| self.problem(format!("refused: {rejected}"), ""))?;
        if !session.script.is_empty() {
            return Err(self.problem(format!("dice before it that were not rolled: {}", session.script.len()), ""));
        }
        self.compare(&mut session.battle, &entry.hash, &entry.fields)?;
        let (seal, opened) = seals(session.latest());
        let kept = |recorded: &Option<String>, now: &Option<String>| recorded.is_none() || recorded == now;
        if kept(&entry.seal, &seal) && kept(&entry.opened, &opened) {
            return Ok(());
        }
        Err(self.problem("what was sealed is another list than that of the decisions (HULK-BLIP-04)", ""))
    }

    fn compare(&mut self, battle: &mut AnyBattle, hash: &str, fields: &str) -> Result<(), Problem> {
        if hash == hex(battle.hash()) {
            return Ok(());
        }
        let difference = difference(fields, battle);
        if let Some(past) = &mut self.past {
            past.part(battle.number(), difference);
            return Ok(());
        }
        Err(self.problem(format!("the state is another than the one recorded: {difference}"), &self.hint))
    }
}
