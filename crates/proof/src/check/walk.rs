//! Walks through one part of a proof: replays its moves by the rules and looks at every token.
//!
//! A part begins where it says it begins. Whether the part before ended there, and whether
//! references to lemmas of earlier parts are right, is left to be settled later: the walk hands in
//! what it has relied on.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use phidelta_rules::{Area, Game, Player, Recurrence, Status, resolve};

use super::repetition::Repetitions;
use super::zones::{Reply, Zones};
use super::{Event, Fault, Observer, Tally};
use crate::token::{self, NoList, NoNumber, NoPlace, Numbers, PASS, Place, Step, read_list};
use crate::{Claim, Header, Mode};

/// What every part is checked against.
pub(super) struct Subject<'a, G: Game> {
    pub game: &'a G,
    pub recurrence: &'a Recurrence<G>,
    pub root: &'a G::State,
    pub header: &'a Header,
    pub interrupt: Option<&'a AtomicBool>,
    /// Bytes that a walk may use.
    pub budget: u64,
}

impl<G: Game> Clone for Subject<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Subject<'_, G> {}

/// What a walk through a part came to.
pub(super) struct Walked<S> {
    /// Where the part begins.
    pub start: Place,
    pub end: End,
    /// The positions of the lemmas that began in it.
    pub lemmas: Vec<S>,
    /// The positions that were said to be lemmas of earlier parts.
    pub uses: Vec<Use<S>>,
    pub tally: Tally,
}

/// How a walk ended.
#[derive(Debug, PartialEq)]
pub(super) enum End {
    /// The part is over, and the proof goes on here.
    At(Place),
    /// The claim is proved.
    Proved,
    Faulty(Finding),
    Memory,
    Interrupted,
}

/// A fault, and where it is.
#[derive(Debug, PartialEq)]
pub(super) struct Finding {
    pub fault: Fault,
    /// The byte of the content at which the token begins.
    pub within: usize,
    pub claim: Option<u32>,
    pub line: Vec<u32>,
}

/// A reference to a lemma of an earlier part.
pub(super) struct Use<S> {
    pub lemma: u32,
    pub position: S,
    /// The byte of the content.
    pub within: usize,
}

/// A position on the line whose proof was begun.
pub(super) struct Level<G: Game> {
    pub state: G::State,
    /// Whether the claimant moves here: then one reply is proved, otherwise all are.
    claimant: bool,
    /// Its moves begin here in the list of moves. (The claimant's are not kept.)
    first: usize,
    /// The place of the move that the next level comes from, or [`PASS`], and that move.
    at: u32,
    pub mv: G::Move,
    lemma: Option<u32>,
}

/// A position whose first token comes next. Its moves are the last ones in the list of moves.
struct Pending<S> {
    state: S,
    turn: Player,
    first: usize,
}

struct Walk<'a, G: Game> {
    subject: Subject<'a, G>,
    claim: Claim,
    levels: Vec<Level<G>>,
    moves: Vec<G::Move>,
    /// The lemmas on the line, in ascending order.
    open: Vec<u32>,
    /// In mode path.
    repetitions: Option<Repetitions<'a, G>>,
    /// In mode zone.
    zones: Option<Zones<'a, G>>,
    /// Lemmas begun before this part, and in it.
    lemmas_before: u32,
    lemmas: Vec<G::State>,
    uses: Vec<Use<G::State>>,
    tally: Tally,
}

/// After how many tokens the memory and the flag are looked at again.
const POLL_EVERY: u32 = 256;

/// Why a walk cannot go on.
enum Halt {
    Fault(Fault),
    Memory,
    Interrupted,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Halt::Fault(fault)
    }
}

impl From<NoNumber> for Halt {
    fn from(NoNumber: NoNumber) -> Self {
        Halt::Fault(Fault::Number)
    }
}

/// Walks through the part with this content. `until` ends the walk before the token at that byte.
pub(super) fn walk<G: Game>(
    subject: Subject<'_, G>,
    content: &[u8],
    until: Option<usize>,
    observer: &mut impl Observer,
) -> Walked<G::State> {
    let mut numbers = Numbers::new(content);
    let faulty = |fault, claim| {
        let finding = Finding { fault, within: 0, claim, line: Vec::new() };
        let (lemmas, uses) = (Vec::new(), Vec::new());
        let (start, end) = (Place::default(), End::Faulty(finding));
        Walked { start, end, lemmas, uses, tally: Tally::default() }
    };
    let Subject { game, recurrence, .. } = subject;
    let mode = subject.header.mode;
    let start = match Place::read(&mut numbers, mode == Mode::Zone) {
        Ok(start) => start,
        Err(NoPlace::Number(NoNumber)) => return faulty(Fault::Number, None),
        Err(NoPlace::Impossible) => return faulty(Fault::Gap, None),
    };
    let Some(&claim) = subject.header.claims.get(start.claim as usize) else {
        return faulty(Fault::Gap, None);
    };
    let placement = game.placement().filter(|_| mode == Mode::Zone);
    let mut walk = Walk {
        subject,
        claim,
        levels: Vec::new(),
        moves: Vec::new(),
        open: Vec::new(),
        repetitions: (mode == Mode::Path).then(|| Repetitions::new(game, recurrence)).flatten(),
        zones: placement.map(|rules| Zones::new(rules, !claim.claimant())),
        lemmas_before: start.lemmas,
        lemmas: Vec::new(),
        uses: Vec::new(),
        tally: Tally {
            axioms: vec![0; subject.header.axioms.len()],
            content_bytes: content.len() as u64,
            parts: 1,
            ..Tally::default()
        },
    };
    let mut within = 0;
    let replayed = walk.replay(&start);
    let ran =
        replayed.and_then(|pending| walk.run(pending, &mut numbers, until, &mut within, observer));
    let end = match ran {
        Ok(true) => End::At(walk.place(start.claim)),
        Ok(false) => End::Proved,
        Err(Halt::Memory) => End::Memory,
        Err(Halt::Interrupted) => End::Interrupted,
        Err(Halt::Fault(fault)) => {
            let line = walk.levels.iter().map(|level| level.at).collect();
            End::Faulty(Finding { fault, within, claim: Some(start.claim), line })
        }
    };
    let Walk { lemmas, uses, tally, .. } = walk;
    Walked { start, end, lemmas, uses, tally }
}

impl<G: Game> Walk<'_, G> {
    /// Plays the moves that lead to the beginning of a part, if they are legal: no proof comes to
    /// a place where they are not. Whether the lemmas are right is seen when parts are compared.
    fn replay(&mut self, start: &Place) -> Result<Pending<G::State>, Halt> {
        let game = self.subject.game;
        let mut state = self.subject.root.clone();
        let mut legal = Vec::new();
        for (ply, &Step { mv: at, lemma }) in start.line.iter().enumerate() {
            if ply.is_multiple_of(POLL_EVERY as usize) {
                self.poll()?;
            }
            let first = self.moves.len();
            let Status::Turn(turn) = resolve(game, &state, &mut legal) else {
                return Err(Fault::Gap.into());
            };
            let mv = *legal.get(at as usize).ok_or(Fault::Gap)?;
            let claimant = turn == self.claim.claimant();
            let zone = start.zones.get(ply).copied().unwrap_or_default();
            if let Some(zones) = &mut self.zones {
                resume(zones, &state, claimant, &legal, at, zone)?;
            }
            if !claimant {
                self.moves.append(&mut legal);
            }
            let next = played(game, &state, mv);
            self.push(Level { state, claimant, first, at, mv, lemma });
            state = next;
        }
        let first = self.moves.len();
        let Status::Turn(turn) = resolve(game, &state, &mut legal) else {
            return Err(Fault::Gap.into());
        };
        self.moves.append(&mut legal);
        Ok(Pending { state, turn, first })
    }

    /// Reads tokens until the content, or the proof, is at its end. Whether the proof goes on.
    /// `within` is where the last token begins.
    fn run(
        &mut self,
        mut pending: Pending<G::State>,
        numbers: &mut Numbers<'_>,
        until: Option<usize>,
        within: &mut usize,
        observer: &mut impl Observer,
    ) -> Result<bool, Halt> {
        if numbers.is_empty() {
            return Err(Fault::Empty.into());
        }
        let mut tokens = 0u32;
        while !numbers.is_empty() {
            *within = numbers.offset();
            if until.is_some_and(|until| *within >= until) {
                return Ok(true);
            }
            tokens = tokens.wrapping_add(1);
            if tokens.is_multiple_of(POLL_EVERY) {
                self.poll()?;
            }
            let next = match self.token(pending, numbers, observer)? {
                Some(child) => Some(child),
                None => self.proved(observer)?,
            };
            match self.settle(next, observer)? {
                Some(next) => pending = next,
                None if numbers.is_empty() => return Ok(false),
                None => {
                    *within = numbers.offset();
                    return Err(Fault::MoreTokens.into());
                }
            }
        }
        if self.zones.as_ref().is_some_and(Zones::has_passed) {
            *within = numbers.offset();
            return Err(Fault::Cut.into());
        }
        Ok(true)
    }

    /// Reads what the proof says of a position. The position whose proof comes next, or `None` if
    /// this one is proved.
    #[inline]
    fn token(
        &mut self,
        pending: Pending<G::State>,
        numbers: &mut Numbers<'_>,
        observer: &mut impl Observer,
    ) -> Result<Option<G::State>, Halt> {
        let Pending { state, turn, first } = pending;
        let mut token = numbers.next()?;
        self.demand_repetition(&state, token)?;
        let is_zoned = self.zones.is_some();
        let has_proof = |token| match token {
            token::ALL | token::FIRST_MOVE.. => true,
            token => token == token::ZONE && is_zoned,
        };
        let mut lemma = None;
        if token == token::LEMMA {
            lemma = Some(self.begin_lemma(&state)?);
            observer.event(Event::Lemma);
            token = numbers.next()?;
            if !has_proof(token) {
                return Err(Fault::BareLemma.into());
            }
        }
        if !has_proof(token) {
            self.leaf(state, token, numbers, observer)?;
            self.moves.truncate(first);
            return Ok(None);
        }
        let claimant = turn == self.claim.claimant();
        match token {
            token::ALL | token::ZONE if claimant => return Err(Fault::ClaimantsTurn.into()),
            token::FIRST_MOVE.. if !claimant => return Err(Fault::OpponentsTurn.into()),
            _ => {}
        }
        let moves = &self.moves[first..];
        let at = token.saturating_sub(token::FIRST_MOVE);
        let Some(&mv) = moves.get(at as usize) else {
            return Err(Fault::NoMove { mv: at, moves: moves.len() }.into());
        };
        let mut level = Level { state, claimant, first, at, mv, lemma };
        self.tally.positions += 1;
        let mut child = None;
        match (token, &mut self.zones) {
            (token::ZONE, Some(zones)) => {
                let zone = read_zone(numbers, moves.len())?;
                let begun = self.lemmas_before + self.lemmas.len() as u32;
                child = Some(zones.open(&level.state, moves, zone, begun)?);
                level.at = PASS;
                self.tally.zones += 1;
                observer.event(Event::Zone(zone));
            }
            (token::ALL, zones) => {
                if let Some(zones) = zones {
                    zones.all(&level.state);
                }
                observer.event(Event::All(moves.len() as u32));
            }
            (_, zones) => {
                if let Some(zones) = zones {
                    zones.choose(mv);
                }
                child = Some(played(self.subject.game, &level.state, mv));
                self.moves.truncate(first);
                observer.event(Event::Choose(at));
            }
        }
        self.push(level);
        Ok(child.or_else(|| self.reply(0, observer)))
    }

    /// A position whose proof is not here: it is elsewhere, or there is none.
    fn leaf(
        &mut self,
        state: G::State,
        token: u32,
        numbers: &mut Numbers<'_>,
        observer: &mut impl Observer,
    ) -> Result<(), Halt> {
        let within = numbers.offset() - 1;
        match token {
            token::REF => {
                let lemma = self.refer(state, numbers.next()?, within)?;
                self.tally.references += 1;
                observer.event(Event::Ref(lemma));
            }
            token::AXIOM => {
                let axiom = numbers.next()?;
                if self.zones.as_ref().is_some_and(Zones::has_passed) {
                    return Err(Fault::AxiomAfterPass.into());
                }
                let uses = self.tally.axioms.get_mut(axiom as usize);
                *uses.ok_or(Fault::NoAxiom(axiom))? += 1;
                observer.event(Event::Axiom(axiom));
            }
            token::REPEATS => {
                let plies = numbers.next()?;
                self.repeats(&state, plies)?;
                self.tally.repetitions += 1;
                observer.event(Event::Repeats(plies));
            }
            _ => return Err(Fault::Token(token).into()),
        }
        Ok(())
    }

    /// Goes on with a position that was reached; where the game is over, with the next one.
    /// `None` once the root is proved.
    #[inline]
    fn settle(
        &mut self,
        mut reached: Option<G::State>,
        observer: &mut impl Observer,
    ) -> Result<Option<Pending<G::State>>, Fault> {
        let game = self.subject.game;
        while let Some(state) = reached {
            let value = match game.status(&state) {
                Status::Over(value) => value,
                Status::Turn(turn) => {
                    let first = self.moves.len();
                    game.moves(&state, &mut self.moves);
                    if self.moves.len() > first {
                        return Ok(Some(Pending { state, turn, first }));
                    }
                    game.stuck(&state)
                }
            };
            if !self.claim.met(value) {
                return Err(Fault::NotMet);
            }
            self.tally.ends += 1;
            observer.event(Event::Over);
            reached = self.proved(observer)?;
        }
        Ok(None)
    }

    /// The last position is proved: the position whose turn it is now, or `None` if the root is
    /// proved too.
    #[inline]
    fn proved(&mut self, observer: &mut impl Observer) -> Result<Option<G::State>, Fault> {
        while let Some(level) = self.levels.last() {
            if !level.claimant {
                let from = if level.at != PASS {
                    level.at + 1
                } else {
                    if let Some(zones) = &mut self.zones {
                        zones.passed(&level.state, &self.moves[level.first..])?;
                    }
                    0
                };
                let child = self.reply(from, observer);
                if child.is_some() {
                    return Ok(child);
                }
            }
            self.pop();
        }
        Ok(None)
    }

    /// The position after the next reply to the last one of the line, from this place on, that is
    /// to be answered.
    #[inline]
    fn reply(&mut self, from: u32, observer: &mut impl Observer) -> Option<G::State> {
        let level = self.levels.last_mut()?;
        level.at = from;
        while let Some(&mv) = self.moves[level.first..].get(level.at as usize) {
            match self.zones.as_mut().map_or(Reply::Answered, |zones| zones.reply(level.at, mv)) {
                Reply::Answered => {
                    level.mv = mv;
                    return Some(played(self.subject.game, &level.state, mv));
                }
                Reply::Excluded => observer.event(Event::Skipped),
                Reply::Outside => {}
            }
            level.at += 1;
        }
        None
    }

    #[inline]
    fn push(&mut self, level: Level<G>) {
        self.open.extend(level.lemma);
        if let Some(repetitions) = &mut self.repetitions {
            repetitions.enter(&level.state);
        }
        self.levels.push(level);
        self.tally.deepest = self.tally.deepest.max(self.levels.len());
    }

    #[inline]
    fn pop(&mut self) {
        let level = self.levels.pop().expect("it was just looked at");
        self.moves.truncate(level.first);
        if level.lemma.is_some() {
            self.open.pop();
        }
        if let Some(repetitions) = &mut self.repetitions {
            repetitions.leave(&level.state);
        }
        if let Some(zones) = &mut self.zones {
            zones.leave(level.lemma);
        }
    }

    /// Numbers a lemma.
    fn begin_lemma(&mut self, state: &G::State) -> Result<u32, Halt> {
        self.demand_irreversible()?;
        let number = self.lemmas_begun();
        // There must be a number for how many lemmas were begun. (Before this part they are as
        // many as the part says, for now.)
        if number == u32::MAX {
            return Err(Halt::Memory);
        }
        if let Some(zones) = &mut self.zones {
            zones.begin_lemma()?;
        }
        self.lemmas.push(state.clone());
        self.tally.lemmas += 1;
        Ok(number)
    }

    fn lemmas_begun(&self) -> u32 {
        self.lemmas_before + self.lemmas.len() as u32
    }

    /// Looks up a lemma, or notes that it is to be looked up. Gives its number.
    fn refer(&mut self, position: G::State, back: u32, within: usize) -> Result<u32, Fault> {
        self.demand_irreversible()?;
        let begun = self.lemmas_begun();
        let lemma = begun.checked_sub(back).filter(|_| back > 0).ok_or(Fault::NoLemma)?;
        if !self.may_go_round() && self.open.binary_search(&lemma).is_ok() {
            return Err(Fault::OpenLemma(lemma));
        }
        if let Some(zones) = &mut self.zones {
            zones.refer(lemma)?;
        }
        match lemma.checked_sub(self.lemmas_before) {
            Some(here) if self.lemmas[here as usize] == position => {}
            Some(_) => return Err(Fault::OtherPosition(lemma)),
            None => self.uses.push(Use { lemma, position, within }),
        }
        Ok(lemma)
    }

    /// Whether a proof may come back to where it is: only if endless play meets the claim.
    fn may_go_round(&self) -> bool {
        match self.subject.recurrence {
            Recurrence::Endless(value) => {
                self.subject.header.mode == Mode::Safe && self.claim.met(*value)
            }
            _ => false,
        }
    }

    /// In mode path, what holds here must hold whatever the line before was.
    fn demand_irreversible(&self) -> Result<(), Fault> {
        match &self.repetitions {
            Some(repetitions) => repetitions.demand_irreversible(&self.levels),
            None => Ok(()),
        }
    }

    /// In mode path, a position that came back must be declared as such.
    fn demand_repetition(&self, state: &G::State, token: u32) -> Result<(), Fault> {
        let Some(repetitions) = &self.repetitions else { return Ok(()) };
        match repetitions.plies_back(&self.levels, state) {
            Some(plies) if token != token::REPEATS => Err(Fault::Repeated(plies as u32)),
            _ => Ok(()),
        }
    }

    /// Checks that a position came back, and that this meets the claim.
    fn repeats(&self, state: &G::State, back: u32) -> Result<(), Fault> {
        let repetitions = self.repetitions.as_ref().ok_or(Fault::NotRepeated)?;
        let plies = repetitions.plies_back(&self.levels, state);
        let plies = plies.filter(|&plies| plies == back as usize).ok_or(Fault::NotRepeated)?;
        let value = repetitions.value(&self.levels, state, plies);
        if self.claim.met(value) { Ok(()) } else { Err(Fault::NotMet) }
    }

    fn poll(&self) -> Result<(), Halt> {
        if self.subject.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Halt::Interrupted);
        }
        let size = |count: usize, bytes: usize| (count * bytes) as u64;
        let state = mem::size_of::<G::State>();
        let used = size(self.levels.capacity(), mem::size_of::<Level<G>>())
            + size(self.moves.capacity(), mem::size_of::<G::Move>())
            + self.repetitions.as_ref().map_or(0, Repetitions::bytes) as u64
            + self.zones.as_ref().map_or(0, Zones::bytes) as u64
            + size(self.lemmas.capacity(), state)
            + size(self.uses.capacity(), mem::size_of::<Use<G::State>>());
        if used > self.subject.budget { Err(Halt::Memory) } else { Ok(()) }
    }

    fn place(&self, claim: u32) -> Place {
        let step = |level: &Level<G>| Step { mv: level.at, lemma: level.lemma };
        let line = self.levels.iter().map(step).collect();
        let zones = self.zones.as_ref().map_or(Vec::new(), Zones::line);
        Place { claim, lemmas: self.lemmas_begun(), line, zones }
    }
}

fn played<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, mv);
    next
}

/// Reads the zone of a position with so many moves.
fn read_zone(numbers: &mut Numbers<'_>, moves: usize) -> Result<Area, Halt> {
    let zone = read_list(numbers, moves).map_err(|error| match error {
        NoList::Number(error) => error.into(),
        NoList::Beyond(mv) => Halt::Fault(Fault::ZoneBeyond { mv, moves }),
    })?;
    if zone.is_empty() { Err(Fault::EmptyZone.into()) } else { Ok(zone) }
}

/// Goes through a position of the line that leads to the beginning of a part.
fn resume<G: Game>(
    zones: &mut Zones<'_, G>,
    state: &G::State,
    claimant: bool,
    moves: &[G::Move],
    at: u32,
    zone: Area,
) -> Result<(), Fault> {
    let fits = zone.is_empty() || !claimant && zone.is_subset(&Area::first(moves.len()));
    let &mv = moves.get(at as usize).filter(|_| fits).ok_or(Fault::Gap)?;
    if claimant {
        zones.choose(mv);
    } else {
        zones.declare(state, moves, zone);
        if !matches!(zones.reply(at, mv), Reply::Answered) {
            return Err(Fault::Gap);
        }
    }
    Ok(())
}
