//! The window, measured: a frame of the battle screen, 60 by 60 hexes with 80 units, beside one of an empty window; how long
//! that board is painted; the longest frame while the highest level thinks; and the memory held after many battles. It
//! opens a window, so it wants a display: `xvfb-run -s "-screen 0 1280x800x24 +extension GLX" cargo bench --bench frame`
//! has one anywhere.

#![expect(clippy::print_stdout, reason = "it reports to whoever runs it")]

use std::time::Duration;

use hexfray::content::Library;
use hexfray::scenario::{Scenario, Session};
use hexfray::view::{Figure, Measured, measure};

/// Frames that are timed of each.
const FRAMES: u32 = 300;
/// After how many battles the memory is read.
const BATTLES: [u32; 3] = [1, 10, 50];
/// The longest frame that nobody notices.
const NOTICED: Duration = Duration::from_millis(50);

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/frame");
    let library = Library::own().over(folder).expect("the bench's content is there");
    let library: &'static Library = Box::leak(Box::new(library));
    let session = move |name: &str, seed: u32, owners: &[&str]| {
        let scenario = Scenario::open(library, name).expect("the scenario is there");
        let session = Session::begin(library, scenario, seed.into()).expect("the scenario is sound");
        session.owned_by(owners.iter().map(|owner| (*owner).to_owned()).collect())
    };
    let measured = Measured {
        wide: session(
            "wide",
            1,
            &["person", "utility", "utility", "utility", "utility", "utility", "utility", "utility"],
        ),
        thinking: session("crossroads", 1, &["warlord", "warlord"]),
        short: Box::new(move |number| session("patrol", number, &["utility", "utility"])),
        counts: BATTLES.to_vec(),
        frames: FRAMES,
    };
    if let Err(why) = measure(library, measured, report) {
        println!("nothing more measured: {why}");
    }
}

fn report(figure: Figure) {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    match figure {
        Figure::Empty(time) => println!("a frame of an empty window    {:.2} ms", milliseconds(time)),
        Figure::Battle(time) => println!("a frame of a battle           {:.2} ms", milliseconds(time)),
        Figure::Anew(time) => println!("one drawn anew                {:.2} ms", milliseconds(time)),
        Figure::Sketch(time) => println!("its board is painted coarsely {:.2} s", time.as_secs_f64()),
        Figure::Board(time) => println!("its board is painted after    {:.2} s", time.as_secs_f64()),
        Figure::Land(time) => println!("the land about it after       {:.2} s", time.as_secs_f64()),
        Figure::Thinking(times) => {
            let at = |part: usize| times.get(times.len() * part / 100).map_or(0.0, |time| milliseconds(*time));
            let noticed = times.iter().filter(|time| **time > NOTICED).count();
            println!(
                "frames while a computer thinks: half of them within {:.2} ms, 99 % within {:.2} ms",
                at(50),
                at(99)
            );
            let longest = times.last().map_or(0.0, |time| milliseconds(*time));
            let (all, most) = (times.len(), NOTICED.as_millis());
            println!("                              {longest:.2} ms at most; {noticed} of {all} longer than {most} ms");
        }
        Figure::Fought(battles) => {
            let memory = resident().map_or("not read".to_owned(), |bytes| format!("{:.1} MB", bytes as f64 / 1e6));
            println!("memory after {battles:>2} battles       {memory}");
        }
    }
}

/// The memory of this program that is in use, in bytes, where the system tells it as Linux does.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
