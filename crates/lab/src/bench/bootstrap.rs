//! Confidence intervals by the bootstrap (Efron 1979): the problems are drawn anew, with replacement, again and again,
//! and the interval has the middle 95 % of what comes of it.
//!
//! What is measured of a problem is drawn together, so that searches are compared on the same problems. Chance has a
//! fixed seed: the same figures have the same interval.

use serde::{Deserialize, Serialize};

use super::exhibit::figure;

/// How often the problems are drawn anew.
const RESAMPLES: usize = 2000;
/// What is left out at each end: the rest is 95 %.
const TAIL: f64 = 0.025;
/// With fewer problems than this, all of them lie on the same side of 1 by chance in more than 5 % of all cases, so that
/// an interval without 1 says nothing.
const LEAST: usize = 6;

/// A mean of ratios with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean itself.
    pub value: f64,
    /// Where the interval begins and ends; none if there are not two problems.
    pub interval: Option<(f64, f64)>,
    /// Over how many problems it is.
    pub problems: usize,
}

impl Estimate {
    /// The geometric mean of a ratio for each problem; none if there is no problem.
    pub fn geometric(ratios: &[f64]) -> Option<Self> {
        let logarithms: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
        Estimate::of(ratios.len(), |drawn| {
            let sum: f64 = drawn.iter().map(|&index| logarithms[index]).sum();
            (sum / drawn.len() as f64).exp()
        })
    }

    /// A statistic of so many problems, which is asked for by their indices; none if there are no problems.
    pub fn of(problems: usize, statistic: impl Fn(&[usize]) -> f64) -> Option<Self> {
        if problems == 0 {
            return None;
        }
        let all: Vec<usize> = (0..problems).collect();
        let value = statistic(&all);
        let interval = (problems > 1).then(|| {
            let mut chance = Chance(0x5EED);
            let mut drawn = all;
            let mut values: Vec<f64> = Vec::with_capacity(RESAMPLES);
            for _ in 0..RESAMPLES {
                drawn.iter_mut().for_each(|index| *index = chance.below(problems));
                values.push(statistic(&drawn));
            }
            values.sort_unstable_by(f64::total_cmp);
            let cut = (TAIL * RESAMPLES as f64) as usize;
            (values[cut], values[RESAMPLES - 1 - cut])
        });
        Some(Estimate { value, interval, problems })
    }

    /// Whether the interval has this number in it, if there is an interval.
    pub fn includes(&self, number: f64) -> Option<bool> {
        self.interval.map(|(low, high)| (low..=high).contains(&number))
    }

    /// As tables have it: `0.82 [0.70, 0.95]`.
    pub fn text(&self) -> String {
        let mean = figure(self.value);
        match self.interval {
            Some((low, high)) => format!("{mean} [{}, {}]", figure(low), figure(high)),
            None => mean,
        }
    }

    /// What the interval says of a ratio, in words that follow a comma.
    pub fn says(&self) -> &'static str {
        match self.includes(1.0) {
            Some(true) => "the interval includes 1",
            Some(false) if self.problems < LEAST => "too few problems to tell",
            Some(false) => "the interval does not include 1",
            None => "one problem has no interval",
        }
    }
}

/// SplitMix64 (Steele, Lea & Flood 2014).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`, which is above zero.
    fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.next()) * bound as u128;
        (product >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_normal_law_where_it_holds() {
        // 400 problems, half with a ratio of 2 and half with 1/2: the logarithm's mean is 0, and its standard error
        // is ln 2 / 20, so the interval is about 2^(±1.96 / 20).
        let ratios: Vec<f64> = (0..400).map(|at| if at % 2 == 0 { 2.0 } else { 0.5 }).collect();
        let estimate = Estimate::geometric(&ratios).unwrap();
        let (low, high) = estimate.interval.unwrap();
        let expected = 2f64.powf(1.96 / 20.0);
        assert!((estimate.value - 1.0).abs() < 1e-12);
        assert!((high - expected).abs() < 0.01 && (low - 1.0 / expected).abs() < 0.01);
        assert_eq!(estimate.includes(1.0), Some(true));
        assert_eq!(
            Estimate::geometric(&ratios),
            Some(estimate),
            "the same figures, the same interval"
        );
    }

    #[test]
    fn two_problems_have_the_interval_between_them() {
        // Of two problems, both draws are the first in a quarter of all cases.
        let estimate = Estimate::geometric(&[2.0, 8.0]).unwrap();
        let (low, high) = estimate.interval.unwrap();
        assert!((low - 2.0).abs() < 1e-9 && (high - 8.0).abs() < 1e-9);
        assert_eq!(
            (estimate.text(), estimate.includes(1.0)),
            ("4.00 [2.00, 8.00]".into(), Some(false))
        );
        assert_eq!(Estimate::geometric(&[]), None);
        let one = Estimate::geometric(&[3.0]).unwrap();
        assert_eq!((one.interval, one.text()), (None, "3.00".into()));
        assert_eq!(Estimate::geometric(&[1.5; 9]).unwrap().text(), "1.50 [1.50, 1.50]");
        let says = |count: usize| Estimate::geometric(&vec![1.5; count]).unwrap().says();
        assert_eq!(
            [says(5), says(6)],
            ["too few problems to tell", "the interval does not include 1"]
        );
    }

    #[test]
    fn a_share_of_a_sum_is_drawn_by_problem() {
        // 10 of 100, and 90 of 100: half of all, and each resample has pairs.
        let (parts, wholes) = ([10.0, 90.0], [100.0, 100.0]);
        let share = |drawn: &[usize]| {
            let sum = |of: &[f64; 2]| drawn.iter().map(|&index| of[index]).sum::<f64>();
            sum(&parts) / sum(&wholes)
        };
        let estimate = Estimate::of(2, share).unwrap();
        assert_eq!((estimate.value, estimate.interval), (0.5, Some((0.1, 0.9))));
    }
}
