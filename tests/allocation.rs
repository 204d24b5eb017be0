//! Playing on allocates nothing: not in listing, not in playing, not in copying a battle into a spare one.

use hexfray::battle::{Listing, Log, Seeded};
use hexfray::bench::{Listed, SCENARIOS, playout};
use hexfray::content::Library;
use hexfray::scenario::Scenario;

#[test]
fn random_playouts_allocate_nothing_once_warm() {
    let library = Library::own();
    for name in SCENARIOS.into_iter().chain(["convoy", "high_street"]) {
        let battle = Scenario::open(library, name).and_then(|s| s.battle(library)).unwrap();
        hexfray::with_battle!(&battle, start => {
        let mut battle = start.clone();
        let mut list = Listing::default();
        for listed in [Listed::UnitByUnit, Listed::WholeSide] {
            let mut game = |seed: u64| {
                battle.clone_from(start);
                battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
                playout(&mut battle, listed, seed, &mut list).0
            };
            // The same battles warm the buffers, so that what is measured meets nothing new.
            let warm: u64 = (0..20).map(&mut game).sum();
            let mut again = 0;
            let counted = allocation_counter::measure(|| again = (0..20).map(&mut game).sum());
            assert_eq!((again, counted.count_total), (warm, 0), "{name}, {listed:?}");
        }
        });
    }
}
