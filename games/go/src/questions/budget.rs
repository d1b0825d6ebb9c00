//! How limits are shared by the searches behind an answer.

use std::time::{Duration, Instant};

use phidelta::search::Limits;
use phidelta_rules::Interrupt;

/// What is left of some limits, of which each part of the work gets a share.
pub struct Budget<'a> {
    limits: Limits,
    started: Instant,
    /// Who makes the work wait, which does not count, and how long that was before.
    interrupt: &'a dyn Interrupt,
    waited_before: Duration,
    /// Where the present share ends.
    end: (Option<Duration>, Option<u64>),
}

impl<'a> Budget<'a> {
    /// All of the limits for whatever comes.
    pub fn new(limits: Limits, interrupt: &'a dyn Interrupt) -> Self {
        let (started, waited_before) = (Instant::now(), interrupt.waited());
        let end = (limits.time, limits.nodes);
        Budget { limits, started, interrupt, waited_before, end }
    }

    /// Begins a part of the work, with so many parts left, and so many nodes visited by now. It gets
    /// its share of what is left.
    pub fn begin(&mut self, parts: u32, nodes: u64) {
        let elapsed = self.elapsed();
        let time = self.limits.time.map(|time| elapsed + time.saturating_sub(elapsed) / parts);
        let share = |limit: u64| nodes + limit.saturating_sub(nodes) / u64::from(parts);
        self.end = (time, self.limits.nodes.map(share));
    }

    /// The limits of the next search, with so many nodes visited by now.
    pub fn left(&self, nodes: u64) -> Limits {
        let (time, most) = self.end;
        Limits {
            time: time.map(|time| time.saturating_sub(self.elapsed())),
            nodes: most.map(|most| most.saturating_sub(nodes)),
            ..self.limits
        }
    }

    /// How long the work has taken by now.
    pub fn elapsed(&self) -> Duration {
        let waited = self.interrupt.waited().saturating_sub(self.waited_before);
        self.started.elapsed().saturating_sub(waited)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn what_one_part_leaves_goes_to_the_others() {
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let never = AtomicBool::new(false);
        let mut budget = Budget::new(limits, &never);
        assert_eq!(budget.left(0), limits);
        budget.begin(2, 0);
        assert_eq!(budget.left(100).nodes, Some(400));
        budget.begin(1, 200);
        assert_eq!(budget.left(200).nodes, Some(800));
        assert_eq!(budget.left(1200).nodes, Some(0));
        assert_eq!(budget.left(0).time, None);
    }
}
