//! Checkpoints: a search that is stopped, and taken up by another solver, answers as one that is not; and
//! what is not a checkpoint of it is refused.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use phidelta_rules::{Game, Goal, NoGuide, Score};
use phidelta_search::{
    Backup, Checkpoint, CheckpointError, Checkpoints, Control, Counters, Cycles, Init, Limits,
    Method, Options, Parallel, ProofStatus, Report, Solver, Stopped, TableSize,
};
use phidelta_testing::fuzz::{SAVED, SAVED_GOAL, any_checkpoint, saved_search};
use phidelta_testing::{Arena, Graph, Rule};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;

use crate::certify;
use crate::cycles::{GOALS, claim};
use crate::graph::{At, Wide, random_options, random_table_options};

const GOAL: Goal<Score> = Goal::AtLeast(Score(1));

/// A question about a value in the middle of those that a graph has.
fn goal_of(graph: &Graph) -> Goal<Score> {
    let values = graph.values();
    Goal::AtLeast(Score(values[values.len() / 2]))
}

const HOUR: Duration = Duration::from_secs(3600);

fn limit(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A folder with a file that will be there.
fn place() -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search.checkpoint");
    (folder, file)
}

fn open(bytes: &[u8]) -> Result<Checkpoint<Cursor<&[u8]>>, CheckpointError> {
    Checkpoint::open(Cursor::new(bytes))
}

/// A run of so many nodes, from the checkpoint at this place if there is one, and to it.
fn run<G>(
    game: &G,
    solver: &mut Solver<'_, G, NoGuide>,
    goal: Goal<Score>,
    file: &Path,
    nodes: u64,
    every: Duration,
) -> Report<G::Move>
where
    G: Game<State = At, Value = Score>,
{
    if file.exists() {
        let checkpoint = Checkpoint::open(fs::File::open(file).unwrap()).unwrap();
        solver.resume(&game.initial(), checkpoint).unwrap();
    }
    let mut checkpoints = Checkpoints::new(file.into(), every, "test".into());
    let control = Control::new(limit(nodes)).saved_by(&mut checkpoints);
    let report = solver.prove(&game.initial(), goal, control);
    let written = checkpoints.finish();
    assert!(written.fault.is_none());
    if let ProofStatus::Unknown(_) = report.verdict {
        assert!(written.written > 0 && written.bytes > 0);
    }
    report
}

/// Runs of more and more nodes, each by a new solver with other options that may change, until there is an
/// answer, which is certified. Gives the number of runs.
fn in_parts<G>(game: &G, goal: Goal<Score>, options: &Options, random: &mut StdRng) -> u32
where
    G: Game<State = At, Move = u32, Value = Score> + Sync,
{
    let (_folder, file) = place();
    let (mut nodes, mut before) = (random.random_range(5..60), 0);
    for runs in 1.. {
        let mut options = options.clone();
        if random.random() && !options.method.grows_a_tree() {
            options.table = TableSize::Bytes(random.random_range(32 << 20..64 << 20));
        }
        let solver = Solver::new(game, &NoGuide, &options).unwrap();
        let may_share = matches!(options.method, Method::DfPn | Method::Pds | Method::PnDfPn);
        let threads = if may_share { random.random_range(1..=3) } else { 1 };
        let parallel = match random.random() {
            true => Parallel::Virtual,
            false => Parallel::Jobs(random.random_range(1..100)),
        };
        let mut solver = solver.with_threads(threads, parallel).unwrap();
        let every = if random.random() { HOUR } else { Duration::ZERO };
        let report = run(game, &mut solver, goal, &file, nodes, every);
        let total = report.counters.nodes;
        assert!(total >= before, "{total} after {before}");
        before = total;
        if report.verdict != ProofStatus::Unknown(Stopped::Nodes) {
            certify::answer(&mut solver, &game.initial(), goal, report.verdict);
            return runs;
        }
        nodes *= 2;
    }
    unreachable!("runs get longer")
}

/// Keys and numbers as they are, and a table that can be taken into one of another size.
fn movable(mut options: Options) -> Options {
    options.widths.key_bits = 64;
    if !options.method.grows_a_tree() {
        options.table = TableSize::Bytes(32 << 20);
    }
    options
}

#[test]
fn every_method_goes_on_after_stops() {
    let mut runs = 0;
    for seed in 0..150 {
        let mut random = StdRng::seed_from_u64(seed);
        let tree = random.random_bool(0.5);
        let graph = Graph::random(seed, if tree { 250 } else { 40 }, tree, 2);
        let options = movable(random_options(&mut random));
        runs += in_parts(&graph, goal_of(&graph), &options, &mut random);
    }
    assert!(runs > 200, "{runs}");
}

#[test]
fn cyclic_games_go_on_after_stops() {
    for seed in 0..100 {
        let mut random = StdRng::seed_from_u64(seed);
        let rule = Rule::Endless(random.random_range(-1..=1));
        let arena = match seed % 2 {
            0 => Arena { graph: Graph::cyclic(seed, random.random_range(10..400), 1), rule },
            _ => Arena::random(seed),
        };
        let mut options = match seed % 3 {
            0 => movable(random_options(&mut random)),
            _ => movable(random_table_options(&mut random)),
        };
        if options.method.grows_a_tree() && arena.graph.nodes.len() > 100 {
            options.method = Method::DfPn;
            options = movable(options);
        }
        options.cycles = [Cycles::Distance, Cycles::Threshold][random.random_range(0..2)];
        let goal = GOALS[random.random_range(0..4)];
        in_parts(&arena, goal, &options, &mut random);
        let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
        let report = solver.prove(&arena.initial(), goal, Control::none());
        assert_eq!(report.verdict == ProofStatus::Proved, arena.holds(claim(goal)), "seed {seed}");
    }
}

/// Small tables are taken up by tables of the same size.
#[test]
fn small_tables_are_taken_up_as_they_are() {
    for seed in 0..40 {
        let mut random = StdRng::seed_from_u64(seed);
        let graph = Graph::random(seed, 200, true, 2);
        let table = TableSize::Entries(random.random_range(64..1000));
        let options = Options { table, ..random_table_options(&mut random) };
        let mut options = Options { table, ..movable(options) };
        let (_folder, file) = place();
        let (mut nodes, goal) = (20, goal_of(&graph));
        let verdict = loop {
            let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let report = run(&graph, &mut solver, goal, &file, nodes, HOUR);
            if report.verdict != ProofStatus::Unknown(Stopped::Nodes) {
                break report.verdict;
            }
            nodes *= 2;
        };
        certify::found(&graph, &options, goal, verdict);
        if let Ok(file) = fs::File::open(&file) {
            // A table of another size takes on that of the saved one.
            let mut first = Solver::new(&graph, &NoGuide, &options).unwrap();
            let first = first.prove(&At(0), goal, Control::none());
            options.table = TableSize::Entries(2000);
            let mut other = Solver::new(&graph, &NoGuide, &options).unwrap();
            other.resume(&At(0), Checkpoint::open(file).unwrap()).unwrap();
            let report = other.prove(&At(0), goal, Control::none());
            assert_eq!(report.verdict, verdict);
            assert_eq!(report.table.entries, first.table.entries);
        }
    }
}

/// Moves that do not fit a node, and more siblings than fit a byte.
#[test]
fn trees_of_wide_moves_go_on() {
    let graph = Graph::full_tree(3, 2, 150);
    let game = Wide(&graph);
    for method in [Method::Pn, Method::DeepPn, Method::Pn2, Method::PnDfPn] {
        let options = Options { method, table: TableSize::Entries(1 << 18), ..Options::default() };
        let whole =
            Solver::new(&game, &NoGuide, &options).unwrap().prove(&At(0), GOAL, Control::none());
        let (_folder, file) = place();
        let mut nodes = 100;
        loop {
            let mut solver = Solver::new(&game, &NoGuide, &options).unwrap();
            let report = run(&game, &mut solver, GOAL, &file, nodes, Duration::ZERO);
            if report.verdict != ProofStatus::Unknown(Stopped::Nodes) {
                assert_eq!(report.verdict, whole.verdict, "{method:?}");
                break;
            }
            nodes *= 2;
        }
    }
}

/// A tree is taken up as it was: best-first search goes on as if it had not been stopped.
#[test]
fn trees_are_taken_up_as_they_were() {
    for seed in 0..30 {
        let graph = Graph::random(seed, 400, true, 2);
        let goal = goal_of(&graph);
        for method in [Method::Pn, Method::DeepPn] {
            let table = TableSize::Entries(1 << 12);
            let options = Options { method, init: Init::Unit, table, ..Options::default() };
            let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let whole = solver.prove(&At(0), goal, Control::none());
            let (_folder, file) = place();
            let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let nodes = (whole.counters.nodes / 2).max(1);
            run(&graph, &mut solver, goal, &file, nodes, HOUR);
            let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let parts = run(&graph, &mut solver, goal, &file, u64::MAX, HOUR);
            assert_eq!(parts.verdict, whole.verdict, "seed {seed}");
            let is_exact = method == Method::Pn;
            let (parts, whole) = (parts.counters.nodes, whole.counters.nodes);
            assert!(parts == whole || !is_exact && parts < whole * 2, "{parts}, {whole}");
        }
    }
}

/// Questions of a series that were answered are not asked again.
#[test]
fn a_series_goes_on_with_its_last_question() {
    for method in [Method::DfPn, Method::Pn, Method::PnDfPn] {
        let graph = Graph::random(7, 400, true, 3);
        let options = Options { method, table: TableSize::Bytes(40 << 20), ..Options::default() };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let whole = solver.value(&At(0), Control::none());
        let (_folder, file) = place();
        for limit in (1..whole.counters.nodes).step_by(17) {
            let _ = fs::remove_file(&file);
            let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let mut checkpoints = Checkpoints::new(file.clone(), HOUR, String::new());
            let control = Control::new(self::limit(limit)).saved_by(&mut checkpoints);
            let first = solver.value(&At(0), control);
            if first.stopped.is_none() {
                continue;
            }
            let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let checkpoint = Checkpoint::open(fs::File::open(&file).unwrap()).unwrap();
            assert!(checkpoint.counters().nodes >= limit);
            solver.resume(&At(0), checkpoint).unwrap();
            let second = solver.value(&At(0), Control::none());
            assert_eq!(second.value(), whole.value(), "{method:?}, {limit}");
            assert_eq!(second.questions.len(), whole.questions.len());
            certify::value(&mut solver, &At(0), &second);
            if method == Method::Pn {
                assert_eq!(second.counters.nodes, whole.counters.nodes, "{limit}");
            }
        }
    }
}

/// To have checkpoints written does not change a search.
#[test]
fn a_search_with_checkpoints_counts_the_same() {
    let graph = Graph::random(5, 3000, true, 3);
    for method in Method::ALL {
        let options = Options { method, ..Options::default() };
        let count = |checkpoints: Option<&mut Checkpoints>| {
            let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let control = Control::none();
            let control = match checkpoints {
                Some(checkpoints) => control.saved_by(checkpoints),
                None => control,
            };
            let report = solver.prove(&At(0), GOAL, control);
            // The numbers of a line are looked at more often.
            Counters { updates: 0, ..report.counters }
        };
        let (_folder, file) = place();
        let mut checkpoints = Checkpoints::new(file, Duration::ZERO, String::new());
        assert_eq!(count(Some(&mut checkpoints)), count(None), "{method:?}");
    }
}

/// A checkpoint of each kind of search.
fn samples() -> Vec<(Method, Vec<u8>)> {
    let sample = |method| {
        let (graph, options) = saved_search(method);
        let (_folder, file) = place();
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        run(&graph, &mut solver, SAVED_GOAL, &file, 60, HOUR);
        (method, fs::read(&file).expect("it was stopped"))
    };
    SAVED.map(sample).into()
}

#[test]
fn damaged_and_truncated_files_are_refused() {
    for (_, bytes) in samples() {
        assert!(open(&bytes).is_ok());
        for length in 0..bytes.len() {
            assert!(open(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
        }
        for at in 0..bytes.len() {
            for bit in [0, 7] {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(open(&damaged).is_err(), "byte {at}");
            }
        }
        assert!(open(&[&bytes[..], b"\n"].concat()).is_err());
    }
    assert!(matches!(open(b""), Err(CheckpointError::Foreign)));
    assert!(matches!(open(b"phidelta"), Err(CheckpointError::Foreign)));
}

/// Whoever puts the hash right may have written anything: it may be refused or not, but nothing worse.
#[test]
fn forged_files_do_no_harm() {
    for (method, bytes) in samples() {
        let mut taken = 0;
        for at in 0..bytes.len() {
            for change in [1, 0x80, 0xff] {
                let mut forged = bytes.clone();
                forged[at] ^= change;
                taken += usize::from(any_checkpoint(method, &forged));
            }
        }
        assert!(taken > 50 && taken < 2 * bytes.len(), "{taken} of {}", 3 * bytes.len());
    }
}

/// While a table is copied, the search may go on to the next question: its entries mean nothing to whoever knows
/// the questions of then, and are passed over.
#[test]
fn entries_of_later_questions_are_passed_over() {
    let (method, bytes) = samples().remove(0);
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    // The parts begin after the head, which has its length before it.
    let first = 28 + number(24);
    assert_eq!(bytes[first], 2, "a part with entries");
    let end = first + 5 + number(first + 1);
    let mut content = zstd::bulk::decompress(&bytes[first + 5..end], 1 << 20).unwrap();
    // The tags are the last column but one, and only one question is asked.
    let count = content.len() / 18;
    content[16 * count..17 * count].fill(1);
    let payload = zstd::bulk::compress(&content, 1).unwrap();
    let length = (payload.len() as u32).to_le_bytes();
    let later = [&bytes[..=first], &length, &payload, &bytes[end..]].concat();
    assert!(any_checkpoint(method, &later), "it is refused");
}

/// What is about something else is refused, and the solver then knows nothing.
#[test]
fn other_searches_are_refused() {
    let (method, bytes) = samples().remove(0);
    let (graph, options) = saved_search(method);
    let other = Options { init: Init::Mobility, ..options.clone() };
    let backup = Options { backup: Backup::Weak, ..options.clone() };
    for (state, options) in [(At(1), options.clone()), (At(0), other), (At(0), backup)] {
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let refused = solver.resume(&state, open(&bytes).unwrap());
        let is_right = match state {
            At(0) => matches!(refused, Err(CheckpointError::Meaning(_))),
            _ => matches!(refused, Err(CheckpointError::Root)),
        };
        assert!(is_right, "{refused:?}");
        let fresh = Solver::new(&graph, &NoGuide, &options).unwrap();
        let [after, fresh] = [solver, fresh]
            .map(|mut solver| solver.prove(&At(0), SAVED_GOAL, Control::none()).counters.nodes);
        assert_eq!(after, fresh);
    }
}

/// Trees can be taken up with any memory that has room for them.
#[test]
fn trees_need_room() {
    let (method, bytes) = samples().remove(1);
    let (graph, options) = saved_search(method);
    for (entries, is_enough) in [(8, false), (1 << 12, true)] {
        let options = Options { table: TableSize::Entries(entries), ..options.clone() };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        match solver.resume(&At(0), open(&bytes).unwrap()) {
            Err(CheckpointError::Tree) => assert!(!is_enough),
            taken => assert!(taken.is_ok() && is_enough, "{taken:?}"),
        }
    }
}

/// What cannot be written is told, and the search goes on.
#[test]
fn a_fault_of_the_disk_does_not_stop_the_search() {
    let graph = Graph::random(5, 3000, true, 3);
    let (folder, _) = place();
    let file = folder.path().join("no such folder").join("file");
    let mut checkpoints = Checkpoints::new(file, Duration::ZERO, String::new());
    let options = Options::default();
    let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
    let control = Control::new(limit(2000)).saved_by(&mut checkpoints);
    let report = solver.prove(&At(0), GOAL, control);
    assert!(report.counters.nodes > 0);
    if matches!(report.verdict, ProofStatus::Unknown(_)) {
        let written = checkpoints.finish();
        assert!(written.fault.is_some() && written.written == 0);
    }
}
