//! The missions in words: what is fought for, and what is done for it.

use crate::battle::{Action, Target};
use crate::board::{Cell, Edge};

use super::super::Battle;
use super::Mission;

/// What is fought for, in words, and the hex that it is about.
pub(in super::super) fn goals(battle: &Battle) -> Vec<(Cell, String)> {
    let (setting, turns) = (battle.setting(), battle.setting().turns);
    let side = |s: crate::battle::SideId| battle.shared().sides[s.index()].name.as_str();
    let part = battle.part().map_or("whoever the dice choose", side);
    let name = |u| battle.profile(u).member.name.as_str();
    let carried = |what: &str| match battle.prize_bearer() {
        Some(bearer) => format!("{what} is carried by {} of {}", name(bearer), side(battle.piece(bearer).side)),
        None => format!("{what} lies here"),
    };
    let prize = battle.prize_bearer().map_or(battle.prize(), |u| Some(battle.piece(u).at)).unwrap_or(Cell::NONE);
    let centre = setting.scene.centre.unwrap_or(Cell::NONE);
    match setting.mission {
        Mission::Battle | Mission::Boarding => vec![(
            Cell::NONE,
            format!(
                "the last Retinue on the board wins; after turn {turns}, who has put most points of enemies out of the game"
            ),
        )],
        Mission::Assassination => vec![(
            Cell::NONE,
            format!(
                "the last Leader alive wins; after turn {turns}, of those who live, who has put most points of enemies out \
                 of the game"
            ),
        )],
        Mission::KellysHeroes => vec![
            (
                Cell::NONE,
                format!("whoever gets the counter off the table, over any edge, wins; after turn {turns} its carrier"),
            ),
            (prize, carried("the counter")),
        ],
        Mission::FortApache => {
            let holder = battle.table().holder.checked_sub(1).map(crate::battle::SideId);
            let has = holder.map_or("nobody has had it alone yet".to_owned(), |s| format!("{} had it last", side(s)));
            vec![
                (
                    Cell::NONE,
                    format!("{part} defends the building; whoever has it alone at the end of turn {turns} wins"),
                ),
                (centre, format!("the building: {has}")),
            ]
        }
        Mission::TheGauntlet => {
            let goal = format!(
                "{part} brings the wagon to the other short edge, the others steal it over the edge of their own zones; \
                 after turn {turns} nobody wins"
            );
            vec![(Cell::NONE, goal), (battle.wagon().unwrap_or(Cell::NONE), "the wagon".to_owned())]
        }
        Mission::TheRitual => {
            let goal = format!(
                "{part} performs a ritual until turn {turns} is over; whoever touches the ritualist, or puts him out of the \
                 game, wins"
            );
            let houses = battle.open_houses().map(|h| (battle.hearth(h), "a house where the ritual may be".to_owned()));
            [(Cell::NONE, goal)].into_iter().chain(houses).collect()
        }
        Mission::MissingRobot => vec![
            (Cell::NONE, format!("whoever takes down the Dreadnought wins; after turn {turns} nobody")),
            (centre, "the Dreadnought".to_owned()),
        ],
        Mission::LifeIsCheap => vec![
            (
                Cell::NONE,
                format!(
                    "whoever picks up the spy before the door of the bunker and brings him home wins; after turn {turns} nobody"
                ),
            ),
            (prize, carried("the spy")),
        ],
        Mission::FireMission => {
            let first = setting.numbers.missions.bombardment;
            let goal = format!(
                "most figures inside the bunker when the bombardment comes wins: at the end of turn {first} on a 6, then \
                 more and more likely"
            );
            vec![(Cell::NONE, goal), (centre, "the bunker".to_owned())]
        }
    }
}

/// What a side does with the wagon.
pub(in super::super) fn driving(battle: &Battle, action: Action) -> String {
    match action.target {
        Target::Hex(to) if to.index() < battle.board().len() => {
            format!("the wagon goes to {}", battle.board().label(to))
        }
        Target::Index(edge) => {
            let edge = Edge::ALL[usize::from(edge % 4)];
            format!("the wagon leaves the board by the {} edge", format!("{edge:?}").to_lowercase())
        }
        _ => "the wagon stays".to_owned(),
    }
}
