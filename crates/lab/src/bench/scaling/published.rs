//! Speed-ups that others have published, as far as they tell them in numbers.

use super::SchemeName;

/// Speed-ups of a search.
pub struct Published {
    pub label: &'static str,
    /// Which of ours it is to be compared with.
    pub scheme: SchemeName,
    /// Processors, and how many times faster than one.
    pub points: &'static [(u32, f64)],
}

pub const PUBLISHED: &[Published] = &[
    // T. Kaneko, Parallel Depth First Proof Number Search, AAAI-10, pp. 95-100: df-pn+ on large mates in shogi.
    Published {
        label: "Kaneko 2010",
        scheme: SchemeName::Virtual,
        points: &[(2, 1.57), (4, 2.71), (8, 3.58)],
    },
    // J. Pawlewicz and R. Hayward, Scalable Parallel DFPN Search, CG 2013: a Hex position of 4.2 hours; the
    // abstract has efficiencies of 0.8 with 4 threads and 0.74 with 16.
    Published {
        label: "Pawlewicz & Hayward 2013",
        scheme: SchemeName::Jobs,
        points: &[(4, 3.2), (16, 11.8)],
    },
    // T. Čížek, M. Balko and M. Schmid, Massively Parallel Proof-Number Search for Impartial Games and
    // Beyond, arXiv:2511.10339: Sprouts; the larger one with an order of children.
    Published {
        label: "Čížek et al. 2025",
        scheme: SchemeName::Crews,
        points: &[(1024, 209.0), (1024, 332.9)],
    },
];
