//! A person's hands: they give answers by mouse or by keys, as the window's model says that they mean.

use hexfray::battle::{Action, Kind, SideId, Target, UnitId};
use hexfray::board::{Cell, Facing};
use hexfray::opponents;
use hexfray::rules::AnyBattle;
use hexfray::scenario::Session;
use hexfray::view::model::camera::{Camera, centre};
use hexfray::view::model::hand::{Click, Hand};
use hexfray::view::model::offer::{Meaning, Offer};
use hexfray::view::model::scene::Scene;

use super::screen::{BOARD, Screen, library};

/// With what a battle is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Means {
    Mouse,
    Keys,
}

/// Decisions after which a battle should have come to what is waited for.
const ENOUGH: u32 = 400;

/// A person who does what a computer advises.
pub(crate) struct Hands<'s> {
    screen: &'s mut Screen,
    means: Means,
    hand: Hand,
    session: Session,
    shown: Vec<(Kind, &'static str)>,
}

impl<'s> Hands<'s> {
    pub(crate) fn new(screen: &'s mut Screen, means: Means) -> Hands<'s> {
        let session = screen.session();
        Hands { screen, means, hand: Hand::default(), session, shown: Vec::new() }
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// Plays until something is so.
    pub(crate) fn play(&mut self, done: impl Fn(&Session) -> bool) {
        while !done(&self.session) {
            let number = self.session.battle().number();
            assert!(number < ENOUGH, "it never came to that");
            let Some(decision) = self.session.battle().decision() else { panic!("the battle is over") };
            if decision.side != SideId(0) {
                self.screen.wait("the computer to decide", |s| s.session().battle().number() > number);
                self.session = self.screen.session();
                continue;
            }
            self.decide();
        }
    }

    fn view(&self) -> AnyBattle {
        self.session.battle().view_for(SideId(0))
    }

    /// One decision, or all that are secret together.
    fn decide(&mut self) {
        let view = self.view();
        let offer = Offer::of(&view).unwrap();
        self.hand.begin(&offer);
        self.screen.still();
        let kind = (offer.decision.kind, offer.decision.rule.0);
        if !self.shown.contains(&kind) {
            self.shown.push(kind);
            self.screen.shot(&format!("{}_{}", kind.0.word(), kind.1));
        }
        let number = view.number();
        if offer.is_secret() {
            while self.hand.sealed(&offer).is_err() {
                // Quick enough to come to blows.
                let buttons = offer.buttons(self.hand.unit);
                let nth = buttons.iter().position(|p| offer.words[*p].rest.ends_with("slow")).unwrap_or(0);
                self.press(&offer, nth);
                self.hand.draft(&offer, buttons[nth]);
            }
            self.screen.still();
            self.screen.shot("all_chosen");
            self.hand.drafts.clear();
            match self.means {
                Means::Keys => self.screen.keys(&["space"]),
                Means::Mouse => {
                    let commit = self.screen.commit().expect("there is a button that commits");
                    self.screen.click(commit);
                }
            }
        } else {
            let action = self.advised(&view, &offer);
            self.take(&view, &offer, action);
        }
        self.screen.wait("an answer to be taken", |s| s.session().battle().number() > number);
        self.session = self.screen.session();
    }

    /// What the computer advises; where that takes a unit in hand that cannot be clicked, something with the one in hand.
    fn advised(&mut self, view: &AnyBattle, offer: &Offer) -> Action {
        let mut adviser = opponents::opponent(library(), view, "utility").unwrap();
        let chance = opponents::chance(7, view.number());
        let action = adviser.choose(self.session.battle(), chance);
        let in_hand = action.unit == UnitId::NONE || self.hand.unit == Some(action.unit);
        if in_hand || view.piece(action.unit).at.is_some() || self.means == Means::Keys {
            return action;
        }
        *offer.actions.iter().find(|a| Some(a.unit) == self.hand.unit).unwrap()
    }

    /// Gives an answer.
    fn take(&mut self, view: &AnyBattle, offer: &Offer, action: Action) {
        let scene = Scene::of(&**view);
        if action.unit != UnitId::NONE && self.hand.unit != Some(action.unit) {
            self.hold(view, offer, &scene, action.unit);
        }
        let place = offer.actions.iter().position(|a| *a == action).unwrap();
        let cell = match action.target {
            Target::Hex(cell) => Some(cell),
            Target::Unit(unit) => Some(view.piece(unit).at).filter(|at| at.is_some()),
            _ => None,
        };
        match cell {
            Some(cell) => self.choose(view, offer, &scene, cell, Meaning::Take(place)),
            None => {
                let nth = offer.buttons(self.hand.unit).iter().position(|p| *p == place).unwrap();
                self.press(offer, nth);
            }
        }
    }

    /// Takes a unit in hand.
    fn hold(&mut self, view: &AnyBattle, offer: &Offer, scene: &Scene, unit: UnitId) {
        match self.means {
            Means::Mouse => self.choose(view, offer, scene, view.piece(unit).at, Meaning::Select(unit)),
            Means::Keys => {
                while self.hand.unit != Some(unit) {
                    self.screen.keys(&["Tab"]);
                    self.hand.unit = self.hand.next(offer, 1);
                    self.hand.choice.clear();
                    self.hand.cursor = self.hand.unit.map(|u| view.piece(u).at).filter(|at| at.is_some());
                }
            }
        }
    }

    /// Chooses a hex, and if that may mean several things, what is meant.
    fn choose(&mut self, view: &AnyBattle, offer: &Offer, scene: &Scene, cell: Cell, meaning: Meaning) {
        self.point(view, cell);
        let click = self.hand.click(Some(offer), view, scene, cell);
        let meant = match click {
            Click::Take(place) => Meaning::Take(place) == meaning,
            Click::Held => self.hand.unit.map(Meaning::Select) == Some(meaning),
        };
        if !meant {
            let nth = self.hand.choice.iter().position(|m| *m == meaning).expect("it is among the meanings");
            match self.means {
                Means::Keys => self.screen.keys(&[&(nth + 1).to_string()]),
                Means::Mouse => {
                    let answer = self.screen.answer(nth).expect("the meanings are listed");
                    self.screen.click(answer);
                }
            }
            self.hand.choice.clear();
            if let Meaning::Select(unit) = meaning {
                self.hand.unit = Some(unit);
            }
        }
    }

    /// Clicks a hex, or goes there with the cursor and presses enter.
    fn point(&mut self, view: &AnyBattle, cell: Cell) {
        let board = view.board();
        match self.means {
            Means::Mouse => {
                let camera = Camera::whole(board, BOARD);
                self.screen.click(camera.to_screen(centre(board, cell)));
            }
            Means::Keys => {
                let far = |hand: &Hand| hand.cursor.map_or(u16::MAX, |at| board.distance(at, cell));
                let mut keys = Vec::new();
                while self.hand.cursor != Some(cell) {
                    assert!(keys.len() < 200, "no way to {}", board.label(cell));
                    let step = |key: &'static str| {
                        let mut hand = self.hand.clone();
                        match key {
                            "Left" => hand.step(view, Facing::W),
                            "Right" => hand.step(view, Facing::E),
                            key => hand.row(view, key == "Up"),
                        }
                        (far(&hand), key, hand)
                    };
                    let (_, key, hand) =
                        ["Left", "Right", "Up", "Down"].map(step).into_iter().min_by_key(|s| s.0).unwrap();
                    keys.push(key);
                    self.hand = hand;
                }
                keys.push("Return");
                self.screen.keys(&keys);
            }
        }
    }

    /// Presses the `n`th answer beside the board.
    fn press(&mut self, offer: &Offer, nth: usize) {
        match self.means {
            Means::Keys if nth < 9 => self.screen.keys(&[&(nth + 1).to_string()]),
            _ => {
                let answer = self.screen.answer(nth);
                let answer = answer.unwrap_or_else(|| panic!("no answer {nth} of {} is seen", offer.actions.len()));
                self.screen.click(answer);
            }
        }
    }
}
