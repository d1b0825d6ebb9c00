//! Limits of time hold where one question to the rules takes long: searches look at the clock, not at node counts alone.

use std::thread::sleep;
use std::time::{Duration, Instant};

use phidelta_rules::erased::{AnyValue, Object};
use phidelta_rules::{Acyclic, Game, Goal, NoGuide, Score, Status};
use phidelta_search::{
    Backup, Control, Limits, Method, Options, Parallel, ProofStatus, Solver, SolverObject, Stopped,
    TableSize, with_erased_solver, with_typed_solver,
};

use crate::graph::{At, Graph};

/// A game whose moves take so long to be found.
struct Slow {
    graph: Graph,
    time: Duration,
}

impl Game for Slow {
    type State = At;
    type Move = u32;
    type Value = Score;
    type Graph = Acyclic;

    fn initial(&self) -> At {
        self.graph.initial()
    }
    fn status(&self, at: &At) -> Status<Score> {
        self.graph.status(at)
    }
    fn moves(&self, at: &At, out: &mut impl Extend<u32>) {
        sleep(self.time);
        self.graph.moves(at, out);
    }
    fn stuck(&self, at: &At) -> Score {
        self.graph.stuck(at)
    }
    fn play(&self, at: &mut At, mv: u32) {
        self.graph.play(at, mv);
    }
    fn values(&self) -> Vec<Score> {
        Game::values(&self.graph)
    }
}

const MOVES_TAKE: Duration = Duration::from_millis(50);
const LIMIT: Duration = Duration::from_millis(100);
/// Far more than it takes, on a busy machine too; and far less than one slice of nodes would.
const LATEST: Duration = Duration::from_millis(1500);

fn options(method: Method) -> Options {
    Options { method, table: TableSize::Entries(1 << 12), ..Options::default() }
}

fn ends_in_time(what: &str, solver: &mut dyn SolverObject) {
    let root = solver.rules().initial();
    let goal = Goal::AtLeast(AnyValue::of(Score(1)));
    let started = Instant::now();
    let control = Control::new(Limits { time: Some(LIMIT), ..Limits::default() });
    let report = solver.prove(&root, goal, control);
    let took = started.elapsed();
    assert_eq!(report.verdict, ProofStatus::Unknown(Stopped::Time), "{what}");
    assert!(took < LATEST, "{what} took {took:?}");
}

/// Each node has ten children, each of which is looked ahead at: a node takes half a second, 256 of them two minutes.
#[test]
fn searches_end_when_the_time_is_over_in_the_middle_of_a_node() {
    let game = Slow { graph: Graph::full_tree(1, 4, 10), time: MOVES_TAKE };
    let object = Object::<Slow, _, &Slow>::new(&game, NoGuide);
    for method in Method::ALL {
        let what = format!("{method:?}");
        with_erased_solver(&object, &options(method), None, &mut |solver| {
            ends_in_time(&what, solver);
        })
        .unwrap();
    }
    for method in [Method::DfPn, Method::PnStar, Method::Pn, Method::Pn2, Method::PnDfPn] {
        let options = Options { look_ahead: 5, ..options(method) };
        with_erased_solver(&object, &options, None, &mut |solver| {
            ends_in_time(&format!("{method:?} with a look-ahead"), solver);
        })
        .unwrap();
    }
    let sets = Options { backup: Backup::Sets, ..options(Method::Pn) };
    with_erased_solver(&object, &sets, None, &mut |solver| ends_in_time("sets", solver)).unwrap();
    for method in [Method::DfPn, Method::Pds] {
        let what = format!("typed {method:?}");
        with_typed_solver(&object, &options(method), None, &mut |solver| {
            ends_in_time(&what, solver);
        })
        .unwrap();
    }
    for backup in [Backup::Sum, Backup::Sets] {
        let method = if backup == Backup::Sum { Method::DfPn } else { Method::Pn };
        let options = Options { backup, look_ahead: 5, ..options(method) };
        let mut solver = Solver::new(&game, &NoGuide, &options).unwrap();
        let started = Instant::now();
        let control = Control::new(Limits { time: Some(LIMIT), ..Limits::default() });
        let report = solver.prove(&At(0), Goal::AtLeast(Score(1)), control);
        assert_eq!(report.verdict, ProofStatus::Unknown(Stopped::Time), "typed, looking ahead");
        assert!(started.elapsed() < LATEST, "typed, looking ahead");
    }
}

#[test]
fn threads_end_when_the_time_is_over_in_the_middle_of_a_node() {
    let game = Slow { graph: Graph::full_tree(1, 4, 10), time: MOVES_TAKE };
    let object = Object::<Slow, _, &Slow>::new(&game, NoGuide);
    for method in [Method::DfPn, Method::Pds, Method::PnDfPn] {
        for (threads, parallel) in
            [(1, Parallel::Virtual), (2, Parallel::Virtual), (2, Parallel::Jobs(50))]
        {
            let team = Some((threads, parallel));
            let what = format!("{method:?}, {threads} threads, {parallel:?}");
            with_erased_solver(&object, &options(method), team, &mut |solver| {
                ends_in_time(&what, solver);
            })
            .unwrap();
            if method != Method::PnDfPn {
                with_typed_solver(&object, &options(method), team, &mut |solver| {
                    ends_in_time(&format!("typed {what}"), solver);
                })
                .unwrap();
            }
        }
    }
}

/// A search that the clock stops again and again, in the middle of nodes, does what one does that it does not stop.
#[test]
fn stops_by_the_clock_change_nothing() {
    const GOAL: Goal<Score> = Goal::AtLeast(Score(1));
    let graph = Graph::full_tree(1, 5, 3);
    let fast = Slow { graph: graph.clone(), time: Duration::ZERO };
    let slow = Slow { graph, time: Duration::from_millis(1) };
    let mut stops = 0;
    for method in Method::ALL {
        // A job that is stopped is begun anew.
        if method == Method::PnDfPn {
            continue;
        }
        for (backup, look_ahead) in [(Backup::Sum, 0), (Backup::Sum, 4), (Backup::Snda, 0)] {
            if backup == Backup::Snda && method.grows_a_tree() {
                continue;
            }
            let options = Options { backup, look_ahead, ..options(method) };
            let mut solver = Solver::new(&fast, &NoGuide, &options).unwrap();
            let question = solver.question(GOAL);
            let whole = solver.ask(&At(0), &question, &mut Control::none());
            let mut solver = Solver::new(&slow, &NoGuide, &options).unwrap();
            let question = solver.question(GOAL);
            let mut search = solver.begin(&At(0), &question);
            let parts = loop {
                let limits = Limits { time: Some(Duration::from_millis(3)), ..Limits::default() };
                let found = search.run(&mut Control::new(limits));
                if found.verdict != ProofStatus::Unknown(Stopped::Time) {
                    break found;
                }
                stops += 1;
            };
            assert_eq!(parts.verdict, whole.verdict, "{method:?}, {backup:?}");
            let updates = whole.counters.updates.min(parts.counters.updates);
            let counters = phidelta_search::Counters { updates, ..whole.counters };
            assert_eq!(parts.counters, counters, "{method:?}, {backup:?}");
            assert_eq!((parts.root, parts.best), (whole.root, whole.best), "{method:?}");
        }
    }
    assert!(stops > 20, "only {stops} stops");
}
