//! A campaign in lines: its state, its people, the results of many plays.

use crate::campaign::{Campaign, Mission, Plot, Terms, book};
use crate::content::{Library, hash_text};
use crate::league::campaigns::Figures;

/// Where a campaign stands: its missions, the player's company, the others in a line each.
pub(super) fn overview(library: &Library, campaign: &Campaign) -> Vec<String> {
    let (plot, state) = (campaign.plot(), campaign.state());
    let mut lines = vec![format!("{}: {}", campaign.plot().name, campaign.stands())];
    lines.extend(campaign.notes().iter().map(|note| format!("  {note}")));
    lines.extend(state.results.iter().map(|result| format!("  {}", campaign.headline(result))));
    if let Some(begun) = &state.begun {
        let name = plot.mission(&begun.mission).map_or("", |m| &m.name);
        lines.push(format!("  {}. {name}: under way", begun.battle));
    }
    lines.extend(
        state.open(plot).filter(|_| state.begun.is_none()).map(|m| format!("  open: {} ({})", m.name, m.id.value)),
    );
    match state.ending(plot) {
        Some(ending) => lines.push(format!("  {}", ending.verdict())),
        None => lines.extend(aims(plot)),
    }
    lines.push(String::new());
    lines.extend(company(library, campaign));
    lines.extend(indented("  ", campaign.bears(&plot.player)));
    for (rival, grudges) in campaign.rivals(library) {
        lines.push(rival);
        lines.extend(indented("  ", grudges));
    }
    lines
}

/// What wins a campaign.
pub(super) fn aims(plot: &Plot) -> Vec<String> {
    indented("  to win: ", plot.aims())
}

/// Lines with something before each.
pub(super) fn indented(before: &str, lines: impl IntoIterator<Item = String>) -> Vec<String> {
    lines.into_iter().map(|line| format!("{before}{line}")).collect()
}

/// The conditions of a mission for a company, and what it is worth.
pub(super) fn odds(library: &Library, campaign: &Campaign, mission: &Mission) -> Vec<String> {
    let rivals = campaign.awaits(library, mission).into_iter();
    let told = |(rival, grudges): (String, Vec<String>)| {
        std::iter::once(rival).chain(indented("  ", grudges)).collect::<Vec<_>>()
    };
    indented("   ", rivals.flat_map(told).chain([mission.stake()]))
}

/// The player's company, a line for each who lives.
fn company(library: &Library, campaign: &Campaign) -> Vec<String> {
    let company = campaign.company();
    let (purse, rating) = (company.purse, campaign.plot().rules(library).rating(company));
    let mut lines = vec![format!("{}: rating {rating}, {purse} points in the purse", company.name)];
    let width = company.living().map(|f| f.name.chars().count()).max().unwrap_or(0);
    for fighter in company.living() {
        let card = campaign.card(library, company, fighter).join("; ");
        let service = campaign.service(library, company, fighter);
        lines.push(format!("  {:width$}  {:7}  {card}; {service}", fighter.name, book::health(fighter)));
    }
    let dead: Vec<&str> = company.fighters.iter().filter(|f| !f.lives()).map(|f| f.name.as_str()).collect();
    if !dead.is_empty() {
        lines.push(format!("  dead: {}", dead.join(", ")));
    }
    lines
}

/// A hash of a campaign's state, the same wherever it was played and however often it was interrupted.
pub(super) fn hash(campaign: &Campaign) -> u64 {
    let state = campaign.state();
    let text = serde_json::to_string(&(&state.companies, &state.results, &state.told, &state.scars));
    hash_text(&text.unwrap_or_default())
}

/// The results of many plays of a campaign.
pub(super) fn report(plot: &Plot, terms: &Terms, figures: &Figures) -> Vec<String> {
    let per_cent = |part: u32, of: u32| 100.0 * f64::from(part) / f64::from(of.max(1));
    let difficulty = &plot.difficulty(&terms.difficulty).name;
    let mut lines =
        vec![format!("{}: {} campaigns, {} plays, {}", plot.name, figures.games, terms.owner, **difficulty)];
    for mission in &plot.missions {
        let (fought, won) = figures.missions.get(&mission.id.value).copied().unwrap_or_default();
        lines.push(format!("  {:24} fought {fought:4}, won {:3.0} %", mission.name, per_cent(won, fought)));
    }
    for (ending, count) in &figures.endings {
        lines.push(format!("  ends with {ending:14} {:3.0} %", per_cent(*count, figures.games)));
    }
    lines.push(format!(
        "  campaigns won {:.0} %; survivors {:.0} %; {:.1} battles a campaign, {:.1} turns a battle",
        per_cent(figures.won, figures.games),
        per_cent(figures.survivors, figures.began),
        f64::from(figures.battles) / f64::from(figures.games.max(1)),
        f64::from(figures.turns) / f64::from(figures.battles.max(1)),
    ));
    lines
}
