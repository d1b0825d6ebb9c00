//! The settings of a search with all defaults filled in: what the options, the game and the
//! machine together come to.

mod fit;
mod room;
mod summary;

use phidelta_rules::Evaluation;
use phidelta_search::widening::Plan;
use phidelta_search::{
    self as search, Deep, Limits, Options, SecondLevel, Step, TableSize, Widths,
};
use serde::Serialize;

use crate::amounts;
use crate::catalogue::AnyGame;
use crate::checkpoint::Keeping;
use crate::error::{Error, Result};
use crate::options::{
    Backup, Cycles, Delta, Given, Goal, Init, LookAheadAt, Method, Parallel, Replace, SearchOptions,
};
use fit::{JOB, PURE_THREATS, R, SECOND, THRESHOLDS, TREES};
use room::MIB;
pub use room::Room;

/// What to ask, and how to search. Serialised, it is the `search` of a result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settings {
    /// What is to be proved.
    #[serde(skip)]
    pub goal: Goal,
    /// How far to search.
    #[serde(skip)]
    pub limits: Limits,
    /// The kind of search.
    pub name: Method,
    /// Whether the game has chosen it.
    #[serde(skip_serializing_if = "is_false")]
    pub auto: bool,
    /// Searches that keep their tree in memory have no thresholds.
    #[serde(flatten)]
    pub step: Option<Threshold>,
    /// What new positions start with.
    pub init: Init,
    /// How scores become numbers: A, B and T.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<[u32; 3]>,
    /// Plies; a guide does its own looking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_ahead: Option<u8>,
    /// Where, if not at all leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_ahead_at: Option<LookAheadAt>,
    /// Deep df-pn’s E and D.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deep: Option<[u32; 2]>,
    /// The size of trees at the leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Second>,
    /// Deep-pn’s R.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r: Option<f64>,
    /// Nodes of a job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<u64>,
    /// Whether moves are dropped when memory is full.
    #[serde(skip_serializing_if = "is_false")]
    pub prune: bool,
    /// How threats are looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<Threats>,
    /// How numbers are combined.
    pub backup: Backup,
    /// Only where positions come back, in searches with thresholds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<Cycles>,
    /// Whether the fixed point of endless play is left out.
    #[serde(skip_serializing_if = "is_false")]
    pub no_fixed_point: bool,
    /// Whether results are not tried after other lines of play.
    #[serde(skip_serializing_if = "is_false")]
    pub no_simulation: bool,
    /// Which table entry gives way.
    pub replace: Replace,
    /// The result has them in a place of their own.
    #[serde(skip)]
    pub threads: u16,
    /// Whether one thread searches as if there were others, which costs a little.
    #[serde(skip)]
    pub in_team: bool,
    /// How they share the work, if they can do so in several ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parallel: Option<Parallel>,
    /// How much memory there is.
    #[serde(flatten)]
    pub room: Room,
    /// What is done about the answer before it is given.
    #[serde(skip)]
    pub proof: Proving,
    /// Whether every legal move is to be valued.
    #[serde(skip)]
    pub all_moves: bool,
    /// Whether a record of play is wanted.
    #[serde(skip)]
    pub record: bool,
    /// All options as they were given: a game may have some of its own.
    #[serde(skip)]
    pub given: Given,
    /// Where the search is saved, and taken up.
    #[serde(skip)]
    pub keeping: Keeping,
    /// How many bits of positions' keys the table uses: fewer than 64 in tests, where different
    /// positions are to be mistaken for each other.
    #[serde(skip)]
    pub key_bits: u32,
}

/// How threats are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Threats {
    /// How many of the attacker's moves are tried in a position; all that threaten, if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<u32>,
    /// How far each search for continuous threats goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// How many moves of the attacker it has.
    pub depth: u32,
}

/// What is done about an answer before it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Proving {
    /// It is believed.
    #[default]
    No,
    /// It is proved.
    Certified,
    /// It is proved, and the proof is checked.
    Checked,
}

/// The increment of thresholds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Threshold {
    /// Times 1 + ε.
    Epsilon(f64),
    /// An addend.
    Delta(Delta),
}

/// The size of trees at the leaves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Second {
    /// So many nodes.
    Fixed(u32),
    /// A and B.
    Logistic([f64; 2]),
}

impl From<SecondLevel> for Second {
    fn from(second: SecondLevel) -> Self {
        match second {
            SecondLevel::Fixed(nodes) => Second::Fixed(nodes),
            SecondLevel::Logistic { a, b } => Second::Logistic([a, b]),
        }
    }
}

impl From<Second> for SecondLevel {
    fn from(second: Second) -> Self {
        match second {
            Second::Fixed(nodes) => SecondLevel::Fixed(nodes),
            Second::Logistic([a, b]) => SecondLevel::Logistic { a, b },
        }
    }
}

/// What is asked, before it is known what that means for the game.
#[derive(Clone, Copy, Debug)]
pub struct SettingsRequest<'a> {
    /// The position, as the user gives it; nothing for that with which games begin.
    pub position: &'a str,
    /// What is to be proved; the game's usual goal if nothing is said.
    pub goal: Option<Goal>,
    /// The options.
    pub given: &'a Given,
    /// What is done about the answer.
    pub proof: Proving,
    /// Whether the search is to be saved, or was.
    pub is_saved: bool,
}

impl<'a> SettingsRequest<'a> {
    /// These options for the position with which games begin, and the game's usual goal.
    pub fn new(given: &'a Given) -> Self {
        SettingsRequest { position: "", goal: None, given, proof: Proving::No, is_saved: false }
    }
}

impl Settings {
    /// The settings that these options mean for this game, on this machine. If no search is chosen, it is the first
    /// of the game's usual ones that the options fit.
    ///
    /// # Errors
    /// If the game lacks what an option asks for.
    pub fn new(game: &AnyGame, asked: &SettingsRequest<'_>) -> Result<Self> {
        asked.given.check(&game.option_table())?;
        let options = &SearchOptions::read(asked.given)?;
        if let Some(search) = options.search {
            return Self::of_search(search, game, asked, options);
        }
        let mut settings = None;
        for search in game.rules().usual_searches(asked) {
            let these = Self::of_search(search, game, asked, options);
            let fits = these.as_ref().is_ok_and(|these| !asked.is_saved || these.is_plain());
            settings = Some(these);
            if fits {
                break;
            }
        }
        let settings = settings.expect("every game has a usual search")?;
        Ok(Settings { auto: true, ..settings })
    }

    /// As [`new`](Settings::new), for this kind of search.
    fn of_search(
        search: Method,
        game: &AnyGame,
        asked: &SettingsRequest<'_>,
        options: &SearchOptions,
    ) -> Result<Self> {
        let &SettingsRequest { goal, given, proof, .. } = asked;
        game.rules().check_options(search, given)?;
        let cycles = fit::cycles(search, options, game)?;
        let has_guide = game.rules().has_guide();
        let init = match options.init {
            Some(Init::Guide) if !has_guide => {
                let name = game.name();
                let message = format!("{name} has no guide; choose --init unit or --init mobility");
                return Err(Error::option("init", message));
            }
            Some(Init::Evaluation) if !game.rules().has_evaluation() => {
                let name = game.name();
                let message =
                    format!("{name} has no evaluation; choose --init unit or --init mobility");
                return Err(Error::option("init", message));
            }
            Some(init) => init,
            None if options.evaluation.is_some() && game.rules().has_evaluation() => {
                Init::Evaluation
            }
            None if has_guide && options.deep.is_none() => Init::Guide,
            None => Init::Unit,
        };
        fit::refuse_misplaced(search, options)?;
        let threats = fit::threats(search, options, game)?;
        let parallel = fit::parallel(search, options)?;
        let look_ahead = fit::look_ahead(search, options, init, threats)?;
        if options.look_ahead > 1 && game.rules().repeats() {
            // Proofs of what is found there could take far more memory than the search.
            let message =
                format!("positions of {} may repeat; at most 1 ply is looked ahead", game.name());
            return Err(Error::option("look-ahead", message));
        }
        let usual = Options::default();
        let step = THRESHOLDS.contains(&search).then(|| match options.delta {
            Some(delta) => Threshold::Delta(delta),
            // Seo's. Larger steps may lead far into lines that go round in circles.
            None if search == Method::PnStar && options.epsilon.is_none() => {
                Threshold::Delta(Delta::Constant(1))
            }
            // Pawlewicz and Lew's values.
            None => Threshold::Epsilon(options.epsilon.unwrap_or(match search {
                Method::Pds | Method::PdsPn => 0.0625,
                _ => 0.25,
            })),
        });
        let has = |methods: &[Method]| methods.contains(&search);
        let room = match options.entries {
            Some(entries) => Room::Entries(entries),
            None => Room::Memory(options.memory.unwrap_or_else(amounts::default_memory)),
        };
        Ok(Settings {
            goal: goal.unwrap_or_else(|| game.rules().usual_goal()),
            limits: Limits {
                time: options.time,
                nodes: options.nodes,
                stack_bytes: Some(room.of_search(proof).stack_bytes(has(&TREES))),
            },
            name: search,
            auto: false,
            step,
            init,
            evaluation: fit::evaluation(options, init)?.map(|Evaluation { a, b, t }| [a, b, t]),
            look_ahead,
            look_ahead_at: options.look_ahead_at.filter(|&at| at != LookAheadAt::All),
            deep: options.deep,
            second: has(&SECOND).then(|| options.second.unwrap_or(usual.second).into()),
            r: has(&R).then(|| options.r.unwrap_or(usual.r)),
            job: match parallel {
                Some(Parallel::Jobs) => Some(options.job.unwrap_or(usual_job(threats))),
                _ => has(&JOB).then(|| options.job.unwrap_or(usual.job_nodes)),
            },
            prune: options.prune,
            threats,
            backup: options.backup,
            cycles,
            no_fixed_point: options.no_fixed_point,
            no_simulation: options.no_simulation,
            replace: options.replace,
            threads: options.threads,
            in_team: options.threads > 1,
            parallel,
            room,
            proof,
            all_moves: given.has("all-moves"),
            record: false,
            given: given.clone(),
            keeping: Keeping::default(),
            key_bits: options.key_bits,
        })
    }

    /// How threads share the work of a depth-first search.
    pub fn parallel(&self) -> search::Parallel {
        match self.parallel {
            Some(Parallel::Virtual) => search::Parallel::Virtual,
            _ => search::Parallel::Jobs(self.job.unwrap_or(usual_job(self.threats))),
        }
    }

    /// Bytes for what threat searches remember: an eighth.
    pub fn threat_memory(&self) -> u64 {
        match self.room.of_search(self.proof) {
            Room::Memory(bytes) => bytes / 8,
            Room::Entries(_) => 256 * MIB,
        }
    }

    /// Whether it is one search for continuous threats.
    pub fn is_pure_threats(&self) -> bool {
        PURE_THREATS.contains(&self.name)
    }

    /// Whether it is a search with a table or a tree of proof numbers, and nothing else.
    pub fn is_plain(&self) -> bool {
        self.threats.is_none() && self.plan().is_none() && self.backup != Backup::Sets
    }

    /// Bytes for a proof of the answer.
    pub fn proof_memory(&self) -> u64 {
        match self.room {
            Room::Memory(bytes) => bytes / 2,
            Room::Entries(_) => amounts::default_memory(),
        }
    }

    /// The same as options of the engine.
    pub fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            method: self.name.into(),
            step: match self.step {
                Some(Threshold::Epsilon(epsilon)) => Step::times(epsilon),
                Some(Threshold::Delta(delta)) => delta.into(),
                None => usual.step,
            },
            second: self.second.map_or(usual.second, Into::into),
            r: self.r.unwrap_or(usual.r),
            job_nodes: self.job.unwrap_or(usual.job_nodes),
            prune: self.prune,
            init: self.init.with(
                self.evaluation.map_or(Evaluation::USUAL, |[a, b, t]| Evaluation { a, b, t }),
            ),
            look_ahead: self.look_ahead.unwrap_or(0),
            looker: self.look_ahead_at.unwrap_or(LookAheadAt::All).into(),
            deep: self.deep.map(|[e, d]| Deep { e, d }),
            backup: self.backup.into(),
            cycles: match self.cycles {
                Some(Cycles::R) => search::Cycles::Distance,
                _ => search::Cycles::Threshold,
            },
            simulation: !self.no_simulation,
            fixed_point: !self.no_fixed_point,
            fixed_point_first: usual.fixed_point_first,
            replacement: self.replace.into(),
            table: match self.room.of_search(self.proof) {
                room @ Room::Memory(bytes) => {
                    let threats = if self.threats.is_some() { self.threat_memory() } else { 0 };
                    TableSize::Bytes(bytes - room.stack_bytes(TREES.contains(&self.name)) - threats)
                }
                Room::Entries(entries) => TableSize::Entries(entries),
            },
            widths: Widths { key_bits: self.key_bits, ..Widths::default() },
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Settings {
    /// The search by generalized threats that was chosen, if one was.
    pub fn plan(&self) -> Option<Plan> {
        match self.name {
            Method::Widening(plan) => Some(plan),
            _ => None,
        }
    }

    /// How many entries of this size there are to be: as many as was said, or else what fits, and no
    /// more than `most`.
    pub fn entries_of(&self, bytes: u64, most: u64) -> u64 {
        match self.room.of_search(self.proof) {
            Room::Memory(memory) => (memory / bytes).min(most),
            Room::Entries(entries) => entries,
        }
    }
}

/// How many nodes a job has that a thread takes (measured on two threads). Where threats are searched for,
/// a node takes much longer.
fn usual_job(threats: Option<Threats>) -> u64 {
    if threats.is_some() { 20 } else { 2_000 }
}

/// For tests: the settings of a small search.
#[cfg(test)]
pub fn plain(goal: Goal) -> Settings {
    Settings {
        goal,
        limits: Limits::default(),
        name: Method::DfPn,
        auto: false,
        step: Some(Threshold::Epsilon(0.25)),
        init: Init::Unit,
        evaluation: None,
        look_ahead: None,
        look_ahead_at: None,
        deep: None,
        second: None,
        r: None,
        job: None,
        prune: false,
        threats: None,
        backup: Backup::Sum,
        cycles: None,
        no_fixed_point: false,
        no_simulation: false,
        replace: Replace::SmallTree,
        threads: 1,
        in_team: false,
        parallel: None,
        room: Room::Entries(1000),
        proof: Proving::No,
        all_moves: false,
        record: false,
        given: Given::none(),
        keeping: Keeping::default(),
        key_bits: 64,
    }
}
