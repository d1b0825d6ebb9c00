//! When a search looks at the clock: every few milliseconds, whatever its nodes cost.
//!
//! Reading the clock at each child of each node would cost more than many games do. So a search counts its work, in
//! moves looked at, and reads the clock after so much of it as seems to take [`TARGET`]. The amount is found out by
//! the readings themselves, beginning with the least. Nothing but the moment at which a search looks around may
//! depend on it.

use std::time::{Duration, Instant};

/// How often a search that takes its time looks around: at its limits, and at who wants something of it.
pub(crate) const BEAT: Duration = Duration::from_millis(5);
/// About so much time is to pass between readings of the clock.
const TARGET: Duration = Duration::from_millis(1);
/// No more work than this is done between readings: the next position may be dearer than the last ones.
const MOST: u64 = 1 << 13;

/// Tells when to look around.
#[derive(Debug)]
pub(crate) struct Pulse {
    /// Work to do until the clock is read.
    left: u64,
    /// Work to do between readings.
    interval: u64,
    last_reading: Instant,
    last_beat: Instant,
    /// Whether it beats at all.
    is_timed: bool,
}

impl Pulse {
    pub fn new() -> Self {
        let now = Instant::now();
        // Where the order of threads is what is tested, nothing may depend on the clock.
        let is_timed = cfg!(not(shuttle));
        Pulse { left: 1, interval: 1, last_reading: now, last_beat: now, is_timed }
    }

    /// One that never beats.
    pub fn never() -> Self {
        Pulse { is_timed: false, ..Pulse::new() }
    }

    /// How many of `count` equal pieces of work may be done before [`beats`](Pulse::beats) is asked, at least one,
    /// if there is any. They count as done.
    #[inline]
    pub fn share(&mut self, count: usize, work: u64) -> usize {
        let all = count as u64 * work;
        if all < self.left {
            self.left -= all;
            return count;
        }
        let share = (self.left / work.max(1)).max(1);
        self.left = 0;
        count.min(share as usize)
    }

    /// Whether it is time to look around. It is never if there is work left to do before the clock is read.
    #[inline]
    pub fn beats(&mut self) -> bool {
        self.left == 0 && self.read_clock()
    }

    #[cold]
    #[inline(never)]
    fn read_clock(&mut self) -> bool {
        if !self.is_timed {
            self.left = u64::MAX;
            return false;
        }
        let now = Instant::now();
        let passed = now.saturating_duration_since(self.last_reading);
        self.interval = next_interval(self.interval, passed);
        (self.left, self.last_reading) = (self.interval, now);
        let beats = now.saturating_duration_since(self.last_beat) >= BEAT;
        if beats {
            self.last_beat = now;
        }
        beats
    }
}

/// The work to do until the next reading, if so much has taken this time.
fn next_interval(interval: u64, passed: Duration) -> u64 {
    // Where it took many times as long as expected, as many times less is done next.
    match (passed.as_micros() / TARGET.as_micros()) as u64 {
        0 => (interval * 2).min(MOST),
        times => (interval / times).max(1),
    }
}

#[cfg(all(test, not(shuttle)))]
mod tests {
    use super::*;

    /// Does work, in pieces that take some time and count so much, until the next beat. How many pieces that took.
    fn pieces_to_beat(pulse: &mut Pulse, work: u64, piece: &mut dyn FnMut()) -> usize {
        let mut done = 0;
        loop {
            for _ in 0..pulse.share(1000, work) {
                piece();
                done += 1;
            }
            if pulse.beats() {
                return done;
            }
        }
    }

    #[test]
    fn long_pieces_are_seen_one_by_one() {
        let mut pulse = Pulse::new();
        let mut sleep = || std::thread::sleep(BEAT);
        assert_eq!(pieces_to_beat(&mut pulse, 1, &mut sleep), 1);
        assert_eq!(pieces_to_beat(&mut pulse, 100, &mut sleep), 1);
    }

    #[test]
    fn the_clock_is_rarely_read_where_pieces_are_short_and_soon_again_where_they_become_long() {
        let short = (0..20).fold(1, |interval, _| next_interval(interval, TARGET / 10));
        assert_eq!(short, MOST);
        assert_eq!(next_interval(MOST, TARGET), MOST);
        assert_eq!(next_interval(MOST, 8 * TARGET), MOST / 8);
        assert_eq!(next_interval(5, 8 * TARGET), 1);
    }

    #[test]
    fn what_counts_more_than_all_that_is_left_is_done_piece_by_piece() {
        let mut pulse = Pulse { left: 100, ..Pulse::new() };
        assert_eq!((pulse.share(9, 10), pulse.left), (9, 10));
        assert!(!pulse.beats());
        assert_eq!((pulse.share(9, 100), pulse.left), (1, 0));
        assert_eq!(pulse.share(9, 1), 1);
        pulse.beats();
        assert!(pulse.left > 0);
    }

    #[test]
    fn one_that_never_beats_lets_all_be_done_at_once() {
        let mut pulse = Pulse::never();
        assert_eq!(pulse.share(10, 5), 1);
        assert!(!pulse.beats());
        assert_eq!(pulse.share(1000, 1 << 40), 1000);
    }
}
