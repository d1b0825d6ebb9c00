//! The names of searches, of which those by threats have a number: `abgw(3)`.

use std::fmt::{self, Display};

use phidelta_search as search;
use phidelta_search::widening::{Plan, Widening};
use serde::{Serialize, Serializer};

use super::Named;

/// What the search keeps, and where it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Depth-first proof-number search.
    DfPn,
    /// Proof-number and disproof-number search.
    Pds,
    /// Iterative deepening by proof numbers alone.
    PnStar,
    /// Pds with pn at its leaves.
    PdsPn,
    /// Best first, the tree in memory.
    Pn,
    /// Pn with pn at its leaves.
    Pn2,
    /// Between best first and depth first.
    DeepPn,
    /// Pn with df-pn at its leaves.
    PnDfPn,
    /// Victory by continuous double threats.
    Vcdt,
    /// Victory by continuous fours.
    Vcf,
    /// Victory by continuous threats.
    Vct,
    /// Df-pn with relevance zones.
    RzDfPn,
    /// By generalized threats.
    Widening(Plan),
}

/// Those without a number.
const PLAIN: [(&str, Method); 13] = [
    ("df-pn", Method::DfPn),
    ("pds", Method::Pds),
    ("pn-star", Method::PnStar),
    ("pds-pn", Method::PdsPn),
    ("pn", Method::Pn),
    ("pn2", Method::Pn2),
    ("deep-pn", Method::DeepPn),
    ("pn-df-pn", Method::PnDfPn),
    ("vcdt", Method::Vcdt),
    ("vcf", Method::Vcf),
    ("vct", Method::Vct),
    ("rz-df-pn", Method::RzDfPn),
    ("alpha-beta", Method::Widening(Plan::AlphaBeta)),
];

/// The search with the threat of a number.
type Numbered = fn(usize) -> Plan;

/// Those with the number of a threat.
const NUMBERED: [(&str, Numbered); 5] = [
    ("gts", Plan::Gts),
    ("iw", Plan::Iw),
    ("gw", Plan::Gw),
    ("abgw", Plan::Abgw),
    ("gw-dfpn", Plan::GwDfPn),
];

/// The number, if none is given.
const USUAL_NUMBER: usize = 3;

impl Method {
    /// What answers most by the eye rules, of those that tell all fates apart: to look for wide threats
    /// there takes longer than it saves.
    pub const ABGW: Method = Method::Widening(Plan::Abgw(0));
}

/// A search, or the one that is best for the game and the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchChoice {
    /// What is best.
    Auto,
    /// This one.
    Given(Method),
}

impl Named for SearchChoice {
    const NAMES: &'static [(&'static str, &'static str)] = &[
        ("auto", "What is best for the game and the question; the answer names it"),
        ("df-pn", "Depth-first proof-number search (Nagai 2002)"),
        ("pds", "Proof-number and disproof-number search (Nagai 1998)"),
        ("pn-star", "PN*: iterative deepening by proof numbers alone (Seo 1995)"),
        ("pds-pn", "Pds with pn at its leaves (Winands et al. 2004)"),
        ("pn", "Best-first proof-number search, the tree in memory (Allis et al. 1994)"),
        ("pn2", "Pn with pn at its leaves: trees larger than memory (Allis 1994)"),
        ("deep-pn", "Between best first and depth first, by --r (Ishitobi et al. 2015)"),
        ("pn-df-pn", "Pn with df-pn at its leaves"),
        ("vcdt", "Victory by continuous double threats (connect6; Wu & Huang 2005)"),
        ("vcf", "Victory by continuous fours (gomoku)"),
        ("vct", "Victory by continuous threats, threes and fours (gomoku)"),
        ("rz-df-pn", "Df-pn with relevance zones: df-pn --zones (connect6, gomoku; Wu & Lin 2010)"),
        ("alpha-beta", "Alpha-beta with iterative deepening (go, go-life, atari-go)"),
        (
            "gts(N)",
            "The same games: generalized threats search with threat N, 0 to 3 (Cazenave 2002)",
        ),
        ("iw(N)", "Iterative widening up to threat N (Cazenave 2001)"),
        ("gw(N)", "Generalized widening up to threat N (Cazenave 2004)"),
        ("abgw(N)", "Generalized widening below threat N, then alpha-beta (Cazenave 2004)"),
        ("gw-dfpn(N)", "Df-pn that is widened by the threats below N"),
    ];

    fn named(text: &str) -> Option<Self> {
        match text {
            "auto" => Some(SearchChoice::Auto),
            text => Method::named(text).map(SearchChoice::Given),
        }
    }
}

impl Method {
    /// The search of this name. A number may follow in parentheses, or after a colon, which shells leave alone.
    pub fn named(text: &str) -> Option<Method> {
        if let Some((_, method)) = PLAIN.iter().find(|(name, _)| *name == text) {
            return Some(*method);
        }
        let bracketed = text.strip_suffix(')').and_then(|text| text.split_once('('));
        let (name, number) = match bracketed.or_else(|| text.split_once(':')) {
            Some((name, number)) => (name, number.parse().ok()?),
            None => (text, USUAL_NUMBER),
        };
        let (_, plan) = NUMBERED.iter().find(|(numbered, _)| *numbered == name)?;
        let plan = plan(number);
        Widening::new(plan).check().is_ok().then_some(Method::Widening(plan))
    }
}

impl From<Method> for search::Method {
    fn from(method: Method) -> Self {
        match method {
            // Those that look for threats search depth first, if there is anything to search.
            Method::DfPn
            | Method::Vcdt
            | Method::Vcf
            | Method::Vct
            | Method::RzDfPn
            | Method::Widening(_) => search::Method::DfPn,
            Method::Pds => search::Method::Pds,
            Method::PnStar => search::Method::PnStar,
            Method::PdsPn => search::Method::PdsPn,
            Method::Pn => search::Method::Pn,
            Method::Pn2 => search::Method::Pn2,
            Method::DeepPn => search::Method::DeepPn,
            Method::PnDfPn => search::Method::PnDfPn,
        }
    }
}

impl Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = PLAIN.iter().find(|(_, method)| method == self) {
            return f.write_str(name);
        }
        match self {
            Method::Widening(Plan::Gts(number)) => write!(f, "gts({number})"),
            Method::Widening(Plan::Iw(number)) => write!(f, "iw({number})"),
            Method::Widening(Plan::Gw(number)) => write!(f, "gw({number})"),
            Method::Widening(Plan::Abgw(number)) => write!(f, "abgw({number})"),
            Method::Widening(Plan::GwDfPn(number)) => write!(f, "gw-dfpn({number})"),
            plain => unreachable!("{plain:?} has a name without a number"),
        }
    }
}

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_shown() {
        assert_eq!(SearchChoice::named("auto"), Some(SearchChoice::Auto));
        for (name, _) in &SearchChoice::NAMES[1..] {
            for number in 0..=3 {
                let text = name.replace('N', &number.to_string());
                let method = Method::named(&text);
                assert_eq!(method.map(|method| method.to_string()).as_deref(), Some(&*text));
            }
        }
        for (text, shown) in [("abgw", "abgw(3)"), ("gw:1", "gw(1)"), ("gw-dfpn:4", "gw-dfpn(4)")] {
            assert_eq!(Method::named(text).unwrap().to_string(), shown);
        }
        for bad in ["", "Pn", "gw(4)", "abgw(5)", "gts(", "gts()", "gts(1", "gts(-1)", "pn(1)"] {
            assert_eq!(Method::named(bad), None, "{bad}");
        }
    }
}
