//! What models are in a state to do, who touches whom, and the numbers that hold now (the marks before GEM section 1).

use crate::battle::{Modifier, Rule, SideId, UnitId, UnitSet};
use crate::board::Cell;

use super::Battle;
use super::model::{Condition, Nerve};
use super::options::{Psychology, TurnOrder, UnitCoherency};
use super::stats::{GunTag, Trait};

impl Battle {
    /// Steps between two models.
    #[inline]
    #[must_use]
    pub fn apart(&self, a: UnitId, b: UnitId) -> u16 {
        self.board().distance(self.piece(a).at, self.piece(b).at)
    }

    /// Whether models in these hexes touch (MAP-03).
    #[inline]
    #[must_use]
    pub fn touching(&self, a: Cell, b: Cell) -> bool {
        self.board().neighbours[a.index()].contains(&b) && self.height(a).abs_diff(self.height(b)) <= 1
    }

    /// Whether two models touch.
    #[inline]
    #[must_use]
    pub fn contact(&self, a: UnitId, b: UnitId) -> bool {
        let (a, b) = (self.piece(a).at, self.piece(b).at);
        a.is_some() && b.is_some() && self.touching(a, b)
    }

    /// Whether a model is on the board and stands.
    #[inline]
    #[must_use]
    pub fn standing(&self, unit: UnitId) -> bool {
        self.piece(unit).at.is_some() && !self.unit(unit).condition.is_felled()
    }

    /// Whether a model is able: it stands and is not Dazed, Pinned, Routing or Running for Cover.
    #[must_use]
    pub fn able(&self, unit: UnitId) -> bool {
        let now = self.unit(unit);
        self.piece(unit).at.is_some()
            && now.condition == Condition::Ready
            && !matches!(now.nerve, Nerve::Pinned | Nerve::Routing | Nerve::Running)
    }

    /// The enemies of a model that touch it, standing or not.
    #[must_use]
    pub fn foes_touching(&self, unit: UnitId) -> UnitSet {
        let at = self.piece(unit).at;
        if !at.is_some() || !self.has_company(at) {
            return UnitSet::default();
        }
        self.enemies_of(self.piece(unit).side).only(|foe| self.touching(at, self.piece(foe).at))
    }

    /// Whether anybody is next to a hex: mostly nobody is, and that is quickly seen.
    #[inline]
    fn has_company(&self, at: Cell) -> bool {
        let occupied = self.occupied_hexes();
        // No hex lies behind all others, where there is nobody.
        let inside = |cell: &Cell| occupied.get(cell.index() / 64).map_or(0, |word| word >> (cell.index() % 64));
        self.board().neighbours[at.index()].iter().fold(0, |all, cell| all | inside(cell)) & 1 == 1
    }

    /// The standing enemies that touch a model.
    #[inline]
    #[must_use]
    pub fn standing_foes(&self, unit: UnitId) -> UnitSet {
        self.foes_touching(unit).only(|foe| self.standing(foe))
    }

    /// Whether a model is engaged: it stands and touches a standing enemy.
    #[inline]
    #[must_use]
    pub fn engaged(&self, unit: UnitId) -> bool {
        self.standing(unit) && !self.standing_foes(unit).is_empty()
    }

    /// Whether a hex touches one in which one of these stands.
    #[must_use]
    pub fn touches_any(&self, cell: Cell, foes: UnitSet) -> bool {
        self.has_company(cell) && { foes }.any(|foe| self.touching(cell, self.piece(foe).at))
    }

    /// Whether a hex touches one in which an enemy of a side stands.
    #[must_use]
    pub fn menaced(&self, side: SideId, cell: Cell) -> bool {
        self.touches_any(cell, self.enemies_of(side).only(|foe| self.standing(foe)))
    }

    /// Weapon Skill now (GEM-WND-07).
    #[must_use]
    pub fn ws(&self, unit: UnitId) -> u8 {
        self.sheet(unit).ws.saturating_sub(self.unit(unit).flesh)
    }

    /// Ballistic Skill now.
    #[must_use]
    pub fn bs(&self, unit: UnitId) -> u8 {
        self.sheet(unit).bs.saturating_sub(self.unit(unit).flesh)
    }

    /// Hexes for a Move in a model's condition, before terrain (GEM-LOC-05, GEM-LOC-06, GEM-KD-02, GEM-CONF-01).
    #[must_use]
    pub fn allowance(&self, unit: UnitId) -> u8 {
        let (now, sheet) = (self.unit(unit), self.sheet(unit));
        let whole = if sheet.m == 0 { 0 } else { sheet.m.saturating_sub(now.legs).max(1) };
        match now.condition {
            Condition::KnockedDown => whole.min(2),
            Condition::Dazed | Condition::Reeling => whole.div_ceil(2),
            Condition::Down | Condition::Stunned => 0,
            _ if now.confused && !sheet.has(&Trait::Drunk) => whole.div_ceil(2),
            _ => whole,
        }
    }

    /// The models of one mind with a model: those of its group, a chain of steps of 3 hexes, where gangs keep together; else
    /// itself alone (GEM-PSY-02, GEM-SET-01).
    #[must_use]
    pub fn kindred(&self, unit: UnitId) -> UnitSet {
        let mut all: UnitSet = [unit].into_iter().collect();
        if self.options().unit_coherency == UnitCoherency::Off {
            return all;
        }
        let near: u16 = self.setting().numbers.near.into();
        let mates = self.units_of(self.piece(unit).side);
        let mut open = all;
        while let Some(next) = open.first() {
            open.remove(next);
            let linked = mates.only(|mate| !all.has(mate) && self.apart(next, mate) <= near);
            all.add(linked);
            open.add(linked);
        }
        all
    }

    /// A number that comes with a condition of a model's mind, or of whoever is of one mind with it: the lowest (GEM-PSY-02).
    #[must_use]
    pub fn condition(&self, unit: UnitId, number: impl Fn(&Trait) -> Option<u8>) -> Option<u8> {
        let each = |of: UnitId| self.sheet(of).traits.iter().find_map(&number);
        self.kindred(unit).filter_map(each).min()
    }

    /// What a model rolls against where its mind is tested: the lowest of those of one mind (GEM-TEST-04, GEM-PSY-02).
    #[must_use]
    pub fn cool(&self, unit: UnitId) -> u8 {
        self.kindred(unit).map(|of| self.sheet(of).cool()).min().unwrap_or(2)
    }

    /// Whether a model is Confused, as drunks always are (GEM-CONF).
    #[must_use]
    pub fn confused(&self, unit: UnitId) -> bool {
        self.minds()
            && (self.unit(unit).confused || self.condition(unit, |t| (*t == Trait::Drunk).then_some(0)).is_some())
    }

    /// Whether psychology is played.
    #[must_use]
    pub fn minds(&self) -> bool {
        self.options().psychology == Psychology::On
    }

    /// Whether a model hates another (GEM-HATE-01).
    #[must_use]
    pub fn hates(&self, unit: UnitId, other: UnitId) -> bool {
        self.minds() && self.kindred(unit).any(|of| self.sheet(of).hates(&self.sheet(other).gang))
    }

    /// Whether a model fears another (GEM-FEAR-02, GEM-TER-03, GEM-TER-04).
    #[must_use]
    pub fn fears(&self, unit: UnitId, other: UnitId) -> bool {
        let (own, theirs) = (self.sheet(unit), self.sheet(other));
        let bold = own.has(&Trait::Fearless) || own.has(&Trait::Terror) || self.unit(unit).frenzied;
        let frightful = if own.has(&Trait::Fear) { false } else { theirs.has(&Trait::Fear) };
        self.minds() && !bold && (frightful || theirs.has(&Trait::Terror))
    }

    /// Whether another model puts a model in terror, whose test it has not taken (GEM-TER-01, GEM-TER-02).
    #[must_use]
    pub fn dreads(&self, unit: UnitId, other: UnitId) -> bool {
        let bold = self.has(unit, &Trait::Fearless) || self.has(unit, &Trait::Terror) || self.unit(unit).frenzied;
        self.minds() && !bold && !self.unit(unit).terrified && self.has(other, &Trait::Terror)
    }

    /// Whether a model carries something that hampers it hand to hand.
    #[must_use]
    pub fn encumbered(&self, unit: UnitId) -> bool {
        let guns = if self.unit(unit).stripped { 0 } else { self.kit(unit).guns.len() as u8 };
        self.unit(unit).carries > 0 || (0..guns).any(|gun| self.gun(unit, gun).has(GunTag::Encumbers))
    }

    /// Whether it is a side's turn (GEM-TURN-06).
    #[must_use]
    pub fn on_turn(&self, side: SideId) -> bool {
        let active = self.table().active;
        active == 0 || active == side.0 + 1
    }

    /// Whether models act by Initiative.
    #[must_use]
    pub fn by_initiative(&self) -> bool {
        self.options().turn_order == TurnOrder::Initiative
    }

    /// A number at and below which 2D6 pass a test of Leadership, and its modifiers: the own Ld, or that of the leader
    /// within 6 hexes (GEM-MOR-01), and -1 far from all friends (GEM-MOR-02). `comrades` lends the Ld of any friend so
    /// near (GEM-NERVE-02).
    #[must_use]
    pub fn courage(&self, unit: UnitId, comrades: bool) -> (u8, Modifier) {
        let numbers = &self.setting().numbers;
        let side = self.piece(unit).side;
        let lends = |friend: &UnitId| {
            let now = self.unit(*friend);
            *friend != unit
                && self.piece(*friend).side == side
                && self.apart(unit, *friend) <= numbers.leader.into()
                && (comrades || self.has(*friend, &Trait::Leader))
                && !now.condition.is_felled()
                && !matches!(now.nerve, Nerve::Routing | Nerve::Running)
        };
        let own = self.sheet(unit).ld;
        let lent = self.units_of(side).filter(lends).map(|friend| self.sheet(friend).ld).max();
        let ld = own.max(lent.unwrap_or(0));
        let near = |friend: UnitId| friend != unit && self.apart(unit, friend) <= numbers.near.into();
        let alone = !self.friends_of(side).any(near);
        (ld, Modifier::ground(Rule("GEM-MOR-02"), if alone { -1 } else { 0 }))
    }
}
