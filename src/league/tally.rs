//! The statistics of a league's results.

use super::game::Times;
use super::statistics::ratings::{Met, Ratings, ratings};
use super::statistics::{Estimate, Pairs, share};
use super::store::{Record, Results};

/// Fewer pairs than this are not enough to call a force dominated, too cheap or too dear.
pub(super) const ENOUGH: u32 = 8;

/// Points out of battles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Points.
    pub points: f64,
    /// Battles.
    pub battles: f64,
}

impl Score {
    fn add(&mut self, points: f64) {
        self.points += points;
        self.battles += 1.0;
    }

    /// The share of the points, with its interval.
    #[must_use]
    pub fn share(self) -> Estimate {
        share(self.points, self.battles)
    }
}

/// What happened in one setting.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// The score of the first side, whichever entrant played it.
    pub first_side: Score,
    /// The entrants' scores.
    pub entrants: Vec<Score>,
    /// Pairs of those who met.
    pub met: Vec<Met>,
    /// Turns in all.
    pub turns: u64,
    /// Decisions in all.
    pub decisions: u64,
}

impl Ground {
    /// All pairs of one entrant against another here, from the first one's point of view.
    #[must_use]
    pub fn between(&self, a: usize, b: usize) -> Pairs {
        between(&self.met, a, b)
    }
}

/// A league, counted.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Pairs of those who met.
    pub met: Vec<Met>,
    /// Ratings of the entrants.
    pub ratings: Ratings,
    /// The settings in their order.
    pub grounds: Vec<Ground>,
    /// What sides fought with, by name, and their scores.
    pub forces: Vec<(String, Score)>,
    /// What the entrants' forces cost on average.
    pub costs: Vec<f64>,
    /// How long the entrants' decisions took.
    pub times: Vec<Times>,
    /// Battles that an entrant lost by a failure, and failures that were no entrant's fault.
    pub failures: Vec<Record>,
    /// Battles that count: those of whole pairs.
    pub battles: u32,
}

impl Tally {
    /// Counts the battles of whole pairs.
    #[must_use]
    pub fn of(results: &Results) -> Tally {
        let spec = &results.header.spec;
        let count = spec.entrants.len();
        let ground = Ground { entrants: vec![Score::default(); count], ..Ground::default() };
        let mut tally = Tally {
            met: Vec::new(),
            ratings: Ratings { elo: Vec::new(), bounded: false },
            grounds: vec![ground; results.header.settings.len()],
            forces: Vec::new(),
            costs: vec![0.0; count],
            times: vec![Times::default(); count],
            failures: Vec::new(),
            battles: 0,
        };
        for (records, points) in results.pairs() {
            let who = records[0].seats;
            met(&mut tally.met, who).count(points);
            met(&mut tally.grounds[records[0].setting].met, who).count(points);
            records.into_iter().for_each(|record| tally.battle(record));
        }
        for entrant in 0..count {
            tally.costs[entrant] /= (2.0 * f64::from(tally.all_of(entrant).len())).max(1.0);
        }
        tally.forces.sort_by(|a, b| a.0.cmp(&b.0));
        tally.ratings = ratings(count, &tally.met, spec.seed);
        tally
    }

    fn battle(&mut self, record: &Record) {
        self.battles += 1;
        let (ending, ground) = (&record.ending, &mut self.grounds[record.setting]);
        ground.first_side.add(ending.points(0));
        ground.turns += u64::from(ending.turns);
        ground.decisions += ending.decisions.map(u64::from).iter().sum::<u64>();
        for side in 0..2 {
            let (entrant, points) = (record.seats[side], ending.points(side));
            ground.entrants[entrant].add(points);
            self.costs[entrant] += f64::from(record.costs[side]);
            self.times[entrant].join(&record.times[side]);
            let force = &record.forces[side];
            match self.forces.iter_mut().find(|f| f.0 == *force) {
                Some((_, score)) => score.add(points),
                None => self.forces.push((force.clone(), Score { points, battles: 1.0 })),
            }
        }
        if ending.failure.is_some() {
            self.failures.push(record.clone());
        }
    }

    /// All pairs of one entrant against another, from the first one's point of view.
    #[must_use]
    pub fn between(&self, a: usize, b: usize) -> Pairs {
        between(&self.met, a, b)
    }

    /// An entrant whose force costs no more and scores significantly better in every setting.
    #[must_use]
    pub fn dominator(&self, entrant: usize) -> Option<usize> {
        let worse = |other: &usize| {
            let scores = self.grounds.iter().map(|ground| ground.between(entrant, *other));
            scores.map(|pairs| pairs.len() >= ENOUGH && pairs.estimate().high < 0.5).reduce(|all, one| all && one)
        };
        let cheap = |other: &usize| *other != entrant && self.costs[*other] <= self.costs[entrant];
        (0..self.times.len()).filter(cheap).find(|other| worse(other) == Some(true))
    }

    /// All pairs of an entrant, from its point of view.
    #[must_use]
    pub fn all_of(&self, entrant: usize) -> Pairs {
        (0..self.times.len()).map(|other| self.between(entrant, other)).fold(Pairs::default(), |all, p| all + p)
    }

    /// The entrants, the best first.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.times.len()).collect();
        order.sort_by(|&a, &b| self.ratings.elo[b].value.total_cmp(&self.ratings.elo[a].value));
        order
    }
}

/// The pairs of two, whichever is named first.
fn between(met: &[Met], a: usize, b: usize) -> Pairs {
    met.iter().fold(Pairs::default(), |all, m| match m.who {
        [x, y] if [x, y] == [a, b] => all + m.pairs,
        [x, y] if [x, y] == [b, a] => all + m.pairs.mirrored(),
        _ => all,
    })
}

/// The pairs of two in their order, to add to.
fn met(all: &mut Vec<Met>, who: [usize; 2]) -> &mut Pairs {
    let place = all.iter().position(|m| m.who == who).unwrap_or_else(|| {
        all.push(Met { who, pairs: Pairs::default() });
        all.len() - 1
    });
    &mut all[place].pairs
}
