//! Advice to a search: heuristic knowledge that is never trusted.
//!
//! Nagai's df-pn+ (2002) starts unexpanded nodes with estimates of the work ahead instead of 1 and
//! 1; that, and the sight of an immediate win, is what a guide gives. A wrong guide makes a search
//! slow. It cannot make it wrong: numbers only steer, and a claimed win is played out before it is
//! believed. The checker of certificates never sees a guide.

use crate::{Evaluation, Game, Goal, Player, Status};

/// What a guide sees at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look<M> {
    /// How much work it may be to show that the player to move succeeds (`win`) or fails
    /// (`lose`) in what they want: to reach the goal, or to prevent it. In the currency of proof
    /// numbers: 1 is the least, and an ordinary position that nobody knows anything about has 1
    /// and 1.
    Effort {
        /// The proof number of success.
        win: u32,
        /// The proof number of failure.
        lose: u32,
    },
    /// This move, which must be legal, ends the game at once with success for the player to move.
    Wins(M),
}

/// Advice about positions of one game.
pub trait Guide<G: Game> {
    /// A look at a position that has not been expanded, with `turn` to move and the question
    /// whether `goal` can be reached. It is called for every new child: it must be cheap.
    fn look(&self, game: &G, state: &G::State, turn: Player, goal: Goal<G::Value>)
    -> Look<G::Move>;

    /// Whether [`look`](Guide::look) knows anything. A guide may be there for its scores alone.
    fn looks(&self) -> bool {
        true
    }

    /// Whether there are [scores](Guide::score).
    fn evaluates(&self) -> bool {
        false
    }

    /// An evaluation of a position from the point of view of `player`: 0 if it is even, about 100 if `player` is likely
    /// to win, −100 if the other one is. It is asked for only if there are [scores](Guide::evaluates).
    fn score(&self, _game: &G, _state: &G::State, _player: Player) -> i32 {
        0
    }

    /// What a search sees of the position after a move, before it is searched, if the guide finds out by itself.
    /// Others need not: it is found out by [`first_look`] then.
    #[inline]
    fn first_look(
        &self,
        _game: &G,
        _parent: &G::State,
        _mv: G::Move,
        _options: FirstLookOptions<G::Value>,
    ) -> Option<FirstLook<G::Value>> {
        None
    }
}

/// What a search sees of the position after a move, before it is searched: the value, if the game is over or will be
/// at once, or what it starts with; told to one of two functions. `reply` is a move that ended the game after a
/// sibling: it may do so here too.
#[inline]
pub fn first_look<G: Game, A: Guide<G>, R>(
    (game, guide): (&G, &A),
    (parent, mv): (&G::State, G::Move),
    options: FirstLookOptions<G::Value>,
    reply: &mut Option<G::Move>,
    settled: impl Fn(G::Value) -> R,
    open: impl Fn(Player, u32, u32) -> R,
) -> R {
    let FirstLookOptions { kind, looker, goal } = options;
    if kind == FirstLookKind::Unit && looker.is_none() {
        // They are all alike: what they look like does not matter.
        return match game.status_after(parent, mv) {
            Status::Over(value) => settled(value),
            Status::Turn(turn) => open(turn, 1, 1),
        };
    }
    let mut state = parent.clone();
    game.play(&mut state, mv);
    let turn = match game.status(&state) {
        Status::Over(value) => return settled(value),
        Status::Turn(turn) => turn,
    };
    let (win, lose) = match kind {
        FirstLookKind::Guide => match guide.look(game, &state, turn, goal) {
            Look::Effort { win, lose } => (win, lose),
            Look::Wins(mv) => match confirmed_win(game, &state, turn, mv, goal) {
                Some(value) => return settled(value),
                None => (1, 1),
            },
        },
        FirstLookKind::Unit if !looks(looker, turn, goal.prover()) => (1, 1),
        kind => {
            let (state, looks_ahead) = (&state, looks(looker, turn, goal.prover()));
            if let Some(mv) = *reply
                && looks_ahead
                && let Some(value) = confirmed_win(game, state, turn, mv, goal)
            {
                return settled(value);
            }
            let Glance { moves, success, .. } = glance(game, state, turn, goal, looks_ahead);
            if let Some((mv, value)) = success {
                *reply = Some(mv);
                return settled(value);
            }
            match moves {
                0 => return settled(game.stuck(state)),
                moves => match kind {
                    FirstLookKind::Mobility => (1, moves),
                    FirstLookKind::Evaluation(evaluation) => {
                        evaluation.effort(guide.score(game, state, turn), moves)
                    }
                    _ => (1, 1),
                },
            }
        }
    };
    open(turn, win, lose)
}

/// What a search sees of a position that was never visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstLook<V> {
    /// The game is over with this value, or the player to move ends it so at once.
    Settled(V),
    /// It goes on.
    Open {
        /// Who is to move.
        turn: Player,
        /// The proof number of success, for that player.
        win: u32,
        /// The proof number of failure.
        lose: u32,
    },
}

/// How a position is looked at that was never visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstLookOptions<V> {
    /// Where its numbers come from.
    pub kind: FirstLookKind,
    /// Whose moves are all tried for an immediate success, where no guide looks; nobody's, if not said.
    pub looker: Option<Looker>,
    /// What is asked.
    pub goal: Goal<V>,
}

/// At which positions moves are tried for a success, before they are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looker {
    /// At all.
    Both,
    /// Where the goal's prover is to move.
    Prover,
}

impl Looker {
    /// Whether moves are tried where `turn` is to move.
    #[inline]
    pub fn looks(self, turn: Player, prover: Player) -> bool {
        self == Looker::Both || turn == prover
    }
}

/// Whether the moves of `turn` are tried.
#[inline]
fn looks(looker: Option<Looker>, turn: Player, prover: Player) -> bool {
    looker.is_some_and(|looker| looker.looks(turn, prover))
}

/// Where the numbers of a position come from that was never visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstLookKind {
    /// 1 and 1.
    Unit,
    /// What the guide says.
    Guide,
    /// The number of moves, for the side that must refute them all.
    Mobility,
    /// From the guide's scores.
    Evaluation(Evaluation),
}

/// What a glance at the moves of a position shows.
pub struct Glance<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    goal: Goal<G::Value>,
    turn: Player,
    tries: bool,
    /// How many moves there are.
    pub moves: u32,
    /// The first that is an immediate success of the player to move, if they were tried, and the value.
    pub success: Option<(G::Move, G::Value)>,
}

/// Counts the moves of a position and, if asked to, tries each for an immediate success of `turn`, the player to
/// move.
#[inline]
pub fn glance<'a, G: Game>(
    game: &'a G,
    state: &'a G::State,
    turn: Player,
    goal: Goal<G::Value>,
    tries: bool,
) -> Glance<'a, G> {
    let mut glance = Glance { game, state, goal, turn, tries, moves: 0, success: None };
    game.moves(state, &mut glance);
    glance
}

impl<G: Game> Extend<G::Move> for Glance<'_, G> {
    #[inline]
    fn extend<I: IntoIterator<Item = G::Move>>(&mut self, moves: I) {
        for mv in moves {
            self.moves += 1;
            if self.tries && self.success.is_none() {
                let value = success(self.game, self.state, mv, self.turn, self.goal);
                if let Some(value) = value {
                    self.success = Some((mv, value));
                }
            }
        }
    }
}

/// The value with which a move ends the game, if it is legal and that is what `turn`, the player to move, wants: a
/// winning move is not believed in before.
#[inline]
pub fn confirmed_win<G: Game>(
    game: &G,
    state: &G::State,
    turn: Player,
    mv: G::Move,
    goal: Goal<G::Value>,
) -> Option<G::Value> {
    if !is_legal(game, state, mv) {
        return None;
    }
    success(game, state, mv, turn, goal)
}

/// The value with which `mv` ends the game at once, if that is what `turn`, who plays it, wants.
#[inline]
fn success<G: Game>(
    game: &G,
    state: &G::State,
    mv: G::Move,
    turn: Player,
    goal: Goal<G::Value>,
) -> Option<G::Value> {
    let Status::Over(value) = game.status_after(state, mv) else { return None };
    (goal.met(value) == (turn == goal.prover())).then_some(value)
}

#[inline]
fn is_legal<G: Game>(game: &G, state: &G::State, mv: G::Move) -> bool {
    struct Finder<M> {
        wanted: M,
        found: bool,
    }
    impl<M: PartialEq> Extend<M> for Finder<M> {
        #[inline]
        fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
            self.found |= moves.into_iter().any(|mv| mv == self.wanted);
        }
    }
    let mut finder = Finder { wanted: mv, found: false };
    game.moves(state, &mut finder);
    finder.found
}

/// A guide, or none.
impl<G: Game, A: Guide<G>> Guide<G> for Option<A> {
    #[inline]
    fn look(
        &self,
        game: &G,
        state: &G::State,
        turn: Player,
        goal: Goal<G::Value>,
    ) -> Look<G::Move> {
        match self {
            Some(guide) => guide.look(game, state, turn, goal),
            None => NoGuide.look(game, state, turn, goal),
        }
    }

    fn looks(&self) -> bool {
        self.as_ref().is_some_and(Guide::looks)
    }

    fn evaluates(&self) -> bool {
        self.as_ref().is_some_and(Guide::evaluates)
    }

    fn score(&self, game: &G, state: &G::State, player: Player) -> i32 {
        self.as_ref().map_or(0, |guide| guide.score(game, state, player))
    }
}

/// The empty guide: every position looks alike.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoGuide;

impl<G: Game> Guide<G> for NoGuide {
    #[inline]
    fn look(&self, _: &G, _: &G::State, _: Player, _: Goal<G::Value>) -> Look<G::Move> {
        Look::Effort { win: 1, lose: 1 }
    }

    fn looks(&self) -> bool {
        false
    }
}
