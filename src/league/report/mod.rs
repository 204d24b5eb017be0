//! Reports of leagues: as text, as tables for spreadsheets, and as one page with plots that needs nothing else.

mod page;
mod plot;

pub use page::page;
pub use plot::{Line, Plot, Row, Shape};

use super::draw::presence;
use super::statistics::luck::without_luck;
use super::statistics::sprt::Verdict;
use super::statistics::worth::{Rival, corrections};
use super::statistics::{Estimate, Pairs, elo_of_score};
use super::store::{Course, Results};
use super::tally::{ENOUGH, Score, Tally};
use crate::source::harmless;

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What it is called: the name of its file among tables for spreadsheets.
    pub name: &'static str,
    /// What it shows, in words.
    pub title: String,
    /// Heads of the columns.
    pub heads: Vec<String>,
    /// Its lines.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    #[must_use]
    pub fn new(name: &'static str, title: impl Into<String>, heads: &[&str]) -> Table {
        Table { name, title: title.into(), heads: heads.iter().map(|h| (*h).to_owned()).collect(), rows: Vec::new() }
    }

    /// The table as text, columns below each other.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let all = || std::iter::once(&self.heads).chain(&self.rows);
        let wide = |column: usize| all().filter_map(|r| r.get(column)).map(|c| c.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.heads.len()).map(wide).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, width))| match i {
                0 => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        std::iter::once(self.title.clone()).chain(all().map(line)).collect()
    }

    /// The table as comma-separated values (RFC 4180). What a spreadsheet would take for a formula begins with an
    /// apostrophe instead; numbers are numbers.
    #[must_use]
    pub fn csv(&self) -> String {
        let cell = |text: &String| {
            let number = text.bytes().all(|b| b.is_ascii_digit() || b"+-.".contains(&b)) && text.parse::<f64>().is_ok();
            let formula = !number && text.starts_with(['=', '+', '-', '@', '\t', '\r']);
            let text = format!("{}{}", if formula { "'" } else { "" }, harmless(text));
            match formula || text.contains([',', '"', '\n']) {
                true => format!("\"{}\"", text.replace('"', "\"\"")),
                false => text,
            }
        };
        let line = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\r\n";
        std::iter::once(&self.heads).chain(&self.rows).map(line).collect()
    }
}

/// The results of a league, ready to be shown.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its name.
    pub title: String,
    /// What it was, in a few sentences.
    pub about: Vec<String>,
    /// Its tables. That of times comes last, as it alone differs between runs.
    pub tables: Vec<Table>,
    /// Its plots.
    pub plots: Vec<Plot>,
}

/// A share in per cent.
#[must_use]
pub fn per_cent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// Both ends of an interval of shares.
#[must_use]
pub fn per_cents(share: Estimate) -> [String; 2] {
    [per_cent(share.low), per_cent(share.high)]
}

impl Report {
    /// The report of results.
    #[must_use]
    pub fn of(results: &Results) -> Report {
        let (grouped, parts) = (results.grouped(), presence(results));
        let results = grouped.as_ref().unwrap_or(results);
        let tally = Tally::of(results);
        let course = results.course();
        let spec = &results.header.spec;
        let mut about = vec![format!(
            "{} battles in {} pairs with sides swapped, seed {}.",
            tally.battles,
            tally.battles / 2,
            spec.seed
        )];
        let timed = spec.entrants.iter().any(|e| e.seconds.is_some() && e.program.is_empty());
        let foreign = spec.entrants.iter().any(|e| !e.program.is_empty());
        if timed || foreign {
            about.push("Not repeatable: an entrant thinks by the clock, or is a program of its own.".to_owned());
        }
        if tally.ratings.bounded {
            about.push(
                "Somebody got nothing or everything, which no finite rating explains: ratings are worked out as if all \
                 who met had drawn one battle more, and are bounds."
                    .to_owned(),
            );
        }
        about.extend(course.as_ref().map(verdict));
        let mut tables = vec![ratings(results, &tally), cross(results, &tally)];
        tables.extend(luck(results, &tally));
        tables.extend([settings(results, &tally), forces(&tally)]);
        tables.extend(parts);
        if spec.entrants.iter().any(|e| !e.brings.is_empty()) {
            tables.push(points(results, &tally));
        }
        if !tally.failures.is_empty() {
            tables.push(failures(results, &tally));
        }
        tables.extend(journals(results));
        tables.push(times(results, &tally));
        let plots = plot::plots(results, &tally, course.as_ref());
        Report { title: spec.name.clone(), about, tables, plots }
    }

    /// The report as text.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.title.clone()];
        lines.extend(self.about.iter().cloned());
        for table in &self.tables {
            lines.push(String::new());
            lines.extend(table.lines());
        }
        lines
    }
}

/// The verdict of a match's test.
fn verdict(course: &Course) -> String {
    let Course { test, pairs, ratios, verdict } = course;
    let (low, high) = test.bounds();
    let said = match verdict {
        Some(Verdict::Better) => format!("accepted: better by {} Elo rather than by {}", test.elo1, test.elo0),
        Some(Verdict::NoBetter) => format!("rejected: better by {} Elo rather than by {}", test.elo0, test.elo1),
        None => "not decided".to_owned(),
    };
    let ratio = ratios.last().copied().unwrap_or(0.0);
    format!(
        "Test of {} against {} Elo after {} pairs: log likelihood ratio {ratio:.2} ({low:.2} to {high:.2}), {said}.",
        test.elo0,
        test.elo1,
        pairs.len(),
    )
}

fn ratings(results: &Results, tally: &Tally) -> Table {
    let heads =
        ["entrant", "Elo", "from", "to", "score %", "battles", "pairs 0", "1/2", "1", "3/2", "2", "ahead of next %"];
    let mut table = Table::new("ratings", "Ratings, with 95 % intervals", &heads);
    let order = tally.order();
    for (place, &entrant) in order.iter().enumerate() {
        let (elo, pairs) = (tally.ratings.elo[entrant], tally.all_of(entrant));
        let ahead = order.get(place + 1).map(|&next| tally.between(entrant, next)).filter(|p| !p.is_empty());
        let mut row = vec![results.header.spec.entrants[entrant].name.clone()];
        row.extend([elo.value, elo.low, elo.high].map(|e| format!("{e:+.1}")));
        row.extend([per_cent(pairs.score()), (2 * pairs.len()).to_string()]);
        row.extend(pairs.0.map(|n| n.to_string()));
        row.push(ahead.map_or(String::new(), |p| per_cent(p.superiority())));
        table.rows.push(row);
    }
    table
}

fn cross(results: &Results, tally: &Tally) -> Table {
    let order = tally.order();
    let names: Vec<&str> = order.iter().map(|&e| results.header.spec.entrants[e].name.as_str()).collect();
    let mut heads = vec!["against"];
    heads.extend(&names);
    let mut table = Table::new("cross", "Scores of each against each, in %, with half the 95 % interval", &heads);
    for (&a, name) in order.iter().zip(&names) {
        let against = order.iter().map(|&b| match tally.between(a, b) {
            pairs if pairs.is_empty() => String::new(),
            pairs => {
                let score = pairs.estimate();
                format!("{} +-{:.1}", per_cent(score.value), 50.0 * (score.high - score.low))
            }
        });
        table.rows.push(std::iter::once((*name).to_owned()).chain(against).collect());
    }
    table
}

/// Scores with and without the luck of the dice, if luck was estimated.
fn luck(results: &Results, tally: &Tally) -> Option<Table> {
    let heads = ["entrant", "against", "pairs", "score %", "+-", "without luck %", "+-", "as sure as pairs"];
    let mut table = Table::new("luck", "Scores without the luck of the dice, with half the 95 % interval", &heads);
    let order = tally.order();
    for (place, &a) in order.iter().enumerate() {
        for &b in &order[place + 1..] {
            let pairs = results.lucks(a, b);
            let Some(score) = without_luck(&pairs) else { continue };
            let plain = tally.between(a, b).estimate();
            let mut row = [a, b].map(|e| results.header.spec.entrants[e].name.clone()).to_vec();
            row.push(pairs.len().to_string());
            row.extend([plain, score].iter().flat_map(|s| [per_cent(s.value), per_cent((s.high - s.low) / 2.0)]));
            row.push(as_sure_as(plain, score, pairs.len()));
            table.rows.push(row);
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

/// How many pairs plain scores need for the certainty that these pairs have without luck.
#[must_use]
pub fn as_sure_as(plain: Estimate, without_luck: Estimate, pairs: usize) -> String {
    let times = (plain.high - plain.low) / (without_luck.high - without_luck.low);
    if times.is_finite() { format!("{:.0}", times * times * pairs as f64) } else { String::new() }
}

/// A remark on a share that should be even.
#[must_use]
pub fn fairness(share: Estimate) -> &'static str {
    const FAIR: std::ops::RangeInclusive<f64> = 0.4..=0.6;
    match FAIR.contains(&share.value) {
        true => "",
        false if share.low > 0.5 || share.high < 0.5 => "unfair",
        false => "unfair?",
    }
}

fn settings(results: &Results, tally: &Tally) -> Table {
    let order = tally.order();
    let mut heads = vec!["setting", "battles", "first side %", "from", "to", "", "turns", "decisions"];
    heads.extend(order.iter().map(|&e| results.header.spec.entrants[e].name.as_str()));
    let title = "Settings: the first side's share, length of a battle, the entrants' scores in %";
    let mut table = Table::new("settings", title, &heads);
    for (name, ground) in results.header.settings.iter().zip(&tally.grounds) {
        let (side, battles) = (ground.first_side, ground.first_side.battles.max(1.0));
        let mut row = vec![name.clone(), side.battles.to_string(), per_cent(side.share().value)];
        row.extend(per_cents(side.share()));
        row.push(fairness(side.share()).to_owned());
        row.extend([ground.turns, ground.decisions].map(|n| format!("{:.1}", n as f64 / battles)));
        let score =
            |e: &usize| Some(ground.entrants[*e]).filter(|s| s.battles > 0.0).map(|s| per_cent(s.share().value));
        row.extend(order.iter().map(|e| score(e).unwrap_or_default()));
        table.rows.push(row);
    }
    table
}

fn forces(tally: &Tally) -> Table {
    let heads = ["force", "battles", "score %", "from", "to", "Elo"];
    let mut table = Table::new("forces", "What sides fought with", &heads);
    for (name, score) in &tally.forces {
        let Score { battles, .. } = score;
        let mut row = vec![name.clone(), battles.to_string(), per_cent(score.share().value)];
        row.extend(per_cents(score.share()));
        row.push(format!("{:+.0}", elo_of_score(score.share().value)));
        table.rows.push(row);
    }
    table
}

/// The worth of the entrants' forces, by their matches against the first one.
fn points(results: &Results, tally: &Tally) -> Table {
    let heads = ["force", "cost", "against first %", "from", "to", "change to be even", "from", "to", "remark"];
    let title =
        "Points: by how many the cost had to change for an even match, at the rate at which points buy strength";
    let mut table = Table::new("points", title, &heads);
    let entrants = &results.header.spec.entrants;
    let others: Vec<usize> = (1..entrants.len()).filter(|&e| !tally.between(e, 0).is_empty()).collect();
    let rival = |&e: &usize| Rival { dearer: tally.costs[e] - tally.costs[0], pairs: tally.between(e, 0) };
    let rivals: Vec<Rival> = others.iter().map(rival).collect();
    let corrections = corrections(&rivals, results.header.spec.seed);
    for entrant in 0..entrants.len() {
        let mut row = vec![entrants[entrant].name.clone(), format!("{:.1}", tally.costs[entrant])];
        let place = others.iter().position(|&e| e == entrant);
        let score = place.map(|i| rivals[i].pairs.estimate());
        row.extend(score.map_or([const { String::new() }; 3], |s| [s.value, s.low, s.high].map(per_cent)));
        let change = place.and_then(|i| corrections[i]);
        row.extend(
            change.map_or([const { String::new() }; 3], |c| [c.value, c.low, c.high].map(|p| format!("{p:+.1}"))),
        );
        let dominated = tally.dominator(entrant).map(|by| format!("dominated by {}", entrants[by].name));
        let price = place.zip(change).map(|(i, change)| price(rivals[i].pairs, change));
        row.push(dominated.or_else(|| price.map(str::to_owned)).unwrap_or_default());
        table.rows.push(row);
    }
    table
}

/// A remark on a cost, from the number of pairs and the change that they suggest.
fn price(pairs: Pairs, change: Estimate) -> &'static str {
    match pairs.score() {
        _ if pairs.len() < ENOUGH => "too few pairs",
        // A force that won or lost everything would have done so at many prices.
        0.0 | 1.0 => "a mere bound",
        _ if change.low > 0.0 => "too cheap",
        _ if change.high < 0.0 => "too dear",
        _ => "",
    }
}

fn failures(results: &Results, tally: &Tally) -> Table {
    let mut table = Table::new("failures", "Failures", &["battle", "setting", "entrant", "what happened"]);
    for record in &tally.failures {
        let Some(failure) = &record.ending.failure else { continue };
        let who =
            failure.side.map(|side| results.header.spec.entrants[record.seats[usize::from(side) & 1]].name.as_str());
        let setting = results.header.settings[record.setting].clone();
        let who = who.unwrap_or("nobody").to_owned();
        table.rows.push(vec![record.game.to_string(), setting, who, failure.why.clone()]);
    }
    table
}

/// The battles of which there are journals, if there are any.
fn journals(results: &Results) -> Option<Table> {
    let mut table = Table::new("journals", "Journals", &["journal", "setting", "first side", "second side", "ending"]);
    for record in results.records.values() {
        let Some(journal) = &record.journal else { continue };
        let name = |side: usize| results.header.spec.entrants[record.seats[side]].name.clone();
        let ending = match record.ending.winner {
            Some(winner) => format!("{} wins: {}", name(usize::from(winner)), record.ending.reason),
            None => format!("a draw: {}", record.ending.reason),
        };
        let setting = results.header.settings[record.setting].clone();
        table.rows.push(vec![journal.clone(), setting, name(0), name(1), ending]);
    }
    (!table.rows.is_empty()).then_some(table)
}

fn times(results: &Results, tally: &Tally) -> Table {
    let heads = ["entrant", "decisions", "a second", "median ms", "99 % within ms"];
    let mut table = Table::new("times", "Time for decisions", &heads);
    for entrant in tally.order() {
        let times = &tally.times[entrant];
        let speed = times.decisions() as f64 / times.seconds.max(1e-9);
        let mut row = vec![results.header.spec.entrants[entrant].name.clone(), times.decisions().to_string()];
        row.push(format!("{speed:.0}"));
        row.extend([0.5, 0.99].map(|share| format!("{:.3}", 1e3 * times.quantile(share))));
        table.rows.push(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a spreadsheet would take for a formula is text; numbers stay numbers.
    #[test]
    fn cells_are_no_formulas() {
        let table = |cells: &[&str]| Table::new("t", "T", cells).csv();
        assert_eq!(
            table(&["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1,2)", "\t=1", "a\"b"]),
            "\"'=1+1\",\"'+cmd|' /C calc'!A0\",\"'-2+3\",\"'@SUM(1,2)\",\"'\t=1\",\"a\"\"b\"\r\n"
        );
        assert_eq!(table(&["-3.5", "+12", "0.5", "", "mob", "\u{1b}[1m"]), "-3.5,+12,0.5,,mob,\\u001b[1m\r\n");
    }

    #[test]
    fn a_price_is_judged_only_by_enough_pairs_that_went_both_ways() {
        let dearer = Estimate { value: 5.0, low: 1.0, high: 9.0 };
        let cheaper = Estimate { value: -5.0, low: -9.0, high: -1.0 };
        let unsure = Estimate { value: 1.0, low: -3.0, high: 5.0 };
        assert_eq!(price(Pairs([1, 0, 2, 0, 4]), dearer), "too few pairs");
        assert_eq!(price(Pairs([0, 0, 0, 0, 8]), dearer), "a mere bound");
        assert_eq!(price(Pairs([8, 0, 0, 0, 0]), cheaper), "a mere bound");
        assert_eq!(price(Pairs([1, 0, 2, 0, 5]), dearer), "too cheap");
        assert_eq!(price(Pairs([5, 0, 2, 0, 1]), cheaper), "too dear");
        assert_eq!(price(Pairs([2, 0, 4, 0, 2]), unsure), "");
    }
}
