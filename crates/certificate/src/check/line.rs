//! The line of play from the root to where a walk through a proof is: the positions whose proof was
//! begun, and which of the replies to each comes next.

use std::mem;

use phidelta_rules::{Area, Game, Player};

use super::part::Subject;
use super::repetition::Repetitions;
use super::zones::{Reply, Zones};
use super::{Audience, Event, Fault};
use crate::Mode;
use crate::token::{self, PASS, Place, Step};

/// A position on the line whose proof was begun.
pub(super) struct Level<G: Game> {
    pub state: G::State,
    /// Whether the claimant moves here: then one reply is proved, otherwise all are.
    pub claimant: bool,
    /// Its moves begin here in the list of moves. (The claimant's are not kept.)
    pub first: usize,
    /// The place of the move that the next level comes from, or [`PASS`], and that move.
    pub at: u32,
    pub mv: G::Move,
    pub lemma: Option<u32>,
}

/// The positions whose proof was begun.
pub(super) struct Line<'a, G: Game> {
    game: &'a G,
    claimant: Player,
    pub levels: Vec<Level<G>>,
    /// The moves of the opponent's levels, and of the position that comes next.
    pub moves: Vec<G::Move>,
    /// The lemmas on the line, in ascending order.
    pub open: Vec<u32>,
    /// In mode path.
    pub repetitions: Option<Repetitions<'a, G>>,
    /// In mode zone.
    pub zones: Option<Zones<'a, G>>,
    /// How many levels there were at most.
    pub deepest: usize,
}

impl<'a, G: Game> Line<'a, G> {
    /// The line before the first position.
    pub fn new(subject: Subject<'a, G>, claimant: Player) -> Self {
        let Subject { game, recurrence, header, .. } = subject;
        let is_path = header.mode == Mode::Path;
        let placement = game.placement().filter(|_| header.mode == Mode::Zone);
        Line {
            game,
            claimant,
            levels: Vec::new(),
            moves: Vec::new(),
            open: Vec::new(),
            repetitions: is_path.then(|| Repetitions::new(game, recurrence)).flatten(),
            zones: placement.map(|rules| Zones::new(rules, !claimant)),
            deepest: 0,
        }
    }

    /// What it takes, and what a list of its steps would take besides.
    pub fn bytes(&self) -> usize {
        Place::bytes(self.levels.len(), self.zones.is_some())
            + self.open.capacity() * mem::size_of::<u32>()
            + self.levels.capacity() * mem::size_of::<Level<G>>()
            + self.moves.capacity() * mem::size_of::<G::Move>()
            + self.repetitions.as_ref().map_or(0, |it| it.bytes(&self.levels))
            + self.zones.as_ref().map_or(0, Zones::bytes)
    }

    /// The places of the moves that were played; [`PASS`] for a pass.
    pub fn moves_played(&self) -> impl Iterator<Item = u32> {
        self.levels.iter().map(|level| level.at)
    }

    /// The line as a part tells it at its beginning, and in mode zone the zones.
    pub fn steps(&self) -> (Vec<Step>, Vec<Area>) {
        let step = |level: &Level<G>| Step { mv: level.at, lemma: level.lemma };
        let zones = self.zones.as_ref().map_or(Vec::new(), Zones::line);
        (self.levels.iter().map(step).collect(), zones)
    }

    /// Whether what comes next is proved after a pass.
    pub fn has_passed(&self) -> bool {
        self.zones.as_ref().is_some_and(Zones::has_passed)
    }

    /// Goes through a position of the line that leads to the beginning of a part, which has these
    /// moves. Gives the next position.
    pub fn resume(
        &mut self,
        state: G::State,
        turn: Player,
        legal: &mut Vec<G::Move>,
        Step { mv: at, lemma }: Step,
        zone: Area,
    ) -> Result<G::State, Fault> {
        let claimant = turn == self.claimant;
        let first = self.moves.len();
        let mv = *legal.get(at as usize).ok_or(Fault::Gap)?;
        let fits = zone.is_empty() || !claimant && zone.is_subset(&Area::first(legal.len()));
        match &mut self.zones {
            Some(_) if !fits => return Err(Fault::Gap),
            Some(zones) if claimant => zones.choose(mv),
            Some(zones) => {
                zones.declare(&state, legal, zone);
                if !matches!(zones.reply(at, mv), Reply::Answered) {
                    return Err(Fault::Gap);
                }
            }
            None => {}
        }
        if !claimant {
            self.moves.append(legal);
        }
        let next = played(self.game, &state, mv);
        self.push(Level { state, claimant, first, at, mv, lemma });
        Ok(next)
    }

    /// The last position is proved: the position whose turn it is now, or `None` if the root is
    /// proved too.
    #[inline]
    pub fn proved(&mut self, audience: &mut Audience<'_>) -> Result<Option<G::State>, Fault> {
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
                let child = self.reply(from, audience);
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
    #[inline(always)]
    pub fn reply(&mut self, from: u32, audience: &mut Audience<'_>) -> Option<G::State> {
        let level = self.levels.last_mut()?;
        level.at = from;
        while let Some(&mv) = self.moves[level.first..].get(level.at as usize) {
            match self.zones.as_mut().map_or(Reply::Answered, |zones| zones.reply(level.at, mv)) {
                Reply::Answered => {
                    level.mv = mv;
                    return Some(played(self.game, &level.state, mv));
                }
                Reply::Excluded => audience.hear(|| Event::Skipped),
                Reply::Outside => {}
            }
            level.at += 1;
        }
        None
    }

    #[inline]
    pub fn push(&mut self, level: Level<G>) {
        self.open.extend(level.lemma);
        if let Some(repetitions) = &mut self.repetitions {
            repetitions.enter(&level.state);
        }
        self.levels.push(level);
        self.deepest = self.deepest.max(self.levels.len());
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

    /// In mode path, what holds here must hold whatever the line before was.
    pub fn demand_irreversible(&self) -> Result<(), Fault> {
        match &self.repetitions {
            Some(repetitions) => repetitions.demand_irreversible(&self.levels),
            None => Ok(()),
        }
    }

    /// In mode path, a position that came back must be declared as such.
    pub fn demand_repetition(&self, state: &G::State, token: u32) -> Result<(), Fault> {
        let Some(repetitions) = &self.repetitions else { return Ok(()) };
        match repetitions.plies_back(&self.levels, state) {
            Some(plies) if token != token::REPEATS => Err(Fault::Repeated(plies as u32)),
            _ => Ok(()),
        }
    }
}

/// The position after a move.
pub(super) fn played<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, mv);
    next
}
