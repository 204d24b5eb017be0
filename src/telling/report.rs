//! What there is to say of a battle when it is over: who did most, who had luck, and when it turned.

use crate::battle::{Event, Fact, SideId, UnitId};
use crate::content::Library;
use crate::opponents;
use crate::rules::BattleView;
use crate::scenario::Session;
use crate::source::Problem;

use super::names;

/// From which change of the chance to win on a turn is one at which the battle turned.
const TURNS: f64 = 0.12;
/// So many of them are told at most.
const TOLD: usize = 3;

/// What there is to say of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// Whoever put most out of the battle, if anybody did.
    pub best: Option<Feat>,
    /// What its dice did.
    pub luck: Luck,
}

/// What a unit has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feat {
    /// The unit.
    pub unit: UnitId,
    /// How many it put out of the battle.
    pub count: u32,
    /// What those had cost, in points; 0 where nothing costs anything.
    pub worth: u32,
}

/// Rolls against a number that was known beforehand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Luck {
    /// How many there were.
    pub rolls: u32,
    /// How many came off.
    pub made: u32,
    /// How many were to be expected to.
    pub expected: f64,
    /// The variance of that.
    pub variance: f64,
}

impl Luck {
    fn add(&mut self, faces: u8, face: u8, need: u8) {
        let chance = f64::from(faces + 1 - need) / f64::from(faces);
        self.rolls += 1;
        self.made += u32::from(face >= need);
        self.expected += chance;
        self.variance += chance * (1.0 - chance);
    }

    /// How far it is from what was to be expected, in standard deviations; 0 where nothing was left to chance.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.variance > 0.0 { (f64::from(self.made) - self.expected) / self.variance.sqrt() } else { 0.0 }
    }

    /// The same in words.
    #[must_use]
    pub fn words(&self) -> String {
        let how = match self.score() {
            score if score >= 2.0 => "very lucky",
            score if score >= 1.0 => "lucky",
            score if score <= -2.0 => "very unlucky",
            score if score <= -1.0 => "unlucky",
            _ => "as was to be expected",
        };
        format!("{how}: {} of {} rolls came off, {:.1} on average", self.made, self.rolls, self.expected)
    }
}

/// What there is to say of each side of a battle by what happened in it.
#[must_use]
pub fn accounts(battle: &dyn BattleView, events: &[Event]) -> Vec<Account> {
    let mut luck = vec![Luck::default(); battle.sides().len()];
    for event in events {
        let Fact::Rolled { faces, face, need, by, .. } = event.fact else { continue };
        // A table is read by 0, and nothing can come of what is beyond the die.
        if need >= 1 && need <= faces && battle.units().has(by) {
            luck[battle.piece(by).side.index()].add(faces, face, need);
        }
    }
    let casualties = battle.casualties(events);
    let feat = |unit: UnitId| {
        let victims = casualties.iter().filter(|c| c.by == Some(unit) && battle.enemies(unit, c.victim));
        let (count, worth) =
            victims.fold((0, 0), |(count, worth), c| (count + 1, worth + u32::from(battle.cost(c.victim))));
        Feat { unit, count, worth }
    };
    let best = |side: SideId| {
        let feats = battle.units().filter(|&unit| battle.piece(unit).side == side).map(feat);
        feats.filter(|feat| feat.count > 0).max_by_key(|feat| (feat.worth, feat.count))
    };
    SideId::first(battle.sides().len()).zip(luck).map(|(side, luck)| Account { best: best(side), luck }).collect()
}

impl Feat {
    /// What was done, in words.
    #[must_use]
    pub fn words(&self, battle: &dyn BattleView) -> String {
        let name = names::unit(battle, self.unit);
        let whom = if self.count == 1 { "one unit".to_owned() } else { format!("{} units", self.count) };
        match self.worth {
            0 => format!("{name} put {whom} out of the battle"),
            worth => format!("{name} put {whom} worth {worth} points out of the battle"),
        }
    }
}

/// How a battle stood at the beginning of a turn, or at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The turn; that of the last moment is the turn in which the battle ended.
    pub turn: u16,
    /// The number of the decision that was open.
    pub number: u32,
    /// The chance of each side to win, from 0 to 1.
    pub chances: Vec<f64>,
}

/// How a battle stood turn by turn, as those see it who look ahead; nothing where nobody does, or for a side alone.
///
/// # Errors
/// The file that says what a position is worth is wrong.
pub fn course(library: &Library, session: &Session) -> Result<Vec<Moment>, Vec<Problem>> {
    let mut moments: Vec<Moment> = Vec::new();
    if session.battle().players() < 2 {
        return Ok(moments);
    }
    let Some(mut judge) = opponents::evaluator(library, session.battle())? else { return Ok(moments) };
    session.retrace(|battle, _| {
        let turn = battle.clock().turn;
        if turn > 0 && moments.last().is_none_or(|last| last.turn < turn) {
            moments.push(Moment { turn, number: battle.number(), chances: judge(battle) });
        }
    });
    let battle = session.battle();
    moments.push(Moment { turn: battle.clock().turn, number: battle.number(), chances: judge(battle) });
    Ok(moments)
}

/// The turns in which a battle turned most for a side, by the places of the moments at which they began, in their order.
#[must_use]
pub fn turning(course: &[Moment], side: SideId) -> Vec<usize> {
    let chance = |place: usize| course[place].chances[side.index()];
    let change = |place: usize| (chance(place + 1) - chance(place)).abs();
    let mut places: Vec<usize> = (0..course.len().saturating_sub(1)).filter(|&place| change(place) >= TURNS).collect();
    places.sort_by(|a, b| change(*b).total_cmp(&change(*a)));
    places.truncate(TOLD);
    places.sort_unstable();
    places
}

/// How a battle turned for a side in a turn, by the place of the moment at which that began.
#[must_use]
pub fn turned(course: &[Moment], side: SideId, place: usize) -> String {
    let [from, to] = [place, place + 1].map(|place| 100.0 * course[place].chances[side.index()]);
    format!("Turn {}: {from:.0} to {to:.0} %", course[place].turn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::campaigns::fight;
    use crate::scenario::Scenario;

    fn played(name: &str) -> Session {
        let library = Library::own();
        let scenario = Scenario::open(library, name).unwrap();
        let session = Session::begin(library, scenario, 5).unwrap();
        let sides = session.battle().players();
        let mut session = session.owned_by(vec!["utility".to_owned(); sides]);
        fight(library, &mut session, |_| ()).unwrap();
        session
    }

    #[test]
    fn luck_is_what_came_off_beside_what_was_to_be_expected() {
        let mut luck = Luck::default();
        (1..=6).for_each(|face| luck.add(6, face, 5));
        assert_eq!((luck.rolls, luck.made), (6, 2));
        assert!((luck.expected - 2.0).abs() < 1e-9 && luck.score().abs() < 1e-9);
        (0..6).for_each(|_| luck.add(6, 6, 5));
        assert!(luck.words().starts_with("very lucky: 8 of 12 rolls came off, 4.0"), "{}", luck.words());
        assert_eq!(Luck::default().score(), 0.0);
    }

    #[test]
    fn a_battle_has_its_best_and_its_turns() {
        let session = played("patrol");
        let battle = &**session.battle();
        let accounts = accounts(battle, session.events());
        let lost: u32 = accounts.iter().filter_map(|account| account.best).map(|feat| feat.count).sum();
        let out = battle.units().filter(|&unit| !battle.alive(unit)).count();
        assert!(lost > 0 && lost as usize <= out, "{accounts:?}");
        for (side, account) in (0..).map(SideId).zip(&accounts) {
            assert!(account.luck.rolls > 20 && account.luck.score().abs() < 4.0, "{account:?}");
            assert!(account.best.is_none_or(|feat| battle.piece(feat.unit).side == side && feat.worth > 0));
        }
        let course = course(Library::own(), &session).unwrap();
        assert!(course.len() > 2 && course.windows(2).all(|two| two[0].number <= two[1].number), "{course:?}");
        let winner = battle.outcome().unwrap();
        let last = course.last().unwrap().chances[0];
        assert_eq!(last > 0.5, winner.won(SideId(0)) && !winner.won(SideId(1)), "{last}");
    }

    /// Of three and of four sides each has a share of the chances, and the winner in the end all of them; sides of one team
    /// have them together.
    #[test]
    fn each_of_several_sides_has_its_chance() {
        for name in ["burning_wood_three", "kellys_heroes_three", "burning_wood_four"] {
            let session = played(name);
            let battle = &**session.battle();
            let sides = battle.sides();
            let course = course(Library::own(), &session).unwrap();
            for Moment { chances, .. } in &course {
                let first = |side: &usize| sides[..*side].iter().all(|other| other.team != sides[*side].team);
                let all: f64 = (0..sides.len()).filter(first).map(|side| chances[side]).sum();
                assert!(chances.len() == sides.len() && (all - 1.0).abs() < 1e-6, "{name}: {chances:?}");
            }
            let begun = &course[0].chances;
            assert!(begun.iter().all(|chance| (0.05..0.8).contains(chance)), "{name}: {begun:?}");
            let outcome = battle.outcome().unwrap();
            for (side, chance) in SideId::first(sides.len()).zip(&course.last().unwrap().chances) {
                assert!(outcome.winners == 0 || outcome.won(side) == (*chance > 0.3), "{name}: {side:?} {chance}");
            }
        }
    }

    #[test]
    fn a_battle_turns_where_the_chance_does() {
        let moment = |turn: u16, chance: f64| {
            let chances = vec![1.0 - chance, chance];
            Moment { turn, number: u32::from(turn), chances }
        };
        let course = [moment(1, 0.5), moment(2, 0.52), moment(3, 0.3), moment(4, 0.8), moment(5, 0.85)];
        assert_eq!(turning(&course, SideId(1)), [1, 2]);
        assert!(turning(&course[..1], SideId(1)).is_empty());
    }
}
