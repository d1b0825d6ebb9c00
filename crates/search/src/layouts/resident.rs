//! The resident size of this process.

/// So many bytes; `None` where the system does not tell.
pub fn bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// By how much it has risen since it was `before`.
pub fn since(before: Option<u64>) -> Option<u64> {
    Some(bytes()?.saturating_sub(before?))
}
