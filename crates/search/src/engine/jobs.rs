//! What a search does as one of several workers that take jobs: SPDFPN (Pawlewicz & Hayward 2013).
//!
//! Its line begins at the root each time. One worker at a time goes down from there, past positions that
//! much work was spent on, to the first with less than a limit: that is its job, so many nodes of df-pn,
//! which it does without minding the others. Meanwhile the job counts, for the others, as if it were solved
//! in the way its numbers say is the likelier; and what is above it counts by what follows from that. If
//! nothing is left to do then, since the root would be solved, jobs count as if they failed. Then one worker
//! at a time goes back to the root, and stores what its line says now.
//!
//! Whoever comes next goes on with the child that was searched last while its number is below that of the
//! others by the rule of the thresholds, or jobs that were not finished would be left for others as soon as
//! these look a little better.

use phidelta_rules::{Game, Guide};

use super::recall::Found;
use super::thresholds::Summary;
use super::{Child, Search};
use crate::path::NOTHING;
use crate::team::{Claims, Note, View, Views};
use crate::{Numbers, Variants};

/// A job that was taken.
pub(crate) struct Job {
    /// How long the line to it is: its frame has this index.
    depth: usize,
    key: u64,
    /// The node counts at which it began, and at which it is to end.
    begin: u64,
    end: u64,
}

impl Job {
    /// The node count at which it began.
    pub(crate) fn begun(&self) -> u64 {
        self.begin
    }
}

impl<G: Game, A: Guide<G>, V: Variants> Search<'_, G, A, V> {
    /// Takes the job that is worth most to do next, of so many nodes, at a position that less work was
    /// spent on. `None` if all are taken, or the root is solved: then there is an answer; or if a visit on the way
    /// to it was broken off: the next call goes on from there.
    pub(crate) fn take_job(&mut self, claims: &mut Claims, nodes: u64) -> Option<Job> {
        let likely = self.find_job(claims, nodes, View::Likely);
        if likely.is_some() || self.answer.is_some() || self.is_starting() {
            return likely;
        }
        self.find_job(claims, nodes, View::Failing)
    }

    fn find_job(&mut self, claims: &mut Claims, nodes: u64, view: View) -> Option<Job> {
        debug_assert!(self.stack.len() == 1 || self.is_starting(), "the line begins at the root");
        let infinity = self.problem.infinity;
        let endless = Numbers { proof: infinity, disproof: infinity };
        self.stack[0].thresholds = endless;
        self.read_again(self.stack[0].first_child, None);
        let mut full = Vec::new();
        let job = loop {
            self.go_on_starting();
            if self.is_starting() {
                break None;
            }
            let index = self.stack.len() - 1;
            self.recall_notes(self.stack[index].first_child, claims);
            let frame = self.stack.last().expect("the root is there");
            let numbers = self.summarise(frame, self.children.len()).numbers;
            if numbers.verdict(infinity).is_some() {
                self.leave(numbers);
                if self.answer.is_some() {
                    break None;
                }
                continue;
            }
            let mut summary = self.summarise_claimed(index, claims, view);
            let key = self.key_of(index);
            if summary.numbers.verdict(infinity).is_some() {
                // All that is below is taken, by ways that do not lead through this line.
                if index == 0 {
                    break None;
                }
                let before = self.views(index, claims);
                claims.claim(key, [summary.numbers; 2]);
                full.push((key, before));
                self.leave(numbers);
                continue;
            }
            self.stay_with_latest(&mut summary, claims.latest(key), claims, view);
            let Child { key: child, work, .. } = self.children[summary.best];
            claims.search(key, child);
            let is_job = work < nodes;
            let thresholds = if is_job { self.thresholds_of_job(&summary) } else { endless };
            self.descend(summary.best, thresholds);
            if is_job && self.stack.len() == index + 2 {
                let begin = self.counters.nodes;
                break Some(Job { depth: index + 1, key: child, begin, end: begin + nodes });
            }
        };
        for (key, views) in full {
            claims.release(key, views);
        }
        let job = job?;
        self.claim(&job, claims);
        Some(job)
    }

    /// Does so many nodes of a job, or less if they take long. Whether it is to be handed in.
    pub(crate) fn do_job(&mut self, job: &Job, nodes: u64) -> bool {
        let end = job.end.min(self.counters.nodes + nodes);
        self.next_poll = end;
        self.go_on_starting();
        // The clock may call earlier.
        while self.stack.len() > job.depth && self.counters.nodes < self.next_poll {
            self.step();
        }
        let is_through = self.stack.len() <= job.depth || self.counters.nodes >= job.end;
        is_through && !self.is_starting()
    }

    /// Whether a position on the way to a job is solved, so that the job is of no use any more.
    pub(crate) fn is_job_in_vain(&self, job: &Job) -> bool {
        let infinity = self.problem.infinity;
        let is_solved = |index| {
            let known = self.known(self.key_of(index));
            known.is_some_and(|known| known.numbers.verdict(infinity).is_some())
        };
        (1..=job.depth.min(self.stack.len() - 1)).any(is_solved)
    }

    /// Ends a job: goes back to where it was taken. The others need not wait meanwhile.
    pub(crate) fn end_job(&mut self, job: &Job) {
        self.give_up_starting();
        while self.stack.len() > job.depth {
            let frame = self.stack.last().expect("there is a frame");
            let numbers = self.summarise(frame, self.children.len()).numbers;
            self.leave(numbers);
        }
    }

    /// Hands in a job that was ended: goes back to the root. Whether others that are at work are so in
    /// vain.
    pub(crate) fn hand_in(&mut self, job: &Job, claims: &mut Claims) -> bool {
        let infinity = self.problem.infinity;
        let parent = self.stack.last().expect("the job had a parent");
        let is_solved = self.children[parent.chosen].numbers.verdict(infinity).is_some();
        let mut in_vain = claims.release(job.key, self.expected(self.stack.len() - 1)) && is_solved;
        loop {
            let index = self.stack.len() - 1;
            let first_child = self.stack[index].first_child;
            self.read_again(first_child, None);
            self.recall_notes(first_child, claims);
            self.note_children(first_child, claims);
            let frame = &self.stack[index];
            let numbers = self.summarise(frame, self.children.len()).numbers;
            let is_solved = numbers.verdict(infinity).is_some();
            if index == 0 {
                if is_solved {
                    self.leave(numbers);
                }
                return in_vain;
            }
            let key = self.key_of(index);
            let views = if is_solved { [numbers; 2] } else { self.views(index, claims) };
            in_vain |= claims.release(key, views) && is_solved;
            // Others may have done something here meanwhile.
            let known = self.known(key).map_or(0, |known| known.work);
            let work = claims.note(key).map_or(known, |note| known.max(note.work));
            let frame = &mut self.stack[index];
            frame.work_before = frame.work_before.max(work);
            self.leave(numbers);
        }
    }

    /// Takes over what was noted of the children on top, from this one on, where the table knows less.
    fn recall_notes(&mut self, first_child: usize, claims: &Claims) {
        let infinity = self.problem.infinity;
        for child in &mut self.children[first_child..] {
            if child.numbers.verdict(infinity).is_some() {
                continue;
            }
            let Some(Note { numbers, work, distance }) = claims.note(child.key) else { continue };
            if numbers.verdict(infinity).is_some() || work > child.work {
                child.learn(Found { numbers, work, reach: NOTHING, distance }, infinity);
            }
        }
    }

    /// Notes what is known of the children on top, from this one on, after whatever line.
    fn note_children(&self, first_child: usize, claims: &mut Claims) {
        for &Child { key, numbers, work, reach, distance, .. } in &self.children[first_child..] {
            if work > 0 && reach == NOTHING {
                claims.take_note(key, Note { numbers, work, distance });
            }
        }
    }

    /// Notes that a job is taken, for the position itself and for those above it.
    fn claim(&self, job: &Job, claims: &mut Claims) {
        claims.claim(job.key, self.expected(job.depth - 1));
        for index in (1..job.depth).rev() {
            claims.claim(self.key_of(index), self.views(index, claims));
        }
    }

    /// What the chosen child of a position of the line counts by when it is taken.
    fn expected(&self, parent: usize) -> Views {
        let parent = &self.stack[parent];
        let numbers = self.children[parent.chosen].numbers;
        let likely = numbers.proof <= numbers.disproof;
        let failing = parent.turn != self.problem.question.goal.prover();
        [likely, failing].map(|proved| Numbers::solved(proved, self.problem.infinity))
    }

    /// What a position of the line counts by, with what is taken below it.
    fn views(&self, index: usize, claims: &Claims) -> Views {
        [View::Likely, View::Failing]
            .map(|view| self.summarise_claimed(index, claims, view).numbers)
    }

    /// What the children of a position of the line say, if those that are taken count as claimed.
    fn summarise_claimed(&self, index: usize, claims: &Claims, view: View) -> Summary {
        let end = self.stack.get(index + 1).map_or(self.children.len(), |next| next.first_child);
        self.summarise_counted(&self.stack[index], end, |child| self.counted(child, claims, view))
    }

    fn counted(&self, child: &Child<G::Move>, claims: &Claims, view: View) -> Numbers {
        if child.numbers.verdict(self.problem.infinity).is_some() {
            return child.numbers;
        }
        claims.numbers(child.key, view).unwrap_or(child.numbers)
    }

    /// Chooses the child that was searched last, unless its number is too large by now.
    fn stay_with_latest(
        &self,
        summary: &mut Summary,
        latest: Option<u64>,
        claims: &Claims,
        view: View,
    ) {
        let frame = self.stack.last().expect("there is a frame");
        let first = frame.first_child;
        let children = &self.children[first..];
        let Some(at) = children.iter().position(|child| Some(child.key) == latest) else { return };
        if first + at == summary.best || self.problem.options.method.raises_one_threshold() {
            return;
        }
        let least = self.problem.choosing_side(frame.turn);
        let numbers = self.counted(&children[at], claims, view);
        let is_free = numbers.verdict(self.problem.infinity).is_none();
        let other = summary.numbers[least];
        if is_free && numbers[least] < self.above(frame, least, other) {
            summary.choose(first + at, other);
        }
    }

    /// The thresholds of a job: those of the chosen child, and above the numbers that it has.
    fn thresholds_of_job(&self, summary: &Summary) -> Numbers {
        let frame = self.stack.last().expect("there is a frame");
        let mut thresholds = self.child_thresholds(frame, summary);
        let Numbers { proof, disproof } = self.children[summary.best].numbers;
        thresholds.proof = thresholds.proof.max(proof.saturating_add(1));
        thresholds.disproof = thresholds.disproof.max(disproof.saturating_add(1));
        thresholds
    }
}
