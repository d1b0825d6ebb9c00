//! How long it takes to find an answer, to write its certificate and to check it, and how large the
//! certificate is.
//!
//! Run it with `cargo bench -p phidelta-proof`, or with a word that the wanted problems' names
//! contain: `cargo bench -p phidelta-proof -- crosscut`. Times are of the processor, user and
//! system, since machines are shared; sizes are reproducible to the digit.

use phidelta_games::{atari_go::AtariGo, connect_four::ConnectFour, uttt::Uttt};
use phidelta_proof::check::{Certificate, Reins, Verdict, check};
use phidelta_proof::{Header, Means, prove, write};
use phidelta_rules::{Catalogued, Goal, Player, Status, recurrence};
use phidelta_search::{Control, Options, Solver, TableSize};

/// Seconds of processor time of this thread's process.
fn cpu_seconds() -> f64 {
    let nanoseconds = std::fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or(0.0, |n| n / 1e9)
}

/// Does something, and gives the seconds it took as well.
fn timed<T>(job: impl FnOnce() -> T) -> (T, f64) {
    let before = cpu_seconds();
    let result = job();
    (result, cpu_seconds() - before)
}

struct Bench {
    wanted: Option<String>,
}

impl Bench {
    fn run<G>(&self, name: &str, parameters: &str, position: &str, gib: u64)
    where
        G: Catalogued + Sync,
        G::State: Send + Sync,
    {
        if self.wanted.as_ref().is_some_and(|word| !name.contains(word)) {
            return;
        }
        let game = G::with_parameters(parameters).expect("good parameters");
        let root = game.read(position).expect("a good position");
        let guide = game.guide();
        let turn = match game.status(&root) {
            Status::Turn(turn) => turn,
            Status::Over(_) => Player::Max,
        };
        let goal = Goal::win(turn, &game.values()).expect("the game can be won");
        let options = Options { table: TableSize::Bytes(gib << 30), ..Options::default() };
        let mut solver = Solver::new(&game, &guide, &options).expect("there is memory");
        let (report, search) = timed(|| solver.prove(&root, goal, Control::none()));
        let reached = report.verdict == phidelta_search::Verdict::Proved;
        let (proof, build) = timed(|| prove(&mut solver, &root, goal, reached, Means::default()));
        let proof = proof.expect("the answer is right");
        let header =
            Header::new(G::NAME, game.parameters(), game.write_position(&root), vec![proof.claim]);
        let mut file = Vec::new();
        let (written, write) = timed(|| write(&mut file, &header, &[proof.solution]));
        let written = written.expect("memory can be written to");
        let certificate = Certificate::open(&file[..]).expect("it was just written");
        let reins = Reins { memory: 8 << 30, ..Reins::default() };
        let (checked, check) =
            timed(|| check(&game, &recurrence(&game), &root, certificate, reins));
        let checked = checked.expect("memory can be read");
        assert_eq!(checked.verdict, Verdict::Verified, "{name}");
        let positions = checked.tally.positions;
        println!(
            "{name:24} {:>11} nodes, search {search:8.3} s, build {build:7.3} s, write {write:7.3} s, \
             check {check:7.3} s\n{:24} {positions:>11} positions ({} at first, {} distinct), {:.2} M/s \
             ({:.2} M/s with ends and references), {} bytes, {:.3} a position; {} lemmas; {} \
             searched again",
            report.counters.nodes,
            "",
            proof.positions_at_first,
            proof.positions,
            positions as f64 / check / 1e6,
            (positions + checked.tally.ends + checked.tally.references) as f64 / check / 1e6,
            written.bytes,
            written.bytes as f64 / positions as f64,
            written.lemmas,
            proof.effort.searched_again,
        );
    }
}

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let bench = Bench { wanted };
    bench.run::<AtariGo>("atari-go crosscut", "6x6", "crosscut", 1);
    for position in ["a1", "a2", "a9"] {
        bench.run::<Uttt>(&format!("uttt {position}"), "", position, 1);
    }
    bench.run::<ConnectFour>("connect-four 5x5", "5x5", "start", 1);
    bench.run::<ConnectFour>("connect-four 6x5", "6x5", "start", 1);
    // Some minutes.
    bench.run::<ConnectFour>("connect-four 7x6", "7x6", "start", 4);
}
