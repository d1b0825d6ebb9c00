//! Any bytes as a checkpoint: `cargo +nightly fuzz run checkpoint`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for method in phidelta_testing::fuzz::SAVED {
        phidelta_testing::fuzz::any_checkpoint(method, bytes);
    }
});
