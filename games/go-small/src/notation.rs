//! How small Go is written, drawn and explained.

use super::{GoSmall, MOST_SQUARES, PASS, PASSES, State};
use phidelta_rules::{
    Board, Catalogued, Dimensions, Game, NamedPosition, NoGuide, Notation, ParameterError, Player,
    PositionError, read_side,
};

const LETTERS: [char; 2] = ['b', 'w'];
const DRAWN: [char; 2] = ['X', 'O'];
const NAMES: [&str; 2] = ["black", "white"];
const PASS_WORD: &str = "pass";
const SUICIDE_WORD: &str = "suicide";
const FORM: &str = "[suicide:]COLUMNSxROWS or [suicide:]SIDE";

impl GoSmall {
    fn board(&self, state: &State) -> Board {
        Board::with_sets(self.grid.size, state.stones())
    }

    /// Refuses stones that would have been captured.
    fn check_liberties(&self, stones: [u64; 2]) -> Result<(), PositionError> {
        let empty = self.grid.empty(stones);
        for (stones, name) in stones.into_iter().zip(NAMES) {
            let dead = stones & !self.with_liberties(stones, empty);
            if dead != 0 {
                let square = self.grid.size.name(dead.trailing_zeros() as usize);
                return Err(PositionError::Other(format!(
                    "the {name} stone on {square} has no liberty; remove its chain"
                )));
            }
        }
        Ok(())
    }
}

/// Reads the passes just before: one word for each.
fn read_passes<'a>(words: impl Iterator<Item = &'a str>) -> Result<u8, PositionError> {
    let mut passes = 0;
    for word in words {
        if passes == PASSES || !word.eq_ignore_ascii_case(PASS_WORD) {
            return Err(PositionError::Trailing { text: word.to_string() });
        }
        passes += 1;
    }
    Ok(passes)
}

impl Notation for GoSmall {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), self.grid.size, &LETTERS)?;
        let example = self.write_position(&self.initial());
        let turn = read_side(words.by_ref().take(1), LETTERS, &example)?;
        let passes = read_passes(words)?;
        let stones = board.sets();
        self.check_liberties(stones)?;
        Ok(State { stones: stones.map(|stones| stones as u32), turn, passes })
    }

    fn write_position(&self, state: &State) -> String {
        let board = self.board(state).write(&LETTERS);
        let passes = format!(" {PASS_WORD}").repeat(state.passes as usize);
        format!("{board} {}{passes}", LETTERS[state.turn as usize])
    }

    fn write_move(&self, _: &State, mv: u8) -> String {
        match mv {
            PASS => PASS_WORD.into(),
            square => self.grid.size.name(square as usize),
        }
    }

    fn draw(&self, state: &State) -> String {
        let mut text = self.board(state).draw(&DRAWN, '.');
        match state.passes {
            0 => {}
            1 => text += &format!("\n{} has passed\n", NAMES[!state.turn as usize]),
            _ => text += "\nboth have passed\n",
        }
        text
    }

    fn player_name(&self, player: Player) -> &'static str {
        NAMES[player as usize]
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        match (self.grid.size.columns, self.grid.size.rows, self.suicide) {
            (3, 3, false) => vec![
                NamedPosition {
                    name: "send-two",
                    help: "Black sends two stones and takes one back; superko ends that, and \
                           White wins by 1 what would be a draw",
                    position: "ww1/wwb/1b1 b",
                },
                NamedPosition {
                    name: "kos",
                    help: "two kos at once; by superko Black wins all of what would be a draw",
                    position: "bw1/1bw/bw1 b",
                },
            ],
            _ => Vec::new(),
        }
    }
}

impl Catalogued for GoSmall {
    type Guide = NoGuide;

    const NAME: &'static str = "go-small";
    const SUMMARY: &'static str = "Go on a small board, with area scoring and superko";
    const PARAMETERS: &'static str = "[suicide:]COLUMNSxROWS or [suicide:]SIDE: at most 25 squares \
                                      (5x5), suicide allowed or not; usual 3x3";
    const MANUAL: &'static str = "\
Black and White take turns to put a stone on an empty square or to pass; Black
starts. Stones of one colour that touch along the lines, not diagonally, form
a chain, and the empty squares next to a chain are its liberties. Who takes
the last liberty of enemy chains captures them: their stones are removed. If
nothing is captured, the chain of the stone must have a liberty. (In
go-small:suicide:3x3 it need not: without a liberty, it is removed itself.)

After two passes in a row the game is over, and all stones on the board are
alive. Its value is the area of Black less the area of White: their stones,
and the empty squares from which lines of empty squares lead to stones of that
colour only.

No stone may bring back a board that was there before, whoever was to move
then (positional superko). Here a stone that does ends the game, and gives the
opponent all squares. As one can pass instead, that is the same; so moves that
superko forbids are listed as legal. What came before a position is not known:
earlier boards, those of moves that are given with it too, can come back once.

Suicide is forbidden unless the parameters allow it. With it, the rules are
those of Tromp and Taylor (1995); without it, they are those of Weninger and
Hayward's study of boards of one row (2017).

A position is written row by row from the top, with b, w, and digits for runs
of empty squares (or a dot for each), and then the side to move, and the word
pass for each pass just before. Moves are squares, a column letter (i is used)
and a row number, a1 at the lower left; or pass. In drawings X is Black and O
is White.

    2/bw w pass         White on b1, Black on a1; Black has passed, and
                        White can end the game by passing, too
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let (word, board) = text.split_once(':').unwrap_or((text, ""));
        let suicide = word.eq_ignore_ascii_case(SUICIDE_WORD);
        let size = match if suicide { board } else { text } {
            "" => "3x3".to_string(),
            side if side.bytes().all(|byte| byte.is_ascii_digit()) => format!("{side}x{side}"),
            sides => sides.to_string(),
        };
        let size = Dimensions::parse(&size, "3x3", MOST_SQUARES, MOST_SQUARES);
        let size = size.map_err(|error| match error {
            ParameterError::Form { example, .. } => {
                ParameterError::Form { text: text.to_string(), form: FORM, example }
            }
            other => other,
        })?;
        Ok(GoSmall::new(size, suicide))
    }

    fn parameters(&self) -> String {
        let Dimensions { columns, rows } = self.grid.size;
        let suicide = if self.suicide { format!("{SUICIDE_WORD}:") } else { String::new() };
        format!("{suicide}{columns}x{rows}")
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}
