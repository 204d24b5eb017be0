//! Hulks: ships for boarding actions, laid out by a seed and certified (HULK-GEN).
//!
//! A hulk is planned (`plan`: rooms by size, use and make), laid out on hexes (`layout`: rooms find their places;
//! `dig`: passages from room to room, with junctions and loops), built (`build`: hull, bulkheads, hatches) and furnished
//! (`furnish`). Then [`survey`] looks at the finished board alone, without knowing how it came about, and finds whatever
//! breaks a rule; a hulk that does is drawn again. What it found is the [`Certificate`], which goes into the map file
//! with the hulk, and which the checker compares with the board ever after.
//!
//! All is counted in whole numbers from one seeded stream, so a seed gives the same hulk on every machine.

mod build;
mod certificate;
mod chance;
mod dig;
mod draft;
mod file;
mod furnish;
mod layout;
mod plan;
mod shape;
pub mod survey;

use std::collections::BTreeMap;

use crate::battle::mix;
use crate::board::{Board, MAX_CELLS, Terrain, Way, map};

pub use certificate::{Certificate, certify, check};
pub use file::picture;
pub use plan::{DRIVE_CHAMBER, SHIELD_ROOM};
pub use survey::{Defect, Survey};

use chance::Chance;

/// Rings of void around the hull, so that boarding craft find room at every breach (HULK-LEFT-01).
const MARGIN: u16 = 2;

/// Layouts that are tried before the generator gives up; a few are normal.
pub const TRIES: u64 = 400;

/// What a hulk is to be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// The map's name; one that tells the seed if there is none.
    pub name: Option<String>,
    /// Columns and rows of the map, its margin of void included.
    pub size: (u16, u16),
    /// Decks.
    pub decks: u16,
    /// Rooms, all decks together. How many passages they take is left to the layout.
    pub rooms: u16,
    /// The least and the most spaces, rooms and passages together; any number if there is none.
    pub spaces: Option<(usize, usize)>,
    /// How much the passages twist, 0 to 10.
    pub twisty: u8,
    /// How many rooms are without air (HULK-GEN-15).
    pub airless: u16,
    /// Whether one room is a [`DRIVE_CHAMBER`], more than 8 wide, behind heavy hatches.
    pub drive_chamber: bool,
    /// Whether one room is a [`SHIELD_ROOM`], behind heavy hatches.
    pub shield_room: bool,
    /// How many boarders need places to breach (HULK-GEN-14).
    pub boarders: u16,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            name: None,
            size: (44, 32),
            decks: 1,
            rooms: 8,
            spaces: None,
            twisty: 5,
            airless: 0,
            drive_chamber: false,
            shield_room: false,
            boarders: 1,
        }
    }
}

impl Params {
    /// The size of a map that has room for so many rooms on so many decks, in columns and rows: about as much for each as
    /// the usual map has, and never less than that.
    #[must_use]
    pub fn size_for(rooms: u16, decks: u16) -> (u16, u16) {
        const HEXES_A_ROOM: u32 = 176;
        let usual = Params::default().size;
        let hexes = u32::from(rooms.div_ceil(decks.max(1))) * HEXES_A_ROOM;
        let (wide, high) = (u32::from(usual.0), u32::from(usual.1));
        let width = (hexes * wide / high).isqrt() as u16;
        (usual.0.max(width), usual.1.max((u32::from(width) * high / wide) as u16))
    }

    /// The name by which a scenario calls for a hulk that no file holds: `hulk SEED ROOMS DECKS`, the rest as usual.
    #[must_use]
    pub fn called(seed: u64, rooms: u16, decks: u16) -> String {
        format!("hulk {seed} {rooms} {decks}")
    }

    /// The seed and the wishes of such a name; none where it is another.
    #[must_use]
    pub fn of_name(name: &str) -> Option<(u64, Params)> {
        let mut words = name.split(' ');
        if words.next() != Some("hulk") {
            return None;
        }
        let seed = words.next()?.parse().ok()?;
        let (rooms, decks) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        words
            .next()
            .is_none()
            .then(|| (seed, Params { rooms, decks, size: Params::size_for(rooms, decks), ..Params::default() }))
    }

    /// What is wrong with the wishes themselves, in words.
    fn fault(&self) -> Option<String> {
        let (width, height) = self.size;
        let hexes = usize::from(width) * usize::from(height) * usize::from(self.decks);
        let nameless = self.name.as_ref().is_some_and(|name| name.trim().is_empty());
        match self {
            _ if nameless => Some("the name is empty".to_owned()),
            _ if !(24..=120).contains(&width) || !(20..=90).contains(&height) => {
                Some(format!("{width} x {height} hexes are no size for a hulk: 24 x 20 to 120 x 90"))
            }
            _ if !(1..=3).contains(&self.decks) => Some(format!("{} decks: 1 to 3 are possible", self.decks)),
            _ if hexes > MAX_CELLS => Some(format!("{hexes} hexes on all decks are too many: at most {MAX_CELLS}")),
            _ if !(4..=40).contains(&self.rooms) => Some(format!("{} rooms: 4 to 40 are possible", self.rooms)),
            _ if self.rooms < 3 * self.decks => {
                Some(format!("{} rooms are too few for {} decks", self.rooms, self.decks))
            }
            _ if self.twisty > 10 => Some(format!("twisty is 0 to 10, not {}", self.twisty)),
            _ if self.airless > self.rooms / 4 => {
                Some(format!("{} airless rooms are too many of {}", self.airless, self.rooms))
            }
            // Every room is a space.
            _ if self.spaces.is_some_and(|(least, most)| least > most || most < self.rooms.into()) => {
                let (least, most) = self.spaces.unwrap_or_default();
                Some(format!("{least} to {most} spaces are not to be had with {} rooms", self.rooms))
            }
            _ if !(1..=7).contains(&self.boarders) => Some(format!("{} boarders: 1 to 7 are possible", self.boarders)),
            _ => None,
        }
    }

    /// Where a finished hulk, sound in itself, is not what was asked for.
    fn missed(&self, board: &Board, survey: &Survey<'_>) -> Option<String> {
        let spaces = board.spaces().len();
        if !file::can_be_marked(board) {
            return Some("it came to more passages than a map can mark".to_owned());
        }
        if let Some((least, most)) = self.spaces
            && !(least..=most).contains(&spaces)
        {
            return Some(format!("it came to {} spaces", if spaces < least { "too few" } else { "too many" }));
        }
        if survey.entries().len() < 6 * usize::from(self.boarders) {
            return Some("HULK-GEN-14: there are too few places to breach for so many boarders".to_owned());
        }
        let airless = board.spaces().iter().filter(|space| space.airless).count();
        if airless < usize::from(self.airless) {
            return Some("no room could be left without air".to_owned());
        }
        let guarded = [(self.drive_chamber, DRIVE_CHAMBER), (self.shield_room, SHIELD_ROOM)];
        guarded.into_iter().find_map(|(asked, name)| {
            let heavy =
                |way: Way| matches!(way, Way::Doorway(Terrain::HeavyHatch) | Way::Ladder(Some(Terrain::HeavyHatch)));
            let is = |id| {
                let sides = survey.sides(id);
                board.entrances(id).iter().all(|e| heavy(e.way)) && (name == SHIELD_ROOM || sides.0 > 8)
            };
            (asked && !board.space_named(name).is_some_and(is))
                .then(|| format!("there is no {name} behind heavy hatches"))
        })
    }
}

/// A hulk that keeps all rules.
#[derive(Clone, Debug)]
pub struct Hulk {
    /// Its board.
    pub board: Board,
    /// What was found out about it.
    pub certificate: Certificate,
    /// Its map file.
    pub text: String,
    /// How many layouts were drawn, this one included.
    pub tries: u64,
}

impl Hulk {
    /// Draws layouts until one keeps all rules (HULK-GEN-14).
    ///
    /// # Errors
    /// The wishes make no sense, or no layout was found in a bounded number of tries; in words.
    pub fn generate(seed: u64, params: &Params) -> Result<Hulk, String> {
        Hulk::generate_watched(seed, params, || ())
    }

    /// The same, which may take a while; `tried` hears of each layout of at most [`TRIES`] that will not do.
    ///
    /// # Errors
    /// Those of [`Hulk::generate`].
    pub fn generate_watched(seed: u64, params: &Params, tried: impl Fn()) -> Result<Hulk, String> {
        if let Some(fault) = params.fault() {
            return Err(fault);
        }
        let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
        for attempt in 0..TRIES {
            if attempt > 0 {
                tried();
            }
            let board = match draw(&mut Chance::new(mix(seed, attempt)), seed, params) {
                Ok(board) => board,
                Err(reason) => {
                    *reasons.entry(reason.to_owned()).or_default() += 1;
                    continue;
                }
            };
            let survey = Survey::of(&board);
            let fault = survey
                .faults()
                .first()
                .map(|f| format!("{} {}", f.rule, f.message))
                .or_else(|| params.missed(&board, &survey));
            if let Some(fault) = fault {
                *reasons.entry(fault).or_default() += 1;
                continue;
            }
            let certificate = Certificate::of(&survey);
            let text = file::write(seed, params, &board, &certificate);
            // The file is what counts, so it is read as any other.
            let Ok(board) = map::load("hulk", &text) else {
                *reasons.entry("its map could not be read".to_owned()).or_default() += 1;
                continue;
            };
            return Ok(Hulk { board, certificate, text, tries: attempt + 1 });
        }
        let mut reasons: Vec<(String, u64)> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let most: Vec<String> =
            reasons.iter().take(3).map(|(reason, count)| format!("{reason} ({count} times)")).collect();
        let (rooms, (width, height)) = (params.rooms, params.size);
        Err(format!(
            "none of {TRIES} layouts of {rooms} rooms on {width} x {height} hexes would do: {}; \
             another seed may do, another size, or other wishes",
            most.join(", ")
        ))
    }
}

/// One layout, which may break rules that only the finished board shows.
fn draw(chance: &mut Chance, seed: u64, params: &Params) -> Result<Board, &'static str> {
    let mut draft = draft::Draft::new(params);
    layout::place(&mut draft, plan::rooms(params, chance), chance)?;
    dig::passages(&mut draft, params, chance)?;
    build::build(&mut draft, params, chance)?;
    furnish::furnish(&mut draft, params, chance)?;
    Ok(draft.finish(&params.name.clone().unwrap_or_else(|| format!("Hulk {seed}"))))
}
