//! Hexfray: tabletop rulesets on one hex board, against computer opponents.
//!
//! # The house, from the ground up
//! Imports run downward only; a test watches over it.
//!
//! - [`platform`]: the clock, work beside the frame, waiting, folders: what a browser does in another way
//! - [`source`]: files that people write, read with positions; problems with file, line and cure
//! - [`store`]: files that the program writes: logs that grow, locks, files put in place whole
//! - [`board`]: hexes, facings, exact arcs, terrain, sight, templates, reach and paths, map files
//! - [`battle`]: the chassis, which knows no rule: battle, step, decision, action, event, dice, odds
//! - [`kit`]: what rulesets share: asking sides in order, what-ifs, parts of scenario files
//! - [`rules`]: the rulesets, a folder each; `rules/mod.rs` alone knows which there are
//! - [`content`]: what ships with the program or lies in a folder, by name; the codex
//! - [`scenario`]: scenario and position files; a battle being fought, and its journal; hulks drawn by a seed
//! - [`campaign`]: what lasts between battles: missions, companies, the journal of journals, the book
//! - [`opponents`]: battles as games to the search library, the profiles that opponents play by, and levels of play
//! - [`lesson`]: battles to learn by, with tasks whose doing is seen
//! - [`referee`]: the line protocol for other programs
//! - [`league`]: opponents against opponents: matches, ratings, tuning, balance; positions whose answer is known
//! - [`check`], [`bench`](mod@bench), [`soak`]: the checker, speed, endurance
//! - [`telling`]: what window and terminal tell in text: the log, odds, units, in pieces that say what they are about
//! - [`user`]: what a person has of their own: saved battles, rosters that are being built
//! - [`play`]: a person before and in a battle, whatever shows it: set-up, what is offered and in hand, computers that think
//!   beside, events as they are played, odds, replays and reasons, the codex as a book
//! - [`terminal`]: the game in the terminal
//! - `view`: the window, only with the feature `gui`
//!
//! The search library `hexfray-ai` never hears the word hex: it searches whatever implements its `Game`.
//!
//! # One decision from end to end
//! A [`scenario::Session`] holds a battle whose top step asks: there is an open [`battle::Decision`]. `legal` lists the
//! answers, the step's ruleset knows them ([`battle::Rules::offers`]). Somebody picks an [`battle::Action`]; a person
//! by typing, an opponent from what its side may know. `play` checks that it is legal ([`battle::Rules::check`]), hands it
//! to the step ([`battle::Rules::run`]), and runs step after step until one asks again or the battle ends. Every roll on the way
//! goes through [`battle::Dice`], every change through [`battle::Play`], which reports it as an [`battle::Event`] with
//! its rule id. The session appends the action and the state's hash to the journal; terminal, referee and opponents
//! see the events.
//!
//! # Invariants
//! - Legal means listed: anything else is refused with a reason and a rule, and nothing has changed. Only giving up
//!   ([`battle::Action::concession`]) is open at every decision and never listed, so that nobody searches it.
//! - The same scenario, seed and actions give the same states on every machine; no float decides a rule.
//! - Folding the events gives the public state.
//! - A side's view holds nothing that the side may not know; opponents get nothing else.
//! - Playing on allocates nothing, once buffers are warm.

pub mod battle;
pub mod bench;
pub mod board;
pub mod campaign;
pub mod check;
pub mod content;
pub mod kit;
pub mod league;
pub mod lesson;
pub mod opponents;
pub mod platform;
pub mod play;
pub mod referee;
pub mod rules;
pub mod scenario;
pub mod soak;
pub mod source;
pub mod store;
pub mod telling;
pub mod terminal;
pub mod user;
#[cfg(feature = "gui")]
pub mod view;
