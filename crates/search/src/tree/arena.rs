//! The memory of a tree: one flat array of nodes of 20 bytes, asked for at once and touched as it is
//! needed. Nodes refer to each other by 32-bit numbers: to the first child and to the next sibling.
//! Whoever walks the tree knows the way back, so nodes do not (Elhage, "Variants and refinements").

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr;

use memmap2::MmapMut;

use crate::table::advise_huge_pages;
use crate::{Numbers, TableError};

/// The number of a node. 0 is no node.
pub(crate) type NodeId = u32;

/// No node.
pub(crate) const NONE: NodeId = 0;

/// A node of a tree.
#[repr(C)]
pub(crate) struct Node<M> {
    pub numbers: Numbers,
    pub first_child: NodeId,
    pub next_sibling: NodeId,
    /// The move that leads here.
    pub mv: Packed<M>,
}

/// What a node takes.
pub(crate) const NODE_BYTES: usize = 20;
const _: () = assert!(size_of::<Node<u8>>() == NODE_BYTES);
const _: () = assert!(size_of::<Node<[u64; 4]>>() == NODE_BYTES);

impl<M> Clone for Node<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Node<M> {}

/// A move in four bytes: itself if it is no larger, otherwise its place among the legal moves.
pub(crate) struct Packed<M> {
    bytes: [MaybeUninit<u8>; 4],
    kind: PhantomData<M>,
}

impl<M> Clone for Packed<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Packed<M> {}

impl<M: Copy> Packed<M> {
    const FITS: bool = size_of::<M>() <= 4;

    /// The move at this place among the legal ones.
    pub fn new(mv: M, place: usize) -> Self {
        let mut bytes = [MaybeUninit::new(0); 4];
        if Self::FITS {
            // SAFETY: a move of at most four bytes fits, and bytes may be anything, also not
            // initialised, as padding is.
            unsafe { ptr::write_unaligned(bytes.as_mut_ptr().cast::<M>(), mv) };
        } else {
            bytes = (place as u32).to_ne_bytes().map(MaybeUninit::new);
        }
        Packed { bytes, kind: PhantomData }
    }

    /// No move, for roots.
    ///
    /// # Safety
    /// It must not be unpacked.
    unsafe fn none() -> Self {
        Packed { bytes: [MaybeUninit::uninit(); 4], kind: PhantomData }
    }

    /// Where the move is among these legal moves, of which the first has this place.
    pub fn place(self, moves: &[M], first: usize) -> Option<usize>
    where
        M: Eq,
    {
        if Self::FITS {
            let mv = self.unpack(|_| unreachable!("it is in the node"));
            return moves.iter().position(|&legal| legal == mv);
        }
        // SAFETY: `new` wrote four initialised bytes here; what `none` makes has no place.
        let bytes = self.bytes.map(|byte| unsafe { byte.assume_init() });
        (u32::from_ne_bytes(bytes) as usize).checked_sub(first).filter(|&at| at < moves.len())
    }

    /// The move again; `nth` finds it by its place where that is needed.
    #[inline]
    pub fn unpack(self, nth: impl FnOnce(usize) -> M) -> M {
        if Self::FITS {
            // SAFETY: `new` wrote a value of this type here; what `none` makes is not unpacked.
            unsafe { ptr::read_unaligned(self.bytes.as_ptr().cast::<M>()) }
        } else {
            // SAFETY: `new` wrote four initialised bytes here.
            let bytes = self.bytes.map(|byte| unsafe { byte.assume_init() });
            nth(u32::from_ne_bytes(bytes) as usize)
        }
    }
}

/// Nodes, free and in use.
pub(crate) struct Arena<M> {
    memory: MmapMut,
    /// How many nodes there is room for, the one that is none included.
    capacity: u32,
    /// Nodes from here on were never in use.
    untouched: u32,
    /// The first free node of those that were; the others follow as its siblings.
    free: NodeId,
    in_use: u32,
    kind: PhantomData<M>,
}

/// There is no room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full;

impl<M: Copy> Arena<M> {
    /// Room for so many nodes, at most what 32 bits can number.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(nodes: u64) -> Result<Self, TableError> {
        let capacity = nodes.saturating_add(1).min(u64::from(u32::MAX)) as u32;
        let bytes = (capacity as usize).saturating_mul(NODE_BYTES);
        let memory = MmapMut::map_anon(bytes)
            .map_err(|source| TableError { bytes: bytes as u64, source })?;
        advise_huge_pages(&memory, bytes);
        Ok(Arena { memory, capacity, untouched: 1, free: NONE, in_use: 0, kind: PhantomData })
    }

    fn nodes(&self) -> *const Node<M> {
        self.memory.as_ptr().cast()
    }

    /// A node that is in use.
    #[inline]
    pub fn get(&self, id: NodeId) -> &Node<M> {
        assert!(id < self.untouched);
        // SAFETY: the mapping is page aligned and has room for `capacity` nodes, of which those
        // below `untouched` were written as nodes.
        unsafe { &*self.nodes().add(id as usize) }
    }

    /// A node that is in use, to be changed.
    #[inline]
    pub fn get_mut(&mut self, id: NodeId) -> &mut Node<M> {
        assert!(id < self.untouched);
        // SAFETY: as above, and the borrow of `self` is exclusive.
        unsafe { &mut *self.memory.as_mut_ptr().cast::<Node<M>>().add(id as usize) }
    }

    /// A new node.
    ///
    /// # Errors
    /// If there is no room.
    pub fn add(&mut self, numbers: Numbers, mv: Packed<M>) -> Result<NodeId, Full> {
        let node = Node { numbers, first_child: NONE, next_sibling: NONE, mv };
        let id = if self.free != NONE {
            let id = self.free;
            self.free = self.get(id).next_sibling;
            *self.get_mut(id) = node;
            id
        } else if self.untouched < self.capacity {
            let id = self.untouched;
            self.untouched = id + 1;
            // SAFETY: there is room for it, and nobody refers to it yet.
            unsafe { self.memory.as_mut_ptr().cast::<Node<M>>().add(id as usize).write(node) };
            id
        } else {
            return Err(Full);
        };
        self.in_use += 1;
        Ok(id)
    }

    /// A new root: a node that no move leads to.
    ///
    /// # Errors
    /// If there is no room.
    pub fn add_root(&mut self, numbers: Numbers) -> Result<NodeId, Full> {
        // SAFETY: moves are unpacked of children only, and this node is nobody's child.
        self.add(numbers, unsafe { Packed::none() })
    }

    /// The children of a node, in the order of their moves.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone {
        let first = self.get(id).first_child;
        std::iter::successors((first != NONE).then_some(first), |&child| {
            let next = self.get(child).next_sibling;
            (next != NONE).then_some(next)
        })
    }

    /// How many nodes there are below a node, itself included.
    pub fn size(&self, id: NodeId) -> u64 {
        let mut size = 0;
        let mut pending = vec![id];
        while let Some(node) = pending.pop() {
            size += 1;
            pending.extend(self.children(node));
        }
        size
    }

    /// Frees all that is below a node. Nothing is allocated for it: the lists of children are
    /// joined into one, which becomes the first part of the list of free nodes.
    pub fn free_below(&mut self, id: NodeId) {
        let first = std::mem::replace(&mut self.get_mut(id).first_child, NONE);
        self.free_list(first);
    }

    /// Frees a node, its later siblings, and all that is below them.
    pub fn free_list(&mut self, first: NodeId) {
        if first == NONE {
            return;
        }
        let mut last = self.last_of(first);
        let mut node = first;
        while node != NONE {
            let children = self.get(node).first_child;
            if children != NONE {
                self.get_mut(last).next_sibling = children;
                last = self.last_of(children);
            }
            self.in_use -= 1;
            node = self.get(node).next_sibling;
        }
        self.get_mut(last).next_sibling = self.free;
        self.free = first;
    }

    fn last_of(&self, mut node: NodeId) -> NodeId {
        loop {
            match self.get(node).next_sibling {
                NONE => return node,
                next => node = next,
            }
        }
    }

    /// Frees everything.
    pub fn clear(&mut self) {
        (self.untouched, self.free, self.in_use) = (1, NONE, 0);
    }

    /// How many nodes are in use.
    pub fn in_use(&self) -> u32 {
        self.in_use
    }

    /// How many nodes were ever in use at the same time.
    pub fn touched(&self) -> u32 {
        self.untouched - 1
    }

    /// How many nodes there is room for.
    pub fn capacity(&self) -> u32 {
        self.capacity - 1
    }

    /// How many more nodes there is room for.
    pub fn room(&self) -> u32 {
        self.capacity() - self.in_use
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Numbers = Numbers { proof: 1, disproof: 1 };

    #[test]
    fn moves_of_every_size_come_back() {
        assert_eq!(Packed::new(7u8, 3).unpack(|_| unreachable!()), 7);
        assert_eq!(Packed::new((7u8, 9u16), 3).unpack(|_| unreachable!()), (7, 9));
        assert_eq!(Packed::new('é', 3).unpack(|_| unreachable!()), 'é');
        assert_eq!(Packed::new([1u64; 3], 300).unpack(|place| [place as u64; 3]), [300; 3]);
        Packed::new((), 0).unpack(|_| unreachable!());
    }

    #[test]
    fn freed_nodes_are_used_again() {
        let mut arena: Arena<u8> = Arena::new(8).unwrap();
        let mv = |mv| Packed::new(mv, 0);
        let root = arena.add(ONE, mv(0)).unwrap();
        // Two children with two children each.
        let mut link = |parent: NodeId| {
            let second = arena.add(ONE, mv(2)).unwrap();
            let first = arena.add(ONE, mv(1)).unwrap();
            arena.get_mut(first).next_sibling = second;
            arena.get_mut(parent).first_child = first;
            (first, second)
        };
        let (first, second) = link(root);
        link(first);
        link(second);
        assert_eq!(arena.in_use(), 7);
        assert_eq!(arena.children(root).collect::<Vec<_>>(), [first, second]);
        assert_eq!([root, first, second].map(|node| arena.size(node)), [7, 3, 3]);
        arena.free_below(root);
        assert_eq!((arena.in_use(), arena.room()), (1, 7));
        let mut ids: Vec<NodeId> = (0..7).map(|i| arena.add(ONE, mv(i)).unwrap()).collect();
        assert_eq!(arena.add(ONE, mv(9)), Err(Full));
        ids.push(root);
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 8, "every node has a number of its own");
    }
}
