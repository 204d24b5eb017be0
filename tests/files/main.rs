//! Files that last: whatever becomes of program, machine and disk, what was finished is read again, and what is broken is
//! named.
//!
//! The test-bed does everything so and so many times; `HEXFRAY_TESTBED=25` makes it 25 times as many:
//!
//! ```sh
//! HEXFRAY_TESTBED=25 cargo test --test files -- --nocapture
//! ```

#![expect(clippy::print_stdout, reason = "figures, to be seen with --nocapture")]

mod beds;
mod commands;
mod damage;
mod kept;
mod kills;
mod locks;
mod mutants;
mod whole;
