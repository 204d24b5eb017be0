//! Actions in words.

use std::fmt;

/// An action in words, in two parts: who acts is told first, and left out where that stands above already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Who, with the space behind it; empty where nobody is named first.
    pub lead: String,
    /// What is done.
    pub rest: String,
}

impl Deed {
    /// What somebody does: `shoots at ..`.
    pub fn of(who: &str, does: impl Into<String>) -> Deed {
        Deed { lead: format!("{who} "), rest: does.into() }
    }

    /// What is told behind a colon: `order A1: fast`.
    pub fn told(lead: &str, what: impl Into<String>) -> Deed {
        Deed { lead: format!("{lead}: "), rest: what.into() }
    }

    /// What names nobody first.
    pub fn whole(words: impl Into<String>) -> Deed {
        Deed { lead: String::new(), rest: words.into() }
    }
}

impl Deed {
    /// What is done as one tells somebody to do it: `shoot at ..`.
    #[must_use]
    pub fn command(&self) -> String {
        let (does, rest) = self.rest.split_at(self.rest.find(' ').unwrap_or(self.rest.len()));
        // Only where somebody is said to do something is there a verb in the third person.
        let does = if self.lead.ends_with(": ") || self.lead.is_empty() { does.to_owned() } else { told_to(does) };
        does + rest
    }
}

/// A verb without what the third person adds.
fn told_to(does: &str) -> String {
    if does == "is" {
        return "be".to_owned();
    }
    let without = |end: &str| does.strip_suffix(end);
    if let Some(stem) = without("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    let hissing = ["sses", "shes", "ches", "xes", "oes"].iter().any(|end| does.ends_with(end));
    let stem = if hissing { without("es") } else { without("s").filter(|stem| !stem.ends_with('s')) };
    stem.unwrap_or(does).to_owned()
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.lead, self.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::Deed;

    #[test]
    fn who_does_something_can_be_told_to() {
        let told = |does: &str| Deed::of("A1", does).command();
        for (does, command) in [
            ("moves to 3.4", "move to 3.4"),
            ("tries to keep calm", "try to keep calm"),
            ("goes on overwatch", "go on overwatch"),
            ("flinches", "flinch"),
            ("uses Blessing", "use Blessing"),
            ("passes", "pass"),
            ("assigns 2 successes to B1", "assign 2 successes to B1"),
            ("is activated", "be activated"),
        ] {
            assert_eq!(told(does), command);
        }
        assert_eq!(Deed::told("order A1", "stand still").command(), "stand still");
        assert_eq!(Deed::whole("pass: nobody else").command(), "pass: nobody else");
    }
}
