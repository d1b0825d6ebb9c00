//! The line of play that led to the present position, where positions may come back.
//!
//! It tells whether a position occurs again, and gives the line a code: what holds only because of
//! the line is remembered together with it (Kishimoto & Müller 2004, "A general solution to the
//! graph history interaction problem").

use phidelta_rules::{Game, GraphKind, Recurrence, zobrist};

/// Rests on nothing that came before.
pub(crate) const NOTHING: u32 = u32::MAX;

/// A line of play, from the first position that is known to the present one.
pub struct Path<G: Game> {
    recurrence: Recurrence<G>,
    steps: Vec<Position<G::State>>,
    /// How many positions of the line have a place of which these are the last bits: most
    /// positions can be told at once not to be on it.
    filter: Vec<u8>,
    /// Whether a success that needs no repetition is one after every line that begins at the root.
    lasts: bool,
}

struct Position<S> {
    state: S,
    place: u64,
    /// Stands for the line from `since` to here.
    code: u64,
    /// Where the positions begin that may still come back.
    since: usize,
}

/// A position that has come back.
#[derive(Clone, Copy, Debug)]
pub struct Repeated<V> {
    /// Where it was first on the line.
    pub first: u32,
    /// The value of the game.
    pub value: V,
}

/// The next step of a line.
#[derive(Clone, Copy, Debug)]
pub struct PathStep {
    place: u64,
    since: usize,
    pub(crate) code: u64,
}

/// The code of a line without positions: no line with positions is likely to have it.
const BEGINNING: u64 = 0x243f_6a88_85a3_08d3;
const FILTER: u64 = 4096;

impl<G: Game> Path<G> {
    /// The line of the positions before the root, of which there may be none, none of them before an
    /// irreversible move.
    pub fn new(game: &G, history: &[G::State]) -> Self {
        let recurrence = G::Graph::recurrence(game);
        let size = if matches!(recurrence, Recurrence::Never) { 0 } else { FILTER };
        let filter = vec![0; size as usize];
        let has_likeness = matches!(&recurrence, Recurrence::Ends(rule) if rule.likeness.is_some());
        let lasts = history.is_empty() && !has_likeness;
        let mut path = Path { recurrence, steps: Vec::new(), filter, lasts };
        for state in history {
            let next = path.first(game, state);
            path.enter(state, next);
        }
        path
    }

    /// Whether a success by moves that lead to no position twice can be relied on after every line of play: nothing
    /// came before the root that may come back, and no other position counts as the same.
    #[inline]
    pub(crate) fn lets_look_ahead(&self) -> bool {
        self.lasts
    }

    /// Whether nothing comes back, here.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.filter.is_empty()
    }

    /// The step to a position, if no move is known that leads there.
    pub fn first(&self, game: &G, state: &G::State) -> PathStep {
        let key = game.key(state);
        self.step(self.place(game, state, key), key, false)
    }

    /// The step to the position with this key that a move leads to from the last position.
    #[inline]
    pub fn next(&self, game: &G, mv: G::Move, state: &G::State, key: u64) -> PathStep {
        let irreversible = match (&self.recurrence, self.steps.last()) {
            (Recurrence::Ends(rule), Some(last)) => (rule.irreversible)(game, &last.state, mv),
            _ => false,
        };
        self.step(self.place(game, state, key), key, irreversible)
    }

    #[inline]
    fn place(&self, game: &G, state: &G::State, key: u64) -> u64 {
        match &self.recurrence {
            Recurrence::Ends(rule) if rule.likeness.is_some() => rule.place(game, state),
            _ => key,
        }
    }

    #[inline]
    fn step(&self, place: u64, key: u64, irreversible: bool) -> PathStep {
        let (before, since) = match self.steps.last() {
            Some(last) if !irreversible => (last.code, last.since),
            _ => (BEGINNING, self.steps.len()),
        };
        let code = zobrist::scramble(before.rotate_left(1).wrapping_add(zobrist::scramble(key)));
        PathStep { place, since, code: code ^ BEGINNING }
    }

    /// Goes on to a position.
    pub fn enter(&mut self, state: &G::State, PathStep { place, since, code }: PathStep) {
        if let Some(count) = self.filter.get_mut((place % FILTER) as usize) {
            // Where it cannot count further it stays: a place that is taken for ever.
            *count = count.saturating_add(1);
        }
        self.steps.push(Position { state: state.clone(), place, code, since });
    }

    /// Goes back.
    pub fn leave(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        if let Some(count) = self.filter.get_mut((step.place % FILTER) as usize)
            && *count < u8::MAX
        {
            *count -= 1;
        }
    }

    /// How many positions the line has.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the line has no position yet.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The positions before the present one that may still come back.
    pub fn history(&self) -> Vec<G::State> {
        let Some(last) = self.steps.last() else { return Vec::new() };
        let earlier = &self.steps[last.since..self.steps.len() - 1];
        earlier.iter().map(|step| step.state.clone()).collect()
    }

    /// Whether none of the positions of the line can come back after this step.
    pub fn is_new_beginning(&self, step: PathStep) -> bool {
        step.since == self.steps.len()
    }

    /// The place of the present position on the line.
    #[inline]
    pub(crate) fn here(&self) -> u32 {
        self.steps.len() as u32 - 1
    }

    /// The code of the line.
    #[inline]
    pub(crate) fn code(&self) -> u64 {
        self.steps.last().map_or(BEGINNING, |step| step.code)
    }

    /// Whether a position of the line may have this key. If not, it does not come back.
    #[inline]
    pub(crate) fn may_hold(&self, key: u64) -> bool {
        match &self.recurrence {
            Recurrence::Ends(rule) if rule.likeness.is_some() => true,
            _ => self.filter.get((key % FILTER) as usize).is_some_and(|&count| count > 0),
        }
    }

    /// Whether the game ends since `state`, to which `next` leads, has come back.
    pub fn repetition(
        &self,
        game: &G,
        state: &G::State,
        next: PathStep,
    ) -> Option<Repeated<G::Value>> {
        if *self.filter.get((next.place % FILTER) as usize)? == 0 {
            return None;
        }
        let steps = self.steps.iter().enumerate().skip(next.since);
        let mut alike = steps.filter(|(_, step)| step.place == next.place);
        match &self.recurrence {
            Recurrence::Never => None,
            Recurrence::Endless(value) => {
                let (first, _) = alike.find(|(_, step)| step.state == *state)?;
                Some(Repeated { first: first as u32, value: *value })
            }
            Recurrence::Ends(rule) => {
                let mut same = alike.filter(|(_, step)| rule.comes_back(game, &step.state, state));
                let (first, _) = same.next()?;
                let occurrences = 2 + same.count();
                if occurrences < rule.occurrences as usize {
                    return None;
                }
                let line = self.steps[first..].iter().map(|step| &step.state).chain([state]);
                let line: Vec<G::State> = line.cloned().collect();
                Some(Repeated { first: first as u32, value: (rule.value)(game, &line) })
            }
        }
    }

    /// What a result at the present position rests on for certain, if it rests on nothing earlier
    /// on the line than `reach`: [`NOTHING`] if the result holds after every line.
    ///
    /// Where the game goes on for ever, a result that rests on coming back to this position, or to
    /// later ones, holds by itself: who comes back for ever has what endless play is worth. Where
    /// repetition ends the game, the positions of the line can make a difference anywhere below; and
    /// where there are none, after an irreversible move, another line may have some.
    #[inline]
    pub(crate) fn dependence(&self, reach: u32) -> u32 {
        let here = self.here();
        let holds_by_itself = match &self.recurrence {
            Recurrence::Never => true,
            Recurrence::Endless(_) => reach >= here,
            Recurrence::Ends(_) => false,
        };
        if holds_by_itself { NOTHING } else { reach.min(here) }
    }

    /// Bytes that the line takes.
    pub fn bytes(&self) -> u64 {
        (self.steps.capacity() * size_of::<Position<G::State>>() + self.filter.len()) as u64
    }
}
