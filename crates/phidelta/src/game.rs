//! A game in the catalogue: what is asked of it, whatever its types.
//!
//! [`Solvable`] is what front ends come down to, as a trait object. [`Typed`] makes one of any game that has
//! rules, notation and a manual; this is where the engine is compiled for a game's types. A game whose
//! questions need more (searches of its own, options of its own) implements [`Solvable`] itself, and hands
//! on to a [`Typed`] what that does well.

use std::io::{self, Read};

use phidelta_certificate::check::{self, Certificate, CheckControl, Checked};
use phidelta_certificate::{Outline, read};
use phidelta_rules::erased::{AnyState, AnyValue, GameObject, Object, Repetition, RulesObject};
use phidelta_rules::{
    Catalogued, Game, Goal as RulesGoal, Interrupt, NamedPosition, ParameterError, Player,
    PositionError, Status, ThreatPosition, recurrence,
};
use phidelta_search::widening::{self, Finding, Widening};
use phidelta_search::{Control, Limits, Options, Parallel, Progress, SolverError};
use phidelta_search::{SolverObject, with_erased_solver, with_typed_solver};

use crate::answer::Solved;
use crate::catalogue::closest;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::options::{Given, Goal, Method};
use crate::settings::{Settings, SettingsRequest};
use crate::{solve, words};

/// What the catalogue needs of a game with its parameters.
pub trait Solvable: Send + Sync {
    /// The parameters, as the game writes them.
    fn parameters(&self) -> String;

    /// Whether there is advice for searches.
    fn has_guide(&self) -> bool;

    /// Whether positions can be evaluated: see [`Guide::score`](phidelta_rules::Guide::score).
    fn has_evaluation(&self) -> bool {
        self.object().is_some_and(|object| object.has_evaluation())
    }

    /// Whether positions may come back.
    fn repeats(&self) -> bool;

    /// How many stones a turn has, if continuous threats can be searched for.
    fn threat_stones(&self) -> Option<usize> {
        None
    }

    /// The positions that have names.
    fn named_positions(&self) -> Vec<NamedPosition>;

    /// What is asked unless the user says otherwise.
    fn usual_goal(&self) -> Goal;

    /// The goals that make sense in the game.
    fn goals(&self) -> &'static [Goal] {
        &[Goal::Win, Goal::Draw, Goal::Value]
    }

    /// How to search unless the user says so: the first of these that the options fit.
    fn usual_searches(&self, _asked: &SettingsRequest<'_>) -> Vec<Method> {
        vec![Method::DfPn]
    }

    /// Whether options of the game's own fit the search and each other.
    ///
    /// # Errors
    /// If they do not.
    fn check_options(&self, _search: Method, _given: &Given) -> Result<()> {
        Ok(())
    }

    /// Whether a search of an answer can be saved and taken up again.
    fn can_be_saved(&self) -> bool {
        true
    }

    /// What there is to see in a position.
    ///
    /// # Errors
    /// If the text is not a position.
    fn view(&self, position: &str) -> Result<View>;

    /// Answers a question about a position.
    ///
    /// # Errors
    /// If the text is not a position, the game does not know the goal, or memory is short.
    fn solve(
        &self,
        position: &str,
        settings: &Settings,
        context: &mut Context<'_>,
    ) -> Result<Solved>;

    /// What searches its positions and checks certificates of it, if they are played move by move.
    fn engine(&self) -> Option<&dyn Engine>;

    /// The rules and notation, if positions are played move by move.
    fn object(&self) -> Option<&dyn GameObject> {
        self.engine().map(|engine| engine.game())
    }
}

/// What checks certificates of a game.
pub trait Checker {
    /// The game.
    fn game(&self) -> &dyn GameObject;

    /// Checks a certificate about `root`.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn check(
        &self,
        root: &AnyState,
        certificate: Certificate<Box<dyn Read + '_>>,
        control: CheckControl<'_>,
    ) -> io::Result<Checked>;

    /// As [`check`](Checker::check), on one thread, and gives the proofs as graphs.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn read(
        &self,
        root: &AnyState,
        certificate: Certificate<Box<dyn Read + '_>>,
        control: CheckControl<'_>,
    ) -> io::Result<(Checked, Vec<Outline>)>;
}

/// Who stops a search by generalized threats, and who hears how many positions it has visited.
pub struct ThreatContext<'a> {
    /// What stops it, or makes it wait.
    pub interrupt: &'a dyn Interrupt,
    /// Hears of the progress.
    pub listener: &'a mut dyn FnMut(u64),
}

/// What searches positions of a game, whatever its types.
pub trait Engine: Checker {
    /// Hands a solver with these options, and so many threads if there are to be several, to `body`.
    ///
    /// # Errors
    /// If options do not fit each other, or memory is short.
    fn with_solver(
        &self,
        options: &Options,
        threads: Option<(usize, Parallel)>,
        body: &mut dyn FnMut(&mut dyn SolverObject),
    ) -> Result<(), SolverError>;

    /// Searches by generalized threats for a way of Max, which is the prover of the goal, to reach it. `None`
    /// if the game knows no threats for it. Moves are places among the legal ones.
    fn search_threats(
        &self,
        state: &AnyState,
        goal: RulesGoal<AnyValue>,
        turn: Player,
        widening: &Widening,
        limits: Limits,
        context: ThreatContext<'_>,
    ) -> Option<Finding<u32>>;

    /// The game with these parameters, made anew.
    ///
    /// # Errors
    /// If they are none of the game.
    fn reopen(&self, parameters: &str) -> Result<Box<dyn Engine>, ParameterError>;
}

/// A game that can be searched, and checked on several threads.
pub trait Playable:
    Catalogued<State: Send + Sync + 'static, Move: Send + Sync, Value: 'static, Guide: Send + Sync>
    + Send
    + Sync
    + 'static
{
}

impl<G> Playable for G where
    G: Catalogued<
            State: Send + Sync + 'static,
            Move: Send + Sync,
            Value: 'static,
            Guide: Send + Sync,
        > + Send
        + Sync
        + 'static
{
}

/// A position as people see it.
#[derive(Clone, Debug)]
pub struct View {
    /// The drawn board.
    pub board: String,
    /// In the game's notation.
    pub position: String,
    /// Whether the game goes on.
    pub situation: Situation,
    /// The position as an SGF file, if the game has such files.
    pub sgf: Option<String>,
}

/// Whether a game goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Situation {
    /// It does.
    ToMove {
        /// Whose turn it is, by name.
        player: &'static str,
        /// The legal moves.
        moves: Vec<String>,
    },
    /// It does not.
    Over {
        /// How it ended.
        result: String,
    },
}

/// A search by generalized threats, compiled for a game.
type ThreatSearch<G> = fn(
    ThreatPosition<'_, <G as Game>::Move>,
    Player,
    &Widening,
    Control<'_, <G as Game>::Move>,
) -> Finding<<G as Game>::Move>;

/// A game with its types, for the catalogue.
pub struct Typed<G: Playable> {
    object: Object<G, Option<G::Guide>>,
    threat_search: Option<ThreatSearch<G>>,
}

impl<G: Playable> Typed<G> {
    /// The game.
    pub fn new(game: G) -> Self {
        let guide = game.guide();
        Typed { object: Object::new(game, guide), threat_search: None }
    }

    /// Searches by generalized threats, too, which the game knows: see [`Game::threats`].
    #[must_use]
    pub fn with_threat_searches(mut self) -> Self {
        self.threat_search = Some(|mut position, turn, widening, control| {
            widening::search(position.as_mut(), turn, widening, control)
        });
        self
    }

    /// The game itself.
    pub fn game(&self) -> &G {
        self.object.game()
    }

    /// The game as an object.
    pub fn typed_object(&self) -> &Object<G, Option<G::Guide>> {
        &self.object
    }

    /// The position of a text, with the game's type.
    ///
    /// # Errors
    /// If the text is not a position.
    pub fn read(&self, position: &str) -> Result<G::State> {
        let read = self.game().read(position);
        read.map_err(|error| explain(G::NAME, &self.object, position, error))
    }
}

impl<G: Playable> Solvable for Typed<G> {
    fn parameters(&self) -> String {
        self.game().parameters()
    }

    fn has_guide(&self) -> bool {
        self.object.has_guide()
    }

    fn repeats(&self) -> bool {
        self.object.repetition() != Repetition::Never
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        self.game().named_positions()
    }

    fn usual_goal(&self) -> Goal {
        if self.object.has_scores() { Goal::Value } else { Goal::Win }
    }

    fn view(&self, position: &str) -> Result<View> {
        view(G::NAME, &self.object, position)
    }

    fn solve(
        &self,
        position: &str,
        settings: &Settings,
        context: &mut Context<'_>,
    ) -> Result<Solved> {
        let state = read_state(G::NAME, &self.object, position)?;
        solve::solve(G::NAME, self, &state, settings, context)
    }

    fn engine(&self) -> Option<&dyn Engine> {
        Some(self)
    }
}

impl<G: Playable> Checker for Typed<G> {
    fn game(&self) -> &dyn GameObject {
        &self.object
    }

    fn check(
        &self,
        root: &AnyState,
        certificate: Certificate<Box<dyn Read + '_>>,
        control: CheckControl<'_>,
    ) -> io::Result<Checked> {
        let (game, root) = (self.object.game(), self.object.typed(root));
        check::check(game, &recurrence(game), root, certificate, control)
    }

    fn read(
        &self,
        root: &AnyState,
        certificate: Certificate<Box<dyn Read + '_>>,
        control: CheckControl<'_>,
    ) -> io::Result<(Checked, Vec<Outline>)> {
        let (game, root) = (self.object.game(), self.object.typed(root));
        read(game, &recurrence(game), root, certificate, control)
    }
}

impl<G: Playable> Engine for Typed<G> {
    fn with_solver(
        &self,
        options: &Options,
        threads: Option<(usize, Parallel)>,
        body: &mut dyn FnMut(&mut dyn SolverObject),
    ) -> Result<(), SolverError> {
        if options.needs_all_variants() {
            return with_erased_solver(&self.object, options, threads, body);
        }
        with_typed_solver(&self.object, options, threads, body)
    }

    fn search_threats(
        &self,
        state: &AnyState,
        goal: RulesGoal<AnyValue>,
        turn: Player,
        widening: &Widening,
        limits: Limits,
        context: ThreatContext<'_>,
    ) -> Option<Finding<u32>> {
        let search = self.threat_search?;
        let goal = self.object.typed_goal(goal)?;
        let position = self.game().threats(self.object.typed(state), goal)?;
        let ThreatContext { interrupt, listener } = context;
        let mut listen = |progress: &Progress<'_, G::Move>| listener(progress.nodes);
        let control = Control::new(limits).interrupted_by(interrupt).listened_by(&mut listen);
        let found = search(position, turn, widening, control);
        let Finding { fate, is_settled, best, line, nodes, plays, elapsed, stopped } = found;
        let best = best.and_then(|best| self.object.place_of(state, best));
        let line = self.object.places(state, &line);
        Some(Finding { fate, is_settled, best, line, nodes, plays, elapsed, stopped })
    }

    fn reopen(&self, parameters: &str) -> Result<Box<dyn Engine>, ParameterError> {
        let game = Typed::<G>::new(G::with_parameters(parameters)?);
        Ok(Box::new(Typed { threat_search: self.threat_search, ..game }))
    }
}

/// What there is to see in a position.
fn view(name: &str, game: &dyn GameObject, position: &str) -> Result<View> {
    let state = read_state(name, game, position)?;
    let situation = match game.resolve(&state) {
        Status::Turn(player) => Situation::ToMove {
            player: game.player_name(player),
            moves: (0..game.move_count(&state)).map(|mv| game.write_move(&state, mv)).collect(),
        },
        Status::Over(value) => Situation::Over { result: words::result(game, value) },
    };
    let position = game.write_position(&state);
    Ok(View { board: game.draw(&state), position, situation, sgf: game.sgf(&state) })
}

/// The position of a text.
///
/// # Errors
/// If the text is not a position of the game of this name.
pub fn read_state(name: &str, game: &dyn GameObject, position: &str) -> Result<AnyState> {
    game.read(position).map_err(|error| explain(name, game, position, error))
}

/// What is not a position may be a misspelt name of one, or no name at all.
fn explain(name: &str, game: &dyn GameObject, position: &str, error: PositionError) -> Error {
    let word = position.split_whitespace().next().unwrap_or_default();
    if word.starts_with("(;") && game.sgf(&game.initial()).is_none() {
        let message = format!(
            "it is an SGF file, and {name} has no such files; `phidelta games {name}:{}` explains its notation",
            game.parameters()
        );
        return Error::Position(message);
    }
    let named = game.named_positions();
    let message = match closest(word, named.iter().map(|named| named.name)) {
        Some(near) if near != word => {
            format!("there is no position `{word}`; did you mean `{near}`?")
        }
        _ => match error {
            // Whoever meant a board would have written more of it.
            PositionError::Rows { found: 1, expected } => format!(
                "`{position}` is neither the name of a position nor a board of {expected} rows; `phidelta \
                 games {name}:{}` explains both",
                game.parameters()
            ),
            error => error.to_string(),
        },
    };
    Error::Position(message)
}
