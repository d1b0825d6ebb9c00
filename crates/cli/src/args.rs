//! The command line: commands, options, their ranges and their help.

mod bench;
mod check;
mod choices;
mod generate;
mod keeping;
mod question;
mod table;
mod tune;
mod words;

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use phidelta_lab::bench::{EXPERIMENTS, ExperimentEntry};

use crate::catalogue;

pub use bench::Bench;
pub use check::Check;
pub use choices::{Export, Showing};
use generate::{Generate, Generated};
pub use keeping::KeepingOptions;
pub use question::{AnyQuestion, Question};
pub use table::{QuestionArguments, SearchArguments};
pub use tune::Tune;
use words::{join_region, shield_position};

const EXAMPLES: &str = "\
Examples:
  phidelta games                    which games there are
  phidelta games mnk                the rules of one, and its notation
  phidelta solve mnk:4x4x3          who wins?
  phidelta show mnk x1o/1x1/2o x    draw a position
  phidelta solve mnk --certify p    write a proof of the answer to the file p
  phidelta check p                  verify it with the rules alone";

const SOLVE_EXAMPLES: &str = "\
Examples:
  phidelta solve mnk:4x4x3
  phidelta solve mnk x1o/1x1/2o x --goal value
  phidelta solve mnk start moves b2 a1
  phidelta solve mnk --batch positions.txt --time 10s --json
  phidelta solve uttt --checkpoint uttt.search --every 10m
  phidelta solve --resume uttt.search --checkpoint uttt.search

Exit status:
  10 proved, 20 disproved, 0 unknown (a limit or Ctrl-C came first) or nothing
  to answer, 1 a problem with the input or the machine, 2 wrong usage. With
  --goal value, 10 says that the value was found; with --batch, 0 that every
  line was a position.

With --certify or --self-check, 1 also says that the answer was not proved: it
is wrong, or memory or Ctrl-C came first.

The first Ctrl-C stops the search, saves it if there is a --checkpoint, and
prints what is known; a second one kills.";

/// Proves who wins two-player games, by proof-number search
#[derive(Parser, Debug)]
#[command(name = "phidelta", version, max_term_width = 80, after_help = EXAMPLES)]
#[command(arg_required_else_help = true)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Solve a position: who wins?
    Solve(Box<Solve>),
    /// Find good values of numeric options, by hill climbing or on a grid
    Tune(Box<Tune>),
    /// Verify a certificate with the rules alone
    Check(Check),
    /// Run an experiment; without a name, list them
    Bench(Box<Bench>),
    /// List the games, or explain one: its rules and how its positions are written
    Games {
        /// The game to explain, as `mnk` or `mnk:4x4x3`
        #[arg(value_name = "GAME", value_parser = GameName, hide_possible_values = true)]
        game: Option<String>,
        /// Write JSON Lines: an object for each game
        #[arg(long)]
        json: bool,
    },
    /// Draw a position and list its moves, or show what is in a certificate
    Show(Show),
    /// Write a completion script for a shell to standard output
    ///
    /// In bash, load it with `source <(phidelta completions bash)`, in zsh after compinit with
    /// `source <(phidelta completions zsh)`, in fish with `phidelta completions fish | source`. These three
    /// also complete named positions, legal moves behind `moves`, and files behind `@` and `graph:`.
    Completions {
        /// The shell
        shell: Shell,
    },
    /// List what can stand in the place of the last word: for completion scripts
    #[command(hide = true)]
    CompleteWord {
        /// The words behind the program's name, up to the cursor
        #[arg(value_name = "WORD", trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Write man pages into a directory, which is created if necessary
    Man {
        /// The directory
        #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
        directory: PathBuf,
    },
}

#[derive(Args, Debug)]
#[command(override_usage = "phidelta show <GAME[:PARAMETERS]> [POSITION]... [--sgf]
       phidelta show --certificate <FILE> [moves MOVES...] [OPTIONS]")]
pub struct Show {
    /// The game, with its parameters if they are not the usual ones, as `mnk:4x4x3`
    #[arg(value_name = "GAME[:PARAMETERS]", required_unless_present = "certificate")]
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: Option<String>,

    /// The position; the start of the game if there is none
    ///
    /// The name of a position, or the game's own notation (`phidelta games GAME` explains both),
    /// or `-` for standard input, or `@FILE`. Moves to play from there may follow the word `moves`.
    /// Quotes are not needed: all words are one position.
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    pub position: Vec<String>,

    /// Write the position as an SGF file to standard output instead, if the game has such files
    #[arg(long, requires = "game")]
    pub sgf: bool,

    /// Write the position, or what is in the certificate, as a JSON object
    #[arg(long, conflicts_with_all = ["sgf", "export"])]
    pub json: bool,

    /// Check a certificate, `-` for standard input, and show what is in it
    ///
    /// What it claims, the verdict, the main line (the moves of the proof, and the replies that take
    /// the largest proofs), and how large it is. With `moves` and moves, the position of the proof after
    /// them: its board, and the answer, or all replies with the sizes of their proofs.
    #[arg(long, value_name = "FILE", help_heading = "Certificate")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub certificate: Option<PathBuf>,

    /// Write the top of the proof tree to standard output instead
    #[arg(long, value_name = "FORMAT", help_heading = "Certificate")]
    #[arg(requires = "certificate", conflicts_with_all = ["game", "position"])]
    pub export: Option<Export>,

    /// How many moves deep, at most 50 [default: 4]
    #[arg(long, value_name = "N", help_heading = "Certificate")]
    #[arg(requires = "export", conflicts_with_all = ["game", "position"])]
    #[arg(value_parser = clap::value_parser!(u32).range(..=50), allow_hyphen_values = true)]
    pub depth: Option<u32>,

    /// Accept what the certificate takes for granted by the axiom of this text; may be repeated
    #[arg(long, value_name = "TEXT", help_heading = "Certificate")]
    #[arg(requires = "certificate")]
    pub modulo: Vec<String>,
}

#[derive(Args, Debug)]
#[command(after_long_help = SOLVE_EXAMPLES)]
#[command(override_usage = "phidelta solve <GAME[:PARAMETERS]> [POSITION]... [OPTIONS]
       phidelta solve --resume <FILE> [OPTIONS]")]
pub struct Solve {
    #[command(flatten)]
    pub question: AnyQuestion,

    /// Solve each line of a file as a position, `-` for standard input
    ///
    /// Empty lines and lines that begin with # are skipped. Each position is solved on its own,
    /// with an empty table and all of --time and --nodes, so that its result does not depend on
    /// the others. Results come one a line, in order: result, value, best move, nodes, seconds and
    /// position, separated by tabs, `-` for what is not known; or JSON objects with --json.
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    #[arg(value_hint = ValueHint::FilePath, conflicts_with = "position")]
    pub batch: Option<PathBuf>,

    /// Write a certificate of the answer: a proof that `phidelta check` verifies
    ///
    /// The file is written when the answer is found, whole or not at all. Of --memory, the search
    /// then gets half, and the proof the other half. --time and --nodes bound the search, not the
    /// writing of the proof. An answer that turns out to be wrong is not given: the evidence against
    /// it is written to FILE.evidence. If the proof is not completed, because memory ran out or by Ctrl-C,
    /// what the search has found is still shown, but nothing is written, and the status is 1.
    #[arg(long, value_name = "FILE", help_heading = "Certificate")]
    #[arg(value_hint = ValueHint::FilePath, conflicts_with = "prune")]
    pub certify: Option<PathBuf>,

    /// Prove the answer, and check the proof with the rules alone, before it is given
    ///
    /// As --certify, but the certificate need not be written to a file. If the answer is wrong, or
    /// the certificate is refused, the evidence is written to phidelta-evidence-GAME.proof. An answer
    /// that could not be checked is not given.
    #[arg(long, help_heading = "Certificate", conflicts_with = "prune")]
    pub self_check: bool,

    /// Vcdt, vcf and go: write the lines of play as an SGF file
    ///
    /// With vcdt and vcf, all defences are in it. In Go, all first moves are, as with --all-moves,
    /// with what they lead to and how those that are wrong are refuted.
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with = "batch")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub sgf: Option<PathBuf>,

    #[command(flatten)]
    pub keeping: KeepingOptions,

    #[command(flatten)]
    pub options: QuestionArguments,

    /// Write JSON Lines: `progress` objects about once a second, then one `result`
    ///
    /// While an answer is being proved, `proving` and `checking` objects report the progress. An
    /// answer that must not be trusted has an `error` in place of its result.
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// How progress is shown
    ///
    /// The live view has the numbers of the root over time, the use of the table, the threads, and
    /// the board after the line that is searched. In it, q stops the search as Ctrl-C does. It shows
    /// one search: with --batch, choose another.
    #[arg(long, value_name = "HOW", help_heading = "Output", default_value = "auto")]
    pub progress: Showing,

    /// Show no progress, and only the answer
    #[arg(short, long, help_heading = "Output", conflicts_with = "verbose")]
    pub quiet: bool,

    /// Show the line of play to its end, and all figures of the search
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,
}

impl CommandLine {
    /// Reads the command line.
    ///
    /// # Errors
    /// If it asks for help or the version, or has a fault.
    pub fn read() -> Result<Self, clap::Error> {
        let arguments = join_region(std::env::args_os().map(shield_position));
        let line = Self::from_arg_matches(&command().try_get_matches_from(arguments)?)?;
        match &line.command {
            Command::Solve(solve) if solve.batch.is_some() => solve.fit_for_batch()?,
            _ => {}
        }
        Ok(line)
    }
}

impl Show {
    /// The moves behind `moves`, in a proof. `None` if there are none.
    ///
    /// # Errors
    /// If the words are something else.
    pub fn moves_of_proof(&self) -> Result<Option<Vec<String>>, clap::Error> {
        match self.game.as_deref() {
            None => Ok(None),
            Some("moves") => {
                let words = self.position.iter().flat_map(|word| word.split_whitespace());
                Ok(Some(words.map(String::from).collect()))
            }
            Some(word) => {
                let message = format!(
                    "a certificate names its game and position; `moves` and moves of its proof may follow, not \
                     `{word}`"
                );
                Err(usage_error("show", ErrorKind::ArgumentConflict, &message))
            }
        }
    }
}

impl Solve {
    /// Refuses what is about one position.
    fn fit_for_batch(&self) -> Result<(), clap::Error> {
        let message = if self.certify.is_some() {
            "a batch has many answers, which --certify cannot write to one file; --self-check \
             proves and checks each of them"
        } else if self.progress == Showing::Tui {
            "a batch has many searches, of which --progress tui can show only one; --progress line \
             shows how far it is"
        } else {
            return Ok(());
        };
        Err(usage_error("solve", ErrorKind::ArgumentConflict, message))
    }
}

/// The command line, with what experiments are about from the table of the lab.
pub fn command() -> clap::Command {
    CommandLine::command().mut_subcommand("bench", |bench| {
        let about = |bench: clap::Command, experiment: &ExperimentEntry| {
            bench.mut_subcommand(experiment.name, |command| command.about(experiment.help))
        };
        EXPERIMENTS.iter().fold(bench, about)
    })
}

/// A fault in the options of a command that only shows when all of them are known.
pub fn usage_error(command: &str, kind: ErrorKind, message: &str) -> clap::Error {
    let mut program = self::command();
    program.build();
    program.find_subcommand_mut(command).expect("the command is there").error(kind, message)
}

/// Accepts any text as a game (the registry tells what is wrong with it, and knows parameters),
/// but lets completion scripts know the names.
#[derive(Clone)]
struct GameName;

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let entries = catalogue().entries().iter();
        Some(Box::new(entries.map(|game| PossibleValue::new(game.name).help(game.summary))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
