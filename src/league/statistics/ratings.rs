//! Ratings of all who met: the maximum likelihood of Bradley and Terry (1952), with a draw as half a win for each, which
//! is what Elo means by a score. Their intervals come from drawing the pairs again and again (the bootstrap of Efron).

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Estimate, Pairs, SCALE};

/// The results of two entrants against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// Who met.
    pub who: [usize; 2],
    /// The pairs, from the first one's point of view.
    pub pairs: Pairs,
}

/// Ratings from a league.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Elo of the entrants in their order; the mean is 0.
    pub elo: Vec<Estimate>,
    /// An entrant or a group scored nothing or everything against the others, so that there is no finite likeliest
    /// rating. One drawn battle was then added for everybody who met, and the ratings are only a bound.
    pub bounded: bool,
}

/// Bootstrap samples.
const RESAMPLES: usize = 1000;

/// Rates entrants.
#[must_use]
pub fn ratings(count: usize, met: &[Met], seed: u64) -> Ratings {
    let (elo, bounded) = likeliest(count, met, &vec![0.0; count]);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut samples = vec![Vec::with_capacity(RESAMPLES); count];
    for _ in 0..RESAMPLES {
        let again: Vec<Met> = met.iter().map(|m| Met { pairs: resampled(m.pairs, &mut random), ..*m }).collect();
        let drawn = likeliest(count, &again, &elo).0;
        samples.iter_mut().zip(drawn).for_each(|(all, one)| all.push(one));
    }
    let estimate = |(value, mut all): (f64, Vec<f64>)| {
        all.sort_by(f64::total_cmp);
        let at = |share: f64| all[(share * (RESAMPLES - 1) as f64).round() as usize];
        Estimate { value, low: at(0.025).min(value), high: at(0.975).max(value) }
    };
    Ratings { elo: elo.into_iter().zip(samples).map(estimate).collect(), bounded }
}

/// A bootstrap sample: as many pairs, each drawn from the given ones.
pub(super) fn resampled(pairs: Pairs, random: &mut Xoshiro256PlusPlus) -> Pairs {
    let mut again = Pairs::default();
    for _ in 0..pairs.len() {
        let mut left = random.random_range(0..pairs.len());
        let drawn = pairs.0.iter().position(|&n| {
            let here = left < n;
            left = left.wrapping_sub(n);
            here
        });
        drawn.into_iter().for_each(|i| again.0[i] += 1);
    }
    again
}

/// The likeliest ratings, and whether an added draw was needed to make them finite.
fn likeliest(count: usize, met: &[Met], start: &[f64]) -> (Vec<f64>, bool) {
    let bounded = !finite(count, met);
    let mut points = vec![0.0; count];
    let mut battles = vec![vec![0.0; count]; count];
    for Met { who: [a, b], pairs } in met.iter().copied().filter(|m| !m.pairs.is_empty()) {
        let (n, won) = (2.0 * f64::from(pairs.len()), pairs.points());
        let draw = f64::from(u8::from(bounded));
        points[a] += won + 0.5 * draw;
        points[b] += n - won + 0.5 * draw;
        battles[a][b] += n + draw;
        battles[b][a] += n + draw;
    }
    let mut elo: Vec<f64> = start.to_vec();
    // Newton's method, one rating after the other: each has one likeliest value, given the others.
    for _ in 0..10_000 {
        let mut moved: f64 = 0.0;
        for a in 0..count {
            let (mut expected, mut slope) = (0.0, 0.0);
            for b in (0..count).filter(|&b| battles[a][b] > 0.0) {
                let p = super::score_of_elo(elo[a] - elo[b]);
                expected += battles[a][b] * p;
                slope += battles[a][b] * p * (1.0 - p);
            }
            if slope > 0.0 {
                let step = (SCALE * (points[a] - expected) / slope).clamp(-200.0, 200.0);
                elo[a] += step;
                moved = moved.max(step.abs());
            }
        }
        if moved < 1e-6 {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / count.max(1) as f64;
    (elo.into_iter().map(|e| e - mean).collect(), bounded)
}

/// Whether the likeliest ratings are finite: a chain of points leads from every entrant to every other (Ford 1957).
fn finite(count: usize, met: &[Met]) -> bool {
    let mut scored = DiGraph::<(), ()>::new();
    let nodes: Vec<_> = (0..count).map(|_| scored.add_node(())).collect();
    for Met { who: [a, b], pairs } in met {
        for (one, other, points) in [(a, b, pairs.points()), (b, a, pairs.mirrored().points())] {
            if points > 0.0 {
                scored.add_edge(nodes[*one], nodes[*other], ());
            }
        }
    }
    kosaraju_scc(&scored).len() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::statistics::{elo_of_score, score_of_elo};

    /// Everybody with everybody else.
    fn pairings(count: usize) -> impl Iterator<Item = [usize; 2]> {
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| [a, b]))
    }

    /// Two entrants: the likeliest difference is that of the score.
    #[test]
    fn two_are_rated_by_their_score() {
        let rated = ratings(2, &[Met { who: [0, 1], pairs: Pairs([3, 5, 20, 9, 13]) }], 1);
        let difference = rated.elo[0].value - rated.elo[1].value;
        assert!((difference - elo_of_score(Pairs([3, 5, 20, 9, 13]).score())).abs() < 1e-4);
        assert!((rated.elo[0].value + rated.elo[1].value).abs() < 1e-9 && !rated.bounded);
    }

    /// Wins of Hunter's (2004) worked example of Bradley-Terry: the American League's baseball season of 1987, every
    /// two teams 13 times, with Agresti's (1990) fitted strengths, Baltimore's being 0.
    #[test]
    fn baseball_of_1987_is_rated_as_published() {
        const WINS: [[u32; 7]; 7] = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        const FITTED: [f64; 7] = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0];
        let mut met = Vec::new();
        for [a, b] in pairings(7) {
            // A win counts as a pair won.
            met.push(Met { who: [a, b], pairs: Pairs([WINS[b][a], 0, 0, 0, WINS[a][b]]) });
        }
        let (elo, bounded) = likeliest(7, &met, &[0.0; 7]);
        assert!(!bounded);
        for team in 0..7 {
            let strength = (elo[team] - elo[6]) / SCALE;
            assert!((strength - FITTED[team]).abs() < 1e-3, "team {team}: {strength}");
        }
    }

    /// An entrant that never gets a point has no finite rating; this is reported, and the numbers stay finite.
    #[test]
    fn who_loses_everything_is_bounded() {
        let lost = Met { who: [0, 1], pairs: Pairs([50, 0, 0, 0, 0]) };
        let rated = ratings(3, &[lost, Met { who: [1, 2], pairs: Pairs([5, 0, 30, 0, 5]) }], 1);
        assert!(rated.bounded && rated.elo.iter().all(|e| e.value.is_finite()));
        assert!(rated.elo[0].value < rated.elo[1].value - 800.0, "{:?}", rated.elo);
    }

    /// The interval holds the truth in 95 of 100 leagues: a thousand leagues of four whose strength is known. The two
    /// battles of a pair hang together, as those with the same dice do.
    #[test]
    fn intervals_hold_the_truth() {
        let truth = [-150.0, -20.0, 40.0, 130.0];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut held = 0;
        for league in 0..1000 {
            let mut met = Vec::new();
            for [a, b] in pairings(4) {
                let mut pairs = Pairs::default();
                for _ in 0..60 {
                    let p = score_of_elo(truth[a] - truth[b]);
                    let first = random.random_bool(p);
                    let second = if random.random_bool(0.4) { first } else { random.random_bool(p) };
                    pairs.count(f64::from(u8::from(first)) + f64::from(u8::from(second)));
                }
                met.push(Met { who: [a, b], pairs });
            }
            let rated = ratings(4, &met, league);
            held += (0..4).filter(|&e| rated.elo[e].low <= truth[e] && truth[e] <= rated.elo[e].high).count();
        }
        let share = held as f64 / 4000.0;
        assert!((0.935..=0.965).contains(&share), "{share}");
    }
}
