//! What changes in a battle: a unit's numbers, what lies on hexes, the table, hits that wait.

use crate::battle::{BySide, Leaf, UnitId, record};

use super::numbers::rung;
use super::stats::Speed;

/// Tokens that carry a die of the ladder: how many of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Tokens(pub [u8; 5]);

impl Leaf for Tokens {
    const LABELS: &'static [&'static str] = &["4", "6", "8", "10", "12"];
    fn leaf(self, index: usize) -> i32 {
        i32::from(self.0[index])
    }
    fn set_leaf(&mut self, index: usize, value: i32) -> bool {
        u8::try_from(value).map(|v| self.0[index] = v).is_ok()
    }
}

impl Tokens {
    /// Adds a token of a die; nothing for a die that is not on the ladder.
    pub fn add(&mut self, die: u8) {
        if let Some(r) = rung(die) {
            self.0[r] = self.0[r].saturating_add(1);
        }
    }

    /// Adds all tokens of another.
    pub fn merge(&mut self, other: Tokens) {
        for (mine, others) in self.0.iter_mut().zip(other.0) {
            *mine = mine.saturating_add(others);
        }
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.iter().map(|&n| u32::from(n)).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 5]
    }
}

/// The order in which a unit has gained its poison tokens, in which they roll (HEX-AG-01). It matters only while there is
/// Endurance to spend on their rolls, so that the first so many are enough; those beyond roll last, the smallest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Queue([u8; 16]);

impl Queue {
    /// The entry of a token that has not rolled: its rung on the die ladder.
    fn entry(rung: usize) -> u8 {
        rung as u8 + 1
    }

    /// Tokens gained, those of one moment from the smallest die on.
    pub fn gain(&mut self, tokens: Tokens) {
        let mut free = self.0.iter_mut().filter(|entry| **entry == 0);
        for (rung, &count) in tokens.0.iter().enumerate() {
            for entry in free.by_ref().take(count.into()) {
                *entry = Queue::entry(rung);
            }
        }
    }

    /// The rung of the token that rolls next, of tokens that have not rolled.
    #[must_use]
    pub fn next(self, unrolled: Tokens) -> Option<u8> {
        let known = self.0.iter().find(|&&entry| (1..16).contains(&entry)).map(|entry| entry - 1);
        known.or_else(|| unrolled.0.iter().position(|&n| n > 0).map(|rung| rung as u8))
    }

    /// The next token of a rung has rolled, and killed none, one or two.
    pub fn rolled(&mut self, rung: u8, kills: u8) {
        self.replace(Queue::entry(rung.into()), Queue::entry(rung.into()) | (kills.min(2) + 1) << 4);
    }

    /// A token of a rung that has killed so many has killed one less.
    pub fn spared(&mut self, rung: usize, kills: usize) {
        let entry = |kills: usize| Queue::entry(rung) | (kills as u8 + 1) << 4;
        self.replace(entry(kills), entry(kills - 1));
    }

    /// A token of a rung that has not rolled loses a step, or goes.
    pub fn eased(&mut self, rung: usize, goes: bool) {
        let after = if goes { 0 } else { rung as u8 };
        self.replace(Queue::entry(rung), after);
        self.close_up();
    }

    /// Tokens that have rolled lose a step if they killed nobody, and go otherwise (HEX-AG3-02).
    pub fn wear_off(&mut self) {
        for entry in &mut self.0 {
            *entry = match (*entry >> 4, *entry & 15) {
                (0, waiting) => waiting,
                (1, rung) => rung - 1,
                _ => 0,
            };
        }
        self.close_up();
    }

    /// Puts another entry in the place of the first one of a kind.
    fn replace(&mut self, entry: u8, by: u8) {
        if let Some(place) = self.0.iter_mut().find(|e| **e == entry) {
            *place = by;
        }
    }

    /// Moves entries forward into places that have become free.
    fn close_up(&mut self) {
        let mut kept = [0; 16];
        for (to, &entry) in kept.iter_mut().zip(self.0.iter().filter(|&&entry| entry != 0)) {
            *to = entry;
        }
        self.0 = kept;
    }
}

/// Results of an Apply damage step that land together at its end (HEX-SEQ-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(C)]
pub struct Due {
    /// Models to be killed.
    pub kills: u8,
    /// Kills that Endurance has been asked about.
    pub asked: u8,
    /// "+1 to future damage" tokens.
    pub future: u8,
    /// Shaken tokens.
    pub shaken: u8,
    /// Critical damage effects to be rolled.
    pub critical: u8,
    /// Bleed tokens.
    pub bleed: Tokens,
    /// Bleed tokens of Endurance, which may have to wait for the next turn (HEX-DWARF-02).
    pub endured: u8,
    /// Poison tokens.
    pub poison: Tokens,
    /// Poison tokens that did their damage: how many of each die killed nobody, one model, two models.
    pub spent: [Tokens; 3],
    /// Armour lost.
    pub armour: u8,
    /// Acid token.
    pub acid: bool,
    /// Minor acid token.
    pub minor_acid: bool,
    /// Fire token.
    pub fire: bool,
}

/// What an assault has rolled for a unit so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(C)]
pub struct Melee {
    /// Assault successes, not yet assigned.
    pub successes: u8,
    /// Deflection successes, not yet used.
    pub deflections: u8,
    /// Assault dice that show no success.
    pub idle: u8,
    /// Deflection dice that show no success.
    pub idle_deflect: u8,
    /// A natural 6 waits for its wave of rerolls.
    pub wave: bool,
}

record! {
    /// A unit's numbers.
    pub struct Unit {
        /// Its sheet, as an index into the setting's profiles.
        pub sheet: u8,
        /// Living models; 0: destroyed.
        pub models: u8 = count("models").strength(),
        /// "+1 to future damage" tokens (HEX-TOK-01).
        pub future: u8 = count("future damage").number(Tone::Blood, '+').hurts(),
        /// Acid token (HEX-TOK-02).
        pub acid: bool = count("acid").icon(Tone::Acid, "acid").hurts(),
        /// Minor acid token (HEX-TOK-03).
        pub minor_acid: bool = count("minor acid").icon(Tone::Acid, "acid-blob").hurts(),
        /// Fire token (HEX-TOK-04).
        pub fire: bool = count("fire").icon(Tone::Fire, "flamer").hurts(),
        /// Poison tokens by die (HEX-TOK-05).
        pub poison: Tokens = by_die("poison").icon(Tone::Poison, "death-skull").hurts(),
        /// Bleed tokens by die (HEX-TOK-06).
        pub bleed: Tokens = by_die("bleed").icon(Tone::Blood, "drop").hurts(),
        /// Bleed tokens of Endurance that do not roll in this turn's agony (HEX-DWARF-02).
        pub waiting: u8 = count("waiting"),
        /// Shaken tokens (HEX-TOK-07).
        pub shaken: u8 = count("shaken").icon(Tone::Nerve, "skull-crack").hurts(),
        /// Endurance tokens (HEX-TOK-09).
        pub endurance: u8 = count("endurance"),
        /// Armour lost to acid, in all directions (HEX-AG0-04).
        pub armour_lost: u8 = count("armour lost").number(Tone::Damage, '-').hurts(),
        /// Critical damage: engine (HEX-CRIT-01).
        pub engine: u8 = count("engine").icon(Tone::Damage, "gears").hurts(),
        /// Critical damage: ranged weapons that cannot fire, as bits.
        pub guns: u8 = own().icon(Tone::Damage, "cannon").hurts(),
        /// Critical damage: crew.
        pub crew: u8 = count("crew").icon(Tone::Damage, "person").hurts(),
        /// Critical damage: tracks.
        pub tracks: u8 = count("tracks").icon(Tone::Damage, "tire-tracks").hurts(),
        /// Critical damage: plates.
        pub plates: u8 = count("plates").number(Tone::Damage, '-').hurts(),
        /// Speed of this turn (HEX-ORD-01).
        pub speed: Speed = own(),
        /// Whether it flies this turn.
        pub flying: bool = count("flying").icon(Tone::Aim, "feathered-wing"),
        /// Whether it aims this turn (HEX-ORD-08).
        pub aim: bool = count("aim").icon(Tone::Aim, "crosshair"),
        /// Ranged weapons fired this turn, as bits (HEX-GUN-08).
        pub fired: u8,
        /// It has retreated this turn (HEX-GUN-07).
        pub retreated: bool = count("retreated").icon(Tone::Nerve, "run"),
        /// Pre assault retreats of this turn (HEX-RET-08).
        pub pre_retreats: u8,
        /// Stubborn by Endurance until the end of the turn (HEX-DWARF-03).
        pub stubborn: bool = count("stubborn"),
        /// Times that it has used Smoke this game (HEX-ABIL-02).
        pub smoked: u8 = count("smoked"),
    }
    kept {
        /// The order given and not yet revealed (HEX-ORD-01): its code plus one; 0 for none.
        pub sealed: u8,
        /// The order of its poison tokens (HEX-AG-01).
        pub queue: Queue,
        /// Whose unit hit it last, one of its enemies: the side's number plus one; 0 for nobody's (HEX-WIN-02).
        pub struck: u8,
        /// Healing or repair points left in this step.
        pub points: u8,
        /// Ranged weapons declared in this gunnery step, as bits.
        pub declared: u8,
        /// Results that land at the end of this Apply damage step.
        pub due: Due,
        /// Dice of the assault under way.
        pub melee: Melee,
    }
}

impl Unit {
    /// Gives a poison token of a die.
    pub(super) fn poisoned(&mut self, die: u8) {
        let mut token = Tokens::default();
        token.add(die);
        self.poison.merge(token);
        self.queue.gain(token);
    }
}

record! {
    /// What lies on a hex besides its terrain (HEX-TOK-10).
    pub struct Marks {
        /// Smoke.
        pub smoke: bool = count("smoke").lies(&[Lies::Smoke]),
        /// The smoke was laid this turn and stays through the Aftermath.
        pub smoke_new: bool,
        /// Die of a poison cloud; 0 for none.
        pub cloud: u8 = die("poison cloud").lies(&[Lies::Gas]),
        /// The cloud came this turn and stays through the Aftermath.
        pub cloud_new: bool,
        /// It burns.
        pub burning: bool = count("burning").lies(&[Lies::Fire]),
        /// It was set on fire this turn.
        pub burning_new: bool,
        /// A pool of acid.
        pub acid: bool = count("acid").lies(&[Lies::Acid]),
        /// Mines.
        pub mines: bool = count("mines").lies(&[Lies::Sign(Tone::Damage, "land-mine")]),
        /// Burnt down: the terrain is what it burns to.
        pub burned: bool = count("burned").lies(&[Lies::Terrain]),
        /// A wreck lies here.
        pub wreck: bool = count("wreck").lies(&[Lies::Terrain]),
    }
    kept {
        /// Die of a cloud that lands at the end of this Apply damage step.
        pub cloud_due: u8,
        /// A fire that starts at the end of this Apply damage step.
        pub fire_due: bool,
    }
}

record! {
    /// The battle as a whole.
    pub struct Table {
        /// The turn, from 1; 0 while units are placed.
        pub turn: u16,
        /// Points of the scenario's own by side (HEX-WIN-01, -02).
        pub score: BySide = by_side("score of"),
        /// Points' worth of units lost by side.
        pub lost: BySide = by_side("points lost by"),
        /// Points' worth of enemy units destroyed, by the side that is paid for them (HEX-WIN-02).
        pub felled: BySide = by_side("points felled by"),
        /// Who holds each of up to eight objectives: the side's number plus one; 0 for nobody.
        pub held: BySide = own(),
        /// The sides in the order in which they choose this turn (HEX-ORD-09).
        pub order: BySide,
    }
    kept {
        /// Hexes with smoke, so that sight need not look for it where there is none.
        pub smokes: u16,
        /// Hexes where wrecks or fire have changed what the map draws in a way that sight must know of.
        pub altered: u16,
        /// So much lands on hexes at the end of this Apply damage step.
        pub ground_due: u16,
        /// Dice of sides whose place in the order is still to be rolled; 0 where none is needed or was rolled.
        pub order_dice: [u8; 8],
        /// Dice of teams of one faction in the assault under way (HEX-ASLT-06).
        pub tie_dice: [u8; 8],
    }
}

/// A group of hits that waits for its damage, or of shots that wait for their rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strike {
    /// Who is hit.
    pub target: UnitId,
    /// Who hits; [`UnitId::NONE`] for mines.
    pub source: UnitId,
    /// With what.
    pub with: Arm,
    /// Shots before the to-hit rolls, hits after them.
    pub count: u8,
    /// How far away it was fired.
    pub range: Range,
    /// From which quarter it comes: 0 front, 1 side, 2 rear.
    pub quarter: u8,
}

/// What a strike is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arm {
    /// A ranged weapon, by its place on the sheet.
    Ranged(u8),
    /// The assault weapon.
    Assault,
    /// Grenades (HEX-ABIL-01).
    Grenade,
    /// Mines (HEX-TRIG-05).
    Mine,
}

/// How far a shot goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// No range modifiers: assaults, grenades, mines.
    None,
    /// Distance 1.
    PointBlank,
    /// Within range.
    Normal,
    /// Within twice the range.
    Long,
}
