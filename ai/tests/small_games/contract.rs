//! The contract: honest games keep it, and every kind of breach is caught.

use crate::bids::Bids;
use crate::breakthrough::Breakthrough;
use crate::bush::Bush;
use crate::connect_four::ConnectFour;
use crate::kuhn::Kuhn;
use crate::pig::Pig;
use crate::race::{Move, Race};
use crate::tictactoe::TicTacToe;
use hexfray_ai::{Actors, Game, check_contract};

#[test]
fn honest_games_keep_it() {
    assert_eq!(check_contract(&TicTacToe::default(), 100, 1, 9), 100);
    assert_eq!(check_contract(&TicTacToe::default(), 100, 1, 4), 0, "nobody has won before the fifth move");
    assert_eq!(check_contract(&Race::default(), 30, 2, 1000), 30);
    assert_eq!(check_contract(&Bids::default(), 100, 3, 10), 100);
    assert_eq!(check_contract(&ConnectFour::default(), 30, 4, 42), 30);
    assert_eq!(check_contract(&Breakthrough::default(), 30, 5, 200), 30);
    assert_eq!(check_contract(&Pig::default(), 30, 6, 10_000), 30);
    assert_eq!(check_contract(&Kuhn::new([1, 3], &[]), 30, 7, 3), 30);
    let teams = Bush { place: 1, depth: 0, end: 6, branches: 3, players: 4, mates: 2 };
    assert_eq!(check_contract(&teams, 30, 8, 6), 30);
}

#[test]
fn actors_are_a_set() {
    let actors = Actors::from_iter([127, 5, 0, 5]);
    assert_eq!(Vec::from_iter(actors.iter()), [0, 5, 127]);
    assert_eq!((actors.len(), actors.first(), actors.is_empty()), (3, Some(0), false));
    let none = Actors::default();
    assert_eq!((none.len(), none.first(), none.is_empty()), (0, None, true));
}

#[test]
#[should_panic(expected = "actor below 128")]
fn actors_end_at_127() {
    let _ = Actors::from_iter([128]);
}

/// A race that breaks one promise.
#[derive(Debug)]
struct Broken {
    race: Race,
    fault: Fault,
    /// How often it was copied.
    copies: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    NoPlayers,
    WrongPlayer,
    IdleActor,
    ListsTwice,
    ListsMore,
    ClearsList,
    Payoff,
    StaleCopy,
    CopyForgets,
    Leak,
    ChangesView,
    Team,
    Certain,
    Knows,
}

impl Clone for Broken {
    fn clone(&self) -> Self {
        Broken { copies: self.copies + 1, ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        if self.fault == Fault::StaleCopy {
            self.race.side = other.race.side;
        } else {
            *self = other.clone();
        }
    }
}

impl Game for Broken {
    type Action = Move;
    type Scratch = <Race as Game>::Scratch;

    fn players(&self) -> usize {
        if self.fault == Fault::NoPlayers { 0 } else { 2 }
    }

    fn to_act(&self) -> Option<usize> {
        self.race.to_act().map(|side| if self.fault == Fault::WrongPlayer { side + 2 } else { side })
    }

    fn actors(&self) -> Actors {
        if self.fault == Fault::IdleActor { Actors(self.race.actors().0 | 4) } else { self.race.actors() }
    }

    fn actions_of(&self, actor: Option<usize>, scratch: &mut Self::Scratch, out: &mut Vec<Move>) {
        if self.fault == Fault::ClearsList {
            out.clear();
        }
        if actor != Some(2) {
            self.race.actions_of(actor, scratch, out);
        }
        if self.fault == Fault::ListsTwice {
            self.race.actions_of(actor, scratch, out);
        }
    }

    fn actions(&self, scratch: &mut Self::Scratch, out: &mut Vec<Move>) {
        for actor in self.actors().iter().map(Some).chain([None]) {
            self.actions_of(actor, scratch, out);
        }
        if self.fault == Fault::ListsMore {
            out.push(Move::Walk(7));
        }
    }

    fn team(&self, player: usize) -> usize {
        if self.fault == Fault::Team { 0 } else { player }
    }

    fn is_certain(&self) -> bool {
        self.fault == Fault::Certain
    }

    fn known(&self, player: usize) -> Option<u64> {
        (self.fault == Fault::Knows).then(|| u64::from(self.race.place[1 - player][1]))
    }

    fn play(&mut self, action: Move, chance: u64) {
        let forgetful = self.fault == Fault::CopyForgets && self.copies > 20;
        self.race.play(action, if forgetful { 0 } else { chance });
        if self.fault == Fault::Leak && self.race.place[1][1] % 2 == 1 {
            self.race.side = 0;
        }
    }

    fn payoff(&self, player: usize) -> f32 {
        self.race.payoff(player) + if self.fault == Fault::Payoff { 1.0 } else { 0.0 }
    }

    fn determinise(&mut self, viewer: usize, chance: u64) {
        match self.fault {
            // Adds to what it should replace.
            Fault::Leak | Fault::Knows => {
                self.race.place[1 - viewer][1] = (self.race.place[1 - viewer][1] + (chance % 3) as u8).min(29)
            }
            Fault::ChangesView => self.race.place[viewer] = [30, 29],
            _ => {}
        }
    }
}

/// What the contract says against a race with this fault.
fn verdict(fault: Fault) -> String {
    let broken = Broken { race: Race::default(), fault, copies: 0 };
    let checked = std::panic::catch_unwind(|| check_contract(&broken, 5, 1, 1000));
    match checked {
        Ok(ended) => format!("{ended} ended"),
        Err(panic) => *panic.downcast::<String>().expect("a panic with a text"),
    }
}

#[test]
fn breaches_are_caught() {
    for (fault, words) in [
        (Fault::None, "5 ended"),
        (Fault::NoPlayers, "0 players"),
        (Fault::WrongPlayer, "player 2 is to act"),
        (Fault::IdleActor, "actor Some(2) has no action"),
        (Fault::ListsTwice, "is listed twice"),
        (Fault::ListsMore, "Walk(7) is listed, but not with any actor or none"),
        (Fault::ClearsList, "the lists by actor hold more"),
        (Fault::Payoff, "payoffs [1.0, 2.0]"),
        (Fault::StaleCopy, "through clone_from has gone another way"),
        (Fault::CopyForgets, "through clones has gone another way"),
        (Fault::Leak, "cannot know shows"),
        (Fault::ChangesView, "sees another decision when determinised"),
        (Fault::Team, "0 and 1 are a team, but payoffs are"),
        (Fault::Certain, "leaves something to chance"),
        (Fault::Knows, "knows what is hidden from him"),
    ] {
        let said = verdict(fault);
        assert!(said.contains(words), "{fault:?}: {said}");
    }
}
