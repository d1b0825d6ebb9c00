//! Random words for incremental position keys (Zobrist 1970), the same in every build.

/// A bijection of 64-bit words that spreads any difference over all bits (the finaliser of
/// Steele, Lea & Flood's SplitMix64, 2014).
#[inline]
pub const fn scramble(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// `N` random words. Different seeds give independent tables; use it in a `const` or `static`.
pub const fn table<const N: usize>(seed: u64) -> [u64; N] {
    let mut words = [0; N];
    let mut state = scramble(seed ^ 0x5eed_0f00_dcaf_e000);
    let mut i = 0;
    while i < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        words[i] = scramble(state);
        i += 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_distinct_and_balanced() {
        let words: [u64; 1024] = table(1);
        let mut sorted = words.to_vec();
        sorted.extend(table::<1024>(2));
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 2048);
        let ones: u32 = words.iter().map(|w| w.count_ones()).sum();
        assert!((31 * 1024..33 * 1024).contains(&ones), "{ones} ones");
    }
}
