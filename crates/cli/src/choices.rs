//! The names of goals and of the search's variants, as users type them and as results show them.

use std::fmt::{self, Display};

use clap::ValueEnum;
use phidelta_search as search;
use serde::{Serialize, Serializer};

/// What is to be proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Goal {
    /// The side to move wins
    Win,
    /// The side to move at least draws
    Draw,
    /// The game-theoretic value, by as many questions as needed
    Value,
}

/// What the search keeps, and where it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Method {
    /// Depth-first proof-number search (Nagai 2002)
    DfPn,
    /// Proof-number and disproof-number search (Nagai 1998)
    Pds,
    /// Pds with pn at its leaves (Winands et al. 2004)
    PdsPn,
    /// Best-first proof-number search, the tree in memory (Allis et al. 1994)
    Pn,
    /// Pn with pn at its leaves: trees larger than memory (Allis 1994)
    Pn2,
    /// Between best first and depth first, by --r (Ishitobi et al. 2015)
    DeepPn,
    /// Pn with df-pn at its leaves
    PnDfPn,
}

/// What new positions start with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Init {
    /// 1 and 1
    Unit,
    /// What the game's guide says (df-pn+)
    Guide,
    /// The number of moves, for the side that must refute them all
    Mobility,
}

/// How the numbers of positions that must all be solved are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Backup {
    /// Their sum
    Sum,
    /// The largest, plus one for each other (weak proof-number search)
    Weak,
}

/// Which table entry gives way to a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Replace {
    /// Two places: the larger subtree, and the newer
    TwoBig,
    /// The smallest subtree among four places
    SmallTree,
    /// Small subtrees are collected when the table fills up
    Gc,
}

/// A form of a proof tree for other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Export {
    /// A graph for graphviz
    Dot,
    /// Nested objects
    Json,
}

impl From<Method> for search::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::DfPn => search::Method::DfPn,
            Method::Pds => search::Method::Pds,
            Method::PdsPn => search::Method::PdsPn,
            Method::Pn => search::Method::Pn,
            Method::Pn2 => search::Method::Pn2,
            Method::DeepPn => search::Method::DeepPn,
            Method::PnDfPn => search::Method::PnDfPn,
        }
    }
}

impl From<Init> for search::Init {
    fn from(init: Init) -> Self {
        match init {
            Init::Unit => search::Init::Unit,
            Init::Guide => search::Init::Guide,
            Init::Mobility => search::Init::Mobility,
        }
    }
}

impl From<Backup> for search::Backup {
    fn from(backup: Backup) -> Self {
        match backup {
            Backup::Sum => search::Backup::Sum,
            Backup::Weak => search::Backup::Weak,
        }
    }
}

impl From<Replace> for search::Replacement {
    fn from(replace: Replace) -> Self {
        match replace {
            Replace::TwoBig => search::Replacement::TwoBig,
            Replace::SmallTree => search::Replacement::SmallTree,
            Replace::Gc => search::Replacement::SmallTreeGc,
        }
    }
}

/// A choice is shown by the name that the parser knows it by.
macro_rules! shown_by_name {
    ($($choice:ty),*) => {$(
        impl Display for $choice {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.to_possible_value().expect("no choice is hidden").get_name())
            }
        }

        impl Serialize for $choice {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

shown_by_name!(Goal, Method, Init, Backup, Replace);
