//! Proofs in which replies that do not matter are left out, from an attack that is said to win.
//!
//! Where the opponent is to move, the attack is asked how the claimant wins if the opponent passes.
//! The proof of that comes first, and with it the squares that it uses; they, and those on which
//! the opponent might complete a row, are the zone, and only replies in the zone are answered one by
//! one. Where the attack does not win after a pass, all replies are answered. The attack is not
//! trusted: what it plays is played out, and where it does not win there is no proof.

use phidelta_rules::{Area, Game, Interrupt, Placement, Status, resolve};
use rustc_hash::FxHashMap;

use super::{BuildError, POLL_EVERY, ProofControl, played};
use phidelta_certificate::Claim;
use phidelta_certificate::PASS;
use phidelta_certificate::{Justification, Link, Solution};

/// Says how the claimant wins. It need not be right.
pub trait Attack<G: Game> {
    /// The stones that the claimant, who is to move, places next: those of the whole turn, or the
    /// first of them. `None` if no win is known. Where there are several ways, one that uses few
    /// squares makes the smaller proof.
    fn attack(&mut self, state: &G::State) -> Option<Vec<G::Move>>;

    /// The same for a position after a pass of the opponent. If no win is known here, the proof goes
    /// on all the same: it may cost less than to look for one.
    fn attack_after_pass(&mut self, state: &G::State) -> Option<Vec<G::Move>> {
        self.attack(state)
    }
}

/// Proves a claim in mode zone, with what an attack knows.
///
/// # Errors
/// If the attack does not win, or zones mean nothing in this game or for this claim, or the work was
/// interrupted, or memory is short.
pub fn prove_in_zones<G: Game>(
    game: &G,
    root: &G::State,
    claim: Claim,
    attack: &mut impl Attack<G>,
    proof_control: ProofControl<'_>,
) -> Result<Solution, BuildError> {
    let rules = game.placement().ok_or(BuildError::Zones("its moves do not only place stones"))?;
    if claim.met(rules.unrewarded()) {
        return Err(BuildError::Zones("a draw would meet the claim"));
    }
    let mut builder = Builder {
        game,
        rules,
        claim,
        attack,
        proof_control,
        solution: Solution::default(),
        proved: FxHashMap::default(),
        proved_after_pass: FxHashMap::default(),
        frames: Vec::new(),
        links: Vec::new(),
        plan: Vec::new(),
    };
    let root = builder.run(root)?;
    builder.solution.set_root(root);
    Ok(builder.solution)
}

/// Under what conditions a position is to be proved.
#[derive(Clone, Copy, Default)]
struct Context {
    /// How many stones the opponent may have had for free.
    free: u32,
    /// The squares that need no answer for the rest of the opponent's turn.
    excluded: Area,
}

/// A position whose proof is being put together.
struct Frame<G: Game> {
    state: G::State,
    context: Context,
    act: Justification,
    /// The opponent's moves, and how many stones are left to place.
    moves: Vec<G::Move>,
    left: u32,
    /// The place of the move that is being looked at, or [`PASS`].
    at: u32,
    /// The squares of the zone, and the places of their moves.
    zone: Area,
    zone_moves: Area,
    /// The squares that the proofs so far use, if there are free stones.
    area: Area,
    first_link: usize,
}

/// What comes next.
enum Step<S> {
    /// To prove a position.
    Look(S, Context),
    /// To go on with the top frame, after a proof that uses these squares.
    Proved(Link, Area),
}

struct Builder<'a, 'm, G: Game, A> {
    game: &'a G,
    rules: &'a dyn Placement<G>,
    claim: Claim,
    attack: &'a mut A,
    proof_control: ProofControl<'m>,
    solution: Solution,
    /// Positions that are proved without free stones.
    proved: FxHashMap<G::State, u32>,
    /// Positions that are proved since the outermost pass, by how many stones were free.
    proved_after_pass: FxHashMap<(G::State, u32), (u32, Area)>,
    frames: Vec<Frame<G>>,
    links: Vec<Link>,
    /// What the claimant plays next, the last one first.
    plan: Vec<G::Move>,
}

impl<G: Game, A: Attack<G>> Builder<'_, '_, G, A> {
    fn run(&mut self, root: &G::State) -> Result<Link, BuildError> {
        let mut step = Step::Look(root.clone(), Context::default());
        let mut steps = 0usize;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(POLL_EVERY) {
                self.poll()?;
            }
            step = match step {
                Step::Look(state, context) => self.look(state, context)?,
                Step::Proved(link, area) => match self.frames.last() {
                    None => return Ok(link),
                    Some(_) => self.go_on(link, area)?,
                },
            };
        }
    }

    /// Looks at a position: it may be over or proved already, otherwise it is begun.
    fn look(&mut self, state: G::State, context: Context) -> Result<Step<G::State>, BuildError> {
        let mut moves = Vec::new();
        let turn = match resolve(self.game, &state, &mut moves) {
            Status::Over(value) if self.claim.met(value) => {
                self.plan.clear();
                return Ok(Step::Proved(Link::OVER, Area::EMPTY));
            }
            Status::Over(_) => return Err(self.lost()),
            Status::Turn(turn) => turn,
        };
        if let Some((link, area)) = self.find(&state, context.free) {
            self.plan.clear();
            return Ok(Step::Proved(link, area));
        }
        if turn == self.claim.claimant() {
            self.choose(state, context, &moves)
        } else {
            self.answer(state, context, moves)
        }
    }

    /// Begins with a position in which the claimant plays.
    fn choose(
        &mut self,
        state: G::State,
        context: Context,
        moves: &[G::Move],
    ) -> Result<Step<G::State>, BuildError> {
        if self.plan.is_empty() {
            self.plan = self.attack.attack(&state).unwrap_or_default();
            self.plan.reverse();
        }
        let planned = self.plan.pop();
        let found = planned.and_then(|mv| moves.iter().position(|&legal| legal == mv));
        let at = found.ok_or_else(|| self.lost())?;
        let next = played(self.game, &state, moves[at]);
        let mut frame = self.frame(state, context, Justification::Choose(at as u32));
        frame.area.insert(self.rules.square(moves[at]));
        frame.at = at as u32;
        self.frames.push(frame);
        Ok(Step::Look(next, Context { free: context.free, ..Context::default() }))
    }

    /// Begins with a position in which the opponent plays.
    fn answer(
        &mut self,
        state: G::State,
        context: Context,
        moves: Vec<G::Move>,
    ) -> Result<Step<G::State>, BuildError> {
        self.plan.clear();
        let (opponent, Context { free, .. }) = (!self.claim.claimant(), context);
        let left = self.rules.left(&state);
        let pass = self.rules.pass(&state);
        let is_known = free > 0 && self.find(&pass, free + left).is_some();
        let plan = if is_known { Some(Vec::new()) } else { self.attack.attack_after_pass(&pass) };
        let mut frame = self.frame(state, context, Justification::All);
        (frame.moves, frame.left) = (moves, left);
        if let Some(plan) = plan {
            self.plan = plan;
            self.plan.reverse();
            (frame.act, frame.at) = (Justification::Zone, PASS);
            self.frames.push(frame);
            return Ok(Step::Look(pass, Context { free: free + left, ..Context::default() }));
        }
        if free > 0 {
            frame.area = self.rules.within_reach(&frame.state, opponent, free + 1);
        }
        self.frames.push(frame);
        self.reply(0)
    }

    fn frame(&self, state: G::State, context: Context, act: Justification) -> Frame<G> {
        Frame {
            state,
            context,
            act,
            moves: Vec::new(),
            left: 0,
            at: 0,
            zone: Area::EMPTY,
            zone_moves: Area::EMPTY,
            area: Area::EMPTY,
            first_link: self.links.len(),
        }
    }

    /// A position after that of the top frame is proved.
    fn go_on(&mut self, link: Link, area: Area) -> Result<Step<G::State>, BuildError> {
        self.links.push(link);
        let frame = self.frames.last_mut().expect("there is a position to go on with");
        if frame.at == PASS {
            self.passed(area);
            return self.reply(0);
        }
        frame.area |= area;
        match frame.act {
            Justification::Choose(_) => self.close(),
            _ => {
                let next = frame.at + 1;
                self.reply(next)
            }
        }
    }

    /// The position after a pass is proved, by a proof that uses these squares: now there is a zone.
    fn passed(&mut self, area: Area) {
        let opponent = !self.claim.claimant();
        let frame = self.frames.last_mut().expect("there is a position to go on with");
        frame.zone = area | self.rules.within_reach(&frame.state, opponent, frame.left);
        let squares = frame.moves.iter().map(|&mv| self.rules.square(mv));
        let in_zone = squares.enumerate().filter(|&(_, square)| frame.zone.contains(square));
        frame.zone_moves = in_zone.map(|(place, _)| place).collect();
        let free = frame.context.free;
        if free > 0 {
            let reach = self.rules.within_reach(&frame.state, opponent, free + frame.left);
            frame.area = frame.zone | reach;
        } else {
            self.proved_after_pass = FxHashMap::default();
        }
    }

    /// The next reply to the position of the top frame, from this place on.
    fn reply(&mut self, from: u32) -> Result<Step<G::State>, BuildError> {
        let frame = self.frames.last_mut().expect("there is a position to reply to");
        let Context { free, excluded } = frame.context;
        for (place, &mv) in frame.moves.iter().enumerate().skip(from as usize) {
            if frame.act == Justification::Zone && !frame.zone_moves.contains(place) {
                continue;
            }
            let square = self.rules.square(mv);
            if excluded.contains(square) {
                self.links.push(Link::SKIPPED);
                continue;
            }
            frame.at = place as u32;
            let mut next = Context { free, ..Context::default() };
            if frame.left > 1 {
                next.excluded = excluded | (frame.zone & Area::first(square));
            }
            return Ok(Step::Look(played(self.game, &frame.state, mv), next));
        }
        self.close()
    }

    /// The position of the top frame is proved.
    fn close(&mut self) -> Result<Step<G::State>, BuildError> {
        let frame = self.frames.pop().expect("there is a position to leave");
        let links = self.links.drain(frame.first_link..);
        let place = match frame.act {
            Justification::Zone => self.solution.add_zone(frame.zone_moves, links)?,
            act => self.solution.add(act, links)?,
        };
        let Frame { state, context: Context { free, excluded }, area, .. } = frame;
        // Where squares are excluded the proof is not whole, and others must not rest on it.
        match (excluded.is_empty(), free) {
            (false, _) => {}
            (true, 0) => _ = self.proved.insert(state, place),
            (true, _) => _ = self.proved_after_pass.insert((state, free), (place, area)),
        }
        Ok(Step::Proved(Link::to(place), if free > 0 { area } else { Area::EMPTY }))
    }

    /// The proof of a position for so many free stones, and the squares it uses.
    fn find(&self, state: &G::State, free: u32) -> Option<(Link, Area)> {
        if free == 0 {
            return self.proved.get(state).map(|&place| (Link::to(place), Area::EMPTY));
        }
        let found = self.proved_after_pass.get(&(state.clone(), free));
        found.map(|&(place, area)| (Link::to(place), area))
    }

    /// The attack does not win in the position that was just reached.
    fn lost(&self) -> BuildError {
        BuildError::Attack { line: self.frames.iter().map(|frame| frame.at).collect() }
    }

    fn poll(&mut self) -> Result<(), BuildError> {
        if self.proof_control.interrupt.is_some_and(Interrupt::is_requested) {
            return Err(BuildError::Interrupted);
        }
        let bytes = self.solution.bytes()
            + self.proved.capacity() * size_of::<(G::State, u32)>()
            + self.proved_after_pass.capacity() * size_of::<((G::State, u32), (u32, Area))>()
            + self.frames.capacity() * size_of::<Frame<G>>();
        if bytes as u64 > self.proof_control.memory {
            return Err(BuildError::Memory);
        }
        if let Some(listener) = &mut self.proof_control.listener {
            listener(self.solution.len() as u64);
        }
        Ok(())
    }
}
