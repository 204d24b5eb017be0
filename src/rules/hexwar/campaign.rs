//! Armies between battles: who comes back, what is salvaged, what units learn, replacements and repairs (HEX-CAMP).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::battle::{Dice, Event, Record, Rule};
use crate::rules::campaign::{
    self, Campaigns, Casualty, Company, Deed, Fighter, Health, Note, Offer, Pay, Purchase, Service, mend,
};
use crate::source::{Document, Field, Node, Problem, Problems, Value};

use super::Battle;
use super::content::RuleContent;
use super::roster::breaches;
use super::scenario::Army;
use super::stats::{Class, Faction, Sheet};
use super::unit::Unit;
use super::veteran::{Lesson, Veteran};

/// Experience for an advance (HEX-CAMP-05).
const ADVANCE: u16 = 4;
/// Points that an advance is worth (HEX-CAMP-06).
const ADVANCED: i32 = 10;
/// An army grows by so many units at most beyond those it began with.
const GROWTH: usize = 2;

const RECOVERY: Rule = Rule("HEX-CAMP-02");
const SALVAGE: Rule = Rule("HEX-CAMP-03");
const LEARNING: Rule = Rule("HEX-CAMP-05");

/// What the units of an army have in common.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Common {
    faction: Faction,
}

fn veteran(fighter: &Fighter) -> Veteran {
    let unit: Veteran = serde_json::from_value(fighter.sheet.clone()).unwrap_or_default();
    Veteran { name: fighter.name.clone(), ..unit }
}

fn write(fighter: &mut Fighter, unit: Veteran) {
    fighter.sheet = serde_json::to_value(Veteran { name: String::new(), ..unit }).unwrap_or_default();
}

/// Points of so many models of a sheet, rounded up.
fn share(sheet: &Sheet, models: u8) -> i32 {
    (u32::from(sheet.points) * u32::from(models)).div_ceil(u32::from(sheet.models.max(1))) as i32
}

impl RuleContent {
    fn common(&self, company: &Company) -> Option<Common> {
        serde_json::from_value(company.sheet.clone()).ok()
    }

    /// HEX-CAMP-02, -03: what is left of a unit that has lost so many models.
    fn recover(&self, fighter: &mut Fighter, lost: u8, won: bool, dice: &mut dyn Dice) -> Option<Note> {
        let mut unit = veteran(fighter);
        let sheet = self.sheet(&unit.unit)?;
        let lost = lost.min(unit.models);
        if sheet.class == Class::Infantry {
            let need = if won { 4 } else { 5 };
            let back = (0..lost).filter(|_| dice.roll(RECOVERY, 6, &[]) >= need).count() as u8;
            unit.models -= lost - back;
            let gone = lost - back;
            let deed = match unit.models {
                0 => {
                    fighter.health = Health::Dead;
                    Deed::Died
                }
                _ if gone == 0 => Deed::Recovered,
                _ => Deed::Bled(gone),
            };
            write(fighter, unit);
            return Some(Note::new(fighter, deed, RECOVERY.0));
        }
        let need = if won { 3 } else { 4 };
        let saved = dice.roll(SALVAGE, 6, &[]) >= need;
        fighter.health = if saved { Health::LaidUp } else { Health::Dead };
        Some(Note::new(fighter, if saved { Deed::LaidUp } else { Deed::Died }, SALVAGE.0))
    }

    /// HEX-CAMP-05: a D6 says what is learnt; at its limit the first that is not.
    fn teach(&self, fighter: &mut Fighter, dice: &mut dyn Dice) -> Option<Note> {
        let mut unit = veteran(fighter);
        let now = unit.sheet(self.sheet(&unit.unit)?);
        let fits = |lesson: &Lesson| lesson.teach(&now).is_some();
        Lesson::ALL.iter().find(|l| fits(l))?;
        let rolled = match dice.roll(LEARNING, 6, &[]) {
            1 | 2 => Lesson::Marksmanship,
            3 | 4 => Lesson::Stubbornness,
            5 => Lesson::Courage,
            _ => Lesson::Parrying,
        };
        let lesson = if fits(&rolled) { rolled } else { Lesson::ALL.into_iter().find(fits)? };
        unit.learnt.push(lesson);
        write(fighter, unit);
        fighter.learnt.push(lesson.words().to_owned());
        Some(Note::new(fighter, Deed::Learnt(lesson.words().to_owned()), LEARNING.0))
    }
}

impl Campaigns for RuleContent {
    fn raise(
        &self,
        document: &Document,
        force: &Node,
        _rosters: &BTreeMap<&str, &Document>,
    ) -> Result<Company, Vec<Problem>> {
        let mut problems = Problems::new(document);
        let army: Option<Army> = document.read(force, &mut problems);
        let army = problems.finish(army)?;
        let mut problems = Problems::new(document);
        let units: Vec<_> =
            army.army.iter().filter_map(|name| Some((name.at, self.sheet_named(name, &mut problems)?))).collect();
        let sheets: Vec<(&Sheet, u8)> = units.iter().map(|(_, sheet)| (*sheet, 1)).collect();
        for breach in breaches(&sheets, army.faction, None, &self.numbers) {
            problems.add(breach.entry.map_or(force.at, |entry| units[entry].0), breach.message, breach.hint);
        }
        let common = Common { faction: army.faction };
        let mut company = Company { sheet: serde_json::to_value(common).unwrap_or_default(), ..Company::default() };
        for (_, sheet) in units {
            let mut fighter = Fighter::fresh(company.christen(&sheet.name), serde_json::Value::Null);
            write(&mut fighter, Veteran { unit: sheet.name.clone(), models: sheet.models, ..Veteran::default() });
            if !company.market.contains(&fighter.sheet) {
                company.market.push(fighter.sheet.clone());
            }
            company.fighters.push(fighter);
        }
        company.size = company.fighters.len();
        problems.finish(Some(company))
    }

    /// Units of one faction, each as likely as the others, as long as there are points for one.
    fn draw_force(&self, _rosters: &BTreeMap<&str, &Document>, points: i32, dice: &mut dyn Dice) -> Option<String> {
        let mut pick = |count: usize| usize::from(dice.roll(Rule("HEX-CAMP-01"), count.clamp(1, 255) as u8, &[])) - 1;
        let faction = self.sheets.get(pick(self.sheets.len()))?.faction;
        let (mut army, mut left): (Vec<&Sheet>, i32) = (Vec::new(), points);
        loop {
            let alike = |sheet: &&Sheet| army.iter().filter(|s| s.name == sheet.name).count();
            let room = |sheet: &&Sheet| alike(sheet) < usize::from(self.numbers.unit_maximum);
            let able = self.sheets.iter().filter(|s| s.faction == faction && i32::from(s.points) <= left);
            let able: Vec<&Sheet> = able.filter(room).collect();
            if able.is_empty() {
                break;
            }
            let unit = able[pick(able.len())];
            left -= i32::from(unit.points);
            army.push(unit);
        }
        let names: Vec<&str> = army.iter().map(|s| s.name.as_str()).collect();
        Some(format!("faction: {faction:?}, army: {names:?}"))
    }

    fn owned(&self) -> &'static [&'static str] {
        &["faction", "army", "roster", "muster", "veterans", "points"]
    }

    fn fielded(&self, company: &Company, fighters: &[usize]) -> Vec<Field> {
        let veterans: Vec<Veteran> = fighters.iter().map(|&i| veteran(&company.fighters[i])).collect();
        let faction = self.common(company).map(|c| Field::new("faction", Value::of(&c.faction)));
        faction.into_iter().chain([Field::new("veterans", Value::of(&veterans))]).collect()
    }

    fn fewest(&self) -> usize {
        2
    }

    /// HEX-CAMP-07.
    fn pay(&self) -> Pay {
        Pay { each: 40, winner: 20, underdog: 10, step: 50, grudge: 10 }
    }

    /// HEX-CAMP-06.
    fn worth(&self, _company: &Company, fighter: &Fighter) -> i32 {
        let unit = veteran(fighter);
        let models = self.sheet(&unit.unit).map_or(0, |sheet| share(sheet, unit.models));
        models + ADVANCED * fighter.learnt.len() as i32
    }

    fn card(&self, _company: &Company, fighter: &Fighter) -> Vec<String> {
        let unit = veteran(fighter);
        let Some(began) = self.sheet(&unit.unit) else { return vec![unit.unit] };
        let now = unit.sheet(began);
        let weapons = now.ranged.iter().map(|a| a.weapon.clone()).chain([now.assault_weapon.clone()]);
        let weapons: Vec<String> = weapons.collect();
        vec![
            unit.unit.clone(),
            format!("{} of {} models, assault {}, deflection {}", unit.models, now.models, now.assault, now.deflect),
            weapons.join(", "),
        ]
    }

    fn settle(&self, company: &mut Company, served: &[Service], won: bool, dice: &mut dyn Dice) -> Vec<Note> {
        let mut notes = Vec::new();
        mend(company, served);
        for service in served.iter().filter(|s| s.lost > 0) {
            notes.extend(self.recover(&mut company.fighters[service.fighter], service.lost, won, dice));
        }
        for service in served {
            let fighter = &mut company.fighters[service.fighter];
            // HEX-CAMP-04.
            for _ in 0..fighter.enter(service.felled, won, ADVANCE) {
                notes.extend(self.teach(fighter, dice));
            }
        }
        notes
    }

    fn offers(&self, company: &Company) -> Vec<Offer> {
        let living: Vec<(usize, Veteran)> =
            company.fighters.iter().enumerate().filter(|f| f.1.lives()).map(|(i, f)| (i, veteran(f))).collect();
        let mut offers = Vec::new();
        for (i, unit) in &living {
            let (Some(sheet), fighter) = (self.sheet(&unit.unit), &company.fighters[*i]) else { continue };
            let what = Purchase::Restore(*i);
            if fighter.health == Health::LaidUp {
                // HEX-CAMP-03.
                let cost = i32::from(sheet.points.div_ceil(4));
                offers.push(Offer { words: format!("put {} back in order", fighter.name), cost, better: true, what });
            } else if unit.models < sheet.models {
                // HEX-CAMP-08.
                let words = format!("one model for {}", fighter.name);
                offers.push(Offer { words, cost: share(sheet, 1), better: true, what });
            }
        }
        if living.len() < company.size + GROWTH {
            for (place, kind) in company.market.iter().enumerate() {
                let kind: Veteran = serde_json::from_value(kind.clone()).unwrap_or_default();
                let Some(sheet) = self.sheet(&kind.unit) else { continue };
                if living.iter().filter(|(_, u)| u.unit == kind.unit).count() < usize::from(self.numbers.unit_maximum) {
                    let words = format!("raise {}", sheet.name);
                    let what = Purchase::Hire(place);
                    offers.push(Offer { words, cost: sheet.points.into(), better: true, what });
                }
            }
        }
        offers
    }

    fn deliver(&self, company: &mut Company, offer: &Offer) -> Vec<Note> {
        match offer.what {
            Purchase::Hire(place) => {
                let Some(kind) = company.market.get(place).cloned() else { return Vec::new() };
                let unit: Veteran = serde_json::from_value(kind.clone()).unwrap_or_default();
                let fighter = Fighter::fresh(company.christen(&unit.unit), kind);
                company.fighters.push(fighter.clone());
                vec![Note::new(&fighter, Deed::Joined(offer.cost), "HEX-CAMP-07")]
            }
            Purchase::Restore(i) => {
                let Some(fighter) = company.fighters.get_mut(i) else { return Vec::new() };
                let mut unit = veteran(fighter);
                if fighter.health == Health::LaidUp {
                    fighter.health = Health::Fit;
                    return vec![Note::new(fighter, Deed::Gained("repairs".to_owned(), offer.cost), "HEX-CAMP-03")];
                }
                unit.models += 1;
                write(fighter, unit);
                // Who is new has seen nothing.
                fighter.experience = fighter.experience.saturating_sub(1).max(fighter.experience / ADVANCE * ADVANCE);
                vec![Note::new(fighter, Deed::Gained("a replacement".to_owned(), offer.cost), "HEX-CAMP-08")]
            }
            Purchase::Arm(..) => Vec::new(),
        }
    }
}

/// Who was destroyed, and by whom: the last enemy who rolled against it.
#[must_use]
pub fn casualties(battle: &Battle, events: &[Event]) -> Vec<Casualty> {
    let models = Unit::names().iter().position(|n| *n == "models").map(|f| f as u8);
    campaign::casualties(battle, events, |field, to| Some(field) == models && to == 0)
}

/// What a battle leaves of the ground, as a field of the next scenario there: wrecks, and woods burnt down.
#[must_use]
pub fn terrain_damage(battle: &Battle) -> Vec<(&'static str, Vec<Value>)> {
    #[derive(Serialize)]
    struct Effect {
        at: (u16, u16),
        burned: bool,
        wreck: bool,
    }
    let mark = |(cell, now): &(crate::board::Cell, super::unit::Marks)| {
        let burned = now.burned || now.burning;
        let effect = Effect { at: battle.board().column_row(*cell), burned, wreck: now.wreck };
        (burned || now.wreck).then(|| Value::of(&effect))
    };
    vec![("effects", battle.marked().iter().filter_map(mark).collect())]
}
