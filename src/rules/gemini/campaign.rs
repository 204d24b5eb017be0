//! Gangs between battles: who comes back and how, what models learn, who leads, pay and purchases (GEM-CAMP).

use std::collections::BTreeMap;

use crate::battle::{Dice, Event, Record, Rule};
use crate::rules::campaign::{
    self, Campaigns, Casualty, Company, Deed, Fighter, Health, Note, Offer, Pay, Purchase, Service, mend,
};
use crate::source::{Document, Field, Node, Problem, Value};

use super::Battle;
use super::content::{FIRST_AID, RuleContent};
use super::model::{Condition, Model};
use super::muster::{gear, statistics};
use super::roster::{Entry, for_sale};
use super::stats::{Blade, BladeTag, Trait};
use super::veteran::{Injury, Lesson, Veteran};

/// Experience for an advance (GEM-CAMP-05).
const ADVANCE: u16 = 4;
/// Points that an advance is worth (GEM-CAMP-06).
const ADVANCED: i32 = 5;
/// Points that a lasting injury takes off (GEM-CAMP-06).
const INJURED: i32 = 3;
/// Points of an operation that undoes a lasting injury (GEM-CAMP-07).
const OPERATION: i32 = 10;
/// A gang grows by so many models at most beyond those it began with.
const GROWTH: usize = 2;
/// What a purchase of a grenade is called.
const GRENADE: &str = "Grenade";

const INJURIES: Rule = Rule("GEM-CAMP-02");
const TREATMENT: Rule = Rule("GEM-CAMP-03");
const LEARNING: Rule = Rule("GEM-CAMP-05");
const PURCHASE: &str = "GEM-CAMP-07";
const LEADING: &str = "GEM-CAMP-08";

fn veteran(fighter: &Fighter) -> Veteran {
    let mut model: Veteran = serde_json::from_value(fighter.sheet.clone()).unwrap_or_default();
    model.member.name.clone_from(&fighter.name);
    model.leads = fighter.leads;
    model
}

fn write(fighter: &mut Fighter, mut model: Veteran) {
    model.member.name.clear();
    model.leads = false;
    fighter.sheet = serde_json::to_value(model).unwrap_or_default();
}

/// A model without a history, as companies keep it.
fn recruit(entry: &Entry) -> serde_json::Value {
    let member = Entry { name: String::new(), count: 1, ..entry.clone() };
    serde_json::to_value(Veteran { member, ..Veteran::default() }).unwrap_or_default()
}

/// GEM-CAMP-02: what becomes of a model that was put out of action; `better` is added to its roll.
fn recover(fighter: &mut Fighter, better: i8, dice: &mut dyn Dice) -> Note {
    let roll = dice.roll(INJURIES, 6, &[]) + dice.roll(INJURIES, 6, &[]);
    let deed = match roll as i8 + better {
        ..=3 => {
            fighter.health = Health::Dead;
            Deed::Died
        }
        4..=5 => {
            let injury = Injury::ALL[usize::from(dice.roll(INJURIES, 6, &[])) - 1];
            let mut model = veteran(fighter);
            model.injuries.push(injury);
            write(fighter, model);
            Deed::Hurt(injury.words().to_owned())
        }
        6..=7 => {
            fighter.health = Health::LaidUp;
            Deed::LaidUp
        }
        _ => Deed::Recovered,
    };
    Note::new(fighter, deed, INJURIES.0)
}

impl RuleContent {
    /// GEM-CAMP-03: who treats whom: of those who came out themselves and know First Aid the best, of those lost the
    /// dearest.
    fn treatment(&self, company: &Company, served: &[Service]) -> Option<(usize, usize, u8)> {
        let level = |service: &Service| {
            let sheet = veteran(&company.fighters[service.fighter]).sheet(self)?;
            let skill = sheet.skills.iter().find(|skill| skill.name == FIRST_AID)?;
            Some((service.fighter, skill.level))
        };
        // Of equals the first.
        let (medic, level) = served.iter().rev().filter(|s| s.lost == 0).filter_map(level).max_by_key(|m| m.1)?;
        let lost = served.iter().rev().filter(|s| s.lost > 0 && !s.spared).map(|s| s.fighter);
        let patient = lost.max_by_key(|&f| self.worth(company, &company.fighters[f]))?;
        Some((medic, patient, level))
    }

    /// GEM-CAMP-05: a D6 says what is learnt; at its limit the first that is not.
    fn teach(&self, fighter: &mut Fighter, dice: &mut dyn Dice) -> Option<Note> {
        let mut model = veteran(fighter);
        let now = model.sheet(self)?;
        let fits = |lesson: &Lesson| lesson.teach(&now).is_some();
        Lesson::ALL.iter().find(|lesson| fits(lesson))?;
        let rolled = Lesson::ALL[usize::from(dice.roll(LEARNING, 6, &[])) - 1];
        let lesson = if fits(&rolled) { rolled } else { Lesson::ALL.into_iter().find(fits)? };
        model.learnt.push(lesson);
        write(fighter, model);
        fighter.learnt.push(lesson.words().to_owned());
        Some(Note::new(fighter, Deed::Learnt(lesson.words().to_owned()), LEARNING.0))
    }

    /// GEM-CAMP-08: a gang without a living leader gets the dearest who lives.
    fn follow(&self, company: &mut Company) -> Option<Note> {
        if company.living().any(|f| f.leads) {
            return None;
        }
        let living = (0..company.fighters.len()).rev().filter(|&i| company.fighters[i].lives());
        let heir = living.max_by_key(|&i| self.worth(company, &company.fighters[i]))?;
        company.fighters[heir].leads = true;
        Some(Note::new(&company.fighters[heir], Deed::Leads, LEADING))
    }

    /// What a model fights with when it gets another blade: in both hands, or in place of the blade that it had in one.
    fn rearmed(&self, had: &[String], blade: &Blade) -> Vec<String> {
        let other = |name: &&String| {
            self.blade(name).is_some_and(|b| b.has(BladeTag::Pistol) || b.has(BladeTag::NoDie)) && blade.hands == 1
        };
        std::iter::once(&blade.name).chain(had.iter().filter(other)).cloned().collect()
    }

    /// A model with another gun, blade or grenade.
    fn armed(&self, entry: &Entry, with: &str) -> Option<Entry> {
        let sheet = entry.sheet(self.model(&entry.model)?);
        let entry = entry.clone();
        if with == GRENADE {
            return Some(Entry { grenades: Some(sheet.grenades.saturating_add(1)), ..entry });
        }
        if let Some(blade) = self.blade(with) {
            return Some(Entry { blades: Some(self.rearmed(&sheet.blades, blade)), ..entry });
        }
        let mut guns = sheet.guns;
        guns.push(with.to_owned());
        Some(Entry { guns: Some(guns), ..entry })
    }

    /// Arms for a fighter: what costs something and is within the rules.
    fn arms(&self, company: &Company, i: usize, offers: &mut Vec<Offer>) {
        let fighter = &company.fighters[i];
        let model = veteran(fighter);
        let Some(usual) = self.model(&model.member.model) else { return };
        let sheet = model.member.sheet(usual);
        let dearest = |points: &mut dyn Iterator<Item = u16>| points.max();
        let guns = dearest(&mut self.guns.iter().filter(|g| sheet.guns.contains(&g.name)).map(|g| g.points));
        let hand = |blade: &&Blade| sheet.blades.contains(&blade.name) && !blade.has(BladeTag::NoDie);
        let blades = dearest(&mut self.blades.iter().filter(hand).map(|b| b.points));
        let for_sale =
            self.blades.iter().filter(|b| for_sale(b) && !b.has(BladeTag::Pistol) && !b.has(BladeTag::NoDie));
        // Whoever shoots gets a better gun, whoever has a blade a better one.
        let guns = self.guns.iter().map(|g| (&g.name, g.points, guns.is_some_and(|had| had < g.points)));
        let blades = for_sale.map(|b| (&b.name, b.points, blades.is_some_and(|had| had < b.points)));
        let grenade = (&GRENADE.to_owned(), self.numbers.grenade_points, false);
        for (name, points, better) in guns.chain(blades).chain([grenade]) {
            let Some(armed) = self.armed(&model.member, name) else { continue };
            let has = sheet.guns.contains(name) || sheet.blades.contains(name);
            if points == 0 || has || !self.entry_faults(0, &armed, &usual.gang).is_empty() {
                continue;
            }
            let words = format!("arm {} with {name}", fighter.name);
            offers.push(Offer { words, cost: points.into(), better, what: Purchase::Arm(i, name.clone()) });
        }
    }
}

impl Campaigns for RuleContent {
    fn raise(
        &self,
        document: &Document,
        force: &Node,
        rosters: &BTreeMap<&str, &Document>,
    ) -> Result<Company, Vec<Problem>> {
        let (_, _, roster) = campaign::roster_of(document, force, rosters)?;
        let roster = self.legal(roster)?;
        let mut company = Company::default();
        let leads = |entry: &Entry| self.model(&entry.model).is_some_and(|m| m.has(&Trait::Leader));
        for entry in &roster.models {
            for _ in 0..entry.count {
                let mut fighter = Fighter::fresh(company.christen(entry.title()), recruit(entry));
                fighter.leads = leads(entry);
                company.fighters.push(fighter);
            }
        }
        // Whoever is of the gang may join it, as the roster arms him or as his sheet does.
        let usual = self.models.iter().filter(|m| m.gang == roster.gang).map(|m| Entry::of(&m.name));
        for kind in roster.models.iter().cloned().chain(usual).filter(|entry| !leads(entry)) {
            let kind = recruit(&kind);
            if !company.market.contains(&kind) {
                company.market.push(kind);
            }
        }
        company.size = company.fighters.len();
        Ok(company)
    }

    /// One of the rosters worth 75 points or more (GEM-CAMP-01).
    fn draw_force(&self, rosters: &BTreeMap<&str, &Document>, points: i32, dice: &mut dyn Dice) -> Option<String> {
        let fits = |document: &Document| {
            self.legal(document).is_ok_and(|roster| (75..=points).contains(&i32::from(self.total(&roster))))
        };
        let fit: Vec<&&str> = rosters.iter().filter(|r| fits(r.1)).map(|r| r.0).collect();
        let face = dice.roll(Rule("GEM-CAMP-01"), u8::try_from(fit.len()).ok().filter(|n| *n > 0)?, &[]);
        Some(format!("roster: {:?}", fit[usize::from(face) - 1]))
    }

    fn owned(&self) -> &'static [&'static str] {
        &["roster", "muster", "veterans", "points"]
    }

    fn fielded(&self, company: &Company, fighters: &[usize]) -> Vec<Field> {
        // GEM-CAMP-08: while the leader is away the dearest leads.
        let key = |i: &usize| (company.fighters[*i].leads, self.worth(company, &company.fighters[*i]));
        let leader = fighters.iter().rev().copied().max_by_key(key);
        let fielded = |&i: &usize| Veteran { leads: Some(i) == leader, ..veteran(&company.fighters[i]) };
        let veterans: Vec<Veteran> = fighters.iter().map(fielded).collect();
        vec![Field::new("veterans", Value::of(&veterans))]
    }

    fn fewest(&self) -> usize {
        3
    }

    /// GEM-CAMP-07.
    fn pay(&self) -> Pay {
        Pay { each: 15, winner: 10, underdog: 5, step: 20, grudge: 5 }
    }

    /// GEM-CAMP-06.
    fn worth(&self, _company: &Company, fighter: &Fighter) -> i32 {
        let model = veteran(fighter);
        let points = i32::from(self.price(&model.member));
        (points + ADVANCED * model.learnt.len() as i32 - INJURED * model.injuries.len() as i32).max(1)
    }

    fn card(&self, _company: &Company, fighter: &Fighter) -> Vec<String> {
        let model = veteran(fighter);
        let Some(sheet) = model.sheet(self) else { return vec![model.member.model] };
        let injuries: Vec<&str> = model.injuries.iter().map(|injury| injury.words()).collect();
        vec![model.member.model, statistics(&sheet), gear(&sheet), injuries.join(", ")]
    }

    fn settle(&self, company: &mut Company, served: &[Service], won: bool, dice: &mut dyn Dice) -> Vec<Note> {
        let mut notes = Vec::new();
        mend(company, served);
        let mut treated = None;
        if let Some((medic, patient, level)) = self.treatment(company, served) {
            // GEM-SKILL-03.
            let total: u8 = (0..3).map(|_| dice.roll(TREATMENT, 6, &[])).sum();
            if total == 3 || total != 18 && total <= level {
                let by = company.fighters[medic].name.clone();
                notes.push(Note::new(&company.fighters[patient], Deed::Tended(by), TREATMENT.0));
                treated = Some(patient);
            }
        }
        for service in served.iter().filter(|s| s.lost > 0) {
            let fighter = &mut company.fighters[service.fighter];
            if service.spared {
                notes.push(Note::new(fighter, Deed::Recovered, INJURIES.0));
                continue;
            }
            let care = if treated == Some(service.fighter) { 2 } else { 0 };
            notes.push(recover(fighter, care - i8::from(!won), dice));
        }
        for service in served {
            let fighter = &mut company.fighters[service.fighter];
            // GEM-CAMP-04.
            for _ in 0..fighter.enter(service.felled, won && fighter.leads, ADVANCE) {
                notes.extend(self.teach(fighter, dice));
            }
        }
        notes.extend(self.follow(company));
        notes
    }

    fn offers(&self, company: &Company) -> Vec<Offer> {
        let living: Vec<usize> = (0..company.fighters.len()).filter(|&i| company.fighters[i].lives()).collect();
        let mut offers = Vec::new();
        for &i in &living {
            let fighter = &company.fighters[i];
            let what = Purchase::Restore(i);
            if fighter.health == Health::LaidUp {
                let cost = (self.worth(company, fighter) + 3) / 4;
                offers.push(Offer { words: format!("a doctor for {}", fighter.name), cost, better: true, what });
            } else if let Some(injury) = veteran(fighter).injuries.last() {
                let words = format!("have {} operated on for {}", fighter.name, injury.words());
                offers.push(Offer { words, cost: OPERATION, better: true, what });
            }
        }
        if living.len() < company.size + GROWTH {
            for (place, kind) in company.market.iter().enumerate() {
                let kind: Veteran = serde_json::from_value(kind.clone()).unwrap_or_default();
                let Some(sheet) = kind.sheet(self) else { continue };
                let gear = gear(&sheet);
                let with = if gear.is_empty() { String::new() } else { format!(" with {gear}") };
                let words = format!("hire {}{with}", kind.member.model);
                let cost = self.price(&kind.member).into();
                offers.push(Offer { words, cost, better: true, what: Purchase::Hire(place) });
            }
        }
        living.iter().for_each(|&i| self.arms(company, i, &mut offers));
        offers
    }

    fn deliver(&self, company: &mut Company, offer: &Offer) -> Vec<Note> {
        match &offer.what {
            Purchase::Hire(place) => {
                let Some(kind) = company.market.get(*place).cloned() else { return Vec::new() };
                let model: Veteran = serde_json::from_value(kind.clone()).unwrap_or_default();
                let fighter = Fighter::fresh(company.christen(&model.member.model), kind);
                company.fighters.push(fighter.clone());
                let mut notes = vec![Note::new(&fighter, Deed::Joined(offer.cost), PURCHASE)];
                notes.extend(self.follow(company));
                notes
            }
            Purchase::Restore(i) => {
                let Some(fighter) = company.fighters.get_mut(*i) else { return Vec::new() };
                let gained = if fighter.health == Health::LaidUp {
                    fighter.health = Health::Fit;
                    "a doctor"
                } else {
                    let mut model = veteran(fighter);
                    model.injuries.pop();
                    write(fighter, model);
                    "an operation"
                };
                vec![Note::new(fighter, Deed::Gained(gained.to_owned(), offer.cost), PURCHASE)]
            }
            Purchase::Arm(i, with) => {
                let Some(fighter) = company.fighters.get_mut(*i) else { return Vec::new() };
                let mut model = veteran(fighter);
                let Some(member) = self.armed(&model.member, with) else { return Vec::new() };
                model.member = member;
                write(fighter, model);
                vec![Note::new(fighter, Deed::Gained(with.clone(), offer.cost), PURCHASE)]
            }
        }
    }
}

/// Who was put out of action, and by whom: the last enemy who rolled against it.
#[must_use]
pub(super) fn casualties(battle: &Battle, events: &[Event]) -> Vec<Casualty> {
    let condition = Model::names().iter().position(|n| *n == "condition").map(|f| f as u8);
    campaign::casualties(battle, events, |field, to| Some(field) == condition && to == Condition::Out as i32)
}
