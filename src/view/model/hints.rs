//! What the window says to a person in the first battle.

use crate::lesson::Place;

use super::keys::{Command, Keys};

/// The hints of a first battle, with what they are about.
#[must_use]
pub fn hints(keys: &Keys) -> [(Place, String); 5] {
    let key = |command| keys.name(command);
    [
        (
            Place::Board,
            format!(
                "Counters of one colour and shape are one side's. Click one of yours to take it in hand, or press {}; \
                 drag the board to move it, turn the wheel for a closer look, {} shows all of it.",
                key(Command::Next(1)),
                key(Command::Whole)
            ),
        ),
        (
            Place::Bar,
            "Here is what the unit in hand can do, each with its key. Point at a button and it says what it does, what it \
             costs and by which rule; where it needs a place or a victim, those are lit on the board."
                .to_owned(),
        ),
        (
            Place::Target,
            "Point at an enemy, or at a button that strikes at one: here you read how likely it is to hit and to hurt, and \
             every reason for it, before you decide."
                .to_owned(),
        ),
        (
            Place::Goals,
            "This is what you fight for. A click on a line shows the place.".to_owned(),
        ),
        (
            Place::Top,
            format!(
                "Where the turn is, who leads, and at the right what is always open: take back ({}), where enemies can \
                 strike ({}), where you can shoot ({}), every key ({}).",
                key(Command::Undo),
                key(Command::Threat),
                key(Command::Fire),
                key(Command::Help)
            ),
        ),
    ]
}
