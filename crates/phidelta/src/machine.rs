//! The machine that we run on: how much memory there is for us.

use std::fs;
use std::path::{Path, PathBuf};

/// The memory of the machine, or of the container or group of processes that we run in if that is less.
pub fn machine_memory() -> Option<u64> {
    let meminfo = fs::read_to_string("/proc/meminfo").ok()?;
    let total = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes = total.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?;
    let bytes = kibibytes.checked_mul(1 << 10)?;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limit = limit_of_groups(Path::new("/sys/fs/cgroup"), &groups);
    Some(limit.map_or(bytes, |limit| limit.min(bytes)))
}

/// The least limit of the control groups that a process is in, as `/proc/self/cgroup` tells them, and of all
/// that these are part of. They are files below `root`.
fn limit_of_groups(root: &Path, groups: &str) -> Option<u64> {
    const V2: &str = "memory.max";
    const V1: &str = "memory.limit_in_bytes";
    // The top counts whatever is told: in a container, the names may be those outside.
    let tops = [(root.to_path_buf(), V2), (root.join("memory"), V1)];
    let told = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':');
        let (number, kinds, path) = (parts.next()?, parts.next()?, parts.next()?);
        let version_2 = number == "0" && kinds.is_empty();
        let (top, file) = if version_2 {
            (root.to_path_buf(), V2)
        } else if kinds.split(',').any(|kind| kind == "memory") {
            (root.join("memory"), V1)
        } else {
            return None;
        };
        Some((top, path.trim_start_matches('/'), file))
    });
    let mut places: Vec<PathBuf> = tops.iter().map(|(top, file)| top.join(file)).collect();
    for (top, path, file) in told {
        let inside = Path::new(path).ancestors().filter(|part| !part.as_os_str().is_empty());
        places.extend(inside.map(|part| top.join(part).join(file)));
    }
    let limit = |place: PathBuf| fs::read_to_string(place).ok()?.trim().parse::<u64>().ok();
    places.into_iter().filter_map(limit).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, place: &str, text: &str) {
        let place = root.join(place);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, text).unwrap();
    }

    #[test]
    fn nested_slices_are_limited_by_the_least() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        write(root, "user.slice/memory.max", "4000\n");
        write(root, "user.slice/job.scope/memory.max", "max\n");
        let groups = "0::/user.slice/job.scope\n";
        assert_eq!(limit_of_groups(root, groups), Some(4000));
        write(root, "user.slice/job.scope/memory.max", "1000\n");
        assert_eq!(limit_of_groups(root, groups), Some(1000));
        assert_eq!(limit_of_groups(root, "0::/other.slice\n"), None);
        // A container that does not know what it is called outside.
        write(root, "memory.max", "500\n");
        assert_eq!(limit_of_groups(root, "0::/../elsewhere\n"), Some(500));
    }

    #[test]
    fn groups_of_the_first_version_count_too() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let groups = "5:cpu,cpuacct:/\n4:hugetlb,memory:/docker/abc\n1:name=systemd:/docker/abc\n";
        assert_eq!(limit_of_groups(root, groups), None);
        write(root, "memory/docker/memory.limit_in_bytes", "9223372036854771712\n");
        write(root, "memory/docker/abc/memory.limit_in_bytes", "2000\n");
        assert_eq!(limit_of_groups(root, groups), Some(2000));
        assert_eq!(limit_of_groups(root, ""), None);
        write(root, "memory/memory.limit_in_bytes", "3000\n");
        assert_eq!(limit_of_groups(root, ""), Some(3000));
    }
}
