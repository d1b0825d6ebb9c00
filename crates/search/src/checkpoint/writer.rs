//! The thread that writes a checkpoint: it compresses what the search gives it, so that the search need not
//! wait for the disk.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use super::part_file::PartFile;
use super::{Kind, MAGIC, VERSION};
use crate::table::Copied;

/// How hard zstd tries.
const LEVEL: i32 = 1;
/// How many pieces may wait for the disk.
const WAITING: usize = 4;

/// What the search gives.
pub(super) enum Piece {
    Entries(Vec<Copied>),
    /// A stretch of the tree.
    Tree(Vec<u8>),
    End,
}

/// A thread that writes one checkpoint.
pub(super) struct Writer {
    pieces: SyncSender<Piece>,
    thread: JoinHandle<io::Result<Option<u64>>>,
}

impl Writer {
    /// Begins a checkpoint at this place, with this head.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub fn begin(place: PathBuf, head: Vec<u8>) -> io::Result<Self> {
        let (pieces, given) = sync_channel(WAITING);
        let work = move || write(&place, &head, &given);
        let thread = thread::Builder::new().name("checkpoint".into()).spawn(work)?;
        Ok(Writer { pieces, thread })
    }

    /// Gives a piece to write, if the thread is not behindhand: it comes back then. A thread that has ended,
    /// which [`end`](Writer::end) tells of, takes anything.
    pub fn offer(&self, piece: Piece) -> Result<(), Piece> {
        match self.pieces.try_send(piece) {
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
            Err(TrySendError::Full(piece)) => Err(piece),
        }
    }

    /// Gives a piece to write, and waits until there is room for it. Whether the thread is still there.
    pub fn give(&self, piece: Piece) -> bool {
        self.pieces.send(piece).is_ok()
    }

    /// Whether the thread is done.
    pub fn is_done(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits for the thread. The size of the file, unless it was abandoned: that is so if its end was not
    /// given.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn end(self) -> io::Result<Option<u64>> {
        drop(self.pieces);
        self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// Writes a checkpoint. Its size, or `None` if the pieces have no end.
fn write(place: &Path, head: &[u8], pieces: &Receiver<Piece>) -> io::Result<Option<u64>> {
    let mut file = Hashing {
        file: BufWriter::with_capacity(1 << 18, PartFile::new(place)?),
        hash: blake3::Hasher::new(),
        length: 0,
    };
    file.put(MAGIC)?;
    file.put(&VERSION.to_le_bytes())?;
    file.put(&(head.len() as u32).to_le_bytes())?;
    file.put(head)?;
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    for piece in pieces {
        let (kind, content) = match piece {
            Piece::Tree(bytes) => (Kind::Tree, bytes),
            Piece::Entries(entries) => (Kind::Entries, columns(&entries)),
            Piece::End => {
                file.put(&[Kind::End as u8])?;
                return file.complete().map(Some);
            }
        };
        let payload = compressor.compress(&content)?;
        file.put(&[kind as u8])?;
        file.put(&(payload.len() as u32).to_le_bytes())?;
        file.put(&payload)?;
    }
    Ok(None)
}

/// How many bytes an entry has.
pub(super) const ENTRY_BYTES: usize = 18;

/// Entries with all first bytes together, then all second bytes, and so on: the upper bytes of keys, which
/// come in order, and of numbers are much the same.
fn columns(entries: &[Copied]) -> Vec<u8> {
    let count = entries.len();
    let mut bytes = vec![0; count * ENTRY_BYTES];
    for (row, (key, entry)) in entries.iter().enumerate() {
        let key = key.to_be_bytes();
        let proof = entry.numbers.proof.to_be_bytes();
        let disproof = entry.numbers.disproof.to_be_bytes();
        let rest = [entry.tag, entry.work];
        let all = key.into_iter().chain(proof).chain(disproof).chain(rest);
        all.enumerate().for_each(|(column, byte)| bytes[column * count + row] = byte);
    }
    bytes
}

/// A file that is hashed as it is written.
struct Hashing {
    file: BufWriter<PartFile>,
    hash: blake3::Hasher,
    length: u64,
}

impl Hashing {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.length += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    /// Ends it with its hash, and gives it its name. Its size.
    fn complete(mut self) -> io::Result<u64> {
        let hash = self.hash.finalize();
        self.file.write_all(hash.as_bytes())?;
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.complete()?;
        Ok(self.length + hash.as_bytes().len() as u64)
    }
}
