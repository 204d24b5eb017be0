//! Battles in tests of rules, whatever their ruleset: answers in words, dice written down by rule id, exact chances.

use std::collections::BTreeMap;

use hexfray::battle::{
    Action, Battle, Chance, Decision, Dice, Event, Every, Listing, Log, Record, Refusal, Rule, Scripted, UnitId,
};
use hexfray::board::Cell;
use hexfray::content::{Library, shipped};
use hexfray::rules::{AnyBattle, Registered};
use hexfray::scenario::Scenario;
use hexfray::source::Problem;

/// The shipped files without those that are not needed beside a drawn map: reading them takes long.
pub fn files() -> BTreeMap<String, String> {
    let mut files = shipped();
    files.retain(|path, _| !["maps/", "assets/scenarios/", "assets/codex/"].iter().any(|f| path.starts_with(f)));
    files
}

/// Changes a file: the text found must stand there once.
pub fn tune(files: &mut BTreeMap<String, String>, path: &str, from: &str, to: &str) {
    let text = files.get_mut(path).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from} in {path}");
    *text = text.replace(from, to);
}

/// Adds an item to the list in a file.
pub fn add(files: &mut BTreeMap<String, String>, path: &str, item: &str) {
    let text = files.get_mut(path).unwrap();
    let end = text.rfind(']').unwrap();
    text.insert_str(end, &format!("{item},\n"));
}

/// The battle of a scenario's text, set up and not begun; what is wrong with it where it cannot be.
pub fn set_up<R: Registered>(library: &Library, text: &str) -> Result<Battle<R>, Vec<String>> {
    let said = |p: Vec<Problem>| p.iter().map(ToString::to_string).collect::<Vec<_>>();
    let scenario = Scenario::parse(library, "test.ron", text).map_err(said)?;
    let battle: AnyBattle = scenario.battle(library).map_err(said)?;
    Ok(R::of(&battle).unwrap().clone())
}

/// Runs a battle in every way that the dice may fall, and adds up the chances of what is read off in the end.
pub fn every<R: Registered, T: Ord>(
    from: &Battle<R>,
    run: impl Fn(&mut Battle<R>, &mut dyn Dice, &mut Log),
    read: impl Fn(&Game<R>) -> T,
) -> BTreeMap<T, Chance> {
    let (mut dice, mut sums) = (Every::default(), BTreeMap::new());
    loop {
        let mut log = Log::on();
        let mut battle = from.clone();
        run(&mut battle, &mut dice, &mut log);
        let game = Game::now(battle, log);
        *sums.entry(read(&game)).or_insert_with(|| Chance::from_integer(0u8.into())) += dice.chance();
        if !dice.advance() {
            return sums;
        }
    }
}

/// A battle in a test.
#[derive(Debug)]
pub struct Game<R: Registered> {
    /// The battle.
    pub battle: Battle<R>,
    /// What happened since the last answer.
    pub events: Vec<Event>,
    pub list: Listing,
}

impl<R: Registered> Game<R> {
    /// A battle that was run elsewhere, with what happened.
    pub fn now(battle: Battle<R>, log: Log) -> Self {
        Game { battle, list: Listing::default(), events: log.events }
    }

    /// Runs a battle that is set up to its first decision with these rolls, all of which must be used.
    pub fn begin(battle: Battle<R>, rolls: &[(&str, u8)]) -> Self {
        let mut game = Self::now(battle, Log::on());
        game.with_dice(rolls, |battle, dice, log| battle.start(dice, log));
        game
    }

    fn with_dice(&mut self, rolls: &[(&str, u8)], run: impl FnOnce(&mut Battle<R>, &mut Scripted, &mut Log)) {
        let mut dice = Scripted::new(rolls.iter().map(|r| (r.0.to_owned(), r.1)).collect());
        let mut log = Log::on();
        run(&mut self.battle, &mut dice, &mut log);
        self.events = log.events;
        dice.finish().unwrap_or_else(|fault| panic!("{fault}\n{:#?}", self.events));
        assert_eq!(self.battle.check_invariants(), None);
    }

    /// The unit of a name.
    pub fn unit(&self, name: &str) -> UnitId {
        let named = |u: &UnitId| R::name(&self.battle, *u) == name;
        self.battle.units().find(named).unwrap_or_else(|| panic!("no unit is named {name}"))
    }

    /// The hex at a column and row.
    pub fn hex(&self, column: u16, row: u16) -> Cell {
        self.battle.board().at(column, row)
    }

    /// Where a unit stands; (0, 0) off the board.
    pub fn place(&self, name: &str) -> (u16, u16) {
        let at = self.battle.piece(self.unit(name)).at;
        if at.is_some() { self.battle.board().column_row(at) } else { (0, 0) }
    }

    /// A public number of a unit.
    pub fn value(&self, name: &str, field: &str) -> i32 {
        let index = R::Unit::names().iter().position(|n| n == field);
        self.battle.unit(self.unit(name)).value(index.unwrap_or_else(|| panic!("no number {field}")))
    }

    /// Whose decision it is, by the side's name; empty when the battle is over.
    pub fn asked(&self) -> String {
        let side = |d: Decision| self.battle.shared().sides[d.side.index()].name.clone();
        self.battle.decision().map(side).unwrap_or_default()
    }

    /// The rule that asks.
    pub fn asking(&self) -> Rule {
        self.battle.decision().map_or(Rule(""), |d| d.rule)
    }

    /// Where the turn is; empty before the first and after the end.
    pub fn phase(&self) -> &'static str {
        let clock = R::clock(&self.battle);
        clock.step.map_or("", |step| clock.steps[step])
    }

    /// All legal answers, in words.
    pub fn offers(&mut self) -> Vec<String> {
        self.battle.legal(&mut self.list);
        self.list.actions.iter().map(|&a| R::describe(&self.battle, a).to_string()).collect()
    }

    /// The one legal answer whose words contain the text.
    pub fn action(&mut self, text: &str) -> Action {
        let offers = self.offers();
        let found: Vec<usize> = (0..offers.len()).filter(|&i| offers[i].contains(text)).collect();
        let exact: Vec<usize> = found.iter().copied().filter(|&i| offers[i] == text).collect();
        match (&found[..], &exact[..]) {
            ([one], _) | (_, [one]) => self.list.actions[*one],
            _ => panic!("{} offers match \"{text}\" in {}: {offers:#?}", found.len(), self.phase()),
        }
    }

    /// Gives the one answer whose words contain the text, with exactly these rolls up to the next decision.
    pub fn act(&mut self, text: &str, rolls: &[(&str, u8)]) {
        let action = self.action(text);
        self.play(action, rolls);
    }

    /// Gives an answer that must be legal, with exactly these rolls up to the next decision.
    pub fn play(&mut self, action: Action, rolls: &[(&str, u8)]) {
        self.battle.check(action, &mut self.list).unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
        self.with_dice(rolls, |battle, dice, log| battle.play_unchecked(action, dice, log));
    }

    /// Gives answers one after the other that need no rolls.
    pub fn acts(&mut self, texts: &[&str]) {
        texts.iter().for_each(|t| self.act(t, &[]));
    }

    /// Tries an action that must be refused, and says how; the battle must stay as it was.
    pub fn refused(&mut self, action: Action) -> Refusal {
        let before = self.battle.digest();
        let mut dice = Scripted::new(Vec::new());
        let refusal = self.battle.play(action, &mut self.list, &mut dice, &mut Log::off()).expect_err("it was legal");
        assert_eq!(before, self.battle.digest());
        refusal
    }

    /// The exact chances of what the answer with these words leads to, by what becomes of one unit: the numbers of it
    /// that change, as `down 0>1, fell 0>1`, or `nothing`.
    pub fn odds(&mut self, text: &str, of: &str) -> BTreeMap<String, String> {
        let (action, unit) = (self.action(text), self.unit(of));
        let odds = self.battle.odds(action);
        assert_eq!(odds.missing, Chance::from_integer(0u8.into()), "some chance is not covered");
        let mut sums: BTreeMap<String, Chance> = BTreeMap::new();
        for outcome in odds.outcomes {
            let mine = outcome.changes.iter().filter(|c| c.0 == unit);
            let words: Vec<String> = mine.map(|(_, field, from, to)| format!("{field} {from}>{to}")).collect();
            let words = if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
            *sums.entry(words).or_insert_with(|| Chance::from_integer(0u8.into())) += outcome.chance;
        }
        sums.into_iter().map(|(words, chance)| (words, chance.to_string())).collect()
    }

    /// What is read off at the next decision after this answer, with its exact chance over all rolls on the way.
    pub fn chances<T: Ord>(&mut self, text: &str, read: impl Fn(&Self) -> T) -> BTreeMap<T, Chance> {
        let action = self.action(text);
        every(&self.battle, |battle, dice, log| battle.play_unchecked(action, dice, log), read)
    }

    /// The rules of the events since the last answer.
    pub fn rules(&self) -> Vec<&'static str> {
        self.events.iter().map(|e| e.rule.0).collect()
    }
}

/// Chances as [`Game::odds`] says them.
pub fn chances(expected: &[(&str, &str)]) -> BTreeMap<String, String> {
    expected.iter().map(|(words, chance)| ((*words).to_owned(), (*chance).to_owned())).collect()
}

/// Chances as the inventory writes them, by what they are of.
pub fn table<T: Ord>(rows: impl IntoIterator<Item = (T, &'static str)>) -> BTreeMap<T, Chance> {
    rows.into_iter().map(|(what, chance)| (what, ratio(chance))).collect()
}

/// A fraction as the inventory writes it.
pub fn ratio(text: &str) -> Chance {
    text.parse().unwrap_or_else(|_| panic!("{text} is not a fraction"))
}
