//! How the L-game is written, drawn and explained.

use super::{LGame, Placing, SHAPES, State, shape_between, shapes};
use phidelta_rules::bits::Bits;
use phidelta_rules::{
    Board, Catalogued, Dimensions, Game, NamedPosition, NoGuide, Notation, ParameterError, Player,
    PositionError, parse_square, read_side,
};

const SIZE: Dimensions = Dimensions { columns: shapes::SIDE, rows: shapes::SIDE };
/// The pieces of x and of o, and the neutral ones.
const SYMBOLS: [char; 3] = ['x', 'o', 'n'];
const SIDES: [char; 2] = ['x', 'o'];
const NAMES: [&str; 2] = ["x", "o"];

fn board(state: State) -> Board {
    let sets = [state.l(Player::Max), state.l(Player::Min), state.neutrals()];
    Board::with_sets(SIZE, sets.map(u64::from))
}

/// The squares of a set, as `a1 b1 c1 c2`.
fn name_squares(squares: u16) -> String {
    let names: Vec<String> = Bits(squares.into()).map(|square| SIZE.name(square.into())).collect();
    names.join(" ")
}

/// An L by its two ends: the tip of the long arm, and then the foot.
fn name_l(l: u16) -> String {
    let mut ends = Bits(l.into()).flat_map(|tip| Bits(l.into()).map(move |foot| (tip, foot)));
    let is_so = |&(tip, foot): &(u8, u8)| shape_between(tip.into(), foot.into()) == Some(l);
    let (tip, foot) = ends.find(is_so).expect("an L has two ends");
    SIZE.name(tip.into()) + &SIZE.name(foot.into())
}

/// The squares that are written one behind the other.
fn read_squares(text: &str) -> Option<Vec<usize>> {
    let pairs = text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
    pairs.map(|pair| parse_square(pair?, SIZE).ok()).collect()
}

/// What a written move says, be it legal or not: the squares of the L, and from where to where a
/// neutral piece goes.
fn read_words(text: &str) -> Option<(u16, Option<(usize, usize)>)> {
    let (l, neutral) = match text.split_once(':') {
        Some((l, neutral)) => (l, Some(neutral)),
        None => (text, None),
    };
    let l = match read_squares(l)?[..] {
        [tip, foot] => shape_between(tip, foot)?,
        [a, b, c, d] => 1 << a | 1 << b | 1 << c | 1 << d,
        _ => return None,
    };
    let neutral = match neutral {
        Some(text) => match read_squares(text)?[..] {
            [from, to] => Some((from, to)),
            _ => return None,
        },
        None => None,
    };
    Some((l, neutral))
}

impl Notation for LGame {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), SIZE, &SYMBOLS)?;
        let turn = read_side(words, SIDES, &self.write_position(&self.initial()))?;
        let sets: [u64; 3] = board.sets();
        let [x, o, neutrals] = sets.map(|set| set as u16);
        for (name, l) in NAMES.iter().zip([x, o]) {
            if !SHAPES.contains(&l) {
                let squares = if l == 0 { "no square".into() } else { name_squares(l) };
                return Err(PositionError::Other(format!(
                    "{name} has {squares}, which is not an L: three squares in a line and one \
                     beside an end of them"
                )));
            }
        }
        let count = neutrals.count_ones();
        if count != 2 {
            return Err(PositionError::Other(format!(
                "the number of neutral pieces, n, is {count}, expected 2"
            )));
        }
        Ok(State::new([x, o], neutrals, turn))
    }

    fn write_position(&self, state: &State) -> String {
        let mut text = String::new();
        for symbol in board(*state).write(&SYMBOLS).chars() {
            match symbol.to_digit(10) {
                Some(run) => text += &".".repeat(run as usize),
                None => text.push(symbol),
            }
        }
        format!("{text} {}", SIDES[state.turn() as usize])
    }

    fn write_move(&self, state: &State, mv: Placing) -> String {
        let (from, to) = (state.neutrals() & !mv.neutrals, mv.neutrals & !state.neutrals());
        let l = name_l(mv.l);
        if from == 0 {
            return l;
        }
        format!("{l}:{}{}", name_squares(from), name_squares(to))
    }

    /// The L may be given by its ends or by all its squares.
    fn means(&self, text: &str, written: &str) -> bool {
        read_words(text).is_some_and(|words| read_words(written) == Some(words))
    }

    fn draw(&self, state: &State) -> String {
        board(*state).draw(&SYMBOLS, '.')
    }

    fn player_name(&self, player: Player) -> &'static str {
        NAMES[player as usize]
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        vec![
            NamedPosition {
                name: "nine",
                help: "x to move wins, and needs nine plies: no win takes longer",
                position: "..../..oo/xxxo/nnxo x",
            },
            NamedPosition {
                name: "eight",
                help: "x to move loses, whatever x does, after eight plies",
                position: "...n/ooo./oxn./.xxx x",
            },
            NamedPosition {
                name: "stuck",
                help: "x to move cannot, and has lost",
                position: "..../nooo/.o.x/nxxx x",
            },
        ]
    }
}

impl Catalogued for LGame {
    type Guide = NoGuide;

    const NAME: &'static str = "l-game";
    const SUMMARY: &'static str = "move your L, then a neutral piece; who cannot move the L loses";
    const PARAMETERS: &'static str = "";
    const MANUAL: &'static str = "\
On a board of 4 by 4 squares, each player has an L of four squares: three in a
line, the long arm, and one beside an end of them, the foot. There are two
neutral pieces of one square besides. The players are x and o; x starts.

In a turn a player first lifts the own L and puts it down on free squares,
turned or turned over at will, so that at least one of its squares is new.
Then, if they like, they move one of the neutral pieces to any free square.
Who cannot move the L has lost. A game that goes on for ever is a draw. (The
game is by Edward de Bono, 1967. From the usual start it is a draw.)

A position is written row by row from the top, with x, o, n for the neutral
pieces, and a dot for each empty square (or digits for runs of them), and then
the side to move:

    noo./.xo./.xo./.xxn x     the start

Squares are a column letter and a row number, a1 at the lower left. A move is
written as the two ends of the L in its new place, first the tip of the long
arm and then the foot, which are a knight's move apart; if a neutral piece
moves, a colon and the squares that it leaves and reaches follow:

    b3a1          at the start: x's L comes to b3, b2, b1 and a1
    b3a1:d1c1     and the neutral piece on d1 goes to c1

When moves are read, the L may also be given by its four squares in any order:
a1b1b2b3:d1c1.
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        if text.is_empty() {
            Ok(LGame)
        } else {
            Err(ParameterError::Other(format!("the L-game has no parameters; remove `{text}`")))
        }
    }

    fn parameters(&self) -> String {
        String::new()
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}
