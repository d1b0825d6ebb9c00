//! Ctrl-C: the first one asks the search to stop and tell what it knows, the second one kills.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

static STOP: AtomicBool = AtomicBool::new(false);

/// The status of a process ended by Ctrl-C, as shells have it.
const KILLED: i32 = 130;

/// Listens to Ctrl-C and to requests to terminate. Call it when there is a search to stop, not
/// before: until then, the default (to die at once) is what the user wants.
///
/// # Errors
/// If the system does not let us listen.
pub fn listen() -> Result<()> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            process::exit(KILLED);
        }
    })
    .context("cannot listen to Ctrl-C")
}

/// The flag that stops searches.
pub fn flag() -> &'static AtomicBool {
    &STOP
}

/// Whether searches are to stop.
pub fn is_requested() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Stops the search, as Ctrl-C does.
pub fn request() {
    STOP.store(true, Ordering::Relaxed);
}
