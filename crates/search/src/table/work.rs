//! Amounts of work in eight bits.
//!
//! Replacement wants to know how large a subtree is, roughly. A code holds the power of two and
//! three more bits, so neighbours differ by 6 to 12 %. Small increments would be lost in rounding
//! down; so codes are rounded up with the probability that keeps the mean right (Morris 1978),
//! the chance being taken from a number that the caller has at hand, such as the node count:
//! searches stay reproducible.

use phidelta_rules::zobrist::scramble;

/// The largest amount that has a code; larger ones share its code.
const LARGEST: u64 = (1 << 31) * 15 / 8;

/// The code of an amount of at least 1. `chance` decides the rounding.
#[inline]
pub(crate) fn encode(work: u64, chance: u64) -> u8 {
    let (code, spare, below) = split(work);
    let round_up = below != 0 && (scramble(chance) >> (64 - spare)) < below;
    code.saturating_add(u8::from(round_up))
}

/// The amount that the code of at most this amount stands for: an entry that stands for as much
/// work or more never holds less.
#[inline]
pub(crate) fn rounded_down(work: u64) -> u64 {
    if work == 0 { 0 } else { decode(split(work).0) }
}

/// The code of an amount, rounded down, and what is lost: how many bits, and their value.
#[inline]
fn split(work: u64) -> (u8, u32, u64) {
    let work = work.clamp(1, LARGEST);
    let exponent = work.ilog2();
    if exponent <= 3 {
        return (code(exponent, (work << (3 - exponent)) & 7), 0, 0);
    }
    let spare = exponent - 3;
    (code(exponent, (work >> spare) & 7), spare, work & ((1 << spare) - 1))
}

#[inline]
fn code(exponent: u32, mantissa: u64) -> u8 {
    // 1 for an amount of 1; the largest, of exponent 31 and mantissa 7, would be 256.
    (1 + exponent * 8 + mantissa as u32).min(255) as u8
}

/// The amount of a code; 0 for 0.
#[inline]
pub(crate) fn decode(code: u8) -> u64 {
    if code == 0 {
        return 0;
    }
    let (exponent, mantissa) = ((code - 1) / 8, u64::from((code - 1) % 8));
    ((8 + mantissa) << exponent) >> 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_exact_where_they_can_be_and_monotonic() {
        assert!((1..16).all(|work| decode(encode(work, 9)) == work));
        let codes: Vec<u8> = (0..100_000).map(|work| encode(work, u64::MAX)).collect();
        assert!(codes.windows(2).all(|pair| pair[0] <= pair[1] + 1));
        assert!((0..100_000).all(|work| rounded_down(work) <= work));
        assert!((1..100_000).all(|work| rounded_down(work) <= decode(encode(work, work))));
        let mut last = 0;
        for code in 1..=255 {
            assert!(decode(code) >= last);
            last = decode(code);
        }
        assert_eq!(encode(u64::MAX, 0), 255);
        assert_ne!(encode(0, 0), 0);
    }

    /// A subtree that is visited often, a few nodes each time, must be seen to grow.
    #[test]
    fn small_increments_add_up() {
        let mut held = 1;
        for visit in 0..20_000 {
            held = encode(decode(held) + 5, visit);
        }
        let total = decode(held) as f64;
        assert!((0.7..1.4).contains(&(total / 100_000.0)), "{total}");
    }
}
