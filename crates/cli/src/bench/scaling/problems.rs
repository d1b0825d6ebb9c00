//! What is solved: positions that take one worker a million nodes and more, and some that take less.

use std::ffi::OsStr;

use anyhow::{Context, Result, anyhow};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use phidelta_games as games;
use phidelta_rules::{Goal, Status};
use phidelta_search::scaling::{Costs, Machine, Scheme, Simulated, Simulation};
use phidelta_search::{Control, Init, Limits, Options, SolverError, TableSize};

use crate::rules::Playable;
use crate::{inquiry, interrupt};

/// The memory of all workers together.
pub const MEMORY: u64 = 1 << 30;
/// A simulation that takes so many times the nodes of one worker is given up.
const MOST_OVERHEAD: u64 = 40;
/// From so many nodes on, a problem counts as large.
const LARGE: u64 = 1_000_000;

/// A position, and whether the side to move wins it.
pub struct Problem {
    pub name: &'static str,
    /// Its game in words.
    pub about: &'static str,
    parameters: &'static str,
    position: &'static str,
    /// How many nodes one worker visits.
    pub nodes: u64,
    /// Whether it is a part of the smaller experiment.
    pub is_quick: bool,
    simulate: fn(&Problem, Scheme, Machine) -> Result<Simulated>,
    measure: fn(&Problem, u64) -> Result<Costs>,
}

/// All problems, the largest first.
pub const PROBLEMS: &[Problem] = &[
    Problem::of::<games::connect_four::ConnectFour>("connect-four", "5x6", "start", 3_225_634)
        .about("Connect Four on 5 x 6, from the start"),
    Problem::of::<games::atari_go::AtariGo>("atari-go", "5x5", "start", 1_823_463)
        .about("Atari Go on 5 x 5, from the start"),
    Problem::of::<games::uttt::Uttt>("uttt", "", MIDDLE_GAME, 1_411_056)
        .about("ultimate tic-tac-toe, a middle game"),
    Problem::of::<games::domineering::Domineering>("domineering", "5x6", "start", 694_785)
        .about("Domineering on 5 x 6, from the start"),
    Problem::of::<games::clobber::Clobber>("clobber", "4x5", "start", 482_981)
        .about("Clobber on 4 x 5, from the start"),
    Problem::of::<games::atari_go::AtariGo>("crosscut", "6x6", "crosscut", 103_162)
        .about("Atari Go on 6 x 6, from a crosscut")
        .quick(),
    Problem::of::<games::loa::Loa>("loa", "8", ENDGAME, 15_737)
        .about("Lines of Action, an endgame; positions come back")
        .quick(),
];

const MIDDLE_GAME: &str = "O;.......@.;X.XX..O../OOX....X./O.XO...OO/OXXOX...X/.O.X.OX../....X.X../\
                           ...OO..OX/.X...O.X./..O.O.X..";
const ENDGAME: &str = "8/8/4o1x1/4oooo/2x1xo1o/2xx3o/oxoo4/xx1x4 x";

impl Problem {
    const fn of<G: Playable>(
        name: &'static str,
        parameters: &'static str,
        position: &'static str,
        nodes: u64,
    ) -> Self {
        let (simulate, measure) = (simulate::<G>, measure::<G>);
        let (about, is_quick) = ("", false);
        Problem { name, about, parameters, position, nodes, is_quick, simulate, measure }
    }

    const fn about(self, about: &'static str) -> Self {
        Problem { about, ..self }
    }

    const fn quick(self) -> Self {
        Problem { is_quick: true, ..self }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<&'static Problem> {
        PROBLEMS.iter().find(|problem| problem.name == name)
    }

    pub fn is_large(&self) -> bool {
        self.nodes >= LARGE
    }

    /// Has so many workers solve it. They stop at Ctrl-C.
    ///
    /// # Errors
    /// If memory is short.
    pub fn simulate(&self, scheme: Scheme, machine: Machine) -> Result<Simulated> {
        (self.simulate)(self, scheme, machine)
    }

    /// How long things take here, with jobs of so many nodes.
    ///
    /// # Errors
    /// If memory is short.
    pub fn measure(&self, job: u64) -> Result<Costs> {
        (self.measure)(self, job)
    }
}

fn simulate<G: Playable>(problem: &Problem, scheme: Scheme, machine: Machine) -> Result<Simulated> {
    ask::<G, _>(problem, |simulation, state, goal, control| {
        Simulation { scheme, machine, ..simulation }.run(state, goal, control)
    })
}

fn measure<G: Playable>(problem: &Problem, job: u64) -> Result<Costs> {
    ask::<G, _>(problem, |simulation, state, goal, control| {
        simulation.measure(state, goal, job, control)
    })
}

/// Lets `use_it` use a simulation of the problem with the usual options of `solve`.
fn ask<G: Playable, R>(
    problem: &Problem,
    use_it: impl FnOnce(
        Simulation<'_, G, Option<G::Guide>>,
        &G::State,
        Goal<G::Value>,
        &Control<'_, G::Move>,
    ) -> Result<R, SolverError>,
) -> Result<R> {
    let game = G::with_parameters(problem.parameters).context(problem.name)?;
    let state = game.read(problem.position).context(problem.name)?;
    let Status::Turn(player) = game.status(&state) else {
        return Err(anyhow!("{}: the game is over", problem.name));
    };
    let goal = Goal::win(player, &game.values());
    let goal = goal.with_context(|| format!("{}: nobody can win", problem.name))?;
    let guide = game.guide();
    let (init, look_ahead) =
        if guide.is_some() { (Init::Guide, false) } else { (Init::Unit, true) };
    let table = TableSize::Bytes(MEMORY);
    let options = Options { init, look_ahead, table, ..Options::default() };
    let machine = Machine { workers: 1, slice: 1, costs: Costs::VISITS };
    let (game, guide, options) = (&game, &guide, &options);
    let simulation = Simulation { game, guide, options, scheme: Scheme::Virtual, machine };
    let nodes = Some(MOST_OVERHEAD * problem.nodes);
    let control = Control::new(Limits { nodes, ..Limits::default() });
    let control = control.interrupted_by(interrupt::flag());
    use_it(simulation, &state, goal, &control).map_err(inquiry::no_solver)
}

/// Reads the name of a problem.
#[derive(Clone)]
pub struct ProblemName;

impl TypedValueParser for ProblemName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let names = PossibleValuesParser::new(PROBLEMS.iter().map(|problem| problem.name));
        names.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |problem: &Problem| PossibleValue::new(problem.name).help(problem.about);
        Some(Box::new(PROBLEMS.iter().map(value)))
    }
}
