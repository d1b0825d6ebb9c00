//! Three Men's Morris: men are placed, and then moved, on the nine points of a square, and three in
//! a row win. Some relatives are [`Variant`]s of it.
//!
//! Where the rules are from:
//! - Tapatan, the game on the board with diagonals (also luk tsut k'i), and the smaller merels,
//!   without moves along them: H. J. R. Murray, A History of Chess (1913), p. 614, and R. C. Bell,
//!   Board and Table Games from Many Civilizations I (1979), pp. 91-92, both as told in Wikipedia,
//!   Three men's morris.
//! - Nine Holes: Murray, A History of Board-Games Other Than Chess (1951), p. 39, as told in the
//!   game library of Ludii: men move to any free point, and only rows and columns count.
//! - Achi: Wikipedia, Achi (game), after Bell. None of these says what happens to a player of Achi
//!   who cannot move. CSIRO's Double Helix (Play Achi!) has him skip the turn; Wikipedia lists a
//!   loss, and a draw, as house rules. With three men nobody is ever stuck (a test goes through all
//!   positions), so there the question does not arise.

#![forbid(unsafe_code)]

mod entry;
mod notation;

pub use entry::ENTRY;

use phidelta_rules::bits::Bits;
use phidelta_rules::{Cyclic, Game, Outcome, Player, Recurrence, Status, WithCycles, zobrist};

/// How many points a side of the board has.
const SIDE: u32 = 3;
const POINTS: u32 = SIDE * SIDE;
const BOARD: u16 = (1 << POINTS) - 1;
const CENTRE: u16 = 1 << 4;
/// The rows and columns, and then the diagonals.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];
const ORTHOGONAL: usize = 6;

/// Three Men's Morris or a relative.
#[derive(Clone, Debug)]
pub struct Morris {
    variant: Variant,
    rules: Rules,
    /// Whether a set of men, as an index, has a row.
    has_row: [bool; 1 << POINTS],
    /// Where a man on each point can go.
    reach: [u16; POINTS as usize],
}

/// Which game of the family it is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Variant {
    /// Three men, moved along rows, columns and diagonals.
    #[default]
    Tapatan,
    /// Three men, moved along rows and columns; a diagonal wins, too.
    Merels,
    /// Three men, moved to any free point; a diagonal does not count.
    NineHoles,
    /// Four men, moved as in Tapatan.
    Achi,
}

/// What can be agreed upon in any of the games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rules {
    /// The first man may not be placed on the centre.
    pub no_centre: bool,
    /// Who cannot move has lost, instead of passing.
    pub stuck_loses: bool,
}

/// A position in one word: 9 bits each for the men of x and those of o, and one for the side to
/// move. Who has fewer men than the game has, places one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State(u32);

const TURN: u32 = 1 << (2 * POINTS);

impl State {
    fn new(men: [u16; 2], turn: Player) -> Self {
        let turn = if turn == Player::Min { TURN } else { 0 };
        State(u32::from(men[0]) | u32::from(men[1]) << POINTS | turn)
    }

    #[inline]
    fn men(self, player: Player) -> u16 {
        (self.0 >> (POINTS * player as u32)) as u16 & BOARD
    }

    #[inline]
    fn turn(self) -> Player {
        if self.0 & TURN == 0 { Player::Max } else { Player::Min }
    }

    #[inline]
    fn after(self, mv: Step) -> State {
        State(self.0 ^ u32::from(mv.0) << (POINTS * self.turn() as u32) ^ TURN)
    }

    /// All different positions have different keys: scrambling loses nothing.
    #[inline]
    fn key(self) -> u64 {
        zobrist::scramble(self.0.into())
    }
}

/// A move: the points that change for the player to move. One where a man is placed, two where one
/// is moved, and none for a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step(u16);

impl Step {
    /// The move of a player who has no other.
    pub const PASS: Step = Step(0);
}

impl Morris {
    /// A game of the family.
    pub fn new(variant: Variant, rules: Rules) -> Self {
        let rows = match variant {
            Variant::NineHoles => &LINES[..ORTHOGONAL],
            Variant::Tapatan | Variant::Merels | Variant::Achi => &LINES,
        };
        let mut has_row = [false; 1 << POINTS];
        for (men, has) in has_row.iter_mut().enumerate() {
            *has = rows.iter().any(|row| !(men as u16) & row == 0);
        }
        let along = match variant {
            Variant::Merels => &LINES[..ORTHOGONAL],
            Variant::Tapatan | Variant::NineHoles | Variant::Achi => &LINES,
        };
        let mut reach = [0; POINTS as usize];
        for (point, reach) in reach.iter_mut().enumerate() {
            let here = 1 << point;
            for line in along.iter().filter(|&&line| line & here != 0) {
                // From the middle of a line to both its ends, and from an end to the middle.
                let middle = Bits((*line).into()).nth(1).expect("a line has three points");
                let is_middle = usize::from(middle) == point;
                *reach |= if is_middle { line & !here } else { 1 << middle };
            }
            if variant == Variant::NineHoles {
                *reach = BOARD & !here;
            }
        }
        Morris { variant, rules, has_row, reach }
    }

    /// How many men each player has.
    fn men(&self) -> u32 {
        if self.variant == Variant::Achi { 4 } else { 3 }
    }

    /// The status of a position in which only the player who is not to move can have a row.
    #[inline]
    fn verdict(&self, state: State) -> Status<Outcome> {
        let turn = state.turn();
        if self.has_row[usize::from(state.men(!turn))] {
            Status::Over(Outcome::win(!turn))
        } else {
            Status::Turn(turn)
        }
    }
}

impl Game for Morris {
    type State = State;
    type Move = Step;
    type Value = Outcome;
    type Graph = WithCycles;

    fn initial(&self) -> State {
        State::new([0; 2], Player::Max)
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        self.verdict(*state)
    }

    /// By the point that is left, and then by the one that is reached.
    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<Step>) {
        let own = state.men(state.turn());
        let men = own | state.men(!state.turn());
        let free = BOARD & !men;
        if own.count_ones() < self.men() {
            let closed = if men == 0 && self.rules.no_centre { CENTRE } else { 0 };
            out.extend(Bits((free & !closed).into()).map(|to| Step(1 << to)));
            return;
        }
        let mut is_stuck = true;
        for from in Bits(own.into()) {
            let targets = self.reach[usize::from(from)] & free;
            is_stuck &= targets == 0;
            out.extend(Bits(targets.into()).map(|to| Step(1 << from | 1 << to)));
        }
        if is_stuck && !self.rules.stuck_loses {
            out.extend([Step::PASS]);
        }
    }

    /// Who cannot move loses, if the rules say so; otherwise there is always a pass.
    fn stuck(&self, state: &State) -> Outcome {
        Outcome::win(!state.turn())
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Step) {
        *state = state.after(mv);
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::ALL.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    #[inline]
    fn key_after(&self, state: &State, mv: Step) -> u64 {
        state.after(mv).key()
    }

    #[inline]
    fn status_after(&self, state: &State, mv: Step) -> Status<Outcome> {
        self.verdict(state.after(mv))
    }
}

impl Cyclic for Morris {
    fn recurrence(&self) -> Recurrence<Self> {
        Recurrence::Endless(Outcome::Draw)
    }
}
