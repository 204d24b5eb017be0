//! Subjects that take turns, so that whatever else the machine does weighs on all alike.

use cpu_time::ProcessTime;

/// How often each subject is measured.
pub const ROUNDS: usize = 9;

/// What each subject did a second of the process's time, round by round. A subject tells how much it did.
pub fn speeds<const N: usize>(mut subjects: [&mut dyn FnMut() -> u64; N]) -> [Vec<f64>; N] {
    let mut speeds = [const { Vec::new() }; N];
    for round in 0..=ROUNDS {
        for (run, speeds) in subjects.iter_mut().zip(&mut speeds) {
            let start = ProcessTime::now();
            let done = run();
            // The first round warms up.
            if round > 0 {
                speeds.push(done as f64 / start.elapsed().as_secs_f64());
            }
        }
    }
    speeds
}

/// How many times as fast the one was as the other, round by round.
pub fn ratios(ones: &[f64], others: &[f64]) -> Vec<f64> {
    ones.iter().zip(others).map(|(one, other)| one / other).collect()
}

/// The median, which half of the values do not exceed.
pub fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The median with the least and the most, in such units.
pub fn spread(values: &[f64], unit: f64) -> String {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    format!("{:.2} ({:.2} to {:.2})", median(values) / unit, least / unit, most / unit)
}
