//! The second checker, in Python, on certificates of all games that it knows, and on what is left of them when they
//! are damaged: it must come to the same verdicts as `phidelta check`.
//!
//! Between them the games need all modes: *reach* (mnk, connect-four, nim, atari-go), *safe* (graph, loa, go-life),
//! *path* (go-small) and *zone* (connect). The interpreter is what `$PYTHON` names, as `cargo xtask test` sets it, or else
//! `python3`; it is started once for each test.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

use phidelta::proof::{VerdictWord, check};
use phidelta::{Catalogue, Entry};
use phidelta_atari_go::AtariGo;
use phidelta_certificate::check::CheckControl;
use phidelta_certificate::{Claim, Header, Mode};
use phidelta_connect::Connect;
use phidelta_connect_four::ConnectFour;
use phidelta_go::go_life::GoLife;
use phidelta_go_small::GoSmall;
use phidelta_graph::AndOrGraph;
use phidelta_loa::Loa;
use phidelta_mnk::Mnk;
use phidelta_nim::Nim;
use phidelta_proof::{ProofControl, prove, prove_in_zones, write_in_parts};
use phidelta_rules::{Catalogued, Goal, NoGuide, Outcome};
use phidelta_search::{Control, Options, ProofStatus as Answer, Solver, TableSize};
use phidelta_testing::Searched;
use phidelta_testing::editor::{File, blocks, sealed};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn catalogue() -> Catalogue {
    let entries: [&Entry; 7] = [
        &phidelta_mnk::ENTRY,
        &phidelta_connect_four::ENTRY,
        &phidelta_nim::ENTRY,
        &phidelta_atari_go::ENTRY,
        &phidelta_graph::ENTRY,
        &phidelta_loa::ENTRY,
        &phidelta_go_small::ENTRY,
    ];
    let entries = entries.into_iter().chain(phidelta_connect::ENTRIES).chain(phidelta_go::ENTRIES);
    entries.cloned().fold(Catalogue::new(), Catalogue::with)
}

/// A certificate of all that the value of a position comes to: one claim or two.
fn certificate<G: Catalogued>(game: &G, position: &str, part_size: usize) -> Vec<u8> {
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
    let mut header = Header::new(G::NAME, game.parameters(), game.write_position(&root), claims);
    header.mode = Mode::fitting(game, &header.claims);
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
    let root = phidelta_rules::Notation::read(game, position).unwrap();
    let (goal, claim) = match winner {
        Outcome::MinWins => (Goal::AtMost(winner), Claim::AtMost(-1)),
        _ => (Goal::AtLeast(winner), Claim::AtLeast(1)),
    };
    let options = Options { table: TableSize::Bytes(64 << 20), ..Options::default() };
    let mut solver = Solver::new(game, &NoGuide, &options).unwrap();
    let mut attack = Searched { solver: &mut solver, goal };
    let solution =
        prove_in_zones(game, &root, claim, &mut attack, ProofControl::default()).unwrap();
    let position = phidelta_rules::Notation::write_position(game, &root);
    let header = Header::new(Connect::NAME, game.parameters(), position, vec![claim]);
    let header = Header { mode: Mode::Zone, ..header };
    let mut file = Vec::new();
    write_in_parts(&mut file, &header, &[solution], part_size).unwrap();
    file
}

/// A file, and our verdict on it, with the byte if it is refuted.
struct Case {
    path: PathBuf,
    about: String,
    ours: VerdictWord,
    byte: Option<u64>,
}

/// Files on which both checkers are asked.
struct Cases {
    catalogue: Catalogue,
    folder: tempfile::TempDir,
    random: StdRng,
    cases: Vec<Case>,
    modes: BTreeSet<&'static str>,
}

impl Cases {
    fn new(seed: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (catalogue, random) = (catalogue(), StdRng::seed_from_u64(seed));
        Cases { catalogue, folder, random, cases: Vec::new(), modes: BTreeSet::new() }
    }

    fn add(&mut self, about: &str, file: Vec<u8>) -> VerdictWord {
        let path = self.folder.path().join(format!("{}.proof", self.cases.len()));
        fs::write(&path, &file).unwrap();
        let report =
            check(&self.catalogue, Box::new(Cursor::new(file)), &[], CheckControl::default());
        let report = report.unwrap();
        let case = Case { path, about: about.into(), ours: report.verdict, byte: report.byte };
        self.cases.push(case);
        report.verdict
    }

    /// Adds certificates, as they are and changed in many ways.
    fn add_game<G: Catalogued>(&mut self, parameters: &str, positions: &[&str], changes: usize) {
        let game = G::with_parameters(parameters).unwrap();
        for position in positions {
            for part_size in [50, 1 << 18] {
                let about = format!("{}:{parameters} {position}", G::NAME);
                self.add_changed(&about, &certificate(&game, position, part_size), changes);
            }
        }
    }

    fn add_changed(&mut self, about: &str, whole: &[u8], changes: usize) {
        assert_eq!(self.add(about, whole.to_vec()), VerdictWord::Verified, "{about}");
        let original = File::read(whole);
        self.modes.insert(original.header.mode.name());
        for _ in 0..changes {
            let mut file = original.clone();
            change_numbers(&mut self.random, &mut file);
            self.add(about, file.write());
        }
        for _ in 0..changes / 4 {
            let mut file = original.clone();
            change_header(&mut self.random, &mut file.header);
            self.add(about, file.write());
            // A byte of the header, or of a part as it is compressed, under right hashes.
            let mut changed = blocks(whole).unwrap();
            let at = self.random.random_range(0..changed.len() - 1);
            let payload = &mut changed[at].1;
            let byte = self.random.random_range(0..payload.len());
            payload[byte] = self.random.random_range(b' '..=b'~');
            self.add(about, sealed(&changed));
        }
        // Without its end, with more than its end, and with a wrong byte.
        let mut broken = [whole.to_vec(), whole.to_vec(), whole.to_vec()];
        broken[0].truncate(self.random.random_range(0..whole.len()));
        broken[1].push(0);
        broken[2][self.random.random_range(0..whole.len())] ^= 4;
        for file in broken {
            self.add(about, file);
        }
    }

    /// What the second checker prints about each file.
    fn second_opinions(&self) -> Vec<String> {
        let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
        let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check.py");
        let paths = self.cases.iter().map(|case| &case.path);
        let run = Command::new(&python).arg(checker).args(paths).output();
        let output = run.unwrap_or_else(|error| {
            panic!("{python:?} cannot be run ({error}); `cargo xtask test` says what is missing")
        });
        let faults = String::from_utf8_lossy(&output.stderr);
        assert!(faults.is_empty(), "{faults}");
        let text = String::from_utf8(output.stdout).unwrap();
        let lines = text.lines().zip(&self.cases).map(|(line, case)| {
            let name = format!("{}: ", case.path.display());
            line.strip_prefix(&name).expect("lines begin with the file's name").to_string()
        });
        let opinions: Vec<String> = lines.collect();
        assert_eq!(opinions.len(), self.cases.len());
        opinions
    }

    /// Sees that both checkers agree on all cases, of which some are of each kind.
    fn compare(&self, modes: &[&str], at_least: usize) {
        let mut counts = [0; 3];
        for (Case { about, ours, byte, .. }, theirs) in
            self.cases.iter().zip(self.second_opinions())
        {
            counts[*ours as usize] += 1;
            let agree = match (ours, byte) {
                (VerdictWord::Verified, _) => theirs == "VERIFIED",
                (VerdictWord::Refuted, Some(byte)) => {
                    theirs.starts_with(&format!("REFUTED: byte {byte}: "))
                }
                (VerdictWord::Refuted, None) => theirs.starts_with("REFUTED: "),
                (VerdictWord::Incomplete, _) => theirs.starts_with("INCOMPLETE: "),
            };
            assert!(agree, "{about}: {ours:?} at {byte:?}, but {theirs}");
        }
        assert_eq!(self.modes, modes.iter().copied().collect());
        assert!(counts.iter().all(|&count| count >= at_least), "verdicts of all kinds: {counts:?}");
    }
}

/// Changes a number of a part, or takes one out, or puts one in.
fn change_numbers(random: &mut StdRng, file: &mut File) {
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

/// Changes what is claimed, or how.
fn change_header(random: &mut StdRng, header: &mut Header) {
    let bound = random.random_range(-2..=2);
    let claim = if random.random() { Claim::AtLeast(bound) } else { Claim::AtMost(bound) };
    let modes = [Mode::Reach, Mode::Safe, Mode::Path, Mode::Zone];
    match random.random_range(0..4) {
        0 => header.mode = modes[random.random_range(0..4)],
        1 => header.claims[0] = claim,
        2 => header.claims.push(claim),
        _ => drop(header.claims.pop()),
    }
}

#[test]
fn both_checkers_agree_where_no_position_comes_back() {
    let mut cases = Cases::new(3);
    cases.add_game::<Mnk>("3x3x3", &["", "x1o/1x1/2o x", "xoo/3/3 x"], 24);
    cases.add_game::<Mnk>("4x3x3", &["", "start moves b2"], 10);
    cases.add_game::<ConnectFour>("4x4", &["", "1123"], 10);
    cases.add_game::<ConnectFour>("5x4", &["33324"], 10);
    cases.add_game::<Nim>("1,3,5", &["", "1,2,3 s"], 16);
    cases.add_game::<Nim>("misere:2,2,3", &["", "0,2,2 f"], 16);
    cases.add_game::<AtariGo>("3x3", &["", "1wb/w2/3 b"], 16);
    cases.add_game::<AtariGo>("4x3", &["4/1bw1/4 b", "4/1bw1/1wb1 w"], 16);
    cases.compare(&["reach"], 20);
}

/// A graph in which both may go round; one with a cycle that cannot be reached; and one without any.
const GRAPHS: [&str; 3] = [
    r#"{"root": "a", "nodes": {
        "a": {"turn": "or", "children": ["b", "c"]}, "b": {"turn": "and", "children": ["a", "d", "e"]},
        "c": {"turn": "or", "children": ["d"]}, "d": {"turn": "and", "children": ["c", "b", "f"]},
        "e": {"turn": "or", "children": ["g", "a", "c"]}, "f": {"value": 2}, "g": {"value": -1}}}"#,
    r#"{"root": "a", "nodes": {
        "a": {"turn": "or", "children": ["b", "c"]}, "b": {"turn": "and", "children": ["d", "e"]},
        "c": {"turn": "and", "children": ["d"]}, "d": {"value": 3}, "e": {"turn": "and", "children": []},
        "x": {"turn": "or", "children": ["y"]}, "y": {"turn": "and", "children": ["x"]}}}"#,
    r#"{"root": "a", "nodes": {
        "a": {"turn": "max", "children": ["b", "c"]}, "b": {"turn": "min", "children": ["d", "e"]},
        "c": {"turn": "or", "children": []}, "d": {"value": true}, "e": {"value": 0}}}"#,
];

#[test]
fn both_checkers_agree_where_positions_come_back() {
    let mut cases = Cases::new(4);
    for graph in GRAPHS {
        cases.add_game::<AndOrGraph>(graph, &["", "b"], 30);
    }
    cases.add_game::<Loa>("4", &["1xo1/o2x/x2o/2o1 x", "x2o/4/2x1/o3 o"], 20);
    cases.add_game::<Loa>("4,stuck=loses,simultaneous=mover", &["xo2/xx2/2oo/2xo o"], 20);
    for problem in [
        "+bw/ww+/+ww:b:targets=B2",
        "b++/b+w/w+w:w:targets=C1,A1",
        "ww+b/+wbb/wbb+/+wbb:b:targets=D3:ko=A1",
        "+++/+bw/bw+:w:targets=B2:threats=1,0",
        "5/5/wwwww/bbbbw/+++bw:w:targets=D1:threats=0,inf",
    ] {
        cases.add_game::<GoLife>(problem, &[""], 16);
    }
    cases.add_game::<GoSmall>("2x1", &["", "b1 w"], 30);
    cases.add_game::<GoSmall>("2x2", &["", "b1/1w b pass"], 30);
    cases.add_game::<GoSmall>("suicide:3x1", &["", "b1w w"], 30);
    cases.compare(&["path", "reach", "safe"], 20);
}

#[test]
fn both_checkers_agree_about_zones() {
    let mut cases = Cases::new(5);
    for (parameters, position, winner) in ZONED {
        let game = Connect::with_parameters(parameters).unwrap();
        for part_size in [50, 1 << 18] {
            let about = format!("connect:{parameters} {position}");
            let whole = zone_certificate(&game, position, winner, part_size);
            cases.add_changed(&about, &whole, 24);
        }
    }
    cases.compare(&["zone"], 8);
}
