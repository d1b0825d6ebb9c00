//! How Dodgem is written, drawn and explained.

use super::{Dodgem, Drive, OFF, State};
use phidelta_rules::{
    Board, Catalogued, Game, NamedPosition, NoGuide, Notation, ParameterError, Player,
    PositionError, read_side,
};

const SYMBOLS: [char; 2] = ['b', 'w'];
const NAMES: [&str; 2] = ["black", "white"];
const USUAL_SIDE: usize = 3;

impl Dodgem {
    fn board(&self, state: &State) -> Board {
        Board::with_sets(self.size, state.cars)
    }

    /// Says what no game can lead to.
    fn check(&self, state: &State) -> Result<(), String> {
        let most = self.cars();
        for (name, cars) in NAMES.iter().zip(state.cars) {
            let count = cars.count_ones();
            if count > most {
                return Err(format!("{name} has {count} cars, but starts with {most}"));
            }
        }
        if state.cars[state.turn as usize] == 0 {
            let name = NAMES[state.turn as usize];
            return Err(format!(
                "{name} has no car left, has won already and cannot be the side to move"
            ));
        }
        Ok(())
    }
}

impl Notation for Dodgem {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), self.size, &SYMBOLS)?;
        let turn = read_side(words, SYMBOLS, &self.write_position(&self.initial()))?;
        let state = State::new(board.sets(), turn);
        self.check(&state).map_err(PositionError::Other)?;
        Ok(state)
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", self.board(state).write(&SYMBOLS), SYMBOLS[state.turn as usize])
    }

    fn write_move(&self, _: &State, drive: Drive) -> String {
        let from = self.size.name(drive.from.into());
        match drive.to {
            OFF => format!("{from}-off"),
            to => format!("{from}-{}", self.size.name(to.into())),
        }
    }

    fn draw(&self, state: &State) -> String {
        self.board(state).draw(&SYMBOLS, '.')
    }

    fn player_name(&self, player: Player) -> &'static str {
        NAMES[player as usize]
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        if self.size.columns != USUAL_SIDE {
            return Vec::new();
        }
        vec![NamedPosition {
            name: "blocked",
            help: "White to move is blocked, and so has won",
            position: "3/2b/1bw w",
        }]
    }
}

impl Catalogued for Dodgem {
    type Guide = NoGuide;

    const NAME: &'static str = "dodgem";
    const SUMMARY: &'static str = "cars cross each other's way; who leaves the board first wins";
    const PARAMETERS: &'static str = "SIDE: the length of a side, 2 to 8; usual 3";
    const MANUAL: &'static str = "\
On a square board, each player has one car fewer than a side has squares.
Black's start in the first column and White's in the lowest row, all without
the corner that these share. Black moves first.

A turn is one step of one car to a free square next to it. Black's cars go to
the right, and may also step up or down; White's go up, and may also step to
the right or to the left. No car goes backwards, and none is captured. From
the last column Black's cars go ahead off the board, and so do White's from
the highest row. They do not come back.

Who has no car left wins. Nobody may block the opponent: a player who has cars
but no legal move wins, too. A game that goes on for ever is a draw. (The game
is by Colin Vout, 1972; Winning Ways gives the values of all positions of
dodgem:3, where the first player wins. dodgem:4 is a draw.)

A move is written with both squares, a2-b2, and c2-off for a car that leaves
the board.

A position is written row by row from the top, with b, w, and digits for runs
of empty squares (or a dot for each), and then the side to move:

    b2/b2/1ww b             the start on 3 by 3
    b3/b3/b3/1www b         and on 4 by 4
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        if text.is_empty() {
            return Ok(Dodgem::new(USUAL_SIDE));
        }
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let form = || ParameterError::Form { text: text.to_string(), form: "SIDE", example: "4" };
        let value: u64 = text.parse().ok().filter(|_| is_number).ok_or_else(form)?;
        if !(2..=8).contains(&value) {
            let (name, range) = ("the side", "2 to 8".to_string());
            return Err(ParameterError::Range { name, value, range });
        }
        Ok(Dodgem::new(value as usize))
    }

    fn parameters(&self) -> String {
        self.size.columns.to_string()
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}
