//! A game whose keys are never shared: for answers that no collision can spoil, at the price of
//! remembering every position that is looked at.

use std::cell::{Cell, RefCell};

use phidelta_rules::{
    Game, Goal, GraphKind, Guide, Likeness, Look, Player, Recurrence, RepetitionRule, Status,
    recurrence,
};
use rustc_hash::FxHashMap;

/// The same game with other keys: positions are numbered as they are met.
pub(crate) struct Exact<'a, G: Game> {
    game: &'a G,
    numbers: RefCell<FxHashMap<G::State, u64>>,
    met: Cell<u64>,
}

impl<'a, G: Game> Exact<'a, G> {
    /// The game, of which no position was met yet.
    pub fn new(game: &'a G) -> Self {
        Exact { game, numbers: RefCell::default(), met: Cell::new(0) }
    }

    /// Bytes that the positions take, about.
    pub fn bytes(&self) -> u64 {
        let entry = size_of::<(G::State, u64)>() + 1;
        let numbers = self.numbers.borrow();
        (numbers.capacity() * entry + numbers.len() * self.game.state_heap_bytes()) as u64
    }
}

impl<G: Game> Game for Exact<'_, G> {
    type State = G::State;
    type Move = G::Move;
    type Value = G::Value;
    type Graph = AsInTheGame;

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

    fn state_heap_bytes(&self) -> usize {
        self.game.state_heap_bytes()
    }

    fn compact(&self, state: &mut G::State) {
        self.game.compact(state);
    }
}

/// Positions come back as they do in the game itself.
pub(crate) enum AsInTheGame {}

impl<'a, G: Game> GraphKind<Exact<'a, G>> for AsInTheGame {
    const REPEATS: bool = G::Graph::REPEATS;

    fn recurrence(exact: &Exact<'a, G>) -> Recurrence<Exact<'a, G>> {
        /// The rule of the game itself, which has one if this is asked.
        fn rule<G: Game>(exact: &Exact<'_, G>) -> RepetitionRule<G> {
            match recurrence(exact.game) {
                Recurrence::Ends(rule) => rule,
                Recurrence::Never | Recurrence::Endless(_) => unreachable!("there is a rule"),
            }
        }
        match recurrence(exact.game) {
            Recurrence::Never => Recurrence::Never,
            Recurrence::Endless(value) => Recurrence::Endless(value),
            Recurrence::Ends(RepetitionRule { occurrences, likeness, .. }) => {
                Recurrence::Ends(RepetitionRule {
                    occurrences,
                    value: |exact, cycle| (rule(exact).value)(exact.game, cycle),
                    likeness: likeness.map(|_| Likeness {
                        comes_back: |exact: &Exact<'a, G>, earlier, later| {
                            rule(exact).comes_back(exact.game, earlier, later)
                        },
                        place: |exact: &Exact<'a, G>, state| rule(exact).place(exact.game, state),
                    }),
                    irreversible: |exact, state, mv| {
                        (rule(exact).irreversible)(exact.game, state, mv)
                    },
                })
            }
        }
    }
}

/// Advice for the same game.
pub(crate) struct ExactGuide<'a, G>(pub &'a dyn Guide<G>);

impl<G: Game> Guide<Exact<'_, G>> for ExactGuide<'_, G> {
    fn look(
        &self,
        game: &Exact<'_, G>,
        state: &G::State,
        turn: Player,
        goal: Goal<G::Value>,
    ) -> Look<G::Move> {
        self.0.look(game.game, state, turn, goal)
    }

    fn score(&self, game: &Exact<'_, G>, state: &G::State, player: Player) -> i32 {
        self.0.score(game.game, state, player)
    }
}
