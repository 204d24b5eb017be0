//! Another program with all that it starts: held to its memory, and ended with the one who started it.
//!
//! On Unix the program runs in a process group of its own, which is killed as a whole. A guard in a second group waits
//! at a pipe that only this process holds the other end of: when that closes without a kill before, as after Ctrl-C or
//! `kill -9`, the guard kills the group instead. (A signal at the parent's death would be simpler, but reaches the
//! program alone and not its children, and needs code between fork and exec.) The program does not begin before its
//! guard stands. A program that moves its children to another session escapes this, as it runs with all rights of who
//! started it: against malice there are containers.

#[cfg(unix)]
pub(super) use unix::Leash;

#[cfg(not(unix))]
pub(super) use elsewhere::Leash;

use std::io;
use std::process::{ChildStdin, ChildStdout};

/// A program that runs, and how to speak with it.
pub(super) struct Started {
    pub(super) leash: Leash,
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
}

/// What a program lacks that was started with pipes.
fn no_pipe() -> io::Error {
    io::Error::other("it has no pipes")
}

#[cfg(unix)]
mod unix {
    use std::io::{self, Write};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, ExitStatus, Stdio};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    use super::{Started, no_pipe};

    /// Becomes the program, once a word comes through what will be its error output. Its memory is limited before, in
    /// KiB; who may have even less keeps that. It leaves no core files.
    const BECOME: &str =
        r#"ulimit -c 0; ulimit -d "$1" 2>/dev/null; shift; read -r go <&2 || exit; exec "$@" 2>/dev/null"#;

    /// Kills a group when the other end of its input closes, and who began it, who may have left it for another.
    const GUARD: &str = r#"read -r end; kill -s KILL -- "-$1"; kill -s KILL "$1""#;

    /// A program's process group.
    #[derive(Debug)]
    pub(in crate::referee) struct Leash {
        program: Child,
        guard: Child,
        // Once reaped, its number may be another's.
        over: bool,
    }

    impl Leash {
        /// Starts a program, each of whose processes may have so many MiB of data.
        pub(in crate::referee) fn start(command: &[String], memory: u32) -> io::Result<Started> {
            let (word, mut go) = io::pipe()?;
            let mut program = shell(BECOME)
                .arg((u64::from(memory) * 1024).to_string())
                .args(command)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(word)
                .spawn()?;
            let guard = shell(GUARD)
                .arg(program.id().to_string())
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn();
            let guard = guard.inspect_err(|_| {
                let _ = program.kill().and_then(|()| program.wait());
            })?;
            let (input, output) = (program.stdin.take(), program.stdout.take());
            let leash = Leash { program, guard, over: false };
            go.write_all(b"go\n")?;
            Ok(Started { leash, input: input.ok_or_else(no_pipe)?, output: output.ok_or_else(no_pipe)? })
        }

        /// Whether the program has ended by itself.
        pub(in crate::referee) fn has_left(&mut self) -> bool {
            // It is not reaped: its number has to stay the group's until that is killed.
            let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
            self.over || waitid(WaitId::Pid(Pid::from_child(&self.program)), look).is_ok_and(|status| status.is_some())
        }

        /// Ends the program and all that it started. Tells how it ended.
        pub(in crate::referee) fn end(&mut self) -> io::Result<ExitStatus> {
            if !self.over {
                // That there is nobody left to kill is as well. The program may have left its group for another.
                let _ = kill_process_group(Pid::from_child(&self.program), Signal::KILL);
                let _ = self.program.kill();
                let _ = self.guard.kill().and_then(|()| self.guard.wait());
                self.over = true;
            }
            self.program.wait()
        }
    }

    /// A script in a process group of its own.
    fn shell(script: &str) -> Command {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", script, "sh"]).process_group(0);
        shell
    }
}

/// Where there are no process groups, the program alone is ended, and its memory is its own affair.
#[cfg(not(unix))]
mod elsewhere {
    use std::io;
    use std::process::{Child, Command, ExitStatus, Stdio};

    use super::{Started, no_pipe};

    /// A program.
    #[derive(Debug)]
    pub(in crate::referee) struct Leash(Child);

    impl Leash {
        /// Starts a program.
        pub(in crate::referee) fn start(command: &[String], _memory: u32) -> io::Result<Started> {
            let [name, arguments @ ..] = command else { return Err(io::ErrorKind::InvalidInput.into()) };
            let mut program = Command::new(name)
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()?;
            let (input, output) = (program.stdin.take(), program.stdout.take());
            let leash = Leash(program);
            Ok(Started { leash, input: input.ok_or_else(no_pipe)?, output: output.ok_or_else(no_pipe)? })
        }

        /// Whether the program has ended by itself.
        pub(in crate::referee) fn has_left(&mut self) -> bool {
            matches!(self.0.try_wait(), Ok(Some(_)))
        }

        /// Ends the program. Tells how it ended.
        pub(in crate::referee) fn end(&mut self) -> io::Result<ExitStatus> {
            let _ = self.0.kill();
            self.0.wait()
        }
    }
}

impl Drop for Leash {
    /// Nothing is left running.
    fn drop(&mut self) {
        let _ = self.end();
    }
}
