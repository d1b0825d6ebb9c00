//! A visit to a position: its moves become children, whose numbers come from the table, from the rules, or from the
//! guide.
//!
//! A node may have thousands of children, each of which is dear to look at. So a visit can be broken off in the
//! middle, when the [clock](crate::pulse) says so, to look around; it goes on where it was, and nothing is stored of it
//! before.

use phidelta_rules::{Game, GraphKind, Guide, Player, Status};

use super::recall::Found;
use super::{Child, Frame, Search};
use crate::look_ahead::Looked;
use crate::memory::FAR;
use crate::path::NOTHING;
use crate::pulse::Pulse;
use crate::{Backup, Numbers, Variants};

/// A visit that was broken off to look around while its children were looked at for the first time.
pub(super) struct Starting<M> {
    /// The first child that was not.
    pub next: usize,
    /// A move that ended the game after one of the others.
    pub reply: Option<M>,
    /// Whether a look-ahead at that child was begun.
    pub is_looking: bool,
    /// Whether the table is to be asked about the children afterwards.
    pub looks_up: bool,
    /// Whether sources are to be found afterwards.
    pub finds_sources: bool,
}

/// Receives generated moves as children without an allocation of its own.
struct ChildSink<'a, M>(&'a mut Vec<Child<M>>);

impl<M> Extend<M> for ChildSink<'_, M> {
    #[inline]
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        let numbers = Numbers { proof: 1, disproof: 1 };
        self.0.extend(moves.into_iter().map(|mv| Child {
            mv,
            numbers,
            work: 0,
            key: 0,
            reach: NOTHING,
            distance: FAR,
            shared: false,
        }));
    }
}

impl<G: Game, A: Guide<G>, V: Variants> Search<'_, G, A, V> {
    /// Visits a position where `turn` is to move: pushes its frame and the numbers of its
    /// children. Where positions come back, it is the last one of the line already.
    pub(super) fn visit(
        &mut self,
        state: G::State,
        turn: Player,
        thresholds: Numbers,
        work_before: u64,
        distance: u16,
    ) {
        let nodes_before = self.counters.nodes;
        let firsts_before = self.firsts;
        let news = if self.presence.is_some() { self.join() } else { 0 };
        if G::Graph::REPEATS {
            self.note_visit(work_before == 0);
        }
        self.counters.nodes += 1;
        self.counters.expansions += 1;
        let first_child = self.children.len();
        self.problem.game.moves(&state, &mut ChildSink(&mut self.children));
        let chosen = first_child;
        let is_stuck = self.children.len() == first_child;
        let frame = Frame {
            state,
            turn,
            thresholds,
            first_child,
            chosen,
            work_before,
            nodes_before,
            firsts_before,
            distance,
            news,
        };
        if is_stuck {
            let numbers = self.problem.settled(self.problem.game.stuck(&frame.state));
            self.stack.push(frame);
            self.leave(numbers);
            return;
        }
        let depth = self.root_depth + self.stack.len() + 1;
        self.counters.deepest = self.counters.deepest.max(depth);
        self.find_keys(&frame, work_before == 0);
        // At a first visit the rules are asked first, unless trees find the initial numbers: meanwhile the table's
        // entries come into the cache, and a child that ends the game saves looking up the others. At later ones
        // most children are in the table, which saves asking the rules. Where positions come back, a repetition may
        // have ended the game before anything that the rules see ahead: the line, and the table, come first.
        // (Tried: children of a first visit left unseen until they are chosen. Fewer look-ups, but more nodes: 12.9
        // million became more than 60 in Atari Go without a guide, since what was met before remains unknown.)
        let is_by_trees = V::ALL && self.second.is_some();
        // A look-ahead of several plies is dearer than the table, too.
        let is_deep = self.look_ahead.is_deep();
        let rules_first = !G::Graph::REPEATS && work_before == 0 && !is_by_trees && !is_deep;
        let finds_sources = V::ALL && self.problem.options.backup == Backup::Snda;
        let start = Starting {
            next: first_child,
            reply: None,
            is_looking: false,
            looks_up: rules_first,
            finds_sources,
        };
        if rules_first {
            self.start_children(&frame, start);
        } else if !self.look_up_children(&frame) {
            if V::ALL {
                self.evaluating = self.wants_tree(&frame);
            }
            if !(V::ALL && self.evaluating) {
                self.start_children(&frame, start);
            }
        }
        self.stack.push(frame);
        if finds_sources && self.starting.is_none() {
            self.find_sources();
        }
    }

    /// Goes on with a visit that was broken off, if there is one. It may be broken off again.
    pub(super) fn go_on_starting(&mut self) {
        let Some(start) = self.starting.take() else { return };
        let finds_sources = start.finds_sources;
        let frame = self.stack.pop().expect("a visit that was broken off is on top");
        self.start_children(&frame, start);
        self.stack.push(frame);
        if V::ALL && finds_sources && self.starting.is_none() {
            self.find_sources();
        }
    }

    /// Whether the visit on top was broken off: its numbers are not known.
    pub(crate) fn is_starting(&self) -> bool {
        self.starting.is_some()
    }

    /// Looks around by node counts alone from now on, whatever the clock says.
    #[must_use]
    pub(crate) fn untimed(mut self) -> Self {
        self.pulse = Pulse::never();
        self.go_on_starting();
        self
    }

    fn note_visit(&mut self, is_first: bool) {
        self.firsts += u64::from(is_first);
        self.idle = if is_first { 0 } else { self.idle + 1 };
        self.counters.longest_idle = self.counters.longest_idle.max(self.idle);
    }

    /// Finds the keys of the children on top, and has what the table says about them brought near: at a first visit
    /// only whether it may know them, as most are new.
    fn find_keys(&mut self, frame: &Frame<G::State>, is_first: bool) {
        for child in &mut self.children[frame.first_child..] {
            child.key = self.problem.game.key_after(&frame.state, child.mv);
            child.distance = (frame.distance + 1).min(FAR);
            if is_first {
                self.table.prefetch_filter(child.key);
            } else {
                self.table.prefetch(child.key);
            }
        }
    }

    /// Finds the numbers of the children on top in the table. Whether one decides the parent: the
    /// rest is left alone then.
    fn look_up_children(&mut self, frame: &Frame<G::State>) -> bool {
        let summed = self.problem.choosing_side(frame.turn).other();
        for index in frame.first_child..self.children.len() {
            let Child { mv, key, .. } = self.children[index];
            let Some(found) = self.look_up_after(&frame.state, mv, key) else { continue };
            let child = &mut self.children[index];
            child.learn(found, self.problem.infinity);
            if found.numbers[summed] == self.problem.infinity {
                return true;
            }
        }
        false
    }

    /// Finds the numbers of the children on top that the table does not know, or was not asked about: from the
    /// rules and the initial numbers. If one decides the parent, the rest is left alone. If the clock says so, this
    /// is broken off.
    pub(super) fn start_children(&mut self, frame: &Frame<G::State>, mut start: Starting<G::Move>) {
        if self.look_ahead.is_deep() {
            return self.start_children_looking_ahead(frame, start);
        }
        let depth = self.root_depth + self.stack.len() + 1;
        let summed = self.problem.choosing_side(frame.turn).other();
        let work = self.problem.first_work(self.children.len() - frame.first_child);
        while start.next < self.children.len() {
            let end = start.next + self.pulse.share(self.children.len() - start.next, work);
            for child in &mut self.children[start.next..end] {
                if child.work > 0 {
                    continue;
                }
                let reply = &mut start.reply;
                let numbers = self.problem.first_numbers(&frame.state, child.mv, depth, reply);
                child.numbers = numbers;
                if start.looks_up {
                    self.table.prefetch_known(child.key);
                }
                if G::Graph::REPEATS && numbers.verdict(self.problem.infinity).is_some() {
                    // It is over, or will be after one more move.
                    let after = self.problem.game.status_after(&frame.state, child.mv);
                    child.distance = u16::from(matches!(after, Status::Turn(_)));
                }
                if numbers[summed] == self.problem.infinity {
                    return;
                }
            }
            start.next = end;
            if self.pulse.beats() {
                return self.break_off(start);
            }
        }
        if start.looks_up {
            self.look_up_children(frame);
        }
    }

    /// The same with a look-ahead of several plies at each child that is still open then. It can be broken off within
    /// one.
    #[inline(never)]
    fn start_children_looking_ahead(
        &mut self,
        frame: &Frame<G::State>,
        mut start: Starting<G::Move>,
    ) {
        let depth = self.root_depth + self.stack.len() + 1;
        let summed = self.problem.choosing_side(frame.turn).other();
        let infinity = self.problem.infinity;
        let work = self.problem.first_work(self.children.len() - frame.first_child);
        while start.next < self.children.len() {
            let child = &mut self.children[start.next];
            if child.work == 0 && !start.is_looking {
                self.pulse.share(1, work);
                let reply = &mut start.reply;
                child.numbers = self.problem.first_numbers(&frame.state, child.mv, depth, reply);
                start.is_looking = child.numbers.verdict(infinity).is_none();
                if G::Graph::REPEATS && !start.is_looking {
                    let after = self.problem.game.status_after(&frame.state, child.mv);
                    child.distance = u16::from(matches!(after, Status::Turn(_)));
                }
            }
            if start.is_looking {
                let leaf = (&frame.state, child.mv);
                let positions = &mut self.counters.looked_ahead;
                match self.look_ahead.look(&self.problem, leaf, positions, &mut self.pulse) {
                    Looked::Working => return self.break_off(start),
                    Looked::Nothing => {}
                    Looked::Settled(proved, plies) => {
                        self.remember_settled(start.next, proved, plies);
                    }
                }
                start.is_looking = false;
            }
            if self.children[start.next].numbers[summed] == infinity {
                return;
            }
            start.next += 1;
            if self.pulse.beats() {
                return self.break_off(start);
            }
        }
        debug_assert!(!start.looks_up, "the table was asked before");
    }

    /// Keeps what a look-ahead has found of a child on top. It goes into the table, where proofs look for it.
    fn remember_settled(&mut self, index: usize, proved: bool, plies: u8) {
        let numbers = Numbers::solved(proved, self.problem.infinity);
        let found = Found { numbers, work: 1, reach: NOTHING, distance: plies.into() };
        let key = self.children[index].key;
        self.remember(key, found);
        self.children[index].learn(found, self.problem.infinity);
    }

    /// Breaks off a visit, to look around.
    fn break_off(&mut self, start: Starting<G::Move>) {
        self.starting = Some(start);
        self.next_poll = 0;
    }
}
