//! What is asked about which position, on the command line or in a saved search that is resumed.

use clap::{ArgMatches, Args, Command, FromArgMatches};

use phidelta::Goal;

use super::GameName;
use super::table::Name;

/// What is asked about which position.
#[derive(Args, Debug)]
pub struct Question {
    /// The game, with its parameters if they are not the usual ones, as `mnk:4x4x3`
    ///
    /// `phidelta games` lists the games, `phidelta games GAME` explains their parameters.
    #[arg(index = 1, value_name = "GAME[:PARAMETERS]")]
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: String,

    /// The position; the start of the game if there is none
    ///
    /// The name of a position, or the game's own notation (`phidelta games GAME` explains both),
    /// or `-` for standard input, or `@FILE`. Moves to play from there may follow the word `moves`.
    /// Quotes are not needed: all words are one position.
    #[arg(index = 2, value_name = "POSITION", allow_negative_numbers = true)]
    pub position: Vec<String>,

    /// What is to be proved [default: win; value in games of scores; status in go]
    #[arg(long, value_name = "GOAL", help_heading = "Question", value_parser = Name::<Goal>::new())]
    pub goal: Option<Goal>,
}

/// A [`Question`], or what `--resume` has in its place.
#[derive(Debug)]
pub struct AnyQuestion {
    pub game: Option<String>,
    pub position: Vec<String>,
    pub goal: Option<Goal>,
}

impl FromArgMatches for AnyQuestion {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(AnyQuestion {
            game: matches.get_one("game").cloned(),
            position: matches.get_many("position").into_iter().flatten().cloned().collect(),
            goal: matches.get_one("goal").copied(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for AnyQuestion {
    fn augment_args(command: Command) -> Command {
        Question::augment_args(command)
            .mut_arg("game", |game| game.required(false).required_unless_present("resume"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
