//! Reading a checkpoint: nothing in it is believed before its hash is seen to be right, and no length is
//! believed at all.

use std::io::{BufReader, Read, Seek, SeekFrom};
use std::time::Duration;

use super::head::Head;
use super::writer::ENTRY_BYTES;
use super::{CheckpointError, HASH_BYTES, Kind, MAGIC, MOST_CONTENT, MOST_HEAD, VERSION};
use crate::table::{Copied, Entry};
use crate::{Counters, Numbers};

/// A checkpoint that is complete, as it was written.
pub struct Checkpoint<R> {
    source: BufReader<R>,
    pub(super) head: Head,
    /// The next part, if it was looked at.
    next: Option<(Kind, Vec<u8>)>,
}

impl<R: Read + Seek> Checkpoint<R> {
    /// Opens a checkpoint, and reads all of it to see whether it is complete.
    ///
    /// # Errors
    /// What is the matter with it.
    pub fn open(source: R) -> Result<Self, CheckpointError> {
        let mut source = BufReader::with_capacity(1 << 18, source);
        let length = source.seek(SeekFrom::End(0))?;
        source.rewind()?;
        let mut magic = Vec::new();
        (&mut source).take(MAGIC.len() as u64).read_to_end(&mut magic)?;
        if magic != MAGIC {
            return Err(CheckpointError::Foreign);
        }
        let version = read_u32(&mut source)?;
        if version != VERSION {
            return Err(CheckpointError::Version(version));
        }
        source.rewind()?;
        if !is_intact(&mut source, length)? {
            return Err(CheckpointError::Damaged);
        }
        source.seek(SeekFrom::Start((MAGIC.len() + size_of_val(&version)) as u64))?;
        let head = read_bytes(&mut source, MOST_HEAD)?;
        let head = Head::decode(&head).ok_or(CheckpointError::Damaged)?;
        Ok(Checkpoint { source, head, next: None })
    }

    /// The words of whoever had it written.
    pub fn label(&self) -> &str {
        &self.head.label
    }

    /// What the search had done by then.
    pub fn counters(&self) -> Counters {
        self.head.counters
    }

    /// How long that had taken.
    pub fn elapsed(&self) -> Duration {
        self.head.elapsed
    }

    /// The contents of the next part, if it is of this kind.
    pub(super) fn next_of(&mut self, wanted: Kind) -> Result<Option<Vec<u8>>, CheckpointError> {
        let (kind, content) = match self.next.take() {
            Some(next) => next,
            None => self.read_part()?,
        };
        if kind == wanted {
            return Ok(Some(content));
        }
        self.next = Some((kind, content));
        Ok(None)
    }

    fn read_part(&mut self) -> Result<(Kind, Vec<u8>), CheckpointError> {
        let mut kind = [0];
        read_exact(&mut self.source, &mut kind)?;
        let kind = match kind[0] {
            byte if byte == Kind::End as u8 => return Ok((Kind::End, Vec::new())),
            byte if byte == Kind::Tree as u8 => Kind::Tree,
            byte if byte == Kind::Entries as u8 => Kind::Entries,
            _ => return Err(CheckpointError::Damaged),
        };
        let payload = read_bytes(&mut self.source, 2 * MOST_CONTENT)?;
        let content =
            zstd::bulk::decompress(&payload, MOST_CONTENT).map_err(|_| CheckpointError::Damaged)?;
        Ok((kind, content))
    }

    /// The next entries, until there are none.
    pub(super) fn next_entries(&mut self) -> Result<Option<Vec<Copied>>, CheckpointError> {
        let Some(bytes) = self.next_of(Kind::Entries)? else { return Ok(None) };
        if bytes.len() % ENTRY_BYTES != 0 {
            return Err(CheckpointError::Damaged);
        }
        Ok(Some(rows(&bytes)))
    }

    /// Whether nothing but the hash follows.
    pub(super) fn is_at_end(&mut self) -> Result<bool, CheckpointError> {
        if self.next_of(Kind::End)?.is_none() {
            return Ok(false);
        }
        let mut rest = Vec::new();
        (&mut self.source).take(HASH_BYTES as u64 + 1).read_to_end(&mut rest)?;
        Ok(rest.len() == HASH_BYTES)
    }
}

/// The tree of a checkpoint, byte by byte.
pub(crate) struct TreeBytes<'c, R> {
    checkpoint: &'c mut Checkpoint<R>,
    content: Vec<u8>,
    at: usize,
}

impl<'c, R: Read + Seek> TreeBytes<'c, R> {
    /// The tree that comes next, if one does.
    pub(super) fn of(checkpoint: &'c mut Checkpoint<R>) -> Result<Option<Self>, CheckpointError> {
        let content = checkpoint.next_of(Kind::Tree)?;
        Ok(content.map(|content| TreeBytes { checkpoint, content, at: 0 }))
    }

    /// The next bytes.
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N], CheckpointError> {
        let mut bytes = [0; N];
        for byte in &mut bytes {
            while self.at == self.content.len() {
                let next = self.checkpoint.next_of(Kind::Tree)?;
                self.content = next.ok_or(CheckpointError::Damaged)?;
                self.at = 0;
            }
            *byte = self.content[self.at];
            self.at += 1;
        }
        Ok(bytes)
    }

    /// Whether there is nothing left of it.
    pub(super) fn is_at_end(&mut self) -> Result<bool, CheckpointError> {
        Ok(self.at == self.content.len() && self.checkpoint.next_of(Kind::Tree)?.is_none())
    }
}

/// Whether the last bytes are the hash of those before.
fn is_intact(source: &mut impl Read, length: u64) -> Result<bool, CheckpointError> {
    let Some(hashed) = length.checked_sub(HASH_BYTES as u64) else { return Ok(false) };
    let mut hash = blake3::Hasher::new();
    hash.update_reader(source.take(hashed))?;
    let mut found = Vec::new();
    source.take(HASH_BYTES as u64 + 1).read_to_end(&mut found)?;
    Ok(found == hash.finalize().as_bytes())
}

/// Entries again, of the columns that the writer makes of them.
fn rows(bytes: &[u8]) -> Vec<Copied> {
    let count = bytes.len() / ENTRY_BYTES;
    let row = |row: usize| {
        let byte = |column: usize| bytes[column * count + row];
        let key = u64::from_be_bytes(std::array::from_fn(byte));
        let number = |first: usize| u32::from_be_bytes(std::array::from_fn(|n| byte(first + n)));
        let numbers = Numbers { proof: number(8), disproof: number(12) };
        (key, Entry { numbers, tag: byte(16), work: byte(17) })
    };
    (0..count).map(row).collect()
}

fn read_exact(source: &mut impl Read, bytes: &mut [u8]) -> Result<(), CheckpointError> {
    source.read_exact(bytes).map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => CheckpointError::Damaged,
        _ => error.into(),
    })
}

fn read_u32(source: &mut impl Read) -> Result<u32, CheckpointError> {
    let mut bytes = [0; 4];
    read_exact(source, &mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

/// Bytes that follow their number, of which there are at most so many.
fn read_bytes(source: &mut impl Read, most: usize) -> Result<Vec<u8>, CheckpointError> {
    let length = read_u32(source)? as usize;
    if length > most {
        return Err(CheckpointError::Damaged);
    }
    let mut bytes = Vec::new();
    source.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() == length { Ok(bytes) } else { Err(CheckpointError::Damaged) }
}
