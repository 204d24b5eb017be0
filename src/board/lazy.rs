//! Answers about hexes that never change, worked out when they are first asked for and kept.

use std::sync::OnceLock;

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
