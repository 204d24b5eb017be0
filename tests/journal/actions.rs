//! Actions as JSON.

use hexfray::battle::{Action, Target, UnitId, Verb};
use hexfray::board::Cell;
use hexfray::scenario::{action_from_json, action_to_json};
use serde_json::{Value, json};

use crate::games::{begin, choose, play, scenarios};

#[test]
fn every_legal_action_survives_the_round_trip() {
    for scenario in scenarios() {
        let mut session = begin(scenario, 7);
        while let Some(action) = choose(&mut session) {
            for action in session.legal().to_vec() {
                let text = action_to_json(session.battle(), action).to_string();
                let read: Value = serde_json::from_str(&text).unwrap();
                assert_eq!(action_from_json(session.battle(), &read), Ok(action), "{text}");
            }
            session.play(action).unwrap();
        }
        assert!(session.battle().outcome().is_some());
    }
}

#[test]
fn an_action_has_the_shape_of_the_protocol() {
    let session = begin("crossroads", 1);
    let battle = session.battle();
    let at = battle.board().at(3, 2);
    let hex = battle.board().hex(at);
    let fire = Action::of(Verb::Fire, UnitId(3)).with(1).at(UnitId(2));
    let go = Action::of(Verb::Move, UnitId(0)).hex(at);
    let json = |action| action_to_json(battle, action);
    assert_eq!(json(fire), json!({"verb": "fire", "unit": 3, "with": 1, "target": {"unit": 2}}));
    assert_eq!(json(go), json!({"verb": "move", "unit": 0, "with": 0, "target": {"hex": [hex.x, hex.y]}}));
    assert_eq!(json(Action::side(Verb::Pass)), json!({"verb": "pass", "unit": null, "with": 0, "target": null}));
    assert_eq!(
        action_from_json(battle, &json!({"do": "play", "verb": "pass"})),
        Ok(Action::side(Verb::Pass)),
        "what is missing is nothing, and what is unknown is left alone"
    );
    let nowhere = Action::of(Verb::Assign, UnitId(0)).at(UnitId::NONE);
    assert_eq!(action_from_json(battle, &json(nowhere)), Ok(nowhere));
    let nowhere = Action { target: Target::Hex(Cell::NONE), ..nowhere };
    assert_eq!(action_from_json(battle, &json(nowhere)), Ok(nowhere));
}

#[test]
fn what_is_no_action_is_told() {
    let mut session = begin("crossroads", 1);
    play(&mut session, 10);
    let wrong = [
        (json!(3), "an action is an object, not 3"),
        (json!({"unit": 3}), "an action needs a `verb`"),
        (json!({"verb": 3}), "`verb` is a text, not 3"),
        (json!({"verb": "mvoe"}), "there is no verb \"mvoe\"; did you mean `move`?"),
        (json!({"verb": "x\u{9b}y\u{1}"}), "there is no verb \"x y\\u0001\""),
        (json!({"verb": "move", "unit": 99}), "there is no unit 99; they are numbered from 0 to 4"),
        (json!({"verb": "move", "unit": -1}), "`unit` is a whole number from 0 to 65535 or null, not -1"),
        (json!({"verb": "move", "with": 256}), "`with` is a whole number from 0 to 255 or null, not 256"),
        (json!({"verb": "move", "target": 1}), "`target` is an object or null, not 1"),
        (json!({"verb": "move", "target": {}}), "a `target` has one of `hex`, `unit` and `index`"),
        (json!({"verb": "move", "target": {"hex": [1]}}), "`hex` is a list [q, r] of two whole numbers, not [1]"),
        (json!({"verb": "move", "target": {"hex": [0, 99]}}), "there is no hex [0, 99] on deck 0"),
        (json!({"verb": "move", "target": {"hex": [0, 0], "deck": 9}}), "there is no hex [0, 0] on deck 9"),
        (
            json!({"verb": "move", "target": {"hex": [1_i64 << 40, 0]}}),
            "`hex` is a list [q, r] of two whole numbers, not [1099511627776,0]",
        ),
    ];
    for (action, message) in wrong {
        assert_eq!(action_from_json(session.battle(), &action), Err(message.to_owned()), "{action}");
    }
}
