//! What screens show of what they know.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{App, Folders, Screen};
use crate::battle::SideId;
use crate::content::Library;
use crate::scenario::journal::PERSON;
use crate::scenario::{Scenario, Session};

/// Aboard a hulk the Boarder reads no name that he may not know, wherever he looks: on the board, in the log, in the
/// legend.
#[test]
fn nothing_hidden_is_shown_aboard_a_hulk() {
    let library = Library::own();
    let session = Session::begin(library, Scenario::open(library, "dead_air").unwrap(), 7).unwrap();
    let mut app = App::new(library, Folders::default(), 5).unwrap();
    app.fight(session.owned_by(vec![PERSON.to_owned(), "random".to_owned()]), None).unwrap();
    let mut terminal = Terminal::new(TestBackend::new(200, 60)).unwrap();
    let mut shown = |app: &mut App| -> String {
        terminal.draw(|frame| app.draw(frame)).unwrap();
        terminal.backend().buffer().content.iter().map(|cell| cell.symbol()).collect()
    };
    let press = |app: &mut App, code: KeyCode| app.key(KeyEvent::new(code, KeyModifiers::NONE));
    let mut hidden = 0;
    for step in 0..80 {
        app.tick(1000.0);
        let mut all = shown(&mut app);
        for key in ['l', 'i', 'y'] {
            press(&mut app, KeyCode::Char(key));
            all += &shown(&mut app);
            press(&mut app, KeyCode::Esc);
        }
        let Screen::Battle(fight) = &app.screen else { break };
        let battle = fight.game.session().battle();
        let known: Vec<String> = {
            let view = battle.view_for(SideId(0));
            view.listed().map(|unit| view.name(unit)).collect()
        };
        let others = battle.units().filter(|&unit| battle.piece(unit).side == SideId(1)).map(|unit| battle.name(unit));
        for name in others.filter(|name| !known.contains(name)) {
            assert!(!all.contains(&name), "step {step}: {name} is shown: {all}");
            hidden += 1;
        }
        press(&mut app, KeyCode::Enter);
        press(&mut app, KeyCode::Char(' '));
    }
    assert!(hidden > 0, "nothing was hidden");
}
