//! The screens of campaigns laid out without a window.

use std::path::PathBuf;

use super::*;
use crate::campaign::{Campaign, Plot};
use crate::content::Library;
use crate::league::campaigns::fight;
use crate::platform::process_id;
use crate::play::begin::{Campaigns, Draft};
use crate::view::frame::tests::{check, dressed, read, windows};

/// An empty folder, which is gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("hexfray-{name}-{}", process_id()));
        _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A campaign that a computer plays in the player's place.
fn begin(id: &str, folder: &Folder) -> Camp {
    let library = Library::own();
    let draft = Draft::new(library, id, Plot::open(library, id).expect("it ships"), 3, &folder.0);
    let (mut terms, home) = draft.terms(&folder.0).expect("they are sound");
    "utility".clone_into(&mut terms.owner);
    Camp::new(library, Campaign::begin(library, terms, Some(&home)).expect("it can be written"))
}

/// What is written lies in the window and no text on another: the list with campaigns that are kept, and the terms of each
/// that ships.
#[test]
fn the_list_and_the_terms_can_be_read() {
    let library = Library::own();
    let ctx = dressed();
    let folder = Folder::new("camp-list");
    drop([begin("iron_road", &folder), begin("shore_leave", &folder)]);
    let mut campaigns = Campaigns::new(library, 1, Some(folder.0.clone()), None);
    while campaigns.waits() {
        std::thread::yield_now();
    }
    campaigns.fault = Some("A campaign could not be begun. ".repeat(8));
    for size in windows() {
        let texts = read(&ctx, size, |ctx| _ = list(ctx, &mut campaigns, false));
        assert!(texts.iter().any(|read| read.text == "GO ON"), "{size:?}");
        check(&texts, size, &format!("the list of campaigns, {size:?}"));
    }
    let ids: Vec<String> = campaigns.entries.iter().map(|entry| entry.id.clone()).collect();
    for id in ids {
        let plot = Plot::open(library, &id).expect("it ships");
        let draft = Draft::new(library, &id, plot, 3, &folder.0);
        let name = draft.name.clone();
        campaigns.draft = Some(draft);
        for size in windows() {
            let mut texts = read(&ctx, size, |ctx| _ = list(ctx, &mut campaigns, false));
            // What is proposed as its name is that of its file.
            texts.retain(|read| read.text != name);
            check(&texts, size, &format!("the terms of {id}, {size:?}"));
        }
    }
}

/// So can the pages between battles, before the first and after it, and what is told before anything else.
#[test]
fn the_pages_can_be_read() {
    let library = Library::own();
    let ctx = dressed();
    let folder = Folder::new("camp-pages");
    let keys = Keys::default();
    for id in ["iron_road", "shore_leave", "long_night"] {
        let mut camp = begin(id, &folder);
        let mut fields = Fields::default();
        for battles in 0..2 {
            while !camp.tidings.is_empty() {
                for size in windows() {
                    let texts = read(&ctx, size, |ctx| _ = tell(ctx, &mut camp, &[]));
                    assert!(texts.iter().any(|read| read.text == camp.tidings[0].title), "{id}, {size:?}");
                    check(&texts, size, &format!("{id}, told after {battles} battles, {size:?}"));
                }
                camp.tidings.pop_front();
            }
            for page in Page::ALL {
                camp.page = page;
                camp.buyer = camp.buyers().first().copied();
                camp.doubts = battles > 0;
                for size in windows() {
                    let mut texts = read(&ctx, size, |ctx| _ = ui(ctx, &mut camp, &mut fields, &keys, &[]));
                    assert!(texts.iter().any(|read| read.text.ends_with(page.word())), "{id}, {size:?}");
                    if page == Page::Map {
                        // The map of missions is as wide as it is, and is scrolled.
                        let missions = 0..camp.campaign.plot().missions.len();
                        let written: Vec<String> = missions.map(|mission| camp.stands(mission)).collect();
                        let names = camp.campaign.plot().missions.iter().map(|mission| &mission.name);
                        let on_map: Vec<&String> = names.chain(&written).collect();
                        let cut = texts.iter_mut().filter(|read| on_map.contains(&&read.text));
                        cut.for_each(|read| read.cut = false);
                    }
                    check(&texts, size, &format!("{id}, {page:?} after {battles} battles, {size:?}"));
                }
            }
            if battles == 0 {
                camp.doubts = false;
                let mut session = camp.march().expect("one is open").0;
                fight(library, &mut session, |_| ()).expect("it can be recorded");
                let report = camp.campaign.report(&session).expect("it is over");
                camp.campaign.settle(library, &report).expect("it is the one under way");
            }
        }
    }
}
