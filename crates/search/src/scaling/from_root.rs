//! Workers that search from the root, each for itself, with one table and virtual numbers.

use phidelta_rules::{Game, Guide};

use super::clock::Clock;
use super::{Machine, Simulated, Simulation, go_on};
use crate::problem::Problem;
use crate::team::{PATIENCE, Presence};
use crate::{Control, ProofStatus, Query, Search, Stopped, Table, TableError};

/// Searches until one of the workers has the answer.
pub(super) fn run<G: Game, A: Guide<G>>(
    simulation: &Simulation<'_, G, A>,
    question: &Query<G::Value>,
    state: &G::State,
    control: &Control<'_, G::Move>,
) -> Result<Simulated, TableError> {
    let Simulation { game, guide, options, machine: Machine { workers, slice, costs }, .. } =
        *simulation;
    let table = Table::new(options)?;
    let presence = Presence::new();
    let mut searches: Vec<_> = (0..workers)
        .map(|_| {
            let problem = Problem::new(game, guide, options, question);
            let search = Search::at_depth(0, problem, &table, &[], state).untimed();
            // One worker alone does what a search without others does.
            if workers > 1 { search.among(&presence) } else { search }
        })
        .collect();
    let mut clock = Clock::new();
    (0..workers).for_each(|worker| clock.set(0, worker));
    let mut done = Simulated::at_once(ProofStatus::Unknown(Stopped::Nodes));
    // Making a search is a visit to the root.
    let mut nodes = workers as u64;
    // Those who wait while the first one goes on alone.
    let (mut waits, mut waiting) = (false, Vec::new());
    done.verdict = loop {
        let (now, worker) =
            clock.next().expect("the first worker goes on until there is an answer");
        if waits && worker != 0 {
            waiting.push(worker);
            continue;
        }
        let is_first_slice = now == 0;
        let search = &mut searches[worker];
        let (verdict, visited) = go_on(search, slice);
        nodes += visited;
        done.time = now + (visited + u64::from(is_first_slice)) * costs.node;
        if worker == 0 {
            waits = search.idle_visits() > PATIENCE;
            search.go_alone(waits);
            if !waits {
                waiting.drain(..).for_each(|worker| clock.set(done.time, worker));
            }
        }
        if verdict != ProofStatus::Unknown(Stopped::Nodes) {
            break verdict;
        }
        if let Some(reason) = control.stop_at(nodes, 0) {
            break ProofStatus::Unknown(reason);
        }
        clock.set(done.time, worker);
    };
    searches.iter().for_each(|search| done.counters.add(&search.counters()));
    done.busy = done.counters.nodes * costs.node;
    Ok(done)
}
