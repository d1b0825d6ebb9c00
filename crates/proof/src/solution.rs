//! A solution: for every position that matters, what the claimant plays, or that all replies are
//! answered. It is a graph, since different lines of play meet again.

/// What is done about a position in which the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// The claimant plays the move at this place among the legal ones. One link: to the position
    /// after it.
    Choose(u32),
    /// Every reply is answered. As many links as there are moves, in their order.
    All,
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

    /// Leads to the position that is, or will be, added at this place.
    pub fn to(place: u32) -> Link {
        Link(place)
    }

    /// The place of the position, unless the game is over there.
    #[inline]
    pub fn place(self) -> Option<usize> {
        (self != Link::OVER).then_some(self.0 as usize)
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    act: Act,
    /// Its links begin here; the next node's follow.
    first: u32,
}

/// The solution of a question about a position.
#[derive(Clone, Debug)]
pub struct Solution {
    root: Link,
    nodes: Vec<Node>,
    links: Vec<Link>,
}

impl Default for Solution {
    fn default() -> Self {
        Solution { root: Link::OVER, nodes: Vec::new(), links: Vec::new() }
    }
}

/// More positions or links than a solution can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

impl Solution {
    /// Adds a position, and gives its place.
    ///
    /// # Errors
    /// If there are four thousand million of them.
    pub fn add(&mut self, act: Act, links: impl IntoIterator<Item = Link>) -> Result<u32, Full> {
        let first = u32::try_from(self.links.len()).map_err(|_| Full)?;
        let place = u32::try_from(self.nodes.len()).map_err(|_| Full)?;
        if Link(place) == Link::OVER {
            return Err(Full);
        }
        self.links.extend(links);
        self.nodes.push(Node { act, first });
        Ok(place)
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
        self.nodes.capacity() * size_of::<Node>() + self.links.capacity() * size_of::<Link>()
    }

    /// What is done about a position.
    #[inline]
    pub fn act(&self, place: usize) -> Act {
        self.nodes[place].act
    }

    /// Where it leads.
    #[inline]
    pub fn links(&self, place: usize) -> &[Link] {
        let end = self.nodes.get(place + 1).map_or(self.links.len(), |next| next.first as usize);
        &self.links[self.nodes[place].first as usize..end]
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
