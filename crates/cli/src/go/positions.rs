//! Positions of Go that have names: famous shapes of life and death.

use phidelta_rules::NamedPosition;

/// The positions.
pub const NAMED: [NamedPosition; 2] = [
    NamedPosition {
        name: "l-group",
        help: "the L group, dead even if it moves first",
        position: "6/6/wwwww1/1bbbw1/3bw1/4w1 b target=B3",
    },
    NamedPosition {
        name: "straight-three",
        help: "three points in a row: who moves first decides",
        position: "5/5/wwww1/bbbw1/3w1 b target=A2",
    },
];
