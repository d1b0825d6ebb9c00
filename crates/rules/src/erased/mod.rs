//! Games without their types.
//!
//! A search that is compiled for a game's types is fast, and takes long to compile. What is rarely run, or slow
//! anyway, need not be: it sees a game through [`RulesObject`], a trait object, and is compiled once for all
//! games. [`Erased`] makes a [`Game`] of such an object again, so that the same code serves both.
//!
//! States are shared and never changed; a move is its place among the legal moves, which a state remembers
//! once they were asked for. Keys are those of the game itself: tables can be shared with a search that has
//! the types.
//!
//! [`GameObject`] adds what people see: notation, boards, names.

mod object;
mod state;

use std::fmt::{self, Display};

use crate::{
    FirstLook, FirstLookOptions, Game, Goal, GraphKind, Guide, Likeness, Look, NamedPosition,
    Player, PositionError, Recurrence, RepetitionRule, Status, Value,
};

pub use object::Object;
pub use state::AnyState;

/// A value of any game, as a number that is larger for larger values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyValue {
    number: i32,
    winner: Option<Player>,
}

impl AnyValue {
    /// The value of a game, without its type.
    #[inline]
    pub fn of(value: impl Value) -> Self {
        AnyValue { number: value.number(), winner: value.winner() }
    }
}

impl Value for AnyValue {
    #[inline]
    fn winner(self) -> Option<Player> {
        self.winner
    }

    #[inline]
    fn number(self) -> i32 {
        self.number
    }
}

impl Display for AnyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}

/// The rules of a game, and advice about it, behind a trait object. Moves are places among the legal moves,
/// in the order of [`Game::moves`].
///
/// All functions panic if a state is of another game's type.
pub trait RulesObject: Send + Sync {
    /// See [`Game::initial`].
    fn initial(&self) -> AnyState;
    /// See [`Game::status`].
    fn status(&self, state: &AnyState) -> Status<AnyValue>;
    /// How many legal moves there are, where the game goes on.
    fn move_count(&self, state: &AnyState) -> u32;
    /// See [`Game::stuck`].
    fn stuck(&self, state: &AnyState) -> AnyValue;
    /// The position after a legal move.
    fn after(&self, state: &AnyState, mv: u32) -> AnyState;
    /// See [`Game::values`].
    fn values(&self) -> Vec<AnyValue>;
    /// See [`Game::key`].
    fn key(&self, state: &AnyState) -> u64;
    /// See [`Game::key_after`].
    fn key_after(&self, state: &AnyState, mv: u32) -> u64;
    /// See [`Game::status_after`].
    fn status_after(&self, state: &AnyState, mv: u32) -> Status<AnyValue>;
    /// What happens when a position comes back.
    fn repetition(&self) -> Repetition;
    /// Whether the game is one whose positions may come back, by its type: see [`GraphKind::REPEATS`]. It may be
    /// such a game without such positions; what a search notes about it is of the same form all the same.
    fn repeats(&self) -> bool {
        self.repetition() != Repetition::Never
    }
    /// See [`RepetitionRule::value`].
    fn repetition_value(&self, line: &[AnyState]) -> AnyValue;
    /// See [`RepetitionRule::comes_back`].
    fn comes_back(&self, earlier: &AnyState, later: &AnyState) -> bool;
    /// See [`RepetitionRule::place`].
    fn place(&self, state: &AnyState) -> u64;
    /// See [`RepetitionRule::irreversible`].
    fn is_irreversible(&self, state: &AnyState, mv: u32) -> bool;
    /// See [`Guide::first_look`].
    fn first_look(
        &self,
        parent: &AnyState,
        mv: u32,
        options: FirstLookOptions<AnyValue>,
    ) -> FirstLook<AnyValue>;
    /// See [`Guide::look`].
    fn look(&self, state: &AnyState, turn: Player, goal: Goal<AnyValue>) -> Look<u32>;
    /// See [`Guide::score`].
    fn score(&self, state: &AnyState, player: Player) -> i32;
    /// Bytes of a state of the game.
    fn state_bytes(&self) -> usize;
}

/// What happens when a position comes back, as far as it can be told without the game's types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// No position can be reached from itself.
    Never,
    /// Nothing happens, and a game that goes on for ever is worth this.
    Endless(AnyValue),
    /// The game ends.
    Ends {
        /// See [`RepetitionRule::occurrences`].
        occurrences: u32,
        /// Whether positions that are not equal may count as the same.
        has_likeness: bool,
    },
}

/// A game behind a trait object, with its notation.
pub trait GameObject: RulesObject {
    /// The rules alone.
    fn rules(&self) -> &dyn RulesObject;
    /// Whether games end with a score, not just with a win, a draw or a loss.
    fn has_scores(&self) -> bool;
    /// Whether there is advice for searches.
    fn has_guide(&self) -> bool;
    /// Whether positions can be evaluated.
    fn has_evaluation(&self) -> bool;
    /// The parameters, as the game writes them.
    fn parameters(&self) -> String;
    /// A value of the game in words: its `Display`.
    fn write_value(&self, value: AnyValue) -> String;
    /// See [`Notation::read`](crate::Notation::read).
    ///
    /// # Errors
    /// Whatever is wrong with the position or with one of the moves.
    fn read(&self, text: &str) -> Result<AnyState, PositionError>;
    /// See [`Notation::read_position`](crate::Notation::read_position).
    ///
    /// # Errors
    /// Whatever is wrong with the position.
    fn read_position(&self, text: &str) -> Result<AnyState, PositionError>;
    /// See [`Notation::write_position`](crate::Notation::write_position).
    fn write_position(&self, state: &AnyState) -> String;
    /// See [`Notation::write_move`](crate::Notation::write_move).
    fn write_move(&self, state: &AnyState, mv: u32) -> String;
    /// See [`Notation::read_move`](crate::Notation::read_move).
    ///
    /// # Errors
    /// If there is no such legal move.
    fn read_move(&self, state: &AnyState, text: &str) -> Result<u32, PositionError>;
    /// See [`Notation::play_word`](crate::Notation::play_word).
    ///
    /// # Errors
    /// If one of the moves is not legal.
    fn play_word(&self, state: &AnyState, word: &str) -> Result<AnyState, PositionError>;
    /// See [`Notation::joins_next`](crate::Notation::joins_next).
    fn joins_next(&self, state: &AnyState) -> bool;
    /// See [`Notation::draw`](crate::Notation::draw).
    fn draw(&self, state: &AnyState) -> String;
    /// See [`Notation::sgf`](crate::Notation::sgf).
    fn sgf(&self, state: &AnyState) -> Option<String>;
    /// See [`Notation::player_name`](crate::Notation::player_name).
    fn player_name(&self, player: Player) -> &'static str;
    /// See [`Notation::named_positions`](crate::Notation::named_positions).
    fn named_positions(&self) -> Vec<NamedPosition>;
    /// The position if the player to move passed, in games of placing stones: see
    /// [`Placement::pass`](crate::Placement::pass).
    fn pass(&self, state: &AnyState) -> Option<AnyState>;

    /// Writes a line of play: see [`Notation::write_line`](crate::Notation::write_line). It ends before a move
    /// that is not legal.
    fn write_line(&self, state: &AnyState, line: &[u32]) -> Vec<String> {
        let mut state = state.clone();
        let mut words: Vec<String> = Vec::with_capacity(line.len());
        let mut joins = false;
        for &mv in line {
            if matches!(self.status(&state), Status::Over(_)) || mv >= self.move_count(&state) {
                break;
            }
            let written = self.write_move(&state, mv);
            match words.last_mut().filter(|_| joins) {
                Some(word) => *word += &written,
                None => words.push(written),
            }
            joins = self.joins_next(&state);
            state = self.after(&state, mv);
        }
        words
    }

    /// The full status of a position: [`RulesObject::stuck`] where there is no move.
    fn resolve(&self, state: &AnyState) -> Status<AnyValue> {
        match self.status(state) {
            Status::Turn(_) if self.move_count(state) == 0 => Status::Over(self.stuck(state)),
            status => status,
        }
    }
}

/// A game made of an object again. `CYCLIC` says whether its positions may come back.
#[derive(Clone, Copy)]
pub struct Erased<'g, const CYCLIC: bool>(&'g dyn RulesObject);

impl<'g, const CYCLIC: bool> Erased<'g, CYCLIC> {
    /// The game of this object.
    ///
    /// # Panics
    /// If `CYCLIC` is not what the object says: see [`RulesObject::repeats`].
    pub fn new(object: &'g dyn RulesObject) -> Self {
        assert_eq!(object.repeats(), CYCLIC, "the wrong kind of graph");
        Erased(object)
    }

    /// The object.
    pub fn object(&self) -> &'g dyn RulesObject {
        self.0
    }
}

impl<const CYCLIC: bool> Game for Erased<'_, CYCLIC> {
    type State = AnyState;
    type Move = u32;
    type Value = AnyValue;
    type Graph = ErasedGraph<CYCLIC>;

    fn initial(&self) -> AnyState {
        self.0.initial()
    }

    fn status(&self, state: &AnyState) -> Status<AnyValue> {
        self.0.status(state)
    }

    fn moves(&self, state: &AnyState, out: &mut impl Extend<u32>) {
        out.extend(0..self.0.move_count(state));
    }

    fn stuck(&self, state: &AnyState) -> AnyValue {
        self.0.stuck(state)
    }

    fn play(&self, state: &mut AnyState, mv: u32) {
        *state = self.0.after(state, mv);
    }

    fn values(&self) -> Vec<AnyValue> {
        self.0.values()
    }

    fn key(&self, state: &AnyState) -> u64 {
        self.0.key(state)
    }

    fn key_after(&self, state: &AnyState, mv: u32) -> u64 {
        self.0.key_after(state, mv)
    }

    fn status_after(&self, state: &AnyState, mv: u32) -> Status<AnyValue> {
        self.0.status_after(state, mv)
    }

    fn state_heap_bytes(&self) -> usize {
        AnyState::heap_bytes(self.0.state_bytes())
    }

    /// It forgets its moves.
    fn compact(&self, state: &mut AnyState) {
        *state = state.without_moves();
    }
}

/// The graph of an [`Erased`] game.
#[derive(Clone, Copy, Debug)]
pub enum ErasedGraph<const CYCLIC: bool> {}

impl<'g, const CYCLIC: bool> GraphKind<Erased<'g, CYCLIC>> for ErasedGraph<CYCLIC> {
    const REPEATS: bool = CYCLIC;

    fn recurrence(game: &Erased<'g, CYCLIC>) -> Recurrence<Erased<'g, CYCLIC>> {
        match game.0.repetition() {
            Repetition::Never => Recurrence::Never,
            Repetition::Endless(value) => Recurrence::Endless(value),
            Repetition::Ends { occurrences, has_likeness } => Recurrence::Ends(RepetitionRule {
                occurrences,
                value: |game, line| game.0.repetition_value(line),
                likeness: has_likeness.then_some(Likeness {
                    comes_back: |game: &Erased<'g, CYCLIC>, earlier, later| {
                        game.0.comes_back(earlier, later)
                    },
                    place: |game: &Erased<'g, CYCLIC>, state| game.0.place(state),
                }),
                irreversible: |game, state, mv| game.0.is_irreversible(state, mv),
            }),
        }
    }
}

/// The advice of an object.
#[derive(Clone, Copy, Debug)]
pub struct ErasedGuide;

impl<const CYCLIC: bool> Guide<Erased<'_, CYCLIC>> for ErasedGuide {
    fn look(
        &self,
        game: &Erased<'_, CYCLIC>,
        state: &AnyState,
        turn: Player,
        goal: Goal<AnyValue>,
    ) -> Look<u32> {
        game.0.look(state, turn, goal)
    }

    fn score(&self, game: &Erased<'_, CYCLIC>, state: &AnyState, player: Player) -> i32 {
        game.0.score(state, player)
    }

    /// The object does all of it at once, with the game's types.
    fn first_look(
        &self,
        game: &Erased<'_, CYCLIC>,
        parent: &AnyState,
        mv: u32,
        options: FirstLookOptions<AnyValue>,
    ) -> Option<FirstLook<AnyValue>> {
        Some(game.0.first_look(parent, mv, options))
    }
}
