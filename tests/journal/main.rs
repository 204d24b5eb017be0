//! Journals: what is recorded can be taken up, rewound and verified, whatever becomes of program and file.

mod actions;
mod games;
