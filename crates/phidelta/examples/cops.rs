//! A game in which positions repeat: a cop and a robber on a ring of streets with a shortcut. They move in turn to
//! a neighbouring corner; the cop wins by catching the robber, and a chase without end is a draw.
//!
//! Run it with `cargo run -p phidelta --example cops`, or with a number of corners at the end: `9`.

use phidelta::prelude::*;

struct Streets {
    corners: u8,
}

impl Streets {
    fn neighbours(&self, corner: u8) -> Vec<u8> {
        let n = self.corners;
        let mut next = vec![(corner + 1) % n, (corner + n - 1) % n];
        // The shortcut joins opposite corners, for both.
        if corner == 0 || corner == n / 2 {
            next.push(n / 2 - corner);
        }
        next
    }
}

impl Game for Streets {
    /// The cop, the robber, and whose turn it is: Max is the cop.
    type State = (u8, u8, Player);
    type Move = u8;
    type Value = Outcome;
    type Graph = WithCycles;

    fn initial(&self) -> Self::State {
        (0, self.corners / 4, Player::Max)
    }

    fn status(&self, &(cop, robber, turn): &Self::State) -> Status<Outcome> {
        if cop == robber { Status::Over(Outcome::MaxWins) } else { Status::Turn(turn) }
    }

    fn moves(&self, &(cop, robber, turn): &Self::State, out: &mut impl Extend<u8>) {
        out.extend(self.neighbours(if turn == Player::Max { cop } else { robber }));
    }

    fn stuck(&self, _: &Self::State) -> Outcome {
        Outcome::Draw // never asked: every corner has neighbours
    }

    fn play(&self, (cop, robber, turn): &mut Self::State, to: u8) {
        *(if *turn == Player::Max { cop } else { robber }) = to;
        *turn = !*turn;
    }

    fn values(&self) -> Vec<Outcome> {
        vec![Outcome::Draw, Outcome::MaxWins]
    }
}

impl Cyclic for Streets {
    fn recurrence(&self) -> Recurrence<Self> {
        Recurrence::Endless(Outcome::Draw)
    }
}

fn main() -> Result<(), SolveError> {
    let corners = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8u8).clamp(4, 100);
    for corners in [3.max(corners / 2), corners] {
        let game = Streets { corners };
        let answer = Solver::new(&game).certified().value(&game.initial())?;
        let certificate = answer.certificate.as_ref().expect("it was asked for");
        let verdict = check_certificate(&game, &game.initial(), certificate);
        println!("{corners} corners: {:?}, {verdict:?}", answer.value());
    }
    Ok(())
}
