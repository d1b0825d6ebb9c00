//! Certificates: they are made of what a search has found, written, and checked.

use std::io::Read;

use phidelta::{AnyGame, Engine};
use phidelta_certificate::Header;
use phidelta_certificate::check::{Certificate, CheckControl, Verdict};
use phidelta_proof::{ProofControl, prove_object, write};
use phidelta_rules::erased::AnyState;
use phidelta_search::{Control, Options, ProofStatus as Answer, TableSize};

use crate::{measured, searches};

/// Solved within some thousand nodes.
const POSITION: &str = "crosscut moves d5 b4 b3";

/// Makes a certificate.
pub fn write_certificate() {
    let game = game();
    let engine = searches::engine(&game);
    certificate(engine, &root(engine), measured);
}

/// Checks one.
pub fn check_certificate() {
    let game = game();
    let engine = searches::engine(&game);
    let root = root(engine);
    let file = certificate(engine, &root, |make| make());
    let mut verdict = None;
    measured(&mut || {
        let stream: Box<dyn Read + '_> = Box::new(&file[..]);
        let certificate = Certificate::open(stream).expect("it was just written");
        let checked = engine.check(&root, certificate, CheckControl::default());
        verdict = Some(checked.expect("memory can be read").verdict);
    });
    assert_eq!(verdict, Some(Verdict::Verified));
}

fn game() -> AnyGame {
    phidelta_atari_go::ENTRY.game("6x6").expect("good parameters")
}

fn root(engine: &dyn Engine) -> AnyState {
    engine.game().read(POSITION).expect("a good position")
}

/// Solves the position, and has its certificate made by `run`.
fn certificate(engine: &dyn Engine, root: &AnyState, run: impl Fn(&mut dyn FnMut())) -> Vec<u8> {
    let game = engine.game();
    let goal = searches::win(game, root);
    let options = Options { table: TableSize::Entries(1 << 16), ..Options::default() };
    let mut file = Vec::new();
    let solved = engine.with_solver(&options, None, &mut |solver| {
        let reached = solver.prove(root, goal, Control::none()).verdict == Answer::Proved;
        run(&mut || {
            let proof = prove_object(solver, root, goal, reached, ProofControl::default());
            let proof = proof.expect("the answer is right");
            let (parameters, position) = (game.parameters(), game.write_position(root));
            let header = Header::new("atari-go", parameters, position, vec![proof.claim]);
            write(&mut file, &header, &[proof.solution]).expect("memory can be written to");
        });
    });
    solved.expect("there is memory");
    file
}
