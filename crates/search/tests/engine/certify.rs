//! Every answer that these tests get is certified, and the certificate checked: whatever the
//! options, and however little the table remembers.

use phidelta_certificate::check::Verdict::Verified;
use phidelta_certificate::{Claim, Header};
use phidelta_proof::{BuildError, ProofControl, write};
use phidelta_rules::{Game, Goal, Guide, NoGuide, Recurrence, Score};
use phidelta_search::{Control, Options, ProofStatus, Report, Solver, ValueReport};
use phidelta_testing::{certified, check_in_memory};

use crate::graph::{At, Graph};

/// [`Solver::prove`], its answer certified.
pub fn prove<G, A: Guide<G>>(
    solver: &mut Solver<'_, G, A>,
    root: &At,
    goal: Goal<Score>,
    control: Control<'_, u32>,
) -> Report<u32>
where
    G: Game<State = At, Move = u32, Value = Score> + Sync,
{
    let report = solver.prove(root, goal, control);
    answer(solver, root, goal, report.verdict);
    report
}

/// Certifies the answers to all questions behind a value.
pub fn value(solver: &mut Solver<'_, Graph, NoGuide>, root: &At, report: &ValueReport<u32, Score>) {
    for &(goal, verdict) in &report.questions {
        answer(solver, root, goal, verdict);
    }
}

/// Certifies what a search without a solver has found about the root of a graph.
pub fn found(graph: &Graph, options: &Options, goal: Goal<Score>, verdict: ProofStatus) {
    let mut solver = Solver::new(graph, &NoGuide, options).unwrap();
    answer(&mut solver, &At(0), goal, verdict);
}

/// Certifies an answer, if it is one.
pub fn answer<G, A: Guide<G>>(
    solver: &mut Solver<'_, G, A>,
    root: &At,
    goal: Goal<Score>,
    verdict: ProofStatus,
) where
    G: Game<State = At, Move = u32, Value = Score> + Sync,
{
    match verdict {
        ProofStatus::Proved => drop(certified(solver, root, goal, true)),
        ProofStatus::Disproved => drop(certified(solver, root, goal, false)),
        ProofStatus::Unknown(_) => {}
    }
}

/// Certifies an answer that is wrong, because positions have shared keys: there must be a proof of
/// the opposite instead.
pub fn wrong(
    solver: &mut Solver<'_, Graph, NoGuide>,
    root: &At,
    goal: Goal<Score>,
    verdict: ProofStatus,
) {
    let reached = verdict == ProofStatus::Proved;
    let proof = phidelta_proof::prove(solver, root, goal, reached, ProofControl::default());
    let Err(BuildError::Wrong(opposite)) = proof else { panic!("{proof:?} of a wrong answer") };
    let graph = solver.game();
    assert_eq!(Some(opposite.claim), Claim::of(goal, !reached, &Game::values(graph)));
    let header = Header::new("test", String::new(), String::new(), vec![opposite.claim]);
    let mut file = Vec::new();
    write(&mut file, &header, &[opposite.solution]).unwrap();
    assert_eq!(check_in_memory(graph, &Recurrence::Never, root, &file).verdict, Verified);
}
