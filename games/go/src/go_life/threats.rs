//! Life and death for searches by threats: the order of a position is how many moves in a row live, or
//! kill. Moves and ends are those of the rules, so what such searches find is true.

use phidelta_rules::{Fate, Game, Goal, Outcome, Player, ThreatGame};

use super::field::{AIR, Numbers, lowest};
use super::{GoLife, PASS, State};

/// A position in which one side, Max here, is to live or to kill.
#[derive(Clone, Debug)]
pub struct Struggle<'a> {
    game: &'a GoLife,
    /// Its prover is Max here: the defender, or the attacker.
    goal: Goal<Outcome>,
    line: Vec<State>,
    plays: u64,
}

impl<'a> Struggle<'a> {
    pub(super) fn new(game: &'a GoLife, state: &State, goal: Goal<Outcome>) -> Self {
        Struggle { game, goal, line: vec![*state], plays: 0 }
    }

    fn state(&self) -> &State {
        self.line.last().expect("a line has a position")
    }

    /// Where the attacker, to move, captures all targets at once, if anywhere.
    fn killing_move(&self) -> Option<u8> {
        let state = self.state();
        let (stones, empty) = (state.stones[Player::Max as usize], self.game.empty(state));
        let field = &self.game.field;
        let (mut rest, mut last) = (state.targets, 0);
        while rest != 0 {
            let (chain, border) = field.flood(lowest(rest), stones, Player::Max as usize);
            let liberties = border & (empty | AIR);
            if liberties != lowest(liberties) || (last != 0 && last != liberties) {
                return None;
            }
            last = liberties;
            rest &= !chain;
        }
        let legal = last & !AIR & self.game.legal(state);
        (legal != 0).then(|| legal.trailing_zeros() as u8)
    }

    /// Where the defender, to move, lives at once, if anywhere.
    fn living_move(&mut self) -> Option<u8> {
        let state = *self.state();
        Numbers(self.game.legal(&state)).find(|&mv| {
            self.plays += 1;
            let mut next = state;
            self.game.play(&mut next, mv);
            next.over == Some(Outcome::MaxWins)
        })
    }
}

impl ThreatGame for Struggle<'_> {
    type Move = u8;

    /// Who has lived or killed; besides, an attacker who can capture now will.
    fn evaluate(&mut self, turn: Player) -> Option<Fate> {
        let state = self.state();
        match state.over {
            Some(outcome) if self.goal.met(outcome) => Some(Fate::Won),
            Some(_) => Some(Fate::Lost),
            None => {
                let attacked = self.goal.prover() == Player::Max && turn == Player::Min;
                (attacked && self.killing_move().is_some()).then_some(Fate::Lost)
            }
        }
    }

    fn winning_move(&mut self) -> Option<u8> {
        match self.goal.prover() {
            Player::Max => self.living_move(),
            Player::Min => self.killing_move(),
        }
    }

    fn moves(&mut self, _: Player, out: &mut Vec<u8>) {
        self.game.moves(self.state(), out);
    }

    /// All stones: any of them may be a step on the way.
    fn moves_of_order(&mut self, _: usize, out: &mut Vec<u8>) {
        out.extend(Numbers(self.game.legal(self.state())));
    }

    fn play(&mut self, mv: u8, _: Player) {
        self.plays += 1;
        let mut next = *self.state();
        self.game.play(&mut next, mv);
        self.line.push(next);
    }

    /// Leaves the turn to the other side; not a pass of the rules, of which two end the game.
    fn pass(&mut self, _: Player) {
        let next = self.game.without_turn(self.state());
        self.line.push(next);
    }

    fn undo(&mut self) {
        self.line.pop();
    }

    fn key(&self) -> u64 {
        self.state().key
    }

    fn place(&self, mv: u8) -> usize {
        if mv == PASS { 0x100 } else { mv as usize }
    }

    fn plays(&self) -> u64 {
        self.plays
    }
}
