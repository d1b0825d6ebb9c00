//! A game whose keys are never shared: for answers that no collision can spoil, at the price of
//! remembering every position that is looked at.

use std::cell::{Cell, RefCell};

use phidelta_rules::{Game, Goal, Guide, Look, Player, Status};
use rustc_hash::FxHashMap;

/// The same game with other keys: positions are numbered as they are met.
pub(crate) struct Exact<'a, G: Game> {
    game: &'a G,
    numbers: RefCell<FxHashMap<G::State, u64>>,
    met: Cell<u64>,
}

impl<'a, G: Game> Exact<'a, G> {
    pub fn new(game: &'a G) -> Self {
        Exact { game, numbers: RefCell::default(), met: Cell::new(0) }
    }

    /// Bytes that the positions take, about.
    pub fn bytes(&self) -> u64 {
        let entry = size_of::<(G::State, u64)>() + 1;
        (self.numbers.borrow().capacity() * entry) as u64
    }
}

impl<G: Game> Game for Exact<'_, G> {
    type State = G::State;
    type Move = G::Move;
    type Value = G::Value;

    fn initial(&self) -> G::State {
        self.game.initial()
    }

    fn status(&self, state: &G::State) -> Status<G::Value> {
        self.game.status(state)
    }

    fn moves(&self, state: &G::State, out: &mut impl Extend<G::Move>) {
        self.game.moves(state, out);
    }

    fn stuck(&self, state: &G::State) -> G::Value {
        self.game.stuck(state)
    }

    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.game.play(state, mv);
    }

    fn values(&self) -> Vec<G::Value> {
        self.game.values()
    }

    /// The number of the position. Tables spread keys themselves.
    fn key(&self, state: &G::State) -> u64 {
        let mut numbers = self.numbers.borrow_mut();
        if let Some(&number) = numbers.get(state) {
            return number;
        }
        let number = self.met.get();
        self.met.set(number + 1);
        numbers.insert(state.clone(), number);
        number
    }

    fn status_after(&self, state: &G::State, mv: G::Move) -> Status<G::Value> {
        self.game.status_after(state, mv)
    }
}

/// Advice for the same game.
pub(crate) struct ExactGuide<'a, A>(pub &'a A);

impl<G: Game, A: Guide<G>> Guide<Exact<'_, G>> for ExactGuide<'_, A> {
    fn look(
        &self,
        game: &Exact<'_, G>,
        state: &G::State,
        turn: Player,
        goal: Goal<G::Value>,
    ) -> Look<G::Move> {
        self.0.look(game.game, state, turn, goal)
    }
}
