//! The map of missions: what leads to what, and how each stands.

use hexfray::campaign::chart::{Chart, Standing, Way};
use hexfray::campaign::{Campaign, Plot, endless};
use hexfray::content::Library;
use hexfray::source::Document;

use crate::camp::{decide, terms};

fn standings(campaign: &Campaign) -> Vec<Standing> {
    let plot = campaign.plot();
    plot.missions.iter().map(|mission| campaign.state().standing(plot, mission)).collect()
}

#[test]
fn branches_are_drawn_in_columns() {
    let chart = Chart::of(&Plot::open(Library::own(), "iron_road").unwrap());
    assert_eq!(chart.columns, [vec![0], vec![1, 2], vec![3, 4], vec![5], vec![6]]);
    let ways = [
        (0, 1, Way::Fought),
        (0, 2, Way::Fought),
        (1, 3, Way::Lost),
        (1, 4, Way::Won),
        (3, 5, Way::Fought),
        (4, 5, Way::Fought),
        (5, 6, Way::Fought),
    ];
    assert_eq!(chart.ways, ways);
}

/// Whatever the conditions, every mission has one place, and ways lead forward.
#[test]
fn every_mission_has_a_place() {
    let drawn = endless::draw(Library::own(), "hexwar", 7, 4).unwrap();
    let drawn = Plot::of(Library::own(), Document::parse("drawn.ron", &drawn).unwrap()).unwrap();
    assert_eq!(Chart::of(&drawn).columns, [vec![0, 1], vec![2, 3], vec![4, 5], vec![6]], "a stage is a column");
    assert_eq!(Chart::of(&drawn).ways.len(), 4 + 4 + 2);
    let shipped = Library::own().campaigns().keys().map(|id| Plot::open(Library::own(), id).unwrap());
    for plot in shipped.chain([drawn]) {
        let chart = Chart::of(&plot);
        let mut all = chart.columns.concat();
        all.sort_unstable();
        assert_eq!(all, (0..plot.missions.len()).collect::<Vec<_>>(), "{}", plot.name);
        let column = |mission: usize| chart.columns.iter().position(|c| c.contains(&mission));
        assert!(chart.ways.iter().all(|(from, to, _)| column(*from) < column(*to)), "{}", plot.name);
    }
}

#[test]
fn how_missions_stand() {
    use Standing::{Closed, Locked, Lost, Open, UnderWay, Won};
    let mut campaign = Campaign::begin(Library::own(), terms("iron_road"), None).unwrap();
    assert_eq!(standings(&campaign), [Open, Locked, Locked, Locked, Locked, Locked, Locked]);
    decide(&mut campaign, "crossing", "horde");
    decide(&mut campaign, "guns", "column");
    assert_eq!(standings(&campaign), [Lost, Won, Open, Closed, Open, Locked, Locked]);
    let wood = campaign.plot().mission("wood").unwrap();
    assert_eq!(campaign.state().hurry(wood).unwrap(), "now or never");
    campaign.march(Library::own(), "barges").unwrap();
    assert_eq!(standings(&campaign)[4], UnderWay);
    let mut campaign = Campaign::begin(Library::own(), terms("iron_road"), None).unwrap();
    for mission in ["crossing", "guns", "barges"] {
        decide(&mut campaign, mission, "column");
    }
    assert_eq!(standings(&campaign)[2], Closed, "its time is over");
}
