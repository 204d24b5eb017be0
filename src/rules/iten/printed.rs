//! Rosters in print: every figure with what it carries and what it costs, part by part.

use crate::rules::muster::points;

use super::content::RuleContent;
use super::numbers::Driving;
use super::retinue::{Member, Mount, Price};
use super::roster::Roster;
use super::stats::{Creed, Leads, Tag, Weapon};

/// A number with its sign.
pub(super) fn signed(n: impl Into<i64>) -> String {
    format!("{:+}", n.into())
}

/// What a rulebook prints instead, if it does.
fn beside(printed: Option<u16>) -> String {
    printed.map_or(String::new(), |p| format!(" (printed: {p})"))
}

/// A weapon's numbers.
pub(super) fn numbers(weapon: &Weapon) -> String {
    let mut words = vec![signed(weapon.bonus)];
    words.extend(weapon.range.map(|r| format!("range {r}")));
    if weapon.grit != 0 {
        words.push(format!("Grit {}", signed(weapon.grit)));
    }
    words.join(", ")
}

/// The parts of a price that are not nothing.
fn parts(price: &Price) -> String {
    let parts = [
        ("Grit", price.grit),
        ("FV", price.fv),
        ("SV", price.sv),
        ("Speed", price.speed),
        ("armour", price.armour),
        ("weapons", price.weapons),
        ("gear", price.gear),
        ("powers", price.powers),
        ("abilities", price.abilities),
        ("god", price.god),
    ];
    let shown: Vec<String> = parts.iter().filter(|p| p.1 != 0).map(|(name, n)| format!("{name} {n}")).collect();
    shown.join(", ")
}

impl RuleContent {
    /// A roster as players read it.
    #[must_use]
    pub fn printed(&self, roster: &Roster) -> Vec<String> {
        let mut lines = vec![self.heading(roster)];
        if !roster.about.is_empty() {
            lines.push(format!("  {}", roster.about));
        }
        let leading = self.leading(roster);
        for (i, figure) in roster.figures.iter().enumerate() {
            let Some(member) = self.members(roster, i).into_iter().next() else { continue };
            let count = if figure.count == 1 { String::new() } else { format!("{} x ", figure.count) };
            let role = if figure.name.is_empty() { String::new() } else { format!(", {}", member.troop.name) };
            let leads = if leading == Some(i) { ", leads" } else { "" };
            let each = if figure.count == 1 { "" } else { " each" };
            let price = points(member.price.total);
            lines.push(format!("  {count}{}{role}{leads}: {price}{each}{}", figure.title(), beside(figure.printed)));
            lines.push(format!("      {}", statline(&member)));
            lines.extend(self.carried(&member).map(|line| format!("      {line}")));
            lines.push(format!("      ({})", parts(&member.price)));
        }
        let retinue = self.field(roster);
        lines.extend(retinue.mounts.iter().flat_map(|m| self.mount_lines(m, &retinue.members, &self.numbers.driving)));
        lines
    }

    /// Name, list, creed and god, cost.
    pub(super) fn heading(&self, roster: &Roster) -> String {
        let mut what = vec![roster.list.clone()];
        what.extend(roster.creed.map(|c| if c == Creed::Radical { "radical" } else { "puritan" }.to_owned()));
        what.extend(roster.god.map(|g| format!("{g:?}")));
        if roster.boarding {
            what.push("for boarding".to_owned());
        }
        let (total, limit) = (self.total(roster), self.limit(roster));
        let size = roster.size();
        let figures = if size == 1 { "figure" } else { "figures" };
        let printed = beside(roster.printed);
        format!("{} ({}): {size} {figures}, {total} of {limit} points{printed}", roster.name, what.join(", "))
    }

    /// Everything that a figure carries and can do.
    fn carried(&self, member: &Member) -> Option<String> {
        let weapon = |w: &u8| {
            let weapon = &self.weapons[usize::from(*w)];
            format!("{} {}", weapon.name, numbers(weapon))
        };
        let mut words: Vec<String> = member.weapons.iter().map(weapon).collect();
        words.extend(member.gear.iter().map(|g| g.word().to_owned()));
        words.extend(member.calling.map(|c| c.word().to_owned()));
        words.extend(member.powers.iter().map(|p| self.power(*p).name.clone()));
        words.extend(member.abilities.iter().map(|a| self.ability(*a).name.clone()));
        if words.is_empty() { None } else { Some(words.join("; ")) }
    }

    fn mount_lines(&self, mount: &Mount, members: &[Member], driving: &Driving) -> Vec<String> {
        let vehicle = &mount.vehicle;
        let (usual, most) = (vehicle.move_of(driving, false), vehicle.move_of(driving, true));
        let weapons = mount.weapons.iter().map(|w| self.weapons[usize::from(*w)].name.clone());
        let mut words: Vec<String> = weapons.collect();
        if mount.ram {
            words.push("ram".to_owned());
        }
        words.extend(mount.aboard.iter().map(|m| format!("{} aboard", members[usize::from(*m)].name)));
        let role = if mount.name == vehicle.name { String::new() } else { format!(", {}", vehicle.name) };
        let mut lines = vec![
            format!("  {}{role}: {}", mount.name, points(mount.cost)),
            format!("      Armour {}+, moves {usual} or {most}", vehicle.armour),
        ];
        if !words.is_empty() {
            lines.push(format!("      {}", words.join("; ")));
        }
        lines
    }
}

/// Grit, values and armour of a figure, and what it is.
pub(super) fn statline(member: &Member) -> String {
    let troop = &member.troop;
    let values = [("FV", member.fv()), ("SV", troop.sv), ("Speed", troop.speed)];
    let values: Vec<String> = values.iter().map(|(name, n)| format!("{name} {}", signed(*n))).collect();
    let armour = format!("{} {}+", member.armour.name, member.to_hit());
    let mut words = vec![format!("Grit {}+", troop.grit), values.join(", "), armour];
    for (tag, word) in [(Tag::Terrifying, "Terrifying"), (Tag::Fearless, "fears nothing"), (Tag::Daemonic, "Daemonic")]
    {
        if troop.is(tag) {
            words.push(word.to_owned());
        }
    }
    if troop.leads == Leads::Otherwise {
        words.push("may lead".to_owned());
    }
    words.join(", ")
}
