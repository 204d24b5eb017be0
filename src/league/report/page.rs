//! A report as one page of HTML that needs nothing else.

use super::{Report, Table};
use crate::source::harmless;

const STYLE: &str = "
body { font: 15px/1.45 sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; color: #111; }
table { border-collapse: collapse; margin: .5em 0 1.5em; display: block; overflow-x: auto; }
th, td { padding: .15em .6em; text-align: right; border-bottom: 1px solid #ccc; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
thead th { border-bottom: 2px solid #444; }
svg { max-width: 100%; height: auto; }
@media print { body { margin: 0; max-width: none; } h2, svg, tr { break-inside: avoid; } }
";

/// A report as a page.
#[must_use]
pub fn page(report: &Report) -> String {
    let title = escaped(&report.title);
    let about: String = report.about.iter().map(|line| format!("<p>{}</p>\n", escaped(line))).collect();
    let plots: String =
        report.plots.iter().map(|plot| format!("<h2>{}</h2>\n{}\n", escaped(&plot.title), plot.svg())).collect();
    let tables: String = report.tables.iter().map(table).collect();
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{about}{tables}{plots}</body>\n</html>\n"
    );
    harmless(&page).into_owned()
}

fn table(table: &Table) -> String {
    let head: String = table.heads.iter().map(|h| format!("<th scope=\"col\">{}</th>", escaped(h))).collect();
    let cell = |text: &String| match text.ends_with(".journal") {
        true => format!("<td><a href=\"{0}\">{0}</a></td>", escaped(text)),
        false => format!("<td>{}</td>", escaped(text)),
    };
    let rows: String =
        table.rows.iter().map(|row| format!("<tr>{}</tr>\n", row.iter().map(cell).collect::<String>())).collect();
    let (name, title) = (table.name, escaped(&table.title));
    format!(
        "<h2 id=\"{name}\">{title}</h2>\n<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
    )
}

/// A text with all HTML escaped.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
