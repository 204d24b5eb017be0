//! A campaign between its battles: its missions, the company, the shop, the book.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use crate::campaign::chart::Standing;
use crate::campaign::{Ended, Told as Kept, book};
use crate::play::camp::{Camp, Page as Leaf};
use crate::play::words::{capital, in_a_line};
use crate::rules::campaign::{Fighter, Offer};
use crate::telling::{About, Line as Told};

use super::list::{List, Page, Row};
use super::{Next, paint};

/// How wide the list of a page is, as far as there is room.
const LIST: u16 = 44;

/// A campaign between its battles.
pub(super) struct Quarters {
    pub(super) camp: Box<Camp>,
    rows: Vec<Row>,
    list: List,
    page: Page,
}

impl Quarters {
    pub(super) fn new(camp: Box<Camp>) -> Quarters {
        let mut quarters = Quarters { camp, rows: Vec::new(), list: List::default(), page: Page::default() };
        quarters.turn(Leaf::Map);
        quarters
    }

    /// Opens a page.
    fn turn(&mut self, leaf: Leaf) {
        (self.camp.page, self.camp.told, self.camp.doubts) = (leaf, None, false);
        self.list = List::at(match leaf {
            Leaf::Map => self.camp.mission,
            Leaf::Book => self.camp.campaign.state().results.len(),
            Leaf::Company | Leaf::Shop => 0,
        });
        self.write();
    }

    /// Writes the list of the page, and what there is to say of what is pointed at.
    fn write(&mut self) {
        let words: Vec<String> = match self.camp.page {
            Leaf::Map => {
                let missions = self.camp.campaign.plot().missions.iter().enumerate();
                missions.map(|(place, mission)| format!("{}: {}", mission.name, self.camp.stands(place))).collect()
            }
            Leaf::Company => {
                let row = |(_, fighter): &(usize, &Fighter)| match fighter.is_fit() {
                    true => fighter.name.clone(),
                    false => format!("{}: {}", fighter.name, book::health(fighter)),
                };
                self.camp.fighters().iter().map(row).collect()
            }
            Leaf::Shop => {
                self.wares().iter().map(|ware| format!("{:>3}  {}", ware.cost, capital(&ware.words))).collect()
            }
            Leaf::Book => {
                let results = self.camp.campaign.state().results.iter();
                let headlines = results.map(|result| self.camp.campaign.headline(result));
                std::iter::once("Before the first battle".to_owned()).chain(headlines).collect()
            }
        };
        self.rows = words.iter().map(|words| Row::new(paint::words(words))).collect();
        self.list.settle(&self.rows);
        if self.camp.page == Leaf::Map {
            self.camp.mission = self.list.at;
        }
        if let (Leaf::Company, Some((place, _))) = (self.camp.page, self.camp.fighters().get(self.list.at)) {
            self.camp.fighter = *place;
        }
        let told = match self.camp.page {
            Leaf::Map => self.mission(),
            Leaf::Company => self.fighter(),
            Leaf::Shop => self.ware(),
            Leaf::Book => self.tale(),
        };
        self.page = Page::new("", told);
    }

    /// What is for sale: for the buyer, or newcomers and what is restored.
    fn wares(&self) -> Vec<Offer> {
        self.camp.wares(self.camp.buyer)
    }

    /// The battle whose tale is told in the book.
    fn result(&self) -> Option<&Ended> {
        self.list.at.checked_sub(1).and_then(|place| self.camp.campaign.state().results.get(place))
    }

    pub(super) fn key(&mut self, key: KeyCode) -> Option<Next> {
        if self.camp.tidings.pop_front().is_some() {
            return None;
        }
        self.camp.fault = None;
        if std::mem::take(&mut self.camp.doubts) {
            if matches!(key, KeyCode::Char('y' | 'Y')) {
                self.camp.retry();
                self.turn(Leaf::Map);
            }
            return None;
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Some(Next::Campaigns),
            KeyCode::F(1) => return Some(Next::Book(String::new())),
            KeyCode::Char(digit @ '1'..='4') => self.turn(Leaf::ALL[digit as usize - '1' as usize]),
            KeyCode::Char(' ' | '+') => self.page.key(KeyCode::PageDown),
            KeyCode::Char('-') => self.page.key(KeyCode::PageUp),
            KeyCode::Char('t') => match self.camp.campaign.why_no_retry() {
                Some(why) => self.camp.fault = Some(capital(why)),
                None => self.camp.doubts = true,
            },
            KeyCode::Char('e') if self.camp.page == Leaf::Book => self.camp.export(),
            KeyCode::Left | KeyCode::Right if self.camp.page == Leaf::Shop => self.next_buyer(key == KeyCode::Right),
            KeyCode::Enter => return self.choose(),
            key if self.list.key(key, &self.rows) => {
                self.camp.told = None;
                self.write();
            }
            _ => {}
        }
        None
    }

    /// Does what is mostly wanted of what is pointed at.
    fn choose(&mut self) -> Option<Next> {
        match self.camp.page {
            Leaf::Map if self.camp.campaign.state().begun.is_some() => Some(Next::March),
            Leaf::Map if self.camp.is_open(self.camp.mission) => Some(Next::March),
            Leaf::Map => {
                self.camp.fault =
                    Some(format!("{}: {}", self.camp.mission().name, self.camp.stands(self.camp.mission)));
                None
            }
            Leaf::Company => {
                let fighter = self.camp.fighter;
                self.camp.buyer = Some(fighter).filter(|fighter| self.camp.buyers().contains(fighter));
                self.turn(Leaf::Shop);
                None
            }
            Leaf::Shop => {
                let ware = self.wares().into_iter().nth(self.list.at)?;
                match self.camp.campaign.why_not(&ware) {
                    Some(why) => self.camp.fault = Some(capital(&why)),
                    None => self.camp.buy(&ware),
                }
                self.write();
                None
            }
            Leaf::Book => {
                let result = self.result().filter(|result| !result.by_hand)?;
                self.camp.campaign.battle_file(result.battle).map(Next::Replay)
            }
        }
    }

    /// Shows what is for sale for the next fighter, or the one before; none of them is newcomers and what is restored.
    fn next_buyer(&mut self, on: bool) {
        let all: Vec<Option<usize>> = std::iter::once(None).chain(self.camp.buyers().into_iter().map(Some)).collect();
        let now = all.iter().position(|buyer| *buyer == self.camp.buyer).unwrap_or(0);
        self.camp.buyer = all[(now + if on { 1 } else { all.len() - 1 }) % all.len()];
        self.turn(Leaf::Shop);
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let (title, middle, keys) = paint::parted(frame.area());
        let campaign = &self.camp.campaign;
        let heading = format!("{}: {}", campaign.plot().name, campaign.stands());
        paint::lines(frame, title, [paint::words(&heading).style(paint::STRONG)]);
        let said = self.camp.fault.iter().chain(&self.camp.told).chain(campaign.notes());
        let mut said: Vec<Line<'static>> = said.flat_map(|text| paint::wrapped(text, middle.width)).collect();
        said.iter_mut().for_each(|line| *line = std::mem::take(line).style(paint::WARNING));
        let strength = campaign.strength(self.camp.library()).join(". ");
        said.extend(paint::wrapped(&strength, middle.width));
        let (above, middle) = paint::above(middle, said.len() as u16);
        paint::lines(frame, above, said);
        let (left, right) = paint::beside(middle, LIST.min(middle.width / 2));
        let buyer = self.camp.buyer.and_then(|buyer| campaign.company().fighters.get(buyer));
        let name = match self.camp.page {
            Leaf::Map => "Missions".to_owned(),
            Leaf::Company => campaign.company().name.clone(),
            Leaf::Shop => match buyer {
                Some(fighter) => format!("For sale for {}", fighter.name),
                None => "For sale: newcomers, what is restored".to_owned(),
            },
            Leaf::Book => "The book".to_owned(),
        };
        let room = paint::pane(frame, left, paint::words(&name));
        self.list.draw(frame, room, &self.rows);
        let room = paint::pane(frame, right, Line::raw("About"));
        self.page.draw(frame, room);
        let enter = match self.camp.page {
            Leaf::Map if self.camp.campaign.state().begun.is_some() && self.camp.stuck => "begin the battle anew",
            Leaf::Map if self.camp.campaign.state().begun.is_some() => "go on with the battle",
            Leaf::Map => "march",
            Leaf::Company => "the shop",
            Leaf::Shop => "buy",
            Leaf::Book => "replay",
        };
        let mut does = vec![("Enter", enter), ("1 to 4", "missions, company, shop, book")];
        match self.camp.page {
            Leaf::Shop => does.push(("Left, Right", "for whom")),
            Leaf::Book => does.push(("e", "as a page")),
            Leaf::Map | Leaf::Company => {}
        }
        does.extend([("Esc", "back"), ("t", "last battle again"), ("Space, -", "scroll")]);
        paint::keys(frame, keys, &does);
        self.draw_over(frame);
    }

    /// The next message, or the question whether the last battle is taken back.
    fn draw_over(&self, frame: &mut Frame<'_>) {
        let (title, text) = match self.camp.tidings.front() {
            Some(tiding) => {
                let lines = tiding.lines.join("\n");
                (tiding.title.as_str(), format!("{}\n{lines}\nAny key goes on.", tiding.text))
            }
            None if self.camp.doubts => {
                let text =
                    "What was bought since is taken back as well.\ny takes it back, any other key leaves it as it is.";
                ("Fight the last battle again?", text.to_owned())
            }
            None => return,
        };
        let whole = frame.area();
        let rows = paint::wrapped(&text, whole.width.saturating_sub(4).clamp(1, 66));
        let room = paint::middle(whole, 70, rows.len() as u16 + 2);
        let room = paint::over(frame, room, paint::words(title));
        paint::lines(frame, room, rows);
    }

    /// The briefing of the mission that is pointed at; its result where it was fought.
    fn mission(&self) -> Vec<Told> {
        let (campaign, mission) = (&self.camp.campaign, self.camp.mission());
        let (plot, state) = (campaign.plot(), campaign.state());
        let mut told = vec![heading(&mission.name), Told::of(capital(&self.camp.stands(self.camp.mission)))];
        if let Some(result) = state.result(&mission.id) {
            told.push(Told::of(in_a_line(if result.won { &mission.won } else { &mission.lost })));
            let fates = campaign.tale(result.battle).filter(|told| told.moment == 0 && told.company == plot.player);
            told.extend(fates.map(|fate| Told::of(book::fate(fate))));
        } else {
            if matches!(self.camp.standing(self.camp.mission), Standing::Locked | Standing::Closed) {
                told.push(Told::of(format!("Opens when: {}", plot.words(&mission.when))));
                let until = mission.until.map(|last| format!("Only until {last} battles have been fought"));
                told.extend(until.map(Told::of));
            } else {
                told.push(Told::of(in_a_line(&mission.briefing)));
            }
            told.push(Told::default());
            for (rival, grudges) in campaign.awaits(self.camp.library(), mission) {
                told.push(Told::of(capital(&rival)));
                told.extend(grudges.into_iter().map(|grudge| Told::of(format!("  they {grudge}"))));
            }
            let changes = campaign.changes(mission).filter(|change| !change.about.is_empty());
            told.extend(changes.map(|change| Told::of(format!("- {}", in_a_line(&change.about)))));
        }
        told.push(Told::of(capital(&mission.stake())));
        told.push(Told::default());
        told.extend(plot.aims().into_iter().map(|aim| Told::of(format!("To win the campaign: {aim}"))));
        told
    }

    /// The fighter that is pointed at, and the other companies.
    fn fighter(&self) -> Vec<Told> {
        let (campaign, library) = (&self.camp.campaign, self.camp.library());
        let (company, player) = (campaign.company(), &campaign.plot().player);
        let mut told = Vec::new();
        if let Some(fighter) = company.fighters.get(self.camp.fighter) {
            told.extend([heading(&fighter.name), Told::of(capital(book::health(fighter)))]);
            let card = campaign.card(library, company, fighter).into_iter();
            told.extend(card.map(|line| Told::of(capital(&line))));
            told.push(Told::of(capital(&campaign.service(library, company, fighter))));
            let life = campaign.biography(player, &fighter.name);
            let life = life.map(|told| format!("{} ({})", book::words(&told.note.deed), campaign.place(told)));
            told.extend(life.map(Told::of));
        }
        told.extend(campaign.bears(player).into_iter().map(|grudge| Told::of(format!("You {grudge}"))));
        told.extend([Told::default(), heading("The others")]);
        for (rival, grudges) in campaign.rivals(library) {
            told.push(Told::of(rival));
            told.extend(grudges.into_iter().map(|grudge| Told::of(format!("  they {grudge}"))));
        }
        told
    }

    /// What is pointed at in the shop, and why it cannot be bought.
    fn ware(&self) -> Vec<Told> {
        let mut told = vec![heading(&format!("{} points in the purse", self.camp.campaign.company().purse))];
        match self.wares().get(self.list.at) {
            Some(ware) => {
                let points = if ware.cost == 1 { "point" } else { "points" };
                told.push(Told::of(format!("{}: {} {points}", capital(&ware.words), ware.cost)));
                told.extend((!ware.better).then(|| Told::of("No better than what is carried")));
                let why = self.camp.campaign.why_not(ware);
                told.extend(why.map(|why| Told::of(format!("Cannot be bought: {why}"))));
            }
            None => told.push(Told::of("Nothing is for sale here.")),
        }
        told
    }

    /// The tale of the battle that is pointed at; honours and rivalries below it.
    fn tale(&self) -> Vec<Told> {
        let campaign = &self.camp.campaign;
        let mut told: Vec<Told> = Vec::new();
        told.extend(self.result().map(|result| heading(&campaign.headline(result))));
        let tale = campaign.tale(self.result().map_or(0, |result| result.battle));
        let line = |told: &Kept| match told.note.rule.as_str() {
            "" => Told::of(campaign.line(told)),
            rule => Told::of(campaign.line(told)).words(" ").rule(rule),
        };
        told.extend(tale.map(line));
        told.extend([Told::default(), heading("Honours")]);
        let honours = campaign.honours().into_iter();
        told.extend(honours.map(|honour| Told::of(format!("{}: {} ({})", honour.title, honour.who, honour.count))));
        for rivalry in campaign.rivalries() {
            let (ours, theirs) = rivalry.score;
            told.push(Told::of(format!("{} and {}: {ours} to {theirs}", rivalry.ours, rivalry.theirs)));
        }
        told
    }
}

fn heading(text: &str) -> Told {
    Told::default().about(About::Heading, text)
}
