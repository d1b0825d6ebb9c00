//! The fuzz targets' corpora, run as ordinary tests.

use std::fs;
use std::path::Path;

use phidelta_certificate::check::Verdict;
use phidelta_testing::fuzz::{any_file, file_of_tokens, true_if_verified};

use crate::second::agree_on_arena;

/// Runs a target on each file of its corpus: how many there are, and how many are proofs.
fn run(target: &str, body: fn(&[u8]) -> Option<Verdict>) -> (usize, usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let (mut count, mut proofs) = (0, 0);
    for entry in fs::read_dir(&folder).expect("the corpus is in the repository") {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        count += 1;
        proofs += usize::from(body(&bytes) == Some(Verdict::Verified));
    }
    (count, proofs)
}

#[test]
fn any_bytes_as_a_file() {
    let (count, proofs) = run("file", any_file);
    assert!(count >= 24 && proofs >= 8, "{count} files, {proofs} proofs");
}

#[test]
fn any_bytes_as_tokens() {
    let (count, proofs) = run("tokens", |bytes| {
        let (arena, file) = file_of_tokens(bytes)?;
        let verdict = true_if_verified(&arena, &file);
        agree_on_arena(&arena, &file, &verdict);
        Some(verdict)
    });
    assert!(count >= 24 && proofs >= 8, "{count} files, {proofs} proofs");
}
