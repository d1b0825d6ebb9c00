//! The simulation of many workers: answers are the oracle's, one worker does what the search alone does, and
//! the same simulation gives the same digits.

use phidelta_rules::{Game, NoGuide};
use phidelta_search::scaling::{Costs, Machine, Scheme, Simulated, Simulation, Tables, TreeJobs};
use phidelta_search::{
    Control, Cycles, Init, Limits, Method, Options, ProofStatus, Solver, Stopped, TableSize,
};
use phidelta_testing::{Arena, Graph, Rule};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::cycles::{GOALS, claim};
use crate::graph::random_table_options;

const COSTS: Costs = Costs { node: 1000, select: 700, apply: 1500, latency: 3000, take_in: 100 };

fn tree(nodes: u64, crew: usize, tables: Tables) -> Scheme {
    Scheme::Tree(TreeJobs { nodes, crew, tables, told_from: None })
}

fn simulate(
    arena: &Arena,
    options: &Options,
    scheme: Scheme,
    machine: Machine,
    seed: u64,
) -> Simulated {
    let (game, guide) = (arena, &NoGuide);
    let simulation = Simulation { game, guide, options, scheme, machine };
    let limits = Limits { nodes: Some(3_000_000), ..Limits::default() };
    let goal = GOALS[seed as usize % 4];
    simulation.run(&arena.initial(), goal, &Control::new(limits)).unwrap()
}

fn random_scheme(random: &mut StdRng) -> Scheme {
    let tables = [Tables::Shared, Tables::Own][random.random_range(0..2)];
    match random.random_range(0..4) {
        0 => Scheme::Virtual,
        3 => Scheme::Jobs(random.random_range(1..200)),
        1 => tree(random.random_range(1..200), 1, tables),
        _ => {
            let (nodes, crew) = (random.random_range(1..200), random.random_range(2..5));
            let told_from = [None, Some(1), Some(20)][random.random_range(0..3)];
            Scheme::Tree(TreeJobs { nodes, crew, tables, told_from })
        }
    }
}

fn check(arena: &Arena, options: &Options, seed: u64, random: &mut StdRng) {
    let scheme = random_scheme(random);
    let workers = [1, 2, 3, 7, 40][random.random_range(0..5)];
    let machine = Machine { workers, slice: random.random_range(1..17), costs: COSTS };
    let done = simulate(arena, options, scheme, machine, seed);
    let goal = GOALS[seed as usize % 4];
    let expected =
        if arena.holds(claim(goal)) { ProofStatus::Proved } else { ProofStatus::Disproved };
    let about = format!("seed {seed}, {goal:?}, {scheme:?}, {machine:?}, {options:?}");
    assert_eq!(done.verdict, expected, "{about}");
    assert!(done.busy <= (done.time + 20 * COSTS.node) * workers as u64, "{done:?} {about}");
    assert!((0.0..=1.0).contains(&done.idle_share(workers)), "{done:?} {about}");
    assert_eq!(done, simulate(arena, options, scheme, machine, seed), "{about}");
}

fn options(random: &mut StdRng) -> Options {
    let mut options = random_table_options(random);
    options.cycles = [Cycles::Distance, Cycles::Threshold][random.random_range(0..2)];
    options.widths.key_bits = 64;
    Options { table: TableSize::Bytes(1 << 20), ..options }
}

#[test]
fn trees_and_dags_agree_with_the_oracle() {
    for seed in 0..200 {
        let mut random = StdRng::seed_from_u64(seed);
        let graph = Graph::random(seed, random.random_range(1..2000), seed % 2 == 0, 1);
        let arena = Arena { graph, rule: Rule::Endless(0) };
        check(&arena, &options(&mut random), seed, &mut random);
    }
}

#[test]
fn cyclic_graphs_agree_with_the_oracle() {
    for seed in 0..200 {
        let mut random = StdRng::seed_from_u64(seed);
        let rule = Rule::Endless(random.random_range(-1..=1));
        let arena = Arena { graph: Graph::cyclic(seed, random.random_range(10..300), 1), rule };
        check(&arena, &options(&mut random), seed, &mut random);
    }
}

/// The simulation has nothing that is computed beside it.
fn alone(method: Method, job_nodes: u64) -> Options {
    let table = TableSize::Entries(1 << 16);
    let options = Options { method, job_nodes, init: Init::Unit, table, ..Options::default() };
    Options { fixed_point: false, ..options }
}

/// One worker does what the search alone does, however it is cut into slices.
#[test]
fn one_worker_visits_the_nodes_of_the_search_alone() {
    for seed in 0..60 {
        let mut random = StdRng::seed_from_u64(seed);
        let graph = Graph::random(seed, random.random_range(100..4000), seed % 2 == 0, 1);
        let arena = Arena { graph, rule: Rule::Endless(0) };
        let (slice, nodes) = (random.random_range(1..17), random.random_range(1..100));
        let machine = Machine { workers: 1, slice, costs: COSTS };
        for (scheme, options) in [
            (Scheme::Virtual, alone(Method::DfPn, nodes)),
            (tree(nodes, 1, Tables::Shared), alone(Method::PnDfPn, nodes)),
            (tree(nodes, 1, Tables::Own), alone(Method::PnDfPn, nodes)),
        ] {
            let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
            let goal = GOALS[seed as usize % 4];
            let report = solver.prove(&arena.initial(), goal, Control::none());
            let done = simulate(&arena, &options, scheme, machine, seed);
            assert_eq!(done.verdict, report.verdict);
            assert_eq!(done.counters.nodes, report.counters.nodes, "seed {seed}, {scheme:?}");
            let busy = report.counters.nodes * COSTS.node;
            assert_eq!(done.busy, busy);
            match scheme {
                Scheme::Virtual => assert_eq!((done.time, done.jobs), (busy, 0)),
                Scheme::Jobs(_) => unreachable!("it visits nodes on the way to a job"),
                Scheme::Tree(_) => {
                    let each = COSTS.select + COSTS.apply + 2 * COSTS.latency;
                    assert_eq!(done.time, busy + done.jobs * each);
                    assert_eq!(done.master, done.jobs * (COSTS.select + COSTS.apply));
                }
            }
        }
    }
}

/// A full tree whose leaves have no pattern is work enough for several.
#[test]
fn several_workers_are_faster_and_a_slow_master_holds_them_up() {
    let arena = Arena { graph: Graph::full_tree(3, 9, 4), rule: Rule::Endless(0) };
    let options = alone(Method::DfPn, 1);
    let machine = |workers, costs| Machine { workers, slice: 4, costs };
    let time = |scheme, workers, costs| {
        simulate(&arena, &options, scheme, machine(workers, costs), 1).time
    };
    let alone = time(Scheme::Virtual, 1, COSTS);
    let jobs = tree(50, 1, Tables::Shared);
    for scheme in [Scheme::Virtual, Scheme::Jobs(50), jobs, tree(50, 2, Tables::Own)] {
        let four = time(scheme, 4, COSTS);
        assert!(four < alone * 2 / 3, "{scheme:?}: {four} instead of {alone}");
    }
    let slow = Costs { apply: 100_000, ..COSTS };
    let done = simulate(&arena, &options, jobs, machine(16, slow), 1);
    assert!(done.idle_share(16) > 0.5, "{done:?}");
    assert!(done.master * 10 > done.time * 9, "{done:?}");
}

/// Crews with tables of their own search less if they tell each other what they have solved, where positions are
/// reached in several ways; and to take it in takes time.
#[test]
fn crews_that_tell_each_other_what_is_solved_search_less() {
    let options = alone(Method::DfPn, 1);
    let simulate_with = |told_from, take_in| {
        let (mut nodes, mut time) = (0, 0);
        for seed in 0..12 {
            let graph = Graph::random(seed, 30_000, false, 1);
            let arena = Arena { graph, rule: Rule::Endless(0) };
            let jobs = TreeJobs { nodes: 40, crew: 2, tables: Tables::Own, told_from };
            let costs = Costs { take_in, ..COSTS };
            let machine = Machine { workers: 16, slice: 4, costs };
            let done = simulate(&arena, &options, Scheme::Tree(jobs), machine, seed);
            (nodes, time) = (nodes + done.counters.nodes, time + done.time);
        }
        (nodes, time)
    };
    let (apart, _) = simulate_with(None, 0);
    let (telling, quick) = simulate_with(Some(1), 0);
    let (_, slow) = simulate_with(Some(1), 10_000);
    println!("{apart} nodes apart, {telling} if they tell; {quick} and {slow} ns");
    assert!(telling * 10 < apart * 9, "{apart} nodes apart, {telling} if they tell");
    assert!(slow > quick, "{quick} and {slow} ns");
}

#[test]
fn a_simulation_can_be_stopped() {
    let arena = Arena { graph: Graph::full_tree(3, 9, 4), rule: Rule::Endless(0) };
    let options = alone(Method::DfPn, 1);
    let machine = Machine { workers: 8, slice: 4, costs: COSTS };
    for scheme in [Scheme::Virtual, Scheme::Jobs(50), tree(50, 1, Tables::Shared)] {
        let (game, guide, options) = (&arena, &NoGuide, &options);
        let simulation = Simulation { game, guide, options, scheme, machine };
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let done = simulation.run(&arena.initial(), GOALS[1], &Control::new(limits)).unwrap();
        assert_eq!(done.verdict, ProofStatus::Unknown(Stopped::Nodes));
        assert!(done.counters.nodes < 600, "{done:?}");
    }
}

#[test]
fn costs_are_measured() {
    let arena = Arena { graph: Graph::full_tree(3, 9, 4), rule: Rule::Endless(0) };
    let (game, guide, options) = (&arena, &NoGuide, &alone(Method::DfPn, 1));
    let machine = Machine { workers: 1, slice: 1, costs: Costs::VISITS };
    let simulation = Simulation { game, guide, options, scheme: Scheme::Virtual, machine };
    let costs = simulation.measure(&arena.initial(), GOALS[1], 50, &Control::none()).unwrap();
    assert!([costs.node, costs.select, costs.apply, costs.latency].iter().all(|&cost| cost > 0));
}
