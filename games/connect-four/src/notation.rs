//! Connect Four as text.

use super::{ConnectFour, STONES, State, Threats};
use phidelta_rules::bits::Bits;
use phidelta_rules::{
    Board, Catalogued, Dimensions, Game, NamedPosition, Notation, ParameterError, Player,
    PositionError, read_side,
};

const SYMBOLS: [char; 2] = ['x', 'o'];

impl Notation for ConnectFour {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits && self.size.columns <= 9 {
            self.read_columns(text)
        } else {
            self.read_rows(text)
        }
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", self.board(state).write(&SYMBOLS), SYMBOLS[state.turn as usize])
    }

    fn write_move(&self, _: &State, square: u8) -> String {
        (square as usize / self.size.rows + 1).to_string()
    }

    fn draw(&self, state: &State) -> String {
        let board = self.board(state);
        let width = if self.size.columns > 9 { 3 } else { 2 };
        let mut text = String::new();
        for row in (0..self.size.rows).rev() {
            for column in 0..self.size.columns {
                let symbol = ['.', 'x', 'o'][board.squares[self.size.square(column, row)] as usize];
                text += &format!("{symbol:>width$}");
            }
            text.push('\n');
        }
        for column in 1..=self.size.columns {
            text += &format!("{column:>width$}");
        }
        text.push('\n');
        text
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["x", "o"][player as usize]
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        if (self.size.columns, self.size.rows) != (7, 6) {
            return Vec::new();
        }
        vec![
            NamedPosition {
                name: "centre",
                help: "after the only winning first move",
                position: "4",
            },
            NamedPosition {
                name: "fhourstones-1",
                help: "the first test of Tromp's benchmark Fhourstones: a win",
                position: "45461667",
            },
            NamedPosition {
                name: "fhourstones-2",
                help: "its second test: a loss",
                position: "35333571",
            },
            NamedPosition {
                name: "fhourstones-3",
                help: "its third test: a draw",
                position: "13333111",
            },
        ]
    }
}

impl ConnectFour {
    fn board(&self, state: &State) -> Board {
        let mut board = Board::empty(self.size);
        for column in 0..self.size.columns {
            for row in 0..self.size.rows {
                let square = self.square(column, row);
                let [x, o] = state.stones.map(|stones| (stones >> square & 1) as u8);
                board.squares[self.size.square(column, row)] = x + 2 * o;
            }
        }
        board
    }

    /// Reads the columns of the moves from the start, a digit each.
    fn read_columns(&self, text: &str) -> Result<State, PositionError> {
        let mut state = self.initial();
        for at in 0..text.len() {
            let mv = self.read_move(&state, &text[at..=at]).map_err(|error| match error {
                PositionError::Move { text, legal, .. } => {
                    PositionError::Move { number: at + 1, text, legal }
                }
                other => other,
            })?;
            self.play(&mut state, mv);
        }
        Ok(state)
    }

    fn read_rows(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), self.size, &SYMBOLS)?;
        let example = self.write_position(&self.initial());
        let turn = read_side(words, SYMBOLS, &example)?;
        let side = turn as usize;
        let mut state = self.initial();
        for column in 0..self.size.columns {
            for row in 0..self.size.rows {
                let piece = board.squares[self.size.square(column, row)] as usize;
                if piece == 0 {
                    continue;
                }
                if row > 0 && board.squares[self.size.square(column, row - 1)] == 0 {
                    return Err(PositionError::Other(format!(
                        "the stone in column {}, row {} from below, has nothing under it; let it \
                         fall",
                        column + 1,
                        row + 1
                    )));
                }
                let square = self.square(column, row);
                state.stones[piece - 1] |= 1 << square;
                state.key ^= STONES[piece - 1][square];
            }
        }
        let [x, o] = state.stones.map(u64::count_ones);
        if x != o + side as u32 {
            return Err(PositionError::Other(format!(
                "there are {x} stones of x and {o} of o, but with {} to move x must have {}",
                SYMBOLS[side],
                ["as many as o", "one more than o"][side]
            )));
        }
        state.turn = turn;
        if self.has_four(state.stones[side]) {
            return Err(PositionError::Other(format!(
                "{} has four in a row already and cannot be the side to move",
                SYMBOLS[side]
            )));
        }
        let last = state.stones[1 - side];
        state.won = self.has_four(last);
        let taken = state.stones[0] | state.stones[1];
        let tops = taken & !((taken & !self.floor) >> 1);
        let completed_by = |square: u8| !self.has_four(last & !(1u64 << square));
        if state.won && !Bits(tops & last).any(completed_by) {
            return Err(PositionError::Other(format!(
                "no single last stone can have completed what {} has in rows of four",
                SYMBOLS[1 - side]
            )));
        }
        Ok(state)
    }
}

impl Catalogued for ConnectFour {
    type Guide = Threats;

    const NAME: &'static str = "connect-four";
    const SUMMARY: &'static str = "four in a row of stones that fall down their columns";
    const PARAMETERS: &'static str =
        "COLUMNSxROWS; at most 64 squares and 26 columns or rows; usual 7x6";
    const MANUAL: &'static str = "\
Two players, x and o, take turns to drop a stone into a column that is not
full; it falls to the lowest empty square there. x starts. Who first has four
own stones in a row (across, up or diagonally) wins. A full board without such
a row is a draw. On the usual board, 7 columns by 6 rows, x wins (Allen 1988,
Allis 1988).

A move is the number of its column, from 1 at the left.

A position is written row by row from the top, with x, o, and digits for runs
of empty squares (or a dot for each), and then the side to move; or, where
there are at most 9 columns, as the moves that lead to it from the empty
board, a digit each:

    7/7/7/7/3o3/3x3 x   one stone each in the middle column, x to move
    44                  the same
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let text = if text.is_empty() { "7x6" } else { text };
        Ok(ConnectFour::new(Dimensions::parse(text, "7x6", 26, 64)?))
    }

    fn parameters(&self) -> String {
        format!("{}x{}", self.size.columns, self.size.rows)
    }

    fn guide(&self) -> Option<Threats> {
        Some(Threats)
    }
}
