//! The game of an attacker who always threatens to win by continuous threats: what is searched by
//! relevance-zone-oriented df-pn (Wu and Lin 2010; Song, Iida and van den Herik 2017).
//!
//! It is the real game with fewer moves. The attacker tries the moves that look best, and only those
//! after which he would win if the opponent passed. The opponent tries the moves that are not lost to
//! a threat search: as the attacks that are found win against every move outside their zones, few
//! of the others need to be searched. A position that the attacker wins by continuous threats is over.
//!
//! A win here is a win in the real game, whatever was left out of the attacker's moves. That there is
//! none says nothing: it is a [`Outcome::Draw`] here.

mod choice;
mod replies;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use phidelta_rules::{Acyclic, Game, Outcome, Player, Status};
use rustc_hash::FxHashMap;

use super::forcing::Partners;
use super::threats::{self, Stones};
use super::vcdt::{Attack, Found, Limits, Listener, Vcdt};
use super::{Connect, State};

/// How wide an attacker looks, and how far threats are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breadth {
    /// How many of the attacker's moves are tried, or all that threaten.
    pub top: Option<usize>,
    /// The limits of each threat search.
    pub limits: Limits,
    /// Bytes for what is remembered.
    pub memory: usize,
}

/// The attacker's game. Threads may play it at the same time.
pub struct Attacking<'a> {
    game: &'a Connect,
    /// The same game, with the same keys for symmetric positions.
    mirrors: Connect,
    attacker: Player,
    breadth: Breadth,
    /// Those who look for continuous threats: as many as threads may want one.
    searchers: Box<[Mutex<Vcdt<'a>>]>,
    memory: Mutex<Memory>,
}

/// What was found out so far.
#[derive(Default)]
struct Memory {
    /// Whether the attacker, to move, wins by continuous threats.
    wins: FxHashMap<State, bool>,
    /// The moves worth trying: all the attacker's, and the opponent's that are not known to lose.
    moves: FxHashMap<State, Arc<[Stones]>>,
    /// How many moves these are.
    remembered: usize,
}

impl<'a> Attacking<'a> {
    /// The game of this attacker, for as many threads as there are listeners. They hear of the progress of
    /// threat searches, each of those of one thread at a time; once one says stop, all that is not known
    /// counts as not won, so that a search ends soon. Its answer is then worthless, unless it is a win.
    pub fn new(
        game: &'a Connect,
        attacker: Player,
        breadth: Breadth,
        listeners: impl IntoIterator<Item = Listener<'a>>,
    ) -> Self {
        let searcher =
            |listener| Vcdt::listened_by(game.shape(), Partners::Useful, listener).into();
        let searchers: Box<[_]> = listeners.into_iter().map(searcher).collect();
        assert!(!searchers.is_empty(), "somebody must look for threats");
        let mirrors = Connect::new(game.shape().parameters, true);
        Attacking { game, mirrors, attacker, breadth, searchers, memory: Mutex::default() }
    }

    /// Positions that threat searches have visited.
    pub fn nodes(&self) -> u64 {
        self.searchers().map(|searcher| searcher.all_nodes()).sum()
    }

    /// Threat searches so far.
    pub fn searches(&self) -> u64 {
        self.searchers().map(|searcher| searcher.searches()).sum()
    }

    /// Goes on with threat searches after a listener has stopped them.
    pub fn go_on(&self) {
        for mut searcher in self.searchers().filter(|searcher| searcher.is_halted()) {
            searcher.go_on();
            let mut memory = self.memory();
            memory.moves.clear();
            memory.remembered = 0;
        }
    }

    /// Whether a listener has stopped the search.
    pub fn is_stopped(&self) -> bool {
        self.searchers().any(|searcher| searcher.is_halted())
    }

    /// All those who look for threats, one after the other, when they have time.
    fn searchers(&self) -> impl Iterator<Item = MutexGuard<'_, Vcdt<'a>>> {
        self.searchers
            .iter()
            .map(|searcher| searcher.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// One that has time.
    fn searcher(&self) -> MutexGuard<'_, Vcdt<'a>> {
        let mut free = self.searchers.iter().filter_map(|searcher| searcher.try_lock().ok());
        free.next().unwrap_or_else(|| self.searchers().next().expect("there is one"))
    }

    /// Those who have time now.
    fn free_searchers(&self) -> Vec<MutexGuard<'_, Vcdt<'a>>> {
        self.searchers.iter().filter_map(|searcher| searcher.try_lock().ok()).collect()
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How the attacker, to move, wins by continuous threats.
    pub fn attack(&self, state: &State) -> Option<Attack> {
        self.attack_by(&mut self.searcher(), state)
    }

    fn attack_by(&self, searcher: &mut Vcdt<'_>, state: &State) -> Option<Attack> {
        let won = self.search(searcher, state);
        if won { searcher.strategy(state.left()) } else { None }
    }

    /// Looks for a win by continuous threats of the attacker, who is to move.
    fn search(&self, searcher: &mut Vcdt<'_>, state: &State) -> bool {
        let limits = self.breadth.limits;
        let found = searcher.search(state.all_stones(), self.attacker, state.left(), limits);
        matches!(found, Found::Win(_))
    }

    /// How he wins if he plays as in this attack, which wins a similar position; if he does.
    pub fn attack_like(&self, state: &State, model: &Attack) -> Option<Attack> {
        let mut searcher = self.searcher();
        searcher.follow(state.all_stones(), self.attacker, state.left(), model)
    }

    /// Whether the attacker, to move, wins by continuous threats.
    fn wins(&self, state: &State) -> bool {
        let known = self.memory().wins.get(state).copied();
        known.unwrap_or_else(|| {
            let mut searcher = self.searcher();
            let won = self.search(&mut searcher, state);
            if !searcher.is_halted() {
                let mut memory = self.memory();
                memory.keep_within(self.breadth.memory);
                memory.wins.insert(*state, won);
            }
            won
        })
    }

    /// The position if the opponent, to move, passes.
    fn passed(&self, state: &State) -> State {
        self.game.with_turn(state, self.attacker)
    }
}

impl Memory {
    /// Forgets everything if there would be more than so many bytes.
    fn keep_within(&mut self, most: usize) {
        let entries = self.wins.capacity() + self.moves.capacity();
        let bytes = entries * (size_of::<State>() + size_of::<Arc<[Stones]>>() + 8)
            + self.remembered * size_of::<Stones>();
        if bytes > most {
            *self = Memory::default();
        }
    }
}

impl Game for Attacking<'_> {
    type State = State;
    type Move = Stones;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        self.game.initial()
    }

    fn status(&self, state: &State) -> Status<Outcome> {
        let win = Outcome::win(self.attacker);
        match self.game.status(state) {
            Status::Over(value) if value == win => Status::Over(win),
            Status::Over(_) => Status::Over(Outcome::Draw),
            Status::Turn(player) if player == self.attacker => {
                if self.wins(state) {
                    Status::Over(win)
                } else {
                    Status::Turn(player)
                }
            }
            Status::Turn(opponent) => {
                let completes = completes(&mut self.searcher(), state, opponent);
                if completes || !self.wins(&self.passed(state)) {
                    return Status::Over(Outcome::Draw);
                }
                Status::Turn(opponent)
            }
        }
    }

    fn moves(&self, state: &State, out: &mut impl Extend<Stones>) {
        let known = self.memory().moves.get(state).cloned();
        let moves = known.unwrap_or_else(|| {
            let found: Arc<[Stones]> = if state.turn() == self.attacker {
                choice::moves(self, state).into()
            } else {
                replies::moves(self, state).into()
            };
            // Also after a stop: the moves of a position must stay the same while a search ends.
            let mut memory = self.memory();
            memory.keep_within(self.breadth.memory);
            memory.remembered += found.len();
            memory.moves.insert(*state, found.clone());
            found
        });
        out.extend(moves.iter().copied());
    }

    /// An attacker without a promising move has not won; an opponent without one has lost.
    fn stuck(&self, state: &State) -> Outcome {
        if state.turn() == self.attacker || self.is_stopped() {
            Outcome::Draw
        } else {
            Outcome::win(self.attacker)
        }
    }

    fn play(&self, state: &mut State, stones: Stones) {
        for &square in stones.squares() {
            if state.winner().is_none() {
                self.game.play(state, square);
            }
        }
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::ALL.to_vec()
    }

    fn key(&self, state: &State) -> u64 {
        self.game.key(state)
    }
}

/// Whether a player with so many stones to place completes a row.
fn completes(vcdt: &mut Vcdt<'_>, state: &State, player: Player) -> bool {
    let field = vcdt.field();
    field.set(state.all_stones());
    threats::completion(field, player, state.left()).is_some()
}
