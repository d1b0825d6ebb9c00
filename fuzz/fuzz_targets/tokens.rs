//! Any bytes as the inside of a certificate about a small game: `cargo +nightly fuzz run tokens`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = phidelta_testing::fuzz::any_tokens(bytes);
});
