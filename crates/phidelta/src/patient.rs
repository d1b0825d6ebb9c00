//! A stream that may keep its reader waiting: a pipe, a terminal. Who waits can be called away.

use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How often who waits looks up.
const LOOK_UP: Duration = Duration::from_millis(20);
/// Bytes that are read at a time, and how many of such pieces may wait.
const PIECE: usize = 1 << 16;
const WAITING: usize = 2;

/// Reads a stream by a thread of its own. As soon as `is_over` says so, there is an error of the kind
/// [`ErrorKind::TimedOut`], whether anything comes or not.
pub struct Patient<F> {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    at: usize,
    is_over: F,
}

impl<F: Fn() -> bool> Patient<F> {
    /// Begins to read.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub fn new(mut stream: impl Read + Send + 'static, is_over: F) -> io::Result<Self> {
        let (sender, pieces) = sync_channel(WAITING);
        let read = move || {
            loop {
                let mut piece = vec![0; PIECE];
                let read = match stream.read(&mut piece) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    read => read,
                };
                let is_last = !matches!(read, Ok(1..));
                let piece = read.map(|length| {
                    piece.truncate(length);
                    piece
                });
                // Nobody reads any more, or there is nothing more to read.
                if sender.send(piece).is_err() || is_last {
                    return;
                }
            }
        };
        thread::Builder::new().name("reader".into()).spawn(read)?;
        Ok(Patient { pieces, piece: Vec::new(), at: 0, is_over })
    }
}

impl<F: Fn() -> bool> Read for Patient<F> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.at == self.piece.len() {
            if (self.is_over)() {
                return Err(ErrorKind::TimedOut.into());
            }
            match self.pieces.recv_timeout(LOOK_UP) {
                Ok(piece) => {
                    (self.piece, self.at) = (piece?, 0);
                    if self.piece.is_empty() {
                        return Ok(0);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                // Its end was told before.
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        let length = out.len().min(self.piece.len() - self.at);
        out[..length].copy_from_slice(&self.piece[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn all_is_read_in_its_order() {
        let bytes: Vec<u8> = (0..300_000u32).map(|at| (at % 251) as u8).collect();
        let mut patient = Patient::new(io::Cursor::new(bytes.clone()), || false).unwrap();
        let mut read = Vec::new();
        patient.read_to_end(&mut read).unwrap();
        assert_eq!(read, bytes);
        assert_eq!(patient.read(&mut [0; 9]).unwrap(), 0);
    }

    #[test]
    fn who_waits_is_called_away() {
        /// Nothing ever comes.
        struct Silence;
        impl Read for Silence {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                loop {
                    thread::park();
                }
            }
        }
        let over = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&over);
        let mut patient = Patient::new(Silence, move || is_over.load(Ordering::Relaxed)).unwrap();
        let later = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            over.store(true, Ordering::Relaxed);
        });
        assert_eq!(patient.read(&mut [0]).unwrap_err().kind(), ErrorKind::TimedOut);
        later.join().unwrap();
    }
}
