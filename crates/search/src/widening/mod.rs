//! Searches by threats (Cazenave 2002, 2004): generalized threats, iterative widening, generalized
//! widening, the alpha-beta that they are compared with, and widening with df-pn.
//!
//! All of them ask whether Max wins a [`ThreatGame`]. A threat is what Max would do if Min passed. Where
//! Min is to move and Max has no threat of the kind that is looked for, the position is given up, with
//! [`Fate::NoThreat`]. *Widening* is to look for narrow threats first, and for wider ones if that was
//! not enough: at the root (iw), or at every position where Max is to move (gw). With `abgw`, all of
//! Min's moves are searched in the end, whether there is a threat or not.

mod alphabeta;
mod dfpn;
mod order;
mod table;
mod vector;
mod verification;

pub use vector::{HIGHEST_ORDER, ThreatVector};

use std::time::Duration;

use phidelta_rules::{Fate, Player, ThreatGame};

use crate::pulse::Pulse;
use crate::{Control, Numbers, Progress, Stopped, Worker};
use alphabeta::AlphaBeta;
use dfpn::DfPn;
use verification::Verifier;

/// A search by threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Alpha-beta with iterative deepening, over all moves.
    AlphaBeta,
    /// Generalized threats search with the threat of this number.
    Gts(usize),
    /// Iterative widening up to the threat of this number.
    Iw(usize),
    /// Generalized widening up to the threat of this number.
    Gw(usize),
    /// Generalized widening with the threats below this number, and then without threats.
    Abgw(usize),
    /// Df-pn, in which the narrowest of the threats below this number that Max has, or that it has
    /// none, is what a new position starts with.
    GwDfPn(usize),
}

/// How to search by threats.
#[derive(Clone, PartialEq, Debug)]
pub struct Widening {
    /// What kind of search.
    pub plan: Plan,
    /// The threats, the narrowest first.
    pub threats: Vec<ThreatVector>,
    /// How many positions are remembered.
    pub entries: usize,
    /// For df-pn: by how much the search of a child may pass its rival's number, as a factor less 1.
    pub epsilon: f64,
    /// The lowest and the highest fate that the search tells apart from those beyond.
    pub window: (Fate, Fate),
}

impl Widening {
    /// This search with the usual threats, 2^18 entries, and a window for all fates.
    pub fn new(plan: Plan) -> Self {
        Widening {
            plan,
            threats: ThreatVector::USUAL.to_vec(),
            entries: 1 << 18,
            epsilon: 0.25,
            window: (Fate::Lost, Fate::Won),
        }
    }

    /// What is wrong with the number of a threat, if anything is.
    pub fn check(&self) -> Result<(), String> {
        let (number, beyond) = match self.plan {
            Plan::AlphaBeta => return Ok(()),
            Plan::Gts(number) | Plan::Iw(number) | Plan::Gw(number) => (number, 0),
            Plan::Abgw(number) | Plan::GwDfPn(number) => (number, 1),
        };
        let most = (self.threats.len() + beyond).checked_sub(1);
        match most {
            Some(most) if number <= most => Ok(()),
            Some(most) => Err(format!("there is no threat {number}; give at most {most}")),
            None => Err("there are no threats; give at least one".into()),
        }
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding<M> {
    /// What the position is worth to Max, as far as it was found out.
    pub fate: Fate,
    /// Whether that is all: otherwise who wins by ko might also win without.
    pub is_settled: bool,
    /// A move that leads there, if the search had one.
    pub best: Option<M>,
    /// The line that the search remembers.
    pub line: Vec<M>,
    /// Positions visited, without those of threats that were looked for.
    pub nodes: u64,
    /// Moves played, those of threats and evaluations too.
    pub plays: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Why it ended before its time, if it did.
    pub stopped: Option<Stopped>,
}

/// Searches a position with `turn` to move, in which the game is left as it was.
///
/// # Panics
/// If [`Widening::check`] has something against the search.
pub fn search<G: ThreatGame + ?Sized>(
    game: &mut G,
    turn: Player,
    widening: &Widening,
    mut control: Control<'_, G::Move>,
) -> Finding<G::Move> {
    widening.check().expect("the threats have these numbers");
    let plays = game.plays();
    let pulse = Pulse::new();
    let mut run = Run { control: &mut control, nodes: 0, verified: 0, stopped: None, pulse };
    let verifier = Verifier::new(widening.entries);
    let Found { fate, is_settled, line } = match widening.plan {
        Plan::GwDfPn(_) => DfPn::new(game, widening, verifier, &mut run).search(turn),
        _ => AlphaBeta::new(game, widening, verifier, &mut run).search(turn),
    };
    let (nodes, stopped) = (run.nodes, run.stopped);
    let stopped = stopped.filter(|_| !is_settled);
    let best = line.first().copied();
    let elapsed = control.elapsed();
    Finding { fate, is_settled, best, line, nodes, plays: game.plays() - plays, elapsed, stopped }
}

/// What a search came to.
struct Found<M> {
    fate: Fate,
    is_settled: bool,
    line: Vec<M>,
}

/// Nodes between looks at the clock: those of Go life are dear.
const LOOK_EVERY: u64 = 16;

/// A running search as the outside sees it.
struct Run<'r, 'c, M> {
    control: &'r mut Control<'c, M>,
    nodes: u64,
    /// Positions of threats that were looked for.
    verified: u64,
    stopped: Option<Stopped>,
    pulse: Pulse,
}

impl<M> Run<'_, '_, M> {
    /// Counts a node. Whether the search is to end.
    fn visit(&mut self) -> bool {
        self.nodes += 1;
        if (self.nodes.is_multiple_of(LOOK_EVERY) || self.is_slow()) && self.stopped.is_none() {
            self.look();
        }
        self.stopped.is_some()
    }

    /// Counts a position of a threat. Whether the search is to end.
    fn verify(&mut self) -> bool {
        self.verified += 1;
        if (self.verified.is_multiple_of(LOOK_EVERY) || self.is_slow()) && self.stopped.is_none() {
            self.look();
        }
        self.stopped.is_some()
    }

    fn is_slow(&mut self) -> bool {
        const WORK: u64 = 64;
        self.pulse.share(1, WORK);
        self.pulse.beats()
    }

    fn look(&mut self) {
        self.stopped = self.control.stop_at(self.nodes, 0);
        if self.control.report_due() {
            let progress = Progress {
                root: Numbers { proof: 1, disproof: 1 },
                nodes: self.nodes,
                elapsed: self.control.elapsed(),
                depth: 0,
                line: &[],
                table_used: 0,
                table_entries: 0,
                workers: &[Worker::searching(self.nodes, 0)],
            };
            if let Some(listener) = &mut self.control.listener {
                listener(&progress);
            }
        }
    }
}

/// Keys of positions are told apart by whose turn it is.
fn key<G: ThreatGame + ?Sized>(game: &G, turn: Player) -> u64 {
    const MIN_TO_MOVE: u64 = phidelta_rules::zobrist::scramble(0x51de);
    match turn {
        Player::Max => game.key(),
        Player::Min => game.key() ^ MIN_TO_MOVE,
    }
}
