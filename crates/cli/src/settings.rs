//! The settings of a search with all defaults filled in: what the options, the game and the
//! machine together come to.

use anyhow::{Result, bail};
use phidelta_games::connect::vcdt::USUAL_DEPTH;
use phidelta_search::{
    self as search, Deep, ENTRY_BYTES, Limits, Options, SecondLevel, Step, TableSize, Widths,
};
use serde::Serialize;

use crate::args::SearchOptions;
use crate::backup::Backup;
use crate::choices::{Cycles, Delta, Goal, Init, Method, Replace};
use crate::registry::Selected;
use crate::size;

const MIB: u64 = 1 << 20;

/// What to ask, and how to search. Serialised, it is the `search` of a result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settings {
    #[serde(skip)]
    pub goal: Goal,
    #[serde(skip)]
    pub limits: Limits,
    pub name: Method,
    /// Searches that keep their tree in memory have no thresholds.
    #[serde(flatten)]
    pub step: Option<Threshold>,
    pub init: Init,
    /// Plies; a guide does its own looking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_ahead: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deep: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Second>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<u64>,
    #[serde(skip_serializing_if = "is_false")]
    pub prune: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<Threats>,
    pub backup: Backup,
    /// Only where positions come back, in searches with thresholds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<Cycles>,
    pub replace: Replace,
    #[serde(flatten)]
    pub room: Room,
    #[serde(skip)]
    pub proof: Proving,
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
    pub depth: u32,
}

/// What is done about an answer before it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proving {
    /// It is believed.
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
    Epsilon(f64),
    Delta(Delta),
}

/// The size of trees at the leaves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Second {
    Fixed(u32),
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

/// The size of what a search remembers, and of what its proof takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Room {
    /// Bytes of the table and of the stack of positions together; with a proof, they get half.
    Memory(u64),
    /// Entries of the table.
    Entries(u64),
}

impl Settings {
    /// The settings that these options mean for this game, on this machine. Without a goal, it is
    /// the game's usual one.
    ///
    /// # Errors
    /// If the game lacks what an option asks for.
    pub fn new(
        game: &Selected,
        goal: Option<Goal>,
        options: &SearchOptions,
        proof: Proving,
    ) -> Result<Self> {
        let cycles = cycles(options, game)?;
        let has_guide = game.rules.has_guide();
        let init = match options.init {
            Some(Init::Guide) if !has_guide => {
                let name = game.name;
                bail!("init: {name} has no guide; choose --init unit or --init mobility");
            }
            Some(init) => init,
            None if has_guide && options.deep.is_none() => Init::Guide,
            None => Init::Unit,
        };
        refuse_misplaced(options)?;
        let threats = threats(options, game)?;
        let usual = Options::default();
        let step = THRESHOLDS.contains(&options.search).then(|| match options.delta {
            Some(delta) => Threshold::Delta(delta),
            // Pawlewicz and Lew's values.
            None => Threshold::Epsilon(options.epsilon.unwrap_or(match options.search {
                Method::Pds | Method::PdsPn => 0.0625,
                _ => 0.25,
            })),
        });
        let has = |methods: &[Method]| methods.contains(&options.search);
        let room = match options.entries {
            Some(entries) => Room::Entries(entries),
            None => Room::Memory(options.memory.unwrap_or_else(size::default_memory)),
        };
        Ok(Settings {
            goal: goal.unwrap_or_else(|| game.rules.usual_goal()),
            limits: Limits {
                time: options.time,
                nodes: options.nodes,
                stack_bytes: Some(room.of_search(proof).stack_bytes()),
            },
            name: options.search,
            step,
            init,
            // With zones, a search for threats is a look ahead.
            look_ahead: (init != Init::Guide && threats.is_none()).then_some(options.look_ahead),
            deep: options.deep,
            second: has(&SECOND).then(|| options.second.unwrap_or(usual.second).into()),
            r: has(&R).then(|| options.r.unwrap_or(usual.r)),
            job: has(&JOB).then(|| options.job.unwrap_or(usual.job_nodes)),
            prune: options.prune,
            threats,
            backup: options.backup,
            cycles,
            replace: options.replace,
            room,
            proof,
            key_bits: options.key_bits,
        })
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

    /// Bytes for a proof of the answer.
    pub fn proof_memory(&self) -> u64 {
        match self.room {
            Room::Memory(bytes) => bytes / 2,
            Room::Entries(_) => size::default_memory(),
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
            init: self.init.into(),
            look_ahead: self.look_ahead == Some(1),
            deep: self.deep.map(|[e, d]| Deep { e, d }),
            backup: self.backup.into(),
            cycles: match self.cycles {
                Some(Cycles::R) => search::Cycles::Distance,
                _ => search::Cycles::Threshold,
            },
            replacement: self.replace.into(),
            table: match self.room.of_search(self.proof) {
                room @ Room::Memory(bytes) => {
                    let threats = if self.threats.is_some() { self.threat_memory() } else { 0 };
                    TableSize::Bytes(bytes - room.stack_bytes() - threats)
                }
                Room::Entries(entries) => TableSize::Entries(entries),
            },
            widths: Widths { key_bits: self.key_bits, ..Widths::default() },
        }
    }
}

/// The searches that have each of these options.
const SECOND: [Method; 2] = [Method::Pn2, Method::PdsPn];
const R: [Method; 1] = [Method::DeepPn];
const JOB: [Method; 1] = [Method::PnDfPn];
const PRUNE: [Method; 3] = [Method::Pn, Method::Pn2, Method::DeepPn];
/// Those that search depth first, if only at the leaves.
const THRESHOLDS: [Method; 6] =
    [Method::DfPn, Method::Pds, Method::PdsPn, Method::PnDfPn, Method::Vct, Method::RzDfPn];
/// Those that look for continuous threats and nothing else.
const PURE_THREATS: [Method; 2] = [Method::Vcdt, Method::Vcf];
/// How many of the attacker's moves are tried (Song, Iida and van den Herik's choice), and how far
/// each search for continuous threats goes (measured).
const TOP: u32 = 5;
const THREAT_NODES: u64 = 5_000;

/// How threats are looked for, if they are.
fn threats(options: &SearchOptions, game: &Selected) -> Result<Option<Threats>> {
    let SearchOptions { search, zones, top, threat_nodes, threat_depth, .. } = options;
    let pure = PURE_THREATS.contains(search);
    let wide = *search == Method::Vct;
    let zones = *zones || *search == Method::RzDfPn;
    if !pure && !wide && !zones {
        let given = [
            ("top", top.is_some()),
            ("threat-nodes", threat_nodes.is_some()),
            ("threat-depth", threat_depth.is_some()),
        ];
        if let Some((name, _)) = given.into_iter().find(|(_, given)| *given) {
            bail!(
                "{name}: {search} does not look for threats; choose --search rz-df-pn or --zones"
            );
        }
        return Ok(None);
    }
    let (name, turn) = (game.name, game.rules.threat_stones());
    match (search, turn) {
        (_, None) => bail!("search: no threats are known in {name}; choose --search df-pn"),
        (Method::Vcf | Method::Vct, Some(stones)) if stones != 1 => {
            bail!("search: turns of {name} have {stones} stones; choose vcdt or rz-df-pn")
        }
        (Method::Vcdt, Some(1)) => {
            bail!("search: turns of {name} have one stone, so threats are fours; choose vcf")
        }
        _ => {}
    }
    if (pure || wide) && (options.zones || top.is_some()) {
        let option = if options.zones { "zones" } else { "top" };
        bail!("{option}: {search} tries all moves that threaten; choose --search rz-df-pn");
    }
    if pure && threat_nodes.is_some() {
        bail!("threat-nodes: {search} is one search; its limit is --nodes");
    }
    Ok(Some(Threats {
        top: zones.then(|| top.unwrap_or(TOP)),
        nodes: (!pure).then(|| threat_nodes.unwrap_or(THREAT_NODES)),
        depth: threat_depth.unwrap_or(USUAL_DEPTH),
    }))
}

/// What is done about cycles: nothing where there are none, nor in trees, whose nodes are lines of
/// play; or else what measurements favour.
fn cycles(options: &SearchOptions, game: &Selected) -> Result<Option<Cycles>> {
    let (name, search) = (game.name, options.search);
    if !game.rules.repeats() {
        return match options.cycles {
            Cycles::Auto | Cycles::None => Ok(None),
            _ => bail!("cycles: positions of {name} never come back; leave it out"),
        };
    }
    if options.backup == Backup::Sets {
        bail!(
            "backup: positions of {name} come back, which sets of leaves cannot deal with; choose another --backup"
        );
    }
    if !THRESHOLDS.contains(&search) {
        return match options.cycles {
            Cycles::Auto | Cycles::None => Ok(None),
            _ => bail!(
                "cycles: {search} keeps its tree in memory and has no thresholds; leave it out"
            ),
        };
    }
    match options.cycles {
        Cycles::Auto => Ok(Some(Cycles::Tca)),
        Cycles::None => bail!("cycles: positions of {name} come back; choose r or tca"),
        chosen => Ok(Some(chosen)),
    }
}

/// An option that the search would not look at is a mistake.
fn refuse_misplaced(options: &SearchOptions) -> Result<()> {
    let search = options.search;
    let refuse = |name: &str, given: bool, methods: &[Method]| {
        if given && !methods.contains(&search) {
            let names: Vec<String> = methods.iter().map(ToString::to_string).collect();
            let names = names.join(" or ");
            bail!("{name}: {search} has no such option; it belongs to --search {names}");
        }
        Ok(())
    };
    refuse("second", options.second.is_some(), &SECOND)?;
    refuse("r", options.r.is_some(), &R)?;
    refuse("job", options.job.is_some(), &JOB)?;
    refuse("prune", options.prune, &PRUNE)?;
    match options.backup {
        Backup::Snda if !THRESHOLDS.contains(&search) => bail!(
            "backup: snda finds positions again in a table, and {search} has none; choose --search df-pn"
        ),
        Backup::Sets if search != Method::Pn => {
            bail!("backup: {search} has numbers, not sets; choose --search pn")
        }
        Backup::Sets if options.prune => {
            bail!("prune: sets of leaves need all moves; choose another --backup")
        }
        _ => {}
    }
    if PURE_THREATS.contains(&search) {
        let given = [
            ("epsilon", options.epsilon.is_some()),
            ("delta", options.delta.is_some()),
            ("deep", options.deep.is_some()),
            ("init", options.init.is_some()),
        ];
        if let Some((name, _)) = given.into_iter().find(|(_, given)| *given) {
            bail!("{name}: {search} has no numbers; choose --search rz-df-pn");
        }
    }
    let step = options.epsilon.is_some() || options.delta.is_some();
    if step && !THRESHOLDS.contains(&search) {
        let name = if options.delta.is_some() { "delta" } else { "epsilon" };
        bail!("{name}: {search} keeps its tree in memory and has no thresholds; leave it out");
    }
    Ok(())
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Room {
    /// The share of the search, if its answer is to be proved or not.
    fn of_search(self, proof: Proving) -> Room {
        match self {
            Room::Memory(bytes) if proof != Proving::No => Room::Memory(bytes / 2),
            room => room,
        }
    }

    /// The share of the stack: a sixteenth, but 64 MiB at least, as far as that leaves the table
    /// half.
    fn stack_bytes(self) -> u64 {
        match self {
            Room::Memory(bytes) => (bytes / 16).max(64 * MIB).min(bytes / 2),
            Room::Entries(entries) => (entries.saturating_mul(ENTRY_BYTES) / 16).max(64 * MIB),
        }
    }
}

/// For tests: the settings of a small search.
#[cfg(test)]
pub fn plain(goal: Goal) -> Settings {
    Settings {
        goal,
        limits: Limits::default(),
        name: Method::DfPn,
        step: Some(Threshold::Epsilon(0.25)),
        init: Init::Unit,
        look_ahead: None,
        deep: None,
        second: None,
        r: None,
        job: None,
        prune: false,
        threats: None,
        backup: Backup::Sum,
        cycles: None,
        replace: Replace::SmallTree,
        room: Room::Entries(1000),
        proof: Proving::No,
        key_bits: 64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_leaves_room_for_the_table() {
        assert_eq!(Room::Memory(4096 * MIB).stack_bytes(), 256 * MIB);
        assert_eq!(Room::Memory(512 * MIB).stack_bytes(), 64 * MIB);
        assert_eq!(Room::Memory(MIB).stack_bytes(), MIB / 2);
        assert_eq!(Room::Entries(4).stack_bytes(), 64 * MIB);
    }

    #[test]
    fn a_proof_gets_half_of_the_memory() {
        let room = Room::Memory(4096 * MIB);
        assert_eq!(room.of_search(Proving::No), room);
        assert_eq!(room.of_search(Proving::Certified), Room::Memory(2048 * MIB));
        assert_eq!(room.of_search(Proving::Checked), Room::Memory(2048 * MIB));
        assert_eq!(Room::Entries(4).of_search(Proving::Checked), Room::Entries(4));
    }
}
