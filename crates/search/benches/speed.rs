//! Nodes and processor time of the searches that this project is measured by.
//!
//! Run it with `cargo bench -p phidelta-search`, or with a word that the wanted problems' names
//! contain: `cargo bench -p phidelta-search -- crosscut`. Times are of the processor, user and
//! system, since machines are shared; node counts are reproducible to the digit.

use phidelta_games::{atari_go::AtariGo, connect_four::ConnectFour, uttt::Uttt};
use phidelta_rules::{Catalogued, Goal, Player, Status};
use phidelta_search::{
    Control, Init, Limits, Method, Options, Replacement, Solver, Step, TableSize, Verdict,
};

/// Seconds of processor time of this process.
fn cpu_seconds() -> f64 {
    let nanoseconds = std::fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or(0.0, |n| n / 1e9)
}

struct Bench {
    wanted: Option<String>,
}

impl Bench {
    /// Solves a position for the side to move and prints a line about it. Gives the nodes.
    fn run<G: Catalogued>(
        &self,
        name: &str,
        parameters: &str,
        position: &str,
        options: Options,
        most_nodes: u64,
    ) -> u64 {
        if self.wanted.as_ref().is_some_and(|word| !name.contains(word)) {
            return 0;
        }
        let game = G::with_parameters(parameters).expect("good parameters");
        let state = game.read(position).expect("a good position");
        let guide = game.guide().expect("a guide");
        let turn = match game.status(&state) {
            Status::Turn(turn) => turn,
            Status::Over(_) => Player::Max,
        };
        let goal = Goal::win(turn, &game.values()).expect("the game can be won");
        let before = cpu_seconds();
        let mut solver = Solver::new(&game, &guide, &options).expect("there is memory");
        let limits = Limits { nodes: Some(most_nodes), ..Limits::default() };
        let report = solver.prove(&state, goal, Control::new(limits));
        let seconds = cpu_seconds() - before;
        let answer = match report.verdict {
            Verdict::Proved => "proved",
            Verdict::Disproved => "disproved",
            Verdict::Unknown(_) => "unsolved",
        };
        let nodes = report.counters.nodes;
        let rate = nodes as f64 / seconds / 1e6;
        println!("{name:42} {answer:9} {nodes:>12} nodes {seconds:9.3} s {rate:6.2} M nodes/s");
        nodes
    }
}

fn entries(power: u32) -> Options {
    Options { table: TableSize::Entries(1 << power), ..Options::default() }
}

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let bench = Bench { wanted };
    const NO_LIMIT: u64 = u64::MAX;
    let crosscut = |name: &str, options, most| {
        bench.run::<AtariGo>(&format!("crosscut {name}"), "6x6", "crosscut", options, most)
    };

    crosscut("guided, 2^20 entries", entries(20), NO_LIMIT);
    crosscut("guided, 2^12 entries", entries(12), NO_LIMIT);
    let unguided = |power| Options { init: Init::Unit, look_ahead: true, ..entries(power) };
    crosscut("unguided, 2^20 entries", unguided(20), NO_LIMIT);
    crosscut("unguided, 2^16 entries", unguided(16), NO_LIMIT);
    let with_epsilon = crosscut("unguided, 2^12 entries, 1 + 1/4", unguided(12), NO_LIMIT);
    let plain = Options { step: Step::Plus(1), ..unguided(12) };
    crosscut("unguided, 2^12 entries, plain", plain, 4 * with_epsilon);
    let two_big = Options { replacement: Replacement::TwoBig, ..unguided(12) };
    crosscut("unguided, 2^12 entries, two-big", two_big, 4 * with_epsilon);

    let up_to = |gib: u64| Options { table: TableSize::Bytes(gib << 30), ..Options::default() };
    for position in ["a1", "a2", "a9"] {
        bench.run::<Uttt>(&format!("uttt {position}"), "", position, up_to(1), NO_LIMIT);
    }
    use Method::{DeepPn, DfPn, PdsPn, Pn, Pn2, PnDfPn};
    for method in [DfPn, Pn, Pn2, PdsPn, PnDfPn, DeepPn] {
        for init in [Init::Unit, Init::Guide] {
            let name = format!("uttt a1 {method:?} {init:?}");
            let options = Options { method, init, ..up_to(4) };
            bench.run::<Uttt>(&name, "", "a1", options, NO_LIMIT);
        }
    }
    bench.run::<ConnectFour>("connect-four 6x5", "6x5", "start", up_to(1), NO_LIMIT);
    // Some minutes.
    bench.run::<ConnectFour>("connect-four 7x6", "7x6", "start", up_to(4), NO_LIMIT);
}
