//! What a certificate says, in the words of its game: the other side of `inquiry`, with the checker
//! in place of the search.

use std::io::{self, Read};

use phidelta_certificate::check::{
    Certificate, CheckControl, Checked, Shortfall, Verdict, check as check_proof,
};
use phidelta_certificate::{Claim, Header, PASS};
use phidelta_rules::{PositionError, Status, recurrence, resolve};

use crate::rules::{Playable, Typed};

/// What a certificate is about.
#[derive(Debug)]
pub struct Subject {
    /// The drawn board.
    pub board: String,
    /// Whose turn it is, if the game goes on.
    pub mover: Option<&'static str>,
    /// What is claimed, claim by claim.
    pub claims: Vec<(Claim, String)>,
    /// What is claimed, all in all.
    pub claimed: String,
}

/// What a check came to.
#[derive(Debug)]
pub struct Inspection {
    pub checked: Checked,
    /// The position that is wrong, or first without a proof.
    pub place: Option<Place>,
}

/// A position of a proof.
#[derive(Debug)]
pub struct Place {
    /// The number of the claim.
    pub claim: u32,
    /// The moves that lead there.
    pub line: Vec<String>,
    pub board: String,
    pub mover: Option<&'static str>,
}

/// What a certificate is about.
///
/// # Errors
/// If its position is not one of the game.
pub fn subject<G: Playable>(game: &Typed<G>, header: &Header) -> Result<Subject, PositionError> {
    let root = read_root(game, header)?;
    Ok(Subject {
        board: game.0.draw(&root),
        mover: mover(game, &root),
        claims: header.claims.iter().map(|&claim| (claim, game.claim(claim))).collect(),
        claimed: game.claims(&header.claims),
    })
}

/// The position of a header, which must be written as the game writes it.
fn read_root<G: Playable>(game: &Typed<G>, header: &Header) -> Result<G::State, PositionError> {
    let root = game.0.read_position(&header.position)?;
    let written = game.0.write_position(&root);
    if written == header.position {
        return Ok(root);
    }
    Err(PositionError::Other(format!("it is not in its usual form, which is `{written}`")))
}

/// Checks a certificate.
///
/// # Errors
/// If the file cannot be read, or its position is none of the game.
pub fn check<G: Playable>(
    game: &Typed<G>,
    certificate: Certificate<Box<dyn Read>>,
    control: CheckControl<'_>,
) -> io::Result<Inspection> {
    let root = root(game, &certificate)?;
    let checked = check_proof(&game.0, &recurrence(&game.0), &root, certificate, control)?;
    let place = place(game, &root, &checked.verdict);
    Ok(Inspection { checked, place })
}

/// The position that a certificate is about.
///
/// # Errors
/// If it is none of the game.
pub fn root<G: Playable>(
    game: &Typed<G>,
    certificate: &Certificate<Box<dyn Read>>,
) -> io::Result<G::State> {
    read_root(game, certificate.header()).map_err(io::Error::other)
}

fn mover<G: Playable>(game: &Typed<G>, state: &G::State) -> Option<&'static str> {
    match resolve(&game.0, state, &mut Vec::new()) {
        Status::Turn(player) => Some(game.0.player_name(player)),
        Status::Over(_) => None,
    }
}

/// The position that a verdict is about, if it is about one.
pub fn place<G: Playable>(game: &Typed<G>, root: &G::State, verdict: &Verdict) -> Option<Place> {
    let (claim, line) = match verdict {
        Verdict::Refuted(refutation) => (refutation.claim?, &refutation.line),
        Verdict::Incomplete(Shortfall::Unfinished { claim, line }) => (*claim, line),
        _ => return None,
    };
    let (line, state) = replay(game, root, line);
    Some(Place { claim, line, board: game.0.draw(&state), mover: mover(game, &state) })
}

/// How a pass is written.
pub const PASSED: &str = "pass";

/// A line of play that is given by the places of its moves, as players write it, and the position
/// it leads to. It ends before a move that cannot be played. A pass, which is no move of the game, is
/// written as one.
pub fn replay<G: Playable>(
    game: &Typed<G>,
    root: &G::State,
    line: &[u32],
) -> (Vec<String>, G::State) {
    let (mut start, mut state) = (root.clone(), root.clone());
    let (mut written, mut played, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    for &at in line {
        if at == PASS {
            let Some(rules) = game.0.placement() else { break };
            written.extend(game.0.write_line(&start, &played));
            written.push(PASSED.into());
            state = rules.pass(&state);
            start = state.clone();
            played.clear();
            continue;
        }
        let over = matches!(resolve(&game.0, &state, &mut moves), Status::Over(_));
        let Some(&mv) = moves.get(at as usize).filter(|_| !over) else { break };
        played.push(mv);
        game.0.play(&mut state, mv);
    }
    written.extend(game.0.write_line(&start, &played));
    (written, state)
}
