//! The options that say how to search: shared by all commands that do.

use std::time::Duration;

use clap::Args;
use phidelta_search::{SecondLevel, Step};

use crate::backup::Backup;
use crate::choices::{Cycles, Delta, Init, Parallel, Replace};
use crate::method::Method;
use crate::names::Name;
use crate::size;

/// How to search, and how far.
#[derive(Args, Debug)]
pub struct SearchOptions {
    /// The kind of search [default: df-pn; abgw(0) for go without --exact]
    #[arg(long, value_name = "NAME", help_heading = "Search", value_parser = Name::<Method>::new())]
    pub search: Option<Method>,

    /// Go on with a position until its number is 1 + X times its rival's
    /// [default: 0.25; 0.0625 for pds and pds-pn]
    ///
    /// Pawlewicz and Lew's 1 + ε: a larger X returns less often to positions left before, and
    /// sticks longer to bad ones.
    #[arg(long, value_name = "X", help_heading = "Search", value_parser = epsilon)]
    #[arg(allow_hyphen_values = true)]
    pub epsilon: Option<f64>,

    /// Go on with a position until its number is N above its rival's, or `auto`
    ///
    /// `auto` takes the mean number of the position and its rivals (after Kishimoto and Müller).
    #[arg(long, value_name = "N", help_heading = "Search", conflicts_with = "epsilon")]
    #[arg(allow_hyphen_values = true)]
    pub delta: Option<Delta>,

    /// What new positions start with [default: guide where the game has one, or unit]
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub init: Option<Init>,

    /// How many plies to look for an immediate end before a new position gets its numbers, where
    /// no guide looks at it: 0 or 1
    #[arg(long, value_name = "PLIES", help_heading = "Search", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=1), allow_hyphen_values = true)]
    pub look_ahead: u8,

    /// Deep df-pn: initial numbers times E to the power of D less the depth
    ///
    /// E is at most 1000, D at most 10000. Initial numbers are then `--init unit` unless you say
    /// otherwise.
    #[arg(long, value_name = "E,D", help_heading = "Search", value_parser = deep)]
    #[arg(allow_hyphen_values = true)]
    pub deep: Option<[u32; 2]>,

    /// Pn2 and pds-pn: how large the trees at the leaves get, as N, or A,B [default: 1000000,200000]
    ///
    /// N nodes; or, when the first level has x nodes (pds-pn: entries), the part
    /// 1/(1 + e^((A − x)/B)) of x: hardly any at first, half of them when x is A, all of them in
    /// the end (Breuker).
    #[arg(long, value_name = "SIZE", help_heading = "Search", value_parser = second)]
    #[arg(allow_hyphen_values = true)]
    pub second: Option<SecondLevel>,

    /// Deep-pn: from 0, depth first, to 1, best first [default: 0.999]
    #[arg(long, value_name = "X", help_heading = "Search", value_parser = fraction)]
    #[arg(allow_hyphen_values = true)]
    pub r: Option<f64>,

    /// How many nodes a job has: pn-df-pn at a leaf [default: 100], threads with jobs
    /// [default: 2000]
    #[arg(long, value_name = "N", help_heading = "Search")]
    #[arg(value_parser = |text: &str| at_least(text, 1), allow_hyphen_values = true)]
    pub job: Option<u64>,

    /// Pn, pn2 and deep-pn: when memory is full, drop the moves that look worst and go on; the
    /// answer may then be wrong
    #[arg(long, help_heading = "Search")]
    pub prune: bool,

    /// Of connect6 and its family: search only the attacker's moves that threaten to win, and the
    /// opponent's that relevance zones leave
    ///
    /// A win that is found is a win; that none is found says nothing.
    #[arg(long, help_heading = "Threats")]
    pub zones: bool,

    /// With zones: how many of the attacker's moves are tried in a position [default: 5]
    #[arg(long, value_name = "K", help_heading = "Threats")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..), allow_hyphen_values = true)]
    pub top: Option<u32>,

    /// With zones and vct: how many positions each search for continuous threats visits
    /// [default: 5000]
    #[arg(long, value_name = "N", help_heading = "Threats")]
    #[arg(value_parser = |text: &str| at_least(text, 1), allow_hyphen_values = true)]
    pub threat_nodes: Option<u64>,

    /// How many moves of the attacker continuous threats have, the last of which completes a row,
    /// at most 100 [default: 13]
    #[arg(long, value_name = "N", help_heading = "Threats")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100), allow_hyphen_values = true)]
    pub threat_depth: Option<u32>,

    /// How the numbers of positions that must all be solved are combined
    #[arg(long, value_name = "NAME", help_heading = "Search", default_value_t = Backup::Sum)]
    #[arg(value_parser = Name::<Backup>::new())]
    pub backup: Backup,

    /// What is done about numbers that go round in circles, in games whose positions come back
    #[arg(long, value_name = "NAME", help_heading = "Search", default_value_t = Cycles::Auto)]
    pub cycles: Cycles,

    /// Which entry of a full table gives way
    #[arg(long, value_name = "NAME", help_heading = "Search", default_value_t = Replace::SmallTree)]
    pub replace: Replace,

    /// How many threads search together, at most 1024
    ///
    /// They share the table. The answer is the same as with one; how many nodes it takes is not.
    #[arg(long, value_name = "N", help_heading = "Search", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024), allow_hyphen_values = true)]
    pub threads: u16,

    /// How threads share the work of df-pn and pds [default: jobs]
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub parallel: Option<Parallel>,

    /// The most memory to use, as 512M or 4GiB
    /// [default: a quarter of the machine's, 4GiB at most]
    #[arg(long, value_name = "SIZE", help_heading = "Limits", value_parser = memory)]
    #[arg(allow_hyphen_values = true)]
    pub memory: Option<u64>,

    /// The table's size in entries, instead of --memory
    #[arg(long, value_name = "N", help_heading = "Limits", conflicts_with = "memory")]
    #[arg(value_parser = |text: &str| at_least(text, 4), allow_hyphen_values = true)]
    pub entries: Option<u64>,

    /// Stop after this time, as 10s, 5m or 1h30m
    #[arg(long, value_name = "TIME", help_heading = "Limits", value_parser = size::parse_duration)]
    #[arg(allow_hyphen_values = true)]
    pub time: Option<Duration>,

    /// Stop after visiting so many positions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    #[arg(value_parser = |text: &str| at_least(text, 1), allow_hyphen_values = true)]
    pub nodes: Option<u64>,

    /// For tests: how many bits of positions' keys are used. With a few, different positions are
    /// taken for the same, so that searches give wrong answers, as they do once in ages with 64.
    #[arg(long, value_name = "N", hide = true, default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    pub key_bits: u32,
}

fn epsilon(text: &str) -> Result<f64, String> {
    let range = 0.0..=Step::MAX_EPSILON;
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("it must be a number from 0 to {}", Step::MAX_EPSILON)),
    }
}

fn second(text: &str) -> Result<SecondLevel, String> {
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

fn fraction(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "it must be a number from 0 to 1".to_string())
}

fn deep(text: &str) -> Result<[u32; 2], String> {
    let form = || "it must be two numbers, E of at most 1000 and D of at most 10000, as in 2,10";
    let (e, d) = text.split_once(',').ok_or_else(form)?;
    let number = |text: &str, most: u32| {
        let number = text.trim().parse().ok().filter(|number| *number <= most);
        number.ok_or_else(form)
    };
    Ok([number(e, 1000)?, number(d, 10_000)?])
}

fn at_least(text: &str, least: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number >= least);
    number.ok_or_else(|| format!("it must be a whole number from {least} to {}", u64::MAX))
}

/// Reads the size of a memory.
pub fn memory(text: &str) -> Result<u64, String> {
    match size::parse_bytes(text)? {
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
        assert!(epsilon("NaN").is_err() && epsilon("-1").is_err() && epsilon("1e9").is_err());
        assert_eq!(epsilon("0.25"), Ok(0.25));
        assert_eq!(second("300"), Ok(SecondLevel::Fixed(300)));
        assert_eq!(second("1e6, 2e5"), Ok(SecondLevel::Logistic { a: 1e6, b: 2e5 }));
        for bad in ["", "x", "-1", "1,0", "1,inf", "NaN,1", "1,2,3"] {
            assert!(second(bad).is_err(), "{bad}");
        }
        assert!(fraction("1.1").is_err() && fraction("NaN").is_err() && fraction("1").is_ok());
        assert!(memory("4K").is_err());
    }
}
