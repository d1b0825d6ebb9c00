//! Another program: run, timed, and killed with all that it has started when its time is over.

use std::env;
use std::io::{self, ErrorKind, Read, Write};
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use phidelta::{Signal, text};

use super::file::Pattern;

/// How often a running program is looked at.
const PAUSE: Duration = Duration::from_millis(2);
/// How long to wait for the rest of the output of a program that has ended. What it has started may keep it
/// open for ever.
const REST: Duration = Duration::from_secs(2);

/// How many bytes of an output are kept at least, the last ones: what counts is said at the end.
const KEPT: usize = 8 << 20;
/// How many pieces of an output may wait for us; a program that writes faster has to wait.
const WAITING: usize = 256;

/// How a program ended.
pub enum Run {
    /// By itself, or when its output said so, after so many seconds. It is well if that is how it should end.
    Ended { output: String, seconds: f64, is_well: bool },
    /// By us, after so many seconds.
    Late(f64),
    /// It is not there.
    Missing,
    /// The work was stopped first.
    Interrupted,
}

/// What a program is to do.
pub struct Task<'e> {
    pub command: &'e [String],
    /// Where it runs.
    pub folder: &'e Path,
    /// What it is told on standard input.
    pub input: &'e str,
    /// What a line of its output has when it has finished; none if it ends by itself. Until then its input stays
    /// open, as there are programs that stop searching when it ends.
    pub until: Option<&'e Pattern>,
    /// What stops the work.
    pub signal: &'e Signal,
}

impl Task<'_> {
    /// Runs the program, and kills it when its time is over.
    ///
    /// # Errors
    /// If it cannot be run.
    pub fn run(&self, limit: Duration) -> Result<Run> {
        let (program, arguments) = self.command.split_first().context("there is no command")?;
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own, so that all of it can be killed.
        #[cfg(unix)]
        command.process_group(0);
        let started = Instant::now();
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Run::Missing),
            Err(error) => bail!("{program}: {}", text::sentence(&error)),
        };
        let _open = self.tell(&mut child);
        let output = listen(&mut child)?;
        let fault = |error: io::Error| anyhow!("{program}: {}", text::sentence(&error));
        let mut heard = Output::new(output, self.until);
        loop {
            if let Some(status) = child.try_wait().map_err(fault)? {
                let seconds = started.elapsed().as_secs_f64();
                let has_said = heard.rest();
                kill_group(&child);
                let is_well = if self.until.is_some() { has_said } else { status.success() };
                return Ok(Run::Ended { output: heard.text(), seconds, is_well });
            }
            let has_finished = heard.wait(PAUSE);
            let elapsed = started.elapsed();
            if has_finished || self.signal.is_stopped() || elapsed >= limit {
                kill(&mut child).map_err(fault)?;
                return Ok(match (has_finished, self.signal.is_stopped()) {
                    (true, _) => {
                        let (output, seconds) = (heard.text(), elapsed.as_secs_f64());
                        Run::Ended { output, seconds, is_well: true }
                    }
                    (false, true) => Run::Interrupted,
                    (false, false) => Run::Late(elapsed.as_secs_f64()),
                });
            }
        }
    }

    /// Writes its input, in a thread of its own: who does not read must not keep us from looking at the time.
    /// The input stays open as long as what is returned, if it has to.
    fn tell(&self, child: &mut Child) -> mpsc::Sender<()> {
        let (told, stdin) = (self.input.to_string(), child.stdin.take());
        let stays_open = self.until.is_some();
        let (open, closed) = mpsc::channel();
        thread::spawn(move || {
            if let Some(mut stdin) = stdin {
                // It may end without reading all of it.
                let _ = stdin.write_all(told.as_bytes()).and_then(|()| stdin.flush());
                if stays_open {
                    let _ = closed.recv();
                }
            }
        });
        open
    }
}

/// Reads what a program writes, in a thread of its own.
fn listen(child: &mut Child) -> Result<mpsc::Receiver<Vec<u8>>> {
    let mut stdout = child.stdout.take().context("it has no output")?;
    let (sender, output) = mpsc::sync_channel(WAITING);
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = stdout.read(&mut bytes) {
            if sender.send(bytes[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    Ok(output)
}

/// What was heard of a program so far.
struct Output<'e> {
    output: mpsc::Receiver<Vec<u8>>,
    bytes: Vec<u8>,
    until: Option<&'e Pattern>,
    /// Where the line begins that is not complete yet.
    line: usize,
}

impl<'e> Output<'e> {
    fn new(output: mpsc::Receiver<Vec<u8>>, until: Option<&'e Pattern>) -> Self {
        Output { output, bytes: Vec::new(), until, line: 0 }
    }

    /// Listens for so long: has it finished, by its own words?
    fn wait(&mut self, pause: Duration) -> bool {
        match self.output.recv_timeout(pause) {
            Ok(more) => self.keep(&more),
            // It says no more.
            Err(RecvTimeoutError::Disconnected) => thread::sleep(pause),
            Err(RecvTimeoutError::Timeout) => return false,
        }
        let Some(end) = self.bytes[self.line..].iter().rposition(|&byte| byte == b'\n') else {
            return false;
        };
        let lines = String::from_utf8_lossy(&self.bytes[self.line..][..end]);
        let has_finished = self.until.is_some_and(|until| until.last(&lines).is_some());
        self.line += end + 1;
        has_finished
    }

    /// Listens to what is left of the output of a program that has ended: has it said that it has finished?
    fn rest(&mut self) -> bool {
        let ended = Instant::now();
        while ended.elapsed() < REST
            && let Ok(more) = self.output.recv_timeout(REST.saturating_sub(ended.elapsed()))
        {
            self.keep(&more);
        }
        let rest = String::from_utf8_lossy(&self.bytes[self.line..]);
        self.until.is_some_and(|until| until.last(&rest).is_some())
    }

    fn keep(&mut self, more: &[u8]) {
        self.bytes.extend(more);
        if self.bytes.len() > 2 * KEPT {
            let dropped = self.bytes.len() - KEPT;
            self.bytes.drain(..dropped);
            self.line = self.line.saturating_sub(dropped);
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// Kills a program, and what it has started.
fn kill(child: &mut Child) -> io::Result<()> {
    kill_group(child);
    child.kill()?;
    child.wait().map(|_| ())
}

/// Kills what a program has started, which would take time from those that are measured next.
fn kill_group(child: &Child) {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;
        // If all of it has ended, there is nothing to kill.
        let _ = killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = child;
}

/// Whether the program of a command line can be found.
pub fn is_installed(command: &[String], folder: &Path) -> bool {
    let Some(program) = command.first() else { return false };
    if Path::new(program).components().count() > 1 {
        return folder.join(program).is_file();
    }
    let paths = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&paths).any(|path| {
        path.join(program).is_file()
            || path.join(program).with_extension(env::consts::EXE_EXTENSION).is_file()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(command: &[&str], input: &str, until: &str, limit: Duration) -> Run {
        let command: Vec<String> = command.iter().map(ToString::to_string).collect();
        let until = (!until.is_empty()).then(|| Pattern::try_from(until.to_string()).unwrap());
        let (folder, signal, until) = (Path::new("."), &Signal::new(), until.as_ref());
        Task { command: &command, folder, input, until, signal }.run(limit).unwrap()
    }

    const LONG: Duration = Duration::from_secs(20);
    const SHORT: Duration = Duration::from_millis(100);

    #[test]
    fn programs_that_are_missing_or_late_are_told_apart() {
        assert!(matches!(run(&["no-such-program-7"], "", "", LONG), Run::Missing));
        let ended = run(&["cat"], "nodes: 1,234", "", LONG);
        assert!(
            matches!(ended, Run::Ended { output, is_well: true, .. } if output == "nodes: 1,234")
        );
        assert!(matches!(run(&["sleep", "30"], "", "", SHORT), Run::Late(_)));
    }

    #[test]
    fn programs_that_fail_are_not_well() {
        assert!(matches!(run(&["false"], "", "", LONG), Run::Ended { is_well: false, .. }));
        let said = ["sh", "-c", "printf bestmove; exit 3"];
        assert!(matches!(run(&said, "", "bestmove", LONG), Run::Ended { is_well: true, .. }));
        assert!(matches!(run(&said, "", "mate", LONG), Run::Ended { is_well: false, .. }));
        assert!(is_installed(&["sh".into()], Path::new(".")));
        assert!(!is_installed(&["no-such-program-7".into()], Path::new(".")));
        assert!(!is_installed(&["./no-such-program-7".into()], Path::new(".")));
    }

    /// Who writes without end does not fill our memory, and what is said last is heard.
    #[test]
    fn the_end_of_a_long_output_is_kept() {
        let (sender, output) = mpsc::sync_channel(WAITING);
        let until = Pattern::try_from("^bestmove".to_string()).unwrap();
        let mut heard = Output::new(output, Some(&until));
        for _ in 0..40 {
            sender.send([&[b'x'; 1 << 20][..], b"\n"].concat()).unwrap();
            assert!(!heard.wait(LONG));
            assert!(heard.bytes.len() <= 2 * KEPT);
        }
        sender.send(b"bestmove a1\n".to_vec()).unwrap();
        assert!(heard.wait(LONG));
        assert!(heard.text().ends_with("bestmove a1\n"));
        assert!(matches!(run(&["yes"], "", "", SHORT), Run::Late(_)));
    }

    /// Chess engines search while their input is open, and do not end by themselves.
    #[test]
    fn programs_finish_by_their_own_words() {
        let started = Instant::now();
        let ended = run(&["cat"], "info depth 9\nbestmove a1\n", "bestmove", LONG);
        assert!(
            matches!(ended, Run::Ended { output, .. } if output.starts_with("info depth 9\nbestmove"))
        );
        assert!(started.elapsed() < Duration::from_secs(10));
        assert!(matches!(run(&["cat"], "info\n", "bestmove", SHORT), Run::Late(_)));
        // In two pieces.
        let script = "printf best; sleep 0.2; echo move; sleep 31";
        assert!(matches!(
            run(&["sh", "-c", script], "", "bestmove", LONG),
            Run::Ended { is_well: true, .. }
        ));
        assert!(started.elapsed() < Duration::from_secs(15));
    }

    /// What a killed program has started is killed with it; what one that ended has left does not hold us up.
    #[cfg(unix)]
    #[test]
    fn what_programs_start_does_not_hold_us_up() {
        let started = Instant::now();
        assert!(matches!(run(&["sh", "-c", "sleep 31; true"], "", "", SHORT), Run::Late(_)));
        let left = run(&["sh", "-c", "echo done; sleep 31 &"], "", "", LONG);
        assert!(matches!(left, Run::Ended { output, .. } if output == "done\n"));
        assert!(started.elapsed() < Duration::from_secs(15));
    }
}
