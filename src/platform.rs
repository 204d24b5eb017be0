//! What the machine gives: the clock, work beside the frame, waiting, and the files of the user as far as their
//! content does not matter.
//!
//! A browser has none of these in the form that the standard library offers, so they are asked for here and nowhere
//! else in the window. Files are read and written by [`source`](crate::source) and [`store`](crate::store).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SendError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A moment from which time is measured. The user's changes to the clock do not matter to it.
#[derive(Clone, Copy, Debug)]
pub struct Timer(Instant);

impl Timer {
    /// Starts now.
    #[must_use]
    pub fn start() -> Timer {
        Timer(Instant::now())
    }

    /// The time since it was started.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// Milliseconds since 1970 by the user's clock: a seed for those who choose none.
#[must_use]
pub fn milliseconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |t| t.as_millis() as u64)
}

/// The number by which the system knows this process.
#[must_use]
pub fn process_id() -> u32 {
    std::process::id()
}

/// What a task has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// An answer.
    Ready(T),
    /// No answer yet.
    Pending,
    /// There will be no more answers: all are taken, or the work has panicked.
    Ended,
}

/// Work to be done beside the frame.
type Work = Box<dyn FnOnce() + Send>;

/// Threads that wait for work. A computer decides thousands of times in a battle, and each time it is work for one.
static IDLE: Mutex<Vec<Sender<Work>>> = Mutex::new(Vec::new());

/// How many of them are kept: others end with their work.
const KEPT: usize = 4;

fn idle() -> MutexGuard<'static, Vec<Sender<Work>>> {
    // Nothing that could panic is done while it is held.
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does work on a thread that waits, or a new one where none does. A thread whose work panics is gone.
fn beside(work: Work) {
    let waiting = idle().pop();
    let mut work = match waiting {
        Some(thread) => match thread.send(work) {
            Ok(()) => return,
            Err(SendError(work)) => work,
        },
        None => work,
    };
    thread::spawn(move || {
        loop {
            work();
            let (thread, next) = channel();
            {
                let mut idle = idle();
                if idle.len() >= KEPT {
                    return;
                }
                idle.push(thread);
            }
            work = match next.recv() {
                Ok(next) => next,
                Err(_) => return,
            };
        }
    });
}

/// Work that goes on beside the frame. It is not stopped when the task is dropped; its answers are then lost.
#[derive(Debug)]
pub struct Task<T>(Receiver<T>);

/// Where the work of a [`Task`] puts its answers.
#[derive(Debug)]
pub struct Answers<T>(Sender<T>);

impl<T> Answers<T> {
    /// Gives an answer; whether the task is still there to take it.
    pub fn give(&self, answer: T) -> bool {
        self.0.send(answer).is_ok()
    }
}

impl<T: Send + 'static> Task<T> {
    /// Starts work that ends in one answer.
    pub fn start(work: impl FnOnce() -> T + Send + 'static) -> Task<T> {
        Task::stream(|answers| _ = answers.give(work()))
    }

    /// Starts work that gives any number of answers, each as soon as it is there.
    pub fn stream(work: impl FnOnce(Answers<T>) + Send + 'static) -> Task<T> {
        let (sender, receiver) = channel();
        beside(Box::new(move || work(Answers(sender))));
        Task(receiver)
    }

    /// The next answer, if it is there already.
    #[must_use]
    pub fn poll(&self) -> Answer<T> {
        self.wait(Duration::ZERO)
    }

    /// The next answer, if it comes within this time.
    #[must_use]
    pub fn wait(&self, time: Duration) -> Answer<T> {
        match self.0.recv_timeout(time) {
            Ok(answer) => Answer::Ready(answer),
            Err(RecvTimeoutError::Timeout) => Answer::Pending,
            Err(RecvTimeoutError::Disconnected) => Answer::Ended,
        }
    }
}

/// Waits for so long.
pub fn rest(time: Duration) {
    if !time.is_zero() {
        thread::sleep(time);
    }
}

/// What lies in a folder, in no particular order; nothing where there is no such folder.
pub fn list(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// When a file was last written; none where that is not known.
#[must_use]
pub fn written(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}

/// How long ago a file was last written; none where that is not known.
#[must_use]
pub fn age(file: &Path) -> Option<Duration> {
    written(file)?.elapsed().ok()
}

/// Gives a file another name.
///
/// # Errors
/// The system does not do it.
pub fn rename(file: &Path, to: &Path) -> io::Result<()> {
    fs::rename(file, to)
}

/// Removes a file.
///
/// # Errors
/// The system does not do it.
pub fn remove(file: &Path) -> io::Result<()> {
    fs::remove_file(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn a_task_answers_and_ends() {
        let task = Task::start(|| 7);
        assert_eq!([task.wait(LONG), task.wait(LONG)], [Answer::Ready(7), Answer::Ended]);
        let task = Task::stream(|answers| (0..3).for_each(|n| assert!(answers.give(n))));
        let all: Vec<Answer<i32>> = (0..4).map(|_| task.wait(LONG)).collect();
        assert_eq!(all, [Answer::Ready(0), Answer::Ready(1), Answer::Ready(2), Answer::Ended]);
    }

    /// However many tasks follow one another, they need no thread each; one that panics takes nothing with it.
    #[test]
    fn threads_are_used_again() {
        let used: std::collections::BTreeSet<String> = (0..100)
            .map(|_| {
                let task = Task::start(|| format!("{:?}", thread::current().id()));
                let Answer::Ready(thread) = task.wait(LONG) else { panic!("no answer") };
                assert_eq!(task.wait(LONG), Answer::Ended);
                rest(Duration::from_millis(1));
                thread
            })
            .collect();
        assert!(used.len() < 50, "{} threads for 100 tasks", used.len());
        assert_eq!(Task::<u8>::start(|| panic!("on purpose")).wait(LONG), Answer::Ended);
        assert_eq!(Task::start(|| 1).wait(LONG), Answer::Ready(1));
    }

    #[test]
    fn a_task_that_has_no_answer_yet_is_pending() {
        let (go, wait) = channel();
        let task = Task::start(move || wait.recv().unwrap());
        assert_eq!(task.poll(), Answer::Pending);
        go.send(1).unwrap();
        assert_eq!(task.wait(LONG), Answer::Ready(1));
    }
}
