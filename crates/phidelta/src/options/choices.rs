//! The names of goals and of the search's variants, as users type them and as results show them.

use std::fmt::{self, Display};
use std::str::FromStr;

use phidelta_rules::{Evaluation, Looker};
use phidelta_search as search;
use serde::{Serialize, Serializer};

use super::named::named;

/// What is to be proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The side to move wins.
    Win,
    /// The side to move at least draws.
    Draw,
    /// The game-theoretic value, by as many questions as needed.
    Value,
    /// Stones live, with the side to move to begin (go).
    Live,
    /// Stones are captured, with the side to move to begin (go).
    Kill,
    /// Whether stones live, with either side to begin, and what depends on a ko (go).
    Status,
}

/// What new positions start with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Init {
    /// 1 and 1.
    Unit,
    /// What the game's guide says (df-pn+).
    Guide,
    /// The number of moves, for the side that must refute them all.
    Mobility,
    /// From the game's evaluation function.
    Evaluation,
}

/// Which leaves are looked ahead from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LookAheadAt {
    /// All.
    All,
    /// Those where the goal's prover is to move.
    Prover,
}

/// How far above its rival's number a position is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delta {
    /// So far.
    Constant(u32),
    /// By the mean number of the position and its rivals.
    Auto,
}

/// How proof numbers in cyclic graphs are handled, where positions repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cycles {
    /// What is best for the game.
    Auto,
    /// Nothing: positions of the game never repeat.
    None,
    /// Children nearer to the root than their parent add nothing (df-pn(r), Kishimoto & Müller 2003).
    R,
    /// A position with such a child is not left before something new was seen (TCA, Kishimoto 2010).
    Tca,
}

/// How several threads share the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parallel {
    /// They take jobs, at positions that little work was spent on (SPDFPN, Pawlewicz & Hayward 2013).
    Jobs,
    /// Each searches from the root, and turns away from where others are (Kaneko 2010).
    Virtual,
}

/// Which table entry gives way to a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replace {
    /// Two places: the larger subtree, and the newer.
    TwoBig,
    /// The smallest subtree among four places.
    SmallTree,
    /// Small subtrees are collected when the table fills up.
    Gc,
}

impl Init {
    /// The same with these numbers for evaluations.
    pub fn with(self, evaluation: Evaluation) -> search::Init {
        match self {
            Init::Unit => search::Init::Unit,
            Init::Guide => search::Init::Guide,
            Init::Mobility => search::Init::Mobility,
            Init::Evaluation => search::Init::Evaluation(evaluation),
        }
    }
}

impl From<LookAheadAt> for Looker {
    fn from(at: LookAheadAt) -> Self {
        match at {
            LookAheadAt::All => Looker::Both,
            LookAheadAt::Prover => Looker::Prover,
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

impl From<Delta> for search::Step {
    fn from(delta: Delta) -> Self {
        match delta {
            Delta::Constant(number) => search::Step::Plus(number),
            Delta::Auto => search::Step::Mean,
        }
    }
}

impl FromStr for Delta {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(number @ 1..) => Ok(Delta::Constant(number)),
            _ if text == "auto" => Ok(Delta::Auto),
            _ => Err(format!("it must be a whole number from 1 to {}, or auto", u32::MAX)),
        }
    }
}

impl Display for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Delta::Constant(number) => number.fmt(f),
            Delta::Auto => f.write_str("auto"),
        }
    }
}

impl Serialize for Delta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Delta::Constant(number) => serializer.serialize_u32(*number),
            Delta::Auto => serializer.serialize_str("auto"),
        }
    }
}

named!(Goal {
    Win = "win", "The side to move wins";
    Draw = "draw", "The side to move at least draws";
    Value = "value", "The game-theoretic value, by as many questions as needed";
    Live = "live", "Stones live, with the side to move to begin (go)";
    Kill = "kill", "Stones are captured, with the side to move to begin (go)";
    Status = "status", "Whether stones live, with either side to begin, and what depends on a ko (go)";
});

named!(Init {
    Unit = "unit", "1 and 1";
    Guide = "guide", "What the game's guide says (df-pn+)";
    Mobility = "mobility", "The number of moves, for the side that must refute them all";
    Evaluation = "evaluation", "From the game's evaluation function, by --evaluation (EF-PN)";
});

named!(LookAheadAt {
    All = "all", "At all";
    Prover = "prover", "Where the goal's prover, the attacker, is to move, and for a success of theirs alone";
});

named!(Cycles {
    Auto = "auto", "What is best for the game";
    None = "none", "Nothing: positions of the game never repeat";
    R = "r", "Children nearer to the root than their parent add nothing (df-pn(r), Kishimoto & Müller 2003)";
    Tca = "tca", "A position with such a child is not left before something new was seen (TCA, Kishimoto 2010)";
});

named!(Parallel {
    Jobs = "jobs", "They take jobs, at positions that little work was spent on (SPDFPN, Pawlewicz & Hayward 2013)";
    Virtual = "virtual", "Each searches from the root, and turns away from where others are (Kaneko 2010)";
});

named!(Replace {
    TwoBig = "two-big", "Two places: the larger subtree, and the newer";
    SmallTree = "small-tree", "The smallest subtree among four places";
    Gc = "gc", "Small subtrees are collected when the table fills up";
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delta_is_a_number_or_auto() {
        assert_eq!("1".parse(), Ok(Delta::Constant(1)));
        assert_eq!("auto".parse(), Ok(Delta::Auto));
        for bad in ["0", "-1", "Auto", "", "4294967296"] {
            assert!(bad.parse::<Delta>().is_err(), "{bad}");
        }
    }
}
