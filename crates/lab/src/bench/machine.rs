//! What an experiment was run on, and by which version.

use std::fs;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use phidelta::amounts;

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The machine that measures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The name of its processor, if it tells.
    pub cpu: String,
    /// How many of them we may use.
    pub cores: usize,
    /// Bytes of memory; 0 if it does not tell.
    pub memory: u64,
}

impl Machine {
    /// The one that we run on.
    pub fn here() -> Self {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        Machine {
            cpu: name.map_or("unknown", |(_, name)| name.trim()).into(),
            cores: thread::available_parallelism().map_or(1, usize::from),
            memory: amounts::machine_memory().unwrap_or(0),
        }
    }
}

/// The day, as 2026-11-16, in universal time.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    day(since.as_secs() / 86_400)
}

/// The day that is so many days after the first of January 1970 (after H. Hinnant's `civil_from_days`: years
/// begin in March, so that leap days come last).
fn day(days: u64) -> String {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (400 * era + year + u64::from(month >= 10), (month + 2) % 12 + 1);
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let days = [0, 59, 11_016, 19_782, 20_773].map(day);
        assert_eq!(days, ["1970-01-01", "1970-03-01", "2000-02-29", "2024-02-29", "2026-11-16"]);
    }
}
