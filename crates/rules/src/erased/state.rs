//! A position of any game.

use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// A position of some game: shared, and never changed.
#[derive(Clone)]
pub struct AnyState(Arc<dyn StateObject>);

/// A position, and its legal moves once somebody has asked for them.
pub(super) struct Held<S, M> {
    pub state: S,
    pub moves: OnceLock<Vec<M>>,
}

trait StateObject: Any + Send + Sync {
    fn without_moves(&self) -> Option<AnyState>;
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<S, M> StateObject for Held<S, M>
where
    S: Clone + Eq + Hash + Send + Sync + 'static,
    M: Send + Sync + 'static,
{
    fn without_moves(&self) -> Option<AnyState> {
        self.moves.get().map(|_| AnyState::of::<S, M>(self.state.clone()))
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| self.state == other.state)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.state.hash(&mut hasher);
    }
}

impl AnyState {
    /// A position of a game with these types.
    pub(super) fn of<S, M>(state: S) -> Self
    where
        S: Clone + Eq + Hash + Send + Sync + 'static,
        M: Send + Sync + 'static,
    {
        AnyState(Arc::new(Held::<S, M> { state, moves: OnceLock::new() }))
    }

    /// The same position, for those who keep many of them for long: it does not remember its moves.
    #[must_use]
    pub fn without_moves(&self) -> AnyState {
        self.0.without_moves().unwrap_or_else(|| self.clone())
    }

    /// How many bytes such a position takes on the heap, if those of its game have so many.
    pub fn heap_bytes(state_bytes: usize) -> usize {
        /// What is there for each piece of memory.
        const ALLOCATION: usize = 16;
        ALLOCATION + 2 * size_of::<usize>() + size_of::<Held<(), ()>>() + state_bytes
    }

    /// The position with its types.
    #[inline]
    pub(super) fn held<S: 'static, M: 'static>(&self) -> &Held<S, M> {
        let object: &dyn Any = &*self.0;
        object.downcast_ref().expect("a state of this game")
    }
}

impl PartialEq for AnyState {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.equals(&*other.0)
    }
}

impl Eq for AnyState {}

impl Hash for AnyState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash_into(hasher);
    }
}

impl Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyState")
    }
}
