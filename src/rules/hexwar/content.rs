//! The ruleset's content: numbers, weapons and units, read from its files and checked.

use std::collections::BTreeMap;

use crate::board::{Board, Terrain};
use crate::rules::campaign::Campaigns;
use crate::rules::muster::Rosters;
use crate::rules::Content;
use crate::source::checks::{range, twice};
use crate::source::{Document, Node, Outline, Outlined, Problem, Problems, Spanned};

use super::numbers::{Numbers, rung};
use super::roster::Roster;
use super::{Battle, Hexwar, scenario, sound};
use super::stats::{Ability, Armament, Class, Sheet, Special, Weapon};

/// Everything that a scenario of this ruleset can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleContent {
    /// `rules.ron`.
    pub numbers: Numbers,
    /// `weapons.ron`.
    pub armoury: Vec<Weapon>,
    /// `units.ron`.
    pub sheets: Vec<Sheet>,
}

impl Content for RuleContent {
    type Rules = Hexwar;

    const FILES: &[Outlined] = &[
        ("rules.ron", Outline::of::<Numbers>),
        ("weapons.ron", Outline::of::<Vec<Weapon>>),
        ("units.ron", Outline::of::<Vec<Sheet>>),
    ];
    const KINDS: &[Outlined] = &[("scenario", scenario::outline), ("roster", Outline::of::<Roster>)];

    fn read(files: &[&Document]) -> Result<RuleContent, Vec<Problem>> {
        RuleContent::of(files.try_into().expect("as many files as it names"))
    }

    fn set_up(
        &self,
        scenario: &Document,
        board: &Board,
        rosters: &BTreeMap<&str, &Document>,
    ) -> Result<Battle, Vec<Problem>> {
        scenario::set_up(scenario, self, board, rosters)
    }

    fn doubts(scenario: &Document, battle: &Battle) -> Vec<Problem> {
        sound::doubts(scenario, battle)
    }

    fn rosters(&self) -> Option<&dyn Rosters> {
        Some(self)
    }

    fn campaigns(&self) -> Option<&dyn Campaigns> {
        Some(self)
    }
}

impl RuleContent {
    /// Reads the files, in the order of [`Content::FILES`].
    fn of(files: [&Document; 3]) -> Result<RuleContent, Vec<Problem>> {
        let mut all = Vec::new();
        let mut keep = |result: Result<(), Vec<Problem>>| all.extend(result.err().into_iter().flatten());
        let [rules, weapons, units] = files;

        let mut problems = Problems::new(rules);
        let numbers: Option<Numbers> = rules.read(&rules.root, &mut problems);
        if let Some(numbers) = &numbers {
            check_numbers(rules, numbers, &mut problems);
        }
        keep(problems.finish(Some(())));

        let mut problems = Problems::new(weapons);
        let armoury: Option<Vec<Weapon>> = weapons.read(&weapons.root, &mut problems);
        for (weapon, node) in armoury.iter().flatten().zip(weapons.root.items()) {
            check_weapon(weapon, node, &mut problems);
        }
        twice(weapons, &mut problems);
        range(&mut problems, &weapons.root, "weapons", armoury.as_ref().map_or(0, Vec::len) as i64, 0, 255);
        keep(problems.finish(Some(())));

        let mut problems = Problems::new(units);
        let sheets: Option<Vec<Sheet>> = units.read(&units.root, &mut problems);
        let names: Vec<&str> = armoury.iter().flatten().map(|w| w.name.as_str()).collect();
        for (sheet, node) in sheets.iter().flatten().zip(units.root.items()) {
            check_sheet(sheet, node, &names, &mut problems);
        }
        twice(units, &mut problems);
        keep(problems.finish(Some(())));

        match (numbers, armoury, sheets) {
            (Some(numbers), Some(armoury), Some(sheets)) if all.is_empty() => {
                Ok(RuleContent { numbers, armoury, sheets })
            }
            _ => Err(all),
        }
    }

    /// The sheet of a name.
    #[must_use]
    pub fn sheet(&self, name: &str) -> Option<&Sheet> {
        self.sheets.iter().find(|s| s.name == name)
    }

    /// The sheet that a file names; where there is none the file has a problem.
    pub(super) fn sheet_named(&self, name: &Spanned<String>, problems: &mut Problems<'_>) -> Option<&Sheet> {
        let found = self.sheet(name);
        if found.is_none() {
            let known: Vec<&str> = self.sheets.iter().map(|s| s.name.as_str()).collect();
            problems.unknown(name.at, "unit", name, &known);
        }
        found
    }
}

fn check_numbers(document: &Document, n: &Numbers, problems: &mut Problems<'_>) {
    let root = &document.root;
    for (field, die) in [
        ("hit_die", n.hit_die),
        ("trigger_die", n.trigger_die),
        ("agony_die", n.agony_die),
        ("assault_die", n.assault_die),
        ("rally_die", n.rally_die),
    ] {
        range(problems, root, field, die, 2, 100);
    }
    range(problems, root, "crit_die", n.crit_die, 6, 6);
    for (field, die) in [
        ("pre_retreat_psychic", n.pre_retreat_psychic),
        ("trapped_psychic", n.trapped_psychic),
        ("endurance_psychic", n.endurance_psychic),
    ] {
        range(problems, root, field, die, 1, 100);
    }
    range(problems, root, "stack_units", n.stack_units, 1, 8);
    range(problems, root, "stack_big", n.stack_big, 0, 8);
    range(problems, root, "usual_points", n.usual_points, 1, 20_000);
    range(problems, root, "points_a_victory_point", n.points_a_victory_point, 1, 1000);
    for (field, die) in [("acid_cloud", n.acid_cloud), ("endurance_bleed", n.endurance_bleed)] {
        if rung(die).is_none() {
            let at = root.get(field).map_or(root.at, |n| n.at);
            problems.add(at, format!("{field} is d{die}"), "tokens carry a d4, d6, d8, d10 or d12");
        }
    }
    for (field, (ap, die)) in [("grenade", n.grenade), ("mine", n.mine)] {
        range(problems, root, field, ap, 0, 20);
        range(problems, root, field, die, 1, 20);
    }
    for (field, face) in [
        ("trigger_on", n.trigger_on),
        ("assault_success", n.assault_success),
        ("deflect_success", n.deflect_success),
        ("rally_on", n.rally_on),
        ("rally_on_stubborn", n.rally_on_stubborn),
    ] {
        range(problems, root, field, face, 1, 101);
    }
    for (field, value) in [
        ("partly_mod", n.partly_mod),
        ("piercing_mod", n.piercing_mod),
        ("shaken_hit", n.shaken_hit),
        ("shaken_hit_cap", n.shaken_hit_cap),
        ("crew_hit", n.crew_hit),
        ("aim", n.aim),
        ("bad_at_long_range", n.bad_at_long_range),
        ("camouflage", n.camouflage),
        ("optimal_at_point_blank", n.optimal_at_point_blank),
        ("enhanced_accuracy", n.enhanced_accuracy),
        ("on_edge", n.on_edge),
        ("tiny", n.tiny),
        ("huge", n.huge),
    ] {
        range(problems, root, field, value, -9, 9);
    }
    let pairs = [("flying", n.flying), ("smoke", n.smoke), ("steady", n.steady)];
    for (field, pair) in pairs.into_iter().chain(n.speeds.map(|s| ("speeds", s))) {
        range(problems, root, field, pair.0, -5, 5);
        range(problems, root, field, pair.1, -5, 5);
    }
    for (field, band) in [("point_blank", n.point_blank), ("normal", n.normal), ("long", n.long)] {
        for value in [band.hit, band.ap, band.damage] {
            range(problems, root, field, value, -5, 5);
        }
    }
    for value in n.shots {
        range(problems, root, "shots", value, -5, 5);
    }
    range(problems, root, "hit_base", n.hit_base, -20, 60);
    range(problems, root, "partly_shortfall_max", n.partly_shortfall_max, 0, 20);
    range(problems, root, "terror_range", n.terror_range, 0, 60);
    range(problems, root, "dispersal", n.dispersal, 0, 5);
    range(problems, root, "retreat_hexes", n.retreat_hexes, 1, 3);
    range(problems, root, "future_a_step", n.future_a_step, 1, 100);
    check_terrain(root, n, problems);
    for row in &n.results {
        for result in [row.infantry, row.monster, row.vehicle, row.psychic] {
            for count in [result.kills, result.tokens, result.shaken, result.critical] {
                range(problems, root, "results", count, 0, 10);
            }
            if result.bleed != 0 && rung(result.bleed).is_none() {
                range(problems, root, "results", result.bleed, 4, 12);
            }
        }
    }
    let at = root.get("results").map_or(root.at, |r| r.at);
    if n.results.is_empty() || n.results.len() > 5 {
        problems.add(at, format!("the damage table has {} rows", n.results.len()), "it must have 1 to 5");
    }
    if n.results.windows(2).any(|w| w[0].from >= w[1].from) {
        problems.add(at, "the rows of the damage table do not rise", "order them by `from`");
    }
}

/// One row for each terrain, and what it costs within what searches can count.
fn check_terrain(root: &Node, n: &Numbers, problems: &mut Problems<'_>) {
    let at = root.get("terrain").map_or(root.at, |t| t.at);
    for terrain in Terrain::ALL {
        let rows = n.terrain.iter().filter(|g| g.terrain == terrain).count();
        if rows != 1 {
            problems.add(at, format!("{rows} rows for {terrain:?}"), "give each terrain one");
        }
    }
    for row in &n.terrain {
        for cost in [row.infantry, row.monster, row.vehicle, row.flying].into_iter().flatten() {
            range(problems, root, "terrain", cost, 1, 20);
        }
        range(problems, root, "terrain", row.to_hit, -5, 5);
        range(problems, root, "terrain", row.to_be_hit, -5, 5);
    }
}

fn check_weapon(weapon: &Weapon, node: &Node, problems: &mut Problems<'_>) {
    range(problems, node, "range", weapon.range, 0, 60);
    range(problems, node, "ap", weapon.ap, 0, 20);
    range(problems, node, "die", weapon.die, 1, 20);
    range(problems, node, "shots", weapon.shots, 1, 20);
    if ![60, 120, 180, 360].contains(&weapon.arc) {
        let at = node.get("arc").map_or(node.at, |n| n.at);
        problems.add(at, format!("an arc of {} degrees", weapon.arc), "it must be 60, 120, 180 or 360 (HEX-GUN-05)");
    }
    for special in &weapon.specials {
        if let Special::Poison(die) | Special::Bleed(die) = special
            && rung(*die).is_none()
        {
            let at = node.get("specials").map_or(node.at, |n| n.at);
            problems.add(at, format!("a token of d{die}"), "tokens carry a d4, d6, d8, d10 or d12 (HEX-CONST-03)");
        }
    }
}

fn check_sheet(sheet: &Sheet, node: &Node, weapons: &[&str], problems: &mut Problems<'_>) {
    range(problems, node, "models", sheet.models, 1, 10);
    if sheet.class != Class::Infantry {
        range(problems, node, "models", sheet.models, 1, 1);
    }
    range(problems, node, "slow", sheet.slow, 0, 5);
    range(problems, node, "fast", sheet.fast, 0, 5);
    range(problems, node, "assault", sheet.assault, 0, 12);
    range(problems, node, "deflect", sheet.deflect, 0, 12);
    range(problems, node, "points", sheet.points, 1, 2000);
    let (front, side, rear) = sheet.armour;
    for armour in [front, side, rear] {
        range(problems, node, "armour", armour, 0, 8);
    }
    if sheet.class == Class::Infantry && (front != side || side != rear) {
        let at = node.get("armour").map_or(node.at, |n| n.at);
        problems.add(at, "Infantry has one armour all round", "write the same number three times (HEX-FACE-01)");
    }
    let mut known = |name: &str, at| {
        if !weapons.contains(&name) {
            problems.unknown(at, "weapon", name, weapons);
        }
    };
    known(&sheet.assault_weapon, node.get("assault_weapon").map_or(node.at, |n| n.at));
    let ranged = node.get("ranged").map_or(&[][..], Node::items);
    for (Armament { weapon, .. }, at) in sheet.ranged.iter().zip(ranged) {
        known(weapon, at.get("weapon").map_or(at.at, |n| n.at));
    }
    for (Armament { bearers, .. }, at) in sheet.ranged.iter().zip(ranged) {
        range(problems, at, "bearers", bearers.unwrap_or(1), 1, sheet.models.into());
    }
    range(problems, node, "ranged", sheet.ranged.len() as i64, 0, 8);
    let abilities = node.get("abilities").map_or(node.at, |n| n.at);
    for phase in [super::stats::Phase::First, super::stats::Phase::Second] {
        let care = |a: &&Ability| matches!(a, Ability::Heal(_, _, p) | Ability::Repair(_, _, p) if *p == phase);
        if sheet.abilities.iter().filter(care).count() > 1 {
            problems.add(abilities, "two kinds of healing in one step", "leave one (HEX-HEAL-01)");
        }
    }
    for ability in &sheet.abilities {
        let mut within = |value: u8, least, most| range(problems, node, "abilities", value, least, most);
        match *ability {
            Ability::Terror(die) | Ability::Scream(die) => within(die, 1, 20),
            Ability::TakeCover(_, n) | Ability::Elusive(_, n) => within(n, 0, 20),
            Ability::Resistance(_, n) => within(n, 0, 12),
            Ability::CunningAssault(tokens, successes) => {
                within(tokens, 0, 5);
                within(successes, 1, 20);
            }
            Ability::Grenades(n) | Ability::Smoke(n) | Ability::RerollAssault(n) | Ability::Endurance(n) => {
                within(n, 0, 20)
            }
            Ability::Heal(n, ..) | Ability::Repair(n, ..) => within(n, 0, 20),
            _ => {}
        }
    }
}
