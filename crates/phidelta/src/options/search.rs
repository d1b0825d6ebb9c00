//! What the options mean that say how to search, and how far.

use std::time::Duration;

use phidelta_rules::Evaluation;
use phidelta_search::SecondLevel;

use super::{
    Backup, Cycles, Delta, Given, Init, LookAheadAt, Method, Named, Parallel, Replace,
    SEARCH_OPTIONS, SearchChoice,
};
use crate::amounts;
use crate::error::{Error, Result};

/// How to search, and how far: the values of [`SEARCH_OPTIONS`] that were given, and the defaults of the others
/// where they depend on nothing else.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchOptions {
    /// The kind of search, unless the game is to choose.
    pub search: Option<Method>,
    /// 1 + ε.
    pub epsilon: Option<f64>,
    /// An increment instead.
    pub delta: Option<Delta>,
    /// What new positions start with.
    pub init: Option<Init>,
    /// A, B and T.
    pub evaluation: Option<Evaluation>,
    /// Plies.
    pub look_ahead: u8,
    /// Where that is done.
    pub look_ahead_at: Option<LookAheadAt>,
    /// E and D.
    pub deep: Option<[u32; 2]>,
    /// The size of trees at the leaves.
    pub second: Option<SecondLevel>,
    /// Deep-pn’s R.
    pub r: Option<f64>,
    /// Nodes of a job.
    pub job: Option<u64>,
    /// Whether moves are dropped.
    pub prune: bool,
    /// Whether zones choose the moves.
    pub zones: bool,
    /// How many moves of the attacker.
    pub top: Option<u32>,
    /// Nodes of a threat search.
    pub threat_nodes: Option<u64>,
    /// Moves of a threat search.
    pub threat_depth: Option<u32>,
    /// How numbers are combined.
    pub backup: Backup,
    /// What is done about circles.
    pub cycles: Cycles,
    /// Whether the fixed point of endless play is left out.
    pub no_fixed_point: bool,
    /// Whether results are not tried after other lines of play.
    pub no_simulation: bool,
    /// Which entry gives way.
    pub replace: Replace,
    /// How many threads.
    pub threads: u16,
    /// How they share the work.
    pub parallel: Option<Parallel>,
    /// Bytes.
    pub memory: Option<u64>,
    /// Entries of the table.
    pub entries: Option<u64>,
    /// The limit of time.
    pub time: Option<Duration>,
    /// The limit of nodes.
    pub nodes: Option<u64>,
    /// Bits of keys, for tests.
    pub key_bits: u32,
}

impl SearchOptions {
    /// Reads the options of a search among those that were given.
    ///
    /// # Errors
    /// If a value is out of range.
    pub fn read(given: &Given) -> Result<Self> {
        let own: Given = given.0.iter().filter(|given| is_own(&given.name)).cloned().collect();
        own.check(&SEARCH_OPTIONS.iter().collect::<Vec<_>>())?;
        let fault = |name: &str| Error::option(name, "its value cannot be read");
        let number = |name: &str| match own.value(name) {
            Some(text) => text.parse().map(Some).map_err(|_| fault(name)),
            None => Ok(None::<u64>),
        };
        let real = |name: &str| match own.value(name) {
            Some(text) => text.parse().map(Some).map_err(|_| fault(name)),
            None => Ok(None::<f64>),
        };
        let small = |name: &str| number(name).map(|number| number.map(|number| number as u32));
        let parsed = |name: &'static str| {
            let said = move |message: String| Error::option(name, message);
            (own.value(name), said)
        };
        let (deep_text, deep_fault) = parsed("deep");
        let (evaluation_text, evaluation_fault) = parsed("evaluation");
        let (second_text, second_fault) = parsed("second");
        let (memory_text, memory_fault) = parsed("memory");
        let (delta_text, delta_fault) = parsed("delta");
        let (time_text, time_fault) = parsed("time");
        Ok(SearchOptions {
            search: match named(&own, "search") {
                Some(SearchChoice::Given(method)) => Some(method),
                Some(SearchChoice::Auto) | None => None,
            },
            epsilon: real("epsilon")?,
            delta: delta_text.map(str::parse).transpose().map_err(delta_fault)?,
            init: named(&own, "init"),
            evaluation: evaluation_text.map(evaluation).transpose().map_err(evaluation_fault)?,
            look_ahead: number("look-ahead")?.unwrap_or(1) as u8,
            look_ahead_at: named(&own, "look-ahead-at"),
            deep: deep_text.map(deep).transpose().map_err(deep_fault)?,
            second: second_text.map(second).transpose().map_err(second_fault)?,
            r: real("r")?,
            job: number("job")?,
            prune: own.has("prune"),
            zones: own.has("zones"),
            top: small("top")?,
            threat_nodes: number("threat-nodes")?,
            threat_depth: small("threat-depth")?,
            backup: named(&own, "backup").unwrap_or(Backup::Sum),
            cycles: named(&own, "cycles").unwrap_or(Cycles::Auto),
            no_fixed_point: own.has("no-fixed-point"),
            no_simulation: own.has("no-simulation"),
            replace: named(&own, "replace").unwrap_or(Replace::SmallTree),
            threads: number("threads")?.unwrap_or(1) as u16,
            parallel: named(&own, "parallel"),
            memory: memory_text.map(memory).transpose().map_err(memory_fault)?,
            entries: number("entries")?,
            time: time_text.map(amounts::parse_duration).transpose().map_err(time_fault)?,
            nodes: number("nodes")?,
            key_bits: small("key-bits")?.unwrap_or(64),
        })
    }
}

/// Whether it is an option of a search.
fn is_own(name: &str) -> bool {
    SEARCH_OPTIONS.iter().any(|spec| spec.name == name)
}

/// A choice that was checked before.
fn named<T: Named>(given: &Given, name: &str) -> Option<T> {
    given.value(name).and_then(T::named)
}

pub(super) fn second(text: &str) -> Result<SecondLevel, String> {
    let form = || "it must be a number of nodes, or two numbers A,B with B above 0".to_string();
    let Some((a, b)) = text.split_once(',') else {
        return text.parse().map(SecondLevel::Fixed).map_err(|_| form());
    };
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    match (number(a), number(b)) {
        (Some(a), Some(b)) if b > 0.0 => Ok(SecondLevel::Logistic { a, b }),
        _ => Err(form()),
    }
}

pub(super) fn evaluation(text: &str) -> Result<Evaluation, String> {
    let numbers: Option<Vec<u32>> =
        text.split(',').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[a, b, t]) => Ok(Evaluation { a, b, t }),
        _ => Err("it must be three whole numbers A,B,T, as in 1,4,100".into()),
    }
}

pub(super) fn deep(text: &str) -> Result<[u32; 2], String> {
    let form = || "it must be two numbers, E of at most 1000 and D of at most 10000, as in 2,10";
    let (e, d) = text.split_once(',').ok_or_else(form)?;
    let number = |text: &str, most: u32| {
        let number = text.trim().parse().ok().filter(|number| *number <= most);
        number.ok_or_else(form)
    };
    Ok([number(e, 1000)?, number(d, 10_000)?])
}

/// Reads the size of a memory.
pub fn memory(text: &str) -> Result<u64, String> {
    match amounts::parse_bytes(text)? {
        bytes if bytes >= 1 << 20 => Ok(bytes),
        _ => Err("a search needs at least 1M".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_ranges() {
        assert_eq!(deep("2,10"), Ok([2, 10]));
        assert!(deep("2").is_err() && deep("1001,1").is_err() && deep("-1,2").is_err());
        assert_eq!(second("300"), Ok(SecondLevel::Fixed(300)));
        assert_eq!(second("1e6, 2e5"), Ok(SecondLevel::Logistic { a: 1e6, b: 2e5 }));
        for bad in ["", "x", "-1", "1,0", "1,inf", "NaN,1", "1,2,3"] {
            assert!(second(bad).is_err(), "{bad}");
        }
        assert_eq!(evaluation("2, 3,50"), Ok(Evaluation { a: 2, b: 3, t: 50 }));
        for bad in ["", "1,2", "1,2,3,4", "1,-2,3"] {
            assert!(evaluation(bad).is_err(), "{bad}");
        }
        assert!(memory("4K").is_err());
    }
}
