//! A campaign in lines: where it stands, who is in it, what many plays of it came to.

use crate::campaign::{Campaign, Grudge, Mission, Plot, Terms, book};
use crate::content::{Library, hash_text};
use crate::league::campaigns::Figures;
use crate::rules::campaign::Company;

/// Where a campaign stands: its missions, the player's company, the others in a line each.
pub(super) fn overview(library: &Library, campaign: &Campaign) -> Vec<String> {
    let (plot, state, terms) = (campaign.plot(), campaign.state(), campaign.terms());
    let ironman = if terms.ironman { ", ironman" } else { "" };
    let difficulty = &plot.difficulty(&terms.difficulty).name;
    let mut lines = vec![format!(
        "{}: battles {}, campaign points {}; {}, seed {}{ironman}",
        plot.name,
        state.results.len(),
        state.points(plot),
        **difficulty,
        terms.seed,
    )];
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
        Some(ending) => lines.push(format!("  {}: {}", if ending.victory { "won" } else { "lost" }, ending.name)),
        None => lines.extend(aims(plot)),
    }
    lines.push(String::new());
    lines.extend(company(library, plot, campaign.company()));
    lines.extend(grudges(campaign, &plot.player));
    for (id, rival) in state.companies.iter().filter(|c| *c.0 != plot.player) {
        let rating = plot.rules(library).rating(rival);
        let living = rival.living().count();
        let about = plot.muster(id).map_or("", |m| &m.about);
        lines.push(format!("{}: {living} live, rating {rating}. {about}", rival.name));
        lines.extend(grudges(campaign, id));
    }
    lines
}

/// What wins a campaign.
pub(super) fn aims(plot: &Plot) -> Vec<String> {
    let victories = plot.endings.iter().filter(|e| e.victory);
    victories.map(|e| format!("  to win: {}", plot.words(&e.when))).collect()
}

/// Whom a company does not forget, and for whom.
fn grudges(campaign: &Campaign, company: &str) -> Vec<String> {
    let told = |g: Grudge| format!("  bear a grudge against {}, for {}", g.against, g.dead.join(", "));
    campaign.state().grudges(company).into_iter().map(told).collect()
}

/// What awaits a company in a mission, and what it is worth.
pub(super) fn odds(library: &Library, campaign: &Campaign, mission: &Mission) -> Vec<String> {
    let (plot, companies) = (campaign.plot(), &campaign.state().companies);
    let rules = plot.rules(library);
    let rivals = mission.sides.values().filter(|id| id.value != plot.player);
    let mut lines = Vec::new();
    for (id, rival) in rivals.filter_map(|id| Some((id, companies.get(&id.value)?))) {
        let fielded = campaign.fielded(library, mission, id);
        let worth: i32 = fielded.iter().map(|&i| rules.worth(rival, &rival.fighters[i])).sum();
        let count = fielded.len();
        let grant = mission.grants.iter().find(|g| g.0.value == id.value).map_or(0, |g| *g.1);
        let points = grant + rival.purse;
        let more = if points > 0 { format!(", and {points} points to spend") } else { String::new() };
        lines.push(format!("   against {}: {count} fit, worth {worth}{more}", rival.name));
        lines.extend(grudges(campaign, id).into_iter().map(|line| format!("   {line}")));
    }
    let stake = if mission.worth == 1 { "point" } else { "points" };
    let pay = if mission.reward > 0 { format!(", and {} points to spend", mission.reward) } else { String::new() };
    lines.push(format!("   worth {} campaign {stake}{pay}", mission.worth));
    lines
}

/// A company, a line for each who lives.
pub(super) fn company(library: &Library, plot: &Plot, company: &Company) -> Vec<String> {
    let rules = plot.rules(library);
    let purse = company.purse;
    let mut lines = vec![format!("{}: rating {}, {purse} points in the purse", company.name, rules.rating(company))];
    let width = company.living().map(|f| f.name.chars().count()).max().unwrap_or(0);
    for fighter in company.living() {
        let mut about = rules.card(company, fighter);
        if fighter.leads {
            about.insert(about.len().min(1), "leads".to_owned());
        }
        if !fighter.learnt.is_empty() {
            about.push(format!("learnt {}", fighter.learnt.join(", ")));
        }
        lines.push(format!(
            "  {:width$}  {:7}  {}; experience {}, battles {}, felled {}, worth {}",
            fighter.name,
            book::health(fighter),
            about.join("; "),
            fighter.experience,
            fighter.battles,
            fighter.felled,
            rules.worth(company, fighter),
        ));
    }
    let dead: Vec<&str> = company.fighters.iter().filter(|f| !f.lives()).map(|f| f.name.as_str()).collect();
    if !dead.is_empty() {
        lines.push(format!("  dead: {}", dead.join(", ")));
    }
    lines
}

/// A hash of all that a campaign has come to, the same wherever it was played and however often it was interrupted.
pub(super) fn hash(campaign: &Campaign) -> u64 {
    let state = campaign.state();
    let text = serde_json::to_string(&(&state.companies, &state.results, &state.told, &state.scars));
    hash_text(&text.unwrap_or_default())
}

/// What many plays of a campaign came to.
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
