//! Playing stones and taking them back.

use super::{Ban, Board, Chain, KOS, STONES};
use crate::{Colour, Point};

/// Up to four points next to another, one for each of some chains.
#[derive(Clone, Copy, Default)]
struct Ends {
    points: [Point; 4],
    count: u8,
}

impl Ends {
    #[inline]
    fn push(&mut self, point: Point) {
        self.points[self.count as usize] = point;
        self.count += 1;
    }

    #[inline]
    fn iter(&self) -> std::iter::Rev<std::iter::Copied<std::slice::Iter<'_, Point>>> {
        self.points[..self.count as usize].iter().copied().rev()
    }
}

/// What a play changes for good, and so has to keep.
#[derive(Clone, Copy)]
struct Placed {
    point: Point,
    colour: Colour,
    /// The head and the link of an earlier stone on the point.
    head: Point,
    next: Point,
    /// Where the chain of the stone is described, and what was there before.
    home: Point,
    before: Chain,
    /// Ends of the chains that became one with the stone, with the heads that they had.
    joined: Ends,
    heads: [Point; 4],
    captured: Ends,
}

#[derive(Clone, Copy)]
pub(super) struct Frame {
    ban: Option<Ban>,
    key: u64,
    /// Nothing for a pass.
    placed: Option<Placed>,
}

impl Board {
    /// Plays a stone where it is legal but perhaps for the ban on a ko, which is ignored.
    pub fn play(&mut self, point: Point, colour: Colour) {
        debug_assert!(self.is_playable(point, colour));
        self.plays += 1;
        let key = self.key;
        let mut captured = Ends::default();
        let mut friends = Ends::default();
        let mut home = point;
        let mut stone = Chain { size: 1, ..Chain::NONE };
        for &neighbour in self.lattice.neighbours(point) {
            let Some(other) = self.cells[neighbour as usize] else {
                continue;
            };
            let head = self.heads[neighbour as usize];
            let chain = &mut self.chains[head as usize];
            if other != colour {
                if chain.liberties.contains(point as usize) {
                    chain.remove_liberty(point);
                    if chain.liberty_count == 0 {
                        captured.push(neighbour);
                    }
                }
            } else if chain.liberties.contains(point as usize) {
                chain.remove_liberty(point);
                friends.push(neighbour);
                if home == point || chain.size > self.chains[home as usize].size {
                    home = head;
                }
            }
        }
        let mut taken = 0;
        for end in captured.iter() {
            taken += self.size(end);
            self.lift(end, !colour);
        }
        let before = self.chains[home as usize];
        if home != point {
            stone = before;
            stone.size += 1;
        }
        for &neighbour in self.lattice.neighbours(point) {
            if self.is_empty(neighbour) {
                stone.add_liberty(neighbour);
            }
        }
        let mut placed = Placed {
            point,
            colour,
            head: self.heads[point as usize],
            next: self.next[point as usize],
            home,
            before,
            joined: friends,
            heads: [0; 4],
            captured,
        };
        self.set(point, colour);
        self.heads[point as usize] = home;
        self.next[point as usize] = point;
        for at in 0..friends.count as usize {
            let end = friends.points[at];
            let head = self.heads[end as usize];
            placed.heads[at] = head;
            if head != home {
                let other = &self.chains[head as usize];
                stone.size += other.size;
                stone.liberties |= other.liberties;
                stone.liberty_count = stone.liberties.len() as u16;
                self.relabel(end, home);
            }
            self.next.swap(point as usize, end as usize);
        }
        self.chains[home as usize] = stone;
        self.key ^= STONES[colour as usize][point as usize];
        let ban = self.ban.take();
        self.key ^= ban.map_or(0, |ban| KOS[ban.point as usize]);
        if taken == 1 && stone.size == 1 && stone.liberty_count == 1 {
            let ko = captured.points[0];
            self.ban = Some(Ban { point: ko, colour: !colour });
            self.key ^= KOS[ko as usize];
        }
        self.frames.push(Frame { ban, key, placed: Some(placed) });
    }

    /// Plays nothing: only a ban on a ko ends.
    pub fn pass(&mut self) {
        let (ban, key) = (self.ban.take(), self.key);
        self.key ^= ban.map_or(0, |ban| KOS[ban.point as usize]);
        self.frames.push(Frame { ban, key, placed: None });
    }

    /// Takes back the last play or pass, if there is one.
    pub fn undo(&mut self) {
        let Some(Frame { ban, key, placed }) = self.frames.pop() else {
            return;
        };
        self.ban = ban;
        self.key = key;
        if let Some(placed) = placed {
            self.take_back(&placed);
        }
    }

    fn take_back(&mut self, placed: &Placed) {
        let &Placed { point, colour, head, next, home, before, joined, heads, captured } = placed;
        self.chains[home as usize] = before;
        for at in (0..joined.count as usize).rev() {
            let end = joined.points[at];
            self.next.swap(point as usize, end as usize);
            if heads[at] != home {
                self.relabel(end, heads[at]);
            }
        }
        self.clear(point, colour);
        self.heads[point as usize] = head;
        self.next[point as usize] = next;
        for end in captured.iter() {
            self.put_back(end, !colour);
        }
        for &neighbour in self.lattice.neighbours(point) {
            if !self.is_empty(neighbour) {
                self.chains[self.heads[neighbour as usize] as usize].add_liberty(point);
            }
        }
    }

    #[inline]
    fn set(&mut self, point: Point, colour: Colour) {
        self.cells[point as usize] = Some(colour);
        self.stones[colour as usize].insert(point as usize);
    }

    #[inline]
    fn clear(&mut self, point: Point, colour: Colour) {
        self.cells[point as usize] = None;
        self.stones[colour as usize].remove(point as usize);
    }

    /// Gives the stones of a circle another head.
    fn relabel(&mut self, first: Point, head: Point) {
        let mut current = Some(first);
        while let Some(stone) = current {
            self.heads[stone as usize] = head;
            current = self.after(stone, first);
        }
    }

    /// Takes a captured chain of this colour from the board.
    fn lift(&mut self, first: Point, colour: Colour) {
        let mut current = Some(first);
        while let Some(stone) = current {
            self.clear(stone, colour);
            self.key ^= STONES[colour as usize][stone as usize];
            for &neighbour in self.lattice.neighbours(stone) {
                if self.has(neighbour, !colour) {
                    self.chains[self.heads[neighbour as usize] as usize].add_liberty(stone);
                }
            }
            current = self.after(stone, first);
        }
    }

    /// Puts a captured chain of this colour on the board again.
    fn put_back(&mut self, first: Point, colour: Colour) {
        let mut current = Some(first);
        while let Some(stone) = current {
            self.set(stone, colour);
            for &neighbour in self.lattice.neighbours(stone) {
                if self.has(neighbour, !colour) {
                    self.chains[self.heads[neighbour as usize] as usize].remove_liberty(stone);
                }
            }
            current = self.after(stone, first);
        }
    }
}
