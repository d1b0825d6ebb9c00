//! How people write and see a game: positions, moves, boards, names.

use crate::{Game, Guide, ParameterError, Player, PositionError, Status, resolve};

/// A position that has a name ("crosscut").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedPosition {
    /// Its name, in lower case.
    pub name: &'static str,
    /// What it is, in a few words.
    pub help: &'static str,
    /// The position, in the game's notation.
    pub position: &'static str,
}

/// The language of a game's players.
pub trait Notation: Game {
    /// Reads a position in the game's usual notation. Anything that
    /// [`write_position`](Notation::write_position) writes reads back as the same state.
    fn read_position(&self, text: &str) -> Result<Self::State, PositionError>;

    /// Writes a position in the game's usual notation, on one line.
    fn write_position(&self, state: &Self::State) -> String;

    /// Writes a legal move as players do. Different legal moves are written differently.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Whether a move in `state` and the one after it, which is the same player's, are written as one
    /// word (`J10K11`), as the stones of one turn are.
    fn joins_next(&self, _state: &Self::State) -> bool {
        false
    }

    /// Draws the board on several lines of text, each at most 78 columns wide, ending in a
    /// newline.
    fn draw(&self, state: &Self::State) -> String;

    /// The player's name, in lower case ("black").
    fn player_name(&self, player: Player) -> &'static str;

    /// The positions that have names. (They must fit the game's parameters.)
    fn named_positions(&self) -> Vec<NamedPosition> {
        Vec::new()
    }

    /// The position as an SGF file, if the game has such files.
    fn sgf(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// Writes a line of play from `state`, a word for each move, or for those that are written
    /// together.
    fn write_line(&self, state: &Self::State, line: &[Self::Move]) -> Vec<String> {
        let mut state = state.clone();
        let mut words: Vec<String> = Vec::with_capacity(line.len());
        let mut joins = false;
        for &mv in line {
            let written = self.write_move(&state, mv);
            match words.last_mut().filter(|_| joins) {
                Some(word) => *word += &written,
                None => words.push(written),
            }
            joins = self.joins_next(&state);
            self.play(&mut state, mv);
        }
        words
    }

    /// Whether a move that someone writes as `text` is the one that [`Notation::write_move`] writes
    /// as `written`: if they are alike in all but case, unless players write moves in several ways.
    fn means(&self, text: &str, written: &str) -> bool {
        written.eq_ignore_ascii_case(text)
    }

    /// Reads a legal move, in any case of letters; where two moves differ in case alone (the b pawn
    /// and the bishop take on c3), the one written exactly so.
    ///
    /// # Errors
    /// [`PositionError::Move`] with number 1 if it is not legal in `state`.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, PositionError> {
        let mut moves = Vec::new();
        if let Status::Over(_) = resolve(self, state, &mut moves) {
            moves.clear();
        }
        let written: Vec<String> = moves.iter().map(|&mv| self.write_move(state, mv)).collect();
        let exact = written.iter().position(|w| w == text);
        let alike = || written.iter().position(|w| self.means(text, w));
        if let Some(at) = exact.or_else(alike) {
            return Ok(moves[at]);
        }
        let legal = match written.len() {
            0 => "the game is over".to_string(),
            1..=12 => format!("legal are {}", written.join(" ")),
            n => format!("legal are {} and {} more", written[..12].join(" "), n - 12),
        };
        Err(PositionError::Move { number: 1, text: text.to_string(), legal })
    }

    /// Plays the moves of a word: one move, or those that are written together, or the first of them.
    ///
    /// # Errors
    /// [`PositionError::Move`] with number 1 if one of them is not legal.
    fn play_word(&self, state: &mut Self::State, word: &str) -> Result<(), PositionError> {
        let mut rest = word;
        loop {
            let error = match self.read_move(state, rest) {
                Ok(mv) => {
                    self.play(state, mv);
                    return Ok(());
                }
                Err(error) => error,
            };
            let mut moves = Vec::new();
            if !self.joins_next(state)
                || matches!(resolve(self, state, &mut moves), Status::Over(_))
            {
                return Err(error);
            }
            // `J10K11` begins with J10, not with J1.
            let written = moves.iter().map(|&mv| (mv, self.write_move(state, mv)));
            let begins = |written: &str| {
                rest.get(..written.len()).is_some_and(|head| self.means(head, written))
            };
            let first = written.filter(|(_, written)| begins(written));
            let Some((mv, written)) = first.max_by_key(|(_, written)| written.len()) else {
                return Err(error);
            };
            self.play(state, mv);
            rest = &rest[written.len()..];
        }
    }

    /// Reads what a user may give as a position: nothing or `start` for the initial position, a
    /// named position, or the game's notation; each may be followed by `moves` and moves to play.
    /// What is in parentheses, as the text of an SGF file is, is one position with all its words.
    ///
    /// # Errors
    /// Whatever is wrong with the position or with one of the moves.
    fn read(&self, text: &str) -> Result<Self::State, PositionError> {
        let end = if text.trim_start().starts_with('(') { text.rfind(')') } else { None };
        let (file, text) = text.split_at(end.map_or(0, |end| end + 1));
        let words = || text.split_whitespace();
        let split = words().position(|word| word == "moves").unwrap_or(words().count());
        let base = file.to_string() + &words().take(split).collect::<Vec<_>>().join(" ");
        let named = self.named_positions();
        let mut state = if base.is_empty() || base == "start" {
            self.initial()
        } else if let Some(found) = named.iter().find(|named| named.name == base) {
            self.read_position(found.position)?
        } else {
            self.read_position(&base)?
        };
        for (at, word) in words().skip(split + 1).enumerate() {
            self.play_word(&mut state, word).map_err(|error| match error {
                PositionError::Move { text, legal, .. } => {
                    PositionError::Move { number: at + 1, text, legal }
                }
                other => other,
            })?;
        }
        Ok(state)
    }
}

/// A game's entry in the list of games: how it is called, explained and set up.
pub trait Catalogued: Notation {
    /// Its advice for searches, [`NoGuide`](crate::NoGuide) if it has none.
    type Guide: Guide<Self>;

    /// Its name on the command line ("connect-four").
    const NAME: &'static str;
    /// One line of help, without a full stop.
    const SUMMARY: &'static str;
    /// The form of its parameters with their meaning and limits ("COLUMNSxROWS, at most 64
    /// squares; usual 7x6"), or an empty text if it has none.
    const PARAMETERS: &'static str;
    /// The rules and the position notation with an example, in plain text of at most 78 columns.
    const MANUAL: &'static str;
    /// Whether the parameters are the name of a file, whose contents
    /// [`with_parameters`](Catalogued::with_parameters) gets.
    const PARAMETERS_ARE_A_FILE: bool = false;

    /// The game with these parameters; with an empty text, its usual ones.
    ///
    /// # Errors
    /// What is wrong with the parameters.
    fn with_parameters(text: &str) -> Result<Self, ParameterError>;

    /// The parameters in the form that [`with_parameters`](Catalogued::with_parameters) reads.
    fn parameters(&self) -> String;

    /// Advice for searches, if the game has any.
    fn guide(&self) -> Option<Self::Guide>;
}

/// A game of a family under a name of its own, as Connect6 is one of the games of k in a row.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line of help, without a full stop.
    pub summary: &'static str,
    /// The form of its own parameters; empty if it has none.
    pub parameters: &'static str,
    /// Its rules and notation, as in [`Catalogued::MANUAL`].
    pub manual: &'static str,
    /// Reads its own parameters, or its usual ones if the text is empty.
    pub read: fn(&str) -> Result<InstanceParameters, ParameterError>,
}

/// The parameters of an [`Instance`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstanceParameters {
    /// In the form that it reads itself; empty if it has none.
    pub own: String,
    /// In the form that the family reads.
    pub family: String,
}
