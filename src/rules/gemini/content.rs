//! The ruleset's content: numbers, guns, blades and models, read from its files and checked.

use serde::Deserialize;

use crate::board::Terrain;
use crate::kit::content::{Named, find, named, one_row_each, ranges, sheets, single};
use crate::source::checks::range;
use crate::source::{Document, Node, Problem, Problems};

use super::stats::{Blade, Gun, Sheet, Skill, SkillRow, Strength, Trait};

named!(Gun, Blade, Sheet, SkillRow);

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

impl Cover {
    /// What it does to a roll to hit whoever has it (the table behind GEM-SHOOT-09).
    #[must_use]
    pub fn modifier(self) -> i8 {
        -(self as i8)
    }
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
    /// Points that a gang may cost where nobody says otherwise (GEM-SET-05).
    pub usual_points: u16,
    /// Points of a grenade.
    pub grenade_points: u16,
    /// Points of a smoke grenade.
    pub smoke_points: u16,
    /// Character points of a leader, for skills (GEM-SKILL-02).
    pub leader_skills: u8,
    /// The same of everybody else.
    pub other_skills: u8,
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
    /// `skills.ron`.
    pub skills: Vec<SkillRow>,
    /// `models.ron`.
    pub models: Vec<Sheet>,
}

/// The blade of those who have no other (GEM-CC-03).
pub const FREE: &str = "Knife";
/// What the unarmed fight with (GEM-CC-03).
pub const FISTS: &str = "Fists";
/// What a pistol is that can no longer be fired (GEM-AMMO-02).
pub const BUTT: &str = "Gun butt";
/// The skill that treats wounds (GEM-SKILL-06).
pub const FIRST_AID: &str = "First Aid";

impl RuleContent {
    /// Reads the files: numbers, guns, blades, skills, models.
    pub(super) fn of(files: [&Document; 5]) -> Result<RuleContent, Vec<Problem>> {
        let mut all = Vec::new();
        let [rules, gun_file, blade_file, skill_file, model_file] = files;
        let numbers = single(rules, &mut all, check_numbers);
        let blades = sheets(blade_file, &mut all, |blade: &Blade, node, problems| {
            ranges!(problems, node, blade; 1..=2 => hands; -6..=3 => save; 0..=100 => points;);
            if let Strength::Fixed(strength) = blade.strength {
                range(problems, node, "strength", strength, 1, 10);
            }
        });
        let guns = sheets(gun_file, &mut all, |gun, node, problems| check_gun(gun, &blades, node, problems));
        let skills: Vec<SkillRow> = sheets(skill_file, &mut all, |_, _, _| ());
        let blade = |name| (find(&blades, name).is_some(), blade_file, "blade", name);
        let skill = (find(&skills, FIRST_AID).is_some(), skill_file, "skill", FIRST_AID);
        for (there, file, what, needed) in [blade(FREE), blade(FISTS), blade(BUTT), skill] {
            if !there {
                let told = format!("there is no {what} \"{needed}\"");
                all.push(file.problem(file.root.at.start, told, "everybody may come to need it"));
            }
        }
        let book = Book { guns: &guns, blades: &blades, skills: &skills };
        let models = sheets(model_file, &mut all, |sheet, node, problems| book.check(sheet, node, problems));
        match numbers {
            Some(numbers) if all.is_empty() => Ok(RuleContent { numbers, guns, blades, skills, models }),
            _ => Err(all),
        }
    }
}

impl RuleContent {
    /// What a model costs with its gear, in points (GEM-SET-05).
    #[must_use]
    pub fn cost(&self, sheet: &Sheet) -> u16 {
        let guns = sheet.guns.iter().filter_map(|gun| find(&self.guns, gun)).map(|gun| self.guns[gun].points);
        let blades = sheet.blades.iter().filter_map(|b| find(&self.blades, b)).map(|b| self.blades[b].points);
        let grenades = u16::from(sheet.grenades) * self.numbers.grenade_points;
        let smokes = u16::from(sheet.smokes) * self.numbers.smoke_points;
        guns.chain(blades).chain([grenades, smokes]).fold(sheet.points, u16::saturating_add)
    }
}

fn check_numbers(numbers: &Numbers, root: &Node, problems: &mut Problems<'_>) {
    ranges!(problems, root, numbers;
        0..=60 => reaction, overwatch, leader, near, fast, rapid, rout;
        1..=10_000 => usual_points;
        0..=100 => grenade_points, smoke_points, leader_skills, other_skills;
    );
    one_row_each(problems, root.get("terrain").unwrap_or(root), numbers.terrain.iter().map(|row| row.terrain));
    for row in &numbers.terrain {
        crate::kit::content::within(problems, root, "terrain", &row.cost, 1..=12);
    }
}

fn check_gun(gun: &Gun, blades: &[Blade], node: &Node, problems: &mut Problems<'_>) {
    ranges!(problems, node, gun;
        1..=60 => short, long;
        -3..=3 => at_short, at_long;
        1..=10 => strength;
        -6..=0 => save;
        1..=6 => shots;
        2..=7 => ammo;
        1..=2 => hands;
        0..=100 => points;
    );
    if let Some(blade) = gun.in_hand.as_ref().filter(|blade| find(blades, blade).is_none()) {
        let at = node.get("in_hand").map_or(node.at, |n| n.at);
        problems.unknown(at, "blade", blade, &crate::kit::content::names(blades));
    }
    if gun.short > gun.long {
        problems.add(node.at, "short range ends beyond long range", "let `short` be `long` at most");
    }
}

/// What sheets of models can name.
struct Book<'a> {
    guns: &'a [Gun],
    blades: &'a [Blade],
    skills: &'a [SkillRow],
}

/// Most guns of a model.
pub(super) const MOST_GUNS: usize = 4;

/// Whether a model can fight with so many weapons at once: two hands' worth, and a shield.
pub(super) fn too_many(blades: &[&Blade]) -> bool {
    blades.len() > 3 || blades.iter().map(|blade| blade.hands).sum::<u8>() > 3
}

impl Book<'_> {
    fn check(&self, sheet: &Sheet, node: &Node, problems: &mut Problems<'_>) {
        ranges!(problems, node, sheet;
            0..=12 => m;
            0..=10 => ws, bs, a;
            1..=10 => s, t, w, i;
            2..=12 => ld, cl;
            2..=7 => sv;
            2..=6 => an;
            1..=500 => points;
            0..=9 => grenades, smokes;
        );
        fn known<T: Named>(
            node: &Node,
            field: &str,
            what: &'static str,
            of: &[T],
            name: &str,
            problems: &mut Problems<'_>,
        ) {
            if find(of, name).is_none() {
                let at = node.get(field).map_or(node.at, |n| n.at);
                problems.unknown(at, what, name, &crate::kit::content::names(of));
            }
        }
        sheet.guns.iter().for_each(|gun| known(node, "guns", "gun", self.guns, gun, problems));
        sheet.blades.iter().for_each(|blade| known(node, "blades", "blade", self.blades, blade, problems));
        for Skill { name, level } in &sheet.skills {
            known(node, "skills", "skill", self.skills, name, problems);
            range(problems, node, "skills", *level, 2, 18);
        }
        sheet.classes.iter().for_each(|(skill, _)| known(node, "classes", "skill", self.skills, skill, problems));
        range(problems, node, "guns", sheet.guns.len() as i64, 0, MOST_GUNS as i64);
        let blades: Vec<&Blade> =
            sheet.blades.iter().filter_map(|b| find(self.blades, b)).map(|b| &self.blades[b]).collect();
        if too_many(&blades) {
            let at = node.get("blades").map_or(node.at, |n| n.at);
            problems.add(at, "too many weapons at once", "name what it fights with: two hands' worth and a shield");
        }
        for known in &sheet.traits {
            let mut within = |value: u8| range(problems, node, "traits", value, 2, 18);
            match known {
                Trait::Frenzy(n, near) => {
                    within(*n);
                    range(problems, node, "traits", near.unwrap_or(0), 0, 60);
                }
                Trait::Frenzied(n) | Trait::Stupidity(n) => within(*n),
                _ => {}
            }
        }
    }
}
