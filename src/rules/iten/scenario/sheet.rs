//! What is written in a scenario file of the skirmish ruleset, as it is read.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::board::{Edge, Facing};
use crate::source::{Site, Spanned};

use super::super::boarding::Stake;
use super::super::missions::Mission;
use super::super::options::{Boarders, Options};
use super::super::roster::{self, Ride, Roster};
use super::super::stats::{Creed, God};

/// What is written in a scenario file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the catalogue of scenarios reads the descriptive fields by itself")]
pub(super) struct Sheet {
    pub(super) ruleset: String,
    pub(super) name: String,
    pub(super) about: String,
    #[serde(default)]
    pub(super) rule: Option<String>,
    pub(super) map: String,
    pub(super) turns: u16,
    pub(super) mission: Mission,
    #[serde(default)]
    pub(super) aboard: bool,
    #[serde(default)]
    pub(super) boarding: Option<BoardingSheet>,
    /// Whether all players have agreed to Strange Allies (ITEN-ABIL-22).
    #[serde(default = "agreed")]
    pub(super) strange_allies: bool,
    /// What else they have agreed upon.
    #[serde(default)]
    pub(super) options: Options,
    pub(super) sides: Vec<SideSheet>,
    /// Doors and hatches that stand open; for the hatch of a ladder its foot.
    #[serde(default)]
    pub(super) open: Vec<Spanned<Site>>,
    /// Walls, bulkheads and barricades with a hole in them.
    #[serde(default)]
    pub(super) holed: Vec<Spanned<Site>>,
    /// Compartments and passages that have lost their air long ago, by any hex of each (HULK-CAMP-01).
    #[serde(default)]
    pub(super) airless: Vec<Spanned<Site>>,
    /// Doors and hatches that have been sealed, and floor where contacts come in no more (HULK-STALK-17, HULK-CAMP-01).
    #[serde(default)]
    pub(super) sealed: Vec<Spanned<Site>>,
    /// Floor of a nest that has burnt already (HULK-STALK-22, HULK-CAMP-01).
    #[serde(default)]
    pub(super) burnt: Vec<Spanned<Site>>,
    #[serde(default)]
    pub(super) figures: Vec<FigureSheet>,
    /// Where the wagon stands, in positions (ITEN-GAU-01).
    #[serde(default)]
    pub(super) wagon: Option<Spanned<Site>>,
    #[serde(default)]
    pub(super) start: Option<StartSheet>,
}

fn agreed() -> bool {
    true
}

/// A side and its Retinue.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideSheet {
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) team: Option<u8>,
    #[serde(default)]
    pub(super) roster: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) retinue: Option<RetinueSheet>,
    /// A roster in place, as files of rosters hold it.
    #[serde(default)]
    pub(super) muster: Option<Roster>,
    /// The most points that its Retinue may cost.
    #[serde(default)]
    pub(super) points: Option<u16>,
    /// The edge that it came from, in positions.
    #[serde(default)]
    pub(super) edge: Option<Edge>,
    /// Points' worth of enemies that it has put out of the game, in positions.
    #[serde(default)]
    pub(super) felled: i16,
    /// Whether it has the part that the mission gives to one side; where nobody has it a die says who.
    #[serde(default)]
    pub(super) part: bool,
    /// Figures that it fields besides where it has that part (ITEN-FORT-03, ITEN-GAU-05).
    #[serde(default)]
    pub(super) reinforcement: Vec<roster::Figure>,
}

/// What a boarding is about (HULK).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardingSheet {
    /// Whose blips lie about.
    pub(super) defender: Spanned<String>,
    #[serde(default)]
    pub(super) waking: bool,
    /// Whose friends Boarders are whose sides have no `team` of their own; rivals where it is left out.
    #[serde(default)]
    pub(super) boarders: Option<Boarders>,
    #[serde(default)]
    pub(super) stake: Stake,
    /// How many objectives there are, where that is not what the stake says.
    #[serde(default)]
    pub(super) objectives: Option<u8>,
    /// The compartment in which the first of them must lie.
    #[serde(default)]
    pub(super) within: Option<Spanned<String>>,
    /// How far from every breach they must lie at least, in hexes by foot.
    #[serde(default)]
    pub(super) far: u16,
    /// What earlier missions of a campaign have won or lost (HULK-CAMP-03 to -06).
    #[serde(default)]
    pub(super) late: bool,
    #[serde(default)]
    pub(super) shows: bool,
    #[serde(default)]
    pub(super) ghosts: u8,
    #[serde(default)]
    pub(super) eased: bool,
    /// Contacts that come, in the place of blips that lie about (HULK-STALK-01).
    #[serde(default)]
    pub(super) stalking: Option<StalkingSheet>,
    /// Blips that lie there already, in positions.
    #[serde(default)]
    pub(super) blips: Vec<BlipSheet>,
    /// Objectives, in positions, in the order of their suits.
    #[serde(default)]
    pub(super) tokens: Vec<Spanned<Site>>,
    /// Hexes of boarding craft by side, in positions.
    #[serde(default)]
    pub(super) craft: BTreeMap<Spanned<String>, Vec<Spanned<Site>>>,
    /// Cards drawn, in positions: the suits' places by side.
    #[serde(default)]
    pub(super) drawn: BTreeMap<Spanned<String>, Suit>,
}

/// What comes where contacts stalk (HULK-STALK).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StalkingSheet {
    /// The hexes where they come in, in the order of their numbers.
    pub(super) entries: Vec<Spanned<Site>>,
    /// Vents, by their two ends: ways that are for contacts alone.
    #[serde(default)]
    pub(super) vents: Vec<(Spanned<Site>, Spanned<Site>)>,
    /// How many come in each turn from the first; the last number holds from then on.
    pub(super) schedule: Vec<u8>,
    /// How many of the bag are nothing, beside the units of the Defender's Retinue.
    #[serde(default)]
    pub(super) echoes: u8,
    /// How many entries Boarders have to seal, where it is about that.
    #[serde(default)]
    pub(super) seals: u8,
    /// Where that is what it is about: a cutter, a core, the three rooms of a reactor, contacts that a lost squad is among.
    #[serde(default)]
    pub(super) sites: Vec<Spanned<Site>>,
    /// Turns that a cutter needs.
    #[serde(default)]
    pub(super) work: u8,
    /// How many come in each turn once a core is lifted or a reactor armed.
    #[serde(default)]
    pub(super) roused: Option<u8>,
    /// How many Boarders, the last of the first who board, are lost and lie under contacts at the sites.
    #[serde(default)]
    pub(super) strays: u8,
    /// In positions: what has come so far, in the order of its numbers.
    #[serde(default)]
    pub(super) come: Vec<ContactSheet>,
}

/// A contact of a position: at an entry, by its number, or on the board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ContactSheet {
    #[serde(default)]
    pub(super) entry: Option<u8>,
    #[serde(default)]
    pub(super) at: Option<Spanned<Site>>,
    /// A figure of the unit that it is, or one who is lost; none for an echo.
    #[serde(default)]
    pub(super) unit: Option<Spanned<String>>,
}

/// A blip of a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BlipSheet {
    pub(super) at: Spanned<Site>,
    /// A figure of the unit under it; none for a ghost.
    #[serde(default)]
    pub(super) unit: Option<Spanned<String>>,
}

/// A suit (HULK-OBJ-01).
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) enum Suit {
    Heart,
    Diamond,
    Club,
    Spade,
}

/// A Retinue written in place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RetinueSheet {
    #[serde(default)]
    pub(super) list: String,
    #[serde(default)]
    pub(super) creed: Option<Creed>,
    #[serde(default)]
    pub(super) god: Option<God>,
    #[serde(default)]
    pub(super) boarding: bool,
    /// Who leads it, where that is not whom its list says.
    #[serde(default)]
    pub(super) leader: Option<Spanned<String>>,
    /// A campaign has made it what it is: short of figures perhaps, and led by whoever is left (ITEN-CAMP-03, -08).
    #[serde(default)]
    pub(super) campaign: bool,
    pub(super) figures: Vec<roster::Figure>,
    #[serde(default)]
    pub(super) vehicles: Vec<Ride>,
}

/// A figure of a Retinue that stands on the board from the start, or is out of the game already.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureSheet {
    pub(super) side: Spanned<String>,
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) at: Option<Spanned<Site>>,
    /// How it faces, of a vehicle.
    #[serde(default)]
    pub(super) facing: Facing,
    #[serde(default)]
    pub(super) numbers: BTreeMap<Spanned<String>, i32>,
}

/// Where a position starts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartSheet {
    pub(super) turn: u16,
    pub(super) phase: Spanned<String>,
}
