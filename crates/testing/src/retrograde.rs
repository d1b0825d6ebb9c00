//! The values of all positions of a small game in which positions come back, by going over the
//! whole graph until nothing changes: no search, no proof numbers, no table.

use std::collections::HashMap;

use phidelta_rules::{Catalogued, Outcome, Player, Recurrence, Status, recurrence, resolve};

/// All positions that can be reached from some, with their values.
#[derive(Debug)]
pub struct Retrograde<S> {
    /// The positions.
    pub states: Vec<S>,
    /// What each is worth.
    pub values: Vec<Outcome>,
    /// After how many plies each is decided if the winner hurries and the loser delays; 0 if the
    /// game is over there, and for draws.
    pub plies: Vec<u32>,
    places: HashMap<S, u32>,
}

impl<S: Clone + Eq + std::hash::Hash> Retrograde<S> {
    /// Values all positions that can be reached from `roots`.
    ///
    /// # Panics
    /// If endless play is not a draw in this game.
    pub fn new<G: Catalogued<State = S, Value = Outcome>>(game: &G, roots: Vec<S>) -> Self {
        assert!(matches!(recurrence(game), Recurrence::Endless(Outcome::Draw)));
        let mut all = Retrograde {
            states: Vec::new(),
            values: Vec::new(),
            plies: Vec::new(),
            places: HashMap::new(),
        };
        for root in roots {
            all.place(root);
        }
        // The player to move and the positions after each move; nothing where the game is over.
        let mut turns: Vec<Option<Player>> = Vec::new();
        let (mut children, mut begins) = (Vec::new(), vec![0]);
        let mut moves = Vec::new();
        while turns.len() < all.states.len() {
            let state = all.states[turns.len()].clone();
            match resolve(game, &state, &mut moves) {
                Status::Over(value) => {
                    all.values[turns.len()] = value;
                    turns.push(None);
                }
                Status::Turn(player) => {
                    for &mv in &moves {
                        let mut next = state.clone();
                        game.play(&mut next, mv);
                        children.push(all.place(next));
                    }
                    turns.push(Some(player));
                }
            }
            begins.push(children.len());
        }
        all.value(&turns, &children, &begins);
        all
    }

    /// A round finds the positions that are decided in so many plies: those with a move to a win for
    /// the player to move, and those in which every move leads to a win for the opponent. Endless
    /// play is a draw, and so is what no round decides.
    fn value(&mut self, turns: &[Option<Player>], children: &[u32], begins: &[usize]) {
        for ply in 1.. {
            let mut found = Vec::new();
            for (at, turn) in turns.iter().enumerate() {
                let Some(player) = *turn else { continue };
                if self.values[at] != Outcome::Draw {
                    continue;
                }
                let next = &children[begins[at]..begins[at + 1]];
                let value = |&child: &u32| self.values[child as usize];
                if next.iter().any(|child| value(child) == Outcome::win(player)) {
                    found.push((at, Outcome::win(player)));
                } else if next.iter().all(|child| value(child) == Outcome::win(!player)) {
                    found.push((at, Outcome::win(!player)));
                }
            }
            if found.is_empty() {
                break;
            }
            for (at, value) in found {
                (self.values[at], self.plies[at]) = (value, ply);
            }
        }
    }

    /// The place of a position in the list, on which it is put if it is new.
    fn place(&mut self, state: S) -> u32 {
        let count = self.states.len() as u32;
        let place = *self.places.entry(state.clone()).or_insert(count);
        if place == count {
            self.states.push(state);
            self.values.push(Outcome::Draw);
            self.plies.push(0);
        }
        place
    }

    /// The value of a position, and after how many plies it is decided.
    ///
    /// # Panics
    /// If it cannot be reached.
    pub fn value_of(&self, state: &S) -> (Outcome, u32) {
        let place = self.places[state] as usize;
        (self.values[place], self.plies[place])
    }

    /// How many positions are won, lost and drawn for the player to move (or, where the game is
    /// over, for the player who would be to move).
    pub fn counts(&self, turn: impl Fn(&S) -> Player) -> [usize; 3] {
        let mut counts = [0; 3];
        for (state, &value) in self.states.iter().zip(&self.values) {
            let player = turn(state);
            let kind = [Outcome::win(player), Outcome::win(!player), Outcome::Draw];
            counts[kind.iter().position(|&kind| kind == value).expect("one of three")] += 1;
        }
        counts
    }
}
