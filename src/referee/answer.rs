//! What the referee says: the shapes of its lines.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::battle::{Action, Chance, Kind, Odds, Part, SideId, UnitId, Whose};
use crate::board::{Cell, Facing, Terrain};
use crate::content::Codex;
use crate::rules::{AnyBattle, Fields, Known, Tolls, tolls};
use crate::scenario::event_json::{Aim, Deed, Place, Told};

/// The version of the protocol.
const PROTOCOL: u32 = 1;

/// One line of output.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Line {
    Hello {
        protocol: u32,
        program: &'static str,
        ruleset: &'static str,
        scenario: String,
        content: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
        sides: Vec<Side>,
        map: Map,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    Decision {
        number: u32,
        side: SideId,
        kind: Kind,
        subject: Option<UnitId>,
        rule: &'static str,
        step: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        actions: Vec<Listed>,
    },
    Events {
        number: Option<u32>,
        events: Vec<Told>,
    },
    Over {
        winner: Value,
        scores: Vec<i32>,
        reason: &'static str,
        rule: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        decisions: u32,
    },
    View {
        side: SideId,
        #[serde(flatten)]
        known: Snapshot,
        secrets: Vec<Kept>,
    },
    State {
        #[serde(flatten)]
        all: Snapshot,
        hash: String,
    },
    Odds {
        action: usize,
        text: String,
        outcomes: Vec<Outcome>,
        events: Vec<Event>,
        tolls: Vec<Toll>,
        exact: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        missing: Option<[Value; 2]>,
        #[serde(skip_serializing_if = "Option::is_none")]
        plays: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        granted: Option<&'static str>,
    },
    Saved {
        path: String,
        decisions: u32,
    },
    Error {
        message: String,
        line: String,
    },
}

/// What a program in a league is told of its place at the table.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Seat {
    /// The side that it plays.
    pub side: SideId,
    /// Search iterations that it is asked to keep to at each decision.
    pub iterations: Option<u32>,
    /// Seconds within which it has to decide.
    pub seconds: f32,
}

/// A side as set up.
#[derive(Debug, Serialize)]
pub(super) struct Side {
    side: usize,
    name: String,
    team: u8,
    /// Nobody plays it: it is never asked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    neutral: bool,
}

/// All sides of a battle.
fn sides(battle: &AnyBattle) -> Vec<Side> {
    let side = |(side, s): (usize, &crate::battle::Side)| Side {
        side,
        name: s.name.clone(),
        team: s.team,
        neutral: s.neutral,
    };
    battle.sides().iter().enumerate().map(side).collect()
}

/// The ground before the battle.
#[derive(Debug, Serialize)]
pub(super) struct Map {
    name: String,
    width: u16,
    height: u16,
    decks: u16,
    hexes: Vec<Hex>,
    links: Vec<[Option<Place>; 2]>,
}

/// A hex of the map.
#[derive(Debug, Serialize)]
struct Hex {
    #[serde(flatten)]
    place: Option<Place>,
    terrain: Terrain,
    height: u8,
}

impl Map {
    pub(super) fn of(battle: &AnyBattle) -> Map {
        let board = battle.board();
        let hex = |cell: Cell| Hex {
            place: Place::of(battle, cell),
            terrain: board.terrain[cell.index()],
            height: board.heights[cell.index()],
        };
        Map {
            name: board.name.clone(),
            width: board.width,
            height: board.height,
            decks: board.decks,
            hexes: board.cells().map(hex).collect(),
            links: board.links.iter().map(|l| [l.from, l.to].map(|end| Place::of(battle, end))).collect(),
        }
    }
}

/// An action of a decision's list.
#[derive(Debug, Serialize)]
pub(super) struct Listed {
    pub(super) action: usize,
    #[serde(flatten)]
    pub(super) deed: Deed,
}

/// A battle at one moment, as far as the one who asks may see it.
#[derive(Debug, Serialize)]
pub(super) struct Snapshot {
    round: u16,
    step: String,
    units: Vec<Unit>,
    ground: Vec<Ground>,
    #[serde(serialize_with = "object")]
    table: Fields,
    scores: Vec<i32>,
}

/// A unit at one moment.
#[derive(Debug, Serialize)]
struct Unit {
    unit: UnitId,
    name: String,
    sheet: String,
    side: SideId,
    at: Option<Place>,
    facing: Facing,
    #[serde(skip_serializing_if = "Option::is_none")]
    models: Option<i32>,
    #[serde(serialize_with = "object")]
    stats: Fields,
    #[serde(serialize_with = "object")]
    tokens: Fields,
    states: Vec<&'static str>,
}

/// A hex that is no longer as the map has it.
#[derive(Debug, Serialize)]
struct Ground {
    #[serde(flatten)]
    place: Option<Place>,
    terrain: Terrain,
    #[serde(serialize_with = "object")]
    tokens: Fields,
}

/// Something that the side knows alone.
#[derive(Debug, Serialize)]
pub(super) struct Kept {
    rule: &'static str,
    unit: Option<UnitId>,
    target: Option<Aim>,
    value: u8,
    text: String,
}

impl Kept {
    fn of(battle: &AnyBattle, secret: Known) -> Kept {
        let Known { rule, unit, target, value, text } = secret;
        let unit = (unit != UnitId::NONE).then_some(unit);
        Kept { rule: rule.0, unit, target: Aim::of(battle, target), value, text }
    }
}

impl Snapshot {
    pub(super) fn of(battle: &AnyBattle, round: u16) -> Snapshot {
        let ground = battle.board().cells().filter_map(|cell| {
            let (terrain, tokens) = (battle.terrain(cell), nonzero(&battle.ground_fields(cell)));
            let changed = terrain != battle.board().terrain[cell.index()] || !tokens.is_empty();
            changed.then(|| Ground { place: Place::of(battle, cell), terrain, tokens })
        });
        Snapshot {
            round,
            step: battle.place_in_turn(),
            units: battle.listed().map(|u| Unit::of(battle, u)).collect(),
            ground: ground.collect(),
            table: battle.table_fields(),
            scores: scores(battle),
        }
    }
}

impl Unit {
    fn of(battle: &AnyBattle, unit: UnitId) -> Unit {
        let (piece, stats) = (battle.piece(unit), battle.unit_fields(unit));
        let state = match (battle.alive(unit), piece.at.is_some()) {
            (true, true) => None,
            (true, false) => Some("off the board"),
            (false, _) => Some("destroyed"),
        };
        Unit {
            unit,
            name: battle.name(unit),
            sheet: battle.sheet(unit),
            side: piece.side,
            at: Place::of(battle, piece.at),
            facing: piece.facing,
            models: stats.iter().find(|f| f.0 == "models").map(|f| f.1),
            tokens: nonzero(&stats),
            stats,
            states: state.into_iter().collect(),
        }
    }
}

fn nonzero(fields: &Fields) -> Fields {
    fields.iter().filter(|f| f.1 != 0).cloned().collect()
}

/// Fields as an object, in their order.
fn object<S: Serializer>(fields: &Fields, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

/// The points of all sides.
fn scores(battle: &AnyBattle) -> Vec<i32> {
    SideId::first(battle.sides().len()).map(|side| battle.score(side)).collect()
}

/// The side that won; several as a list; null for a draw.
fn winner(battle: &AnyBattle, outcome: crate::battle::Outcome) -> Value {
    let winners: Vec<u8> = SideId::first(battle.sides().len()).filter(|s| outcome.won(*s)).map(|s| s.0).collect();
    match winners[..] {
        [] => Value::Null,
        [one] => json!(one),
        _ => json!(winners),
    }
}

/// One way that an action may come out.
#[derive(Debug, Serialize)]
pub(super) struct Outcome {
    chance: [Value; 2],
    percent: f64,
    changes: Vec<Change>,
    text: String,
}

/// A number of a unit that comes out differently.
#[derive(Debug, Serialize)]
struct Change {
    unit: UnitId,
    field: String,
    from: i32,
    to: i32,
}

/// A roll on the way.
#[derive(Debug, Serialize)]
pub(super) struct Event {
    rule: &'static str,
    name: String,
    chance: [Value; 2],
    percent: f64,
    faces: u8,
    needed: u8,
    modifiers: Vec<(&'static str, i8)>,
    whose: Vec<Whose>,
    by: Option<u16>,
    against: Option<u16>,
}

/// What an action costs a unit.
#[derive(Debug, Serialize)]
pub(super) struct Toll {
    unit: UnitId,
    hurt: [Value; 2],
    fewer: [Value; 2],
    lost: [Value; 2],
    mean: BTreeMap<String, f64>,
}

impl Toll {
    fn of(unit: UnitId, tolls: Tolls) -> Toll {
        let [hurt, fewer, lost] = [&tolls.hurt, &tolls.fewer, &tolls.lost].map(fraction);
        // To four places: sums of floats are not the same to the last digit whatever their order.
        let mean = tolls.mean.into_iter().map(|(field, by)| (field, (by * 1e4).round() / 1e4)).collect();
        Toll { unit, hurt, fewer, lost, mean }
    }
}

impl Line {
    /// How a battle begins; `seed` and `seat` are for one end of the table each.
    pub(super) fn hello(
        scenario: &str,
        content: u64,
        battle: &AnyBattle,
        seed: Option<u64>,
        seat: Option<Seat>,
    ) -> Line {
        Line::Hello {
            protocol: PROTOCOL,
            program: concat!("hexfray ", env!("CARGO_PKG_VERSION")),
            ruleset: battle.ruleset(),
            scenario: scenario.to_owned(),
            content: hex(content),
            seed,
            sides: sides(battle),
            map: Map::of(battle),
            seat,
        }
    }

    /// What a side may know, from its view of the battle in a turn of that number.
    pub(super) fn view(view: &AnyBattle, side: SideId, turn: u16) -> Line {
        let secrets = view.secrets(side).into_iter().map(|secret| Kept::of(view, secret)).collect();
        Line::View { side, known: Snapshot::of(view, turn), secrets }
    }

    /// The open decision with its answers, or how the battle ended.
    pub(super) fn now(battle: &AnyBattle, actions: &[Action], hash: Option<u64>) -> Line {
        let listed = |(index, action): (usize, &Action)| Listed { action: index, deed: Deed::of(battle, *action) };
        match (battle.decision(), battle.outcome()) {
            (Some(decision), _) => Line::Decision {
                number: battle.number(),
                side: decision.side,
                kind: decision.kind,
                subject: decision.subject,
                rule: decision.rule.0,
                step: battle.place_in_turn(),
                hash: hash.map(hex),
                actions: actions.iter().enumerate().map(listed).collect(),
            },
            (None, Some(outcome)) => Line::Over {
                winner: winner(battle, outcome),
                scores: scores(battle),
                reason: outcome.reason,
                rule: outcome.rule.0,
                hash: hash.map(hex),
                decisions: battle.number(),
            },
            (None, None) => unreachable!("a battle that has begun is over, or somebody decides"),
        }
    }

    /// The odds of a listed action.
    fn of_odds(battle: &AnyBattle, codex: &Codex, index: usize, action: Action, odds: Odds) -> Line {
        let outcome = |outcome: crate::battle::OddsOutcome| Outcome {
            chance: fraction(&outcome.chance),
            percent: percent(&outcome.chance),
            text: in_words(battle, &outcome.changes),
            changes: outcome
                .changes
                .into_iter()
                .map(|(unit, field, from, to)| Change { unit, field, from, to })
                .collect(),
        };
        let exact = odds.missing == Chance::default() && odds.plays == 0;
        Line::Odds {
            action: index,
            text: battle.describe(action).to_string(),
            tolls: tolls(&**battle, &odds).into_iter().map(|(unit, of)| Toll::of(unit, of)).collect(),
            outcomes: odds.outcomes.into_iter().map(outcome).collect(),
            events: odds.parts.into_iter().map(|part| Event::of(codex, part)).collect(),
            exact,
            missing: (odds.missing != Chance::default()).then(|| fraction(&odds.missing)),
            plays: (odds.plays > 0).then_some(odds.plays),
            granted: battle.unmeasured(action).map(|rule| rule.0),
        }
    }

    /// The odds of an action as the side that decides sees them.
    ///
    /// # Errors
    /// Why there are none.
    pub(super) fn odds(battle: &AnyBattle, codex: &Codex, index: usize, action: Action) -> Result<Line, String> {
        let Some(decision) = battle.decision() else { return Err("the battle is over".to_owned()) };
        if decision.kind == Kind::Commit {
            return Err("a secret choice has no odds: nothing happens before all have chosen".to_owned());
        }
        let view = battle.view_for(decision.side);
        Ok(Line::of_odds(&view, codex, index, action, view.odds(action)))
    }
}

impl Event {
    fn of(codex: &Codex, part: Part) -> Event {
        let Part { rule, faces, need, modifiers, by, against } = part;
        let known = |unit: UnitId| (unit != UnitId::NONE).then_some(unit.0);
        // A need of 1 or less always succeeds, one above the faces never.
        let hits = (u16::from(faces) + 1).saturating_sub(need.max(1).into());
        let chance = Chance::new(hits.into(), faces.max(1).into());
        Event {
            rule: rule.0,
            name: codex.get(rule.0).map_or_else(|| rule.0.to_owned(), |entry| entry.title.clone()),
            percent: percent(&chance),
            chance: fraction(&chance),
            faces,
            needed: need,
            whose: modifiers.iter().map(|m| m.whose).collect(),
            modifiers: modifiers.into_iter().map(|m| (m.rule.0, m.value)).collect(),
            by: known(by),
            against: known(against),
        }
    }
}

/// Changes by unit: `Mob 1: models 5 to 4, future 0 to 1`.
fn in_words(battle: &AnyBattle, changes: &[(UnitId, String, i32, i32)]) -> String {
    let units = changes.chunk_by(|a, b| a.0 == b.0).map(|of_one| {
        let fields: Vec<String> = of_one.iter().map(|(_, field, from, to)| format!("{field} {from} to {to}")).collect();
        format!("{}: {}", battle.name(of_one[0].0), fields.join(", "))
    });
    let units: Vec<String> = units.collect();
    if units.is_empty() { "nothing changes".to_owned() } else { units.join("; ") }
}

/// A hash as it is written everywhere.
pub(super) fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

/// A chance as numerator and denominator: numbers as far as every JSON reader keeps them whole, texts beyond.
fn fraction(chance: &Chance) -> [Value; 2] {
    const WHOLE: u64 = 1 << 53;
    let value = |n: &BigUint| match n.to_u64().filter(|&n| n <= WHOLE) {
        Some(n) => json!(n),
        None => json!(n.to_string()),
    };
    [value(chance.numer()), value(chance.denom())]
}

/// A chance in per cent, to four places.
fn percent(chance: &Chance) -> f64 {
    (chance.to_f64().unwrap_or_default() * 1e6).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_fractions_are_texts() {
        let third = Chance::new(1u8.into(), 3u8.into());
        assert_eq!(fraction(&third), [json!(1), json!(3)]);
        assert_eq!(percent(&third), 33.3333);
        assert_eq!(fraction(&third.pow(40)), [json!(1), json!("12157665459056928801")]);
    }
}
