//! How limits are shared by the searches behind an answer.

use std::time::{Duration, Instant};

use phidelta_search::Limits;

/// What is left of some limits, of which each part of the work gets a share.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    started: Instant,
    /// Where the present share ends.
    end: (Option<Duration>, Option<u64>),
}

impl Budget {
    /// All of the limits for whatever comes.
    pub fn new(limits: Limits) -> Self {
        Budget { limits, started: Instant::now(), end: (limits.time, limits.nodes) }
    }

    /// Begins a part of the work, with so many parts left, and so many nodes visited by now. It gets
    /// its share of what is left.
    pub fn begin(&mut self, parts: u32, nodes: u64) {
        let elapsed = self.started.elapsed();
        let time = self.limits.time.map(|time| elapsed + time.saturating_sub(elapsed) / parts);
        let share = |limit: u64| nodes + limit.saturating_sub(nodes) / u64::from(parts);
        self.end = (time, self.limits.nodes.map(share));
    }

    /// The limits of the next search, with so many nodes visited by now.
    pub fn left(&self, nodes: u64) -> Limits {
        let (time, most) = self.end;
        Limits {
            time: time.map(|time| time.saturating_sub(self.started.elapsed())),
            nodes: most.map(|most| most.saturating_sub(nodes)),
            ..self.limits
        }
    }

    /// How long the work has taken by now.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_part_leaves_goes_to_the_others() {
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let mut budget = Budget::new(limits);
        assert_eq!(budget.left(0), limits);
        budget.begin(2, 0);
        assert_eq!(budget.left(100).nodes, Some(400));
        budget.begin(1, 200);
        assert_eq!(budget.left(200).nodes, Some(800));
        assert_eq!(budget.left(1200).nodes, Some(0));
        assert_eq!(budget.left(0).time, None);
    }
}
