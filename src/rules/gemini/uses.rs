//! What [`Verb::Use`](crate::battle::Verb::Use) does, by its code; a call has the gun's place added.

/// Aim.
pub const AIM: u8 = 0;
/// Overwatch.
pub const OVERWATCH: u8 = 1;
/// Hide.
pub const HIDE: u8 = 2;
/// Reload; the gun's place is the action's number.
pub const RELOAD: u8 = 3;
/// Draw a gun that is slung or holstered; its place is the action's number.
pub const DRAW: u8 = 4;
/// Change hands.
pub const SWAP: u8 = 5;
/// Take what lies in a hex.
pub const TAKE: u8 = 6;
/// Let go of what is carried.
pub const DROP: u8 = 7;
/// Try one's hand at the task in a hex.
pub const TASK: u8 = 8;
/// Search the surroundings.
pub const SEARCH: u8 = 9;
/// Take a dose of Frenzon.
pub const DOSE: u8 = 10;
/// Move by a jump down (GEM-MOVE-04).
pub const JUMP: u8 = 11;
/// Call somebody out, with the first gun.
pub const CALL: u8 = 16;
