//! Widening with df-pn, which Cazenave (2004, § 7) wished for.
//!
//! Df-pn first searches the graph in which Max always has the narrowest threat, and gives up positions
//! where Min is to move and Max has not. If Max does not reach the goal there, it goes on with the next
//! wider threat, and in the end without any. Then nothing is given up, but a position where Min is to
//! move starts with a proof number that is larger the wider the narrowest threat is that Max has: so, at
//! every position, what threatens is searched first.

use std::collections::HashSet;

use phidelta_rules::{Fate, Player, ThreatGame, zobrist};

use super::verification::Verifier;
use super::{Found, Plan, Run, ThreatVector, Widening, key};
use crate::{INFINITY, Numbers};

/// The longest line that is searched.
const LONGEST: usize = 128;
/// How many positions a bucket of the table has.
const BUCKET: usize = 4;
/// So many threats are looked for where none must be there: wider ones take longer than they save.
const CHEAP: usize = 2;

const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITY };
const DISPROVED: Numbers = Numbers { proof: INFINITY, disproof: 0 };

/// What is remembered of a position.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    numbers: Numbers,
    /// Nodes below it; 0 if the place is free.
    work: u64,
}

const FREE: Slot = Slot { key: 0, numbers: PROVED, work: 0 };

/// A move, and what is known of where it leads.
struct Reply<M> {
    mv: M,
    numbers: Numbers,
}

/// A search in a game.
pub struct DfPn<'a, 'r, 'c, G: ThreatGame + ?Sized> {
    game: &'a mut G,
    run: &'a mut Run<'r, 'c, G::Move>,
    verifier: Verifier,
    threats: Vec<ThreatVector>,
    buckets: Vec<[Slot; BUCKET]>,
    epsilon: f64,
    window: (Fate, Fate),
    /// The fate that Max is to reach.
    goal: Fate,
    /// Which threat Max must have where Min is to move; any or none behind the last one.
    level: usize,
    /// The positions of the current line.
    line: HashSet<u64>,
    /// What a line that grew too long, or came back to a position, counts as.
    doubt: Numbers,
    /// Whether there was such a line.
    doubted: bool,
    /// The move that solved the root.
    decisive: Option<G::Move>,
}

impl<'a, 'r, 'c, G: ThreatGame + ?Sized> DfPn<'a, 'r, 'c, G> {
    pub fn new(
        game: &'a mut G,
        widening: &Widening,
        verifier: Verifier,
        run: &'a mut Run<'r, 'c, G::Move>,
    ) -> Self {
        let Plan::GwDfPn(number) = widening.plan else { unreachable!("it is the plan of df-pn") };
        let buckets = (widening.entries / BUCKET).max(1).next_power_of_two();
        DfPn {
            game,
            run,
            verifier,
            threats: widening.threats[..number].to_vec(),
            buckets: vec![[FREE; BUCKET]; buckets],
            epsilon: widening.epsilon,
            window: widening.window,
            goal: Fate::WonByKo,
            level: 0,
            line: HashSet::new(),
            doubt: DISPROVED,
            doubted: false,
            decisive: None,
        }
    }

    /// The fate of the position, and a line that leads there: first whether Max wins at all, then
    /// whether the winner needs a ko for it.
    pub fn search(mut self, turn: Player) -> Found<G::Move> {
        let (alpha, beta) = self.window;
        let Some(wins) = self.ask(turn, Fate::WonByKo) else {
            return Found { fate: Fate::Unknown, is_settled: false, line: Vec::new() };
        };
        let winner = if wins { Player::Max } else { Player::Min };
        let line = self.best_line(turn, winner);
        let (by_ko, outright, goal, asked) = if wins {
            (Fate::WonByKo, Fate::Won, Fate::Won, beta > Fate::WonByKo)
        } else {
            (Fate::LostByKo, Fate::Lost, Fate::LostByKo, alpha < Fate::LostByKo)
        };
        // Without an answer to the second question, a ko is not ruled out.
        match asked.then(|| self.ask(turn, goal)) {
            Some(Some(answer)) if answer == wins => {
                let line = self.best_line(turn, winner);
                Found { fate: outright, is_settled: true, line }
            }
            answer => Found { fate: by_ko, is_settled: answer != Some(None), line },
        }
    }

    /// Whether Max reaches this fate, if that was found out.
    fn ask(&mut self, turn: Player, goal: Fate) -> Option<bool> {
        self.goal = goal;
        (0..=self.threats.len()).find_map(|level| {
            self.level = level;
            // With a wider threat, the goal might still be reached.
            let answer = self.ask_at_level(turn)?;
            (answer || level == self.threats.len()).then_some(answer)
        })
    }

    /// What comes back is doubtful: a proof must do without it, and so must a disproof. Results that rest
    /// on the line are kept with the position, but only ever as an obstacle to what is being shown.
    fn ask_at_level(&mut self, turn: Player) -> Option<bool> {
        match self.ask_with(turn, DISPROVED)? {
            true => Some(true),
            false if !self.doubted || self.level < self.threats.len() => Some(false),
            false => self.ask_with(turn, PROVED).filter(|reached| !reached),
        }
    }

    fn ask_with(&mut self, turn: Player, doubt: Numbers) -> Option<bool> {
        (self.doubt, self.doubted, self.decisive) = (doubt, false, None);
        let mut numbers = self.look(turn);
        while numbers.proof != 0 && numbers.disproof != 0 && self.run.stopped.is_none() {
            let limits = Numbers { proof: INFINITY, disproof: INFINITY };
            numbers = self.expand(turn, limits, 0);
        }
        match numbers {
            PROVED => Some(true),
            DISPROVED => Some(false),
            _ => None,
        }
    }

    fn key(&self, turn: Player) -> u64 {
        let doubt = u64::from(self.doubt == PROVED);
        let question = (self.goal as u64) << 16 | doubt << 8 | self.level as u64;
        key(&*self.game, turn) ^ zobrist::scramble(question)
    }

    fn recall(&self, key: u64) -> Option<Numbers> {
        let bucket = &self.buckets[key as usize & (self.buckets.len() - 1)];
        let found = bucket.iter().find(|slot| slot.work > 0 && slot.key == key);
        found.map(|slot| slot.numbers)
    }

    fn remember(&mut self, key: u64, numbers: Numbers, work: u64) {
        let at = key as usize & (self.buckets.len() - 1);
        let bucket = &mut self.buckets[at];
        let slot = match bucket.iter().position(|slot| slot.work > 0 && slot.key == key) {
            Some(at) => &mut bucket[at],
            None => bucket.iter_mut().min_by_key(|slot| slot.work).expect("it has places"),
        };
        let before = if slot.key == key { slot.work } else { 0 };
        *slot = Slot { key, numbers, work: before + work };
    }

    /// What a position starts with.
    fn look(&mut self, turn: Player) -> Numbers {
        let settled = |fate: Fate, goal: Fate| if fate >= goal { PROVED } else { DISPROVED };
        if let Some(fate) = self.game.evaluate(turn) {
            return settled(fate, self.goal);
        }
        if self.game.worst() >= self.goal {
            return PROVED;
        }
        let best = self.game.best();
        if best < self.goal {
            return DISPROVED;
        }
        if turn == Player::Max {
            let wins = self.game.winning_move().is_some();
            return if wins { PROVED } else { Numbers { proof: 1, disproof: 1 } };
        }
        if let Some(&threat) = self.threats.get(self.level) {
            let threatens = self.verifier.threatens(self.game, self.run, threat);
            return if threatens { Numbers { proof: 1, disproof: 1 } } else { DISPROVED };
        }
        let cheap = self.threats.len().min(CHEAP);
        for (number, &threat) in self.threats[..cheap].iter().enumerate() {
            if self.verifier.threatens(self.game, self.run, threat) {
                return Numbers { proof: 1 << number, disproof: 2 };
            }
        }
        Numbers { proof: 1 << cheap, disproof: 1 }
    }

    /// The moves of a position with what is known of them.
    fn replies(&mut self, turn: Player) -> Vec<Reply<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(turn, &mut moves);
        let mut replies = Vec::with_capacity(moves.len());
        for mv in moves {
            self.game.play(mv, turn);
            let key = self.key(!turn);
            let numbers = if self.line.contains(&key) {
                self.doubted = true;
                self.doubt
            } else if let Some(known) = self.recall(key) {
                known
            } else {
                let numbers = self.look(!turn);
                self.remember(key, numbers, 1);
                numbers
            };
            self.game.undo();
            replies.push(Reply { mv, numbers });
        }
        replies
    }

    /// Searches until one of the numbers reaches its limit.
    fn expand(&mut self, turn: Player, limits: Numbers, ply: usize) -> Numbers {
        let key = self.key(turn);
        let before = self.run.nodes;
        if self.run.visit() {
            return self.recall(key).unwrap_or(Numbers { proof: 1, disproof: 1 });
        }
        if ply >= LONGEST {
            self.doubted = true;
            return self.doubt;
        }
        let mut replies = self.replies(turn);
        self.line.insert(key);
        let numbers = loop {
            let numbers = combine(turn, &replies);
            let reached = numbers.proof >= limits.proof || numbers.disproof >= limits.disproof;
            if reached || numbers.proof == 0 || numbers.disproof == 0 || self.run.stopped.is_some()
            {
                break numbers;
            }
            let (at, limits) = self.limits(turn, &replies, numbers, limits);
            let mv = replies[at].mv;
            self.game.play(mv, turn);
            replies[at].numbers = self.expand(!turn, limits, ply + 1);
            self.game.undo();
        };
        if ply == 0 {
            let solved = |reply: &&Reply<G::Move>| choosing(turn, reply.numbers) == 0;
            self.decisive = replies.iter().find(solved).map(|reply| reply.mv);
        }
        self.line.remove(&key);
        self.remember(key, numbers, self.run.nodes - before);
        numbers
    }

    /// The most promising move, and how far it may be searched.
    fn limits(
        &self,
        turn: Player,
        replies: &[Reply<G::Move>],
        numbers: Numbers,
        limits: Numbers,
    ) -> (usize, Numbers) {
        let (mut best, mut second, mut at) = (INFINITY, INFINITY, 0);
        for (place, reply) in replies.iter().enumerate() {
            let number = choosing(turn, reply.numbers);
            if number < best {
                (second, best, at) = (best, number, place);
            } else if number < second {
                second = number;
            }
        }
        let widened = (second as f64 * (1.0 + self.epsilon)).ceil().max(second as f64 + 1.0);
        let rival = if second == INFINITY { INFINITY } else { widened as u32 };
        let own = replies[at].numbers;
        let room = |limit: u32, all: u32, own: u32| {
            if limit == INFINITY { INFINITY } else { limit.saturating_sub(all - own.min(all)) }
        };
        let child = match turn {
            Player::Max => Numbers {
                proof: limits.proof.min(rival),
                disproof: room(limits.disproof, numbers.disproof, own.disproof),
            },
            Player::Min => Numbers {
                proof: room(limits.proof, numbers.proof, own.proof),
                disproof: limits.disproof.min(rival),
            },
        };
        (at, child)
    }

    /// How the winner wins, as far as the table remembers: the loser plays any move that is lost.
    fn best_line(&mut self, mut turn: Player, winner: Player) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut met = HashSet::new();
        while line.len() < LONGEST && met.insert(self.key(turn)) {
            let Some(mv) = self.next_of_line(turn, winner, line.is_empty()) else { break };
            self.game.play(mv, turn);
            line.push(mv);
            turn = !turn;
        }
        line.iter().for_each(|_| self.game.undo());
        line
    }

    fn next_of_line(&mut self, turn: Player, winner: Player, is_root: bool) -> Option<G::Move> {
        if self.game.evaluate(turn).is_some() {
            return None;
        }
        if turn == Player::Max
            && winner == Player::Max
            && self.game.best() >= self.goal
            && let Some(mv) = self.game.winning_move()
        {
            return Some(mv);
        }
        if is_root && self.decisive.is_some() {
            return self.decisive;
        }
        let solved = if winner == Player::Max { PROVED } else { DISPROVED };
        let mut moves = Vec::new();
        self.game.moves(turn, &mut moves);
        moves.into_iter().find(|&mv| {
            self.game.play(mv, turn);
            let known = self.recall(self.key(!turn));
            self.game.undo();
            known == Some(solved)
        })
    }
}

/// The number by which the mover chooses: the smallest is best.
fn choosing(turn: Player, numbers: Numbers) -> u32 {
    match turn {
        Player::Max => numbers.proof,
        Player::Min => numbers.disproof,
    }
}

/// The numbers of a position from those of its moves. Without moves, who is to move has lost.
fn combine<M>(turn: Player, replies: &[Reply<M>]) -> Numbers {
    let (mut least, mut sum, mut lost) = (INFINITY, 0u32, true);
    for reply in replies {
        let chosen = choosing(turn, reply.numbers);
        let summed = choosing(!turn, reply.numbers);
        least = least.min(chosen);
        lost &= chosen == INFINITY;
        sum = if summed == INFINITY {
            INFINITY
        } else {
            sum.saturating_add(summed).min(INFINITY - 1)
        };
        if summed == INFINITY {
            break;
        }
    }
    let (chosen, summed) = match (least, lost) {
        (0, _) => (0, INFINITY),
        (_, true) => (INFINITY, 0),
        _ => (least, sum),
    };
    match turn {
        Player::Max => Numbers { proof: chosen, disproof: summed },
        Player::Min => Numbers { proof: summed, disproof: chosen },
    }
}
