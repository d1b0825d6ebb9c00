//! The names of ways to combine numbers, of which one has a number of its own: `best:4`.

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
        ("best:K", "The sum of the K most promising ones, from 1 to 16"),
    ];

    fn named(text: &str) -> Option<Backup> {
        Some(match text {
            "sum" => Backup::Sum,
            "weak" => Backup::Weak,
            "snda" => Backup::Snda,
            "sets" => Backup::Sets,
            _ => {
                let most = text.strip_prefix("best:")?.parse().ok()?;
                let fits = (1..=search::Backup::MOST_BEST).contains(&most);
                return fits.then_some(Backup::Best(most));
            }
        })
    }
}

impl From<Backup> for search::Backup {
    fn from(backup: Backup) -> Self {
        match backup {
            Backup::Sum => search::Backup::Sum,
            Backup::Weak => search::Backup::Weak,
            Backup::Snda => search::Backup::Snda,
            Backup::Sets => search::Backup::Sets,
            Backup::Best(most) => search::Backup::Best(most),
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
        for text in ["sum", "weak", "snda", "sets", "best:1", "best:16"] {
            assert_eq!(Backup::named(text).map(|backup| backup.to_string()).as_deref(), Some(text));
        }
        for bad in ["", "best", "best:", "best:0", "best:17", "best:K", "Sum"] {
            assert_eq!(Backup::named(bad), None, "{bad}");
        }
    }
}
