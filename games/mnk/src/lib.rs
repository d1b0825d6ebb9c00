//! m,n,k games: k in a row on a board of m columns and n rows. Tic-tac-toe is 3,3,3.

#![forbid(unsafe_code)]

mod entry;

pub use entry::ENTRY;

use phidelta_rules::bits::{Bits, first};
use phidelta_rules::{
    Acyclic, Board, Catalogued, Dimensions, Game, NamedPosition, NoGuide, Notation, Outcome,
    ParameterError, Player, PositionError, Status, read_side, zobrist,
};

const SYMBOLS: [char; 2] = ['x', 'o'];
const STONES: [[u64; 64]; 2] = [zobrist::table(0x3a01), zobrist::table(0x3a02)];
const TURN: u64 = zobrist::scramble(0x3a03);

/// An m,n,k game.
#[derive(Clone, Debug)]
pub struct Mnk {
    size: Dimensions,
    in_a_row: usize,
    board: u64,
    /// For each square, the lines of `in_a_row` squares that pass through it.
    lines: Vec<Vec<u64>>,
}

/// A position: the stones of x (Max) and o (Min).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: [u64; 2],
    turn: Player,
    won: bool,
    key: u64,
}

impl State {
    fn add(&mut self, player: Player, square: u8) {
        self.stones[player as usize] |= 1 << square;
        self.key ^= STONES[player as usize][square as usize];
    }
}

impl Mnk {
    /// The game on a board of this size, of at most 64 squares.
    pub fn new(size: Dimensions, in_a_row: usize) -> Self {
        assert!(size.squares() <= 64 && in_a_row > 0);
        let mut lines = vec![Vec::new(); size.squares()];
        for square in 0..size.squares() {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                if let Some(line) = line_from(size, square, (right, up), in_a_row) {
                    for (through, lines) in lines.iter_mut().enumerate() {
                        // A line of one stone is the same in all directions: list it once.
                        if line >> through & 1 == 1 && !lines.contains(&line) {
                            lines.push(line);
                        }
                    }
                }
            }
        }
        let board = first(size.squares());
        Mnk { size, in_a_row, board, lines }
    }

    fn completes(&self, stones: u64, square: u8) -> bool {
        self.lines[square as usize].iter().any(|&line| !stones & line == 0)
    }
}

/// The squares of the line that starts at `square` and goes on by `step`, if it fits the board.
fn line_from(size: Dimensions, square: usize, step: (i32, i32), length: usize) -> Option<u64> {
    let (mut column, mut row) = ((square % size.columns) as i32, (square / size.columns) as i32);
    let mut line = 0;
    for _ in 0..length {
        if !(0..size.columns as i32).contains(&column) || !(0..size.rows as i32).contains(&row) {
            return None;
        }
        line |= 1 << size.square(column as usize, row as usize);
        (column, row) = (column + step.0, row + step.1);
    }
    Some(line)
}

impl Game for Mnk {
    type State = State;
    type Move = u8;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        State { stones: [0; 2], turn: Player::Max, won: false, key: 0 }
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        if state.won { Status::Over(Outcome::win(!state.turn)) } else { Status::Turn(state.turn) }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<u8>) {
        let taken = state.stones[0] | state.stones[1];
        out.extend(Bits(self.board & !taken));
    }

    fn stuck(&self, _: &State) -> Outcome {
        Outcome::Draw
    }

    #[inline]
    fn play(&self, state: &mut State, square: u8) {
        state.add(state.turn, square);
        state.won = self.completes(state.stones[state.turn as usize], square);
        state.turn = !state.turn;
        state.key ^= TURN;
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::ALL.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    #[inline]
    fn key_after(&self, state: &State, square: u8) -> u64 {
        state.key ^ STONES[state.turn as usize][square as usize] ^ TURN
    }

    #[inline]
    fn status_after(&self, state: &State, square: u8) -> Status<Outcome> {
        if self.completes(state.stones[state.turn as usize] | 1 << square, square) {
            Status::Over(Outcome::win(state.turn))
        } else {
            Status::Turn(!state.turn)
        }
    }
}

impl Notation for Mnk {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), self.size, &SYMBOLS)?;
        let example = self.write_position(&self.initial());
        let turn = read_side(words, SYMBOLS, &example)?;
        let mut state = self.initial();
        for (player, stones) in [Player::Max, Player::Min].into_iter().zip(board.sets::<2>()) {
            Bits(stones).for_each(|square| state.add(player, square));
        }
        if turn == Player::Min {
            state.turn = Player::Min;
            state.key ^= TURN;
        }
        let squares = 0..self.size.squares() as u8;
        let wins = |player: Player| {
            squares.clone().any(|square| self.completes(state.stones[player as usize], square))
        };
        if wins(state.turn) {
            let (winner, k) = (SYMBOLS[state.turn as usize], self.in_a_row);
            return Err(PositionError::Other(format!(
                "{winner} has {k} in a row already and cannot be the side to move"
            )));
        }
        state.won = wins(!state.turn);
        Ok(state)
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", self.board(state).write(&SYMBOLS), SYMBOLS[state.turn as usize])
    }

    fn write_move(&self, _: &State, square: u8) -> String {
        self.size.name(square as usize)
    }

    fn draw(&self, state: &State) -> String {
        self.board(state).draw(&SYMBOLS, '.')
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["x", "o"][player as usize]
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        if (self.size.columns, self.size.rows, self.in_a_row) != (3, 3, 3) {
            return Vec::new();
        }
        vec![NamedPosition {
            name: "tic-tac-toe",
            help: "the empty board of 3 by 3, three in a row",
            position: "3/3/3 x",
        }]
    }
}

impl Mnk {
    fn board(&self, state: &State) -> Board {
        Board::with_sets(self.size, state.stones)
    }
}

impl Catalogued for Mnk {
    type Guide = NoGuide;

    const NAME: &'static str = "mnk";
    const SUMMARY: &'static str = "k in a row on m columns by n rows (tic-tac-toe)";
    const PARAMETERS: &'static str =
        "MxNxK: columns, rows, stones in a row; at most 64 squares; usual 3x3x3";
    const MANUAL: &'static str = "\
Two players, x and o, take turns to put a stone on an empty square; x starts.
Who first has K own stones in a row (across, up or diagonally) wins. A full
board without such a row is a draw.

A position is written row by row from the top, with x, o, and digits for runs
of empty squares (or a dot for each), and then the side to move:

    x1o/1x1/2o x        x on a3 and b2, o on c3 and c1, x to move
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let text = if text.is_empty() { "3x3x3" } else { text };
        let form = || ParameterError::Form {
            text: text.to_string(),
            form: "COLUMNSxROWSxK",
            example: "4x4x3",
        };
        let (board, in_a_row) = text.rsplit_once(['x', 'X']).ok_or_else(form)?;
        let size = Dimensions::parse(board, "4x4x3", 26, 64).map_err(|error| match error {
            ParameterError::Form { .. } => form(),
            other => other,
        })?;
        let in_a_row: u64 = in_a_row.parse().map_err(|_| form())?;
        if !(1..=64).contains(&in_a_row) {
            let (name, value, range) = ("K", in_a_row, "1 to 64".to_string());
            return Err(ParameterError::Range { name, value, range });
        }
        Ok(Mnk::new(size, in_a_row as usize))
    }

    fn parameters(&self) -> String {
        format!("{}x{}x{}", self.size.columns, self.size.rows, self.in_a_row)
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}
