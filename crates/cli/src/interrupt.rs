//! Ctrl-C: the first one asks the search to stop and tell what it knows, the second one kills. A signal to
//! terminate asks, too, and kills soon after, whatever goes on.

use std::process;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use phidelta::Signal;

use crate::live;

static SIGNAL: Signal = Signal::new();

/// The status of a process ended by Ctrl-C, as shells have it.
const KILLED: i32 = 130;
/// The same by a signal to terminate.
const TERMINATED: i32 = 143;
/// How long a process has to end by itself once it is to terminate.
const PATIENCE: Duration = Duration::from_millis(700);

/// Listens to Ctrl-C and to requests to terminate. Call it when there is a search to stop, not
/// before: until then, the default (to die at once) is what the user wants.
///
/// # Errors
/// If the system does not let us listen.
pub fn listen() -> Result<()> {
    hear_signals().context("cannot listen to Ctrl-C")
}

#[cfg(unix)]
fn hear_signals() -> Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let hear = move || {
        for signal in signals.forever() {
            if signal == SIGINT { press() } else { terminate() }
        }
    };
    thread::Builder::new().name("signals".into()).spawn(hear)?;
    Ok(())
}

#[cfg(not(unix))]
fn hear_signals() -> Result<()> {
    Ok(ctrlc::set_handler(press)?)
}

/// Lets a file that grows too large be an error of whoever writes it, and not the end of the process.
pub fn survive_large_files() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        // Where the system does not let us listen, it will not come back with an error.
        let _ = flag::register(SIGXFSZ, std::sync::Arc::default());
    }
}

/// What Ctrl-C does. Where the terminal is ours, it comes as a key.
pub fn press() {
    if SIGNAL.stop() {
        end(KILLED);
    }
}

/// What a signal to terminate does.
#[cfg(unix)]
fn terminate() {
    SIGNAL.stop();
    let kill = || {
        thread::sleep(PATIENCE);
        end(TERMINATED);
    };
    // Without a thread there is no time to lose.
    if thread::Builder::new().spawn(kill).is_err() {
        end(TERMINATED);
    }
}

fn end(status: i32) -> ! {
    live::leave_screen();
    process::exit(status)
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
