//! The ruleset in words: actions, where the turn is, public numbers, what is fought for.

use crate::battle::{Action, Declared, MAX_UNITS, Rule, SideId, Target, UnitId, UnitSet, Verb};
use crate::board::{Cell, Edge, Facing};
use crate::rules::{Build, Change, Deed, Discharge, Known, Looks, Toll};

use super::boarding::stalking::{bag, command, sealing::SEALED};
use super::boarding::victory::RESCUED;
use super::boarding::{Stake, aiming, secrets};
use super::catalogue::Power;
use super::figure::{FATES, Fate, Figure, SUITS};
use super::missions::telling;
use super::payload::{Cast, Drive, Fire, Gadget, Strike};
use super::stages::ApproachStage;
use super::stats::{Trait, Weight};
use super::wrecks::Broken;
use super::{Battle, Step, melee, powers, stepping, turn, zones};

/// What an action is aimed at, as players read it.
fn place(battle: &Battle, target: Target) -> String {
    match target {
        Target::Hex(cell) if cell.index() < battle.board().len() => battle.board().label(cell),
        Target::Unit(unit) if battle.units().has(unit) => battle.profile(unit).member.name.clone(),
        Target::Index(n) => n.to_string(),
        _ => "nothing".to_owned(),
    }
}

/// The action in words.
pub(super) fn describe(battle: &Battle, action: Action) -> Deed {
    if !battle.units().has(action.unit) {
        return Deed::whole(match (action.verb, action.target) {
            (Verb::Place, Target::Index(entry)) if matches!(battle.step(), Some(Step::Lurk { .. })) => {
                format!("contact {} lurks at entry {}", battle.table().come + 1, entry + 1)
            }
            (Verb::Move | Verb::Pass, _) if matches!(battle.step(), Some(Step::Prowl { .. })) => {
                prowling(battle, action)
            }
            (Verb::Place, Target::Index(house)) if matches!(battle.step(), Some(Step::Houses)) => {
                format!("the ritual is in building {}", house + 1)
            }
            (Verb::Place, Target::Index(edge)) => {
                let edge = zones::EDGES[usize::from(edge % 4)];
                format!("deploy at the {} edge", format!("{edge:?}").to_lowercase())
            }
            (Verb::Move, _) => telling::driving(battle, action),
            (Verb::Use, Target::None) => "those in the house show themselves".to_owned(),
            (Verb::Place, Target::Hex(_)) => {
                let (there, what) = (place(battle, action.target), counter(battle, action));
                format!("{what} at {there}")
            }
            (Verb::Assign, Target::Index(number)) => {
                let squad = action.with.saturating_sub(1);
                format!("{} under blip {number}", squad_name(battle, squad))
            }
            (Verb::Use, Target::Index(number)) => format!("turn blip {number}"),
            (Verb::Pass, _) => "pass: nobody else does anything in this step".to_owned(),
            (verb, _) => verb.word().to_owned(),
        });
    }
    if command::orders(battle).is_some() && action.verb != Verb::Hold {
        return ordered(battle, action);
    }
    deed(battle, action)
}

/// What a figure does for command points, and what that takes of them (HULK-STALK-13).
fn ordered(battle: &Battle, action: Action) -> Deed {
    let points = command::price_in_words(action.verb);
    let Deed { lead, rest } = deed(battle, action);
    let rest = if action.verb == Verb::Face { rest.replacen("watches", "turns its watch to", 1) } else { rest };
    Deed { lead, rest: format!("{rest} for {points}") }
}

/// What a figure does.
fn deed(battle: &Battle, action: Action) -> Deed {
    let who = &battle.profile(action.unit).member.name;
    let target = place(battle, action.target);
    let weapon = |place: u8| battle.arm(action.unit, place).map_or("bare hands", |w| w.name.as_str());
    match (action.verb, action.target) {
        (Verb::Move | Verb::Strike, _) if battle.is_vehicle(action.unit) => drive(battle, action),
        (Verb::Retreat, _) if battle.carrier(action.unit).is_some() => {
            let moved = battle.carrier(action.unit).is_some_and(|v| battle.unit(v).steps > 0);
            Deed::of(who, format!("{} at {target}", if moved { "bails out" } else { "gets off" }))
        }
        (Verb::Face, Target::Index(facing)) => {
            Deed::of(who, format!("watches {:?}", Facing::from_index(usize::from(facing % 6))))
        }
        (Verb::Use, Target::Index(number)) if Gadget::of(action) == Some(Gadget::Scan(number)) => {
            Deed::of(who, format!("scans contact {number}"))
        }
        (Verb::Use, Target::Index(place)) if battle.unit(action.unit).jams >> (place % 8) & 1 == 1 => {
            Deed::of(who, format!("clears the {}", weapon(place)))
        }
        (Verb::Use, Target::None) => Deed::of(who, format!("takes the {} off the vehicle", weapon(action.with))),
        (Verb::Use, Target::Unit(vehicle)) if battle.carrier(action.unit) == Some(vehicle) => {
            Deed::of(who, format!("takes the wheel of {target}"))
        }
        (Verb::Use, Target::Unit(vehicle)) if battle.units().has(vehicle) && battle.is_vehicle(vehicle) => {
            Deed::of(who, format!("gets into {target}"))
        }
        (Verb::Place, _) => Deed::whole(format!("place {who} at {target}")),
        (Verb::Move, Target::Index(stepping::HOMEWARD)) => Deed::of(who, "goes home with the craft"),
        (Verb::Move, Target::Index(edge)) => {
            let edge = Edge::ALL[usize::from(edge % 4)];
            Deed::of(who, format!("leaves the board by the {} edge", format!("{edge:?}").to_lowercase()))
        }
        (Verb::Move, Target::Hex(cell)) if cell.index() < battle.board().len() => {
            let foes = battle.around(cell) & battle.enemies_of(battle.piece(action.unit).side);
            if foes.is_empty() {
                return Deed::of(who, format!("moves to {target}"));
            }
            let names: Vec<&str> = foes.map(|f| battle.profile(f).member.name.as_str()).collect();
            Deed::of(who, format!("charges {} at {target}", names.join(" and ")))
        }
        (Verb::Move, _) => Deed::of(who, format!("moves to {target}")),
        (Verb::Open, Target::Hex(cell)) if cell.index() < battle.board().len() => {
            // The hatch of a ladder is where the figure is itself (HULK-DECK-02).
            let lid = cell == battle.piece(action.unit).at;
            let open = if lid { battle.shut_lid(cell).is_none() } else { battle.ground(cell).open };
            let does = if open { "closes" } else { "opens" };
            Deed::of(who, format!("{does} the door at {target}"))
        }
        (Verb::Retreat, _) => Deed::of(who, format!("breaks off to {target}")),
        (Verb::Run, _) => Deed::of(who, format!("runs to {target}")),
        (Verb::Fire, _) => {
            let Fire { place, desperate } = Fire::decode(action.with);
            if let (Target::Hex(_), Some(word)) = (action.target, aiming::word(battle, action.unit, place)) {
                return Deed::of(who, format!("{word} {target} with the {}", weapon(place)));
            }
            let desperate = if desperate { ", a desperate shot" } else { "" };
            Deed::of(who, format!("shoots at {target} with the {}{desperate}", weapon(place)))
        }
        (Verb::Strike, _) => {
            let Strike { place, part } = Strike::decode(action.with);
            let part = if part == 0 { String::new() } else { format!(", with {part} of its Fighting Value") };
            Deed::of(who, format!("strikes at {target} with the {}{part}", weapon(place)))
        }
        (Verb::Assist, Target::Unit(friend)) => {
            // Whoever has split his blows is helped with one of them (ITEN-MEL-10).
            let strikes = matches!(battle.step(), Some(Step::Blows { .. }));
            let splits = strikes && melee::nth_blow(battle, friend, 1).is_some();
            let blow = melee::nth_blow(battle, friend, action.with).filter(|_| splits);
            let against = blow.map(|at| battle.profile(battle.pending().attacks[at].target).member.name.as_str());
            Deed::of(who, format!("helps {target}{}", against.map_or(String::new(), |foe| format!(" against {foe}"))))
        }
        (Verb::Assist, _) => Deed::of(who, format!("helps {target}")),
        (Verb::Cast, on) => {
            let Some(Cast { power, place }) = Cast::decode(action.with) else { return Deed::of(who, "casts nothing") };
            let name = &battle.power(power).name;
            match (power, on) {
                (Power::BlessWeapon | Power::Venom, Target::Unit(friend)) if battle.units().has(friend) => {
                    let weapon = battle.arm(friend, place).map_or("bare hands", |w| w.name.as_str());
                    Deed::of(who, format!("uses {name} on the {weapon} of {target}"))
                }
                (_, Target::None) => Deed::of(who, format!("uses {name}")),
                (_, Target::Index(n)) => {
                    Deed::of(who, format!("uses {name} towards {:?}", Facing::from_index(n.into())))
                }
                _ => Deed::of(who, format!("uses {name} on {target}")),
            }
        }
        (Verb::Use, Target::Unit(friend)) if battle.units().has(friend) && !battle.enemies(friend, action.unit) => {
            Deed::of(who, format!("takes up the weapon of {target}"))
        }
        (Verb::Use, Target::Hex(_))
            if battle.stalking().is_some() && matches!(battle.step(), Some(Step::Declare { .. })) =>
        {
            Deed::of(who, format!("works at a seal at {target}"))
        }
        (Verb::Use, Target::Hex(_)) if matches!(battle.step(), Some(Step::Declare { .. })) => {
            Deed::of(who, format!("plants the charge at {target}"))
        }
        (Verb::Use, Target::Hex(_)) => Deed::of(who, format!("takes what lies at {target}")),
        (Verb::Use, _) => Deed::of(who, format!("hunts {target}")),
        (Verb::Hold, _) => Deed::of(who, "does nothing more"),
        (Verb::Stay, _) => Deed::of(who, "stays"),
        (verb, Target::None) => Deed::told(who, verb.word()),
        (verb, _) => Deed::told(who, format!("{} {target}", verb.word())),
    }
}

/// What a vehicle does, in words.
fn drive(battle: &Battle, action: Action) -> Deed {
    let who = &battle.profile(action.unit).member.name;
    let target = place(battle, action.target);
    let Drive { facing, flat_out, backwards, over } = Drive::decode(action.with);
    let flat_out = if flat_out { " flat out" } else { "" };
    let over = if over { ", over whoever is in the way" } else { "" };
    match (action.verb, action.target) {
        (Verb::Strike, Target::Hex(_)) => Deed::of(who, format!("runs{flat_out} into what is at {target}")),
        (Verb::Strike, _) => Deed::of(who, format!("rams {target}{flat_out}")),
        (_, Target::Hex(to)) if to == battle.piece(action.unit).at => {
            Deed::of(who, format!("turns to face {facing:?}"))
        }
        _ if backwards => Deed::of(who, format!("backs to {target}, facing {facing:?}")),
        _ => Deed::of(who, format!("drives{flat_out} to {target}, facing {facing:?}{over}")),
    }
}

/// What a contact does.
fn prowling(battle: &Battle, action: Action) -> String {
    let Some(Step::Prowl { number }) = battle.step() else { return action.verb.word().to_owned() };
    let there = place(battle, action.target);
    match (action.verb, battle.lurks_at(number)) {
        (Verb::Move, Some((entry, _))) => format!("contact {number} comes in by entry {} to {there}", entry + 1),
        (Verb::Move, None) => format!("contact {number} moves to {there}"),
        (_, Some((entry, _))) => format!("contact {number} goes on lurking at entry {}", entry + 1),
        _ => format!("contact {number} stays where it is"),
    }
}

/// What is put on a hex before a boarding, or of a contact that comes to light.
fn counter(battle: &Battle, action: Action) -> String {
    match battle.step() {
        Some(Step::Emplace(_)) => "place one more of the contact".to_owned(),
        Some(Step::Approach(ApproachStage::Breach { .. })) => "breach the hull".to_owned(),
        Some(Step::Approach(ApproachStage::Blip { number })) => format!("blip {number}"),
        _ => suit(action.with.saturating_sub(1)).to_owned(),
    }
}

/// An objective by its suit.
fn suit(suit: u8) -> &'static str {
    SUITS.get(usize::from(suit)).unwrap_or(&"objective")
}

/// A Defender's unit, by whom it consists of.
fn squad_name(battle: &Battle, squad: u8) -> String {
    let figures = battle.boarding().map_or(UnitSet::default(), |b| b.squad(squad));
    let names: Vec<&str> =
        figures.filter(|&u| battle.plays(u)).map(|u| battle.profile(u).member.name.as_str()).collect();
    names.join(", ")
}

/// A line of the sealed list: a blip's, or a side's card.
pub(in crate::rules) fn opened(battle: &Battle, line: u8, holds: u8) -> String {
    let card = line.checked_sub(secrets::CARDS).filter(|_| battle.stalking().is_none());
    match (card, holds.checked_sub(1)) {
        (Some(side), held) => {
            let name = battle.shared().sides.get(usize::from(side)).map_or("nobody", |s| &s.name);
            format!("the card of {name} is the {}", suit(held.unwrap_or(u8::MAX)))
        }
        (None, None) => format!("blip {line} is a sensor ghost"),
        (None, Some(squad)) => {
            let names = squad_name(battle, squad);
            if battle.boarding().is_some_and(|b| squad >= b.squads) {
                return format!("blip {line} is {names} of the lost squad");
            }
            // Whoever has not seen them knows no names.
            let names = if names.is_empty() { names } else { format!(": {names}") };
            format!("blip {line} is unit {holds}{names}")
        }
    }
}

/// What a side knows alone: the squads that it has put under blips (HULK-BLIP-04), contacts that it has scanned
/// (HULK-STALK-14), the card that it has drawn (HULK-OBJ-02), the house that it has chosen (ITEN-RIT-02).
pub(in crate::rules) fn secrets(battle: &Battle, side: SideId) -> Vec<Known> {
    let about = |rule, target, value, text| Known { rule: Rule(rule), unit: UnitId::NONE, target, value, text };
    let table = battle.table();
    let mut secrets = Vec::new();
    if battle.boarding().is_some() && !battle.boards(side) {
        let lines = if battle.stalking().is_some() { bag::known(battle) + 1 } else { table.lists.len() as u8 };
        let listed = (0..lines).map(|number| (number, table.under(number))).filter(|(_, squad)| *squad > 0);
        secrets.extend(listed.map(|(number, squad)| {
            let text = format!("{} under blip {number}", squad_name(battle, squad - 1));
            about("HULK-BLIP-04", Target::Index(number), squad, text)
        }));
    }
    let traced = (1..=battle.table().come).filter_map(|n| Some((n, battle.traced(side, n)?)));
    secrets.extend(traced.filter(|(n, _)| battle.is_unturned(*n)).map(|(number, trace)| {
        let text = format!("contact {number} is {}", trace.words());
        about("HULK-STALK-14", Target::Index(number), trace as u8, text)
    }));
    if let Some(card) = table.cards[side.index()].checked_sub(1)
        && i16::from(card + 1) != table.shown.0[side.index()]
    {
        secrets.push(about("HULK-OBJ-02", Target::None, card, format!("the card is {}", suit(card))));
    }
    if let Some(house) = table.house.checked_sub(1)
        && battle.part().is_some_and(|part| battle.team(part) == battle.team(side))
    {
        secrets.push(about("ITEN-RIT-02", Target::None, house, format!("the ritual is in building {}", house + 1)));
    }
    secrets
}

/// Faces of the largest die under a rule: a d6, but where somebody or something is picked evenly out of several, and for
/// flight from terror (ITEN-TERR-02).
pub(in crate::rules) fn largest_die(battle: &Battle, rule: &str) -> u8 {
    const D6: u8 = 6;
    const PICKS: [&str; 9] = [
        "HULK-STALK-03",
        "ITEN-PSY-08",
        "ITEN-SHO-03",
        "ITEN-TERR-02",
        "ITEN-VEH-18",
        "ITEN-VEH-19",
        "ITEN-ROB-02",
        "ITEN-RIT-02",
        "HULK-OBJ-02",
    ];
    let part = battle.setting().mission.part().is_some_and(|part| part.0 == rule);
    let victim = rule == powers::rule_of(Power::Dominatus).0;
    if part || victim || PICKS.contains(&rule) { MAX_UNITS as u8 } else { D6 }
}

/// Where the turn is.
pub(super) fn place_in_turn(battle: &Battle) -> String {
    let clock = turn::clock(battle);
    if clock.step.is_none() {
        return clock.told();
    }
    let side = battle.decision().map(|d| battle.shared().sides[d.side.index()].name.as_str());
    let whose = side.map_or(String::new(), |name| format!(": {name}"));
    clock.told() + &whose
}

/// The public numbers that are told in words of their own.
pub(in crate::rules) fn label(battle: &Battle, field: Declared, value: i32) -> Option<(String, String)> {
    let side = |index: usize| battle.shared().sides.get(index).map(|s| s.name.clone());
    match field.name {
        "order" if battle.table().turn > 0 && side(field.place).is_some() => {
            Some((format!("acts as number {}", field.place + 1), side(usize::try_from(value).ok()?)?))
        }
        "carries" => {
            let weapon = battle.setting().armoury.get(usize::try_from(value - 1).ok()?)?;
            Some(("has taken along".to_owned(), weapon.name.clone()))
        }
        "watch" if value != 0 => {
            let facing = Facing::from_index(usize::try_from(value - 1).ok()? % 6);
            Some(("watches".to_owned(), format!("{facing:?}")))
        }
        "broken" if value != 0 => {
            let broken = Broken::ALL.into_iter().filter(|b| value >> *b as u8 & 1 == 1).map(Broken::words);
            Some(("damage".to_owned(), broken.collect::<Vec<_>>().join(" and ")))
        }
        "marked" if value != 0 => {
            let suits: Vec<&str> = (0..4).filter(|s| value >> s & 1 == 1).map(suit).collect();
            Some(("has been at".to_owned(), suits.join(", ")))
        }
        "blip" if value != 0 => Some(("blip".to_owned(), format!("no. {value}"))),
        _ => None,
    }
}

/// What changes of a figure's numbers cost it besides what their fields say: that it is out of the game, and what a
/// vehicle has lost; not what it did itself, nor that it boards a vehicle or gets home.
pub(in crate::rules) fn toll(battle: &Battle, unit: UnitId, changes: &[Change<'_>]) -> Toll {
    let mut toll = Toll::of::<Figure>(changes);
    for &(field, from, to) in changes {
        match field {
            "fate" if to == Fate::Out as i32 => toll = Toll { hurt: true, lost: true, ..toll },
            "gone" => toll.hurt |= battle.is_vehicle(unit) && to & !from != 0,
            _ => {}
        }
    }
    toll
}

/// What has become of a figure that is in the battle no more.
pub(super) fn fate(battle: &Battle, unit: UnitId) -> &'static str {
    let [out, left, absent] = FATES;
    match battle.unit(unit).fate {
        Fate::Left => left,
        Fate::Absent => absent,
        Fate::Playing | Fate::Out | Fate::Unknown => out,
    }
}

/// What a figure looks like; only vehicles have a facing.
pub(in crate::rules) fn looks(battle: &Battle, unit: UnitId) -> Looks<'_> {
    let leads = battle.setting().bands.iter().any(|band| band.leader == Some(unit));
    let build = match (battle.is_vehicle(unit), leads) {
        (true, _) => Build::Machine,
        (_, true) => Build::Leader,
        _ => Build::Foot,
    };
    let icon = battle.profile(unit).member.troop.icon.as_deref().unwrap_or(build.icon());
    Looks { icon, build, faces: battle.is_vehicle(unit), full: 1 }
}

/// How a shot or a power looks: by what the weapon is, a heavy shot where it is a crew's or very heavy.
pub(in crate::rules) fn discharge(battle: &Battle, action: Action) -> Discharge {
    match action.verb {
        Verb::Cast => return Discharge::Wave,
        Verb::Fire if battle.units().has(action.unit) => {}
        _ => return Discharge::default(),
    }
    let Some(weapon) = battle.arm(action.unit, Fire::decode(action.with).place) else { return Discharge::default() };
    match weapon {
        _ if weapon.has(Trait::Flamer) => Discharge::Flame,
        _ if weapon.lobs() => Discharge::Lob,
        _ if weapon.has(Trait::Crewed) || weapon.weight == Weight::VeryHeavy => Discharge::Shell,
        _ => Discharge::Bullets,
    }
}

/// What is fought for, in words, and the hex that it is about.
pub(in crate::rules) fn goals(battle: &Battle) -> Vec<(Cell, String)> {
    if battle.boarding().is_some() { prizes(battle) } else { telling::goals(battle) }
}

/// An entry, and what is known of it (HULK-STALK-02, -04).
fn lurking(battle: &Battle, entry: usize, cell: Cell) -> String {
    let count = battle.lurking(entry).count();
    let held = battle.table().held_back >> entry & 1 == 1;
    match () {
        () if battle.ground(cell).seal >= SEALED => format!("entry {}: sealed", entry + 1),
        () if held => format!("entry {}: {count} lurk there, held back", entry + 1),
        () => format!("entry {}: {count} lurk there", entry + 1),
    }
}

/// What is known of the schedule (HULK-STALK-04).
fn stalkers(battle: &Battle) -> Option<(Cell, String)> {
    let stalking = battle.stalking()?;
    let (left, turn) = (battle.contacts() - battle.table().come, battle.table().turn);
    let next: Vec<String> = (turn + 1..=turn + 3).map(|turn| battle.contacts_due(turn).to_string()).collect();
    let seals =
        if stalking.seals > 0 { format!("; {} entries are to be sealed", stalking.seals) } else { String::new() };
    let work = match battle.stake() {
        Stake::Cut => format!("; the cutter has worked {} turns of {}", battle.table().cut, stalking.work),
        Stake::Burn => format!("; {} hexes of the nest have not burnt", battle.unburnt().count()),
        Stake::Rescue => {
            let strays = battle.strays();
            let found = strays.only(|u| !battle.hidden(u)).len();
            let home = strays.only(|u| battle.is_home(u)).len();
            format!("; of the lost squad {found} of {} are found, {home} are home", strays.len())
        }
        Stake::Reactor => {
            battle.fuse().map_or(String::new(), |turn| format!("; the reactor goes off at the end of turn {turn}"))
        }
        _ => String::new(),
    };
    let next = next.join(", ");
    Some((Cell::NONE, format!("{left} contacts are still to come, in the next turns {next}{seals}{work}")))
}

/// What a boarding is about: objectives, and the cards that are known here.
fn prizes(battle: &Battle) -> Vec<(Cell, String)> {
    let sides = &battle.shared().sides;
    let tokens = battle.tokens().map(|(cell, token)| {
        let by = (0..sides.len()).filter(|s| battle.table().reached.0[usize::from(token)] >> s & 1 == 1);
        let by: Vec<&str> = by.map(|s| sides[s].name.as_str()).collect();
        let reached = if by.is_empty() { String::new() } else { format!(", reached by {}", by.join(" and ")) };
        (cell, format!("{}{reached}", suit(token)))
    });
    let cards = (0..sides.len()).filter_map(|s| {
        let card = battle.table().cards[s].checked_sub(1)?;
        Some((Cell::NONE, format!("{} has drawn the {}", sides[s].name, suit(card))))
    });
    let rules = match battle.boarding().map(|b| b.terms.stake) {
        Some(Stake::AnyTwo) => "Boarders win who reach two objectives and get somebody home",
        Some(Stake::Carry) => {
            "what lies at the objective is worth 15 points to the Boarder who brings it home, or else to the Defender; each \
             figure that was there and gets home is 2, an enemy out of the game 1"
        }
        Some(Stake::Hold) => "Boarders win who hold the objective at the end of two turns running",
        Some(Stake::Seal) => "Boarders win who seal as many entries as they have to before the last turn is over",
        Some(Stake::Cut) => {
            "Boarders win whose cutter at the site has worked as many turns as it needs: it works in a turn at whose end one of \
             them stands by it and no enemy touches it"
        }
        Some(Stake::Burn) => "Boarders win who burn every hex of the nest with a flamer before the last turn is over",
        Some(Stake::Core) => "Boarders win who carry the core home; whoever has it neither runs nor shoots",
        Some(Stake::Rescue) => &format!(
            "Boarders win who find those of the lost squad, under contacts that wait, and have {RESCUED} of them home before the \
             last turn is over"
        ),
        Some(Stake::Reactor) => &format!(
            "Boarders win who reach all three sites and have two figures home when the reactor goes off, {} turns later",
            battle.fuse_length()
        ),
        Some(Stake::Charge) => &format!(
            "Boarders win who plant a charge at the objective and get three figures home before it goes off, {} turns \
             later",
            battle.fuse_length()
        ),
        _ => {
            "a Boarder's own objective brings 10 points and 2 for each of those who were there and get home; the Defender \
             has 5 for each that nobody reaches; an enemy out of the game is 1"
        }
    };
    let led = battle.prize_bearer().map(|u| (battle.piece(u).at, format!("led by {}", battle.profile(u).member.name)));
    let dropped = battle.prize().map(|cell| (cell, "what was dropped".to_owned()));
    let entries = battle.entries().map(|(entry, cell)| (cell, lurking(battle, entry, cell)));
    [(Cell::NONE, rules.to_owned())]
        .into_iter()
        .chain(stalkers(battle))
        .chain(tokens)
        .chain(led)
        .chain(dropped)
        .chain(cards)
        .chain(entries)
        .collect()
}
