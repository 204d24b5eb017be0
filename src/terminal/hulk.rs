//! The command that draws hulks.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::progress::Progress;
use super::{Force, Stop};
use crate::board::map;
use crate::scenario::hulk::{self, Hulk, Params, TRIES};
use crate::source::{Document, must_be_file, open};
use crate::store::Held;

/// Draws the map of a hulk for boarding actions, or certifies one that was changed by hand
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray hulk --seed 7 --out maps/derelict.ron\n  \
    hexfray hulk --seed 7 --rooms 14 --decks 2 --size 60x44 --drive-chamber --out core.ron\n  \
    hexfray hulk --seed 3 --rooms 6 --twisty 9 --size 36x28 --spaces 14-18 --airless 1 --out small.ron\n  \
    hexfray hulk --certify maps/derelict.ron\n\n\
    A hulk is rooms and passages between bulkheads, with hatches, doors, barricades, loops and junctions, in a margin\n\
    of void where boarding craft lie. The same seed and wishes draw the same hulk. Its certificate, printed below the\n\
    picture and kept in the file, says what a survey of the finished map found; `hexfray check FILE` compares the two,\n\
    so a map that was changed by hand is told where it breaks a rule. `--certify FILE` surveys such a map again and writes\n\
    its certificate anew, if it breaks none.\n\n\
    Exit code 1, and no file, if no layout keeps all rules: another seed may do, a larger size, or fewer rooms.")]
pub struct HulkMap {
    /// Seed of the layout
    #[arg(long, required_unless_present = "certify")]
    seed: Option<u64>,
    /// Name of the map; without it the map is called after the seed
    #[arg(long)]
    name: Option<String>,
    /// Rooms, all decks together; passages come on top, about three for two rooms
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(4..=40))]
    rooms: u16,
    /// Decks, joined by ladders
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=3))]
    decks: u16,
    /// How much passages twist, from 0, as straight as may be, to 10
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=10))]
    twisty: u8,
    /// Columns and rows of the map, margin included; 44x32, or more where the rooms need it, if it is left out
    #[arg(long, value_name = "WxH", value_parser = pair::<'x'>)]
    size: Option<(u16, u16)>,
    /// Take only a hulk with so many spaces, rooms and passages together
    #[arg(long, value_name = "LEAST-MOST", value_parser = pair::<'-'>)]
    spaces: Option<(u16, u16)>,
    /// Rooms without air, shut by hatches
    #[arg(long, default_value_t = 0)]
    airless: u16,
    /// One room is a drive chamber more than 8 hexes wide, behind heavy hatches
    #[arg(long)]
    drive_chamber: bool,
    /// One room is a shield room behind heavy hatches
    #[arg(long)]
    shield_room: bool,
    /// How many boarders the hulk is for: each finds six separate places to breach
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=7))]
    boarders: u16,
    /// The map file to write
    #[arg(long, value_name = "FILE", required_unless_present = "certify")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Survey this map instead of drawing one, and write its certificate anew
    #[arg(long, value_name = "MAP", exclusive = true)]
    certify: Option<PathBuf>,
}

/// Two numbers, such as 60x44 or 14-18.
fn pair<const BETWEEN: char>(text: &str) -> Result<(u16, u16), String> {
    let numbers = text.split_once(BETWEEN).and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    numbers.ok_or_else(|| format!("write two numbers with {BETWEEN} between them"))
}

impl HulkMap {
    /// Draws the hulk, writes its map and prints its picture; or certifies one.
    ///
    /// # Errors
    /// The file is there already or cannot be written, or no layout keeps all rules; the map to certify is none or
    /// breaks some.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        match (&self.certify, self.seed, &self.out) {
            (Some(file), ..) => certify(file, out),
            (None, Some(seed), Some(file)) => self.draw(seed, file, out),
            _ => unreachable!("without --certify there are --seed and --out"),
        }
    }

    fn draw(&self, seed: u64, file: &Path, out: &mut dyn Write) -> Result<(), Stop> {
        let map = self.force.out(file)?;
        let params = Params {
            name: self.name.clone(),
            size: self.size.unwrap_or_else(|| Params::size_for(self.rooms, self.decks)),
            decks: self.decks,
            rooms: self.rooms,
            spaces: self.spaces.map(|(least, most)| (least.into(), most.into())),
            twisty: self.twisty,
            airless: self.airless,
            drive_chamber: self.drive_chamber,
            shield_room: self.shield_room,
            boarders: self.boarders,
        };
        let progress = Progress::new(0, TRIES, "layouts");
        let hulk = Hulk::generate_watched(seed, &params, || progress.inc()).map_err(Stop::Refused)?;
        drop(progress);
        map.write(&hulk.text)?;
        write!(out, "{}", hulk::picture(&hulk.board))?;
        writeln!(out, "\nCertificate {}", hulk.certificate.text)?;
        let tries = if hulk.tries == 1 { "the first layout".to_owned() } else { format!("layout {}", hulk.tries) };
        writeln!(out, "\n{}: {} spaces, {tries} that keeps all rules", file.display(), hulk.board.spaces().len())?;
        Ok(())
    }
}

/// Writes a map's certificate anew.
fn certify(file: &Path, out: &mut dyn Write) -> Result<(), Stop> {
    let name = file.to_string_lossy();
    must_be_file(&name)?;
    let held = Held::take(&name)?;
    let document = Document::parse(&name, &open(&name)?)?;
    let board = map::load(&name, &document.text)?;
    let text = hulk::certify(&document, &board)?;
    if text == document.text {
        writeln!(out, "{name}: the certificate is true as it stands")?;
        return Ok(());
    }
    held.replace(text.as_bytes())?;
    writeln!(out, "{name}: certified anew")?;
    Ok(())
}
