//! From a solved search to a solution.
//!
//! What a search has found is taken as advice. The solution is built from the ends of games
//! upwards: a position is part of it only if the rules, and positions that are part of it already,
//! show that the claim holds there. So nothing wrong in the table can get in. What it can do is to
//! mislead: it may have forgotten which moves are right, and then the position is searched again;
//! or it may call a wrong move right, since its keys can be shared by several positions. Where that
//! comes to light, positions are searched with keys that are not shared, until the mistake is
//! found and gone round.
//!
//! Certificates should be small. In a first round, the claimant plays the first move that is known
//! to be right. In a second round the claimant takes a move to a position that is in the new
//! solution already, which costs nothing, or else the one with the smallest subtree, as far as the
//! table knows; and nothing has to be searched twice, since the first round's positions are known.
//!
//! Where positions come back there is one round. What a proof may rest on is then a question of its
//! mode (see [`Mode`](phidelta_certificate::Mode)). In mode *safe* a position may rest on itself: it is part of the solution as
//! soon as it is looked at, and if it turns out that the claim does not hold there, the solution is
//! begun anew. In mode *reach* it may not; the claimant prefers moves to positions with proofs of
//! little height, and goes back where the only way leads round in a circle. In mode *path* what
//! holds depends on the line, so nothing is shared but after irreversible moves.

mod answers;
mod graph;
mod zones;

use std::mem;

use phidelta_rules::{Game, Goal, Interrupt, Recurrence, Status, recurrence, resolve};
use phidelta_search::{Path, PathStep, Repeated};
use rustc_hash::FxHashSet;
use thiserror::Error;

pub use answers::Effort;
use answers::{Answers, Trust};
use graph::Graph;
pub use zones::{Attack, prove_in_zones};

use crate::exact::{Exact, ExactGuide};
use crate::source::ProofSource;
use phidelta_certificate::Claim;
use phidelta_certificate::{Justification, Link, Solution, TooLarge};

/// What proving may use, and who hears of it.
pub struct ProofControl<'a> {
    /// Bytes for the positions of the solution and what is needed to find it.
    pub memory: u64,
    /// Set from elsewhere to stop.
    pub interrupt: Option<&'a dyn Interrupt>,
    /// Hears now and then how many positions are proved.
    pub listener: Option<&'a mut dyn FnMut(u64)>,
}

impl Default for ProofControl<'_> {
    /// No limits, nobody listening.
    fn default() -> Self {
        ProofControl { memory: u64::MAX, interrupt: None, listener: None }
    }
}

/// A claim with its solution, and how that was come by.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What is proved.
    pub claim: Claim,
    /// How.
    pub solution: Solution,
    /// Positions of the solution.
    pub positions: u64,
    /// Positions of the solution in which the claimant plays the first move known to be right.
    pub positions_at_first: u64,
    /// What had to be searched.
    pub effort: Effort,
}

/// Why there is no proof.
#[derive(Clone, Debug, Error)]
pub enum BuildError {
    /// The answer of the search is wrong. The opposite is proved.
    #[error("the answer of the search is wrong")]
    Wrong(Box<Proof>),
    /// The answer of the search is wrong, but there is no proof of the opposite, for this reason.
    #[error("the answer of the search is wrong, and the opposite is not proved: {0}")]
    Refuted(Box<BuildError>),
    /// It was told to stop.
    #[error("the proof was interrupted")]
    Interrupted,
    /// There is not enough memory.
    #[error("the proof needs more memory than it may use")]
    Memory,
    /// The rules contradict themselves.
    #[error("the rules of the game contradict themselves")]
    Rules,
    /// Every way that was found to prove the answer leads back to where it came from.
    #[error("the proof goes round in circles")]
    Circular,
    /// What is said to win does not.
    #[error("the attack does not win; look at it after the moves of this line")]
    Attack {
        /// The moves that lead to where it fails, by their places among the legal ones;
        /// [`PASS`](phidelta_certificate::PASS) for a pass.
        line: Vec<u32>,
    },
    /// There is no proof in mode zone of such a claim about such a game.
    #[error("replies cannot be left out here: {0}")]
    Zones(&'static str),
}

impl From<TooLarge> for BuildError {
    fn from(TooLarge: TooLarge) -> Self {
        BuildError::Memory
    }
}

/// Proves what a solver has found: that `goal` can be reached from `root`, or that it cannot
/// (`reached` is false).
///
/// # Errors
/// If the solver is wrong, or the work was interrupted, or memory is short.
pub fn prove<'a, G: Game + 'a>(
    solver: &mut dyn ProofSource<'a, G>,
    root: &G::State,
    goal: Goal<G::Value>,
    reached: bool,
    mut proof_control: ProofControl<'_>,
) -> Result<Proof, BuildError> {
    let (game, guide) = (solver.game(), solver.guide());
    let values = game.values();
    let claim = |reached| Claim::of(goal, reached, &values);
    let question = solver.question(goal);
    let mut builder = Builder {
        answers: Answers {
            solver,
            question,
            reached,
            exact: &Exact::new(game),
            exact_guide: &ExactGuide(guide),
            exact_solver: None,
            effort: Effort::default(),
        },
        game,
        claim: claim(true).or(claim(false)).ok_or(BuildError::Rules)?,
        proof_control: &mut proof_control,
        way: Way::Finite,
        graph: Graph::default(),
        earlier: None,
        wrong: FxHashSet::default(),
        open: FxHashSet::default(),
        line: Path::new(game, &[]),
        frames: Vec::new(),
        moves: Vec::new(),
        links: Vec::new(),
        candidates: Vec::new(),
    };
    if let Some(claim) = claim(reached) {
        builder.claim = claim;
        if let Some(proof) = builder.prove(root, Trust::Table)? {
            return Ok(proof);
        }
    }
    builder.claim = claim(!reached).ok_or(BuildError::Rules)?;
    builder.answers.reached = !reached;
    builder.graph = Graph::default();
    builder.wrong.clear();
    builder.open.clear();
    let opposite = builder.prove(root, Trust::Exact);
    Err(match opposite.and_then(|proof| proof.ok_or(BuildError::Rules)) {
        Ok(proof) => BuildError::Wrong(Box::new(proof)),
        Err(cause) => BuildError::Refuted(Box::new(cause)),
    })
}

/// A position whose proof is being put together.
struct Frame<G: Game> {
    state: G::State,
    /// Whether the claimant moves here.
    claimant: bool,
    /// Whether the claimant has more than one move. Where there is but one, no search need say
    /// that it is right: long forced lines would be searched again at every ply.
    choice: bool,
    /// How far the search is trusted here and below.
    trust: Trust,
    /// Its moves begin here in the list of moves, and so on.
    first_move: usize,
    first_link: usize,
    first_candidate: usize,
    /// The move that is being looked at.
    at: u32,
    /// The place that was reserved for it.
    place: Option<u32>,
    /// Whether the proof holds after other lines too.
    is_shared: bool,
    /// Whether a search with keys of its own was asked for moves.
    asked_exactly: bool,
}

/// How positions that come back are dealt with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// None comes back.
    Finite,
    /// A position must not rest on itself.
    Founded,
    /// It may.
    Closed,
    /// What holds depends on the line.
    Line,
}

impl Way {
    fn of<G: Game>(game: &G, claim: Claim) -> Way {
        match recurrence(game) {
            Recurrence::Never => Way::Finite,
            Recurrence::Endless(value) if claim.met(value) => Way::Closed,
            Recurrence::Endless(_) => Way::Founded,
            Recurrence::Ends(_) => Way::Line,
        }
    }
}

/// What is known about the position that was looked at last.
enum Step<S> {
    /// Nothing yet.
    Look(S, Trust),
    /// The claim holds.
    Holds(Link),
    /// The claim does not hold: by the rules, whatever a search says.
    Fails,
    /// It may hold, but what was tried rests on positions that are being proved.
    Blocked,
    /// What was built rests on a position in which the claim does not hold.
    Restart,
    /// The top frame has its next move to be looked at.
    Try,
}

struct Builder<'b, 'e, 'a, 'r, G: Game> {
    answers: Answers<'e, 'a, G>,
    game: &'a G,
    claim: Claim,
    proof_control: &'b mut ProofControl<'r>,
    way: Way,
    graph: Graph<G::State>,
    /// The first round's solution.
    earlier: Option<Graph<G::State>>,
    /// Positions in which the claim does not hold.
    wrong: FxHashSet<G::State>,
    /// Where positions come back but must not be rested on: those that are being proved.
    open: FxHashSet<G::State>,
    /// Where what holds depends on the line: the line.
    line: Path<G>,
    frames: Vec<Frame<G>>,
    moves: Vec<G::Move>,
    links: Vec<Link>,
    /// Moves to try, the best last, with the work below them as far as it is known.
    candidates: Vec<(u64, u32)>,
}

/// After how many steps the memory and the flag are looked at again.
const POLL_EVERY: usize = 1024;

impl<G: Game> Builder<'_, '_, '_, '_, G> {
    /// Proves the claim in two rounds. `None` if it does not hold.
    fn prove(&mut self, root: &G::State, trust: Trust) -> Result<Option<Proof>, BuildError> {
        self.earlier = None;
        self.way = Way::of(self.game, self.claim);
        let Some(first) = self.run(root, trust)? else { return Ok(None) };
        self.graph.settle()?;
        self.graph.solution.set_root(first);
        if self.way != Way::Finite {
            let solution = mem::take(&mut self.graph).solution;
            let positions = solution.positions();
            let (claim, effort) = (self.claim, self.answers.effort);
            let positions_at_first = positions;
            return Ok(Some(Proof { claim, solution, positions, positions_at_first, effort }));
        }
        let positions_at_first = self.graph.solution.positions();
        self.earlier = Some(mem::take(&mut self.graph));
        let second = self.run(root, trust)?.ok_or(BuildError::Rules)?;
        self.graph.solution.set_root(second);
        let mut positions = self.graph.solution.positions();
        let mut solution = mem::take(&mut self.graph).solution;
        let earlier = self.earlier.take().expect("the first round is remembered");
        if positions_at_first < positions {
            (positions, solution) = (positions_at_first, earlier.solution);
        }
        let (claim, effort) = (self.claim, self.answers.effort);
        Ok(Some(Proof { claim, solution, positions, positions_at_first, effort }))
    }

    /// Puts a solution together from the root. `None` if the claim does not hold there.
    fn run(&mut self, root: &G::State, mut trust: Trust) -> Result<Option<Link>, BuildError> {
        let mut step = Step::Look(root.clone(), trust);
        let mut steps = 0usize;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(POLL_EVERY) {
                self.poll()?;
            }
            step = match step {
                Step::Look(state, trust) => self.look(state, trust)?,
                Step::Try => self.try_next()?,
                Step::Holds(link) => match self.frames.last_mut() {
                    None => return Ok(Some(link)),
                    Some(frame) if frame.choice => {
                        let act = Justification::Choose(frame.at);
                        self.links.push(link);
                        self.close(act)?
                    }
                    Some(frame) => {
                        frame.at += 1;
                        self.links.push(link);
                        Step::Try
                    }
                },
                Step::Fails => match self.frames.last() {
                    None => return Ok(None),
                    Some(frame) if !frame.choice => self.give_up()?,
                    Some(frame) if frame.trust == Trust::Exact => return Err(BuildError::Rules),
                    Some(_) => Step::Try,
                },
                Step::Blocked => match self.frames.last() {
                    // From the beginning, with a table that has learnt nothing in another order.
                    None if trust != Trust::Exact => {
                        trust = Trust::Exact;
                        Step::Look(root.clone(), trust)
                    }
                    None => return Err(BuildError::Circular),
                    Some(frame) if frame.choice => Step::Try,
                    Some(_) => self.set_aside(),
                },
                Step::Restart => {
                    self.frames.clear();
                    self.moves.clear();
                    self.links.clear();
                    self.candidates.clear();
                    self.graph = Graph::default();
                    Step::Look(root.clone(), trust)
                }
            };
        }
    }

    /// Looks at a position: it may need no more than that.
    fn look(&mut self, state: G::State, trust: Trust) -> Result<Step<G::State>, BuildError> {
        let turn = match self.game.status(&state) {
            Status::Over(value) => return Ok(self.ended(value)),
            Status::Turn(turn) => turn,
        };
        let mut is_shared = true;
        let mut next = None;
        if self.way == Way::Line {
            let step = self.line_step(&state);
            if let Some(Repeated { first, value }) = self.line.repetition(self.game, &state, step)
                && matches!(resolve(self.game, &state, &mut Vec::new()), Status::Turn(_))
            {
                return self.repeats(state, first, value);
            }
            is_shared = self.line.is_new_beginning(step);
            next = Some(step);
        }
        if is_shared {
            let key = self.game.key(&state);
            if let Some(place) = self.graph.find(key, |known| *known == state) {
                return Ok(Step::Holds(Link::to(place)));
            }
            if self.wrong.contains(&state) {
                return Ok(Step::Fails);
            }
        }
        if self.way == Way::Founded && self.open.contains(&state) {
            return Ok(Step::Blocked);
        }
        let first_move = self.moves.len();
        self.game.moves(&state, &mut self.moves);
        if self.moves.len() == first_move {
            return Ok(self.ended(self.game.stuck(&state)));
        }
        if let Some(next) = next {
            self.line.enter(&state, next);
        }
        let claimant = turn == self.claim.claimant();
        let (first_link, first_candidate) = (self.links.len(), self.candidates.len());
        // A search again is one position's affair.
        let trust = if trust == Trust::Again { Trust::Table } else { trust };
        let choice = claimant && self.moves.len() - first_move > 1;
        let mut place = None;
        match self.way {
            Way::Closed => {
                let mut kept = state.clone();
                self.game.compact(&mut kept);
                place = Some(self.graph.reserve(self.game, kept)?);
            }
            Way::Founded => _ = self.open.insert(state.clone()),
            Way::Finite | Way::Line => {}
        }
        self.frames.push(Frame {
            state,
            claimant,
            choice,
            trust,
            first_move,
            first_link,
            first_candidate,
            at: 0,
            place,
            is_shared,
            asked_exactly: false,
        });
        if choice && let Some((mv, link)) = self.gather() {
            self.links.push(link);
            return self.close(Justification::Choose(mv));
        }
        Ok(Step::Try)
    }

    /// The step of the line to a position that comes after the top frame's.
    fn line_step(&self, state: &G::State) -> PathStep {
        match self.frames.last() {
            None => self.line.first(self.game, state),
            Some(frame) => {
                let mv = self.moves[frame.first_move + frame.at as usize];
                self.line.next(self.game, mv, state, self.game.key(state))
            }
        }
    }

    /// The game ends since a position has come back that was first at this place of the line.
    fn repeats(
        &mut self,
        state: G::State,
        first: u32,
        value: G::Value,
    ) -> Result<Step<G::State>, BuildError> {
        if !self.claim.met(value) {
            return Ok(Step::Fails);
        }
        let plies = self.line.len() as u32 - first;
        let place = self.graph.add_once(state, Justification::Repeats(plies), [])?;
        Ok(Step::Holds(Link::to(place)))
    }

    fn ended(&self, value: G::Value) -> Step<G::State> {
        if self.claim.met(value) { Step::Holds(Link::OVER) } else { Step::Fails }
    }

    /// For the claimant: a move that is right beyond doubt, or else the moves that are known, or
    /// said, to be right are noted as candidates.
    fn gather(&mut self) -> Option<(u32, Link)> {
        let frame = self.frames.last().expect("a frame was just pushed");
        let moves = &self.moves[frame.first_move..];
        for (at, &mv) in moves.iter().enumerate() {
            if let Status::Over(value) = self.game.status_after(&frame.state, mv)
                && self.claim.met(value)
            {
                return Some((at as u32, Link::OVER));
            }
        }
        // A proof of less height leads out of every circle.
        let bound = match self.way {
            Way::Founded => self.answers.own_height(frame.trust, &frame.state),
            _ => None,
        };
        let bound = bound.map_or(u64::MAX, u64::from);
        for (at, &mv) in moves.iter().enumerate() {
            let key = self.game.key_after(&frame.state, mv);
            let mut child = None;
            let mut is_child = |known: &G::State| {
                *known == *child.get_or_insert_with(|| played(self.game, &frame.state, mv))
            };
            if matches!(self.way, Way::Founded | Way::Closed)
                && let Some(place) = self.graph.find(key, &mut is_child)
            {
                self.candidates.truncate(frame.first_candidate);
                return Some((at as u32, Link::to(place)));
            }
            let mut work = match self.way {
                Way::Finite | Way::Closed => {
                    self.answers.recall(frame.trust, key, &frame.state, mv)
                }
                Way::Founded => {
                    self.answers.height(frame.trust, key, &frame.state, mv).map(u64::from)
                }
                Way::Line => {
                    let child = played(self.game, &frame.state, mv);
                    let step = self.line.next(self.game, mv, &child, key);
                    self.answers.recall_after(frame.trust, key, step)
                }
            };
            if self.way == Way::Founded {
                work = work.filter(|&height| height < bound);
            } else if let Some(earlier) = &self.earlier {
                if let Some(place) = self.graph.find(key, &mut is_child) {
                    self.candidates.truncate(frame.first_candidate);
                    return Some((at as u32, Link::to(place)));
                }
                // The table may have forgotten what the first round knew.
                if work.is_none() && earlier.find(key, is_child).is_some() {
                    work = Some(u64::MAX);
                }
            } else {
                work = work.map(|_| 0);
            }
            self.candidates.extend(work.map(|work| (work, at as u32)));
        }
        // The least costly comes last; among equals, the first move.
        self.candidates[frame.first_candidate..].sort_unstable_by(|a, b| b.cmp(a));
        None
    }

    /// The next move of the top frame: the next one, or where there is a choice, the next candidate.
    fn try_next(&mut self) -> Result<Step<G::State>, BuildError> {
        let frame = self.frames.last_mut().expect("a frame wants to go on");
        if !frame.choice {
            let replies = self.moves.len() - frame.first_move;
            if frame.at as usize == replies {
                let act =
                    if frame.claimant { Justification::Choose(0) } else { Justification::All };
                return self.close(act);
            }
        } else if self.candidates.len() > frame.first_candidate {
            let (_, at) = self.candidates.pop().expect("there is one");
            frame.at = at;
        } else {
            if frame.asked_exactly {
                return Ok(self.set_aside());
            }
            let moves = &self.moves[frame.first_move..];
            if self.way == Way::Founded && frame.trust != Trust::Table {
                // What was found leads round in a circle, or is not known to lead out of one.
                (frame.trust, frame.asked_exactly) = (Trust::Exact, true);
                let found = self.answers.lower(&frame.state, moves, self.proof_control)?;
                if found.is_empty() {
                    return self.give_up();
                }
                self.candidates.extend(found);
                self.candidates[frame.first_candidate..].sort_unstable_by(|a, b| b.cmp(a));
                return Ok(Step::Try);
            }
            let line = self.line.history();
            let Frame { state, trust, .. } = frame;
            let decided = self.answers.decide(&line, state, trust, moves, self.proof_control)?;
            match decided {
                Some(at) => frame.at = at,
                None => return self.give_up(),
            }
        }
        let mv = self.moves[frame.first_move + frame.at as usize];
        Ok(Step::Look(played(self.game, &frame.state, mv), frame.trust))
    }

    /// The position of the top frame is proved: it becomes a part of the solution.
    fn close(&mut self, act: Justification) -> Result<Step<G::State>, BuildError> {
        let mut frame = self.pop();
        self.game.compact(&mut frame.state);
        let links = self.links.drain(frame.first_link..);
        let place = match frame.place {
            Some(place) => {
                self.graph.fill(place, act, links);
                place
            }
            None if frame.is_shared => self.graph.add(self.game, frame.state, act, links)?,
            None => self.graph.add_once(frame.state, act, links)?,
        };
        Ok(Step::Holds(Link::to(place)))
    }

    /// The claim does not hold in the position of the top frame.
    fn give_up(&mut self) -> Result<Step<G::State>, BuildError> {
        let mut frame = self.pop();
        self.links.truncate(frame.first_link);
        if frame.is_shared {
            self.game.compact(&mut frame.state);
            self.wrong.insert(frame.state);
        }
        // Others may rest on it already.
        let restart = self.way == Way::Closed && !self.frames.is_empty();
        Ok(if restart { Step::Restart } else { Step::Fails })
    }

    /// The position of the top frame is not proved for now.
    fn set_aside(&mut self) -> Step<G::State> {
        let frame = self.pop();
        self.links.truncate(frame.first_link);
        Step::Blocked
    }

    #[inline]
    fn pop(&mut self) -> Frame<G> {
        let frame = self.frames.pop().expect("there is a frame to leave");
        self.moves.truncate(frame.first_move);
        self.candidates.truncate(frame.first_candidate);
        match self.way {
            Way::Line => self.line.leave(),
            Way::Founded => _ = self.open.remove(&frame.state),
            Way::Finite | Way::Closed => {}
        }
        frame
    }

    fn poll(&mut self) -> Result<(), BuildError> {
        if self.proof_control.interrupt.is_some_and(Interrupt::is_requested) {
            return Err(BuildError::Interrupted);
        }
        let earlier = self.earlier.as_ref();
        let states = self.graph.len()
            + earlier.map_or(0, Graph::len)
            + self.wrong.len()
            + self.open.len()
            + self.line.len()
            + self.frames.len();
        let bytes = states * self.game.state_heap_bytes()
            + self.graph.bytes()
            + earlier.map_or(0, Graph::bytes)
            + (self.wrong.capacity() + self.open.capacity()) * size_of::<G::State>()
            + self.line.bytes() as usize
            + self.frames.capacity() * size_of::<Frame<G>>();
        if bytes as u64 + self.answers.exact.bytes() > self.proof_control.memory {
            return Err(BuildError::Memory);
        }
        if let Some(listener) = &mut self.proof_control.listener {
            let before = earlier.map_or(0, Graph::len);
            listener((before + self.graph.len()) as u64);
        }
        Ok(())
    }
}

fn played<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, mv);
    next
}
