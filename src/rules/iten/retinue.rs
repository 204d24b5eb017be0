//! A Retinue with its names looked up and its figures priced (ITEN-BLD): what battles are set up with.

use crate::rules::muster;
use crate::source::{Document, Node, Outline, Problem, Problems, Span};

use super::catalogue::{Ability, Power};
use super::content::{RuleContent, find};
use super::legality::{Part, RosterPlace};
use super::roster::{Figure, Ride, Roster};
use super::stats::{Armour, Calling, Creed, Gear, God, Tag, Troop, Weapon};
use super::vehicles::Vehicle;

/// What a figure costs, part by part (ITEN-BLD-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Grit (ITEN-BLD-08).
    pub grit: i32,
    /// Fighting Value, raised by bionics.
    pub fv: i32,
    /// Shooting Value.
    pub sv: i32,
    /// Speed.
    pub speed: i32,
    /// Armour, raised by bionics (ITEN-BLD-07).
    pub armour: i32,
    /// All weapons (ITEN-BLD-04).
    pub weapons: i32,
    /// Shield and pack.
    pub gear: i32,
    /// Psyker powers (ITEN-BLD-09).
    pub powers: i32,
    /// Special abilities.
    pub abilities: i32,
    /// A devotee's god (ITEN-GOD-01).
    pub god: i32,
    /// All of it, and the least that any figure costs (ITEN-BLD-05).
    pub total: u16,
}

/// A figure of a Retinue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name, unique in the Retinue.
    pub name: String,
    /// The entry, or the unit of entries, of the roster that it is of: what lies under one blip (HULK-BLIP-04).
    pub squad: u8,
    /// Its troop type.
    pub troop: Troop,
    /// Whether it leads the Retinue.
    pub leader: bool,
    /// Its armour.
    pub armour: Armour,
    /// Its weapons, what it was issued too, as places in the book's armoury.
    pub weapons: Vec<u8>,
    /// Its psyker powers.
    pub powers: Vec<Power>,
    /// Its special abilities.
    pub abilities: Vec<Ability>,
    /// What else it carries.
    pub gear: Vec<Gear>,
    /// Its calling.
    pub calling: Option<Calling>,
    /// What it costs.
    pub price: Price,
    /// What a rulebook prints as its cost.
    pub printed: Option<u16>,
}

impl Member {
    /// Whether it has an ability.
    #[inline]
    #[must_use]
    pub fn has(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
    }

    /// Whether it is something.
    #[inline]
    #[must_use]
    pub fn is(&self, tag: Tag) -> bool {
        self.troop.is(tag)
    }

    /// Its Fighting Value, with bionics (ITEN-ABIL-03).
    #[must_use]
    pub fn fv(&self) -> i8 {
        self.troop.fv + i8::from(self.has(Ability::Bionics))
    }

    /// What an attack on it must reach before cover and the like, with bionics.
    #[must_use]
    pub fn to_hit(&self) -> u8 {
        self.armour.to_hit + u8::from(self.has(Ability::Bionics) && !self.armour.sealed)
    }

    /// Its weapons for melee; what lies about where it has none, and nothing where bare hands do (ITEN-WPN-06).
    #[must_use]
    pub fn melee(&self, book: &RuleContent) -> Vec<u8> {
        let own: Vec<u8> = self.weapons_where(book, Weapon::is_melee);
        if own.is_empty() && !self.troop.bare_hands { vec![book.improvised() as u8] } else { own }
    }

    /// Its ranged weapons, grenades and launchers too.
    #[must_use]
    pub fn ranged(&self, book: &RuleContent) -> Vec<u8> {
        self.weapons_where(book, |w| w.range.is_some())
    }

    fn weapons_where(&self, book: &RuleContent, fits: impl Fn(&Weapon) -> bool) -> Vec<u8> {
        self.weapons.iter().copied().filter(|w| fits(&book.weapons[usize::from(*w)])).collect()
    }
}

/// A vehicle of a Retinue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// Its name.
    pub name: String,
    /// Its sheet.
    pub vehicle: Vehicle,
    /// Weapons on its hard points, as places in the book's armoury.
    pub weapons: Vec<u8>,
    /// Whether it has a ram.
    pub ram: bool,
    /// Who is aboard at the start, as places among the members, the driver first.
    pub aboard: Vec<u8>,
    /// What it costs with weapons and ram, without those aboard.
    pub cost: u16,
}

/// A Retinue, legal and priced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retinue {
    /// Its name.
    pub name: String,
    /// The list that it chose from.
    pub list: String,
    /// Radical or puritan.
    pub creed: Option<Creed>,
    /// The god that it follows.
    pub god: Option<God>,
    /// Whether it is equipped for boarding.
    pub boarding: bool,
    /// Its figures.
    pub members: Vec<Member>,
    /// Its vehicles.
    pub mounts: Vec<Mount>,
    /// What it costs (ITEN-BLD-02).
    pub total: u16,
    /// What a rulebook prints as its cost.
    pub printed: Option<u16>,
}

/// What a roster's file is made of.
#[must_use]
pub fn outline() -> Outline {
    Outline::of::<Roster>()
}

impl Retinue {
    /// Reads a roster file.
    ///
    /// # Errors
    /// Everything that is wrong in it or against the rules.
    pub fn read(document: &Document, book: &RuleContent) -> Result<Retinue, Vec<Problem>> {
        Ok(book.field(&book.legal(document)?))
    }

    /// Whether it may be played at a limit. Those that a rulebook prints go by what it prints (ITEN-CTR-10).
    #[must_use]
    pub fn fits(&self, limit: u16) -> bool {
        self.limit_cost() <= limit
    }

    /// What it counts against a limit.
    #[must_use]
    pub fn limit_cost(&self) -> u16 {
        self.total.min(self.printed.unwrap_or(self.total))
    }

    /// Its Leader's place among the members.
    #[must_use]
    pub fn leader(&self) -> Option<usize> {
        self.members.iter().position(|m| m.leader)
    }
}

/// Where a place of a roster stands in its file; what is not written stands with what it would belong to.
pub(super) fn span(root: &Node, place: RosterPlace) -> Span {
    let whole = match place.part {
        Part::Roster => Some(root),
        Part::Figure(i) => root.get("figures").and_then(|f| f.items().get(i)),
        Part::Ride(i) => root.get("vehicles").and_then(|v| v.items().get(i)),
        Part::Design(i) => root.get("designs").and_then(|d| d.items().get(i)),
    };
    let whole = whole.unwrap_or(root);
    let field = whole.get(place.field).unwrap_or(whole);
    place.item.and_then(|i| field.items().get(i)).unwrap_or(field).at
}

impl RuleContent {
    /// A roster file without fault.
    ///
    /// # Errors
    /// Everything that is wrong in it or against the rules.
    pub fn legal(&self, document: &Document) -> Result<Roster, Vec<Problem>> {
        let mut problems = Problems::new(document);
        let roster: Option<Roster> = document.read(&document.root, &mut problems);
        if let Some(roster) = &roster {
            muster::tell(self.faults(roster), |place| span(&document.root, place), &mut problems);
        }
        problems.finish(roster)
    }

    /// A figure's troop type and armour. Kit comes with the type, whatever is written.
    pub(super) fn dressed(&self, figure: &Figure) -> Option<(&Troop, &Armour)> {
        let troop = self.troop(&figure.troop)?;
        let armour = match &troop.kit {
            Some(kit) => self.armour(&kit.armour)?,
            None if figure.armour.is_empty() => self.clothing(),
            None => self.armour(&figure.armour)?,
        };
        Some((troop, armour))
    }

    /// The names of the weapons that a figure has paid for.
    pub(super) fn armed<'a>(&'a self, figure: &'a Figure) -> &'a [String] {
        let kit = self.troop(&figure.troop).and_then(|t| t.kit.as_ref());
        kit.map_or(&figure.weapons, |kit| &kit.weapons)
    }

    /// What one figure of an entry costs (ITEN-BLD-03). What has no sheet costs nothing: it is told as a mistake.
    #[must_use]
    pub fn price(&self, roster: &Roster, figure: &Figure) -> Price {
        let Some((troop, armour)) = self.dressed(figure) else { return Price::default() };
        let troop = &figure.advances.of(troop);
        let muster = &self.numbers.muster;
        let abilities = self.abilities_of(figure);
        let bionics = abilities.contains(&Ability::Bionics);
        let weapon = |name: &String| self.weapon(name).map_or(0, |w| i32::from(w.cost));
        let gear = |gear: &Gear| match gear {
            Gear::SuppressionShield => i32::from(muster.shield),
            Gear::JumpPack => i32::from(muster.jump_pack),
        };
        let power = i32::from(match roster.god {
            Some(God::Tzeentch) if troop.devotee => self.numbers.gods.tzeentch_power,
            _ => troop.psyker.map_or(0, |p| p.cost),
        });
        let mut price = Price {
            grit: i32::from(self.numbers.grit_cost(troop.grit)),
            fv: i32::from(troop.fv) + i32::from(bionics),
            sv: i32::from(troop.sv),
            speed: i32::from(troop.speed),
            armour: i32::from(armour.to_hit) + i32::from(bionics && !armour.sealed),
            weapons: self.armed(figure).iter().map(weapon).sum(),
            gear: figure.gear.iter().map(gear).sum(),
            powers: power * self.powers_of(figure).len() as i32,
            abilities: abilities.iter().map(|a| i32::from(self.ability(*a).price(troop.grit))).sum(),
            god: if roster.god.is_some() && troop.devotee { i32::from(self.numbers.gods.cost) } else { 0 },
            total: 0,
        };
        let Price { grit, fv, sv, speed, armour, weapons, gear, powers, abilities, god, .. } = price;
        let sum = grit + fv + sv + speed + armour + weapons + gear + powers + abilities + god;
        price.total = sum.clamp(i32::from(muster.least_cost), i32::from(u16::MAX)) as u16;
        price
    }

    /// What a vehicle costs with its weapons and ram (ITEN-VEH-26, -32, -35).
    #[must_use]
    pub fn ride_price(&self, roster: &Roster, ride: &Ride) -> u16 {
        let driving = &self.numbers.driving;
        let weapons = ride.weapons.iter().filter_map(|w| self.weapon(w)).map(|w| u16::from(w.cost));
        let bare = self.vehicle_of(roster, ride).map_or(0, |v| v.price(driving));
        let ram = if ride.ram { driving.ram } else { 0 };
        weapons.chain([ram]).fold(bare, u16::saturating_add)
    }

    /// What a roster costs (ITEN-BLD-02).
    #[must_use]
    pub fn total(&self, roster: &Roster) -> u16 {
        let figures = roster.figures.iter().map(|f| u32::from(self.price(roster, f).total) * u32::from(f.count));
        let rides = roster.vehicles.iter().map(|r| u32::from(self.ride_price(roster, r)));
        u16::try_from(figures.chain(rides).sum::<u32>()).unwrap_or(u16::MAX)
    }

    /// The sheet of a roster's vehicle: the book's, or one of its own designs.
    pub(super) fn vehicle_of<'a>(&'a self, roster: &'a Roster, ride: &Ride) -> Option<&'a Vehicle> {
        self.vehicle(&ride.vehicle).or_else(|| roster.designs.iter().find(|d| d.name == ride.vehicle))
    }

    /// The abilities of a figure, by their sheets.
    pub(super) fn abilities_of(&self, figure: &Figure) -> Vec<Ability> {
        figure
            .abilities
            .iter()
            .filter_map(|name| find(&self.abilities, name).map(|i| self.abilities[i].ability))
            .collect()
    }

    /// The powers of a figure, by their sheets.
    pub(super) fn powers_of(&self, figure: &Figure) -> Vec<Power> {
        figure.powers.iter().filter_map(|name| find(&self.powers, name).map(|i| self.powers[i].power)).collect()
    }

    fn places(&self, weapons: &[String]) -> Vec<u8> {
        weapons.iter().filter_map(|name| find(&self.weapons, name).map(|i| i as u8)).collect()
    }

    /// The figures of an entry, without regard to whether a Retinue may have them: scenarios field such too.
    #[must_use]
    pub fn members(&self, roster: &Roster, entry: usize) -> Vec<Member> {
        let figure = &roster.figures[entry];
        let Some((troop, armour)) = self.dressed(figure) else { return Vec::new() };
        let weapons = [self.places(self.armed(figure)), self.places(&figure.issued)].concat();
        let squad = roster.figures[..=entry].windows(2).filter(|f| f[0].squad.is_empty() || f[0].squad != f[1].squad);
        let squad = squad.count() as u8;
        let troop = figure.advances.of(troop);
        let one = |name: String| Member {
            name,
            squad,
            troop: troop.clone(),
            leader: false,
            armour: armour.clone(),
            weapons: weapons.clone(),
            powers: self.powers_of(figure),
            abilities: self.abilities_of(figure),
            gear: figure.gear.clone(),
            calling: figure.calling,
            price: self.price(roster, figure),
            printed: figure.printed,
        };
        roster.names().swap_remove(entry).into_iter().map(one).collect()
    }

    /// A roster as battles use it.
    #[must_use]
    pub fn field(&self, roster: &Roster) -> Retinue {
        let leading = self.leading(roster);
        let mut members: Vec<Member> = Vec::new();
        for entry in 0..roster.figures.len() {
            let mut figures = self.members(roster, entry);
            if let Some(first) = figures.first_mut() {
                first.leader = leading == Some(entry);
            }
            members.append(&mut figures);
        }
        let mount = |(nth, ride): (usize, &Ride)| {
            let vehicle = self.vehicle_of(roster, ride)?.clone();
            // A number tells those apart that go by the same name.
            let alike = |r: &&Ride| r.title() == ride.title();
            let (all, before) = (&roster.vehicles, &roster.vehicles[..nth]);
            let name = match all.iter().filter(alike).count() {
                1 => ride.title().to_owned(),
                _ => format!("{} {}", ride.title(), before.iter().filter(alike).count() + 1),
            };
            let place = |name: &String| members.iter().position(|m| m.name == *name).map(|i| i as u8);
            Some(Mount {
                name,
                weapons: self.places(&ride.weapons),
                ram: ride.ram,
                aboard: ride.aboard.iter().filter_map(place).collect(),
                cost: self.ride_price(roster, ride),
                vehicle,
            })
        };
        Retinue {
            name: roster.name.clone(),
            list: roster.list.clone(),
            creed: roster.creed,
            god: roster.god,
            boarding: roster.boarding,
            mounts: roster.vehicles.iter().enumerate().filter_map(mount).collect(),
            total: self.total(roster),
            printed: roster.printed,
            members,
        }
    }
}
