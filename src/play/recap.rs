//! What others have done since a person was asked before, in a line for each thing that matters.

use crate::battle::SideId;
use crate::rules::BattleView;
use crate::telling::names;

use super::words::capital;

/// What has happened in the meantime.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recap {
    /// A line for each thing, with the side that it is about, if it is about one.
    pub lines: Vec<(String, Option<SideId>)>,
    /// Whether a unit was lost.
    pub lost: bool,
}

impl Recap {
    /// What has changed from one state of a battle to another, as somebody sees both; none where nothing that matters has.
    #[must_use]
    pub fn of(before: &dyn BattleView, now: &dyn BattleView) -> Option<Recap> {
        let mut recap = Recap::default();
        let known = before.listed();
        for unit in now.listed().filter(|unit| known.has(*unit) && before.alive(*unit)) {
            let side = Some(now.piece(unit).side);
            let name = names::unit(now, unit);
            let (had, has) = (before.card(unit).life, now.card(unit).life);
            if !now.alive(unit) {
                recap.lost = true;
                recap.lines.push((format!("{name}: {}", now.fate(unit)), side));
            } else if has.left < had.left {
                recap.lines.push((format!("{name}: {} of {} {}", has.left, has.full, has.what), side));
            }
        }
        let held = before.goals();
        for (cell, goal) in now.goals() {
            if !held.contains(&(cell, goal.clone())) {
                let place = if cell.is_some() { format!("{}: ", now.board().label(cell)) } else { String::new() };
                recap.lines.push((capital(&format!("{place}{goal}")), None));
            }
        }
        for side in SideId::first(now.sides().len()) {
            let (had, has) = (before.score(side), now.score(side));
            if has != had {
                let name = names::side(now, side);
                recap.lines.push((format!("{name}: {:+} points, {has} now", has - had), Some(side)));
            }
        }
        (!recap.lines.is_empty()).then_some(recap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Library;
    use crate::league::campaigns::fight;
    use crate::scenario::{Scenario, Session};

    #[test]
    fn what_matters_is_told_once() {
        let library = Library::own();
        for name in ["crossroads", "fort_apache", "alley"] {
            let session = Session::begin(library, Scenario::open(library, name).unwrap(), 5).unwrap();
            let players = session.battle().players();
            let mut session = session.owned_by(vec!["utility".to_owned(); players]);
            fight(library, &mut session, |_| ()).unwrap();
            let (now, (start, _)) = (session.battle(), session.battle_at(0).unwrap());
            assert_eq!(Recap::of(&**now, &**now), None, "{name}");
            let recap = Recap::of(&*start, &**now).unwrap();
            // Whoever came later was not known then.
            let known = start.listed();
            let dead = now.listed().filter(|unit| known.has(*unit) && start.alive(*unit) && !now.alive(*unit));
            for unit in dead {
                let of_it =
                    recap.lines.iter().filter(|line| line.0.starts_with(&format!("{}:", names::unit(&**now, unit))));
                assert_eq!(of_it.count(), 1, "{name}: {recap:?}");
            }
            let scored = SideId::first(players).filter(|side| now.score(*side) != start.score(*side)).count();
            assert_eq!(recap.lines.iter().filter(|line| line.0.ends_with(" now")).count(), scored, "{name}");
            assert!(recap.lost, "{name}");
        }
    }
}
