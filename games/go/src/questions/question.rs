//! Whose life is asked for, and who moves first.

use phidelta::{Error, Goal, Result};
use phidelta_rules::Area;

use super::given::GivenPosition;
use super::options::LifeOptions;
use crate::{Board, Colour, Point, Position, point_names, read_region};

/// A question about stones.
#[derive(Debug)]
pub struct Question {
    pub position: Position,
    /// The stones that were named or marked.
    pub targets: Area,
    /// All stones of their chains.
    pub chains: Area,
    pub defender: Colour,
    pub goal: Goal,
    /// Who moves first: both, one after the other, for a status.
    pub movers: Vec<Colour>,
    /// The points that are marked.
    pub marked: Area,
}

impl Question {
    /// What a goal and these options ask about a position.
    ///
    /// # Errors
    /// If there are no targets, or they are not stones of one colour, or the goal is none of Go.
    pub fn new(given: GivenPosition, goal: Goal, options: &LifeOptions) -> Result<Self> {
        let fault = |message: String| Err(Error::option("target", message));
        let GivenPosition { mut position, turn_is_known, targets, region: marked } = given;
        let side = position.side;
        let targets = match &options.target {
            Some(text) => read_region(text, side)
                .map_err(|error| Error::option("target", error.to_string()))?,
            None => targets,
        };
        let stones = position.stones[0] | position.stones[1];
        if targets.is_empty() {
            return fault("say whose life you ask for, as in --target D4, or mark stones".into());
        }
        if let Some(point) = point_names(&(targets - stones), side).first() {
            return fault(format!("there is no stone on {point}; name one"));
        }
        let defender = match position.stones.map(|stones| stones & targets) {
            [black, white] if !black.is_empty() && !white.is_empty() => {
                let first = |stones| point_names(&stones, side).swap_remove(0);
                return fault(format!(
                    "{} is black and {} is white; ask for stones of one colour",
                    first(black),
                    first(white)
                ));
            }
            [black, _] if black.is_empty() => Colour::White,
            _ => Colour::Black,
        };
        let mover = match (goal, options.to_move) {
            (_, Some(colour)) => colour,
            // Who does not say whose turn it is means the turn of the one who is to do it.
            (Goal::Live, None) if !turn_is_known => defender,
            (Goal::Kill, None) if !turn_is_known => !defender,
            (Goal::Live | Goal::Kill | Goal::Status, None) => position.turn,
            _ => {
                let message = format!("stones of go do not {goal}; choose live, kill or status");
                return Err(Error::Goal(message));
            }
        };
        position = with_turn(&position, mover);
        let movers = match goal {
            Goal::Status => vec![defender, !defender],
            _ => vec![mover],
        };
        let chains = chains(&Board::new(&position), &targets);
        Ok(Question { position, targets, chains, defender, goal, movers, marked })
    }

    /// The position with this player to move.
    pub fn position_for(&self, mover: Colour) -> Position {
        with_turn(&self.position, mover)
    }

    /// The targets by name.
    pub fn target_names(&self) -> Vec<String> {
        point_names(&self.targets, self.position.side)
    }
}

/// All stones of the chains of these stones.
pub fn chains(board: &Board, stones: &Area) -> Area {
    let chain = |stone: usize| board.stones(stone as Point).map(usize::from);
    stones.iter().filter(|&stone| !board.is_empty(stone as Point)).flat_map(chain).collect()
}

/// The position with another player to move, who is not forbidden to take a ko.
pub fn with_turn(position: &Position, turn: Colour) -> Position {
    let ko = position.ko.filter(|_| position.turn == turn);
    Position { turn, ko, ..position.clone() }
}
