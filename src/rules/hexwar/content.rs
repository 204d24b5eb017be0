//! The ruleset's content: numbers, weapons and units, read from its files and checked.

use crate::kit::content::{find, named, named_at, one_row_each, ranges, single, within};
use crate::source::checks::{range, twice};
use crate::source::{Document, Node, Problem, Problems, Spanned};

use super::numbers::{Numbers, rung};
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

named!(Sheet);

impl RuleContent {
    /// Reads the files, in the order of [`Content::FILES`].
    pub(super) fn of(files: [&Document; 3]) -> Result<RuleContent, Vec<Problem>> {
        let mut all = Vec::new();
        let [rules, weapons, units] = files;
        let numbers = single(rules, &mut all, check_numbers);
        let mut keep = |result: Result<(), Vec<Problem>>| all.extend(result.err().into_iter().flatten());

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
        find(&self.sheets, name).map(|i| &self.sheets[i])
    }

    /// The sheet that a file names; where there is none the file has a problem.
    pub(super) fn sheet_named(&self, name: &Spanned<String>, problems: &mut Problems<'_>) -> Option<&Sheet> {
        named_at(&self.sheets, name.at, "unit", name, problems).map(|i| &self.sheets[i])
    }
}

fn check_numbers(n: &Numbers, root: &Node, problems: &mut Problems<'_>) {
    ranges!(problems, root, n;
        2..=100 => hit_die, trigger_die, agony_die, assault_die, rally_die;
        6..=6 => crit_die;
        1..=100 => pre_retreat_psychic, trapped_psychic, endurance_psychic, future_a_step;
        1..=8 => stack_units;
        0..=8 => stack_big;
        1..=20_000 => usual_points;
        1..=1000 => points_a_victory_point;
        1..=101 => trigger_on, assault_success, deflect_success, rally_on, rally_on_stubborn;
        -9..=9 => partly_mod, piercing_mod, shaken_hit, shaken_hit_cap, crew_hit, aim, bad_at_long_range, camouflage;
        -9..=9 => optimal_at_point_blank, enhanced_accuracy, on_edge, tiny, huge;
        -5..=5 => flying, smoke, steady, speeds, point_blank, normal, long, shots;
        -20..=60 => hit_base;
        0..=20 => partly_shortfall_max;
        0..=60 => terror_range;
        0..=5 => dispersal;
        1..=3 => retreat_hexes;
    );
    for (field, die) in [("acid_cloud", n.acid_cloud), ("endurance_bleed", n.endurance_bleed)] {
        if rung(die).is_none() {
            let at = root.get(field).map_or(root.at, |n| n.at);
            problems.add(at, format!("{field} is d{die}"), "tokens carry a d4, d6, d8, d10 or d12");
        }
    }
    for (field, (ap, die)) in [("grenade", n.grenade), ("mine", n.mine)] {
        within(problems, root, field, &ap, 0..=20);
        within(problems, root, field, &die, 1..=20);
    }
    check_terrain(root, n, problems);
    for row in &n.results {
        for result in [row.infantry, row.monster, row.vehicle, row.psychic] {
            let counts = [result.kills, result.tokens, result.shaken, result.critical];
            within(problems, root, "results", &counts, 0..=10);
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
    one_row_each(problems, root.get("terrain").unwrap_or(root), n.terrain.iter().map(|row| row.terrain));
    for row in &n.terrain {
        within(problems, root, "terrain", &[row.infantry, row.monster, row.vehicle, row.flying], 1..=20);
        within(problems, root, "terrain", &(row.to_hit, row.to_be_hit), -5..=5);
    }
}

fn check_weapon(weapon: &Weapon, node: &Node, problems: &mut Problems<'_>) {
    ranges!(problems, node, weapon; 0..=60 => range; 0..=20 => ap; 1..=20 => die, shots;);
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
    ranges!(problems, node, sheet; 0..=5 => slow, fast; 0..=12 => assault, deflect; 1..=2000 => points; 0..=8 => armour;);
    let (front, side, rear) = sheet.armour;
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
