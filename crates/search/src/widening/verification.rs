//! Looks for threats: whether Max, if Min passes, wins with the moves that a threat allows.

use phidelta_rules::{Fate, Player, ThreatGame, zobrist};

use super::table::Verified;
use super::{Run, ThreatVector};

/// Looks for threats, and remembers what was found. When the search is to end, none is found.
pub struct Verifier {
    known: Verified,
}

impl Verifier {
    pub fn new(entries: usize) -> Self {
        Verifier { known: Verified::new(entries) }
    }

    /// Whether Max has this threat, where Min is to move.
    pub fn threatens<G: ThreatGame + ?Sized>(
        &mut self,
        game: &mut G,
        run: &mut Run<'_, '_, G::Move>,
        threat: ThreatVector,
    ) -> bool {
        game.pass(Player::Min);
        let found = self.wins(game, run, threat);
        game.undo();
        found
    }

    /// Whether Max, to move, wins with these moves.
    fn wins<G: ThreatGame + ?Sized>(
        &mut self,
        game: &mut G,
        run: &mut Run<'_, '_, G::Move>,
        threat: ThreatVector,
    ) -> bool {
        if !threat.wins() {
            return false;
        }
        let key = game.key() ^ zobrist::scramble(threat.code());
        if let Some(known) = self.known.get(key) {
            return known;
        }
        if run.verify() {
            return false;
        }
        let found = match game.evaluate(Player::Max) {
            Some(fate) => fate >= Fate::WonByKo,
            None => game.winning_move().is_some() || self.wins_by_threats(game, run, threat),
        };
        // What was cut short says nothing.
        if found || run.stopped.is_none() {
            self.known.put(key, found);
        }
        found
    }

    /// Whether Max, who does not win at once, wins by moves of higher order. After each there must be
    /// a threat of a lower order, and whatever Min does then, Max goes on with what is left.
    fn wins_by_threats<G: ThreatGame + ?Sized>(
        &mut self,
        game: &mut G,
        run: &mut Run<'_, '_, G::Move>,
        threat: ThreatVector,
    ) -> bool {
        if threat.order() < 2 || game.least_order() > threat.moves() {
            return false;
        }
        let mut moves = Vec::new();
        for order in 2..=threat.order() {
            let Some(left) = threat.after(order) else { continue };
            moves.clear();
            game.moves_of_order(order, &mut moves);
            for &mv in &moves {
                game.play(mv, Player::Max);
                let holds = self.holds(game, run, left, order);
                game.undo();
                if holds {
                    return true;
                }
            }
        }
        false
    }

    /// Whether Max, after a move of this order, wins whatever Min does.
    fn holds<G: ThreatGame + ?Sized>(
        &mut self,
        game: &mut G,
        run: &mut Run<'_, '_, G::Move>,
        left: ThreatVector,
        order: usize,
    ) -> bool {
        if let Some(fate) = game.evaluate(Player::Min) {
            return fate >= Fate::WonByKo;
        }
        if !self.threatens(game, run, left.below(order)) {
            return false;
        }
        let mut replies = Vec::new();
        game.moves(Player::Min, &mut replies);
        replies.into_iter().all(|reply| {
            game.play(reply, Player::Min);
            let wins = self.wins(game, run, left);
            game.undo();
            wins
        })
    }
}
