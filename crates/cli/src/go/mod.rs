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
pub mod page;
mod positions;
mod question;
mod record;
mod reply;
mod taken_back;

use anyhow::{Context, Result, anyhow, bail};
use phidelta_games::go::diagram::Marks;
use phidelta_games::go::record::Where;
use phidelta_games::go::sgf::write_sgf;
use phidelta_games::go::{Board, LARGEST_SIDE, Point, Position, point_name, point_names};
use phidelta_rules::{Area, NamedPosition, ParameterError, PositionError};

use crate::answer::Answer;
use crate::args::LifeOptions;
use crate::certificate::Certification;
use crate::choices::Goal;
use crate::method::Method;
use crate::moment::Moment;
use crate::registry::closest;
use crate::rules::{Proofs, Rules, Situation, View};
use crate::settings::{Proving, Settings};
use exact::Exact;
use examine::examine;
use eyes::Eyes;
use given::Given;
use life::Basis;
use question::{Question, chains};
use reply::Reply;

pub use life::Life;
pub use manual::{MANUAL, NAME, PARAMETERS, SUMMARY};

/// Where questions about life and death are asked.
pub struct Desk {
    /// The side of boards, if only such are wanted.
    side: Option<usize>,
}

impl Desk {
    /// With the side of boards as parameters, or with nothing for boards of any side.
    ///
    /// # Errors
    /// If that is no side.
    pub fn open(parameters: &str) -> Result<Self, ParameterError> {
        if parameters.is_empty() {
            return Ok(Desk { side: None });
        }
        let form =
            || ParameterError::Form { text: parameters.into(), form: "SIDE", example: "go:19" };
        let value: u64 = parameters.parse().map_err(|_| form())?;
        if !(1..=LARGEST_SIDE as u64).contains(&value) {
            let range = format!("1 to {LARGEST_SIDE}");
            return Err(ParameterError::Range { name: "the side of the board", value, range });
        }
        Ok(Desk { side: Some(value as usize) })
    }

    fn read(&self, text: &str, at: Option<Where>) -> Result<Given> {
        let given = Given::read(text, self.side, at);
        given.map_err(|error| explain(text, error)).context("position")
    }
}

/// What is not a position may be a misspelt name of one, or no name at all.
fn explain(text: &str, error: PositionError) -> anyhow::Error {
    let word = text.split_whitespace().next().unwrap_or_default();
    let is_word = !word.contains(['/', '(']);
    match closest(word, positions::NAMED.iter().map(|named| named.name)) {
        Some(near) if is_word && near != word => {
            anyhow!("there is no position `{word}`; did you mean `{near}`?")
        }
        _ if is_word
            && matches!(error, PositionError::Symbol { .. } | PositionError::Row { .. }) =>
        {
            anyhow!(
                "`{word}` is neither the name of a position nor a board; `phidelta games {NAME}` \
                 explains both"
            )
        }
        _ => error.into(),
    }
}

impl Rules for Desk {
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

    fn threat_stones(&self) -> Option<usize> {
        None
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        let fits = |named: &NamedPosition| Given::read(named.position, self.side, None).is_ok();
        positions::NAMED.into_iter().filter(fits).collect()
    }

    fn usual_goal(&self) -> Goal {
        Goal::Status
    }

    fn usual_search(&self, life: &LifeOptions) -> Method {
        if life.exact.is_some() { Method::DfPn } else { Method::ABGW }
    }

    fn asks_for_life(&self) -> bool {
        true
    }

    fn view(&self, text: &str) -> Result<View> {
        let Given { position, targets, region, .. } = self.read(text, None)?;
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

    fn solve(
        &self,
        text: &str,
        settings: &Settings,
        watch: &mut (dyn FnMut(&Moment) + Send),
    ) -> Result<(Answer, Certification)> {
        let question = Question::new(self.read(text, settings.life.at_move)?, settings)?;
        check(&question, settings)?;
        let all_moves = settings.life.all_moves;
        match (&settings.life.exact, settings.name) {
            (Some(region), _) => {
                let mut exact = Exact::new(&question, region, settings, watch).context("exact")?;
                let examined = examine(&question, all_moves, &mut exact)?;
                let mut reply = Reply::new(&question, Basis::Proof, examined);
                reply.region = Some((exact.points(), exact.source()));
                reply.position = exact.position().clone();
                reply.threats = question.movers.first().and_then(|&mover| exact.threats(mover));
                let Exact { effort, certification, .. } = exact;
                Ok((reply.answer(settings, effort), certification))
            }
            (None, Method::Widening(plan)) => {
                let mut eyes = Eyes::new(&question, plan, settings, watch);
                let examined = examine(&question, all_moves, &mut eyes)?;
                let reply = Reply::new(&question, Basis::EyeRules, examined);
                Ok((reply.answer(settings, eyes.effort), Certification::Unasked))
            }
            (None, name) => bail!("search: {name} proves life in a region; give --exact"),
        }
    }

    fn proofs(&self) -> Option<&dyn Proofs> {
        None
    }
}

/// Refuses what options cannot mean together.
fn check(question: &Question, settings: &Settings) -> Result<()> {
    let is_status = question.goal == Goal::Status;
    if is_status && settings.life.ko_threats.is_some() {
        bail!("ko-threats: a status tells how many are needed; choose --goal live or kill");
    }
    match settings.proof {
        Proving::No => Ok(()),
        _ if settings.life.exact.is_none() => {
            let option = if settings.proof == Proving::Checked { "self-check" } else { "certify" };
            bail!("{option}: rules about eyes prove nothing; give --exact, too")
        }
        Proving::Certified if is_status => bail!(
            "certify: a status is the answer to many questions; choose --goal live or kill, or \
             --self-check"
        ),
        _ => Ok(()),
    }
}

/// A position and whose life is asked for, as [`Given::read`] reads it.
fn written(position: &Position, targets: &Area) -> String {
    let names = point_names(targets, position.side);
    let targets = match &names[..] {
        [] => String::new(),
        names => format!(" target={}", names.join(",")),
    };
    position.write() + &targets
}
