//! SGF files of games and problems.

use super::{RandomGame, position, random};
use phidelta_go::record::{Where, read_sgf};
use phidelta_go::{Colour, point_names};
use proptest::prelude::*;

/// The position of a file as text.
fn read(text: &str, at: Where) -> String {
    let record = read_sgf(text, at).unwrap_or_else(|error| panic!("{text}: {error}"));
    record.position.write()
}

#[test]
fn games_are_read_to_their_end_and_problems_at_their_beginning() {
    for (text, expected) in [
        ("(;SZ[3])", "3/3/3 b"),
        ("(;FF[4]GM[1]SZ[3:3];B[aa];W[bb])", "b2/1w1/3 b"),
        ("(;FF[3]GaMe[1]SiZe[3];Black[aa];White[bb])", "b2/1w1/3 b"),
        ("\n (;GM[1]SZ[3]C[a game];B[aa](;W[bb];B[cc])(;W[cc]))(;SZ[x])", "b2/1w1/2b w"),
        // Setup, whose turn it is, and moves after it, which say whose it was.
        ("(;SZ[3]AB[aa]AW[cc])", "b2/3/2w b"),
        ("(;SZ[3]AB[aa]AW[cc]PL[W])", "b2/3/2w w"),
        ("(;SZ[3]AB[aa]AW[cc]PL[white];B[bb])", "b2/3/2w w"),
        ("(;SZ[3]AB[aa]AW[cc](;W[bb];B[cb])(;B[bb]))", "b2/3/2w w"),
        ("(;SZ[3];AB[aa]AW[cc];C[a comment];W[bb];B[cb])", "b2/3/2w w"),
        ("(;SZ[3]AB[aa]W[cc];B[ba])", "b2/3/3 w"),
        // Programs repeat properties, and write rectangles.
        ("(;SZ[3]AB[aa]AB[ba]AW[cc]AW[bc])", "bb1/3/1ww b"),
        ("(;SZ[3]AB[aa:cb]AE[bb]AE[aa][ca])", "1b1/b1b/3 b"),
        ("(;SZ[3]AB[cb:aa]AE[bb]AE[ab]AW[aa])", "wbb/2b/3 b"),
        // A handicap begins a game.
        ("(;SZ[3]HA[2]AB[aa][cc];W[bb])", "b2/1w1/2b b"),
        // Setup in a game.
        ("(;SZ[3];B[aa];AE[aa]AW[bb])", "3/1w1/3 w"),
        ("(;SZ[3];B[aa];AW[bb]PL[B])", "b2/1w1/3 b"),
        // Passes, and two moves of the same player.
        ("(;SZ[3];B[aa];W[])", "b2/3/3 b"),
        ("(;SZ[3];B[aa];W[tt];B[bb];W[ ])", "b2/1b1/3 b"),
        ("(;SZ[3];B[aa];B[bb])", "b2/1b1/3 w"),
        // Captures and kos.
        ("(;SZ[3];B[ba];W[aa];B[ab])", "1b1/b2/3 w"),
        ("(;SZ[4];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb])", "1bw1/bw1w/1bw1/4 b ko=C3"),
        ("(;SZ[4];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[])", "1bw1/bw1w/1bw1/4 w"),
    ] {
        assert_eq!(read(text, Where::Usual), expected, "{text}");
    }
    let whole = read("(;B[dd])", Where::Usual);
    assert_eq!(whole.split('/').count(), 19, "without SZ, the side is 19");
}

#[test]
fn any_move_of_the_main_line_can_be_meant() {
    let problem = "(;SZ[3]AB[aa]AW[cc];C[one];W[bb]C[two];C[three](;B[cb];W[ab])(;B[ca]))";
    for (at, expected, comment) in [
        (Where::Usual, "b2/3/2w w", "one"),
        (Where::Move(0), "b2/3/2w w", "one"),
        (Where::Move(1), "b2/1w1/2w b", "three"),
        (Where::Move(2), "b2/1wb/2w w", ""),
        (Where::Move(3), "b2/wwb/2w b", ""),
        (Where::End, "b2/wwb/2w b", ""),
    ] {
        assert_eq!(read(problem, at), expected);
        assert_eq!(read_sgf(problem, at).unwrap().comment, comment);
    }
    let game = "(;SZ[3];B[aa];W[bb])";
    assert_eq!(read(game, Where::Move(0)), "3/3/3 b");
    let error = read_sgf(game, Where::Move(3)).unwrap_err().to_string();
    assert_eq!(error, "SGF: the main line has 2 moves, so there is no move 3");
}

#[test]
fn marks_are_those_of_the_position() {
    let text = "(;SZ[5]AB[aa][ba]AW[cc]MA[aa]TR[ba:ca]CR[ee]SQ[ab:bb];VW[de]C[a \\] b]\
                ;B[dd]TR[cc];W[ee]SQ[ea])";
    let at = |at| {
        let record = read_sgf(text, at).unwrap();
        let names = |points| point_names(points, 5).join(" ");
        (names(&record.marked), names(&record.region), record.comment)
    };
    let owned = |texts: [&str; 3]| (texts[0].into(), texts[1].into(), texts[2].into());
    assert_eq!(at(Where::Usual), owned(["E1 A5 B5 C5", "D1 A4 B4", "a ] b"]));
    assert_eq!(at(Where::Move(1)), owned(["C3", "", ""]));
    assert_eq!(at(Where::End), owned(["", "E5", ""]));
}

#[test]
fn whose_turn_it_is_may_not_be_known() {
    for (text, known, turn) in [
        ("(;AB[aa])", false, Colour::Black),
        ("(;AB[aa];C[text])", false, Colour::Black),
        ("(;AB[aa];W[bb])", true, Colour::White),
        ("(;AB[aa]PL[B];W[bb])", true, Colour::Black),
        ("(;)", false, Colour::Black),
        ("(;W[aa])", true, Colour::Black),
    ] {
        let record = read_sgf(text, Where::Usual).unwrap();
        assert_eq!((record.turn_is_known, record.position.turn), (known, turn), "{text}");
    }
}

#[test]
fn faults_name_their_place() {
    let long = format!("({})", ";".repeat(100_000));
    for (text, message) in [
        ("(;SZ[20])", "SGF: SZ[20:20] is not the side of a board from 1 to 19; correct it"),
        ("(;SZ[9:13])", "SGF: SZ[9:13] is not the side of a board from 1 to 19; correct it"),
        ("(;SZ[0])", "SGF: SZ[0:0] is not the side of a board from 1 to 19; correct it"),
        ("(;SZ[nine])", "SGF: SZ[nine] is not the side of a board from 1 to 19; correct it"),
        ("(;GM[2];B[aa])", "SGF: GM[2] is another game than Go, which is GM[1]"),
        ("(;SZ[9];B[aa];W[zz])", "SGF: move 2: `zz` is not a square of this board"),
        ("(;SZ[9];B[a])", "SGF: move 1: `a` is not a square of this board"),
        ("(;SZ[9];B[aabb])", "SGF: move 1: `aabb` is not a point of this board"),
        ("(;SZ[9];B[aa][bb])", "SGF: move 1: it has 2 stones; a move of Go has one"),
        ("(;B[aa];W[aa])", "SGF: move 2: A19 is not legal, as there is a stone already"),
        (
            "(;SZ[3];W[ba];B[cc];W[ab];B[aa])",
            "SGF: move 4: A3 is not legal, as a stone there has no liberty",
        ),
        (
            "(;SZ[4];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])",
            "SGF: move 9: C3 is not legal, as a ko is taken back at once",
        ),
        ("(;SZ[9]AB[aa][zz])", "SGF: AB: `zz` is not a square of this board"),
        (
            "(;SZ[9]AW[aa:bb:cc])",
            "SGF: AW: there is a rectangle that is not of the form aa:cc; correct it",
        ),
        ("(;SZ[9]TR[q])", "SGF: TR: `q` is not a square of this board"),
        ("(;SZ[3]AB[aa]AW[ba][ab])", "SGF: the stones of A3 have no liberty; remove them"),
        ("(;PL[x])", "SGF: PL must be B or W"),
        ("(;B[aa]", "SGF: it is not well formed (unexpected end of data)"),
        ("5/5/5/5/5 b", "SGF: a file begins with `(;`"),
        (&long, "SGF: a line of play has more than 1000 nodes; shorten it"),
    ] {
        let error = read_sgf(text, Where::Usual).unwrap_err();
        assert_eq!(error.to_string(), message, "{}", &text[..text.len().min(60)]);
    }
}

/// Every position of random games, played by the rules of the file.
#[test]
fn games_are_played_by_the_rules() {
    for (seed, side) in [(1, 3), (2, 5), (3, 9), (4, 19)] {
        let game = RandomGame::new(side, 200, &mut random(seed));
        let letter = |number: usize| (b'a' + number as u8) as char;
        let mut text = format!("(;SZ[{side}]");
        for (colour, point) in &game.moves {
            let player = if *colour == Colour::Black { 'B' } else { 'W' };
            let place = point.map_or_else(String::new, |point| {
                let (column, row) = (point as usize % side, point as usize / side);
                format!("{}{}", letter(column), letter(side - 1 - row))
            });
            text += &format!(";{player}[{place}]");
        }
        text.push(')');
        for (number, position) in game.positions.iter().enumerate().step_by(7) {
            assert_eq!(read(&text, Where::Move(number)), position.write());
        }
        assert_eq!(read(&text, Where::Usual), game.positions.last().unwrap().write());
    }
}

const GOOD: &str = "(;FF[4]GM[1]SZ[5]AB[aa][ba:cb]AW[cc]AE[aa]PL[W]TR[ba]SQ[dd:ee]C[t\\]x]\
                    (;W[ac];B[ee];W[tt]C[RIGHT])(;W[dd]MA[dd];B[]))";

#[test]
fn the_file_that_is_spoiled_is_good() {
    assert_eq!(read(GOOD, Where::Usual), position("1bb2/1bb2/2w2/5/5 w").write());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever happens to a file, it is read, or refused in a sentence.
    #[test]
    fn spoiled_files_are_read_or_refused(
        edits in prop::collection::vec((0..GOOD.len(), 0..3, "[\\[\\]();:\\\\a-eABWESZPLTRé0-9 ]"), 1..6),
        at in prop_oneof![Just(Where::Usual), Just(Where::End), (0..5usize).prop_map(Where::Move)],
    ) {
        let mut letters: Vec<char> = GOOD.chars().collect();
        for (place, kind, letter) in edits {
            let place = place.min(letters.len() - 1);
            match kind {
                0 => { letters.remove(place); }
                1 => letters[place] = letter.chars().next().unwrap(),
                _ => letters.insert(place, letter.chars().next().unwrap()),
            }
        }
        let text: String = letters.into_iter().collect();
        match read_sgf(&text, at) {
            Ok(record) => prop_assert!(record.position.check().is_ok(), "{}", text),
            Err(error) => prop_assert!(error.to_string().starts_with("SGF: "), "{}: {}", text, error),
        }
    }
}
