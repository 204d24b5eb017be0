//! What window, terminal and referee tell in text: the log, odds, units, questions, rules. Lines come in pieces that say
//! what they are about ([`Line`]); nobody reads them back.

pub mod chances;
pub mod codex;
mod line;
pub mod names;
pub mod panel;
pub mod report;
pub mod story;

pub use line::{About, Line, Span};

/// Breaks a text into lines that a terminal shows whole, each begun by an indent.
#[must_use]
pub fn wrap(text: &str, indent: &str) -> Vec<String> {
    const WIDTH: usize = 100;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines
}
