//! The outer form of a certificate: blocks, each of which seals itself and all that precede it.
//!
//! Nothing read here is believed: lengths are bounded before memory is asked for, and memory is
//! asked for as bytes arrive.

use std::io::{self, ErrorKind, Read, Write};

/// The first bytes of a certificate. Like those of PNG, they do not survive a transfer as text.
pub const MAGIC: [u8; 8] = *b"\x89PHID\r\n\x1a";
/// The longest payload of a header.
pub const HEADER_LIMIT: u32 = 1 << 26;
/// The longest payload of a part of the proof, and its longest content.
pub const PART_LIMIT: u32 = 1 << 24;
/// Bytes of a block before its payload.
const BLOCK_PREFIX: u64 = 1 + 4 + 32;

/// What a block holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The header, as JSON.
    Header,
    /// A part of the proof, compressed.
    Part,
    /// Nothing: the certificate is complete.
    End,
}

impl Kind {
    fn letter(self) -> u8 {
        match self {
            Kind::Header => b'H',
            Kind::Part => b'P',
            Kind::End => b'E',
        }
    }

    fn of(letter: u8) -> Option<Kind> {
        [Kind::Header, Kind::Part, Kind::End].into_iter().find(|kind| kind.letter() == letter)
    }

    fn limit(self) -> u32 {
        match self {
            Kind::Header => HEADER_LIMIT,
            Kind::Part => PART_LIMIT,
            Kind::End => 0,
        }
    }
}

/// A block, its hash confirmed.
#[derive(Debug)]
pub struct Block {
    /// What it holds.
    pub kind: Kind,
    /// Where in the file it begins.
    pub offset: u64,
    /// What it holds.
    pub payload: Vec<u8>,
}

/// What is wrong with a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockFault {
    /// The file does not begin as certificates do.
    Magic,
    /// The file ends before the block does.
    Truncated,
    /// There is no such kind of block.
    Kind(u8),
    /// The payload is longer than it may be.
    Length(u32),
    /// The hash does not fit the bytes.
    Hash,
}

/// Why a block could not be had: something is wrong with it, or the file could not be read.
#[derive(Debug)]
pub enum BlockError {
    /// This is wrong with the block that begins at this byte.
    Fault(BlockFault, u64),
    /// The file could not be read.
    Io(io::Error),
}

/// Reads blocks.
#[derive(Debug)]
pub struct BlockReader<R> {
    input: R,
    offset: u64,
    previous: [u8; 32],
    /// What is read of a block whose payload is not.
    begun: Option<Prefix>,
}

/// A block before its payload.
#[derive(Clone, Copy, Debug)]
struct Prefix {
    kind: Kind,
    length: u32,
    hash: [u8; 32],
}

impl<R: Read> BlockReader<R> {
    /// A reader of the blocks of a certificate.
    pub fn new(input: R) -> Result<Self, BlockError> {
        let mut reader = BlockReader { input, offset: 0, previous: [0; 32], begun: None };
        let mut magic = Vec::new();
        let start = (&mut reader.input).take(MAGIC.len() as u64).read_to_end(&mut magic);
        start.map_err(BlockError::Io)?;
        if !MAGIC.starts_with(&magic) {
            return Err(BlockError::Fault(BlockFault::Magic, 0));
        }
        if magic.len() < MAGIC.len() {
            return Err(BlockError::Fault(BlockFault::Truncated, 0));
        }
        reader.offset = MAGIC.len() as u64;
        Ok(reader)
    }

    /// How many bytes were read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next block, whose hash is right.
    #[expect(clippy::should_implement_trait, reason = "after a fault there is no next one")]
    pub fn next(&mut self) -> Result<Block, BlockError> {
        let begun = self.begin()?;
        self.complete(begun)
    }

    /// The same, if its payload has at most so many bytes; otherwise `None`, and the block can still be had.
    pub fn next_within(&mut self, room: u64) -> Result<Option<Block>, BlockError> {
        let begun = self.begin()?;
        if u64::from(begun.length) > room {
            self.begun = Some(begun);
            return Ok(None);
        }
        self.complete(begun).map(Some)
    }

    /// Reads a block up to its payload.
    fn begin(&mut self) -> Result<Prefix, BlockError> {
        if let Some(begun) = self.begun.take() {
            return Ok(begun);
        }
        let (mut letter, mut length, mut hash) = ([0; 1], [0; 4], [0; 32]);
        self.fill(&mut letter)?;
        self.fill(&mut length)?;
        self.fill(&mut hash)?;
        let fault = |fault| Err(BlockError::Fault(fault, self.offset));
        let [letter] = letter;
        let Some(kind) = Kind::of(letter) else { return fault(BlockFault::Kind(letter)) };
        let length = u32::from_le_bytes(length);
        if length > kind.limit() {
            return fault(BlockFault::Length(length));
        }
        Ok(Prefix { kind, length, hash })
    }

    /// Reads its payload.
    fn complete(&mut self, begun: Prefix) -> Result<Block, BlockError> {
        let Prefix { kind, length, hash } = begun;
        let offset = self.offset;
        let fault = |fault| Err(BlockError::Fault(fault, offset));
        let mut payload = Vec::new();
        let read = (&mut self.input).take(length.into()).read_to_end(&mut payload);
        if read.map_err(BlockError::Io)? < length as usize {
            return fault(BlockFault::Truncated);
        }
        if seal(&self.previous, kind, &payload) != hash {
            return fault(BlockFault::Hash);
        }
        self.previous = hash;
        self.offset += BLOCK_PREFIX + u64::from(length);
        Ok(Block { kind, offset, payload })
    }

    /// Whether the file ends here.
    pub fn at_end(&mut self) -> io::Result<bool> {
        let mut byte = [0];
        loop {
            match self.input.read(&mut byte) {
                Ok(count) => return Ok(count == 0),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), BlockError> {
        self.input.read_exact(buffer).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => BlockError::Fault(BlockFault::Truncated, self.offset),
            _ => BlockError::Io(error),
        })
    }
}

/// Writes blocks.
#[derive(Debug)]
pub struct BlockWriter<W> {
    output: W,
    written: u64,
    previous: [u8; 32],
}

impl<W: Write> BlockWriter<W> {
    /// Begins a certificate.
    pub fn new(mut output: W) -> io::Result<Self> {
        output.write_all(&MAGIC)?;
        Ok(BlockWriter { output, written: MAGIC.len() as u64, previous: [0; 32] })
    }

    /// Writes a block.
    pub fn write(&mut self, kind: Kind, payload: &[u8]) -> io::Result<()> {
        assert!(payload.len() <= kind.limit() as usize, "a block this long would be refused");
        self.previous = seal(&self.previous, kind, payload);
        self.output.write_all(&[kind.letter()])?;
        self.output.write_all(&(payload.len() as u32).to_le_bytes())?;
        self.output.write_all(&self.previous)?;
        self.output.write_all(payload)?;
        self.written += BLOCK_PREFIX + payload.len() as u64;
        Ok(())
    }

    /// Bytes written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Sees that all is written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

fn seal(previous: &[u8; 32], kind: Kind, payload: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(previous);
    hasher.update(&[kind.letter()]);
    hasher.update(&(payload.len() as u32).to_le_bytes());
    hasher.update(payload);
    hasher.finalize().into()
}
