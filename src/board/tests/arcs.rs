//! Arcs and quarters.

use super::*;
use std::cmp::Ordering;

/// Goes through every hex up to `rings` away as `along` steps by a facing and `aside` by the one to its
/// left (or, mirrored, to its right), which together are less than 60 degrees from the facing.
fn sextants(rings: i32, mut check: impl FnMut(Facing, Hex, i32, i32)) {
    for facing in Facing::ALL {
        for ring in 1..=rings {
            for aside in 0..=ring {
                let along = ring - aside;
                check(facing, facing.step() * along + facing.left().step() * aside, along, aside);
                check(facing, facing.step() * along + facing.right().step() * aside, along, aside);
            }
        }
    }
}

fn bearing(order: Ordering) -> Bearing {
    match order {
        Ordering::Less => Bearing::Inside,
        Ordering::Equal => Bearing::Edge,
        Ordering::Greater => Bearing::Outside,
    }
}

/// MAP-07.
#[test]
fn map_07_named_hexes() {
    use Bearing::*;
    use Half::*;
    let halves = [Deg30, Deg45, Deg60, Deg90, Deg135, Deg180];
    let from_east = |x, y| halves.map(|half| within(Facing::E, Hex::new(x, y), half));
    assert_eq!(from_east(0, 0), [Inside; 6]);
    assert_eq!(from_east(7, 0), [Inside; 6]);
    // 30, 36.6, 46.1, 60, 90, 120, 133.9, 143.4, 180 degrees to the left.
    assert_eq!(from_east(2, -1), [Edge, Inside, Inside, Inside, Inside, Inside]);
    assert_eq!(from_east(5, -3), [Outside, Inside, Inside, Inside, Inside, Inside]);
    assert_eq!(from_east(4, -3), [Outside, Outside, Inside, Inside, Inside, Inside]);
    assert_eq!(from_east(1, -1), [Outside, Outside, Edge, Inside, Inside, Inside]);
    assert_eq!(from_east(1, -2), [Outside, Outside, Outside, Edge, Inside, Inside]);
    assert_eq!(from_east(0, -1), [Outside, Outside, Outside, Outside, Inside, Inside]);
    assert_eq!(from_east(-1, -3), [Outside, Outside, Outside, Outside, Inside, Inside]);
    assert_eq!(from_east(-2, -3), [Outside, Outside, Outside, Outside, Outside, Inside]);
    assert_eq!(from_east(-9, 0), [Outside, Outside, Outside, Outside, Outside, Inside]);
}

#[test]
fn map_07_arcs_by_counting_along_the_ring() {
    sextants(30, |facing, delta, along, aside| {
        // The tangent of the angle is aside root(3) / (2 along + aside).
        let deg45 = bearing((3 * aside * aside).cmp(&(2 * along + aside).pow(2)));
        assert_eq!(within(facing, delta, Half::Deg30), bearing(aside.cmp(&along)));
        assert_eq!(within(facing, delta, Half::Deg45), deg45);
        assert_eq!(within(facing, delta, Half::Deg60), bearing(0.cmp(&along)));
        assert_eq!(within(facing, delta, Half::Deg90), Bearing::Inside);
        assert_eq!(within(facing.back(), delta, Half::Deg90), Bearing::Outside);
        let behind = match deg45 {
            Bearing::Inside => Bearing::Outside,
            Bearing::Edge => Bearing::Edge,
            Bearing::Outside => Bearing::Inside,
        };
        assert_eq!(within(facing.back(), delta, Half::Deg135), behind);
    });
}

#[test]
fn map_07_no_centre_lies_at_exactly_45_degrees() {
    sextants(60, |facing, delta, _, _| {
        assert_ne!(within(facing, delta, Half::Deg45), Bearing::Edge);
        assert_ne!(within(facing.back(), delta, Half::Deg135), Bearing::Edge);
    });
}

#[test]
fn map_07_quarters() {
    let count = |ring: u32, facing| {
        let quarters: Vec<_> = Hex::ZERO.ring(ring).map(|delta| quarter(facing, delta)).collect();
        [Quarter::Front, Quarter::Side, Quarter::Rear].map(|q| quarters.iter().filter(|&&x| x == q).count())
    };
    for facing in Facing::ALL {
        assert_eq!(quarter(facing, Hex::ZERO), Quarter::Front);
        assert_eq!(quarter(facing, facing.step()), Quarter::Front);
        assert_eq!(quarter(facing, facing.left().step()), Quarter::Side);
        assert_eq!(quarter(facing, facing.back().right().step()), Quarter::Side);
        assert_eq!(quarter(facing, facing.back().step()), Quarter::Rear);
        assert_eq!(count(1, facing), [1, 4, 1]);
        assert_eq!(count(2, facing), [3, 6, 3]);
        assert_eq!(count(3, facing), [5, 8, 5]);
        assert_eq!(count(8, facing), [11, 26, 11]);
    }
}
