//! Tells the builder of a certificate how the attacker wins.

use std::collections::VecDeque;

use phidelta::proofs;
use phidelta::search::{Control, ProofStatus, Query, Solver};
use phidelta_rules::{Game, Interrupt, NoGuide, Outcome, legal_moves};
use rustc_hash::FxHashMap;

use crate::attacking::Attacking;
use crate::threats::Stones;
use crate::vcdt::Attack;
use crate::{Connect, State};

/// So many attacks that have won are tried again, and so many moves are remembered, about: some
/// twenty megabytes.
const MODELS: usize = 32;
const PLANNED: usize = 1 << 16;

/// A solver of the attacker's game, and what it was asked.
pub type Solved<'s, 'x, 'a> = (&'s mut Solver<'x, Attacking<'a>, NoGuide>, Query<Outcome>);

/// Who knows how the attacker wins.
pub struct Advisor<'s, 'x, 'a> {
    attacking: &'x Attacking<'a>,
    solved: Option<Solved<'s, 'x, 'a>>,
    /// Stops searches.
    interrupt: &'x dyn Interrupt,
    /// What the attacks that were found play, in all positions they may come to.
    plan: FxHashMap<State, Stones>,
    /// Attacks that have won before, the last one first.
    models: VecDeque<Attack>,
    searched_again: u64,
}

impl<'s, 'x, 'a> Advisor<'s, 'x, 'a> {
    /// Who knows attacks, and what the solver has found, if there is one.
    pub fn new(
        attacking: &'x Attacking<'a>,
        solved: Option<Solved<'s, 'x, 'a>>,
        interrupt: &'x dyn Interrupt,
    ) -> Self {
        let (plan, models) = (FxHashMap::default(), VecDeque::new());
        Advisor { attacking, solved, interrupt, plan, models, searched_again: 0 }
    }

    /// How many positions were searched again, since the table had forgotten them.
    pub fn searched_again(&self) -> u64 {
        self.searched_again
    }

    /// Looks for attacks though a search was stopped.
    pub fn go_on(&self) {
        self.attacking.go_on();
    }

    /// The win by continuous threats in a position, if there is one.
    pub fn attack(&mut self, state: &State) -> Option<Stones> {
        let found = self.attacking.attack(state).or_else(|| {
            let models = self.models.iter();
            models.filter_map(|model| self.attacking.attack_like(state, model)).next()
        })?;
        let stones = found.stones;
        self.keep(state, found);
        Some(stones)
    }

    /// Remembers an attack that wins here.
    pub fn keep(&mut self, state: &State, attack: Attack) {
        // To complete a row needs no memory.
        if attack.defences.is_empty() {
            return;
        }
        if self.plan.len() > PLANNED {
            self.plan.clear();
        }
        self.note(*state, &attack);
        self.models.push_front(attack);
        self.models.truncate(MODELS);
    }

    fn note(&mut self, state: State, attack: &Attack) {
        self.plan.insert(state, attack.stones);
        let mut attacked = state;
        self.attacking.play(&mut attacked, attack.stones);
        for (reply, next) in &attack.defences {
            let mut replied = attacked;
            self.attacking.play(&mut replied, *reply);
            self.note(replied, next);
        }
    }

    /// The move that the solver knows to win.
    fn searched(&mut self, state: &State) -> Option<Stones> {
        let known = self.recall(state);
        if known.is_some() {
            return known;
        }
        let (solver, question) = self.solved.as_mut()?;
        self.searched_again += 1;
        let mut control = Control::none().interrupted_by(self.interrupt);
        let found = solver.ask_again(state, question, &mut control);
        if found.verdict != ProofStatus::Proved {
            return None;
        }
        found.best.or_else(|| self.recall(state))
    }

    fn recall(&self, state: &State) -> Option<Stones> {
        let (solver, question) = self.solved.as_ref()?;
        let wins = |stones: &Stones| {
            let mut next = *state;
            self.attacking.play(&mut next, *stones);
            let key = self.attacking.key(&next);
            matches!(solver.recall(key, question), Some((true, _)))
        };
        legal_moves(self.attacking, state).into_iter().find(wins)
    }
}

impl proofs::Attack<Connect> for Advisor<'_, '_, '_> {
    fn attack(&mut self, state: &State) -> Option<Vec<u16>> {
        let stones = match self.plan.get(state) {
            Some(&stones) => stones,
            None => Advisor::attack(self, state).or_else(|| self.searched(state))?,
        };
        Some(stones.squares().to_vec())
    }

    /// What only a search could find would take too long: then replies are answered one by one.
    fn attack_after_pass(&mut self, state: &State) -> Option<Vec<u16>> {
        let planned = self.plan.get(state).copied();
        let stones = planned.or_else(|| Advisor::attack(self, state))?;
        Some(stones.squares().to_vec())
    }
}
