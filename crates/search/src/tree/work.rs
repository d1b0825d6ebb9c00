//! What the searches of trees count and remember, and who may halt them.

use super::arena::Full;
use crate::control::Usage;
use crate::pulse::Pulse;
use crate::{Control, Counters, Stopped, Table};

/// What is counted and remembered, and who may stop it.
pub(crate) struct Work<'w> {
    pub counters: Counters,
    /// Where proofs are remembered that leave the tree.
    pub table: &'w Table,
    /// Says why to halt, if there is a reason. Asked now and then, with what was spent so far.
    pub stop: &'w mut dyn FnMut(Usage) -> Option<Halt>,
    /// The bytes of the stacks in use outside the tree that is grown, the line of play not counted.
    pub stack_bytes: u64,
    /// Somebody wanted to look at the tree when that was not possible.
    pub pause_is_due: bool,
    pub pulse: Pulse,
    next_poll: u64,
    /// The number of nodes at which the reason to stop must be asked for.
    limit: u64,
}

/// After how many nodes the reason to stop is asked for again.
pub(crate) const POLL_EVERY: u64 = 1024;

impl<'w> Work<'w> {
    /// Work that `stop` may halt, and is asked about when `limit` nodes are counted, too.
    pub fn new(
        counters: Counters,
        table: &'w Table,
        limit: u64,
        stop: &'w mut dyn FnMut(Usage) -> Option<Halt>,
    ) -> Self {
        let pulse = Pulse::new();
        let (pause_is_due, next_poll) = (false, 0);
        Work { counters, table, stop, stack_bytes: 0, pause_is_due, pulse, next_poll, limit }
    }

    /// Whether it is time to [ask](Work::ask) for a reason to stop.
    #[inline]
    pub fn asks(&self) -> bool {
        self.counters.nodes >= self.next_poll || self.pause_is_due
    }

    /// Stops if there is a reason to. The stacks have so many bytes.
    pub fn ask(&mut self, stack_bytes: u64) -> Result<(), Halt> {
        if std::mem::take(&mut self.pause_is_due) {
            return Err(Halt::Pause);
        }
        let nodes = self.counters.nodes;
        let next = nodes + POLL_EVERY;
        self.next_poll = if nodes < self.limit { next.min(self.limit) } else { next };
        let after_lines = self.counters.after_lines;
        match (self.stop)(Usage { nodes, after_lines, stack_bytes, by_clock: false }) {
            Some(halt) => Err(halt),
            None => Ok(()),
        }
    }

    /// Stops if there is a reason to and the clock says that it is time to ask for one, or has called before.
    #[inline]
    pub fn ask_by_clock(&mut self, stack_bytes: u64, has_called: bool) -> Result<(), Halt> {
        if !has_called && !self.pulse.beats() {
            return Ok(());
        }
        let Counters { nodes, after_lines, .. } = self.counters;
        match (self.stop)(Usage { nodes, after_lines, stack_bytes, by_clock: true }) {
            Some(halt) => Err(halt),
            None => Ok(()),
        }
    }
}

/// Why growth has come to a halt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// There is no room for more nodes.
    Full,
    /// The tree is as large as it may get.
    Budget,
    /// Somebody wants to look at it.
    Pause,
    Stopped(Stopped),
}

impl Halt {
    /// The reason to halt now, if there is one, for a search that has spent so much since `control` steers it. If
    /// there is none, a checkpoint that is under way goes on.
    pub fn asked_of<M>(control: &mut Control<'_, M>, table: &Table, usage: Usage) -> Option<Halt> {
        if let Some(reason) = control.stop(usage, table) {
            return Some(Halt::Stopped(reason));
        }
        control.go_on_saving(table);
        (control.checkpoint_is_due() || control.report_due()).then_some(Halt::Pause)
    }
}

impl From<Full> for Halt {
    fn from(Full: Full) -> Self {
        Halt::Full
    }
}
