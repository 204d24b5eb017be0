//! Journals: what is recorded can be taken up, rewound and verified, whatever becomes of program and file.

mod actions;
mod concede;
mod damage;
mod games;
mod hostile;
mod killed;
mod past;
mod record;
mod repeat;
mod rewind;
mod seal;
