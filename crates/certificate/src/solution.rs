//! A solution: for every position that matters, what the claimant plays, or that all replies are
//! answered. It is a graph, since different lines of play meet again.

use phidelta_rules::Area;

use crate::token::PASS;

/// What is done about a position in which the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Justification {
    /// The claimant plays the move at this place among the legal ones. One link: to the position
    /// after it.
    Choose(u32),
    /// Every reply is answered. As many links as there are moves, in their order.
    All,
    /// The replies of a zone are answered, and a pass, which stands for all others. A link to the
    /// position after a pass, then as many as the zone has moves, in their order. See
    /// [`Solution::zone`].
    Zone,
    /// The game ends, as this position has occurred so many plies before. No links.
    Repeats(u32),
    /// The claim is taken for granted by this axiom. No links.
    Axiom(u32),
}

/// Leads to a position of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link(u32);

impl Link {
    /// The game is over there.
    pub const OVER: Link = Link(u32::MAX);
    /// Nothing is said here: the same stones of a turn were placed in another order elsewhere.
    pub const SKIPPED: Link = Link(u32::MAX - 1);

    /// Leads to the position that is, or will be, added at this place.
    pub fn to(place: u32) -> Link {
        Link(place)
    }

    /// The place of the position, unless the game is over there or nothing is said.
    #[inline]
    pub fn place(self) -> Option<usize> {
        (self.0 < Link::SKIPPED.0).then_some(self.0 as usize)
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    act: Justification,
    /// Its links begin here; the next node's follow.
    first: u32,
}

/// The solution of a question about a position.
#[derive(Clone, Debug)]
pub struct Solution {
    root: Link,
    nodes: Vec<Node>,
    links: Vec<Link>,
    /// The nodes that have zones, in ascending order, each with the places of the zone's moves.
    zones: Vec<(u32, Area)>,
}

impl Default for Solution {
    fn default() -> Self {
        Solution { root: Link::OVER, nodes: Vec::new(), links: Vec::new(), zones: Vec::new() }
    }
}

/// More positions or links than a solution can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl Solution {
    /// Adds a position, and gives its place.
    ///
    /// # Errors
    /// If there are four thousand million of them.
    pub fn add(
        &mut self,
        act: Justification,
        links: impl IntoIterator<Item = Link>,
    ) -> Result<u32, TooLarge> {
        let first = u32::try_from(self.links.len()).map_err(|_| TooLarge)?;
        let place = u32::try_from(self.nodes.len()).map_err(|_| TooLarge)?;
        if place >= Link::SKIPPED.0 {
            return Err(TooLarge);
        }
        self.links.extend(links);
        self.nodes.push(Node { act, first });
        Ok(place)
    }

    /// Adds a position in which the replies of a zone are answered: the moves at these places.
    ///
    /// # Errors
    /// As those of [`Solution::add`].
    pub fn add_zone(
        &mut self,
        zone: Area,
        links: impl IntoIterator<Item = Link>,
    ) -> Result<u32, TooLarge> {
        let place = self.add(Justification::Zone, links)?;
        self.zones.push((place, zone));
        Ok(place)
    }

    /// The zone of a position: the places of its moves. Empty if the position has none.
    pub fn zone(&self, place: usize) -> Area {
        let found = self.zones.binary_search_by_key(&(place as u32), |&(node, _)| node);
        found.map_or(Area::EMPTY, |at| self.zones[at].1)
    }

    /// Says where the solution begins.
    pub fn set_root(&mut self, root: Link) {
        self.root = root;
    }

    /// Where the solution begins.
    pub fn root(&self) -> Link {
        self.root
    }

    /// How many positions were added, whether they are part of the solution or not.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no position was added.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes that it takes in memory.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.links.capacity() * size_of::<Link>()
            + self.zones.capacity() * size_of::<(u32, Area)>()
    }

    /// What is done about a position.
    #[inline]
    pub fn act(&self, place: usize) -> Justification {
        self.nodes[place].act
    }

    /// Where it leads.
    #[inline]
    pub fn links(&self, place: usize) -> &[Link] {
        let end = self.nodes.get(place + 1).map_or(self.links.len(), |next| next.first as usize);
        &self.links[self.nodes[place].first as usize..end]
    }

    /// The replies that are answered at a position, each by its place among the legal moves, or
    /// [`PASS`]; none where the claimant moves.
    pub fn replies(&self, place: usize) -> impl Iterator<Item = (u32, Link)> {
        let (act, links) = (self.act(place), self.links(place));
        let all = if act == Justification::All { links.len() as u32 } else { 0 };
        let pass = (act == Justification::Zone).then_some(PASS);
        let zone = self.zone(place).into_iter().map(|mv| mv as u32);
        let moves = (0..all).chain(pass).chain(zone);
        moves.zip(links.iter().copied()).filter(|(_, link)| *link != Link::SKIPPED)
    }

    /// How often each position is led to from the positions that can be reached from the root;
    /// more than twice counts as twice. The root itself is led to from outside.
    pub fn uses(&self) -> Vec<u8> {
        let mut uses = vec![0u8; self.nodes.len()];
        let mut stack = vec![self.root];
        while let Some(link) = stack.pop() {
            let Some(place) = link.place() else { continue };
            if uses[place] == 0 {
                stack.extend(self.links(place));
            }
            uses[place] = (uses[place] + 1).min(2);
        }
        uses
    }

    /// How many positions the solution has.
    pub fn positions(&self) -> u64 {
        self.uses().iter().filter(|&&uses| uses > 0).count() as u64
    }
}
