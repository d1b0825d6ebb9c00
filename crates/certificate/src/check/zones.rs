//! Mode zone: replies that do not matter are left out.
//!
//! The proof of the position after a pass serves for all replies outside the zone. It must then hold
//! also if the opponent has some stones more, for *free*, anywhere but on the squares of its *area*.
//! Here it is kept, for each position of the line, how many free stones there may be, what the area
//! has come to so far, and which squares the rest of the turn need not be played on, since the same
//! stones are dealt with in another order. `docs/certificate.md` has the argument.

use std::mem;

use phidelta_rules::{Area, Game, Placement, Player};

use super::Fault;

/// Under what conditions a position is proved.
#[derive(Clone, Copy, Default)]
struct Context {
    /// How many free stones the opponent may have.
    free: u32,
    /// The squares that need no answer for the rest of the opponent's turn.
    excluded: Area,
}

/// What is kept of a position on the line.
struct Tier {
    context: Context,
    /// How many stones the opponent has left to place in this turn; 0 where the claimant moves.
    left: u32,
    /// The squares of its zone, and the places of their moves; none if it has no zone.
    zone: Area,
    zone_moves: Area,
    /// The squares that the proofs so far use: after a pass, while that is proved; then, if there
    /// are free stones, of the position itself.
    area: Area,
    /// Under what conditions the position after it is proved.
    next: Context,
}

/// What is known of a lemma that was proved after a pass.
#[derive(Clone, Copy)]
struct Known {
    free: u32,
    /// None if its proof is not complete.
    area: Option<Area>,
}

/// How a reply is dealt with.
pub(super) enum Reply {
    /// By a proof of its own.
    Answered,
    /// In another order of the stones.
    Excluded,
    /// By the proof after a pass.
    Outside,
}

/// What mode zone keeps of the line.
pub(super) struct Zones<'a, G: Game> {
    rules: &'a dyn Placement<G>,
    opponent: Player,
    tiers: Vec<Tier>,
    /// The lemmas that have begun since the outermost pass, and the number of the first of them.
    known: Vec<Known>,
    first_known: u32,
}

impl<'a, G: Game> Zones<'a, G> {
    pub fn new(rules: &'a dyn Placement<G>, opponent: Player) -> Self {
        Zones { rules, opponent, tiers: Vec::new(), known: Vec::new(), first_known: 0 }
    }

    pub fn bytes(&self) -> usize {
        self.tiers.capacity() * mem::size_of::<Tier>()
            + self.known.capacity() * mem::size_of::<Known>()
    }

    /// Under what conditions the position is proved that comes next.
    fn context(&self) -> Context {
        self.tiers.last().map_or(Context::default(), |tier| tier.next)
    }

    /// Whether what comes next is proved after a pass.
    pub fn has_passed(&self) -> bool {
        self.context().free > 0
    }

    /// The claimant plays a move in the position that comes next.
    pub fn choose(&mut self, mv: G::Move) {
        let context = self.context();
        let mut tier = Tier::new(context);
        tier.area.insert(self.rules.square(mv));
        tier.next.free = context.free;
        self.tiers.push(tier);
    }

    /// All replies to the position that comes next are answered.
    pub fn all(&mut self, state: &G::State) {
        let mut tier = Tier::new(self.context());
        tier.left = self.rules.left(state);
        let free = tier.context.free;
        if free > 0 {
            tier.area = self.rules.within_reach(state, self.opponent, free + 1);
        }
        self.tiers.push(tier);
    }

    /// The replies of a zone are answered in the position that comes next, which has these moves:
    /// those at the places in `zone`, after a pass. `lemmas` is how many lemmas were begun.
    pub fn open(
        &mut self,
        state: &G::State,
        moves: &[G::Move],
        zone: Area,
        lemmas: u32,
    ) -> Result<G::State, Fault> {
        self.declare(state, moves, zone);
        let tier = self.tiers.last_mut().expect("it was just declared");
        let reach = self.rules.within_reach(state, self.opponent, tier.left);
        if let Some(square) = (reach - tier.zone).iter().next() {
            return Err(Fault::OpenRow(self.place(moves, square)));
        }
        if tier.context.free == 0 {
            self.first_known = lemmas;
        }
        tier.next.free = tier.context.free + tier.left;
        Ok(self.rules.pass(state))
    }

    /// As [`Zones::open`], where the pass is dealt with already, in an earlier part of the proof.
    pub fn declare(&mut self, state: &G::State, moves: &[G::Move], zone: Area) {
        let mut tier = Tier::new(self.context());
        tier.left = self.rules.left(state);
        tier.zone_moves = zone;
        tier.zone = zone.iter().map(|place| self.rules.square(moves[place])).collect();
        self.tiers.push(tier);
    }

    /// The position after a pass is proved: the zone must have all that this uses.
    pub fn passed(&mut self, state: &G::State, moves: &[G::Move]) -> Result<(), Fault> {
        let tier = self.tiers.last_mut().expect("a position is left after a pass");
        if let Some(square) = (tier.area - tier.zone).iter().next() {
            return Err(Fault::OutsideZone(self.place(moves, square)));
        }
        let Context { free, .. } = tier.context;
        if free > 0 {
            let reach = self.rules.within_reach(state, self.opponent, free + tier.left);
            tier.area = tier.zone | reach;
        } else {
            self.known.clear();
        }
        Ok(())
    }

    /// How the reply at this place among the legal moves is dealt with. If it is answered, that is
    /// what comes next.
    pub fn reply(&mut self, at: u32, mv: G::Move) -> Reply {
        let square = self.rules.square(mv);
        let tier = self.tiers.last_mut().expect("there is a position to reply to");
        let has_zone = !tier.zone_moves.is_empty();
        if has_zone && !tier.zone_moves.contains(at as usize) {
            return Reply::Outside;
        }
        let Context { free, mut excluded } = tier.context;
        if excluded.contains(square) {
            return Reply::Excluded;
        }
        if tier.left > 1 {
            excluded |= tier.zone & Area::first(square);
        } else {
            excluded = Area::EMPTY;
        }
        tier.next = Context { free, excluded };
        Reply::Answered
    }

    /// The last position of the line is proved. `lemma` is its number if it is one.
    pub fn leave(&mut self, lemma: Option<u32>) {
        let Some(Tier { context, area, .. }) = self.tiers.pop() else { return };
        if context.free == 0 {
            return;
        }
        if let Some(lemma) = lemma {
            self.known[(lemma - self.first_known) as usize].area = Some(area);
        }
        self.uses(area);
    }

    /// The proof of the position before uses these squares.
    fn uses(&mut self, area: Area) {
        if let Some(tier) = self.tiers.last_mut() {
            tier.area |= area;
        }
    }

    /// The position that comes next is to be a lemma.
    pub fn begin_lemma(&mut self) -> Result<(), Fault> {
        let Context { free, excluded } = self.context();
        if !excluded.is_empty() {
            return Err(Fault::PartialLemma);
        }
        if free > 0 {
            self.known.push(Known { free, area: None });
        }
        Ok(())
    }

    /// The position that comes next is that of a lemma.
    pub fn refer(&mut self, lemma: u32) -> Result<(), Fault> {
        let Context { free, .. } = self.context();
        if free == 0 {
            return Ok(());
        }
        let since_pass = lemma.checked_sub(self.first_known);
        let known = since_pass.and_then(|at| self.known.get(at as usize));
        match known {
            Some(&Known { free: known, area: Some(area) }) if known >= free => self.uses(area),
            _ => return Err(Fault::NarrowLemma(lemma)),
        }
        Ok(())
    }

    /// The zone of each position on the line: the places of its moves.
    pub fn line(&self) -> Vec<Area> {
        self.tiers.iter().map(|tier| tier.zone_moves).collect()
    }

    /// The place of the move that puts a stone on a square.
    fn place(&self, moves: &[G::Move], square: usize) -> u32 {
        let place = moves.iter().position(|&mv| self.rules.square(mv) == square);
        place.unwrap_or(moves.len()) as u32
    }
}

impl Tier {
    fn new(context: Context) -> Self {
        Tier {
            context,
            left: 0,
            zone: Area::EMPTY,
            zone_moves: Area::EMPTY,
            area: Area::EMPTY,
            next: Context::default(),
        }
    }
}
