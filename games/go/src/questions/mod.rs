//! Life and death in Go: whose stones, in which position, who moves first, and what the answer rests
//! on.
//!
//! A position of Go is not searched as such. Rules about eyes answer the question on the whole board
//! (`eyes`); with `--exact` it becomes a position of the game `go-life`, which is proved (`exact`).

mod budget;
mod exact;
mod examine;
mod eyes;
mod given;
mod life;
mod manual;
mod options;
mod page;
mod positions;
mod question;
mod record;
mod reply;
mod taken_back;

use phidelta::options::Method;
use phidelta::{
    Context, Engine, Error, Given, Goal, ProofOutcome, Proving, Result, Settings, SettingsRequest,
    Situation, Solvable, Solved, View, closest,
};
use phidelta_rules::{Area, NamedPosition, ParameterError, PositionError};

use crate::diagram::Marks;
use crate::record::Where;
use crate::sgf::write_sgf;
use crate::{Board, LARGEST_SIDE, Point, Position, point_name, point_names};
use exact::Exact;
use examine::examine;
use eyes::Eyes;
use given::GivenPosition;
use life::Basis;
use options::LifeOptions;
use question::{Question, chains};
use reply::Reply;

pub(crate) use manual::{MANUAL, NAME, PARAMETERS, SUMMARY};
pub use options::OPTIONS;

/// The game of questions about life and death, on boards of one side or of any.
pub struct LifeAndDeath {
    /// The side of boards, if only such are wanted.
    side: Option<usize>,
}

impl LifeAndDeath {
    /// With the side of boards as parameters, or with nothing for boards of any side.
    ///
    /// # Errors
    /// If that is no side.
    pub fn open(parameters: &str) -> Result<Self, ParameterError> {
        if parameters.is_empty() {
            return Ok(LifeAndDeath { side: None });
        }
        let form =
            || ParameterError::Form { text: parameters.into(), form: "SIDE", example: "go:19" };
        let value: u64 = parameters.parse().map_err(|_| form())?;
        if !(1..=LARGEST_SIDE as u64).contains(&value) {
            let range = format!("1 to {LARGEST_SIDE}");
            return Err(ParameterError::Range { name: "the side of the board", value, range });
        }
        Ok(LifeAndDeath { side: Some(value as usize) })
    }

    /// Whether a region is given in which life can be proved.
    fn is_enclosed(&self, asked: &SettingsRequest<'_>) -> Result<bool> {
        let options = LifeOptions::read(asked.given)?;
        let given = self.read(asked.position, options.at_move)?;
        let goal = asked.goal.unwrap_or(self.usual_goal());
        Ok(exact::is_enclosed(&Question::new(given, goal, &options)?))
    }

    fn read(&self, text: &str, at: Option<Where>) -> Result<GivenPosition> {
        GivenPosition::read(text, self.side, at).map_err(|error| explain(text, error))
    }
}

/// What is not a position may be a misspelt name of one, or no name at all.
fn explain(text: &str, error: PositionError) -> Error {
    let word = text.split_whitespace().next().unwrap_or_default();
    let is_word = !word.contains(['/', '(']);
    let message = match closest(word, positions::NAMED.iter().map(|named| named.name)) {
        Some(near) if is_word && near != word => {
            format!("there is no position `{word}`; did you mean `{near}`?")
        }
        _ if is_word
            && matches!(error, PositionError::Symbol { .. } | PositionError::Row { .. }) =>
        {
            format!(
                "`{word}` is neither the name of a position nor a board; `phidelta games {NAME}` \
                 explains both"
            )
        }
        _ => error.to_string(),
    };
    Error::Position(message)
}

/// A fault of a position.
fn in_position(error: PositionError) -> Error {
    Error::Position(error.to_string())
}

impl Solvable for LifeAndDeath {
    fn parameters(&self) -> String {
        self.side.map_or_else(String::new, |side| side.to_string())
    }

    /// Proofs have one, of go-life.
    fn has_guide(&self) -> bool {
        true
    }

    fn repeats(&self) -> bool {
        true
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        let fits =
            |named: &NamedPosition| GivenPosition::read(named.position, self.side, None).is_ok();
        positions::NAMED.into_iter().filter(fits).collect()
    }

    fn usual_goal(&self) -> Goal {
        Goal::Status
    }

    fn goals(&self) -> &'static [Goal] {
        &[Goal::Live, Goal::Kill, Goal::Status]
    }

    /// A proof where walls enclose the region in which it is fought, or points are marked; or else rules about
    /// eyes.
    fn usual_searches(&self, asked: &SettingsRequest<'_>) -> Vec<Method> {
        let is_exact = |name: &&str| asked.given.has(name);
        if ["exact", "wall", "ko-threats"].iter().any(is_exact) || asked.proof != Proving::No {
            return vec![Method::DfPn];
        }
        match self.is_enclosed(asked) {
            Ok(true) => vec![Method::DfPn, Method::ABGW],
            Ok(false) | Err(_) => vec![Method::ABGW],
        }
    }

    fn check_options(&self, search: Method, given: &Given) -> Result<()> {
        LifeOptions::read(given)?.check(search)
    }

    fn can_be_saved(&self) -> bool {
        false
    }

    fn view(&self, text: &str) -> Result<View> {
        let GivenPosition { position, targets, region, .. } = self.read(text, None)?;
        let board = Board::new(&position);
        let points = board.points().iter().map(|point| point as Point);
        let legal = points.filter(|&point| board.is_legal(point, position.turn));
        let moves = legal.map(|point| point_name(point, position.side)).collect();
        let marks = Marks { targets: chains(&board, &targets), region, labels: Vec::new() };
        Ok(View {
            board: position.draw(&marks),
            position: written(&position, &targets),
            situation: Situation::ToMove { player: position.turn.name(), moves },
            sgf: Some(write_sgf(&position, &marks, "", &[])),
        })
    }

    fn solve(&self, text: &str, settings: &Settings, context: &mut Context<'_>) -> Result<Solved> {
        let options = LifeOptions::read(&settings.given)?;
        let given = self.read(text, options.at_move)?;
        let question = Question::new(given, settings.goal, &options)?;
        check(&question, &options, settings)?;
        let all_moves = settings.all_moves || settings.record;
        match settings.plan().filter(|_| options.exact.is_none()) {
            None => {
                let region = options.exact.as_deref().unwrap_or_default();
                let mut exact = Exact::new(&question, region, &options, settings, context)?;
                let examined = examine(&question, all_moves, &mut exact)?;
                let mut reply = Reply::new(&question, Basis::Proof, examined);
                reply.region = Some((exact.points(), exact.source()));
                reply.is_walled = options.wall;
                reply.position = exact.position().clone();
                reply.threats = question.movers.first().and_then(|&mover| exact.threats(mover));
                let Exact { effort, proof, .. } = exact;
                Ok(Solved { answer: reply.answer(settings, effort), proof })
            }
            Some(plan) => {
                let mut eyes = Eyes::new(&question, plan, settings, context);
                let examined = examine(&question, all_moves, &mut eyes)?;
                let reply = Reply::new(&question, Basis::EyeRules, examined);
                let answer = reply.answer(settings, eyes.effort);
                Ok(Solved { answer, proof: ProofOutcome::NotAsked })
            }
        }
    }

    fn engine(&self) -> Option<&dyn Engine> {
        None
    }
}

/// Refuses what a question cannot mean with these settings.
fn check(question: &Question, options: &LifeOptions, settings: &Settings) -> Result<()> {
    let is_status = question.goal == Goal::Status;
    if is_status && options.ko_threats.is_some() {
        let message = "a status tells how many are needed; choose --goal live or kill";
        return Err(Error::option("ko-threats", message));
    }
    match settings.proof {
        Proving::No => Ok(()),
        _ if options.exact.is_none() && settings.plan().is_some() => {
            let option = if settings.proof == Proving::Checked { "self-check" } else { "certify" };
            Err(Error::option(option, "rules about eyes prove nothing; give --exact, too"))
        }
        Proving::Certified if is_status => {
            let message = "a status is the answer to many questions; choose --goal live or kill, or \
                           --self-check";
            Err(Error::option("certify", message))
        }
        _ => Ok(()),
    }
}

/// A position and whose life is asked for, as [`GivenPosition::read`] reads it.
fn written(position: &Position, targets: &Area) -> String {
    let names = point_names(targets, position.side);
    let targets = match &names[..] {
        [] => String::new(),
        names => format!(" target={}", names.join(",")),
    };
    position.write() + &targets
}
