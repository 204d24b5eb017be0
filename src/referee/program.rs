//! A program that plays one side in a league: the referee starts it and speaks its protocol with it.

use std::io::{BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use crate::battle::{Action, Event, Listing};
use crate::content::Codex;
use crate::rules::AnyBattle;
use crate::scenario::event_json::told;

use super::answer::{Line, Seat};
use super::lines::{self, Garbled};
use super::request::Request;

/// How long a program may take to leave after the battle.
const FAREWELL: Duration = Duration::from_millis(500);

/// A program at the table. It is told what its side may know, and asked when its side decides.
#[derive(Debug)]
pub struct Program {
    child: Child,
    // None once it has been told that the battle is over.
    input: Option<Sender<Vec<u8>>>,
    answers: Receiver<Result<String, Garbled>>,
    seat: Seat,
}

impl Program {
    /// Starts a program, by its command and arguments, and tells it of the battle.
    ///
    /// # Errors
    /// Why it is not at the table.
    pub fn start(
        command: &[String],
        seat: Seat,
        scenario: &str,
        content: u64,
        battle: &AnyBattle,
    ) -> Result<Program, String> {
        let [name, arguments @ ..] = command else { return Err("it has no command".to_owned()) };
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("it could not be started: {error}"))?;
        let (said, answers) = channel();
        let (input, lines) = channel::<Vec<u8>>();
        // Writing and reading last as long as the program likes; whoever waits for it does so at the channels.
        if let Some(mut pipe) = child.stdin.take() {
            std::thread::spawn(move || lines.into_iter().all(|line| pipe.write_all(&line).is_ok()));
        }
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut output = BufReader::new(output);
                while let Ok(Some(line)) = lines::next(&mut output) {
                    if said.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let program = Program { child, input: Some(input), answers, seat };
        program.say(&Line::hello(scenario, content, battle, None, Some(seat)));
        Ok(program)
    }

    /// Tells what followed from the answer to a decision, none for what came before the first. `before` is the battle
    /// as it was then.
    pub fn hear(&self, before: &AnyBattle, number: Option<u32>, events: &[Event]) {
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

    /// Says a line. Whoever has hung up is found out when asked.
    fn say(&self, line: &Line) {
        let mut text = serde_json::to_vec(line).expect("a line is JSON");
        text.push(b'\n');
        if let Some(input) = &self.input {
            let _ = input.send(text);
        }
    }

    /// The next line that is not empty.
    fn listen(&mut self, end: Instant) -> Result<String, String> {
        loop {
            match self.answers.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Ok(line)) if line.trim().is_empty() => {}
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(garbled)) => return Err(format!("it said `{}`: {}", garbled.line, garbled.message)),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("it said nothing for {} s", self.seat.seconds));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    /// Why it does not speak any more.
    fn gone(&mut self) -> String {
        match self.leaving() {
            Some(status) => format!("it ended with {status}"),
            None => "it hung up".to_owned(),
        }
    }

    /// Waits a moment for the program to leave.
    fn leaving(&mut self) -> Option<ExitStatus> {
        let end = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }
}

impl Drop for Program {
    /// Nothing is left running.
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
