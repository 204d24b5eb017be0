//! Opponents play campaigns: one to its end, or many for statistics.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::battle::mix;
use crate::campaign::{Campaign, Terms};
use crate::content::Library;
use crate::opponents::{self, Opponent};
use crate::scenario::Session;
use crate::source::Problem;

/// Fights a battle to its end, each side by its owner; `told` is called after every decision.
///
/// # Errors
/// There is no such opponent, or the battle cannot be recorded any more.
pub fn fight(library: &Library, session: &mut Session, mut told: impl FnMut(&Session)) -> Result<(), Vec<Problem>> {
    fight_while(library, session, |session| {
        told(session);
        true
    })
}

/// The same, but only for as long as `goes_on`, which is asked after every decision, says so.
///
/// # Errors
/// There is no such opponent, or the battle cannot be recorded any more.
pub fn fight_while(
    library: &Library,
    session: &mut Session,
    mut goes_on: impl FnMut(&Session) -> bool,
) -> Result<(), Vec<Problem>> {
    let owners = session.owners().to_vec();
    let seats = owners.iter().map(|owner| opponents::opponent(library, session.battle(), owner));
    let mut seats = seats.collect::<Result<Vec<Box<dyn Opponent>>, Vec<Problem>>>()?;
    while let Some(decision) = session.battle().decision() {
        let (seat, number) = (seats[decision.side.index()].as_mut(), session.battle().number());
        let action = opponents::decide(seat, session.battle(), &session.past(number));
        let name = session.scenario().document.file.clone();
        session.play(action).map_err(|rejected| Problem::whole(&name, rejected.to_string(), ""))?;
        if !goes_on(session) {
            break;
        }
    }
    Ok(())
}

/// The mission that an opponent chooses: any of those that are open, drawn by the campaign's seed.
#[must_use]
pub fn next_mission(campaign: &Campaign) -> Option<String> {
    let open: Vec<&str> = campaign.state().open(campaign.plot()).map(|m| m.id.as_str()).collect();
    let pick = mix(campaign.terms().seed, 7919 + u64::from(campaign.state().battles)) as usize;
    open.get(pick % open.len().max(1)).map(|id| (*id).to_owned())
}

/// Plays a campaign on to its end, from wherever it stands.
///
/// # Errors
/// A battle cannot be set up or recorded.
pub fn play_out(
    library: &Library,
    campaign: &mut Campaign,
    mut told: impl FnMut(&Campaign, &Session),
) -> Result<(), Vec<Problem>> {
    loop {
        let mut session = if campaign.state().begun.is_some() {
            campaign.resume(library)?
        } else if campaign.state().ending(campaign.plot()).is_some() {
            return Ok(());
        } else {
            let Some(mission) = next_mission(campaign) else { return Ok(()) };
            campaign.march(library, &mission)?
        };
        fight(library, &mut session, |session| told(campaign, session))?;
        let Some(report) = campaign.report(&session) else { return Ok(()) };
        campaign.settle(library, &report)?;
    }
}

/// The results of many plays of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// How often it was played.
    pub games: u32,
    /// How often the player won it.
    pub won: u32,
    /// How often each ending was reached.
    pub endings: BTreeMap<String, u32>,
    /// Of each mission: how often it was fought, and how often won.
    pub missions: BTreeMap<String, (u32, u32)>,
    /// Battles of all games.
    pub battles: u32,
    /// Turns of all battles.
    pub turns: u32,
    /// How many of the company's first members were alive at the end, over all games.
    pub survivors: u32,
    /// How many first members there were, over all games.
    pub began: u32,
}

impl Figures {
    fn of(campaign: &Campaign) -> Figures {
        let (plot, state) = (campaign.plot(), campaign.state());
        let mut figures = Figures { games: 1, battles: state.results.len() as u32, ..Figures::default() };
        if let Some(ending) = state.ending(plot) {
            figures.won = u32::from(ending.victory);
            figures.endings.insert(ending.name.clone(), 1);
        }
        for result in &state.results {
            let (fought, won) = figures.missions.entry(result.mission.clone()).or_default();
            (*fought, *won) = (*fought + 1, *won + u32::from(result.won));
            figures.turns += u32::from(result.turn);
        }
        let company = campaign.company();
        figures.began = company.size as u32;
        figures.survivors = company.fighters.iter().take(company.size).filter(|f| f.lives()).count() as u32;
        figures
    }

    fn add(mut self, other: Figures) -> Figures {
        self.games += other.games;
        self.won += other.won;
        self.battles += other.battles;
        self.turns += other.turns;
        self.survivors += other.survivors;
        self.began += other.began;
        for (name, count) in other.endings {
            *self.endings.entry(name).or_default() += count;
        }
        for (name, (fought, won)) in other.missions {
            let all = self.missions.entry(name).or_default();
            (all.0, all.1) = (all.0 + fought, all.1 + won);
        }
        self
    }
}

/// Plays a campaign this many times with consecutive seeds. The same on any number of threads.
///
/// # Errors
/// The campaign is not there or wrong, or there is no such opponent.
pub fn measure(library: &Library, terms: &Terms, games: u64, done: impl Fn() + Sync) -> Result<Figures, Vec<Problem>> {
    let game = |n: u64| {
        let terms = Terms { seed: terms.seed + n, ..terms.clone() };
        let mut campaign = Campaign::begin(library, terms, None)?;
        play_out(library, &mut campaign, |_, _| ())?;
        done();
        Ok(Figures::of(&campaign))
    };
    let all: Result<Vec<Figures>, Vec<Problem>> = (0..games).into_par_iter().map(game).collect();
    Ok(all?.into_iter().fold(Figures::default(), Figures::add))
}
