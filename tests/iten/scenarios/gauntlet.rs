//! The wagon on the road (ITEN-GAU).

use super::*;

/// A road along row 5, with the wagon on it.
pub(super) fn gauntlet(wagon: (u16, u16)) -> Field {
    let rows: Vec<String> = (1..=9).map(|row| if row == 5 { "d " } else { ". " }.repeat(30)).collect();
    let field = Field::drawn(&(rows.join("\n") + "\n")).mission("TheGauntlet").zone("road", "Drawn('d')");
    field.with(&format!("wagon: {wagon:?}")).turn(2, 20)
}

/// The same with Ann of the escort, Bob and Cid who want the wagon.
fn ambush(wagon: (u16, u16), ann: (u16, u16), bob: (u16, u16), cid: (u16, u16)) -> Field {
    let field = gauntlet(wagon).side("Red", "part: true, edge: Left").figure("Ann", ann, "");
    let field = field.side("Blue", "edge: Top").figure("Bob", bob, "");
    field.side("Green", "edge: Bottom").figure("Cid", cid, "")
}

/// Whether the side asked may take the wagon to a hex.
fn drives(game: &mut Game, to: (u16, u16)) -> bool {
    let to = game.hex(to.0, to.1);
    game.offers();
    let action = Action::side(Verb::Move).hex(to);
    game.battle.check(action, &mut hexfray::battle::Listing::default()).is_ok()
}

/// ITEN-GAU-01: each is as likely to escort; he picks a short edge, where the wagon stands on the road, and deploys
/// within 6 of it. ITEN-GAU-02: the others stand on the long edges in turn, evenly spaced: of three, two on the edge
/// that the highest roll picks.
#[test]
fn escort_and_ambush() {
    let names = ["Red", "Blue", "Green", "White"];
    let rows: Vec<String> = (1..=48).map(|row| if row == 24 { "d " } else { ". " }.repeat(72)).collect();
    let field = Field::drawn(&(rows.join("\n") + "\n")).mission("TheGauntlet").zone("road", "Drawn('d')").at("");
    let field = names.into_iter().fold(field, |f, name| f.side(name, "roster: \"inquisitors_retinue\""));
    let dep = ["ITEN-DEP-01"; 3];
    for side in 0..4u8 {
        assert_eq!(field.begin(&[("ITEN-GAU-01", side + 1)]).battle.part(), Some(SideId(side)));
    }
    let mut game = field.begin(&[("ITEN-GAU-01", 2)]);
    assert_eq!(
        (game.asked().as_str(), game.offers()),
        ("Blue", vec!["deploy at the right edge".to_owned(), "deploy at the left edge".to_owned()])
    );
    game.act("deploy at the right edge", &[(dep[0], 2), (dep[1], 6), (dep[2], 4)]);
    assert_eq!(game.battle.wagon(), Some(game.hex(72, 24)));
    assert_eq!(
        (game.asked().as_str(), game.offers()),
        ("Green", vec!["deploy at the top edge".to_owned(), "deploy at the bottom edge".to_owned()])
    );
    game.act("deploy at the bottom edge", &[]);
    let span = |side| {
        let hexes = game.battle.zone(SideId(side)).cells.iter().map(|&c| game.battle.board().column_row(c));
        hexes.fold([u16::MAX, 0, u16::MAX, 0], |[l, r, t, b], (x, y)| [l.min(x), r.max(x), t.min(y), b.max(y)])
    };
    assert_eq!(span(1), [67, 72, 1, 48]);
    // Green rolled most, then White, then Red: bottom, top, bottom.
    assert_eq!([span(2), span(3), span(0)], [[8, 28, 43, 48], [26, 46, 1, 6], [44, 64, 43, 48]]);
    assert_eq!(game.asked(), "Blue");
}

/// ITEN-GAU-06: once a turn in all, 6 hexes either way, by a side with a standing figure beside it and no standing enemy.
#[test]
fn who_is_beside_the_wagon_drives_it() {
    let mut game = ambush((10, 5), (9, 5), (10, 1), (30, 9)).begin(&[]);
    assert!(drives(&mut game, (16, 5)) && drives(&mut game, (4, 5)) && !drives(&mut game, (17, 5)));
    let there = game.hex(16, 5);
    game.play(Action::side(Verb::Move).hex(there), &[]);
    assert_eq!(game.battle.wagon(), Some(there));
    let back = game.hex(15, 5);
    let refusal = game.refused(Action::side(Verb::Move).hex(back));
    assert_eq!((refusal.reason, refusal.rule.0), (Reason::AlreadyDone, "ITEN-GAU-06"));
    let mut game = ambush((10, 5), (9, 5), (11, 5), (30, 9)).begin(&[]);
    assert!(!drives(&mut game, (16, 5)));
    let mut game = ambush((10, 5), (7, 5), (30, 1), (30, 9)).begin(&[]);
    assert!(!drives(&mut game, (16, 5)));
    game.go("Ann", (9, 5), &[]);
    assert_eq!(game.asked(), "Red");
    assert!(drives(&mut game, (16, 5)));
    game.act("pass", &[]);
    assert_eq!(game.asked(), "Blue");
}

/// ITEN-GAU-06: hard cover takes 3 of its 6. ITEN-GAU-01: it blocks sight and its hex.
#[test]
fn the_wagon_is_in_the_way() {
    let rows: Vec<String> = (1..=9)
        .map(|row| if row == 5 { format!("{}% % % % {}", "d ".repeat(9), "d ".repeat(17)) } else { "~ ".repeat(30) })
        .collect();
    let field = Field::drawn(&(rows.join("\n") + "\n")).mission("TheGauntlet").zone("road", "Drawn('d')");
    let field = field.with("wagon: (9, 5)").turn(2, 20).side("Red", "part: true, edge: Left").figure("Ann", (8, 5), "");
    let mut game = field.side("Blue", "edge: Top").figure("Bob", (30, 5), "").begin(&[]);
    assert!(drives(&mut game, (12, 5)) && !drives(&mut game, (13, 5)));
    let mut game = ambush((10, 5), (8, 5), (12, 5), (30, 9)).begin(&[]);
    assert!(!game.battle.sees(game.unit("Ann"), game.unit("Bob")));
    assert!(!game.can(Verb::Move, "Ann", (10, 5)) && game.can(Verb::Move, "Ann", (10, 4)));
    let game = ambush((20, 5), (8, 5), (12, 5), (30, 9)).begin(&[]);
    assert!(game.battle.sees(game.unit("Ann"), game.unit("Bob")));
}

/// ITEN-GAU-01, -06: the escort wins when the wagon leaves over the other short edge: from 5 steps before the last hex
/// it does, from 6 it does not; 71 hexes and off take 12 turns.
#[test]
fn the_wagon_gets_through() {
    let off = "the wagon leaves the board by the right edge";
    let mut game = ambush((24, 5), (23, 5), (1, 1), (1, 9)).begin(&[]);
    assert!(game.offers().iter().all(|o| !o.contains("leaves the board")));
    let mut game = ambush((25, 5), (24, 5), (1, 1), (1, 9)).begin(&[]);
    game.act(off, &[]);
    assert_eq!(won(&game), red("ITEN-GAU-03"));
    assert_eq!((71 + 1u32).div_ceil(6), 12);
}

/// ITEN-GAU-03: an attacker takes it off over the edge of his own zone, nobody else's.
#[test]
fn the_wagon_is_stolen() {
    // Blue's zone is the middle of the top edge, 10 hexes either way from 15.
    let at = |wagon: (u16, u16), bob: (u16, u16), cid: (u16, u16)| {
        let mut game = ambush(wagon, (30, 5), bob, cid).begin(&[]);
        game.act("pass", &[]);
        game.offers().into_iter().filter(|o| o.contains("wagon leaves")).collect::<Vec<_>>()
    };
    assert_eq!(at((10, 3), (10, 4), (30, 9)), ["the wagon leaves the board by the top edge"]);
    assert!(at((10, 9), (10, 8), (30, 1)).is_empty(), "Green's edge");
    let mut game = ambush((10, 3), (30, 5), (10, 4), (30, 9)).begin(&[]);
    game.act("pass", &[]);
    let out = |hex: (u16, u16)| game.battle.way_out(SideId(1), game.hex(hex.0, hex.1));
    assert_eq!(
        [out((4, 1)), out((5, 1)), out((25, 1)), out((26, 1)), out((15, 9))],
        [None, Some(Edge::Top), Some(Edge::Top), None, None]
    );
    game.act("the wagon leaves", &[]);
    assert_eq!(won(&game), blue("ITEN-GAU-03"));
}

/// ITEN-GAU-04: the escort is first in turn 1. ITEN-GAU-05: 20 points more for each opponent after the first.
#[test]
fn the_escort_is_reinforced_and_first() {
    let field = ambush((10, 5), (9, 5), (10, 1), (30, 9)).turn(1, 20).at("Initiative");
    assert_eq!(field.begin(&[(INIT, 6), (INIT, 5)]).asked(), "Red");
    let rows: Vec<String> = (1..=48).map(|row| if row == 24 { "d " } else { ". " }.repeat(72)).collect();
    let with = |sides: usize, count: usize| {
        let field = Field::drawn(&(rows.join("\n") + "\n")).mission("TheGauntlet").zone("road", "Drawn('d')").at("");
        let more = format!("points: 191, roster: \"ork_raiders\", reinforcement: [(troop: \"Grot\", count: {count})]");
        let names = ["Red", "Blue", "Green", "White"].into_iter().take(sides - 1);
        names.fold(field, |f, name| f.side(name, "roster: \"inquisitors_retinue\"")).side("Orks", &more)
    };
    for (sides, most) in [(3, 2), (4, 5), (5, 8)] {
        assert!(with(sides, most).try_ready().is_ok(), "{sides}");
        let told = with(sides, most + 1).try_ready().unwrap_err();
        assert!(told.iter().any(|t| t.contains("ITEN-GAU-05")), "{told:?}");
    }
}
