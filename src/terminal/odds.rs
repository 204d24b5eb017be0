//! The odds of an action in a position, from the command line.

use std::io::{IsTerminal, Write, stdout};

use clap::Args;

use crate::content::Library;
use crate::scenario::{Scenario, Session};

use super::Stop;
use super::console::patiently;
use super::ink::Ink;
use super::menu::{Found, Menu};
use crate::telling::story::Story;
use crate::telling::{chances, panel};

/// Works out what an action in a position leads to
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray odds duel.ron                               the actions of the position, numbered\n  \
    hexfray odds duel.ron --action 3                    the third of them\n  \
    hexfray odds duel.ron --action \"rangers fires mob\"  the one with these words in it")]
pub struct OddsOf {
    /// A scenario's name, or the file of a scenario or position
    scenario: String,
    /// The action, by its number in the list or by words that fit no other; without it the actions are listed
    #[arg(long, value_name = "N|TEXT")]
    action: Option<String>,
    /// Seed of the dice that fall before the first decision
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Tell each outcome's chance as an exact fraction too
    #[arg(long)]
    fractions: bool,
}

impl OddsOf {
    /// Lists the actions, or works out what one leads to.
    ///
    /// # Errors
    /// The scenario is wrong, no action fits or several do, or writing fails.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let scenario = Scenario::open(library, &self.scenario)?;
        let mut session = Session::begin(library, scenario, self.seed)?;
        let ink = Ink::wanted(stdout().is_terminal());
        let actions = session.legal().to_vec();
        let battle = &**session.battle();
        let menu = Menu::new(battle, &actions);
        let Some(text) = &self.action else {
            writeln!(out, "{}", ink.line(&panel::header(battle)))?;
            let all: Vec<usize> = (0..actions.len()).collect();
            menu.list(battle, &all, ink).iter().try_for_each(|line| writeln!(out, "{line}"))?;
            return Ok(());
        };
        let place = match menu.find(battle, text) {
            Found::One(place) => place,
            Found::None => {
                return Err(Stop::Refused(format!("no action fits `{text}`; without --action they are listed")));
            }
            Found::Several(places) => {
                let fit: Vec<&str> = places.iter().map(|p| menu.words[*p].as_str()).collect();
                return Err(Stop::Refused(format!("several actions fit `{text}`:\n  {}", fit.join("\n  "))));
            }
        };
        let action = actions[place];
        let odds = patiently("working out the odds", || battle.odds(action));
        writeln!(out, "{}", menu.words[place])?;
        let story = Story::new(library.codex());
        let lines = chances::lines(session.battle(), action, &odds, &story, self.fractions);
        lines.iter().try_for_each(|line| writeln!(out, "{}", ink.line(line)))?;
        Ok(())
    }
}
