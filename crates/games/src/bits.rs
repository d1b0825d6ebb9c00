//! Sets of squares as the bits of a word.

/// The numbers of the squares in a set, ascending.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}
