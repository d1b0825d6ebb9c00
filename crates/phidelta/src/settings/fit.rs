//! Whether options fit the game, and each other.

use phidelta_rules::Evaluation;

use super::Threats;
use crate::catalogue::AnyGame;
use crate::error::{Error, Result};
use crate::options::{Backup, Cycles, Init, Method, Parallel, SearchOptions};

/// The searches that have each of these options.
pub const SECOND: [Method; 2] = [Method::Pn2, Method::PdsPn];
pub const R: [Method; 1] = [Method::DeepPn];
pub const JOB: [Method; 1] = [Method::PnDfPn];
/// Those that keep the tree in memory, and search no other way.
pub const TREES: [Method; 3] = [Method::Pn, Method::Pn2, Method::DeepPn];
const PRUNE: [Method; 3] = TREES;
/// Those that search depth first, if only at the leaves.
pub const THRESHOLDS: [Method; 7] = [
    Method::DfPn,
    Method::Pds,
    Method::PnStar,
    Method::PdsPn,
    Method::PnDfPn,
    Method::Vct,
    Method::RzDfPn,
];
/// Those that several threads can do together.
const TOGETHER: [Method; 5] =
    [Method::DfPn, Method::Pds, Method::PnDfPn, Method::Vct, Method::RzDfPn];
/// Those that look for continuous threats and nothing else.
pub const PURE_THREATS: [Method; 2] = [Method::Vcdt, Method::Vcf];
/// How many of the attacker's moves are tried (Song, Iida and van den Herik's choice), and how far
/// each search for continuous threats goes (measured).
const TOP: u32 = 5;
const THREAT_NODES: u64 = 5_000;
/// How many moves of the attacker continuous threats have: longer ones are rare.
const THREAT_DEPTH: u32 = 13;

/// How threats are looked for, if they are.
pub fn threats(search: Method, options: &SearchOptions, game: &AnyGame) -> Result<Option<Threats>> {
    let SearchOptions { zones, top, threat_nodes, threat_depth, .. } = options;
    let pure = PURE_THREATS.contains(&search);
    let wide = search == Method::Vct;
    let zones = *zones || search == Method::RzDfPn;
    if !pure && !wide && !zones {
        let given = [
            ("top", top.is_some()),
            ("threat-nodes", threat_nodes.is_some()),
            ("threat-depth", threat_depth.is_some()),
        ];
        if let Some((name, _)) = given.into_iter().find(|(_, given)| *given) {
            return Err(Error::option(
                name,
                format!("{search} does not look for threats; choose --search rz-df-pn or --zones"),
            ));
        }
        return Ok(None);
    }
    let (name, turn) = (game.name(), game.rules().threat_stones());
    match (search, turn) {
        (_, None) => {
            return Err(Error::option(
                "search",
                format!("no threats are known in {name}; choose --search df-pn"),
            ));
        }
        (Method::Vcf | Method::Vct, Some(stones)) if stones != 1 => {
            return Err(Error::option(
                "search",
                format!("turns of {name} have {stones} stones; choose vcdt or rz-df-pn"),
            ));
        }
        (Method::Vcdt, Some(1)) => {
            return Err(Error::option(
                "search",
                format!("turns of {name} have one stone, so threats are fours; choose vcf"),
            ));
        }
        _ => {}
    }
    if (pure || wide) && (options.zones || top.is_some()) {
        let option = if options.zones { "zones" } else { "top" };
        return Err(Error::option(
            option,
            format!("{search} tries all moves that threaten; choose --search rz-df-pn"),
        ));
    }
    if pure && threat_nodes.is_some() {
        return Err(Error::option(
            "threat-nodes",
            format!("{search} is one search; its limit is --nodes"),
        ));
    }
    Ok(Some(Threats {
        top: zones.then(|| top.unwrap_or(TOP)),
        nodes: (!pure).then(|| threat_nodes.unwrap_or(THREAT_NODES)),
        depth: threat_depth.unwrap_or(THREAT_DEPTH),
    }))
}

/// How scores become initial numbers, if they do.
pub fn evaluation(options: &SearchOptions, init: Init) -> Result<Option<Evaluation>> {
    match (init, options.evaluation) {
        (Init::Evaluation, given) => Ok(Some(given.unwrap_or(Evaluation::USUAL))),
        (_, Some(_)) => {
            Err(Error::option("evaluation", "no scores are asked for; add --init evaluation"))
        }
        (_, None) => Ok(None),
    }
}

/// How many plies are looked ahead, where that is done. A guide does its own looking for one ply; with zones, a search
/// for threats is a look ahead.
pub fn look_ahead(
    search: Method,
    options: &SearchOptions,
    init: Init,
    threats: Option<Threats>,
) -> Result<Option<u8>> {
    let plies = options.look_ahead;
    let is_by_threats = threats.is_some() || matches!(search, Method::Widening(_));
    if is_by_threats && plies > 1 {
        let message = format!("{search} looks for threats instead; leave it out");
        return Err(Error::option("look-ahead", message));
    }
    let looks = threats.is_none() && (init != Init::Guide || plies > 1);
    if options.look_ahead_at.is_some() && (is_by_threats || !looks || plies == 0) {
        let message = "nothing looks ahead that could be told where; add --look-ahead 3";
        return Err(Error::option("look-ahead-at", message));
    }
    Ok(looks.then_some(plies))
}

/// What is done about cycles: nothing where there are none, nor in trees, whose nodes are lines of
/// play; or else what measurements favour.
pub fn cycles(search: Method, options: &SearchOptions, game: &AnyGame) -> Result<Option<Cycles>> {
    let name = game.name();
    if !game.rules().repeats() {
        let flags =
            [("no-fixed-point", options.no_fixed_point), ("no-simulation", options.no_simulation)];
        if let Some((flag, _)) = flags.into_iter().find(|&(_, is_given)| is_given) {
            return Err(Error::option(
                flag,
                format!("positions of {name} never repeat; leave it out"),
            ));
        }
        return match options.cycles {
            Cycles::Auto | Cycles::None => Ok(None),
            _ => {
                return Err(Error::option(
                    "cycles",
                    format!("positions of {name} never repeat; leave it out"),
                ));
            }
        };
    }
    if options.backup == Backup::Sets {
        return Err(Error::option(
            "backup",
            format!(
                "positions of {name} repeat, which sets of leaves cannot handle; choose another --backup"
            ),
        ));
    }
    if !THRESHOLDS.contains(&search) {
        return match options.cycles {
            Cycles::Auto | Cycles::None => Ok(None),
            _ => {
                return Err(Error::option(
                    "cycles",
                    format!(
                        "{search} keeps its tree in memory and has no thresholds; leave it out"
                    ),
                ));
            }
        };
    }
    match options.cycles {
        Cycles::Auto => Ok(Some(Cycles::Tca)),
        Cycles::None => {
            Err(Error::option("cycles", format!("positions of {name} repeat; choose r or tca")))
        }
        chosen => Ok(Some(chosen)),
    }
}

/// How threads share the work, where they can do so in several ways.
pub fn parallel(search: Method, options: &SearchOptions) -> Result<Option<Parallel>> {
    let is_shared = options.threads > 1 && search != Method::PnDfPn;
    match options.parallel {
        Some(_) if options.threads == 1 => {
            let message = "one thread has nobody to share the work with; add --threads 2";
            Err(Error::option("parallel", message))
        }
        Some(_) if !is_shared => {
            let message = "threads of pn-df-pn take leaves of its tree; leave it out";
            Err(Error::option("parallel", message))
        }
        chosen => Ok(is_shared.then(|| chosen.unwrap_or(Parallel::Jobs))),
    }
}

/// An option that the search would not look at is a mistake.
pub fn refuse_misplaced(search: Method, options: &SearchOptions) -> Result<()> {
    let refuse = |name: &str, given: bool, methods: &[Method]| {
        if given && !methods.contains(&search) {
            let names: Vec<String> = methods.iter().map(ToString::to_string).collect();
            let names = names.join(" or ");
            return Err(Error::option(
                name,
                format!("{search} has no such option; it belongs to --search {names}"),
            ));
        }
        Ok(())
    };
    refuse("second", options.second.is_some(), &SECOND)?;
    refuse("r", options.r.is_some(), &R)?;
    if parallel(search, options)? != Some(Parallel::Jobs) {
        refuse("job", options.job.is_some(), &JOB)?;
    }
    refuse("prune", options.prune, &PRUNE)?;
    if options.threads > 1 && !TOGETHER.contains(&search) {
        return Err(Error::option(
            "threads",
            format!("{search} has one thread; choose --search df-pn, pds or pn-df-pn"),
        ));
    }
    match options.backup {
        Backup::Snda if !THRESHOLDS.contains(&search) => {
            return Err(Error::option(
                "backup",
                format!(
                    "snda finds positions again in a table, and {search} has none; choose --search df-pn"
                ),
            ));
        }
        Backup::Sets if search != Method::Pn => {
            return Err(Error::option(
                "backup",
                format!("{search} has numbers, not sets; choose --search pn"),
            ));
        }
        Backup::Sets if options.prune => {
            return Err(Error::option(
                "prune",
                "sets of leaves need all moves; choose another --backup",
            ));
        }
        _ => {}
    }
    if PURE_THREATS.contains(&search) {
        let given = [
            ("epsilon", options.epsilon.is_some()),
            ("delta", options.delta.is_some()),
            ("deep", options.deep.is_some()),
            ("init", options.init.is_some()),
            ("evaluation", options.evaluation.is_some()),
        ];
        if let Some((name, _)) = given.into_iter().find(|(_, given)| *given) {
            return Err(Error::option(
                name,
                format!("{search} has no numbers; choose --search rz-df-pn"),
            ));
        }
    }
    if let Method::Widening(_) = search {
        let given = [
            ("epsilon", options.epsilon.is_some()),
            ("delta", options.delta.is_some()),
            ("deep", options.deep.is_some()),
            ("init", options.init.is_some()),
            ("evaluation", options.evaluation.is_some()),
            ("backup", options.backup != Backup::Sum),
            ("zones", options.zones),
        ];
        if let Some((name, _)) = given.into_iter().find(|(_, given)| *given) {
            return Err(Error::option(name, format!("{search} has no such option; leave it out")));
        }
    }
    let step = options.epsilon.is_some() || options.delta.is_some();
    if step && !THRESHOLDS.contains(&search) {
        let name = if options.delta.is_some() { "delta" } else { "epsilon" };
        return Err(Error::option(
            name,
            format!("{search} keeps its tree in memory and has no thresholds; leave it out"),
        ));
    }
    Ok(())
}
