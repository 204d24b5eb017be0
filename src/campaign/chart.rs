//! The graph of a campaign's missions: how each stands, and where it is drawn.

use super::plot::{Condition, Mission, Plot};
use super::state::State;

/// How a mission stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It was won.
    Won,
    /// It was lost.
    Lost,
    /// Its battle is being fought.
    UnderWay,
    /// It can be begun.
    Open,
    /// It may open later.
    Locked,
    /// It never opens any more: its time is over, or another way was taken.
    Closed,
}

/// What of a mission leads to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// That it was won.
    Won,
    /// That it was lost.
    Lost,
    /// That it was fought, whoever won.
    Fought,
}

/// Where the missions of a campaign are drawn: in columns from left to right, each after all that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The missions by columns, by their places among all.
    pub columns: Vec<Vec<usize>>,
    /// What leads to what: from, to, and how. Where there is a way over others the direct one is left out.
    pub ways: Vec<(usize, usize, Way)>,
}

impl Chart {
    /// The chart of a campaign.
    #[must_use]
    pub fn of(plot: &Plot) -> Chart {
        let count = plot.missions.len();
        let place = |id: &str| plot.missions.iter().position(|m| m.id.value == id);
        let mut ways = Vec::new();
        for (to, mission) in plot.missions.iter().enumerate() {
            let mut causes = Vec::new();
            gather(&mission.when, &mut causes);
            ways.extend(causes.into_iter().filter_map(|(way, id)| Some((place(id)?, to, way))));
        }
        let mut columns = vec![None; count];
        for mission in 0..count {
            column(mission, plot, &ways, &mut columns, &mut Vec::new());
        }
        let columns: Vec<usize> = columns.into_iter().map(Option::unwrap_or_default).collect();
        // Where only the number of battles counts, all of one column lead to the next.
        for (to, mission) in plot.missions.iter().enumerate() {
            if matches!(mission.when, Condition::Battles(1..)) {
                let before = (0..count).filter(|&m| columns[m] + 1 == columns[to]);
                ways.extend(before.map(|from| (from, to, Way::Fought)));
            }
        }
        // Whoever waits to be fought in time leads forward only.
        ways.retain(|&(from, to, _)| columns[from] < columns[to]);
        let last = columns.iter().max().map_or(0, |last| last + 1);
        let in_column = |c: usize| (0..count).filter(|&m| columns[m] == c).collect();
        Chart { columns: (0..last).map(in_column).collect(), ways: direct(&ways) }
    }
}

/// What of which missions a condition asks for; what must not be is nothing to draw.
fn gather<'c>(condition: &'c Condition, causes: &mut Vec<(Way, &'c str)>) {
    match condition {
        Condition::Won(id) => causes.push((Way::Won, id.as_str())),
        Condition::Lost(id) => causes.push((Way::Lost, id.as_str())),
        Condition::Fought(id) => causes.push((Way::Fought, id.as_str())),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| gather(part, causes)),
        _ => {}
    }
}

/// The fewest battles that a condition asks for at all.
fn battles(condition: &Condition) -> usize {
    match condition {
        Condition::Battles(least) => usize::from(*least),
        Condition::All(parts) => parts.iter().map(battles).max().unwrap_or(0),
        Condition::Any(parts) => parts.iter().map(battles).min().unwrap_or(0),
        _ => 0,
    }
}

/// The column of a mission: after all that lead to it. Missions that wait for each other are in the order of the file.
fn column(
    mission: usize,
    plot: &Plot,
    ways: &[(usize, usize, Way)],
    columns: &mut [Option<usize>],
    above: &mut Vec<usize>,
) -> usize {
    if let Some(known) = columns[mission] {
        return known;
    }
    above.push(mission);
    let mut found = battles(&plot.missions[mission].when);
    for &(from, ..) in ways.iter().filter(|way| way.1 == mission) {
        if !above.contains(&from) {
            found = found.max(column(from, plot, ways, columns, above) + 1);
        }
    }
    above.pop();
    columns[mission] = Some(found);
    found
}

/// The ways without those that are taken over others too.
fn direct(ways: &[(usize, usize, Way)]) -> Vec<(usize, usize, Way)> {
    let reaches = |from: usize, to: usize| {
        let (mut seen, mut next) = (vec![from], vec![from]);
        while let Some(at) = next.pop() {
            for &(_, on, _) in ways.iter().filter(|way| way.0 == at && !(at == from && way.1 == to)) {
                if on == to {
                    return true;
                }
                if !seen.contains(&on) {
                    seen.push(on);
                    next.push(on);
                }
            }
        }
        false
    };
    ways.iter().copied().filter(|&(from, to, _)| !reaches(from, to)).collect()
}

impl State {
    /// How a mission stands.
    #[must_use]
    pub fn standing(&self, plot: &Plot, mission: &Mission) -> Standing {
        match self.result(&mission.id) {
            Some(result) if result.won => Standing::Won,
            Some(_) => Standing::Lost,
            None if self.begun.as_ref().is_some_and(|b| b.mission == mission.id.value) => Standing::UnderWay,
            None if !self.in_time(mission) => Standing::Closed,
            None if self.holds(plot, &mission.when) => Standing::Open,
            None if self.may_hold(plot, &mission.when) => Standing::Locked,
            None => Standing::Closed,
        }
    }

    /// Whether a condition holds, or may yet.
    fn may_hold(&self, plot: &Plot, condition: &Condition) -> bool {
        let fought = |id: &str| plot.mission(id).is_some_and(|m| self.in_time(m));
        match condition {
            Condition::Won(id) => self.result(id).map_or_else(|| fought(id), |r| r.won),
            Condition::Lost(id) => self.result(id).map_or_else(|| fought(id), |r| !r.won),
            Condition::Fought(id) => self.result(id).is_some() || fought(id),
            Condition::All(parts) => parts.iter().all(|p| self.may_hold(plot, p)),
            Condition::Any(parts) => parts.iter().any(|p| self.may_hold(plot, p)),
            // What was won, lost or fought stays so; a grudge may be settled.
            Condition::Not(part) if !matches!(**part, Condition::Grudge(_)) => !self.holds(plot, part),
            _ => true,
        }
    }

    /// How long an open mission can still be begun, in words; none where there is no hurry.
    #[must_use]
    pub fn hurry(&self, mission: &Mission) -> Option<String> {
        match usize::from(mission.until?).saturating_sub(self.results.len()) {
            0 => None,
            1 => Some("now or never".to_owned()),
            left => Some(format!("one of the next {left} battles")),
        }
    }
}
