//! What a search needs to know of a game.
