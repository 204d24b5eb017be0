//! The book as one page: HTML that stands alone, with roster cards fit to be printed.

use std::fmt::Write;

use crate::content::Library;
use crate::rules::campaign::Fighter;
use crate::source::harmless;

use super::book::{health, words};
use super::play::Campaign;
use super::state::Told;

/// How the page looks, on a screen and printed.
const STYLE: &str = "body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fbf9f4}\
    h1,h2,h3{line-height:1.2}h2{border-bottom:2px solid #987;margin-top:2.5rem}.won{color:#265}.lost{color:#933}\
    .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:.8rem}\
    .card{border:1px solid #987;border-radius:.4rem;padding:.6rem .8rem;background:#fff;break-inside:avoid}\
    .card h3{margin:0}.dead{opacity:.6}small,code{color:#665}table{border-collapse:collapse}\
    td,th{padding:.2rem .8rem;text-align:left;border-bottom:1px solid #ddc}\
    @media print{body{background:#fff;font-size:11px;max-width:none}}";

fn escape(text: &str) -> String {
    harmless(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The book of a campaign: summary, chronicle, honours, rivalries, a card and a life for everybody.
#[must_use]
pub fn html(library: &Library, campaign: &Campaign) -> String {
    let (plot, state) = (campaign.plot(), campaign.state());
    let name = escape(&plot.name);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{name}</title><style>{STYLE}</style></head><body>\n\
        <h1>{name}</h1>\n<p>{}</p>\n",
        escape(&plot.introduction)
    );
    // Writing to a text never fails.
    let _ = summary(&mut page, campaign);
    page += "<h2>Chronicle</h2>\n";
    tale(&mut page, campaign, 0);
    for result in &state.results {
        let class = if result.won { "won" } else { "lost" };
        let _ = writeln!(page, "<h3 class=\"{class}\">{}</h3>", escape(&campaign.headline(result)));
        if let Some(mission) = plot.mission(&result.mission) {
            let after = if result.won { &mission.won } else { &mission.lost };
            let _ = writeln!(page, "<p>{}</p>\n<p>{}</p>", escape(&mission.briefing), escape(after));
        }
        tale(&mut page, campaign, result.battle);
    }
    for (id, company) in &state.companies {
        let rules = plot.rules(library);
        let _ = writeln!(page, "<h2>{}</h2>\n<p>Rating {}.</p>", escape(&company.name), rules.rating(company));
        for grudge in state.grudges(id) {
            let (against, dead) = (escape(&grudge.against), escape(&grudge.dead.join(", ")));
            let _ = writeln!(page, "<p>They bear a grudge against {against}, for {dead}.</p>");
        }
        page += "<div class=\"cards\">\n";
        for fighter in &company.fighters {
            let card = rules.card(company, fighter);
            let worth = rules.worth(company, fighter);
            let _ = self::card(&mut page, campaign, id, fighter, &card, worth);
        }
        page += "</div>\n";
    }
    page + "</body></html>\n"
}

fn summary(page: &mut String, campaign: &Campaign) -> std::fmt::Result {
    let (plot, state, terms) = (campaign.plot(), campaign.state(), campaign.terms());
    let won = state.results.iter().filter(|r| r.won).count();
    let dead = campaign.company().fighters.iter().filter(|f| !f.lives()).count();
    writeln!(page, "<table><tr><th>Battles</th><td>{}, {won} won</td></tr>", state.results.len())?;
    writeln!(page, "<tr><th>Campaign points</th><td>{}</td></tr>", state.points(plot))?;
    writeln!(page, "<tr><th>Dead</th><td>{dead}</td></tr>")?;
    let ironman = if terms.ironman { ", ironman" } else { "" };
    let difficulty = escape(&plot.difficulty(&terms.difficulty).name);
    writeln!(page, "<tr><th>Played</th><td>{difficulty}, seed {}{ironman}</td></tr></table>", terms.seed)?;
    if let Some(ending) = state.ending(plot) {
        let class = if ending.victory { "won" } else { "lost" };
        writeln!(page, "<h2 class=\"{class}\">{}</h2>\n<p>{}</p>", escape(&ending.name), escape(&ending.text))?;
    }
    let honours = campaign.honours();
    if !honours.is_empty() {
        writeln!(page, "<h2>Honours</h2>\n<table>")?;
        for honour in honours {
            writeln!(page, "<tr><th>{}</th><td>{} ({})</td></tr>", honour.title, escape(&honour.who), honour.count)?;
        }
        writeln!(page, "</table>")?;
    }
    let rivalries = campaign.rivalries();
    if !rivalries.is_empty() {
        writeln!(page, "<h2>Rivalries</h2>\n<ul>")?;
        for rivalry in rivalries {
            let (ours, theirs) = (escape(&rivalry.ours), escape(&rivalry.theirs));
            writeln!(page, "<li>{ours} and {theirs}: {} to {}</li>", rivalry.score.0, rivalry.score.1)?;
        }
        writeln!(page, "</ul>")?;
    }
    Ok(())
}

/// What is told of a battle.
fn tale(page: &mut String, campaign: &Campaign, battle: u32) {
    *page += "<ul>\n";
    for told in campaign.tale(battle) {
        *page += &format!("<li>{}{}</li>\n", escape(&campaign.line(told)), trail(campaign, told));
    }
    *page += "</ul>\n";
}

/// The rule behind what happened, and the moment where it can be seen again.
fn trail(campaign: &Campaign, told: &Told) -> String {
    let rule =
        if told.note.rule.is_empty() { String::new() } else { format!(" <small>{}</small>", escape(&told.note.rule)) };
    let replay = campaign.replay(told).map(|command| format!(" <code>{}</code>", escape(&command)));
    format!("{rule}{}", replay.unwrap_or_default())
}

/// A fighter's card, with his life.
fn card(
    page: &mut String,
    campaign: &Campaign,
    id: &str,
    fighter: &Fighter,
    card: &[String],
    worth: i32,
) -> std::fmt::Result {
    let class = if fighter.lives() { "card" } else { "card dead" };
    let leads = if fighter.leads { ", leads" } else { "" };
    writeln!(page, "<div class=\"{class}\"><h3>{}</h3>", escape(&fighter.name))?;
    let mut lines = card.iter().filter(|l| !l.is_empty());
    writeln!(
        page,
        "<div><b>{}</b>{leads}, {}, {worth} points</div>",
        escape(lines.next().map_or("", |l| l)),
        health(fighter)
    )?;
    for line in lines {
        writeln!(page, "<div>{}</div>", escape(line))?;
    }
    let (battles, felled, experience) = (fighter.battles, fighter.felled, fighter.experience);
    writeln!(page, "<div><small>battles {battles}, felled {felled}, experience {experience}</small></div>")?;
    for told in campaign.biography(id, &fighter.name) {
        writeln!(
            page,
            "<div><small>{}: {}</small></div>",
            escape(&campaign.place(told)),
            escape(&words(&told.note.deed))
        )?;
    }
    writeln!(page, "</div>")
}
