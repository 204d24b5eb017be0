//! Vehicles of a roster: their weapons, and who sits in them (ITEN-VEH).

use super::{Part, RosterPlace, Violations};
use crate::rules::iten::content::out_of_bounds;
use crate::rules::iten::roster::Ride;
use crate::rules::iten::stats::{RetinueList, Trait, Weight};
use crate::rules::iten::vehicles::Vehicle;
use crate::source::did_you_mean;

impl Violations<'_> {
    pub(super) fn rides(&mut self) {
        for (i, design) in self.roster.designs.iter().enumerate() {
            for (field, message, hint) in out_of_bounds(design) {
                self.add(RosterPlace { part: Part::Design(i), field, item: None }, message, hint);
            }
            if design.cost.is_some() {
                let at = RosterPlace { part: Part::Design(i), field: "cost", item: None };
                self.add(at, "own designs cost by the formula (ITEN-VEH-36)", "leave the cost out");
            }
        }
        for (i, ride) in self.roster.vehicles.iter().enumerate() {
            let Some(vehicle) = self.book.vehicle_of(self.roster, ride) else {
                let at = RosterPlace { part: Part::Ride(i), field: "vehicle", item: None };
                self.unknown(at, "vehicle", &ride.vehicle, &self.book.vehicles);
                continue;
            };
            self.mounted(i, ride, vehicle);
            self.aboard(i, ride, vehicle);
        }
    }

    /// Weapons on hard points: heavy ones of the Retinue's list (ITEN-VEH-26).
    fn mounted(&mut self, i: usize, ride: &Ride, vehicle: &Vehicle) {
        let book = self.book;
        let all = RosterPlace { part: Part::Ride(i), field: "weapons", item: None };
        if ride.weapons.len() > usize::from(vehicle.hard_points) {
            let (count, points) = (ride.weapons.len(), vehicle.hard_points);
            let message = format!("{count} mounted, hard points: {points} (ITEN-VEH-26)");
            self.add(all, message, "mount fewer, or choose another vehicle");
        }
        for (k, name) in ride.weapons.iter().enumerate() {
            let at = RosterPlace { item: Some(k), ..all };
            let Some(weapon) = book.weapon(name) else {
                self.unknown(at, "weapon", name, &book.weapons);
                continue;
            };
            let listed = |l: &RetinueList| l.weapons.iter().any(|o| o.name == weapon.name);
            if !weapon.has(Trait::HardPoint) && !book.list(&self.roster.list).is_some_and(listed) {
                let message = format!("{name} is not in the list {} (ITEN-VEH-26)", self.roster.list);
                self.add(at, message, "hard points take weapons of the Retinue's list");
            }
            let heavy = weapon.range.is_some() && weapon.weight >= Weight::Heavy && !weapon.has(Trait::Pistol);
            if !heavy {
                let message = format!("{name} is no heavy weapon for a hard point (ITEN-VEH-26)");
                self.add(at, message, "mount a heavy or very heavy gun");
            }
        }
    }

    /// Who sits in a vehicle (ITEN-VEH-01, -02).
    fn aboard(&mut self, i: usize, ride: &Ride, vehicle: &Vehicle) {
        let (book, roster) = (self.book, self.roster);
        let all = RosterPlace { part: Part::Ride(i), field: "aboard", item: None };
        if ride.aboard.is_empty() {
            self.lacks(all, "nobody drives (ITEN-VEH-01)", "name the driver, a figure of the Retinue");
        }
        let names = roster.names();
        let mut seats: u16 = 0;
        for (k, name) in ride.aboard.iter().enumerate() {
            let at = RosterPlace { item: Some(k), ..all };
            let Some(entry) = names.iter().position(|n| n.contains(name)) else {
                let known: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
                let meant = did_you_mean(name, &known).map_or(String::new(), |m| format!("did you mean `{m}`?"));
                self.add(at, format!("no figure of the Retinue is called {name} (ITEN-VEH-01)"), meant);
                continue;
            };
            let elsewhere = roster.vehicles[..i].iter().any(|r| r.aboard.contains(name));
            if elsewhere || ride.aboard[..k].contains(name) {
                self.add(at, format!("{name} is aboard already"), "one figure sits in one place");
            }
            match book.dressed(&roster.figures[entry]).map(|(_, armour)| vehicle.seats_for(armour)) {
                Some(Some(n)) => seats = seats.saturating_add(u16::from(n)),
                Some(None) => {
                    self.add(at, format!("{name} is too heavily armoured to ride (ITEN-VEH-02)"), "leave it out")
                }
                None => {}
            }
        }
        let room = vehicle.seats();
        if seats > room {
            let message = format!("those aboard take {seats} seats, there are {room} (ITEN-VEH-02)");
            self.add(all, message, "let somebody walk");
        }
    }
}
