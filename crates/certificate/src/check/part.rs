//! What a walk through a part of a proof is given, and what it comes to.

use phidelta_rules::{Game, Recurrence};

use super::account::Stop;
use super::{Fault, Shortfall, Tally};
use crate::Header;
use crate::token::Place;

/// What every part is checked against.
pub(super) struct Subject<'a, G: Game> {
    pub game: &'a G,
    pub recurrence: &'a Recurrence<G>,
    pub root: &'a G::State,
    pub header: &'a Header,
    pub stop: Stop<'a>,
}

impl<G: Game> Clone for Subject<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Subject<'_, G> {}

/// What a walk through a part came to.
pub(super) struct Walked<S> {
    /// The claim that it is about.
    pub claim: u32,
    pub end: End,
    /// The positions of the lemmas that began in it.
    pub lemmas: Vec<S>,
    /// The positions that were said to be lemmas of earlier parts.
    pub uses: Vec<Use<S>>,
    pub tally: Tally,
}

/// How a walk ended.
#[derive(Debug, PartialEq)]
pub(super) enum End {
    /// The part is over, and the proof goes on here.
    At(Place),
    /// The claim is proved.
    Proved,
    Faulty(Finding),
    /// It was broken off.
    Short(Shortfall),
}

/// A fault, and where it is.
#[derive(Debug, PartialEq)]
pub(super) struct Finding {
    pub fault: Fault,
    /// The byte of the content at which the token begins.
    pub within: usize,
    pub claim: Option<u32>,
    pub line: Vec<u32>,
}

/// A reference to a lemma of an earlier part.
pub(super) struct Use<S> {
    pub lemma: u32,
    pub position: S,
    /// The byte of the content.
    pub within: usize,
}
