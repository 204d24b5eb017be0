//! Records: the public numbers of units, hexes and the table, each field with a name.
//!
//! One definition serves the log (what changed), the referee and the terminal (what is there),
//! position files (what to set) and the journal (which field differs). What a number means stands there too.

use super::field::Field;

/// A value that a record may hold: one number, or a few with a label each.
pub trait Leaf: Copy + PartialEq {
    /// What to append to the field's name for each number; one empty label for a plain number.
    const LABELS: &'static [&'static str] = &[""];
    /// The number under a label.
    fn leaf(self, index: usize) -> i32;
    /// Puts a number in; no if it does not fit.
    fn set_leaf(&mut self, index: usize, value: i32) -> bool;

    /// Tells which of its numbers, the first at a given place of the record, are others in a later state.
    fn differences(self, after: Self, first: usize, found: &mut impl FnMut(u8, i32, i32)) {
        if self == after {
            return;
        }
        for index in 0..Self::LABELS.len() {
            let (from, to) = (self.leaf(index), after.leaf(index));
            if from != to {
                found((first + index) as u8, from, to);
            }
        }
    }
}

/// A number for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(C)]
pub struct BySide(pub [i16; 8]);

impl BySide {
    /// The sides in order of their numbers.
    #[must_use]
    pub fn in_order() -> BySide {
        BySide([0, 1, 2, 3, 4, 5, 6, 7])
    }
}

impl Leaf for BySide {
    const LABELS: &'static [&'static str] = &["0", "1", "2", "3", "4", "5", "6", "7"];
    fn leaf(self, index: usize) -> i32 {
        i32::from(self.0[index])
    }
    fn set_leaf(&mut self, index: usize, value: i32) -> bool {
        i16::try_from(value).map(|v| self.0[index] = v).is_ok()
    }
}

macro_rules! whole_number {
    ($($t:ty),*) => {$(
        impl Leaf for $t {
            fn leaf(self, _index: usize) -> i32 { i32::from(self) }
            fn set_leaf(&mut self, _index: usize, value: i32) -> bool {
                match <$t>::try_from(value) { Ok(v) => { *self = v; true } Err(_) => false }
            }
        }
    )*};
}
whole_number!(u8, i8, u16, i16);

impl Leaf for bool {
    fn leaf(self, _index: usize) -> i32 {
        i32::from(self)
    }
    fn set_leaf(&mut self, _index: usize, value: i32) -> bool {
        *self = value == 1;
        value == 0 || value == 1
    }
}

/// A struct whose public numbers have names.
pub trait Record: Copy {
    /// The names of all numbers, in order.
    fn names() -> Vec<String>;
    /// The number at a place.
    fn value(&self, index: usize) -> i32;
    /// Puts a number in; no if it does not fit or there is no such place.
    fn set(&mut self, index: usize, value: i32) -> bool;
    /// How many numbers there are.
    fn count() -> usize;
    /// What the number at a place means; none where there is no such place.
    fn declared(index: usize) -> Option<Declared>;

    /// Tells the place of each number that is another in a later state of the same thing, what it was and what it became.
    fn differences(&self, after: &Self, found: impl FnMut(u8, i32, i32));

    /// All numbers with their places.
    fn values(&self) -> impl Iterator<Item = (usize, i32)> {
        (0..Self::count()).map(|i| (i, self.value(i)))
    }
}

/// What a number of a record means.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// The name of its field.
    pub name: &'static str,
    /// Its place among the field's numbers, from 0.
    pub place: usize,
    /// What the field appends to its name for it; nothing for a plain number.
    pub suffix: &'static str,
    /// What its field says.
    pub field: &'static Field,
}

/// No numbers: the record of a ruleset that has none to keep.
impl Record for () {
    fn names() -> Vec<String> {
        Vec::new()
    }

    fn value(&self, _index: usize) -> i32 {
        0
    }

    fn set(&mut self, _index: usize, _value: i32) -> bool {
        false
    }

    fn count() -> usize {
        0
    }

    fn differences(&self, _after: &Self, _found: impl FnMut(u8, i32, i32)) {}

    fn declared(_index: usize) -> Option<Declared> {
        None
    }
}

/// Defines a record. A field says what it means behind `=` (see [`field`](super::field)); without that it is bookkeeping that
/// players are not told of. Fields after `kept` are part of the state but not public: sealed orders, bookkeeping of a step.
///
/// What only some battles have stands in a second pair behind `further`: it is hashed only where any of it is not 0, so that
/// all other battles keep the hashes that they had before there were such fields.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$field_meta:meta])* pub $field:ident : $type:ty $(= $means:expr)?),* $(,)?
        }
        kept { $($(#[$kept_meta:meta])* pub $kept:ident : $kept_type:ty),* $(,)? }
    ) => {
        $crate::battle::record! {
            $(#[$meta])*
            pub struct $name { $($(#[$field_meta])* pub $field : $type $(= $means)?),* }
            kept { $($(#[$kept_meta])* pub $kept : $kept_type),* }
            further {}
            kept {}
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$field_meta:meta])* pub $field:ident : $type:ty $(= $means:expr)?),* $(,)?
        }
        kept { $($(#[$kept_meta:meta])* pub $kept:ident : $kept_type:ty),* $(,)? }
        further { $($(#[$further_meta:meta])* pub $further:ident : $further_type:ty $(= $further_means:expr)?),* $(,)? }
        kept { $($(#[$late_meta:meta])* pub $late:ident : $late_type:ty),* $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ::bytemuck::NoUninit)]
        #[repr(C)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
            $($(#[$kept_meta])* pub $kept: $kept_type,)*
            $($(#[$further_meta])* pub $further: $further_type,)*
            $($(#[$late_meta])* pub $late: $late_type,)*
        }

        // Its bytes at once: without padding they say the same as the fields one by one, and much quicker.
        impl ::std::hash::Hash for $name {
            fn hash<H: ::std::hash::Hasher>(&self, state: &mut H) {
                const FURTHER: usize = 0
                    $(+ ::std::mem::size_of::<$further_type>())* $(+ ::std::mem::size_of::<$late_type>())*;
                let bytes = ::bytemuck::bytes_of(self);
                let (all, some) = bytes.split_at(bytes.len() - FURTHER);
                state.write(all);
                if some.iter().any(|byte| *byte != 0) {
                    state.write(some);
                }
            }
        }

        impl $crate::battle::Record for $name {
            fn names() -> Vec<String> {
                let mut names = Vec::new();
                $(for label in <$type as $crate::battle::Leaf>::LABELS {
                    names.push(format!("{}{label}", stringify!($field)));
                })*
                $(for label in <$further_type as $crate::battle::Leaf>::LABELS {
                    names.push(format!("{}{label}", stringify!($further)));
                })*
                names
            }

            #[allow(unused_assignments, unused_mut)]
            fn value(&self, index: usize) -> i32 {
                let mut left = index;
                $(
                    let n = <$type as $crate::battle::Leaf>::LABELS.len();
                    if left < n { return $crate::battle::Leaf::leaf(self.$field, left); }
                    left -= n;
                )*
                $(
                    let n = <$further_type as $crate::battle::Leaf>::LABELS.len();
                    if left < n { return $crate::battle::Leaf::leaf(self.$further, left); }
                    left -= n;
                )*
                0
            }

            #[allow(unused_assignments, unused_mut)]
            fn set(&mut self, index: usize, value: i32) -> bool {
                let mut left = index;
                $(
                    let n = <$type as $crate::battle::Leaf>::LABELS.len();
                    if left < n { return $crate::battle::Leaf::set_leaf(&mut self.$field, left, value); }
                    left -= n;
                )*
                $(
                    let n = <$further_type as $crate::battle::Leaf>::LABELS.len();
                    if left < n { return $crate::battle::Leaf::set_leaf(&mut self.$further, left, value); }
                    left -= n;
                )*
                false
            }

            #[allow(unused_assignments, unused_mut)]
            fn declared(index: usize) -> Option<$crate::battle::Declared> {
                let mut left = index;
                $(
                    if let Some(suffix) = <$type as $crate::battle::Leaf>::LABELS.get(left) {
                        const MEANS: $crate::battle::field::Field = $crate::battle::record!(@means $($means)?);
                        let name = stringify!($field);
                        return Some($crate::battle::Declared { name, place: left, suffix, field: &MEANS });
                    }
                    left -= <$type as $crate::battle::Leaf>::LABELS.len();
                )*
                $(
                    if let Some(suffix) = <$further_type as $crate::battle::Leaf>::LABELS.get(left) {
                        const MEANS: $crate::battle::field::Field = $crate::battle::record!(@means $($further_means)?);
                        let name = stringify!($further);
                        return Some($crate::battle::Declared { name, place: left, suffix, field: &MEANS });
                    }
                    left -= <$further_type as $crate::battle::Leaf>::LABELS.len();
                )*
                None
            }

            #[allow(unused_assignments, unused_mut, unused_variables)]
            fn differences(&self, after: &Self, mut found: impl FnMut(u8, i32, i32)) {
                let mut place = 0;
                $(
                    $crate::battle::Leaf::differences(self.$field, after.$field, place, &mut found);
                    place += <$type as $crate::battle::Leaf>::LABELS.len();
                )*
                $(
                    $crate::battle::Leaf::differences(self.$further, after.$further, place, &mut found);
                    place += <$further_type as $crate::battle::Leaf>::LABELS.len();
                )*
            }

            fn count() -> usize {
                0 $(+ <$type as $crate::battle::Leaf>::LABELS.len())*
                    $(+ <$further_type as $crate::battle::Leaf>::LABELS.len())*
            }
        }
    };
    (@means) => { $crate::battle::field::kept() };
    (@means $means:expr) => {{
        #[allow(unused_imports, reason = "whatever a field needs to say what it means")]
        use $crate::battle::field::*;
        $means
    }};
    ($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* }) => {
        $crate::battle::record! { $(#[$meta])* pub struct $name { $($fields)* } kept {} }
    };
}
pub(crate) use record;
