//! Decimal numbers, in which a tenth is a tenth: the values of options that are varied in steps.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// How many digits there may be after the point.
const PLACES: usize = 6;
const ONE: u64 = 10u64.pow(PLACES as u32);
/// Up to here, a number and its nearest `f64` are written alike.
const MOST: u64 = 1 << 53;

/// A number of at least 0, in millionths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Decimal(u64);

impl Decimal {
    /// Nothing.
    pub const ZERO: Decimal = Decimal(0);
    /// One.
    pub const ONE: Decimal = Decimal(ONE);

    /// This number and `count` steps.
    pub fn plus(self, count: usize, step: Decimal) -> Decimal {
        Decimal(self.0 + count as u64 * step.0)
    }

    /// How many whole steps lead from here to `to`, which is not below, and whether they lead
    /// there exactly.
    pub fn steps(self, to: Decimal, step: Decimal) -> (usize, bool) {
        let way = to.0 - self.0;
        ((way / step.0) as usize, way.is_multiple_of(step.0))
    }
}

impl FromStr for Decimal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || format!("`{text}` is not a number, as 7 or 0.25");
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let is_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(part) {
            return Err(fault());
        }
        let part = part.trim_end_matches('0');
        if part.len() > PLACES {
            return Err(format!("`{text}` has more than {PLACES} digits after the point"));
        }
        let millionths: u64 = format!("{part:0<PLACES$}").parse().map_err(|_| fault())?;
        let whole = whole.parse::<u64>().ok().and_then(|whole| whole.checked_mul(ONE));
        let number = whole.and_then(|whole| whole.checked_add(millionths));
        let number = number.filter(|number| *number <= MOST);
        number.map(Decimal).ok_or_else(|| format!("`{text}` is too large a number"))
    }
}

impl Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / ONE, self.0 % ONE);
        if part == 0 {
            return f.pad(&whole.to_string());
        }
        f.pad(format!("{whole}.{part:0>PLACES$}").trim_end_matches('0'))
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(ONE) {
            serializer.serialize_u64(self.0 / ONE)
        } else {
            serializer.serialize_f64(self.0 as f64 / ONE as f64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn numbers_are_read_and_written() {
        for (text, written) in
            [("0", "0"), ("7", "7"), ("0.05", "0.05"), ("1.50", "1.5"), ("007.000001", "7.000001")]
        {
            assert_eq!(decimal(text).to_string(), written);
        }
        for bad in ["", ".", "1.", ".5", "-1", "+1", "1e3", "inf", "1,5", "0.0000001"] {
            assert!(bad.parse::<Decimal>().is_err(), "{bad}");
        }
        assert!("9007199254".parse::<Decimal>().is_ok());
        for large in ["9007199255", "99999999999999999999999"] {
            assert!(large.parse::<Decimal>().unwrap_err().contains("too large"));
        }
    }

    #[test]
    fn steps_do_not_drift() {
        let (from, step) = (decimal("0.05"), decimal("0.05"));
        assert_eq!(from.plus(2, step).to_string(), "0.15");
        assert_eq!(from.steps(decimal("15"), step), (299, true));
        assert_eq!(from.plus(299, step), decimal("15"));
        assert_eq!(decimal("1").steps(decimal("10"), decimal("4")), (2, false));
        assert_eq!(serde_json::to_string(&from.plus(2, step)).unwrap(), "0.15");
        assert_eq!(serde_json::to_string(&decimal("20")).unwrap(), "20");
    }
}
