//! What a certificate says, in the words of its game, and where it is wrong.

use phidelta_certificate::check::{Checked, Shortfall, Verdict};
use phidelta_certificate::{Claim, Header, PASS};
use phidelta_rules::erased::{AnyState, GameObject};
use phidelta_rules::{PositionError, Status};

use crate::words;

/// What a certificate is about.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
pub(super) struct Inspection {
    pub checked: Checked,
    /// The position that is wrong, or first without a proof.
    pub place: Option<Place>,
}

/// A position of a proof.
#[derive(Clone, Debug)]
pub struct Place {
    /// The number of the claim.
    pub claim: u32,
    /// The moves that lead there.
    pub line: Vec<String>,
    /// The drawn board.
    pub board: String,
    /// Whose turn it is, if the game goes on.
    pub mover: Option<&'static str>,
}

/// What a certificate is about, and its position.
///
/// # Errors
/// If its position is not one of the game.
pub(super) fn subject(
    game: &dyn GameObject,
    header: &Header,
) -> Result<(Subject, AnyState), PositionError> {
    let root = read_root(game, header)?;
    let subject = Subject {
        board: game.draw(&root),
        mover: words::mover(game, &root),
        claims: header.claims.iter().map(|&claim| (claim, words::claim(game, claim))).collect(),
        claimed: words::claims(game, &header.claims),
    };
    Ok((subject, root))
}

/// The position of a header, which must be written as the game writes it.
fn read_root(game: &dyn GameObject, header: &Header) -> Result<AnyState, PositionError> {
    let root = game.read_position(&header.position)?;
    let written = game.write_position(&root);
    if written == header.position {
        return Ok(root);
    }
    Err(PositionError::Other(format!("it is not in its usual form, which is `{written}`")))
}

/// The position that a verdict is about, if it is about one.
pub(super) fn place(game: &dyn GameObject, root: &AnyState, verdict: &Verdict) -> Option<Place> {
    let (claim, line) = match verdict {
        Verdict::Refuted(refutation) => (refutation.claim?, &refutation.line),
        Verdict::Incomplete(Shortfall::Unfinished { claim, line }) => (*claim, line),
        _ => return None,
    };
    let (line, state) = replay(game, root, line);
    Some(Place { claim, line, board: game.draw(&state), mover: words::mover(game, &state) })
}

/// How a pass is written.
pub const PASSED: &str = "pass";

/// A line of play that is given by the places of its moves, as players write it, and the position
/// it leads to. It ends before a move that cannot be played. A pass, which is no move of the game, is
/// written as one.
pub fn replay(game: &dyn GameObject, root: &AnyState, line: &[u32]) -> (Vec<String>, AnyState) {
    let (mut start, mut state) = (root.clone(), root.clone());
    let (mut written, mut played) = (Vec::new(), Vec::new());
    for &at in line {
        if at == PASS {
            let Some(passed) = game.pass(&state) else { break };
            written.extend(game.write_line(&start, &played));
            written.push(PASSED.into());
            state = passed;
            start = state.clone();
            played.clear();
            continue;
        }
        let over = matches!(game.resolve(&state), Status::Over(_));
        if over || at >= game.move_count(&state) {
            break;
        }
        played.push(at);
        state = game.after(&state, at);
    }
    written.extend(game.write_line(&start, &played));
    (written, state)
}
