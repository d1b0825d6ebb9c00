//! Alpha-beta with threats: every plan but the one with df-pn.

use std::ops::RangeInclusive;

use phidelta_rules::{Fate, Player, ThreatGame};

use super::order::Order;
use super::table::{Bound, Entry, Table};
use super::verification::Verifier;
use super::{Found, Plan, Run, ThreatVector, Widening, key};

/// The longest line that is searched.
const LONGEST: usize = 64;

/// The depth of a search that left nothing open because of its depth.
const COMPLETE: u16 = u16::MAX;

/// In place of the number of a threat: what was found is so with every threat.
const SETTLED: u8 = u8::MAX;

/// What Max must threaten where Min is to move: nothing at all at the last level of `abgw`.
type Level = Option<ThreatVector>;

/// A search in a game.
pub struct AlphaBeta<'a, 'r, 'c, G: ThreatGame + ?Sized> {
    game: &'a mut G,
    run: &'a mut Run<'r, 'c, G::Move>,
    verifier: Verifier,
    table: Table<G::Move>,
    order: Order,
    levels: Vec<Level>,
    /// Whether narrow threats are looked for first at every position where Max is to move.
    at_all_max_nodes: bool,
    plan: Plan,
    window: (Fate, Fate),
    /// Whether a position was left open because it was too deep.
    horizon: bool,
}

impl<'a, 'r, 'c, G: ThreatGame + ?Sized> AlphaBeta<'a, 'r, 'c, G> {
    pub fn new(
        game: &'a mut G,
        widening: &Widening,
        verifier: Verifier,
        run: &'a mut Run<'r, 'c, G::Move>,
    ) -> Self {
        let threats = widening.threats.iter().copied().map(Some);
        let levels: Vec<Level> = match widening.plan {
            Plan::AlphaBeta => vec![None],
            Plan::Abgw(number) => threats.take(number).chain([None]).collect(),
            _ => threats.collect(),
        };
        AlphaBeta {
            game,
            run,
            verifier,
            table: Table::new(widening.entries),
            order: Order::new(),
            levels,
            at_all_max_nodes: matches!(widening.plan, Plan::Gw(_) | Plan::Abgw(_)),
            plan: widening.plan,
            window: widening.window,
            horizon: false,
        }
    }

    /// The fate of the position, and the line that leads there.
    pub fn search(mut self, turn: Player) -> Found<G::Move> {
        let (narrowest, widest) = match self.plan {
            Plan::AlphaBeta => (0, 0),
            Plan::Gts(number) => (number, number),
            Plan::Iw(number) => (0, number),
            // Max widens for itself, at the root too.
            Plan::Gw(number) | Plan::Abgw(number) => (number, number),
            Plan::GwDfPn(_) => unreachable!("it is not a plan of alpha-beta"),
        };
        let mut fate = Fate::Unknown;
        for threat in narrowest..=widest {
            let found = self.deepen(turn, threat);
            fate = if found.is_decided() { found } else { fate.max(found) };
            if self.is_settled(fate) || self.run.stopped.is_some() {
                break;
            }
        }
        // A ko is not ruled out if something was left open.
        let is_complete =
            self.run.stopped.is_none() && !self.horizon && self.levels[widest].is_none();
        let is_settled = fate.is_decided() && (self.is_settled(fate) || is_complete);
        let line = self.line(turn, fate);
        Found { fate, is_settled, line }
    }

    /// Iterative deepening at the root, with one threat.
    fn deepen(&mut self, turn: Player, threat: usize) -> Fate {
        // Where Max is to move, generalized widening deepens for itself.
        let whole = self.at_all_max_nodes && turn == Player::Max;
        let depths = if whole { LONGEST..=LONGEST } else { 1..=LONGEST };
        self.deepening(depths, |search, depth| {
            let (alpha, beta) = search.window;
            search.node(turn, alpha, beta, threat, depth, 0)
        })
    }

    /// Searches deeper and deeper, as long as that may change anything.
    fn deepening(
        &mut self,
        depths: RangeInclusive<usize>,
        mut search: impl FnMut(&mut Self, usize) -> Fate,
    ) -> Fate {
        let above = std::mem::take(&mut self.horizon);
        let mut fate = Fate::Unknown;
        for depth in depths {
            self.horizon = false;
            let found = search(self, depth);
            if self.run.stopped.is_some() && !found.is_decided() {
                break;
            }
            fate = found;
            if self.is_settled(fate) || fate == Fate::NoThreat || !self.horizon {
                break;
            }
        }
        self.horizon |= above;
        fate
    }

    /// Whether nothing better, or worse, can be found for who has won.
    fn is_settled(&self, fate: Fate) -> bool {
        let (alpha, beta) = self.window;
        match fate {
            Fate::Won | Fate::WonByKo => fate >= self.game.best().min(beta),
            Fate::Lost | Fate::LostByKo => fate <= self.game.worst().max(alpha),
            Fate::NoThreat | Fate::Unknown => false,
        }
    }

    fn node(
        &mut self,
        turn: Player,
        alpha: Fate,
        beta: Fate,
        threat: usize,
        depth: usize,
        ply: usize,
    ) -> Fate {
        match turn {
            Player::Max => self.max_node(alpha, beta, threat, depth, ply),
            Player::Min => self.min_node(alpha, beta, threat, depth, ply),
        }
    }

    /// A position where Max is to move. `threat` is the number of the widest threat, and `depth` how far
    /// it is followed; narrower ones are followed to the end.
    fn max_node(
        &mut self,
        mut alpha: Fate,
        mut beta: Fate,
        threat: usize,
        depth: usize,
        ply: usize,
    ) -> Fate {
        if self.run.visit() {
            return Fate::Unknown;
        }
        if let Some(fate) = self.game.evaluate(Player::Max) {
            return fate;
        }
        let best = self.game.best();
        if let Some(mv) = self.game.winning_move() {
            self.keep(Player::Max, best, Bound::Exact, COMPLETE, threat, Some(mv));
            return best;
        }
        if ply >= LONGEST {
            self.horizon = true;
            return Fate::Unknown;
        }
        let window = (alpha, beta);
        let mut first = match self.recall(Player::Max, &mut alpha, &mut beta, threat, depth) {
            Ok(first) => first,
            Err(fate) => return fate,
        };
        let mut moves = Vec::new();
        self.game.moves(Player::Max, &mut moves);
        if moves.is_empty() {
            return self.game.worst();
        }
        let above = std::mem::take(&mut self.horizon);
        let fate = if self.at_all_max_nodes {
            self.widen(&mut moves, alpha, beta, threat, depth, ply, &mut first)
        } else if depth > 0 {
            self.order.sort(&*self.game, &mut moves, first, Player::Max, ply);
            self.choose(Player::Max, &moves, alpha, beta, threat, depth, ply, &mut first)
        } else {
            self.horizon = true;
            Fate::Unknown
        };
        self.remember(Player::Max, fate, window, depth, threat, first);
        self.horizon |= above;
        fate
    }

    /// Searches a position where Max is to move with narrow threats first, to the end, and with that of this
    /// number at last.
    #[expect(clippy::too_many_arguments, reason = "a node of alpha-beta has as many")]
    fn widen(
        &mut self,
        moves: &mut [G::Move],
        alpha: Fate,
        beta: Fate,
        threat: usize,
        depth: usize,
        ply: usize,
        first: &mut Option<G::Move>,
    ) -> Fate {
        let mut fate = Fate::Unknown;
        for level in 0..=threat {
            let deepest = if level == threat { depth } else { LONGEST - ply };
            // What is left open with narrower threats is so with wider ones, or is not of interest.
            self.horizon = deepest == 0;
            let (mut low, mut high) = (alpha, beta);
            let known = match self.recall(Player::Max, &mut low, &mut high, level, deepest) {
                Err(known) if level < threat => Some(known),
                _ => None,
            };
            let found = known.unwrap_or_else(|| {
                let found = self.deepening(1..=deepest, |search, depth| {
                    search.order.sort(&*search.game, moves, *first, Player::Max, ply);
                    search.choose(Player::Max, moves, alpha, beta, level, depth, ply, first)
                });
                if level < threat {
                    self.remember(Player::Max, found, (alpha, beta), deepest, level, *first);
                }
                found
            });
            fate = if found.is_decided() || !fate.is_decided() { found } else { fate };
            if self.is_settled(fate) || self.run.stopped.is_some() {
                break;
            }
        }
        fate
    }

    /// A position where Min is to move. It is searched only if Max has the threat of this number.
    fn min_node(
        &mut self,
        mut alpha: Fate,
        mut beta: Fate,
        threat: usize,
        depth: usize,
        ply: usize,
    ) -> Fate {
        if self.run.visit() {
            return Fate::Unknown;
        }
        if let Some(fate) = self.game.evaluate(Player::Min) {
            return fate;
        }
        let window = (alpha, beta);
        let mut first = match self.recall(Player::Min, &mut alpha, &mut beta, threat, depth) {
            Ok(first) => first,
            Err(fate) => return fate,
        };
        if let Some(vector) = self.levels[threat]
            && !self.verifier.threatens(self.game, self.run, vector)
        {
            return Fate::NoThreat;
        }
        if depth == 0 || ply >= LONGEST {
            self.horizon = true;
            return Fate::Unknown;
        }
        let mut moves = Vec::new();
        self.game.moves(Player::Min, &mut moves);
        if moves.is_empty() {
            return self.game.best();
        }
        self.order.sort(&*self.game, &mut moves, first, Player::Min, ply);
        let above = std::mem::take(&mut self.horizon);
        let fate = self.choose(Player::Min, &moves, alpha, beta, threat, depth, ply, &mut first);
        self.remember(Player::Min, fate, window, depth, threat, first);
        self.horizon |= above;
        fate
    }

    /// The best of these moves for who is to move.
    #[expect(clippy::too_many_arguments, reason = "a node of alpha-beta has as many")]
    fn choose(
        &mut self,
        turn: Player,
        moves: &[G::Move],
        mut alpha: Fate,
        mut beta: Fate,
        threat: usize,
        depth: usize,
        ply: usize,
        best: &mut Option<G::Move>,
    ) -> Fate {
        let mut result = match turn {
            Player::Max => self.game.worst(),
            Player::Min => self.game.best(),
        };
        let mut chosen = None;
        for &mv in moves {
            self.game.play(mv, turn);
            let fate = self.node(!turn, alpha, beta, threat, depth - 1, ply + 1);
            self.game.undo();
            if self.run.stopped.is_some() && !fate.is_decided() {
                return Fate::Unknown;
            }
            let better = match turn {
                Player::Max => fate > result,
                Player::Min => fate < result,
            };
            if better || chosen.is_none() {
                (result, chosen) = (fate, Some(mv));
            }
            match turn {
                Player::Max => alpha = alpha.max(result),
                Player::Min => beta = beta.min(result),
            }
            if alpha >= beta {
                self.order.cuts(self.game.place(mv), turn, ply, depth);
                break;
            }
        }
        *best = chosen.or(*best);
        result
    }

    /// What the table knows: the fate if that is enough (as an error), otherwise the move to try first.
    /// The rule is that of Cazenave (2004, § 4.3): a win or a loss counts whatever the threat, anything
    /// else if it was found at least as deep with a threat at least as wide. But here each threat has an
    /// entry of its own: a shallow search with a wide one does not push out a deep one with a narrow one.
    fn recall(
        &mut self,
        turn: Player,
        alpha: &mut Fate,
        beta: &mut Fate,
        threat: usize,
        depth: usize,
    ) -> Result<Option<G::Move>, Fate> {
        let key = key(&*self.game, turn);
        if let Some(entry) = self.table.get(key, SETTLED) {
            return Err(entry.fate);
        }
        let mut first = None;
        for level in threat..self.levels.len() {
            let Some(entry) = self.table.get(key, level as u8) else { continue };
            first = first.or(entry.best);
            if usize::from(entry.depth) >= depth {
                let is_enough = match entry.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => {
                        *alpha = (*alpha).max(entry.fate);
                        *alpha >= *beta
                    }
                    Bound::AtMost => {
                        *beta = (*beta).min(entry.fate);
                        *alpha >= *beta
                    }
                };
                if is_enough {
                    self.horizon |= entry.depth < COMPLETE;
                    return Err(entry.fate);
                }
            }
        }
        Ok(first)
    }

    /// Remembers what was found, and that it is all if nothing was left open because it was too deep.
    fn remember(
        &mut self,
        turn: Player,
        fate: Fate,
        (alpha, beta): (Fate, Fate),
        depth: usize,
        threat: usize,
        best: Option<G::Move>,
    ) {
        if self.run.stopped.is_some() && !fate.is_decided() {
            return;
        }
        let bound = if fate <= alpha {
            Bound::AtMost
        } else if fate >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        let depth = if self.horizon { depth as u16 } else { COMPLETE };
        self.keep(turn, fate, bound, depth, threat, best);
    }

    fn keep(
        &mut self,
        turn: Player,
        fate: Fate,
        bound: Bound,
        depth: u16,
        threat: usize,
        best: Option<G::Move>,
    ) {
        let is_settled = matches!(fate, Fate::Won | Fate::Lost);
        let threat = if is_settled { SETTLED } else { threat as u8 };
        let key = key(&*self.game, turn);
        self.table.put(Entry { key, fate, bound, depth, threat, best });
    }

    /// A move that leads to this fate, if the table remembers one.
    fn known_move(&self, turn: Player, fate: Fate) -> Option<G::Move> {
        let key = key(&*self.game, turn);
        let levels = (0..self.levels.len()).map(|level| level as u8);
        let mut entries = levels.chain([SETTLED]).filter_map(|threat| self.table.get(key, threat));
        entries.find(|entry| entry.fate == fate).and_then(|entry| entry.best)
    }

    /// The line that the table remembers, as long as it leads to the same fate.
    fn line(&mut self, mut turn: Player, fate: Fate) -> Vec<G::Move> {
        let mut line = Vec::new();
        while line.len() < LONGEST {
            let Some(mv) = self.known_move(turn, fate) else { break };
            self.game.play(mv, turn);
            line.push(mv);
            turn = !turn;
        }
        line.iter().for_each(|_| self.game.undo());
        line
    }
}
