//! How Atari Go is written, drawn and explained.

use super::{AtariGo, AtariGoGuide, STONES, State, TURN};
use phidelta_rules::bits::Bits;
use phidelta_rules::{
    Board, Catalogued, Dimensions, Game, NamedPosition, Notation, ParameterError, Player,
    PositionError, read_side,
};

const LETTERS: [char; 2] = ['b', 'w'];
const DRAWN: [char; 2] = ['X', 'O'];
const NAMES: [&str; 2] = ["black", "white"];

impl AtariGo {
    fn board(&self, state: &State) -> Board {
        Board::with_sets(self.grid.size, state.stones)
    }

    /// The position with these stones, or why there is none.
    fn position(&self, stones: [u64; 2], turn: Player) -> Result<State, PositionError> {
        let (mine, theirs) = (turn as usize, !turn as usize);
        let empty = self.grid.empty(stones);
        let dead = stones.map(|stones| self.chains_with(0, stones, empty));
        let name = |squares: u64| self.grid.size.name(squares.trailing_zeros() as usize);
        if dead[mine] == 0 && dead[theirs] != 0 {
            return Err(PositionError::Other(format!(
                "the {} stone on {} has no liberty, so {} moved last and {0} is to move; write {}",
                NAMES[theirs],
                name(dead[theirs]),
                NAMES[mine],
                LETTERS[theirs]
            )));
        }
        let was_last = |stone: u64| {
            let mut before = stones;
            before[theirs] &= !stone;
            let empty = self.grid.empty(before);
            before.iter().all(|&stones| self.chains_with(0, stones, empty) == 0)
        };
        let last_stones = self.grid.neighbours(dead[mine]) & stones[theirs];
        if dead[mine] != 0 && !Bits(last_stones).any(|last| was_last(1 << last)) {
            return Err(PositionError::Other(format!(
                "the {} stone on {} has no liberty, but no single {} move can have made this \
                 position; remove a stone",
                NAMES[mine],
                name(dead[mine]),
                NAMES[theirs]
            )));
        }
        let mut key = if turn == Player::Min { TURN } else { 0 };
        for (stones, keys) in stones.iter().zip(&STONES) {
            key = Bits(*stones).fold(key, |key, square| key ^ keys[square as usize]);
        }
        let weak = [0, 1].map(|side| dead[side] | self.chains_with(1, stones[side], empty));
        let thin = stones.map(|stones| self.chains_with(2, stones, empty));
        Ok(State { stones, weak, thin, key, turn, captured: dead[mine] != 0 })
    }
}

impl Notation for AtariGo {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), self.grid.size, &LETTERS)?;
        let turn = read_side(words, LETTERS, &self.write_position(&self.initial()))?;
        self.position(board.sets(), turn)
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", self.board(state).write(&LETTERS), LETTERS[state.turn as usize])
    }

    fn write_move(&self, _: &State, square: u8) -> String {
        self.grid.size.name(square as usize)
    }

    fn draw(&self, state: &State) -> String {
        self.board(state).draw(&DRAWN, '.')
    }

    fn player_name(&self, player: Player) -> &'static str {
        NAMES[player as usize]
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        if (self.grid.size.columns, self.grid.size.rows) != (6, 6) {
            return Vec::new();
        }
        vec![NamedPosition {
            name: "crosscut",
            help: "four stones that cut each other, Black to move",
            position: "6/6/2wb2/2bw2/6/6 b",
        }]
    }
}

impl Catalogued for AtariGo {
    type Guide = AtariGoGuide;

    const NAME: &'static str = "atari-go";
    const SUMMARY: &'static str = "Go in which the first capture wins";
    const PARAMETERS: &'static str = "COLUMNSxROWS: sides up to 26, at most 64 squares; usual 6x6";
    const MANUAL: &'static str = "\
Black and White take turns to put a stone on an empty square; Black starts.
Stones of one colour that touch along the lines, not diagonally, form a chain,
and the empty squares next to a chain are its liberties. Who takes the last
liberty of an enemy chain captures it and wins, even if the stone played has
no liberty either. Otherwise a stone may not be put where its chain would have
no liberty. There is no pass: who has no legal move loses. There are no draws.

A position is written row by row from the top, with b, w, and digits for runs
of empty squares (or a dot for each), and then the side to move. Moves are
squares: a column letter (i is used) and a row number, a1 at the lower left.
In drawings X is Black and O is White.

    6/6/2wb2/2bw2/6/6 b     White on c4 and d3, Black on d4 and c3, Black
                            to move on 6 by 6 (the crosscut)
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let text = if text.is_empty() { "6x6" } else { text };
        Dimensions::parse(text, "6x6", 26, 64).map(AtariGo::new)
    }

    fn parameters(&self) -> String {
        format!("{}x{}", self.grid.size.columns, self.grid.size.rows)
    }

    fn guide(&self) -> Option<AtariGoGuide> {
        Some(AtariGoGuide)
    }
}
