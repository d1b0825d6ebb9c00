//! Puts the parts together, in their order: each must begin where the one before ended, and what a
//! part has relied on must be in the parts before it.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::mem;

use phidelta_rules::{Game, Status, resolve};

use super::part::{End, Finding, Subject, Use, Walked};
use super::walk::walk;
use super::workers::{Done, Job, Workers};
use super::{
    Audience, Checked, Fault, Listener, Refutation, Shortfall, Tally, Verdict, mode_fits, refuted,
};
use crate::block::{Block, BlockError, BlockFault, BlockReader, Kind};
use crate::token::Place;

/// The parts of a certificate, wherever they are read from.
pub(super) trait Parts {
    /// The next part, or how the file ends.
    fn next(&mut self) -> io::Result<Result<Job, Last>>;

    /// How many bytes were read.
    fn bytes(&self) -> u64;
}

/// The blocks after the header.
pub(super) struct Source<R> {
    blocks: BlockReader<R>,
    parts: u64,
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
        Source { blocks, parts: 0 }
    }
}

impl<R: Read> Parts for Source<R> {
    fn bytes(&self) -> u64 {
        self.blocks.offset()
    }

    fn next(&mut self) -> io::Result<Result<Job, Last>> {
        let block = match self.blocks.next() {
            Ok(block) => block,
            Err(BlockError::Io(error)) => return Err(error),
            Err(BlockError::Fault(BlockFault::Truncated, byte)) => {
                let shortfall = Shortfall::Truncated { byte };
                return Ok(Err(Last::Verdict(Verdict::Incomplete(shortfall))));
            }
            Err(BlockError::Fault(fault, byte)) => {
                return Ok(Err(Last::Verdict(refuted(byte, Fault::Block(fault)))));
            }
        };
        let Block { kind, offset: byte, payload } = block;
        let end = self.blocks.offset();
        Ok(match kind {
            Kind::Part => {
                self.parts += 1;
                Ok(Job { number: self.parts - 1, byte, end, payload })
            }
            Kind::Header => Err(Last::Verdict(refuted(byte, Fault::Order(kind)))),
            Kind::End if self.blocks.at_end()? => Err(Last::End),
            Kind::End => Err(Last::Verdict(refuted(end, Fault::Trailing))),
        })
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

    fn push(&mut self, position: S) {
        if self.count.is_multiple_of(Self::SEGMENT) {
            self.segments.push(Vec::with_capacity(Self::SEGMENT));
        }
        self.segments.last_mut().expect("there is a segment").push(position);
        self.count += 1;
    }

    fn get(&self, lemma: u32) -> Option<&S> {
        let lemma = lemma as usize;
        self.segments.get(lemma / Self::SEGMENT)?.get(lemma % Self::SEGMENT)
    }

    fn bytes(&self) -> u64 {
        (self.segments.len() * Self::SEGMENT * mem::size_of::<S>()) as u64
    }

    fn clear(&mut self) {
        self.segments.clear();
        self.count = 0;
    }
}

/// What is known from the parts so far.
pub(super) struct Commit<'a, 'l, G: Game> {
    subject: Subject<'a, G>,
    /// Where the next part must begin; `None` when all claims are proved.
    expected: Option<Place>,
    lemmas: Lemmas<G::State>,
    /// Bytes that the lemmas may use.
    budget: u64,
    tally: Tally,
    listener: Option<Listener<'l>>,
}

impl<'a, 'l, G: Game> Commit<'a, 'l, G> {
    pub fn new(subject: Subject<'a, G>, budget: u64, listener: Option<Listener<'l>>) -> Self {
        let lemmas = Lemmas { segments: Vec::new(), count: 0 };
        let tally = Tally { axioms: vec![0; subject.header.axioms.len()], ..Tally::default() };
        Commit { subject, expected: Some(Place::default()), lemmas, budget, tally, listener }
    }

    /// Has the parts walked through, `in_flight` at a time at most, and comes to a verdict.
    pub fn run(
        &mut self,
        parts: &mut dyn Parts,
        workers: &mut dyn Workers<G::State>,
        in_flight: usize,
    ) -> io::Result<Checked> {
        if let Some(verdict) = self.begin() {
            return Ok(Checked { verdict, tally: mem::take(&mut self.tally) });
        }
        let mut waiting = BTreeMap::new();
        let (mut submitted, mut committed) = (0, 0);
        let mut last = None;
        let verdict = loop {
            while last.is_none() && submitted - committed < in_flight as u64 {
                match parts.next()? {
                    Ok(job) => {
                        workers.submit(job);
                        submitted += 1;
                    }
                    Err(end) => last = Some(end),
                }
            }
            if let Some(last) = last.take_if(|_| submitted == committed) {
                break self.finish(last);
            }
            let done = workers.receive();
            waiting.insert(done.number, done);
            let mut verdict = None;
            while let Some(done) = waiting.remove(&committed)
                && verdict.is_none()
            {
                committed += 1;
                verdict = self.accept(done);
            }
            if let Some(verdict) = verdict {
                break verdict;
            }
        };
        self.tally.bytes = parts.bytes();
        Ok(Checked { verdict, tally: mem::take(&mut self.tally) })
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
        let Done { byte, end: end_byte, content, walked, .. } = done;
        let Some(Walked { start, end, lemmas, uses, tally }) = walked else {
            return Some(refuted(byte, Fault::Compression));
        };
        let refute = |finding: Finding| {
            let Finding { fault, within, claim, line } = finding;
            let within = Some(within as u64);
            Some(Verdict::Refuted(Refutation { byte, within, claim, line, fault }))
        };
        // A part that begins at the wrong place is wrong whatever follows in it.
        let gap = self.expected.as_ref() != Some(&start);
        match end {
            End::Faulty(finding) if !gap || finding.claim.is_none() => return refute(finding),
            _ if gap => {
                let claim = Some(start.claim);
                let line = start.line.iter().map(|step| step.mv).collect();
                return refute(Finding { fault: Fault::Gap, within: 0, claim, line });
            }
            End::Memory => return Some(Verdict::Incomplete(Shortfall::Memory)),
            End::Interrupted => return Some(Verdict::Incomplete(Shortfall::Interrupted)),
            End::At(_) | End::Proved | End::Faulty(_) => {}
        }
        for Use { lemma, position, within } in uses {
            if self.lemmas.get(lemma) != Some(&position) {
                let line = self.line_at(&content, within);
                let fault = Fault::OtherPosition(lemma);
                return refute(Finding { fault, within, claim: Some(start.claim), line });
            }
        }
        for position in lemmas {
            self.lemmas.push(position);
        }
        if self.lemmas.bytes() > self.budget {
            return Some(Verdict::Incomplete(Shortfall::Memory));
        }
        self.tally.add(&tally);
        self.expected = match end {
            End::At(place) => Some(place),
            _ => {
                self.lemmas.clear();
                let claim = start.claim + 1;
                let more = (claim as usize) < self.subject.header.claims.len();
                more.then(|| Place { claim, ..Place::default() })
            }
        };
        if let Some(listener) = &mut self.listener {
            listener(end_byte, self.tally.positions);
        }
        None
    }

    /// The line of play to the token at this byte of a part.
    fn line_at(&self, content: &[u8], within: usize) -> Vec<u32> {
        match walk(self.subject, content, Some(within), &mut Audience(None)).end {
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
