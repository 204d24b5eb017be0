//! What changes in a battle: a model's numbers, what lies on hexes, the table, and what waits to be resolved.

use crate::battle::{BySide, Leaf, MaybeUnit, UnitId, UnitSet, record};
use crate::board::Cell;

use super::stats::{Sheet, Trait};
use super::steps::Step;

/// An enum that records keep as its number.
macro_rules! leaf {
    ($Type:ident: $($Value:ident),+) => {
        impl $Type {
            /// All values, by their numbers.
            pub const ALL: &'static [$Type] = &[$($Type::$Value),+];
        }

        impl Leaf for $Type {
            fn leaf(self, _index: usize) -> i32 {
                self as i32
            }
            fn set_leaf(&mut self, _index: usize, value: i32) -> bool {
                let found = usize::try_from(value).ok().and_then(|v| $Type::ALL.get(v));
                found.map(|v| *self = *v).is_some()
            }
        }
    };
}

/// What a model is in a condition to do (GEM-WND).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(u8)]
pub enum Condition {
    /// Everything.
    #[default]
    Ready,
    /// Half a move (GEM-LOC-06).
    Dazed,
    /// Half a move, hardly a defence (GEM-CHART-05).
    Reeling,
    /// Nothing (GEM-CHART-03).
    Down,
    /// It crawls (GEM-KD-02).
    KnockedDown,
    /// Nothing (GEM-KD-05).
    Stunned,
    /// It is out of action (GEM-WND-02).
    Out,
    /// It has left the table (GEM-ROUT-02).
    Fled,
}

leaf!(Condition: Ready, Dazed, Reeling, Down, KnockedDown, Stunned, Out, Fled);

impl Condition {
    /// Whether it lies on the ground: Down, Reeling, Knocked Down or Stunned.
    #[must_use]
    pub fn is_felled(self) -> bool {
        matches!(self, Condition::Reeling | Condition::Down | Condition::KnockedDown | Condition::Stunned)
    }

    /// Whether it takes no further part.
    #[must_use]
    pub fn is_gone(self) -> bool {
        matches!(self, Condition::Out | Condition::Fled)
    }
}

/// What a model's nerve is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(u8)]
pub enum Nerve {
    /// Steady.
    #[default]
    Steady,
    /// It does not move (GEM-PIN-04).
    Frozen,
    /// It hides and does nothing (GEM-PIN-03).
    Pinned,
    /// One activation die, no reactions (GEM-PIN-08).
    Suppressed,
    /// It will flinch and run at its next activation (GEM-PIN-05).
    Bolting,
    /// It runs for cover, or waits in it (GEM-NERVE-03).
    Running,
    /// It flees to the table's edge (GEM-ROUT-02).
    Routing,
}

leaf!(Nerve: Steady, Frozen, Pinned, Suppressed, Bolting, Running, Routing);

/// How a model charged this turn, as the one whom it charged faced it (GEM-MOVE-06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(u8)]
pub enum Charge {
    /// Not.
    #[default]
    None,
    /// From the front.
    Front,
    /// From a flank.
    Flank,
    /// From the rear.
    Rear,
}

leaf!(Charge: None, Front, Flank, Rear);

/// What a model has done in its activation, as bits of [`Model::did`].
pub mod did {
    /// It has moved.
    pub const MOVED: u8 = 1;
    /// It has shot or thrown.
    pub const SHOT: u8 = 2;
    /// It has aimed.
    pub const AIMED: u8 = 4;
    /// It has charged or run.
    pub const CHARGED: u8 = 8;
    /// It has used a skill.
    pub const SKILL: u8 = 16;
    /// It has turned since its last action.
    pub const TURNED: u8 = 32;
    /// It has fired a steady weapon, and may move no more.
    pub const PLANTED: u8 = 64;
    /// It has searched.
    pub const SEARCHED: u8 = 128;
}

record! {
    /// A model's numbers.
    pub struct Model {
        /// Its sheet, by its place in the setting.
        pub sheet: u8,
        /// Wounds left (GEM-WND-01).
        pub wounds: u8 = count("wounds left"),
        /// Wounds that it began with.
        pub full: u8,
        /// What it is in a condition to do.
        pub condition: Condition = state(&["dazed", "reeling", "down", "knocked down", "stunned", "out of action", "gone"]).icon(Tone::Blood, "knocked-out-stars").hurts(),
        /// It got into its condition in its own turn after it had acted.
        pub late: bool,
        /// Flesh Wounds: each is -1 to WS and BS (GEM-WND-07).
        pub flesh: u8 = some("flesh wounds").number(Tone::Blood, '-').hurts(),
        /// Injured arms: right 1, left 2 (GEM-LOC-04).
        pub arms: u8 = bits("injured arms").hurts_by_bits(),
        /// Wounds in the legs: each is a hex less to move (GEM-LOC-05).
        pub legs: u8 = some("leg wounds").hurts(),
        /// What its nerve is like.
        pub nerve: Nerve = state(&["frozen", "pinned", "suppressed", "about to bolt", "running for cover", "routing"]).icon(Tone::Nerve, "skull-crack").hurts(),
        /// The turn at whose end it is Frozen or Pinned no more.
        pub until: u8,
        /// It hides (GEM-MOVE-05).
        pub hidden: bool = flag("hidden").icon(Tone::Aim, "ninja-mask"),
        /// It is on overwatch (GEM-OVER-01).
        pub overwatch: bool = flag("on overwatch").icon(Tone::Aim, "crosshair"),
        /// Guns that have to be reloaded, as bits (GEM-ACT-07).
        pub empty: u8 = bits("guns to reload"),
        /// Guns that are useless, as bits (GEM-AMMO-02).
        pub useless: u8 = bits("useless guns").hurts_by_bits(),
        /// Grenades.
        pub grenades: u8 = some("grenades"),
        /// Smoke grenades.
        pub smokes: u8 = some("smoke grenades"),
        /// How it charged this turn.
        pub charge: Charge,
        /// Whom it charged.
        pub charged: MaybeUnit,
        /// Rounds that it has fought against those whom it touches.
        pub rounds: u8,
        /// It has reacted this turn (GEM-REACT-01).
        pub reacted: bool = flag("has reacted"),
        /// It has had an occasion to react this turn.
        pub triggered: bool,
        /// It has rolled two failures, and does not react (GEM-ACT-05).
        pub overreached: bool = flag("overreached"),
        /// It has been tested for a hit this turn (GEM-PIN-02).
        pub tested: bool,
        /// It has been tried this turn (GEM-TURN-05).
        pub acted: bool = flag("activated"),
        /// It has been held back (GEM-TURN-02).
        pub held: bool = flag("held back"),
        /// From whom it will run: whoever shot at it (GEM-PIN-05).
        pub shunned: MaybeUnit = unit("will run from"),
        /// Hexes that it moved in its last own turn, and since its last activation (the table behind GEM-SHOOT-09).
        pub moved: u8,
        /// It is Frenzied (GEM-FRZ-05).
        pub frenzied: bool = flag("frenzied").icon(Tone::Nerve, "terror"),
        /// It has failed its test of Stupidity (GEM-STUP-02).
        pub stupid: bool = flag("at a loss").icon(Tone::Nerve, "whirlwind"),
        /// It is Confused (GEM-CONF-01).
        pub confused: bool = flag("confused").icon(Tone::Nerve, "whirlwind").hurts(),
        /// It has taken its test of Terror (GEM-TER-02).
        pub terrified: bool,
        /// It is afraid of whom it fights: half its WS in the first round (GEM-FEAR-01).
        pub afraid: bool = flag("afraid"),
        /// It has fallen over this turn (GEM-AGI-04).
        pub fallen: bool = flag("fallen over"),
        /// It has run and does not shoot until its next activation (GEM-RUN-01).
        pub ran: bool = flag("has run"),
        /// It pursues somebody (GEM-PURS-01).
        pub pursues: MaybeUnit = unit("pursues"),
        /// It has fired in this turn (GEM-RES-02).
        pub fired: bool,
        /// Guns that it has slung or holstered, as bits (GEM-DRAW-02).
        pub slung: u8 = bits("guns put away"),
        /// It has neither its own weapons nor a free hand weapon (GEM-CC-03).
        pub stripped: bool = flag("without its weapons"),
        /// The weapon that it has found and fights with, by place among the blades plus one.
        pub found: u8 = own(),
        /// Its weapons have changed hands (GEM-LOC-04).
        pub swapped: bool,
        /// Doses of Frenzon (GEM-FRZ-03).
        pub doses: u8 = some("doses of Frenzon"),
        /// It is a marker: its enemies do not know who is there, if anybody is (GEM-OBS-01).
        pub marker: bool = flag("marker").icon(Tone::Aim, "ninja-mask"),
        /// What it has noticed of an ambush, and what it makes of that: see [`warned`](super::ambush::warned) (GEM-OBS-02).
        pub warned: u8 = state(&["has noticed something", "ducks", "is steeled"]),
        /// Prizes that it carries.
        pub carries: u8 = some("prizes").icon(Tone::Aim, "diamonds"),
        /// The turn in which it arrives, while it is not there yet; 255 for the turn after the ambush.
        pub waits: u8,
    }
    kept {
        /// It has been looked for signs of (GEM-OBS-01).
        pub noted: bool,
        /// Action points left.
        pub ap: u8,
        /// What it has done in this activation: bits of [`did`].
        pub did: u8,
        /// It has had its critical wound of this activation, reaction or step (GEM-CRIT-02).
        pub crit: bool,
        /// It was hurt in this step's close combat.
        pub hurt: bool,
    }
}

/// A model as its sheet has it, by its place among the sheets.
#[must_use]
pub fn fresh(index: u8, sheet: &Sheet) -> Model {
    let doses = sheet.traits.iter().find_map(|t| if let Trait::Frenzon(doses) = t { Some(*doses) } else { None });
    Model {
        sheet: index,
        wounds: sheet.w,
        full: sheet.w,
        grenades: sheet.grenades,
        smokes: sheet.smokes,
        doses: doses.unwrap_or(0),
        frenzied: sheet.traits.iter().any(|t| matches!(t, Trait::Frenzied(_) | Trait::BloodFrenzy)),
        ..Model::default()
    }
}

record! {
    /// What lies on a hex besides its terrain.
    pub struct Marks {
        /// The turn at whose end smoke clears; 0 without smoke (GEM-SHOOT-07).
        pub smoke: u8 = some("smoke until turn").lies(&[Lies::Smoke]),
        /// A door stands open (GEM-MOVE-09).
        pub open: bool = count("open").lies(&[Lies::Ajar]),
        /// A door is locked (GEM-MOVE-09).
        pub locked: bool = flag("locked").lies(&[Lies::Sign(Tone::Aim, "stop-sign")]),
        /// A weapon that lies about, by place among the blades plus one (GEM-CC-03).
        pub weapon: u8 = own().lies(&[Lies::Sign(Tone::Aim, "clubs")]),
        /// Prizes that lie there.
        pub prizes: u8 = some("prizes").lies(&[Lies::Sign(Tone::Aim, "diamonds")]),
        /// A task, by place in the setting plus one (GEM-SKILL-01).
        pub task: u8 = own().lies(&[Lies::Sign(Tone::Aim, "gears")]),
        /// Something may be hidden there (GEM-OBS-03).
        pub hides: bool = flag("somebody may have hidden something here").lies(&[Lies::Sign(Tone::Aim, "eye-target")]),
    }
}

record! {
    /// The battle as a whole.
    pub struct Table {
        /// The game turn, from 1; 0 before the first.
        pub turn: u16,
        /// The sides in the order of their player turns, by number (GEM-SET-04).
        pub order: BySide,
        /// The side whose turn it is, by number plus one; 0 where it is everybody's (GEM-TURN-05, GEM-TURN-01).
        pub active: u8 = side("turn of"),
        /// Sides that have failed their Bottle Out test, as bits (GEM-BOT-03).
        pub bottled: u8 = bits("sides that have lost heart"),
        /// Hexes with smoke, so that sight need not look for it where there is none.
        pub smokes: u16,
        /// Prizes that have been brought out.
        pub out: u8 = some("prizes brought out"),
        /// Prizes that are hidden yet (GEM-OBS-03).
        pub buried: u8 = some("prizes not found yet"),
        /// The turn of the ambush; 0 before it is sprung (GEM-TURN-04).
        pub sprung: u8,
    }
    kept {
        /// Dice of the roll-off, or for priority among equals: of each side, 0 where none is needed or was rolled.
        pub dice: [u8; 8],
        /// The place in the order by Initiative whose models act; 0 between turns (GEM-TURN-01).
        pub level: u8,
        /// The side whose model acted last in that place, by number plus one (GEM-TURN-03).
        pub last: u8,
        /// What sides have chosen in secret before the draw: 1 to walk on, 2 to draw (MAP-20).
        pub stances: [u8; 8],
        /// It has come to the draw (GEM-DRAW-01).
        pub drawn: bool,
        /// Hiding places that hold a prize, as bits (GEM-OBS-03).
        pub caches: u16,
        /// The quickness of whoever fires now at the draw (GEM-DRAW-01).
        pub quick: i16,
    }
}

/// Where a hit comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A gun, by its place in the setting.
    Gun(u8),
    /// A blade, by its place in the setting.
    Blade(u8),
    /// A blast.
    Blast,
    /// A fall (GEM-MOVE-04).
    Fall,
}

/// A hit that waits for its wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hit {
    /// Who hits; [`UnitId::NONE`] for a fall.
    pub by: UnitId,
    /// Who is hit.
    pub on: UnitId,
    /// Strength, 1 to 10.
    pub strength: u8,
    /// Modifier of the save.
    pub save: i8,
    /// Where it comes from.
    pub from: Source,
    /// A lucky shot (GEM-LUCKY-01).
    pub lucky: bool,
    /// It does D6 wounds at once (GEM-MOVE-04).
    pub many: bool,
}

/// A round between two models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bout {
    /// The one of several, or the only attacker.
    pub one: UnitId,
    /// The lone one.
    pub lone: UnitId,
    /// How many fought him before (GEM-MULTI-01).
    pub before: u8,
    /// Only the first of the two still has blows to strike (GEM-CC-02).
    pub answers: bool,
}

impl Bout {
    /// The first of two models, both of whom have their blows to strike.
    pub(super) fn of(one: UnitId, lone: UnitId) -> Bout {
        Bout { one, lone, before: 0, answers: false }
    }
}

/// What waits to be resolved.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Pending {
    /// Hexes still to be walked, the next one last.
    pub path: Vec<Cell>,
    /// The whole path of the action under way.
    pub route: Vec<Cell>,
    /// Hits whose wounds are still to be rolled, the next one last.
    pub hits: Vec<Hit>,
    /// Rounds still to be fought, the next one last.
    pub bouts: Vec<Bout>,
    /// Models that lost a round and have yet to be tested, each with the first that won against it (GEM-ROUT-01, GEM-DOG-03).
    pub losers: Vec<(UnitId, UnitId)>,
    /// Victors, and who flees from them (GEM-PURS-01).
    pub chases: Vec<(UnitId, UnitId)>,
    /// Models that have fought somebody in the fight under way.
    pub fighters: UnitSet,
    /// Those of them from whom nobody has run: they may have a bonus move (GEM-FOL-01).
    pub victors: UnitSet,
    /// Further steps that consequences lead to, the next one last.
    pub then: Vec<Step>,
    /// Models hit without harm, which may lose their nerve (GEM-PIN-02).
    pub shaken: UnitSet,
    /// Models that were hurt by the attack under way.
    pub hurt: UnitSet,
    /// Who has seen a friend fall and has yet to be tested, once for each (GEM-NERVE-01).
    pub witnesses: Vec<UnitId>,
    /// All models of the fight under way.
    pub group: UnitSet,
    /// Those of its larger side that have not been told yet whom they fight (GEM-MULTI-02).
    pub free: UnitSet,
    /// Those of its smaller side.
    pub few: UnitSet,
    /// Models that have fought in this step.
    pub fought: UnitSet,
    /// Models that have been shot at by the action under way (GEM-REACT-02).
    pub shot_at: UnitSet,
    /// Models that have been hit by the action under way (GEM-DRAW-01).
    pub struck: UnitSet,
    /// Models that have declined to react to the action under way.
    pub declined: UnitSet,
    /// Models that have made their reserve move, or will make none (GEM-RES-01).
    pub reserved: UnitSet,
    /// Models that were attacked in this step by whom they may not be finished off again (GEM-KD-06).
    pub spared: UnitSet,
    /// Models that were caught as they fled and fight in this fight (GEM-ROUT-02).
    pub caught: UnitSet,
    /// Models that have forgotten to fight in this step (GEM-STUP-02).
    pub forgets: UnitSet,
    /// Only one action's own consequences are played.
    pub alone: bool,
    /// Whoever is charged has chosen to stand and fire, with this gun plus one (GEM-REACT-06).
    pub stand: u8,
    /// Who walks the path.
    pub walker: MaybeUnit,
    /// The side on turn has said that nobody else acts, or may not go on (GEM-TURN-05, GEM-ACT-05).
    pub passing: bool,
    /// The attack under way pins (GEM-PIN-08).
    pub pins: bool,
    /// The hex in which a charge comes into contact.
    pub last: Option<Cell>,
    /// Who still fires at the draw with its quickness, the next one last (GEM-DRAW-01).
    pub draws: Vec<(i16, UnitId)>,
    /// Models that were hit at the draw by somebody quicker.
    pub slow: UnitSet,
    /// The shooter of the attack under way, from whom whoever bolts runs away (GEM-PIN-05).
    pub shooter: MaybeUnit,
}

impl Clone for Pending {
    fn clone(&self) -> Self {
        Pending {
            path: self.path.clone(),
            route: self.route.clone(),
            hits: self.hits.clone(),
            bouts: self.bouts.clone(),
            chases: self.chases.clone(),
            losers: self.losers.clone(),
            then: self.then.clone(),
            witnesses: self.witnesses.clone(),
            draws: self.draws.clone(),
            ..*self
        }
    }

    /// Without allocating, once there has been room enough.
    fn clone_from(&mut self, source: &Self) {
        self.path.clone_from(&source.path);
        self.route.clone_from(&source.route);
        self.hits.clone_from(&source.hits);
        self.bouts.clone_from(&source.bouts);
        self.chases.clone_from(&source.chases);
        self.losers.clone_from(&source.losers);
        self.then.clone_from(&source.then);
        self.witnesses.clone_from(&source.witnesses);
        self.draws.clone_from(&source.draws);
        let own = std::mem::take(self);
        let Pending { path, route, hits, bouts, losers, chases, then, witnesses, draws, .. } = own;
        *self = Pending { path, route, hits, bouts, losers, chases, then, witnesses, draws, ..*source };
    }
}

impl Pending {
    /// A model goes no farther.
    pub fn halt(&mut self, unit: UnitId) {
        if self.walker.is(unit) {
            self.path.clear();
        }
    }

    /// Whom an attack concerns that has come to its end.
    pub fn settle(&mut self) {
        self.shaken = UnitSet::default();
        self.hurt = UnitSet::default();
    }
}
