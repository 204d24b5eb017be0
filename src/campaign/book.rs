//! The book of a campaign: chronicle, biographies, honours and rivalries, written from what was told of its battles.

use std::collections::BTreeMap;

use crate::rules::campaign::{Deed, Fighter, Health};

use super::play::Campaign;
use super::state::Told;

/// An honour, and who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Honour {
    /// What for.
    pub title: &'static str,
    /// The fighter's name, with his company's.
    pub who: String,
    /// How much of it.
    pub count: usize,
}

/// Two who put each other out of the game more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rivalry {
    /// The player's fighter.
    pub ours: String,
    /// The other one.
    pub theirs: String,
    /// How often ours felled the other, and the other ours.
    pub score: (usize, usize),
}

/// A deed in words, without who did it.
#[must_use]
pub fn words(deed: &Deed) -> String {
    let points = |cost: i32| format!("{cost} point{}", if cost == 1 { "" } else { "s" });
    match deed {
        Deed::Felled(whom) => format!("put {whom} out of the game"),
        Deed::Fell(by) if by.is_empty() => "fell".to_owned(),
        Deed::Fell(by) => format!("fell to {by}"),
        Deed::Bled(1) => "lost a model for good".to_owned(),
        Deed::Bled(models) => format!("lost {models} models for good"),
        Deed::Tended(by) => format!("was tended by {by}"),
        Deed::Recovered => "was only wounded".to_owned(),
        Deed::Hurt(what) => format!("was left with {what}"),
        Deed::LaidUp => "misses the next battle".to_owned(),
        Deed::Died => "died".to_owned(),
        Deed::Learnt(what) => format!("learnt: {what}"),
        Deed::Leads => "leads from now on".to_owned(),
        Deed::Joined(cost) => format!("joined for {}", points(*cost)),
        Deed::Avenged(whom, 0) => format!("settled the grudge against {whom}"),
        Deed::Avenged(whom, reward) => format!("settled the grudge against {whom}, for {}", points(*reward)),
        Deed::Gained(what, cost) => format!("got {what} for {}", points(*cost)),
    }
}

/// What became of somebody, in a line.
#[must_use]
pub fn fate(told: &Told) -> String {
    format!("{} {}", told.note.fighter, words(&told.note.deed))
}

/// How a fighter is, in words.
#[must_use]
pub fn health(fighter: &Fighter) -> &'static str {
    match fighter.health {
        Health::Fit => "fit",
        Health::LaidUp => "laid up",
        Health::Dead => "dead",
    }
}

impl Campaign {
    /// Where a line of the book was: the battle, and the decision in it where there was one.
    #[must_use]
    pub fn place(&self, told: &Told) -> String {
        let number = told.battle;
        let battle = match self.state().results.iter().find(|r| r.battle == number) {
            Some(result) => self.plot().mission(&result.mission).map_or("", |m| &m.name),
            None => "",
        };
        match (battle, told.moment) {
            _ if number == 0 => "before the first battle".to_owned(),
            ("", _) => format!("after battle {number}"),
            (name, 0) => format!("after battle {number}, {name}"),
            (name, moment) => format!("battle {number}, {name}, decision {moment}"),
        }
    }

    /// The journal in which the moment of a line can be seen, where there is one to see.
    #[must_use]
    pub fn shown_in(&self, told: &Told) -> Option<String> {
        self.battle_file(told.battle).filter(|_| told.moment > 0)
    }

    /// The command that shows the moment of a line, where there is one to see.
    #[must_use]
    pub fn replay(&self, told: &Told) -> Option<String> {
        let file = self.shown_in(told)?;
        Some(format!("hexfray replay {file:?} --to {}", told.moment))
    }

    /// Who did what, or what became of him.
    #[must_use]
    pub fn line(&self, told: &Told) -> String {
        let company = self.state().companies.get(&told.company).map_or("", |c| &c.name);
        format!("{} of {company} {}", told.note.fighter, words(&told.note.deed))
    }

    /// All that is told of a fighter, in order.
    pub fn biography<'c>(&'c self, company: &'c str, name: &'c str) -> impl Iterator<Item = &'c Told> {
        self.state().told.iter().filter(move |t| t.company == company && t.note.fighter == name)
    }

    /// Who has done most of what: of all companies, the dead too.
    #[must_use]
    pub fn honours(&self) -> Vec<Honour> {
        let fighters = || self.state().companies.iter().flat_map(|(id, c)| c.fighters.iter().map(move |f| (id, c, f)));
        let count = |id: &str, name: &str, wanted: fn(&Deed) -> bool| {
            self.biography(id, name).filter(|t| wanted(&t.note.deed)).count()
        };
        let most = |title: &'static str, of: &dyn Fn(&str, &Fighter) -> usize| {
            let all = fighters().map(|(id, company, f)| (of(id, f), format!("{} of {}", f.name, company.name)));
            // Of equals the first.
            let best = all.fold((0, String::new()), |best, next| if next.0 > best.0 { next } else { best });
            (best.0 > 0).then_some(Honour { title, count: best.0, who: best.1 })
        };
        let wounds = |deed: &Deed| matches!(deed, Deed::Recovered | Deed::Hurt(_) | Deed::LaidUp);
        [
            most("Most enemies felled", &|_, f| f.felled.into()),
            most("Most battles lived through", &|_, f| if f.lives() { f.battles.into() } else { 0 }),
            most("Most wounds survived", &|id, f| if f.lives() { count(id, &f.name, wounds) } else { 0 }),
            most("Most learnt", &|_, f| f.learnt.len()),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The player's fighters with those enemies whom they have met twice or more over somebody's fall, the fiercest first.
    #[must_use]
    pub fn rivalries(&self) -> Vec<Rivalry> {
        let mut scores: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
        for told in self.state().told.iter().filter(|t| t.company == self.plot().player) {
            let ours = told.note.fighter.as_str();
            match &told.note.deed {
                Deed::Felled(theirs) => scores.entry((ours, theirs)).or_default().0 += 1,
                Deed::Fell(theirs) if !theirs.is_empty() => scores.entry((ours, theirs)).or_default().1 += 1,
                _ => {}
            }
        }
        let fierce = scores.into_iter().filter(|(_, (a, b))| a + b >= 2);
        let mut all: Vec<Rivalry> = fierce
            .map(|((ours, theirs), score)| Rivalry { ours: ours.to_owned(), theirs: theirs.to_owned(), score })
            .collect();
        all.sort_by_key(|r| std::cmp::Reverse(r.score.0 + r.score.1));
        all
    }

    /// What is told of a battle and of what came after it; 0 is before the first. Whoever fell to somebody with a line of
    /// his own for it has none.
    pub fn tale(&self, battle: u32) -> impl Iterator<Item = &Told> {
        let of = move || self.state().told.iter().filter(move |t| t.battle == battle);
        let twice = move |fell: &Told| {
            let Deed::Fell(by) = &fell.note.deed else { return false };
            let same = |t: &&Told| t.moment == fell.moment && t.note.fighter == *by;
            of().filter(same).any(|t| matches!(t.note.deed, Deed::Felled(_)))
        };
        of().filter(move |t| !twice(t))
    }

    /// The chronicle: battle by battle, who did what and what became of whom.
    #[must_use]
    pub fn chronicle(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let tell = |told: &Told| {
            let rule = if told.note.rule.is_empty() { String::new() } else { format!("  [{}]", told.note.rule) };
            let moment = if told.moment > 0 { format!(" ({}:{})", told.battle, told.moment) } else { String::new() };
            format!("  {}{moment}{rule}", self.line(told))
        };
        lines.extend(self.tale(0).map(tell));
        for result in &self.state().results {
            lines.push(self.headline(result));
            lines.extend(self.tale(result.battle).map(tell));
        }
        lines
    }

    /// A battle in a line.
    #[must_use]
    pub fn headline(&self, result: &super::Ended) -> String {
        let name = self.plot().mission(&result.mission).map_or(result.mission.as_str(), |m| &m.name);
        let mut line = format!("{}. {name}: {}", result.battle, if result.won { "won" } else { "lost" });
        if result.by_hand {
            line += " on the table";
        } else {
            line += &format!(" in turn {}, {}", result.turn, result.reason);
        }
        if result.retries > 0 {
            line += &format!("; fought again, {} time{}", result.retries, if result.retries == 1 { "" } else { "s" });
        }
        line
    }
}
