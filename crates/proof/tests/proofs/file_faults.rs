//! Each fault of the file around the proof, at its exact byte: blocks, header, compression.

use phidelta_certificate::check::{Fault, Refutation, Shortfall, Verdict};
use phidelta_certificate::{Claim, Mode, block::BlockFault, block::Kind};
use phidelta_testing::Rule;
use phidelta_testing::editor::{MAGIC, blocks, chunk_start, frame, frame_start, sealed};

use crate::support::*;

/// The certificate about the house.
fn good() -> Vec<u8> {
    certificate(&header(Mode::Reach, &[Claim::AtLeast(1)]), &[HOUSE.to_vec()])
}

/// Sees that a file is refuted at a block.
#[track_caller]
fn refuted_at(bytes: &[u8], byte: u64, fault: Fault) {
    let refutation = Refutation { byte, within: None, claim: None, line: vec![], fault };
    assert_eq!(verdict(&house(), bytes), Verdict::Refuted(refutation));
}

/// The bytes at which the blocks of the good certificate begin, and where it ends.
fn offsets() -> [u64; 4] {
    let mut offset = MAGIC.len() as u64;
    let starts = blocks(&good()).unwrap().into_iter().map(|(_, payload)| {
        let start = offset;
        offset += 37 + payload.len() as u64;
        start
    });
    let [header, part, end] =
        starts.collect::<Vec<_>>().try_into().expect("there are three blocks");
    [header, part, end, offset]
}

#[test]
fn the_editor_writes_what_is_verified() {
    assert_eq!(verdict(&house(), &good()), Verdict::Verified);
    assert_eq!(offsets()[3], good().len() as u64);
}

#[test]
fn files_that_end_early() {
    let [header, part, end, length] = offsets();
    for cut in 0..length {
        let byte = match cut {
            _ if cut < 8 => 0,
            _ if cut < part => header,
            _ if cut < end => part,
            _ => end,
        };
        let expected = Verdict::Incomplete(Shortfall::Truncated { byte });
        assert_eq!(verdict(&house(), &good()[..cut as usize]), expected, "cut at {cut}");
    }
}

#[test]
fn bytes_after_the_end() {
    for more in [&[0][..], b"E", &good()] {
        let longer = [&good(), more].concat();
        refuted_at(&longer, offsets()[3], Fault::Trailing);
    }
}

#[test]
fn files_of_another_kind() {
    let mut other = good();
    other[1] = b'X';
    refuted_at(&other, 0, Fault::Block(BlockFault::Magic));
    refuted_at(b"not a certificate", 0, Fault::Block(BlockFault::Magic));
}

#[test]
fn damaged_bytes_are_found_in_their_block() {
    let [header, part, end, _] = offsets();
    for (start, kind) in [(header, b'H'), (part, b'P'), (end, b'E')] {
        // A bit of the hash, and one of the payload.
        for at in [start + 5, start + 36, start + 37] {
            let mut damaged = good();
            if let Some(byte) = damaged.get_mut(at as usize) {
                *byte ^= 0x10;
                refuted_at(&damaged, start, Fault::Block(BlockFault::Hash));
            }
        }
        let mut damaged = good();
        assert_eq!(damaged[start as usize], kind);
        damaged[start as usize] = b'X';
        refuted_at(&damaged, start, Fault::Block(BlockFault::Kind(b'X')));
        // The kind is sealed, too.
        if kind == b'P' {
            damaged[start as usize] = b'H';
            refuted_at(&damaged, start, Fault::Block(BlockFault::Hash));
        }
    }
}

#[test]
fn blocks_that_are_too_long() {
    let [header, part, end, _] = offsets();
    for (start, limit) in [(header, 1 << 26), (part, 1 << 24), (end, 0u32)] {
        for length in [limit + 1, u32::MAX] {
            let mut long = good();
            long[start as usize + 1..][..4].copy_from_slice(&length.to_le_bytes());
            refuted_at(&long, start, Fault::Block(BlockFault::Length(length)));
        }
        // Within the limit, the bytes are what is missing.
        let mut long = good();
        long[start as usize + 1..][..4].copy_from_slice(&limit.to_le_bytes());
        let verdict = verdict(&house(), &long);
        if limit > 0 {
            let shortfall = Shortfall::Truncated { byte: start };
            assert_eq!(verdict, Verdict::Incomplete(shortfall));
        } else {
            assert_eq!(verdict, Verdict::Verified);
        }
    }
}

#[test]
fn blocks_in_another_order() {
    let [header, part, end, length] = offsets();
    let blocks = blocks(&good()).unwrap();
    let [h, p, e] = [0, 1, 2].map(|at| blocks[at].clone());
    let order = |blocks: &[_], byte, kind| refuted_at(&sealed(blocks), byte, Fault::Order(kind));
    order(&[p.clone(), h.clone(), e.clone()], header, Kind::Part);
    order(&[e.clone(), h.clone(), p.clone()], header, Kind::End);
    order(&[h.clone(), h.clone(), p.clone(), e.clone()], part, Kind::Header);
    order(&[h.clone(), p.clone(), h.clone(), e.clone()], end, Kind::Header);
    let twice = sealed(&[h.clone(), p.clone(), e.clone(), e.clone()]);
    refuted_at(&twice, length, Fault::Trailing);
    let unsealed = sealed(&[h, p]);
    let expected = Verdict::Incomplete(Shortfall::Truncated { byte: unsealed.len() as u64 });
    assert_eq!(verdict(&house(), &unsealed), expected);
}

/// The verdict on the good certificate with another header.
fn with_header(text: &str) -> Verdict {
    let mut blocks = blocks(&good()).unwrap();
    blocks[0].1 = text.as_bytes().to_vec();
    verdict(&house(), &sealed(&blocks))
}

const HEADER: &str = r#"{"format":"phidelta certificate","version":1,"made_by":"x","game":"test",
    "parameters":"","position":"","mode":"reach","claims":[{"at_least":1}],"axioms":[]}"#;

#[test]
fn headers_that_are_not_what_they_should_be() {
    assert_eq!(with_header(HEADER), Verdict::Verified);
    let refused = |text: &str, reason: &str| match with_header(text) {
        Verdict::Refuted(Refutation { byte: 8, within: None, claim: None, line, fault }) => {
            assert!(line.is_empty());
            let Fault::Header(why) = fault else { panic!("{text}: {fault}") };
            assert!(why.contains(reason), "{text}: {why}");
        }
        verdict => panic!("{text}: {verdict:?}"),
    };
    let change = |from: &str, to: &str, reason: &str| {
        assert!(HEADER.contains(from));
        refused(&HEADER.replace(from, to), reason);
    };
    refused("", "EOF");
    refused("\u{feff}{}", "expected value");
    refused(&format!("{HEADER}x"), "trailing");
    change("phidelta certificate", "phidelta certificates", "it names another format");
    let members = HEADER.replace("\n    ", "");
    let members: Vec<&str> = members[1..members.len() - 1].split(',').collect();
    assert_eq!(members.len(), 9);
    for member in members {
        change(member, &format!("{member},{member}"), "duplicate field");
        let name = member.split(':').next().unwrap();
        change(name, "\"other\"", "");
    }
    change("\"axioms\":[]", "\"axioms\":[],\"symmetry\":true", "unknown field");
    change(",\"axioms\":[]", "", "missing field");
    change("\"version\":1", "\"version\":\"1\"", "invalid type");
    change("\"version\":1", "\"version\":-1", "invalid value");
    change("reach", "other", "there is no such mode");
    change("\"reach\"", "{\"reach\":null}", "invalid type: map");
    let many = format!("\"axioms\":[{}\"\"]", "\"\",".repeat(1024));
    change("\"axioms\":[]", &many, "too many axioms");
    change("{\"at_least\":1}", "", "there must be one claim, or two");
    let three = "{\"at_least\":1},{\"at_least\":0},{\"at_most\":1}";
    change("{\"at_least\":1}", three, "there must be one claim, or two");
    change("{\"at_least\":1}", "{\"at_least\":1,\"at_most\":1}", "");
    change("{\"at_least\":1}", "{\"exactly\":1}", "unknown variant");
    change("\"at_least\":1", "\"at_least\":2147483648", "invalid value");
    let list = r#"["phidelta certificate",1,"x","test","","","reach",[{"at_least":1}],[]]"#;
    refused(list, "");
}

#[test]
fn headers_of_other_versions() {
    for version in [0, 2, u32::MAX] {
        let text = HEADER.replace("\"version\":1", &format!("\"version\":{version},\"new\":[]"));
        assert_eq!(with_header(&text), Verdict::Incomplete(Shortfall::Version(version.into())));
    }
}

#[test]
fn modes_that_mean_nothing_in_the_game() {
    let refused = |rule: Rule, mode: Mode, claims: &[Claim], reason: &'static str| {
        let bytes = certificate(&header(mode, claims), &[RING.to_vec()]);
        let fault = Fault::Mode(reason);
        let expected = Refutation { byte: 0, within: None, claim: None, line: vec![], fault };
        assert_eq!(verdict(&ring(rule), &bytes), Verdict::Refuted(expected));
    };
    let least = Claim::AtLeast(0);
    let finite = "its games do not go on for ever";
    let history = "its games do not end by repetition";
    refused(Rule::Never, Mode::Safe, &[least], finite);
    refused(Rule::MoverLoses, Mode::Safe, &[least], finite);
    refused(Rule::Never, Mode::Path, &[least], history);
    refused(Rule::Endless(0), Mode::Path, &[least], history);
    for value in [0, 1] {
        let arena = ring(Rule::Endless(value));
        verified(&arena, &header(Mode::Safe, &[least]), &[&RING]);
    }
}

/// The verdict on the good certificate with another payload of its part.
fn with_part(payload: Vec<u8>) -> Verdict {
    let mut blocks = blocks(&good()).unwrap();
    blocks[1].1 = payload;
    verdict(&house(), &sealed(&blocks))
}

#[test]
fn parts_that_are_not_well_compressed() {
    let byte = offsets()[1];
    let refused = |payload: Vec<u8>| {
        let (claim, fault) = (None, Fault::Compression);
        let expected = Refutation { byte, within: None, claim, line: vec![], fault };
        assert_eq!(with_part(payload), Verdict::Refuted(expected));
    };
    let content = HOUSE.map(|number| number as u8);
    let whole = frame(&content);
    assert_eq!(with_part(whole.clone()), Verdict::Verified);
    let mut compressor = zstd::bulk::Compressor::new(19).unwrap();
    assert_eq!(with_part(compressor.compress(&content).unwrap()), Verdict::Verified);
    refused(vec![]);
    refused(content.to_vec());
    refused(whole[..whole.len() - 1].to_vec());
    refused([&whole[..], &[0]].concat());
    refused([&whole[..], &whole].concat());
    // What the frame says of its size is not true.
    for size in [0, 13, 15, 1 << 24, (1 << 24) + 1, u32::MAX] {
        let mut lying = whole.clone();
        lying[5..9].copy_from_slice(&u32::to_le_bytes(size));
        refused(lying);
    }
    // The frame does not say its size.
    compressor.include_contentsize(false).unwrap();
    refused(compressor.compress(&content).unwrap());
    // The frame needs a dictionary.
    let mut with_dictionary = zstd::bulk::Compressor::with_dictionary(3, &content).unwrap();
    let raw = with_dictionary.compress(&content).unwrap();
    assert!(raw.len() < whole.len());
    refused(raw);
    // The frame ends with a checksum.
    let mut with_checksum = zstd::bulk::Compressor::new(3).unwrap();
    with_checksum.include_checksum(true).unwrap();
    let sum = with_checksum.compress(&content).unwrap();
    assert_eq!(zstd::bulk::decompress(&sum, 100).unwrap(), content);
    refused(sum);
    // The frame has a window, or the number of a dictionary, be it none.
    for (descriptor, field) in [(0x80, 0x00), (0xa1, 0x00)] {
        let start = [&whole[..4], &[descriptor, field], &whole[5..]].concat();
        assert_eq!(zstd::bulk::decompress(&start, 100).unwrap(), content);
        refused(start);
    }
    // The bit that means nothing is set.
    let mut unused = whole.clone();
    unused[4] |= 0x10;
    assert_eq!(zstd::bulk::decompress(&unused, 100).unwrap(), content);
    refused(unused);
    // A frame to be skipped.
    let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 14, 0, 0, 0], &content[..]].concat();
    assert!(matches!(with_part(skipped), Verdict::Refuted(_)));
}

#[test]
fn the_largest_content_is_read_and_a_larger_one_is_not() {
    let bomb = |size: u32| {
        let mut frame = frame_start(size);
        for at in 0..size >> 17 {
            frame.extend(chunk_start(1 << 17, 1, (at + 1) << 17 == size));
            frame.push(0);
        }
        if !size.is_multiple_of(1 << 17) {
            frame.extend(chunk_start(size % (1 << 17), 1, true));
            frame.push(0);
        }
        frame
    };
    // All zeros: after the place, Max is to move, and there is ALL.
    let Verdict::Refuted(refutation) = with_part(bomb(1 << 24)) else { panic!("it is accepted") };
    assert_eq!((refutation.within, refutation.fault), (Some(3), Fault::ClaimantsTurn));
    let Verdict::Refuted(refutation) = with_part(bomb((1 << 24) + 1)) else {
        panic!("it is accepted");
    };
    assert_eq!((refutation.within, refutation.fault), (None, Fault::Compression));
}

#[test]
fn faults_say_what_is_wrong() {
    for (fault, sentence) in [
        (Fault::Block(BlockFault::Magic), "this is not a certificate"),
        (Fault::Block(BlockFault::Truncated), "the file ends early"),
        (Fault::Block(BlockFault::Kind(7)), "there is no block of kind 0x07"),
        (Fault::Block(BlockFault::Length(9)), "a block cannot have 9 bytes"),
        (Fault::Block(BlockFault::Hash), "the hash does not fit: the file is damaged"),
        (Fault::Order(Kind::Header), "here is a header, where it should not be"),
        (Fault::Order(Kind::Part), "here is a part of the proof, where it should not be"),
        (Fault::Order(Kind::End), "here is the end, where it should not be"),
    ] {
        assert_eq!(fault.to_string(), sentence);
    }
    assert_eq!(Claim::AtLeast(-3).to_string(), "at least -3");
    assert_eq!(Claim::AtMost(5).to_string(), "at most 5");
}
