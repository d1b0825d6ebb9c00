//! Breakthrough (Dan Troyka 2000): pawns that only go forward, and the first to reach the far row
//! wins.

use crate::squares::{Squares, first};
use phidelta_rules::{
    Acyclic, Board, Catalogued, Dimensions, Game, NoGuide, Notation, Outcome, ParameterError,
    Player, PositionError, Status, read_side, zobrist,
};

const SYMBOLS: [char; 2] = ['w', 'b'];
const PAWNS: [[u64; 64]; 2] = [zobrist::table(0xb401), zobrist::table(0xb402)];
const TURN: u64 = zobrist::scramble(0xb403);

/// Breakthrough on a board of some size.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    size: Dimensions,
    pawn_rows: usize,
    first_column: u64,
    last_column: u64,
    /// The row that White's, and Black's, pawns want to reach.
    goals: [u64; 2],
}

/// A position: the pawns of White (Max) and Black (Min).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pawns: [u64; 2],
    turn: Player,
    key: u64,
}

/// A move of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Breakthrough {
    /// The game on a board of this size, of at least two columns and at most 64 squares, with
    /// this many full rows of pawns a side.
    pub fn new(size: Dimensions, pawn_rows: usize) -> Self {
        assert!((2..=26).contains(&size.columns) && size.squares() <= 64);
        assert!(pawn_rows > 0 && 2 * pawn_rows <= size.rows);
        let first_column = (0..size.rows).fold(0, |set, row| set | 1 << size.square(0, row));
        let first_row = (1 << size.columns) - 1;
        Breakthrough {
            size,
            pawn_rows,
            first_column,
            last_column: first_column << (size.columns - 1),
            goals: [first_row << (size.squares() - size.columns), first_row],
        }
    }

    /// How many rows of pawns a side has where the parameters do not say.
    fn usual_pawn_rows(size: Dimensions) -> usize {
        if size.rows < 4 { 1 } else { 2 }
    }

    /// How much a square's number grows by a step straight ahead.
    fn forward(&self, player: Player) -> i32 {
        match player {
            Player::Max => self.size.columns as i32,
            Player::Min => -(self.size.columns as i32),
        }
    }

    /// The squares that pawns of the player to move can go to by a step ahead and `side` to the
    /// right. No pawn stands on its last row, where the game is over, so that no step leaves the
    /// board ahead.
    #[inline]
    fn targets(&self, state: &State, side: i32) -> u64 {
        let ahead = |pawns: u64| match state.turn {
            Player::Max => pawns << self.size.columns,
            Player::Min => pawns >> self.size.columns,
        };
        let own = state.pawns[state.turn as usize];
        match side {
            0 => ahead(own) & !(state.pawns[0] | state.pawns[1]),
            1 => ahead(own & !self.last_column) << 1 & !own,
            _ => ahead(own & !self.first_column) >> 1 & !own,
        }
    }

    fn has_won(&self, state: &State, player: Player) -> bool {
        let (own, other) = (state.pawns[player as usize], state.pawns[!player as usize]);
        own & self.goals[player as usize] != 0 || other == 0
    }
}

impl Game for Breakthrough {
    type State = State;
    type Move = Step;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        let pawns = self.pawn_rows * self.size.columns;
        let white = first(pawns);
        State::new([white, white << (self.size.squares() - pawns)], Player::Max)
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        if self.has_won(state, !state.turn) {
            Status::Over(Outcome::win(!state.turn))
        } else {
            Status::Turn(state.turn)
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<Step>) {
        let forward = self.forward(state.turn);
        for side in [0, 1, -1] {
            out.extend(Squares(self.targets(state, side)).map(|to| {
                let from = (to as i32 - forward - side) as u8;
                Step { from, to }
            }));
        }
    }

    /// (It cannot happen: the foremost pawn always has a free square, or an enemy, before it.)
    fn stuck(&self, state: &State) -> Outcome {
        Outcome::win(!state.turn)
    }

    #[inline]
    fn play(&self, state: &mut State, step: Step) {
        state.key = self.key_after(state, step);
        state.pawns[state.turn as usize] ^= 1 << step.from | 1 << step.to;
        state.pawns[!state.turn as usize] &= !(1 << step.to);
        state.turn = !state.turn;
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::DECISIVE.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    #[inline]
    fn key_after(&self, state: &State, step: Step) -> u64 {
        let (own, other) = (state.turn as usize, !state.turn as usize);
        let (from, to) = (step.from as usize, step.to as usize);
        let captured = state.pawns[other] >> to & 1;
        state.key ^ PAWNS[own][from] ^ PAWNS[own][to] ^ (PAWNS[other][to] * captured) ^ TURN
    }
}

impl State {
    fn new(pawns: [u64; 2], turn: Player) -> Self {
        let mut key = if turn == Player::Min { TURN } else { 0 };
        for (pawns, words) in pawns.into_iter().zip(&PAWNS) {
            key = Squares(pawns).fold(key, |key, square| key ^ words[square as usize]);
        }
        State { pawns, turn, key }
    }
}

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
    type Guide = NoGuide;

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

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}
