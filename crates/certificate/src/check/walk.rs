//! Walks through one part of a proof: replays its moves by the rules and looks at every token.
//!
//! A part begins where it says it begins. Whether the part before ended there, and whether
//! references to lemmas of earlier parts are right, is left to be settled later: the walk hands in
//! what it has relied on.

use std::mem;

use phidelta_rules::{Area, Game, Player, Recurrence, Status, resolve};

use super::account::Loan;
use super::line::{Level, Line, played};
use super::part::{End, Finding, Subject, Use, Walked};
use super::{Audience, Event, Fault, Shortfall, Tally};
use crate::token::{self, NoList, NoNumber, NoPlace, Numbers, PASS, Place, Steps, read_list};
use crate::{Claim, Mode};

/// A position whose first token comes next. Its moves are the last ones in the list of moves.
struct Pending<S> {
    state: S,
    turn: Player,
    first: usize,
}

struct Walk<'a, G: Game> {
    subject: Subject<'a, G>,
    claim: Claim,
    line: Line<'a, G>,
    /// Lemmas begun before this part, and in it.
    lemmas_before: u32,
    lemmas: Vec<G::State>,
    uses: Vec<Use<G::State>>,
    tally: Tally,
    memory: Memory,
    /// How much was looked at since the clock was.
    looked_at: usize,
}

/// The memory of a walk.
struct Memory {
    loan: Loan,
    /// What was held before the walk began.
    base: u64,
}

/// After how many positions, or things that take as long, memory and clock are looked at again.
const POLL_EVERY: usize = 256;
/// So many moves, or positions of a line that are compared, take as long as a position.
const MOVES_A_POSITION: usize = 16;

/// Why a walk cannot go on.
enum Halt {
    Fault(Fault),
    Short(Shortfall),
}

impl From<Shortfall> for Halt {
    fn from(shortfall: Shortfall) -> Self {
        Halt::Short(shortfall)
    }
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

/// Walks through the part with this content, which earlier parts with so many bytes of content come
/// before. `until` ends the walk before the token at that byte. What the result takes is held by the loan.
pub(super) fn walk<G: Game>(
    subject: Subject<'_, G>,
    content: &[u8],
    before: u64,
    until: Option<usize>,
    loan: Loan,
    audience: &mut Audience<'_>,
) -> (Walked<G::State>, Loan) {
    let mut numbers = Numbers::new(content);
    let ended = |end| {
        let (lemmas, uses) = (Vec::new(), Vec::new());
        Walked { claim: 0, end, lemmas, uses, tally: Tally::default() }
    };
    let faulty = |fault, claim| {
        let line = Vec::new();
        ended(End::Faulty(Finding { fault, within: 0, claim, line }))
    };
    let start = match Place::read(&mut numbers, subject.header.mode == Mode::Zone) {
        Ok(start) => start,
        Err(NoPlace::Number(NoNumber)) => return (faulty(Fault::Number, None), loan),
        Err(NoPlace::Impossible) => return (faulty(Fault::Gap, None), loan),
    };
    let Some(&claim) = subject.header.claims.get(start.claim as usize) else {
        return (faulty(Fault::Gap, None), loan);
    };
    // Each position of a line has a token in an earlier part.
    if start.steps.len() as u64 > before {
        return (faulty(Fault::Gap, Some(start.claim)), loan);
    }
    let mut walk = Walk {
        subject,
        claim,
        line: Line::new(subject, claim.claimant()),
        lemmas_before: start.lemmas,
        lemmas: Vec::new(),
        uses: Vec::new(),
        tally: Tally {
            axioms: vec![0; subject.header.axioms.len()],
            content_bytes: content.len() as u64,
            parts: 1,
            ..Tally::default()
        },
        memory: Memory { base: loan.bytes(), loan },
        looked_at: 0,
    };
    let mut within = 0;
    let ran = walk.poll().and_then(|()| walk.replay(start.steps)).and_then(|pending| {
        let more = walk.run(pending, &mut numbers, until, &mut within, audience)?;
        walk.poll()?;
        Ok(more)
    });
    let end = match ran {
        Ok(true) => End::At(walk.place(start.claim)),
        Ok(false) => End::Proved,
        Err(Halt::Short(shortfall)) => {
            let Memory { mut loan, base } = walk.memory;
            // Less can always be held.
            let _ = loan.hold(base);
            return (ended(End::Short(shortfall)), loan);
        }
        Err(Halt::Fault(fault)) => {
            let line = walk.line.moves_played().collect();
            End::Faulty(Finding { fault, within, claim: Some(start.claim), line })
        }
    };
    let kept = walk.kept_bytes() + if let End::At(place) = &end { place_bytes(place) } else { 0 };
    let Walk { line, lemmas, uses, mut tally, memory: Memory { mut loan, base }, .. } = walk;
    tally.deepest = line.deepest;
    drop(line);
    // What is kept was counted when the walk ended, and less can always be held.
    let _ = loan.hold(base + kept);
    (Walked { claim: start.claim, end, lemmas, uses, tally }, loan)
}

impl<G: Game> Walk<'_, G> {
    /// Plays the moves that lead to the beginning of a part, if they are legal: no proof comes to
    /// a place where they are not. Whether the lemmas are right is seen when parts are compared.
    fn replay(&mut self, steps: Steps<'_>) -> Result<Pending<G::State>, Halt> {
        let game = self.subject.game;
        let mut state = self.subject.root.clone();
        let mut legal = Vec::new();
        for (step, zone) in steps {
            let Status::Turn(turn) = resolve(game, &state, &mut legal) else {
                return Err(Fault::Gap.into());
            };
            self.tick(legal.len())?;
            state = self.line.resume(state, turn, &mut legal, step, zone)?;
        }
        let first = self.line.moves.len();
        let Status::Turn(turn) = resolve(game, &state, &mut legal) else {
            return Err(Fault::Gap.into());
        };
        self.line.moves.append(&mut legal);
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
        audience: &mut Audience<'_>,
    ) -> Result<bool, Halt> {
        if numbers.is_empty() {
            return Err(Fault::Empty.into());
        }
        while !numbers.is_empty() {
            *within = numbers.offset();
            if until.is_some_and(|until| *within >= until) {
                return Ok(true);
            }
            if self.line.repetitions.is_some() {
                self.tick(self.line.levels.len())?;
            }
            let next = match self.token(pending, numbers, audience)? {
                Some(child) => Some(child),
                None => self.line.proved(audience)?,
            };
            match self.settle(next, audience)? {
                Some(next) => pending = next,
                None if numbers.is_empty() => return Ok(false),
                None => {
                    *within = numbers.offset();
                    return Err(Fault::MoreTokens.into());
                }
            }
        }
        if self.line.has_passed() {
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
        audience: &mut Audience<'_>,
    ) -> Result<Option<G::State>, Halt> {
        let Pending { state, turn, first } = pending;
        let mut token = numbers.next()?;
        self.line.demand_repetition(&state, token)?;
        let is_zoned = self.line.zones.is_some();
        let has_proof = |token| match token {
            token::ALL | token::FIRST_MOVE.. => true,
            token => token == token::ZONE && is_zoned,
        };
        let mut lemma = None;
        if token == token::LEMMA {
            lemma = Some(self.begin_lemma(&state)?);
            audience.hear(|| Event::Lemma);
            token = numbers.next()?;
            if !has_proof(token) {
                return Err(Fault::BareLemma.into());
            }
        }
        if !has_proof(token) {
            self.leaf(state, token, numbers, audience)?;
            self.line.moves.truncate(first);
            return Ok(None);
        }
        let claimant = turn == self.claim.claimant();
        match token {
            token::ALL | token::ZONE if claimant => return Err(Fault::ClaimantsTurn.into()),
            token::FIRST_MOVE.. if !claimant => return Err(Fault::OpponentsTurn.into()),
            _ => {}
        }
        let Line { moves: all_moves, zones, .. } = &mut self.line;
        let moves = &all_moves[first..];
        let at = token.saturating_sub(token::FIRST_MOVE);
        let Some(&mv) = moves.get(at as usize) else {
            return Err(Fault::NoMove { mv: at, moves: moves.len() }.into());
        };
        let mut level = Level { state, claimant, first, at, mv, lemma };
        self.tally.positions += 1;
        let mut child = None;
        match (token, zones) {
            (token::ZONE, Some(zones)) => {
                let zone = read_zone(numbers, moves.len())?;
                let begun = self.lemmas_before + self.lemmas.len() as u32;
                child = Some(zones.open(&level.state, moves, zone, begun)?);
                level.at = PASS;
                self.tally.zones += 1;
                audience.hear(|| Event::Zone(zone));
            }
            (token::ALL, zones) => {
                if let Some(zones) = zones {
                    zones.all(&level.state);
                }
                audience.hear(|| Event::All(moves.len() as u32));
            }
            (_, zones) => {
                if let Some(zones) = zones {
                    zones.choose(mv);
                }
                child = Some(played(self.subject.game, &level.state, mv));
                all_moves.truncate(first);
                audience.hear(|| Event::Choose(at));
            }
        }
        self.line.push(level);
        Ok(child.or_else(|| self.line.reply(0, audience)))
    }

    /// A position whose proof is not here: it is elsewhere, or there is none.
    fn leaf(
        &mut self,
        state: G::State,
        token: u32,
        numbers: &mut Numbers<'_>,
        audience: &mut Audience<'_>,
    ) -> Result<(), Halt> {
        let within = numbers.offset() - 1;
        match token {
            token::REF => {
                let lemma = self.refer(state, numbers.next()?, within)?;
                self.tally.references += 1;
                audience.hear(|| Event::Ref(lemma));
            }
            token::AXIOM => {
                let axiom = numbers.next()?;
                if self.line.has_passed() {
                    return Err(Fault::AxiomAfterPass.into());
                }
                let uses = self.tally.axioms.get_mut(axiom as usize);
                *uses.ok_or(Fault::NoAxiom(axiom))? += 1;
                audience.hear(|| Event::Axiom(axiom));
            }
            token::REPEATS => {
                let plies = numbers.next()?;
                self.repeats(&state, plies)?;
                self.tally.repetitions += 1;
                audience.hear(|| Event::Repeats(plies));
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
        audience: &mut Audience<'_>,
    ) -> Result<Option<Pending<G::State>>, Halt> {
        let game = self.subject.game;
        while let Some(state) = reached {
            self.tick(0)?;
            let value = match game.status(&state) {
                Status::Over(value) => value,
                Status::Turn(turn) => {
                    let first = self.line.moves.len();
                    game.moves(&state, &mut self.line.moves);
                    let moves = self.line.moves.len() - first;
                    if moves > 0 {
                        if moves >= MOVES_A_POSITION {
                            self.tick(moves)?;
                        }
                        return Ok(Some(Pending { state, turn, first }));
                    }
                    game.stuck(&state)
                }
            };
            if !self.claim.met(value) {
                return Err(Fault::NotMet.into());
            }
            self.tally.ends += 1;
            audience.hear(|| Event::Over);
            reached = self.line.proved(audience)?;
        }
        Ok(None)
    }

    /// Numbers a lemma.
    fn begin_lemma(&mut self, state: &G::State) -> Result<u32, Halt> {
        self.line.demand_irreversible()?;
        let number = self.lemmas_begun();
        // There must be a number for how many lemmas were begun. (Before this part they are as
        // many as the part says, for now.)
        if number == u32::MAX {
            return Err(Shortfall::Memory.into());
        }
        if let Some(zones) = &mut self.line.zones {
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
        self.line.demand_irreversible()?;
        let begun = self.lemmas_begun();
        let lemma = begun.checked_sub(back).filter(|_| back > 0).ok_or(Fault::NoLemma)?;
        if !self.may_go_round() && self.line.open.binary_search(&lemma).is_ok() {
            return Err(Fault::OpenLemma(lemma));
        }
        if let Some(zones) = &mut self.line.zones {
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

    /// Checks that a position came back, and that this meets the claim.
    fn repeats(&self, state: &G::State, back: u32) -> Result<(), Fault> {
        let Line { repetitions, levels, .. } = &self.line;
        let repetitions = repetitions.as_ref().ok_or(Fault::NotRepeated)?;
        let plies = repetitions.plies_back(levels, state);
        let plies = plies.filter(|&plies| plies == back as usize).ok_or(Fault::NotRepeated)?;
        let value = repetitions.value(levels, state, plies);
        if self.claim.met(value) { Ok(()) } else { Err(Fault::NotMet) }
    }

    /// A position was looked at, and so many moves. Now and then, memory and clock are, too.
    #[inline]
    fn tick(&mut self, moves: usize) -> Result<(), Halt> {
        self.looked_at += 1 + moves / MOVES_A_POSITION;
        if self.looked_at >= POLL_EVERY { self.poll() } else { Ok(()) }
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Halt> {
        self.looked_at = 0;
        self.subject.stop.poll()?;
        let used = self.memory.base + self.line.bytes() as u64 + self.kept_bytes();
        Ok(self.memory.loan.hold(used)?)
    }

    /// What is kept of the walk when it is over, but for its end.
    fn kept_bytes(&self) -> u64 {
        let lemmas = self.lemmas.capacity() * mem::size_of::<G::State>();
        let uses = self.uses.capacity() * mem::size_of::<Use<G::State>>();
        (lemmas + uses) as u64
    }

    fn place(&self, claim: u32) -> Place {
        let (line, zones) = self.line.steps();
        Place { claim, lemmas: self.lemmas_begun(), line, zones }
    }
}

/// Bytes of a place.
pub(super) fn place_bytes(place: &Place) -> u64 {
    Place::bytes(place.line.len(), !place.zones.is_empty()) as u64
}

/// Reads the zone of a position with so many moves.
fn read_zone(numbers: &mut Numbers<'_>, moves: usize) -> Result<Area, Halt> {
    let zone = read_list(numbers, moves).map_err(|error| match error {
        NoList::Number(error) => error.into(),
        NoList::Beyond(mv) => Halt::Fault(Fault::ZoneBeyond { mv, moves }),
    })?;
    if zone.is_empty() { Err(Fault::EmptyZone.into()) } else { Ok(zone) }
}
