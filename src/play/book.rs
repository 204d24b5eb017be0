//! The codex as a book: what is found in it, the page that is open, and the pages before.

use crate::content::{Codex, Entry};
use crate::telling::codex::chapter;

/// The most pages that one can go back.
const MOST: usize = 100;

/// A row of the list of pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A chapter begins: what its rules' ids begin with.
    Chapter(String),
    /// A rule: its id and its name.
    Rule(String, String),
}

/// A piece of a page's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Words.
    Words(&'t str),
    /// The id of a rule, which leads there.
    Rule(&'t str),
}

/// The codex, open at a page.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// What is looked for, as it is written.
    pub search: String,
    /// The pages before, the last at the end.
    past: Vec<String>,
    page: String,
    /// The rules that speak of another, by that one's id and theirs.
    speakers: Option<(String, Vec<String>)>,
    /// What was found, and what was looked for then.
    rows: Vec<Row>,
    sought: Option<String>,
    /// The list has to show the page.
    pub seek: bool,
}

impl Book {
    /// The rule that is open, if there is one.
    #[must_use]
    pub fn page<'c>(&self, codex: &'c Codex) -> Option<&'c Entry> {
        codex.get(&self.page)
    }

    /// Opens a rule. What was looked for is let go where the rule is not among what was found.
    pub fn turn_to(&mut self, codex: &Codex, id: &str) {
        if id != self.page && codex.get(&self.page).is_some() {
            self.past.push(std::mem::take(&mut self.page));
            let spare = self.past.len().saturating_sub(MOST);
            self.past.drain(..spare);
        }
        id.clone_into(&mut self.page);
        if self.place(codex).is_none() {
            self.search.clear();
        }
        self.seek = true;
    }

    /// Goes back to the page before. Returns whether there was one.
    pub fn back(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        (self.page, self.seek) = (before, true);
        true
    }

    /// The rules that speak of the one that is open, besides itself.
    pub fn speakers(&mut self, codex: &Codex) -> &[String] {
        let known = self.speakers.take().filter(|known| known.0 == self.page);
        let find = || {
            let ids = speak_of(codex, &self.page).into_iter().map(|entry| entry.id.clone()).collect();
            (self.page.clone(), ids)
        };
        &self.speakers.insert(known.unwrap_or_else(find)).1
    }

    /// Whether there is a page before.
    #[must_use]
    pub fn can_go_back(&self) -> bool {
        !self.past.is_empty()
    }

    /// Opens the next page of those that were found, or the one before.
    pub fn leaf(&mut self, codex: &Codex, by: isize) {
        let rules: Vec<String> = self.rows(codex).iter().filter_map(|row| row.id().map(str::to_owned)).collect();
        let now = rules.iter().position(|id| *id == self.page);
        let next = now.map_or(0, |now| now.saturating_add_signed(by).min(rules.len().saturating_sub(1)));
        if let Some(id) = rules.get(next).filter(|id| **id != self.page) {
            (self.page, self.seek) = (id.clone(), true);
        }
    }

    /// What is found: all rules whose ids, names or texts have every word that is looked for.
    pub fn rows(&mut self, codex: &Codex) -> &[Row] {
        if self.sought.as_ref() != Some(&self.search) {
            let words: Vec<String> = self.search.split_whitespace().map(str::to_lowercase).collect();
            let mut last = "";
            self.rows.clear();
            for entry in codex.entries() {
                let all = format!("{} {} {}", entry.id, entry.title, entry.text).to_lowercase();
                if !words.iter().all(|word| all.contains(word)) {
                    continue;
                }
                if chapter(&entry.id) != last {
                    last = chapter(&entry.id);
                    self.rows.push(Row::Chapter(last.to_owned()));
                }
                self.rows.push(Row::Rule(entry.id.clone(), entry.title.clone()));
            }
            self.sought = Some(self.search.clone());
        }
        &self.rows
    }

    /// Which row the page is, if it was found.
    #[must_use]
    pub fn place(&mut self, codex: &Codex) -> Option<usize> {
        let page = self.page.clone();
        self.rows(codex).iter().position(|row| row.id() == Some(&page))
    }
}

impl Row {
    /// The rule's id.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Row::Rule(id, _) => Some(id),
            Row::Chapter(_) => None,
        }
    }
}

/// A text in pieces: the ids of rules that there are lead there.
#[must_use]
pub fn pieces<'t>(codex: &Codex, text: &'t str) -> Vec<Piece<'t>> {
    let letter = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    let (mut pieces, mut told, mut from) = (Vec::new(), 0, 0);
    while let Some(begin) = text[from..].find(letter).map(|at| from + at) {
        let end = text[begin..].find(|c| !letter(c)).map_or(text.len(), |at| begin + at);
        if codex.get(&text[begin..end]).is_some() {
            if begin > told {
                pieces.push(Piece::Words(&text[told..begin]));
            }
            pieces.push(Piece::Rule(&text[begin..end]));
            told = end;
        }
        from = end;
    }
    if told < text.len() {
        pieces.push(Piece::Words(&text[told..]));
    }
    pieces
}

/// The rules that speak of a rule, besides itself.
fn speak_of<'c>(codex: &'c Codex, id: &str) -> Vec<&'c Entry> {
    let speaks = |entry: &&Entry| entry.id != id && pieces(codex, &entry.text).contains(&Piece::Rule(id));
    codex.entries().filter(speaks).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Library;

    fn rule(piece: Piece<'_>) -> Option<&str> {
        if let Piece::Rule(id) = piece { Some(id) } else { None }
    }

    #[test]
    fn a_book_is_searched_and_leafed_through() {
        let codex = Library::own().codex();
        let mut book = Book::default();
        let all = book.rows(codex).len();
        assert!(all > 1000 && book.page(codex).is_none());
        book.search = "deflection DIE".to_owned();
        let found: Vec<Row> = book.rows(codex).to_vec();
        assert!(found.len() < all / 10);
        assert!(found.iter().any(|row| row.id() == Some("HEX-CONST-07")));
        assert_eq!(found[0], Row::Chapter(chapter(found[1].id().unwrap()).to_owned()));
        book.leaf(codex, 1);
        assert_eq!(book.page(codex).map(|entry| entry.id.as_str()), found[1].id());
        book.turn_to(codex, "HEX-CONST-07");
        assert!(!book.search.is_empty() && book.can_go_back());
        book.turn_to(codex, "ITEN-GEN-08");
        assert!(book.search.is_empty(), "it is not among what was found");
        assert_eq!(book.rows(codex).len(), all);
        assert!(book.back() && book.back() && !book.back());
        assert_eq!(book.page(codex).map(|entry| entry.id.as_str()), found[1].id());
        book.search = "no rule says this".to_owned();
        assert_eq!(book.rows(codex), []);
        book.leaf(codex, 1);
        let two = codex.entries().find_map(|entry| match pieces(codex, &entry.text).into_iter().find_map(rule) {
            Some(id) if id != entry.id => Some((entry.id.clone(), id.to_owned())),
            _ => None,
        });
        let (speaker, named) = two.unwrap();
        book.turn_to(codex, &named);
        assert!(book.speakers(codex).contains(&speaker));
        book.turn_to(codex, &speaker);
        assert!(!book.speakers(codex).contains(&speaker), "they are those of the page that is open");
    }

    #[test]
    fn rules_in_a_text_lead_there() {
        let codex = Library::own().codex();
        let text = "As in HEX-CONST-07, not NO-SUCH-RULE: see (ITEN-GEN-08)";
        let expected = [
            Piece::Words("As in "),
            Piece::Rule("HEX-CONST-07"),
            Piece::Words(", not NO-SUCH-RULE: see ("),
            Piece::Rule("ITEN-GEN-08"),
            Piece::Words(")"),
        ];
        assert_eq!(pieces(codex, text), expected);
        assert_eq!(pieces(codex, ""), []);
        for entry in codex.entries() {
            for piece in pieces(codex, &entry.text) {
                if let Piece::Rule(id) = piece.clone()
                    && id != entry.id
                {
                    assert!(speak_of(codex, id).contains(&entry), "{} speaks of {id}", entry.id);
                }
            }
        }
    }
}
