//! Rolls that are written down, and those that do not fit.

use super::*;

fn message(line: &Value) -> &str {
    line["message"].as_str().unwrap_or_else(|| panic!("no error: {line}"))
}

/// A die that does not fit takes the answer back, also where it runs into sides rolling until no two are equal; nothing
/// goes on without end.
#[test]
fn a_misfit_before_a_roll_off_is_taken_back() {
    let (done, answered) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let mut rolled = BTreeSet::new();
        for seed in 1..4 {
            let mut session = Session::begin(Library::own(), scenario("race_to_the_core"), seed).unwrap();
            while session.battle().decision().is_some() && session.battle().number() < 400 {
                let legal = session.legal().to_vec();
                let action = legal[(mix(seed, u64::from(session.battle().number())) % legal.len() as u64) as usize];
                let hash = session.hash();
                session.script(vec![("ITEN-ROB-02".to_owned(), 1)]);
                match session.play(action) {
                    Err(hexfray::scenario::Rejected::Script(fault)) => {
                        rolled.insert(fault.to_string());
                        assert_eq!(session.hash(), hash);
                        session.play(action).unwrap();
                    }
                    played => drop(played.unwrap()),
                }
            }
        }
        done.send(rolled).unwrap();
    });
    let rolled = answered.recv_timeout(std::time::Duration::from_secs(120)).expect("a misfit never ends");
    assert!(rolled.iter().any(|fault| fault.ends_with("the battle rolls ITEN-INIT-02")), "{rolled:#?}");
}

/// Faces and rules that cannot be are refused at once, and none of the request's rolls is kept.
#[test]
fn dice_that_cannot_be_are_refused_at_once() {
    let dice = |rule: &str, face: u32| json!({"do": "dice", "rolls": [{"rule": "HEX-HIT-01", "face": 9}, {"rule": rule, "face": face}]});
    let requests = [
        dice("HEX-HIT-01", 0),
        dice("HEX-HIT-01", 21),
        dice("HEX-HIT-01", 300),
        dice("HEX-HIT-1", 9),
        dice("ITEN-INIT-02", 3),
        dice("HEX-HIT-01\u{1b}[2J", 3),
        // None was kept: these are all that fit.
        json!({"do": "dice", "rolls": [{"rule": "HEX-HIT-01", "face": 1}]}),
        json!({"do": "play", "verb": "fire", "unit": 2, "target": {"unit": 0}}),
    ];
    let said = talk(&gunnery(), 1, &requests);
    let errors = of(&said, "error");
    assert_eq!(errors.len(), 6, "{errors:#?}");
    assert_eq!(message(errors[0]), "no die of HEX-HIT-01 has a face 0: the largest is a d20");
    assert_eq!(message(errors[1]), "no die of HEX-HIT-01 has a face 21: the largest is a d20");
    assert!(message(errors[2]).contains("300"), "{}", errors[2]);
    assert_eq!(message(errors[3]), "there is no rule HEX-HIT-1; did you mean HEX-HIT-01?");
    assert_eq!(message(errors[4]), "ITEN-INIT-02 is no rule of hexwar, which is played here");
    assert!(!message(errors[5]).contains('\u{1b}'), "{}", errors[5]);
    let said = talk("skirmish", 1, &[json!({"do": "dice", "rolls": [{"rule": "ITEN-INIT-02", "face": 7}]})]);
    assert_eq!(message(of(&said, "error")[0]), "no die of ITEN-INIT-02 has a face 7: the largest is a d6");
}
