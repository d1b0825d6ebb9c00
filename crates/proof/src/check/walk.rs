//! Walks through one part of a proof: replays its moves by the rules and looks at every token.
//!
//! A part begins where it says it begins. Whether the part before ended there, and whether
//! references to lemmas of earlier parts are right, is left to be settled later: the walk hands in
//! what it has relied on.

use std::collections::hash_map::Entry;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use phidelta_rules::{Game, Player, Recurrence, RepetitionRule, Status, resolve};
use rustc_hash::FxHashMap;

use super::{Event, Fault, Observer, Tally};
use crate::token::{self, NoNumber, Numbers, Place, Step};
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
struct Level<G: Game> {
    state: G::State,
    /// Whether the claimant moves here: then one reply is proved, otherwise all are.
    claimant: bool,
    /// Its moves begin here in the list of moves. (The claimant's are not kept.)
    first: usize,
    /// The place of the move that the next level comes from, and that move.
    at: u32,
    mv: G::Move,
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
    /// In mode path: how many positions on the line have a place.
    places: FxHashMap<u64, u32>,
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
    let Ok(start) = Place::read(&mut numbers) else { return faulty(Fault::Number, None) };
    let Some(&claim) = subject.header.claims.get(start.claim as usize) else {
        return faulty(Fault::Gap, None);
    };
    let mut walk = Walk {
        subject,
        claim,
        levels: Vec::new(),
        moves: Vec::new(),
        open: Vec::new(),
        places: FxHashMap::default(),
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
            if !claimant {
                self.moves.append(&mut legal);
            }
            let mut next = state.clone();
            game.play(&mut next, mv);
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
                None => self.proved(),
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
        if self.subject.header.mode == Mode::Path {
            self.repetition(&state, token)?;
        }
        let mut lemma = None;
        if token == token::LEMMA {
            let number = self.begin_lemma(&state)?;
            lemma = Some(number);
            observer.event(Event::Lemma);
            token = numbers.next()?;
            if token != token::ALL && token < token::FIRST_MOVE {
                return Err(Fault::BareLemma.into());
            }
        }
        let claimant = turn == self.claim.claimant();
        let at = match token {
            token::ALL if claimant => return Err(Fault::ClaimantsTurn.into()),
            token::ALL => 0,
            token::FIRST_MOVE.. if !claimant => return Err(Fault::OpponentsTurn.into()),
            token::FIRST_MOVE.. => token - token::FIRST_MOVE,
            _ => {
                self.leaf(state, token, numbers, observer)?;
                self.moves.truncate(first);
                return Ok(None);
            }
        };
        let moves = self.moves.len() - first;
        let Some(&mv) = self.moves[first..].get(at as usize) else {
            return Err(Fault::NoMove { mv: at, moves }.into());
        };
        self.tally.positions += 1;
        if claimant {
            self.moves.truncate(first);
            observer.event(Event::Choose(at));
        } else {
            observer.event(Event::All(moves as u32));
        }
        let mut child = state.clone();
        self.subject.game.play(&mut child, mv);
        self.push(Level { state, claimant, first, at, mv, lemma });
        Ok(Some(child))
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
            reached = self.proved();
        }
        Ok(None)
    }

    /// The last position is proved: the position whose turn it is now, or `None` if the root is
    /// proved too.
    #[inline]
    fn proved(&mut self) -> Option<G::State> {
        while let Some(level) = self.levels.last_mut() {
            if !level.claimant {
                level.at += 1;
                if let Some(&mv) = self.moves[level.first..].get(level.at as usize) {
                    level.mv = mv;
                    let mut child = level.state.clone();
                    self.subject.game.play(&mut child, mv);
                    return Some(child);
                }
            }
            self.pop();
        }
        None
    }

    #[inline]
    fn push(&mut self, level: Level<G>) {
        self.open.extend(level.lemma);
        if let Some(rule) = self.rule() {
            let place = rule.place(self.subject.game, &level.state);
            *self.places.entry(place).or_default() += 1;
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
        if let Some(rule) = self.rule() {
            let place = rule.place(self.subject.game, &level.state);
            if let Entry::Occupied(mut count) = self.places.entry(place) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
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
        if self.subject.header.mode != Mode::Path {
            return Ok(());
        }
        let Recurrence::Ends(rule) = self.subject.recurrence else { return Err(Fault::Reversible) };
        let last = self.levels.last().ok_or(Fault::Reversible)?;
        let irreversible = (rule.irreversible)(self.subject.game, &last.state, last.mv);
        if irreversible { Ok(()) } else { Err(Fault::Reversible) }
    }

    /// The rule that ends games in which a position comes back, in mode path.
    fn rule(&self) -> Option<&RepetitionRule<G>> {
        match self.subject.recurrence {
            Recurrence::Ends(rule) if self.subject.header.mode == Mode::Path => Some(rule),
            _ => None,
        }
    }

    /// The ply of the first occurrence of a position, if the game ends since it has come back.
    fn comes_back(&self, state: &G::State) -> Option<usize> {
        let rule = self.rule()?;
        let game = self.subject.game;
        if !self.places.contains_key(&rule.place(game, state)) {
            return None;
        }
        let levels = self.levels.iter().enumerate();
        let mut earlier = levels.filter(|(_, level)| rule.comes_back(game, &level.state, state));
        let (first, _) = earlier.next()?;
        (2 + earlier.count() >= rule.occurrences as usize).then_some(first)
    }

    /// In mode path, a position that came back must be declared as such.
    fn repetition(&self, state: &G::State, token: u32) -> Result<(), Fault> {
        match self.comes_back(state) {
            Some(ply) if token != token::REPEATS => {
                Err(Fault::Repeated((self.levels.len() - ply) as u32))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a position came back, and that this meets the claim.
    fn repeats(&self, state: &G::State, back: u32) -> Result<(), Fault> {
        let rule = self.rule().ok_or(Fault::NotRepeated)?;
        let ply = self.comes_back(state);
        let ply = ply.filter(|&ply| self.levels.len() - ply == back as usize);
        let first = ply.ok_or(Fault::NotRepeated)?;
        let mut positions: Vec<G::State> =
            self.levels[first..].iter().map(|level| level.state.clone()).collect();
        positions.push(state.clone());
        let value = (rule.value)(self.subject.game, &positions);
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
            + size(self.places.capacity(), mem::size_of::<(u64, u32)>())
            + size(self.lemmas.capacity(), state)
            + size(self.uses.capacity(), mem::size_of::<Use<G::State>>());
        if used > self.subject.budget { Err(Halt::Memory) } else { Ok(()) }
    }

    fn place(&self, claim: u32) -> Place {
        let step = |level: &Level<G>| Step { mv: level.at, lemma: level.lemma };
        let line = self.levels.iter().map(step).collect();
        Place { claim, lemmas: self.lemmas_begun(), line }
    }
}
