//! What a side has chosen in secret is in its own view, and in no other.

use super::*;

/// Plays at random, and after each decision looks at all views.
fn watched(name: &str, seed: u64, decisions: u32, mut look: impl FnMut(&Session, &[Vec<Value>])) {
    let mut session = Session::begin(Library::own(), scenario(name), seed).unwrap();
    while session.battle().decision().is_some() && session.battle().number() < decisions {
        let legal = session.legal().to_vec();
        let action = legal[(mix(seed, u64::from(session.battle().number())) % legal.len() as u64) as usize];
        session.play(action).unwrap();
        let views = views(&session);
        look(&session, &views);
    }
}

/// What each side's view tells of secrets.
fn views(session: &Session) -> Vec<Vec<Value>> {
    let players = session.battle().players();
    let requests: String = (0..players).map(|side| format!("{}\n", json!({"do": "view", "side": side}))).collect();
    let copy = Session::replay(Library::own(), "copy", session.text().as_bytes()).unwrap();
    let mut output = Vec::new();
    hexfray::referee::go_on(Library::own(), copy, &mut requests.as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let said: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    of(&said, "view").iter().map(|view| view["secrets"].as_array().unwrap().clone()).collect()
}

/// HEX-ORD-01: sealed orders, until they are shown.
#[test]
fn a_side_knows_its_own_orders() {
    let order = |unit: u8| json!({"do": "play", "verb": "order", "unit": unit, "with": 4});
    let view = |side: u8| json!({"do": "view", "side": side});
    let said = talk(SKIRMISH, 1, &[order(2), view(0), view(1)]);
    assert!(of(&said, "error").is_empty(), "{said:#?}");
    let views = of(&said, "view");
    assert_eq!(views[0]["secrets"], json!([]));
    let text = views[1]["secrets"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("order Mob 1: "), "{text}");
    assert_eq!(
        views[1]["secrets"],
        json!([{"rule": "HEX-ORD-01", "unit": 2, "target": null, "value": 4, "text": text}])
    );
    let offered = of(&said, "decision")[0]["actions"].as_array().unwrap().iter();
    let given = offered.into_iter().find(|a| a["unit"] == 2 && a["with"] == 4).unwrap();
    assert_eq!(given["text"], text, "in the words of the answer");
    // All have chosen: nothing is secret any more.
    let said = talk(SKIRMISH, 1, &[order(2), order(3), order(0), order(1), view(0), view(1)]);
    assert!(of(&said, "error").is_empty(), "{said:#?}");
    assert!(of(&said, "view").iter().all(|view| view["secrets"] == json!([])));
}

/// HULK-BLIP-04, HULK-OBJ-02: who defends knows what lies under which blip, and each boarder its card.
#[test]
fn a_side_knows_its_own_blips_and_card() {
    let (mut dealt, mut cards) = (0, BTreeSet::new());
    for name in ["rivals", "race_to_the_core", "dead_air"] {
        watched(name, 3, 60, |session, views| {
            for (side, secrets) in views.iter().enumerate() {
                for secret in secrets {
                    let rule = secret["rule"].as_str().unwrap();
                    let others = views.iter().enumerate().filter(|(other, _)| *other != side);
                    match rule {
                        "HULK-BLIP-04" => {
                            dealt += 1;
                            assert!(secret["text"].as_str().unwrap().contains(" under blip "), "{secret}");
                            others.for_each(|(_, o)| assert!(o.iter().all(|s| s["rule"] != rule), "{name}: {o:?}"));
                        }
                        "HULK-OBJ-02" => _ = cards.insert((session.scenario().name.clone(), side)),
                        _ => panic!("{name}: {secret}"),
                    }
                }
            }
        });
    }
    assert!(dealt > 0 && cards.len() > 1, "{dealt} deals, {cards:?}");
}

/// ITEN-RIT-02: who holds the ritual knows the house.
#[test]
fn a_side_knows_its_own_house() {
    let mut known = BTreeSet::new();
    watched("the_ritual", 3, 30, |_, views| {
        for (side, secrets) in views.iter().enumerate() {
            known.extend(secrets.iter().map(|s| (side, s["rule"].to_string(), s["text"].to_string())));
        }
    });
    assert_eq!(known.len(), 1, "{known:?}");
}
