//! What `--vary` and `--from` say: the values of an option, and where to begin.

use std::str::FromStr;

use super::decimal::Decimal;
use super::tunable::Tunable;

/// A varied option, and its values.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The number in the option.
    pub tunable: Tunable,
    /// The first value.
    pub first: Decimal,
    /// From one value to the next.
    pub step: Decimal,
    /// How many values there are.
    pub size: usize,
}

impl Axis {
    /// The value in a place, counted from 0.
    pub fn value(&self, place: usize) -> Decimal {
        self.first.plus(place, self.step)
    }

    /// Over a range, as `FROM..TO[:STEP]`.
    fn over(tunable: Tunable, range: &str, step: Decimal) -> Result<Self, String> {
        let (ends, step) = match range.split_once(':') {
            Some((ends, step)) => (ends, step.parse()?),
            None => (range, step),
        };
        let form = || format!("`{range}` is not a range, as 1..20 or 0.5..15:0.5");
        let (first, last) = ends.split_once("..").ok_or_else(form)?;
        let (first, last): (Decimal, Decimal) = (first.parse()?, last.parse()?);
        if last < first {
            return Err(format!("the range {range} is empty; write the smaller number first"));
        }
        if step == Decimal::ZERO {
            return Err("the step must be more than 0".into());
        }
        Ok(Axis { tunable, first, step, size: 1 + first.steps(last, step).0 })
    }

    /// Where this value is.
    pub fn place(&self, value: Decimal) -> Option<usize> {
        if value < self.first {
            return None;
        }
        let (place, is_exact) = self.first.steps(value, self.step);
        (is_exact && place < self.size).then_some(place)
    }
}

/// As `NAME[=FROM..TO[:STEP]]`.
impl FromStr for Axis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, range) = text.split_once('=').map_or((text, None), |(a, b)| (a, Some(b)));
        let tunable = Tunable::named(name)?;
        let usual = Axis::over(tunable, tunable.tuning.usual, Decimal::ONE)?;
        range.map_or(Ok(usual.clone()), |range| Axis::over(tunable, range, usual.step))
    }
}

/// Where to begin: values of some of the options.
#[derive(Clone, Debug)]
pub struct Start(pub Vec<(String, Decimal)>);

/// As `NAME=VALUE,NAME=VALUE`.
impl FromStr for Start {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let one = |part: &str| {
            let form = || format!("`{part}` is not of the form NAME=VALUE");
            let (name, value) = part.split_once('=').ok_or_else(form)?;
            Ok((name.trim().to_string(), value.trim().parse()?))
        };
        text.split(',').map(one).collect::<Result<_, String>>().map(Start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        let axis: Axis = text.parse().unwrap();
        (0..axis.size).map(|place| axis.value(place).to_string()).collect()
    }

    #[test]
    fn ranges_have_usual_ends_and_steps() {
        assert_eq!(values("d").len(), 15);
        assert_eq!(values("epsilon")[..3], ["0.05", "0.1", "0.15"]);
        assert_eq!(values("epsilon").last().unwrap(), "15");
        assert_eq!(values("epsilon=1..1.2"), ["1", "1.05", "1.1", "1.15", "1.2"]);
        assert_eq!(values("job=5..30:10"), ["5", "15", "25"]);
        assert_eq!(values("e=3..3"), ["3"]);
    }

    #[test]
    fn values_know_their_places() {
        let axis: Axis = "e=2..9:3".parse().unwrap();
        let place = |text: &str| axis.place(text.parse().unwrap());
        assert_eq!(["1", "2", "3", "5", "8", "9", "11"].map(place), {
            [None, Some(0), None, Some(1), Some(2), None, None]
        });
    }

    #[test]
    fn what_is_no_range_is_told() {
        for (text, told) in [
            ("", "there is no `` to vary"),
            ("e=", "`` is not a range"),
            ("e=3", "`3` is not a range"),
            ("e=3..", "`` is not a number"),
            ("e=5..1", "the smaller number first"),
            ("e=1..5:0", "more than 0"),
            ("e=-1..5", "`-1` is not a number"),
            ("e=1..5:x", "`x` is not a number"),
        ] {
            let error = text.parse::<Axis>().unwrap_err();
            assert!(error.contains(told), "{error}");
        }
        for text in ["", "e", "e=", "e=1,", "e=x"] {
            assert!(text.parse::<Start>().is_err(), "{text}");
        }
    }
}
