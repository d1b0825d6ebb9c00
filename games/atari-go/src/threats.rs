//! Atari Go for searches by threats: the order of a position is how many stones in a row capture.

use super::{AtariGo, State, TURN};
use phidelta_rules::bits::Bits;
use phidelta_rules::{Fate, Player, ThreatGame};

/// A position in which one player, the hunter, is to capture. The hunter is Max, whatever the colour.
#[derive(Clone, Debug)]
pub struct Hunt<'a> {
    game: &'a AtariGo,
    hunter: Player,
    line: Vec<State>,
    plays: u64,
}

impl<'a> Hunt<'a> {
    pub(super) fn new(game: &'a AtariGo, state: &State, hunter: Player) -> Self {
        Hunt { game, hunter, line: vec![*state], plays: 0 }
    }

    fn state(&self) -> &State {
        self.line.last().expect("a line has a position")
    }

    /// The colour of a side.
    fn colour(&self, side: Player) -> Player {
        if side == Player::Max { self.hunter } else { !self.hunter }
    }
}

impl ThreatGame for Hunt<'_> {
    type Move = u8;

    /// Who can capture, wins. So does who has just captured.
    fn evaluate(&mut self, turn: Player) -> Option<Fate> {
        let state = self.state();
        if state.captured {
            let won = !state.turn == self.hunter;
            return Some(if won { Fate::Won } else { Fate::Lost });
        }
        let captures = turn == Player::Min && self.game.captures(state, state.turn) != 0;
        captures.then_some(Fate::Lost)
    }

    fn winning_move(&mut self) -> Option<u8> {
        let captures = self.game.captures(self.state(), self.hunter);
        (captures != 0).then(|| captures.trailing_zeros() as u8)
    }

    /// All legal moves; those that save a chain in atari, if there is one, as others lose at once.
    fn moves(&mut self, turn: Player, out: &mut Vec<u8>) {
        let state = self.state();
        let legal = self.game.legal(state);
        let threatened = self.game.captures(state, !self.colour(turn));
        match threatened {
            0 => out.extend(Bits(legal)),
            // Two chains are not saved by one stone; the moves show it.
            _ => out.extend(Bits(legal & threatened)),
        }
    }

    /// The liberties of chains that have so few of them.
    fn moves_of_order(&mut self, order: usize, out: &mut Vec<u8>) {
        let state = self.state();
        let enemy = !self.hunter as usize;
        let chains = if order == 2 { state.thin[enemy] } else { state.stones[enemy] };
        let near = self.game.grid.neighbours(chains) & self.game.legal(state);
        let threatened = self.game.captures(state, !self.hunter);
        out.extend(Bits(if threatened == 0 { near } else { near & threatened }));
    }

    fn least_order(&mut self) -> usize {
        let (state, enemy) = (self.state(), !self.hunter as usize);
        match (state.weak[enemy], state.thin[enemy]) {
            (0, 0) => 3,
            (0, _) => 2,
            _ => 1,
        }
    }

    fn play(&mut self, square: u8, player: Player) {
        debug_assert_eq!(self.state().turn, self.colour(player));
        self.plays += 1;
        let mut next = *self.state();
        phidelta_rules::Game::play(self.game, &mut next, square);
        self.line.push(next);
    }

    fn pass(&mut self, _: Player) {
        let state = *self.state();
        self.line.push(State { turn: !state.turn, key: state.key ^ TURN, ..state });
    }

    fn undo(&mut self) {
        self.line.pop();
    }

    fn key(&self) -> u64 {
        self.state().key
    }

    fn place(&self, square: u8) -> usize {
        square as usize
    }

    fn plays(&self) -> u64 {
        self.plays
    }
}
