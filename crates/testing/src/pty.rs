//! A terminal for programs that want one.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use nix::sys::termios::{Termios, tcgetattr};

/// What a program writes to have the alternate screen.
pub const ENTER: &str = "\u{1b}[?1049h";
/// What it writes to leave it.
pub const LEAVE: &str = "\u{1b}[?1049l";

/// How long to wait for a program.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal.
pub struct Terminal {
    keyboard: File,
    side: OwnedFd,
    before: Termios,
    /// All that was written on it.
    seen: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    /// A new one of this size.
    pub fn open(columns: u16, rows: u16) -> Self {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(&size, None).expect("there are terminals");
        let before = tcgetattr(&pair.slave).expect("it has settings");
        let keyboard = File::from(pair.master);
        let mut screen = keyboard.try_clone().expect("there are files");
        let seen = Arc::new(Mutex::new(Vec::new()));
        let written = Arc::clone(&seen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                written.lock().expect("nobody panics").extend_from_slice(&bytes[..count]);
            }
        });
        Terminal { keyboard, side: pair.slave, before, seen }
    }

    /// The side of a program, which may be its input and its output.
    pub fn side(&self) -> Stdio {
        self.side.try_clone().expect("there are files").into()
    }

    /// Types keys.
    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it is open");
    }

    /// Makes it larger or smaller.
    pub fn resize(&self, columns: u16, rows: u16) {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let mut command = Command::new("stty");
        command.args(["cols", &columns, "rows", &rows]).stdin(self.side());
        assert!(command.status().expect("stty is there").success());
    }

    /// All that was written, as soon as this text is in it.
    ///
    /// # Panics
    /// If it does not come.
    pub fn wait_for(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let seen =
                String::from_utf8_lossy(&self.seen.lock().expect("nobody panics")).into_owned();
            if seen.contains(text) {
                return seen;
            }
            assert!(start.elapsed() < PATIENCE, "no {text:?} in {seen:?}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether keys do what they did when it was new.
    pub fn is_as_it_was(&self) -> bool {
        tcgetattr(&self.side).expect("it has settings") == self.before
    }
}
