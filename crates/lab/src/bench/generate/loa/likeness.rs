//! Which positions are the same but for a turned or mirrored board, or for the names of the colours.

use phidelta_loa::State;

/// What alike positions have in common: of all views of the position, the least. The pieces of the side to
/// move come first, whatever their colour, since the rules do not ask for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Likeness([u64; 2]);

impl Likeness {
    /// That of a position on 8 by 8.
    pub fn of(state: &State) -> Self {
        let turn = state.turn();
        let mut view = [turn, !turn].map(|player| state.pieces()[player as usize]);
        let mut least = view;
        // Upside down and across in turn: all eight views, and back.
        for _ in 0..4 {
            view = view.map(u64::swap_bytes);
            least = least.min(view);
            view = view.map(across);
            least = least.min(view);
        }
        Likeness(least)
    }
}

/// The board mirrored on the diagonal from a1: columns become rows.
fn across(set: u64) -> u64 {
    let mut mirrored = 0;
    for square in (0..64).filter(|square| set >> square & 1 == 1) {
        mirrored |= 1 << (8 * (square % 8) + square / 8);
    }
    mirrored
}

#[cfg(test)]
mod tests {
    use super::super::game;
    use super::*;
    use phidelta_rules::Notation;

    fn likeness(position: &str) -> Likeness {
        Likeness::of(&game().read_position(position).unwrap())
    }

    #[test]
    fn turned_and_mirrored_boards_and_other_colours_are_alike() {
        let first = likeness("xo6/8/2x5/8/8/8/7o/8 x");
        for position in [
            // Mirrored, upside down, across, turned by a quarter, and with the colours changed.
            "6ox/8/5x2/8/8/8/o7/8 x",
            "8/7o/8/8/8/2x5/8/xo6 x",
            "x7/o7/2x5/8/8/8/8/6o1 x",
            "7x/7o/5x2/8/8/8/8/1o6 x",
            "ox6/8/2o5/8/8/8/7x/8 o",
        ] {
            assert_eq!(likeness(position), first, "{position}");
        }
        for position in ["xo6/8/2x5/8/8/8/7o/8 o", "xo6/8/2x5/8/8/8/6o1/8 x"] {
            assert_ne!(likeness(position), first, "{position}");
        }
    }
}
