//! What the list of rulesets in `rules/mod.rs` is turned into: their modules, the battle and the content of any of
//! them, and dispatch by value and by name.

/// Declares the rulesets, a line each: the type that implements [`Ruleset`](super::Ruleset) and its module. A module
/// that lies elsewhere has its path behind it.
macro_rules! rulesets {
    ($($(#[$cfg:meta])? $Rules:ident: $module:ident $(at $path:literal)?,)+) => {
        $(
            $(#[$cfg])?
            $(#[path = $path])?
            pub mod $module;
        )+

        /// The rulesets by the names that files use.
        pub const NAMES: [&str; [$($(#[$cfg])? stringify!($module),)+].len()] = [$($(#[$cfg])? <$module::$Rules as $crate::battle::Rules>::NAME,)+];

        /// A battle of any ruleset: where the type is erased. Everything that works alike for all is in [`BattleView`],
        /// to which it dereferences; [`with_battle`](crate::with_battle) brings the type back.
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "battles are few, and each is cloned into room that is there")]
        pub enum AnyBattle {
            $(
                #[doc = concat!("A battle of `", stringify!($module), "`.")]
                $(#[$cfg])?
                $Rules($crate::battle::Battle<$module::$Rules>),
            )+
        }

        /// The content of any ruleset: what its scenarios can name.
        #[derive(Clone, Debug)]
        pub enum AnyContent {
            $(
                #[doc = concat!("The content of `", stringify!($module), "`.")]
                $(#[$cfg])?
                $Rules(<$module::$Rules as $crate::rules::Ruleset>::Content),
            )+
        }

        $(
            $(#[$cfg])?
            impl Registered for $module::$Rules {
                fn of(any: &AnyBattle) -> Option<&$crate::battle::Battle<Self>> {
                    if let AnyBattle::$Rules(battle) = any { Some(battle) } else { None }
                }

                fn any(battle: $crate::battle::Battle<Self>) -> AnyBattle {
                    AnyBattle::$Rules(battle)
                }

                fn any_content(content: <Self as $crate::rules::Ruleset>::Content) -> AnyContent {
                    AnyContent::$Rules(content)
                }
            }
        )+

        rulesets! { @dispatch ($) $(($(#[$cfg])? $Rules $module))+ }
    };
    (@dispatch ($d:tt) $(($(#[$cfg:meta])? $Rules:ident $module:ident))+) => {
        /// Does something with the battle inside an [`AnyBattle`](crate::rules::AnyBattle), whatever its ruleset.
        #[macro_export]
        macro_rules! with_battle {
            ($d any:expr, $d battle:ident => $d body:expr) => {
                match $d any {
                    $($(#[$cfg])? $d crate::rules::AnyBattle::$Rules($d battle) => $d body,)+
                }
            };
        }

        /// Does something with the content inside an [`AnyContent`], whatever its ruleset.
        macro_rules! with_content {
            ($d any:expr, $d content:ident => $d body:expr) => {
                match $d any {
                    $($(#[$cfg])? AnyContent::$Rules($d content) => $d body,)+
                }
            };
        }

        /// Does something with the ruleset of a name, as a type; none when there is none of that name.
        macro_rules! with_ruleset {
            ($d name:expr, $d rules:ident => $d body:expr) => {
                match $d name {
                    $($(#[$cfg])? <$d crate::rules::$module::$Rules as $d crate::battle::Rules>::NAME => {
                        type $d rules = $d crate::rules::$module::$Rules;
                        Some($d body)
                    })+
                    _ => None,
                }
            };
        }

        pub(crate) use {with_battle, with_ruleset};
    };
}
