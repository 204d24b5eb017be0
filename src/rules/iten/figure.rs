//! The numbers of figures, of hexes and of the battle as a whole, and what is declared and not yet resolved.

use std::hash::{Hash, Hasher};

use crate::battle::field::{Lies, Tone};
use crate::battle::{BySide, Leaf, MaybeUnit, UnitId, UnitSet, record};
use crate::board::Cell;

use super::catalogue::Power;
use super::stages::Looking;

/// Where a figure is in the battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(u8)]
pub enum Fate {
    /// In the game: on the board, or about to be placed.
    #[default]
    Playing,
    /// Out of the game: a Grit roll failed (ITEN-GRIT-01).
    Out,
    /// Left over its own edge, or home in its craft; not lost, and gone for good (ITEN-OUT-07, HULK-LEFT-02).
    Left,
    /// Not in this battle: it would have reinforced a side that has no part of its own (ITEN-FORT-03, ITEN-GAU-05).
    Absent,
    /// Nobody knows what it is, or whether it is there at all: it lies under a blip (HULK-BLIP-04).
    Unknown,
}

/// What has become of a figure, in the order of the fates: of one that plays nothing is said.
pub(super) const FATES: [&str; 3] = ["out of the game", "left the board", "not in this battle"];

impl Leaf for Fate {
    fn leaf(self, _index: usize) -> i32 {
        self as i32
    }
    fn set_leaf(&mut self, _index: usize, value: i32) -> bool {
        let known = [Fate::Playing, Fate::Out, Fate::Left, Fate::Absent, Fate::Unknown];
        let fate = known.into_iter().find(|f| *f as i32 == value);
        fate.map(|f| *self = f).is_some()
    }
}

/// How far a figure is with a second fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(u8)]
pub enum Encore {
    /// It has felled nobody who would give it one.
    #[default]
    None,
    /// It has one coming.
    Earned,
    /// It has had it, or let it go.
    Over,
}

/// How a vehicle burns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(u8)]
pub enum Blaze {
    /// It does not.
    #[default]
    None,
    /// It is on fire: those aboard get out, by the rules for bailing out (ITEN-VEH-24).
    Fire,
    /// It explodes: those aboard pass a Grit roll first (ITEN-VEH-25).
    Explosion,
    /// It has exploded: those left get out unharmed.
    Exploded,
}

/// The powers that work on a figure, by the order of [`Power::ALL`]: the turn in which each of them ends; 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(C)]
pub struct Spells(pub [u8; Power::ALL.len()]);

impl Leaf for Spells {
    const LABELS: &'static [&'static str] = &[
        "_bless_armour",
        "_bless_weapon",
        "_dominatus",
        "_feet_of_lead",
        "_levitate",
        "_mask_of_death",
        "_path_of_light",
        "_path_of_shadows",
        "_true_grit",
        "_venom",
        "_warpfire",
        "_warpstare",
        "_zone_of_shadows",
    ];
    fn leaf(self, index: usize) -> i32 {
        i32::from(self.0[index])
    }
    fn set_leaf(&mut self, index: usize, value: i32) -> bool {
        u8::try_from(value).map(|v| self.0[index] = v).is_ok()
    }
}

impl Spells {
    /// Whether a power works.
    #[inline]
    #[must_use]
    pub fn has(&self, power: Power) -> bool {
        self.0[power as usize] != 0
    }

    /// Whether none works.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; Power::ALL.len()]
    }
}

/// Where something lies: its hex's number plus one, low byte first; 0 for nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(C)]
pub struct Lying([u8; 2]);

impl Leaf for Lying {
    fn leaf(self, _index: usize) -> i32 {
        u16::from_le_bytes(self.0).into()
    }
    fn set_leaf(&mut self, _index: usize, value: i32) -> bool {
        u16::try_from(value).map(|v| self.0 = v.to_le_bytes()).is_ok()
    }
}

impl Lying {
    pub(super) fn at(cell: Cell) -> Self {
        Lying((cell.0 + 1).to_le_bytes())
    }

    /// The hex, if it lies anywhere.
    #[must_use]
    pub fn cell(self) -> Option<Cell> {
        u16::from_le_bytes(self.0).checked_sub(1).map(Cell)
    }
}

/// The weapons of a figure that a power works on, by their places: the turn in which it ends; 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(C)]
pub struct Touched([u8; 8]);

impl Leaf for Touched {
    const LABELS: &'static [&'static str] = &["_0", "_1", "_2", "_3", "_4", "_5", "_6", "_7"];
    fn leaf(self, index: usize) -> i32 {
        i32::from(self.0[index])
    }
    fn set_leaf(&mut self, index: usize, value: i32) -> bool {
        u8::try_from(value).map(|v| self.0[index] = v).is_ok()
    }
}

impl Touched {
    /// Whether the power works on the weapon at a place.
    #[inline]
    #[must_use]
    pub fn has(&self, place: u8) -> bool {
        self.0.get(usize::from(place)).is_some_and(|&until| until != 0)
    }

    /// It works on the weapon at a place, until that turn.
    pub(super) fn set(&mut self, place: u8, until: u8) {
        if let Some(weapon) = self.0.get_mut(usize::from(place)) {
            *weapon = until;
        }
    }

    /// It ends where its time is up.
    pub(super) fn end(&mut self, is_up: impl Fn(u8) -> bool) {
        self.0.iter_mut().filter(|until| is_up(**until)).for_each(|until| *until = 0);
    }
}

record! {
    /// A figure's numbers.
    pub struct Figure {
        /// Its profile, as an index into the setting's profiles.
        pub profile: u8,
        /// Where it is in the battle.
        pub fate: Fate = word("fate", &FATES),
        /// Knocked down (ITEN-KD-01).
        pub down: bool = flag("knocked down").icon(Tone::Blood, "knocked-out-stars").hurts(),
        /// Knocked down this turn: it does not rise before the next (ITEN-ORD-07).
        pub fell: bool,
        /// It lies for this turn only, and is up again with the next (ITEN-VEH-09).
        pub stunned: bool = flag("is up again with the next turn").hurts(),
        /// Hexes it has gone since its latest own Movement began (ITEN-SHO-11).
        pub steps: u8 = count("hexes moved").quiet(),
        /// It moved into contact this turn (ITEN-CON-02).
        pub charged: bool = flag("has charged").icon(Tone::Aim, "sprint"),
        /// An enemy moved into contact with it this turn (ITEN-CON-03).
        pub assaulted: bool = flag("has been charged").icon(Tone::Aim, "crossed-swords"),
        /// It fled this turn from the figure of this number less one; 0 from nobody (ITEN-TERR-05).
        pub fled_from: MaybeUnit = unit("has fled from").icon(Tone::Nerve, "run"),
        /// Its nerve failed as it was to charge: it does not run this turn (ITEN-TERR-01).
        pub balked: bool = flag("has lost its nerve").icon(Tone::Nerve, "terror"),
        /// It does nothing more this turn but defend itself (ITEN-PSY-05).
        pub spent: bool = flag("does nothing more"),
        /// It has shot, thrown or helped to shoot this turn (ITEN-SHO-01).
        pub shot: bool = flag("has shot"),
        /// It has run this turn (ITEN-SHO-13).
        pub ran: bool = flag("has run"),
        /// Weapons that are gone or useless, as bits by their places on the figure (ITEN-BLD-10).
        pub gone: u8 = bits("weapons gone"),
        /// Where its crewed weapon lies since it fell, by the hex's number plus one (ITEN-HVY-03).
        pub left_at: Lying = hex("weapon lies at"),
        /// Grenades left in its launcher (ITEN-GREN-07).
        pub rounds: u8 = some("grenades left"),
        /// It has used a power, or tried to, this turn (ITEN-PSY-02).
        pub cast: bool = flag("has used a power"),
        /// The powers that work on it (ITEN-PSY-14).
        pub until: Spells = until(),
        /// Its weapons that are blessed (ITEN-PSY-17).
        pub blessed: Touched,
        /// Its weapons that are venomous (ITEN-PSY-25).
        pub venomous: Touched,
        /// The friend that it was made to attack (ITEN-PSY-18).
        pub goes_at: MaybeUnit = kept().hurts(),
        /// The turn at whose end the daemon leaves it; 0 while it is its own (ITEN-PSY-09).
        pub possessed: u8 = flag("possessed by a daemon").icon(Tone::Poison, "evil-wings").hurts(),
        /// The enemy whom it hunts (ITEN-ABIL-04).
        pub quarry: MaybeUnit = unit("hunts"),
        /// Enemies whose Grit roll failed to its attacks (ITEN-CAMP-04).
        pub kills: u8 = count("kills"),
        /// The pod of zombies that it is of, or will be, from 1; 0 for none (ITEN-LIF-03, -06).
        pub pod: u8,
        /// The side that its pod hunts, plus one; 0 while it has heard nobody (ITEN-LIF-04).
        pub hunts: u8 = side("hunts"),
        /// The vehicle that it is aboard, none on foot (ITEN-VEH-08).
        pub aboard: MaybeUnit = unit("aboard"),
        /// The heavy weapon that it has taken off a vehicle, or up where it lay, by its place in the armoury plus one; 0
        /// for none (ITEN-VEH-26, ITEN-HVY-03).
        pub carries: u8 = own(),
        /// Of a vehicle: who drives (ITEN-VEH-01).
        pub driver: MaybeUnit = unit("driven by"),
        /// Of a vehicle: plates that have come off (ITEN-VEH-17).
        pub plates: u8 = some("plates lost").number(Tone::Damage, '-').hurts(),
        /// Of a vehicle: what is broken, as bits of [`super::wrecks::Broken`] (ITEN-VEH-20 to -23).
        pub broken: u8 = own().icon(Tone::Damage, "wrench").hurts_by_bits(),
        /// Of a vehicle: hexes that it went in the turn before, which it cannot go below without brakes (ITEN-VEH-22).
        pub went: u8,
        /// Of a vehicle: it went backwards when it last moved.
        pub backing: bool,
        /// Of a vehicle: a ram has brought it to a halt this turn (ITEN-VEH-31).
        pub halted: bool = flag("brought to a halt").icon(Tone::Damage, "stop-sign"),
        /// Objectives that it has reached, as bits by suit (HULK-OBJ-06).
        pub marked: u8 = own(),
        /// It struggles against the air that goes out: half speed, and away from the hole (HULK-AIR-04).
        pub blown: bool = flag("struggles against the wind").icon(Tone::Aim, "whirlwind"),
        /// Grit rolls that it has made where there is no air, since it last had some (HULK-AIR-07).
        pub gasps: u8 = some("rolls without air"),
    }
    kept {
        /// Where it is apart from the others, off the board: its hex plus one, low byte first; 0 for nowhere.
        pub apart: [u8; 2],
        /// It lies under a blip that has not been turned (HULK-BLIP-04).
        pub hidden: bool,
        /// Hexes that doors, getting off and earlier parts of the move under way have taken (HULK-MOVE-03, ITEN-VEH-08).
        pub walked: u8,
        /// The worst class of cover on that way (ITEN-MOVE-03).
        pub worst: u8,
        /// Whose powers work on it, by the same order.
        pub under: [MaybeUnit; Power::ALL.len()],
        /// It has made its move of this phase, or given it up (ITEN-PSY-02).
        pub moved: bool,
        /// It has passed its test to charge in the move under way (ITEN-TERR-01).
        pub braved: bool,
        /// It sees no enemy, as it was when its side's shooting, and later when its runs began (ITEN-SHO-13).
        pub blind: bool,
        /// Its second fight in the Melee phase under way (ITEN-ABIL-05).
        pub encore: Encore,
        /// Of a vehicle: how it burns, while those aboard get out (ITEN-VEH-24, -25).
        pub blaze: Blaze,
        /// Of a burning vehicle: who set it on fire.
        pub doomed_by: MaybeUnit,
    }
    further {
        /// The direction that it watches, plus one; 0 for none (HULK-STALK-10).
        pub watch: u8 = own().icon(Tone::Aim, "eye-target"),
        /// Its weapons that are jammed, as bits by their places on it (HULK-STALK-12).
        pub jams: u8 = bits("weapons jammed").icon(Tone::Damage, "reload-gun-barrel"),
        /// Bursts that its flamer has fired (HULK-STALK-15).
        pub bursts: u8 = count("bursts fired"),
    }
    kept {
        /// Boarders have had their say about its move this turn (HULK-STALK-13).
        pub heeded: bool,
    }
}

/// The suits of objectives and cards (HULK-OBJ-01).
pub const SUITS: [&str; 4] = ["Heart", "Diamond", "Club", "Spade"];
/// Most entries of a mission with stalkers (HULK-STALK-02).
pub const MOST_ENTRIES: usize = 8;
/// Most vents of a mission with stalkers (HULK-STALK-07).
pub const MOST_VENTS: usize = 8;
/// Contacts that may lurk at an entry (HULK-STALK-04).
pub const LURKERS: usize = 3;
/// Most contacts in a bag, echoes among them (HULK-STALK-03).
pub const MOST_CONTACTS: usize = 39;
/// A number for each contact, row by row, the first for none.
pub type ByContact = [[u8; 8]; (MOST_CONTACTS + 1) / 8];
/// How objectives are seen, by suit.
const TOKENS: [Lies; SUITS.len()] = [
    Lies::Sign(Tone::Nerve, "hearts"),
    Lies::Sign(Tone::Nerve, "diamonds"),
    Lies::Sign(Tone::Nerve, "clubs"),
    Lies::Sign(Tone::Nerve, "spades"),
];

record! {
    /// What has become of a hex.
    pub struct Ground {
        /// A door or hatch stands open (MAP-12).
        pub open: bool = flag("stands open").lies(&[Lies::Ajar]),
        /// A wall, bulkhead or barricade has been holed.
        pub holed: bool = flag("holed").lies(&[Lies::Sign(Tone::Damage, "broken-wall")]),
        /// A clear path leads through its cover until this turn; 0 for none (ITEN-PSY-22).
        pub path: u8,
        /// A burning wreck lies there: nobody gets in or sees through (ITEN-VEH-16).
        pub wreck: bool = flag("burning wreck").lies(&[Lies::Wreck]),
        /// The number of the blip that lies here; 0 for none (HULK-BLIP-04).
        pub blip: u8 = own(),
        /// The objective that lies here, by its suit plus one; 0 for none (HULK-OBJ-01).
        pub token: u8 = word("objective", &SUITS).lies(&TOKENS),
        /// Whose boarding craft this is: the side's number plus one; 0 for nobody's (HULK-LEFT-01).
        pub craft: u8 = side("boarding craft").lies(&[Lies::Vessel("ship-bow")]),
        /// The hatch of the ladder that leads up from here (HULK-DECK-02): 1 it stands open, 2 it is holed.
        pub lid: u8 = word("the hatch above", &["stands open", "is holed"]).lies(&[Lies::Sign(Tone::Aim, "hole-ladder")]),
        /// Who has set a charge that will go off here (HULK-LEFT-08).
        pub charge: MaybeUnit = flag("a charge waits to go off").lies(&[Lies::Sign(Tone::Fire, "time-bomb")]),
        /// The air goes out here (HULK-AIR-01).
        pub vent: bool = flag("the air goes out here").lies(&[Lies::Sign(Tone::Aim, "gas-mask")]),
        /// On the first hex of a space that has lost its air: how many spaces it is from the hole, plus one
        /// (HULK-AIR-06); 0 where it is as the map says.
        pub vented: u8 = flag("the space from here on has lost its air").lies(&[Lies::Sign(Tone::Aim, "gas-mask")]),
    }
    kept {
        /// Whose path it is.
        pub path_of: MaybeUnit,
        /// By whose doing a space lost its air.
        pub vented_by: MaybeUnit,
    }
    further {
        /// How far a door, a hatch, an entry or a vent is sealed: shifts of work that have gone into it (HULK-STALK-17).
        pub seal: u8 = word("seal", &["half done", "sealed"])
            .lies(&[Lies::Sign(Tone::Aim, "hazard-sign"), Lies::Sign(Tone::Aim, "stop-sign")]),
        /// The number of the entry that is here, from 1; 0 for none (HULK-STALK-02).
        pub entry: u8 = some("entry").lies(&[Lies::Sign(Tone::Poison, "hazard-sign")]),
        /// The number of the vent that has an end here, from 1; 0 for none (HULK-STALK-07).
        pub duct: u8 = some("vent").lies(&[Lies::Sign(Tone::Poison, "hole-ladder")]),
        /// Who has set it on fire, as long as it burns (HULK-STALK-15).
        pub fire: MaybeUnit = flag("burns").lies(&[Lies::Fire]),
        /// A part of the nest that has burnt (HULK-STALK-22).
        pub burnt: bool = flag("burnt out").lies(&[Lies::Sign(Tone::Damage, "flamer")]),
    }
    kept {}
}

record! {
    /// The battle as a whole.
    pub struct Table {
        /// The turn, from 1; 0 while figures are placed.
        pub turn: u16,
        /// Points' worth of enemies put out of the game, by side (ITEN-GEN-08).
        pub felled: BySide = by_side("points felled by"),
        /// The sides in the order in which they act this turn (ITEN-INIT-02).
        pub order: BySide = own(),
        /// Zone of each side by number plus one, 0 while it has none (ITEN-DEP-01).
        pub zones: BySide,
        /// Which of the turn's phases is under way, from 1.
        pub phase: u16,
        /// The hex where what is fought for lies, plus one; 0 where it is carried, or nothing of the kind (ITEN-KEL-01).
        pub prize: u16,
        /// The hex of the wagon, plus one; 0 where there is none (ITEN-GAU-01).
        pub wagon: u16,
        /// The last turn aboard, from when it is known; 0 before (HULK-LEFT-04).
        pub last: u16,
        /// The turn in which a charge was planted at the heart of a hulk; 0 before (HULK-CAMP-07).
        pub planted: u16,
        /// How many turns running an objective has been held (HULK-CAMP-05).
        pub held: u16,
        /// Enemies that each side has put out of the game (HULK-OBJ-08).
        pub eliminated: BySide,
        /// Who has reached each objective, by suit: sides as bits (HULK-OBJ-04).
        pub reached: BySide,
        /// The card that each side has shown, by its suit plus one; 0 for none (HULK-OBJ-05).
        pub shown: BySide,
        /// Who carries what is fought for, by the figure's number plus one; 0 for nobody (ITEN-KEL-02).
        pub bearer: MaybeUnit,
        /// It has been dropped: whoever touches it may take it (ITEN-KEL-03).
        pub dropped: bool,
        /// The last side in complete possession at the end of a turn, plus one; 0 for none (ITEN-FORT-04).
        pub holder: u8,
        /// The side with a part of its own, plus one; 0 for none (ITEN-FORT-01, ITEN-GAU-01, ITEN-RIT-01).
        pub part: u8,
        /// The wagon has been moved this turn (ITEN-GAU-06).
        pub drove: bool,
        /// The houses where the ritual may be, as bits (ITEN-RIT-02).
        pub houses: u8,
    }
    kept {
        /// The unit under each blip, plus one; 0 for a ghost, or where nobody knows (HULK-BLIP-04).
        pub lists: [u8; 16],
        /// The card that each side has drawn, by its suit plus one; 0 where nobody knows (HULK-OBJ-02).
        pub cards: [u8; 8],
        /// Dice for the order, 0 where one is still to be rolled.
        pub dice: [u8; 8],
        /// Sides whose place in the order stands already, as bits.
        pub placed: u8,
        /// Sides whose Commissar has kept discipline this turn, as bits (ITEN-ABIL-14).
        pub discipline: u8,
        /// Pods that have been woken and come, as bits, low byte first (ITEN-LIF-04).
        pub stirred: [u8; 2],
        /// The sides that have won in the middle of a turn, as bits.
        pub decided: u8,
        /// The house where the ritual is, plus one; 0 for none yet (ITEN-RIT-02).
        pub house: u8,
    }
    further {
        /// The command points that each side has left (HULK-STALK-13).
        pub command: BySide = by_side("command points of"),
        /// Turns that a cutter has worked (HULK-STALK-21).
        pub cut: u16 = count("turns of cutting done"),
    }
    kept {
        /// The contacts that lurk at the entries, so many places for each; 0 for an empty one (HULK-STALK-04).
        pub lurkers: [u8; MOST_ENTRIES * LURKERS],
        /// What `lists` has no room for: the units of the contacts from its length on (HULK-STALK-03).
        pub lists_on: [u8; MOST_CONTACTS + 1 - 16],
        /// How many contacts have come out of the bag (HULK-STALK-04).
        pub come: u8,
        /// The entries at which Boarders have held contacts back this turn, as bits (HULK-STALK-06).
        pub held_back: u8,
        /// Which sides have scanned each contact, as bits (HULK-STALK-14).
        pub scanned: ByContact,
        /// In a side's own view what each is that it has scanned, plus one; 0 for not known (HULK-STALK-14).
        pub traces: ByContact,
    }
}

impl Table {
    /// What lies under a blip, or the contact of this number: the unit, plus one.
    #[must_use]
    pub fn under(&self, number: u8) -> u8 {
        let number = usize::from(number);
        self.lists.iter().chain(&self.lists_on).nth(number).copied().unwrap_or(0)
    }

    /// Writes down what does.
    pub(super) fn write_under(&mut self, number: u8, unit: u8) {
        if let Some(line) = self.lists.iter_mut().chain(&mut self.lists_on).nth(usize::from(number)) {
            *line = unit;
        }
    }
}

/// The place of no weapon.
const NO_WEAPON: u8 = u8::MAX;

/// An attack that has been declared and waits to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Who attacks.
    pub by: UnitId,
    /// With which of its weapons, by its place on the figure; see [`super::profile::Profile`].
    pub with: u8,
    /// The figure attacked; [`UnitId::NONE`] for a hex.
    pub target: UnitId,
    /// The hex aimed at; [`Cell::NONE`] for a figure.
    pub hex: Cell,
    /// How many others help: a torrent of fire, or ganging up.
    pub helpers: u8,
    /// Of the Fighting Value, this much goes into the blow (ITEN-MEL-08); 0 for shots.
    pub part: i8,
    /// Whether the blow has hit; its Grit roll is still to come.
    pub hit: bool,
    /// Whether the victim was down before the blows fell (ITEN-KD-03).
    pub was_down: bool,
    /// Declared as a Desperate Shot (ITEN-ABIL-08).
    pub desperate: bool,
    /// By how much a blow that hit a vehicle exceeds its armour (ITEN-VEH-13).
    pub excess: i8,
    /// What a blow added to its die as it was struck: whoever struck it may be out before it is felt (ITEN-MEL-01).
    pub bonus: i8,
    /// What a blow does to the Grit roll of whom it hits, likewise: 0 or less (ITEN-WPN-05).
    pub penalty: i8,
}

impl Hash for Declared {
    /// What a blow has come to follows from what the battle was as it was struck, and is left out: so all battles keep the
    /// hashes that they had before it was noted.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Declared { by, with, target, hex, helpers, part, hit, was_down, desperate, excess, .. } = *self;
        (by, with, target, hex, helpers, part, hit, was_down, desperate, excess).hash(state);
    }
}

impl Declared {
    /// An attack on a figure.
    #[must_use]
    pub fn on(by: UnitId, with: u8, target: UnitId) -> Self {
        Declared {
            by,
            with,
            target,
            hex: Cell::NONE,
            helpers: 0,
            part: 0,
            hit: false,
            was_down: false,
            desperate: false,
            excess: 0,
            bonus: 0,
            penalty: 0,
        }
    }

    /// The part of a mate in the shot of a crewed weapon: he fires nothing himself (ITEN-HVY-02).
    pub(super) fn serving(mate: UnitId, gunner: UnitId) -> Self {
        Declared::on(mate, NO_WEAPON, gunner)
    }

    /// Whether it is the part of a mate.
    pub(super) fn serves(&self) -> bool {
        self.with == NO_WEAPON
    }

    /// An attack on a hex.
    #[must_use]
    pub fn at(by: UnitId, with: u8, hex: Cell) -> Self {
        Declared { hex, ..Declared::on(by, with, UnitId::NONE) }
    }
}

/// What waits to be resolved.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Pending {
    /// Declared attacks, in the order in which they are rolled.
    pub attacks: Vec<Declared>,
    /// Figures that have done what they do in this phase.
    pub done: UnitSet,
    /// Figures that a flame has met, that terror has tested: whoever has had his turn in what is under way.
    pub met: UnitSet,
    /// Vehicles that burn with people aboard, who get out before anything else happens (ITEN-VEH-24, -34).
    pub ablaze: UnitSet,
    /// The Boarder who has just changed place, and has yet to look about him (HULK-BLIP-08, -09).
    pub arrived: Looking,
}

impl Clone for Pending {
    fn clone(&self) -> Self {
        Pending { attacks: self.attacks.clone(), ..*self }
    }

    /// Without allocating, once there has been room enough.
    fn clone_from(&mut self, source: &Self) {
        self.attacks.clone_from(&source.attacks);
        (self.done, self.met, self.ablaze, self.arrived) = (source.done, source.met, source.ablaze, source.arrived);
    }
}

/// The place, on a figure, of the weapon that it has taken off a vehicle (ITEN-VEH-26).
pub const CARRIED: u8 = 7;

/// The places, for whoever is aboard, of the vehicle's weapons begin here.
pub const MOUNTED: u8 = 8;
