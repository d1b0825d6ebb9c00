//! The line of play that led to the present position, where positions may come back.
//!
//! It tells whether a position occurs again, and gives the line a code: what holds only because of
//! the line is remembered together with it (Kishimoto & Müller 2004, "A general solution to the
//! graph history interaction problem").

use std::{iter, mem};

use phidelta_rules::{Game, GraphKind, Recurrence, zobrist};

/// Rests on nothing that came before.
pub(crate) const NOTHING: u32 = u32::MAX;

/// A line of play, from the first position that is known to the present one.
pub struct Path<G: Game> {
    recurrence: Recurrence<G>,
    steps: Vec<Position<G::State>>,
    /// Positions of the line by the last bits of their places: the latest of each such kind, by its place
    /// on the line and 1; 0 if there is none. Most positions can be told at once not to be on the line.
    latest: Vec<u32>,
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
    /// The position before it of the same kind, as in `latest`.
    earlier: u32,
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
/// How many kinds of positions there are at first.
const KINDS: usize = 1024;

impl<G: Game> Path<G> {
    /// The line of the positions before the root, of which there may be none, none of them before an
    /// irreversible move.
    pub fn new(game: &G, history: &[G::State]) -> Self {
        let recurrence = G::Graph::recurrence(game);
        let kinds = if matches!(recurrence, Recurrence::Never) { 0 } else { KINDS };
        let has_likeness = matches!(&recurrence, Recurrence::Ends(rule) if rule.likeness.is_some());
        let lasts = history.is_empty() && !has_likeness;
        let mut path = Path { recurrence, steps: Vec::new(), latest: vec![0; kinds], lasts };
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
        self.latest.is_empty()
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
        if self.steps.len() >= 2 * self.latest.len() && !self.is_idle() {
            self.tell_more_apart();
        }
        let number = self.steps.len() as u32 + 1;
        let kind = kind(place, self.latest.len());
        let earlier = self.latest.get_mut(kind).map_or(0, |latest| mem::replace(latest, number));
        self.steps.push(Position { state: state.clone(), place, code, since, earlier });
    }

    /// Makes more kinds of positions, for a long line.
    #[cold]
    fn tell_more_apart(&mut self) {
        let kinds = 4 * self.latest.len();
        self.latest = vec![0; kinds];
        for (number, step) in (1..).zip(&mut self.steps) {
            step.earlier = mem::replace(&mut self.latest[kind(step.place, kinds)], number);
        }
    }

    /// Goes back.
    pub fn leave(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        let kind = kind(step.place, self.latest.len());
        if let Some(latest) = self.latest.get_mut(kind) {
            *latest = step.earlier;
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
            _ => self.latest.get(kind(key, self.latest.len())).is_some_and(|&latest| latest > 0),
        }
    }

    /// Whether the game ends since `state`, to which `next` leads, has come back.
    pub fn repetition(
        &self,
        game: &G,
        state: &G::State,
        next: PathStep,
    ) -> Option<Repeated<G::Value>> {
        let mut number = *self.latest.get(kind(next.place, self.latest.len()))?;
        if number == 0 {
            return None;
        }
        // From the latest to the first.
        let alike = iter::from_fn(|| {
            while number as usize > next.since {
                let at = number as usize - 1;
                let step = &self.steps[at];
                number = step.earlier;
                if step.place == next.place {
                    return Some((at, step));
                }
            }
            None
        });
        match &self.recurrence {
            Recurrence::Never => None,
            Recurrence::Endless(value) => {
                let (first, _) = alike.filter(|(_, step)| step.state == *state).last()?;
                Some(Repeated { first: first as u32, value: *value })
            }
            Recurrence::Ends(rule) => {
                let same = alike.filter(|(_, step)| rule.comes_back(game, &step.state, state));
                let (count, first) =
                    same.fold((0, None), |(count, _), (at, _)| (count + 1, Some(at)));
                let first = first?;
                if 1 + count < rule.occurrences {
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
        let steps = self.steps.capacity() * size_of::<Position<G::State>>();
        (steps + self.latest.len() * size_of::<u32>()) as u64
    }
}

/// Of so many kinds, a power of 2, that of the positions with this place.
#[inline]
fn kind(place: u64, kinds: usize) -> usize {
    place as usize & kinds.wrapping_sub(1)
}
