//! What is seen past what has been opened and holed is what would be seen if it had been drawn so.

use crate::field::{Field, Game};

const SHIP: &str = "
    # # # # # # # # # # # # # # # #
     # r r r r r D p p p p # s s s #
    # r r # r r # # # # p # s s s #
     # r r # r r r # q q p D s s s #
    # r r r r r r D q # # # s s s #
     # r r # r r r # q q q q h s s #
    # r r r r r r # # # # # # # # #
     # # # # # # # # # # # # # # # #";

fn game(picture: &str, with: &str) -> Game {
    let field = Field::ship(picture).with(with).side("Red", "").figure("Ann", (2, 2), "");
    field.side("Blue", "").figure("Bob", (3, 2), "").begin(&[])
}

/// HULK-BULK-06: every pair of hexes, with a hole in the pillar, in a bulkhead, and in neither.
#[test]
fn holes_are_seen_through() {
    for holes in [vec![(4, 3)], vec![(4, 4), (7, 3)], vec![(8, 4), (10, 5), (11, 5)]] {
        let list = holes.iter().map(|at| format!("{at:?}, ")).collect::<String>();
        let holed = game(SHIP, &format!("holed: [{list}]"));
        let floor: String = holes.iter().map(|at| format!("(at: {at:?}, terrain: Floor), ")).collect();
        let field = Field::drawn(&SHIP.replace(['r', 's', 'p', 'q'], ".")).map(&format!("hexes: [{floor}]"));
        let field = field.with("aboard: true").side("Red", "").figure("Ann", (2, 2), "").side("Blue", "");
        let plain = field.figure("Bob", (3, 2), "").begin(&[]);
        for from in plain.battle.board().cells() {
            for to in plain.battle.board().cells() {
                assert_eq!(holed.battle.look(from, to), plain.battle.look(from, to), "{from:?} to {to:?}, {holes:?}");
            }
        }
    }
}

/// HULK-COVER-02: past an open door one sees as past a hole; only the door's own hex is cover.
#[test]
fn open_doors_are_seen_through() {
    let open = game(SHIP, "open: [(7, 2), (12, 4), (8, 5), (13, 6)]");
    let holed = game(SHIP, "holed: [(7, 2), (12, 4), (8, 5), (13, 6)]");
    let board = open.battle.board();
    let door = |cell: &hexfray::board::Cell| board.terrain[cell.index()].is_doorway();
    for from in board.cells() {
        for to in board.cells().filter(|c| !door(c)) {
            assert_eq!(open.battle.look(from, to), holed.battle.look(from, to), "{from:?} to {to:?}");
        }
    }
}
