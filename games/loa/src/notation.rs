//! How Lines of Action is written, drawn and explained.

use super::{Loa, LoaGuide, Simultaneous, Slide, Start, State, Stuck, Variant};
use phidelta_rules::bits::Bits;
use phidelta_rules::{
    Board, Catalogued, Dimensions, Game, NamedPosition, Notation, ParameterError, Player,
    PositionError, read_side, square_name,
};

const SYMBOLS: [char; 2] = ['x', 'o'];
const NAMES: [&str; 2] = ["black", "white"];
const PASS: &str = "pass";
const USUAL_SIZE: usize = 8;

const SCRAMBLED_EGGS: &str = "scrambled-eggs";
const STUCK_LOSES: &str = "stuck=loses";
const MOVER_WINS: &str = "simultaneous=mover";

impl Loa {
    fn dimensions(&self) -> Dimensions {
        Dimensions { columns: self.size, rows: self.size }
    }

    fn board(&self, state: &State) -> Board {
        let size = self.dimensions();
        let narrow = |set| {
            let number = |square| size.square(square as usize % 8, square as usize / 8);
            Bits(set).fold(0, |set, square| set | 1 << number(square))
        };
        Board::with_sets(size, state.pieces.map(narrow))
    }

    /// The position on a board that was read, or why there is none.
    fn position_on(&self, board: &Board, turn: Player) -> Result<State, PositionError> {
        let number = |square| 8 * (square as usize / self.size) + square as usize % self.size;
        let widen = |set| Bits(set).fold(0, |set, square| set | 1 << number(square));
        let pieces: [u64; 2] = board.sets().map(widen);
        let most = 2 * (self.size - 2);
        for (name, pieces) in NAMES.iter().zip(pieces) {
            let reason = match pieces.count_ones() as usize {
                0 => format!("{name} has no piece, but the last one is never captured; add one"),
                count if count > most => {
                    format!("{name} has {count} pieces, but starts with {most}; remove some")
                }
                _ => continue,
            };
            return Err(PositionError::Other(reason));
        }
        Ok(self.position(pieces, turn))
    }
}

impl Notation for Loa {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), self.dimensions(), &SYMBOLS)?;
        let turn = read_side(words, SYMBOLS, &self.write_position(&self.initial()))?;
        self.position_on(&board, turn)
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", self.board(state).write(&SYMBOLS), SYMBOLS[state.turn as usize])
    }

    fn write_move(&self, state: &State, slide: Slide) -> String {
        if slide == Slide::PASS {
            return PASS.to_string();
        }
        let captures = state.pieces[!state.turn as usize] >> slide.to & 1 == 1;
        let [from, to] = [slide.from, slide.to]
            .map(|square| square_name(square as usize % 8, square as usize / 8));
        format!("{from}{}{to}", if captures { 'x' } else { '-' })
    }

    /// Captures and other moves are told apart by their squares.
    fn means(&self, text: &str, written: &str) -> bool {
        let squares = |text: &str| text.to_ascii_lowercase().replace('x', "-");
        squares(text) == squares(written)
    }

    fn draw(&self, state: &State) -> String {
        self.board(state).draw(&SYMBOLS, '.')
    }

    fn player_name(&self, player: Player) -> &'static str {
        NAMES[player as usize]
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        if self.size != USUAL_SIZE {
            return Vec::new();
        }
        vec![
            NamedPosition {
                name: "first",
                help: "White to move wins; a first exercise",
                position: "8/1oo5/3ox3/1xxoo3/1ooo4/o1xxx1o1/2xx4/xx6 o",
            },
            NamedPosition {
                name: "hard",
                help: "Black to move wins, but it takes long to prove",
                position: "8/8/4o1x1/4oooo/2x1xo1o/2xx3o/oxoo4/xx1x4 x",
            },
            NamedPosition {
                name: "both",
                help: "d1xd4 connects the pieces of both players",
                position: "2oo4/8/8/8/3o4/2x5/8/3x4 x",
            },
            NamedPosition {
                name: "pass",
                help: "White to move has no move",
                position: "6xo/6xx/8/8/8/8/xx6/ox6 o",
            },
        ]
    }
}

impl Catalogued for Loa {
    type Guide = LoaGuide;

    const NAME: &'static str = "loa";
    const SUMMARY: &'static str = "Lines of Action: bring all your pieces together";
    const PARAMETERS: &'static str = "SIZE,WORD,...: SIZE, the length of a side, is 4 to 8, \
         and each WORD one of scrambled-eggs, stuck=loses and simultaneous=mover, as in \
         6,stuck=loses; in any order, and none is needed; usual 8";
    const MANUAL: &'static str = "\
Black's pieces (x) fill the lowest and the highest row, White's (o) the first
and the last column, all without the corners. In the start called Scrambled
Eggs (loa:8,scrambled-eggs) the colours alternate around the edge, with Black
on b1 and White on a2. Black moves first.

A piece moves along a row, column or diagonal, exactly as many squares as
there are pieces of both colours on that whole line. It may jump over pieces
of its own colour, but not over enemy ones. It may not end on a piece of its
own colour; an enemy piece on which it ends is captured.

Who has all pieces in one group wins, with neighbours on all eight sides
counted; also if the opponent's capture brought it about. One piece alone is
a group. If one move connects the pieces of both players, the game is a draw
(with simultaneous=mover, the player who moved wins). A player without a legal
move, and only then, passes (with stuck=loses, loses).

The third occurrence of a position with the same player to move is a draw. For
a position of which no history is known, it makes no difference whether the
third occurrence or the second ends the game, or whether endless play is a
draw: who can win can do so without coming back to a position on the way.

A move is written with both squares, b1-b3, and a capture as b3xe3; when moves
are read, - and x mean the same. A pass is written pass.

A position is written row by row from the top, with x, o, and digits for runs
of empty squares (or a dot for each), and then the side to move:

    1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x     the start on 8 by 8
    1xx1/o2o/o2o/1xx1 x                             and on 4 by 4
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let (mut size, mut start, mut stuck, mut simultaneous) = (None, None, None, None);
        let words = text.split(',').filter(|_| !text.is_empty());
        for word in words {
            let lower = word.to_ascii_lowercase();
            let is_repeated = match lower.as_str() {
                SCRAMBLED_EGGS => start.replace(Start::ScrambledEggs).is_some(),
                "stuck=pass" => stuck.replace(Stuck::Passes).is_some(),
                STUCK_LOSES => stuck.replace(Stuck::Loses).is_some(),
                "simultaneous=draw" => simultaneous.replace(Simultaneous::Draw).is_some(),
                MOVER_WINS => simultaneous.replace(Simultaneous::MoverWins).is_some(),
                number => size.replace(read_size(number)?).is_some(),
            };
            if is_repeated {
                let reason = format!("`{word}` says again, or otherwise, what was said before it");
                return Err(ParameterError::Other(format!("{reason}; remove one of the two")));
            }
        }
        let variant = Variant {
            start: start.unwrap_or_default(),
            stuck: stuck.unwrap_or_default(),
            simultaneous: simultaneous.unwrap_or_default(),
        };
        Ok(Loa::new(size.unwrap_or(USUAL_SIZE), variant))
    }

    fn parameters(&self) -> String {
        let Variant { start, stuck, simultaneous } = self.variant;
        let words = [
            (start == Start::ScrambledEggs, SCRAMBLED_EGGS),
            (stuck == Stuck::Loses, STUCK_LOSES),
            (simultaneous == Simultaneous::MoverWins, MOVER_WINS),
        ];
        let said = words.into_iter().filter(|(said, _)| *said);
        said.fold(self.size.to_string(), |text, (_, word)| format!("{text},{word}"))
    }

    fn guide(&self) -> Option<LoaGuide> {
        Some(LoaGuide)
    }
}

fn read_size(text: &str) -> Result<usize, ParameterError> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<u64>() {
        Ok(value) if is_number && (4..=8).contains(&value) => Ok(value as usize),
        Ok(value) if is_number => {
            Err(ParameterError::Range { name: "the size", value, range: "4 to 8".to_string() })
        }
        _ => Err(ParameterError::Other(format!(
            "`{text}` is neither a size from 4 to 8 nor one of {SCRAMBLED_EGGS}, stuck=pass, \
             {STUCK_LOSES}, simultaneous=draw and {MOVER_WINS}"
        ))),
    }
}
