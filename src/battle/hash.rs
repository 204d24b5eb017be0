//! The state's hash: the same on every machine, whatever its word size.

use std::hash::{Hash, Hasher};

/// A small multiplicative hasher whose result depends on the values alone.
///
/// The standard hashers feed lengths and enum numbers at the machine's word size; here all are 64 bits
/// wide, so that a journal written on one machine verifies on another.
#[derive(Clone, Copy, Debug)]
pub struct StableHasher(u64);

const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;

impl StableHasher {
    /// A hasher that starts from a number of its own, so that equal values in different places differ.
    #[inline]
    #[must_use]
    pub fn new(salt: u64) -> Self {
        StableHasher(salt.wrapping_mul(PRIME) ^ 0x2545_f491_4f6c_dd1d)
    }

    /// The hash of one value under a salt.
    #[inline]
    #[must_use]
    pub fn of<T: Hash + ?Sized>(salt: u64, value: &T) -> u64 {
        let mut fold = StableHasher::new(salt);
        value.hash(&mut fold);
        fold.finish()
    }

    #[inline]
    fn fold(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_mul(PRIME);
    }
}

impl Hasher for StableHasher {
    #[inline]
    fn finish(&self) -> u64 {
        let z = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        z ^ (z >> 32)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.fold(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.fold(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.fold(u64::from(i));
    }

    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.fold(u64::from(i));
    }

    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.fold(u64::from(i));
    }

    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.fold(i);
    }

    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.fold(i as u64);
    }

    #[inline]
    fn write_i8(&mut self, i: i8) {
        self.fold(i as u64);
    }

    #[inline]
    fn write_i16(&mut self, i: i16) {
        self.fold(i as u64);
    }

    #[inline]
    fn write_i32(&mut self, i: i32) {
        self.fold(i as u64);
    }

    #[inline]
    fn write_i64(&mut self, i: i64) {
        self.fold(i as u64);
    }

    #[inline]
    fn write_isize(&mut self, i: isize) {
        self.fold(i as u64);
    }
}
