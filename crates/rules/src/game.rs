//! The rules of a two-player game of perfect information, or of any AND/OR problem.

use std::hash::{Hash, Hasher};
use std::ops::Not;

use crate::{Goal, GraphKind, Placement, ThreatPosition, Value, zobrist};

/// One of the two players. Values are absolute: larger ones are better for [`Player::Max`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Player {
    /// The player who wants the value large; in most games the one who starts.
    Max,
    /// The player who wants the value small.
    Min,
}

impl Not for Player {
    type Output = Player;

    /// The opponent.
    #[inline]
    fn not(self) -> Player {
        match self {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        }
    }
}

/// Whether a position is decided, and if not, who chooses the next move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status<V> {
    /// This player is to move (if there is a move: see [`Game::stuck`]).
    Turn(Player),
    /// The game is over with this value.
    Over(V),
}

/// The rules of a game.
///
/// The value itself holds the parameters (board size and the like); positions are
/// [`Game::State`]s. The same player may move several times in a row: whose turn it is comes from
/// [`Game::status`] alone. If a position can be reached from itself, the game must say so
/// ([`Game::Graph`]).
///
/// # What may be called when
///
/// * [`status`](Game::status) at any time. It must be cheap: it reports what the state knows (a
///   line was completed, a stone captured) and does not look for moves.
/// * [`moves`](Game::moves), [`stuck`](Game::stuck) only where `status` says
///   [`Status::Turn`]. If `moves` yields nothing, the game is over and its value is `stuck`; so
///   neither does the work of the other.
/// * [`play`](Game::play), [`key_after`](Game::key_after), [`status_after`](Game::status_after)
///   only with a move that `moves` yields there.
///
/// # What equality means
///
/// Two states are equal if and only if the rest of the game is the same from both: same status,
/// same moves in the same order, same results. How a position was reached, and how many moves were
/// played, must not be part of it unless the rules depend on that.
pub trait Game: Sized {
    /// A position with all that the rules need to go on. Searches copy it at every node: keep it
    /// small (64 to 200 bytes) and without heap memory where possible.
    type State: Clone + Eq + Hash;
    /// A move. It need make sense only together with the state in which it is played.
    type Move: Copy + Eq + 'static;
    /// What a finished game is worth.
    type Value: Value;
    /// [`Acyclic`](crate::Acyclic) if every line of play ends, [`WithCycles`](crate::WithCycles) if a
    /// position may come back.
    type Graph: GraphKind<Self>;

    /// The usual starting position.
    fn initial(&self) -> Self::State;

    /// Whether the game is over here, as far as the state tells, and who is to move if not.
    fn status(&self, state: &Self::State) -> Status<Self::Value>;

    /// Yields the legal moves, each once, in an order that depends on the state alone.
    ///
    /// Certificates name moves by their place in this order: changing it breaks old certificates.
    fn moves(&self, state: &Self::State, out: &mut impl Extend<Self::Move>);

    /// The value of a position whose player to move has no legal move.
    fn stuck(&self, state: &Self::State) -> Self::Value;

    /// Plays a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// The values that games from any position can end with, in ascending order. More than occur
    /// in truth is harmless; one missing is a fault.
    fn values(&self) -> Vec<Self::Value>;

    /// A 64-bit key of the state: equal states have equal keys, and different ones should differ
    /// in each bit with even chance. Override it with an incremental one (see [`zobrist`]).
    fn key(&self, state: &Self::State) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        state.hash(&mut hasher);
        zobrist::scramble(hasher.finish())
    }

    /// The key of the state that `mv` leads to. Override it where it can be had without making
    /// the move: searches ask it of every child before they touch any.
    fn key_after(&self, state: &Self::State, mv: Self::Move) -> u64 {
        let mut next = state.clone();
        self.play(&mut next, mv);
        self.key(&next)
    }

    /// The status of the state that `mv` leads to. Override it where it can be had without making
    /// the move, and making the move is dear: searches look for moves that end the game.
    fn status_after(&self, state: &Self::State, mv: Self::Move) -> Status<Self::Value> {
        let mut next = state.clone();
        self.play(&mut next, mv);
        self.status(&next)
    }

    /// How many bytes a state takes on the heap, about, besides those of its type: whoever keeps many states
    /// counts them.
    fn state_heap_bytes(&self) -> usize {
        0
    }

    /// Makes a state that is kept for long take no more than that, if states may take more.
    fn compact(&self, _state: &mut Self::State) {}

    /// What proofs that leave out replies need to know, if this is a game of placing stones.
    fn placement(&self) -> Option<&dyn Placement<Self>> {
        None
    }

    /// The position as searches by threats play it, if they can: Max there is the prover of the goal.
    /// Who has won there has reached the goal, or prevented it, by these rules.
    fn threats<'g>(
        &'g self,
        _state: &Self::State,
        _goal: Goal<Self::Value>,
    ) -> Option<ThreatPosition<'g, Self::Move>> {
        None
    }
}

/// Collects the legal moves of a position whose status is [`Status::Turn`].
pub fn legal_moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// The full status of a position: [`Game::status`], and [`Game::stuck`] where there is no move.
///
/// `moves` is cleared, and holds the legal moves afterwards.
pub fn resolve<G: Game>(game: &G, state: &G::State, moves: &mut Vec<G::Move>) -> Status<G::Value> {
    moves.clear();
    let status = game.status(state);
    if let Status::Turn(_) = status {
        game.moves(state, moves);
        if moves.is_empty() {
            return Status::Over(game.stuck(state));
        }
    }
    status
}
