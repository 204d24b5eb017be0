//! Gangs as their players build them: points, skills, rosters, and where their models stand.

use hexfray::content::Library;
use hexfray::rules::gemini::stats::{SkillClass, Trait};
use hexfray::rules::gemini::{Gemini, content::RuleContent};
use hexfray::rules::muster::{Page, RosterBuilder, Rosters};
use hexfray::rules::{AnyContent, Presentation};
use hexfray::scenario::Scenario;
use hexfray::scenario::forces::{Army, Force};
use hexfray::source::Document;

use crate::building::{choice, page, walk};
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

/// A roster of the Wardens with these models.
fn wardens(fields: &str, models: &str) -> String {
    format!("(ruleset: \"gemini\", name: \"Watch\", gang: \"Canal Wardens\", {fields} models: [{models}])")
}

/// What is wrong with a roster, in words; nothing of a legal one.
fn faults(text: &str) -> Vec<String> {
    let document = Document::parse("r.ron", text).unwrap();
    book().legal(&document).err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

/// The roster has one fault, and it says this.
fn illegal(models: &str, told: &str) {
    let faults = faults(&wardens("", models));
    assert!(faults.len() == 1 && faults[0].contains(told), "`{told}` of {models}:\n{}", faults.join("\n"));
}

fn legal(models: &str) {
    assert_eq!(faults(&wardens("", models)), [""; 0], "{models}");
}

/// GEM-SET-03: exactly one leader.
#[test]
fn one_leader() {
    legal("(model: \"Proctor\")");
    illegal("(model: \"Warden\", count: 2)", "nobody leads the gang (GEM-SET-03)");
    illegal("(model: \"Proctor\", count: 2)", "2 leaders (a gang has one (GEM-SET-03))");
}

/// GEM-SET-05: models of one gang, up to its limit; gear of a model's own costs what it costs.
#[test]
fn limits_of_a_gang() {
    let (book, proctor) = (book(), "(model: \"Proctor\")");
    illegal(&format!("{proctor}, (model: \"Zealot\")"), "Zealot belongs to the Scrap Saints, not to the Canal Wardens");
    illegal(&format!("{proctor}, (model: \"Wardn\")"), "did you mean `Warden`?");
    let price = |name: &str| book.cost(book.model(name).unwrap());
    let stubber = book.guns.iter().find(|g| g.name == "Heavy stubber").unwrap().points;
    let all = price("Proctor") + 2 * (book.model("Warden").unwrap().points + stubber);
    let models = "(model: \"Proctor\"), (model: \"Warden\", count: 2, guns: [\"Heavy stubber\"], blades: [])";
    let with = |limit: u16| faults(&wardens(&format!("limit: {limit},"), models));
    assert_eq!(with(all), [""; 0]);
    let told = with(all - 1);
    let limit = format!("the gang costs {all} points, the limit is {} (GEM-SET-05)", all - 1);
    assert!(told.len() == 1 && told[0].contains(&limit), "{told:?}");
    let usual = book.numbers.usual_points;
    let many = usual / price("Warden") + 1;
    illegal(&format!("{proctor}, (model: \"Warden\", count: {many})"), &format!("the limit is {usual}"));
}

/// GEM-SKILL-02: character points buy skills and nothing else: 8 for the leader, 4 for others, by the class that a skill
/// has for their kind.
#[test]
fn skills_of_a_gang() {
    let with = |leader: &str, other: &str| {
        let skills = |list: &str| if list.is_empty() { String::new() } else { format!(", skills: [{list}]") };
        format!("(model: \"Proctor\"{}), (model: \"Warden\"{})", skills(leader), skills(other))
    };
    let skill = |name: &str, level: u8| format!("(name: {name:?}, level: {level})");
    // Leadership 9 and 8.
    legal(&with(&skill("Lockpicking", 11), &skill("Lockpicking", 9)));
    illegal(&with(&skill("Lockpicking", 12), ""), "spends 12 character points of 8 (GEM-SKILL-02)");
    illegal(&with("", &skill("Lockpicking", 10)), "spends 8 character points of 4");
    legal(&with("", &[skill("Lockpicking", 8), skill("Bomb-disposal", 7)].join(", ")));
    illegal(
        &with("", &[skill("Lockpicking", 8), skill("Bomb-disposal", 8)].join(", ")),
        "spends 6 character points of 4",
    );
    illegal(
        &with("", &skill("Lockpicking", 6)),
        "Lockpicking is not taught at level 6 (GEM-SKILL-02) (Warden begins at 7)",
    );
    illegal(&with("", &[skill("Armoury", 7), skill("Armoury", 8)].join(", ")), "learns Armoury twice");
    illegal(&with("", &skill("Lockpiking", 8)), "did you mean `Lockpicking`?");
    // Skills are no gear: they add nothing to what a model costs.
    let price = |models: &str| {
        let document = Document::parse("r.ron", &wardens("", models)).unwrap();
        book().open(&document).unwrap().points().0
    };
    assert_eq!(price(&with(&skill("Lockpicking", 11), "")), price(&with("", "")));
}

/// What a model may carry: what there is, what can be bought, what it has hands for.
#[test]
fn gear_of_its_own() {
    let warden = |gear: &str| format!("(model: \"Proctor\"), (model: \"Warden\", {gear})");
    legal(&warden("guns: [\"Pistol\"], blades: [\"Sword\", \"Pistol in hand\"], grenades: 1"));
    illegal(&warden("guns: [\"Pistl\"]"), "did you mean `Pistol`?");
    illegal(&warden("blades: [\"Pistol in hand\"]"), "Warden has no gun for a Pistol in hand");
    illegal(&warden("blades: [\"Chair\"]"), "Chair is nothing to buy");
    illegal(&warden("blades: [\"Great weapon\", \"Spear\"]"), "fights with too much at once");
    illegal(&warden("grenades: 10"), "9 are the most");
    illegal(&warden("guns: [\"Bow\", \"Bow\", \"Bow\", \"Bow\", \"Bow\"]"), "carries 5 guns");
    illegal(&warden("count: 0"), "an entry of no models");
}

/// A field whose side A has this gang, against a Spacer.
fn fielded(side: &str) -> Field {
    let sides = format!("sides: [(name: \"A\", {side}), (name: \"B\")],");
    Field::open(30, 7).with(&sides).theirs("Spacer", (28, 3), "")
}

/// A side that musters a Proctor and these Wardens.
fn mustered(models: &str) -> Field {
    fielded(&format!("muster: {}", wardens("", &format!("(model: \"Proctor\"), {models}"))))
}

/// GEM-SKILL-02, GEM-SET-05: models with gear, skills or names of their own have sheets of their own, those alike share one.
#[test]
fn sheets_of_their_own() {
    let own = "guns: [\"Carbine\"], blades: [\"Sword\"], skills: [(name: \"Armoury\", level: 9)]";
    let models =
        format!("(model: \"Warden\"), (model: \"Warden\", count: 2, {own}), (model: \"Warden\", name: \"Dunn\")");
    let mut field = mustered(&models);
    for row in 1..=5 {
        field = field.place((3, row));
    }
    let game = field.begin(&[]);
    let battle = &game.battle;
    let names: Vec<String> = battle.units().map(|unit| Gemini::name(battle, unit)).collect();
    assert_eq!(names, ["Spacer", "Proctor", "Warden 1", "Warden 2", "Warden 3", "Dunn"]);
    let of = |name: &str| battle.unit(game.unit(name)).sheet;
    assert_eq!(of("Warden 2"), of("Warden 3"));
    assert_ne!(of("Warden 1"), of("Warden 2"));
    assert_ne!(of("Warden 1"), of("Dunn"));
    let (usual, armed, dunn) = (game.unit("Warden 1"), game.unit("Warden 2"), game.unit("Dunn"));
    assert_eq!(battle.gun(usual, 0).name, "Shotgun");
    assert_eq!(battle.gun(armed, 0).name, "Carbine");
    assert_eq!((battle.skill(usual, "Armoury"), battle.skill(armed, "Armoury")), (5, 9));
    let points = |name: &str| {
        let (guns, blades) =
            (book().guns.iter().map(|g| (&g.name, g.points)), book().blades.iter().map(|b| (&b.name, b.points)));
        i32::from(guns.chain(blades).find(|(known, _)| *known == name).unwrap().1)
    };
    let dearer = i32::from(Gemini::cost(battle, armed)) - i32::from(Gemini::cost(battle, usual));
    assert_eq!(dearer, points("Carbine") + points("Sword") - points("Shotgun") - points("Club"));
    assert_eq!(Gemini::cost(battle, usual), Gemini::cost(battle, dunn));
}

/// Models of a gang stand at its places in the order of the roster; whoever finds none stands next to his friends, and
/// places that nobody takes are left.
#[test]
fn places_of_a_gang() {
    let wardens = |count: u8, places: &[(u16, u16)]| {
        let field = mustered(&format!("(model: \"Warden\", count: {count})"));
        places.iter().fold(field, |field, at| field.place(*at))
    };
    let game = wardens(1, &[(3, 3), (5, 3), (7, 3)]).begin(&[]);
    assert_eq!((game.place("Proctor"), game.place("Warden")), ((3, 3), (5, 3)));
    assert_eq!(game.battle.units().count(), 3);
    let game = wardens(3, &[(3, 3), (5, 3)]).begin(&[]);
    let near = |name: &str| game.battle.apart(game.unit(name), game.unit("Warden 1"));
    assert_eq!((game.place("Warden 1"), near("Warden 2"), near("Warden 3")), ((5, 3), 1, 1));
    let told = |field: Field| field.try_ready().unwrap_err().join("\n");
    assert!(told(wardens(1, &[])).contains("there is no place for Proctor"));
    let nobody = Field::open(30, 3).theirs("Spacer", (28, 3), "").place((3, 3));
    assert!(told(nobody).contains("who stands here? (name it: `unit: \"...\"`, or give the side a gang"));
    assert!(told(fielded("roster: \"canal_warden\"")).contains("did you mean `canal_wardens`?"));
    let two = "roster: \"canal_wardens\", muster: (ruleset: \"gemini\", name: \"\", gang: \"\", models: [])";
    assert!(told(fielded(two)).contains("a side with two gangs"));
    let second = fielded("roster: \"canal_wardens\"").place((3, 3)).ours("Bosun", (20, 3), "");
    assert!(told(second).contains("2 leaders (a gang has one (GEM-SET-03))"));
}

/// GEM-SET-05: each shipped scenario takes each shipped gang on either side, and none that costs more than it is said to.
#[test]
fn scenarios_take_any_gang() {
    let library = Library::own();
    let force = |name: &str, points| Some(Force { army: Army::Shipped(name.to_owned()), points });
    let gangs: Vec<&str> = library.rosters("gemini").map(|(name, _)| name).collect();
    assert!(gangs.len() >= 3, "{gangs:?}");
    for scenario in ["alley", "high_street", "culvert"] {
        for gang in &gangs {
            for side in 0..2 {
                let forces = |points| {
                    let mut forces = vec![None, None];
                    forces[side] = force(gang, points);
                    Scenario::open(library, scenario).unwrap().with_forces(library, &forces)
                };
                let battle = forces(None).and_then(|s| s.battle(library)).unwrap_or_else(|p| panic!("{gang}: {p:#?}"));
                let document = library.roster("gemini", gang).unwrap();
                let own = battle.units().filter(|&u| battle.piece(u).side.index() == side);
                let cost: u16 = own.map(|unit| battle.cost(unit)).sum();
                assert_eq!(cost, book().open(document).unwrap().points().0, "{gang} at {scenario}");
                let dear = forces(Some(cost - 1)).and_then(|s| s.battle(library)).unwrap_err();
                assert!(dear[0].to_string().contains("(GEM-SET-05)"), "{dear:?}");
            }
        }
    }
}

fn opened(name: &str) -> Box<dyn RosterBuilder> {
    let library = Library::own();
    let document = library.roster("gemini", name).unwrap();
    library.musters(document).unwrap().open(document).unwrap()
}

/// A gang choice by choice, with its cost after each.
#[test]
fn a_gang_choice_by_choice() {
    let book = book();
    let mut roster = book.begin();
    let price = |name: &str| book.cost(book.model(name).unwrap());
    let gun = |name: &str| book.guns.iter().find(|g| g.name == name).unwrap().points;
    let watch = price("Proctor") + 2 * price("Warden");
    let armed = watch + gun("Carbine") - gun("Shotgun") + 2 * book.numbers.grenade_points;
    walk(roster.as_mut(), &["Gang", "Canal Wardens"]);
    let steps: [(&[&str], u16); 8] = [
        (&["Name=The Late Watch"], 0),
        (&["Raise", "Warden", "Proctor"], price("Warden") + price("Proctor")),
        (&["Warden", "One more"], watch),
        (&["2 x Warden", "One fewer"], price("Warden") + price("Proctor")),
        (&["Raise", "Warden Grenadier"], price("Warden") + price("Proctor") + price("Warden Grenadier")),
        (&["Warden Grenadier", "Dismiss"], price("Warden") + price("Proctor")),
        (&["Warden", "Guns", "Give up Shotgun", "Carbine"], armed - price("Warden") - 2 * book.numbers.grenade_points),
        (&["Warden", "One grenade more", "One grenade more", "Name=Dunn"], armed - price("Warden")),
    ];
    for (path, total) in steps {
        walk(roster.as_mut(), path);
        assert_eq!(roster.points().0, total, "{path:?}");
    }
    walk(roster.as_mut(), &["Dunn", "Skills", "Learn Armoury 7", "Raise Armoury 8"]);
    walk(roster.as_mut(), &["Raise", "Warden"]);
    assert_eq!((roster.points().0, roster.faults()), (armed, Vec::new()));
    let text = roster.to_ron();
    assert_eq!(faults(&text), [""; 0], "{text}");
    let lines = roster.printed();
    let has = |text: &str| assert!(lines.iter().any(|l| l.contains(text)), "{text} in {lines:?}");
    has(&format!("The Late Watch (Canal Wardens): 3 models, {armed} of {} points", book.numbers.usual_points));
    has("Carbine, Club, 2 grenades, Armoury 8");
    // Read again it is the same, and has forgotten nothing.
    let again = book.open(&Document::parse("r.ron", &text).unwrap()).unwrap();
    assert_eq!(again.to_ron(), text);
    walk(roster.as_mut(), &["Dunn", "As its sheet has it"]);
    assert_eq!(roster.points().0, watch);
}

/// GEM-SKILL-02, GEM-SET-03: what a choice adds stands beside it, and why one cannot be taken.
#[test]
fn choices_tell_cost_and_refusal() {
    let roster = opened("dock_spacers");
    let refusal = |path: &[&str], words: &str| {
        choice(roster.as_ref(), page(roster.as_ref(), path), words).refusal.unwrap_or_default()
    };
    assert!(refusal(&["Raise"], "Bosun").contains("2 leaders"));
    assert!(refusal(&["Bosun", "Skills"], "Raise Lockpicking 11").contains("12 character points of 8 (GEM-SKILL-02)"));
    assert!(refusal(&["Bosun", "Skills"], "Learn First Aid 7").contains("9 character points of 8"));
    assert_eq!(refusal(&["2 x Spacer", "Skills"], "Learn First Aid 6"), "");
    // Without the pistol there is none in the other hand.
    let mut roster = opened("dock_spacers");
    walk(roster.as_mut(), &["Medic", "Guns", "Give up Pistol"]);
    assert!(roster.faults().is_empty() && roster.printed().iter().any(|l| l.trim() == "Club, First Aid 8"));
    let guns = page(roster.as_ref(), &["Medic", "Guns"]);
    let pistol = book().guns.iter().find(|g| g.name == "Pistol").unwrap().points;
    assert_eq!(choice(roster.as_ref(), guns, "Pistol").cost, i32::from(pistol));
    // Too dear is told, and does not stand in the way.
    walk(roster.as_mut(), &["2 x Spacer", "One more", "One more", "One more", "One more"]);
    assert!(roster.faults()[0].contains("the limit is"), "{:?}", roster.faults());
    // Models of another gang are let go with it.
    walk(roster.as_mut(), &["Gang", "Scrap Saints"]);
    assert_eq!(roster.points().0, 0);
    assert_eq!(roster.title(Page::default()), "Dock Spacers");
}
