//! Campaigns: what becomes of whom, missions and their conditions, the journal of journals, the command.

mod armies;
mod camp;
mod chart;
mod command;
mod files;
mod gangs;
mod journal;
mod night;
mod retinues;
mod weight;
