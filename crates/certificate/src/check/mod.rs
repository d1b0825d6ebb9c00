//! The checker: a certificate and the rules of its game, and nothing else.
//!
//! It must not import anything of the search. What it accepts is a proof whatever wrote it: every
//! position is replayed by the rules, every reference compared with the position it refers to.
//! Memory is bounded, nothing recurses over the depth of a proof, and no byte is believed before
//! it is checked.

mod account;
mod commit;
mod line;
mod part;
mod repetition;
mod verdict;
mod walk;
mod workers;
mod zones;

use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::Builder;
use std::time::Instant;

use phidelta_rules::{Area, Game, Interrupt, Recurrence};
use serde::Deserialize;

pub use verdict::{Fault, Refutation, Shortfall, Tally, Verdict};

use crate::block::{BlockError, BlockFault, BlockReader, Kind};
use crate::{Header, Mode};
use account::{Loan, Stop};
use commit::{Commit, Means, Parts, Source};
use part::Subject;
use workers::{Inline, Shelf, Together, with_threads, work};

/// A certificate whose header was read.
#[derive(Debug)]
pub struct Certificate<R> {
    header: Header,
    blocks: BlockReader<R>,
}

/// Why a certificate could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The file could not be read.
    Io(io::Error),
    /// The file could be read, and this is the verdict on it.
    Verdict(Verdict),
}

impl<R: Read> Certificate<R> {
    /// Reads the header, however long it is.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a certificate.
    pub fn open(input: R) -> Result<Self, OpenError> {
        Self::open_within(input, u64::MAX)
    }

    /// Reads the header, if it has at most so many bytes: otherwise memory is short.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a certificate, or its header is too long.
    pub fn open_within(input: R, room: u64) -> Result<Self, OpenError> {
        let mut blocks = BlockReader::new(input).map_err(unreadable)?;
        let Some(block) = blocks.next_within(room).map_err(unreadable)? else {
            return Err(OpenError::Verdict(Verdict::Incomplete(Shortfall::Memory)));
        };
        let refuse = |fault| Err(OpenError::Verdict(refuted(block.offset, fault)));
        if block.kind != Kind::Header {
            return refuse(Fault::Order(block.kind));
        }
        /// What is the same in all versions.
        #[derive(Deserialize)]
        struct Identity {
            format: String,
            version: u64,
        }
        let wrong = |error: serde_json::Error| Fault::Header(error.to_string());
        // Members without their names would be read as well.
        if block.payload.trim_ascii_start().starts_with(b"[") {
            return refuse(Fault::Header("it must be an object".into()));
        }
        match serde_json::from_slice::<Identity>(&block.payload) {
            Err(error) => return refuse(wrong(error)),
            Ok(identity) if identity.format != Header::FORMAT => {
                return refuse(Fault::Header("it names another format".into()));
            }
            Ok(identity) if identity.version != u64::from(Header::VERSION) => {
                let shortfall = Shortfall::Version(identity.version);
                return Err(OpenError::Verdict(Verdict::Incomplete(shortfall)));
            }
            Ok(_) => {}
        }
        let header: Header = match serde_json::from_slice(&block.payload) {
            Ok(header) => header,
            Err(error) => return refuse(wrong(error)),
        };
        if !matches!(header.claims.len(), 1 | 2) {
            return refuse(Fault::Header("there must be one claim, or two".into()));
        }
        if header.axioms.len() > Header::MOST_AXIOMS {
            return refuse(Fault::Header("there are too many axioms".into()));
        }
        Ok(Certificate { header, blocks })
    }

    /// How many bytes of the file were read: up to the end of the header.
    pub fn bytes(&self) -> u64 {
        self.blocks.offset()
    }

    /// What the certificate says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }
}

fn unreadable(error: BlockError) -> OpenError {
    match error {
        BlockError::Io(error) => OpenError::Io(error),
        BlockError::Fault(BlockFault::Truncated, byte) => {
            OpenError::Verdict(Verdict::Incomplete(Shortfall::Truncated { byte }))
        }
        BlockError::Fault(fault, byte) => OpenError::Verdict(refuted(byte, Fault::Block(fault))),
    }
}

/// A refutation that concerns a block as a whole.
fn refuted(byte: u64, fault: Fault) -> Verdict {
    Verdict::Refuted(Refutation { byte, within: None, claim: None, line: Vec::new(), fault })
}

/// A listener to the progress of a check: it hears how many bytes of the file are checked, and how
/// many positions.
pub type Listener<'a> = &'a mut dyn FnMut(u64, u64);

/// What a check may use, and who hears of it.
pub struct CheckControl<'a> {
    /// How many threads check parts of the proof at the same time; fewer if there are not so many to be had.
    pub threads: NonZeroUsize,
    /// Bytes for all that is kept: the positions of lemmas and of lines, and the parts that are being
    /// checked. Whether they are enough does not depend on the number of threads.
    pub memory: u64,
    /// Set from elsewhere to stop the check.
    pub interrupt: Option<&'a dyn Interrupt>,
    /// When the check must be over. What the interrupt made it wait is added.
    pub deadline: Option<Instant>,
    /// Hears of the progress after every part.
    pub listener: Option<Listener<'a>>,
}

impl Default for CheckControl<'_> {
    /// One thread, a GiB, nobody listening.
    fn default() -> Self {
        let threads = NonZeroUsize::MIN;
        CheckControl { threads, memory: 1 << 30, interrupt: None, deadline: None, listener: None }
    }
}

/// What a check came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The verdict.
    pub verdict: Verdict,
    /// What was seen until then.
    pub tally: Tally,
}

/// What a proof says, token by token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The game is over in the next position.
    Over,
    /// The next position is a lemma.
    Lemma,
    /// The claimant plays the move at this place; the proof of the position after it follows.
    Choose(u32),
    /// The opponent has so many moves; the proofs of the positions after them follow.
    All(u32),
    /// The opponent passes, and the proof of the position after that follows; then those of the
    /// positions after the moves at these places.
    Zone(Area),
    /// The next reply needs no proof here: the same stones were placed in another order elsewhere.
    Skipped,
    /// The next position is proved by this lemma.
    Ref(u32),
    /// The game ends in the next position, which has occurred so many plies before.
    Repeats(u32),
    /// The next position rests on this axiom.
    Axiom(u32),
}

/// Hears what a proof says while it is checked, in the order of the proof. What it hears is not
/// proved before the verdict.
pub trait Observer {
    /// Hears an event.
    fn event(&mut self, event: Event);
}

/// Hears nothing.
impl Observer for () {
    fn event(&mut self, _: Event) {}
}

/// Those who hear what a proof says: an observer, or nobody. One walk serves both.
struct Audience<'o>(Option<&'o mut dyn Observer>);

impl Audience<'_> {
    #[inline]
    fn hear(&mut self, event: impl FnOnce() -> Event) {
        if let Some(observer) = &mut self.0 {
            tell(*observer, event());
        }
    }
}

/// Most checks have nobody to tell.
#[cold]
fn tell(observer: &mut dyn Observer, event: Event) {
    observer.event(event);
}

/// Checks the proof of a certificate. `game` and `root` are those that its header names, and
/// `recurrence` is what the rules say about positions that come back.
///
/// # Errors
/// If the file cannot be read.
pub fn check<G>(
    game: &G,
    recurrence: &Recurrence<G>,
    root: &G::State,
    certificate: Certificate<impl Read>,
    control: CheckControl<'_>,
) -> io::Result<Checked>
where
    G: Game + Sync,
    G::State: Send + Sync,
{
    let Certificate { header, blocks } = certificate;
    check_parts(game, recurrence, root, &header, &mut Source::new(blocks), control)
}

/// The same, wherever the parts come from.
fn check_parts<G>(
    game: &G,
    recurrence: &Recurrence<G>,
    root: &G::State,
    header: &Header,
    parts: &mut dyn Parts,
    control: CheckControl<'_>,
) -> io::Result<Checked>
where
    G: Game + Sync,
    G::State: Send + Sync,
{
    let CheckControl { threads, memory, interrupt, deadline, listener } = control;
    let stop = Stop { interrupt, deadline };
    let subject = Subject { game, recurrence, root, header, stop };
    let means = Means::new(memory);
    let account = Arc::clone(&means.account);
    let mut commit = Commit::new(subject, means, listener);
    let mut here = Inline::new(subject, Arc::clone(&account), Audience(None));
    if threads.get() == 1 {
        return commit.run(parts, &mut here, 1);
    }
    let shelf = Shelf::default();
    let mut checked = None;
    with_threads(
        threads.get(),
        &|_| Builder::new(),
        &|job| shelf.put(work(subject, job, Loan::of(&account), &mut Audience(None))),
        &mut |threads| {
            checked = Some(match threads {
                Some(threads) => {
                    let at_a_time = 2 * threads.count;
                    commit.run(parts, &mut Together { threads, shelf: &shelf }, at_a_time)
                }
                None => commit.run(parts, &mut here, 1),
            });
        },
    );
    checked.expect("it was checked")
}

/// As [`check`], on one thread, while `observer` hears what the proof says.
///
/// # Errors
/// If the file cannot be read.
pub fn check_observed<G: Game>(
    game: &G,
    recurrence: &Recurrence<G>,
    root: &G::State,
    certificate: Certificate<impl Read>,
    control: CheckControl<'_>,
    observer: &mut dyn Observer,
) -> io::Result<Checked> {
    let Certificate { header, blocks } = certificate;
    let CheckControl { memory, interrupt, deadline, listener, .. } = control;
    let stop = Stop { interrupt, deadline };
    let subject = Subject { game, recurrence, root, header: &header, stop };
    let means = Means::new(memory);
    let mut here = Inline::new(subject, Arc::clone(&means.account), Audience(Some(observer)));
    Commit::new(subject, means, listener).run(&mut Source::new(blocks), &mut here, 1)
}

/// Whether a proof in the header's mode says anything about the game, by what the rules say of
/// positions that come back, and of stones.
fn mode_fits<G: Game>(
    game: &G,
    header: &Header,
    recurrence: &Recurrence<G>,
) -> Result<(), &'static str> {
    match (header.mode, recurrence) {
        (Mode::Reach, Recurrence::Ends(rule)) if rule.likeness.is_some() => {
            Err("positions that are not equal may count as the same")
        }
        (Mode::Reach, _)
        | (Mode::Safe, Recurrence::Endless(_))
        | (Mode::Path, Recurrence::Ends(_)) => Ok(()),
        (Mode::Safe, _) => Err("its games do not go on for ever"),
        (Mode::Path, _) => Err("its games do not end by repetition"),
        (Mode::Zone, Recurrence::Endless(_) | Recurrence::Ends(_)) => Err("positions come back"),
        (Mode::Zone, Recurrence::Never) => {
            let rules = game.placement().ok_or("its moves do not only place stones")?;
            if header.claims.iter().any(|claim| claim.met(rules.unrewarded())) {
                return Err("a draw would meet the claim");
            }
            Ok(())
        }
    }
}
