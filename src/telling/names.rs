//! Names in the terminal: a letter for each side, a number for each of its units.

use crate::battle::{SideId, UnitId};
use crate::board::{Cell, Terrain};
use crate::rules::BattleView;

/// The letter of a side.
#[must_use]
pub fn letter(side: SideId) -> char {
    char::from(b'A' + side.0 % 26)
}

/// The tag of a unit, as the board shows it: the letter of its side and its number there.
#[must_use]
pub fn tag(battle: &dyn BattleView, unit: UnitId) -> String {
    let side = battle.piece(unit).side;
    let number = battle.units().take_while(|u| *u <= unit).filter(|&u| battle.piece(u).side == side).count();
    format!("{}{number}", letter(side))
}

/// Tag and name of a unit.
#[must_use]
pub fn unit(battle: &dyn BattleView, unit: UnitId) -> String {
    format!("{} {}", tag(battle, unit), battle.name(unit))
}

/// A public number as players read it, from its label: what is so is told by its name alone.
#[must_use]
pub fn reading((name, said): (String, String)) -> String {
    if said == "yes" { name } else { format!("{name} {said}") }
}

/// The unit of a tag, in either case of letters.
#[must_use]
pub fn by_tag(battle: &dyn BattleView, text: &str) -> Option<UnitId> {
    battle.units().find(|&u| tag(battle, u).eq_ignore_ascii_case(text))
}

/// The name of a side.
#[must_use]
pub fn side(battle: &dyn BattleView, side: SideId) -> &str {
    battle.sides().get(side.index()).map_or("", |s| s.name.as_str())
}

/// The side of a name or letter, in either case of letters.
#[must_use]
pub fn side_by_name(names: &[String], text: &str) -> Option<SideId> {
    let named = names.iter().position(|n| n.eq_ignore_ascii_case(text));
    let lettered = || {
        let mut letters = text.chars().map(|c| c.to_ascii_uppercase());
        let index = (letters.next()? as usize).checked_sub('A' as usize)?;
        (letters.next().is_none() && index < names.len()).then_some(index)
    };
    named.or_else(lettered).map(|i| SideId(i as u8))
}

/// The hex written as column.row, or column.row.deck with the deck from 1.
#[must_use]
pub fn hex(battle: &dyn BattleView, text: &str) -> Option<Cell> {
    let numbers: Option<Vec<u16>> = text.split(['.', ',']).map(|n| n.parse().ok()).collect();
    let (column, row, deck) = match numbers?[..] {
        [column, row] => (column, row, 1),
        [column, row, deck] => (column, row, deck),
        _ => return None,
    };
    let board = battle.board();
    let cell = board.at(column, row);
    let deck = deck.checked_sub(1).filter(|d| *d < board.decks)?;
    cell.is_some().then(|| Cell(cell.0 + deck * board.width * board.height))
}

/// The character and the name of a terrain.
#[must_use]
pub fn terrain(terrain: Terrain) -> (char, &'static str) {
    match terrain {
        Terrain::Clear => ('.', "clear"),
        Terrain::Floor => (',', "floor"),
        Terrain::Road => ('=', "road"),
        Terrain::Forest => ('F', "forest"),
        Terrain::BurnedForest => ('x', "burned forest"),
        Terrain::Building => ('B', "building"),
        Terrain::Ruins => ('R', "ruins"),
        Terrain::Rough => (':', "rough"),
        Terrain::SandDunes => ('~', "sand dunes"),
        Terrain::LowObstacle => ('o', "low obstacle"),
        Terrain::Wreck => ('w', "wreck"),
        Terrain::Wall => ('#', "wall"),
        Terrain::Door => ('D', "door"),
        Terrain::DeepWater => ('W', "deep water"),
        Terrain::Brush => ('"', "brush"),
        Terrain::Fence => ('-', "fence"),
        Terrain::Window => ('_', "window"),
        Terrain::Furniture => ('f', "furniture"),
        Terrain::Console => ('c', "console"),
        Terrain::Bulwark => ('b', "bulwark"),
        Terrain::LightBarricade => ('/', "light barricade"),
        Terrain::Barricade => ('X', "barricade"),
        Terrain::LightBulkhead => ('|', "light bulkhead"),
        Terrain::Bulkhead => ('%', "bulkhead"),
        Terrain::HeavyBulkhead => ('H', "heavy bulkhead"),
        Terrain::Hull => ('&', "hull"),
        Terrain::LightHatch => ('d', "light hatch"),
        Terrain::Hatch => ('h', "hatch"),
        Terrain::HeavyHatch => ('O', "heavy hatch"),
        Terrain::Void => (' ', "void"),
    }
}
