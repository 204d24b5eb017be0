//! Retinues between battles: the survival test (ITEN-SURV), experience and advances, new Leaders, hiring and arms
//! (ITEN-CAMP, HULK-CAMP-02, -08).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::Value;

use crate::battle::{Dice, Event, Fact, Record, Rule, UnitId};
use crate::rules::campaign::{
    self, Campaigns, Casualty, Company, Deed, Fighter, Health, Note, Offer, Pay, Purchase, Service, mend,
};
use crate::source::{Document, Field, Node, Problem, Problems, Value as Ron};

use super::Battle;
use super::boarding::stalking::sealing::SEALED;
use super::boarding::{MAX_SQUADS, SQUAD};
use super::catalogue::Ability;
use super::content::RuleContent;
use super::figure::{Fate, Figure as Numbers, Ground};
use super::roster::{Advances, Figure, Roster};
use super::stats::{Creed, God, Leads, Tag};

/// Experience for an advance (ITEN-CAMP-05).
const ADVANCE: u16 = 5;
/// A Retinue hires up to so many more than it began with.
const GROWTH: usize = 4;

const SURVIVAL: Rule = Rule("ITEN-SURV-01");
const LEARNING: Rule = Rule("ITEN-CAMP-05");

fn figure(fighter: &Fighter) -> Figure {
    serde_json::from_value(fighter.sheet.clone()).unwrap_or_else(|_| Figure::of(""))
}

fn head(company: &Company) -> Roster {
    serde_json::from_value(company.sheet.clone()).unwrap_or_default()
}

fn value<T: serde::Serialize>(sheet: &T) -> Value {
    serde_json::to_value(sheet).unwrap_or_default()
}

/// Figures one by one, each under its own name, those of a unit marked as such.
fn singly(roster: &Roster) -> Vec<Figure> {
    let squads = roster.boarding;
    let entries = roster.figures.iter().enumerate();
    let one = |(entry, figure): (usize, &Figure)| {
        let squad = if squads && figure.squad.is_empty() { format!("{}", entry + 1) } else { figure.squad.clone() };
        let single = Figure { name: String::new(), count: 1, printed: None, squad, ..figure.clone() };
        vec![single; usize::from(figure.count)]
    };
    entries.flat_map(one).collect()
}

/// A sheet as it was before its bearer learnt anything.
fn green(mut figure: Figure) -> Figure {
    (figure.name, figure.advances) = (String::new(), Advances::default());
    figure.squad.clear();
    figure
}

impl RuleContent {
    /// The roster of some of a company's fighters.
    fn roster_of(&self, company: &Company, fighters: &[usize]) -> Roster {
        let named = |&i: &usize| Figure { name: company.fighters[i].name.clone(), ..figure(&company.fighters[i]) };
        let mut figures: Vec<Figure> = fighters.iter().map(named).collect();
        // Those of a unit stand together; a unit that lost its number keeps its place.
        figures.sort_by_key(|f| f.squad.parse::<u16>().unwrap_or(u16::MAX));
        Roster { name: company.name.clone(), limit: Some(u16::MAX), printed: None, figures, ..head(company) }
    }

    /// HULK-BLIP-04, -05: the unit that a newcomer joins: a new one where units have died out, the smallest of his kind
    /// otherwise. None where there is no room.
    fn squad_for(&self, company: &Company, newcomer: &Figure) -> Option<String> {
        if !head(company).boarding {
            return Some(String::new());
        }
        let mut units: BTreeMap<String, (usize, bool)> = BTreeMap::new();
        for fighter in company.living().map(figure) {
            let unit = units.entry(fighter.squad).or_default();
            *unit = (unit.0 + 1, unit.1 || fighter.troop == newcomer.troop);
        }
        let began: BTreeSet<String> = company.fighters.iter().take(company.size).map(|f| figure(f).squad).collect();
        let fresh = || (1..=MAX_SQUADS).map(|n| n.to_string()).find(|n| !units.contains_key(n));
        let own = units.iter().filter(|(_, unit)| unit.1 && unit.0 < SQUAD).min_by_key(|(_, unit)| unit.0);
        if units.len() < began.len() { fresh() } else { own.map(|u| u.0.clone()).or_else(fresh) }
    }

    /// ITEN-ABIL-16: who tends whom, if a Medic came out of the battle himself: of those lost the costliest. One a battle,
    /// however many Medics there are.
    fn treatment(&self, company: &Company, served: &[Service]) -> Option<(usize, usize)> {
        let has = |f: &usize| self.abilities_of(&figure(&company.fighters[*f])).contains(&Ability::Medic);
        let medic = served.iter().filter(|s| s.lost == 0).map(|s| s.fighter).find(has)?;
        let lost = served.iter().filter(|s| s.lost > 0 && !s.spared).map(|s| s.fighter).rev();
        let patient = lost.max_by_key(|&f| self.worth(company, &company.fighters[f]))?;
        Some((medic, patient))
    }

    /// ITEN-SURV: the test of a figure that was lost; a Medic adds to it, but never to a natural 1 (ITEN-ABIL-16).
    fn survival(&self, company: &Company, fighter: &Fighter, tended: bool, dice: &mut dyn Dice) -> Health {
        let sheet = figure(fighter);
        let Some(troop) = self.troop(&sheet.troop) else { return Health::Dead };
        let tough = head(company).god == Some(God::Nurgle) && !troop.is(Tag::Zombie);
        let bonus = if tough { self.numbers.gods.nurgle_grit } else { 0 };
        let need = sheet.advances.of(troop).grit as i8 - bonus;
        let care = if tended { self.ability(Ability::Medic).amount } else { 0 };
        let mut roll = || match dice.roll(SURVIVAL, 6, &[]) as i8 {
            1 => 1,
            face => face + care,
        };
        let first = roll();
        // ITEN-ABIL-11.
        let again = first < need && self.abilities_of(&sheet).contains(&Ability::HardToKill);
        match if again { roll() } else { first } {
            face if face > need => Health::Fit,
            face if face == need => Health::LaidUp,
            _ => Health::Dead,
        }
    }

    /// ITEN-CAMP-05: an advance; where the one rolled is at its limit the first that is not is taken. None where a figure
    /// learns nothing, or has learnt all.
    fn advance(&self, fighter: &mut Fighter, dice: &mut dyn Dice) -> Option<&'static str> {
        let mut sheet = figure(fighter);
        let troop = self.troop(&sheet.troop).filter(|t| !t.is(Tag::Zombie))?;
        let now = sheet.advances.of(troop);
        let (fv, sv, speed, grit) = Advances::LIMITS;
        let open = [now.fv < fv, now.sv < sv, now.speed < speed, now.grit > grit];
        if !open.contains(&true) {
            return None;
        }
        let rolled = match dice.roll(LEARNING, 6, &[]) {
            1 | 2 => 0,
            3 | 4 => 1,
            5 => 2,
            _ => 3,
        };
        let pick = if open[rolled] { Some(rolled) } else { open.iter().position(|o| *o) };
        let advances = &mut sheet.advances;
        let (number, name) = match pick? {
            0 => (&mut advances.fv, "Fighting Value +1"),
            1 => (&mut advances.sv, "Shooting Value +1"),
            2 => (&mut advances.speed, "Speed +1"),
            _ => (&mut advances.grit, "Grit one better"),
        };
        *number += 1;
        fighter.sheet = value(&sheet);
        fighter.learnt.push(name.to_owned());
        Some(name)
    }

    fn leads_always(&self, fighter: &Fighter) -> bool {
        self.troop(&figure(fighter).troop).is_some_and(|t| t.leads == Leads::Always)
    }

    /// A roster on foot, for boarding or not, worth so many points.
    fn draw_roster(
        &self,
        rosters: &BTreeMap<&str, &Document>,
        boarding: bool,
        points: RangeInclusive<i32>,
        rule: &'static str,
        dice: &mut dyn Dice,
    ) -> Option<String> {
        let fits = |document: &Document| {
            self.legal(document).is_ok_and(|roster| {
                let total = i32::from(self.total(&roster));
                roster.vehicles.is_empty() && roster.boarding == boarding && points.contains(&total)
            })
        };
        let fit: Vec<&&str> = rosters.iter().filter(|r| fits(r.1)).map(|r| r.0).collect();
        let face = dice.roll(Rule(rule), u8::try_from(fit.len()).ok().filter(|n| *n > 0)?, &[]);
        Some(format!("roster: {:?}", fit[usize::from(face) - 1]))
    }

    /// ITEN-CAMP-08: a company without a living Leader gets the costliest who lives.
    fn follow(&self, company: &mut Company) -> Option<Note> {
        if company.living().any(|f| f.leads) {
            return None;
        }
        let cost = |i: &usize| self.worth(company, &company.fighters[*i]);
        // Of equals the first: the one who has been there longest.
        let living = (0..company.fighters.len()).rev().filter(|&i| company.fighters[i].lives());
        let heir = living.max_by_key(cost)?;
        company.fighters[heir].leads = true;
        Some(Note::new(&company.fighters[heir], Deed::Leads, "ITEN-CAMP-08"))
    }

    /// Whether a change of a roster brings a fault that it did not have.
    fn newly_wrong(&self, before: &Roster, after: &Roster) -> bool {
        let before: Vec<String> = self.faults(before).into_iter().map(|f| f.message).collect();
        self.faults(after).into_iter().any(|f| !f.unfinished && !before.contains(&f.message))
    }
}

/// A company's Retinue as a scenario's file has it.
#[derive(Serialize)]
struct Fielded {
    campaign: bool,
    list: String,
    boarding: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    creed: Option<Creed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    god: Option<God>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leader: Option<String>,
    figures: Vec<Figure>,
}

impl Campaigns for RuleContent {
    fn raise(
        &self,
        document: &Document,
        force: &Node,
        rosters: &BTreeMap<&str, &Document>,
    ) -> Result<Company, Vec<Problem>> {
        let mut problems = Problems::new(document);
        let (name, at, roster) = campaign::roster_of(document, force, rosters)?;
        let roster = self.legal(roster)?;
        if !roster.vehicles.is_empty() {
            problems.add(at, format!("{name} has vehicles"), "a company goes on foot: choose another roster");
        }
        let mut company = Company {
            sheet: value(&Roster { figures: Vec::new(), limit: None, printed: None, ..roster.clone() }),
            ..Company::default()
        };
        let leading = self.leading(&roster);
        for (place, sheet) in singly(&roster).iter().enumerate() {
            let name = company.christen(if sheet.name.is_empty() { &sheet.troop } else { &sheet.name });
            let mut fighter = Fighter::fresh(name, value(sheet));
            let entry = roster.figures.iter().scan(0, |sum, f| {
                *sum += usize::from(f.count);
                Some(*sum)
            });
            fighter.leads = leading == Some(entry.take_while(|end| *end <= place).count())
                && company.fighters.iter().all(|f| !f.leads);
            company.fighters.push(fighter);
            let sheet = value(&green(sheet.clone()));
            if !company.market.contains(&sheet) {
                company.market.push(sheet);
            }
        }
        company.size = company.fighters.len();
        problems.finish(Some(company))
    }

    /// One of the rosters on foot of 150 points or more, of those for the usual 200 (ITEN-BLD-02).
    fn draw_force(&self, rosters: &BTreeMap<&str, &Document>, points: i32, dice: &mut dyn Dice) -> Option<String> {
        self.draw_roster(rosters, false, 150..=points.min(210), "ITEN-CAMP-01", dice)
    }

    /// One of the rosters for boarding of so many points at most, and not of a party's 200 (HULK-CAMP-01).
    fn draw_nest(&self, rosters: &BTreeMap<&str, &Document>, points: i32, dice: &mut dyn Dice) -> Option<String> {
        self.draw_roster(rosters, true, 250..=points, "HULK-CAMP-01", dice)
    }

    fn owned(&self) -> &'static [&'static str] {
        &["roster", "retinue", "points", "reinforcement"]
    }

    fn fielded(&self, company: &Company, fighters: &[usize]) -> Vec<Field> {
        let leader = fighters.iter().map(|&i| &company.fighters[i]);
        let leader = leader.max_by_key(|f| (f.leads, self.worth(company, f))).map(|f| f.name.clone());
        let Roster { list, creed, god, boarding, figures, .. } = self.roster_of(company, fighters);
        let retinue = Fielded { campaign: true, list, boarding, creed, god, leader, figures };
        vec![Field::new("retinue", Ron::of(&retinue))]
    }

    fn fewest(&self) -> usize {
        self.numbers.muster.fewest_figures.into()
    }

    /// ITEN-CAMP-07.
    fn pay(&self) -> Pay {
        Pay { each: 10, winner: 10, underdog: 5, step: 20, grudge: 5 }
    }

    /// ITEN-CAMP-06.
    fn worth(&self, company: &Company, fighter: &Fighter) -> i32 {
        self.price(&head(company), &figure(fighter)).total.into()
    }

    fn card(&self, company: &Company, fighter: &Fighter) -> Vec<String> {
        let sheet = figure(fighter);
        let roster = Roster { figures: vec![sheet.clone()], ..head(company) };
        let Some(member) = self.members(&roster, 0).into_iter().next() else { return vec![sheet.troop] };
        let troop = &member.troop;
        let carried = member.weapons.iter().map(|w| self.weapons[usize::from(*w)].name.clone());
        let catalogue = sheet.powers.iter().chain(&sheet.abilities).cloned();
        let gear = sheet.gear.iter().map(|g| g.word().to_owned());
        let kit: Vec<String> =
            std::iter::once(member.armour.name.clone()).chain(carried).chain(gear).chain(catalogue).collect();
        vec![
            troop.name.clone(),
            format!("Grit {}+, FV {:+}, SV {:+}, Speed {:+}", troop.grit, member.fv(), troop.sv, troop.speed),
            kit.join(", "),
        ]
    }

    fn settle(&self, company: &mut Company, served: &[Service], won: bool, dice: &mut dyn Dice) -> Vec<Note> {
        let mut notes = Vec::new();
        mend(company, served);
        // ITEN-CAMP-02: in the order of the roster.
        let treatment = self.treatment(company, served);
        if let Some((medic, patient)) = treatment {
            let by = company.fighters[medic].name.clone();
            notes.push(Note::new(&company.fighters[patient], Deed::Tended(by), "ITEN-ABIL-16"));
        }
        for service in served.iter().filter(|s| s.lost > 0) {
            let tended = treatment.is_some_and(|(_, patient)| patient == service.fighter);
            let health = match service.spared {
                true => Health::Fit,
                false => self.survival(company, &company.fighters[service.fighter], tended, dice),
            };
            let fighter = &mut company.fighters[service.fighter];
            fighter.health = health;
            let (deed, rule) = match health {
                Health::Fit if service.spared => (Deed::Recovered, "ITEN-PSY-09"),
                Health::Fit => (Deed::Recovered, "ITEN-SURV-02"),
                Health::LaidUp => (Deed::LaidUp, "ITEN-SURV-03"),
                Health::Dead => (Deed::Died, "ITEN-SURV-04"),
            };
            notes.push(Note::new(fighter, deed, rule));
        }
        for service in served {
            let fighter = &mut company.fighters[service.fighter];
            // ITEN-CAMP-04.
            for _ in 0..fighter.enter(service.felled, won && fighter.leads, ADVANCE) {
                if let Some(learnt) = self.advance(fighter, dice) {
                    notes.push(Note::new(fighter, Deed::Learnt(learnt.to_owned()), LEARNING.0));
                }
            }
        }
        notes.extend(self.follow(company));
        notes
    }

    fn offers(&self, company: &Company) -> Vec<Offer> {
        let living: Vec<usize> = (0..company.fighters.len()).filter(|&i| company.fighters[i].lives()).collect();
        let roster = self.roster_of(company, &living);
        let born = company.living().any(|f| self.leads_always(f));
        let room = living.len() < company.size + GROWTH;
        let mut offers = Vec::new();
        for (place, sheet) in company.market.iter().enumerate().filter(|_| room) {
            let newcomer: Figure = serde_json::from_value(sheet.clone()).unwrap_or_else(|_| Figure::of(""));
            let Some(troop) = self.troop(&newcomer.troop) else { continue };
            let ally = self.abilities_of(&newcomer).contains(&Ability::StrangeAlly);
            if born && troop.leads == Leads::Always || ally || self.squad_for(company, &newcomer).is_none() {
                continue;
            }
            let mut more = roster.clone();
            // He has no name yet that could be taken.
            more.figures.push(Figure { name: "\u{0}".to_owned(), ..newcomer.clone() });
            if self.newly_wrong(&roster, &more) {
                continue;
            }
            let cost = self.price(&roster, &newcomer).total.into();
            let with = if newcomer.weapons.is_empty() {
                String::new()
            } else {
                format!(" with {}", newcomer.weapons.join(", "))
            };
            let words = format!("hire {}{with}", troop.name);
            offers.push(Offer { words, cost, better: true, what: Purchase::Hire(place) });
        }
        for &i in &living {
            let fighter = &company.fighters[i];
            let Some(entry) = roster.figures.iter().position(|f| f.name == fighter.name) else { continue };
            let carried = self.armed(&roster.figures[entry]);
            for weapon in &self.weapons {
                let mut armed = roster.clone();
                armed.figures[entry].weapons.push(weapon.name.clone());
                let cost = i32::from(self.total(&armed)) - i32::from(self.total(&roster));
                if cost <= 0
                    || roster.figures[entry].weapons.contains(&weapon.name)
                    || self.newly_wrong(&roster, &armed)
                {
                    continue;
                }
                // Of one sort the costliest is used.
                let mut alike = carried.iter().filter_map(|name| self.weapon(name));
                let better = alike.all(|w| w.range.is_some() != weapon.range.is_some() || w.cost < weapon.cost);
                let words = format!("arm {} with {}", fighter.name, weapon.name);
                offers.push(Offer { words, cost, better, what: Purchase::Arm(i, weapon.name.clone()) });
            }
        }
        offers
    }

    fn deliver(&self, company: &mut Company, offer: &Offer) -> Vec<Note> {
        const RULE: &str = "ITEN-CAMP-07";
        match &offer.what {
            Purchase::Hire(place) => {
                let Some(sheet) = company.market.get(*place).cloned() else { return Vec::new() };
                let mut newcomer: Figure = serde_json::from_value(sheet).unwrap_or_else(|_| Figure::of(""));
                newcomer.squad = self.squad_for(company, &newcomer).unwrap_or_default();
                let mut fighter = Fighter::fresh(company.christen(&newcomer.troop), value(&newcomer));
                let mut notes = vec![Note::new(&fighter, Deed::Joined(offer.cost), RULE)];
                // ITEN-CAMP-08: a born Leader takes over.
                if self.leads_always(&fighter) || company.living().next().is_none() {
                    company.fighters.iter_mut().for_each(|f| f.leads = false);
                    fighter.leads = true;
                    notes.push(Note::new(&fighter, Deed::Leads, "ITEN-CAMP-08"));
                }
                company.fighters.push(fighter);
                notes
            }
            Purchase::Arm(i, weapon) => {
                let Some(fighter) = company.fighters.get_mut(*i) else { return Vec::new() };
                let mut sheet = figure(fighter);
                sheet.weapons.push(weapon.clone());
                fighter.sheet = value(&sheet);
                vec![Note::new(fighter, Deed::Gained(weapon.clone(), offer.cost), RULE)]
            }
            Purchase::Restore(_) => Vec::new(),
        }
    }
}

/// Who was put out of the game, and by whom.
#[must_use]
pub fn casualties(events: &[Event]) -> Vec<Casualty> {
    let field = |name: &str| Numbers::names().iter().position(|n| *n == name).map(|f| f as u8);
    let (fate, kills) = (field("fate"), field("kills"));
    let (mut out, mut killer) = (Vec::new(), None);
    for (event, told) in events.iter().enumerate() {
        let Fact::Changed { unit, field, to, .. } = told.fact else { continue };
        if Some(field) == kills {
            killer = Some(unit);
        } else if Some(field) == fate && to == Fate::Out as i32 {
            out.push(Casualty { event, victim: unit, by: killer.take() });
        }
    }
    out
}

/// What there is of a figure: 0 where it is lost. On the ground or gone home it is not (ITEN-SURV-01).
#[must_use]
pub fn strength(battle: &Battle, unit: UnitId) -> u8 {
    u8::from(battle.unit(unit).fate != Fate::Out)
}

/// Whether a lost figure passes its survival test: a daemon has left it, and it is of Chaos (ITEN-PSY-09). Whoever falls to
/// anything else with a daemon in him is tested as usual.
#[must_use]
pub fn spared(battle: &Battle, unit: UnitId) -> bool {
    battle.unit(unit).possessed != 0 && battle.profile(unit).member.is(Tag::Chaos)
}

/// What a battle leaves of the ground, as fields of the next scenario there (HULK-CAMP-01): holes, spaces without air, what
/// was sealed for good and what has burnt. Seals that were half done come to nothing.
#[must_use]
pub fn terrain_damage(battle: &Battle) -> Vec<(&'static str, Vec<Ron>)> {
    let at = |cell| Ron::of(&battle.board().column_row(cell));
    let all = |is: fn(&Ground) -> bool| battle.marked().iter().filter(|m| is(&m.1)).map(|m| at(m.0)).collect();
    vec![
        ("holed", all(|now| now.holed)),
        ("airless", all(|now| now.vented != 0)),
        ("sealed", all(|now| now.seal >= SEALED)),
        ("burnt", all(|now| now.burnt)),
    ]
}
