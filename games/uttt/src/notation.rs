//! How ultimate tic-tac-toe is written, drawn and explained.

use super::{ALL, HAS_LINE, Nine, State, TURN, Uttt, UtttGuide};
use phidelta_rules::{Catalogued, NamedPosition, Notation, ParameterError, Player, PositionError};

const SYMBOLS: [char; 2] = ['X', 'O'];
const EXAMPLE: &str = "O;........@;........./........./........./........./........./........./\
                       ........./........./........X";

/// The letter of a board or of a square in it.
fn letter(at: u8) -> char {
    (b'a' + at) as char
}

fn symbol_error(place: String, symbol: char, expected: &str) -> PositionError {
    PositionError::Symbol { place, symbol, expected: expected.into() }
}

fn other<T>(message: String) -> Result<T, PositionError> {
    Err(PositionError::Other(message))
}

/// The nine symbols of a part of the position.
fn nine(place: &str, text: &str) -> Result<[char; 9], PositionError> {
    let symbols: Vec<char> = text.chars().map(|symbol| symbol.to_ascii_uppercase()).collect();
    <[char; 9]>::try_from(symbols).or_else(|symbols: Vec<char>| {
        other(format!("{place} has {} symbols, expected 9", symbols.len()))
    })
}

/// What X and O have in one board.
fn read_squares(board: u8, text: &str) -> Result<[Nine; 2], PositionError> {
    let place = format!("board {}", letter(board));
    let mut squares = [0; 2];
    for (at, symbol) in nine(&place, text)?.into_iter().enumerate() {
        match SYMBOLS.iter().position(|&s| s == symbol) {
            Some(player) => squares[player] |= 1 << at,
            None if symbol == '.' => {}
            None => return Err(symbol_error(place, symbol, "`X`, `O` and `.`")),
        }
    }
    Ok(squares)
}

/// Checks the squares of a board against what the position says of it; closed boards may also be
/// left blank.
fn check_board(board: u8, said: char, squares: [Nine; 2]) -> Result<(), PositionError> {
    let place = letter(board);
    let lines = squares.map(|squares| HAS_LINE[squares as usize]);
    let full = squares[0] | squares[1] == ALL;
    let blank = squares == [0, 0];
    let truly = match (lines, full) {
        ([true, true], _) => {
            return other(format!("in board {place} both X and O have three in a row"));
        }
        ([true, false], _) => 'X',
        ([false, true], _) => 'O',
        (_, true) => '#',
        _ => '.',
    };
    let said = if said == '@' { '.' } else { said };
    if said == truly || blank && said != '.' {
        return Ok(());
    }
    let name = |symbol| match symbol {
        'X' => "won by X",
        'O' => "won by O",
        '#' => "drawn",
        _ => "open",
    };
    other(format!(
        "board {place} is said to be {}, but with these squares it is {}; write `{truly}` for it",
        name(said),
        name(truly)
    ))
}

impl Notation for Uttt {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let missing = |part| PositionError::Missing { part, example: EXAMPLE.into() };
        let mut parts = text.trim().splitn(4, ';');
        let side = parts.next().unwrap_or("");
        let boards = parts.next().ok_or_else(|| missing("the list of boards"))?;
        let squares = parts.next().ok_or_else(|| missing("the list of squares"))?;
        if let Some(text) = parts.next() {
            return Err(PositionError::Trailing { text: format!(";{text}") });
        }

        let mut state = State::START;
        match side {
            "X" | "x" => {}
            "O" | "o" => (state.turn, state.key) = (Player::Min, state.key ^ TURN),
            "" => return Err(missing("the side to move")),
            _ => return other(format!("the side to move is `{side}`, expected X or O")),
        }
        let boards = nine("the list of boards", boards)?;
        let squares: Vec<&str> = squares.split('/').collect();
        if squares.len() != 9 {
            let (found, s) = (squares.len(), if squares.len() == 1 { "" } else { "s" });
            return other(format!("the squares of {found} board{s} are given, expected 9"));
        }
        let mut sent = None;
        for (board, (&said, text)) in (0..).zip(boards.iter().zip(squares)) {
            if !"XO#@.".contains(said) {
                let place = format!("the list of boards, at {}", letter(board));
                return Err(symbol_error(place, said, "`X`, `O`, `#`, `@` and `.`"));
            }
            if said == '@' && sent.replace(board).is_some() {
                return other("two boards are marked `@`; mark one, or none".into());
            }
            let squares = read_squares(board, text)?;
            check_board(board, said, squares)?;
            state.set_board(board, said, squares);
        }
        state.settle(sent)
    }

    fn write_position(&self, state: &State) -> String {
        let mut text = format!("{};", SYMBOLS[state.turn as usize]);
        text.extend((0..9).map(|board| state.board_symbol(board)));
        for board in 0..9 {
            text.push(if board == 0 { ';' } else { '/' });
            text.extend((0..9).map(|square| state.square_symbol(board, square)));
        }
        text
    }

    fn write_move(&self, _: &State, mv: u8) -> String {
        [letter(mv / 9), letter(mv % 9)].into_iter().collect()
    }

    fn draw(&self, state: &State) -> String {
        let mut text = String::new();
        for row in 0..9 {
            if row % 3 == 0 && row > 0 {
                text += "-------+-------+-------\n";
            }
            for column in 0..9 {
                let (board, square) = (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
                if column % 3 == 0 && column > 0 {
                    text += " |";
                }
                text.push(' ');
                text.push(state.drawn_symbol(board, square));
            }
            if (3..6).contains(&row) {
                text += "     ";
                for board in 3 * (row - 3)..3 * (row - 2) {
                    text.push(' ');
                    text.push(state.board_symbol(board));
                }
            }
            text.push('\n');
        }
        text
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["x", "o"][player as usize]
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        vec![
            NamedPosition {
                name: "a1",
                help: "three boards are won, O to move; a first exercise",
                position: "O;...OOX@..;...X.X.XO/O....OX../....X.X../.O.XOO.OO/O.OO..O../\
                           .X.XX.XX./X.OXXOO../O...XO.../.X....X..",
            },
            NamedPosition {
                name: "a2",
                help: "no board is won yet, X to move",
                position: "X;.......@.;X.OO...O./X..X.O.O./X.X...O.O/.X.OXO.../O.O.X..../\
                           .XX....O./......X.O/.O.X.X.../.O.....XX",
            },
            NamedPosition {
                name: "a9",
                help: "no board is won yet, O to move; harder than it looks",
                position: "O;......@..;X.XX..O../OOX....X./O.XO...OO/OXXOX...X/.O.X.OX../\
                           ....X.X../...OO...X/.X...O.../..O.O.X..",
            },
        ]
    }
}

impl State {
    /// Puts down a board as it was read and checked.
    fn set_board(&mut self, board: u8, said: char, squares: [Nine; 2]) {
        match SYMBOLS.iter().position(|&symbol| symbol == said) {
            Some(0) => self.close(board, Some(Player::Max)),
            Some(_) => self.close(board, Some(Player::Min)),
            None if said == '#' => self.close(board, None),
            None => {
                for player in [Player::Max, Player::Min] {
                    for square in (0..9).filter(|at| squares[player as usize] >> at & 1 == 1) {
                        self.take(player, board, square);
                    }
                }
            }
        }
    }

    /// Completes a position that was put down board by board.
    fn settle(mut self, sent: Option<u8>) -> Result<State, PositionError> {
        if HAS_LINE[self.won[self.turn as usize] as usize] {
            let winner = SYMBOLS[self.turn as usize];
            return other(format!(
                "{winner} has three boards in a row already and cannot be the side to move"
            ));
        }
        match sent {
            Some(board) => self.send(board),
            None if self.closed == 0 && self.taken != State::START.taken => {
                return other(
                    "no board is marked `@`, but while all are open the last move names one; mark it"
                        .into(),
                );
            }
            None if self.closed != 0 => self.send(self.closed.trailing_zeros() as u8),
            None => {}
        }
        Ok(self)
    }

    fn board_symbol(&self, board: u8) -> char {
        match [self.won[0], self.won[1], self.closed].iter().position(|set| set >> board & 1 == 1) {
            Some(2) => '#',
            Some(player) => SYMBOLS[player],
            None if self.sent == board => '@',
            None => '.',
        }
    }

    fn square_symbol(&self, board: u8, square: u8) -> char {
        let has = |player| self.squares(player, board) >> square & 1 == 1;
        match [Player::Max, Player::Min].into_iter().find(|&player| has(player)) {
            Some(player) => SYMBOLS[player as usize],
            None => '.',
        }
    }

    /// A closed board shows its symbol in the middle; `*` are the squares of the board to play in.
    fn drawn_symbol(&self, board: u8, square: u8) -> char {
        match self.square_symbol(board, square) {
            _ if self.closed >> board & 1 == 1 && square == 4 => self.board_symbol(board),
            _ if self.closed >> board & 1 == 1 => ' ',
            '.' if self.sent == board => '*',
            symbol => symbol,
        }
    }
}

impl Catalogued for Uttt {
    type Guide = UtttGuide;

    const NAME: &'static str = "uttt";
    const SUMMARY: &'static str = "ultimate tic-tac-toe, nine boards in one";
    const PARAMETERS: &'static str = "";
    const MANUAL: &'static str = "\
Nine boards of three by three squares form a board of three by three boards.
X and O take turns to take an empty square; X starts, anywhere. The square
taken, seen in its board, names the board in which the opponent must play: the
upper left square sends to the upper left board. Three squares in a row win a
board; a full board without such a row is drawn. A won or drawn board is
closed. Who is sent to a closed board may play in any open one. Three won
boards in a row win the game; when all boards are closed without that, it is a
draw. A drawn board counts for nobody.

Boards, and squares in a board, have the letters a to i, row by row from the
upper left. A move is two letters, board and square: ae is the centre of the
upper left board, and sends to board e.

A position has three parts: the side to move; the nine boards, each won by X
or O, drawn (#), open (.), or the one to play in (@; without it, any); and the
squares of the nine boards. What stands in closed boards plays no role: their
squares may be given or left blank, and are written as dots.

    O;........@;........./........./........./........./........./\\
    ........./........./........./........X

is the position after ii, as one line (without the backslash), O to move. In
drawings, a closed board shows its symbol in the middle, * marks the squares
of the board to play in, and the state of the nine boards stands beside.
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        if text.is_empty() {
            return Ok(Uttt);
        }
        Err(ParameterError::Other(format!("uttt has no parameters, but got `{text}`; remove them")))
    }

    fn parameters(&self) -> String {
        String::new()
    }

    fn guide(&self) -> Option<UtttGuide> {
        Some(UtttGuide)
    }
}
