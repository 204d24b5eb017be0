//! No bytes make the map loader panic, and every problem has a place.
#![no_main]

use hexfray::board::map;
use hexfray::source::utf8;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = utf8("fuzz", bytes)
        && let Err(problems) = map::load("fuzz", text)
    {
        assert!(!problems.is_empty() && problems.iter().all(|p| p.line >= 1 && p.column >= 1));
    }
});
