//! No bytes make the reader of leagues panic, and every problem has a place.
#![no_main]

use hexfray::league::Spec;
use hexfray::source::{Document, utf8};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = utf8("fuzz", bytes)
        && let Ok(document) = Document::parse("fuzz", text)
        && let Err(problems) = Spec::read(&document)
    {
        assert!(!problems.is_empty() && problems.iter().all(|p| p.line >= 1 && p.column >= 1));
    }
});
