//! Forcing moves: those after which all stones of the opponent's turn are needed to stop threats.
//!
//! At the beginning of the attacker's turn there is no threat window (he would complete it). With turns of two stones,
//! a window that lacks three becomes a threat by one stone, and one that lacks four by two. So a
//! forcing move consists of
//! * two squares of windows that lack three, or
//! * two squares of one window that lacks four, or
//! * one square that makes two threats by itself, and any other.
//!
//! With turns of one stone, it is a square of a window that lacks two.

use phidelta_rules::{Area, Player};

use super::field::Field;
use super::threats::{self, Gap, Stones};

/// The squares that a defender could use to hit a number of gaps at once: none, one or two.
#[derive(Clone, Copy)]
struct Meet {
    stamp: u32,
    /// `NOWHERE` for those that are missing.
    squares: [u16; 2],
}

const NOWHERE: u16 = u16::MAX;
const NEVER: Meet = Meet { stamp: 0, squares: [NOWHERE; 2] };

impl Meet {
    /// Takes the squares that are not in the gap out; the first gap brings them in.
    #[inline]
    fn narrow(&mut self, stamp: u32, gap: Gap) -> bool {
        if self.stamp != stamp {
            *self = Meet { stamp, squares: gap };
            return true;
        }
        for square in &mut self.squares {
            if !gap.contains(square) {
                *square = NOWHERE;
            }
        }
        false
    }

    /// Whether no square is in both, besides these two.
    #[inline]
    fn apart(&self, other: &Meet, a: u16, b: u16) -> bool {
        let shared = |square: u16| {
            square != NOWHERE && square != a && square != b && other.squares.contains(&square)
        };
        !self.squares.into_iter().any(shared)
    }

    #[inline]
    fn is_nowhere(&self) -> bool {
        self.squares == [NOWHERE; 2]
    }
}

/// A forcing move and how good it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Its stones.
    pub stones: Stones,
    /// The larger, the better.
    pub score: i32,
}

impl Candidate {
    /// Its place among others: less if it looks better, and by its squares if it looks the same. (One number is
    /// sorted much faster than three.)
    #[inline]
    pub fn rank(&self) -> u64 {
        let worse = (i32::MAX - self.score).cast_unsigned();
        u64::from(worse) << 32 | u64::from(self.stones.number())
    }
}

/// Which partners a stone gets that makes all threats by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Partners {
    /// Squares of the player's live windows with two stones or more, and those that stop threats.
    Useful,
    /// All empty squares.
    All,
}

/// Finds forcing moves.
pub struct Forcing {
    stamp: u32,
    /// For each square, what the windows that lack one stone more than threats do, and that pass
    /// through it, would have in common if it were taken.
    single: Vec<Meet>,
    /// The same for two squares of a window that lacks two more: by the first, the direction and
    /// the distance.
    double: Vec<Meet>,
    /// Squares and pairs of squares with an entry.
    singles: Vec<u16>,
    doubles: Vec<(u32, Stones)>,
    /// How good squares look.
    worth: Vec<(u32, i32)>,
    partners: Partners,
}

/// What a stone is worth in a live window with so many stones. (Measured: to count what it hinders,
/// too, makes searches longer.)
const WORTH: [i32; 4] = [0, 1, 4, 6];

impl Forcing {
    /// A finder for boards of so many squares and rows of so many stones.
    pub fn new(board: usize, in_a_row: usize, partners: Partners) -> Self {
        Forcing {
            stamp: 0,
            single: vec![NEVER; board],
            double: vec![NEVER; board * 4 * in_a_row],
            singles: Vec::new(),
            doubles: Vec::new(),
            worth: vec![(0, 0); board],
            partners,
        }
    }

    /// Adds the forcing moves of the attacker with so many stones to place to `out`. They hit all
    /// gaps in `must_hit`. The attacker cannot complete a window with them.
    pub fn find(
        &mut self,
        field: &Field<'_>,
        attacker: Player,
        stones: usize,
        must_hit: &[Gap],
        out: &mut Vec<Candidate>,
    ) {
        let parameters = field.shape().parameters;
        let turn = parameters.stones;
        self.stamp += 1;
        self.singles.clear();
        self.doubles.clear();
        if let Some(count) = parameters.in_a_row.checked_sub(turn + 1) {
            self.look_at_singles(field, attacker, count);
        }
        match (turn, stones) {
            (1, _) => {
                for at in 0..self.singles.len() {
                    let square = self.singles[at];
                    self.add(field, attacker, Stones::one(square), must_hit, out);
                }
            }
            (_, 1) => self.rest_of_a_turn(field, attacker, must_hit, out),
            _ => {
                self.pairs_of_singles(field, attacker, must_hit, out);
                if let Some(count) = parameters.in_a_row.checked_sub(turn + 2) {
                    self.pairs_of_a_window(field, attacker, count, must_hit, out);
                }
                self.with_partners(field, attacker, must_hit, out);
            }
        }
    }

    /// The last stone of a turn. The first may have made threats already, and such positions are
    /// rare: all squares are tried.
    fn rest_of_a_turn(
        &mut self,
        field: &Field<'_>,
        attacker: Player,
        must_hit: &[Gap],
        out: &mut Vec<Candidate>,
    ) {
        let turn = field.shape().parameters.stones;
        let (mut after, mut gaps) = (field.clone(), Vec::new());
        for square in field.empty() {
            after.put(attacker, square);
            threats::gaps(&after, attacker, turn, &mut gaps);
            after.take(attacker, square);
            if threats::number(&gaps) >= turn {
                self.add(field, attacker, Stones::one(square as u16), must_hit, out);
            }
        }
    }

    /// Looks at the windows that become threats by one stone.
    fn look_at_singles(&mut self, field: &Field<'_>, attacker: Player, count: usize) {
        for window in field.windows(attacker, count) {
            let mut squares = [NOWHERE; 3];
            let mut free = 0;
            for square in field.gaps(window) {
                squares[free] = square as u16;
                free += 1;
            }
            for at in 0..free {
                let square = squares[at];
                // Of two squares the other one is left, of three both others are.
                let (x, y) = (squares[(at + 1) % free], squares[(at + 2) % free]);
                let gap = if free == 2 { [x, x] } else { [x, y] };
                if self.single[square as usize].narrow(self.stamp, gap) {
                    self.singles.push(square);
                }
            }
        }
    }

    /// Two squares each of which makes a threat.
    fn pairs_of_singles(
        &mut self,
        field: &Field<'_>,
        attacker: Player,
        must_hit: &[Gap],
        out: &mut Vec<Candidate>,
    ) {
        for at in 0..self.singles.len() {
            let a = self.singles[at];
            let partners = partners_of(a, must_hit);
            for then in at + 1..self.singles.len() {
                let b = self.singles[then];
                if partners.is_none_or(|partners| partners.contains(b.into()))
                    && self.single[a as usize].apart(&self.single[b as usize], a, b)
                {
                    self.push(field, attacker, Stones::two(a, b), out);
                }
            }
        }
    }

    /// Two squares of a window that becomes a threat by both.
    fn pairs_of_a_window(
        &mut self,
        field: &Field<'_>,
        attacker: Player,
        count: usize,
        must_hit: &[Gap],
        out: &mut Vec<Candidate>,
    ) {
        let shape = field.shape();
        let k = shape.parameters.in_a_row;
        for window in field.windows(attacker, count) {
            let direction = shape.direction(window);
            let mut free = [(NOWHERE, 0); 4];
            let mut found = 0;
            for (place, &square) in shape.window(window).iter().enumerate() {
                if !field.stones(attacker).contains(square.into()) {
                    free[found] = (square, place);
                    found += 1;
                }
            }
            for (i, j, x, y) in
                [(0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2), (1, 2, 0, 3), (1, 3, 0, 2), (2, 3, 0, 1)]
            {
                let ((a, from), (b, to)) = (free[i], free[j]);
                let slot = (a as usize * 4 + direction) * k + (to - from);
                if self.double[slot].narrow(self.stamp, [free[x].0, free[y].0]) {
                    self.doubles.push((slot as u32, Stones::two(a, b)));
                }
            }
        }
        for at in 0..self.doubles.len() {
            let (slot, stones) = self.doubles[at];
            let &[a, b] = stones.squares() else { unreachable!("there are two") };
            let mut meet = self.double[slot as usize];
            let [one, other] = [a, b].map(|square| self.single[square as usize]);
            let [has_one, has_other] = [one, other].map(|single| single.stamp == self.stamp);
            if has_one && has_other && one.apart(&other, a, b) {
                continue; // It is a pair of singles.
            }
            for single in [has_one.then_some(one), has_other.then_some(other)].into_iter().flatten()
            {
                meet.narrow(self.stamp, single.squares);
            }
            if meet.is_nowhere() {
                self.add(field, attacker, stones, must_hit, out);
            }
        }
    }

    /// A square that makes all threats by itself, with another that makes none.
    fn with_partners(
        &mut self,
        field: &Field<'_>,
        attacker: Player,
        must_hit: &[Gap],
        out: &mut Vec<Candidate>,
    ) {
        let enough = |single: &Meet| single.is_nowhere();
        if !self.singles.iter().any(|&square| enough(&self.single[square as usize])) {
            return;
        }
        let partners = match self.partners {
            Partners::All => field.empty(),
            Partners::Useful => {
                let k = field.shape().parameters.in_a_row;
                let mut partners = field.reach(attacker, k.saturating_sub(2));
                for gap in must_hit {
                    partners |= Stones::of_gap(*gap).area();
                }
                partners
            }
        };
        // Squares that make a threat were paired before.
        let singles: Area = self.singles.iter().map(|&square| square.into()).collect();
        for at in 0..self.singles.len() {
            let a = self.singles[at];
            if !enough(&self.single[a as usize]) {
                continue;
            }
            let mut others = partners - singles;
            if let Some(needed) = partners_of(a, must_hit) {
                others = others & needed;
            }
            // So were pairs of a window.
            for (_, stones) in &self.doubles {
                if let Some(other) = stones.other(a) {
                    others.remove(other.into());
                }
            }
            for b in others {
                self.push(field, attacker, Stones::two(a, b as u16), out);
            }
        }
    }

    /// Adds a move if it hits what it must.
    #[inline]
    fn add(
        &mut self,
        field: &Field<'_>,
        attacker: Player,
        stones: Stones,
        must_hit: &[Gap],
        out: &mut Vec<Candidate>,
    ) {
        if must_hit.iter().all(|&gap| stones.hit(gap)) {
            self.push(field, attacker, stones, out);
        }
    }

    #[inline]
    fn push(
        &mut self,
        field: &Field<'_>,
        attacker: Player,
        stones: Stones,
        out: &mut Vec<Candidate>,
    ) {
        let squares = stones.squares().iter();
        let score = squares.map(|&square| self.worth(field, attacker, square)).sum();
        out.push(Candidate { stones, score });
    }

    /// How good a square looks.
    #[inline]
    fn worth(&mut self, field: &Field<'_>, attacker: Player, square: u16) -> i32 {
        let (stamp, worth) = self.worth[square as usize];
        if stamp == self.stamp {
            return worth;
        }
        let worth = worth_of(field, attacker, square);
        self.worth[square as usize] = (self.stamp, worth);
        worth
    }
}

/// The squares with which a stone on `a` hits all of these gaps; `None` if that are all, as it hits them alone.
#[inline]
fn partners_of(a: u16, must_hit: &[Gap]) -> Option<Area> {
    let mut left =
        must_hit.iter().filter(|gap| !gap.contains(&a)).map(|&gap| Stones::of_gap(gap).area());
    let first = left.next()?;
    Some(left.fold(first, |squares, gap| squares & gap))
}

/// How good a square looks for an attacker: what it builds.
fn worth_of(field: &Field<'_>, attacker: Player, square: u16) -> i32 {
    let windows = field.shape().through(square.into()).iter().map(|&window| window as usize);
    let live = windows.filter(|&window| field.is_live(window, attacker));
    live.map(|window| WORTH[field.count(window, attacker).min(3)]).sum()
}
