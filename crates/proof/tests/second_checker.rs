//! The second checker, in Python, on the same files: it must come to the same verdicts.
//!
//! It knows tic-tac-toe and its family, Connect Four, and the family of Connect6, whose certificates
//! may have zones. The interpreter is what `$PYTHON` names,
//! as `cargo xtask test` sets it, or else `python3`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use phidelta_certificate::check::Verdict;
use phidelta_certificate::{Claim, Header, Mode};
use phidelta_connect::Connect;
use phidelta_connect_four::ConnectFour;
use phidelta_mnk::Mnk;
use phidelta_proof::{ProofControl, prove, prove_in_zones, write_in_parts};
use phidelta_rules::{Catalogued, Goal, NoGuide, Notation, Outcome, recurrence};
use phidelta_search::{Control, Options, ProofStatus as Answer, Solver, TableSize};
use phidelta_testing::editor::File;
use phidelta_testing::{Searched, check_in_memory};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A certificate of all that the value of a position comes to: one claim or two.
fn certificate<G>(game: &G, position: &str, part_size: usize) -> Vec<u8>
where
    G: Catalogued<Value = Outcome>,
{
    let root = game.read(position).unwrap();
    let guide = game.guide();
    let options = Options { table: TableSize::Bytes(16 << 20), ..Options::default() };
    let mut solver = Solver::new(game, &guide, &options).unwrap();
    let report = solver.value(&root, Control::none());
    let mut proofs = Vec::new();
    for &(goal, answer) in &report.questions {
        let reached = answer == Answer::Proved;
        let needed = match goal {
            Goal::AtLeast(bound) if reached => bound == report.at_least,
            _ => true,
        };
        if needed {
            proofs.push(prove(&mut solver, &root, goal, reached, ProofControl::default()).unwrap());
        }
    }
    let (claims, solutions): (Vec<_>, Vec<_>) =
        proofs.into_iter().map(|proof| (proof.claim, proof.solution)).unzip();
    let header = Header::new(G::NAME, game.parameters(), game.write_position(&root), claims);
    let mut file = Vec::new();
    write_in_parts(&mut file, &header, &solutions, part_size).unwrap();
    file
}

/// Positions that are won, with the winner.
const ZONED: [(&str, &str, Outcome); 7] = [
    ("4x4x3x2x1", "b", Outcome::MaxWins),
    ("5x5x4x2x1", "B:C3 W:A1,E5 b", Outcome::MaxWins),
    ("5x5x4x2x1", "B:C3 W:A1 w1", Outcome::MaxWins),
    ("5x5x4x2x1", "B:A1 W:C3,C4 b1", Outcome::MinWins),
    ("5x5x4x1x1:exact", "B:C3,C2,D3 W:A1,E5 w", Outcome::MaxWins),
    ("5x5x4x1x1", "B:C3,C2,D3 W:A1,E5,A5 w", Outcome::MaxWins),
    ("6x6x4x2x1", "B:C3 W:A1,F6 b", Outcome::MaxWins),
];

/// A certificate with zones that a player wins.
fn zone_certificate(game: &Connect, position: &str, winner: Outcome, part_size: usize) -> Vec<u8> {
    let root = game.read(position).unwrap();
    let (goal, claim) = match winner {
        Outcome::MinWins => (Goal::AtMost(winner), Claim::AtMost(-1)),
        _ => (Goal::AtLeast(winner), Claim::AtLeast(1)),
    };
    let options = Options { table: TableSize::Bytes(64 << 20), ..Options::default() };
    let mut solver = Solver::new(game, &NoGuide, &options).unwrap();
    let mut attack = Searched { solver: &mut solver, goal };
    let solution =
        prove_in_zones(game, &root, claim, &mut attack, ProofControl::default()).unwrap();
    let position = game.write_position(&root);
    let header = Header::new(Connect::NAME, game.parameters(), position, vec![claim]);
    let header = Header { mode: Mode::Zone, ..header };
    let mut file = Vec::new();
    write_in_parts(&mut file, &header, &[solution], part_size).unwrap();
    file
}

/// A file, and our verdict on it.
struct Case {
    path: PathBuf,
    ours: Verdict,
}

fn case<G>(game: &G, position: &str, file: &[u8], folder: &Path, number: usize) -> Case
where
    G: Catalogued + Sync,
    G::State: Send + Sync,
{
    let root = game.read(position).unwrap();
    let ours = check_in_memory(game, &recurrence(game), &root, file).verdict;
    let path = folder.join(format!("{number}.proof"));
    fs::write(&path, file).unwrap();
    Case { path, ours }
}

/// Changes a number of a part, or takes one out, or puts one in.
fn change(random: &mut StdRng, file: &mut File) {
    let part = random.random_range(0..file.parts.len());
    let numbers = &mut file.parts[part];
    let at = random.random_range(0..numbers.len());
    match random.random_range(0..5) {
        0 => numbers[at] = random.random_range(0..12),
        1 => numbers[at] = numbers[at].wrapping_add(1),
        2 => drop(numbers.remove(at)),
        3 => numbers.insert(at, random.random_range(0..12)),
        _ => numbers.truncate(at),
    }
}

/// What the second checker prints about each file.
fn second_opinions(cases: &[Case]) -> Vec<String> {
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check.py");
    let paths = cases.iter().map(|case| &case.path);
    let output = Command::new(&python).arg(checker).args(paths).output().unwrap_or_else(|error| {
        panic!("{python:?} cannot be run ({error}); `cargo xtask test` says what is missing")
    });
    let text = String::from_utf8(output.stdout).unwrap();
    let opinions: Vec<String> = text
        .lines()
        .zip(cases)
        .map(|(line, case)| {
            let name = format!("{}: ", case.path.display());
            line.strip_prefix(&name).expect("lines begin with the file's name").to_string()
        })
        .collect();
    assert_eq!(opinions.len(), cases.len(), "{}", String::from_utf8_lossy(&output.stderr));
    opinions
}

/// Sees that both checkers agree on all cases, of which some are of each kind.
fn compare(cases: &[Case], at_least: usize) {
    let mut counts = [0; 3];
    for (case, theirs) in cases.iter().zip(second_opinions(cases)) {
        let agree = match &case.ours {
            Verdict::Verified => {
                counts[0] += 1;
                theirs == "VERIFIED"
            }
            Verdict::Refuted(ours) => {
                counts[1] += 1;
                theirs.starts_with(&format!("REFUTED: byte {}: ", ours.byte))
            }
            Verdict::Incomplete(_) => {
                counts[2] += 1;
                theirs.starts_with("INCOMPLETE: ")
            }
        };
        assert!(agree, "{}: {:?}, but {theirs}", case.path.display(), case.ours);
    }
    assert!(counts.iter().all(|&count| count >= at_least), "verdicts of all kinds: {counts:?}");
}

#[test]
fn both_checkers_come_to_the_same_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let mut cases = Vec::new();
    let mut random = StdRng::seed_from_u64(3);
    fn collect<G>(
        game: &G,
        positions: &[&str],
        changes: usize,
        folder: &Path,
        random: &mut StdRng,
        cases: &mut Vec<Case>,
    ) where
        G: Catalogued<Value = Outcome> + Sync,
        G::State: Send + Sync,
    {
        for position in positions {
            for part_size in [50, 1 << 18] {
                let whole = certificate(game, position, part_size);
                cases.push(case(game, position, &whole, folder, cases.len()));
                assert_eq!(cases.last().unwrap().ours, Verdict::Verified, "{position}");
                for _ in 0..changes {
                    let mut file = File::read(&whole);
                    change(random, &mut file);
                    cases.push(case(game, position, &file.write(), folder, cases.len()));
                }
                // Without its end, with more than its end, and with a wrong byte.
                let mut broken = [whole.clone(), whole.clone(), whole.clone()];
                broken[0].truncate(random.random_range(0..whole.len()));
                broken[1].push(0);
                broken[2][random.random_range(0..whole.len())] ^= 4;
                for file in broken {
                    cases.push(case(game, position, &file, folder, cases.len()));
                }
            }
        }
    }
    let game = |parameters| Mnk::with_parameters(parameters).unwrap();
    let folder = folder.path();
    collect(
        &game("3x3x3"),
        &["", "x1o/1x1/2o x", "xoo/3/3 x"],
        40,
        folder,
        &mut random,
        &mut cases,
    );
    collect(&game("4x3x3"), &["", "start moves b2"], 10, folder, &mut random, &mut cases);
    let game = |parameters| ConnectFour::with_parameters(parameters).unwrap();
    collect(&game("4x4"), &["", "1123"], 10, folder, &mut random, &mut cases);
    collect(&game("5x4"), &["33324"], 10, folder, &mut random, &mut cases);
    compare(&cases, 11);
}

#[test]
fn both_checkers_agree_about_zones() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut cases = Vec::new();
    let mut random = StdRng::seed_from_u64(5);
    for (parameters, position, winner) in ZONED {
        let game = Connect::with_parameters(parameters).unwrap();
        for part_size in [50, 1 << 18] {
            let whole = zone_certificate(&game, position, winner, part_size);
            cases.push(case(&game, position, &whole, folder, cases.len()));
            assert_eq!(cases.last().unwrap().ours, Verdict::Verified, "{parameters} {position}");
            for _ in 0..30 {
                let mut file = File::read(&whole);
                change(&mut random, &mut file);
                cases.push(case(&game, position, &file.write(), folder, cases.len()));
            }
            let mut cut = whole;
            cut.truncate(random.random_range(0..cut.len()));
            cases.push(case(&game, position, &cut, folder, cases.len()));
        }
    }
    compare(&cases, 8);
}
