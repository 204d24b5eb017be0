//! Armour, weapons and gear: what a figure may wear and carry (ITEN-SRV, -ENM, -GREN, -OUT, HULK-LEFT).

use super::{Part, RosterPlace, Violations};
use crate::rules::iten::roster::Figure;
use crate::rules::iten::stats::{Gear, Offer, Tag, Trait, Troop, Weapon, Weight};

/// Most things of a list that a cure names.
const MOST_NAMED: usize = 8;

/// Whether a list offers something to a troop type; otherwise why not.
fn offered(offers: &[Offer], name: &str, troop: &Troop, rule: &str) -> Result<(), (String, String)> {
    match offers.iter().find(|o| o.name == name) {
        Some(offer) if offer.only.is_empty() || offer.only.contains(&troop.name) => Ok(()),
        Some(offer) => {
            Err((format!("{name} is only for {} ({rule})", offer.only.join(", ")), format!("not for {}", troop.name)))
        }
        None => {
            let open: Vec<&str> = offers.iter().map(|o| o.name.as_str()).collect();
            let many = open.len() > MOST_NAMED;
            let hint = if many { "choose another".to_owned() } else { format!("one of {}", open.join(", ")) };
            Err((format!("{name} is not in the list {} ({rule})", troop.list), hint))
        }
    }
}

impl Violations<'_> {
    /// Troop types with a kit of their own choose nothing.
    pub(super) fn kit(&mut self, i: usize, figure: &Figure, troop: &Troop) {
        let Some(kit) = &troop.kit else { return };
        let at = |field| RosterPlace { part: Part::Figure(i), field, item: None };
        let message = |what: &str| format!("{} comes with its own {what} ({})", troop.name, troop.id);
        if !figure.armour.is_empty() && figure.armour != kit.armour {
            self.add(at("armour"), message("armour"), format!("it is {}", kit.armour));
        }
        if !figure.weapons.is_empty() && figure.weapons != kit.weapons {
            let own = if kit.weapons.is_empty() { "none".to_owned() } else { kit.weapons.join(", ") };
            self.add(at("weapons"), message("weapons"), format!("they are {own}"));
        }
        if !figure.gear.is_empty() {
            self.add(at("gear"), message("kit"), "leave the gear out");
        }
    }

    pub(super) fn armour(&mut self, i: usize, figure: &Figure, troop: &Troop) {
        let book = self.book;
        let at = RosterPlace { part: Part::Figure(i), field: "armour", item: None };
        if figure.armour.is_empty() {
            // Whoever may not go in just clothing has to be given what he wears.
            if let Some(open) = troop.armour.as_ref().filter(|open| !open.contains(&book.clothing().name)) {
                let message = format!("{} without armour ({})", troop.name, troop.id);
                self.lacks(at, message, format!("it wears {}", open.join(", ")));
            }
            return;
        }
        let Some(armour) = book.armour(&figure.armour) else {
            return self.unknown(at, "armour", &figure.armour, &book.armour);
        };
        let Some(list) = book.list(&troop.list) else { return };
        if let Err((message, hint)) = offered(&list.armour, &armour.name, troop, &list.rules.0) {
            return self.add(at, message, hint);
        }
        if let Some(open) = troop.armour.as_ref().filter(|open| !open.contains(&armour.name)) {
            let message = format!("{} does not wear {} ({})", troop.name, armour.name, troop.id);
            self.add(at, message, format!("it wears {}", open.join(", ")));
        }
    }

    pub(super) fn weapons(&mut self, i: usize, figure: &Figure, troop: &Troop) {
        let book = self.book;
        let all = RosterPlace { part: Part::Figure(i), field: "weapons", item: None };
        let mut carried: Vec<&Weapon> = Vec::new();
        for (k, name) in figure.weapons.iter().enumerate() {
            let at = RosterPlace { item: Some(k), ..all };
            let Some(weapon) = book.weapon(name) else {
                self.unknown(at, "weapon", name, &book.weapons);
                continue;
            };
            if let Err((message, hint)) = self.may_carry(troop, weapon) {
                self.add(at, message, hint);
            }
            if weapon.is_grenade() && carried.iter().any(|w| w.is_grenade()) {
                self.add(at, "a second grenade (ITEN-GREN-05)", "a figure carries one");
            }
            // They could be thrown one after the other.
            if weapon.thrown().is_some() && weapon.cost == 0 && carried.iter().any(|w| w.name == weapon.name) {
                self.add(
                    at,
                    format!("a second {} for nothing (ITEN-OUT-05)", weapon.name),
                    "a figure carries one of what it throws and has for nothing",
                );
            }
            carried.push(weapon);
        }
        let most = usize::from(book.numbers.muster.most_weapons);
        if figure.weapons.len() > most {
            self.add(all, format!("{} weapons", figure.weapons.len()), format!("a figure carries {most} at most"));
        }
        let instead = |w: &&Weapon| w.has(Trait::Flamer) || w.has(Trait::Crewed);
        if let Some(standard) = &troop.standard
            && !carried.iter().any(|w| w.name == *standard || instead(w))
        {
            let hint = format!("arm it with {standard}, a flamethrower or a crewed weapon");
            self.lacks(all, format!("{} without {standard} (ITEN-SRV-07)", troop.name), hint);
        }
    }

    /// Whether a figure of a type may carry a weapon; otherwise why not.
    fn may_carry(&self, troop: &Troop, weapon: &Weapon) -> Result<(), (String, String)> {
        let name = &weapon.name;
        let refuse = |message: String, hint: &str| Err((message, hint.to_owned()));
        if weapon.has(Trait::HardPoint) {
            return refuse(format!("{name} stands on vehicles only (ITEN-OUT-02)"), "mount it on a hard point");
        }
        if troop.improvises && weapon.weight != Weight::None {
            let message = format!("{} fights with whatever lies about, not with {name} (ITEN-ENM-04)", troop.name);
            return refuse(message, "give it no weapon");
        }
        if troop.no_ranged && weapon.range.is_some() {
            let message = format!("{} carries nothing to shoot or throw, no {name} (ITEN-SRV-09)", troop.name);
            return refuse(message, "arm it for melee");
        }
        if weapon.has(Trait::Boarding) {
            return if self.roster.boarding {
                Ok(())
            } else {
                refuse(format!("{name} is for boarding forces (HULK-LEFT-08)"), "add `boarding: true` to the roster")
            };
        }
        self.book.list(&troop.list).map_or(Ok(()), |list| offered(&list.weapons, name, troop, &list.rules.1))
    }

    pub(super) fn gear(&mut self, i: usize, figure: &Figure, troop: &Troop) {
        let book = self.book;
        for (k, gear) in figure.gear.iter().enumerate() {
            let at = RosterPlace { part: Part::Figure(i), field: "gear", item: Some(k) };
            if figure.gear[..k].contains(gear) {
                self.add(at, format!("a second {}", gear.word()), "leave one of them");
            }
            match gear {
                Gear::SuppressionShield if !troop.shield => {
                    let able: Vec<&str> = book.troops.iter().filter(|t| t.shield).map(|t| t.name.as_str()).collect();
                    let message = format!("{} carries no Suppression Shield (ITEN-SRV-05)", troop.name);
                    self.add(at, message, format!("it is for {}", able.join(", ")));
                }
                Gear::JumpPack => {
                    let heavy = book.dressed(figure).is_some_and(|(_, armour)| armour.weight == Weight::VeryHeavy);
                    let crews = figure.weapons.iter().filter_map(|w| book.weapon(w)).any(|w| w.has(Trait::Crewed));
                    for (so, why) in [
                        (troop.is(Tag::Zombie), "zombies do not fly"),
                        (heavy, "the armour is too heavy"),
                        (crews, "the weapon has a crew"),
                    ] {
                        if so {
                            self.add(at, format!("no Jump Pack here: {why} (ITEN-OUT-04)"), "leave it out");
                        }
                    }
                }
                Gear::SuppressionShield => {}
            }
        }
    }

    /// What is issued for boarding, on different figures (HULK-LEFT-06).
    pub(super) fn issues(&mut self) {
        let (book, roster) = (self.book, self.roster);
        let mut left = book.numbers.muster.boarding_kit.clone();
        for (i, figure) in roster.figures.iter().enumerate() {
            let all = RosterPlace { part: Part::Figure(i), field: "issued", item: None };
            if figure.issued.is_empty() {
                continue;
            }
            if !roster.boarding {
                self.add(all, "kit is issued for boarding only (HULK-LEFT-06)", "add `boarding: true` to the roster");
            }
            if figure.issued.len() > 1 || figure.count > 1 {
                self.add(
                    all,
                    "one piece of kit for one figure (HULK-LEFT-06)",
                    "give each to a figure of its own entry",
                );
            }
            for (k, name) in figure.issued.iter().enumerate() {
                let at = RosterPlace { item: Some(k), ..all };
                let Some(weapon) = book.weapon(name) else {
                    self.unknown(at, "weapon", name, &book.weapons);
                    continue;
                };
                let troop = book.troop(&figure.troop).filter(|_| roster.boarding);
                if let Some(Err((message, hint))) = troop.map(|troop| self.may_carry(troop, weapon)) {
                    self.add(at, message, hint);
                }
                match left.iter().position(|l| *l == weapon.name) {
                    Some(place) => _ = left.swap_remove(place),
                    None => {
                        let kit = book.numbers.muster.boarding_kit.join(", ");
                        self.add(at, format!("no {name} is left to issue (HULK-LEFT-06)"), format!("there are {kit}"));
                    }
                }
                let own = book.armed(figure).iter().filter_map(|w| book.weapon(w));
                if weapon.is_grenade() && own.into_iter().any(Weapon::is_grenade) {
                    self.add(at, "a second grenade (ITEN-GREN-05)", "a figure carries one");
                }
            }
        }
    }
}
