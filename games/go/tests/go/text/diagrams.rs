//! Positions on a line, drawings, and lists of points.

use super::{RandomGame, position, random};
use phidelta_go::diagram::Marks;
use phidelta_go::{Position, point_names, read_point, read_region};
use phidelta_rules::Area;

#[test]
fn positions_that_are_written_read_back() {
    let mut kos = 0;
    for (seed, side) in [(1, 1), (2, 2), (3, 4), (4, 5), (5, 6), (6, 7), (7, 13), (8, 19)] {
        for position in RandomGame::new(side, 1000, &mut random(seed)).positions {
            let text = position.write();
            assert_eq!(Position::read(&text).as_ref(), Ok(&position), "{text}");
            kos += usize::from(position.ko.is_some());
        }
    }
    assert!(kos > 10, "{kos} kos");
}

#[test]
fn rows_are_read_from_the_top() {
    let read = position("B4/5/2w2/5/4b W");
    assert_eq!(read.write(), "b4/5/2w2/5/4b w");
    assert_eq!(point_names(&read.stones[0], 5), ["E1", "A5"]);
    assert_eq!(point_names(&read.stones[1], 5), ["C3"]);
    assert_eq!(position(". b"), Position::empty(1));
}

#[test]
fn faults_name_their_place() {
    let twenty = format!("{}20 b", "20/".repeat(19));
    for (text, message) in [
        ("", "the board is missing; write the position as 5/5/2bw1/5/5 b"),
        ("3/3/3", "the side to move is missing; write the position as 5/5/2bw1/5/5 b"),
        ("3/3/3 x", "the side to move: `x` is not one of b and w"),
        ("3/3/3 b w", "`w` follows the end of the position; remove it"),
        ("3/3/3 b ko=A1 x", "`x` follows the end of the position; remove it"),
        ("3/4/3 b", "row 2 has 4 squares, expected 3"),
        ("3/x2/3 b", "row 2: `x` is not one of `b`, `w`, `.` and digits"),
        (&twenty, "the board has 20 rows; at most 19 are possible"),
        ("1b1/bwb/1b1 w", "the stones of B2 have no liberty; remove them"),
        ("3/3/3 b ko=D1", "`D1` is not a square of this board; squares run from a1 to C3"),
    ] {
        assert_eq!(Position::read(text).unwrap_err().to_string(), message, "{text}");
    }
}

/// A ban is only believed where the last move can have been the taking of a ko.
#[test]
fn kos_are_those_that_were_taken() {
    // Black has taken on C3, and White may not take back on B3.
    let ko = "5/1bw2/b1bw1/1bw2/5 w";
    assert_eq!(position(&format!("{ko} ko=b3")).write(), format!("{ko} ko=B3"));
    for text in [
        // Elsewhere, and of the other player.
        format!("{ko} ko=C3"),
        format!("{ko} ko=A1"),
        format!("{} ko=B3", ko.replace(" w", " b")),
        // Two stones would be taken: no ko.
        "5/1bbw1/b1bw1/1bw2/5 w ko=B3".into(),
        // The stone has another liberty.
        "5/1bw2/b1b2/1bw2/5 w ko=B3".into(),
        // The point has a friend or a liberty next to it.
        "5/1ww2/b1bw1/1bw2/5 w ko=B3".into(),
        "5/1bw2/2bw1/1bw2/5 w ko=B3".into(),
    ] {
        let error = Position::read(&text).unwrap_err().to_string();
        assert!(error.starts_with("nothing can have been taken on "), "{text}: {error}");
    }
}

#[test]
fn drawings_have_coordinates_and_marks() {
    let position = position("9/9/2b6/9/9/9/2w3b2/1bw6/9 b");
    let at = |name| read_point(name, 9).unwrap();
    let marks = Marks {
        targets: [at("C2"), at("B2")].into_iter().map(usize::from).collect(),
        region: read_region("A1-C3", 9).unwrap(),
        labels: vec![(at("A1"), '1'), (at("C2"), '2')],
    };
    let drawn = "    A B C D E F G H J
 9  . . . . . . . . .  9
 8  . . . . . . . . .  8
 7  . . X . . . + . .  7
 6  . . . . . . . . .  6
 5  . . . . + . . . .  5
 4  . . . . . . . . .  4
 3  , , O . . . X . .  3
 2  , # @ . . . . . .  2
 1  1 , , . . . . . .  1
    A B C D E F G H J
";
    assert_eq!(position.draw(&marks), drawn);
}

#[test]
fn every_board_is_drawn_within_the_page() {
    let stars = [0, 0, 0, 0, 0, 0, 5, 4, 5, 4, 5, 4, 5, 4, 9, 4, 9, 4, 9];
    for (side, expected) in (1..=19).zip(stars) {
        let drawn = Position::empty(side).draw(&Marks::default());
        assert_eq!(drawn.matches('+').count(), expected, "{side}");
        assert_eq!(drawn.lines().count(), side + 2);
        assert!(drawn.lines().all(|line| line.len() <= 78 && line.trim_end() == line));
    }
}

#[test]
fn lists_and_rectangles_of_points() {
    let names = |text| point_names(&read_region(text, 9).unwrap(), 9).join(" ");
    assert_eq!(names("A1"), "A1");
    assert_eq!(names("b2,A1 , j9"), "A1 B2 J9");
    assert_eq!(names("H8-J9"), "H8 J8 H9 J9");
    assert_eq!(names("C1-A2,B1,E5-E5"), "A1 B1 C1 A2 B2 C2 E5");
    assert_eq!(read_region("A1-T19", 19), Ok(Area::first(361)));
    for (text, message) in [
        ("", "there is no point in it; write points as in A1,B2 or A1-C3"),
        (",", "there is no point in it; write points as in A1,B2 or A1-C3"),
        ("A1-", "`` is not a square of this board; squares run from a1 to J9"),
        ("A1-B2-C3", "`B2-C3` is not a square of this board; squares run from a1 to J9"),
        ("I5", "`I5` is not a square of this board; squares run from a1 to J9"),
        ("é", "`é` is not a square of this board; squares run from a1 to J9"),
    ] {
        assert_eq!(read_region(text, 9).unwrap_err().to_string(), message, "{text}");
    }
}
