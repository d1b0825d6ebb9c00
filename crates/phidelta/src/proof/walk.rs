//! A walk through a proof: one position at a time, down by its moves and up again.

use phidelta_certificate::Link;
use phidelta_rules::erased::AnyState;
use serde::Serialize;

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

/// A position of a proof, described for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename = "proof_position")]
pub struct ProofDescription {
    /// What is proved, in words.
    pub claim: String,
    /// The moves that lead to it.
    pub line: Vec<String>,
    /// In the game's notation.
    pub position: String,
    /// The drawn board.
    pub board: String,
    /// Whose turn it is, if the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<&'static str>,
    /// What the proof says about it: `choose` (a move), `all` (every reply is answered), `zone` (the replies of a
    /// zone, and a pass for all others), `over`, `repeats`, `axiom`.
    pub kind: &'static str,
    /// How the game ended, what is repeated, or the axiom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The size of its proof, in which what is used twice counts twice.
    pub size: u64,
    /// The moves that the proof is about here, the largest proof first.
    pub moves: Vec<ProofMove>,
}

/// A move of the proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProofMove {
    /// As players write it; `pass` for a pass that stands for all replies outside a zone.
    #[serde(rename = "move")]
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

    /// Goes on by a word of players, which may be several moves: the stones of a turn, say. Whether the proof has
    /// them; otherwise it stays where it was.
    pub fn follow(&mut self, word: &str) -> bool {
        if self.down(word) {
            return true;
        }
        for (end, _) in word.char_indices().skip(1) {
            let (first, rest) = word.split_at(end);
            if self.down(first) {
                if self.follow(rest) {
                    return true;
                }
                self.up();
            }
        }
        false
    }

    /// The position, described for programs.
    pub fn describe(&self) -> ProofDescription {
        let node = self.node();
        let (kind, note) = match &node.kind {
            Kind::Choose => ("choose", None),
            Kind::All => ("all", None),
            Kind::Zone => ("zone", None),
            Kind::Over(result) => ("over", Some(result.clone())),
            Kind::Repeats(plies) => {
                ("repeats", Some(format!("the position of {plies} plies before")))
            }
            Kind::Axiom(text) => ("axiom", Some(text.clone())),
        };
        let mut moves = self.moves();
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.size));
        ProofDescription {
            claim: self.claim(),
            line: self.line().into_iter().map(String::from).collect(),
            position: node.position,
            board: node.board,
            to_move: node.to_move,
            kind,
            note,
            size: node.size,
            moves,
        }
    }

    /// Goes back. Whether there was anywhere to go back to.
    pub fn up(&mut self) -> bool {
        self.way.pop().is_some()
    }
}
