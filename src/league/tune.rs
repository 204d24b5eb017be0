//! Tuning: numbers of an opponent's file are changed, all at once and at random, a match of one change against its
//! opposite, or of both against others, says which way is uphill (SPSA, Spall 1992). The result is kept only if it wins a
//! test on fresh seeds.

use std::borrow::Cow;
use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::battle::mix;
use crate::content::{Fingerprint, Library, hex};
use crate::source::{Document, Problem, Problems, open};
use crate::store::{self, Log, Seal, is_written};

use super::report::{Line, Plot, Report, Shape, Table};
use super::spec::{Entrant, Fault, Fight, Format, Keep, Spec};
use super::statistics::Estimate;
use super::store::{Header, Results, Shard};
use super::tunable::{Tunable, tunables, with_numbers};
use super::{League, run};

/// Steps that the first ones are slowed by, as a share of all (Spall's A).
const DELAY: f64 = 0.1;
/// Largest log of steps, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// How fast steps and perturbations shrink (Spall's alpha and gamma).
const SLOWING: f64 = 0.602;
const NARROWING: f64 = 0.101;

/// What is tuned, as its file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// The seed of everything random in it.
    pub seed: u64,
    /// The opponent whose file is tuned: its name, or a file.
    pub opponent: String,
    /// Only numbers whose names begin with this; left out, all that may be tuned.
    #[serde(default)]
    pub numbers: Vec<String>,
    /// Those against whom it is tuned: both changes play each of them with the same seeds. A way to beat one level is found
    /// by naming it alone; against several, what is tuned becomes harder to fool. Left out, the changes play each other.
    #[serde(default)]
    pub against: Vec<String>,
    /// The scenarios of the matches.
    pub battles: Vec<Fight>,
    /// Steps.
    pub steps: u32,
    /// Pairs in each battle's setting at each step.
    pub pairs: u32,
    /// How far numbers are changed to either side at first, as a share of a noticeable change.
    #[serde(default = "spread")]
    pub spread: f64,
    /// How far a step goes at first if one of the two won every battle, as a share of the change.
    #[serde(default = "stride")]
    pub stride: f64,
    /// The test that the tuned numbers have to pass.
    pub test: Format,
    /// Pairs of that test at most, in each battle's setting.
    pub most: u32,
}

fn spread() -> f64 {
    0.3
}

fn stride() -> f64 {
    0.5
}

/// A step that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its number, from 0.
    pub step: u32,
    /// The score of the change against its opposite; where others are played, one half, and half of what it gets against
    /// them more than its opposite.
    pub score: f64,
    /// The numbers after it.
    pub numbers: Vec<f64>,
}

/// A task with its state.
#[derive(Debug)]
pub struct Tuning {
    /// The task.
    pub task: Task,
    /// The numbers that are tuned.
    pub tunables: Vec<Tunable>,
    /// The steps so far.
    pub steps: Vec<Step>,
    /// What was left out when the log was read, in words.
    pub notes: Vec<String>,
    ruleset: &'static str,
    text: String,
    log: Log,
    seal: Seal,
}

/// The first line of a log.
#[derive(PartialEq, Serialize, Deserialize)]
struct Begun {
    tune: u32,
    content: String,
    task: Task,
    names: Vec<String>,
}

impl Tuning {
    /// Begins the task of a file, or goes on with it where the log holds steps already.
    ///
    /// # Errors
    /// Something is wrong in the file, or the log is of another task.
    pub fn open(library: &Library, document: &Document, log: &str) -> Result<Tuning, Vec<Problem>> {
        let task = Task::read(document)?;
        let whole = |message: &str, hint: &str| document.problem(document.root.at.start, message, hint);
        let test = task.league("a test", &[&task.opponent, task.rival()], task.seed, task.test, task.most);
        let league = League::new(library, test).map_err(|faults| told(document, faults))?;
        League::new(library, task.trial(&task.opponent, &task.opponent, 0)).map_err(|faults| told(document, faults))?;
        let ruleset = league.settings[0].scenario.ruleset;
        if league.settings.iter().any(|s| s.scenario.ruleset != ruleset) {
            return Err(whole("the battles are of several rulesets", "an opponent's file is of one").into());
        }
        let (path, text) = match task.opponent.ends_with(".ron") {
            true => (task.opponent.clone(), open(&task.opponent)?),
            false => {
                let path = format!("assets/opponents/{ruleset}/{}.ron", task.opponent);
                let text = library.text(&path).ok_or_else(|| whole("this opponent has no file to tune", ""))?;
                (path.clone(), text.to_owned())
            }
        };
        let chosen = |t: &Tunable| task.numbers.is_empty() || task.numbers.iter().any(|n| t.name.starts_with(n));
        let all = tunables(&Document::parse(&path, &text)?)?;
        let names: Vec<&str> = all.iter().map(|t| t.name.as_str()).collect();
        let strange = task.numbers.iter().find(|n| !names.iter().any(|name| name.starts_with(n.as_str())));
        if let Some(strange) = strange {
            return Err(whole(&format!("no tunable number begins with {strange}"), &names.join(", ")).into());
        }
        let tunables: Vec<Tunable> = all.into_iter().filter(chosen).collect();
        let begun = Begun {
            tune: 1,
            content: hex(league.content().meant),
            names: tunables.iter().map(|t| t.name.clone()).collect(),
            task: task.clone(),
        };
        if !is_written(Path::new(log)) {
            let (seal, first) = Seal::first(&begun);
            let log = Log::create(log, &first, MAX_BYTES, "another program began it just now")?;
            return Ok(Tuning { task, tunables, steps: Vec::new(), notes: Vec::new(), ruleset, text, log, seal });
        }
        let (mut log, bytes) = Log::open(log, MAX_BYTES)?;
        let whole = store::whole(log.path(), &bytes)?;
        let steps = steps(log.path(), whole.lines(), &begun, league.content())?;
        log.go_on(whole.text.len())?;
        if !whole.text.ends_with('\n') {
            log.commit("\n")?;
        }
        Ok(Tuning { task, tunables, steps, notes: whole.notes, ruleset, text, log, seal: whole.seal })
    }

    /// The numbers as they stand.
    #[must_use]
    pub fn numbers(&self) -> Vec<f64> {
        self.steps.last().map_or_else(|| self.tunables.iter().map(|t| t.value).collect(), |s| s.numbers.clone())
    }

    /// Makes the next step and writes it down.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn step(&mut self, library: &Library) -> Result<(), Vec<Problem>> {
        let number = self.steps.len() as u32;
        let seed = mix(self.task.seed, u64::from(number) + 1);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let signs: Vec<f64> = self.tunables.iter().map(|_| if random.random_bool(0.5) { 1.0 } else { -1.0 }).collect();
        let time = f64::from(number) + 1.0;
        let delay = DELAY * f64::from(self.task.steps);
        let spread = self.task.spread / libm::pow(time, NARROWING);
        let stride = self.task.stride * libm::pow((1.0 + delay) / (time + delay), SLOWING);
        let now = self.numbers();
        let moved = |way: f64| -> Vec<f64> {
            let changes = self.tunables.iter().zip(&signs).map(|(t, sign)| way * sign * spread * t.scale);
            now.iter().zip(changes).map(|(number, change)| number + change).collect()
        };
        let file = |numbers: &[f64]| with_numbers(&self.text, &self.tunables, numbers);
        let score = self.compare(library, [file(&moved(1.0)), file(&moved(-1.0))], seed)?;
        let numbers = moved(stride * (2.0 * score - 1.0)).into_iter().zip(&self.tunables);
        let numbers = numbers.map(|(number, t)| number.clamp(t.range[0], t.range[1])).collect();
        let step = Step { step: number, score, numbers };
        self.log.commit(&self.seal.line(&step))?;
        tracing::info!(target: "league", step = number, score, numbers = ?step.numbers, "tuned");
        self.steps.push(step);
        Ok(())
    }

    /// The score of one file against another: in battles between them, or by those against the task's others.
    fn compare(&self, library: &Library, texts: [String; 2], seed: u64) -> Result<f64, Vec<Problem>> {
        let names @ [up, down] = ["tuned up", "tuned down"];
        let path = |name: &str| format!("assets/opponents/{}/{name}.ron", self.ruleset);
        let library = library.with(names.into_iter().map(path).zip(texts))?;
        let score = |of: &str| -> Result<f64, Vec<Problem>> {
            let spec = self.task.trial(of, down, seed);
            let league = League::new(&library, spec).map_err(|faults| Fault::told(faults, &self.task.name))?;
            let results = Results::new(Header::new(&league, Shard::WHOLE));
            let results = league.run(results, None, Path::new("."), |_| {})?;
            let points: f64 = results.pairs().map(|p| p.1).sum();
            Ok(points / f64::from(league.games().max(1)))
        };
        if self.task.against.is_empty() { score(up) } else { Ok((1.0 + score(up)? - score(down)?) / 2.0) }
    }

    /// The tuned file. It has the mean of the numbers over the second half of the steps, which is closer to the optimum
    /// than the last step.
    #[must_use]
    pub fn tuned(&self) -> String {
        let late = &self.steps[self.steps.len() / 2..];
        let mean = |i: usize| late.iter().map(|s| s.numbers[i]).sum::<f64>() / late.len().max(1) as f64;
        let numbers: Vec<f64> = (0..self.tunables.len()).map(mean).collect();
        with_numbers(&self.text, &self.tunables, &numbers)
    }

    /// The match that the tuned file has to win, from fresh seeds.
    #[must_use]
    pub fn test(&self, tuned: &str) -> Spec {
        let name = format!("{}: the test", self.task.name);
        let seed = mix(self.task.seed, u64::MAX);
        self.task.league(&name, &[tuned, self.task.rival()], seed, self.task.test, self.task.most)
    }

    /// What happened so far.
    #[must_use]
    pub fn report(&self) -> Report {
        let mut table = Table::new("numbers", "Numbers", &["number", "before", "now"]);
        for (tunable, now) in self.tunables.iter().zip(self.numbers()) {
            let row = [tunable.name.clone(), format!("{:.4}", tunable.value), format!("{now:.4}")];
            table.rows.push(row.into());
        }
        let change = |i: usize| {
            let tunable = &self.tunables[i];
            let point = |s: &Step| {
                let value = (s.numbers[i] - tunable.value) / tunable.scale;
                (f64::from(s.step + 1), Estimate { value, low: value, high: value })
            };
            Line { name: tunable.name.clone(), points: self.steps.iter().map(point).collect() }
        };
        let shape = Shape::Lines {
            x: "steps".to_owned(),
            y: "change, in what makes itself felt".to_owned(),
            lines: (0..self.tunables.len()).map(change).collect(),
            marks: vec![0.0],
            log: false,
        };
        let about = format!("{} of {} steps, seed {}.", self.steps.len(), self.task.steps, self.task.seed);
        let plots = vec![Plot { title: "Course of the numbers".to_owned(), shape }];
        Report { title: self.task.name.clone(), about: vec![about], tables: vec![table], plots }
    }
}

impl Task {
    /// Reads a task.
    ///
    /// # Errors
    /// Everything that is wrong in it and can be found without content.
    pub fn read(document: &Document) -> Result<Task, Vec<Problem>> {
        let mut problems = Problems::new(document);
        let task: Option<Task> = document.read(&document.root, &mut problems);
        let task = problems.finish(task)?;
        let whole = |message: &str, hint: &str| document.problem(document.root.at.start, message, hint);
        if !matches!(task.test, Format::Sprt { .. }) {
            return Err(whole("`test` is no match", "write `test: Sprt(elo0: 0, elo1: 20)`").into());
        }
        let share = |x: f64| x > 0.0 && x <= 10.0;
        if !share(task.spread) || !share(task.stride) || task.steps == 0 || task.steps > 1_000_000 {
            return Err(whole("`spread`, `stride` and `steps` are above 0", "10 and a million at most").into());
        }
        Ok(task)
    }

    /// Whom the tuned file has to beat in the end: the first of those against whom it was tuned, or the file as it was.
    #[must_use]
    pub fn rival(&self) -> &str {
        self.against.first().unwrap_or(&self.opponent)
    }

    /// The battles of a change in a step: against the task's others, or the opposite change where there are none.
    fn trial(&self, change: &str, opposite: &str, seed: u64) -> Spec {
        let mut plays: Vec<&str> = self.against.iter().map(String::as_str).collect();
        if plays.is_empty() {
            plays.push(opposite);
        }
        plays.insert(0, change);
        self.league("a step", &plays, seed, Format::Gauntlet, self.pairs)
    }

    /// A league of opponents in the task's battles, the tuned one first.
    fn league(&self, name: &str, plays: &[&str], seed: u64, format: Format, pairs: u32) -> Spec {
        let second = if self.against.is_empty() { "before" } else { self.rival() };
        let names = ["tuned", second].map(str::to_owned).into_iter().chain((2..).map(|n| format!("another {n}")));
        let entrant =
            |(name, plays): (String, &&str)| Entrant { name, plays: Some((*plays).to_owned()), ..Entrant::default() };
        Spec {
            name: name.to_owned(),
            seed,
            entrants: names.zip(plays).map(entrant).collect(),
            format,
            battles: self.battles.clone(),
            pairs,
            journals: Keep::None,
            luck: false,
        }
    }
}

/// The faults of a task's leagues at their places in its file.
fn told(document: &Document, faults: Vec<Fault>) -> Vec<Problem> {
    Spec::located(document, faults)
}

/// The steps of a log's lines.
fn steps<'l>(
    log: &str,
    mut lines: impl Iterator<Item = (u32, Cow<'l, str>)>,
    begun: &Begun,
    content: Fingerprint,
) -> Result<Vec<Step>, Problem> {
    let wrong = |line: u32, message: &str, hint: &str| Problem {
        file: log.to_owned(),
        line,
        column: 0,
        message: message.to_owned(),
        hint: hint.to_owned(),
    };
    let first = lines.next().and_then(|(_, line)| serde_json::from_str::<Begun>(&line).ok());
    // Logs of programs up to 0.1.0 keep the content's hash by its words.
    let now = |first: Begun| Begun { content: begun.content.clone(), ..first };
    let first = first.filter(|first| content.is(&first.content)).map(now);
    if first.as_ref() != Some(begun) {
        let hint = "name another file with --steps, or go on with what it was begun with";
        return Err(wrong(1, "this is the log of another task, or the content has changed since", hint));
    }
    let mut steps: Vec<Step> = Vec::new();
    for (number, line) in lines {
        let fits = |s: &Step| s.step as usize == steps.len() && s.numbers.len() == begun.names.len();
        let step = serde_json::from_str(&line).ok().filter(fits);
        steps.push(step.ok_or_else(|| wrong(number, "not the next step of this task", "the line was changed"))?);
    }
    Ok(steps)
}

/// The default name of a task's files.
#[must_use]
pub fn stem(task: &str) -> String {
    run::slug(&Path::new(task).file_stem().map_or("tune".into(), |s| s.to_string_lossy()))
}
