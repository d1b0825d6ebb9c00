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

use std::cell::RefCell;
use std::rc::Rc;

use phidelta_rules::{Finite, Game, Outcome, Player, Status};
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

/// The attacker's game.
pub struct Attacking<'a> {
    game: &'a Connect,
    /// The same game, with the same keys for symmetric positions.
    mirrors: Connect,
    attacker: Player,
    breadth: Breadth,
    mind: RefCell<Mind<'a>>,
}

/// What was found out so far.
struct Mind<'a> {
    vcdt: Vcdt<'a>,
    /// Whether the attacker, to move, wins by continuous threats.
    wins: FxHashMap<State, bool>,
    /// The moves worth trying: all the attacker's, and the opponent's that are not known to lose.
    moves: FxHashMap<State, Rc<[Stones]>>,
    /// How many moves these are.
    remembered: usize,
}

impl<'a> Attacking<'a> {
    /// The game of this attacker. The listener hears of the progress of threat searches; once it says
    /// stop, all that is not known counts as not won, so that a search ends soon. Its answer is then
    /// worthless, unless it is a win.
    pub fn new(
        game: &'a Connect,
        attacker: Player,
        breadth: Breadth,
        listener: Listener<'a>,
    ) -> Self {
        let mind = Mind {
            vcdt: Vcdt::listened_by(game.shape(), Partners::Useful, listener),
            wins: FxHashMap::default(),
            moves: FxHashMap::default(),
            remembered: 0,
        };
        let mirrors = Connect::new(game.shape().parameters, true);
        Attacking { game, mirrors, attacker, breadth, mind: RefCell::new(mind) }
    }

    /// Positions that threat searches have visited.
    pub fn nodes(&self) -> u64 {
        self.mind.borrow().vcdt.all_nodes()
    }

    /// Threat searches so far.
    pub fn searches(&self) -> u64 {
        self.mind.borrow().vcdt.searches()
    }

    /// Goes on with threat searches after the listener has stopped them.
    pub fn go_on(&self) {
        let mind = &mut *self.mind.borrow_mut();
        if mind.vcdt.is_halted() {
            mind.vcdt.go_on();
            mind.moves.clear();
            mind.remembered = 0;
        }
    }

    /// Whether the listener has stopped the search.
    pub fn is_stopped(&self) -> bool {
        self.mind.borrow().vcdt.is_halted()
    }

    /// How the attacker, to move, wins by continuous threats.
    pub fn attack(&self, state: &State) -> Option<Attack> {
        self.mind.borrow_mut().attack(state, self)
    }

    /// How he wins if he plays as in this attack, which wins a similar position; if he does.
    pub fn attack_like(&self, state: &State, model: &Attack) -> Option<Attack> {
        let vcdt = &mut self.mind.borrow_mut().vcdt;
        vcdt.follow(state.all_stones(), self.attacker, state.left(), model)
    }

    /// Whether the attacker, to move, wins by continuous threats.
    fn wins(&self, state: &State) -> bool {
        let mind = &mut *self.mind.borrow_mut();
        if let Some(&won) = mind.wins.get(state) {
            return won;
        }
        let won = mind.search(state, self);
        if !mind.vcdt.is_halted() {
            mind.remember(self);
            mind.wins.insert(*state, won);
        }
        won
    }

    /// The position if the opponent, to move, passes.
    fn passed(&self, state: &State) -> State {
        self.game.with_turn(state, self.attacker)
    }
}

impl Mind<'_> {
    /// Looks for a win by continuous threats of the attacker, who is to move.
    fn search(&mut self, state: &State, setting: &Attacking<'_>) -> bool {
        let limits = setting.breadth.limits;
        let found = self.vcdt.search(state.all_stones(), setting.attacker, state.left(), limits);
        matches!(found, Found::Win(_))
    }

    fn attack(&mut self, state: &State, setting: &Attacking<'_>) -> Option<Attack> {
        let won = self.search(state, setting);
        if won { self.vcdt.strategy(state.left()) } else { None }
    }

    /// Forgets everything if there would be too much.
    fn remember(&mut self, setting: &Attacking<'_>) {
        let entries = self.wins.capacity() + self.moves.capacity();
        let bytes = entries * (size_of::<State>() + size_of::<Rc<[Stones]>>() + 8)
            + self.remembered * size_of::<Stones>();
        if bytes > setting.breadth.memory {
            self.wins = FxHashMap::default();
            self.moves = FxHashMap::default();
            self.remembered = 0;
        }
    }
}

impl Game for Attacking<'_> {
    type State = State;
    type Move = Stones;
    type Value = Outcome;
    type Course = Finite;

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
                let completes = completes(&mut self.mind.borrow_mut().vcdt, state, opponent);
                if completes || !self.wins(&self.passed(state)) {
                    return Status::Over(Outcome::Draw);
                }
                Status::Turn(opponent)
            }
        }
    }

    fn moves(&self, state: &State, out: &mut impl Extend<Stones>) {
        let known = self.mind.borrow().moves.get(state).cloned();
        let moves = known.unwrap_or_else(|| {
            let found: Rc<[Stones]> = if state.turn() == self.attacker {
                choice::moves(self, state).into()
            } else {
                replies::moves(self, state).into()
            };
            // Also after a stop: the moves of a position must stay the same while a search ends.
            let mind = &mut *self.mind.borrow_mut();
            mind.remember(self);
            mind.remembered += found.len();
            mind.moves.insert(*state, found.clone());
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
