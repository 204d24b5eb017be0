//! What is against the rules in a roster, where, and how to mend it (ITEN-BLD, -SRV, -ENM, -GOD, -ABIL, -HVY, -VEH).

mod kit;
mod rides;

use crate::battle::MAX_UNITS;
use crate::rules::iten::catalogue::Ability;
use crate::rules::iten::content::{Named, RuleContent, find, names};
use crate::rules::iten::roster::{Figure, Roster};
use crate::rules::iten::stats::{Calling, Creed, Leads, Tag, Troop};
use crate::rules::muster;
use crate::source::did_you_mean;

/// A part of a roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The roster as a whole.
    Roster,
    /// An entry among its figures.
    Figure(usize),
    /// One of its vehicles.
    Ride(usize),
    /// One of its own designs.
    Design(usize),
}

/// A place in a roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RosterPlace {
    /// The part.
    pub part: Part,
    /// The field of it.
    pub field: &'static str,
    /// The element, where the field is a list.
    pub item: Option<usize>,
}

/// Something against the rules.
pub type Violation = muster::Violation<RosterPlace>;

/// The faults of a roster as they are found.
struct Violations<'a> {
    book: &'a RuleContent,
    roster: &'a Roster,
    list: Vec<Violation>,
}

impl RuleContent {
    /// Everything in a roster that is against the rules.
    #[must_use]
    pub fn faults(&self, roster: &Roster) -> Vec<Violation> {
        let mut faults = Violations { book: self, roster, list: Vec::new() };
        faults.roster();
        faults.figures();
        faults.issues();
        faults.rides();
        faults.list
    }

    /// The entry whose first figure leads: a born Leader, otherwise the first who may (ITEN-ENM-01).
    #[must_use]
    pub fn leading(&self, roster: &Roster) -> Option<usize> {
        let leads = |f: &Figure| self.troop(&f.troop).filter(|t| t.list == roster.list).map(|t| t.leads);
        let first = |wanted: Leads| roster.figures.iter().position(|f| f.count > 0 && leads(f) == Some(wanted));
        first(Leads::Always).or_else(|| first(Leads::Otherwise))
    }

    /// The points that a roster may cost.
    #[must_use]
    pub fn limit(&self, roster: &Roster) -> u16 {
        roster.limit.unwrap_or(self.numbers.muster.points)
    }
}

impl Violations<'_> {
    fn add(&mut self, place: RosterPlace, message: impl Into<String>, hint: impl Into<String>) {
        self.list.push(Violation { place, message: message.into(), hint: hint.into(), unfinished: false });
    }

    fn lacks(&mut self, place: RosterPlace, message: impl Into<String>, hint: impl Into<String>) {
        self.list.push(Violation { place, message: message.into(), hint: hint.into(), unfinished: true });
    }

    fn unknown<T: Named>(&mut self, place: RosterPlace, what: &str, name: &str, sheets: &[T]) {
        let known = names(sheets);
        let hint = match did_you_mean(name, &known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("one of {}", known.join(", ")),
        };
        let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
        self.add(place, format!("no {what} is called `{shown}`"), hint);
    }

    /// What concerns the roster as a whole.
    fn roster(&mut self) {
        let (book, roster) = (self.book, self.roster);
        let at = |field| RosterPlace { part: Part::Roster, field, item: None };
        if roster.name.trim().is_empty() {
            self.lacks(at("name"), "the Retinue has no name", "give it one");
        }
        let Some(list) = book.list(&roster.list) else {
            return self.unknown(at("list"), "list", &roster.list, &book.lists);
        };
        match roster.creed {
            None if list.creeds => {
                self.lacks(
                    at("creed"),
                    "radical or puritan? (ITEN-SRV-01)",
                    "add `creed: Radical` or `creed: Puritan`",
                );
            }
            Some(_) if !list.creeds => {
                self.add(
                    at("creed"),
                    format!("{} are neither radical nor puritan (ITEN-SRV-01)", list.name),
                    "leave it out",
                );
            }
            _ => {}
        }
        let devoted = |f: &Figure| book.troop(&f.troop).is_some_and(|t| t.devotee && t.list == roster.list);
        if roster.god.is_some() && !roster.figures.iter().any(devoted) {
            let able = book.troops.iter().filter(|t| t.devotee && t.list == roster.list);
            let hire: String = able.map(|t| format!("hire {}, or ", t.name)).collect();
            let hint = format!("{hire}follow none");
            self.add(at("god"), "nobody here can follow a god (ITEN-GOD-01)", hint);
        }
        let fewest = usize::from(book.numbers.muster.fewest_figures);
        if roster.size() < fewest {
            let size = roster.size();
            let message = format!("{size} figure{} (ITEN-BLD-01)", if size == 1 { "" } else { "s" });
            self.lacks(at("figures"), message, format!("there must be {fewest} at least, the Leader included"));
        }
        if roster.size() > MAX_UNITS {
            self.add(at("figures"), format!("{} figures", roster.size()), format!("there is room for {MAX_UNITS}"));
        }
        if book.leading(roster).is_none() {
            let able = book.troops.iter().filter(|t| t.list == roster.list && t.leads != Leads::Never && !t.scenario);
            let able: Vec<&str> = able.map(|t| t.name.as_str()).collect();
            self.lacks(at("figures"), "nobody leads the Retinue (ITEN-BLD-01)", format!("hire {}", able.join(" or ")));
        }
        let (total, limit) = (book.total(roster), book.limit(roster));
        if total > limit {
            let message = format!("{total} points, the limit is {limit} (ITEN-BLD-02)");
            self.lacks(at("figures"), message, format!("save {} points", total - limit));
        }
        let mut taken: Vec<String> = Vec::new();
        for (i, name) in
            roster.names().into_iter().enumerate().flat_map(|(i, names)| names.into_iter().map(move |n| (i, n)))
        {
            if taken.contains(&name) {
                let place = RosterPlace { part: Part::Figure(i), field: "name", item: None };
                self.add(place, format!("two figures are named {name}"), "give each its own name");
            }
            taken.push(name);
        }
    }

    fn figures(&mut self) {
        let leading = self.book.leading(self.roster);
        for (i, figure) in self.roster.figures.iter().enumerate() {
            let at = |field| RosterPlace { part: Part::Figure(i), field, item: None };
            let Some(troop) = self.book.troop(&figure.troop) else {
                self.unknown(at("troop"), "troop type", &figure.troop, &self.book.troops);
                continue;
            };
            if figure.count == 0 {
                self.add(at("count"), "an entry of no figures", "leave it out");
            }
            self.hiring(i, figure, troop, leading);
            self.kit(i, figure, troop);
            if troop.kit.is_none() {
                self.armour(i, figure, troop);
                self.weapons(i, figure, troop);
                self.gear(i, figure, troop);
            }
            self.powers(i, figure, troop);
            self.abilities(i, figure, leading == Some(i));
            self.calling(i, figure, troop);
        }
    }

    /// Whether the Retinue may have such a figure at all.
    fn hiring(&mut self, i: usize, figure: &Figure, troop: &Troop, leading: Option<usize>) {
        let (book, roster) = (self.book, self.roster);
        let at = |field| RosterPlace { part: Part::Figure(i), field, item: None };
        let name = &troop.name;
        self.alliance(i, figure, troop);
        if troop.scenario {
            self.add(at("troop"), format!("{name}: only scenarios field such ({})", troop.id), "choose another");
        }
        if troop.boarding && !roster.boarding {
            self.add(at("troop"), format!("{name} is for boarding forces ({})", troop.id), "add `boarding: true`");
        }
        if troop.radical && !self.is_radical() {
            self.add(
                at("troop"),
                format!("{name}: only for radicals (ITEN-SRV-01)"),
                "choose another, or `creed: Radical`",
            );
        }
        if let Some(god) = troop.god.filter(|g| roster.god != Some(*g)) {
            self.add(
                at("troop"),
                format!("{name} comes with {god:?} only (ITEN-ENM-04)"),
                format!("add `god: {god:?}`"),
            );
        }
        let alike = |f: &&Figure| book.troop(&f.troop).is_some_and(|t| t.name == troop.name);
        let so_far: u32 = roster.figures[..=i].iter().filter(alike).map(|f| u32::from(f.count)).sum();
        if troop.limit.is_some_and(|most| so_far > u32::from(most)) {
            let most = troop.limit.unwrap_or(0);
            self.add(at("troop"), format!("{so_far} of {name}, {most} at most ({})", troop.id), "choose another");
        }
        let second = leading != Some(i) || figure.count > 1;
        if troop.leads == Leads::Always && troop.list == roster.list && second {
            self.add(at("troop"), format!("a second Leader, {name} (ITEN-BLD-01)"), "a Retinue has one");
        }
    }

    /// Figures of other lists come as the one Strange Ally (ITEN-ABIL-22).
    fn alliance(&mut self, i: usize, figure: &Figure, troop: &Troop) {
        let (book, roster) = (self.book, self.roster);
        let at = |field| RosterPlace { part: Part::Figure(i), field, item: None };
        let stranger = |f: &Figure| book.abilities_of(f).contains(&Ability::StrangeAlly);
        if !stranger(figure) {
            if troop.list != roster.list && book.list(&roster.list).is_some() {
                let message = format!("{} stands in the list {} (ITEN-ABIL-22)", troop.name, troop.list);
                self.add(at("troop"), message, "a figure of another list has to be the Strange Ally");
            }
            return;
        }
        if troop.list == roster.list {
            self.add(
                at("abilities"),
                format!("{} is no stranger here (ITEN-ABIL-22)", troop.name),
                "leave Strange Ally out",
            );
            return;
        }
        if roster.figures[..i].iter().any(stranger) || figure.count > 1 {
            self.add(at("abilities"), "a second Strange Ally (ITEN-ABIL-22)", "a Retinue has one");
        }
        if troop.leads != Leads::Never {
            let message = format!("{} is a Leader, and so no Strange Ally (ITEN-ABIL-22)", troop.name);
            self.add(at("troop"), message, "choose another");
        }
        let shuns = |a: &str, b: &str| book.list(a).is_some_and(|l| l.shuns.iter().any(|s| s == b));
        if shuns(&roster.list, &troop.list) || shuns(&troop.list, &roster.list) {
            let message = format!("{} and {} never go together (ITEN-ABIL-22)", roster.list, troop.list);
            self.add(at("troop"), message, "choose another");
        }
    }

    fn powers(&mut self, i: usize, figure: &Figure, troop: &Troop) {
        let book = self.book;
        let all = RosterPlace { part: Part::Figure(i), field: "powers", item: None };
        for (k, name) in figure.powers.iter().enumerate() {
            let at = RosterPlace { item: Some(k), ..all };
            if find(&book.powers, name).is_none() {
                self.unknown(at, "psyker power", name, &book.powers);
            }
            if figure.powers[..k].contains(name) {
                self.add(at, format!("{name} is bought twice (ITEN-PSY-01)"), "leave one of them");
            }
        }
        match troop.psyker {
            None if !figure.powers.is_empty() => {
                self.add(all, format!("{} is no psyker (ITEN-PSY-01)", troop.name), "leave the powers out");
            }
            Some(psyker) if psyker.radical && !figure.powers.is_empty() && !self.is_radical() => {
                self.add(all, "only radicals buy psyker powers (ITEN-SRV-01)", "leave them out, or `creed: Radical`");
            }
            Some(psyker) if psyker.required && figure.powers.is_empty() => {
                self.lacks(all, format!("{} without a power (ITEN-SRV-03)", troop.name), "buy one at least");
            }
            _ => {}
        }
    }

    fn is_radical(&self) -> bool {
        self.roster.creed == Some(Creed::Radical)
    }

    fn abilities(&mut self, i: usize, figure: &Figure, leads: bool) {
        let book = self.book;
        let abilities = book.abilities_of(figure);
        for (k, name) in figure.abilities.iter().enumerate() {
            let at = RosterPlace { part: Part::Figure(i), field: "abilities", item: Some(k) };
            let Some(sheet) = find(&book.abilities, name).map(|i| &book.abilities[i]) else {
                self.unknown(at, "ability", name, &book.abilities);
                continue;
            };
            if figure.abilities[..k].contains(name) {
                self.add(at, format!("{name} is bought twice (ITEN-ABIL-01)"), "leave one of them");
            }
            if let Some(needed) = sheet.needs.filter(|n| !abilities.contains(n)) {
                let needed = &book.ability(needed).name;
                self.add(at, format!("{name} builds on {needed} ({})", sheet.id), format!("buy {needed} first"));
            }
            let calls = |callings: &[Calling]| figure.calling.is_some_and(|c| callings.contains(&c));
            match sheet.ability {
                // ITEN-ABIL-02: the missions whose rolls it helps are in another book: nobody pays for nothing.
                Ability::Analyze => {
                    let hint = "leave it out: the missions that call for it are not among these";
                    self.add(at, "no mission here has anything to analyze (ITEN-ABIL-02)", hint);
                }
                Ability::NoseForTrouble if leads => {
                    self.add(at, "the Leader cannot have a Nose for Trouble (ITEN-ABIL-17)", "give it to another");
                }
                Ability::InvokeFaith if !calls(&[Calling::Priest, Calling::Bishop, Calling::Chaplain]) => {
                    let hint = "give it that calling first";
                    self.add(at, "faith is invoked by a Priest, Bishop or Chaplain (ITEN-ABIL-13)", hint);
                }
                Ability::IronDiscipline if !calls(&[Calling::Commissar]) => {
                    let hint = "give it that calling first";
                    self.add(at, "discipline is kept by a Commissar (ITEN-ABIL-14)", hint);
                }
                _ => {}
            }
        }
    }

    fn calling(&mut self, i: usize, figure: &Figure, troop: &Troop) {
        let Some(calling) = figure.calling else { return };
        let at = RosterPlace { part: Part::Figure(i), field: "calling", item: None };
        let fits = match calling {
            Calling::Chaplain => troop.is(Tag::Marine) && troop.is(Tag::Imperial),
            Calling::PrimarisPsyker => troop.psyker.is_some() && troop.is(Tag::Imperial),
            _ => troop.is(Tag::Imperial),
        };
        if !fits {
            let message = format!("{} cannot be {} (ITEN-ABIL-13)", troop.name, calling.word());
            let hint = match calling {
                Calling::Chaplain => "a Chaplain is a Space Marine of the Imperium",
                Calling::PrimarisPsyker => "such a psyker is of the Imperium and has powers",
                _ => "the calling is for the Imperium's figures",
            };
            self.add(at, message, hint);
        }
    }
}
