//! What these tests share: small arenas drawn by hand, and certificates about arenas.

use phidelta_certificate::check::{Checked, Fault, Refutation, Verdict};
use phidelta_certificate::{Claim, Header, Mode, Solution};
use phidelta_proof::write_in_parts;
use phidelta_rules::Player::{self, Max, Min};
use phidelta_testing::editor::{file, packed_numbers};
use phidelta_testing::{Arena, At, Graph, Node, Rule, check_in_memory};

use crate::second::agree_on_arena;

/// A node in which a player moves.
pub fn turn(turn: Player, children: &[u32]) -> Node {
    Node { turn, children: children.to_vec(), value: 0, ends_at_once: false }
}

/// A node in which the game is over.
pub fn end(value: i32) -> Node {
    Node { turn: Max, children: Vec::new(), value, ends_at_once: true }
}

/// A node in which the player to move has no move.
pub fn stuck(value: i32) -> Node {
    Node { ends_at_once: false, ..end(value) }
}

pub fn arena(rule: Rule, nodes: Vec<Node>) -> Arena {
    Arena { graph: Graph { nodes }, rule }
}

/// Max wins by 0 → 1; then Min goes to 3 at once, or by way of 4, or by way of 7 and 4.
pub fn house() -> Arena {
    let nodes = vec![
        turn(Max, &[2, 1]),
        turn(Min, &[3, 4, 7]),
        end(-1),
        turn(Max, &[6, 5]),
        turn(Max, &[3]),
        stuck(1),
        end(-1),
        turn(Min, &[4, 5]),
    ];
    arena(Rule::Never, nodes)
}

/// The proof of it: where it begins; 0 → 1, all of 1; lemma 0 at 3, which is 3 → 5; lemma 1 at 4,
/// which is 4 → 3 and there lemma 0; all of 7, and at 4 lemma 1.
pub const HOUSE: [u32; 14] = [0, 0, 0, 9, 0, 1, 9, 1, 8, 2, 2, 0, 2, 1];

/// Max goes round, Min may leave to where Max has won.
pub fn ring(rule: Rule) -> Arena {
    arena(rule, vec![turn(Max, &[1]), turn(Min, &[0, 2]), end(1)])
}

/// The proof that Max does not lose there: lemma 0 at 0, 0 → 1, all of 1, and at 0 lemma 0.
pub const RING: [u32; 8] = [0, 0, 0, 1, 8, 0, 2, 1];

/// Two ways into a ring, which Min may leave to where Max has won.
pub fn cave(rule: Rule) -> Arena {
    let nodes = vec![
        turn(Min, &[1, 2]),
        turn(Max, &[3]),
        turn(Max, &[3]),
        turn(Max, &[4]),
        turn(Min, &[3, 5]),
        end(1),
    ];
    arena(rule, nodes)
}

/// The proof that Max wins there if who comes back loses: all of 0; 1 → 3; lemma 0 at 3, 3 → 4, all
/// of 4, and 3 repeats; 2 → 3, and there lemma 0.
pub const CAVE: [u32; 13] = [0, 0, 0, 0, 8, 1, 8, 0, 3, 2, 8, 2, 1];

pub fn header(mode: Mode, claims: &[Claim]) -> Header {
    let header = Header::new("test", String::new(), String::new(), claims.to_vec());
    Header { mode, ..header }
}

/// A certificate of these numbers.
pub fn certificate(header: &Header, parts: &[Vec<u32>]) -> Vec<u8> {
    let contents: Vec<Vec<u8>> = parts.iter().map(|part| packed_numbers(part)).collect();
    file(header, &contents)
}

/// Checks a certificate about an arena, on one thread and on two.
pub fn checked(arena: &Arena, bytes: &[u8]) -> Checked {
    check_in_memory(&arena.graph, &arena.graph_recurrence(), &At(0), bytes)
}

/// The verdict of both checkers.
#[track_caller]
pub fn verdict(arena: &Arena, bytes: &[u8]) -> Verdict {
    let verdict = checked(arena, bytes).verdict;
    agree_on_arena(arena, bytes, &verdict);
    verdict
}

/// The byte at which the block of a part begins.
pub fn part_byte(header: &Header, parts: &[Vec<u32>], part: usize) -> u64 {
    // The end takes 37 bytes.
    certificate(header, &parts[..part]).len() as u64 - 37
}

/// Sees that numbers are refuted at a byte of the content of the last part, after a line of play.
#[track_caller]
pub fn refuted(
    arena: &Arena,
    header: &Header,
    parts: &[&[u32]],
    within: u64,
    line: &[u32],
    fault: Fault,
) {
    let parts: Vec<Vec<u32>> = parts.iter().map(|part| part.to_vec()).collect();
    let last = parts.last().expect("there is a part");
    let refutation = Refutation {
        byte: part_byte(header, &parts, parts.len() - 1),
        within: Some(within),
        claim: Some(last[0]),
        line: line.to_vec(),
        fault,
    };
    assert_eq!(verdict(arena, &certificate(header, &parts)), Verdict::Refuted(refutation));
}

#[track_caller]
pub fn verified(arena: &Arena, header: &Header, parts: &[&[u32]]) {
    let parts: Vec<Vec<u32>> = parts.iter().map(|part| part.to_vec()).collect();
    assert_eq!(verdict(arena, &certificate(header, &parts)), Verdict::Verified);
}

/// All claims about values from −1 to 1 that mean something.
pub const CLAIMS: [Claim; 6] = [
    Claim::AtLeast(1),
    Claim::AtLeast(0),
    Claim::AtLeast(-1),
    Claim::AtMost(1),
    Claim::AtMost(0),
    Claim::AtMost(-1),
];

/// The certificate of solutions in parts of about this size.
pub fn written(header: &Header, solutions: &[Solution], part_size: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_in_parts(&mut bytes, header, solutions, part_size).expect("memory can be written to");
    bytes
}

/// Honest certificates of all that is true in an arena, in small parts.
pub fn honest(arena: &Arena, part_size: usize) -> Vec<(Header, Vec<u8>)> {
    let mut certificates = Vec::new();
    for claim in CLAIMS {
        if let Some(solution) = arena.proof(claim) {
            let header = header(arena.mode(claim), &[claim]);
            let bytes = written(&header, &[solution], part_size);
            certificates.push((header, bytes));
        }
    }
    certificates
}
