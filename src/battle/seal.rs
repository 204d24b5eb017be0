//! Sealed lists: what is written down in secret is told to all as a hash, and laid open at the end, so that everybody can
//! see that nobody changed it meanwhile.
//!
//! What is hashed is a text that anybody can hash again: the salt, then every line of the list with what it holds, such as
//! `6f1c... 1=2 2=0 16=3`. The salt keeps short lists from being guessed and tried out.

use std::fmt;

use sha2::{Digest, Sha256};

use super::{Event, Fact, Log, Rule};

/// Most lines of a list, numbered from 0.
pub const LINES: usize = 24;

/// A secret list: what each of its lines holds, as far as that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines([Option<u8>; LINES]);

impl Lines {
    /// Writes a line.
    ///
    /// # Panics
    /// With a line of [`LINES`] or beyond.
    pub fn write(&mut self, line: u8, holds: u8) {
        self.0[usize::from(line)] = Some(holds);
    }

    /// The lines that there are, in order, and what they hold.
    pub fn iter(&self) -> impl Iterator<Item = (u8, u8)> {
        (0..).zip(self.0).filter_map(|(line, holds)| Some((line, holds?)))
    }

    /// These lines, and those of another list that are not among them.
    fn or(self, other: Lines) -> Lines {
        let mut all = other;
        self.iter().for_each(|(line, holds)| all.write(line, holds));
        all
    }

    /// The text that is sealed.
    #[must_use]
    pub fn text(&self, salt: Salt) -> String {
        self.iter().fold(salt.to_string(), |text, (line, holds)| text + &format!(" {line}={holds}"))
    }
}

/// What a list is sealed with beside its lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Salt([u8; 16]);

impl Salt {
    /// The salt of the battle with this seed. Nobody comes from it to the seed, nor from the dice to it.
    #[must_use]
    pub fn of(seed: u64) -> Salt {
        let hash = Sha256::new().chain_update(b"hexfray: salt of a sealed list").chain_update(seed.to_le_bytes());
        let mut salt = [0; 16];
        salt.copy_from_slice(&hash.finalize()[..16]);
        Salt(salt)
    }
}

/// The SHA-256 of a list and its salt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seal([u8; 32]);

impl Seal {
    /// Seals a list.
    #[must_use]
    pub fn of(salt: Salt, lines: &Lines) -> Seal {
        Seal(Sha256::digest(lines.text(salt)).into())
    }

    /// Whether this is the list that was sealed.
    #[must_use]
    pub fn matches(self, salt: Salt, lines: &Lines) -> bool {
        self == Seal::of(salt, lines)
    }
}

fn hex(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

impl fmt::Display for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex(&self.0, f)
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex(&self.0, f)
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What of a ruleset's secret list is secret yet.
#[derive(Clone, Copy, Debug)]
pub struct Secret {
    /// The rule that has it sealed.
    pub sealed: Rule,
    /// The rule that lays it open.
    pub opened: Rule,
    /// The lines that nobody has opened.
    pub lines: Lines,
}

/// Keeps the seal of a battle's secret list, which the battle itself knows nothing of: seals the list once it is complete,
/// gathers its lines as they come to light, and in the end compares.
#[derive(Clone, Copy, Debug)]
pub struct Notary {
    salt: Salt,
    seal: Option<Seal>,
    opened: Lines,
}

impl Notary {
    /// The notary of the battle with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Notary {
        Notary { salt: Salt::of(seed), seal: None, opened: Lines::default() }
    }

    /// The notary of a battle in which this has happened so far.
    #[must_use]
    pub fn recalled(seed: u64, events: &[Event]) -> Notary {
        let mut notary = Notary::new(seed);
        events.iter().for_each(|event| notary.hear(event));
        notary
    }

    /// Takes in what followed from an answer, and adds to it what there is to say of the seal. `secret` is what the battle
    /// keeps secret now, `over` whether it has ended, which lays everything open.
    pub fn attend(&mut self, secret: Option<Secret>, over: bool, log: &mut Log) {
        log.events.iter().for_each(|event| self.hear(event));
        let Some(Secret { sealed, opened, lines }) = secret else { return };
        match self.seal {
            None if !over => {
                let lines = self.opened.or(lines);
                if lines != Lines::default() {
                    let seal = Seal::of(self.salt, &lines);
                    self.seal = Some(seal);
                    log.push(sealed, Fact::ListSealed { seal });
                }
            }
            Some(seal) if over => {
                let matches = seal.matches(self.salt, &self.opened);
                log.push(opened, Fact::SealOpened { salt: self.salt, lines: self.opened, matches });
            }
            _ => {}
        }
    }

    fn hear(&mut self, event: &Event) {
        match event.fact {
            Fact::ListSealed { seal } => self.seal = Some(seal),
            Fact::Opened { line, holds } => self.opened.write(line, holds),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> Lines {
        let mut lines = Lines::default();
        [(1, 2), (2, 0), (3, 1), (16, 4)].into_iter().for_each(|(line, holds)| lines.write(line, holds));
        lines
    }

    /// HULK-BLIP-04: whatever is changed in a list, its seal is another.
    #[test]
    fn a_seal_is_of_one_list() {
        let (salt, lines) = (Salt::of(7), list());
        let seal = Seal::of(salt, &lines);
        assert!(seal.matches(salt, &lines));
        for (line, holds) in lines.iter() {
            let mut changed = lines;
            changed.write(line, holds + 1);
            assert!(!seal.matches(salt, &changed), "line {line}");
        }
        let mut longer = lines;
        longer.write(4, 0);
        assert!(!seal.matches(salt, &longer));
        assert!(!seal.matches(Salt::of(8), &lines), "another salt");
    }

    /// What is told can be hashed again by whatever knows SHA-256.
    #[test]
    fn what_is_sealed_is_a_text() {
        let salt = Salt([0xab; 16]);
        let text = list().text(salt);
        assert_eq!(text, format!("{} 1=2 2=0 3=1 16=4", "ab".repeat(16)));
        assert_eq!(Seal::of(salt, &list()).to_string(), EXPECTED);
    }

    // What `sha256sum` says of that text.
    const EXPECTED: &str = "81a0a00cfbfb79059262465e87672473647a48235e1ffbe0f0f2d51aba5818d6";

    fn secret(lines: Lines) -> Option<Secret> {
        Some(Secret { sealed: Rule("HULK-BLIP-04"), opened: Rule("HULK-KNOW-11"), lines })
    }

    /// HULK-KNOW-06, -11: what comes to light by and by is the list that was sealed, or it is told that it is not.
    #[test]
    fn a_notary_compares() {
        for tampered in [false, true] {
            let mut notary = Notary::new(7);
            let mut log = Log::on();
            notary.attend(None, false, &mut log);
            assert_eq!((notary.seal, log.events.len()), (None, 0), "nothing to seal yet");
            notary.attend(secret(list()), false, &mut log);
            let seal = Seal::of(Salt::of(7), &list());
            assert_eq!(log.events.pop().map(|e| e.fact), Some(Fact::ListSealed { seal }));
            for (line, holds) in list().iter() {
                let holds = if tampered && line == 3 { 0 } else { holds };
                log.push(Rule("HULK-BLIP-07"), Fact::Opened { line, holds });
                notary.attend(secret(list()), false, &mut log);
                assert_eq!(log.events.len(), 1, "sealed once");
                log.events.clear();
            }
            notary.attend(secret(Lines::default()), true, &mut log);
            let Some(Event { fact: Fact::SealOpened { salt, lines, matches }, .. }) = log.events.pop() else {
                panic!("it is opened")
            };
            assert_eq!((salt, matches), (Salt::of(7), !tampered));
            assert_eq!(seal.matches(salt, &lines), matches);
        }
    }
}
