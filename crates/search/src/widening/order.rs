//! The order in which moves are tried: what was best before, two killers, history.

use phidelta_rules::{Player, ThreatGame};

/// Numbers of moves that games use are below this one.
const PLACES: usize = 512;

/// What is remembered about moves, whatever the position.
pub struct Order {
    /// The last two moves that cut at each distance from the root.
    killers: Vec<[Option<u16>; 2]>,
    /// How much each move of each player has cut so far.
    history: Box<[[u32; PLACES]; 2]>,
}

impl Order {
    pub fn new() -> Self {
        Order { killers: Vec::new(), history: Box::new([[0; PLACES]; 2]) }
    }

    /// Notes that a move has cut.
    pub fn cuts(&mut self, place: usize, player: Player, ply: usize, depth: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(place as u16) {
            *killers = [Some(place as u16), killers[0]];
        }
        let history = &mut self.history[player as usize][place % PLACES];
        *history = history.saturating_add(1 << depth.min(12));
    }

    /// Puts the moves in order: `first`, the killers, the others by their history.
    pub fn sort<G: ThreatGame + ?Sized>(
        &self,
        game: &G,
        moves: &mut [G::Move],
        first: Option<G::Move>,
        player: Player,
        ply: usize,
    ) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        moves.sort_by_cached_key(|&mv| {
            let place = game.place(mv);
            let killer = killers.iter().position(|&killer| killer == Some(place as u16));
            let rank = match killer {
                _ if first == Some(mv) => 0,
                Some(at) => 1 + at,
                None => 3,
            };
            (rank, u32::MAX - self.history[player as usize][place % PLACES])
        });
    }
}
