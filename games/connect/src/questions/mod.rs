//! The games of the family as a catalogue has them: questions are answered as in all games, or by searches for
//! threats.

mod advisor;
mod threat_question;
mod threat_win;

use phidelta::options::Method;
use phidelta::{
    Context, Engine, Given, Goal, Result, Settings, SettingsRequest, Solvable, Solved, Typed, View,
};
use phidelta_rules::NamedPosition;

use crate::Connect;
use crate::threats::MOST_STONES;

/// With no more free squares than these, all moves are searched.
const SMALL: usize = 20;

/// A game of the family, which can be searched for threats, too.
pub struct SolvableConnect {
    game: Typed<Connect>,
}

impl SolvableConnect {
    /// The game.
    pub fn new(game: Connect) -> Self {
        SolvableConnect { game: Typed::new(game) }
    }
}

impl Solvable for SolvableConnect {
    fn parameters(&self) -> String {
        self.game.parameters()
    }

    fn has_guide(&self) -> bool {
        self.game.has_guide()
    }

    fn repeats(&self) -> bool {
        self.game.repeats()
    }

    fn threat_stones(&self) -> Option<usize> {
        let stones = self.game.game().shape().parameters.stones;
        (stones <= MOST_STONES).then_some(stones)
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        self.game.named_positions()
    }

    fn usual_goal(&self) -> Goal {
        self.game.usual_goal()
    }

    fn goals(&self) -> &'static [Goal] {
        self.game.goals()
    }

    /// Threats and zones, where a win is asked for and the board is not so small that all moves can be searched.
    fn usual_searches(&self, asked: &SettingsRequest<'_>) -> Vec<Method> {
        let wins = asked.goal.unwrap_or(self.usual_goal()) == Goal::Win;
        let is_wide = self.threat_stones().is_some()
            && self.game.read(asked.position).is_ok_and(|state| {
                let free = self.game.game().empty(&state).len();
                state.left() <= MOST_STONES && free > SMALL
            });
        if wins && is_wide { vec![Method::RzDfPn, Method::DfPn] } else { vec![Method::DfPn] }
    }

    fn check_options(&self, search: Method, given: &Given) -> Result<()> {
        self.game.check_options(search, given)
    }

    fn can_be_saved(&self) -> bool {
        self.game.can_be_saved()
    }

    fn view(&self, position: &str) -> Result<View> {
        self.game.view(position)
    }

    fn solve(
        &self,
        position: &str,
        settings: &Settings,
        context: &mut Context<'_>,
    ) -> Result<Solved> {
        if settings.threats.is_none() {
            return self.game.solve(position, settings, context);
        }
        let state = self.game.read(position)?;
        threat_question::solve(&self.game, &state, settings, context)
    }

    fn engine(&self) -> Option<&dyn Engine> {
        self.game.engine()
    }
}
