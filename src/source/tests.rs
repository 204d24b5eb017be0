use std::collections::BTreeMap;
use std::num::NonZeroU8;

use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::*;

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
enum Kind {
    Foot,
    Horse(u8),
    Gun(i32, bool),
    Tank { armour: u8, name: String },
    Both(Box<Kind>, Box<Kind>),
}

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
struct Points(u16);

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
struct Unit {
    name: String,
    kind: Kind,
    points: Points,
    #[serde(default)]
    note: Option<char>,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(default)]
struct Army {
    units: Vec<Unit>,
    kinds: BTreeMap<String, Kind>,
    place: (i8, u64),
    weight: f64,
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Vec<Problem>> {
    let document = Document::parse("f", text)?;
    let mut problems = Problems::new(&document);
    let value = document.read(&document.root, &mut problems);
    problems.finish(value)
}

/// The problems of a text read as a type, each as `line:column: message (hint)`.
fn wrong<T: DeserializeOwned>(text: &str) -> Vec<String> {
    let problems = read::<T>(text).err().unwrap_or_default();
    problems.iter().map(|p| p.to_string().trim_start_matches("f:").to_owned()).collect()
}

const ARMY: &str = r##"#![enable(implicit_some, unwrap_newtypes)]
// A comment, /* and */ another /* in /* another */ one */
Army(
    units: [
        (name: "Mob \"\u{e9}\x41\\\n", kind: Foot, points: 0x10, note: 'x'),
        Unit(name: r#"Raw "\n"#, kind: Horse(1_0), points: (7), note: Some('\''),),
        (name: "", kind: Gun(-1, true), points: Points(0b11)),
        (name: "", kind: Tank(armour: 3, r#name: "t"), points: 0, note: None),
    ],
    kinds: {"a": Both(Foot, Horse(0o7))},
    place: [-1, 2],
    weight: 1.5e1,
)"##;

#[test]
fn all_of_ron_is_read() {
    let army: Army = read(ARMY).unwrap();
    assert_eq!(army.units[0].name, "Mob \"éA\\\n");
    assert_eq!(army.units[1].name, "Raw \"\\n");
    assert_eq!(army.units[1].points, Points(7));
    assert_eq!(army.units[3].kind, Kind::Tank { armour: 3, name: "t".into() });
    assert_eq!(army.units.iter().map(|u| u.note).collect::<Vec<_>>(), [Some('x'), Some('\''), None, None]);
    assert_eq!(army.kinds["a"], Kind::Both(Box::new(Kind::Foot), Box::new(Kind::Horse(7))));
    assert_eq!((army.place, army.weight), ((-1, 2), 15.0));
    assert_eq!(read::<f64>("-.5").unwrap(), -0.5);
    assert_eq!(read::<f64>("-inf").unwrap(), f64::NEG_INFINITY);
    assert_eq!(read::<Army>("()").unwrap(), Army::default());
}

#[test]
fn byte_order_mark_and_line_ends_change_nothing() {
    let windows = format!("\u{FEFF}{}", ARMY.replace('\n', "\r\n"));
    assert_eq!(read::<Army>(&windows).unwrap(), read(ARMY).unwrap());
    assert_eq!(read::<String>("\"a\r\nb\"").unwrap(), "a\nb");
    assert_eq!(wrong::<u8>("\u{FEFF}x"), ["1:1: expected a whole number from 0 to 255, found the name `x`"]);
    assert_eq!(wrong::<u8>("// é\r\n/*é*/ x"), ["2:7: expected a whole number from 0 to 255, found the name `x`"]);
}

#[test]
fn all_mistakes_are_told_at_once() {
    let text = r#"(
    units: [
        (name: 3, kind: Hrse(1), point: 99999),
        (kind: Gun(1), note: "x", name: "b", name: "c"),
        (name: "c", kind: Tank(armour: 256, nam: 1, what: 2)),
        Team(name: "d", kind: Foot, points: 1),
        (name: "e", kind: Foot(1), points: -1),
        7,
    ],
    kinds: {"a": Foot, "b": Horse, 'c': Foot, "a": Fot},
    place: (1, 2, 3),
    zzz: 1,
)"#;
    assert_eq!(
        wrong::<Army>(text),
        [
            "3:16: expected a text \"..\", found 3",
            "3:25: no Kind is called `Hrse` (did you mean `Horse`?)",
            "3:34: unknown field `point` (did you mean `points`?)",
            "3:41: expected a whole number from 0 to 65535, found 99999",
            "4:9: the field `points` is missing",
            "4:16: expected 2 values, found 1",
            "4:30: expected a character '.', found the text `x`",
            "4:46: the field `name` stands here twice",
            "5:9: the field `points` is missing",
            "5:40: expected a whole number from 0 to 255, found 256",
            "5:45: unknown field `nam` (did you mean `name`?)",
            "5:50: expected a text \"..\", found 1",
            "5:53: unknown field `what` (one of armour, name)",
            "6:9: expected `Unit`, found `Team(..)`",
            "7:27: this takes no values (write the name alone)",
            "7:44: expected a whole number from 0 to 65535, found -1",
            "8:9: expected `(field: value, ..)`, found 7",
            "10:29: this takes a value (write it in parentheses after the name)",
            "10:36: expected a text \"..\", found the character 'c'",
            "10:47: the text `a` stands in this map twice",
            "11:12: expected 2 values, found 3",
            "12:5: unknown field `zzz` (one of units, kinds, place, weight)",
        ]
    );
}

/// What a type refuses after serde has read it is told too, and once.
#[test]
fn checks_of_types_are_told() {
    #[derive(Debug, Deserialize)]
    #[serde(try_from = "(u8, u8)")]
    struct Ascending;

    impl TryFrom<(u8, u8)> for Ascending {
        type Error = String;

        fn try_from((a, b): (u8, u8)) -> Result<Self, String> {
            if a < b { Ok(Ascending) } else { Err(format!("{a} is not less than {b}")) }
        }
    }

    let text = "[(Some(0), (1, 2)), (1, (2, 1)), (2, (x, 2)), (y, (z, 0)), (0, (1, 2))]";
    assert_eq!(
        wrong::<Vec<(Option<NonZeroU8>, Ascending)>>(text),
        [
            "1:8: expected a nonzero u8, found 0",
            "1:25: 2 is not less than 1",
            "1:39: expected a whole number from 0 to 255, found the name `x`",
            "1:48: expected a whole number from 0 to 255, found the name `y`",
            "1:52: expected a whole number from 0 to 255, found the name `z`",
            "1:61: expected a nonzero u8, found 0",
        ]
    );
}

/// Serde's other ways to read an enum or a struct work as well.
#[test]
fn untagged_and_flattened_types_are_read() {
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Height {
        Same(u8),
        Each(Vec<i64>),
        Named { top: Kind },
        Word(String),
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Outer {
        id: u8,
        #[serde(flatten)]
        unit: Unit,
    }

    let text = "[3, [1, -2], (top: Foot), Low, (top: Fot)]";
    let heights: Vec<Height> = read(&text.replace(", (top: Fot)", "")).unwrap();
    assert_eq!(heights[1..3], [Height::Each(vec![1, -2]), Height::Named { top: Kind::Foot }]);
    assert_eq!(heights[3], Height::Word("Low".into()));
    assert_eq!(wrong::<Vec<Height>>(text), ["1:32: data did not match any variant of untagged enum Height"]);
    let outer: Outer = read("(id: 1, name: \"a\", kind: Foot, points: 3)").unwrap();
    assert_eq!(outer.unit.points, Points(3));
    assert_eq!(
        wrong::<Outer>("(name: \"a\", kind: Foot)"),
        ["1:1: the field `id` is missing", "1:1: the field `points` is missing"]
    );
}

#[test]
fn syntax_errors_have_a_place_and_a_cure() {
    for (text, expected) in [
        ("", "1:1: this file holds nothing"),
        (" // nothing\n", "2:1: this file holds nothing"),
        ("(a: 1\n b: 2)", "2:2: expected `,` or `)`, found `b` (a `(` is open since line 1)"),
        ("(a: [1, 2)", "1:10: expected `,` or `]`, found `)` (a `[` is open since line 1)"),
        ("(a: 1,, b: 2)", "1:7: expected the name of a field (fields look so: name: value)"),
        ("[1, 2", "1:1: this `[` is never closed (close it with `]`)"),
        ("(a: \"x)", "1:5: this text is never closed (close it with `\"`)"),
        ("r##\"x\"#", "1:1: this text is never closed (close it with `\"##`)"),
        ("/* /* */", "1:1: this comment is never closed (close it with `*/`)"),
        ("'ab'", "1:1: expected one character between `'` and `'` (texts stand between `\"` and `\"`)"),
        ("'", "1:1: this character is never closed (close it with `'`)"),
        ("\"\\q\"", "1:2: this escape is unknown (write `\\\\` for a backslash)"),
        ("\"\\u{d800}\"", "1:2: this escape is unknown (write `\\\\` for a backslash)"),
        ("\"\\x+1\"", "1:2: this escape is unknown (write `\\\\` for a backslash)"),
        ("12x", "1:1: `12x` is not a number"),
        ("1-2", "1:1: `1-2` is not a number"),
        ("1 2", "1:3: the file should end here, found `2`"),
        ("{1: }", "1:5: expected a value, found `}`"),
        ("{1, 2}", "1:3: expected `:` and a value"),
        ("(a: ", "1:5: the file ends where a value should be"),
        (
            "\"a\u{1b}\"",
            "1:3: a text holds U+001B, which a terminal would obey (take it out; texts have letters, line ends and tabs)",
        ),
        (
            "\"\\u{202e}\"",
            "1:2: a text holds U+202E, which a terminal would obey (take it out; texts have letters, line ends and tabs)",
        ),
        (
            "r\"\u{9b}\"",
            "1:3: a text holds U+009B, which a terminal would obey (take it out; texts have letters, line ends and tabs)",
        ),
        ("\u{1b}", "1:1: expected a value, found `\\u{1b}`"),
        (
            "#![enable(implicit_same)] 1",
            "1:11: RON has no extension `implicit_same` that matters here (did you mean `implicit_some`?)",
        ),
        ("#[enable] 1", "1:2: expected `!` of an attribute (attributes look so: #![enable(implicit_some)])"),
    ] {
        assert_eq!(wrong::<()>(text), [expected], "{text}");
    }
    let deep = "(".repeat(100_000);
    assert_eq!(wrong::<()>(&deep), ["1:65: values lie more than 64 deep in one another"]);
    assert!(read::<Kind>(&format!("{}Foot{}", "Both(Foot, ".repeat(63), ")".repeat(63))).is_ok());
}

#[test]
fn bytes_that_are_no_text_are_told() {
    let problem = utf8("f", b"(\n \xC3\xA9\xFF)").unwrap_err();
    assert_eq!(problem.to_string(), "f:2:3: byte 0xFF is not UTF-8 (save the file in the encoding UTF-8)");
    assert_eq!((open("no/such/file.ron").unwrap_err().line, open("src").unwrap_err().line), (0, 0));
}

#[test]
fn placed_values_know_their_place() {
    #[derive(Deserialize)]
    struct Roster {
        names: BTreeMap<Spanned<String>, Vec<Spanned<Kind>>>,
        #[serde(default)]
        deck: Spanned<u8>,
        place: Option<Spanned<(u8, u8)>>,
    }

    let text = "(names: {\"é\": [Foot,\n Horse(3)]}, place: (1, 2))";
    let roster: Roster = read(text).unwrap();
    let (name, kinds) = roster.names.first_key_value().unwrap();
    assert_eq!(&text[name.at.start..name.at.end], "\"é\"");
    assert_eq!(&text[kinds[1].at.start..kinds[1].at.end], "Horse(3)");
    assert_eq!(roster.place.map(|p| (p.value, &text[p.at.start..p.at.end])), Some(((1, 2), "(1, 2)")));
    assert_eq!(*roster.deck, 0);
}

/// A stand-in gives rise to no further problems, and what is sound beside it is still checked.
#[test]
fn stand_ins_are_not_talked_about() {
    #[derive(Deserialize)]
    struct Roster {
        names: Vec<Spanned<String>>,
        leader: Spanned<String>,
    }

    let document = Document::parse("f", "(names: [1, \"b\"])").unwrap();
    let mut problems = Problems::new(&document);
    let roster: Option<Roster> = document.read(&document.root, &mut problems);
    let roster = roster.unwrap();
    for name in roster.names.iter().chain([&roster.leader]) {
        problems.unknown(name.at, "unit", name, &["bb"]);
    }
    assert!(problems.spoilt(document.root.at) && !problems.spoilt(roster.names[1].at));
    let told: Vec<String> = problems.finish(Some(roster)).err().unwrap().iter().map(Problem::to_string).collect();
    assert_eq!(
        told,
        [
            "f:1:1: the field `leader` is missing",
            "f:1:10: expected a text \"..\", found 1",
            "f:1:13: no unit is called `b` (one of bb)",
        ]
    );
}

/// A struct is read as a map where the type wants one; names are texts then.
#[test]
fn names_of_fields_are_checked_as_keys() {
    assert_eq!(read::<BTreeMap<String, u8>>("(a: 1)").unwrap()["a"], 1);
    assert_eq!(wrong::<BTreeMap<u8, u8>>("(a: 1, b: x)"), ["1:2: expected u8", "1:8: expected u8"]);
}

/// Types that hold themselves, and those that refuse every stand-in, end in a problem all the same.
#[test]
fn stand_ins_come_to_an_end() {
    #[derive(Debug, Deserialize)]
    enum Not {
        Not(Box<Not>),
        Yes,
    }

    #[derive(Debug, Deserialize)]
    #[serde(try_from = "u8")]
    struct Never;

    impl TryFrom<u8> for Never {
        type Error = &'static str;

        fn try_from(_: u8) -> Result<Self, &'static str> {
            Err("never")
        }
    }

    #[derive(Deserialize)]
    #[expect(dead_code)]
    struct Weapon {
        dice: Never,
        range: u8,
    }

    assert!(matches!(read("Not(Yes)"), Ok(Not::Not(inner)) if matches!(*inner, Not::Yes)));
    assert_eq!(wrong::<(Not, u8)>("(Nut(Yes), 256)").len(), 2);
    assert_eq!(
        wrong::<(Vec<Weapon>, BTreeMap<u8, Never>, u8)>(
            "([(dice: 1, range: 256), (range: 257, dice: 2)], {0: 3, 1: Some(4), 2: 5}, 256)"
        ),
        [
            "1:10: never",
            "1:20: expected a whole number from 0 to 255, found 256",
            "1:34: expected a whole number from 0 to 255, found 257",
            "1:45: never",
            "1:54: never",
            "1:60: expected a whole number from 0 to 255, found `Some(..)`",
            "1:72: never",
            "1:76: expected a whole number from 0 to 255, found 256",
        ]
    );
    assert_eq!(wrong::<Vec<u8>>(&format!("[{}]", "x,".repeat(1000))).len(), 100);
}

#[test]
fn characters_of_texts_have_places() {
    for text in ["(p: \"a\\n\u{e9}\r\n\\\"b\")", "(p: r#\"a\n\u{e9}\r\n\"b\"#)"] {
        let document = Document::parse("f", text).unwrap();
        let node = document.root.get("p").unwrap();
        let characters = document.characters(node.at);
        assert_eq!(characters.iter().map(|c| c.1).collect::<String>(), "a\né\n\"b");
        assert_eq!(
            document.line_column(characters[5].0.start).0,
            text[..text.find('b').unwrap()].lines().count() as u32
        );
    }
    let document = Document::parse("f", "(p: 1)").unwrap();
    assert!(document.characters(document.root.at).is_empty());
    assert!(document.root.get("q").is_none() && document.root.items().is_empty());
}

#[test]
fn similar_names_are_proposed() {
    let names = ["Forest", "Floor", "Road"];
    assert_eq!(did_you_mean("forest", &names), Some("Forest"));
    assert_eq!(did_you_mean("Frest", &names), Some("Forest"));
    assert_eq!(did_you_mean("Rod", &names), Some("Road"));
    assert_eq!(did_you_mean("x", &names), None);
    assert_eq!(did_you_mean(&"Forest".repeat(1000), &names), None);
}

fn kinds() -> impl Strategy<Value = Kind> {
    let leaf = prop_oneof![
        Just(Kind::Foot),
        any::<u8>().prop_map(Kind::Horse),
        any::<(i32, bool)>().prop_map(|(a, b)| Kind::Gun(a, b)),
        (any::<u8>(), any::<String>()).prop_map(|(armour, name)| Kind::Tank { armour, name }),
    ];
    leaf.prop_recursive(4, 8, 2, |kind| (kind.clone(), kind).prop_map(|(a, b)| Kind::Both(Box::new(a), Box::new(b))))
}

prop_compose! {
    fn units()(name: String, kind in kinds(), points: u16, note: Option<char>) -> Unit {
        Unit { name, kind, points: Points(points), note }
    }
}

prop_compose! {
    fn armies()(
        units in prop::collection::vec(units(), 0..3),
        kinds in prop::collection::btree_map(any::<String>(), kinds(), 0..3),
        place: (i8, u64),
        weight in -1e9..1e9,
    ) -> Army {
        Army { units, kinds, place, weight }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// What the `ron` crate writes, in any style, we read as it was.
    #[test]
    fn what_ron_writes_is_read(army in armies(), bits in 0_usize..16) {
        let pretty = ron::ser::PrettyConfig::new()
            .struct_names(bits & 1 > 0)
            .escape_strings(bits & 2 > 0)
            .extensions(ron::extensions::Extensions::from_bits_truncate(bits >> 2));
        let text = ron::ser::to_string_pretty(&army, pretty).unwrap();
        // Line ends within raw texts are one on every machine.
        prop_assume!(!text.contains('\r'));
        prop_assert_eq!(read::<Army>(&text), Ok(army.clone()), "{}", text);
        prop_assert_eq!(read::<Army>(&ron::to_string(&army).unwrap()), Ok(army.clone()));
        // What we write ourselves is the same, and reads as the tree that it was.
        let value = Value::of(&army);
        let written = value.text();
        prop_assert_eq!(Value::parse(&written), Ok(value), "{}", written);
        prop_assert_eq!(read::<Army>(&written), Ok(army));
    }

    /// No bytes make the reader panic; every problem has a place in the text.
    #[test]
    fn random_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..64), text in "[(){}\\[\\],:'\"a-zr#0-9./*\\\\\n\r]{0,64}") {
        let _ = utf8("f", &bytes).map(read::<Army>);
        for problem in read::<Army>(&text).err().unwrap_or_default() {
            prop_assert!(problem.line as usize <= text.lines().count() + 1);
        }
    }

    /// Nor do valid files with stretches of text removed, repeated or replaced.
    #[test]
    fn mutated_files_do_no_harm(cuts in prop::collection::vec((0..ARMY.len(), 0..40_usize, "[(){}\\[\\],:'\"x0]{0,3}"), 1..4)) {
        let mut text = ARMY.to_owned();
        for (start, length, inserted) in cuts {
            let start = start.min(text.len());
            text.replace_range(start..(start + length).min(text.len()), &inserted);
        }
        let _ = read::<Army>(&text);
    }
}
