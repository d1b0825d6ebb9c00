//! The numbers of the root over time, in bounded room.

use std::time::Duration;

use phidelta::search::Numbers;

/// How many samples are kept at most.
const MOST: usize = 512;

/// Numbers, and when they were those of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    pub at: Duration,
    pub numbers: Numbers,
}

/// Samples in order. When there are too many, every other one is forgotten, and new ones are kept
/// less often.
#[derive(Default)]
pub struct History {
    samples: Vec<Sample>,
    /// How far samples are apart at least.
    gap: Duration,
}

impl History {
    /// Keeps a sample, unless it is too near to the last one.
    pub fn push(&mut self, at: Duration, numbers: Numbers) {
        if self.samples.last().is_some_and(|last| at < last.at + self.gap) {
            return;
        }
        self.samples.push(Sample { at, numbers });
        if self.samples.len() == MOST {
            let mut place = 0;
            self.samples.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.gap = at / (MOST / 2) as u32;
        }
    }

    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_history_is_thinned_and_stays_even() {
        let mut history = History::default();
        let ticks = 100_000;
        for tick in 0..ticks {
            let numbers = Numbers { proof: tick, disproof: 1 };
            history.push(Duration::from_millis(100) * tick, numbers);
            assert!(history.samples().len() < MOST);
        }
        let samples = history.samples();
        assert!(samples.len() >= MOST / 2 - 1, "{}", samples.len());
        assert_eq!(samples[0].numbers.proof, 0);
        let gaps = samples.windows(2).map(|pair| pair[1].numbers.proof - pair[0].numbers.proof);
        let (least, most) = (gaps.clone().min().unwrap(), gaps.max().unwrap());
        assert!(most <= 3 * least, "{least} to {most}");
        let last = samples[samples.len() - 1].numbers.proof;
        assert!(last + 2 * most >= ticks, "{last}");
    }
}
