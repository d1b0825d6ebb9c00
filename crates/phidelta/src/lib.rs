//! phidelta proves who wins. Given the rules of a two-player game, or any AND/OR problem, and a position, it finds
//! the game-theoretic value by proof-number search, and writes a certificate that is checked with the rules alone.
//!
//! The library has two floors.
//!
//! # With types: for a game's author
//!
//! Say what a position is, who is to move, which moves there are, and what a finished game is worth: that is the
//! trait [`Game`](rules::Game). A [`Solver`] answers questions about it.
//!
//! ```
//! use phidelta::prelude::*;
//!
//! /// Take one or two from a pile; who takes the last one wins.
//! struct Pile(u32);
//!
//! impl Game for Pile {
//!     type State = (u32, Player);
//!     type Move = u32;
//!     type Value = Outcome;
//!     type Graph = Acyclic; // no position comes back
//!
//!     fn initial(&self) -> Self::State {
//!         (self.0, Player::Max)
//!     }
//!     fn status(&self, &(_, turn): &Self::State) -> Status<Outcome> {
//!         Status::Turn(turn)
//!     }
//!     fn moves(&self, &(left, _): &Self::State, out: &mut impl Extend<u32>) {
//!         out.extend(1..=left.min(2));
//!     }
//!     fn stuck(&self, &(_, turn): &Self::State) -> Outcome {
//!         Outcome::win(!turn) // nothing left: the opponent took the last one
//!     }
//!     fn play(&self, state: &mut Self::State, taken: u32) {
//!         *state = (state.0 - taken, !state.1);
//!     }
//!     fn values(&self) -> Vec<Outcome> {
//!         Outcome::DECISIVE.to_vec()
//!     }
//! }
//!
//! let game = Pile(30);
//! let answer = Solver::new(&game).certified().win(&game.initial())?;
//! assert_eq!(answer.status, ProofStatus::Disproved); // a multiple of three is lost
//!
//! // Need that be believed? The rules alone decide.
//! let certificate = answer.certificate.expect("it was asked for");
//! assert_eq!(check_certificate(&game, &game.initial(), &certificate), Verdict::Verified);
//! # Ok::<(), SolveError>(())
//! ```
//!
//! If a position can come back, the game says what happens then ([`Cyclic`](rules::Cyclic)); without that, it does
//! not compile. `examples/chomp.rs` is a whole game, `examples/cops.rs` one in which positions come back.
//! [`Guide`](rules::Guide) is advice that makes searches faster; it cannot make them wrong.
//!
//! # Without types: for front ends
//!
//! A [`Catalogue`] lists games. `"mnk:4x4x3"` is one of them with its parameters, which reads positions, draws
//! boards, knows legal moves and plays them. A [`Question`] is built in code, from words or from JSON. It is asked
//! at once, or in a [`Session`]: a search in a thread of its own that is watched, paused, continued, stopped, saved,
//! asked what every move is worth, and certified.
//!
//! ```
//! use phidelta::options::Goal;
//! use phidelta::proof::{Opening, Proof};
//! use phidelta::search::Limits;
//! use phidelta::{Catalogue, Entry, ProofOutcome, Proving, Question};
//!
//! let catalogue = Catalogue::new().with(Entry::of::<phidelta_mnk::Mnk>());
//! let game = catalogue.game("mnk:3x3x3")?; // tic-tac-toe
//! let position = game.position("start moves b2 a2")?;
//! assert_eq!(position.turn(), Some("x"));
//! assert_eq!(position.moves().len(), 7);
//!
//! // At once.
//! let solved = Question::new().goal(Goal::Win).ask(&position)?;
//! assert_eq!(solved.answer.sentence(), "x wins (proved).");
//!
//! // In a session, which can be asked more.
//! let question = Question::from_words("--goal value --search df-pn --time 10s", &game)?;
//! let session = question.start_with(&position, |event| drop(event.clone()))?;
//! assert_eq!(session.wait()?.answer.value.as_deref(), Some("win"));
//! let values = session.value_moves(Limits::default())?;
//! assert!(values.iter().any(|value| value.name == "a1" && value.result == "win"));
//!
//! // Its certificate can be read by whoever has the rules.
//! let ProofOutcome::Made(certificate) = session.certify(Proving::Checked)?.proof else { panic!() };
//! let file = Box::new(std::io::Cursor::new(certificate.bytes));
//! let Ok(Opening::Proved(proof)) = Proof::open(&catalogue, file, &[], Default::default()) else { panic!() };
//! let mut place = proof.root(0);
//! let first = place.moves().remove(0);
//! assert!(place.down(&first.name) && place.up());
//! # Ok::<(), phidelta::Error>(())
//! ```
//!
//! The program `phidelta` is a thin layer over this (`phidelta-cli`): with a catalogue of your own games, its `main`
//! is all commands for them.
//!
//! # What to trust
//!
//! Rules are trusted; searches, tables and advice are not. An answer that matters is certified: the checker
//! ([`certificate`]) knows the rules and nothing else.

#![forbid(unsafe_code)]

mod advice;
pub mod amounts;
mod answer;
mod catalogue;
pub mod checkpoint;
mod context;
pub mod details;
mod error;
mod event;
mod game;
pub mod json;
mod machine;
pub mod options;
mod patient;
mod position;
pub mod proof;
mod question;
mod sentence;
mod session;
mod settings;
pub mod shell;
mod solve;
mod solver;
pub mod text;
pub mod whole_file;
pub mod words;

pub use answer::{
    Answer, Asked, Decision, Effort, MoveValue, RootNumbers, Scene, Solved, StopReason, TableUse,
    number, rate, seconds,
};
pub use catalogue::{AnyGame, Catalogue, Entry, GameDescription, PositionName, closest};
pub use context::{Context, FollowUp, Signal, Solving};
pub use error::{Error, Result};
pub use event::{Event, SearchProgress, WorkerProgress};
pub use game::{
    Checker, Engine, Playable, Situation, Solvable, ThreatContext, Typed, View, read_state,
};
pub use options::{Given, GivenOption, Goal};
pub use position::{AnyPosition, PositionDescription};
pub use proof::Proof;
pub use question::{Question, solve};
pub use session::{Session, SessionState};
pub use settings::{Proving, Room, Second, Settings, SettingsRequest, Threats, Threshold};
pub use solve::certify::{Certificate, Certified, Denial, ProofOutcome};
pub use solver::{
    SolveError, Solver, SolverAnswer, SolverGame, SolverValue, certified_claims, check_certificate,
};

/// How questions are answered, for games that answer some of their own.
pub mod solving {
    pub use crate::context::Until;
    pub use crate::solve::certify::{advice, header, write_down};
    pub use crate::solve::widening::{effort, widening};
    pub use crate::solve::{SharedSolver, blank, nothing, solve, with_solver};
}

pub use phidelta_certificate as certificate;
pub use phidelta_proof as proofs;
pub use phidelta_rules as rules;
pub use phidelta_search as search;

/// What a game's author needs.
pub mod prelude {
    pub use crate::certificate::check::Verdict;
    pub use crate::rules::{
        Acyclic, Catalogued, Cyclic, Game, Goal, Guide, Look, NamedPosition, NoGuide, Notation,
        Outcome, ParameterError, Player, PositionError, Recurrence, RepetitionRule, Score, Status,
        Value, WithCycles,
    };
    pub use crate::search::{Options, ProofStatus};
    pub use crate::{SolveError, Solver, check_certificate};
}
