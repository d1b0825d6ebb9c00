//! Which threads do the work.

use std::collections::HashSet;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

use phidelta_certificate::check::{Certificate, CheckControl, Verdict, check};
use phidelta_certificate::{Claim, Mode};
use phidelta_rules::Player::{Max, Min};
use phidelta_rules::{Acyclic, Game, Recurrence, Score, Status};
use phidelta_testing::{At, Graph, Rule};

use crate::support::*;

/// A graph that notes which threads play on it. Each of them waits a while for another one.
struct Meeting {
    graph: Graph,
    players: Mutex<HashSet<ThreadId>>,
    arrival: Condvar,
    expected: usize,
}

impl Game for Meeting {
    type State = At;
    type Move = u32;
    type Value = Score;
    type Graph = Acyclic;

    fn initial(&self) -> At {
        self.graph.initial()
    }
    fn status(&self, at: &At) -> Status<Score> {
        self.graph.status(at)
    }
    fn moves(&self, at: &At, out: &mut impl Extend<u32>) {
        self.graph.moves(at, out);
    }
    fn stuck(&self, at: &At) -> Score {
        self.graph.stuck(at)
    }
    fn play(&self, at: &mut At, child: u32) {
        let mut players = self.players.lock().unwrap();
        players.insert(thread::current().id());
        self.arrival.notify_all();
        let patience = Duration::from_secs(60);
        let alone = |players: &mut HashSet<ThreadId>| players.len() < self.expected;
        drop(self.arrival.wait_timeout_while(players, patience, alone).unwrap());
        self.graph.play(at, child);
    }
    fn values(&self) -> Vec<Score> {
        Game::values(&self.graph)
    }
}

#[test]
fn one_thread_is_the_callers_and_several_are_others_at_the_same_time() {
    let second = [&[0, 2, 2, 1, 0, 2, 0], &HOUSE[11..]].concat();
    let header = header(Mode::Reach, &[Claim::AtLeast(1)]);
    let bytes = certificate(&header, &[HOUSE[..11].to_vec(), second]);
    for threads in [1, 2] {
        let (players, arrival) = (Mutex::default(), Condvar::new());
        let game = Meeting { graph: house().graph, players, arrival, expected: threads };
        let certificate = Certificate::open(&bytes[..]).unwrap();
        let control = CheckControl {
            threads: NonZeroUsize::new(threads).unwrap(),
            ..CheckControl::default()
        };
        let checked = check(&game, &Recurrence::Never, &At(0), certificate, control).unwrap();
        assert_eq!(checked.verdict, Verdict::Verified);
        let players = game.players.into_inner().unwrap();
        assert_eq!(players.len(), threads);
        assert_eq!(players.contains(&thread::current().id()), threads == 1);
    }
}

/// Counts the bytes that are read.
struct Counting<'a> {
    bytes: &'a [u8],
    read: &'a AtomicU64,
}

impl Read for Counting<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(out)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

#[test]
fn no_more_parts_are_read_than_can_be_in_the_works() {
    // One reply in each part.
    const PARTS: u32 = 100;
    let nodes = vec![turn(Min, &[1; PARTS as usize]), turn(Max, &[2]), end(1)];
    let arena = arena(Rule::Never, nodes);
    let parts: Vec<Vec<u32>> = (0..PARTS)
        .map(|at| if at == 0 { vec![0, 0, 0, 0, 8] } else { vec![0, 0, 1, at, 0, 8] })
        .collect();
    let header = header(Mode::Reach, &[Claim::AtLeast(1)]);
    let bytes = certificate(&header, &parts);
    let ends: Vec<u64> = (1..=parts.len()).map(|count| part_byte(&header, &parts, count)).collect();
    for (threads, in_the_works) in [(1, 1), (2, 4), (3, 6)] {
        let read = AtomicU64::new(0);
        let mut accepted = Vec::new();
        let mut listener = |byte: u64, positions: u64| {
            accepted.push(byte);
            let ahead = accepted.len() - 1 + in_the_works;
            let most = ends.get(ahead - 1).copied().unwrap_or(bytes.len() as u64);
            assert!(read.load(Ordering::Relaxed) <= most, "after {} parts", accepted.len());
            // The root, and the position after each reply.
            assert_eq!(positions, 1 + accepted.len() as u64);
        };
        let threads = NonZeroUsize::new(threads).unwrap();
        let control =
            CheckControl { threads, listener: Some(&mut listener), ..CheckControl::default() };
        let input = Counting { bytes: &bytes, read: &read };
        let certificate = Certificate::open(input).unwrap();
        let checked =
            check(&arena.graph, &Recurrence::Never, &At(0), certificate, control).unwrap();
        assert_eq!(checked.verdict, Verdict::Verified);
        assert_eq!(accepted, ends);
    }
}
