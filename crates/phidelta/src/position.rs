//! A position of any game.

use serde::Serialize;

use crate::catalogue::AnyGame;
use crate::error::Result;
use crate::game::{Situation, View};

/// A position of any game, as text and as people see it.
#[derive(Clone)]
pub struct AnyPosition {
    game: AnyGame,
    given: String,
    view: View,
}

impl AnyPosition {
    /// Reads a position: see [`AnyGame::position`].
    ///
    /// # Errors
    /// If the text is not a position.
    pub fn read(game: &AnyGame, text: &str) -> Result<Self> {
        Ok(AnyPosition { game: game.clone(), given: text.into(), view: game.rules().view(text)? })
    }

    /// The game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// In the game's notation, on one line.
    pub fn text(&self) -> &str {
        &self.view.position
    }

    /// As it was given: a name, notation, or a file, which may say more than [`text`](AnyPosition::text) does, as
    /// in which region of a board to play.
    pub fn as_given(&self) -> &str {
        &self.given
    }

    /// The drawn board.
    pub fn board(&self) -> &str {
        &self.view.board
    }

    /// As an SGF file, if the game has such files.
    pub fn sgf(&self) -> Option<&str> {
        self.view.sgf.as_deref()
    }

    /// Whose turn it is, by name. `None` if the game is over.
    pub fn turn(&self) -> Option<&'static str> {
        match self.view.situation {
            Situation::ToMove { player, .. } => Some(player),
            Situation::Over { .. } => None,
        }
    }

    /// The legal moves, as players write them. None if the game is over.
    pub fn moves(&self) -> &[String] {
        match &self.view.situation {
            Situation::ToMove { moves, .. } => moves,
            Situation::Over { .. } => &[],
        }
    }

    /// How the game ended. `None` if it goes on.
    pub fn result(&self) -> Option<&str> {
        match &self.view.situation {
            Situation::ToMove { .. } => None,
            Situation::Over { result } => Some(result),
        }
    }

    /// All of it.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The position after a move, or after the moves that players write as one word.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn play(&self, word: &str) -> Result<Self> {
        Self::read(&self.game, &format!("{} moves {word}", self.text()))
    }
}

/// A position, described for programs.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "position")]
pub struct PositionDescription<'a> {
    /// The name of the game.
    pub game: &'static str,
    /// Its parameters.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub parameters: &'a str,
    /// In the game's notation.
    pub position: &'a str,
    /// Whose turn it is, if the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<&'static str>,
    /// The legal moves.
    pub moves: &'a [String],
    /// How the game ended, if it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<&'a str>,
    /// The drawn board.
    pub board: &'a str,
    /// As an SGF file, if the game has such files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sgf: Option<&'a str>,
}

impl AnyPosition {
    /// The position, described for programs.
    pub fn describe(&self) -> PositionDescription<'_> {
        PositionDescription {
            game: self.game.name(),
            parameters: self.game.parameters(),
            position: self.text(),
            to_move: self.turn(),
            moves: self.moves(),
            result: self.result(),
            board: self.board(),
            sgf: self.sgf(),
        }
    }
}
