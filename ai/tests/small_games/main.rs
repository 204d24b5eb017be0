//! The library on small games, whose rules fit on a page: what goes wrong here is not a rule of the wargame.

mod arena;
mod bids;
mod breakthrough;
mod bush;
mod connect_four;
mod contract;
mod kuhn;
mod mcts;
mod pig;
mod planners;
mod race;
mod skirmish;
mod strength;
mod tictactoe;
mod utility;
