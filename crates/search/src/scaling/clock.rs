//! The virtual clock: what happens next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Events to come, by their times. Those of one time come in their own order.
pub(super) struct Clock<E>(BinaryHeap<Reverse<(u64, E)>>);

impl<E: Ord> Clock<E> {
    pub fn new() -> Self {
        Clock(BinaryHeap::new())
    }

    /// Something will happen at this time.
    pub fn set(&mut self, time: u64, event: E) {
        self.0.push(Reverse((time, event)));
    }

    /// What happens next, and when.
    pub fn next(&mut self) -> Option<(u64, E)> {
        self.0.pop().map(|Reverse(event)| event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_in_the_order_of_time() {
        let mut clock = Clock::new();
        for (time, event) in [(3, 'a'), (1, 'c'), (1, 'b'), (2, 'd')] {
            clock.set(time, event);
        }
        let order: Vec<_> = std::iter::from_fn(|| clock.next()).collect();
        assert_eq!(order, [(1, 'b'), (1, 'c'), (2, 'd'), (3, 'a')]);
    }
}
