//! Positions of perft.

/// The positions counted, how many decisions are first answered with the first action listed, and the depth.
pub(crate) const POSITIONS: [(&str, u32, u32); 15] = [
    ("crossroads", 0, 2),
    ("crossroads", 9, 3),
    ("crossroads", 20, 3),
    ("gun_line", 16, 3),
    ("burning_wood", 12, 3),
    ("grand_battle", 44, 2),
    ("skirmish", 0, 2),
    ("skirmish", 16, 1),
    ("skirmish", 40, 2),
    ("assassination", 60, 1),
    ("alley", 0, 3),
    ("alley", 12, 3),
    ("culvert", 1, 3),
    ("high_street", 10, 3),
    ("last_orders", 5, 3),
];
