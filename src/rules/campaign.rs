//! What lives on between the battles of a campaign: companies of fighters who learn, are hurt, die and are replaced.
//! What becomes of whom is each ruleset's own; this is what all of them have in common.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::battle::{Battle, Dice, Event, Fact, Rules, UnitId};
use crate::source::{Document, Field, Node, Problem, Problems, Span, Value as Ron};

/// How a fighter is between battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Health {
    /// Ready to fight.
    #[default]
    Fit,
    /// Misses the next battle.
    LaidUp,
    /// Gone for good.
    Dead,
}

/// A fighter of a company: a figure, or a unit of several models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fighter {
    /// Unique in its company for good: the dead keep theirs.
    pub name: String,
    /// What it is and carries, as its ruleset writes it.
    pub sheet: Value,
    /// How it is.
    #[serde(default)]
    pub health: Health,
    /// Points of experience.
    #[serde(default)]
    pub experience: u16,
    /// What it has learnt, in order.
    #[serde(default)]
    pub learnt: Vec<String>,
    /// Battles that it took part in.
    #[serde(default)]
    pub battles: u16,
    /// Enemies that it put out of the game.
    #[serde(default)]
    pub felled: u16,
    /// Whether it leads the company.
    #[serde(default)]
    pub leads: bool,
}

impl Fighter {
    /// One that has seen nothing yet.
    #[must_use]
    pub fn fresh(name: String, sheet: Value) -> Fighter {
        Fighter {
            name,
            sheet,
            health: Health::Fit,
            experience: 0,
            learnt: Vec::new(),
            battles: 0,
            felled: 0,
            leads: false,
        }
    }

    /// Enters a battle: 1 point of experience for it, 1 for each enemy felled and 1 as a bonus, unless it died of it.
    /// Returns how many advances that brings, one at each full `step` of points.
    pub(super) fn enter(&mut self, felled: u8, bonus: bool, step: u16) -> u16 {
        self.battles += 1;
        self.felled += u16::from(felled);
        let before = self.experience / step;
        if self.lives() {
            self.experience += 1 + u16::from(felled) + u16::from(bonus);
        }
        self.experience / step - before
    }

    /// Whether it lives.
    #[must_use]
    pub fn lives(&self) -> bool {
        self.health != Health::Dead
    }

    /// Whether it can take the field.
    #[must_use]
    pub fn is_fit(&self) -> bool {
        self.health == Health::Fit
    }
}

/// Fighters under one name, with their purse.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Company {
    /// Its name.
    pub name: String,
    /// What its fighters have in common, as its ruleset writes it.
    pub sheet: Value,
    /// Everybody who ever was of it, the dead too.
    pub fighters: Vec<Fighter>,
    /// How many fighters it began with.
    #[serde(default)]
    pub size: usize,
    /// Sheets of those whom it may hire.
    pub market: Vec<Value>,
    /// Points to spend; below 0 it has recruited on credit.
    #[serde(default)]
    pub purse: i32,
    /// Names for those who join it, the next one last.
    #[serde(default)]
    pub names: Vec<String>,
}

impl Company {
    /// Those who can take the field, by their places.
    pub fn fit(&self) -> impl Iterator<Item = usize> {
        (0..self.fighters.len()).filter(|&i| self.fighters[i].is_fit())
    }

    /// Those who live.
    pub fn living(&self) -> impl Iterator<Item = &Fighter> {
        self.fighters.iter().filter(|f| f.lives())
    }

    /// Whether its numbers are such as a campaign can come to, with room for what may still come.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        const MOST: u16 = u16::MAX / 2;
        let sound = |f: &Fighter| [f.experience, f.battles, f.felled].into_iter().all(|number| number <= MOST);
        self.purse.unsigned_abs() <= 1 << 30 && self.size <= MOST.into() && self.fighters.iter().all(sound)
    }

    /// A name that nobody of it has had: one of its own, or what the newcomer is, with a number where that is taken.
    pub fn christen(&mut self, kind: &str) -> String {
        let taken = |fighters: &[Fighter], name: &str| fighters.iter().any(|f| f.name == name);
        while let Some(name) = self.names.pop() {
            if !taken(&self.fighters, &name) {
                return name;
            }
        }
        let numbered = (2..).map(|n| format!("{kind} {n}"));
        let mut names = std::iter::once(kind.to_owned()).chain(numbered);
        names.find(|name| !taken(&self.fighters, name)).unwrap_or_default()
    }
}

/// What a fighter did in a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Service {
    /// Its place in the company.
    pub fighter: usize,
    /// What was lost of it: models, 1 for a single figure.
    pub lost: u8,
    /// Enemies that it put out of the game.
    pub felled: u8,
    /// What put it out of the game was such that it lives for certain.
    #[serde(default)]
    pub spared: bool,
}

/// What became of a fighter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// It put an enemy out of the game.
    Felled(String),
    /// It was put out of the game; by whom, if by anybody.
    Fell(String),
    /// It lost a part of its strength for good: so many models.
    Bled(u8),
    /// It was tended by somebody.
    Tended(String),
    /// It is only wounded, and back for the next battle.
    Recovered,
    /// It is back for the next battle, with something that it will not get over: what, in words.
    Hurt(String),
    /// It misses the next battle.
    LaidUp,
    /// It is dead, or scrap.
    Died,
    /// It has learnt something.
    Learnt(String),
    /// It leads the company from now on.
    Leads,
    /// It joined, for so many points.
    Joined(i32),
    /// It was restored or armed, with what, for so many points.
    Gained(String, i32),
    /// It put out of the game whom its company bore a grudge, for so many points.
    Avenged(String, i32),
}

/// A deed, with whose it is and the rule that made it one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The fighter's name.
    pub fighter: String,
    /// What became of it.
    pub deed: Deed,
    /// The rule's id.
    pub rule: String,
}

impl Note {
    /// A note about a fighter.
    #[must_use]
    pub fn new(fighter: &Fighter, deed: Deed, rule: &str) -> Note {
        Note { fighter: fighter.name.clone(), deed, rule: rule.to_owned() }
    }
}

/// Somebody put out of the game, in the events of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Casualty {
    /// Which event it was.
    pub event: usize,
    /// Who.
    pub victim: UnitId,
    /// By whom, if by anybody.
    pub by: Option<UnitId>,
}

/// What points can buy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purchase {
    /// A newcomer, by its place in the market.
    Hire(usize),
    /// Something that a fighter has lost, by its place.
    Restore(usize),
    /// A weapon for a fighter.
    Arm(usize, String),
}

/// Something for sale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What it is, in words.
    pub words: String,
    /// Points.
    pub cost: i32,
    /// Whether it makes the company stronger; a weapon worse than what its bearer has does not.
    pub better: bool,
    /// The same for the program.
    pub what: Purchase,
}

/// What companies get after a battle, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pay {
    /// Everybody.
    pub each: i32,
    /// The winner besides.
    pub winner: i32,
    /// Whoever was the weaker besides, ...
    pub underdog: i32,
    /// ... for each full so many points of rating below the strongest enemy.
    pub step: i32,
    /// Whoever put out of the game an enemy who had killed one of its own.
    #[serde(default)]
    pub grudge: i32,
}

/// A ruleset's content, as far as campaigns go.
pub trait Campaigns {
    /// A company as a campaign file describes its force.
    ///
    /// # Errors
    /// Everything that is wrong in it.
    fn raise(
        &self,
        document: &Document,
        force: &Node,
        rosters: &BTreeMap<&str, &Document>,
    ) -> Result<Company, Vec<Problem>>;

    /// A force worth so many points at most, drawn by dice, as campaign files describe one; none where there is none.
    fn draw_force(&self, rosters: &BTreeMap<&str, &Document>, points: i32, dice: &mut dyn Dice) -> Option<String>;

    /// The same for those who wait aboard hulks; none where the ruleset knows no boarding.
    fn draw_nest(&self, _rosters: &BTreeMap<&str, &Document>, _points: i32, _dice: &mut dyn Dice) -> Option<String> {
        None
    }

    /// What fields of a scenario's side a company takes the place of.
    fn owned(&self) -> &'static [&'static str];

    /// These fields for a company's fighters who take the field.
    fn fielded(&self, company: &Company, fighters: &[usize]) -> Vec<Field>;

    /// The fewest fighters that go to battle; a company with fewer recruits on credit.
    fn fewest(&self) -> usize;

    /// What companies get after a battle, where a campaign says nothing else.
    fn pay(&self) -> Pay;

    /// What a fighter is worth now, in points.
    fn worth(&self, company: &Company, fighter: &Fighter) -> i32;

    /// What kind of fighter it is, and what it carries, as players read it.
    fn card(&self, company: &Company, fighter: &Fighter) -> Vec<String>;

    /// Tells what a battle leaves of a company: wounds, deaths, experience, what is learnt, who leads. `served` are those
    /// who fought, in the order of the company.
    fn settle(&self, company: &mut Company, served: &[Service], won: bool, dice: &mut dyn Dice) -> Vec<Note>;

    /// What a company could buy now, whatever is in its purse.
    fn offers(&self, company: &Company) -> Vec<Offer>;

    /// Gives a company what it has bought. The purse is not touched.
    fn deliver(&self, company: &mut Company, offer: &Offer) -> Vec<Note>;

    /// What a company is worth: the sum of its living fighters.
    fn rating(&self, company: &Company) -> i32 {
        company.living().map(|f| self.worth(company, f)).sum()
    }
}

/// The roster that a force names, with its name and where that stands.
pub(super) fn roster_of<'a>(
    document: &Document,
    force: &'a Node,
    rosters: &BTreeMap<&str, &'a Document>,
) -> Result<(&'a str, Span, &'a Document), Vec<Problem>> {
    let Some((Ron::Text(name), at)) = force.get("roster").map(|n| (&n.value, n.at)) else {
        let hint = "write `force: (roster: \"...\")` with the name of a roster";
        return Err(document.problem(force.at.start, "a force without a roster", hint).into());
    };
    if let Some(roster) = rosters.get(name.as_str()) {
        return Ok((name, at, roster));
    }
    let mut problems = Problems::new(document);
    let known: Vec<&str> = rosters.keys().copied().collect();
    problems.unknown(at, "roster", name, &known);
    problems.finish(None)
}

/// Who was put out of a battle, and by whom: the last enemy who rolled against it. `lost`: whether a number that changes to
/// this value means it.
pub(super) fn casualties<R: Rules>(
    battle: &Battle<R>,
    events: &[Event],
    lost: impl Fn(u8, i32) -> bool,
) -> Vec<Casualty> {
    let (mut out, mut last) = (Vec::new(), BTreeMap::new());
    for (event, told) in events.iter().enumerate() {
        match told.fact {
            Fact::Rolled { by, against, .. }
                if by != UnitId::NONE && against != UnitId::NONE && battle.enemies(by, against) =>
            {
                last.insert(against, by);
            }
            Fact::Changed { unit, field, to, .. } if lost(field, to) => {
                out.push(Casualty { event, victim: unit, by: last.get(&unit).copied() });
            }
            _ => {}
        }
    }
    out
}

/// Those on leave are back; nobody else than who was in the battle loses by it.
pub(super) fn mend(company: &mut Company, served: &[Service]) {
    for (i, fighter) in company.fighters.iter_mut().enumerate() {
        if fighter.health == Health::LaidUp && served.iter().all(|s| s.fighter != i) {
            fighter.health = Health::Fit;
        }
    }
}
