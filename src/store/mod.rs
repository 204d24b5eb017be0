//! Files that the program writes, so that nothing finished is lost and nothing broken is taken for whole.
//!
//! - A [`Log`] grows by lines: battles, campaigns, leagues and tuning are such. Every line ends in a checksum, is written
//!   at once, and is on the disk when the log is synced.
//! - [`Held`] is the right to write a file, which one program has at a time. Whoever has it may put the file in place
//!   whole: another file is written beside it, synced, and takes its name.
//! - [`Out`] is a file that somebody asked for: one that there is already is written over only by force.
//! - [`mend`] keeps what is whole of a log that was damaged.

mod held;
mod log;
mod mend;
mod out;

pub use held::{Held, is_name, is_written, tidy};
pub use log::{Log, Seal, Whole, bare, whole};
pub use mend::{Mended, mend};
pub use out::{Out, make_folder};

use std::io;

use crate::source::Problem;

fn unwritable(path: &str, error: &io::Error) -> Problem {
    Problem::whole(path, format!("cannot be written: {error}"), "")
}

fn exists(path: &str, hint: &str) -> Problem {
    Problem::whole(path, "there is such a file already", hint)
}
