//! A person's hands: they give answers by mouse or by keys, as the window's model says that they mean.

use hexfray::battle::{Action, Kind, SideId, Target, UnitId};
use hexfray::board::{Cell, Facing};
use hexfray::opponents;
use hexfray::play::bar::{Bar, Press, Slot};
use hexfray::play::camera::{Camera, Frame, centre};
use hexfray::play::hand::{Click, Hand};
use hexfray::play::offer::{Meaning, Offer};
use hexfray::play::scene::Scene;
use hexfray::play::words;
use hexfray::rules::AnyBattle;
use hexfray::scenario::Session;
use hexfray::scenario::journal::PERSON;
use hexfray::view::model::keys::extras;

use super::screen::{Screen, layout, library};

/// With what a battle is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Means {
    Mouse,
    Keys,
}

impl Means {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Means::Mouse => "mouse",
            Means::Keys => "keys",
        }
    }
}

/// Decisions after which a battle should have come to what is waited for.
const ENOUGH: u32 = 400;

/// A person who does what a computer advises.
pub(crate) struct Hands<'s> {
    screen: &'s mut Screen,
    means: Means,
    /// The side that the person plays.
    side: SideId,
    hand: Hand,
    // The window's bar remembers what there was, so that this one has to see it too.
    bar: Bar,
    session: Session,
    shown: Vec<(Kind, &'static str)>,
}

impl<'s> Hands<'s> {
    pub(crate) fn new(screen: &'s mut Screen, means: Means) -> Hands<'s> {
        let session = screen.session();
        let side = session.owners().iter().position(|owner| owner == PERSON).expect("a person plays");
        let side = SideId(side as u8);
        Hands { screen, means, side, hand: Hand::default(), bar: Bar::default(), session, shown: Vec::new() }
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
            if decision.side != self.side {
                self.screen.wait("the computer to decide", |s| s.session().battle().number() > number);
                self.session = self.screen.session();
                continue;
            }
            self.decide();
        }
    }

    fn view(&self) -> AnyBattle {
        self.session.battle().view_for(self.side)
    }

    /// One decision, or all that are secret together.
    fn decide(&mut self) {
        let view = self.view();
        let mut offer = Offer::of(&view).unwrap();
        self.hand.begin(&offer);
        self.bar.slots(&offer, &self.hand);
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
                let unit = self.hand.unit.unwrap_or(UnitId::NONE);
                let own: Vec<usize> = (0..offer.actions.len()).filter(|p| offer.actions[*p].unit == unit).collect();
                let slow = own.iter().copied().find(|place| offer.words[*place].rest.ends_with("slow"));
                let place = slow.unwrap_or(own[0]);
                self.press(&mut offer, place);
                self.hand.draft(&offer, place);
                (self.hand.choice, offer.armed) = (Vec::new(), None);
                self.bar.slots(&offer, &self.hand);
            }
            self.screen.still();
            self.screen.shot("all_chosen");
            match self.means {
                Means::Keys => self.screen.keys(&["space"]),
                Means::Mouse => {
                    let count = self.bar.slots(&offer, &self.hand).len() + extras(&offer, &self.hand).len();
                    let commit = layout().buttons(count, true).1.expect("there is a button that commits");
                    self.screen.click(commit.middle());
                }
            }
            self.hand.drafts.clear();
        } else {
            let action = self.advised(&view, &offer);
            self.take(&view, &mut offer, action);
        }
        self.hand.choice.clear();
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
    fn take(&mut self, view: &AnyBattle, offer: &mut Offer, action: Action) {
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
            None => self.press(offer, place),
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
                    self.bar.slots(offer, &self.hand);
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
            while !self.bar.slots(offer, &self.hand).iter().any(|slot| slot.press == Press::Mean(meaning)) {
                self.push(offer, |slot| slot.press == Press::Turn);
                self.hand.page += 1;
            }
            self.push(offer, |slot| slot.press == Press::Mean(meaning));
            self.hand.choice.clear();
            if let Meaning::Select(unit) = meaning {
                self.hand.unit = Some(unit);
            }
        }
        self.bar.slots(offer, &self.hand);
    }

    /// Clicks a hex, or goes there with the cursor and presses enter.
    fn point(&mut self, view: &AnyBattle, cell: Cell) {
        let board = view.board();
        match self.means {
            Means::Mouse => {
                let camera = Camera::whole(board, layout().free);
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
                    // At the board's edge a step may lead nowhere: of two as near, the one that moves.
                    let stays = |hand: &Hand| hand.cursor == self.hand.cursor;
                    let steps = ["Left", "Right", "Up", "Down"].map(step).into_iter();
                    let (_, key, hand) = steps.min_by_key(|(far, _, hand)| (*far, stays(hand))).unwrap();
                    keys.push(key);
                    self.hand = hand;
                }
                keys.push("Return");
                self.screen.keys(&keys);
            }
        }
    }

    /// Presses the button that an answer lies under, and then those below it.
    fn press(&mut self, offer: &mut Offer, place: usize) {
        loop {
            let slots = self.bar.slots(offer, &self.hand);
            let leads = |slot: &&Slot| slot.places.contains(&place);
            let next = |slot: &&Slot| slot.press == Press::Turn;
            let slot =
                slots.iter().find(leads).or_else(|| slots.iter().find(next)).expect("it lies under a button").clone();
            self.push(offer, |other| *other == slot);
            if matches!(slot.press, Press::Take(_) | Press::Mean(_)) {
                return;
            }
            self.hand.press(offer, &slot.press);
        }
    }

    /// Presses the first button that is so.
    fn push(&mut self, offer: &Offer, so: impl Fn(&Slot) -> bool) {
        let slots = self.bar.slots(offer, &self.hand);
        let nth = slots.iter().position(so).expect("there is such a button");
        match self.means {
            Means::Keys => {
                let key = slots[nth].key.expect("every button has a key");
                self.screen.keys(&[&words::digit(key).to_lowercase()]);
            }
            Means::Mouse => {
                let count = slots.len() + extras(offer, &self.hand).len();
                let places: Vec<Frame> = layout().buttons(count, offer.is_secret()).0;
                self.screen.click(places[nth].middle());
            }
        }
    }
}
