//! No bytes make the reader of journals panic.
#![no_main]

use hexfray::content::Library;
use hexfray::scenario::Session;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(problems) = Session::replay(Library::own(), "fuzz", bytes) {
        assert!(!problems.is_empty());
    }
});
