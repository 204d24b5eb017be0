//! A program that plays one side in a league: the referee starts it and speaks its protocol with it.

use std::io::{BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

use crate::battle::{Action, Event, Listing};
use crate::content::Codex;
use crate::rules::AnyBattle;
use crate::scenario::event_json::told;

use super::answer::{Line, Seat};
use super::leash::{Leash, Started};
use super::lines;
use super::request::Request;

/// How long a program may take to leave after the battle.
const FAREWELL: Duration = Duration::from_millis(500);

/// MiB of data that each process of a program may have, where nobody says.
pub const MEMORY: u32 = 4096;

/// Lines that are read before they are wanted. Whoever says more has to wait.
const AHEAD: usize = 16;

/// Bytes that a program may say in a battle: what would do for fifty thousand decisions with a hundred questions each.
const SAID: u64 = 256 << 20;

/// Bytes that may wait for a program to read them. Of those who listen at all, none comes near it.
const UNHEARD: usize = 16 << 20;

/// A program at the table. It is told what its side may know, and asked when its side decides.
#[derive(Debug)]
pub struct Program {
    leash: Leash,
    // None once it has been told that the battle is over.
    input: Option<Sender<Vec<u8>>>,
    // Bytes on their way to it.
    unheard: Arc<AtomicUsize>,
    deaf: bool,
    answers: Receiver<Result<String, String>>,
    seat: Seat,
}

impl Program {
    /// Starts a program, by its command and arguments, and tells it of the battle. Each of its processes may have so
    /// many MiB of data.
    ///
    /// # Errors
    /// Why it is not at the table.
    pub fn start(
        command: &[String],
        memory: u32,
        seat: Seat,
        scenario: &str,
        content: u64,
        battle: &AnyBattle,
    ) -> Result<Program, String> {
        if command.is_empty() {
            return Err("it has no command".to_owned());
        }
        let Started { leash, input, output } =
            Leash::start(command, memory).map_err(|error| format!("it could not be started: {error}"))?;
        let unheard = Arc::new(AtomicUsize::new(0));
        let (input, answers) = (writing(input, &unheard), reading(output));
        let mut program = Program { leash, input: Some(input), unheard, deaf: false, answers, seat };
        program.say(&Line::hello(scenario, content, battle, None, Some(seat)));
        Ok(program)
    }

    /// Tells what followed from the answer to a decision, none for what came before the first. `before` is the battle
    /// as it was then.
    pub fn hear(&mut self, before: &AnyBattle, number: Option<u32>, events: &[Event]) {
        if !events.is_empty() {
            let events = told(&before.view_for(self.seat.side), events);
            self.say(&Line::Events { number, events });
        }
    }

    /// Asks for an answer to the open decision, in a turn of that number.
    ///
    /// # Errors
    /// Why there is none: it went away, took too long, or said something that is wrong or not open to it.
    pub fn choose(&mut self, battle: &AnyBattle, turn: u16, codex: &Codex) -> Result<Action, String> {
        let mut list = Listing::default();
        battle.legal(&mut list);
        let view = battle.view_for(self.seat.side);
        let end = Instant::now() + Duration::from_secs_f32(self.seat.seconds);
        self.say(&Line::now(&view, &list.actions, None));
        loop {
            let line = self.listen(end)?;
            let wrong = |why: String| format!("it said `{}`: {why}", lines::quoted(&line));
            let answer = match serde_json::from_str(&line).map_err(|why| wrong(why.to_string()))? {
                Request::Play(choice) => return choice.of(battle, &list.actions).map(|c| c.1).map_err(wrong),
                Request::View { side } if side == self.seat.side.0 => Line::view(&view, self.seat.side, turn),
                Request::Odds(choice) => {
                    let (index, action) = choice.of(battle, &list.actions).map_err(wrong)?;
                    Line::odds(battle, codex, index, action)
                        .unwrap_or_else(|message| Line::Error { message, line: lines::quoted(&line) })
                }
                Request::Quit {} => return Err("it left".to_owned()),
                _ => {
                    return Err(wrong("a league is open to `play`, `odds`, `quit`, and `view` of its own side".into()));
                }
            };
            self.say(&answer);
        }
    }

    /// Tells how the battle ended, and waits a moment for the program to leave.
    pub fn dismiss(&mut self, battle: &AnyBattle) {
        if battle.outcome().is_some() {
            self.say(&Line::now(&battle.view_for(self.seat.side), &[], None));
        }
        self.input = None;
        self.leaving();
    }

    /// Says a line. Whoever has hung up, or does not listen, is found out when asked.
    fn say(&mut self, line: &Line) {
        let mut text = serde_json::to_vec(line).expect("a line is JSON");
        text.push(b'\n');
        let waiting = self.unheard.fetch_add(text.len(), Ordering::Relaxed) + text.len();
        self.deaf |= waiting > UNHEARD;
        if let Some(input) = self.input.as_ref().filter(|_| !self.deaf) {
            let _ = input.send(text);
        }
    }

    /// The next line that is not empty, while there is time, whatever else comes.
    fn listen(&mut self, end: Instant) -> Result<String, String> {
        loop {
            if self.deaf {
                return Err(format!("it does not listen: {} MiB wait for it", UNHEARD >> 20));
            }
            match in_time(&self.answers, end) {
                Ok(Ok(line)) if line.trim().is_empty() => {}
                Ok(line) => return line,
                Err(RecvTimeoutError::Timeout) => return Err(self.late()),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    fn late(&self) -> String {
        format!("it did not decide within {} s", self.seat.seconds)
    }

    /// Why it does not speak any more.
    fn gone(&mut self) -> String {
        match self.leaving() {
            Some(status) if status.code() == Some(127) => format!("there is no such program ({status})"),
            Some(status) => format!("it ended with {status}"),
            None => "it hung up".to_owned(),
        }
    }

    /// Waits a moment for the program to leave, and ends what then still runs. Tells how it left.
    fn leaving(&mut self) -> Option<ExitStatus> {
        let end = Instant::now() + FAREWELL;
        while !self.leash.has_left() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(2));
        }
        let left = self.leash.has_left();
        self.leash.end().ok().filter(|_| left)
    }
}

/// The next line, while there is time. What is there already when the time is over comes too late.
fn in_time<T>(lines: &Receiver<T>, end: Instant) -> Result<T, RecvTimeoutError> {
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(RecvTimeoutError::Timeout) } else { lines.recv_timeout(left) }
}

/// Writes what is sent, however long the program takes to read it; `unheard` is how many bytes of it are on their way.
fn writing(mut pipe: ChildStdin, unheard: &Arc<AtomicUsize>) -> Sender<Vec<u8>> {
    let (input, lines) = channel::<Vec<u8>>();
    let unheard = Arc::clone(unheard);
    std::thread::spawn(move || {
        lines.into_iter().all(|line| {
            let written = pipe.write_all(&line).is_ok();
            unheard.fetch_sub(line.len(), Ordering::Relaxed);
            written
        })
    });
    input
}

/// Reads lines, a few ahead of those that are asked for, until one cannot be read, or it was too much.
fn reading(output: ChildStdout) -> Receiver<Result<String, String>> {
    let (said, answers) = sync_channel(AHEAD);
    std::thread::spawn(move || {
        let mut output = BufReader::new(output.take(SAID));
        while let Ok(Some(line)) = lines::begin(&mut output) {
            let line = line.map_err(|garbled| format!("it said `{}`: {}", garbled.line, garbled.message));
            let last = line.is_err();
            if said.send(line).is_err() || last {
                return;
            }
        }
        if output.get_ref().limit() == 0 {
            let _ = said.send(Err(format!("it said more than {} MiB", SAID >> 20)));
        }
    });
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However much waits to be read, time ends.
    #[test]
    fn lines_that_wait_do_not_stretch_the_time() {
        let (said, lines) = sync_channel(AHEAD);
        (0..AHEAD).for_each(|line| said.send(line).unwrap());
        assert_eq!(in_time(&lines, Instant::now()), Err(RecvTimeoutError::Timeout));
        assert_eq!(in_time(&lines, Instant::now() + Duration::from_secs(60)), Ok(0));
    }
}
