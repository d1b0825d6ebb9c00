//! The names of ways to combine numbers, of which two have a number of their own: `best:4`, `factor:0.25`.

use std::fmt::{self, Display};

use phidelta_search as search;
use serde::{Serialize, Serializer};

use super::Named;

/// How the numbers of positions that must all be solved are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backup {
    /// Their sum.
    Sum,
    /// The largest, and one for each other.
    Weak,
    /// The sum, but of those that share descendants the largest.
    Snda,
    /// Sets of leaves.
    Sets,
    /// The sum of the most promising ones.
    Best(u32),
    /// The sum of the most promising part of them, in thousandths.
    Factor(u32),
}

impl Named for Backup {
    const NAMES: &'static [(&'static str, &'static str)] = &[
        ("sum", "Their sum"),
        ("weak", "The largest, plus one for each other (weak proof-number search)"),
        (
            "snda",
            "The sum, but of positions that are seen to lead to the same ones only the largest \
             (Kishimoto 2010)",
        ),
        (
            "sets",
            "With --search pn: sets of leaves, each counted once; for small problems (Müller 2003)",
        ),
        ("best:K", "The sum of the K most promising ones, from 1 to 16 (Yoshizoe 2008)"),
        (
            "factor:F",
            "The sum of the most promising 1 + F × N of N ones, F from 0 to 1 (Henderson 2010)",
        ),
    ];

    fn named(text: &str) -> Option<Backup> {
        Some(match text {
            "sum" => Backup::Sum,
            "weak" => Backup::Weak,
            "snda" => Backup::Snda,
            "sets" => Backup::Sets,
            _ if text.starts_with("factor:") => {
                return factor(&text["factor:".len()..]).map(Backup::Factor);
            }
            _ => {
                let most = text.strip_prefix("best:")?.parse().ok()?;
                let fits = (1..=search::Backup::MOST_BEST).contains(&most);
                return fits.then_some(Backup::Best(most));
            }
        })
    }
}

/// The thousandths of a number from 0 to 1.
fn factor(text: &str) -> Option<u32> {
    let number: f64 = text.parse().ok()?;
    let most = search::Backup::MOST_FACTOR;
    let thousandths = (number * f64::from(most)).round();
    (0.0..=f64::from(most)).contains(&thousandths).then_some(thousandths as u32)
}

impl From<Backup> for search::Backup {
    fn from(backup: Backup) -> Self {
        match backup {
            Backup::Sum => search::Backup::Sum,
            Backup::Weak => search::Backup::Weak,
            Backup::Snda => search::Backup::Snda,
            Backup::Sets => search::Backup::Sets,
            Backup::Best(most) => search::Backup::Best(most),
            Backup::Factor(factor) => search::Backup::Factor(factor),
        }
    }
}

impl Display for Backup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Backup::Sum => f.write_str("sum"),
            Backup::Weak => f.write_str("weak"),
            Backup::Snda => f.write_str("snda"),
            Backup::Sets => f.write_str("sets"),
            Backup::Best(most) => write!(f, "best:{most}"),
            Backup::Factor(factor) => {
                let most = f64::from(search::Backup::MOST_FACTOR);
                write!(f, "factor:{}", f64::from(*factor) / most)
            }
        }
    }
}

impl Serialize for Backup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_shown() {
        for text in [
            "sum",
            "weak",
            "snda",
            "sets",
            "best:1",
            "best:16",
            "factor:0",
            "factor:0.25",
            "factor:1",
        ] {
            assert_eq!(Backup::named(text).map(|backup| backup.to_string()).as_deref(), Some(text));
        }
        for bad in [
            "",
            "best",
            "best:",
            "best:0",
            "best:17",
            "best:K",
            "Sum",
            "factor",
            "factor:",
            "factor:2",
            "factor:-1",
        ] {
            assert_eq!(Backup::named(bad), None, "{bad}");
        }
    }
}
