//! No bytes make the RON reader panic, and every node lies within its text.
#![no_main]

use hexfray::source::{Document, Node, Value, utf8};
use libfuzzer_sys::fuzz_target;

fn walk(document: &Document, node: &Node) {
    assert!(document.text.get(node.at.start..node.at.end).is_some());
    assert!(matches!(node.value, Value::Text(_)) || document.characters(node.at).is_empty());
    match &node.value {
        Value::Struct(_, fields) => fields.iter().for_each(|field| walk(document, &field.value)),
        Value::Map(entries) => entries.iter().for_each(|(key, value)| {
            walk(document, key);
            walk(document, value);
        }),
        _ => node.items().iter().for_each(|item| walk(document, item)),
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = utf8("fuzz", bytes)
        && let Ok(document) = Document::parse("fuzz", text)
    {
        walk(&document, &document.root);
    }
});
