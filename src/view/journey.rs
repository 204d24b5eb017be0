//! Campaigns from screen to screen: begun, opened, to battle, replayed. What may take long is done beside the frame.

use crate::campaign::{Campaign, Plot};
use crate::scenario::Session;
use crate::scenario::journal::Recalled;
use crate::source::{Problem, lines};
use crate::user::saved;

use super::app::{After, App, Screen};
use super::camp::{Choice, Step};
use super::screens::Waiting;
use crate::play::begin::{Campaigns, Draft};
use crate::play::camp::Camp;

impl App {
    fn wait(&mut self, what: &'static str, work: impl FnOnce() -> After + Send + 'static) {
        self.screen = Screen::Waiting(Waiting::new(what, work));
    }

    /// Goes to the list of campaigns, which shows what has gone wrong.
    pub(super) fn campaigns(&mut self, fault: Option<String>) {
        let own = saved::own_campaigns();
        let mut campaigns = Campaigns::new(self.library, self.seed, saved::campaigns(), own.as_deref());
        campaigns.fault = fault;
        self.screen = Screen::Campaigns(Box::new(campaigns));
    }

    /// Carries out a choice in the list of campaigns.
    pub(super) fn choose(&mut self, choice: Choice) {
        let (library, seed) = (self.library, self.seed);
        let Some(folder) = saved::campaigns() else {
            return self.start(Some("there is no folder for the user's data".to_owned()));
        };
        match choice {
            Choice::Leave => self.start(None),
            Choice::Open(name) => self.wait("Reading the campaign", move || {
                taken_up(Campaign::open(library, &folder.join(name)).map(|campaign| Camp::new(library, campaign)))
            }),
            Choice::Read(id) => self.wait("Reading the campaign", move || {
                let draft = Plot::open(library, &id).map(|plot| Draft::new(library, &id, plot, seed, &folder));
                drafted(draft.map_err(|problems| lines(&problems)))
            }),
            Choice::Draw => {
                let (Screen::Campaigns(campaigns), Some(own)) = (&self.screen, saved::own_campaigns()) else { return };
                let wish = campaigns.wish.clone();
                self.wait("Drawing a campaign", move || {
                    let draft = wish.draw(library, &own).and_then(|id| {
                        let plot = Plot::open(library, &id).map_err(|problems| lines(&problems))?;
                        Ok(Draft::new(library, &id, plot, seed, &folder))
                    });
                    drafted(draft)
                });
            }
            Choice::Begin => {
                let Screen::Campaigns(campaigns) = &mut self.screen else { return };
                match campaigns.draft.as_ref().map(|draft| draft.terms(&folder)) {
                    Some(Ok((terms, home))) => self.wait("Beginning the campaign", move || {
                        let begun = Campaign::begin(library, terms, Some(&home));
                        taken_up(begun.map(|campaign| Camp::new(library, campaign)))
                    }),
                    Some(Err(why)) => campaigns.fault = Some(why),
                    None => {}
                }
            }
        }
    }

    /// Goes on with the battle under way in a campaign.
    pub(super) fn take_up(&mut self, name: String) {
        let (library, folder) = (self.library, saved::campaigns());
        self.wait("Reading the battle's journal", move || {
            let opened = Campaign::open(library, &folder.unwrap_or_default().join(name));
            match opened.map(|campaign| Box::new(Camp::new(library, campaign))) {
                Ok(mut camp) => {
                    let session = camp.go_on();
                    fought(camp, session.map(|session| (session, None)))
                }
                Err(problems) => taken_up(Err(problems)),
            }
        });
    }

    /// Carries out a choice in a campaign.
    pub(super) fn step(&mut self, step: Step) {
        let leaving = Screen::Settings(Box::default());
        let Screen::Camp(mut camp) = std::mem::replace(&mut self.screen, leaving) else { return };
        camp.fault = None;
        match step {
            Step::Leave => {
                // The campaign's file is released before it is opened again.
                drop(camp);
                self.campaigns(None);
            }
            Step::March => self.wait("Setting the battle up", move || {
                let marched = camp.march();
                fought(camp, marched)
            }),
            Step::GoOn => self.wait("Reading the battle's journal", move || {
                let session = camp.go_on();
                fought(camp, session.map(|session| (session, None)))
            }),
            Step::Anew => self.wait("Setting the battle up", move || {
                let session = camp.anew();
                fought(camp, session.map(|session| (session, None)))
            }),
            Step::Show(file, at) => {
                let library = self.library;
                self.wait("Reading the battle", move || {
                    let session = Session::recall(library, &file).and_then(Recalled::shown);
                    Box::new(move |app| match session {
                        Ok(session) => app.show(session, at, Some(camp)),
                        Err(problems) => app.back(Some(camp), Some(lines(&problems))),
                    })
                });
            }
        }
    }
}

/// Goes to a campaign that was begun or opened.
fn taken_up(camp: Result<Camp, Vec<Problem>>) -> After {
    Box::new(move |app| match camp {
        Ok(camp) => app.screen = Screen::Camp(Box::new(camp)),
        Err(problems) => app.campaigns(Some(lines(&problems))),
    })
}

/// Goes to the terms of a new campaign.
fn drafted(draft: Result<Draft, String>) -> After {
    Box::new(move |app| {
        app.campaigns(draft.as_ref().err().cloned());
        if let Screen::Campaigns(campaigns) = &mut app.screen {
            campaigns.draft = draft.ok();
        }
    })
}

/// Goes to the battle under way in a campaign, and shows who was hired for it.
fn fought(camp: Box<Camp>, session: Result<(Session, Option<String>), Vec<Problem>>) -> After {
    Box::new(move |app| match session {
        Ok((session, hired)) => {
            let battle = camp.campaign.state().begun.as_ref().map_or(0, |begun| begun.battle);
            let journal = camp.campaign.battle_file(battle);
            app.fight(session, journal, Some(camp));
            hired.into_iter().for_each(|hired| app.say(hired));
        }
        Err(problems) => app.back(Some(camp), Some(lines(&problems))),
    })
}
