//! What is asked, of which game, with which options; and what a position starts with that was
//! never visited, or that the table forgot: the value, if the game is over, or initial numbers.

use phidelta_rules::{
    FirstLook, FirstLookKind, FirstLookOptions, Game, Glance, Guide, Look, Looker, Player, Status,
    confirmed_win, glance,
};

use crate::numbers::Side;
use crate::{Init, Numbers, Options, Query, memory};

/// A question about positions of a game, and how it is to be answered.
pub(crate) struct Problem<'a, G: Game, A> {
    pub game: &'a G,
    pub guide: &'a A,
    pub question: &'a Query<G::Value>,
    pub options: &'a Options,
    pub infinity: u32,
    /// Factors of initial numbers by depth; 1 beyond the end. With E = 0, one that is 0.
    deep: Vec<u32>,
}

impl<'a, G: Game, A: Guide<G>> Problem<'a, G, A> {
    pub fn new(
        game: &'a G,
        guide: &'a A,
        options: &'a Options,
        question: &'a Query<G::Value>,
    ) -> Self {
        let infinity = memory::infinity::<G>(options.widths.infinity);
        Problem { game, guide, question, options, infinity, deep: deep_factors(options, infinity) }
    }

    /// Which number of a child its parent minimises over: the other one is summed.
    #[inline]
    pub fn choosing_side(&self, turn: Player) -> Side {
        if turn == self.question.goal.prover() { Side::Proof } else { Side::Disproof }
    }

    /// Numbers with the infinity that the options ask for.
    pub fn reported(&self, numbers: Numbers) -> Numbers {
        let widest = self.options.widths.infinity;
        let widened = |number| if number == self.infinity { widest } else { number };
        Numbers { proof: widened(numbers.proof), disproof: widened(numbers.disproof) }
    }

    /// The numbers of a finished game.
    #[inline]
    pub fn settled(&self, value: G::Value) -> Numbers {
        Numbers::solved(self.question.goal.met(value), self.infinity)
    }

    /// How new positions are looked at, for a guide that does it by itself.
    fn look(&self) -> FirstLookOptions<G::Value> {
        let kind = match self.options.init {
            Init::Unit => FirstLookKind::Unit,
            Init::Guide => FirstLookKind::Guide,
            Init::Mobility => FirstLookKind::Mobility,
            Init::Evaluation(evaluation) => FirstLookKind::Evaluation(evaluation),
        };
        FirstLookOptions { kind, looker: self.looker(), goal: self.question.goal }
    }

    /// Whose moves are tried for an immediate success, where no guide looks.
    #[inline]
    fn looker(&self) -> Option<Looker> {
        (self.options.look_ahead > 0).then_some(self.options.looker)
    }

    /// How many moves are looked at, about, to find the first numbers of one of so many siblings.
    #[inline]
    pub fn first_work(&self, siblings: usize) -> u64 {
        let looks_at_moves = self.options.look_ahead > 0 || self.options.init != Init::Unit;
        1 + if looks_at_moves { siblings as u64 } else { 1 }
    }

    /// The numbers of a position that was never visited, or that the table forgot. `reply` is a
    /// move that ended the game after a sibling: it may do so here too.
    ///
    /// (What it sees is what [`phidelta_rules::first_look`] sees. It is written twice since this is the hottest path
    /// of all, and slower by a few percent if it calls that.)
    #[inline]
    pub fn first_numbers(
        &self,
        parent: &G::State,
        mv: G::Move,
        depth: usize,
        reply: &mut Option<G::Move>,
    ) -> Numbers {
        if let Some(look) = self.guide.first_look(self.game, parent, mv, self.look()) {
            return match look {
                FirstLook::Settled(value) => self.settled(value),
                FirstLook::Open { turn, win, lose } => self.scaled(turn, depth, (win, lose)),
            };
        }
        if self.options.init == Init::Unit && self.options.look_ahead == 0 {
            // They are all alike: what they look like does not matter.
            return match self.game.status_after(parent, mv) {
                Status::Over(value) => self.settled(value),
                Status::Turn(turn) => self.scaled(turn, depth, (1, 1)),
            };
        }
        let mut state = parent.clone();
        self.game.play(&mut state, mv);
        let turn = match self.game.status(&state) {
            Status::Over(value) => return self.settled(value),
            Status::Turn(turn) => turn,
        };
        let effort = match self.options.init {
            Init::Guide => match self.guide.look(self.game, &state, turn, self.question.goal) {
                Look::Effort { win, lose } => (win, lose),
                Look::Wins(mv) => match self.won(&state, turn, mv) {
                    Some(numbers) => return numbers,
                    None => (1, 1),
                },
            },
            init => {
                let (game, goal) = (self.game, self.question.goal);
                let tries = self.looker().is_some_and(|looker| looker.looks(turn, goal.prover()));
                if init == Init::Unit && !tries {
                    return self.scaled(turn, depth, (1, 1));
                }
                if let Some(mv) = *reply
                    && tries
                    && let Some(numbers) = self.won(&state, turn, mv)
                {
                    return numbers;
                }
                let Glance { moves, success, .. } = glance(game, &state, turn, goal, tries);
                if let Some((mv, value)) = success {
                    *reply = Some(mv);
                    return self.settled(value);
                }
                match moves {
                    0 => return self.settled(game.stuck(&state)),
                    moves => match init {
                        Init::Mobility => (1, moves),
                        Init::Evaluation(evaluation) => {
                            evaluation.effort(self.guide.score(game, &state, turn), moves)
                        }
                        _ => (1, 1),
                    },
                }
            }
        };
        self.scaled(turn, depth, effort)
    }

    /// The numbers of a position in which this move wins at once, if it does.
    fn won(&self, state: &G::State, turn: Player, mv: G::Move) -> Option<Numbers> {
        confirmed_win(self.game, state, turn, mv, self.question.goal)
            .map(|value| self.settled(value))
    }

    /// The numbers of a position in which the player to move needs so much effort to win, and the other one to
    /// keep him from it.
    #[inline]
    fn scaled(&self, turn: Player, depth: usize, (win, lose): (u32, u32)) -> Numbers {
        let factor = self.deep.get(depth).or(self.deep.last()).copied().unwrap_or(1);
        let scale = |number: u32| {
            let scaled = u64::from(number.max(1)) * u64::from(factor);
            scaled.min(u64::from(self.infinity - 1)) as u32
        };
        let side = self.choosing_side(turn);
        let mut numbers = Numbers { proof: 0, disproof: 0 };
        numbers[side] = scale(win);
        numbers[side.other()] = scale(lose);
        numbers
    }
}

/// E^(D − depth) for depths 0 to D, saturating; empty for factors of 1 throughout.
fn deep_factors(options: &Options, infinity: u32) -> Vec<u32> {
    match options.deep {
        None => Vec::new(),
        Some(deep) if deep.e == 0 => vec![0],
        Some(deep) => (0..=deep.d)
            .map(|depth| deep.e.saturating_pow(deep.d - depth).min(infinity - 1))
            .collect(),
    }
}
