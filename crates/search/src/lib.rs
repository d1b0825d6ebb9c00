//! Proof-number search for any game: one engine, its table, and its variants as options.
//!
//! This crate knows how to search; it is generic in the game and must not know any particular
//! one, nor how positions are written or shown. What it finds is not to be trusted without a
//! certificate: its table compares keys, not positions.
//!
//! Start with [`Solver`]: it owns a table and answers questions about positions of one game.
//!
//! ```
//! use phidelta_rules::{Acyclic, Game, Goal, NoGuide, Outcome, Player, Status};
//! use phidelta_search::{Control, Options, Solver, ProofStatus};
//!
//! /// Take one or two; who takes the last one wins.
//! struct Pile(u32);
//!
//! impl Game for Pile {
//!     type State = (u32, Player);
//!     type Move = u32;
//!     type Value = Outcome;
//!     type Graph = Acyclic;
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
//!         Outcome::win(!turn)
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
//! let mut solver = Solver::new(&game, &NoGuide, &Options::default()).unwrap();
//! let report = solver.prove(&game.initial(), Goal::AtLeast(Outcome::MaxWins), Control::none());
//! assert_eq!(report.verdict, ProofStatus::Disproved); // a multiple of three is lost
//! ```

mod checkpoint;
mod control;
mod engine;
mod erased;
mod fixed_point;
pub mod layouts;
mod ledger;
mod line;
mod look_ahead;
mod memory;
mod numbers;
mod options;
mod path;
mod problem;
mod pulse;
pub mod scaling;
mod series;
mod sets;
mod solver;
mod sums;
mod sync;
mod table;
mod team;
mod tree;
mod variants;
pub mod widening;

pub use checkpoint::{Checkpoint, CheckpointError, Checkpoints, Written};
pub use control::{Control, Doing, Limits, Progress, Stopped, Worker};
pub use engine::{Counters, ProofStatus, Search};
pub use erased::{SolverObject, TypedSolver, with_erased_solver, with_typed_solver};
pub use ledger::{Ledger, Query};
pub use numbers::{INFINITY, Numbers};
pub use options::{
    Backup, Cycles, Deep, Init, Method, Options, OptionsError, Parallel, Replacement, SecondLevel,
    SolverError, Step, TableSize, Widths,
};
pub use path::{Path, PathStep, Repeated};
pub use series::ValueReport;
pub use solver::{Report, RunningSearch, SearchResult, Solver};
#[doc(hidden)]
pub use table::TableTrial;
pub use table::{ENTRY_BYTES, Table, TableError, TableStatistics};
pub use variants::{AllVariants, DepthFirst, Variants};
