//! Whether what a campaign file says can come about: the missions that can ever be begun, and conditions that cannot hold.

use std::collections::BTreeSet;

use crate::source::{Node, Problems, Spanned};

use super::plot::{Condition, Mission};

/// Most courses of a campaign that are looked at; long ones have more, and are looked at less closely.
const MOST_COURSES: usize = 20_000;

/// How each mission went, by its place: won, lost, or not fought.
type Course = Vec<Option<bool>>;

/// Reports missions that can never be begun, and conditions that ask for what cannot be.
pub(super) fn check<'c>(
    missions: &'c [Mission],
    endings: impl Iterator<Item = &'c Condition>,
    problems: &mut Problems<'_>,
) {
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for (place, mission) in missions.iter().enumerate() {
        if waits_for_nothing(&mission.when) {
            let hint = "`NothingOpen` is for endings and changes: say what the mission comes after";
            problems.add(mission.id.at, format!("{} waits until no mission is open", mission.id.value), hint);
            told.insert(place);
        }
        if contradiction(&mission.when, problems) {
            told.insert(place);
        }
        mission.changes.iter().for_each(|change| _ = contradiction(&change.when, problems));
        if mission.until == Some(0) {
            let all = problems.document().root.get("missions").map_or(&[][..], Node::items);
            let at = all.get(place).and_then(|node| node.get("until")).map_or(mission.id.at, |node| node.at);
            let hint = "count the missions before which it has to be begun, or leave `until` out";
            problems.add(at, format!("{} is open until 0 missions have been fought: never", mission.id.value), hint);
            told.insert(place);
        }
    }
    endings.for_each(|when| _ = contradiction(when, problems));
    // What follows from a mistake is not told beside it.
    if !told.is_empty() {
        return;
    }
    let reached = reached(missions);
    for (place, mission) in missions.iter().enumerate().filter(|(place, _)| !reached.contains(place)) {
        let mut timeless = missions.to_vec();
        timeless[place].until = None;
        let late = self::reached(&timeless).contains(&place);
        let hint = match late {
            true => "its time is over before it opens: raise `until`",
            false => "its condition asks for missions that cannot come before it",
        };
        problems.add(mission.id.at, format!("the mission {} can never be reached", mission.id.value), hint);
    }
}

/// The missions that can be begun in some course of the campaign, whatever is won or lost, by their places.
fn reached(missions: &[Mission]) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut courses: Vec<Course> = vec![vec![None; missions.len()]];
    let mut seen: BTreeSet<Course> = courses.iter().cloned().collect();
    while let Some(course) = courses.pop() {
        for place in (0..missions.len()).filter(|place| is_open(missions, &course, *place)) {
            reached.insert(place);
            for won in [false, true] {
                let mut next = course.clone();
                next[place] = Some(won);
                if seen.len() < MOST_COURSES && seen.insert(next.clone()) {
                    courses.push(next);
                }
            }
        }
        if reached.len() == missions.len() {
            break;
        }
    }
    if seen.len() >= MOST_COURSES { reached_perhaps(missions, reached) } else { reached }
}

/// More missions that may be reached beside those that are, as far as that shows without looking at each course.
fn reached_perhaps(missions: &[Mission], mut reached: BTreeSet<usize>) -> BTreeSet<usize> {
    loop {
        let before = reached.len();
        let open: Vec<&str> = reached.iter().map(|place| missions[*place].id.as_str()).collect();
        let may = |mission: &Mission| may_hold(&mission.when, &open);
        let more: Vec<usize> = (0..missions.len()).filter(|place| may(&missions[*place])).collect();
        reached.extend(more);
        if reached.len() == before {
            return reached;
        }
    }
}

/// Whether a condition could hold when none but these missions can have been fought.
fn may_hold(condition: &Condition, fought: &[&str]) -> bool {
    match condition {
        Condition::Won(m) | Condition::Lost(m) | Condition::Fought(m) => fought.contains(&m.as_str()),
        Condition::All(parts) => parts.iter().all(|p| may_hold(p, fought)),
        Condition::Any(parts) => parts.iter().any(|p| may_hold(p, fought)),
        Condition::Battles(least) => fought.len() >= usize::from(*least),
        // Nobody bears a grudge before the first battle.
        Condition::Grudge(_) => !fought.is_empty(),
        Condition::Points(_) | Condition::Not(_) | Condition::Always | Condition::NothingOpen => true,
    }
}

fn is_open(missions: &[Mission], course: &Course, place: usize) -> bool {
    let fought = course.iter().flatten().count();
    let in_time = missions[place].until.is_none_or(|last| fought < usize::from(last));
    in_time && course[place].is_none() && may_be(missions, course, &missions[place].when, true)
}

/// Whether a condition may hold, or may not, in a course. Grudges may be borne or not, once there was a battle.
fn may_be(missions: &[Mission], course: &Course, condition: &Condition, holds: bool) -> bool {
    let went =
        |name: &Spanned<String>| missions.iter().position(|m| m.id.value == name.value).and_then(|at| course[at]);
    let fought = course.iter().flatten().count();
    match condition {
        Condition::Always => holds,
        Condition::Won(name) => (went(name) == Some(true)) == holds,
        Condition::Lost(name) => (went(name) == Some(false)) == holds,
        Condition::Fought(name) => went(name).is_some() == holds,
        Condition::Points(least) => {
            let won = missions.iter().zip(course).filter(|(_, went)| **went == Some(true));
            (won.map(|(m, _)| u32::from(m.worth)).sum::<u32>() >= u32::from(*least)) == holds
        }
        Condition::Battles(least) => (fought >= usize::from(*least)) == holds,
        Condition::NothingOpen => true,
        Condition::Grudge(_) => !holds || fought > 0,
        Condition::All(parts) if holds => parts.iter().all(|p| may_be(missions, course, p, true)),
        Condition::Any(parts) if !holds => parts.iter().all(|p| may_be(missions, course, p, false)),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|p| may_be(missions, course, p, holds)),
        Condition::Not(part) => may_be(missions, course, part, !holds),
    }
}

/// Whether a condition asks that no mission be open: one that a mission waits for asks after itself.
fn waits_for_nothing(condition: &Condition) -> bool {
    match condition {
        Condition::NothingOpen => true,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(waits_for_nothing),
        Condition::Not(part) => waits_for_nothing(part),
        _ => false,
    }
}

/// How a mission may have gone where a condition holds that speaks of it alone.
#[derive(Clone, Copy)]
struct May {
    unfought: bool,
    won: bool,
    lost: bool,
}

/// Reports a condition, or one of its parts, that asks for a mission to have gone in two ways at once; whether it does.
fn contradiction(condition: &Condition, problems: &mut Problems<'_>) -> bool {
    let parts = match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.as_slice(),
        Condition::Not(part) => std::slice::from_ref(&**part),
        _ => return false,
    };
    let mut found = false;
    for part in parts {
        found |= contradiction(part, problems);
    }
    if !matches!(condition, Condition::All(_)) {
        return found;
    }
    let claims: Vec<(&Spanned<String>, May)> = parts.iter().filter_map(claim).collect();
    for (i, (name, _)) in claims.iter().enumerate() {
        let same = claims[..=i].iter().filter(|(other, _)| other.value == name.value).map(|c| c.1);
        let all =
            same.reduce(|a, b| May { unfought: a.unfought && b.unfought, won: a.won && b.won, lost: a.lost && b.lost });
        if all.is_some_and(|may| !may.unfought && !may.won && !may.lost) {
            let told = format!("{} would have to be won and lost at once, or fought and not", name.value);
            problems.add(name.at, told, "a mission is fought once: use `Any` for either, or leave one out");
            return true;
        }
    }
    found
}

/// The mission that a condition speaks of and how it may have gone, if it speaks of one alone.
fn claim(condition: &Condition) -> Option<(&Spanned<String>, May)> {
    match condition {
        Condition::Won(name) => Some((name, May { unfought: false, won: true, lost: false })),
        Condition::Lost(name) => Some((name, May { unfought: false, won: false, lost: true })),
        Condition::Fought(name) => Some((name, May { unfought: false, won: true, lost: true })),
        Condition::Not(part) => {
            let (name, may) = claim(part)?;
            Some((name, May { unfought: !may.unfought, won: !may.won, lost: !may.lost }))
        }
        _ => None,
    }
}
