//! Breakthrough as text.

use super::{Breakthrough, Rows, State, Step};
use phidelta_rules::{
    Board, Catalogued, Dimensions, Game, Notation, ParameterError, Player, PositionError, read_side,
};

const SYMBOLS: [char; 2] = ['w', 'b'];

impl Notation for Breakthrough {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), self.size, &SYMBOLS)?;
        let example = self.write_position(&self.initial());
        let turn = read_side(words, SYMBOLS, &example)?;
        let state = State::new(board.sets(), turn);
        self.check(&state).map_err(PositionError::Other)?;
        Ok(state)
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", self.board(state).write(&SYMBOLS), SYMBOLS[state.turn as usize])
    }

    fn write_move(&self, state: &State, step: Step) -> String {
        let taken = state.pawns[!state.turn as usize] >> step.to & 1 == 1;
        let [from, to] = [step.from, step.to].map(|square| self.size.name(square as usize));
        format!("{from}{}{to}", if taken { 'x' } else { '-' })
    }

    fn draw(&self, state: &State) -> String {
        self.board(state).draw(&SYMBOLS, '.')
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["white", "black"][player as usize]
    }
}

impl Breakthrough {
    fn board(&self, state: &State) -> Board {
        Board::with_sets(self.size, state.pawns)
    }

    /// Says what no game can lead to.
    fn check(&self, state: &State) -> Result<(), String> {
        let most = (self.pawn_rows * self.size.columns) as u32;
        for player in [Player::Max, Player::Min] {
            let (name, pawns) = (self.player_name(player), state.pawns[player as usize]);
            if pawns.count_ones() > most {
                let count = pawns.count_ones();
                return Err(format!("{name} has {count} pawns, but starts with {most}"));
            }
            if (pawns & self.goals[player as usize]).count_ones() > 1 {
                return Err(format!("{name} has more than one pawn on the far row; the first won"));
            }
        }
        if self.has_won(state, state.turn) {
            let name = self.player_name(state.turn);
            return Err(format!("{name} has won already and cannot be the side to move"));
        }
        Ok(())
    }
}

impl Catalogued for Breakthrough {
    type Guide = Rows;

    const NAME: &'static str = "breakthrough";
    const SUMMARY: &'static str = "pawns that capture diagonally race to the far row";
    const PARAMETERS: &'static str = "COLUMNSxROWS or COLUMNSxROWSxPAWNROWS; at least 2 columns, at \
         most 64 squares and 26 columns or rows; two rows of pawns a side, or one if there are \
         fewer than 4 rows, where not given; usual 8x8";
    const MANUAL: &'static str = "\
White's pawns fill the lowest two rows, Black's the highest two (one row each
on a board of fewer than four rows, or as many as the parameters say). White
starts. A pawn moves one square straight or diagonally ahead to an empty
square, or captures an enemy pawn diagonally ahead; straight ahead it cannot
capture. Who first has a pawn on the far row, or captures the last enemy pawn,
wins. There are no draws, and there is always a move.

A move is written with both squares, a2-a3, and a capture as a4xb5.

A position is written row by row from the top, with w, b, and digits for runs
of empty squares (or a dot for each), and then the side to move:

    bbb/1bb/b2/1w1/w1w/www w    on 3x6: b3 and a4 have advanced, White to move
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let text = if text.is_empty() { "8x8" } else { text };
        let form = || ParameterError::Form {
            text: text.to_string(),
            form: "COLUMNSxROWS or COLUMNSxROWSxPAWNROWS",
            example: "8x8",
        };
        let mut sides = text.splitn(3, ['x', 'X']);
        let board = [sides.next(), sides.next()].map(Option::unwrap_or_default).join("x");
        let size = Dimensions::parse(&board, "8x8", 26, 64).map_err(|error| match error {
            ParameterError::Form { .. } => form(),
            other => other,
        })?;
        if size.columns < 2 || size.rows < 2 {
            let (name, value) = if size.columns < 2 {
                ("the number of columns", size.columns as u64)
            } else {
                ("the number of rows", size.rows as u64)
            };
            return Err(ParameterError::Range { name, value, range: "at least 2".into() });
        }
        let pawn_rows = match sides.next() {
            None => Self::usual_pawn_rows(size) as u64,
            Some(rows) => rows.parse().map_err(|_| form())?,
        };
        if !(1..=size.rows as u64 / 2).contains(&pawn_rows) {
            let range = format!("1 to {}", size.rows / 2);
            let name = "the number of pawn rows";
            return Err(ParameterError::Range { name, value: pawn_rows, range });
        }
        Ok(Breakthrough::new(size, pawn_rows as usize))
    }

    fn parameters(&self) -> String {
        let Dimensions { columns, rows } = self.size;
        if self.pawn_rows == Self::usual_pawn_rows(self.size) {
            format!("{columns}x{rows}")
        } else {
            format!("{columns}x{rows}x{}", self.pawn_rows)
        }
    }

    fn guide(&self) -> Option<Rows> {
        Some(Rows)
    }
}
