//! The header: which position of which game a certificate is about, and what it claims.

use phidelta_rules::{Game, Recurrence, recurrence};
use serde::{Deserialize, Serialize};

use crate::Claim;

/// What a certificate says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always [`FORMAT`](Header::FORMAT).
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The program that wrote it.
    pub made_by: String,
    /// The name of the game.
    pub game: String,
    /// Its parameters.
    pub parameters: String,
    /// The root of the proof, in the game's notation.
    pub position: String,
    /// Which references the proof may make.
    pub mode: Mode,
    /// What is proved: one claim, or two.
    pub claims: Vec<Claim>,
    /// What is taken for granted beyond the rules.
    pub axioms: Vec<String>,
}

/// Which references a proof may make, and so which endless play it allows for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", try_from = "String")]
pub enum Mode {
    /// Only to what was proved before: the proof is well founded.
    Reach,
    /// Also to what is being proved: the proof is a set that the claimant need never leave.
    Safe,
    /// The game ends when a position comes back: what holds may depend on the line of play.
    Path,
    /// As reach, in a game of placing stones: replies that do not matter are left out.
    Zone,
}

impl TryFrom<String> for Mode {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let modes = [Mode::Reach, Mode::Safe, Mode::Path, Mode::Zone];
        let found = modes.into_iter().find(|mode| mode.name() == name);
        found.ok_or_else(|| "there is no such mode".into())
    }
}

impl Mode {
    /// The mode in which these claims about a game are proved, if no replies are left out.
    pub fn fitting<G: Game>(game: &G, claims: &[Claim]) -> Mode {
        match recurrence(game) {
            Recurrence::Never => Mode::Reach,
            Recurrence::Endless(value) if claims.iter().any(|claim| claim.met(value)) => Mode::Safe,
            Recurrence::Endless(_) => Mode::Reach,
            Recurrence::Ends(_) => Mode::Path,
        }
    }

    /// Its name in the header.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Reach => "reach",
            Mode::Safe => "safe",
            Mode::Path => "path",
            Mode::Zone => "zone",
        }
    }
}

impl Header {
    /// What every header names as its format.
    pub const FORMAT: &str = "phidelta certificate";
    /// The version that this crate writes and checks.
    pub const VERSION: u32 = 1;
    /// How many axioms there may be.
    pub const MOST_AXIOMS: usize = 1 << 10;

    /// The header of a proof in mode reach, without axioms.
    pub fn new(game: &str, parameters: String, position: String, claims: Vec<Claim>) -> Self {
        Header {
            format: Header::FORMAT.into(),
            version: Header::VERSION,
            made_by: concat!("phidelta ", env!("CARGO_PKG_VERSION")).into(),
            game: game.into(),
            parameters,
            position,
            mode: Mode::Reach,
            claims,
            axioms: Vec::new(),
        }
    }
}
