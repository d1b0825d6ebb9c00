//! What the checker counts as memory: the least that a check needs is about what it keeps.

use std::num::NonZeroUsize;

use phidelta_certificate::check::{
    Certificate, CheckControl, Checked, Shortfall, Verdict, check, check_observed,
};
use phidelta_certificate::{Claim, Header, Mode};
use phidelta_rules::Player::{Max, Min};
use phidelta_testing::{Arena, At, Rule};

use crate::support::*;

/// How many of each thing there are.
const MANY: usize = 20_000;

fn win(mode: Mode) -> Header {
    header(mode, &[Claim::AtLeast(1)])
}

/// The least memory with which a certificate is verified; with less there is too little.
#[track_caller]
fn least(arena: &Arena, header: &Header, parts: &[Vec<u32>], threads: usize) -> u64 {
    least_of(header, parts, |certificate, memory| {
        let threads = NonZeroUsize::new(threads).unwrap();
        let control = CheckControl { memory, threads, ..CheckControl::default() };
        check(&arena.graph, &arena.graph_recurrence(), &At(0), certificate, control).unwrap()
    })
}

#[track_caller]
fn least_of(
    header: &Header,
    parts: &[Vec<u32>],
    check: impl Fn(Certificate<&[u8]>, u64) -> Checked,
) -> u64 {
    let bytes = certificate(header, parts);
    let enough = |memory: u64| match check(Certificate::open(&bytes[..]).unwrap(), memory).verdict {
        Verdict::Verified => true,
        Verdict::Incomplete(Shortfall::Memory) => false,
        verdict => panic!("{verdict:?}"),
    };
    let (mut low, mut high) = (0, 1 << 30);
    assert!(enough(high), "a GiB is too little");
    while low < high {
        let middle = (low + high) / 2;
        if enough(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// Sees that a number of bytes is right for so many things of a size, kept in a list that may have
/// room for as many again. Seven sixteenths of the memory are for one part's walk, and some of that for the
/// part itself, with a byte or two for each thing.
#[track_caller]
fn about(memory: u64, size: usize) {
    let (low, high) = (MANY * size * 16 / 7, MANY * (2 * size + 2) * 16 / 7 + 20_000);
    assert!((low as u64..high as u64).contains(&memory), "{memory} is not {low} to {high}");
}

/// A single line to a win.
fn line(rule: Rule) -> Arena {
    let mut nodes: Vec<_> = (1..=MANY as u32).map(|next| turn(Max, &[next])).collect();
    nodes.push(end(1));
    arena(rule, nodes)
}

/// The proof of it.
fn line_part() -> Vec<u32> {
    [vec![0, 0, 0], vec![8; MANY]].concat()
}

/// Min chooses among many ways to the same position.
fn fan() -> Arena {
    arena(Rule::Never, vec![turn(Min, &vec![1; MANY]), turn(Max, &[2]), end(1)])
}

#[test]
fn positions_on_the_line() {
    // The position, whose move it is, where its moves begin, the move twice, the lemma; and the move and the
    // lemma again, as the next part would tell them.
    let memory = least(&line(Rule::Never), &win(Mode::Reach), &[line_part()], 1);
    about(memory, 44);
}

#[test]
fn positions_that_may_come_back() {
    let reach = least(&line(Rule::MoverLoses), &win(Mode::Reach), &[line_part()], 1);
    let path = least(&line(Rule::MoverLoses), &win(Mode::Path), &[line_part()], 1);
    // The place and how many have it, and the position once more.
    about(path - reach, 16);
}

#[test]
fn moves_of_the_opponent() {
    let part = [vec![0, 0, 0, 0], vec![8; MANY]].concat();
    about(least(&fan(), &win(Mode::Reach), &[part], 1), 4);
}

#[test]
fn lemmas() {
    let bare = [vec![0, 0, 0, 0], vec![8; MANY]].concat();
    let bare = least(&fan(), &win(Mode::Reach), &[bare], 1);
    let part = [vec![0, 0, 0, 0], [1, 8].repeat(MANY)].concat();
    about(least(&fan(), &win(Mode::Reach), &[part], 1) - bare, 4);
}

/// A lemma for each of the first replies, and references for the others, in as many parts.
fn lemmas_and_references(lemmas: usize) -> [Vec<u32>; 2] {
    let first = [vec![0, 0, 0, 0], [1, 8].repeat(lemmas)].concat();
    let lemmas = lemmas as u32;
    let references = (lemmas..MANY as u32).flat_map(|at| [2, 1 + at % lemmas]);
    [first, [0, lemmas, 1, lemmas, 0].into_iter().chain(references).collect()]
}

#[test]
fn references_to_earlier_parts() {
    let [first, second] = lemmas_and_references(1);
    let whole = [&first[..], &second[5..]].concat();
    let whole = least(&fan(), &win(Mode::Reach), &[whole], 1);
    let parts = least(&fan(), &win(Mode::Reach), &[first, second], 1);
    // The lemma, the position, and the byte.
    about(parts - whole, 16);
}

#[test]
fn lemmas_of_all_parts() {
    // Few lemmas in each part, which take little; together they take a segment for each 4096.
    let parts = many_parts();
    let segments = MANY.div_ceil(4096) as u64;
    let needed = least(&fan(), &win(Mode::Reach), &parts, 1);
    assert!(needed >= 2 * segments * 4096 * 4);
    // What the list of moves takes, besides: the least for a part of this game.
    about(needed, 4);
}

fn many_parts() -> Vec<Vec<u32>> {
    let part = |at: u32| {
        let place = if at == 0 { vec![0, 0, 0, 0] } else { vec![0, at, 1, at, 0] };
        [place, [1, 8].repeat(200)].concat()
    };
    (0..MANY as u32).step_by(200).map(part).collect()
}

#[test]
fn lemmas_of_another_claim_are_forgotten() {
    let [first, second] = lemmas_and_references(9000);
    let one = least(&fan(), &win(Mode::Reach), &[first.clone(), second.clone()], 1);
    let two = header(Mode::Reach, &[Claim::AtLeast(1), Claim::AtLeast(0)]);
    let again = |part: &[u32]| [&[1], &part[1..]].concat();
    let parts = [first.clone(), second.clone(), again(&first), again(&second)];
    assert_eq!(least(&fan(), &two, &parts, 1), one);
}

#[test]
fn threads_need_no_more_memory_than_one() {
    let (one, fan, line) = (vec![line_part()], fan(), line(Rule::Never));
    let [first, second] = lemmas_and_references(1);
    for (arena, parts) in [(&line, one), (&fan, vec![first, second]), (&fan, many_parts())] {
        let alone = least(arena, &win(Mode::Reach), &parts, 1);
        for threads in [2, 3, 8] {
            assert_eq!(
                least(arena, &win(Mode::Reach), &parts, threads),
                alone,
                "{threads} threads"
            );
        }
    }
}

#[test]
fn observers_take_no_memory() {
    let part = [vec![0, 0, 0, 0], [1, 8].repeat(MANY)].concat();
    for (arena, part) in [(fan(), part), (house(), HOUSE.to_vec())] {
        let parts = [part];
        let observed = least_of(&win(Mode::Reach), &parts, |certificate, memory| {
            let control = CheckControl { memory, ..CheckControl::default() };
            let recurrence = arena.graph_recurrence();
            let root = At(0);
            check_observed(&arena.graph, &recurrence, &root, certificate, control, &mut ()).unwrap()
        });
        assert_eq!(observed, least(&arena, &win(Mode::Reach), &parts, 1));
    }
}
