//! Any bytes as a file: `cargo +nightly fuzz run file`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = phidelta_testing::fuzz::any_file(bytes);
});
