//! What scenario files say of things that lie about, of ambushes and arrivals.

use serde::Deserialize;

use crate::battle::{Piece, SideId, UnitId};
use crate::board::{Board, Cell, Edge, Facing};
use crate::kit::content::named_at;
use crate::kit::scenario as kit;
use crate::source::{Problems, Site, Span, Spanned};

use super::ambush::{Ambush, MOST_SECRETS};
use super::content::RuleContent;
use super::model::{Model, fresh};
use super::stats::Sheet;
use super::things::{Asks, Task, Things};

/// What lies about, as scenario files have it.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ThingSheet {
    /// Weapons for close combat.
    weapons: Vec<Lying>,
    /// Prizes in plain sight.
    prizes: Vec<Spanned<Site>>,
    /// Hexes where something may be hidden.
    hiding: Vec<Spanned<Site>>,
    /// How many of those hold a prize.
    hidden: u8,
    /// Doors that are locked.
    locked: Vec<Spanned<Site>>,
    /// What models can put their skills to.
    tasks: Vec<TaskSheet>,
    /// Where models get their own weapons back.
    armoury: Option<Armoury>,
}

/// When a model arrives that is not there from the start.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) enum Arrives {
    /// At the start of its side's turn in this game turn, 2 to 254.
    Turn(u8),
    /// In the game turn after the ambush.
    AfterAmbush,
}

impl Arrives {
    /// The turn, as [`Model::waits`] keeps it.
    pub(super) fn turn(self) -> u8 {
        match self {
            Arrives::Turn(turn) => turn.clamp(1, 254),
            Arrives::AfterAmbush => u8::MAX,
        }
    }
}

/// A weapon that lies about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lying {
    weapon: Spanned<String>,
    at: Spanned<Site>,
}

/// Who has to bring prizes out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Escort {
    pub(super) side: Spanned<String>,
    pub(super) exit: Edge,
}

/// Something that models can put their skills to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TaskSheet {
    name: String,
    at: Spanned<Site>,
    asks: Spanned<Asks>,
    #[serde(default)]
    modifier: i8,
    /// Whether those may try who never learnt the skill (GEM-SKILL-05).
    #[serde(default = "yes")]
    untrained: bool,
    /// A skill that may stand in, and how much worse (GEM-SKILL-05).
    #[serde(default)]
    related: Option<(Spanned<String>, i8)>,
    /// The locked door that it opens.
    #[serde(default)]
    opens: Option<Spanned<Site>>,
    /// Prizes that come to light.
    #[serde(default)]
    prizes: u8,
}

fn yes() -> bool {
    true
}

/// Where models get their own weapons back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Armoury {
    at: Vec<Spanned<Site>>,
    /// The first turn in which they do.
    from: u16,
}

/// Who lies in wait: its models are markers, and so are some more under which nobody is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AmbushSheet {
    pub(super) side: Spanned<String>,
    pub(super) decoys: Vec<Spanned<Site>>,
}

/// A sheet of a marker: under which nobody is, or of which nothing is known.
fn blank(name: &str, w: u8) -> Sheet {
    Sheet {
        name: name.to_owned(),
        gang: String::new(),
        points: 0,
        m: 0,
        ws: 0,
        bs: 0,
        s: 1,
        t: 1,
        w,
        i: 1,
        a: 0,
        ld: 2,
        cl: None,
        sv: 7,
        an: 6,
        guns: Vec::new(),
        blades: Vec::new(),
        grenades: 0,
        smokes: 0,
        skills: Vec::new(),
        classes: Vec::new(),
        traits: Vec::new(),
        icon: Some("ninja-mask".to_owned()),
    }
}

/// Makes markers of all models of a side that are there, and adds those under which nobody is.
pub(super) fn lie_in_wait(
    side: SideId,
    decoys: &[Cell],
    models: &mut Vec<Sheet>,
    units: &mut Vec<(Piece, Model)>,
) -> Ambush {
    let (decoy, unknown) = (models.len() as u8, models.len() as u8 + 1);
    models.extend([blank("Nobody", 0), blank("Marker", 1)]);
    for &at in decoys {
        units.push((Piece::new(side, at, Facing::default()), fresh(decoy, &models[usize::from(decoy)])));
    }
    let waits = |(_, (piece, _)): &(usize, &(Piece, Model))| piece.side == side && piece.at.is_some();
    let markers = units.iter().enumerate().filter(waits).map(|(i, (_, model))| (UnitId(i as u16), model.sheet));
    Ambush { side, markers: markers.collect(), decoy, unknown }
}

/// What lies about.
pub(super) fn things(sheet: &ThingSheet, content: &RuleContent, board: &Board, problems: &mut Problems<'_>) -> Things {
    let cells = |sites: &[Spanned<Site>], problems: &mut Problems<'_>| {
        sites.iter().map(|at| kit::hex(at, board, problems)).collect::<Vec<Cell>>()
    };
    let (prizes, hiding) = (cells(&sheet.prizes, problems), cells(&sheet.hiding, problems));
    if hiding.len() > MOST_SECRETS || usize::from(sheet.hidden) > hiding.len() {
        let at = sheet.hiding.first().map_or(Span::default(), |site| site.at);
        let told = format!("{} prizes in {} hiding places", sheet.hidden, hiding.len());
        problems.add(at, told, format!("a place holds one prize, and there are at most {MOST_SECRETS} places"));
    }
    let locked = cells(&sheet.locked, problems);
    for (site, cell) in sheet.locked.iter().zip(&locked) {
        let row = content.numbers.terrain.iter().find(|row| row.terrain == board.terrain[cell.index()]);
        if !row.is_some_and(|row| row.door) {
            problems.add(site.at, "there is no door in this hex", "lock one that there is");
        }
    }
    let skill = |name: &Spanned<String>, problems: &mut Problems<'_>| {
        named_at(&content.skills, name.at, "skill", name, problems);
    };
    let mut tasks = Vec::new();
    for task in &sheet.tasks {
        if let Asks::Skill(name) = &task.asks.value {
            skill(&Spanned { value: name.clone(), at: task.asks.at }, problems);
        }
        if let Some((name, _)) = &task.related {
            skill(name, problems);
        }
        tasks.push(Task {
            name: task.name.clone(),
            at: kit::hex(&task.at, board, problems),
            asks: task.asks.value.clone(),
            modifier: task.modifier,
            untrained: task.untrained,
            related: task.related.as_ref().map(|(name, worse)| (name.value.clone(), *worse)),
            opens: task.opens.as_ref().map(|at| kit::hex(at, board, problems)),
            prizes: task.prizes,
        });
    }
    let mut weapons = Vec::new();
    for lying in &sheet.weapons {
        let at = kit::hex(&lying.at, board, problems);
        let blade = named_at(&content.blades, lying.weapon.at, "blade", &lying.weapon, problems);
        weapons.extend(blade.map(|blade| (at, blade as u8)));
    }
    let armoury = sheet.armoury.as_ref().map(|armoury| cells(&armoury.at, problems)).unwrap_or_default();
    Things {
        weapons,
        prizes,
        tasks,
        locked,
        hiding,
        hidden: sheet.hidden,
        armoury,
        armoury_opens: sheet.armoury.as_ref().map_or(0, |armoury| armoury.from),
    }
}
