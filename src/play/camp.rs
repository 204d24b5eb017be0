//! A campaign between its battles, as a person sees it: its state, and the page that is shown.

use std::collections::VecDeque;

use crate::campaign::chart::{Chart, Standing};
use crate::campaign::{Campaign, Mission, book, page};
use crate::content::Library;
use crate::rules::campaign::{Fighter, Offer, Purchase};
use crate::scenario::Session;
use crate::source::{Problem, lines};
use crate::store::Held;
use crate::user::report::impersonal;

use super::game::Game;
use super::words::{self, in_a_line};

/// The pages between battles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The missions.
    Map,
    /// The player's company.
    Company,
    /// What can be bought.
    Shop,
    /// What has happened.
    Book,
}

impl Page {
    /// All of them.
    pub const ALL: [Page; 4] = [Page::Map, Page::Company, Page::Shop, Page::Book];

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Page::Map => "Map",
            Page::Company => "Company",
            Page::Shop => "Shop",
            Page::Book => "Book",
        }
    }

    /// What is on it, for whoever points at its name.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Page::Map => "The missions, the ways between them, and what is known of each",
            Page::Company => "Your people with their arms, their lives and what they need; and the other companies",
            Page::Shop => "What the points in the purse can buy",
            Page::Book => "What has happened, honours and rivalries",
        }
    }
}

/// A message that is shown before anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiding {
    /// Its title.
    pub title: String,
    /// Its text.
    pub text: String,
    /// Lines after it.
    pub lines: Vec<String>,
}

/// A campaign between its battles.
pub struct Camp {
    library: &'static Library,
    /// The campaign.
    pub campaign: Campaign,
    /// Where its missions are drawn.
    pub chart: Chart,
    /// The page shown.
    pub page: Page,
    /// The selected mission, by its index among all.
    pub mission: usize,
    /// The mission that was scrolled into view last.
    pub shown: Option<usize>,
    /// The selected fighter of the company, by his index.
    pub fighter: usize,
    /// The fighter whose arms the shop shows; without one it shows recruits and what can be restored.
    pub buyer: Option<usize>,
    /// The messages still to be shown, in order.
    pub tidings: VecDeque<Tiding>,
    /// The result of the last action.
    pub told: Option<String>,
    /// Why something could not be done.
    pub fault: Option<String>,
    /// Whether the battle under way could not be continued.
    pub stuck: bool,
    /// Whether the person has to confirm that the last battle is taken back.
    pub doubts: bool,
}

impl Camp {
    /// A campaign that was just begun or opened.
    #[must_use]
    pub fn new(library: &'static Library, campaign: Campaign) -> Camp {
        let chart = Chart::of(campaign.plot());
        let mut camp = Camp {
            library,
            campaign,
            chart,
            page: Page::Map,
            mission: 0,
            shown: None,
            fighter: 0,
            buyer: None,
            tidings: VecDeque::new(),
            told: None,
            fault: None,
            stuck: false,
            doubts: false,
        };
        let (plot, state) = (camp.campaign.plot(), camp.campaign.state());
        if state.battles == 0 {
            let aims = plot.aims().into_iter().map(|aim| format!("To win: {aim}")).collect();
            let text = in_a_line(&plot.introduction);
            camp.tidings.push_back(Tiding { title: plot.name.clone(), text, lines: aims });
        }
        camp.farewell();
        camp.choose();
        camp
    }

    /// The content that it is played with.
    #[must_use]
    pub fn library(&self) -> &'static Library {
        self.library
    }

    /// The selected mission.
    #[must_use]
    pub fn mission(&self) -> &Mission {
        &self.campaign.plot().missions[self.mission]
    }

    /// The state of a mission, by its index.
    #[must_use]
    pub fn standing(&self, mission: usize) -> Standing {
        let plot = self.campaign.plot();
        self.campaign.state().standing(plot, &plot.missions[mission])
    }

    /// Whether a mission, by its index, can be begun now: it is open and no other is under way.
    #[must_use]
    pub fn is_open(&self, mission: usize) -> bool {
        let state = self.campaign.state();
        let over = state.begun.is_some() || state.ending(self.campaign.plot()).is_some();
        !over && self.standing(mission) == Standing::Open
    }

    /// The state of a mission, in words.
    #[must_use]
    pub fn stands(&self, mission: usize) -> String {
        let state = self.campaign.state();
        let mission_at = &self.campaign.plot().missions[mission];
        match self.standing(mission) {
            Standing::Won => "won".to_owned(),
            Standing::Lost => "lost".to_owned(),
            Standing::UnderWay => "under way".to_owned(),
            Standing::Open => state.hurry(mission_at).unwrap_or_else(|| "open".to_owned()),
            Standing::Locked => "not open yet".to_owned(),
            Standing::Closed => "out of reach".to_owned(),
        }
    }

    /// Selects the next mission: the one under way, or the first that is open.
    fn choose(&mut self) {
        let all = 0..self.campaign.plot().missions.len();
        let next = all.clone().find(|&m| self.standing(m) == Standing::UnderWay);
        if let Some(next) = next.or_else(|| all.clone().find(|&m| self.is_open(m))) {
            self.mission = next;
        }
    }

    /// Tells how the campaign has ended, if it has.
    fn farewell(&mut self) {
        if let Some((title, text, honours)) = self.campaign.farewell() {
            self.tidings.push_back(Tiding { title, text: in_a_line(text), lines: honours });
        }
    }

    /// Tells what a rule says.
    pub fn tell(&mut self, rule: &str) {
        let text = words::codex(self.library, rule);
        self.tidings.push_back(Tiding { title: rule.to_owned(), text, lines: Vec::new() });
    }

    /// Settles a finished battle, if it is the one under way in the campaign, and shows the result.
    pub fn settle(&mut self, game: &Game) {
        let Some(begun) = &self.campaign.state().begun else { return };
        if game.journal.is_none() || self.campaign.battle_file(begun.battle) != game.journal {
            return;
        }
        let Some(report) = self.campaign.report(game.session()) else { return };
        match self.campaign.settle(self.library, &report) {
            Ok(notes) => {
                let player = &self.campaign.plot().player;
                let own = notes.iter().filter(|t| t.moment == 0 && t.company == *player).map(book::fate).collect();
                if let Some((title, text)) = self.campaign.outcome() {
                    self.tidings.push_back(Tiding { title, text: in_a_line(text), lines: own });
                }
                (self.told, self.fault, self.page) = (None, None, Page::Map);
                self.farewell();
                self.choose();
            }
            Err(problems) => self.fault = Some(lines(&problems)),
        }
    }

    /// Begins the battle of the selected mission, and says who was hired for it.
    ///
    /// # Errors
    /// It is not open, or it cannot be set up or recorded.
    pub fn march(&mut self) -> Result<(Session, Option<String>), Vec<Problem>> {
        let (id, known) = (self.mission().id.value.clone(), self.campaign.state().told.len());
        let session = self.campaign.march(self.library, &id)?;
        let player = &self.campaign.plot().player;
        let hired = self.campaign.state().told[known..].iter().filter(|t| t.company == *player);
        let hired: Vec<String> = hired.map(book::fate).collect();
        Ok((session, Some(hired.join(", ")).filter(|h| !h.is_empty())))
    }

    /// The battle under way, from where it was left.
    ///
    /// # Errors
    /// Its journal cannot be continued; the battle can then be begun anew.
    pub fn go_on(&mut self) -> Result<Session, Vec<Problem>> {
        let session = self.campaign.resume(self.library);
        self.stuck = session.is_err();
        session
    }

    /// The battle under way, begun anew with other dice.
    ///
    /// # Errors
    /// It cannot be set up or recorded.
    pub fn anew(&mut self) -> Result<Session, Vec<Problem>> {
        let session = self.campaign.anew(self.library);
        self.stuck = session.is_err();
        session
    }

    /// Takes the last battle back, with what was bought since.
    pub fn retry(&mut self) {
        self.doubts = false;
        self.fault = self.campaign.retry().err().map(|problems| lines(&problems));
        self.told = None;
        self.choose();
    }

    /// Buys something.
    pub fn buy(&mut self, offer: &Offer) {
        match self.campaign.buy(self.library, offer) {
            Ok(notes) => {
                self.told = Some(notes.iter().map(book::fate).collect::<Vec<_>>().join(", "));
                self.fault = None;
            }
            Err(problems) => self.fault = Some(lines(&problems)),
        }
    }

    /// What is for sale: arms for a fighter by his place, or newcomers and what can be restored.
    #[must_use]
    pub fn wares(&self, buyer: Option<usize>) -> Vec<Offer> {
        let mut wares = self.campaign.wares(self.library);
        wares.retain(|ware| match &ware.what {
            Purchase::Arm(fighter, _) => buyer == Some(*fighter),
            Purchase::Hire(_) | Purchase::Restore(_) => buyer.is_none(),
        });
        wares
    }

    /// The fighters who can be armed, by their indices.
    #[must_use]
    pub fn buyers(&self) -> Vec<usize> {
        let arms = |ware: &Offer| if let Purchase::Arm(fighter, _) = ware.what { Some(fighter) } else { None };
        let mut buyers: Vec<usize> = self.campaign.offers(self.library).iter().filter_map(arms).collect();
        buyers.sort_unstable();
        buyers.dedup();
        buyers
    }

    /// What can be bought for a fighter, by his index.
    #[must_use]
    pub fn help_for(&self, fighter: usize) -> Vec<Offer> {
        let mut wares = self.campaign.wares(self.library);
        wares.retain(|ware| match &ware.what {
            Purchase::Arm(at, _) | Purchase::Restore(at) => *at == fighter,
            Purchase::Hire(_) => false,
        });
        wares
    }

    /// The fighters of the company by their indices, the living first.
    #[must_use]
    pub fn fighters(&self) -> Vec<(usize, &Fighter)> {
        let mut all: Vec<(usize, &Fighter)> = self.campaign.company().fighters.iter().enumerate().collect();
        all.sort_by_key(|(_, fighter)| !fighter.lives());
        all
    }

    /// Writes the book as a page beside the campaign's journal, over what was written there before.
    pub fn export(&mut self) {
        let Some(file) = self.campaign.folder().map(|folder| folder.join("book.html")) else { return };
        let page = page::html(self.library, &self.campaign);
        match Held::take(&file.to_string_lossy()).and_then(|held| held.replace(page.as_bytes())) {
            Ok(()) => self.told = Some(impersonal(&format!("Written to {}", file.display()))),
            Err(problem) => self.fault = Some(problem.to_string()),
        }
    }
}
