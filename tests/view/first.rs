//! The first minute: from the start screen to the first shot, by whoever reads nothing and presses what is lit.

use hexfray::battle::Verb;
use hexfray::board::Cell;
use hexfray::content::Library;
use hexfray::opponents;
use hexfray::play::bar::Press;
use hexfray::play::game::Game;
use hexfray::play::playback::Speed;
use hexfray::play::setup::first;
use hexfray::play::words;
use hexfray::view::model::settings::Settings;

/// How long somebody takes who presses something, in seconds.
const PRESS: f32 = 2.0;
/// A part of a second that passes at a time.
const TICK: f32 = 0.05;

/// The lit hex that is nearest to an enemy.
fn nearest(game: &Game) -> Cell {
    let view = &game.table.view;
    let (offer, unit) = (game.offer.as_ref().unwrap(), game.hand.unit.unwrap());
    let enemies = || view.units().filter(|other| view.enemies(unit, *other) && view.piece(*other).at.is_some());
    let far = |cell: &Cell| enemies().map(|enemy| view.board().distance(*cell, view.piece(enemy).at)).min();
    offer.hexes(Some(unit)).into_iter().min_by_key(far).unwrap()
}

/// Presses once: a shot where there is one, or else the first thing that is lit. Returns whether somebody shoots by it.
fn press(game: &mut Game) -> bool {
    let offer = game.offer.clone().unwrap();
    let number = game.session().battle().number() as usize;
    if offer.is_secret() && game.hand.sealed(&offer).is_ok() {
        game.commit();
    } else if offer.armed.is_some() && game.hand.choice.is_empty() {
        game.click(nearest(game));
    } else {
        let mut slots = game.slots();
        slots.retain(|slot| slot.press != Press::Nothing);
        let shot = slots.iter().position(|slot| slot.verb == Verb::Fire);
        game.press(&slots[shot.unwrap_or(0)].press.clone());
    }
    game.session().actions()[number..].iter().any(|action| action.verb == Verb::Fire)
}

/// Somebody has never played before, presses Enter on the start screen and then the first thing that is lit, at two
/// seconds a press, and what happens is shown as the settings are at first: within a minute there is a shot, whatever the
/// dice. The opponent is one who needs no time to think.
#[test]
fn the_first_shot_falls_within_a_minute() {
    let library = Library::own();
    let (settings, broken) = Settings::read(None);
    assert!(broken.is_none() && settings.hints && settings.speed == Speed::Normal);
    for seed in 1..=20 {
        let session = first(library, seed).unwrap().expect("the content names one");
        let known = opponents::known(library, session.battle().ruleset());
        for owner in &session.owners()[1..] {
            let manner = known.iter().find(|known| known.name == *owner).map(words::manner).unwrap();
            assert!(manner.contains("Answers at once"), "{manner}");
        }
        let mut game = Game::new(library, session, None).unwrap();
        // The one on the start screen.
        let mut seconds = PRESS;
        loop {
            while game.offer.is_none() && game.session().battle().outcome().is_none() {
                if game.table.playback.busy() {
                    seconds += TICK;
                }
                game.tick(TICK, settings.speed);
            }
            assert!(game.session().battle().outcome().is_none(), "{seed}: it is over before a shot of one's own");
            seconds += PRESS;
            assert!(seconds < 60.0, "{seed}: no shot after {seconds} s");
            if press(&mut game) {
                break;
            }
        }
    }
}
