//! Trees at the leaves of a depth-first search (PDS-PN: Winands, Uiterwijk & van den Herik 2004).
//!
//! A position of whose children nothing is known is searched best first, by a tree that is thrown
//! away. The numbers of its children, which are those of the tree's root, are kept in the table, with
//! the number of nodes below each as its work: they are there when the position is visited again.
//!
//! Where positions come back, the tree goes on with the line of the search; what it solves is kept
//! as a result after that line, unless it is known to hold after every one.

use phidelta_rules::{Game, GraphKind, Guide, Status};

use super::recall::Found;
use super::{Child, Frame, Search, Starting};
use crate::control::Usage;
use crate::memory::FAR;
use crate::path::NOTHING;
use crate::tree::{Evaluated, Halt, Leaf, SecondTree, Work, holds_after_every_line};
use crate::{Control, Stopped, Variants};

impl<'a, G: Game, A: Guide<G>, V: Variants> Search<'a, G, A, V> {
    /// Has positions evaluated by trees when nothing is known of their children, but for the root.
    pub(crate) fn with_second_level(
        mut self,
        mut second: Option<&'a mut SecondTree<G::State, G::Move>>,
    ) -> Self {
        if let Some(second) = &mut second {
            second.clear();
        }
        self.second = second;
        self
    }

    /// Whether the children on top, those of `frame`, are to be evaluated by a tree: if there is
    /// one, on the first visit, and on others if the table knows none of them. (A position that a
    /// tree has evaluated among its siblings was not visited, but has work behind it.)
    pub(super) fn wants_tree(&self, frame: &Frame<G::State>) -> bool {
        let unknown = || self.children[frame.first_child..].iter().all(|child| child.work == 0);
        self.second.is_some() && (frame.work_before == 0 || unknown())
    }

    /// Finds the numbers of the children on top, as far as the table does not know them, by a tree,
    /// if there is room for it.
    pub(super) fn evaluate_children(
        &mut self,
        control: &mut Control<'_, G::Move>,
    ) -> Option<Stopped> {
        let before = self.nodes_in_earlier_runs;
        let limit = control.nodes_left().map_or(u64::MAX, |left| left.saturating_add(before));
        let first_level = self.table.used();
        let stack_bytes = self.stack_bytes() - self.path.bytes();
        let depth = self.root_depth + self.stack.len();
        let frame = self.stack.last().expect("there is a position to evaluate");
        let leaf = Leaf { node: 0, state: &frame.state, turn: frame.turn, depth };
        let table = self.table;
        let mut stop = |usage: Usage| {
            let nodes = usage.nodes - before;
            Halt::asked_of(control, table, Usage { nodes, ..usage })
        };
        let mut work = Work::new(self.counters, self.table, limit, &mut stop);
        work.stack_bytes = stack_bytes;
        let second = self.second.as_mut().expect("somebody wanted a tree");
        let found = second.evaluate(&self.problem, &leaf, &mut self.path, first_level, &mut work);
        self.counters = work.counters;
        match found {
            Ok(found) => self.adopt(&found),
            Err(Halt::Stopped(reason)) => return Some(reason),
            Err(Halt::Pause) => {
                control.save(self.table, || self.counters);
                control.tell(&self.stand(), &[self.worker(control)]);
                return None;
            }
            Err(Halt::Full | Halt::Budget) => {
                let next = self.stack.last().expect("there is a position to evaluate").first_child;
                // The table was asked before, and sources were found.
                self.starting = Some(Starting {
                    next,
                    reply: None,
                    is_looking: false,
                    looks_up: false,
                    finds_sources: false,
                });
                self.go_on_starting();
            }
        }
        self.evaluating = false;
        None
    }

    /// Gives the children on top the numbers that a tree has found.
    fn adopt(&mut self, found: &Evaluated<G::Move>) {
        let second = self.second.as_ref().expect("it has found something");
        let (sizes, forgot): (Vec<u64>, bool) = (second.sizes().collect(), second.forgot);
        let first_child = self.stack.last().expect("there is a position").first_child;
        for (&(mv, numbers), &size) in found.children.iter().zip(&sizes) {
            // What is solved and decides has no siblings any more.
            let Some(index) =
                (first_child..self.children.len()).find(|&index| self.children[index].mv == mv)
            else {
                continue;
            };
            if self.children[index].work > 0 {
                continue;
            }
            self.children[index].numbers = numbers;
            // What was not expanded has initial numbers, or is as good as the end of the game;
            // unless its proof was forgotten.
            let solved = numbers.verdict(self.problem.infinity);
            if size > 1 || forgot && solved.is_some() {
                let Child { distance, .. } = self.children[index];
                let found = Found { numbers, work: size, reach: NOTHING, distance };
                match solved {
                    Some(proved) if G::Graph::REPEATS => self.adopt_solved(index, found, proved),
                    _ => {
                        self.children[index].learn(found, self.problem.infinity);
                        self.remember(self.children[index].key, found);
                    }
                }
            } else if G::Graph::REPEATS && solved.is_some() {
                let frame = self.stack.last().expect("there is a position");
                let after = self.problem.game.status_after(&frame.state, mv);
                self.children[index].distance = u16::from(matches!(after, Status::Turn(_)));
            }
        }
    }

    /// The same for a child that a tree has solved, where positions come back.
    fn adopt_solved(&mut self, index: usize, mut found: Found, proved: bool) {
        let Child { mv, key, .. } = self.children[index];
        // The height of a proof that the tree has kept is in the table.
        let known = self.known(key).filter(|known| known.numbers == found.numbers);
        found.distance = known.map_or(FAR, |known| known.distance);
        if !holds_after_every_line(&self.problem, proved) {
            // Nobody has noted what it rests on: the beginning of the line is the safe answer.
            found.reach = 0;
        }
        let game = self.problem.game;
        let mut state = self.stack.last().expect("there is a position").state.clone();
        game.play(&mut state, mv);
        let next = self.path.next(game, mv, &state, key);
        self.path.enter(&state, next);
        self.remember(key, found);
        self.path.leave();
        self.children[index].learn(found, self.problem.infinity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ledger, Limits, Method, Options, ProofStatus, SecondLevel, Table, TableSize};
    use phidelta_rules::{Goal, NoGuide, Score};
    use phidelta_testing::{At, Graph};

    /// After each tree, the table knows the children that the tree has expanded, with a work that
    /// is no more than the nodes of the tree.
    #[test]
    fn the_table_knows_the_children_of_a_tree() {
        const SIZE: u64 = 60;
        let graph = Graph::full_tree(3, 9, 3);
        let options = Options {
            method: Method::PdsPn,
            second: SecondLevel::Fixed(SIZE as u32),
            table: TableSize::Entries(1 << 16),
            ..Options::default()
        };
        let question = Ledger::default().ask(Goal::AtLeast(Score(1))).unwrap();
        let mut table = Table::new(&options).unwrap();
        let mut second = SecondTree::new(1 << 12, options.second, 0).unwrap();
        let mut search = Search::new(&graph, &NoGuide, &options, &question, &mut table, &At(0))
            .with_second_level(Some(&mut second));
        let mut trees = 0;
        loop {
            // A stop at each node: the search is seen in the middle of its trees, and after them.
            let before = search.evaluating;
            let limits = Limits { nodes: Some(1), ..Limits::default() };
            let verdict = search.run(&mut Control::new(limits));
            if !matches!(verdict, ProofStatus::Unknown(_)) {
                break;
            }
            if !before || search.evaluating {
                continue;
            }
            trees += 1;
            for index in 0..search.children.len() {
                let child = search.children[index];
                if child.work > 0 && child.numbers.verdict(search.problem.infinity).is_none() {
                    let found = search.look_up(child.key).unwrap();
                    assert_eq!(found.numbers, child.numbers);
                    assert!(found.work <= search.counters.nodes + 3);
                }
            }
        }
        assert!(trees > 10, "{trees} trees");
    }
}
