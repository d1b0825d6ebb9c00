//! Reads the main line of an SGF file: the position at its end.
//!
//! The standard (Hollosi, FF[4]) has no word on Connect6, and programs write its moves in several
//! ways; all that mean one thing only are understood.

use phidelta_rules::{Area, Dimensions, Game, Player, PositionError, Status};

use super::sgf::LEFT_TO_PLACE;
use super::shape::Parameters;
use super::{Connect, PLAYERS, State};
use phidelta_sgf::{fault, properties, read_first_game, read_letters, read_player};

/// The position at the end of the main line of the first game in a file, which begins with `(`.
pub(super) fn read_sgf(game: &Connect, text: &str) -> Result<State, PositionError> {
    let root = read_first_game(text)?;
    let mut record = Record { game, state: game.initial(), setup: None, moves: 0 };
    for node in root.main_variation() {
        record.read_node(node)?;
    }
    record.begin(None)?;
    Ok(record.state)
}

/// What a file has told so far.
struct Record<'a> {
    game: &'a Connect,
    /// The position, unless there is a setup.
    state: State,
    /// Stones that were put on the board, and after which nobody has played yet.
    setup: Option<Setup>,
    moves: usize,
}

struct Setup {
    stones: [Area; 2],
    turn: Option<Player>,
    left: Option<usize>,
}

impl Record<'_> {
    fn read_node(&mut self, node: &phidelta_sgf::Node) -> Result<(), PositionError> {
        let properties = properties(node);
        for (name, values) in &properties {
            match *name {
                "SZ" => self.check_size(values)?,
                "AB" | "AW" | "AE" => self.put(name, values)?,
                "PL" => self.setup().turn = Some(read_player(values)?),
                LEFT_TO_PLACE => {
                    let left = values.first().and_then(|value| value.parse().ok());
                    let left = left.ok_or_else(|| fault(format!("{name} needs a number")))?;
                    self.setup().left = Some(left);
                }
                _ => {}
            }
        }
        for (name, values) in &properties {
            match *name {
                "B" => self.play(Player::Max, values)?,
                "W" => self.play(Player::Min, values)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn check_size(&self, values: &[String]) -> Result<(), PositionError> {
        let Dimensions { columns, rows } = self.game.size();
        match values.first().map(String::as_str) {
            Some(size) if size == format!("{columns}:{rows}") => Ok(()),
            size => Err(fault(format!(
                "SZ[{}] is not the size of this board, {columns} columns and {rows} rows; open the \
                 game with the size of the file",
                size.unwrap_or_default()
            ))),
        }
    }

    fn setup(&mut self) -> &mut Setup {
        let stones = self.state.stones;
        self.setup.get_or_insert(Setup { stones, turn: None, left: None })
    }

    /// Puts stones on squares, or takes them away, whatever was there.
    fn put(&mut self, name: &str, values: &[String]) -> Result<(), PositionError> {
        for value in values {
            let squares = self.read_squares(value);
            let squares = squares.map_err(|error| fault(format!("{name}: {error}")))?;
            let stones = &mut self.setup().stones;
            for square in squares {
                stones.iter_mut().for_each(|stones| stones.remove(square));
                match name {
                    "AB" => stones[Player::Max as usize].insert(square),
                    "AW" => stones[Player::Min as usize].insert(square),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Plays the stones of a node.
    fn play(&mut self, player: Player, values: &[String]) -> Result<(), PositionError> {
        self.moves += 1;
        let number = self.moves;
        let fault = |message: String| fault(format!("move {number}: {message}"));
        self.begin(Some(player))?;
        for value in values {
            let squares = self.read_squares(value).map_err(|error| fault(error.to_string()))?;
            for square in squares {
                if let Status::Over(_) = self.game.status(&self.state) {
                    return Err(fault("the game is over before it; remove it".into()));
                }
                if self.state.turn != player {
                    let (to_move, left) = (PLAYERS[self.state.turn as usize], self.state.left);
                    let stones = if left == 1 { "stone" } else { "stones" };
                    return Err(fault(format!(
                        "it is {to_move}'s turn, with {left} {stones} to place"
                    )));
                }
                if !self.game.empty(&self.state).contains(square) {
                    let name = self.game.square_name(square);
                    return Err(fault(format!("there is a stone on {name} already")));
                }
                self.game.play(&mut self.state, square as u16);
            }
        }
        Ok(())
    }

    /// Makes the position of a setup. Whose turn it is, the file says, or the next move shows, or the
    /// number of stones.
    fn begin(&mut self, mover: Option<Player>) -> Result<(), PositionError> {
        let Some(Setup { stones, turn, left }) = self.setup.take() else { return Ok(()) };
        let (turn, usual) = match turn.or(mover) {
            Some(turn) => (turn, self.game.full_turn(&stones, turn)),
            None => self
                .turn_by_count(&stones)
                .ok_or_else(|| fault("it does not say whose turn it is; add PL[B] or PL[W]"))?,
        };
        let position = self.game.position(stones, turn, left.unwrap_or(usual));
        self.state = position.map_err(|error| fault(error.to_string()))?;
        Ok(())
    }

    /// Whose turn it is, with how many stones left, if the players have as many stones as they have
    /// at some point of a game.
    fn turn_by_count(&self, stones: &[Area; 2]) -> Option<(Player, usize)> {
        let Parameters { stones: usual, first_stones, .. } = self.game.shape().parameters;
        let (mut turn, mut left, mut counts) = (Player::Max, first_stones, [0, 0]);
        for _ in 0..stones[0].len() + stones[1].len() {
            counts[turn as usize] += 1;
            left -= 1;
            if left == 0 {
                (turn, left) = (!turn, usual);
            }
        }
        (counts == stones.map(|stones| stones.len())).then_some((turn, left))
    }

    /// Reads squares: `hg` or `hgij` (columns from the left, rows from above), `j10` or `j10k11`
    /// (rows from below), in any case of letters, or a rectangle as `aa:cc`.
    fn read_squares(&self, text: &str) -> Result<Vec<usize>, PositionError> {
        let size = self.game.size();
        phidelta_sgf::read_squares(text, size, |text| self.read_words(text, size))
    }

    fn read_words(&self, text: &str, size: Dimensions) -> Result<Vec<usize>, PositionError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(PositionError::Other("a pass is not a move of this game".into()));
        }
        if !text.chars().all(|letter| letter.is_ascii_alphabetic()) {
            return self.game.read_squares(text);
        }
        read_letters(text, size)
    }
}
