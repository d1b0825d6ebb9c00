//! The variants of the search as independent choices, each a value chosen at run time.

use phidelta_rules::{Evaluation, Looker};
use thiserror::Error;

use crate::{INFINITY, TableError, look_ahead};

/// All choices of a search. Any combination that [`Options::check`] accepts works.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What is kept of the search, and where it goes on.
    pub method: Method,
    /// By how much the search of a child may pass its rival's number (df-pn) or its own (PDS).
    pub step: Step,
    /// What an unexpanded position starts with.
    pub init: Init,
    /// How many plies a new position is looked ahead for a forced end of the game, at most [`Options::MOST_PLIES`].
    /// 1 is a move that ends the game at once, where no guide looks: dearer for each new child, but most games are
    /// full of such moves.
    pub look_ahead: u8,
    /// Where that is done.
    pub looker: Looker,
    /// Deep df-pn: initial numbers that fall with the depth.
    pub deep: Option<Deep>,
    /// How the numbers of children that must all be solved are combined.
    pub backup: Backup,
    /// What is done about proof numbers in cyclic graphs.
    pub cycles: Cycles,
    /// Whether a result after one line of play is tried after another, where positions come back (Kawano 1996).
    pub simulation: bool,
    /// Whether the fixed point of endless play is computed beside the search, where that has a value. (With
    /// [`Cycles::Plain`] it is not.)
    pub fixed_point: bool,
    /// For tests: whether it is computed before anything is searched.
    #[doc(hidden)]
    pub fixed_point_first: bool,
    /// Which table entry gives way to a new one.
    pub replacement: Replacement,
    /// How large the table is, or the tree.
    pub table: TableSize,
    /// How large the trees of the second level are, where there is one.
    pub second: SecondLevel,
    /// DeepPN's R: 1 is best first, 0 depth first.
    pub r: f64,
    /// How many nodes df-pn visits at a leaf of a tree, before the leaf becomes a part of the tree.
    pub job_nodes: u64,
    /// Whether to drop the least promising moves when a tree outgrows its memory. The answer may
    /// then be wrong.
    pub prune: bool,
    /// For tests: narrow keys and numbers make the rare common.
    #[doc(hidden)]
    pub widths: Widths,
}

impl Default for Options {
    /// Df-pn with 1 + ¼, guided, smallest-subtree replacement, up to a GiB of table.
    fn default() -> Self {
        Options {
            method: Method::DfPn,
            step: Step::times(0.25),
            init: Init::Guide,
            look_ahead: 0,
            looker: Looker::Both,
            deep: None,
            backup: Backup::Sum,
            cycles: Cycles::Threshold,
            simulation: true,
            fixed_point: true,
            fixed_point_first: false,
            replacement: Replacement::SmallTree,
            table: TableSize::Bytes(1 << 30),
            second: SecondLevel::default(),
            r: 0.999,
            job_nodes: 100,
            prune: false,
            widths: Widths::default(),
        }
    }
}

/// How several threads share the work of a depth-first search. They always share the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parallel {
    /// Each searches from the root, and turns away from where others are (Kaneko 2010).
    Virtual,
    /// They take jobs of so many nodes, at positions that less work was spent on (SPDFPN: Pawlewicz &
    /// Hayward 2013).
    Jobs(u64),
}

/// What is kept of the search, and where it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Df-pn (Nagai 2002): when either number reaches its threshold, that is, when the
    /// most-proving node is no longer below.
    DfPn,
    /// PDS (Nagai 1998): when both numbers have reached their thresholds. Each call of a child
    /// raises the threshold of one number only: of the proof number if the child is *proof-like*,
    /// of the disproof number if it is *disproof-like*.
    Pds,
    /// PN* (Seo 1995; Seo, Iida & Uiterwijk 2001): iterative deepening by thresholds of the proof number
    /// alone.
    PnStar,
    /// PDS-PN (Winands, Uiterwijk & van den Herik 2004): PDS with a best-first search at the leaves.
    PdsPn,
    /// PN search (Allis, van der Meulen & van den Herik 1994): best first, the tree in memory.
    Pn,
    /// PN² (Allis 1994; Breuker 1998): PN search that evaluates its leaves by PN search.
    Pn2,
    /// DeepPN (Ishitobi et al. 2015): between best first and depth first.
    DeepPn,
    /// PN search that evaluates its leaves by df-pn, as parallel solvers do.
    PnDfPn,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 8] = [
        Method::DfPn,
        Method::Pds,
        Method::PnStar,
        Method::PdsPn,
        Method::Pn,
        Method::Pn2,
        Method::DeepPn,
        Method::PnDfPn,
    ];

    /// Whether the search ends at a node when both thresholds are reached, one at a time.
    #[inline]
    pub(crate) fn raises_one_threshold(self) -> bool {
        matches!(self, Method::Pds | Method::PdsPn)
    }

    /// Whether the first level is a tree in memory.
    pub fn grows_a_tree(self) -> bool {
        matches!(self, Method::Pn | Method::Pn2 | Method::DeepPn | Method::PnDfPn)
    }

    /// Which nodes [`Counters::nodes`](crate::Counters::nodes) counts: those `visited`, each time,
    /// or those `created`, each once, as is the custom for searches that keep their tree. The two
    /// are not comparable: a visit creates no node, and looks at all children of one.
    pub fn counted(self) -> &'static str {
        match self {
            Method::DfPn | Method::Pds | Method::PnStar | Method::PnDfPn => "visited",
            Method::Pn | Method::Pn2 | Method::DeepPn => "created",
            Method::PdsPn => "visited or created",
        }
    }

    /// Whether leaves are evaluated by trees of their own.
    pub fn has_second_level(self) -> bool {
        matches!(self, Method::Pn2 | Method::PdsPn)
    }
}

/// How large a tree of the second level may get, by the size x of the first level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SecondLevel {
    /// So many nodes.
    Fixed(u32),
    /// The fraction 1/(1 + e^((a − x)/b)) of x (Breuker 1998): from hardly any to all of it.
    Logistic {
        /// The size of the first level at which the fraction is one half.
        a: f64,
        /// How slowly the fraction grows.
        b: f64,
    },
}

impl Default for SecondLevel {
    fn default() -> Self {
        SecondLevel::Logistic { a: 1e6, b: 2e5 }
    }
}

impl SecondLevel {
    /// The size, for a first level of this size.
    pub fn nodes(self, first: u64) -> u64 {
        match self {
            SecondLevel::Fixed(nodes) => nodes.into(),
            SecondLevel::Logistic { a, b } => {
                let x = first as f64;
                (x / (1.0 + ((a - x) / b).exp())) as u64
            }
        }
    }
}

/// The increment of thresholds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// `x + δ`: 1 in the original algorithms, a constant in Nagai 2002.
    Plus(u32),
    /// `⌈x (1 + ε)⌉` (Pawlewicz & Lew 2007), at least `x + 1`. Holds ε in units of 2⁻¹⁶.
    Times(u32),
    /// `x + δ` with a δ that depends on the position (after Kishimoto & Müller 2005): the mean number
    /// of its unsolved children, 1 at least. Where numbers are large, from the start or by and by, a
    /// constant is too small to get anywhere.
    ///
    /// This is our reading: the survey says no more than that δ is variable, and the paper's text was
    /// not at hand.
    Mean,
}

impl Step {
    /// The largest ε that [`Step::times`] can hold.
    pub const MAX_EPSILON: f64 = 65535.0;

    /// `× (1 + epsilon)`, rounded down to a multiple of 2⁻¹⁶: the threshold is rounded up, so that
    /// 10 × 1.1 is 11 and not 12.
    pub fn times(epsilon: f64) -> Step {
        Step::Times((epsilon.clamp(0.0, Self::MAX_EPSILON) * 65536.0) as u32)
    }

    /// The next threshold above `number`, which is finite. (A step by the mean is one by
    /// [`Step::Plus`], once it is known.)
    #[inline]
    pub(crate) fn above(self, number: u32, infinity: u32) -> u32 {
        let number = u64::from(number);
        let increment = match self {
            Step::Plus(delta) => u64::from(delta),
            Step::Times(epsilon) => ((number * u64::from(epsilon)).div_ceil(1 << 16)).max(1),
            Step::Mean => 1,
        };
        (number + increment).min(u64::from(infinity)) as u32
    }
}

/// What an unexpanded position starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Init {
    /// 1 and 1.
    Unit,
    /// What the guide says (df-pn+, Nagai 2002).
    Guide,
    /// As if it had been expanded: the number of its moves for the side that must refute them
    /// all, 1 for the other (Allis 1994).
    Mobility,
    /// From the guide's scores (Winands & Schadd 2011).
    Evaluation(Evaluation),
}

/// Deep df-pn (Song, Iida & van den Herik 2017): initial numbers are multiplied by
/// E^(D − depth), where the depth counts from the root, down to a factor of 1; with E = 0 they
/// are 0, and the search goes depth first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deep {
    /// E, the threshold of the branching factor.
    pub e: u32,
    /// D, the threshold of the depth.
    pub d: u32,
}

/// How numbers of children that must all be solved are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backup {
    /// Their sum: right on trees.
    Sum,
    /// Weak proof numbers (Ueda et al. 2008): the largest, plus the number of other unsolved
    /// children. Does not grow exponentially where lines of play meet again.
    Weak,
    /// The source node detection algorithm (Kishimoto 2010): the sum, but of children that are
    /// seen to share descendants only the largest.
    Snda,
    /// Proof-set search (Müller 2003): sets of leaves instead of numbers, each leaf counted once.
    /// For small problems, with [`Method::Pn`].
    Sets,
    /// The sum of so many of the most promising children: dynamic widening (Yoshizoe 2008).
    Best(u32),
    /// The sum of 1 + ⌈f × n⌉ of the most promising of n unsolved children (after Henderson 2010), with f in
    /// thousandths.
    Factor(u32),
}

impl Backup {
    /// The largest number of [`Backup::Best`].
    pub const MOST_BEST: u32 = 16;
    /// The largest factor of [`Backup::Factor`]: all children.
    pub const MOST_FACTOR: u32 = 1000;
}

/// How proof numbers in cyclic graphs are handled, in games whose positions repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cycles {
    /// Df-pn(r) (Kishimoto & Müller 2003, 2008): a child that is nearer to the root than its parent
    /// adds nothing to a sum, unless there is no other.
    Distance,
    /// The threshold controlling algorithm (Kishimoto 2010): a position with such a child is not
    /// left before something new was seen below it.
    Threshold,
    /// Nothing, to see what happens: the search may go on for ever.
    Plain,
}

/// Which entry gives way when a position finds no free place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// TwoBig (Breuker, Uiterwijk & van den Herik 1996): two places, one for the larger subtree,
    /// one for the newer.
    TwoBig,
    /// The smallest subtree among four places (after Nagai's SmallTreeReplacement, 2002).
    SmallTree,
    /// Garbage collection of small subtrees when the table fills up (Nagai's SmallTreeGC, 1999).
    SmallTreeGc,
}

/// How large the table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableSize {
    /// At most so many bytes. The table starts small and grows as it fills.
    Bytes(u64),
    /// So many entries from the start, rounded down to whole buckets (of 2 or 4).
    Entries(u64),
}

/// The widths of keys and numbers.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Widths {
    /// How many bits of a key are used.
    pub key_bits: u32,
    /// The infinite number.
    pub infinity: u32,
}

impl Default for Widths {
    fn default() -> Self {
        Widths { key_bits: 64, infinity: INFINITY }
    }
}

/// Why there is no solver: the options make no sense, or the memory cannot be had.
#[derive(Debug, Error)]
pub enum SolverError {
    /// The options make no sense.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The memory cannot be had.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Why a set of options makes no sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum OptionsError {
    /// A threshold increment of 0.
    #[error("the threshold increment must be at least 1")]
    NoStep,
    /// E or D out of range.
    #[error("deep numbers need E of at most 1000 and D of at most 10000")]
    Deep,
    /// R out of range.
    #[error("R must be between 0 and 1")]
    R,
    /// The numbers of the second level make no sense.
    #[error("the second level needs a finite a, and a finite b above 0")]
    Second,
    /// Too many plies.
    #[error("at most {} plies can be looked ahead", Options::MOST_PLIES)]
    LookAhead,
    /// No nodes for a job.
    #[error("a search at a leaf needs at least 1 node")]
    Job,
    /// No best child, or too many.
    #[error("between 1 and {} best children can be counted", Backup::MOST_BEST)]
    Best,
    /// A factor above 1.
    #[error("the part of the children that count must be at most 1")]
    Factor,
    /// Sources where there is no table to find them with.
    #[error(
        "shared descendants are found with a table: snda needs df-pn, pds, pn-star, pds-pn or pn-df-pn"
    )]
    Snda,
    /// Sets where there is no tree.
    #[error("sets of leaves need the method pn")]
    Sets,
    /// Sets, and permission to drop moves.
    #[error("sets of leaves need all moves: they cannot be pruned")]
    PrunedSets,
    /// Sets where positions come back.
    #[error("sets of leaves need a game whose positions never come back; choose another backup")]
    CyclicSets,
    /// Several threads where only one can search.
    #[error("several threads need the method df-pn, pds or pn-df-pn")]
    Threads,
    /// What a search is asked for that has but df-pn and PDS.
    #[error(
        "this search has the methods df-pn and pds with the backups sum, weak and best: others need one with all \
         variants"
    )]
    Variants,
    /// The table is too small.
    #[error("the table needs at least 4 entries")]
    Entries,
}

impl Options {
    /// The largest look-ahead.
    pub const MOST_PLIES: u8 = look_ahead::MOST_PLIES;

    /// Whether they ask for more than [`DepthFirst`](crate::DepthFirst) has.
    pub fn needs_all_variants(&self) -> bool {
        let is_depth_first = matches!(self.method, Method::DfPn | Method::Pds);
        !is_depth_first || matches!(self.backup, Backup::Snda | Backup::Sets | Backup::Factor(_))
    }

    /// Whether the options make sense.
    ///
    /// # Errors
    /// What does not.
    pub fn check(&self) -> Result<(), OptionsError> {
        if self.step == Step::Plus(0) {
            return Err(OptionsError::NoStep);
        }
        if self.deep.is_some_and(|deep| deep.e > 1000 || deep.d > 10_000) {
            return Err(OptionsError::Deep);
        }
        if !(0.0..=1.0).contains(&self.r) {
            return Err(OptionsError::R);
        }
        if let SecondLevel::Logistic { a, b } = self.second
            && !(a.is_finite() && b.is_finite() && b > 0.0)
        {
            return Err(OptionsError::Second);
        }
        if self.look_ahead > Self::MOST_PLIES {
            return Err(OptionsError::LookAhead);
        }
        if self.job_nodes == 0 {
            return Err(OptionsError::Job);
        }
        if matches!(self.backup, Backup::Best(most) if !(1..=Backup::MOST_BEST).contains(&most)) {
            return Err(OptionsError::Best);
        }
        if matches!(self.backup, Backup::Factor(factor) if factor > Backup::MOST_FACTOR) {
            return Err(OptionsError::Factor);
        }
        let has_table = !matches!(self.method, Method::Pn | Method::Pn2 | Method::DeepPn);
        if self.backup == Backup::Snda && !has_table {
            return Err(OptionsError::Snda);
        }
        if self.backup == Backup::Sets && self.method != Method::Pn {
            return Err(OptionsError::Sets);
        }
        if self.backup == Backup::Sets && self.prune {
            return Err(OptionsError::PrunedSets);
        }
        match self.table {
            TableSize::Entries(entries) if entries < 4 => Err(OptionsError::Entries),
            TableSize::Bytes(bytes) if bytes < 4 * crate::ENTRY_BYTES => Err(OptionsError::Entries),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senseless_options_are_refused() {
        let check = |options: Options| options.check();
        let usual = Options::default();
        assert_eq!(check(usual.clone()), Ok(()));
        let step = Step::Plus(0);
        assert_eq!(check(Options { step, ..usual.clone() }), Err(OptionsError::NoStep));
        for (e, d) in [(1001, 0), (0, 10_001)] {
            let deep = Some(Deep { e, d });
            assert_eq!(check(Options { deep, ..usual.clone() }), Err(OptionsError::Deep));
        }
        for most in [0, 17] {
            let backup = Backup::Best(most);
            assert_eq!(check(Options { backup, ..usual.clone() }), Err(OptionsError::Best));
        }
        let backup = Backup::Factor(1001);
        assert_eq!(check(Options { backup, ..usual.clone() }), Err(OptionsError::Factor));
        let with = |backup, method, prune| Options { backup, method, prune, ..usual.clone() };
        for method in [Method::Pn, Method::Pn2, Method::DeepPn] {
            assert_eq!(check(with(Backup::Snda, method, false)), Err(OptionsError::Snda));
        }
        let sets = |method, prune| check(with(Backup::Sets, method, prune));
        assert_eq!(sets(Method::Pn, false), Ok(()));
        assert_eq!(sets(Method::DfPn, false), Err(OptionsError::Sets));
        assert_eq!(sets(Method::Pn, true), Err(OptionsError::PrunedSets));
        for table in [TableSize::Entries(3), TableSize::Bytes(63)] {
            assert_eq!(check(Options { table, ..usual.clone() }), Err(OptionsError::Entries));
        }
    }

    #[test]
    fn steps_go_up_by_at_least_one_and_stay_within_infinity() {
        assert_eq!(Step::times(0.25).above(100, INFINITY), 125);
        assert_eq!(Step::times(0.25).above(101, INFINITY), 127);
        assert_eq!(Step::times(0.1).above(10, INFINITY), 11);
        assert_eq!(Step::times(0.0).above(7, INFINITY), 8);
        assert_eq!(Step::times(0.25).above(0, INFINITY), 1);
        assert_eq!(Step::Plus(3).above(7, INFINITY), 10);
        assert_eq!(Step::times(1e9).above(INFINITY - 1, INFINITY), INFINITY);
        assert_eq!(Step::Plus(1).above(254, 255), 255);
    }
}
