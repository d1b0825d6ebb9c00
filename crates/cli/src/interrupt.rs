//! Ctrl-C: the first one asks the search to stop and tell what it knows, the second one kills.

use std::process;

use anyhow::{Context, Result};
use phidelta::Signal;

use crate::live;

static SIGNAL: Signal = Signal::new();

/// The status of a process ended by Ctrl-C, as shells have it.
const KILLED: i32 = 130;

/// Listens to Ctrl-C and to requests to terminate. Call it when there is a search to stop, not
/// before: until then, the default (to die at once) is what the user wants.
///
/// # Errors
/// If the system does not let us listen.
pub fn listen() -> Result<()> {
    ctrlc::set_handler(press).context("cannot listen to Ctrl-C")
}

/// What Ctrl-C does. Where the terminal is ours, it comes as a key.
pub fn press() {
    if SIGNAL.stop() {
        live::leave_screen();
        process::exit(KILLED);
    }
}

/// What stops searches.
pub fn signal() -> &'static Signal {
    &SIGNAL
}

/// Whether searches are to stop.
pub fn is_requested() -> bool {
    SIGNAL.is_stopped()
}

/// Stops the search, as the first Ctrl-C does.
pub fn request() {
    SIGNAL.stop();
}
