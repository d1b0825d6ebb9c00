//! Another program: run, timed, and killed with all that it has started when its time is over.

use std::io::{self, ErrorKind, Read, Write};
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use crate::{input, interrupt};

/// How often a running program is looked at.
const PAUSE: Duration = Duration::from_millis(2);
/// How long to wait for the rest of the output of a program that has ended. What it has started may keep it
/// open for ever.
const REST: Duration = Duration::from_secs(2);

/// How a program ended.
pub enum Run {
    /// By itself, with this output, after so many seconds.
    Ended(String, f64),
    /// By us, after so many seconds.
    Late(f64),
    /// It is not there.
    Missing,
    /// Ctrl-C came first.
    Interrupted,
}

/// Runs a program, tells it something, and kills it when its time is over.
///
/// # Errors
/// If it cannot be run.
pub fn run(command: &[String], told: &str, limit: Duration) -> Result<Run> {
    let (program, arguments) = command.split_first().context("there is no command")?;
    let mut command = Command::new(program);
    command.args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // A group of its own, so that all of it can be killed.
    #[cfg(unix)]
    command.process_group(0);
    let started = Instant::now();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Run::Missing),
        Err(error) => bail!("{program}: {}", input::sentence(&error)),
    };
    // Who neither reads nor writes must not keep us from looking at the time.
    let (told, stdin) = (told.to_string(), child.stdin.take());
    thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            // It may end without reading all of it.
            let _ = stdin.write_all(told.as_bytes());
        }
    });
    let mut stdout = child.stdout.take().context("it has no output")?;
    let (sender, output) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = stdout.read(&mut bytes) {
            if sender.send(bytes[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    let is_over = || interrupt::is_requested() || started.elapsed() >= limit;
    let fault = |error: io::Error| anyhow!("{program}: {}", input::sentence(&error));
    while child.try_wait().map_err(fault)?.is_none() {
        if is_over() {
            kill(&mut child).map_err(fault)?;
            let seconds = started.elapsed().as_secs_f64();
            return Ok(if interrupt::is_requested() {
                Run::Interrupted
            } else {
                Run::Late(seconds)
            });
        }
        thread::sleep(PAUSE);
    }
    let seconds = started.elapsed().as_secs_f64();
    let (mut bytes, ended) = (Vec::new(), Instant::now());
    while let Ok(more) = output.recv_timeout(REST.saturating_sub(ended.elapsed())) {
        bytes.extend(more);
    }
    Ok(Run::Ended(String::from_utf8_lossy(&bytes).into_owned(), seconds))
}

/// Kills a program, and what it has started.
fn kill(child: &mut Child) -> io::Result<()> {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;
        // If it has just ended, there is nothing to kill.
        let _ = killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL);
    }
    child.kill()?;
    child.wait().map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    #[test]
    fn programs_that_are_missing_or_late_are_told_apart() {
        let long = Duration::from_secs(20);
        assert!(matches!(run(&words("no-such-program-7"), "", long).unwrap(), Run::Missing));
        let Run::Ended(output, _) = run(&words("cat"), "nodes: 1,234", long).unwrap() else {
            panic!("cat ends");
        };
        assert_eq!(output, "nodes: 1,234");
        let short = Duration::from_millis(50);
        assert!(matches!(run(&words("sleep 30"), "", short).unwrap(), Run::Late(_)));
    }

    /// What a killed program has started is killed with it; what one that ended has left does not hold us up.
    #[cfg(unix)]
    #[test]
    fn what_programs_start_does_not_hold_us_up() {
        let shell = |script: &str| ["sh", "-c", script].map(String::from).to_vec();
        let started = Instant::now();
        let short = Duration::from_millis(100);
        assert!(matches!(run(&shell("sleep 31; true"), "", short).unwrap(), Run::Late(_)));
        let left = run(&shell("echo done; sleep 31 &"), "", Duration::from_secs(20)).unwrap();
        assert!(matches!(left, Run::Ended(output, _) if output == "done\n"));
        assert!(started.elapsed() < Duration::from_secs(15));
    }
}
