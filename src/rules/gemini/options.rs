//! The switches of the rules (GEM-OPT): what players may agree upon before a battle.

use serde::Deserialize;

use crate::rules::options::Switch;

/// Declares the switches, the struct that a scenario's `options` are read into, and the list of all. The first value of a
/// switch holds where nobody sets it.
macro_rules! options {
    ($(
        $(#[$doc:meta])*
        $field:ident: $Type:ident = $name:literal, $rule:literal, $about:literal, at $place:literal,
        {
            $First:ident = $first:literal: $first_about:literal
            $(, $Value:ident = $word:literal: $value_about:literal)* $(,)?
        }
        $(excludes $($own:literal with $other:literal = $refused:literal),+)?;
    )+) => {
        $(
            crate::rules::options::switch! {
                $(#[$doc])*
                pub $Type: $name, $rule, $about, at $place,
                $First = $first: $first_about,
                $($Value = $word: $value_about,)*
                $(; excludes $($own with $other = $refused),+)?
            }

            impl Default for $Type {
                fn default() -> Self {
                    $Type::$First
                }
            }
        )+

        /// What a scenario sets.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Wishes {
            $($(#[$doc])* pub $field: Option<$Type>,)+
        }

        /// What holds in a battle: a value for each switch.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Options {
            $($(#[$doc])* pub $field: $Type,)+
        }

        impl Wishes {
            /// What is wished, and the first value of whatever is not.
            fn plain(self) -> Options {
                Options { $($field: self.$field.unwrap_or_default(),)+ }
            }
        }

        impl Options {
            /// The name of a switch's value in force.
            #[must_use]
            pub fn in_force(self, switch: &Switch) -> Option<&'static str> {
                match switch.name {
                    $($name => Some($Type::SWITCH.values[self.$field as usize].name),)+
                    _ => None,
                }
            }
        }

        /// All switches.
        pub const SWITCHES: &[Switch] = &[$($Type::SWITCH),+];
    };
}

options! {
    /// Whether a natural 2 passes every 2D6 test (GEM-TEST-02).
    snake_eyes: SnakeEyes = "snake-eyes", "GEM-TEST-02", "whether two natural ones pass a test of nerve", at "options.snake_eyes",
    { On = "on": "two natural ones always pass", Off = "off": "modifiers count in full" };

    /// How models come by their actions (GEM-ACT).
    activation: Activation = "activation", "GEM-ACT-02", "how many actions a model has", at "options.activation",
    { Arap = "arap": "activation dice give action points", None = "none": "one move and one action" };

    /// How many activation dice are rolled (GEM-ACT-05).
    activation_dice: ActivationDice = "activation-dice", "GEM-ACT-05", "how many activation dice are rolled", at "options.activation_dice",
    {
        Choose = "choose": "one to three, two failures overreach",
        Two = "two": "always two",
        Turnover = "turnover": "one to three, two failures end the side's turn",
    } excludes "turnover" with "turn-order" = "initiative";

    /// Whether models react in the enemy's turn (GEM-REACT).
    reactions: Reactions = "reactions", "GEM-REACT-01", "whether models react in the enemy's turn", at "options.reactions",
    { On = "on": "one reaction a turn", Off = "off": "no reactions" };

    /// Whether models may run (GEM-RUN).
    running: Running = "running", "GEM-RUN-01", "how far a run goes", at "options.running",
    { None = "none": "nobody runs", Double = "double": "twice the move", D6 = "d6": "D6 hexes more" }
    excludes "double" with "activation" = "arap", "d6" with "activation" = "arap",
        "double" with "overwatch" = "arap", "d6" with "overwatch" = "arap";

    /// How overwatch works (GEM-OVER).
    overwatch: Overwatch = "overwatch", "GEM-OVER-01", "how overwatch works", at "options.overwatch",
    {
        Arap = "arap": "costs an action, reaches 24 hexes",
        Old = "old": "costs the activation, reaches as far as the weapon",
        Off = "off": "there is none",
    } excludes "arap" with "activation" = "none";

    /// Whether models may be called out (GEM-DRAW).
    fast_draw: FastDraw = "fast-draw", "GEM-DRAW-01", "whether models may call each other out", at "options.fast_draw",
    { On = "on": "they may", Off = "off": "they may not" };

    /// Whether treacherous ground is tested for (GEM-AGI).
    agility: Agility = "agility", "GEM-AGI-03", "whether treacherous ground may trip a runner", at "options.agility",
    { On = "on": "whoever hurries over it tests", Off = "off": "nobody tests" };

    /// Whether skills may be used (GEM-SKILL).
    skills: Skills = "skills", "GEM-SKILL-03", "whether skills may be used", at "options.skills",
    { On = "on": "they may", Off = "off": "they may not" };

    /// Whether there are reserve moves (GEM-RES).
    reserve_moves: ReserveMoves = "reserve-moves", "GEM-RES-01", "whether models may move again after close combat", at "options.reserve_moves",
    { Off = "off": "they may not", On = "on": "those far from the enemy may" };

    /// Whether psychology is played (GEM-PSY).
    psychology: Psychology = "psychology", "GEM-PSY-01", "whether minds have rules of their own", at "options.psychology",
    { On = "on": "they have", Off = "off": "nobody tests" };

    /// Whether gangs keep together (GEM-SET-02).
    unit_coherency: UnitCoherency = "unit-coherency", "GEM-SET-02", "whether gangs keep together", at "options.unit_coherency",
    { Off = "off": "everybody goes where he likes", On = "on": "a move ends near a mate" };

    /// Whether the fall of friends is tested for (GEM-NERVE).
    broken_nerve: BrokenNerve = "broken-nerve", "GEM-NERVE-01", "whether the fall of friends breaks nerves", at "options.broken_nerve",
    { On = "on": "who sees it tests", Off = "off": "nobody tests" };

    /// Whether winners must pursue (GEM-PURS-01).
    pursuit: Pursuit = "pursuit", "GEM-PURS-01", "whether winners must pursue", at "options.pursuit",
    { Optional = "optional": "they may", Compulsory = "compulsory": "they must, unless they pass a test" };

    /// Whether a side may lose heart as a whole (GEM-BOT).
    all_out_rout: AllOutRout = "all-out-rout", "GEM-BOT-01", "whether a beaten side may lose heart", at "options.all_out_rout",
    { On = "on": "with half its strength gone it tests", Off = "off": "it fights to the last" };

    /// What a failed Bottle Out test does (GEM-BOT-03).
    rout_effect: RoutEffect = "rout-effect", "GEM-BOT-03", "what happens to a side that loses heart", at "options.rout_effect",
    { End = "end": "it has lost", Flee = "flee": "all its models rout" };

    /// How a side's strength is reckoned (GEM-BOT-02).
    rout_count: RoutCount = "rout-count", "GEM-BOT-02", "how a side's strength is reckoned", at "options.rout_count",
    { Wounds = "wounds": "by wounds of the profile", Models = "models": "by models" };

    /// What a harmless hit does (GEM-PIN).
    hit_reaction: HitReaction = "hit-reaction", "GEM-PIN-02", "what a hit that does no harm may do", at "options.hit_reaction",
    { Gasr = "gasr": "freeze or pin", Suppression = "suppression": "suppress", None = "none": "nothing" };

    /// Whether the nearest enemy must be shot at (GEM-TGT-01).
    target_priority: TargetPriority = "target-priority", "GEM-TGT-01", "whether the nearest enemy must be shot at", at "options.target_priority",
    { On = "on": "the nearest, or one with less cover", Off = "off": "anybody in sight" };

    /// Whether weapons may run dry (GEM-AMMO).
    ammo_rolls: AmmoRolls = "ammo-rolls", "GEM-AMMO-01", "whether weapons may run out", at "options.ammo_rolls",
    { Off = "off": "they never do", On = "on": "a natural 6 to hit tests it" };

    /// Whether good shots do more (GEM-LUCKY).
    lucky_shots: LuckyShots = "lucky-shots", "GEM-LUCKY-01", "whether a fine shot wounds better", at "options.lucky_shots",
    { Off = "off": "a hit is a hit", On = "on": "two above the need helps to wound" };

    /// Whether a natural 6 to wound does more (GEM-CRIT).
    critical_damage: CriticalDamage = "critical-damage", "GEM-CRIT-01", "whether a natural 6 to wound does more", at "options.critical_damage",
    { Off = "off": "a wound is a wound", On = "on": "two wounds without a save" };

    /// What happens to whoever has no wounds left (GEM-WND-02).
    wounds: Wounds = "wounds", "GEM-WND-02", "what becomes of a model without wounds", at "options.wounds",
    {
        Location = "location": "a place of the body and how bad it is",
        Chart = "chart": "a flesh wound, down or out",
        Knockdown = "knockdown": "knocked down, stunned or out",
        None = "none": "it is out",
    };

    /// Whether wounds are rolled for (GEM-WND-03).
    extra_wounds: ExtraWounds = "extra-wounds", "GEM-WND-03", "whether models have many wounds", at "options.extra_wounds",
    { Off = "off": "as many as the profile says", TwoDice = "2d6": "2D6, a hit takes D6", ThreeDice = "3d6": "3D6, a hit takes D6" }
    excludes "2d6" with "wounds" = "location", "2d6" with "wounds" = "chart", "2d6" with "wounds" = "knockdown",
        "3d6" with "wounds" = "location", "3d6" with "wounds" = "chart", "3d6" with "wounds" = "knockdown";

    /// Whether only characters roll for injuries (GEM-WND-04).
    mook_wounds: MookWounds = "mook-wounds", "GEM-WND-04", "who rolls for injuries", at "options.mook_wounds",
    { Off = "off": "everybody", On = "on": "characters alone, others are out" };

    /// Whether overwhelming strength takes all wounds (GEM-WND-05).
    double_strength: DoubleStrength = "double-strength", "GEM-WND-05", "whether overwhelming strength takes all wounds at once", at "options.double_strength",
    { On = "on": "twice the Toughness takes all", Off = "off": "one wound a hit" };

    /// Whether the fallen are finished off by any wound (GEM-KD-03).
    knockdown_vital: KnockdownVital = "knockdown-vital", "GEM-KD-03", "whether a wound finishes off the knocked down", at "options.knockdown_vital",
    { Off = "off": "it is rolled for", On = "on": "it does" }
    excludes "on" with "extra-wounds" = "2d6", "on" with "extra-wounds" = "3d6",
        "on" with "wounds" = "location", "on" with "wounds" = "chart", "on" with "wounds" = "none";

    /// Whether the stunned are finished off without a die (GEM-KD-05).
    stunned_mercy: StunnedMercy = "stunned-mercy", "GEM-KD-05", "whether the stunned are at the enemy's mercy", at "options.stunned_mercy",
    { Off = "off": "they are fought", On = "on": "whoever can attack them takes them out" }
    excludes "on" with "extra-wounds" = "2d6", "on" with "extra-wounds" = "3d6",
        "on" with "wounds" = "location", "on" with "wounds" = "chart", "on" with "wounds" = "none";

    /// How blows are struck (GEM-CC-02).
    combat: Combat = "combat", "GEM-SCORE-01", "how close combat is fought", at "options.combat",
    { Score = "score": "by Combat Score", Ws = "ws": "blow by blow, to hit by Weapon Skill" };

    /// Whether blows are parried (GEM-PARRY).
    parry: Parry = "parry", "GEM-PARRY-01", "whether blows may be parried", at "options.parry",
    { On = "on": "they may", Off = "off": "they may not" };

    /// Whether impossible shots may hit (GEM-SHOOT-02).
    chance_beyond_six: ChanceBeyondSix = "chance-beyond-six", "GEM-SHOOT-02", "whether a shot that needs 7 to 9 may hit", at "options.chance_beyond_six",
    { On = "on": "a 6 and a second die", Off = "off": "it cannot" };

    /// Whether ranges are known beforehand (MAP-18).
    premeasure: Premeasure = "premeasure", "GEM-SHOOT-08", "measuring before a target is named", at "options.premeasure",
    { Off = "off": "shots beyond range are wasted", On = "on": "only targets in range can be named" };

    /// In which order models act (GEM-TURN).
    turn_order: TurnOrder = "turn-order", "GEM-TURN-01", "who acts when", at "options.turn_order",
    { Alternate = "alternate": "sides take whole turns", Initiative = "initiative": "models act by Initiative" };

    /// The die of observation and search (GEM-TEST-05).
    d10_tests: D10Tests = "d10-tests", "GEM-TEST-05", "the die of observation and search", at "options.d10_tests",
    { On = "on": "a D10", Off = "off": "a D6" };
}

impl Wishes {
    /// What holds: what nobody sets goes along with what somebody does, where its first value would be refused with that
    /// (GEM-OPT-01).
    #[must_use]
    pub fn settle(self) -> Options {
        let mut options = self.plain();
        if self.activation.is_none() && options.running != Running::None {
            options.activation = Activation::None;
        }
        if self.overwatch.is_none() && options.activation == Activation::None {
            options.overwatch = Overwatch::Old;
        }
        if self.wounds.is_none() {
            if options.extra_wounds != ExtraWounds::Off {
                options.wounds = Wounds::None;
            } else if options.knockdown_vital == KnockdownVital::On || options.stunned_mercy == StunnedMercy::On {
                options.wounds = Wounds::Knockdown;
            }
        }
        options
    }
}
