//! The ruleset's content: numbers, guns, blades and models, read from its files and checked.

use serde::Deserialize;

use crate::board::Terrain;
use crate::kit::content::{find, named, one_row_each, ranges, sheets, single};
use crate::source::checks::range;
use crate::source::{Document, Node, Problem, Problems};

use super::stats::{Blade, Gun, Sheet, Strength, Trait};

named!(Gun, Blade, Sheet);

/// What a hex does to sight (the terrain table of GEM-MOVE).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub enum View {
    /// Nothing.
    #[default]
    Clear,
    /// Two such hexes on a trace block it.
    Dense,
    /// It blocks.
    Blocks,
}

/// Cover, the better the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Cover {
    /// None.
    #[default]
    None,
    /// -1 to hit.
    Soft,
    /// -2 to hit.
    Hard,
}

/// What a terrain is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    /// Which.
    pub terrain: Terrain,
    /// Inches of movement that a hex takes; none where nobody can go.
    pub cost: Option<u8>,
    /// Cover of whoever stands in it.
    #[serde(default)]
    pub inside: Cover,
    /// Cover of whoever stands behind it.
    #[serde(default)]
    pub behind: Cover,
    /// What it does to sight.
    #[serde(default)]
    pub view: View,
    /// Half the move whatever the height: windows.
    #[serde(default)]
    pub climbed: bool,
    /// Slippery, loose or narrow (GEM-AGI-03).
    #[serde(default)]
    pub hazard: bool,
    /// A door: closed at the start, opened in passing (GEM-MOVE-09).
    #[serde(default)]
    pub door: bool,
}

/// The numbers of the game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Hexes within which an enemy's action may be reacted to (GEM-REACT-02).
    pub reaction: u8,
    /// The same on overwatch (GEM-OVER-02).
    pub overwatch: u8,
    /// Hexes within which the leader's Ld is borrowed (GEM-MOR-01).
    pub leader: u8,
    /// Hexes within which friends give heart and their fall takes it (GEM-MOR-02, GEM-NERVE-01).
    pub near: u8,
    /// Hexes in one turn from which on a model is hard to hit (the table behind GEM-SHOOT-09).
    pub fast: u8,
    /// Hexes of rapid fire (GEM-ACT-03).
    pub rapid: u8,
    /// Hexes that a router flees at once (GEM-ROUT-02).
    pub rout: u8,
    /// What each terrain is like.
    pub terrain: Vec<TerrainRow>,
}

/// Everything that a scenario of this ruleset can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleContent {
    /// `rules.ron`.
    pub numbers: Numbers,
    /// `guns.ron`.
    pub guns: Vec<Gun>,
    /// `blades.ron`.
    pub blades: Vec<Blade>,
    /// `models.ron`.
    pub models: Vec<Sheet>,
}

/// The blade of those who have no other (GEM-CC-03).
pub const FREE: &str = "Knife";
/// What the unarmed fight with (GEM-CC-03).
pub const FISTS: &str = "Fists";

impl RuleContent {
    /// Reads the files: numbers, guns, blades, models.
    pub(super) fn of(files: [&Document; 4]) -> Result<RuleContent, Vec<Problem>> {
        let mut all = Vec::new();
        let [rules, guns, blades, models] = files;
        let numbers = single(rules, &mut all, check_numbers);
        let guns = sheets(guns, &mut all, check_gun);
        let listed = blades;
        let blades = sheets(blades, &mut all, |blade: &Blade, node, problems| {
            ranges!(problems, node, blade; 1..=2 => hands; -6..=3 => save;);
            if let Strength::Fixed(strength) = blade.strength {
                range(problems, node, "strength", strength, 1, 10);
            }
        });
        for needed in [FREE, FISTS] {
            if find(&blades, needed).is_none() {
                let mut problems = Problems::new(listed);
                problems.add(
                    listed.root.at,
                    format!("there is no blade \"{needed}\""),
                    "everybody may come to need it",
                );
                all.extend(problems.finish(Some(())).err().into_iter().flatten());
            }
        }
        let models =
            sheets(models, &mut all, |sheet, node, problems| check_model(sheet, &guns, &blades, node, problems));
        match numbers {
            Some(numbers) if all.is_empty() => Ok(RuleContent { numbers, guns, blades, models }),
            _ => Err(all),
        }
    }
}

fn check_numbers(numbers: &Numbers, root: &Node, problems: &mut Problems<'_>) {
    ranges!(problems, root, numbers; 0..=60 => reaction, overwatch, leader, near, fast, rapid, rout;);
    one_row_each(problems, root.get("terrain").unwrap_or(root), numbers.terrain.iter().map(|row| row.terrain));
    for row in &numbers.terrain {
        crate::kit::content::within(problems, root, "terrain", &row.cost, 1..=12);
    }
}

fn check_gun(gun: &Gun, node: &Node, problems: &mut Problems<'_>) {
    ranges!(problems, node, gun;
        1..=60 => short, long;
        -3..=3 => at_short, at_long;
        1..=10 => strength;
        -6..=0 => save;
        1..=6 => shots;
        2..=7 => ammo;
        1..=2 => hands;
    );
    if gun.short > gun.long {
        problems.add(node.at, "short range ends beyond long range", "let `short` be `long` at most");
    }
}

fn check_model(sheet: &Sheet, guns: &[Gun], blades: &[Blade], node: &Node, problems: &mut Problems<'_>) {
    ranges!(problems, node, sheet;
        0..=12 => m;
        0..=10 => ws, bs, a;
        1..=10 => s, t, w, i;
        2..=12 => ld, cl;
        2..=7 => sv;
        2..=6 => an;
        0..=9 => grenades, smokes;
    );
    let at = |field: &str| node.get(field).map_or(node.at, |n| n.at);
    for gun in &sheet.guns {
        if find(guns, gun).is_none() {
            problems.unknown(at("guns"), "gun", gun, &crate::kit::content::names(guns));
        }
    }
    for blade in &sheet.blades {
        if find(blades, blade).is_none() {
            problems.unknown(at("blades"), "blade", blade, &crate::kit::content::names(blades));
        }
    }
    range(problems, node, "guns", sheet.guns.len() as i64, 0, 4);
    let hands: u8 = sheet.blades.iter().filter_map(|b| find(blades, b)).map(|b| blades[b].hands).sum();
    if sheet.blades.len() > 3 || hands > 3 {
        problems.add(
            at("blades"),
            "too many weapons at once",
            "name what it fights with: two hands' worth and a shield",
        );
    }
    for known in &sheet.traits {
        let mut within = |value: u8| range(problems, node, "traits", value, 2, 18);
        match known {
            Trait::Frenzy(n, near) => {
                within(*n);
                range(problems, node, "traits", near.unwrap_or(0), 0, 60);
            }
            Trait::Frenzied(n) | Trait::Stupidity(n) | Trait::FirstAid(n) => within(*n),
            _ => {}
        }
    }
}
