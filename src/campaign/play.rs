//! A campaign being played: battles begun, gone on with, settled; points spent.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::battle::{Dice, Seeded, SideId, UnitId, mix};
use crate::content::{Fingerprint, Library, hex, missing};
use crate::rules::campaign::{Campaigns, Company, Deed, Note, Offer, Pay, Purchase, Service};
use crate::scenario::Session;
use crate::scenario::journal::MAX_BYTES;
use crate::source::{Document, Problem, Value, read};
use crate::store::is_written;

use super::journal::{FORMAT, Header, Journal, Read};
use super::plot::{Change, Mission, Plot};
use super::stage::{self, Scars};
use super::state::{Begun, Ended, Grudge, Line, State, Told};

/// What a campaign is played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The campaign: a name in the library, or a file.
    pub id: String,
    /// Decides all dice, and what opponents leave to chance.
    pub seed: u64,
    /// Who decides for the player's company: [`crate::scenario::journal::PERSON`], or an opponent's name.
    pub owner: String,
    /// The level of difficulty; empty for the usual one.
    pub difficulty: String,
    /// Nothing can be taken back.
    pub ironman: bool,
}

/// How a battle went, whoever fought it and wherever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Who served in it, by companies.
    pub served: BTreeMap<String, Vec<Service>>,
    /// The companies that won.
    pub winners: Vec<String>,
    /// Why it ended.
    pub reason: String,
    /// Its last turn.
    pub turn: u16,
    /// Its decisions.
    pub decisions: u32,
    /// It was fought on a table.
    pub by_hand: bool,
    /// Who put whom out of the game.
    pub casualties: Vec<Told>,
    /// What it left of the ground.
    pub scars: Scars,
}

/// A campaign being played.
#[derive(Debug)]
pub struct Campaign {
    plot: Plot,
    header: Header,
    state: State,
    folder: Option<PathBuf>,
    // None of a campaign that is only looked at.
    journal: Option<Journal>,
    notes: Vec<String>,
}

/// The target of events about campaigns.
const TRACED: &str = "campaign";

/// What is mixed into a battle's seed for the dice that fall after it.
const AFTERMATH: u64 = 0x6166_7465_726d_6174;

/// The fingerprint of the sheets that a campaign is played by.
fn sheets(library: &Library, plot: &Plot) -> Fingerprint {
    library.book(plot.ruleset).map_or_else(Fingerprint::default, |book| book.1)
}

impl Campaign {
    /// Begins a campaign, in a new folder where it is to be kept.
    ///
    /// # Errors
    /// The campaign is not there or wrong, there is no such difficulty, or the folder holds one already or cannot be
    /// written.
    pub fn begin(library: &Library, terms: Terms, folder: Option<&Path>) -> Result<Campaign, Vec<Problem>> {
        let plot = Plot::open(library, &terms.id)?;
        if !terms.difficulty.is_empty() && plot.difficulties.iter().all(|d| d.name.value != terms.difficulty) {
            let known: Vec<&str> = plot.difficulties.iter().map(|d| d.name.as_str()).collect();
            let told = format!("no difficulty is called {}", terms.difficulty);
            return Err(Problem::whole(&plot.file, told, format!("there are {}", known.join(", "))).into());
        }
        let header = Header {
            campaign: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            file: plot.file.clone(),
            source: plot.text.clone(),
            sheets: hex(sheets(library, &plot).meant),
            made_with: library.origins(),
            difficulty: plot.difficulty(&terms.difficulty).name.value.clone(),
            id: terms.id,
            seed: terms.seed,
            owner: terms.owner,
            ironman: terms.ironman,
        };
        let journal = folder.map(|folder| Journal::begin(folder, &header)).transpose()?;
        let state = State::first(&plot, plot.difficulty(&header.difficulty).grant);
        Ok(Campaign { plot, header, state, folder: folder.map(Path::to_owned), journal, notes: Vec::new() })
    }

    /// Takes up the campaign in a folder.
    ///
    /// # Errors
    /// It cannot be read, or makes no sense with the content that there is now.
    pub fn open(library: &Library, folder: &Path) -> Result<Campaign, Vec<Problem>> {
        let (journal, read) = Journal::open(folder)?;
        Campaign::of(library, folder, read, Some(journal))
    }

    /// Looks at the campaign in a folder without taking it up: somebody else may be playing it.
    ///
    /// # Errors
    /// Those of [`Campaign::open`].
    pub fn look(library: &Library, folder: &Path) -> Result<Campaign, Vec<Problem>> {
        Campaign::of(library, folder, Journal::look(folder)?, None)
    }

    fn of(
        library: &Library,
        folder: &Path,
        mut read: Read,
        journal: Option<Journal>,
    ) -> Result<Campaign, Vec<Problem>> {
        let Read { header, notes, .. } = &mut read;
        let document = Document::parse(&header.file, &header.source)?;
        let needs = missing(&header.made_with, &library.origins());
        let plot = Plot::of(library, document).map_err(|mut problems| {
            problems.splice(0..0, needs.iter().map(|needs| Problem::whole(&header.file, needs, "")));
            problems
        })?;
        notes.extend(needs.map(|needs| format!("this campaign {needs}")));
        if !header.sheets.is_empty() && !sheets(library, &plot).is(&header.sheets) {
            let told = "the sheets of {} have changed since the campaign began: it goes on by those that there are now, \
                and a battle under way may have to be begun anew";
            notes.push(told.replace("{}", plot.ruleset));
        }
        let mut state = State::first(&plot, plot.difficulty(&read.header.difficulty).grant);
        read.lines.into_iter().for_each(|line| state.fold(line));
        let folder = Some(folder.to_owned());
        Ok(Campaign { plot, header: read.header, state, folder, journal, notes: read.notes })
    }

    /// What is played.
    #[must_use]
    pub fn plot(&self) -> &Plot {
        &self.plot
    }

    /// Where it stands.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What reading the journal has left out, in words.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// What it is played by.
    #[must_use]
    pub fn terms(&self) -> Terms {
        let Header { id, seed, owner, difficulty, ironman, .. } = self.header.clone();
        Terms { id, seed, owner, difficulty, ironman }
    }

    /// The folder where the campaign is kept, if it is.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The journal of a battle, where the campaign is kept.
    #[must_use]
    pub fn battle_file(&self, number: u32) -> Option<String> {
        self.folder.as_ref().map(|folder| folder.join(format!("{number}.journal")).to_string_lossy().into_owned())
    }

    /// The player's company.
    ///
    /// # Panics
    /// Never: a plot has it.
    #[must_use]
    pub fn company(&self) -> &Company {
        &self.state.companies[&self.plot.player]
    }

    /// What a mission changes in its scenario as things stand.
    pub fn changes<'c>(&'c self, mission: &'c Mission) -> impl Iterator<Item = &'c Change> {
        mission.changes.iter().filter(|c| self.state.holds(&self.plot, &c.when))
    }

    /// Those of a company who would go to a mission now, by their places.
    #[must_use]
    pub fn fielded(&self, library: &Library, mission: &Mission, company: &str) -> Vec<usize> {
        let found = self.state.companies.get(company);
        found.map_or(Vec::new(), |found| stage::fielded(self.plot.rules(library), mission, company, found))
    }

    fn add(&mut self, line: Line) -> Result<(), Problem> {
        if let Some(journal) = &mut self.journal {
            journal.append(&line)?;
        }
        self.trace(&line);
        self.state.fold(line);
        Ok(())
    }

    fn trace(&self, line: &Line) {
        let campaign = &self.header.id;
        match line {
            Line::Begin { begun: Begun { battle, mission, seed }, .. } => {
                tracing::info!(target: TRACED, campaign, battle, mission, seed, "begun");
            }
            Line::End { result: Ended { battle, mission, won, reason, .. }, .. } => {
                tracing::info!(target: TRACED, campaign, battle, mission, won, reason, "over");
            }
            Line::Trade { company, now, .. } => {
                tracing::debug!(target: TRACED, campaign, company, purse = now.purse, "bought");
            }
            Line::Retry(()) => tracing::info!(target: TRACED, campaign, "to be fought again"),
        }
    }

    /// Begins a mission's battle. Rivals spend what they have; whoever has too few fighters recruits on credit
    /// (HULK-CAMP-08).
    ///
    /// # Errors
    /// A battle is under way, the mission is not open, or the battle cannot be set up or recorded.
    pub fn march(&mut self, library: &Library, mission: &str) -> Result<Session, Vec<Problem>> {
        if self.state.begun.is_some() {
            return Err(self.refusal("a battle is under way", "go on with it first"));
        }
        let open: Vec<&Mission> = self.state.open(&self.plot).collect();
        let Some(mission) = open.iter().find(|m| m.id.value == mission).map(|m| (*m).clone()) else {
            let ids: Vec<&str> = open.iter().map(|m| m.id.as_str()).collect();
            return Err(
                self.refusal(&format!("no mission called {mission} is open"), &format!("open: {}", ids.join(", ")))
            );
        };
        let rules = self.plot.rules(library);
        let battle = self.state.battles + 1;
        let mut companies = BTreeMap::new();
        let mut notes = Vec::new();
        for id in mission.sides.values() {
            let Some(company) = self.state.companies.get(&id.value) else { continue };
            let mut company = company.clone();
            company.purse += mission.grants.iter().find(|g| g.0.value == id.value).map_or(0, |g| *g.1);
            let mut bought = Vec::new();
            if id.value != self.plot.player || self.header.owner != crate::scenario::journal::PERSON {
                outfit(rules, &mut company, &mut bought);
            }
            draft(rules, &mut company, &mut bought);
            notes.extend(bought.into_iter().map(|note| told(battle - 1, 0, id, note)));
            companies.insert(id.value.clone(), company);
        }
        let retries = self.state.retries.get(&mission.id.value).copied().unwrap_or(0);
        let seed = mix(mix(self.header.seed, u64::from(battle)), u64::from(retries));
        let begun = Begun { battle, mission: mission.id.value.clone(), seed };
        let mut after = self.state.companies.clone();
        after.extend(companies.clone());
        let session = self.session(library, &begun, &after)?;
        self.add(Line::Begin { begun, companies, notes })?;
        self.record(session)
    }

    /// The battle that was begun, taken up where it was left; from its start where it had not been recorded yet.
    ///
    /// # Errors
    /// None is under way, or its journal cannot be gone on with: other content was fought with, perhaps.
    pub fn resume(&mut self, library: &Library) -> Result<Session, Vec<Problem>> {
        let Some(begun) = self.state.begun.clone() else {
            return Err(self.refusal("no battle is under way", "begin a mission"));
        };
        if let Some(file) = self.battle_file(begun.battle).filter(|_| self.journal.is_some())
            && read(&file, MAX_BYTES).is_ok_and(|bytes| bytes.contains(&b'\n'))
        {
            return Session::resume(library, &file);
        }
        let session = self.session(library, &begun, &self.state.companies)?;
        self.record(session)
    }

    /// Begins the battle under way anew, under another number and with other dice: its journal cannot be gone on with.
    ///
    /// # Errors
    /// None is under way, or it cannot be set up or recorded.
    pub fn anew(&mut self, library: &Library) -> Result<Session, Vec<Problem>> {
        let Some(begun) = self.state.begun.clone() else {
            return Err(self.refusal("no battle is under way", "begin a mission"));
        };
        let begun = Begun { battle: begun.battle + 1, seed: mix(begun.seed, 1), ..begun };
        let session = self.session(library, &begun, &self.state.companies)?;
        self.add(Line::Begin { begun, companies: BTreeMap::new(), notes: Vec::new() })?;
        self.record(session)
    }

    /// Records the battle under way from its start. What already lies under its file's name was begun by a program that
    /// was killed before the campaign knew of it, and is put aside.
    fn record(&self, mut session: Session) -> Result<Session, Vec<Problem>> {
        let number = self.state.begun.as_ref().map_or(0, |b| b.battle);
        let file = self.battle_file(number).filter(|_| self.journal.is_some());
        let Some(file) = file else { return Ok(session) };
        if is_written(Path::new(&file)) {
            let aside = format!("{file}.aside");
            let told = |e: std::io::Error| Problem::whole(&file, format!("cannot be put aside: {e}"), "");
            std::fs::rename(&file, aside).map_err(told)?;
        }
        session.record_to(&file)?;
        Ok(session)
    }

    fn refusal(&self, message: &str, hint: &str) -> Vec<Problem> {
        Problem::whole(&self.plot.name, message, hint).into()
    }

    fn session(
        &self,
        library: &Library,
        begun: &Begun,
        companies: &BTreeMap<String, Company>,
    ) -> Result<Session, Vec<Problem>> {
        let Some(mission) = self.plot.mission(&begun.mission) else {
            return Err(self.refusal(&format!("there is no mission {}", begun.mission), ""));
        };
        let changes: Vec<&Change> = self.changes(mission).collect();
        let staged = stage::stage(library, &self.plot, mission, &changes, companies, &self.state.scars);
        let scenario = staged.map_err(|unfit| unfit.problems)?;
        let rival = &self.plot.difficulty(&self.header.difficulty).opponent;
        let owner = |side: &String| {
            let player = companies.get(&self.plot.player).is_some_and(|c| c.name == *side);
            if player { self.header.owner.clone() } else { rival.value.clone() }
        };
        let owners = scenario.sides.iter().map(owner).collect();
        Ok(Session::begin(library, scenario, begun.seed)?.owned_by(owners))
    }

    /// The side that a company has in the battle under way.
    #[must_use]
    pub fn side_of(&self, session: &Session, company: &str) -> Option<SideId> {
        let name = &self.state.companies.get(company)?.name;
        let place = session.battle().sides().iter().position(|s| s.name == *name)?;
        Some(SideId(place as u8))
    }

    /// What a battle that is over came to; none while it goes on.
    #[must_use]
    pub fn report(&self, session: &Session) -> Option<Report> {
        let begun = self.state.begun.as_ref()?;
        let mission = self.plot.mission(&begun.mission)?;
        let battle = session.battle();
        let outcome = battle.outcome()?;
        let start = session.battle_at(0)?.0;
        let sides: Vec<(&str, SideId)> =
            mission.sides.values().filter_map(|id| Some((id.as_str(), self.side_of(session, id)?))).collect();
        let place = |unit: UnitId| {
            let (id, _) = sides.iter().find(|s| s.1 == start.piece(unit).side)?;
            let name = start.name(unit);
            let fighter = self.state.companies[*id].fighters.iter().position(|f| f.name == name && f.is_fit())?;
            Some((*id, fighter))
        };
        let mut report = Report {
            winners: sides.iter().filter(|s| outcome.won(s.1)).map(|s| s.0.to_owned()).collect(),
            reason: outcome.reason.to_owned(),
            turn: session.events().iter().rev().find_map(turn_of).unwrap_or(0),
            decisions: battle.number(),
            ..Report::default()
        };
        let mut served: BTreeMap<(&str, usize), Service> = BTreeMap::new();
        for unit in start.units() {
            if let Some((id, fighter)) = place(unit) {
                let lost = start.strength(unit).saturating_sub(battle.strength(unit));
                served.insert((id, fighter), Service { fighter, lost, felled: 0, spared: battle.spared(unit) });
            }
        }
        for fall in battle.casualties(session.events()) {
            let moment = session.moment(fall.event);
            // As it was then: figures change sides, and whoever has risen is nobody's fighter any more (ITEN-LIF-06).
            let Some((then, _)) = session.battle_at(moment.saturating_sub(1)) else { continue };
            let side = |unit: UnitId| then.piece(unit).side;
            let is_himself = |unit: UnitId| side(unit).index() < then.players();
            let victim = then.name(fall.victim);
            let enemy = fall.by.filter(|by| side(*by) != side(fall.victim) && is_himself(*by));
            if let Some((id, fighter)) = enemy.and_then(place) {
                if let Some(service) = served.get_mut(&(id, fighter)) {
                    service.felled = service.felled.saturating_add(1);
                }
                let note = Note::new(&self.state.companies[id].fighters[fighter], Deed::Felled(victim), "");
                report.casualties.push(told(begun.battle, moment, id, note));
            }
            if let Some((id, fighter)) = place(fall.victim).filter(|_| is_himself(fall.victim)) {
                let by = fall.by.map(|u| then.name(u)).unwrap_or_default();
                let note = Note::new(&self.state.companies[id].fighters[fighter], Deed::Fell(by), "");
                report.casualties.push(told(begun.battle, moment, id, note));
            }
        }
        for ((id, _), service) in served {
            report.served.entry(id.to_owned()).or_default().push(service);
        }
        let scars = battle.terrain_damage().into_iter().filter(|s| !s.1.is_empty());
        let scars = scars.map(|(field, all)| (field.to_owned(), all.iter().map(Value::text).collect())).collect();
        report.scars.insert(session.scenario().map.clone(), scars);
        Some(report)
    }

    /// Settles the battle under way: tests, experience, pay, in this order (HULK-CAMP-02). Returns what there is to tell.
    ///
    /// # Errors
    /// None is under way, or it cannot be written down; nothing has changed then.
    pub fn settle(&mut self, library: &Library, report: &Report) -> Result<Vec<Told>, Vec<Problem>> {
        let seed = self.state.begun.as_ref().map_or(0, |b| b.seed);
        self.settle_with(library, report, &mut Seeded::new(mix(seed, AFTERMATH), 0))
    }

    /// The same with dice of one's own.
    ///
    /// # Errors
    /// Those of [`Campaign::settle`].
    pub fn settle_with(
        &mut self,
        library: &Library,
        report: &Report,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Told>, Vec<Problem>> {
        let Some(begun) = self.state.begun.clone() else {
            return Err(self.refusal("no battle is under way", "begin a mission"));
        };
        let rules = self.plot.rules(library);
        let mission = self.plot.mission(&begun.mission).cloned();
        let (reward, relief) = mission.as_ref().map_or((0, 0), |m| (m.reward, m.relief));
        let ratings: BTreeMap<&str, i32> = report
            .served
            .iter()
            .map(|(id, served)| {
                let company = &self.state.companies[id];
                let fighters = served.iter().map(|s| &company.fighters[s.fighter]);
                (id.as_str(), fighters.map(|f| rules.worth(company, f)).sum())
            })
            .collect();
        let mut notes = report.casualties.clone();
        let mut companies = BTreeMap::new();
        for (id, served) in &report.served {
            let pay = self.pay(library, id);
            let won = report.winners.contains(id);
            let mut company = self.state.companies[id].clone();
            let became = rules.settle(&mut company, served, won, dice);
            notes.extend(became.into_iter().map(|note| told(begun.battle, 0, id, note)));
            let strongest = ratings.iter().filter(|r| r.0 != id).map(|r| *r.1).max().unwrap_or(0);
            let below = (strongest - ratings[id.as_str()]).max(0) / pay.step.max(1);
            company.purse += pay.each + if won { pay.winner } else { 0 } + pay.underdog * below;
            for Grudge { against, .. } in self.state.grudges(id) {
                let avenger = |t: &&Told| t.company == *id && t.note.deed == Deed::Felled(against.clone());
                if let Some(fall) = report.casualties.iter().find(avenger) {
                    company.purse += pay.grudge;
                    let deed = Deed::Avenged(against, pay.grudge);
                    notes.push(told(begun.battle, 0, id, Note { deed, ..fall.note.clone() }));
                }
            }
            if *id == self.plot.player {
                company.purse +=
                    self.plot.difficulty(&self.header.difficulty).grant + if won { reward } else { relief };
            }
            companies.insert(id.clone(), company);
        }
        let result = Ended {
            battle: begun.battle,
            won: report.winners.contains(&self.plot.player),
            retries: self.state.retries.get(&begun.mission).copied().unwrap_or(0),
            mission: begun.mission,
            winners: report.winners.clone(),
            reason: report.reason.clone(),
            turn: report.turn,
            decisions: report.decisions,
            by_hand: report.by_hand,
        };
        self.add(Line::End { result, companies, scars: report.scars.clone(), notes: notes.clone() })?;
        Ok(notes)
    }

    fn pay(&self, library: &Library, company: &str) -> Pay {
        self.plot.muster(company).and_then(|m| m.pay).unwrap_or(self.plot.rules(library).pay())
    }

    /// What the player's company could buy, dearer than its purse or not.
    #[must_use]
    pub fn offers(&self, library: &Library) -> Vec<Offer> {
        self.plot.rules(library).offers(self.company())
    }

    /// Why something cannot be bought now; none where it can.
    #[must_use]
    pub fn why_not(&self, offer: &Offer) -> Option<String> {
        if self.state.begun.is_some() {
            return Some("a battle is under way: go on with it first".to_owned());
        }
        let purse = self.company().purse;
        (offer.cost > purse).then(|| format!("too dear: the purse holds {purse}"))
    }

    /// Buys something for the player's company.
    ///
    /// # Errors
    /// A battle is under way, it costs more than there is, or it cannot be written down.
    pub fn buy(&mut self, library: &Library, offer: &Offer) -> Result<Vec<Told>, Vec<Problem>> {
        if let Some(why) = self.why_not(offer) {
            return Err(self.refusal(&format!("{} for {}: {why}", offer.words, offer.cost), ""));
        }
        let mut company = self.company().clone();
        let id = self.plot.player.clone();
        let bought = purchase(self.plot.rules(library), &mut company, offer);
        let battle = self.state.battles;
        let notes: Vec<Told> = bought.into_iter().map(|note| told(battle, 0, &id, note)).collect();
        self.add(Line::Trade { company: id, now: company, notes: notes.clone() })?;
        Ok(notes)
    }

    /// Why the last battle cannot be taken back; none where it can.
    #[must_use]
    pub fn why_no_retry(&self) -> Option<&'static str> {
        if self.header.ironman {
            return Some("nothing is taken back in an ironman campaign");
        }
        (!self.state.can_retry()).then_some("there is no battle to take back")
    }

    /// Takes the last battle back, to be fought again with other dice. The book says so.
    ///
    /// # Errors
    /// Nothing can be taken back, or it cannot be written down.
    pub fn retry(&mut self) -> Result<(), Vec<Problem>> {
        if let Some(why) = self.why_no_retry() {
            return Err(self.refusal(why, ""));
        }
        Ok(self.add(Line::Retry(()))?)
    }
}

fn told(battle: u32, moment: u32, company: &str, note: Note) -> Told {
    Told { battle, moment, company: company.to_owned(), note }
}

fn turn_of(event: &crate::battle::Event) -> Option<u16> {
    if let crate::battle::Fact::Step { turn, .. } = event.fact { Some(turn) } else { None }
}

fn purchase(rules: &dyn Campaigns, company: &mut Company, offer: &Offer) -> Vec<Note> {
    company.purse -= offer.cost;
    rules.deliver(company, offer)
}

/// Spends a purse as a prudent leader would: what is lost is restored first, then the dearest newcomers are hired; once
/// there are as many as in the beginning, those worth most get better arms for the rest.
fn outfit(rules: &dyn Campaigns, company: &mut Company, notes: &mut Vec<Note>) {
    loop {
        let full = company.living().count() >= company.size;
        let rank = |offer: &Offer| match &offer.what {
            Purchase::Restore(_) => Some((2, 0)),
            Purchase::Hire(_) => Some((1, 0)),
            Purchase::Arm(i, _) => full.then(|| (0, rules.worth(company, &company.fighters[*i]))),
        };
        let wanted = rules.offers(company).into_iter().filter(|o| o.better && o.cost <= company.purse);
        let ranked = wanted.filter_map(|o| rank(&o).map(|(kind, worth)| ((kind, o.cost, worth), o)));
        let Some((_, best)) = ranked.max_by_key(|o| o.0) else { return };
        notes.extend(purchase(rules, company, &best));
    }
}

/// Recruits the cheapest on credit, up to the fewest who go to battle.
fn draft(rules: &dyn Campaigns, company: &mut Company, notes: &mut Vec<Note>) {
    while company.fit().count() < rules.fewest() {
        let newcomers = rules.offers(company).into_iter().filter(|o| matches!(o.what, Purchase::Hire(_)));
        let Some(cheapest) = newcomers.min_by_key(|o| o.cost) else { return };
        notes.extend(purchase(rules, company, &cheapest));
    }
}
