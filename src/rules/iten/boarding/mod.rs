//! Aboard the hulk: the boarding appendix (HULK).
