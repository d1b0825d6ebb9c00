//! A whole game in forty lines, solved and certified: Chomp (Gale 1974).
//!
//! Players in turn choose a square of a chocolate bar and eat it with all that is above it and to
//! its right. The square at the lower left is poisoned: who eats it loses.
//!
//! Run it with `cargo run -p phidelta-proof --example chomp`, or with a size at the end: `6 5`.

use phidelta_certificate::Header;
use phidelta_certificate::check::{self, Certificate, CheckControl, check};
use phidelta_proof::{ProofControl, prove, write};
use phidelta_rules::{Acyclic, Game, Goal, NoGuide, Outcome, Player, Recurrence, Status};
use phidelta_search::{Control, Options, ProofStatus, Solver};

struct Chomp {
    columns: u8,
    rows: u8,
}

/// How many squares are left in each column, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Bar {
    heights: [u8; 8],
    turn: Player,
}

impl Game for Chomp {
    type State = Bar;
    type Move = (u8, u8);
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> Bar {
        let mut heights = [0; 8];
        heights[..self.columns as usize].fill(self.rows);
        Bar { heights, turn: Player::Max }
    }

    fn status(&self, bar: &Bar) -> Status<Outcome> {
        match bar.heights[0] {
            0 => Status::Over(Outcome::win(bar.turn)), // the opponent has eaten the poison
            _ => Status::Turn(bar.turn),
        }
    }

    fn moves(&self, bar: &Bar, out: &mut impl Extend<(u8, u8)>) {
        for (column, &height) in bar.heights.iter().enumerate() {
            out.extend((0..height).map(|row| (column as u8, row)));
        }
    }

    fn stuck(&self, bar: &Bar) -> Outcome {
        Outcome::win(bar.turn) // never asked: as long as there is poison, one may eat it
    }

    fn play(&self, bar: &mut Bar, (column, row): (u8, u8)) {
        bar.heights[column as usize..].iter_mut().for_each(|height| *height = row.min(*height));
        bar.turn = !bar.turn;
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::DECISIVE.to_vec()
    }
}

fn main() {
    let side =
        |n, usual| std::env::args().nth(n).and_then(|side| side.parse().ok()).unwrap_or(usual);
    let game = Chomp { columns: side(1, 7).clamp(1, 8), rows: side(2, 6).clamp(1, 8) };
    let size = format!("{}x{}", game.columns, game.rows);
    let (root, goal) = (game.initial(), Goal::AtLeast(Outcome::MaxWins));

    // Who wins? The search says so.
    let mut solver = Solver::new(&game, &NoGuide, &Options::default()).expect("there is memory");
    let report = solver.prove(&root, goal, Control::none());
    println!("Chomp {size}: the first player wins? {:?}", report.verdict);
    let line: Vec<String> =
        report.line.iter().map(|(c, r)| format!("{}{}", (b'a' + c) as char, r + 1)).collect();
    println!("A line: {}", line.join(" "));
    println!("{} nodes in {:?}", report.counters.nodes, report.elapsed);

    // Why? The certificate says so. It could go to a file as well.
    let wins = report.verdict == ProofStatus::Proved;
    let proof =
        prove(&mut solver, &root, goal, wins, ProofControl::default()).expect("it is right");
    let header = Header::new("chomp", size, "start".into(), vec![proof.claim]);
    let mut file = Vec::new();
    write(&mut file, &header, &[proof.solution]).expect("memory can be written to");

    // Is that so? The rules alone decide.
    let certificate = Certificate::open(&file[..]).expect("it was just written");
    let checked = check(&game, &Recurrence::Never, &root, certificate, CheckControl::default());
    let checked = checked.expect("memory can be read");
    assert_eq!(checked.verdict, check::Verdict::Verified);
    println!("Verified: {} positions in {} bytes", checked.tally.positions, file.len());
}
