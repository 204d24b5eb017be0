//! The tactics suite: positions whose best decision is known.

use hexfray::content::Library;
use hexfray::league::tactics;

/// How many of a ruleset's positions an opponent finds, and how many there are.
fn found(name: &str, ruleset: &str) -> (usize, usize) {
    let positions = tactics::positions(Library::own()).unwrap_or_else(|p| panic!("{}", p[0]));
    let of_it = positions.iter().filter(|p| p.battle.ruleset() == ruleset);
    let answers: Vec<bool> = of_it.map(|p| p.put_to(Library::own(), name).unwrap().1).collect();
    (answers.iter().filter(|right| **right).count(), answers.len())
}

/// What `hexfray tactics` says of the usual opponent, and of the first that looks ahead. It may not fall without a word in
/// the commit.
#[test]
fn opponents_find_as_many_as_ever() {
    assert_eq!(found("utility", "hexwar"), (34, 34));
    assert_eq!(found("utility", "iten"), (24, 24));
    assert_eq!(found("utility", "gemini"), (24, 24));
    assert_eq!(found("veteran", "hexwar"), (32, 34));
    assert_eq!(found("veteran", "iten"), (23, 24));
    assert_eq!(found("veteran", "gemini"), (22, 24));
}

/// Who knows nothing finds few of them: they are no gifts.
#[test]
fn chance_finds_few() {
    for ruleset in ["hexwar", "iten", "gemini"] {
        let (hits, all) = found("random", ruleset);
        assert!(2 * hits < all, "{hits} of {all} in {ruleset}");
    }
}

/// A position says what is right in words of its own list, and something must be wrong.
#[test]
fn mistakes_are_told_with_their_place() {
    let position = |answers: &str| {
        format!(
            "(positions: [\n({answers},\nruleset: \"hexwar\", name: \"n\", about: \"a\", map: \"crossroads\", turns: 6, \
             start: (turn: 1, stage: \"Movement 3\"), sides: [(name: \"Orks\", faction: Ork), (name: \"Elves\", faction: \
             Elf)], units: [(side: \"Orks\", unit: \"Mob\", at: (10, 3), speed: Slow), (side: \"Elves\", unit: \"Mender\", \
             at: (18, 14))])])"
        )
    };
    let told = |text: &str| {
        let document = hexfray::source::Document::parse("test.ron", text).map_err(|p| vec![p]);
        document.and_then(|d| tactics::read(Library::own(), &d)).err().map(|p| p[0].to_string())
    };
    assert_eq!(told(&position("best: [\"Mob moves to 10.4\"]")), None);
    let unknown = told(&position("best: [\"Mob moves to 10.44\"]")).unwrap();
    assert!(unknown.contains("test.ron:2:") && unknown.contains("Mob moves to 10.44"), "{unknown}");
    assert!(told(&position("wrong: []")).unwrap().contains("nothing says what is right"));
    assert!(told("(positions: [])").unwrap().contains("no positions"));
}
