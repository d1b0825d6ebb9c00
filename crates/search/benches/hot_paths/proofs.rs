//! Certificates: they are made of what a search has found, written, and checked.

use phidelta_atari_go::AtariGo;
use phidelta_certificate::Header;
use phidelta_certificate::check::{Certificate, CheckControl, Verdict, check};
use phidelta_proof::{ProofControl, prove, write};
use phidelta_rules::{Catalogued, Game, Notation, recurrence};
use phidelta_search::{Control, Options, ProofStatus as Answer, Solver, TableSize};

use crate::{measured, searches};

/// Solved within some thousand nodes.
const POSITION: &str = "crosscut moves d5 b4 b3";

/// Makes a certificate.
pub fn write_certificate() {
    let (game, root) = problem();
    certificate(&game, &root, measured);
}

/// Checks one.
pub fn check_certificate() {
    let (game, root) = problem();
    let file = certificate(&game, &root, |make| make());
    let mut verdict = None;
    measured(&mut || {
        let certificate = Certificate::open(&file[..]).expect("it was just written");
        let checked = check(&game, &recurrence(&game), &root, certificate, CheckControl::default());
        verdict = Some(checked.expect("memory can be read").verdict);
    });
    assert_eq!(verdict, Some(Verdict::Verified));
}

fn problem() -> (AtariGo, <AtariGo as Game>::State) {
    let game = AtariGo::with_parameters("6x6").expect("good parameters");
    let root = game.read(POSITION).expect("a good position");
    (game, root)
}

/// Solves the position, and has its certificate made by `run`.
fn certificate(
    game: &AtariGo,
    root: &<AtariGo as Game>::State,
    run: impl Fn(&mut dyn FnMut()),
) -> Vec<u8> {
    let guide = game.guide();
    let goal = searches::win(game, root);
    let options = Options { table: TableSize::Entries(1 << 16), ..Options::default() };
    let mut solver = Solver::new(game, &guide, &options).expect("there is memory");
    let reached = solver.prove(root, goal, Control::none()).verdict == Answer::Proved;
    let mut file = Vec::new();
    run(&mut || {
        let proof = prove(&mut solver, root, goal, reached, ProofControl::default());
        let proof = proof.expect("the answer is right");
        let position = game.write_position(root);
        let header = Header::new(AtariGo::NAME, game.parameters(), position, vec![proof.claim]);
        write(&mut file, &header, &[proof.solution]).expect("memory can be written to");
    });
    file
}
