//! Puts the parts together, in their order: each must begin where the one before ended, and what a
//! part has relied on must be in the parts before it.
//!
//! How many parts are in the works at a time has no part in the verdict. They share the memory, and one that
//! it was too little for is walked through again, alone, when those before it are done.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Read};
use std::mem;
use std::sync::Arc;

use phidelta_rules::{Game, Status, resolve};

use super::account::{Account, Loan};
use super::part::{End, Finding, Subject, Use, Walked};
use super::walk::{place_bytes, walk};
use super::workers::{Done, Job, Workers, content_size, work};
use super::{
    Audience, Checked, Fault, Listener, Refutation, Shortfall, Tally, Verdict, mode_fits, refuted,
};
use crate::Mode;
use crate::block::{Block, BlockError, BlockFault, BlockReader, Kind};
use crate::token::{Numbers, Place, Written};

/// The parts of a certificate, wherever they are read from.
pub(super) trait Parts {
    /// The next part, if it has at most so many bytes, or how the file ends.
    fn next(&mut self, room: u64) -> io::Result<Next>;

    /// How many bytes were read.
    fn bytes(&self) -> u64;
}

/// What comes next in a file.
pub(super) enum Next {
    /// A part.
    Part(Job),
    /// Something with more bytes than there is room for.
    TooLarge,
    /// The end of the file.
    Last(Last),
}

/// The blocks after the header.
pub(super) struct Source<R> {
    blocks: BlockReader<R>,
    parts: u64,
    /// Bytes of content of the parts so far.
    content: u64,
}

/// How the blocks end.
pub(super) enum Last {
    /// As they should.
    End,
    /// Otherwise.
    Verdict(Verdict),
}

impl<R: Read> Source<R> {
    pub fn new(blocks: BlockReader<R>) -> Self {
        Source { blocks, parts: 0, content: 0 }
    }
}

impl<R: Read> Parts for Source<R> {
    fn bytes(&self) -> u64 {
        self.blocks.offset()
    }

    fn next(&mut self, room: u64) -> io::Result<Next> {
        let verdict = |verdict| Ok(Next::Last(Last::Verdict(verdict)));
        let block = match self.blocks.next_within(room) {
            Ok(Some(block)) => block,
            Ok(None) => return Ok(Next::TooLarge),
            Err(BlockError::Io(error)) => return Err(error),
            Err(BlockError::Fault(BlockFault::Truncated, byte)) => {
                return verdict(Verdict::Incomplete(Shortfall::Truncated { byte }));
            }
            Err(BlockError::Fault(fault, byte)) => {
                return verdict(refuted(byte, Fault::Block(fault)));
            }
        };
        let Block { kind, offset: byte, payload } = block;
        let end = self.blocks.offset();
        match kind {
            Kind::Part => {
                let (number, before) = (self.parts, self.content);
                self.parts += 1;
                self.content += content_size(&payload).unwrap_or(0) as u64;
                Ok(Next::Part(Job { number, byte, end, before, payload: payload.into() }))
            }
            Kind::Header => verdict(refuted(byte, Fault::Order(kind))),
            Kind::End if self.blocks.at_end()? => Ok(Next::Last(Last::End)),
            Kind::End => verdict(refuted(end, Fault::Trailing)),
        }
    }
}

/// The positions of all lemmas of a claim. They never move: a list that doubled its space would
/// need it twice for a while.
struct Lemmas<S> {
    segments: Vec<Vec<S>>,
    count: usize,
}

impl<S> Lemmas<S> {
    const SEGMENT: usize = 1 << 12;

    /// Adds a position, within so many bytes.
    fn push(&mut self, position: S, budget: u64) -> Result<(), Shortfall> {
        if self.count.is_multiple_of(Self::SEGMENT) {
            let segments = self.segments.len() + 1;
            if (segments * Self::SEGMENT * mem::size_of::<S>()) as u64 > budget {
                return Err(Shortfall::Memory);
            }
            self.segments.push(Vec::with_capacity(Self::SEGMENT));
        }
        self.segments.last_mut().expect("there is a segment").push(position);
        self.count += 1;
        Ok(())
    }

    fn get(&self, lemma: u32) -> Option<&S> {
        let lemma = lemma as usize;
        self.segments.get(lemma / Self::SEGMENT)?.get(lemma % Self::SEGMENT)
    }

    fn clear(&mut self) {
        self.segments.clear();
        self.count = 0;
    }
}

/// The memory of a check, and how it is divided.
pub(super) struct Means {
    /// Bytes that the lemmas may use.
    pub lemmas: u64,
    /// Bytes of parts that are read before their turn comes.
    pub ahead: u64,
    /// All else: what walks use.
    pub account: Arc<Account>,
    /// How much that was at first.
    walks: u64,
}

impl Means {
    pub fn new(memory: u64) -> Self {
        let lemmas = memory / 2;
        let ahead = lemmas / 8;
        let walks = lemmas - ahead;
        Means { lemmas, ahead, account: Account::new(walks), walks }
    }
}

/// What is known from the parts so far.
pub(super) struct Commit<'a, 'l, G: Game> {
    subject: Subject<'a, G>,
    means: Means,
    /// Where the next part must begin; `None` when all claims are proved.
    expected: Option<Place>,
    /// Holds the memory of that place.
    kept: Loan,
    lemmas: Lemmas<G::State>,
    tally: Tally,
    listener: Option<Listener<'l>>,
}

impl<'a, 'l, G: Game> Commit<'a, 'l, G> {
    pub fn new(subject: Subject<'a, G>, means: Means, listener: Option<Listener<'l>>) -> Self {
        let lemmas = Lemmas { segments: Vec::new(), count: 0 };
        let tally = Tally { axioms: vec![0; subject.header.axioms.len()], ..Tally::default() };
        let (expected, kept) = (Some(Place::default()), Loan::of(&means.account));
        Commit { subject, means, expected, kept, lemmas, tally, listener }
    }

    /// Has the parts walked through, so many at a time at most, and comes to a verdict.
    pub fn run(
        &mut self,
        parts: &mut dyn Parts,
        workers: &mut dyn Workers<G::State>,
        at_a_time: usize,
    ) -> io::Result<Checked> {
        let verdict = match self.begin() {
            Some(verdict) => verdict,
            None => {
                let verdict = self.go_through(parts, workers, at_a_time)?;
                self.tally.bytes = parts.bytes();
                verdict
            }
        };
        Ok(Checked { verdict, tally: mem::take(&mut self.tally) })
    }

    fn go_through(
        &mut self,
        parts: &mut dyn Parts,
        workers: &mut dyn Workers<G::State>,
        mut at_a_time: usize,
    ) -> io::Result<Verdict> {
        // The parts that were read and not yet accepted. The first ones were given to workers.
        let mut jobs: VecDeque<Job> = VecDeque::new();
        let mut given = 0;
        let mut waiting = BTreeMap::new();
        let mut last = None;
        loop {
            while last.is_none() && jobs.len() < at_a_time {
                let ahead: u64 = jobs.iter().skip(1).map(|job| job.payload.len() as u64).sum();
                let is_next = jobs.is_empty();
                let room = if is_next { self.means.walks } else { self.means.ahead - ahead };
                match parts.next(room)? {
                    Next::Part(job) => jobs.push_back(job),
                    Next::Last(end) => last = Some(end),
                    Next::TooLarge if is_next => {
                        return Ok(Verdict::Incomplete(Shortfall::Memory));
                    }
                    Next::TooLarge => break,
                }
            }
            while given < jobs.len().min(at_a_time) {
                workers.submit(jobs[given].clone());
                given += 1;
            }
            let Some(first) = jobs.front() else {
                return Ok(self.finish(last.unwrap_or(Last::End)));
            };
            let Some(mut done) = waiting.remove(&first.number) else {
                let done = workers.receive();
                waiting.insert(done.number, done);
                continue;
            };
            if at_a_time > 1 && done.is_out_of_memory() {
                // The others may have had what it lacks.
                drop(done);
                for _ in waiting.len() + 1..given {
                    workers.receive();
                }
                waiting.clear();
                given = 0;
                at_a_time /= 2;
                let loan = Loan::of(&self.means.account);
                done = work(self.subject, first.clone(), loan, &mut Audience(None));
            }
            jobs.pop_front();
            given = given.saturating_sub(1);
            if let Some(verdict) = self.accept(done) {
                return Ok(verdict);
            }
        }
    }

    /// Looks at what needs no proof: whether the mode fits, and claims about a finished game.
    fn begin(&mut self) -> Option<Verdict> {
        let Subject { game, recurrence, root, header, .. } = self.subject;
        if let Err(reason) = mode_fits(game, header, recurrence) {
            return Some(refuted(0, Fault::Mode(reason)));
        }
        if let Status::Over(value) = resolve(game, root, &mut Vec::new()) {
            self.expected = None;
            let failed = header.claims.iter().position(|claim| !claim.met(value));
            return failed.map(|claim| {
                let (claim, fault) = (Some(claim as u32), Fault::NotMet);
                let line = Vec::new();
                Verdict::Refuted(Refutation { byte: 0, within: None, claim, line, fault })
            });
        }
        None
    }

    /// Adds a part to what is known, unless something is wrong with it.
    fn accept(&mut self, done: Done<G::State>) -> Option<Verdict> {
        let Done { byte, end: end_byte, before, content, walked, mut loan, .. } = done;
        let Some(Walked { claim, end, lemmas, uses, tally }) = walked else {
            return Some(refuted(byte, Fault::Compression));
        };
        let refute = |finding: Finding| {
            let Finding { fault, within, claim, line } = finding;
            let within = Some(within as u64);
            Some(Verdict::Refuted(Refutation { byte, within, claim, line, fault }))
        };
        // A part that begins at the wrong place is wrong whatever follows in it.
        let mut numbers = Numbers::new(&content);
        let start = Place::read(&mut numbers, self.subject.header.mode == Mode::Zone).ok();
        let fits =
            start.as_ref().zip(self.expected.as_ref()).is_some_and(|(start, at)| start.is(at));
        match end {
            End::Short(shortfall) if fits || content.is_empty() => {
                return Some(Verdict::Incomplete(shortfall));
            }
            End::Faulty(finding) if fits || finding.claim.is_none() => return refute(finding),
            _ if !fits => {
                // A line that there is no memory for is not told.
                let Some(Written { claim, steps, .. }) = start else {
                    return Some(refuted(byte, Fault::Gap));
                };
                let is_told = loan.add(4 * steps.len() as u64).is_ok();
                let told = steps.filter(|_| is_told);
                let line = told.map(|(step, _)| step.mv).collect();
                return refute(Finding { fault: Fault::Gap, within: 0, claim: Some(claim), line });
            }
            End::At(_) | End::Proved | End::Faulty(_) | End::Short(_) => {}
        }
        for (count, Use { lemma, position, within }) in uses.into_iter().enumerate() {
            if self.lemmas.get(lemma) != Some(&position) {
                let line = self.line_at(&content, before, within);
                let fault = Fault::OtherPosition(lemma);
                return refute(Finding { fault, within, claim: Some(claim), line });
            }
            if count % 4096 == 4095
                && let Err(shortfall) = self.subject.stop.poll()
            {
                return Some(Verdict::Incomplete(shortfall));
            }
        }
        for position in lemmas {
            if let Err(shortfall) = self.lemmas.push(position, self.means.lemmas) {
                return Some(Verdict::Incomplete(shortfall));
            }
        }
        self.tally.add(&tally);
        self.expected = match end {
            End::At(place) => Some(place),
            _ => {
                self.lemmas.clear();
                let claim = claim + 1;
                let more = (claim as usize) < self.subject.header.claims.len();
                more.then(|| Place { claim, ..Place::default() })
            }
        };
        // Of what the part took, its end is kept.
        let kept = self.expected.as_ref().map_or(0, place_bytes);
        drop(content);
        let _ = loan.hold(kept);
        self.kept = loan;
        if let Some(listener) = &mut self.listener {
            listener(end_byte, self.tally.positions);
        }
        None
    }

    /// The line of play to the token at this byte of a part, which was walked through before.
    fn line_at(&self, content: &[u8], before: u64, within: usize) -> Vec<u32> {
        let (loan, until) = (Loan::counted_elsewhere(), Some(within));
        let (walked, _) = walk(self.subject, content, before, until, loan, &mut Audience(None));
        match walked.end {
            End::At(place) => place.line.iter().map(|step| step.mv).collect(),
            _ => Vec::new(),
        }
    }

    /// The verdict when all parts are accepted.
    fn finish(&self, last: Last) -> Verdict {
        match (last, &self.expected) {
            (Last::Verdict(verdict), _) => verdict,
            (Last::End, None) => Verdict::Verified,
            (Last::End, Some(place)) => {
                let line = place.line.iter().map(|step| step.mv).collect();
                Verdict::Incomplete(Shortfall::Unfinished { claim: place.claim, line })
            }
        }
    }
}
