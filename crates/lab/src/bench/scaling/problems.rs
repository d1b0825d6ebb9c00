//! What is solved: positions that take one worker a million nodes and more, and some that take less.

use std::fmt::{self, Display};

use anyhow::{Context, Result, anyhow};
use phidelta::options::Named;
use phidelta_rules::erased::{AnyState, AnyValue, Erased, ErasedGuide, GameObject};
use phidelta_rules::{Goal, Status};
use phidelta_search::scaling::{Costs, Machine, Scheme, Simulated, Simulation};
use phidelta_search::{Control, Init, Limits, Options, SolverError, TableSize};

use crate::Lab;

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
    /// Its game, with parameters.
    game: &'static str,
    position: &'static str,
    /// How many nodes one worker visits.
    pub nodes: u64,
    /// Whether it is a part of the smaller experiment.
    pub is_quick: bool,
    /// Whether it is solved only if it is asked for by name, since it takes hours.
    pub is_long: bool,
}

/// All problems, the largest first.
pub const PROBLEMS: &[Problem] = &[
    Problem::new("uttt-long", "uttt", OPENING, 26_077_937)
        .about(
            "ultimate tic-tac-toe, earlier in the game; only if it is named, since it takes long",
        )
        .long(),
    Problem::new("connect-four", "connect-four:5x6", "start", 3_225_634)
        .about("Connect Four on 5 x 6, from the start"),
    Problem::new("atari-go", "atari-go:5x5", "start", 1_823_463)
        .about("Atari Go on 5 x 5, from the start"),
    Problem::new("uttt", "uttt", MIDDLE_GAME, 1_411_056)
        .about("ultimate tic-tac-toe, a middle game"),
    Problem::new("domineering", "domineering:5x6", "start", 694_785)
        .about("Domineering on 5 x 6, from the start"),
    Problem::new("clobber", "clobber:4x5", "start", 482_981)
        .about("Clobber on 4 x 5, from the start"),
    Problem::new("crosscut", "atari-go:6x6", "crosscut", 103_162)
        .about("Atari Go on 6 x 6, from a crosscut")
        .quick(),
    Problem::new("loa", "loa:8", ENDGAME, 15_737)
        .about("Lines of Action, an endgame; positions come back")
        .quick(),
];

const OPENING: &str = "O;......@X.;.O.O.O.O./X......X./....OO.../.OX...OO./.....OX../X..XX..O./X..X...OX/........./......O..";
const MIDDLE_GAME: &str = "O;.......@.;X.XX..O../OOX....X./O.XO...OO/OXXOX...X/.O.X.OX../....X.X../\
                           ...OO..OX/.X...O.X./..O.O.X..";
const ENDGAME: &str = "8/8/4o1x1/4oooo/2x1xo1o/2xx3o/oxoo4/xx1x4 x";

/// What is asked of a simulation of a problem.
#[derive(Clone, Copy)]
enum Task {
    /// To solve it with these workers.
    Simulate(Scheme, Machine),
    /// To measure how long things take, with jobs of so many nodes.
    Measure(u64),
}

/// What came of it.
enum Done {
    Simulated(Simulated),
    Measured(Costs),
}

impl Problem {
    const fn new(
        name: &'static str,
        game: &'static str,
        position: &'static str,
        nodes: u64,
    ) -> Self {
        Problem { name, about: "", game, position, nodes, is_quick: false, is_long: false }
    }

    const fn long(self) -> Self {
        Problem { is_long: true, ..self }
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

    /// Has so many workers solve it, unless the work is stopped.
    ///
    /// # Errors
    /// If the game is not in the catalogue, or memory is short.
    pub fn simulate(&self, scheme: Scheme, machine: Machine, lab: &Lab<'_>) -> Result<Simulated> {
        match self.ask(Task::Simulate(scheme, machine), lab)? {
            Done::Simulated(simulated) => Ok(simulated),
            Done::Measured(_) => unreachable!("it was to be simulated"),
        }
    }

    /// How long things take here, with jobs of so many nodes.
    ///
    /// # Errors
    /// If the game is not in the catalogue, or memory is short.
    pub fn measure(&self, job: u64, lab: &Lab<'_>) -> Result<Costs> {
        match self.ask(Task::Measure(job), lab)? {
            Done::Measured(costs) => Ok(costs),
            Done::Simulated(_) => unreachable!("it was to be measured"),
        }
    }

    /// Asks a simulation of the problem with the usual options of `solve`.
    fn ask(&self, task: Task, lab: &Lab<'_>) -> Result<Done> {
        let game =
            lab.catalogue.game(self.game).with_context(|| format!("bench: {}", self.name))?;
        let object = game.rules().object();
        let object =
            object.with_context(|| format!("{}: it is not played move by move", self.name))?;
        let state = object.read(self.position).context(self.name)?;
        let Status::Turn(player) = object.status(&state) else {
            return Err(anyhow!("{}: the game is over", self.name));
        };
        let goal = Goal::win(player, &object.values());
        let goal = goal.with_context(|| format!("{}: nobody can win", self.name))?;
        let nodes = Some(MOST_OVERHEAD * self.nodes);
        let control = Control::new(Limits { nodes, ..Limits::default() });
        let control = control.interrupted_by(lab.signal);
        let done = if object.repeats() {
            run::<true>(task, object, &state, goal, &control)
        } else {
            run::<false>(task, object, &state, goal, &control)
        };
        Ok(done.map_err(phidelta::Error::from)?)
    }
}

/// Runs a simulation of a game without its types, so that it is compiled once for all games.
fn run<const CYCLIC: bool>(
    task: Task,
    object: &dyn GameObject,
    state: &AnyState,
    goal: Goal<AnyValue>,
    control: &Control<'_, u32>,
) -> Result<Done, SolverError> {
    let game = &Erased::<CYCLIC>::new(object.rules());
    let (init, look_ahead) = if object.has_guide() { (Init::Guide, 0) } else { (Init::Unit, 1) };
    let options =
        &Options { init, look_ahead, table: TableSize::Bytes(MEMORY), ..Options::default() };
    let machine = Machine { workers: 1, slice: 1, costs: Costs::VISITS };
    let scheme = Scheme::Virtual;
    let simulation = Simulation { game, guide: &ErasedGuide, options, scheme, machine };
    match task {
        Task::Simulate(scheme, machine) => {
            let simulation = Simulation { scheme, machine, ..simulation };
            simulation.run(state, goal, control).map(Done::Simulated)
        }
        Task::Measure(job) => simulation.measure(state, goal, job, control).map(Done::Measured),
    }
}

/// The name of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProblemName(&'static str);

impl ProblemName {
    /// The name.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl Named for ProblemName {
    const NAMES: &'static [(&'static str, &'static str)] = &{
        let mut names = [("", ""); PROBLEMS.len()];
        let mut at = 0;
        while at < names.len() {
            names[at] = (PROBLEMS[at].name, PROBLEMS[at].about);
            at += 1;
        }
        names
    };

    fn named(text: &str) -> Option<Self> {
        Problem::named(text).map(|problem| ProblemName(problem.name))
    }
}

impl Display for ProblemName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
