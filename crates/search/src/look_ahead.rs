//! Look-ahead of several plies at new leaves: depth-first iterative deepening with no table (Kaneko, Tanaka,
//! Yamaguchi & Kawai 2005, "Df-pn with fixed-depth search at frontier nodes", for mating problems of shogi; Winands 2004,
//! PhD thesis, for Lines of Action).
//!
//! Whether a player succeeds within so many plies is one question, for the player to move and for the other one. It is
//! asked for 2 plies, then for 3, and so on: the first yes is the shortest line, so what it finds rests on no position
//! that comes back within it. (A success in one ply is seen by what looks at the leaf first.) A no says nothing.
//!
//! A look-ahead may take long, so it is a stack of levels that can be left at any position, when the
//! [clock](crate::pulse) says so, and gone on with.
//!
//! Where positions come back, a line of plies may lead to a position that came before the leaf. If the success does
//! not need the repetition rule, as here, then who succeeds could have taken the same way when that position came
//! first, with fewer plies to go: what is found holds after every line that begins at the root of the search. What came
//! before the root is another matter, and so are games in which different positions count as the same: there nobody
//! looks further than one ply.

use phidelta_rules::{Game, Guide, Looker, Player, Status};

use crate::problem::Problem;
use crate::pulse::Pulse;

/// The most plies.
pub(crate) const MOST_PLIES: u8 = 5;

/// So many positions are looked at, at most, before the clock is minded.
const SLICE: usize = 256;

/// A position on the line that is looked at.
struct Level<S, M> {
    state: S,
    turn: Player,
    /// Its moves; once all have been tried for an end of the game, those that do not end it.
    moves: Vec<M>,
    /// The next one.
    next: usize,
    /// How many of those before it do not end the game, while that is tried.
    open: usize,
    /// Whether all were tried for an end of the game.
    is_tried: bool,
}

/// What looks at leaves, one after the other.
pub(crate) struct LookAhead<S, M> {
    most: u8,
    /// The leaf, while it is looked at.
    leaf: Option<(S, Player)>,
    /// The question: within how many plies, and who is to succeed.
    plies: u8,
    succeeds: Player,
    levels: Vec<Level<S, M>>,
    /// The answer about the last level, once it is known.
    answer: Option<bool>,
    /// Move lists that are not in use.
    spare: Vec<Vec<M>>,
    /// The moves that decided a position last, by the plies to go there: they are tried first.
    killers: [Option<M>; MOST_PLIES as usize + 1],
}

/// What a look-ahead has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Looked {
    /// It was left when the clock beat, and is to go on.
    Working,
    /// Nothing is found.
    Nothing,
    /// The goal will be reached, or not, within so many plies.
    Settled(bool, u8),
}

impl<S: Clone, M: Copy + PartialEq> LookAhead<S, M> {
    /// A look-ahead of so many plies.
    pub fn new(plies: u8) -> Self {
        LookAhead {
            most: plies.min(MOST_PLIES),
            leaf: None,
            plies: 0,
            succeeds: Player::Max,
            levels: Vec::new(),
            answer: None,
            spare: Vec::new(),
            killers: [None; MOST_PLIES as usize + 1],
        }
    }

    /// Whether it looks further than what looks at a leaf first.
    #[inline]
    pub fn is_deep(&self) -> bool {
        self.most > 1
    }

    /// Leaves the leaf that is looked at, if there is one.
    pub fn stop(&mut self) {
        (self.leaf, self.answer) = (None, None);
        while let Some(level) = self.levels.pop() {
            self.spare.push(level.moves);
        }
    }

    /// Looks at the position after a move, or goes on with it if that was begun, until the clock beats. Adds to the
    /// count of positions.
    #[inline(never)]
    pub fn look<G, A>(
        &mut self,
        problem: &Problem<'_, G, A>,
        (parent, mv): (&S, M),
        positions: &mut u64,
        pulse: &mut Pulse,
    ) -> Looked
    where
        G: Game<State = S, Move = M>,
        A: Guide<G>,
    {
        if self.leaf.is_none() && !self.begin(problem, parent, mv) {
            return Looked::Nothing;
        }
        loop {
            let looked = self.run(problem, pulse.share(SLICE, 1), positions);
            if looked != Looked::Working || pulse.beats() {
                return looked;
            }
        }
    }

    /// Begins to look at the position after a move. Whether there is anything to look for.
    fn begin<G, A>(&mut self, problem: &Problem<'_, G, A>, parent: &S, mv: M) -> bool
    where
        G: Game<State = S, Move = M>,
        A: Guide<G>,
    {
        let mut state = parent.clone();
        problem.game.play(&mut state, mv);
        let Status::Turn(turn) = problem.game.status(&state) else { return false };
        if !problem.options.looker.looks(turn, problem.question.goal.prover()) {
            return false;
        }
        (self.plies, self.succeeds) = (2, turn);
        self.leaf = Some((state, turn));
        true
    }

    /// Looks at so many positions.
    fn run<G, A>(
        &mut self,
        problem: &Problem<'_, G, A>,
        share: usize,
        positions: &mut u64,
    ) -> Looked
    where
        G: Game<State = S, Move = M>,
        A: Guide<G>,
    {
        let mut left = share.max(1);
        loop {
            if let Some(succeeds) = self.answer.take() {
                if let Some(looked) = self.tell(problem, succeeds) {
                    return looked;
                }
                continue;
            }
            if left == 0 {
                return Looked::Working;
            }
            left -= 1;
            match self.levels.last() {
                None => {
                    let (state, turn) = self.leaf.clone().expect("a leaf is looked at");
                    self.enter(problem, state, turn);
                }
                Some(level) if level.is_tried => self.descend(problem),
                Some(_) => {
                    *positions += 1;
                    self.try_next(problem);
                }
            }
        }
    }

    /// Tells the answer about the last level to the one before. If there is none, that may be what the look-ahead has
    /// come to, or else the next question begins.
    fn tell<G: Game, A>(&mut self, problem: &Problem<'_, G, A>, succeeds: bool) -> Option<Looked> {
        let level = self.levels.pop().expect("the answer is about a level");
        self.spare.push(level.moves);
        let plies_to_go = self.plies_to_go();
        if let Some(parent) = self.levels.last() {
            if (parent.turn == self.succeeds) == succeeds {
                self.killers[plies_to_go] = Some(parent.moves[parent.next - 1]);
                self.answer = Some(succeeds);
            }
            return None;
        }
        let prover = problem.question.goal.prover();
        let (_, turn) = self.leaf.as_ref()?;
        let is_for_mover = self.succeeds == *turn;
        if succeeds {
            self.leaf = None;
            return Some(Looked::Settled(self.succeeds == prover, self.plies));
        }
        if is_for_mover && problem.options.looker == Looker::Both {
            self.succeeds = !self.succeeds;
            return None;
        }
        (self.plies, self.succeeds) = (self.plies + 1, *turn);
        if self.plies <= self.most {
            return None;
        }
        self.leaf = None;
        Some(Looked::Nothing)
    }

    /// How many plies there are to go at the last level.
    fn plies_to_go(&self) -> usize {
        usize::from(self.plies) + 1 - self.levels.len().max(1)
    }

    /// Goes on to a position, where the game goes on.
    fn enter<G, A>(&mut self, problem: &Problem<'_, G, A>, state: S, turn: Player)
    where
        G: Game<State = S, Move = M>,
    {
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        problem.game.moves(&state, &mut moves);
        if moves.is_empty() {
            self.answer = Some(self.is_success(problem, problem.game.stuck(&state)));
        }
        self.levels.push(Level { state, turn, moves, next: 0, open: 0, is_tried: false });
    }

    /// Whether a game that ends so is what is asked for.
    fn is_success<G: Game, A>(&self, problem: &Problem<'_, G, A>, value: G::Value) -> bool {
        let goal = problem.question.goal;
        goal.met(value) == (self.succeeds == goal.prover())
    }

    /// Tries the next move of the last level for an end of the game.
    fn try_next<G, A>(&mut self, problem: &Problem<'_, G, A>)
    where
        G: Game<State = S, Move = M>,
    {
        let (plies_to_go, succeeds) = (self.plies_to_go(), self.succeeds);
        let killer = self.killers[plies_to_go];
        let level = self.levels.last_mut().expect("there is a level");
        let chooses = level.turn == succeeds;
        let Some(&mv) = level.moves.get(level.next) else {
            level.moves.truncate(level.open);
            (level.next, level.is_tried) = (0, true);
            if plies_to_go == 1 || level.moves.is_empty() {
                self.answer = Some(!chooses && level.moves.is_empty());
            } else if let Some(at) = level.moves.iter().position(|&mv| Some(mv) == killer) {
                level.moves.swap(0, at);
            }
            return;
        };
        level.next += 1;
        match problem.game.status_after(&level.state, mv) {
            Status::Over(value) => {
                let success = self.is_success(problem, value);
                self.answer = (success == chooses).then_some(success);
            }
            // It takes too long for the one who must not choose it.
            Status::Turn(_) if plies_to_go == 1 && !chooses => self.answer = Some(false),
            Status::Turn(_) => {
                level.moves[level.open] = mv;
                level.open += 1;
            }
        }
    }

    /// Goes on to the position after the next move of the last level, none of which ends the game.
    fn descend<G, A>(&mut self, problem: &Problem<'_, G, A>)
    where
        G: Game<State = S, Move = M>,
    {
        let succeeds = self.succeeds;
        let level = self.levels.last_mut().expect("there is a level");
        let Some(&mv) = level.moves.get(level.next) else {
            self.answer = Some(level.turn != succeeds);
            return;
        };
        level.next += 1;
        let mut state = level.state.clone();
        problem.game.play(&mut state, mv);
        match problem.game.status(&state) {
            Status::Turn(turn) => self.enter(problem, state, turn),
            // The rules have just said otherwise: nothing is found.
            Status::Over(_) => self.answer = Some(false),
        }
    }
}
