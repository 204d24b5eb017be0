//! A list of bounded length that is part of a state.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

/// An [`ArrayVec`] whose copy is one move of the used part, instead of one element after the other.
#[derive(Debug)]
pub struct List<T: Copy, const N: usize>(ArrayVec<T, N>);

impl<T: Copy, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        List(ArrayVec::new())
    }
}

impl<T: Copy, const N: usize> Clone for List<T, N> {
    #[inline]
    fn clone(&self) -> Self {
        let mut copy = List::default();
        copy.clone_from(self);
        copy
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.0.clear();
        // Both have the same capacity, so it always fits.
        let _ = self.0.try_extend_from_slice(&source.0);
    }
}

impl<T: Copy, const N: usize> Deref for List<T, N> {
    type Target = ArrayVec<T, N>;
    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: Copy, const N: usize> DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<T: Copy + PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T: Copy + Eq, const N: usize> Eq for List<T, N> {}

impl<T: Copy + Hash, const N: usize> Hash for List<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T: Copy, const N: usize> FromIterator<T> for List<T, N> {
    /// # Panics
    /// With more than `N` items; whoever collects has checked.
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        List(items.into_iter().collect())
    }
}
