//! How positions of the family are written and drawn: lists of stones, and whose turn it is.

use phidelta_rules::{
    Area, Board, NamedPosition, Notation, Player, PositionError, parse_square, square_name,
};

use super::record::read_sgf;
use super::sgf::write_sgf;
use super::{Connect, PLAYERS, State, positions};

const SIDES: [char; 2] = ['b', 'w'];
const DRAWN: [char; 2] = ['X', 'O'];

impl Connect {
    /// The name of a square ("J10").
    pub fn square_name(&self, square: usize) -> String {
        self.size().name(square).to_uppercase()
    }

    /// The squares of a list of names, with commas between them or without.
    pub(super) fn read_squares(&self, text: &str) -> Result<Vec<usize>, PositionError> {
        let mut names: Vec<String> = Vec::new();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            names.push(String::new());
            for letter in part.chars() {
                let name = names.last().map_or("", |name| name);
                let is_begun = name.starts_with(char::is_alphabetic);
                if letter.is_alphabetic()
                    && is_begun
                    && name.ends_with(|last: char| last.is_ascii_digit())
                {
                    names.push(String::new());
                }
                names.last_mut().expect("a part has begun").push(letter);
            }
        }
        names.iter().map(|name| self.read_square(name)).collect()
    }

    fn read_square(&self, text: &str) -> Result<usize, PositionError> {
        let size = self.size();
        parse_square(text, size).map_err(|_| {
            let last = square_name(size.columns - 1, size.rows - 1).to_uppercase();
            PositionError::Other(format!(
                "`{text}` is not a square of this board; squares run from A1 to {last}"
            ))
        })
    }

    /// Reads `B:J10,K11 W:G7,P8 b`.
    fn read_lists(&self, text: &str) -> Result<State, PositionError> {
        let mut stones = [Area::EMPTY; 2];
        let mut words = text.split_whitespace().peekable();
        while let Some((list, squares)) = words.peek().and_then(|word| word.split_once(':')) {
            let Some(side) =
                SIDES.iter().position(|side| list.eq_ignore_ascii_case(&side.to_string()))
            else {
                return Err(PositionError::Other(format!(
                    "`{list}:` is not the beginning of a list of stones; write B: or W:"
                )));
            };
            for square in self.read_squares(squares)? {
                if stones[side].contains(square) {
                    let name = self.square_name(square);
                    return Err(PositionError::Other(format!(
                        "{name} is listed twice; once is enough"
                    )));
                }
                stones[side].insert(square);
            }
            words.next();
        }
        let Some(word) = words.next() else {
            let example = "B:C3 W:B2,D4 b".into();
            return Err(PositionError::Missing { part: "the side to move", example });
        };
        if let Some(text) = words.next() {
            return Err(PositionError::Trailing { text: text.to_string() });
        }
        let (turn, left) = self.read_turn(word)?;
        self.position(stones, turn, left.unwrap_or_else(|| self.full_turn(&stones, turn)))
    }

    /// Reads `b`, or `b1` if Black has one stone left to place.
    fn read_turn(&self, word: &str) -> Result<(Player, Option<usize>), PositionError> {
        let error = || {
            PositionError::Other(format!(
                "`{word}` is not a side to move; write b or w, or b1 if Black has one stone left to \
                 place"
            ))
        };
        let mut letters = word.chars();
        let letter = letters.next().unwrap_or(' ').to_ascii_lowercase();
        let side = SIDES.iter().position(|&side| side == letter).ok_or_else(error)?;
        let left = match letters.as_str() {
            "" => None,
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(digits.parse().map_err(|_| error())?)
            }
            _ => return Err(error()),
        };
        Ok(([Player::Max, Player::Min][side], left))
    }

    fn board(&self, state: &State) -> Board {
        let mut board = Board::empty(self.size());
        for (symbol, stones) in (1..).zip(&state.stones) {
            stones.iter().for_each(|square| board.squares[square] = symbol);
        }
        board
    }
}

impl Notation for Connect {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        if text.trim_start().starts_with('(') {
            return read_sgf(self, text.trim_start());
        }
        self.read_lists(text)
    }

    fn write_position(&self, state: &State) -> String {
        let mut text = String::new();
        for (side, stones) in SIDES.iter().zip(&state.stones).filter(|(_, set)| !set.is_empty()) {
            let names: Vec<String> = stones.iter().map(|square| self.square_name(square)).collect();
            text += &format!("{}:{} ", side.to_ascii_uppercase(), names.join(","));
        }
        text.push(SIDES[state.turn as usize]);
        if state.left() != self.full_turn(&state.stones, state.turn) {
            text += &state.left.to_string();
        }
        text
    }

    fn write_move(&self, _: &State, square: u16) -> String {
        self.square_name(square as usize)
    }

    fn joins_next(&self, state: &State) -> bool {
        state.left > 1
    }

    fn draw(&self, state: &State) -> String {
        self.board(state).draw(&DRAWN, '.').to_uppercase()
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        positions::named(&self.shape.parameters)
    }

    fn player_name(&self, player: Player) -> &'static str {
        PLAYERS[player as usize]
    }

    fn sgf(&self, state: &State) -> Option<String> {
        Some(write_sgf(self, state, &[]))
    }
}
