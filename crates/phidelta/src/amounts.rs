//! Amounts as people write them: bytes, times, large numbers.

use std::time::Duration;

pub use crate::machine::machine_memory;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;
const TIB: u64 = 1 << 40;

/// What a search may use unless the user says otherwise: a quarter of the machine's memory, 4 GiB
/// at most; 1 GiB where the machine does not tell.
pub fn default_memory() -> u64 {
    machine_memory().map_or(GIB, |bytes| (bytes / 4).clamp(64 * MIB, 4 * GIB))
}

/// Reads a number of bytes: `64K`, `512M`, `1.5GiB`. K, M, G, T count in 1024s; KB, MB, GB, TB in
/// 1000s.
///
/// # Errors
/// A sentence that says what a size looks like, or that it is too large.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let form = || "a size is a number and K, M, G or T, as in 512M or 4GiB".to_string();
    let (number, unit) = split_unit(text);
    let unit = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kib" => KIB as f64,
        "m" | "mib" => MIB as f64,
        "g" | "gib" => GIB as f64,
        "t" | "tib" => TIB as f64,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        _ => return Err(form()),
    };
    let bytes = parse_decimal(number).ok_or_else(form)? * unit;
    if bytes < 2f64.powi(63) { Ok(bytes as u64) } else { Err("that is too large a size".into()) }
}

/// Reads a time: `10s`, `5m`, `1h30m`, `250ms`; a number alone counts seconds.
///
/// # Errors
/// A sentence that says what a time looks like, or that it is too long.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let form = || "a time is made of h, m, s and ms, as in 10s or 1h30m".to_string();
    if let Some(seconds) = parse_decimal(text) {
        return seconds_to_duration(seconds);
    }
    let mut seconds = 0.0;
    let mut rest = text.trim();
    // Units must come in this order, each at most once.
    let mut units = [("h", 3600.0), ("m", 60.0), ("s", 1.0), ("ms", 0.001)].into_iter();
    if rest.is_empty() {
        return Err(form());
    }
    while !rest.is_empty() {
        let (number, tail) = split_unit(rest);
        let end = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
        let unit = tail[..end].to_ascii_lowercase();
        let (_, factor) = units.find(|(name, _)| *name == unit).ok_or_else(form)?;
        seconds += parse_decimal(number).ok_or_else(form)? * factor;
        rest = tail[end..].trim_start();
    }
    seconds_to_duration(seconds)
}

fn seconds_to_duration(seconds: f64) -> Result<Duration, String> {
    Duration::try_from_secs_f64(seconds).map_err(|_| "that is too long a time".to_string())
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// A number in digits with at most one point: nothing like `inf`, `-1` or `1e9`.
fn parse_decimal(text: &str) -> Option<f64> {
    let plain = text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    if plain { text.parse().ok() } else { None }
}

/// A number with its thousands separated: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of bytes: `8 MiB`, `1.5 GiB`.
pub fn bytes(bytes: u64) -> String {
    let (unit, name) = match bytes {
        ..KIB => return format!("{bytes} bytes"),
        KIB..MIB => (KIB, "KiB"),
        MIB..GIB => (MIB, "MiB"),
        GIB..TIB => (GIB, "GiB"),
        TIB.. => (TIB, "TiB"),
    };
    let text = format!("{:.1}", bytes as f64 / unit as f64);
    format!("{} {name}", text.strip_suffix(".0").unwrap_or(&text))
}

/// A time: `0.012 s`, `7.3 s`, `2 min 05 s`, `1 h 02 min`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let whole = time.as_secs();
    match whole {
        0 => format!("{seconds:.3} s"),
        1..=59 => format!("{seconds:.1} s"),
        60..=3599 => format!("{} min {:02} s", whole / 60, whole % 60),
        _ => format!("{} h {:02} min", whole / 3600, whole / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_and_written() {
        for (text, value) in [
            ("64K", 64 * KIB),
            ("512M", 512 * MIB),
            ("4GiB", 4 * GIB),
            ("1.5g", 3 * GIB / 2),
            ("2MB", 2_000_000),
            ("1T", 1024 * GIB),
            ("4096", 4096),
        ] {
            assert_eq!(parse_bytes(text), Ok(value), "{text}");
        }
        for text in ["", "M", "-1M", "1e9", "inf", "4 Gigs", "1.2.3M", "9999999999T"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
        assert_eq!(bytes(8 * MIB), "8 MiB");
        assert_eq!(bytes(3 * GIB / 2), "1.5 GiB");
        assert_eq!(bytes(64), "64 bytes");
    }

    #[test]
    fn times_are_read_and_written() {
        for (text, millis) in [
            ("10s", 10_000),
            ("5m", 300_000),
            ("1h30m", 5_400_000),
            ("1h 2s", 3_602_000),
            ("250ms", 250),
            ("0.5", 500),
            ("1s250ms", 1250),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "5x", "1m1h", "1s1s", "-3s", "1h30", "inf", "99999999999999999999h"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        assert_eq!(duration(Duration::from_millis(12)), "0.012 s");
        assert_eq!(duration(Duration::from_secs(125)), "2 min 05 s");
        assert_eq!(duration(Duration::from_secs(3720)), "1 h 02 min");
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
    }
}
