//! How long a frame of the battle screen takes, 60 by 60 hexes with 80 units, beside a frame of an empty window. It opens
//! a window, so it wants a display: `xvfb-run -s "-screen 0 1280x800x24" cargo bench --bench frame` has one anywhere.

#![expect(clippy::print_stdout, reason = "it reports to whoever runs it")]

use hexfray::content::Library;
use hexfray::scenario::{Scenario, Session};

/// Frames that are timed of each.
const FRAMES: u32 = 300;

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/frame");
    let library = Library::own().over(folder).expect("the bench's content is there");
    let library: &'static Library = Box::leak(Box::new(library));
    let scenario = Scenario::open(library, "wide").expect("the bench's scenario is there");
    let session = Session::begin(library, scenario, 1).expect("the bench's scenario is sound");
    match hexfray::view::frame_times(library, session, FRAMES) {
        Ok((empty, battle)) => {
            let times = battle.as_secs_f64() / empty.as_secs_f64();
            let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1000.0;
            println!("an empty window's frame {:.2} ms", milliseconds(empty));
            println!("a battle's frame        {:.2} ms, {times:.1} times as long", milliseconds(battle));
        }
        Err(why) => println!("nothing measured: {why}"),
    }
}
