//! An attack that a search knows, for proofs with zones.

use phidelta_proof::Attack;
use phidelta_rules::{Game, Goal, Guide};
use phidelta_search::{Control, Limits, ProofStatus, Solver};

/// How many nodes a search visits before it gives up.
const PATIENCE: u64 = 1 << 20;

/// Plays what a solver finds to reach a goal.
pub struct Searched<'s, 'a, G: Game, A: Guide<G>> {
    /// The solver.
    pub solver: &'s mut Solver<'a, G, A>,
    /// What is to be reached.
    pub goal: Goal<G::Value>,
}

impl<G: Game, A: Guide<G>> Attack<G> for Searched<'_, '_, G, A> {
    fn attack(&mut self, state: &G::State) -> Option<Vec<G::Move>> {
        let question = self.solver.question(self.goal);
        let limits = Limits { nodes: Some(PATIENCE), ..Limits::default() };
        let found = self.solver.ask(state, &question, &mut Control::new(limits));
        (found.verdict == ProofStatus::Proved).then(|| found.best.into_iter().collect())
    }
}
