//! Certificates taken apart and put together again, with right hashes: written from the
//! description of the format, not with the code that is tested.

use phidelta_certificate::Header;

/// The first bytes of every certificate.
pub const MAGIC: &[u8; 8] = b"\x89PHID\r\n\x1a";

/// A block: its kind and its payload.
pub type Block = (u8, Vec<u8>);

/// A certificate as a header and the numbers in each of its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// The header.
    pub header: Header,
    /// The numbers of each part: where it begins, then its tokens.
    pub parts: Vec<Vec<u32>>,
}

impl File {
    /// Takes a certificate apart.
    ///
    /// # Panics
    /// If it is not one.
    pub fn read(bytes: &[u8]) -> File {
        let blocks = blocks(bytes).expect("a certificate is made of blocks");
        let header = serde_json::from_slice(&blocks[0].1).expect("a header is JSON");
        let part = |(_, payload): &Block| numbers(&unpacked(payload));
        File { header, parts: blocks[1..blocks.len() - 1].iter().map(part).collect() }
    }

    /// Puts it together.
    pub fn write(&self) -> Vec<u8> {
        let contents: Vec<Vec<u8>> = self.parts.iter().map(|part| packed_numbers(part)).collect();
        file(&self.header, &contents)
    }
}

/// A certificate of these contents of parts.
pub fn file(header: &Header, contents: &[Vec<u8>]) -> Vec<u8> {
    let mut blocks = vec![(b'H', serde_json::to_vec(header).expect("a header can be written"))];
    blocks.extend(contents.iter().map(|content| (b'P', frame(content))));
    blocks.push((b'E', Vec::new()));
    sealed(&blocks)
}

/// A file of these blocks, with right hashes.
pub fn sealed(blocks: &[Block]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    let mut hash = [0; 32];
    for (kind, payload) in blocks {
        let mut head = vec![*kind];
        head.extend((payload.len() as u32).to_le_bytes());
        hash = *blake3::hash(&[&hash[..], &head, payload].concat()).as_bytes();
        file.extend(head);
        file.extend(hash);
        file.extend(payload);
    }
    file
}

/// The blocks of a file, whatever their hashes are. `None` if their lengths do not add up.
pub fn blocks(file: &[u8]) -> Option<Vec<Block>> {
    let mut rest = file.strip_prefix(MAGIC)?;
    let mut blocks = Vec::new();
    while let Some((head, after)) = rest.split_at_checked(37) {
        let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
        let (payload, after) = after.split_at_checked(length as usize)?;
        blocks.push((head[0], payload.to_vec()));
        rest = after;
    }
    rest.is_empty().then_some(blocks)
}

/// Numbers as a part holds them.
pub fn packed_numbers(numbers: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &number in numbers {
        let length = (32 - number.leading_zeros()).div_ceil(7).max(1);
        for place in 0..length {
            let more = if place + 1 < length { 0x80 } else { 0 };
            bytes.push((number >> (7 * place) & 0x7f) as u8 | more);
        }
    }
    bytes
}

/// The numbers in the content of a part.
///
/// # Panics
/// If the last one is cut off.
pub fn numbers(content: &[u8]) -> Vec<u32> {
    let mut numbers = Vec::new();
    let (mut number, mut place) = (0, 0);
    for &byte in content {
        number |= u32::from(byte & 0x7f) << place;
        place += 7;
        if byte < 0x80 {
            numbers.push(number);
            (number, place) = (0, 0);
        }
    }
    assert_eq!(place, 0, "the last number is whole");
    numbers
}

/// A zstd frame with this content, as it is, but for long stretches of one byte.
pub fn frame(content: &[u8]) -> Vec<u8> {
    let mut frame = frame_start(content.len() as u32);
    let mut chunks: Vec<&[u8]> = content.chunks(1 << 17).collect();
    if chunks.is_empty() {
        chunks.push(&[]);
    }
    let last = chunks.len() - 1;
    for (at, chunk) in chunks.into_iter().enumerate() {
        if chunk.len() == 1 << 17 && chunk.iter().all(|byte| *byte == chunk[0]) {
            frame.extend(chunk_start(1 << 17, 1, at == last));
            frame.push(chunk[0]);
            continue;
        }
        frame.extend(chunk_start(chunk.len() as u32, 0, at == last));
        frame.extend(chunk);
    }
    frame
}

/// The first bytes of a zstd frame that says that its content has this size.
pub fn frame_start(size: u32) -> Vec<u8> {
    // One segment, and four bytes for the size.
    let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    bytes.extend(size.to_le_bytes());
    bytes
}

/// The first bytes of a block of a zstd frame: kind 0 is bytes as they are, kind 1 is one byte
/// many times.
pub fn chunk_start(size: u32, kind: u32, last: bool) -> [u8; 3] {
    let [a, b, c, _] = (size << 3 | kind << 1 | u32::from(last)).to_le_bytes();
    [a, b, c]
}

fn unpacked(payload: &[u8]) -> Vec<u8> {
    zstd::bulk::decompress(payload, 1 << 24).expect("a part is a frame")
}
