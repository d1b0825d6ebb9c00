//! Solving with types: for a game's author, who has a [`Game`] and wants to know who wins.

use std::time::Duration;

use phidelta_certificate::check::{self, Certificate, CheckControl, Verdict};
use phidelta_certificate::{Claim, Header, Mode};
use phidelta_proof::{BuildError, Proof, ProofControl, prove_object, write};
use phidelta_rules::erased::{AnyState, AnyValue, Object, RulesObject};
use phidelta_rules::{Game, Goal, Guide, Interrupt, NoGuide, Status, recurrence};
use phidelta_search::{
    Control, Counters, Init, Limits, Options, OptionsError, Parallel, ProofStatus, SolverError,
    SolverObject, TableSize, ValueReport, with_erased_solver, with_typed_solver,
};
use thiserror::Error;

use crate::amounts;

/// Answers questions about positions of a game. Its defaults are those of the program: df-pn with 1 + ¼, the
/// game's guide if there is one or else a look one ply ahead, and a quarter of the machine's memory.
///
/// ```
/// # use phidelta::prelude::*;
/// # struct Pile(u32);
/// # impl Game for Pile {
/// #     type State = (u32, Player);
/// #     type Move = u32;
/// #     type Value = Outcome;
/// #     type Graph = Acyclic;
/// #     fn initial(&self) -> Self::State { (self.0, Player::Max) }
/// #     fn status(&self, &(_, turn): &Self::State) -> Status<Outcome> { Status::Turn(turn) }
/// #     fn moves(&self, &(left, _): &Self::State, out: &mut impl Extend<u32>) { out.extend(1..=left.min(2)); }
/// #     fn stuck(&self, &(_, turn): &Self::State) -> Outcome { Outcome::win(!turn) }
/// #     fn play(&self, state: &mut Self::State, taken: u32) { *state = (state.0 - taken, !state.1); }
/// #     fn values(&self) -> Vec<Outcome> { Outcome::DECISIVE.to_vec() }
/// # }
/// let game = Pile(31); // take one or two; who takes the last one wins
/// let answer = Solver::new(&game).certified().win(&game.initial())?;
/// assert_eq!(answer.status, ProofStatus::Proved);
/// assert_eq!(answer.line[0], 1); // a multiple of three is lost
/// let certificate = answer.certificate.expect("it was asked for");
/// assert_eq!(check_certificate(&game, &game.initial(), &certificate), Verdict::Verified);
/// # Ok::<(), SolveError>(())
/// ```
pub struct Solver<'g, G: Game, A = NoGuide> {
    object: Object<G, A, &'g G, &'g A>,
    options: Options,
    limits: Limits,
    threads: Option<(usize, Parallel)>,
    interrupt: Option<&'g dyn Interrupt>,
    is_certified: bool,
    name: String,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct SolverAnswer<M> {
    /// Whether it is so.
    pub status: ProofStatus,
    /// A line of play in which the side that is right plays moves that keep it right, and the other one those
    /// that were hardest to refute.
    pub line: Vec<M>,
    /// What the search did.
    pub counters: Counters,
    /// How long it took.
    pub elapsed: Duration,
    /// The proof, if it was asked for and the question is decided: check it with [`check_certificate`].
    pub certificate: Option<Vec<u8>>,
}

/// The value of a position.
#[derive(Clone, Debug)]
pub struct SolverValue<M, V> {
    /// It is at least this.
    pub at_least: V,
    /// It is at most this.
    pub at_most: V,
    /// A line of play in which both sides keep the value.
    pub line: Vec<M>,
    /// What the searches did.
    pub counters: Counters,
    /// How long they took.
    pub elapsed: Duration,
    /// The proof, if it was asked for and the value is known.
    pub certificate: Option<Vec<u8>>,
}

impl<M, V: Copy + Eq> SolverValue<M, V> {
    /// The value, if it is known.
    pub fn value(&self) -> Option<V> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The options make no sense together, or the memory cannot be had.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The answer could not be proved.
    #[error("the answer is not proved: {0}")]
    Proof(#[from] BuildError),
    /// The player to move cannot win any game, or the game is over.
    #[error("there is nothing to win in this position; ask for its value")]
    NothingToWin,
    /// The certificate could not be written.
    #[error("the certificate cannot be written: {0}")]
    Write(#[from] std::io::Error),
}

impl From<OptionsError> for SolveError {
    fn from(error: OptionsError) -> Self {
        SolveError::Solver(error.into())
    }
}

/// A game that [`Solver`] can solve: its states and moves may go from thread to thread.
pub trait SolverGame: Game<State: Send + Sync + 'static, Move: Send + Sync> + Send + Sync {}

impl<G> SolverGame for G where G: Game<State: Send + Sync + 'static, Move: Send + Sync> + Send + Sync
{}

impl<'g, G: SolverGame> Solver<'g, G> {
    /// A solver without advice about the game.
    pub fn new(game: &'g G) -> Self {
        let options = Options { init: Init::Unit, look_ahead: 1, ..Options::default() };
        Solver::build(game, &NoGuide, options)
    }
}

impl<'g, G: SolverGame, A: Guide<G> + Send + Sync> Solver<'g, G, A> {
    /// A solver that takes advice.
    pub fn guided(game: &'g G, guide: &'g A) -> Self {
        Solver::build(game, guide, Options::default())
    }

    fn build(game: &'g G, guide: &'g A, options: Options) -> Self {
        let memory = amounts::default_memory();
        let name = std::any::type_name::<G>();
        Solver {
            object: Object::new(game, guide),
            options: Options { table: TableSize::Bytes(memory), ..options },
            limits: Limits::default(),
            threads: None,
            interrupt: None,
            is_certified: false,
            name: name.rsplit("::").next().unwrap_or(name).to_string(),
        }
    }

    /// Changes the options of the search: any variant can be had.
    #[must_use]
    pub fn options(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }

    /// Uses so many bytes for its table.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        self.options(|options| options.table = TableSize::Bytes(bytes))
    }

    /// Stops after this time.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Stops after visiting so many positions.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Searches with so many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = (threads > 1).then_some((threads, Parallel::Jobs(2_000)));
        self
    }

    /// Stops when that is requested.
    #[must_use]
    pub fn interrupted_by(mut self, interrupt: &'g dyn Interrupt) -> Self {
        self.interrupt = Some(interrupt);
        self
    }

    /// Proves what it answers.
    #[must_use]
    pub fn certified(mut self) -> Self {
        self.is_certified = true;
        self
    }

    /// What the game is called in certificates, if not by its type.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Does the player to move win?
    ///
    /// # Errors
    /// If there is nothing to win, or memory is short, or the answer could not be proved.
    pub fn win(&self, state: &G::State) -> Result<SolverAnswer<G::Move>, SolveError> {
        let game = self.object.game();
        let Status::Turn(turn) = game.status(state) else { return Err(SolveError::NothingToWin) };
        let goal = Goal::win(turn, &game.values()).ok_or(SolveError::NothingToWin)?;
        self.prove(state, goal)
    }

    /// Can this goal be reached?
    ///
    /// # Errors
    /// If memory is short, or the answer could not be proved.
    pub fn prove(
        &self,
        state: &G::State,
        goal: Goal<G::Value>,
    ) -> Result<SolverAnswer<G::Move>, SolveError> {
        let (any, goal) = (self.object.any(state.clone()), any_goal(goal));
        let mut answer = None;
        self.with_solver(&mut |solver| {
            let report = solver.prove(&any, goal, self.control());
            let decided = match report.verdict {
                ProofStatus::Proved => vec![(goal, true)],
                ProofStatus::Disproved => vec![(goal, false)],
                ProofStatus::Unknown(_) => Vec::new(),
            };
            answer = Some(self.certify(solver, &any, &decided).map(|certificate| SolverAnswer {
                status: report.verdict,
                line: self.moves(&any, &report.line),
                counters: report.counters,
                elapsed: report.elapsed,
                certificate,
            }));
        })?;
        answer.expect("a solver was handed over")
    }

    /// What is the position worth?
    ///
    /// # Errors
    /// If memory is short, or the value could not be proved.
    pub fn value(&self, state: &G::State) -> Result<SolverValue<G::Move, G::Value>, SolveError> {
        let any = self.object.any(state.clone());
        let values = self.object.game().values();
        let typed = |value: AnyValue| {
            let same = |typed: &&G::Value| AnyValue::of(**typed) == value;
            *values.iter().find(same).expect("a value of the game")
        };
        let mut answer = None;
        self.with_solver(&mut |solver| {
            let report: ValueReport<u32, AnyValue> = solver.value(&any, self.control());
            let decided = bounds(&report, &self.object.values());
            answer = Some(self.certify(solver, &any, &decided).map(|certificate| SolverValue {
                at_least: typed(report.at_least),
                at_most: typed(report.at_most),
                line: self.moves(&any, &report.line),
                counters: report.counters,
                elapsed: report.elapsed,
                certificate,
            }));
        })?;
        answer.expect("a solver was handed over")
    }

    fn with_solver(&self, body: &mut dyn FnMut(&mut dyn SolverObject)) -> Result<(), SolverError> {
        if self.options.needs_all_variants() {
            return with_erased_solver(&self.object, &self.options, self.threads, body);
        }
        with_typed_solver(&self.object, &self.options, self.threads, body)
    }

    fn control(&self) -> Control<'_, u32> {
        let control = Control::new(self.limits);
        match self.interrupt {
            Some(interrupt) => control.interrupted_by(interrupt),
            None => control,
        }
    }

    /// The moves of a line.
    fn moves(&self, state: &AnyState, line: &[u32]) -> Vec<G::Move> {
        let mut state = state.clone();
        let mut moves = Vec::with_capacity(line.len());
        for &place in line {
            moves.push(self.object.moves(&state)[place as usize]);
            state = RulesObject::after(&self.object, &state, place);
        }
        moves
    }

    /// A certificate of what was decided, if one is wanted.
    fn certify(
        &self,
        solver: &mut dyn SolverObject,
        state: &AnyState,
        decided: &[(Goal<AnyValue>, bool)],
    ) -> Result<Option<Vec<u8>>, SolveError> {
        if !self.is_certified || decided.is_empty() {
            return Ok(None);
        }
        let (mut claims, mut solutions) = (Vec::new(), Vec::new());
        for &(goal, reached) in decided {
            let control = ProofControl { interrupt: self.interrupt, ..ProofControl::default() };
            let Proof { claim, solution, .. } =
                prove_object(solver, state, goal, reached, control)?;
            claims.push(claim);
            solutions.push(solution);
        }
        let mode = Mode::fitting(self.object.game(), &claims);
        let header = Header::new(&self.name, String::new(), String::new(), claims);
        let mut bytes = Vec::new();
        write(&mut bytes, &Header { mode, ..header }, &solutions)?;
        Ok(Some(bytes))
    }
}

/// The questions that a value answers.
pub(crate) fn bounds(
    report: &ValueReport<u32, AnyValue>,
    values: &[AnyValue],
) -> Vec<(Goal<AnyValue>, bool)> {
    let Some(value) = report.value() else { return Vec::new() };
    let lower = values.first().filter(|&&least| least < value).map(|_| value);
    let above = values.iter().copied().find(|&larger| larger > value);
    let lower = lower.map(|value| (Goal::AtLeast(value), true));
    lower.into_iter().chain(above.map(|above| (Goal::AtLeast(above), false))).collect()
}

fn any_goal<V: phidelta_rules::Value>(goal: Goal<V>) -> Goal<AnyValue> {
    match goal {
        Goal::AtLeast(value) => Goal::AtLeast(AnyValue::of(value)),
        Goal::AtMost(value) => Goal::AtMost(AnyValue::of(value)),
    }
}

/// Whether a certificate proves what it claims about this position, by the rules of the game alone.
pub fn check_certificate<G: SolverGame>(game: &G, root: &G::State, bytes: &[u8]) -> Verdict {
    match certified_claims(game, root, bytes) {
        Ok((verdict, _)) => verdict,
        Err(verdict) => verdict,
    }
}

/// As [`check_certificate`], with what is claimed.
///
/// # Errors
/// The verdict on a file that is no certificate.
pub fn certified_claims<G: SolverGame>(
    game: &G,
    root: &G::State,
    bytes: &[u8],
) -> Result<(Verdict, Vec<Claim>), Verdict> {
    let certificate = match Certificate::open(bytes) {
        Ok(certificate) => certificate,
        Err(check::OpenError::Verdict(verdict)) => return Err(verdict),
        Err(check::OpenError::Io(error)) => unreachable!("memory can be read: {error}"),
    };
    let claims = certificate.header().claims.clone();
    let checked = check::check(game, &recurrence(game), root, certificate, CheckControl::default());
    Ok((checked.expect("memory can be read").verdict, claims))
}
