//! Gangs as their players build them: points, skills, rosters, and what lives on between battles.

use hexfray::content::Library;
use hexfray::rules::gemini::stats::{SkillClass, Trait};
use hexfray::rules::gemini::{Gemini, content::RuleContent};
use hexfray::rules::{AnyContent, Presentation};

use crate::field::{Field, Game, table};

/// The book as it ships.
pub fn book() -> &'static RuleContent {
    let (AnyContent::Gemini(book), _) = Library::own().book("gemini").unwrap() else {
        panic!("a book of another ruleset")
    };
    book
}

/// GEM-SKILL-02, GEM-EX-01: what levels cost by Leadership and class, row by row of the table.
#[test]
fn skills_are_bought_by_leadership() {
    let row = |above: i8| {
        let level = 7_u8.saturating_add_signed(above);
        [SkillClass::Easy, SkillClass::Average, SkillClass::Hard].map(|class| class.cost(7, level))
    };
    assert_eq!(row(-2), [None, None, None]);
    assert_eq!(row(-1), [None, Some(1), Some(2)]);
    assert_eq!(row(0), [Some(1), Some(2), Some(4)]);
    assert_eq!(row(1), [Some(2), Some(4), Some(8)]);
    assert_eq!(row(2), [Some(4), Some(8), Some(12)]);
    assert_eq!(row(3), [Some(8), Some(12), Some(16)]);
    assert_eq!(row(4), [Some(12), Some(16), Some(20)]);
}

/// A model of this kind beside a wounded friend.
fn aid(fields: &str) -> Game {
    Field::open(30, 5)
        .model("Ann", fields)
        .model("Abe", "")
        .ours("Ann", (10, 3), "")
        .ours("Abe", (11, 3), "numbers: {\"flesh\": 1}")
        .theirs("Spacer", (28, 3), "")
        .acting("Ann", 1)
}

/// GEM-SKILL-03, GEM-SKILL-04, GEM-EX-01: 3D6 up to the level, or up to Leadership less two, three or four by the class of
/// the skill for whoever never learnt it.
#[test]
fn trained_and_untrained() {
    let healed = |fields: &str| aid(fields).chances("Ann treats Abe", |g| g.value("Abe", "flesh"));
    assert_eq!(healed("skills: [(name: \"First Aid\", level: 8)]"), table([(0, "7/27"), (1, "20/27")]));
    assert_eq!(healed("skills: [(name: \"First Aid\", level: 18)]"), table([(0, "215/216"), (1, "1/216")]));
    assert_eq!(healed("classes: [(\"First Aid\", Easy)]"), table([(0, "5/108"), (1, "103/108")]));
    assert_eq!(healed(""), table([(0, "1/54"), (1, "53/54")]));
    assert_eq!(healed("classes: [(\"First Aid\", Hard)]"), table([(0, "1/216"), (1, "215/216")]));
    let game = aid("skills: [(name: \"Lockpicking\", level: 10)]");
    let level = |skill: &str| game.battle.skill(game.unit("Ann"), skill);
    assert_eq!(["Lockpicking", "Armoury", "Bomb-disposal"].map(level), [10, 4, 3]);
}

/// GEM-SET-05: a model costs its sheet and all that it carries.
#[test]
fn what_models_cost() {
    let game = aid("points: 13, guns: [\"Pistol\", \"Shotgun\"], blades: [\"Sword\"], grenades: 2, smokes: 1");
    let book = book();
    let gun = |name: &str| book.guns.iter().find(|g| g.name == name).unwrap().points;
    let sword = book.blades.iter().find(|b| b.name == "Sword").unwrap().points;
    let gear = gun("Pistol") + gun("Shotgun") + sword + 2 * book.numbers.grenade_points + book.numbers.smoke_points;
    assert_eq!(Gemini::cost(&game.battle, game.unit("Ann")), 13 + gear);
    assert!(book.models.iter().all(|model| book.cost(model) >= 10), "nobody is free");
    // Leaders lead, and are dear for it.
    let leaders: Vec<u16> = book.models.iter().filter(|m| m.has(&Trait::Leader)).map(|m| book.cost(m)).collect();
    assert!(leaders.len() == 3 && leaders.iter().all(|points| *points > 30), "{leaders:?}");
}
