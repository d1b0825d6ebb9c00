//! Positions of Go that have names: shapes in the corner, with their targets.

use phidelta_rules::NamedPosition;

const fn shape(name: &'static str, help: &'static str, position: &'static str) -> NamedPosition {
    NamedPosition { name, help, position }
}

/// The positions.
pub const NAMED: [NamedPosition; 4] = [
    shape(
        "corner-ko",
        "Black lives by ko, if Black plays first",
        "7/7/wwwww2/bbbbw2/bbbbw2/3bw2/w1wbw2 b target=A4",
    ),
    shape(
        "l-group",
        "the L group, dead even if it plays first",
        "6/6/wwwww1/1bbbw1/3bw1/4w1 b target=B3",
    ),
    shape(
        "rectangular-six",
        "six points in the corner, without other liberties: who plays first decides",
        "7/7/7/wwwww2/bbbbw2/3bw2/3bw2 b target=A3",
    ),
    shape(
        "straight-three",
        "three points in a row: who plays first decides",
        "5/5/wwwww/bbbbw/3bw b target=A2",
    ),
];
