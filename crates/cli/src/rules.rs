//! A game without its types: what the commands need of any game, behind one trait object.

use std::any::TypeId;
use std::io::{self, Read};

use anyhow::{Context, Result};
use phidelta_certificate::check::{Certificate, CheckControl};
use phidelta_certificate::{Claim, Header};
use phidelta_rules::{
    Catalogued, Goal, NamedPosition, Outcome, Player, PositionError, Recurrence, Status, Value,
    recurrence, resolve,
};

use crate::answer::Answer;
use crate::args::LifeOptions;
use crate::certificate::Certification;
use crate::choices;
use crate::inquiry;
use crate::inspection::{self, Inspection, Subject};
use crate::method::Method;
use crate::moment::Moment;
use crate::outline::{self, ProofView};
use crate::registry::closest;
use crate::settings::Settings;
use crate::threats;

/// A game with its parameters, whatever its types.
pub trait Rules {
    fn parameters(&self) -> String;
    fn has_guide(&self) -> bool;
    /// Whether positions may come back.
    fn repeats(&self) -> bool;
    /// How many stones a turn has, if threats can be searched for.
    fn threat_stones(&self) -> Option<usize>;
    fn named_positions(&self) -> Vec<NamedPosition>;

    /// What is asked unless the user says otherwise: who wins, or the value if games have scores.
    fn usual_goal(&self) -> choices::Goal;

    /// How to search unless the user says otherwise.
    fn usual_search(&self, _life: &LifeOptions) -> Method {
        Method::DfPn
    }

    /// Whether questions are about the life of stones.
    fn asks_for_life(&self) -> bool {
        false
    }

    /// What there is to see in a position.
    ///
    /// # Errors
    /// If the text is not a position.
    fn view(&self, position: &str) -> Result<View>;

    /// Answers a question about a position, and tells `watch` of the progress. The answer's
    /// parameters are left for the caller to fill in, its certificate to be written.
    ///
    /// # Errors
    /// If the text is not a position, the game does not know the goal, or memory is short.
    fn solve(
        &self,
        position: &str,
        settings: &Settings,
        watch: &mut (dyn FnMut(&Moment) + Send),
    ) -> Result<(Answer, Certification)>;

    /// What certificates of the game can be checked with, if there are such certificates.
    fn proofs(&self) -> Option<&dyn Proofs>;
}

/// What checks the certificates of a game.
pub trait Proofs {
    /// What a certificate of this game is about.
    ///
    /// # Errors
    /// If its position is not one of the game.
    fn subject(&self, header: &Header) -> Result<Subject, PositionError>;

    /// Checks a certificate whose [`subject`](Proofs::subject) is known.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn check(
        &self,
        certificate: Certificate<Box<dyn Read>>,
        control: CheckControl<'_>,
    ) -> io::Result<Inspection>;

    /// As [`check`](Proofs::check), on one thread, and shows the proofs, their trees down to `depth`.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn outline(
        &self,
        certificate: Certificate<Box<dyn Read>>,
        control: CheckControl<'_>,
        depth: u32,
    ) -> io::Result<(Inspection, Vec<ProofView>)>;
}

/// A game that this program can search, and check on several threads.
pub trait Playable:
    Catalogued<State: Send + Sync, Move: Send, Guide: Sync> + Sync + 'static
{
}

impl<G> Playable for G where
    G: Catalogued<State: Send + Sync, Move: Send, Guide: Sync> + Sync + 'static
{
}

/// A position as people see it.
#[derive(Debug)]
pub struct View {
    pub board: String,
    /// In the game's notation.
    pub position: String,
    pub situation: Situation,
    /// The position as an SGF file, if the game has such files.
    pub sgf: Option<String>,
}

/// Whether a game goes on.
#[derive(Debug)]
pub enum Situation {
    ToMove { player: &'static str, moves: Vec<String> },
    Over { result: String },
}

/// A game with its types.
pub struct Typed<G>(pub G);

impl<G: Playable> Rules for Typed<G> {
    fn parameters(&self) -> String {
        self.0.parameters()
    }

    fn has_guide(&self) -> bool {
        self.0.guide().is_some()
    }

    fn repeats(&self) -> bool {
        !matches!(recurrence(&self.0), Recurrence::Never)
    }

    fn threat_stones(&self) -> Option<usize> {
        threats::stones(self)
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        self.0.named_positions()
    }

    fn usual_goal(&self) -> choices::Goal {
        if Self::has_scores() { choices::Goal::Value } else { choices::Goal::Win }
    }

    fn view(&self, position: &str) -> Result<View> {
        let state = self.read(position)?;
        let mut moves = Vec::new();
        let situation = match resolve(&self.0, &state, &mut moves) {
            Status::Turn(player) => Situation::ToMove {
                player: self.0.player_name(player),
                moves: moves.iter().map(|&mv| self.0.write_move(&state, mv)).collect(),
            },
            Status::Over(value) => Situation::Over { result: self.result(value) },
        };
        let position = self.0.write_position(&state);
        let (board, sgf) = (self.0.draw(&state), self.0.sgf(&state));
        Ok(View { board, position, situation, sgf })
    }

    fn solve(
        &self,
        position: &str,
        settings: &Settings,
        watch: &mut (dyn FnMut(&Moment) + Send),
    ) -> Result<(Answer, Certification)> {
        let state = self.read(position)?;
        if settings.threats.is_some() {
            return threats::solve(self, &state, settings, watch);
        }
        inquiry::solve(self, &state, settings, watch)
    }

    fn proofs(&self) -> Option<&dyn Proofs> {
        Some(self)
    }
}

impl<G: Playable> Proofs for Typed<G> {
    fn subject(&self, header: &Header) -> Result<Subject, PositionError> {
        inspection::subject(self, header)
    }

    fn check(
        &self,
        certificate: Certificate<Box<dyn Read>>,
        control: CheckControl<'_>,
    ) -> io::Result<Inspection> {
        inspection::check(self, certificate, control)
    }

    fn outline(
        &self,
        certificate: Certificate<Box<dyn Read>>,
        control: CheckControl<'_>,
        depth: u32,
    ) -> io::Result<(Inspection, Vec<ProofView>)> {
        outline::outline(self, certificate, control, depth)
    }
}

impl<G: Playable> Typed<G> {
    fn read(&self, position: &str) -> Result<G::State> {
        self.0.read(position).map_err(|error| self.explain(position, error)).context("position")
    }

    /// What is not a position may be a misspelt name of one, or no name at all.
    fn explain(&self, position: &str, error: PositionError) -> anyhow::Error {
        let word = position.split_whitespace().next().unwrap_or_default();
        let named = self.0.named_positions();
        match closest(word, named.iter().map(|named| named.name)) {
            Some(near) if near != word => {
                anyhow::anyhow!("there is no position `{word}`; did you mean `{near}`?")
            }
            _ => match error {
                // Whoever meant a board would have written more of it.
                PositionError::Rows { found: 1, expected } => anyhow::anyhow!(
                    "`{position}` is neither the name of a position nor a board of {expected} rows; \
                     `phidelta games {}:{}` explains both",
                    G::NAME,
                    self.0.parameters()
                ),
                error => error.into(),
            },
        }
    }

    /// The board after a line of play.
    pub fn board_after(&self, state: &G::State, line: &[G::Move]) -> String {
        let mut state = state.clone();
        for &mv in line {
            self.0.play(&mut state, mv);
        }
        self.0.draw(&state)
    }

    /// Whether games end with a score, not just with a win, a draw or a loss.
    pub fn has_scores() -> bool {
        TypeId::of::<G::Value>() != TypeId::of::<Outcome>()
    }

    /// A value in a word: a score as Max counts it, or a result as the player to move sees it.
    pub fn value(&self, value: G::Value, turn: Option<Player>) -> Option<String> {
        if Self::has_scores() {
            return Some(value.to_string());
        }
        let word = match value.winner() {
            None => "draw",
            Some(winner) if winner == turn? => "win",
            Some(_) => "loss",
        };
        Some(word.into())
    }

    /// How a finished game ended.
    pub fn result(&self, value: G::Value) -> String {
        let result = match value.winner() {
            None => "a draw".to_string(),
            Some(winner) => format!("{} has won", self.0.player_name(winner)),
        };
        if Self::has_scores() { format!("{result} ({value})") } else { result }
    }

    /// A question in words.
    pub fn question(&self, goal: Goal<G::Value>) -> String {
        let name = self.0.player_name(goal.prover());
        match goal {
            Goal::AtLeast(value) if Self::has_scores() => format!("at least {value}"),
            Goal::AtMost(value) if Self::has_scores() => format!("at most {value}"),
            Goal::AtLeast(value) | Goal::AtMost(value) => match value.winner() {
                None => format!("{name} at least draws"),
                Some(_) => format!("{name} wins"),
            },
        }
    }

    /// A claim of a certificate in words.
    pub fn claim(&self, claim: Claim) -> String {
        let name = self.0.player_name(claim.claimant());
        let values = self.0.values();
        // The value that just meets the claim.
        let met = |value: &&G::Value| claim.met(**value);
        let value = match claim {
            Claim::AtLeast(_) => values.iter().find(met),
            Claim::AtMost(_) => values.iter().rev().find(met),
        };
        match value {
            None => format!("the value is {claim}, which no game is"),
            Some(value) if Self::has_scores() => {
                let counts_for = self.0.player_name(Player::Max);
                let bound = if claim.claimant() == Player::Max { "at least" } else { "at most" };
                format!("the value is {bound} {value}, counted for {counts_for}")
            }
            Some(value) => match value.winner() {
                Some(winner) if winner == claim.claimant() => format!("{name} wins"),
                Some(_) => format!("{name} wins, draws or loses"),
                None => format!("{name} at least draws"),
            },
        }
    }

    /// All claims of a certificate in words. Bounds that meet are a value.
    pub fn claims(&self, claims: &[Claim]) -> String {
        let values = self.0.values();
        let value = |bound: i32| values.iter().copied().find(|value| value.number() == bound);
        if let [Claim::AtLeast(low), Claim::AtMost(high)]
        | [Claim::AtMost(high), Claim::AtLeast(low)] = *claims
            && low == high
            && let Some(value) = value(low)
        {
            let result = match value.winner() {
                None => "the game is a draw".into(),
                Some(winner) => format!("{} wins", self.0.player_name(winner)),
            };
            if !Self::has_scores() {
                return result;
            }
            let counts_for = self.0.player_name(Player::Max);
            return format!("{result}: the value is {value}, counted for {counts_for}");
        }
        let claims: Vec<String> = claims.iter().map(|&claim| self.claim(claim)).collect();
        claims.join(", and ")
    }
}
