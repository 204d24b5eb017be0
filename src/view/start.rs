//! The start screen: the name of the game, and where one can go from here, over a battle that goes on behind it.

use egui_macroquad::egui::{
    self, Align2, Color32, FontId, Mesh, Painter, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, pos2, vec2,
};

use crate::content::Library;
use crate::platform::{Answer, Task};
use crate::scenario::Scenario;
use crate::user::report::impersonal;
use crate::user::saved::{self, Left};

use super::atlas::Atlas;
use super::ground::corners;
use super::model::title::{Entry, Title};
use super::screens::{Next, take_keys};
use super::widgets::{
    AMBER, CHIP, INK, LINE, ON_AMBER, PANEL, QUIET, TEXT, bare, figures, fill, line, narrow, rect, write,
};

/// What the game is, in a line.
const ABOUT: &str = "Tactical battles on hexes, every roll on the table";
/// Whose work is seen here.
const CREDITS: &str = "Icons: game-icons, CC BY 3.0. Fonts: Barlow, OFL 1.1.";
/// How dark it is over the battle, at parts of the width of the window: nothing is seen of it at the very left.
const DARK: [(f32, f32); 6] = [(0.0, 1.0), (0.02, 1.0), (0.30, 0.93), (0.48, 0.62), (0.70, 0.34), (1.0, 0.26)];
/// The name from its upper to its lower edge, lit from above, and in how many bands.
const METAL: [Color32; 4] = [
    Color32::from_rgb(0xfa, 0xf5, 0xe8),
    Color32::from_rgb(0xdc, 0xd4, 0xc0),
    Color32::from_rgb(0xb8, 0xae, 0x98),
    Color32::from_rgb(0xd6, 0xcc, 0xb6),
];
const BANDS: u8 = 16;
/// The rim of the hexagon from above to below.
const GLOW: [Color32; 3] = [Color32::from_rgb(0xff, 0xd0, 0x6a), AMBER, Color32::from_rgb(0xe0, 0x6a, 0x1c)];

/// The start screen.
pub(super) struct Start {
    /// The battle that was left last, if there is one to go on with.
    left: Option<Left>,
    looking: Option<Task<Option<Left>>>,
    /// The scenario that is offered where there is none.
    first: Option<Box<Scenario>>,
    /// Why the last choice failed.
    pub(super) fault: Option<String>,
}

impl Start {
    /// Looks for a battle to go on with.
    pub(super) fn new(library: &'static Library, fault: Option<String>) -> Start {
        // Unfinished battles are played again to find their state, which may take a while.
        let look = move || saved::left(library, saved::folder().as_deref(), saved::campaigns().as_deref()).next();
        let first = library.first().and_then(|name| Scenario::open(library, name).ok()).map(Box::new);
        Start { left: None, looking: Some(Task::start(look)), first, fault }
    }

    /// Lays it out.
    pub(super) fn ui(&mut self, ctx: &egui::Context, atlas: &Atlas) -> Option<Next> {
        let mut found = false;
        if let Some(Answer::Ready(left)) = self.looking.as_ref().map(Task::poll) {
            (found, self.left, self.looking) = (true, left, None);
        }
        let window = ctx.screen_rect();
        let ui = bare(ctx, "start", window);
        let title = Title::of((window.width(), window.height()));
        darken(ui.painter(), window);
        name(&ui, atlas, rect(title.name));
        let line = rect(title.line);
        write(&ui, line.left_center(), Align2::LEFT_CENTER, ABOUT, FontId::proportional(15.0 * title.size), TEXT);
        let mut next = None;
        for (entry, frame) in title.entries {
            let at = rect(frame);
            if entry == Entry::Continue {
                next = match (&self.left, &self.first) {
                    (Some(left), _) => resume(&ui, at, left, title.size, found),
                    (None, _) if self.looking.is_some() => {
                        let size = 13.0 * title.size;
                        let words = "Looking for a battle to go on with …";
                        write(&ui, at.left_center(), Align2::LEFT_CENTER, words, FontId::proportional(size), QUIET);
                        None
                    }
                    (None, Some(first)) => begin(&ui, at, first, title.size, found),
                    (None, None) => None,
                };
            } else if row(&ui, atlas, at, entry, title.size) {
                next = Some(where_to(entry));
            }
        }
        let foot = rect(title.foot);
        let small = FontId::proportional(11.0);
        match &self.fault {
            Some(fault) => fill(&ui, foot, &impersonal(fault), FontId::proportional(13.0), AMBER),
            None => _ = write(&ui, window.max - vec2(12.0, 8.0), Align2::RIGHT_BOTTOM, CREDITS, small, QUIET),
        }
        next
    }
}

/// Where an entry leads that needs nothing else.
fn where_to(entry: Entry) -> Next {
    match entry {
        Entry::Continue | Entry::Skirmish => Next::Setup,
        Entry::Campaigns => Next::Campaigns,
        Entry::Journals => Next::Journals,
        Entry::Rosters => Next::Rosters,
        Entry::Learn => Next::Lessons,
        Entry::Codex => Next::Codex,
        Entry::Settings => Next::Settings,
        Entry::Quit => Next::Quit,
    }
}

/// Darkens the battle so that words are read well over it.
fn darken(painter: &Painter, window: Rect) {
    let mut mesh = Mesh::default();
    for (place, (part, dark)) in DARK.into_iter().enumerate() {
        let x = window.left() + part * window.width();
        let color = PANEL.gamma_multiply(dark);
        mesh.colored_vertex(pos2(x, window.top()), color);
        mesh.colored_vertex(pos2(x, window.bottom()), color);
        if place > 0 {
            let last = 2 * place as u32;
            mesh.add_triangle(last - 2, last - 1, last);
            mesh.add_triangle(last - 1, last, last + 1);
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// The name of the game: crossed swords in a hexagon are its X.
fn name(ui: &Ui, atlas: &Atlas, at: Rect) {
    // Capitals are about seven tenths as high as their font.
    let font = figures(at.height() * 1.16);
    let gap = at.height() * 0.09;
    let mut left = at.left();
    for part in ["HE", "", "FRAY"] {
        if part.is_empty() {
            let r = at.height() * 0.58;
            let middle = pos2(left + r * 0.94, at.center().y);
            crest(ui, atlas, middle, r);
            left = middle.x + r * 0.94 + gap;
        }
        for letter in part.chars() {
            let galley = ui.fonts(|fonts| fonts.layout_no_wrap(letter.to_string(), font.clone(), Color32::WHITE));
            let corner = pos2(left, at.center().y - galley.size().y / 2.0);
            let shade = ui.painter();
            shade.galley_with_override_text_color(corner + vec2(2.0, 4.0), galley.clone(), INK.gamma_multiply(0.8));
            let band = at.height() / f32::from(BANDS);
            for place in 0..BANDS {
                let top = at.top() + f32::from(place) * band;
                let clip = Rect::from_min_max(pos2(left - 4.0, top), pos2(left + galley.size().x + 4.0, top + band));
                let painter = ui.painter().with_clip_rect(clip);
                let color = along(&METAL, f32::from(place) / f32::from(BANDS - 1));
                painter.galley_with_override_text_color(corner, galley.clone(), color);
            }
            left += galley.size().x + gap;
        }
    }
}

/// The colour at this part of the way through several.
fn along(colors: &[Color32], part: f32) -> Color32 {
    let way = part.clamp(0.0, 1.0) * (colors.len() - 1) as f32;
    let place = (way as usize).min(colors.len() - 2);
    colors[place].lerp_to_gamma(colors[place + 1], way - place as f32)
}

/// The crossed swords in their hexagon.
fn crest(ui: &Ui, atlas: &Atlas, middle: egui::Pos2, r: f32) {
    let hexagon = |r: f32| corners((middle.x, middle.y), r).map(|(x, y)| pos2(x, y));
    for (grown, light) in [(1.26, 0.05), (1.18, 0.08), (1.10, 0.12)] {
        let glow = AMBER.gamma_multiply(light);
        ui.painter().add(Shape::convex_polygon(hexagon(grown * r).to_vec(), glow, Stroke::NONE));
    }
    let (outer, inner) = (hexagon(r), hexagon(r * 0.88));
    let mut rim = Mesh::default();
    let colored = |mesh: &mut Mesh, point: egui::Pos2| {
        mesh.colored_vertex(point, along(&GLOW, (point.y - middle.y) / (2.0 * r) + 0.5));
    };
    for place in 0..7 {
        colored(&mut rim, outer[place % 6]);
        colored(&mut rim, inner[place % 6]);
        if place > 0 {
            let last = 2 * place as u32;
            rim.add_triangle(last - 2, last - 1, last);
            rim.add_triangle(last - 1, last, last + 1);
        }
    }
    ui.painter().add(Shape::convex_polygon(inner.to_vec(), INK, Stroke::NONE));
    ui.painter().add(Shape::mesh(rim));
    atlas.plain(ui, Rect::from_center_size(middle, vec2(1.3 * r, 1.3 * r)), "crossed-swords", METAL[0]);
}

/// The large button that goes on with a battle. Returns where that is, if it was pressed.
fn resume(ui: &Ui, at: Rect, left: &Left, size: f32, found: bool) -> Option<Next> {
    let press = large(ui, at, Entry::Continue.name(), &format!("{}, {}", left.scenario, left.place), size, found);
    let campaign =
        left.campaign.as_ref().map_or(String::new(), |name| format!(", in the campaign {}", name.replace('_', " ")));
    let pressed = press.on_hover_text(format!("You play {}{campaign}", left.persons)).clicked();
    pressed.then(|| match &left.campaign {
        Some(name) => Next::TakeUp(name.clone()),
        None => Next::Continue(left.path.clone()),
    })
}

/// The same button where there is none to go on with: a short battle begins at once.
fn begin(ui: &Ui, at: Rect, first: &Scenario, size: f32, found: bool) -> Option<Next> {
    let side = first.sides.first().map_or("", String::as_str);
    let press = large(ui, at, "Play now", &first.name, size, found);
    press.on_hover_text(format!("You play {side}. {}", first.about)).clicked().then_some(Next::First)
}

/// The large button above the entries, with a line about what it does. It has the keys as soon as it is `found` what that is.
fn large(ui: &Ui, at: Rect, name: &str, about: &str, size: f32, found: bool) -> Response {
    let press = ui.interact(at, ui.id().with(Entry::Continue.name()), Sense::click());
    if found && press.ctx.memory(|memory| memory.focused()) == Some(ui.id().with(Entry::Skirmish.name())) {
        // Nobody has moved on from the first entry while it was looked for.
        press.request_focus();
    }
    take_keys(&press);
    let edge = if press.has_focus() { Stroke::new(2.0, TEXT) } else { Stroke::NONE };
    let color = if press.hovered() { AMBER.lerp_to_gamma(Color32::WHITE, 0.15) } else { AMBER };
    ui.painter().rect(at, 6.0, color, edge, StrokeKind::Outside);
    let middle = pos2(at.left() + 24.0 * size, at.center().y);
    let r = 8.0 * size;
    let triangle = [middle + vec2(-0.7 * r, -r), middle + vec2(r, 0.0), middle + vec2(-0.7 * r, r)];
    ui.painter().add(Shape::convex_polygon(triangle.to_vec(), ON_AMBER, Stroke::NONE));
    let words = at.left() + 48.0 * size;
    let high = at.height();
    let heading = pos2(words, at.top() + 0.34 * high);
    write(ui, heading, Align2::LEFT_CENTER, name, figures(19.0 * size), ON_AMBER);
    let key = chip(ui, at.right_center() - vec2(12.0 * size, 0.0), "Enter", size);
    let room = Rect::from_min_max(pos2(words, at.top() + 0.55 * high), pos2(key.left() - 6.0, at.bottom()));
    let font = FontId::new(12.0 * size, egui::FontFamily::Name("bold".into()));
    line(ui, room, about, font, Color32::from_rgb(0x5a, 0x3d, 0x0c));
    press
}

/// The name of a key, left of a point.
fn chip(ui: &Ui, right: egui::Pos2, key: &str, size: f32) -> Rect {
    let galley = ui.fonts(|fonts| fonts.layout_no_wrap(key.to_owned(), narrow(12.0 * size), TEXT));
    let around = vec2(10.0, 4.0) * size;
    let at = Align2::RIGHT_CENTER.anchor_size(right, galley.size() + around);
    ui.painter().rect_filled(at, CHIP, INK);
    ui.painter().galley(at.center() - galley.size() / 2.0, galley, TEXT);
    at
}

/// An entry. Returns whether it was pressed.
fn row(ui: &Ui, atlas: &Atlas, at: Rect, entry: Entry, size: f32) -> bool {
    let press = ui.interact(at, ui.id().with(entry.name()), Sense::click());
    if entry == Entry::Skirmish {
        take_keys(&press);
    }
    let chosen = press.has_focus();
    if chosen || press.hovered() {
        ui.painter().rect_filled(
            at.shrink2(vec2(0.0, 1.0)),
            CHIP,
            LINE.gamma_multiply(if chosen { 0.75 } else { 0.45 }),
        );
    }
    if chosen {
        let mark = Rect::from_min_size(at.min + vec2(0.0, 1.0), vec2(3.0, at.height() - 2.0));
        ui.painter().rect_filled(mark, 0.0, AMBER);
    }
    let color = if chosen { AMBER } else { TEXT };
    let picture = Rect::from_center_size(pos2(at.left() + 24.0 * size, at.center().y), vec2(19.0, 19.0) * size);
    atlas.plain(ui, picture, entry.icon(), color);
    let words = pos2(at.left() + 48.0 * size, at.center().y);
    write(ui, words, Align2::LEFT_CENTER, entry.name(), figures(18.0 * size), TEXT);
    press.on_hover_text(entry.about()).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::frame::tests::{check, dressed, read, windows};

    fn start(left: Option<Left>, fault: Option<String>) -> Start {
        let library = Library::own();
        let first = Scenario::open(library, library.first().expect("one is named")).expect("it ships");
        Start { left, looking: None, first: Some(Box::new(first)), fault }
    }

    /// With and without a battle to go on with, and with a message: what is written lies in the window and no text on
    /// another.
    #[test]
    fn what_is_written_can_be_read() {
        let ctx = dressed();
        let atlas = Atlas::new(Library::own());
        let left = Left {
            path: String::new(),
            campaign: None,
            scenario: "Rockets over the river, at dawn and in the rain".to_owned(),
            place: "turn 3 of 6, Gunnery 1".to_owned(),
            persons: "Orks".to_owned(),
        };
        for left in [None, Some(left)] {
            for fault in [None, Some("a file could not be read: ".repeat(12))] {
                let main = if left.is_some() { Entry::Continue.name() } else { "Play now" };
                let mut start = start(left.clone(), fault);
                for size in windows() {
                    let mut texts = read(&ctx, size, |ctx| _ = start.ui(ctx, &atlas));
                    // The name is written letter by letter, several times over its own shadow.
                    texts.retain(|read| read.text.chars().count() > 1);
                    let named = |name: &str| texts.iter().any(|read| read.text == name);
                    assert!(named(main), "{size:?}");
                    assert!(Entry::ALL[1..].iter().all(|entry| named(entry.name())), "{size:?}");
                    check(&texts, size, &format!("start screen, {size:?}"));
                }
            }
        }
    }

    /// Whoever begins and presses Enter plays; whoever points at an entry reads where it leads.
    #[test]
    fn enter_plays_and_entries_say_where_they_lead() {
        let ctx = dressed();
        ctx.style_mut(|style| style.interaction.tooltip_delay = 0.0);
        let atlas = Atlas::new(Library::own());
        let mut start = start(None, None);
        let size = vec2(1280.0, 800.0);
        let screen = Rect::from_min_size(egui::Pos2::ZERO, size);
        let mut next = None;
        let mut frame = |events: Vec<egui::Event>| {
            let input = egui::RawInput { screen_rect: Some(screen), events, ..egui::RawInput::default() };
            let output = ctx.run(input, |ctx| next = start.ui(ctx, &atlas));
            (next.take(), output)
        };
        frame(Vec::new());
        let modifiers = egui::Modifiers::NONE;
        let key =
            |pressed| egui::Event::Key { key: egui::Key::Enter, physical_key: None, pressed, repeat: false, modifiers };
        assert!(matches!(frame(vec![key(true)]).0, Some(Next::First)));
        frame(vec![key(false)]);
        for (entry, place) in Title::of((size.x, size.y)).entries.into_iter().skip(1) {
            frame(vec![egui::Event::PointerMoved(rect(place).center())]);
            let told = (0..5).any(|_| {
                let shapes = frame(Vec::new()).1.shapes;
                shapes
                    .iter()
                    .any(|shape| matches!(&shape.shape, Shape::Text(text) if text.galley.text() == entry.about()))
            });
            assert!(told, "{entry:?}");
        }
    }
}
