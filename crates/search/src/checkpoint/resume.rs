//! What a solver tells of itself for a checkpoint, and takes over from one.

use std::io::{Read, Seek};
use std::time::Duration;

use phidelta_rules::{Game, Goal, Guide, Value};

use super::head::{Asked, Head, meaning};
use super::{Checkpoint, CheckpointError, TreeBytes};
use crate::memory::Form;
use crate::problem::Problem;
use crate::{
    Control, Counters, Ledger, Method, Numbers, ProofStatus, Query, SearchResult, Solver, Table,
    Variants,
};

/// What was done before a checkpoint was taken up.
pub(crate) struct Past<S, V> {
    /// The position that was asked about.
    root: Option<S>,
    counters: Counters,
    elapsed: Duration,
    answers: Vec<(Goal<V>, bool)>,
}

impl<S, V> Default for Past<S, V> {
    fn default() -> Self {
        let (counters, elapsed) = (Counters::default(), Duration::ZERO);
        Past { root: None, counters, elapsed, answers: Vec::new() }
    }
}

impl<S: Eq, V: Value> Past<S, V> {
    /// What was done in all, with this.
    pub fn and(&self, counters: &Counters) -> Counters {
        let mut all = self.counters;
        all.add(counters);
        all
    }

    /// How long it took in all, with this.
    pub fn and_time(&self, elapsed: Duration) -> Duration {
        self.elapsed + elapsed
    }

    /// What was found, if the question was answered.
    pub fn found<M>(&self, state: &S, goal: Goal<V>, infinity: u32) -> Option<SearchResult<M>> {
        self.root.as_ref().filter(|root| *root == state)?;
        let &(_, proved) = self.answers.iter().find(|(asked, _)| *asked == goal)?;
        Some(SearchResult {
            verdict: if proved { ProofStatus::Proved } else { ProofStatus::Disproved },
            root: Numbers::solved(proved, infinity),
            counters: Counters::default(),
            best: None,
        })
    }
}

/// Reads all entries, to the end of the checkpoint, and takes them into a table if there is one.
fn read_entries<R: Read + Seek>(
    checkpoint: &mut Checkpoint<R>,
    form: Form,
    table: Option<&Table>,
) -> Result<(), CheckpointError> {
    let mut taken = 0;
    while let Some(entries) = checkpoint.next_entries()? {
        if let Some(table) = table {
            table.expect(taken, &entries);
        }
        taken += entries.len() as u64;
        for copied in entries {
            // Nobody knows what it means.
            if form.is_of_later_question(&copied.1) {
                continue;
            }
            if !form.is_possible(&copied.1) {
                return Err(CheckpointError::Damaged);
            }
            if let Some(table) = table {
                form.take_in(table, copied);
            }
        }
    }
    if checkpoint.is_at_end()? { Ok(()) } else { Err(CheckpointError::Damaged) }
}

impl<G: Game, A: Guide<G>, V: Variants> Solver<'_, G, A, V> {
    /// Takes up a checkpoint of a search of this position: what is asked next goes on from there. Answers,
    /// counters and times are those of all runs together; limits are for this run alone.
    ///
    /// # Errors
    /// Why that cannot be done. The solver then knows nothing.
    pub fn resume<R: Read + Seek>(
        &mut self,
        state: &G::State,
        checkpoint: Checkpoint<R>,
    ) -> Result<(), CheckpointError> {
        self.forget();
        let taken = self.take_up(state, checkpoint);
        if taken.is_err() {
            self.forget();
        }
        taken
    }

    fn forget(&mut self) {
        if self.table.used() > 0 {
            self.table.clear();
        }
        self.ledger = Ledger::for_game::<G>();
        self.forest.leave();
        self.past = Past::default();
    }

    fn take_up<R: Read + Seek>(
        &mut self,
        state: &G::State,
        mut checkpoint: Checkpoint<R>,
    ) -> Result<(), CheckpointError> {
        let head = checkpoint.head.clone();
        if head.root_key != self.game.key(state) {
            return Err(CheckpointError::Root);
        }
        if head.meaning != meaning(&self.options) {
            return Err(CheckpointError::Meaning(head.meaning));
        }
        let sealed = Some(head.sealed_buckets).filter(|&buckets| buckets > 0);
        let mut fits = sealed.is_none() || self.table.sealed_buckets() == sealed;
        // Where all that counts is in the tree, the table can do without. Elsewhere a small table, whose
        // entries do not hold their whole keys, comes back in its size.
        if let Some(buckets) = sealed
            && !fits
            && !matches!(self.options.method, Method::Pn | Method::Pn2 | Method::DeepPn)
        {
            let table = Table::of_sealed_buckets(&self.options, buckets)?;
            self.table = table.ok_or(CheckpointError::Damaged)?;
            fits = true;
        }
        let values = self.game.values();
        let goal = |asked: &Asked| {
            let value = values.iter().copied().find(|value| value.number() == asked.value)?;
            Some(if asked.at_least { Goal::AtLeast(value) } else { Goal::AtMost(value) })
        };
        let goals: Option<Vec<_>> = head.asked.iter().map(goal).collect();
        let goals = goals.ok_or(CheckpointError::Goal)?;
        for &goal in &goals {
            self.ledger.ask(goal);
        }
        if self.ledger.goals() != goals {
            return Err(CheckpointError::Damaged);
        }
        let current = goals.get(usize::from(head.current)).ok_or(CheckpointError::Damaged)?;
        let question = self.ledger.ask(*current).ok_or(CheckpointError::Damaged)?;
        let problem = Problem::new(self.game, self.guide, &self.options, &question);
        if let Some(mut tree) = TreeBytes::of(&mut checkpoint)? {
            if V::ALL {
                self.forest.take_up(&problem, state, &mut tree)?;
            } else {
                return Err(CheckpointError::Damaged);
            }
            if !tree.is_at_end()? {
                return Err(CheckpointError::Damaged);
            }
        }
        let table = Some(&self.table).filter(|_| fits);
        let form = Form::of::<G>(problem.infinity, goals.len());
        read_entries(&mut checkpoint, form, table)?;
        let answers = goals.iter().zip(&head.asked);
        let answers = answers.filter_map(|(&goal, asked)| Some((goal, asked.answer?))).collect();
        let Head { counters, elapsed, .. } = head;
        self.past = Past { root: Some(state.clone()), counters, elapsed, answers };
        Ok(())
    }

    /// Tells whoever writes checkpoints what is asked.
    pub(crate) fn announce(
        &self,
        state: &G::State,
        question: &Query<G::Value>,
        control: &mut Control<'_, G::Move>,
    ) {
        let Some(checkpoints) = &mut control.checkpoints else { return };
        let answer = |asked: &Asked| {
            let is_same = |other: &&Asked| Asked { answer: None, ..**other } == *asked;
            checkpoints.answered.iter().find(is_same).and_then(|answered| answered.answer)
        };
        let asked = self.ledger.goals().iter().map(|&goal| {
            let (at_least, value) = match goal {
                Goal::AtLeast(value) => (true, value.number()),
                Goal::AtMost(value) => (false, value.number()),
            };
            let asked = Asked { at_least, value, answer: None };
            let before = self.past.answers.iter().find(|(before, _)| *before == goal);
            Asked { answer: answer(&asked).or(before.map(|(_, proved)| *proved)), ..asked }
        });
        let head = Head {
            label: String::new(),
            root_key: self.game.key(state),
            meaning: meaning(&self.options),
            sealed_buckets: 0,
            counters: self.past.counters,
            elapsed: self.past.elapsed,
            asked: asked.collect(),
            current: question.tag,
        };
        checkpoints.ask(head);
    }

    /// Has a last checkpoint written if a question was not answered, or the answer noted.
    pub(crate) fn conclude(
        &self,
        found: &SearchResult<G::Move>,
        control: &mut Control<'_, G::Move>,
    ) {
        let Some(checkpoints) = &mut control.checkpoints else { return };
        match found.verdict {
            ProofStatus::Unknown(_) => checkpoints.conclude(&self.table, &found.counters),
            ProofStatus::Proved => checkpoints.answer(true, &found.counters),
            ProofStatus::Disproved => checkpoints.answer(false, &found.counters),
        }
    }
}
