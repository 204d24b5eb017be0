//! The ruleset's content, read from its files and checked.

pub use crate::kit::content::{Named, find, names};
use crate::kit::content::{named, one_row_each, ranges, sheets, single, within};
use crate::source::{Document, Node, Problem, Problems};

use super::catalogue::{Ability, AbilitySheet, Power, PowerSheet};
use super::numbers::{Grade, MOST_HEXES, Numbers};
use super::stats::{Armour, Offer, RetinueList, Trait, Troop, Weapon, Weight};
use super::vehicles::Vehicle;

/// Everything that rosters and scenarios of this ruleset can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleContent {
    /// `rules.ron`.
    pub numbers: Numbers,
    /// `armour.ron`.
    pub armour: Vec<Armour>,
    /// `weapons.ron`.
    pub weapons: Vec<Weapon>,
    /// `powers.ron`.
    pub powers: Vec<PowerSheet>,
    /// `abilities.ron`.
    pub abilities: Vec<AbilitySheet>,
    /// `lists.ron`.
    pub lists: Vec<RetinueList>,
    /// `troops.ron`.
    pub troops: Vec<Troop>,
    /// `vehicles.ron`.
    pub vehicles: Vec<Vehicle>,
}

named!(PowerSheet, AbilitySheet, RetinueList, Vehicle; also Armour, Weapon, Troop);

impl RuleContent {
    /// Reads the files, in the order of [`Content::FILES`].
    pub(super) fn of(files: [&Document; 8]) -> Result<RuleContent, Vec<Problem>> {
        let mut all = Vec::new();
        let [rules, armour, weapons, powers, abilities, lists, troops, vehicles] = files;

        let armour: Vec<Armour> = sheets(armour, &mut all, check_armour);
        let weapons: Vec<Weapon> = sheets(weapons, &mut all, check_weapon);
        let powers: Vec<PowerSheet> = sheets(powers, &mut all, |p: &PowerSheet, node, problems| {
            ranges!(problems, node, p; 0..=10 => turns; 0..=60 => radius;);
        });
        let abilities: Vec<AbilitySheet> = sheets(abilities, &mut all, |a: &AbilitySheet, node, problems| {
            ranges!(problems, node, a; 0..=50 => cost; 0..=60 => radius;);
        });
        let vehicles: Vec<Vehicle> = sheets(vehicles, &mut all, check_vehicle);
        // Lists and troop types name one another, so the lists' names are looked up before they are read.
        let named = lists_of(lists);
        let known = Known { armour: &armour, weapons: &weapons, troops: &[], lists: &named };
        let troops: Vec<Troop> = sheets(troops, &mut all, |t, node, problems| known.check_troop(t, node, problems));
        let known = Known { troops: &troops, ..known };
        let lists: Vec<RetinueList> = sheets(lists, &mut all, |l, node, problems| known.check_list(l, node, problems));

        let numbers = single(rules, &mut all, |n, root, problems| check_numbers(n, root, &weapons, problems));
        match numbers {
            Some(numbers) if all.is_empty() => {
                let book = RuleContent { numbers, armour, weapons, powers, abilities, lists, troops, vehicles };
                let wrong = book.incomplete(&files);
                if wrong.is_empty() { Ok(book) } else { Err(wrong) }
            }
            _ => Err(all),
        }
    }

    /// What the program asks for and the files lack or have twice.
    fn incomplete(&self, files: &[&Document; 8]) -> Vec<Problem> {
        let mut out = Vec::new();
        let mut once = |file: usize, what: String, found: usize| {
            if found != 1 {
                let at = files[file].root.at.start;
                out.push(files[file].problem(at, format!("{what} is there {found} times"), "it must be there once"));
            }
        };
        let clothing = self.armour.iter().filter(|a| a.weight == Weight::None).count();
        once(1, "armour without weight".to_owned(), clothing);
        let improvised = self.weapons.iter().filter(|w| w.weight == Weight::None && w.is_melee()).count();
        once(2, "a melee weapon without weight".to_owned(), improvised);
        for power in Power::ALL {
            once(3, format!("the power {power:?}"), self.powers.iter().filter(|p| p.power == power).count());
        }
        for ability in Ability::ALL {
            let found = self.abilities.iter().filter(|a| a.ability == ability).count();
            once(4, format!("the ability {ability:?}"), found);
        }
        out
    }

    /// The armour of a name.
    #[must_use]
    pub fn armour(&self, name: &str) -> Option<&Armour> {
        find(&self.armour, name).map(|i| &self.armour[i])
    }

    /// The weapon of a name.
    #[must_use]
    pub fn weapon(&self, name: &str) -> Option<&Weapon> {
        find(&self.weapons, name).map(|i| &self.weapons[i])
    }

    /// The troop type of a name.
    #[must_use]
    pub fn troop(&self, name: &str) -> Option<&Troop> {
        find(&self.troops, name).map(|i| &self.troops[i])
    }

    /// The list of a name.
    #[must_use]
    pub fn list(&self, name: &str) -> Option<&RetinueList> {
        find(&self.lists, name).map(|i| &self.lists[i])
    }

    /// The vehicle of a name.
    #[must_use]
    pub fn vehicle(&self, name: &str) -> Option<&Vehicle> {
        find(&self.vehicles, name).map(|i| &self.vehicles[i])
    }

    /// The sheet of a power.
    #[must_use]
    pub fn power(&self, power: Power) -> &PowerSheet {
        self.powers.iter().find(|p| p.power == power).expect("a sheet for each power")
    }

    /// The sheet of an ability.
    #[must_use]
    pub fn ability(&self, ability: Ability) -> &AbilitySheet {
        self.abilities.iter().find(|a| a.ability == ability).expect("a sheet for each ability")
    }

    /// What people wear who wear no armour.
    #[must_use]
    pub fn clothing(&self) -> &Armour {
        self.armour.iter().find(|a| a.weight == Weight::None).expect("clothing is checked to be there")
    }

    /// The place among the weapons of what unarmed figures fight with (ITEN-WPN-06).
    #[must_use]
    pub fn improvised(&self) -> usize {
        let is = |w: &Weapon| w.weight == Weight::None && w.is_melee();
        self.weapons.iter().position(is).expect("the improvised weapon is checked to be there")
    }
}

/// The names of the lists, before these are read.
fn lists_of(document: &Document) -> Vec<String> {
    let name = |node: &Node| match node.get("name").map(|n| &n.value) {
        Some(crate::source::Value::Text(name)) => Some(name.clone()),
        _ => None,
    };
    document.root.items().iter().filter_map(name).collect()
}

/// What lists and troop types can name.
struct Known<'a> {
    armour: &'a [Armour],
    weapons: &'a [Weapon],
    troops: &'a [Troop],
    lists: &'a [String],
}

impl Known<'_> {
    fn check_list(&self, list: &RetinueList, node: &Node, problems: &mut Problems<'_>) {
        for (name, at) in list.shuns.iter().zip(node.get("shuns").map_or(&[][..], Node::items)) {
            if !self.lists.contains(name) {
                problems.unknown(at.at, "list", name, self.lists);
            }
        }
        self.check_offers(list, &list.armour, node.get("armour"), ("armour", self.armour), problems);
        self.check_offers(list, &list.weapons, node.get("weapons"), ("weapon", self.weapons), problems);
    }

    fn check_offers<T: Named>(
        &self,
        list: &RetinueList,
        offers: &[Offer],
        node: Option<&Node>,
        (what, sheets): (&str, &[T]),
        problems: &mut Problems<'_>,
    ) {
        for (offer, at) in offers.iter().zip(node.map_or(&[][..], Node::items)) {
            known(problems, at.get("name").unwrap_or(at), what, &offer.name, sheets);
            let own: Vec<&str> = self.troops.iter().filter(|t| t.list == list.name).map(|t| t.name.as_str()).collect();
            for (name, at) in offer.only.iter().zip(at.get("only").map_or(&[][..], Node::items)) {
                if !own.contains(&name.as_str()) {
                    problems.unknown(at.at, "troop type of this list", name, &own);
                }
            }
        }
    }

    fn check_troop(&self, troop: &Troop, node: &Node, problems: &mut Problems<'_>) {
        let field = |name: &str| node.get(name).unwrap_or(node);
        ranges!(problems, node, troop; 2..=6 => grit; -1..=5 => fv, sv; -1..=3 => speed;);
        if let Some(psyker) = troop.psyker {
            ranges!(problems, field("psyker"), psyker; 0..=50 => cost;);
        }
        if !self.lists.contains(&troop.list) {
            problems.unknown(field("list").at, "list", &troop.list, self.lists);
        }
        for (name, at) in troop.armour.iter().flatten().zip(field("armour").items()) {
            known(problems, at, "armour", name, self.armour);
        }
        if let Some(name) = &troop.standard {
            known(problems, field("standard"), "weapon", name, self.weapons);
        }
        if let Some(kit) = &troop.kit {
            let node = field("kit");
            known(problems, node.get("armour").unwrap_or(node), "armour", &kit.armour, self.armour);
            for (name, at) in kit.weapons.iter().zip(node.get("weapons").map_or(&[][..], Node::items)) {
                known(problems, at, "weapon", name, self.weapons);
            }
        }
    }
}

/// Reports a name that no sheet has for its own. Other names are for rosters.
fn known<T: Named>(problems: &mut Problems<'_>, at: &Node, what: &str, name: &str, sheets: &[T]) {
    if !sheets.iter().any(|s| s.name() == name) {
        problems.unknown(at.at, what, name, &names(sheets));
    }
}

fn check_armour(armour: &Armour, node: &Node, problems: &mut Problems<'_>) {
    ranges!(problems, node, armour; 5..=12 => to_hit;);
}

fn check_weapon(weapon: &Weapon, node: &Node, problems: &mut Problems<'_>) {
    ranges!(problems, node, weapon; -1..=6 => bonus; 1..=72 => range; -3..=0 => grit; 0..=20 => cost;);
    let traits = node.get("traits").unwrap_or(node);
    within(problems, traits, "traits", &(weapon.rounds(), weapon.thrown()), 1..=60);
    let shoots = [Trait::Pistol, Trait::Crewed, Trait::Grenade, Trait::Flamer];
    if weapon.range.is_none() && (weapon.rounds().is_some() || shoots.iter().any(|t| weapon.has(*t))) {
        problems.add(traits.at, "a trait of ranged weapons on one without range", "give it a range");
    }
}

/// What is out of bounds in a vehicle: field, mistake, cure. Rosters ask this of own designs too.
pub(super) fn out_of_bounds(vehicle: &Vehicle) -> Vec<(&'static str, String, String)> {
    let fields = [
        ("armour", vehicle.armour, 2, 15),
        ("hard_points", vehicle.hard_points, 0, 4),
        ("crew", vehicle.crew, 1, 4),
        ("passengers", vehicle.passengers, 0, 20),
    ];
    let wrong = fields.into_iter().filter(|(_, value, least, most)| !(least..=most).contains(&value));
    let told =
        |(field, value, least, most)| (field, format!("{field} is {value}"), format!("it must be {least} to {most}"));
    let mut out: Vec<_> = wrong.map(told).collect();
    if ![1, 7].contains(&vehicle.hexes) {
        out.push((
            "hexes",
            format!("a vehicle of {} hexes", vehicle.hexes),
            "it must be 1 or 7 (ITEN-VEH-07)".to_owned(),
        ));
    }
    out
}

fn check_vehicle(vehicle: &Vehicle, node: &Node, problems: &mut Problems<'_>) {
    for (field, message, hint) in out_of_bounds(vehicle) {
        problems.add(node.get(field).map_or(node.at, |n| n.at), message, hint);
    }
}

fn check_numbers(n: &Numbers, root: &Node, weapons: &[Weapon], problems: &mut Problems<'_>) {
    ranges!(problems, root, n;
        1..=20 => base_move, flame_aboard, ladder;
        0..=20 => run, area_depth, flame_leap, blast, door, tight, deck, air_spread, air_rolls;
        2..=20 => flight_die;
        1..=99 => turns;
        -9..=9 => half_hidden, torrent, shield, flamer_armour, outnumbering, ganging_up, knocked_down, rising;
        2..=7 => breach_saves;
    );
    for row in n.cover.iter().chain(&n.cover_aboard) {
        within(problems, root, "cover", &row.armour, 0..=9);
        within(problems, root, "cover", &row.slows, 0..=9);
    }
    if let Some(muster) = root.get("muster") {
        ranges!(problems, muster, n.muster;
            1..=10_000 => points;
            1..=20 => fewest_figures;
            0..=50 => least_cost;
            1..=8 => most_weapons;
            1..=1000 => defender_percent;
            0..=100 => grit, shield, jump_pack;
        );
        let kit = muster.get("boarding_kit").map_or(&[][..], Node::items);
        n.muster.boarding_kit.iter().zip(kit).for_each(|(name, at)| known(problems, at, "weapon", name, weapons));
    }
    if let Some(driving) = root.get("driving") {
        ranges!(problems, driving, n.driving;
            0..=100 => ground_normal, ground_fast, skimmer, bike, seat, hard_point, ram;
        );
        let (n, field) = (&n.driving, "driving");
        within(problems, root, field, &(n.normal, n.fast), 1..=MOST_HEXES);
        within(problems, root, field, &(n.turns, n.ramming.1, n.ramming_with_ram.1), 1..=3);
        within(problems, root, field, &n.soft, 1..=9);
        within(problems, root, field, &[n.run_over, n.ramming.0, n.ramming_with_ram.0, n.rammed], 0..=9);
    }
    if let Some(gods) = root.get("gods") {
        ranges!(problems, gods, n.gods; 0..=100 => cost;);
    }
    check_terrain(root, n, problems);
}

/// One row for each terrain, and none that can be breached or opened without saying how strong it is.
fn check_terrain(root: &Node, n: &Numbers, problems: &mut Problems<'_>) {
    let table = root.get("terrain").unwrap_or(root);
    one_row_each(problems, table, n.terrain.iter().map(|row| row.terrain));
    for (row, node) in n.terrain.iter().zip(table.items()) {
        if row.airtight && row.grade.is_none() {
            let grades = [Grade::Light, Grade::Medium, Grade::Heavy, Grade::Hull];
            problems.add(node.at, "what holds air has to have a grade", format!("one of {grades:?}"));
        }
    }
}
