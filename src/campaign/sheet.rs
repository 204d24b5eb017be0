//! A campaign in words: where it stands, what awaits whom, who is in a company and what can be done for them.

use crate::content::Library;
use crate::rules::campaign::{Company, Fighter, Offer};

use super::play::Campaign;
use super::plot::{Mission, Plot};
use super::state::Grudge;

impl Plot {
    /// What wins the campaign: one way a line.
    #[must_use]
    pub fn aims(&self) -> Vec<String> {
        self.endings.iter().filter(|e| e.victory).map(|e| self.words(&e.when)).collect()
    }
}

impl Mission {
    /// What it is worth to whoever wins it.
    #[must_use]
    pub fn stake(&self) -> String {
        let stake = if self.worth == 1 { "point" } else { "points" };
        let pay = if self.reward > 0 { format!(", and {} points to spend", self.reward) } else { String::new() };
        format!("worth {} campaign {stake}{pay}", self.worth)
    }
}

impl Campaign {
    /// Where it stands, in a line.
    #[must_use]
    pub fn stands(&self) -> String {
        let (plot, state, terms) = (self.plot(), self.state(), self.terms());
        let ironman = if terms.ironman { ", ironman" } else { "" };
        let (battles, points) = (state.results.len(), state.points(plot));
        let difficulty = plot.difficulty(&terms.difficulty).name.as_str();
        format!("battles {battles}, campaign points {points}; {difficulty}, seed {}{ironman}", terms.seed)
    }

    /// What it is about to do or has come to, in a few words.
    #[must_use]
    pub fn at(&self) -> String {
        let (plot, state) = (self.plot(), self.state());
        if let Some(begun) = &state.begun {
            return format!("{}: under way", plot.mission(&begun.mission).map_or("", |m| &m.name));
        }
        match state.ending(plot) {
            Some(ending) => ending.verdict(),
            None => {
                let open: Vec<&str> = state.open(plot).map(|m| m.name.as_str()).collect();
                format!("open: {}", open.join(", "))
            }
        }
    }

    /// How many of the player's company are fit, and what is in its purse; who is hired on credit when it marches.
    #[must_use]
    pub fn strength(&self, library: &Library) -> Vec<String> {
        let company = self.company();
        let (fit, living) = (company.fit().count(), company.living().count());
        let mut lines =
            vec![format!("{}: {fit} of {living} are fit, {} points in the purse", company.name, company.purse)];
        let fewest = self.plot().rules(library).fewest();
        if fit < fewest {
            let credit = format!("{fewest} go to battle at least: who is missing is hired on credit when you march");
            lines.push(credit);
        }
        lines
    }

    /// Whom a company does not forget, and for whom.
    #[must_use]
    pub fn bears(&self, company: &str) -> Vec<String> {
        let told = |g: Grudge| format!("bear a grudge against {}, for {}", g.against, g.dead.join(", "));
        self.state().grudges(company).into_iter().map(told).collect()
    }

    /// Who awaits a company in a mission: for each rival a line, and lines for whom they bear a grudge.
    #[must_use]
    pub fn awaits(&self, library: &Library, mission: &Mission) -> Vec<(String, Vec<String>)> {
        let (plot, companies) = (self.plot(), &self.state().companies);
        let rules = plot.rules(library);
        let rivals = mission.sides.values().filter(|id| id.value != plot.player);
        let rivals = rivals.filter_map(|id| Some((id, companies.get(&id.value)?)));
        let told = |(id, rival): (&crate::source::Spanned<String>, &Company)| {
            let fielded = self.fielded(library, mission, id);
            let worth: i32 = fielded.iter().map(|&i| rules.worth(rival, &rival.fighters[i])).sum();
            let count = fielded.len();
            let grant = mission.grants.iter().find(|g| g.0.value == id.value).map_or(0, |g| *g.1);
            let points = grant + rival.purse;
            let more = if points > 0 { format!(", and {points} points to spend") } else { String::new() };
            (format!("against {}: {count} fit, worth {worth}{more}", rival.name), self.bears(id))
        };
        rivals.map(told).collect()
    }

    /// The companies but the player's: each in a line, and lines for whom it bears a grudge.
    #[must_use]
    pub fn rivals(&self, library: &Library) -> Vec<(String, Vec<String>)> {
        let (plot, state) = (self.plot(), self.state());
        let rivals = state.companies.iter().filter(|c| *c.0 != plot.player);
        let told = |(id, rival): (&String, &Company)| {
            let rating = plot.rules(library).rating(rival);
            let living = rival.living().count();
            let about = plot.muster(id).map_or("", |m| &m.about);
            (format!("{}: {living} live, rating {rating}. {about}", rival.name), self.bears(id))
        };
        rivals.map(told).collect()
    }

    /// What kind of fighter somebody of a company is, what he carries and has learnt.
    #[must_use]
    pub fn card(&self, library: &Library, company: &Company, fighter: &Fighter) -> Vec<String> {
        let mut about = self.plot().rules(library).card(company, fighter);
        if fighter.leads {
            about.insert(about.len().min(1), "leads".to_owned());
        }
        if !fighter.learnt.is_empty() {
            about.push(format!("learnt {}", fighter.learnt.join(", ")));
        }
        about.retain(|line| !line.is_empty());
        about
    }

    /// What somebody of a company has been through, and what he is worth.
    #[must_use]
    pub fn service(&self, library: &Library, company: &Company, fighter: &Fighter) -> String {
        let Fighter { experience, battles, felled, .. } = fighter;
        let worth = self.plot().rules(library).worth(company, fighter);
        format!("experience {experience}, battles {battles}, felled {felled}, worth {worth}")
    }

    /// How the last battle went: its headline, and what the campaign says of it; none before the first.
    #[must_use]
    pub fn outcome(&self) -> Option<(String, &str)> {
        let result = self.state().results.last()?;
        let mission = self.plot().mission(&result.mission);
        let text = mission.map_or("", |m| if result.won { m.won.as_str() } else { m.lost.as_str() });
        Some((self.headline(result), text))
    }

    /// The title of an ending, its text, and the honours.
    #[must_use]
    pub fn farewell(&self) -> Option<(String, &str, Vec<String>)> {
        let ending = self.state().ending(self.plot())?;
        let title = format!("{}: {}", if ending.victory { "Won" } else { "Lost" }, ending.name);
        let honours = self.honours().into_iter().map(|h| format!("{}: {} ({})", h.title, h.who, h.count));
        Some((title, &ending.text, honours.collect()))
    }

    /// What is for sale, what makes the company stronger first.
    #[must_use]
    pub fn wares(&self, library: &Library) -> Vec<Offer> {
        let mut offers = self.offers(library);
        offers.sort_by_key(|o| !o.better);
        offers
    }
}
