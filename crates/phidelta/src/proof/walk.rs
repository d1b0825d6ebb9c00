//! A walk through a proof: one position at a time, down by its moves and up again.

use phidelta_certificate::Link;
use phidelta_rules::erased::AnyState;

use super::tree::View;
use super::{Kind, Node, PASSED, Proof};

/// A position of a proof, and the way to it.
#[derive(Clone)]
pub struct ProofPosition {
    proof: Proof,
    claim: usize,
    /// The way: moves, with the positions that they lead to.
    way: Vec<(String, AnyState, Link)>,
}

/// A move of the proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofMove {
    /// As players write it; `pass` for a pass that stands for all replies outside a zone.
    pub name: String,
    /// The size of the proof of the position after it, in which what is used twice counts twice.
    pub size: u64,
}

impl ProofPosition {
    pub(super) fn new(proof: Proof, claim: usize) -> Self {
        ProofPosition { proof, claim, way: Vec::new() }
    }

    fn here(&self) -> (&AnyState, Link) {
        match self.way.last() {
            Some((_, state, link)) => (state, *link),
            None => (&self.proof.0.root, self.proof.0.outlines[self.claim].solution.root()),
        }
    }

    fn view(&self) -> View<'_> {
        let content = &*self.proof.0;
        View {
            game: self.proof.game(),
            outline: &content.outlines[self.claim],
            axioms: &content.header.axioms,
        }
    }

    /// The claim that is proved, in words.
    pub fn claim(&self) -> String {
        crate::words::claim(self.proof.game(), self.proof.0.header.claims[self.claim])
    }

    /// The position: its text, its board, what the proof says of it.
    pub fn node(&self) -> Node {
        let (state, link) = self.here();
        self.view().node(state, link)
    }

    /// What the proof says of it.
    pub fn kind(&self) -> Kind {
        self.node().kind
    }

    /// The moves from the root to here.
    pub fn line(&self) -> Vec<&str> {
        self.way.iter().map(|(name, ..)| &**name).collect()
    }

    fn after(&self) -> Vec<(String, AnyState, Link)> {
        let (state, link) = self.here();
        let Some(place) = link.place() else { return Vec::new() };
        let view = self.view();
        let name = |mv: Option<u32>| mv.map_or(PASSED.into(), |mv| view.game.write_move(state, mv));
        let after = view.after(state, place).into_iter();
        after.map(|(mv, next, link)| (name(mv), next, link)).collect()
    }

    /// The moves that the proof is about here: the claimant's one, or all replies that are answered.
    pub fn moves(&self) -> Vec<ProofMove> {
        let outline = &self.proof.0.outlines[self.claim];
        let moves = self.after().into_iter();
        moves.map(|(name, _, link)| ProofMove { name, size: outline.size(link) }).collect()
    }

    /// Goes on to the position after a move, as players write it. Whether the proof has it.
    pub fn down(&mut self, name: &str) -> bool {
        let after = self.after();
        let exact = after.iter().position(|(other, ..)| other == name);
        let alike = || after.iter().position(|(other, ..)| other.eq_ignore_ascii_case(name));
        let Some(at) = exact.or_else(alike) else { return false };
        self.way.extend(after.into_iter().nth(at));
        true
    }

    /// Goes back. Whether there was anywhere to go back to.
    pub fn up(&mut self) -> bool {
        self.way.pop().is_some()
    }
}
