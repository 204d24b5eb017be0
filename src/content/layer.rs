//! Files in layers: the program's own, those of a folder over them, and perhaps single ones over both.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::battle::mix;
use crate::rules::AnyContent;
use crate::source::{Document, Problem, Replaced, open};

use super::manifest::{Manifest, PATH};
use super::{Files, Fingerprint, content_files, hash_text, is_icon};

/// Files that came from one place.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// What stands before a file's path where a problem names it.
    root: String,
    /// What its one file is called where that lies elsewhere.
    called: Option<String>,
    files: Files,
    /// What it says of itself; none of single files, which are nobody's.
    pub(super) manifest: Option<Manifest>,
}

impl Layer {
    /// Files that lie nowhere.
    pub(super) fn of(files: Files) -> Layer {
        Layer { root: String::new(), called: None, files, manifest: None }
    }

    /// One file, called otherwise where it lies.
    pub(super) fn of_file(path: &str, called: &str, text: &str) -> Layer {
        let files = Files::from([(path.to_owned(), text.to_owned())]);
        Layer { called: Some(called.to_owned()), ..Layer::of(files) }
    }

    /// The files of a folder that holds `assets` and `maps` as the program's own does; and those that cannot be read,
    /// by path.
    ///
    /// # Errors
    /// There is no such folder.
    pub(super) fn of_folder(folder: &str) -> Result<(Layer, BTreeMap<String, Vec<Problem>>), Problem> {
        let at = Path::new(folder);
        if !at.join("assets").is_dir() && !at.join("maps").is_dir() {
            let hint = "lay the files out as in the program's own repository";
            return Err(Problem::whole(folder, "no folder that holds assets or maps", hint));
        }
        let mut broken = BTreeMap::new();
        let mut layer = Layer { root: format!("{}/", folder.trim_end_matches('/')), ..Layer::of(Files::new()) };
        for path in ["assets", "maps"].into_iter().flat_map(|root| content_files(&at.join(root))) {
            let name = path.strip_prefix(at).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if !name.ends_with(".ron") && !is_icon(&name) {
                continue;
            }
            match open(&path.to_string_lossy()) {
                Ok(text) => _ = layer.files.insert(name, text),
                Err(problem) => _ = broken.insert(name, vec![problem]),
            }
        }
        Ok((layer, broken))
    }

    /// What a file is called for people.
    pub(super) fn name(&self, path: &str) -> String {
        self.called.clone().unwrap_or_else(|| format!("{}{path}", self.root))
    }

    /// Reads a file.
    fn document(&self, path: &str) -> Option<Result<Document, Problem>> {
        Some(Document::parse(&self.name(path), self.files.get(path)?))
    }

    /// Reads what it says of itself, if it does. A folder that does not is called by its own name.
    pub(super) fn introduce(&mut self) -> Result<(), Vec<Problem>> {
        let name = || {
            let folder = std::fs::canonicalize(&self.root).unwrap_or_else(|_| self.root.clone().into());
            folder.file_name().map_or(self.root.clone(), |name| name.to_string_lossy().into_owned())
        };
        self.manifest = (!self.root.is_empty()).then(|| Manifest { name: name(), ..Manifest::default() });
        let Some(document) = self.document(PATH) else { return Ok(()) };
        self.manifest = Some(Manifest::read(&document?)?);
        Ok(())
    }

    /// The files under a folder, by path.
    pub(super) fn under(&self, folder: &str) -> impl Iterator<Item = (&str, Result<Document, Problem>)> {
        let here = self.files.keys().filter(move |path| path.starts_with(folder));
        here.filter_map(|path| Some((path.as_str(), self.document(path)?)))
    }

    /// The icons that it has, by path, with their texts.
    pub(super) fn icons(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter(|(path, _)| is_icon(path)).map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The fingerprint of all its files.
    pub(super) fn print(&self) -> Fingerprint {
        let of = |(path, text): (&String, &String)| Fingerprint::of_text(text).at(path);
        self.files.iter().map(of).fold(Fingerprint::default(), Fingerprint::and)
    }
}

/// Whether files of this path are joined entry by entry, or each speaks for its own layer.
fn is_joined(path: &str) -> bool {
    let sheet = path.strip_prefix("assets/").and_then(|rest| rest.split_once('/'));
    let is_sheet = sheet.is_some_and(|(of, name)| AnyContent::files(of).is_some_and(|files| files.contains(&name)));
    is_sheet || path == PATH || path.starts_with("assets/codex/")
}

/// All layers, the program's own first.
#[derive(Clone, Debug)]
pub(super) struct Layers(pub(super) Vec<Layer>);

impl Layers {
    /// The paths of all files, once each.
    pub(super) fn paths(&self) -> BTreeSet<&str> {
        self.0.iter().flat_map(|layer| layer.files.keys().map(String::as_str)).collect()
    }

    /// The text of a file: that of the topmost layer which has it.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.0.iter().rev().find_map(|layer| layer.files.get(path)).map(String::as_str)
    }

    /// What a file is called for people.
    pub(super) fn name(&self, path: &str) -> String {
        let layer = self.0.iter().rev().find(|layer| layer.files.contains_key(path));
        layer.map_or_else(|| path.to_owned(), |layer| layer.name(path))
    }

    /// What those files are called that take the place of another layer's as a whole, and say something else.
    pub(super) fn covered(&self) -> impl Iterator<Item = String> {
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        let files = self.0.iter().flat_map(|layer| layer.files.iter().map(move |(path, text)| (layer, path, text)));
        files.filter_map(move |(layer, path, text)| {
            let below = seen.insert(path, text)?;
            (below != text && !is_joined(path)).then(|| layer.name(path))
        })
    }

    /// Reads a file: that of the topmost layer which has it, as [`Layers::text`].
    pub(super) fn document(&self, path: &str) -> Option<Result<Document, Problem>> {
        self.0.iter().rev().find_map(|layer| layer.document(path))
    }

    /// Reads the file of each layer that has it, from below.
    pub(super) fn documents(&self, path: &str) -> Vec<Result<Document, Problem>> {
        self.0.iter().filter_map(|layer| layer.document(path)).collect()
    }

    /// Joins a file of all layers by its entries' names; none where no layer has it. Problems of any layer's are
    /// returned together; which entries took the place of others goes to `seen`.
    pub(super) fn joined(
        &self,
        path: &str,
        key: &str,
        seen: &mut dyn FnMut(&Document, Vec<Replaced>),
    ) -> Result<Option<Document>, Vec<Problem>> {
        let mut whole: Option<Document> = None;
        let mut wrong = Vec::new();
        for document in self.documents(path) {
            match (document, whole.take()) {
                (Err(problem), below) => {
                    wrong.push(problem);
                    whole = below;
                }
                (Ok(document), None) => whole = Some(document),
                (Ok(document), Some(below)) => {
                    let (document, replaced) = below.join(document, key);
                    seen(&document, replaced);
                    whole = Some(document);
                }
            }
        }
        if wrong.is_empty() { Ok(whole) } else { Err(wrong) }
    }

    /// The hash of the texts of a file in all layers.
    pub(super) fn written(&self, path: &str, before: u64) -> u64 {
        let texts = self.0.iter().filter_map(|layer| layer.files.get(path));
        texts.fold(before, |hash, text| mix(hash, hash_text(text)))
    }
}
