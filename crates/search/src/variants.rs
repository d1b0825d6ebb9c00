//! Which variants of the search an instance of the engine contains.
//!
//! Variants are values of [`Options`](crate::Options), looked at while the search runs. But an engine is compiled
//! anew for each game, and most of its code is that of variants that are rarely asked for. So a type says which
//! of them an instance has. Code of the others stands behind `if V::ALL`, where the compiler sees that it cannot
//! be reached, and leaves it out.

/// Which variants there are.
pub trait Variants: 'static {
    /// Whether there are all of them. If not, there are df-pn and PDS, with one thread or several, whatever the
    /// initial numbers, look-ahead, thresholds and replacement, but neither trees in memory, nor sets of leaves, nor
    /// SNDA, nor PN*, nor the factor form of dynamic widening
    /// (see [`Options::needs_all_variants`](crate::Options::needs_all_variants)).
    const ALL: bool;
}

/// All variants.
#[derive(Clone, Copy, Debug)]
pub enum AllVariants {}

/// Df-pn and PDS alone.
#[derive(Clone, Copy, Debug)]
pub enum DepthFirst {}

impl Variants for AllVariants {
    const ALL: bool = true;
}

impl Variants for DepthFirst {
    const ALL: bool = false;
}
