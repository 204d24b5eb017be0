//! No bytes make the reader of logs panic, nor that of battles, be their checksums right or not.
#![no_main]

use hexfray::content::Library;
use hexfray::scenario::Session;
use hexfray::store::{Seal, bare, whole};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(whole) = whole("fuzz", bytes) {
        assert!(whole.text.len() <= bytes.len());
        assert_eq!(whole.lines().count(), whole.text.lines().count());
    }
    let _ = Session::replay(Library::own(), "fuzz", bytes);
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines().map(bare);
    let (seal, first) = Seal::first(&lines.next().unwrap_or_default());
    let sealed = lines.fold(first, |all, line| all + &seal.line(&line));
    let _ = Session::replay(Library::own(), "fuzz", sealed.as_bytes());
});
