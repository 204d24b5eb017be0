//! Certificates, and the checker that holds them against the map.

use std::fs;
use std::path::Path;

use hexfray::board::{Board, map};
use hexfray::check::check;
use hexfray::content::Library;
use hexfray::scenario::hulk::{self, Survey};
use hexfray::source::Document;

use crate::eyes::*;

/// What the checker says of a text, as `message (hint)`.
fn told(name: &str, text: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("certificate_{name}.ron"));
    fs::write(&path, text).unwrap();
    let problems = check(Library::own(), &[path.to_string_lossy().into_owned()]).problems;
    problems.iter().map(|p| format!("{} ({})", p.message, p.hint)).collect()
}

/// A line of the certificate, without the comma.
fn line<'t>(text: &'t str, field: &str) -> &'t str {
    text.lines().map(str::trim).find(|l| l.starts_with(&format!("{field}: "))).unwrap().trim_end_matches(',')
}

#[test]
fn a_true_certificate_is_believed() {
    for hulk in SAMPLE.iter().take(8) {
        assert_eq!(told("true", &hulk.text), [""; 0]);
    }
}

#[test]
fn a_false_certificate_is_told_where_it_is_false() {
    let text = &SAMPLE[2].text;
    for (field, false_value) in
        [("loops", "99"), ("longest_sight", "3"), ("connected", "false"), ("grades", "[\"hull\"]")]
    {
        let true_line = line(text, field);
        let problems = told("false", &text.replace(true_line, &format!("{field}: {false_value}")));
        let (_, true_value) = true_line.split_once(": ").unwrap();
        assert_eq!(problems, [format!("{field} is not so (truly {true_value})")]);
    }
    let entry = text.lines().find(|l| l.trim().starts_with("(at: (")).unwrap();
    let problems = told("entry", &text.replace(entry, &entry.replace("ways: [", "ways: [9")));
    assert!(problems.len() == 1 && problems[0].starts_with("ways is not so (truly "), "{problems:?}");
    let loops = line(text, "loops");
    let problems = told("missing", &text.replace(&format!("{loops},"), ""));
    assert_eq!(problems, [format!("the field `loops` is missing ({loops})")]);
    let problems = told("more", &text.replace(loops, &format!("{loops}, cosy: true")));
    assert_eq!(problems, ["a certificate has no `cosy` ()"]);
}

/// The picture of a hulk's first deck with one character changed.
fn changed(board: &Board, text: &str, at: hexfray::board::Cell, to: char) -> String {
    let (column, row) = board.column_row(at);
    let first = text.lines().position(|l| l.trim() == "\"").unwrap() + 1;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = &mut lines[first + usize::from(row) - 1];
    let place = line.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(usize::from(column) - 1).unwrap().0;
    line.replace_range(place..=place, &to.to_string());
    lines.join("\n")
}

/// HULK-GEN-13: whoever mends a hulk by hand hears what rule it breaks now.
#[test]
fn a_map_that_breaks_a_rule_is_told_so() {
    let hulk = &SAMPLE[2];
    let board = &hulk.board;
    let hull = board.breaches().next().unwrap();
    let problems = told("hull", &changed(board, &hulk.text, hull, '#'));
    let expected = format!("{} lies at the edge, but is no hull (the hulk breaks HULK-GEN-13: ", board.label(hull));
    assert!(problems.iter().any(|p| p.starts_with(&expected)), "{problems:?}");
}

#[test]
fn a_certificate_needs_spaces() {
    let text = "(name: \"x\", legend: { '.': Floor }, decks: [\". .\"], certificate: (loops: 3))";
    assert_eq!(told("bare", text).len(), 1);
    assert!(map::load("x", text).is_ok());
}

/// The certificate's figures are those that can be counted without the survey.
#[test]
fn figures_are_true() {
    for hulk in SAMPLE.iter() {
        let (board, text) = (&hulk.board, &hulk.certificate.text);
        let value = |field: &str| line(text, field).split_once(": ").unwrap().1.to_owned();
        assert_eq!(value("rooms"), rooms(board).len().to_string());
        assert_eq!(value("passages"), passages(board).len().to_string());
        assert_eq!(value("ladders"), board.links.len().to_string());
        let tees = junctions(board).iter().filter(|(_, arms)| arms.len() == 3).count();
        assert_eq!(value("t_junctions"), tees.to_string());
        // A hex is a choke point if the rest falls apart without it.
        let walked = cells_where(board, |c| is_walked(terrain(board, c)));
        if walked.len() < 400 {
            let cuts = |cell: &&hexfray::board::Cell| {
                let mut rest = walked.clone();
                rest.remove(*cell);
                pieces(board, &rest, true).len() > 1
            };
            assert_eq!(value("choke_hexes"), walked.iter().filter(cuts).count().to_string(), "{}", board.name);
        }
        // Ways are those of the simplest search that tries every step until nothing gets shorter.
        let survey = Survey::of(board);
        let (entry, ways) = (survey.entries()[0], &survey.ways()[0]);
        let mut least = vec![u32::MAX; board.len()];
        least[entry.index()] = 0;
        loop {
            let before = least.clone();
            for cell in board.cells().filter(|c| least[c.index()] != u32::MAX).collect::<Vec<_>>() {
                let spent = least[cell.index()];
                let sides = neighbours(board, cell).map(|to| (to, 1 + if is_shut(terrain(board, to)) { 2 } else { 0 }));
                let up = board.links.iter().filter_map(|l| match cell {
                    _ if l.from == cell => Some((l.to, l.hatch)),
                    _ if l.to == cell => Some((l.from, l.hatch)),
                    _ => None,
                });
                let up = up.map(|(to, hatch)| (to, if hatch.is_some() { 5 } else { 3 }));
                for (to, cost) in sides.chain(up).filter(|(to, _)| is_walked(terrain(board, *to))) {
                    least[to.index()] = least[to.index()].min(spent + cost);
                }
            }
            if least == before {
                break;
            }
        }
        let found: Vec<Option<u32>> = survey.sites().iter().map(|(_, cell)| Some(least[cell.index()])).collect();
        assert_eq!(ways.iter().map(|w| w.map(u32::from)).collect::<Vec<_>>(), found, "{}", board.name);
    }
}

/// A hulk that was changed by hand is certified anew, whether it has a certificate or none; one that breaks a rule is
/// not.
#[test]
fn a_changed_hulk_is_certified_again() {
    let text = &SAMPLE[2].text;
    let again = |text: &str| {
        let document = Document::parse("mine.ron", text).unwrap();
        hulk::certify(&document, &map::load("mine.ron", text).unwrap())
    };
    assert_eq!(again(text).as_ref(), Ok(text), "what is true stays as it is");
    let false_one = text.replace(line(text, "loops"), "loops: 99");
    assert_eq!(again(&false_one).as_ref(), Ok(text));
    let document = Document::parse("mine.ron", text).unwrap();
    let written = document.root.get("certificate").unwrap().at;
    let none = text.replace(&format!("certificate: {},", &text[written.start..written.end]), "");
    let fresh = again(&none).unwrap();
    assert_ne!(fresh, none);
    assert_eq!(told("again", &fresh), [""; 0]);
    let open = "(name: \"x\", legend: { '.': Floor }, decks: [\". .\"], rooms: { \"all\": [Drawn('.')] })";
    assert!(again(open).unwrap_err().iter().all(|problem| problem.hint.starts_with("the hulk breaks HULK-GEN")));
    let none = "(name: \"x\", legend: { '.': Floor }, decks: [\". .\"])";
    assert!(again(none).unwrap_err()[0].message.contains("nothing to certify"));
}
