//! What actions carry besides their targets, where that is more than a number of weapons or hits: orders and cures have
//! codes of their own ([`Order::code`](super::orders::Order), [`Cure`](super::healing::Cure)), and a move has the facings
//! that are open at its end, as bits.

/// An ability that a unit uses before an assault (HEX-RET-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// HEX-ABIL-01.
    Grenades,
    /// HEX-ABIL-02.
    Smoke,
    /// HEX-ABIL-03.
    Scream,
}

impl Use {
    const ALL: [Use; 3] = [Use::Grenades, Use::Smoke, Use::Scream];

    /// As an action carries it.
    #[inline]
    #[must_use]
    pub fn encode(self) -> u8 {
        self as u8
    }

    /// What an action carries.
    #[inline]
    #[must_use]
    pub fn decode(with: u8) -> Option<Use> {
        Use::ALL.get(usize::from(with)).copied()
    }
}
