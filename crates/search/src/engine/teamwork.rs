//! What a search does as one of several threads that share a table (Kaneko 2010).
//!
//! Every thread searches from the root. To a number that is minimised over, the threads that are below the
//! child are added, so that the others turn elsewhere; that also counts for thresholds, and for when to go
//! back, but never for what is stored. What a thread finds out about a child, others on the same line read
//! when they come back to its parent. Who solves a position calls back those that are still below it: they
//! give up what they have there, and store nothing of it.

use phidelta_rules::{Game, GraphKind, Guide};

use super::thresholds::Summary;
use super::{Found, Frame, Search};
use crate::numbers::Side;
use crate::team::{Outbox, Presence};
use crate::{Numbers, Variants};

impl<'a, G: Game, A: Guide<G>, V: Variants> Search<'a, G, A, V> {
    /// Makes it one of several that search the same question with the same table.
    #[must_use]
    pub(crate) fn among(mut self, presence: &'a Presence) -> Self {
        if let Some(root) = self.stack.first_mut() {
            root.news = presence.join(self.root_key);
        }
        self.heard = presence.calls();
        self.presence = Some(presence);
        self
    }

    /// Has others, who have tables of their own, told what it solves.
    #[must_use]
    pub(crate) fn telling(self, outbox: Option<&'a Outbox>) -> Self {
        Search { outbox, ..self }
    }

    /// Says whether the others, who wait meanwhile, are not to be minded.
    pub(crate) fn go_alone(&mut self, is_alone: bool) {
        self.is_alone = is_alone;
    }

    /// How many visits in a row were to positions that had been visited before, where positions come back.
    pub(crate) fn idle_visits(&self) -> u64 {
        self.idle
    }

    /// The key of a position on the line.
    pub(super) fn key_of(&self, index: usize) -> u64 {
        match index.checked_sub(1) {
            None => self.root_key,
            Some(parent) => self.children[self.stack[parent].chosen].key,
        }
    }

    fn top_key(&self) -> u64 {
        self.key_of(self.stack.len() - 1)
    }

    /// Joins those below the position that is visited next, whose frame is not there yet. How often there
    /// was news of its children.
    pub(super) fn join(&self) -> u32 {
        self.presence.map_or(0, |presence| presence.join(self.key_of(self.stack.len())))
    }

    /// Parts from those below the position on top. Whether nobody else is there.
    pub(super) fn part(&self) -> bool {
        self.presence.is_none_or(|presence| presence.part(self.top_key()) == 0)
    }

    /// Whether others are below the position on top.
    #[inline]
    pub(super) fn is_crowded(&self) -> bool {
        !self.is_alone && self.presence.is_some_and(|presence| presence.threads(self.top_key()) > 1)
    }

    /// What the children of the position on top say, with those that are below them.
    #[inline(never)]
    pub(super) fn summarise_among_others(&self, frame: &Frame<G::State>) -> Summary {
        let least = self.problem.choosing_side(frame.turn);
        let infinity = self.problem.infinity;
        self.summarise_counted(frame, self.children.len(), |child| {
            let mut numbers = child.numbers;
            if numbers[least] != infinity {
                let others = self.others_below(child.key);
                numbers[least] = numbers[least].saturating_add(others).min(infinity - 1);
            }
            numbers
        })
    }

    fn others_below(&self, key: u64) -> u32 {
        self.presence.map_or(0, |presence| presence.threads(key))
    }

    /// Thresholds of a child that leave room for those that are below it, by whatever way they came:
    /// otherwise it would be left at once, again and again until they are back.
    #[inline]
    pub(super) fn with_room_for_others(&self, mut thresholds: Numbers, child: usize) -> Numbers {
        let child = &self.children[child];
        let others = self.others_below(child.key);
        if others == 0 || self.is_alone {
            return thresholds;
        }
        for side in [Side::Proof, Side::Disproof] {
            let needed = child.numbers[side].saturating_add(others + 1);
            thresholds[side] = thresholds[side].max(needed.min(self.problem.infinity));
        }
        thresholds
    }

    /// Tells the others what was found out about a child of the position on top, and reads what they have
    /// found out about its siblings.
    #[inline(never)]
    pub(super) fn tell(&mut self, found: Numbers, was_alone: bool) {
        let Some(presence) = self.presence else { return };
        if !was_alone && found.verdict(self.problem.infinity).is_some() {
            presence.call_back();
        }
        let key = self.top_key();
        let frame = self.stack.last_mut().expect("there is a position on top");
        let seen = frame.news;
        // Who is not there yet reads all when it comes.
        let is_shared = presence.threads(key) > 1;
        let before = if is_shared { presence.tell(key) } else { presence.news(key) };
        frame.news = before.wrapping_add(u32::from(is_shared));
        let (first_child, chosen) = (frame.first_child, frame.chosen);
        if seen != before && !self.is_alone {
            self.read_again(first_child, Some(chosen));
        }
    }

    /// If someone has called: gives up what lies below a position of the line that is solved. Whether there
    /// was one.
    #[inline]
    pub(super) fn is_called_back(&mut self) -> bool {
        let calls = self.presence.map_or(0, Presence::calls);
        calls != self.heard && self.follow_call(calls)
    }

    #[inline(never)]
    fn follow_call(&mut self, calls: u64) -> bool {
        self.heard = calls;
        let infinity = self.problem.infinity;
        let solved = (1..self.stack.len()).find_map(|index| {
            let known = self.known(self.key_of(index))?;
            known.numbers.verdict(infinity).map(|_| (index, Found::from(known)))
        });
        let Some((index, found)) = solved else { return false };
        self.give_up(index);
        let chosen = self.stack[index - 1].chosen;
        self.children[chosen].learn(found, infinity);
        true
    }

    /// Gives up a visit that was broken off, unless it is that of the root.
    pub(super) fn give_up_starting(&mut self) {
        if self.is_starting() && self.stack.len() > 1 {
            self.give_up(self.stack.len() - 1);
        }
    }

    /// Goes back to the parent of a position of the line, without a word.
    fn give_up(&mut self, index: usize) {
        for at in index..self.stack.len() {
            if let Some(presence) = self.presence {
                presence.part(self.key_of(at));
            }
            if G::Graph::REPEATS {
                self.path.leave();
            }
        }
        self.children.truncate(self.stack[index].first_child);
        self.stack.truncate(index);
        self.line.truncate(index);
        self.evaluating = false;
        self.starting = None;
        self.look_ahead.stop();
    }
}
