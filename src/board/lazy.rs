//! Answers about hexes that never change, worked out when they are first asked for and kept.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use super::Cell;

/// For each hex and each of a few questions about it, an answer: searched once, looked up ever after.
#[derive(Debug)]
pub struct LazyTable<A> {
    /// By question, and then by hex: few questions are asked often, and those about many hexes.
    questions: Vec<OnceLock<Box<[OnceLock<A>]>>>,
    cells: usize,
}

impl<A> LazyTable<A> {
    /// Nothing asked yet, about so many hexes, so many questions each.
    #[must_use]
    pub fn new(cells: usize, questions: usize) -> Self {
        LazyTable { questions: (0..questions).map(|_| OnceLock::new()).collect(), cells }
    }

    /// The answer to a question about a hex; `search` finds it the first time.
    #[inline]
    pub fn of(&self, cell: Cell, question: usize, search: impl FnOnce() -> A) -> &A {
        let row = self.questions[question].get_or_init(|| (0..self.cells).map(|_| OnceLock::new()).collect());
        row[cell.index()].get_or_init(search)
    }
}

/// For each hex and each hex as seen from it an answer of one byte, which is not 0: so little that much of it stays close at
/// hand.
#[derive(Debug)]
pub struct LazyPairs {
    rows: Vec<OnceLock<Box<[AtomicU8]>>>,
}

impl LazyPairs {
    /// Nothing asked yet, about so many hexes.
    #[must_use]
    pub fn new(cells: usize) -> Self {
        LazyPairs { rows: (0..cells).map(|_| OnceLock::new()).collect() }
    }

    /// The answer about two hexes; `search` finds it the first time. Those about one first hex lie side by side.
    #[inline]
    pub fn of(&self, first: Cell, second: Cell, search: impl FnOnce() -> u8) -> u8 {
        let row = self.rows[first.index()].get_or_init(|| self.rows.iter().map(|_| AtomicU8::new(0)).collect());
        let kept = &row[second.index()];
        match kept.load(Ordering::Relaxed) {
            0 => {
                let found = search();
                // Whoever else looks for it meanwhile comes to the same.
                kept.store(found, Ordering::Relaxed);
                found
            }
            known => known,
        }
    }
}
