//! Writes solutions down as a certificate: depth first, positions that are needed again as lemmas.

use std::io::{self, Write};

use zstd::zstd_safe::CParameter;

use phidelta_certificate::block::{BlockWriter, Kind, PART_LIMIT};
use phidelta_certificate::token::{self, Place, Step, push_list, push_number};
use phidelta_certificate::{Header, Mode};
use phidelta_certificate::{Justification, Link, Solution};

/// The size of a part's content, about.
const PART_SIZE: usize = 1 << 18;
/// The longest description of where a part begins: half a million plies and more.
const LONGEST_PLACE: usize = PART_LIMIT as usize / 8;
/// The longest content of a part. It must be no more than [`PART_LIMIT`] when it is compressed,
/// even if it only gets longer by that.
const LONGEST_PART: usize = PART_LIMIT as usize / 64 * 63;
/// How hard zstd tries.
const LEVEL: i32 = 9;

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Bytes of the file.
    pub bytes: u64,
    /// Bytes of the proof before compression.
    pub content_bytes: u64,
    /// Positions that were written down, with a move or with all replies.
    pub positions: u64,
    /// Those of them that have a number.
    pub lemmas: u64,
    /// References to them.
    pub references: u64,
}

/// Writes a certificate: for each claim of the header, its solution.
///
/// # Errors
/// If it cannot be written, or a line of play, or what follows a pass, is too long to be written
/// down.
pub fn write(output: impl Write, header: &Header, solutions: &[Solution]) -> io::Result<Written> {
    write_in_parts(output, header, solutions, PART_SIZE)
}

/// As [`write`], in parts of about this size. For tests: small parts make the rare common.
///
/// # Errors
/// As those of [`write`].
#[doc(hidden)]
pub fn write_in_parts(
    output: impl Write,
    header: &Header,
    solutions: &[Solution],
    part_size: usize,
) -> io::Result<Written> {
    assert_eq!(header.claims.len(), solutions.len(), "each claim has a solution");
    let mut blocks = BlockWriter::new(output)?;
    let text = serde_json::to_vec(header)?;
    if text.len() > phidelta_certificate::block::HEADER_LIMIT as usize {
        return Err(io::Error::other("the description of the game is too long for a certificate"));
    }
    blocks.write(Kind::Header, &text)?;
    let mut written = Written::default();
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    // A window as large as the largest part: every part is then a single segment, as it must be.
    compressor.set_parameter(CParameter::WindowLog(PART_LIMIT.ilog2()))?;
    for (claim, solution) in solutions.iter().enumerate() {
        let mut parts = Parts {
            blocks: &mut blocks,
            compressor: &mut compressor,
            content: Vec::new(),
            size: part_size,
            target: 0,
        };
        Pen::new(solution, claim as u32, header.mode).write(&mut parts, &mut written)?;
        written.content_bytes += parts.flush()?;
    }
    blocks.write(Kind::End, &[])?;
    blocks.flush()?;
    written.bytes = blocks.written();
    Ok(written)
}

/// Collects tokens, and writes a part when there are enough.
struct Parts<'a, 'z, W> {
    blocks: &'a mut BlockWriter<W>,
    compressor: &'a mut zstd::bulk::Compressor<'z>,
    content: Vec<u8>,
    /// The usual size of a part.
    size: usize,
    /// The size at which this one is written.
    target: usize,
}

impl<W: Write> Parts<'_, '_, W> {
    /// Begins the next part. Gives the size of the one before.
    fn begin(&mut self, place: &Place) -> io::Result<u64> {
        let before = self.flush()?;
        place.push(&mut self.content);
        if self.content.len() > LONGEST_PLACE {
            return Err(io::Error::other("a line of play is too long for a certificate"));
        }
        // Where lines are long, parts are too, so that saying where they begin takes little.
        self.target = self.size.max(3 * self.content.len());
        Ok(before)
    }

    fn flush(&mut self) -> io::Result<u64> {
        let size = self.content.len() as u64;
        if size > 0 {
            self.blocks.write(Kind::Part, &self.compressor.compress(&self.content)?)?;
            self.content.clear();
        }
        Ok(size)
    }
}

/// A position that is being written down.
struct Level {
    place: usize,
    /// Which of its links comes next.
    next: usize,
    lemma: Option<u32>,
}

impl Level {
    /// Whether it is written what follows a pass here.
    fn is_passing(&self, solution: &Solution) -> bool {
        self.next == 1 && solution.act(self.place) == Justification::Zone
    }
}

/// Goes through one solution.
struct Pen<'a> {
    solution: &'a Solution,
    claim: u32,
    /// How often each position is needed, 2 for more than once.
    uses: Vec<u8>,
    /// The number of each position that is a lemma; `NONE` for others.
    numbers: Vec<u32>,
    lemmas: u32,
    levels: Vec<Level>,
    /// How many positions on the line are being proved after a pass: a part must not end there.
    passes: usize,
    /// Whether places have zones.
    is_zoned: bool,
}

const NONE: u32 = u32::MAX;

impl<'a> Pen<'a> {
    fn new(solution: &'a Solution, claim: u32, mode: Mode) -> Self {
        let (uses, numbers) = (solution.uses(), vec![NONE; solution.len()]);
        let is_zoned = mode == Mode::Zone;
        Pen { solution, claim, uses, numbers, lemmas: 0, levels: Vec::new(), passes: 0, is_zoned }
    }

    fn write(
        mut self,
        parts: &mut Parts<'_, '_, impl Write>,
        written: &mut Written,
    ) -> io::Result<()> {
        let mut link = Some(self.solution.root());
        while let Some(here) = link {
            if let Some(place) = here.place() {
                if parts.content.len() >= parts.target && self.passes == 0 {
                    written.content_bytes += parts.begin(&self.place())?;
                }
                if parts.content.len() > LONGEST_PART {
                    let text = "what follows a pass is too long for a certificate";
                    return Err(io::Error::other(text));
                }
                self.position(place, &mut parts.content, written);
            }
            link = self.next();
        }
        written.lemmas += u64::from(self.lemmas);
        Ok(())
    }

    /// Writes the tokens of a position itself.
    fn position(&mut self, place: usize, out: &mut Vec<u8>, written: &mut Written) {
        let number = self.numbers[place];
        if number != NONE {
            push_number(out, token::REF);
            push_number(out, self.lemmas - number);
            written.references += 1;
            return;
        }
        let mut lemma = None;
        if self.uses[place] > 1 && !self.is_short(place) {
            push_number(out, token::LEMMA);
            self.numbers[place] = self.lemmas;
            lemma = Some(self.lemmas);
            self.lemmas += 1;
        }
        match self.solution.act(place) {
            Justification::Choose(mv) => push_number(out, token::FIRST_MOVE + mv),
            Justification::All => push_number(out, token::ALL),
            Justification::Zone => {
                push_number(out, token::ZONE);
                push_list(out, &self.solution.zone(place));
            }
            Justification::Repeats(plies) => {
                push_number(out, token::REPEATS);
                push_number(out, plies);
                return;
            }
            Justification::Axiom(axiom) => {
                push_number(out, token::AXIOM);
                push_number(out, axiom);
                return;
            }
        }
        written.positions += 1;
        self.levels.push(Level { place, next: 0, lemma });
    }

    /// Whether to write a position again takes no more room than to refer to it: there are two
    /// tokens at most.
    fn is_short(&self, place: usize) -> bool {
        let mut after = self.going_on(place);
        match (after.next(), after.next()) {
            (None, _) => true,
            (Some(only), None) => self.going_on(only).next().is_none(),
            _ => false,
        }
    }

    /// The positions after this one in which the game goes on.
    fn going_on(&self, place: usize) -> impl Iterator<Item = usize> {
        self.solution.links(place).iter().filter_map(|link| link.place())
    }

    /// Where to go on after a position is written.
    fn next(&mut self) -> Option<Link> {
        while let Some(level) = self.levels.last_mut() {
            self.passes -= usize::from(level.is_passing(self.solution));
            if let Some(&link) = self.solution.links(level.place).get(level.next) {
                level.next += 1;
                self.passes += usize::from(level.is_passing(self.solution));
                return Some(link);
            }
            self.levels.pop();
        }
        None
    }

    /// Where the next token stands.
    fn place(&self) -> Place {
        let step = |level: &Level| {
            let mv = match self.solution.act(level.place) {
                Justification::Choose(mv) => mv,
                Justification::Zone => {
                    let zone = self.solution.zone(level.place);
                    let reply = zone.iter().nth(level.next - 2);
                    reply.expect("a link for a pass, then one for each move of the zone") as u32
                }
                _ => (level.next - 1) as u32,
            };
            Step { mv, lemma: level.lemma }
        };
        let line = self.levels.iter().map(step).collect();
        let zoned = self.levels.iter().filter(|_| self.is_zoned);
        let zones = zoned.map(|level| self.solution.zone(level.place)).collect();
        Place { claim: self.claim, lemmas: self.lemmas, line, zones }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use phidelta_certificate::Claim;
    use phidelta_certificate::block::BlockReader;

    /// A part cannot end after a pass, so what follows a pass must fit into one.
    #[test]
    fn what_follows_a_pass_is_not_cut() {
        let file = |moves: usize| {
            let mut solution = Solution::default();
            let mut link = Link::OVER;
            for _ in 0..moves {
                // Five bytes each.
                link = Link::to(solution.add(Justification::Choose(1 << 30), [link]).unwrap());
            }
            let zone = [0].into_iter().collect();
            let root = solution.add_zone(zone, [link, Link::OVER]).unwrap();
            solution.set_root(Link::to(root));
            let header = Header::new("test", String::new(), String::new(), vec![Claim::AtLeast(1)]);
            let header = Header { mode: Mode::Zone, ..header };
            let mut file = Vec::new();
            write_in_parts(&mut file, &header, &[solution], 0).map(|_| file)
        };
        let short = file(1000).unwrap();
        let mut blocks = BlockReader::new(&short[..]).unwrap();
        let kinds: Vec<Kind> = (0..3).map(|_| blocks.next().unwrap().kind).collect();
        assert_eq!(kinds, [Kind::Header, Kind::Part, Kind::End]);
        let error = file(PART_LIMIT as usize / 5).unwrap_err();
        assert_eq!(error.to_string(), "what follows a pass is too long for a certificate");
    }

    /// Long parts are single segments too: a checker refuses others.
    #[test]
    fn long_parts_are_single_segments() {
        let mut solution = Solution::default();
        let mut link = Link::OVER;
        for _ in 0..6_000_000 {
            link = Link::to(solution.add(Justification::Choose(0), [link]).unwrap());
        }
        solution.set_root(link);
        let header = Header::new("test", String::new(), String::new(), vec![Claim::AtLeast(1)]);
        let mut file = Vec::new();
        write_in_parts(&mut file, &header, &[solution], 10 << 20).unwrap();
        let mut blocks = BlockReader::new(&file[..]).unwrap();
        assert_eq!(blocks.next().unwrap().kind, Kind::Header);
        let part = blocks.next().unwrap();
        assert_eq!((part.kind, part.payload[4] & 0x3f), (Kind::Part, 0x20));
        assert_eq!(blocks.next().unwrap().kind, Kind::End);
    }
}
