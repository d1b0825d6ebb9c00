//! Files that can be read only with difficulty, or not at all, and files that cannot be written.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;

use phidelta_certificate::check::{Certificate, CheckControl, OpenError, Verdict, check};
use phidelta_certificate::{Claim, Mode};
use phidelta_proof::write;
use phidelta_rules::Recurrence;
use phidelta_testing::At;

use crate::support::*;

/// Gives a byte at a time, and is interrupted before each one. At some byte it may break.
struct Hesitant<'a> {
    bytes: &'a [u8],
    breaks_at: usize,
    at: usize,
    ready: bool,
}

impl<'a> Hesitant<'a> {
    fn new(bytes: &'a [u8], breaks_at: usize) -> Self {
        Hesitant { bytes, breaks_at, at: 0, ready: false }
    }
}

impl Read for Hesitant<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.ready = !self.ready;
        if self.ready {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.at == self.breaks_at {
            return Err(io::Error::other("the disk is gone"));
        }
        let count = self.bytes[self.at..].iter().take(1).zip(out).map(|(byte, to)| *to = *byte);
        let count = count.count();
        self.at += count;
        Ok(count)
    }
}

fn good() -> Vec<u8> {
    let header = header(Mode::Reach, &[Claim::AtLeast(1)]);
    let second = [&[0, 2, 2, 1, 0, 2, 0], &HOUSE[11..]].concat();
    certificate(&header, &[HOUSE[..11].to_vec(), second])
}

#[test]
fn interruptions_of_reading_do_no_harm() {
    let bytes = good();
    let certificate = Certificate::open(Hesitant::new(&bytes, usize::MAX)).unwrap();
    let (game, root) = (house().graph, At(0));
    let checked =
        check(&game, &Recurrence::Never, &root, certificate, CheckControl::default()).unwrap();
    assert_eq!(checked.verdict, Verdict::Verified);
    assert_eq!(checked.tally.bytes, bytes.len() as u64);
}

#[test]
fn a_file_that_cannot_be_read_is_no_verdict() {
    let bytes = good();
    let (mut opened, mut unopened) = (0, 0);
    // At the end, too: more bytes might follow.
    for breaks_at in 0..=bytes.len() {
        for threads in [1, 2] {
            let certificate = match Certificate::open(Hesitant::new(&bytes, breaks_at)) {
                Ok(certificate) => certificate,
                Err(OpenError::Io(error)) => {
                    assert_eq!(error.to_string(), "the disk is gone");
                    unopened += 1;
                    continue;
                }
                Err(OpenError::Verdict(verdict)) => panic!("{verdict:?}"),
            };
            let threads = NonZeroUsize::new(threads).unwrap();
            let control = CheckControl { threads, ..CheckControl::default() };
            let game = house().graph;
            let error = check(&game, &Recurrence::Never, &At(0), certificate, control).unwrap_err();
            assert_eq!(error.to_string(), "the disk is gone");
            opened += 1;
        }
    }
    assert!(opened > 100 && unopened > 100, "{opened} opened, {unopened} not");
}

/// Has room for so many bytes, and notes whether it was told to see to them.
struct TooLarge {
    room: usize,
    flushed: bool,
}

impl Write for TooLarge {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(self.room);
        self.room -= count;
        if count == 0 && !bytes.is_empty() {
            return Err(io::Error::other("the disk is full"));
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = true;
        Ok(())
    }
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let claim = Claim::AtLeast(1);
    let header = header(Mode::Reach, &[claim]);
    let solutions = [house().graph.forcing(claim).unwrap()];
    let mut bytes = Vec::new();
    let written = write(&mut bytes, &header, &solutions).unwrap();
    assert_eq!(written.bytes, bytes.len() as u64);
    for room in 0..bytes.len() {
        let full = TooLarge { room, flushed: false };
        let error = write(full, &header, &solutions).unwrap_err();
        assert_eq!(error.to_string(), "the disk is full");
    }
    let mut enough = TooLarge { room: bytes.len(), flushed: false };
    assert_eq!(write(&mut enough, &header, &solutions).unwrap(), written);
    assert!(enough.flushed && enough.room == 0);
}
