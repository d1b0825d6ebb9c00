//! Positions of Connect6 and Gomoku that have names: each is won by threats, but not by continuous
//! ones alone. `docs/connect6.md` has what searches make of them.

use phidelta_rules::NamedPosition;

use super::shape::Parameters;

const fn position(name: &'static str, help: &'static str, position: &'static str) -> NamedPosition {
    NamedPosition { name, help, position }
}

const OPENING: &str = "two moves each, Black to move and win";
const REPLY: &str = "three moves of Black and two of White, White to move and win";

/// Those of Connect6.
const CONNECT6: [NamedPosition; 10] = [
    position(
        "midgame-1",
        "three moves each, Black to move and win",
        "B:M7,J10,K11,I12,K12 W:J7,H8,L8,G11,M12,K13 b",
    ),
    position("opening-1", OPENING, "B:J10,I11,H12 W:K7,K8,G9,K12 b"),
    position("opening-2", OPENING, "B:I10,J10,K10 W:G9,H9,J11,M13 b"),
    position("opening-3", OPENING, "B:J10,H11,K12 W:G7,K8,K11,M13 b"),
    position("opening-4", OPENING, "B:J10,K10,L10 W:G7,I9,K12,I13 b"),
    position("opening-5", OPENING, "B:J8,H9,J10 W:J7,M7,J12,M13 b"),
    position("reply-1", REPLY, "B:M7,G8,G9,J10,L11 W:J8,L9,I10,K11 w"),
    position("reply-2", REPLY, "B:M7,J10,I12,M12,I13 W:H8,I8,J8,H9 w"),
    position("reply-3", REPLY, "B:G7,K9,J10,I12,J13 W:J9,I10,H11,J12 w"),
    position(
        "wasted",
        "White has wasted the first move: position 4 of Song, Iida and van den Herik, rebuilt",
        "B:J10 W:A1,S19 b",
    ),
];

/// Those of Gomoku.
const GOMOKU: [NamedPosition; 2] = [
    position(
        "fours",
        "each four adds a stone to another line; Black wins by fours alone",
        "B:F10,G10,H10,I8,I7,J9,K9 W:E10,I6,A1,C2,O15,M14 b",
    ),
    position(
        "double-three",
        "two threes at once; Black wins by threes and fours",
        "B:H8,I8,J9,J10 W:A1,C2,O15,M14 b",
    ),
];

/// The positions that a game has.
pub fn named(parameters: &Parameters) -> Vec<NamedPosition> {
    let Parameters { columns, rows, in_a_row, stones, .. } = *parameters;
    match (columns, rows, in_a_row, stones) {
        (19, 19, 6, 2) => CONNECT6.to_vec(),
        (15, 15, 5, 1) => GOMOKU.to_vec(),
        _ => Vec::new(),
    }
}
